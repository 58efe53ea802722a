//! Loops of the host whose rounds need nothing of each other: copy in, compute, copy out.
//!
//! ```c
//! for (int c = 0; c < n; c += m) {
//! #pragma hicuda global alloc x[c:c+m-1] copyin
//! #pragma hicuda global alloc y[c:c+m-1]
//! #pragma hicuda kernel scale nowait
//!     …
//! #pragma hicuda kernel_end
//! #pragma hicuda global copyout y[c:c+m-1]
//! #pragma hicuda global free x y
//! }
//! ```
//! While one round computes, the next can copy in and the one before copy out. A round is in order by itself; two
//! rounds may be in any order if no element of the host is copied out by one and moved by the other. The first elements
//! of the round behind must follow the last ones of this one,
//!
//! ```text
//! hi(c) < lo(c + step)        for all sections of one array, of which one is copied out
//! ```
//! and since no section ends before it starts (which is tested), all later rounds are further on still.
//!
//! A device copy that all rounds use, made before the loop, is like the host's array: what rounds write of it must be
//! theirs, and their kernels keep to the sections that they move.
//!
//! Invariant: the host touches nothing that is moved, from the loop's head to its end. What comes behind the loop finds
//! it finished.

use std::collections::{BTreeMap, BTreeSet};

use affine::Polynomial;
use diagnostics::{Diagnostic, Sink, codes};
use hir::{
    BinaryOp, DirectiveId, DirectiveKind, ExprId, ExprKind, FunctionId, IncDec, Init, Node, Program, Span,
    StmtId, StmtKind, VarId,
};

use crate::aliases::Origins;
use crate::coverage::is_in_outermost;
use crate::data_law::CopyPair;
use crate::data_law::record::Record;
use crate::effects::{Effects, Event, EventKind, of_expr, of_stmt_itself};
use crate::index_expr::Values;
use crate::size_formula::{of_extent, polynomial, symbol, variable};
use crate::{
    ArrayUse, CopyId, CopySpace, DataAction, DeviceCopy, Facts, Input, KernelFacts, LastIndex, Place,
    SectionRange, TransferFacts,
};

/// A loop whose rounds may run side by side.
#[derive(Clone, Debug)]
pub struct Pipeline {
    /// The `for` statement.
    pub stmt: StmtId,
    /// The data directives of a round, and the kernels', in order.
    pub directives: Vec<DirectiveId>,
}

/// Which device copies may be of one object.
#[derive(Default, Debug)]
pub struct Apart {
    /// Pairs that may.
    pub of_one: BTreeSet<CopyPair>,
    /// Those that were compared with what lived when they were made.
    pub compared: BTreeSet<(usize, CopyId)>,
}

/// What keeps the rounds of a loop in order.
struct Obstacle {
    span: Span,
    reason: String,
}

type Found<T> = Result<T, Obstacle>;

fn because<T>(span: Span, reason: impl Into<String>) -> Found<T> {
    Err(Obstacle { span, reason: reason.into() })
}

/// The pipelines of a unit, in source order; tells of loops that are none though their kernels have `nowait`.
pub fn find(
    input: &Input<'_>,
    (unit, facts): (usize, &Facts),
    record: &Record,
    apart: &Apart,
    sink: &mut Sink,
) -> Vec<Pipeline> {
    let mut found = Vec::new();
    let owners: BTreeSet<FunctionId> = facts.kernels.iter().map(|kernel| kernel.owner).collect();
    for body in owners.into_iter().filter_map(|owner| input.program.functions[owner].body) {
        for stmt in loops_in_blocks(input, body) {
            let round = Round::of(input, (unit, facts), stmt);
            let Some(round) = round.filter(Round::asks_for_overlap) else { continue };
            match round.obstacle(record, apart) {
                Ok(()) => {
                    sink.push(told(&round));
                    found.push(Pipeline { stmt, directives: round.directives });
                }
                Err(obstacle) => sink.push(refused(&round, obstacle)),
            }
        }
    }
    found
}

/// The loops of a body that stand in a block, where more can be said behind them.
fn loops_in_blocks(input: &Input<'_>, body: StmtId) -> Vec<StmtId> {
    let program = input.program;
    let mut nodes = program.nodes(body);
    let mut found = Vec::new();
    while let Some(node) = nodes.next() {
        let Node::Stmt(stmt) = node else { continue };
        match &program.stmts[stmt].kind {
            StmtKind::Kernel { .. } => nodes.skip_children(),
            StmtKind::Block(stmts) => {
                let is_loop = |stmt: &&StmtId| matches!(program.stmts[**stmt].kind, StmtKind::For { .. });
                found.extend(stmts.iter().filter(is_loop));
            }
            _ => {}
        }
    }
    found
}

/// The body of a loop, taken apart.
struct Round<'a, 'p> {
    input: &'a Input<'p>,
    unit: usize,
    facts: &'a Facts,
    stmt: StmtId,
    /// Data directives and kernels, in order.
    directives: Vec<DirectiveId>,
    kernels: Vec<&'a KernelFacts>,
    actions: Vec<&'a DataAction>,
    /// The statements of the host, the head's among them.
    host: Vec<StmtId>,
}

impl<'a, 'p> Round<'a, 'p> {
    /// `None` where the body is no block.
    fn of(input: &'a Input<'p>, (unit, facts): (usize, &'a Facts), stmt: StmtId) -> Option<Round<'a, 'p>> {
        let StmtKind::For { body, init, .. } = input.program.stmts[stmt].kind else { return None };
        let StmtKind::Block(stmts) = &input.program.stmts[body].kind else { return None };
        let mut round = Round {
            input,
            unit,
            facts,
            stmt,
            directives: Vec::new(),
            kernels: Vec::new(),
            actions: Vec::new(),
            host: init.into_iter().collect(),
        };
        for &stmt in stmts {
            match input.program.stmts[stmt].kind {
                StmtKind::Directive(directive) => {
                    round.directives.push(directive);
                    round.actions.extend(facts.actions.get(&directive).into_iter().flatten());
                }
                StmtKind::Kernel { directive, .. } => {
                    round.directives.push(directive);
                    round.kernels.extend(facts.kernels.iter().find(|kernel| kernel.directive == directive));
                }
                _ => round.host.push(stmt),
            }
        }
        Some(round)
    }

    /// Does the user allow it, and is there something to overlap?
    fn asks_for_overlap(&self) -> bool {
        let has_nowait = |kernel: &&KernelFacts| match &self.input.program.directives[kernel.directive].kind {
            DirectiveKind::Kernel(clauses) => clauses.nowait,
            _ => false,
        };
        !self.kernels.is_empty() && self.kernels.iter().all(has_nowait) && self.transfers().next().is_some()
    }

    fn transfers(&self) -> impl Iterator<Item = (&'a TransferFacts, bool)> {
        self.actions.iter().filter_map(|action| match action {
            DataAction::CopyIn(transfer) => Some((transfer, false)),
            DataAction::CopyOut(transfer) => Some((transfer, true)),
            DataAction::Alloc(_) | DataAction::Clear(_) | DataAction::Free(_) => None,
        })
    }

    /// What keeps its rounds in order, if anything does.
    fn obstacle(&self, record: &Record, apart: &Apart) -> Found<()> {
        let span = self.input.program.stmts[self.stmt].span;
        if record.is_incomplete {
            return because(span, "the program is too large to follow its arrays");
        }
        self.directives.iter().try_for_each(|directive| self.is_simple(*directive))?;
        self.directives.iter().try_for_each(|directive| self.is_bounded_aside(*directive))?;
        self.kernels.iter().try_for_each(|kernel| self.runs_alone(kernel))?;
        self.host.iter().try_for_each(|stmt| self.is_aside(*stmt))?;
        let moves = Moves { round: self, head: self.head()? };
        self.actions.iter().try_for_each(|action| self.is_own(action, record))?;
        moves.are_apart(apart)
    }

    /// Only data in device memory, found by its name.
    fn is_simple(&self, directive: DirectiveId) -> Found<()> {
        let program = self.input.program;
        match program.directives[directive].kind {
            DirectiveKind::Global(_) | DirectiveKind::Kernel(_) | DirectiveKind::Shape(_) => Ok(()),
            DirectiveKind::Assume(_) => Ok(()),
            _ => because(program.directives[directive].line, "this is not done side by side"),
        }
    }

    /// Does the kernel leave nothing behind for others?
    fn runs_alone(&self, kernel: &KernelFacts) -> Found<()> {
        let line = self.input.program.directives[kernel.directive].line;
        if !kernel.reductions.is_empty() {
            return because(line, "the results of the reduction wait in memory that all rounds use");
        }
        if kernel.prints {
            return because(line, "the host waits for what the kernel prints");
        }
        let is_pointer = |var: VarId| self.input.program.types.is_pointer(self.input.program.vars[var].ty);
        if kernel.scalars.iter().any(|scalar| is_pointer(scalar.var)) {
            return because(line, "the kernel gets an address, which may lead anywhere");
        }
        if kernel.accesses.iter().any(|access| access.before) {
            return because(line, "what a `snapshot` keeps is kept for one round at a time");
        }
        let arrays = kernel.arrays.iter().filter(|used| !self.is_local(kernel, used));
        match arrays.into_iter().find(|used| !self.keeps_to_its_part(kernel, used)) {
            Some(used) => {
                let name = self.input.place_name(&used.place);
                because(used.span, format!("rounds may use the same elements of the device copy of `{name}`"))
            }
            None => Ok(()),
        }
    }

    /// Does a kernel use a copy that the round makes, or one that rounds only read, or the sections of it that the
    /// round moves and no more?
    fn keeps_to_its_part(&self, kernel: &KernelFacts, used: &ArrayUse) -> bool {
        let Some(copy) = used.copy else { return false };
        if self.makes(copy) || !self.is_written(copy) {
            return true;
        }
        let moved = self.transfers().filter(|(transfer, _)| transfer.copy == copy);
        let held = &self.facts.copies[copy.0];
        let parts: Vec<DeviceCopy> =
            moved.map(|(transfer, _)| DeviceCopy { dims: transfer.dims.clone(), ..held.clone() }).collect();
        let accesses = kernel.accesses.iter().chain(&kernel.transfers);
        let mut values = self.values(kernel);
        accesses
            .filter(|access| access.place == used.place)
            .all(|access| parts.iter().any(|part| is_in_outermost(self.input, access, part, &mut values)))
    }

    /// What the kernel's symbols stand for.
    fn values(&self, kernel: &KernelFacts) -> Values {
        let program = self.input.program;
        let origins = program.functions[kernel.owner].body.map(|body| Origins::new(program, body));
        Values {
            symbols: kernel.symbols.clone(),
            computed: origins.map(|origins| origins.computed(program)).unwrap_or_default(),
            captured: self.facts.captures.values().flatten().copied().collect(),
            ..Values::default()
        }
    }

    /// Does a round write the device copy?
    fn is_written(&self, copy: CopyId) -> bool {
        let is_use = |used: &ArrayUse| used.copy == Some(copy) && used.written;
        let by_kernels = self.kernels.iter().any(|kernel| kernel.arrays.iter().any(is_use));
        let is_filled = |action: &&DataAction| match action {
            DataAction::CopyIn(transfer) => transfer.copy == copy,
            DataAction::Clear(cleared) => *cleared == copy,
            DataAction::Alloc(_) | DataAction::CopyOut(_) | DataAction::Free(_) => false,
        };
        by_kernels || self.actions.iter().any(is_filled)
    }

    fn is_local(&self, kernel: &KernelFacts, used: &ArrayUse) -> bool {
        let var = used.place.var;
        used.copy.is_none()
            && (kernel.locals.contains(&var) || kernel.callees.contains(&var) || kernel.tables.contains(&var))
    }

    fn makes(&self, copy: CopyId) -> bool {
        self.actions.iter().any(|action| matches!(action, DataAction::Alloc(made) if *made == copy))
    }

    /// Is it about a copy that is found by its name, and of a known array?
    fn is_own(&self, action: &DataAction, record: &Record) -> Found<()> {
        let copy = &self.facts.copies[action.copy().0];
        let span = self.input.program.directives[copy.directive].line;
        let name = self.input.place_name(&copy.place);
        let to_elsewhere = matches!(action, DataAction::CopyOut(transfer) if transfer.elsewhere.is_some());
        let is_found_otherwise = copy.by_address || copy.remembered || copy.inherited.is_some();
        if copy.space != CopySpace::Global || copy.row_pointers || to_elsewhere || is_found_otherwise {
            return because(span, format!("the device copy of `{name}` is not found by its name alone"));
        }
        let is_made_elsewhere = |id: CopyId| !self.makes(id);
        if matches!(action, DataAction::Free(id) | DataAction::Clear(id) if is_made_elsewhere(*id)) {
            return because(span, format!("a round ends or clears what others use of `{name}`"));
        }
        if record.unclear.contains(&copy.directive) {
            return because(span, format!("which array `{name}` points to is not known"));
        }
        Ok(())
    }

    /// Does a statement of the host only compute with variables that are not moved?
    fn is_aside(&self, stmt: StmtId) -> Found<()> {
        let program = self.input.program;
        for below in program.stmts_below(stmt) {
            let leaves = matches!(
                program.stmts[below].kind,
                StmtKind::Return(_)
                    | StmtKind::Goto(_)
                    | StmtKind::GotoComputed(_)
                    | StmtKind::Label { .. }
                    | StmtKind::Asm(_)
                    | StmtKind::Directive(_)
                    | StmtKind::Kernel { .. }
                    | StmtKind::Annotated { .. }
            );
            if leaves {
                return because(program.stmts[below].span, "what this statement does is not followed");
            }
            self.leaves_alone_what_is_moved(&of_stmt_itself(program, below))?;
        }
        Ok(())
    }

    /// Are the sizes and bounds of a directive known without what is moved? The names of the arrays stand alone.
    fn is_bounded_aside(&self, directive: DirectiveId) -> Found<()> {
        let program = self.input.program;
        let exprs = program.directive_exprs(directive).into_iter();
        let mut bounds = exprs.filter(|expr| Place::of(program, *expr).is_none());
        bounds.try_for_each(|expr| self.leaves_alone_what_is_moved(&of_expr(program, expr)))
    }

    fn leaves_alone_what_is_moved(&self, events: &[Event]) -> Found<()> {
        let moved = self.transfers().map(|(transfer, _)| self.facts.copies[transfer.copy.0].place.var);
        let moved: BTreeSet<VarId> = moved.collect();
        for event in events {
            match event.kind {
                EventKind::Memory => {
                    return because(event.span, "the host works in memory that may be moved");
                }
                EventKind::Call(_) => return because(event.span, "a call may use what is moved"),
                EventKind::Read(var) | EventKind::Write { var, .. } | EventKind::Address(var) => {
                    if moved.contains(&var) {
                        let name = self.input.name(var);
                        return because(event.span, format!("the host uses `{name}`, which the loop moves"));
                    }
                }
            }
        }
        Ok(())
    }

    /// The index, and how far a round is from the next.
    fn head(&self) -> Found<Head> {
        let program = self.input.program;
        let span = program.stmts[self.stmt].span;
        let StmtKind::For { cond, step, body, .. } = program.stmts[self.stmt].kind else {
            return because(span, "it is no `for` loop");
        };
        let Some((index, by)) = step.and_then(|step| self.step(step)) else {
            return because(span, "its step does not add to one variable");
        };
        let mut changed = BTreeSet::new();
        for expr in [cond, step].into_iter().flatten() {
            self.leaves_alone_what_is_moved(&of_expr(program, expr))?;
            changed.extend(Effects::of(program, expr).writes);
        }
        let in_body = Effects::of(program, body);
        let in_condition = cond.is_some_and(|cond| Effects::of(program, cond).may_change(index));
        if in_body.may_change(index) || in_condition {
            return because(span, format!("`{}` changes not only by its step", self.input.name(index)));
        }
        changed.extend(in_body.writes);
        changed.extend(in_body.addressed);
        Ok(Head { index, by, changed, body })
    }

    /// `c += m`, `c++`, `c = c + m`
    fn step(&self, step: ExprId) -> Option<(VarId, Polynomial)> {
        let program = self.input.program;
        let index = |expr: ExprId| match program.exprs[program.without_casts(expr)].kind {
            ExprKind::Var(var) => Some(var),
            _ => None,
        };
        match program.exprs[step].kind {
            ExprKind::IncDec { op: IncDec::Inc, operand, .. } => {
                Some((index(operand)?, Polynomial::constant(1)))
            }
            ExprKind::AssignOp { op: BinaryOp::Add, lhs, rhs, .. } => {
                Some((index(lhs)?, polynomial(program, program.as_written(rhs))?))
            }
            ExprKind::Assign { lhs, rhs } => {
                let index = index(lhs)?;
                let next = polynomial(program, program.as_written(rhs))?;
                Some((index, next.minus(&variable(index)?).ok()?))
            }
            _ => None,
        }
    }
}

/// The head of the loop.
struct Head {
    index: VarId,
    /// What a round adds to it.
    by: Polynomial,
    /// What a round may change.
    changed: BTreeSet<VarId>,
    body: StmtId,
}

/// A section in the outermost dimension, in the index and in what no round changes: its first index, and numbers that
/// its last one does not exceed.
type Range = (Polynomial, Vec<Polynomial>);

/// What a round moves.
struct Moves<'r, 'a, 'p> {
    round: &'r Round<'a, 'p>,
    head: Head,
}

impl Moves<'_, '_, '_> {
    /// Is no element that one round copies out, or changes in a device copy of all rounds, moved by another?
    fn are_apart(&self, apart: &Apart) -> Found<()> {
        let mut moved: BTreeMap<CopyId, Vec<&TransferFacts>> = BTreeMap::new();
        let mut copied_out = BTreeSet::new();
        for (transfer, is_out) in self.round.transfers() {
            moved.entry(transfer.copy).or_default().push(transfer);
            copied_out.extend(is_out.then_some(transfer.copy));
        }
        for &out in &copied_out {
            moved
                .keys()
                .filter(|other| **other != out)
                .try_for_each(|other| self.are_of_two(out, *other, apart))?;
        }
        let is_shared = |copy: CopyId| !self.round.makes(copy) && self.round.is_written(copy);
        let in_order = moved.iter().filter(|(copy, _)| copied_out.contains(copy) || is_shared(**copy));
        in_order.map(|(_, transfers)| transfers).try_for_each(|transfers| self.keep_going_on(transfers))
    }

    /// Are two copies of different arrays, whatever their sections?
    fn are_of_two(&self, out: CopyId, other: CopyId, apart: &Apart) -> Found<()> {
        let [one, two] = [out, other].map(|copy| (self.round.unit, copy));
        let is_one = apart.of_one.contains(&(one, two)) || apart.of_one.contains(&(two, one));
        let is_compared = apart.compared.contains(&one) && apart.compared.contains(&two);
        if is_compared && !is_one && self.live_together() {
            return Ok(());
        }
        let place = |copy: CopyId| &self.round.facts.copies[copy.0].place;
        let [a, b] = [out, other].map(|copy| self.round.input.place_name(place(copy)));
        let span = self.round.input.program.directives[self.round.facts.copies[out.0].directive].line;
        because(
            span,
            format!("`{a}` and `{b}` may be one array, of which a round copies out what another moves"),
        )
    }

    /// Are all copies made before the first goes? Only then they were compared with each other.
    fn live_together(&self) -> bool {
        let actions = &self.round.actions;
        let first_free = actions.iter().position(|action| matches!(action, DataAction::Free(_)));
        let last_alloc = actions.iter().rposition(|action| matches!(action, DataAction::Alloc(_)));
        first_free.is_none_or(|free| last_alloc.is_none_or(|alloc| alloc < free))
    }

    /// Does each section of the next round begin behind all sections of this one?
    fn keep_going_on(&self, transfers: &[&TransferFacts]) -> Found<()> {
        let ranges: Option<Vec<Range>> = transfers.iter().map(|transfer| self.range(transfer)).collect();
        let span = transfers.first().map_or(hir::Span::BUILTIN, |transfer| transfer.span);
        let copy = transfers.first().map(|transfer| &self.round.facts.copies[transfer.copy.0].place);
        let name = copy.map_or_else(String::new, |place: &Place| self.round.input.place_name(place));
        let is_behind = |(lo, _): &Range, (_, limits): &Range| {
            let gap = |limit: &Polynomial| self.next(lo)?.minus(limit).ok()?.as_constant();
            limits.iter().filter_map(gap).any(|gap| gap >= 1)
        };
        let all = ranges.as_deref().unwrap_or_default();
        let goes_on =
            ranges.is_some() && all.iter().all(|later| all.iter().all(|this| is_behind(later, this)));
        match goes_on {
            true => Ok(()),
            false => because(span, format!("two rounds may move the same elements of `{name}`")),
        }
    }

    /// A formula of the next round.
    fn next(&self, formula: &Polynomial) -> Option<Polynomial> {
        let index = symbol(self.head.index)?;
        let next = Polynomial::var(index).plus(&self.head.by).ok()?;
        formula.substituted(index, &next).ok()
    }

    fn range(&self, transfer: &TransferFacts) -> Option<Range> {
        let SectionRange { lo, hi, .. } = *transfer.dims.first()?;
        let LastIndex::At(hi) = hi else { return None };
        let formula = |extent| of_extent(self.round.input.program, extent);
        let first = self.limits(formula(lo)?, false);
        Some((first.into_iter().next()?, self.limits(formula(hi)?, true)))
    }

    /// What a formula is, or does not exceed, without variables that the body declares and sets once: only the index
    /// changes then.
    fn limits(&self, formula: Polynomial, is_upper: bool) -> Vec<Polynomial> {
        const MOST: usize = 16;
        let (mut found, mut pending) = (Vec::new(), vec![formula]);
        for _ in 0..MOST {
            let Some(formula) = pending.pop() else { break };
            let changing = |var: &affine::Var| {
                let var = VarId::from_index(var.0 as usize);
                var != self.head.index && self.head.changed.contains(&var)
            };
            let Some(var) = formula.vars().into_iter().find(changing) else {
                found.push(formula);
                continue;
            };
            let values = self.set_once(VarId::from_index(var.0 as usize));
            let grows = formula.coefficient(&affine::Monomial::var(var)) > 0
                && formula.terms().filter(|(term, _)| term.exponent(var) > 0).count() == 1;
            // The smaller of two numbers exceeds neither, and what grows with it does not exceed what grows with those.
            if values.len() == 1 || is_upper && grows {
                pending.extend(values.iter().filter_map(|value| formula.substituted(var, value).ok()));
            }
        }
        found
    }

    /// What the body's declaration gives a variable that nothing else sets: one formula, or those of which it is the smallest.
    fn set_once(&self, var: VarId) -> Vec<Polynomial> {
        let program = self.round.input.program;
        let Some(Init::Expr(value)) = &program.vars[var].init else { return Vec::new() };
        let StmtKind::Block(stmts) = &program.stmts[self.head.body].kind else { return Vec::new() };
        let is_declared = stmts.iter().any(|stmt| program.declared(*stmt).any(|declared| declared == var));
        let is_addressed = Effects::of(program, self.head.body).addressed.contains(&var);
        let is_local = program.vars[var].storage == hir::VarStorage::Local;
        let is_set = program
            .exprs_below(Node::Stmt(self.head.body))
            .any(|expr| program.changed_variable(expr) == Some(var));
        if !is_declared || !is_local || is_set || is_addressed {
            return Vec::new();
        }
        match polynomial(program, *value) {
            Some(value) => vec![value],
            None => smaller_of(program, *value).unwrap_or_default(),
        }
    }
}

/// `a` and `b` of `a < b ? a : b`.
fn smaller_of(program: &Program, expr: ExprId) -> Option<Vec<Polynomial>> {
    let ExprKind::Conditional { cond, then: Some(then), otherwise } =
        program.exprs[program.as_written(expr)].kind
    else {
        return None;
    };
    let ExprKind::Binary { op, lhs, rhs } = program.exprs[program.as_written(cond)].kind else { return None };
    let of = |expr: ExprId| polynomial(program, program.as_written(expr));
    let (lhs, rhs, then, otherwise) = (of(lhs)?, of(rhs)?, of(then)?, of(otherwise)?);
    let is_smaller = match op {
        BinaryOp::Lt | BinaryOp::Le => (&then, &otherwise) == (&lhs, &rhs),
        BinaryOp::Gt | BinaryOp::Ge => (&then, &otherwise) == (&rhs, &lhs),
        _ => false,
    };
    is_smaller.then(|| vec![then, otherwise])
}

fn told(round: &Round<'_, '_>) -> Diagnostic {
    let span = round.input.program.stmts[round.stmt].span;
    Diagnostic::new(&codes::ROUNDS_OVERLAP, span.start(), "the rounds of this loop overlap")
        .label("each copies and computes in a stream of its own, and the host waits behind the loop")
}

fn refused(round: &Round<'_, '_>, obstacle: Obstacle) -> Diagnostic {
    let span = round.input.program.stmts[round.stmt].span;
    let message = format!("the rounds of this loop do not overlap: {}", obstacle.reason);
    Diagnostic::new(&codes::ROUNDS_IN_ORDER, obstacle.span, message).related(span.start(), "the loop")
}
