//! Interned byte strings: identifiers, numbers, literals.
//!
//! A [`Symbol`] is a small number that stands for a spelling, so that names
//! compare in one instruction and a token stays small. Spellings are bytes:
//! C permits any byte in a string literal.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

/// An interned spelling.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Symbol(pub u32);

/// The table of spellings of a session.
#[derive(Debug)]
pub struct Interner {
    by_text: HashMap<Arc<[u8]>, Symbol, BuildHasherDefault<Fnv>>,
    texts: Vec<Arc<[u8]>>,
}

impl Default for Interner {
    fn default() -> Self {
        Interner::new(&[])
    }
}

impl Interner {
    /// A table that begins with the given spellings, numbered from zero.
    pub fn new(first: &[&str]) -> Interner {
        let mut interner = Interner { by_text: HashMap::default(), texts: Vec::new() };
        for text in first {
            interner.intern(text.as_bytes());
        }
        interner
    }

    /// The symbol of a spelling, made if it is new.
    pub fn intern(&mut self, text: &[u8]) -> Symbol {
        if let Some(&symbol) = self.by_text.get(text) {
            return symbol;
        }
        let symbol = Symbol(self.texts.len() as u32);
        let text: Arc<[u8]> = text.into();
        self.texts.push(text.clone());
        self.by_text.insert(text, symbol);
        symbol
    }

    /// The symbol of a spelling, if it was ever seen.
    pub fn lookup(&self, text: &[u8]) -> Option<Symbol> {
        self.by_text.get(text).copied()
    }

    /// The bytes of a symbol.
    pub fn bytes(&self, symbol: Symbol) -> &[u8] {
        &self.texts[symbol.0 as usize]
    }

    /// The symbol as text; bytes that are not UTF-8 are replaced.
    pub fn text(&self, symbol: Symbol) -> Cow<'_, str> {
        String::from_utf8_lossy(self.bytes(symbol))
    }
}

/// FNV-1a: short keys by the million, none of them chosen by an attacker who
/// gains more than a slow compile of their own file.
pub struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
