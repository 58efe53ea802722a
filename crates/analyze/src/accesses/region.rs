//! The walk over a kernel's region: every access with what holds around it.
//!
//! ```c
//! for (i = 0; i < n; i++) {        // 0 <= i < n
//!     int row = i * w;             // row stands for i*w
//!     if (i < 1) continue;         // below: i >= 1
//!     a[row - w] = …;              // a[i*w - w], domain 1 <= i < n
//! }
//! ```
//! Loops in canonical form add the range of their index, conditions what they
//! say, declarations and single assignments what a variable stands for. All of
//! it ends with the block it was found in.
//!
//! Invariant: the domain of an access contains every combination of symbol
//! values with which it runs; it is marked approximate unless it contains no other.

mod calls;

use std::collections::{BTreeMap, BTreeSet};

use affine::{LinearExpr, Polynomial, Set};
use hir::const_eval::integer_format;
use hir::{DirectiveId, DirectiveKind, ExprId, ExprKind, Init, Item, Node, StmtId, StmtKind, VarId};

use super::fixed_elements::FixedElements;
use crate::access::{Found, Pointer, Reader};
use crate::array_shape::ArrayShape;
use crate::assumptions::{self, Assumed};
use crate::canonical_loop::recognize;
use crate::capture::Assigned;
use crate::effects::{EventKind, of_stmt_alone, whole_variable};
use crate::guards::{is_real, with_condition};
use crate::index_expr::Values;
use crate::maps::HashMap;
use crate::tested::Tested;
use crate::{CanonicalLoop, Input, Place, SymbolKind, literals};

/// A directive inside the region, with what holds there.
#[derive(Clone, Debug)]
pub struct DirectivePoint {
    /// The statement.
    pub stmt: StmtId,
    /// The directive.
    pub directive: DirectiveId,
    /// The loops around it, outermost first.
    pub loops: Vec<StmtId>,
    /// What holds.
    pub domain: Set,
    /// The first and last index of each dimension of each section, in the
    /// order of the directive.
    pub sections: Vec<Vec<Option<(LinearExpr, LinearExpr)>>>,
}

/// What the walk over a region found.
pub struct Region {
    /// Accesses and scalars.
    pub found: Found,
    /// `shared` directives, in source order.
    pub points: Vec<DirectivePoint>,
    /// Canonical loops, by statement.
    pub loops: BTreeMap<StmtId, CanonicalLoop>,
    /// First value and bound of those loops, where they are formulas.
    pub bounds: BTreeMap<StmtId, (LinearExpr, LinearExpr)>,
    /// Symbols and what is known of them.
    pub values: Values,
    /// Variables declared inside, in source order.
    pub locals: Vec<VarId>,
    /// Parameters and variables of the functions called, as each call has them.
    pub callees: BTreeSet<VarId>,
    /// What is assumed in it.
    pub assumed: Assumed,
}

/// What the walk needs to know about the surroundings.
pub struct Surroundings<'a> {
    /// Places that directives name.
    pub named: &'a BTreeSet<Place>,
    /// Shapes of the arrays on the device.
    pub shapes: BTreeMap<Place, ArrayShape>,
    /// Expressions whose value was kept when their directive ran.
    pub captured: BTreeSet<ExprId>,
    /// Variables that were computed from others: [`Values::computed`].
    pub computed: BTreeMap<VarId, ExprId>,
    /// Loops around the region, which does not change their indices.
    pub loops: Vec<CanonicalLoop>,
    /// What holds there: `assume` says so, or the host has tested it.
    pub assumed: Vec<Tested>,
    /// Are arrays with different names different memory, as device copies are?
    pub names_are_apart: bool,
}

/// Walks a region.
pub fn walk(input: &Input<'_>, body: StmtId, around: Surroundings<'_>) -> Region {
    walk_with(input, body, around, Values::default())
}

/// Walks a region with something known beforehand.
pub fn walk_with(input: &Input<'_>, body: StmtId, around: Surroundings<'_>, known: Values) -> Region {
    let writes = count_writes(input, body);
    let locals = declared_in(input, body);
    let mut shapes = around.shapes;
    for local in &locals {
        let place = Place::var(*local);
        if let Some(shape) = ArrayShape::declared(input.program, &place) {
            shapes.insert(place, shape);
        }
    }
    let mut values = Values {
        changing: writes.keys().copied().collect(),
        changing_fields: Assigned::below(input.program, body).fields,
        captured: around.captured,
        computed: around.computed,
        ..known
    };
    let assumed = assumptions::known(input, &mut values, around.assumed);
    let mut walk = Walk {
        input,
        named: around.named,
        shapes,
        roots: BTreeMap::new(),
        assignments: BTreeMap::new(),
        own: locals.iter().copied().collect(),
        of_literals: BTreeSet::new(),
        writes,
        region: Region {
            found: Found::default(),
            points: Vec::new(),
            loops: BTreeMap::new(),
            bounds: BTreeMap::new(),
            values,
            locals,
            callees: BTreeSet::new(),
            assumed,
        },
        pointers: BTreeMap::new(),
        domain: Set::universe(),
        loops: Vec::new(),
        call: None,
    };
    walk.prepare_calls(body);
    let callees: Vec<VarId> = walk.region.callees.iter().copied().collect();
    for local in callees {
        let place = Place::var(local);
        if let Some(shape) = ArrayShape::declared(input.program, &place) {
            walk.shapes.insert(place, shape);
        }
    }
    walk.own.extend(walk.region.callees.iter().copied());
    if around.names_are_apart {
        walk.region.values.fixed = FixedElements::of(input.program, body, &walk.own);
    }
    let assignments = pointer_assignments(input, body, &walk.own);
    walk.of_literals = literals::variables(input.program, body, &assignments, &BTreeSet::new());
    walk.roots = walk.pointer_roots(body, &assignments, BTreeMap::new());
    walk.assignments = assignments;
    walk.pointers = walk.roots.clone();
    around.loops.iter().for_each(|outer| walk.inside(outer));
    walk.stmt(body);
    walk.region
}

/// What the head of a `for` gives to its index.
fn initial_value(program: &hir::Program, init: StmtId, index: VarId) -> Option<ExprId> {
    match &program.stmts[init].kind {
        StmtKind::Decl(items) => items.iter().find_map(|item| match item {
            Item::Var { var, with_init: true, .. } if *var == index => match &program.vars[index].init {
                Some(Init::Expr(first)) => Some(*first),
                _ => None,
            },
            _ => None,
        }),
        StmtKind::Expr(expr) => match program.exprs[*expr].kind {
            ExprKind::Assign { lhs, rhs } => {
                matches!(program.exprs[lhs].kind, ExprKind::Var(var) if var == index).then_some(rhs)
            }
            _ => None,
        },
        _ => None,
    }
}

/// Variables declared in a region, in source order.
pub fn declared_in(input: &Input<'_>, body: StmtId) -> Vec<VarId> {
    let mut declared = Vec::new();
    for stmt in input.program.stmts_below(body) {
        if let StmtKind::Decl(items) = &input.program.stmts[stmt].kind {
            for item in items {
                if let Item::Var { var, is_extern: false, .. } = item {
                    declared.push(*var);
                }
            }
        }
    }
    declared
}

/// How often each variable is assigned in the text of the region; taking its
/// address counts as more than once. Arrays do not count.
fn count_writes(input: &Input<'_>, body: StmtId) -> HashMap<VarId, u32> {
    let mut writes = HashMap::default();
    for stmt in input.program.stmts_below(body) {
        for event in of_stmt_alone(input.program, stmt) {
            let (var, weight) = match event.kind {
                EventKind::Write { var, .. } => (var, 1),
                EventKind::Address(var) => (var, 2),
                EventKind::Read(_) | EventKind::Memory | EventKind::Call(_) => continue,
            };
            if !input.program.types.is_array(input.program.vars[var].ty) {
                *writes.entry(var).or_insert(0) += weight;
            }
        }
    }
    writes
}

struct Walk<'a, 'p> {
    input: &'a Input<'p>,
    named: &'a BTreeSet<Place>,
    shapes: BTreeMap<Place, ArrayShape>,
    /// Pointers assigned in the region: the array they point into.
    roots: BTreeMap<Place, Pointer>,
    /// What is assigned to each pointer of the region and of its callees.
    assignments: BTreeMap<Place, Vec<ExprId>>,
    /// Variables of the region and its callees.
    own: BTreeSet<VarId>,
    /// Those that lead to string literals.
    of_literals: BTreeSet<VarId>,
    writes: HashMap<VarId, u32>,
    region: Region,
    pointers: BTreeMap<Place, Pointer>,
    domain: Set,
    loops: Vec<StmtId>,
    /// The statement of the region whose call is being walked.
    call: Option<StmtId>,
}

/// What a block restores at its end.
struct Saved {
    known: HashMap<VarId, Polynomial>,
    pointers: BTreeMap<Place, Pointer>,
    domain: Set,
}

impl Walk<'_, '_> {
    fn save(&self) -> Saved {
        Saved {
            known: self.region.values.known.clone(),
            pointers: self.pointers.clone(),
            domain: self.domain.clone(),
        }
    }

    fn restore(&mut self, saved: Saved) {
        self.region.values.known = saved.known;
        self.pointers = saved.pointers;
        self.domain = saved.domain;
    }

    /// Reads an expression, and what its calls run.
    fn read(&mut self, stmt: StmtId, expr: ExprId) {
        self.reader(stmt).value(expr);
        self.enter_calls();
    }

    /// Inside a call, everything happens at the statement that makes the call.
    fn reader(&mut self, stmt: StmtId) -> Reader<'_, '_> {
        Reader {
            input: self.input,
            values: &mut self.region.values,
            pointers: &self.pointers,
            own: &self.own,
            of_literals: &self.of_literals,
            named: self.named,
            shapes: &self.shapes,
            domain: self.domain.clone(),
            loops: &self.loops,
            stmt: self.call.unwrap_or(stmt),
            found: &mut self.region.found,
        }
    }

    /// Statement nesting is bounded by the parser.
    fn stmt(&mut self, stmt: StmtId) {
        let input = self.input;
        match &input.program.stmts[stmt].kind {
            StmtKind::Block(stmts) => {
                let saved = self.save();
                for stmt in stmts {
                    self.stmt(*stmt);
                    // What follows runs only where nothing jumped past it.
                    if jumps_somewhere(input, *stmt) {
                        self.domain = std::mem::take(&mut self.domain).approximated();
                    }
                }
                self.restore(saved);
            }
            StmtKind::Decl(items) => items.iter().for_each(|item| self.declaration(stmt, item)),
            StmtKind::Expr(expr) => {
                self.read(stmt, *expr);
                self.assignment(stmt, *expr);
            }
            StmtKind::If { cond, then, otherwise } => self.branch(stmt, *cond, *then, *otherwise),
            StmtKind::For { init, cond, step, body } => {
                let saved = self.save();
                init.iter().for_each(|init| self.stmt(*init));
                match recognize(input, stmt) {
                    Ok(canonical) => self.counted_loop(stmt, canonical),
                    Err(_) => {
                        let strides = self.striding_index(stmt, *step, *body).is_some();
                        let exprs = cond.iter().chain(step).copied().collect();
                        let counter = step.filter(|_| !strides).and_then(|step| self.counter(step, *body));
                        self.free_loop(stmt, exprs, *body, counter.zip(*cond));
                    }
                }
                self.restore(saved);
            }
            StmtKind::While { cond, body } | StmtKind::DoWhile { body, cond } => {
                self.free_loop(stmt, vec![*cond], *body, None);
            }
            StmtKind::Switch { cond, body } => {
                self.read(stmt, *cond);
                self.vaguely(*body);
            }
            StmtKind::Case { body, .. } | StmtKind::Default(body) | StmtKind::Label { body, .. } => {
                self.domain = std::mem::take(&mut self.domain).approximated();
                self.stmt(*body);
            }
            StmtKind::Singular { body, .. } | StmtKind::Annotated { body, .. } => self.stmt(*body),
            StmtKind::Directive(directive) => self.directive(stmt, *directive),
            StmtKind::Return(Some(expr)) | StmtKind::GotoComputed(expr) => self.read(stmt, *expr),
            StmtKind::Asm(asm) => {
                asm.inputs.iter().for_each(|(_, _, operand)| self.read(stmt, *operand));
                for (_, _, operand) in &asm.outputs {
                    self.reader(stmt).updated(*operand);
                    self.enter_calls();
                }
            }
            // A kernel inside a kernel is refused on its own account.
            StmtKind::Kernel { .. }
            | StmtKind::Return(None)
            | StmtKind::Empty
            | StmtKind::Goto(_)
            | StmtKind::Continue
            | StmtKind::Break
            | StmtKind::Attributes(_)
            | StmtKind::Pragma(_)
            | StmtKind::Barrier
            | StmtKind::Comment(_)
            | StmtKind::Error => {}
        }
    }

    /// Walks what runs under conditions that are not known.
    fn vaguely(&mut self, body: StmtId) {
        let saved = self.save();
        self.domain = std::mem::take(&mut self.domain).approximated();
        self.stmt(body);
        self.restore(saved);
    }

    fn declaration(&mut self, stmt: StmtId, item: &Item) {
        let Item::Var { var, with_init: true, .. } = item else { return };
        let Some(init) = &self.input.program.vars[*var].init else { return };
        for expr in self.input.program.init_exprs(init) {
            self.read(stmt, expr);
        }
        match init {
            Init::Expr(expr) => self.define(stmt, *var, *expr),
            Init::List { .. } => {
                let mut members = Vec::new();
                given_members(self.input.program, Place::var(*var), init, &mut members);
                for (place, value) in members {
                    self.define_pointer(stmt, &place, value);
                }
            }
            Init::Construct(_) => {}
        }
    }

    fn assignment(&mut self, stmt: StmtId, expr: ExprId) {
        let ExprKind::Assign { lhs, rhs } = &self.input.program.exprs[expr].kind else { return };
        match self.input.program.exprs[*lhs].kind {
            ExprKind::Var(var) => self.define(stmt, var, *rhs),
            ExprKind::Member { .. } => {
                if let Some(place) = Place::of(self.input.program, *lhs) {
                    self.define_pointer(stmt, &place, *rhs);
                }
            }
            _ => {}
        }
    }

    /// A pointer in a struct, assigned once.
    fn define_pointer(&mut self, stmt: StmtId, place: &Place, value: ExprId) {
        if self.assignments.get(place).is_none_or(|values| values.len() != 1) {
            return;
        }
        if let Some(pointer) = self.reader(stmt).pointer(value) {
            self.pointers.insert(place.clone(), pointer.as_variable());
        }
    }

    /// A variable with one assignment stands for its value from here to the
    /// end of the block.
    fn define(&mut self, stmt: StmtId, var: VarId, value: ExprId) {
        if self.writes.get(&var) != Some(&1) {
            return;
        }
        let ty = self.input.program.vars[var].ty;
        if self.input.program.types.is_integer(ty) {
            let domain = self.domain.clone();
            let polynomial = self.region.values.polynomial(self.input, value, &domain);
            self.region.values.known.insert(var, polynomial);
        } else if self.input.program.types.is_pointer(ty)
            && let Some(pointer) = self.reader(stmt).pointer(value)
        {
            self.pointers.insert(Place::var(var), pointer.as_variable());
        }
    }

    fn branch(&mut self, stmt: StmtId, cond: ExprId, then: StmtId, otherwise: Option<StmtId>) {
        self.read(stmt, cond);
        let first = self.region.found.accesses.len();
        let saved = self.save();
        self.assume(cond, true);
        self.stmt(then);
        self.restore(saved);
        match otherwise {
            Some(otherwise) => {
                let second = self.region.found.accesses.len();
                let saved = self.save();
                self.assume(cond, false);
                self.stmt(otherwise);
                self.restore(saved);
                self.join(stmt, (first, then), (second, otherwise));
            }
            // `if (i >= n) continue;`: from here on the condition is false.
            None if always_jumps(self.input, then) => self.assume(cond, false),
            None => {}
        }
    }

    /// `if (e) a[i] = 1; else a[i] = 2;` writes the element, whatever the condition is.
    fn join(&mut self, stmt: StmtId, then: (usize, StmtId), otherwise: (usize, StmtId)) {
        let (input, domain) = (self.input, &self.domain);
        let accesses = &mut self.region.found.accesses[then.0..];
        let (in_then, in_otherwise) = accesses.split_at_mut(otherwise.0 - then.0);
        for second in in_otherwise.iter_mut() {
            let is_same = |first: &crate::Access| {
                first.place == second.place
                    && first.subscripts == second.subscripts
                    && first.parts == second.parts
                    && first.loops == second.loops
                    && always_writes(input, then.1, first)
            };
            let is_write = second.mode == crate::AccessMode::Write && second.subscripts.is_some();
            if is_write && always_writes(input, otherwise.1, second) && in_then.iter().any(is_same) {
                second.joined = Some((stmt, domain.clone()));
            }
        }
    }

    fn assume(&mut self, cond: ExprId, holds: bool) {
        let domain = std::mem::take(&mut self.domain);
        self.domain = with_condition(self.input, &mut self.region.values, domain, cond, holds);
    }

    /// The variable that only the head of a loop changes: `d` of
    /// `for (d = 128; d > 0; d /= 2)`.
    fn counter(&self, step: ExprId, body: StmtId) -> Option<VarId> {
        let program = self.input.program;
        let ExprKind::Var(var) = program.exprs[program.assigned(step)?].kind else { return None };
        let is_integer = program.types.is_integer(program.vars[var].ty);
        (is_integer && !count_writes(self.input, body).contains_key(&var)).then_some(var)
    }

    /// A loop that is not counted. With a counter that its body leaves alone,
    /// that is one value in each round, for which the condition holds.
    fn free_loop(
        &mut self,
        stmt: StmtId,
        exprs: Vec<ExprId>,
        body: StmtId,
        counter: Option<(VarId, ExprId)>,
    ) {
        let saved = self.save();
        self.domain = std::mem::take(&mut self.domain).approximated();
        self.loops.push(stmt);
        exprs.iter().for_each(|expr| self.read(stmt, *expr));
        if let Some((index, condition)) = counter {
            let kind = SymbolKind::LoopIndex { loop_stmt: stmt, index };
            let symbol = self.region.values.symbols.intern(kind);
            self.region.values.known.insert(index, Polynomial::var(symbol));
            self.assume(condition, true);
        }
        self.stmt(body);
        self.loops.pop();
        self.restore(saved);
    }

    /// `for (i = thread; i < n; i += threads)` in a CUDA kernel: the index is
    /// its first value and what the steps have added so far. `None` if it is not so.
    fn striding_index(&mut self, stmt: StmtId, step: Option<ExprId>, body: StmtId) -> Option<()> {
        let program = self.input.program;
        let (lhs, rhs) = match step.map(|step| &program.exprs[step].kind) {
            Some(ExprKind::AssignOp { op: hir::BinaryOp::Add, lhs, rhs, .. }) => (*lhs, Some(*rhs)),
            Some(ExprKind::IncDec { op: hir::IncDec::Inc, operand, .. }) => (*operand, None),
            _ => return None,
        };
        let ExprKind::Var(index) = program.exprs[lhs].kind else { return None };
        let changed = count_writes(self.input, body);
        let StmtKind::For { init: Some(init), .. } = program.stmts[stmt].kind else { return None };
        let first = initial_value(program, init, index)?;
        let domain = self.domain.clone();
        let is_fixed = |expr: ExprId| {
            !program.exprs_below(expr).any(|below| match program.exprs[below].kind {
                ExprKind::Var(var) => var == index || changed.contains_key(&var),
                ExprKind::Index { .. } | ExprKind::Deref(_) | ExprKind::Call { .. } => true,
                _ => false,
            })
        };
        let values = &mut self.region.values;
        if !values.unsigned_is_exact || changed.contains_key(&index) || !rhs.is_none_or(is_fixed) {
            return None;
        }
        let first = values.polynomial(self.input, first, &domain);
        let added = values.symbols.intern(SymbolKind::BatchBase { loop_stmt: stmt, index });
        values.known.insert(index, first.plus(&Polynomial::var(added)).ok()?);
        Some(())
    }

    /// The region is run by an iteration of a loop around it.
    fn inside(&mut self, outer: &CanonicalLoop) {
        if self.writes.contains_key(&outer.index) {
            return;
        }
        let input = self.input;
        let values = &mut self.region.values;
        let first = values.polynomial(input, outer.first, &self.domain);
        let bound = values.polynomial(input, outer.bound, &self.domain);
        let format = integer_format(input.program, input.program.vars[outer.index].ty);
        let index = LinearExpr::var(values.invariant(&Place::var(outer.index), format));
        if let Some((first, bound)) = values.linear(&first).zip(values.linear(&bound)) {
            let known = std::mem::take(&mut values.knowledge);
            values.knowledge = loop_range(known, outer, &index, &first, &bound);
        }
    }

    fn counted_loop(&mut self, stmt: StmtId, canonical: CanonicalLoop) {
        let input = self.input;
        self.read(stmt, canonical.bound);
        let domain = self.domain.clone();
        let values = &mut self.region.values;
        let first = values.polynomial(input, canonical.first, &domain);
        let bound = values.polynomial(input, canonical.bound, &domain);
        let symbol = values.symbols.intern(SymbolKind::LoopIndex { loop_stmt: stmt, index: canonical.index });
        let index = LinearExpr::var(symbol);
        let bounds = values.linear(&first).zip(values.linear(&bound));
        self.domain = match bounds {
            Some((first, bound)) => {
                // From the larger of two numbers to the smaller of two others is between all of them.
                let up = canonical.step > 0;
                let (firsts, last) = match canonical.step.abs() {
                    1 => (values.symbols.nearest_of(&first, !up), values.symbols.nearest_of(&bound, up)),
                    _ => (vec![first.clone()], values.symbols.nearest_of(&bound, up)),
                };
                let real = firsts.iter().chain(&last).all(|end| is_real(&values.symbols, end));
                let mut range = loop_range(domain, &canonical, &index, &first, &bound);
                for other in firsts.iter().filter(|other| **other != first) {
                    range = loop_range(range, &canonical, &index, other, &bound);
                }
                for other in last.iter().filter(|other| **other != bound) {
                    range = loop_range(range, &canonical, &index, &first, other);
                }
                self.region.bounds.insert(stmt, (first, bound));
                if real && !leaves_early(input, canonical.body) { range } else { range.approximated() }
            }
            None => domain.approximated(),
        };
        values.known.insert(canonical.index, Polynomial::var(symbol));
        self.loops.push(stmt);
        let body = canonical.body;
        self.region.loops.insert(stmt, canonical);
        self.stmt(body);
        self.loops.pop();
    }

    fn directive(&mut self, stmt: StmtId, directive: DirectiveId) {
        let input = self.input;
        let DirectiveKind::Shared(action) = &input.program.directives[directive].kind else { return };
        let sections: Vec<&hir::Section> = match action {
            hir::SharedAction::Alloc { section, copyin, .. } => {
                std::iter::once(section).chain(copyin.iter().filter_map(|c| c.section.as_ref())).collect()
            }
            hir::SharedAction::Copyout { section, .. } => vec![section],
            hir::SharedAction::Remove(_) => Vec::new(),
        };
        let sections = sections.iter().map(|section| self.section_bounds(section)).collect();
        let (loops, domain) = (self.loops.clone(), self.domain.clone());
        self.region.points.push(DirectivePoint { stmt, directive, loops, domain, sections });
    }

    fn section_bounds(&mut self, section: &hir::Section) -> Vec<Option<(LinearExpr, LinearExpr)>> {
        let input = self.input;
        let domain = self.domain.clone();
        let shape = Place::of(input.program, section.base).and_then(|place| self.shapes.get(&place).cloned());
        let values = &mut self.region.values;
        let mut bounds = Vec::new();
        for (at, dim) in section.dims.iter().enumerate() {
            let mut read = |expr: ExprId| {
                let value = values.polynomial(input, expr, &domain);
                values.linear(&value)
            };
            let extent = || shape.as_ref().and_then(|shape| shape.extents.get(at).copied().flatten());
            bounds.push(match dim {
                hir::SectionDim::Range(lo, hi) => read(*lo).zip(read(*hi)),
                hir::SectionDim::Index(index) => read(*index).map(|index| (index.clone(), index)),
                hir::SectionDim::All => match extent() {
                    Some(kir::Extent::Constant(n)) => Some((0.into(), i128::from(n - 1).into())),
                    Some(kir::Extent::Expr(expr)) => {
                        read(expr).and_then(|n| Some((0.into(), n.plus_constant(-1).ok()?)))
                    }
                    None => None,
                },
            });
        }
        bounds
    }

    /// For each pointer variable assigned in the region, the one array that
    /// all its assignments point into. Variables with none are left out.
    fn pointer_roots(
        &mut self,
        body: StmtId,
        assignments: &BTreeMap<Place, Vec<ExprId>>,
        known: BTreeMap<Place, Pointer>,
    ) -> BTreeMap<Place, Pointer> {
        let program = self.input.program;
        let mut roots = known;
        // A chain of n pointers assigned to each other settles in n rounds.
        for _ in 0..=assignments.len() {
            let mut changed = false;
            for (assigned, values) in assignments {
                if roots.contains_key(assigned) {
                    continue;
                }
                self.pointers = roots.clone();
                let mut places = BTreeSet::new();
                let mut open = false;
                for value in values {
                    if program.mentions(*value, assigned.var) {
                        continue;
                    }
                    match self.reader(body).pointer(*value) {
                        Some(pointer) => {
                            places.insert(pointer.place().clone());
                        }
                        None => open = true,
                    }
                }
                if let (false, Some(place), 1) = (open, places.first(), places.len()) {
                    roots.insert(assigned.clone(), Pointer::into(place.clone()));
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        roots
    }
}

/// What each pointer is assigned in the region: variables, and members of the
/// region's `own` structs. A struct that is assigned as a whole, or whose address goes
/// somewhere, has no known members.
fn pointer_assignments(
    input: &Input<'_>,
    body: StmtId,
    own: &BTreeSet<VarId>,
) -> BTreeMap<Place, Vec<ExprId>> {
    let program = input.program;
    let is_pointer = |var: VarId| program.types.is_pointer(program.vars[var].ty);
    let mut assignments: BTreeMap<Place, Vec<ExprId>> = BTreeMap::new();
    let mut members: Vec<(Place, ExprId)> = Vec::new();
    let mut vague: BTreeSet<VarId> = BTreeSet::new();
    for node in program.nodes(body) {
        match node {
            Node::Expr(expr) => match &program.exprs[expr].kind {
                ExprKind::Assign { lhs, rhs } => match program.exprs[*lhs].kind {
                    ExprKind::Var(var) if is_pointer(var) => {
                        assignments.entry(Place::var(var)).or_default().push(*rhs);
                    }
                    ExprKind::Var(var) => {
                        vague.insert(var);
                    }
                    ExprKind::Member { .. } => {
                        members.extend(Place::of(program, *lhs).map(|place| (place, *rhs)));
                    }
                    _ => {}
                },
                ExprKind::AddrOf(operand) => vague.extend(whole_variable(program, *operand)),
                _ => {}
            },
            Node::Stmt(stmt) => {
                let StmtKind::Decl(items) = &program.stmts[stmt].kind else { continue };
                for item in items {
                    let Item::Var { var, with_init: true, .. } = item else { continue };
                    match &program.vars[*var].init {
                        Some(Init::Expr(init)) if is_pointer(*var) => {
                            assignments.entry(Place::var(*var)).or_default().push(*init);
                        }
                        Some(Init::Expr(_)) => {
                            vague.insert(*var);
                        }
                        Some(list) => given_members(program, Place::var(*var), list, &mut members),
                        None => {}
                    }
                }
            }
        }
    }
    let in_union = |step: &crate::Step| program.records[step.record].kind == hir::RecordKind::Union;
    for (place, value) in members {
        let is_known = own.contains(&place.var) && !vague.contains(&place.var) && !place.is_indirect();
        if is_known && !place.path.iter().any(in_union) {
            assignments.entry(place).or_default().push(value);
        }
    }
    assignments
}

/// The pointers that an initialiser in braces puts into the members of a struct.
fn given_members(program: &hir::Program, place: Place, init: &Init, found: &mut Vec<(Place, ExprId)>) {
    match init {
        Init::Expr(value) => {
            if program.types.is_pointer(program.exprs[*value].ty) {
                found.push((place, *value));
            }
        }
        Init::List { ty, entries, .. } => {
            let Some(record) = program.types.as_record(*ty) else { return };
            for entry in entries {
                let field = u32::try_from(entry.index).unwrap_or(u32::MAX);
                let mut place = place.clone();
                place.path.push(crate::Step { record, field, arrow: false });
                given_members(program, place, &entry.value, found);
            }
        }
        Init::Construct(_) => {}
    }
}

/// `domain` with the values the loop's index takes.
pub fn loop_range(
    domain: Set,
    canonical: &CanonicalLoop,
    index: &LinearExpr,
    first: &LinearExpr,
    bound: &LinearExpr,
) -> Set {
    let up = canonical.step > 0;
    let started = if up { domain.with_at_least(index, first) } else { domain.with_at_most(index, first) };
    let inside = match canonical.op {
        hir::BinaryOp::Le => started.with_at_most(index, bound),
        hir::BinaryOp::Ge => started.with_at_least(index, bound),
        _ if up => started.with_less(index, bound),
        _ => started.with_less(bound, index),
    };
    let stride = i128::from(canonical.step).abs();
    if stride == 1 {
        return inside;
    }
    inside.with(index.minus(first).and_then(|offset| affine::Constraint::multiple_of(&offset, stride)))
}

/// Does control never come out at the end of the statement?
pub fn always_jumps(input: &Input<'_>, stmt: StmtId) -> bool {
    let mut at = stmt;
    loop {
        match &input.program.stmts[at].kind {
            StmtKind::Block(stmts) => match stmts.last() {
                Some(last) => at = *last,
                None => return false,
            },
            StmtKind::Continue | StmtKind::Break | StmtKind::Return(_) | StmtKind::Goto(_) => return true,
            _ => return false,
        }
    }
}

/// Does a branch make this write whenever it runs?
fn always_writes(input: &Input<'_>, branch: StmtId, access: &crate::Access) -> bool {
    let program = input.program;
    let statements = match &program.stmts[branch].kind {
        StmtKind::Block(statements) => statements.as_slice(),
        _ => std::slice::from_ref(&branch),
    };
    let before_jumps = statements.iter().take_while(|stmt| !leaves(input, **stmt, Jumps::All));
    before_jumps.into_iter().any(|stmt| match program.stmts[*stmt].kind {
        StmtKind::Expr(expr) => match program.exprs[expr].kind {
            ExprKind::Assign { lhs, .. } | ExprKind::AssignOp { lhs, .. } => lhs == access.lvalue,
            _ => false,
        },
        StmtKind::Block(_) => always_writes(input, *stmt, access),
        _ => access.joined.as_ref().is_some_and(|(joined, _)| joined == stmt),
    })
}

/// May control leave the statement by a jump, other than as `if (e) continue;` tells it?
fn jumps_somewhere(input: &Input<'_>, stmt: StmtId) -> bool {
    match input.program.stmts[stmt].kind {
        StmtKind::Expr(_) | StmtKind::Decl(_) => false,
        StmtKind::If { then, otherwise: None, .. } if always_jumps(input, then) => false,
        _ => may_jump_away(input, stmt),
    }
}

/// May the loop end before its condition is false? A jump anywhere in the body
/// counts, except `continue`, and `break` of an inner loop or `switch`.
pub fn leaves_early(input: &Input<'_>, body: StmtId) -> bool {
    leaves(input, body, Jumps::ButContinue)
}

/// May control leave the statement by any jump?
pub fn may_jump_away(input: &Input<'_>, stmt: StmtId) -> bool {
    leaves(input, stmt, Jumps::All)
}

/// Which jumps count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Jumps {
    All,
    ButContinue,
}

fn leaves(input: &Input<'_>, body: StmtId, jumps: Jumps) -> bool {
    // In an inner loop `break` and `continue` stay inside, in an inner `switch` `break` does.
    let mut pending = vec![(body, false, false)];
    while let Some((stmt, breaks_inner, continues_inner)) = pending.pop() {
        let kind = &input.program.stmts[stmt].kind;
        match kind {
            StmtKind::Break if !breaks_inner => return true,
            StmtKind::Continue if !continues_inner && jumps == Jumps::All => return true,
            StmtKind::Return(_) | StmtKind::Goto(_) | StmtKind::GotoComputed(_) => return true,
            _ => {}
        }
        let is_loop =
            matches!(kind, StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. });
        let breaks_inner = breaks_inner || is_loop || matches!(kind, StmtKind::Switch { .. });
        for child in input.program.children(Node::Stmt(stmt)) {
            if let Node::Stmt(child) = child {
                pending.push((child, breaks_inner, continues_inner || is_loop));
            }
        }
    }
    false
}

#[cfg(test)]
#[path = "region_tests.rs"]
mod region_tests;
