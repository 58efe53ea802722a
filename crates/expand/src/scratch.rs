//! Static variables and buffers of the file that keep nothing.
//!
//! ```c
//! static float w[3];                       // old code saves stack this way
//! w[0] = x; w[1] = y; w[2] = x * y;        // each call writes all of it
//! return w[i % 3];                         // before it reads any of it
//! ```
//! Such a variable is scratch memory of the call, and each thread can have its
//! own. One that is read before it is written carries a value from call to call.
//!
//! The walk follows the order of evaluation and keeps the elements that are
//! written for sure. What it does not understand counts as a read.

use std::collections::BTreeSet;

use hir::{
    BinaryOp, Builder, CastKind, ExprId, ExprKind, FileVariables, IncDec, Item, Linkage, Node, Program,
    StmtId, StmtKind, VarId, VarStorage,
};

/// Arrays of more elements are not followed one by one.
const MOST_ELEMENTS: u64 = 1 << 16;

/// The static variables of a body that each call writes before it reads.
pub(crate) fn of(program: &Program, body: StmtId) -> Vec<VarId> {
    let is_static = |var: &VarId| program.vars[*var].storage == VarStorage::StaticLocal;
    let declared = program.declared_below(body).filter(is_static);
    declared.filter(|var| is_scratch(program, body, *var)).collect()
}

/// The file's variables that a body uses in this way. Nobody may be waiting for what is left in them.
pub(crate) fn of_file(b: &Builder<'_>, body: StmtId) -> Vec<VarId> {
    let program = &*b.program;
    let mut found: Vec<VarId> = Vec::new();
    let mut all = None;
    for expr in program.exprs_below(body) {
        let ExprKind::Var(var) = program.exprs[expr].kind else { continue };
        let is_of_file = matches!(program.vars[var].storage, VarStorage::Global | VarStorage::Internal);
        let is_one = is_of_file && !found.contains(&var) && is_scratch(program, body, var);
        if !is_one || is_named_by_directive(program, var) {
            continue;
        }
        let all = all.get_or_insert_with(|| FileVariables::new(program, b.sources, &Linkage::new(program)));
        if all.hold_nothing(program, var, &|body, var| is_scratch(program, body, var)) {
            found.push(var);
        }
    }
    found
}

/// An array of the device is what its directives say.
fn is_named_by_directive(program: &Program, var: VarId) -> bool {
    let base = |section: &hir::Section| section.var == Some(var);
    program.directives.iter().any(|(_, directive)| match &directive.kind {
        hir::DirectiveKind::Global(hir::GlobalAction::Alloc { section, .. })
        | hir::DirectiveKind::TextureCopyin { section, .. } => base(section),
        hir::DirectiveKind::ConstantCopyin(sections) => sections.iter().any(base),
        _ => false,
    })
}

fn is_scratch(program: &Program, body: StmtId, var: VarId) -> bool {
    let mut extents = Vec::new();
    let mut ty = program.vars[var].ty;
    if ty.is_const() {
        return false;
    }
    while let hir::TypeKind::Array(element, len) = program.types.stripped(ty) {
        let hir::ArrayLen::Fixed(len) = len else { return false };
        extents.push(*len);
        ty = *element;
    }
    let elements = extents.iter().try_fold(1u64, |product, len| product.checked_mul(*len));
    let Some(elements) = elements.filter(|elements| *elements <= MOST_ELEMENTS) else { return false };
    if ty.is_const() {
        return false;
    }
    let mut walk = Walk { program, var, extents, elements, at_switch: Vec::new() };
    walk.stmt(body, &mut Written::default())
}

/// What is written on every way to a point.
#[derive(Clone, Default)]
struct Written {
    elements: BTreeSet<u64>,
    /// No way leads here.
    left: bool,
}

impl Written {
    fn join(&mut self, other: Written) {
        match (self.left, other.left) {
            (_, true) => {}
            (true, false) => *self = other,
            (false, false) => self.elements.retain(|element| other.elements.contains(element)),
        }
    }
}

/// A mention of the variable.
enum Mention {
    /// One element.
    Element(u64),
    /// Some element; the subscripts.
    Some,
}

struct Walk<'p> {
    program: &'p Program,
    var: VarId,
    extents: Vec<u64>,
    elements: u64,
    /// What was written where each `switch` around began.
    at_switch: Vec<Written>,
}

impl Walk<'_> {
    /// False if the statement may read what is not written. Nesting is bounded
    /// by the parser, here and below.
    fn stmt(&mut self, stmt: StmtId, written: &mut Written) -> bool {
        let program = self.program;
        match &program.stmts[stmt].kind {
            StmtKind::Block(stmts) => stmts.iter().all(|stmt| self.stmt(*stmt, written)),
            StmtKind::Decl(items) => items.iter().all(|item| self.declaration(item, written)),
            StmtKind::Expr(expr) => self.expr(*expr, written),
            StmtKind::If { cond, then, otherwise } => {
                let fine = self.expr(*cond, written);
                let mut other = written.clone();
                let fine = fine && self.stmt(*then, written);
                let fine = fine && otherwise.is_none_or(|otherwise| self.stmt(otherwise, &mut other));
                written.join(other);
                fine
            }
            StmtKind::While { cond, body } => {
                self.expr(*cond, written) && self.stmt(*body, &mut written.clone())
            }
            StmtKind::DoWhile { body, cond } => {
                let mut inside = written.clone();
                self.stmt(*body, &mut inside) && self.expr(*cond, &mut inside)
            }
            StmtKind::For { init, cond, step, body } => {
                if self.fills(stmt, &mut Vec::new()) {
                    written.elements.extend(0..self.elements);
                    return true;
                }
                let fine = init.is_none_or(|init| self.stmt(init, written));
                let fine = fine && cond.is_none_or(|cond| self.expr(cond, written));
                let mut inside = written.clone();
                let fine = fine && self.stmt(*body, &mut inside);
                inside.left = false;
                fine && step.is_none_or(|step| self.expr(step, &mut inside))
            }
            StmtKind::Switch { cond, body } => {
                let fine = self.expr(*cond, written);
                self.at_switch.push(written.clone());
                let fine = fine && self.stmt(*body, &mut written.clone());
                self.at_switch.pop();
                fine
            }
            StmtKind::Case { body, .. } | StmtKind::Default(body) => {
                if let Some(before) = self.at_switch.last() {
                    *written = before.clone();
                }
                self.stmt(*body, written)
            }
            StmtKind::Return(value) => {
                let fine = value.is_none_or(|value| self.expr(value, written));
                written.left = true;
                fine
            }
            StmtKind::Continue | StmtKind::Break => {
                written.left = true;
                true
            }
            StmtKind::Singular { body, .. } | StmtKind::Annotated { body, .. } => self.stmt(*body, written),
            StmtKind::Label { .. } | StmtKind::Goto(_) | StmtKind::GotoComputed(_) | StmtKind::Asm(_) => {
                false
            }
            StmtKind::Kernel { .. } => false,
            _ => true,
        }
    }

    fn declaration(&mut self, item: &Item, written: &mut Written) -> bool {
        let Item::Var { var, with_init: true, .. } = item else { return true };
        let Some(init) = self.program.vars[*var].init.as_ref().filter(|_| *var != self.var) else {
            return true;
        };
        self.program.init_exprs(init).into_iter().all(|expr| self.expr(expr, written))
    }

    fn expr(&mut self, expr: ExprId, written: &mut Written) -> bool {
        let program = self.program;
        if let Some(mention) = self.mention(expr) {
            return self.subscripts_of(expr, written) && self.is_written(&mention, written);
        }
        match &program.exprs[expr].kind {
            ExprKind::Assign { lhs, rhs } => {
                let Some(mention) = self.mention(*lhs) else {
                    return self.expr(*lhs, written) && self.expr(*rhs, written);
                };
                let fine = self.subscripts_of(*lhs, written) && self.expr(*rhs, written);
                if let Mention::Element(element) = mention {
                    written.elements.insert(element);
                }
                fine
            }
            ExprKind::Binary { op: BinaryOp::And | BinaryOp::Or, lhs, rhs } => {
                self.expr(*lhs, written) && self.expr(*rhs, &mut written.clone())
            }
            ExprKind::Conditional { cond, then, otherwise } => {
                let fine = self.expr(*cond, written);
                let mut other = written.clone();
                let fine = fine && then.is_none_or(|then| self.expr(then, written));
                let fine = fine && self.expr(*otherwise, &mut other);
                written.join(other);
                fine
            }
            _ => program.children(Node::Expr(expr)).into_iter().all(|child| match child {
                Node::Expr(child) => self.expr(child, written),
                Node::Stmt(stmt) => self.stmt(stmt, written),
            }),
        }
    }

    fn is_written(&self, mention: &Mention, written: &Written) -> bool {
        match mention {
            Mention::Element(element) => written.elements.contains(element),
            Mention::Some => written.elements.len() as u64 == self.elements,
        }
    }

    /// Does the expression name the variable, or an element of it?
    fn mention(&self, expr: ExprId) -> Option<Mention> {
        let (subscripts, is_member) = self.place(expr)?;
        if is_member || subscripts.len() != self.extents.len() {
            return Some(Mention::Some);
        }
        let mut element = 0;
        for (subscript, extent) in subscripts.iter().zip(&self.extents) {
            let value = hir::const_eval::integer(self.program, *subscript);
            let value = value.and_then(|value| u64::try_from(value).ok()).filter(|value| value < extent);
            let Some(value) = value else { return Some(Mention::Some) };
            element = element * extent + value;
        }
        Some(Mention::Element(element))
    }

    /// The subscripts behind the variable, outermost first, and whether a
    /// member of it is meant.
    fn place(&self, expr: ExprId) -> Option<(Vec<ExprId>, bool)> {
        let (mut subscripts, mut is_member, mut at) = (Vec::new(), false, expr);
        loop {
            match self.program.exprs[at].kind {
                ExprKind::Var(var) => {
                    subscripts.reverse();
                    return (var == self.var).then_some((subscripts, is_member));
                }
                ExprKind::Index { base, index } => {
                    subscripts.push(index);
                    at = base;
                }
                ExprKind::Member { base, arrow: false, .. } => {
                    is_member = true;
                    at = base;
                }
                ExprKind::Cast { kind: CastKind::ArrayDecay | CastKind::Same, operand, .. } => at = operand,
                _ => return None,
            }
        }
    }

    fn subscripts_of(&mut self, expr: ExprId, written: &mut Written) -> bool {
        let subscripts = self.place(expr).map_or_else(Vec::new, |(subscripts, _)| subscripts);
        subscripts.into_iter().all(|subscript| self.expr(subscript, written))
    }

    /// `for (i = 0; i < N; i++) w[i] = …;`, and the same nest for more
    /// dimensions: all elements, each once, and none is read.
    fn fills(&self, stmt: StmtId, indices: &mut Vec<VarId>) -> bool {
        let program = self.program;
        let StmtKind::For { init, cond, step, body } = program.stmts[stmt].kind else { return false };
        let Some(&extent) = self.extents.get(indices.len()) else { return false };
        let index = init.and_then(|init| counts_from_zero(program, init));
        let Some(index) = index.filter(|index| {
            cond.is_some_and(|cond| ends_at(program, cond, *index, extent))
                && step.is_some_and(|step| counts_up(program, step, *index))
        }) else {
            return false;
        };
        indices.push(index);
        let stmts = match &program.stmts[body].kind {
            StmtKind::Block(stmts) => stmts.as_slice(),
            _ => std::slice::from_ref(&body),
        };
        let is_all = indices.len() == self.extents.len();
        let writes = |stmt: &StmtId| is_all && self.is_element_write(*stmt, indices);
        let at = stmts.iter().position(|stmt| writes(stmt) || self.fills(*stmt, &mut indices.clone()));
        // Nothing else mentions the variable or leaves the loop.
        let is_plain = |stmt: StmtId| {
            let leaves = program.stmts_below(stmt).any(|stmt| {
                let kind = &program.stmts[stmt].kind;
                matches!(kind, StmtKind::Break | StmtKind::Continue | StmtKind::Return(_) | StmtKind::Goto(_))
            });
            let changes = program.exprs_below(stmt).any(|expr| {
                let target = program.assigned_or_addressed(expr);
                program.converted_variable(expr) == Some(self.var)
                    || target.is_some_and(|target| program.converted_variable(target) == Some(index))
            });
            !leaves && !changes
        };
        at.is_some_and(|at| (0..stmts.len()).all(|other| other == at || is_plain(stmts[other])))
    }

    /// `w[i][j] = …` with just these subscripts, and no other mention.
    fn is_element_write(&self, stmt: StmtId, indices: &[VarId]) -> bool {
        let program = self.program;
        let StmtKind::Expr(expr) = program.stmts[stmt].kind else { return false };
        let ExprKind::Assign { lhs, rhs } = program.exprs[expr].kind else { return false };
        let Some((subscripts, false)) = self.place(lhs) else { return false };
        let same = subscripts
            .iter()
            .zip(indices)
            .all(|(subscript, index)| program.converted_variable(*subscript) == Some(*index));
        let reads = program.exprs_below(rhs).any(|expr| program.converted_variable(expr) == Some(self.var));
        same && subscripts.len() == indices.len() && !reads
    }
}

/// `int i = 0` or `i = 0`.
fn counts_from_zero(program: &Program, init: StmtId) -> Option<VarId> {
    let (var, value) = match &program.stmts[init].kind {
        StmtKind::Decl(items) => match items.as_slice() {
            [Item::Var { var, .. }] => match program.vars[*var].init {
                Some(hir::Init::Expr(value)) => (*var, value),
                _ => return None,
            },
            _ => return None,
        },
        StmtKind::Expr(expr) => match program.exprs[*expr].kind {
            ExprKind::Assign { lhs, rhs } => match program.exprs[lhs].kind {
                ExprKind::Var(var) => (var, rhs),
                _ => return None,
            },
            _ => return None,
        },
        _ => return None,
    };
    (hir::const_eval::integer(program, value) == Some(0)).then_some(var)
}

/// `i < extent`, `i <= extent - 1` or `i != extent`.
fn ends_at(program: &Program, cond: ExprId, index: VarId, extent: u64) -> bool {
    let ExprKind::Binary { op, lhs, rhs } = program.exprs[cond].kind else { return false };
    let end = hir::const_eval::integer(program, rhs);
    let end = match op {
        BinaryOp::Lt | BinaryOp::Ne => end,
        BinaryOp::Le => end.and_then(|end| end.checked_add(1)),
        _ => None,
    };
    program.converted_variable(lhs) == Some(index) && end == Some(i128::from(extent))
}

/// `i++` or `++i`.
fn counts_up(program: &Program, step: ExprId, index: VarId) -> bool {
    match program.exprs[step].kind {
        ExprKind::IncDec { op: IncDec::Inc, operand, .. } => {
            program.converted_variable(operand) == Some(index)
        }
        _ => false,
    }
}
