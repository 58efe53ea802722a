//! Shadows: what inequalities on x say about everything else.
//!
//! A lower bound `b*x >= l` and an upper bound `a*x <= u` leave a rational x
//! exactly when `a*l <= b*u`. All such pairs together are the **real shadow**.
//! An integer x is certain when the gap is wide enough,
//! `b*u - a*l >= (a-1)*(b-1)`: the **dark shadow**. When a or b is 1 the two are
//! the same and nothing is lost.
//!
//! Example: `n <= 3*x <= n + 1`. A rational x exists for every n (the real
//! shadow is everything), the gap is too narrow to promise an integer (the dark
//! shadow is empty), and the truth lies between: n is 0 or 2 modulo 3.
//!
//! The invariant: dark shadow within integer shadow within real shadow.

use super::system::{Row, System};
use crate::arithmetic::{gcd, mul, sub};
use crate::effort::{Effort, Exact};

/// Which of the two shadows is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shadow {
    /// Where a rational value exists: may hold too much.
    Real,
    /// Where an integer value surely exists: may hold too little.
    Dark,
}

/// The column to remove next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    pub(crate) column: usize,
    /// Whether its real and dark shadow are the same.
    pub(crate) exact: bool,
}

/// The inequalities split by what they say about one column.
pub(crate) struct Split {
    /// Positive coefficient: lower bounds.
    pub(crate) lower: Vec<Row>,
    /// Negative coefficient: upper bounds.
    pub(crate) upper: Vec<Row>,
    /// Silent about the column.
    pub(crate) rest: Vec<Row>,
}

/// Among `columns`, prefers exact elimination, then fewest new rows.
pub(crate) fn cheapest_column(system: &System, columns: &[bool]) -> Option<Choice> {
    let mut best: Option<((bool, i64), usize)> = None;
    for column in (0..system.width).filter(|&column| columns[column]) {
        let Some((inexact, growth)) = elimination_cost(system, column) else { continue };
        let cost = (inexact, growth);
        if best.is_none_or(|(least, _)| cost < least) {
            best = Some((cost, column));
        }
    }
    best.map(|((inexact, _), column)| Choice { column, exact: !inexact })
}

/// Whether exactness is lost, and by how many rows the system would grow.
fn elimination_cost(system: &System, column: usize) -> Option<(bool, i64)> {
    let (mut lowers, mut uppers) = (0_i64, 0_i64);
    let (mut lower_units, mut upper_units) = (true, true);
    for row in &system.inequalities {
        let coefficient = row.coefficients[column];
        if coefficient > 0 {
            lowers += 1;
            lower_units &= coefficient == 1;
        } else if coefficient < 0 {
            uppers += 1;
            upper_units &= coefficient == -1;
        }
    }
    let exact = lower_units || upper_units || lowers == 0 || uppers == 0;
    (lowers + uppers > 0).then_some((!exact, lowers * uppers - lowers - uppers))
}

/// Sorts the inequalities by what they say about `column`.
pub(crate) fn split(system: &System, column: usize) -> Split {
    let mut split = Split { lower: Vec::new(), upper: Vec::new(), rest: Vec::new() };
    for row in &system.inequalities {
        let side = match row.coefficients[column].signum() {
            1 => &mut split.lower,
            -1 => &mut split.upper,
            _ => &mut split.rest,
        };
        side.push(row.clone());
    }
    split
}

/// The system without `column`: its shadow on the other columns. The column
/// must occur in inequalities only.
pub(crate) fn cast(
    system: &System,
    split: &Split,
    column: usize,
    kind: Shadow,
    effort: &mut Effort,
) -> Exact<System> {
    let mut inequalities = split.rest.clone();
    for lower in &split.lower {
        for upper in &split.upper {
            effort.spend(system.width + 1)?;
            inequalities.push(pair(lower, upper, column, kind)?);
        }
    }
    Ok(System {
        width: system.width,
        equalities: system.equalities.clone(),
        inequalities,
        congruences: system.congruences.clone(),
    })
}

/// What one lower and one upper bound demand of the other columns.
pub(crate) fn pair(lower: &Row, upper: &Row, column: usize, kind: Shadow) -> Exact<Row> {
    let (b, a) = (lower.coefficients[column], -upper.coefficients[column]);
    match kind {
        Shadow::Real => {
            let common = gcd(a, b).max(1);
            lower.combined(a / common, upper, b / common)
        }
        Shadow::Dark => {
            let mut row = lower.combined(a, upper, b)?;
            row.constant = sub(row.constant, mul(a - 1, b - 1)?)?;
            Ok(row)
        }
    }
}
