//! `warploom.toml`: what a project wants to say once.
//!
//! ```toml
//! target = "cpu"                       # as --target
//! gpu = "h200"                         # as --gpu
//! flags = ["-O2", "-Iinclude"]         # as on the command line; folders are relative to this file
//! silence = ["W1103"]                  # as -Wno-W1103
//! quiet = false                        # as -q
//! files = ["main.c", "solver.c"]       # one program: editors read them together
//! ```
//!
//! The nearest one upwards from the first input counts, and the command line comes after it.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use source::shown;

/// What the file says.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    target: Option<String>,
    gpu: Option<String>,
    #[serde(default)]
    flags: Vec<String>,
    #[serde(default)]
    silence: Vec<String>,
    #[serde(default)]
    quiet: bool,
    #[serde(default)]
    files: Vec<PathBuf>,
    #[serde(skip)]
    folder: PathBuf,
}

const NAME: &str = "warploom.toml";

impl Settings {
    /// The nearest file upwards from the first input among the words; an error says what is
    /// wrong in it.
    pub fn near<'a>(words: impl Iterator<Item = &'a Path>) -> Result<Settings, String> {
        let start = first_input(words).and_then(Path::parent).unwrap_or(Path::new(""));
        let Ok(start) = std::path::absolute(Path::new(".").join(start)) else {
            return Ok(Settings::default());
        };
        let start = start.canonicalize().unwrap_or(start);
        let Some(folder) = start.ancestors().find(|folder| folder.join(NAME).is_file()) else {
            return Ok(Settings::default());
        };
        let file = folder.join(NAME);
        let text = std::fs::read_to_string(&file).map_err(|error| format!("`{}`: {error}", shown(&file)))?;
        let read: Result<Settings, _> = toml::from_str(&text);
        let mut settings =
            read.map_err(|error| format!("`{}`: {}", shown(&file), error.to_string().trim_end()))?;
        settings.folder = folder.to_path_buf();
        Ok(settings)
    }

    /// The flags of compilers, with folders that lead there from anywhere.
    pub fn flags(&self) -> Vec<OsString> {
        let mut flags = rooted(&self.flags, &self.folder);
        flags.extend(self.silence.iter().map(|code| format!("-Wno-{code}").into()));
        flags
    }

    /// Options of the command that its words do not give.
    pub fn options(&self, command: &str, words: &[OsString]) -> Vec<OsString> {
        let is_given = |name: &str| {
            let starts =
                |word: &OsString| word == name || word.as_bytes().starts_with(format!("{name}=").as_bytes());
            words.iter().any(starts)
        };
        let mut options = Vec::new();
        let takes_target = ["build", "run", "translate"].contains(&command);
        let takes_gpu = ["annotate", "build", "check", "coalesce", "profile", "run", "translate", "tune"];
        if let Some(target) = self.target.as_ref().filter(|_| takes_target && !is_given("--target")) {
            options.push(format!("--target={target}").into());
        }
        if let Some(gpu) = self.gpu.as_ref().filter(|_| takes_gpu.contains(&command) && !is_given("--gpu")) {
            options.push(format!("--gpu={gpu}").into());
        }
        if self.quiet && !words.iter().any(|word| word == OsStr::new("-v")) {
            options.push("--quiet".into());
        }
        options
    }

    /// The files of the program, if it names this one among them.
    pub fn program_of(&self, file: &Path) -> Vec<PathBuf> {
        let files: Vec<PathBuf> = self.files.iter().map(|name| self.folder.join(name)).collect();
        let own = file.canonicalize().ok();
        let is_one = files.iter().any(|other| own.is_some() && other.canonicalize().ok() == own);
        if is_one { files } else { Vec::new() }
    }

    /// The target, if the file names one.
    pub fn target(&self) -> Option<&str> {
        self.target.as_deref()
    }
}

/// The first file among the words of a command line.
pub fn first_input<'a>(mut words: impl Iterator<Item = &'a Path>) -> Option<&'a Path> {
    words.find(|word| !word.as_os_str().as_bytes().starts_with(b"-") && word.is_file())
}

/// Flags that are followed by a path, in the same word or the next one.
pub const WITH_PATH: [&str; 6] = ["-isystem", "-iquote", "-idirafter", "-include", "-I", "-L"];

/// Flags whose paths are relative to a folder, with paths that lead there from anywhere.
pub fn rooted(words: &[String], folder: &Path) -> Vec<OsString> {
    let mut flags = Vec::new();
    let mut is_path = false;
    for word in words {
        let start = WITH_PATH.into_iter().find(|start| word.starts_with(start)).filter(|_| !is_path);
        let (start, path) = match (is_path, start) {
            (true, _) => ("", word.as_str()),
            (false, Some(start)) => (start, &word[start.len()..]),
            (false, None) => (word.as_str(), ""),
        };
        is_path = !is_path && WITH_PATH.contains(&word.as_str());
        let mut flag = OsString::from(start);
        if !path.is_empty() {
            flag.push(folder.join(path));
        }
        flags.push(flag);
    }
    flags
}
