//! Numbers at the edge of `i128`: every entry point answers, none panics, and
//! whatever is certain stays true.

use proptest::collection::vec;
use proptest::prelude::*;

use crate::dependence::{Access, AccessPair, CommonLoop};
use crate::{
    Constraint, Feasibility, LinearExpr, Polynomial, Products, Proof, Range, Residue, Residues, Section, Set,
    Span, Var, delinearize,
};

const VARS: [Var; 3] = [Var(0), Var(1), Var(2)];

fn any_number() -> impl Strategy<Value = i128> {
    prop_oneof![
        4 => -3_i128..=3,
        1 => Just(i128::MIN),
        1 => Just(i128::MAX),
        1 => Just(i128::MAX / 2 + 1),
        1 => Just(-(i128::MAX / 3)),
        1 => any::<i64>().prop_map(i128::from),
        1 => any::<i128>(),
    ]
}

fn any_wild_expr() -> impl Strategy<Value = LinearExpr> {
    (vec(any_number(), 3), any_number()).prop_map(|(coefficients, constant)| {
        let terms = coefficients.into_iter().zip(VARS);
        LinearExpr::new(terms, constant).unwrap_or_default()
    })
}

fn any_wild_set() -> impl Strategy<Value = Set> {
    vec((any_wild_expr(), 0..3, any_number()), 0..5).prop_map(|parts| {
        parts.into_iter().fold(Set::universe(), |set, (expr, kind, modulus)| match kind {
            0 => set.with_equal(&expr, &LinearExpr::constant(0)),
            1 => set.with_at_least(&expr, &LinearExpr::constant(1)),
            _ => set.with_multiple_of(&expr, modulus),
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn sets_stay_truthful(set in any_wild_set(), expr in any_wild_expr()) {
        if let Feasibility::Inhabited(point) = set.feasibility() {
            prop_assert_ne!(set.holds_at(&point), Ok(false));
        }
        if let Ok(claim) = Constraint::at_least(&expr, &LinearExpr::constant(0))
            && let Proof::Disproven(point) = set.implies(&claim)
        {
            prop_assert_ne!(claim.holds_at(&point), Ok(true));
        }
        prop_assert!(!set.project_out(&[VARS[0]]).mentions(VARS[0]));
        let bounds = set.bounds(&expr, &VARS[..2]);
        let _ = bounds.lower_at(&Default::default());
        let _ = bounds.upper_at(&Default::default());
        let _ = set.constant_bounds(&expr);
    }

    #[test]
    fn sections_and_dependences_answer(
        set in any_wild_set(), a in any_wild_expr(), b in any_wild_expr(), k in any_number(),
    ) {
        let _ = Section::of_access(&[a.clone(), b.clone()], &set, &VARS[..2]);
        let first = Section::new(vec![Range { lo: a.clone(), hi: b.clone(), stride: k }]);
        let second = Section::new(vec![Range::single(b.clone())]);
        let _ = first.hull(&second, &set);
        let _ = first.contains(&second, &set);
        let _ = first.always_left_by(&second, &set);
        let span = Span { low: LinearExpr::constant(k), high: LinearExpr::var(Var(9)), step: k };
        let _ = first.widened(VARS[0], &span, &set);
        let pair = AccessPair {
            source: Access { subscripts: vec![a], domain: set.clone() },
            sink: Access { subscripts: vec![b], domain: set },
            common: vec![CommonLoop { source: VARS[0], sink: VARS[1] }],
        };
        let _ = pair.vectors();
    }

    #[test]
    fn polynomials_and_residues_answer(
        set in any_wild_set(), a in any_wild_expr(), b in any_wild_expr(), k in any_number(),
    ) {
        let dims = [Polynomial::constant(k), Polynomial::from(&b)];
        let _ = delinearize(&Polynomial::from(&a), &dims, &set, &mut Products::starting_at(Var(50)));
        let mut facts = Residues::from_set(&set);
        facts.learn(VARS[0], Residue::new(k, 12));
        facts.learn(VARS[0], Residue::new(5, k));
        let _ = facts.of(&a);
        if let Ok(product) = Polynomial::from(&a).times(&Polynomial::from(&b)) {
            let _ = facts.of_polynomial(&product);
        }
    }
}
