//! Pairs of accesses of which one answer is enough.
//!
//! ```c
//! lhs[i][0] = lhs[i][0] * p;  …  rhs[i] -= lhs[i][0] * q;  …  lhs[i][0] -= r;
//! ```
//! Kernels that were unrolled by hand, or that call functions which were, access each element many times under the same
//! loops. Whether two of these accesses can meet in different threads follows from their subscripts, their domains, their
//! loops and the barriers between them, and not from where they stand: what proves one pair apart proves all pairs apart that are
//! alike, and where it cannot be known of one it cannot be known of them.
//!
//! Invariant: pairs whose places in the program count (each thread has the array, all threads run the write, or one
//! thread does by `singular`) are never alike; nor is an access with itself like one with another.

use std::cell::RefCell;

use affine::LinearExpr;
use hir::StmtId;

use crate::maps::HashMap;
use crate::phases::{Skipped, Together};
use crate::threads::{Dimension, Runner, Side};

use super::accesses::{Memory, Party};
use super::{Question, Search, Verdict};

/// What the answer to a question follows from.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Asked {
    kinds: (usize, usize),
    is_with_itself: bool,
    writes_first: bool,
    both_write: bool,
    together: [Vec<Rounds>; 2],
}

/// A [`Together`], whichever accesses it is about.
type Rounds = (Vec<StmtId>, Option<StmtId>, bool, Skipped);

/// Accesses by kind, and what was answered.
pub(super) struct Alike {
    /// Of each access; those of one kind differ only in where they stand.
    kinds: Vec<usize>,
    answers: RefCell<HashMap<Asked, Verdict>>,
}

impl Alike {
    /// Sorts accesses into kinds.
    pub(super) fn new(parties: &[Party<'_>], subscripts: &[Option<Vec<LinearExpr>>]) -> Alike {
        let mut first_of: HashMap<(&[LinearExpr], &[StmtId]), Vec<usize>> = HashMap::default();
        let mut kinds: Vec<usize> = Vec::with_capacity(parties.len());
        for (at, party) in parties.iter().enumerate() {
            let Some(own) = &subscripts[at] else {
                kinds.push(at);
                continue;
            };
            let alike = |other: &usize| {
                let other = &parties[*other];
                let traits = |party: &Party<'_>| (party.memory, party.atomic, party.transfer);
                party.access.place == other.access.place
                    && traits(party) == traits(other)
                    && party.reduced_by == other.reduced_by
                    && party.access.domain == other.access.domain
                    && party.access.parts == other.access.parts
            };
            let known = first_of.entry((own, &party.access.loops)).or_default();
            let kind = known.iter().copied().find(|other| alike(other)).unwrap_or(at);
            if kind == at {
                known.push(at);
            }
            kinds.push(kind);
        }
        Alike { kinds, answers: RefCell::default() }
    }

    /// What was answered of a pair like this one.
    pub(super) fn known(&self, asked: &Asked) -> Option<Verdict> {
        self.answers.borrow().get(asked).cloned()
    }

    /// It is the answer for all that are alike.
    pub(super) fn answered(&self, asked: Asked, verdict: &Verdict) {
        self.answers.borrow_mut().insert(asked, verdict.clone());
    }
}

impl Search<'_, '_> {
    /// What the answer to a question follows from; `None` where its accesses' places in the program count.
    pub(super) fn asked(&self, question: Question) -> Option<Asked> {
        let (first, second) = (question.first, question.second);
        let is_known = |at: usize| self.subscripts[at].is_some() && self.parties[at].memory != Memory::Own;
        let by_one = |dimension: Dimension| {
            [Side::First, Side::Second]
                .iter()
                .any(|side| self.runner(question, *side, dimension) == Runner::First)
        };
        let counts = |dimension: &Dimension| by_one(*dimension) || self.is_redundant(question, *dimension);
        if !is_known(first) || !is_known(second) || self.dimensions.iter().any(counts) {
            return None;
        }
        let rounds = |met: &Together| (met.same.clone(), met.next, met.far, met.skipped);
        let between = |pair: (usize, usize)| {
            self.together.get(&pair).into_iter().flatten().map(rounds).collect::<Vec<Rounds>>()
        };
        Some(Asked {
            kinds: (self.alike.kinds[first], self.alike.kinds[second]),
            is_with_itself: first == second,
            writes_first: question.writer == Side::First,
            both_write: question.both_write,
            together: [between((first, second)), between((second, first))],
        })
    }
}
