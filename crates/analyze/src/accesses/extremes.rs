//! The largest and smallest value of an index with products in it: each loop at one of its ends.
//!
//! ```c
//! for (i = 1; i < n - 1; i++) for (j = 1; j < n - 1; j++) … a[i * n + j] …    // at most (n-2)*n + n-2
//! ```
//! Loops are put at their ends from the innermost outwards, because the bounds of inner loops may mention outer
//! indices. Conditions inside the loops are not seen: the value is a bound, which need not be reached.

use affine::{Polynomial, Var};
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

/// A loop with the ends of its index, where they are formulas.
pub struct Ends {
    symbol: Var,
    low: Option<Polynomial>,
    high: Option<Polynomial>,
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
    mut is_positive: impl FnMut(&Polynomial) -> bool,
) -> Option<Polynomial> {
    let mut value = index.clone();
    for Ends { symbol, low, high } in loops {
        let (slope, _) = value.split_by(*symbol)?;
        if slope.is_zero() {
            continue;
        }
        // A rising index is largest where the loop's is, a falling one where it is smallest.
        let at = match is_positive(&slope) {
            true => end,
            false if is_positive(&slope.scaled(-1).ok()?) => end.other(),
            false => return None,
        };
        let there = if at == End::Low { low } else { high };
        value = value.substituted(*symbol, there.as_ref()?).ok()?;
    }
    Some(value)
}

/// The smallest or largest value of a loop's index.
fn end_of_loop(kernel: &KernelFacts, stmt: StmtId, end: End, symbols: &Symbols) -> Option<Polynomial> {
    let canonical = kernel.loops.get(&stmt)?;
    let (first, bound) = kernel.bounds.get(&stmt)?;
    let upwards = canonical.step > 0;
    if upwards == (end == End::Low) {
        return written_out(first, symbols);
    }
    let bound = written_out(bound, symbols)?;
    // `<` stops one short of its bound; `!=` counts by ones or meets its bound in the end.
    let inwards = if upwards { -1 } else { 1 };
    match canonical.op {
        BinaryOp::Le | BinaryOp::Ge => Some(bound),
        BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Ne => bound.plus(&Polynomial::constant(inwards)).ok(),
        _ => None,
    }
}
