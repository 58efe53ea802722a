//! Changes to one file's text, collected and made to fit together.
//!
//! There are two kinds: what is replaced or put in, and lines that move to the
//! right or left because something was put around them. Whoever puts a loop
//! around ten lines asks for those lines to be indented, and does not care that
//! somebody else replaces a word in one of them.
//!
//! Invariant: the edits that come out do not overlap; what is replaced as a
//! whole is not indented inside.

use std::collections::BTreeMap;
use std::ops::Range;

use emit::Precedence;
use hir::ExprId;
use source::Edit;

use crate::kernel::Kernel;
use crate::layout::Layout;
use crate::operand::{Operand, precedence};
use crate::refusal::Refusal;

/// The changes to a file.
#[derive(Clone, Default, Debug)]
pub(crate) struct Patch {
    edits: Vec<Edit>,
    /// Levels to the right, by the start of a line.
    shifts: BTreeMap<usize, i32>,
}

impl Patch {
    pub(crate) fn replace(&mut self, range: Range<usize>, text: impl Into<String>) {
        self.edits.push(Edit { start: range.start, end: range.end, text: text.into().into_bytes() });
    }

    pub(crate) fn insert(&mut self, at: usize, text: impl Into<String>) {
        self.replace(at..at, text);
    }

    /// Puts another expression in the place of one, with parentheses if it is looser.
    pub(crate) fn replace_expr(
        &mut self,
        kernel: &Kernel<'_>,
        expr: ExprId,
        with: &Operand,
    ) -> Result<(), Refusal> {
        // What stood there fitted, and so does what is at least as tight.
        let text = with.at(precedence(kernel, expr).min(Precedence::Postfix));
        self.replace(kernel.range(kernel.input.span(expr))?, text);
        Ok(())
    }

    /// Leaves an expression where it is, as an operand of something tighter than it may be.
    pub(crate) fn enclose(
        &mut self,
        kernel: &Kernel<'_>,
        expr: ExprId,
        before: &str,
        least: Precedence,
        after: &str,
    ) -> Result<(), Refusal> {
        let range = kernel.range(kernel.input.span(expr))?;
        let (open, close) = if precedence(kernel, expr) < least { ("(", ")") } else { ("", "") };
        self.insert(range.start, format!("{before}{open}"));
        self.insert(range.end, format!("{close}{after}"));
        Ok(())
    }

    /// Moves the lines that start in a range by so many levels.
    pub(crate) fn shift(&mut self, text: &[u8], range: Range<usize>, levels: i32) {
        let starts = range.clone().filter(|at| *at > 0 && text.get(at - 1) == Some(&b'\n'));
        for start in starts.collect::<Vec<_>>() {
            *self.shifts.entry(start).or_default() += levels;
        }
    }

    /// What is put in.
    pub(crate) fn texts(&self) -> impl Iterator<Item = String> {
        self.edits.iter().map(|edit| String::from_utf8_lossy(&edit.text).into_owned())
    }

    /// All of it as edits, laid out like the file.
    pub(crate) fn into_edits(self, text: &[u8], layout: &Layout) -> Vec<Edit> {
        let mut edits = self.edits;
        for edit in &mut edits {
            let generated = String::from_utf8_lossy(&edit.text).into_owned();
            let mut laid_out = layout.applied(&generated);
            // A comment must not take the rest of the user's line with it.
            let last = generated.rsplit('\n').next().unwrap_or_default();
            let goes_on = !matches!(text.get(edit.end), None | Some(b'\n' | b'\r'));
            if last.contains("//") && goes_on {
                laid_out += &layout.applied("\n");
            }
            edit.text = laid_out.into_bytes();
        }
        let replaced: Vec<Range<usize>> =
            edits.iter().filter(|e| e.start < e.end).map(|e| e.start..e.end).collect();
        for (start, levels) in self.shifts {
            let inside = |range: &Range<usize>| range.start < start && start < range.end;
            let is_empty = matches!(text.get(start), None | Some(b'\n' | b'\r' | b'#'));
            if is_empty || replaced.iter().any(inside) {
                continue;
            }
            let blanks = text[start..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
            match usize::try_from(levels) {
                Ok(levels) if levels > 0 => {
                    let edit = Edit { start, end: start, text: layout.levels(levels).into_bytes() };
                    edits.insert(0, edit);
                }
                Ok(_) => {}
                Err(_) => {
                    let indent = String::from_utf8_lossy(&text[start..start + blanks]).into_owned();
                    let kept = layout.outdented(&indent, levels.unsigned_abs() as usize).len();
                    let end = start + blanks - kept;
                    let free = !replaced.iter().any(|range| range.start < end && start < range.end);
                    if free && end > start {
                        edits.push(Edit { start, end, text: Vec::new() });
                    }
                }
            }
        }
        edits
    }
}

#[cfg(test)]
mod tests {
    use source::apply_edits;

    use super::*;

    #[test]
    fn lines_move_and_words_change() {
        let text = b"a;\nif (x)\n    b;\n\nc;\n";
        let mut patch = Patch::default();
        patch.shift(text, 3..18, 1);
        patch.replace(14..15, "beta");
        let changed = apply_edits(text, &patch.into_edits(text, &Layout::of(text, 0..text.len()))).unwrap();
        assert_eq!(String::from_utf8(changed).unwrap(), "a;\n    if (x)\n        beta;\n\nc;\n");
    }

    #[test]
    fn what_is_replaced_as_a_whole_stays_where_it_is_put() {
        let text = b"{\n    if (x)\n        return;\n    y;\n}\n";
        let mut patch = Patch::default();
        patch.replace(6..28, "ok;");
        patch.shift(text, 2..35, -1);
        let changed = apply_edits(text, &patch.into_edits(text, &Layout::of(text, 0..text.len()))).unwrap();
        assert_eq!(String::from_utf8(changed).unwrap(), "{\nok;\ny;\n}\n");
    }
}
