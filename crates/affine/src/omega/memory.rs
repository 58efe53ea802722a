//! Answers that were found before.
//!
//! An analysis that walks over a program again asks the same questions again: in other variables, but of the same
//! numbers. A question is the rows of a [`System`], without the names of its columns; its answer is kept with the
//! effort that it took, which is spent again, so that nobody can tell from the outcome whether it was known. That no
//! answer was found is kept, too: such questions are the dearest.

use std::cell::{Cell, RefCell};

use rustc_hash::FxHashMap;

use super::system::System;
use crate::effort::{Effort, Exact};

/// Questions of so many numbers in all are kept before all are forgotten: 64 MiB.
const MOST: usize = 1 << 23;

/// Systems with more numbers are not remembered.
const LARGEST: usize = 1 << 13;

/// A system in numbers, and what else the answer depends on.
pub(crate) type Question = Box<[i64]>;

/// Answers by question.
pub(crate) struct Memory<A> {
    known: RefCell<FxHashMap<Question, Known<A>>>,
    /// How many numbers all questions have.
    numbers: Cell<usize>,
}

/// What came of a question.
struct Known<A> {
    answer: Exact<A>,
    /// What was allowed when it was asked: where there is no answer, more effort may find one.
    allowed: Effort,
    /// What it took.
    steps: u64,
}

impl<A: Clone> Memory<A> {
    /// Nothing is known.
    pub(crate) fn new() -> Memory<A> {
        Memory { known: RefCell::default(), numbers: Cell::default() }
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
        if let Some(known) = self.known.borrow().get(&question)
            && (known.answer.is_ok() || known.allowed == *effort)
        {
            effort.spend_again(known.steps)?;
            return known.answer.clone();
        }
        let allowed = *effort;
        let answer = find(system, effort);
        self.keep(question, Known { answer: answer.clone(), allowed, steps: allowed.spent_until(*effort) });
        answer
    }

    fn keep(&self, question: Question, known: Known<A>) {
        if self.numbers.get() + question.len() > MOST {
            self.known.borrow_mut().clear();
            self.numbers.set(0);
        }
        let length = question.len();
        if self.known.borrow_mut().insert(question, known).is_none() {
            self.numbers.set(self.numbers.get() + length);
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effort::GaveUp;

    #[test]
    fn what_was_given_up_is_not_tried_again_with_as_little() {
        let memory: Memory<i32> = Memory::new();
        let asked = Cell::new(0);
        let ask = |steps: u64| {
            let find = |_: System, effort: &mut Effort| {
                asked.set(asked.get() + 1);
                effort.spend(10)?;
                Ok(7)
            };
            let mut effort = Effort::of_steps(steps);
            let answer = memory.recall(System::default(), &[], &mut effort, find);
            (answer, Effort::of_steps(steps).spent_until(effort))
        };
        assert_eq!([ask(5), ask(5)], [(Err(GaveUp::Effort), 0), (Err(GaveUp::Effort), 0)]);
        assert_eq!(asked.get(), 1);
        // With more it is found, and with less than that took it is not.
        assert_eq!([ask(20), ask(30), ask(5)], [(Ok(7), 10), (Ok(7), 10), (Err(GaveUp::Effort), 0)]);
        assert_eq!(asked.get(), 2);
    }
}
