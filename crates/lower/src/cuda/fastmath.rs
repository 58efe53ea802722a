//! `fastmath`: the device's fast intrinsics for single precision.
//!
//! ```text
//! expf(x) / y          __fdividef(__expf(x), y)
//! y / sqrtf(x)         y * rsqrtf(x)                  also where a variable is that root
//! sqrtf(x)             __fdividef(1.0f, rsqrtf(x))
//! x / 3.0f             x * (1.0f / 3.0f)
//! x / p … y / p        x * __fdividef(1.0f, p) … y * __fdividef(1.0f, p)
//! x / (p * sqrtf(y))   x * __fdividef(1.0f, p) * rsqrtf(y)
//! ```
//! where the compiler sees that the reciprocal is the same.
//! Chosen call by call in the kernel that asks for it, and in its own clones of
//! the functions that it calls.

use std::collections::HashMap;

use hir::copy;
use hir::{BinaryOp, Builder, CastKind, ExprId, ExprKind, Program, StmtId, Type, VarId};

use super::spelling::Spelling;

/// How often something is divided by each variable.
pub(super) fn divisors(program: &Program, stmts: &[StmtId]) -> HashMap<VarId, usize> {
    let mut uses = HashMap::new();
    for expr in stmts.iter().flat_map(|stmt| program.exprs_below(*stmt)) {
        if let ExprKind::Binary { op: BinaryOp::Div, rhs, .. } = program.exprs[expr].kind
            && let ExprKind::Var(var) = program.exprs[rhs].kind
        {
            *uses.entry(var).or_default() += 1;
        }
    }
    uses
}

/// `x` of `sqrtf(x)`
pub(super) fn square_root(b: &Builder<'_>, expr: ExprId) -> Option<ExprId> {
    let ExprKind::Call { callee, args } = &b.program.exprs[expr].kind else { return None };
    match (library_name(b, *callee)?.as_str(), args.as_slice()) {
        ("sqrtf", [argument]) => Some(*argument),
        _ => None,
    }
}

/// The name of a function of the library.
pub(super) fn library_name(b: &Builder<'_>, callee: ExprId) -> Option<String> {
    let mut at = callee;
    while let ExprKind::Cast { kind: CastKind::FunctionDecay, operand, .. } = b.program.exprs[at].kind {
        at = operand;
    }
    let ExprKind::Function(function) = b.program.exprs[at].kind else { return None };
    let function = &b.program.functions[function];
    function.body.is_none().then(|| b.sources.text(function.name).into_owned())
}

impl Spelling<'_, '_> {
    /// The fast form of an expression, if it has one.
    pub(super) fn fast(&mut self, expr: ExprId) -> Option<ExprId> {
        if !self.is_float(expr) {
            return None;
        }
        match self.b.program.exprs[expr].kind.clone() {
            ExprKind::Binary { op: BinaryOp::Div, lhs, rhs } => {
                let is_root = self.square_root(rhs).is_some();
                if !is_root && let Some(quotient) = self.by_reciprocal(lhs, rhs) {
                    return Some(quotient);
                }
                if let Some(root) = self.square_root(rhs) {
                    let argument = self.explicit(root);
                    let inverse = self.fast_call("rsqrtf", vec![argument]);
                    if self.is_one(lhs) {
                        return Some(inverse);
                    }
                    let lhs = self.explicit(lhs);
                    return Some(
                        self.b.expr(ExprKind::Binary { op: BinaryOp::Mul, lhs, rhs: inverse }, Type::FLOAT),
                    );
                }
                let (lhs, rhs) = (self.explicit(lhs), self.explicit(rhs));
                Some(self.fast_call("__fdividef", vec![lhs, rhs]))
            }
            ExprKind::Call { callee, args } => {
                let name = library_name(self.b, callee)?;
                if let ("sqrtf", [argument]) = (name.as_str(), args.as_slice()) {
                    return Some(self.fast_root(*argument));
                }
                let fast = kir::fast_counterpart(&name)?;
                let args = args.into_iter().map(|arg| self.explicit(arg)).collect();
                Some(self.fast_call(fast, args))
            }
            _ => None,
        }
    }

    fn fast_call(&mut self, name: &'static str, args: Vec<ExprId>) -> ExprId {
        self.b.call(self.helpers.language.fast_function(name), args, Type::FLOAT)
    }

    /// The inverse of the inverse: also right for 0 and for infinity.
    fn fast_root(&mut self, argument: ExprId) -> ExprId {
        let argument = self.explicit(argument);
        let inverse = self.fast_call("rsqrtf", vec![argument]);
        let one = self.b.expr(ExprKind::Float { value: 1.0, text: None }, Type::FLOAT);
        self.fast_call("__fdividef", vec![one, inverse])
    }

    /// A quotient whose divisor is a constant, a variable by which more is
    /// divided, or a product with a square root in it.
    fn by_reciprocal(&mut self, lhs: ExprId, rhs: ExprId) -> Option<ExprId> {
        let (first, second) = match self.b.program.exprs[rhs].kind {
            ExprKind::Binary { op: BinaryOp::Mul, .. } => return self.by_factors(lhs, rhs),
            ExprKind::Float { .. } => {
                let one_over = self.float_one_over(rhs);
                let lhs = self.explicit(lhs);
                return Some(self.float(BinaryOp::Mul, lhs, one_over));
            }
            ExprKind::Var(_) if self.has_inverse(rhs) && !self.is_one(lhs) => (lhs, self.float_one_over(rhs)),
            _ => return None,
        };
        let (first, second) = (self.explicit(first), copy::expr(self, second));
        Some(self.float(BinaryOp::Mul, first, second))
    }

    /// `x / (p * y * sqrtf(z))`: the factors whose inverses are at hand are not divided by.
    fn by_factors(&mut self, lhs: ExprId, rhs: ExprId) -> Option<ExprId> {
        let mut factors = Vec::new();
        let mut at = rhs;
        while let ExprKind::Binary { op: BinaryOp::Mul, lhs, rhs } = self.b.program.exprs[at].kind {
            factors.push(rhs);
            at = lhs;
        }
        factors.push(at);
        factors.reverse();
        let is_at_hand = |factor: &ExprId| self.has_inverse(*factor) || self.square_root(*factor).is_some();
        let (at_hand, others): (Vec<ExprId>, Vec<ExprId>) = factors.into_iter().partition(is_at_hand);
        if at_hand.is_empty() {
            return None;
        }
        let divisor = others.into_iter().reduce(|product, factor| self.float(BinaryOp::Mul, product, factor));
        let mut quotient = match divisor {
            Some(divisor) => {
                let quotient = self.float(BinaryOp::Div, lhs, divisor);
                copy::expr(self, quotient)
            }
            None => self.explicit(lhs),
        };
        for factor in at_hand {
            let inverse = self.float_one_over(factor);
            let inverse = copy::expr(self, inverse);
            quotient = self.float(BinaryOp::Mul, quotient, inverse);
        }
        Some(quotient)
    }

    /// A variable by which more is divided: its inverse is computed once.
    fn has_inverse(&self, expr: ExprId) -> bool {
        match self.b.program.exprs[expr].kind {
            ExprKind::Var(var) => self.divisors.get(&var).is_some_and(|uses| *uses > 1),
            _ => false,
        }
    }

    fn float(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> ExprId {
        self.b.expr(ExprKind::Binary { op, lhs, rhs }, Type::FLOAT)
    }

    fn float_one_over(&mut self, rhs: ExprId) -> ExprId {
        let kind = ExprKind::Float { value: 1.0, text: None };
        let lhs = self.b.expr(kind, Type::FLOAT);
        self.float(BinaryOp::Div, lhs, rhs)
    }

    pub(super) fn is_float(&self, expr: ExprId) -> bool {
        let types = &self.b.program.types;
        types.as_builtin(self.b.program.exprs[expr].ty) == Some(hir::BuiltinType::Float)
    }

    pub(super) fn is_one(&self, expr: ExprId) -> bool {
        match self.b.program.exprs[expr].kind {
            ExprKind::Float { value, .. } => value == 1.0,
            ExprKind::Int { value, .. } => value == 1,
            ExprKind::Cast { kind: CastKind::Arithmetic, implicit: true, operand } => self.is_one(operand),
            _ => false,
        }
    }

    /// `x` of `sqrtf(x)`, or of a variable that is that, of another that stays what it is.
    fn square_root(&self, expr: ExprId) -> Option<ExprId> {
        let variable = |expr| self.b.program.variable_of(expr);
        let value = variable(expr).and_then(|var| self.settled.value(var));
        let known = value.and_then(|value| square_root(self.b, value));
        let known = known.filter(|of| variable(*of).is_some_and(|var| self.settled.stays(var)));
        known.or_else(|| square_root(self.b, expr))
    }
}
