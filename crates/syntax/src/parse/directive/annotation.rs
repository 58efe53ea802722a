//! `__annotation(L"garray a 2 4 H W");`, the CUDA-lite paper's own spelling.
//!
//! The string's words are numbers and names. They get the place they have
//! inside the string, so that a message can point at one of them.

use diagnostics::{Diagnostic, codes};
use source::{Span, Symbol};

use crate::ast::{CudaLiteAnnotation, Directive, DirectiveKind, ExprId, ExprKind, StmtId};
use crate::{Punct, Token, TokenKind};

use super::super::{Parsed, Parser, Reported};

impl Parser<'_> {
    /// Is the current statement an annotation?
    pub(in super::super) fn at_annotation(&self) -> bool {
        self.nth_is(1, Punct::LParen) && self.nth(2).kind == TokenKind::String && self.at_word("__annotation")
    }

    pub(in super::super) fn annotation_statement(&mut self) -> Parsed<StmtId> {
        let start = self.bump().span;
        let open = self.bump();
        let literal = self.bump();
        let kind = match self.annotation_in(literal) {
            Ok(annotation) => DirectiveKind::CudaLite(annotation),
            Err(Reported) => DirectiveKind::Error,
        };
        self.close(open, "`)` after the annotation");
        self.expect_semicolon("annotation")?;
        let span = self.span_from(start);
        let directive = self.unit.directives.alloc(Directive { kind, span, line: span, when: None });
        Ok(self.directive_node(directive, None))
    }

    fn annotation_in(&mut self, literal: Token) -> Parsed<CudaLiteAnnotation> {
        let mut words = self.words_in(literal).into_iter();
        let Some((first, at)) = words.next() else {
            return Err(self.malformed_annotation(literal.span, "an annotation, such as `BoundChk`"));
        };
        let mut operands = Vec::new();
        for (symbol, span) in words {
            operands.push(self.word_operand(symbol, span)?);
        }
        let text = self.sources.text(first).into_owned();
        match text.as_str() {
            "__global__" | "garray" | "loop" | "BoundChk" => self.annotation(&text, at, operands),
            _ => Err(self.malformed_annotation(at, "`__global__`, `garray`, `BoundChk` or `loop`")),
        }
    }

    /// The words of a string literal with their places.
    fn words_in(&mut self, literal: Token) -> Vec<(Symbol, Span)> {
        let text = self.sources.symbols.bytes(literal.symbol).to_vec();
        let open = text.iter().position(|&b| b == b'"').map_or(0, |i| i + 1);
        let close = text.iter().rposition(|&b| b == b'"').unwrap_or(text.len()).max(open);
        let mut words = Vec::new();
        let mut offset = open;
        for word in text[open..close].split(|b| b.is_ascii_whitespace()) {
            if !word.is_empty() {
                let lo = literal.span.lo.saturating_add(offset as u32);
                let hi = lo.saturating_add(word.len() as u32);
                // A literal pasted together by the preprocessor is not in any file.
                let span = if hi <= literal.span.hi { Span { lo, hi, ..literal.span } } else { literal.span };
                words.push((self.sources.symbols.intern(word), span));
            }
            offset += word.len() + 1;
        }
        words
    }

    /// A number or a name as an expression.
    fn word_operand(&mut self, symbol: Symbol, span: Span) -> Parsed<ExprId> {
        let text = self.sources.symbols.bytes(symbol);
        let is_word = text.iter().all(|b| b.is_ascii_alphanumeric() || *b == b'_');
        let kind = match text.first() {
            Some(first) if is_word && first.is_ascii_digit() => ExprKind::Number(symbol),
            Some(_) if is_word => ExprKind::Ident(symbol),
            _ => {
                let what = "a number or a name; `#pragma cudalite` takes expressions";
                return Err(self.malformed_annotation(span, what));
            }
        };
        Ok(self.new_expr(kind, span))
    }

    pub(super) fn malformed_annotation(&mut self, at: Span, wanted: &str) -> Reported {
        self.report(annotation_form(at, wanted))
    }
}

fn annotation_form(at: Span, wanted: &str) -> Diagnostic {
    Diagnostic::new(&codes::INCOMPLETE_DIRECTIVE, at, format!("this annotation wants {wanted}"))
}
