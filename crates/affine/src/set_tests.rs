//! Emptiness, witnesses and implication against enumeration and by example.

use proptest::prelude::*;

use crate::oracle::{any_boxed_set, any_constraint, boxed, linear, members, number};
use crate::{Effort, Feasibility, GaveUp, LinearExpr, Proof, Set, Var};

const I: Var = Var(0);
const J: Var = Var(1);
const K: Var = Var(2);
const N: Var = Var(7);

#[test]
fn even_never_equals_odd() {
    // 2*i - 2*j = 1, without any bounds.
    let set = Set::universe().with_equal(&linear(&[(2, I), (-2, J)], 0), &number(1));
    assert_eq!(set.feasibility(), Feasibility::Empty);
}

#[test]
fn witness_of_a_diophantine_equation_satisfies_it() {
    let set = Set::universe().with_equal(&linear(&[(6, I), (10, J), (15, K)], 0), &number(1));
    let feasibility = set.feasibility();
    assert_eq!(set.holds_at(feasibility.witness().expect("gcd(6, 10, 15) is 1")), Ok(true));
}

#[test]
fn dark_shadow_is_empty_and_the_splinter_decides() {
    // 3*x between 4 and 5: a rational, no integer.
    let gap = Set::universe().with_range(&linear(&[(3, I)], 0), &number(4), &number(5));
    assert!(gap.is_empty());
    // n <= 3*x <= n + 1 for n = 1 modulo 3 has no solution, for others it has.
    let near = |residue: i128| {
        Set::universe()
            .with_range(&linear(&[(3, I)], 0), &linear(&[(1, N)], 0), &linear(&[(1, N)], 1))
            .with_multiple_of(&linear(&[(1, N)], -residue), 3)
    };
    assert!(near(1).is_empty());
    assert!(near(0).feasibility().witness().is_some());
    assert!(near(2).feasibility().witness().is_some());
}

#[test]
fn omega_example_with_inexact_elimination_everywhere() {
    // 27 <= 11x + 13y <= 45 and -10 <= 7x - 9y <= 4: the classical example
    // with rational but no integer solutions.
    let set = Set::universe()
        .with_range(&linear(&[(11, I), (13, J)], 0), &number(27), &number(45))
        .with_range(&linear(&[(7, I), (-9, J)], 0), &number(-10), &number(4));
    assert_eq!(set.feasibility(), Feasibility::Empty);
}

#[test]
fn loop_bound_implies_that_n_is_positive() {
    let space =
        Set::universe().with_at_least(&I.into(), &number(0)).with_less(&I.into(), &LinearExpr::var(N));
    assert_eq!(space.implies_at_least(&N.into(), &number(1)), Proof::Proven);
    let refuted = space.implies_at_least(&N.into(), &number(2));
    let point = refuted.counterexample().expect("n = 1 is possible");
    assert_eq!(point.get(N), 1);
}

#[test]
fn congruences_combine() {
    let set = Set::universe().with_multiple_of(&I.into(), 4).with_multiple_of(&linear(&[(1, I)], 0), 6);
    let twelve = crate::Constraint::multiple_of(&I.into(), 12).expect("small");
    let eight = crate::Constraint::multiple_of(&I.into(), 8).expect("small");
    assert_eq!(set.implies(&twelve), Proof::Proven);
    assert!(set.implies(&eight).counterexample().is_some());
}

#[test]
fn an_exhausted_budget_is_unknown() {
    let set = boxed(&[I, J, K], -9, 9).with_equal(&linear(&[(3, I), (5, J), (7, K)], 0), &number(1));
    assert_eq!(set.feasibility_within(Effort::of_steps(3)), Feasibility::Unknown(GaveUp::Effort));
}

#[test]
fn overflow_is_unknown_never_wrong() {
    let huge = i128::MAX / 3;
    let set = Set::universe().with_equal(&linear(&[(huge, I), (huge - 2, J), (5, K)], 0), &number(huge - 1));
    match set.feasibility() {
        Feasibility::Empty => panic!("5 and huge are coprime, so a solution exists"),
        Feasibility::Inhabited(point) => assert_eq!(set.holds_at(&point), Ok(true)),
        Feasibility::Unknown(_) => {}
    }
    let lost = Set::universe().with_less(&linear(&[(1, I)], i128::MAX), &linear(&[(-1, J)], -5));
    assert!(!lost.is_exact());
    assert_eq!(lost.feasibility(), Feasibility::Unknown(GaveUp::Approximation));
}

#[test]
fn the_empty_set_implies_everything() {
    assert!(Set::empty().implies_at_least(&number(0), &number(5)).is_proven());
    assert!(Set::empty().is_within(&Set::universe()).is_proven());
}

#[test]
fn too_many_variables_are_declined() {
    let vars: Vec<Var> = (0..100).map(Var).collect();
    let alone = boxed(&vars, 0, 1);
    assert!(alone.feasibility().witness().is_some());
    let chain = vars.windows(2).fold(alone, |set, pair| set.with_at_least(&pair[1].into(), &pair[0].into()));
    assert_eq!(chain.feasibility(), Feasibility::Unknown(GaveUp::Effort));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6000))]

    /// What is seen without the solver is what the solver finds, down to the point.
    #[test]
    fn boxes_are_answered_as_the_solver_answers(
        ends in proptest::collection::vec((0_u32..3, any::<bool>(), -6_i128..7, 0_u8..5), 0..7),
        other in proptest::option::of(any_constraint(vec![I, J], 3)),
    ) {
        let mut set = Set::universe();
        for (var, is_first, value, kind) in ends {
            let at = LinearExpr::var(Var(var));
            set = match (kind, is_first) {
                (0, _) => set.with_equal(&at, &number(value)),
                (_, true) => set.with_at_least(&at, &number(value)),
                (_, false) => set.with_at_most(&at, &number(value)),
            };
        }
        let set = other.into_iter().fold(set, |set, other| set.with(Ok(other)));
        let solved = set.solved(None, &mut Effort::default());
        let expected = match solved {
            Ok(None) => Feasibility::Empty,
            Ok(Some(point)) => Feasibility::Inhabited(point),
            Err(reason) => Feasibility::Unknown(reason),
        };
        prop_assert_eq!(set.feasibility(), expected);
    }

    #[test]
    fn feasibility_matches_enumeration(set in any_boxed_set(vec![I, J, K], 5, 4, 3)) {
        let expected = !members(&set, &[I, J, K], -3, 3).is_empty();
        match set.feasibility() {
            Feasibility::Empty => prop_assert!(!expected),
            Feasibility::Inhabited(point) => prop_assert_eq!(set.holds_at(&point), Ok(true)),
            Feasibility::Unknown(reason) => prop_assert!(false, "gave up: {reason}"),
        }
    }

    #[test]
    fn implication_matches_enumeration(
        set in any_boxed_set(vec![I, J], 7, 3, 6),
        claim in any_constraint(vec![I, J], 4),
    ) {
        let points = members(&set, &[I, J], -6, 6);
        let expected = points.iter().all(|point| claim.holds_at(point) == Ok(true));
        match set.implies(&claim) {
            Proof::Proven => prop_assert!(expected),
            Proof::Disproven(point) => {
                prop_assert_eq!(set.holds_at(&point), Ok(true));
                prop_assert_eq!(claim.holds_at(&point), Ok(false));
            }
            Proof::Unknown(reason) => prop_assert!(false, "gave up: {reason}"),
        }
    }
}
