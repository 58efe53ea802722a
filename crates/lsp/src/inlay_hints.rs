//! What the compiler chose, shown in the text as if it had been written.
//!
//! ```c
//! #pragma hicuda kernel scale ⟨tblock((n + 255) / 256) thread(256)⟩
//! #pragma hicuda global alloc a[0:n-1] copyin ⟨n*4 bytes⟩
//! ```

use std::collections::HashSet;

use analyze::data_law::timeline;
use diagnostics::codes;
use lsp_types::{InlayHint, InlayHintKind, InlayHintLabel, InlayHintParams, Position};
use serde_json::Value;
use source::Span;

use crate::analysis::{Checked, View};
use crate::worker::{Answer, read, write};

/// The hints of a range.
pub(crate) fn answer(checked: &mut Checked, params: Value) -> Answer {
    let params: InlayHintParams = read(params)?;
    let view = checked.view();
    let mut hints = chosen(&view);
    hints.extend(moved(&view));
    hints.retain(|hint| params.range.start <= hint.position && hint.position <= params.range.end);
    write(hints)
}

/// Sizes and clauses that were left out.
fn chosen(view: &View<'_>) -> Vec<InlayHint> {
    let found = view.analysis.session.sink.diagnostics().iter();
    let fixes = found
        .filter(|found| found.code.id == codes::GEOMETRY_CHOSEN.id)
        .filter_map(|found| found.fix.as_ref());
    let sources = &view.analysis.session.sources;
    let edits = fixes.filter(|fix| fix.placed(sources).is_some()).flat_map(|fix| &fix.edits);
    edits.filter_map(|edit| Some(hint(end(view, edit.span)?, edit.replacement.trim()))).collect()
}

/// How much each data directive moves or allocates.
fn moved(view: &View<'_>) -> Vec<InlayHint> {
    let input = view.analysis.input();
    let (mut hints, mut seen) = (Vec::new(), HashSet::new());
    for life in view.analysis.examined.facts.iter().flat_map(|facts| timeline::lives(&input, facts)) {
        for event in life.events.iter().filter(|event| !event.moved.is_empty()) {
            let Some(at) = end(view, event.span) else { continue };
            let is_release = event.what == "released";
            // A directive that allocates and fills is about one amount.
            if !is_release && seen.insert((at.line, at.character)) {
                hints.push(hint(at, &event.moved));
            }
        }
    }
    hints
}

fn end(view: &View<'_>, span: Span) -> Option<Position> {
    let (_, end) = view.analysis.own(span)?;
    view.own_range((end, end)).map(|range| range.start)
}

fn hint(position: Position, text: &str) -> InlayHint {
    InlayHint {
        position,
        label: InlayHintLabel::String(text.to_owned()),
        kind: Some(InlayHintKind::PARAMETER),
        text_edits: None,
        tooltip: None,
        padding_left: Some(true),
        padding_right: None,
        data: None,
    }
}
