//! `sizeof`, `_Alignof` and `offsetof`.

use diagnostics::Diagnostic;
use diagnostics::codes::{INCOMPLETE_TYPE, INVALID_BIT_FIELD, INVALID_OPERANDS, NOT_CONSTANT};
use hir::{ExprId, ExprKind, Measure, Span, Type, TypeKind, const_eval};
use syntax::ast;

use crate::expressions::members::{incomplete_record, no_such_member};
use crate::resolver::Resolver;
use crate::type_text::type_text;

impl Resolver<'_> {
    /// `sizeof` and `_Alignof` of a type or an expression.
    pub(crate) fn measure(&mut self, kind: &ast::ExprKind, span: Span) -> ExprId {
        let (what, of, operand) = match *kind {
            ast::ExprKind::SizeofType(ty) => (Measure::Size, self.type_name(ty), None),
            ast::ExprKind::AlignofType(ty) => (Measure::Align, self.type_name(ty), None),
            ast::ExprKind::SizeofExpr(operand) => {
                let operand = self.expr(operand);
                (Measure::Size, self.ty(operand), Some(operand))
            }
            ast::ExprKind::AlignofExpr(operand) => {
                let operand = self.expr(operand);
                (Measure::Align, self.ty(operand), Some(operand))
            }
            _ => return self.error_expr(span),
        };
        if self.program.types.is_error(of) {
            return self.error_expr(span);
        }
        if let Some(operand) = operand
            && self.bit_field_width(operand).is_some()
        {
            let message = "a bit-field has no size in bytes";
            self.report(Diagnostic::new(&INVALID_BIT_FIELD, span, message));
            return self.error_expr(span);
        }
        let value = match what {
            Measure::Size => self.program.size_of(of),
            Measure::Align => self.alignment(of, operand),
        };
        if value.is_none() && !self.is_variable_length(of) {
            self.report(unknown_size(self, of, what, span));
            return self.error_expr(span);
        }
        self.make(ExprKind::Measure { what, of, operand, value }, Type::ULONG, span)
    }

    /// The alignment of a type, or of the declared object or member.
    fn alignment(&self, of: Type, operand: Option<ExprId>) -> Option<u64> {
        let asked = operand.and_then(|operand| match self.program.exprs[operand].kind {
            ExprKind::Var(var) => self.program.vars[var].align,
            ExprKind::Member { record, field, .. } => {
                self.program.records[record].fields.as_ref()?.get(field as usize)?.align
            }
            _ => None,
        });
        // An array of unknown length is aligned like its elements.
        let mut of = of;
        while let Some(element) = self.program.types.element(of) {
            of = element;
        }
        asked.or_else(|| self.program.align_of(of))
    }

    /// Does the size of the type depend on run-time values?
    pub(crate) fn is_variable_length(&self, ty: Type) -> bool {
        let mut ty = self.program.types.strip(ty);
        while let TypeKind::Array(element, len) = self.program.types.kind(ty) {
            match len {
                hir::ArrayLen::Variable(_) | hir::ArrayLen::Star => return true,
                hir::ArrayLen::Fixed(_) | hir::ArrayLen::Unknown => ty = self.program.types.strip(*element),
            }
        }
        false
    }

    /// `offsetof(T, path)`
    pub(crate) fn offsetof(&mut self, ty: ast::TypeNameId, path: &[ast::Designator], span: Span) -> ExprId {
        let of = self.type_name(ty);
        let mut current = of;
        let mut offset = 0u64;
        let mut text = String::new();
        for step in path {
            let Some((next, distance)) = self.offset_step(current, step, &mut text, span) else {
                return self.error_expr(span);
            };
            offset = offset.wrapping_add(distance);
            current = next;
        }
        let path = self.sources.symbols.intern(text.as_bytes());
        self.make(ExprKind::Offsetof { of, path, value: offset }, Type::ULONG, span)
    }

    /// The type and distance in bytes of one step of the path.
    fn offset_step(
        &mut self,
        of: Type,
        step: &ast::Designator,
        text: &mut String,
        span: Span,
    ) -> Option<(Type, u64)> {
        if self.program.types.is_error(of) {
            return None;
        }
        match step {
            ast::Designator::Field(field) => {
                if !text.is_empty() {
                    text.push('.');
                }
                text.push_str(&self.sources.text(field.symbol));
                self.offset_of_field(of, *field)
            }
            ast::Designator::Index(index) => {
                let index = self.rvalue(*index);
                let Some(element) = self.program.types.element(of) else {
                    self.report(not_offsettable(self, of, span));
                    return None;
                };
                let Some(value) = const_eval::integer(self.program, index) else {
                    let message = "the index in `offsetof` must be a constant";
                    self.report(Diagnostic::new(&NOT_CONSTANT, self.span(index), message));
                    return None;
                };
                text.push_str(&format!("[{value}]"));
                let size = self.program.size_of(element)?;
                Some((element, size.wrapping_mul(value as u64)))
            }
            ast::Designator::Range(..) => None,
        }
    }

    fn offset_of_field(&mut self, of: Type, field: ast::Ident) -> Option<(Type, u64)> {
        let Some(mut record) = self.program.types.as_record(of) else {
            self.report(not_offsettable(self, of, field.span));
            return None;
        };
        if self.program.records[record].fields.is_none() {
            self.report(incomplete_record(self, record, field.span));
            return None;
        }
        let Some(path) = self.member_path(record, field.symbol) else {
            self.report(no_such_member(self, record, field));
            return None;
        };
        let (mut bits, mut ty) = (0, of);
        for index in path {
            let field = self.program.records[record].fields.as_ref()?.get(index as usize)?;
            bits += field.bit_offset;
            ty = field.ty;
            record = self.program.types.as_record(ty).unwrap_or(record);
        }
        Some((ty, bits / 8))
    }
}

fn unknown_size(resolver: &Resolver<'_>, of: Type, what: Measure, span: Span) -> Diagnostic {
    let what = if what == Measure::Size { "size" } else { "alignment" };
    let ty = type_text(resolver.program, resolver.sources, of);
    Diagnostic::new(&INCOMPLETE_TYPE, span, format!("the {what} of `{ty}` is not known here"))
}

fn not_offsettable(resolver: &Resolver<'_>, of: Type, span: Span) -> Diagnostic {
    let ty = type_text(resolver.program, resolver.sources, of);
    Diagnostic::new(&INVALID_OPERANDS, span, format!("`offsetof` cannot look into `{ty}`"))
}
