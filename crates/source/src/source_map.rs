//! The loaded files, and the way from a position back to file, line and column.
//!
//! File contents are bytes, not text: C sources carry Latin-1 comments and
//! worse, and what Warploom does not touch must come out as it went in.

use std::cell::OnceCell;
use std::sync::Arc;

use crate::origin::Origin;
use crate::{Pos, Span};

/// Names one loaded file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FileId(u32);

impl FileId {
    /// The position in `SourceMap::files`.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Whose text a file is: warnings are not raised inside other people's headers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    /// Written by the user: an input file, or a header found by `#include "…"` or `-I`.
    User,
    /// Found in a system include folder, or built in.
    System,
}

/// One loaded file.
#[derive(Debug)]
pub struct SourceFile {
    /// The name as the user wrote or the include search built it.
    pub name: String,
    /// The bytes as they were read.
    pub bytes: Arc<[u8]>,
    /// Whose text it is.
    pub kind: FileKind,
    /// Where the first byte lies in the joint address space.
    pub start: Pos,
    /// The `#include` that first brought the file in, `None` for an input file.
    pub included_at: Option<Span>,
    /// For a text that was made from another file: where its parts come from.
    pub origin: Option<Origin>,
    line_starts: OnceCell<Vec<u32>>,
}

/// A byte range inside one file, without macro context.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FileRange {
    /// The file.
    pub file: FileId,
    /// Offset of the first byte.
    pub start: u32,
    /// Offset one past the last byte.
    pub end: u32,
}

/// A one-based line and column, the column counted in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineColumn {
    /// One-based line.
    pub line: u32,
    /// One-based byte column.
    pub column: u32,
}

/// All files loaded in a session.
#[derive(Default, Debug)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

impl SourceMap {
    /// Adds a file and returns its id, or `None` when the address space of
    /// four gibibytes is exhausted.
    pub fn add(
        &mut self,
        name: String,
        bytes: Arc<[u8]>,
        kind: FileKind,
        included_at: Option<Span>,
    ) -> Option<FileId> {
        // One position is left free before every file: position 0 is
        // "built in", and the end of one file is never the start of the next.
        let start = self.files.last().map_or(1, |f| f.end() + 1);
        let len = u32::try_from(bytes.len()).ok()?;
        start.checked_add(len)?.checked_add(1)?;
        let id = FileId(u32::try_from(self.files.len()).ok()?);
        let (origin, line_starts) = (None, OnceCell::new());
        self.files.push(SourceFile { name, bytes, kind, start, included_at, origin, line_starts });
        Some(id)
    }

    /// Adds a text that stands for another file: messages about it speak of
    /// that one.
    pub fn add_derived(&mut self, name: String, bytes: Arc<[u8]>, origin: Origin) -> Option<FileId> {
        let id = self.add(name, bytes, FileKind::User, None)?;
        self.files[id.index()].origin = Some(origin);
        Some(id)
    }

    /// The file with this id.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.index()]
    }

    /// All files with their ids, in loading order.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter().enumerate().map(|(i, f)| (FileId(i as u32), f))
    }

    /// Is a place in a header of the system's, or in no file at all?
    pub fn is_of_system(&self, pos: Pos) -> bool {
        self.file_at(pos).is_none_or(|file| self.file(file).kind == FileKind::System)
    }

    /// The file that holds a position; `None` for the built-in position.
    pub fn file_at(&self, pos: Pos) -> Option<FileId> {
        let after = self.files.partition_point(|f| f.start <= pos);
        let index = after.checked_sub(1)?;
        (pos <= self.files[index].end()).then_some(FileId(index as u32))
    }

    /// Where a span's own text lies (its spelling, not its macro call).
    pub fn range(&self, span: Span) -> Option<FileRange> {
        let file = self.file_at(span.lo)?;
        let loaded = self.file(file);
        // A call may begin in one file and end in a header it includes.
        let end = span.hi.clamp(span.lo, loaded.end());
        Some(FileRange { file, start: span.lo - loaded.start, end: end - loaded.start })
    }

    /// The same, in the file that the user wrote.
    pub fn written_range(&self, span: Span) -> Option<FileRange> {
        let FileRange { file, start, end } = self.range(span)?;
        let Some(origin) = &self.file(file).origin else { return Some(FileRange { file, start, end }) };
        let first = origin.offset(start);
        // A range of one piece stays what it is; what is between pieces is not of the file.
        let last = origin.offset(end.saturating_sub(1).max(start));
        let end = if end > start { last.saturating_add(1) } else { first };
        Some(FileRange { file: origin.file, start: first, end: end.max(first) })
    }

    /// The same where every byte of it is the user's own, and may be replaced.
    pub fn own_range(&self, span: Span) -> Option<FileRange> {
        let range = self.range(span)?;
        let Some(origin) = &self.file(range.file).origin else { return Some(range) };
        let start = origin.copied_offset(range.start)?;
        let end = match range.end > range.start {
            true => origin.copied_offset(range.end - 1)?.saturating_add(1),
            false => start,
        };
        let is_one = end.checked_sub(start) == Some(range.end - range.start);
        is_one.then_some(FileRange { file: origin.file, start, end })
    }

    /// The span of a range of a file.
    pub fn span(&self, range: FileRange) -> Span {
        let start = self.file(range.file).start;
        Span::in_file(start + range.start, start + range.end)
    }

    /// The bytes a span spells.
    pub fn text(&self, span: Span) -> &[u8] {
        self.range(span).map_or(&[], |r| &self.file(r.file).bytes[r.start as usize..r.end as usize])
    }

    /// Line and column of a position.
    pub fn line_column(&self, pos: Pos) -> Option<(FileId, LineColumn)> {
        let id = self.file_at(pos)?;
        let file = self.file(id);
        Some((id, file.line_column(pos - file.start)))
    }

    /// Line and column of a position in the file that the user wrote.
    pub fn written_line_column(&self, pos: Pos) -> Option<(FileId, LineColumn)> {
        let range = self.written_range(Span::in_file(pos, pos))?;
        Some((range.file, self.file(range.file).line_column(range.start)))
    }
}

impl SourceFile {
    /// The position one past the last byte.
    pub fn end(&self) -> Pos {
        self.start + self.bytes.len() as u32
    }

    /// Line and column of an offset in this file.
    pub fn line_column(&self, offset: u32) -> LineColumn {
        let starts = self.line_starts();
        let line = starts.partition_point(|&s| s <= offset);
        LineColumn { line: line as u32, column: offset - starts[line - 1] + 1 }
    }

    /// Offsets at which lines start; the first is 0. Computed on first use,
    /// because most headers are never mentioned in a message.
    pub fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            let newlines = self.bytes.iter().enumerate().filter(|&(_, &b)| b == b'\n');
            std::iter::once(0).chain(newlines.map(|(i, _)| i as u32 + 1)).collect()
        })
    }
}
