//! Initialisers of static objects must be constants (C17 6.6): numbers, or the
//! address of something that exists for the whole run, plus or minus a number.
//!
//! Calls of builtins and of the math functions count as constants when their
//! arguments are, and so do `const` variables whose value is known: gcc
//! computes them.

use diagnostics::Diagnostic;
use diagnostics::codes::NOT_CONSTANT;
use hir::{BinaryOp, CastKind, ExprId, ExprKind, Init, VarStorage};

use crate::expressions::library;
use crate::resolver::Resolver;

impl Resolver<'_> {
    /// Reports the first part of an initialiser that is not constant.
    pub(crate) fn check_constant_init(&mut self, init: &Init) {
        if self.options.cuda {
            // C++ computes them when the program starts.
            return;
        }
        if let Some(culprit) = self.variable_part(init) {
            let message = "the initialiser of a static object must be a constant";
            let diagnostic = Diagnostic::new(&NOT_CONSTANT, self.span(culprit), message);
            self.report(diagnostic);
        }
    }

    fn variable_part(&self, init: &Init) -> Option<ExprId> {
        match init {
            Init::Expr(value) => (!self.is_constant(*value)).then_some(*value),
            Init::List { entries, .. } => entries.iter().find_map(|entry| self.variable_part(&entry.value)),
            Init::Construct(_) => None,
        }
    }

    /// Is the value known before the program runs (up to relocation)?
    fn is_constant(&self, expr: ExprId) -> bool {
        let mut expr = expr;
        loop {
            match &self.program.exprs[expr].kind {
                ExprKind::Int { .. }
                | ExprKind::Float { .. }
                | ExprKind::String(_)
                | ExprKind::Function(_)
                | ExprKind::Enumerator(_)
                | ExprKind::Offsetof { .. }
                | ExprKind::LabelAddress(_)
                | ExprKind::Error => return true,
                ExprKind::Measure { value, .. } => return value.is_some(),
                ExprKind::AddrOf(object) => return self.has_constant_address(*object),
                ExprKind::Cast { kind: CastKind::ArrayDecay, operand, .. } => {
                    return self.has_constant_address(*operand);
                }
                ExprKind::Cast { operand, .. } | ExprKind::Unary { operand, .. } => expr = *operand,
                // `*f` of a function is the function.
                ExprKind::Deref(pointer) if self.program.types.is_function(self.program.exprs[expr].ty) => {
                    expr = *pointer;
                }
                ExprKind::Binary { op: BinaryOp::Comma, .. } => return false,
                ExprKind::Binary { lhs, rhs, .. } => {
                    if !self.is_constant(*rhs) {
                        return false;
                    }
                    expr = *lhs;
                }
                ExprKind::Conditional { cond, then, otherwise } => {
                    if !self.is_constant(*cond) || then.is_some_and(|then| !self.is_constant(then)) {
                        return false;
                    }
                    expr = *otherwise;
                }
                ExprKind::CompoundLiteral { init, is_static } => {
                    return *is_static && self.variable_part(init).is_none();
                }
                ExprKind::Call { callee, args } => {
                    return self.is_computable(*callee) && args.iter().all(|&arg| self.is_constant(arg));
                }
                ExprKind::Var(var) => {
                    let var = &self.program.vars[*var];
                    let fixed = self.program.types.strip(var.ty).quals == hir::Qualifiers::CONST;
                    return match &var.init {
                        Some(Init::Expr(value)) if fixed => self.is_constant(*value),
                        _ => false,
                    };
                }
                _ => return false,
            }
        }
    }

    /// A function the compiler can evaluate.
    fn is_computable(&self, callee: ExprId) -> bool {
        self.called_function(callee).is_some_and(|function| {
            let function = &self.program.functions[function];
            function.builtin
                || library::library(&self.text(function.name)).is_some_and(|k| k.header == Some("math.h"))
        })
    }

    /// Does the object stay at one address for the whole run?
    fn has_constant_address(&self, object: ExprId) -> bool {
        let mut object = object;
        loop {
            match &self.program.exprs[object].kind {
                ExprKind::Var(var) => {
                    let var = &self.program.vars[*var];
                    let lives = !matches!(var.storage, VarStorage::Local | VarStorage::Param);
                    return lives && !var.thread_local;
                }
                ExprKind::Function(_) | ExprKind::String(_) | ExprKind::Error => return true,
                ExprKind::CompoundLiteral { is_static, .. } => return *is_static,
                ExprKind::Deref(pointer) => return self.is_constant(*pointer),
                ExprKind::Index { base, index } => {
                    return self.is_constant(*base) && self.is_constant(*index);
                }
                ExprKind::Member { base, arrow: true, .. } => return self.is_constant(*base),
                ExprKind::Member { base, .. } => object = *base,
                _ => return false,
            }
        }
    }
}
