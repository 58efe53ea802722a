//! At which pairs of moments do two accesses touch one element?
//!
//! The same question as that for directions, left open: the answer is the set of all such pairs, for who
//! asks about another order than that of the loops. The second access has the names of [`second`](super::instances::second)
//! for everything that can differ between two moments.

use affine::{LinearExpr, Set};

use super::members::Overlap;
use super::{instances, members, rows};
use crate::{Access, Input, Symbols};

/// When two accesses meet.
#[derive(Clone, Debug)]
pub enum Meeting {
    /// They never do, or both only read.
    Never,
    /// At these pairs of moments.
    When(Set),
    /// Which element one of them touches is not known.
    Unknown,
}

/// Accesses whose subscripts can be compared.
pub struct Meetings<'a, 'p> {
    input: &'a Input<'p>,
    accesses: &'a [Access],
    comparable: Vec<Option<Vec<LinearExpr>>>,
}

impl<'a, 'p> Meetings<'a, 'p> {
    /// Of these accesses.
    pub fn new(input: &'a Input<'p>, accesses: &'a [Access], symbols: &mut Symbols) -> Meetings<'a, 'p> {
        Meetings { input, accesses, comparable: rows::comparable(accesses, symbols) }
    }

    /// When two of them meet.
    pub fn between(&self, symbols: &Symbols, first: usize, second: usize) -> Meeting {
        let (a, b) = (&self.accesses[first], &self.accesses[second]);
        let touches = a.place == b.place && members::overlap(self.input.program, a, b) != Overlap::Never;
        if !touches || !(a.mode.writes() || b.mode.writes()) {
            return Meeting::Never;
        }
        let (Some(x), Some(y)) = (&self.comparable[first], &self.comparable[second]) else {
            return Meeting::Unknown;
        };
        if x.len() != y.len() {
            return Meeting::Unknown;
        }
        let (inside_x, inside_y) = members::subscripts(self.input.program, a, b);
        let x: Vec<LinearExpr> = x.iter().chain(inside_x).cloned().collect();
        let y: Vec<LinearExpr> = y.iter().chain(inside_y).cloned().collect();
        let names = x
            .iter()
            .chain(&y)
            .fold(instances::separate(symbols, a, b), |names, formula| names.with(symbols, formula));
        let Some(other) = names.of_access(&y, &b.domain) else { return Meeting::Unknown };
        let mut set = a.domain.intersect(&other.domain);
        for (one, other) in x.iter().zip(&other.subscripts) {
            set = set.with_equal(one, other);
        }
        match set.is_empty() {
            true => Meeting::Never,
            false => Meeting::When(set),
        }
    }
}
