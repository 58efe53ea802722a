//! `singular`: one thread of the block runs the body.
//!
//! Nothing in the body may need the other threads: no partitioned loop, barrier
//! or shared transfer. And the region may not stand inside a loop shared out over
//! threads: there, sequential C runs it once per iteration, but thread 0 runs
//! only its own iterations.

use std::collections::BTreeMap;

use diagnostics::{Diagnostic, Sink, codes};
use hir::{DirectiveKind, Node, Span, StmtId, StmtKind};

use crate::partitions::gathers_block;
use crate::{Input, PartitionFacts};

/// Reports misplaced `singular` regions.
pub fn check(
    input: &Input<'_>,
    body: StmtId,
    partitions: &BTreeMap<StmtId, PartitionFacts>,
    sink: &mut Sink,
) {
    let mut pending = vec![(body, None::<Span>)];
    while let Some((stmt, over_thread)) = pending.pop() {
        let mut over_thread = over_thread;
        if let Some(partition) = partitions.get(&stmt).filter(|partition| partition.over_thread.is_some()) {
            over_thread = Some(input.program.directives[partition.directive].span);
        }
        if let StmtKind::Singular { directive, body, .. } = &input.program.stmts[stmt].kind {
            let span = input.program.directives[*directive].span;
            if let Some(partition) = over_thread {
                sink.push(inside_thread_loop(span, partition));
            }
            check_body(input, *body, span, sink);
        }
        for child in input.program.children(Node::Stmt(stmt)).into_iter().rev() {
            if let Node::Stmt(child) = child {
                pending.push((child, over_thread));
            }
        }
    }
}

fn check_body(input: &Input<'_>, body: StmtId, singular: Span, sink: &mut Sink) {
    for stmt in input.program.stmts_below(body) {
        let (StmtKind::Directive(directive) | StmtKind::Annotated { directive, .. }) =
            &input.program.stmts[stmt].kind
        else {
            continue;
        };
        let directive = &input.program.directives[*directive];
        let what = match &directive.kind {
            DirectiveKind::LoopPartition(_) => "a partitioned loop",
            DirectiveKind::Barrier => "a barrier",
            kind if gathers_block(kind) => "a shared transfer",
            _ => continue,
        };
        sink.push(needs_others(directive.span, singular, what));
    }
}

fn needs_others(span: Span, singular: Span, what: &str) -> Diagnostic {
    Diagnostic::new(&codes::SINGULAR_MISUSE, span, format!("{what} cannot stand in a `singular` region"))
        .label("needs all threads of the block")
        .related(singular, "only thread 0 runs this region")
        .help("end the `singular` region before it")
}

fn inside_thread_loop(span: Span, partition: Span) -> Diagnostic {
    Diagnostic::new(
        &codes::SINGULAR_MISUSE,
        span,
        "`singular` cannot stand in a loop shared out over threads",
    )
    .label("thread 0 would run this for its own iterations only, not for all")
    .related(partition, "the loop is partitioned `over_thread` here")
    .help("without `singular`, each iteration runs it once, as in sequential C")
}
