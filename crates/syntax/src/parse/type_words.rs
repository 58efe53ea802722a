//! Types made of keywords: `long unsigned int long` is `unsigned long long`.
//!
//! The words are collected as a set, because they may come in any order, and
//! turned into a type at the end. A set that makes no type (`long float`)
//! gives `None`, and the specifiers report it.

use crate::ast::BuiltinType;
use crate::keyword::Keyword;

/// The words seen so far.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct TypeWords(u32);

/// The word a keyword is, if types are made of it.
pub(super) fn type_word(keyword: Keyword) -> Option<TypeWords> {
    Some(match keyword {
        Keyword::Void => TypeWords::VOID,
        Keyword::Bool => TypeWords::BOOL,
        Keyword::Char => TypeWords::CHAR,
        Keyword::Short => TypeWords::SHORT,
        Keyword::Int => TypeWords::INT,
        Keyword::Long => TypeWords::LONG,
        Keyword::Signed => TypeWords::SIGNED,
        Keyword::Unsigned => TypeWords::UNSIGNED,
        Keyword::Float => TypeWords::FLOAT,
        Keyword::Double => TypeWords::DOUBLE,
        Keyword::Complex => TypeWords::COMPLEX,
        Keyword::Int128 => TypeWords::INT128,
        Keyword::Float16 => TypeWords::FLOAT16,
        Keyword::Float32 => TypeWords::FLOAT32,
        Keyword::Float64 => TypeWords::FLOAT64,
        Keyword::Float128 => TypeWords::FLOAT128,
        Keyword::Float32x => TypeWords::FLOAT32X,
        Keyword::Float64x => TypeWords::FLOAT64X,
        Keyword::BuiltinVaList => TypeWords::VA_LIST,
        _ => return None,
    })
}

impl TypeWords {
    const VOID: TypeWords = TypeWords(1);
    pub(super) const BOOL: TypeWords = TypeWords(1 << 1);
    const CHAR: TypeWords = TypeWords(1 << 2);
    const SHORT: TypeWords = TypeWords(1 << 3);
    const INT: TypeWords = TypeWords(1 << 4);
    const LONG: TypeWords = TypeWords(1 << 5);
    const LONG_LONG: TypeWords = TypeWords(1 << 6);
    const SIGNED: TypeWords = TypeWords(1 << 7);
    const UNSIGNED: TypeWords = TypeWords(1 << 8);
    const FLOAT: TypeWords = TypeWords(1 << 9);
    const DOUBLE: TypeWords = TypeWords(1 << 10);
    pub(super) const COMPLEX: TypeWords = TypeWords(1 << 11);
    const INT128: TypeWords = TypeWords(1 << 12);
    const FLOAT16: TypeWords = TypeWords(1 << 13);
    const FLOAT32: TypeWords = TypeWords(1 << 14);
    const FLOAT64: TypeWords = TypeWords(1 << 15);
    const FLOAT128: TypeWords = TypeWords(1 << 16);
    const FLOAT32X: TypeWords = TypeWords(1 << 17);
    const FLOAT64X: TypeWords = TypeWords(1 << 18);
    const VA_LIST: TypeWords = TypeWords(1 << 19);
    /// A word was given twice; matches no type.
    const TWICE: TypeWords = TypeWords(1 << 20);

    pub(super) fn has(self, other: TypeWords) -> bool {
        self.0 & other.0 == other.0
    }

    pub(super) fn without(self, other: TypeWords) -> TypeWords {
        TypeWords(self.0 & !other.0)
    }

    /// Adds a word.
    pub(super) fn with(self, word: TypeWords) -> TypeWords {
        if word == TypeWords::LONG && self.has(TypeWords::LONG) {
            let both = TypeWords::LONG.0 | TypeWords::LONG_LONG.0;
            let again = if self.has(TypeWords::LONG_LONG) { TypeWords::TWICE.0 } else { 0 };
            return TypeWords(self.0 | both | again);
        }
        let again = if self.has(word) { TypeWords::TWICE.0 } else { 0 };
        TypeWords(self.0 | word.0 | again)
    }

    /// The type these words make in any order, if they make one.
    pub(super) fn builtin(self) -> Option<BuiltinType> {
        let unsigned = self.has(TypeWords::UNSIGNED);
        let either = |signed, unsigned_ty| Some(if unsigned { unsigned_ty } else { signed });
        if unsigned && self.has(TypeWords::SIGNED) {
            return None;
        }
        let is_signed = self.has(TypeWords::SIGNED);
        let plain = self.without(TypeWords(TypeWords::SIGNED.0 | TypeWords::UNSIGNED.0));
        let size = plain.without(TypeWords::INT);
        let sized = size.integer_size();
        if let Some((signed, unsigned_ty)) = sized {
            return either(signed, unsigned_ty);
        }
        match plain {
            TypeWords::CHAR if is_signed => Some(BuiltinType::SChar),
            TypeWords::CHAR => either(BuiltinType::Char, BuiltinType::UChar),
            TypeWords::INT128 => either(BuiltinType::Int128, BuiltinType::UInt128),
            TypeWords(0) if self != plain => either(BuiltinType::Int, BuiltinType::UInt),
            TypeWords::INT => either(BuiltinType::Int, BuiltinType::UInt),
            _ if self != plain => None,
            other => other.not_an_integer(),
        }
    }

    /// `short`, `long` and `long long`, with which `int` may be written or not.
    fn integer_size(self) -> Option<(BuiltinType, BuiltinType)> {
        let long_long = TypeWords(TypeWords::LONG.0 | TypeWords::LONG_LONG.0);
        match self {
            TypeWords::SHORT => Some((BuiltinType::Short, BuiltinType::UShort)),
            TypeWords::LONG => Some((BuiltinType::Long, BuiltinType::ULong)),
            _ if self == long_long => Some((BuiltinType::LongLong, BuiltinType::ULongLong)),
            _ => None,
        }
    }

    fn not_an_integer(self) -> Option<BuiltinType> {
        const LONG_DOUBLE: TypeWords = TypeWords(TypeWords::LONG.0 | TypeWords::DOUBLE.0);
        Some(match self {
            TypeWords::VOID => BuiltinType::Void,
            TypeWords::BOOL => BuiltinType::Bool,
            TypeWords::FLOAT => BuiltinType::Float,
            TypeWords::DOUBLE => BuiltinType::Double,
            LONG_DOUBLE => BuiltinType::LongDouble,
            TypeWords::FLOAT16 => BuiltinType::Float16,
            TypeWords::FLOAT32 => BuiltinType::Float32,
            TypeWords::FLOAT64 => BuiltinType::Float64,
            TypeWords::FLOAT128 => BuiltinType::Float128,
            TypeWords::FLOAT32X => BuiltinType::Float32x,
            TypeWords::FLOAT64X => BuiltinType::Float64x,
            TypeWords::VA_LIST => BuiltinType::VaList,
            _ => return None,
        })
    }
}
