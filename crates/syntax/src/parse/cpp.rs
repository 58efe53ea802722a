//! The little C++ that CUDA programs in C style use: function templates,
//! references, `using`, `new` and `delete` of arrays of plain data, `std::min`.
//!
//! ```c++
//! template <typename T> __device__ void exchange(T &a, T &b) { T t = a; a = b; b = t; }
//! ```
//! Everything is brought to what C has as early as possible: `new T[n]` is a
//! call of `malloc`, `using real = float;` a typedef. Templates and references
//! are kept, because their meaning needs types. The rest of C++ is refused by
//! name in [`cuda`](super::cuda).

use source::{Interner, Symbol};

use crate::ast::{
    AliasTemplateDef, BinaryOp, ClassTemplateDef, Decl, DeclId, DeclKind, DeclSpecs, Declarator,
    DeclaratorPart, ExprId, ExprKind, FunctionDef, Ident, InitDeclarator, Item, Qualifiers, StmtKind,
    Storage, TemplateArg, TemplateDef, TemplateParam, TemplateParamKind, TypeName, TypeNameId, TypeSpec,
};
use crate::keyword::Keyword;
use crate::{Dialect, Punct, Token, TokenKind};

use super::classes::OfType;
use super::names::NameKind;
use super::specifiers::{Place, empty_specs};
use super::{Parsed, Parser};

/// The words of C++ that are read.
pub(super) struct CppWords {
    pub(super) template: Symbol,
    pub(super) typename: Symbol,
    class: Symbol,
    using: Symbol,
    namespace: Symbol,
    std: Symbol,
    new: Symbol,
    delete: Symbol,
    pub(super) constexpr: Symbol,
    malloc: Symbol,
    calloc: Symbol,
    free: Symbol,
}

/// Functions of CUDA that are templates: the type of an element is written.
const TEMPLATES: [&str; 4] = ["tex1Dfetch", "tex1D", "tex2D", "cudaCreateChannelDesc"];

/// Names of `std` that are no functions: see `streams` of the resolver.
const STREAM_WORDS: [&str; 8] =
    ["cout", "cerr", "clog", "endl", "flush", "fixed", "scientific", "defaultfloat"];

impl CppWords {
    pub(super) fn new(symbols: &mut Interner) -> CppWords {
        let mut word = |text: &str| symbols.intern(text.as_bytes());
        CppWords {
            template: word("template"),
            typename: word("typename"),
            class: word("class"),
            using: word("using"),
            namespace: word("namespace"),
            std: word("std"),
            new: word("new"),
            delete: word("delete"),
            constexpr: word("constexpr"),
            malloc: word("__builtin_malloc"),
            calloc: word("__builtin_calloc"),
            free: word("__builtin_free"),
        }
    }
}

impl Parser<'_> {
    /// Declares the templates that CUDA files have without including anything.
    pub(super) fn declare_cuda_templates(&mut self) {
        for name in TEMPLATES {
            let symbol = self.sources.symbols.intern(name.as_bytes());
            self.names.declare(symbol, NameKind::Template);
        }
    }

    /// Is this the word, and not a name of the user's?
    fn at_cpp_word(&self, word: Symbol) -> bool {
        self.dialect == Dialect::Cuda
            && self.name().is_some_and(|name| name.symbol == word)
            && self.names.kind(word) == NameKind::Unknown
    }

    /// `template <…> function`, `using …;`: read, and not refused.
    pub(super) fn begins_cpp_item(&self) -> bool {
        let is_template = self.at_cpp_word(self.cpp_words.template) && self.nth_is(1, Punct::Lt);
        is_template || self.begins_using()
    }

    pub(super) fn cpp_item(&mut self, items: &mut Vec<Item>) -> Parsed<()> {
        if self.begins_using() {
            items.extend(self.using_declaration()?.map(Item::Decl));
            return Ok(());
        }
        self.names.enter();
        let template = self.template_definition();
        self.names.leave();
        let template = template?;
        match &template {
            Item::Template(template) => {
                if let Some(name) = template.function.declarator.name {
                    self.names.declare(name.symbol, NameKind::Template);
                }
            }
            Item::ClassTemplate(template) => {
                if let Some(tag) = template.record.tag {
                    self.names.declare(tag.symbol, NameKind::ClassTemplate);
                }
            }
            Item::AliasTemplate(template) => {
                self.names.declare(template.name.symbol, NameKind::ClassTemplate);
                let specs = self.unit.type_names[template.ty].specs.clone();
                self.classes.note_second_name(template.name.symbol, &specs.ty);
            }
            _ => {}
        }
        items.push(template);
        Ok(())
    }

    /// In a scope of its own, which holds the parameters.
    fn template_definition(&mut self) -> Parsed<Item> {
        let start = self.bump().span;
        let params = self.template_params()?;
        let is_special = params.is_empty();
        if self.classes.are_read && self.begins_using() {
            self.bump();
            let name = self.expect_name("a name for the type")?;
            self.expect(Punct::Eq, "the name")?;
            let ty = self.type_name()?;
            self.expect_semicolon("the type")?;
            let span = self.span_from(start);
            return Ok(Item::AliasTemplate(Box::new(AliasTemplateDef { params, name, ty, span })));
        }
        let is_struct = self.at_keyword(Keyword::Struct) || self.begins_class(0);
        let tag = self.class_tag();
        let is_partial = self.classes.are_read && is_struct && self.nth_is(tag + 1, Punct::Lt);
        let is_special = is_special || is_partial;
        self.specialised = is_special.then(Vec::new);
        let is_ahead = self.classes.are_read && self.nth_is(tag + 1, Punct::Semi);
        let has_body = [Punct::LBrace, Punct::Colon].iter().any(|&begins| self.nth_is(tag + 1, begins));
        if is_struct && (has_body || is_ahead || is_special && self.nth_is(tag + 1, Punct::Lt)) {
            self.open_template(self.name_of(self.nth(tag)).map(|tag| tag.symbol));
            let record = self.nested(Self::record_specifier);
            self.close_template();
            let specialises = self.specialised.take();
            let TypeSpec::Record(record) = record? else {
                return Err(self.expected("a struct"));
            };
            self.expect_semicolon("the struct")?;
            let span = self.span_from(start);
            let template = ClassTemplateDef { params, specialises, record: *record, span };
            return Ok(Item::ClassTemplate(Box::new(template)));
        }
        self.in_template = true;
        let declared = self.external_declaration();
        self.in_template = false;
        let specialises = self.specialised.take();
        match declared? {
            Item::Function(function) => {
                let span = self.join(start, function.span);
                let is_declared = false;
                Ok(Item::Template(Box::new(TemplateDef { params, specialises, is_declared, function, span })))
            }
            Item::Decl(decl) if self.classes.are_read && specialises.is_none() => {
                let function = self.declared_function(decl)?;
                if let Some(name) = function.declarator.name {
                    self.names.declare(name.symbol, NameKind::Template);
                }
                let span = self.join(start, function.span);
                let is_declared = true;
                Ok(Item::Template(Box::new(TemplateDef { params, specialises, is_declared, function, span })))
            }
            _ => Err(self.refuse_template(
                "templates without a body",
                "move the function itself here, before its first use",
            )),
        }
    }

    /// How far the tag is from `struct`, which attributes may stand between.
    fn class_tag(&self) -> usize {
        let mut at = 1;
        while self.classes.are_read && self.begins_cuda_attribute(at) {
            let mut depth = 0_usize;
            loop {
                at += 1;
                match self.nth(at).kind {
                    TokenKind::Punct(Punct::LParen) => depth += 1,
                    TokenKind::Punct(Punct::RParen) => depth -= 1,
                    TokenKind::Eof => return 1,
                    _ => {}
                }
                if depth == 0 {
                    break;
                }
            }
            at += 1;
        }
        at
    }

    /// A function that is declared, with a body that says nothing.
    fn declared_function(&mut self, decl: DeclId) -> Parsed<Box<FunctionDef>> {
        let Decl { kind, span } = self.unit.decls[decl].clone();
        if let DeclKind::Declarators { specs, mut declarators } = kind
            && let Some(InitDeclarator { declarator, init: None }) = declarators.pop()
            && declarators.is_empty()
            && declarator.function_params().is_some()
        {
            let body = self.new_stmt(StmtKind::Block(Vec::new()), span);
            return Ok(Box::new(FunctionDef { specs, declarator, old_style_params: Vec::new(), body, span }));
        }
        Err(self.refuse_template("templates of variables", "write a template of functions"))
    }

    /// `<typename T, int N>`; their names are known from here on.
    pub(super) fn template_params(&mut self) -> Parsed<Vec<TemplateParam>> {
        let open = self.bump();
        let mut params = Vec::new();
        let mut has_more = !self.at(Punct::Gt);
        while has_more {
            let param = self.template_param()?;
            let kind = match param.kind {
                TemplateParamKind::Type(_) => NameKind::Type,
                TemplateParamKind::Template(_) => NameKind::ClassTemplate,
                TemplateParamKind::Value(..) => NameKind::Ordinary,
            };
            self.names.declare(param.name.symbol, kind);
            params.push(param);
            has_more = self.eat(Punct::Comma);
        }
        self.close_angle(open, "`>` after the template's parameters");
        Ok(params)
    }

    /// A parameter that nothing mentions needs no name.
    fn param_name(&mut self, what: &str) -> Parsed<Ident> {
        let is_unnamed = [Punct::Eq, Punct::Comma, Punct::Gt].iter().any(|&ends| self.at(ends));
        if !is_unnamed || !self.classes.are_read {
            return self.expect_name(what);
        }
        let span = self.span();
        let symbol = self.sources.symbols.intern(format!("unnamed_{}", self.pos).as_bytes());
        Ok(Ident { symbol, span })
    }

    fn template_param(&mut self) -> Parsed<TemplateParam> {
        if self.at_cpp_word(self.cpp_words.typename) || self.at_cpp_word(self.cpp_words.class) {
            self.bump();
            let name = self.param_name("the name of a type")?;
            let default = if self.eat(Punct::Eq) { Some(self.type_name()?) } else { None };
            return Ok(TemplateParam { name, kind: TemplateParamKind::Type(default) });
        }
        if self.classes.are_read && self.at_cpp_word(self.cpp_words.template) {
            self.bump();
            self.names.enter();
            let params = self.template_params();
            self.names.leave();
            params?;
            self.bump();
            let name = self.param_name("the name of a template")?;
            let default = if self.eat(Punct::Eq) { Some(self.expect_name("a template")?) } else { None };
            return Ok(TemplateParam { name, kind: TemplateParamKind::Template(default) });
        }
        let before = self.pos;
        let specs = self.decl_specs(Place::Param)?;
        if self.pos == before {
            return Err(self.expected("`typename` or the type of a constant"));
        }
        let name = self.param_name("the name of a constant")?;
        let default = if self.eat(Punct::Eq) { Some(self.template_value()?) } else { None };
        Ok(TemplateParam { name, kind: TemplateParamKind::Value(Box::new(specs), default) })
    }

    /// At a name: does `name<…>` begin here?
    pub(super) fn begins_template_id(&self) -> bool {
        self.begins_member_template_id()
            || self.nth_is(1, Punct::Lt)
                && self.name().is_some_and(|name| self.names.kind(name.symbol) == NameKind::Template)
    }

    /// `sum<float, 256>`
    pub(super) fn template_id(&mut self) -> Parsed<ExprId> {
        let name = self.bump();
        let args = self.template_arguments()?;
        let span = self.span_from(name.span);
        Ok(self.new_expr(ExprKind::TemplateId { name: name.symbol, args }, span))
    }

    /// `n` tokens ahead, `vector<` or `std::vector<` of a template of structs:
    /// where its name stands.
    pub(super) fn begins_template_type(&self, n: usize) -> Option<usize> {
        if self.dialect != Dialect::Cuda {
            return None;
        }
        let is_scoped = self.nth(n).symbol == self.cpp_words.std
            && self.nth_is(n + 1, Punct::Colon)
            && self.nth_is(n + 2, Punct::Colon);
        let at = if is_scoped { n + 3 } else { n };
        let name = self.name_of(self.nth(at))?;
        let is_template = match self.names.kind(name.symbol) {
            NameKind::ClassTemplate => true,
            NameKind::Type => self.is_open_template(name.symbol),
            _ => false,
        };
        (is_template && self.nth_is(at + 1, Punct::Lt)).then_some(at)
    }

    /// `vector<float>`
    pub(super) fn template_type(&mut self) -> Parsed<TypeSpec> {
        let at = self.begins_template_type(0).unwrap_or(0);
        (0..at).for_each(|_| {
            self.bump();
        });
        let name = self.expect_name("a template")?;
        Ok(TypeSpec::Template(name, self.template_arguments()?))
    }

    /// `<float, 256>`
    pub(super) fn template_arguments(&mut self) -> Parsed<Vec<TemplateArg>> {
        let open = self.bump();
        let mut args = Vec::new();
        loop {
            let ends = self.nth_is(1, Punct::Comma) || self.nth_is(1, Punct::Gt);
            let template = self.name().filter(|name| self.names.kind(name.symbol) == NameKind::ClassTemplate);
            args.push(if let Some(name) = template.filter(|_| self.classes.are_read && ends) {
                self.bump();
                TemplateArg::Template(name)
            } else if self.begins_type_name(0) {
                TemplateArg::Type(self.type_name()?)
            } else {
                TemplateArg::Value(self.template_value()?)
            });
            if !self.eat(Punct::Comma) {
                break;
            }
        }
        self.close_angle(open, "`,` or `>` after a template's argument");
        Ok(args)
    }

    /// `return {x, y};`: a value of the type that the function returns.
    pub(super) fn braced_result(&mut self) -> Parsed<ExprId> {
        let start = self.span();
        let specs = DeclSpecs { ty: TypeSpec::Result, ..empty_specs(start) };
        let declarator = Declarator {
            name: None,
            parts: Vec::new(),
            asm_label: None,
            attrs: Vec::new(),
            span: start.start(),
        };
        let ty = self.unit.type_names.alloc(TypeName { specs, declarator, span: start });
        self.compound_literal(ty, start)
    }

    /// Behind the name of what is specialised: the arguments that it is for.
    pub(super) fn specialised_arguments(&mut self) -> Parsed<()> {
        if self.specialised.as_ref().is_some_and(Vec::is_empty) && self.at(Punct::Lt) {
            self.specialised = Some(self.template_arguments()?);
        }
        Ok(())
    }

    /// The `>` of a list; `>>` closes two of them, and `>>>` three.
    fn close_angle(&mut self, open: Token, what: &str) {
        let closes = match self.kind() {
            TokenKind::Punct(Punct::Shr) => 2,
            TokenKind::Punct(Punct::LaunchClose) => 3,
            _ => return self.close(open, what),
        };
        self.angles_closed += 1;
        if self.angles_closed == closes {
            self.angles_closed = 0;
            self.bump();
        }
    }

    /// A constant between angle brackets, which ends at the first `>`.
    fn template_value(&mut self) -> Parsed<ExprId> {
        let before = std::mem::replace(&mut self.greater_closes, true);
        let value = self.nested(Self::conditional);
        self.greater_closes = before;
        value
    }

    pub(super) fn begins_using(&self) -> bool {
        if !self.at_cpp_word(self.cpp_words.using) {
            return false;
        }
        self.nth_is(2, Punct::Eq)
            || (self.nth(1).symbol == self.cpp_words.namespace && self.nth(2).symbol == self.cpp_words.std)
    }

    /// `using real = float;` is a typedef; `using namespace std;` says nothing
    /// that C's headers did not.
    pub(super) fn using_declaration(&mut self) -> Parsed<Option<DeclId>> {
        let start = self.bump().span;
        if self.nth(0).symbol == self.cpp_words.namespace {
            self.bump();
            self.bump();
            self.expect_semicolon("`using namespace std`")?;
            return Ok(None);
        }
        let name = self.expect_name("a name for the type")?;
        self.expect(Punct::Eq, "the name")?;
        let ty = self.type_name()?;
        self.expect_semicolon("the type")?;
        self.names.declare(name.symbol, NameKind::Type);
        let TypeName { mut specs, declarator, .. } = self.unit.type_names[ty].clone();
        self.classes.note_second_name(name.symbol, &specs.ty);
        specs.storage = Storage::Typedef;
        let declarator = Declarator { name: Some(name), ..declarator };
        let declarators = vec![InitDeclarator { declarator, init: None }];
        let span = self.span_from(start);
        let kind = DeclKind::Declarators { specs, declarators };
        Ok(Some(self.unit.decls.alloc(Decl { kind, span })))
    }

    /// `new T[n]`, `delete[] p`, `std::min(…)`, `sum<float>`.
    pub(super) fn begins_cpp_operand(&self) -> bool {
        self.begins_template_id()
            || self.begins_of_type(0) == Some(OfType::Value)
            || self.begins_operator_call()
            || self.begins_standard_call()
            || (self.at_cpp_word(self.cpp_words.new) && self.begins_specifiers(1))
            || self.begins_delete()
    }

    /// `delete p` and `delete[] p`.
    pub(super) fn begins_delete(&self) -> bool {
        self.dialect == Dialect::Cuda
            && self.at_cpp_word(self.cpp_words.delete)
            && (self.name_of(self.nth(1)).is_some() || self.nth_is(1, Punct::LBracket))
    }

    pub(super) fn cpp_operand(&mut self) -> Parsed<ExprId> {
        if self.begins_template_id() {
            return self.template_id();
        }
        if self.begins_of_type(0) == Some(OfType::Value) {
            return self.value_of_type();
        }
        if self.begins_operator_call() {
            let name = self.operator_name();
            return Ok(self.new_expr(ExprKind::Ident(name.symbol), name.span));
        }
        if self.begins_standard_call() {
            // The functions of <cmath> and <cstdio> are those of C.
            self.bump();
            self.bump();
            self.bump();
            let name = self.bump();
            return Ok(self.new_expr(ExprKind::Ident(name.symbol), name.span));
        }
        if self.at_cpp_word(self.cpp_words.new) { self.new_operand() } else { self.delete_operand() }
    }

    /// `std::name(`, and the streams and what is sent to them.
    fn begins_standard_call(&self) -> bool {
        let name = self.nth(3);
        self.at_cpp_word(self.cpp_words.std)
            && self.nth_is(1, Punct::Colon)
            && self.nth_is(2, Punct::Colon)
            && self.name_of(name).is_some()
            && (self.nth_is(4, Punct::LParen)
                || STREAM_WORDS.contains(&self.sources.text(name.symbol).as_ref()))
    }

    /// `new T` and `new T[n]` are a cast call of `malloc`, with `()` behind of
    /// `calloc`.
    fn new_operand(&mut self) -> Parsed<ExprId> {
        let start = self.bump().span;
        let specs = self.decl_specs(Place::TypeName)?;
        let mut parts = Vec::new();
        while self.eat(Punct::Star) {
            parts.push(DeclaratorPart::Pointer { quals: Qualifiers::NONE, attrs: Vec::new() });
        }
        let at = self.prev_span().end();
        let element = |parts| Declarator { name: None, parts, asm_label: None, attrs: Vec::new(), span: at };
        let span = self.span_from(start);
        let size = TypeName { specs: specs.clone(), declarator: element(parts.clone()), span };
        parts.push(DeclaratorPart::Pointer { quals: Qualifiers::NONE, attrs: Vec::new() });
        let pointer = TypeName { specs, declarator: element(parts), span };
        let pointer: TypeNameId = self.unit.type_names.alloc(pointer);
        let size = self.unit.type_names.alloc(size);
        let size = self.new_expr(ExprKind::SizeofType(size), span);
        let count = if self.at(Punct::LBracket) {
            let open = self.bump();
            let count = self.expr();
            let count = self.expr_or_skip(count, &[Punct::RBracket]);
            self.close(open, "`]`");
            Some(count)
        } else {
            None
        };
        let is_zero = self.at(Punct::LParen) && self.nth_is(1, Punct::RParen);
        if self.at(Punct::LBrace) || (self.at(Punct::LParen) && !is_zero) {
            return Err(self.refuse_template("values behind `new`", "assign them in a loop"));
        }
        if is_zero {
            self.bump();
            self.bump();
        }
        let span = self.span_from(start);
        let (function, args) = match (is_zero, count) {
            (true, Some(count)) => (self.cpp_words.calloc, vec![count, size]),
            (true, None) => {
                let one = self.sources.symbols.intern(b"1");
                let one = self.new_expr(ExprKind::Number(one), span);
                (self.cpp_words.calloc, vec![one, size])
            }
            (false, None) => (self.cpp_words.malloc, vec![size]),
            (false, Some(count)) => {
                let count = self.new_expr(ExprKind::Paren(count), span);
                let product = ExprKind::Binary { op: BinaryOp::Mul, lhs: size, rhs: count };
                (self.cpp_words.malloc, vec![self.new_expr(product, span)])
            }
        };
        let callee = self.new_expr(ExprKind::Ident(function), span);
        let call = self.new_expr(ExprKind::Call { callee, args }, span);
        Ok(self.new_expr(ExprKind::Cast { ty: pointer, operand: call }, span))
    }

    /// `delete p` and `delete[] p` are a call of `free`.
    fn delete_operand(&mut self) -> Parsed<ExprId> {
        let start = self.bump().span;
        if self.at(Punct::LBracket) {
            self.bump();
            self.expect(Punct::RBracket, "`delete[`")?;
        }
        let pointer = self.prefixed()?;
        let span = self.span_from(start);
        let callee = self.new_expr(ExprKind::Ident(self.cpp_words.free), span);
        Ok(self.new_expr(ExprKind::Call { callee, args: vec![pointer] }, span))
    }

    /// `class name {`: a struct by another word.
    pub(super) fn begins_class(&self, n: usize) -> bool {
        self.dialect == Dialect::Cuda
            && self.nth(n).symbol == self.cpp_words.class
            && self.names.kind(self.cpp_words.class) == NameKind::Unknown
            && self.name_of(self.nth(n)).is_some()
            && self.name_of(self.nth(n + 1)).is_some()
    }

    /// In the head of a `for`: `auto &x : values`, without a `;`.
    pub(super) fn begins_range_loop(&self) -> bool {
        if self.dialect != Dialect::Cuda || !self.begins_specifiers(0) {
            return false;
        }
        let mut n = 0;
        loop {
            match self.nth(n).kind {
                TokenKind::Ident | TokenKind::Punct(Punct::Amp | Punct::AmpAmp | Punct::Star) => n += 1,
                TokenKind::Punct(Punct::Colon) => return !self.nth_is(n + 1, Punct::Colon),
                _ => return false,
            }
        }
    }

    /// Is it `&` before a declared name, where references may be?
    pub(super) fn at_reference(&self, place: Place) -> bool {
        self.dialect == Dialect::Cuda
            && (self.at(Punct::Amp) || self.classes.are_read && self.at(Punct::AmpAmp))
            && matches!(place, Place::Param | Place::Block | Place::File | Place::Member)
    }
}
