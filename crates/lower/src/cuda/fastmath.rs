//! `fastmath`: the device's fast intrinsics for single precision.
//!
//! ```text
//! expf(x) / y          __fdividef(__expf(x), y)
//! y / sqrtf(x)         y * rsqrtf(x)
//! ```
//! Chosen call by call in the kernel that asks for it, and in its own clones of
//! the functions that it calls.

use hir::{BinaryOp, CastKind, ExprId, ExprKind, Type};

use super::spelling::Spelling;

impl Spelling<'_, '_> {
    /// The fast form of an expression, if it has one.
    pub(super) fn fast(&mut self, expr: ExprId) -> Option<ExprId> {
        if !self.is_float(expr) {
            return None;
        }
        match self.b.program.exprs[expr].kind.clone() {
            ExprKind::Binary { op: BinaryOp::Div, lhs, rhs } => {
                if let Some(root) = self.square_root(rhs) {
                    let argument = self.explicit(root);
                    let inverse = self.b.call("rsqrtf", vec![argument], Type::FLOAT);
                    if self.is_one(lhs) {
                        return Some(inverse);
                    }
                    let lhs = self.explicit(lhs);
                    return Some(
                        self.b.expr(ExprKind::Binary { op: BinaryOp::Mul, lhs, rhs: inverse }, Type::FLOAT),
                    );
                }
                let (lhs, rhs) = (self.explicit(lhs), self.explicit(rhs));
                Some(self.b.call("__fdividef", vec![lhs, rhs], Type::FLOAT))
            }
            ExprKind::Call { callee, args } => {
                let name = self.library_name(callee)?;
                let fast = kir::fast_counterpart(&name)?;
                let args = args.into_iter().map(|arg| self.explicit(arg)).collect();
                Some(self.b.call(fast, args, Type::FLOAT))
            }
            _ => None,
        }
    }

    fn is_float(&self, expr: ExprId) -> bool {
        let types = &self.b.program.types;
        types.as_builtin(self.b.program.exprs[expr].ty) == Some(hir::BuiltinType::Float)
    }

    fn is_one(&self, expr: ExprId) -> bool {
        match self.b.program.exprs[expr].kind {
            ExprKind::Float { value, .. } => value == 1.0,
            ExprKind::Int { value, .. } => value == 1,
            ExprKind::Cast { kind: CastKind::Arithmetic, implicit: true, operand } => self.is_one(operand),
            _ => false,
        }
    }

    /// `x` of `sqrtf(x)`
    fn square_root(&self, expr: ExprId) -> Option<ExprId> {
        let ExprKind::Call { callee, args } = &self.b.program.exprs[expr].kind else { return None };
        match (self.library_name(*callee)?.as_str(), args.as_slice()) {
            ("sqrtf", [argument]) => Some(*argument),
            _ => None,
        }
    }

    /// The name of a function of the library.
    fn library_name(&self, callee: ExprId) -> Option<String> {
        let mut at = callee;
        while let ExprKind::Cast { kind: CastKind::FunctionDecay, operand, .. } =
            self.b.program.exprs[at].kind
        {
            at = operand;
        }
        let ExprKind::Function(function) = self.b.program.exprs[at].kind else { return None };
        let function = &self.b.program.functions[function];
        function.body.is_none().then(|| self.b.sources.text(function.name).into_owned())
    }
}
