//! The tuples of a `schedule`, bound to the loops around each statement.
//!
//! `(k, 1, i + j)`: the names are those of the statement's own loops. Each of its indices must follow from the
//! tuple, so that no two iterations have the same times: from `(i + j, i)` follows first `i`, then `j`.

use affine::{LinearExpr, Set, Var};
use analyze::Symbols;
use hir::{Span, Times};

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
        for (statement, tuple) in nest.statements.iter_mut().zip(written) {
            let at = |statement: &Statement| self.program.stmts[statement.stmt].span;
            let indices: Option<Vec<Var>> =
                statement.loops.iter().map(|l| symbols.index_of(l.stmt)).collect();
            let Some(indices) = indices else {
                return Err(Refusal::form(RECIPE, at(statement), "its loops cannot be followed"));
            };
            statement.indices = indices;
            for entry in &tuple.entries {
                let mut terms = Vec::new();
                for (name, factor) in &entry.terms {
                    let is_named =
                        |l: &analyze::CanonicalLoop| self.program.vars[l.index].name == Some(*name);
                    let Some(level) = statement.loops.iter().rposition(is_named) else {
                        let name = self.sources.text(*name).into_owned();
                        let reason = format!("`{name}` is no index of a loop around this statement");
                        let refusal = Refusal::form(RECIPE, entry.span, reason);
                        return Err(refusal.with(at(statement), "the statement that this tuple is for"));
                    };
                    terms.push((i128::from(*factor), statement.indices[level]));
                }
                let time = match (terms.is_empty(), LinearExpr::new(terms, i128::from(entry.constant))) {
                    (true, _) if entry.is_shared_out => {
                        let reason =
                            "a number is no loop that threads could share; write it without brackets";
                        return Err(Refusal::form(RECIPE, entry.span, reason));
                    }
                    (true, _) => Time::At(entry.constant),
                    (false, Ok(formula)) if entry.is_shared_out => Time::Over(formula, Sharing::SharedOut),
                    (false, Ok(formula)) => Time::Over(formula, Sharing::InOrder),
                    (false, Err(_)) => {
                        return Err(Refusal::form(RECIPE, entry.span, "its numbers are too large"));
                    }
                };
                statement.times.push(time);
            }
            if let Some(index) = unsolved(statement) {
                let name = self.name_of(statement.loops[index].index);
                let reason = format!(
                    "iterations of `{name}` would run at the same time; each index must follow from the tuple: add `{name}` to it"
                );
                let refusal = Refusal::form(RECIPE, tuple.span, reason);
                return Err(refusal.with(at(statement), "the statement that this tuple is for"));
            }
        }
        Ok(())
    }
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

fn unsolved(statement: &Statement) -> Option<usize> {
    solved(statement).err()
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
