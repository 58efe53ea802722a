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
//! Functions with the linkage of C, which namespaces do not tell apart, get another name. A
//! program that could not be compiled alone because it lacks a header might be here: put only
//! those together that include the same ones.

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
        let named_in_c = functions_of_c(&text);
        for name in &named_in_c {
            let _ = writeln!(out, "#define {name} program_{number}_{name}");
        }
        let _ = writeln!(out, "namespace program_{number} {{\n#include \"{}\"\n}}", program.display());
        for name in macros(&text).union(&macros(&shared)).chain(&named_in_c) {
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

/// The functions that a text defines for callers in C.
fn functions_of_c(text: &str) -> BTreeSet<String> {
    let name = |line: &str| {
        let (head, _) = line.strip_prefix("extern \"C\"")?.split_once('(')?;
        let start = head.rfind(|c: char| !c.is_alphanumeric() && c != '_')?;
        Some(head[start + 1..].to_owned())
    };
    text.lines().filter_map(name).filter(|name| !name.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_would_meet_are_found() {
        let text = "#include <math.h>\n#include \"own.h\"\n#define N 4\n  # define M(x) x\n\
                    extern \"C\" cudaError_t launch_k(dim3 grid, int n)\n{\n";
        assert_eq!(system_headers(text), BTreeSet::from(["<math.h>".to_owned()]));
        assert_eq!(macros(text), BTreeSet::from(["M".to_owned(), "N".to_owned()]));
        assert_eq!(functions_of_c(text), BTreeSet::from(["launch_k".to_owned()]));
    }
}
