//! The one element of an array that a statement accesses.
//!
//! ```c
//! while (left[N - 1] > eps) { …kernel… }       // each round the host reads left[N - 1] and nothing else
//! ```
//! In a loop with kernels it moves alone: the array may be large, and the loop long.

use analyze::symbols::expression_text;
use analyze::{Input, Place};
use hir::{ExprId, ExprKind, Node, StmtId};

/// An element as the program writes it.
pub struct Element {
    /// `[N - 1]`.
    pub text: String,
    /// Are its subscripts numbers?
    pub is_constant: bool,
}

/// The element of the array with one of these names that the expressions of a statement access, if it is always the
/// same one.
pub fn of_stmt(input: &Input<'_>, stmt: StmtId, names: &[Place], rank: usize) -> Option<Element> {
    let program = input.program;
    let mut found: Option<Element> = None;
    let roots = program.children(Node::Stmt(stmt)).into_iter().filter(|node| matches!(node, Node::Expr(_)));
    for root in roots {
        let mut nodes = program.nodes(root);
        while let Some(node) = nodes.next() {
            let Node::Expr(expr) = node else { continue };
            if Place::of(program, expr).is_some_and(|place| names.contains(&place)) {
                // All of it is passed on, or only a part of the subscripts is there.
                return None;
            }
            let (base, subscripts) = program.element(expr);
            let is_it = Place::of(program, base).is_some_and(|place| names.contains(&place));
            if !is_it || subscripts.len() != rank || rank == 0 {
                continue;
            }
            let element = element(input, &subscripts)?;
            if found.as_ref().is_some_and(|known| known.text != element.text) {
                return None;
            }
            found = Some(element);
            nodes.skip_children();
        }
    }
    found
}

fn element(input: &Input<'_>, subscripts: &[ExprId]) -> Option<Element> {
    let program = input.program;
    let mut all = Element { text: String::new(), is_constant: true };
    for subscript in subscripts {
        let has_effect = |expr: ExprId| {
            program.assigned(expr).is_some() || matches!(program.exprs[expr].kind, ExprKind::Call { .. })
        };
        if program.exprs_below(*subscript).any(has_effect) {
            return None;
        }
        all.is_constant &= hir::const_eval::integer(program, *subscript).is_some();
        let text = expression_text(*subscript, program, input.sources);
        all.text.push_str(&format!("[{text}]"));
    }
    Some(all)
}
