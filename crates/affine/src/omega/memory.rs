//! Answers that were found before.
//!
//! An analysis that walks over a program again asks the same questions again: in other variables, but of the same
//! numbers. A question is the rows of a [`System`], without the names of its columns; its answer is kept with the
//! effort that it took, which is spent again, so that nobody can tell from the outcome whether it was known.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use super::system::System;
use crate::effort::{Effort, Exact};

/// So many answers are kept before all are forgotten.
const MOST: usize = 1 << 14;

/// Systems with more numbers are not remembered.
const LARGEST: usize = 1 << 10;

/// A system in numbers, and what else the answer depends on.
pub(crate) type Question = Box<[i64]>;

/// Answers by question.
pub(crate) struct Memory<A> {
    known: RefCell<FxHashMap<Question, (A, u64)>>,
}

impl<A: Clone> Memory<A> {
    /// Nothing is known.
    pub(crate) fn new() -> Memory<A> {
        Memory { known: RefCell::default() }
    }

    /// The answer to a question about a system, found by `find` if it is new.
    pub(crate) fn recall(
        &self,
        system: System,
        marks: &[bool],
        effort: &mut Effort,
        find: impl FnOnce(System, &mut Effort) -> Exact<A>,
    ) -> Exact<A> {
        let Some(question) = question(&system, marks) else { return find(system, effort) };
        let known = self.known.borrow().get(&question).cloned();
        if let Some((answer, steps)) = known {
            effort.spend_again(steps)?;
            return Ok(answer);
        }
        let before = *effort;
        let answer = find(system, effort)?;
        let mut known = self.known.borrow_mut();
        if known.len() == MOST {
            known.clear();
        }
        known.insert(question, (answer.clone(), before.spent_until(*effort)));
        Ok(answer)
    }
}

/// `None` for what is large, or has larger numbers than programs have.
fn question(system: &System, marks: &[bool]) -> Option<Question> {
    let rows = system.equalities.len() + system.inequalities.len() + 2 * system.congruences.len();
    let size = (system.width + 1) * rows + marks.len() + 4;
    if size > LARGEST {
        return None;
    }
    let mut numbers: Vec<i64> = Vec::with_capacity(size);
    let counts = [system.width, system.equalities.len(), system.inequalities.len(), marks.len()];
    numbers.extend(counts.map(|count| count as i64));
    numbers.extend(marks.iter().map(|mark| i64::from(*mark)));
    let congruences = system.congruences.iter().map(|congruence| &congruence.row);
    for row in system.equalities.iter().chain(&system.inequalities).chain(congruences) {
        for number in row.coefficients.iter().chain([&row.constant]) {
            numbers.push(i64::try_from(*number).ok()?);
        }
    }
    for congruence in &system.congruences {
        numbers.push(i64::try_from(congruence.modulus).ok()?);
    }
    Some(numbers.into())
}
