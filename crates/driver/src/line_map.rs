//! Where each line of a translated file came from: `translate --source-map`.
//!
//! A source map of version 3, as browsers and debuggers read it: for each line a group of
//! segments, each a few numbers in base 64 with variable length, told as differences.
//!
//! ```text
//! scale.cu                              scale.c
//! 18  int i = blockIdx.x * 250 + …      6  for (int i = 0; i < 1000; i++)      kernel scale_all …
//! 20      a[i] = k * a[i];              7      a[i] = k * a[i];                kernel scale_all …
//! 26  hicuda_check(cudaMalloc(…         3  #pragma hicuda global alloc …       global alloc a[*] copyin
//! ```
//! Every mapped line has one segment; its name is the directive that the line belongs to.

use hir::{Program, StmtKind};
use serde_json::json;
use source::{FileId, Sources, Span, trace};
use translate::OutputFile;

/// Where the lines of one file came from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineMap {
    /// For each line; `None` for what comes from no line of the user's.
    pub lines: Vec<Option<Origin>>,
    /// The directives that lines belong to.
    pub names: Vec<String>,
}

/// Where a line came from; all numbers count from zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// Where the line begins that came from there, in bytes.
    pub column: u32,
    /// The file.
    pub file: FileId,
    /// The line of the file.
    pub line: u32,
    /// The byte in that line.
    pub source_column: u32,
    /// The directive: index in [`LineMap::names`].
    pub name: Option<usize>,
}

/// Takes the marks out of finished files: the map of each.
pub(crate) fn take(files: &mut [OutputFile], program: &Program, sources: &Sources) -> Vec<LineMap> {
    if !sources.traced {
        return files.iter().map(|_| LineMap::default()).collect();
    }
    let owners = owners(program, sources);
    let map = |file: &mut OutputFile| {
        let traced = trace::strip(&file.bytes);
        file.bytes = traced.bytes;
        let mut map = LineMap::default();
        for line in traced.lines {
            let origin = line.and_then(|(column, pos)| {
                let (file, place) = sources.map.written_line_column(pos)?;
                let name = owners.iter().find(|(span, _)| span.lo <= pos && pos < span.hi);
                let name = name.map(|(_, name)| map.name(name));
                let (line, source_column) = (place.line - 1, place.column - 1);
                Some(Origin { column, file, line, source_column, name })
            });
            map.lines.push(origin);
        }
        map
    };
    files.iter_mut().map(map).collect()
}

/// Directives and the text that belongs to them; a directive's own line comes before the
/// kernel that it stands in.
fn owners(program: &Program, sources: &Sources) -> Vec<(Span, String)> {
    let text = |span: Span| {
        let text = String::from_utf8_lossy(sources.map.text(span)).into_owned();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let lines = program.directives.iter().map(|(_, directive)| (directive.line, text(directive.span)));
    let kernels = program.stmts.iter().filter_map(|(_, stmt)| match stmt.kind {
        StmtKind::Kernel { directive, end, .. } => {
            let directive = &program.directives[directive];
            Some((Span { hi: end.hi, ..directive.line }, text(directive.span)))
        }
        _ => None,
    });
    lines.chain(kernels).collect()
}

impl LineMap {
    /// The map of a file that passes through as it is.
    pub fn of_copy(file: FileId, sources: &Sources) -> LineMap {
        let count = sources.map.file(file).line_starts().len() as u32;
        let origin = |line| Some(Origin { column: 0, file, line, source_column: 0, name: None });
        LineMap { lines: (0..count).map(origin).collect(), names: Vec::new() }
    }

    /// Puts the map of another file behind, for texts that are joined by a line's end.
    pub fn append(&mut self, other: &LineMap) {
        for origin in &other.lines {
            let named = origin.map(|origin| {
                let name = origin.name.map(|at| self.name(&other.names[at]));
                Origin { name, ..origin }
            });
            self.lines.push(named);
        }
    }

    fn name(&mut self, name: &str) -> usize {
        self.names.iter().position(|known| known == name).unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        })
    }

    /// The map as JSON; `file` is the name of the translated file.
    pub fn json(&self, file: &str, sources: &Sources) -> serde_json::Value {
        let mut files: Vec<FileId> = Vec::new();
        let mut mappings = String::new();
        let (mut file_before, mut line_before, mut column_before, mut name_before) = (0, 0, 0, 0);
        for (at, origin) in self.lines.iter().enumerate() {
            if at > 0 {
                mappings.push(';');
            }
            let Some(origin) = origin else { continue };
            let nth = files.iter().position(|known| *known == origin.file).unwrap_or_else(|| {
                files.push(origin.file);
                files.len() - 1
            });
            let (line, column) = (i64::from(origin.line), i64::from(origin.source_column));
            // The first number starts anew in every line.
            vlq(&mut mappings, i64::from(origin.column));
            vlq(&mut mappings, nth as i64 - file_before);
            vlq(&mut mappings, line - line_before);
            vlq(&mut mappings, column - column_before);
            (file_before, line_before, column_before) = (nth as i64, line, column);
            if let Some(name) = origin.name {
                vlq(&mut mappings, name as i64 - name_before);
                name_before = name as i64;
            }
        }
        let files: Vec<&str> = files.iter().map(|file| sources.map.file(*file).name.as_str()).collect();
        json!({ "version": 3, "file": file, "sources": files, "names": self.names, "mappings": mappings })
    }
}

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// A number in base 64: five bits a digit, the lowest first, the sign in the lowest bit of all.
fn vlq(out: &mut String, number: i64) {
    let mut rest = (number.unsigned_abs() << 1) | u64::from(number < 0);
    loop {
        let more = rest >> 5 != 0;
        let digit = (rest & 31) as usize | (usize::from(more) << 5);
        out.push(char::from(DIGITS[digit]));
        rest >>= 5;
        if !more {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_are_joined_as_texts_are() {
        let file = source::SourceMap::default().add("a.c".into(), [].into(), source::FileKind::User, None);
        let file = file.expect("a file");
        let line = |line, name| Some(Origin { column: 0, file, line, source_column: 0, name });
        let names = |names: &[&str]| names.iter().map(|name| String::from(*name)).collect();
        let mut map = LineMap { lines: vec![line(3, Some(0)), None], names: names(&["k"]) };
        map.append(&LineMap { lines: vec![line(5, Some(0)), line(6, Some(1))], names: names(&["m", "k"]) });
        assert_eq!(map.lines, [line(3, Some(0)), None, line(5, Some(1)), line(6, Some(0))]);
        assert_eq!(map.names, ["k", "m"]);
    }

    #[test]
    fn numbers_are_written_as_the_standard_has_it() {
        let text = |number| {
            let mut out = String::new();
            vlq(&mut out, number);
            out
        };
        let known = [(0, "A"), (1, "C"), (-1, "D"), (15, "e"), (16, "gB"), (-16, "hB"), (100_000, "gqjG")];
        known.into_iter().for_each(|(number, expected)| assert_eq!(text(number), expected));
    }
}
