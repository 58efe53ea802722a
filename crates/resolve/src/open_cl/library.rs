//! OpenCL's functions of numbers, in C.

use super::shapes::Lane;
use crate::cuda::REAL_FUNCTIONS;

/// A function of numbers.
pub(super) struct Scalar {
    pub result: Lane,
    pub params: Params,
    /// Of `a`, `b`, `c`.
    pub body: String,
}

/// The types of the parameters, beside that of the first.
#[derive(Clone, Copy)]
pub(super) enum Params {
    Same,
    /// The last is what it is.
    LastOwn,
    SecondInt,
}

/// Is it a function of reals that CUDA has by the same name?
pub(super) fn is_cuda_real(name: &str, args: usize) -> bool {
    REAL_FUNCTIONS.contains(&(name, args))
}

/// Functions whose first argument has the type that matters.
pub(super) fn first_decides(name: &str) -> bool {
    matches!(name, "select" | "rotate" | "ldexp" | "pown" | "rootn" | "upsample")
}

pub(super) fn second_is_int(name: &str) -> bool {
    matches!(name, "ldexp" | "pown" | "rootn")
}

/// Functions of reals alone.
pub(super) fn is_real(name: &str) -> bool {
    matches!(
        name,
        "mix"
            | "step"
            | "smoothstep"
            | "degrees"
            | "radians"
            | "sign"
            | "ldexp"
            | "pown"
            | "powr"
            | "rootn"
            | "recip"
            | "divide"
            | "tanpi"
            | "asinpi"
            | "acospi"
            | "atanpi"
            | "atan2pi"
            | "maxmag"
            | "minmag"
            | "mad"
            | "ilogb"
    ) || is_truth(name)
}

/// Functions that say yes or no: of vectors, -1 for yes.
pub(super) fn is_truth(name: &str) -> bool {
    matches!(
        name,
        "isequal"
            | "isnotequal"
            | "isgreater"
            | "isgreaterequal"
            | "isless"
            | "islessequal"
            | "islessgreater"
            | "isordered"
            | "isunordered"
            | "isnan"
            | "isinf"
            | "isfinite"
            | "isnormal"
            | "signbit"
    )
}

/// The function of this name for numbers of this type.
pub(super) fn scalar(name: &str, lane: Lane, args: usize) -> Option<Scalar> {
    let same =
        |count: usize, body: &str| (args == count).then(|| (lane, Params::Same, format!("return {body};")));
    let (result, params, body) = match (name, lane.is_real()) {
        ("mad", true) => same(3, "a * b + c")?,
        ("clamp", true) => same(3, "fmin(fmax(a, b), c)")?,
        ("clamp", false) => same(3, "a < b ? b : a > c ? c : a")?,
        ("max", _) => same(2, "a < b ? b : a")?,
        ("min", _) => same(2, "b < a ? b : a")?,
        ("mix", true) => same(3, "a + (b - a) * c")?,
        ("step", true) => same(2, "b < a ? 0 : 1")?,
        ("smoothstep", true) if args == 3 => {
            let word = lane.name();
            let body = format!(
                "{word} t = clamp((c - a) / (b - a), ({word})0, ({word})1); return t * t * (3 - 2 * t);"
            );
            (lane, Params::Same, body)
        }
        ("degrees", true) => same(1, &format!("a * ({})57.295779513082320876798", lane.name()))?,
        ("radians", true) => same(1, &format!("a * ({})0.017453292519943295769", lane.name()))?,
        ("sign", true) => same(1, "a > 0 ? 1 : a < 0 ? -1 : a == a ? a : 0")?,
        ("recip", true) => same(1, "1 / a")?,
        ("divide", true) => same(2, "a / b")?,
        ("powr", true) => same(2, "pow(a, b)")?,
        ("pown", true) if args == 2 => {
            (lane, Params::SecondInt, format!("return pow(a, ({})b);", lane.name()))
        }
        ("rootn", true) if args == 2 => {
            let word = lane.name();
            let body = format!("return a < 0 && (b & 1) ? -pow(-a, ({word})1 / b) : pow(a, ({word})1 / b);");
            (lane, Params::SecondInt, body)
        }
        ("ldexp", true) if args == 2 => {
            (lane, Params::SecondInt, format!("return a * exp2(({})b);", lane.name()))
        }
        ("ilogb", true) if args == 1 => (Lane::Int, Params::Same, "return (int)logb(a);".to_owned()),
        ("tanpi", true) => same(1, "sinpi(a) / cospi(a)")?,
        ("asinpi", true) => same(1, "asin(a) * (float)0.31830988618379067154")?,
        ("acospi", true) => same(1, "acos(a) * (float)0.31830988618379067154")?,
        ("atanpi", true) => same(1, "atan(a) * (float)0.31830988618379067154")?,
        ("atan2pi", true) => same(2, "atan2(a, b) * (float)0.31830988618379067154")?,
        ("maxmag", true) => same(2, "fabs(a) > fabs(b) ? a : fabs(b) > fabs(a) ? b : fmax(a, b)")?,
        ("minmag", true) => same(2, "fabs(a) < fabs(b) ? a : fabs(b) < fabs(a) ? b : fmin(a, b)")?,
        ("select", _) if args == 3 => (lane, Params::LastOwn, "return c ? b : a;".to_owned()),
        ("bitselect", false) => same(3, "(a & ~c) | (b & c)")?,
        (_, true) if is_truth(name) => truth(name, lane, args)?,
        (_, false) => integer(name, lane, args)?,
        _ => return None,
    };
    Some(Scalar { result, params, body })
}

fn truth(name: &str, lane: Lane, args: usize) -> Option<(Lane, Params, String)> {
    let (count, body) = match name {
        "isequal" => (2, "a == b"),
        "isnotequal" => (2, "a != b"),
        "isgreater" => (2, "a > b"),
        "isgreaterequal" => (2, "a >= b"),
        "isless" => (2, "a < b"),
        "islessequal" => (2, "a <= b"),
        "islessgreater" => (2, "a < b || a > b"),
        "isordered" => (2, "a == a && b == b"),
        "isunordered" => (2, "a != a || b != b"),
        "isnan" => (1, "a != a"),
        "isinf" => (1, "a == a && a - a != 0"),
        "isfinite" => (1, "a - a == 0"),
        "isnormal" if lane == Lane::Float => (1, "a - a == 0 && fabs(a) >= 1.17549435e-38f"),
        "isnormal" => (1, "a - a == 0 && fabs(a) >= 2.2250738585072014e-308"),
        "signbit" if lane == Lane::Float => (1, "as_int(a) < 0"),
        _ => (1, "as_long(a) < 0"),
    };
    (args == count).then(|| (Lane::Int, Params::Same, format!("return {body};")))
}

fn integer(name: &str, lane: Lane, args: usize) -> Option<(Lane, Params, String)> {
    let bits = 8 * lane.size();
    let (unsigned, word) = (lane.unsigned().name(), lane.name());
    let (low, high) = limits(lane);
    let (result, count, body) = match name {
        "abs" => {
            (lane.unsigned(), 1, format!("return a < 0 ? ({unsigned})0 - ({unsigned})a : ({unsigned})a;"))
        }
        "abs_diff" => (
            lane.unsigned(),
            2,
            format!("return a > b ? ({unsigned})a - ({unsigned})b : ({unsigned})b - ({unsigned})a;"),
        ),
        "add_sat" if lane.is_unsigned() => (lane, 2, format!("{word} r = a + b; return r < a ? {high} : r;")),
        "add_sat" => (
            lane,
            2,
            format!("return b > 0 ? a > {high} - b ? {high} : a + b : a < {low} - b ? {low} : a + b;"),
        ),
        "sub_sat" if lane.is_unsigned() => (lane, 2, "return a < b ? 0 : a - b;".to_owned()),
        "sub_sat" => (
            lane,
            2,
            format!("return b < 0 ? a > {high} + b ? {high} : a - b : a < {low} + b ? {low} : a - b;"),
        ),
        "hadd" => (lane, 2, "return (a & b) + ((a ^ b) >> 1);".to_owned()),
        "rhadd" => (lane, 2, "return (a | b) - ((a ^ b) >> 1);".to_owned()),
        "mul24" => (lane, 2, "return a * b;".to_owned()),
        "mad24" => (lane, 3, "return a * b + c;".to_owned()),
        "mul_hi" if lane == Lane::Long => (lane, 2, "return __mul64hi(a, b);".to_owned()),
        "mul_hi" if lane == Lane::Ulong => (lane, 2, "return __umul64hi(a, b);".to_owned()),
        "mul_hi" => {
            let wide = if lane.is_unsigned() { "ulong" } else { "long" };
            (lane, 2, format!("return ({word})((({wide})a * ({wide})b) >> {bits});"))
        }
        "mad_hi" => (lane, 3, "return mul_hi(a, b) + c;".to_owned()),
        "rotate" => {
            let last = bits - 1;
            let body = format!(
                "return ({word})((({unsigned})a << (b & {last})) | (({unsigned})a >> (({bits} - (b & {last})) & {last})));"
            );
            (lane, 2, body)
        }
        "clz" if bits == 64 => (lane, 1, "return __clzll((long)a);".to_owned()),
        "clz" => (lane, 1, format!("return __clz((int)({unsigned})a) - {};", 32 - bits)),
        "popcount" if bits == 64 => (lane, 1, "return __popcll((ulong)a);".to_owned()),
        "popcount" => (lane, 1, format!("return __popc((uint)({unsigned})a);")),
        "upsample" => {
            let wide = match lane {
                Lane::Char => Lane::Short,
                Lane::Uchar => Lane::Ushort,
                Lane::Short => Lane::Int,
                Lane::Ushort => Lane::Uint,
                Lane::Int => Lane::Long,
                Lane::Uint => Lane::Ulong,
                _ => return None,
            };
            (wide, 2, format!("return (({})a << {bits}) | ({unsigned})b;", wide.name()))
        }
        _ => return None,
    };
    (args == count).then_some((result, Params::Same, body))
}

/// The least and the greatest number, as C writes them.
fn limits(lane: Lane) -> (String, String) {
    let bits = 8 * lane.size() as u32;
    let ending = if bits == 64 { "L" } else { "" };
    if lane.is_unsigned() {
        let high = u64::MAX >> (64 - bits);
        return ("0".to_owned(), format!("{high}U{ending}"));
    }
    let high = i64::MAX >> (64 - bits);
    (format!("(-{high}{ending} - 1)"), format!("{high}{ending}"))
}

/// `convert_TO_how(a)`.
pub(super) fn converted(from: Lane, to: Lane, how: &str) -> Option<String> {
    let (saturated, rounding) = match how.strip_prefix("_sat") {
        Some(rest) => (true, rest),
        None => (false, how),
    };
    let rounded = match (rounding, from.is_real() && !to.is_real()) {
        ("" | "_rtz" | "_rte" | "_rtp" | "_rtn", false) => "a",
        ("" | "_rtz", true) => "a",
        ("_rte", true) => "rint(a)",
        ("_rtp", true) => "ceil(a)",
        ("_rtn", true) => "floor(a)",
        _ => return None,
    };
    let (low, high) = limits(to);
    let word = to.name();
    Some(match (saturated && !to.is_real(), from.is_real(), from.is_unsigned(), to.is_unsigned()) {
        (false, ..) => format!("return ({word}){rounded};"),
        (true, true, ..) => format!(
            "return a != a ? 0 : {rounded} >= (double){high} ? {high} : {rounded} <= (double){low} ? {low} : ({word}){rounded};"
        ),
        (true, _, true, _) => format!("return (ulong)a > (ulong){high} ? {high} : ({word})a;"),
        (true, _, false, true) => {
            format!("return a < 0 ? 0 : (ulong)a > (ulong){high} ? {high} : ({word})a;")
        }
        (true, _, false, false) => {
            format!("return (long)a < (long){low} ? {low} : (long)a > (long){high} ? {high} : ({word})a;")
        }
    })
}
