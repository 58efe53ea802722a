//! Included files with directives, written in the place of their `#include`.
//!
//! ```c
//! #include "solver.c"          // has a kernel
//! ```
//! Only the input is written anew: what stands in another file would stay as it
//! is. So the text of a file that has directives takes the place of the line that
//! includes it, and is then part of the input. What it includes itself is looked for
//! from where it is, so it must be in the same folder, or include nothing of the user's.

use std::collections::BTreeMap;

use hir::Program;
use source::{FileId, FileKind, Sources, Span};

use super::text::Changes;

/// Adds the texts of included files with directives to the changes of the inputs.
pub(super) fn write(program: &Program, sources: &Sources, changes: &mut BTreeMap<FileId, Changes>) {
    let is_input = |file: FileId| program.units.iter().any(|unit| unit.file == Some(file));
    for (_, directive) in program.directives.iter() {
        let at = sources.expansions.outermost_call(directive.span);
        let Some(mut file) = sources.map.file_at(at.lo) else { continue };
        while !is_input(file) && sources.map.file(file).kind == FileKind::User {
            let Some(include) = sources.map.file(file).included_at else { break };
            let Some(outer) = sources.map.file_at(include.lo) else { break };
            if is_input(outer) {
                let _ = replace(sources, include, outer, file, changes);
            }
            file = outer;
        }
    }
}

fn replace(
    sources: &Sources,
    include: Span,
    outer: FileId,
    file: FileId,
    changes: &mut BTreeMap<FileId, Changes>,
) -> Option<()> {
    let folder = |file: FileId| {
        let name = &sources.map.file(file).name;
        name.rsplit_once('/').map_or("", |(folder, _)| folder)
    };
    let bytes = &sources.map.file(outer).bytes;
    let at = (include.lo - sources.map.file(outer).start) as usize;
    let start = bytes[..at].iter().rposition(|b| *b == b'\n').map_or(0, |before| before + 1);
    let end = at + bytes[at..].iter().position(|b| *b == b'\n').unwrap_or(bytes.len() - at);
    let line = bytes[start..end].trim_ascii_start();
    // A name that a macro makes may be another one in the text.
    let is_line = line.starts_with(b"#") && line.iter().any(|b| matches!(b, b'"' | b'<'));
    let text = std::str::from_utf8(&sources.map.file(file).bytes).ok()?;
    let is_include = |line: &str| {
        let line: String = line.split_whitespace().collect();
        line.starts_with("#include\"")
    };
    let finds_the_same = folder(file) == folder(outer) || !text.lines().any(is_include);
    if finds_the_same && is_line {
        changes.entry(outer).or_default().edit(start, end, text.trim_end());
    }
    Some(())
}
