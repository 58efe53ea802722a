//! Checked `i128` arithmetic: every operation the solver needs, never wrapped.
//!
//! `mul(3, 4)` is `Ok(12)`; `mul(i128::MAX, 2)` is `Err(GaveUp::Overflow)`.
//! The invariant: a returned number is the mathematical result, and it is never
//! `i128::MIN`, so that negating a stored number cannot overflow.

use crate::effort::{Exact, GaveUp};

/// Rejects the one value whose negation does not exist.
pub(crate) fn negatable(value: i128) -> Exact<i128> {
    if value == i128::MIN { Err(GaveUp::Overflow) } else { Ok(value) }
}

pub(crate) fn add(a: i128, b: i128) -> Exact<i128> {
    negatable(a.checked_add(b).ok_or(GaveUp::Overflow)?)
}

pub(crate) fn sub(a: i128, b: i128) -> Exact<i128> {
    negatable(a.checked_sub(b).ok_or(GaveUp::Overflow)?)
}

pub(crate) fn mul(a: i128, b: i128) -> Exact<i128> {
    // Nearly every number in an index expression fits 64 bits, and the product
    // of two such numbers always fits 128: skip the slow overflow check.
    match (i64::try_from(a), i64::try_from(b)) {
        (Ok(small_a), Ok(small_b)) => Ok(i128::from(small_a) * i128::from(small_b)),
        _ => negatable(a.checked_mul(b).ok_or(GaveUp::Overflow)?),
    }
}

/// `a * b + c * d`, the step of every row combination.
pub(crate) fn mul_add(a: i128, b: i128, c: i128, d: i128) -> Exact<i128> {
    add(mul(a, b)?, mul(c, d)?)
}

pub(crate) fn neg(a: i128) -> Exact<i128> {
    a.checked_neg().ok_or(GaveUp::Overflow)
}

/// The greatest common divisor, never negative; `gcd(0, 0)` is 0.
pub(crate) fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        if let (Ok(small_a), Ok(small_b)) = (u64::try_from(a), u64::try_from(b)) {
            return i128::from(gcd_u64(small_a, small_b));
        }
        (a, b) = (b, a % b);
    }
    // Only gcd(MIN, 0) or gcd(MIN, MIN) exceed i128, and MIN is never stored.
    i128::try_from(a).unwrap_or(1)
}

fn gcd_u64(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The least common multiple of two positive numbers.
pub(crate) fn lcm(a: i128, b: i128) -> Exact<i128> {
    mul(a / gcd(a, b).max(1), b)
}

/// `a / b` rounded towards minus infinity, for `b > 0`.
pub(crate) fn div_floor(a: i128, b: i128) -> i128 {
    match (i64::try_from(a), i64::try_from(b)) {
        (Ok(small_a), Ok(small_b)) => i128::from(small_a.div_euclid(small_b)),
        _ => a.div_euclid(b),
    }
}

/// `a / b` rounded towards plus infinity, for `b > 0`.
pub(crate) fn div_ceil(a: i128, b: i128) -> i128 {
    // Not via quotient * b, which can leave the range near its lower end.
    let quotient = div_floor(a, b);
    if modulo(a, b) == 0 { quotient } else { quotient + 1 }
}

/// The residue of `a` modulo `m > 0`, in `0..m`.
pub(crate) fn modulo(a: i128, m: i128) -> i128 {
    match (i64::try_from(a), i64::try_from(m)) {
        (Ok(small_a), Ok(small_m)) => i128::from(small_a.rem_euclid(small_m)),
        _ => a.rem_euclid(m),
    }
}

/// `a / b` rounded to the nearest integer, for `b != 0`: leaves the remainder
/// of smallest magnitude, which is what makes Euclid's steps shrink fastest.
pub(crate) fn div_nearest(a: i128, b: i128) -> i128 {
    let magnitude = b.abs();
    let floor = div_floor(a, magnitude);
    let remainder = modulo(a, magnitude);
    let nearest = if remainder > magnitude - remainder { floor + 1 } else { floor };
    if b < 0 { -nearest } else { nearest }
}

/// The inverse of `a` modulo `m > 0`, when they have no common factor.
pub(crate) fn inverse_modulo(a: i128, m: i128) -> Option<i128> {
    let (mut r0, mut r1) = (m, modulo(a, m));
    let (mut t0, mut t1) = (0_i128, 1_i128);
    while r1 != 0 {
        let quotient = r0 / r1;
        (r0, r1) = (r1, r0 - quotient * r1);
        (t0, t1) = (t1, t0.checked_sub(quotient.checked_mul(t1)?)?);
    }
    (r0 == 1).then(|| modulo(t0, m))
}
