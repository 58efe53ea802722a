//! A piece of a file made fit to show: valid text, few lines, short lines.
//!
//! Source files are bytes. They may be Latin-1, binary garbage, or one line of
//! a hundred megabytes, and a message about them must still be readable and
//! quick. An excerpt holds the lines that the marked ranges touch; a long line
//! is cut to a window around its first mark, and bytes that are no UTF-8
//! become U+FFFD. Invariant: every mark lies on character boundaries of the
//! text, because the text is converted piece by piece between mark boundaries.

use std::collections::BTreeMap;
use std::ops::Range;

use source::SourceFile;

/// Lines and the marks in them.
#[derive(Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The lines, each with its line feed.
    pub text: String,
    /// The one-based number of the first line.
    pub first_line: usize,
    /// The marked ranges in `text`, in the order given.
    pub marks: Vec<Range<usize>>,
    /// True when a line was cut, so that columns in `text` are not the file's.
    pub shortened: bool,
}

/// Lines longer than this are cut.
const LONG_LINE: u32 = 800;
/// What is kept before and after the start of a mark in a cut line.
const WINDOW_BEFORE: u32 = 60;
const WINDOW_AFTER: u32 = 160;
/// A mark over more lines than this is shown on its first line only.
const MARK_LINES: usize = 40;

/// The lines of `file` that `marks` (byte ranges) touch, and all between them.
pub fn excerpt(file: &SourceFile, marks: &[Range<u32>]) -> Excerpt {
    let marks: Vec<Range<u32>> = marks.iter().map(|m| bounded(file, m)).collect();
    let first = marks.iter().map(|m| line_of(file, m.start)).min().unwrap_or(0);
    let last = marks.iter().map(|m| line_of(file, m.end)).max().unwrap_or(0);
    let lines = (first..=last).map(|line| kept_of_line(file, line, &marks));
    render(file, first, &marks, lines)
}

/// The line number, from zero, that holds an offset.
pub fn line_of(file: &SourceFile, offset: u32) -> usize {
    file.line_starts().partition_point(|&start| start <= offset) - 1
}

/// The one-based column of an offset, counted in characters.
pub fn char_column(file: &SourceFile, offset: u32) -> usize {
    let offset = offset.min(file.bytes.len() as u32);
    let start = file.line_starts()[line_of(file, offset)];
    String::from_utf8_lossy(&file.bytes[start as usize..offset as usize]).chars().count() + 1
}

/// The mark inside the file, and not over too many lines.
fn bounded(file: &SourceFile, mark: &Range<u32>) -> Range<u32> {
    let len = file.bytes.len() as u32;
    let start = mark.start.min(len);
    let end = mark.end.clamp(start, len);
    let first = line_of(file, start);
    if line_of(file, end) - first > MARK_LINES {
        return start..line_range(file, first).end.max(start);
    }
    start..end
}

/// The bytes of a line, without its line feed.
fn line_range(file: &SourceFile, line: usize) -> Range<u32> {
    let starts = file.line_starts();
    let end = starts.get(line + 1).map_or(file.bytes.len() as u32, |next| next - 1);
    starts[line]..end
}

/// A line, and what of it is kept.
struct KeptLine {
    whole: Range<u32>,
    kept: Range<u32>,
}

fn kept_of_line(file: &SourceFile, line: usize, marks: &[Range<u32>]) -> KeptLine {
    let whole = line_range(file, line);
    if whole.len() as u32 <= LONG_LINE {
        return KeptLine { kept: whole.clone(), whole };
    }
    let on_line = |offset: &u32| whole.start <= *offset && *offset <= whole.end;
    let centre = marks.iter().flat_map(|m| [m.start, m.end]).filter(on_line).min().unwrap_or(whole.start);
    let start = centre.saturating_sub(WINDOW_BEFORE).max(whole.start);
    let end = (centre + WINDOW_AFTER).min(whole.end);
    KeptLine { kept: start..end, whole }
}

/// Joins the kept lines and moves the marks along.
fn render(
    file: &SourceFile,
    first: usize,
    marks: &[Range<u32>],
    lines: impl Iterator<Item = KeptLine>,
) -> Excerpt {
    // File offset of every mark boundary -> offset in the text.
    let mut moved: BTreeMap<u32, usize> =
        marks.iter().flat_map(|m| [m.start, m.end]).map(|offset| (offset, 0)).collect();
    let mut text = String::new();
    let mut shortened = false;
    for KeptLine { whole, kept } in lines {
        shortened |= kept != whole;
        text.push_str(if kept.start > whole.start { "…" } else { "" });
        let mut copied = kept.start;
        for (&offset, place) in moved.range_mut(whole.start..=whole.end) {
            let to = offset.clamp(kept.start, kept.end);
            push_lossy(&mut text, &file.bytes[copied as usize..to as usize]);
            copied = to;
            *place = text.len();
        }
        push_lossy(&mut text, &file.bytes[copied as usize..kept.end as usize]);
        text.push_str(if kept.end < whole.end { "…\n" } else { "\n" });
    }
    let marks = marks.iter().map(|m| moved[&m.start]..moved[&m.end]).collect();
    Excerpt { text, first_line: first + 1, marks, shortened }
}

/// Appends bytes as text. Carriage returns end lines in files from elsewhere
/// and would move a terminal's cursor: they are left out.
fn push_lossy(text: &mut String, bytes: &[u8]) {
    text.extend(String::from_utf8_lossy(bytes).chars().filter(|&c| c != '\r'));
}
