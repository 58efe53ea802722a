//! Kernels whose threads do not wait for each other: loops over blocks and threads, and one
//! loop for both where a thread only asks for its global index.
//!
//! ```text
//! int i = blockIdx.x * blockDim.x + threadIdx.x;     for (int i = 0; i < n; i++)
//! if (i < n)                                             a[i] *= 2;
//!     a[i] *= 2;
//! ```
//! Legal because the threads of a launch may run in any order, so also one after the other.
//! The guard becomes the loop's bound where every launch is proven to have threads enough
//! (`cover`); otherwise the loop runs over all threads and the guard stays.

use std::collections::{HashMap, HashSet};

use hir::copy::{self, Rewrite};
use hir::{
    Axis, BinaryOp, Builder, ExprId, ExprKind, GridQuery, IncDec, Init, Item, Label, StmtId, StmtKind, Type,
    UnaryOp, VarId,
};

use crate::cover::Coverage;
use crate::grid::{AXES, is_pure, number, reads_memory, without_conversions};
use crate::kernel::{Aliases, Kernel, Refusal, plain_variable, statements};

/// A loop that stands for threads.
pub(crate) struct ThreadLoop {
    pub index: VarId,
    pub axis: Axis,
    pub cond: ExprId,
    /// Over blocks, over threads, or over both?
    pub blocks: bool,
    pub threads: bool,
}

/// The nest that a kernel becomes.
pub(crate) struct Nest {
    /// What is declared before the loops.
    pub before: Vec<StmtId>,
    /// The loops, the outermost first.
    pub loops: Vec<ThreadLoop>,
    /// What each thread does.
    pub body: Vec<StmtId>,
}

/// The loops of a kernel without barriers.
pub(crate) fn nest(kernel: &mut Kernel<'_, '_>, stmts: Vec<StmtId>) -> Result<Nest, Refusal> {
    let stmts = as_for_loops(kernel, stmts);
    if let Some(nest) = grid_stride(kernel, &stmts)? {
        return Ok(nest);
    }
    let aliases = Aliases::of(kernel, &stmts);
    let mut gone: HashSet<VarId> = HashSet::new();
    let mut folded: Vec<(Axis, VarId)> = Vec::new();
    for axis in AXES {
        if let Some(index) = folded_index(kernel, &stmts, &aliases, axis) {
            folded.push((axis, index));
            gone.insert(index);
        }
    }
    gone.extend(only_for_indices(kernel, &stmts, &aliases, &folded));
    let mut places = Places::default();
    for axis in AXES {
        if folded.iter().any(|(folded, _)| *folded == axis) || kernel.is_flat(axis) {
            continue;
        }
        places.add(kernel, &stmts, axis, &mut gone);
    }
    let stmts = without(kernel, stmts, &gone);
    let (body, bounds) = without_guards(kernel, stmts, &folded);
    let body = in_loops(kernel, &places, &aliases, body)?;
    let mut loops = Vec::new();
    for (axis, index) in &folded {
        let cond = match bounds.get(index) {
            Some(&cond) => cond,
            None => {
                let blocks = kernel.size(GridQuery::GridSize, *axis);
                let threads = kernel.size(GridQuery::BlockSize, *axis);
                let all = kernel.b.mul(blocks, threads);
                let value = kernel.b.var(*index);
                kernel.b.binary(BinaryOp::Lt, value, all)
            }
        };
        loops.push(ThreadLoop { index: *index, axis: *axis, cond, blocks: true, threads: true });
    }
    loops.extend(explicit_loops(kernel, &places, GridQuery::BlockIndex));
    loops.extend(explicit_loops(kernel, &places, GridQuery::ThreadIndex));
    Ok(Nest { before: Vec::new(), loops, body })
}

/// Without the declarations of some variables.
pub(crate) fn without(kernel: &Kernel<'_, '_>, stmts: Vec<StmtId>, gone: &HashSet<VarId>) -> Vec<StmtId> {
    let goes = |stmt: StmtId| kernel.declared_value(stmt).is_some_and(|(var, _)| gone.contains(&var));
    stmts.into_iter().filter(|&stmt| !goes(stmt)).collect()
}

/// The loops over blocks, or over the threads of a block.
pub(crate) fn explicit_loops(
    kernel: &mut Kernel<'_, '_>,
    places: &Places,
    which: GridQuery,
) -> Vec<ThreadLoop> {
    let mut loops = Vec::new();
    for &(query, axis, index) in places.indices.iter().filter(|(query, ..)| *query == which) {
        let is_block = query == GridQuery::BlockIndex;
        let size = if is_block { GridQuery::GridSize } else { GridQuery::BlockSize };
        let end = kernel.size(size, axis);
        let value = kernel.b.var(index);
        let cond = kernel.b.binary(BinaryOp::Lt, value, end);
        loops.push(ThreadLoop { index, axis, cond, blocks: is_block, threads: !is_block });
    }
    loops
}

/// The variable that a thread's place is kept in, as the user called it.
pub(crate) fn named_index(
    kernel: &mut Kernel<'_, '_>,
    stmts: &[StmtId],
    query: GridQuery,
    axis: Axis,
    gone: &mut HashSet<VarId>,
) -> VarId {
    let own = stmts.iter().filter_map(|&stmt| kernel.declared_value(stmt)).find(|&(var, value)| {
        let ty = kernel.b.program.vars[var].ty.unqualified();
        let value = crate::grid::without_casts(kernel.b.program, value);
        !kernel.is_changed(var)
            && [Type::INT, Type::UINT].contains(&kernel.b.program.types.strip(ty))
            && kernel.query(value) == Some((query, axis))
            && !gone.contains(&var)
    });
    if let Some((var, _)) = own {
        gone.insert(var);
        let ty = kernel.b.program.vars[var].ty.unqualified();
        kernel.b.program.vars[var].ty = ty;
        return var;
    }
    let word = if query == GridQuery::BlockIndex { "block" } else { "thread" };
    let name = kernel.axis_name(word, axis);
    kernel.fresh(&name, Type::INT)
}

/// The one variable that is the global index along an axis, if nothing else is asked of it.
fn folded_index(kernel: &Kernel<'_, '_>, stmts: &[StmtId], aliases: &Aliases, axis: Axis) -> Option<VarId> {
    let mut indices = stmts.iter().filter_map(|&stmt| {
        let (var, value) = kernel.declared_value(stmt)?;
        let is_index = !kernel.is_changed(var)
            && kernel.b.program.types.is_integer(kernel.b.program.vars[var].ty)
            && aliases.global_index(kernel, value) == Some(axis);
        is_index.then_some((var, stmt))
    });
    let (index, declaration) = indices.next()?;
    if indices.next().is_some() {
        return None;
    }
    let is_asked = |expr: ExprId| match kernel.query(expr) {
        Some((GridQuery::ThreadIndex | GridQuery::BlockIndex, asked)) => asked == axis,
        _ => false,
    };
    let others = stmts.iter().filter(|stmt| **stmt != declaration);
    for &stmt in others {
        let asks = kernel.b.program.exprs_below(stmt).any(is_asked);
        // Another name for a part of the index may be used for it alone.
        let serves_the_index = kernel.declared_value(stmt).is_some_and(|(var, _)| {
            let mentioned = kernel.mentions(stmts).get(&var).copied().unwrap_or(0);
            let by_index = kernel.mentions(&[declaration]).get(&var).copied().unwrap_or(0);
            !kernel.is_changed(var) && mentioned == by_index
        });
        if asks && !serves_the_index {
            return None;
        }
    }
    Some(index)
}

/// Variables that nothing but the folded indices was made of.
fn only_for_indices(
    kernel: &Kernel<'_, '_>,
    stmts: &[StmtId],
    aliases: &Aliases,
    folded: &[(Axis, VarId)],
) -> HashSet<VarId> {
    let is_folded =
        |stmt: &&StmtId| kernel.declared_value(**stmt).is_some_and(|(v, _)| folded.iter().any(|f| f.1 == v));
    let declarations: Vec<StmtId> = stmts.iter().filter(is_folded).copied().collect();
    let all = kernel.mentions(stmts);
    let by_indices = kernel.mentions(&declarations);
    let axes: Vec<Axis> = folded.iter().map(|f| f.0).collect();
    aliases
        .values
        .iter()
        .filter(|(var, value)| {
            let asks = aliases.query(kernel, **value).is_some_and(|(_, axis)| axes.contains(&axis));
            asks && all.contains_key(var) && all.get(var) == by_indices.get(var)
        })
        .map(|(var, _)| *var)
        .collect()
}

/// Takes conditions that bound a folded index from the front of the body.
fn without_guards(
    kernel: &mut Kernel<'_, '_>,
    stmts: Vec<StmtId>,
    folded: &[(Axis, VarId)],
) -> (Vec<StmtId>, HashMap<VarId, ExprId>) {
    let mut stmts = stmts;
    let mut bounds: HashMap<VarId, ExprId> = HashMap::new();
    loop {
        // What is declared before the guard without an effect may as well be declared behind it.
        let declares = |stmt: &&StmtId| is_quiet_declaration(kernel, **stmt);
        let front = stmts.iter().take_while(declares).count();
        let Some(&guard) = stmts.get(front) else { return (stmts, bounds) };
        let StmtKind::If { cond, then, otherwise: None } = kernel.b.program.stmts[guard].kind else {
            return (stmts, bounds);
        };
        let leaves = matches!(
            statements(kernel.b, then).as_slice(),
            [only] if matches!(kernel.b.program.stmts[*only].kind, StmtKind::Return(None))
        );
        if !leaves && front + 1 != stmts.len() {
            return (stmts, bounds);
        }
        let mut parts = Vec::new();
        conjuncts(kernel.b, cond, leaves, &mut parts);
        let mut left = Vec::new();
        let before = bounds.len();
        for part in parts {
            match bound_of(kernel, part, folded) {
                Some(index) if !bounds.contains_key(&index) => {
                    bounds.insert(index, part);
                }
                _ => left.push(part),
            }
        }
        if bounds.len() == before {
            return (stmts, bounds);
        }
        let span = kernel.span_of(guard);
        let rest: Vec<StmtId> = match leaves {
            true => stmts[front + 1..].to_vec(),
            false => statements(kernel.b, then),
        };
        let mut next = stmts[..front].to_vec();
        match kernel.b.all_of(&left) {
            None => next.extend(rest),
            Some(all) => {
                let then = match leaves {
                    true => then,
                    false => kernel.b.block(rest.clone()),
                };
                let cond = if leaves { negated(kernel.b, all) } else { all };
                let kind = StmtKind::If { cond, then, otherwise: None };
                next.push(kernel.b.program.stmts.alloc(hir::Stmt { kind, span }));
                if leaves {
                    next.extend(rest);
                }
                return (next, bounds);
            }
        }
        stmts = next;
    }
}

/// A declaration that only computes.
fn is_quiet_declaration(kernel: &Kernel<'_, '_>, stmt: StmtId) -> bool {
    let StmtKind::Decl(items) = &kernel.b.program.stmts[stmt].kind else { return false };
    items.iter().all(|item| match item {
        Item::Var { var, with_init: true, .. } => match &kernel.b.program.vars[*var].init {
            Some(Init::Expr(value)) => is_pure(kernel.b.program, kernel.b.sources, *value),
            _ => false,
        },
        Item::Var { .. } => true,
        _ => false,
    })
}

/// The conditions that hold together where one holds, or does not.
fn conjuncts(b: &mut Builder<'_>, cond: ExprId, negate: bool, out: &mut Vec<ExprId>) {
    let at = truth(b, cond);
    match b.program.exprs[at].kind {
        ExprKind::Binary { op: BinaryOp::And, lhs, rhs } if !negate => {
            conjuncts(b, lhs, false, out);
            conjuncts(b, rhs, false, out);
        }
        ExprKind::Binary { op: BinaryOp::Or, lhs, rhs } if negate => {
            conjuncts(b, lhs, true, out);
            conjuncts(b, rhs, true, out);
        }
        ExprKind::Unary { op: UnaryOp::Not, operand } => conjuncts(b, operand, !negate, out),
        _ if negate => {
            let not = negated(b, at);
            out.push(not);
        }
        _ => out.push(at),
    }
}

/// The expression whose truth is asked for.
fn truth(b: &Builder<'_>, expr: ExprId) -> ExprId {
    let mut at = expr;
    while let ExprKind::Cast { implicit: true, operand, kind } = b.program.exprs[at].kind {
        let is_test = kind == hir::CastKind::ToBool
            || b.program.types.is_integer(b.program.exprs[at].ty)
                && b.program.types.is_integer(b.program.exprs[operand].ty)
                && b.program.size_of(b.program.exprs[at].ty)
                    >= b.program.size_of(b.program.exprs[operand].ty);
        if !is_test {
            break;
        }
        at = operand;
    }
    at
}

/// The opposite of a condition.
pub(crate) fn negated(b: &mut Builder<'_>, cond: ExprId) -> ExprId {
    let at = truth(b, cond);
    if let ExprKind::Binary { op, lhs, rhs } = b.program.exprs[at].kind {
        let is_real = b.program.types.is_real_floating(b.program.exprs[lhs].ty);
        let opposite = match op {
            BinaryOp::Lt if !is_real => Some(BinaryOp::Ge),
            BinaryOp::Ge if !is_real => Some(BinaryOp::Lt),
            BinaryOp::Gt if !is_real => Some(BinaryOp::Le),
            BinaryOp::Le if !is_real => Some(BinaryOp::Gt),
            BinaryOp::Eq => Some(BinaryOp::Ne),
            BinaryOp::Ne => Some(BinaryOp::Eq),
            _ => None,
        };
        if let Some(op) = opposite {
            return b.expr(ExprKind::Binary { op, lhs, rhs }, Type::INT);
        }
        let both = match op {
            BinaryOp::And => Some(BinaryOp::Or),
            BinaryOp::Or => Some(BinaryOp::And),
            _ => None,
        };
        if let Some(op) = both {
            let (lhs, rhs) = (negated(b, lhs), negated(b, rhs));
            return b.expr(ExprKind::Binary { op, lhs, rhs }, Type::INT);
        }
    }
    if let ExprKind::Unary { op: UnaryOp::Not, operand } = b.program.exprs[at].kind {
        return operand;
    }
    b.expr(ExprKind::Unary { op: UnaryOp::Not, operand: at }, Type::INT)
}

/// The folded index that a condition bounds from above, if all launches have threads enough.
fn bound_of(kernel: &Kernel<'_, '_>, cond: ExprId, folded: &[(Axis, VarId)]) -> Option<VarId> {
    let ExprKind::Binary { op, lhs, rhs } = kernel.b.program.exprs[cond].kind else { return None };
    let (index, bound, op) = match (plain_variable(kernel.b, lhs), plain_variable(kernel.b, rhs)) {
        (Some(var), _) if folded.iter().any(|f| f.1 == var) => (var, rhs, op),
        (_, Some(var)) if folded.iter().any(|f| f.1 == var) => {
            let turned = match op {
                BinaryOp::Gt => BinaryOp::Lt,
                BinaryOp::Ge => BinaryOp::Le,
                _ => return None,
            };
            (var, lhs, turned)
        }
        _ => return None,
    };
    let end = match op {
        BinaryOp::Lt => bound,
        // `i <= n - 1`
        BinaryOp::Le => match kernel.b.program.exprs[without_conversions(kernel.b.program, bound)].kind {
            ExprKind::Binary { op: BinaryOp::Sub, lhs, rhs } if kernel.b.constant(rhs) == Some(1) => lhs,
            _ => return None,
        },
        _ => return None,
    };
    if !is_invariant(kernel, bound) || !is_signed_or_same(kernel, index, end) {
        return None;
    }
    let axis = folded.iter().find(|f| f.1 == index).map(|f| number(f.0))?;
    is_covered(kernel, axis, end).then_some(index)
}

/// An unsigned index below a signed bound is compared as unsigned: a negative bound would be a
/// large one.
fn is_signed_or_same(kernel: &Kernel<'_, '_>, index: VarId, end: ExprId) -> bool {
    let program = &*kernel.b.program;
    let format = |ty: Type| hir::const_eval::integer_format(program, ty);
    let end = without_conversions(program, end);
    match (format(program.vars[index].ty), format(program.exprs[end].ty)) {
        (Some(index), Some(end_format)) => {
            index.signed || !end_format.signed || kernel.b.constant(end).is_some_and(|end| end >= 0)
        }
        _ => false,
    }
}

fn is_covered(kernel: &Kernel<'_, '_>, axis: usize, end: ExprId) -> bool {
    let params = &kernel.b.program.functions[kernel.function].params;
    kernel.launches.iter().all(|launch| {
        let coverage = Coverage {
            program: kernel.b.program,
            sources: kernel.b.sources,
            changed: kernel.changed,
            params,
            launch,
        };
        coverage.holds(axis, end)
    })
}

/// Is a bound the same for all threads, and for as long as the kernel runs?
fn is_invariant(kernel: &Kernel<'_, '_>, bound: ExprId) -> bool {
    let program = &*kernel.b.program;
    let params = &program.functions[kernel.function].params;
    let is_fixed = |expr: ExprId| match program.exprs[expr].kind {
        ExprKind::Var(var) => {
            params.contains(&var) && !kernel.is_changed(var) || program.constants.contains_key(&var)
        }
        ExprKind::Member { .. } => kernel.query(expr).is_none(),
        _ => true,
    };
    is_pure(program, kernel.b.sources, bound)
        && !reads_memory(program, bound)
        && program.exprs_below(bound).all(is_fixed)
}

/// `while (i < n) { …; i += stride; }` as `for (; i < n; i += stride) { … }`.
fn as_for_loops(kernel: &mut Kernel<'_, '_>, stmts: Vec<StmtId>) -> Vec<StmtId> {
    let mut stmts = stmts;
    let Some(&last) = stmts.last() else { return stmts };
    let StmtKind::While { cond, body } = kernel.b.program.stmts[last].kind else { return stmts };
    let inside = statements(kernel.b, body);
    let Some((&advance, rest)) = inside.split_last() else { return stmts };
    let StmtKind::Expr(step) = kernel.b.program.stmts[advance].kind else { return stmts };
    let has_continue = rest.iter().any(|&s| jumps(kernel.b, s, &|kind| matches!(kind, StmtKind::Continue)));
    let is_step = matches!(kernel.kind(step), ExprKind::AssignOp { op: BinaryOp::Add, .. });
    if !is_step || has_continue {
        return stmts;
    }
    let span = kernel.span_of(last);
    let body = kernel.b.block(rest.to_vec());
    let kind = StmtKind::For { init: None, cond: Some(cond), step: Some(step), body };
    let as_for = kernel.b.program.stmts.alloc(hir::Stmt { kind, span });
    stmts.pop();
    stmts.push(as_for);
    stmts
}

/// A loop in which the threads of the whole grid share the iterations.
fn grid_stride(kernel: &mut Kernel<'_, '_>, stmts: &[StmtId]) -> Result<Option<Nest>, Refusal> {
    let Some((&last, before)) = stmts.split_last() else { return Ok(None) };
    let StmtKind::For { init, cond: Some(cond), step: Some(step), body } = kernel.b.program.stmts[last].kind
    else {
        return Ok(None);
    };
    if !(kernel.is_flat(Axis::Y) && kernel.is_flat(Axis::Z)) {
        return Ok(None);
    }
    let ExprKind::AssignOp { op: BinaryOp::Add, lhs, rhs: stride, .. } = kernel.kind(step) else {
        return Ok(None);
    };
    let Some(index) = kernel.b.program.variable_of(lhs) else { return Ok(None) };
    let mut aliases = Aliases::of(kernel, before);
    let first = match init {
        Some(init) => kernel.declared_value(init).filter(|(var, _)| *var == index).map(|(_, value)| value),
        // The index is declared before the loop, and nothing else changes it.
        None => {
            let mut declared = before.iter().filter_map(|&stmt| kernel.declared_value(stmt));
            declared.find(|(var, _)| *var == index).map(|(_, value)| value)
        }
    };
    let Some(first) = first else { return Ok(None) };
    aliases.values.remove(&index);
    let is_shared = aliases.global_index(kernel, first) == Some(Axis::X)
        && aliases.is_all_threads(kernel, stride, Axis::X)
        && bounds_from_above(kernel, cond, index)
        && has_threads(kernel, cond, index);
    if !is_shared || !is_of_one_iteration(kernel, body, index) {
        return Ok(None);
    }
    // What is computed before the loop must be the same for all threads.
    let used = kernel.mentions(&[body]);
    let mut kept = Vec::new();
    for &stmt in before {
        let Some((var, value)) = kernel.declared_value(stmt) else { return Ok(None) };
        if var == index || !used.contains_key(&var) && !mentions(kernel, cond, var) {
            if !is_quiet_declaration(kernel, stmt) {
                return Ok(None);
            }
            continue;
        }
        if kernel.is_changed(var) || asks_for_place(kernel, value) || !is_quiet_declaration(kernel, stmt) {
            return Ok(None);
        }
        kept.push(stmt);
    }
    if kernel.b.program.exprs_below(body).any(|expr| is_place(kernel, expr)) {
        return Ok(None);
    }
    let loops = vec![ThreadLoop { index, axis: Axis::X, cond, blocks: true, threads: true }];
    let places = Places::default();
    let before = in_loops(kernel, &places, &aliases, kept)?;
    let inside = statements(kernel.b, body);
    let body = in_loops(kernel, &places, &aliases, inside)?;
    Ok(Some(Nest { before, loops, body }))
}

fn mentions(kernel: &Kernel<'_, '_>, expr: ExprId, var: VarId) -> bool {
    kernel
        .b
        .program
        .exprs_below(expr)
        .any(|below| matches!(kernel.b.program.exprs[below].kind, ExprKind::Var(v) if v == var))
}

fn is_place(kernel: &Kernel<'_, '_>, expr: ExprId) -> bool {
    matches!(kernel.query(expr), Some((GridQuery::ThreadIndex | GridQuery::BlockIndex, _)))
}

fn asks_for_place(kernel: &Kernel<'_, '_>, expr: ExprId) -> bool {
    kernel.b.program.exprs_below(expr).any(|below| is_place(kernel, below))
}

fn bounds_from_above(kernel: &Kernel<'_, '_>, cond: ExprId, index: VarId) -> bool {
    let ExprKind::Binary { op, lhs, rhs } = kernel.b.program.exprs[cond].kind else { return false };
    let is_below = matches!(op, BinaryOp::Lt | BinaryOp::Le);
    is_below && plain_variable(kernel.b, lhs) == Some(index) && is_invariant(kernel, rhs)
}

/// Does every launch have a thread wherever the loop has an iteration?
fn has_threads(kernel: &Kernel<'_, '_>, cond: ExprId, index: VarId) -> bool {
    let ExprKind::Binary { op, rhs, .. } = kernel.b.program.exprs[cond].kind else { return false };
    let params = &kernel.b.program.functions[kernel.function].params;
    kernel.launches.iter().all(|launch| {
        let coverage = Coverage {
            program: kernel.b.program,
            sources: kernel.b.sources,
            changed: kernel.changed,
            params,
            launch,
        };
        coverage.has_threads(0)
            || op == BinaryOp::Lt && is_signed_or_same(kernel, index, rhs) && coverage.holds(0, rhs)
    })
}

/// Does an iteration leave nothing to the next but what is in memory, and never end the loop?
fn is_of_one_iteration(kernel: &Kernel<'_, '_>, body: StmtId, index: VarId) -> bool {
    let program = &*kernel.b.program;
    let mut own: HashSet<VarId> = HashSet::new();
    for stmt in program.stmts_below(body) {
        if let StmtKind::Decl(items) = &program.stmts[stmt].kind {
            own.extend(items.iter().filter_map(|item| match item {
                Item::Var { var, .. } => Some(*var),
                _ => None,
            }));
        }
    }
    let leaves = program.exprs_below(body).any(|expr| {
        let root =
            program.assigned_or_addressed(expr).and_then(|p| crate::normal::root_variable(kernel.b, p));
        root.is_some_and(|var| {
            var == index || !own.contains(&var) && program.vars[var].owner == Some(kernel.function)
        })
    });
    !leaves
        && !jumps(kernel.b, body, &|kind| matches!(kind, StmtKind::Break | StmtKind::Return(_)))
        && !program.stmts_below(body).any(|s| {
            matches!(
                program.stmts[s].kind,
                StmtKind::Return(_) | StmtKind::Goto(_) | StmtKind::GotoComputed(_)
            )
        })
}

/// Is there such a jump that ends, or goes on with, the loop around a statement?
pub(crate) fn jumps(b: &Builder<'_>, stmt: StmtId, is: &dyn Fn(&StmtKind) -> bool) -> bool {
    let kind = &b.program.stmts[stmt].kind;
    if is(kind) {
        return true;
    }
    match kind {
        StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. } => false,
        // A `break` in it is its own, a `continue` is not.
        StmtKind::Switch { body, .. } => {
            jumps(b, *body, &|kind| is(kind) && !matches!(kind, StmtKind::Break))
        }
        _ => b.program.children(hir::Node::Stmt(stmt)).into_iter().any(|child| match child {
            hir::Node::Stmt(child) => jumps(b, child, is),
            hir::Node::Expr(_) => false,
        }),
    }
}

/// The variables that stand for places in the grid.
#[derive(Clone, Default, Debug)]
pub(crate) struct Places {
    pub indices: Vec<(GridQuery, Axis, VarId)>,
    /// Variables of which each thread has an element.
    pub stored: HashMap<VarId, VarId>,
}

impl Places {
    /// Indices for the blocks and the threads along an axis, where there are more than one.
    pub(crate) fn add(
        &mut self,
        kernel: &mut Kernel<'_, '_>,
        stmts: &[StmtId],
        axis: Axis,
        gone: &mut HashSet<VarId>,
    ) {
        let places =
            [(GridQuery::BlockIndex, GridQuery::GridSize), (GridQuery::ThreadIndex, GridQuery::BlockSize)];
        for (query, size) in places {
            if kernel.known_size(size, axis) != Some(1) {
                let index = named_index(kernel, stmts, query, axis, gone);
                self.indices.push((query, axis, index));
            }
        }
    }

    /// The indices of the threads of a block, the slowest first.
    pub(crate) fn threads(&self) -> Vec<VarId> {
        let is_thread = |place: &&(GridQuery, Axis, VarId)| place.0 == GridQuery::ThreadIndex;
        self.indices.iter().filter(is_thread).map(|place| place.2).collect()
    }
}

/// Statements of a thread as those of a loop's body: grid variables become indices and sizes,
/// `return` goes on with the next thread.
pub(crate) fn in_loops(
    kernel: &mut Kernel<'_, '_>,
    places: &Places,
    aliases: &Aliases,
    stmts: Vec<StmtId>,
) -> Result<Vec<StmtId>, Refusal> {
    let mut stmts = stmts;
    while let Some(&last) = stmts.last()
        && matches!(kernel.b.program.stmts[last].kind, StmtKind::Return(None))
    {
        stmts.pop();
    }
    let mut rewrite = InLoops { kernel, places, aliases, loops: 0, label: None };
    let mut out: Vec<StmtId> = stmts.into_iter().map(|stmt| copy::stmt(&mut rewrite, stmt)).collect();
    if let Some(label) = rewrite.label {
        let nothing = kernel.b.stmt(StmtKind::Empty);
        out.push(kernel.b.stmt(StmtKind::Label { label, body: nothing }));
    }
    Ok(out)
}

struct InLoops<'s, 'a, 'p> {
    kernel: &'s mut Kernel<'a, 'p>,
    places: &'s Places,
    aliases: &'s Aliases,
    /// Loops and `switch`es around the statement.
    loops: usize,
    /// Where a `return` inside them goes.
    label: Option<hir::LabelId>,
}

impl<'p> Rewrite<'p> for InLoops<'_, '_, 'p> {
    fn builder(&mut self) -> &mut Builder<'p> {
        self.kernel.b
    }

    fn replace_expr(&mut self, expr: ExprId) -> Option<ExprId> {
        // `int i = blockIdx.x * 64 + threadIdx.x` is computed in `int`, as its numbers are.
        if let ExprKind::Cast { implicit: true, operand, .. } = self.kernel.b.program.exprs[expr].kind
            && self.kernel.b.program.exprs[expr].ty.unqualified() == Type::INT
            && let Some(axis) = self.kernel_index(operand)
        {
            return self.global_index(axis);
        }
        if let ExprKind::Var(var) = self.kernel.b.program.exprs[expr].kind
            && let Some(&array) = self.places.stored.get(&var)
        {
            return Some(self.element(array));
        }
        let (query, axis) = self.kernel.query(expr)?;
        match query {
            GridQuery::BlockSize | GridQuery::GridSize => {
                let size = self.kernel.size(query, axis);
                Some(self.kernel.as_unsigned(size))
            }
            GridQuery::ThreadIndex | GridQuery::BlockIndex => {
                let value = self.place(query, axis);
                Some(self.kernel.as_unsigned(value))
            }
        }
    }

    fn replace_stmt(&mut self, stmt: StmtId) -> Option<StmtId> {
        match self.kernel.b.program.stmts[stmt].kind {
            StmtKind::For { .. }
            | StmtKind::While { .. }
            | StmtKind::DoWhile { .. }
            | StmtKind::Switch { .. } => {
                self.loops += 1;
                let copied = copy::stmt_below(self, stmt);
                self.loops -= 1;
                Some(copied)
            }
            StmtKind::Return(None) if self.loops == 0 => Some(self.kernel.b.stmt(StmtKind::Continue)),
            StmtKind::Return(None) => {
                let label = match self.label {
                    Some(label) => label,
                    None => {
                        let name = self.kernel.b.symbol("next_thread");
                        let span = self.kernel.b.origin;
                        let label = self.kernel.b.program.labels.alloc(Label { name, span });
                        self.label = Some(label);
                        label
                    }
                };
                Some(self.kernel.b.stmt(StmtKind::Goto(label)))
            }
            _ => None,
        }
    }
}

impl InLoops<'_, '_, '_> {
    fn kernel_index(&self, expr: ExprId) -> Option<Axis> {
        if !matches!(self.kernel.b.program.exprs[expr].kind, ExprKind::Binary { .. }) {
            return None;
        }
        self.aliases.global_index(self.kernel, expr)
    }

    /// The element of an array that belongs to the thread.
    fn element(&mut self, array: VarId) -> ExprId {
        let threads = self.places.threads();
        let at: Vec<ExprId> = threads.into_iter().map(|thread| self.kernel.b.var(thread)).collect();
        let base = self.kernel.b.var(array);
        self.kernel.b.index(base, &at)
    }

    /// `block * 64 + thread`
    fn global_index(&mut self, axis: Axis) -> Option<ExprId> {
        let block = self.place(GridQuery::BlockIndex, axis);
        let thread = self.place(GridQuery::ThreadIndex, axis);
        let size = self.kernel.size(GridQuery::BlockSize, axis);
        let first = self.kernel.b.mul(block, size);
        Some(self.kernel.b.add(first, thread))
    }

    /// The variable of a place in the grid; zero where there is only one.
    fn place(&mut self, query: GridQuery, axis: Axis) -> ExprId {
        match self.places.indices.iter().find(|(q, a, _)| (*q, *a) == (query, axis)) {
            Some((_, _, var)) => self.kernel.b.var(*var),
            None => self.kernel.b.int(0),
        }
    }
}

/// `for (T index = 0; cond; index++)` around statements.
pub(crate) fn loop_over(b: &mut Builder<'_>, thread_loop: &ThreadLoop, body: Vec<StmtId>) -> StmtId {
    let zero = b.int(0);
    let ty = b.program.vars[thread_loop.index].ty.unqualified();
    b.program.vars[thread_loop.index].ty = ty;
    let init = Some(b.declare(thread_loop.index, Some(zero)));
    let index = b.var(thread_loop.index);
    let step = Some(b.expr(ExprKind::IncDec { op: IncDec::Inc, prefix: false, operand: index }, ty));
    let body = b.block(body);
    let nest = b.stmt(StmtKind::For { init, cond: Some(thread_loop.cond), step, body });
    crate::directives::partition(b, thread_loop, nest)
}
