//! Reads and writes of one nest, host or kernel, against what is known before it.
//!
//! ```c
//! for (i = 1; i < n; i++) a[i] = a[i - 1] + b[i];
//! ```
//! reads `b[1]` to `b[n-1]`, and of `a` for certain `a[0]`: what the first iteration reads is
//! written by nobody before. It writes `a[1]` to `a[n-1]`. A kernel is the same, but for its partitioned loops: their
//! iterations read nothing that others write.

use affine::{LinearExpr, Section, Set, Var};
use hir::{Span, StmtId};

use crate::AccessMode;

use super::pieces::{Area, Piece, certainly_read, must_without};
use super::state::Object;
use super::value::Loc;

/// Reads of an object that a nest writes in more places are not followed.
const MOST_WRITES: usize = 64;

/// One access.
#[derive(Clone, Debug)]
pub struct Touch {
    /// The object.
    pub loc: Loc,
    /// The element; `None` for some element.
    pub at: Option<Vec<LinearExpr>>,
    /// Read, written or both.
    pub mode: AccessMode,
    /// Where.
    pub span: Span,
    /// In which statement.
    pub stmt: StmtId,
    /// Does it happen whenever its domain says so?
    pub certain: bool,
    /// A function that nothing is known of may do it.
    pub by_others: bool,
    /// What holds when it happens.
    pub domain: Set,
    /// The loops around it.
    pub loops: Vec<Round>,
    /// What is written is zero.
    pub zero: bool,
}

/// A loop around an access.
#[derive(Clone, PartialEq, Debug)]
pub struct Round {
    /// The symbol of its index.
    pub index: Var,
    /// Its first value, for loops that run in order.
    pub first: Option<LinearExpr>,
    /// Its iterations run in no order, and read nothing of each other.
    pub is_parallel: bool,
}

impl Touch {
    /// The elements; with `first`, those of the first round of every sequential loop.
    pub fn area(&self, object: &Object, first: bool) -> Area {
        let whole = || object.whole.clone().unwrap_or_else(Area::anywhere).in_doubt();
        let Some(at) = &self.at else { return whole() };
        if object.copies.first().is_some_and(|copy| copy.rank != at.len()) {
            return whole();
        }
        if at.is_empty() {
            return Area::scalar(self.certain && self.domain.is_exact());
        }
        let mut domain = self.domain.clone();
        let mut certain = self.certain;
        for round in self.loops.iter().filter(|round| first && !round.is_parallel) {
            match &round.first {
                Some(first) => domain = domain.with_equal(&LinearExpr::var(round.index), first),
                None => certain = false,
            }
        }
        let over: Vec<Var> = self.loops.iter().map(|round| round.index).collect();
        match Section::of_access(at, &domain, &over) {
            Ok(section) => Area::of_section(&section, certain && domain.is_exact()),
            Err(_) => whole(),
        }
    }

    /// Does it write, just before, what `later` reads?
    fn covers(&self, later: &Touch) -> bool {
        let constraints = self.domain.constraints();
        self.mode.writes()
            && self.certain
            && self.loc == later.loc
            && self.at.is_some()
            && self.at == later.at
            && later.loops.starts_with(&self.loops)
            && constraints.iter().all(|constraint| later.domain.constraints().contains(constraint))
    }
}

/// What is found about a read.
pub struct ReadOf {
    /// A stale piece that it reads for certain.
    pub certain: Option<Piece>,
    /// A piece that it reads on some path, or if it reads at all.
    pub sometimes: Option<Piece>,
    /// It may read something stale.
    pub possible: bool,
}

/// What the read `touches[at]` finds in an object whose copy on that side has these
/// stale elements.
pub fn read(touches: &[Touch], at: usize, object: &Object, stale: &super::pieces::Stale) -> ReadOf {
    let nothing = ReadOf { certain: None, sometimes: None, possible: false };
    if stale.must.is_empty() && stale.may.is_empty() {
        return nothing;
    }
    let read = &touches[at];
    let own = |other: &(usize, &Touch)| other.1.loc == read.loc && other.1.mode.writes();
    let writes: Vec<(usize, &Touch)> = touches.iter().enumerate().filter(own).collect();
    if writes.len() > MOST_WRITES {
        return ReadOf { possible: true, ..nothing };
    }
    let is_before = |(other, touch): &&(usize, &Touch)| *other < at && touch.stmt != read.stmt;
    if writes.iter().filter(is_before).any(|(_, touch)| touch.covers(read)) {
        return nothing;
    }
    let all = read.area(object, false);
    let without = |pieces: &[Piece], others: &mut dyn Iterator<Item = &Touch>| -> Vec<Piece> {
        others.fold(pieces.to_vec(), |left, other| must_without(&left, &other.area(object, false).set))
    };
    let first = (!writes.is_empty()).then(|| read.area(object, true));
    let meets = |pieces: &[Piece]| -> Option<Piece> {
        // Elements that the nest does not write at all, or not before.
        let never = without(pieces, &mut writes.iter().map(|(_, touch)| *touch));
        certainly_read(&all, &never).cloned().or_else(|| {
            let before = without(pieces, &mut writes.iter().filter(is_before).map(|(_, touch)| *touch));
            certainly_read(first.as_ref()?, &before).cloned()
        })
    };
    let mut certain = meets(&stale.must);
    let mut sometimes = if certain.is_none() { meets(&stale.sometimes) } else { None };
    if read.by_others {
        sometimes = sometimes.or(certain.take());
    }
    let possible = certain.is_some() || stale.may_meet(&all);
    ReadOf { certain, sometimes, possible }
}
