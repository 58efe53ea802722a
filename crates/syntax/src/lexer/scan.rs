//! The extent of one token: a pure function of the bytes and the dialect.
//!
//! `scan(b"0x1p-3f)", 0, rules)` answers "a `Number`, up to 7". It reads the
//! bytes as they stand. Where a line splice or a trigraph could be part of the
//! token the answer is [`Extent::Spliced`], and the lexer asks again on a copy
//! of the line without them; so the common case never pays for the rare one.

use super::identifier_chars;
use super::lines::splice_at;
use crate::token::{Punct, TokenKind};

/// What of the dialect decides how bytes are cut into tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rules {
    /// `<<<` and `>>>` are tokens.
    pub launches: bool,
    /// `??=` is `#`, and so on: only in the strict modes.
    pub trigraphs: bool,
    /// `R"(…)"` is a string: only in the GNU modes.
    pub raw_strings: bool,
    /// `1'000` is a number and `u8'x'` a constant: C23 and CUDA C.
    pub c23_literals: bool,
    /// The text is a line from which splices and trigraphs are already gone.
    pub clean: bool,
}

/// What `scan` found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// A token that ends before `end`.
    Token {
        /// Its kind.
        kind: TokenKind,
        /// One past its last byte.
        end: usize,
    },
    /// An identifier that contains `\u00e9` or `\U000000e9`.
    UniversalName {
        /// One past its last byte.
        end: usize,
    },
    /// A line splice or a trigraph is in the way.
    Spliced,
}

/// What a byte can begin.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Other,
    Name,
    Digit,
    Quote,
    Operator,
    Extended,
}

static CLASS: [Class; 256] = classes();
static IN_NAME: [bool; 256] = name_bytes();

/// Finds the end of the token at `start`, which is not blank and in range.
pub fn scan(text: &[u8], start: usize, rules: Rules) -> Extent {
    let first = byte(text, start);
    match CLASS[first as usize] {
        Class::Name => name(text, start, start + 1, rules),
        Class::Digit => number(text, start + 1, rules),
        Class::Operator if first == b'.' && byte(text, start + 1).is_ascii_digit() => {
            number(text, start + 2, rules)
        }
        Class::Operator => operator(text, start, rules),
        Class::Quote => literal(text, start, start, rules),
        Class::Extended => match identifier_chars::initial(text, start) {
            Some(length) => name(text, start, start + length, rules),
            None => token(TokenKind::Unknown, start + 1),
        },
        Class::Other if in_the_way(text, start, rules) => Extent::Spliced,
        Class::Other if first == b'\\' => match identifier_chars::universal_name(text, start) {
            Some((c, length)) if identifier_chars::may_begin(c) => universal(text, start + length, rules),
            _ => token(TokenKind::Unknown, start + 1),
        },
        Class::Other => token(TokenKind::Unknown, start + 1),
    }
}

fn token(kind: TokenKind, end: usize) -> Extent {
    Extent::Token { kind, end }
}

/// The byte at an index; beyond the end a NUL, which continues no token.
fn byte(text: &[u8], index: usize) -> u8 {
    text.get(index).copied().unwrap_or(0)
}

/// Could a token go on behind a splice or a trigraph at `index`?
fn in_the_way(text: &[u8], index: usize, rules: Rules) -> bool {
    if rules.clean {
        return false;
    }
    match byte(text, index) {
        b'\\' => splice_at(text, index).is_some(),
        b'?' => rules.trigraphs && trigraph_at(text, index).is_some(),
        _ => false,
    }
}

/// The byte that a trigraph at `index` stands for.
pub(super) fn trigraph_at(text: &[u8], index: usize) -> Option<u8> {
    let [b'?', b'?', third] = *text.get(index..index + 3)? else { return None };
    let stands_for = match third {
        b'=' => b'#',
        b'/' => b'\\',
        b'\'' => b'^',
        b'(' => b'[',
        b')' => b']',
        b'!' => b'|',
        b'<' => b'{',
        b'>' => b'}',
        b'-' => b'~',
        _ => return None,
    };
    Some(stands_for)
}

/// An identifier, or the literal it is the prefix of.
fn name(text: &[u8], start: usize, from: usize, rules: Rules) -> Extent {
    let mut end = from;
    loop {
        while IN_NAME[byte(text, end) as usize] {
            end += 1;
        }
        match byte(text, end) {
            b'"' | b'\'' if end - start <= 3 => return prefixed_literal(text, start, end, rules),
            0x80.. => match identifier_chars::continuing(text, end) {
                Some(length) => end += length,
                None => break,
            },
            b'\\' | b'?' if in_the_way(text, end, rules) => return Extent::Spliced,
            b'\\' if identifier_chars::universal_name(text, end).is_some() => {
                return universal(text, end, rules);
            }
            _ => break,
        }
    }
    token(TokenKind::Ident, end)
}

/// The rest of an identifier that has a universal character name in it.
fn universal(text: &[u8], from: usize, rules: Rules) -> Extent {
    let mut end = from;
    loop {
        match byte(text, end) {
            b if IN_NAME[b as usize] => end += 1,
            0x80.. => match identifier_chars::continuing(text, end) {
                Some(length) => end += length,
                None => break,
            },
            b'\\' | b'?' if in_the_way(text, end, rules) => return Extent::Spliced,
            b'\\' => match identifier_chars::universal_name(text, end) {
                Some((c, length)) if identifier_chars::may_continue(c) => end += length,
                _ => break,
            },
            _ => break,
        }
    }
    Extent::UniversalName { end }
}

fn prefixed_literal(text: &[u8], start: usize, quote: usize, rules: Rules) -> Extent {
    let string = text[quote] == b'"';
    match &text[start..quote] {
        b"L" | b"u" | b"U" => literal(text, start, quote, rules),
        b"u8" if string || rules.c23_literals => literal(text, start, quote, rules),
        b"R" | b"LR" | b"uR" | b"UR" | b"u8R" if string && rules.raw_strings => raw_string(text, quote),
        _ => token(TokenKind::Ident, quote),
    }
}

/// A string or character constant whose opening quote is at `quote`. One that
/// is not closed on its line is an `Unknown` token to the end of the line.
fn literal(text: &[u8], start: usize, quote: usize, rules: Rules) -> Extent {
    let close = text[quote];
    let mut end = quote + 1;
    while let Some(&b) = text.get(end) {
        if b == close {
            let kind = if close == b'"' { TokenKind::String } else { TokenKind::Char };
            return token(kind, end + 1);
        }
        match b {
            b'\n' => break,
            b'\\' | b'?' if in_the_way(text, end, rules) => return Extent::Spliced,
            b'\\' if byte(text, end + 1) != b'\n' => end += 2,
            _ => end += 1,
        }
    }
    let mut end = end.min(text.len());
    while end > start + 1 && matches!(text[end - 1], b'\r' | b' ' | b'\t') {
        end -= 1;
    }
    token(TokenKind::Unknown, end)
}

/// `R"tag(…)tag"`, whose opening quote is at `quote`. One that is not closed is
/// an `Unknown` token to the end of the file; without a proper tag it is none.
fn raw_string(text: &[u8], quote: usize) -> Extent {
    let rest = &text[quote + 1..];
    let in_tag = |b: &&u8| !matches!(b, b'(' | b')' | b'\\' | b'"') && !b.is_ascii_whitespace();
    let tag = &rest[..rest.iter().take(17).take_while(in_tag).count()];
    if rest.get(tag.len()) != Some(&b'(') {
        return token(TokenKind::Ident, quote);
    }
    let mut from = quote + 1 + tag.len() + 1;
    while let Some(close) = super::lines::find_byte(text, from, b')') {
        let after_tag = close + 1 + tag.len();
        if text.get(close + 1..after_tag) == Some(tag) && byte(text, after_tag) == b'"' {
            return token(TokenKind::String, after_tag + 1);
        }
        from = close + 1;
    }
    token(TokenKind::Unknown, text.len())
}

/// A preprocessing number: anything that starts like one and goes on with
/// letters, digits, periods and signed exponents.
fn number(text: &[u8], from: usize, rules: Rules) -> Extent {
    let mut end = from;
    loop {
        match byte(text, end) {
            b'e' | b'E' | b'p' | b'P' => {
                end += 1;
                match byte(text, end) {
                    b'+' | b'-' => end += 1,
                    b'\\' | b'?' if in_the_way(text, end, rules) => return Extent::Spliced,
                    _ => {}
                }
            }
            b'.' => end += 1,
            b'\'' if rules.c23_literals && is_separator(text, end) => end += 1,
            b if IN_NAME[b as usize] => end += 1,
            b'\\' | b'?' if in_the_way(text, end, rules) => return Extent::Spliced,
            _ => break,
        }
    }
    token(TokenKind::Number, end)
}

/// Does the quote inside a number separate digits? Then it is followed by one,
/// or by what a suffix could begin with.
pub(super) fn is_separator(text: &[u8], quote: usize) -> bool {
    byte(text, quote + 1).is_ascii_alphanumeric() || byte(text, quote + 1) == b'_'
}

/// The longest operator or separator.
fn operator(text: &[u8], start: usize, rules: Rules) -> Extent {
    use Punct::*;
    let single = match text[start] {
        b'(' => Some(LParen),
        b')' => Some(RParen),
        b'[' => Some(LBracket),
        b']' => Some(RBracket),
        b'{' => Some(LBrace),
        b'}' => Some(RBrace),
        b';' => Some(Semi),
        b',' => Some(Comma),
        b'~' => Some(Tilde),
        _ => None,
    };
    if let Some(punct) = single {
        return token(TokenKind::Punct(punct), start + 1);
    }
    if (0..4).any(|ahead| in_the_way(text, start + ahead, rules)) {
        return Extent::Spliced;
    }
    let ahead = [1, 2, 3].map(|ahead| byte(text, start + ahead));
    let (punct, length) = longest_operator(text[start], ahead, rules);
    token(TokenKind::Punct(punct), start + length)
}

/// The operator that begins with `first` and how many bytes it has. Only
/// called for bytes that are an operator by themselves.
fn longest_operator(first: u8, ahead: [u8; 3], rules: Rules) -> (Punct, usize) {
    use Punct::*;
    match (first, ahead) {
        (b'%', [b':', b'%', b':']) => (HashHash, 4),
        (b'<', [b'<', b'<', _]) if rules.launches => (LaunchOpen, 3),
        (b'>', [b'>', b'>', _]) if rules.launches => (LaunchClose, 3),
        (b'<', [b'<', b'=', _]) => (ShlEq, 3),
        (b'>', [b'>', b'=', _]) => (ShrEq, 3),
        (b'.', [b'.', b'.', _]) => (Ellipsis, 3),
        (b'-', [b'>', ..]) => (Arrow, 2),
        (b'-', [b'-', ..]) => (MinusMinus, 2),
        (b'-', [b'=', ..]) => (MinusEq, 2),
        (b'+', [b'+', ..]) => (PlusPlus, 2),
        (b'+', [b'=', ..]) => (PlusEq, 2),
        (b'&', [b'&', ..]) => (AmpAmp, 2),
        (b'&', [b'=', ..]) => (AmpEq, 2),
        (b'|', [b'|', ..]) => (PipePipe, 2),
        (b'|', [b'=', ..]) => (PipeEq, 2),
        (b'^', [b'=', ..]) => (CaretEq, 2),
        (b'!', [b'=', ..]) => (Ne, 2),
        (b'=', [b'=', ..]) => (EqEq, 2),
        (b'*', [b'=', ..]) => (StarEq, 2),
        (b'/', [b'=', ..]) => (SlashEq, 2),
        (b'%', [b'=', ..]) => (PercentEq, 2),
        (b'%', [b'>', ..]) => (RBrace, 2),
        (b'%', [b':', ..]) => (Hash, 2),
        (b'<', [b'<', ..]) => (Shl, 2),
        (b'<', [b'=', ..]) => (Le, 2),
        (b'<', [b':', ..]) => (LBracket, 2),
        (b'<', [b'%', ..]) => (LBrace, 2),
        (b'>', [b'>', ..]) => (Shr, 2),
        (b'>', [b'=', ..]) => (Ge, 2),
        (b':', [b'>', ..]) => (RBracket, 2),
        (b'#', [b'#', ..]) => (HashHash, 2),
        (b'.', _) => (Dot, 1),
        (b'-', _) => (Minus, 1),
        (b'+', _) => (Plus, 1),
        (b'&', _) => (Amp, 1),
        (b'|', _) => (Pipe, 1),
        (b'^', _) => (Caret, 1),
        (b'!', _) => (Bang, 1),
        (b'=', _) => (Eq, 1),
        (b'*', _) => (Star, 1),
        (b'/', _) => (Slash, 1),
        (b'%', _) => (Percent, 1),
        (b'<', _) => (Lt, 1),
        (b'>', _) => (Gt, 1),
        (b':', _) => (Colon, 1),
        (b'?', _) => (Question, 1),
        _ => (Hash, 1),
    }
}

const fn classes() -> [Class; 256] {
    let mut table = [Class::Other; 256];
    let mut b = 0;
    while b < 256 {
        table[b] = match b as u8 {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' => Class::Name,
            b'0'..=b'9' => Class::Digit,
            b'"' | b'\'' => Class::Quote,
            0x80.. => Class::Extended,
            b'!' | b'#' | b'%'..=b'&' | b'('..=b'/' | b':'..=b'?' | b'[' | b']'..=b'^' | b'{'..=b'~' => {
                Class::Operator
            }
            _ => Class::Other,
        };
        b += 1;
    }
    table
}

const fn name_bytes() -> [bool; 256] {
    let mut table = [false; 256];
    let mut b = 0;
    while b < 128 {
        let byte = b as u8;
        table[b] = byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$';
        b += 1;
    }
    table
}
