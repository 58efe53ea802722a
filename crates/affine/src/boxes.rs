//! Constraints that speak of one variable each: what most sets of array elements are.
//!
//! `0 <= i <= 9, 2 <= i` is a box: each variable has a first and a last value, and nothing connects two of them.
//! There is a point exactly if no variable's last value is before its first, so such sets never reach the
//! solver; nor do others whose constraints on single variables already contradict each other.
//!
//! The invariant: the answer is the solver's, point and all.

use crate::constraint::{Constraint, Relation};
use crate::linear::Var;
use crate::point::Point;

/// What constraints say of single variables.
pub(crate) enum Boxed {
    /// They contradict each other, or one contradicts itself.
    Empty,
    /// They are all there is: the point nearest to zero.
    Inhabited(Point),
    /// There are others.
    Open,
}

/// The values that one variable may have.
struct Interval {
    var: Var,
    first: Option<i128>,
    last: Option<i128>,
}

impl Interval {
    fn from(&mut self, value: i128) {
        self.first = Some(self.first.map_or(value, |first| first.max(value)));
    }

    fn up_to(&mut self, value: i128) {
        self.last = Some(self.last.map_or(value, |last| last.min(value)));
    }

    fn is_empty(&self) -> bool {
        matches!((self.first, self.last), (Some(first), Some(last)) if first > last)
    }

    fn nearest_to_zero(&self) -> i128 {
        match (self.first, self.last) {
            (Some(first), _) if first > 0 => first,
            (_, Some(last)) if last < 0 => last,
            _ => 0,
        }
    }
}

/// Looks at constraints one by one.
pub(crate) fn boxed<'a>(constraints: impl IntoIterator<Item = &'a Constraint>) -> Boxed {
    let mut intervals: Vec<Interval> = Vec::new();
    let mut is_open = false;
    for constraint in constraints {
        let expr = constraint.expr();
        let (var, coefficient) = match *expr.terms() {
            [] if constraint.is_tautology() => continue,
            [] => return Boxed::Empty,
            [term] => term,
            _ => {
                is_open = true;
                continue;
            }
        };
        // Reduced constraints have no common factor, and constants that can be negated.
        let value = -expr.constant_part();
        let at = intervals.iter().position(|known| known.var == var).unwrap_or_else(|| {
            intervals.push(Interval { var, first: None, last: None });
            intervals.len() - 1
        });
        let interval = &mut intervals[at];
        match (constraint.relation(), coefficient) {
            (Relation::NonNegative, 1) => interval.from(value),
            (Relation::NonNegative, -1) => interval.up_to(-value),
            (Relation::Zero, 1) => {
                interval.from(value);
                interval.up_to(value);
            }
            _ => is_open = true,
        }
        if interval.is_empty() {
            return Boxed::Empty;
        }
    }
    match is_open {
        true => Boxed::Open,
        false => {
            Boxed::Inhabited(intervals.iter().map(|known| (known.var, known.nearest_to_zero())).collect())
        }
    }
}
