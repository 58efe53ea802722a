//! Two device copies of memory that may overlap.
//!
//! ```c
//! f(n, argc > 5 ? a : a + 1, a);        // void f(int n, int *x, int *y), which has `x` and `y` on the device
//! ```
//! What a kernel writes to one copy the other does not have. Where it is known which elements both
//! hold, [`crate::data::aliases`] decides; where only the run knows it, the host's addresses are compared when
//! the second copy is made. Arrays that were declared, or allocated, apart are apart.

use affine::LinearExpr;

use crate::CopyId;

use super::Law;
use super::pieces::Area;
use super::value::{Loc, LocKind};

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
        for first in &object.copies {
            let distance = first.start.as_ref().zip(start).and_then(|(a, b)| a.minus(b).ok());
            let is_known = distance.is_some_and(|distance| distance.as_constant().is_some());
            let both_known = area.exact && first.area.exact && is_known;
            let apart = first.area.set.intersect(&area.set).is_empty();
            if !both_known && !apart {
                self.note_overlap(first.copy, second);
            }
        }
        self.may_be_given(loc, second);
    }

    /// What a call returned that is not followed may be any other array.
    fn may_be_given(&mut self, loc: Loc, second: (usize, CopyId)) {
        let is_given = |loc: &Loc| matches!(self.names.kind(*loc), LocKind::Given(..));
        let may_be = |other: &Loc| *other != loc && (is_given(&loc) || is_given(other));
        let objects = self.now.iter().flat_map(|now| &now.objects).filter(|(other, _)| may_be(other));
        let firsts: Vec<_> = objects.flat_map(|(_, object)| &object.copies).map(|copy| copy.copy).collect();
        firsts.into_iter().for_each(|first| self.note_overlap(first, second));
    }

    /// A copy is made of memory that nothing is known of.
    pub(super) fn may_overlap_anything(&mut self, second: (usize, CopyId)) {
        let alive = self.now.iter().flat_map(|now| now.objects.values()).flat_map(|object| &object.copies);
        let firsts: Vec<(usize, CopyId)> = alive.map(|copy| copy.copy).collect();
        for first in firsts {
            self.written.insert(second);
            self.note_overlap(first, second);
        }
    }

    /// Both names have to be known where the second copy is made.
    fn note_overlap(&mut self, first: (usize, CopyId), second: (usize, CopyId)) {
        let (unit, other) = (first.0, second.0);
        let copies = &self.facts[unit].copies;
        let same_function = unit == other && copies[first.1.0].owner == copies[second.1.0].owner;
        if first != second && same_function {
            self.found.overlaps.insert((first, second));
        }
    }

    /// Copies that kernels only read may be of the same memory.
    pub(super) fn keep_written_overlaps(&mut self) {
        let written = &self.written;
        self.found.overlaps.retain(|(first, second)| written.contains(first) || written.contains(second));
    }
}
