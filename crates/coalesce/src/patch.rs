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

use source::Edit;

/// Spaces of one level.
pub(crate) const INDENT: &str = "    ";

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

    /// Moves the lines that start in a range by so many levels.
    pub(crate) fn shift(&mut self, text: &[u8], range: Range<usize>, levels: i32) {
        let starts = range.clone().filter(|at| *at > 0 && text.get(at - 1) == Some(&b'\n'));
        for start in starts.collect::<Vec<_>>() {
            *self.shifts.entry(start).or_default() += levels;
        }
    }

    /// All of it as edits.
    pub(crate) fn into_edits(self, text: &[u8]) -> Vec<Edit> {
        let mut edits = self.edits;
        let replaced: Vec<Range<usize>> =
            edits.iter().filter(|e| e.start < e.end).map(|e| e.start..e.end).collect();
        for (start, levels) in self.shifts {
            let inside = |range: &Range<usize>| range.start < start && start < range.end;
            let is_empty = matches!(text.get(start), None | Some(b'\n' | b'\r' | b'#'));
            if is_empty || replaced.iter().any(inside) {
                continue;
            }
            let blanks = text[start..].iter().take_while(|byte| **byte == b' ').count();
            match usize::try_from(levels) {
                Ok(levels) if levels > 0 => {
                    let edit = Edit { start, end: start, text: INDENT.repeat(levels).into_bytes() };
                    edits.insert(0, edit);
                }
                Ok(_) => {}
                Err(_) => {
                    let end = start + blanks.min(INDENT.len() * levels.unsigned_abs() as usize);
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
        let changed = apply_edits(text, &patch.into_edits(text)).unwrap();
        assert_eq!(String::from_utf8(changed).unwrap(), "a;\n    if (x)\n        beta;\n\nc;\n");
    }

    #[test]
    fn what_is_replaced_as_a_whole_stays_where_it_is_put() {
        let text = b"{\n    if (x)\n        return;\n    y;\n}\n";
        let mut patch = Patch::default();
        patch.replace(6..28, "ok;");
        patch.shift(text, 2..35, -1);
        let changed = apply_edits(text, &patch.into_edits(text)).unwrap();
        assert_eq!(String::from_utf8(changed).unwrap(), "{\nok;\ny;\n}\n");
    }
}
