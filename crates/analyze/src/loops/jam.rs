//! Loops that `jam` cannot be carried into.
//!
//! Where the threads of a block wait for each other, the copies of a jammed
//! loop run from one barrier to the next together, each statement for all
//! copies. A `break` out of the common loop, or a condition of that loop that
//! is computed under an `if`, would then have to happen once, and not once for
//! each copy:
//!
//! ```c
//! #pragma hicuda loop_partition over_thread jam(4)
//! for (i…)
//!     for (k = 0; k < n; k++) {
//!         #pragma hicuda barrier
//!         if (k == last) { b[i] = 0; break; }      // b[i] four times, break once
//!     }
//! ```

use std::collections::BTreeSet;

use diagnostics::{Diagnostic, Sink, codes};
use hir::{ExprKind, Node, Span, StmtId, StmtKind, VarId};

use crate::effects::whole_variable;
use crate::{Input, KernelFacts};

/// Reports jammed loops whose copies cannot run together.
pub fn check(input: &Input<'_>, kernel: &KernelFacts, sink: &mut Sink) {
    for partition in kernel.partitions.values().filter(|p| p.jam > 1 && p.batched) {
        let mut heads = BTreeSet::new();
        head_variables(input, kernel, partition.canonical.body, &mut heads);
        let found = obstacle(input, kernel, partition.canonical.body, &heads);
        if let Some((span, what)) = found {
            sink.push(cannot_jam(span, what, input.program.directives[partition.directive].span));
        }
    }
}

/// The variables that decide about loops around barriers.
fn head_variables(input: &Input<'_>, kernel: &KernelFacts, stmt: StmtId, heads: &mut BTreeSet<VarId>) {
    let program = input.program;
    if !kernel.structural.contains(&stmt) {
        return;
    }
    let head = match program.stmts[stmt].kind {
        StmtKind::For { cond, .. } if !kernel.partitions.contains_key(&stmt) => cond,
        StmtKind::While { cond, .. } => Some(cond),
        _ => None,
    };
    for expr in head.into_iter().flat_map(|head| program.exprs_below(Node::Expr(head))) {
        if let ExprKind::Var(var) = program.exprs[expr].kind {
            heads.insert(var);
        }
    }
    for child in program.children(Node::Stmt(stmt)) {
        if let Node::Stmt(child) = child {
            head_variables(input, kernel, child, heads);
        }
    }
}

/// Something that must happen once among what happens for each copy.
fn obstacle(
    input: &Input<'_>,
    kernel: &KernelFacts,
    stmt: StmtId,
    heads: &BTreeSet<VarId>,
) -> Option<(Span, &'static str)> {
    let program = input.program;
    if !kernel.structural.contains(&stmt) {
        if let Some(jump) = loose_jump(input, stmt) {
            return Some((program.stmts[jump].span, "this jump belongs to all copies together"));
        }
        let is_compound = !matches!(program.stmts[stmt].kind, StmtKind::Expr(_) | StmtKind::Decl(_));
        let span = is_compound.then(|| write_of(input, stmt, heads)).flatten()?;
        return Some((span, "a loop around a barrier depends on this assignment"));
    }
    program.children(Node::Stmt(stmt)).into_iter().find_map(|child| match child {
        Node::Stmt(child) => obstacle(input, kernel, child, heads),
        Node::Expr(_) => None,
    })
}

/// A `break` or `continue` of a loop around the statement.
fn loose_jump(input: &Input<'_>, root: StmtId) -> Option<StmtId> {
    let mut pending = vec![(root, false)];
    while let Some((stmt, in_switch)) = pending.pop() {
        let in_switch = match input.program.stmts[stmt].kind {
            StmtKind::Continue => return Some(stmt),
            StmtKind::Break if !in_switch => return Some(stmt),
            StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. } => continue,
            StmtKind::Switch { .. } => true,
            _ => in_switch,
        };
        for child in input.program.children(Node::Stmt(stmt)) {
            if let Node::Stmt(child) = child {
                pending.push((child, in_switch));
            }
        }
    }
    None
}

/// Where one of the variables is assigned below a statement.
fn write_of(input: &Input<'_>, stmt: StmtId, vars: &BTreeSet<VarId>) -> Option<Span> {
    let program = input.program;
    program.exprs_below(Node::Stmt(stmt)).find_map(|expr| {
        let var = whole_variable(program, program.assigned(expr)?)?;
        vars.contains(&var).then_some(program.exprs[expr].span)
    })
}

fn cannot_jam(span: Span, what: &'static str, directive: Span) -> Diagnostic {
    Diagnostic::new(&codes::CANNOT_JAM, span, "the iterations of this loop cannot be jammed")
        .label(what)
        .related(directive, "jammed by this directive")
        .note("between two barriers every statement runs for all copies of a thread")
        .help("move it into the condition of the loop, or remove `jam`")
}
