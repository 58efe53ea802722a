//! The cursor: looking at tokens and stepping over them.
//!
//! Looking never fails: beyond the last token there is an endless supply of
//! `Eof`. Only `bump` and its callers move, always forwards, except where a
//! production looked ahead and says so.

use source::{Span, Symbol};

use crate::ast::Ident;
use crate::keyword::{self, Keyword};
use crate::{Dialect, Punct, Token, TokenFlags, TokenKind};

use super::{Parsed, Parser};

impl Parser<'_> {
    pub(super) fn token(&self) -> Token {
        self.nth(0)
    }

    /// The token `n` places ahead.
    pub(super) fn nth(&self, n: usize) -> Token {
        self.tokens.get(self.pos + n).copied().unwrap_or(self.eof)
    }

    pub(super) fn kind(&self) -> TokenKind {
        self.token().kind
    }

    pub(super) fn span(&self) -> Span {
        self.token().span
    }

    /// The place of the token just consumed.
    pub(super) fn prev_span(&self) -> Span {
        self.pos.checked_sub(1).and_then(|i| self.tokens.get(i)).map_or(self.eof.span, |t| t.span)
    }

    /// From `start` to the token just consumed.
    pub(super) fn span_from(&self, start: Span) -> Span {
        self.join(start, self.prev_span())
    }

    pub(super) fn at(&self, punct: Punct) -> bool {
        self.kind() == TokenKind::Punct(punct)
    }

    pub(super) fn nth_is(&self, n: usize, punct: Punct) -> bool {
        self.nth(n).kind == TokenKind::Punct(punct)
    }

    pub(super) fn at_eof(&self) -> bool {
        self.kind() == TokenKind::Eof
    }

    /// Steps over the current token; stays at the end.
    pub(super) fn bump(&mut self) -> Token {
        let token = self.token();
        if self.pos < self.tokens.len() && token.kind != TokenKind::Eof {
            self.pos += 1;
        }
        token
    }

    pub(super) fn eat(&mut self, punct: Punct) -> bool {
        let found = self.at(punct);
        if found {
            self.pos += 1;
        }
        found
    }

    pub(super) fn eat_keyword(&mut self, keyword: Keyword) -> bool {
        let found = self.at_keyword(keyword);
        if found {
            self.pos += 1;
        }
        found
    }

    pub(super) fn at_keyword(&self, keyword: Keyword) -> bool {
        self.keyword() == Some(keyword)
    }

    /// The current token as a keyword of this dialect.
    pub(super) fn keyword(&self) -> Option<Keyword> {
        self.keyword_of(self.token())
    }

    pub(super) fn keyword_of(&self, token: Token) -> Option<Keyword> {
        if token.kind != TokenKind::Ident {
            return None;
        }
        let keyword = keyword::of(token.symbol)?;
        match self.dialect {
            Dialect::C => (!is_cuda_keyword(keyword) && !is_open_cl_keyword(keyword)).then_some(keyword),
            Dialect::Cuda => (!is_open_cl_keyword(keyword)).then_some(keyword),
            Dialect::OpenCl => Some(in_cuda_words(keyword)),
        }
    }

    /// The current token as a name, if it is one and not a keyword.
    pub(super) fn name(&self) -> Option<Ident> {
        self.name_of(self.token())
    }

    pub(super) fn name_of(&self, token: Token) -> Option<Ident> {
        (token.kind == TokenKind::Ident && self.keyword_of(token).is_none())
            .then_some(Ident { symbol: token.symbol, span: token.span })
    }

    pub(super) fn eat_name(&mut self) -> Option<Ident> {
        let name = self.name()?;
        self.pos += 1;
        Some(name)
    }

    /// A name that must be here; `what` completes "expected …".
    pub(super) fn expect_name(&mut self, what: &str) -> Parsed<Ident> {
        match self.eat_name() {
            Some(name) => Ok(name),
            None => Err(self.expected(what)),
        }
    }

    /// A token that must be here; `after` completes "expected `=` after …".
    pub(super) fn expect(&mut self, punct: Punct, after: &str) -> Parsed<Token> {
        if self.at(punct) {
            return Ok(self.bump());
        }
        Err(self.expected(&format!("`{}` after {after}", punct.text())))
    }

    pub(super) fn text_is(&self, symbol: Symbol, text: &str) -> bool {
        self.sources.symbols.bytes(symbol) == text.as_bytes()
    }

    /// Is the current token the name `word`, which is no keyword of C?
    pub(super) fn at_word(&self, word: &str) -> bool {
        let token = self.token();
        token.kind == TokenKind::Ident && self.text_is(token.symbol, word)
    }

    /// Does the current token begin a line of its file (or is the end)?
    pub(super) fn at_line_start(&self) -> bool {
        let token = self.token();
        token.flags.has(TokenFlags::LINE_START)
            || matches!(
                token.kind,
                TokenKind::PragmaHicuda
                    | TokenKind::PragmaCudalite
                    | TokenKind::Pragma
                    | TokenKind::PragmaEnd
                    | TokenKind::Eof
            )
    }

    /// The spellings of the tokens `from..self.pos`, joined as C text.
    pub(super) fn joined_text(&mut self, from: usize) -> Symbol {
        let mut text = Vec::new();
        for token in self.tokens.get(from..self.pos).unwrap_or(&[]) {
            let spelling = self.sources.symbols.bytes(token.symbol);
            let spaced = token.flags.has(TokenFlags::SPACE_BEFORE) || token.flags.has(TokenFlags::LINE_START);
            let glued = text.last().is_some_and(|&b| is_word_byte(b))
                && spelling.first().is_some_and(|&b| is_word_byte(b));
            if !text.is_empty() && (spaced || glued) {
                text.push(b' ');
            }
            text.extend_from_slice(spelling);
        }
        self.sources.symbols.intern(&text)
    }

    /// Steps over pragmas that are not ours, in places where the tree has no
    /// room for them: inside lists and expressions they change nothing.
    pub(super) fn skip_foreign_pragmas(&mut self) {
        while self.kind() == TokenKind::Pragma {
            self.pos += 1;
        }
    }
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'"' || byte == b'\'' || byte >= 0x80
}

fn is_open_cl_keyword(keyword: Keyword) -> bool {
    matches!(keyword, Keyword::ClKernel | Keyword::ClLocal | Keyword::ClConstant | Keyword::ClSpace)
}

/// What OpenCL's words mean is what CUDA's mean: the phases after this one know only those.
fn in_cuda_words(keyword: Keyword) -> Keyword {
    match keyword {
        Keyword::ClKernel => Keyword::CudaGlobal,
        Keyword::ClLocal => Keyword::CudaShared,
        Keyword::ClConstant => Keyword::CudaConstant,
        other => other,
    }
}

fn is_cuda_keyword(keyword: Keyword) -> bool {
    matches!(
        keyword,
        Keyword::CudaGlobal
            | Keyword::CudaDevice
            | Keyword::CudaHost
            | Keyword::CudaShared
            | Keyword::CudaConstant
            | Keyword::CudaManaged
            | Keyword::CudaForceInline
            | Keyword::CudaNoInline
            | Keyword::CudaLaunchBounds
            | Keyword::CudaGridConstant
    )
}
