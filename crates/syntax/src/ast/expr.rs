//! Expressions as written.

use source::{Span, Symbol};

use super::{ExprId, Ident, StmtId, TemplateArg, TypeNameId};

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of expression.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A name: variable, function or enumerator.
    Ident(Symbol),
    /// A number with its suffix, not yet understood.
    Number(Symbol),
    /// A character constant with prefix and quotes.
    Char(Symbol),
    /// Adjacent string literals, each with prefix and quotes.
    String(Vec<Symbol>),
    /// `(e)`. Kept, because `(e)` is spelled with the parentheses.
    Paren(ExprId),
    /// Prefix operator.
    Unary {
        /// The operator.
        op: UnaryOp,
        /// The operand.
        operand: ExprId,
    },
    /// `e++`, `e--`.
    Postfix {
        /// Up or down.
        op: IncDec,
        /// The operand.
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
    /// `lhs = rhs` or `lhs op= rhs`.
    Assign {
        /// The operator of a compound assignment.
        op: Option<BinaryOp>,
        /// What is assigned to.
        lhs: ExprId,
        /// The value.
        rhs: ExprId,
    },
    /// `cond ? then : otherwise`; GNU's `cond ?: otherwise` has no `then`.
    Conditional {
        /// The condition.
        cond: ExprId,
        /// Value if true.
        then: Option<ExprId>,
        /// Value if false.
        otherwise: ExprId,
    },
    /// `(T)e`.
    Cast {
        /// The type.
        ty: TypeNameId,
        /// The operand.
        operand: ExprId,
    },
    /// `(T){…}`.
    CompoundLiteral {
        /// The type.
        ty: TypeNameId,
        /// The braces.
        init: Initializer,
    },
    /// `callee(args)`.
    Call {
        /// What is called.
        callee: ExprId,
        /// Arguments.
        args: Vec<ExprId>,
    },
    /// `kernel<<<config>>>(args)` of a CUDA file.
    Launch {
        /// The kernel.
        callee: ExprId,
        /// Grid, block, shared bytes, stream: two to four.
        config: Vec<ExprId>,
        /// Arguments.
        args: Vec<ExprId>,
    },
    /// `base[index]`.
    Index {
        /// Array or pointer.
        base: ExprId,
        /// Subscript.
        index: ExprId,
    },
    /// `base.field` or `base->field`.
    Member {
        /// The object or pointer.
        base: ExprId,
        /// The member.
        field: Ident,
        /// `->`
        arrow: bool,
    },
    /// `sizeof e`
    SizeofExpr(ExprId),
    /// `sizeof(T)`
    SizeofType(TypeNameId),
    /// `_Alignof(e)`, a GNU extension.
    AlignofExpr(ExprId),
    /// `_Alignof(T)`
    AlignofType(TypeNameId),
    /// `_Generic(control, T: e, …, default: e)`
    Generic {
        /// The expression whose type decides.
        control: ExprId,
        /// Associations; `None` is `default`.
        assocs: Vec<(Option<TypeNameId>, ExprId)>,
    },
    /// `({ … })`
    StmtExpr(StmtId),
    /// `__builtin_va_arg(list, T)`
    VaArg {
        /// The list.
        list: ExprId,
        /// The type to fetch.
        ty: TypeNameId,
    },
    /// `__builtin_offsetof(T, path)`
    Offsetof {
        /// The record type.
        ty: TypeNameId,
        /// The member path; the first is always a field.
        path: Vec<Designator>,
    },
    /// `__builtin_types_compatible_p(A, B)`
    TypesCompatible(TypeNameId, TypeNameId),
    /// `__builtin_choose_expr(c, a, b)`
    ChooseExpr(ExprId, ExprId, ExprId),
    /// `__builtin_tgmath(f, …, args)`: functions and arguments in one list, as written.
    Tgmath(Vec<ExprId>),
    /// `__builtin_convertvector(e, T)`
    ConvertVector(ExprId, TypeNameId),
    /// `&&label`
    LabelAddress(Ident),
    /// `T(args)` in a CUDA file: `dim3(16, 16)`, `float(x)`.
    Construct {
        /// The type.
        ty: TypeNameId,
        /// Constructor arguments.
        args: Vec<ExprId>,
    },
    /// `name<args>` of a CUDA file.
    TemplateId {
        /// The template.
        name: Symbol,
        /// What stands between the angle brackets.
        args: Vec<TemplateArg>,
    },
    /// `type::name` of a CUDA file: a static member or an enumerator.
    OfType {
        /// The type.
        ty: TypeNameId,
        /// The member.
        name: Ident,
        /// What stands between angle brackets behind it.
        args: Vec<TemplateArg>,
    },
    /// `base.name<args>` of a CUDA file: a template of member functions.
    MemberTemplate {
        /// The object or pointer.
        base: ExprId,
        /// The member.
        field: Ident,
        /// `->`
        arrow: bool,
        /// What stands between the angle brackets.
        args: Vec<TemplateArg>,
    },
    /// Something that could not be parsed; already reported.
    Error,
}

/// Prefix operators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    /// `+e`
    Plus,
    /// `-e`
    Neg,
    /// `~e`
    BitNot,
    /// `!e`
    Not,
    /// `*e`
    Deref,
    /// `&e`
    AddrOf,
    /// `++e`
    PreInc,
    /// `--e`
    PreDec,
    /// `__real__ e`
    Real,
    /// `__imag__ e`
    Imag,
    /// `__extension__ e`
    Extension,
}

/// Direction of an increment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IncDec {
    /// `++`
    Inc,
    /// `--`
    Dec,
}

/// Binary operators, shared by `ast` and `hir`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum BinaryOp {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    Shl,
    Shr,
    Lt,
    Gt,
    Le,
    Ge,
    Eq,
    Ne,
    BitAnd,
    BitXor,
    BitOr,
    And,
    Or,
    Comma,
}

impl BinaryOp {
    /// The spelling.
    pub fn text(self) -> &'static str {
        match self {
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Rem => "%",
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Shl => "<<",
            BinaryOp::Shr => ">>",
            BinaryOp::Lt => "<",
            BinaryOp::Gt => ">",
            BinaryOp::Le => "<=",
            BinaryOp::Ge => ">=",
            BinaryOp::Eq => "==",
            BinaryOp::Ne => "!=",
            BinaryOp::BitAnd => "&",
            BinaryOp::BitXor => "^",
            BinaryOp::BitOr => "|",
            BinaryOp::And => "&&",
            BinaryOp::Or => "||",
            BinaryOp::Comma => ",",
        }
    }

    /// Is its value true or false: an `int` in C, a `bool` in C++?
    pub fn is_truth(self) -> bool {
        use BinaryOp::{And, Eq, Ge, Gt, Le, Lt, Ne, Or};
        matches!(self, Lt | Gt | Le | Ge | Eq | Ne | And | Or)
    }
}

/// What stands to the right of `=` in a declaration, or between braces.
#[derive(Clone, Debug)]
pub enum Initializer {
    /// A single expression.
    Expr(ExprId),
    /// `{ … }`
    List(InitializerList),
}

/// A braced initialiser.
#[derive(Clone, Debug)]
pub struct InitializerList {
    /// Entries in order.
    pub entries: Vec<InitializerEntry>,
    /// The braces and all between.
    pub span: Span,
}

/// One entry of a braced initialiser.
#[derive(Clone, Debug)]
pub struct InitializerEntry {
    /// `.x[3]…`, empty when positional.
    pub designators: Vec<Designator>,
    /// The value.
    pub value: Initializer,
}

/// One step of a designation.
#[derive(Clone, Debug)]
pub enum Designator {
    /// `.name`
    Field(Ident),
    /// `[index]`
    Index(ExprId),
    /// `[low ... high]`
    Range(ExprId, ExprId),
}
