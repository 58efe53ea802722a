//! Positions and spans.
//!
//! All loaded files are laid end to end in one address space, so a position
//! is a single `u32` and a span is twelve bytes: cheap enough to sit on every
//! token and every tree node. The third word says which macro expansion the
//! text came out of; `ExpansionId::NONE` means it stands in the file itself.
//!
//! For `#define N 512` and a later `a[N]`, the number token has the *spelling*
//! range of `512` in the `#define` line and the expansion of that use of `N`.

use crate::ExpansionId;

/// A byte position in the joint address space of a [`crate::SourceMap`].
pub type Pos = u32;

/// A byte range of one file, and the expansion context its text came through.
///
/// Invariant: `lo <= hi`, and both lie in the same file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub lo: Pos,
    /// One past the last byte.
    pub hi: Pos,
    /// The macro expansion that produced the text, or `NONE`.
    pub ctx: ExpansionId,
}

impl Span {
    /// A span of no file: for built-in declarations.
    pub const BUILTIN: Span = Span { lo: 0, hi: 0, ctx: ExpansionId::NONE };

    /// A span outside any macro expansion.
    pub fn in_file(lo: Pos, hi: Pos) -> Span {
        Span { lo, hi, ctx: ExpansionId::NONE }
    }

    /// True for declarations that no file contains.
    pub fn is_builtin(self) -> bool {
        self.hi == 0
    }

    /// True when the text was produced by a macro.
    pub fn is_from_macro(self) -> bool {
        self.ctx != ExpansionId::NONE
    }

    /// The empty span just before this one.
    pub fn start(self) -> Span {
        Span { hi: self.lo, ..self }
    }

    /// The empty span just after this one.
    pub fn end(self) -> Span {
        Span { lo: self.hi, ..self }
    }
}

impl std::fmt::Debug for Span {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}..{}", self.lo, self.hi)?;
        if self.is_from_macro() {
            write!(f, "@{}", self.ctx.index())?;
        }
        Ok(())
    }
}
