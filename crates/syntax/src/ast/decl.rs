//! Declarations and types as written.
//!
//! A declarator is stored as the list of its parts from the name outwards:
//! `*a[3]` is `[Array(3), Pointer]`, read "array of 3 of pointer to …". To
//! build the type, apply the parts to the base type from last to first.

use std::sync::Arc;

use source::{Span, Symbol};

use super::{ExprId, Ident, Initializer, TypeNameId};

/// One declaration: specifiers and any number of declarators.
#[derive(Clone, Debug)]
pub struct Decl {
    /// What it is.
    pub kind: DeclKind,
    /// From the first specifier to the semicolon.
    pub span: Span,
}

/// The kinds of declaration.
#[derive(Clone, Debug)]
pub enum DeclKind {
    /// Variables, functions, typedefs, tags.
    Declarators {
        /// The specifiers.
        specs: DeclSpecs,
        /// The declared names; empty in `struct s { … };`.
        declarators: Vec<InitDeclarator>,
    },
    /// `_Static_assert(cond, "message")`
    StaticAssert {
        /// The condition.
        cond: ExprId,
        /// The message.
        message: Option<ExprId>,
    },
    /// `__label__ a, b;`
    LocalLabels(Vec<Ident>),
    /// Could not be parsed; already reported.
    Error,
}

/// A declarator with its initialiser.
#[derive(Clone, Debug)]
pub struct InitDeclarator {
    /// Name and type.
    pub declarator: Declarator,
    /// `= …`, or `(args)` for a constructor of a CUDA file.
    pub init: Option<DeclInit>,
}

/// How a variable is initialised.
#[derive(Clone, Debug)]
pub enum DeclInit {
    /// `= initialiser`
    Equals(Initializer),
    /// `dim3 grid(x, y)` of a CUDA file.
    Construct(Vec<ExprId>),
}

/// The specifiers in front of declarators.
#[derive(Clone, Debug)]
pub struct DeclSpecs {
    /// Storage class.
    pub storage: Storage,
    /// `_Thread_local`
    pub thread_local: bool,
    /// `inline`
    pub inline: bool,
    /// `_Noreturn`
    pub noreturn: bool,
    /// `__extension__` stood before it.
    pub extension: bool,
    /// `const`, `volatile`, …
    pub quals: Qualifiers,
    /// The type itself.
    pub ty: TypeSpec,
    /// The place of the type specifiers (of the first, if nothing better).
    pub ty_span: Span,
    /// `_Alignas`
    pub align: Vec<AlignSpec>,
    /// GNU attributes.
    pub attrs: Vec<Attribute>,
    /// CUDA's function and memory spaces.
    pub cuda: CudaSpecs,
    /// The whole of it.
    pub span: Span,
}

/// Storage classes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[allow(missing_docs)]
pub enum Storage {
    #[default]
    None,
    Typedef,
    Extern,
    Static,
    Auto,
    Register,
}

/// Type qualifiers as bits; shared by `ast` and `hir`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, PartialOrd, Ord)]
pub struct Qualifiers(pub u8);

impl Qualifiers {
    /// None.
    pub const NONE: Qualifiers = Qualifiers(0);
    /// `const`
    pub const CONST: Qualifiers = Qualifiers(1);
    /// `volatile`
    pub const VOLATILE: Qualifiers = Qualifiers(2);
    /// `restrict`
    pub const RESTRICT: Qualifiers = Qualifiers(4);
    /// `_Atomic` as a qualifier.
    pub const ATOMIC: Qualifiers = Qualifiers(8);
    /// `__global`, of OpenCL: never written by the user, as the next two.
    pub const GLOBAL: Qualifiers = Qualifiers(16);
    /// `__local`
    pub const LOCAL: Qualifiers = Qualifiers(32);
    /// `__constant`
    pub const CONSTANT: Qualifiers = Qualifiers(64);

    /// Are all these set?
    pub fn has(self, other: Qualifiers) -> bool {
        self.0 & other.0 == other.0
    }

    /// Both sets together.
    pub fn with(self, other: Qualifiers) -> Qualifiers {
        Qualifiers(self.0 | other.0)
    }

    /// Those not in `other`.
    pub fn without(self, other: Qualifiers) -> Qualifiers {
        Qualifiers(self.0 & !other.0)
    }
}

/// `float4` and its relations: every one of these with 1 to 4 behind it.
pub const CUDA_VECTORS: &[&str] = &[
    "char",
    "uchar",
    "short",
    "ushort",
    "int",
    "uint",
    "long",
    "ulong",
    "longlong",
    "ulonglong",
    "float",
    "double",
];

/// CUDA's specifiers as bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct CudaSpecs(pub u16);

impl CudaSpecs {
    /// `__global__`
    pub const GLOBAL: CudaSpecs = CudaSpecs(1);
    /// `__device__`
    pub const DEVICE: CudaSpecs = CudaSpecs(2);
    /// `__host__`
    pub const HOST: CudaSpecs = CudaSpecs(4);
    /// `__shared__`
    pub const SHARED: CudaSpecs = CudaSpecs(8);
    /// `__constant__`
    pub const CONSTANT: CudaSpecs = CudaSpecs(16);
    /// `__managed__`
    pub const MANAGED: CudaSpecs = CudaSpecs(32);
    /// `__forceinline__`
    pub const FORCE_INLINE: CudaSpecs = CudaSpecs(64);
    /// `__noinline__`
    pub const NO_INLINE: CudaSpecs = CudaSpecs(128);
    /// `extern "C"`
    pub const EXTERN_C: CudaSpecs = CudaSpecs(256);

    /// Are all these set?
    pub fn has(self, other: CudaSpecs) -> bool {
        self.0 & other.0 == other.0
    }

    /// Both together.
    pub fn with(self, other: CudaSpecs) -> CudaSpecs {
        CudaSpecs(self.0 | other.0)
    }
}

/// A type specifier.
#[derive(Clone, Debug)]
pub enum TypeSpec {
    /// One made of keywords.
    Builtin(BuiltinType),
    /// `_Complex` of one made of keywords.
    Complex(BuiltinType),
    /// `struct` or `union`, with or without body.
    Record(Box<RecordSpec>),
    /// `enum`, with or without body.
    Enum(Box<EnumSpec>),
    /// A typedef name (in a CUDA file also a bare tag).
    Name(Ident),
    /// `vector<float>`: a struct of a template.
    Template(Ident, Vec<super::TemplateArg>),
    /// `scan::storage`: a type that is a member of another one.
    Member(Box<TypeSpec>, Ident),
    /// `typeof(e)`
    TypeofExpr(ExprId),
    /// `typeof(T)`
    TypeofType(TypeNameId),
    /// `_Atomic(T)`
    Atomic(TypeNameId),
    /// `__auto_type`
    Auto,
    /// What the function returns: of `return {x, y};` in a CUDA file.
    Result,
    /// None written: old C's implicit `int`; reported where it is not allowed.
    Missing,
    /// Nonsense such as `long float`; already reported.
    Error,
}

/// Types made of keywords; shared by `ast` and `hir`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum BuiltinType {
    Void,
    Bool,
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Int128,
    UInt128,
    Float16,
    Float,
    Double,
    LongDouble,
    Float32,
    Float64,
    Float128,
    Float32x,
    Float64x,
    VaList,
}

impl BuiltinType {
    /// The usual spelling of a type made of keywords.
    pub fn text(self) -> &'static str {
        match self {
            BuiltinType::Void => "void",
            BuiltinType::Bool => "_Bool",
            BuiltinType::Char => "char",
            BuiltinType::SChar => "signed char",
            BuiltinType::UChar => "unsigned char",
            BuiltinType::Short => "short",
            BuiltinType::UShort => "unsigned short",
            BuiltinType::Int => "int",
            BuiltinType::UInt => "unsigned int",
            BuiltinType::Long => "long",
            BuiltinType::ULong => "unsigned long",
            BuiltinType::LongLong => "long long",
            BuiltinType::ULongLong => "unsigned long long",
            BuiltinType::Int128 => "__int128",
            BuiltinType::UInt128 => "unsigned __int128",
            BuiltinType::Float16 => "_Float16",
            BuiltinType::Float => "float",
            BuiltinType::Double => "double",
            BuiltinType::LongDouble => "long double",
            BuiltinType::Float32 => "_Float32",
            BuiltinType::Float64 => "_Float64",
            BuiltinType::Float128 => "_Float128",
            BuiltinType::Float32x => "_Float32x",
            BuiltinType::Float64x => "_Float64x",
            BuiltinType::VaList => "__builtin_va_list",
        }
    }
}

/// `struct` or `union`?
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RecordKind {
    /// `struct`
    Struct,
    /// `union`
    Union,
}

/// A `struct` or `union` specifier.
#[derive(Clone, Debug)]
pub struct RecordSpec {
    /// Which.
    pub kind: RecordKind,
    /// The tag.
    pub tag: Option<Ident>,
    /// The base classes.
    pub bases: Vec<(TypeSpec, Span)>,
    /// The members, if this is a definition.
    pub fields: Option<Vec<FieldDecl>>,
    /// Attributes before the tag and after the brace.
    pub attrs: Vec<Attribute>,
    /// From the keyword to the closing brace.
    pub span: Span,
}

/// One member declaration line.
#[derive(Clone, Debug)]
pub enum FieldDecl {
    /// `int a, *b : 3;` or an anonymous record (no declarators).
    Fields {
        /// Specifiers.
        specs: DeclSpecs,
        /// The members.
        declarators: Vec<FieldDeclarator>,
        /// The line.
        span: Span,
    },
    /// `_Static_assert` among members.
    StaticAssert(super::DeclId),
    /// A `#pragma pack` or the like in the middle of a struct.
    Pragma(Symbol, Span),
    /// A function in a struct of a CUDA file.
    Method(Box<MethodDef>),
    /// A template of such functions.
    MethodTemplate(Arc<MethodTemplate>),
}

/// `template <typename T> …` in a struct.
#[derive(Clone, Debug)]
pub struct MethodTemplate {
    /// What stands between the angle brackets.
    pub params: Vec<super::TemplateParam>,
    /// The function.
    pub method: MethodDef,
}

/// A member function or constructor.
#[derive(Clone, Debug)]
pub struct MethodDef {
    /// The function; a constructor has the name and type of the struct.
    pub function: super::FunctionDef,
    /// Does it make an object?
    pub is_constructor: bool,
    /// `const` behind the parameters: it does not change the object.
    pub is_const: bool,
    /// `friend`: a function beside the struct.
    pub is_friend: bool,
    /// `static`: it has no object.
    pub is_static: bool,
    /// `: x(a), y(b)` before the body of a constructor.
    pub initializers: Vec<(Ident, Vec<ExprId>)>,
}

/// One member.
#[derive(Clone, Debug)]
pub struct FieldDeclarator {
    /// Name and type; an unnamed bit-field has no name.
    pub declarator: Declarator,
    /// `: width`
    pub bits: Option<ExprId>,
    /// `= 1`: of a static member, or what a constructor begins with.
    pub init: Option<Initializer>,
}

/// An `enum` specifier.
#[derive(Clone, Debug)]
pub struct EnumSpec {
    /// The tag.
    pub tag: Option<Ident>,
    /// The enumerators, if this is a definition.
    pub enumerators: Option<Vec<EnumeratorDecl>>,
    /// Attributes before the tag and after the brace.
    pub attrs: Vec<Attribute>,
    /// From the keyword to the closing brace.
    pub span: Span,
}

/// One enumerator.
#[derive(Clone, Debug)]
pub struct EnumeratorDecl {
    /// The name.
    pub name: Ident,
    /// `= value`
    pub value: Option<ExprId>,
    /// Attributes between name and value.
    pub attrs: Vec<Attribute>,
}

/// A name with the shape of its type around it.
#[derive(Clone, Debug)]
pub struct Declarator {
    /// The declared name; `None` in type names and unnamed parameters.
    pub name: Option<Ident>,
    /// From the name outwards.
    pub parts: Vec<DeclaratorPart>,
    /// `asm("symbol")`
    pub asm_label: Option<AsmText>,
    /// Attributes after it.
    pub attrs: Vec<Attribute>,
    /// The whole of it; for an empty declarator, the place where it would be.
    pub span: Span,
}

/// One step of a declarator.
#[derive(Clone, Debug)]
pub enum DeclaratorPart {
    /// `*`
    Pointer {
        /// Qualifiers of the pointer itself.
        quals: Qualifiers,
        /// Attributes after the star.
        attrs: Vec<Attribute>,
    },
    /// `&` of a CUDA file.
    Reference,
    /// `[…]`
    Array {
        /// The size.
        size: ArraySizeSpec,
        /// Qualifiers inside the brackets of a parameter.
        quals: Qualifiers,
        /// `static` inside the brackets of a parameter.
        is_static: bool,
        /// The brackets.
        span: Span,
    },
    /// `(…)`
    Function {
        /// Parameters, or the names of an old-style definition.
        params: Params,
        /// The parentheses.
        span: Span,
    },
}

/// What stands between array brackets.
#[derive(Clone, Copy, Debug)]
pub enum ArraySizeSpec {
    /// `[]`
    Unspecified,
    /// `[*]`
    Star,
    /// `[e]`
    Expr(ExprId),
}

/// A parameter list.
#[derive(Clone, Debug)]
pub enum Params {
    /// `()`: nothing said (in a CUDA file: none).
    Unspecified,
    /// `(void)` or a list with types.
    Prototype {
        /// The parameters.
        params: Vec<ParamDecl>,
        /// `, ...`
        variadic: bool,
    },
    /// `(a, b)` of an old-style definition.
    OldStyle(Vec<Ident>),
}

/// One parameter.
#[derive(Clone, Debug)]
pub struct ParamDecl {
    /// Specifiers.
    pub specs: DeclSpecs,
    /// Name and type.
    pub declarator: Declarator,
    /// The default argument of a CUDA file.
    pub default: Option<ExprId>,
    /// The whole of it.
    pub span: Span,
}

/// A type written alone, as in a cast.
#[derive(Clone, Debug)]
pub struct TypeName {
    /// Specifiers.
    pub specs: DeclSpecs,
    /// A declarator without a name.
    pub declarator: Declarator,
    /// The whole of it.
    pub span: Span,
}

/// `_Alignas(…)`
#[derive(Clone, Copy, Debug)]
pub enum AlignSpec {
    /// `_Alignas(T)`
    Type(TypeNameId),
    /// `_Alignas(e)`
    Expr(ExprId),
}

/// One GNU attribute: name, and the arguments as understood as expressions.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// The name without its underscores: `packed` for `__packed__`.
    pub name: Symbol,
    /// The tokens between the parentheses, spellings joined as C text; for
    /// printing it back. `None` when it has no parentheses.
    pub args_text: Option<Symbol>,
    /// The first argument if it parses as a constant expression (`aligned(16)`).
    pub first_arg: Option<ExprId>,
    /// Where it stands.
    pub span: Span,
}

/// Assembler text kept as written: an `asm` statement, item or label.
#[derive(Clone, Copy, Debug)]
pub struct AsmText {
    /// The spelling from the keyword to the closing parenthesis, as C text.
    pub text: Symbol,
    /// Where it stands.
    pub span: Span,
}
