//! What a run finds wrong with the program.
//!
//! A finding is about a place in the source, not about one of the million
//! times a thread came by: the first occurrence is described and the others are
//! counted.

use std::collections::BTreeMap;

use hir::Span;

/// Something wrong, and how often.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// What.
    pub kind: FindingKind,
    /// Where.
    pub span: Span,
    /// The other party of a race.
    pub other: Option<OtherParty>,
    /// The thread it happened to first.
    pub thread: ThreadPlace,
    /// How often.
    pub count: u64,
}

/// The other party of a race.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OtherParty {
    /// Where.
    pub span: Span,
    /// Did it write?
    pub wrote: bool,
    /// Who.
    pub thread: ThreadPlace,
}

/// A thread, by its block and its place there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct ThreadPlace {
    /// `blockIdx`
    pub block: [u32; 3],
    /// `threadIdx`
    pub thread: [u32; 3],
}

/// What is wrong.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum FindingKind {
    /// An address where nothing lies; the text says what is near.
    OutOfBounds {
        /// Write or read?
        wrote: bool,
        /// What the address is near to.
        near: String,
    },
    /// An address that is no multiple of the access's size.
    Misaligned {
        /// The size.
        size: u64,
    },
    /// Memory nobody has written.
    Uninitialized {
        /// "shared memory", "device memory", "a local array".
        memory: &'static str,
    },
    /// Two threads touch one word, unordered.
    Race {
        /// "shared memory" or "device memory".
        memory: &'static str,
        /// This party wrote.
        wrote: bool,
        /// They are in different blocks.
        between_blocks: bool,
    },
    /// A barrier that only some threads of a block reach.
    DivergentBarrier,
    /// Threads of one block wait at different barriers.
    DifferentBarriers,
    /// A mask names lanes that do not take part.
    AbsentLanes,
    /// A kernel writes constant memory.
    WroteConstant,
    /// `__trap` or a failed assertion.
    Trap,
    /// The kernel did not end in time.
    Timeout,
}

/// Where something was found: an instruction or a site, and for a race the
/// other site.
pub type Place = (u32, u32);

/// Findings of one class at one place are one finding.
type Class = u8;

impl FindingKind {
    fn class(&self) -> Class {
        match self {
            FindingKind::OutOfBounds { .. } => 0,
            FindingKind::Misaligned { .. } => 1,
            FindingKind::Uninitialized { .. } => 2,
            FindingKind::Race { .. } => 3,
            FindingKind::DivergentBarrier => 4,
            FindingKind::DifferentBarriers => 5,
            FindingKind::AbsentLanes => 6,
            FindingKind::WroteConstant => 7,
            FindingKind::Trap => 8,
            FindingKind::Timeout => 9,
        }
    }
}

/// Findings by place.
#[derive(Clone, Default, Debug)]
pub struct Findings {
    by_place: BTreeMap<(Place, Class), Finding>,
}

impl Findings {
    /// Notes a finding, once per place.
    pub fn note(&mut self, place: Place, finding: Finding) {
        let key = (place, finding.kind.class());
        self.by_place.entry(key).and_modify(|known| known.count += 1).or_insert(finding);
    }

    /// Adds what another core found.
    pub fn add(&mut self, other: Findings) {
        for (key, finding) in other.by_place {
            match self.by_place.get_mut(&key) {
                Some(known) => {
                    let count = known.count + finding.count;
                    // Whichever core is asked first, the answer is the same.
                    if finding.thread < known.thread {
                        *known = finding;
                    }
                    known.count = count;
                }
                None => {
                    self.by_place.insert(key, finding);
                }
            }
        }
    }

    /// All of them, by place.
    pub fn iter(&self) -> impl Iterator<Item = &Finding> {
        self.by_place.values()
    }

    /// Nothing found?
    pub fn is_empty(&self) -> bool {
        self.by_place.is_empty()
    }
}
