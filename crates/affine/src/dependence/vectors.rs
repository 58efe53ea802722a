//! Direction and distance vectors: how the iterations of a dependence lie.
//!
//! For `A[i+1][j] = A[i][j-1]` the vector is (before, before) with distance
//! (1, 1): the value travels one row down and one column on. Directions are
//! refined level by level: a prefix without solutions is never extended.
//!
//! The invariant: every collision of the pair falls under one of the vectors;
//! a vector with a witness really occurs.

use super::{AccessPair, Dependence};
use crate::linear::LinearExpr;
use crate::point::Point;
use crate::set::Set;

/// Solver questions for one pair; beyond it inner levels stay `Any`.
const MAX_QUESTIONS: usize = 400;

/// How the source's iteration of one loop lies to the sink's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// The source's is earlier, `<`.
    Before,
    /// They are the same, `=`.
    Same,
    /// The source's is later, `>`.
    After,
    /// Not distinguished, `*`.
    Any,
}

/// One way in which the iterations of two accesses can collide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DependenceVector {
    /// A direction for each common loop, outermost first.
    pub directions: Vec<Direction>,
    /// `sink - source` for each loop, where it is always the same number.
    pub distances: Vec<Option<i128>>,
    /// A collision; `None` when the solver gave up and it is only possible.
    pub witness: Option<Point>,
}

impl DependenceVector {
    /// The outermost loop whose iterations differ: the one that carries the
    /// dependence. `None` when both accesses are in one iteration.
    pub fn carried_level(&self) -> Option<usize> {
        self.directions.iter().position(|&direction| direction != Direction::Same)
    }
}

impl AccessPair {
    /// All directions in which the accesses collide; empty when they never do.
    pub fn vectors(&self) -> Vec<DependenceVector> {
        let mut vectors = Vec::new();
        let mut questions = 0;
        // Depth first with the last pushed prefix on top: each prefix is asked
        // once, and results come out in the order before, same, after.
        let mut pending = vec![Vec::new()];
        while let Some(prefix) = pending.pop() {
            questions += 1;
            let witness = match self.test_in(&prefix) {
                Dependence::Independent(_) => continue,
                Dependence::Dependent(point) => Some(point),
                Dependence::Unknown(_) => None,
            };
            if prefix.len() < self.common.len() && questions < MAX_QUESTIONS {
                for direction in [Direction::After, Direction::Same, Direction::Before] {
                    pending.push([prefix.as_slice(), &[direction]].concat());
                }
                continue;
            }
            vectors.push(self.vector(prefix, witness));
        }
        vectors
    }

    fn vector(&self, mut directions: Vec<Direction>, witness: Option<Point>) -> DependenceVector {
        directions.resize(self.common.len(), Direction::Any);
        let meeting = self.meeting_set(&directions);
        let distances = (0..directions.len()).map(|level| match directions[level] {
            Direction::Same => Some(0),
            Direction::Before | Direction::After | Direction::Any => {
                self.constant_distance(level, &meeting, witness.as_ref()?)
            }
        });
        let distances = distances.collect();
        DependenceVector { directions, distances, witness }
    }

    /// The distance seen in the witness, if no other occurs.
    fn constant_distance(&self, level: usize, meeting: &Set, witness: &Point) -> Option<i128> {
        let common = self.common[level];
        let distance = LinearExpr::var(common.sink).minus(&LinearExpr::var(common.source)).ok()?;
        let seen = distance.evaluate(witness).ok()?;
        meeting.implies_equal(&distance, &LinearExpr::constant(seen)).is_proven().then_some(seen)
    }
}
