//! The types of vectors: lanes, lengths, names, and which lanes a member names.

use hir::{BuiltinType, Type};

use crate::resolver::Resolver;

/// What a vector has several of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Lane {
    Char,
    Uchar,
    Short,
    Ushort,
    Int,
    Uint,
    Long,
    Ulong,
    Float,
    Double,
}

pub(super) const LANES: [Lane; 10] = [
    Lane::Char,
    Lane::Uchar,
    Lane::Short,
    Lane::Ushort,
    Lane::Int,
    Lane::Uint,
    Lane::Long,
    Lane::Ulong,
    Lane::Float,
    Lane::Double,
];

/// How many.
pub(super) const LENGTHS: [usize; 5] = [2, 3, 4, 8, 16];

/// A vector type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Shape {
    pub lane: Lane,
    pub lanes: usize,
}

impl Lane {
    pub fn named(name: &str) -> Option<Lane> {
        LANES.into_iter().find(|lane| lane.name() == name)
    }

    /// The lane that a number's type is.
    pub fn of(resolver: &Resolver<'_>, ty: Type) -> Option<Lane> {
        if !resolver.program.types.is_arithmetic(ty) {
            return None;
        }
        Some(match resolver.program.types.as_builtin(ty) {
            Some(BuiltinType::Char | BuiltinType::SChar) => Lane::Char,
            Some(BuiltinType::UChar) => Lane::Uchar,
            Some(BuiltinType::Short) => Lane::Short,
            Some(BuiltinType::UShort) => Lane::Ushort,
            Some(BuiltinType::UInt) => Lane::Uint,
            Some(BuiltinType::Long | BuiltinType::LongLong) => Lane::Long,
            Some(BuiltinType::ULong | BuiltinType::ULongLong) => Lane::Ulong,
            Some(BuiltinType::Float) => Lane::Float,
            Some(BuiltinType::Double) => Lane::Double,
            _ => Lane::Int,
        })
    }

    pub fn name(self) -> &'static str {
        match self {
            Lane::Char => "char",
            Lane::Uchar => "uchar",
            Lane::Short => "short",
            Lane::Ushort => "ushort",
            Lane::Int => "int",
            Lane::Uint => "uint",
            Lane::Long => "long",
            Lane::Ulong => "ulong",
            Lane::Float => "float",
            Lane::Double => "double",
        }
    }

    pub fn in_c(self) -> &'static str {
        match self {
            Lane::Char => "signed char",
            Lane::Uchar => "unsigned char",
            Lane::Ushort => "unsigned short",
            Lane::Uint => "unsigned int",
            Lane::Ulong => "unsigned long",
            other => other.name(),
        }
    }

    pub fn ty(self) -> Type {
        Type::builtin(match self {
            Lane::Char => BuiltinType::SChar,
            Lane::Uchar => BuiltinType::UChar,
            Lane::Short => BuiltinType::Short,
            Lane::Ushort => BuiltinType::UShort,
            Lane::Int => BuiltinType::Int,
            Lane::Uint => BuiltinType::UInt,
            Lane::Long => BuiltinType::Long,
            Lane::Ulong => BuiltinType::ULong,
            Lane::Float => BuiltinType::Float,
            Lane::Double => BuiltinType::Double,
        })
    }

    /// In bytes.
    pub fn size(self) -> usize {
        match self {
            Lane::Char | Lane::Uchar => 1,
            Lane::Short | Lane::Ushort => 2,
            Lane::Int | Lane::Uint | Lane::Float => 4,
            Lane::Long | Lane::Ulong | Lane::Double => 8,
        }
    }

    pub fn is_real(self) -> bool {
        matches!(self, Lane::Float | Lane::Double)
    }

    pub fn is_unsigned(self) -> bool {
        matches!(self, Lane::Uchar | Lane::Ushort | Lane::Uint | Lane::Ulong)
    }

    /// The unsigned integer of the same size.
    pub fn unsigned(self) -> Lane {
        match self.size() {
            1 => Lane::Uchar,
            2 => Lane::Ushort,
            4 => Lane::Uint,
            _ => Lane::Ulong,
        }
    }

    /// The signed integer of the same size: what a comparison of vectors gives.
    pub fn mask(self) -> Lane {
        match self.size() {
            1 => Lane::Char,
            2 => Lane::Short,
            4 => Lane::Int,
            _ => Lane::Long,
        }
    }
}

impl Shape {
    /// `float4` as a word of OpenCL C.
    pub fn named(word: &str) -> Option<Shape> {
        let digits = word.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let lanes: usize = digits.parse().ok().filter(|lanes| LENGTHS.contains(lanes))?;
        Some(Shape { lane: Lane::named(word.strip_suffix(digits)?)?, lanes })
    }

    /// The word of OpenCL C.
    pub fn word(self) -> String {
        format!("{}{}", self.lane.name(), self.lanes)
    }

    /// Its name in C, where `float3` is CUDA's, which is smaller.
    pub fn name(self) -> String {
        format!("cl_{}", self.word())
    }

    pub fn with(self, lane: Lane) -> Shape {
        Shape { lane, ..self }
    }

    /// What the struct calls a lane.
    pub fn member(self, at: usize) -> String {
        match self.lanes {
            0..=4 => ["x", "y", "z", "w"].get(at).unwrap_or(&"x").to_string(),
            _ => format!("s{at:x}"),
        }
    }

    /// The lanes that a member names: `x`, `s3`, `zyx`, `hi`.
    pub fn components(self, name: &str) -> Option<Vec<usize>> {
        let half = self.lanes.next_power_of_two() / 2;
        let named: Vec<usize> = match name {
            "lo" => (0..half).collect(),
            "hi" => (half..2 * half).collect(),
            "even" => (0..half).map(|at| 2 * at).collect(),
            "odd" => (0..half).map(|at| 2 * at + 1).collect(),
            _ => match name.strip_prefix(['s', 'S']) {
                Some(digits) => {
                    digits.chars().map(|c| c.to_digit(16).map(|d| d as usize)).collect::<Option<_>>()?
                }
                None => name.chars().map(|c| "xyzw".find(c)).collect::<Option<_>>()?,
            },
        };
        if matches!(name, "hi" | "odd") && self.lanes == 3 {
            // The fourth lane of three has no value, and may have any.
            return Some(named.into_iter().map(|at| at.min(2)).collect());
        }
        let is_length = named.len() == 1 || LENGTHS.contains(&named.len());
        (is_length && named.iter().all(|&at| at < self.lanes)).then_some(named)
    }
}

/// `float4` and its like.
pub(crate) fn is_vector_type(word: &str) -> bool {
    Shape::named(word).is_some()
}
