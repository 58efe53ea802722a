//! What the host does in place of each directive and kernel region.

use std::collections::{HashMap, HashSet};

use analyze::array_shape::ArrayShape;
use analyze::{
    Check, CopyId, DataAction, DeviceCopy, ElsewhereFacts, LastIndex, SectionRange, TransferFacts,
};
use hir::{BinaryOp, DirectiveId, DirectiveKind, ExprId, Node, Span, StmtId, StmtKind};
use kir::{
    DeviceArrayId, Elsewhere, Extent, HostAction, HostSection, HostSite, HostUnit, KernelId, ParamValue,
    Requirement, Transfer,
};

use crate::Outliner;

impl Outliner<'_> {
    /// The host side of the unit: a site for every directive outside kernels
    /// and one for every kernel.
    pub(crate) fn make_host_unit(&mut self, unit: usize, kernels: &HashMap<StmtId, KernelId>) -> HostUnit {
        let mut sites = Vec::new();
        let functions: Vec<_> = self.b.program.units[unit].items.clone();
        for item in functions {
            match item {
                hir::Item::Function(function) => {
                    if let Some(body) = self.b.program.functions[function].body {
                        let mut found = Vec::new();
                        self.collect_sites(body, kernels, &mut found);
                        sites.extend(found);
                    }
                }
                hir::Item::Directive(directive) => {
                    let place = self.b.program.directives[directive].line;
                    sites.push(HostSite::new(place, Vec::new()));
                }
                _ => {}
            }
        }
        let pipelines = self.take_turns(&mut sites);
        HostUnit { unit, sites, pipelines, addresses: self.device_addresses() }
    }

    /// What stands for device copies in statements that a library carries out.
    fn device_addresses(&self) -> Vec<(Span, DeviceArrayId)> {
        let program = &*self.b.program;
        let uses = self.facts.device_uses.values().flatten();
        let names = uses.flat_map(|used| used.names.iter().map(|name| (*name, self.arrays[&used.copy])));
        names.map(|(name, array)| (program.exprs[name].span, array)).collect()
    }

    fn collect_sites(
        &mut self,
        body: StmtId,
        kernels: &HashMap<StmtId, KernelId>,
        sites: &mut Vec<HostSite>,
    ) {
        let mut directives = Vec::new();
        let mut bodies = HashSet::new();
        let mut nodes = self.b.program.nodes(body);
        while let Some(node) = nodes.next() {
            let Node::Stmt(stmt) = node else { continue };
            match self.b.program.stmts[stmt].kind {
                StmtKind::Kernel { .. } => {
                    nodes.skip_children();
                    directives.push(stmt);
                }
                StmtKind::Directive(_) => directives.push(stmt),
                _ if self.replaced.iter().any(|r| r.stmt == stmt) => {
                    nodes.skip_children();
                    directives.push(stmt);
                }
                StmtKind::Annotated { .. } | StmtKind::Singular { .. } => {
                    directives.push(stmt);
                }
                StmtKind::Block(ref stmts) => bodies.extend(self.only_kernel(stmt, stmts)),
                _ => {}
            }
        }
        for stmt in directives {
            match self.b.program.stmts[stmt].kind {
                StmtKind::Kernel { directive, end, .. } => {
                    let start = self.b.program.directives[directive].line;
                    let place = Span { lo: start.lo, hi: end.hi, ctx: start.ctx };
                    let actions = kernels.get(&stmt).map(|k| self.launch(*k)).unwrap_or_default();
                    sites.push(HostSite { is_body: bodies.contains(&stmt), ..HostSite::new(place, actions) });
                }
                StmtKind::Directive(directive) => sites.push(self.directive_site(directive)),
                _ if self.replaced.iter().any(|r| r.stmt == stmt) => {
                    let place = self.replaced.iter().find(|r| r.stmt == stmt).map(|replaced| replaced.place);
                    let launches = self.launches(stmt, kernels);
                    let actions = vec![HostAction::Statement { stmt, launches }];
                    sites.extend(place.map(|place| HostSite::new(place, actions)));
                }
                // On the host a function for kernels is the sequential program.
                StmtKind::Annotated { directive, .. } => {
                    let place = self.b.program.directives[directive].line;
                    let is_used = self.facts.device_uses.contains_key(&directive);
                    let actions = is_used.then_some(HostAction::Wait).into_iter().collect();
                    sites.push(HostSite::new(place, actions));
                }
                StmtKind::Singular { directive, end, .. } => {
                    let start = self.b.program.directives[directive].line;
                    sites.extend([start, end].map(|place| HostSite::new(place, Vec::new())));
                }
                _ => {}
            }
        }
    }

    /// A launch, behind copies of what its reads want to see as it was.
    fn launch(&self, kernel: KernelId) -> Vec<HostAction> {
        let arrays = self.out.kernels[kernel].params.iter().filter_map(|param| match param.value {
            ParamValue::Array { array, .. } => Some(array),
            ParamValue::Scalar(_) => None,
        });
        let kept = arrays.filter_map(|before| {
            let (copy, _) = self.before.iter().find(|(_, id)| **id == before)?;
            let span = self.b.program.directives[self.out.kernels[kernel].directive].line;
            Some(HostAction::Keep { array: self.arrays[copy], before, span })
        });
        kept.chain([HostAction::Launch(kernel)]).collect()
    }

    /// The kernel that a block without braces of its own consists of, but for pragmas: nothing stands before the first of them.
    fn only_kernel(&self, block: StmtId, stmts: &[StmtId]) -> Option<StmtId> {
        let program = &*self.b.program;
        let directive = |stmt: &StmtId| match program.stmts[*stmt].kind {
            StmtKind::Kernel { directive, .. } => Some(directive),
            _ => None,
        };
        let first = stmts.first()?;
        let begin = directive(first).map_or(program.stmts[*first].span, |d| program.directives[d].line).lo;
        let kernel = stmts.iter().find(|stmt| directive(stmt).is_some())?;
        (program.stmts[block].span.lo == begin).then_some(*kernel)
    }

    /// The kernels in a loop of the host that a recipe has changed.
    fn launches(&mut self, stmt: StmtId, kernels: &HashMap<StmtId, KernelId>) -> Vec<(StmtId, KernelId)> {
        let below = self.b.program.stmts_below(stmt);
        let found: Vec<(StmtId, KernelId)> =
            below.filter_map(|stmt| kernels.get(&stmt).map(|kernel| (stmt, *kernel))).collect();
        // A statement has room for the launch alone.
        for (_, kernel) in &found {
            if self.launch(*kernel).len() > 1 {
                let span = self.b.program.directives[self.out.kernels[*kernel].directive].span;
                self.sink.push(crate::skeleton::not_translated_yet(span));
            }
        }
        found
    }

    fn directive_site(&mut self, directive: DirectiveId) -> HostSite {
        let place = self.b.program.directives[directive].line;
        self.b.origin = self.b.program.directives[directive].span;
        let mut actions = Vec::new();
        for &value in self.bounds.get(&directive).into_iter().flatten() {
            if let Some(&var) = self.captured.get(&value) {
                actions.push(HostAction::Capture { var, value });
            }
        }
        actions.extend(self.assumptions(directive).into_iter().map(HostAction::Require));
        for action in self.facts.actions.get(&directive).into_iter().flatten() {
            match action {
                DataAction::Alloc(copy) => {
                    let facts = self.facts.copies[copy.0].clone();
                    self.section_checks(&facts, &mut actions);
                    self.overlap_checks(*copy, &mut actions);
                    actions.push(HostAction::Alloc(self.arrays[copy]));
                    actions.extend(self.before.get(copy).map(|before| HostAction::Alloc(*before)));
                }
                DataAction::Clear(copy) => actions.push(HostAction::Clear(self.arrays[copy])),
                DataAction::Free(copy) => {
                    actions.extend(self.before.get(copy).map(|before| HostAction::Free(*before)));
                    actions.push(HostAction::Free(self.arrays[copy]));
                }
                DataAction::CopyIn(transfer) => {
                    let transfer = self.transfer(transfer, &mut actions);
                    actions.push(HostAction::CopyIn(transfer));
                }
                DataAction::CopyOut(transfer) => {
                    let transfer = self.transfer(transfer, &mut actions);
                    actions.push(HostAction::CopyOut(transfer));
                }
            }
        }
        HostSite::new(place, actions)
    }

    /// Run-time checks of what `assume` says.
    pub(crate) fn assumptions(&self, directive: DirectiveId) -> Vec<Requirement> {
        let program = &*self.b.program;
        let DirectiveKind::Assume(conditions) = &program.directives[directive].kind else {
            return Vec::new();
        };
        let requirement = |&cond: &ExprId| {
            let text =
                String::from_utf8_lossy(self.b.sources.map.text(program.exprs[cond].span)).into_owned();
            let words: Vec<&str> = text.split_whitespace().filter(|word| *word != "\\").collect();
            let message = format!("`{}` is assumed, and does not hold", words.join(" "));
            Requirement { cond, message, span: program.directives[directive].span }
        };
        conditions.iter().map(requirement).collect()
    }

    /// Run-time checks that a copy is of other memory than those that live.
    fn overlap_checks(&mut self, second: CopyId, actions: &mut Vec<HostAction>) {
        let others = self.facts.overlaps.get(&second).cloned().unwrap_or_default();
        for first in others {
            let pair = [first, second].map(|id| self.facts.copies[id.0].clone());
            let [Some(a), Some(b)] = [&pair[0], &pair[1]].map(|copy| self.ends(copy)) else { continue };
            let before = self.b.binary(BinaryOp::Le, a.1, b.0);
            let behind = self.b.binary(BinaryOp::Le, b.1, a.0);
            let cond = self.b.binary(BinaryOp::Or, before, behind);
            let [first, second] =
                [&pair[0], &pair[1]].map(|c| c.place.display(self.b.program, self.b.sources));
            let made = self.b.program.directives[pair[0].directive].span;
            let line = self.b.sources.map.written_line_column(made.lo).map_or(0, |(_, place)| place.line);
            let message =
                format!("`{second}` overlaps `{first}`, which line {line} has on the device already");
            let span = self.b.program.directives[pair[1].directive].span;
            actions.push(HostAction::Require(Requirement { cond, message, span }));
        }
    }

    /// The addresses of the first byte that a copy holds, and of the one behind its last.
    fn ends(&mut self, copy: &DeviceCopy) -> Option<(ExprId, ExprId)> {
        let outermost = *copy.dims.first()?;
        let rank = ArrayShape::declared(self.b.program, &copy.place)?.rank();
        if copy.row_pointers {
            return None;
        }
        let extent = copy.host_extents.first().copied().flatten();
        let (first, last) = (self.first(&outermost), self.last(&outermost, extent));
        let one = self.b.int(1);
        let beyond = self.b.add(last, one);
        let (mut first, mut beyond) = (first, beyond);
        // A pointer that a `shape` gives further dimensions counts elements, not rows; one to rows counts rows.
        for extent in copy.host_extents.iter().skip(rank) {
            let length = self.host_extent((*extent)?).expr(&mut self.b);
            let length = self.b.cast(length, hir::Type::LONG);
            (first, beyond) = (self.b.mul(first, length), self.b.mul(beyond, length));
        }
        let constant_char = hir::Type::CHAR;
        let pointer = self.b.program.types.pointer_to(constant_char);
        let mut address = |at: ExprId| {
            let element = self.b.index(copy.host, &[at]);
            let ty = self.b.program.types.pointer_to(self.b.program.exprs[element].ty);
            let place = self.b.expr(hir::ExprKind::AddrOf(element), ty);
            self.b.cast(place, pointer)
        };
        Some((address(first), address(beyond)))
    }

    /// Run-time checks of an alloc section against the host array.
    fn section_checks(&mut self, copy: &DeviceCopy, actions: &mut Vec<HostAction>) {
        let span = self.b.program.directives[copy.directive].span;
        let name = copy.place.display(self.b.program, self.b.sources);
        self.array_checks(&copy.checks, (&copy.dims, &copy.host_extents), (&name, span), actions);
    }

    /// Run-time checks of where a `copyout … to` goes.
    fn target_checks(
        &mut self,
        facts: &TransferFacts,
        target: &ElsewhereFacts,
        copy: &DeviceCopy,
        actions: &mut Vec<HostAction>,
    ) {
        let place = analyze::Place::of(self.b.program, target.host);
        let name = place.map_or_else(String::new, |place| place.display(self.b.program, self.b.sources));
        let (dims, extents) = (&target.dims, &target.extents);
        self.array_checks(&target.checks, (dims, extents), (&name, facts.span), actions);
        for &dim in &target.lengths {
            let there = self.distance(&dims[dim], extents.get(dim).copied().flatten());
            let here = self.distance(&facts.dims[dim], copy.host_extents.get(dim).copied().flatten());
            let cond = self.b.binary(BinaryOp::Eq, there, here);
            let message = format!("the section of `{name}` is not as long as what is copied out");
            actions.push(HostAction::Require(Requirement { cond, message, span: facts.span }));
        }
    }

    /// From the first index to the last.
    fn distance(&mut self, range: &SectionRange, extent: Option<Extent>) -> ExprId {
        let (lo, hi) = (self.first(range), self.last(range, extent));
        self.b.sub(hi, lo)
    }

    /// Run-time checks of a section against its host array.
    fn array_checks(
        &mut self,
        checks: &[Check],
        (dims, extents): (&[SectionRange], &[Option<Extent>]),
        (name, span): (&str, Span),
        actions: &mut Vec<HostAction>,
    ) {
        for check in checks {
            let (cond, what) = match *check {
                Check::Low(dim) => {
                    let lo = self.first(&dims[dim]);
                    let zero = self.b.int(0);
                    (self.b.binary(BinaryOp::Ge, lo, zero), "starts before the array")
                }
                Check::High(dim) => {
                    let Some(Some(extent)) = extents.get(dim).copied() else { continue };
                    let hi = self.last(&dims[dim], Some(extent));
                    let extent = self.host_extent(extent).expr(&mut self.b);
                    (self.b.binary(BinaryOp::Lt, hi, extent), "ends beyond the array")
                }
                Check::Order(dim) => {
                    let lo = self.first(&dims[dim]);
                    let hi = self.last(&dims[dim], extents.get(dim).copied().flatten());
                    // `[0:n-1]` of nothing is nothing, and fine.
                    let one = self.b.int(1);
                    let beyond = self.b.add(hi, one);
                    (self.b.binary(BinaryOp::Le, lo, beyond), "ends before it starts")
                }
            };
            let message = format!("the section of `{name}` {what}");
            actions.push(HostAction::Require(Requirement { cond, message, span }));
        }
    }

    fn transfer(&mut self, facts: &TransferFacts, actions: &mut Vec<HostAction>) -> Transfer {
        let copy = self.facts.copies[facts.copy.0].clone();
        self.transfer_checks(facts, &copy, actions);
        // A caller's copy is found by the address of index 0, which it may not hold.
        let from_zero = copy.inherited.as_ref().is_some_and(|inherited| inherited.linear);
        let is_cut = copy.dims.iter().any(|dim| dim.lo != Extent::Constant(0));
        let section = if facts.dims == copy.dims && !(from_zero && is_cut) {
            HostSection::default()
        } else {
            self.host_section(&facts.dims, &copy.host_extents)
        };
        let elsewhere = facts.elsewhere.as_ref().map(|target| {
            self.target_checks(facts, target, &copy, actions);
            let section = self.host_section(&target.dims, &target.extents);
            let extents = target.extents.iter().map(|extent| extent.map(|e| self.host_extent(e))).collect();
            Elsewhere { host: target.host, section, extents }
        });
        Transfer { array: self.arrays[&facts.copy], section, elsewhere, span: facts.span }
    }

    /// Run-time checks of a transfer against the section held on the device.
    fn transfer_checks(&mut self, facts: &TransferFacts, copy: &DeviceCopy, actions: &mut Vec<HostAction>) {
        let name = copy.place.display(self.b.program, self.b.sources);
        for check in &facts.checks {
            let (Check::Low(dim) | Check::High(dim) | Check::Order(dim)) = *check;
            let extent = copy.host_extents.get(dim).copied().flatten();
            let (lo, hi) = (self.first(&facts.dims[dim]), self.last(&facts.dims[dim], extent));
            let (cond, what) = match check {
                Check::Low(_) => {
                    let held = self.first(&copy.dims[dim]);
                    (self.b.binary(BinaryOp::Ge, lo, held), "starts before the section on the device")
                }
                Check::High(_) => {
                    let held = self.last(&copy.dims[dim], extent);
                    (self.b.binary(BinaryOp::Le, hi, held), "ends beyond the section on the device")
                }
                Check::Order(_) => {
                    let one = self.b.int(1);
                    let beyond = self.b.add(hi, one);
                    (self.b.binary(BinaryOp::Le, lo, beyond), "ends before it starts")
                }
            };
            let message = format!("the section of `{name}` {what}");
            actions.push(HostAction::Require(Requirement { cond, message, span: facts.span }));
        }
    }

    fn host_section(&mut self, dims: &[SectionRange], extents: &[Option<Extent>]) -> HostSection {
        let ranges =
            dims.iter().zip(extents).map(|(range, extent)| (self.first(range), self.length(range, *extent)));
        HostSection { ranges: ranges.collect() }
    }

    fn length(&mut self, range: &SectionRange, extent: Option<Extent>) -> ExprId {
        let (first, last) = (self.first(range), self.last(range, extent));
        let one = self.b.int(1);
        let beyond = self.b.add(last, one);
        self.b.sub(beyond, first)
    }

    fn first(&mut self, range: &SectionRange) -> ExprId {
        self.host_extent(range.lo).expr(&mut self.b)
    }

    fn last(&mut self, range: &SectionRange, extent: Option<Extent>) -> ExprId {
        match (range.hi, extent) {
            (LastIndex::At(hi), _) => self.host_extent(hi).expr(&mut self.b),
            (LastIndex::EndOfArray, Some(extent)) => {
                let extent = self.host_extent(extent).expr(&mut self.b);
                let one = self.b.int(1);
                self.b.sub(extent, one)
            }
            (LastIndex::EndOfArray, None) => self.b.int(0),
        }
    }
}
