//! Declarations: typedefs, and what every other declaration starts with.
//!
//! A declaration becomes a list of items, one for each thing it declares, and
//! before them the types it defines on the way.

use diagnostics::Diagnostic;
use diagnostics::codes::{
    CONFLICTING_TYPES, INVALID_DECLARATION, NOT_CONSTANT, STATIC_ASSERTION_FAILED, USELESS_DECLARATION,
};
use hir::{ExprKind, Item, Span, Type, TypeKind, Typedef, TypedefId, const_eval};
use syntax::ast;

use crate::attributes::Attributes;
use crate::cuda;
use crate::directives;
use crate::resolver::Resolver;
use crate::scopes::Name;

impl<'a> Resolver<'a> {
    /// What stands at file level.
    pub(crate) fn items(&mut self, list: &'a [ast::Item], out: &mut Vec<Item>) {
        for item in list {
            match item {
                ast::Item::Decl(decl) => self.declaration(*decl, out),
                ast::Item::Function(function) => self.function_definition(function, out),
                ast::Item::Template(template) => cuda::declare_template(self, template),
                ast::Item::ClassTemplate(template) => cuda::declare_class_template(self, template),
                ast::Item::AliasTemplate(template) => {
                    self.alias_templates.insert(template.name.symbol, template);
                }
                ast::Item::Asm(asm) => out.push(Item::Asm(asm.text)),
                ast::Item::Pragma(text, _) => {
                    self.follow_pragma(*text);
                    out.push(Item::Pragma(*text));
                }
                ast::Item::Directive(directive) => {
                    let directive = directives::item(self, *directive);
                    out.append(&mut self.pending);
                    out.push(Item::Directive(directive));
                }
                ast::Item::Linkage(inner, _) => self.items(inner, out),
            }
        }
    }

    /// Pragmas that change what declarations mean.
    pub(crate) fn follow_pragma(&mut self, text: hir::Symbol) {
        let text = self.text(text);
        self.pack.follow(&text);
    }

    /// One declaration, appended to `out`.
    pub(crate) fn declaration(&mut self, id: ast::DeclId, out: &mut Vec<Item>) {
        let ast = self.ast;
        let decl = &ast.decls[id];
        match &decl.kind {
            ast::DeclKind::Declarators { specs, declarators } => {
                if declarators.is_empty() {
                    self.bare_specifiers(specs, decl.span);
                    out.append(&mut self.pending);
                    return;
                }
                let is_auto = matches!(specs.ty, ast::TypeSpec::Auto);
                let base = if is_auto { Type::ERROR } else { self.specifiers(specs) };
                for declarator in declarators {
                    self.init_declarator(specs, base, declarator, out);
                }
            }
            ast::DeclKind::StaticAssert { cond, message } => {
                self.static_assert(*cond, *message);
                out.append(&mut self.pending);
                out.push(Item::StaticAssert(decl.span));
            }
            ast::DeclKind::LocalLabels(names) => {
                for name in names {
                    self.declare_local_label(name.symbol, name.span);
                }
            }
            ast::DeclKind::Error => {}
        }
    }

    /// `struct s { … };`, `struct s;`, `enum { … };`: only a type.
    fn bare_specifiers(&mut self, specs: &ast::DeclSpecs, span: Span) {
        match &specs.ty {
            ast::TypeSpec::Record(record) => {
                self.record_specifier(record, true);
            }
            ast::TypeSpec::Enum(spec) => {
                self.enum_specifier(spec);
            }
            ast::TypeSpec::Missing | ast::TypeSpec::Error => {}
            _ => {
                self.specifiers(specs);
                self.report(Diagnostic::new(&USELESS_DECLARATION, span, "this declares nothing"));
            }
        }
    }

    fn init_declarator(
        &mut self,
        specs: &ast::DeclSpecs,
        base: Type,
        declared: &ast::InitDeclarator,
        out: &mut Vec<Item>,
    ) {
        let declarator = &declared.declarator;
        let Some(name) = declarator.name else { return };
        let (ty, params) = self.declarator_with_params(base, declarator, false);
        let attrs = self.attributes(specs.attrs.iter().chain(&declarator.attrs));
        // Types first; a mention of this name in its own initialiser may push
        // more, and they still precede it.
        out.append(&mut self.pending);
        if let Some(ast::DeclaratorPart::Reference) = declarator.parts.first() {
            cuda::reference_variable(self, specs, declared, ty, out);
        } else if specs.storage == ast::Storage::Typedef {
            if declared.init.is_some() {
                let message = "a typedef names a type and has no value";
                self.report(Diagnostic::new(&INVALID_DECLARATION, name.span, message));
            }
            let typedef = self.typedef(name, ty, attrs, specs);
            out.push(Item::Typedef(typedef));
        } else if self.program.types.is_function(ty) {
            if declared.init.is_some() {
                let message = "a function is not initialised like a variable";
                self.report(Diagnostic::new(&INVALID_DECLARATION, name.span, message));
            }
            let function = self.declare_function(specs, declarator, name, ty, attrs, params);
            out.push(Item::Prototype { function, ty });
        } else {
            self.variable(specs, declared, name, ty, attrs, out);
        }
    }

    fn typedef(
        &mut self,
        name: ast::Ident,
        ty: Type,
        attrs: Attributes,
        specs: &ast::DeclSpecs,
    ) -> TypedefId {
        match self.scopes.name_in_this_scope(name.symbol) {
            None | Some(Name::Error) => {}
            Some(Name::Typedef(first)) => {
                let known = &self.program.typedefs[first];
                if self.compatible(known.ty, ty) || self.program.types.is_error(ty) {
                    return first;
                }
                let first = known.span;
                self.report(conflicting(&self.text(name.symbol), name.span, first, "type"));
            }
            Some(other) => {
                let first = self.place_of(other);
                self.report(conflicting(&self.text(name.symbol), name.span, first, "kind of name"));
            }
        }
        self.adopt_tag(name, ty, specs);
        let align = attrs.align.max(self.align_specs(&specs.align));
        let typedef = Typedef { name: name.symbol, ty, attrs: attrs.texts, align, span: name.span };
        let typedef = self.program.typedefs.alloc(typedef);
        self.program.types.define_typedef(typedef, ty);
        self.scopes.declare(name.symbol, Name::Typedef(typedef));
        self.enter_variable_scope(ty, name.span);
        typedef
    }

    /// `typedef struct { … } point;` gives the struct the tag `point`, which
    /// reads better than an invented one.
    fn adopt_tag(&mut self, name: ast::Ident, ty: Type, specs: &ast::DeclSpecs) {
        let defines_untagged = match &specs.ty {
            ast::TypeSpec::Record(spec) => spec.tag.is_none() && spec.fields.is_some(),
            ast::TypeSpec::Enum(spec) => spec.tag.is_none() && spec.enumerators.is_some(),
            _ => false,
        };
        if !defines_untagged || self.scopes.tag(name.symbol).is_some() {
            return;
        }
        match *self.program.types.kind(ty) {
            TypeKind::Record(record) if self.program.records[record].invented_tag => {
                self.program.records[record].tag = Some(name.symbol);
            }
            TypeKind::Enum(def) if self.program.enums[def].invented_tag => {
                self.program.enums[def].tag = Some(name.symbol);
            }
            _ => {}
        }
    }

    /// `_Static_assert(cond, message)`
    pub(crate) fn static_assert(&mut self, cond: ast::ExprId, message: Option<ast::ExprId>) {
        let value = self.rvalue(cond);
        let message = message.map(|message| self.expr(message));
        if self.is_error(value) {
            return;
        }
        match const_eval::integer(self.program, value) {
            Some(0) => {
                let words = message.and_then(|m| self.string_text(m));
                self.report(assertion_failed(words, self.span(value)));
            }
            Some(_) => {}
            None => {
                let message = "the condition of `_Static_assert` must be an integer constant";
                self.report(Diagnostic::new(&NOT_CONSTANT, self.span(value), message));
            }
        }
    }

    /// The text of a string literal.
    fn string_text(&self, expr: hir::ExprId) -> Option<String> {
        match &self.program.exprs[expr].kind {
            ExprKind::String(literal) => {
                let bytes: Vec<u8> = literal.units.iter().map(|&unit| unit as u8).collect();
                Some(String::from_utf8_lossy(&bytes).into_owned())
            }
            _ => None,
        }
    }
}

fn assertion_failed(words: Option<String>, span: Span) -> Diagnostic {
    let message = match words {
        Some(words) => format!("static assertion failed: {words}"),
        None => "static assertion failed".to_string(),
    };
    Diagnostic::new(&STATIC_ASSERTION_FAILED, span, message)
}

/// Two declarations of one name disagree.
pub(crate) fn conflicting(name: &str, span: Span, first: Span, what: &str) -> Diagnostic {
    let message = format!("`{name}` was declared before as another {what}");
    let diagnostic = Diagnostic::new(&CONFLICTING_TYPES, span, message);
    if first.is_builtin() { diagnostic } else { diagnostic.related(first, "first declared here") }
}
