//! Interned byte strings: identifiers, numbers, literals.
//!
//! A [`Symbol`] is a small number that stands for a spelling, so that names
//! compare in one instruction and a token stays small. Spellings are bytes:
//! C permits any byte in a string literal.

use std::borrow::Cow;

/// An interned spelling.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Symbol(pub u32);

/// The table of spellings of a session.
///
/// All spellings lie end to end in one buffer, and are found through a hash
/// table with open addressing: the lexer asks for every token, and neither a
/// hit nor a miss allocates by itself.
#[derive(Debug)]
pub struct Interner {
    texts: Vec<u8>,
    /// Where in `texts` each spelling ends; it starts where the one before ends.
    ends: Vec<usize>,
    /// Hash and symbol; a power of two of them, at most half in use.
    slots: Vec<Slot>,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    hash: u32,
    /// `EMPTY` if the slot is free.
    symbol: u32,
}

const EMPTY: u32 = u32::MAX;
const FREE: Slot = Slot { hash: 0, symbol: EMPTY };

impl Default for Interner {
    fn default() -> Self {
        Interner::new(&[])
    }
}

impl Interner {
    /// A table that begins with the given spellings, numbered from zero.
    pub fn new(first: &[&str]) -> Interner {
        let mut interner = Interner { texts: Vec::new(), ends: Vec::new(), slots: vec![FREE; 1 << 12] };
        for text in first {
            interner.intern(text.as_bytes());
        }
        interner
    }

    /// The symbol of a spelling, made if it is new.
    pub fn intern(&mut self, text: &[u8]) -> Symbol {
        let hash = hash(text);
        let slot = match self.find(text, hash) {
            Ok(symbol) => return symbol,
            Err(slot) => slot,
        };
        let symbol = self.ends.len() as u32;
        self.texts.extend_from_slice(text);
        self.ends.push(self.texts.len());
        self.slots[slot] = Slot { hash, symbol };
        if self.ends.len() * 2 > self.slots.len() {
            self.grow();
        }
        Symbol(symbol)
    }

    /// The symbol of a spelling, if it was ever seen.
    pub fn lookup(&self, text: &[u8]) -> Option<Symbol> {
        self.find(text, hash(text)).ok()
    }

    /// The bytes of a symbol.
    pub fn bytes(&self, symbol: Symbol) -> &[u8] {
        let index = symbol.0 as usize;
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.texts[start..self.ends[index]]
    }

    /// The symbol as text; bytes that are not UTF-8 are replaced.
    pub fn text(&self, symbol: Symbol) -> Cow<'_, str> {
        String::from_utf8_lossy(self.bytes(symbol))
    }

    /// The spelling's symbol, or the free slot where it belongs.
    fn find(&self, text: &[u8], hash: u32) -> Result<Symbol, usize> {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot.symbol == EMPTY {
                return Err(at);
            }
            if slot.hash == hash && self.bytes(Symbol(slot.symbol)) == text {
                return Ok(Symbol(slot.symbol));
            }
            at = (at + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let mut slots = vec![FREE; self.slots.len() * 4];
        let mask = slots.len() - 1;
        for slot in self.slots.iter().filter(|slot| slot.symbol != EMPTY) {
            let mut at = slot.hash as usize & mask;
            while slots[at].symbol != EMPTY {
                at = (at + 1) & mask;
            }
            slots[at] = *slot;
        }
        self.slots = slots;
    }
}

/// Multiplies and rotates eight bytes at a time. The keys are short and come
/// by the million; whoever makes them collide slows down their own compile.
fn hash(text: &[u8]) -> u32 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut state = (text.len() as u64).wrapping_mul(ODD);
    let mut mix = |word: u64| state = (state.rotate_left(23) ^ word).wrapping_mul(ODD);
    let mut chunks = text.chunks_exact(8);
    for chunk in &mut chunks {
        let mut word = [0; 8];
        word.copy_from_slice(chunk);
        mix(u64::from_le_bytes(word));
    }
    let rest = chunks.remainder().iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
    mix(rest);
    ((state >> 32) ^ state) as u32
}
