//! Places as the protocol counts them: lines from zero, columns in UTF-16 units.
//!
//! Texts are bytes, and not all of them UTF-8: what is not counts as one unit a byte, as an
//! editor shows it. [`Shift`] leads places of a text to those of a later one, where the
//! lines around them are the same.

use std::collections::HashMap;

use lsp_types::{Position, Range};

/// The place of an offset.
pub(crate) fn position(text: &[u8], line_starts: &[u32], offset: u32) -> Position {
    let offset = offset.min(text.len() as u32);
    let line = line_starts.partition_point(|start| *start <= offset).saturating_sub(1);
    let start = line_starts.get(line).copied().unwrap_or(0);
    let before = text.get(start as usize..offset as usize).unwrap_or_default();
    let column = String::from_utf8_lossy(before).encode_utf16().count();
    Position::new(line as u32, column as u32)
}

/// The offset of a place; behind the end of a line is its end.
pub(crate) fn offset(text: &[u8], position: Position) -> u32 {
    let mut start = 0;
    for _ in 0..position.line {
        match text[start..].iter().position(|byte| *byte == b'\n') {
            Some(end) => start += end + 1,
            None => return text.len() as u32,
        }
    }
    let line = text[start..].split(|byte| *byte == b'\n').next().unwrap_or_default();
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let mut left = position.character as usize;
    let mut at = 0;
    for chunk in line.utf8_chunks() {
        for character in chunk.valid().chars() {
            if left == 0 {
                return (start + at) as u32;
            }
            left = left.saturating_sub(character.len_utf16());
            at += character.len_utf8();
        }
        if left > 0 && !chunk.invalid().is_empty() {
            left -= 1;
            at += chunk.invalid().len();
        }
    }
    (start + at) as u32
}

/// The offsets at which lines start.
pub(crate) fn line_starts(text: &[u8]) -> Vec<u32> {
    let newlines = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    std::iter::once(0).chain(newlines.map(|(at, _)| at as u32 + 1)).collect()
}

/// From the lines of one text to those of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shift {
    /// For each line of the first text, the same line in the second.
    lines: Vec<Option<u32>>,
    /// How many lines the second one has.
    length: usize,
}

impl Shift {
    /// From a text to another one: the same beginning and end, and in between lines that occur
    /// once in both, with what is the same around them.
    pub(crate) fn between(from: &[u8], to: &[u8]) -> Shift {
        let (a, b): (Vec<&[u8]>, Vec<&[u8]>) =
            (from.split(|byte| *byte == b'\n').collect(), to.split(|byte| *byte == b'\n').collect());
        let mut lines = vec![None; a.len()];
        let before = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
        let most = a.len().min(b.len()) - before;
        let same = a.iter().rev().zip(b.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
        (0..before).for_each(|at| lines[at] = Some(at as u32));
        (1..=same).for_each(|at| lines[a.len() - at] = Some((b.len() - at) as u32));
        let (end_a, end_b) = (a.len() - same, b.len() - same);
        let mut next = before;
        for (at_a, at_b) in anchors(&a[before..end_a], &b[before..end_b]) {
            let (at_a, at_b) = (at_a + before, at_b + before);
            if at_b < next {
                continue;
            }
            let free = (at_a - before).min(at_b - next);
            let above =
                (1..=free).take_while(|n| a[at_a - n] == b[at_b - n] && lines[at_a - n].is_none()).count();
            let below = a[at_a..end_a].iter().zip(&b[at_b..end_b]).take_while(|(a, b)| a == b).count();
            for n in 0..above + below {
                lines[at_a - above + n] = Some((at_b - above + n) as u32);
            }
            next = at_b + below;
        }
        Shift { lines, length: b.len() }
    }

    /// The other way round.
    pub(crate) fn back(&self) -> Shift {
        let mut lines = vec![None; self.length];
        for (at, to) in self.lines.iter().enumerate() {
            if let Some(line) = to.and_then(|to| lines.get_mut(to as usize)) {
                *line = Some(at as u32);
            }
        }
        Shift { lines, length: self.lines.len() }
    }

    /// Where a place of the first text is in the second; `None` in lines that changed.
    pub(crate) fn position(&self, at: Position) -> Option<Position> {
        let line = self.lines.get(at.line as usize).copied().flatten()?;
        Some(Position { line, ..at })
    }

    /// The same for a range.
    pub(crate) fn range(&self, range: Range) -> Option<Range> {
        Some(Range { start: self.position(range.start)?, end: self.position(range.end)? })
    }

    /// The nearest place above that is the same.
    pub(crate) fn at_or_above(&self, at: Position) -> Position {
        let above = self.lines.iter().take(at.line as usize + 1).rev().find_map(|line| *line);
        self.position(at).unwrap_or(Position::new(above.unwrap_or(0), 0))
    }
}

/// Pairs of lines that occur once in each, in the order of the first.
fn anchors(a: &[&[u8]], b: &[&[u8]]) -> Vec<(usize, usize)> {
    let mut seen: HashMap<&[u8], [Vec<usize>; 2]> = HashMap::new();
    for (which, lines) in [a, b].into_iter().enumerate() {
        for (at, line) in lines.iter().enumerate() {
            seen.entry(line).or_default()[which].push(at);
        }
    }
    let once = seen.into_values().filter_map(|[a, b]| match (a.as_slice(), b.as_slice()) {
        ([a], [b]) => Some((*a, *b)),
        _ => None,
    });
    let mut pairs: Vec<(usize, usize)> = once.collect();
    pairs.sort_unstable();
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_utf16_units() {
        let text = "a\nü𝄞x\r\nz".as_bytes();
        let starts = line_starts(text);
        for (offset_in, line, column) in [(0, 0, 0), (2, 1, 0), (4, 1, 1), (8, 1, 3), (9, 1, 4), (11, 2, 0)] {
            let at = Position::new(line, column);
            assert_eq!(position(text, &starts, offset_in), at);
            assert_eq!(offset(text, at), offset_in);
        }
        assert_eq!(offset(text, Position::new(1, 99)), 9);
        assert_eq!(offset(text, Position::new(9, 0)), 12);
        assert_eq!(offset(b"\xff\xfeab", Position::new(0, 3)), 3);
    }

    #[test]
    fn places_follow_lines_that_stay() {
        let shift = Shift::between(b"a\nb\nc\nd", b"a\nX\nY\nc\nd");
        let at = |line| Position::new(line, 1);
        let lines = [0, 1, 2, 3].map(|line| shift.position(at(line)).map(|at| at.line));
        assert_eq!(lines, [Some(0), None, Some(3), Some(4)]);
        assert_eq!(shift.back().position(at(4)), Some(at(3)));
        assert_eq!(shift.at_or_above(at(1)), Position::new(0, 0));
        // Two changes, with lines between them that stay.
        let shift = Shift::between(b"x\na\nb\n}\nc\nd\n}", b"y\nz\na\nb\n}\nC\nd\n}");
        let lines = [0, 1, 2, 3, 4, 5].map(|line| shift.position(at(line)).map(|at| at.line));
        assert_eq!(lines, [None, Some(2), Some(3), Some(4), None, Some(6)]);
        let same = Shift::between(b"a\na", b"a\na");
        assert_eq!(same.position(at(1)), Some(at(1)));
    }
}
