//! What is noted on the way, for people and for whoever places transfers.
//!
//! A loop is walked until nothing new is learned, and only what the last round notes is true of every
//! round. So a round notes apart from what was noted before it; what it noted is added if it was the
//! last, and forgotten otherwise. Everything is noted once, at its first occurrence.

use std::collections::{BTreeMap, BTreeSet};
use std::mem::Discriminant;

use diagnostics::Diagnostic;
use hir::Span;
use source::Pos;

use crate::maps::HashSet;

use super::CopyPair;
use super::record::Record;
use super::timeline::{Happening, What};

/// An array, and what is said of it.
pub(super) type Topic = (String, &'static str);

/// What happens where, to an array of this name.
pub(super) type Occasion = (Span, Discriminant<What>, String);

#[derive(Default)]
pub(super) struct Notes {
    topics: BTreeSet<Topic>,
    said: Vec<(Topic, Diagnostic)>,
    occasions: HashSet<Occasion>,
    happenings: Vec<(Occasion, Option<(usize, Happening)>)>,
    /// Transfers by their places; those that some way to them needs have no message.
    needless: BTreeMap<Pos, Option<Diagnostic>>,
    /// Copies of one array that no test can keep apart, the second made while the first lives; is that certain?
    pub(super) doubled: BTreeMap<CopyPair, bool>,
    /// Accesses and old values.
    pub(super) record: Record,
}

impl Notes {
    /// Says something once of each array.
    pub(super) fn say(&mut self, topic: Topic, message: Diagnostic) {
        if self.topics.insert(topic.clone()) {
            self.said.push((topic, message));
        }
    }

    /// Was this noted?
    pub(super) fn has(&self, occasion: &Occasion) -> bool {
        self.occasions.contains(occasion)
    }

    /// Notes what happens for the first time, if it is worth telling.
    pub(super) fn happens(&mut self, occasion: Occasion, happening: Option<(usize, Happening)>) {
        if self.occasions.insert(occasion.clone()) {
            self.happenings.push((occasion, happening));
        }
    }

    /// A transfer is needless if it is so from wherever its function is called.
    pub(super) fn needless(&mut self, transfer: Pos, message: Option<Diagnostic>) {
        if message.is_none() || !self.needless.contains_key(&transfer) {
            self.needless.insert(transfer, message);
        }
    }

    /// Two copies of one array live at the same time.
    pub(super) fn doubled(&mut self, pair: CopyPair, surely: bool) {
        *self.doubled.entry(pair).or_insert(true) &= surely;
    }

    /// Adds what was noted later.
    pub(super) fn add(&mut self, later: Notes) {
        let Notes { said, happenings, needless, doubled, record, .. } = later;
        said.into_iter().for_each(|(topic, message)| self.say(topic, message));
        happenings.into_iter().for_each(|(occasion, happening)| self.happens(occasion, happening));
        needless.into_iter().for_each(|(transfer, message)| self.needless(transfer, message));
        doubled.into_iter().for_each(|(pair, surely)| self.doubled(pair, surely));
        let Record { stale, events, unclear, .. } = record;
        self.record.stale.extend(stale);
        for (event, names) in events {
            self.record.events.entry(event).or_insert(names);
        }
        self.record.unclear.extend(unclear);
    }

    /// Everything that is said, in order: of arrays, of what was found `then`, of transfers that are needless.
    pub(super) fn messages(&mut self, then: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let said = std::mem::take(&mut self.said).into_iter().map(|(_, message)| message);
        let needless = std::mem::take(&mut self.needless).into_values().flatten();
        said.chain(then).chain(needless).collect()
    }

    /// What happens to arrays, each with its unit, and what was seen on the way.
    pub(super) fn finish(self) -> (Vec<(usize, Happening)>, Record) {
        let happenings = self.happenings.into_iter().filter_map(|(_, happening)| happening);
        (happenings.collect(), self.record)
    }
}
