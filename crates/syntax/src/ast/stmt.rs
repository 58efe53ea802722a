//! Statements as written.

use source::{Span, Symbol};

use super::{AsmText, Attribute, DeclId, DirectiveId, ExprId, Ident, StmtId};

/// A statement, or a declaration in statement position.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of statement.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `{ … }`. Where C has room for one statement, pragmas and the statement
    /// below them are a block as well; its text has no braces.
    Block(Vec<StmtId>),
    /// A declaration.
    Decl(DeclId),
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
        /// A declaration, an expression statement, or nothing.
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
        /// The selector.
        cond: ExprId,
        /// The body.
        body: StmtId,
    },
    /// `case low:`, GNU `case low ... high:`
    Case {
        /// The value, or the lowest.
        low: ExprId,
        /// The highest of a range.
        high: Option<ExprId>,
        /// What follows the colon.
        body: StmtId,
    },
    /// `default:`
    Default {
        /// What follows the colon.
        body: StmtId,
    },
    /// `name:`
    Label {
        /// The label.
        name: Ident,
        /// Attributes after the colon.
        attrs: Vec<Attribute>,
        /// What follows.
        body: StmtId,
    },
    /// `goto name;`
    Goto(Ident),
    /// `goto *e;`
    GotoComputed(ExprId),
    /// `continue;`
    Continue,
    /// `break;`
    Break,
    /// `return e;`
    Return(Option<ExprId>),
    /// An `asm` statement, kept as written.
    Asm(AsmStmt),
    /// `__attribute__((fallthrough));`
    Attributes(Vec<Attribute>),
    /// A pragma that is not ours; the symbol is the text after `#pragma`.
    Pragma(Symbol),
    /// A directive of ours, with the statement it governs if it governs one.
    Directive {
        /// The directive.
        directive: DirectiveId,
        /// The loop or statement below, for directives that need one.
        body: Option<StmtId>,
    },
    /// Could not be parsed; already reported.
    Error,
}

/// An `asm` statement: its text is opaque, its operands are expressions that
/// need names and types like any other.
#[derive(Clone, Debug)]
pub struct AsmStmt {
    /// The keyword and qualifiers: `__asm__ volatile`.
    pub head: Symbol,
    /// The template string as written.
    pub template: Symbol,
    /// Output operands.
    pub outputs: Vec<AsmOperand>,
    /// Input operands.
    pub inputs: Vec<AsmOperand>,
    /// Clobber strings as written.
    pub clobbers: Vec<Symbol>,
    /// Labels of `asm goto`.
    pub labels: Vec<Ident>,
    /// True for the basic form without colons.
    pub basic: bool,
    /// Where it stands.
    pub text: AsmText,
}

/// One operand of an `asm` statement.
#[derive(Clone, Debug)]
pub struct AsmOperand {
    /// `[name]`
    pub name: Option<Ident>,
    /// The constraint string as written.
    pub constraint: Symbol,
    /// The operand.
    pub expr: ExprId,
}
