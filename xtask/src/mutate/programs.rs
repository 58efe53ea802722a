//! The right programs that mistakes are made in: examples, benchmarks and UI
//! programs that run.

use std::path::{Path, PathBuf};

/// A program, and how it is compiled and run.
pub struct Subject {
    /// The file that is changed.
    pub path: PathBuf,
    /// What it says.
    pub text: String,
    /// Flags for every compiler.
    pub flags: Vec<String>,
    /// The program's arguments.
    pub args: Vec<String>,
    /// Further files of the program.
    pub also: Vec<PathBuf>,
}

/// All of them, in the order of their paths.
pub fn all(root: &Path) -> Result<Vec<Subject>, String> {
    let mut subjects = Vec::new();
    for path in c_files(&root.join("tests/ui"))? {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let asked = |name: &str| {
            let head = format!("//@ {name}:");
            text.lines().find_map(|line| line.strip_prefix(&head)).map(str::trim)
        };
        if !asked("run").is_some_and(|run| run.starts_with("cpu")) {
            continue;
        }
        let words = |name| -> Vec<String> {
            asked(name).unwrap_or_default().split_whitespace().map(String::from).collect()
        };
        let folder = path.parent().unwrap_or(root);
        let also = words("also").iter().map(|file| folder.join(file)).collect();
        let (flags, args) = (words("flags"), words("args"));
        subjects.push(Subject { flags, args, also, text: text.clone(), path });
    }
    for folder in ["examples", "examples/seeds"] {
        for path in c_files(&root.join(folder))? {
            if path.parent() == Some(&root.join(folder)) {
                let text = std::fs::read_to_string(&path).map_err(|e| e.to_string())?;
                subjects.push(Subject { path, text, flags: Vec::new(), args: Vec::new(), also: Vec::new() });
            }
        }
    }
    let benchmarks = c_files(&root.join("benchmarks"))?;
    for path in &benchmarks {
        let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
        let beside = |other: &&PathBuf| other.parent() == path.parent() && *other != path;
        let also = benchmarks.iter().filter(beside).cloned().collect();
        let (flags, args) = (Vec::new(), Vec::new());
        subjects.push(Subject { path: path.clone(), text, flags, args, also });
    }
    Ok(subjects)
}

fn c_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let (mut pending, mut found) = (vec![folder.to_path_buf()], Vec::new());
    while let Some(folder) = pending.pop() {
        let entries = std::fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        for entry in entries {
            let path = entry.map_err(|e| e.to_string())?.path();
            if path.is_dir() {
                pending.push(path);
            } else if path.extension().is_some_and(|e| e == "c") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}
