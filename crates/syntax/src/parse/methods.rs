//! Functions in the structs of CUDA files: member functions, constructors and
//! operators.
//!
//! ```c++
//! struct vec3 {
//!     float x, y, z;
//!     __host__ __device__ vec3(float a) : x(a), y(a), z(a) {}
//!     __host__ __device__ float dot(const vec3 &o) const { return x * o.x + y * o.y + z * o.z; }
//! };
//! ```
//! Read as they are written; the resolver makes functions of them that take the
//! object's address. What a C struct cannot become is refused by name: base
//! classes, virtual functions, destructors, static members.

use crate::ast::{
    DeclSpecs, Declarator, ExprId, FieldDecl, FunctionDef, Ident, MethodDef, StmtId, Storage, TypeSpec,
};
use crate::keyword::Keyword;
use crate::{Dialect, Punct, TokenKind};

use super::names::NameKind;
use super::{Parsed, Parser};

/// The initialisers of a constructor, and the statement behind them.
type Body = (Vec<(Ident, Vec<ExprId>)>, StmtId);

impl Parser<'_> {
    /// `public:` and its like, which mean nothing here.
    pub(super) fn eat_access_label(&mut self) -> bool {
        let is_label = self.dialect == Dialect::Cuda
            && ["public", "private", "protected"].iter().any(|word| self.at_word(word))
            && self.nth_is(1, Punct::Colon);
        if is_label {
            self.bump();
            self.bump();
        }
        is_label
    }

    /// Before a member: is it refused (and skipped)?
    pub(super) fn refused_member(&mut self) -> bool {
        let refused = match self.dialect {
            Dialect::C | Dialect::OpenCl => return false,
            Dialect::Cuda if self.at(Punct::Tilde) => {
                ("destructors", "call a function of your own at the end")
            }
            Dialect::Cuda if self.at_word("virtual") => ("virtual functions", "call the function you mean"),
            Dialect::Cuda if self.at_word("template") => {
                ("templates in structs", "write a function template beside it")
            }
            Dialect::Cuda => return false,
        };
        self.refuse_member(refused.0, refused.1);
        true
    }

    /// `friend`: a function beside the struct.
    pub(super) fn eat_friend(&mut self) -> bool {
        let is_friend = self.dialect == Dialect::Cuda && self.at_word("friend");
        if is_friend {
            self.bump();
        }
        is_friend
    }

    fn refuse_member(&mut self, what: &str, instead: &str) {
        self.refuse_template(what, instead);
        self.skip_member();
    }

    /// To the end of a member, its body included.
    fn skip_member(&mut self) {
        while !self.at(Punct::LBrace) && !self.at(Punct::Semi) && !self.at(Punct::RBrace) && !self.at_eof() {
            self.bump();
        }
        if self.at(Punct::LBrace) {
            self.skip_braces();
        }
        self.eat(Punct::Semi);
    }

    /// Behind the specifiers of a member: is it a constructor?
    pub(super) fn begins_constructor(&self, specs: &DeclSpecs, tag: Option<Ident>) -> bool {
        let is_own = |name: Ident| tag.is_some_and(|tag| tag.symbol == name.symbol);
        self.dialect == Dialect::Cuda
            && self.at(Punct::LParen)
            && !self.nth_is(1, Punct::Star)
            && matches!(specs.ty, TypeSpec::Name(name) if is_own(name))
    }

    /// `vec3(float a) : x(a) { … }`, from the `(` on.
    pub(super) fn constructor(&mut self, specs: DeclSpecs, fields: &mut Vec<FieldDecl>) -> Parsed<()> {
        let TypeSpec::Name(name) = specs.ty else { return Err(self.expected("the name of the struct")) };
        let part = self.nested(Self::function_suffix)?;
        let declarator = Declarator {
            name: Some(name),
            parts: vec![part],
            asm_label: None,
            attrs: Vec::new(),
            span: self.span_from(name.span),
        };
        self.method(specs, declarator, fields, true, false)
    }

    /// A member function, behind its parameters.
    pub(super) fn method(
        &mut self,
        specs: DeclSpecs,
        declarator: Declarator,
        fields: &mut Vec<FieldDecl>,
        is_constructor: bool,
        is_friend: bool,
    ) -> Parsed<()> {
        let is_static = specs.storage == Storage::Static;
        if is_static && !self.classes.are_read {
            self.refuse_member("static members", "write a function beside the struct");
            return Ok(());
        }
        let mut is_const = false;
        loop {
            if self.eat_keyword(Keyword::Const) {
                is_const = true;
            } else if ["noexcept", "override", "final"].iter().any(|word| self.at_word(word)) {
                self.bump();
            } else {
                break;
            }
        }
        if self.at(Punct::Eq) {
            self.refuse_member("`= default` and `= delete`", "leave the function out");
            return Ok(());
        }
        if is_friend && self.eat(Punct::Semi) {
            // It is no member, and what it is stands elsewhere.
            return Ok(());
        }
        if self.at(Punct::Semi) {
            self.refuse_member("member functions without a body", "write the body in the struct");
            return Ok(());
        }
        self.names.enter();
        let members = fields.iter().flat_map(member_names).chain(declarator.name);
        members.for_each(|name| self.names.declare(name.symbol, NameKind::Ordinary));
        if is_constructor && let Some(tag) = declarator.name {
            self.names.declare(tag.symbol, NameKind::Type);
        }
        self.declare_params(&declarator);
        let read = self.method_body(is_constructor);
        self.names.leave();
        let (initializers, body) = read?;
        let span = self.span_from(specs.span);
        let function = FunctionDef { specs, declarator, old_style_params: Vec::new(), body, span };
        let method = MethodDef { function, is_constructor, is_const, is_friend, is_static, initializers };
        fields.push(FieldDecl::Method(Box::new(method)));
        Ok(())
    }

    fn method_body(&mut self, is_constructor: bool) -> Parsed<Body> {
        let mut initializers = Vec::new();
        if is_constructor && self.eat(Punct::Colon) {
            loop {
                initializers.push(self.member_initializer()?);
                if !self.eat(Punct::Comma) {
                    break;
                }
            }
        }
        if !self.at(Punct::LBrace) {
            return Err(self.expected("`{` before the function's body"));
        }
        let body = self.nested(Self::block_without_scope)?;
        self.eat(Punct::Semi);
        Ok((initializers, body))
    }

    /// `x(a)` or `x{a}` before the body of a constructor.
    fn member_initializer(&mut self) -> Parsed<(Ident, Vec<ExprId>)> {
        let name = self.expect_name("the name of a member")?;
        if self.classes.are_read && self.at(Punct::Lt) {
            // Of a base; there is one of that name.
            self.template_arguments()?;
        }
        if self.at(Punct::LParen) {
            let args = self.nested(Self::arguments)?;
            return Ok((name, args));
        }
        let open = self.expect(Punct::LBrace, "the name of a member")?;
        let args = if self.at(Punct::RBrace) { Vec::new() } else { self.expr_list()? };
        self.close(open, "`}`");
        Ok((name, args))
    }

    /// `operator+` where a name is declared.
    pub(super) fn begins_operator_name(&self) -> bool {
        self.dialect == Dialect::Cuda && self.at_word("operator") && self.names_an_operator()
    }

    fn names_an_operator(&self) -> bool {
        matches!(self.nth(1).kind, TokenKind::Punct(_)) && !self.nth_is(1, Punct::Eq)
            || self.nth_is(1, Punct::Eq) && self.nth_is(2, Punct::LParen)
    }

    /// `operator+` is one name, whatever the spaces in it.
    pub(super) fn operator_name(&mut self) -> Ident {
        let word = self.bump();
        let first = self.bump();
        let mut text = self.sources.text(first.symbol).into_owned();
        let closing = match first.kind {
            TokenKind::Punct(Punct::LParen) => Some(Punct::RParen),
            TokenKind::Punct(Punct::LBracket) => Some(Punct::RBracket),
            _ => None,
        };
        if let Some(closing) = closing
            && self.at(closing)
        {
            self.bump();
            text.push(if closing == Punct::RParen { ')' } else { ']' });
        }
        let symbol = self.sources.symbols.intern(format!("operator{text}").as_bytes());
        Ident { symbol, span: self.span_from(word.span) }
    }
}

/// The names that a member declares.
fn member_names(field: &FieldDecl) -> Vec<Ident> {
    match field {
        FieldDecl::Fields { specs, .. } if specs.storage == Storage::Typedef => Vec::new(),
        FieldDecl::Fields { declarators, .. } => {
            declarators.iter().filter_map(|d| d.declarator.name).collect()
        }
        FieldDecl::Method(method) if !method.is_constructor => {
            method.function.declarator.name.into_iter().collect()
        }
        FieldDecl::MethodTemplate(template) => template.method.function.declarator.name.into_iter().collect(),
        FieldDecl::Method(_) | FieldDecl::StaticAssert(_) | FieldDecl::Pragma(..) => Vec::new(),
    }
}
