//! Texts that were made from a file, and the way back.
//!
//! Where a function needs a version for each kind of caller, the compiler works
//! on a text in which the versions are written out. The user knows only the file:
//! every offset of the text leads back to the bytes that it was copied from.
//!
//! ```text
//! void step(…) { … }   void step_constant_a(…) { … }        the text
//! ^ 0                  ^ 0              ^ 9                  offsets in the file
//! ```

use std::sync::Arc;

use crate::FileId;

/// Where a text comes from.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The file that the user wrote.
    pub file: FileId,
    /// From the text to the file, step by step: a text may be made from a text.
    pub steps: Vec<Arc<[Piece]>>,
}

/// A run of bytes of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Where it starts in the text.
    pub start: u32,
    /// Where its first byte comes from.
    pub from: u32,
    /// Copied byte for byte; otherwise new, and told as that one place.
    pub copied: bool,
    /// One of several versions of these bytes: what is right for it need not be for the others.
    pub is_version: bool,
}

impl Origin {
    /// The offset in the file for an offset in the text.
    pub fn offset(&self, offset: u32) -> u32 {
        self.steps.iter().fold(offset, |offset, pieces| {
            let after = pieces.partition_point(|piece| piece.start <= offset);
            match after.checked_sub(1).and_then(|at| pieces.get(at)) {
                Some(piece) if piece.copied => piece.from + (offset - piece.start),
                Some(piece) => piece.from,
                None => offset,
            }
        })
    }

    /// The same where the byte is the user's own.
    pub fn copied_offset(&self, offset: u32) -> Option<u32> {
        self.steps.iter().try_fold(offset, |offset, pieces| {
            let after = pieces.partition_point(|piece| piece.start <= offset);
            let piece =
                pieces.get(after.checked_sub(1)?).filter(|piece| piece.copied && !piece.is_version)?;
            Some(piece.from + (offset - piece.start))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FileKind, SourceMap, Span};

    #[test]
    fn offsets_lead_back_through_all_steps() {
        let mut map = SourceMap::default();
        let file = map.add("a.c".into(), Arc::from(*b"one two"), FileKind::User, None).unwrap();
        // "one two + one" and then "one two + ONE one".
        let copied = |start, from| Piece { start, from, copied: true, is_version: false };
        let first: Arc<[Piece]> = Arc::from([
            copied(0, 0),
            Piece { start: 7, from: 7, copied: false, is_version: false },
            copied(10, 0),
        ]);
        let second: Arc<[Piece]> = Arc::from([
            copied(0, 0),
            Piece { start: 10, from: 10, copied: false, is_version: false },
            copied(14, 10),
        ]);
        let origin = Origin { file, steps: vec![second, first] };
        assert_eq!([0, 8, 10, 12, 14, 16].map(|at| origin.offset(at)), [0, 7, 0, 0, 0, 2]);
        assert_eq!(
            [0, 8, 10, 12, 14].map(|at| origin.copied_offset(at)),
            [Some(0), None, None, None, Some(0)]
        );
        let text = map.add_derived("a.c".into(), Arc::from(*b"one two + ONE one"), origin).unwrap();
        let start = map.file(text).start;
        let range = map.written_range(Span::in_file(start + 14, start + 17)).unwrap();
        assert_eq!((range.file, range.start, range.end), (file, 0, 3));
    }
}
