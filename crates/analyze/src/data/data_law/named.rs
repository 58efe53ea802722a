//! What a name stands for that may stand for several arrays, or for one that nobody knows.
//!
//! ```c
//! float *from = odd ? a : b;
//! #pragma hicuda global alloc from[0:n-1] copyin
//! …kernel that writes `from`…
//! #pragma hicuda global copyout from[*]      // what the kernel wrote, whichever array it is
//! #pragma hicuda global free from
//! ```
//! Each directive by itself is in doubt about `a`, and about `b`. But all four are about one array, so while `from`
//! keeps its value that array is an object of its own, of which everything is certain. When the name goes, or anything
//! else is done to `a` or `b`, what is known of it becomes what may be true of each of them.
//!
//! So is the part of an array that a pointer stands for of which only the run knows where it points:
//!
//! ```c
//! float *layer = acts.fch + l * n;         // acts.fch is somewhere in a block of many such arrays
//! ```
//! Invariant: such an object lives from an `alloc` by its name to the `free`, and no store to the pointer is between. That
//! two names stand for one array while both have a device copy is another fault (`overlaps.rs`).

use affine::LinearExpr;

use crate::{CopyId, DeviceCopy, Place};

use super::Law;
use super::directives::Offset;
use super::state::{Named, Object};
use super::value::{Loc, LocKind, Target};

/// What a name of a directive or kernel stands for.
pub(super) struct Meant {
    /// The objects.
    pub targets: Vec<Target>,
    /// Is it the only one?
    pub alone: bool,
    /// Does nobody know where the pointer came from?
    pub is_lost: bool,
}

impl Law<'_, '_> {
    /// What a name stands for now.
    pub(super) fn meant(&mut self, place: &Place) -> Meant {
        let followed = self.denoted_by(place);
        let is_lost = followed.is_none();
        let targets = followed.unwrap_or_else(|| vec![self.unfollowed(place)]);
        let alone = !is_lost && targets.len() == 1;
        if alone && targets[0].at.is_some() {
            return Meant { targets, alone, is_lost };
        }
        match self.own_object(place) {
            Some(own) => Meant { targets: vec![Target::start_of(own)], alone: true, is_lost },
            None => Meant { targets, alone, is_lost },
        }
    }

    /// The object of a name that stands for one of several.
    fn own_object(&mut self, place: &Place) -> Option<Loc> {
        let cell = self.pointer_cell(place)?;
        let own = self.names.loc(LocKind::Named(place.clone()));
        let named = self.now.as_ref()?.named.get(&own)?;
        (named.cell == cell).then_some(own)
    }

    /// A device copy is made: the name gets an object of its own, if it stands for one of several.
    pub(super) fn name_apart(&mut self, copy: &DeviceCopy, id: (usize, CopyId)) {
        let place = &copy.place;
        let Meant { targets, alone, .. } = self.meant(place);
        let Some(cell) = self.pointer_cell(place) else { return };
        if self.now.as_ref().is_some_and(|now| now.is_perhaps_unset(cell)) {
            self.note_unclear(copy.directive);
            self.not_proven(copy.directive, format!("that `{}` is set", self.input.place_name(place)));
        }
        let is_part = targets.iter().any(|target| !target.is_start());
        if alone && !(is_part && targets[0].at.is_none()) {
            return;
        }
        let rank = copy.dims.len();
        let can_be_apart = |target: &Target| match is_part {
            true => target.part.is_none() && (target.at.is_none() || target.is_start()),
            false => self.may_have_rank(target.loc, rank),
        };
        if !targets.iter().all(can_be_apart) {
            return;
        }
        let targets: Vec<Loc> = targets.iter().map(|target| target.loc).collect();
        for target in &targets {
            // A copy of one of them may be there.
            let start = Some(LinearExpr::constant(0)).filter(|_| !is_part);
            let offset = Offset { first: start.clone(), alone: false };
            let area = self.area_of(&copy.dims, &copy.host_extents, &offset);
            self.may_overlap(*target, &area, start.as_ref(), id);
        }
        let bases: Vec<Object> = targets.iter().map(|target| self.base(*target)).collect();
        let Some(object) = bases.into_iter().reduce(|a, b| a.join(&b)) else { return };
        let object = if is_part { object.somewhere() } else { object };
        let own = self.names.loc(LocKind::Named(place.clone()));
        if let Some(now) = &mut self.now {
            now.name(own, Named { cell, targets, is_part }, object);
        }
    }

    /// An object, and that it is known from now on.
    fn base(&mut self, loc: Loc) -> Object {
        let known = self.now.as_ref().and_then(|now| now.objects.get(loc)).cloned();
        let base = known.unwrap_or_else(|| self.object(loc));
        if let Some(now) = &mut self.now {
            now.objects.insert(loc, base.clone());
        }
        Object::clone(&base)
    }

    /// May sections of an object have so many dimensions?
    fn may_have_rank(&self, loc: Loc, rank: usize) -> bool {
        let types = &self.input.program.types;
        let mut ty = self.type_of(loc);
        let mut declared = 0;
        while let Some(array) = ty.filter(|ty| types.is_array(*ty)) {
            (ty, declared) = (types.element(array), declared + 1);
        }
        let known = self.object(loc).rank;
        (declared == 0 || declared == rank) && known.is_none_or(|known| known == rank)
    }

    /// The name of a device copy that goes stands for nothing of its own any more.
    pub(super) fn name_goes(&mut self, loc: Loc) {
        if let Some(now) = &mut self.now {
            now.fold(loc);
        }
    }

    /// A directive or kernel writes what a name stands for. If nobody knows what that is, it may be anything else, too.
    pub(super) fn may_be_anything(&mut self, place: &Place) {
        if self.denoted_by(place).is_some() {
            return;
        }
        // But not itself.
        let own = self.own_object(place);
        let except: Vec<Loc> =
            own.into_iter().flat_map(|own| [vec![own], self.may_be(own)].concat()).collect();
        self.writes_anything_but(&except, self.innermost_type(place));
    }

    /// The objects that one may be: itself, or those that its name may stand for.
    pub(super) fn may_be(&self, loc: Loc) -> Vec<Loc> {
        let named = self.now.as_ref().and_then(|now| now.named.get(&loc));
        named.map_or_else(|| vec![loc], |named| named.targets.clone())
    }
}
