//! Where only the run tells whether a choice pays: the kernel in two versions, by `when`.
//!
//! ```c
//! #pragma hicuda when(n >= 64) kernel rows thread(8, 32)       a warp adds up a row
//! #pragma hicuda kernel rows                                   a thread does
//! #pragma hicuda loop_partition over_tblock over_thread
//!     for (int i = 0; i < m; i++) {
//!         float s = 0;
//! #pragma hicuda when(n >= 64) loop_partition over_thread reduction(+: s)
//!         for (int j = 0; j < n; j++)
//!             s += a[i * n + j];
//! ```
//! Either version is right whatever the numbers are. Copies are placed before the lines are changed:
//! both versions have the same arrays.

use analyze::canonical_loop;
use hir::{BinaryOp, ExprId, ExprKind, Program, StmtId, VarId};
use source::within_line;

use crate::mapping::{LONG_ROW, Mapping};
use crate::nests::Loop;
use crate::survey::{Outer, Survey};

/// Directives that become others, in the order of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Versions {
    /// Where the kernel is as it was planned.
    pub condition: String,
    /// Each with those that take its place, without `#pragma hicuda`.
    pub lines: Vec<(String, Vec<String>)>,
}

impl Survey<'_, '_> {
    /// Is the loop that threads share known to be too short for that?
    pub(crate) fn is_short(&self, at: &Loop, outer: &Outer, mapping: &Mapping) -> bool {
        let along = mapping.along.and_then(|stmt| self.iterations(at, outer, stmt));
        along.is_some_and(|count| count < LONG_ROW as f64)
    }

    /// The versions of a kernel, given its line with the mapping and without, where the length of the loop
    /// that threads share is not in the text.
    pub(crate) fn versions(
        &self,
        at: &Loop,
        outer: &Outer,
        mapping: &Mapping,
        [shared, alone]: [String; 2],
    ) -> Option<Versions> {
        let along = mapping.along?;
        if self.iterations(at, outer, along).is_some() {
            return None;
        }
        let condition = self.condition(at, along)?;
        let mut lines = vec![(shared.clone(), vec![format!("when({condition}) {shared}"), alone])];
        let inside = mapping.above.iter().filter(|(stmt, _)| *stmt == along).flat_map(|(_, lines)| lines);
        lines.extend(inside.map(|line| (line.clone(), vec![format!("when({condition}) {line}")])));
        Some(Versions { condition, lines })
    }

    /// How often a loop inside runs, if the text says so.
    pub(crate) fn iterations(&self, at: &Loop, outer: &Outer, stmt: StmtId) -> Option<f64> {
        let mut around = outer.around.clone();
        self.loop_of(at, &mut around, at.depth());
        let mut inner = at.inner.iter().find(|inner| inner.holds(stmt))?;
        while inner.stmt != stmt {
            self.loop_of(inner, &mut around, inner.depth());
            inner = inner.inner.iter().find(|inner| inner.holds(stmt))?;
        }
        let (_, trips) = self.loop_of(inner, &mut around, inner.depth());
        trips.filter(|trips| !trips.is_assumed).map(|trips| trips.count)
    }

    /// `n >= 64` for a loop that counts from 0 to `n`.
    fn condition(&self, at: &Loop, along: StmtId) -> Option<String> {
        let input = self.findings.trials.input();
        let program = input.program;
        let canonical = canonical_loop::recognize(&input, along).ok()?;
        let last = match canonical.op {
            BinaryOp::Lt => 0,
            BinaryOp::Le => 1,
            _ => return None,
        };
        let first = hir::const_eval::integer(program, canonical.first).filter(|_| canonical.step == 1)?;
        let (length, more) = variable_plus(program, canonical.bound)?;
        let least = i128::from(LONG_ROW) + first - more - last;
        let is_here = |var: VarId| {
            let facts = self.findings.known(at.stmt).and_then(|finding| finding.facts.as_ref());
            facts.is_some_and(|facts| !facts.locals.contains(&var))
        };
        let is_small = (1..=i128::from(i32::MAX)).contains(&least);
        (is_small && is_here(length)).then(|| format!("{} >= {least}", input.name(length)))
    }
}

/// A variable, and the number that is added to it.
fn variable_plus(program: &Program, expr: ExprId) -> Option<(VarId, i128)> {
    let expr = program.without_casts(expr);
    match &program.exprs[expr].kind {
        ExprKind::Var(var) => Some((*var, 0)),
        ExprKind::Binary { op, lhs, rhs } => {
            let number = hir::const_eval::integer(program, *rhs)?;
            let (var, more) = variable_plus(program, *lhs)?;
            match op {
                BinaryOp::Add => Some((var, more.checked_add(number)?)),
                BinaryOp::Sub => Some((var, more.checked_sub(number)?)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Directives of a kernel that change, from the next one on.
type Changes<'v> = std::slice::Iter<'v, (String, Vec<String>)>;

/// A text with the versions of its kernels.
pub fn written(text: &[u8], kernels: &[&Versions]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    // The kernel that the line is in, and its next directive that changes.
    let mut open: Option<Changes<'_>> = None;
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let directive = line.trim_ascii().strip_prefix(b"#pragma hicuda ");
        let is = |(old, _): &(String, Vec<String>)| directive == Some(old.as_bytes());
        if open.as_ref().is_none_or(|changes| changes.as_slice().is_empty()) {
            let begun = kernels.iter().find(|versions| versions.lines.first().is_some_and(is));
            open = begun.map(|versions| versions.lines.iter());
        }
        let changed = open.as_mut().and_then(|lines| {
            let next = lines.as_slice().first().filter(|next| is(next))?;
            lines.next();
            Some(&next.1)
        });
        match changed {
            Some(new) => {
                let indent = line.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
                let end = if line.ends_with(b"\r\n") { "\r\n" } else { "\n" };
                for directive in new {
                    out.extend_from_slice(&line[..indent]);
                    out.extend(format!("#pragma hicuda {directive}{end}").bytes());
                }
            }
            None => within(line, open.as_mut(), &mut out),
        }
        if directive == Some(b"kernel_end") {
            open = None;
        }
    }
    out
}

/// A line of a kernel's, in which directives may stand before loops.
fn within(line: &[u8], open: Option<&mut Changes<'_>>, out: &mut Vec<u8>) {
    let mut rest = line;
    let Some(changes) = open else { return out.extend_from_slice(line) };
    while let Some((old, new)) = changes.as_slice().first() {
        let old = within_line(old);
        let Some(at) = rest.windows(old.len()).position(|text| text == old.as_bytes()) else { break };
        out.extend_from_slice(&rest[..at]);
        new.iter().for_each(|directive| out.extend(within_line(directive).bytes()));
        rest = &rest[at + old.len()..];
        changes.next();
    }
    out.extend_from_slice(rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_other_kernels_stay() {
        let versions = Versions {
            condition: "n >= 64".into(),
            lines: vec![
                (
                    "kernel k thread(8, 32)".into(),
                    vec!["when(n >= 64) kernel k thread(8, 32)".into(), "kernel k".into()],
                ),
                (
                    "loop_partition over_thread".into(),
                    vec!["when(n >= 64) loop_partition over_thread".into()],
                ),
            ],
        };
        let other =
            "#pragma hicuda kernel m\n#pragma hicuda loop_partition over_thread\n#pragma hicuda kernel_end\n";
        let text = format!(
            "{other}  #pragma hicuda kernel k thread(8, 32)\r\n\t#pragma hicuda loop_partition over_thread\nx;\n#pragma hicuda kernel_end\n{other}"
        );
        let expected = format!(
            "{other}  #pragma hicuda when(n >= 64) kernel k thread(8, 32)\r\n  #pragma hicuda kernel k\r\n\
             \t#pragma hicuda when(n >= 64) loop_partition over_thread\nx;\n#pragma hicuda kernel_end\n{other}"
        );
        assert_eq!(
            String::from_utf8(written(text.as_bytes(), &[&versions])).as_deref(),
            Ok(expected.as_str())
        );
    }
}
