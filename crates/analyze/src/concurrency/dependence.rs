//! Dependences between the accesses of a region: which iteration must run
//! before which other.
//!
//! ```c
//! for (i = 1; i < n; i++)
//!     for (j = 0; j < m; j++)
//!         a[i][j] = a[i-1][j] + b[j];
//! ```
//! has one dependence: what iteration `(i, j)` writes, iteration `(i+1, j)`
//! reads. Source: the write; sink: the read; directions `(Before, Same)`;
//! distances `(1, 0)`. A transformation of the nest is legal if it keeps every
//! source before its sink; a loop can run in parallel if no dependence is
//! carried by it.
//!
//! - [`instances`]: the two accesses as one system over separate symbols.
//! - [`meetings`]: all pairs of moments, for who asks about another order.
//! - [`rows`]: `a[i*w + j]` compared as `a[i][j]`.
//! - [`members`]: `p[i].x` and `p[i].y` are different objects.
//!
//! Invariant: every pair of iterations whose order matters falls under one of
//! the dependences; one with a witness really occurs. Directions and distances
//! count iterations in execution order, also for loops that count down.

pub mod instances;
pub mod meetings;
pub mod members;
pub mod rows;

use std::collections::BTreeMap;

use affine::dependence::vectors::DependenceVector;
use affine::dependence::{AccessPair, CommonLoop};
use affine::{LinearExpr, Point, Proof, Set, Var};
use hir::StmtId;

use crate::region::declared_in;
use crate::{Access, CanonicalLoop, Input, SymbolKind, Symbols};

pub use affine::dependence::vectors::Direction;
use instances::{SECOND, second};
use members::Overlap;

/// What the order of two accesses decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DependenceKind {
    /// The sink reads what the source wrote.
    Flow,
    /// The sink overwrites what the source read.
    Anti,
    /// The sink overwrites what the source wrote.
    Output,
}

/// An order between iterations that must be kept.
#[derive(Clone, Debug)]
pub struct Dependence {
    /// The access that runs first: index in the list that was asked about.
    pub source: usize,
    /// The one that runs later.
    pub sink: usize,
    /// What the order decides.
    pub kind: DependenceKind,
    /// The loops around both, outermost first.
    pub loops: Vec<StmtId>,
    /// How the source's iteration lies to the sink's, per common loop. If the
    /// first that is not `Same` is `Any`, either access may run first.
    pub directions: Vec<Direction>,
    /// Iterations from source to sink, per common loop, where that is always
    /// the same number.
    pub distances: Vec<Option<i128>>,
    /// How far apart source and sink lie in all the ways that are possible; `None` if nothing is known.
    pub apart: Option<Apart>,
    /// Iterations that show it; `None` if it is only possible, because an
    /// index is not known well enough.
    pub witness: Option<Meeting>,
}

/// Every distance from source to sink, as formulas over the pairs of iterations that meet.
#[derive(Clone, Debug)]
pub struct Apart {
    /// The pairs of iterations.
    pub meeting: Set,
    /// Sink minus source in units of the index, per common loop, counted the way the loop runs.
    pub distances: Vec<LinearExpr>,
}

impl Apart {
    /// Is a combination of the outermost distances never less than this?
    pub fn is_at_least(&self, coefficients: &[i128], least: i128) -> Proof {
        let mut scaled = coefficients.iter().zip(&self.distances);
        let sum = scaled
            .try_fold(LinearExpr::constant(0), |sum, (factor, distance)| sum.plus_scaled(distance, *factor));
        match sum {
            Ok(sum) => self.meeting.implies_at_least(&sum, &LinearExpr::constant(least)),
            Err(reason) => Proof::Unknown(reason),
        }
    }

    fn reversed(self) -> Option<Apart> {
        let distances: affine::Exact<Vec<LinearExpr>> =
            self.distances.iter().map(LinearExpr::negated).collect();
        Some(Apart { distances: distances.ok()?, ..self })
    }
}

/// Two iterations that meet in one element.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meeting {
    /// The index of each loop around the source.
    pub source: Vec<(StmtId, i128)>,
    /// The index of each loop around the sink.
    pub sink: Vec<(StmtId, i128)>,
    /// The values of everything that does not change in the region.
    pub parameters: Vec<(Var, i128)>,
}

impl Dependence {
    /// The outermost loop whose iterations differ; `None` when source and sink
    /// are in one iteration of all of them.
    pub fn carrier(&self) -> Option<StmtId> {
        let level = self.directions.iter().position(|direction| *direction != Direction::Same)?;
        self.loops.get(level).copied()
    }

    /// Can source and sink lie in different iterations of this loop?
    pub fn crosses(&self, stmt: StmtId) -> bool {
        self.loops
            .iter()
            .position(|at| *at == stmt)
            .is_some_and(|level| self.directions[level] != Direction::Same)
    }
}

/// All dependences between these accesses, in the order of the list. Loops that
/// are not in `loops` (no canonical form) have the direction `Any`.
pub fn dependences(
    input: &Input<'_>,
    accesses: &[Access],
    loops: &BTreeMap<StmtId, CanonicalLoop>,
    symbols: &mut Symbols,
) -> Vec<Dependence> {
    let comparable = rows::comparable(accesses, symbols);
    let mut search = Search { input, accesses, comparable, loops, symbols, found: Vec::new() };
    for first in 0..accesses.len() {
        for second in first..accesses.len() {
            search.pair(first, second);
        }
    }
    search.found
}

struct Search<'a, 'p> {
    input: &'a Input<'p>,
    accesses: &'a [Access],
    /// Subscripts that can be compared with each other, per access.
    comparable: Vec<Option<Vec<LinearExpr>>>,
    loops: &'a BTreeMap<StmtId, CanonicalLoop>,
    symbols: &'a mut Symbols,
    found: Vec<Dependence>,
}

impl Search<'_, '_> {
    fn pair(&mut self, first: usize, second: usize) {
        let (a, b) = (&self.accesses[first], &self.accesses[second]);
        let touches = a.place == b.place && members::overlap(self.input.program, a, b) != Overlap::Never;
        if !touches || !(a.mode.writes() || b.mode.writes()) || a.before || b.before {
            return;
        }
        let common: Vec<StmtId> =
            a.loops.iter().zip(&b.loops).take_while(|(x, y)| x == y).map(|(x, _)| *x).collect();
        // A variable declared in a loop's body is another one in each iteration.
        let own =
            common.iter().rposition(|stmt| self.declares(*stmt, a.place.var)).map_or(0, |level| level + 1);
        let (vectors, pair) = self.vectors(first, second, &common);
        for vector in vectors {
            let same = |level: usize| {
                matches!(vector.directions.get(level), None | Some(Direction::Same | Direction::Any))
            };
            if (0..own).all(same) {
                let apart = pair.as_ref().and_then(|pair| apart(pair, &vector));
                self.ordered((first, second), &common, own, vector, apart);
            }
        }
    }

    fn declares(&self, stmt: StmtId, var: hir::VarId) -> bool {
        declared_in(self.input, stmt).contains(&var)
    }

    /// The ways in which the two accesses collide, and the system that they are solutions of.
    fn vectors(
        &mut self,
        first: usize,
        second_at: usize,
        common: &[StmtId],
    ) -> (Vec<DependenceVector>, Option<AccessPair>) {
        let (a, b) = (&self.accesses[first], &self.accesses[second_at]);
        let anywhere = || {
            let directions = vec![Direction::Any; common.len()];
            let distances = vec![None; common.len()];
            (vec![DependenceVector { directions, distances, witness: None }], None)
        };
        let (Some(mut x), Some(mut y)) = (self.comparable[first].clone(), self.comparable[second_at].clone())
        else {
            return anywhere();
        };
        let counted: Option<Vec<Var>> = common.iter().map(|stmt| self.index_symbol(*stmt)).collect();
        let Some(indices) = counted.filter(|_| x.len() == y.len()) else { return anywhere() };
        let (inside_x, inside_y) = members::subscripts(self.input.program, a, b);
        x.extend(inside_x.into_iter().cloned());
        y.extend(inside_y.into_iter().cloned());
        let formulas = x.iter().chain(&y);
        let names = formulas.fold(instances::separate(self.symbols, a, b), |names, formula| {
            names.with(self.symbols, formula)
        });
        let source = affine::dependence::Access { subscripts: x, domain: a.domain.clone() };
        let Some(sink) = names.of_access(&y, &b.domain) else { return anywhere() };
        let pairs = indices.iter().map(|var| CommonLoop { source: *var, sink: second(*var) });
        let mut pair = AccessPair { source, sink, common: pairs.collect() };
        self.turn_downward_loops(&mut pair, common);
        let mut vectors = pair.vectors();
        // The mirror image of an access meeting itself is the same meeting.
        if first == second_at {
            let forward = |v: &DependenceVector| {
                v.directions.iter().find(|d| **d != Direction::Same) != Some(&Direction::After)
            };
            vectors.retain(forward);
        }
        let formulas: Vec<&LinearExpr> = pair.source.subscripts.iter().chain(&pair.sink.subscripts).collect();
        for vector in &mut vectors {
            vector.witness.take_if(|point| !instances::is_evidence(self.symbols, &formulas, point));
        }
        (vectors, Some(pair))
    }

    fn index_symbol(&self, stmt: StmtId) -> Option<Var> {
        let index = self.loops.get(&stmt)?.index;
        self.symbols.find(&SymbolKind::LoopIndex { loop_stmt: stmt, index })
    }

    /// Affine dependence wants indices that grow: `i` of a loop that counts
    /// down becomes `-i`.
    fn turn_downward_loops(&self, pair: &mut AccessPair, common: &[StmtId]) {
        for (level, stmt) in common.iter().enumerate() {
            if self.loops.get(stmt).is_none_or(|canonical| canonical.step > 0) {
                continue;
            }
            let turn = |access: &mut affine::dependence::Access, var: Var| {
                let Ok(turned) = LinearExpr::new([(-1, var)], 0) else { return };
                access.domain = access.domain.substituted(var, &turned);
                for subscript in &mut access.subscripts {
                    match subscript.substituted(var, &turned) {
                        Ok(turned) => *subscript = turned,
                        Err(_) => access.domain = Set::universe().approximated(),
                    }
                }
            };
            turn(&mut pair.source, pair.common[level].source);
            turn(&mut pair.sink, pair.common[level].sink);
        }
    }

    /// Names source and sink by the order in which they run.
    fn ordered(
        &mut self,
        (first, second): (usize, usize),
        common: &[StmtId],
        own: usize,
        vector: DependenceVector,
        apart: Option<Apart>,
    ) {
        let mut directions = vector.directions;
        directions.iter_mut().take(own).for_each(|direction| *direction = Direction::Same);
        let leading = directions.iter().find(|direction| **direction != Direction::Same);
        let swapped = match leading {
            // One iteration: the access that stands first runs first.
            None if first == second => return,
            Some(Direction::After) => true,
            _ => false,
        };
        let steps = |stmt: &StmtId| self.loops.get(stmt).map_or(1, |c| i128::from(c.step).abs());
        let mut distances: Vec<Option<i128>> =
            vector.distances.iter().zip(common).map(|(d, stmt)| d.map(|d| d / steps(stmt))).collect();
        if swapped {
            directions.iter_mut().for_each(|direction| *direction = reversed(*direction));
            distances.iter_mut().for_each(|distance| *distance = distance.map(|d| -d));
        }
        let (source, sink) = if swapped { (second, first) } else { (first, second) };
        let witness = vector.witness.map(|point| self.meeting(first, second, common, &point));
        let witness = witness.map(|met| match swapped {
            true => Meeting { source: met.sink, sink: met.source, ..met },
            false => met,
        });
        let kind = kind(&self.accesses[source], &self.accesses[sink]);
        let loops = common.to_vec();
        let apart = if swapped { apart.and_then(Apart::reversed) } else { apart };
        self.found.push(Dependence { source, sink, kind, loops, directions, distances, apart, witness });
    }

    fn meeting(&self, first: usize, second_at: usize, common: &[StmtId], point: &Point) -> Meeting {
        let of = |at: usize, rename: &dyn Fn(Var) -> Var| {
            let loops = self.accesses[at].loops.iter();
            let value = |stmt: &StmtId| {
                let sign = match self.loops.get(stmt) {
                    Some(canonical) if canonical.step < 0 && common.contains(stmt) => -1,
                    _ => 1,
                };
                Some((*stmt, sign * point.get(rename(self.index_symbol(*stmt)?))))
            };
            loops.filter_map(value).collect()
        };
        let shared = |var: &Var| var.0 < SECOND && instances::is_shared(self.symbols, *var);
        Meeting {
            source: of(first, &|var| var),
            sink: of(second_at, &second),
            parameters: point.iter().filter(|(var, _)| shared(var)).collect(),
        }
    }
}

/// The distances of the iterations that a vector speaks of.
fn apart(pair: &AccessPair, vector: &DependenceVector) -> Option<Apart> {
    let distance =
        |common: &CommonLoop| LinearExpr::var(common.sink).minus(&LinearExpr::var(common.source)).ok();
    let distances: Option<Vec<LinearExpr>> = pair.common.iter().map(distance).collect();
    Some(Apart { meeting: pair.meeting_set(&vector.directions), distances: distances? })
}

fn reversed(direction: Direction) -> Direction {
    match direction {
        Direction::Before => Direction::After,
        Direction::After => Direction::Before,
        Direction::Same | Direction::Any => direction,
    }
}

fn kind(source: &Access, sink: &Access) -> DependenceKind {
    match (source.mode.writes(), sink.mode.reads()) {
        (true, true) => DependenceKind::Flow,
        (true, false) => DependenceKind::Output,
        (false, _) => DependenceKind::Anti,
    }
}

#[cfg(test)]
#[path = "dependence_tests.rs"]
mod dependence_tests;
