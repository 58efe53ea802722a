//! The operators `##` and `#`.
//!
//! `##` spells two tokens together and asks the lexer whether that is one
//! token; `#` makes a string literal that spells an argument.

use diagnostics::{Diagnostic, codes};
use source::{ExpansionId, Span};

use super::Preprocessor;
use super::macro_table::Macro;
use crate::lexer::{Extent, Rules, scan};
use crate::token::{Token, TokenFlags, TokenKind};
use crate::well_known;

impl Preprocessor<'_> {
    /// Joins every `PASTE_LEFT` token with its right neighbour, from the left.
    pub(super) fn paste_all(&mut self, tokens: &mut Vec<Token>, definition: Macro, body: ExpansionId) {
        let mut kept = 0;
        let mut index = 0;
        while index < tokens.len() && !self.exhausted {
            let mut left = tokens[index];
            index += 1;
            while left.flags.has(TokenFlags::PASTE_LEFT) && !self.exhausted {
                left.flags = left.flags.without(TokenFlags::PASTE_LEFT);
                let Some(&right) = tokens.get(index) else { break };
                let Some(joined) = self.paste(left, right, definition, body) else { break };
                left = joined;
                index += 1;
            }
            tokens[kept] = left;
            kept += 1;
        }
        tokens.truncate(kept);
    }

    /// One token spelt like two; `None` if that is no token, which is reported.
    fn paste(&mut self, left: Token, right: Token, definition: Macro, body: ExpansionId) -> Option<Token> {
        let mut text = self.spelling(left);
        text.extend_from_slice(&self.spelling(right));
        let span = pasted_span(left.span, right.span, definition.body_at, body);
        self.spend(text.len() as u64 / 4, span);
        let rules = Rules { clean: true, ..self.options.rules() };
        let (kind, end) = match scan(&text, 0, rules) {
            Extent::Token { kind, end } => (kind, end),
            Extent::UniversalName { end } => (TokenKind::Ident, end),
            Extent::Spliced => (TokenKind::Unknown, 0),
        };
        if end != text.len() || kind == TokenKind::Unknown {
            let [left, right] = [left, right].map(|t| self.sources.text(t.symbol).into_owned());
            self.error(invalid_paste(span, &left, &right));
            return None;
        }
        let symbol = match kind {
            TokenKind::Punct(punct) if text != punct.text().as_bytes() => well_known::digraph(punct),
            _ => self.sources.symbols.intern(&text),
        };
        let spacing = left.flags.without(TokenFlags::NO_EXPAND);
        let glue = TokenFlags(right.flags.0 & TokenFlags::PASTE_LEFT.0);
        Some(Token { kind, flags: spacing.with(glue), symbol, span })
    }

    /// The string literal that spells an argument.
    pub(super) fn stringize(&mut self, tokens: &[Token], at: Span) -> Token {
        let mut text = vec![b'"'];
        for (index, &token) in tokens.iter().enumerate() {
            if index > 0 && token.flags.has(TokenFlags::SPACE_BEFORE) {
                text.push(b' ');
            }
            let escapes = matches!(token.kind, TokenKind::String | TokenKind::Char);
            for byte in self.spelling(token) {
                if escapes && matches!(byte, b'"' | b'\\') {
                    text.push(b'\\');
                }
                // A raw string may hold newlines, which no other string may.
                match byte {
                    b'\n' => text.extend_from_slice(b"\\n"),
                    _ => text.push(byte),
                }
            }
        }
        // `str(\)` would escape its own closing quote.
        let backslashes = text.iter().rev().take_while(|&&b| b == b'\\').count();
        if backslashes % 2 == 1 {
            text.pop();
        }
        text.push(b'"');
        self.spend(text.len() as u64 / 4, at);
        let symbol = self.sources.symbols.intern(&text);
        Token { kind: TokenKind::String, flags: TokenFlags::default(), symbol, span: at }
    }

    /// A token's bytes as the user wrote them. That is its symbol, except for
    /// identifiers with universal character names, whose symbol is in UTF-8.
    pub(super) fn spelling(&self, token: Token) -> Vec<u8> {
        let bytes = self.sources.symbols.bytes(token.symbol);
        if token.kind == TokenKind::Ident && !bytes.is_ascii() {
            let written = self.sources.map.text(token.span);
            if written.contains(&b'\\') && !written.contains(&b'\n') {
                return written.to_vec();
            }
        }
        bytes.to_vec()
    }
}

/// Where a pasted token is: from left to right when both stand in the
/// replacement list, otherwise at the one that does, or all of the list.
fn pasted_span(left: Span, right: Span, body_at: Span, body: ExpansionId) -> Span {
    if left.ctx == body && right.ctx == body && left.lo <= right.lo {
        return Span { hi: right.hi.max(left.hi), ..left };
    }
    [left, right].into_iter().find(|span| span.ctx == body).unwrap_or(Span { ctx: body, ..body_at })
}

fn invalid_paste(at: Span, left: &str, right: &str) -> Diagnostic {
    Diagnostic::new(
        &codes::INVALID_PASTE,
        at,
        format!("`##` cannot join `{left}` and `{right}` into one token"),
    )
    .help("write them side by side without `##`")
}
