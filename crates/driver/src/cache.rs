//! Programs that `run` and `profile` built before.
//!
//! ```text
//! ~/.cache/warploom/
//!   toolchain-….json            what a compiler answered about headers and macros
//!   run/<64 digits>/program     an executable, or an object of the runtime
//!   run/<64 digits>/digest      what its bytes must add up to
//!   run-sizes                   what the entries take: when all were measured last, and each that came since
//!   run/warploom.<pid>.<…>/     an entry that is being made
//!   tune/<64 digits>.json       what `tune` found out about a program
//! ```
//!
//! The digits are the SHA-256 of everything that goes into the program ([`Key`]). An entry is
//! made in a folder of its own and renamed into place, so that any number of commands may
//! make the same one at once. It is compared with its digest before each use; a damaged one
//! is removed and made again. Invariant: a cache that cannot be used costs time, and never
//! the run.

use std::ffi::OsStr;
use std::fs::Metadata;
use std::io::{Read, Seek, SeekFrom, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use sha2::{Digest, Sha256};

use crate::cleanup::{PREFIX, Temporary, remove_abandoned};

/// What tells one program from all others.
#[derive(Clone)]
pub struct Key(Sha256);

impl Key {
    /// Of nothing yet, but this Warploom: another build of the same version may write other text.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Key {
        let mut key = Key(Sha256::new());
        key.add(env!("CARGO_PKG_VERSION").as_bytes());
        if let Ok(program) = std::env::current_exe() {
            key.add_identity(&program);
        }
        key
    }

    /// Adds a piece; its length keeps neighbours apart.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    /// Adds a file's content. One that cannot be read counts as that.
    pub fn add_file(&mut self, path: &Path) {
        self.add(path.as_os_str().as_bytes());
        match std::fs::read(path) {
            Ok(bytes) => self.add(&bytes),
            Err(error) => self.add(error.to_string().as_bytes()),
        }
    }

    /// Adds what a file of the system looks like from outside: whoever installs another one
    /// changes its time or its size.
    pub fn add_identity(&mut self, path: &Path) {
        self.add(path.as_os_str().as_bytes());
        if let Ok(found) = std::fs::metadata(path) {
            let marks =
                [found.dev(), found.ino(), found.len(), found.mtime() as u64, found.mtime_nsec() as u64];
            self.add(&marks.map(u64::to_le_bytes).concat());
        }
    }

    pub(crate) fn name(&self) -> String {
        hexadecimal(&self.0.clone().finalize())
    }
}

/// A program to run: in the cache, or in a folder that goes with the value.
#[derive(Debug)]
pub struct Made {
    /// The executable.
    pub executable: PathBuf,
    /// The folder to remove afterwards.
    _folder: Option<Temporary>,
}

/// The programs.
#[derive(Debug)]
pub struct Cache {
    root: PathBuf,
}

/// What is in the cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Content {
    /// How many programs.
    pub programs: usize,
    /// Bytes of everything.
    pub bytes: u64,
}

/// Larger caches lose what was not used for longest.
const DEFAULT_SIZE: u64 = 1 << 30;
/// No program is removed that may just be starting.
const JUST_USED: Duration = Duration::from_secs(60);
/// The file beside the entries that tells what they take.
const LEDGER: &str = "run-sizes";
/// Answers of compilers that are kept, and programs whose tuning is.
const ANSWERS: usize = 64;

impl Cache {
    /// The cache, if one can be written.
    pub fn open() -> Option<Cache> {
        let root = writable_folder()?.join("run");
        let made = std::fs::DirBuilder::new().recursive(true).mode(0o700).create(&root);
        let cache = Cache { root };
        // Whether files can be made there, only making one tells.
        made.and_then(|()| Temporary::folder_in(&cache.root)).ok().map(|_| cache)
    }

    /// An entry, if it is there and whole.
    pub fn find(&self, key: &Key) -> Option<Made> {
        let entry = self.root.join(key.name());
        let executable = entry.join("program");
        if !entry.exists() {
            return None;
        }
        if !is_whole(&entry) {
            // Best effort: if it stays, the program is made beside the cache.
            let _ = std::fs::remove_dir_all(&entry);
            return None;
        }
        // The time of use decides what is removed first.
        let _ = std::fs::File::open(&entry).and_then(|folder| folder.set_modified(SystemTime::now()));
        Some(Made { executable, _folder: None })
    }

    /// Makes an entry: `build` writes the executable that it is given the name of, into a
    /// folder of its own.
    pub fn make<E>(
        &self,
        key: &Key,
        folder: Temporary,
        build: impl FnOnce(&Path, &Path) -> Result<(), E>,
    ) -> Result<Made, E> {
        let program = folder.path().join("program");
        build(folder.path(), &program)?;
        let entry = self.root.join(key.name());
        if seal(folder.path()).is_err() || is_whole(&entry) && self.find(key).is_some() {
            // Somebody else was faster, or the disk is full: what was made here still runs.
            return Ok(Made { executable: program, _folder: Some(folder) });
        }
        let _ = std::fs::remove_dir_all(&entry);
        match std::fs::rename(folder.path(), &entry) {
            Ok(()) => {
                folder.forget();
                self.keep_in_bounds(&entry);
                Ok(Made { executable: entry.join("program"), _folder: None })
            }
            Err(_) => Ok(Made { executable: program, _folder: Some(folder) }),
        }
    }

    /// A folder to make an entry in.
    pub fn private_folder(&self) -> std::io::Result<Temporary> {
        remove_abandoned(&self.root);
        Temporary::folder_in(&self.root)
    }

    /// Removes what was not used for longest, until there is room again.
    fn keep_in_bounds(&self, newest: &Path) {
        let (ledger, limit) = (self.root.with_file_name(LEDGER), size_limit());
        if added_up(&ledger, newest).is_some_and(|bytes| bytes <= limit) {
            return;
        }
        let mut entries = entries(&self.root);
        let mut bytes: u64 = entries.iter().map(|entry| entry.bytes).sum();
        entries.sort_by_key(|entry| entry.used);
        for entry in entries.iter().filter(|entry| entry.path != newest) {
            // Some room is made at once, not at every run.
            if bytes <= limit / 10 * 9 {
                break;
            }
            let is_old = entry.used.elapsed().is_ok_and(|age| age > JUST_USED);
            if is_old && std::fs::remove_dir_all(&entry.path).is_ok() {
                bytes -= entry.bytes;
            }
        }
        // Best effort: without it everything is measured again.
        let _ = std::fs::write(ledger, format!("{bytes}\n"));
    }
}

/// What the entries take, without a look at each: the sum when all were measured last, and the
/// size of each that came since. `None` if nobody measured them, or somebody wrote something else.
fn added_up(ledger: &Path, newest: &Path) -> Option<u64> {
    let mut file = std::fs::File::options().read(true).append(true).open(ledger).ok()?;
    // One write of a few bytes: whoever adds at the same time has a line of his own.
    file.write_all(format!("{}\n", bytes_in(newest)).as_bytes()).ok()?;
    let mut text = String::new();
    file.seek(SeekFrom::Start(0)).and_then(|_| file.read_to_string(&mut text)).ok()?;
    text.lines().map(|line| line.parse::<u64>().ok()).sum()
}

/// Builds without the cache.
pub fn make_apart<E>(
    folder: Temporary,
    build: impl FnOnce(&Path, &Path) -> Result<(), E>,
) -> Result<Made, E> {
    let program = folder.path().join("program");
    build(folder.path(), &program)?;
    Ok(Made { executable: program, _folder: Some(folder) })
}

/// Where the cache is; `None` if there is no place for one.
pub fn folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    set("WARPLOOM_CACHE_DIR")
        .or_else(|| set("XDG_CACHE_HOME").map(|root| root.join("warploom")))
        .or_else(|| set("HOME").map(|home| home.join(".cache/warploom")))
}

/// The same, or a folder among the temporary ones if nothing can be written there.
pub fn writable_folder() -> Option<PathBuf> {
    let usable = |folder: &PathBuf| {
        let made = std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder);
        made.and_then(|()| Temporary::folder_in(folder)).is_ok()
    };
    folder().filter(usable).or_else(|| {
        let user = rustix::process::getuid().as_raw();
        let folder = std::env::temp_dir().join(format!("warploom-cache-{user}"));
        let _ = std::fs::DirBuilder::new().mode(0o700).create(&folder);
        // Anybody may make a folder of that name there: only one's own will do.
        let is_own = |found: Metadata| found.is_dir() && found.uid() == user && found.mode() & 0o077 == 0;
        std::fs::symlink_metadata(&folder).is_ok_and(is_own).then_some(folder).filter(usable)
    })
}

/// `WARPLOOM_CACHE_SIZE`: bytes, or with K, M or G behind the number.
pub fn size_limit() -> u64 {
    std::env::var("WARPLOOM_CACHE_SIZE").ok().and_then(|text| parse_size(&text)).unwrap_or(DEFAULT_SIZE)
}

fn parse_size(text: &str) -> Option<u64> {
    let text = text.trim();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" | "B" => 1,
        "K" | "KB" | "KIB" => 1 << 10,
        "M" | "MB" | "MIB" => 1 << 20,
        "G" | "GB" | "GIB" => 1 << 30,
        _ => return None,
    };
    digits.trim().parse::<u64>().ok()?.checked_mul(unit)
}

/// Counts what is in the cache.
pub fn content() -> Content {
    let Some(folder) = folder() else { return Content::default() };
    let entries = entries(&folder.join("run"));
    let small = answers(&folder).into_iter().chain(searches(&folder.join("tune")));
    let answers: u64 = small.map(|(_, found)| found.len()).sum();
    Content { programs: entries.len(), bytes: answers + entries.iter().map(|entry| entry.bytes).sum::<u64>() }
}

/// Removes everything, and says how much it was.
pub fn clean() -> std::io::Result<Content> {
    let content = content();
    let Some(folder) = folder() else { return Ok(content) };
    for entry in entries(&folder.join("run")) {
        std::fs::remove_dir_all(entry.path)?;
    }
    let _ = std::fs::remove_file(folder.join(LEDGER));
    for (path, _) in answers(&folder).into_iter().chain(searches(&folder.join("tune"))) {
        std::fs::remove_file(path)?;
    }
    Ok(content)
}

/// Keeps the newest answers of compilers.
pub(crate) fn bound_answers(folder: &Path) {
    keep_newest(answers(folder));
}

/// Keeps what was found out last about programs.
pub(crate) fn bound_searches(folder: &Path) {
    keep_newest(searches(folder));
}

fn keep_newest(mut files: Vec<(PathBuf, Metadata)>) {
    if files.len() > ANSWERS {
        files.sort_by_key(|(_, found)| std::cmp::Reverse(found.modified().ok()));
        for (path, _) in files.drain(ANSWERS / 2..) {
            let _ = std::fs::remove_file(path);
        }
    }
}

fn answers(folder: &Path) -> Vec<(PathBuf, Metadata)> {
    files(folder, |name| name.as_bytes().starts_with(b"toolchain-"))
}

fn searches(folder: &Path) -> Vec<(PathBuf, Metadata)> {
    files(folder, |name| name.as_bytes().ends_with(b".json"))
}

fn files(folder: &Path, is_wanted: impl Fn(&OsStr) -> bool) -> Vec<(PathBuf, Metadata)> {
    let listed = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let own = listed.filter(|entry| is_wanted(&entry.file_name()));
    own.filter_map(|entry| Some((entry.path(), entry.metadata().ok()?))).collect()
}

struct Entry {
    path: PathBuf,
    bytes: u64,
    used: SystemTime,
}

fn entries(root: &Path) -> Vec<Entry> {
    let listed = std::fs::read_dir(root).into_iter().flatten().flatten();
    let is_made = |name: &OsStr| !name.as_bytes().starts_with(PREFIX.as_bytes());
    let measured = listed.filter(|entry| is_made(&entry.file_name())).filter_map(|entry| {
        let found = entry.metadata().ok().filter(Metadata::is_dir)?;
        Some(Entry { bytes: bytes_in(&entry.path()), path: entry.path(), used: found.modified().ok()? })
    });
    measured.collect()
}

fn bytes_in(folder: &Path) -> u64 {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    files.filter_map(|file| Some(file.metadata().ok()?.blocks() * 512)).sum()
}

/// Leaves the program alone in its folder, with its digest.
fn seal(folder: &Path) -> std::io::Result<()> {
    for file in std::fs::read_dir(folder)?.flatten().filter(|file| file.file_name() != "program") {
        // Best effort: a source that stays costs room.
        let _ = std::fs::remove_file(file.path());
    }
    let digest = digest(&std::fs::read(folder.join("program"))?);
    std::fs::write(folder.join("digest"), digest)
}

fn is_whole(entry: &Path) -> bool {
    let (program, expected) = (std::fs::read(entry.join("program")), std::fs::read(entry.join("digest")));
    let starts = |found: Metadata| found.mode() & 0o100 != 0;
    std::fs::metadata(entry.join("program")).is_ok_and(starts)
        && matches!((program, expected), (Ok(program), Ok(expected)) if digest(&program).as_bytes() == expected)
}

fn digest(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::{Key, parse_size};

    #[test]
    fn sizes_have_units() {
        assert_eq!(parse_size("4096"), Some(4096));
        assert_eq!(parse_size(" 200M "), Some(200 << 20));
        assert_eq!(parse_size("2 GiB"), Some(2 << 30));
        assert_eq!((parse_size("much"), parse_size("99999999999G"), parse_size("")), (None, None, None));
    }

    #[test]
    fn neighbours_are_kept_apart() {
        let key = |pieces: &[&str]| {
            let mut key = Key::new();
            pieces.iter().for_each(|piece| key.add(piece.as_bytes()));
            key.name()
        };
        assert_ne!(key(&["ab", "c"]), key(&["a", "bc"]));
        assert_eq!(key(&["ab", "c"]), key(&["ab", "c"]));
    }
}
