//! Shared arrays: from what one iteration needs to what the block holds.
//!
//! ```c
//! #pragma hicuda loop_partition over_thread        // 16 threads
//! for (i = 1; i < n - 1; i++) {
//!     #pragma hicuda shared alloc a[i-1:i+1] copyin
//!     b[i] = a[i-1] + a[i] + a[i+1];
//! ```
//! Sixteen iterations run at once, from `base` to `base + 15`, so the block needs
//! `a[base-1 : base+16]`: 18 elements, whatever `base` is. The bounds move to the
//! end of the batch where they are outermost; the extent must come out constant.
//!
//! Then every access between the `alloc` and its `remove` is shown to be inside
//! that section, and it is found out which ends of the section can lie outside
//! the device copy, so that the load must test for it.

use std::collections::BTreeSet;

use affine::{LinearExpr, Proof, Range, Section, Set, Var};
use diagnostics::{Diagnostic, Sink, codes};
use hir::{
    DirectiveKind, ExprKind, Node, Padding, SharedAction, Span, StmtId, StmtKind, TileClauses, TileOrder,
};
use kir::Extent;

use crate::array_shape::ArrayShape;
use crate::batches::{Batch, batches};
use crate::coverage::section_of;
use crate::index_expr::Values;
use crate::region::{self, DirectivePoint};
use crate::uniform::Varying;
use crate::{
    ArrayUse, CopyId, Facts, Input, KernelFacts, Place, SharedDim, SharedFacts, SharedMove, SharedMoveDim,
    SymbolKind, bank_conflicts, limits, packing,
};

/// Bounds of each dimension of a section, where they are affine.
type Bounds = [Option<(LinearExpr, LinearExpr)>];

/// Finds the shared arrays of a kernel.
pub fn find(
    input: &Input<'_>,
    kernel: &mut KernelFacts,
    facts: &Facts,
    points: &[DirectivePoint],
    varying: &Varying,
    values: &mut Values,
    sink: &mut Sink,
) {
    let errors_before = sink.error_count();
    for point in points {
        let directive = &input.program.directives[point.directive];
        let DirectiveKind::Shared(SharedAction::Alloc { section, copyin, tile }) = &directive.kind else {
            continue;
        };
        let Some(place) = Place::of(input.program, section.base) else { continue };
        let mut finder =
            Finder { input, kernel, facts, points, varying, values, sink, place, point, span: section.span };
        if let Some(shared) = finder.array(copyin.as_ref(), *tile) {
            finder.kernel.shared.push(shared);
        }
    }
    if sink.error_count() == errors_before {
        report_unmatched(input, kernel, sink);
    }
    packing::place_shared(input.program, kernel);
    limits::check_shared(input, kernel, sink);
}

/// A `shared copyout` or `shared remove` of what is not in shared memory there.
fn report_unmatched(input: &Input<'_>, kernel: &KernelFacts, sink: &mut Sink) {
    let program = input.program;
    for stmt in program.stmts_below(kernel.body) {
        let StmtKind::Directive(directive) = &program.stmts[stmt].kind else { continue };
        let DirectiveKind::Shared(action) = &program.directives[*directive].kind else { continue };
        let names = match action {
            SharedAction::Alloc { .. } => continue,
            SharedAction::Copyout { section, .. } => vec![section.base],
            SharedAction::Remove(names) => names.clone(),
        };
        for name in names {
            let Some(place) = Place::of(program, name) else { continue };
            let is_its = |shared: &&SharedFacts| shared.place == place;
            let mut its = kernel.shared.iter().filter(is_its);
            let is_copied = |shared: &SharedFacts| shared.copyouts.iter().any(|(at, _)| *at == stmt);
            if !its.any(|shared| shared.remove == Some(stmt) || is_copied(shared)) {
                sink.push(not_shared(input, name, kernel.shared.iter().find(is_its)));
            }
        }
    }
}

fn not_shared(input: &Input<'_>, name: hir::ExprId, other: Option<&SharedFacts>) -> Diagnostic {
    let text = Place::of(input.program, name).map_or_else(String::new, |place| input.place_name(&place));
    let message = format!("`{text}` is not in shared memory here");
    let error = Diagnostic::new(&codes::SHARED_MISUSE, input.span(name), message);
    match other {
        Some(other) => error
            .label("its life has ended, or belongs to another block")
            .related(input.program.directives[other.directive].span, "it starts here")
            .help("move this directive to the block of the `shared alloc`, before its `shared remove`"),
        None => error
            .label("no `shared alloc` of it comes before")
            .help(format!("write `#pragma hicuda shared alloc {text}…` before it, or remove this directive")),
    }
}

/// Whether an access is inside a shared part.
enum Inside {
    Proven,
    /// At this point it is not.
    Never(affine::Point),
    Open,
}

struct Finder<'a, 'p> {
    input: &'a Input<'p>,
    kernel: &'a mut KernelFacts,
    facts: &'a Facts,
    points: &'a [DirectivePoint],
    varying: &'a Varying,
    values: &'a mut Values,
    sink: &'a mut Sink,
    place: Place,
    point: &'a DirectivePoint,
    span: Span,
}

impl Finder<'_, '_> {
    fn array(&mut self, copyin: Option<&hir::SharedCopyin>, tile: TileClauses) -> Option<SharedFacts> {
        let is_local = self.kernel.locals.contains(&self.place.var);
        let copy = self.copy_of(&self.place);
        if !is_local && copy.is_none() {
            self.sink.push(self.without_copy());
            return None;
        }
        if let (true, Some(_)) = (is_local, copyin) {
            self.sink.push(self.nothing_to_load());
            return None;
        }
        let (life, remove) = life(self.input, self.kernel.body, self.point.stmt, &self.place);
        let dims = self.widened(&self.point.sections.first()?.clone())?;
        let copyin_move = match copyin {
            Some(load) => {
                let bounds = self.point.sections.get(1).unwrap_or(&self.point.sections[0]).clone();
                Some(self.transfer(self.point, &bounds, &dims, copy, load.nobndcheck)?)
            }
            None => None,
        };
        let copyouts = self.copyouts(&life, &dims, copy)?;
        // Two parts of an array that is only read: each access is in one of them.
        let second = self.second_alloc(&life);
        if let Some(second) = second.filter(|_| !copyouts.is_empty() || !self.is_only_read(&life)) {
            self.sink.push(self.allocated_twice(second));
            return None;
        }
        let accesses = self.served(&life, &dims, second.is_some())?;
        let loaded = copyin_move.iter().flat_map(|moved| self.within(&accesses, moved, &dims)).collect();
        let brought_back =
            copyouts.iter().flat_map(|copyout| self.brought_back(&accesses, copyout, &dims)).collect();
        self.note_transfers(copy, copyin_move.is_some(), !copyouts.is_empty());
        let element = match copy {
            Some(copy) => self.facts.copies[copy.0].element,
            None => ArrayShape::declared(self.input.program, &self.place)?.element,
        };
        let mut shared = SharedFacts {
            directive: self.point.directive,
            stmt: self.point.stmt,
            place: self.place.clone(),
            copy,
            element,
            dims,
            pad: 0,
            by_columns: tile.order == Some(TileOrder::Columns),
            offset: 0,
            copyin: copyin_move,
            copyouts,
            remove,
            accesses,
            loaded,
            brought_back,
        };
        if shared.by_columns && shared.dims.len() != 2 {
            self.sink.push(self.without_columns(shared.dims.len()));
            return None;
        }
        shared.pad = match tile.pad {
            Padding::None => 0,
            Padding::Elements(n) => n,
            Padding::Auto if shared.by_columns => bank_conflicts::column_padding(shared.dims[0].extent),
            Padding::Auto => bank_conflicts::best_padding(self.input, self.kernel, &shared, self.values),
        };
        let is_large =
            packing::shared_bytes(self.input.program, &shared) > self.input.program.device.shared_per_block;
        if tile.pad == Padding::Auto && is_large {
            // Conflicts are better than nothing at all.
            shared.pad = 0;
        }
        Some(shared)
    }

    fn copy_of(&self, place: &Place) -> Option<CopyId> {
        let used = self.kernel.arrays.iter().find(|used| used.place == *place);
        used.and_then(|used| used.copy)
    }

    /// Loads and stores use the device copy too.
    fn note_transfers(&mut self, copy: Option<CopyId>, loads: bool, stores: bool) {
        let used: Option<&mut ArrayUse> = self.kernel.arrays.iter_mut().find(|used| used.copy == copy);
        if let (Some(used), Some(_)) = (used, copy) {
            used.read |= loads;
            used.written |= stores;
        }
    }

    /// Widens the section over the batches around it.
    fn widened(&mut self, bounds: &Bounds) -> Option<Vec<SharedDim>> {
        let mut ranges = Vec::new();
        for (dim, bound) in bounds.iter().enumerate() {
            match bound {
                Some((lo, hi)) => ranges.push(Range::dense(lo.clone(), hi.clone())),
                None => {
                    self.sink.push(self.not_affine(dim));
                    return None;
                }
            }
        }
        let mut section = Section::new(ranges);
        for batch in batches(self.input, self.kernel, &self.point.loops, self.values) {
            if !section.vars().contains(&batch.index) {
                continue;
            }
            let Some(span) = batch.span() else {
                self.sink.push(self.threads_not_constant(&batch));
                return None;
            };
            section = section.widened(batch.index, &span, &Set::universe()).ok()?;
        }
        let around = batches(self.input, self.kernel, &self.point.loops, self.values);
        let mut dims = Vec::new();
        for (at, range) in section.ranges().iter().enumerate() {
            // A thread's index that is left stands in a product: `i*i`.
            let mut factors = range.lo.vars().flat_map(|var| self.values.symbols.factors(var));
            if factors.any(|factor| around.iter().any(|batch| batch.index == factor)) {
                self.sink.push(self.not_affine(at));
                return None;
            }
            let extent = range.constant_extent(&self.base_domain()).and_then(|n| u64::try_from(n).ok());
            let Some(extent) = extent.filter(|extent| *extent > 0) else {
                self.sink.push(self.extent_not_constant(at, range));
                return None;
            };
            if let Some(culprit) = self.differing_symbol(&range.lo) {
                self.sink.push(self.bound_not_uniform(culprit));
                return None;
            }
            dims.push(SharedDim { lo: range.lo.clone(), extent });
        }
        Some(dims)
    }

    /// What holds at the directive, in terms of batch bases.
    fn base_domain(&mut self) -> Set {
        let around = batches(self.input, self.kernel, &self.point.loops, self.values);
        let mut domain = self.point.domain.clone();
        for batch in &around {
            domain = batch.of_base(&domain);
        }
        domain
    }

    /// A symbol of the formula that is not the same for the whole block.
    fn differing_symbol(&self, formula: &LinearExpr) -> Option<Span> {
        let factors = formula.vars().flat_map(|var| self.values.symbols.factors(var));
        factors.into_iter().find_map(|var| match self.values.symbols.kind(var) {
            Some(SymbolKind::Opaque(expr)) => self.varying.in_expr(self.input, self.kernel, *expr),
            _ => None,
        })
    }

    fn transfer(
        &mut self,
        point: &DirectivePoint,
        bounds: &Bounds,
        dims: &[SharedDim],
        copy: Option<CopyId>,
        nobndcheck: bool,
    ) -> Option<SharedMove> {
        let moved = match bounds == self.point.sections[0].as_slice() {
            true => dims.to_vec(),
            false => self.widened(bounds)?,
        };
        let domain = self.base_domain();
        let held = copy.map(|copy| section_of(self.input, &self.facts.copies[copy.0], self.values));
        let mut result = Vec::new();
        for (at, (part, whole)) in moved.iter().zip(dims).enumerate() {
            let offset = part.lo.minus(&whole.lo).ok().and_then(|offset| offset.as_constant());
            let shared_lo = offset.and_then(|offset| u64::try_from(offset).ok());
            let Some(shared_lo) = shared_lo.filter(|lo| lo + part.extent <= whole.extent) else {
                self.sink.push(self.part_outside(point.directive, at));
                return None;
            };
            let held = held.as_ref().and_then(|held| held.get(at)).and_then(Option::as_ref);
            let last = part.lo.plus_constant(i128::from(part.extent) - 1).ok()?;
            let (low, high) = self.are_held(&domain, (&part.lo, &last), held);
            let own = bounds.get(at).and_then(Option::as_ref);
            let holds_own =
                own.is_some_and(|(lo, hi)| self.are_held(&point.domain, (lo, hi), held) == (true, true));
            result.push(SharedMoveDim {
                lo: part.lo.clone(),
                extent: part.extent,
                shared_lo,
                check_low: !low && !nobndcheck,
                check_high: !high && !nobndcheck,
                holds_own,
            });
        }
        Some(SharedMove { directive: point.directive, dims: result })
    }

    /// Are a first and a last index proven to be not below and not above what the device holds?
    fn are_held(
        &self,
        domain: &Set,
        (first, last): (&LinearExpr, &LinearExpr),
        held: Option<&(LinearExpr, LinearExpr)>,
    ) -> (bool, bool) {
        let Some((lo, hi)) = held else { return (false, false) };
        let vars = [lo, hi, first].into_iter().flat_map(LinearExpr::vars).chain(domain.vars()).collect();
        let context = domain.intersect(&self.values.knowledge_about(vars));
        let low = context.implies_at_least(first, lo).is_proven();
        (low, context.implies_at_least(hi, last).is_proven())
    }

    fn copyouts(
        &mut self,
        life: &[StmtId],
        dims: &[SharedDim],
        copy: Option<CopyId>,
    ) -> Option<Vec<(StmtId, SharedMove)>> {
        let inside: BTreeSet<StmtId> = below(self.input, life);
        let mut found = Vec::new();
        for point in self.points.iter().filter(|point| inside.contains(&point.stmt)) {
            let directive = &self.input.program.directives[point.directive];
            let DirectiveKind::Shared(SharedAction::Copyout { section, nobndcheck }) = &directive.kind else {
                continue;
            };
            if Place::of(self.input.program, section.base).as_ref() != Some(&self.place) {
                continue;
            }
            if copy.is_none() {
                self.sink.push(nowhere_to_store(section.span, &self.input.place_name(&self.place)));
                continue;
            }
            let bounds = point.sections.first()?.clone();
            found.push((point.stmt, self.transfer(point, &bounds, dims, copy, *nobndcheck)?));
        }
        Some(found)
    }

    /// Does an access in loops inside these statements touch the same element in all their iterations?
    fn is_one_element(&self, at: usize, inside: &BTreeSet<StmtId>) -> bool {
        let access = &self.kernel.accesses[at];
        let is_index = |var: Var| {
            let symbols = &self.values.symbols;
            let fixed = |factor: &Var| match symbols.kind(*factor) {
                Some(SymbolKind::LoopIndex { loop_stmt, .. }) => !inside.contains(loop_stmt),
                Some(SymbolKind::Invariant(_) | SymbolKind::Fixed(_) | SymbolKind::Captured(_)) => true,
                _ => false,
            };
            !symbols.factors(var).iter().all(fixed)
        };
        let subscripts = access.subscripts.as_ref();
        let is_repeated = access.loops.iter().any(|stmt| inside.contains(stmt));
        is_repeated && subscripts.is_some_and(|all| !all.iter().flat_map(LinearExpr::vars).any(is_index))
    }

    /// The accesses of the array in the life of a shared part.
    fn during(&self, life: &[StmtId]) -> Vec<usize> {
        let inside = below(self.input, life);
        let accesses = self.kernel.accesses.iter().enumerate();
        let own = accesses.filter(|(_, a)| a.place == self.place && inside.contains(&a.stmt));
        own.map(|(at, _)| at).collect()
    }

    /// The accesses that are proven to be in what is moved of a shared part.
    fn within(&mut self, accesses: &[usize], moved: &SharedMove, whole: &[SharedDim]) -> Vec<usize> {
        if moved.is_whole(whole) {
            return accesses.to_vec();
        }
        let part = |dim: &SharedMoveDim| SharedDim { lo: dim.lo.clone(), extent: dim.extent };
        let dims: Vec<SharedDim> = moved.dims.iter().map(part).collect();
        let all = accesses.iter().copied();
        all.filter(|at| matches!(self.is_inside(*at, &dims), Inside::Proven)).collect()
    }

    /// The writes whose elements a `shared copyout` brings back whenever they run.
    fn brought_back(
        &mut self,
        accesses: &[usize],
        (copyout, moved): &(StmtId, SharedMove),
        whole: &[SharedDim],
    ) -> Vec<usize> {
        let before = self.always_before(*copyout);
        let is_followed = |at: &usize| {
            let access = &self.kernel.accesses[*at];
            access.mode.writes() && before.contains(&access.stmt)
        };
        let followed: Vec<usize> = accesses.iter().copied().filter(is_followed).collect();
        self.within(&followed, moved, whole)
    }

    /// The statements after which control always comes to another one.
    fn always_before(&self, stmt: StmtId) -> BTreeSet<StmtId> {
        let program = self.input.program;
        for block in program.stmts_below(self.kernel.body) {
            let StmtKind::Block(list) = &program.stmts[block].kind else { continue };
            let Some(at) = list.iter().position(|other| *other == stmt) else { continue };
            let is_left = |before: &&StmtId| !region::may_jump_away(self.input, **before);
            let straight: Vec<StmtId> = list[..at].iter().rev().take_while(is_left).copied().collect();
            return below(self.input, &straight);
        }
        BTreeSet::new()
    }

    /// Does nothing in the life of a shared part write to the array?
    fn is_only_read(&self, life: &[StmtId]) -> bool {
        let reads = |at: &usize| !self.kernel.accesses[*at].mode.writes();
        self.copy_of(&self.place).is_some() && self.during(life).iter().all(reads)
    }

    /// The accesses that the shared array serves, each proven inside it. Where
    /// nothing is written, others can read the device copy as well, or are in another part that follows.
    fn served(&mut self, life: &[StmtId], dims: &[SharedDim], follows: bool) -> Option<Vec<usize>> {
        let inside = below(self.input, life);
        let during = self.during(life);
        let read_only = self.is_only_read(life);
        let mut served = Vec::new();
        for at in during {
            if self.kernel.shared.iter().any(|other| other.accesses.contains(&at)) {
                continue;
            }
            let span = self.kernel.accesses[at].span;
            match self.is_inside(at, dims) {
                Inside::Proven => served.push(at),
                _ if follows => {}
                // One element for the whole life of the copy is read once, wherever it is.
                _ if read_only && self.is_one_element(at, &inside) => {}
                Inside::Never(point) => {
                    self.sink.push(self.access_outside(span, &point));
                    return None;
                }
                Inside::Open if read_only => self.sink.push(self.not_served(span)),
                Inside::Open => {
                    self.sink.push(self.access_unknown(span));
                    return None;
                }
            }
        }
        Some(served)
    }

    /// Is an access inside the shared part, whatever thread and batch?
    fn is_inside(&mut self, at: usize, dims: &[SharedDim]) -> Inside {
        let access = self.kernel.accesses[at].clone();
        let around = batches(self.input, self.kernel, &self.point.loops, self.values);
        let Some(mut subscripts) = access.subscripts else { return Inside::Open };
        let mut domain = access.domain;
        for batch in &around {
            let (Some(unfolded), Some(value)) = (batch.unfolded(&domain), batch.index_value()) else {
                return Inside::Open;
            };
            domain = unfolded;
            for subscript in &mut subscripts {
                let Ok(in_lanes) = subscript.substituted(batch.index, &value) else { return Inside::Open };
                *subscript = in_lanes;
            }
        }
        let extents = self.constant_extents();
        for (dim, (subscript, part)) in subscripts.iter().zip(dims).enumerate() {
            // Outside the whole array no access is, in a program that is right.
            let is_whole = part.lo == LinearExpr::constant(0) && extents.get(dim) == Some(&Some(part.extent));
            let Ok(last) = part.lo.plus_constant(i128::from(part.extent) - 1) else { return Inside::Open };
            let proof = domain
                .implies_at_least(subscript, &part.lo)
                .and(|| domain.implies_at_least(&last, subscript));
            match proof {
                _ if is_whole => {}
                Proof::Proven => {}
                Proof::Disproven(point) if self.happens(&domain, &[subscript, &part.lo]) => {
                    return Inside::Never(point);
                }
                Proof::Disproven(_) | Proof::Unknown(_) => return Inside::Open,
            }
        }
        Inside::Proven
    }

    /// The extents of the array, where they are constants.
    fn constant_extents(&self) -> Vec<Option<u64>> {
        let extents = match self.copy_of(&self.place) {
            Some(copy) => self.facts.copies[copy.0].host_extents.clone(),
            None => ArrayShape::declared(self.input.program, &self.place).map_or(Vec::new(), |s| s.extents),
        };
        let constant = |extent: &Option<Extent>| match extent {
            Some(Extent::Constant(n)) => u64::try_from(*n).ok(),
            _ => None,
        };
        extents.iter().map(constant).collect()
    }

    /// Does every point of the domain occur? Not if it or what is compared
    /// depends on values that are only known when the program runs.
    fn happens(&self, domain: &Set, compared: &[&LinearExpr]) -> bool {
        let vars = domain.vars().into_iter().chain(compared.iter().flat_map(|formula| formula.vars()));
        vars.flat_map(|var| self.values.symbols.factors(var)).all(|var| {
            matches!(
                self.values.symbols.kind(var),
                Some(SymbolKind::LoopIndex { .. } | SymbolKind::BatchBase { .. } | SymbolKind::Lane { .. })
            )
        })
    }

    /// Another `shared alloc` of the same array during the life of this one.
    fn second_alloc(&self, life: &[StmtId]) -> Option<Span> {
        let inside = below(self.input, life);
        let others = self.points.iter().filter(|point| inside.contains(&point.stmt));
        others.into_iter().find_map(|point| match &self.input.program.directives[point.directive].kind {
            DirectiveKind::Shared(SharedAction::Alloc { section, .. }) => {
                let same = Place::of(self.input.program, section.base).as_ref() == Some(&self.place);
                same.then_some(section.span)
            }
            _ => None,
        })
    }

    fn name(&self) -> String {
        self.input.place_name(&self.place)
    }

    fn formula(&self, formula: &LinearExpr) -> String {
        let name = |var| self.values.symbols.name(var, self.input.program, self.input.sources);
        formula.display(&name).to_string()
    }

    fn without_copy(&self) -> Diagnostic {
        let name = self.name();
        Diagnostic::new(
            &codes::SHARED_WITHOUT_COPY,
            self.span,
            format!("`{name}` cannot be kept in shared memory: the device has no copy of it"),
        )
        .label("shared memory caches a device copy")
        .help(format!("put `#pragma hicuda global alloc {name}… copyin` before the kernel"))
    }

    fn nothing_to_load(&self) -> Diagnostic {
        let name = self.name();
        Diagnostic::new(
            &codes::SHARED_MISUSE,
            self.span,
            format!("`{name}` is local to the kernel, so there is nothing to copy in"),
        )
        .help("leave `copyin` out")
    }

    fn without_columns(&self, dimensions: usize) -> Diagnostic {
        let name = self.name();
        Diagnostic::new(
            &codes::TILE_CLAUSE_NOT_KEPT,
            self.span,
            format!("`{name}` cannot be stored by columns: it has {dimensions} dimensions"),
        )
        .label("rows and columns are those of two dimensions")
        .help("leave `order(columns)` out")
    }

    fn allocated_twice(&self, second: Span) -> Diagnostic {
        let name = self.name();
        Diagnostic::new(&codes::SHARED_MISUSE, second, format!("`{name}` is in shared memory already"))
            .label("a second shared copy would make its uses ambiguous")
            .related(self.span, "the first is made here")
            .help(format!("write `#pragma hicuda shared remove {name}` before this directive"))
    }

    fn not_affine(&self, dim: usize) -> Diagnostic {
        self.extent_error(format!(
            "dimension {} is not a sum of loop indices and constants times constants",
            dim + 1
        ))
        .help("give the section bounds that are linear in the loop indices")
    }

    fn threads_not_constant(&self, batch: &Batch) -> Diagnostic {
        let span = self.input.program.directives[self.kernel.directive].span;
        self.extent_error(format!(
            "it is widened over thread dimension {}, whose size is not a constant",
            batch.dim + 1
        ))
        .related(span, "the kernel's threads are given here")
        .help("use a constant in `thread(…)`")
    }

    fn extent_not_constant(&self, dim: usize, range: &Range) -> Diagnostic {
        let extent = range.extent().map_or_else(|_| "?".to_owned(), |extent| self.formula(&extent));
        self.extent_error(format!("dimension {} has {extent} elements for the whole block", dim + 1))
            .help("choose bounds whose difference is a constant, and tile the loop if the whole is too large")
    }

    fn extent_error(&self, label: String) -> Diagnostic {
        let name = self.name();
        Diagnostic::new(
            &codes::SHARED_EXTENT_NOT_CONSTANT,
            self.span,
            format!("the size of `{name}` in shared memory is not a constant"),
        )
        .label(label)
        .note("shared memory is laid out when compiling")
    }

    fn bound_not_uniform(&self, culprit: Span) -> Diagnostic {
        let name = self.name();
        Diagnostic::new(
            &codes::SHARED_EXTENT_NOT_CONSTANT,
            self.span,
            format!("the threads of a block do not agree where the shared part of `{name}` begins"),
        )
        .related(culprit, "this differs between threads")
        .help("use only indices of loops in the bounds, or values that are the same for the block")
    }

    fn part_outside(&self, directive: hir::DirectiveId, dim: usize) -> Diagnostic {
        let name = self.name();
        Diagnostic::new(
            &codes::SHARED_ACCESS_OUTSIDE,
            self.input.program.directives[directive].span,
            format!("this transfer is not inside the shared part of `{name}`"),
        )
        .label(format!("in dimension {}", dim + 1))
        .related(self.span, "the shared part is allocated here")
        .help("copy at most what is allocated")
    }

    fn access_unknown(&self, span: Span) -> Diagnostic {
        let name = self.name();
        Diagnostic::new(
            &codes::SHARED_ACCESS_OUTSIDE,
            span,
            format!("cannot prove that this access stays inside the shared part of `{name}`"),
        )
        .label("and the shared part is written, so the device copy may be out of date")
        .related(self.span, "the array is in shared memory from here on")
        .help(format!("guard the access with a condition on its index, or end the life of the shared copy before it with `shared remove {name}`"))
    }

    fn not_served(&self, span: Span) -> Diagnostic {
        let name = self.name();
        Diagnostic::new(
            &codes::SHARED_NOT_USED,
            span,
            format!("this access to `{name}` is not proven to be in the shared part, and reads device memory"),
        )
        .label("slower than it could be")
        .related(self.span, "the shared part is what one iteration names here, for all threads of the block")
        .help("name in the section all elements that one iteration accesses, with subscripts linear in the loop indices")
    }

    fn access_outside(&self, span: Span, point: &affine::Point) -> Diagnostic {
        let name = self.name();
        let message = format!("this access can leave the shared part of `{name}`");
        let error = Diagnostic::new(&codes::SHARED_ACCESS_OUTSIDE, span, message);
        let text = self.describe(point);
        let error = if text.is_empty() { error } else { error.label(format!("for example when {text}")) };
        error
            .related(
                self.span,
                "the shared part is what one iteration names here, for all threads of the block",
            )
            .help("name in the section all elements that one iteration accesses")
    }

    /// `i = 16, k = 3`, indices put together from base and lane.
    fn describe(&self, point: &affine::Point) -> String {
        let mut parts = Vec::new();
        for (var, value) in point.iter() {
            let value = match self.values.symbols.kind(var) {
                Some(SymbolKind::BatchBase { loop_stmt, .. }) => {
                    let lane = self.values.symbols.find(&SymbolKind::Lane { loop_stmt: *loop_stmt });
                    let step = self.kernel.partitions.get(loop_stmt).map_or(1, |p| p.canonical.step);
                    value + i128::from(step) * lane.map_or(0, |lane| point.get(lane))
                }
                Some(SymbolKind::LoopIndex { .. } | SymbolKind::Invariant(_) | SymbolKind::Fixed(_)) => value,
                _ => continue,
            };
            let name = self.values.symbols.name(var, self.input.program, self.input.sources);
            parts.push(format!("{name} = {value}"));
        }
        parts.join(", ")
    }
}

/// The statements after a `shared alloc` until its `remove`, and the `remove`.
pub fn life(
    input: &Input<'_>,
    region: StmtId,
    alloc: StmtId,
    place: &Place,
) -> (Vec<StmtId>, Option<StmtId>) {
    let mut after = Vec::new();
    let stmts = input.program.stmts_below(region);
    for stmt in stmts {
        let StmtKind::Block(list) = &input.program.stmts[stmt].kind else { continue };
        let Some(at) = list.iter().position(|s| *s == alloc) else { continue };
        for next in &list[at + 1..] {
            if removes(input, *next, place) {
                return (after, Some(*next));
            }
            after.push(*next);
        }
        break;
    }
    (after, None)
}

fn removes(input: &Input<'_>, stmt: StmtId, place: &Place) -> bool {
    let StmtKind::Directive(directive) = &input.program.stmts[stmt].kind else { return false };
    match &input.program.directives[*directive].kind {
        DirectiveKind::Shared(SharedAction::Remove(names)) => {
            names.iter().any(|name| Place::of(input.program, *name).as_ref() == Some(place))
        }
        _ => false,
    }
}

fn below(input: &Input<'_>, stmts: &[StmtId]) -> BTreeSet<StmtId> {
    stmts.iter().flat_map(|stmt| input.program.stmts_below(*stmt)).collect()
}

fn nowhere_to_store(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(
        &codes::SHARED_WITHOUT_COPY,
        span,
        format!("`{name}` has no device copy to write back to"),
    )
    .help(format!("put `#pragma hicuda global alloc {name}…` before the kernel"))
}

impl Varying {
    /// Where an expression mentions something that differs between threads,
    /// indices of loops over threads included.
    pub fn in_expr(&self, input: &Input<'_>, kernel: &KernelFacts, expr: hir::ExprId) -> Option<Span> {
        let is_thread_index = |var: hir::VarId| {
            kernel.partitions.values().any(|p| p.over_thread.is_some() && p.canonical.index == var)
        };
        input.program.exprs_below(Node::Expr(expr)).find_map(|e| match input.program.exprs[e].kind {
            ExprKind::Var(var) if self.contains(var) || is_thread_index(var) => Some(input.span(e)),
            _ => None,
        })
    }
}

#[cfg(test)]
#[path = "shared_sections_tests.rs"]
mod shared_sections_tests;
