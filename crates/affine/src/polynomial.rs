//! Index expressions with products of variables, in normal form.
//!
//! `i*w + j` is not linear when w is a size known at run time only. Written as
//! a sum of distinct monomials with integer coefficients, equal expressions
//! have equal forms: `(i+1)*w - w` is `i*w`.
//!
//! ```
//! use affine::{Polynomial, Var};
//! let (i, w) = (Polynomial::var(Var(0)), Polynomial::var(Var(1)));
//! let next_row = i.plus(&Polynomial::constant(1))?.times(&w)?;
//! assert_eq!(next_row.minus(&w)?, i.times(&w)?);
//! # Ok::<(), affine::GaveUp>(())
//! ```
//!
//! The invariant: no coefficient is zero, so the zero polynomial has no terms;
//! the number of terms is bounded, so no chain of products explodes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::arithmetic::{add, mul};
use crate::effort::{Exact, GaveUp};
use crate::linear::{LinearExpr, Var, write_term};
use crate::point::Point;

/// More terms than any index expression that a person wrote.
const MAX_TERMS: usize = 256;

/// A product of variables: `i*w` or `n^2`; the empty product is 1.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Monomial {
    /// Sorted by variable, every exponent at least 1.
    powers: Vec<(Var, u32)>,
}

impl Monomial {
    /// The empty product.
    pub fn one() -> Monomial {
        Monomial::default()
    }

    /// One variable.
    pub fn var(var: Var) -> Monomial {
        Monomial { powers: vec![(var, 1)] }
    }

    /// The variables with their exponents, in order of variable.
    pub fn powers(&self) -> &[(Var, u32)] {
        &self.powers
    }

    /// The exponent of `var`, zero when it does not occur.
    pub fn exponent(&self, var: Var) -> u32 {
        self.powers.iter().find(|&&(v, _)| v == var).map_or(0, |&(_, exponent)| exponent)
    }

    /// The number of factors.
    pub fn degree(&self) -> u64 {
        self.powers.iter().map(|&(_, exponent)| u64::from(exponent)).sum()
    }

    /// The product.
    pub fn times(&self, other: &Monomial) -> Exact<Monomial> {
        let mut exponents: BTreeMap<Var, u32> = self.powers.iter().copied().collect();
        for &(var, exponent) in &other.powers {
            let sum = exponents.entry(var).or_insert(0);
            *sum = sum.checked_add(exponent).ok_or(GaveUp::Overflow)?;
        }
        Ok(Monomial { powers: exponents.into_iter().collect() })
    }

    /// The quotient, when `divisor` divides.
    pub fn divided(&self, divisor: &Monomial) -> Option<Monomial> {
        let mut exponents: BTreeMap<Var, u32> = self.powers.iter().copied().collect();
        for &(var, exponent) in &divisor.powers {
            let left = exponents.get(&var)?.checked_sub(exponent)?;
            if left == 0 {
                exponents.remove(&var);
            } else {
                exponents.insert(var, left);
            }
        }
        Some(Monomial { powers: exponents.into_iter().collect() })
    }

    fn printed(&self, name: &dyn Fn(Var) -> String) -> String {
        let factors: Vec<String> = self
            .powers
            .iter()
            .map(|&(var, exponent)| match exponent {
                1 => name(var),
                _ => format!("{}^{exponent}", name(var)),
            })
            .collect();
        factors.join("*")
    }
}

/// A sum of monomials with integer coefficients.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Polynomial {
    terms: BTreeMap<Monomial, i128>,
}

impl Polynomial {
    /// A number.
    pub fn constant(value: i128) -> Polynomial {
        Polynomial::term(value, Monomial::one())
    }

    /// One variable.
    pub fn var(var: Var) -> Polynomial {
        Polynomial::term(1, Monomial::var(var))
    }

    /// `coefficient * monomial`.
    pub fn term(coefficient: i128, monomial: Monomial) -> Polynomial {
        let terms =
            if coefficient == 0 { BTreeMap::new() } else { BTreeMap::from([(monomial, coefficient)]) };
        Polynomial { terms }
    }

    /// The monomials and their coefficients.
    pub fn terms(&self) -> impl Iterator<Item = (&Monomial, i128)> + '_ {
        self.terms.iter().map(|(monomial, &coefficient)| (monomial, coefficient))
    }

    /// The coefficient of a monomial; 0 when it does not occur.
    pub fn coefficient(&self, monomial: &Monomial) -> i128 {
        self.terms.get(monomial).copied().unwrap_or(0)
    }

    /// The value, when no variable occurs.
    pub fn as_constant(&self) -> Option<i128> {
        match self.terms.len() {
            0 => Some(0),
            1 => self.terms.get(&Monomial::one()).copied(),
            _ => None,
        }
    }

    /// Whether it is zero.
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// The variables that occur.
    pub fn vars(&self) -> BTreeSet<Var> {
        self.terms.keys().flat_map(|monomial| monomial.powers.iter().map(|&(var, _)| var)).collect()
    }

    /// `self + other`.
    pub fn plus(&self, other: &Polynomial) -> Exact<Polynomial> {
        self.plus_scaled(other, 1)
    }

    /// `self - other`.
    pub fn minus(&self, other: &Polynomial) -> Exact<Polynomial> {
        self.plus_scaled(other, -1)
    }

    /// `self * factor`.
    pub fn scaled(&self, factor: i128) -> Exact<Polynomial> {
        Polynomial::default().plus_scaled(self, factor)
    }

    /// `self + factor * other`.
    pub fn plus_scaled(&self, other: &Polynomial, factor: i128) -> Exact<Polynomial> {
        let mut sum = self.clone();
        for (monomial, &coefficient) in &other.terms {
            sum.accumulate(monomial.clone(), mul(coefficient, factor)?)?;
        }
        Ok(sum)
    }

    /// `self * other`.
    pub fn times(&self, other: &Polynomial) -> Exact<Polynomial> {
        let mut product = Polynomial::default();
        for (left, &a) in &self.terms {
            for (right, &b) in &other.terms {
                product.accumulate(left.times(right)?, mul(a, b)?)?;
            }
        }
        Ok(product)
    }

    fn accumulate(&mut self, monomial: Monomial, amount: i128) -> Exact<()> {
        let sum = add(self.terms.get(&monomial).copied().unwrap_or(0), amount)?;
        if sum == 0 {
            self.terms.remove(&monomial);
        } else {
            self.terms.insert(monomial, sum);
        }
        if self.terms.len() > MAX_TERMS { Err(GaveUp::Effort) } else { Ok(()) }
    }

    /// The quotient, if the division leaves nothing: `n*m + 2*n` by `m + 2` is `n`.
    pub fn divided_by(&self, divisor: &Polynomial) -> Option<Polynomial> {
        let order = |term: &(&Monomial, i128)| (term.0.degree(), term.0.clone());
        let (leading, factor) = divisor.terms().max_by_key(order)?;
        let (mut rest, mut quotient) = (self.clone(), Polynomial::constant(0));
        // Each step takes the leading term away, and smaller ones come.
        for _ in 0..MAX_TERMS {
            let Some((monomial, coefficient)) = rest.terms().max_by_key(order) else { return Some(quotient) };
            if coefficient % factor != 0 {
                return None;
            }
            let part = Polynomial::term(coefficient / factor, monomial.divided(leading)?);
            quotient = quotient.plus(&part).ok()?;
            rest = rest.minus(&part.times(divisor).ok()?).ok()?;
        }
        None
    }

    /// The polynomial with `var` replaced.
    pub fn substituted(&self, var: Var, replacement: &Polynomial) -> Exact<Polynomial> {
        let mut result = Polynomial::default();
        for (monomial, &coefficient) in &self.terms {
            let others = monomial.powers.iter().copied().filter(|&(v, _)| v != var).collect();
            let mut part = Polynomial::term(coefficient, Monomial { powers: others });
            let exponent = monomial.exponent(var);
            if exponent > 64 {
                return Err(GaveUp::Effort);
            }
            for _ in 0..exponent {
                part = part.times(replacement)?;
            }
            result = result.plus(&part)?;
        }
        Ok(result)
    }

    /// `(c, r)` with `self = c * var + r`, neither mentioning `var`: the stride
    /// at which the expression moves with `var`. `None` for `var^2`.
    pub fn split_by(&self, var: Var) -> Option<(Polynomial, Polynomial)> {
        let (mut coefficient, mut rest) = (Polynomial::default(), Polynomial::default());
        let single = Monomial::var(var);
        for (monomial, &factor) in &self.terms {
            match monomial.exponent(var) {
                0 => rest.terms.insert(monomial.clone(), factor),
                1 => coefficient.terms.insert(monomial.divided(&single)?, factor),
                _ => return None,
            };
        }
        Some((coefficient, rest))
    }

    /// The value at a point.
    pub fn evaluate(&self, point: &Point) -> Exact<i128> {
        let mut sum = 0;
        for (monomial, &coefficient) in &self.terms {
            let mut product = coefficient;
            for &(var, exponent) in &monomial.powers {
                let power = point.get(var).checked_pow(exponent).ok_or(GaveUp::Overflow)?;
                product = mul(product, power)?;
            }
            sum = add(sum, product)?;
        }
        Ok(sum)
    }

    /// The same expression as a linear one, when no product of variables occurs.
    pub fn as_linear(&self) -> Option<LinearExpr> {
        if self.terms.keys().any(|monomial| monomial.degree() > 1) {
            return None;
        }
        // No new variable is asked for, so where the numbering starts is moot.
        Products::starting_at(Var(0)).linearize(self).ok()
    }

    /// Prints with the caller's names: `i*w + j`.
    pub fn display<'a>(&'a self, name: &'a dyn Fn(Var) -> String) -> impl fmt::Display + 'a {
        PolynomialDisplay { polynomial: self, name }
    }
}

impl From<&LinearExpr> for Polynomial {
    fn from(expr: &LinearExpr) -> Polynomial {
        let mut terms: BTreeMap<Monomial, i128> =
            expr.terms().iter().map(|&(var, coefficient)| (Monomial::var(var), coefficient)).collect();
        if expr.constant_part() != 0 {
            terms.insert(Monomial::one(), expr.constant_part());
        }
        Polynomial { terms }
    }
}

/// Variables that stand for products, so that `n*m + i` can enter linear
/// constraints: `p + i` with p the name of `n*m`.
///
/// The same product always gets the same variable. Nothing is known of it but
/// what the caller puts into the constraints.
#[derive(Clone, Debug)]
pub struct Products {
    first: u32,
    names: BTreeMap<Monomial, Var>,
    /// In the order of their variables.
    named: Vec<Monomial>,
}

impl Products {
    /// New variables are numbered from `first`, which the caller leaves free.
    pub fn starting_at(first: Var) -> Products {
        Products { first: first.0, names: BTreeMap::new(), named: Vec::new() }
    }

    /// The variable that stands for `monomial`: itself when it is a variable.
    pub fn var_for(&mut self, monomial: &Monomial) -> Exact<Var> {
        if let [(var, 1)] = monomial.powers() {
            return Ok(*var);
        }
        if let Some(&var) = self.names.get(monomial) {
            return Ok(var);
        }
        let number = u32::try_from(self.named.len()).ok().and_then(|count| self.first.checked_add(count));
        let var = Var(number.ok_or(GaveUp::Overflow)?);
        self.names.insert(monomial.clone(), var);
        self.named.push(monomial.clone());
        Ok(var)
    }

    /// The polynomial as a linear expression over variables and products.
    pub fn linearize(&mut self, polynomial: &Polynomial) -> Exact<LinearExpr> {
        let mut terms = Vec::with_capacity(polynomial.terms.len());
        let mut constant = 0;
        for (monomial, coefficient) in polynomial.terms() {
            if monomial.powers().is_empty() {
                constant = coefficient;
            } else {
                terms.push((coefficient, self.var_for(monomial)?));
            }
        }
        LinearExpr::new(terms, constant)
    }

    /// The product that a variable stands for.
    pub fn product(&self, var: Var) -> Option<&Monomial> {
        self.named.get(var.0.checked_sub(self.first)? as usize)
    }

    /// The formula with products written out.
    pub fn spelled(&self, expr: &LinearExpr) -> Polynomial {
        let mut spelled = Polynomial::constant(expr.constant_part());
        for &(var, coefficient) in expr.terms() {
            let monomial = self.product(var).cloned().unwrap_or_else(|| Monomial::var(var));
            spelled.terms.insert(monomial, coefficient);
        }
        spelled
    }
}

struct PolynomialDisplay<'a> {
    polynomial: &'a Polynomial,
    name: &'a dyn Fn(Var) -> String,
}

impl fmt::Display for PolynomialDisplay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.polynomial.is_zero() {
            return f.write_str("0");
        }
        // The map starts with the constant; readers expect it last.
        let (constants, others): (Vec<_>, Vec<_>) =
            self.polynomial.terms().partition(|(monomial, _)| monomial.powers().is_empty());
        for (at, (monomial, coefficient)) in others.into_iter().chain(constants).enumerate() {
            let printed = monomial.printed(self.name);
            write_term(f, at == 0, coefficient, (!printed.is_empty()).then_some(&printed))?;
        }
        Ok(())
    }
}
