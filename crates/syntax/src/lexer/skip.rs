//! Passing over what is not a token: white space, comments, and whole groups
//! of lines that a conditional leaves out.

use source::Span;

use super::scan::is_separator;
use super::{Lexer, TokenFlags, find_byte, splice_or_trigraph_splice_at, trigraph_at};

/// Where the search for the next directive in a skipped group ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SkippedTo {
    /// Just behind the `#` of a directive.
    Directive,
    /// At the end of the file.
    EndOfFile,
}

impl Lexer {
    /// Passes white space and comments, and tells what the next token must
    /// know of them.
    pub(super) fn skip_blank(&mut self) -> TokenFlags {
        let mut flags = TokenFlags::default();
        if self.at_file_start {
            self.at_file_start = false;
            flags = TokenFlags::LINE_START;
        }
        loop {
            let text = self.text();
            let Some(&byte) = text.get(self.at) else {
                if self.leave_spliced_line() {
                    continue;
                }
                return flags;
            };
            match byte {
                b' ' | b'\t' | 0x0b | 0x0c | b'\r' | 0 => {
                    let blank = |b: &&u8| matches!(b, b' ' | b'\t' | 0x0b | 0x0c | b'\r' | 0);
                    self.at += text[self.at..].iter().take_while(blank).count();
                    flags = flags.with(TokenFlags::SPACE_BEFORE);
                }
                b'\n' if self.in_directive => return flags,
                b'\n' => {
                    self.at += 1;
                    flags = TokenFlags::LINE_START;
                }
                b'/' => {
                    if !self.skip_comment() {
                        return flags;
                    }
                    flags = flags.with(TokenFlags::SPACE_BEFORE);
                }
                b'\\' | b'?' => match self.splice_here() {
                    Some(next) => self.at = next,
                    None => return flags,
                },
                _ => return flags,
            }
        }
    }

    /// The end of a splice at the current byte.
    fn splice_here(&self) -> Option<usize> {
        match self.line {
            None => splice_or_trigraph_splice_at(&self.file, self.at, self.rules),
            Some(_) => None,
        }
    }

    /// Passes the comment at the current `/`, if it is one.
    fn skip_comment(&mut self) -> bool {
        let open = self.at;
        match self.text().get(open + 1) {
            Some(b'/') => {
                self.at += 2;
                self.skip_line_comment();
                true
            }
            Some(b'*') => {
                let span = self.span(open, open + 2);
                self.at += 2;
                self.skip_block_comment(span);
                true
            }
            // The second character may come after a splice.
            Some(b'\\' | b'?') if self.line.is_none() => {
                if splice_or_trigraph_splice_at(&self.file, open + 1, self.rules).is_none() {
                    return false;
                }
                self.splice_line();
                self.skip_comment()
            }
            _ => false,
        }
    }

    fn skip_line_comment(&mut self) {
        loop {
            let text = self.text();
            let Some(newline) = find_byte(text, self.at, b'\n') else {
                self.at = text.len();
                return;
            };
            let from = self.at;
            self.at = newline;
            if self.line.is_some() || !self.is_spliced_newline(from, newline) {
                return;
            }
            self.at += 1;
        }
    }

    /// Is the newline at `newline` preceded by a backslash, blanks aside? Looks
    /// back no further than `from`.
    fn is_spliced_newline(&self, from: usize, newline: usize) -> bool {
        let before = self.file[from..newline].trim_ascii_end();
        before.ends_with(b"\\") || (self.rules.trigraphs && before.ends_with(b"??/"))
    }

    /// Passes the rest of a block comment that was opened at `open`.
    fn skip_block_comment(&mut self, open: Span) {
        loop {
            let text = self.text();
            let Some(star) = find_byte(text, self.at, b'*') else {
                self.at = text.len();
                if self.leave_spliced_line() {
                    continue;
                }
                self.unterminated_comment = Some(open);
                return;
            };
            self.at = star + 1;
            // `*` and `/` may be on two spliced lines.
            while let Some(next) = self.splice_here() {
                self.at = next;
            }
            if self.text().get(self.at) == Some(&b'/') {
                self.at += 1;
                return;
            }
        }
    }

    /// Passes the rest of a directive's line, up to but not over its newline.
    pub(super) fn skip_to_line_end(&mut self) {
        loop {
            let text = self.text();
            let Some(&byte) = text.get(self.at) else {
                if self.leave_spliced_line() {
                    continue;
                }
                return;
            };
            match byte {
                b'\n' => return,
                b'/' => {
                    if !self.skip_comment() {
                        self.at += 1;
                    }
                }
                b'\'' if self.rules.c23_literals && self.separates_digits() => self.at += 1,
                b'"' | b'\'' => self.skip_quoted(byte),
                b'\\' | b'?' => self.at = self.splice_here().unwrap_or(self.at + 1),
                _ => self.at += ordinary(&text[self.at..]),
            }
        }
    }

    /// Is the quote here one between the digits of a number, as in `1'000`?
    fn separates_digits(&self) -> bool {
        let text = self.text();
        let in_number = |b: &&u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'\'');
        let before = text[..self.at].iter().rev().take_while(in_number).last();
        before.is_some_and(u8::is_ascii_digit) && is_separator(text, self.at)
    }

    /// Passes a literal in text that need not be made of tokens; an open one
    /// ends with its line.
    fn skip_quoted(&mut self, quote: u8) {
        self.at += 1;
        loop {
            match self.text().get(self.at) {
                Some(&byte) if byte == quote => {
                    self.at += 1;
                    return;
                }
                None | Some(b'\n') => return,
                Some(b'\\' | b'?') => match self.splice_here() {
                    Some(next) => self.at = next,
                    None if self.text()[self.at] == b'?' => self.at += 1,
                    None => {
                        let escaped = self.text().get(self.at + 1);
                        self.at += if escaped.is_none_or(|&b| b == b'\n') { 1 } else { 2 };
                    }
                },
                Some(_) => self.at += 1,
            }
        }
    }

    /// Passes lines until one is a directive, and stops behind its `#`. The
    /// current line, whose directive opened the group, is passed first.
    pub fn skip_to_directive(&mut self) -> SkippedTo {
        self.unread = None;
        loop {
            self.skip_to_line_end();
            self.in_directive = false;
            if self.text().get(self.at).is_none() && self.line.is_none() {
                return SkippedTo::EndOfFile;
            }
            let flags = self.skip_blank();
            if flags.has(TokenFlags::LINE_START) && self.pass_hash() {
                self.count += 1;
                return SkippedTo::Directive;
            }
        }
    }

    /// Passes a `#`, `%:` or `??=` that is not the start of `##`.
    fn pass_hash(&mut self) -> bool {
        let trigraphs = self.rules.trigraphs && self.line.is_none();
        let rest = self.text().get(self.at..).unwrap_or_default();
        let length = match rest {
            [b'#', b'#', ..] => return false,
            [b'#', ..] => 1,
            [b'%', b':', ..] => 2,
            [b'?', b'?', b'=', ..] if trigraphs && trigraph_at(rest, 0).is_some() => 3,
            _ => return false,
        };
        self.at += length;
        true
    }
}

/// How many bytes from the start cannot end a line, a literal or a comment.
fn ordinary(text: &[u8]) -> usize {
    text.iter().position(|&b| STOPS_SKIPPING[b as usize]).unwrap_or(text.len())
}

static STOPS_SKIPPING: [bool; 256] = {
    let mut table = [false; 256];
    let stops = b"\n/\"'\\?";
    let mut index = 0;
    while index < stops.len() {
        table[stops[index] as usize] = true;
        index += 1;
    }
    table
};
