//! Changes of a file in which parts of it are written once more.
//!
//! Every byte of the new text is either copied, from a place that is kept, or
//! belongs to a change, which has one place.

use std::ops::Range;
use std::sync::Arc;

use source::{Edit, Piece};

/// What happens to a file.
#[derive(Clone, Debug, Default)]
pub(super) struct Changes {
    /// Replacements, each once.
    pub(super) edits: Vec<Edit>,
    /// Parts that are written again.
    pub(super) copies: Vec<Copy>,
}

/// A part of the file, written again at another place.
#[derive(Clone, Debug)]
pub(super) struct Copy {
    /// Where.
    pub(super) at: usize,
    /// What stands in front of it.
    pub(super) heading: String,
    /// The part.
    pub(super) part: Range<usize>,
    /// Its own replacements.
    pub(super) edits: Vec<Edit>,
    /// One of several, which differ: nobody may change the part for the sake of this one.
    pub(super) is_version: bool,
}

impl Changes {
    /// Adds a replacement; the same one may be asked for twice.
    pub(super) fn edit(&mut self, start: usize, end: usize, text: &str) {
        let edit = Edit { start, end, text: text.as_bytes().to_vec() };
        if !self.edits.contains(&edit) {
            self.edits.push(edit);
        }
    }

    /// The words that come in, so that no two versions get the same name.
    pub(super) fn names(&self) -> impl Iterator<Item = String> {
        let edits = self.edits.iter().chain(self.copies.iter().flat_map(|copy| &copy.edits));
        edits.map(|edit| String::from_utf8_lossy(&edit.text).into_owned())
    }

    /// The new text, and where its pieces come from; `None` if changes collide.
    pub(super) fn apply(&self, bytes: &[u8]) -> Option<(Vec<u8>, Arc<[Piece]>)> {
        let mut text = Text { bytes, out: Vec::new(), pieces: Vec::new(), is_version: false };
        let mut at = 0;
        let mut copies: Vec<&Copy> = self.copies.iter().collect();
        copies.sort_by_key(|copy| copy.at);
        for copy in copies {
            text.copy(at..copy.at, &self.edits)?;
            at = copy.at;
            text.insert(copy.heading.as_bytes(), copy.part.start)?;
            text.is_version = copy.is_version;
            text.copy(copy.part.clone(), &copy.edits)?;
            text.is_version = false;
        }
        text.copy(at..bytes.len(), &self.edits)?;
        Some((text.out, Arc::from(text.pieces)))
    }
}

struct Text<'a> {
    bytes: &'a [u8],
    out: Vec<u8>,
    pieces: Vec<Piece>,
    /// What is copied now is one of several versions.
    is_version: bool,
}

impl Text<'_> {
    /// Copies a part with the edits that lie in it.
    fn copy(&mut self, part: Range<usize>, edits: &[Edit]) -> Option<()> {
        let is_last = part.end == self.bytes.len();
        let is_inside = |edit: &&Edit| {
            part.start <= edit.start && (edit.start < part.end || is_last && edit.start == part.end)
        };
        let mut inside: Vec<&Edit> = edits.iter().filter(is_inside).collect();
        inside.sort_by_key(|edit| (edit.start, edit.end));
        let mut at = part.start;
        for edit in inside {
            if edit.start < at || edit.end > part.end {
                return None;
            }
            self.copy_bytes(at..edit.start)?;
            self.insert(&edit.text, edit.start)?;
            at = edit.end;
        }
        self.copy_bytes(at..part.end)
    }

    fn copy_bytes(&mut self, range: Range<usize>) -> Option<()> {
        self.pieces.push(self.piece(range.start, true)?);
        self.out.extend_from_slice(self.bytes.get(range)?);
        Some(())
    }

    fn insert(&mut self, text: &[u8], from: usize) -> Option<()> {
        self.pieces.push(self.piece(from, false)?);
        self.out.extend_from_slice(text);
        Some(())
    }

    fn piece(&self, from: usize, copied: bool) -> Option<Piece> {
        let (start, from) = (u32::try_from(self.out.len()).ok()?, u32::try_from(from).ok()?);
        Some(Piece { start, from, copied, is_version: self.is_version })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_written_again_with_its_own_changes() {
        let mut changes = Changes::default();
        changes.edit(10, 11, "g");
        changes.edit(10, 11, "g");
        let edits = vec![Edit { start: 0, end: 1, text: b"g".to_vec() }];
        changes.copies.push(Copy { at: 4, heading: " + ".into(), part: 0..4, edits, is_version: false });
        let (text, pieces) = changes.apply(b"f(); main f();").unwrap();
        assert_eq!(String::from_utf8(text).unwrap(), "f(); + g(); main g();");
        assert!(pieces.windows(2).all(|pair| pair[0].start <= pair[1].start));
    }

    #[test]
    fn changes_that_collide_are_refused() {
        let mut changes = Changes::default();
        changes.edit(0, 3, "x");
        changes.edit(2, 4, "y");
        assert!(changes.apply(b"abcdef").is_none());
    }
}
