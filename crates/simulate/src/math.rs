//! The mathematics that kernels call, by name.
//!
//! Each entry is the function in `float` and in `double`. CUDA's fast
//! intrinsics (`__expf`) are computed exactly here: what they lose on the
//! hardware is not a property of the program.

/// A function of up to three reals in both precisions, and how many it takes.
pub struct Real {
    /// In `float`.
    pub single: fn([f32; 3]) -> f32,
    /// In `double`.
    pub double: fn([f64; 3]) -> f64,
    /// Number of arguments.
    pub arity: usize,
}

/// The function of that name, without the suffix of its `float` form.
pub fn real(name: &str) -> Option<Real> {
    let one = |single: fn([f32; 3]) -> f32, double: fn([f64; 3]) -> f64| Real { single, double, arity: 1 };
    let two = |single: fn([f32; 3]) -> f32, double: fn([f64; 3]) -> f64| Real { single, double, arity: 2 };
    Some(match name {
        "acos" => one(|x| libm::acosf(x[0]), |x| libm::acos(x[0])),
        "acosh" => one(|x| libm::acoshf(x[0]), |x| libm::acosh(x[0])),
        "asin" => one(|x| libm::asinf(x[0]), |x| libm::asin(x[0])),
        "asinh" => one(|x| libm::asinhf(x[0]), |x| libm::asinh(x[0])),
        "atan" => one(|x| libm::atanf(x[0]), |x| libm::atan(x[0])),
        "atan2" => two(|x| libm::atan2f(x[0], x[1]), |x| libm::atan2(x[0], x[1])),
        "atanh" => one(|x| libm::atanhf(x[0]), |x| libm::atanh(x[0])),
        "cbrt" => one(|x| libm::cbrtf(x[0]), |x| libm::cbrt(x[0])),
        "ceil" => one(|x| x[0].ceil(), |x| x[0].ceil()),
        "copysign" => two(|x| x[0].copysign(x[1]), |x| x[0].copysign(x[1])),
        "cos" => one(|x| libm::cosf(x[0]), |x| libm::cos(x[0])),
        "cosh" => one(|x| libm::coshf(x[0]), |x| libm::cosh(x[0])),
        "cospi" => one(
            |x| libm::cosf(x[0] % 2.0 * std::f32::consts::PI),
            |x| libm::cos(x[0] % 2.0 * std::f64::consts::PI),
        ),
        "erf" => one(|x| libm::erff(x[0]), |x| libm::erf(x[0])),
        "erfc" => one(|x| libm::erfcf(x[0]), |x| libm::erfc(x[0])),
        "exp" => one(|x| libm::expf(x[0]), |x| libm::exp(x[0])),
        "exp10" => one(|x| libm::exp10f(x[0]), |x| libm::exp10(x[0])),
        "exp2" => one(|x| libm::exp2f(x[0]), |x| libm::exp2(x[0])),
        "expm1" => one(|x| libm::expm1f(x[0]), |x| libm::expm1(x[0])),
        "fabs" => one(|x| x[0].abs(), |x| x[0].abs()),
        "fdim" => two(|x| libm::fdimf(x[0], x[1]), |x| libm::fdim(x[0], x[1])),
        "fdivide" | "fdiv" => two(|x| x[0] / x[1], |x| x[0] / x[1]),
        "floor" => one(|x| x[0].floor(), |x| x[0].floor()),
        "fma" => Real {
            single: |x| libm::fmaf(x[0], x[1], x[2]),
            double: |x| libm::fma(x[0], x[1], x[2]),
            arity: 3,
        },
        "fmax" => two(|x| x[0].max(x[1]), |x| x[0].max(x[1])),
        "fmin" => two(|x| x[0].min(x[1]), |x| x[0].min(x[1])),
        "fmod" => two(|x| x[0] % x[1], |x| x[0] % x[1]),
        "hypot" => two(|x| libm::hypotf(x[0], x[1]), |x| libm::hypot(x[0], x[1])),
        "j0" => one(|x| libm::j0f(x[0]), |x| libm::j0(x[0])),
        "j1" => one(|x| libm::j1f(x[0]), |x| libm::j1(x[0])),
        "lgamma" => one(|x| libm::lgammaf(x[0]), |x| libm::lgamma(x[0])),
        "log" => one(|x| libm::logf(x[0]), |x| libm::log(x[0])),
        "log10" => one(|x| libm::log10f(x[0]), |x| libm::log10(x[0])),
        "log1p" => one(|x| libm::log1pf(x[0]), |x| libm::log1p(x[0])),
        "log2" => one(|x| libm::log2f(x[0]), |x| libm::log2(x[0])),
        "logb" => one(|x| libm::ilogbf(x[0]) as f32, |x| f64::from(libm::ilogb(x[0]))),
        "nearbyint" | "rint" => one(|x| x[0].round_ties_even(), |x| x[0].round_ties_even()),
        "nextafter" => two(|x| libm::nextafterf(x[0], x[1]), |x| libm::nextafter(x[0], x[1])),
        "pow" => two(|x| libm::powf(x[0], x[1]), |x| libm::pow(x[0], x[1])),
        "rcbrt" => one(|x| 1.0 / libm::cbrtf(x[0]), |x| 1.0 / libm::cbrt(x[0])),
        "remainder" => two(|x| libm::remainderf(x[0], x[1]), |x| libm::remainder(x[0], x[1])),
        "round" => one(|x| x[0].round(), |x| x[0].round()),
        "rsqrt" => one(|x| 1.0 / x[0].sqrt(), |x| 1.0 / x[0].sqrt()),
        "saturate" => one(|x| x[0].clamp(0.0, 1.0), |x| x[0].clamp(0.0, 1.0)),
        "sin" => one(|x| libm::sinf(x[0]), |x| libm::sin(x[0])),
        "sinh" => one(|x| libm::sinhf(x[0]), |x| libm::sinh(x[0])),
        "sinpi" => one(
            |x| libm::sinf(x[0] % 2.0 * std::f32::consts::PI),
            |x| libm::sin(x[0] % 2.0 * std::f64::consts::PI),
        ),
        "sqrt" => one(|x| x[0].sqrt(), |x| x[0].sqrt()),
        "tan" => one(|x| libm::tanf(x[0]), |x| libm::tan(x[0])),
        "tanh" => one(|x| libm::tanhf(x[0]), |x| libm::tanh(x[0])),
        "tgamma" => one(|x| libm::tgammaf(x[0]), |x| libm::tgamma(x[0])),
        "trunc" => one(|x| x[0].trunc(), |x| x[0].trunc()),
        "y0" => one(|x| libm::y0f(x[0]), |x| libm::y0(x[0])),
        "y1" => one(|x| libm::y1f(x[0]), |x| libm::y1(x[0])),
        _ => return None,
    })
}

/// A function of up to three registers.
pub type BitFunction = fn([u64; 3]) -> u64;

/// What is asked about a number of either precision: `isnan` and its like.
pub fn classification(name: &str, is_single: bool) -> Option<BitFunction> {
    Some(match (name, is_single) {
        ("isnan", true) => |x| u64::from(single(x).is_nan()),
        ("isnan", false) => |x| u64::from(f64::from_bits(x[0]).is_nan()),
        ("isinf", true) => |x| u64::from(single(x).is_infinite()),
        ("isinf", false) => |x| u64::from(f64::from_bits(x[0]).is_infinite()),
        ("isfinite", true) => |x| u64::from(single(x).is_finite()),
        ("isfinite", false) => |x| u64::from(f64::from_bits(x[0]).is_finite()),
        ("signbit", true) => |x| u64::from(single(x).is_sign_negative()),
        ("signbit", false) => |x| u64::from(f64::from_bits(x[0]).is_sign_negative()),
        _ => return None,
    })
}

fn single(x: [u64; 3]) -> f32 {
    f32::from_bits(x[0] as u32)
}

/// An intrinsic of bits to bits, and how many arguments it takes.
pub fn bits(name: &str) -> Option<(BitFunction, usize)> {
    Some(match name {
        "__mul24" => (|x| low24(x[0]).wrapping_mul(low24(x[1])) as i32 as u64, 2),
        "__umul24" => (|x| (x[0] & 0xff_ffff).wrapping_mul(x[1] & 0xff_ffff) & 0xffff_ffff, 2),
        "__mulhi" => (|x| ((x[0] as i64 * x[1] as i64) >> 32) as u64, 2),
        "__umulhi" => (|x| (x[0] * x[1]) >> 32, 2),
        "__mul64hi" => (|x| ((i128::from(x[0] as i64) * i128::from(x[1] as i64)) >> 64) as u64, 2),
        "__umul64hi" => (|x| ((u128::from(x[0]) * u128::from(x[1])) >> 64) as u64, 2),
        "__sad" => {
            (|x| u64::from(((x[0] as i64 - x[1] as i64).unsigned_abs() as u32).wrapping_add(x[2] as u32)), 3)
        }
        "__usad" => (|x| u64::from((x[0].abs_diff(x[1]) as u32).wrapping_add(x[2] as u32)), 3),
        "__popc" => (|x| u64::from((x[0] as u32).count_ones()), 1),
        "__popcll" => (|x| u64::from(x[0].count_ones()), 1),
        "__clz" => (|x| u64::from((x[0] as u32).leading_zeros()), 1),
        "__clzll" => (|x| u64::from(x[0].leading_zeros()), 1),
        "__ffs" => (|x| if x[0] as u32 == 0 { 0 } else { u64::from((x[0] as u32).trailing_zeros()) + 1 }, 1),
        "__ffsll" => (|x| if x[0] == 0 { 0 } else { u64::from(x[0].trailing_zeros()) + 1 }, 1),
        "__brev" => (|x| u64::from((x[0] as u32).reverse_bits()), 1),
        "__brevll" => (|x| x[0].reverse_bits(), 1),
        "__byte_perm" => (|x| byte_perm(x[0], x[1], x[2]), 3),
        "__funnelshift_l" => (|x| (((x[1] << 32 | x[0]) << (x[2] & 31)) >> 32) & 0xffff_ffff, 3),
        "__funnelshift_r" => (|x| ((x[1] << 32 | x[0]) >> (x[2] & 31)) & 0xffff_ffff, 3),
        "nanf" => (|_| u64::from(f32::NAN.to_bits()), 1),
        "nan" => (|_| f64::NAN.to_bits(), 1),
        "inff" | "huge_valf" => (|_| u64::from(f32::INFINITY.to_bits()), 0),
        "inf" | "huge_val" => (|_| f64::INFINITY.to_bits(), 0),
        "__float_as_int" => (|x| x[0] as i32 as u64, 1),
        "__float_as_uint" | "__int_as_float" | "__uint_as_float" => (|x| x[0] & 0xffff_ffff, 1),
        "__double_as_longlong" | "__longlong_as_double" => (|x| x[0], 1),
        "__double2hiint" => (|x| (x[0] >> 32) as i32 as u64, 1),
        "__double2loint" => (|x| x[0] as i32 as u64, 1),
        "__hiloint2double" => (|x| x[0] << 32 | x[1] & 0xffff_ffff, 2),
        "__float2int_rn" => (|x| f32::from_bits(x[0] as u32).round_ties_even() as i32 as u64, 1),
        "__float2int_rz" => (|x| f32::from_bits(x[0] as u32) as i32 as u64, 1),
        "__float2int_ru" => (|x| f32::from_bits(x[0] as u32).ceil() as i32 as u64, 1),
        "__float2int_rd" => (|x| f32::from_bits(x[0] as u32).floor() as i32 as u64, 1),
        "__float2uint_rn" => (|x| u64::from(f32::from_bits(x[0] as u32).round_ties_even() as u32), 1),
        "__float2uint_rz" => (|x| u64::from(f32::from_bits(x[0] as u32) as u32), 1),
        "__int2float_rn" => (|x| u64::from((x[0] as i32 as f32).to_bits()), 1),
        "__uint2float_rn" => (|x| u64::from((x[0] as u32 as f32).to_bits()), 1),
        "__double2int_rn" => (|x| f64::from_bits(x[0]).round_ties_even() as i32 as u64, 1),
        "__double2int_rz" => (|x| f64::from_bits(x[0]) as i32 as u64, 1),
        "__double2float_rn" => (|x| u64::from((f64::from_bits(x[0]) as f32).to_bits()), 1),
        "__int2double_rn" => (|x| f64::from(x[0] as i32).to_bits(), 1),
        "lrint" | "llrint" => (|x| f64::from_bits(x[0]).round_ties_even() as i64 as u64, 1),
        "lround" | "llround" => (|x| f64::from_bits(x[0]).round() as i64 as u64, 1),
        "lrintf" | "llrintf" => (|x| f32::from_bits(x[0] as u32).round_ties_even() as i64 as u64, 1),
        "lroundf" | "llroundf" => (|x| f32::from_bits(x[0] as u32).round() as i64 as u64, 1),
        "ilogb" => (|x| libm::ilogb(f64::from_bits(x[0])) as u64, 1),
        "ilogbf" => (|x| libm::ilogbf(f32::from_bits(x[0] as u32)) as u64, 1),
        "jn" => (|x| libm::jn(x[0] as i32, f64::from_bits(x[1])).to_bits(), 2),
        "jnf" => (|x| u64::from(libm::jnf(x[0] as i32, f32::from_bits(x[1] as u32)).to_bits()), 2),
        "yn" => (|x| libm::yn(x[0] as i32, f64::from_bits(x[1])).to_bits(), 2),
        "ynf" => (|x| u64::from(libm::ynf(x[0] as i32, f32::from_bits(x[1] as u32)).to_bits()), 2),
        "__frcp_rn" => (|x| u64::from((1.0 / f32::from_bits(x[0] as u32)).to_bits()), 1),
        "__drcp_rn" => (|x| (1.0 / f64::from_bits(x[0])).to_bits(), 1),
        "labs" | "llabs" => (|x| (x[0] as i64).unsigned_abs(), 1),
        "ldexp" | "scalbn" => (|x| libm::ldexp(f64::from_bits(x[0]), x[1] as i32).to_bits(), 2),
        "ldexpf" | "scalbnf" => {
            (|x| u64::from(libm::ldexpf(f32::from_bits(x[0] as u32), x[1] as i32).to_bits()), 2)
        }
        "scalbln" => (|x| libm::ldexp(f64::from_bits(x[0]), power(x[1])).to_bits(), 2),
        "scalblnf" => (|x| u64::from(libm::ldexpf(f32::from_bits(x[0] as u32), power(x[1])).to_bits()), 2),
        "umin" => (|x| x[0].min(x[1]), 2),
        "umax" => (|x| x[0].max(x[1]), 2),
        _ => return None,
    })
}

/// A `long` exponent; beyond these every number is zero or infinite.
fn power(exponent: u64) -> i32 {
    (exponent as i64).clamp(-10_000, 10_000) as i32
}

fn low24(x: u64) -> i64 {
    (x as i64) << 40 >> 40
}

fn byte_perm(a: u64, b: u64, selector: u64) -> u64 {
    let bytes = b << 32 | a & 0xffff_ffff;
    (0..4).fold(0, |out, at| {
        let pick = selector >> (at * 4) & 7;
        out | (bytes >> (pick * 8) & 0xff) << (at * 8)
    })
}
