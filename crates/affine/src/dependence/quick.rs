//! Independence at a glance: the GCD test and Banerjee's inequality.
//!
//! `A[2*i]` and `A[2*j + 1]`: `2*i - 2*j = 1` has no integer solution, since 2 does
//! not divide 1. `A[i]` and `A[j + 10]` with i and j below 10: `i - j - 10` is at
//! most -1, so it is never 0. Both look at one subscript at a time and at
//! constant bounds only; they never claim a dependence.

use std::collections::BTreeMap;

use super::{AccessPair, Independence};
use crate::arithmetic::{add, div_ceil, div_floor, gcd, mul, neg};
use crate::constraint::Relation;
use crate::effort::Exact;
use crate::linear::{LinearExpr, Var};
use crate::set::Set;

/// What a quick test found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuickTest {
    /// The accesses never meet.
    Independent(Independence),
    /// The test cannot tell.
    Open,
}

/// Applies both tests to each dimension.
pub fn test(pair: &AccessPair) -> QuickTest {
    let intervals = constant_intervals(&[&pair.source.domain, &pair.sink.domain]);
    for (source, sink) in pair.source.subscripts.iter().zip(&pair.sink.subscripts) {
        let Ok(difference) = source.minus(sink) else { continue };
        if never_zero_by_gcd(&difference) {
            return QuickTest::Independent(Independence::Gcd);
        }
        if never_zero_by_range(&difference, &intervals).unwrap_or(false) {
            return QuickTest::Independent(Independence::Banerjee);
        }
    }
    QuickTest::Open
}

/// The coefficients have a common divisor that the constant has not.
fn never_zero_by_gcd(difference: &LinearExpr) -> bool {
    let common = difference.terms().iter().fold(0, |g, &(_, c)| gcd(g, c));
    match common {
        0 => difference.constant_part() != 0,
        common => difference.constant_part() % common != 0,
    }
}

/// The constant range of a variable; `None` is an open end.
#[derive(Clone, Copy, Default)]
struct Interval {
    low: Option<i128>,
    high: Option<i128>,
}

/// Reads the ranges off constraints on single variables.
fn constant_intervals(domains: &[&Set]) -> BTreeMap<Var, Interval> {
    let mut intervals: BTreeMap<Var, Interval> = BTreeMap::new();
    for constraint in domains.iter().flat_map(|domain| domain.constraints()) {
        let &[(var, coefficient)] = constraint.expr().terms() else { continue };
        let Ok(negated) = neg(constraint.expr().constant_part()) else { continue };
        let interval = intervals.entry(var).or_default();
        let (is_lower, is_upper) = match constraint.relation() {
            Relation::NonNegative => (coefficient > 0, coefficient < 0),
            Relation::Zero => (true, true),
            Relation::MultipleOf(_) => (false, false),
        };
        // c*x + k >= 0 is x >= -k/c for c > 0 and x <= k/-c for c < 0.
        if is_lower {
            let bound = div_ceil(negated, coefficient.abs());
            interval.low = Some(interval.low.map_or(bound, |low| low.max(bound)));
        }
        if is_upper {
            let numerator = if coefficient > 0 { negated } else { -negated };
            let bound = div_floor(numerator, coefficient.abs());
            interval.high = Some(interval.high.map_or(bound, |high| high.min(bound)));
        }
    }
    intervals
}

/// Whether the smallest value is positive or the largest negative.
fn never_zero_by_range(difference: &LinearExpr, intervals: &BTreeMap<Var, Interval>) -> Exact<bool> {
    let constant = difference.constant_part();
    let (mut least, mut most) = (Some(constant), Some(constant));
    for &(var, coefficient) in difference.terms() {
        let interval = intervals.get(&var).copied().unwrap_or_default();
        let (at_least, at_most) =
            if coefficient > 0 { (interval.low, interval.high) } else { (interval.high, interval.low) };
        least = accumulate(least, coefficient, at_least)?;
        most = accumulate(most, coefficient, at_most)?;
    }
    Ok(least.is_some_and(|least| least > 0) || most.is_some_and(|most| most < 0))
}

fn accumulate(sum: Option<i128>, coefficient: i128, value: Option<i128>) -> Exact<Option<i128>> {
    match (sum, value) {
        (Some(sum), Some(value)) => Ok(Some(add(sum, mul(coefficient, value)?)?)),
        _ => Ok(None),
    }
}
