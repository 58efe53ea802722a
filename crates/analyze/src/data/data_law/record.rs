//! What the law sees on its way, kept for whoever places transfers.
//!
//! ```c
//! …kernel that writes a…
//! printf("%f\n", a[0]);           // a `StaleRead`: side `Host`, in `main`, known there as `a`
//! ```
//! Besides reads that find, or may find, an old value, every access to an object with a device
//! copy is an [`Event`]: a transfer may leave a loop only if nothing in it makes the value old
//! again. A [`Point`] names the statement together with the calls that lead to it.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use hir::{DirectiveId, ExprId, FunctionId, RecordId, StmtId, VarId, VarStorage};

use crate::Place;
use crate::maps::HashMap;
use crate::place::Step;

use super::Law;
use super::pieces::Why;
use super::state::Object;
use super::touches::ReadOf;
use super::value::{Loc, LocKind, Value};

/// Everything that was noted.
#[derive(Clone, Default, Debug)]
pub struct Record {
    /// The program was too large to follow: there is more than was noted.
    pub is_incomplete: bool,
    /// How many statements were followed, each as often as that was done.
    pub followed: usize,
    /// Reads of what is, or may be, old, in the order of the program.
    pub stale: Vec<StaleRead>,
    /// Accesses to objects that have a device copy, with what each of the functions that lead there calls the
    /// object.
    pub events: BTreeMap<Event, Vec<Vec<Place>>>,
    /// Data directives of which only the run knows what array they are about, or whether a kernel finds
    /// their copy.
    pub unclear: BTreeSet<DirectiveId>,
}

/// Host or device.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Side {
    /// The host.
    Host,
    /// The device.
    Device,
}

/// How sure it is that a read finds an old value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Certainty {
    /// It may; nothing more is known.
    Possible,
    /// It may, by something that happens on some path that leads there.
    OnSomePath,
    /// It does.
    Certain,
}

/// A statement, and how control came there.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Point {
    /// The functions, outermost first.
    pub functions: Vec<FunctionId>,
    /// The calls between them: one fewer.
    pub calls: Vec<ExprId>,
    /// The statement of the innermost function.
    pub stmt: StmtId,
}

/// An access.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Event {
    /// The `global alloc` of the object's copy.
    pub copy: DirectiveId,
    /// Who accesses it.
    pub side: Side,
    /// Is it written?
    pub writes: bool,
    /// Where.
    pub at: Point,
}

/// A read of what may be old.
#[derive(Clone, Debug)]
pub struct StaleRead {
    /// The `global alloc` of the copy, while it lives.
    pub copy: Option<DirectiveId>,
    /// The directive that has released it, if one did.
    pub released: Option<DirectiveId>,
    /// The directive that released an earlier copy of it with the new values, and that copy's name.
    pub lost: Option<(DirectiveId, Place)>,
    /// The name under which the copy is, or was, made.
    pub place: Option<Place>,
    /// Who reads.
    pub side: Side,
    /// Does it find an old value?
    pub certainty: Certainty,
    /// What has made it old.
    pub why: Option<Why>,
    /// Where.
    pub at: Point,
    /// What each of the functions calls the object.
    pub names: Vec<Vec<Place>>,
}

/// Cells by the object that they point to.
pub type Pointing = HashMap<Loc, Vec<Loc>>;

impl Law<'_, '_> {
    fn point(&self) -> Option<Point> {
        let stmt = self.current?;
        Some(Point { functions: self.stack.clone(), calls: self.calls.clone(), stmt })
    }

    /// Only the run knows what array a directive is about.
    pub(super) fn note_unclear(&mut self, directive: DirectiveId) {
        if self.silent == 0 {
            self.notes.record.unclear.insert(directive);
        }
    }

    /// An object with a device copy is accessed.
    pub(super) fn note_access(&mut self, loc: Loc, object: &Object, side: Side, writes: bool) {
        if self.silent > 0 || object.copies.is_empty() {
            return;
        }
        let Some(at) = self.point() else { return };
        for copy in &object.copies {
            let event = Event { copy: copy.directive, side, writes, at: at.clone() };
            if !self.notes.record.events.contains_key(&event) {
                let names = self.places_of(loc, &at.functions);
                self.notes.record.events.insert(event, names);
            }
        }
    }

    /// A read was found to be like this.
    pub(super) fn note_read(&mut self, loc: Loc, object: &Object, side: Side, found: &ReadOf) {
        self.note_access(loc, object, side, false);
        let known = found.possible.iter().map(|piece| piece.why).find(|why| *why != Why::Unknown);
        let (certainty, why) = match (&found.certain, known) {
            (Some(piece), _) => (Certainty::Certain, Some(piece.why)),
            (None, Some(why)) => (Certainty::OnSomePath, Some(why)),
            (None, None) if !found.possible.is_empty() => (Certainty::Possible, None),
            (None, None) => return,
        };
        self.note_stale(loc, object, side, certainty, why);
    }

    /// Something old is read, or moved.
    pub(super) fn note_stale(
        &mut self,
        loc: Loc,
        object: &Object,
        side: Side,
        certainty: Certainty,
        why: Option<Why>,
    ) {
        let Some(at) = self.point().filter(|_| self.silent == 0) else { return };
        let names = self.places_of(loc, &at.functions);
        let copy = object.copies.first().map(|copy| copy.directive);
        let released = object.released.map(|(_, directive)| directive);
        let lost = object.lost.as_ref().map(|(_, directive, place)| (*directive, place.clone()));
        let place = object.place.clone();
        self.notes.record.stale.push(StaleRead {
            copy,
            released,
            lost,
            place,
            side,
            certainty,
            why,
            at,
            names,
        });
    }

    /// Every name by which each function can reach an object, and nothing else, now.
    fn places_of(&self, loc: Loc, functions: &[FunctionId]) -> Vec<Vec<Place>> {
        let pointing = self.pointing();
        let pointing = &*pointing;
        functions.iter().map(|function| self.places_in(loc, *function, pointing)).collect()
    }

    /// The variables and members that point to the beginning of each object, and to nothing else. Many accesses happen
    /// between two changes of a pointer.
    fn pointing(&self) -> Rc<Pointing> {
        let Some(now) = &self.now else { return Rc::default() };
        let mut last = self.pointing.borrow_mut();
        if let Some((cells, pointing)) = last.as_ref()
            && cells == now.all_cells()
        {
            return Rc::clone(pointing);
        }
        let mut pointing = Pointing::default();
        for (cell, value) in now.cells() {
            if let Value::Pointer(targets) = value
                && let [target] = targets.as_slice()
                && target.is_start()
            {
                pointing.entry(target.loc).or_default().push(cell);
            }
        }
        let pointing = Rc::new(pointing);
        *last = Some((now.all_cells().clone(), Rc::clone(&pointing)));
        pointing
    }

    fn places_in(&self, loc: Loc, function: FunctionId, pointing: &Pointing) -> Vec<Place> {
        let mut places = self.holders_of(loc, function, pointing);
        if let LocKind::Named(place) = self.names.kind(loc) {
            let there = self.seen_as(place.var, function).filter(|var| *var == place.var);
            places.extend(there.map(|_| place.clone()));
        }
        for cell in pointing.get(&loc).into_iter().flatten() {
            places.extend(self.holders_of(*cell, function, pointing));
        }
        places.sort();
        places.dedup();
        places
    }

    /// The names of a variable or member itself.
    fn holders_of(&self, loc: Loc, function: FunctionId, pointing: &Pointing) -> Vec<Place> {
        match self.names.kind(loc) {
            LocKind::Var(var) => self.seen_as(*var, function).map(Place::var).into_iter().collect(),
            LocKind::Member(outer, record, field) => {
                let of_object = self.holders_of(*outer, function, pointing).into_iter();
                let of_object = of_object.map(|place| (place, false));
                let pointers = pointing.get(outer).into_iter().flatten();
                let of_pointer = pointers.filter_map(|cell| self.variable_at(*cell, function));
                let of_pointer = of_pointer.map(|var| (Place::var(var), true));
                let longer = |(mut place, arrow): (Place, bool)| {
                    let record = self
                        .declared_there(&place, arrow)
                        .filter(|own| self.names.declared.record(*own) == *record)?;
                    place.path.push(Step { record, field: *field, arrow });
                    Some(place)
                };
                of_object.chain(of_pointer).filter_map(longer).collect()
            }
            LocKind::Heap(..)
            | LocKind::Given(..)
            | LocKind::Behind(_)
            | LocKind::Unfollowed(_)
            | LocKind::Named(_)
            | LocKind::Rows(_)
            | LocKind::Others(_)
            | LocKind::Element(..) => Vec::new(),
        }
    }

    /// The struct that a place is, or points to, as its file declares it.
    fn declared_there(&self, place: &Place, arrow: bool) -> Option<RecordId> {
        let types = &self.input.program.types;
        let ty = crate::array_shape::place_type(self.input.program, place)?;
        types.as_record(if arrow { types.pointee(ty)? } else { ty })
    }

    /// The plain variable that a cell is, as a function sees it.
    fn variable_at(&self, cell: Loc, function: FunctionId) -> Option<VarId> {
        match self.names.kind(cell) {
            LocKind::Var(var) => self.seen_as(*var, function),
            _ => None,
        }
    }

    /// The variable by which a function sees one of its own, or one at file level.
    fn seen_as(&self, var: VarId, function: FunctionId) -> Option<VarId> {
        let program = self.input.program;
        match program.vars[var].storage {
            VarStorage::Global | VarStorage::Extern | VarStorage::Internal => {
                let unit = program.unit_of(function)?;
                self.input.linkage().variable_in(program, var, unit)
            }
            _ => (program.vars[var].owner == Some(function)).then_some(var),
        }
    }
}
