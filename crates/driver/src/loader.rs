//! Header files, from the disk and from the built-in ones, or as an editor has them.

use std::collections::HashMap;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use syntax::preprocess::{FileLoader, Loaded};

use crate::builtin;
use crate::output::{Identity, identity};

/// Reads files for the preprocessor, and keeps which: none of them is ever an output.
#[derive(Debug)]
pub struct Disk<'a> {
    /// Every file that was read.
    pub read: &'a mut Vec<Identity>,
    /// Texts that were not saved yet.
    pub overlay: &'a Overlay,
}

/// Texts that stand for files, whatever is on the disk: those that are open in an editor.
#[derive(Clone, Debug, Default)]
pub struct Overlay {
    texts: HashMap<PathBuf, Arc<[u8]>>,
    /// By their identity: an `#include` may spell a path in another way.
    files: HashMap<Identity, PathBuf>,
}

impl Overlay {
    /// The text of a file is this one.
    pub fn set(&mut self, path: &Path, text: Arc<[u8]>) {
        self.files.extend(identity(path).map(|identity| (identity, path.to_path_buf())));
        self.texts.insert(path.to_path_buf(), text);
    }

    /// The text by the path as it was set, or by another one of the same file.
    pub fn text(&self, path: &Path) -> Option<&Arc<[u8]>> {
        if self.texts.is_empty() {
            return None;
        }
        self.texts.get(path).or_else(|| self.texts.get(self.files.get(&identity(path)?)?))
    }
}

/// A header larger than this is not one.
const LARGEST_HEADER: u64 = 256 << 20;

impl FileLoader for Disk<'_> {
    fn load(&mut self, path: &str) -> Loaded {
        if let Some(name) = path.strip_prefix(builtin::FOLDER) {
            return match builtin::header(name.trim_start_matches('/')) {
                Some(text) => Loaded::Found { bytes: Arc::from(text.as_bytes()), identity: None },
                None => Loaded::NotFound,
            };
        }
        if let Some(text) = self.overlay.text(Path::new(path)) {
            return Loaded::Found { bytes: text.clone(), identity: identity(Path::new(path)) };
        }
        // Only regular files: a pipe or a device could block or never end.
        let Ok(metadata) = std::fs::metadata(path) else { return Loaded::NotFound };
        if !metadata.is_file() {
            return Loaded::NotFound;
        }
        if metadata.len() > LARGEST_HEADER {
            return Loaded::Unreadable(String::from("the file is larger than 256 MiB"));
        }
        match std::fs::read(path) {
            Ok(bytes) => {
                let identity = (metadata.dev(), metadata.ino());
                self.read.push(identity);
                Loaded::Found { bytes: Arc::from(bytes), identity: Some(identity) }
            }
            Err(error) => Loaded::Unreadable(error.to_string()),
        }
    }
}
