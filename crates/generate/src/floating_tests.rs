//! The bounds that keep floating arithmetic exact.

use super::{exact, needed, trimmed};
use crate::code::{Code, Prec, Real, RealExpr};

fn value(ty: Real) -> RealExpr {
    RealExpr { code: Code::new("x", Prec::Postfix), ty, magnitude: ty.magnitude(), fraction: 4 }
}

#[test]
fn products_of_two_variables_are_exact_and_of_three_floats_are_not() {
    let x = value(Real::Single);
    assert!(exact("*", Real::Single, &x, &x));
    let (magnitude, fraction) = needed("*", &x, &x);
    let product = RealExpr { magnitude, fraction, ..x.clone() };
    assert!(!exact("*", Real::Single, &product, &x));
    assert!(exact("*", Real::Single, &trimmed(product), &x));
}
