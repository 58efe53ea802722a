//! Does an integer solution exist, and which one?
//!
//! `0 <= i <= 9, 2*i = 3*j + 1, j >= 1` has the solution i = 2, j = 1;
//! `2*i - 2*j = 1` has none. Where shadows do not decide, any integer
//! solution that escaped the dark shadow lies close above some lower bound:
//! `b*x = l + k` for one of finitely many k. Each is an equality, a *splinter*.
//!
//! The invariant: `Some(values)` satisfies every row; `None` is a proof.

use super::equalities::eliminate_equalities;
use super::memory::Memory;
use super::shadow::{Choice, Shadow, Split, cast, cheapest_column, split};
use super::system::{Row, System, Verdict};
use super::trail::{Step, replay};
use crate::arithmetic::{add, div_floor, mul, sub};
use crate::effort::{Effort, Exact, GaveUp};

/// Recursion goes one column deeper at each level, so this bounds the stack.
pub(crate) const MAX_COLUMNS: usize = 64;

thread_local! {
    static SOLVED: Memory<Option<Vec<i128>>> = Memory::new();
}

/// Values for all columns of `system` that satisfy it, or the proof that none
/// exist.
pub(crate) fn solve(system: System, effort: &mut Effort) -> Exact<Option<Vec<i128>>> {
    SOLVED.with(|solved| solved.recall(system, &[], effort, find))
}

fn find(mut system: System, effort: &mut Effort) -> Exact<Option<Vec<i128>>> {
    let every = vec![true; system.width];
    let original_width = system.width;
    system.spell_out_congruences(&every)?;
    if system.width > MAX_COLUMNS {
        return Err(GaveUp::Effort);
    }
    let solution = solve_rows(system, effort)?;
    Ok(solution.map(|mut values| {
        values.truncate(original_width);
        values
    }))
}

fn solve_rows(mut system: System, effort: &mut Effort) -> Exact<Option<Vec<i128>>> {
    let every = vec![true; system.width];
    let mut trail = Vec::new();
    let mut values = loop {
        if system.normalise(effort)? == Verdict::Contradiction {
            return Ok(None);
        }
        if !system.equalities.is_empty() {
            eliminate_equalities(&mut system, &every, &mut trail, effort)?;
            continue;
        }
        let Some(choice) = cheapest_column(&system, &every) else { break vec![0; system.width] };
        let sides = split(&system, choice.column);
        if !choice.exact {
            match solve_inexact(&system, choice, &sides, effort)? {
                Some(values) => break values,
                None => return Ok(None),
            }
        }
        system = cast(&system, &sides, choice.column, Shadow::Real, effort)?;
        trail.push(bounded(choice.column, sides));
    };
    // Every step on this trail is exact, so a value is always found.
    let found = replay(&trail, &mut values)?.is_some();
    if found { Ok(Some(values)) } else { Err(GaveUp::Approximation) }
}

fn bounded(column: usize, sides: Split) -> Step {
    let mut inequalities = sides.lower;
    inequalities.extend(sides.upper);
    Step::Bounded { column, inequalities }
}

/// Removes a column whose shadows differ: real, then dark, then splinters.
fn solve_inexact(
    system: &System,
    choice: Choice,
    sides: &Split,
    effort: &mut Effort,
) -> Exact<Option<Vec<i128>>> {
    let rows: Vec<Row> = sides.lower.iter().chain(&sides.upper).cloned().collect();
    let step = [Step::Bounded { column: choice.column, inequalities: rows }];
    for kind in [Shadow::Real, Shadow::Dark] {
        let shadow = cast(system, sides, choice.column, kind, effort)?;
        let Some(mut values) = solve_rows(shadow, effort)? else {
            match kind {
                Shadow::Real => return Ok(None),
                Shadow::Dark => break,
            }
        };
        // A point of the real shadow often has an integer above it already.
        if replay(&step, &mut values)?.is_some() {
            return Ok(Some(values));
        }
    }
    solve_splinters(system, choice.column, sides, effort)
}

/// Tries `b*x = l + k` for each lower bound and each k that could hide a
/// solution outside the dark shadow.
fn solve_splinters(
    system: &System,
    column: usize,
    sides: &Split,
    effort: &mut Effort,
) -> Exact<Option<Vec<i128>>> {
    let widest = sides.upper.iter().map(|row| -row.coefficients[column]).max().unwrap_or(1);
    for lower in &sides.lower {
        let b = lower.coefficients[column];
        let last = div_floor(sub(mul(widest, b)?, add(widest, b)?)?, widest);
        let mut k = 0;
        while k <= last {
            let mut equality = lower.clone();
            equality.constant = sub(equality.constant, k)?;
            let mut splinter = system.clone();
            splinter.equalities.push(equality);
            if let Some(values) = solve_rows(splinter, effort)? {
                return Ok(Some(values));
            }
            k += 1;
        }
    }
    Ok(None)
}
