//! Builtins whose type depends on their arguments, or whose arguments are not
//! ordinary values: `__builtin_constant_p`, `__builtin_va_start`,
//! `__builtin_isnan`, `__builtin_add_overflow`, `__builtin_shuffle`, …

use diagnostics::Diagnostic;
use diagnostics::codes::INVALID_BUILTIN_CALL;
use hir::{BuiltinType, CastKind, ExprId, ExprKind, Span, Symbol, Type, TypeKind, const_eval};
use syntax::ast;

use crate::expressions::library;
use crate::resolver::Resolver;

/// How many arguments a family takes.
struct Arity {
    least: usize,
    most: usize,
}

impl Resolver<'_> {
    /// A call of a builtin with rules of its own; `None` if it has none.
    pub(crate) fn special_builtin(
        &mut self,
        name: Symbol,
        name_span: Span,
        args: &[ast::ExprId],
        span: Span,
    ) -> Option<ExprId> {
        let text = self.text(name);
        if !library::is_reserved(&text) {
            return None;
        }
        if let Some(short) = text.strip_prefix("__atomic_") {
            return self.atomic_builtin(name, name_span, short, args, span);
        }
        if let Some(short) = text.strip_prefix("__sync_") {
            return self.sync_builtin(name, name_span, short, args, span);
        }
        let short = text.strip_prefix("__builtin_")?;
        match short {
            "constant_p" => {
                let values = self.builtin_args(&text, args, Arity { least: 1, most: 1 }, span)?;
                if self.is_known(values[0]) {
                    return Some(self.make(ExprKind::Int { value: 1, text: None }, Type::INT, span));
                }
                // The compiler that builds the program may know more.
                Some(self.builtin_call(name, name_span, values, Type::INT, span))
            }
            "va_start" | "va_end" | "va_copy" | "c23_va_start" => {
                let values: Vec<ExprId> = args.iter().map(|&arg| self.expr(arg)).collect();
                self.check_va_lists(short, &values, span);
                Some(self.builtin_call(name, name_span, values, Type::VOID, span))
            }
            "choose_expr" | "types_compatible_p" | "offsetof" => None,
            "next_arg" | "saveregs" => None,
            _ => self.typed_by_arguments(&text, short, name, name_span, args, span),
        }
    }

    fn typed_by_arguments(
        &mut self,
        text: &str,
        short: &str,
        name: Symbol,
        name_span: Span,
        args: &[ast::ExprId],
        span: Span,
    ) -> Option<ExprId> {
        let arity = match short {
            "isnan" | "isinf" | "isinf_sign" | "isfinite" | "finite" | "isnormal" | "signbit"
            | "issignaling" | "iszero" | "issubnormal" | "classify_type" => Arity { least: 1, most: 1 },
            "isgreater" | "isgreaterequal" | "isless" | "islessequal" | "islessgreater" | "isunordered"
            | "iseqsig" | "complex" => Arity { least: 2, most: 2 },
            "fpclassify" => Arity { least: 6, most: 6 },
            "add_overflow" | "sub_overflow" | "mul_overflow" | "add_overflow_p" | "sub_overflow_p"
            | "mul_overflow_p" => Arity { least: 3, most: 3 },
            "shuffle" => Arity { least: 2, most: 3 },
            "shufflevector" => Arity { least: 3, most: 66 },
            "elementwise_abs" | "reduce_add" => Arity { least: 1, most: 1 },
            _ => return None,
        };
        let Some(values) = self.builtin_args(text, args, arity, span) else {
            return Some(self.error_expr(span));
        };
        let result = match short {
            "add_overflow" | "sub_overflow" | "mul_overflow" | "add_overflow_p" | "sub_overflow_p"
            | "mul_overflow_p" => Type::BOOL,
            "complex" => {
                let part = self.arithmetic_type(self.ty(values[0])).unwrap_or(BuiltinType::Double);
                self.program.types.intern(TypeKind::Complex(part))
            }
            "shuffle" => self.value_type(self.ty(values[0])),
            "shufflevector" => self.shuffled_type(&values),
            _ => Type::INT,
        };
        Some(self.builtin_call(name, name_span, values, result, span))
    }

    /// The vector `__builtin_shufflevector` makes: as long as its index list.
    fn shuffled_type(&mut self, values: &[ExprId]) -> Type {
        match *self.kind(self.ty(values[0])) {
            TypeKind::Vector(element, _) => {
                self.program.types.intern(TypeKind::Vector(element, values.len() as u32 - 2))
            }
            _ => Type::ERROR,
        }
    }

    /// The arguments as values; reported, and `None`, if there are not as
    /// many as the builtin takes.
    fn builtin_args(
        &mut self,
        name: &str,
        args: &[ast::ExprId],
        arity: Arity,
        span: Span,
    ) -> Option<Vec<ExprId>> {
        let values: Vec<ExprId> = args.iter().map(|&arg| self.rvalue(arg)).collect();
        if (arity.least..=arity.most).contains(&values.len()) {
            return Some(values);
        }
        let message = format!("`{name}` takes {} arguments, found {}", arity.least, values.len());
        self.report(Diagnostic::new(&INVALID_BUILTIN_CALL, span, message));
        None
    }

    /// A call node of a builtin, its arguments as they are.
    pub(crate) fn builtin_call(
        &mut self,
        name: Symbol,
        name_span: Span,
        args: Vec<ExprId>,
        result: Type,
        span: Span,
    ) -> ExprId {
        if args.iter().any(|&arg| self.is_error(arg)) {
            return self.make(ExprKind::Error, result, span);
        }
        let function = self.generic_builtin(name);
        let ty = self.program.functions[function].ty;
        let callee = self.make(ExprKind::Function(function), ty, name_span);
        let callee = self.decay(callee);
        self.make(ExprKind::Call { callee, args }, result, span)
    }

    /// Does the compiler know the value?
    fn is_known(&self, value: ExprId) -> bool {
        let is_string = match self.program.exprs[value].kind {
            ExprKind::Cast { kind: CastKind::ArrayDecay, operand, .. } => {
                matches!(self.program.exprs[operand].kind, ExprKind::String(_))
            }
            _ => false,
        };
        is_string
            || const_eval::integer(self.program, value).is_some()
            || const_eval::float(self.program, value).is_some()
    }

    /// Is it a `__builtin_constant_p` whose answer is no as far as this
    /// compiler can tell?
    pub(crate) fn asks_constant(&self, expr: ExprId) -> bool {
        let ExprKind::Call { callee, .. } = self.program.exprs[expr].kind else { return false };
        let name = self.called_function(callee).map(|f| self.program.functions[f].name);
        name.is_some_and(|name| self.sources.symbols.bytes(name) == b"__builtin_constant_p")
    }

    fn check_va_lists(&mut self, builtin: &str, values: &[ExprId], span: Span) {
        let lists = if builtin == "va_copy" { 2 } else { 1 };
        for &list in values.iter().take(lists) {
            let is_list = self.program.types.as_builtin(self.ty(list)) == Some(BuiltinType::VaList);
            if !is_list && !self.is_error(list) {
                let message = format!("`{builtin}` needs a `va_list`");
                self.report(Diagnostic::new(&INVALID_BUILTIN_CALL, self.span(list), message));
            }
        }
        if values.len() < lists {
            let message = format!("`{builtin}` needs a `va_list`");
            self.report(Diagnostic::new(&INVALID_BUILTIN_CALL, span, message));
        }
    }
}
