//! Two device copies of memory that may overlap.
//!
//! ```c
//! f(n, argc > 5 ? a : a + 1, a);        // void f(int n, int *x, int *y), which has `x` and `y` on the device
//! ```
//! What a kernel writes to one copy the other does not have. Where it is known which elements both
//! hold, [`crate::data::aliases`] decides; where only the run knows it, the host's addresses are compared when
//! the second copy is made. A function that makes a copy of what its caller has on the device already
//! cannot compare, and is told. Arrays that were declared, or allocated, apart are apart.

use affine::LinearExpr;
use diagnostics::{Diagnostic, Sink, codes};
use hir::{DirectiveKind, ExprId, GlobalAction, Qualifiers};

use crate::CopyId;
use crate::aliases::copies;
use crate::maps::HashSet;

use super::Law;
use super::pieces::Area;
use super::value::{Loc, LocKind, Value};

impl Law<'_, '_> {
    /// A copy of these elements is made: others of the same object may have some of them.
    pub(super) fn may_overlap(
        &mut self,
        loc: Loc,
        area: &Area,
        start: Option<&LinearExpr>,
        second: (usize, CopyId),
    ) {
        let object = self.object(loc);
        self.found.compared.insert(second);
        for first in &object.copies {
            self.found.of_one.insert((first.copy, second));
            if first.copy == second || first.area.set.is_apart_from(&area.set) {
                continue;
            }
            let distance = first.start.as_ref().zip(start).and_then(|(a, b)| a.minus(b).ok());
            let is_known = distance.is_some_and(|distance| distance.as_constant().is_some());
            let both_known = area.exact && first.area.exact && is_known && !self.several.contains(&loc);
            let is_decided = self.is_decided(first.copy, second);
            // Where another function makes the second, nobody knows the name of the first.
            let can_be_tested = !both_known && self.same_function(first.copy, second);
            if can_be_tested {
                self.found.met.insert((first.copy, second));
                self.note_overlap(first.copy, second);
            } else if !is_decided && self.silent == 0 {
                self.notes.doubled((first.copy, second), both_known);
            }
        }
        match self.names.kind(loc) {
            LocKind::Unfollowed(_) => self.may_overlap_anything(second),
            _ => self.may_be_given(loc, second),
        }
    }

    /// What a call returned that is not followed may be any other array; what a pointer points to that nobody here has set may be
    /// what another such pointer points to, or an array of the file.
    fn may_be_given(&mut self, loc: Loc, second: (usize, CopyId)) {
        let may_be = |other: Loc| {
            let is_visible = |loc: Loc| self.is_from_outside(loc) || self.is_of_file(loc);
            let from_outside = self.is_from_outside(loc) || self.is_from_outside(other);
            let meet = from_outside && is_visible(loc) && is_visible(other);
            other != loc && (self.is_given(loc) || self.is_given(other) || meet)
        };
        for first in self.copies_of(may_be) {
            if self.are_of_one_type(first, second) {
                self.note_overlap(first, second);
            }
        }
    }

    /// Is it what a pointer points to that the caller has set, and that is not declared `restrict`?
    fn is_from_outside(&self, loc: Loc) -> bool {
        let is_set_outside = |loc: &Loc| match self.names.kind(*loc) {
            LocKind::Behind(cell) => match self.names.kind(self.outermost(*cell)) {
                LocKind::Var(var) => !self.input.program.vars[*var].ty.quals.has(Qualifiers::RESTRICT),
                _ => true,
            },
            _ => false,
        };
        self.may_be(loc).iter().any(is_set_outside)
    }

    fn is_of_file(&self, loc: Loc) -> bool {
        match self.names.kind(self.outermost(loc)) {
            LocKind::Var(var) => self.input.program.vars[*var].owner.is_none(),
            _ => false,
        }
    }

    /// Objects of different types are different objects.
    fn are_of_one_type(&self, first: (usize, CopyId), second: (usize, CopyId)) -> bool {
        let types = &self.input.program.types;
        let [a, b] = [first, second].map(|(unit, copy)| self.facts[unit].copies[copy.0].element);
        types.strip(a).id == types.strip(b).id || !types.is_real_floating(a) && !types.is_real_floating(b)
    }

    /// The host gives memory back: while a device copy keeps it in its place, the device would copy from and to the old place.
    pub(super) fn must_not_be_pinned(&mut self, name: &str, call: ExprId, values: &[Value]) {
        let Some(Value::Pointer(targets)) = values.first() else { return };
        for target in targets.clone() {
            let object = self.object(target.loc);
            for copy in &object.copies {
                let made = &self.input.program.directives[copy.directive];
                let is_pinned =
                    matches!(made.kind, DirectiveKind::Global(GlobalAction::Alloc { pinned: true, .. }));
                if !is_pinned {
                    continue;
                }
                let place = self.facts[copy.copy.0].copies[copy.copy.1.0].place.clone();
                let array = self.input.place_name(&place);
                let message = format!("`{name}` gives back the memory of `{array}`, which is pinned");
                let message = Diagnostic::new(&codes::PINNED_MEMORY_FREED, self.input.span(call), message)
                    .label("the device may still copy from and to this memory")
                    .related(made.span, "it is pinned as long as this copy lives")
                    .help(format!("write `#pragma hicuda global free {array}` before"));
                self.say(&place, "freed", message);
            }
        }
    }

    /// Is it memory from a call that is not followed, or through a pointer that is not?
    pub(super) fn is_given(&self, loc: Loc) -> bool {
        let is_given =
            |loc: &Loc| matches!(self.names.kind(*loc), LocKind::Given(..) | LocKind::Unfollowed(_));
        self.may_be(loc).iter().any(is_given)
    }

    /// The device copies that some objects have.
    fn copies_of(&self, is_wanted: impl Fn(Loc) -> bool) -> Vec<(usize, CopyId)> {
        let objects = self.with_copies().into_iter().filter(|(loc, _)| is_wanted(*loc));
        objects.flat_map(|(_, object)| &object.copies).map(|copy| copy.copy).collect()
    }

    /// Has [`crate::data::aliases`] seen that both may be of one array?
    fn is_decided(&self, first: (usize, CopyId), second: (usize, CopyId)) -> bool {
        let facts = &self.facts[second.0];
        facts.doubled.iter().any(|(seen, other)| {
            let is_callers = facts.copies[seen.0].inherited.is_some();
            *other == second.1 && ((first.0, *seen) == (second.0, first.1) || is_callers)
        })
    }

    fn same_function(&self, first: (usize, CopyId), second: (usize, CopyId)) -> bool {
        let owner = |(unit, copy): (usize, CopyId)| self.facts[unit].copies[copy.0].owner;
        first.0 == second.0 && owner(first) == owner(second)
    }

    /// A copy is made of memory that nothing is known of.
    fn may_overlap_anything(&mut self, second: (usize, CopyId)) {
        for first in self.copies_of(|_| true) {
            self.written.insert(second);
            self.found.met.insert((first, second));
            self.note_overlap(first, second);
        }
    }

    /// Both names have to be known where the second copy is made.
    fn note_overlap(&mut self, first: (usize, CopyId), second: (usize, CopyId)) {
        if first == second {
            return;
        }
        self.found.of_one.insert((first, second));
        if self.same_function(first, second) {
            self.found.overlaps.insert((first, second));
        } else if self.silent == 0 && !self.is_decided(first, second) {
            // Nothing tests it.
            self.notes.doubled.entry((first, second)).or_insert(false);
        }
    }

    /// Copies that kernels only read may be of the same memory.
    pub(super) fn keep_written_overlaps(&mut self) {
        let written = &self.written;
        let overlaps = &mut self.found.overlaps;
        overlaps.retain(|(first, second)| written.contains(first) || written.contains(second));
        self.found.met.retain(|pair| overlaps.contains(pair));
    }

    /// What is said of copies of one array that no test keeps apart, of which a kernel writes one.
    pub(super) fn told_doubled(&mut self, sink: &Sink) -> Vec<Diagnostic> {
        let codes = [&codes::SECOND_DEVICE_COPY, &codes::TWO_COPIES_OF_ONE, &codes::COPIES_MAY_OVERLAP];
        let (mut told, mut said) = (HashSet::default(), Vec::new());
        for ((first, second), surely) in std::mem::take(&mut self.notes.doubled) {
            let is_written = [first, second].iter().any(|copy| self.written.contains(copy));
            let copy = |(unit, copy): (usize, CopyId)| &self.facts[unit].copies[copy.0];
            let (first, second) = (copy(first), copy(second));
            let made = self.input.program.directives[second.directive].span;
            let is_known = |found: &Diagnostic| {
                let at = found.primary.span;
                codes.contains(&found.code) && made.lo <= at.lo && at.hi <= made.hi
            };
            if is_written && !sink.diagnostics().iter().any(is_known) && told.insert(second.directive) {
                said.push(copies::told(self.input, first, second, &[], surely));
            }
        }
        said
    }
}
