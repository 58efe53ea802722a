//! Residues against enumeration of the values they describe.

use proptest::prelude::*;

use crate::oracle::{any_expr, linear};
use crate::{Point, Polynomial, Residue, Residues, Set, Var, multiple_of};

const I: Var = Var(0);
const W: Var = Var(1);

#[test]
fn a_padded_row_start_is_aligned() {
    let mut facts = Residues::default();
    facts.learn(W, Residue::multiple_of(32));
    facts.learn(I, Residue::multiple_of(16));
    let offset = Polynomial::var(I)
        .times(&Polynomial::var(W))
        .and_then(|p| p.plus(&Polynomial::constant(64)))
        .expect("small");
    assert_eq!(facts.of_polynomial(&offset).known_factor(), 64);
    assert_eq!(multiple_of(&linear(&[(1, I), (1, W)], 8), &facts), 8);
    assert!(facts.of(&linear(&[(2, I)], 0)).is_multiple_of(4));
}

#[test]
fn nothing_known_still_sees_coefficients() {
    assert_eq!(multiple_of(&linear(&[(12, I), (18, W)], 6), &Residues::default()), 6);
    assert_eq!(multiple_of(&linear(&[], 0), &Residues::default()), 0);
}

#[test]
fn facts_combine_as_the_chinese_remainder_theorem_says() {
    let mut facts = Residues::default();
    facts.learn(I, Residue::new(3, 4));
    facts.learn(I, Residue::new(5, 6));
    assert_eq!(facts.get(I), Residue::new(11, 12));
}

#[test]
fn constraints_on_one_variable_are_facts() {
    let set =
        Set::universe().with_multiple_of(&linear(&[(3, I)], 1), 8).with_equal(&W.into(), &linear(&[], 40));
    let facts = Residues::from_set(&set);
    // 3*i = -1 = 7 modulo 8, so i = 5.
    assert_eq!(facts.get(I), Residue::new(5, 8));
    assert_eq!(facts.get(W), Residue::exactly(40));
}

proptest! {
    #[test]
    fn every_value_fits_its_residue(
        expr in any_expr(vec![I, W], 6, 9), other in any_expr(vec![I, W], 3, 4),
        r in 0_i128..8, m in 0_i128..8, s in 0_i128..8, n in 0_i128..8,
    ) {
        let mut facts = Residues::default();
        facts.learn(I, Residue::new(r, m));
        facts.learn(W, Residue::new(s, n));
        let product = Polynomial::from(&expr).times(&Polynomial::from(&other))?;
        for (a, b) in (-3..4).flat_map(|a| (-3..4).map(move |b| (a, b))) {
            let point: Point = [(I, r + a * m), (W, s + b * n)].into_iter().collect();
            for (residue, value) in [
                (facts.of(&expr), expr.evaluate(&point)?),
                (facts.of_polynomial(&product), product.evaluate(&point)?),
            ] {
                prop_assert_eq!(Residue::new(value, residue.modulus()), residue);
                let factor = residue.known_factor();
                let divides = value == 0 || value.checked_rem(factor) == Some(0);
                prop_assert!(divides);
            }
        }
    }
}
