//! What a text has more than another: the directives and comments that were put into it.
//!
//! ```c
//! #pragma hicuda kernel k                                                  ← a whole line
//! for (i…) _Pragma("hicuda loop_partition over_thread") for (j…)           ← or a piece of one
//! ```
//! Invariant: the insertions applied to the original give the text.

use crate::Edit;

/// How pieces of a line begin, and what ends them; a space follows.
const PIECES: [(&[u8], &[u8]); 2] = [(b"_Pragma(\"hicuda ", b"\") "), (b"/* warploom:", b" */ ")];

/// The lines and pieces of lines that a text has more than another; `None` if it lacks anything.
pub fn insertions(original: &[u8], text: &[u8]) -> Option<Vec<Edit>> {
    let mut lines = original.split_inclusive(|&b| b == b'\n').peekable();
    let mut edits: Vec<Edit> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive(|&b| b == b'\n') {
        let pieces = lines.peek().and_then(|original| pieces(original, line));
        let (inserted, taken) = match pieces {
            Some(pieces) => (pieces, lines.next().map_or(0, <[u8]>::len)),
            None => (vec![(0, line)], 0),
        };
        for (offset, piece) in inserted {
            let start = at + offset;
            match edits.last_mut().filter(|edit| edit.start == start) {
                Some(edit) => edit.text.extend_from_slice(piece),
                None => edits.push(Edit { start, end: start, text: piece.to_vec() }),
            }
        }
        at += taken;
    }
    lines.next().is_none().then_some(edits)
}

/// The pieces that a line has more than another, each with where it goes; `None` if it is not that line.
fn pieces<'t>(original: &[u8], line: &'t [u8]) -> Option<Vec<(usize, &'t [u8])>> {
    let mut found = Vec::new();
    let (mut old, mut new) = (0, 0);
    while new < line.len() {
        match piece(&line[new..]) {
            Some(piece) if !original[old..].starts_with(piece) => {
                found.push((old, piece));
                new += piece.len();
            }
            _ if original.get(old) == Some(&line[new]) => (old, new) = (old + 1, new + 1),
            _ => return None,
        }
    }
    (old == original.len()).then_some(found)
}

/// The piece that a text begins with.
fn piece(text: &[u8]) -> Option<&[u8]> {
    let (begin, end) = PIECES.iter().find(|(begin, _)| text.starts_with(begin))?;
    let length = text.windows(end.len()).position(|window| window == *end)?;
    (length >= begin.len() - 1).then(|| &text[..length + end.len()])
}

#[cfg(test)]
mod insertions_tests {
    use super::insertions;
    use crate::apply_edits;

    #[test]
    fn lines_and_pieces_of_lines_are_found() {
        let pairs: [(&str, &str); 5] = [
            ("a\nb\n", "a\n#pragma hicuda kernel k\nb\n"),
            ("f(); for (i)\n", "f(); /* warploom: so */ _Pragma(\"hicuda kernel k\") for (i)\n"),
            ("for (i) x;\ny", "#pragma hicuda kernel k\nfor (i) _Pragma(\"hicuda kernel_end\") x;\ny"),
            (
                "_Pragma(\"hicuda barrier\") x;\n",
                "_Pragma(\"hicuda barrier\") _Pragma(\"hicuda barrier\") x;\n",
            ),
            (
                "_Pragma(\"hicuda kernel_end\") x;\n",
                "_Pragma(\"hicuda barrier\") _Pragma(\"hicuda kernel_end\") x;\n",
            ),
        ];
        for (original, text) in pairs.map(|(original, text)| (original.as_bytes(), text.as_bytes())) {
            let edits = insertions(original, text).expect("only insertions");
            assert!(edits.iter().all(|edit| edit.start == edit.end && !edit.text.is_empty()));
            assert_eq!(apply_edits(original, &edits).expect("edits that apply"), text);
        }
    }

    #[test]
    fn a_text_that_lacks_something_is_no_such_text() {
        assert_eq!(insertions(b"a\nb\n", b"a\n"), None);
        assert_eq!(insertions(b"for (i) x;\n", b"for (i) y;\n"), None);
    }
}
