//! `-MD` and its relatives: how `make` learns what an output depends on.
//!
//! ```text
//! solver.o: solver.c solver.h \
//!  include/grid.h
//! ```

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use driver::Session;
use driver::output::{OutputError, Outputs};
use source::FileKind;

/// What was asked for. Names need not be UTF-8.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Dependencies {
    wanted: bool,
    user_only: bool,
    phony: bool,
    file: Option<PathBuf>,
    targets: Vec<Vec<u8>>,
}

impl Dependencies {
    /// From the words as `cc` has them.
    pub fn read(words: &[OsString]) -> Dependencies {
        let mut read = Dependencies::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let (flag, attached) = word.as_bytes().split_at(word.len().min(3));
            let mut value = || match attached.is_empty() {
                true => words.next().cloned(),
                false => Some(OsStr::from_bytes(attached).to_os_string()),
            };
            match (flag, attached) {
                (b"-MM", b"D") => (read.wanted, read.user_only) = (true, true),
                (b"-MD", b"") => read.wanted = true,
                (b"-MP", b"") => read.phony = true,
                (b"-MF", _) => read.file = value().map(PathBuf::from),
                (b"-MT", _) => read.targets.extend(value().map(OsString::into_vec)),
                (b"-MQ", _) => read.targets.extend(value().map(|name| escaped(&name))),
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
        outputs.write(&file, &self.text(session, output))
    }

    fn text(&self, session: &Session, output: &Path) -> Vec<u8> {
        let mut read: Vec<&Path> = Vec::new();
        for (path, file) in session.files_on_disk() {
            let is_wanted = !self.user_only || file.kind == FileKind::User;
            if is_wanted && !read.contains(&path) {
                read.push(path);
            }
        }
        let own = escaped(output.as_os_str());
        let mut text = if self.targets.is_empty() { own } else { self.targets.join(&b' ') };
        text.push(b':');
        for path in &read {
            text.extend_from_slice(b" \\\n ");
            text.extend(escaped(path.as_os_str()));
        }
        text.push(b'\n');
        if self.phony {
            for path in read.iter().skip(1) {
                text.extend(escaped(path.as_os_str()));
                text.extend_from_slice(b":\n");
            }
        }
        text
    }
}

/// Characters that mean something to `make`.
fn escaped(name: &OsStr) -> Vec<u8> {
    let mut out = Vec::new();
    for byte in name.as_bytes() {
        match byte {
            b'$' => out.extend_from_slice(b"$$"),
            b' ' | b'#' => out.extend([b'\\', *byte]),
            _ => out.push(*byte),
        }
    }
    out
}
