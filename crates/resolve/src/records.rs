//! Structs and unions: tags, members, layout.

use diagnostics::Diagnostic;
use diagnostics::codes::{
    IMPOSSIBLE_TYPE, INCOMPLETE_TYPE, INVALID_BIT_FIELD, NOT_A_TYPE, NOT_CONSTANT, REDEFINITION,
    USELESS_DECLARATION,
};
use hir::layout::RecordRules;
use hir::{
    ArrayLen, Field, Item, Record, RecordId, RecordKind, RecordLayout, Span, Symbol, Type, TypeKind,
    const_eval,
};
use std::collections::HashMap;
use syntax::ast;

use crate::attributes::Attributes;
use crate::cuda;
use crate::resolver::Resolver;
use crate::scopes::Tag;
use crate::type_text::type_text;

/// A record's members while they are being read.
#[derive(Default)]
struct Members {
    fields: Vec<Field>,
    packed: Vec<usize>,
    names: HashMap<Symbol, Span>,
    failed: bool,
}

impl Resolver<'_> {
    /// `struct tag`, `struct tag { … }`, `struct { … }`. With `declares`, the
    /// specifier stands alone (`struct tag;`) and so means this very scope.
    pub(crate) fn record_specifier(&mut self, spec: &ast::RecordSpec, declares: bool) -> Type {
        let Some(fields) = &spec.fields else { return self.record_reference(spec, declares) };
        let record = self.record_to_define(spec);
        let attrs = self.attributes(&spec.attrs);
        if cuda::has_scope(self, spec) {
            cuda::define_class(self, record, spec, attrs);
            return self.program.types.intern(TypeKind::Record(record));
        }
        self.define_record(record, spec, attrs);
        self.pending.push(Item::Record { record, defines: true });
        cuda::define_methods(self, record, fields);
        self.program.types.intern(TypeKind::Record(record))
    }

    /// A record mentioned without its members.
    fn record_reference(&mut self, spec: &ast::RecordSpec, declares: bool) -> Type {
        let Some(tag) = spec.tag else { return Type::ERROR };
        let known =
            if declares { self.scopes.tag_in_this_scope(tag.symbol) } else { self.scopes.tag(tag.symbol) };
        let record = match known {
            Some(Tag::Record(record)) if self.program.records[record].kind == spec.kind => record,
            Some(other) => {
                self.report(wrong_tag(self, tag, other));
                return Type::ERROR;
            }
            None => {
                let record = self.new_record(spec);
                if self.prototype_depth > 0 {
                    self.report(invisible_tag(self, spec.kind, tag));
                } else {
                    self.pending.push(Item::Record { record, defines: false });
                }
                record
            }
        };
        self.program.types.intern(TypeKind::Record(record))
    }

    /// The record a definition defines: one announced in this scope, or new.
    fn record_to_define(&mut self, spec: &ast::RecordSpec) -> RecordId {
        let Some(tag) = spec.tag else { return self.new_record(spec) };
        match self.scopes.tag_in_this_scope(tag.symbol) {
            Some(Tag::Record(record)) => {
                let known = &self.program.records[record];
                if known.kind == spec.kind && known.fields.is_none() && !self.defining.contains(&record) {
                    self.program.records[record].span = tag.span;
                    return record;
                }
                if known.kind != spec.kind {
                    self.report(wrong_tag(self, tag, Tag::Record(record)));
                } else {
                    self.report(defined_twice(self, spec.kind, tag, known.span));
                }
            }
            Some(other) => self.report(wrong_tag(self, tag, other)),
            None => {}
        }
        self.new_record(spec)
    }

    pub(crate) fn new_record(&mut self, spec: &ast::RecordSpec) -> RecordId {
        let (tag, invented) = match spec.tag {
            Some(tag) => (tag.symbol, false),
            None => (self.invented_tag(), true),
        };
        let record = self.program.records.alloc(Record {
            kind: spec.kind,
            tag: Some(tag),
            invented_tag: invented,
            fields: None,
            layout: None,
            attrs: Vec::new(),
            pack: None,
            span: spec.tag.map_or(spec.span, |tag| tag.span),
        });
        if !invented {
            self.scopes.declare_tag(tag, Tag::Record(record));
        }
        record
    }

    /// A tag for a record or enum that was written without one.
    pub(crate) fn invented_tag(&mut self) -> Symbol {
        let number = self.program.records.len() + self.program.enums.len();
        self.sources.symbols.intern(format!("unnamed_{number}").as_bytes())
    }

    pub(crate) fn define_record(&mut self, record: RecordId, spec: &ast::RecordSpec, attrs: Attributes) {
        let fields = spec.fields.as_deref().unwrap_or_default();
        self.defining.push(record);
        let mut members = Members::default();
        for (base, span) in &spec.bases {
            let base = self.type_specifier(base, *span);
            members.failed |= self.program.types.is_error(base);
            members.fields.extend(cuda::base(self, record, base, *span));
        }
        for (index, field) in fields.iter().enumerate() {
            match field {
                ast::FieldDecl::Fields { specs, declarators, .. } => {
                    let is_last = index + 1 == fields.len();
                    self.field_line(record, specs, declarators, is_last, &mut members);
                }
                ast::FieldDecl::StaticAssert(decl) => {
                    let ast = self.ast;
                    if let ast::DeclKind::StaticAssert { cond, message } = &ast.decls[*decl].kind {
                        self.static_assert(*cond, *message);
                    }
                }
                ast::FieldDecl::Pragma(text, _) => {
                    let text = self.text(*text);
                    self.pack.follow(&text);
                }
                // Read when the struct is complete.
                ast::FieldDecl::Method(_) | ast::FieldDecl::MethodTemplate(_) => {}
            }
        }
        self.defining.pop();
        let pack = self.pack.current();
        let definition = &mut self.program.records[record];
        definition.fields = Some(members.fields);
        definition.pack = pack;
        definition.attrs = attrs.texts;
        let is_empty = definition.fields.as_ref().is_some_and(Vec::is_empty);
        let rules = RecordRules { packed: attrs.packed, align: attrs.align, packed_fields: members.packed };
        let layout = self.program.compute_record_layout(record, &rules);
        // Two objects are never at one place, in C++.
        if is_empty && self.ast.has_classes {
            let align = layout.map_or(1, |layout| layout.align);
            self.program.records[record].layout = Some(RecordLayout { size: align, align });
        }
        if layout.is_none() && !members.failed {
            let message = "this type is larger than the address space";
            self.report(Diagnostic::new(&IMPOSSIBLE_TYPE, self.program.records[record].span, message));
        }
    }

    /// One line of members.
    fn field_line(
        &mut self,
        record: RecordId,
        specs: &ast::DeclSpecs,
        declarators: &[ast::FieldDeclarator],
        is_last_line: bool,
        members: &mut Members,
    ) {
        let before = self.pending.len();
        if self.ast.has_classes {
            match specs.storage {
                ast::Storage::Typedef => return cuda::member_typedefs(self, specs, declarators),
                ast::Storage::Static => return cuda::static_members(self, record, specs, declarators),
                _ => {}
            }
        }
        let base = self.specifiers(specs);
        if self.ast.has_classes
            && let ast::TypeSpec::Record(inner) = &specs.ty
            && inner.tag.is_some()
            && inner.fields.is_some()
            && let Some(inner) = self.program.types.as_record(base)
        {
            cuda::rename_inner(self, record, inner);
            if declarators.is_empty() {
                return;
            }
        }
        let specs_align = self.align_specs(&specs.align);
        if declarators.is_empty() {
            return self.anonymous_member(specs, base, before, members);
        }
        for (index, declarator) in declarators.iter().enumerate() {
            let attrs = self.attributes(specs.attrs.iter().chain(&declarator.declarator.attrs));
            let ty = self.declarator(base, &declarator.declarator);
            let name = declarator.declarator.name;
            let span = name.map_or(declarator.declarator.span, |name| name.span);
            let bits = declarator.bits.and_then(|bits| self.bit_width(bits, ty, name, span, members));
            let is_last = is_last_line && index + 1 == declarators.len();
            let ty = self.checked_member_type(record, ty, span, is_last, members);
            if let Some(name) = name {
                self.claim_member_name(name.symbol, name.span, members);
            }
            if let Some(ast::DeclaratorPart::Reference) = declarator.declarator.parts.first() {
                self.reference_fields.insert((record, members.fields.len() as u32));
            }
            if let Some(init) = &declarator.init {
                cuda::note_beginning(self, record, members.fields.len(), init);
            }
            if attrs.packed {
                members.packed.push(members.fields.len());
            }
            members.fields.push(Field {
                name: name.map(|n| n.symbol),
                ty,
                bits,
                bit_offset: 0,
                align: attrs.align.max(specs_align),
                attrs: attrs.texts,
                span,
            });
        }
    }

    /// `struct { … };` among members: its members are the outer record's.
    fn anonymous_member(&mut self, specs: &ast::DeclSpecs, ty: Type, pending: usize, members: &mut Members) {
        let Some(inner) = self.program.types.as_record(ty) else {
            if !self.program.types.is_error(ty) && !matches!(specs.ty, ast::TypeSpec::Enum(_)) {
                let message = "this declares no member";
                self.report(Diagnostic::new(&USELESS_DECLARATION, specs.span, message));
            }
            return;
        };
        let has_tag = matches!(&specs.ty, ast::TypeSpec::Record(spec) if spec.tag.is_some());
        if has_tag {
            let message = "this declares a type, but no member";
            self.report(Diagnostic::new(&USELESS_DECLARATION, specs.span, message));
            return;
        }
        // It is printed inside the outer record, so it is no item of its own
        // and needs no tag.
        let is_own = |item: &Item| matches!(item, Item::Record { record, .. } if *record == inner);
        if let Some(at) = self.pending[pending..].iter().position(is_own) {
            self.pending.remove(pending + at);
            self.program.records[inner].tag = None;
            self.program.records[inner].invented_tag = false;
        }
        for (name, span) in self.named_members(inner) {
            self.claim_member_name(name, span, members);
        }
        let attrs = self.attributes(&specs.attrs);
        members.fields.push(Field {
            name: None,
            ty,
            bits: None,
            bit_offset: 0,
            attrs: attrs.texts,
            align: attrs.align,
            span: specs.span,
        });
    }

    fn named_members(&self, record: RecordId) -> Vec<(Symbol, Span)> {
        let mut names = Vec::new();
        for field in self.program.records[record].fields.iter().flatten() {
            match (field.name, self.program.types.as_record(field.ty)) {
                (Some(name), _) => names.push((name, field.span)),
                (None, Some(inner)) => names.extend(self.named_members(inner)),
                (None, None) => {}
            }
        }
        names
    }

    fn claim_member_name(&mut self, name: Symbol, span: Span, members: &mut Members) {
        if let Some(first) = members.names.insert(name, span) {
            let message = format!("there are two members called `{}`", self.text(name));
            self.report(
                Diagnostic::new(&REDEFINITION, span, message).related(first, "the first one is here"),
            );
        }
    }

    /// The member's type, or the error type if no member can have it.
    fn checked_member_type(
        &mut self,
        record: RecordId,
        ty: Type,
        span: Span,
        is_last: bool,
        members: &mut Members,
    ) -> Type {
        if self.program.types.is_error(ty) {
            members.failed = true;
            return ty;
        }
        let text = type_text(self.program, self.sources, ty);
        let types = &self.program.types;
        let is_union = self.program.records[record].kind == RecordKind::Union;
        let message = match types.stripped(ty) {
            TypeKind::Function(_) => Some("a member cannot be a function; a pointer to one can".to_string()),
            TypeKind::Builtin(hir::BuiltinType::Void) => Some("a member cannot be `void`".to_string()),
            TypeKind::Array(_, ArrayLen::Unknown) if is_last || is_union => None,
            TypeKind::Array(_, ArrayLen::Unknown) => {
                Some("only the last member may be an array of unknown length".to_string())
            }
            TypeKind::Record(inner) if self.program.records[*inner].layout.is_none() => {
                Some(format!("`{text}` is not complete here, so no member can be one; a pointer to it can"))
            }
            _ => None,
        };
        let Some(message) = message else { return ty };
        members.failed = true;
        self.report(Diagnostic::new(&INCOMPLETE_TYPE, span, message));
        Type::ERROR
    }

    /// The width of a bit-field, if it is a good one.
    fn bit_width(
        &mut self,
        bits: ast::ExprId,
        ty: Type,
        name: Option<ast::Ident>,
        span: Span,
        members: &mut Members,
    ) -> Option<u32> {
        let width = self.rvalue(bits);
        if self.is_error(width) || self.program.types.is_error(ty) {
            members.failed = true;
            return None;
        }
        let invalid = |message: String| Diagnostic::new(&INVALID_BIT_FIELD, span, message);
        if !self.program.types.is_integer(ty) {
            let text = type_text(self.program, self.sources, ty);
            self.report(invalid(format!("a bit-field must be an integer, but this is `{text}`")));
            members.failed = true;
            return None;
        }
        let Some(value) = const_eval::integer(self.program, width) else {
            let message = "the width of a bit-field must be a constant";
            self.report(Diagnostic::new(&NOT_CONSTANT, self.span(width), message));
            members.failed = true;
            return None;
        };
        let is_bool = self.program.types.as_builtin(ty) == Some(hir::BuiltinType::Bool);
        let limit = if is_bool { 1 } else { 8 * self.program.size_of(ty).unwrap_or(0) };
        if value < 0 || value > i128::from(limit) {
            let text = type_text(self.program, self.sources, ty);
            self.report(invalid(format!("the width {value} does not fit `{text}`, which has {limit} bits")));
            return Some(limit as u32);
        }
        if value == 0 && name.is_some() {
            self.report(invalid("only a bit-field without a name may have width 0".to_string()));
        }
        Some(value as u32)
    }
}

fn keyword(kind: RecordKind) -> &'static str {
    match kind {
        RecordKind::Struct => "struct",
        RecordKind::Union => "union",
    }
}

/// A tag used with another keyword than it was declared with.
pub(crate) fn wrong_tag(resolver: &Resolver<'_>, tag: ast::Ident, known: Tag) -> Diagnostic {
    let (was, at) = match known {
        Tag::Record(record) => {
            let record = &resolver.program.records[record];
            (keyword(record.kind), record.span)
        }
        Tag::Enum(def) => ("enum", resolver.program.enums[def].span),
    };
    let name = resolver.text(tag.symbol);
    let message = format!("`{name}` was declared as `{was} {name}`");
    Diagnostic::new(&NOT_A_TYPE, tag.span, message).related(at, "declared here")
}

fn defined_twice(resolver: &Resolver<'_>, kind: RecordKind, tag: ast::Ident, first: Span) -> Diagnostic {
    let message = format!("`{} {}` is defined twice", keyword(kind), resolver.text(tag.symbol));
    Diagnostic::new(&REDEFINITION, tag.span, message).related(first, "first defined here")
}

fn invisible_tag(resolver: &Resolver<'_>, kind: RecordKind, tag: ast::Ident) -> Diagnostic {
    let name = resolver.text(tag.symbol);
    let kind = keyword(kind);
    let message =
        format!("`{kind} {name}` is declared inside this parameter list and not visible outside it");
    Diagnostic::new(&USELESS_DECLARATION, tag.span, message)
        .help(format!("declare `{kind} {name};` before the function"))
}
