//! Verdicts on directives inside kernels that govern who runs what when:
//! `singular`, `barrier`, `atomic`, and `nowait` on the kernel itself.
//!
//! ```text
//! sum.c:31: barrier
//!     proven: all threads of a block reach it: the loop in line 28 runs equally often for all
//!     proven: it stands between `part[t]`, written in line 27, and `part[t + s]`, read in line 33
//! sum.c:36: singular
//!     proven: thread 0 of each block alone; no other thread touches what it writes: `out[b]` (line 37)
//! ```
//! That no other thread touches an element is what the search for races found; the
//! verdict names the accesses it was found for, and an error or a warning about one
//! of them is the verdict instead.

use diagnostics::Severity;
use hir::{DirectiveKind, GlobalAction, Span, StmtId, StmtKind};

use super::{Asked, Verdict, proven};
use crate::{Access, KernelFacts};

/// More places than this are counted, not named.
const MOST_NAMED: usize = 3;

impl Asked<'_, '_> {
    pub(super) fn singular(&self) -> Vec<Verdict> {
        let Some((kernel, region)) = self.region() else { return Vec::new() };
        let span = self.input.program.stmts[region].span;
        let accesses: Vec<&Access> = kernel.accesses.iter().filter(|a| covers(span, a.span)).collect();
        let reasons = self.said_about(&accesses);
        if !reasons.is_empty() {
            return reasons.into_iter().map(Verdict::Not).collect();
        }
        let written: Vec<&Access> = accesses.iter().copied().filter(|a| a.mode.writes()).collect();
        proven(&match (written.is_empty(), accesses.is_empty()) {
            (false, _) => format!(
                "thread 0 of each block alone; no other thread touches what it writes: {}",
                self.named(&written)
            ),
            (true, false) => {
                format!("thread 0 of each block alone; it only reads: {}", self.named(&accesses))
            }
            (true, true) => "thread 0 of each block alone; it touches no array".to_owned(),
        })
    }

    pub(super) fn barrier(&self) -> Vec<Verdict> {
        let Some((kernel, stmt)) = self.region() else { return Vec::new() };
        let around = self.constructs_around(kernel, stmt);
        let mut found = proven(&match around.as_slice() {
            [] => "all threads of a block reach it: it stands in no loop and no condition".to_owned(),
            some => format!("all threads of a block reach it: {}", some.join("; ")),
        });
        found.extend(self.separated(kernel));
        found
    }

    pub(super) fn atomic(&self) -> Vec<Verdict> {
        let Some((kernel, region)) = self.region() else {
            return proven("it is one update that no other thread interrupts");
        };
        let span = self.input.program.stmts[region].span;
        let updated = |a: &&Access| covers(span, a.span) && a.mode.writes();
        let updated: Vec<&Access> =
            kernel.accesses.iter().chain(&kernel.scalar_accesses).filter(updated).collect();
        if updated.is_empty() {
            return proven("it is one update that no other thread interrupts");
        }
        proven(&format!("no other thread interrupts the update of {}", self.named(&updated)))
    }

    pub(super) fn nowait(&self, kernel: &KernelFacts) -> Vec<Verdict> {
        let names: Vec<String> = kernel
            .arrays
            .iter()
            .filter(|used| used.copy.is_some())
            .filter_map(|used| self.input.program.vars[used.place.var].name)
            .map(|name| format!("`{}`", self.input.sources.text(name)))
            .collect();
        let works_on = if names.is_empty() {
            "it works on nothing of the host's".to_owned()
        } else {
            format!("it works on the device copies of {}, the host on its own", names.join(", "))
        };
        let waits = match self.next_wait(kernel) {
            Some(line) => format!("the host waits for it in line {line}"),
            None => "the host waits for it where it copies something back".to_owned(),
        };
        proven(&format!("`nowait`: {works_on}; {waits}"))
    }

    /// The kernel that holds the directive, and the statement that it is.
    fn region(&self) -> Option<(&KernelFacts, StmtId)> {
        let program = self.input.program;
        let is_it = |stmt: &StmtId| match program.stmts[*stmt].kind {
            StmtKind::Singular { directive, .. } | StmtKind::Annotated { directive, .. } => {
                directive == self.directive
            }
            StmtKind::Directive(directive) => directive == self.directive,
            _ => false,
        };
        self.kernels().find_map(|kernel| Some((kernel, program.stmts_below(kernel.body).find(is_it)?)))
    }

    /// What errors and warnings say about some accesses.
    fn said_about(&self, accesses: &[&Access]) -> Vec<String> {
        let is_about = |span: Span| accesses.iter().any(|access| covers(span, access.span));
        let relevant = self.said.iter().filter(|said| {
            said.code.severity() != Severity::Remark
                && std::iter::once(&said.primary).chain(&said.related).any(|label| is_about(label.span))
        });
        relevant.map(|said| format!("{} ({})", said.message, said.code.id)).collect()
    }

    /// Loops and conditions between the kernel and a statement, and why all
    /// threads of a block agree on each.
    fn constructs_around(&self, kernel: &KernelFacts, inner: StmtId) -> Vec<String> {
        let program = self.input.program;
        let mut around = Vec::new();
        for stmt in program.stmts_below(kernel.body) {
            let holds = stmt != inner && program.stmts_below(stmt).any(|below| below == inner);
            if !holds {
                continue;
            }
            let line = self.line(program.stmts[stmt].span);
            match program.stmts[stmt].kind {
                _ if kernel.partitions.contains_key(&stmt) => {
                    around.push(format!("the partitioned loop in line {line} goes batch by batch"));
                }
                StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. } => {
                    around.push(format!("the loop in line {line} runs equally often for all"));
                }
                StmtKind::If { .. } | StmtKind::Switch { .. } => {
                    around.push(format!("the condition in line {line} is the same for all"));
                }
                _ => {}
            }
        }
        around
    }

    /// The nearest write before a barrier, and the access after it to the same
    /// array.
    fn separated(&self, kernel: &KernelFacts) -> Vec<Verdict> {
        let before = kernel.accesses.iter().filter(|a| a.span.hi <= self.span.lo && a.mode.writes());
        let after = |place: &crate::Place| {
            let later = kernel.accesses.iter().filter(|a| a.span.lo >= self.span.hi && a.place == *place);
            later.min_by_key(|a| a.span.lo)
        };
        let pairs = before.filter_map(|first| Some((first, after(&first.place)?)));
        let Some((first, second)) = pairs.max_by_key(|(first, _)| first.span.lo) else { return Vec::new() };
        let does = if second.mode.writes() { "written" } else { "read" };
        proven(&format!(
            "it stands between {}, written in line {}, and {}, {does} in line {}",
            self.text(first),
            self.line(first.span),
            self.text(second),
            self.line(second.span)
        ))
    }

    /// The line of the next directive of the host behind a kernel, in the same
    /// function.
    fn next_wait(&self, kernel: &KernelFacts) -> Option<usize> {
        let program = self.input.program;
        let StmtKind::Kernel { end, .. } = program.stmts[kernel.stmt].kind else { return None };
        let body = program.functions[kernel.owner].body?;
        let waits = |stmt: StmtId| match program.stmts[stmt].kind {
            StmtKind::Directive(directive) => match program.directives[directive].kind {
                DirectiveKind::Global(GlobalAction::Copyout { .. } | GlobalAction::Free(_)) => {
                    Some(program.directives[directive].span)
                }
                _ => None,
            },
            _ => None,
        };
        let later = program.stmts_below(body).filter_map(waits).filter(|span| span.lo >= end.hi);
        later.min_by_key(|span| span.lo).map(|span| self.line(span))
    }

    /// `part[t]` (line 27), …
    fn named(&self, accesses: &[&Access]) -> String {
        let mut texts: Vec<String> = Vec::new();
        for access in accesses {
            let text = format!("{} (line {})", self.text(access), self.line(access.span));
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        let more = texts.len().saturating_sub(MOST_NAMED);
        texts.truncate(MOST_NAMED);
        match more {
            0 => texts.join(", "),
            more => format!("{} and {more} more", texts.join(", ")),
        }
    }

    fn text(&self, access: &Access) -> String {
        let text = String::from_utf8_lossy(self.input.sources.map.text(access.span));
        format!("`{}`", text.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    fn line(&self, span: Span) -> usize {
        let span = self.input.sources.expansions.outermost_call(span);
        self.input.sources.map.written_line_column(span.lo).map_or(0, |(_, place)| place.line as usize)
    }
}

fn covers(outer: Span, inner: Span) -> bool {
    outer.lo <= inner.lo && inner.hi <= outer.hi
}
