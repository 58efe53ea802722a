//! Characters of string literals: `"0123456789"[i]`, or `s[i]` after `const char *s = "…";`.
//!
//! A literal is in the device's memory as it is in the host's, and nobody writes it: reading it is no access to an array that
//! needs a copy. A pointer of the region, or of what it calls, leads to literals where all that it is ever given does.

use std::collections::{BTreeMap, BTreeSet};

use hir::{BinaryOp, ExprId, ExprKind, Node, Program, StmtId, VarId};

use crate::Place;
use crate::effects::whole_variable;

/// Is this a character of a literal? `of_literals` are pointers that lead to nothing else.
pub fn is_character(program: &Program, lvalue: ExprId, of_literals: &BTreeSet<VarId>) -> bool {
    match program.exprs[lvalue].kind {
        ExprKind::Index { base, .. } | ExprKind::Deref(base) => is_literal(program, base, of_literals),
        _ => false,
    }
}

/// Does a pointer lead into a literal?
pub fn is_literal(program: &Program, pointer: ExprId, of_literals: &BTreeSet<VarId>) -> bool {
    let also = |pointer: ExprId| is_literal(program, pointer, of_literals);
    match program.exprs[pointer].kind {
        ExprKind::String(_) => true,
        ExprKind::Var(var) => of_literals.contains(&var),
        ExprKind::Cast { operand, .. } => also(operand),
        ExprKind::Binary { op: BinaryOp::Add | BinaryOp::Sub, lhs, rhs } => {
            let is_left = program.types.is_pointer(program.exprs[lhs].ty);
            also(if is_left { lhs } else { rhs })
        }
        ExprKind::IncDec { operand, .. } => also(operand),
        ExprKind::AssignOp { lhs, .. } => also(lhs),
        ExprKind::Assign { rhs, .. } => also(rhs),
        ExprKind::Conditional { then: Some(then), otherwise, .. } => also(then) && also(otherwise),
        _ => false,
    }
}

/// The pointers to constant characters that are given nothing but literals below a statement; `known` are those that
/// came in with one.
pub fn variables(
    program: &Program,
    body: StmtId,
    assignments: &BTreeMap<Place, Vec<ExprId>>,
    known: &BTreeSet<VarId>,
) -> BTreeSet<VarId> {
    let mut found: BTreeSet<VarId> = known.clone();
    let assigned = assignments.keys().filter(|place| place.path.is_empty()).map(|place| place.var);
    found.extend(assigned.filter(|var| is_to_constants(program, *var)));
    for node in program.nodes(body) {
        if let Node::Expr(expr) = node
            && let ExprKind::AddrOf(operand) = program.exprs[expr].kind
            && let Some(var) = whole_variable(program, operand)
        {
            found.remove(&var);
        }
    }
    loop {
        let stays = |var: &VarId| {
            let values = assignments.get(&Place::var(*var));
            values.is_none_or(|values| values.iter().all(|value| is_literal(program, *value, &found)))
        };
        let kept: BTreeSet<VarId> = found.iter().copied().filter(stays).collect();
        if kept.len() == found.len() {
            return found;
        }
        found = kept;
    }
}

/// C++ has literals of constant characters only.
pub fn is_to_constants(program: &Program, var: VarId) -> bool {
    let target = program.types.pointee(program.vars[var].ty);
    target.is_some_and(|target| program.types.strip(target).is_const())
}
