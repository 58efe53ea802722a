//! Loops that a recipe can take apart: canonical, perfectly nested, rectangular.
//!
//! `for (i…) for (j…) body` is perfect: nothing stands between the loops. It is
//! rectangular if the bounds of `j` do not depend on `i`.

use analyze::canonical_loop::recognize;
use analyze::{CanonicalLoop, is_wanted_after};
use hir::{ExprKind, Node, Program, StmtId, StmtKind};

use crate::{Kitchen, Refusal};

impl Kitchen<'_> {
    /// The loop in canonical form.
    pub(crate) fn canonical(&self, recipe: &str, stmt: StmtId) -> Result<CanonicalLoop, Refusal> {
        recognize(&self.input(), stmt).map_err(|not| Refusal::form(recipe, not.span, not.reason))
    }

    /// The outermost `depth` loops of a perfect, rectangular nest without
    /// directives above the inner ones.
    pub(crate) fn perfect_nest(
        &self,
        recipe: &str,
        stmt: StmtId,
        depth: usize,
    ) -> Result<Vec<CanonicalLoop>, Refusal> {
        self.nest(recipe, stmt, depth, |body| only_statement(self.program, body))
    }

    /// The same with whatever directives stand above the inner loops.
    pub(crate) fn governed_nest(
        &self,
        recipe: &str,
        stmt: StmtId,
        depth: usize,
    ) -> Result<Vec<CanonicalLoop>, Refusal> {
        self.nest(recipe, stmt, depth, |body| self.governed(only_statement(self.program, body)).1)
    }

    fn nest(
        &self,
        recipe: &str,
        stmt: StmtId,
        depth: usize,
        next: impl Fn(StmtId) -> StmtId,
    ) -> Result<Vec<CanonicalLoop>, Refusal> {
        let mut loops: Vec<CanonicalLoop> = Vec::new();
        let mut at = stmt;
        loop {
            let canonical = self.canonical(recipe, at)?;
            let depends = [canonical.first, canonical.bound]
                .into_iter()
                .find(|bound| loops.iter().any(|outer| self.program.mentions(*bound, outer.index)));
            if let Some(bound) = depends {
                let reason = "its bounds depend on the index of a loop around it";
                return Err(Refusal::form(recipe, self.program.exprs[bound].span, reason));
            }
            let body = canonical.body;
            loops.push(canonical);
            if loops.len() == depth {
                return Ok(loops);
            }
            at = next(body);
            if !matches!(self.program.stmts[at].kind, StmtKind::For { .. }) {
                let reason =
                    format!("{} loops are needed, but loop {} holds more than a loop", depth, loops.len());
                return Err(Refusal::form(recipe, self.program.stmts[at].span, reason));
            }
        }
    }

    /// How deep a perfect nest goes, directives above its loops aside.
    pub(crate) fn nest_depth(&self, stmt: StmtId) -> usize {
        let mut depth = 0;
        let mut at = stmt;
        while let StmtKind::For { body, .. } = self.program.stmts[at].kind {
            depth += 1;
            at = self.governed(only_statement(self.program, body)).1;
        }
        depth
    }

    /// The value that the index has after the loop must not be asked for.
    pub(crate) fn index_not_used_after(
        &self,
        recipe: &str,
        canonical: &CanonicalLoop,
    ) -> Result<(), Refusal> {
        if canonical.declares_index {
            return Ok(());
        }
        let Some(body) = self.program.functions[self.function].body else { return Ok(()) };
        let mut nodes = self.program.nodes(body);
        while let Some(node) = nodes.next() {
            match node {
                // A loop that sets the index itself, like this one.
                Node::Stmt(stmt) if self.program.loop_index(stmt) == Some(canonical.index) => {
                    nodes.skip_children()
                }
                Node::Expr(expr) => {
                    if matches!(self.program.exprs[expr].kind, ExprKind::Var(var) if var == canonical.index) {
                        if !is_wanted_after(&self.input(), self.function, canonical.stmt, canonical.index) {
                            return Ok(());
                        }
                        let span = self.program.exprs[expr].span;
                        let reason = "its index is used after the loop; declare it in the loop's head";
                        return Err(Refusal::form(recipe, span, reason));
                    }
                }
                Node::Stmt(_) => {}
            }
        }
        Ok(())
    }

    /// The body must not leave the loop, or be jumped into.
    pub(crate) fn stays_inside(&self, recipe: &str, body: StmtId) -> Result<(), Refusal> {
        let mut pending = vec![(body, false, false)];
        while let Some((stmt, in_loop, in_switch)) = pending.pop() {
            let kind = &self.program.stmts[stmt].kind;
            let leaves = match kind {
                StmtKind::Continue => !in_loop,
                StmtKind::Break => !in_loop && !in_switch,
                StmtKind::Return(_)
                | StmtKind::Goto(_)
                | StmtKind::GotoComputed(_)
                | StmtKind::Label { .. } => true,
                _ => false,
            };
            if leaves {
                let span = self.program.stmts[stmt].span;
                return Err(Refusal::form(recipe, span, "its iterations do not all run to their end"));
            }
            let is_loop =
                matches!(kind, StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. });
            let is_switch = matches!(kind, StmtKind::Switch { .. });
            for child in self.program.children(Node::Stmt(stmt)) {
                if let Node::Stmt(child) = child {
                    pending.push((child, in_loop || is_loop, in_switch || is_switch));
                }
            }
        }
        Ok(())
    }
}

/// The statement that a block consists of.
pub(crate) fn only_statement(program: &Program, stmt: StmtId) -> StmtId {
    let mut at = stmt;
    while let StmtKind::Block(stmts) = &program.stmts[at].kind {
        match stmts.as_slice() {
            [only] => at = *only,
            _ => break,
        }
    }
    at
}

/// The statements of a body.
pub(crate) fn statements(program: &Program, body: StmtId) -> Vec<StmtId> {
    match &program.stmts[body].kind {
        StmtKind::Block(stmts) => stmts.clone(),
        _ => vec![body],
    }
}
