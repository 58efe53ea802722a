//! The three tables of a session that every phase shares: file texts,
//! spellings and macro expansions.

use std::borrow::Cow;

use crate::{ExpansionTable, Interner, SourceMap, Span, Symbol};

/// Files, symbols and expansions. Grows during preprocessing, then only read.
#[derive(Default, Debug)]
pub struct Sources {
    /// The loaded files.
    pub map: SourceMap,
    /// The interned spellings.
    pub symbols: Interner,
    /// The macro expansions.
    pub expansions: ExpansionTable,
    /// Texts that are made carry marks of where their lines came from ([`crate::trace`]).
    pub traced: bool,
}

impl Sources {
    /// Empty tables; `keywords` get the first symbols.
    pub fn new(keywords: &[&str]) -> Sources {
        Sources { symbols: Interner::new(keywords), ..Sources::default() }
    }

    /// A symbol as text.
    pub fn text(&self, symbol: Symbol) -> Cow<'_, str> {
        self.symbols.text(symbol)
    }

    /// The smallest span covering both; see [`ExpansionTable::join`].
    pub fn join(&self, first: Span, last: Span) -> Span {
        self.expansions.join(first, last)
    }
}
