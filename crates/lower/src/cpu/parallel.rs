//! Kernels whose threads never wait for each other: parallel loops.
//!
//! Without shared memory nothing depends on the shape of the grid, so the
//! loops stay as they were written, and the outermost one that is shared out
//! over blocks runs in parallel:
//!
//! ```text
//! #pragma omp parallel for
//! for (int i = 0; i < n; i++)
//!     for (int j = 0; j < n; j++)
//!         y[i][j] = a * x[i][j];
//! ```
//! A loop of few iterations is joined with the one it consists of, so that
//! there is work for every core.

use std::collections::HashMap;

use hir::const_eval::integer_format;
use hir::{Distribution, ExprId, ExprKind, StmtId, StmtKind, Type, VarId, VarStorage};
use kir::{Extent, Partition, Stmt};

use super::Lowering;
use super::flow::Flow;
use super::grid::partitions;

/// With fewer iterations most machines have idle cores. Joined loops are no
/// longer vector code, so it is done for few only.
const ENOUGH_ITERATIONS: i64 = 16;

impl<'a> Lowering<'a, '_> {
    /// Does a loop, or one inside it, go to more than one block?
    pub(super) fn is_spread_out(&self, stmt: &'a Stmt) -> bool {
        partitions(stmt).any(|p| p.over_block.is_some_and(|share| share.count != Extent::Constant(1)))
    }

    /// A loop that is shared out over blocks, in parallel.
    pub(super) fn parallel(&mut self, p: &'a Partition) -> Vec<StmtId> {
        let nest = self.joined(p);
        self.in_parallel = true;
        let mut body = match nest.last() {
            Some(innermost) => self.statement(&innermost.body),
            None => Vec::new(),
        };
        self.in_parallel = false;
        let (own, mut first_private) = self.private(&nest, &body);
        let mut values = HashMap::new();
        let own: Vec<VarId> = own.into_iter().map(|var| self.own(var, &mut values)).collect();
        body = body.iter().map(|&stmt| self.substituted(stmt, &values)).collect();
        if let Some(declaration) = self.declare_all_unset(&own) {
            body.insert(0, declaration);
        }
        let indices: Vec<VarId> = nest.iter().map(|level| level.index).collect();
        let made = self.parts.len();
        body = self.outlined("iteration", &indices, body);
        if self.parts.len() > made {
            // Arguments are private, and come with their value.
            first_private.clear();
        }
        let outermost = self.wide_outermost(&nest, &mut body);
        for (depth, level) in nest.iter().enumerate().rev() {
            let var = if depth == 0 { outermost } else { level.index };
            body = vec![self.loop_over(level, var, body)];
        }
        let mut pragma = String::from("omp parallel for");
        if nest.len() > 1 {
            pragma += &format!(" collapse({})", nest.len());
        }
        if let Some(chunk) = round_robin(p) {
            pragma += &format!(" schedule(static, {chunk})");
        }
        if !first_private.is_empty() {
            let names: Vec<String> = first_private.iter().map(|&var| self.b.name_of(var)).collect();
            pragma += &format!(" firstprivate({})", names.join(", "));
        }
        let pragma = self.b.symbol(&pragma);
        body.insert(0, self.b.stmt(StmtKind::Pragma(pragma)));
        // gcc counts the iterations of a signed loop before it asks whether there are any, and the ends of one that has none
        // may be farther apart than its type holds.
        let is_far = |level: &&&Partition| {
            let index = integer_format(self.b.program, self.b.program.vars[level.index].ty);
            (level.may_wrap || !level.has_plain_distance(self.b.program))
                && level.trips.constant().is_none()
                && index.is_some_and(|index| index.signed && index.width >= 32)
        };
        let far: Vec<&Partition> = nest.iter().filter(is_far).copied().collect();
        let runs = |level: &&Partition| {
            let (first, bound) = (self.for_block(level.first), self.for_block(level.bound.1));
            self.b.binary(level.bound.0, first, bound)
        };
        let guards: Vec<ExprId> = far.iter().map(runs).collect();
        match self.b.all_of(&guards) {
            Some(cond) => vec![self.b.if_then(cond, body)],
            None => body,
        }
    }

    /// The loops that run as one: the loop itself and, while there are too few
    /// iterations, the one that is all its body.
    fn joined(&self, p: &'a Partition) -> Vec<&'a Partition> {
        let mut nest = vec![p];
        let mut iterations = p.trips;
        let mut level = p;
        while iterations.constant().is_some_and(|count| count < ENOUGH_ITERATIONS) {
            let Some(inner) = only_partition(&level.body) else { break };
            let depends = |expr| {
                self.b.program.exprs_below(expr).any(|e| match self.b.program.exprs[e].kind {
                    ExprKind::Var(var) => nest.iter().any(|outer| outer.index == var),
                    _ => false,
                })
            };
            if depends(inner.first) || depends(inner.bound.1) {
                break;
            }
            iterations = match (iterations, inner.trips) {
                (Extent::Constant(outer), Extent::Constant(inner)) => {
                    Extent::Constant(outer.saturating_mul(inner))
                }
                (_, inner) => inner,
            };
            nest.push(inner);
            level = inner;
        }
        nest
    }

    /// The variable of the outermost loop. gcc numbers the iterations of joined
    /// loops in the widest type of their indices, and the chunks of a loop in
    /// the type of its index; where that could overflow, the outermost index
    /// gets a wider stand-in.
    fn wide_outermost(&mut self, nest: &[&Partition], body: &mut Vec<StmtId>) -> VarId {
        let index = nest[0].index;
        let size = |level: &&Partition| {
            let ty = self.b.program.vars[level.index].ty;
            self.b.program.size_of(ty).unwrap_or(1)
        };
        let widest = nest.iter().map(size).max().unwrap_or(1);
        let mut trips = nest.iter().map(|level| level.trips.constant());
        let product = trips.try_fold(1i64, |product, trips| product.checked_mul(trips?));
        let fits = widest >= 8 || product.is_some_and(|product| product < 1i64 << (8 * widest - 1));
        if size(&nest[0]) >= 4 && (nest.len() == 1 || fits) {
            return index;
        }
        let name = format!("{}_value", self.b.name_of(index));
        let wide = self.names.local(self.b, &name, Type::LONG);
        let value = self.b.var(wide);
        body.insert(0, self.b.declare(index, Some(value)));
        wide
    }

    /// Variables from outside that the body sets: each iteration has its own.
    /// Those that it may read first come with their value.
    fn private(&self, nest: &[&Partition], body: &[StmtId]) -> (Vec<VarId>, Vec<VarId>) {
        let flow = Flow::of(self.b.program, body);
        let is_outer = |var: &VarId| {
            let storage = self.b.program.vars[*var].storage;
            let is_scalar = matches!(storage, VarStorage::Local | VarStorage::Param);
            (is_scalar || self.kernel.locals.contains(var))
                && !flow.declared.contains(var)
                && !flow.inner.contains(var)
                && !nest.iter().any(|level| level.index == *var)
        };
        let outer = flow.assigned.iter().copied().filter(is_outer);
        let is_param = |var: &VarId| self.kernel.params.iter().any(|param| param.var == *var);
        outer.partition(|var| {
            !is_param(var) && (!flow.needed.contains(var) || self.kernel.locals.contains(var))
        })
    }
}

/// How many iterations in a row a loop deals out round robin.
fn round_robin(p: &Partition) -> Option<i64> {
    let is_cyclic = |share: &kir::BlockShare| share.is_said && share.distribution == Distribution::Cyclic;
    let share = p.over_block.filter(is_cyclic)?;
    match p.over_thread {
        _ if share.count == Extent::Constant(1) => None,
        Some(threads) => threads.count.constant()?.checked_mul(i64::try_from(p.jam).ok()?),
        None => Some(1),
    }
}

/// The partition that is all a statement consists of.
fn only_partition(stmt: &Stmt) -> Option<&Partition> {
    match stmt {
        Stmt::Partition(inner) => Some(inner),
        Stmt::Block(stmts) => match stmts.as_slice() {
            [only] => only_partition(only),
            _ => None,
        },
        _ => None,
    }
}
