//! The uses of a variable; asked in a directive, those of its device copy alone.
//!
//! A device copy is used by the directives that name its array and by the kernels that access
//! it; what the host does with the array in between is not its business.

use std::collections::{BTreeSet, HashSet};

use analyze::Place;
use hir::{ExprKind, VarId};
use lsp_types::{Location, ReferenceParams};
use serde_json::Value;
use source::Span;

use crate::analysis::{Analysis, Checked};
use crate::worker::{Answer, read, write};

/// All places, in the order of the text.
pub(crate) fn answer(checked: &mut Checked, params: Value) -> Answer {
    let params: ReferenceParams = read(params)?;
    let view = checked.view();
    let analysis = &*view.analysis;
    let Some(offset) = view.offset(params.text_document_position.position) else { return Ok(Value::Null) };
    let Some(var) = analysis.variable_at(offset) else { return Ok(Value::Null) };
    let mut spans = match analysis.directive_at(offset) {
        Some(_) => of_copy(analysis, var),
        None => of_variable(analysis, var),
    };
    if params.context.include_declaration {
        spans.insert(analysis.examined.program.vars[var].span);
    }
    let mut seen = HashSet::new();
    spans.retain(|span| analysis.written(*span).is_some_and(|written| seen.insert(written)));
    let places: Vec<Location> = spans.into_iter().filter_map(|span| view.location(span)).collect();
    write(places)
}

fn of_variable(analysis: &Analysis, var: VarId) -> BTreeSet<Span> {
    let exprs = analysis.examined.program.exprs.iter();
    exprs
        .filter(|(_, expr)| matches!(expr.kind, ExprKind::Var(named) if named == var))
        .map(|(_, e)| e.span)
        .collect()
}

/// Mentions in directives, and accesses of kernels.
fn of_copy(analysis: &Analysis, var: VarId) -> BTreeSet<Span> {
    let program = &analysis.examined.program;
    let mut spans = BTreeSet::new();
    for (id, _) in program.directives.iter() {
        let named = program.directive_exprs(id).into_iter().flat_map(|expr| program.exprs_below(expr));
        let own = named.filter(|expr| Place::of(program, *expr).is_some_and(|place| place.var == var));
        spans.extend(own.map(|expr| program.exprs[expr].span));
    }
    for kernel in analysis.examined.facts.iter().flat_map(|facts| &facts.kernels) {
        let accesses = kernel.accesses.iter().filter(|access| access.place.var == var);
        spans.extend(accesses.map(|access| access.span));
    }
    spans
}
