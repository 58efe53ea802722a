//! Text edits: the only way host text changes.
//!
//! Host code that no directive touches is never printed from a tree; it is
//! copied, and the edited ranges are spliced in. With no edits the output is
//! the input, byte for byte, whatever the input's encoding and line endings.

use std::ops::Range;

/// Replaces the bytes `start..end` of a file by `text`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// Offset of the first replaced byte.
    pub start: usize,
    /// Offset one past the last replaced byte; equal to `start` to insert.
    pub end: usize,
    /// The new bytes.
    pub text: Vec<u8>,
}

/// Why a set of edits cannot be applied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EditError {
    /// An edit reaches beyond the text or ends before it starts.
    OutOfRange(Edit),
    /// Two edits replace a common byte, or one inserts inside the other.
    Overlap(Edit, Edit),
}

/// Applies edits given in any order. Insertions at one place keep the order in
/// which they were given, and come before a replacement that starts there.
pub fn apply_edits(original: &[u8], edits: &[Edit]) -> Result<Vec<u8>, EditError> {
    let mut sorted: Vec<&Edit> = edits.iter().collect();
    sorted.sort_by_key(|e| (e.start, e.end));
    let grown = edits.iter().map(|e| e.text.len()).sum::<usize>();
    let mut out = Vec::with_capacity(original.len() + grown);
    let mut copied = 0;
    let mut previous: Option<&Edit> = None;
    for edit in sorted {
        if edit.start > edit.end || edit.end > original.len() {
            return Err(EditError::OutOfRange(edit.clone()));
        }
        if let Some(before) = previous.filter(|p| edit.start < p.end) {
            return Err(EditError::Overlap(before.clone(), edit.clone()));
        }
        out.extend_from_slice(&original[copied..edit.start]);
        out.extend_from_slice(&edit.text);
        copied = edit.end;
        previous = Some(edit);
    }
    out.extend_from_slice(&original[copied..]);
    Ok(out)
}

/// A directive that shares its line with other text, and the space behind it.
pub fn within_line(directive: &str) -> String {
    format!("_Pragma(\"hicuda {directive}\") ")
}

/// Where the line starts that an offset is in.
pub fn line_start(bytes: &[u8], at: usize) -> usize {
    bytes[..at].iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1)
}

/// The blanks before the first word of the line that an offset is in.
pub fn indentation(bytes: &[u8], at: usize) -> String {
    let start = line_start(bytes, at);
    let blanks = bytes[start..at].iter().take_while(is_blank).count();
    String::from_utf8_lossy(&bytes[start..start + blanks]).into_owned()
}

/// A range with its line, if there is nothing else on it.
pub fn whole_line(bytes: &[u8], range: Range<usize>) -> Range<usize> {
    let before = bytes[..range.start].iter().rev().take_while(is_blank).count();
    let after = bytes[range.end..].iter().take_while(|b| is_blank(b) || **b == b'\r').count();
    let (start, end) = (range.start - before, range.end + after);
    let starts_line = start == 0 || bytes[start - 1] == b'\n';
    match bytes.get(end) {
        Some(b'\n') if starts_line => start..end + 1,
        _ => range,
    }
}

fn is_blank(byte: &&u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// How the lines of a text end, by its first one.
pub fn line_ending(bytes: &[u8]) -> &'static str {
    let first = bytes.iter().position(|&b| b == b'\n');
    if first.is_some_and(|i| i > 0 && bytes[i - 1] == b'\r') { "\r\n" } else { "\n" }
}

/// Is the rest of a line nothing but blanks, and at most one comment that ends with it?
pub fn is_rest_of_line(text: &[u8]) -> bool {
    let text = text.trim_ascii();
    let is_closed =
        || text.starts_with(b"/*") && text.windows(2).position(|w| w == b"*/") == Some(text.len() - 2);
    text.is_empty() || text.starts_with(b"//") && !text.ends_with(b"\\") || is_closed()
}

/// Where to insert before a declaration: the start of the comment lines
/// directly above an offset, or the start of its line; the offset itself behind another declaration.
pub fn declaration_start(bytes: &[u8], offset: usize) -> usize {
    let line_start = |at: usize| line_start(bytes, at);
    let mut start = line_start(offset);
    if matches!(bytes[start..offset].trim_ascii_end(), [.., b';' | b'}']) {
        return offset;
    }
    loop {
        if start == 0 {
            return 0;
        }
        let above = line_start(start - 1);
        let line = bytes[above..start].trim_ascii();
        if line.starts_with(b"//") {
            start = above;
        } else if line.ends_with(b"*/") {
            let Some(open) = bytes[..start].windows(2).rposition(|w| w == b"/*") else { return start };
            let first = line_start(open);
            if !bytes[first..open].trim_ascii().is_empty() {
                return start;
            }
            start = first;
        } else {
            return start;
        }
    }
}

/// Where a further `#include` belongs: before the first that no condition is about, else below the comment that the
/// file begins with.
pub fn include_place(bytes: &[u8]) -> usize {
    let (mut depth, mut at, mut is_comment) = (0usize, 0, false);
    let mut first_code = None;
    for line in bytes.split_inclusive(|&b| b == b'\n') {
        let text = line.trim_ascii();
        let was_comment = is_comment;
        let last = |what: &[u8]| text.windows(2).rposition(|pair| pair == what);
        match (last(b"/*"), last(b"*/")) {
            (Some(opens), closes) => is_comment = closes.is_none_or(|closes| closes < opens),
            (None, Some(_)) => is_comment = false,
            (None, None) => {}
        }
        let is_code = !was_comment && !text.starts_with(b"/*") && !text.starts_with(b"//");
        if is_code && !text.is_empty() {
            first_code = first_code.or(Some(at));
        }
        let directive = text.strip_prefix(b"#").map(<[u8]>::trim_ascii_start).filter(|_| is_code);
        match directive {
            Some(word) if word.starts_with(b"include") && depth == 0 => return at,
            Some(word) if word.starts_with(b"if") => depth += 1,
            Some(word) if word.starts_with(b"endif") => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += line.len();
    }
    first_code.unwrap_or(bytes.len())
}

#[cfg(test)]
#[path = "edit_tests.rs"]
mod edit_tests;
