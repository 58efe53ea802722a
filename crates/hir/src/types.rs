//! Types, interned.
//!
//! A [`Type`] is an id and qualifiers: eight bytes, compared by value. The
//! structure behind the id is a [`TypeKind`]. Typedef names are kept as
//! `TypeKind::Typedef`, because a kernel should be printed with the names the
//! user chose; whoever asks what a type *is* calls [`Types::strip`] first, or
//! one of the predicates that do.

use std::collections::HashMap;

use source::Id;
use syntax::ast::{BuiltinType, Qualifiers};

use crate::{EnumDef, Expr, Record, Typedef};

/// Names an interned type structure.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TypeId(u32);

/// A possibly qualified type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Type {
    /// The structure.
    pub id: TypeId,
    /// `const`, `volatile`, `restrict`, `_Atomic`.
    pub quals: Qualifiers,
}

/// The structure of a type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeKind {
    /// Made of keywords, `void` included.
    Builtin(BuiltinType),
    /// `_Complex` of a floating (or, in GNU C, integer) type.
    Complex(BuiltinType),
    /// Pointer.
    Pointer(Type),
    /// Array. Qualifiers of an array type are those of its elements.
    Array(Type, ArrayLen),
    /// Function.
    Function(FunctionType),
    /// `struct` or `union`.
    Record(Id<Record>),
    /// `enum`.
    Enum(Id<EnumDef>),
    /// A typedef name, transparent.
    Typedef(Id<Typedef>),
    /// GNU vector of that many elements.
    Vector(Type, u32),
    /// Stands for a type that could not be understood; silences what follows.
    Error,
}

/// The length of an array type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArrayLen {
    /// Known.
    Fixed(u64),
    /// Depends on run-time values: the expression, as written.
    Variable(Id<Expr>),
    /// `[]`: not known yet, or a flexible member.
    Unknown,
    /// `[*]` in a prototype.
    Star,
}

/// The structure of a function type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FunctionType {
    /// What it returns.
    pub result: Type,
    /// Parameter types, after adjustment.
    pub params: Vec<Type>,
    /// `...`
    pub variadic: bool,
    /// False for `()`, which says nothing about parameters.
    pub prototype: bool,
}

/// The table of types of a program.
#[derive(Clone, Debug)]
pub struct Types {
    kinds: Vec<TypeKind>,
    by_kind: HashMap<TypeKind, TypeId>,
    typedefs: Vec<Type>,
}

impl Default for Types {
    fn default() -> Self {
        let mut types = Types { kinds: Vec::new(), by_kind: HashMap::new(), typedefs: Vec::new() };
        for builtin in BUILTINS {
            types.intern(TypeKind::Builtin(builtin));
        }
        types.intern(TypeKind::Error);
        types
    }
}

/// In the order of the enum, so that a builtin's id is its discriminant.
const BUILTINS: [BuiltinType; 25] = [
    BuiltinType::Void,
    BuiltinType::Bool,
    BuiltinType::Char,
    BuiltinType::SChar,
    BuiltinType::UChar,
    BuiltinType::Short,
    BuiltinType::UShort,
    BuiltinType::Int,
    BuiltinType::UInt,
    BuiltinType::Long,
    BuiltinType::ULong,
    BuiltinType::LongLong,
    BuiltinType::ULongLong,
    BuiltinType::Int128,
    BuiltinType::UInt128,
    BuiltinType::Float16,
    BuiltinType::Float,
    BuiltinType::Double,
    BuiltinType::LongDouble,
    BuiltinType::Float32,
    BuiltinType::Float64,
    BuiltinType::Float128,
    BuiltinType::Float32x,
    BuiltinType::Float64x,
    BuiltinType::VaList,
];

impl Type {
    /// `void`
    pub const VOID: Type = Type::builtin(BuiltinType::Void);
    /// `int`
    pub const INT: Type = Type::builtin(BuiltinType::Int);
    /// `unsigned int`
    pub const UINT: Type = Type::builtin(BuiltinType::UInt);
    /// `char`
    pub const CHAR: Type = Type::builtin(BuiltinType::Char);
    /// `long`
    pub const LONG: Type = Type::builtin(BuiltinType::Long);
    /// `unsigned long`: `size_t` on the targets we know.
    pub const ULONG: Type = Type::builtin(BuiltinType::ULong);
    /// `float`
    pub const FLOAT: Type = Type::builtin(BuiltinType::Float);
    /// `double`
    pub const DOUBLE: Type = Type::builtin(BuiltinType::Double);
    /// `_Bool`
    pub const BOOL: Type = Type::builtin(BuiltinType::Bool);
    /// Stands for a type that could not be understood: interned right after
    /// the builtin ones.
    pub const ERROR: Type = Type { id: TypeId(BUILTINS.len() as u32), quals: Qualifiers::NONE };

    /// An unqualified builtin type.
    pub const fn builtin(builtin: BuiltinType) -> Type {
        Type { id: TypeId(builtin as u32), quals: Qualifiers::NONE }
    }

    /// The same type without qualifiers of its own.
    pub fn unqualified(self) -> Type {
        Type { quals: Qualifiers::NONE, ..self }
    }

    /// The same type with these qualifiers too.
    pub fn qualified(self, quals: Qualifiers) -> Type {
        Type { quals: self.quals.with(quals), ..self }
    }

    /// Is it `const` (at the outermost level, as written)?
    pub fn is_const(self) -> bool {
        self.quals.has(Qualifiers::CONST)
    }
}

impl Types {
    /// The unqualified type of this structure.
    pub fn intern(&mut self, kind: TypeKind) -> Type {
        if let Some(&id) = self.by_kind.get(&kind) {
            return Type { id, quals: Qualifiers::NONE };
        }
        let id = TypeId(self.kinds.len() as u32);
        self.kinds.push(kind.clone());
        self.by_kind.insert(kind, id);
        Type { id, quals: Qualifiers::NONE }
    }

    /// Pointer to `target`.
    pub fn pointer_to(&mut self, target: Type) -> Type {
        self.intern(TypeKind::Pointer(target))
    }

    /// Array of `len` elements.
    pub fn array_of(&mut self, element: Type, len: u64) -> Type {
        self.intern(TypeKind::Array(element, ArrayLen::Fixed(len)))
    }

    /// Tells the table what a typedef stands for, so that [`Types::strip`]
    /// needs nothing else. Called once per typedef, in id order.
    pub fn define_typedef(&mut self, typedef: Id<Typedef>, target: Type) {
        debug_assert_eq!(typedef.index(), self.typedefs.len());
        self.typedefs.push(target);
    }

    /// The structure as written, typedefs included.
    pub fn kind(&self, ty: Type) -> &TypeKind {
        &self.kinds[ty.id.0 as usize]
    }

    /// The type behind all typedef names, qualifiers gathered on the way.
    pub fn strip(&self, ty: Type) -> Type {
        let mut ty = ty;
        while let TypeKind::Typedef(typedef) = self.kind(ty) {
            let target = self.typedefs[typedef.index()];
            ty = target.qualified(ty.quals);
        }
        ty
    }

    /// The structure behind all typedef names.
    pub fn stripped(&self, ty: Type) -> &TypeKind {
        self.kind(self.strip(ty))
    }

    /// The builtin type behind the names, if it is one.
    pub fn as_builtin(&self, ty: Type) -> Option<BuiltinType> {
        match self.stripped(ty) {
            TypeKind::Builtin(builtin) => Some(*builtin),
            _ => None,
        }
    }

    /// What a pointer points to.
    pub fn pointee(&self, ty: Type) -> Option<Type> {
        match self.stripped(ty) {
            TypeKind::Pointer(target) => Some(*target),
            _ => None,
        }
    }

    /// The element type of an array; the array's qualifiers fall to it.
    pub fn element(&self, ty: Type) -> Option<Type> {
        let stripped = self.strip(ty);
        match self.kind(stripped) {
            TypeKind::Array(element, _) => Some(element.qualified(stripped.quals)),
            _ => None,
        }
    }

    /// What an object of this type holds in the end: the elements of an array of arrays.
    pub fn innermost_element(&self, ty: Type) -> Type {
        std::iter::successors(Some(ty), |outer| self.element(*outer)).last().unwrap_or(ty)
    }

    /// Does it have an array in it, also behind pointers, whose length the program computes?
    pub fn has_computed_length(&self, ty: Type) -> bool {
        match self.stripped(ty) {
            TypeKind::Array(element, len) => {
                matches!(len, ArrayLen::Variable(_) | ArrayLen::Star) || self.has_computed_length(*element)
            }
            TypeKind::Pointer(target) => self.has_computed_length(*target),
            _ => false,
        }
    }

    /// Is it `void`?
    pub fn is_void(&self, ty: Type) -> bool {
        self.as_builtin(ty) == Some(BuiltinType::Void)
    }

    /// An integer type: `_Bool`, characters, enums included.
    pub fn is_integer(&self, ty: Type) -> bool {
        match self.stripped(ty) {
            TypeKind::Builtin(b) => (BuiltinType::Bool..=BuiltinType::UInt128).contains(b),
            TypeKind::Enum(_) => true,
            _ => false,
        }
    }

    /// A real floating type.
    pub fn is_real_floating(&self, ty: Type) -> bool {
        matches!(self.stripped(ty), TypeKind::Builtin(b) if (BuiltinType::Float16..=BuiltinType::Float64x).contains(b))
    }

    /// Integer, floating or complex.
    pub fn is_arithmetic(&self, ty: Type) -> bool {
        self.is_integer(ty) || self.is_real_floating(ty) || matches!(self.stripped(ty), TypeKind::Complex(_))
    }

    /// A pointer.
    pub fn is_pointer(&self, ty: Type) -> bool {
        matches!(self.stripped(ty), TypeKind::Pointer(_))
    }

    /// Arithmetic or pointer: what a condition may be.
    pub fn is_scalar(&self, ty: Type) -> bool {
        self.is_arithmetic(ty) || self.is_pointer(ty)
    }

    /// An array of any length.
    pub fn is_array(&self, ty: Type) -> bool {
        matches!(self.stripped(ty), TypeKind::Array(..))
    }

    /// A function.
    pub fn is_function(&self, ty: Type) -> bool {
        matches!(self.stripped(ty), TypeKind::Function(_))
    }

    /// `struct` or `union`.
    pub fn as_record(&self, ty: Type) -> Option<Id<Record>> {
        match self.stripped(ty) {
            TypeKind::Record(record) => Some(*record),
            _ => None,
        }
    }

    /// Already reported.
    pub fn is_error(&self, ty: Type) -> bool {
        matches!(self.stripped(ty), TypeKind::Error)
    }
}
