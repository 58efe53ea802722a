//! Where directives stand in the user's text: whole lines around whole loops.
//!
//! ```c
//!     #pragma hicuda kernel step_b          ← inserted, as far in as the loop
//!     #pragma hicuda loop_partition …       ← inserted
//!     for (i = 0; i < n; i++)               the user's, byte for byte
//!         b[i] = a[i];
//!     #pragma hicuda kernel_end             ← inserted
//! ```
//! Invariant: only whole lines are inserted, between two lines of the user's, and nothing else changes.

use hir::{Program, Span, StmtId, StmtKind};
use source::{Edit, FileId, Sources, is_rest_of_line, line_start};

/// The lines that a loop takes.
#[derive(Clone, Debug)]
pub struct Lines {
    /// The file.
    pub file: FileId,
    /// Where its first line starts.
    pub start: usize,
    /// Where the line after its last one starts.
    pub end: usize,
    /// What its first line begins with.
    pub indent: String,
    /// How lines end here.
    pub newline: &'static str,
}

/// The lines of a loop above which a directive can stand, or why none can.
pub fn lines_above(program: &Program, sources: &Sources, stmt: StmtId) -> Result<Lines, String> {
    let lines = lines_of(program, sources, stmt)?;
    let text = &sources.map.file(lines.file).bytes[lines.start + lines.indent.len()..];
    match text.starts_with(b"for") {
        true => Ok(lines),
        false => Err("the head of the loop comes out of a macro".into()),
    }
}

/// The lines of a statement above which a directive can stand, or why none can.
pub fn lines_of(program: &Program, sources: &Sources, stmt: StmtId) -> Result<Lines, String> {
    let span = program.stmts[stmt].span;
    let (file, start, end) = written(sources, span).ok_or("the loop comes out of a macro")?;
    if !program.units.iter().any(|unit| unit.file == Some(file)) {
        return Err("the loop stands in an included file, which is not rewritten".into());
    }
    let bytes = &sources.map.file(file).bytes;
    let line = line_start(bytes, start);
    let before = &bytes[line..start];
    if !before.iter().all(|b| matches!(b, b' ' | b'\t')) {
        return Err("other text stands before the loop on its line".into());
    }
    if bytes[..line].strip_suffix(b"\n").map(trimmed_return).is_some_and(|text| text.ends_with(b"\\")) {
        return Err("the line before the loop is continued with a backslash".into());
    }
    let rest = bytes[start..].iter().position(|&b| b == b'\n').map_or(bytes.len(), |at| start + at);
    let newline = if bytes[..rest].ends_with(b"\r") { "\r\n" } else { "\n" };
    let indent = String::from_utf8_lossy(before).into_owned();
    Ok(Lines { file, start: line, end, indent, newline })
}

/// The lines of a loop that a region can begin above and end below.
pub fn lines_around(
    program: &Program,
    sources: &Sources,
    stmt: StmtId,
    parent: StmtId,
) -> Result<Lines, String> {
    lines_above(program, sources, stmt)?;
    region_lines(program, sources, stmt, parent)
}

/// The same for any statement.
pub fn region_lines(
    program: &Program,
    sources: &Sources,
    stmt: StmtId,
    parent: StmtId,
) -> Result<Lines, String> {
    let above = lines_of(program, sources, stmt)?;
    // A kernel of one statement may be the body of a loop without braces.
    let is_place = matches!(
        program.stmts[parent].kind,
        StmtKind::Block(_) | StmtKind::For { .. } | StmtKind::While { .. }
    );
    if !is_place {
        return Err("the loop is the body of a statement without braces, where a region cannot stand".into());
    }
    let bytes = &sources.map.file(above.file).bytes;
    let rest = &bytes[above.end..];
    let Some(length) = rest.iter().position(|&b| b == b'\n') else {
        return Err("the file ends on the loop's last line".into());
    };
    if !is_rest_of_line(&rest[..length]) {
        return Err("other text follows the loop on its last line".into());
    }
    Ok(Lines { end: above.end + length + 1, ..above })
}

fn trimmed_return(text: &[u8]) -> &[u8] {
    text.strip_suffix(b"\r").unwrap_or(text)
}

/// The bytes of a span that stands in its file as it is, not in a macro.
fn written(sources: &Sources, span: Span) -> Option<(FileId, usize, usize)> {
    let written = sources.expansions.written_at(span);
    if (written.lo, written.hi) != (span.lo, span.hi) || span.is_from_macro() {
        return None;
    }
    let range = sources.map.range(written)?;
    Some((range.file, range.start as usize, range.end as usize))
}

impl Lines {
    /// A directive above.
    pub fn above(&self, text: &str) -> Edit {
        self.line(self.start, text)
    }

    /// A directive below.
    pub fn below(&self, text: &str) -> Edit {
        self.line(self.end, text)
    }

    fn line(&self, at: usize, text: &str) -> Edit {
        let text = format!("{}{text}{}", self.indent, self.newline).into_bytes();
        Edit { start: at, end: at, text }
    }
}
