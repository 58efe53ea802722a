//! The type in which C computes with two numbers (C17 6.3.1.1 and 6.3.1.8).
//!
//! `short + unsigned` is computed in `unsigned`, `long + unsigned` in `long`:
//! small integers become `int`, and then the higher rank decides.

use crate::{BuiltinType, Program, Type, TypeKind};

/// The type of an integer after promotion; other types stay.
pub fn promoted(builtin: BuiltinType) -> BuiltinType {
    if builtin <= BuiltinType::UShort && builtin >= BuiltinType::Bool { BuiltinType::Int } else { builtin }
}

/// The common type of two promoted real types.
pub fn common(a: BuiltinType, b: BuiltinType) -> BuiltinType {
    use BuiltinType as B;
    let (fa, fb) = (float_rank(a), float_rank(b));
    if fa.max(fb) > 0 {
        return if fa >= fb { a } else { b };
    }
    // Integers: the enum lists each signed type just before its unsigned one,
    // so the order is rank first, then signedness.
    let (low, high) = if a <= b { (a, b) } else { (b, a) };
    let same_width = matches!((low, high), (B::ULong, B::LongLong));
    if same_width { B::ULongLong } else { high }
}

/// The builtin type that a number of this type is: itself, or the integer
/// behind an enum.
pub fn number(program: &Program, ty: Type) -> Option<BuiltinType> {
    match program.types.stripped(ty) {
        TypeKind::Builtin(BuiltinType::Void | BuiltinType::VaList) => None,
        TypeKind::Builtin(builtin) => Some(*builtin),
        TypeKind::Enum(def) => program.types.as_builtin(program.enums[*def].underlying),
        _ => None,
    }
}

/// The type of `a op b` for an arithmetic operator, numbers given.
pub fn of_operands(program: &Program, a: Type, b: Type) -> Option<Type> {
    let (a, b) = (promoted(number(program, a)?), promoted(number(program, b)?));
    Some(Type::builtin(common(a, b)))
}

fn float_rank(builtin: BuiltinType) -> u32 {
    use BuiltinType as B;
    match builtin {
        B::Float16 => 1,
        B::Float => 2,
        B::Float32 => 3,
        B::Double => 4,
        B::Float32x => 5,
        B::Float64 => 6,
        B::LongDouble => 7,
        B::Float64x => 8,
        B::Float128 => 9,
        _ => 0,
    }
}
