//! The largest and smallest value of an index with products in it: each loop at one of its ends.
//!
//! ```c
//! for (i = 1; i < n - 1; i++) for (j = 1; j < n - 1; j++) … a[i * n + j] …    // at most (n-2)*n + n-2
//! ```
//! Loops are put at their ends from the innermost outwards, because the bounds of inner loops may mention outer
//! indices. Where a loop ends at the smaller of two formulas, either is a bound, and the one that leads to less is taken.
//! Conditions inside the loops are not seen: the value is a bound, which need not be reached.

use affine::{LinearExpr, Polynomial, Var};
use hir::{BinaryOp, StmtId};

use crate::dependence::rows::written_out;
use crate::{Access, KernelFacts, Symbols};

/// Which end of a range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The smallest value.
    Low,
    /// The largest.
    High,
}

impl End {
    fn other(self) -> End {
        match self {
            End::Low => End::High,
            End::High => End::Low,
        }
    }
}

/// A loop with the ends of its index: the formulas that bound it, none where there is no formula.
pub struct Ends {
    symbol: Var,
    low: Vec<Polynomial>,
    high: Vec<Polynomial>,
}

/// The loops around an access, innermost first.
pub fn ends(kernel: &KernelFacts, access: &Access, symbols: &Symbols) -> Vec<Ends> {
    let of_loop = |stmt: &StmtId| {
        let symbol = symbols.index_of(*stmt)?;
        let at = |end| end_of_loop(kernel, *stmt, end, symbols);
        Some(Ends { symbol, low: at(End::Low), high: at(End::High) })
    };
    access.loops.iter().rev().filter_map(of_loop).collect()
}

/// A bound of `index` over loops. `is_positive` decides whether a formula is never negative where the
/// access happens.
pub fn extreme(
    loops: &[Ends],
    index: &Polynomial,
    end: End,
    is_positive: &mut dyn FnMut(&Polynomial) -> bool,
) -> Option<Polynomial> {
    let Some((Ends { symbol, low, high }, outer)) = loops.split_first() else { return Some(index.clone()) };
    let (slope, _) = index.split_by(*symbol)?;
    if slope.is_zero() {
        return extreme(outer, index, end, is_positive);
    }
    // A rising index is largest where the loop's is, a falling one where it is smallest.
    let at = match is_positive(&slope) {
        true => end,
        false if is_positive(&slope.scaled(-1).ok()?) => end.other(),
        false => return None,
    };
    let mut nearest: Option<Polynomial> = None;
    for there in if at == End::Low { low } else { high } {
        let value = extreme(outer, &index.substituted(*symbol, there).ok()?, end, is_positive)?;
        let Some(known) = nearest.take() else {
            nearest = Some(value);
            continue;
        };
        let (less, more) = match end {
            End::High => (known.minus(&value).ok()?, value.minus(&known).ok()?),
            End::Low => (value.minus(&known).ok()?, known.minus(&value).ok()?),
        };
        nearest = Some(match () {
            () if is_positive(&more) => known,
            () if is_positive(&less) => value,
            () => return None,
        });
    }
    nearest
}

/// The smallest or largest value of a loop's index.
fn end_of_loop(kernel: &KernelFacts, stmt: StmtId, end: End, symbols: &Symbols) -> Vec<Polynomial> {
    let (Some(canonical), Some((first, bound))) = (kernel.loops.get(&stmt), kernel.bounds.get(&stmt)) else {
        return Vec::new();
    };
    let upwards = canonical.step > 0;
    let formulas = |value: &LinearExpr, is_smaller: bool| -> Vec<Polynomial> {
        let of = symbols.nearest_of(value, is_smaller);
        of.iter().map(|value| written_out(value, symbols)).collect::<Option<_>>().unwrap_or_default()
    };
    if upwards == (end == End::Low) {
        return formulas(first, !upwards);
    }
    // `<` stops one short of its bound; `!=` counts by ones or meets its bound in the end.
    let inwards = match canonical.op {
        BinaryOp::Le | BinaryOp::Ge => 0,
        BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Ne if upwards => -1,
        BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Ne => 1,
        _ => return Vec::new(),
    };
    let last = |bound: Polynomial| bound.plus(&Polynomial::constant(inwards)).ok();
    formulas(bound, upwards).into_iter().map(last).collect::<Option<_>>().unwrap_or_default()
}
