//! Where something is defined: a variable, a function, a macro, a header.
//!
//! Functions and variables of other files count if the project names them as files of one
//! program; macros lead to their `#define`, an `#include` to its file.

use hir::{ExprKind, FunctionId, Linkage, VarId, VarStorage};
use lsp_types::{GotoDefinitionParams, Location, Position, Range};
use serde_json::Value;
use source::{ExpansionId, Span};

use crate::analysis::{Analysis, Checked};
use crate::worker::{Answer, read, write};

/// The place of the definition.
pub(crate) fn answer(checked: &mut Checked, params: Value) -> Answer {
    let params: GotoDefinitionParams = read(params)?;
    let view = checked.view();
    let Some(offset) = view.offset(params.text_document_position_params.position) else {
        return Ok(Value::Null);
    };
    if let Some(header) = included(view.analysis, offset) {
        return write(header);
    }
    let defined = of_macro(view.analysis, offset).or_else(|| of_name(view.analysis, offset));
    write(defined.and_then(|span| view.location(span)))
}

/// The header that an `#include` in this line brings in.
fn included(analysis: &Analysis, offset: u32) -> Option<Location> {
    let line_of =
        |offset: u32| analysis.text.as_bytes()[..offset as usize].iter().filter(|b| **b == b'\n').count();
    let line = line_of(offset);
    // The mark of an `#include` is its `#`.
    let is_here = |at: Span| analysis.own(at).is_some_and(|(start, _)| line_of(start) == line);
    let mut files = analysis.session.sources.map.files();
    let (file, _) = files.find(|(_, file)| file.included_at.is_some_and(is_here))?;
    let start = Range::new(Position::new(0, 0), Position::new(0, 0));
    Some(Location::new(analysis.uri(file)?, start))
}

/// The `#define` of a macro that is used here.
fn of_macro(analysis: &Analysis, offset: u32) -> Option<Span> {
    let sources = &analysis.session.sources;
    let uses = sources.expansions.iter().filter(|used| used.call.ctx == ExpansionId::NONE);
    let named = uses.filter(|used| {
        let length = sources.text(used.macro_name).len() as u32;
        let name = Span { hi: used.call.lo + length, ..used.call };
        analysis.holds(name, offset)
    });
    named.map(|used| used.body).find(|body| !body.is_builtin())
}

fn of_name(analysis: &Analysis, offset: u32) -> Option<Span> {
    let program = &analysis.examined.program;
    let is_name = |expr: &hir::Expr| {
        matches!(
            expr.kind,
            ExprKind::Var(_) | ExprKind::Function(_) | ExprKind::Enumerator(_) | ExprKind::Member { .. }
        )
    };
    let expr = analysis.expr_at(offset, is_name)?;
    match program.exprs[expr].kind {
        ExprKind::Var(var) => Some(of_variable(analysis, var)),
        ExprKind::Function(function) => Some(of_function(analysis, function)),
        ExprKind::Enumerator(enumerator) => Some(program.enumerators[enumerator].span),
        ExprKind::Member { record, field, .. } => {
            program.records[record].fields.as_ref()?.get(field as usize).map(|field| field.span)
        }
        _ => None,
    }
}

/// Where a variable is defined, and not only declared, if the program does that.
fn of_variable(analysis: &Analysis, var: VarId) -> Span {
    let program = &analysis.examined.program;
    let linkage = Linkage::new(program);
    let known = (0..program.units.len()).filter_map(|unit| linkage.variable_in(program, var, unit));
    let mut defined = known.filter(|known| program.vars[*known].storage != VarStorage::Extern);
    program.vars[defined.next().unwrap_or(var)].span
}

/// The definition, in whatever file of the program.
fn of_function(analysis: &Analysis, function: FunctionId) -> Span {
    let program = &analysis.examined.program;
    let defined = Linkage::new(program).definition(program, function);
    program.functions[defined].span
}
