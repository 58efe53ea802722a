//! The histories of a memory's words: who touched what, and whether that is a
//! race.
//!
//! ```text
//! history.note(Deed::Write, offset, size, actor, site, …)   Some(the other party)
//! ```
//! Most programs touch whole words, and have one history for each. Where
//! threads touch single bytes, these have histories of their own (neighbouring
//! bytes may belong to different threads), and both kinds are compared: an
//! access is noted in its own size and looks at the other. Atomic updates do
//! not race with each other, so they are kept apart too. Both tables are
//! made where they are needed; a program without bytes and atomic updates pays
//! for a look.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::code::SiteId;
use crate::race::{Actor, Order, Other, Word};

/// What is done to memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    /// A plain load.
    Read,
    /// A plain store.
    Write,
    /// An atomic update.
    Update,
}

/// Who touched a memory, word by word.
#[derive(Debug)]
pub struct History {
    order: Order,
    words: Shadow,
    /// Bytes that were touched alone.
    bytes: Shadow,
    /// Words that were updated atomically; an update is noted as a read, since
    /// like reads they do not race with each other.
    updates: Shadow,
    /// Bytes of atomic updates that are narrower than a word.
    byte_updates: Shadow,
}

/// An access to be noted.
#[derive(Clone, Copy, Debug)]
pub struct Noted {
    /// Read, write or update.
    pub deed: Deed,
    /// Who.
    pub actor: Actor,
    /// Where in the source.
    pub site: SiteId,
}

impl History {
    /// For memory of so many bytes.
    pub fn new(bytes: u64, order: Order) -> History {
        let [words, updates] = [bytes, bytes].map(Shadow::new);
        let [single, byte_updates] = [bytes * 4, bytes * 4].map(Shadow::new);
        History { order, words, updates, bytes: single, byte_updates }
    }

    /// Notes an access of `size` bytes; the other party, if it races.
    #[inline(always)]
    pub fn note(
        &self,
        noted: Noted,
        offset: u64,
        size: u64,
        synchronized: impl Fn(u64, u64) -> bool,
    ) -> Option<Other> {
        let sync = &synchronized;
        if size == 4 {
            return self.word(noted, offset, sync);
        }
        if size > 4 {
            let first = self.word(noted, offset, sync);
            let second = self.word(noted, offset + 4, sync);
            return first.or(second);
        }
        (0..size).fold(None, |found, byte| {
            let asked = self.byte(noted, offset + byte, sync);
            found.or(asked)
        })
    }

    #[inline(always)]
    fn word(&self, noted: Noted, offset: u64, sync: &impl Fn(u64, u64) -> bool) -> Option<Other> {
        let word = self.words.word(offset)?;
        let other = match noted.deed {
            Deed::Read => {
                word.note_read(noted.actor, noted.site, self.order, sync);
                word.unordered_write(noted.actor, sync)
            }
            Deed::Write => {
                let other = word.note_write(noted.actor, noted.site, self.order, sync);
                other.or_else(|| word.unordered_read(noted.actor, sync))
            }
            Deed::Update => {
                self.updates.word(offset)?.note_read(noted.actor, noted.site, self.order, sync);
                return conflict(word, noted, sync).or_else(|| self.with_bytes(noted, offset, sync));
            }
        };
        let is_alone = !self.updates.is_used() && !self.bytes.is_used() && !self.byte_updates.is_used();
        if other.is_some() || is_alone {
            return other;
        }
        self.with_others(noted, offset, sync)
    }

    /// Atomic updates of the word and accesses to its bytes that race with a
    /// plain access to the word.
    #[inline(never)]
    fn with_others(&self, noted: Noted, offset: u64, sync: &impl Fn(u64, u64) -> bool) -> Option<Other> {
        let first = offset / 4 * 4;
        let narrow = |byte| self.with_byte_updates(noted, byte, sync);
        self.with_updates(noted, offset, sync)
            .or_else(|| self.with_bytes(noted, offset, sync))
            .or_else(|| (first..first + 4).find_map(narrow))
    }

    fn byte(&self, noted: Noted, offset: u64, sync: &impl Fn(u64, u64) -> bool) -> Option<Other> {
        let byte = self.bytes.word(offset * 4)?;
        let other = match noted.deed {
            Deed::Read => {
                byte.note_read(noted.actor, noted.site, self.order, sync);
                byte.unordered_write(noted.actor, sync)
            }
            Deed::Write => {
                let other = byte.note_write(noted.actor, noted.site, self.order, sync);
                other.or_else(|| byte.unordered_read(noted.actor, sync))
            }
            Deed::Update => {
                self.byte_updates.word(offset * 4)?.note_read(noted.actor, noted.site, self.order, sync);
                return conflict(byte, noted, sync)
                    .or_else(|| conflict(self.words.word(offset)?, noted, sync));
            }
        };
        other
            .or_else(|| conflict(self.words.word(offset)?, noted, sync))
            .or_else(|| self.with_updates(noted, offset, sync))
            .or_else(|| self.with_byte_updates(noted, offset, sync))
    }

    /// Atomic updates of the byte that a plain access races with.
    fn with_byte_updates(
        &self,
        noted: Noted,
        offset: u64,
        sync: &impl Fn(u64, u64) -> bool,
    ) -> Option<Other> {
        let updates = self.byte_updates.touched(offset * 4)?;
        let other = updates.unordered_read(noted.actor, sync)?;
        Some(Other { wrote: true, atomic: true, ..other })
    }

    /// Atomic updates of the word that a plain access races with.
    fn with_updates(&self, noted: Noted, offset: u64, sync: &impl Fn(u64, u64) -> bool) -> Option<Other> {
        let updates = self.updates.touched(offset)?;
        let other = updates.unordered_read(noted.actor, sync)?;
        Some(Other { wrote: true, atomic: true, ..other })
    }

    /// Accesses to single bytes of the word that an access races with.
    fn with_bytes(&self, noted: Noted, offset: u64, sync: &impl Fn(u64, u64) -> bool) -> Option<Other> {
        if !self.bytes.is_used() {
            return None;
        }
        let first = offset / 4 * 4;
        (first..first + 4).find_map(|byte| conflict(self.bytes.touched(byte * 4)?, noted, sync))
    }
}

/// What an access races with in a history where it is not noted itself.
fn conflict(word: &Word, noted: Noted, sync: &impl Fn(u64, u64) -> bool) -> Option<Other> {
    let write = word.unordered_write(noted.actor, sync);
    match noted.deed {
        Deed::Read => write,
        Deed::Write | Deed::Update => write.or_else(|| word.unordered_read(noted.actor, sync)),
    }
}

const PAGE: usize = 1024;

/// Words, made where they are touched.
#[derive(Debug)]
struct Shadow {
    pages: Vec<OnceLock<Box<[Word]>>>,
    is_used: AtomicBool,
}

impl Shadow {
    /// For memory of so many bytes.
    fn new(bytes: u64) -> Shadow {
        let mut pages = Vec::new();
        pages.resize_with((bytes.div_ceil(4) as usize).div_ceil(PAGE), OnceLock::new);
        Shadow { pages, is_used: AtomicBool::new(false) }
    }

    fn is_used(&self) -> bool {
        self.is_used.load(Ordering::SeqCst)
    }

    /// The history of the word at a byte offset.
    #[inline]
    fn word(&self, offset: u64) -> Option<&Word> {
        let index = (offset / 4) as usize;
        let page = self.pages.get(index / PAGE)?;
        let page = page.get_or_init(|| {
            self.is_used.store(true, Ordering::SeqCst);
            (0..PAGE).map(|_| Word::default()).collect()
        });
        page.get(index % PAGE)
    }

    /// The same, if anything was noted nearby.
    fn touched(&self, offset: u64) -> Option<&Word> {
        let index = (offset / 4) as usize;
        self.pages.get(index / PAGE)?.get()?.get(index % PAGE)
    }
}

#[cfg(test)]
#[path = "history_tests.rs"]
mod history_tests;
