//! Statements that a library carries out in the device's memory.

use diagnostics::{Diagnostic, codes};
use hir::{DirectiveId, Span, StmtId};

use super::Law;
use super::pieces::{Area, Piece, Why};
use super::state::Object;
use super::timeline::What;

impl Law<'_, '_> {
    /// A statement below a directive. With `use_device`, what it is given of the named arrays
    /// is the device's, and the host's values are left alone.
    pub(super) fn with_device_uses(&mut self, directive: DirectiveId, body: StmtId) {
        let before = self.on_device.clone();
        let span = self.input.program.directives[directive].span;
        for unit in 0..self.facts.len() {
            for used in self.facts[unit].device_uses.get(&directive).into_iter().flatten() {
                let copy = &self.facts[unit].copies[used.copy.0];
                if used.writes {
                    self.may_be_anything(&used.place);
                }
                for (loc, offset) in self.objects_of(&used.place, directive) {
                    self.on_device.insert(loc);
                    let area = self.area_of(&copy.dims, &copy.host_extents, &offset);
                    let mut object = self.object_to_change(loc);
                    if used.reads {
                        self.library_reads(&object, &area, directive, &self.input.place_name(&used.place));
                    }
                    if used.writes {
                        // How much of it is not known.
                        object.kernel_writes(&area.in_doubt(), span);
                    }
                    self.set(loc, object);
                    let what = What::Library { reads: used.reads, writes: used.writes };
                    self.happens(loc, &used.place, span, what, Some((unit, used.copy)));
                }
            }
        }
        self.stmt(body);
        self.on_device = before;
    }

    /// What it reads of the copy is not known: it is wrong for certain where all of it is old.
    fn library_reads(&mut self, object: &Object, area: &Area, directive: DirectiveId, name: &str) {
        let covers = |piece: &&Piece| {
            area.exact
                && area.set.minus(&piece.set).is_some_and(|rest| rest.iter().all(affine::Set::is_empty))
        };
        let span = self.input.program.directives[directive].span;
        if let Some(piece) = object.device.must.iter().find(covers) {
            let message = stale(name, span, piece);
            if let Some(place) = object.place.clone() {
                self.say(&place, "device", message);
            }
            return;
        }
        let possible: Vec<Piece> = object.device.possible(area).cloned().collect();
        for piece in possible {
            if !self.settle(object, &piece) {
                self.not_proven(directive, format!("that the device has the newest value of `{name}`"));
            }
        }
    }
}

fn stale(name: &str, at: Span, piece: &Piece) -> Diagnostic {
    let message = format!("the statement reads `{name}` on the device, where its values are not");
    let (from, what) = match piece.why {
        Why::Never(from) => (from, "makes room, and copies nothing"),
        Why::Cleared(from) => (from, "cleared here; the host's values stay on the host"),
        Why::Host(from) => (from, "the host changes it here"),
        Why::Tile(from) | Why::Kernel(from) | Why::Moved(from) => (from, "the newer value is from here"),
        Why::Elsewhere(from) => (from, "puts another array's values there"),
        Why::Unknown => (at, "cannot be followed"),
    };
    Diagnostic::new(&codes::STALE_ON_DEVICE, at, message)
        .label("the device's copy is old here")
        .related(from, what)
        .help(format!(
            "write `#pragma hicuda global copyin {name}…` before it, or `writes({name})` if it only writes"
        ))
}
