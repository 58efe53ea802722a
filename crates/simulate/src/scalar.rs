//! The scalar types a machine register can hold.
//!
//! A register of a lane is 64 bits. A narrower integer lies in it extended by
//! its sign or by zeros, as its type says, so that comparisons and address
//! arithmetic need no second look; a `float` lies in the low half, a `half` in the lowest 16 bits.

use hir::{BuiltinType, Program, Type, TypeKind};

/// How the bits of a register are meant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum Scalar {
    Bool,
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
    F16,
    F32,
    F64,
}

impl Scalar {
    /// The scalar of a C type; `None` for records, arrays and formats that no
    /// GPU has (`long double`, `__int128`, complex numbers).
    pub fn of(program: &Program, ty: Type) -> Option<Scalar> {
        if program.types.is_pointer(ty) {
            return Some(Scalar::U64);
        }
        if let Some(format) = hir::const_eval::integer_format(program, ty) {
            return Some(match (format.width, format.signed) {
                (1, _) => Scalar::Bool,
                (8, true) => Scalar::I8,
                (8, false) => Scalar::U8,
                (16, true) => Scalar::I16,
                (16, false) => Scalar::U16,
                (32, true) => Scalar::I32,
                (32, false) => Scalar::U32,
                (64, true) => Scalar::I64,
                (64, false) => Scalar::U64,
                _ => return None,
            });
        }
        match program.types.stripped(ty) {
            TypeKind::Builtin(BuiltinType::Float16) => Some(Scalar::F16),
            TypeKind::Builtin(BuiltinType::Float | BuiltinType::Float32) => Some(Scalar::F32),
            TypeKind::Builtin(BuiltinType::Double | BuiltinType::Float64 | BuiltinType::Float32x) => {
                Some(Scalar::F64)
            }
            _ => None,
        }
    }

    /// Bytes in memory.
    pub fn size(self) -> u64 {
        match self {
            Scalar::Bool | Scalar::I8 | Scalar::U8 => 1,
            Scalar::I16 | Scalar::U16 | Scalar::F16 => 2,
            Scalar::I32 | Scalar::U32 | Scalar::F32 => 4,
            Scalar::I64 | Scalar::U64 | Scalar::F64 => 8,
        }
    }

    /// Is it `half`, `float` or `double`?
    pub fn is_float(self) -> bool {
        matches!(self, Scalar::F16 | Scalar::F32 | Scalar::F64)
    }

    /// Has it negative integers?
    pub fn is_signed(self) -> bool {
        matches!(self, Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64)
    }

    /// The bits of a value of this type, extended to a register.
    #[inline]
    pub fn extend(self, bits: u64) -> u64 {
        match self {
            Scalar::Bool => u64::from(bits != 0),
            Scalar::I8 => bits as i8 as u64,
            Scalar::U8 => bits as u8 as u64,
            Scalar::I16 => bits as i16 as u64,
            Scalar::U16 | Scalar::F16 => bits as u16 as u64,
            Scalar::I32 => bits as i32 as u64,
            Scalar::U32 | Scalar::F32 => bits as u32 as u64,
            Scalar::I64 | Scalar::U64 | Scalar::F64 => bits,
        }
    }
}
