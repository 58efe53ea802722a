//! What is shown of all that was found: sorted, without repetitions, and no
//! more than a person reads.
//!
//! A header included by five files raises the same error five times, and one
//! missing brace raises hundreds. Each severity is cut at the limit and the
//! rest is counted, so the summary stays true.

use std::collections::HashSet;

use source::Sources;

use crate::located::Located;
use crate::{Diagnostic, Severity};

/// The diagnostics to render, in order.
pub struct Report<'d> {
    /// Those within the limit.
    pub shown: Vec<Located<'d>>,
    /// How many there are of each severity, shown or not.
    pub errors: Counted,
    /// The warnings.
    pub warnings: Counted,
    /// The remarks.
    pub remarks: Counted,
}

/// How many there are, and how many of them lie beyond the limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// All of them.
    pub total: usize,
    /// Those that are not shown.
    pub hidden: usize,
}

impl<'d> Report<'d> {
    /// Sorts by file and position, drops repetitions, keeps `limit` of each
    /// severity; a limit of 0 keeps all.
    pub fn new(diagnostics: &'d [Diagnostic], sources: &Sources, limit: usize) -> Report<'d> {
        let mut all: Vec<Located> = diagnostics.iter().map(|d| Located::new(d, sources)).collect();
        all.sort_by_key(Located::sort_key);
        let mut report = Report {
            shown: Vec::new(),
            errors: Counted::default(),
            warnings: Counted::default(),
            remarks: Counted::default(),
        };
        let mut seen = HashSet::new();
        for located in all {
            // By name: a header is loaded once for each unit that includes it.
            let place = located.primary.as_ref().map(|p| p.range);
            let place = place.map(|r| (sources.map.file(r.file).name.as_str(), r.start, r.end));
            if !seen.insert((located.diagnostic.code.id, place, located.diagnostic.message.as_str())) {
                continue;
            }
            let count = report.count_mut(located.diagnostic.severity());
            count.total += 1;
            if limit != 0 && count.total > limit {
                count.hidden += 1;
            } else {
                report.shown.push(located);
            }
        }
        report
    }

    fn count_mut(&mut self, severity: Severity) -> &mut Counted {
        match severity {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
            Severity::Remark => &mut self.remarks,
        }
    }
}
