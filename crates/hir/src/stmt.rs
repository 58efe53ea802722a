//! Statements, and how directives are bound to them.

use source::{Id, Span, Symbol};

use crate::{DirectiveId, ExprId, Item, LabelId};

/// Names a statement.
pub type StmtId = Id<Stmt>;

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Where it stands.
    pub span: Span,
}

/// A loop of the host that a recipe has changed.
#[derive(Clone, Copy, Debug)]
pub struct ReplacedLoop {
    /// The text it had, its directives included.
    pub place: Span,
    /// What it is now.
    pub stmt: StmtId,
}

/// The kinds of statement.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `{ … }`
    Block(Vec<StmtId>),
    /// What one declaration declares, in order.
    Decl(Vec<Item>),
    /// `e;`
    Expr(ExprId),
    /// `;`
    Empty,
    /// `if`
    If {
        /// The condition.
        cond: ExprId,
        /// If true.
        then: StmtId,
        /// If false.
        otherwise: Option<StmtId>,
    },
    /// `while`
    While {
        /// The condition.
        cond: ExprId,
        /// The body.
        body: StmtId,
    },
    /// `do … while`
    DoWhile {
        /// The body.
        body: StmtId,
        /// The condition.
        cond: ExprId,
    },
    /// `for`
    For {
        /// A `Decl` or `Expr` statement.
        init: Option<StmtId>,
        /// The condition.
        cond: Option<ExprId>,
        /// The step.
        step: Option<ExprId>,
        /// The body.
        body: StmtId,
    },
    /// `switch`
    Switch {
        /// The selector, promoted.
        cond: ExprId,
        /// The body.
        body: StmtId,
    },
    /// `case low:` or `case low ... high:`
    Case {
        /// The value, or the lowest.
        low: i128,
        /// The highest.
        high: i128,
        /// The expressions as written.
        written: (ExprId, Option<ExprId>),
        /// What follows.
        body: StmtId,
    },
    /// `default:`
    Default(StmtId),
    /// `name:`
    Label {
        /// The label.
        label: LabelId,
        /// What follows.
        body: StmtId,
    },
    /// `goto name;`
    Goto(LabelId),
    /// `goto *e;`
    GotoComputed(ExprId),
    /// `continue;`
    Continue,
    /// `break;`
    Break,
    /// `return e;`
    Return(Option<ExprId>),
    /// An `asm` statement.
    Asm(Box<AsmStmt>),
    /// An attribute as a statement: `__attribute__((fallthrough));`
    Attributes(Vec<crate::AttributeText>),
    /// A pragma that is not ours.
    Pragma(Symbol),
    /// `kernel … kernel_end`
    Kernel {
        /// The `kernel` directive.
        directive: DirectiveId,
        /// The region, a block of the statements between.
        body: StmtId,
        /// The `kernel_end` line.
        end: Span,
    },
    /// `singular … singular_end`
    Singular {
        /// The `singular` directive.
        directive: DirectiveId,
        /// The region.
        body: StmtId,
        /// The `singular_end` line.
        end: Span,
    },
    /// A loop directive or `atomic`, and the statement it governs.
    Annotated {
        /// The directive.
        directive: DirectiveId,
        /// The statement: a `for`, another `Annotated`, or an update.
        body: StmtId,
    },
    /// A directive that stands alone: data, `barrier`, `shape`.
    Directive(DirectiveId),
    /// `__syncthreads();` in kernels that Warploom makes.
    Barrier,
    /// A comment in generated code, one line.
    Comment(Box<str>),
    /// Already reported.
    Error,
}

impl StmtKind {
    /// Does what runs next stand elsewhere?
    pub fn is_jump(&self) -> bool {
        use StmtKind::{Break, Continue, Goto, GotoComputed, Return};
        matches!(self, Goto(_) | GotoComputed(_) | Continue | Break | Return(_))
    }
}

/// An `asm` statement.
#[derive(Clone, Debug)]
pub struct AsmStmt {
    /// The keyword and qualifiers.
    pub head: Symbol,
    /// The template as written.
    pub template: Symbol,
    /// Outputs: name, constraint, lvalue.
    pub outputs: Vec<(Option<Symbol>, Symbol, ExprId)>,
    /// Inputs: name, constraint, value.
    pub inputs: Vec<(Option<Symbol>, Symbol, ExprId)>,
    /// Clobbers as written.
    pub clobbers: Vec<Symbol>,
    /// Labels of `asm goto`.
    pub labels: Vec<LabelId>,
    /// The basic form without colons.
    pub basic: bool,
}
