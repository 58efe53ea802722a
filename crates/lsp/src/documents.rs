//! The texts that are open in the editor, as they are there: saved or not.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use lsp_types::{Range, TextDocumentContentChangeEvent, TextDocumentItem, Uri};

use crate::{positions, uris};

/// One open text.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    /// Its address.
    pub(crate) uri: Uri,
    /// Where it is on the disk, if it is.
    pub(crate) path: Option<PathBuf>,
    /// CUDA, as the editor says or the name tells.
    pub(crate) is_cuda: bool,
    /// The editor's count of changes.
    pub(crate) version: i32,
    /// The text.
    pub(crate) text: Arc<str>,
}

/// The open texts, by address.
#[derive(Clone, Debug, Default)]
pub(crate) struct Documents {
    open: BTreeMap<String, Document>,
}

impl Documents {
    /// A text was opened.
    pub(crate) fn open(&mut self, item: TextDocumentItem) {
        let name = item.uri.as_str();
        let is_cuda = name.ends_with(".cu") || item.language_id.starts_with("cuda");
        let path = uris::path(&item.uri);
        let text = Arc::from(item.text);
        let document = Document { path, is_cuda, version: item.version, text, uri: item.uri };
        self.open.insert(document.uri.as_str().to_owned(), document);
    }

    /// A text was changed, change after change.
    pub(crate) fn change(&mut self, uri: &Uri, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        let Some(document) = self.open.get_mut(uri.as_str()) else { return };
        let mut text = document.text.to_string();
        for change in changes {
            match change.range {
                Some(range) => replace(&mut text, range, &change.text),
                None => text = change.text,
            }
        }
        document.text = Arc::from(text);
        document.version = version;
    }

    /// A text was closed.
    pub(crate) fn close(&mut self, uri: &Uri) {
        self.open.remove(uri.as_str());
    }

    /// The text at an address.
    pub(crate) fn get(&self, uri: &str) -> Option<&Document> {
        self.open.get(uri)
    }

    /// All of them.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Document> {
        self.open.values()
    }
}

impl Document {
    /// Is it a program of ours? Plain C without a directive is left to others, and headers
    /// are read with what includes them.
    pub(crate) fn is_program(&self) -> bool {
        let is_header = self.uri.as_str().ends_with(".h") || self.uri.as_str().ends_with(".cuh");
        !is_header && (self.is_cuda || self.text.contains("hicuda") || self.text.contains("cudalite"))
    }
}

fn replace(text: &mut String, range: Range, new: &str) {
    let start = positions::offset(text.as_bytes(), range.start) as usize;
    let end = (positions::offset(text.as_bytes(), range.end) as usize).max(start);
    // Offsets of a string's places are at its characters; a client that counts wrongly
    // must not bring us down.
    if text.is_char_boundary(start) && text.is_char_boundary(end) {
        text.replace_range(start..end, new);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lsp_types::Position;

    #[test]
    fn changes_are_applied_in_order() {
        let mut text = String::from("int ü;\nint b;\n");
        let range = |a, b, c, d| Range::new(Position::new(a, b), Position::new(c, d));
        replace(&mut text, range(0, 4, 0, 5), "a");
        replace(&mut text, range(1, 5, 9, 0), ", c;\n");
        replace(&mut text, range(0, 0, 0, 0), "// x\n");
        assert_eq!(text, "// x\nint a;\nint b, c;\n");
    }
}
