//! One linear constraint: `e = 0`, `e >= 0`, or `e` is a multiple of `m`.
//!
//! The third form says "there is an integer q with e = m*q" without naming q;
//! it is what a step-2 loop or an eliminated stride leaves behind, and it keeps
//! sets closed under exact elimination of a variable from an equality.
//!
//! The invariant: a stored constraint is reduced (common factors divided out,
//! inequalities tightened to integers): `2*i - 1 >= 0` is kept as `i - 1 >= 0`.

use std::fmt;

use crate::arithmetic::{div_floor, gcd, modulo, negatable};
use crate::effort::Exact;
use crate::linear::{LinearExpr, Var, less_than};
use crate::point::Point;

/// What a constraint demands of its expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Relation {
    /// The expression is zero.
    Zero,
    /// The expression is zero or more.
    NonNegative,
    /// The expression is a multiple of this number (at least 2).
    MultipleOf(i128),
}

/// A demand on one linear expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Constraint {
    expr: LinearExpr,
    relation: Relation,
}

impl Constraint {
    /// `a = b`.
    pub fn equal(a: &LinearExpr, b: &LinearExpr) -> Exact<Constraint> {
        Constraint::reduced(a.minus(b)?, Relation::Zero)
    }

    /// `a >= b`.
    pub fn at_least(a: &LinearExpr, b: &LinearExpr) -> Exact<Constraint> {
        Constraint::reduced(a.minus(b)?, Relation::NonNegative)
    }

    /// `a <= b`.
    pub fn at_most(a: &LinearExpr, b: &LinearExpr) -> Exact<Constraint> {
        Constraint::at_least(b, a)
    }

    /// `a < b`.
    pub fn less(a: &LinearExpr, b: &LinearExpr) -> Exact<Constraint> {
        Constraint::reduced(less_than(a, b)?, Relation::NonNegative)
    }

    /// `expr` is a multiple of `modulus`; modulus 0 demands that it is zero.
    pub fn multiple_of(expr: &LinearExpr, modulus: i128) -> Exact<Constraint> {
        match negatable(modulus)?.abs() {
            0 => Constraint::reduced(expr.clone(), Relation::Zero),
            modulus => Constraint::reduced(expr.clone(), Relation::MultipleOf(modulus)),
        }
    }

    /// A constraint no point satisfies.
    pub fn contradiction() -> Constraint {
        Constraint { expr: LinearExpr::constant(-1), relation: Relation::NonNegative }
    }

    /// The expression the constraint is about.
    pub fn expr(&self) -> &LinearExpr {
        &self.expr
    }

    /// What is demanded of it.
    pub fn relation(&self) -> Relation {
        self.relation
    }

    /// Whether every point satisfies it.
    pub fn is_tautology(&self) -> bool {
        match (self.expr.as_constant(), self.relation) {
            (None, _) => false,
            (Some(value), Relation::Zero) => value == 0,
            (Some(value), Relation::NonNegative) => value >= 0,
            (Some(value), Relation::MultipleOf(m)) => modulo(value, m) == 0,
        }
    }

    /// Whether no point can satisfy it, seen without solving.
    pub fn is_contradiction(&self) -> bool {
        self.expr.as_constant().is_some() && !self.is_tautology()
    }

    /// Whether `point` satisfies it.
    pub fn holds_at(&self, point: &Point) -> Exact<bool> {
        let value = self.expr.evaluate(point)?;
        Ok(match self.relation {
            Relation::Zero => value == 0,
            Relation::NonNegative => value >= 0,
            Relation::MultipleOf(m) => modulo(value, m) == 0,
        })
    }

    /// The constraint with `var` replaced.
    pub fn substituted(&self, var: Var, replacement: &LinearExpr) -> Exact<Constraint> {
        Constraint::reduced(self.expr.substituted(var, replacement)?, self.relation)
    }

    /// The constraint with its variables renamed.
    pub fn renamed(&self, rename: impl Fn(Var) -> Var) -> Exact<Constraint> {
        Constraint::reduced(self.expr.renamed(rename)?, self.relation)
    }

    /// Divides out common factors and picks one of the equivalent spellings.
    pub(crate) fn reduced(expr: LinearExpr, relation: Relation) -> Exact<Constraint> {
        for &(_, coefficient) in expr.terms() {
            negatable(coefficient)?;
        }
        negatable(expr.constant_part())?;
        let common = expr.terms().iter().fold(0, |g, &(_, c)| gcd(g, c));
        if common == 0 {
            return Ok(Constraint { expr, relation });
        }
        match relation {
            Relation::Zero => Constraint::reduced_equality(expr, common),
            Relation::NonNegative if common == 1 => Ok(Constraint { expr, relation }),
            Relation::NonNegative => {
                let constant = div_floor(expr.constant_part(), common);
                let expr = scaled_down(&expr, common, constant)?;
                Ok(Constraint { expr, relation })
            }
            Relation::MultipleOf(modulus) => Constraint::reduced_congruence(&expr, common, modulus),
        }
    }

    fn reduced_equality(expr: LinearExpr, common: i128) -> Exact<Constraint> {
        let Some(divided) = expr.divided(common) else { return Ok(Constraint::contradiction()) };
        let leading = divided.terms().first().map_or(1, |&(_, c)| c);
        let expr = if leading < 0 { divided.negated()? } else { divided };
        Ok(Constraint { expr, relation: Relation::Zero })
    }

    /// Coefficients and constant are residues; a factor shared with the modulus
    /// divides out, or contradicts when the constant does not have it.
    fn reduced_congruence(expr: &LinearExpr, common: i128, modulus: i128) -> Exact<Constraint> {
        let shared = gcd(common, modulus);
        if modulo(expr.constant_part(), shared) != 0 {
            return Ok(Constraint::contradiction());
        }
        let modulus = modulus / shared;
        let constant = modulo(expr.constant_part() / shared, modulus);
        let terms = expr.terms().iter().map(|&(var, c)| (modulo(c / shared, modulus), var));
        let expr = LinearExpr::new(terms, constant)?;
        Ok(Constraint { expr, relation: Relation::MultipleOf(modulus) })
    }

    /// Prints with the caller's names: `i - 1 >= 0`.
    pub fn display<'a>(&'a self, name: &'a dyn Fn(Var) -> String) -> impl fmt::Display + 'a {
        ConstraintDisplay { constraint: self, name }
    }
}

fn scaled_down(expr: &LinearExpr, factor: i128, constant: i128) -> Exact<LinearExpr> {
    LinearExpr::new(expr.terms().iter().map(|&(var, c)| (c / factor, var)), constant)
}

struct ConstraintDisplay<'a> {
    constraint: &'a Constraint,
    name: &'a dyn Fn(Var) -> String,
}

impl fmt::Display for ConstraintDisplay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let expr = self.constraint.expr.display(self.name);
        match self.constraint.relation {
            Relation::Zero => write!(f, "{expr} = 0"),
            Relation::NonNegative => write!(f, "{expr} >= 0"),
            Relation::MultipleOf(m) => write!(f, "{expr} multiple of {m}"),
        }
    }
}
