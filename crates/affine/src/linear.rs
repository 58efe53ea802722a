//! Linear expressions: `2*i - j + n + 3` over opaque variables.
//!
//! A [`Var`] is a number the caller hands out; loop indices, thread ids and
//! symbolic sizes are all just variables here. Names exist only for printing:
//!
//! ```
//! use affine::{LinearExpr, Var};
//! let (i, n) = (Var(0), Var(1));
//! let last = LinearExpr::new([(2, i), (-1, n)], 3)?;
//! assert_eq!(last.display(&|v| if v == i { "i".into() } else { "n".into() }).to_string(), "2*i - n + 3");
//! # Ok::<(), affine::GaveUp>(())
//! ```
//!
//! The invariant: terms are sorted by variable and no coefficient is zero, so
//! equal expressions compare equal.

use std::fmt;

use crate::arithmetic::{add, mul, neg};
use crate::effort::Exact;
use crate::point::Point;

/// A variable, named by a number of the caller's choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(pub u32);

/// A sum of variables with integer coefficients, and a constant.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct LinearExpr {
    terms: Vec<(Var, i128)>,
    constant: i128,
}

impl LinearExpr {
    /// The sum of `coefficient * variable` pairs and `constant`; a variable may
    /// be given more than once.
    pub fn new(terms: impl IntoIterator<Item = (i128, Var)>, constant: i128) -> Exact<LinearExpr> {
        let mut sorted: Vec<(Var, i128)> =
            terms.into_iter().map(|(coefficient, var)| (var, coefficient)).collect();
        sorted.sort_by_key(|&(var, _)| var);
        let mut expr = LinearExpr::constant(constant);
        for (var, coefficient) in sorted {
            match expr.terms.last_mut() {
                Some((last, sum)) if *last == var => *sum = add(*sum, coefficient)?,
                _ => expr.terms.push((var, coefficient)),
            }
        }
        expr.terms.retain(|&(_, coefficient)| coefficient != 0);
        Ok(expr)
    }

    /// An expression without variables.
    pub fn constant(constant: i128) -> LinearExpr {
        LinearExpr { terms: Vec::new(), constant }
    }

    /// The expression that is one variable.
    pub fn var(var: Var) -> LinearExpr {
        LinearExpr { terms: vec![(var, 1)], constant: 0 }
    }

    /// Variables and their coefficients, sorted by variable, none zero.
    pub fn terms(&self) -> &[(Var, i128)] {
        &self.terms
    }

    /// The part without variables.
    pub fn constant_part(&self) -> i128 {
        self.constant
    }

    /// The value, when no variable occurs.
    pub fn as_constant(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The coefficient of `var`, zero when it does not occur.
    pub fn coefficient(&self, var: Var) -> i128 {
        match self.terms.binary_search_by_key(&var, |&(v, _)| v) {
            Ok(at) => self.terms[at].1,
            Err(_) => 0,
        }
    }

    /// Whether `var` occurs.
    pub fn mentions(&self, var: Var) -> bool {
        self.coefficient(var) != 0
    }

    /// The variables that occur, in order.
    pub fn vars(&self) -> impl Iterator<Item = Var> + '_ {
        self.terms.iter().map(|&(var, _)| var)
    }

    /// `self + other`.
    pub fn plus(&self, other: &LinearExpr) -> Exact<LinearExpr> {
        self.plus_scaled(other, 1)
    }

    /// `self - other`.
    pub fn minus(&self, other: &LinearExpr) -> Exact<LinearExpr> {
        self.plus_scaled(other, -1)
    }

    /// `self + amount`.
    pub fn plus_constant(&self, amount: i128) -> Exact<LinearExpr> {
        Ok(LinearExpr { terms: self.terms.clone(), constant: add(self.constant, amount)? })
    }

    /// `self * factor`.
    pub fn times(&self, factor: i128) -> Exact<LinearExpr> {
        LinearExpr::default().plus_scaled(self, factor)
    }

    /// `-self`.
    pub fn negated(&self) -> Exact<LinearExpr> {
        self.times(-1)
    }

    /// `self + factor * other`: a merge of two sorted lists.
    pub fn plus_scaled(&self, other: &LinearExpr, factor: i128) -> Exact<LinearExpr> {
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let mut ours = self.terms.iter().copied().peekable();
        for &(var, coefficient) in &other.terms {
            while let Some(term) = ours.next_if(|&(v, _)| v < var) {
                terms.push(term);
            }
            let own = ours.next_if(|&(v, _)| v == var).map_or(0, |(_, c)| c);
            let sum = add(own, mul(coefficient, factor)?)?;
            if sum != 0 {
                terms.push((var, sum));
            }
        }
        terms.extend(ours);
        let constant = add(self.constant, mul(other.constant, factor)?)?;
        Ok(LinearExpr { terms, constant })
    }

    /// Replaces `var` by `replacement`, which may mention `var` itself
    /// (`i := i + 1` shifts).
    pub fn substituted(&self, var: Var, replacement: &LinearExpr) -> Exact<LinearExpr> {
        let coefficient = self.coefficient(var);
        if coefficient == 0 {
            return Ok(self.clone());
        }
        self.without(var).plus_scaled(replacement, coefficient)
    }

    /// Renames variables; two that become one are added up.
    pub fn renamed(&self, rename: impl Fn(Var) -> Var) -> Exact<LinearExpr> {
        LinearExpr::new(self.terms.iter().map(|&(var, c)| (c, rename(var))), self.constant)
    }

    /// The expression with the term of `var` left out.
    pub fn without(&self, var: Var) -> LinearExpr {
        let terms = self.terms.iter().copied().filter(|&(v, _)| v != var).collect();
        LinearExpr { terms, constant: self.constant }
    }

    /// The value at a point (variables the point does not name are zero).
    pub fn evaluate(&self, point: &Point) -> Exact<i128> {
        let mut sum = self.constant;
        for &(var, coefficient) in &self.terms {
            sum = add(sum, mul(coefficient, point.get(var))?)?;
        }
        Ok(sum)
    }

    /// `self / divisor`, when every coefficient and the constant divide.
    pub fn divided(&self, divisor: i128) -> Option<LinearExpr> {
        let divides = |number: i128| number.checked_rem(divisor) == Some(0);
        if !divides(self.constant) || !self.terms.iter().all(|&(_, c)| divides(c)) {
            return None;
        }
        let terms = self.terms.iter().map(|&(var, c)| (var, c / divisor)).collect();
        Some(LinearExpr { terms, constant: self.constant / divisor })
    }

    /// Prints with the caller's names: `2*i - j + 3`.
    pub fn display<'a>(&'a self, name: &'a dyn Fn(Var) -> String) -> impl fmt::Display + 'a {
        LinearDisplay { expr: self, name }
    }
}

impl From<Var> for LinearExpr {
    fn from(var: Var) -> LinearExpr {
        LinearExpr::var(var)
    }
}

impl From<i128> for LinearExpr {
    fn from(constant: i128) -> LinearExpr {
        LinearExpr::constant(constant)
    }
}

struct LinearDisplay<'a> {
    expr: &'a LinearExpr,
    name: &'a dyn Fn(Var) -> String,
}

impl fmt::Display for LinearDisplay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut first = true;
        for &(var, coefficient) in &self.expr.terms {
            write_term(f, first, coefficient, Some(&(self.name)(var)))?;
            first = false;
        }
        if first || self.expr.constant != 0 {
            write_term(f, first, self.expr.constant, None)?;
        }
        Ok(())
    }
}

/// Writes one summand with its sign: `-3*x` or ` + x` or ` - 4`.
pub(crate) fn write_term(
    f: &mut fmt::Formatter<'_>,
    first: bool,
    coefficient: i128,
    factor: Option<&str>,
) -> fmt::Result {
    let negative = coefficient < 0;
    f.write_str(match (first, negative) {
        (true, true) => "-",
        (true, false) => "",
        (false, true) => " - ",
        (false, false) => " + ",
    })?;
    let magnitude = coefficient.unsigned_abs();
    match factor {
        Some(name) if magnitude == 1 => f.write_str(name),
        Some(name) => write!(f, "{magnitude}*{name}"),
        None => write!(f, "{magnitude}"),
    }
}

/// `a < b` as an expression that is non-negative exactly when it holds.
pub(crate) fn less_than(a: &LinearExpr, b: &LinearExpr) -> Exact<LinearExpr> {
    b.minus(a)?.plus_constant(neg(1)?)
}
