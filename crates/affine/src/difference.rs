//! One set without another: a union of sets that have no point in common.
//!
//! `0 <= i < n` without `2 <= i <= 5` is `0 <= i < n, i < 2` and `0 <= i < n, i > 5`. Each
//! constraint of what is taken away gives the points that it alone, of those so far,
//! excludes:
//!
//! ```
//! use affine::{LinearExpr, Set, Var};
//! let i = LinearExpr::var(Var(0));
//! let number = LinearExpr::constant;
//! let row = Set::universe().with_range(&i, &number(0), &number(9));
//! let middle = Set::universe().with_range(&i, &number(2), &number(5));
//! assert_eq!(row.minus(&middle).map(|pieces| pieces.len()), Some(2));
//! ```
//! The invariant: where both sets are exact, the pieces hold exactly the points of the
//! first that are not in the second. An approximate second set (one with too many
//! points) takes too much away.

use crate::boxes::Intervals;
use crate::constraint::{Constraint, Relation};
use crate::effort::Exact;
use crate::linear::LinearExpr;
use crate::set::Set;

/// A congruence of a larger modulus is not spelled out remainder by remainder.
const LARGEST_MODULUS: i128 = 8;

impl Set {
    /// The points of `self` that are not in `other`; pieces that are proven empty are
    /// left out. `None` where the pieces cannot be written down.
    pub fn minus(&self, other: &Set) -> Option<Vec<Set>> {
        let mut pieces = Vec::new();
        let mut so_far = self.clone();
        let own = Intervals::of(self.constraints());
        // What holds in all of the first set excludes none of its points.
        let holds =
            |constraint: &Constraint| own.imply(constraint) || self.constraints().contains(constraint);
        for constraint in other.constraints().iter().filter(|constraint| !holds(constraint)) {
            for outside in negated(constraint).ok()?? {
                if !so_far.is_empty_with(&outside) {
                    pieces.push(so_far.clone().with(Ok(outside)));
                }
            }
            so_far.constrain(Ok(constraint.clone()));
        }
        Some(pieces)
    }
}

/// Constraints of which exactly one holds where this one does not.
fn negated(constraint: &Constraint) -> Exact<Option<Vec<Constraint>>> {
    let zero = LinearExpr::constant(0);
    let expr = constraint.expr();
    Ok(Some(match constraint.relation() {
        Relation::NonNegative => vec![Constraint::less(expr, &zero)?],
        Relation::Zero => vec![Constraint::less(expr, &zero)?, Constraint::less(&zero, expr)?],
        Relation::MultipleOf(modulus) if modulus <= LARGEST_MODULUS => {
            let with_remainder = |rest: i128| Constraint::multiple_of(&expr.plus_constant(-rest)?, modulus);
            (1..modulus).map(with_remainder).collect::<Exact<Vec<_>>>()?
        }
        Relation::MultipleOf(_) => return Ok(None),
    }))
}
