//! Sections of accesses, hulls, widening and containment.

use std::collections::BTreeSet;

use proptest::prelude::*;

use crate::oracle::{any_boxed_set, any_expr, boxed, linear, members, number, points};
use crate::{LinearExpr, NoSection, Point, Proof, Range, Section, Set, Side, Span, Var};

const I: Var = Var(0);
const J: Var = Var(1);
const N: Var = Var(2);
const B: Var = Var(3);
const X: Var = Var(8);
const Y: Var = Var(9);

fn printed(section: &Section) -> String {
    let name = |var: Var| ["i", "j", "n", "b"][var.0 as usize].to_string();
    section.display(&name).to_string()
}

fn dense(lo: LinearExpr, hi: LinearExpr) -> Range {
    Range::dense(lo, hi)
}

fn square_loop() -> Set {
    let last = linear(&[(1, N)], -1);
    Set::universe().with_range(&I.into(), &number(0), &last).with_range(&J.into(), &number(0), &last)
}

#[test]
fn a_stencil_row_touches_one_more_on_each_side() {
    let subscripts = [I.into(), linear(&[(1, J)], 1)];
    let section = Section::of_access(&subscripts, &square_loop(), &[I, J]).expect("bounded");
    assert_eq!(printed(&section), "[0:n - 1][1:n]");
    assert!(section.is_exact());
}

#[test]
fn a_scaled_subscript_keeps_its_stride() {
    let section = Section::of_access(&[linear(&[(2, I)], 1)], &square_loop(), &[I, J]).expect("bounded");
    assert_eq!(printed(&section), "[1:2*n - 1:2]");
    assert!(section.is_exact());
}

#[test]
fn a_diagonal_is_not_exact() {
    let section = Section::of_access(&[I.into(), I.into()], &square_loop(), &[I, J]).expect("bounded");
    assert_eq!(printed(&section), "[0:n - 1][0:n - 1]");
    assert!(!section.is_exact());
}

#[test]
fn an_access_kept_in_a_loop_index_is_a_single_element() {
    let section = Section::of_access(&[I.into(), J.into()], &square_loop(), &[J]).expect("bounded");
    assert_eq!(printed(&section), "[i][0:n - 1]");
    assert!(section.is_exact());
}

#[test]
fn an_unbounded_subscript_names_its_dimension() {
    let error = Section::of_access(&[I.into(), B.into()], &square_loop(), &[I, J, B]);
    assert_eq!(error, Err(NoSection::Unbounded { dimension: 1 }));
}

#[test]
fn a_batch_of_threads_widens_a_halo_to_a_constant_tile() {
    // A[i-1:i+1] for i = b .. b+15.
    let section = Section::new(vec![dense(linear(&[(1, I)], -1), linear(&[(1, I)], 1))]);
    let span = Span { low: B.into(), high: linear(&[(1, B)], 15), step: 1 };
    let tile = section.widened(I, &span, &Set::universe()).expect("small");
    assert_eq!(printed(&tile), "[b - 1:b + 16]");
    assert!(tile.is_exact());
    assert_eq!(tile.ranges()[0].constant_extent(&Set::universe()), Some(18));
}

#[test]
fn widening_with_a_negative_slope_swaps_the_ends() {
    let section = Section::new(vec![Range::single(linear(&[(-2, I), (1, N)], 0))]);
    let span = Span { low: number(0), high: number(3), step: 1 };
    let widened = section.widened(I, &span, &Set::universe()).expect("small");
    assert_eq!(printed(&widened), "[n - 6:n:2]");
    assert!(widened.is_exact());
}

#[test]
fn widening_two_dimensions_at_once_is_a_diagonal() {
    let section = Section::new(vec![Range::single(I.into()), Range::single(I.into())]);
    let span = Span { low: number(0), high: number(3), step: 1 };
    assert!(!section.widened(I, &span, &Set::universe()).expect("small").is_exact());
}

#[test]
fn extents_can_be_constant_through_the_context() {
    let range = dense(B.into(), linear(&[(1, B), (1, N)], -1));
    assert_eq!(range.constant_extent(&Set::universe()), None);
    assert_eq!(range.constant_extent(&Set::universe().with_equal(&N.into(), &number(32))), Some(32));
}

#[test]
fn neighbours_join_without_a_gap() {
    let at = |offset| Section::new(vec![Range::single(linear(&[(1, I)], offset))]);
    let joined = at(-1).hull(&at(0), &Set::universe()).expect("comparable");
    assert_eq!(printed(&joined), "[i - 1:i]");
    assert!(joined.is_exact());
    let spread = at(-1).hull(&at(1), &Set::universe()).expect("comparable");
    assert_eq!(printed(&spread), "[i - 1:i + 1:2]");
    assert!(spread.is_exact());
    let whole = spread.hull(&at(0), &Set::universe()).expect("comparable");
    assert_eq!(printed(&whole), "[i - 1:i + 1]");
}

#[test]
fn bounds_that_cannot_be_compared_have_no_hull() {
    let to = |end: Var| Section::new(vec![dense(number(0), end.into())]);
    assert_eq!(to(N).hull(&to(B), &Set::universe()), None);
    let context = Set::universe().with_at_most(&N.into(), &B.into());
    assert_eq!(printed(&to(N).hull(&to(B), &context).expect("comparable")), "[0:b]");
}

#[test]
fn containment_is_proven_refuted_or_certain_to_fail() {
    let array = Section::new(vec![dense(number(0), linear(&[(1, N)], -1))]);
    let inside = Section::new(vec![dense(number(1), linear(&[(1, N)], -2))]);
    let beyond = Section::new(vec![dense(number(1), linear(&[(1, N)], 0))]);
    let context = Set::universe().with_at_least(&N.into(), &number(1));
    assert_eq!(array.contains(&inside, &context), Proof::Proven);
    assert!(array.contains(&beyond, &context).counterexample().is_some());
    assert_eq!(array.always_left_by(&beyond, &context), Some((0, Side::Above)));
    let fixed = Section::new(vec![dense(number(0), number(9))]);
    // Outside only when n > 10: possible, not certain.
    assert!(fixed.contains(&array, &context).counterexample().is_some());
    assert_eq!(fixed.always_left_by(&array, &context), None);
}

/// The elements of a section at given parameters, by its definition.
fn elements(section: &Section, parameters: &Point) -> BTreeSet<Vec<i128>> {
    let mut all = BTreeSet::from([Vec::new()]);
    for range in section.ranges() {
        let lo = range.lo.evaluate(parameters).expect("small");
        let hi = range.hi.evaluate(parameters).expect("small");
        let step = usize::try_from(range.stride).expect("positive");
        let indices: Vec<i128> = (lo..=hi).step_by(step).collect();
        let extend = |prefix: &Vec<i128>| {
            let prefix = prefix.clone();
            indices.iter().map(move |&index| [prefix.clone(), vec![index]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(extend).collect();
    }
    all
}

fn any_range() -> impl Strategy<Value = Range> {
    (any_expr(vec![I, N], 2, 4), -1_i128..6, 1_i128..4).prop_map(|(lo, length, stride)| {
        let hi = lo.plus_constant(length).expect("small");
        Range { lo, hi, stride }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn access_sections_match_enumeration(
        domain in any_boxed_set(vec![I, J, N], 2, 2, 3),
        first in any_expr(vec![I, J, N], 3, 4),
        second in any_expr(vec![I, J], 2, 4),
    ) {
        let subscripts = [first, second];
        let section = Section::of_access(&subscripts, &domain, &[I, J]);
        let Ok(section) = section else { return Ok(()) };
        let inside = members(&domain, &[I, J, N], -3, 3);
        for parameters in points(&[N], -3, 3) {
            let here = inside.iter().filter(|p| p.get(N) == parameters.get(N));
            let touched: BTreeSet<Vec<i128>> =
                here.map(|p| subscripts.iter().map(|s| s.evaluate(p).expect("small")).collect()).collect();
            let listed = elements(&section, &parameters);
            prop_assert!(touched.is_subset(&listed));
            prop_assert!(!section.is_exact() || touched.is_empty() || touched == listed);
        }
    }

    #[test]
    fn widening_matches_enumeration(
        ranges in proptest::collection::vec(any_range(), 1..3),
        low in -3_i128..3, count in 0_i128..4, step in 1_i128..3,
    ) {
        let section = Section::new(ranges);
        let span = Span { low: number(low), high: number(low + count * step), step };
        let widened = section.widened(I, &span, &Set::universe()).expect("small");
        for mut parameters in points(&[N], -2, 2) {
            let listed = elements(&widened, &parameters);
            let mut union = BTreeSet::new();
            for k in 0..=count {
                parameters.set(I, low + k * step);
                union.extend(elements(&section, &parameters));
            }
            prop_assert!(union.is_subset(&listed));
            prop_assert!(!widened.is_exact() || union == listed, "{union:?} {listed:?}");
        }
    }

    #[test]
    fn hulls_match_enumeration(
        a in proptest::collection::vec(any_range(), 2),
        b in proptest::collection::vec(any_range(), 2),
        same_row in any::<bool>(),
    ) {
        let first = Section::new(a.clone());
        let second = Section::new(if same_row { vec![a[0].clone(), b[1].clone()] } else { b });
        let context = boxed(&[I, N], 0, 2);
        let Some(hull) = first.hull(&second, &context) else { return Ok(()) };
        for parameters in points(&[I, N], 0, 2) {
            let union: BTreeSet<_> =
                elements(&first, &parameters).union(&elements(&second, &parameters)).cloned().collect();
            let listed = elements(&hull, &parameters);
            prop_assert!(union.is_subset(&listed));
            prop_assert!(!hull.is_exact() || union == listed);
        }
    }

    #[test]
    fn containment_matches_enumeration(
        a in proptest::collection::vec(any_range(), 1..3),
        b in proptest::collection::vec(any_range(), 2),
    ) {
        let inner = Section::new(b[..a.len()].to_vec());
        let outer = Section::new(a);
        let context = boxed(&[I, N], -2, 2);
        let all = points(&[I, N], -2, 2);
        let holds = |p: &Point| elements(&inner, p).is_subset(&elements(&outer, p));
        match outer.contains(&inner, &context) {
            Proof::Proven => prop_assert!(all.iter().all(holds)),
            Proof::Disproven(point) => prop_assert!(!holds(&point)),
            Proof::Unknown(reason) => prop_assert!(false, "gave up: {reason}"),
        }
        if outer.always_left_by(&inner, &context).is_some() {
            prop_assert!(all.iter().all(|p| elements(&inner, p).is_empty() || !holds(p)));
        }
    }

    #[test]
    fn sets_of_sections_match_their_elements(range in any_range(), other in any_range()) {
        let section = Section::new(vec![range, other]);
        let set = section.as_set(&[X, Y]);
        for parameters in points(&[I, N], -1, 1) {
            let listed = elements(&section, &parameters);
            for candidate in points(&[X, Y], -8, 8) {
                let mut point = parameters.clone();
                point.set(X, candidate.get(X));
                point.set(Y, candidate.get(Y));
                let inside = listed.contains(&vec![candidate.get(X), candidate.get(Y)]);
                prop_assert_eq!(set.holds_at(&point), Ok(inside));
            }
        }
    }
}
