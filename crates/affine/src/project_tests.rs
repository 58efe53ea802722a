//! Projections against enumeration, and what their shape should be.

use proptest::prelude::*;

use crate::oracle::{any_boxed_set, linear, members, number, points};
use crate::{Set, Var};

const I: Var = Var(0);
const J: Var = Var(1);
const K: Var = Var(2);
const N: Var = Var(3);

fn printed(set: &Set) -> String {
    let name = |var: Var| ["i", "j", "k", "n"][var.0 as usize].to_string();
    set.display(&name).to_string()
}

#[test]
fn a_scaled_index_leaves_range_and_stride() {
    let set = Set::universe().with_equal(&J.into(), &linear(&[(2, I)], 0)).with_range(
        &I.into(),
        &number(0),
        &linear(&[(1, N)], -1),
    );
    let shadow = set.project_out(&[I]);
    assert!(shadow.is_exact());
    assert_eq!(printed(&shadow), "-j + 2*n - 2 >= 0 and j >= 0 and j multiple of 2");
}

#[test]
fn a_triangle_projects_to_both_sides() {
    // 0 <= i < n, i <= j < n: j covers 0..n-1, whatever i was.
    let set = Set::universe().with_range(&I.into(), &number(0), &linear(&[(1, N)], -1)).with_range(
        &J.into(),
        &I.into(),
        &linear(&[(1, N)], -1),
    );
    let shadow = set.project_out(&[I]);
    assert!(shadow.is_exact());
    assert_eq!(printed(&shadow), "-j + n - 1 >= 0 and j >= 0");
}

#[test]
fn two_coprime_strides_have_gaps_and_say_so() {
    // k = 3*i + 5*j with i, j >= 0 misses 1, 2, 4 and 7.
    let set = Set::universe()
        .with_equal(&K.into(), &linear(&[(3, I), (5, J)], 0))
        .with_at_least(&I.into(), &number(0))
        .with_at_least(&J.into(), &number(0));
    let shadow = set.project_out(&[I, J]);
    assert!(!shadow.is_exact());
    assert_eq!(printed(&shadow), "k >= 0 (approximate)");
}

#[test]
fn projecting_an_empty_set_is_empty() {
    let set = Set::universe().with_equal(&linear(&[(2, I), (-2, J)], 0), &number(1));
    assert!(set.project_out(&[I]).is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn one_variable_projection_matches_enumeration(set in any_boxed_set(vec![I, J, K], 4, 3, 3)) {
        let shadow = set.project_out(&[K]);
        prop_assert!(!shadow.mentions(K));
        let inside = members(&set, &[I, J, K], -3, 3);
        for candidate in points(&[I, J], -3, 3) {
            let expected = inside.iter().any(|p| p.get(I) == candidate.get(I) && p.get(J) == candidate.get(J));
            let found = shadow.holds_at(&candidate) == Ok(true);
            prop_assert!(found || !expected, "a point was lost");
            prop_assert!(!found || expected || !shadow.is_exact(), "a point was invented");
        }
    }

    #[test]
    fn two_variable_projection_matches_enumeration(set in any_boxed_set(vec![I, J, K], 3, 4, 4)) {
        let shadow = set.project_out(&[I, K]);
        let inside = members(&set, &[I, J, K], -4, 4);
        for candidate in points(&[J], -6, 6) {
            let expected = inside.iter().any(|p| p.get(J) == candidate.get(J));
            let found = shadow.holds_at(&candidate) == Ok(true);
            prop_assert!(found || !expected, "a point was lost");
            prop_assert!(!found || expected || !shadow.is_exact(), "a point was invented");
        }
    }

    #[test]
    fn unit_coefficients_project_exactly(set in any_boxed_set(vec![I, J, K], 1, 4, 3)) {
        let strided = |c: &crate::Constraint| matches!(c.relation(), crate::Relation::MultipleOf(_));
        prop_assert!(set.project_out(&[K]).is_exact() || set.constraints().iter().any(strided));
    }

    #[test]
    fn simplifying_keeps_every_point(set in any_boxed_set(vec![I, J], 4, 6, 3)) {
        let simple = set.simplified();
        prop_assert!(simple.constraints().len() <= set.constraints().len());
        for point in points(&[I, J], -4, 4) {
            prop_assert_eq!(simple.holds_at(&point), set.holds_at(&point));
        }
    }
}
