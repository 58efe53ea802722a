//! Do threads get in each other's way? The legality of every `loop_partition`.
//!
//! ```c
//! #pragma hicuda loop_partition over_tblock over_thread
//! for (i = 1; i < n; i++) a[i] = a[i-1] + 1;
//! ```
//! Iteration 1 writes `a[1]` in one thread, iteration 2 reads it in another, and
//! nothing says which comes first. For each two accesses to an array, one of them
//! a write, the question is whether different threads can touch one element with
//! no barrier in between. It is asked twice:
//!
//! 1. for all sizes of the grid at once: threads differ only if iterations do.
//!    That proves most pairs apart;
//! 2. with the very threads of a launch ([`threads`](crate::threads)), which finds
//!    the collision and says who collides, or proves that this launch has none.
//!
//! A statement outside partitioned loops is run by all threads alike. That they
//! all write the value the sequential program writes is no collision; that one
//! reads before another has written is.
//!
//! Invariant: [`Verdict::Apart`] is a proof; a [`Verdict::Collide`] is a real pair
//! of iterations of the kernel, for the sizes it names.

pub mod accesses;
mod alike;
mod cases;
pub mod launches;
mod own_arrays;
mod partners;
pub mod report;
pub mod suggest;
mod witness;

use std::collections::{BTreeMap, BTreeSet};

use affine::{LinearExpr, Set, Var};
use hir::StmtId;

use crate::dependence::instances::{self, Renaming};
use crate::dependence::members::{self, Overlap};
use crate::dependence::rows;
use crate::maps::HashMap;
use crate::parts::Part;
use crate::phases::{Placed, Together, together};
use crate::threads::{Dimension, Side, Threads};
use crate::{Access, Input, KernelFacts, Symbols};

use accesses::{Memory, Party};
use alike::Alike;
use launches::{Choice, choices};
use witness::Shown;

/// What is known about two accesses.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// Different threads never touch one element at the same time.
    Apart,
    /// They do, here.
    Collide(Box<Collision>),
    /// Not known, because of this.
    Open(Doubt),
}

/// Why it is not known whether threads collide.
#[derive(Clone, Debug)]
pub enum Doubt {
    /// The element an access touches is not an affine formula: this access.
    Element(usize),
    /// Whether an access runs at all is not known well enough.
    Condition,
    /// They do for some values of what the program reads at run time, like
    /// these, and perhaps not for those that it is run with.
    Sizes(Box<Collision>),
    /// The solver gave up, or the sizes that were tried show nothing.
    Complexity,
}

/// Two threads in one element.
#[derive(Clone, Debug)]
pub struct Collision {
    /// The access that writes, with where and when.
    pub writer: Moment,
    /// The other.
    pub other: Moment,
    /// Does the other write as well?
    pub both_write: bool,
    /// The dimension in which the threads differ.
    pub dimension: Dimension,
    /// All threads of the dimension run the writer.
    pub redundant: bool,
    /// The element.
    pub element: Vec<i128>,
    /// Values of what does not change in the kernel.
    pub parameters: Vec<(Var, i128)>,
    /// The sizes, where the program does not fix them.
    pub choice: Choice,
}

/// One access at one moment.
#[derive(Clone, Debug)]
pub struct Moment {
    /// Index in [`Search::parties`].
    pub party: usize,
    /// The index of each loop around it.
    pub iterations: Vec<(StmtId, i128)>,
    /// The block that runs it.
    pub block: Vec<i128>,
    /// The thread in its block.
    pub thread: Vec<i128>,
}

/// Pairs beyond this many are not looked at; no kernel that a person wrote has
/// as many.
const MAX_PAIRS: usize = 20_000;

/// The search over one kernel.
pub struct Search<'a, 'p> {
    pub(crate) input: &'a Input<'p>,
    pub(crate) kernel: &'a KernelFacts,
    pub(crate) symbols: Symbols,
    /// The accesses that can collide.
    pub parties: Vec<Party<'a>>,
    subscripts: Vec<Option<Vec<LinearExpr>>>,
    threads: Threads<'a>,
    dimensions: Vec<Dimension>,
    /// The accesses that each one can share an element with, as numbers tell.
    partners: Vec<Vec<usize>>,
    together: HashMap<(usize, usize), Vec<Together>>,
    /// Questions that are asked once for many pairs.
    alike: Alike,
    choices: Vec<Choice>,
    /// What holds when a dimension has more than one block or thread.
    several: BTreeMap<Dimension, Set>,
}

/// One question about two accesses: does `writer` write what the other reads
/// (or writes)?
#[derive(Clone, Copy, Debug)]
struct Question {
    first: usize,
    second: usize,
    writer: Side,
    both_write: bool,
}

impl<'a, 'p> Search<'a, 'p> {
    /// Prepares the accesses of a kernel.
    pub fn new(input: &'a Input<'p>, kernel: &'a KernelFacts, symbols: &Symbols) -> Search<'a, 'p> {
        let mut symbols = symbols.clone();
        let parties = accesses::parties(input, kernel, &symbols);
        let plain: Vec<Access> = parties.iter().map(|party| party.access.clone()).collect();
        let subscripts = rows::comparable(&plain, &mut symbols);
        let placed: Vec<Placed<'_>> =
            parties.iter().map(|p| Placed { stmt: p.access.stmt, loops: &p.access.loops }).collect();
        let partners = partners::of(input.program, &parties, &subscripts);
        let together = together(input, kernel, &placed, &partners);
        let threads = Threads::new(input, kernel);
        let has_chunks = kernel.partitions.values().any(|partition| threads.has_unknown_chunk(partition));
        let choices = choices(input, kernel, &symbols, has_chunks);
        let several = launches::several(input, kernel, &symbols);
        let dimensions = threads.dimensions();
        let alike = Alike::new(&parties, &subscripts);
        Search {
            input,
            kernel,
            symbols,
            parties,
            subscripts,
            threads,
            dimensions,
            partners,
            together,
            alike,
            choices,
            several,
        }
    }

    /// The verdict on every pair that is not proven apart, as
    /// `(first, second, verdict)`. Of each array, one collision is enough.
    pub fn verdicts(&self) -> Vec<(usize, usize, Verdict)> {
        let mut found = Vec::new();
        let mut collided = BTreeSet::new();
        let mut pairs = 0;
        for first in 0..self.parties.len() {
            let place = &self.parties[first].access.place;
            for &second in self.partners[first].iter().filter(|second| **second >= first) {
                if collided.contains(place) {
                    continue;
                }
                pairs += 1;
                let verdict = match pairs {
                    ..=MAX_PAIRS => self.pair(first, second),
                    _ => Verdict::Open(Doubt::Complexity),
                };
                if matches!(verdict, Verdict::Collide(_)) {
                    collided.insert(place);
                }
                if !matches!(verdict, Verdict::Apart) {
                    found.push((first, second, verdict));
                }
            }
        }
        found
    }

    /// The pairs of accesses that could be about the same bytes.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        self.partners.iter().enumerate().flat_map(|(first, partners)| {
            partners.iter().filter(move |second| **second >= first).map(move |second| (first, *second))
        })
    }

    /// The verdict on two accesses.
    pub fn pair(&self, first: usize, second: usize) -> Verdict {
        let mut doubt = None;
        for question in self.questions(first, second) {
            match self.answer_once(question) {
                Verdict::Apart => {}
                Verdict::Open(reason) => doubt = doubt.or(Some(reason)),
                collide @ Verdict::Collide(_) => return collide,
            }
        }
        doubt.map_or(Verdict::Apart, Verdict::Open)
    }

    fn questions(&self, first: usize, second: usize) -> Vec<Question> {
        let (a, b) = (self.parties[first].access.mode, self.parties[second].access.mode);
        let mut questions = Vec::new();
        if a.writes() && b.reads() {
            questions.push(Question { first, second, writer: Side::First, both_write: false });
        }
        if b.writes() && a.reads() && first != second {
            questions.push(Question { first, second, writer: Side::Second, both_write: false });
        }
        // Nobody sees what two threads write to arrays of their own.
        if a.writes() && b.writes() && self.parties[first].memory != Memory::Own {
            questions.push(Question { first, second, writer: Side::First, both_write: true });
        }
        questions
    }

    /// [`Search::answer`], asked once for all pairs that are alike.
    fn answer_once(&self, question: Question) -> Verdict {
        let Some(asked) = self.asked(question) else { return self.answer(question) };
        if let Some(known) = self.alike.known(&asked) {
            return known;
        }
        let verdict = self.answer(question);
        // A point that shows a collision is held against the conditions around these very accesses; a domain that is
        // too large has no such point.
        let has_points =
            [Side::First, Side::Second].iter().all(|side| self.access(question, *side).domain.is_exact());
        if matches!(verdict, Verdict::Apart) || !has_points {
            self.alike.answered(asked, &verdict);
        }
        verdict
    }

    fn answer(&self, question: Question) -> Verdict {
        let unknown = [question.first, question.second].into_iter().find(|at| self.subscripts[*at].is_none());
        if let Some(at) = unknown {
            return self.without_subscripts(question, at);
        }
        let names = self.names(question);
        let Some(meeting) = self.meeting(question, &names) else { return Verdict::Open(Doubt::Complexity) };
        let mut open = self
            .cases(question, &meeting, &names, None)
            .is_none_or(|cases| cases.iter().any(|case| !case.set.is_empty()));
        if !open {
            return Verdict::Apart;
        }
        let mut doubt = Doubt::Complexity;
        let exhaustive = self.choices.len() == 1;
        for choice in &self.choices {
            let Some(cases) = self.cases(question, &meeting, &names, Some(choice)) else { continue };
            open = false;
            for case in cases {
                match self.shown(question, &case, choice) {
                    Shown::Empty => {}
                    // They meet in the element, perhaps in different parts of it.
                    Shown::Found(_) if self.overlap(question) == Overlap::Perhaps => {
                        doubt = Doubt::Element(question.first);
                        open = true;
                    }
                    Shown::Found(collision) => return Verdict::Collide(collision),
                    Shown::Doubt(reason) => {
                        doubt = reason;
                        open = true;
                    }
                }
            }
        }
        if exhaustive && !open { Verdict::Apart } else { Verdict::Open(doubt) }
    }

    fn overlap(&self, question: Question) -> Overlap {
        let (a, b) = (self.parties[question.first].access, self.parties[question.second].access);
        members::overlap(self.input.program, a, b)
    }

    /// With an unknown element everything depends on whether different threads
    /// can be there at the same time at all.
    fn without_subscripts(&self, question: Question, at: usize) -> Verdict {
        let names = self.names(question);
        let (a, b) = (self.parties[question.first].access, self.parties[question.second].access);
        let anywhere = a.domain.intersect(&names.of_set(&b.domain));
        let cases = self.cases(question, &anywhere, &names, None);
        match cases.is_some_and(|cases| cases.iter().all(|case| case.set.is_empty())) {
            true => Verdict::Apart,
            false => Verdict::Open(Doubt::Element(at)),
        }
    }

    fn names(&self, question: Question) -> Renaming {
        let (a, b) = (self.parties[question.first].access, self.parties[question.second].access);
        let bounds = b.loops.iter().filter_map(|stmt| self.kernel.bounds.get(stmt));
        let formulas = bounds.flat_map(|(first, bound)| [first, bound]);
        let inside = b.parts.iter().filter_map(Part::subscript);
        let subscripts = self.subscripts[question.second].iter().flatten().chain(inside);
        let indices = b.loops.iter().filter_map(|stmt| self.index(*stmt, Side::First));
        let names =
            formulas.chain(subscripts).fold(instances::separate(&self.symbols, a, b), |names, formula| {
                names.with(&self.symbols, formula)
            });
        indices.fold(names, |names, index| names.with(&self.symbols, &index))
    }

    /// Both run, and touch the same element.
    fn meeting(&self, question: Question, names: &Renaming) -> Option<Set> {
        let (x, y) = (self.subscripts[question.first].as_ref()?, self.subscripts[question.second].as_ref()?);
        let (a, b) = (self.parties[question.first].access, self.parties[question.second].access);
        if x.len() != y.len() {
            return None;
        }
        let mut set = a.domain.intersect(&names.of_set(&b.domain));
        let (inside_x, inside_y) = members::subscripts(self.input.program, a, b);
        for (x, y) in x.iter().chain(inside_x).zip(y.iter().chain(inside_y)) {
            set = set.with_equal(x, &names.of_expr(y)?);
        }
        Some(self.with_equal_products(set, x.iter().flat_map(LinearExpr::vars)))
    }

    /// Products are symbols of their own to the solver: that `w*i` is `w*i'`
    /// where `i` is `i'` must be said.
    fn with_equal_products(&self, set: Set, mentioned: impl Iterator<Item = Var>) -> Set {
        let mut set = set;
        for product in mentioned.filter(|var| self.symbols.factors(*var).len() > 1) {
            let factors = self.symbols.factors(product);
            let varying = factors.iter().filter(|factor| !instances::is_shared(&self.symbols, **factor));
            let agrees = |factor: &Var| {
                let (own, other) = (LinearExpr::var(*factor), LinearExpr::var(instances::second(*factor)));
                set.implies_equal(&own, &other).is_proven()
            };
            if varying.copied().all(|factor| agrees(&factor)) {
                let other = LinearExpr::var(instances::second(product));
                set = set.with_equal(&LinearExpr::var(product), &other);
            }
        }
        set
    }
}

#[cfg(test)]
mod oracle_tests;
#[cfg(test)]
#[path = "races_tests.rs"]
mod races_tests;
