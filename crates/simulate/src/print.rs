//! `printf` in kernels.
//!
//! C's conversion specifications over values that lie in registers. The characters of a string
//! (`%s`) are read from the thread's memory, like any others.

use std::fmt::Write as _;

use crate::block::World;
use crate::code::{Pc, Reg, SiteId};
use crate::half;
use crate::locate::Touch;
use crate::scalar::Scalar;
use crate::touch::lanes;
use crate::warp::Warp;

impl Warp {
    pub(crate) fn print(&mut self, format: u32, to: Reg, at: (Pc, SiteId), world: &mut World<'_, '_>) {
        let launch = world.launch;
        let Some(format) = launch.code.formats.get(format as usize) else { return };
        for lane in lanes(self.mask()) {
            let args: Vec<(u64, Scalar)> = format
                .args
                .iter()
                .map(|&(register, ty)| (self.registers[register as usize][lane], ty))
                .collect();
            let printed = formatted(&format.text, &args, |address| self.text(lane, address, at, world));
            world.printed.extend(printed);
            self.registers[to as usize][lane] = args.len() as u64;
        }
    }

    /// The string at an address, as far as it is in memory.
    fn text(&mut self, lane: usize, address: u64, at: (Pc, SiteId), world: &mut World<'_, '_>) -> Vec<u8> {
        let (pc, site) = at;
        let mut text = Vec::new();
        for address in (address..).take(LONGEST_TEXT) {
            match self.load(Touch { lane, address, size: 1, site, pc }, world) as u8 {
                0 => break,
                byte => text.push(byte),
            }
        }
        text
    }
}

/// A string that does not end is not followed further.
const LONGEST_TEXT: usize = 4096;

/// The text that C's `printf` makes of a format and its arguments.
pub(crate) fn formatted(
    format: &[u8],
    args: &[(u64, Scalar)],
    mut text_at: impl FnMut(u64) -> Vec<u8>,
) -> Vec<u8> {
    let mut out = Vec::new();
    let mut args = args.iter().copied();
    let mut rest = format;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        let (mut spec, after) = Spec::parse(rest);
        rest = after;
        let mut next = || args.next().unwrap_or((0, Scalar::I32));
        if spec.asks_width {
            spec.take_width(next().0 as i32);
        }
        if spec.asks_precision {
            // A negative one is none.
            spec.precision = usize::try_from(next().0 as i32).ok();
        }
        match spec.conversion {
            b'%' => out.push(b'%'),
            0 => {}
            b's' => {
                let mut text = text_at(next().0);
                text.truncate(spec.precision.unwrap_or(usize::MAX));
                let padding = vec![b' '; spec.width.saturating_sub(text.len())];
                let parts = if spec.left { [text, padding] } else { [padding, text] };
                out.extend(parts.concat());
            }
            _ => {
                let (bits, ty) = next();
                out.extend(spec.print(bits, ty).bytes());
            }
        }
    }
    out
}

/// `%-08.3lf` in parts.
#[derive(Default)]
struct Spec {
    left: bool,
    zero: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    width: usize,
    /// `*`: the width is an argument.
    asks_width: bool,
    precision: Option<usize>,
    /// `.*`: the precision is.
    asks_precision: bool,
    conversion: u8,
}

impl Spec {
    fn parse(text: &[u8]) -> (Spec, &[u8]) {
        let mut spec = Spec::default();
        let mut rest = text;
        while let Some((&byte, after)) = rest.split_first() {
            match byte {
                b'-' => spec.left = true,
                b'0' => spec.zero = true,
                b'+' => spec.plus = true,
                b' ' => spec.space = true,
                b'#' => spec.alternate = true,
                _ => break,
            }
            rest = after;
        }
        (spec.width, rest) = number(rest);
        (spec.asks_width, rest) = star(rest);
        if let Some((b'.', after)) = rest.split_first() {
            let (precision, after) = number(after);
            spec.precision = Some(precision);
            (spec.asks_precision, rest) = star(after);
        }
        while let Some((b'l' | b'h' | b'z' | b'j' | b't' | b'L' | b'q', after)) = rest.split_first() {
            rest = after;
        }
        if let Some((&conversion, after)) = rest.split_first() {
            spec.conversion = conversion;
            rest = after;
        }
        (spec, rest)
    }

    /// A width that is an argument; a negative one means the left side.
    fn take_width(&mut self, width: i32) {
        self.left |= width < 0;
        self.width = (width.unsigned_abs() as usize).min(WIDEST);
    }

    fn print(&self, bits: u64, ty: Scalar) -> String {
        let float = match ty {
            Scalar::F16 => half::value(bits),
            Scalar::F32 => f64::from(f32::from_bits(bits as u32)),
            _ => f64::from_bits(bits),
        };
        let narrow = if ty.size() <= 4 { u64::from(bits as u32) } else { bits };
        let (negative, body) = match self.conversion {
            b'd' | b'i' => ((bits as i64) < 0, (bits as i64).unsigned_abs().to_string()),
            b'u' => (false, narrow.to_string()),
            b'x' if self.alternate => (false, format!("0x{narrow:x}")),
            b'x' => (false, format!("{narrow:x}")),
            b'X' => (false, format!("{narrow:X}")),
            b'o' => (false, format!("{narrow:o}")),
            b'p' => (false, format!("0x{bits:x}")),
            b'c' => return self.pad("", (bits as u8 as char).to_string(), false),
            b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => {
                (float.is_sign_negative() && !float.is_nan(), self.float(float.abs()))
            }
            _ => (false, String::new()),
        };
        let body = match (self.precision, self.conversion) {
            (Some(digits), b'd' | b'i' | b'u' | b'x' | b'X' | b'o') => format!("{body:0>digits$}"),
            _ => body,
        };
        let sign = match (negative, self.conversion) {
            (true, _) => "-",
            (false, b'u' | b'x' | b'X' | b'o' | b'p') => "",
            _ if self.plus => "+",
            _ if self.space => " ",
            _ => "",
        };
        self.pad(sign, body, true)
    }

    fn pad(&self, sign: &str, body: String, is_number: bool) -> String {
        let missing = self.width.saturating_sub(sign.len() + body.len());
        if self.left {
            return format!("{sign}{body}{:missing$}", "");
        }
        if self.zero && is_number {
            return format!("{sign}{}{body}", "0".repeat(missing));
        }
        format!("{:missing$}{sign}{body}", "")
    }

    fn float(&self, x: f64) -> String {
        if !x.is_finite() {
            return if x.is_nan() { "nan".to_owned() } else { "inf".to_owned() };
        }
        let precision = self.precision.unwrap_or(6);
        let text = match self.conversion {
            b'e' | b'E' => exponential(x, precision),
            b'g' | b'G' => self.general(x, precision.max(1)),
            _ => format!("{x:.precision$}"),
        };
        if self.conversion.is_ascii_uppercase() { text.to_uppercase() } else { text }
    }

    /// `%g`: whichever of the two forms is shorter, without trailing zeros.
    fn general(&self, x: f64, digits: usize) -> String {
        let rounded = exponential(x, digits - 1);
        let exponent: i32 = rounded.split_once('e').and_then(|(_, e)| e.parse().ok()).unwrap_or(0);
        let (text, tail) = if exponent < -4 || exponent >= digits as i32 {
            let (mantissa, tail) = rounded.split_once('e').unwrap_or((&rounded, "+00"));
            (mantissa.to_owned(), format!("e{tail}"))
        } else {
            let decimals = (digits as i32 - 1 - exponent).max(0) as usize;
            (format!("{x:.decimals$}"), String::new())
        };
        if self.alternate || !text.contains('.') {
            return text + &tail;
        }
        text.trim_end_matches('0').trim_end_matches('.').to_owned() + &tail
    }
}

/// `1.5e+03`, with at least two digits of exponent.
fn exponential(x: f64, precision: usize) -> String {
    let text = format!("{x:.precision$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let mut out = mantissa.to_owned();
    let sign = if exponent < 0 { '-' } else { '+' };
    let _ = write!(out, "e{sign}{:02}", exponent.abs());
    out
}

fn number(text: &[u8]) -> (usize, &[u8]) {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (number, rest) = text.split_at(digits);
    let value =
        number.iter().fold(0usize, |n, &d| n.saturating_mul(10).saturating_add(usize::from(d - b'0')));
    (value.min(WIDEST), rest)
}

/// A `*` at the start.
fn star(text: &[u8]) -> (bool, &[u8]) {
    match text.split_first() {
        Some((b'*', after)) => (true, after),
        _ => (false, text),
    }
}

/// The widest field.
const WIDEST: usize = 4096;

#[cfg(test)]
mod print_tests {
    use super::*;

    fn print(format: &str, args: &[(u64, Scalar)]) -> String {
        let text = |_| b"text".to_vec();
        String::from_utf8(formatted(format.as_bytes(), args, text)).expect("ASCII")
    }

    #[test]
    fn as_c_prints() {
        let int = |n: i32| (n as u64, Scalar::I32);
        let double = |x: f64| (x.to_bits(), Scalar::F64);
        assert_eq!(print("%d|%5d|%-5d|%05d", &[int(-3), int(42), int(42), int(-42)]), "-3|   42|42   |-0042");
        assert_eq!(
            print("%u %x %X", &[(u32::MAX as u64, Scalar::U32), int(255), int(255)]),
            "4294967295 ff FF"
        );
        assert_eq!(print("%x", &[int(-1)]), "ffffffff");
        assert_eq!(print("%s|%6s|%-6s|%.2s", &[int(0); 4]), "text|  text|text  |te");
        assert_eq!(
            print("%*d|%*d|%.*f", &[int(4), int(7), int(-4), int(7), int(1), double(0.25)]),
            "   7|7   |0.2"
        );
        assert_eq!(
            print("%f %.2f %8.3f", &[double(1.5), double(-2.345), double(3.25)]),
            "1.500000 -2.35    3.250"
        );
        assert_eq!(print("%e %.3e", &[double(12345.678), double(0.0)]), "1.234568e+04 0.000e+00");
        assert_eq!(print("%g %g %g", &[double(0.0001), double(1e10), double(100.0)]), "0.0001 1e+10 100");
        assert_eq!(print("%c%% %lld", &[int(65), (u64::MAX, Scalar::I64)]), "A% -1");
    }
}
