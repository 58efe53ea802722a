//! A subscript as a sum: what it is made of beside its numbers.
//!
//! ```text
//! j + (n - 1) + 3        terms: j, n; constant: 2
//! (long)(i * w) + n      terms: i * w, n; constant: 0
//! ```
//! Two reads whose sums have the same terms are as far apart as their constants say.
//!
//! Invariant: the value is the sum of the terms and the constant, without wrapping around: only sums of signed numbers are
//! taken apart, and only conversions to a wider one are looked through.

use syntax::ast::BinaryOp;

use crate::{CastKind, ExprId, ExprKind, Program, VarId, const_eval};

/// Is an expression made of nothing but integers: variables, numbers, sums and products of them? Evaluating it has no effect and
/// cannot fail.
pub fn is_made_of_variables(program: &Program, expr: ExprId) -> bool {
    let is_integer = |ty| const_eval::integer_format(program, ty).is_some();
    program.exprs_below(expr).all(|expr| match program.exprs[expr].kind {
        ExprKind::Var(var) => is_integer(program.vars[var].ty),
        ExprKind::Int { .. } | ExprKind::Enumerator(_) | ExprKind::Grid(..) => true,
        ExprKind::Cast { .. } => is_integer(program.exprs[expr].ty),
        ExprKind::Binary { op, .. } => matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul),
        _ => false,
    })
}

/// A sum.
#[derive(Clone, Debug, Default)]
pub struct Sum {
    /// What is added, and what is subtracted.
    pub terms: Vec<(ExprId, Sign)>,
    /// The numbers together.
    pub constant: i64,
}

/// Whether a term is added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sign {
    /// It is.
    Plus,
    /// It is subtracted.
    Minus,
}

impl Sign {
    fn negated(self) -> Sign {
        match self {
            Sign::Plus => Sign::Minus,
            Sign::Minus => Sign::Plus,
        }
    }
}

impl Sum {
    /// The sum that an expression is; `None` if its numbers do not fit, or it is no signed number.
    pub fn of(program: &Program, expr: ExprId) -> Option<Sum> {
        let mut sum = Sum::default();
        sum.add(program, expr, Sign::Plus)?;
        Some(sum)
    }

    /// The sum without a variable that is added in it once, and does not occur elsewhere in it.
    pub fn without(&self, program: &Program, var: VarId) -> Option<Sum> {
        let width = |ty| const_eval::integer_format(program, ty).map(|format| format.width);
        let is_it = |(term, sign): &(ExprId, Sign)| {
            *sign == Sign::Plus
                && program.converted_variable(*term) == Some(var)
                && width(program.vars[var].ty) <= width(program.exprs[*term].ty)
        };
        let at = self.terms.iter().position(is_it)?;
        let mut rest = self.clone();
        rest.terms.remove(at);
        rest.terms.iter().all(|(term, _)| !program.mentions(*term, var)).then_some(rest)
    }

    /// Is a variable mentioned in a term?
    pub fn mentions(&self, program: &Program, var: VarId) -> bool {
        self.terms.iter().any(|(term, _)| program.mentions(*term, var))
    }

    /// Nesting is bounded by the parser.
    fn add(&mut self, program: &Program, expr: ExprId, sign: Sign) -> Option<()> {
        let format = |expr: ExprId| const_eval::integer_format(program, program.exprs[expr].ty);
        let own = format(expr).filter(|format| format.signed)?;
        if let Some(value) = const_eval::integer(program, expr) {
            let value = i64::try_from(value).ok()?;
            self.constant = match sign {
                Sign::Plus => self.constant.checked_add(value)?,
                Sign::Minus => self.constant.checked_sub(value)?,
            };
            return Some(());
        }
        match program.exprs[expr].kind {
            ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } => {
                self.add(program, lhs, sign)?;
                self.add(program, rhs, sign)
            }
            ExprKind::Binary { op: BinaryOp::Sub, lhs, rhs } => {
                self.add(program, lhs, sign)?;
                self.add(program, rhs, sign.negated())
            }
            ExprKind::Cast { kind: CastKind::Arithmetic, operand, .. }
                if format(operand).is_some_and(|inner| inner.signed && inner.width <= own.width) =>
            {
                self.add(program, operand, sign)
            }
            _ => {
                self.terms.push((expr, sign));
                Some(())
            }
        }
    }
}

#[cfg(test)]
mod subscript_tests {
    use super::*;
    use crate::{Expr, Type, Var};
    use source::Span;

    fn expr(program: &mut Program, kind: ExprKind, ty: Type) -> ExprId {
        program.exprs.alloc(Expr { kind, ty, span: Span::BUILTIN })
    }

    fn variable(program: &mut Program, ty: Type) -> (VarId, ExprId) {
        let var = program.vars.alloc(Var::new(None, ty, Span::BUILTIN));
        (var, expr(program, ExprKind::Var(var), ty))
    }

    /// `(lhs op rhs)` of the type of the left side.
    fn binary(program: &mut Program, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> ExprId {
        let ty = program.exprs[lhs].ty;
        expr(program, ExprKind::Binary { op, lhs, rhs }, ty)
    }

    #[test]
    fn numbers_are_added_up_and_variables_are_terms() {
        let mut program = Program::default();
        let ((j, along), (n, index)) = (variable(&mut program, Type::INT), variable(&mut program, Type::INT));
        let [one, three] =
            [1, 3].map(|value| expr(&mut program, ExprKind::Int { value, text: None }, Type::INT));
        let before = binary(&mut program, BinaryOp::Sub, index, one);
        let sum = binary(&mut program, BinaryOp::Add, along, before);
        let sum = binary(&mut program, BinaryOp::Add, sum, three);
        let sum = Sum::of(&program, sum).unwrap_or_default();
        assert_eq!((sum.constant, sum.terms.len()), (2, 2));
        let rest = sum.without(&program, n).unwrap_or_default();
        assert_eq!(rest.terms, [(along, Sign::Plus)]);
        assert!(rest.mentions(&program, j) && !rest.mentions(&program, n));
        assert!(rest.without(&program, n).is_none());
    }

    #[test]
    fn what_is_subtracted_or_unsigned_is_not_taken_out() {
        let mut program = Program::default();
        let ((_, a), (n, index)) = (variable(&mut program, Type::INT), variable(&mut program, Type::INT));
        let minus = binary(&mut program, BinaryOp::Sub, a, index);
        assert!(Sum::of(&program, minus).is_some_and(|sum| sum.without(&program, n).is_none()));
        let twice = binary(&mut program, BinaryOp::Add, index, index);
        assert!(Sum::of(&program, twice).is_some_and(|sum| sum.without(&program, n).is_none()));
        let (_, unsigned) = variable(&mut program, Type::UINT);
        assert!(Sum::of(&program, unsigned).is_none());
    }
}
