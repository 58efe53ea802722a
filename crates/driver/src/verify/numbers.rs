//! When two numbers count as equal.
//!
//! Exactly, unless the program combines floating-point values in another order: then within what
//! that can cause, a few thousand roundings of a `float`, and of a `double`.

/// How exactly values must agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exactness {
    /// To the last bit.
    Exact,
    /// `float`s are combined in another order.
    Float,
    /// `double`s are, and no `float`s.
    Double,
}

/// Relative difference that another order of a few thousand operations causes.
const OF_FLOAT: f64 = 1e-4;
const OF_DOUBLE: f64 = 1e-10;
/// Sums that cancel have no relative precision.
const AROUND_ZERO_FLOAT: f64 = 1e-5;
const AROUND_ZERO_DOUBLE: f64 = 1e-11;

impl Exactness {
    /// Whichever allows more.
    pub(super) fn looser(self, other: Exactness) -> Exactness {
        match (self, other) {
            (Exactness::Float, _) | (_, Exactness::Float) => Exactness::Float,
            (Exactness::Double, _) | (_, Exactness::Double) => Exactness::Double,
            (Exactness::Exact, Exactness::Exact) => Exactness::Exact,
        }
    }

    /// Does a number of this many bytes count as equal to another?
    pub(super) fn accepts(self, found: f64, expected: f64, bytes: usize) -> bool {
        if found == expected || found.is_nan() && expected.is_nan() {
            return true;
        }
        let (relative, absolute) = match (self, bytes) {
            (Exactness::Exact, _) => return false,
            (Exactness::Double, 8) => (OF_DOUBLE, AROUND_ZERO_DOUBLE),
            // What is computed from a rounded `float` is no more exact than that.
            _ => (OF_FLOAT, AROUND_ZERO_FLOAT),
        };
        (found - expected).abs() <= absolute + relative * found.abs().max(expected.abs())
    }

    /// Do two lines of output say the same?
    pub(super) fn accepts_line(self, found: &[u8], expected: &[u8]) -> bool {
        if found == expected {
            return true;
        }
        if self == Exactness::Exact {
            return false;
        }
        let (found, expected) = (pieces(found), pieces(expected));
        found.len() == expected.len()
            && found.iter().zip(&expected).all(|(found, expected)| self.accepts_piece(found, expected))
    }

    fn accepts_piece(self, found: &Piece<'_>, expected: &Piece<'_>) -> bool {
        match (found, expected) {
            (Piece::Words(a), Piece::Words(b)) => a == b,
            (Piece::Number(a, step), Piece::Number(b, other)) => {
                let bytes = if self == Exactness::Double { 8 } else { 4 };
                // The last digit that is printed may be rounded either way. A whole number is exact.
                let is_whole = *step == 1.0 && *other == 1.0 && b.is_finite();
                a == b
                    || !is_whole && (self.accepts(*a, *b, bytes) || (a - b).abs() <= 1.01 * step.max(*other))
            }
            _ => false,
        }
    }
}

/// Part of a line.
#[derive(Debug, PartialEq)]
enum Piece<'a> {
    Words(&'a [u8]),
    /// Its value, and what one unit of its last digit is worth.
    Number(f64, f64),
}

/// A line as numbers and what stands between them; blanks may pad numbers.
fn pieces(line: &[u8]) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut at = 0;
    let mut words = 0;
    while at < line.len() {
        let is_inside_word = at > 0 && (line[at - 1].is_ascii_alphanumeric() || line[at - 1] == b'_');
        let length = if is_inside_word { 0 } else { number_length(&line[at..]) };
        let text = std::str::from_utf8(&line[at..at + length]).unwrap_or("");
        let Ok(value) = text.parse::<f64>() else {
            at += 1;
            continue;
        };
        let between = line[words..at].trim_ascii_end();
        if !between.is_empty() {
            pieces.push(Piece::Words(between));
        }
        pieces.push(Piece::Number(value, last_digit(text)));
        at += length;
        words = at;
    }
    pieces.push(Piece::Words(&line[words..]));
    pieces
}

/// How many bytes of the text are a number: `-1.5e-7`, `inf` and `nan` too.
fn number_length(text: &[u8]) -> usize {
    let digits = |from: usize| text.iter().skip(from).take_while(|byte| byte.is_ascii_digit()).count();
    let sign = usize::from(matches!(text.first(), Some(b'-' | b'+')));
    if let Some(word) = [&b"inf"[..], b"nan"].iter().find(|word| text[sign..].starts_with(word)) {
        return sign + word.len();
    }
    let mut end = sign + digits(sign);
    if text.get(end) == Some(&b'.') {
        end += 1 + digits(end + 1);
    }
    if !text[..end].iter().any(u8::is_ascii_digit) {
        return 0;
    }
    if matches!(text.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(text.get(end + 1), Some(b'-' | b'+')));
        let exponent = digits(end + 1 + sign);
        end += if exponent > 0 { 1 + sign + exponent } else { 0 };
    }
    end
}

fn last_digit(text: &str) -> f64 {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let decimals = mantissa.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    10f64.powi(exponent.parse::<i32>().unwrap_or(0).saturating_sub(decimals as i32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_equal_within_what_another_order_causes() {
        let close = |a: &str, b: &str| Exactness::Float.accepts_line(a.as_bytes(), b.as_bytes());
        assert!(close("sum = 1.00001 (ok)", "sum = 1.00002 (ok)"));
        assert!(close("x:   9.9996", "x:  10.0001"));
        assert!(close("1.2e-9 nan", "1.3e-9 nan"));
        // Another number, another whole number, another word, a number less.
        assert!(!close("sum = 1.001", "sum = 1.003"));
        assert!(!close("n = 100000", "n = 100001"));
        assert!(!close("1.0 ok", "1.0 bad"));
        assert!(!close("1.5 2.5", "1.5"));
        assert!(!close("x1 2.5", "x2 2.5"));
        assert!(!Exactness::Exact.accepts_line(b"1.00001", b"1.00002"));
        assert!(!Exactness::Double.accepts_line(b"1.0000100", b"1.0000200"));
    }
}
