//! Can two accesses touch the same element, and in which order?
//!
//! `A[i+1] = ..` and `.. = A[i]` in one loop: iteration 0 writes what iteration 1
//! reads. The two accesses get their own copies of the loop index, i and i',
//! and the question is whether `i + 1 = i'` has a solution in the iteration
//! space: yes, with `i' - i = 1`, so the *distance* is 1 and the *direction* is
//! "source before sink".
//!
//! - [`quick`]: tests that settle most pairs with a glance (GCD, Banerjee).
//! - [`vectors`]: directions and distances, loop level by loop level.
//!
//! Loop variables must grow in execution order: for a loop that counts down,
//! use its iteration number. The invariant: `Independent` is a proof, a
//! `Dependent` pair is a real collision of the two accesses as given.

pub mod quick;
pub mod vectors;

use crate::answer::Feasibility;
use crate::constraint::Constraint;
use crate::effort::GaveUp;
use crate::linear::{LinearExpr, Var};
use crate::point::Point;
use crate::set::Set;

use quick::QuickTest;
use vectors::Direction;

/// One reference to an array, with the space its loops run through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// One subscript for each dimension.
    pub subscripts: Vec<LinearExpr>,
    /// The values of the loop variables; parameters are shared by name.
    pub domain: Set,
}

/// A loop that encloses both accesses, under the name each access gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommonLoop {
    /// The loop's variable in the source's domain.
    pub source: Var,
    /// The same loop's variable in the sink's domain.
    pub sink: Var,
}

/// Two accesses to one array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessPair {
    /// The one that is written first in the text.
    pub source: Access,
    /// The other.
    pub sink: Access,
    /// The loops around both, outermost first.
    pub common: Vec<CommonLoop>,
}

/// Why two accesses never meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Independence {
    /// A subscript equation has no integer solution at all.
    Gcd,
    /// The values of a subscript lie in disjoint ranges.
    Banerjee,
    /// The whole system of constraints has no solution.
    Exact,
}

/// Whether two accesses touch a common element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dependence {
    /// Never.
    Independent(Independence),
    /// They do, at these values of the loop variables and parameters.
    Dependent(Point),
    /// Not settled.
    Unknown(GaveUp),
}

impl Dependence {
    /// Whether independence is proven.
    pub fn is_independent(&self) -> bool {
        matches!(self, Dependence::Independent(_))
    }

    /// The collision, when one was found.
    pub fn witness(&self) -> Option<&Point> {
        match self {
            Dependence::Dependent(point) => Some(point),
            Dependence::Independent(_) | Dependence::Unknown(_) => None,
        }
    }
}

impl AccessPair {
    /// Whether the two accesses ever touch the same element.
    pub fn test(&self) -> Dependence {
        self.test_in(&[])
    }

    /// Whether they do in iterations that stand in the given directions, one
    /// for each common loop from the outermost; missing ones are free.
    pub fn test_in(&self, directions: &[Direction]) -> Dependence {
        if self.source.subscripts.len() != self.sink.subscripts.len() {
            return Dependence::Unknown(GaveUp::Approximation);
        }
        match quick::test(self) {
            QuickTest::Independent(reason) => Dependence::Independent(reason),
            QuickTest::Open => match self.meeting_set(directions).feasibility() {
                Feasibility::Empty => Dependence::Independent(Independence::Exact),
                Feasibility::Inhabited(point) => Dependence::Dependent(point),
                Feasibility::Unknown(reason) => Dependence::Unknown(reason),
            },
        }
    }

    /// Whether `level` (0 is the outermost common loop) carries a dependence
    /// from source to sink: outer loops at the same, this one at a later
    /// iteration.
    pub fn carried_by(&self, level: usize) -> Dependence {
        let mut directions = vec![Direction::Same; level];
        directions.push(Direction::Before);
        self.test_in(&directions)
    }

    /// Whether the accesses meet in iterations that differ in at least one of
    /// the given levels, all other loops being free: what threads that divide
    /// those loops among them must not do.
    pub fn meets_across(&self, levels: &[usize]) -> Dependence {
        let mut verdict = Dependence::Independent(Independence::Exact);
        for &level in levels {
            for differing in [Direction::Before, Direction::After] {
                let mut directions = vec![Direction::Any; level];
                directions.push(differing);
                match self.test_in(&directions) {
                    Dependence::Independent(_) => {}
                    Dependence::Dependent(point) => return Dependence::Dependent(point),
                    Dependence::Unknown(reason) => verdict = Dependence::Unknown(reason),
                }
            }
        }
        verdict
    }

    /// Both iteration spaces, equal subscripts, and the directions.
    pub fn meeting_set(&self, directions: &[Direction]) -> Set {
        let mut set = self.source.domain.intersect(&self.sink.domain);
        for (source, sink) in self.source.subscripts.iter().zip(&self.sink.subscripts) {
            set = set.with_equal(source, sink);
        }
        for (common, direction) in self.common.iter().zip(directions) {
            let (source, sink) = (LinearExpr::var(common.source), LinearExpr::var(common.sink));
            set = match direction {
                Direction::Before => set.with(Constraint::less(&source, &sink)),
                Direction::Same => set.with(Constraint::equal(&source, &sink)),
                Direction::After => set.with(Constraint::less(&sink, &source)),
                Direction::Any => set,
            };
        }
        set
    }
}
