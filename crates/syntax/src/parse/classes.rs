//! What classes have besides data and functions, in the kernels of a program in C++: types and
//! constants of their own, bases, templates of functions.
//!
//! ```c++
//! struct scan : counted {
//!     typedef int value;                                       // scan::value is a type
//!     static constexpr int lanes = 32;                         // scan::lanes is a number
//!     template <typename F> __device__ int by(int x, F f) const { … }
//! };
//! ```
//! Read only where the C++ compiler takes the program ([`super::parse_kernels`]). Which `a::b` is
//! a type, the classes read so far tell, or `typename`.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use source::{Span, Symbol};

use crate::ast::{
    Declarator, DeclaratorPart, ExprId, ExprKind, FieldDecl, Ident, MethodTemplate, Qualifiers, Storage,
    TemplateArg, TypeName, TypeSpec,
};
use crate::{Dialect, Punct, TokenKind};

use super::names::NameKind;
use super::specifiers::{Place, empty_specs};
use super::{Parsed, Parser};

/// The name of functions that convert.
pub const CONVERSION: &[u8] = b"operator conversion";

/// What is known of the classes read so far.
#[derive(Default)]
pub(super) struct Classes {
    /// Are they read at all?
    pub(super) are_read: bool,
    /// The types in each, by its tag.
    types: HashMap<Symbol, HashSet<Symbol>>,
    /// Other names of classes.
    second_names: HashMap<Symbol, Symbol>,
    /// The names of templates in classes.
    templates: HashSet<Symbol>,
    /// `friend` stood among the specifiers at hand.
    pub(super) friend_is_read: bool,
    /// The templates of classes whose bodies are open.
    open: Vec<Symbol>,
}

impl Classes {
    pub(super) fn read() -> Classes {
        Classes { are_read: true, ..Classes::default() }
    }

    fn class(&self, name: Symbol) -> Symbol {
        let mut name = name;
        for _ in 0..16 {
            match self.second_names.get(&name) {
                Some(&first) => name = first,
                None => break,
            }
        }
        name
    }

    /// Notes what a `typedef` or `using` stands for.
    pub(super) fn note_second_name(&mut self, name: Symbol, ty: &TypeSpec) {
        let (TypeSpec::Name(of) | TypeSpec::Template(of, _) | TypeSpec::Member(_, of)) = ty else {
            return;
        };
        if self.are_read && of.symbol != name {
            self.second_names.insert(name, of.symbol);
        }
    }
}

/// What begins with a type and `::`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OfType {
    Type,
    Value,
}

impl Parser<'_> {
    /// `n` tokens ahead, `a::b` or `a<…>::b`: what is it?
    pub(super) fn begins_of_type(&self, n: usize) -> Option<OfType> {
        if !self.classes.are_read {
            return None;
        }
        let mut at = n;
        let mut class = self.name_of(self.nth(at))?.symbol;
        if !matches!(self.names.kind(class), NameKind::Type | NameKind::ClassTemplate) {
            return None;
        }
        let mut found = None;
        loop {
            at += 1;
            if self.nth_is(at, Punct::Lt) && found != Some(OfType::Value) {
                match self.behind_template_arguments(at) {
                    Some(behind) => at = behind,
                    None => return found,
                }
            }
            if !self.nth_is(at, Punct::Colon) || !self.nth_is(at + 1, Punct::Colon) {
                return found;
            }
            at += 2;
            let member = self.name_of(self.nth(at))?.symbol;
            let is_type = self
                .classes
                .types
                .get(&self.classes.class(class))
                .is_some_and(|known| known.contains(&member));
            found = Some(if is_type { OfType::Type } else { OfType::Value });
            class = member;
        }
    }

    /// Behind the `>` that closes the `<` at `n`.
    fn behind_template_arguments(&self, n: usize) -> Option<usize> {
        let (mut depth, mut brackets) = (0_i32, 0_i32);
        for at in n.. {
            match self.nth(at).kind {
                TokenKind::Punct(Punct::LParen | Punct::LBracket) => brackets += 1,
                TokenKind::Punct(Punct::RParen | Punct::RBracket) => brackets -= 1,
                TokenKind::Punct(Punct::Semi | Punct::LBrace | Punct::RBrace) | TokenKind::Eof => {
                    return None;
                }
                TokenKind::Punct(Punct::Lt) if brackets == 0 => depth += 1,
                TokenKind::Punct(Punct::Gt) if brackets == 0 => depth -= 1,
                TokenKind::Punct(Punct::Shr) if brackets == 0 => depth -= 2,
                TokenKind::Punct(Punct::LaunchClose) if brackets == 0 => depth -= 3,
                _ => {}
            }
            if brackets < 0 {
                return None;
            }
            if depth <= 0 {
                return Some(at + 1);
            }
        }
        None
    }

    /// Is it `typename` before the name of a type?
    pub(super) fn begins_typename(&self, n: usize) -> bool {
        self.classes.are_read
            && self.nth(n).symbol == self.cpp_words.typename
            && self.nth(n).kind == TokenKind::Ident
            && self.name_of(self.nth(n + 1)).is_some()
    }

    /// `typename a<…>::b::c`, as far as it is a type.
    pub(super) fn type_of_type(&mut self) -> Parsed<TypeSpec> {
        let is_told = self.begins_typename(0);
        if is_told {
            self.bump();
        }
        let mut spec = self.named_class()?;
        while self.at(Punct::Colon)
            && self.nth_is(1, Punct::Colon)
            && (is_told || !matches!(self.last_member(&spec), Some(OfType::Value)))
        {
            self.bump();
            self.bump();
            let member = self.expect_name("the name of a type")?;
            spec = TypeSpec::Member(Box::new(spec), member);
        }
        Ok(spec)
    }

    /// `a` or `a<…>`
    fn named_class(&mut self) -> Parsed<TypeSpec> {
        match self.begins_template_type(0) {
            Some(_) => self.template_type(),
            None => Ok(TypeSpec::Name(self.expect_name("a type")?)),
        }
    }

    /// At `::name` behind a class: what is it?
    fn last_member(&self, class: &TypeSpec) -> Option<OfType> {
        let (TypeSpec::Name(name) | TypeSpec::Template(name, _) | TypeSpec::Member(_, name)) = class else {
            return None;
        };
        let known = self.classes.types.get(&self.classes.class(name.symbol));
        let is_type = known.is_some_and(|known| known.contains(&self.nth(2).symbol));
        Some(if is_type { OfType::Type } else { OfType::Value })
    }

    /// `a<…>::b`, a value, as an operand.
    pub(super) fn value_of_type(&mut self) -> Parsed<ExprId> {
        let start = self.span();
        let ty = self.type_of_type()?;
        let ty = self.plain_type(ty, start);
        self.expect(Punct::Colon, "a type")?;
        self.expect(Punct::Colon, "`:`")?;
        self.eat_template_word();
        let name = self.expect_name("the name of a member")?;
        let args = self.member_arguments(name)?;
        let span = self.span_from(start);
        Ok(self.new_expr(ExprKind::OfType { ty, name, args }, span))
    }

    fn plain_type(&mut self, ty: TypeSpec, start: Span) -> crate::ast::TypeNameId {
        let span = self.span_from(start);
        let specs = crate::ast::DeclSpecs { ty, ty_span: span, span, ..empty_specs(start) };
        let at = self.prev_span().end();
        let declarator =
            Declarator { name: None, parts: Vec::new(), asm_label: None, attrs: Vec::new(), span: at };
        self.unit.type_names.alloc(TypeName { specs, declarator, span })
    }

    /// `x.template f<int>(…)`
    pub(super) fn eat_template_word(&mut self) {
        if self.classes.are_read && self.nth(0).symbol == self.cpp_words.template {
            self.bump();
        }
    }

    /// In a template of classes, its own name is that of the class, and with arguments the template's.
    pub(super) fn is_open_template(&self, name: Symbol) -> bool {
        self.classes.open.contains(&name)
    }

    pub(super) fn open_template(&mut self, name: Option<Symbol>) {
        if self.classes.are_read {
            self.classes.open.extend(name);
        }
    }

    pub(super) fn close_template(&mut self) {
        self.classes.open.pop();
    }

    /// `f<4>(x)` of a template in the class at hand.
    pub(super) fn begins_member_template_id(&self) -> bool {
        self.classes.are_read
            && self.nth_is(1, Punct::Lt)
            && self.name().is_some_and(|name| self.classes.templates.contains(&name.symbol))
            && self.behind_template_arguments(1).is_some_and(|behind| self.nth_is(behind, Punct::LParen))
    }

    /// `operator==(x)`, an operator called by its name.
    pub(super) fn begins_operator_call(&self) -> bool {
        self.classes.are_read && self.begins_operator_name()
    }

    /// At a type: `sum(a).all(x)`, which works on an object that is made here?
    pub(super) fn begins_temporary(&self) -> bool {
        if !self.classes.are_read || self.name().is_none() || !self.begins_specifiers(0) {
            return false;
        }
        let mut at = 0;
        while !self.nth_is(at, Punct::LParen) {
            match self.nth(at).kind {
                TokenKind::Ident => at += 1,
                TokenKind::Punct(Punct::Colon) => at += 1,
                TokenKind::Punct(Punct::Lt) => match self.behind_template_arguments(at) {
                    Some(behind) => at = behind,
                    None => return false,
                },
                _ => return false,
            }
        }
        let mut depth = 0_usize;
        loop {
            match self.nth(at).kind {
                TokenKind::Punct(Punct::LParen) => depth += 1,
                TokenKind::Punct(Punct::RParen) => depth -= 1,
                TokenKind::Punct(Punct::Semi | Punct::LBrace | Punct::RBrace) | TokenKind::Eof => {
                    return false;
                }
                _ => {}
            }
            at += 1;
            if depth == 0 {
                // `sum()(x)` calls what is made.
                let is_empty = self.nth_is(at - 2, Punct::LParen);
                return self.nth_is(at, Punct::Dot) || is_empty && self.nth_is(at, Punct::LParen);
            }
        }
    }

    /// The arguments behind the name of a template in a class; none where it is no template.
    pub(super) fn member_arguments(&mut self, name: Ident) -> Parsed<Vec<TemplateArg>> {
        let is_template = self.classes.templates.contains(&name.symbol)
            && self.at(Punct::Lt)
            && self.behind_template_arguments(0).is_some_and(|behind| self.nth_is(behind, Punct::LParen));
        if is_template { self.template_arguments() } else { Ok(Vec::new()) }
    }

    /// `struct a : public b<…>, c {`, from the colon on.
    pub(super) fn bases(&mut self) -> Parsed<Vec<(TypeSpec, Span)>> {
        let mut bases = Vec::new();
        self.bump();
        loop {
            while ["public", "private", "protected"].iter().any(|word| self.at_word(word)) {
                self.bump();
            }
            if self.at_word("virtual") {
                return Err(self.refuse_template("virtual base classes", "make the base a member"));
            }
            let start = self.span();
            let is_type = self.begins_typename(0) || self.begins_specifiers(0);
            if !is_type {
                return Err(self.expected("the name of a base class"));
            }
            let ty = self.type_of_type()?;
            bases.push((ty, self.span_from(start)));
            if !self.eat(Punct::Comma) {
                return Ok(bases);
            }
        }
    }

    /// The types of the bases are known in the class, as if they were its own.
    pub(super) fn enter_class(&mut self, tag: Option<Ident>, bases: &[(TypeSpec, Span)]) {
        if !self.classes.are_read {
            return;
        }
        self.names.enter();
        if let Some(tag) = tag {
            self.classes.second_names.remove(&tag.symbol);
        }
        for (base, _) in bases {
            let (TypeSpec::Name(name) | TypeSpec::Template(name, _) | TypeSpec::Member(_, name)) = base
            else {
                continue;
            };
            let inherited = self.classes.types.get(&self.classes.class(name.symbol)).cloned();
            for ty in inherited.into_iter().flatten() {
                self.names.declare(ty, NameKind::Type);
                self.note_member_type(tag, ty);
            }
        }
    }

    pub(super) fn leave_class(&mut self) {
        if self.classes.are_read {
            self.names.leave();
        }
    }

    /// What a member declares that is a type.
    pub(super) fn note_member(&mut self, tag: Option<Ident>, field: &FieldDecl) {
        if !self.classes.are_read {
            return;
        }
        let FieldDecl::Fields { specs, declarators, .. } = field else { return };
        let inner = match &specs.ty {
            TypeSpec::Record(spec) => spec.tag,
            TypeSpec::Enum(spec) => spec.tag,
            _ => None,
        };
        if let Some(inner) = inner {
            self.note_member_type(tag, inner.symbol);
        }
        if specs.storage == Storage::Typedef {
            for name in declarators.iter().filter_map(|declared| declared.declarator.name) {
                self.names.declare(name.symbol, NameKind::Type);
                self.classes.note_second_name(name.symbol, &specs.ty);
                self.note_member_type(tag, name.symbol);
            }
        }
    }

    fn note_member_type(&mut self, tag: Option<Ident>, ty: Symbol) {
        if let Some(tag) = tag {
            self.classes.types.entry(tag.symbol).or_default().insert(ty);
        }
    }

    /// `using value = float;` in a class.
    pub(super) fn using_member(&mut self) -> Parsed<FieldDecl> {
        let start = self.bump().span;
        let name = self.expect_name("a name for the type")?;
        self.expect(Punct::Eq, "the name")?;
        let ty = self.type_name()?;
        self.expect_semicolon("the type")?;
        let TypeName { mut specs, declarator, .. } = self.unit.type_names[ty].clone();
        specs.storage = Storage::Typedef;
        let declarator = Declarator { name: Some(name), ..declarator };
        let declarators = vec![crate::ast::FieldDeclarator { declarator, bits: None, init: None }];
        Ok(FieldDecl::Fields { specs, declarators, span: self.span_from(start) })
    }

    /// Behind the specifiers of a member, `operator float() const`.
    pub(super) fn begins_conversion(&self) -> bool {
        self.classes.are_read && self.at_word("operator") && self.begins_specifiers(1)
    }

    /// A function that takes nothing and returns the type that is its name.
    pub(super) fn conversion(
        &mut self,
        before: crate::ast::DeclSpecs,
        fields: &mut Vec<FieldDecl>,
    ) -> Parsed<()> {
        let start = self.bump().span;
        let to = self.decl_specs(Place::TypeName)?;
        let mut pointers = Vec::new();
        while self.eat(Punct::Star) {
            pointers.push(DeclaratorPart::Pointer { quals: Qualifiers::NONE, attrs: Vec::new() });
        }
        let span = self.span_from(start);
        let symbol = self.sources.symbols.intern(CONVERSION);
        let mut parts = vec![self.nested(Self::function_suffix)?];
        parts.extend(pointers);
        let name = Some(Ident { symbol, span });
        let declarator = Declarator { name, parts, asm_label: None, attrs: Vec::new(), span };
        let specs = crate::ast::DeclSpecs { ty: to.ty, ty_span: to.ty_span, quals: to.quals, ..before };
        self.method(specs, declarator, fields, false, false)
    }

    /// `template <typename T> …` in a class.
    pub(super) fn begins_member_template(&self) -> bool {
        self.classes.are_read && self.at_word("template") && self.nth_is(1, Punct::Lt)
    }

    pub(super) fn member_template(&mut self, fields: &mut Vec<FieldDecl>, tag: Option<Ident>) -> Parsed<()> {
        self.names.enter();
        let read = self.member_template_in_scope(fields, tag);
        self.names.leave();
        read
    }

    fn member_template_in_scope(&mut self, fields: &mut Vec<FieldDecl>, tag: Option<Ident>) -> Parsed<()> {
        self.bump();
        let params = self.template_params()?;
        let specs = self.decl_specs(Place::Member)?;
        if self.begins_constructor(&specs, tag) {
            self.constructor(specs, fields)?;
        } else {
            let declarator = self.declarator(Place::Member)?;
            if declarator.function_params().is_none() {
                return Err(self.refuse_template(
                    "templates in structs that are no functions",
                    "write it beside the struct",
                ));
            }
            self.method(specs, declarator, fields, false, false)?;
        }
        if let Some(FieldDecl::Method(method)) = fields.pop_if(|last| matches!(last, FieldDecl::Method(_))) {
            if let Some(name) = method.function.declarator.name {
                self.classes.templates.insert(name.symbol);
            }
            fields.push(FieldDecl::MethodTemplate(Arc::new(MethodTemplate { params, method: *method })));
        }
        Ok(())
    }

    /// May there be a value behind a member: of a static one, or what constructors begin with?
    pub(super) fn takes_member_value(&self) -> bool {
        self.dialect == Dialect::Cuda
            && self.classes.are_read
            && (self.at(Punct::Eq) || self.at(Punct::LBrace))
    }
}
