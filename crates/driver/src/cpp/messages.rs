//! What the C++ compiler says, as diagnostics at the user's lines.
//!
//! ```text
//! main.cu:7:12: error: cannot convert 'std::vector<int>' to 'int' in return
//! ```
//! Notes about templates follow an error in dozens; the first lines of each are kept.

use diagnostics::{Diagnostic, codes};
use source::{FileRange, Sources, Span};

use crate::pipeline::Compiled;

/// Errors beyond this many follow from the first ones.
const MOST_ERRORS: usize = 20;
/// Notes of one error.
const MOST_NOTES: usize = 3;

pub(super) fn diagnostics(output: &str, sources: &Sources, compiled: &Compiled) -> Vec<Diagnostic> {
    let mut found: Vec<(Diagnostic, usize)> = Vec::new();
    // The user's line that a template is used at, which gcc tells before what is wrong in it.
    let mut used_at = None;
    // The user's `#include` of a header of ours that refuses something.
    let mut included_at = None;
    for line in output.lines() {
        if let Some(place) =
            line.strip_prefix("In file included from ").or(line.trim_start().strip_prefix("from "))
        {
            let place = place.trim_end_matches([',', ':']);
            let (name, number) = place.rsplit_once(':').unwrap_or((place, ""));
            let column = format!("{name}:{number}:1");
            included_at = if line.starts_with('I') { None } else { included_at };
            included_at = included_at.or_else(|| span(&column, sources));
            continue;
        }
        if let Some((place, _)) = line.split_once(":   required ") {
            used_at = span(place, sources).or(used_at);
        } else if let Some((place, _)) = line.split_once(":   in 'constexpr' expansion of ") {
            used_at = used_at.or_else(|| span(place, sources));
        } else if let Some((place, message)) = split(line, &["error", "fatal error"]) {
            let is_refused = message.starts_with("#error ") && span(place, sources).is_none();
            let span = span(place, sources)
                .or(used_at.take())
                .or(included_at)
                .unwrap_or_else(|| start(sources, compiled));
            found.push((diagnostic(message.trim_start_matches("#error "), span), 0));
            if is_refused {
                // A header of ours says what is not there; the rest follows from that.
                break;
            }
            used_at = None;
        } else if let (Some((place, message)), Some((last, notes))) =
            (split(line, &["note"]), found.last_mut())
            && *notes < MOST_NOTES
        {
            *notes += 1;
            let told = std::mem::replace(last, Diagnostic::new(&codes::NOT_CPP, Span::BUILTIN, ""));
            *last = match span(place, sources) {
                Some(at) => told.related(at, message),
                None => told.note(message),
            };
        }
    }
    if found.is_empty() {
        let last = output.lines().last().unwrap_or("the compiler failed");
        found.push((Diagnostic::new(&codes::NOT_CPP, start(sources, compiled), last), 0));
    }
    found.into_iter().map(|(found, _)| found).take(MOST_ERRORS).collect()
}

fn diagnostic(message: &str, span: Span) -> Diagnostic {
    if message.contains("'int warploom_is_in_kernel()'") {
        // Which of its bodies is meant is known when it is called, and not before.
        let message = "this `constexpr` function asks for `__CUDA_ARCH__`, and is no constant for host and device alike";
        return Diagnostic::new(&codes::UNSUPPORTED_SYNTAX, span, message)
            .note("with `--target cpu` a file is read once, for host and device")
            .help("choose between two constants in the bodies that use it");
    }
    let missing = message.strip_suffix(": No such file or directory").map(str::to_owned).or_else(|| {
        let (name, _) = message.strip_prefix('\'')?.split_once("' file not found")?;
        Some(name.to_owned())
    });
    match missing {
        Some(header) => {
            Diagnostic::new(&codes::HEADER_OF_A_LIBRARY, span, format!("header `{header}` not found"))
                .note("of CUDA's libraries those are there that docs/cuda-c.md names")
                .help("name its folder with `-I`, or leave out what needs it where there is no GPU")
        }
        None => Diagnostic::new(&codes::NOT_CPP, span, message),
    }
}

/// `file:line:column` and what is said about it.
fn split<'a>(line: &'a str, kinds: &[&str]) -> Option<(&'a str, &'a str)> {
    kinds.iter().find_map(|kind| line.split_once(&format!(": {kind}: ")))
}

/// The rest of the word at `file:line:column`.
fn span(place: &str, sources: &Sources) -> Option<Span> {
    let (rest, column) = place.rsplit_once(':')?;
    let (name, line) = rest.rsplit_once(':')?;
    let (line, column): (usize, usize) = (line.parse().ok()?, column.parse().ok()?);
    let (file, loaded) = sources.map.files().filter(|(_, file)| file.name == name).last()?;
    let first = *loaded.line_starts().get(line.checked_sub(1)?)? as usize;
    let text = loaded.bytes[first..].split(|&byte| byte == b'\n').next()?;
    // A launch before it on the line moves a column.
    let at = column.saturating_sub(1).min(text.len().saturating_sub(1));
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let length = text.get(at..).map_or(0, |rest| rest.iter().take_while(|byte| is_word(byte)).count());
    let start = (first + at) as u32;
    Some(sources.map.span(FileRange { file, start, end: start + length.max(1) as u32 }))
}

/// The beginning of the program, for what has no place.
fn start(sources: &Sources, compiled: &Compiled) -> Span {
    let file = compiled.units.first().map(|unit| unit.input.file);
    file.map_or(Span::BUILTIN, |file| sources.map.span(FileRange { file, start: 0, end: 0 }))
}
