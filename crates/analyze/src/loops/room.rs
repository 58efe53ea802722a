//! Index values beyond the end of a loop.
//!
//! ```c
//! for (unsigned i = n; i > 0; i--)        // the last round of 64 threads starts at 3 - 4, "inside" again
//! for (int i = lo; i < hi; i++)           // `i + 256` beyond a `hi` near INT_MAX
//! ```
//! A sequential loop ends at its bound. Where its iterations are handed out, or put into tiles, values beyond the bound are computed
//! and compared with it, and where the index's type has no room for them they seem to be inside. Such loops are counted apart from their index, or
//! refused.
//!
//! There is room where the bound is far from the end of the type. A bound that is a number says it exactly; otherwise it is taken to be where
//! 1. the loop starts at a small number, or at the index of a loop that does: coming near the end takes a billion iterations, or
//! 2. it counts a signed index down to a small number, or
//! 3. the index itself is a subscript: an array of so many elements has an index of 64 bits.
//!
//! Whatever else a loop starts at may be anything.

use hir::const_eval::{self, integer_format};
use hir::{BinaryOp, ExprId, ExprKind, Program, StmtKind, VarId};

use crate::CanonicalLoop;

/// So many iterations beyond the end are thought of: those of a large grid.
const REACH: i128 = 1 << 24;

/// Indices that start at other indices are followed so far.
const DEEPEST: u32 = 4;

/// Could a value beyond the loop's end wrap around, and seem to be inside?
pub fn may_wrap(program: &Program, canonical: &CanonicalLoop) -> bool {
    let Some(own) = integer_format(program, program.vars[canonical.index].ty) else { return true };
    let beyond = i128::from(canonical.step) * REACH;
    // A type of fewer bits is soon exhausted by a grid's stride; an unsigned index that counts down passes zero.
    if own.width < 32 {
        return true;
    }
    let small = Small { program, most: 1 << (own.width.min(64) - 2) };
    let is_down = canonical.step < 0;
    if let Some(bound) = const_eval::integer(program, canonical.bound) {
        let starts_well = is_down || small.is_it(canonical.first, 0) || small.is_subscript(canonical);
        return !own.holds(bound.saturating_add(beyond)) || !starts_well;
    }
    is_down && !own.signed || !small.is_it(canonical.first, 0) && !small.is_subscript(canonical)
}

/// Numbers that are far from the end of a type.
struct Small<'p> {
    program: &'p Program,
    most: i128,
}

impl Small<'_> {
    /// Is it a small number, an index that starts at one, or made of such? Expressions nest as deep as the parser lets them.
    fn is_it(&self, expr: ExprId, depth: u32) -> bool {
        let expr = self.program.without_casts(expr);
        if let Some(value) = const_eval::integer(self.program, expr) {
            return value.abs() <= self.most;
        }
        match self.program.exprs[expr].kind {
            ExprKind::Var(var) => depth < DEEPEST && self.is_index_from_small(var, depth),
            ExprKind::Binary { op: BinaryOp::Add | BinaryOp::Sub, lhs, rhs } => {
                self.is_it(lhs, depth) && self.is_it(rhs, depth)
            }
            ExprKind::Binary { op: BinaryOp::Div | BinaryOp::Rem, lhs, .. } => self.is_it(lhs, depth),
            ExprKind::Conditional { then: Some(then), otherwise, .. } => {
                self.is_it(then, depth) && self.is_it(otherwise, depth)
            }
            _ => false,
        }
    }

    fn is_index_from_small(&self, var: VarId, depth: u32) -> bool {
        let mut starts = self.program.stmts.iter().filter_map(|(stmt, node)| match node.kind {
            StmtKind::For { init, .. } if self.program.loop_index(stmt) == Some(var) => Some(init),
            _ => None,
        });
        let is_small = |init: Option<hir::StmtId>| {
            init.and_then(|init| super::canonical_loop::start_value(self.program, init))
                .is_some_and(|first| self.is_it(first, depth + 1))
        };
        starts.next().is_some_and(is_small) && starts.all(is_small)
    }

    /// Is `i`, or `i * w + j`, a subscript in the body, and nothing large taken from it?
    fn is_subscript(&self, canonical: &CanonicalLoop) -> bool {
        let program = self.program;
        program.exprs_below(canonical.body).any(|expr| match program.exprs[expr].kind {
            ExprKind::Index { index, .. } => {
                program.mentions(index, canonical.index) && self.takes_nothing_large(index)
            }
            _ => false,
        })
    }

    fn takes_nothing_large(&self, subscript: ExprId) -> bool {
        let program = self.program;
        let is_large = |term: ExprId| const_eval::integer(program, term).is_some_and(|n| n.abs() > self.most);
        program.exprs_below(subscript).all(|expr| match program.exprs[expr].kind {
            ExprKind::Binary { op: BinaryOp::Sub, rhs, .. } => self.is_it(rhs, 0),
            ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } => !is_large(lhs) && !is_large(rhs),
            ExprKind::Binary { op: BinaryOp::Mul, .. }
            | ExprKind::Var(_)
            | ExprKind::Int { .. }
            | ExprKind::Enumerator(_)
            | ExprKind::Cast { .. } => true,
            _ => false,
        })
    }
}
