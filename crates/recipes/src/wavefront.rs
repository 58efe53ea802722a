//! `wavefront`: a nest whose dependences all point forward, plane after plane.
//!
//! ```c
//! #pragma hicuda kernel score                            for (int plane = 2; plane <= n + m; plane++) {
//! #pragma hicuda wavefront(1, 1)                         #pragma hicuda kernel score
//! for (i = 1; i <= n; i++)                               #pragma hicuda loop_partition over_tblock over_thread
//! #pragma hicuda loop_partition over_tblock over_thread      for (j = max(1, plane - n); j <= min(m, plane - 1); j++) {
//!     for (j = 1; j <= m; j++)                                   int i = plane - j;
//!         s[i][j] = f(s[i-1][j], s[i][j-1]);                     s[i][j] = f(s[i-1][j], s[i][j-1]);
//! #pragma hicuda kernel_end                                  } …
//! ```
//! Iterations with the same `1*i + 1*j` are a plane. The planes come one after the other, a launch for each, or, in a
//! kernel of one block (`tblock(1)`), from barrier to barrier; within a plane nothing depends on anything else there.
//! Indices of loops that count down count negatively. The loop over planes takes the place of the outermost loop; those
//! that are left are one fewer than the nest has, and take the directives of the loops inside it by their place: what
//! stands above the second loop goes above the first that is left. One index follows from the plane and the others: the
//! outermost if its coefficient is 1, else the innermost of those whose coefficient is.
//!
//! Legal if
//! 1. the loops are directly in each other, count by one, and their bounds are formulas of sizes and of
//!    the indices around them;
//! 2. for every two iterations of which one must run before the other, the first is in an earlier plane.
//!
//! Without coefficients the smallest are taken for which 2 holds.

use std::collections::BTreeSet;
use std::rc::Rc;

use analyze::dependence::{Dependence, Direction};
use analyze::input::Known;
use analyze::{CanonicalLoop, room};
use diagnostics::{Diagnostic, Sink, codes};
use hir::{
    DirectiveId, DirectiveKind, ExprId, FunctionId, Program, ReplacedLoop, Span, Stmt, StmtId, StmtKind,
    VarId, VarStorage,
};
use source::Sources;

use crate::legality::Order;
use crate::nest::{only_statement, statements};
use crate::planes::eliminated;
use crate::{Kitchen, Place, Refusal};

pub(crate) const RECIPE: &str = "run plane by plane";

/// Larger coefficients are not tried, and half of them in the deepest nests.
const LARGEST: i128 = 8;

/// Deeper nests are not looked at.
const DEEPEST: usize = 4;

/// The planes of a nest, for whoever wants to write the directive.
#[derive(Clone, Debug)]
pub struct Planes {
    /// The loops, outermost first.
    pub loops: Vec<StmtId>,
    /// What their indices count for.
    pub coefficients: Vec<i128>,
    /// The loop whose index follows from the plane.
    pub follows: usize,
    /// Variables and arrays that are each iteration's own.
    pub own: BTreeSet<VarId>,
}

/// The planes of a nest without directives, as the only loop of a kernel; else what is in the way.
pub fn of_nest(
    program: &mut Program,
    sources: &mut Sources,
    known: Rc<Known>,
    function: FunctionId,
    nest: StmtId,
) -> Result<Planes, String> {
    let mut sink = Sink::default();
    let kitchen = Kitchen::new(program, sources, &mut sink, function).knowing(known);
    let found = kitchen.in_planes(nest, None).map_err(|refusal| refusal.0.message)?;
    let loops = found.loops.iter().map(|canonical| canonical.stmt).collect();
    let follows = eliminated(&found.coefficients);
    Ok(Planes { loops, coefficients: found.coefficients, follows, own: found.own })
}

/// A nest that can run plane by plane.
pub(crate) struct Wavefront {
    /// The loops, outermost first.
    pub loops: Vec<CanonicalLoop>,
    /// What their indices count for, in the order in which they run.
    pub coefficients: Vec<i128>,
    /// The dependences, and the bounds as formulas.
    pub order: Order,
    /// What is each iteration's own.
    own: BTreeSet<VarId>,
}

impl Kitchen<'_> {
    /// Puts the loop over planes around a kernel whose only loop asks for it.
    pub(crate) fn run_in_planes(&mut self, kernel: StmtId, place: Place) {
        let StmtKind::Kernel { directive, body, end } = self.program.stmts[kernel].kind else { return };
        let stmts = statements(self.program, body);
        let [only] = stmts.as_slice() else { return };
        let (directives, nest) = self.governed(*only);
        let is_wavefront =
            |d: &&DirectiveId| matches!(self.program.directives[**d].kind, DirectiveKind::Wavefront(_));
        let Some(&wavefront) = directives.iter().find(is_wavefront) else { return };
        let at = self.program.directives[wavefront].span;
        match self.wavefront(nest, (wavefront, &directives)) {
            Ok((planes, inner)) if self.has_one_block(directive) => {
                let barrier = self.barrier(wavefront);
                self.run_each(planes, vec![inner, barrier]);
                self.program.stmts[body].kind = StmtKind::Block(vec![planes]);
            }
            Ok((planes, inner)) => {
                let span = self.program.stmts[kernel].span;
                let body = self.program.stmts.alloc(Stmt { kind: StmtKind::Block(vec![inner]), span });
                let kind = StmtKind::Kernel { directive, body, end };
                let launched = self.program.stmts.alloc(Stmt { kind, span });
                self.run_each(planes, vec![launched]);
                self.program.stmts[kernel].kind = self.program.stmts[planes].kind.clone();
                if place == Place::Host {
                    let line = self.program.directives[directive].line;
                    self.replaced.push(ReplacedLoop { place: Span { hi: end.hi, ..line }, stmt: kernel });
                }
            }
            Err(refusal) => {
                self.refuse(refusal, at);
                // What is refused is not asked for again.
                self.program.stmts[*only] = self.program.stmts[nest].clone();
            }
        }
    }

    /// Is it a kernel of one block, whose threads can wait for each other?
    fn has_one_block(&self, kernel: DirectiveId) -> bool {
        let DirectiveKind::Kernel(clauses) = &self.program.directives[kernel].kind else { return false };
        let is_one = |size: &ExprId| hir::const_eval::integer(self.program, *size) == Some(1);
        clauses.tblock.as_ref().is_some_and(|sizes| sizes.iter().all(is_one))
    }

    /// Gives the loop over planes what each of them does.
    fn run_each(&mut self, planes: StmtId, stmts: Vec<StmtId>) {
        let span = self.program.stmts[planes].span;
        let block = self.program.stmts.alloc(Stmt { kind: StmtKind::Block(stmts), span });
        if let StmtKind::For { body, .. } = &mut self.program.stmts[planes].kind {
            *body = block;
        }
    }

    /// Where `wavefront` cannot stand.
    pub(crate) fn wavefront_misplaced(&self, stmt: StmtId) -> Refusal {
        let span = self.program.stmts[stmt].span;
        let reason = "the planes are launches of a kernel that consists of this loop alone; put `kernel` above the `wavefront` and `kernel_end` behind the loop";
        Refusal::form(RECIPE, span, reason)
    }

    /// The loop over planes, with nothing in it yet, and what each plane does.
    fn wavefront(
        &mut self,
        nest: StmtId,
        (wavefront, directives): (DirectiveId, &[DirectiveId]),
    ) -> Result<(StmtId, StmtId), Refusal> {
        if let Some(&other) = directives.iter().find(|other| **other != wavefront) {
            let span = self.program.directives[other].span;
            let reason = "the planes take the place of its outermost loop; put other directives above the loops inside";
            return Err(Refusal::form(RECIPE, span, reason));
        }
        let DirectiveKind::Wavefront(given) = self.program.directives[wavefront].kind.clone() else {
            return Err(self.wavefront_misplaced(nest));
        };
        let given = self.given(&given)?;
        let found = self.in_planes(nest, given)?;
        self.planes(&found)
    }

    /// The coefficients that a directive names; none if they are to be found.
    fn given(&self, given: &[ExprId]) -> Result<Option<Vec<i128>>, Refusal> {
        let values = given.iter().map(|expr| hir::const_eval::integer(self.program, *expr));
        let values: Option<Vec<i128>> = values.collect();
        let Some((values, first)) = values.zip(given.first()) else { return Ok(None) };
        let span = self.program.exprs[*first].span;
        if !values.contains(&1) {
            let reason = "one of its coefficients must be 1: that index follows from the plane";
            return Err(Refusal::form(RECIPE, span, reason));
        }
        Ok(Some(values))
    }

    /// A nest and the coefficients by which it can run, plane by plane.
    fn in_planes(&self, nest: StmtId, given: Option<Vec<i128>>) -> Result<Wavefront, Refusal> {
        let span = self.program.stmts[nest].span;
        let depth = given.as_ref().map_or_else(|| self.nest_depth(nest).min(DEEPEST), Vec::len);
        if depth < 2 {
            return Err(Refusal::form(
                RECIPE,
                span,
                "there is only one loop, and a plane of it is one iteration",
            ));
        }
        let loops = self.loops_directly_inside(nest, depth)?;
        for canonical in &loops {
            self.index_not_used_after(RECIPE, canonical)?;
        }
        let innermost = loops.last().map_or(nest, |canonical| canonical.body);
        self.stays_inside(RECIPE, innermost)?;
        let mut order = self.order(RECIPE, nest, Place::Kernel)?;
        let own = self.own(&order, nest, innermost);
        order.leave_out(&own);
        let crossing = self.crossing(&order, depth)?;
        let coefficients = match given {
            Some(given) => {
                let wrong = crossing.iter().find(|dependence| !is_forward(dependence, &given));
                if let Some(dependence) = wrong {
                    return Err(self.where_own(&order, dependence, backwards(&order, dependence, &given)));
                }
                given
            }
            None => smallest(&crossing, depth).ok_or_else(|| match crossing.first() {
                Some(first) => {
                    let dependence = farthest(&crossing, depth).unwrap_or(first);
                    self.where_own(&order, dependence, no_coefficients(&order, dependence))
                }
                None => {
                    let reason = "no iteration depends on another one: `loop_partition` is enough";
                    Refusal::form(RECIPE, span, reason)
                }
            })?,
        };
        Ok(Wavefront { loops, coefficients, order, own })
    }

    /// The same error, with what to do if the array is scratch of the function.
    fn where_own(&self, order: &Order, dependence: &Dependence, refusal: Refusal) -> Refusal {
        let var = order.accesses[dependence.source].place.var;
        let declared = &self.program.vars[var];
        if declared.storage != VarStorage::Local || !self.program.types.is_array(declared.ty) {
            return refusal;
        }
        let name = declared.name.map(|name| self.sources.text(name).into_owned()).unwrap_or_default();
        let help = format!("if iterations only compute in `{name}`, declare it inside the innermost loop");
        Refusal(Box::new(Diagnostic { help: vec![help], ..*refusal.0 }))
    }

    /// The loops of a nest, each of which consists of the next; bounds may depend on the indices around.
    fn loops_directly_inside(&self, nest: StmtId, depth: usize) -> Result<Vec<CanonicalLoop>, Refusal> {
        let mut loops: Vec<CanonicalLoop> = Vec::new();
        let mut at = nest;
        while loops.len() < depth {
            if !matches!(self.program.stmts[at].kind, StmtKind::For { .. }) {
                let reason =
                    format!("it has {depth} coefficients, but loop {} holds more than a loop", loops.len());
                return Err(Refusal::form(RECIPE, self.program.stmts[at].span, reason));
            }
            let canonical = self.canonical(RECIPE, at)?;
            let span = self.program.stmts[at].span;
            if canonical.step.abs() != 1 {
                return Err(Refusal::form(RECIPE, span, "its index does not count by one"));
            }
            let ty = self.program.vars[canonical.index].ty;
            if hir::const_eval::integer_format(self.program, ty).is_none_or(|format| !format.signed) {
                let reason = "its index is unsigned, and planes subtract; declare it `int` or `long`";
                return Err(Refusal::form(RECIPE, span, reason));
            }
            let is_narrow = self.program.size_of(ty).is_some_and(|size| size < 4);
            if !is_narrow && room::may_wrap(self.program, &canonical) {
                let reason = "sums of its index may be more than its type holds; start it at 0";
                return Err(Refusal::form(RECIPE, span, reason));
            }
            at = self.governed(only_statement(self.program, canonical.body)).1;
            loops.push(canonical);
        }
        Ok(loops)
    }

    /// The dependences between different iterations of the nest.
    fn crossing<'o>(&self, order: &'o Order, depth: usize) -> Result<Vec<&'o Dependence>, Refusal> {
        let mut found = Vec::new();
        for dependence in &order.dependences {
            let leading = dependence.directions.iter().position(|direction| *direction != Direction::Same);
            match leading {
                // What a head reads belongs to no iteration of the loops inside.
                _ if dependence.loops.len() < depth => return Err(order.reversed(RECIPE, dependence)),
                Some(level) if level < depth && dependence.directions[level] == Direction::Any => {
                    return Err(order.reversed(RECIPE, dependence));
                }
                Some(level) if level < depth => found.push(dependence),
                _ => {}
            }
        }
        Ok(found)
    }
}

/// Is the sink always in a later plane?
fn is_forward(dependence: &Dependence, coefficients: &[i128]) -> bool {
    let distances: Option<Vec<i128>> =
        dependence.distances.iter().take(coefficients.len()).copied().collect();
    if let Some(distances) = distances {
        return coefficients.iter().zip(distances).map(|(factor, distance)| factor * distance).sum::<i128>()
            >= 1;
    }
    let apart = dependence.apart.as_ref();
    apart.is_some_and(|apart| apart.is_at_least(coefficients, 1).is_proven())
}

/// Coefficients that put every sink into a later plane: those with the smallest sum.
fn smallest(crossing: &[&Dependence], depth: usize) -> Option<Vec<i128>> {
    if crossing.is_empty() {
        return None;
    }
    // Fixed distances are compared at a glance, so that few coefficients are left to be proven.
    let mut crossing = crossing.to_vec();
    crossing.sort_by_key(|dependence| dependence.distances.contains(&None));
    (1..=largest(depth) * depth as i128).find_map(|sum| {
        let of_sum = with_sum(depth, sum, largest(depth)).into_iter();
        of_sum
            .filter(|all| all.contains(&1))
            .find(|all| crossing.iter().all(|dependence| is_forward(dependence, all)))
    })
}

/// The largest coefficient that is tried.
fn largest(depth: usize) -> i128 {
    if depth < DEEPEST { LARGEST } else { LARGEST / 2 }
}

/// All coefficients of a sum, those of outer loops small first.
fn with_sum(depth: usize, sum: i128, largest: i128) -> Vec<Vec<i128>> {
    if depth == 1 {
        return if sum <= largest { vec![vec![sum]] } else { Vec::new() };
    }
    let first = 0..=sum.min(largest);
    let longer = |first: i128| {
        with_sum(depth - 1, sum - first, largest).into_iter().map(move |rest| [vec![first], rest].concat())
    };
    first.flat_map(longer).collect()
}

/// A dependence that no coefficients of ours put forward alone, or else one whose distance varies.
fn farthest<'o>(crossing: &[&'o Dependence], depth: usize) -> Option<&'o Dependence> {
    let is_alone = |dependence: &&&Dependence| smallest(&[dependence], depth).is_none();
    let varies = |dependence: &&&Dependence| dependence.distances.contains(&None);
    crossing.iter().find(is_alone).or_else(|| crossing.iter().find(varies)).copied()
}

/// The error for coefficients that put a sink into its source's plane, or an earlier one.
fn backwards(order: &Order, dependence: &Dependence, coefficients: &[i128]) -> Refusal {
    let names: Vec<String> = coefficients.iter().map(i128::to_string).collect();
    let note = format!(
        "with the coefficients ({}) the second is not in a later plane than the first",
        names.join(", ")
    );
    let Refusal(error) = order.reversed(RECIPE, dependence);
    let help = "leave the coefficients out: the smallest that are right are found";
    Refusal(Box::new(Diagnostic { notes: vec![note], help: vec![help.into()], ..*error }))
}

/// The error for a nest that no coefficients are right for.
fn no_coefficients(order: &Order, dependence: &Dependence) -> Refusal {
    let Refusal(error) = order.reversed(RECIPE, dependence);
    let most = largest(dependence.loops.len());
    let note = format!("no coefficients up to {most} put the second into a later plane than the first");
    let message = "this loop cannot be run plane by plane: its dependences do not all point forward".into();
    let code = &codes::RECIPE_CHANGES_RESULT;
    Refusal(Box::new(Diagnostic { code, message, notes: vec![note], help: Vec::new(), ..*error }))
}
