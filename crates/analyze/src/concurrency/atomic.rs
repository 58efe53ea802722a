//! `atomic`: the next statement is one update that no other thread interrupts.
//!
//! ```c
//! #pragma hicuda atomic
//! hist[a[i]]++;
//! ```
//! The statement must be an [`update`] of something that threads share: an element
//! of an array, or a scalar with a device copy.

use std::collections::BTreeSet;

use diagnostics::{Diagnostic, Sink, codes};
use hir::update::{self, UpdateValue};
use hir::{DirectiveKind, ExprId, ExprKind, Span, StmtId, StmtKind, VarId};

use crate::Input;

/// Checks every `atomic` of a region. `on_device`: variables with a device copy.
pub fn check(input: &Input<'_>, body: StmtId, on_device: &BTreeSet<VarId>, sink: &mut Sink) {
    for stmt in input.program.stmts_below(body) {
        let StmtKind::Annotated { directive, body } = &input.program.stmts[stmt].kind else { continue };
        let directive = &input.program.directives[*directive];
        if !matches!(directive.kind, DirectiveKind::Atomic) {
            continue;
        }
        match update::of_stmt(&input.about(), *body) {
            Some(found) if found.value != UpdateValue::Several => {
                let fault = fault(input, found.target, on_device, directive.span);
                fault.into_iter().for_each(|fault| sink.push(fault));
            }
            _ => sink.push(not_an_update(input.program.stmts[*body].span, directive.span)),
        }
    }
}

fn fault(
    input: &Input<'_>,
    target: ExprId,
    on_device: &BTreeSet<VarId>,
    directive: Span,
) -> Option<Diagnostic> {
    let program = input.program;
    let (span, ty) = (input.span(target), program.exprs[target].ty);
    if let ExprKind::Var(var) = program.exprs[target].kind
        && !on_device.contains(&var)
    {
        return Some(of_one_thread(input, var, span, directive));
    }
    let is_number = program.types.is_integer(ty) || program.types.is_real_floating(ty);
    let is_word = matches!(program.size_of(ty), Some(2 | 4 | 8));
    (!is_number || !is_word).then(|| no_operation(span, program.size_of(ty), directive))
}

fn not_an_update(span: Span, directive: Span) -> Diagnostic {
    Diagnostic::new(&codes::NOT_AN_ATOMIC_UPDATE, span, "this statement is not one atomic update")
        .related(directive, "demanded here")
        .note("an atomic update combines one element with a value that does not depend on it")
        .help(
            "write `x += e`, `x++`, `x = fmax(x, e)`, `if (e > x) x = e;` or the like, computing `e` before",
        )
}

fn of_one_thread(input: &Input<'_>, var: VarId, span: Span, directive: Span) -> Diagnostic {
    let name = input.name(var);
    Diagnostic::new(
        &codes::ATOMIC_ON_PRIVATE,
        span,
        format!("every thread has a `{name}` of its own, so there is nothing to be atomic about"),
    )
    .related(directive, "demanded here")
    .help(format!(
        "give it a device copy with `#pragma hicuda global alloc {name} copyin`, or reduce it with `reduction(+: {name})`"
    ))
}

fn no_operation(span: Span, size: Option<u64>, directive: Span) -> Diagnostic {
    let what = match size {
        Some(1) => "the device has no atomic operations on single bytes",
        _ => "only numbers of 2, 4 or 8 bytes can be updated atomically",
    };
    Diagnostic::new(&codes::NO_ATOMIC_OPERATION, span, what)
        .related(directive, "demanded here")
        .help("use `int` or `unsigned` elements")
}
