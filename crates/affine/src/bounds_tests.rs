//! Symbolic bounds by example and against enumeration.

use proptest::prelude::*;

use crate::oracle::{any_boxed_set, any_expr, linear, members, number, points};
use crate::{Bounds, LinearExpr, Set, Var};

const I: Var = Var(0);
const J: Var = Var(1);
const N: Var = Var(2);
const M: Var = Var(3);

fn printed(bounds: &Bounds) -> String {
    let name = |var: Var| ["i", "j", "n", "m"][var.0 as usize].to_string();
    bounds.display(&name).to_string()
}

fn loop_from_zero(var: Var, end: &LinearExpr) -> Set {
    Set::universe().with_at_least(&var.into(), &number(0)).with_less(&var.into(), end)
}

#[test]
fn one_formula_a_side_when_one_dominates() {
    let space = loop_from_zero(I, &N.into()).intersect(&loop_from_zero(J, &number(4)));
    let bounds = space.bounds(&linear(&[(2, I), (-1, J), (1, N)], 0), &[I, J]);
    assert_eq!(printed(&bounds), "n - 3 ..= 3*n - 2");
    assert!(bounds.exact);
}

#[test]
fn several_formulas_when_none_dominates() {
    let space = loop_from_zero(I, &N.into()).with_less(&I.into(), &M.into());
    assert_eq!(printed(&space.bounds(&I.into(), &[I])), "0 ..= min(n - 1, m - 1)");
    let known = space.with_at_most(&N.into(), &M.into());
    assert_eq!(printed(&known.bounds(&I.into(), &[I])), "0 ..= n - 1");
}

#[test]
fn a_quotient_is_rounded_inwards() {
    let space = Set::universe()
        .with_at_least(&linear(&[(2, I)], 0), &number(1))
        .with_at_most(&linear(&[(2, I)], 0), &N.into());
    assert_eq!(printed(&space.bounds(&I.into(), &[I])), "1 ..= floor((n) / 2)");
}

#[test]
fn a_triangular_loop_has_the_far_corner() {
    // 0 <= i < n, i <= j < n: i + j runs from 0 to 2n - 2.
    let space = loop_from_zero(I, &N.into()).with_range(&J.into(), &I.into(), &linear(&[(1, N)], -1));
    let bounds = space.bounds(&linear(&[(1, I), (1, J)], 0), &[I, J]);
    assert_eq!(printed(&bounds), "0 ..= 2*n - 2");
}

#[test]
fn an_open_loop_is_unbounded_on_that_side() {
    let space = Set::universe().with_at_least(&I.into(), &number(3));
    assert_eq!(printed(&space.bounds(&linear(&[(-2, I)], 1), &[I])), "unbounded ..= -5");
}

#[test]
fn constants_bound_what_no_parameter_moves() {
    let space = loop_from_zero(I, &number(10)).with_less(&J.into(), &I.into());
    assert_eq!(space.constant_bounds(&linear(&[(3, I)], 1)), (Some(1), Some(28)));
    assert_eq!(space.constant_bounds(&J.into()), (None, Some(8)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn bounds_match_enumeration(
        set in any_boxed_set(vec![I, J, N], 3, 3, 4),
        expr in any_expr(vec![I, J, N], 3, 5),
    ) {
        let bounds = set.bounds(&expr, &[I, J]);
        let inside = members(&set, &[I, J, N], -4, 4);
        for parameters in points(&[N], -4, 4) {
            let here = inside.iter().filter(|p| p.get(N) == parameters.get(N));
            let values: Vec<i128> = here.map(|p| expr.evaluate(p).expect("small")).collect();
            let (Some(&least), Some(&most)) = (values.iter().min(), values.iter().max()) else { continue };
            let lower = bounds.lower_at(&parameters).expect("small");
            let upper = bounds.upper_at(&parameters).expect("small");
            prop_assert!(lower.is_none_or(|lower| lower <= least));
            prop_assert!(upper.is_none_or(|upper| upper >= most));
            if bounds.exact {
                prop_assert_eq!(lower, Some(least));
                prop_assert_eq!(upper, Some(most));
            }
        }
    }
}
