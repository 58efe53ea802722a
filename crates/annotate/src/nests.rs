//! The loops of a program as trees.
//!
//! ```c
//! for (t = 0; t < steps; t++) {     t
//!     for (i …) for (j …) …         ├─ i ─ j
//!     for (i …) …                   └─ i
//! }
//! ```
//! [`roots`] finds the outermost loops of each function. `while` and `do` loops are in the tree
//! too: they have no index, but loops inside them may have kernels.

use hir::{FunctionId, Item, Node, Program, StmtId, StmtKind};

/// A loop, and those inside it.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The statement.
    pub stmt: StmtId,
    /// The function that it stands in.
    pub function: FunctionId,
    /// The loops directly inside, in the order of the text.
    pub inner: Vec<Loop>,
    /// The innermost statement around it that is not its own directive: a block, if a pair of lines
    /// can stand around the loop.
    pub parent: StmtId,
    /// It holds a directive, or stands under one: somebody has decided already.
    pub is_annotated: bool,
}

impl Loop {
    /// Loops that nest in each other, at most.
    pub fn depth(&self) -> usize {
        1 + self.inner.iter().map(Loop::depth).max().unwrap_or(0)
    }

    /// Is it this loop, or around it?
    pub fn holds(&self, stmt: StmtId) -> bool {
        self.stmt == stmt || self.inner.iter().any(|inner| inner.holds(stmt))
    }
}

/// The outermost loops of every function with a body, in the order of the text.
pub fn roots(program: &Program) -> Vec<Loop> {
    let mut found = Vec::new();
    for unit in &program.units {
        for item in &unit.items {
            if let Item::Function(function) = item
                && let Some(body) = program.functions[*function].body
            {
                collect(program, *function, body, body, false, &mut found);
            }
        }
    }
    found
}

/// Statement nesting is bounded by the parser.
fn collect(
    program: &Program,
    function: FunctionId,
    stmt: StmtId,
    parent: StmtId,
    is_annotated: bool,
    found: &mut Vec<Loop>,
) {
    match &program.stmts[stmt].kind {
        StmtKind::Kernel { .. } => {}
        StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. } => {
            let mut inner = Vec::new();
            below(program, function, stmt, false, &mut inner);
            let holds = program.stmts_below(stmt).any(|stmt| is_directive(program, stmt));
            found.push(Loop { stmt, function, inner, parent, is_annotated: is_annotated || holds });
        }
        StmtKind::Annotated { body, .. } => collect(program, function, *body, parent, true, found),
        _ => below(program, function, stmt, is_annotated, found),
    }
}

fn below(program: &Program, function: FunctionId, stmt: StmtId, is_annotated: bool, found: &mut Vec<Loop>) {
    for child in program.children(Node::Stmt(stmt)) {
        if let Node::Stmt(child) = child {
            collect(program, function, child, stmt, is_annotated, found);
        }
    }
}

fn is_directive(program: &Program, stmt: StmtId) -> bool {
    matches!(
        program.stmts[stmt].kind,
        StmtKind::Kernel { .. }
            | StmtKind::Annotated { .. }
            | StmtKind::Directive(_)
            | StmtKind::Singular { .. }
    )
}

/// The statements of a body, blocks within blocks laid out flat. What pragmas of others say of a loop is no step of it.
pub fn statements(program: &Program, body: StmtId) -> Vec<StmtId> {
    match &program.stmts[body].kind {
        StmtKind::Block(stmts) => stmts.iter().flat_map(|stmt| statements(program, *stmt)).collect(),
        StmtKind::Empty | StmtKind::Pragma(_) => Vec::new(),
        _ => vec![body],
    }
}

/// The body of a loop.
pub fn body_of(program: &Program, stmt: StmtId) -> Option<StmtId> {
    match program.stmts[stmt].kind {
        StmtKind::For { body, .. } | StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } => {
            Some(body)
        }
        _ => None,
    }
}
