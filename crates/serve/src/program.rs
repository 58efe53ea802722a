//! The text that a page asks about, ready for the compiler.

use std::path::{Path, PathBuf};

use driver::{Input, Options, Session};
use serde::{Deserialize, Serialize};

/// What the page begins with, and how it is read.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// The file's name; empty for an example.
    pub name: String,
    /// Its text.
    pub text: String,
    /// The file, by its whole path.
    pub file: Option<PathBuf>,
    /// The options that the project has for it.
    pub options: Options,
    /// The same as words of a command line.
    pub flags: Vec<std::ffi::OsString>,
}

/// A question of the page.
#[derive(Debug, Default, Deserialize, Serialize)]
pub(crate) struct Asked {
    /// What the file is called.
    pub(crate) name: String,
    /// Its text.
    pub(crate) text: String,
    /// What to translate to, or to run on.
    #[serde(default)]
    pub(crate) target: String,
    /// Arguments of the program, as for a shell.
    #[serde(default)]
    pub(crate) arguments: String,
    /// What the program reads on its standard input.
    #[serde(default)]
    pub(crate) input: String,
    /// A word for the window that asks.
    #[serde(default)]
    pub(crate) window: String,
}

impl Asked {
    /// The name as that of a file in a folder of ours: it comes from a page, and is no path.
    pub(crate) fn file_name(&self) -> String {
        let last = Path::new(&self.name).file_name().map_or_else(String::new, |n| n.to_string_lossy().into());
        let is_plain = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
        let name: String = last.chars().filter(is_plain).take(80).collect();
        let ending = if name.ends_with(".cu") { ".cu" } else { ".c" };
        let stem = name.strip_suffix(ending).unwrap_or(&name).trim_start_matches(['.', '-']);
        format!("{}{ending}", if stem.is_empty() { "program" } else { stem })
    }
}

impl Start {
    /// Where the file lies: what it includes is looked for there.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.file.as_deref().and_then(Path::parent)
    }

    /// A session with a text, to be read as the file is.
    pub(crate) fn read(&self, asked: &Asked) -> Result<(Session, Input), String> {
        let mut session = Session::new(self.options.clone());
        let name = asked.file_name();
        let path = self.folder().map(|folder| folder.join(&name).to_string_lossy().into_owned());
        let input = session.add_input(&path.unwrap_or(name), asked.text.clone().into_bytes());
        input.map(|input| (session, input)).map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_that_of_a_file() {
        let name = |name: &str| Asked { name: name.into(), ..Asked::default() }.file_name();
        assert_eq!(name("matmul.c"), "matmul.c");
        assert_eq!(name("/etc/cron.d/evil.cu"), "evil.cu");
        assert_eq!(name("../.."), "program.c");
        assert_eq!(name("--target=x; rm -rf ~.c"), "targetxrm-rf.c");
        assert_eq!(name("<img onerror=alert(1)>.cu"), "imgonerroralert1.cu");
        assert_eq!(name(".c"), "program.c");
        assert_eq!(name("\n"), "program.c");
    }
}
