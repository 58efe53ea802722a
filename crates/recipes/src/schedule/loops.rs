//! The loops of a schedule: who shares them, and their bounds.
//!
//! A loop runs over one time of the statements that share it. Its bounds are what each of their iteration spaces, seen
//! from the times so far (Fourier-Motzkin), says and all others agree with; what is then still too much for
//! one of them is a condition in front of it. For `0 <= k < j < i < n` at `(k, i, j)` that is `k < n - 2`, then
//! `i` from `k + 2`, then `j` from `k + 1` to `i`.
//!
//! Loops that threads share out are rectangles, whose size is known at the launch: the bounds of one do not depend on
//! the index of another, and what is outside of a triangle is left out by a condition.

use std::collections::{BTreeMap, BTreeSet};

use affine::{Constraint, LinearExpr, Relation, Set, Var};
use analyze::Symbols;
use hir::{DirectiveId, Span, VarId};

use super::times::{Sharing, Time, domain_over_times, time};
use super::{Nest, RECIPE};
use crate::{Kitchen, Place, Refusal};

/// A part of the new nest.
#[derive(Clone, Debug)]
pub(super) enum Part {
    Loop(Loop),
    /// A statement, where these hold.
    Statement {
        at: usize,
        guards: Vec<Constraint>,
    },
    /// A kernel, by the statement of the old nest that it was.
    Kernel {
        kernel: hir::StmtId,
        body: Vec<Part>,
    },
}

/// A loop over one time.
#[derive(Clone, Debug)]
pub(super) struct Loop {
    pub depth: usize,
    /// Its index.
    pub index: VarId,
    /// The time as a formula in the index, whose symbol is the time's own: `i + 1`, or `-i`.
    pub turned: bool,
    pub shift: i128,
    /// What holds for the time: its bounds.
    pub lower: Vec<Constraint>,
    pub upper: Vec<Constraint>,
    pub above: Vec<DirectiveId>,
    /// Do threads share it?
    pub is_shared_out: bool,
    /// The statements in it.
    pub statements: Vec<usize>,
    pub body: Vec<Part>,
}

/// The loops of all statements, from the outermost.
pub(super) fn tree(
    kitchen: &mut Kitchen<'_>,
    nest: &Nest,
    domains: &[Set],
    symbols: &Symbols,
    place: Place,
) -> Result<Vec<Part>, Refusal> {
    let mut over = Vec::new();
    for (statement, domain) in nest.statements.iter().zip(domains) {
        let Some(set) = domain_over_times(statement, domain) else {
            let at = kitchen.program.stmts[statement.stmt].span;
            return Err(Refusal::form(RECIPE, at, "the numbers in its times are too large"));
        };
        over.push(set);
    }
    let foreign = foreign_names(kitchen, nest);
    let mut tree = Tree {
        kitchen,
        nest,
        domains: over,
        foreign,
        symbols,
        place,
        named: Vec::new(),
        shared_out: Vec::new(),
    };
    tree.parts((0..nest.statements.len()).collect(), 0, &Set::universe())
}

/// Names of variables in the nest that are not indices of it: a new loop must not hide them.
fn foreign_names(kitchen: &Kitchen<'_>, nest: &Nest) -> Vec<String> {
    let indices: Vec<VarId> = nest.statements.iter().flat_map(|s| s.loops.iter().map(|l| l.index)).collect();
    let outermost = nest.statements.first().and_then(|s| s.loops.first()).map(|l| l.stmt);
    let mentioned = outermost.into_iter().flat_map(|stmt| kitchen.program.variables_below(stmt));
    mentioned.filter(|var| !indices.contains(var)).map(|var| kitchen.name_of(var)).collect()
}

struct Tree<'a, 'k> {
    kitchen: &'a mut Kitchen<'k>,
    nest: &'a Nest,
    /// Over times.
    domains: Vec<Set>,
    foreign: Vec<String>,
    symbols: &'a Symbols,
    place: Place,
    /// The indices of the loops around.
    named: Vec<String>,
    /// Those that threads share out, by their times.
    shared_out: Vec<Var>,
}

impl Tree<'_, '_> {
    /// Statements whose times are the same before `depth`. Tuples bound the nesting.
    fn parts(&mut self, statements: Vec<usize>, depth: usize, context: &Set) -> Result<Vec<Part>, Refusal> {
        let times = |at: &usize| self.nest.statements[*at].times.get(depth);
        let is_number = |at: &usize| matches!(times(at), Some(Time::At(_)));
        let ended = statements.iter().filter(|at| times(at).is_none()).count();
        let numbers = statements.iter().filter(|at| is_number(at)).count();
        let kind_differs = [ended, numbers].into_iter().any(|count| count > 0 && count < statements.len());
        if kind_differs {
            let first = statements.first().copied().unwrap_or(0);
            let kind = |at: &usize| (times(at).is_none(), is_number(at));
            let other = statements.iter().copied().find(|at| kind(at) != kind(&first)).unwrap_or(first);
            let reason = format!(
                "two statements share {depth} times, then one goes on with a loop and the other does not; give both a number there that says which comes first"
            );
            let refusal = Refusal::form(RECIPE, self.span(other), reason);
            return Err(refusal.with(self.span(first), "the other statement"));
        }
        if ended > 0 {
            return Ok(statements.into_iter().map(|at| self.leaf(at, context)).collect());
        }
        if numbers > 0 {
            let mut groups: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
            for at in statements {
                if let Some(Time::At(number)) = times(&at) {
                    groups.entry(*number).or_default().push(at);
                }
            }
            let mut parts = Vec::new();
            for group in groups.into_values() {
                parts.extend(self.parts(group, depth + 1, context)?);
            }
            return Ok(parts);
        }
        let mut made = self.shared_loop(statements, depth, context)?;
        let inside =
            made.lower.iter().chain(&made.upper).fold(context.clone(), |set, c| set.with(Ok(c.clone())));
        self.named.push(self.kitchen.name_of(made.index));
        self.shared_out.extend(made.is_shared_out.then_some(time(depth)));
        made.body = self.parts(made.statements.clone(), depth + 1, &inside)?;
        self.shared_out.truncate(self.shared_out.len() - usize::from(made.is_shared_out));
        self.named.pop();
        Ok(vec![Part::Loop(made)])
    }

    fn span(&self, at: usize) -> Span {
        self.kitchen.program.stmts[self.nest.statements[at].stmt].span
    }

    fn leaf(&self, at: usize, context: &Set) -> Part {
        let mut guards: Vec<Constraint> = Vec::new();
        let mut known = context.clone();
        for constraint in self.domains[at].simplified().constraints() {
            if !known.implies(constraint).is_proven() {
                guards.push(constraint.clone());
                known = known.with(Ok(constraint.clone()));
            }
        }
        Part::Statement { at, guards }
    }

    fn shared_loop(&mut self, statements: Vec<usize>, depth: usize, context: &Set) -> Result<Loop, Refusal> {
        let own = time(depth);
        let above = self.directives(&statements, depth)?;
        let is_shared_out = self.is_shared_out(&statements, depth)?;
        let rows = if is_shared_out { self.shared_out.as_slice() } else { &[] };
        let seen: Vec<Set> = statements
            .iter()
            .map(|at| {
                let inner = (depth + 1..self.nest.statements[*at].times.len()).map(time);
                let others: Vec<Var> = inner.chain(rows.iter().copied()).collect();
                self.domains[*at].project_out(&others)
            })
            .collect();
        let within: Vec<Set> = seen.iter().map(|set| set.intersect(context)).collect();
        let mut bounds: Vec<Constraint> = Vec::new();
        for constraint in seen.iter().flat_map(|set| set.constraints()).filter(|c| c.expr().mentions(own)) {
            for side in sides(constraint) {
                let holds = |set: &Set| set.implies(&side).is_proven();
                if !bounds.contains(&side) && within.iter().all(holds) {
                    bounds.push(side);
                }
            }
        }
        let bounds = needed(bounds, context);
        let (lower, upper): (Vec<Constraint>, Vec<Constraint>) =
            bounds.into_iter().partition(|constraint| constraint.expr().coefficient(own) > 0);
        let first = statements.first().copied().unwrap_or(0);
        let is_whole = |c: &Constraint| c.expr().coefficient(own).abs() == 1 && self.is_told(c.expr());
        if lower.is_empty() || upper.is_empty() {
            let reason = format!(
                "the statements that share the loop at time {} have no bounds in common; give them different numbers before it",
                depth + 1
            );
            return Err(Refusal::form(RECIPE, self.span(first), reason));
        }
        if !lower.iter().chain(&upper).all(is_whole) {
            let reason = format!("the bounds of the loop at time {} would need a division", depth + 1);
            return Err(Refusal::form(RECIPE, self.span(first), reason));
        }
        let (index, turned, shift) = self.index(&statements, depth)?;
        let body = Vec::new();
        Ok(Loop { depth, index, turned, shift, lower, upper, above, is_shared_out, statements, body })
    }

    /// Do threads share the loop?
    fn is_shared_out(&self, statements: &[usize], depth: usize) -> Result<bool, Refusal> {
        let sharing = |at: &usize| match self.nest.statements[*at].times.get(depth) {
            Some(Time::Over(_, sharing)) => *sharing,
            _ => Sharing::InOrder,
        };
        let first = statements.first().map_or(Sharing::InOrder, sharing);
        if let Some(other) = statements.iter().find(|at| sharing(at) != first) {
            let reason =
                format!("its time {} is in brackets for one statement only that shares the loop", depth + 1);
            return Err(Refusal::form(RECIPE, self.span(*other), reason));
        }
        let kernels: BTreeSet<hir::StmtId> =
            statements.iter().filter_map(|at| self.nest.statements[*at].kernel).collect();
        let is_shared_out = first == Sharing::SharedOut;
        if is_shared_out && self.place != Place::Kernel && kernels.len() != 1 {
            let reason = match kernels.is_empty() {
                true => {
                    "threads share loops in kernels: write `kernel` and `kernel_end` around this statement"
                }
                false => {
                    "a time in brackets stands around two kernels; give their statements different numbers before it"
                }
            };
            let at = statements.first().copied().unwrap_or(0);
            return Err(Refusal::form(RECIPE, self.span(at), reason));
        }
        Ok(is_shared_out)
    }

    /// Can a formula be written?
    fn is_told(&self, formula: &LinearExpr) -> bool {
        formula
            .vars()
            .all(|var| var >= time(0) || analyze::dependence::instances::is_shared(self.symbols, var))
    }

    /// The variable of a loop: an index of one of its statements if it can be, else a new one.
    fn index(&mut self, statements: &[usize], depth: usize) -> Result<(VarId, bool, i128), Refusal> {
        let types = &self.kitchen.program.types;
        let mut all = statements.iter().flat_map(|at| &self.nest.statements[*at].loops);
        let ty = |l: &analyze::CanonicalLoop| types.strip(self.kitchen.program.vars[l.index].ty);
        let Some(first) = all.next() else {
            return Err(Refusal::form(RECIPE, Span::BUILTIN, "no loop is around its statements"));
        };
        let wanted = ty(first);
        if let Some(other) = all.find(|l| ty(l).id != wanted.id) {
            let at = self.kitchen.program.stmts[other.stmt].span;
            return Err(Refusal::form(RECIPE, at, "its indices have different types"));
        }
        for at in statements {
            let statement = &self.nest.statements[*at];
            let Some((level, factor, shift)) = single(statement, depth) else { continue };
            let index = statement.loops[level].index;
            let name = self.kitchen.name_of(index);
            if !self.named.contains(&name) && !self.foreign.contains(&name) {
                return Ok((index, factor < 0, shift));
            }
        }
        let at = self.nest.statements.first().map(|s| s.stmt);
        let Some(at) = at else { return Err(Refusal::form(RECIPE, Span::BUILTIN, "it has no statement")) };
        Ok((self.kitchen.fresh("time", wanted, at), false, 0))
    }

    /// What stood above the loops that a new one is made of.
    fn directives(&self, statements: &[usize], depth: usize) -> Result<Vec<DirectiveId>, Refusal> {
        let mut found: Option<(hir::StmtId, Vec<DirectiveId>)> = None;
        for at in statements {
            let statement = &self.nest.statements[*at];
            let Some((level, ..)) = single(statement, depth) else { continue };
            let stmt = statement.loops[level].stmt;
            let own = self.nest.above.get(&stmt).cloned().unwrap_or_default();
            if own.is_empty() {
                continue;
            }
            match &found {
                None => found = Some((stmt, own)),
                Some((other, before)) if *other != stmt && self.text(before) != self.text(&own) => {
                    let directive = own.first().map(|d| self.kitchen.program.directives[*d].span);
                    let at = directive.unwrap_or(self.span(*at));
                    let reason = "loops with different directives become one; write the same above both, or above the first only";
                    return Err(Refusal::form(RECIPE, at, reason));
                }
                Some(_) => {}
            }
        }
        Ok(found.map_or_else(Vec::new, |(_, own)| own))
    }

    fn text(&self, directives: &[DirectiveId]) -> String {
        let (program, sources) = (&*self.kitchen.program, &*self.kitchen.sources);
        let mut printer = emit::Printer::new(program, sources, emit::Style::default());
        directives.iter().for_each(|directive| printer.directive(*directive));
        printer.finish()
    }
}

/// The loop whose index a time is, but for its sign and a number.
pub(super) fn single(statement: &super::Statement, depth: usize) -> Option<(usize, i128, i128)> {
    let Some(Time::Over(formula, _)) = statement.times.get(depth) else { return None };
    let &[(var, factor)] = formula.terms() else { return None };
    let level = statement.indices.iter().position(|index| *index == var)?;
    (factor.abs() == 1).then(|| (level, factor, formula.constant_part()))
}

/// An equality is a lower and an upper bound.
fn sides(constraint: &Constraint) -> Vec<Constraint> {
    let zero = LinearExpr::constant(0);
    match constraint.relation() {
        Relation::NonNegative => vec![constraint.clone()],
        Relation::Zero => {
            let sides = [
                Constraint::at_least(constraint.expr(), &zero),
                Constraint::at_most(constraint.expr(), &zero),
            ];
            sides.into_iter().flatten().collect()
        }
        Relation::MultipleOf(_) => Vec::new(),
    }
}

/// Without those that follow from the others: those with many terms go first.
fn needed(mut bounds: Vec<Constraint>, context: &Set) -> Vec<Constraint> {
    bounds.sort_by_key(|constraint| constraint.expr().terms().len());
    let mut at = bounds.len();
    while at > 0 {
        at -= 1;
        let others = bounds.iter().enumerate().filter(|(other, _)| *other != at);
        let known = others.fold(context.clone(), |set, (_, constraint)| set.with(Ok(constraint.clone())));
        if known.implies(&bounds[at]).is_proven() {
            bounds.remove(at);
        }
    }
    bounds
}
