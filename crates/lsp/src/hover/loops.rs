//! A loop: whether its iterations depend on each other, how often it runs, and how long that takes.

use analyze::canonical_loop;
use analyze::dependence::DependenceKind;
use hir::{DirectiveKind, FunctionId, StmtId, StmtKind};
use recipes::independence::{self, Iterations, Reason};
use source::Span;
use tune::sizes::Sizes;

use super::Told;
use crate::analysis::Analysis;

/// More pairs of accesses than this are much the same.
const MOST_REASONS: usize = 3;

/// What is known of it.
pub(super) fn told(analysis: &mut Analysis, function: FunctionId, stmt: StmtId) -> Option<Told> {
    let kernel = kernel_around(analysis, stmt);
    let place = if kernel.is_some() { recipes::Place::Kernel } else { recipes::Place::Host };
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
    let predicted = match kernel {
        Some(kernel) => of_kernel(analysis, &kernel),
        None => on_the_host(analysis, stmt),
    };
    let lines: Vec<String> = std::iter::once(verdict).chain(counted).chain(predicted).collect();
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

/// The name of the kernel that a statement is in.
fn kernel_around(analysis: &Analysis, stmt: StmtId) -> Option<String> {
    let program = &analysis.examined.program;
    let directive = analysis.statements().find_map(|(_, outer)| match program.stmts[outer].kind {
        StmtKind::Kernel { body, directive, .. } => {
            program.stmts_below(body).any(|inner| inner == stmt).then_some(directive)
        }
        _ => None,
    });
    match &program.directives[directive?].kind {
        DirectiveKind::Kernel(clauses) => Some(analysis.session.sources.text(clauses.name).into_owned()),
        _ => None,
    }
}

/// What a launch of a kernel is predicted to take.
pub(super) fn of_kernel(analysis: &Analysis, name: &str) -> Option<String> {
    let gpu = analysis.examined.program.device.gpu;
    let demands = tune::model::demands(&analysis.input(), &analysis.examined.facts, gpu, &Sizes::new());
    let seconds = demands.get(name)?.seconds(gpu)?;
    let time = time(seconds * 1e3);
    Some(format!("predicted: about {time} a launch on the {}, as the text tells", gpu.name()))
}

/// What one run of a loop of the host is predicted to take there, and as a kernel.
fn on_the_host(analysis: &mut Analysis, stmt: StmtId) -> Option<String> {
    let (program, sources) = (&mut analysis.examined.program, &mut analysis.session.sources);
    let predicted = annotate::predict::of_loop(program, sources, stmt)?;
    let times = predicted.times;
    let mut text = format!("predicted: about {} on one core", time(times.processor));
    if predicted.is_parallel {
        let (kernel, transfers) = (time(times.kernel), time(times.transfers));
        let gpu = program.device.gpu.name();
        text += &format!("; {kernel} on the {gpu}, and {transfers} to move its arrays there and back");
    }
    if predicted.is_assumed {
        text += " (sizes that only the run knows are taken to be large)";
    }
    Some(text)
}

/// Milliseconds, for people: two digits are more than the model knows.
fn time(milliseconds: f64) -> String {
    let (value, unit) = match milliseconds {
        ms if ms >= 1000.0 => (ms / 1e3, "s"),
        ms if ms >= 1.0 => (ms, "ms"),
        ms => (ms * 1e3, "µs"),
    };
    if value >= 10.0 { format!("{value:.0} {unit}") } else { format!("{value:.1} {unit}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_two_digits() {
        assert_eq!(
            [0.0021, 0.21, 3.2, 42.0, 12_345.0].map(time),
            ["2.1 µs", "210 µs", "3.2 ms", "42 ms", "12 s"]
        );
    }
}
