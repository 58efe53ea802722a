//! Schedules of a perfect nest whose iterations before, at and after the host's index run one part after the other.
//!
//! ```c
//! for (k …)                       // schedule((k, (i >= k) + (i > k), (j >= k) + (j > k), [i], [j]))
//!     for (i …) for (j …)
//!         path[i][j] = min(path[i][j], path[i][k] + path[k][j]);
//! ```
//! What all iterations of a round need of row and column `k` changes only where `i` or `j` is `k`: inside of each part,
//! iterations are independent.

use affine::{Constraint, LinearExpr};
use analyze::dependence::instances::second;

use super::super::order::reversed;
use super::super::times::{Entry, Sharing, Time, cut};
use super::super::{Nest, Statement};
use super::{Candidate, Group, Search, Touch};

/// Deeper nests are not cut: each level makes three times as many pieces.
const MOST_CUT: usize = 4;

impl Search<'_, '_> {
    /// The host runs the outermost index of a perfect nest, and the iterations before it, at it and after it run one part
    /// after the other: `(k, (i >= k) + (i > k), [i])`. What all others need of row `k` changes only when row `k` runs.
    pub(super) fn cut(&self) -> Option<Candidate> {
        let all: Vec<usize> = (0..self.nest.statements.len()).collect();
        let depth = self.common_loops(&all);
        let is_perfect = self.nest.statements.iter().all(|statement| statement.loops.len() == depth);
        if !is_perfect || !(2..=MOST_CUT).contains(&depth) {
            return None;
        }
        let found = (1..1 << (depth - 1)).filter_map(|choice: usize| {
            let levels: Vec<usize> = (1..depth).filter(|level| choice & 1 << (level - 1) != 0).collect();
            self.cut_at(&all, depth, &levels)
        });
        // As many loops for threads as can be, in as few parts.
        found.max_by_key(|candidate| {
            let shared: usize = candidate.kernels.iter().map(|kernel| kernel.shared.len()).sum();
            (shared, std::cmp::Reverse(candidate.launches))
        })
    }

    fn cut_at(&self, all: &[usize], depth: usize, levels: &[usize]) -> Option<Candidate> {
        let beside = |at: usize, level: usize| -> Option<Vec<(LinearExpr, i64)>> {
            let indices = &self.nest.statements[at].indices;
            let difference = LinearExpr::var(indices[level]).minus(&LinearExpr::var(indices[0])).ok()?;
            let after = difference.plus_constant(-1).ok()?;
            Some(vec![(difference, 1), (after, 1)])
        };
        let pieces_of = |at: usize, inner: &[(usize, Sharing)]| -> Option<Vec<Statement>> {
            let mut entries = vec![Entry::Loop(self.in_order(at, 0))];
            for level in levels {
                entries.push(Entry::Number { always: 0, comparisons: beside(at, *level)? });
            }
            entries.extend(inner.iter().map(|(level, sharing)| match sharing {
                Sharing::InOrder => Entry::Loop(self.in_order(at, *level)),
                shared => {
                    let index = LinearExpr::var(self.nest.statements[at].indices[*level]);
                    Entry::Loop(Time::Over(index, *shared))
                }
            }));
            cut(&self.nest.statements[at], &entries)
        };
        let nest_of = |inner: &[(usize, Sharing)]| -> Option<Nest> {
            let mut statements = Vec::new();
            for at in all {
                statements.extend(pieces_of(*at, inner)?);
            }
            Some(Nest { statements, ..Nest::default() })
        };
        let mut order: Vec<usize> = (1..depth).collect();
        order.sort_by_key(|level| Some(self.nest.statements[0].indices[*level]) == self.fast[0]);
        let shared: Vec<(usize, Sharing)> = order.iter().map(|level| (*level, Sharing::SharedOut)).collect();
        let pieces = nest_of(&shared)?;
        let is_free = |level: &usize| self.is_free_in_pieces(&pieces, *level);
        let (free, bound): (Vec<usize>, Vec<usize>) = order.into_iter().partition(is_free);
        if free.is_empty() {
            return None;
        }
        let inner: Vec<(usize, Sharing)> = free
            .iter()
            .map(|level| (*level, Sharing::SharedOut))
            .chain(bound.iter().map(|level| (*level, Sharing::InOrder)))
            .collect();
        let pieces = nest_of(&inner)?;
        let is_kept = |touch: &Touch| {
            let (a, b) = touch.statements;
            self.pairs(&pieces, a, b).into_iter().all(|(a, b)| reversed(&pieces, a, b, &touch.set).is_none())
        };
        if !self.touches.iter().all(is_kept) {
            return None;
        }
        let tuple = |at: &usize| {
            let statement = &self.nest.statements[*at];
            let name = |level: usize| self.kitchen.name_of(statement.loops[level].index);
            let step = if statement.loops[0].step < 0 { format!("-{}", name(0)) } else { name(0) };
            let cuts = levels.iter().map(|level| {
                let (own, round) = (name(*level), name(0));
                format!("({own} >= {round}) + ({own} > {round})")
            });
            let loops = inner.iter().map(|(level, sharing)| match sharing {
                Sharing::SharedOut => format!("[{}]", name(*level)),
                Sharing::InOrder if statement.loops[*level].step < 0 => format!("-{}", name(*level)),
                Sharing::InOrder => name(*level),
            });
            let entries: Vec<String> = std::iter::once(step).chain(cuts).chain(loops).collect();
            format!("({})", entries.join(", "))
        };
        let tuples: Vec<String> = all.iter().map(tuple).collect();
        let loops = &self.nest.statements[0].loops;
        let kernel = Group {
            shared: free.iter().map(|level| loops[*level].stmt).collect(),
            statements: self.nest.statements.iter().map(|statement| statement.stmt).collect(),
        };
        let launches = 3usize.pow(levels.len() as u32);
        Some(Candidate { tuples: tuples.join(", "), kernels: vec![kernel], is_stepped: true, launches })
    }

    /// The pieces of two statements.
    fn pairs(&self, pieces: &Nest, a: usize, b: usize) -> Vec<(usize, usize)> {
        let of = |at: usize| {
            let stmt = self.nest.statements[at].stmt;
            (0..pieces.statements.len()).filter(move |piece| pieces.statements[*piece].stmt == stmt)
        };
        of(a).flat_map(|a| of(b).map(move |b| (a, b))).collect()
    }

    /// Do no two iterations that run in the same part of a round and differ in this index touch one element?
    fn is_free_in_pieces(&self, pieces: &Nest, level: usize) -> bool {
        let together = |(a, b): &(usize, usize)| {
            let numbers = |at: usize| {
                let times = pieces.statements[at].times.iter();
                times.filter(|time| matches!(time, Time::At(_))).cloned().collect::<Vec<Time>>()
            };
            numbers(*a) == numbers(*b)
        };
        self.touches.iter().filter(|touch| !touch.is_scalar).all(|touch| {
            let (a, b) = touch.statements;
            self.pairs(pieces, a, b).into_iter().filter(together).all(|(a, b)| {
                let (x, y) = (&pieces.statements[a], &pieces.statements[b]);
                let round =
                    Constraint::equal(&LinearExpr::var(x.indices[0]), &LinearExpr::var(second(y.indices[0])));
                let mut same = touch.set.clone().with(round);
                for limit in &x.limits {
                    same = same.with(Ok(limit.clone()));
                }
                for limit in &y.limits {
                    same = same.with(limit.renamed(second));
                }
                let one = LinearExpr::var(x.indices[level]);
                let other = LinearExpr::var(second(y.indices[level]));
                same.clone().with(Constraint::less(&one, &other)).is_empty()
                    && same.with(Constraint::less(&other, &one)).is_empty()
            })
        })
    }
}
