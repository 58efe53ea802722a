//! Which names are types right now.
//!
//! ```c
//! typedef int T;
//! void f(int T) { T * 2; { typedef char T; T x; } }
//! ```
//! The first `T` in the body multiplies, the second declares. [`Names`] keeps
//! for every symbol what it means in the innermost scope, and a log of what to
//! restore when a scope ends: looking up is one index.

use source::Symbol;

/// What an identifier means as far as parsing is concerned.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum NameKind {
    /// Never declared.
    #[default]
    Unknown,
    /// A variable, function, parameter or enumerator.
    Ordinary,
    /// A typedef name; in CUDA files also a tag.
    Type,
    /// A function template of a CUDA file.
    Template,
    /// A template of structs.
    ClassTemplate,
}

/// The meanings in force.
#[derive(Default)]
pub(super) struct Names {
    /// By symbol; symbols beyond the end are unknown.
    kinds: Vec<NameKind>,
    /// What each declaration since the start replaced.
    replaced: Vec<(Symbol, NameKind)>,
    /// For each open scope, how long `replaced` was when it began.
    scopes: Vec<usize>,
}

impl Names {
    /// What a name means here.
    pub(super) fn kind(&self, symbol: Symbol) -> NameKind {
        self.kinds.get(symbol.0 as usize).copied().unwrap_or_default()
    }

    /// Declares a name in the innermost scope.
    pub(super) fn declare(&mut self, symbol: Symbol, kind: NameKind) {
        let index = symbol.0 as usize;
        if index >= self.kinds.len() {
            self.kinds.resize(index + 1, NameKind::Unknown);
        }
        let before = std::mem::replace(&mut self.kinds[index], kind);
        if before != kind && !self.scopes.is_empty() {
            self.replaced.push((symbol, before));
        }
    }

    pub(super) fn enter(&mut self) {
        self.scopes.push(self.replaced.len());
    }

    /// Ends the innermost scope: names mean again what they meant outside.
    pub(super) fn leave(&mut self) {
        let Some(start) = self.scopes.pop() else { return };
        for (symbol, before) in self.replaced.drain(start..).rev() {
            self.kinds[symbol.0 as usize] = before;
        }
    }
}
