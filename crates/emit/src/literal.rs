//! Constants: as written if they were, otherwise spelled so that they have
//! their type.
//!
//! `4294967295` of type `unsigned int` is `4294967295u`, the least `int` is
//! `(-2147483647 - 1)` because `2147483648` is a `long`, and a `float` has an
//! `f` and as many digits as tell it from its neighbours.

use hir::{BuiltinType, ExprId, ExprKind, StringLiteral, Symbol, Type};

use crate::{Precedence, Printer};

impl Printer<'_> {
    /// How tightly the text of a constant holds together.
    pub(crate) fn literal_precedence(&self, expr: ExprId) -> Precedence {
        match self.program.exprs[expr].kind {
            ExprKind::Int { text: None, value } if value < 0 => Precedence::Unary,
            ExprKind::Float { text: None, value } if value.is_sign_negative() => Precedence::Unary,
            ExprKind::Float { text: None, value } if !value.is_finite() => Precedence::Postfix,
            _ => Precedence::Primary,
        }
    }

    pub(crate) fn int_literal(&mut self, value: i128, text: Option<Symbol>, ty: Type) {
        if let Some(text) = text {
            let text = self.text(text);
            // OpenCL C has `long`, of 64 bits, and no `long long`.
            return match self.is_open_cl() {
                true => self.out.write(&text.replace("ll", "l").replace("LL", "L")),
                false => self.out.write(&text),
            };
        }
        let builtin = self.program.types.as_builtin(ty);
        let spelled = match builtin {
            Some(BuiltinType::Int128) => wide_int(value, "__int128"),
            Some(BuiltinType::UInt128) => wide_int(value, "unsigned __int128"),
            _ if self.is_open_cl() => narrow_int(value, &int_suffix(builtin).replace("ll", "l")),
            _ => narrow_int(value, int_suffix(builtin)),
        };
        self.out.write(&spelled);
    }

    pub(crate) fn float_literal(&mut self, value: f64, text: Option<Symbol>, ty: Type) {
        match text {
            Some(text) => self.write_symbol(text),
            None => self.out.write(&float_text(value, self.program.types.as_builtin(ty))),
        }
    }

    pub(crate) fn string_literal(&mut self, literal: &StringLiteral) {
        if literal.pieces.is_empty() {
            return self.out.write(&quoted(&literal.units));
        }
        for (number, &piece) in literal.pieces.iter().enumerate() {
            self.out.write(if number > 0 { " " } else { "" });
            let bytes = self.sources.symbols.bytes(piece);
            match std::str::from_utf8(bytes) {
                Ok(text) => self.out.write(text),
                Err(_) => self.out.write(&with_octal_bytes(bytes)),
            }
        }
    }
}

/// A constant of at most 64 bits.
fn narrow_int(value: i128, suffix: &str) -> String {
    let lowest = if suffix.is_empty() { i128::from(i32::MIN) } else { i128::from(i64::MIN) };
    if value == lowest { format!("(-{}{suffix} - 1)", -(value + 1)) } else { format!("{value}{suffix}") }
}

/// A constant of 128 bits; C has no literals for most of them.
fn wide_int(value: i128, ty: &str) -> String {
    match i64::try_from(value) {
        Ok(small) if small > i64::MIN => format!("(({ty}){small})"),
        _ => format!("(({ty}){}ull << 64 | {}ull)", (value >> 64) as u64, value as u64),
    }
}

fn int_suffix(builtin: Option<BuiltinType>) -> &'static str {
    match builtin {
        Some(BuiltinType::UInt) => "u",
        Some(BuiltinType::Long) => "l",
        Some(BuiltinType::ULong) => "ul",
        Some(BuiltinType::LongLong) => "ll",
        Some(BuiltinType::ULongLong) => "ull",
        _ => "",
    }
}

fn float_text(value: f64, builtin: Option<BuiltinType>) -> String {
    let is_float = builtin == Some(BuiltinType::Float);
    let suffix = match builtin {
        Some(BuiltinType::Float) => "f",
        Some(BuiltinType::LongDouble) => "l",
        Some(BuiltinType::Float32) => "f32",
        Some(BuiltinType::Float64) => "f64",
        Some(BuiltinType::Float128) => "f128",
        Some(BuiltinType::Float32x) => "f32x",
        Some(BuiltinType::Float64x) => "f64x",
        Some(BuiltinType::Float16) => "f16",
        _ => "",
    };
    if !value.is_finite() {
        let sign = if value.is_sign_negative() { "-" } else { "" };
        let name = match (value.is_nan(), is_float) {
            (true, true) => "__builtin_nanf(\"\")",
            (true, false) => "__builtin_nan(\"\")",
            (false, true) => "__builtin_huge_valf()",
            (false, false) => "__builtin_huge_val()",
        };
        return format!("{sign}{name}");
    }
    // Rust's `{:?}` is the shortest text that reads back as the same number.
    let digits = if is_float { format!("{:?}", value as f32) } else { format!("{value:?}") };
    format!("{digits}{suffix}")
}

/// A string made here. Octal escapes end after three digits, so what follows
/// cannot be mistaken for part of one.
fn quoted(units: &[u32]) -> String {
    let mut text = String::from("\"");
    for &unit in units {
        match u8::try_from(unit).unwrap_or(b'?') {
            b'\n' => text.push_str("\\n"),
            b'\t' => text.push_str("\\t"),
            byte @ (b'"' | b'\\') => {
                text.push('\\');
                text.push(char::from(byte));
            }
            byte @ b' '..=b'~' => text.push(char::from(byte)),
            byte => text.push_str(&format!("\\{byte:03o}")),
        }
    }
    text.push('"');
    text
}

/// A literal as written, with the bytes that are not UTF-8 as escapes.
fn with_octal_bytes(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        for byte in chunk.invalid() {
            text.push_str(&format!("\\{byte:03o}"));
        }
    }
    text
}
