//! `collapse(n)`: one loop in place of a perfect nest.
//!
//! ```c
//! for (long i_j = 0; i_j < (long)n * m; i_j++) {
//!     int i = i_j / m;
//!     int j = i_j % m;
//! ```
//! The order of iterations stays as it is, so it is always right.

use std::collections::HashMap;

use analyze::CanonicalLoop;
use hir::{Builder, Duplicate, ExprId, ExprKind, StmtId, StmtKind, Type, VarId};

use crate::counts::{counted_loop, trips, wide};
use crate::nest::statements;
use crate::{Kitchen, Refusal};

const RECIPE: &str = "collapsed";

impl Kitchen<'_> {
    pub(crate) fn collapse(&mut self, stmt: StmtId, depth: ExprId) -> Result<StmtId, Refusal> {
        let depth = hir::const_eval::integer(self.program, depth).and_then(|n| usize::try_from(n).ok());
        let depth = depth.unwrap_or(1).max(1);
        if depth == 1 {
            return Ok(stmt);
        }
        let loops = self.perfect_nest(RECIPE, stmt, depth)?;
        for canonical in &loops {
            self.index_not_used_after(RECIPE, canonical)?;
        }
        let innermost = loops.last().map_or(stmt, |canonical| canonical.body);
        let names: Vec<String> = loops.iter().map(|canonical| self.name_of(canonical.index)).collect();
        let all = self.fresh(&names.join("_"), Type::LONG, stmt);
        let mut b = self.builder(stmt);
        let counts: Vec<ExprId> = loops.iter().map(|canonical| positive_trips(&mut b, canonical)).collect();
        let mut body = Vec::new();
        let mut own: HashMap<VarId, ExprId> = HashMap::new();
        for (level, canonical) in loops.iter().enumerate() {
            let number = digit(&mut b, all, &counts, level);
            let step = b.int(canonical.step.saturating_abs());
            let distance = b.mul(number, step);
            let first = Duplicate::new(&mut b).expr(canonical.first);
            let value = if canonical.step > 0 { b.add(first, distance) } else { b.sub(first, distance) };
            let index = b.program.vars[canonical.index].clone();
            let index = b.program.vars.alloc(index);
            body.push(b.declare(index, Some(value)));
            own.insert(canonical.index, b.var(index));
        }
        let mut duplicate = Duplicate::new(&mut b);
        duplicate.values = own;
        let innermost = duplicate.stmt(innermost);
        body.extend(statements(b.program, innermost));
        let body = b.stmt(StmtKind::Block(body));
        let mut total = wide(&mut b, counts[0]);
        for count in &counts[1..] {
            let count = Duplicate::new(&mut b).expr(*count);
            total = b.mul(total, count);
        }
        let zero = b.int(0);
        Ok(counted_loop(&mut b, (all, true), (zero, hir::BinaryOp::Lt, total, 1), body))
    }
}

/// The number of iterations, and zero where a loop has fewer than none.
fn positive_trips(b: &mut Builder<'_>, canonical: &CanonicalLoop) -> ExprId {
    let count = trips(b, canonical);
    if b.constant(count).is_some() {
        return count;
    }
    let (zero, other) = (b.int(0), b.int(0));
    let cond = b.binary(hir::BinaryOp::Gt, count, zero);
    let then = Duplicate::new(b).expr(count);
    let ty = b.program.exprs[count].ty;
    b.expr(ExprKind::Conditional { cond, then: Some(then), otherwise: other }, ty)
}

/// `all / (counts of the loops inside) % count`, as far as it is needed.
fn digit(b: &mut Builder<'_>, all: VarId, counts: &[ExprId], level: usize) -> ExprId {
    let mut value = b.var(all);
    for count in &counts[level + 1..] {
        let count = Duplicate::new(b).expr(*count);
        value = b.div(value, count);
    }
    if level > 0 {
        let count = Duplicate::new(b).expr(counts[level]);
        value = b.rem(value, count);
    }
    value
}
