//! What was found, as the protocol has it: by file, with the places that explain it.

use std::collections::BTreeMap;

use diagnostics::located::{Located, Place};
use diagnostics::{Diagnostic as Found, Report, Severity};
use driver::InternalError;
use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Position, Range,
};

use crate::analysis::Analysis;
use crate::project::Configuration;

/// All that is shown, by the address of the file it is in.
pub(crate) fn all(analysis: &Analysis, configuration: &Configuration) -> BTreeMap<String, Vec<Diagnostic>> {
    if let Some(internal) = &analysis.internal {
        return of_mistake(analysis, internal);
    }
    let is_shown = |found: &&Found| match found.severity() {
        Severity::Error => true,
        Severity::Warning | Severity::Remark => {
            !configuration.hides_warnings && !configuration.silenced.iter().any(|code| code == found.code.id)
        }
    };
    let shown: Vec<Found> = analysis.session.sink.diagnostics().iter().filter(is_shown).cloned().collect();
    let report = Report::new(&shown, &analysis.session.sources, 0);
    let mut by_file: BTreeMap<String, Vec<Diagnostic>> = BTreeMap::new();
    for located in &report.shown {
        let uri = located.primary.as_ref().and_then(|place| analysis.uri(place.range.file));
        if let Some((uri, diagnostic)) = uri.zip(diagnostic(analysis, located)) {
            by_file.entry(uri.as_str().to_owned()).or_default().push(diagnostic);
        }
    }
    by_file
}

/// A mistake of ours, told at the start of the text.
pub(crate) fn of_mistake(analysis: &Analysis, internal: &InternalError) -> BTreeMap<String, Vec<Diagnostic>> {
    let start = Range::new(Position::new(0, 0), Position::new(0, 0));
    let diagnostic = Diagnostic {
        range: start,
        severity: Some(DiagnosticSeverity::ERROR),
        source: Some("warploom".into()),
        message: internal.to_string(),
        ..Diagnostic::default()
    };
    BTreeMap::from([(analysis.uri.as_str().to_owned(), vec![diagnostic])])
}

/// One finding; `None` without a place.
pub(crate) fn diagnostic(analysis: &Analysis, located: &Located<'_>) -> Option<Diagnostic> {
    let found = located.diagnostic;
    let place = located.primary.as_ref()?;
    let mut related: Vec<DiagnosticRelatedInformation> =
        located.related.iter().filter_map(|place| information(analysis, place)).collect();
    let frames = located.expansions.iter().map(|frame| Place {
        range: frame.inside,
        text: format!("in this expansion of macro `{}`", frame.macro_name),
    });
    related.extend(frames.filter_map(|place| information(analysis, &place)));
    Some(Diagnostic {
        range: analysis.range(place.range),
        severity: Some(match found.severity() {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
            Severity::Remark => DiagnosticSeverity::INFORMATION,
        }),
        code: Some(NumberOrString::String(found.code.id.to_owned())),
        source: Some("warploom".into()),
        message: message(found),
        related_information: Some(related).filter(|related| !related.is_empty()),
        ..Diagnostic::default()
    })
}

fn information(analysis: &Analysis, place: &Place) -> Option<DiagnosticRelatedInformation> {
    let uri = analysis.uri(place.range.file)?;
    let message = if place.text.is_empty() { "here".to_owned() } else { place.text.clone() };
    Some(DiagnosticRelatedInformation { location: Location::new(uri, analysis.range(place.range)), message })
}

/// Everything that `check` prints about it, but for the lines of code.
fn message(found: &Found) -> String {
    let mut text = found.message.clone();
    if !found.primary.text.is_empty() {
        text += &format!(": {}", found.primary.text);
    }
    for note in &found.notes {
        text += &format!("\nnote: {note}");
    }
    for help in &found.help {
        text += &format!("\nhelp: {help}");
    }
    text + &format!("\nmore: warploom explain {}", found.code.id)
}
