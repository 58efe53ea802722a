//! `struct`, `union` and `enum` specifiers with their bodies.

use diagnostics::{Diagnostic, codes};
use source::Span;

use crate::ast::{
    DeclaratorPart, EnumSpec, EnumeratorDecl, FieldDecl, FieldDeclarator, Ident, RecordKind, RecordSpec,
    TypeSpec,
};
use crate::keyword::Keyword;
use crate::{Dialect, Punct, TokenKind};

use super::names::NameKind;
use super::specifiers::Place;
use super::{Parsed, Parser, Reported};

impl Parser<'_> {
    pub(super) fn record_specifier(&mut self) -> Parsed<TypeSpec> {
        let word = self.bump();
        let is_union = self.keyword_of(word) == Some(Keyword::Union);
        let kind = if is_union { RecordKind::Union } else { RecordKind::Struct };
        let mut attrs = Vec::new();
        self.attributes_into(&mut attrs)?;
        let tag = self.tag();
        self.specialised_arguments()?;
        let mut bases = Vec::new();
        if self.dialect == Dialect::Cuda && tag.is_some() && self.at(Punct::Colon) {
            if !self.classes.are_read {
                return Err(self.refuse_template("base classes", "make the base a member"));
            }
            bases = self.bases()?;
        }
        self.enter_class(tag, &bases);
        let fields = if self.at(Punct::LBrace) { Some(self.fields(tag)) } else { None };
        self.leave_class();
        if tag.is_none() && fields.is_none() {
            let keyword = self.sources.text(word.symbol).into_owned();
            return Err(self.expected(&format!("a tag or `{{` after `{keyword}`")));
        }
        let span = self.span_from(word.span);
        if fields.is_some() {
            self.attributes_into(&mut attrs)?;
        }
        Ok(TypeSpec::Record(Box::new(RecordSpec { kind, tag, bases, fields, attrs, span })))
    }

    /// A tag. In a CUDA file it is a type name from here on.
    fn tag(&mut self) -> Option<Ident> {
        let tag = self.eat_name()?;
        let is_new = self.names.kind(tag.symbol) == NameKind::Unknown || self.specialised.is_some();
        if self.dialect == Dialect::Cuda && is_new {
            self.names.declare(tag.symbol, NameKind::Type);
        }
        Some(tag)
    }

    /// `{ int a; … }`. A directive among members means that the `}` was forgotten.
    fn fields(&mut self, tag: Option<Ident>) -> Vec<FieldDecl> {
        let open = self.bump();
        let mut fields = Vec::new();
        while !self.at(Punct::RBrace)
            && !self.at_eof()
            && !self.at_directive()
            && !self.recovery.leaving_blocks
        {
            let before = self.pos;
            let parsed = self.field_into(&mut fields, tag);
            if self.recovery.leaving_blocks {
                break;
            }
            if let Err(Reported) = parsed {
                self.skip_statement();
            }
            if self.pos == before {
                self.bump();
            }
        }
        self.close(open, "a member or `}`");
        fields
    }

    fn field_into(&mut self, fields: &mut Vec<FieldDecl>, tag: Option<Ident>) -> Parsed<()> {
        let token = self.token();
        if token.kind == TokenKind::Pragma {
            self.bump();
            fields.push(FieldDecl::Pragma(token.symbol, token.span));
            return Ok(());
        }
        if self.eat(Punct::Semi) || self.eat_access_label() {
            return Ok(());
        }
        if self.begins_member_template() {
            return self.member_template(fields, tag);
        }
        if self.classes.are_read && self.begins_using() {
            let field = self.using_member()?;
            self.note_member(tag, &field);
            fields.push(field);
            return Ok(());
        }
        if self.refused_member() {
            return Ok(());
        }
        let is_friend = self.eat_friend();
        if self.at_keyword(Keyword::StaticAssert) {
            fields.push(FieldDecl::StaticAssert(self.static_assert_declaration()?));
            return Ok(());
        }
        let before = self.pos;
        let specs = self.decl_specs(Place::Member)?;
        let is_friend = std::mem::take(&mut self.classes.friend_is_read) || is_friend;
        if self.pos == before && !self.at(Punct::Colon) && self.name().is_none() {
            return Err(self.expected("a member declaration"));
        }
        if self.begins_conversion() {
            return self.conversion(specs, fields);
        }
        if self.begins_constructor(&specs, tag) {
            return self.constructor(specs, fields);
        }
        let mut declarators = Vec::new();
        if !self.at(Punct::Semi) {
            loop {
                let declared = self.field_declarator(before)?;
                if self.dialect == Dialect::Cuda && declared.declarator.function_params().is_some() {
                    return self.method(specs, declared.declarator, fields, false, is_friend);
                }
                declarators.push(declared);
                if !self.eat(Punct::Comma) {
                    break;
                }
            }
        }
        self.expect_semicolon("member declaration")?;
        let span = self.span_from(token.span);
        let field = FieldDecl::Fields { specs, declarators, span };
        self.note_member(tag, &field);
        fields.push(field);
        Ok(())
    }

    /// `name`, `name : 3`, `: 3`; `line` is where the member's specifiers begin.
    fn field_declarator(&mut self, line: usize) -> Parsed<FieldDeclarator> {
        let mut attrs = Vec::new();
        self.attributes_into(&mut attrs)?;
        let mut declarator = self.declarator(Place::Member)?;
        declarator.attrs.extend(attrs);
        if let (Dialect::Cuda, Some(DeclaratorPart::Reference)) = (self.dialect, declarator.parts.first())
            && !self.classes.are_read
        {
            return Err(self.refuse_template("references as members", "use a pointer"));
        }
        let is_function = declarator.function_params().is_some();
        if self.dialect == Dialect::Cuda && is_function {
            return Ok(FieldDeclarator { declarator, bits: None, init: None });
        }
        if self.at(Punct::LBrace) && is_function {
            return Err(self.function_in_braces(line, member_function(declarator.span)));
        }
        let bits = if self.eat(Punct::Colon) { Some(self.conditional()?) } else { None };
        if declarator.name.is_none() && bits.is_none() {
            return Err(self.expected("a member name"));
        }
        self.attributes_into(&mut declarator.attrs)?;
        let init = match self.takes_member_value() {
            true => {
                self.eat(Punct::Eq);
                Some(self.initializer()?)
            }
            false => None,
        };
        Ok(FieldDeclarator { declarator, bits, init })
    }

    pub(super) fn enum_specifier(&mut self) -> Parsed<TypeSpec> {
        let word = self.bump();
        let mut attrs = Vec::new();
        self.attributes_into(&mut attrs)?;
        let tag = self.tag();
        let enumerators = if self.at(Punct::LBrace) { Some(self.enumerators()) } else { None };
        if tag.is_none() && enumerators.is_none() {
            return Err(self.expected("a tag or `{` after `enum`"));
        }
        let span = self.span_from(word.span);
        if enumerators.is_some() {
            self.attributes_into(&mut attrs)?;
        }
        Ok(TypeSpec::Enum(Box::new(EnumSpec { tag, enumerators, attrs, span })))
    }

    /// `{ A, B = 2 }`
    fn enumerators(&mut self) -> Vec<EnumeratorDecl> {
        let open = self.bump();
        let mut enumerators = Vec::new();
        self.skip_foreign_pragmas();
        while !self.at(Punct::RBrace) && !self.at_eof() {
            match self.enumerator() {
                Ok(enumerator) => enumerators.push(enumerator),
                Err(Reported) => {
                    self.skip_to(&[Punct::Comma, Punct::RBrace]);
                }
            }
            self.skip_foreign_pragmas();
            if !self.eat(Punct::Comma) {
                break;
            }
            self.skip_foreign_pragmas();
        }
        self.close(open, "`,` or `}` after an enumerator");
        enumerators
    }

    fn enumerator(&mut self) -> Parsed<EnumeratorDecl> {
        let name = self.expect_name("the name of an enumerator")?;
        let mut attrs = Vec::new();
        self.attributes_into(&mut attrs)?;
        let value = if self.eat(Punct::Eq) { Some(self.conditional()?) } else { None };
        self.names.declare(name.symbol, NameKind::Ordinary);
        Ok(EnumeratorDecl { name, value, attrs })
    }
}

fn member_function(at: Span) -> Diagnostic {
    Diagnostic::new(&codes::UNSUPPORTED_SYNTAX, at, "member functions are C++ and not supported")
        .help("write a function at file level that takes a pointer to the struct")
}
