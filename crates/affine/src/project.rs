//! Projection: forgetting variables, keeping what they implied for the rest.
//!
//! From `j = 2*i, 0 <= i < n` forgetting i leaves `0 <= j <= 2*n - 2` and "j is
//! a multiple of 2". Equalities are always eliminated exactly. An inequality
//! pair whose real and dark shadow differ keeps the real one, and the result is
//! marked approximate, unless the difference is proven to hold no point.
//!
//! The invariant: the result contains the true shadow; when the set and the
//! result are both exact it is the true shadow.

use crate::columns::Columns;
use crate::constraint::{Constraint, Relation};
use crate::effort::{Effort, Exact};
use crate::linear::Var;
use crate::omega::equalities::eliminate_equalities;
use crate::omega::memory::Memory;
use crate::omega::shadow::{Shadow, Split, cast, cheapest_column, pair, split};
use crate::omega::solve::solve;
use crate::omega::system::{System, Verdict};
use crate::set::Set;

impl Set {
    /// The set as seen by the variables other than `vars`.
    pub fn project_out(&self, vars: &[Var]) -> Set {
        self.project_out_within(vars, Effort::default())
    }

    /// [`Set::project_out`] with a given budget; when it runs out, everything
    /// that mentions `vars` is dropped and the result is approximate.
    pub fn project_out_within(&self, vars: &[Var], mut effort: Effort) -> Set {
        if !vars.iter().any(|&var| self.mentions(var)) {
            return self.clone();
        }
        match project(self, vars, &mut effort) {
            Ok(set) => set.simplified(),
            Err(_) => {
                let silent = |constraint: &&Constraint| !vars.iter().any(|&v| constraint.expr().mentions(v));
                let kept = self.constraints().iter().filter(silent);
                kept.fold(Set::universe(), |set, constraint| set.with(Ok(constraint.clone()))).approximated()
            }
        }
    }

    /// The same points with constraints that follow from the others dropped,
    /// the longest first.
    pub fn simplified(&self) -> Set {
        let mut effort = Effort::default();
        let mut order: Vec<usize> = (0..self.constraints().len()).collect();
        order.sort_by_key(|&at| std::cmp::Reverse(complexity(&self.constraints()[at])));
        let mut kept = vec![true; order.len()];
        for at in order {
            kept[at] = false;
            let others = self.subset(&kept);
            let candidate = &self.constraints()[at];
            let redundant = matches!(others.counterexample(candidate, &mut effort), Ok(None));
            kept[at] = !redundant;
        }
        let set = self.subset(&kept);
        if self.is_exact() { set } else { set.approximated() }
    }

    fn subset(&self, kept: &[bool]) -> Set {
        let chosen = self.constraints().iter().zip(kept).filter(|(_, kept)| **kept);
        chosen.fold(Set::universe(), |set, (constraint, _)| set.with(Ok(constraint.clone())))
    }
}

/// What makes a constraint worth dropping first: many terms, large numbers.
fn complexity(constraint: &Constraint) -> (bool, usize, u128) {
    let expr = constraint.expr();
    let size = expr.terms().iter().fold(0_u128, |sum, (_, c)| sum.saturating_add(c.unsigned_abs()));
    (constraint.relation() != Relation::Zero, expr.terms().len(), size)
}

thread_local! {
    static PROJECTED: Memory<Option<(System, bool)>> = Memory::new();
}

fn project(set: &Set, vars: &[Var], effort: &mut Effort) -> Exact<Set> {
    let columns = Columns::of(set.constraints());
    let system = columns.system(set.constraints())?;
    let removed = columns.marked(vars);
    let find = |system: System, effort: &mut Effort| without_columns(system, removed.clone(), effort);
    let found = PROJECTED.with(|known| known.recall(system, &removed, effort, find))?;
    let Some((system, exact)) = found else { return Ok(Set::empty()) };
    let projected = to_set(&columns, &system)?;
    Ok(if exact && set.is_exact() { projected } else { projected.approximated() })
}

/// The system without the removed columns, and whether it is exactly their shadow; `None` where it
/// has no solution.
fn without_columns(
    mut system: System,
    mut removed: Vec<bool>,
    effort: &mut Effort,
) -> Exact<Option<(System, bool)>> {
    system.spell_out_congruences(&removed)?;
    removed.resize(system.width, true);
    let mut exact = true;
    loop {
        if system.normalise(effort)? == Verdict::Contradiction {
            return Ok(None);
        }
        let before = system.equalities.len();
        eliminate_equalities(&mut system, &removed, &mut Vec::new(), effort)?;
        if system.equalities.len() < before {
            continue;
        }
        let Some(choice) = cheapest_column(&system, &removed) else { return Ok(Some((system, exact))) };
        let sides = split(&system, choice.column);
        let shadow = cast(&system, &sides, choice.column, Shadow::Real, effort)?;
        exact &= choice.exact || dark_equals_real(&shadow, &sides, choice.column, effort);
        system = shadow;
    }
}

/// Whether every dark pair already holds throughout the real shadow. An
/// exhausted budget is a no: the caller then marks the result approximate.
fn dark_equals_real(real: &System, sides: &Split, column: usize, effort: &mut Effort) -> bool {
    let settled = |effort: &mut Effort| -> Exact<bool> {
        for lower in &sides.lower {
            for upper in &sides.upper {
                if lower.coefficients[column] == 1 || upper.coefficients[column] == -1 {
                    continue;
                }
                let mut between = real.clone();
                between.inequalities.push(pair(lower, upper, column, Shadow::Dark)?.complement()?);
                if solve(between, effort)?.is_some() {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    };
    settled(effort).unwrap_or(false)
}

fn to_set(columns: &Columns, system: &System) -> Exact<Set> {
    let mut set = Set::universe();
    for row in &system.equalities {
        set.constrain(Constraint::reduced(columns.expr(row)?, Relation::Zero));
    }
    for row in &system.inequalities {
        set.constrain(Constraint::reduced(columns.expr(row)?, Relation::NonNegative));
    }
    for congruence in &system.congruences {
        set.constrain(Constraint::multiple_of(&columns.expr(&congruence.row)?, congruence.modulus));
    }
    Ok(set)
}
