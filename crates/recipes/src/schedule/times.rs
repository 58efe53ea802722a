//! The tuples of a `schedule`, bound to the loops around each statement.
//!
//! `(k, 1, i + j)`: the names are those of the statement's own loops. Each of its indices must follow from the
//! tuple, so that no two iterations have the same times: from `(i + j, i)` follows first `i`, then `j`.
//!
//! `(k, (i >= k) + (i > k), i)` has comparisons: the statement is cut into pieces, here of the iterations before `k`, of `k` and
//! of those after it, each with its number.

use affine::{Constraint, LinearExpr, Set, Var};
use analyze::Symbols;
use hir::{IndexSum, Span, Times};

use super::{Nest, RECIPE, Statement};
use crate::{Kitchen, Refusal};

/// One entry of a tuple.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Time {
    /// A number, which puts statements one after the other.
    At(i64),
    /// A formula in the indices of the statement, which makes a loop.
    Over(LinearExpr, Sharing),
}

/// Who runs the iterations of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sharing {
    /// One after the other.
    InOrder,
    /// Threads: the time is in brackets.
    SharedOut,
}

/// The times of all statements in formulas: numbered from here, beyond the symbols of the program.
const FIRST_TIME: u32 = 1 << 26;

/// The symbol of a time.
pub(super) fn time(depth: usize) -> Var {
    Var(FIRST_TIME + depth as u32)
}

impl Kitchen<'_> {
    pub(super) fn read_times(
        &self,
        nest: &mut Nest,
        written: &[Times],
        symbols: &Symbols,
        directive: Span,
    ) -> Result<(), Refusal> {
        if nest.statements.len() != written.len() {
            let (has, given) = (nest.statements.len(), written.len());
            let reason = format!(
                "it has {has} statement{}, and `schedule` gives times for {given}; write a tuple for each, in the order of the text",
                if has == 1 { "" } else { "s" }
            );
            return Err(Refusal::form(RECIPE, directive, reason));
        }
        let mut pieces = Vec::new();
        for (mut statement, tuple) in std::mem::take(&mut nest.statements).into_iter().zip(written) {
            let at = self.program.stmts[statement.stmt].span;
            let told = |refusal: Refusal| refusal.with(at, "the statement that this tuple is for");
            let indices: Option<Vec<Var>> =
                statement.loops.iter().map(|l| symbols.index_of(l.stmt)).collect();
            let Some(indices) = indices else {
                return Err(Refusal::form(RECIPE, at, "its loops cannot be followed"));
            };
            statement.indices = indices;
            let entries: Result<Vec<Entry>, Refusal> =
                tuple.entries.iter().map(|entry| self.entry(&statement, entry)).collect();
            let of_tuple = cut(&statement, &entries.map_err(told)?).ok_or_else(|| {
                let reason = format!("it compares in more than {MOST_COMPARISONS} ways");
                told(Refusal::form(RECIPE, tuple.span, reason))
            })?;
            if let Some(index) = of_tuple.first().and_then(|piece| solved(piece).err()) {
                let name = self.name_of(statement.loops[index].index);
                let reason = format!(
                    "iterations of `{name}` would run at the same time; each index must follow from the tuple: add `{name}` to it"
                );
                return Err(told(Refusal::form(RECIPE, tuple.span, reason)));
            }
            pieces.extend(of_tuple);
        }
        nest.statements = pieces;
        Ok(())
    }

    /// A time as it is written, over the indices of its statement.
    fn entry(&self, statement: &Statement, entry: &hir::Time) -> Result<Entry, Refusal> {
        let sum = self.index_sum(statement, &entry.sum, entry.span)?;
        let compared = entry.comparisons.iter().map(|comparison| {
            Ok((self.index_sum(statement, &comparison.not_negative, entry.span)?, comparison.adds))
        });
        let comparisons = compared.collect::<Result<Vec<_>, Refusal>>()?;
        let number = sum.as_constant().map(|_| entry.sum.constant);
        if number.is_some() && entry.is_shared_out {
            let reason = "a number is no loop that threads could share; write it without brackets";
            return Err(Refusal::form(RECIPE, entry.span, reason));
        }
        Ok(match (number, entry.is_shared_out) {
            (Some(always), _) => Entry::Number { always, comparisons },
            (None, true) => Entry::Loop(Time::Over(sum, Sharing::SharedOut)),
            (None, false) => Entry::Loop(Time::Over(sum, Sharing::InOrder)),
        })
    }

    fn index_sum(&self, statement: &Statement, sum: &IndexSum, at: Span) -> Result<LinearExpr, Refusal> {
        let mut terms = Vec::new();
        for (name, factor) in &sum.terms {
            let is_named = |l: &analyze::CanonicalLoop| self.program.vars[l.index].name == Some(*name);
            let Some(level) = statement.loops.iter().rposition(is_named) else {
                let name = self.sources.text(*name).into_owned();
                let reason = format!("`{name}` is no index of a loop around this statement");
                return Err(Refusal::form(RECIPE, at, reason));
            };
            terms.push((i128::from(*factor), statement.indices[level]));
        }
        LinearExpr::new(terms, i128::from(sum.constant))
            .map_err(|_| Refusal::form(RECIPE, at, "its numbers are too large"))
    }
}

/// An entry of a tuple before it is known which comparisons hold.
pub(super) enum Entry {
    Loop(Time),
    Number {
        always: i64,
        /// What is not negative where a comparison holds, and what that adds.
        comparisons: Vec<(LinearExpr, i64)>,
    },
}

/// A tuple may compare indices in so many ways: each can cut the statement in two.
const MOST_COMPARISONS: usize = 8;

/// The statement, once for each way in which the comparisons of its tuple can turn out, with numbers in their places.
pub(super) fn cut(statement: &Statement, entries: &[Entry]) -> Option<Vec<Statement>> {
    let mut compared: Vec<&LinearExpr> = Vec::new();
    for entry in entries {
        let Entry::Number { comparisons, .. } = entry else { continue };
        for (not_negative, _) in comparisons {
            if !compared.contains(&not_negative) {
                compared.push(not_negative);
            }
        }
    }
    if compared.len() > MOST_COMPARISONS {
        return None;
    }
    let zero = LinearExpr::constant(0);
    let mut pieces = Vec::new();
    for outcome in 0..1usize << compared.len() {
        let holds = |formula: &LinearExpr| {
            let at = compared.iter().position(|other| *other == formula);
            at.is_some_and(|at| outcome & 1 << at != 0)
        };
        let where_: Result<Vec<Constraint>, _> = compared
            .iter()
            .map(|formula| match holds(formula) {
                true => Constraint::at_least(formula, &zero),
                false => Constraint::less(formula, &zero),
            })
            .collect();
        let limits = where_.ok()?;
        if limits.iter().fold(Set::universe(), |set, c| set.with(Ok(c.clone()))).is_empty() {
            continue;
        }
        let times = entries.iter().map(|entry| match entry {
            Entry::Loop(time) => Some(time.clone()),
            Entry::Number { always, comparisons } => {
                let added = comparisons.iter().filter(|(formula, _)| holds(formula)).map(|(_, adds)| *adds);
                added.into_iter().try_fold(*always, i64::checked_add).map(Time::At)
            }
        });
        let times: Option<Vec<Time>> = times.collect();
        pieces.push(Statement { times: times?, limits, ..statement.clone() });
    }
    Some(pieces)
}

/// Each index of a statement as a formula in its times, outermost first; which one has none otherwise.
pub(super) fn solved(statement: &Statement) -> Result<Vec<LinearExpr>, usize> {
    let mut known: Vec<Option<LinearExpr>> = vec![None; statement.indices.len()];
    let formulas = || {
        statement.times.iter().enumerate().filter_map(|(depth, entry)| match entry {
            Time::Over(formula, _) => Some((depth, formula)),
            Time::At(_) => None,
        })
    };
    for _ in 0..statement.indices.len() {
        for (depth, formula) in formulas() {
            let open: Vec<usize> = (0..known.len())
                .filter(|at| known[*at].is_none() && formula.mentions(statement.indices[*at]))
                .collect();
            let [only] = open[..] else { continue };
            let index = statement.indices[only];
            let factor = formula.coefficient(index);
            if factor.abs() != 1 {
                continue;
            }
            // time = factor * index + rest
            let rest = over_times(&formula.without(index), statement, &known);
            let value = rest.and_then(|rest| LinearExpr::var(time(depth)).minus(&rest).ok());
            known[only] = value.and_then(|value| value.times(factor).ok());
        }
    }
    known.into_iter().enumerate().map(|(at, formula)| formula.ok_or(at)).collect()
}

/// A formula in indices as one in times.
fn over_times(
    formula: &LinearExpr,
    statement: &Statement,
    known: &[Option<LinearExpr>],
) -> Option<LinearExpr> {
    let mut result = formula.clone();
    for (index, value) in statement.indices.iter().zip(known) {
        if formula.mentions(*index) {
            result = result.substituted(*index, value.as_ref()?).ok()?;
        }
    }
    Some(result)
}

/// The iterations of a statement over its times instead of its indices; `None` if numbers are too large.
pub(super) fn domain_over_times(statement: &Statement, domain: &Set) -> Option<Set> {
    let known: Vec<Option<LinearExpr>> = solved(statement).ok()?.into_iter().map(Some).collect();
    let mut over = domain.clone();
    for (index, value) in statement.indices.iter().zip(&known) {
        over = over.substituted(*index, value.as_ref()?);
    }
    for (depth, entry) in statement.times.iter().enumerate() {
        if let Time::Over(formula, _) = entry {
            let value = over_times(formula, statement, &known)?;
            over = over.with_equal(&LinearExpr::var(time(depth)), &value);
        }
    }
    over.is_exact().then_some(over)
}
