//! Where directives stand in the user's text: in whole lines around whole loops.
//!
//! ```c
//!     #pragma hicuda kernel step_b          ← inserted, as far in as the loop
//!     #pragma hicuda loop_partition …       ← inserted
//!     for (i = 0; i < n; i++)               the user's, byte for byte
//!         b[i] = a[i];
//!     #pragma hicuda kernel_end             ← inserted
//! ```
//! What shares its line with other text has its directives there, too:
//!
//! ```c
//!     for (i = 0; i < n; i++) _Pragma("hicuda loop_partition over_thread") for (j = 0; j < n; j++)
//! ```
//! Invariant: whole lines are inserted between two lines of the user's, or such words between two statements, and
//! nothing else changes.

use hir::{Program, Span, StmtId, StmtKind};
use source::{Edit, FileId, Gap, Sources};

use crate::REASON;

/// The lines that a statement takes, or its part of them.
#[derive(Clone, Debug)]
pub struct Lines {
    /// The file.
    pub file: FileId,
    /// Before it.
    pub before: Gap,
    /// After it.
    after: Gap,
}

/// The words of a directive that takes a line, without its condition: `global`, `free`, `a`; of `a[0:n]` only `a`. None for other
/// lines.
pub fn words(line: &[u8]) -> Vec<&[u8]> {
    let Some(directive) = line.trim_ascii().strip_prefix(b"#pragma hicuda ") else { return Vec::new() };
    let mut depth = 0;
    let condition = directive.starts_with(b"when(").then(|| {
        directive.iter().position(|byte| {
            depth += i32::from(*byte == b'(') - i32::from(*byte == b')');
            *byte == b')' && depth == 0
        })
    });
    let directive = condition.flatten().map_or(directive, |end| &directive[end + 1..]);
    let words = directive.split(|byte| byte.is_ascii_whitespace()).filter(|word| !word.is_empty());
    words
        .map(|word| word.split(|byte| *byte == b'[').next().unwrap_or(word))
        .filter(|word| !word.is_empty())
        .collect()
}

/// The lines of a loop above which a directive can stand, or why none can.
pub fn lines_above(program: &Program, sources: &Sources, stmt: StmtId) -> Result<Lines, String> {
    let lines = lines_of(program, sources, stmt)?;
    let indent = lines.before.indent.as_ref().map_or(0, String::len);
    let text = &sources.map.file(lines.file).bytes[lines.before.offset + indent..];
    match text.starts_with(b"for") || is_head(text) && begins_alone(program, stmt) {
        true => Ok(lines),
        false => Err("the head of the loop comes out of a macro".into()),
    }
}

/// `EACH(i)`: a macro that a statement begins with.
fn is_head(text: &[u8]) -> bool {
    text.first().is_some_and(|first| first.is_ascii_alphabetic() || *first == b'_')
        && !text.starts_with(b"_Pragma")
}

/// Does no statement around this one begin at the same place? A macro may hold the heads of two loops.
fn begins_alone(program: &Program, stmt: StmtId) -> bool {
    let Span { lo, hi, ctx } = program.stmts[stmt].span;
    let is_around = |span: Span| (span.lo, span.ctx) == (lo, ctx) && span.hi >= hi;
    let bodies = program.functions.iter().filter_map(|(_, function)| function.body);
    let own =
        bodies.filter(|body| (program.stmts[*body].span.lo..program.stmts[*body].span.hi).contains(&lo));
    let mut all = own.flat_map(|body| program.stmts_below(body));
    !all.any(|other| other != stmt && is_around(program.stmts[other].span))
}

/// The lines of a statement above which a directive can stand, or why none can.
pub fn lines_of(program: &Program, sources: &Sources, stmt: StmtId) -> Result<Lines, String> {
    let span = program.stmts[stmt].span;
    let (file, start, end) = written(sources, span).ok_or("the loop comes out of a macro")?;
    if !program.units.iter().any(|unit| unit.file == Some(file)) {
        return Err("the loop stands in an included file, which is not rewritten".into());
    }
    let bytes = &sources.map.file(file).bytes;
    Ok(Lines { file, before: Gap::before(bytes, start), after: Gap::after(bytes, start, end) })
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
    // A kernel of one statement may be the body of a loop or a condition without braces.
    let is_place = matches!(
        program.stmts[parent].kind,
        StmtKind::Block(_) | StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::If { .. }
    );
    match is_place {
        true => lines_of(program, sources, stmt),
        false => {
            Err("the loop is the body of a statement without braces, where a region cannot stand".into())
        }
    }
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
    pub fn above(&self, directive: &str) -> Edit {
        self.before.directive(directive)
    }

    /// A directive below.
    pub fn below(&self, directive: &str) -> Edit {
        self.after.directive(directive)
    }

    /// Why there is a kernel.
    pub fn reason(&self, why: &str) -> Edit {
        self.before.comment(REASON, why)
    }
}
