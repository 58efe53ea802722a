//! Marks in a text under construction: which place each line came from.
//!
//! A generated text is put together from many pieces, printed, copied, indented and joined. Where
//! somebody wants to know where its lines came from, every piece carries marks, bytes that no
//! program has, and the finished text is split into text and places:
//!
//! ```text
//! ␁17␂float x;␤    ␁42␂a[i] = x;␤        "float x;␤    a[i] = x;␤" and [0 ← 17, 4 ← 42]
//! ```

use crate::{Edit, FileId, Pos, Sources};

const OPEN: u8 = 1;
const CLOSE: u8 = 2;

/// The mark of a place.
pub fn mark(pos: Pos) -> String {
    format!("{}{pos}{}", char::from(OPEN), char::from(CLOSE))
}

/// Marks for the lines of a file that edits leave in their place, as edits of their own; none where
/// nobody asks. What comes in the place of whole lines has marks of its own, or came from none.
pub fn copied_lines(sources: &Sources, file: FileId, edits: &[Edit]) -> Vec<Edit> {
    if !sources.traced {
        return Vec::new();
    }
    let text = sources.map.file(file);
    let is_gone = |at: usize, edit: &Edit| {
        // Another word at the beginning of a line leaves the line what it is.
        let is_word = || {
            let stays = !edit.text.is_empty() && edit.text.first() != Some(&OPEN);
            edit.start == at && stays && !text.bytes[edit.start..edit.end].contains(&b'\n')
        };
        edit.start <= at && at < edit.end && !is_word()
    };
    let starts = text.line_starts().iter().map(|start| *start as usize);
    let copied = starts.filter(|at| !edits.iter().any(|edit| is_gone(*at, edit)));
    copied.map(|at| Edit { start: at, end: at, text: mark(text.start + at as u32).into_bytes() }).collect()
}

/// A text without its marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Traced {
    /// The text.
    pub bytes: Vec<u8>,
    /// For each line: the column of its first mark in bytes, and the place.
    pub lines: Vec<Option<(u32, Pos)>>,
}

/// Takes the marks out of a text.
pub fn strip(marked: &[u8]) -> Traced {
    let mut traced = Traced { bytes: Vec::with_capacity(marked.len()), lines: vec![None] };
    let mut line_start = 0;
    let mut at = 0;
    while let Some(&byte) = marked.get(at) {
        if let Some((pos, length)) = mark_at(&marked[at..]) {
            let column = (traced.bytes.len() - line_start) as u32;
            if let Some(line) = traced.lines.last_mut() {
                line.get_or_insert((column, pos));
            }
            at += length;
            continue;
        }
        traced.bytes.push(byte);
        if byte == b'\n' {
            line_start = traced.bytes.len();
            traced.lines.push(None);
        }
        at += 1;
    }
    traced
}

/// The mark that a text begins with, and its length.
fn mark_at(text: &[u8]) -> Option<(Pos, usize)> {
    let rest = text.strip_prefix(&[OPEN])?;
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = std::str::from_utf8(&rest[..digits]).ok()?.parse().ok()?;
    (rest.get(digits) == Some(&CLOSE)).then_some((number, digits + 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_become_places_and_leave_no_trace() {
        let text = format!("{}float x;\n    {}a[i] = {}x;\n\n", mark(17), mark(42), mark(43));
        let traced = strip(text.as_bytes());
        assert_eq!(traced.bytes, b"float x;\n    a[i] = x;\n\n");
        assert_eq!(traced.lines, [Some((0, 17)), Some((4, 42)), None, None]);
        // What only looks like a mark is text.
        assert_eq!(strip(b"\x01a\x02\x01").bytes, b"\x01a\x02\x01");
    }
}
