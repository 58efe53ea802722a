//! Kernels that are a loop for each element of a matrix, taken apart.
//!
//! ```c
//! int row = …, column = …;                       // numbers, one of each dimension
//! if (row < n && column < m) {                   // their bounds
//!     float sum = 0;                             // a sum: what a thread carries
//!     for (int k = 0; k < l; k++)                // the loop
//!         sum += a[row * l + k] * b[k * m + column];
//!     c[row * m + column] = sum;                 // the end
//! }
//! ```
//! Invariant: a kernel that is taken apart consists of these parts and nothing else, all
//! threads with both numbers below their bounds run the loop, and no others do anything.

use std::collections::BTreeSet;

use analyze::CanonicalLoop;
use analyze::region::{declared_in, leaves_early};
use hir::{
    Axis, BinaryOp, ExprId, ExprKind, GridQuery, Init, Item, Node, Span, StmtId, StmtKind, VarId, VarStorage,
    const_eval,
};

use crate::interchange::canonical;
use crate::kernel::{Kernel, grid_of};
use crate::legality;
use crate::made_for_bounds::Bound;
use crate::refusal::{Refusal, refuse};
use crate::row_of_warp::is_thread_number;
use crate::staged_body::{Guard, exit_condition};

/// The parts of the kernel.
pub(crate) struct Nest<'a> {
    /// The numbers of `x` and of `y`.
    pub numbers: [Number; 2],
    /// Variables that keep the value of their declaration, in order.
    pub locals: Vec<(VarId, ExprId)>,
    /// Variables that are assigned, in the loop or before or behind it.
    pub sums: Vec<VarId>,
    /// What they are before the loop, in order.
    pub starts: Vec<(VarId, ExprId)>,
    pub canonical: &'a CanonicalLoop,
    /// What is done behind the loop.
    pub end: Vec<StmtId>,
}

/// Which of the elements is the thread's, in one dimension.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Number {
    pub var: VarId,
    /// What it stays below.
    pub bound: Bound,
    /// The same as it is written.
    pub written: ExprId,
}

/// What a part of the kernel mentions, also through its local variables.
#[derive(Clone, Default, Debug)]
pub(crate) struct Mentions {
    /// The numbers of `x` and of `y`.
    pub numbers: [bool; 2],
    /// The index of the loop.
    pub index: bool,
    /// Local variables that differ between threads, in the order of their declaration.
    pub locals: Vec<(VarId, ExprId)>,
}

/// What stands before the loop, as it is found.
#[derive(Default)]
struct Parts {
    declared: Vec<VarId>,
    starts: Vec<(VarId, ExprId)>,
    guards: Vec<Guard>,
}

/// Takes a kernel apart.
pub(crate) fn nest<'a>(kernel: &Kernel<'a>) -> Result<Nest<'a>, Refusal> {
    let program = kernel.program();
    is_all_of_the_text(kernel)?;
    let mut parts = Parts::default();
    let (stmt, end) = parts.find_loop(kernel)?;
    let canonical = canonical(kernel, stmt)?;
    let numbers = numbers(kernel, &parts.guards)?;
    nothing_else_asks_for_the_thread(kernel, &numbers)?;
    let is_known = |var: &VarId| *var == canonical.index || numbers.iter().any(|number| number.var == *var);
    let (mut locals, mut sums) = (Vec::new(), Vec::new());
    for var in parts.declared.into_iter().filter(|var| !is_known(var)) {
        match kernel.only_value(var) {
            Some(value) => locals.push((var, value)),
            None => sums.push(var),
        }
    }
    parts.starts.retain(|(var, _)| sums.contains(var));
    let nest = Nest { numbers, locals, sums, starts: parts.starts, canonical, end };
    nest.sums_are_plain(kernel)?;
    nest.only_own_variables_change(kernel)?;
    nest.locals_keep_their_values(kernel)?;
    nest.loop_is_shared(kernel)?;
    if let Some(exit) =
        nest.end.iter().flat_map(|stmt| program.stmts_below(*stmt)).find(|stmt| is_exit(kernel, *stmt))
    {
        return refuse(program.stmts[exit].span, "threads leave here, and have other elements to do");
    }
    Ok(nest)
}

/// No lines are for the preprocessor or for annotations, which would be lost with the old text.
fn is_all_of_the_text(kernel: &Kernel<'_>) -> Result<(), Refusal> {
    let program = kernel.program();
    let span = program.functions[kernel.found.function].span;
    let is_directive = |stmt: StmtId| matches!(program.stmts[stmt].kind, StmtKind::Directive(_));
    if let Some(stmt) = program.stmts_below(kernel.found.body).find(|stmt| is_directive(*stmt)) {
        return refuse(program.stmts[stmt].span, "an annotation says how its rows are to be loaded");
    }
    let body = kernel.range(program.stmts[kernel.found.body].span)?;
    let text = String::from_utf8_lossy(&kernel.text()[body]);
    let mut lines = text.lines().filter_map(|line| line.trim_start().strip_prefix('#'));
    match lines.all(|line| line.trim_start().starts_with("pragma")) {
        true => Ok(()),
        false => refuse(span, "a part of it is there only under a condition of the preprocessor"),
    }
}

fn is_exit(kernel: &Kernel<'_>, stmt: StmtId) -> bool {
    matches!(kernel.program().stmts[stmt].kind, StmtKind::Return(_))
}

impl Parts {
    /// Goes down to the loop: where it is, and what stands behind it.
    fn find_loop(&mut self, kernel: &Kernel<'_>) -> Result<(StmtId, Vec<StmtId>), Refusal> {
        let program = kernel.program();
        let mut stmts = statements(kernel, kernel.found.body);
        loop {
            let mut inner = None;
            for (at, stmt) in stmts.iter().enumerate() {
                let (span, is_last) = (program.stmts[*stmt].span, at + 1 == stmts.len());
                match &program.stmts[*stmt].kind {
                    StmtKind::For { .. } => return Ok((*stmt, stmts[at + 1..].to_vec())),
                    StmtKind::Decl(items) => self.declare(kernel, items, span)?,
                    StmtKind::Empty | StmtKind::Pragma(_) | StmtKind::Comment(_) | StmtKind::Directive(_) => {
                    }
                    StmtKind::Expr(expr) => self.assign(kernel, *expr)?,
                    StmtKind::If { cond, then, otherwise: None } => match exit_condition(kernel, *stmt) {
                        Some(condition) => self.guards.push(Guard { condition, holds: false }),
                        None if is_last => {
                            self.guards.push(Guard { condition: *cond, holds: true });
                            inner = Some(*then);
                        }
                        None => return refuse(span, "it does something else before its loop"),
                    },
                    _ => return refuse(span, "it does something else before its loop"),
                }
            }
            match inner {
                Some(then) => stmts = statements(kernel, then),
                None => {
                    let span = program.functions[kernel.found.function].span;
                    return refuse(span, "there is no loop for each element");
                }
            }
        }
    }

    fn declare(&mut self, kernel: &Kernel<'_>, items: &[Item], span: Span) -> Result<(), Refusal> {
        let program = kernel.program();
        for item in items {
            let Item::Var { var, with_init, is_extern: false, .. } = item else {
                return refuse(span, "it declares more than variables");
            };
            if program.vars[*var].storage != VarStorage::Local {
                return refuse(span, "it declares more than variables of a thread");
            }
            self.declared.push(*var);
            match (with_init, &program.vars[*var].init) {
                (false, _) => {}
                (true, Some(Init::Expr(value))) => {
                    has_no_effect(kernel, *value)?;
                    self.starts.push((*var, *value));
                }
                (true, _) => return refuse(span, "it declares more than numbers of a thread"),
            }
        }
        Ok(())
    }

    /// `sum = 0;`
    fn assign(&mut self, kernel: &Kernel<'_>, expr: ExprId) -> Result<(), Refusal> {
        let program = kernel.program();
        let ExprKind::Assign { lhs, rhs } = program.exprs[expr].kind else {
            return refuse(kernel.input.span(expr), "it does something else before its loop");
        };
        has_no_effect(kernel, rhs)?;
        match program.exprs[lhs].kind {
            ExprKind::Var(var) if self.declared.contains(&var) => self.starts.push((var, rhs)),
            _ => return refuse(kernel.input.span(expr), "it does something else before its loop"),
        }
        Ok(())
    }
}

/// The statements of a block, or the one that stands for it.
fn statements(kernel: &Kernel<'_>, stmt: StmtId) -> Vec<StmtId> {
    match &kernel.program().stmts[stmt].kind {
        StmtKind::Block(stmts) => stmts.clone(),
        _ => vec![stmt],
    }
}

fn has_no_effect(kernel: &Kernel<'_>, expr: ExprId) -> Result<(), Refusal> {
    let program = kernel.program();
    let changes = |expr: &ExprId| {
        matches!(
            program.exprs[*expr].kind,
            ExprKind::Assign { .. }
                | ExprKind::AssignOp { .. }
                | ExprKind::IncDec { .. }
                | ExprKind::StmtExpr(_)
        )
    };
    match program.exprs_below(Node::Expr(expr)).find(changes) {
        Some(found) => refuse(kernel.input.span(found), "a declaration does more than compute"),
        None => Ok(()),
    }
}

/// The numbers and their bounds: guards that are nothing but `row < n && column < m`.
fn numbers(kernel: &Kernel<'_>, guards: &[Guard]) -> Result<[Number; 2], Refusal> {
    let program = kernel.program();
    let mut found: [Option<Number>; 2] = [None; 2];
    let mut pending: Vec<(ExprId, bool)> =
        guards.iter().map(|guard| (guard.condition, guard.holds)).collect();
    while let Some((expr, holds)) = pending.pop() {
        let condition = kernel.program().without_casts(expr);
        let (op, lhs, rhs) = match program.exprs[condition].kind {
            ExprKind::Binary { op, lhs, rhs } => (op, lhs, rhs),
            _ => return refuse(kernel.input.span(expr), "its threads are not kept below bounds alone"),
        };
        let (number, written) = match (op, holds) {
            (BinaryOp::And, true) | (BinaryOp::Or, false) => {
                pending.extend([(lhs, holds), (rhs, holds)]);
                continue;
            }
            (BinaryOp::Lt, true) | (BinaryOp::Ge, false) => (lhs, rhs),
            (BinaryOp::Gt, true) | (BinaryOp::Le, false) => (rhs, lhs),
            _ => return refuse(kernel.input.span(expr), "its threads are not kept below bounds alone"),
        };
        match number_of(kernel, number).zip(bound_of(kernel, written)) {
            Some(((at, var), bound)) if found[at].is_none() => {
                found[at] = Some(Number { var, bound, written })
            }
            _ => return refuse(kernel.input.span(expr), "its threads are not kept below bounds alone"),
        }
    }
    match found {
        [Some(x), Some(y)] => Ok([x, y]),
        _ => {
            let span = program.functions[kernel.found.function].span;
            refuse(span, "its threads are not kept below bounds in both dimensions")
        }
    }
}

/// The dimension whose number a variable is: of the thread, or of the block where that has one
/// thread in it.
fn number_of(kernel: &Kernel<'_>, expr: ExprId) -> Option<(usize, VarId)> {
    let var = kernel.program().variable_of(kernel.program().without_casts(expr))?;
    let value = kernel.program().without_casts(kernel.only_value(var)?);
    let is_number = |axis: Axis| {
        let is_alone = kernel.found.block.is_some_and(|block| block[axis as usize] == 1);
        let is_block = grid_of(kernel.input, value) == Some((GridQuery::BlockIndex, axis));
        is_thread_number(kernel, value, axis) || is_alone && is_block
    };
    AXES.into_iter().position(is_number).map(|at| (at, var))
}

/// What a number is compared with, if it never changes.
fn bound_of(kernel: &Kernel<'_>, expr: ExprId) -> Option<Bound> {
    let program = kernel.program();
    if const_eval::integer(program, expr).is_some() {
        return Some(Bound::Constant(expr));
    }
    let ExprKind::Var(var) = program.exprs[kernel.program().without_casts(expr)].kind else { return None };
    let is_parameter = program.functions[kernel.found.function].params.contains(&var);
    (is_parameter && !kernel.is_changed(var)).then_some(Bound::Parameter(var))
}

/// Thread and block are known by the two numbers alone.
fn nothing_else_asks_for_the_thread(kernel: &Kernel<'_>, numbers: &[Number; 2]) -> Result<(), Refusal> {
    let program = kernel.program();
    let values = numbers.iter().filter_map(|number| kernel.only_value(number.var));
    let inside: BTreeSet<ExprId> = values.flat_map(|value| program.exprs_below(Node::Expr(value))).collect();
    let asks = |expr: &ExprId| grid_of(kernel.input, *expr).is_some() && !inside.contains(expr);
    match program.exprs_below(kernel.found.body).find(asks) {
        Some(expr) => refuse(kernel.input.span(expr), "it asks for more than its numbers"),
        None => Ok(()),
    }
}

impl Nest<'_> {
    /// What expressions and statements mention.
    pub(crate) fn mentions(&self, kernel: &Kernel<'_>, nodes: impl IntoIterator<Item = Node>) -> Mentions {
        let seen = self.variables(kernel, nodes);
        let differs = |(var, value): &&(VarId, ExprId)| seen.contains(var) && self.differs(kernel, *value);
        Mentions {
            numbers: self.numbers.map(|number| seen.contains(&number.var)),
            index: seen.contains(&self.canonical.index),
            locals: self.locals.iter().filter(differs).copied().collect(),
        }
    }

    /// Local variables that are the same in all threads of a block.
    pub(crate) fn shared_locals(&self, kernel: &Kernel<'_>) -> Vec<(VarId, ExprId)> {
        self.locals.iter().filter(|(_, value)| !self.differs(kernel, *value)).copied().collect()
    }

    /// May a value differ between the elements of a block? Numbers do, also those of which a
    /// block had one.
    pub(crate) fn differs(&self, kernel: &Kernel<'_>, value: ExprId) -> bool {
        let seen = self.variables(kernel, [Node::Expr(value)]);
        kernel.varies(value, 0) || self.numbers.iter().any(|number| seen.contains(&number.var))
    }

    /// The variables that are mentioned, also through local variables.
    fn variables(&self, kernel: &Kernel<'_>, nodes: impl IntoIterator<Item = Node>) -> BTreeSet<VarId> {
        let program = kernel.program();
        let mut seen: BTreeSet<VarId> = BTreeSet::new();
        let mut pending: Vec<Node> = nodes.into_iter().collect();
        while let Some(node) = pending.pop() {
            for var in program.exprs_below(node).filter_map(|expr| program.variable_of(expr)) {
                let value = self.locals.iter().find(|(local, _)| *local == var);
                if let (true, Some((_, value))) = (seen.insert(var), value) {
                    pending.push(Node::Expr(*value));
                }
            }
        }
        seen
    }

    /// Each thread can have several of them.
    fn sums_are_plain(&self, kernel: &Kernel<'_>) -> Result<(), Refusal> {
        let program = kernel.program();
        for var in &self.sums {
            let (ty, span) = (program.vars[*var].ty, program.vars[*var].span);
            let is_number = program.types.is_integer(ty) || program.types.is_real_floating(ty);
            if !is_number || !matches!(program.size_of(ty), Some(4 | 8)) {
                return refuse(span, format!("`{}` is more than a number", kernel.input.name(*var)));
            }
        }
        let is_sum =
            |expr: ExprId| matches!(program.exprs[expr].kind, ExprKind::Var(var) if self.sums.contains(&var));
        let takes = |expr: &ExprId| matches!(program.exprs[*expr].kind, ExprKind::AddrOf(of) if is_sum(of));
        match program.exprs_below(kernel.found.body).find(takes) {
            Some(expr) => refuse(kernel.input.span(expr), "the address of a variable is taken"),
            None => Ok(()),
        }
    }

    /// What a local variable is computed from is the same later on.
    fn locals_keep_their_values(&self, kernel: &Kernel<'_>) -> Result<(), Refusal> {
        let program = kernel.program();
        let changes = |expr: &ExprId| matches!(program.exprs[*expr].kind, ExprKind::Var(var) if self.sums.contains(&var) || var == self.canonical.index);
        for (_, value) in &self.locals {
            if let Some(expr) = program.exprs_below(Node::Expr(*value)).find(changes) {
                return refuse(kernel.input.span(expr), "this is another value later on");
            }
        }
        Ok(())
    }

    /// Does an expression need nothing but parameters, numbers, the index and what is declared
    /// before the loop?
    pub(crate) fn is_known_before(&self, kernel: &Kernel<'_>, expr: ExprId) -> bool {
        let program = kernel.program();
        program.exprs_below(Node::Expr(expr)).all(|below| match program.exprs[below].kind {
            ExprKind::Var(var) if program.vars[var].storage == VarStorage::Local => {
                var == self.canonical.index
                    || self.numbers.iter().any(|number| number.var == var)
                    || self.locals.iter().any(|(local, _)| *local == var)
            }
            _ => true,
        })
    }

    /// What is done for an element changes no variable that the next one needs.
    fn only_own_variables_change(&self, kernel: &Kernel<'_>) -> Result<(), Refusal> {
        let program = kernel.program();
        let own: BTreeSet<VarId> = self
            .end
            .iter()
            .chain([&self.canonical.body])
            .flat_map(|stmt| declared_in(kernel.input, *stmt))
            .chain(self.sums.iter().copied())
            .chain([self.canonical.index])
            .collect();
        for expr in program.exprs_below(kernel.found.body) {
            let target = program.assigned_or_addressed(expr).and_then(|target| program.variable_of(target));
            if let Some(var) = target.filter(|var| !own.contains(var)) {
                let name = kernel.input.name(var);
                return refuse(
                    kernel.input.span(expr),
                    format!("`{name}` is changed, which all elements need"),
                );
            }
        }
        Ok(())
    }

    /// All threads of a block go through the loop together, to its end.
    fn loop_is_shared(&self, kernel: &Kernel<'_>) -> Result<(), Refusal> {
        let program = kernel.program();
        let canonical = self.canonical;
        let span = program.stmts[canonical.stmt].span;
        let is_short = program.size_of(program.vars[canonical.index].ty).is_none_or(|size| size < 4);
        if is_short || canonical.step != 1 || !matches!(canonical.op, BinaryOp::Lt | BinaryOp::Le) {
            return refuse(span, "its loop does not count up by one");
        }
        if leaves_early(kernel.input, canonical.body) {
            return refuse(span, "the loop may end early");
        }
        let ends = [canonical.first, canonical.bound];
        let mentions = self.mentions(kernel, ends.map(Node::Expr));
        let reads_memory = ends.iter().any(|expr| kernel.varies(*expr, 0));
        let is_uniform = kernel.found.region.bounds.contains_key(&canonical.stmt) && !reads_memory;
        if !is_uniform || mentions.numbers.contains(&true) || !mentions.locals.is_empty() {
            return refuse(span, "threads of a block go through different parts of the loop");
        }
        let carries =
            |expr: ExprId| matches!(program.exprs[expr].kind, ExprKind::Var(var) if self.sums.contains(&var));
        if ends.iter().flat_map(|end| program.exprs_below(Node::Expr(*end))).any(carries) {
            return refuse(span, "threads of a block go through different parts of the loop");
        }
        if let (false, Some(used)) =
            (canonical.declares_index, legality::is_used_after(kernel, canonical.index, canonical.stmt))
        {
            return refuse(used, "the index of the loop is used behind it");
        }
        let inner = |stmt: StmtId| {
            matches!(
                program.stmts[stmt].kind,
                StmtKind::For { .. }
                    | StmtKind::While { .. }
                    | StmtKind::DoWhile { .. }
                    | StmtKind::Switch { .. }
            )
        };
        match program.stmts_below(canonical.body).find(|stmt| inner(*stmt)) {
            Some(stmt) => refuse(program.stmts[stmt].span, "there is a loop in the loop"),
            None => Ok(()),
        }
    }
}

/// The axis of a number, as the grid knows it.
pub(crate) const AXES: [Axis; 2] = [Axis::X, Axis::Y];

/// Where a number asks for its thread.
pub(crate) fn thread_mention(kernel: &Kernel<'_>, number: Number, axis: Axis) -> Option<ExprId> {
    let value = kernel.only_value(number.var)?;
    let is_thread = |expr: &ExprId| grid_of(kernel.input, *expr) == Some((GridQuery::ThreadIndex, axis));
    kernel.program().exprs_below(Node::Expr(value)).find(is_thread)
}
