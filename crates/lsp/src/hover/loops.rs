//! A loop: how often it runs, and whether its iterations depend on each other.

use analyze::canonical_loop;
use analyze::dependence::DependenceKind;
use hir::{FunctionId, StmtId, StmtKind};
use recipes::independence::{self, Iterations, Reason};
use source::Span;

use super::Told;
use crate::analysis::Analysis;

/// More pairs of accesses than this are much the same.
const MOST_REASONS: usize = 3;

/// What is known of it.
pub(super) fn told(analysis: &mut Analysis, function: FunctionId, stmt: StmtId) -> Option<Told> {
    let place = match in_kernel(analysis, stmt) {
        true => recipes::Place::Kernel,
        false => recipes::Place::Host,
    };
    let counted = match canonical_loop::recognize(&analysis.input(), stmt) {
        Ok(canonical) => canonical.trips.map(|trips| format!("{trips} iterations")),
        Err(not) => Some(format!("its iterations cannot be counted: {}", not.reason)),
    };
    let (program, sources) = (&mut analysis.examined.program, &mut analysis.session.sources);
    let verdict = match independence::of_loop(program, sources, function, stmt, place) {
        Iterations::Independent => "**parallel**: no iteration depends on another one".to_owned(),
        Iterations::Unknown(reason) => format!("**not known to be parallel**: {reason}"),
        Iterations::Dependent(reasons) => dependent(analysis, &reasons),
    };
    let lines: Vec<String> = std::iter::once(verdict).chain(counted).collect();
    let about = analysis.own(analysis.examined.program.stmts[stmt].span);
    let head = about.map(|(start, _)| (start, start + 3));
    Some(Told { markdown: lines.join("\n\n"), about: head })
}

fn dependent(analysis: &Analysis, reasons: &[Reason]) -> String {
    let certain = reasons.iter().any(|reason| reason.certain);
    let mut text = match certain {
        true => "**not parallel**: iterations depend on each other".to_owned(),
        false => "**not known to be parallel**: iterations may depend on each other".to_owned(),
    };
    for reason in reasons.iter().filter(|reason| reason.certain == certain).take(MOST_REASONS) {
        let (first, second) = match reason.kind {
            DependenceKind::Flow => ("written", "read"),
            DependenceKind::Anti => ("read", "written"),
            DependenceKind::Output => ("written", "written again"),
        };
        let (source, sink) = (access(analysis, reason.source), access(analysis, reason.sink));
        text += &format!("\n- {source} is {first}, and {sink} is {second} in another iteration");
    }
    text
}

/// `` `a[i]` (line 12) ``
fn access(analysis: &Analysis, span: Span) -> String {
    let sources = &analysis.session.sources;
    let span = sources.expansions.outermost_call(span);
    let text =
        String::from_utf8_lossy(sources.map.text(span)).split_whitespace().collect::<Vec<_>>().join(" ");
    let line = sources.map.written_line_column(span.lo).map_or(0, |(_, place)| place.line);
    format!("`{text}` (line {line})")
}

fn in_kernel(analysis: &Analysis, stmt: StmtId) -> bool {
    let program = &analysis.examined.program;
    analysis.statements().any(|(_, outer)| match program.stmts[outer].kind {
        StmtKind::Kernel { body, .. } => program.stmts_below(body).any(|inner| inner == stmt),
        _ => false,
    })
}
