//! `-MD` and its relatives: how `make` learns what an output depends on.
//!
//! ```text
//! solver.o: solver.c solver.h \
//!  include/grid.h
//! ```

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use driver::Session;
use driver::output::{OutputError, Outputs};
use source::FileKind;

/// What was asked for.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Dependencies {
    wanted: bool,
    user_only: bool,
    phony: bool,
    file: Option<PathBuf>,
    targets: Vec<String>,
}

impl Dependencies {
    /// From the words as `cc` has them.
    pub fn read(words: &[OsString]) -> Dependencies {
        let mut read = Dependencies::default();
        let mut words = words.iter().map(|word| word.to_string_lossy().into_owned());
        while let Some(word) = words.next() {
            let (flag, attached) = word.split_at(word.len().min(3));
            let mut value = || if attached.is_empty() { words.next() } else { Some(attached.to_string()) };
            match (flag, attached) {
                ("-MM", "D") => (read.wanted, read.user_only) = (true, true),
                ("-MD", "") => read.wanted = true,
                ("-MP", "") => read.phony = true,
                ("-MF", _) => read.file = value().map(PathBuf::from),
                ("-MT", _) => read.targets.extend(value()),
                ("-MQ", _) => read.targets.extend(value().map(|name| escaped(&name))),
                _ => {}
            }
        }
        read
    }

    /// Writes them beside the output, if they were asked for.
    pub fn write(&self, session: &Session, output: &Path, outputs: &mut Outputs) -> Result<(), OutputError> {
        if !self.wanted {
            return Ok(());
        }
        let file = self.file.clone().unwrap_or_else(|| output.with_extension("d"));
        outputs.write(&file, self.text(session, output).as_bytes())
    }

    fn text(&self, session: &Session, output: &Path) -> String {
        let mut read: Vec<&str> = Vec::new();
        for file in session.files_on_disk() {
            let is_wanted = !self.user_only || file.kind == FileKind::User;
            if is_wanted && !read.contains(&file.name.as_str()) {
                read.push(&file.name);
            }
        }
        let own = escaped(&output.to_string_lossy());
        let targets = if self.targets.is_empty() { own } else { self.targets.join(" ") };
        let mut text = format!("{targets}:");
        for name in &read {
            text.push_str(" \\\n ");
            text.push_str(&escaped(name));
        }
        text.push('\n');
        if self.phony {
            for name in read.iter().skip(1) {
                text.push_str(&format!("{}:\n", escaped(name)));
            }
        }
        text
    }
}

/// Characters that mean something to `make`.
fn escaped(name: &str) -> String {
    name.replace('$', "$$").replace(' ', "\\ ").replace('#', "\\#")
}
