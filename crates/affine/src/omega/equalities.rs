//! Removing variables with equalities, over the integers, without loss.
//!
//! `6*x + 10*y + e = 0` cannot simply be solved for x. But a *shear*, a change of
//! one variable by whole multiples of others, can be undone: `x = x' - 2*y` gives
//! `6*x' - 2*y + e = 0`, then `y = y' + 3*x'` gives `-2*y' + e = 0`. That is
//! Euclid's algorithm played on columns; it ends with the greatest common
//! divisor. Now y' is known, and e must be even, which is a congruence.
//!
//! The invariant: solutions of the old system and of the new one correspond
//! one to one; the [`Step`]s say how.

use super::system::{Congruence, Row, System};
use super::trail::Step;
use crate::arithmetic::{div_nearest, mul, neg, sub};
use crate::effort::{Effort, Exact};

/// Uses every equality that mentions a column of `columns` to remove one.
pub(crate) fn eliminate_equalities(
    system: &mut System,
    columns: &[bool],
    trail: &mut Vec<Step>,
    effort: &mut Effort,
) -> Exact<()> {
    while let Some(index) = easiest_equality(system, columns) {
        let mut equality = system.equalities.remove(index);
        let Some(pivot) = single_out(system, &mut equality, columns, trail, effort)? else { continue };
        substitute(system, &equality, pivot, effort)?;
        trail.push(Step::Solved { column: pivot, equality });
    }
    Ok(())
}

/// The equality with the smallest coefficient to solve for: least growth.
fn easiest_equality(system: &System, columns: &[bool]) -> Option<usize> {
    let ease = |row: &Row| smallest_column(row, columns).map(|column| row.coefficients[column].abs());
    let ranked = system.equalities.iter().enumerate().filter_map(|(index, row)| Some((ease(row)?, index)));
    ranked.min().map(|(_, index)| index)
}

/// The chosen column whose coefficient is smallest in magnitude, not zero.
fn smallest_column(row: &Row, columns: &[bool]) -> Option<usize> {
    let candidates = row.coefficients.iter().zip(columns).enumerate();
    candidates
        .filter(|(_, (coefficient, chosen))| **chosen && **coefficient != 0)
        .min_by_key(|(_, (coefficient, _))| coefficient.abs())
        .map(|(column, _)| column)
}

/// Shears columns until the equality can be solved for the returned one: its
/// coefficient is a unit, or no other chosen column is left in the equality.
fn single_out(
    system: &mut System,
    equality: &mut Row,
    columns: &[bool],
    trail: &mut Vec<Step>,
    effort: &mut Effort,
) -> Exact<Option<usize>> {
    loop {
        let Some(pivot) = smallest_column(equality, columns) else { return Ok(None) };
        let divisor = equality.coefficients[pivot];
        if divisor.abs() == 1 {
            return Ok(Some(pivot));
        }
        let multiples: Vec<(usize, i128)> = (0..system.width)
            .filter(|&column| column != pivot && columns[column] && equality.coefficients[column] != 0)
            .map(|column| (column, div_nearest(equality.coefficients[column], divisor)))
            .collect();
        if multiples.is_empty() {
            return Ok(Some(pivot));
        }
        effort.spend((system.equalities.len() + system.inequalities.len() + 1) * multiples.len())?;
        shear(equality, pivot, &multiples)?;
        let rows = system.equalities.iter_mut().chain(&mut system.inequalities);
        for row in rows.chain(system.congruences.iter_mut().map(|c| &mut c.row)) {
            shear(row, pivot, &multiples)?;
        }
        trail.push(Step::Shear { column: pivot, multiples });
    }
}

/// Rewrites a row for `pivot = pivot' - sum(multiple * other)`.
fn shear(row: &mut Row, pivot: usize, multiples: &[(usize, i128)]) -> Exact<()> {
    let coefficient = row.coefficients[pivot];
    if coefficient == 0 {
        return Ok(());
    }
    for &(other, multiple) in multiples {
        row.coefficients[other] = sub(row.coefficients[other], mul(coefficient, multiple)?)?;
    }
    Ok(())
}

/// Replaces `pivot` everywhere by its value from `equality`, scaling rows by
/// the pivot's coefficient where that is not a unit.
fn substitute(system: &mut System, equality: &Row, pivot: usize, effort: &mut Effort) -> Exact<()> {
    let coefficient = equality.coefficients[pivot];
    let (scale, sign) = (coefficient.abs(), coefficient.signum());
    let rows = system.equalities.iter_mut().chain(&mut system.inequalities);
    for row in rows {
        let amount = row.coefficients[pivot];
        if amount != 0 {
            effort.spend(system.width)?;
            *row = row.combined(scale, equality, neg(mul(amount, sign)?)?)?;
        }
    }
    for congruence in &mut system.congruences {
        let amount = congruence.row.coefficients[pivot];
        if amount != 0 {
            effort.spend(system.width)?;
            congruence.row = congruence.row.combined(scale, equality, neg(mul(amount, sign)?)?)?;
            congruence.modulus = mul(congruence.modulus, scale)?;
        }
    }
    if scale > 1 {
        let mut rest = equality.clone();
        rest.coefficients[pivot] = 0;
        system.congruences.push(Congruence { row: rest, modulus: scale });
    }
    Ok(())
}
