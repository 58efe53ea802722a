//! Where a thread's elements are loaded, and where they go back.
//!
//! ```c
//! if (i >= n)
//!     return;
//! float4 a4 = …;                  // before the first statement that accesses them
//! y[i] = a4.x + a4.y;
//! a4.z = a4.w = 0;
//! … = a4;                         // behind the last one
//! ```
//! Invariant: whoever comes to the first statement comes to the last one, in order, and
//! accesses every element that is loaded.

use std::collections::{BTreeMap, BTreeSet};

use analyze::{Access, AccessMode};
use hir::{ExprId, ExprKind, Node, Program, StmtId, StmtKind, VarId};

use crate::always::always_evaluated;
use crate::kernel::Kernel;
use crate::legality;
use crate::refusal::{Refusal, refuse, refuse_with};
use crate::vectors::group::{Group, Lane};

/// The statements between which elements are in registers.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    /// What they stand in: a block, or what they are the only statement of.
    pub container: StmtId,
    pub first: StmtId,
    pub last: StmtId,
    /// The statement before the first, if it is a pragma.
    pub pragma: Option<StmtId>,
    /// They need braces to be more than one.
    pub needs_braces: bool,
    /// The loops around, outermost last.
    around: Vec<StmtId>,
    certain: BTreeSet<ExprId>,
}

/// What each statement of a kernel stands in.
pub(crate) fn parents(program: &Program, body: StmtId) -> BTreeMap<StmtId, StmtId> {
    let mut found = BTreeMap::new();
    let mut pending = vec![body];
    while let Some(stmt) = pending.pop() {
        for child in program.children(Node::Stmt(stmt)) {
            if let Node::Stmt(child) = child {
                found.insert(child, stmt);
                pending.push(child);
            }
        }
    }
    found
}

/// The region of a group.
pub(crate) fn region(
    kernel: &Kernel<'_>,
    parents: &BTreeMap<StmtId, StmtId>,
    group: &Group<'_>,
) -> Result<Region, Refusal> {
    let program = kernel.program();
    let span = group.accesses[0].0.span;
    let path = |stmt: StmtId| -> Vec<StmtId> {
        let mut path: Vec<StmtId> =
            std::iter::successors(Some(stmt), |at| parents.get(at).copied()).collect();
        path.reverse();
        path
    };
    let mut paths = Vec::new();
    for (access, lane) in &group.accesses {
        let path = path(lane.along().unwrap_or(access.stmt));
        if path.first() != Some(&kernel.found.body) {
            return refuse(access.span, "it is accessed in a function");
        }
        paths.push(path);
    }
    let depth = (0..).take_while(|at| paths.iter().all(|p| p.len() > *at && p[*at] == paths[0][*at])).count();
    let mut common = paths[0][..depth].to_vec();
    let is_block = |stmt: &StmtId| matches!(program.stmts[*stmt].kind, StmtKind::Block(_));
    let (first, last) = match common.last() {
        Some(stmt) if is_block(stmt) => {
            let StmtKind::Block(stmts) = &program.stmts[*stmt].kind else { return refuse(span, "") };
            let holds = |stmt: &&StmtId| paths.iter().any(|path| path.get(depth) == Some(*stmt));
            (stmts.iter().find(holds).copied(), stmts.iter().rfind(holds).copied())
        }
        _ => {
            let alone = common.pop();
            (alone, alone)
        }
    };
    let (Some(first), Some(last), Some(container)) = (first, last, common.last().copied()) else {
        return refuse(span, "its statements cannot be separated");
    };
    let inside = common.get(common.len().wrapping_sub(2)).copied().unwrap_or(container);
    for stmt in [container, inside] {
        if let StmtKind::Switch { .. } | StmtKind::Case { .. } | StmtKind::Default(_) =
            program.stmts[stmt].kind
        {
            return refuse(span, "it is accessed in a part of a `switch`");
        }
    }
    let needs_braces = !is_block(&container);
    let certain = always_evaluated(program, if needs_braces { first } else { container });
    let around = common.into_iter().rev().collect();
    let pragma = pragma_before(program, container, first);
    let region = Region { container, first, last, pragma, needs_braces, around, certain };
    region.is_straight(kernel)?;
    Ok(region)
}

fn pragma_before(program: &Program, container: StmtId, first: StmtId) -> Option<StmtId> {
    let StmtKind::Block(stmts) = &program.stmts[container].kind else { return None };
    let at = stmts.iter().position(|stmt| *stmt == first)?;
    let before = *stmts.get(at.checked_sub(1)?)?;
    matches!(program.stmts[before].kind, StmtKind::Pragma(_)).then_some(before)
}

impl Region {
    /// The statements from the first to the last.
    fn statements(&self, program: &Program) -> Vec<StmtId> {
        let (start, end) = (program.stmts[self.first].span.lo, program.stmts[self.last].span.hi);
        let is_in = |stmt: &StmtId| {
            let span = program.stmts[*stmt].span;
            start <= span.lo && span.hi <= end
        };
        program.stmts_below(self.container).filter(is_in).collect()
    }

    /// The variables that are given another value in it.
    pub(crate) fn changed(&self, program: &Program) -> BTreeSet<VarId> {
        let exprs = self.statements(program).into_iter().flat_map(|stmt| program.exprs_below(stmt));
        let target = |expr: ExprId| match program.exprs[expr].kind {
            ExprKind::Assign { lhs: target, .. }
            | ExprKind::AssignOp { lhs: target, .. }
            | ExprKind::IncDec { operand: target, .. }
            | ExprKind::AddrOf(target) => match program.exprs[target].kind {
                ExprKind::Var(var) => Some(var),
                _ => None,
            },
            _ => None,
        };
        exprs.filter_map(target).collect()
    }

    /// Does it go from the first to the last statement, whatever the data?
    fn is_straight(&self, kernel: &Kernel<'_>) -> Result<(), Refusal> {
        let program = kernel.program();
        for stmt in self.statements(program) {
            if let StmtKind::Return(_) | StmtKind::Break | StmtKind::Continue = program.stmts[stmt].kind {
                return refuse(program.stmts[stmt].span, "threads leave here, between its accesses");
            }
        }
        Ok(())
    }

    /// Is it evaluated once, whatever the data? In the loop over its lanes, for each.
    pub(crate) fn is_certain(&self, kernel: &Kernel<'_>, access: &Access, lane: Lane) -> bool {
        match lane.along().and_then(|stmt| kernel.found.region.loops.get(&stmt)) {
            None => self.certain.contains(&access.lvalue),
            Some(canonical) => {
                let in_body = always_evaluated(kernel.program(), canonical.body);
                self.certain.contains(&canonical.first) && in_body.contains(&access.lvalue)
            }
        }
    }

    /// Is a loop around all of it?
    pub(crate) fn is_in(&self, stmt: StmtId) -> bool {
        self.around.contains(&stmt)
    }

    /// All lanes are there, and nothing else happens to them meanwhile.
    pub(crate) fn holds(&self, kernel: &Kernel<'_>, group: &Group<'_>) -> Result<(), Refusal> {
        let name = kernel.input.name(group.array);
        let span = group.accesses[0].0.span;
        for (access, lane) in &group.accesses {
            let is_elsewhere = |stmt: &&StmtId| !self.is_in(**stmt) && Some(**stmt) != lane.along();
            if access.loops.iter().any(|stmt| is_elsewhere(&stmt)) {
                return refuse(access.span, format!("`{name}` is accessed in a loop"));
            }
        }
        let certain = || group.accesses.iter().filter(|(a, lane)| self.is_certain(kernel, a, *lane));
        let reached: BTreeSet<u64> = certain().flat_map(|(_, lane)| lane.range()).collect();
        if reached.is_empty() {
            return refuse(span, format!("`{name}` is accessed only under a condition"));
        }
        if !group.is_struct() && reached.len() < group.lanes as usize {
            let reason =
                format!("a thread does not access all {} elements of its part of `{name}`", group.lanes);
            return refuse(span, reason);
        }
        if group.is_written() && !certain().any(|(access, _)| access.mode.writes()) {
            return refuse(span, format!("`{name}` is written only under a condition"));
        }
        Ok(())
    }

    /// Must the elements be loaded, or are all of them written first?
    pub(crate) fn needs_load(&self, kernel: &Kernel<'_>, group: &Group<'_>) -> bool {
        let written = |(access, lane): &&(&Access, Lane)| {
            access.mode == AccessMode::Write && self.is_certain(kernel, access, *lane)
        };
        let written: Vec<&(&Access, Lane)> = group.accesses.iter().filter(written).collect();
        let is_all = match group.is_struct() {
            true => covers_struct(kernel.program(), &written, group.bytes),
            false => {
                let lanes: BTreeSet<u64> = written.iter().flat_map(|(_, lane)| lane.range()).collect();
                lanes.len() == group.lanes as usize
            }
        };
        !is_all || group.accesses.iter().any(|(access, _)| access.mode.reads())
    }

    /// Other names for the same memory see and change what they did before.
    pub(crate) fn is_alone(
        &self,
        kernel: &Kernel<'_>,
        group: &Group<'_>,
        all: &[Group<'_>],
    ) -> Result<(), Refusal> {
        let stmts = self.statements(kernel.program());
        let others = kernel.costs.iter().map(|(access, _)| *access);
        for other in others.filter(|o| o.place.var != group.array && stmts.contains(&o.stmt)) {
            for (own, lane) in &group.accesses {
                let writes = own.mode.writes() || other.mode.writes();
                let is_apart = self.keep_order(kernel, (own, *lane), other, group, all);
                let both = group.is_written() && other.mode.writes();
                if writes && legality::may_be_one(kernel, own, other) && (both || !is_apart) {
                    let names = (kernel.input.place_name(&own.place), kernel.input.place_name(&other.place));
                    let reason = format!("`{}` and `{}` may be the same array", names.0, names.1);
                    return refuse_with(other.span, reason, "declare them `__restrict__` if they never are");
                }
            }
        }
        Ok(())
    }

    /// Does it make no difference that what is read is read earlier, and what is written
    /// is written later?
    fn keep_order(
        &self,
        kernel: &Kernel<'_>,
        (own, lane): (&Access, Lane),
        other: &Access,
        group: &Group<'_>,
        all: &[Group<'_>],
    ) -> bool {
        let program = kernel.program();
        let is_before = match own.mode.writes() {
            true => precedes(program, other, own),
            false => precedes(program, own, other),
        };
        let same_place = all.iter().filter(|g| g.base == group.base && g.bytes == group.bytes);
        let its_lane = same_place
            .flat_map(|g| &g.accesses)
            .find(|(access, _)| access.lvalue == other.lvalue)
            .map(|(_, lane)| *lane);
        let shares_loop = own.loops.iter().any(|stmt| !self.is_in(*stmt) && other.loops.contains(stmt));
        match its_lane {
            Some(its) if its.range().start >= lane.range().end || lane.range().start >= its.range().end => {
                true
            }
            Some(its) => is_before && (!shares_loop || its == lane),
            None => is_before && !shares_loop,
        }
    }
}

/// Do assignments to members leave nothing of a struct?
pub(crate) fn covers_struct(program: &Program, written: &[&(&Access, Lane)], bytes: u64) -> bool {
    let mut members: BTreeMap<u32, u64> = BTreeMap::new();
    for (access, _) in written {
        let size = program.size_of(program.exprs[access.lvalue].ty).unwrap_or(0);
        match program.exprs[access.lvalue].kind {
            _ if access.lvalue == access.expr => return true,
            ExprKind::Member { base, field, .. } if base == access.expr => {
                members.insert(field, size);
            }
            _ => {}
        }
    }
    members.values().sum::<u64>() == bytes
}

/// Is one access made before another, both in statements that are run once?
pub(crate) fn precedes(program: &Program, first: &Access, second: &Access) -> bool {
    let (one, other) = (program.stmts[first.stmt].span, program.stmts[second.stmt].span);
    let is_assigned = || match program.stmts[first.stmt].kind {
        StmtKind::Expr(expr) => match program.exprs[expr].kind {
            ExprKind::Assign { lhs, .. } | ExprKind::AssignOp { lhs, .. } => {
                lhs == second.lvalue && first.lvalue != lhs
            }
            _ => false,
        },
        _ => false,
    };
    match first.stmt == second.stmt {
        true => is_assigned(),
        false => {
            let is_condition = matches!(program.stmts[first.stmt].kind, StmtKind::If { .. });
            one.hi <= other.lo || is_condition && one.lo <= other.lo && other.hi <= one.hi
        }
    }
}
