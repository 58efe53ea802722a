//! Evidence: a point of a case that a person can check.
//!
//! Small sizes and early iterations are tried first. Where a subscript has a
//! product of two unknowns (`i*w`), the one that does not change gets a number,
//! since the solver knows no products. A point that rests on a value nobody
//! knows (an index read from memory) is no evidence.

use std::collections::BTreeSet;

use affine::{Feasibility, GaveUp, LinearExpr, Point, Set, Var};
use hir::StmtId;

use crate::SymbolKind;
use crate::dependence::instances::{self, SECOND, is_evidence};
use crate::path_conditions::{self, Iteration};
use crate::threads::{Dimension, Side, coordinate};

use super::cases::Case;
use super::launches::Choice;
use super::{Collision, Doubt, Moment, Question, Search};

/// A factor of products that is larger than any index that is tried.
const LONG_ROW: i128 = 1 << 20;

/// What looking for evidence gave.
pub(super) enum Shown {
    /// The case cannot happen.
    Empty,
    /// It does, here.
    Found(Box<Collision>),
    /// Not known.
    Doubt(Doubt),
}

impl Search<'_, '_> {
    /// Looks for a point of a case that shows the collision.
    pub(super) fn shown(&self, question: Question, case: &Case, choice: &Choice) -> Shown {
        let has_products = || case.set.vars().iter().any(|var| self.symbols.factors(own(*var)).len() > 1);
        match case.set.feasibility() {
            Feasibility::Empty => return Shown::Empty,
            // No part of it has a point that is evidence.
            Feasibility::Unknown(GaveUp::Approximation) if !has_products() => {
                return Shown::Doubt(Doubt::Condition);
            }
            Feasibility::Inhabited(_) | Feasibility::Unknown(_) => {}
        }
        let mut doubt = Doubt::Complexity;
        for candidate in self.narrowed(&case.set, choice) {
            match candidate.feasibility() {
                Feasibility::Inhabited(point) if self.is_real(question, &point) => {
                    let collision = Box::new(self.collision(question, case, choice, &point));
                    if [&collision.writer, &collision.other].iter().any(|at| self.is_refuted(at, &point)) {
                        doubt = Doubt::Condition;
                        continue;
                    }
                    return match self.is_plain(question, &collision) {
                        true => Shown::Found(collision),
                        false => Shown::Doubt(Doubt::Sizes(collision)),
                    };
                }
                Feasibility::Inhabited(_) => doubt = Doubt::Element(self.unreal(question)),
                Feasibility::Unknown(GaveUp::Approximation) => doubt = Doubt::Condition,
                Feasibility::Unknown(_) | Feasibility::Empty => {}
            }
        }
        Shown::Doubt(doubt)
    }

    /// Does a condition of the program keep the iteration away from the access?
    fn is_refuted(&self, moment: &Moment, point: &Point) -> bool {
        let indices = moment.iterations.iter().filter_map(|(stmt, value)| {
            let canonical = self.kernel.loops.get(stmt)?;
            Some((canonical.index, *value))
        });
        let parameters = point.iter().filter_map(|(var, value)| match self.symbols.kind(var)? {
            SymbolKind::Invariant(place) if place.path.is_empty() => Some((place.var, value)),
            _ => None,
        });
        let iteration: Iteration = parameters.chain(indices).collect();
        let access = self.parties[moment.party].access;
        path_conditions::contradicts(self.input, (self.kernel.body, &self.kernel.assumed), access, &iteration)
    }

    /// Would the collision be there for most sizes? Not if two indices make up
    /// for each other: `a[8*i + j]` meets `a[8*(i-1) + j+8]` only where rows
    /// are longer than 8, which the program may know not to happen.
    fn is_plain(&self, question: Question, collision: &Collision) -> bool {
        if collision.parameters.is_empty() && collision.choice.given.is_empty() {
            return true;
        }
        let moments = collision.writer.iterations.iter().zip(&collision.other.iterations);
        let common = moments.take_while(|(a, b)| a.0 == b.0);
        let differing: Vec<StmtId> = common.filter(|(a, b)| a.1 != b.1).map(|(a, _)| a.0).collect();
        let make_up_for_each_other = |subscript: &LinearExpr| {
            // An index counts alone (`+ j`) and as a factor (`+ i*n`).
            let factors: BTreeSet<Var> =
                subscript.vars().flat_map(|var| self.symbols.factors(own(var))).map(own).collect();
            let counts = |stmt: &&StmtId| {
                let index = self.index(**stmt, Side::First);
                index.is_some_and(|index| index.vars().any(|var| factors.contains(&own(var))))
            };
            differing.iter().filter(counts).count() >= 2
        };
        !self.subscripts[question.first].iter().flatten().any(make_up_for_each_other)
    }

    fn is_real(&self, question: Question, point: &Point) -> bool {
        let both = [question.first, question.second];
        let formulas: Vec<&LinearExpr> =
            both.iter().flat_map(|at| self.subscripts[*at].iter().flatten()).collect();
        is_evidence(&self.symbols, &formulas, point)
    }

    /// The access whose element is not known.
    fn unreal(&self, question: Question) -> usize {
        let known = |at: &usize| {
            let vars = self.subscripts[*at].iter().flatten().flat_map(LinearExpr::vars);
            vars.flat_map(|var| self.symbols.factors(var)).all(|var| self.symbols.is_real(var))
        };
        [question.first, question.second].into_iter().find(|at| !known(at)).unwrap_or(question.first)
    }

    /// Smaller and smaller demands on a point: small sizes read best.
    fn narrowed(&self, set: &Set, choice: &Choice) -> Vec<Set> {
        let vars = set.vars();
        let is_open = |var: &Var| {
            instances::is_shared(&self.symbols, own(*var))
                && self.symbols.factors(own(*var)).len() == 1
                && !choice.given.contains_key(var)
        };
        let parameters: Vec<Var> = vars.iter().copied().filter(is_open).collect();
        let below = |set: &Set, limit: i128| {
            parameters.iter().fold(set.clone(), |set, var| {
                set.with_range(&LinearExpr::var(*var), &0.into(), &limit.into())
            })
        };
        if vars.iter().any(|var| self.symbols.factors(own(*var)).len() > 1) {
            // Rows so long that none runs into the next.
            let multiplied = self.multiplied(set, &vars, LONG_ROW);
            return multiplied.into_iter().collect();
        }
        match parameters.is_empty() {
            true => vec![set.clone()],
            false => vec![below(set, 4), below(set, 64), below(set, 4096), set.clone()],
        }
    }

    /// The set in runs where the unchanging factors of products have a value.
    fn multiplied(&self, set: &Set, vars: &BTreeSet<Var>, value: i128) -> Option<Set> {
        let mut set = set.clone();
        for var in vars {
            let factors = self.symbols.factors(own(*var));
            if factors.len() < 2 {
                continue;
            }
            let (mut number, mut rest) = (1i128, None);
            for factor in factors {
                if instances::is_shared(&self.symbols, factor) {
                    set = set.with_equal(&LinearExpr::var(factor), &value.into());
                    number = number.checked_mul(value)?;
                } else if rest.replace(Var(factor.0 | (var.0 & SECOND))).is_some() {
                    return None;
                }
            }
            let product = match rest {
                Some(rest) => LinearExpr::new([(number, rest)], 0).ok()?,
                None => number.into(),
            };
            set = set.with_equal(&LinearExpr::var(*var), &product);
        }
        Some(set)
    }

    fn collision(&self, question: Question, case: &Case, choice: &Choice, point: &Point) -> Collision {
        let moment = |side: Side| {
            let party = if side == Side::First { question.first } else { question.second };
            let access = self.parties[party].access;
            let value = |stmt: &StmtId| Some((*stmt, self.index(*stmt, side)?.evaluate(point).ok()?));
            let at = |dimension: &Dimension| point.get(coordinate(side, *dimension));
            let is_block = |dimension: &&Dimension| matches!(dimension, Dimension::Block(_));
            Moment {
                party,
                iterations: access.loops.iter().filter_map(value).collect(),
                block: self.dimensions.iter().filter(is_block).map(at).collect(),
                thread: self.dimensions.iter().filter(|d| !is_block(d)).map(at).collect(),
            }
        };
        let access = self.access(question, Side::First);
        let flat = access.flat.clone().map(|offset| vec![offset]);
        let subscripts = access.subscripts.clone().or(flat).unwrap_or_default();
        let element = subscripts.iter().map(|s| s.evaluate(point).unwrap_or(0)).collect();
        let is_parameter = |var: &Var| {
            let kind = self.symbols.kind(*var);
            matches!(kind, Some(SymbolKind::Invariant(_) | SymbolKind::Fixed(_))) && var.0 < SECOND
        };
        Collision {
            writer: moment(question.writer),
            other: moment(question.writer.other()),
            both_write: question.both_write,
            dimension: case.dimension,
            redundant: case.redundant,
            element,
            parameters: point.iter().filter(|(var, _)| is_parameter(var)).collect(),
            choice: choice.clone(),
        }
    }
}

/// The first instance's name of a symbol.
fn own(var: Var) -> Var {
    Var(var.0 & !SECOND)
}
