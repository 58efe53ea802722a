//! Places in the user's text between two statements.
//!
//! ```c
//!     step(a);        // before it: a line of its own, indented as the statement
//! { f(a); g(a); }     // between the two: `_Pragma("hicuda …")`, so that every other byte stays
//! ```

use analyze::Input;
use hir::{StmtId, StmtKind};
use source::{Span, is_rest_of_line, line_ending, line_start};

use crate::tree::Tree;

/// Before or after a statement of a block.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Spot {
    /// Just before it.
    Before(StmtId),
    /// Just after it.
    After(StmtId),
}

/// A place in a text.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Anchor {
    /// Which of the input files.
    pub file: usize,
    /// The byte before which something is inserted.
    pub offset: usize,
    /// The white space that a line begins with; `None` inside a line.
    pub indent: Option<String>,
    /// How lines of the file end.
    pub ending: &'static str,
}

/// Where a spot is in the text that was read; `None` for statements that macros or headers hold.
pub fn anchor(input: &Input<'_>, tree: &Tree<'_>, spot: Spot, files: usize) -> Option<Anchor> {
    let (stmt, is_before) = match spot {
        Spot::Before(stmt) => (above_pragmas(input, tree, stmt), true),
        Spot::After(stmt) => (stmt, false),
    };
    let span = whole_span(input, stmt);
    let sources = input.sources;
    let written = sources.expansions.outermost_call(span);
    let range = sources.map.written_range(written)?;
    let file = range.file.index();
    if file >= files {
        return None;
    }
    let text = &sources.map.file(range.file).bytes;
    let (start, end) = (range.start as usize, range.end as usize);
    Some(match is_before {
        true => before(text, file, start),
        false => after(text, file, start, end),
    })
}

/// A statement with the pragmas of others that belong to it.
fn above_pragmas(input: &Input<'_>, tree: &Tree<'_>, stmt: StmtId) -> StmtId {
    let siblings = tree.parent(stmt).and_then(|parent| tree.list(parent)).unwrap_or_default();
    let Some(mut at) = siblings.iter().position(|sibling| *sibling == stmt) else { return stmt };
    let is_pragma = |stmt: StmtId| matches!(input.program.stmts[stmt].kind, StmtKind::Pragma(_));
    while at > 0 && is_pragma(siblings[at - 1]) {
        at -= 1;
    }
    siblings[at]
}

/// A statement with its directive's line, and a kernel with its end.
fn whole_span(input: &Input<'_>, stmt: StmtId) -> Span {
    let program = input.program;
    let span = program.stmts[stmt].span;
    match program.stmts[stmt].kind {
        StmtKind::Kernel { directive, end, .. } => {
            input.sources.join(program.directives[directive].line, end)
        }
        StmtKind::Annotated { directive, .. } => input.sources.join(program.directives[directive].line, span),
        StmtKind::Directive(directive) => program.directives[directive].line,
        _ => span,
    }
}

fn before(text: &[u8], file: usize, start: usize) -> Anchor {
    let ending = line_ending(text);
    let line = line_start(text, start);
    match is_blank(&text[line..start]) {
        true => Anchor { file, offset: line, indent: Some(lossy(&text[line..start])), ending },
        false => Anchor { file, offset: start, indent: None, ending },
    }
}

fn after(text: &[u8], file: usize, start: usize, end: usize) -> Anchor {
    let ending = line_ending(text);
    let line = line_start(text, start);
    let indent = text[line..].iter().take_while(|byte| matches!(**byte, b' ' | b'\t')).count();
    let indent = Some(lossy(&text[line..line + indent]));
    // The line of a directive may hold its own end.
    if end > 0 && text.get(end - 1) == Some(&b'\n') {
        return Anchor { file, offset: end, indent, ending };
    }
    let rest = text.get(end..).unwrap_or_default();
    let length = rest.iter().position(|byte| *byte == b'\n');
    match length {
        Some(length) if is_rest_of_line(&rest[..length]) => {
            Anchor { file, offset: end + length + 1, indent, ending }
        }
        // Directives within a line have the space behind them.
        _ => Anchor { file, offset: end + usize::from(rest.starts_with(b" ")), indent: None, ending },
    }
}

fn is_blank(text: &[u8]) -> bool {
    text.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r'))
}

fn lossy(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_its_own_where_nothing_else_stands_there() {
        let text = b"{\n  f(a);  // why\n  g(a); h(a);\n}\n";
        let indent = || Some("  ".to_string());
        assert_eq!(before(text, 0, 4), Anchor { file: 0, offset: 2, indent: indent(), ending: "\n" });
        assert_eq!(after(text, 0, 4, 9), Anchor { file: 0, offset: 18, indent: indent(), ending: "\n" });
        assert_eq!(before(text, 0, 26), Anchor { file: 0, offset: 26, indent: None, ending: "\n" });
        assert_eq!(after(text, 0, 20, 25), Anchor { file: 0, offset: 26, indent: None, ending: "\n" });
        assert_eq!(after(text, 0, 26, 31), Anchor { file: 0, offset: 32, indent: indent(), ending: "\n" });
    }
}
