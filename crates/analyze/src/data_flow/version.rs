//! Which copy of an array has the newest values.
//!
//! At a point of the program that is reached on several paths, several answers
//! may be true: after `if (c) { kernel that writes a }` either the device has
//! newer values, or both copies are the same. [`Newest`] is the set of them.

use hir::Span;

use crate::CopyId;

use super::parts::Left;

/// Who has the newest values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Version {
    /// Both have.
    Same,
    /// The host has changed something since.
    Host,
    /// A kernel has changed something since.
    Device,
}

/// The answers that are possible; none when nothing is known.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Newest(u8);

impl Newest {
    /// Exactly this.
    pub fn only(version: Version) -> Newest {
        Newest(Newest::bit(version))
    }

    /// Nothing is known.
    pub fn unknown() -> Newest {
        Newest(0)
    }

    fn bit(version: Version) -> u8 {
        match version {
            Version::Same => 1,
            Version::Host => 2,
            Version::Device => 4,
        }
    }

    /// Is it possible?
    pub fn may_be(self, version: Version) -> bool {
        self.0 & Newest::bit(version) != 0
    }

    /// Is it so on every path?
    pub fn is(self, version: Version) -> bool {
        self.0 == Newest::bit(version)
    }

    /// Either of the two.
    pub fn or(self, other: Newest) -> Newest {
        match (self.0, other.0) {
            (0, _) | (_, 0) => Newest::unknown(),
            (a, b) => Newest(a | b),
        }
    }

    /// For people.
    pub fn text(self) -> &'static str {
        match self.0 {
            1 => "both copies are the same",
            2 => "the host has the newest values",
            4 => "the device has the newest values",
            0 => "not known which copy is newer",
            6 => "host and device each have, or may have, newer values",
            3 => "the host may have newer values",
            5 => "the device may have newer values",
            _ => "either copy may have newer values",
        }
    }
}

/// What is known of one array at one point.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    /// The device copy; `None` after its release.
    pub copy: Option<CopyId>,
    /// Who has the newest values.
    pub newest: Newest,
    /// What of it is newer on the device, where that has newer values.
    pub left: Left,
    /// A part of that was copied to the host since.
    pub partly_copied: bool,
    /// A part was copied to the device since, and others may have to follow.
    pub partly_sent: bool,
    /// The kernel that wrote it last.
    pub by_kernel: Option<Span>,
    /// The place of the host that wrote it last.
    pub by_host: Option<Span>,
    /// Something was put into the device copy: by a transfer, `clear` or a kernel.
    pub filled: bool,
    /// Where it was released.
    pub released: Option<Span>,
}

impl State {
    /// What is known where two paths meet.
    pub fn or(self, other: State) -> State {
        let newest = if self.copy == other.copy { self.newest.or(other.newest) } else { Newest::unknown() };
        State {
            copy: self.copy,
            newest,
            left: if self.left == other.left { self.left } else { Left::Somewhere },
            partly_copied: self.partly_copied || other.partly_copied,
            partly_sent: self.partly_sent || other.partly_sent,
            by_kernel: self.by_kernel.or(other.by_kernel),
            by_host: self.by_host.or(other.by_host),
            filled: self.filled || other.filled,
            released: self.released.or(other.released),
        }
    }
}
