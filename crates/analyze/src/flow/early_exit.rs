//! Partitioned loops that are left before their end.
//!
//! ```c
//! #pragma hicuda loop_partition over_thread
//! for (i = 0; i < n; i++) {
//!     if (a[i] == key) break;     // the other threads do not know
//!     a[i] = 0;
//! }
//! ```
//! In the sequential program no iteration after the `break` runs. Threads that
//! have those iterations would run them all the same.

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::{Diagnostic, Sink, codes};
use hir::{LabelId, Node, Span, StmtId, StmtKind};

use crate::{Input, PartitionFacts};

/// Reports jumps out of partitioned loops.
pub fn check(input: &Input<'_>, partitions: &BTreeMap<StmtId, PartitionFacts>, sink: &mut Sink) {
    for partition in partitions.values() {
        if let Some(jump) = jump_out(input, partition.canonical.body) {
            sink.push(left_early(jump, input.program.directives[partition.directive].span));
        }
    }
}

/// The first jump that leaves a loop body other than to the next iteration.
fn jump_out(input: &Input<'_>, body: StmtId) -> Option<Span> {
    let program = input.program;
    let labels: BTreeSet<LabelId> = program
        .stmts_below(body)
        .filter_map(|stmt| match program.stmts[stmt].kind {
            StmtKind::Label { label, .. } => Some(label),
            _ => None,
        })
        .collect();
    let mut pending = vec![(body, false)];
    while let Some((stmt, in_inner)) = pending.pop() {
        let kind = &program.stmts[stmt].kind;
        let leaves = match kind {
            StmtKind::Break => !in_inner,
            StmtKind::Goto(label) => !labels.contains(label),
            _ => false,
        };
        if leaves {
            return Some(program.stmts[stmt].span);
        }
        let takes_breaks = matches!(
            kind,
            StmtKind::For { .. }
                | StmtKind::While { .. }
                | StmtKind::DoWhile { .. }
                | StmtKind::Switch { .. }
        );
        for child in program.children(Node::Stmt(stmt)).into_iter().rev() {
            if let Node::Stmt(child) = child {
                pending.push((child, in_inner || takes_breaks));
            }
        }
    }
    None
}

fn left_early(jump: Span, directive: Span) -> Diagnostic {
    Diagnostic::new(&codes::PARTITION_LEFT_EARLY, jump, "a partitioned loop cannot be left before its end")
        .label("iterations after this one run all the same, in other threads")
        .related(directive, "iterations are run by different threads")
        .help("test for what ends the loop in every iteration, or take `loop_partition` off this loop")
}
