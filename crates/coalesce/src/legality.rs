//! What has to hold whatever the remedy: no barriers, no calls with effects, no
//! iterations that depend on each other through memory, no arrays that may be one.

use std::collections::BTreeSet;

use analyze::dependence::dependences;
use analyze::{Access, Place};
use hir::{Axis, CudaSpecs, ExprId, ExprKind, GridQuery, Item, Qualifiers, Span, StmtId, StmtKind};

use crate::kernel::{Kernel, grid_of};
use crate::refusal::{Refusal, refuse, refuse_with, several_dimensions};
use crate::row_walk::row_walk;

/// No barrier, no shared memory, no jump or assembly, no call that does more
/// than compute.
pub(crate) fn is_plain(kernel: &Kernel<'_>) -> Result<(), Refusal> {
    let program = kernel.program();
    for stmt in program.stmts_below(kernel.found.body) {
        let span = program.stmts[stmt].span;
        match &program.stmts[stmt].kind {
            StmtKind::Asm(_) => return refuse(span, "it holds assembly"),
            StmtKind::Goto(_) | StmtKind::GotoComputed(_) | StmtKind::Label { .. } => {
                return refuse(span, "it jumps");
            }
            StmtKind::Decl(items) => {
                let is_shared = |item: &Item| match item {
                    Item::Var { var, .. } => program.vars[*var].cuda.has(CudaSpecs::SHARED),
                    _ => false,
                };
                if items.iter().any(is_shared) {
                    return refuse(span, "it uses shared memory already");
                }
            }
            _ => {}
        }
    }
    for expr in program.exprs_below(kernel.found.body) {
        if let ExprKind::Call { callee, .. } = program.exprs[expr].kind {
            is_pure_call(kernel, expr, callee)?;
        }
    }
    if let Some(&span) = kernel.found.region.found.untraced.first() {
        return refuse(span, "the compiler cannot tell which memory this is");
    }
    Ok(())
}

fn is_pure_call(kernel: &Kernel<'_>, call: ExprId, callee: ExprId) -> Result<(), Refusal> {
    let (program, input) = (kernel.program(), kernel.input);
    let span = input.span(call);
    let Some(function) = program.called_function(callee) else {
        return refuse(span, "it calls a function that is not known");
    };
    let name = input.function_name(function);
    if name.starts_with("__sync") {
        return refuse(span, "it has a barrier already, and threads would meet at another one");
    }
    if name.starts_with("atomic") {
        return refuse(span, "it updates memory that threads share");
    }
    let takes_pointers =
        program.functions[function].params.iter().any(|p| program.types.is_pointer(program.vars[*p].ty));
    let is_walked = program.instances.contains_key(&call);
    let is_known = input.is_math(function) || (program.functions[function].builtin && !takes_pointers);
    let has_effect = ["printf", "clock", "__trap", "__nanosleep", "assert", "__threadfence"]
        .iter()
        .any(|prefix| name.starts_with(prefix));
    if (is_walked || is_known || input.only_computes(function)) && !has_effect {
        return Ok(());
    }
    refuse(span, format!("it calls `{name}`, which may do more than compute"))
}

/// Blocks and grid of one dimension: a second one is free to be used.
pub(crate) fn grid_has_one_dimension(kernel: &Kernel<'_>) -> Result<(), Refusal> {
    let program = kernel.program();
    if kernel.found.block.is_some_and(|[_, y, z]| y * z != 1) {
        let span = program.functions[kernel.found.function].span;
        return several_dimensions(span);
    }
    for expr in program.exprs_below(kernel.found.body) {
        if let Some((query, Axis::Y | Axis::Z)) = grid_of(kernel.input, expr)
            && query != GridQuery::BlockSize
        {
            return refuse(kernel.input.span(expr), "it uses the second dimension of the grid already");
        }
    }
    Ok(())
}

/// The accesses inside a loop: to arrays, and to variables that are not its own.
pub(crate) fn accesses_in(kernel: &Kernel<'_>, stmt: StmtId) -> Vec<Access> {
    let found = &kernel.found.region.found;
    let loops = &kernel.found.region.loops;
    let is_index = |access: &Access| loops.values().any(|l| access.place == Place::var(l.index));
    let scalars = found.scalar_accesses.iter().filter(|access| !is_index(access));
    found.accesses.iter().chain(scalars).filter(|access| access.loops.contains(&stmt)).cloned().collect()
}

/// No iteration of the loop needs what another did.
pub(crate) fn iterations_are_independent(kernel: &Kernel<'_>, stmt: StmtId) -> Result<(), Refusal> {
    let accesses = accesses_in(kernel, stmt);
    let mut symbols = kernel.symbols().clone();
    let found = dependences(kernel.input, &accesses, &kernel.found.region.loops, &mut symbols);
    match found.into_iter().find(|dependence| dependence.crosses(stmt)) {
        Some(dependence) => {
            let access = &accesses[dependence.sink];
            let name = kernel.input.place_name(&access.place);
            refuse(access.span, format!("`{name}` is carried from iteration to iteration"))
        }
        None => Ok(()),
    }
}

/// Arrays that the loop writes are no other names for what else it accesses,
/// or are accessed in the same places.
pub(crate) fn arrays_are_apart(kernel: &Kernel<'_>, stmt: StmtId) -> Result<(), Refusal> {
    let accesses: Vec<&Access> = kernel
        .costs
        .iter()
        .map(|(access, _)| *access)
        .filter(|access| access.loops.contains(&stmt))
        .collect();
    let mut told = BTreeSet::new();
    for written in accesses.iter().filter(|access| access.mode.writes()) {
        for other in &accesses {
            let pair = (written.place.clone(), other.place.clone());
            if written.place == other.place || !told.insert(pair) {
                continue;
            }
            let walks = row_walk(kernel, written, stmt).zip(row_walk(kernel, other, stmt));
            let same_place = walks.and_then(|(a, b)| a.distance(&b)) == Some(0);
            if may_be_one(kernel, written, other) && !same_place {
                let names = (kernel.input.place_name(&written.place), kernel.input.place_name(&other.place));
                let reason = format!("`{}` and `{}` may be the same array", names.0, names.1);
                return refuse_with(other.span, reason, "declare them `__restrict__` if they never are");
            }
        }
    }
    Ok(())
}

/// Threads that share a row all read what stands outside the loop along it,
/// some of them late: the loop must not write it. Arrays in which threads lie
/// otherwise than in the rows are no part of them, since the threads would have been
/// in each other's way before.
pub(crate) fn nothing_outside_is_overwritten(kernel: &Kernel<'_>, stmt: StmtId) -> Result<(), Refusal> {
    let all = || kernel.costs.iter().map(|(access, _)| *access);
    let pitch = |access: &Access| row_walk(kernel, access, stmt).map(|walk| walk.pitch);
    for written in all().filter(|access| access.loops.contains(&stmt) && access.mode.writes()) {
        let is_overwritten = |read: &&Access| {
            let same_rows = read.place == written.place || pitch(read) == pitch(written);
            !read.loops.contains(&stmt) && may_be_one(kernel, read, written) && same_rows
        };
        if let Some(read) = all().find(is_overwritten) {
            let name = kernel.input.place_name(&written.place);
            return refuse(
                read.span,
                format!("the loop may write this part of `{name}`, which others still read"),
            );
        }
    }
    Ok(())
}

/// May two accesses be to the same memory, as far as their arrays tell?
pub(crate) fn may_be_one(kernel: &Kernel<'_>, a: &Access, b: &Access) -> bool {
    let program = kernel.program();
    let ty = |access: &Access| program.types.strip(program.exprs[access.lvalue].ty).id;
    let restricted = is_restrict(kernel, &a.place) || is_restrict(kernel, &b.place);
    a.place == b.place || ty(a) == ty(b) && !restricted
}

/// A written and a read array that nothing tells apart for the compiler.
pub(crate) fn arrays_that_may_be_one(kernel: &Kernel<'_>) -> Option<(String, String)> {
    let program = kernel.program();
    let accesses = || kernel.costs.iter().map(|(access, _)| *access);
    let ty = |access: &Access| program.types.strip(program.exprs[access.lvalue].ty).id;
    accesses().filter(|written| written.mode.writes() && !written.loops.is_empty()).find_map(|written| {
        let other = accesses().find(|other| {
            let apart = is_restrict(kernel, &written.place) || is_restrict(kernel, &other.place);
            other.place != written.place && other.loops == written.loops && ty(other) == ty(written) && !apart
        })?;
        Some((kernel.input.place_name(&written.place), kernel.input.place_name(&other.place)))
    })
}

fn is_restrict(kernel: &Kernel<'_>, place: &Place) -> bool {
    let program = kernel.program();
    let ty = program.vars[place.var].ty;
    kernel.own_allocations.contains(&place.var)
        || ty.quals.has(Qualifiers::RESTRICT)
        || program.types.strip(ty).quals.has(Qualifiers::RESTRICT)
}

/// `return` may stand in front of the loop, not around or in it.
pub(crate) fn returns_outside_loops(kernel: &Kernel<'_>) -> Result<Vec<Span>, Refusal> {
    let program = kernel.program();
    let mut returns = Vec::new();
    let mut pending = vec![(kernel.found.body, false)];
    while let Some((stmt, in_loop)) = pending.pop() {
        let node = &program.stmts[stmt];
        let is_loop = matches!(
            node.kind,
            StmtKind::For { .. }
                | StmtKind::While { .. }
                | StmtKind::DoWhile { .. }
                | StmtKind::Switch { .. }
        );
        match node.kind {
            StmtKind::Return(_) if in_loop => return refuse(node.span, "it leaves a loop by `return`"),
            StmtKind::Return(_) => returns.push(node.span),
            _ => {}
        }
        pending.extend(program.children(hir::Node::Stmt(stmt)).into_iter().filter_map(|child| match child {
            hir::Node::Stmt(child) => Some((child, in_loop || is_loop)),
            hir::Node::Expr(_) => None,
        }));
    }
    Ok(returns)
}

/// Is a variable mentioned behind a statement, other than by loops that set it?
pub(crate) fn is_used_after(kernel: &Kernel<'_>, var: hir::VarId, stmt: StmtId) -> Option<Span> {
    let program = kernel.program();
    let end = program.stmts[stmt].span.hi;
    let others: Vec<StmtId> = kernel
        .found
        .region
        .loops
        .values()
        .filter(|canonical| canonical.index == var && canonical.stmt != stmt)
        .map(|canonical| canonical.stmt)
        .collect();
    let in_loop = |span: Span| {
        others.iter().any(|other| {
            let around = program.stmts[*other].span;
            around.lo <= span.lo && span.hi <= around.hi
        })
    };
    let mentions = program
        .exprs_below(kernel.found.body)
        .filter(|expr| matches!(program.exprs[*expr].kind, ExprKind::Var(v) if v == var));
    mentions.map(|expr| kernel.input.span(expr)).find(|span| span.lo >= end && !in_loop(*span))
}
