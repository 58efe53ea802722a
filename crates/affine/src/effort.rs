//! How much work a question may cost, and why an answer may be missing.
//!
//! Deciding integer constraints is NP-hard, and its numbers can outgrow any
//! fixed width. Both ends are made visible: each query spends [`Effort`], each
//! number is checked, and a query that runs out says [`GaveUp`].
//!
//! The invariant: running out never turns into a yes or a no.

use std::fmt;

/// A result that is mathematically exact, or the reason there is none.
pub type Exact<T> = Result<T, GaveUp>;

/// Why a question was left open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GaveUp {
    /// A number left the range of `i128`.
    Overflow,
    /// The effort allowed for the question is spent.
    Effort,
    /// The constraints are only an over-approximation of what was meant: they
    /// can prove absence, but a point in them need not be real.
    Approximation,
}

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GaveUp::Overflow => "a coefficient grew too large",
            GaveUp::Effort => "the constraints are too complex",
            GaveUp::Approximation => "the constraints are only approximate",
        })
    }
}

impl std::error::Error for GaveUp {}

/// A budget of elementary steps (one coefficient updated or compared).
///
/// The default settles every problem of the usual size (a dozen variables,
/// thirty constraints) and stops the rest after some milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    steps_left: u64,
}

impl Effort {
    /// A budget of `steps` elementary steps.
    pub fn of_steps(steps: u64) -> Effort {
        Effort { steps_left: steps }
    }

    /// Takes `steps` from the budget.
    pub(crate) fn spend(&mut self, steps: usize) -> Exact<()> {
        self.spend_again(u64::try_from(steps).map_err(|_| GaveUp::Effort)?)
    }

    /// Takes steps for what is known already.
    pub(crate) fn spend_again(&mut self, steps: u64) -> Exact<()> {
        self.steps_left = self.steps_left.checked_sub(steps).ok_or(GaveUp::Effort)?;
        Ok(())
    }

    /// What was spent since.
    pub(crate) fn spent_until(self, later: Effort) -> u64 {
        self.steps_left - later.steps_left
    }
}

impl Default for Effort {
    fn default() -> Effort {
        Effort::of_steps(1_000_000)
    }
}
