//! A second copy of a statement, in which nothing is shared with the first.
//!
//! Variables that the statement declares become new ones of the same name, and
//! chosen expressions are replaced on the way: `a[i] = t;` copied for
//! `i + 1` is `a[i + 1] = t;`. Every node is new, so that facts about one copy
//! are not taken for facts about the other.

use std::collections::HashMap;

use hir::copy::{self, Rewrite};
use hir::{Builder, Expr, ExprId, ExprKind, Init, InitEntry, Item, Stmt, StmtId, StmtKind, VarId};

/// Makes copies.
pub(crate) struct Duplicate<'a, 'b> {
    pub b: &'a mut Builder<'b>,
    /// What stands for a variable: an expression, copied at each use.
    pub values: HashMap<VarId, ExprId>,
    renamed: HashMap<VarId, VarId>,
}

impl<'a, 'b> Duplicate<'a, 'b> {
    pub fn new(b: &'a mut Builder<'b>) -> Duplicate<'a, 'b> {
        Duplicate { b, values: HashMap::new(), renamed: HashMap::new() }
    }

    /// A copy in which one variable has another value.
    pub fn with_value(b: &'a mut Builder<'b>, var: VarId, value: ExprId) -> Duplicate<'a, 'b> {
        let mut duplicate = Duplicate::new(b);
        duplicate.values.insert(var, value);
        duplicate
    }

    pub fn stmt(&mut self, stmt: StmtId) -> StmtId {
        copy::stmt(self, stmt)
    }

    pub fn expr(&mut self, expr: ExprId) -> ExprId {
        copy::expr(self, expr)
    }

    fn declaration(&mut self, items: &[Item]) -> StmtKind {
        let mut copies = Vec::new();
        for item in items {
            let Item::Var { var, with_init, is_extern, ty } = item else {
                copies.push(item.clone());
                continue;
            };
            let original = self.b.program.vars[*var].clone();
            let own = self.b.program.vars.alloc(original.clone());
            self.renamed.insert(*var, own);
            let init = original.init.as_ref().filter(|_| *with_init).map(|init| self.init(init));
            self.b.program.vars[own].init = init;
            copies.push(Item::Var { var: own, with_init: *with_init, is_extern: *is_extern, ty: *ty });
        }
        StmtKind::Decl(copies)
    }

    fn init(&mut self, init: &Init) -> Init {
        match init {
            Init::Expr(value) => Init::Expr(self.expr(*value)),
            Init::Construct(args) => Init::Construct(args.iter().map(|arg| self.expr(*arg)).collect()),
            Init::List { ty, entries, span } => {
                let entries = entries.iter().map(|entry| InitEntry {
                    index: entry.index,
                    last: entry.last,
                    value: self.init(&entry.value),
                });
                Init::List { ty: *ty, entries: entries.collect(), span: *span }
            }
        }
    }
}

impl<'b> Rewrite<'b> for Duplicate<'_, 'b> {
    fn builder(&mut self) -> &mut Builder<'b> {
        self.b
    }

    fn replace_expr(&mut self, expr: ExprId) -> Option<ExprId> {
        let original = self.b.program.exprs[expr].clone();
        if let ExprKind::Var(var) = original.kind {
            if let Some(&value) = self.values.get(&var) {
                return Some(Duplicate::new(self.b).expr(value));
            }
            let var = self.renamed.get(&var).copied().unwrap_or(var);
            return Some(self.b.program.exprs.alloc(Expr { kind: ExprKind::Var(var), ..original }));
        }
        let below = copy::expr_below(self, expr);
        Some(if below == expr { self.b.program.exprs.alloc(original) } else { below })
    }

    fn replace_stmt(&mut self, stmt: StmtId) -> Option<StmtId> {
        let original = self.b.program.stmts[stmt].clone();
        if let StmtKind::Decl(items) = &original.kind {
            let kind = self.declaration(items);
            return Some(self.b.program.stmts.alloc(Stmt { kind, span: original.span }));
        }
        let below = copy::stmt_below(self, stmt);
        Some(if below == stmt { self.b.program.stmts.alloc(original) } else { below })
    }
}
