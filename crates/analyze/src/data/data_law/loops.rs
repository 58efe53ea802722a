//! Loops of the host.
//!
//! A loop that leads to no directive is one nest of accesses: `for (i = 0; i < n; i++) a[i] = 0;`
//! writes `a[0]` to `a[n-1]`. Another one, and one that exchanges pointers to device copies, is walked until nothing new is learned. What pointers
//! point to that its body exchanges keeps its name (`exchanges.rs`).

use std::collections::BTreeSet;

use affine::{LinearExpr, Set, Var};
use hir::{BinaryOp, ExprId, ExprKind, StmtId, StmtKind};

use crate::Place;
use crate::canonical_loop::recognize;
use crate::maps::HashSet;

use super::Law;
use super::state::{State, is_moved_pointer, meet};
use super::touches::{Nest, Round};
use super::value::{LocKind, Site, Value};

/// Rounds that a loop with directives is walked at most.
const MOST_ROUNDS: usize = 6;

impl Law<'_, '_> {
    pub(super) fn repeated(&mut self, stmt: StmtId) {
        if self.leads_to_device(stmt) || self.nest.is_none() && self.exchanges_copies(stmt) {
            self.device_loop(stmt);
        } else {
            self.host_loop(stmt);
        }
    }

    /// Does a statement lead to a directive, itself or through calls?
    fn leads_to_device(&mut self, stmt: StmtId) -> bool {
        if let Some(known) = self.with_device.get(&stmt) {
            return *known;
        }
        let program = self.input.program;
        let is_device = |s: StmtId| {
            matches!(program.stmts[s].kind, StmtKind::Kernel { .. } | StmtKind::Directive(_))
                || program.use_device(s).is_some()
        };
        let calls = |expr: ExprId| match &program.exprs[expr].kind {
            ExprKind::Call { callee, .. } => match program.called_function(*callee) {
                Some(function) => self.graph.leads(self.input.definition(function)),
                // A function that a pointer names.
                None => self.graph.order.iter().any(|f| self.graph.address_taken(*f).is_some()),
            },
            _ => false,
        };
        let leads = program.stmts_below(stmt).any(is_device) || program.exprs_below(stmt).any(calls);
        self.with_device.insert(stmt, leads);
        leads
    }

    /// Does a loop exchange pointers while there are device copies? It assigns a pointer what another one was that it assigns, too,
    /// or lets a function do so: `swap(&a, &b)`.
    fn exchanges_copies(&self, stmt: StmtId) -> bool {
        let program = self.input.program;
        let is_pointer = |expr: ExprId| program.types.is_pointer(program.exprs[expr].ty);
        let place = |expr: ExprId| Place::of(program, program.without_casts(expr));
        let (mut targets, mut values) = (BTreeSet::new(), BTreeSet::new());
        for expr in program.exprs_below(stmt) {
            match &program.exprs[expr].kind {
                ExprKind::Assign { lhs, rhs } if is_pointer(*lhs) => {
                    targets.extend(place(*lhs));
                    values.extend(place(*rhs));
                }
                ExprKind::Call { args, .. } => {
                    let addressed = |arg: &ExprId| match program.exprs[program.without_casts(*arg)].kind {
                        ExprKind::AddrOf(operand) => is_pointer(operand),
                        _ => false,
                    };
                    if args.iter().filter(|arg| addressed(arg)).count() > 1 {
                        return self.has_copies();
                    }
                }
                _ => {}
            }
        }
        !targets.is_disjoint(&values) && self.has_copies()
    }

    fn has_copies(&self) -> bool {
        self.with_copies().iter().any(|(_, object)| !object.copies.is_empty())
    }

    /// A loop without directives: its accesses are collected, and happen together.
    fn host_loop(&mut self, stmt: StmtId) {
        let is_outermost = self.nest.is_none();
        let nest = self.nest.take().unwrap_or_default();
        let (domain, depth) = (nest.domain.clone(), nest.rounds.len());
        let doubt = self.doubt;
        let program = self.input.program;
        let (init, cond, step, body) = parts(&program.stmts[stmt].kind);
        self.nest = Some(nest);
        init.iter().for_each(|init| self.stmt(*init));
        let canonical = recognize(self.input, stmt).ok();
        let bounds = canonical.as_ref().map(|l| (self.value(l.first), self.value(l.bound)));
        let entry = self.now.clone();
        let seen = self.nest.as_ref().map_or(0, Nest::count);
        let way = self.names.way();
        let mut head = match (&entry, self.heads.get(&(stmt, way))) {
            (Some(entry), Some(known)) => Some(entry.with_cells(known)),
            _ => entry.clone(),
        };
        // To learn what changes, and to note what is touched then: inner loops, and those that were walked before,
        // know it from the last time.
        for round in 1.. {
            self.now = head.clone();
            let index = self.names.symbol(Site::Index(stmt));
            let symbol = index.vars().next().unwrap_or(Var(u32::MAX));
            let mut rounds = Round { index: symbol, first: None, is_parallel: false };
            let mut certain = false;
            let mut inside = domain.clone();
            if let (Some(canonical), Some((Value::Int(first), Value::Int(bound)))) = (&canonical, &bounds) {
                inside = within(inside, &index, first, bound, canonical.op, i128::from(canonical.step));
                rounds.first = Some(first.clone());
                certain = !self.leaves_early(body);
                let loc = self.names.loc(LocKind::Var(canonical.index));
                self.now.iter_mut().for_each(|now| now.put(loc, Value::Int(index.clone())));
            }
            if let Some(nest) = &mut self.nest {
                nest.domain = inside;
                nest.rounds.push(rounds);
            }
            self.doubt = doubt + u32::from(!certain);
            self.breaks.push(None);
            self.continues.push(None);
            if !matches!(program.stmts[stmt].kind, StmtKind::DoWhile { .. }) {
                cond.iter().for_each(|cond| drop(self.value(*cond)));
            }
            self.stmt(body);
            let again = self.continues.pop().flatten();
            let now = self.now.take();
            self.now = meet(now, again, stmt.index(), &mut self.names);
            step.iter().for_each(|step| drop(self.value(*step)));
            if matches!(program.stmts[stmt].kind, StmtKind::DoWhile { .. }) {
                cond.iter().for_each(|cond| drop(self.value(*cond)));
            }
            let out = self.breaks.pop().flatten();
            let now = self.now.take();
            self.now = meet(now, out, stmt.index(), &mut self.names);
            if let Some(nest) = &mut self.nest {
                nest.rounds.truncate(depth);
                nest.domain = domain.clone();
            }
            let both = meet(self.now.clone(), entry.clone(), stmt.index(), &mut self.names);
            let mut next = meet(both, head.clone(), stmt.index(), &mut self.names);
            self.retire_pointers(&mut next, stmt);
            let changing = State::differing(&head, &next);
            if changing.is_empty() || round > MOST_ROUNDS {
                break;
            }
            if round == MOST_ROUNDS {
                // It does not settle: nothing is known of what still changes.
                next.iter_mut().for_each(|next| next.forget(&changing));
            }
            head = next;
            if let Some(nest) = &mut self.nest {
                nest.forget_from(seen);
            }
        }
        let changing = State::differing(&entry, &head);
        if let Some(head) = head.filter(|_| !changing.is_empty()) {
            let known = changing.into_iter().map(|loc| (loc, head.value(loc).cloned()));
            self.heads.insert((stmt, way), known.collect());
        }
        self.doubt = doubt;
        self.widen(stmt, &entry);
        if is_outermost {
            let touches = self.nest.take().map_or_else(Vec::new, Nest::into_touches);
            self.touched_on_the_way_out(stmt, &touches);
            self.host_touches(touches);
            self.retire(stmt);
        }
    }

    /// What a loop's symbols stand for changes from round to round: nothing known in terms
    /// of them outlives a round.
    pub(super) fn retire(&mut self, stmt: StmtId) {
        let symbols = self.names.symbols_in(self.input.program, stmt);
        let mut now = self.now.take();
        now.iter_mut().for_each(|now| self.retire_in(now, &symbols));
        self.now = now;
    }

    /// The same, of one state.
    pub(super) fn retire_in(&mut self, state: &mut State, symbols: &HashSet<Var>) {
        if !symbols.is_empty() {
            let among = self.with_symbols.of(&state.objects, |object| object.has_symbols());
            state.retire(symbols, among);
        }
    }

    fn retire_pointers(&mut self, head: &mut Option<State>, stmt: StmtId) {
        let Law { names, input, moved_pointers, .. } = self;
        let Some(head) = head else { return };
        let moved = moved_pointers.of(head.all_cells(), is_moved_pointer);
        head.retire_pointers(moved, || names.symbols_in(input.program, stmt));
    }

    /// What is known at the head of a loop: what both its start and its end say.
    fn widen(&mut self, stmt: StmtId, entry: &Option<State>) {
        let now = self.now.take();
        self.now = meet(now, entry.clone(), stmt.index(), &mut self.names);
    }

    /// May the loop end before its bound says so?
    fn leaves_early(&self, body: StmtId) -> bool {
        let program = self.input.program;
        let leaves = |kind: &StmtKind| kind.is_jump() || matches!(kind, StmtKind::Label { .. });
        program.stmts_below(body).any(|stmt| leaves(&program.stmts[stmt].kind))
    }

    /// A loop with directives: walked until nothing new is learned.
    fn device_loop(&mut self, stmt: StmtId) {
        let program = self.input.program;
        let (init, ..) = parts(&program.stmts[stmt].kind);
        init.iter().for_each(|init| self.stmt(*init));
        let is_do = matches!(program.stmts[stmt].kind, StmtKind::DoWhile { .. });
        let runs = is_do || recognize(self.input, stmt).is_ok_and(|l| self.certainly_runs(&l));
        let entry = self.now.clone();
        let way = self.names.way();
        // In a further round of the loop around, at least what was known at the head in the last one will be known again.
        let known = self.device_heads.get(&(stmt, way)).cloned();
        let is_first = known.is_none();
        let mut head = meet(entry.clone(), known, stmt.index(), &mut self.names);
        let mut last = None;
        for round in 0..=MOST_ROUNDS {
            // The first round is hardly ever the last.
            let is_silent = is_first && round == 0;
            let before = std::mem::take(&mut self.notes);
            let lasting = self.lasting();
            self.silent += u32::from(is_silent);
            let (back, out) = self.whole_round(stmt, &entry, head.clone());
            self.silent -= u32::from(is_silent);
            let noted = std::mem::replace(&mut self.notes, before);
            let mut next = meet(head.clone(), back.clone(), stmt.index(), &mut self.names);
            self.retire_pointers(&mut next, stmt);
            if next == head {
                // Another round would find the same: it need not be walked to report.
                if self.lasting() == lasting && (!is_silent || self.silent > 0) {
                    self.notes.add(noted);
                    last = Some((back, out));
                }
                break;
            }
            head = next;
            if round + 1 == MOST_ROUNDS {
                // It does not settle: nothing is known of what changes.
                self.now = head.take();
                self.forget_everything();
                head = self.now.take();
            }
        }
        self.device_heads.extend(head.clone().map(|head| ((stmt, way), head)));
        let (now, out) = last.unwrap_or_else(|| self.whole_round(stmt, &entry, head));
        // What is true before the first round is true after none.
        self.now = if runs { now } else { meet(now, entry, stmt.index(), &mut self.names) };
        let now = self.now.take();
        self.now = meet(now, out, stmt.index(), &mut self.names);
    }

    fn certainly_runs(&mut self, canonical: &crate::CanonicalLoop) -> bool {
        if let Some(trips) = canonical.trips {
            return trips > 0;
        }
        let (Value::Int(first), Value::Int(bound)) =
            (self.value(canonical.first), self.value(canonical.bound))
        else {
            return false;
        };
        let index = LinearExpr::var(Var(u32::MAX));
        let space = within(Set::universe(), &index, &first, &bound, canonical.op, 1);
        space.project_out(&[Var(u32::MAX)]).constraints().is_empty()
    }

    /// One round from what is known at the head of a loop with directives: what is known at its end, in the
    /// names of before the loop, and what leaves it early.
    fn whole_round(
        &mut self,
        stmt: StmtId,
        entry: &Option<State>,
        head: Option<State>,
    ) -> (Option<State>, Option<State>) {
        let (_, cond, step, body) = parts(&self.input.program.stmts[stmt].kind);
        self.now = head;
        let out = self.round(stmt, cond, step, body);
        self.retire(stmt);
        let back = match (self.now.take(), entry) {
            (Some(back), Some(entry)) => Some(self.with_old_names(entry, back)),
            (back, _) => back,
        };
        (back, out)
    }

    /// One round; what leaves it early is returned.
    fn round(
        &mut self,
        stmt: StmtId,
        cond: Option<ExprId>,
        step: Option<ExprId>,
        body: StmtId,
    ) -> Option<State> {
        let is_do = matches!(self.input.program.stmts[stmt].kind, StmtKind::DoWhile { .. });
        self.breaks.push(None);
        self.continues.push(None);
        let mut out = None;
        if !is_do {
            cond.iter().for_each(|cond| drop(self.value(*cond)));
        }
        self.stmt(body);
        let again = self.continues.pop().flatten();
        let now = self.now.take();
        self.now = meet(now, again, stmt.index(), &mut self.names);
        step.iter().for_each(|step| drop(self.value(*step)));
        if is_do {
            cond.iter().for_each(|cond| drop(self.value(*cond)));
        }
        let left = self.breaks.pop().flatten();
        out = meet(out.take(), left, stmt.index(), &mut self.names);
        out
    }
}

/// Initialisation, condition, step and body of a loop.
fn parts(kind: &StmtKind) -> (Option<StmtId>, Option<ExprId>, Option<ExprId>, StmtId) {
    match kind {
        StmtKind::For { init, cond, step, body } => (*init, *cond, *step, *body),
        StmtKind::While { cond, body } | StmtKind::DoWhile { body, cond } => (None, Some(*cond), None, *body),
        _ => unreachable!("only loops are repeated"),
    }
}

/// The values that the index of a loop takes.
fn within(
    set: Set,
    index: &LinearExpr,
    first: &LinearExpr,
    bound: &LinearExpr,
    op: BinaryOp,
    step: i128,
) -> Set {
    let set = match (op, step > 0) {
        (BinaryOp::Lt, _) | (BinaryOp::Ne, true) => set.with_at_least(index, first).with_less(index, bound),
        (BinaryOp::Le, _) => set.with_range(index, first, bound),
        (BinaryOp::Gt, _) | (BinaryOp::Ne, false) => set.with_at_most(index, first).with_less(bound, index),
        (BinaryOp::Ge, _) => set.with_range(index, bound, first),
        _ => set.approximated(),
    };
    match index.minus(first) {
        Ok(distance) if step.abs() > 1 => set.with_multiple_of(&distance, step.abs()),
        Ok(_) => set,
        Err(_) => set.approximated(),
    }
}
