//! Finds test files and tells them from the files that lie beside them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// All files below a folder, sorted.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = BTreeSet::new();
    let mut pending = vec![folder.to_path_buf()];
    while let Some(folder) = pending.pop() {
        let entries =
            std::fs::read_dir(&folder).map_err(|e| format!("cannot list {}: {e}", folder.display()))?;
        for entry in entries {
            let path = entry.map_err(|e| e.to_string())?.path();
            if path.is_dir() {
                pending.push(path);
            } else {
                found.insert(path);
            }
        }
    }
    Ok(found.into_iter().collect())
}

/// The inputs among them: `.c` and `.cu` files, outside folders named
/// `include` and `parts`, that are not the expected output of another input.
pub fn inputs(files: &[PathBuf]) -> Vec<PathBuf> {
    let is_code = |path: &PathBuf| path.extension().is_some_and(|e| e == "c" || e == "cu");
    let code: BTreeSet<&PathBuf> = files.iter().filter(|p| is_code(p) && !is_support(p)).collect();
    code.iter().filter(|path| !is_output(path, &code)).map(|path| (*path).clone()).collect()
}

/// In a folder of headers, or of further files of programs.
pub fn is_support(path: &Path) -> bool {
    let named = |part: std::path::Component<'_>| ["include", "parts"].iter().any(|n| part.as_os_str() == *n);
    path.parent().is_some_and(|folder| folder.components().any(named))
}

/// `x.cu` and `x.cpu.c` beside `x.c` are what the compiler makes of it.
fn is_output(path: &Path, code: &BTreeSet<&PathBuf>) -> bool {
    let Some(stem) = stem(path) else { return false };
    let input = path.with_file_name(format!("{stem}.c"));
    input != *path && code.contains(&input)
}

/// The name up to the first dot: what an input and its expected files share.
pub fn stem(path: &Path) -> Option<&str> {
    path.file_name()?.to_str()?.split('.').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expected_output_is_not_an_input() {
        let files =
            ["ui/a.c", "ui/a.cu", "ui/a.cpu.c", "ui/a.stderr", "ui/b.cu", "ui/include/c.c", "ui/parts/d.c"];
        let files: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
        assert_eq!(inputs(&files), ["ui/a.c", "ui/b.cu"].map(PathBuf::from));
    }
}
