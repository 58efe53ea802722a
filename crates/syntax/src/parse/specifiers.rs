//! Declaration specifiers: everything before the declarators.
//!
//! `static const unsigned long int`, `struct s { … }`, `typeof(x)`, in any
//! order, with attributes anywhere. A name is a type only while no other type
//! was given: after `typedef int T;`, `unsigned T;` declares a variable `T`.

use diagnostics::{Diagnostic, codes};
use source::Span;

use crate::ast::{
    AlignSpec, Attribute, BuiltinType, CudaSpecs, DeclSpecs, Ident, Qualifiers, Storage, TypeSpec,
};
use crate::keyword::Keyword;
use crate::{Dialect, Punct, Token};

use super::classes::OfType;
use super::names::NameKind;
use super::type_words::{TypeWords, type_word};
use super::{Parsed, Parser};

/// Where specifiers and their declarators stand; decides what may be left out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// At file level.
    File,
    /// In a block.
    Block,
    /// In the head of a `for`.
    ForHead,
    /// In a parameter list.
    Param,
    /// In a struct or union.
    Member,
    /// A type written alone.
    TypeName,
}

/// Specifiers being collected.
struct Collector {
    specs: DeclSpecs,
    words: TypeWords,
    /// Anything at all was read.
    any: bool,
}

impl Parser<'_> {
    pub(super) fn decl_specs(&mut self, place: Place) -> Parsed<DeclSpecs> {
        let start = self.span();
        let mut collector = Collector { specs: empty_specs(start), words: TypeWords::default(), any: false };
        while self.specifier(&mut collector, place)? {
            collector.any = true;
        }
        let Collector { mut specs, words, .. } = collector;
        if words != TypeWords::default() {
            specs.ty = self.type_of_words(words, &specs);
        }
        specs.span = if self.span() == start { start.start() } else { self.span_from(start) };
        Ok(specs)
    }

    /// Reads one specifier; `false` when the current token is none.
    fn specifier(&mut self, collector: &mut Collector, place: Place) -> Parsed<bool> {
        let token = self.token();
        let Some(keyword) = self.keyword() else { return self.name_specifier(collector, place) };
        if let Some(storage) = storage_class(keyword) {
            self.bump();
            if storage == Storage::Auto && self.is_deduced_type(collector) {
                collector.specs.ty = TypeSpec::Auto;
                collector.specs.ty_span = token.span;
                return Ok(true);
            }
            self.set_storage(&mut collector.specs, storage, token);
            return Ok(true);
        }
        if let Some(word) = type_word(keyword) {
            return Ok(self.add_type_word(collector, word));
        }
        if let Some(cuda) = cuda_specifier(keyword) {
            self.bump();
            collector.specs.cuda = collector.specs.cuda.with(cuda);
            return Ok(true);
        }
        let specs = &mut collector.specs;
        match keyword {
            Keyword::ThreadLocal => specs.thread_local = true,
            Keyword::Inline => specs.inline = true,
            Keyword::Noreturn => specs.noreturn = true,
            Keyword::Extension => specs.extension = true,
            Keyword::ClSpace => {}
            Keyword::Atomic if self.nth_is(1, Punct::LParen) => return self.type_specifier(collector),
            Keyword::Const | Keyword::Volatile | Keyword::Restrict | Keyword::Atomic => {
                specs.quals = specs.quals.with(qualifier(keyword));
            }
            Keyword::Alignas => {
                let align = self.alignas()?;
                specs.align.push(align);
                return Ok(true);
            }
            Keyword::Attribute | Keyword::CudaLaunchBounds | Keyword::CudaGridConstant => {
                self.attributes_into(&mut specs.attrs)?;
                return Ok(true);
            }
            Keyword::Struct | Keyword::Union | Keyword::Enum | Keyword::Typeof | Keyword::AutoType => {
                return self.type_specifier(collector);
            }
            Keyword::Imaginary => {
                let reported = self.report(imaginary_unsupported(token.span));
                return Err(reported);
            }
            _ => return Ok(false),
        }
        self.bump();
        Ok(true)
    }

    /// After `auto`: C++'s, which stands for a type, unless one follows.
    fn is_deduced_type(&self, collector: &Collector) -> bool {
        // `auto const x`
        let is_qualifier = |n: usize| {
            let keyword = self.keyword_of(self.nth(n));
            matches!(keyword, Some(Keyword::Const | Keyword::Volatile))
        };
        let behind = (0..).find(|&n| !is_qualifier(n)).unwrap_or(0);
        self.dialect == Dialect::Cuda && !collector.has_type() && !self.begins_specifiers(behind)
    }

    /// A specifier that is not a keyword: a typedef name, or one of CUDA's.
    fn name_specifier(&mut self, collector: &mut Collector, place: Place) -> Parsed<bool> {
        if self.at_attribute() {
            self.attributes_into(&mut collector.specs.attrs)?;
            return Ok(true);
        }
        let Some(name) = self.name() else { return Ok(false) };
        if self.dialect != Dialect::C && name.symbol == self.cuda_words.bool_ {
            return Ok(self.add_type_word(collector, TypeWords::BOOL));
        }
        if self.dialect == Dialect::Cuda && name.symbol == self.cpp_words.constexpr {
            self.bump();
            collector.specs.quals = collector.specs.quals.with(Qualifiers::CONST);
            return Ok(true);
        }
        if collector.has_type() || place == Place::Member && self.begins_conversion() {
            return Ok(false);
        }
        if place == Place::Member && self.classes.are_read && self.at_word("friend") {
            self.bump();
            self.classes.friend_is_read = true;
            return Ok(true);
        }
        if place == Place::Member && self.dialect == Dialect::Cuda && self.at_word("explicit") {
            self.bump();
            return Ok(true);
        }
        if self.begins_typename(0) || self.begins_of_type(0) == Some(OfType::Type) {
            collector.specs.ty = self.type_of_type()?;
            collector.specs.ty_span = self.span_from(name.span);
            return Ok(true);
        }
        if self.begins_template_type(0).is_some() {
            collector.specs.ty = self.template_type()?;
            collector.specs.ty_span = self.span_from(name.span);
            return Ok(true);
        }
        if self.begins_class(0) {
            collector.specs.ty = self.nested(Self::record_specifier)?;
            collector.specs.ty_span = self.span_from(name.span);
            return Ok(true);
        }
        if self.names.kind(name.symbol) != NameKind::Type {
            if !self.is_unknown_type(name, place, collector.any) {
                return Ok(false);
            }
            self.report_unknown_type();
        }
        self.bump();
        collector.specs.ty = TypeSpec::Name(name);
        collector.specs.ty_span = name.span;
        Ok(true)
    }

    /// Does a name that is no type stand where only a type makes sense?
    fn is_unknown_type(&self, name: Ident, place: Place, after_others: bool) -> bool {
        if self.names.kind(name.symbol) == NameKind::Ordinary
            && matches!(place, Place::Block | Place::ForHead)
            && !after_others
        {
            return false;
        }
        let next = self.nth(1);
        if self.name_of(next).is_some() || self.keyword_of(next).is_some_and(|k| type_word(k).is_some()) {
            return true;
        }
        match place {
            Place::TypeName => true,
            Place::Param if self.nth_is(1, Punct::Comma) || self.nth_is(1, Punct::RParen) => true,
            Place::File | Place::Block | Place::ForHead | Place::Param | Place::Member => {
                self.nth_is(1, Punct::Star)
            }
        }
    }

    /// At the start of a statement: `foo_t x`, `foo_t *x =` with `foo_t`
    /// never declared. (`a * b;` with an `a` that is a variable is a product.)
    pub(super) fn begins_unknown_type_declaration(&self) -> bool {
        let Some(name) = self.name() else { return false };
        if self.names.kind(name.symbol) != NameKind::Unknown || self.begins_delete() {
            return false;
        }
        let mut stars = 1;
        while self.nth_is(stars, Punct::Star) && stars < 8 {
            stars += 1;
        }
        let ends = [Punct::Semi, Punct::Eq, Punct::Comma, Punct::LBracket];
        self.name_of(self.nth(stars)).is_some()
            && (stars == 1 || ends.iter().any(|&end| self.nth_is(stars + 1, end)))
    }

    /// A type specifier other than plain keywords.
    fn type_specifier(&mut self, collector: &mut Collector) -> Parsed<bool> {
        let start = self.token();
        if collector.has_type() {
            // `struct s { … } int x;`: the `;` after the braces is missing,
            // and the declaration reports it.
            return Ok(false);
        }
        collector.specs.ty = match self.keyword() {
            Some(Keyword::Struct | Keyword::Union) => self.nested(Self::record_specifier)?,
            Some(Keyword::Enum) => self.nested(Self::enum_specifier)?,
            Some(Keyword::Typeof) => self.nested(Self::typeof_specifier)?,
            Some(Keyword::Atomic) => {
                self.bump();
                TypeSpec::Atomic(self.parenthesized_type()?)
            }
            _ => {
                self.bump();
                TypeSpec::Auto
            }
        };
        collector.specs.ty_span = self.span_from(start.span);
        Ok(true)
    }

    /// `typeof(e)` or `typeof(T)`
    fn typeof_specifier(&mut self) -> Parsed<TypeSpec> {
        self.bump();
        if !self.at(Punct::LParen) {
            return Err(self.expected("`(` after `typeof`"));
        }
        if self.begins_type_name(1) {
            return self.parenthesized_type().map(TypeSpec::TypeofType);
        }
        let open = self.bump();
        let expr = self.expr();
        let expr = self.expr_or_skip(expr, &[Punct::RParen]);
        self.close(open, "`)`");
        Ok(TypeSpec::TypeofExpr(expr))
    }

    /// `_Alignas(T)` or `_Alignas(e)`
    fn alignas(&mut self) -> Parsed<AlignSpec> {
        self.bump();
        if !self.at(Punct::LParen) {
            return Err(self.expected("`(` after `_Alignas`"));
        }
        if self.begins_type_name(1) {
            return self.parenthesized_type().map(AlignSpec::Type);
        }
        let open = self.bump();
        let expr = self.conditional();
        let expr = self.expr_or_skip(expr, &[Punct::RParen]);
        self.close(open, "`)`");
        Ok(AlignSpec::Expr(expr))
    }

    /// Adds a keyword to the type; `false` when the type is complete without.
    fn add_type_word(&mut self, collector: &mut Collector, word: TypeWords) -> bool {
        if !matches!(collector.specs.ty, TypeSpec::Missing) {
            return false;
        }
        let token = self.bump();
        let first = collector.words == TypeWords::default();
        let start = if first { token.span } else { collector.specs.ty_span };
        collector.specs.ty_span = self.join(start, token.span);
        collector.words = collector.words.with(word);
        true
    }

    fn type_of_words(&mut self, words: TypeWords, specs: &DeclSpecs) -> TypeSpec {
        let complex = words.has(TypeWords::COMPLEX);
        match words.without(TypeWords::COMPLEX).builtin() {
            Some(ty) if complex => TypeSpec::Complex(ty),
            // GNU: `_Complex` alone is `_Complex double`.
            None if words == TypeWords::COMPLEX => TypeSpec::Complex(BuiltinType::Double),
            Some(ty) => TypeSpec::Builtin(ty),
            None => {
                let text = String::from_utf8_lossy(self.sources.map.text(specs.ty_span)).into_owned();
                self.complain(not_a_type(specs.ty_span, &text));
                TypeSpec::Error
            }
        }
    }

    fn set_storage(&mut self, specs: &mut DeclSpecs, storage: Storage, token: Token) {
        if specs.storage != Storage::None && specs.storage != storage {
            let text = self.sources.text(token.symbol).into_owned();
            self.complain(second_storage_class(token.span, &text));
        }
        specs.storage = storage;
    }

    /// Does a declaration begin here?
    pub(super) fn begins_declaration(&self) -> bool {
        self.begins_specifiers(0) && !self.begins_temporary()
            || (self.dialect == Dialect::Cuda && self.begins_cuda_attribute(0))
    }

    /// Do specifiers begin `n` tokens ahead?
    pub(super) fn begins_specifiers(&self, n: usize) -> bool {
        let token = self.nth(n);
        match self.keyword_of(token) {
            Some(keyword) => is_specifier_keyword(keyword),
            None if self.begins_of_type(n) == Some(OfType::Value) => false,
            None => {
                self.is_type(token)
                    || self.begins_class(n)
                    || self.begins_template_type(n).is_some()
                    || self.begins_typename(n)
            }
        }
    }

    /// Is this token a typedef name, or in a CUDA file `bool`?
    fn is_type(&self, token: Token) -> bool {
        self.name_of(token).is_some_and(|name| {
            self.names.kind(name.symbol) == NameKind::Type
                || (self.dialect != Dialect::C && name.symbol == self.cuda_words.bool_)
                || (self.dialect == Dialect::Cuda && name.symbol == self.cpp_words.constexpr)
        })
    }

    /// Does a type name begin `n` tokens ahead, after a `(`?
    pub(super) fn begins_type_name(&self, n: usize) -> bool {
        let mut n = n;
        while self.keyword_of(self.nth(n)) == Some(Keyword::Extension) {
            n += 1;
        }
        let token = self.nth(n);
        match self.keyword_of(token) {
            // `(__local float *)p`
            Some(Keyword::CudaShared | Keyword::CudaConstant) if self.dialect == Dialect::OpenCl => true,
            Some(keyword) => is_type_name_keyword(keyword) && !self.is_cuda_construct(n),
            None if self.begins_typename(n) => true,
            None if self.begins_of_type(n) == Some(OfType::Value) => false,
            None if self.begins_template_type(n).is_some() => true,
            None if self.is_type(token) => !self.is_cuda_construct(n),
            None => self.is_unknown_type_in_parentheses(n),
        }
    }

    /// `(foo_t *)`: no expression looks like this.
    fn is_unknown_type_in_parentheses(&self, n: usize) -> bool {
        let unknown =
            self.name_of(self.nth(n)).is_some_and(|name| self.names.kind(name.symbol) == NameKind::Unknown);
        let mut after = n + 1;
        while unknown && self.nth_is(after, Punct::Star) && after < n + 8 {
            after += 1;
        }
        unknown && after > n + 1 && self.nth_is(after, Punct::RParen)
    }

    /// The qualifiers and attributes after a `*` or inside `[ ]`.
    pub(super) fn qualifiers(&mut self, attrs: &mut Vec<Attribute>) -> Parsed<Qualifiers> {
        let mut quals = Qualifiers::NONE;
        loop {
            match self.keyword() {
                Some(k @ (Keyword::Const | Keyword::Volatile | Keyword::Restrict | Keyword::Atomic)) => {
                    quals = quals.with(qualifier(k));
                    self.bump();
                }
                // A pointer's own address space, behind the star.
                Some(Keyword::ClSpace | Keyword::CudaShared | Keyword::CudaConstant)
                    if self.dialect == Dialect::OpenCl =>
                {
                    self.bump();
                }
                _ if self.at_attribute() => self.attributes_into(attrs)?,
                _ => return Ok(quals),
            }
        }
    }
}

impl Collector {
    fn has_type(&self) -> bool {
        self.words != TypeWords::default() || !matches!(self.specs.ty, TypeSpec::Missing)
    }
}

pub(super) fn empty_specs(at: Span) -> DeclSpecs {
    DeclSpecs {
        storage: Storage::None,
        thread_local: false,
        inline: false,
        noreturn: false,
        extension: false,
        quals: Qualifiers::NONE,
        ty: TypeSpec::Missing,
        ty_span: at,
        align: Vec::new(),
        attrs: Vec::new(),
        cuda: CudaSpecs::default(),
        span: at,
    }
}

fn storage_class(keyword: Keyword) -> Option<Storage> {
    Some(match keyword {
        Keyword::Typedef => Storage::Typedef,
        Keyword::Extern => Storage::Extern,
        Keyword::Static => Storage::Static,
        Keyword::Auto => Storage::Auto,
        Keyword::Register => Storage::Register,
        _ => return None,
    })
}

fn qualifier(keyword: Keyword) -> Qualifiers {
    match keyword {
        Keyword::Const => Qualifiers::CONST,
        Keyword::Volatile => Qualifiers::VOLATILE,
        Keyword::Restrict => Qualifiers::RESTRICT,
        Keyword::Atomic => Qualifiers::ATOMIC,
        _ => Qualifiers::NONE,
    }
}

fn cuda_specifier(keyword: Keyword) -> Option<CudaSpecs> {
    Some(match keyword {
        Keyword::CudaGlobal => CudaSpecs::GLOBAL,
        Keyword::CudaDevice => CudaSpecs::DEVICE,
        Keyword::CudaHost => CudaSpecs::HOST,
        Keyword::CudaShared => CudaSpecs::SHARED,
        Keyword::CudaConstant => CudaSpecs::CONSTANT,
        Keyword::CudaManaged => CudaSpecs::MANAGED,
        Keyword::CudaForceInline => CudaSpecs::FORCE_INLINE,
        Keyword::CudaNoInline => CudaSpecs::NO_INLINE,
        _ => return None,
    })
}

/// Keywords that begin a type name. `__attribute__` does too.
fn is_type_name_keyword(keyword: Keyword) -> bool {
    type_word(keyword).is_some()
        || qualifier(keyword) != Qualifiers::NONE
        || matches!(
            keyword,
            Keyword::Struct
                | Keyword::Union
                | Keyword::Enum
                | Keyword::Typeof
                | Keyword::AutoType
                | Keyword::Attribute
                | Keyword::ClSpace
        )
}

fn is_specifier_keyword(keyword: Keyword) -> bool {
    is_type_name_keyword(keyword)
        || storage_class(keyword).is_some()
        || cuda_specifier(keyword).is_some()
        || matches!(
            keyword,
            Keyword::ThreadLocal
                | Keyword::Inline
                | Keyword::Noreturn
                | Keyword::Alignas
                | Keyword::Imaginary
                | Keyword::CudaLaunchBounds
                | Keyword::CudaGridConstant
                | Keyword::StaticAssert
                | Keyword::Label
        )
}

fn not_a_type(at: Span, text: &str) -> Diagnostic {
    Diagnostic::new(&codes::INVALID_TYPE, at, format!("`{text}` is not a type"))
}

fn imaginary_unsupported(at: Span) -> Diagnostic {
    Diagnostic::new(&codes::UNSUPPORTED_SYNTAX, at, "imaginary types are not supported")
        .help("use `_Complex`, as other compilers do")
}

fn second_storage_class(at: Span, text: &str) -> Diagnostic {
    Diagnostic::new(
        &codes::CONFLICTING_SPECIFIERS,
        at,
        format!("`{text}` after another storage class: a declaration has at most one"),
    )
}
