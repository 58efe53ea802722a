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

/// What constraints say of single variables, together.
#[derive(Default)]
pub(crate) struct Intervals {
    known: Vec<Interval>,
    /// There are constraints that this does not hold.
    is_open: bool,
    is_empty: bool,
}

impl Intervals {
    /// Looks at constraints one by one.
    pub(crate) fn of<'a>(constraints: impl IntoIterator<Item = &'a Constraint>) -> Intervals {
        let mut intervals = Intervals::default();
        for constraint in constraints {
            intervals.add(constraint);
            if intervals.is_empty {
                break;
            }
        }
        intervals
    }

    fn add(&mut self, constraint: &Constraint) {
        let expr = constraint.expr();
        let (var, coefficient) = match *expr.terms() {
            [] => {
                self.is_empty |= !constraint.is_tautology();
                return;
            }
            [term] => term,
            _ => {
                self.is_open = true;
                return;
            }
        };
        // Reduced constraints have no common factor, and constants that can be negated.
        let value = -expr.constant_part();
        let at = self.known.iter().position(|known| known.var == var).unwrap_or_else(|| {
            self.known.push(Interval { var, first: None, last: None });
            self.known.len() - 1
        });
        let interval = &mut self.known[at];
        match (constraint.relation(), coefficient) {
            (Relation::NonNegative, 1) => interval.from(value),
            (Relation::NonNegative, -1) => interval.up_to(-value),
            (Relation::Zero, 1) => {
                interval.from(value);
                interval.up_to(value);
            }
            _ => self.is_open = true,
        }
        self.is_empty |= interval.is_empty();
    }

    /// Does a constraint on one variable hold wherever these do? A "no" says nothing.
    pub(crate) fn imply(&self, claim: &Constraint) -> bool {
        let [(var, coefficient)] = *claim.expr().terms() else { return false };
        let Some(interval) = self.known.iter().find(|known| known.var == var) else { return false };
        let value = -claim.expr().constant_part();
        match (claim.relation(), coefficient) {
            (Relation::NonNegative, 1) => interval.first.is_some_and(|first| first >= value),
            (Relation::NonNegative, -1) => interval.last.is_some_and(|last| last <= -value),
            _ => false,
        }
    }
}

/// Looks at constraints one by one.
pub(crate) fn boxed<'a>(constraints: impl IntoIterator<Item = &'a Constraint>) -> Boxed {
    let intervals = Intervals::of(constraints);
    match intervals.known.as_slice() {
        _ if intervals.is_empty => Boxed::Empty,
        _ if intervals.is_open => Boxed::Open,
        known => Boxed::Inhabited(known.iter().map(|known| (known.var, known.nearest_to_zero())).collect()),
    }
}
