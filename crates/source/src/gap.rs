//! A place between two statements where a directive can stand: in a line of its own, or within one.
//!
//! ```c
//!     step(a);        // before it: a line of its own, indented as the statement
//! { f(a); g(a); }     // between the two: `_Pragma("hicuda …")`, so that every other byte stays
//! ```

use crate::Edit;
use crate::edit::{indentation, is_rest_of_line, line_ending, line_start, within_line};

/// A place in a text.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Gap {
    /// The byte before which something is inserted.
    pub offset: usize,
    /// The white space that a line begins with; `None` inside a line.
    pub indent: Option<String>,
    /// How lines of the file end.
    pub ending: &'static str,
}

impl Gap {
    /// Before a statement that begins at an offset.
    pub fn before(text: &[u8], start: usize) -> Gap {
        let line = line_start(text, start);
        let indent = indentation(text, start);
        // A line that goes on from the one above is not the first of anything.
        let above = text[..line].strip_suffix(b"\n").unwrap_or_default();
        let is_continued = above.strip_suffix(b"\r").unwrap_or(above).ends_with(b"\\");
        match text[line + indent.len()..start].trim_ascii().is_empty() && !is_continued {
            true => Gap { offset: line, indent: Some(indent), ending: line_ending(text) },
            false => Gap { offset: start, indent: None, ending: line_ending(text) },
        }
    }

    /// After a statement that reaches from an offset to another.
    pub fn after(text: &[u8], start: usize, end: usize) -> Gap {
        let ending = line_ending(text);
        let indent = Some(indentation(text, start));
        // The line of a directive may hold its own end.
        if end > 0 && text.get(end - 1) == Some(&b'\n') {
            return Gap { offset: end, indent, ending };
        }
        let rest = text.get(end..).unwrap_or_default();
        let length = rest.iter().position(|byte| *byte == b'\n');
        match length {
            Some(length) if is_rest_of_line(&rest[..length]) => {
                Gap { offset: end + length + 1, indent, ending }
            }
            // Directives within a line have the space behind them.
            _ => Gap { offset: end + usize::from(rest.starts_with(b" ")), indent: None, ending },
        }
    }

    /// A directive as it is written here.
    pub fn spelled(&self, directive: &str) -> String {
        match &self.indent {
            Some(indent) => format!("{indent}#pragma hicuda {directive}{}", self.ending),
            None => within_line(directive),
        }
    }

    /// A directive here.
    pub fn directive(&self, text: &str) -> Edit {
        self.inserted(self.spelled(text))
    }

    /// A comment here, which begins with a word of ours.
    pub fn comment(&self, word: &str, text: &str) -> Edit {
        self.inserted(match &self.indent {
            Some(indent) => format!("{indent}// {word} {text}{}", self.ending),
            None => format!("/* {word} {text} */ "),
        })
    }

    fn inserted(&self, text: String) -> Edit {
        Edit { start: self.offset, end: self.offset, text: text.into_bytes() }
    }
}

#[cfg(test)]
mod gap_tests {
    use super::Gap;

    #[test]
    fn a_line_of_its_own_where_nothing_else_stands_there() {
        let text = b"{\n  f(a);  // why\n  g(a); h(a);\n}\n";
        let alone = |offset| Gap { offset, indent: Some("  ".to_string()), ending: "\n" };
        let within = |offset| Gap { offset, indent: None, ending: "\n" };
        assert_eq!(Gap::before(text, 4), alone(2));
        assert_eq!(Gap::after(text, 4, 9), alone(18));
        assert_eq!(Gap::before(text, 26), within(26));
        assert_eq!(Gap::after(text, 20, 25), within(26));
        assert_eq!(Gap::after(text, 26, 31), alone(32));
    }

    #[test]
    fn nothing_comes_between_the_lines_of_a_macro() {
        let text = b"EACH(i, \\\n  f(i))\n";
        assert_eq!(Gap::before(text, 12), Gap { offset: 12, indent: None, ending: "\n" });
    }
}
