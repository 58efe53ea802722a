//! The least and greatest value of an expression, as formulas in what is kept.
//!
//! Over `0 <= i < n, 0 <= j <= 3` the expression `2*i - j + n` runs from `n - 3`
//! to `3*n - 2`. A side can need several formulas: `j <= n - 1` and `j <= i + 3`
//! together bound j by the smaller of the two; and a formula can be a rounded
//! quotient: `2*j <= n` bounds j by `floor(n / 2)`.
//!
//! The invariant: at every point of the set, each lower formula is at most the
//! expression and each upper formula is at least it. When [`Bounds::exact`],
//! the largest lower and the smallest upper formula are values it does take.

use std::fmt;

use crate::arithmetic::{div_ceil, div_floor};
use crate::constraint::Relation;
use crate::effort::Exact;
use crate::linear::{LinearExpr, Var};
use crate::point::Point;
use crate::set::{Set, unused_var};

/// `numerator / divisor`, rounded up in a lower and down in an upper bound.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Quotient {
    /// What is divided.
    pub numerator: LinearExpr,
    /// A positive number, 1 when the bound is linear.
    pub divisor: i128,
}

/// What is known of an expression's smallest and largest value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The smallest value is at least each of these; empty when unbounded.
    pub lower: Vec<Quotient>,
    /// The largest value is at most each of these; empty when unbounded.
    pub upper: Vec<Quotient>,
    /// Whether the tightest of each side is taken, for all parameter values
    /// that leave the set any point.
    pub exact: bool,
}

impl Bounds {
    /// The smallest value, when one linear formula gives it.
    pub fn single_lower(&self) -> Option<&LinearExpr> {
        single(&self.lower)
    }

    /// The largest value, when one linear formula gives it.
    pub fn single_upper(&self) -> Option<&LinearExpr> {
        single(&self.upper)
    }

    /// The tightest lower bound for given parameters, `None` when unbounded.
    pub fn lower_at(&self, parameters: &Point) -> Exact<Option<i128>> {
        let values =
            self.lower.iter().map(|bound| Ok(div_ceil(bound.numerator.evaluate(parameters)?, bound.divisor)));
        Ok(values.collect::<Exact<Vec<i128>>>()?.into_iter().max())
    }

    /// The tightest upper bound for given parameters, `None` when unbounded.
    pub fn upper_at(&self, parameters: &Point) -> Exact<Option<i128>> {
        let values = self
            .upper
            .iter()
            .map(|bound| Ok(div_floor(bound.numerator.evaluate(parameters)?, bound.divisor)));
        Ok(values.collect::<Exact<Vec<i128>>>()?.into_iter().min())
    }

    /// Prints with the caller's names: `n - 3 ..= min(3*n - 2, floor(m / 2))`.
    pub fn display<'a>(&'a self, name: &'a dyn Fn(Var) -> String) -> impl fmt::Display + 'a {
        BoundsDisplay { bounds: self, name }
    }
}

fn single(side: &[Quotient]) -> Option<&LinearExpr> {
    match side {
        [only] if only.divisor == 1 => Some(&only.numerator),
        _ => None,
    }
}

impl Set {
    /// Bounds of `expr` over the values that `over` takes in this set, as
    /// formulas in the other variables.
    pub fn bounds(&self, expr: &LinearExpr, over: &[Var]) -> Bounds {
        let mut used = self.vars();
        used.extend(expr.vars());
        used.extend(over.iter().copied());
        let Ok(value) = unused_var(&used) else { return unbounded() };
        let named = self.clone().with_equal(&LinearExpr::var(value), expr);
        named.project_out(over).bounds_of_var(value)
    }

    /// Constants between which `expr` lies everywhere in this set; `None` for a
    /// side that has none, and for both when the set is empty.
    pub fn constant_bounds(&self, expr: &LinearExpr) -> (Option<i128>, Option<i128>) {
        let over: Vec<Var> = self.vars().into_iter().chain(expr.vars()).collect();
        let bounds = self.bounds(expr, &over);
        let value = |side: Option<&LinearExpr>| side.and_then(LinearExpr::as_constant);
        (value(bounds.single_lower()), value(bounds.single_upper()))
    }

    /// Reads the bounds of `value` off the constraints that mention it.
    pub(crate) fn bounds_of_var(&self, value: Var) -> Bounds {
        if self.is_empty() {
            return Bounds { exact: true, ..unbounded() };
        }
        let mut bounds = Bounds { exact: self.is_exact(), ..unbounded() };
        let mut strided = false;
        for constraint in self.constraints() {
            let coefficient = constraint.expr().coefficient(value);
            match constraint.relation() {
                _ if coefficient == 0 => {}
                Relation::NonNegative => bounds.push(constraint.expr(), value),
                Relation::Zero => {
                    bounds.push(constraint.expr(), value);
                    match constraint.expr().negated() {
                        Ok(opposite) => bounds.push(&opposite, value),
                        Err(_) => bounds.exact = false,
                    }
                }
                Relation::MultipleOf(_) => strided = true,
            }
        }
        if strided && bounds.exact {
            bounds.exact = self.attains(value, &bounds.lower) && self.attains(value, &bounds.upper);
        }
        bounds
    }

    /// Whether `value` reaches this side's bound for all parameters that leave
    /// the set a point, though a congruence thins out its values.
    fn attains(&self, value: Var, side: &[Quotient]) -> bool {
        let Some(bound) = single(side) else { return side.is_empty() };
        let parameters = self.project_out(&[value]);
        parameters.is_within(&self.substituted(value, bound)).is_proven()
    }
}

fn unbounded() -> Bounds {
    Bounds { lower: Vec::new(), upper: Vec::new(), exact: false }
}

impl Bounds {
    /// Reads `expr >= 0`, where `expr` mentions `value`: a lower bound when
    /// its coefficient is positive, else an upper bound.
    fn push(&mut self, expr: &LinearExpr, value: Var) {
        let rest = expr.without(value);
        let coefficient = expr.coefficient(value);
        if coefficient < 0 {
            self.upper.push(Quotient::reduced(rest, -coefficient, div_floor));
        } else if let Ok(numerator) = rest.negated() {
            self.lower.push(Quotient::reduced(numerator, coefficient, div_ceil));
        } else {
            self.exact = false;
        }
    }
}

impl Quotient {
    /// A constant is divided at once; anything else when it divides exactly.
    fn reduced(numerator: LinearExpr, divisor: i128, round: fn(i128, i128) -> i128) -> Quotient {
        if let Some(value) = numerator.as_constant() {
            return Quotient { numerator: LinearExpr::constant(round(value, divisor)), divisor: 1 };
        }
        match numerator.divided(divisor) {
            Some(numerator) => Quotient { numerator, divisor: 1 },
            None => Quotient { numerator, divisor },
        }
    }
}

struct BoundsDisplay<'a> {
    bounds: &'a Bounds,
    name: &'a dyn Fn(Var) -> String,
}

impl fmt::Display for BoundsDisplay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_side(f, &self.bounds.lower, ("max", "ceil"))?;
        f.write_str(" ..= ")?;
        self.write_side(f, &self.bounds.upper, ("min", "floor"))
    }
}

impl BoundsDisplay<'_> {
    fn write_side(
        &self,
        f: &mut fmt::Formatter<'_>,
        side: &[Quotient],
        (pick, round): (&str, &str),
    ) -> fmt::Result {
        let formula = |quotient: &Quotient| {
            let numerator = quotient.numerator.display(self.name);
            match quotient.divisor {
                1 => numerator.to_string(),
                divisor => format!("{round}(({numerator}) / {divisor})"),
            }
        };
        match side {
            [] => f.write_str("unbounded"),
            [only] => f.write_str(&formula(only)),
            several => {
                let formulas: Vec<String> = several.iter().map(formula).collect();
                write!(f, "{pick}({})", formulas.join(", "))
            }
        }
    }
}
