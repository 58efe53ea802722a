//! Numbers: what `0x1fULL`, `1e-3f` and `'012'` are worth and of which type.
//!
//! The type of an integer is the first of a list that can hold it; the list
//! depends on base and suffix (C17 6.4.4.1). Floating constants are computed
//! exactly and rounded once.

use diagnostics::Diagnostic;
use diagnostics::codes::{CONSTANT_OUT_OF_RANGE, INVALID_CONSTANT};
use hir::{BuiltinType, ExprId, ExprKind, Span, Symbol, Type, TypeKind};

use crate::resolver::Resolver;

/// A number as understood.
enum Number {
    Int { value: u128, ty: BuiltinType, too_large: bool },
    Float { value: f64, ty: BuiltinType, infinite: bool },
}

/// What a suffix says.
#[derive(Default)]
struct Suffix {
    unsigned: bool,
    longs: u8,
    imaginary: bool,
    float: Option<BuiltinType>,
}

impl Resolver<'_> {
    /// A numeric constant.
    pub(crate) fn number(&mut self, symbol: Symbol, span: Span) -> ExprId {
        let mut symbol = symbol;
        if self.sources.symbols.bytes(symbol).contains(&b'\'') {
            // `1'000`: printed without, it is a number to every compiler.
            let bytes = self.sources.symbols.bytes(symbol);
            let digits: Vec<u8> = bytes.iter().copied().filter(|&b| b != b'\'').collect();
            symbol = self.sources.symbols.intern(&digits);
        }
        let text = self.text(symbol);
        let (number, imaginary) = match read_number(&text) {
            Ok(read) => read,
            Err(reason) => {
                self.report(invalid_number(&text, reason, span));
                return self.error_expr(span);
            }
        };
        match number {
            Number::Int { value, ty, too_large } => {
                if too_large {
                    self.report(number_out_of_range(&text, span));
                }
                let value = value as i128;
                if imaginary {
                    let ty = self.program.types.intern(TypeKind::Complex(ty));
                    return self.make(ExprKind::Float { value: value as f64, text: Some(symbol) }, ty, span);
                }
                self.make(ExprKind::Int { value, text: Some(symbol) }, Type::builtin(ty), span)
            }
            Number::Float { value, ty, infinite } => {
                if infinite {
                    self.report(number_out_of_range(&text, span));
                }
                let kind = if imaginary { TypeKind::Complex(ty) } else { TypeKind::Builtin(ty) };
                let ty = self.program.types.intern(kind);
                self.make(ExprKind::Float { value, text: Some(symbol) }, ty, span)
            }
        }
    }
}

/// Reads a preprocessing number; the flag says that it is imaginary.
fn read_number(text: &str) -> Result<(Number, bool), &'static str> {
    let lower = text.to_ascii_lowercase();
    let is_hex = lower.starts_with("0x");
    let is_float = if is_hex {
        lower.contains('p') || lower.contains('.')
    } else {
        lower.contains('.') || (lower.contains('e') && !lower.starts_with("0b"))
    };
    if is_float { read_float(&lower, is_hex) } else { read_integer(&lower) }
}

fn read_integer(lower: &str) -> Result<(Number, bool), &'static str> {
    let (radix, rest) = match lower.as_bytes() {
        [b'0', b'x', ..] => (16, &lower[2..]),
        [b'0', b'b', ..] => (2, &lower[2..]),
        [b'0', b'0'..=b'9', ..] => (8, &lower[1..]),
        _ => (10, lower),
    };
    let digits =
        rest.bytes().take_while(|b| (*b as char).is_digit(if radix == 16 { 16 } else { 10 })).count();
    let (digits, suffix) = rest.split_at(digits);
    let suffix = read_suffix(suffix, false)?;
    if digits.is_empty() {
        return Err("it has no digits");
    }
    let mut value = 0u128;
    let mut too_large = false;
    for digit in digits.bytes() {
        let Some(digit) = (digit as char).to_digit(radix) else {
            return Err(if radix == 2 { "binary digits are 0 and 1" } else { "octal digits go from 0 to 7" });
        };
        value = value.wrapping_mul(u128::from(radix)).wrapping_add(u128::from(digit));
        too_large |= value > u128::from(u64::MAX);
        value = u128::from(value as u64);
    }
    let ty = integer_type(value as u64, radix == 10, &suffix);
    Ok((Number::Int { value, ty, too_large }, suffix.imaginary))
}

/// The first type of the list that holds the value.
fn integer_type(value: u64, decimal: bool, suffix: &Suffix) -> BuiltinType {
    use BuiltinType as B;
    let candidates = [
        (B::Int, i32::MAX as u64, 0, false),
        (B::UInt, u64::from(u32::MAX), 0, true),
        (B::Long, i64::MAX as u64, 1, false),
        (B::ULong, u64::MAX, 1, true),
        (B::LongLong, i64::MAX as u64, 2, false),
        (B::ULongLong, u64::MAX, 2, true),
    ];
    let fits = |&&(_, max, longs, unsigned): &&(B, u64, u8, bool)| {
        let sign_allowed = if suffix.unsigned { unsigned } else { !unsigned || !decimal };
        value <= max && longs >= suffix.longs && sign_allowed
    };
    // A decimal constant too large for any signed type: gcc makes it unsigned.
    candidates.iter().find(fits).map_or(B::ULongLong, |c| c.0)
}

fn read_suffix(suffix: &str, is_float: bool) -> Result<Suffix, &'static str> {
    let mut read = Suffix::default();
    let imaginary = suffix.find(['i', 'j']);
    let rest: String = match imaginary {
        Some(at) => {
            read.imaginary = true;
            suffix[..at].chars().chain(suffix[at + 1..].chars()).collect()
        }
        None => suffix.to_string(),
    };
    if is_float {
        read.float = Some(match rest.as_str() {
            "" | "d" => BuiltinType::Double,
            "f" => BuiltinType::Float,
            "l" => BuiltinType::LongDouble,
            "f16" => BuiltinType::Float16,
            "f32" => BuiltinType::Float32,
            "f64" => BuiltinType::Float64,
            "f128" | "q" => BuiltinType::Float128,
            "f32x" => BuiltinType::Float32x,
            "f64x" | "w" => BuiltinType::Float64x,
            _ => return Err("its suffix is not one of f, l, f16, f32, f64, f128, i"),
        });
        return Ok(read);
    }
    let (unsigned, longs) = match rest.as_str() {
        "" => (false, 0),
        "u" => (true, 0),
        "l" => (false, 1),
        "ul" | "lu" => (true, 1),
        "ll" => (false, 2),
        "ull" | "llu" => (true, 2),
        _ => return Err("its suffix is not one of u, l, ul, ll, ull"),
    };
    (read.unsigned, read.longs) = (unsigned, longs);
    Ok(read)
}

fn read_float(lower: &str, is_hex: bool) -> Result<(Number, bool), &'static str> {
    let (value, suffix) = if is_hex { hex_float(&lower[2..])? } else { decimal_float(lower)? };
    let suffix = read_suffix(suffix, true)?;
    let ty = suffix.float.unwrap_or(BuiltinType::Double);
    let single = matches!(ty, BuiltinType::Float | BuiltinType::Float32);
    let infinite = value.is_infinite() && matches!(ty, BuiltinType::Double | BuiltinType::Float64)
        || single && (value as f32).is_infinite();
    Ok((Number::Float { value, ty, infinite }, suffix.imaginary))
}

/// Value and suffix of a decimal floating constant.
fn decimal_float(text: &str) -> Result<(f64, &str), &'static str> {
    let bytes = text.as_bytes();
    let digits = |from: usize| bytes[from..].iter().take_while(|b| b.is_ascii_digit()).count();
    let mut end = digits(0);
    if bytes.get(end) == Some(&b'.') {
        end += 1;
        end += digits(end);
    }
    if bytes.get(end) == Some(&b'e') {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let exponent = digits((end + 1 + sign).min(bytes.len()));
        if exponent == 0 {
            return Err("its exponent has no digits");
        }
        end += 1 + sign + exponent;
    }
    let value = text[..end].parse().map_err(|_| "it is not a number")?;
    Ok((value, &text[end..]))
}

/// Value and suffix of what follows `0x`. Bits beyond the 64 highest only
/// matter for rounding and are kept as one sticky bit.
fn hex_float(text: &str) -> Result<(f64, &str), &'static str> {
    let bytes = text.as_bytes();
    let (mut mantissa, mut exponent, mut at) = (0u64, 0i64, 0);
    let (mut seen_point, mut seen_digit) = (false, false);
    while let Some(&byte) = bytes.get(at) {
        match (byte as char).to_digit(16) {
            Some(digit) => {
                seen_digit = true;
                if mantissa >> 60 == 0 {
                    mantissa = mantissa << 4 | u64::from(digit);
                    exponent -= if seen_point { 4 } else { 0 };
                } else {
                    mantissa |= u64::from(digit != 0);
                    exponent += if seen_point { 0 } else { 4 };
                }
            }
            None if byte == b'.' && !seen_point => seen_point = true,
            None => break,
        }
        at += 1;
    }
    if !seen_digit {
        return Err("it has no digits");
    }
    if bytes.get(at) != Some(&b'p') {
        return Err("a hexadecimal floating constant needs an exponent: `p0`");
    }
    let rest = &text[at + 1..];
    let sign = usize::from(rest.starts_with(['+', '-']));
    let digits = rest[sign..].bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 {
        return Err("its exponent has no digits");
    }
    let limit = i64::from(i32::MAX);
    let written: i64 = rest[..sign + digits]
        .trim_start_matches('+')
        .parse()
        .unwrap_or(if rest.starts_with('-') { -limit } else { limit });
    Ok((scale(mantissa, exponent.saturating_add(written)), &rest[sign + digits..]))
}

/// `mantissa * 2^exponent`, rounded to nearest even once.
fn scale(mantissa: u64, exponent: i64) -> f64 {
    if mantissa == 0 {
        return 0.0;
    }
    let top = 63 - i64::from(mantissa.leading_zeros());
    let value_exponent = top + exponent;
    if value_exponent > 1023 {
        return f64::INFINITY;
    }
    // Bits the result can hold: 53, fewer for subnormals.
    let bits = 53.min(value_exponent + 1075);
    if bits < 0 {
        return 0.0;
    }
    let drop = (top + 1 - bits).max(0) as u32;
    let rounded = if drop == 0 {
        u128::from(mantissa)
    } else {
        let wide = u128::from(mantissa);
        let half = 1u128 << (drop - 1);
        let kept = wide >> drop;
        let rest = wide & ((1u128 << drop) - 1);
        kept + u128::from(rest > half || (rest == half && kept & 1 == 1))
    };
    // `rounded` has at most 54 bits, so both steps are exact unless the value
    // is subnormal, where the power is split to stay in range.
    let power = exponent + i64::from(drop);
    let first = power.clamp(-1000, 1000);
    rounded as f64 * 2f64.powi(first as i32) * 2f64.powi((power - first).clamp(-1000, 1000) as i32)
}

fn invalid_number(text: &str, reason: &str, span: Span) -> Diagnostic {
    Diagnostic::new(&INVALID_CONSTANT, span, format!("`{text}` is not a number: {reason}"))
}

fn number_out_of_range(text: &str, span: Span) -> Diagnostic {
    Diagnostic::new(&CONSTANT_OUT_OF_RANGE, span, format!("`{text}` is too large for its type"))
}

#[cfg(test)]
#[path = "numbers_tests.rs"]
mod numbers_tests;
