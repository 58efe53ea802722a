//! What is known of a value modulo something: alignment of addresses.
//!
//! If w is a multiple of 32 and i0 a multiple of 16, then `i0*w + 64` is a
//! multiple of 64, and a 16-byte load of floats there is aligned. Each value is
//! described by one [`Residue`]: `residue` modulo `modulus`. Sums and products
//! of such descriptions are again such descriptions.
//!
//! The invariant: the real value is always `residue + k * modulus` for some k.
//! What cannot be computed becomes "anything" (modulus 1).

use std::collections::BTreeMap;

use crate::arithmetic::{add, gcd, inverse_modulo, lcm, modulo, mul, negatable, sub};
use crate::constraint::Relation;
use crate::effort::Exact;
use crate::linear::{LinearExpr, Var};
use crate::polynomial::Polynomial;
use crate::set::Set;

/// All integers `residue + k * modulus`; modulus 0 is the one integer `residue`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Residue {
    modulus: i128,
    residue: i128,
}

impl Residue {
    /// Any integer.
    pub const ANYTHING: Residue = Residue { modulus: 1, residue: 0 };

    /// The integers that leave `residue` modulo `modulus`; for modulus 0 the
    /// integer `residue` alone.
    pub fn new(residue: i128, modulus: i128) -> Residue {
        match negatable(modulus).map(i128::abs) {
            Ok(0) => Residue { modulus: 0, residue },
            Ok(modulus) => Residue { modulus, residue: modulo(residue, modulus) },
            Err(_) => Residue::ANYTHING,
        }
    }

    /// One integer.
    pub fn exactly(value: i128) -> Residue {
        Residue { modulus: 0, residue: value }
    }

    /// The multiples of `factor`.
    pub fn multiple_of(factor: i128) -> Residue {
        Residue::new(0, factor)
    }

    /// The modulus; 0 when the value is known.
    pub fn modulus(self) -> i128 {
        self.modulus
    }

    /// The residue, between 0 and the modulus, or the value itself.
    pub fn residue(self) -> i128 {
        self.residue
    }

    /// The largest number known to divide the value; 0 when the value is 0,
    /// which everything divides.
    pub fn known_factor(self) -> i128 {
        gcd(self.modulus, self.residue)
    }

    /// Whether the value is known to be a multiple of `factor`.
    pub fn is_multiple_of(self, factor: i128) -> bool {
        self.known_factor().checked_rem(factor) == Some(0)
    }

    fn plus(self, other: Residue) -> Residue {
        let sum = add(self.residue, other.residue);
        sum.map_or(Residue::ANYTHING, |sum| Residue::new(sum, gcd(self.modulus, other.modulus)))
    }

    fn times(self, other: Residue) -> Residue {
        let product = || -> Exact<Residue> {
            let (r, m) = (self.residue, self.modulus);
            let (s, n) = (other.residue, other.modulus);
            // (r + m*a) * (s + n*b) = r*s + r*n*b + s*m*a + m*n*a*b
            let modulus = gcd(gcd(mul(r, n)?, mul(s, m)?), mul(m, n)?);
            Ok(Residue::new(mul(r, s)?, modulus))
        };
        product().unwrap_or(Residue::ANYTHING)
    }

    /// Both facts about one value (the Chinese remainder theorem). Facts that
    /// contradict each other describe nothing, so either may stand for both.
    fn and(self, other: Residue) -> Residue {
        if self.modulus == 0 || other.modulus == 0 {
            return if self.modulus == 0 { self } else { other };
        }
        let joint = || -> Exact<Option<Residue>> {
            let common = gcd(self.modulus, other.modulus);
            let distance = sub(other.residue, self.residue)?;
            let period = other.modulus / common;
            let Some(inverse) = inverse_modulo(self.modulus / common, period) else { return Ok(None) };
            if distance % common != 0 {
                return Ok(None);
            }
            let steps = modulo(mul(distance / common, inverse)?, period);
            let value = add(self.residue, mul(self.modulus, steps)?)?;
            Ok(Some(Residue::new(value, lcm(self.modulus, other.modulus)?)))
        };
        joint().ok().flatten().unwrap_or(self)
    }
}

/// What is known of each variable modulo something.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Residues {
    known: BTreeMap<Var, Residue>,
}

impl Residues {
    /// Adds a fact about `var` to what is known.
    pub fn learn(&mut self, var: Var, fact: Residue) {
        let known = self.get(var).and(fact);
        self.known.insert(var, known);
    }

    /// What is known of `var`.
    pub fn get(&self, var: Var) -> Residue {
        self.known.get(&var).copied().unwrap_or(Residue::ANYTHING)
    }

    /// The facts that constraints on single variables state: `w` multiple of
    /// 32, `i - 1` multiple of 4, `n = 5`.
    pub fn from_set(set: &Set) -> Residues {
        let mut residues = Residues::default();
        for constraint in set.constraints() {
            let &[(var, coefficient)] = constraint.expr().terms() else { continue };
            let constant = constraint.expr().constant_part();
            // Reduced constraints with one variable have coefficient 1, or one
            // that has no factor in common with the modulus.
            let fact = match constraint.relation() {
                Relation::Zero if coefficient == 1 => Residue::exactly(-constant),
                Relation::MultipleOf(modulus) => solve_congruence(coefficient, constant, modulus),
                Relation::Zero | Relation::NonNegative => continue,
            };
            residues.learn(var, fact);
        }
        residues
    }

    /// What is known of a linear expression.
    pub fn of(&self, expr: &LinearExpr) -> Residue {
        let start = Residue::exactly(expr.constant_part());
        expr.terms().iter().fold(start, |sum, &(var, coefficient)| {
            sum.plus(Residue::exactly(coefficient).times(self.get(var)))
        })
    }

    /// What is known of a polynomial.
    pub fn of_polynomial(&self, polynomial: &Polynomial) -> Residue {
        polynomial.terms().fold(Residue::exactly(0), |sum, (monomial, coefficient)| {
            let mut product = Residue::exactly(coefficient);
            for &(var, exponent) in monomial.powers() {
                for _ in 0..exponent.min(64) {
                    product = product.times(self.get(var));
                }
                if exponent > 64 {
                    product = Residue::ANYTHING;
                }
            }
            sum.plus(product)
        })
    }
}

/// The x with `coefficient * x + constant` a multiple of `modulus`.
fn solve_congruence(coefficient: i128, constant: i128, modulus: i128) -> Residue {
    match inverse_modulo(coefficient, modulus).map(|inverse| mul(inverse, constant)) {
        Some(Ok(product)) => Residue::new(-product, modulus),
        _ => Residue::ANYTHING,
    }
}

/// The largest number known to divide `expr`; 0 when it is known to be 0.
pub fn multiple_of(expr: &LinearExpr, facts: &Residues) -> i128 {
    facts.of(expr).known_factor()
}
