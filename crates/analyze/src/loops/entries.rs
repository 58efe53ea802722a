//! Which entry of `tblock(…)` and of `thread(…)` a partitioned loop takes.
//!
//! ```c
//! #pragma hicuda kernel k tblock(4, 8) thread(16)
//! #pragma hicuda loop_partition over_tblock(2)          // entry 2 of `tblock`
//! for (i…)
//!   #pragma hicuda loop_partition over_tblock over_thread // entry 1 of each: the first that is free
//!   for (j…)
//! ```
//! A loop takes the entry that it names, counted from 1, else the first that no loop around it takes: without
//! names that is its depth. This is the only place that knows; whoever asks gets dimensions, counted from 0.

use diagnostics::{Diagnostic, codes};
use hir::{DirectiveId, ExprId, PartitionClauses, Program, Span};

/// What the loops around a place take: dimensions with the directives of the loops.
#[derive(Clone, Debug, Default)]
pub struct Taken {
    /// Of `tblock`.
    pub blocks: Vec<(usize, DirectiveId)>,
    /// Of `thread`.
    pub threads: Vec<(usize, DirectiveId)>,
}

/// The dimensions that one loop takes, whether they exist or not.
#[derive(Clone, Copy, Debug)]
pub struct Entries {
    /// Of `tblock`.
    pub block: Option<usize>,
    /// Of `thread`.
    pub thread: Option<usize>,
}

impl Taken {
    /// The dimensions of a loop at this place.
    pub fn entries(&self, program: &Program, clauses: &PartitionClauses) -> Entries {
        let block = || entry(program, clauses.block_entry, &self.blocks);
        let thread = || entry(program, clauses.thread_entry, &self.threads);
        Entries { block: clauses.over_tblock.is_some().then(block), thread: clauses.over_thread.then(thread) }
    }

    /// Inside a loop that takes these.
    pub fn with(&self, entries: Entries, directive: DirectiveId) -> Taken {
        let mut inside = self.clone();
        inside.blocks.extend(entries.block.map(|dim| (dim, directive)));
        inside.threads.extend(entries.thread.map(|dim| (dim, directive)));
        inside
    }

    /// Are the thread dimensions the first ones or the last ones? Threads that differ in the others alone are
    /// then neighbours, or lie a row apart, and can combine their values.
    pub fn threads_are_at_end(&self, given: usize) -> bool {
        let count = self.threads.len();
        let has = |dim: usize| self.threads.iter().any(|(taken, _)| *taken == dim);
        (0..count).all(has) || (given.saturating_sub(count)..given).all(has)
    }
}

fn entry(program: &Program, named: Option<ExprId>, taken: &[(usize, DirectiveId)]) -> usize {
    match named {
        // What is no entry at all is one of those after the last.
        Some(named) => hir::const_eval::integer(program, named)
            .and_then(|n| usize::try_from(n).ok()?.checked_sub(1))
            .unwrap_or(usize::MAX),
        None => (0..).find(|dim| taken.iter().all(|(other, _)| other != dim)).unwrap_or(taken.len()),
    }
}

/// `tblock` or `thread` of a kernel.
#[derive(Clone, Copy, Debug)]
pub struct Clause {
    /// Its word.
    pub word: &'static str,
    /// How many entries it has.
    pub given: usize,
    /// The `kernel` directive.
    pub kernel: Span,
}

/// `over_thread(3)` of `thread(8, 32)`.
pub fn no_such_entry(at: Span, clause: Clause) -> Diagnostic {
    let Clause { word, given, .. } = clause;
    let message = match given {
        1 => format!("`{word}` has one entry"),
        _ => format!("`{word}` has {given} entries, counted from 1"),
    };
    let help = match given {
        1 => format!("write `over_{word}`, or give `{word}` another entry"),
        _ => format!("name one of its {given} entries, or give `{word}` another one"),
    };
    Diagnostic::new(&codes::NO_SUCH_ENTRY, at, message).related(clause.kernel, "of this kernel").help(help)
}

/// A loop names the entry of a loop around it.
pub fn entry_is_taken(at: Span, dim: usize, by: Span, clause: Clause) -> Diagnostic {
    let word = clause.word;
    Diagnostic::new(&codes::NO_SUCH_ENTRY, at, format!("entry {} of `{word}` is taken", dim + 1))
        .label("each block or thread would have the same iterations of both loops")
        .related(by, "by this loop around it")
        .related(clause.kernel, "of this kernel")
        .help(format!("name another entry, or write `over_{word}` alone for the first that is free"))
}

/// More loops in each other than entries.
pub fn too_deep(at: Span, depth: usize, clause: Clause) -> Diagnostic {
    let Clause { word, given, kernel } = clause;
    let over = format!("over_{word}");
    let plural = if given == 1 { "" } else { "s" };
    Diagnostic::new(
        &codes::PARTITION_TOO_DEEP,
        at,
        format!("this is partitioned loop number {depth} `{over}` in its nest, but `{word}` has {given} dimension{plural}"),
    )
    .related(kernel, format!("`{word}` is given here"))
    .help(format!("give `{word}` another dimension, or partition fewer of the nested loops `{over}`"))
}

/// The threads that add up are neither neighbours nor in one column.
pub fn combines_in_between(at: Span, clause: Clause) -> Diagnostic {
    let message = "the threads that combine their values here lie in several places of the block";
    Diagnostic::new(&codes::NO_SUCH_ENTRY, at, message)
        .label("loops around it take entries of `thread` that are neither the first nor the last ones")
        .related(clause.kernel, "of this kernel")
        .help("around a `reduction`, take entries of `thread` from the first on or from the last on: `thread(8, 32)` with `over_thread(2)` at the outer and `over_thread(1)` at the inner loop")
}
