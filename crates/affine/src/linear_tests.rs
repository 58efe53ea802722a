//! Linear expressions: arithmetic against evaluation, overflow, printing.

use proptest::prelude::*;

use crate::arithmetic::{div_ceil, div_floor, div_nearest, gcd, inverse_modulo, modulo};
use crate::oracle::{any_expr, linear, points};
use crate::{GaveUp, LinearExpr, Var};

const I: Var = Var(0);
const J: Var = Var(1);

fn printed(expr: &LinearExpr) -> String {
    expr.display(&|var| ["i", "j"][var.0 as usize].to_string()).to_string()
}

#[test]
fn printing_reads_like_c() {
    assert_eq!(printed(&linear(&[(2, I), (-1, J)], 3)), "2*i - j + 3");
    assert_eq!(printed(&linear(&[(-1, I)], -1)), "-i - 1");
    assert_eq!(printed(&linear(&[], 0)), "0");
    assert_eq!(printed(&linear(&[(1, I), (-1, I)], -7)), "-7");
}

#[test]
fn overflow_is_reported() {
    let huge = LinearExpr::constant(i128::MAX);
    assert_eq!(huge.plus_constant(1), Err(GaveUp::Overflow));
    assert_eq!(huge.times(2), Err(GaveUp::Overflow));
    assert_eq!(huge.negated().and_then(|e| e.plus_constant(-1)), Err(GaveUp::Overflow));
    assert_eq!(LinearExpr::new([(i128::MAX, I), (1, I)], 0), Err(GaveUp::Overflow));
}

#[test]
fn a_replacement_may_mention_the_variable() {
    let shifted = linear(&[(3, I), (1, J)], 0).substituted(I, &linear(&[(1, I)], 2));
    assert_eq!(shifted, Ok(linear(&[(3, I), (1, J)], 6)));
}

proptest! {
    #[test]
    fn operations_commute_with_evaluation(
        a in any_expr(vec![I, J], 6, 9),
        b in any_expr(vec![I, J], 6, 9),
        factor in -5_i128..5,
    ) {
        for point in points(&[I, J], -2, 2) {
            let (x, y) = (a.evaluate(&point)?, b.evaluate(&point)?);
            prop_assert_eq!(a.plus(&b)?.evaluate(&point)?, x + y);
            prop_assert_eq!(a.minus(&b)?.evaluate(&point)?, x - y);
            prop_assert_eq!(a.times(factor)?.evaluate(&point)?, x * factor);
            let mut moved = point.clone();
            moved.set(I, y);
            prop_assert_eq!(a.substituted(I, &b)?.evaluate(&point)?, a.evaluate(&moved)?);
        }
    }

    #[test]
    fn division_rounds_as_named(a in -1000_i128..1000, b in 1_i128..50) {
        prop_assert!(div_floor(a, b) * b <= a && a < (div_floor(a, b) + 1) * b);
        prop_assert!((div_ceil(a, b) - 1) * b < a && a <= div_ceil(a, b) * b);
        prop_assert_eq!(div_floor(a, b) * b + modulo(a, b), a);
        prop_assert!((a - div_nearest(a, b) * b).abs() * 2 <= b);
        prop_assert_eq!(div_nearest(a, -b), -div_nearest(a, b));
        match inverse_modulo(a, b) {
            Some(inverse) => prop_assert_eq!(modulo(a * inverse, b), modulo(1, b)),
            None => prop_assert!(gcd(a, b) > 1),
        }
    }
}
