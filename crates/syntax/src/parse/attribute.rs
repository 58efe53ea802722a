//! Attributes: GNU's `__attribute__((…))`, C23's `[[…]]`, and CUDA's
//! `__launch_bounds__(…)` and `__align__(…)`, which are the same to us.
//!
//! Arguments are kept as text. For the few attributes whose argument is a
//! number that later phases need, the first argument is parsed as well.

use source::Symbol;

use crate::ast::{Attribute, ExprId, ExprKind};
use crate::keyword::Keyword;
use crate::{Dialect, Punct, TokenKind};

use super::{Parsed, Parser};

/// Attributes whose first argument is an expression.
const NUMERIC: &[&str] = &["aligned", "vector_size", "alloc_align", "alloc_size", "launch_bounds"];

impl Parser<'_> {
    /// Does an attribute begin here?
    pub(super) fn at_attribute(&self) -> bool {
        self.is_attribute(0)
    }

    fn is_attribute(&self, n: usize) -> bool {
        match self.nth(n).kind {
            TokenKind::Ident => {
                matches!(
                    self.keyword_of(self.nth(n)),
                    Some(Keyword::Attribute | Keyword::CudaLaunchBounds | Keyword::CudaGridConstant)
                ) || (self.dialect == Dialect::Cuda && self.begins_cuda_attribute(n))
            }
            TokenKind::Punct(Punct::LBracket) => self.nth_is(n + 1, Punct::LBracket),
            _ => false,
        }
    }

    /// Reads any number of attributes.
    pub(super) fn attributes_into(&mut self, attrs: &mut Vec<Attribute>) -> Parsed<()> {
        while self.at_attribute() {
            match self.keyword() {
                Some(Keyword::Attribute) => self.gnu_attributes(attrs)?,
                Some(_) => {
                    let attribute = self.one_attribute()?;
                    attrs.push(attribute);
                }
                None if self.at(Punct::LBracket) => self.standard_attributes(attrs)?,
                None => {
                    let attribute = self.one_attribute()?;
                    attrs.push(Attribute { name: self.sources.symbols.intern(b"aligned"), ..attribute });
                }
            }
        }
        Ok(())
    }

    /// `__attribute__((a, b(1)))`
    fn gnu_attributes(&mut self, attrs: &mut Vec<Attribute>) -> Parsed<()> {
        self.bump();
        let outer = self.expect(Punct::LParen, "`__attribute__`")?;
        let inner = self.expect(Punct::LParen, "`__attribute__(`")?;
        self.attribute_list(attrs, Punct::RParen)?;
        self.close(inner, "`,` or `)` after an attribute");
        self.close(outer, "`)`");
        Ok(())
    }

    /// `[[a, ns::b(1)]]`
    fn standard_attributes(&mut self, attrs: &mut Vec<Attribute>) -> Parsed<()> {
        let outer = self.bump();
        let inner = self.bump();
        self.attribute_list(attrs, Punct::RBracket)?;
        self.close(inner, "`,` or `]` after an attribute");
        self.close(outer, "`]`");
        Ok(())
    }

    fn attribute_list(&mut self, attrs: &mut Vec<Attribute>, end: Punct) -> Parsed<()> {
        loop {
            if !self.at(end) && !self.at(Punct::Comma) {
                let attribute = self.one_attribute()?;
                attrs.push(attribute);
            }
            if !self.eat(Punct::Comma) {
                return Ok(());
            }
        }
    }

    /// A name, which may be a keyword (`const`), and its arguments.
    fn one_attribute(&mut self) -> Parsed<Attribute> {
        let word = self.token();
        if word.kind != TokenKind::Ident {
            return Err(self.expected("an attribute name"));
        }
        self.bump();
        let mut name = word;
        if self.at(Punct::Colon) && self.nth_is(1, Punct::Colon) && self.nth(2).kind == TokenKind::Ident {
            self.pos += 2;
            name = self.bump();
        }
        let name = self.attribute_name(name.symbol);
        let (args_text, first_arg) =
            if self.at(Punct::LParen) { self.attribute_arguments(name)? } else { (None, None) };
        let span = self.span_from(word.span);
        Ok(Attribute { name, args_text, first_arg, span })
    }

    /// `packed` for `__packed__`.
    fn attribute_name(&mut self, written: Symbol) -> Symbol {
        let text = self.sources.symbols.bytes(written);
        let bare = text.strip_prefix(b"__").and_then(|t| t.strip_suffix(b"__")).filter(|t| !t.is_empty());
        match bare.map(<[u8]>::to_vec) {
            Some(bare) => self.sources.symbols.intern(&bare),
            None => written,
        }
    }

    /// The parenthesised arguments as text, and the first as an expression.
    fn attribute_arguments(&mut self, name: Symbol) -> Parsed<(Option<Symbol>, Option<ExprId>)> {
        let open = self.bump();
        let start = self.pos;
        let first_arg = self.first_attribute_argument(name)?;
        if !self.at(Punct::RParen) {
            self.skip_to(&[Punct::RParen]);
        }
        let text = self.joined_text(start);
        self.close(open, "`)` after the arguments of an attribute");
        Ok((Some(text), first_arg))
    }

    fn first_attribute_argument(&mut self, name: Symbol) -> Parsed<Option<ExprId>> {
        if NUMERIC.iter().any(|numeric| self.text_is(name, numeric)) && !self.at(Punct::RParen) {
            return self.assignment().map(Some);
        }
        // `alignas(sizeof(T) * 4)` and `alignas(float4)`
        if self.dialect == Dialect::Cuda
            && ["alignas", "align", "builtin_align"].iter().any(|word| self.text_is(name, word))
        {
            if self.begins_type_name(0) {
                let span = self.span();
                let ty = self.type_name()?;
                return Ok(Some(self.new_expr(ExprKind::AlignofType(ty), span)));
            }
            return self.assignment().map(Some);
        }
        let ends = self.nth_is(1, Punct::Comma) || self.nth_is(1, Punct::RParen);
        let token = self.token();
        let kind = match token.kind {
            TokenKind::Ident if ends => ExprKind::Ident(token.symbol),
            TokenKind::Number if ends => ExprKind::Number(token.symbol),
            TokenKind::String => return Ok(Some(self.string())),
            _ => return Ok(None),
        };
        self.bump();
        Ok(Some(self.new_expr(kind, token.span)))
    }

    /// How many tokens the attributes here take; for looking behind them.
    pub(super) fn attributes_length(&self) -> usize {
        let mut n = 0;
        while self.is_attribute(n) {
            n += if self.nth_is(n, Punct::LBracket) { 0 } else { 1 };
            n = self.bracketed_length(n);
        }
        n
    }

    /// The index behind the bracketed group that begins `n` tokens ahead.
    fn bracketed_length(&self, n: usize) -> usize {
        let mut depth = 0usize;
        let mut n = n;
        loop {
            match self.nth(n).kind {
                TokenKind::Punct(Punct::LParen | Punct::LBracket) => depth += 1,
                TokenKind::Punct(Punct::RParen | Punct::RBracket) if depth > 0 => depth -= 1,
                TokenKind::Eof | TokenKind::Punct(Punct::LBrace | Punct::RBrace) => return n,
                _ if depth == 0 => return n,
                _ => {}
            }
            n += 1;
            if depth == 0 {
                return n;
            }
        }
    }
}
