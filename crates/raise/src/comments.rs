//! The comments of a kernel's body, in what it became.
//!
//! A raised body is printed from the tree, which has no comments. They are read from the text
//! once more, and each goes before the first statement that stood behind it; one at the end of a
//! line goes before that line's statement.

use hir::copy::{self, Rewrite};
use hir::{Builder, ExprId, StmtId, StmtKind};
use source::{FileId, line_start};

/// The statement with the comments of a range of the file.
pub(crate) fn restored(
    b: &mut Builder<'_>,
    file: FileId,
    range: std::ops::Range<usize>,
    stmt: StmtId,
) -> StmtId {
    let text = b.sources.map.file(file).bytes.clone();
    let pending = comments(&text, range);
    if pending.is_empty() {
        return stmt;
    }
    let mut restoring = Restoring { b, file, pending };
    copy::stmt(&mut restoring, stmt)
}

/// Where comments belong, the last one first, and their lines.
fn comments(text: &[u8], range: std::ops::Range<usize>) -> Vec<(usize, Vec<String>)> {
    let mut found = Vec::new();
    let mut at = range.start;
    while at < range.end {
        let rest = &text[at..range.end];
        let end = if rest.starts_with(b"//") {
            rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len())
        } else if rest.starts_with(b"/*") {
            rest.windows(2).skip(2).position(|pair| pair == b"*/").map_or(rest.len(), |end| end + 4)
        } else if rest[0] == b'"' || rest[0] == b'\'' {
            let mut end = 1;
            while end < rest.len() && rest[end] != rest[0] && rest[end] != b'\n' {
                end += if rest[end] == b'\\' { 2 } else { 1 };
            }
            at += (end + 1).min(rest.len());
            continue;
        } else {
            at += 1;
            continue;
        };
        let line = line_start(text, at);
        let is_alone = text[line..at].trim_ascii().is_empty();
        let place = if is_alone { at } else { line };
        let lines = String::from_utf8_lossy(&rest[..end]).into_owned();
        let lines: Vec<String> = lines.lines().map(plain).filter(|line| !line.is_empty()).collect();
        found.push((place, lines));
        at += end;
    }
    found.reverse();
    found
}

/// A line of a comment without its marks.
fn plain(line: &str) -> String {
    let line = line.trim().trim_start_matches("/*").trim_end_matches("*/").trim();
    line.trim_start_matches("//").trim_start_matches('*').trim().to_owned()
}

struct Restoring<'s, 'b> {
    b: &'s mut Builder<'b>,
    file: FileId,
    /// Still to be written, the last one first.
    pending: Vec<(usize, Vec<String>)>,
}

impl<'b> Rewrite<'b> for Restoring<'_, 'b> {
    fn builder(&mut self) -> &mut Builder<'b> {
        self.b
    }

    fn replace_expr(&mut self, expr: ExprId) -> Option<ExprId> {
        Some(expr)
    }

    fn replace_stmt(&mut self, stmt: StmtId) -> Option<StmtId> {
        let span = self.b.program.stmts[stmt].span;
        let kind = match self.b.program.stmts[stmt].kind.clone() {
            StmtKind::Block(stmts) => {
                let mut out = Vec::new();
                for stmt in stmts {
                    self.before(stmt, &mut out);
                    out.push(copy::stmt(self, stmt));
                }
                StmtKind::Block(out)
            }
            StmtKind::If { cond, then, otherwise } => {
                let then = self.body(then);
                StmtKind::If { cond, then, otherwise: otherwise.map(|stmt| self.body(stmt)) }
            }
            StmtKind::For { init, cond, step, body } => {
                StmtKind::For { init, cond, step, body: self.body(body) }
            }
            StmtKind::While { cond, body } => StmtKind::While { cond, body: self.body(body) },
            _ => return None,
        };
        Some(self.b.program.stmts.alloc(hir::Stmt { kind, span }))
    }
}

impl Restoring<'_, '_> {
    /// A loop's or branch's body, in braces if a comment belongs to it.
    fn body(&mut self, stmt: StmtId) -> StmtId {
        if matches!(self.b.program.stmts[stmt].kind, StmtKind::Block(_)) {
            return copy::stmt(self, stmt);
        }
        let mut out = Vec::new();
        self.before(stmt, &mut out);
        let copied = copy::stmt(self, stmt);
        if out.is_empty() {
            return copied;
        }
        out.push(copied);
        self.b.stmt(StmtKind::Block(out))
    }

    /// The comments that stood before a statement.
    fn before(&mut self, stmt: StmtId, out: &mut Vec<StmtId>) {
        let span = self.b.program.stmts[stmt].span;
        if span.is_builtin() || span.is_from_macro() {
            return;
        }
        let Some(range) = self.b.sources.map.range(span).filter(|range| range.file == self.file) else {
            return;
        };
        while let Some((place, _)) = self.pending.last()
            && *place < range.start as usize
        {
            let Some((_, lines)) = self.pending.pop() else { return };
            for line in lines {
                out.push(self.b.stmt(StmtKind::Comment(line.into())));
            }
        }
    }
}
