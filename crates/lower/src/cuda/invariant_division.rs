//! Integer division by what a loop does not change.
//!
//! ```text
//!                                        float d_count_inverse = 1.0f / d.count;
//! for (int m = …; m < all; m += 32) {    for (int m = …; m < all; m += 32) {
//!     int l = m % d.count;                   int m_by_d_count = quotient(m, d.count, d_count_inverse);
//!     int k = m / d.count;                   int l = m - m_by_d_count * d.count;
//!     …                                      int k = m_by_d_count;
//! ```
//! The device has no instruction for integer division; it takes some twenty of others.
//! With the inverse at hand a small number is divided by four instructions, which
//! `quotient` does ([`super::combining_bodies`] says why that is exact); any other it
//! divides as usual. A loop that divides repeatedly, and only what is below its end, asks
//! once whether that is small ([`super::small_dividends`]).
//!
//! Invariant: every quotient and remainder has the value it had. An inverse is computed
//! where the loop stands, from a variable that nothing in the loop changes and nobody
//! else knows.

use std::collections::HashSet;

use hir::copy::{self, Rewrite};
use hir::update::{self, About};
use hir::{
    BinaryOp, Builder, BuiltinType, CastKind, Duplicate, ExprId, ExprKind, Node, Program, StmtId, StmtKind,
    Type, VarId, VarStorage,
};

use super::Lowering;
use super::combining::{Helper, Helpers};
use super::combining_bodies::EXACT_BELOW;
use super::small_dividends::SmallDividends;
use crate::names::Names;

impl Lowering<'_, '_> {
    /// The statements of the kernel, with such divisions made short.
    pub(super) fn divided_by_inverses(&mut self, stmts: Vec<StmtId>) -> Vec<StmtId> {
        let program = &*self.b.program;
        let aliased = |expr: ExprId| match program.exprs[expr].kind {
            ExprKind::AddrOf(operand) => root(program, operand),
            _ => None,
        };
        let aliased = stmts.iter().flat_map(|stmt| program.exprs_below(*stmt)).filter_map(aliased).collect();
        let (b, names, helpers) = (&mut *self.b, &mut self.names, &mut *self.helpers);
        let (inverses, quotients, small) = (Vec::new(), Vec::new(), HashSet::new());
        Dividing { b, names, helpers, aliased, inverses, quotients, small }.list(&stmts)
    }
}

/// A divisor and its inverse.
#[derive(Clone, Copy)]
pub(super) struct Inverse {
    pub of: ExprId,
    pub var: VarId,
}

/// A quotient that has a name.
#[derive(Clone, Copy)]
struct Quotient {
    dividend: VarId,
    inverse: VarId,
    var: VarId,
}

struct Dividing<'a, 'b> {
    b: &'a mut Builder<'b>,
    names: &'a mut Names,
    helpers: &'a mut Helpers,
    /// Variables whose address somebody has.
    aliased: HashSet<VarId>,
    /// The divisors of the loops around the present place.
    inverses: Vec<Inverse>,
    quotients: Vec<Quotient>,
    /// What is known to be small.
    small: HashSet<VarId>,
}

impl<'b> Rewrite<'b> for Dividing<'_, 'b> {
    fn builder(&mut self) -> &mut Builder<'b> {
        self.b
    }

    fn replace_stmt(&mut self, stmt: StmtId) -> Option<StmtId> {
        match self.b.program.stmts[stmt].kind.clone() {
            StmtKind::Block(stmts) => {
                let rewritten = self.list(&stmts);
                (rewritten != stmts).then(|| self.b.stmt(StmtKind::Block(rewritten)))
            }
            _ => {
                let stmts = self.loop_with_inverses(stmt)?;
                Some(self.b.stmt(StmtKind::Block(stmts)))
            }
        }
    }

    fn replace_expr(&mut self, expr: ExprId) -> Option<ExprId> {
        let (dividend, inverse) = self.division(expr)?;
        let ty = self.b.program.exprs[expr].ty;
        let named = self.quotients.iter().find(|q| (q.dividend, q.inverse) == (dividend, inverse.var));
        let quotient = match named.map(|named| named.var) {
            Some(var) => self.b.var(var),
            None => self.quotient(dividend, inverse, ty),
        };
        if matches!(self.b.program.exprs[expr].kind, ExprKind::Binary { op: BinaryOp::Div, .. }) {
            return Some(quotient);
        }
        let (dividend, by) = (self.b.var(dividend), inverse.of);
        let rhs = self.b.expr(ExprKind::Binary { op: BinaryOp::Mul, lhs: quotient, rhs: by }, ty);
        Some(self.b.expr(ExprKind::Binary { op: BinaryOp::Sub, lhs: dividend, rhs }, ty))
    }
}

impl Dividing<'_, '_> {
    /// Statements that follow each other: what several of them divide is divided once.
    fn list(&mut self, stmts: &[StmtId]) -> Vec<StmtId> {
        let mut out = Vec::new();
        let known = self.quotients.len();
        for (at, &stmt) in stmts.iter().enumerate() {
            if matches!(self.b.program.stmts[stmt].kind, StmtKind::Decl(_) | StmtKind::Expr(_)) {
                for (dividend, inverse, ty) in self.divided_again(&stmts[at..]) {
                    let quotient = self.quotient(dividend, inverse, ty);
                    let name = format!("{}_by_{}", self.b.name_of(dividend), self.path(inverse.of));
                    let var = self.names.local(self.b, &name, ty);
                    out.push(self.b.declare(var, Some(quotient)));
                    self.quotients.push(Quotient { dividend, inverse: inverse.var, var });
                }
            }
            match self.loop_with_inverses(stmt) {
                Some(stmts) => out.extend(stmts),
                None => out.push(copy::stmt(self, stmt)),
            }
            let program = &*self.b.program;
            self.quotients.retain(|quotient| !changes(program, stmt, quotient.dividend));
        }
        self.quotients.truncate(known);
        out
    }

    /// What the first of the statements divides, and it or others divide again before the
    /// dividend changes.
    fn divided_again(&self, stmts: &[StmtId]) -> Vec<(VarId, Inverse, Type)> {
        let Some(&first) = stmts.first() else { return Vec::new() };
        let mut found: Vec<(VarId, Inverse, Type)> = Vec::new();
        for expr in self.b.program.exprs_below(first) {
            let Some((dividend, inverse)) = self.division(expr) else { continue };
            let is_known = |var: VarId, by: VarId| (var, by) == (dividend, inverse.var);
            if found.iter().any(|(var, by, _)| is_known(*var, by.var))
                || self.quotients.iter().any(|q| is_known(q.dividend, q.inverse))
                || changes(self.b.program, first, dividend)
            {
                continue;
            }
            let lasting = stmts.iter().take_while(|stmt| !changes(self.b.program, **stmt, dividend));
            let uses = lasting
                .flat_map(|stmt| self.b.program.exprs_below(*stmt))
                .filter(|below| self.division(*below).is_some_and(|(var, by)| is_known(var, by.var)));
            if uses.count() > 1 {
                found.push((dividend, inverse, self.b.program.exprs[expr].ty));
            }
        }
        found
    }

    /// A loop, after the inverses that it needs; nothing if it needs none.
    fn loop_with_inverses(&mut self, stmt: StmtId) -> Option<Vec<StmtId>> {
        let (StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. }) =
            self.b.program.stmts[stmt].kind
        else {
            return None;
        };
        let around = self.inverses.len();
        let mut stmts = self.inverses_of(stmt);
        if stmts.is_empty() {
            return None;
        }
        let small = self.small_dividends(stmt, around);
        // As it was, for when they are not.
        let otherwise = small.as_ref().map(|_| Duplicate::new(self.b).stmts(&[stmt]));
        if let Some(small) = &small {
            self.small.extend(small.dividends.iter().copied());
        }
        let short = copy::stmt_below(self, stmt);
        stmts.push(match (small, otherwise) {
            (Some(small), Some(otherwise)) => {
                let cond = self.are_small(small.end, around);
                let (then, otherwise) = (self.b.block(vec![short]), Some(self.b.block(otherwise)));
                self.b.stmt(StmtKind::If { cond, then, otherwise })
            }
            _ => short,
        });
        self.inverses.truncate(around);
        Some(stmts)
    }

    /// Whether a loop divides only what is below its end, and so often that asking once pays.
    fn small_dividends(&self, stmt: StmtId, around: usize) -> Option<SmallDividends> {
        let own = &self.inverses[around..];
        let found = SmallDividends::of(self.b.program, stmt, |expr| {
            let (dividend, inverse) = self.division(expr)?;
            own.iter().any(|own| own.var == inverse.var).then_some(dividend)
        })?;
        let stays = self.b.program.exprs_below(found.end).all(|expr| match self.b.program.exprs[expr].kind {
            ExprKind::Var(_) => self.stays(expr, stmt),
            _ => true,
        });
        stays.then_some(found)
    }

    /// `end <= 1048576 && d.count > 0 && …`
    fn are_small(&mut self, end: ExprId, around: usize) -> ExprId {
        let limit = self.b.int(EXACT_BELOW);
        let mut cond = self.b.binary(BinaryOp::Le, end, limit);
        for inverse in &self.inverses[around..] {
            let zero = self.b.int(0);
            let is_positive = self.b.binary(BinaryOp::Gt, inverse.of, zero);
            cond = self.b.binary(BinaryOp::And, cond, is_positive);
        }
        cond
    }

    /// Declares the inverses of what a loop divides by and does not change.
    fn inverses_of(&mut self, stmt: StmtId) -> Vec<StmtId> {
        let mut divisors: Vec<ExprId> = Vec::new();
        for expr in self.b.program.exprs_below(stmt) {
            let Some((dividend, by)) = division(self.b.program, expr) else { continue };
            // A quotient that is always the same is computed once anyway.
            if !changes(self.b.program, stmt, dividend) {
                continue;
            }
            let about = About { program: self.b.program, sources: self.b.sources };
            let is_known = self.inverses.iter().map(|inverse| inverse.of).chain(divisors.iter().copied());
            if self.stays(by, stmt) && !is_known.into_iter().any(|of| update::same(&about, of, by)) {
                divisors.push(by);
            }
        }
        divisors.into_iter().map(|of| self.declare_inverse(of)).collect()
    }

    fn declare_inverse(&mut self, of: ExprId) -> StmtId {
        let name = format!("{}_inverse", self.path(of));
        let var = self.names.local(self.b, &name, Type::FLOAT);
        self.inverses.push(Inverse { of, var });
        let one = self.b.expr(ExprKind::Float { value: 1.0, text: None }, Type::FLOAT);
        let kind = ExprKind::Cast { kind: CastKind::Arithmetic, implicit: true, operand: of };
        let rhs = self.b.expr(kind, Type::FLOAT);
        let kind = ExprKind::Binary { op: BinaryOp::Div, lhs: one, rhs };
        let inverse = self.b.expr(kind, Type::FLOAT);
        self.b.declare(var, Some(inverse))
    }

    /// Is it a variable, or a member of one, that the loop leaves as it is?
    fn stays(&self, divisor: ExprId, around: StmtId) -> bool {
        let program = &*self.b.program;
        let Some(var) = root(program, divisor) else { return false };
        let is_own = matches!(program.vars[var].storage, VarStorage::Local | VarStorage::Param);
        let is_plain = program.vars[var].ty == program.vars[var].ty.unqualified();
        is_own && is_plain && !self.aliased.contains(&var) && !changes(program, around, var)
    }

    /// A division of a variable by something whose inverse is there.
    fn division(&self, expr: ExprId) -> Option<(VarId, Inverse)> {
        let (dividend, by) = division(self.b.program, expr)?;
        let about = About { program: self.b.program, sources: self.b.sources };
        let inverse = self.inverses.iter().find(|inverse| update::same(&about, inverse.of, by))?;
        Some((dividend, *inverse))
    }

    /// `quotient(m, d.count, d_count_inverse)`
    fn quotient(&mut self, dividend: VarId, inverse: Inverse, ty: Type) -> ExprId {
        let (n, given) = (self.b.var(dividend), self.b.var(inverse.var));
        if self.small.contains(&dividend) {
            return self.helpers.call(self.b, Helper::SmallQuotient, ty, vec![n, given]);
        }
        self.helpers.call(self.b, Helper::Quotient, ty, vec![n, inverse.of, given])
    }

    /// `d_count` for `d.count`
    fn path(&self, expr: ExprId) -> String {
        match self.b.program.exprs[expr].kind {
            ExprKind::Var(var) => self.b.name_of(var),
            ExprKind::Cast { operand, .. } => self.path(operand),
            ExprKind::Member { base, record, field, .. } => {
                let fields = self.b.program.records[record].fields.as_ref();
                let field = fields.and_then(|fields| fields.get(field as usize)).and_then(|field| field.name);
                match field {
                    Some(field) => format!("{}_{}", self.path(base), self.b.sources.text(field)),
                    None => self.path(base),
                }
            }
            _ => String::from("divisor"),
        }
    }
}

/// The variable that is divided, in 32 bits, and by what, if that is no constant.
fn division(program: &Program, expr: ExprId) -> Option<(VarId, ExprId)> {
    let ExprKind::Binary { op: BinaryOp::Div | BinaryOp::Rem, lhs, rhs } = program.exprs[expr].kind else {
        return None;
    };
    let types = &program.types;
    let is_short = |e: ExprId| {
        matches!(types.as_builtin(program.exprs[e].ty), Some(BuiltinType::Int | BuiltinType::UInt))
    };
    let ExprKind::Var(dividend) = program.exprs[lhs].kind else { return None };
    let is_constant = hir::const_eval::integer(program, rhs).is_some();
    (is_short(lhs) && is_short(rhs) && !is_constant).then_some((dividend, rhs))
}

/// The variable that an expression is, or is a member of.
fn root(program: &Program, expr: ExprId) -> Option<VarId> {
    match program.exprs[expr].kind {
        ExprKind::Var(var) => Some(var),
        ExprKind::Member { base, arrow: false, .. } => root(program, base),
        ExprKind::Cast { kind: CastKind::Arithmetic | CastKind::Same, operand, .. } => root(program, operand),
        _ => None,
    }
}

/// Is a variable, or a part of it, given a value below a statement, or declared there?
pub(super) fn changes(program: &Program, stmt: StmtId, var: VarId) -> bool {
    program.nodes(stmt).any(|node| match node {
        Node::Stmt(stmt) => program.declared(stmt).any(|declared| declared == var),
        Node::Expr(expr) => program.assigned(expr).is_some_and(|target| root(program, target) == Some(var)),
    })
}
