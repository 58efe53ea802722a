//! Schedules that bring a nest to the GPU, found: small ones, in a fixed order.
//!
//! Two forms are tried first. Either each statement, or group of statements that go in circles, gets loops of its own, one
//! kernel after the other; or the host runs one index of each statement, and kernels run inside its rounds:
//! `(k, 1, [i], [j])`. Where that is not enough, statements are cut into pieces ([`pieces`]). Which loops threads can share follows from the accesses alone: scalars that each iteration sets
//! for itself are no matter, and the check of the written program says whether they are. What comes out is legal.

mod pieces;

use std::rc::Rc;

use affine::{Constraint, LinearExpr, Set, Var};
use analyze::dependence::instances::second;
use analyze::dependence::meetings::{Meeting, Meetings};
use analyze::input::Known;
use diagnostics::Sink;
use hir::{FunctionId, Program, StmtId};
use source::Sources;

use super::order::{before_in_text, reversed, swapped};
use super::times::{Sharing, Time};
use super::{Nest, RECIPE, Statement};
use crate::{Kitchen, Place, Refusal};

/// Larger nests are left alone: the search tries every index of every statement.
const MOST_STATEMENTS: usize = 6;
/// Nests that the host steps through are tried so often.
const MOST_TRIALS: usize = 128;

/// A schedule that can be written.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// What stands in the parentheses of the directive.
    pub tuples: String,
    /// The statements of each kernel, in the order in which kernels run.
    pub kernels: Vec<Group>,
    /// Does the host run a loop around them?
    pub is_stepped: bool,
    /// How many kernels run in a round.
    pub launches: usize,
}

/// The statements of a kernel.
#[derive(Clone, Debug)]
pub struct Group {
    /// In the order of the text.
    pub statements: Vec<StmtId>,
    /// The loops that threads share, of its first statement.
    pub shared: Vec<StmtId>,
}

/// Two statements that touch one element, at these pairs of moments.
struct Touch {
    statements: (usize, usize),
    set: Set,
    /// Is it a variable, not an array?
    is_scalar: bool,
}

/// The schedules of a nest, the best first; why there is none otherwise.
pub fn search(
    program: &mut Program,
    sources: &mut Sources,
    known: Rc<Known>,
    function: FunctionId,
    stmt: StmtId,
) -> Result<Vec<Candidate>, String> {
    let mut sink = Sink::default();
    let mut kitchen = Kitchen::new(program, sources, &mut sink, function).knowing(known);
    let written = kitchen.elements_for_scalars(stmt);
    let found = kitchen.candidates(stmt, &written.idle);
    kitchen.restore(written);
    found.map_err(|refusal| refusal.0.message)
}

impl Kitchen<'_> {
    fn candidates(&mut self, stmt: StmtId, idle: &[StmtId]) -> Result<Vec<Candidate>, Refusal> {
        let span = self.program.stmts[stmt].span;
        let mut nest = Nest::default();
        self.collect(stmt, Vec::new(), &mut Vec::new(), None, &mut nest)?;
        nest.statements.retain(|statement| !idle.contains(&statement.stmt));
        self.declares_nothing(&nest)?;
        if nest.statements.is_empty() || nest.statements.len() > MOST_STATEMENTS {
            let reason =
                format!("it has {} statements, and up to {MOST_STATEMENTS} are tried", nest.statements.len());
            return Err(Refusal::form(RECIPE, span, reason));
        }
        let mut walked = self.walked(RECIPE, stmt, Place::Kernel)?;
        for statement in &mut nest.statements {
            let indices: Option<Vec<Var>> =
                statement.loops.iter().map(|l| walked.values.symbols.index_of(l.stmt)).collect();
            let Some(indices) = indices else {
                return Err(Refusal::form(RECIPE, span, "its loops cannot be followed"));
            };
            statement.indices = indices;
        }
        for statement in &nest.statements {
            self.domain(statement, &walked.bounds, &walked.values.symbols)?;
        }
        let input = self.input();
        let owners: Vec<Option<usize>> =
            walked.accesses.iter().map(|access| self.owner(&nest, access)).collect();
        let meetings = Meetings::new(&input, &walked.accesses, &mut walked.values.symbols);
        let mut touches = Vec::new();
        for first in 0..walked.accesses.len() {
            for other in first..walked.accesses.len() {
                let (Some(a), Some(b)) = (owners[first], owners[other]) else { continue };
                let set = match meetings.between(&walked.values.symbols, first, other) {
                    Meeting::Never => continue,
                    Meeting::Unknown => Set::universe().approximated(),
                    Meeting::When(set) => set,
                };
                let is_scalar = walked.accesses[first].subscripts.as_ref().is_some_and(Vec::is_empty);
                touches.push(Touch { statements: (a, b), set, is_scalar });
            }
        }
        let fast = |at: usize| {
            let mut writes = walked
                .accesses
                .iter()
                .zip(&owners)
                .filter(|(access, owner)| **owner == Some(at) && access.mode.writes());
            let subscript = writes.find_map(|(access, _)| access.subscripts.as_ref()?.last().cloned())?;
            nest.statements[at].indices.iter().copied().find(|index| subscript.coefficient(*index).abs() == 1)
        };
        let fast: Vec<Option<Var>> = (0..nest.statements.len()).map(fast).collect();
        let search = Search { kitchen: self, nest, touches, fast };
        let mut found: Vec<Candidate> = search.apart().into_iter().collect();
        found.extend(search.stepped());
        if found.is_empty() {
            found.extend(search.cut());
        }
        match found.is_empty() {
            true => Err(Refusal::form(
                RECIPE,
                span,
                "no order of its statements leaves iterations that are independent",
            )),
            false => Ok(found),
        }
    }
}

struct Search<'a, 'k> {
    kitchen: &'a Kitchen<'k>,
    nest: Nest,
    touches: Vec<Touch>,
    /// The index of each statement whose neighbours lie side by side: the last one that threads share.
    fast: Vec<Option<Var>>,
}

impl Search<'_, '_> {
    /// Each group of statements that go in circles has its own loops.
    fn apart(&self) -> Option<Candidate> {
        let count = self.nest.statements.len();
        let mut reaches = vec![vec![false; count]; count];
        for touch in &self.touches {
            let (a, b) = touch.statements;
            reaches[a][b] |= self.comes_before(touch, false, &[]);
            reaches[b][a] |= self.comes_before(touch, true, &[]);
        }
        for via in 0..count {
            for from in 0..count {
                for to in 0..count {
                    reaches[from][to] |= reaches[from][via] && reaches[via][to];
                }
            }
        }
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for (at, reached) in reaches.iter().enumerate() {
            let own = groups.iter_mut().find(|group| reaches[group[0]][at] && reached[group[0]]);
            match own {
                Some(group) => group.push(at),
                None => groups.push(vec![at]),
            }
        }
        if groups.len() < 2 {
            return None;
        }
        // Those that others depend on come first; the text decides between the rest.
        let mut ordered: Vec<Vec<usize>> = Vec::new();
        while !groups.is_empty() {
            let is_free = |group: &Vec<usize>| {
                !groups.iter().any(|other| other != group && reaches[other[0]][group[0]])
            };
            let next = groups.iter().position(is_free)?;
            ordered.push(groups.remove(next));
        }
        let mut times: Vec<Vec<Time>> = vec![Vec::new(); count];
        let mut kernels = Vec::new();
        for (number, group) in ordered.iter().enumerate() {
            let common = self.common_loops(group);
            let mut shared: Vec<usize> =
                (0..common).filter(|level| self.is_independent(group, *level, &[])).collect();
            if let [only] = group[..] {
                shared
                    .sort_by_key(|level| Some(self.nest.statements[only].indices[*level]) == self.fast[only]);
            }
            if shared.is_empty() {
                return None;
            }
            for at in group {
                let statement = &self.nest.statements[*at];
                let position = group.iter().position(|other| other == at).unwrap_or(0);
                let mut tuple = vec![Time::At(number as i64)];
                let over =
                    |level: usize, sharing| Time::Over(LinearExpr::var(statement.indices[level]), sharing);
                match group.len() {
                    1 => {
                        tuple.extend(shared.iter().map(|level| over(*level, Sharing::SharedOut)));
                        let others = (0..statement.loops.len()).filter(|level| !shared.contains(level));
                        tuple.extend(others.map(|level| self.in_order(*at, level)));
                    }
                    _ => {
                        // The loops that threads share must be the outer ones here: the rest stays as it was written.
                        let outer: Vec<usize> =
                            (0..common).take_while(|level| shared.contains(level)).collect();
                        if outer.is_empty() {
                            return None;
                        }
                        tuple.extend(outer.iter().map(|level| over(*level, Sharing::SharedOut)));
                        tuple.extend((outer.len()..common).map(|level| self.in_order(*at, level)));
                        tuple.push(Time::At(position as i64));
                        tuple.extend((common..statement.loops.len()).map(|level| self.in_order(*at, level)));
                    }
                }
                times[*at] = tuple;
            }
            kernels.push(self.group(group, &times));
        }
        self.checked(times, kernels, false)
    }

    /// An index as a time that grows as the loop runs.
    fn in_order(&self, at: usize, level: usize) -> Time {
        let statement = &self.nest.statements[at];
        let index = LinearExpr::var(statement.indices[level]);
        let turned = if statement.loops[level].step < 0 { index.negated().unwrap_or(index) } else { index };
        Time::Over(turned, Sharing::InOrder)
    }

    fn common_loops(&self, group: &[usize]) -> usize {
        let first = &self.nest.statements[group[0]];
        let shared = |at: &usize| {
            let other = &self.nest.statements[*at];
            first.loops.iter().zip(&other.loops).take_while(|(a, b)| a.stmt == b.stmt).count()
        };
        group.iter().map(shared).min().unwrap_or(0)
    }

    /// The host runs one index of each statement.
    fn stepped(&self) -> Vec<Candidate> {
        let depths: Vec<usize> = self.nest.statements.iter().map(|s| s.loops.len()).collect();
        let trials: usize = depths.iter().product();
        let mut found: Vec<Candidate> = Vec::new();
        for trial in 0..trials.min(MOST_TRIALS) {
            let mut rest = trial;
            let steps: Vec<usize> = depths
                .iter()
                .map(|depth| {
                    // The innermost first: sums run over it, and what is left has the shape of the array.
                    let level = depth - 1 - rest % depth;
                    rest /= depth;
                    level
                })
                .collect();
            found.extend(self.with_steps(&steps));
            if !found.is_empty() {
                break;
            }
        }
        found
    }

    fn with_steps(&self, steps: &[usize]) -> Option<Candidate> {
        let count = self.nest.statements.len();
        let step = |at: usize| self.in_order(at, steps[at]);
        // Nothing may run before a round that it needs.
        let first: Vec<Vec<Time>> = (0..count).map(|at| vec![step(at)]).collect();
        let early = self.with_times(first.clone());
        let is_early = |touch: &Touch| {
            let (a, b) = touch.statements;
            !touch.is_scalar && self.decided(&early, a, b, &touch.set)
        };
        if self.touches.iter().any(is_early) {
            return None;
        }
        // The order within a round.
        let mut before = vec![vec![false; count]; count];
        for touch in &self.touches {
            let (a, b) = touch.statements;
            let same = self.same_step(&first, a, b);
            before[a][b] |= a != b && self.comes_before(touch, false, &same);
            before[b][a] |= a != b && self.comes_before(touch, true, &same);
        }
        let mut level = vec![0usize; count];
        for round in 0..=count {
            let mut changed = false;
            for a in 0..count {
                for b in 0..count {
                    if before[a][b] && level[b] <= level[a] {
                        level[b] = level[a] + 1;
                        changed = true;
                    }
                }
            }
            match changed {
                false => break,
                true if round == count => return None,
                true => {}
            }
        }
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let left = |at: usize| -> Vec<usize> {
            (0..self.nest.statements[at].loops.len()).filter(|l| *l != steps[at]).collect()
        };
        let names = |at: usize| -> Vec<String> {
            let loops = &self.nest.statements[at].loops;
            left(at).iter().map(|level| self.kitchen.name_of(loops[*level].index)).collect()
        };
        // Statements of one level whose loops have the same names share them; one with fewer has its last again.
        let fits = |group: &[usize], at: usize| {
            let (one, other) = (names(group[0]), names(at));
            level[group[0]] == level[at]
                && !one.is_empty()
                && !other.is_empty()
                && (one.starts_with(&other) || other.starts_with(&one))
        };
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by_key(|at| (level[*at], std::cmp::Reverse(left(*at).len()), *at));
        for at in order {
            match groups.iter_mut().find(|group| fits(group, at)) {
                Some(group) => group.push(at),
                None => groups.push(vec![at]),
            }
        }
        let mut times = first;
        for (number, group) in groups.iter_mut().enumerate() {
            let depth = left(group[0]).len();
            for at in group.iter() {
                let statement = &self.nest.statements[*at];
                let mut own = left(*at);
                while own.len() < depth {
                    own.push(*own.last()?);
                }
                let over = |level: &usize| {
                    Time::Over(LinearExpr::var(statement.indices[*level]), Sharing::SharedOut)
                };
                times[*at].push(Time::At(number as i64));
                times[*at].extend(own.iter().map(over));
            }
            group.sort_unstable();
        }
        // What stays in its order is run by each thread, inside the loops that are shared out.
        for group in &groups {
            let depth = times[group[0]].len();
            let is_free = |entry: &usize| self.is_free_entry(group, &times, *entry);
            let (mut free, bound): (Vec<usize>, Vec<usize>) = (2..depth).partition(is_free);
            let is_fast = |entry: &usize| match (&times[group[0]][*entry], self.fast[group[0]]) {
                (Time::Over(formula, _), Some(index)) => formula.mentions(index),
                _ => false,
            };
            free.sort_by_key(is_fast);
            if free.is_empty() && depth > 2 {
                return None;
            }
            for at in group {
                let tuple = times[*at].clone();
                let own = |entry: &usize| match &tuple[*entry] {
                    Time::Over(formula, _) => {
                        let level =
                            self.nest.statements[*at].indices.iter().position(|i| formula.mentions(*i));
                        level.map_or_else(|| tuple[*entry].clone(), |level| self.in_order(*at, level))
                    }
                    number => number.clone(),
                };
                times[*at].truncate(2);
                times[*at].extend(free.iter().map(|entry| tuple[*entry].clone()));
                times[*at].extend(bound.iter().map(own));
            }
        }
        let kernels = groups.iter().map(|group| self.group(group, &times)).collect();
        self.checked(times, kernels, true)
    }

    /// Do no two iterations of a group at one step that differ in this entry touch one element?
    fn is_free_entry(&self, group: &[usize], times: &[Vec<Time>], entry: usize) -> bool {
        let relevant = self.touches.iter().filter(|touch| {
            !touch.is_scalar && group.contains(&touch.statements.0) && group.contains(&touch.statements.1)
        });
        relevant.into_iter().all(|touch| {
            let (a, b) = touch.statements;
            let (Some(Time::Over(x, _)), Some(Time::Over(y, _))) = (times[a].get(entry), times[b].get(entry))
            else {
                return false;
            };
            let Ok(y) = y.renamed(second) else { return false };
            let same =
                self.same_step(times, a, b).into_iter().fold(touch.set.clone(), |set, c| set.with(Ok(c)));
            let less = same.clone().with(Constraint::less(x, &y)).is_empty();
            less && same.with(Constraint::less(&y, x)).is_empty()
        })
    }

    fn same_step(&self, times: &[Vec<Time>], a: usize, b: usize) -> Vec<Constraint> {
        let (Some(Time::Over(x, _)), Some(Time::Over(y, _))) = (times[a].first(), times[b].first()) else {
            return Vec::new();
        };
        let same = y.renamed(second).and_then(|y| Constraint::equal(x, &y));
        same.into_iter().collect()
    }

    /// Do iterations of a group that differ in a loop around all of it touch no element in common?
    fn is_independent(&self, group: &[usize], level: usize, same: &[Constraint]) -> bool {
        let relevant = self.touches.iter().filter(|touch| {
            !touch.is_scalar && group.contains(&touch.statements.0) && group.contains(&touch.statements.1)
        });
        relevant.into_iter().all(|touch| {
            let (a, b) = touch.statements;
            let x = LinearExpr::var(self.nest.statements[a].indices[level]);
            let y = LinearExpr::var(second(self.nest.statements[b].indices[level]));
            let set = same.iter().fold(touch.set.clone(), |set, c| set.with(Ok(c.clone())));
            set.clone().with(Constraint::less(&x, &y)).is_empty()
                && set.with(Constraint::less(&y, &x)).is_empty()
        })
    }

    /// Does an instance of the one statement (of the other, if `turned`) touch an element before the other's?
    fn comes_before(&self, touch: &Touch, turned: bool, same: &[Constraint]) -> bool {
        let (a, b) = touch.statements;
        let ways = match turned {
            false => before_in_text(&self.nest, a, b),
            true => before_in_text(&self.nest, b, a).into_iter().map(|way| way.and_then(swapped)).collect(),
        };
        ways.into_iter().any(|way| match way {
            Ok(way) => {
                let set = way
                    .into_iter()
                    .chain(same.iter().cloned())
                    .fold(touch.set.clone(), |set, c| set.with(Ok(c)));
                !set.is_empty()
            }
            Err(_) => true,
        })
    }

    fn with_times(&self, times: Vec<Vec<Time>>) -> Nest {
        let statements = self.nest.statements.iter().zip(times);
        let statements =
            statements.map(|(statement, times)| Statement { times, ..statement.clone() }).collect();
        Nest { statements, ..Nest::default() }
    }

    /// Is an instance put into an earlier round than one that it must follow?
    fn decided(&self, nest: &Nest, a: usize, b: usize, set: &Set) -> bool {
        // Equal rounds are decided by what follows.
        super::order::reversed_strictly(nest, a, b, set)
    }

    fn group(&self, group: &[usize], times: &[Vec<Time>]) -> Group {
        let first = &self.nest.statements[group[0]];
        let shared = times[group[0]].iter().filter_map(|time| match time {
            Time::Over(formula, Sharing::SharedOut) => {
                let level = first.indices.iter().position(|index| formula.mentions(*index))?;
                Some(first.loops[level].stmt)
            }
            _ => None,
        });
        Group {
            shared: shared.collect(),
            statements: group.iter().map(|at| self.nest.statements[*at].stmt).collect(),
        }
    }

    /// The schedule, if nothing changes places and each index follows from it.
    fn checked(&self, times: Vec<Vec<Time>>, kernels: Vec<Group>, is_stepped: bool) -> Option<Candidate> {
        let nest = self.with_times(times);
        if nest.statements.iter().any(|statement| super::times::solved(statement).is_err()) {
            return None;
        }
        let is_kept =
            |touch: &Touch| reversed(&nest, touch.statements.0, touch.statements.1, &touch.set).is_none();
        if !self.touches.iter().all(is_kept) {
            return None;
        }
        let tuples: Vec<String> = nest.statements.iter().map(|statement| self.text(statement)).collect();
        let launches = kernels.len();
        Some(Candidate { tuples: tuples.join(", "), kernels, is_stepped, launches })
    }

    fn text(&self, statement: &Statement) -> String {
        let entry = |time: &Time| match time {
            Time::At(number) => number.to_string(),
            Time::Over(formula, sharing) => {
                let name = |var: Var| {
                    let level = statement.indices.iter().position(|index| *index == var);
                    level.map_or_else(String::new, |level| self.kitchen.name_of(statement.loops[level].index))
                };
                let text = formula.display(&name).to_string();
                if *sharing == Sharing::SharedOut { format!("[{text}]") } else { text }
            }
        };
        let entries: Vec<String> = statement.times.iter().map(entry).collect();
        format!("({})", entries.join(", "))
    }
}
