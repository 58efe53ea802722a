//! What two programs printed or wrote, line by line.

use super::numbers::Exactness;

/// A line that is not the same.
#[derive(Debug, PartialEq, Eq)]
pub struct LineDifference {
    /// Its number, from 1.
    pub line: usize,
    /// The target's, if there is one.
    pub found: Option<String>,
    /// The sequential program's.
    pub expected: Option<String>,
}

/// The first line that differs. Lines that a second sequential run prints differently are not the
/// target's doing: times, addresses.
pub fn first_difference(
    found: &[u8],
    expected: &[u8],
    again: Option<&[u8]>,
    exactness: Exactness,
) -> Option<LineDifference> {
    let again = again.map(lines);
    let (found, expected) = (lines(found), lines(expected));
    let differs = |&line: &usize| match (found.get(line), expected.get(line)) {
        (Some(is), Some(should)) => {
            let is_steady = again.as_ref().is_none_or(|again| again.get(line) == Some(should));
            is_steady && !exactness.accepts_line(is, should)
        }
        _ => true,
    };
    let line = (0..found.len().max(expected.len())).find(differs)?;
    let shown = |lines: &[&[u8]]| lines.get(line).map(|line| String::from_utf8_lossy(line).into_owned());
    Some(LineDifference { line: line + 1, found: shown(&found), expected: shown(&expected) })
}

fn lines(text: &[u8]) -> Vec<&[u8]> {
    let mut lines: Vec<&[u8]> = text.split(|byte| *byte == b'\n').collect();
    if lines.last().is_some_and(|last| last.is_empty()) {
        lines.pop();
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_that_the_target_alone_prints_differently() {
        let first = |found: &str, expected: &str, again: Option<&str>| {
            first_difference(
                found.as_bytes(),
                expected.as_bytes(),
                again.map(str::as_bytes),
                Exactness::Exact,
            )
            .map(|difference| difference.line)
        };
        assert_eq!(first("a\nb\n", "a\nb\n", None), None);
        assert_eq!(first("a\nc\n", "a\nb\n", None), Some(2));
        assert_eq!(first("a\n", "a\nb\n", None), Some(2));
        assert_eq!(first("time 3\nb\n", "time 4\nb\n", Some("time 5\nb\n")), None);
        assert_eq!(first("time 3\nc\n", "time 4\nb\n", Some("time 5\nb\n")), Some(2));
    }
}
