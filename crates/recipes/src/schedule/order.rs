//! Is a schedule legal? No two instances that touch one element may change places.
//!
//! For each pair of accesses to one array, one of them a write, the pairs of iterations in which they meet are a set
//! of integers. A pair that runs in one order as written, and in the other at its times, must not be among them: the
//! question is asked for each loop that can decide the old order and each time that can decide the new one.

use affine::{Constraint, Exact, Feasibility, LinearExpr, Set};
use analyze::dependence::instances::second;
use analyze::dependence::meetings::{Meeting, Meetings};
use analyze::{Access, Input};

use super::times::Time;
use super::{Nest, RECIPE, Statement};
use crate::legality::{Order, Walked};
use crate::{Kitchen, Refusal};

/// One way in which an instance runs before another: constraints, or `None` if it cannot be said in numbers.
type Way = Exact<Vec<Constraint>>;

impl Kitchen<'_> {
    pub(super) fn keeps_order(&self, nest: &Nest, walked: &mut Walked) -> Result<(), Refusal> {
        let input = Input::new(self.program, self.sources);
        let owners: Vec<Option<usize>> =
            walked.accesses.iter().map(|access| self.owner(nest, access)).collect();
        let meetings = Meetings::new(&input, &walked.accesses, &mut walked.values.symbols);
        for first in 0..walked.accesses.len() {
            for other in first..walked.accesses.len() {
                let (Some(a), Some(b)) = (owners[first], owners[other]) else { continue };
                // What a statement does by itself it does in its order.
                let set = match meetings.between(&walked.values.symbols, first, other) {
                    Meeting::Never => continue,
                    Meeting::Unknown => Set::universe().approximated(),
                    Meeting::When(set) => set,
                };
                let pairs = pieces(nest, a).flat_map(|a| pieces(nest, b).map(move |b| (a, b)));
                let mut found = pairs.filter_map(|(a, b)| reversed(nest, a, b, &set));
                if let Some(certain) = found.next() {
                    let pair = (&walked.accesses[first], &walked.accesses[other]);
                    return Err(Order::turned_round(RECIPE, pair, certain));
                }
            }
        }
        Ok(())
    }

    /// The statement that an access is part of; `None` for bounds of loops, and for variables of one statement.
    pub(super) fn owner(&self, nest: &Nest, access: &Access) -> Option<usize> {
        let is_around =
            |statement: &Statement| self.program.stmts_below(statement.stmt).any(|stmt| stmt == access.stmt);
        let owner = nest.statements.iter().position(is_around)?;
        let declared =
            self.program.declared_below(nest.statements[owner].stmt).any(|v| v == access.place.var);
        (!declared).then_some(owner)
    }
}

/// A statement and the pieces it was cut into, by the first of them.
fn pieces(nest: &Nest, first: usize) -> impl Iterator<Item = usize> + Clone + '_ {
    let stmt = nest.statements[first].stmt;
    (first..nest.statements.len()).take_while(move |at| nest.statements[*at].stmt == stmt)
}

/// Do instances of two statements that meet change places? `Some(true)`: surely, `Some(false)`: perhaps.
pub(super) fn reversed(nest: &Nest, a: usize, b: usize, meeting: &Set) -> Option<bool> {
    reversed_by(nest, (a, b), meeting, not_before_in_time)
}

/// The same where equal times are not decided yet: do they, or may they?
pub(super) fn reversed_strictly(nest: &Nest, a: usize, b: usize, meeting: &Set) -> bool {
    reversed_by(nest, (a, b), meeting, |nest, a, b| after_in_time(nest, a, b).0).is_some()
}

fn reversed_by(
    nest: &Nest,
    (a, b): (usize, usize),
    meeting: &Set,
    later: impl Fn(&Nest, usize, usize) -> Vec<Way>,
) -> Option<bool> {
    let turned = |ways: Vec<Way>| ways.into_iter().map(|way| way.and_then(swapped)).collect::<Vec<Way>>();
    let orders = [
        (before_in_text(nest, a, b), later(nest, a, b)),
        (turned(before_in_text(nest, b, a)), turned(later(nest, b, a))),
    ];
    // Of pieces, only their own iterations meet.
    let limits = |at: usize| nest.statements[at].limits.iter().cloned();
    let mut meeting = limits(a).fold(meeting.clone(), |set, limit| set.with(Ok(limit)));
    for limit in limits(b) {
        let Ok(limit) = limit.renamed(second) else { return Some(false) };
        meeting = meeting.with(Ok(limit));
    }
    let mut doubt = None;
    for (old, new) in orders {
        for old in &old {
            let Ok(old) = old else { return Some(false) };
            let earlier = old.iter().fold(meeting.clone(), |set, c| set.with(Ok(c.clone())));
            if earlier.is_empty() {
                continue;
            }
            for new in &new {
                let Ok(new) = new else { return Some(false) };
                match new.iter().fold(earlier.clone(), |set, c| set.with(Ok(c.clone()))).feasibility() {
                    Feasibility::Empty => {}
                    Feasibility::Inhabited(_) => return Some(true),
                    Feasibility::Unknown(_) => doubt = Some(false),
                }
            }
        }
    }
    doubt
}

/// The same with the two instances named the other way round.
pub(super) fn swapped(way: Vec<Constraint>) -> Exact<Vec<Constraint>> {
    let turn = |var: affine::Var| match second(var) == var {
        true => affine::Var(var.0 & !analyze::dependence::instances::SECOND),
        false => second(var),
    };
    // Only indices stand in these constraints.
    way.into_iter().map(|constraint| constraint.renamed(turn)).collect()
}

/// The ways in which an instance of `a` runs before one of `b` as written; those of `b` have the second names.
pub(super) fn before_in_text(nest: &Nest, a: usize, b: usize) -> Vec<Way> {
    let (x, y) = (&nest.statements[a], &nest.statements[b]);
    let common = x.loops.iter().zip(&y.loops).take_while(|(l, m)| l.stmt == m.stmt).count();
    let pair = |level: usize| (LinearExpr::var(x.indices[level]), LinearExpr::var(second(y.indices[level])));
    let same = |levels: usize| (0..levels).map(|level| Constraint::equal(&pair(level).0, &pair(level).1));
    let mut ways = Vec::new();
    for level in 0..common {
        let (first, later) = pair(level);
        let before = match x.loops[level].step > 0 {
            true => Constraint::less(&first, &later),
            false => Constraint::less(&later, &first),
        };
        ways.push(same(level).chain([before]).collect());
    }
    if a < b {
        ways.push(same(common).collect());
    }
    ways
}

/// The ways in which an instance of `a` does not run before one of `b` at their times.
fn not_before_in_time(nest: &Nest, a: usize, b: usize) -> Vec<Way> {
    let (mut ways, same) = after_in_time(nest, a, b);
    // At equal times the text decides, and one statement has no two instances at one time.
    if let Some(same) = same.filter(|_| b < a) {
        ways.push(same);
    }
    ways
}

/// The ways in which an instance of `a` runs after one of `b` at their times, and the one in which their times are the same,
/// if they can be.
fn after_in_time(nest: &Nest, a: usize, b: usize) -> (Vec<Way>, Option<Way>) {
    let (x, y) = (&nest.statements[a], &nest.statements[b]);
    let mut ways = Vec::new();
    let mut same: Vec<Exact<Constraint>> = Vec::new();
    let of_second = |formula: &LinearExpr| formula.renamed(second);
    for (one, other) in x.times.iter().zip(&y.times) {
        match (one, other) {
            (Time::At(one), Time::At(other)) if one == other => {}
            (Time::At(one), Time::At(other)) => {
                if other < one {
                    ways.push(same.iter().cloned().collect());
                }
                return (ways, None);
            }
            (Time::Over(one, _), Time::Over(other, _)) => {
                let pair = of_second(other).map(|other| (one.clone(), other));
                let later = pair.clone().and_then(|(one, other)| Constraint::less(&other, &one));
                ways.push(same.iter().cloned().chain([later]).collect());
                same.push(pair.and_then(|(one, other)| Constraint::equal(&one, &other)));
            }
            // Such tuples are refused where loops are made of them.
            _ => return (vec![same.iter().cloned().collect()], None),
        }
    }
    (ways, Some(same.into_iter().collect()))
}
