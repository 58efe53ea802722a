//! The text that a page asks about, ready for the compiler.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use driver::toolchain::Toolchain;
use driver::{Input, Options, Session};
use serde::Deserialize;

/// What the page begins with, and how it is read.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// The file's name; empty for an example.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Where it lies: what it includes is looked for there.
    pub folder: Option<PathBuf>,
    /// The options that the project has for it.
    pub options: Options,
    /// The same as words of a command line.
    pub flags: Vec<std::ffi::OsString>,
}

/// A question of the page.
#[derive(Debug, Deserialize)]
pub(crate) struct Asked {
    /// What the file is called.
    pub(crate) name: String,
    /// Its text.
    pub(crate) text: String,
    /// What to translate to, or to run on.
    #[serde(default)]
    pub(crate) target: String,
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

/// How texts are read, and what is asked about them at the moment.
pub(crate) struct Reader {
    options: Options,
    toolchain: Toolchain,
    folder: Option<PathBuf>,
    /// One for each kind of question: set when a newer one of that kind comes.
    newest: Mutex<Vec<(&'static str, Arc<AtomicBool>)>>,
}

impl Reader {
    /// Asks the machine's compiler once.
    pub(crate) fn new(start: &Start) -> Reader {
        let options = start.options.clone();
        let toolchain = Toolchain::find(&options);
        Reader { toolchain, options, folder: start.folder.clone(), newest: Mutex::default() }
    }

    /// A session with the text, for a question of this kind; older ones become stale.
    pub(crate) fn read(&self, asked: &Asked, kind: &'static str) -> Result<(Session, Input), String> {
        let mut session = Session::with_toolchain(self.options.clone(), self.toolchain.clone());
        session.stale = self.begin(kind);
        let name = asked.file_name();
        // Headers are looked for beside a file.
        let path = self.folder.as_ref().map(|folder| folder.join(&name).to_string_lossy().into_owned());
        let input = session.add_input(&path.unwrap_or(name), asked.text.clone().into_bytes());
        input.map(|input| (session, input)).map_err(|error| error.to_string())
    }

    fn begin(&self, kind: &'static str) -> Arc<AtomicBool> {
        let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        newest.retain(|(of, stale)| {
            if *of == kind {
                stale.store(true, Ordering::Relaxed);
            }
            *of != kind
        });
        let stale = Arc::new(AtomicBool::new(false));
        newest.push((kind, stale.clone()));
        stale
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_that_of_a_file() {
        let name =
            |name: &str| Asked { name: name.into(), text: String::new(), target: String::new() }.file_name();
        assert_eq!(name("matmul.c"), "matmul.c");
        assert_eq!(name("/etc/cron.d/evil.cu"), "evil.cu");
        assert_eq!(name("../.."), "program.c");
        assert_eq!(name("--target=x; rm -rf ~.c"), "targetxrm-rf.c");
        assert_eq!(name("<img onerror=alert(1)>.cu"), "imgonerroralert1.cu");
        assert_eq!(name(".c"), "program.c");
        assert_eq!(name("\n"), "program.c");
    }
}
