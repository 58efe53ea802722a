//! Programs that a compiler sees in one go, because it takes longer to read the headers of
//! CUDA than to compile a small program.
//!
//! ```text
//! #include <stdio.h>
//! namespace program_0 {
//! #include "row-sum.after.cu"
//! }
//! #undef COLUMNS
//! namespace program_1 { …
//! ```
//! What the headers declare is outside, and their guards keep it from being declared again.
//! A program that could not be compiled alone because it lacks a header might be here: put
//! only those together that include the same ones.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The text that holds all of them; the headers are those in which their own macros may be.
pub(crate) fn together(programs: &[&Path], headers: &[PathBuf]) -> Result<String, String> {
    let read = |path: &Path| std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()));
    let mut shared = String::new();
    for header in headers {
        shared += &read(header)?;
    }
    let mut includes: BTreeSet<String> = system_headers(&shared);
    let mut out = String::new();
    for (number, program) in programs.iter().enumerate() {
        let text = read(program)?;
        includes.append(&mut system_headers(&text));
        let _ = writeln!(out, "namespace program_{number} {{\n#include \"{}\"\n}}", program.display());
        for name in macros(&text).union(&macros(&shared)) {
            let _ = writeln!(out, "#undef {name}");
        }
    }
    let includes: String = includes.iter().map(|name| format!("#include {name}\n")).collect();
    Ok(includes + &out)
}

/// `<stdio.h>` and the like that a text includes.
pub(crate) fn system_headers(text: &str) -> BTreeSet<String> {
    let named = |line: &str| Some(line.trim().strip_prefix("#include")?.trim().to_owned());
    text.lines().filter_map(named).filter(|name| name.starts_with('<')).collect()
}

/// The macros that a text defines.
fn macros(text: &str) -> BTreeSet<String> {
    let name = |line: &str| {
        let rest = line.trim().strip_prefix('#')?.trim().strip_prefix("define")?.trim_start();
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        Some(rest[..end].to_owned())
    };
    text.lines().filter_map(name).filter(|name| !name.is_empty()).collect()
}
