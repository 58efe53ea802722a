//! Constants in `#if`: 64-bit integers, signed or not, and characters.
//!
//! `0x10u` is 16, unsigned; `'\377'` is -1 where `char` is signed. What has a
//! value later in the program, such as `1.0`, may have none here.

use std::borrow::Cow;

/// An integer of the widest type, as `#if` computes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Integer {
    /// The value, modulo 2^64.
    pub bits: u64,
    /// Of type `uintmax_t` rather than `intmax_t`.
    pub unsigned: bool,
}

impl Integer {
    pub fn signed(value: i64) -> Integer {
        Integer { bits: value as u64, unsigned: false }
    }
}

/// The value of a preprocessing number, or why it has none here.
pub(super) fn parse_number(text: &[u8]) -> Result<Integer, &'static str> {
    let text = &without_separators(text)[..];
    let (base, digits) = match text {
        [b'0', b'x' | b'X', rest @ ..] => (16, rest),
        [b'0', b'b' | b'B', rest @ ..] => (2, rest),
        [b'0', ..] => (8, text),
        _ => (10, text),
    };
    let is_digit = |b: &u8| (*b as char).is_digit(if base == 8 { 10 } else { base });
    let length = digits.iter().take_while(|b| is_digit(b)).count();
    let (digits, suffix) = digits.split_at(length);
    let floating = |b: &u8| matches!(b, b'.') || (base == 10 && matches!(b, b'e' | b'E'));
    let is_floating = suffix.iter().any(floating)
        || (base == 16 && suffix.iter().any(|b| matches!(b, b'p' | b'P')))
        || (base == 8 && suffix.first().is_some_and(|b| matches!(b, b'e' | b'E')));
    if is_floating {
        return Err("a floating-point number has no place in `#if`");
    }
    if digits.is_empty() {
        return Err("a number without digits");
    }
    let mut bits = 0u64;
    for &digit in digits {
        let Some(value) = (digit as char).to_digit(base) else {
            return Err("an octal number has digits 0 to 7 only");
        };
        let Some(next) = bits.checked_mul(u64::from(base)).and_then(|b| b.checked_add(value.into())) else {
            return Err("the number does not fit in 64 bits");
        };
        bits = next;
    }
    let Some(unsigned) = suffix_is_unsigned(suffix) else {
        return Err("the suffix of this integer is not one of C's");
    };
    // What does not fit a signed type is unsigned; gcc does so for decimal
    // constants as well.
    Ok(Integer { bits, unsigned: unsigned || bits > i64::MAX as u64 })
}

/// `1'000` without its separators.
fn without_separators(text: &[u8]) -> Cow<'_, [u8]> {
    match text.contains(&b'\'') {
        true => text.iter().copied().filter(|&b| b != b'\'').collect(),
        false => Cow::Borrowed(text),
    }
}

/// Does the suffix have a `u`? `None`: it is not a suffix.
fn suffix_is_unsigned(suffix: &[u8]) -> Option<bool> {
    let lower = suffix.to_ascii_lowercase();
    // `lL` is not a suffix, `ll` and `LL` are.
    if suffix.windows(2).any(|pair| pair == b"lL" || pair == b"Ll") {
        return None;
    }
    match lower.as_slice() {
        b"" | b"l" | b"ll" => Some(false),
        b"u" | b"ul" | b"ull" | b"lu" | b"llu" => Some(true),
        _ => None,
    }
}

/// The line number of a `#line`.
pub(super) fn decimal(text: &[u8]) -> Option<i64> {
    std::str::from_utf8(text).ok()?.parse::<u32>().ok().map(i64::from)
}

/// The value of a character constant with its prefix and quotes.
pub(super) fn parse_character(text: &[u8], char_is_unsigned: bool) -> Result<Integer, &'static str> {
    let quote = text.iter().position(|&b| b == b'\'').unwrap_or(0);
    let (prefix, rest) = text.split_at(quote);
    let body = rest.strip_prefix(b"'").and_then(|r| r.strip_suffix(b"'")).unwrap_or_default();
    if body.is_empty() {
        return Err("an empty character constant");
    }
    match prefix {
        b"" => narrow(body, char_is_unsigned),
        // `wchar_t` is `int` on the hosts we know; the other two are unsigned.
        b"L" => wide(body).map(|c| Integer::signed(i64::from(c as i32))),
        b"u" => wide(body).map(|c| Integer { bits: u64::from(c & 0xffff), unsigned: true }),
        _ => wide(body).map(|c| Integer { bits: u64::from(c), unsigned: true }),
    }
}

/// Several characters are shifted together, eight bits each, into an `int`.
fn narrow(body: &[u8], char_is_unsigned: bool) -> Result<Integer, &'static str> {
    let mut bytes = Vec::new();
    let mut rest = body;
    while let Some((unit, after)) = next_unit(rest)? {
        match unit {
            Unit::Byte(byte) => bytes.push(byte),
            Unit::Escape(code) => bytes.push(code as u8),
            Unit::Universal(c) => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
        rest = after;
    }
    let value = match bytes.as_slice() {
        [byte] if char_is_unsigned => return Ok(Integer { bits: u64::from(*byte), unsigned: true }),
        [byte] => i64::from(*byte as i8),
        _ => i64::from(bytes.iter().fold(0u32, |value, &byte| (value << 8) | u32::from(byte)) as i32),
    };
    Ok(Integer::signed(value))
}

/// The code of a wide character; of several, the last one's, as gcc has it.
fn wide(body: &[u8]) -> Result<u32, &'static str> {
    let mut code = 0;
    let mut rest = body;
    while let Some((unit, after)) = next_unit(rest)? {
        rest = after;
        code = match unit {
            Unit::Escape(code) => code,
            Unit::Universal(c) => c as u32,
            Unit::Byte(byte) if byte.is_ascii() => u32::from(byte),
            Unit::Byte(byte) => {
                let length = byte.leading_ones().saturating_sub(1).min(3) as usize;
                let tail = rest.split_at_checked(length).filter(|(tail, _)| tail.iter().all(|b| b >> 6 == 2));
                let Some((tail, after)) = tail else { return Err("this character is not valid UTF-8") };
                rest = after;
                let lead = u32::from(byte) & (0x3f >> length);
                tail.iter().fold(lead, |code, b| (code << 6) | u32::from(b & 0x3f))
            }
        };
    }
    Ok(code)
}

/// One element of a character constant.
enum Unit {
    /// As it stands.
    Byte(u8),
    /// `\n`, `\101`, `\x41`
    Escape(u32),
    /// `\u00e9`
    Universal(char),
}

/// The first element and what follows it.
fn next_unit(body: &[u8]) -> Result<Option<(Unit, &[u8])>, &'static str> {
    let (first, rest) = match body {
        [] => return Ok(None),
        [b'\\', rest @ ..] => match rest.split_first() {
            Some(split) => split,
            None => return Err("a backslash that escapes nothing"),
        },
        [byte, rest @ ..] => return Ok(Some((Unit::Byte(*byte), rest))),
    };
    let code = match first {
        b'n' => 10,
        b't' => 9,
        b'r' => 13,
        b'a' => 7,
        b'b' => 8,
        b'f' => 12,
        b'v' => 11,
        b'e' | b'E' => 27,
        b'x' => {
            let (code, after) = numeric(rest, 16, usize::MAX);
            return Ok(Some((Unit::Escape(code), after)));
        }
        b'0'..=b'7' => {
            let (code, after) = numeric(&body[1..], 8, 3);
            return Ok(Some((Unit::Escape(code), after)));
        }
        b'u' | b'U' => {
            let (code, after) = numeric(rest, 16, if *first == b'u' { 4 } else { 8 });
            let c = char::from_u32(code).ok_or("this is not a character of Unicode")?;
            return Ok(Some((Unit::Universal(c), after)));
        }
        other => u32::from(*other),
    };
    Ok(Some((Unit::Escape(code), rest)))
}

/// Up to `most` digits, and what follows them.
fn numeric(text: &[u8], base: u32, most: usize) -> (u32, &[u8]) {
    let mut value = 0u32;
    let mut length = 0;
    while let Some(digit) = text.get(length).and_then(|b| (*b as char).to_digit(base)) {
        if length == most {
            break;
        }
        value = value.wrapping_mul(base).wrapping_add(digit);
        length += 1;
    }
    (value, &text[length..])
}
