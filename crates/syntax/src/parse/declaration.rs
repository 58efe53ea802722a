//! Declarations: specifiers, declarators with initialisers, and the function
//! bodies that may follow.
//!
//! A name is declared as soon as its declarator ends, so that `int x = sizeof x;`
//! and `typedef T T2, *T3;` mean what C says.

use diagnostics::{Diagnostic, codes};
use source::Span;

use crate::ast::{
    Attribute, Decl, DeclId, DeclInit, DeclKind, DeclSpecs, Declarator, FunctionDef, InitDeclarator,
    Initializer, Params, Storage, TypeSpec,
};
use crate::keyword::Keyword;
use crate::{Dialect, Punct, TokenFlags, TokenKind};

use super::names::NameKind;
use super::recover::offer_braces;
use super::specifiers::Place;
use super::{Parsed, Parser, Reported};

/// What specifiers and a declarator turned out to begin.
pub(super) enum Declared {
    /// A declaration.
    Decl(DeclId),
    /// A function with its body.
    Function(Box<FunctionDef>),
}

impl Parser<'_> {
    /// Declares the typedefs that gcc and clang have without any header.
    pub(super) fn declare_predefined_types(&mut self) {
        for name in crate::well_known::PREDEFINED_TYPES {
            let symbol = self.sources.symbols.intern(name.as_bytes());
            self.names.declare(symbol, NameKind::Type);
        }
    }

    /// A declaration with its `;`, or at file level a function definition.
    pub(super) fn declaration(&mut self, place: Place) -> Parsed<Declared> {
        let start = self.span();
        let start_pos = self.pos;
        match self.keyword() {
            Some(Keyword::StaticAssert) => return self.static_assert_declaration().map(Declared::Decl),
            Some(Keyword::Label) => return self.local_labels().map(Declared::Decl),
            _ => {}
        }
        let specs = self.decl_specs(place)?;
        if self.eat(Punct::Semi) || self.is_semicolon_missing_after_braces(&specs) {
            let kind = DeclKind::Declarators { specs, declarators: Vec::new() };
            return Ok(Declared::Decl(self.new_decl(kind, start)));
        }
        let mut first = self.declarator(place)?;
        if self.begins_function_body(&first, place) {
            if matches!(place, Place::Block | Place::ForHead) {
                let name = first.name.map_or("".into(), |name| self.sources.text(name.symbol));
                let diagnostic = nested_function(first.span, &name);
                return Err(self.function_in_braces(start_pos, diagnostic));
            }
            return self.function_definition(specs, first, start).map(Declared::Function);
        }
        self.declare(&specs, &first);
        let mut declarators = Vec::new();
        loop {
            declarators.push(self.init_declarator(first)?);
            if !self.eat(Punct::Comma) {
                break;
            }
            let mut attrs: Vec<Attribute> = Vec::new();
            self.attributes_into(&mut attrs)?;
            first = self.declarator(place)?;
            first.attrs.extend(attrs);
            self.declare(&specs, &first);
        }
        match place {
            Place::ForHead => self.for_semicolon("the first part of `for`"),
            _ => self.expect_semicolon("declaration")?,
        }
        Ok(Declared::Decl(self.new_decl(DeclKind::Declarators { specs, declarators }, start)))
    }

    fn new_decl(&mut self, kind: DeclKind, start: Span) -> DeclId {
        let span = self.span_from(start);
        self.unit.decls.alloc(Decl { kind, span })
    }

    /// Enters a declared name into the current scope.
    fn declare(&mut self, specs: &DeclSpecs, declarator: &Declarator) {
        if let Some(name) = declarator.name {
            let is_typedef = specs.storage == Storage::Typedef;
            // A function beside a template of its name.
            let is_function = declarator.function_params().is_some();
            if self.classes.are_read && is_function && self.names.kind(name.symbol) == NameKind::Template {
                return;
            }
            self.names.declare(name.symbol, if is_typedef { NameKind::Type } else { NameKind::Ordinary });
            if is_typedef {
                self.classes.note_second_name(name.symbol, &specs.ty);
            }
        }
    }

    /// What follows a declarator: `asm` label, attributes, initialiser.
    fn init_declarator(&mut self, mut declarator: Declarator) -> Parsed<InitDeclarator> {
        self.attributes_into(&mut declarator.attrs)?;
        declarator.asm_label = self.asm_label()?;
        self.attributes_into(&mut declarator.attrs)?;
        let init = if self.eat(Punct::Eq) {
            Some(DeclInit::Equals(self.initializer()?))
        } else if self.dialect == Dialect::Cuda {
            self.cuda_initializer()?
        } else {
            None
        };
        Ok(InitDeclarator { declarator, init })
    }

    /// `dim3 g(16, 16)` and `dim3 g{16, 16}`
    fn cuda_initializer(&mut self) -> Parsed<Option<DeclInit>> {
        match self.kind() {
            TokenKind::Punct(Punct::LParen) => {
                self.nested(Self::arguments).map(|args| Some(DeclInit::Construct(args)))
            }
            TokenKind::Punct(Punct::LBrace) => {
                let list = self.initializer_list()?;
                Ok(Some(DeclInit::Equals(Initializer::List(list))))
            }
            _ => Ok(None),
        }
    }

    /// `struct s { … }` at the end of a line and then another declaration.
    fn is_semicolon_missing_after_braces(&mut self, specs: &DeclSpecs) -> bool {
        let what = match &specs.ty {
            TypeSpec::Record(record) if record.fields.is_some() => "struct definition",
            TypeSpec::Enum(spec) if spec.enumerators.is_some() => "enum definition",
            _ => return false,
        };
        let begins_another = self.at_line_start() && (self.begins_specifiers(0) || self.name().is_none());
        let begins_declarator = self.at(Punct::Star) || self.at(Punct::LParen);
        if !self.keyword().is_some_and(|k| k != Keyword::Attribute) && (!begins_another || begins_declarator)
        {
            return false;
        }
        self.expect_semicolon(what).is_ok()
    }

    /// After a function declarator: `{`, or the declarations of old-style
    /// parameters.
    fn begins_function_body(&self, declarator: &Declarator, place: Place) -> bool {
        match declarator.function_params() {
            Some(_) if self.at(Punct::LBrace) => true,
            Some(Params::OldStyle(_)) => place == Place::File && self.begins_specifiers(0),
            _ => false,
        }
    }

    fn function_definition(
        &mut self,
        specs: DeclSpecs,
        declarator: Declarator,
        start: Span,
    ) -> Parsed<Box<FunctionDef>> {
        self.declare(&specs, &declarator);
        if std::mem::take(&mut self.in_template)
            && let Some(name) = declarator.name
        {
            self.names.declare(name.symbol, NameKind::Template);
        }
        self.names.enter();
        self.declare_params(&declarator);
        let mut old_style_params = Vec::new();
        while !self.at(Punct::LBrace) && self.begins_declaration() {
            match self.declaration(Place::Block) {
                Ok(Declared::Decl(decl)) => old_style_params.push(decl),
                Ok(Declared::Function(_)) => {}
                Err(Reported) => self.skip_statement(),
            }
        }
        let body = if self.at(Punct::LBrace) {
            self.nested(Self::block_without_scope)
        } else {
            Err(self.expected("`{` before the function's body"))
        };
        self.names.leave();
        let body = body?;
        let span = self.span_from(start);
        Ok(Box::new(FunctionDef { specs, declarator, old_style_params, body, span }))
    }

    /// Brings the parameters into the scope of the body.
    pub(super) fn declare_params(&mut self, declarator: &Declarator) {
        match declarator.function_params() {
            Some(Params::Prototype { params, .. }) => {
                for name in params.iter().filter_map(|p| p.declarator.name) {
                    self.names.declare(name.symbol, NameKind::Ordinary);
                }
            }
            Some(Params::OldStyle(names)) => {
                for name in names {
                    self.names.declare(name.symbol, NameKind::Ordinary);
                }
            }
            Some(Params::Unspecified) | None => {}
        }
    }

    /// A function definition, begun at the token `start`, inside a block or a
    /// struct. At the left margin it means that a `}` was forgotten: all braces
    /// end before it, the innermost says so, and the definition is read again
    /// at file level. Anywhere else `otherwise` is reported.
    pub(super) fn function_in_braces(&mut self, start: usize, otherwise: Diagnostic) -> Reported {
        let first = self.tokens.get(start).copied().unwrap_or(self.eof);
        let at_margin = first.flags.has(TokenFlags::LINE_START) && !first.flags.has(TokenFlags::SPACE_BEFORE);
        if at_margin && !first.span.is_from_macro() {
            self.pos = start;
            self.recovery.leaving_blocks = true;
            return Reported;
        }
        let reported = self.report(otherwise);
        self.skip_braces();
        reported
    }

    /// `_Static_assert(cond, "message");`
    pub(super) fn static_assert_declaration(&mut self) -> Parsed<DeclId> {
        let start = self.bump().span;
        let open = self.expect(Punct::LParen, "`_Static_assert`")?;
        let cond = self.nested(Self::conditional);
        let cond = self.expr_or_skip(cond, &[Punct::Comma, Punct::RParen]);
        let message = if !self.eat(Punct::Comma) {
            None
        } else if self.kind() == TokenKind::String {
            Some(self.string())
        } else {
            return Err(self.expected("the message of `_Static_assert`, a string literal"));
        };
        self.close(open, "`)`");
        self.expect_semicolon("`_Static_assert`")?;
        Ok(self.new_decl(DeclKind::StaticAssert { cond, message }, start))
    }

    /// `__label__ a, b;`
    fn local_labels(&mut self) -> Parsed<DeclId> {
        let start = self.bump().span;
        let mut labels = Vec::new();
        loop {
            labels.push(self.expect_name("a label")?);
            if !self.eat(Punct::Comma) {
                break;
            }
        }
        self.expect_semicolon("`__label__`")?;
        Ok(self.new_decl(DeclKind::LocalLabels(labels), start))
    }

    /// A declaration where C wants a statement: `if (c) int x;`
    pub(super) fn complain_declaration_without_block(&mut self, span: Span) {
        let diagnostic = declaration_without_block(span);
        self.complain(offer_braces(diagnostic, "put braces around it", span, ["{ ", " }"]));
    }
}

fn declaration_without_block(at: Span) -> Diagnostic {
    Diagnostic::new(&codes::DECLARATION_WITHOUT_BLOCK, at, "a declaration cannot stand here without braces")
        .note("the name would be visible nowhere else")
}

fn nested_function(at: Span, name: &str) -> Diagnostic {
    Diagnostic::new(
        &codes::UNSUPPORTED_SYNTAX,
        at,
        format!("the function `{name}` is defined inside another function"),
    )
    .help("move it to file level, and pass what it uses as parameters")
}
