//! A directive's text with one clause changed, and everything else as the user wrote it.
//!
//! ```text
//! kernel k tblock(n / 64) thread(64)     thread ← 128     kernel k tblock(n / 64) thread(128)
//! loop_partition over_tblock             over_tblock ← CYCLIC       loop_partition over_tblock(CYCLIC)
//! ```
//! Invariant: only bytes of the named clause change; a clause that was missing comes last.

use std::ops::Range;

/// What a clause is to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// Not there.
    Absent,
    /// The word alone.
    Bare,
    /// With these arguments.
    With(String),
}

/// A clause in a text.
struct Found {
    /// The word and its arguments.
    whole: Range<usize>,
    /// Between the parentheses, if there are any.
    arguments: Option<Range<usize>>,
}

/// The text with the clause set.
pub fn set(text: &str, name: &str, setting: &Setting) -> String {
    let clause = match setting {
        Setting::Absent => String::new(),
        Setting::Bare => name.to_string(),
        Setting::With(arguments) => format!("{name}({arguments})"),
    };
    match find(text, name) {
        Some(found) if clause.is_empty() => {
            // Not the end of a line that goes on: its backslash would be left alone.
            let before = text[..found.whole.start].trim_end_matches([' ', '\t']);
            format!("{before}{}", &text[found.whole.end..])
        }
        Some(found) => format!("{}{clause}{}", &text[..found.whole.start], &text[found.whole.end..]),
        None if clause.is_empty() => text.to_string(),
        None => format!("{} {clause}", text.trim_end()),
    }
}

/// What stands between the parentheses of a clause.
pub fn arguments<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    find(text, name)?.arguments.map(|range| &text[range])
}

/// A clause has parentheses, but for those words that may stand alone.
fn find(text: &str, name: &str) -> Option<Found> {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'/' if bytes[at..].starts_with(b"/*") => at = end_of_comment(text, at),
            b'(' => at = closing(text, at)? + 1,
            byte if is_word(byte) => {
                let end = at + bytes[at..].iter().take_while(|byte| is_word(**byte)).count();
                let open = end + bytes[end..].iter().take_while(|byte| is_blank(**byte)).count();
                let has_arguments = bytes.get(open) == Some(&b'(');
                let close = if has_arguments { closing(text, open)? } else { end };
                if &text[at..end] == name && (has_arguments || name.starts_with("over_")) {
                    let whole = at..if has_arguments { close + 1 } else { end };
                    return Some(Found { whole, arguments: has_arguments.then_some(open + 1..close) });
                }
                at = end;
            }
            _ => at += 1,
        }
    }
    None
}

/// The parenthesis that closes the one at `open`.
fn closing(text: &str, open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (at, byte) in text.bytes().enumerate().skip(open) {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 1 => return Some(at),
            b')' => depth -= 1,
            _ => {}
        }
    }
    None
}

fn end_of_comment(text: &str, start: usize) -> usize {
    text[start + 2..].find("*/").map_or(text.len(), |at| start + 2 + at + 2)
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// A directive may go on in the next line.
fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\\' | b'\r' | b'\n')
}

#[cfg(test)]
mod clauses_tests {
    use super::*;

    fn with(arguments: &str) -> Setting {
        Setting::With(arguments.to_string())
    }

    #[test]
    fn one_clause_changes_and_the_rest_stays() {
        let text = "kernel thread tblock((n + 63) / 64)  thread( 64 ) /* thread(1) */ nowait";
        let changed = set(text, "thread", &with("4, 32"));
        assert_eq!(changed, "kernel thread tblock((n + 63) / 64)  thread(4, 32) /* thread(1) */ nowait");
        let without = "kernel thread  thread( 64 ) /* thread(1) */ nowait";
        assert_eq!(set(text, "tblock", &Setting::Absent), without);
        assert_eq!(arguments(text, "thread"), Some(" 64 "));
    }

    #[test]
    fn what_is_missing_comes_last() {
        assert_eq!(set("kernel k", "thread", &with("64")), "kernel k thread(64)");
        assert_eq!(set("kernel k", "thread", &Setting::Absent), "kernel k");
    }

    #[test]
    fn a_word_may_stand_alone() {
        let text = "loop_partition over_tblock over_thread jam(4)";
        let cyclic = set(text, "over_tblock", &with("CYCLIC"));
        assert_eq!(cyclic, "loop_partition over_tblock(CYCLIC) over_thread jam(4)");
        assert_eq!(set(&cyclic, "over_tblock", &Setting::Bare), text);
    }

    #[test]
    fn lines_may_be_continued() {
        let text = "kernel k \\\n    tblock(8) \\\n    thread \\\n (64)";
        assert_eq!(set(text, "thread", &with("32")), "kernel k \\\n    tblock(8) \\\n    thread(32)");
        assert_eq!(set(text, "tblock", &Setting::Absent), "kernel k \\\n \\\n    thread \\\n (64)");
        assert_eq!(set(text, "tblock", &with("9")), "kernel k \\\n    tblock(9) \\\n    thread \\\n (64)");
    }
}
