//! `-std=` in the terms of the phases: which C is read.

use std::path::Path;

use resolve::{Options, Standard};
use syntax::Dialect;

/// What a file on the command line is for, told by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileUse {
    /// Read and translated.
    Source,
    /// Handed on: an object, a library, assembly.
    Linked,
}

/// What a file is for. One without a known ending is read, as a program that `-x` names.
pub fn use_of(path: &Path) -> FileUse {
    const LINKED: [&str; 15] =
        ["o", "a", "so", "lo", "obj", "lib", "ld", "s", "S", "cpp", "cc", "cxx", "C", "f", "f90"];
    let is_versioned = path.file_name().is_some_and(|name| name.to_string_lossy().contains(".so."));
    match path.extension().and_then(|ext| ext.to_str()) {
        Some(ending) if LINKED.contains(&ending) || is_versioned => FileUse::Linked,
        _ => FileUse::Source,
    }
}

/// What `resolve` is told.
pub fn options(standard: Option<&str>, dialect: Dialect) -> Options {
    Options {
        cuda: dialect != Dialect::C,
        open_cl: dialect == Dialect::OpenCl,
        standard: standard.map_or(Standard::default(), version),
        strict: standard.is_some_and(|standard| !is_gnu(standard)),
        ..Options::default()
    }
}

/// Does `-std=` name a GNU dialect?
pub fn is_gnu(standard: &str) -> bool {
    standard.starts_with("gnu")
}

/// Does `-std=` name C23? Compilers of before it was published call it C2X.
pub fn is_c23(standard: &str) -> bool {
    version(standard) == Standard::C23
}

/// The name that compilers know: those that have parts of C23 call it C2X,
/// and those that have all of it still take that name.
pub fn compiler_name(standard: &str) -> String {
    match standard.strip_suffix("23") {
        Some(dialect) => format!("{dialect}2x"),
        None => standard.to_string(),
    }
}

/// Functions and types that nobody declared are taken without a word.
pub const DECLARED_BY_USE: [&str; 2] = ["-Wno-implicit-int", "-Wno-implicit-function-declaration"];

/// The flags with which a translated program is compiled. Kernels are written in
/// C99 (`restrict`, `for (int i`), so a program of before is compiled as C99 that
/// keeps the habits of its time: `inline` as GNU had it, types and functions that
/// nobody declared.
pub fn of_translated(standard: &str) -> Vec<String> {
    if version(standard) != Standard::C90 {
        return vec![format!("-std={standard}")];
    }
    let newer = if is_gnu(standard) { "gnu99" } else { "c99" };
    let habits = std::iter::once("-fgnu89-inline").chain(DECLARED_BY_USE);
    std::iter::once(format!("-std={newer}")).chain(habits.map(String::from)).collect()
}

/// Is it a standard that `cc` knows?
pub fn is_known(standard: &str) -> bool {
    const YEARS: [&str; 13] =
        ["89", "90", "99", "9x", "11", "1x", "17", "18", "2x", "23", "9899:1990", "9899:1999", "9899:2011"];
    let year = standard.strip_prefix("gnu").or_else(|| standard.strip_prefix('c'));
    year.or_else(|| standard.strip_prefix("iso")).is_some_and(|year| YEARS.contains(&year))
}

fn version(standard: &str) -> Standard {
    match standard.trim_start_matches(|c: char| c.is_ascii_alphabetic()) {
        "89" | "90" | "9899:1990" => Standard::C90,
        "99" | "9x" | "9899:1999" => Standard::C99,
        "11" | "1x" | "9899:2011" => Standard::C11,
        "23" | "2x" => Standard::C23,
        _ => Standard::C17,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standards_are_read() {
        assert_eq!(version("gnu89"), Standard::C90);
        assert_eq!(version("c11"), Standard::C11);
        assert_eq!(version("iso9899:1999"), Standard::C99);
        assert_eq!(version("gnu2x"), Standard::C23);
        assert_eq!(compiler_name("gnu23"), "gnu2x");
        assert_eq!(compiler_name("c11"), "c11");
        assert!(is_known("gnu17") && is_known("c99") && !is_known("c++17") && !is_known("17"));
        assert!(options(Some("c11"), Dialect::C).strict && !options(None, Dialect::C).strict);
    }
}
