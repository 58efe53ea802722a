//! The way back from a solved system to values of the original variables.
//!
//! Each elimination writes one [`Step`]; replaying them last to first turns
//! values of the columns that are left into values of all columns. After
//! `x = 2*y + 1` was used to remove x, replaying with y = 3 gives x = 7.

use super::system::Row;
use crate::arithmetic::{add, div_ceil, div_floor, mul, neg};
use crate::effort::{Exact, GaveUp};

/// How one column was removed, or rewritten.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// `column := column - sum(multiple * other)`: a change of basis.
    Shear { column: usize, multiples: Vec<(usize, i128)> },
    /// `column` was solved from an equality that mentions it.
    Solved { column: usize, equality: Row },
    /// `column` has room between these inequalities.
    Bounded { column: usize, inequalities: Vec<Row> },
}

/// Fills in the columns the steps removed. `None` when a [`Step::Bounded`]
/// column finds no integer between its bounds, which an inexact shadow allows.
pub(crate) fn replay(trail: &[Step], values: &mut [i128]) -> Exact<Option<()>> {
    for step in trail.iter().rev() {
        match step {
            Step::Shear { column, multiples } => {
                for &(other, multiple) in multiples {
                    let part = mul(multiple, values[other])?;
                    values[*column] = add(values[*column], neg(part)?)?;
                }
            }
            Step::Solved { column, equality } => {
                let Some(value) = solved_value(equality, *column, values)? else { return Ok(None) };
                values[*column] = value;
            }
            Step::Bounded { column, inequalities } => {
                let Some(value) = value_between(inequalities, *column, values)? else { return Ok(None) };
                values[*column] = value;
            }
        }
    }
    Ok(Some(()))
}

fn solved_value(equality: &Row, column: usize, values: &mut [i128]) -> Exact<Option<i128>> {
    values[column] = 0;
    let rest = equality.evaluate(values)?;
    let coefficient = equality.coefficients[column];
    if coefficient == 0 || rest % coefficient != 0 {
        return Ok(None);
    }
    Ok(Some(neg(rest / coefficient)?))
}

/// The integer nearest to zero that the inequalities leave for `column`.
pub(crate) fn value_between(inequalities: &[Row], column: usize, values: &mut [i128]) -> Exact<Option<i128>> {
    values[column] = 0;
    let (mut lower, mut upper): (Option<i128>, Option<i128>) = (None, None);
    for row in inequalities {
        let coefficient = row.coefficients[column];
        let rest = row.evaluate(values)?;
        if coefficient > 0 {
            let bound = div_ceil(neg(rest)?, coefficient);
            lower = Some(lower.map_or(bound, |tightest| tightest.max(bound)));
        } else if coefficient < 0 {
            let bound = div_floor(rest, -coefficient);
            upper = Some(upper.map_or(bound, |tightest| tightest.min(bound)));
        } else if rest < 0 {
            return Err(GaveUp::Approximation);
        }
    }
    Ok(match (lower, upper) {
        (Some(low), Some(high)) if low > high => None,
        (Some(low), _) if low > 0 => Some(low),
        (_, Some(high)) if high < 0 => Some(high),
        _ => Some(0),
    })
}
