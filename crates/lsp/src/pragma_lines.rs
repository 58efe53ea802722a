//! The lines of `#pragma hicuda`, found in the text itself: also where it is broken.
//!
//! ```c
//! #pragma hicuda kernel scale \
//!     tblock(8) thread(64)
//! ```
//! is one line here, from `hicuda` to the end.

/// One directive's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PragmaLine {
    /// Offset of the `#`.
    pub(crate) start: usize,
    /// Offset behind `hicuda`.
    pub(crate) body: usize,
    /// Offset of the end, continued lines included.
    pub(crate) end: usize,
}

/// All of them, in order.
pub(crate) fn pragma_lines(text: &str) -> Vec<PragmaLine> {
    let mut found = Vec::new();
    let mut start = 0;
    while start < text.len() {
        let end = logical_end(text, start);
        if let Some(body) = body_of(&text[start..end]) {
            let indent = text[start..end].len() - text[start..end].trim_start().len();
            found.push(PragmaLine { start: start + indent, body: start + body, end });
        }
        start = end + 1;
    }
    found
}

/// The directive's text around an offset.
pub(crate) fn pragma_at(text: &str, offset: usize) -> Option<PragmaLine> {
    pragma_lines(text).into_iter().find(|line| line.body <= offset && offset <= line.end)
}

/// The end of a line that may go on behind a backslash.
fn logical_end(text: &str, start: usize) -> usize {
    let mut at = start;
    loop {
        let end = text[at..].find('\n').map_or(text.len(), |end| at + end);
        if end == text.len() || !text[at..end].trim_end_matches('\r').ends_with('\\') {
            return end;
        }
        at = end + 1;
    }
}

/// Where the text behind `#pragma hicuda` begins.
fn body_of(line: &str) -> Option<usize> {
    let mut rest = line;
    for word in ["#", "pragma", "hicuda"] {
        rest = rest.trim_start_matches([' ', '\t']).strip_prefix(word)?;
    }
    let ends = rest.chars().next().is_none_or(|c| !c.is_alphanumeric() && c != '_');
    ends.then_some(line.len() - rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn continued_lines_are_one() {
        let text = "int a;\n  # pragma hicuda kernel k \\\n  tblock(1)\n#pragma hicudax\n#pragma omp\nx";
        let lines = pragma_lines(text);
        let [only] = lines.as_slice() else { panic!("{lines:?}") };
        assert_eq!(&text[only.body..only.end], " kernel k \\\n  tblock(1)");
        assert_eq!(&text[only.start..only.start + 3], "# p");
        assert_eq!(pragma_at(text, only.end), Some(*only));
        assert_eq!(pragma_at(text, 3), None);
    }
}
