//! Numbers of 16 bits: `half` of CUDA, `_Float16` of C.
//!
//! A register holds the 16 bits. Each operation is done in `double`, which has more than twice
//! the digits, and rounded once: that gives the nearest `half` for sums, products and quotients.

/// The value of 16 bits; every one is a `double`.
pub(crate) fn value(bits: u64) -> f64 {
    let fraction = f64::from(bits as u16 & 0x3ff);
    let magnitude = match bits >> 10 & 31 {
        31 if fraction != 0.0 => f64::NAN,
        31 => f64::INFINITY,
        0 => fraction * 2f64.powi(-24),
        exponent => (fraction + 1024.0) * 2f64.powi(exponent as i32 - 25),
    };
    if bits & 0x8000 != 0 { -magnitude } else { magnitude }
}

/// The nearest number of 16 bits, and of two equally near the even one.
pub(crate) fn bits(value: f64) -> u64 {
    let sign = if value.is_sign_negative() { 0x8000 } else { 0 };
    let magnitude = value.abs();
    if value.is_nan() {
        return 0x7fff;
    }
    // From half of the last step upwards.
    if magnitude >= 65520.0 {
        return sign | 0x7c00;
    }
    let exponent = ((magnitude.to_bits() >> 52) as i32 - 1023).max(-14);
    // Steps of the last digit; a carry goes into the exponent, where it belongs.
    let steps = (magnitude * 2f64.powi(10 - exponent)).round_ties_even() as u64;
    sign | (steps + ((exponent + 14) as u64) * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_half_comes_back() {
        for half in 0..0x1_0000 {
            let again = bits(value(half));
            assert!(again == half || value(half).is_nan(), "{half:x} {again:x}");
        }
    }

    #[test]
    fn others_become_the_nearest() {
        let cases = [
            (1.0 + 1.0 / 2048.0, 0x3c00),
            (1.0 + 3.0 / 2048.0, 0x3c02),
            (65519.9, 0x7bff),
            (65520.0, 0x7c00),
            (-1e-9, 0x8000),
            (2f64.powi(-25), 0),
            (1.5 * 2f64.powi(-24), 2),
            (0.1, 0x2e66),
        ];
        for (number, half) in cases {
            assert_eq!(bits(number), half, "{number}");
        }
    }
}
