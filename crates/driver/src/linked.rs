//! What a command line links, as the linker will look for it.
//!
//! ```text
//! util.o -Llib -lfft -l:libold.a -Wl,-Bstatic,-lold -Xlinker lib/more.a
//! ```
//! `-Wl,` and `-Xlinker` are words for the linker itself, which has longer names for the same things. Folders of
//! `LIBRARY_PATH` come after those of the command line. Two ask: the cache, for which a file that it does not see is a
//! stale program, and `warploom cc`, which looks for the marks of objects that were built here.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// Objects, and libraries by name.
#[derive(Debug, Default)]
pub struct Linked {
    folders: Vec<PathBuf>,
    libraries: Vec<OsString>,
    files: Vec<PathBuf>,
    /// The linker is given a file of words.
    has_response_file: bool,
}

/// The linker's names for `-l` and `-L`, with the value behind them or in the next word.
const LIBRARY: [&str; 3] = ["--library=", "--library", "-l"];
const FOLDER: [&str; 3] = ["--library-path=", "--library-path", "-L"];

impl Linked {
    /// From the words of a command line that are about linking. Others may be among them.
    pub fn read<'a>(words: impl IntoIterator<Item = &'a OsString>) -> Linked {
        let mut linked = Linked::default();
        let words = flattened(words);
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut value = |names: [&str; 3]| {
                let rest = names.iter().find_map(|name| word.as_bytes().strip_prefix(name.as_bytes()))?;
                let rest = Some(OsStr::from_bytes(rest).to_os_string()).filter(|rest| !rest.is_empty());
                rest.or_else(|| words.next().cloned())
            };
            // The longer name first: `--library-path` begins as `--library` does.
            if let Some(folder) = value(FOLDER) {
                linked.folders.push(folder.into());
            } else if let Some(name) = value(LIBRARY) {
                linked.libraries.push(name);
            } else if word.as_bytes().starts_with(b"@") {
                linked.has_response_file = true;
            } else {
                linked.files.extend(files_in(word));
            }
        }
        let path = std::env::var_os("LIBRARY_PATH").unwrap_or_default();
        linked.folders.extend(std::env::split_paths(&path).filter(|folder| !folder.as_os_str().is_empty()));
        linked
    }

    /// The names of libraries, `m` or `:libm.a`.
    pub fn libraries(&self) -> &[OsString] {
        &self.libraries
    }

    /// Every file that was named, and every library of the folders: which of two the linker takes is its business.
    pub fn files(&self) -> Vec<PathBuf> {
        let named =
            self.libraries.iter().flat_map(|name| self.folders.iter().flat_map(|f| in_folder(name, f)));
        self.files.iter().cloned().chain(named).collect()
    }

    /// Are [`Linked::files`] all that goes in? Thin archives, scripts and files of words name further ones.
    pub fn is_all(&self) -> bool {
        let is_whole = |file: &PathBuf| {
            let start = start_of(file);
            start.starts_with(ELF) || start.starts_with(ARCHIVE) || is_source(file)
        };
        !self.has_response_file && self.files().iter().all(is_whole)
    }

    /// Shows the bytes of every object and archive. Shared libraries bring along what they need, and are left out.
    pub fn each_object(&self, see: &mut impl FnMut(&[u8])) {
        self.files().iter().for_each(|file| self.show(file, see, 0));
    }

    fn show(&self, file: &Path, see: &mut impl FnMut(&[u8]), depth: usize) {
        let Ok(bytes) = std::fs::read(file) else { return };
        let beside = file.parent().unwrap_or(Path::new(""));
        let further = if bytes.starts_with(THIN_ARCHIVE) {
            members(&bytes, beside)
        } else if bytes.starts_with(ELF) || bytes.starts_with(ARCHIVE) {
            if !is_shared(&bytes) {
                see(&bytes);
            }
            return;
        } else if bytes.len() <= LONGEST_SCRIPT && !is_source(file) {
            self.named_in(&bytes, beside)
        } else {
            return;
        };
        if depth < DEEPEST {
            further.iter().for_each(|file| self.show(file, see, depth + 1));
        }
    }

    /// The files that a script of the linker names: `GROUP ( libparts.a -lmore )`.
    fn named_in(&self, script: &[u8], beside: &Path) -> Vec<PathBuf> {
        let words = script.split(|byte| byte.is_ascii_whitespace() || b"(),;\"".contains(byte));
        let words = words.filter(|word| !word.is_empty()).map(OsStr::from_bytes);
        let places = || [Path::new(""), beside].into_iter().chain(self.folders.iter().map(PathBuf::as_path));
        let found = words.flat_map(|word| match word.as_bytes().strip_prefix(b"-l") {
            Some(name) => {
                places().flat_map(|place| in_folder(OsStr::from_bytes(name), place)).collect::<Vec<_>>()
            }
            None => places().map(|place| place.join(word)).filter(|file| file.is_file()).take(1).collect(),
        });
        found.collect()
    }
}

const ELF: &[u8] = b"\x7fELF";
const ARCHIVE: &[u8] = b"!<arch>\n";
const THIN_ARCHIVE: &[u8] = b"!<thin>\n";
/// What is longer is no script.
const LONGEST_SCRIPT: usize = 1 << 16;
/// Scripts that name scripts.
const DEEPEST: usize = 4;

/// The linker's own words among the others, as if there were no compiler in front.
fn flattened<'a>(words: impl IntoIterator<Item = &'a OsString>) -> Vec<OsString> {
    let mut out = Vec::new();
    for word in words {
        match word.as_bytes().strip_prefix(b"-Wl,") {
            Some(rest) => {
                out.extend(rest.split(|b| *b == b',').map(|piece| OsStr::from_bytes(piece).to_os_string()))
            }
            None if word == "-Xlinker" => {}
            None => out.push(word.clone()),
        }
    }
    out
}

/// What `-lNAME` may mean in a folder.
pub fn in_folder(name: &OsStr, folder: &Path) -> Vec<PathBuf> {
    let files: Vec<OsString> = match name.as_bytes().strip_prefix(b":") {
        Some(file) => vec![OsStr::from_bytes(file).to_os_string()],
        None => ["so", "a"]
            .map(|end| [OsStr::new("lib"), name, OsStr::new("."), end.as_ref()].into_iter().collect())
            .to_vec(),
    };
    files.into_iter().map(|file| folder.join(file)).filter(|file| file.is_file()).collect()
}

/// A flag may name files: `util.o`, `-T` and `script.ld`, `-fprofile-use=prog.gcda`.
pub fn files_in(word: &OsStr) -> Vec<PathBuf> {
    let pieces = word.as_bytes().split(|byte| [b',', b'='].contains(byte));
    let pieces = std::iter::once(word.as_bytes()).chain(pieces);
    let mut files: Vec<PathBuf> = pieces.map(|piece| PathBuf::from(OsStr::from_bytes(piece))).collect();
    files.retain(|file| file.is_file());
    files.dedup();
    files
}

fn is_source(file: &Path) -> bool {
    crate::language::use_of(file) == crate::language::FileUse::Source
}

fn start_of(file: &Path) -> Vec<u8> {
    let mut start = Vec::new();
    // What cannot be read is nothing that is known.
    let _ = std::fs::File::open(file)
        .and_then(|file| std::io::Read::read_to_end(&mut std::io::Read::take(file, 8), &mut start));
    start
}

/// `e_type` of ELF is that of a shared object.
fn is_shared(text: &[u8]) -> bool {
    text.starts_with(ELF) && text.get(16..18).is_some_and(|kind| kind == [3, 0] || kind == [0, 3])
}

/// The members of a thin archive, which lie elsewhere: a header of 60 bytes each, with a name or the place of a longer
/// one in the table `//`.
fn members(archive: &[u8], beside: &Path) -> Vec<PathBuf> {
    let mut names: &[u8] = &[];
    let mut found = Vec::new();
    let mut at = THIN_ARCHIVE.len();
    while let Some(header) = archive.get(at..at + 60) {
        at += 60;
        let name = header[..16].trim_ascii_end();
        if matches!(name, b"/" | b"//" | b"/SYM64/") {
            let size =
                std::str::from_utf8(&header[48..58]).ok().and_then(|size| size.trim().parse::<usize>().ok());
            let Some(inside) = size.and_then(|size| archive.get(at..at.checked_add(size)?)) else { break };
            names = if name == b"//" { inside } else { names };
            at += inside.len() + inside.len() % 2;
            continue;
        }
        let long =
            name.strip_prefix(b"/").and_then(|place| std::str::from_utf8(place).ok()?.parse::<usize>().ok());
        let long = long.and_then(|place| names.get(place..)?.split(|byte| *byte == b'\n').next());
        let name = long.unwrap_or(name);
        found.push(beside.join(OsStr::from_bytes(name.strip_suffix(b"/").unwrap_or(name))));
    }
    found
}
