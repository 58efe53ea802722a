//! The user's macros around lines that are not the user's.
//!
//! ```c
//! #define size 4
//! …
//! #pragma push_macro("size")
//! #undef size
//! static void *hicuda_alloc(size_t size, const char *directive) …
//! #pragma pop_macro("size")
//! ```
//! What is generated is written with names as they are after preprocessing, and nothing in it means a macro, but for constants that
//! are printed by theirs (`emit::macros`), which are never names like these. A header that it includes may have any name.

use std::collections::BTreeSet;

use emit::macros::names_constants;
use source::{FileId, FileKind, Sources};

/// The macros of a program's own files that may stand against generated lines.
pub(crate) struct UserMacros {
    defined: Vec<(FileId, usize, String)>,
    file: FileId,
}

impl UserMacros {
    /// As seen from a file.
    pub(crate) fn of(sources: &Sources, file: FileId) -> UserMacros {
        let own = sources.map.files().filter(|(_, text)| text.kind == FileKind::User);
        let defined = own.flat_map(|(id, text)| {
            definitions(&text.bytes).into_iter().map(move |(at, name)| (id, at, name))
        });
        UserMacros { defined: defined.filter(|(_, _, name)| !names_constants(name)).collect(), file }
    }

    /// Generated text for an offset of the file, with lines around it that put these macros aside.
    pub(crate) fn put_aside(&self, at: usize, text: String) -> String {
        let met = self.met_by(at, &text);
        if met.is_empty() {
            return text;
        }
        let aside: String =
            met.iter().map(|name| format!("#pragma push_macro(\"{name}\")\n#undef {name}\n")).collect();
        let back: Vec<String> = met.iter().map(|name| format!("#pragma pop_macro(\"{name}\")")).collect();
        let (text, gap) = match text.trim_end_matches('\n') {
            trimmed if trimmed.len() < text.len() => (trimmed, &text[trimmed.len()..]),
            trimmed => (trimmed, ""),
        };
        format!("{aside}{text}\n{}{gap}", back.join("\n"))
    }

    fn met_by<'m>(&'m self, at: usize, text: &str) -> BTreeSet<&'m str> {
        if self.defined.is_empty() {
            return BTreeSet::new();
        }
        let words = words(text);
        let includes = text.lines().any(|line| line.trim_start().starts_with("#include"));
        let before = self.defined.iter().filter(|(file, start, _)| *file != self.file || *start < at);
        before.map(|(_, _, name)| name.as_str()).filter(|name| includes || words.contains(name)).collect()
    }
}

/// The names that a file defines, and where.
fn definitions(bytes: &[u8]) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut at = 0;
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        if let Some(name) = defined_by(line) {
            found.push((at, name));
        }
        at += line.len();
    }
    found
}

fn defined_by(line: &[u8]) -> Option<String> {
    let rest = line.trim_ascii_start().strip_prefix(b"#")?.trim_ascii_start().strip_prefix(b"define")?;
    let name = rest.trim_ascii_start();
    let length = name.iter().take_while(|byte| is_of_name(**byte)).count();
    (length > 0 && name.len() < rest.len()).then(|| String::from_utf8_lossy(&name[..length]).into_owned())
}

/// The names in a text, without those in comments and literals.
fn words(text: &str) -> BTreeSet<&str> {
    let bytes = text.as_bytes();
    let (mut found, mut at) = (BTreeSet::new(), 0);
    while at < bytes.len() {
        let rest = &bytes[at..];
        let length = match rest[0] {
            b'"' | b'\'' => literal(rest),
            b'/' if rest.starts_with(b"//") => until(rest, b"\n"),
            b'/' if rest.starts_with(b"/*") => until(rest, b"*/"),
            byte if is_of_name(byte) => {
                let length = rest.iter().take_while(|byte| is_of_name(**byte)).count();
                if !byte.is_ascii_digit() {
                    found.insert(&text[at..at + length]);
                }
                length
            }
            _ => 1,
        };
        at += length;
    }
    found
}

fn literal(bytes: &[u8]) -> usize {
    let mut at = 1;
    while at < bytes.len() && bytes[at] != bytes[0] {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(bytes.len())
}

fn until(bytes: &[u8], end: &[u8]) -> usize {
    bytes.windows(end.len()).position(|window| window == end).map_or(bytes.len(), |at| at + end.len())
}

fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
