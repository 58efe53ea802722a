//! Character constants and string literals: prefixes, escapes, encodings.
//!
//! `"a\n"` is three `char`s, `L"é"` two `wchar_t`s. Plain literals keep the
//! bytes of the source; the wide kinds decode it as UTF-8, and bytes that are
//! not UTF-8 stand for themselves, as Latin-1 would have it.

use diagnostics::Diagnostic;
use diagnostics::codes::{CONSTANT_OUT_OF_RANGE, INVALID_CONSTANT};
use hir::{BuiltinType, ExprId, ExprKind, Span, StringLiteral, Symbol, Type};

use crate::resolver::Resolver;

/// The encoding a prefix asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Encoding {
    Plain,
    Utf8,
    Utf16,
    Utf32,
    Wide,
}

impl Encoding {
    /// The type of one element.
    fn element(self) -> Type {
        Type::builtin(match self {
            Encoding::Plain | Encoding::Utf8 => BuiltinType::Char,
            Encoding::Utf16 => BuiltinType::UShort,
            Encoding::Utf32 => BuiltinType::UInt,
            Encoding::Wide => BuiltinType::Int,
        })
    }

    /// The largest value of one element.
    fn max(self) -> u32 {
        match self {
            Encoding::Plain | Encoding::Utf8 => 0xff,
            Encoding::Utf16 => 0xffff,
            Encoding::Utf32 | Encoding::Wide => u32::MAX,
        }
    }
}

/// What is wrong inside a literal.
#[derive(Debug, PartialEq, Eq)]
enum Fault {
    /// An escape C does not have.
    Unknown(char),
    /// `\x` without digits, `\u` with too few.
    Digits,
    /// The value does not fit one element.
    TooLarge,
}

impl Resolver<'_> {
    /// A character constant; its type is `int`, or that of its prefix.
    pub(crate) fn character(&mut self, symbol: Symbol, span: Span) -> ExprId {
        let spelling = self.sources.symbols.bytes(symbol).to_vec();
        let (encoding, body) = split(&spelling);
        let (units, faults) = decode(body, encoding);
        self.report_faults(&faults, span);
        if units.is_empty() {
            self.report(Diagnostic::new(&INVALID_CONSTANT, span, "a character constant needs a character"));
            return self.error_expr(span);
        }
        if units.len() > 1 {
            self.report(several_characters(span));
        }
        let (value, ty) = match encoding {
            Encoding::Plain => (self.narrow_value(&units), Type::INT),
            // C23's `char8_t`, and a plain `char` in C++.
            Encoding::Utf8 if self.options.cuda => (self.narrow_value(&units), Type::CHAR),
            Encoding::Utf8 => {
                (units.last().map_or(0, |&u| i128::from(u as u8)), Type::builtin(BuiltinType::UChar))
            }
            _ => (units.last().map_or(0, |&u| i128::from(u)), encoding.element()),
        };
        let value =
            if ty == Type::INT && encoding == Encoding::Wide { i128::from(value as i32) } else { value };
        self.make(ExprKind::Int { value, text: Some(symbol) }, ty, span)
    }

    /// `'ab'` is `'a' << 8 | 'b'`; a single character is a `char` made `int`.
    fn narrow_value(&self, units: &[u32]) -> i128 {
        if let [unit] = units {
            let signed = self.program.machine == hir::Machine::X86_64;
            return if signed { i128::from(*unit as u8 as i8) } else { i128::from(*unit as u8) };
        }
        i128::from(units.iter().fold(0i32, |value, &unit| value << 8 | (unit & 0xff) as i32))
    }

    /// Adjacent string literals as one array.
    pub(crate) fn string(&mut self, pieces: &[Symbol], span: Span) -> ExprId {
        let spellings: Vec<Vec<u8>> =
            pieces.iter().map(|&p| self.sources.symbols.bytes(p).to_vec()).collect();
        let parts: Vec<(Encoding, &[u8])> = spellings.iter().map(|s| split(s)).collect();
        let mut encoding = Encoding::Plain;
        for &(of_part, _) in &parts {
            if of_part != Encoding::Plain && encoding != Encoding::Plain && encoding != of_part {
                let message = "adjacent string literals have different prefixes";
                self.report(Diagnostic::new(&INVALID_CONSTANT, span, message));
            }
            if of_part != Encoding::Plain {
                encoding = of_part;
            }
        }
        let mut units = Vec::new();
        for &(_, body) in &parts {
            let (decoded, faults) = decode(body, encoding);
            self.report_faults(&faults, span);
            units.extend(decoded);
        }
        let ty = self.program.types.array_of(encoding.element(), units.len() as u64 + 1);
        let literal = StringLiteral { units, pieces: pieces.to_vec() };
        self.make(ExprKind::String(Box::new(literal)), ty, span)
    }

    fn report_faults(&mut self, faults: &[Fault], span: Span) {
        for fault in faults {
            self.report(match fault {
                Fault::Unknown(c) => {
                    let message = format!("`\\{c}` is not an escape of C and stands for `{c}`");
                    Diagnostic::new(&CONSTANT_OUT_OF_RANGE, span, message)
                }
                Fault::Digits => {
                    let message = "an escape has too few hexadecimal digits";
                    Diagnostic::new(&INVALID_CONSTANT, span, message)
                }
                Fault::TooLarge => {
                    let message = "an escape is too large for one character of this literal";
                    Diagnostic::new(&CONSTANT_OUT_OF_RANGE, span, message)
                }
            });
        }
    }
}

/// The prefix of a literal and what stands between its quotes.
fn split(spelling: &[u8]) -> (Encoding, &[u8]) {
    let (encoding, quoted) = match spelling {
        [b'u', b'8', rest @ ..] => (Encoding::Utf8, rest),
        [b'u', rest @ ..] => (Encoding::Utf16, rest),
        [b'U', rest @ ..] => (Encoding::Utf32, rest),
        [b'L', rest @ ..] => (Encoding::Wide, rest),
        rest => (Encoding::Plain, rest),
    };
    let inside = quoted.get(1..).unwrap_or_default();
    (encoding, inside.strip_suffix(b"\"").or(inside.strip_suffix(b"'")).unwrap_or(inside))
}

/// The elements of a literal.
fn decode(body: &[u8], encoding: Encoding) -> (Vec<u32>, Vec<Fault>) {
    let mut units = Vec::with_capacity(body.len());
    let mut faults = Vec::new();
    let mut rest = body;
    while let Some(&first) = rest.first() {
        if first == b'\\' {
            rest = escape(&rest[1..], encoding, &mut units, &mut faults);
        } else if matches!(encoding, Encoding::Plain | Encoding::Utf8) {
            units.push(u32::from(first));
            rest = &rest[1..];
        } else {
            let (c, len) = utf8_char(rest);
            push_char(c, encoding, &mut units);
            rest = &rest[len..];
        }
    }
    (units, faults)
}

/// Reads what follows a backslash; returns what follows the escape.
fn escape<'b>(rest: &'b [u8], encoding: Encoding, units: &mut Vec<u32>, faults: &mut Vec<Fault>) -> &'b [u8] {
    let Some((&first, after)) = rest.split_first() else { return rest };
    let simple = match first {
        b'n' => Some(10),
        b't' => Some(9),
        b'r' => Some(13),
        b'a' => Some(7),
        b'b' => Some(8),
        b'f' => Some(12),
        b'v' => Some(11),
        b'e' | b'E' => Some(27),
        b'\\' | b'\'' | b'"' | b'?' => Some(u32::from(first)),
        _ => None,
    };
    if let Some(unit) = simple {
        units.push(unit);
        return after;
    }
    let (from, radix, most, least) = match first {
        b'0'..=b'7' => (rest, 8, 3, 1),
        b'x' => (after, 16, usize::MAX, 1),
        b'u' => (after, 16, 4, 4),
        b'U' => (after, 16, 8, 8),
        _ => {
            let (c, len) = utf8_char(rest);
            faults.push(Fault::Unknown(char::from_u32(c).unwrap_or('?')));
            push_char(c, encoding, units);
            return &rest[len..];
        }
    };
    let digits = from.iter().take(most).take_while(|b| (**b as char).is_digit(radix)).count();
    if digits < least {
        faults.push(Fault::Digits);
        return &from[digits..];
    }
    let value = from[..digits].iter().fold(0u32, |value, &b| {
        value.saturating_mul(radix).saturating_add((b as char).to_digit(radix).unwrap_or(0))
    });
    if matches!(first, b'u' | b'U') {
        push_char(value, encoding, units);
    } else {
        if value > encoding.max() {
            faults.push(Fault::TooLarge);
        }
        units.push(value & encoding.max());
    }
    &from[digits..]
}

/// Encodes one character.
fn push_char(c: u32, encoding: Encoding, units: &mut Vec<u32>) {
    match (encoding, char::from_u32(c)) {
        (Encoding::Plain | Encoding::Utf8, Some(c)) => {
            let mut buffer = [0; 4];
            units.extend(c.encode_utf8(&mut buffer).bytes().map(u32::from));
        }
        (Encoding::Utf16, Some(c)) => {
            let mut buffer = [0; 2];
            units.extend(c.encode_utf16(&mut buffer).iter().map(|&unit| u32::from(unit)));
        }
        _ => units.push(c & encoding.max()),
    }
}

/// The first character of some bytes, and how many bytes it takes.
fn utf8_char(bytes: &[u8]) -> (u32, usize) {
    let len = match bytes.first() {
        Some(0xc2..=0xdf) => 2,
        Some(0xe0..=0xef) => 3,
        Some(0xf0..=0xf4) => 4,
        _ => 1,
    };
    let decoded = bytes.get(..len).and_then(|b| std::str::from_utf8(b).ok()).and_then(|s| s.chars().next());
    match decoded {
        Some(c) => (c as u32, len),
        None => (u32::from(bytes.first().copied().unwrap_or(0)), 1),
    }
}

fn several_characters(span: Span) -> Diagnostic {
    Diagnostic::new(&CONSTANT_OUT_OF_RANGE, span, "a character constant with several characters")
        .note("its value depends on the compiler; a string is written with double quotes")
}

#[cfg(test)]
#[path = "characters_tests.rs"]
mod characters_tests;
