//! The statements of one block over which a device copy lives.
//!
//! ```c
//! float *a = malloc(…);
//! for (t = 0; t < steps; t++) {          // the copy of `a` lives from before the loop …
//!     …kernel that uses a…
//!     …kernel that uses a…
//! }                                      // … to behind it
//! ```
//! It begins with the smallest run of statements that holds all uses, then leaves the loops around it, as long as the
//! array and its size are the same in every iteration.

use analyze::{Input, Place};
use hir::{ExprKind, StmtId};

use crate::changes::assigned_to;
use crate::tree::Tree;

/// Consecutive statements of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interval<'p> {
    /// The block.
    pub block: StmtId,
    /// The statements.
    pub stmts: &'p [StmtId],
}

impl<'p> Interval<'p> {
    /// The smallest one that holds all of these statements.
    pub fn around(tree: &Tree<'p>, held: &[StmtId]) -> Option<Interval<'p>> {
        let (first, rest) = held.split_first()?;
        let blocks = tree.around(*first).filter(|stmt| tree.is_listed(*stmt));
        for listed in blocks {
            let block = tree.parent(listed)?;
            let list = tree.list(block)?;
            let place_of = |stmt: StmtId| list.iter().position(|child| tree.is_inside(stmt, *child));
            let Some(places) = rest.iter().map(|stmt| place_of(*stmt)).collect::<Option<Vec<usize>>>() else {
                continue;
            };
            let own = place_of(*first)?;
            let from = places.iter().copied().fold(own, usize::min);
            let to = places.iter().copied().fold(own, usize::max);
            let stmts = list.get(from..=to)?;
            // A label at either end is no place for a directive.
            if tree.is_listed(*stmts.first()?) {
                return Some(Interval { block, stmts });
            }
        }
        None
    }

    /// The same around the nearest loop; `None` without one, or where the array is not the same throughout.
    pub fn outside_loop(self, input: &Input<'_>, tree: &Tree<'p>, place: &Place) -> Option<Interval<'p>> {
        let first = *self.stmts.first()?;
        let outer = tree.loops_around(first).next()?;
        let program = input.program;
        if program.declared_below(outer).any(|var| var == place.var) {
            return None;
        }
        let is_exchanged = |value: hir::ExprId| {
            let value = program.without_casts(value);
            matches!(program.exprs[value].kind, ExprKind::Var(_) | ExprKind::Member { .. })
        };
        if !assigned_to(input, &[outer], place).into_iter().all(is_exchanged) {
            return None;
        }
        Interval::around(tree, &[tree.listed(outer)?])
    }
}
