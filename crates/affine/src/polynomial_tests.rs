//! Polynomials against evaluation, and their normal form.

use proptest::collection::vec;
use proptest::prelude::*;

use crate::oracle::{any_expr, linear, points};
use crate::{GaveUp, LinearExpr, Monomial, Polynomial, Products, Var};

const I: Var = Var(0);
const J: Var = Var(1);
const W: Var = Var(2);

fn printed(polynomial: &Polynomial) -> String {
    polynomial.display(&|var| ["i", "j", "w"][var.0 as usize].to_string()).to_string()
}

fn any_polynomial() -> impl Strategy<Value = Polynomial> {
    vec((any_expr(vec![I, J, W], 2, 2), any_expr(vec![I, W], 2, 2)), 0..3).prop_map(|factors| {
        let product = |a: &LinearExpr, b: &LinearExpr| Polynomial::from(a).times(&Polynomial::from(b));
        let sum = |sum: Polynomial, (a, b): &(LinearExpr, LinearExpr)| {
            product(a, b).and_then(|product| sum.plus(&product)).expect("small")
        };
        factors.iter().fold(Polynomial::default(), sum)
    })
}

#[test]
fn equal_expressions_have_equal_forms() {
    let (i, w) = (Polynomial::var(I), Polynomial::var(W));
    let one = Polynomial::constant(1);
    let square = i.plus(&w).and_then(|sum| sum.times(&sum)).expect("small");
    assert_eq!(printed(&square), "2*i*w + i^2 + w^2");
    let next = i.plus(&one).and_then(|next| next.times(&w)).and_then(|p| p.minus(&w)).expect("small");
    assert_eq!(Ok(next), i.times(&w));
}

#[test]
fn only_products_are_divided() {
    let sum = |var, more| Polynomial::var(var).plus(&Polynomial::constant(more)).expect("small");
    let (i, w) = (sum(I, -3), sum(W, 2).scaled(2).expect("small"));
    let product = i.times(&w).expect("small");
    assert_eq!(product.divided_by(&w), Some(i));
    assert_eq!(product.plus(&Polynomial::constant(1)).expect("small").divided_by(&w), None);
    assert_eq!(sum(W, 2).divided_by(&w), None);
    assert_eq!(product.divided_by(&Polynomial::constant(0)), None);
    assert_eq!(Polynomial::constant(0).divided_by(&w), Some(Polynomial::constant(0)));
}

#[test]
fn linear_forms_convert_both_ways() {
    let expr = linear(&[(2, I), (-3, W)], 5);
    assert_eq!(Polynomial::from(&expr).as_linear(), Some(expr));
    assert_eq!(Polynomial::var(I).times(&Polynomial::var(W)).map(|p| p.as_linear()), Ok(None));
}

#[test]
fn one_product_has_one_name() {
    let mut products = Products::starting_at(Var(10));
    let product = Polynomial::var(I).times(&Polynomial::var(W)).expect("small");
    let shifted = product.plus(&Polynomial::constant(4)).expect("small");
    assert_eq!(products.linearize(&shifted), Ok(linear(&[(1, Var(10))], 4)));
    assert_eq!(products.linearize(&product), Ok(linear(&[(1, Var(10))], 0)));
    assert_eq!(products.spelled(&linear(&[(1, Var(10))], 4)), shifted);
    assert_eq!((products.product(Var(11)), products.product(I)), (None, None));
}

#[test]
fn the_stride_of_a_variable_is_its_coefficient() {
    // i*w + 2*j + 1: i moves by w, j by 2.
    let offset = Polynomial::var(I)
        .times(&Polynomial::var(W))
        .and_then(|p| p.plus(&Polynomial::from(&linear(&[(2, J)], 1))))
        .expect("small");
    let (stride, rest) = offset.split_by(I).expect("linear in i");
    assert_eq!(stride, Polynomial::var(W));
    assert_eq!(printed(&rest), "2*j + 1");
    let square = Polynomial::var(I).times(&Polynomial::var(I)).expect("small");
    assert_eq!(square.split_by(I), None);
}

#[test]
fn products_are_bounded() {
    let many =
        (0..20).fold(Polynomial::constant(1), |sum, k| sum.plus(&Polynomial::var(Var(k))).expect("few"));
    let squared = many.times(&many).expect("231 terms");
    assert_eq!(squared.times(&many), Err(GaveUp::Effort));
}

proptest! {
    #[test]
    fn operations_commute_with_evaluation(a in any_polynomial(), b in any_polynomial()) {
        for point in points(&[I, J, W], -1, 2) {
            let (x, y) = (a.evaluate(&point)?, b.evaluate(&point)?);
            prop_assert_eq!(a.plus(&b)?.evaluate(&point)?, x + y);
            prop_assert_eq!(a.minus(&b)?.evaluate(&point)?, x - y);
            prop_assert_eq!(a.times(&b)?.evaluate(&point)?, x * y);
            let mut moved = point.clone();
            moved.set(W, y);
            prop_assert_eq!(a.substituted(W, &b)?.evaluate(&point)?, a.evaluate(&moved)?);
            if let Some((stride, rest)) = a.split_by(W) {
                prop_assert_eq!(stride.evaluate(&point)? * point.get(W) + rest.evaluate(&point)?, x);
            }
        }
    }

    #[test]
    fn monomials_divide_what_they_multiplied(a in any_polynomial(), b in any_polynomial()) {
        for (left, _) in a.terms() {
            for (right, _) in b.terms() {
                prop_assert_eq!(left.times(right)?.divided(right), Some(left.clone()));
            }
            prop_assert_eq!(left.divided(&Monomial::one()), Some(left.clone()));
        }
    }
}
