//! The user's file and what is spliced into it.

use crate::user_macros::UserMacros;
use source::{Edit, FileId, Sources, Span, apply_edits, declaration_start, line_ending, line_start};

/// A file being edited.
pub(crate) struct HostText<'a> {
    sources: &'a Sources,
    file: FileId,
    edits: Vec<Edit>,
    macros: UserMacros,
}

impl<'a> HostText<'a> {
    pub(crate) fn new(sources: &'a Sources, file: FileId) -> HostText<'a> {
        HostText { sources, file, edits: Vec::new(), macros: UserMacros::of(sources, file) }
    }

    /// Replaces a directive's line, or a region from one line to another, by
    /// lines of code indented as the code around them is.
    pub(crate) fn replace(&mut self, place: Span, lines: &[String]) {
        let Some((start, end)) = self.offsets(place) else { return };
        let bytes = self.bytes();
        let line_start = line_start(bytes, start);
        let only_blanks = bytes[line_start..start].iter().all(|b| b.is_ascii_whitespace());
        if lines.is_empty() {
            // Nothing comes in its place: the line goes, unless it has more on it.
            let line_end = bytes[end..].iter().position(|&b| b == b'\n').map_or(bytes.len(), |i| end + i + 1);
            let alone = only_blanks && bytes[end..line_end].iter().all(|b| b.is_ascii_whitespace());
            let (start, end) = if alone { (line_start, line_end) } else { (start, end) };
            self.edits.push(Edit { start, end, text: Vec::new() });
            return;
        }
        let indent = self.indentation(start, end);
        let from = if only_blanks { line_start } else { start };
        let mark = self.mark(start);
        let code = lines.join("\n");
        let aside = self.macros.put_aside(start, code.clone());
        let is_alone = aside == code;
        let lines = aside.split('\n');
        let mut text = lines.map(|line| format!("{mark}{}", indented(line, &indent))).collect::<Vec<_>>();
        text.extend(halves_of_conditions(&bytes[from..end]));
        let mut text = text.join(self.newline());
        // Lines of the preprocessor have their line to themselves.
        if !is_alone && !only_blanks {
            text.insert_str(0, self.newline());
        }
        if !is_alone && !bytes[end..].starts_with(self.newline().as_bytes()) {
            text.push_str(self.newline());
        }
        self.edits.push(Edit { start: from, end, text: text.into_bytes() });
    }

    /// Inserts text before the declaration that starts at a place, and before
    /// the comment that belongs to it.
    pub(crate) fn insert_before(&mut self, place: Span, text: &str) {
        let Some((start, _)) = self.offsets(place) else { return };
        let start = declaration_start(self.bytes(), start);
        let first = if line_start(self.bytes(), start) == start { "" } else { "\n" };
        let text = self.macros.put_aside(start, text.to_owned());
        let text = format!("{first}{text}").replace('\n', self.newline());
        self.edits.push(Edit { start, end: start, text: text.into_bytes() });
    }

    /// Inserts text at the very place.
    pub(crate) fn insert_at(&mut self, place: Span, text: &str) {
        if let Some((start, _)) = self.offsets(place) {
            self.edits.push(Edit { start, end: start, text: text.as_bytes().to_vec() });
        }
    }

    /// Puts lines before and after a region, which stays.
    pub(crate) fn insert_around(&mut self, place: Span, before: &str, after: &str) {
        if let Some((start, end)) = self.offsets(place) {
            self.edits.push(Edit { start, end: start, text: format!("{before}\n").into_bytes() });
            self.edits.push(Edit { start: end, end, text: format!("\n{after}").into_bytes() });
        }
    }

    /// Puts lines before and behind a statement, indented as it is.
    pub(crate) fn put_around(&mut self, place: Span, before: &[String], after: &[String]) {
        let Some((start, end)) = self.offsets(place) else { return };
        let line = line_start(self.bytes(), start);
        let indent: Vec<u8> =
            self.bytes()[line..start].iter().copied().take_while(u8::is_ascii_whitespace).collect();
        let indent = String::from_utf8_lossy(&indent).into_owned();
        let newline = self.newline();
        let before: String = before.iter().map(|line| format!("{line}{newline}{indent}")).collect();
        let after: String = after.iter().map(|line| format!("{newline}{indent}{line}")).collect();
        self.edits.push(Edit { start, end: start, text: before.into_bytes() });
        self.edits.push(Edit { start: end, end, text: after.into_bytes() });
    }

    /// Puts text behind everything.
    pub(crate) fn append(&mut self, text: &str) {
        let end = self.bytes().len();
        let text = self.macros.put_aside(end, text.to_owned());
        self.edits.push(Edit { start: end, end, text: text.into_bytes() });
    }

    /// Replaces a word by another.
    pub(crate) fn substitute(&mut self, place: Span, text: &str) {
        if let Some((start, end)) = self.offsets(place) {
            self.edits.push(Edit { start, end, text: text.as_bytes().to_vec() });
        }
    }

    /// The edited file.
    pub(crate) fn finish(mut self) -> Result<Vec<u8>, source::EditError> {
        self.edits.extend(source::trace::copied_lines(self.sources, self.file, &self.edits));
        apply_edits(self.bytes(), &self.edits)
    }

    /// The mark of an offset; empty where nobody asks.
    fn mark(&self, offset: usize) -> String {
        match self.sources.traced {
            true => source::trace::mark(self.sources.map.file(self.file).start + offset as u32),
            false => String::new(),
        }
    }

    fn bytes(&self) -> &'a [u8] {
        &self.sources.map.file(self.file).bytes
    }

    /// The line ending the file uses.
    fn newline(&self) -> &'static str {
        line_ending(self.bytes())
    }

    fn offsets(&self, place: Span) -> Option<(usize, usize)> {
        let place = self.sources.expansions.outermost_call(place);
        let range = self.sources.map.range(place)?;
        (range.file == self.file).then_some((range.start as usize, range.end as usize))
    }

    /// The white space in front of the first line of code at or after a
    /// directive: pragmas often stand at the margin, code does not.
    fn indentation(&self, start: usize, end: usize) -> String {
        let bytes = self.bytes();
        let line_start = line_start(bytes, start);
        let is_region = bytes[start..end].contains(&b'\n');
        let code = if is_region { &bytes[line_start..end] } else { &bytes[line_start..] };
        let lines = code.split(|&b| b == b'\n');
        let mut continued = false;
        for line in lines {
            let trimmed: &[u8] = line.trim_ascii();
            let skip = trimmed.is_empty() || trimmed.starts_with(b"#") || continued;
            continued = trimmed.ends_with(b"\\") && (trimmed.starts_with(b"#") || continued);
            if skip {
                continue;
            }
            let width = line.len() - line.trim_ascii_start().len();
            let mut indent = String::from_utf8_lossy(&line[..width]).into_owned();
            if trimmed.starts_with(b"}") && !is_region {
                // The directive is the last thing in its block.
                indent.push_str("    ");
            }
            return indent;
        }
        String::new()
    }
}

/// The lines of `#if` and the like whose other half stands outside a text that goes:
///
/// ```c
/// #else
/// #pragma hicuda kernel …
///     for (i = 0; i < n; i++) {
/// #endif                          // stays
///         …
/// #pragma hicuda kernel_end
/// ```
fn halves_of_conditions(text: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(text);
    // Each with the number of `#if` of this text that are open then.
    let mut kept: Vec<(usize, String)> = Vec::new();
    let (mut open, mut in_comment) = (0, false);
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let is_code = !in_comment;
        in_comment = ends_in_comment(line, in_comment);
        let Some(word) = line.trim_start().strip_prefix('#').filter(|_| is_code) else { continue };
        let mut whole = line.to_string();
        while whole.ends_with('\\') {
            let Some(next) = lines.next() else { break };
            whole = format!("{whole}\n{next}");
        }
        match word.trim_start().split(|c: char| !c.is_ascii_alphabetic()).next() {
            Some("if" | "ifdef" | "ifndef") => {
                open += 1;
                kept.push((open, whole));
            }
            Some("elif" | "elifdef" | "elifndef" | "else") => kept.push((open, whole)),
            Some("endif") if open > 0 => {
                // Both halves are here.
                kept.retain(|(depth, _)| *depth != open);
                open -= 1;
            }
            Some("endif") => kept.push((0, whole)),
            _ => {}
        }
    }
    kept.into_iter().map(|(_, line)| line).collect()
}

/// Is a comment open behind a line?
fn ends_in_comment(line: &str, mut inside: bool) -> bool {
    let mut rest = line;
    loop {
        let mark = if inside { "*/" } else { "/*" };
        match (rest.find(mark), rest.find("//")) {
            (Some(at), other) if inside || other.is_none_or(|other| at < other) => {
                rest = &rest[at + 2..];
                inside = !inside;
            }
            _ => return inside,
        }
    }
}

/// A line (which may have lines of its own) behind an indentation.
fn indented(line: &str, indent: &str) -> String {
    let lines = line.split('\n').map(|l| if l.is_empty() { String::new() } else { format!("{indent}{l}") });
    lines.collect::<Vec<_>>().join("\n")
}
