//! `singular`: one thread of the block runs the body.
//!
//! The region may not stand inside a loop shared out over threads: there,
//! sequential C runs it once per iteration, but thread 0 runs only its own
//! iterations. (That nothing in it needs the other threads is a matter of form;
//! what happens to scalars it assigns is asked with the other scalars.)

use std::collections::BTreeMap;

use diagnostics::{Diagnostic, Sink, codes};
use hir::{Node, Span, StmtId, StmtKind};

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
        if let StmtKind::Singular { directive, .. } = &input.program.stmts[stmt].kind {
            let span = input.program.directives[*directive].span;
            if let Some(partition) = over_thread {
                sink.push(inside_thread_loop(span, partition));
            }
        }
        for child in input.program.children(Node::Stmt(stmt)).into_iter().rev() {
            if let Node::Stmt(child) = child {
                pending.push((child, over_thread));
            }
        }
    }
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
