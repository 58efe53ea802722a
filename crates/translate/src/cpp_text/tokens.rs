//! The tokens of a file before preprocessing, and which of them belong together.
//!
//! Brackets are matched along one branch of each `#if`: `#else` goes back to the depth
//! that its `#if` had.

use source::{FileId, Sources};
use syntax::lexer::{Rules, lex};
use syntax::token::{Punct, Token, TokenFlags, TokenKind};

use super::Include;

/// One token, in the terms of this crate.
#[derive(Clone, Copy)]
pub(crate) struct Word<'a> {
    pub text: &'a str,
    pub kind: TokenKind,
    pub start: usize,
    pub end: usize,
    /// The line of a directive it belongs to, as the index of its `#`.
    pub directive: Option<usize>,
}

impl Word<'_> {
    pub fn is(&self, punct: Punct) -> bool {
        self.kind == TokenKind::Punct(punct)
    }

    pub fn is_name(&self) -> bool {
        self.kind == TokenKind::Ident
    }
}

/// A file.
pub(crate) struct Text<'a> {
    pub bytes: &'a [u8],
    pub words: Vec<Word<'a>>,
}

impl<'a> Text<'a> {
    pub fn new(file: FileId, sources: &'a mut Sources) -> Text<'a> {
        let rules = Rules { raw_strings: true, c23_literals: true, ..Rules::default() };
        let tokens = lex(file, rules, sources);
        let loaded = sources.map.file(file);
        let bytes: &'a [u8] = &loaded.bytes;
        let start = loaded.start;
        let mut words: Vec<Word<'a>> = Vec::with_capacity(tokens.len());
        let mut directive = None;
        for token in tokens.iter().filter(|token| token.kind != TokenKind::Eof) {
            if token.flags.has(TokenFlags::LINE_START) {
                let begins = token.kind == TokenKind::Punct(Punct::Hash);
                directive = begins.then_some(words.len());
            }
            words.push(word(token, bytes, start, directive));
        }
        Text { bytes, words }
    }

    pub fn source(&self, start: usize, end: usize) -> &'a str {
        std::str::from_utf8(&self.bytes[start..end]).unwrap_or_default()
    }

    pub fn is(&self, at: usize, punct: Punct) -> bool {
        self.words.get(at).is_some_and(|word| word.is(punct))
    }

    pub fn name(&self, at: usize) -> Option<&'a str> {
        self.words.get(at).filter(|word| word.is_name()).map(|word| word.text)
    }

    /// The bracket that closes the one at `open`.
    pub fn closing(&self, open: usize) -> Option<usize> {
        let directive = self.words[open].directive;
        let mut depth = 0_usize;
        let mut saved = Vec::new();
        for (at, word) in self.words.iter().enumerate().skip(open) {
            if word.directive != directive {
                match word.directive {
                    // A macro's body ends with its line.
                    _ if directive.is_some() => return None,
                    Some(hash) if hash == at => self.condition(at, &mut depth, &mut saved),
                    _ => {}
                }
                continue;
            }
            match word.kind {
                TokenKind::Punct(Punct::LParen | Punct::LBrace | Punct::LBracket) => depth += 1,
                TokenKind::Punct(Punct::RParen | Punct::RBrace | Punct::RBracket) => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(at);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// The arguments between the brackets that open at `open`, as their first and last words.
    pub fn arguments(&self, open: usize) -> Option<Vec<(usize, usize)>> {
        let close = self.closing(open)?;
        let mut arguments = Vec::new();
        let (mut first, mut next) = (open + 1, open + 1);
        while next < close {
            match self.words[next].kind {
                TokenKind::Punct(Punct::LParen | Punct::LBracket | Punct::LBrace) => {
                    next = self.closing(next)?
                }
                TokenKind::Punct(Punct::Comma) => {
                    arguments.push((first, next - 1));
                    first = next + 1;
                }
                _ => {}
            }
            next += 1;
        }
        arguments.extend((first < close).then_some((first, close - 1)));
        Some(arguments)
    }

    /// What `#if`, `#else` and `#endif` do to a depth.
    fn condition(&self, hash: usize, depth: &mut usize, saved: &mut Vec<usize>) {
        match self.name(hash + 1) {
            Some("if" | "ifdef" | "ifndef") => saved.push(*depth),
            Some("else" | "elif") => *depth = saved.last().copied().unwrap_or(*depth),
            Some("endif") => drop(saved.pop()),
            _ => {}
        }
    }

    /// The bracket that opens the one at `close`.
    pub fn opening(&self, close: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for (at, word) in self.words[..=close].iter().enumerate().rev() {
            match word.kind {
                TokenKind::Punct(Punct::RParen | Punct::RBrace | Punct::RBracket) => depth += 1,
                TokenKind::Punct(Punct::LParen | Punct::LBrace | Punct::LBracket) => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(at);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// The `<` of template arguments that end with the `>` or `>>` at `close`.
    pub fn opening_angle(&self, close: usize) -> Option<usize> {
        let mut depth = 0_i64;
        let mut at = close;
        loop {
            match self.words[at].kind {
                TokenKind::Punct(Punct::Gt) => depth += 1,
                TokenKind::Punct(Punct::Shr) => depth += 2,
                TokenKind::Punct(Punct::Lt) => depth -= 1,
                TokenKind::Punct(Punct::RParen | Punct::RBracket) => at = self.opening(at)?,
                TokenKind::Punct(Punct::Semi | Punct::LBrace | Punct::RBrace) => return None,
                _ => {}
            }
            if depth <= 0 {
                return Some(at);
            }
            at = at.checked_sub(1)?;
        }
    }

    /// The `>` or `>>` of template arguments that begin with the `<` at `open`.
    pub fn closing_angle(&self, open: usize) -> Option<usize> {
        (open + 1..self.words.len()).find(|&close| self.opening_angle(close) == Some(open))
    }

    /// Where the declaration begins that the word at `at` is a specifier of.
    pub fn declaration_start(&self, at: usize) -> usize {
        let directive = self.words[at].directive;
        let ends = |word: &Word<'_>| {
            word.directive != directive
                || word.is(Punct::Semi)
                || word.is(Punct::LBrace)
                || word.is(Punct::RBrace)
                || word.is(Punct::Gt)
                || word.is(Punct::Colon)
        };
        self.words[..at].iter().rposition(ends).map_or(0, |before| before + 1)
    }

    pub fn includes(&self) -> Vec<Include> {
        let hashes = (0..self.words.len()).filter(|&at| self.words[at].directive == Some(at));
        hashes
            .filter(|&at| self.name(at + 1) == Some("include"))
            .filter_map(|at| self.include(at + 1))
            .collect()
    }

    fn include(&self, keyword: usize) -> Option<Include> {
        let from = self.words[keyword].end;
        let line = self.bytes[from..].split(|&byte| byte == b'\n').next()?;
        let begin = line.iter().position(|byte| !byte.is_ascii_whitespace())?;
        let close = match line[begin] {
            b'"' => b'"',
            b'<' => b'>',
            _ => return None,
        };
        let length = line[begin + 1..].iter().position(|&byte| byte == close)?;
        let name = std::str::from_utf8(&line[begin + 1..begin + 1 + length]).ok()?.to_owned();
        let start = from + begin;
        Some(Include { range: start..start + length + 2, name, quoted: close == b'"' })
    }
}

fn word<'a>(token: &Token, bytes: &'a [u8], base: u32, directive: Option<usize>) -> Word<'a> {
    let (start, end) = ((token.span.lo - base) as usize, (token.span.hi - base) as usize);
    let text = std::str::from_utf8(&bytes[start..end]).unwrap_or_default();
    Word { text, kind: token.kind, start, end, directive }
}
