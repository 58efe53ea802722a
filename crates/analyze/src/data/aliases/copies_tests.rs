//! Gaps between sections, by their formulas.

use affine::{Polynomial, Var};

use super::exceeds;

fn formula(constant: i128, n: i128, m: i128) -> Polynomial {
    let term = |factor: i128, var: u32| Polynomial::var(Var(var)).scaled(factor).expect("small");
    let sum = Polynomial::constant(constant).plus(&term(n, 0)).expect("small");
    sum.plus(&term(m, 1)).expect("small")
}

#[test]
fn a_gap_is_positive_for_every_length() {
    let n = formula(0, 1, 0);
    assert!(exceeds(&formula(1, 0, 0), &n));
    assert!(exceeds(&formula(1, 2, 0), &n));
    assert!(exceeds(&formula(3, 4, 0), &formula(1, 2, 0)));
}

#[test]
fn a_gap_that_may_close_is_none() {
    let n = formula(0, 1, 0);
    assert!(!exceeds(&formula(0, 2, 0), &n));
    assert!(!exceeds(&formula(1, -1, 0), &n));
    assert!(!exceeds(&formula(1, 1, 1), &n));
    assert!(!exceeds(&formula(1, 3, 0), &formula(0, 2, 0)));
}
