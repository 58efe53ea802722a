//! The types variables have, and the structs and unions a program declares.
//!
//! ```text
//! Type::Array(Type::Int(Int::U8), 4)      unsigned char x[4]
//! Type::Slice(Type::Int(Int::I32), 8)     int *x, which points at the first of 8
//! ```
//!
//! Invariant: every member of a union covers all its bytes with unsigned integers, so that any
//! member may be read whatever was written last.

use crate::code::Real;
use crate::int_type::Int;

/// A variable's type.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Type {
    Int(Int),
    Real(Real),
    /// An enumeration, by its place in the generator's list.
    Enum(usize),
    Array(Box<Type>, usize),
    /// A struct or union, by its place in the generator's list.
    Record(usize),
    /// A pointer to one object.
    Pointer(Box<Type>),
    /// A pointer to the first of so many elements.
    Slice(Box<Type>, usize),
}

/// What a record is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RecordKind {
    Struct,
    PackedStruct,
    Union,
}

/// A struct or union.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub(crate) kind: RecordKind,
    /// How a declaration names it: `struct s3` or a typedef's name.
    pub(crate) spelling: String,
    pub(crate) fields: Vec<Field>,
}

/// A member; `width` is that of a bit-field.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) ty: Type,
    pub(crate) width: Option<u32>,
}

impl Field {
    /// The type and bound a bit-field's value has in arithmetic.
    pub(crate) fn bit_field_value(ty: Int, width: u32) -> (Int, u32) {
        match (ty.signed, width) {
            (true, _) => (Int::I32, width - 1),
            (false, 32) => (Int::U32, 32),
            (false, _) => (Int::I32, width),
        }
    }
}

/// An enumeration and its enumerators with their values.
#[derive(Clone, Debug)]
pub(crate) struct Enumeration {
    pub(crate) tag: String,
    pub(crate) items: Vec<(String, i32)>,
}

impl Enumeration {
    /// The integer type gcc and clang choose for it.
    pub(crate) fn representation(&self) -> Int {
        if self.items.iter().any(|(_, value)| *value < 0) { Int::I32 } else { Int::U32 }
    }
}
