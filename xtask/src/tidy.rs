//! Rules of the repository that no compiler checks.
//!
//! Documents name only paths that exist; every Rust file says at its top what
//! it is about; no file has a name that says nothing; every diagnostic page
//! belongs to a code; every rule of `docs/refusals.md` has its test; packages name files that
//! are there. Sizes are left to judgement.

use std::path::{Path, PathBuf};

use diagnostics::codes;

use crate::packaging;
use crate::shell::Shell;

/// Checks all rules and lists every breach.
pub fn tidy(shell: &Shell) -> Result<(), String> {
    let listed =
        shell.read(&mut shell.command("git", &["ls-files", "--cached", "--others", "--exclude-standard"]))?;
    let files: Vec<PathBuf> =
        listed.lines().map(PathBuf::from).filter(|path| shell.root.join(path).is_file()).collect();
    let mut breaches = Vec::new();
    for file in &files {
        breaches.extend(empty_name(file));
        let extension = file.extension().and_then(|e| e.to_str());
        if !matches!(extension, Some("rs" | "md")) {
            continue;
        }
        let text =
            std::fs::read_to_string(shell.root.join(file)).map_err(|e| format!("{}: {e}", file.display()))?;
        if extension == Some("rs") {
            breaches.extend(missing_head(file, &text));
        } else {
            breaches.extend(dead_paths(file, &text, &shell.root));
        }
    }
    breaches.extend(stray_pages(&files));
    breaches.extend(untested_rules(&shell.root));
    breaches.extend(packaging::breaches(&shell.root));
    if breaches.is_empty() { Ok(()) } else { Err(breaches.join("\n")) }
}

const EMPTY_NAMES: [&str; 7] = ["utils", "util", "helpers", "helper", "common", "base", "misc"];

fn empty_name(file: &Path) -> Option<String> {
    let parts = file.components().map(|part| Path::new(part.as_os_str()).file_stem());
    let names_nothing = |stem: &str| EMPTY_NAMES.contains(&stem);
    let found = parts.flatten().filter_map(|stem| stem.to_str()).find(|stem| names_nothing(stem))?;
    Some(format!("{}: `{found}` says nothing about what is inside", file.display()))
}

fn missing_head(file: &Path, text: &str) -> Option<String> {
    (!text.starts_with("//! ")).then(|| format!("{}: no `//!` head", file.display()))
}

/// The folders a path in a document starts with.
const TOP_FOLDERS: [&str; 8] =
    ["crates/", "docs/", "tests/", "xtask/", "examples/", "benchmarks/", ".ci/", "runtime/"];

/// Paths in backticks and in links that lead nowhere. A path with a
/// placeholder (`<name>`, `*`, `…`) is not one.
fn dead_paths(file: &Path, text: &str, root: &Path) -> Vec<String> {
    let folder = file.parent().unwrap_or(Path::new(""));
    let quoted = outside_fences(text).into_iter().flat_map(|line| {
        line.split('`')
            .skip(1)
            .step_by(2)
            .filter(|word| TOP_FOLDERS.iter().any(|top| word.starts_with(top)))
            .map(PathBuf::from)
            .collect::<Vec<_>>()
    });
    let linked = outside_fences(text).into_iter().flat_map(|line| {
        let targets = line.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
        targets.filter(|t| !t.is_empty() && !t.contains("://")).map(|t| folder.join(t)).collect::<Vec<_>>()
    });
    let is_plain = |path: &PathBuf| !path.to_string_lossy().contains(['<', '*', '…', ' ', '{']);
    let dead = quoted.chain(linked).filter(is_plain).filter(|path| !root.join(path).exists());
    dead.map(|path| format!("{}: there is no `{}`", file.display(), path.display())).collect()
}

/// The lines of a document that are not in fenced code.
pub(crate) fn outside_fences(text: &str) -> Vec<&str> {
    let mut in_fence = false;
    let mut lines = Vec::new();
    for line in text.lines() {
        if line.starts_with("```") {
            in_fence = !in_fence;
        } else if !in_fence {
            lines.push(line);
        }
    }
    lines
}

/// A page of a code that does not exist is never shown. That every code has a
/// page is a test of `diagnostics`.
fn stray_pages(files: &[PathBuf]) -> Vec<String> {
    let pages = files.iter().filter(|file| file.starts_with("crates/diagnostics/explain"));
    let is_stray = |file: &&PathBuf| {
        let id = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        codes::find(id).is_none()
    };
    pages.filter(is_stray).map(|file| format!("{}: no such code", file.display())).collect()
}

/// Rules of `docs/refusals.md` whose test does not report their code.
fn untested_rules(root: &Path) -> Vec<String> {
    let page = "docs/refusals.md";
    let Ok(text) = std::fs::read_to_string(root.join(page)) else { return vec![format!("no `{page}`")] };
    let mut breaches = Vec::new();
    let mut rules = 0;
    for (code, test) in text.lines().filter_map(rule) {
        rules += 1;
        let messages = root.join(test).with_extension("stderr");
        let reported = std::fs::read_to_string(messages).unwrap_or_default();
        if codes::find(code).is_none() || !reported.contains(&format!("[{code}]")) {
            breaches.push(format!("{page}: `{test}` does not report {code}"));
        }
    }
    if rules == 0 {
        breaches.push(format!("{page}: no rules"));
    }
    breaches
}

/// Code and test of a line `| rule | CODE | `tests/…` |`.
fn rule(line: &str) -> Option<(&str, &str)> {
    let cells: Vec<&str> = line.split('|').map(str::trim).collect();
    let [_, _, code, test, _] = cells.as_slice() else { return None };
    Some((code, test.strip_prefix('`')?.strip_suffix('`')?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn breaches_are_found() {
        assert!(empty_name(Path::new("crates/x/src/utils.rs")).is_some());
        assert!(empty_name(Path::new("crates/x/src/common/y.rs")).is_some());
        assert!(empty_name(Path::new("crates/source/src/span.rs")).is_none());
        assert!(missing_head(Path::new("a.rs"), "use x;\n").is_some());
        assert_eq!(rule("| a rule | E0401 | `tests/ui/a.c` |"), Some(("E0401", "tests/ui/a.c")));
        assert_eq!(rule("| rule | code | test |"), None);
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let text = "see `crates/nowhere/x.rs`, `crates/<name>`, `xtask/src/main.rs` and [a](gone.md)\n";
        let dead = dead_paths(Path::new("docs/a.md"), text, root);
        assert_eq!(
            dead,
            ["docs/a.md: there is no `crates/nowhere/x.rs`", "docs/a.md: there is no `docs/gone.md`"]
        );
    }
}
