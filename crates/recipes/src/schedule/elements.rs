//! Scalars that stand for an element while it is made.
//!
//! ```c
//! w = a[i][j];
//! for (k = 0; k < j; k++)
//!     w -= a[i][k] * a[k][j];       // a[i][j] -= a[i][k] * a[k][j];
//! a[i][j] = w / a[j][j];            // a[i][j] = a[i][j] / a[j][j];
//! ```
//! One scalar for all iterations would keep them in their order. Written as the element it is in nobody's way, and the
//! statements that only moved it have nothing left to do.
//!
//! Invariant: between the two statements nothing else touches the element, both run or neither does, and nobody wants the
//! scalar afterwards; so the element has the scalar's value wherever somebody looks.

use affine::{Feasibility, LinearExpr, Var};
use analyze::Input;
use analyze::dependence::instances::{is_shared, second};
use analyze::dependence::meetings::{Meeting, Meetings};
use hir::update::{About, same};
use hir::{Duplicate, ExprId, ExprKind, Node, Qualifiers, StmtId, StmtKind, VarId};

use super::RECIPE;
use crate::legality::Walked;
use crate::{Kitchen, Place};

/// `scalar = element; … element = …;` in one body.
struct StandIn {
    scalar: VarId,
    element: ExprId,
    /// From the statement that reads the element to the one that writes it.
    stmts: Vec<StmtId>,
}

impl StandIn {
    fn load(&self) -> StmtId {
        self.stmts[0]
    }

    fn store(&self) -> StmtId {
        self.stmts[self.stmts.len() - 1]
    }
}

/// What became of a nest.
#[derive(Default)]
pub(super) struct Written {
    /// Statements that have nothing left to do.
    pub idle: Vec<StmtId>,
    /// What the mentions of scalars were.
    before: Vec<(ExprId, ExprKind)>,
}

impl Kitchen<'_> {
    /// Writes elements for the scalars of a nest that stand for them.
    pub(super) fn elements_for_scalars(&mut self, nest: StmtId) -> Written {
        let mut written = Written::default();
        let found = self.stand_ins(nest);
        let mut scalars: Vec<VarId> = found.iter().map(|stand_in| stand_in.scalar).collect();
        scalars.dedup();
        for scalar in scalars {
            let of_it: Vec<&StandIn> = found.iter().filter(|stand_in| stand_in.scalar == scalar).collect();
            if self.is_only_there(nest, scalar, &of_it) && self.are_apart(nest, &of_it) {
                of_it.iter().for_each(|stand_in| self.write_element(stand_in, &mut written));
            }
        }
        written
    }

    /// The program as it was.
    pub(super) fn restore(&mut self, written: Written) {
        for (expr, kind) in written.before.into_iter().rev() {
            self.program.exprs[expr].kind = kind;
        }
    }

    /// In the bodies of loops, by scalar.
    fn stand_ins(&self, nest: StmtId) -> Vec<StandIn> {
        let mut found = Vec::new();
        for stmt in self.program.stmts_below(nest) {
            let StmtKind::For { body, .. } = self.program.stmts[stmt].kind else { continue };
            let mut stmts = Vec::new();
            self.in_text_order(body, &mut stmts);
            let mut at = 0;
            while at < stmts.len() {
                let stand_in = self.stand_in(&stmts[at..]);
                at += stand_in.as_ref().map_or(1, |stand_in| stand_in.stmts.len());
                found.extend(stand_in);
            }
        }
        found.sort_by_key(|stand_in| stand_in.scalar);
        found
    }

    /// The statements of a body, blocks opened.
    fn in_text_order(&self, body: StmtId, stmts: &mut Vec<StmtId>) {
        match &self.program.stmts[body].kind {
            StmtKind::Block(inside) => inside.iter().for_each(|stmt| self.in_text_order(*stmt, stmts)),
            _ => stmts.push(body),
        }
    }

    /// One that begins with the first of these statements.
    fn stand_in(&self, stmts: &[StmtId]) -> Option<StandIn> {
        let program = &*self.program;
        let (scalar, value) = self.set_scalar(stmts[0])?;
        let element = program.as_written(value);
        let types = [program.vars[scalar].ty, program.exprs[element].ty];
        let is_plain =
            |ty: &hir::Type| program.types.is_arithmetic(*ty) && !ty.quals.has(Qualifiers::VOLATILE);
        // A wider scalar would round less often.
        let are_alike = program.types.strip(types[0]).id == program.types.strip(types[1]).id;
        if !types.iter().all(is_plain) || !are_alike || program.element(element).1.is_empty() {
            return None;
        }
        let about = About { program, sources: self.sources };
        let is_store =
            |stmt: &StmtId| self.assignment(*stmt).is_some_and(|(target, _)| same(&about, target, element));
        let store = stmts.iter().position(is_store)?;
        Some(StandIn { scalar, element, stmts: stmts[..=store].to_vec() })
    }

    /// `scalar = value;`, or its declaration with a value.
    fn set_scalar(&self, stmt: StmtId) -> Option<(VarId, ExprId)> {
        if let Some((target, value)) = self.assignment(stmt) {
            return Some((self.program.variable_of(target)?, value));
        }
        let StmtKind::Decl(items) = &self.program.stmts[stmt].kind else { return None };
        let [hir::Item::Var { var, with_init: true, .. }] = items[..] else { return None };
        match self.program.vars[var].init {
            Some(hir::Init::Expr(value)) => Some((var, value)),
            _ => None,
        }
    }

    /// `target = value;`
    fn assignment(&self, stmt: StmtId) -> Option<(ExprId, ExprId)> {
        let StmtKind::Expr(expr) = self.program.stmts[stmt].kind else { return None };
        match self.program.exprs[self.program.as_written(expr)].kind {
            ExprKind::Assign { lhs, rhs } => Some((lhs, rhs)),
            _ => None,
        }
    }

    /// Is a scalar mentioned in these places of the nest alone, and not wanted after it?
    fn is_only_there(&self, nest: StmtId, scalar: VarId, stand_ins: &[&StandIn]) -> bool {
        let program = &*self.program;
        let mentions = |stmt: &StmtId| program.variables_below(*stmt).filter(|var| *var == scalar).count();
        let inside: usize = stand_ins.iter().flat_map(|stand_in| &stand_in.stmts).map(mentions).sum();
        let input = Input::new(program, self.sources);
        mentions(&nest) == inside && !analyze::is_wanted_after(&input, self.function, nest, scalar)
    }

    /// Is what else these places touch never the element?
    fn are_apart(&self, nest: StmtId, stand_ins: &[&StandIn]) -> bool {
        let Ok(Walked { accesses, mut values, .. }) = self.walked(RECIPE, nest, Place::Kernel) else {
            return false;
        };
        let input = Input::new(self.program, self.sources);
        let meetings = Meetings::new(&input, &accesses, &mut values.symbols);
        let symbols = &values.symbols;
        stand_ins.iter().all(|stand_in| {
            let writes_element = |at: &usize| {
                let access = &accesses[*at];
                access.stmt == stand_in.store() && access.mode.writes()
            };
            let mut stores = (0..accesses.len()).filter(writes_element);
            let (Some(store), None) = (stores.next(), stores.next()) else { return false };
            let around: Option<Vec<Var>> =
                accesses[store].loops.iter().map(|l| symbols.index_of(*l)).collect();
            let (Some(around), Some(subscripts)) = (around, &accesses[store].subscripts) else {
                return false;
            };
            let is_fixed = |var: Var| is_shared(symbols, var) || around.contains(&var);
            let is_other = |at: &usize| {
                let stmt = accesses[*at].stmt;
                let is_inside = |own: &StmtId| self.program.stmts_below(*own).any(|below| below == stmt);
                *at != store && stmt != stand_in.load() && stand_in.stmts.iter().any(is_inside)
            };
            let is_elsewhere = |other: usize| {
                let set = match meetings.between(symbols, store.min(other), store.max(other)) {
                    Meeting::Never => return true,
                    Meeting::Unknown => return false,
                    Meeting::When(set) => set,
                };
                // In one round of the loops around both.
                let same_round = around.iter().fold(set, |set, index| {
                    set.with_equal(&LinearExpr::var(*index), &LinearExpr::var(second(*index)))
                });
                same_round.feasibility() == Feasibility::Empty
            };
            subscripts.iter().all(|subscript| subscript.vars().all(is_fixed))
                && (0..accesses.len()).filter(is_other).all(is_elsewhere)
        })
    }

    fn write_element(&mut self, stand_in: &StandIn, written: &mut Written) {
        let (load, store) = (stand_in.load(), stand_in.store());
        written.idle.push(load);
        let is_moved_back = self
            .assignment(store)
            .is_some_and(|(_, value)| self.program.converted_variable(value) == Some(stand_in.scalar));
        if is_moved_back {
            written.idle.push(store);
        }
        let working = stand_in.stmts.iter().filter(|stmt| !written.idle.contains(stmt));
        let mentions: Vec<(StmtId, ExprId)> = working
            .flat_map(|stmt| self.program.exprs_below(Node::Stmt(*stmt)).map(|expr| (*stmt, expr)))
            .filter(|(_, expr)| self.program.is_variable(*expr, stand_in.scalar))
            .collect();
        for (stmt, expr) in mentions {
            let mut b = self.builder(stmt);
            let copy = Duplicate::new(&mut b).expr(stand_in.element);
            let kind = self.program.exprs[copy].kind.clone();
            written.before.push((expr, std::mem::replace(&mut self.program.exprs[expr].kind, kind)));
        }
    }
}
