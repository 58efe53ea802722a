//! Arithmetic that rounds toward zero, up or down: `__fadd_rz`, `__dsqrt_ru`.
//!
//! The processor rounds to the nearest. How far its result is from the exact one
//! (the *residue*) can be computed without an error, by a fused multiplication
//! and addition, and its sign tells whether the neighbour is meant instead. A
//! `float`'s residue is exact in `double`; a `double` near the bottom of its
//! range is scaled up first, so that the residue is not lost there.

use crate::math::BitFunction;

/// The function of that name, and how many arguments it takes.
pub fn directed(name: &str) -> Option<(BitFunction, usize)> {
    let (operation, direction) = name.strip_prefix("__")?.rsplit_once('_')?;
    match direction {
        "rz" => function::<TOWARD_ZERO>(operation),
        "ru" => function::<UP>(operation),
        "rd" => function::<DOWN>(operation),
        _ => None,
    }
}

const TOWARD_ZERO: u8 = 0;
const UP: u8 = 1;
const DOWN: u8 = 2;

fn function<const DIRECTION: u8>(operation: &str) -> Option<(BitFunction, usize)> {
    Some(match operation {
        "fadd" => (|x| single::<DIRECTION>(sum(f(x[0]), f(x[1]))), 2),
        "fsub" => (|x| single::<DIRECTION>(sum(f(x[0]), -f(x[1]))), 2),
        "fmul" => (|x| single::<DIRECTION>((f(x[0]) * f(x[1]), 0.0)), 2),
        "fdiv" => (|x| single_quotient::<DIRECTION>(f(x[0]), f(x[1])), 2),
        "frcp" => (|x| single_quotient::<DIRECTION>(1.0, f(x[0])), 1),
        "fsqrt" => (|x| single_root::<DIRECTION>(f(x[0])), 1),
        "fmaf" => (|x| single::<DIRECTION>(sum(f(x[0]) * f(x[1]), f(x[2]))), 3),
        "dadd" => (|x| double::<DIRECTION>(sum(d(x[0]), d(x[1]))), 2),
        "dsub" => (|x| double::<DIRECTION>(sum(d(x[0]), -d(x[1]))), 2),
        "dmul" => (|x| double::<DIRECTION>(product(d(x[0]), d(x[1]))), 2),
        "ddiv" => (|x| double::<DIRECTION>(quotient(d(x[0]), d(x[1]))), 2),
        "drcp" => (|x| double::<DIRECTION>(quotient(1.0, d(x[0]))), 1),
        "dsqrt" => (|x| double::<DIRECTION>(root(d(x[0]))), 1),
        "fma" => (|x| double::<DIRECTION>(product_and_sum(d(x[0]), d(x[1]), d(x[2]))), 3),
        "double2float" => (|x| single::<DIRECTION>((d(x[0]), 0.0)), 1),
        "int2float" => (|x| single::<DIRECTION>((f64::from(x[0] as i32), 0.0)), 1),
        "uint2float" => (|x| single::<DIRECTION>((f64::from(x[0] as u32), 0.0)), 1),
        "float2uint" => (|x| u64::from(whole::<DIRECTION>(f(x[0])) as u32), 1),
        "double2int" => (|x| whole::<DIRECTION>(d(x[0])) as i32 as u64, 1),
        _ => return None,
    })
}

/// A `float` argument, exact in `double`.
fn f(bits: u64) -> f64 {
    f64::from(f32::from_bits(bits as u32))
}

fn d(bits: u64) -> f64 {
    f64::from_bits(bits)
}

fn whole<const DIRECTION: u8>(x: f64) -> f64 {
    match DIRECTION {
        UP => x.ceil(),
        DOWN => x.floor(),
        _ => x.trunc(),
    }
}

/// Is the next number below (-1) or above (1) meant, given the sign of what the
/// exact result has more than the nearest one?
fn step<const DIRECTION: u8>(nearest: f64, residue: f64) -> i32 {
    match DIRECTION {
        UP if residue > 0.0 => 1,
        DOWN if residue < 0.0 => -1,
        TOWARD_ZERO if residue < 0.0 && nearest > 0.0 => -1,
        TOWARD_ZERO if residue > 0.0 && nearest < 0.0 => 1,
        _ => 0,
    }
}

/// A `float` for an exact value, given as a `double` and the little it misses.
fn single<const DIRECTION: u8>((value, rest): (f64, f64)) -> u64 {
    let nearest = value as f32;
    let missing = value - f64::from(nearest);
    let residue = if value.is_nan() || value.is_infinite() {
        0.0
    } else if missing != 0.0 {
        missing
    } else {
        rest
    };
    let result = match step::<DIRECTION>(f64::from(nearest), residue) {
        1 => nearest.next_up(),
        -1 => nearest.next_down(),
        _ => nearest,
    };
    u64::from(result.to_bits())
}

/// A quotient is never exactly between two `float`s' neighbours in `double`
/// without being one: the sign of the rest decides.
fn single_quotient<const DIRECTION: u8>(a: f64, b: f64) -> u64 {
    let value = a / b;
    let rest = if value.is_finite() { (-value).mul_add(b, a) * b.signum() } else { 0.0 };
    single::<DIRECTION>((value, rest))
}

fn single_root<const DIRECTION: u8>(x: f64) -> u64 {
    let value = x.sqrt();
    let rest = if value.is_finite() { (-value).mul_add(value, x) } else { 0.0 };
    single::<DIRECTION>((value, rest))
}

/// A `double` for the nearest value and the sign of its residue.
fn double<const DIRECTION: u8>((nearest, residue): (f64, f64)) -> u64 {
    let result = match step::<DIRECTION>(nearest, residue) {
        1 => nearest.next_up(),
        -1 => nearest.next_down(),
        _ => nearest,
    };
    result.to_bits()
}

/// The nearest sum and exactly what it misses.
fn sum(a: f64, b: f64) -> (f64, f64) {
    let nearest = a + b;
    if nearest.is_infinite() && a.is_finite() && b.is_finite() {
        return (nearest, -nearest);
    }
    let part = nearest - a;
    let residue = (a - (nearest - part)) + (b - part);
    (nearest, if residue.is_nan() { 0.0 } else { residue })
}

/// Below this, residues may be too small for a `double`.
const LOW: f64 = f64::from_bits(123 << 52);
/// 2^200
const SCALE: f64 = f64::from_bits((1023 + 200) << 52);
/// 2^100
const ROOT_OF_SCALE: f64 = f64::from_bits((1023 + 100) << 52);

fn product(a: f64, b: f64) -> (f64, f64) {
    let nearest = a * b;
    let residue = if nearest.is_infinite() && a.is_finite() && b.is_finite() {
        -nearest
    } else if nearest == 0.0 && a != 0.0 && b != 0.0 {
        a.signum() * b.signum()
    } else if nearest.abs() < LOW {
        let (small, large) = if a.abs() < b.abs() { (a, b) } else { (b, a) };
        (small * SCALE).mul_add(large, -nearest * SCALE)
    } else {
        a.mul_add(b, -nearest)
    };
    (nearest, residue)
}

fn quotient(a: f64, b: f64) -> (f64, f64) {
    let nearest = a / b;
    let residue = if nearest.is_infinite() && b != 0.0 && a.is_finite() {
        -nearest
    } else if !nearest.is_finite() || b.is_infinite() {
        0.0
    } else if nearest == 0.0 && a != 0.0 {
        a.signum() * b.signum()
    } else if a.abs() < LOW {
        (-nearest * ROOT_OF_SCALE).mul_add(b * ROOT_OF_SCALE, a * SCALE) * b.signum()
    } else {
        (-nearest).mul_add(b, a) * b.signum()
    };
    (nearest, residue)
}

fn root(x: f64) -> (f64, f64) {
    let nearest = x.sqrt();
    let residue = if !nearest.is_finite() {
        0.0
    } else if x < LOW {
        let scaled = nearest * ROOT_OF_SCALE;
        (-scaled).mul_add(scaled, x * SCALE)
    } else {
        (-nearest).mul_add(nearest, x)
    };
    (nearest, residue)
}

/// The product is split into two parts without an error, and so is the sum of
/// its larger part with `c`; what is left over is compared in that order.
fn product_and_sum(a: f64, b: f64, c: f64) -> (f64, f64) {
    let nearest = a.mul_add(b, c);
    if !nearest.is_finite() {
        let is_overflow = nearest.is_infinite() && a.is_finite() && b.is_finite() && c.is_finite();
        return (nearest, if is_overflow { -nearest } else { 0.0 });
    }
    let is_low = (a * b).abs() < LOW && c.abs() < LOW && nearest.abs() < LOW;
    let scale = if is_low { SCALE } else { 1.0 };
    let (small, large) = if a.abs() < b.abs() { (a, b) } else { (b, a) };
    let (high, low) = {
        let small = small * scale;
        let high = small * large;
        (high, small.mul_add(large, -high))
    };
    let (total, rest) = sum(high, c * scale);
    let residue = (total - nearest * scale) + (rest + low);
    let residue = if residue == 0.0 && nearest == 0.0 && a != 0.0 && b != 0.0 && c == 0.0 {
        a.signum() * b.signum()
    } else {
        residue
    };
    (nearest, residue)
}

#[cfg(test)]
#[path = "rounding_tests.rs"]
mod rounding_tests;
