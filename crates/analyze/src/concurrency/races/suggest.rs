//! Updates that only combine values, and where to say so.
//!
//! `h[x[i]] += w[i]`, `n++` and `if (a[i] > m) m = a[i];` can run in any order: threads
//! may share them out when a `reduction` clause or `atomic` tells the compiler so.
//! What an update is, [`hir::update`] knows.

use hir::update::{self, UpdateValue};
use hir::{ReductionOp, Span, StmtId, StmtKind};

use crate::{Access, Input};

/// An update that combines a value into what is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Combination {
    /// As a `reduction` clause names it.
    pub op: ReductionOp,
    /// The statement that does it, and nothing else.
    pub stmt: StmtId,
    /// One instruction can do it.
    pub can_be_atomic: bool,
}

/// The combination of a region that an access is part of: `a[i] += e`, both
/// accesses of `a[i] = a[i] + e`, and all three of `if (e > m) m = e;`.
pub fn combination(input: &Input<'_>, region: StmtId, access: &Access) -> Option<Combination> {
    let (program, about) = (input.program, input.about());
    let may_update = |stmt: &StmtId| {
        matches!(program.stmts[*stmt].kind, StmtKind::Expr(_) | StmtKind::If { .. })
            && program.stmts_below(*stmt).any(|below| below == access.stmt)
    };
    program.stmts_below(region).filter(may_update).find_map(|stmt| {
        let found = update::of_stmt(&about, stmt)?;
        let can_be_atomic = found.value != UpdateValue::Several;
        let is_target = update::same(&about, found.target, access.lvalue);
        is_target.then_some(Combination { op: found.op, stmt, can_be_atomic })
    })
}

/// The edit that puts a line above a statement: where, and the text. `None`
/// for a statement that comes out of a macro.
pub fn line_above(input: &Input<'_>, stmt: StmtId, line: &str) -> Option<(Span, String)> {
    let span = input.program.stmts[stmt].span;
    if span.is_from_macro() {
        return None;
    }
    let (_, place) = input.sources.map.line_column(span.lo)?;
    let column = place.column.checked_sub(1)?;
    let line_start = Span { lo: span.lo - column, hi: span.lo, ..span };
    let before = input.sources.map.text(line_start);
    match before.iter().all(u8::is_ascii_whitespace) {
        true => Some((line_start.start(), format!("{line}\n"))),
        false => Some((span.start(), format!("\n{line}\n"))),
    }
}
