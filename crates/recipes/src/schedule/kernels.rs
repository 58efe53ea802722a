//! Where the kernels of a scheduled nest begin.
//!
//! A kernel that is written around statements of the nest goes around the loops that these get: it begins at the
//! outermost of them that threads share. Statements that have those loops too are in it. The pieces of a statement
//! that is cut run in kernels of their own, named after it.

use std::collections::BTreeSet;

use hir::StmtId;

use super::loops::{Loop, Part};
use super::{Nest, RECIPE};
use crate::{Kitchen, Refusal};

impl Kitchen<'_> {
    pub(super) fn with_kernels(&self, nest: &Nest, parts: Vec<Part>) -> Result<Vec<Part>, Refusal> {
        if nest.kernels.is_empty() {
            return Ok(parts);
        }
        let parts = wrapped(nest, parts);
        for (kernel, (directive, _)) in &nest.kernels {
            let span = self.program.directives[*directive].span;
            match count(&parts, *kernel) {
                0 => return Err(Refusal::form(RECIPE, span, "a kernel in it holds no statement")),
                1 => {}
                // Each piece of a statement that is cut has a kernel of its own.
                _ if is_cut(nest, *kernel) => {}
                _ => {
                    let reason = "the statements of this kernel do not run next to each other; write a kernel for each";
                    return Err(Refusal::form(RECIPE, span, reason));
                }
            }
        }
        Ok(parts)
    }
}

fn wrapped(nest: &Nest, parts: Vec<Part>) -> Vec<Part> {
    let mut out: Vec<Part> = Vec::new();
    for part in parts {
        let marks = marks(nest, &part);
        let only = match marks.iter().collect::<Vec<_>>()[..] {
            [only] => Some(*only),
            _ => None,
        };
        match (part, only) {
            (Part::Loop(made), Some(kernel)) if made.is_shared_out => {
                join(nest, &mut out, kernel, Part::Loop(made));
            }
            (Part::Loop(made), _) => {
                let body = wrapped(nest, made.body);
                out.push(Part::Loop(Loop { body, ..made }));
            }
            (part, Some(kernel)) => join(nest, &mut out, kernel, part),
            (part, None) => out.push(part),
        }
    }
    out
}

/// Adds a part to a kernel, which may have begun just before.
fn join(nest: &Nest, out: &mut Vec<Part>, kernel: StmtId, part: Part) {
    match out.last_mut() {
        Some(Part::Kernel { kernel: last, body }) if *last == kernel && !is_cut(nest, kernel) => {
            body.push(part)
        }
        _ => out.push(Part::Kernel { kernel, body: vec![part] }),
    }
}

/// Is a statement of a kernel cut into pieces? Then one piece waits for another, as kernels do.
pub(super) fn is_cut(nest: &Nest, kernel: StmtId) -> bool {
    nest.statements.iter().any(|statement| statement.kernel == Some(kernel) && !statement.limits.is_empty())
}

fn marks(nest: &Nest, part: &Part) -> BTreeSet<StmtId> {
    let of = |at: &usize| nest.statements[*at].kernel;
    match part {
        Part::Loop(made) => made.statements.iter().filter_map(of).collect(),
        Part::Statement { at, .. } => of(at).into_iter().collect(),
        Part::Kernel { kernel, .. } => BTreeSet::from([*kernel]),
    }
}

/// Do statements run outside kernels?
pub(super) fn has_others(parts: &[Part]) -> bool {
    parts.iter().any(|part| match part {
        Part::Kernel { .. } => false,
        Part::Loop(made) => has_others(&made.body),
        Part::Statement { .. } => true,
    })
}

/// The tree is as deep as tuples are long.
fn count(parts: &[Part], kernel: StmtId) -> usize {
    let of = |part: &Part| match part {
        Part::Kernel { kernel: own, .. } => usize::from(*own == kernel),
        Part::Loop(made) => count(&made.body, kernel),
        Part::Statement { .. } => 0,
    };
    parts.iter().map(of).sum()
}
