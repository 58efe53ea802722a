//! Which `kernel_end` ends which `kernel`, and the same for `singular`.
//!
//! ```c
//! #pragma hicuda kernel k        // one block: paired
//! { … }
//! #pragma hicuda kernel_end
//! ```
//! A region begins and ends among the statements of one block, and regions
//! nest. What finds no partner so is left over; a `kernel` and a `kernel_end`
//! left over one after the other were meant for each other, in different blocks.

use std::collections::HashSet;

use diagnostics::codes::{MISSING_REGION_END, REGION_CROSSES_BLOCKS, UNMATCHED_REGION_END};
use diagnostics::{Diagnostic, Sink};
use source::Sources;
use syntax::ast::{self, DirectiveId, DirectiveKind, StmtId, StmtKind};

/// The two kinds of region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Region {
    Kernel,
    Singular,
}

/// One end of a region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Opens(Region),
    Closes(Region),
}

/// Reports every region whose ends do not belong together. Binding later
/// leaves such regions out without a word.
pub(crate) fn check(unit: &ast::Unit, sources: &Sources, sink: &mut Sink) {
    let left_over = left_over(unit);
    let mut at = 0;
    while let Some(&(id, end)) = left_over.get(at) {
        let partner = left_over.get(at + 1).copied();
        at += 1;
        sink.push(match (end, partner) {
            (End::Opens(region), Some((close, End::Closes(closed)))) if region == closed => {
                at += 1;
                crosses_blocks(unit, id, close)
            }
            (End::Opens(region), _) => missing_end(unit, sources, id, region),
            (End::Closes(region), _) => unmatched_end(unit, id, region),
        });
    }
}

/// The index of the statement that ends the region which begins at `at`.
pub(crate) fn end_of_region(unit: &ast::Unit, stmts: &[StmtId], at: usize) -> Option<usize> {
    pairs(unit, stmts).paired.into_iter().find(|&(open, _)| open == at).map(|(_, close)| close)
}

/// The directive of a statement, when it is one.
pub(crate) fn directive_of(unit: &ast::Unit, stmt: StmtId) -> Option<DirectiveId> {
    match unit.stmts[stmt].kind {
        StmtKind::Directive { directive, .. } => Some(directive),
        _ => None,
    }
}

fn end_at(unit: &ast::Unit, stmt: StmtId) -> Option<End> {
    match unit.directives[directive_of(unit, stmt)?].kind {
        DirectiveKind::Kernel { .. } => Some(End::Opens(Region::Kernel)),
        DirectiveKind::KernelEnd => Some(End::Closes(Region::Kernel)),
        DirectiveKind::Singular => Some(End::Opens(Region::Singular)),
        DirectiveKind::SingularEnd => Some(End::Closes(Region::Singular)),
        _ => None,
    }
}

/// The regions of one list of statements, as indices into it.
#[derive(Default)]
struct Pairs {
    paired: Vec<(usize, usize)>,
    alone: Vec<usize>,
}

fn pairs(unit: &ast::Unit, stmts: &[StmtId]) -> Pairs {
    let mut pairs = Pairs::default();
    let mut open: Vec<(usize, Region)> = Vec::new();
    for (index, &stmt) in stmts.iter().enumerate() {
        match end_at(unit, stmt) {
            Some(End::Opens(region)) => open.push((index, region)),
            Some(End::Closes(region)) => match open.iter().rposition(|&(_, r)| r == region) {
                Some(begin) => {
                    // Regions opened since then do not end inside this one.
                    pairs.alone.extend(open.drain(begin + 1..).map(|(index, _)| index));
                    pairs.paired.extend(open.pop().map(|(begin, _)| (begin, index)));
                }
                None => pairs.alone.push(index),
            },
            None => {}
        }
    }
    pairs.alone.extend(open.into_iter().map(|(index, _)| index));
    pairs
}

/// All ends without a partner in their block, in source order.
fn left_over(unit: &ast::Unit) -> Vec<(DirectiveId, End)> {
    let mut alone = Vec::new();
    let mut in_blocks = HashSet::new();
    for (_, stmt) in unit.stmts.iter() {
        if let StmtKind::Block(stmts) = &stmt.kind {
            in_blocks.extend(stmts.iter().copied());
            alone.extend(pairs(unit, stmts).alone.into_iter().map(|index| stmts[index]));
        }
    }
    // After a label or `case`, a directive is not a statement of the block.
    alone.extend(unit.stmts.ids().filter(|stmt| !in_blocks.contains(stmt)));
    let ends = alone.into_iter().filter_map(|stmt| Some((directive_of(unit, stmt)?, end_at(unit, stmt)?)));
    let mut ends: Vec<(DirectiveId, End)> = ends.collect();
    ends.sort_by_key(|(id, _)| *id);
    ends
}

fn words(region: Region) -> (&'static str, &'static str) {
    match region {
        Region::Kernel => ("kernel", "kernel_end"),
        Region::Singular => ("singular", "singular_end"),
    }
}

fn missing_end(unit: &ast::Unit, sources: &Sources, id: DirectiveId, region: Region) -> Diagnostic {
    let (word, end) = words(region);
    let directive = &unit.directives[id];
    let what = match &directive.kind {
        DirectiveKind::Kernel { name, .. } => format!("kernel `{}`", sources.text(name.symbol)),
        _ => format!("`{word}` region"),
    };
    Diagnostic::new(&MISSING_REGION_END, directive.span, format!("{what} has no `{end}`"))
        .label("starts here")
        .help(format!("write `#pragma hicuda {end}` after its last statement, in the same block"))
}

fn unmatched_end(unit: &ast::Unit, id: DirectiveId, region: Region) -> Diagnostic {
    let (word, end) = words(region);
    Diagnostic::new(&UNMATCHED_REGION_END, unit.directives[id].span, format!("`{end}` ends no `{word}`"))
        .help(format!("remove it, or write `#pragma hicuda {word}` where the region should begin"))
}

fn crosses_blocks(unit: &ast::Unit, open: DirectiveId, close: DirectiveId) -> Diagnostic {
    let (begin, end) = (&unit.directives[open], &unit.directives[close]);
    let word = if matches!(begin.kind, DirectiveKind::Singular) { "singular" } else { "kernel" };
    Diagnostic::new(
        &REGION_CROSSES_BLOCKS,
        end.span,
        format!("this `{word}_end` does not match the `{word}` before it"),
    )
    .related(begin.span, "the region starts here")
    .note("a region begins and ends among the statements of one block, and regions nest")
    .help("move one of them so that both stand between the same braces; after a label, write `;` first")
}
