//! `compile_commands.json`: the flags a build system gives each file.
//!
//! ```json
//! [{"directory": "/src/build", "file": "../solver.c",
//!   "arguments": ["cc", "-I../include", "-DN=512", "-c", "../solver.c"]}]
//! ```
//!
//! The nearest one upwards from the first input, or in a folder `build` there, is read if it
//! names that file. What tells how to read the text counts (`-I`, `-D`, `-std` …); what tells how
//! to compile it is the build system's business.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use driver::compilers::split_words;
use serde::Deserialize;
use source::shown;

use crate::settings::{WITH_PATH, rooted};

#[derive(Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    #[serde(default)]
    arguments: Vec<String>,
    command: Option<String>,
}

const NAME: &str = "compile_commands.json";

/// The flags for reading an input; none if nothing is said of it. An error says what is wrong
/// in the file.
pub fn flags_of(input: &Path) -> Result<Vec<OsString>, String> {
    let Ok(input) = input.canonicalize() else { return Ok(Vec::new()) };
    let beside = |folder: &Path| [folder.join(NAME), folder.join("build").join(NAME)];
    let mut places = input.ancestors().skip(1).flat_map(beside);
    let Some(file) = places.find(|place| place.is_file()) else { return Ok(Vec::new()) };
    let problem = |error: &dyn std::fmt::Display| format!("`{}`: {error}", shown(&file));
    let text = std::fs::read(&file).map_err(|error| problem(&error))?;
    let entries: Vec<Entry> = serde_json::from_slice(&text).map_err(|error| problem(&error))?;
    let is_it = |entry: &&Entry| entry.directory.join(&entry.file).canonicalize().is_ok_and(|f| f == input);
    let Some(entry) = entries.iter().find(is_it) else { return Ok(Vec::new()) };
    let words = match &entry.command {
        Some(command) if entry.arguments.is_empty() => {
            let words = split_words(command.as_ref()).into_iter();
            words.map(|word| word.to_string_lossy().into_owned()).collect()
        }
        _ => entry.arguments.clone(),
    };
    Ok(rooted(&reading_flags(&words), &entry.directory))
}

/// The flags among the words that tell how a text is read.
fn reading_flags(words: &[String]) -> Vec<String> {
    let mut flags = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let takes = |flag: &&&str| **flag != "-L" && word.starts_with(**flag);
        let Some(flag) = WITH_PATH.iter().chain(&["-D", "-U", "-std="]).find(takes) else { continue };
        flags.push(word.clone());
        if word == flag {
            flags.extend(words.next().cloned());
        }
    }
    flags
}
