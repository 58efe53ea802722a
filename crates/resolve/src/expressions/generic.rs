//! Selection by type: `_Generic`, `__builtin_choose_expr`,
//! `__builtin_types_compatible_p` and the type-generic functions of `<tgmath.h>`.
//!
//! What is selected replaces the whole construct: `_Generic(x, float: sinf,
//! default: sin)(x)` is a call of `sinf` when `x` is a `float`.

use diagnostics::Diagnostic;
use diagnostics::codes::{INVALID_BUILTIN_CALL, NO_GENERIC_MATCH, NOT_CONSTANT};
use hir::{BuiltinType, ExprId, ExprKind, Span, Type, TypeKind, const_eval};
use syntax::ast;

use crate::resolver::Resolver;
use crate::type_text::type_text;

impl Resolver<'_> {
    /// `_Generic(control, T: e, …)`
    pub(crate) fn generic(
        &mut self,
        control: ast::ExprId,
        assocs: &[(Option<ast::TypeNameId>, ast::ExprId)],
        span: Span,
    ) -> ExprId {
        let control = self.rvalue(control);
        let wanted = self.value_type(self.ty(control));
        let mut chosen = None;
        let mut default = None;
        for &(ty, value) in assocs {
            let Some(ty) = ty else {
                default = Some(value);
                continue;
            };
            let ty_span = self.ast.type_names[ty].span;
            let ty = self.type_name(ty);
            if !self.compatible(ty, wanted) {
                continue;
            }
            match chosen {
                None => chosen = Some((value, ty_span)),
                Some((_, first)) if !self.is_error(control) => {
                    self.report(ambiguous_generic(self, wanted, ty_span, first));
                }
                Some(_) => {}
            }
        }
        match chosen.map(|(value, _)| value).or(default) {
            _ if self.is_error(control) => self.error_expr(span),
            Some(value) => self.expr(value),
            None => {
                self.report(no_generic_match(self, wanted, span, self.span(control)));
                self.error_expr(span)
            }
        }
    }

    /// `__builtin_types_compatible_p(A, B)`
    pub(crate) fn types_compatible(&mut self, a: ast::TypeNameId, b: ast::TypeNameId, span: Span) -> ExprId {
        let (a, b) = (self.type_name(a), self.type_name(b));
        // Unlike in C proper, different enums are different here.
        let value = self.compatible_unqualified(a, b)
            && matches!(self.kind(a), TypeKind::Enum(_)) == matches!(self.kind(b), TypeKind::Enum(_));
        self.make(ExprKind::Int { value: i128::from(value), text: None }, Type::INT, span)
    }

    /// `__builtin_choose_expr(cond, a, b)`
    pub(crate) fn choose_expr(&mut self, cond: ast::ExprId, a: ast::ExprId, b: ast::ExprId) -> ExprId {
        let cond = self.rvalue(cond);
        match const_eval::integer(self.program, cond) {
            Some(0) => self.expr(b),
            Some(_) => self.expr(a),
            None if self.asks_constant(cond) => self.expr(b),
            None => {
                if !self.is_error(cond) {
                    let message = "the first argument of `__builtin_choose_expr` must be a constant";
                    self.report(Diagnostic::new(&NOT_CONSTANT, self.span(cond), message));
                }
                self.error_expr(self.span(cond))
            }
        }
    }

    /// `__builtin_tgmath(f, ff, fl, …, args)`: the functions come first, and
    /// the widest type among the generic arguments picks one of them.
    pub(crate) fn tgmath(&mut self, list: &[ast::ExprId], span: Span) -> ExprId {
        let values: Vec<ExprId> = list.iter().map(|&e| self.rvalue(e)).collect();
        if values.iter().any(|&v| self.is_error(v)) {
            return self.error_expr(span);
        }
        let params = values.first().and_then(|&first| self.called_type(first)).map_or(0, |f| f.params.len());
        let functions = values.len().saturating_sub(params);
        let (functions, args) = values.split_at(functions);
        let wanted = self.tgmath_type(functions, args);
        let chosen = functions.iter().copied().find(|&f| self.tgmath_function_type(f) == Some(wanted));
        // Without a complex variant the real one is meant, and the other way round.
        let by_width = |&&f: &&ExprId| self.tgmath_function_type(f).map(|t| t.0) == Some(wanted.0);
        match chosen.or_else(|| functions.iter().find(by_width).copied()).or(functions.first().copied()) {
            Some(callee) if params > 0 => self.call_with(callee, args.to_vec(), span),
            _ => {
                let message = "`__builtin_tgmath` needs functions, then their arguments";
                self.report(Diagnostic::new(&INVALID_BUILTIN_CALL, span, message));
                self.error_expr(span)
            }
        }
    }

    /// Width (0 float, 1 double, 2 long double, …) and complexity asked for by
    /// the arguments; integers count as double.
    fn tgmath_type(&self, functions: &[ExprId], args: &[ExprId]) -> (u8, bool) {
        let mut wanted = (0, false);
        for (index, &arg) in args.iter().enumerate() {
            let is_generic = functions.iter().filter_map(|&f| self.called_type(f)).any(|f| {
                f.params
                    .get(index)
                    .is_some_and(|&p| !self.program.types.is_integer(p) && !self.program.types.is_pointer(p))
            });
            if is_generic {
                let (width, complex) = self.tgmath_class(self.ty(arg));
                wanted = (wanted.0.max(width), wanted.1 | complex);
            }
        }
        wanted
    }

    fn tgmath_class(&self, ty: Type) -> (u8, bool) {
        let complex = matches!(self.kind(ty), TypeKind::Complex(_));
        let width = match self.arithmetic_type(ty) {
            Some(BuiltinType::Float) => 0,
            Some(BuiltinType::LongDouble) => 2,
            Some(BuiltinType::Float32) => 3,
            Some(BuiltinType::Float64) => 4,
            Some(BuiltinType::Float128) => 5,
            Some(BuiltinType::Float32x) => 6,
            Some(BuiltinType::Float64x) => 7,
            _ => 1,
        };
        (width, complex)
    }

    /// The class of the first floating parameter or the result of a function.
    fn tgmath_function_type(&self, function: ExprId) -> Option<(u8, bool)> {
        let ty = self.called_type(function)?;
        let mut types = ty.params.iter().copied().chain([ty.result]);
        let floating = |&t: &Type| self.program.types.is_arithmetic(t) && !self.program.types.is_integer(t);
        types.find(floating).map(|t| self.tgmath_class(t))
    }
}

fn no_generic_match(resolver: &Resolver<'_>, wanted: Type, span: Span, control: Span) -> Diagnostic {
    let ty = type_text(resolver.program, resolver.sources, wanted);
    Diagnostic::new(&NO_GENERIC_MATCH, span, format!("no association of `_Generic` is for `{ty}`"))
        .related(control, format!("this is `{ty}`"))
        .help("add an association for this type, or a `default`")
}

fn ambiguous_generic(resolver: &Resolver<'_>, wanted: Type, span: Span, first: Span) -> Diagnostic {
    let ty = type_text(resolver.program, resolver.sources, wanted);
    Diagnostic::new(&NO_GENERIC_MATCH, span, format!("two associations of `_Generic` are for `{ty}`"))
        .related(first, "the first one is here")
}
