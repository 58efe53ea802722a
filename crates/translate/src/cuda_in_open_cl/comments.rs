//! The comments of a text, by what stands behind them.
//!
//! ```text
//! // One generation.                  of what begins on the next line
//! step(a, b);   // and another one    of the statement before it
//! ```
//! What is printed from the typed program has them above its statements.

use std::collections::HashMap;

use crate::cpp_text::tokens::Text;

/// The comments of a file, by offsets of its text.
#[derive(Debug, Default)]
pub(super) struct Comments {
    /// By the start of the token that follows.
    before: HashMap<usize, Vec<String>>,
    /// Of a statement that ended on the line, by the end of its last token.
    behind: HashMap<usize, Vec<String>>,
}

impl Comments {
    pub(super) fn of(text: &Text<'_>) -> Comments {
        let mut comments = Comments::default();
        let mut end = 0;
        let mut ends_statement = false;
        for word in &text.words {
            let gap = text.source(end, word.start);
            for (is_on_line, lines) in in_gap(gap) {
                match is_on_line && ends_statement {
                    true => comments.behind.entry(end).or_default().extend(lines),
                    false => comments.before.entry(word.start).or_default().extend(lines),
                }
            }
            (end, ends_statement) = (word.end, word.text == ";");
        }
        comments
    }

    /// Those that belong to what stands from `start` to `end`; the semicolon behind it counts.
    pub(super) fn about(&self, start: usize, end: usize) -> Vec<String> {
        let before = self.before.get(&start).into_iter();
        let behind = self.behind.get(&end).or_else(|| self.behind.get(&(end + 1))).into_iter();
        before.chain(behind).flatten().cloned().collect()
    }
}

/// The comments of what lies between two tokens: whether on the line of the first, and their lines.
fn in_gap(gap: &str) -> Vec<(bool, Vec<String>)> {
    let mut found = Vec::new();
    let mut rest = gap;
    let mut is_on_line = true;
    while let Some(at) = rest.find(['/', '\n']) {
        let length = if rest[at..].starts_with("//") {
            rest[at..].find('\n').unwrap_or(rest.len() - at)
        } else if rest[at..].starts_with("/*") {
            rest[at..].find("*/").map_or(rest.len() - at, |end| end + 2)
        } else {
            is_on_line &= !rest[at..].starts_with('\n');
            rest = &rest[at + 1..];
            continue;
        };
        let lines = rest[at..at + length].lines().map(|line| {
            let line = line.trim();
            if line.starts_with('*') { format!(" {line}") } else { line.to_owned() }
        });
        found.push((is_on_line, lines.collect()));
        rest = &rest[at + length..];
    }
    found
}

#[cfg(test)]
mod tests {
    use super::in_gap;

    #[test]
    fn comments_are_told_apart_by_their_lines() {
        let gap = " // own\n\n    /* two\n     * lines */ // more\n";
        let lines = |lines: &[&str]| lines.iter().map(ToString::to_string).collect::<Vec<_>>();
        let expected = [
            (true, lines(&["// own"])),
            (false, lines(&["/* two", " * lines */"])),
            (false, lines(&["// more"])),
        ];
        assert_eq!(in_gap(gap), expected);
        assert!(in_gap(" a / b \n").is_empty());
    }
}
