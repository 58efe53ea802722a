//! How a file is laid out, so that what is put into it looks the same.
//!
//! Generated text is written with [`INDENT`] for each level and `\n` at the end of lines.
//! [`Layout::applied`] turns that into the file's own: tabs or so many blanks, and `\r\n`
//! where the file has it.
//!
//! Invariant: a file that ended all of its lines in one way still does.

use source::indentation;
use std::ops::Range;

/// One level of indentation in generated text: a character that no source has.
pub(crate) const INDENT: &str = "\u{1}";

/// The file's own ways.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Layout {
    level: String,
    newline: &'static str,
}

impl Layout {
    /// As in the text of a function's body, braces included.
    pub(crate) fn of(text: &[u8], body: Range<usize>) -> Layout {
        let ends_with_return = text.windows(2).any(|pair| pair == b"\r\n");
        let outer = indentation(text, body.end.saturating_sub(1));
        let lines = text[body].split(|byte| *byte == b'\n').skip(1);
        let inner = lines.filter(|line| !line.trim_ascii().is_empty() && !line.starts_with(b"#"));
        let blanks = |line: &[u8]| {
            let blanks = line.iter().take_while(|byte| **byte == b' ' || **byte == b'\t').count();
            String::from_utf8_lossy(&line[..blanks]).into_owned()
        };
        let level = inner.map(blanks).find_map(|line| {
            line.strip_prefix(outer.as_str()).filter(|level| !level.is_empty()).map(str::to_owned)
        });
        let level = level.unwrap_or_else(|| match outer.starts_with('\t') {
            true => "\t".to_owned(),
            false => "    ".to_owned(),
        });
        Layout { level, newline: if ends_with_return { "\r\n" } else { "\n" } }
    }

    /// Generated text as the file has it.
    pub(crate) fn applied(&self, text: &str) -> String {
        text.replace("\r\n", "\n").replace(INDENT, &self.level).replace('\n', self.newline)
    }

    /// So many levels.
    pub(crate) fn levels(&self, count: usize) -> String {
        self.level.repeat(count)
    }

    /// An indentation, so many levels less; what is not there is not taken away.
    pub(crate) fn outdented(&self, indent: &str, levels: usize) -> String {
        let mut rest = indent;
        for _ in 0..levels {
            rest = match rest.strip_suffix(INDENT).or_else(|| rest.strip_suffix(self.level.as_str())) {
                Some(outer) => outer,
                None => return rest.trim_end_matches(' ').to_owned(),
            };
        }
        rest.to_owned()
    }
}

/// Behind blanks, ends of lines and comments.
pub(crate) fn skip_blanks(text: &[u8], at: usize) -> usize {
    let mut at = at;
    loop {
        let rest = &text[at..];
        at += match rest {
            [b'/', b'/', ..] => rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len()),
            [b'/', b'*', ..] => match rest.windows(2).skip(2).position(|pair| pair == b"*/") {
                Some(end) => end + 4,
                None => return at,
            },
            [byte, ..] if byte.is_ascii_whitespace() => 1,
            _ => return at,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tabs_and_ends_of_lines_are_the_files() {
        let text = b"void k()\r\n{\r\n\tint i;\r\n}\r\n";
        let layout = Layout::of(text, 10..text.len() - 2);
        assert_eq!(
            layout.applied(&format!("\n{INDENT}if (x)\n{INDENT}{INDENT}y;")),
            "\r\n\tif (x)\r\n\t\ty;"
        );
        assert_eq!(layout.outdented("\t\t", 1), "\t");
    }

    #[test]
    fn two_blanks_are_a_level_too() {
        let text = b"  void k() {\n    int i;\n  }\n";
        let layout = Layout::of(text, 11..text.len() - 1);
        assert_eq!(layout.levels(2), "    ");
    }
}
