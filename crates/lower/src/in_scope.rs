//! No kernel uses a variable where it is not declared.
//!
//! Lowering puts statements inside loops over copies, lanes and phases, and must keep what they share outside. Should it
//! ever not, a compiler for the GPU would refuse the text, but the simulator would run it with a value from elsewhere:
//! so it is checked here, for every kernel.

use std::collections::HashSet;

use hir::{ExprKind, FunctionId, Node, Program, StmtId, StmtKind, VarId};

/// Panics where a function uses one of its variables outside the block that declares it.
pub fn check(program: &Program, function: FunctionId) {
    let Some(body) = program.functions[function].body else { return };
    let own: HashSet<VarId> = program.declared_below(body).collect();
    let mut search = Search { program, own, visible: HashSet::new(), entered: Vec::new() };
    let lost = search.stmt(body);
    assert!(lost.is_none(), "a kernel uses a variable where it is not declared: {lost:?}");
}

struct Search<'p> {
    program: &'p Program,
    /// Variables that the function declares.
    own: HashSet<VarId>,
    /// Those of them that can be used at the present place.
    visible: HashSet<VarId>,
    /// The same, in the order in which they came.
    entered: Vec<VarId>,
}

impl Search<'_> {
    /// The first variable that a statement cannot see. Statement nesting is bounded by the parser.
    fn stmt(&mut self, stmt: StmtId) -> Option<VarId> {
        let program = self.program;
        for var in program.declared(stmt) {
            self.visible.insert(var);
            self.entered.push(var);
        }
        let opens = matches!(
            program.stmts[stmt].kind,
            StmtKind::Block(_)
                | StmtKind::For { .. }
                | StmtKind::While { .. }
                | StmtKind::DoWhile { .. }
                | StmtKind::If { .. }
        );
        let before = self.entered.len();
        let found = program.children(Node::Stmt(stmt)).into_iter().find_map(|child| self.node(child));
        if opens {
            self.entered.drain(before..).for_each(|var| {
                self.visible.remove(&var);
            });
        }
        found
    }

    fn node(&mut self, node: Node) -> Option<VarId> {
        let expr = match node {
            Node::Stmt(stmt) => return self.stmt(stmt),
            Node::Expr(expr) => expr,
        };
        match self.program.exprs[expr].kind {
            ExprKind::Var(var) => (self.own.contains(&var) && !self.visible.contains(&var)).then_some(var),
            _ => self.program.children(node).into_iter().find_map(|child| self.node(child)),
        }
    }
}
