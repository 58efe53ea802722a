//! `reduction` clauses: what is reduced, by whom, and whether the loop does
//! nothing else with it.
//!
//! ```c
//! #pragma hicuda loop_partition over_tblock over_thread reduction(+: s)
//! for (i = 0; i < n; i++) s += a[i];       // the grid adds up; the host has s afterwards
//! ```
//! A loop shared out over blocks reduces over the grid: the value is complete when
//! the kernel is, so nothing else in the kernel may look at it. A loop shared out
//! over threads alone reduces within each block, and all its threads go on with the
//! result, unless the host wants it, which makes it the grid's again.
//!
//! Invariant: inside a loop that reduces `s`, every mention of `s` is part of an
//! [`hir::update`] by the clause's operation.

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::{Diagnostic, Sink, codes};
use hir::update;
use hir::{
    DirectiveId, DirectiveKind, ExprId, ExprKind, Node, Reduction, ReductionOp, Section, SectionDim, Span,
    StmtId, StmtKind, VarId,
};
use kir::Pairing;

use crate::array_reduction::{self, ArrayCopies};
use crate::located;
use crate::partitions::governed_loop;
use crate::{Input, PartitionFacts, SectionRange, sections};

/// A scalar, or an array, that a partitioned loop reduces.
#[derive(Clone, Debug)]
pub struct ReductionFacts {
    /// The scalar or array.
    pub var: VarId,
    /// The operation.
    pub op: ReductionOp,
    /// May the order of combination vary from run to run?
    pub fast: bool,
    /// The `For` statement.
    pub stmt: StmtId,
    /// Who combines the values of its threads.
    pub scope: ReductionScope,
    /// It is an array, updated so.
    pub array: Option<ArrayCopies>,
    /// The part of the array that the clause names; empty for `[*]`.
    pub part: Vec<SectionRange>,
    /// The other variable of `d at k`.
    pub pairing: Pairing,
    /// The clause.
    pub span: Span,
}

/// Who combines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReductionScope {
    /// Each block for itself, at the end of the loop.
    Block,
    /// The grid, at the end of the kernel.
    Grid,
}

/// The variables that each partitioned loop reduces, in its own clauses or in
/// those of a loop around it.
pub fn reduced_by_loop(input: &Input<'_>, body: StmtId) -> BTreeMap<StmtId, BTreeSet<VarId>> {
    let mut found = BTreeMap::new();
    for_each_partition(input, body, &mut |nest| {
        if let Some(own) = nest.last() {
            found.insert(own.stmt, nest.iter().flat_map(|level| level.vars()).collect());
        }
    });
    found
}

/// Directives of loops over threads at whose end the block comes together,
/// because it reduces.
pub fn gathering_directives(input: &Input<'_>, body: StmtId) -> BTreeSet<DirectiveId> {
    let mut found = BTreeSet::new();
    for_each_partition(input, body, &mut |nest| {
        let Some((own, outer)) = nest.split_last() else { return };
        let mut new = own.vars().filter(|var| !outer.iter().any(|level| level.vars().any(|v| v == *var)));
        if !own.over_block && new.next().is_some() {
            found.insert(own.directive);
        }
    });
    found
}

/// Checks the clauses of a kernel. `is_wanted`: the host uses the variable after
/// the kernel, or it is on the device. `locals`: variables declared in the kernel.
pub fn find(
    input: &Input<'_>,
    body: StmtId,
    partitions: &BTreeMap<StmtId, PartitionFacts>,
    is_wanted: &dyn Fn(VarId) -> bool,
    locals: &[VarId],
    sink: &mut Sink,
) -> Vec<ReductionFacts> {
    let mut search = Search { input, body, partitions, is_wanted, locals, sink, found: Vec::new() };
    for_each_partition(input, body, &mut |nest| search.partition(nest));
    search.check_grid(body);
    search.found
}

/// A partitioned loop on the way to another.
#[derive(Clone, Copy)]
struct Level<'p> {
    stmt: StmtId,
    directive: DirectiveId,
    clauses: &'p [Reduction],
    over_block: bool,
}

impl<'p> Level<'p> {
    fn vars(self) -> impl Iterator<Item = VarId> + 'p {
        self.clauses.iter().flat_map(|clause| &clause.vars).filter_map(|section| section.var)
    }
}

/// Calls `visit` with every partitioned loop, the loops around it before it.
fn for_each_partition<'p>(input: &Input<'p>, body: StmtId, visit: &mut dyn FnMut(&[Level<'p>])) {
    let program = input.program;
    let mut pending: Vec<(StmtId, Vec<Level<'p>>)> = vec![(body, Vec::new())];
    while let Some((stmt, mut nest)) = pending.pop() {
        if let StmtKind::Annotated { directive, body } = &program.stmts[stmt].kind
            && let DirectiveKind::LoopPartition(clauses) = &program.directives[*directive].kind
        {
            nest.push(Level {
                stmt: governed_loop(input, *body),
                directive: *directive,
                clauses: &clauses.reductions,
                over_block: clauses.over_tblock.is_some(),
            });
            visit(&nest);
        }
        let children = program.children(Node::Stmt(stmt)).into_iter().rev();
        pending.extend(children.filter_map(|child| match child {
            Node::Stmt(child) => Some((child, nest.clone())),
            Node::Expr(_) => None,
        }));
    }
}

struct Search<'a, 'p> {
    input: &'a Input<'p>,
    /// Of the kernel.
    body: StmtId,
    partitions: &'a BTreeMap<StmtId, PartitionFacts>,
    is_wanted: &'a dyn Fn(VarId) -> bool,
    locals: &'a [VarId],
    sink: &'a mut Sink,
    found: Vec<ReductionFacts>,
}

impl<'p> Search<'_, 'p> {
    fn partition(&mut self, nest: &[Level<'p>]) {
        let Some((own, outer)) = nest.split_last() else { return };
        for clause in own.clauses {
            for section in &clause.vars {
                self.clause(own, outer, clause, section);
            }
        }
    }

    fn clause(&mut self, own: &Level<'p>, outer: &[Level<'p>], clause: &Reduction, section: &Section) {
        let Some(var) = self.reducible(clause, section) else { return };
        let around = outer.iter().flat_map(|level| level.clauses).chain(own.clauses);
        let mut same_var = around.filter(|other| other.vars.iter().any(|s| s.var == Some(var)));
        if let Some(other) = same_var.next().filter(|other| other.span != clause.span) {
            // The outer loop's clause covers this one; the operations must agree.
            if other.op != clause.op {
                self.sink.push(two_operations(self.input, var, clause.span, other.span));
            }
            return;
        }
        let Some(partition) = self.partitions.get(&own.stmt) else { return };
        let body = partition.canonical.body;
        let is_array = !section.dims.is_empty();
        let partner = clause.place_of(var).or_else(|| clause.value_at(var));
        let well_formed = match partner {
            Some(partner) => self.check_pair(body, var, partner, clause),
            None => self.check_updates(body, var, is_array, clause),
        };
        let scope = match () {
            () if own.over_block || self.shares_over_blocks(body) => ReductionScope::Grid,
            () if [Some(var), partner].into_iter().flatten().any(|var| (self.is_wanted)(var)) => {
                ReductionScope::Grid
            }
            () => ReductionScope::Block,
        };
        let pairing = match (clause.place_of(var), partner) {
            (Some(place), _) if well_formed && located::is_place(self.input, place) => {
                self.pairing(outer, partition, scope, (var, place), clause.span)
            }
            (_, Some(value)) => {
                let tie = self.found.iter().find(|known| known.var == value).map(|known| known.pairing);
                let nowhere = tie.and_then(|pairing| match pairing {
                    Pairing::Value(tie) => tie.nowhere,
                    Pairing::Alone | Pairing::Place { .. } => None,
                });
                Pairing::Place { nowhere }
            }
            (_, None) => Pairing::Alone,
        };
        if well_formed && scope == ReductionScope::Block && partition.batched && self.is_batched_around(outer)
        {
            self.sink.push(barrier_in_both(self.input, var, clause.span));
        }
        // Copies of an iteration come together to reduce, so they must share the loop.
        let around = outer.iter().filter_map(|level| self.partitions.get(&level.stmt));
        if scope == ReductionScope::Block
            && let Some(jammed) = around.into_iter().find(|p| p.jam > 1)
            && self.may_differ_inside(jammed, partition)
        {
            let jam = self.input.program.directives[jammed.directive].span;
            self.sink.push(jammed_reduction(self.input, var, clause.span, jam));
        }
        let (op, fast, stmt) = (clause.op, clause.fast, own.stmt);
        // Where it is updated is decided when all of shared memory is known.
        let array = is_array.then_some(ArrayCopies::InPlace);
        let is_all = section.dims.iter().all(|dim| matches!(dim, SectionDim::All));
        let part = if is_all { Vec::new() } else { sections::ranges(self.input, section, &[]) };
        self.found.push(ReductionFacts {
            var,
            op,
            fast,
            stmt,
            scope,
            array,
            part,
            pairing,
            span: section.span,
        });
    }

    /// Which of equal values counts; an error where threads cannot tell.
    fn pairing(
        &mut self,
        outer: &[Level<'p>],
        own: &PartitionFacts,
        scope: ReductionScope,
        (value, place): (VarId, VarId),
        span: Span,
    ) -> Pairing {
        let asked = located::Asked { own, pair: (value, place), span };
        let mut found = located::tie(self.input, self.partitions, &asked);
        let earlier = self.of_grid().find(|other| other.var == value).map(|other| other.span);
        if scope == ReductionScope::Grid && found.is_ok() {
            let around = outer.first().map(|level| self.input.program.directives[level.directive].span);
            if let Some(again) = earlier.or(around).or_else(|| self.repeats(own.canonical.stmt)) {
                found = Err(Box::new(asked.runs_again(self.input, again)));
            }
        }
        match found {
            Ok(tie) => tie.map_or(Pairing::Alone, Pairing::Value),
            Err(complaint) => {
                self.sink.push(*complaint);
                Pairing::Alone
            }
        }
    }

    /// A loop of the kernel around this one.
    fn repeats(&self, stmt: StmtId) -> Option<Span> {
        let around = located::loops_around(self.input, self.body, stmt)?;
        around.first().map(|outer| self.input.program.stmts[*outer].span)
    }

    /// Every mention of the two in the body must be part of a statement that keeps them.
    fn check_pair(&mut self, body: StmtId, var: VarId, partner: VarId, clause: &Reduction) -> bool {
        let program = self.input.program;
        let (value, place) = match clause.place_of(var) {
            Some(_) => (var, partner),
            None => (partner, var),
        };
        let mut allowed: BTreeSet<ExprId> = clause_mentions(self.input, body);
        for (stmt, update) in located::updates_of(self.input, body, value) {
            if update.place == place && update.op == clause.op {
                allowed.extend(program.exprs_below(stmt));
            }
        }
        let stray_of = |var: VarId| {
            let mut mentions =
                program.exprs_below(Node::Stmt(body)).filter(|expr| is_var(self.input, *expr, var));
            mentions.find(|expr| !allowed.contains(expr))
        };
        let stray = stray_of(var);
        // One of them is enough to say.
        let is_told = var == place && stray_of(value).is_some();
        if let Some(stray) = stray.filter(|_| !is_told) {
            self.sink.push(not_located(self.input, (value, place), self.input.span(stray), clause));
        }
        stray.is_none()
    }

    /// May the bounds of a loop differ between iterations of one around it?
    fn may_differ_inside(&self, outer: &PartitionFacts, inner: &PartitionFacts) -> bool {
        let program = self.input.program;
        let mut changed: BTreeSet<VarId> = BTreeSet::from([outer.canonical.index]);
        changed.extend(crate::region::declared_in(self.input, outer.canonical.body));
        for expr in program.exprs_below(Node::Stmt(outer.canonical.body)) {
            let (ExprKind::Assign { lhs: target, .. }
            | ExprKind::AssignOp { lhs: target, .. }
            | ExprKind::IncDec { operand: target, .. }
            | ExprKind::AddrOf(target)) = program.exprs[expr].kind
            else {
                continue;
            };
            if let ExprKind::Var(var) = program.exprs[target].kind {
                changed.insert(var);
            }
        }
        let bounds = [inner.canonical.first, inner.canonical.bound];
        let mut below = bounds.into_iter().flat_map(|bound| program.exprs_below(Node::Expr(bound)));
        below.any(|expr| match program.exprs[expr].kind {
            ExprKind::Var(var) => changed.contains(&var),
            ExprKind::Index { .. } | ExprKind::Deref(_) | ExprKind::Call { .. } | ExprKind::Member { .. } => {
                true
            }
            _ => false,
        })
    }

    /// The variable of a clause, if it can be reduced.
    fn reducible(&mut self, clause: &Reduction, section: &Section) -> Option<VarId> {
        let types = &self.input.program.types;
        let (var, ty) = match section.var {
            _ if !section.dims.is_empty() => {
                let var = array_reduction::reduced_array(self.input, section, self.locals, self.sink)?;
                (var, array_reduction::element_type(self.input, var))
            }
            Some(var) => (var, self.input.program.vars[var].ty),
            None => {
                self.sink.push(not_a_variable(section));
                return None;
            }
        };
        let on_bits = matches!(clause.op, ReductionOp::BitAnd | ReductionOp::BitOr | ReductionOp::BitXor);
        let is_number = types.is_integer(ty) || types.is_real_floating(ty) && !on_bits;
        // Elements are updated by atomic operations, which bytes have none of.
        let has_operations = matches!(self.input.program.size_of(ty), Some(2 | 4 | 8));
        let fits = is_number && (section.dims.is_empty() || has_operations);
        if !fits {
            let complaint = match is_number {
                true => too_small(self.input, var, section.span),
                false => wrong_type(self.input, var, section.span, on_bits),
            };
            self.sink.push(complaint);
            return None;
        }
        let in_pair = clause.place_of(var).is_some() || clause.value_at(var).is_some();
        let is_scalar =
            section.dims.is_empty() && clause.vars.iter().filter(|s| s.var == Some(var)).count() == 1;
        if in_pair && !is_scalar || clause.value_at(var).is_some() && !located::is_place(self.input, var) {
            self.sink.push(no_pair(self.input, var, section.span));
        }
        Some(var)
    }

    fn shares_over_blocks(&self, body: StmtId) -> bool {
        let inside = self.input.program.stmts_below(body);
        inside.filter_map(|stmt| self.partitions.get(&stmt)).any(|p| p.over_block.is_some())
    }

    fn is_batched_around(&self, outer: &[Level<'p>]) -> bool {
        let around = outer.iter().filter_map(|level| self.partitions.get(&level.stmt));
        around.into_iter().any(|p| p.over_thread.is_some())
    }

    /// Every mention in the body must be part of an update.
    fn check_updates(&mut self, body: StmtId, var: VarId, is_array: bool, clause: &Reduction) -> bool {
        let program = self.input.program;
        let mut allowed: BTreeSet<ExprId> = clause_mentions(self.input, body);
        let mut wrong_operation = None;
        if is_array {
            let (of_array, other) = array_reduction::updates(self.input, body, var, clause);
            allowed.extend(of_array);
            wrong_operation = other;
        }
        for (root, change) in updates_of(self.input, body, var) {
            if change.op != clause.op {
                wrong_operation.get_or_insert(self.input.span(change.target));
                continue;
            }
            allowed.extend(program.exprs_below(root).filter(|e| is_var(self.input, *e, var)));
        }
        let is_stray = |e: &ExprId| is_var(self.input, *e, var) && !allowed.contains(e);
        let stray = program.exprs_below(Node::Stmt(body)).find(is_stray);
        if let Some(stray) = stray {
            let span = self.input.span(stray);
            let by_another = wrong_operation.is_some_and(|other| other.lo == span.lo);
            self.sink.push(not_an_update(self.input, var, span, by_another, clause));
        }
        stray.is_none()
    }

    /// What the grid computes is known after the kernel only.
    fn check_grid(&mut self, body: StmtId) {
        let program = self.input.program;
        let vars: BTreeSet<VarId> = self.of_grid().map(|r| r.var).collect();
        for var in vars {
            let own: Vec<ReductionFacts> = self.of_grid().filter(|r| r.var == var).cloned().collect();
            if let Some(other) = own.iter().find(|r| r.op != own[0].op) {
                self.sink.push(two_operations(self.input, var, other.span, own[0].span));
            }
            if self.locals.contains(&var) {
                self.sink.push(of_one_thread(self.input, var, own[0].span));
                continue;
            }
            let mut inside: BTreeSet<ExprId> = clause_mentions(self.input, body);
            let bodies = own.iter().filter_map(|r| self.partitions.get(&r.stmt)).map(|p| p.canonical.body);
            inside.extend(bodies.flat_map(|body| program.exprs_below(Node::Stmt(body))));
            let is_outside = |e: &ExprId| is_var(self.input, *e, var) && !inside.contains(e);
            if let Some(outside) = program.exprs_below(Node::Stmt(body)).find(is_outside) {
                self.sink.push(outside_its_loop(self.input, var, self.input.span(outside), own[0].span));
            }
        }
    }

    fn of_grid(&self) -> impl Iterator<Item = &ReductionFacts> {
        self.found.iter().filter(|r| r.scope == ReductionScope::Grid)
    }
}

/// The updates that one statement consists of, with all that belongs to each.
pub fn updates_in(input: &Input<'_>, stmt: StmtId) -> Vec<(Node, update::Update)> {
    let about = input.about();
    let expr = match input.program.stmts[stmt].kind {
        StmtKind::Expr(expr) => expr,
        StmtKind::If { .. } => {
            return update::of_stmt(&about, stmt)
                .map(|found| (Node::Stmt(stmt), found))
                .into_iter()
                .collect();
        }
        _ => return Vec::new(),
    };
    let mut found = Vec::new();
    let mut pending = vec![expr];
    while let Some(expr) = pending.pop() {
        match input.program.exprs[update::written(&about, expr)].kind {
            ExprKind::Binary { op: hir::BinaryOp::Comma, lhs, rhs } => pending.extend([rhs, lhs]),
            _ => found.extend(update::of_expr(&about, expr).map(|found| (Node::Expr(expr), found))),
        }
    }
    found
}

/// The updates of one variable below a statement.
pub fn updates_of<'p>(
    input: &Input<'p>,
    body: StmtId,
    var: VarId,
) -> impl Iterator<Item = (Node, update::Update)> {
    let updates = input.program.stmts_below(body).flat_map(move |stmt| updates_in(input, stmt));
    updates.filter(move |(_, update)| is_var(input, update.target, var))
}

/// Is the expression this variable?
pub fn is_var(input: &Input<'_>, expr: ExprId, var: VarId) -> bool {
    input.program.variable_of(expr) == Some(var)
}

/// The names inside `reduction` clauses, which are no uses.
fn clause_mentions(input: &Input<'_>, body: StmtId) -> BTreeSet<ExprId> {
    let mut mentions = BTreeSet::new();
    for_each_partition(input, body, &mut |nest| {
        let own = nest.last().into_iter().flat_map(|level| level.clauses);
        mentions.extend(own.flat_map(|clause| &clause.vars).map(|section| section.base));
    });
    mentions
}

/// An update by an operation, as one may write it.
fn example(op: ReductionOp, name: &str) -> String {
    match op {
        ReductionOp::Min => format!("{name} = fmin({name}, e)` or `if (e < {name}) {name} = e"),
        ReductionOp::Max => format!("{name} = fmax({name}, e)` or `if (e > {name}) {name} = e"),
        ReductionOp::And => format!("{name} = {name} && e` or `if (!e) {name} = 0"),
        ReductionOp::Or => format!("{name} = {name} || e` or `if (e) {name} = 1"),
        op => format!("{name} {}= e", op.text()),
    }
}

fn not_an_update(
    input: &Input<'_>,
    var: VarId,
    span: Span,
    other_operation: bool,
    clause: &Reduction,
) -> Diagnostic {
    let (name, op) = (input.name(var), clause.op.text());
    let label = match other_operation {
        true => format!("this combines it by another operation than `{op}`"),
        false => format!("inside the loop `{name}` is only what one thread has so far"),
    };
    Diagnostic::new(&codes::NOT_A_REDUCTION, span, format!("this use of `{name}` is not an update by `{op}`"))
        .label(label)
        .related(clause.span, "the loop reduces it")
        .help(format!(
            "inside the loop write only `{}`, where `e` does not use `{name}`",
            example(clause.op, &name)
        ))
}

fn not_located(
    input: &Input<'_>,
    (value, place): (VarId, VarId),
    span: Span,
    clause: &Reduction,
) -> Diagnostic {
    let (value, place) = (input.name(value), input.name(place));
    let sign = if clause.op == ReductionOp::Min { "<" } else { ">" };
    Diagnostic::new(
        &codes::NOT_A_REDUCTION,
        span,
        format!("this does not keep the `{}` of `{value}` together with its place `{place}`", clause.op.text()),
    )
    .label("inside the loop both are only what one thread has so far")
    .related(clause.span, "the loop reduces them")
    .help(format!(
        "inside the loop write only `if (e {sign} {value}) {{ {value} = e; {place} = i; }}`, where `e` uses neither, and has the type of `{value}`"
    ))
}

fn no_pair(input: &Input<'_>, var: VarId, span: Span) -> Diagnostic {
    let name = input.name(var);
    Diagnostic::new(&codes::NOT_REDUCIBLE, span, format!("`{name}` cannot be part of a pair `d at k`"))
        .related(input.program.vars[var].span, "declared here")
        .help("a pair is a variable for the value and one of `int`, `long` or their unsigned types for its place, each in one pair only")
}

fn two_operations(input: &Input<'_>, var: VarId, span: Span, other: Span) -> Diagnostic {
    let name = input.name(var);
    Diagnostic::new(&codes::REDUCTIONS_DISAGREE, span, format!("`{name}` is reduced by two operations"))
        .label("one of them")
        .related(other, "the other")
        .help("use one operation per variable and kernel, or a variable for each")
}

fn outside_its_loop(input: &Input<'_>, var: VarId, span: Span, clause: Span) -> Diagnostic {
    let name = input.name(var);
    Diagnostic::new(
        &codes::REDUCTION_NOT_COMPLETE,
        span,
        format!("`{name}` is not known in the kernel that reduces it"),
    )
    .label("used outside the loop")
    .related(clause, "the blocks of the grid combine their values when the kernel ends")
    .help(format!("use `{name}` after the kernel, or in another one"))
}

fn of_one_thread(input: &Input<'_>, var: VarId, clause: Span) -> Diagnostic {
    let name = input.name(var);
    Diagnostic::new(
        &codes::REDUCTION_NOT_COMPLETE,
        clause,
        format!("the grid reduces `{name}`, but it ends with the kernel"),
    )
    .label("shared out over blocks, which combine their values when the kernel ends")
    .related(input.program.vars[var].span, "declared inside the kernel")
    .help(format!("declare `{name}` before the kernel, or share the loop out over threads only"))
}

fn barrier_in_both(input: &Input<'_>, var: VarId, clause: Span) -> Diagnostic {
    let name = input.name(var);
    Diagnostic::new(
        &codes::REDUCTION_AROUND_BARRIER,
        clause,
        format!("the loop that reduces `{name}` holds a barrier and is itself shared out inside another"),
    )
    .label("each thread of the outer loop would have to wait for a reduction of its own")
    .help("share the outer loop out over blocks only, or do without the barrier inside")
}

fn jammed_reduction(input: &Input<'_>, var: VarId, clause: Span, jam: Span) -> Diagnostic {
    let name = input.name(var);
    Diagnostic::new(
        &codes::REDUCTION_IN_JAM,
        clause,
        format!(
            "`{name}` cannot be reduced here: the bounds of the loop may differ between jammed iterations"
        ),
    )
    .label("the copies of the iteration go through this loop together")
    .related(jam, "a loop around it is jammed")
    .help("leave out `jam`, or give the loop bounds that do not depend on the jammed one")
}

fn not_a_variable(section: &Section) -> Diagnostic {
    Diagnostic::new(&codes::NOT_REDUCIBLE, section.span, "only a variable or a whole array can be reduced")
        .label("this is a member of a struct")
        .help("reduce into a variable and assign it afterwards")
}

fn too_small(input: &Input<'_>, var: VarId, span: Span) -> Diagnostic {
    let name = input.name(var);
    Diagnostic::new(
        &codes::NOT_REDUCIBLE,
        span,
        format!("`{name}` cannot be reduced: the device has no atomic operations on its elements"),
    )
    .related(input.program.vars[var].span, "declared here")
    .help("use elements of 2, 4 or 8 bytes, such as `int` or `unsigned`")
}

fn wrong_type(input: &Input<'_>, var: VarId, span: Span, on_bits: bool) -> Diagnostic {
    let name = input.name(var);
    let what = if on_bits { "an integer" } else { "a number" };
    Diagnostic::new(&codes::NOT_REDUCIBLE, span, format!("`{name}` cannot be reduced: it is not {what}"))
        .related(input.program.vars[var].span, "declared here")
        .help("reduce variables of integer or floating type")
}

#[cfg(test)]
#[path = "update_tests.rs"]
mod update_tests;

#[cfg(test)]
#[path = "reduction_tests.rs"]
mod reduction_tests;
