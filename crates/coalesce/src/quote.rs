//! The user's statements in another place: as they are written, but for some words.
//!
//! ```c
//!         // scaled, and added             // scaled, and added
//!         c[at] = alpha * sum;             c[at] = alpha * sum[r][q];
//! ```
//! Where the parts of a kernel stay in their order, `patch` changes them in place. Where one is
//! put into loops that were not there, it is quoted.

use std::collections::BTreeMap;
use std::ops::Range;

use emit::Precedence;
use hir::{ExprId, StmtId};

use crate::kernel::Kernel;
use crate::operand::{Operand, precedence};
use crate::refusal::Refusal;

/// Words to be written otherwise.
pub(crate) struct Quote<'k, 'a> {
    kernel: &'k Kernel<'a>,
    changed: BTreeMap<(usize, usize), String>,
}

impl<'k, 'a> Quote<'k, 'a> {
    pub(crate) fn new(kernel: &'k Kernel<'a>) -> Self {
        Quote { kernel, changed: BTreeMap::new() }
    }

    /// What is written instead of an expression.
    pub(crate) fn replace(&mut self, expr: ExprId, with: &Operand) -> Result<(), Refusal> {
        let range = self.kernel.range(self.kernel.input.span(expr))?;
        let text = with.at(precedence(self.kernel, expr).min(Precedence::Postfix));
        self.changed.insert((range.start, range.end), text);
        Ok(())
    }

    fn text(&self, range: Range<usize>) -> String {
        let text = self.kernel.text();
        let mut out = Vec::new();
        let mut at = range.start;
        for ((start, end), new) in self.changed.range((range.start, 0)..(range.end, 0)) {
            // What is part of something that is replaced goes with it.
            if *start < at {
                continue;
            }
            out.extend_from_slice(&text[at..*start]);
            out.extend_from_slice(new.as_bytes());
            at = *end;
        }
        out.extend_from_slice(&text[at..range.end]);
        String::from_utf8_lossy(&out).into_owned()
    }

    /// Statements at another indentation, from a place before them on, with their comments.
    pub(crate) fn statements(
        &self,
        stmts: &[StmtId],
        from: Option<usize>,
        indent: &str,
    ) -> Result<String, Refusal> {
        let (Some(first), Some(last)) = (stmts.first(), stmts.last()) else { return Ok(String::new()) };
        let range = |stmt: &StmtId| self.kernel.range(self.kernel.program().stmts[*stmt].span);
        let start = range(first)?.start;
        let end = self.kernel.statement_end(range(last)?.end);
        let old = self.kernel.indentation(start);
        let mut out = String::new();
        for line in self.text(from.unwrap_or(start)..end).trim_start().lines() {
            let stripped = line.strip_prefix(old.as_str()).unwrap_or(line);
            match stripped {
                "" => out.push('\n'),
                _ if stripped.starts_with('#') => out += &format!("{stripped}\n"),
                _ => out += &format!("{indent}{stripped}\n"),
            }
        }
        Ok(out)
    }
}

/// The comments of a kernel before a statement that have lines of their own.
pub(crate) fn comments_before(kernel: &Kernel<'_>, stmt: StmtId, indent: &str) -> Result<String, Refusal> {
    let program = kernel.program();
    let start = kernel.range(program.stmts[kernel.found.body].span)?.start;
    let end = kernel.range(program.stmts[stmt].span)?.start;
    let text = String::from_utf8_lossy(&kernel.text()[start..end]).into_owned();
    let comment = |line: &str| {
        let line = line.trim();
        let is_whole = line.starts_with("//") || line.starts_with("/*") && line.ends_with("*/");
        is_whole.then(|| format!("{indent}{line}\n"))
    };
    Ok(text.lines().filter_map(comment).collect())
}
