//! Header files, from the disk and from the built-in ones.

use std::os::unix::fs::MetadataExt;
use std::sync::Arc;

use syntax::preprocess::{FileLoader, Loaded};

use crate::builtin;
use crate::output::Identity;

/// Reads files for the preprocessor, and keeps which: none of them is ever an output.
#[derive(Debug)]
pub struct Disk<'a> {
    /// Every file that was read.
    pub read: &'a mut Vec<Identity>,
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
