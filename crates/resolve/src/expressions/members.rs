//! Member access, through anonymous members too.
//!
//! For `struct { union { int i; float f; }; } s`, `s.f` is two nodes: the
//! nameless union, then `f`; printing leaves out the nameless step.

use diagnostics::codes::{INCOMPLETE_TYPE, INVALID_OPERANDS, NO_SUCH_MEMBER};
use diagnostics::{Diagnostic, Safety, nearest};
use hir::{ExprId, ExprKind, RecordId, Span, Symbol};
use syntax::ast;

use crate::open_cl;
use crate::resolver::Resolver;
use crate::type_text::type_text;

impl Resolver<'_> {
    /// `base.field` and `base->field`
    pub(crate) fn member(&mut self, base: ast::ExprId, field: ast::Ident, arrow: bool, span: Span) -> ExprId {
        let base = if arrow { self.rvalue(base) } else { self.expr(base) };
        self.member_of(base, field, arrow, span)
    }

    /// A member of what is resolved already.
    pub(crate) fn member_of(&mut self, base: ExprId, field: ast::Ident, arrow: bool, span: Span) -> ExprId {
        if self.is_error(base) {
            return self.error_expr(span);
        }
        let ty = self.ty(base);
        let object = if arrow { self.program.types.pointee(ty) } else { Some(ty) };
        let record = object.and_then(|ty| self.program.types.as_record(ty));
        let Some(record) = record else {
            if !object.is_some_and(|ty| self.program.types.is_error(ty)) {
                self.report(not_a_record(self, base, field, arrow));
            }
            return self.error_expr(span);
        };
        if self.program.records[record].fields.is_none() {
            self.report(incomplete_record(self, record, field.span));
            return self.error_expr(span);
        }
        if self.options.open_cl && self.member_path(record, field.symbol).is_none() {
            let base = if arrow { self.deref_value(base, span) } else { base };
            if let Some(lanes) = open_cl::swizzle(self, base, field, span) {
                return lanes;
            }
        }
        let Some(path) = self.member_path(record, field.symbol) else {
            self.report(no_such_member(self, record, field));
            return self.error_expr(span);
        };
        self.access(base, arrow, record, &path, span)
    }

    /// One `Member` node per step of a path of field indices.
    pub(crate) fn access(
        &mut self,
        base: ExprId,
        arrow: bool,
        record: RecordId,
        path: &[u32],
        span: Span,
    ) -> ExprId {
        let mut expr = base;
        let mut arrow = arrow;
        let mut record = record;
        for &field in path {
            let types = &self.program.types;
            let object = if arrow { types.pointee(self.ty(expr)) } else { Some(self.ty(expr)) };
            let quals = object.map_or(hir::Qualifiers::NONE, |ty| types.strip(ty).quals);
            let quals = quals.without(hir::Qualifiers::RESTRICT.with(hir::Qualifiers::ATOMIC));
            let fields = self.program.records[record].fields.as_deref().unwrap_or_default();
            let Some(ty) = fields.get(field as usize).map(|f| f.ty.qualified(quals)) else { break };
            expr = self.make(ExprKind::Member { base: expr, record, field, arrow }, ty, span);
            arrow = false;
            if self.reference_fields.contains(&(record, field))
                && let Some(target) = self.program.types.pointee(ty)
            {
                expr = self.make(ExprKind::Deref(expr), target, span);
                break;
            }
            match self.program.types.as_record(ty) {
                Some(inner) => record = inner,
                None => break,
            }
        }
        expr
    }

    /// The field indices that lead to a member: more than one when it lies in
    /// anonymous members.
    pub(crate) fn member_path(&self, record: RecordId, name: Symbol) -> Option<Vec<u32>> {
        let fields = self.program.records[record].fields.as_ref()?;
        if let Some(index) = fields.iter().position(|f| f.name == Some(name)) {
            return Some(vec![index as u32]);
        }
        let anonymous = |(i, f): (usize, &hir::Field)| {
            let inner = self.program.types.as_record(f.ty).filter(|_| f.name.is_none())?;
            let rest = self.member_path(inner, name)?;
            Some(std::iter::once(i as u32).chain(rest).collect())
        };
        fields.iter().enumerate().find_map(anonymous)
    }

    /// Every member name of a record, those of anonymous members included.
    pub(crate) fn member_names(&self, record: RecordId) -> Vec<Symbol> {
        let mut names = Vec::new();
        for field in self.program.records[record].fields.iter().flatten() {
            match (field.name, self.program.types.as_record(field.ty)) {
                (Some(name), _) => names.push(name),
                (None, Some(inner)) => names.extend(self.member_names(inner)),
                (None, None) => {}
            }
        }
        names
    }
}

fn not_a_record(resolver: &Resolver<'_>, base: ExprId, field: ast::Ident, arrow: bool) -> Diagnostic {
    let types = &resolver.program.types;
    let ty = resolver.ty(base);
    let text = type_text(resolver.program, resolver.sources, ty);
    let name = resolver.text(field.symbol);
    let diagnostic = |message: String| Diagnostic::new(&INVALID_OPERANDS, resolver.span(base), message);
    if arrow && types.as_record(ty).is_some() {
        return diagnostic(format!("`->` needs a pointer, but this is `{text}`"))
            .help(format!("write `.{name}` to access a member of the object itself"));
    }
    if !arrow && types.pointee(ty).is_some_and(|to| types.as_record(to).is_some()) {
        return diagnostic(format!("`.` needs a struct or union, but this is the pointer `{text}`"))
            .help(format!("write `->{name}` to access a member through a pointer"));
    }
    let op = if arrow { "->" } else { "." };
    diagnostic(format!("`{op}{name}` needs a struct or union, but this is `{text}`"))
}

pub(crate) fn incomplete_record(resolver: &Resolver<'_>, record: RecordId, span: Span) -> Diagnostic {
    let definition = &resolver.program.records[record];
    let keyword = if definition.kind == hir::RecordKind::Struct { "struct" } else { "union" };
    let tag = definition.tag.map(|tag| resolver.text(tag)).unwrap_or_default();
    let message = format!("the members of `{keyword} {tag}` are not known here");
    let diagnostic = Diagnostic::new(&INCOMPLETE_TYPE, span, message);
    if definition.span.is_builtin() {
        return diagnostic;
    }
    diagnostic.related(definition.span, "declared here, without members")
}

pub(crate) fn no_such_member(resolver: &Resolver<'_>, record: RecordId, field: ast::Ident) -> Diagnostic {
    let definition = &resolver.program.records[record];
    let keyword = if definition.kind == hir::RecordKind::Struct { "struct" } else { "union" };
    let tag =
        definition.tag.filter(|_| !definition.invented_tag).map(|tag| format!(" {}", resolver.text(tag)));
    let name = resolver.text(field.symbol);
    let message = format!("`{keyword}{}` has no member `{name}`", tag.unwrap_or_default());
    let mut diagnostic = Diagnostic::new(&NO_SUCH_MEMBER, field.span, message);
    if !definition.span.is_builtin() {
        diagnostic = diagnostic.related(definition.span, "defined here");
    }
    let names = resolver.member_names(record);
    let Some(found) =
        nearest(&name, name.len() / 3, names.into_iter(), |&n| resolver.sources.symbols.bytes(n))
    else {
        return diagnostic;
    };
    let found = resolver.text(found);
    let diagnostic = diagnostic.help(format!("did you mean `{found}`?"));
    if field.span.is_from_macro() {
        return diagnostic;
    }
    diagnostic.fix(format!("replace by `{found}`"), field.span, found, Safety::Unsafe)
}
