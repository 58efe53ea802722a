//! C's library in OpenCL C, where most functions have one name for all types.
//!
//! ```text
//! sqrtf(x)          sqrt(x)               x is a float
//! sqrt(n)           sqrt((double)n)       C converts the argument; the overloads ask for it
//! abs(i)            (int)abs(i)           OpenCL's is unsigned
//! lround(x)         (long)round(x)
//! min(a, b)         fmin(a, b)            of floating-point numbers
//! ```
//! What is not there is refused at the user's call.

use hir::{Builder, BuiltinType, CastKind, Expr, ExprId, ExprKind, Type, mathematics};

use super::{Refusal, cuda_words};

/// Functions that OpenCL C has by the names the lowering gives them, or that compilers for it know.
const AS_THEY_ARE: [&str; 21] = [
    "rsqrt",
    "printf",
    "isnan",
    "isinf",
    "isfinite",
    "isnormal",
    "signbit",
    "frexp",
    "modf",
    "exp10",
    "barrier",
    "as_int",
    "as_uint",
    "as_long",
    "as_float",
    "as_double",
    "mul24",
    "mul_hi",
    "fma",
    "native_divide",
    "sincos",
];

/// What a call of the library becomes.
enum Spelled {
    /// Another name.
    Named(String),
    /// Another name, and the result converted to the type of the call.
    Converted(String),
    /// Its first argument.
    First,
}

/// Spells a call of a function without a body, in place.
pub(super) fn spell(b: &mut Builder<'_>, call: ExprId, name: &str) -> Result<(), Refusal> {
    let Expr { kind: ExprKind::Call { args, .. }, ty, span } = b.program.exprs[call].clone() else {
        return Ok(());
    };
    b.origin = span;
    let is_floating = b.program.types.is_real_floating(ty);
    if matches!(name, "sincosf" | "sincos")
        && let [x, sine, cosine] = args[..]
    {
        let x = explicit(b, x);
        let Some(replaced) = cuda_words::sine_and_cosine(b, &[x, sine, cosine]) else { return Ok(()) };
        b.program.exprs[call].kind = b.program.exprs[replaced].kind.clone();
        return Ok(());
    }
    if let Some(constant) = constant(b, name, ty) {
        b.program.exprs[call].kind = constant;
        return Ok(());
    }
    let Some(spelled) = spelled(name, is_floating) else {
        let help = "write it in C, in a function that the kernel calls, or use `--target cuda` or `cpu`";
        return Err(Refusal::new(span, format!("OpenCL C has no function `{name}`"), help));
    };
    let is_extreme = matches!(name, "min" | "max");
    let mut args: Vec<ExprId> = args.into_iter().map(|arg| explicit(b, arg)).collect();
    if is_extreme {
        // Both of one type, or no overload fits.
        args = args.into_iter().map(|arg| converted(b, arg, ty)).collect();
    }
    if name == "mem_fence" {
        let text = Some(b.symbol("CLK_GLOBAL_MEM_FENCE"));
        args.push(b.expr(ExprKind::Int { value: 2, text }, Type::INT));
    }
    let replaced = match spelled {
        Spelled::First => args.first().copied(),
        Spelled::Named(name) => Some(b.call(&name, args, ty)),
        Spelled::Converted(name) => {
            let operand = b.call(&name, args, ty);
            Some(b.expr(ExprKind::Cast { kind: CastKind::Arithmetic, implicit: false, operand }, ty))
        }
    };
    if let Some(replaced) = replaced {
        b.program.exprs[call].kind = b.program.exprs[replaced].kind.clone();
    }
    Ok(())
}

/// The constants that are calls behind the macros of `math.h`, by OpenCL's own names.
fn constant(b: &mut Builder<'_>, name: &str, ty: Type) -> Option<ExprKind> {
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    let is_float = ty.unqualified() == Type::FLOAT;
    let float = |b: &mut Builder<'_>, value, text| ExprKind::Float { value, text: Some(b.symbol(text)) };
    match name {
        "inff" | "huge_valf" => Some(float(b, f64::INFINITY, "INFINITY")),
        "inf" | "huge_val" if !is_float => Some(float(b, f64::INFINITY, "HUGE_VAL")),
        "nanf" => Some(float(b, f64::NAN, "NAN")),
        "nan" if !is_float => {
            let nan = float(b, f64::NAN, "NAN");
            let operand = b.expr(nan, Type::FLOAT);
            Some(ExprKind::Cast { kind: CastKind::Arithmetic, implicit: false, operand })
        }
        _ => None,
    }
}

fn spelled(name: &str, is_floating: bool) -> Option<Spelled> {
    if name == "mem_fence_of" {
        return Some(Spelled::Named("mem_fence".to_owned()));
    }
    let is_own = [
        "(",
        "atomic_",
        "atom_",
        "native_",
        "mem_fence",
        "make_packed_",
        "hicuda_vector_",
        "vstore",
        "hicuda_texel_",
        "cuda_",
        "convert_",
    ]
    .iter()
    .any(|start| name.starts_with(start));
    if is_own || AS_THEY_ARE.contains(&name) {
        return Some(Spelled::Named(name.to_owned()));
    }
    let floating = |function: &str| Some(Spelled::Named(function.to_owned()));
    match name {
        "min" if is_floating => return floating("fmin"),
        "max" if is_floating => return floating("fmax"),
        "min" | "max" => return floating(name),
        "abs" | "labs" | "llabs" => return Some(Spelled::Converted("abs".to_owned())),
        "rsqrtf" => return floating("rsqrt"),
        "exp10f" => return floating("exp10"),
        "frexpf" => return floating("frexp"),
        "modff" => return floating("modf"),
        "isinf_sign" => return floating("isinf"),
        "sinpi" | "sinpif" => return floating("sinpi"),
        "cospi" | "cospif" => return floating("cospi"),
        "remquo" | "remquof" => return floating("remquo"),
        "__builtin_expect" => return Some(Spelled::First),
        "__clz" | "__clzll" => return Some(Spelled::Converted("clz".to_owned())),
        "__builtin_popcount" | "__builtin_popcountl" | "__builtin_popcountll" | "__popc" | "__popcll" => {
            return Some(Spelled::Converted("popcount".to_owned()));
        }
        "__builtin_clz" | "__builtin_clzl" | "__builtin_clzll" => {
            return Some(Spelled::Converted("clz".to_owned()));
        }
        _ => {}
    }
    if let Some(plain) = name.strip_prefix("__builtin_") {
        return spelled(plain, is_floating);
    }
    let plain = name.trim_start_matches("__");
    let is_double = mathematics::is_function(plain);
    let base = if is_double { plain } else { plain.strip_suffix('f')? };
    match base {
        "isnan" | "isinf" | "signbit" => floating(base),
        "finite" => floating("isfinite"),
        "nearbyint" => floating("rint"),
        "scalbn" => floating("ldexp"),
        "lrint" | "llrint" => Some(Spelled::Converted("rint".to_owned())),
        "lround" | "llround" => Some(Spelled::Converted("round".to_owned())),
        _ if mathematics::is_function(base) => floating(base),
        _ => None,
    }
}

/// An argument with its conversion written out: it decides which overload is meant.
fn explicit(b: &mut Builder<'_>, arg: ExprId) -> ExprId {
    let Expr { kind, ty, span } = b.program.exprs[arg].clone();
    match kind {
        ExprKind::Cast {
            kind: kind @ (CastKind::Arithmetic | CastKind::ToBool),
            implicit: true,
            operand,
        } => {
            let kind = ExprKind::Cast { kind, implicit: false, operand };
            b.program.exprs.alloc(Expr { kind, ty, span })
        }
        _ => arg,
    }
}

fn converted(b: &mut Builder<'_>, arg: ExprId, ty: Type) -> ExprId {
    let builtin = |ty: Type| b.program.types.as_builtin(ty).map(plain_number);
    let own = builtin(b.program.exprs[arg].ty);
    let is_plain = matches!(b.program.exprs[arg].kind, ExprKind::Grid(..));
    if own == builtin(ty) && !is_plain {
        return arg;
    }
    b.expr(ExprKind::Cast { kind: CastKind::Arithmetic, implicit: false, operand: arg }, ty.unqualified())
}

/// `long long` is `long` there.
fn plain_number(builtin: BuiltinType) -> BuiltinType {
    match builtin {
        BuiltinType::LongLong => BuiltinType::Long,
        BuiltinType::ULongLong => BuiltinType::ULong,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name_of(name: &str) -> Option<String> {
        match spelled(name, true)? {
            Spelled::Named(name) => Some(name),
            Spelled::Converted(name) => Some(format!("converted {name}")),
            Spelled::First => Some(String::from("first")),
        }
    }

    #[test]
    fn functions_have_one_name_for_all_types() {
        let pairs = [
            ("sqrtf", "sqrt"),
            ("sqrt", "sqrt"),
            ("fmaxf", "fmax"),
            ("erff", "erf"),
            ("abs", "converted abs"),
            ("llround", "converted round"),
            ("max", "fmax"),
            ("__builtin_fabsf", "fabs"),
            ("__isnanf", "isnan"),
            ("atomic_add", "atomic_add"),
        ];
        for (c, open_cl) in pairs {
            assert_eq!(name_of(c).as_deref(), Some(open_cl), "{c}");
        }
        for missing in ["memcpy", "rand", "puts", "strtof", "f"] {
            assert_eq!(name_of(missing), None, "{missing}");
        }
    }
}
