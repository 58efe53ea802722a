//! Where statements stand: in which block, in which loops, in which function, and who calls whom.
//!
//! ```c
//! for (t = 0; t < n; t++)          // around the block, so around the call
//!     { step(a); }                 // listed: the block is a list, a directive may stand before it
//! ```
//! A directive stands between statements of a block. The body of `if (x) f();` is no such place, and
//! neither is what follows a label: there the nearest statement around it that is listed serves.

use std::collections::{HashMap, HashSet};

use analyze::Input;
use hir::{DirectiveId, ExprId, ExprKind, FunctionId, Item, Node, Program, StmtId, StmtKind};

/// One call of a function of the program.
#[derive(Clone, Copy, Debug)]
pub struct CallSite {
    /// Who calls.
    pub caller: FunctionId,
    /// Who is called, by its definition.
    pub callee: FunctionId,
    /// The call.
    pub call: ExprId,
    /// The statement it stands in.
    pub stmt: StmtId,
}

/// The statements of the host, without what is inside kernels.
pub struct Tree<'p> {
    program: &'p Program,
    parents: HashMap<StmtId, StmtId>,
    functions: HashMap<StmtId, FunctionId>,
    calls: Vec<CallSite>,
    by_call: HashMap<ExprId, StmtId>,
    by_directive: HashMap<DirectiveId, StmtId>,
    /// Blocks of one kernel that nobody has written: `if (x)` may be followed by its lines.
    implied: HashSet<StmtId>,
}

impl<'p> Tree<'p> {
    /// Looks through all functions.
    pub fn new(input: &Input<'p>) -> Tree<'p> {
        let program = input.program;
        let mut tree = Tree {
            program,
            parents: HashMap::new(),
            functions: HashMap::new(),
            calls: Vec::new(),
            by_call: HashMap::new(),
            by_directive: HashMap::new(),
            implied: HashSet::new(),
        };
        for item in program.units.iter().flat_map(|unit| &unit.items) {
            let Item::Function(function) = item else { continue };
            if let Some(body) = program.functions[*function].body {
                tree.enter(input, *function, body);
            }
        }
        tree
    }

    fn enter(&mut self, input: &Input<'_>, function: FunctionId, body: StmtId) {
        let mut pending: Vec<(Node, StmtId)> = vec![(Node::Stmt(body), body)];
        while let Some((node, holder)) = pending.pop() {
            let mut below = holder;
            match node {
                Node::Stmt(stmt) => {
                    self.functions.insert(stmt, function);
                    if stmt != holder {
                        self.parents.insert(stmt, holder);
                    }
                    match self.program.stmts[stmt].kind {
                        StmtKind::Directive(directive) => drop(self.by_directive.insert(directive, stmt)),
                        // What a kernel calls runs on the device.
                        StmtKind::Kernel { directive, .. } => {
                            self.by_directive.insert(directive, stmt);
                            continue;
                        }
                        StmtKind::Block(_) if !is_braced(input, stmt) => drop(self.implied.insert(stmt)),
                        _ => {}
                    }
                    below = stmt;
                }
                Node::Expr(call) => {
                    if let ExprKind::Call { callee, .. } = &self.program.exprs[call].kind {
                        self.by_call.insert(call, holder);
                        let called = self.program.called_function(*callee).map(|f| input.definition(f));
                        let called = called.filter(|f| self.program.functions[*f].body.is_some());
                        let site =
                            called.map(|callee| CallSite { caller: function, callee, call, stmt: holder });
                        self.calls.extend(site);
                    }
                }
            }
            pending.extend(self.program.children(node).into_iter().map(|child| (child, below)));
        }
    }

    /// All functions that have a body.
    pub fn functions(&self) -> impl Iterator<Item = FunctionId> + '_ {
        let items = self.program.units.iter().flat_map(|unit| &unit.items);
        items.filter_map(|item| match item {
            Item::Function(function) => Some(*function),
            _ => None,
        })
    }

    /// The calls of the program's own functions.
    pub fn calls(&self) -> &[CallSite] {
        &self.calls
    }

    /// The statement that a call stands in.
    pub fn stmt_of(&self, call: ExprId) -> Option<StmtId> {
        self.by_call.get(&call).copied()
    }

    /// The statement of a directive that stands alone, or of a kernel.
    pub fn stmt_of_directive(&self, directive: DirectiveId) -> Option<StmtId> {
        self.by_directive.get(&directive).copied()
    }

    /// The function that a statement stands in.
    pub fn function(&self, stmt: StmtId) -> Option<FunctionId> {
        self.functions.get(&stmt).copied()
    }

    /// The statement around one.
    pub fn parent(&self, stmt: StmtId) -> Option<StmtId> {
        self.parents.get(&stmt).copied()
    }

    /// A statement and those around it, innermost first.
    pub fn around(&self, stmt: StmtId) -> impl Iterator<Item = StmtId> + '_ {
        std::iter::successors(Some(stmt), |stmt| self.parent(*stmt))
    }

    /// The loops around a statement, itself not counted, innermost first.
    pub fn loops_around(&self, stmt: StmtId) -> impl Iterator<Item = StmtId> + '_ {
        self.around(stmt).skip(1).filter(|stmt| self.is_loop(*stmt))
    }

    /// Is it a loop?
    pub fn is_loop(&self, stmt: StmtId) -> bool {
        matches!(
            self.program.stmts[stmt].kind,
            StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. }
        )
    }

    /// The statement itself, or the nearest one around it, before and after which a directive may
    /// stand.
    pub fn listed(&self, stmt: StmtId) -> Option<StmtId> {
        self.around(stmt).find(|stmt| self.is_listed(*stmt))
    }

    /// May a directive stand before it?
    pub fn is_listed(&self, stmt: StmtId) -> bool {
        let is_labelled = matches!(
            self.program.stmts[stmt].kind,
            StmtKind::Label { .. } | StmtKind::Case { .. } | StmtKind::Default(_)
        );
        !is_labelled && self.parent(stmt).is_some_and(|parent| self.list(parent).is_some())
    }

    /// The statements of a block.
    pub fn list(&self, stmt: StmtId) -> Option<&'p [StmtId]> {
        match &self.program.stmts[stmt].kind {
            StmtKind::Block(stmts) if !self.implied.contains(&stmt) => Some(stmts),
            _ => None,
        }
    }

    /// Does one statement stand inside another, or is it the same?
    pub fn is_inside(&self, inner: StmtId, outer: StmtId) -> bool {
        self.around(inner).any(|stmt| stmt == outer)
    }
}

fn is_braced(input: &Input<'_>, block: StmtId) -> bool {
    let span = input.program.stmts[block].span;
    span.is_from_macro() || input.sources.map.text(span).starts_with(b"{")
}
