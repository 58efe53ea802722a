//! Rewriting trees: a copy in which chosen expressions and statements are
//! replaced.
//!
//! Nodes are shared: where nothing below changed, the original id is
//! returned. A kernel's body is therefore mostly the user's own nodes, with
//! their spans and macros, and new nodes only on the path to a rewritten
//! access.

use crate::{
    AsmStmt, BinaryOp, Builder, Expr, ExprId, ExprKind, Init, InitEntry, Item, Stmt, StmtId, StmtKind, Type,
    VarId,
};

/// Decides what is replaced. `None` means: copy, and look inside.
pub trait Rewrite<'p> {
    /// Where new nodes are made.
    fn builder(&mut self) -> &mut Builder<'p>;

    /// The replacement of an expression.
    fn replace_expr(&mut self, expr: ExprId) -> Option<ExprId>;

    /// The replacement of a statement.
    fn replace_stmt(&mut self, _stmt: StmtId) -> Option<StmtId> {
        None
    }

    /// Is every node to be a new one, also where nothing changed?
    fn copies_all(&self) -> bool {
        false
    }

    /// What the copy declares where the original declares this variable.
    fn declared(&mut self, var: VarId) -> VarId {
        var
    }
}

/// Copies an expression under a rewrite.
pub fn expr<'p>(rewrite: &mut dyn Rewrite<'p>, id: ExprId) -> ExprId {
    match rewrite.replace_expr(id) {
        Some(replacement) => replacement,
        None => expr_below(rewrite, id),
    }
}

/// Copies an expression whose operands are rewritten, but not itself.
pub fn expr_below<'p>(rewrite: &mut dyn Rewrite<'p>, id: ExprId) -> ExprId {
    let copies_all = rewrite.copies_all();
    let original = &rewrite.builder().program.exprs[id];
    if !copies_all && original.kind.is_leaf() {
        return id;
    }
    let original = original.clone();
    let mut copier = Copier { changed: copies_all, rewrite };
    let kind = copier.expr_kind(&original.kind);
    if !copier.changed {
        return id;
    }
    let b = rewrite.builder();
    let copy = Expr { kind, ty: original.ty, span: original.span };
    plainer(b, &original, &copy).unwrap_or_else(|| b.program.exprs.alloc(copy))
}

/// What an operand that became a constant made needless: `k * 16 + j` with 0 for `k` is `j`.
fn plainer(b: &mut Builder<'_>, original: &Expr, copy: &Expr) -> Option<ExprId> {
    let ExprKind::Binary { op, lhs, rhs } = copy.kind else { return None };
    let ExprKind::Binary { lhs: old_lhs, rhs: old_rhs, .. } = original.kind else { return None };
    let is_int = [copy.ty, b.program.exprs[lhs].ty, b.program.exprs[rhs].ty] == [Type::INT; 3];
    let became = |old: ExprId, new: ExprId| b.constant(old).is_none() && b.constant(new).is_some();
    if !is_int || !(became(old_lhs, lhs) || became(old_rhs, rhs)) {
        return None;
    }
    match (op, b.constant(lhs), b.constant(rhs)) {
        (_, Some(x), Some(y)) => {
            let value = match op {
                BinaryOp::Add => x.checked_add(y),
                BinaryOp::Sub => x.checked_sub(y),
                BinaryOp::Mul => x.checked_mul(y),
                _ => None,
            };
            value.filter(|value| i32::try_from(*value).is_ok()).map(|value| b.int(value))
        }
        (BinaryOp::Add, Some(0), _) | (BinaryOp::Mul, Some(1), _) => Some(rhs),
        (BinaryOp::Add | BinaryOp::Sub, _, Some(0)) | (BinaryOp::Mul, _, Some(1)) => Some(lhs),
        _ => None,
    }
}

/// Copies a statement under a rewrite. Initialisers of declared variables are
/// rewritten in place: a variable has one declaration.
pub fn stmt<'p>(rewrite: &mut dyn Rewrite<'p>, id: StmtId) -> StmtId {
    match rewrite.replace_stmt(id) {
        Some(replacement) => replacement,
        None => stmt_below(rewrite, id),
    }
}

/// Copies a statement whose parts are rewritten, but not itself.
pub fn stmt_below<'p>(rewrite: &mut dyn Rewrite<'p>, id: StmtId) -> StmtId {
    let original = rewrite.builder().program.stmts[id].clone();
    let mut copier = Copier { changed: rewrite.copies_all(), rewrite };
    let kind = copier.stmt_kind(&original.kind);
    if copier.changed {
        rewrite.builder().program.stmts.alloc(Stmt { kind, span: original.span })
    } else {
        id
    }
}

struct Copier<'a, 'p> {
    rewrite: &'a mut dyn Rewrite<'p>,
    changed: bool,
}

impl Copier<'_, '_> {
    fn e(&mut self, id: &ExprId) -> ExprId {
        let copy = expr(self.rewrite, *id);
        self.changed |= copy != *id;
        copy
    }

    fn s(&mut self, id: &StmtId) -> StmtId {
        let copy = stmt(self.rewrite, *id);
        self.changed |= copy != *id;
        copy
    }

    fn es(&mut self, ids: &[ExprId]) -> Vec<ExprId> {
        ids.iter().map(|id| self.e(id)).collect()
    }

    fn expr_kind(&mut self, kind: &ExprKind) -> ExprKind {
        match kind {
            ExprKind::Int { .. }
            | ExprKind::Float { .. }
            | ExprKind::String(_)
            | ExprKind::Var(_)
            | ExprKind::Function(_)
            | ExprKind::Enumerator(_)
            | ExprKind::Offsetof { .. }
            | ExprKind::LabelAddress(_)
            | ExprKind::Grid(..)
            | ExprKind::Error => kind.clone(),
            ExprKind::Unary { op, operand } => ExprKind::Unary { op: *op, operand: self.e(operand) },
            ExprKind::AddrOf(operand) => ExprKind::AddrOf(self.e(operand)),
            ExprKind::Deref(operand) => ExprKind::Deref(self.e(operand)),
            ExprKind::IncDec { op, prefix, operand } => {
                ExprKind::IncDec { op: *op, prefix: *prefix, operand: self.e(operand) }
            }
            ExprKind::Binary { op, lhs, rhs } => {
                ExprKind::Binary { op: *op, lhs: self.e(lhs), rhs: self.e(rhs) }
            }
            ExprKind::Assign { lhs, rhs } => ExprKind::Assign { lhs: self.e(lhs), rhs: self.e(rhs) },
            ExprKind::AssignOp { op, lhs, rhs, compute } => {
                ExprKind::AssignOp { op: *op, lhs: self.e(lhs), rhs: self.e(rhs), compute: *compute }
            }
            ExprKind::Conditional { cond, then, otherwise } => ExprKind::Conditional {
                cond: self.e(cond),
                then: then.as_ref().map(|e| self.e(e)),
                otherwise: self.e(otherwise),
            },
            ExprKind::Cast { kind, implicit, operand } => {
                ExprKind::Cast { kind: *kind, implicit: *implicit, operand: self.e(operand) }
            }
            ExprKind::Call { callee, args } => ExprKind::Call { callee: self.e(callee), args: self.es(args) },
            ExprKind::Launch { callee, config, args } => {
                ExprKind::Launch { callee: self.e(callee), config: self.es(config), args: self.es(args) }
            }
            ExprKind::Index { base, index } => ExprKind::Index { base: self.e(base), index: self.e(index) },
            ExprKind::Member { base, record, field, arrow } => {
                ExprKind::Member { base: self.e(base), record: *record, field: *field, arrow: *arrow }
            }
            ExprKind::Measure { what, of, operand, value } => ExprKind::Measure {
                what: *what,
                of: *of,
                operand: operand.as_ref().map(|e| self.e(e)),
                value: *value,
            },
            ExprKind::CompoundLiteral { init, is_static } => {
                ExprKind::CompoundLiteral { init: Box::new(self.init(init)), is_static: *is_static }
            }
            ExprKind::StmtExpr(body) => ExprKind::StmtExpr(self.s(body)),
            ExprKind::VaArg(list) => ExprKind::VaArg(self.e(list)),
            ExprKind::ConvertVector(operand) => ExprKind::ConvertVector(self.e(operand)),
            ExprKind::Construct(args) => ExprKind::Construct(self.es(args)),
        }
    }

    fn init(&mut self, init: &Init) -> Init {
        match init {
            Init::Expr(expr) => Init::Expr(self.e(expr)),
            Init::Construct(args) => Init::Construct(self.es(args)),
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

    fn stmt_kind(&mut self, kind: &StmtKind) -> StmtKind {
        match kind {
            StmtKind::Empty
            | StmtKind::Goto(_)
            | StmtKind::Continue
            | StmtKind::Break
            | StmtKind::Attributes(_)
            | StmtKind::Pragma(_)
            | StmtKind::Directive(_)
            | StmtKind::Barrier
            | StmtKind::Comment(_)
            | StmtKind::Error => kind.clone(),
            StmtKind::Block(stmts) => StmtKind::Block(stmts.iter().map(|s| self.s(s)).collect()),
            StmtKind::Decl(items) => StmtKind::Decl(items.iter().map(|item| self.item(item)).collect()),
            StmtKind::Expr(expr) => StmtKind::Expr(self.e(expr)),
            StmtKind::If { cond, then, otherwise } => StmtKind::If {
                cond: self.e(cond),
                then: self.s(then),
                otherwise: otherwise.as_ref().map(|s| self.s(s)),
            },
            StmtKind::While { cond, body } => StmtKind::While { cond: self.e(cond), body: self.s(body) },
            StmtKind::DoWhile { body, cond } => StmtKind::DoWhile { body: self.s(body), cond: self.e(cond) },
            StmtKind::For { init, cond, step, body } => StmtKind::For {
                init: init.as_ref().map(|s| self.s(s)),
                cond: cond.as_ref().map(|e| self.e(e)),
                step: step.as_ref().map(|e| self.e(e)),
                body: self.s(body),
            },
            StmtKind::Switch { cond, body } => StmtKind::Switch { cond: self.e(cond), body: self.s(body) },
            StmtKind::Case { low, high, written, body } => {
                StmtKind::Case { low: *low, high: *high, written: *written, body: self.s(body) }
            }
            StmtKind::Default(body) => StmtKind::Default(self.s(body)),
            StmtKind::Label { label, body } => StmtKind::Label { label: *label, body: self.s(body) },
            StmtKind::GotoComputed(expr) => StmtKind::GotoComputed(self.e(expr)),
            StmtKind::Return(value) => StmtKind::Return(value.as_ref().map(|e| self.e(e))),
            StmtKind::Asm(asm) => StmtKind::Asm(Box::new(self.asm(asm))),
            StmtKind::Kernel { directive, body, end } => {
                StmtKind::Kernel { directive: *directive, body: self.s(body), end: *end }
            }
            StmtKind::Singular { directive, body, end } => {
                StmtKind::Singular { directive: *directive, body: self.s(body), end: *end }
            }
            StmtKind::Annotated { directive, body } => {
                StmtKind::Annotated { directive: *directive, body: self.s(body) }
            }
        }
    }

    fn item(&mut self, item: &Item) -> Item {
        let Item::Var { var, with_init, is_extern, ty } = *item else { return item.clone() };
        let own = if is_extern { var } else { self.rewrite.declared(var) };
        self.changed |= own != var;
        if let (true, Some(original)) = (with_init, self.rewrite.builder().program.vars[var].init.clone()) {
            let copy = self.init(&original);
            self.rewrite.builder().program.vars[own].init = Some(copy);
        }
        Item::Var { var: own, with_init, is_extern, ty }
    }

    fn asm(&mut self, asm: &AsmStmt) -> AsmStmt {
        let mut copy = asm.clone();
        for (_, _, operand) in copy.outputs.iter_mut().chain(&mut copy.inputs) {
            *operand = self.e(operand);
        }
        copy
    }
}
