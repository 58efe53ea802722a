//! The three-valued answers: yes with evidence, no with evidence, or open.
//!
//! `Proof::Disproven(i = 9, n = 9)` carries the values that break the claim, so
//! that a diagnostic can show them. The invariant: `Proven`, `Disproven`, `Empty`
//! and `Inhabited` are mathematically certain; doubt is always `Unknown`.

use crate::effort::GaveUp;
use crate::point::Point;

/// Whether constraints have an integer solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Feasibility {
    /// No integer point satisfies them.
    Empty,
    /// This point does.
    Inhabited(Point),
    /// Not settled.
    Unknown(GaveUp),
}

impl Feasibility {
    /// Whether emptiness is proven.
    pub fn is_empty(&self) -> bool {
        matches!(self, Feasibility::Empty)
    }

    /// The solution, when one was found.
    pub fn witness(&self) -> Option<&Point> {
        match self {
            Feasibility::Inhabited(point) => Some(point),
            Feasibility::Empty | Feasibility::Unknown(_) => None,
        }
    }
}

/// Whether a claim holds at every point of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// It holds everywhere (also when the set is empty).
    Proven,
    /// It fails at this point of the set.
    Disproven(Point),
    /// Not settled.
    Unknown(GaveUp),
}

impl Proof {
    /// Whether the claim is proven.
    pub fn is_proven(&self) -> bool {
        matches!(self, Proof::Proven)
    }

    /// The point where the claim fails, when one was found.
    pub fn counterexample(&self) -> Option<&Point> {
        match self {
            Proof::Disproven(point) => Some(point),
            Proof::Proven | Proof::Unknown(_) => None,
        }
    }

    /// Both claims together: the first doubt or failure counts, failure first.
    pub fn and(self, other: impl FnOnce() -> Proof) -> Proof {
        match self {
            Proof::Proven => other(),
            Proof::Disproven(_) => self,
            Proof::Unknown(_) => match other() {
                Proof::Disproven(point) => Proof::Disproven(point),
                Proof::Proven | Proof::Unknown(_) => self,
            },
        }
    }
}
