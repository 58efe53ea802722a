//! Expressions, typed.
//!
//! Every conversion C makes silently is a [`ExprKind::Cast`] marked implicit:
//! after `resolve`, operands of arithmetic have one type, arguments have their
//! parameter's type, arrays have decayed. Printing skips implicit casts, so
//! the text stays the user's.

use source::{Id, Span, Symbol};
use syntax::ast::{BinaryOp, IncDec};

use crate::{Enumerator, FunctionId, LabelId, RecordId, StmtId, Type, VarId};

/// Names an expression.
pub type ExprId = Id<Expr>;

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its type; an lvalue keeps its qualifiers.
    pub ty: Type,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of expression.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// An integer or character constant.
    Int {
        /// The value.
        value: i128,
        /// As written, if it was.
        text: Option<Symbol>,
    },
    /// A floating constant (also an imaginary one, then `ty` is complex).
    Float {
        /// The value, rounded to double.
        value: f64,
        /// As written, if it was.
        text: Option<Symbol>,
    },
    /// A string literal; its type is an array.
    String(Box<StringLiteral>),
    /// A variable.
    Var(VarId),
    /// A function.
    Function(FunctionId),
    /// An enumerator.
    Enumerator(Id<Enumerator>),
    /// `+e -e ~e !e __real__ __imag__`
    Unary {
        /// The operator.
        op: UnaryOp,
        /// The operand.
        operand: ExprId,
    },
    /// `&e`
    AddrOf(ExprId),
    /// `*e`
    Deref(ExprId),
    /// `++e e++ --e e--`
    IncDec {
        /// Up or down.
        op: IncDec,
        /// Before or after?
        prefix: bool,
        /// The operand, an lvalue.
        operand: ExprId,
    },
    /// Binary operator, including `&&`, `||` and `,`.
    Binary {
        /// The operator.
        op: BinaryOp,
        /// Left operand.
        lhs: ExprId,
        /// Right operand.
        rhs: ExprId,
    },
    /// `lhs = rhs`
    Assign {
        /// What is assigned to.
        lhs: ExprId,
        /// The value, converted.
        rhs: ExprId,
    },
    /// `lhs op= rhs`: `lhs = (T)((C)lhs op rhs)`, `lhs` evaluated once.
    AssignOp {
        /// The operator.
        op: BinaryOp,
        /// What is assigned to.
        lhs: ExprId,
        /// The other operand, converted to `compute` (except for shifts and
        /// pointer arithmetic).
        rhs: ExprId,
        /// The type `C` in which it is computed.
        compute: Type,
    },
    /// `cond ? then : otherwise`; without `then`, GNU's `cond ?: otherwise`.
    Conditional {
        /// The condition.
        cond: ExprId,
        /// Value if true.
        then: Option<ExprId>,
        /// Value if false.
        otherwise: ExprId,
    },
    /// A conversion to `ty`.
    Cast {
        /// How values change.
        kind: CastKind,
        /// Written by the user?
        implicit: bool,
        /// The operand.
        operand: ExprId,
    },
    /// `callee(args)`
    Call {
        /// A function, or an expression of type pointer to function.
        callee: ExprId,
        /// Arguments, converted.
        args: Vec<ExprId>,
    },
    /// `kernel<<<config>>>(args)`
    Launch {
        /// The kernel.
        callee: ExprId,
        /// Grid, block, shared bytes, stream: two to four.
        config: Vec<ExprId>,
        /// Arguments, converted.
        args: Vec<ExprId>,
    },
    /// `base[index]`; the base is a pointer (a decayed array, usually).
    Index {
        /// The pointer.
        base: ExprId,
        /// The subscript.
        index: ExprId,
    },
    /// `base.field` or `base->field`. An access through anonymous members is
    /// one node per level; printing leaves out the nameless ones.
    Member {
        /// The object, or the pointer if `arrow`.
        base: ExprId,
        /// The record that has the field.
        record: RecordId,
        /// Index in `Record::fields`.
        field: u32,
        /// `->`
        arrow: bool,
    },
    /// `sizeof(T)`, `sizeof e`, `_Alignof(…)`: what is asked and, unless it is
    /// a variable-length array, the answer.
    Measure {
        /// Size or alignment.
        what: Measure,
        /// The type asked about.
        of: Type,
        /// The operand, when it was an expression.
        operand: Option<ExprId>,
        /// The answer.
        value: Option<u64>,
    },
    /// `offsetof(T, path)`
    Offsetof {
        /// The record type.
        of: Type,
        /// The path as written: `a.b[2]`.
        path: Symbol,
        /// Variable subscripts make it run-time; they are not accepted.
        value: u64,
    },
    /// `(T){…}`
    CompoundLiteral {
        /// The value.
        init: Box<Init>,
        /// At file level, or in a static initialiser.
        is_static: bool,
    },
    /// `({ … })`
    StmtExpr(StmtId),
    /// `va_arg(list, ty)`
    VaArg(ExprId),
    /// `&&label`
    LabelAddress(LabelId),
    /// `__builtin_convertvector(e, ty)`
    ConvertVector(ExprId),
    /// `T(args)` of a CUDA file, for vector types and `dim3`.
    Construct(Vec<ExprId>),
    /// `threadIdx.x` and its like, in kernels that Warploom makes. (A CUDA
    /// file's own `threadIdx` is a predefined variable.)
    Grid(GridQuery, Axis),
    /// Already reported; `ty` is the error type.
    Error,
}

impl ExprKind {
    /// Is nothing below it, and nothing to rewrite in it?
    pub fn is_leaf(&self) -> bool {
        matches!(
            self,
            ExprKind::Int { .. }
                | ExprKind::Float { .. }
                | ExprKind::String(_)
                | ExprKind::Var(_)
                | ExprKind::Function(_)
                | ExprKind::Enumerator(_)
                | ExprKind::Grid(..)
        )
    }
}

/// What a kernel asks about its place in the grid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GridQuery {
    /// `threadIdx`
    ThreadIndex,
    /// `blockIdx`
    BlockIndex,
    /// `blockDim`
    BlockSize,
    /// `gridDim`
    GridSize,
}

/// A hardware axis of the grid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Axis {
    /// Fastest.
    X,
    /// Middle.
    Y,
    /// Slowest.
    Z,
}

/// Operators with one operand that are neither `&`, `*`, `++` nor `--`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum UnaryOp {
    Plus,
    Neg,
    BitNot,
    Not,
    Real,
    Imag,
}

/// `sizeof` or `_Alignof`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Measure {
    /// `sizeof`
    Size,
    /// `_Alignof`
    Align,
}

/// What a conversion does to the value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CastKind {
    /// Between arithmetic types (integers, enums, floats, complex).
    Arithmetic,
    /// Anything scalar to `_Bool`: is it non-zero?
    ToBool,
    /// Between pointers.
    Pointer,
    /// Pointer to integer.
    PointerToInt,
    /// Integer to pointer (a null pointer constant included).
    IntToPointer,
    /// Array to pointer to its first element.
    ArrayDecay,
    /// Function to pointer to it.
    FunctionDecay,
    /// Value thrown away.
    ToVoid,
    /// Same representation: qualifiers, compatible records, vectors of one size.
    Same,
    /// GNU cast to a union type.
    ToUnion,
}

/// A string literal.
#[derive(Clone, Debug)]
pub struct StringLiteral {
    /// Element values without the terminating zero.
    pub units: Vec<u32>,
    /// Pieces as written, with prefixes and quotes.
    pub pieces: Vec<Symbol>,
}

/// An initialiser, every element at its place.
#[derive(Clone, Debug)]
pub enum Init {
    /// A single value, converted to the type of the object.
    Expr(ExprId),
    /// Braces. Elided braces of the source are present, designators resolved.
    List {
        /// The type initialised.
        ty: Type,
        /// The entries, in the order of the object, each element once. Where
        /// there are GNU ranges: in source order, and a later one overrides.
        entries: Vec<InitEntry>,
        /// Where it stands.
        span: Span,
    },
    /// `dim3 g(x, y)` of a CUDA file.
    Construct(Vec<ExprId>),
}

/// One element of a braced initialiser.
#[derive(Clone, Debug)]
pub struct InitEntry {
    /// Element index, or index in `Record::fields`.
    pub index: u64,
    /// Last index of a GNU range; equal to `index` otherwise.
    pub last: u64,
    /// The value.
    pub value: Init,
}
