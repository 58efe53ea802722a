//! Where text lives: files, positions in them, and how a token got there.
//!
//! Everything the compiler says or edits is anchored in a [`Span`]: a byte
//! range in one loaded file plus the macro expansion through which the bytes
//! reached the program. This crate depends on nothing and does no IO; the
//! driver loads bytes and hands them to the [`SourceMap`].
//!
//! Read in this order: [`span`], [`source_map`], [`expansion`], [`symbol`], [`sources`],
//! [`edit`], [`gap`], [`insertions`](mod@insertions), [`origin`], [`trace`], [`shown`].

pub mod arena;
pub mod edit;
pub mod expansion;
pub mod gap;
pub mod insertions;
pub mod origin;
pub mod shown;
pub mod source_map;
pub mod sources;
pub mod span;
pub mod symbol;
pub mod trace;

pub use arena::{Arena, Id};
pub use edit::{
    Edit, EditError, apply_edits, declaration_start, include_place, indentation, is_rest_of_line,
    line_ending, line_start, whole_line, within_line,
};
pub use expansion::{Expansion, ExpansionId, ExpansionKind, ExpansionTable};
pub use gap::Gap;
pub use insertions::insertions;
pub use origin::{Origin, Piece};
pub use shown::{escaped, shown};
pub use source_map::{FileId, FileKind, FileRange, LineColumn, SourceFile, SourceMap};
pub use sources::Sources;
pub use span::{Pos, Span};
pub use symbol::{Interner, Symbol};
