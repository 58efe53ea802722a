//! The bridge between named variables and the solver's columns.
//!
//! For constraints over i and n the columns are (i, n), in order of variable;
//! `2*i - n + 3` becomes the row `[2, -1 | 3]` and back. The invariant: every
//! variable of the constraints given to [`Columns::of`] has a column.

use crate::arithmetic::negatable;
use crate::constraint::{Constraint, Relation};
use crate::effort::{Exact, GaveUp};
use crate::linear::{LinearExpr, Var};
use crate::omega::system::{Congruence, Row, System};
use crate::point::Point;

/// Which variable stands in which column.
pub(crate) struct Columns {
    vars: Vec<Var>,
}

impl Columns {
    /// A column for each variable of the constraints.
    pub(crate) fn of<'a>(constraints: impl IntoIterator<Item = &'a Constraint>) -> Columns {
        let mut vars: Vec<Var> = Vec::new();
        for constraint in constraints {
            vars.extend(constraint.expr().vars());
        }
        vars.sort_unstable();
        vars.dedup();
        Columns { vars }
    }

    pub(crate) fn width(&self) -> usize {
        self.vars.len()
    }

    /// Marks the columns of the given variables.
    pub(crate) fn marked(&self, vars: &[Var]) -> Vec<bool> {
        self.vars.iter().map(|var| vars.contains(var)).collect()
    }

    /// The constraints as rows.
    pub(crate) fn system<'a>(&self, constraints: impl IntoIterator<Item = &'a Constraint>) -> Exact<System> {
        let mut system = System { width: self.width(), ..System::default() };
        for constraint in constraints {
            let row = self.row(constraint.expr())?;
            match constraint.relation() {
                Relation::Zero => system.equalities.push(row),
                Relation::NonNegative => system.inequalities.push(row),
                Relation::MultipleOf(modulus) => system.congruences.push(Congruence { row, modulus }),
            }
        }
        Ok(system)
    }

    fn row(&self, expr: &LinearExpr) -> Exact<Row> {
        let mut coefficients = vec![0; self.width()];
        for &(var, coefficient) in expr.terms() {
            let at = self.vars.binary_search(&var).map_err(|_| GaveUp::Approximation)?;
            coefficients[at] = negatable(coefficient)?;
        }
        Ok(Row { coefficients, constant: negatable(expr.constant_part())? })
    }

    /// The row as an expression; columns beyond ours must be zero in it.
    pub(crate) fn expr(&self, row: &Row) -> Exact<LinearExpr> {
        LinearExpr::new(row.coefficients.iter().copied().zip(self.vars.iter().copied()), row.constant)
    }

    /// Column values as a point.
    pub(crate) fn point(&self, values: &[i128]) -> Point {
        self.vars.iter().copied().zip(values.iter().copied()).collect()
    }
}
