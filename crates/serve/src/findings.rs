//! What was found, as the page shows it.

use diagnostics::located::{Located, Place};
use diagnostics::{Diagnostic, Fix, Report, Safety, Severity};
use serde::Serialize;
use source::{FileId, FileRange, Sources};

use crate::offsets::{Replacement, offset};

/// A diagnostic.
#[derive(Debug, Serialize)]
pub(crate) struct Finding {
    /// `E1201`
    pub(crate) code: &'static str,
    /// `error`, `warning` or `remark`
    pub(crate) severity: &'static str,
    /// What is wrong.
    pub(crate) message: String,
    /// What is said at the place itself.
    pub(crate) label: String,
    /// More about it.
    pub(crate) notes: Vec<String>,
    /// What to write instead.
    pub(crate) help: Vec<String>,
    /// Where, counted from one; 0 if it is not in the text.
    pub(crate) line: u32,
    /// Where it begins, for the editor.
    pub(crate) from: usize,
    /// Where it ends.
    pub(crate) to: usize,
    /// Other places.
    pub(crate) related: Vec<Related>,
    /// What would mend it.
    pub(crate) fix: Option<Offer>,
}

/// Another place that explains a finding.
#[derive(Debug, Serialize)]
pub(crate) struct Related {
    /// The line.
    pub(crate) line: u32,
    /// What is there.
    pub(crate) message: String,
}

/// A change that can be accepted.
#[derive(Debug, Serialize)]
pub(crate) struct Offer {
    /// What it does.
    pub(crate) title: String,
    /// Does it need no judgement?
    pub(crate) safe: bool,
    /// The changes.
    pub(crate) changes: Vec<Replacement>,
}

/// All that was found, as `check` orders it; `own` is the text of the page.
pub(crate) fn all(found: &[Diagnostic], sources: &Sources, own: FileId) -> Vec<Finding> {
    let text = String::from_utf8_lossy(&sources.map.file(own).bytes).into_owned();
    let view = View { sources, own, text: &text };
    Report::new(found, sources, 100).shown.iter().map(|located| view.finding(located)).collect()
}

struct View<'a> {
    sources: &'a Sources,
    own: FileId,
    text: &'a str,
}

impl View<'_> {
    fn finding(&self, located: &Located<'_>) -> Finding {
        let found = located.diagnostic;
        let primary = located.primary.as_ref();
        let here = primary.filter(|place| place.range.file == self.own);
        let elsewhere = primary.filter(|_| here.is_none()).map(|place| {
            let file = self.sources.map.file(place.range.file);
            format!("in {}, line {}", file.name, file.line_column(place.range.start).line)
        });
        let (from, to) = here.map_or((0, 0), |place| {
            let range = place.range;
            (offset(self.text, range.start as usize), offset(self.text, range.end as usize))
        });
        Finding {
            code: found.code.id,
            severity: match found.severity() {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Remark => "remark",
            },
            message: found.message.clone(),
            label: found.primary.text.clone(),
            notes: elsewhere.into_iter().chain(found.notes.iter().cloned()).collect(),
            help: found.help.clone(),
            line: here.map_or(0, |place| self.line(place)),
            from,
            to,
            related: located.related.iter().filter_map(|place| self.related(place)).collect(),
            fix: found.fix.as_ref().and_then(|fix| self.offer(fix)),
        }
    }

    fn line(&self, place: &Place) -> u32 {
        self.sources.map.file(self.own).line_column(place.range.start).line
    }

    fn related(&self, place: &Place) -> Option<Related> {
        let is_here = place.range.file == self.own && !place.text.is_empty();
        is_here.then(|| Related { line: self.line(place), message: place.text.clone() })
    }

    /// A fix whose edits are all in the text, outside of macros.
    fn offer(&self, fix: &Fix) -> Option<Offer> {
        let replacement = |(range, text): (FileRange, &str)| {
            let place = |byte: u32| offset(self.text, byte as usize);
            let (from, to) = (place(range.start), place(range.end));
            (range.file == self.own).then(|| Replacement { from, to, insert: text.to_owned() })
        };
        let changes: Option<Vec<Replacement>> =
            fix.placed(self.sources)?.into_iter().map(replacement).collect();
        let safe = fix.safety == Safety::Safe;
        Some(Offer { title: fix.message.clone(), safe, changes: changes? })
    }
}
