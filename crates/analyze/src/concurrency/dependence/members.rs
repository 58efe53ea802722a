//! Which part of an element an access means.
//!
//! `p[i].x` and `p[i].y` touch the same element of `p` but not the same bytes;
//! `p[i]` touches both. Members of unions overlap.

use hir::{ExprId, ExprKind, Program, RecordKind};

use crate::{Access, Step};

/// Can the two accesses touch the same bytes when their subscripts agree?
pub fn may_overlap(program: &Program, a: &Access, b: &Access) -> bool {
    let (x, y) = (path(program, a), path(program, b));
    for (p, q) in x.iter().zip(&y) {
        let in_union = program.records[p.record].kind == RecordKind::Union;
        if p.record != q.record || in_union {
            return true;
        }
        if p.field != q.field {
            return false;
        }
    }
    true
}

/// The members taken after the last subscript of the array, outermost first,
/// up to a subscript inside the element.
fn path(program: &Program, access: &Access) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut at: ExprId = access.lvalue;
    while at != access.expr {
        at = match &program.exprs[at].kind {
            ExprKind::Member { base, record, field, arrow } => {
                steps.push(Step { record: *record, field: *field, arrow: *arrow });
                *base
            }
            // What lies below a subscript inside the element is not compared.
            ExprKind::Index { base, .. } | ExprKind::Deref(base) => {
                steps.clear();
                *base
            }
            ExprKind::Cast { operand, .. } => *operand,
            ExprKind::AddrOf(operand) => *operand,
            _ => return Vec::new(),
        };
    }
    steps.reverse();
    steps
}
