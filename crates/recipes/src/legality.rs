//! Whether a new order of iterations gives the same result.
//!
//! The question is asked of the dependences between accesses: each says that a
//! source must run before a sink, and how their iterations lie to each other in
//! every loop around both. What cannot be traced (a call, a pointer that may
//! point anywhere, two host pointers that may be one) is in the way of any new
//! order.

use std::collections::{BTreeMap, BTreeSet};

use affine::LinearExpr;
use analyze::array_shape::ArrayShape;
use analyze::dependence::{self, Dependence, Direction};
use analyze::index_expr::Values;
use analyze::region::{self, Region, Surroundings};
use analyze::{Access, CanonicalLoop, Input, Place as Object, Symbols};
use diagnostics::{Diagnostic, codes};
use hir::{ExprKind, FunctionId, Node, Qualifiers, StmtId, StmtKind, Var, VarId, VarStorage};

use crate::{Kitchen, Place, Refusal};

/// Calls in calls are not followed further.
const DEEPEST_CALL: u32 = 4;

/// The accesses of a loop and the order that must be kept between them.
pub(crate) struct Order {
    pub accesses: Vec<Access>,
    pub dependences: Vec<Dependence>,
    /// The loops that can be counted.
    pub loops: BTreeMap<StmtId, CanonicalLoop>,
    /// First value and bound of the loops, where they are formulas over the symbols.
    pub bounds: BTreeMap<StmtId, (LinearExpr, LinearExpr)>,
    pub symbols: Symbols,
}

/// What a loop accesses.
pub(crate) struct Walked {
    pub accesses: Vec<Access>,
    /// The loops that can be counted.
    pub loops: BTreeMap<StmtId, CanonicalLoop>,
    /// Their first values and bounds.
    pub bounds: BTreeMap<StmtId, (LinearExpr, LinearExpr)>,
    pub values: Values,
}

impl Kitchen<'_> {
    /// The dependences of a loop.
    pub(crate) fn order(&self, recipe: &str, stmt: StmtId, place: Place) -> Result<Order, Refusal> {
        let Walked { accesses, loops, bounds, mut values } = self.walked(recipe, stmt, place)?;
        let input = Input::new(self.program, self.sources);
        let dependences = dependence::dependences(&input, &accesses, &loops, &mut values.symbols);
        Ok(Order { accesses, dependences, loops, bounds, symbols: values.symbols })
    }

    /// What a loop accesses, all of it traced.
    pub(crate) fn walked(&self, recipe: &str, stmt: StmtId, place: Place) -> Result<Walked, Refusal> {
        let input = Input::new(self.program, self.sources);
        self.no_unknown_calls(&input, recipe, stmt)?;
        if let Some(access) = self.program.volatile_below(stmt) {
            let reason = "it accesses a volatile object, and the order of such accesses would change";
            return Err(Refusal::form(recipe, self.program.exprs[access].span, reason));
        }
        let shapes: BTreeMap<Object, ArrayShape> = self
            .mentioned(stmt)
            .into_iter()
            .filter_map(|var| {
                Some((Object::var(var), ArrayShape::declared(self.program, &Object::var(var))?))
            })
            .filter(|(_, shape)| shape.rank() > 0)
            .collect();
        let named: BTreeSet<Object> = shapes.keys().cloned().collect();
        let around = Surroundings {
            named: &named,
            shapes,
            captured: BTreeSet::new(),
            computed: Default::default(),
            loops: Vec::new(),
            assumed: Vec::new(),
            names_are_apart: false,
        };
        let Region { found, loops, values, bounds, .. } = region::walk(&input, stmt, around);
        if let Some(&span) = found.untraced.first() {
            return Err(Refusal::form(recipe, span, "the compiler cannot tell which memory this is"));
        }
        let is_index = |access: &Access| loops.values().any(|l| access.place == Object::var(l.index));
        let scalars = found.scalar_accesses.into_iter().filter(|access| !is_index(access));
        let accesses: Vec<Access> = found.accesses.into_iter().chain(scalars).collect();
        match place {
            Place::Kernel => self.no_meetings(&input, recipe, &accesses)?,
            Place::Host | Place::Replaced => self.no_aliases(&input, recipe, &accesses)?,
        }
        Ok(Walked { accesses, loops, bounds, values })
    }

    fn mentioned(&self, stmt: StmtId) -> BTreeSet<VarId> {
        self.program.variables_below(stmt).collect()
    }

    fn no_unknown_calls(&self, input: &Input<'_>, recipe: &str, stmt: StmtId) -> Result<(), Refusal> {
        for expr in self.program.exprs_below(Node::Stmt(stmt)) {
            let ExprKind::Call { callee, .. } = self.program.exprs[expr].kind else { continue };
            let function = self.program.called_function(callee);
            if !function.is_some_and(|function| input.is_math(function) || self.only_computes(function, 0)) {
                let reason = "the order of this call and of what it does would change";
                return Err(Refusal::form(recipe, self.program.exprs[expr].span, reason));
            }
        }
        Ok(())
    }

    /// Does a function nothing but compute a value from its arguments?
    fn only_computes(&self, function: FunctionId, depth: u32) -> bool {
        let program = &*self.program;
        let input = Input::new(program, self.sources);
        let definition = input.definition(function);
        let Some(body) = program.functions[definition].body.filter(|_| depth < DEEPEST_CALL) else {
            return false;
        };
        let is_own = |var: VarId| {
            let Var { storage, owner, ty, .. } = &program.vars[var];
            let is_local =
                matches!(storage, VarStorage::Local | VarStorage::Param) && *owner == Some(definition);
            is_local && program.types.is_arithmetic(*ty) && !ty.quals.has(Qualifiers::VOLATILE)
        };
        let is_plain = |node: Node| match node {
            Node::Stmt(stmt) => !matches!(
                program.stmts[stmt].kind,
                StmtKind::Asm(_) | StmtKind::Error | StmtKind::Kernel { .. } | StmtKind::Directive(_)
            ),
            Node::Expr(expr) => match program.exprs[expr].kind {
                ExprKind::Var(var) => is_own(var),
                ExprKind::Call { callee, .. } => program
                    .called_function(callee)
                    .is_some_and(|callee| input.is_math(callee) || self.only_computes(callee, depth + 1)),
                ExprKind::Function(_) => true,
                _ => program.types.is_arithmetic(program.exprs[expr].ty),
            },
        };
        program.nodes(body).all(is_plain)
    }

    /// Arrays of a kernel have a device copy each; two names of which a call makes one have the same.
    fn no_meetings(&self, input: &Input<'_>, recipe: &str, accesses: &[Access]) -> Result<(), Refusal> {
        let is_restrict = |place: &Object| self.program.vars[place.var].ty.quals.has(Qualifiers::RESTRICT);
        let mut asked: BTreeSet<(&Object, &Object)> = BTreeSet::new();
        for write in accesses.iter().filter(|access| access.mode.writes()) {
            for other in accesses.iter().filter(|other| other.place != write.place) {
                let (a, b) = (&write.place, &other.place);
                if is_restrict(a) || is_restrict(b) || !asked.insert((a, b)) {
                    continue;
                }
                if let Some(call) = analyze::meeting(input, self.function, a, b) {
                    let (a, b) = (input.place_name(a), input.place_name(b));
                    let reason = format!("`{a}` and `{b}` are one array in a call of its function");
                    let mut refusal = Refusal::form(recipe, write.span, reason);
                    refusal.0 = Box::new(refusal.0.related(call, "called here"));
                    return Err(refusal);
                }
            }
        }
        Ok(())
    }

    /// On the host two pointers may point to one array.
    pub(crate) fn no_aliases(
        &self,
        input: &Input<'_>,
        recipe: &str,
        accesses: &[Access],
    ) -> Result<(), Refusal> {
        let may_meet = |access: &Access| {
            let ty = self.program.vars[access.place.var].ty;
            let is_pointer = !access.place.path.is_empty() || self.program.types.is_pointer(ty);
            is_pointer && !ty.quals.has(Qualifiers::RESTRICT)
        };
        let elements = |access: &&Access| access.subscripts.as_ref().is_none_or(|s| !s.is_empty());
        for write in accesses.iter().filter(|a| a.mode.writes()).filter(elements) {
            let other = accesses
                .iter()
                .filter(elements)
                .find(|other| other.place != write.place && (may_meet(other) || may_meet(write)));
            if let Some(other) = other {
                let (a, b) = (input.place_name(&write.place), input.place_name(&other.place));
                let reason =
                    format!("`{a}` and `{b}` may be the same memory; declare the pointers `restrict`");
                return Err(Refusal::form(recipe, write.span, reason));
            }
        }
        Ok(())
    }
}

impl Order {
    /// The variables among what is accessed that are no arrays.
    pub fn scalars(&self) -> impl Iterator<Item = VarId> {
        let is_scalar = |access: &&Access| {
            access.place.path.is_empty() && access.subscripts.as_ref().is_some_and(Vec::is_empty)
        };
        self.accesses.iter().filter(is_scalar).map(|access| access.place.var)
    }

    /// Forgets the order between accesses of variables.
    pub fn leave_out(&mut self, vars: &BTreeSet<VarId>) {
        let Order { accesses, dependences, .. } = self;
        dependences.retain(|dependence| !vars.contains(&accesses[dependence.source].place.var));
    }

    /// All of these loops may change places: nothing goes backwards in any.
    pub fn check_band(&self, recipe: &str, loops: &[StmtId]) -> Result<(), Refusal> {
        for dependence in &self.dependences {
            let directions = loops.iter().filter_map(|stmt| direction(dependence, *stmt));
            if directions.into_iter().any(|d| matches!(d, Direction::After | Direction::Any)) {
                return Err(self.reversed(recipe, dependence));
            }
        }
        Ok(())
    }

    /// Sources stay before their sinks when the loops are in this order.
    pub fn check_permutation(&self, recipe: &str, loops: &[StmtId]) -> Result<(), Refusal> {
        for dependence in &self.dependences {
            let mut directions = loops.iter().filter_map(|stmt| direction(dependence, *stmt));
            match directions.find(|d| *d != Direction::Same) {
                None | Some(Direction::Before | Direction::Same) => {}
                Some(Direction::After | Direction::Any) => return Err(self.reversed(recipe, dependence)),
            }
        }
        Ok(())
    }

    /// The error that shows both accesses.
    pub fn reversed(&self, recipe: &str, dependence: &Dependence) -> Refusal {
        let (source, sink) = (&self.accesses[dependence.source], &self.accesses[dependence.sink]);
        let sure = if dependence.witness.is_some() { "would" } else { "could" };
        let message = format!("this loop cannot be {recipe}: the result {sure} change");
        let (first, second) = (verb(source), verb(sink));
        let what = format!("{second} here, after the same element was {first} in another iteration");
        let error = Diagnostic::new(&codes::RECIPE_CHANGES_RESULT, sink.span, message)
            .label(what)
            .related(source.span, format!("{first} here"))
            .help("leave the order of these loops as it is, or declare the variable inside the loop if it only belongs to one iteration");
        Refusal(Box::new(error))
    }

    /// The error for two accesses that a schedule puts in another order.
    pub fn turned_round(recipe: &str, (one, other): (&Access, &Access), certain: bool) -> Refusal {
        let sure = if certain { "would" } else { "could" };
        let message = format!("this loop cannot be {recipe}: the result {sure} change");
        let (first, second) = (verb(one), verb(other));
        let what = match std::ptr::eq(one, other) {
            true => format!("{second} here: iterations that touch the same element change places"),
            false => format!("{second} here: it and the other access to the same element change places"),
        };
        let error = Diagnostic::new(&codes::RECIPE_CHANGES_RESULT, other.span, message).label(what);
        let error = match std::ptr::eq(one, other) {
            true => error,
            false => error.related(one.span, format!("{first} here")),
        };
        Refusal(Box::new(
            error.help("choose times that keep the order in which each element is written and read"),
        ))
    }

    /// The error for a loop whose iterations would come before those of another.
    pub fn too_early(&self, recipe: &str, dependence: &Dependence) -> Refusal {
        let (source, sink) = (&self.accesses[dependence.source], &self.accesses[dependence.sink]);
        let sure = if dependence.witness.is_some() { "would" } else { "could" };
        let message = format!("this loop cannot be {recipe}: the result {sure} change");
        let (later, earlier) = (verb(source), verb(sink));
        let error = Diagnostic::new(&codes::RECIPE_CHANGES_RESULT, source.span, message)
            .label(format!("{later} here, too early: a later iteration of the other loop comes first"))
            .related(sink.span, format!("{earlier} here"))
            .help("keep the loops apart");
        Refusal(Box::new(error))
    }
}

fn verb(access: &Access) -> &'static str {
    match (access.mode.reads(), access.mode.writes()) {
        (true, true) => "updated",
        (false, true) => "written",
        _ => "read",
    }
}

/// How source and sink lie to each other in a loop; `None` if it is not around
/// both.
pub(crate) fn direction(dependence: &Dependence, stmt: StmtId) -> Option<Direction> {
    let level = dependence.loops.iter().position(|at| *at == stmt)?;
    dependence.directions.get(level).copied()
}
