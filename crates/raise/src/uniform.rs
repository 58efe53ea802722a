//! Which values are the same for all threads of a block.
//!
//! A value is uniform if it is made of parameters, sizes, the block's index and uniform
//! variables; a variable, if every value it gets is, and no branch that threads take
//! differently decides whether it gets it. What all threads read at one address they read alike:
//! the kernel has no race, so nobody changes it meanwhile.

use std::collections::HashSet;

use hir::{ExprId, ExprKind, GridQuery, Init, Item, Node, StmtId, StmtKind, VarId, VarStorage};

use crate::kernel::Kernel;
use crate::normal::root_variable;

/// The variables of a kernel that differ from thread to thread.
pub(crate) struct Uniformity {
    varying: HashSet<VarId>,
}

impl Uniformity {
    pub(crate) fn of(kernel: &Kernel<'_, '_>, stmts: &[StmtId]) -> Uniformity {
        let mut known = Uniformity { varying: HashSet::new() };
        loop {
            let before = known.varying.len();
            for &stmt in stmts {
                known.statement(kernel, stmt, false);
            }
            if known.varying.len() == before {
                return known;
            }
        }
    }

    /// Is an expression the same for all threads of a block?
    pub(crate) fn is_uniform(&self, kernel: &Kernel<'_, '_>, expr: ExprId) -> bool {
        let program = &*kernel.b.program;
        program.exprs_below(expr).all(|below| match &program.exprs[below].kind {
            ExprKind::Var(var) => !self.varying.contains(var),
            ExprKind::Member { .. } => !matches!(kernel.query(below), Some((GridQuery::ThreadIndex, _))),
            ExprKind::Call { .. } => crate::grid::is_pure(program, kernel.b.sources, below),
            ExprKind::StmtExpr(_) | ExprKind::Error => false,
            _ => true,
        })
    }

    fn statement(&mut self, kernel: &Kernel<'_, '_>, stmt: StmtId, diverged: bool) {
        let program = &*kernel.b.program;
        let kind = &program.stmts[stmt].kind;
        let deciding: Vec<ExprId> = match kind {
            StmtKind::If { cond, .. }
            | StmtKind::While { cond, .. }
            | StmtKind::DoWhile { cond, .. }
            | StmtKind::Switch { cond, .. } => vec![*cond],
            StmtKind::For { cond, .. } => cond.iter().copied().collect(),
            _ => Vec::new(),
        };
        let diverged = diverged || deciding.iter().any(|&cond| !self.is_uniform(kernel, cond));
        if let StmtKind::Decl(items) = kind {
            for item in items {
                self.declaration(kernel, item, diverged);
            }
        }
        for child in program.children(Node::Stmt(stmt)) {
            match child {
                Node::Stmt(child) => self.statement(kernel, child, diverged),
                Node::Expr(expr) => self.expression(kernel, expr, diverged),
            }
        }
    }

    fn declaration(&mut self, kernel: &Kernel<'_, '_>, item: &Item, _diverged: bool) {
        let Item::Var { var, with_init, .. } = item else { return };
        let declared = &kernel.b.program.vars[*var];
        if declared.cuda.has(hir::CudaSpecs::SHARED) {
            return;
        }
        let is_plain = kernel.b.program.types.is_scalar(declared.ty);
        let is_uniform = match (&declared.init, with_init) {
            (Some(Init::Expr(value)), true) => self.is_uniform(kernel, *value),
            (_, false) => true,
            _ => false,
        };
        if !is_plain || !is_uniform {
            self.varying.insert(*var);
        }
    }

    fn expression(&mut self, kernel: &Kernel<'_, '_>, expr: ExprId, diverged: bool) {
        let program = &*kernel.b.program;
        for below in program.exprs_below(expr) {
            let Some(place) = program.assigned_or_addressed(below) else { continue };
            let Some(var) = root_variable(kernel.b, place) else { continue };
            if program.vars[var].cuda.has(hir::CudaSpecs::SHARED)
                || !matches!(program.vars[var].storage, VarStorage::Local | VarStorage::Param)
            {
                continue;
            }
            let is_same = match program.exprs[below].kind {
                ExprKind::Assign { rhs, .. } | ExprKind::AssignOp { rhs, .. } => self.is_uniform(kernel, rhs),
                ExprKind::IncDec { .. } => true,
                // Through its address anything may happen to it.
                _ => false,
            };
            // `a && b++` is a branch of its own.
            let is_whole = below == expr;
            if diverged || !is_same || !is_whole {
                self.varying.insert(var);
            }
        }
    }
}
