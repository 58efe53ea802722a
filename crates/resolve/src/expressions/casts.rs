//! Conversions the user asks for: casts, compound literals, `va_arg`, vectors.

use diagnostics::Diagnostic;
use diagnostics::codes::{INCOMPLETE_TYPE, INVALID_BUILTIN_CALL, INVALID_CAST};
use hir::{BuiltinType, CastKind, ExprId, ExprKind, Span, Type, TypeKind};
use syntax::ast;

use crate::cuda;
use crate::open_cl;
use crate::resolver::Resolver;
use crate::type_text::type_text;

impl Resolver<'_> {
    /// `(T)operand`
    pub(crate) fn cast(&mut self, ty: ast::TypeNameId, operand: ast::ExprId, span: Span) -> ExprId {
        let to = self.type_name(ty);
        if self.options.open_cl
            && let Some(vector) = open_cl::literal(self, to, operand, span)
        {
            return vector;
        }
        let operand = self.rvalue(operand);
        // Only what the parser made of `new` begins where its call begins.
        if let Some(made) = self.program.types.pointee(to).filter(|_| self.span(operand) == span) {
            cuda::check_new(self, made, span);
        }
        self.cast_value(operand, to, span)
    }

    /// An explicit conversion of a value.
    pub(crate) fn cast_value(&mut self, operand: ExprId, to: Type, span: Span) -> ExprId {
        let from = self.ty(operand);
        if self.program.types.is_error(from) || self.program.types.is_error(to) {
            return self.error_expr(span);
        }
        let Some(kind) = self.explicit_cast(from, to) else {
            if let Some(made) = cuda::converted(self, operand, to) {
                return made;
            }
            self.report(invalid_cast(self, operand, to, span));
            return self.error_expr(span);
        };
        let to = self.value_type(to);
        self.make(ExprKind::Cast { kind, implicit: false, operand }, to, span)
    }

    /// How a cast converts, if it can.
    fn explicit_cast(&self, from: Type, to: Type) -> Option<CastKind> {
        let types = &self.program.types;
        let (scalar_from, scalar_to) = (types.is_scalar(from), types.is_scalar(to));
        if types.is_void(to) {
            return Some(CastKind::ToVoid);
        }
        if scalar_from && scalar_to {
            let (pointer_from, pointer_to) = (types.is_pointer(from), types.is_pointer(to));
            let to_bool = types.as_builtin(to) == Some(BuiltinType::Bool);
            if pointer_from && !pointer_to && !to_bool && !types.is_integer(to)
                || pointer_to && !pointer_from && !types.is_integer(from)
            {
                return None;
            }
            return Some(if types.strip(from).id == types.strip(to).id {
                CastKind::Same
            } else {
                self.cast_kind(from, to)
            });
        }
        match (types.stripped(from), types.stripped(to)) {
            (TypeKind::Vector(..), _) | (_, TypeKind::Vector(..)) => {
                (self.program.size_of(from) == self.program.size_of(to)).then_some(CastKind::Same)
            }
            (_, TypeKind::Record(record)) if types.strip(from).id != types.strip(to).id => {
                let record = &self.program.records[*record];
                let is_union = record.kind == hir::RecordKind::Union;
                let has_member =
                    |fields: &Vec<hir::Field>| fields.iter().any(|f| self.compatible_unqualified(f.ty, from));
                (is_union && record.fields.as_ref().is_some_and(has_member)).then_some(CastKind::ToUnion)
            }
            (TypeKind::Record(a), TypeKind::Record(b)) => (a == b).then_some(CastKind::Same),
            (TypeKind::Builtin(a), TypeKind::Builtin(b)) => (a == b).then_some(CastKind::Same),
            _ => None,
        }
    }

    /// `(T){ … }`
    pub(crate) fn compound_literal(
        &mut self,
        ty: ast::TypeNameId,
        init: &ast::Initializer,
        span: Span,
    ) -> ExprId {
        let ty = self.type_name(ty);
        let is_zero = |list: &ast::InitializerList| {
            self.options.cuda && list.entries.is_empty() && self.program.types.is_scalar(ty)
        };
        if let ast::Initializer::List(list) = init
            && (cuda::is_constructor_list(self, ty, list) || is_zero(list))
        {
            return cuda::constructor_literal(self, ty, list);
        }
        let is_static = self.function.is_none() || self.in_static_initializer;
        let (init, ty) = self.initializer(init, ty, is_static);
        if self.program.types.is_error(ty) {
            return self.error_expr(span);
        }
        self.make(ExprKind::CompoundLiteral { init: Box::new(init), is_static }, ty, span)
    }

    /// `va_arg(list, T)`
    pub(crate) fn va_arg(&mut self, list: ast::ExprId, ty: ast::TypeNameId, span: Span) -> ExprId {
        let list = self.expr(list);
        let ty = self.type_name(ty);
        if self.is_error(list) || self.program.types.is_error(ty) {
            return self.error_expr(span);
        }
        if self.program.types.as_builtin(self.ty(list)) != Some(BuiltinType::VaList) {
            let found = type_text(self.program, self.sources, self.ty(list));
            let message =
                format!("the first argument of `va_arg` must be a `va_list`, but this is `{found}`");
            self.report(Diagnostic::new(&INVALID_BUILTIN_CALL, self.span(list), message));
            return self.error_expr(span);
        }
        if self.program.size_of(ty).is_none() && !self.program.types.is_void(ty) {
            let wanted = type_text(self.program, self.sources, ty);
            let message = format!("`{wanted}` is not complete, so it cannot be an argument");
            self.report(Diagnostic::new(&INCOMPLETE_TYPE, span, message));
            return self.error_expr(span);
        }
        self.make(ExprKind::VaArg(list), ty, span)
    }

    /// `__builtin_convertvector(operand, T)`
    pub(crate) fn convert_vector(&mut self, operand: ast::ExprId, ty: ast::TypeNameId, span: Span) -> ExprId {
        let operand = self.rvalue(operand);
        let ty = self.type_name(ty);
        if self.is_error(operand) || self.program.types.is_error(ty) {
            return self.error_expr(span);
        }
        match (self.kind(self.ty(operand)), self.kind(ty)) {
            (TypeKind::Vector(_, from), TypeKind::Vector(_, to)) if from == to => {
                self.make(ExprKind::ConvertVector(operand), ty, span)
            }
            _ => {
                let message = "`__builtin_convertvector` converts between vectors of one length";
                self.report(Diagnostic::new(&INVALID_BUILTIN_CALL, span, message));
                self.error_expr(span)
            }
        }
    }
}

fn invalid_cast(resolver: &Resolver<'_>, operand: ExprId, to: Type, span: Span) -> Diagnostic {
    let text = |ty| type_text(resolver.program, resolver.sources, ty);
    let message = format!("`{}` cannot be cast to `{}`", text(resolver.ty(operand)), text(to));
    Diagnostic::new(&INVALID_CAST, span, message)
}
