//! `#pragma` and `_Pragma`.
//!
//! ```c
//! #pragma hicuda kernel add tblock(N/16)   // PragmaHicuda kernel add … PragmaEnd
//! #pragma GCC ivdep                        // Pragma "GCC ivdep"
//! _Pragma("hicuda barrier")                // like the line
//! ```
//! Ours become tokens, macros expanded. Those meant for the preprocessor are
//! obeyed and gone. All others stay in place as one token with their text.

use diagnostics::{Diagnostic, codes};
use source::{Span, Symbol};

use super::Preprocessor;
use super::expand::{Names, TokenList};
use super::spacing::Gap;
use crate::lexer::{Lexer, Rules};
use crate::token::{Punct, Token, TokenFlags, TokenKind};
use crate::well_known;

impl Preprocessor<'_> {
    /// `#pragma`: what it leaves in the output. `hash` starts the line.
    pub(super) fn pragma_line(&mut self, hash: Token) -> Option<TokenList> {
        let (tokens, _) = self.rest_of_line();
        let end = self.lexer.line_end();
        self.pragma(&tokens, Span { hi: end.max(hash.span.hi), ..hash.span })
    }

    /// `_Pragma("text")`. `false`: the name stays, in a directive's line or
    /// because what follows is wrong.
    pub(super) fn pragma_operator(&mut self, name: Token) -> bool {
        if self.lexer.is_in_directive() || self.expander.in_pragma {
            return false;
        }
        if !self.next_is_paren() {
            self.error(malformed_operator(name.span));
            return false;
        }
        let string = self.read(Names::Expand);
        let close = self.read(Names::Keep);
        if string.kind != TokenKind::String || close.kind != TokenKind::Punct(Punct::RParen) {
            self.error(malformed_operator(name.span));
            return false;
        }
        let whole = self.sources.join(name.span, close.span);
        let written = self.sources.symbols.bytes(string.symbol);
        let text = destringize(written);
        // Without an escape, each word stands in the file where it is read.
        let stands_there = !string.span.is_from_macro()
            && written.len() == text.len() + 2
            && (string.span.hi - string.span.lo) as usize == written.len();
        let tokens = self.lex_text(&text, string.span, stands_there);
        let nothing = TokenList { tokens: Vec::new(), trailing: Gap::NONE };
        let list = self.pragma(&tokens, whole).unwrap_or(nothing);
        self.push_list(list, None);
        true
    }

    /// The tokens of a text in a string: each at its own place if the text is the file's, else all at the string's.
    fn lex_text(&mut self, text: &[u8], string: Span, stands_there: bool) -> Vec<Token> {
        let rules = Rules { raw_strings: false, ..self.options.rules() };
        let mut lexer = Lexer::new(text.into(), 0, rules);
        lexer.enter_directive();
        let mut tokens = Vec::new();
        loop {
            let token = lexer.next(&mut self.sources.symbols);
            if token.kind == TokenKind::Eof {
                return tokens;
            }
            let first = string.lo + 1;
            let span = match stands_there {
                true => Span { lo: first + token.span.lo, hi: first + token.span.hi, ..string },
                false => string,
            };
            tokens.push(Token { span, ..token });
        }
    }

    /// Obeys a pragma, or puts it into the output; `whole` is the line.
    fn pragma(&mut self, tokens: &[Token], whole: Span) -> Option<TokenList> {
        let name = |index: usize| {
            tokens.get(index).filter(|token| token.kind == TokenKind::Ident).map(|token| token.symbol)
        };
        match (name(0), name(1)) {
            (Some(well_known::HICUDA), _) => {
                return self.own_pragma(TokenKind::PragmaHicuda, tokens, whole);
            }
            (Some(well_known::CUDALITE), _) => {
                return self.own_pragma(TokenKind::PragmaCudalite, tokens, whole);
            }
            (Some(well_known::ONCE), _) => self.mark_once(),
            (Some(well_known::PUSH_MACRO), _) => {
                if let Some(name) = self.macro_in_string(tokens) {
                    let meaning = self.macros.meaning(name);
                    self.pushed_macros.entry(name).or_default().push(meaning);
                }
            }
            (Some(well_known::POP_MACRO), _) => {
                let name = self.macro_in_string(tokens);
                if let Some(name) = name
                    && let Some(meaning) = self.pushed_macros.get_mut(&name).and_then(Vec::pop)
                {
                    self.macros.set(name, meaning);
                }
            }
            (Some(well_known::GCC), Some(well_known::SYSTEM_HEADER)) => {
                self.frame.is_system |= !self.includers.is_empty();
            }
            (Some(well_known::GCC), Some(well_known::POISON)) => {
                for token in tokens[2..].iter().filter(|token| token.kind == TokenKind::Ident) {
                    self.macros.poison(token.symbol);
                }
            }
            (Some(well_known::GCC), Some(well_known::DEPENDENCY)) => {}
            (Some(well_known::GCC), Some(kind @ (well_known::WARNING | well_known::ERROR))) => {
                self.pragma_message(kind, tokens, whole);
            }
            (first, _) => return Some(self.foreign_pragma(first, tokens, whole)),
        }
        None
    }

    /// `hicuda` or `cudalite`: a start token, the expanded line, an end token.
    fn own_pragma(&mut self, kind: TokenKind, tokens: &[Token], whole: Span) -> Option<TokenList> {
        let (sentinel, rest) = tokens.split_first()?;
        let expanded = self.expand_pragma(rest, whole)?;
        let mut output = Vec::with_capacity(expanded.tokens.len() + 2);
        let flags = TokenFlags::LINE_START;
        output.push(Token { kind, flags, symbol: sentinel.symbol, span: whole });
        for token in &expanded.tokens {
            // They are expanded, and are not to be looked at again.
            output.push(Token { flags: token.flags.with(TokenFlags::NO_EXPAND), ..*token });
        }
        let symbol = sentinel.symbol;
        let flags = TokenFlags::default();
        output.push(Token { kind: TokenKind::PragmaEnd, flags, symbol, span: whole.end() });
        self.expander.recycle(expanded.tokens);
        Some(TokenList { tokens: output, trailing: Gap::NONE })
    }

    /// Expands the macros in a pragma; a `_Pragma` in it is an ordinary name.
    fn expand_pragma(&mut self, tokens: &[Token], whole: Span) -> Option<TokenList> {
        self.expander.in_pragma = true;
        let expanded = self.expand_alone(tokens, whole);
        self.expander.in_pragma = false;
        expanded
    }

    /// A pragma for somebody else: one token with its text. Macros in it are
    /// expanded for the few pragmas that gcc expands.
    fn foreign_pragma(&mut self, first: Option<Symbol>, tokens: &[Token], whole: Span) -> TokenList {
        let expands = match first {
            Some(well_known::MESSAGE | well_known::REDEFINE_EXTNAME) => true,
            Some(well_known::OMP) => self.options.openmp,
            _ => false,
        };
        let mut text = Vec::new();
        match expands.then(|| self.expand_pragma(&tokens[1..], whole)).flatten() {
            Some(mut expanded) => {
                expanded.tokens.insert(0, tokens[0]);
                text = self.line_text(&expanded.tokens);
                self.expander.recycle(expanded.tokens);
            }
            None => text.extend(self.line_text(tokens)),
        }
        let symbol = self.sources.symbols.intern(&text);
        let token = Token { kind: TokenKind::Pragma, flags: TokenFlags::LINE_START, symbol, span: whole };
        TokenList { tokens: vec![token], trailing: Gap::NONE }
    }

    /// `("NAME")` after `push_macro` or `pop_macro`.
    fn macro_in_string(&mut self, tokens: &[Token]) -> Option<Symbol> {
        let string = tokens.iter().find(|token| token.kind == TokenKind::String)?;
        let text = self.sources.symbols.bytes(string.symbol);
        let name = text.strip_prefix(b"\"")?.strip_suffix(b"\"")?.trim_ascii().to_vec();
        Some(self.sources.symbols.intern(&name))
    }

    /// `#pragma GCC warning "text"`
    fn pragma_message(&mut self, kind: Symbol, tokens: &[Token], whole: Span) {
        let strings = tokens.iter().filter(|token| token.kind == TokenKind::String);
        let text: Vec<u8> =
            strings.flat_map(|token| destringize(self.sources.symbols.bytes(token.symbol))).collect();
        let text = String::from_utf8_lossy(&text).into_owned();
        if kind == well_known::WARNING {
            self.warn(Diagnostic::new(&codes::WARNING_DIRECTIVE, whole, text));
        } else {
            self.error(Diagnostic::new(&codes::ERROR_DIRECTIVE, whole, text));
        }
    }
}

/// The text that a string literal stands for, as `_Pragma` reads it.
fn destringize(literal: &[u8]) -> Vec<u8> {
    let open = literal.iter().position(|&b| b == b'"').map_or(0, |i| i + 1);
    let body = literal.get(open..literal.len().saturating_sub(1)).unwrap_or_default();
    let mut text = Vec::with_capacity(body.len());
    let mut bytes = body.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        match bytes.peek() {
            Some(&next @ (b'"' | b'\\')) if byte == b'\\' => {
                text.push(next);
                bytes.next();
            }
            // A raw string may hold newlines; the pragma is one line.
            _ if byte == b'\n' => text.push(b' '),
            _ => text.push(byte),
        }
    }
    text
}

fn malformed_operator(at: Span) -> Diagnostic {
    Diagnostic::new(&codes::MALFORMED_DIRECTIVE, at, "`_Pragma` wants one string in parentheses")
        .help("write `_Pragma(\"…\")`")
}
