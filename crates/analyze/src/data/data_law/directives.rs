//! Data directives: device copies come and go, and values move.

use affine::LinearExpr;
use hir::{DirectiveId, DirectiveKind, Span};
use kir::Extent;

use crate::{DataAction, DeviceCopy, ElsewhereFacts, LastIndex, Place, SectionRange, TransferFacts};

use super::Law;
use super::named::Meant;
use super::pieces::{Area, Piece, Stale, Why, certainly_read};
use super::presence;
use super::record::{Certainty, Side};
use super::report;
use super::state::{DeviceSide, Object};
use super::timeline::What;
use super::value::{Loc, LocKind, Value};

/// The element that a pointer starts at, and whether there is no other it may be.
pub(super) struct Offset {
    /// The element.
    pub first: Option<LinearExpr>,
    /// Is it the only one?
    pub alone: bool,
}

impl Law<'_, '_> {
    pub(super) fn directive(&mut self, directive: DirectiveId) {
        for own in self.input.program.directive_exprs(directive) {
            self.captured.remove(&own);
        }
        if let DirectiveKind::Shape(shapes) = &self.input.program.directives[directive].kind {
            let dims: Vec<_> = shapes.iter().flat_map(|shape| shape.dims.clone()).collect();
            dims.into_iter().for_each(|dim| drop(self.bound(Extent::Expr(dim))));
        }
        for unit in 0..self.facts.len() {
            let facts = &self.facts[unit];
            for action in facts.actions.get(&directive).into_iter().flatten() {
                let copy = &facts.copies[action.copy().0];
                if copy.row_pointers && matches!(action, DataAction::Alloc(_)) {
                    self.rows_are_followed(&copy.place);
                }
                match action {
                    DataAction::Alloc(id) => self.name_apart(copy, (unit, *id)),
                    DataAction::CopyOut(_) => self.may_be_anything(&copy.place),
                    _ => {}
                }
                for (loc, offset) in self.objects_of(&copy.place, directive) {
                    self.act(loc, &offset, copy, action, directive, unit);
                }
            }
        }
    }

    /// From now on the rows behind an array of pointers are one array.
    fn rows_are_followed(&mut self, place: &Place) {
        for table in self.denoted_by(place).unwrap_or_default() {
            let others = self.names.loc(LocKind::Others(table.loc));
            let mut parts = Vec::new();
            for cell in [table.loc, others] {
                if let Some(Value::Pointer(to)) = self.now.as_ref().and_then(|now| now.value(cell)) {
                    parts.extend(to.iter().map(|target| target.loc));
                }
            }
            if !matches!(self.names.kind(table.loc), LocKind::Rows(_)) {
                self.learned += usize::from(!self.row_tables.contains_key(&table.loc));
                self.row_tables.entry(table.loc).or_insert(parts);
            }
        }
    }

    /// One thing that a directive does to one object that it may be about.
    fn act(
        &mut self,
        loc: Loc,
        offset: &Offset,
        copy: &DeviceCopy,
        action: &DataAction,
        directive: DirectiveId,
        unit: usize,
    ) {
        let span = self.input.program.directives[directive].span;
        if !matches!(action, DataAction::Alloc(_)) {
            let site = presence::Site { place: &copy.place, span, directive, is_kernel: false };
            self.must_be_there((unit, action.copy()), &site, loc, offset.alone);
        }
        match action {
            DataAction::Alloc(id) => self.alloc(loc, offset, copy, (unit, *id), directive, span),
            DataAction::Clear(id) => {
                let area = self.area_of(&copy.dims, &copy.host_extents, offset);
                let mut object = self.object_to_change(loc);
                object.cleared(&area, span);
                self.set(loc, object);
                self.happens(loc, &copy.place, span, What::Cleared, Some((unit, *id)));
            }
            DataAction::CopyIn(transfer) => self.copyin(loc, offset, copy, transfer, directive, unit),
            DataAction::CopyOut(transfer) => self.copyout(loc, offset, copy, transfer, directive, unit),
            DataAction::Free(id) => {
                let site = presence::Site { place: &copy.place, span, directive, is_kernel: false };
                self.must_be_its_own((unit, *id), &site, loc);
                self.happens(loc, &copy.place, span, What::Freed, Some((unit, *id)));
                let area = self.area_of(&copy.dims, &copy.host_extents, offset);
                let mut object = self.object_to_change(loc);
                object.freed(&copy.place, &area, span, directive);
                self.set(loc, object);
                self.name_goes(loc);
            }
        }
    }

    /// The objects that a place of a directive may be, each with the element it starts at.
    pub(super) fn objects_of(&mut self, place: &Place, directive: DirectiveId) -> Vec<(Loc, Offset)> {
        let name = self.input.place_name(place);
        let Meant { targets, alone, .. } = self.meant(place);
        let is_given = targets.iter().any(|target| self.is_given(target.loc));
        let is_named = targets.iter().any(|target| matches!(self.names.kind(target.loc), LocKind::Named(_)));
        if !alone || is_named {
            self.note_unclear(directive);
        }
        if !alone || is_named || is_given {
            // A copy of what another name may stand for, too.
            self.learned += usize::from(self.knows_all_copies && is_given);
            self.knows_all_copies &= !is_given;
            self.not_proven(directive, format!("which array `{name}` points to is not known"));
        }
        let mut found = Vec::new();
        for target in targets {
            let first = match target.at.as_deref() {
                Some([]) => Some(LinearExpr::constant(0)),
                Some([first, rest @ ..]) if rest.iter().all(|at| at.as_constant() == Some(0)) => {
                    Some(first.clone())
                }
                _ => None,
            };
            if first.is_none() {
                self.not_proven(directive, format!("where in its array `{name}` starts is not known"));
            }
            found.push((target.loc, Offset { first, alone }));
        }
        found
    }

    /// The value of a bound when its directive ran.
    fn bound(&mut self, extent: Extent) -> Option<LinearExpr> {
        match extent {
            Extent::Constant(value) => Some(LinearExpr::constant(i128::from(value))),
            Extent::Expr(expr) if self.bounds.contains(&expr) && self.captured.contains_key(&expr) => {
                self.captured.get(&expr).cloned()
            }
            Extent::Expr(expr) => {
                let Value::Int(value) = self.value(expr) else { return None };
                self.captured.insert(expr, value.clone());
                Some(value)
            }
        }
    }

    /// The value that a bound had when its directive ran, if it did.
    fn bound_as_made(&mut self, extent: Extent) -> Option<LinearExpr> {
        match extent {
            Extent::Expr(expr) if self.captured.contains_key(&expr) => self.captured.get(&expr).cloned(),
            other => self.bound(other),
        }
    }

    /// The elements of a section.
    pub(super) fn area_of(
        &mut self,
        dims: &[SectionRange],
        extents: &[Option<Extent>],
        offset: &Offset,
    ) -> Area {
        if dims.is_empty() {
            return Area::scalar(offset.alone);
        }
        let mut ranges = Vec::new();
        for (at, dim) in dims.iter().enumerate() {
            let lo = self.bound(dim.lo);
            let hi = match dim.hi {
                LastIndex::At(hi) => self.bound(hi),
                LastIndex::EndOfArray => {
                    let extent = extents.get(at).copied().flatten();
                    let end = extent.and_then(|extent| self.bound_as_made(extent));
                    end.and_then(|end| end.plus_constant(-1).ok())
                }
            };
            let shift = |bound: LinearExpr| match (at, &offset.first) {
                (0, first) => bound.plus(first.as_ref()?).ok(),
                _ => Some(bound),
            };
            match (lo.and_then(shift), hi.and_then(shift)) {
                (Some(lo), Some(hi)) => ranges.push((lo, hi)),
                _ => return Area::anywhere(),
            }
        }
        Area::of_ranges(&ranges, offset.alone)
    }

    fn alloc(
        &mut self,
        loc: Loc,
        offset: &Offset,
        copy: &DeviceCopy,
        id: (usize, crate::CopyId),
        directive: DirectiveId,
        span: Span,
    ) {
        let area = self.area_of(&copy.dims, &copy.host_extents, offset);
        self.may_overlap(loc, &area, offset.first.as_ref(), id);
        let extents: Option<Vec<_>> = copy.host_extents.iter().map(|e| self.bound((*e)?)).collect();
        let known = extents.clone().filter(|_| {
            offset.alone && matches!(offset.first.as_ref().and_then(LinearExpr::as_constant), Some(0))
        });
        let ranges: Option<Vec<_>> = extents.and_then(|extents| {
            let range = |e: LinearExpr| Some((LinearExpr::constant(0), e.plus_constant(-1).ok()?));
            extents.into_iter().map(range).collect()
        });
        let mut object = self.object_to_change(loc);
        let whole = ranges.filter(|ranges| !ranges.is_empty()).map(|ranges| Area::of_ranges(&ranges, true));
        let starts = offset.first.as_ref().and_then(LinearExpr::as_constant) == Some(0);
        let is_all = starts && offset.alone && object.copies.is_empty();
        object.whole = whole.or_else(|| Some(area.clone())).filter(|_| is_all);
        let rank = copy.dims.len();
        (object.rank, object.extents) = (Some(rank), known);
        let (made, place) = (span, copy.place.clone());
        let start = offset.first.clone();
        let certain = offset.alone;
        object.allocated(DeviceSide { copy: id, directive, made, place, area, rank, start, certain });
        self.set(loc, object);
        self.happens(loc, &copy.place, span, What::Allocated, Some(id));
    }

    fn copyin(
        &mut self,
        loc: Loc,
        offset: &Offset,
        copy: &DeviceCopy,
        transfer: &TransferFacts,
        directive: DirectiveId,
        unit: usize,
    ) {
        let span = self.input.program.directives[directive].span;
        let area = self.area_of(&transfer.dims, &copy.host_extents, offset);
        let mut object = self.object_to_change(loc);
        self.must_hold(&object, (unit, transfer.copy), &area, transfer, directive);
        let newer: Vec<_> =
            object.host.must.iter().filter(|piece| matches!(piece.why, Why::Kernel(_))).cloned().collect();
        if let Some(Why::Kernel(kernel)) = certainly_read(&area, &newer).map(|piece| piece.why) {
            let message = match object.lost {
                Some((released, _, _)) => {
                    report::newer_lost(self.input, &copy.place, transfer.span, kernel, released)
                }
                None => report::over_newer(self.input, &copy.place, transfer.span, kernel, true),
            };
            self.say(&copy.place, "over", message);
            object.host.must.retain(|piece| !matches!(piece.why, Why::Kernel(_)));
        } else {
            let is_needless = object.filled && self.is_equal(&object, &area);
            let needless =
                is_needless.then(|| report::needless(self.input, &copy.place, transfer.span, &object, true));
            self.note_needless(transfer.span, needless);
        }
        if object.host.may_meet(&area) {
            let why = pieces_of(&object.device).find(|why| matches!(why, Why::Host(_)));
            self.note_stale(loc, &object, Side::Host, Certainty::Possible, why);
        }
        if object.filled {
            self.may_be_over(&copy.place, transfer.span, directive, &object.host, &area, true);
        }
        let host = object.host.clone();
        let all = object.all();
        object.device.take_over(&area, all.as_ref(), &host, transfer.span);
        object.no_more_cleared(&area);
        object.filled = true;
        self.set(loc, object);
        self.happens(
            loc,
            &copy.place,
            span,
            What::CopiedIn(transfer.dims.clone()),
            Some((unit, transfer.copy)),
        );
    }

    fn copyout(
        &mut self,
        loc: Loc,
        offset: &Offset,
        copy: &DeviceCopy,
        transfer: &TransferFacts,
        directive: DirectiveId,
        unit: usize,
    ) {
        let span = self.input.program.directives[directive].span;
        let what = What::CopiedOut(transfer.dims.clone());
        if let Some(elsewhere) = &transfer.elsewhere {
            self.copyout_elsewhere(elsewhere, directive);
            self.happens(loc, &copy.place, span, what, Some((unit, transfer.copy)));
            return;
        }
        let area = self.area_of(&transfer.dims, &copy.host_extents, offset);
        let mut object = self.object_to_change(loc);
        self.must_hold(&object, (unit, transfer.copy), &area, transfer, directive);
        let newer: Vec<_> =
            object.device.must.iter().filter(|piece| matches!(piece.why, Why::Host(_))).cloned().collect();
        if let Some(Why::Host(host)) = certainly_read(&area, &newer).map(|piece| piece.why) {
            let message = report::over_newer(self.input, &copy.place, transfer.span, host, false);
            self.say(&copy.place, "over", message);
            object.device.must.retain(|piece| !matches!(piece.why, Why::Host(_)));
        } else {
            let is_needless = object.filled
                && !object.idle_write
                && object.host.may.iter().all(|piece| piece.set.is_empty())
                && self.is_equal(&object, &area);
            let needless =
                is_needless.then(|| report::needless(self.input, &copy.place, transfer.span, &object, false));
            self.note_needless(transfer.span, needless);
        }
        if object.device.may_meet(&area) {
            let why = pieces_of(&object.device).next();
            self.note_stale(loc, &object, Side::Device, Certainty::Possible, why);
        }
        for piece in object.device.possible(&area) {
            // A remedy, if anyone reads them: see `settle`.
            let lacking = self.lacking(&object, piece);
            let known = self.moved_from.entry(transfer.span).or_default();
            let before = known.len();
            known.extend(lacking);
            self.learned += known.len() - before;
        }
        self.may_be_over(&copy.place, transfer.span, directive, &object.device, &area, false);
        let device = object.device.clone();
        let all = object.all();
        object.host.take_over(&area, all.as_ref(), &device, transfer.span);
        self.set(loc, object);
        self.happens(loc, &copy.place, span, what, Some((unit, transfer.copy)));
    }

    /// A transfer moves what the copy holds, whichever the name leads to.
    fn must_hold(
        &mut self,
        object: &Object,
        copy: (usize, crate::CopyId),
        area: &Area,
        transfer: &TransferFacts,
        directive: DirectiveId,
    ) {
        let others = self.other_copies(copy, object);
        let (facts, (unit, id)) = (self.facts, copy);
        let place = &facts[unit].copies[id.0].place;
        let site = super::presence::Site { place, span: transfer.span, directive, is_kernel: false };
        self.must_be_held(&others, &site, area);
    }

    /// `to` another array: the sequential program writes nothing there, and nobody can tell
    /// whether it has the same values at this point.
    fn copyout_elsewhere(&mut self, elsewhere: &ElsewhereFacts, directive: DirectiveId) {
        let Some(place) = Place::of(self.input.program, elsewhere.host) else {
            return self.writes_anything(None);
        };
        let span = self.input.program.directives[directive].span;
        self.may_be_anything(&place);
        for (loc, offset) in self.objects_of(&place, directive) {
            let area = self.area_of(&elsewhere.dims, &elsewhere.extents, &offset);
            let mut object = self.object_to_change(loc);
            object.gets_another(&area, &place, span);
            self.set(loc, object);
        }
    }

    /// A transfer of what may be older than what it overwrites.
    fn may_be_over(
        &mut self,
        place: &Place,
        at: Span,
        directive: DirectiveId,
        stale: &Stale,
        area: &Area,
        copies_in: bool,
    ) {
        let newer = |piece: &Piece| match piece.why {
            Why::Kernel(kernel) if copies_in => Some(kernel),
            Why::Host(host) if !copies_in => Some(host),
            _ => None,
        };
        if let Some(newer) = stale.possible(area).find_map(newer) {
            let message = report::maybe_over_newer(self.input, place, at, newer, copies_in);
            self.say(place, "over", message);
        }
        if stale.possible(area).any(|piece| piece.why == Why::Unknown) {
            self.not_proven(directive, "that it overwrites no newer value");
        }
    }

    fn is_equal(&self, object: &Object, area: &Area) -> bool {
        area.exact && !area.set.is_empty() && !object.host.may_meet(area) && !object.device.may_meet(area)
    }
}

/// Why elements are stale, as far as that is known.
fn pieces_of(stale: &Stale) -> impl Iterator<Item = Why> {
    stale.must.iter().chain(&stale.may).map(|piece| piece.why)
}
