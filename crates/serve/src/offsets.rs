//! Places in a text as browsers count: in units of UTF-16.

use driver::unified_diff::line_changes;
use serde::Serialize;
use source::Edit;

/// A replacement of a part of the text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Replacement {
    /// Where it begins.
    pub(crate) from: usize,
    /// Where it ends.
    pub(crate) to: usize,
    /// What stands there then.
    pub(crate) insert: String,
}

/// The offset of a byte, in units of UTF-16; of the last character before it, if it is in one.
pub(crate) fn offset(text: &str, byte: usize) -> usize {
    let whole = (0..=byte.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    text[..whole].encode_utf16().count()
}

/// Edits as replacements of whole lines, for people to look at.
pub(crate) fn by_lines(text: &str, edits: &[Edit]) -> Vec<Replacement> {
    let mut starts = vec![0];
    starts.extend(text.split_inclusive('\n').scan(0, |at, line| {
        *at += line.len();
        Some(*at)
    }));
    let start = |line: usize| offset(text, starts.get(line).copied().unwrap_or(text.len()));
    let changes = line_changes(text.as_bytes(), edits).into_iter().map(|change| Replacement {
        from: start(change.old.start),
        to: start(change.old.end),
        insert: String::from_utf8_lossy(&change.new.concat()).into_owned(),
    });
    changes.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_beyond_the_first_plane_count_twice() {
        let text = "é𝄞x";
        assert_eq!([0, 2, 6, 7].map(|byte| offset(text, byte)), [0, 1, 3, 4]);
        assert_eq!(offset(text, 3), 1);
        assert_eq!(offset(text, 99), 4);
    }

    #[test]
    fn an_edit_replaces_its_lines() {
        let text = "é\nab\nc";
        let edit = Edit { start: 3, end: 4, text: b"X".to_vec() };
        let expected = Replacement { from: 2, to: 5, insert: String::from("Xb\n") };
        assert_eq!(by_lines(text, &[edit]), [expected]);
    }
}
