//! Bytes to preprocessing tokens, one at a time.
//!
//! `x = 'a' /* … */ + 0x1p-3;` gives `x`, `=`, `'a'`, `+`, `0x1p-3`, `;`, each
//! with its spelling, its place in the file and whether a line starts or white
//! space stands before it. Nothing is an error here: what begins no token is
//! an `Unknown` one, and whoever needs it to be a token says so.
//!
//! Invariant: a token's span is exactly its bytes in the file, splices inside
//! it included, and tokens come in ascending order.

mod identifier_chars;
mod lines;
mod scan;
mod skip;

use std::sync::Arc;

use source::{FileId, Interner, Pos, Sources, Span, Symbol};

use self::lines::{LogicalLine, find_byte, splice_or_trigraph_splice_at};
use self::scan::trigraph_at;
pub use self::scan::{Extent, Rules, scan};
pub use self::skip::SkippedTo;
use crate::token::{Punct, Token, TokenFlags, TokenKind};
use crate::well_known;

/// Reads the tokens of one file.
#[derive(Debug)]
pub struct Lexer {
    file: Arc<[u8]>,
    /// The position of the file's first byte.
    base: Pos,
    rules: Rules,
    /// The offset of the next byte: in `line` if there is one, else in `file`.
    at: usize,
    /// The spliced rest of the current line, while it lasts.
    line: Option<LogicalLine>,
    /// A token given back.
    unread: Option<Token>,
    /// A newline ends the directive being read and is not passed.
    in_directive: bool,
    at_file_start: bool,
    /// How many tokens were read.
    count: u32,
    unterminated_comment: Option<Span>,
}

/// All tokens of a file, without preprocessing, up to and with an `Eof`.
pub fn lex(file: FileId, rules: Rules, sources: &mut Sources) -> Vec<Token> {
    let loaded = sources.map.file(file);
    let mut lexer = Lexer::new(loaded.bytes.clone(), loaded.start, rules);
    let mut tokens = Vec::new();
    loop {
        let token = lexer.next(&mut sources.symbols);
        tokens.push(token);
        if token.kind == TokenKind::Eof {
            return tokens;
        }
    }
}

impl Lexer {
    /// A lexer at the start of a file whose first byte has position `base`. A
    /// byte order mark is passed over.
    pub fn new(file: Arc<[u8]>, base: Pos, rules: Rules) -> Lexer {
        let at = if file.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        Lexer {
            file,
            base,
            rules: Rules { clean: false, ..rules },
            at,
            line: None,
            unread: None,
            in_directive: false,
            at_file_start: true,
            count: 0,
            unterminated_comment: None,
        }
    }

    /// The next token; at the end of the file, and at the end of the line of a
    /// directive, an `Eof` each time it is asked.
    pub fn next(&mut self, symbols: &mut Interner) -> Token {
        if let Some(token) = self.unread.take() {
            return token;
        }
        let flags = self.skip_blank();
        self.count += 1;
        loop {
            let rules = self.current_rules();
            let text = self.text();
            let start = self.at;
            if start >= text.len() || (text[start] == b'\n' && self.in_directive) {
                return self.end_token(flags);
            }
            let (kind, end, symbol) = match scan(text, start, rules) {
                Extent::Spliced => {
                    self.splice_line();
                    continue;
                }
                Extent::Token { kind, end } => (kind, end, None),
                Extent::UniversalName { end } => {
                    let name = identifier_chars::in_utf8(&text[start..end]);
                    (TokenKind::Ident, end, Some(symbols.intern(&name)))
                }
            };
            let symbol = symbol.unwrap_or_else(|| spelling(kind, &text[start..end], symbols));
            self.at = end;
            let span = self.span(start, end);
            return Token { kind, flags, symbol, span };
        }
    }

    /// Gives the token read last back; the next call returns it again.
    pub fn unread(&mut self, token: Token) {
        self.unread = Some(token);
    }

    /// From here to `leave_directive` the end of the line is an `Eof`.
    pub fn enter_directive(&mut self) {
        self.in_directive = true;
    }

    /// Passes what is left of the directive's line.
    pub fn leave_directive(&mut self) {
        self.unread = None;
        self.skip_to_line_end();
        self.in_directive = false;
    }

    /// How many tokens were read so far. Two equal answers mean that only
    /// white space and comments lie between.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The block comment that the file ends in, if it does.
    pub fn unterminated_comment(&self) -> Option<Span> {
        self.unterminated_comment
    }

    /// The position of the next byte to be read.
    pub fn position(&self) -> Pos {
        self.base + self.file_offset(self.at) as u32
    }

    /// `<name>` of an `#include`, without the angle brackets, if it is the next
    /// thing on the line.
    pub fn angled_header(&mut self) -> Option<(Vec<u8>, Span)> {
        self.skip_blank();
        let text = self.text();
        let open = self.at;
        if text.get(open) != Some(&b'<') {
            return None;
        }
        let close = text[open..].iter().position(|&b| b == b'>' || b == b'\n').map(|i| open + i)?;
        if text[close] != b'>' {
            return None;
        }
        let name = text[open + 1..close].to_vec();
        self.count += 1;
        self.at = close + 1;
        Some((name, self.span(open, close + 1)))
    }

    /// Passes the rest of the directive's line and tells where it ends.
    pub fn line_end(&mut self) -> Pos {
        self.skip_to_line_end();
        let text = self.text();
        let blank = text[..self.at].ends_with(b"\r");
        self.position() - Pos::from(blank)
    }

    /// Is a directive's line being read?
    pub fn is_in_directive(&self) -> bool {
        self.in_directive
    }

    /// How many bytes are left, roughly.
    pub fn remaining(&self) -> usize {
        self.file.len() - self.file_offset(self.at).min(self.file.len())
    }

    fn text(&self) -> &[u8] {
        self.line.as_ref().map_or(&self.file, |line| &line.text)
    }

    fn current_rules(&self) -> Rules {
        match self.line {
            None => self.rules,
            // A raw string is cut in the file's own text only.
            Some(_) => Rules { clean: true, raw_strings: false, ..self.rules },
        }
    }

    fn file_offset(&self, at: usize) -> usize {
        self.line.as_ref().map_or(at, |line| line.file_offset(at))
    }

    /// The span of `start..end` of the current text; the end is found by its
    /// last byte, because a splice may follow it.
    fn span(&self, start: usize, end: usize) -> Span {
        let lo = self.file_offset(start);
        let hi = if end > start { self.file_offset(end - 1) + 1 } else { lo };
        Span::in_file(self.base + lo as u32, self.base + hi as u32)
    }

    fn end_token(&self, flags: TokenFlags) -> Token {
        let span = self.span(self.at, self.at);
        Token { kind: TokenKind::Eof, flags, symbol: Symbol(0), span }
    }

    /// Goes on with the rest of the logical line, splices removed.
    fn splice_line(&mut self) {
        self.line = Some(LogicalLine::new(&self.file, self.at, self.rules));
        self.at = 0;
    }

    /// At the end of a spliced line, goes back to the file's own text.
    fn leave_spliced_line(&mut self) -> bool {
        let Some(line) = self.line.take() else { return false };
        self.at = line.resume;
        true
    }
}

fn spelling(kind: TokenKind, text: &[u8], symbols: &mut Interner) -> Symbol {
    match kind {
        TokenKind::Punct(punct) if is_digraph(punct, text) => well_known::digraph(punct),
        TokenKind::Punct(punct) => well_known::punct(punct),
        _ => symbols.intern(text),
    }
}

fn is_digraph(punct: Punct, text: &[u8]) -> bool {
    matches!(
        punct,
        Punct::LBracket | Punct::RBracket | Punct::LBrace | Punct::RBrace | Punct::Hash | Punct::HashHash
    ) && text.first().is_some_and(|b| matches!(b, b'<' | b':' | b'%'))
}
