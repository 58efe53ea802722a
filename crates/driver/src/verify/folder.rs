//! A copy of the working folder for the sequential program, and what both programs wrote.
//!
//! The program on the target works where it was started. What is too large to be copied is linked:
//! a program that writes there writes to the user's own files, as it would without `--verify`, and
//! that is not compared.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Files and folders beyond this many bytes or files are linked.
const LARGEST: u64 = 64 << 20;
const MOST: usize = 2000;

/// What was there before the programs ran: length and time of change of each file.
type Snapshot = BTreeMap<PathBuf, (u64, Option<SystemTime>)>;

/// The user's folder and its copy.
#[derive(Debug)]
pub struct Folders {
    own: PathBuf,
    copy: PathBuf,
    own_before: Snapshot,
    copy_before: Snapshot,
    /// What is linked, and not compared.
    pub linked: Vec<PathBuf>,
}

/// A file that the programs did not write alike.
#[derive(Debug, PartialEq, Eq)]
pub enum FileDifference {
    /// Only the sequential program wrote it.
    Missing(PathBuf),
    /// Only the program on the target wrote it.
    Extra(PathBuf),
    /// Both have it, with these contents on the target and sequentially.
    Content(PathBuf, Vec<u8>, Vec<u8>),
}

impl Folders {
    /// Copies what is in a folder to an empty one.
    pub fn new(own: &Path, copy: &Path) -> io::Result<Folders> {
        let mut linked = Vec::new();
        for entry in fs::read_dir(own)? {
            let (from, to) = {
                let entry = entry?;
                (entry.path(), copy.join(entry.file_name()))
            };
            let mut room = Room { bytes: LARGEST, files: MOST };
            if !from.starts_with(copy) && !copy.starts_with(&from) && room.holds(&from) {
                copy_all(&from, &to)?;
            } else {
                std::os::unix::fs::symlink(&from, &to)?;
                linked.push(from);
            }
        }
        let (own, copy) = (own.to_path_buf(), copy.to_path_buf());
        let (own_before, copy_before) = (snapshot(&own, &linked), snapshot(&copy, &[]));
        Ok(Folders { own, copy, own_before, copy_before, linked })
    }

    /// What the programs wrote differently, by name.
    pub fn differences(&self) -> Vec<FileDifference> {
        let own_after = snapshot(&self.own, &self.linked);
        let copy_after = snapshot(&self.copy, &[]);
        let mut changed = changes(&self.own_before, &own_after);
        changed.extend(changes(&self.copy_before, &copy_after));
        changed.sort();
        changed.dedup();
        changed.into_iter().filter_map(|path| self.difference(path)).collect()
    }

    fn difference(&self, path: PathBuf) -> Option<FileDifference> {
        match (fs::read(self.own.join(&path)), fs::read(self.copy.join(&path))) {
            (Ok(found), Ok(expected)) => {
                (found != expected).then_some(FileDifference::Content(path, found, expected))
            }
            (Err(_), Ok(_)) => Some(FileDifference::Missing(path)),
            (Ok(_), Err(_)) => Some(FileDifference::Extra(path)),
            (Err(_), Err(_)) => None,
        }
    }
}

/// What may still be copied.
struct Room {
    bytes: u64,
    files: usize,
}

impl Room {
    /// Is there room for a file, or a folder with all that is in it?
    fn holds(&mut self, path: &Path) -> bool {
        let Ok(found) = fs::symlink_metadata(path) else { return false };
        let (bytes, files) = (self.bytes.checked_sub(found.len()), self.files.checked_sub(1));
        let (Some(bytes), Some(files)) = (bytes, files) else { return false };
        (self.bytes, self.files) = (bytes, files);
        if !found.is_dir() {
            return found.is_file() || found.is_symlink();
        }
        fs::read_dir(path).is_ok_and(|entries| entries.flatten().all(|entry| self.holds(&entry.path())))
    }
}

fn copy_all(from: &Path, to: &Path) -> io::Result<()> {
    let found = fs::symlink_metadata(from)?;
    if found.is_symlink() {
        // A link into the copied part stays one; others lead to the same file.
        let target = fs::read_link(from)?;
        return std::os::unix::fs::symlink(target, to);
    }
    if !found.is_dir() {
        return fs::copy(from, to).map(drop);
    }
    fs::create_dir(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        copy_all(&entry.path(), &to.join(entry.file_name()))?;
    }
    Ok(())
}

fn snapshot(root: &Path, without: &[PathBuf]) -> Snapshot {
    let mut found = Snapshot::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let Ok(data) = entry.metadata() else { continue };
            if without.contains(&path) {
                continue;
            }
            if data.is_dir() {
                folders.push(path);
            } else if let (true, Ok(name)) = (data.is_file(), path.strip_prefix(root)) {
                found.insert(name.to_path_buf(), (data.len(), data.modified().ok()));
            }
        }
    }
    found
}

/// The names of files that were made, changed or removed.
fn changes(before: &Snapshot, after: &Snapshot) -> Vec<PathBuf> {
    let made = after.iter().filter(|(name, state)| before.get(*name) != Some(state)).map(|(name, _)| name);
    let removed = before.keys().filter(|name| !after.contains_key(*name));
    made.chain(removed).cloned().collect()
}
