//! Several iterations at once for each thread: register tiling.
//!
//! ```text
//! #pragma hicuda loop_partition over_tblock over_thread jam(8)      // 16 threads
//! for (i = 0; i < n; i++) {             int i = i_base + threadIdx.x;
//!     float sum = 0;                    float sum[8];
//!     for (k = 0; k < m; k++)           #pragma unroll
//!         sum += a[i][k] * x[k];        for (int u = 0; u < 8; u++)
//!     y[i] = sum;                           sum[u] = 0;
//! }                                     for (int k = 0; k < m; k++) {
//!                                           #pragma unroll
//!                                           for (int u = 0; u < 8; u++)
//!                                               sum[u] += a[i + 16 * u][k] * x[k];
//!                                       } …
//! ```
//! `i` is the first of the thread's iterations, `i + 16 * u` is copy `u` (but see
//! [`neighbours`]). Arrays
//! are only ever indexed by counters of unrolled loops, so that the compiler
//! keeps them in registers. What differs between copies and which loops the
//! copies move into is worked out in [`copies`]; [`whole_batch`] saves tests, and [`window`] loads.
//!
//! Invariant: every copy runs the statements of its iteration in their order.
//! Iterations of a partitioned loop are independent, so nothing else matters.

pub(super) mod common_terms;
pub(super) mod copies;
mod harmless;
pub(super) mod neighbours;
pub(in crate::cuda) mod unset;
pub(super) mod vector_reads;
mod whole_batch;
pub(super) mod window;

use std::collections::HashSet;

use hir::copy::{self, Rewrite};
use hir::{BinaryOp, Builder, Duplicate, ExprId, ExprKind, Init, Item, StmtId, StmtKind, Type, VarId};
use kir::{Batch, Extent, KernelParam, ParamValue, Partition, Stmt};

use self::common_terms::Dependent;
use self::copies::{Copies, Segment, branches, inside, reads_memory};
use self::window::Strips;
use super::Lowering;
use super::partition::every_block_has_iterations;
use super::trips::constant_trips;
use crate::jumps::continues;

/// A loop of at most so many iterations around jammed copies is unrolled, too.
const MOST_UNROLLED: i64 = 32;

/// So many iterations of a loop with a test that all copies share are written out.
const TESTS_AT_ONCE: u32 = 4;

/// The names of the copies' counters, outermost loop first.
const COUNTERS: [&str; 4] = ["u", "v", "w", "z"];

/// A jammed loop around the present place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    /// The index of the thread's first copy.
    index: VarId,
    /// The step of the loop.
    step: i64,
    /// The place of the thread's first copy in the batch.
    lane: VarId,
    threads: Extent,
    /// So many copies in a row are neighbours; 1 where threads take turns.
    neighbours: u64,
    copies: u64,
    counter: VarId,
}

impl Lowering<'_, '_> {
    /// A partition with more than one copy.
    pub(super) fn jammed(&mut self, p: &Partition) -> Vec<StmtId> {
        let Some(share) = p.over_thread else { return self.strided(p) };
        let outermost = self.jams.is_empty();
        if outermost {
            let of_grid = self.kernel.reductions.iter().flat_map(|r| &r.accumulators).map(|a| a.var);
            let accumulators = of_grid.chain(self.reducing_into.iter().copied()).collect();
            self.copies = Copies::of(self.b.program, p, accumulators, self.only_read());
            self.dependent = self.kernel.fastmath.then(|| Dependent::of(self.b.program, p));
        }
        let batch = self.batch_of(p);
        let neighbours = self.neighbours(p);
        let (thread, together) = (self.thread_index(share.dim), self.b.int(neighbours as i64));
        let lane = self.b.mul(thread, together);
        self.lanes.insert(batch.lane, lane);
        let count = p.lanes(self.b);
        self.batches.insert(batch.lane, (batch.base, count));
        self.note_batch(p, batch);
        let mut stmts = Vec::new();
        if p.single {
            let start = match p.batch {
                Some(_) => {
                    let start = self.block_start(p);
                    stmts.push(self.b.declare(batch.base, Some(start)));
                    let base = self.b.var(batch.base);
                    self.stepped(base, lane, p.step)
                }
                None => self.start(p),
            };
            stmts.push(self.b.declare(p.index, Some(start)));
            let guards = self.single_guards(p, batch);
            let body = self.jammed_body(p, batch, neighbours, guards);
            let body = self.unless_outside(p, body);
            if p.batch.is_none() || every_block_has_iterations(self.b, p) {
                stmts.extend(body);
            } else {
                // The same for all threads of the block, so barriers may stand inside.
                let base = self.b.var(batch.base);
                let cond = self.b.binary(p.bound.0, base, p.bound.1);
                stmts.push(self.b.if_then(cond, body));
            }
        } else {
            let (begin, end) = self.range(p, &mut stmts);
            let stride = self.stride(p);
            let index = self.b.var(p.index);
            let op = if p.step > 0 { BinaryOp::Lt } else { BinaryOp::Gt };
            let is_guarded = p.ragged && (p.guard_chunk || p.guard_end);
            let guards = if is_guarded { vec![self.b.binary(op, index, end)] } else { Vec::new() };
            let body = self.jammed_body(p, batch, neighbours, guards);
            let body = self.unless_outside(p, body);
            stmts.push(match p.batch {
                Some(_) => {
                    let base = self.b.var(batch.base);
                    let first = self.stepped(base, lane, p.step);
                    let mut inside = vec![self.b.declare(p.index, Some(first))];
                    inside.extend(body);
                    self.b.count(batch.base, begin, end, stride, p.step > 0, inside)
                }
                None => {
                    // Below zero, a thread's number must not be unsigned in a wider index.
                    let lane = self.widened(lane, self.index_type(p));
                    let first = self.stepped(begin, lane, p.step);
                    self.b.count(p.index, first, end, stride, p.step > 0, body)
                }
            });
        }
        if outermost {
            self.copies = Copies::default();
            self.dependent = None;
        }
        stmts
    }

    /// The batch of the partition, or names for one that nobody else mentions.
    fn batch_of(&mut self, p: &Partition) -> Batch {
        p.batch.unwrap_or_else(|| {
            let (ty, name) = (self.index_type(p), self.b.name_of(p.index));
            let base = self.b.local(&format!("{name}_base"), ty);
            let lane = self.b.local(&format!("{name}_lane"), Type::INT);
            Batch { base, lane }
        })
    }

    /// What must hold for a copy of the only batch to exist.
    fn single_guards(&mut self, p: &Partition, batch: Batch) -> Vec<ExprId> {
        let mut guards = Vec::new();
        if let (true, Some(block)) = (p.guard_chunk, p.over_block) {
            let (lane, chunk) = (self.b.var(batch.lane), block.chunk.expr(self.b));
            guards.push(self.b.binary(BinaryOp::Lt, lane, chunk));
        }
        if p.guard_end {
            let index = self.b.var(p.index);
            guards.push(self.b.binary(p.bound.0, index, p.bound.1));
        }
        guards
    }

    /// The body of a jammed loop, for all copies.
    fn jammed_body(
        &mut self,
        p: &Partition,
        batch: Batch,
        neighbours: u64,
        guards: Vec<ExprId>,
    ) -> Vec<StmtId> {
        let Some(share) = p.over_thread else { return Vec::new() };
        let name = COUNTERS[(self.jams_outside + self.jams.len()) % COUNTERS.len()];
        let counter = self.names.scoped(self.b, name, Type::INT);
        let (index, step, threads) = (p.index, p.step, share.count);
        let lane = batch.lane;
        self.jams.push(Level { index, step, lane, threads, neighbours, copies: p.jam, counter });
        let vectors = self.vectors_of(p, neighbours);
        let vectors_outside = self.vectors.len();
        self.vectors.extend(vectors);
        let depth = self.predicates.len();
        self.predicates.extend(guards);
        let mut stmts = self.arrays_from_outside();
        // They have the names of variables that the kernel may declare around a
        // loop that is not there.
        let needs_scope = p.single && !stmts.is_empty();
        if p.batch.is_none() && continues(self.b.program, &p.body) {
            stmts.extend(self.one_copy_at_a_time(&p.body));
        } else {
            stmts.extend(self.statement(&p.body));
        }
        self.predicates.truncate(depth);
        self.vectors.truncate(vectors_outside);
        self.jams.pop();
        if needs_scope { vec![self.b.block(stmts)] } else { stmts }
    }

    /// Declares the copies of variables that belong to the kernel as a whole.
    fn arrays_from_outside(&mut self) -> Vec<StmtId> {
        let level = self.jams.len();
        let outer = self.copies.from_outside.iter().copied();
        let here: Vec<VarId> = outer.filter(|var| self.copies.kept.get(var) == Some(&level)).collect();
        let mut stmts = Vec::new();
        for var in here {
            let ty = self.array_of_copies(var, level);
            let name = self.b.name_of(var);
            let own = self.b.local(&name, ty);
            self.renamed.insert(var, own);
            let declaration = self.b.declare(own, None);
            self.registers.declared.push((own, declaration));
            stmts.push(declaration);
        }
        stmts
    }

    fn array_of_copies(&mut self, var: VarId, level: usize) -> Type {
        let mut ty = self.b.program.vars[var].ty.unqualified();
        for jam in self.jams[..level].iter().rev() {
            ty = self.b.program.types.array_of(ty, jam.copies);
        }
        ty
    }

    /// A construct around which the copies must be: its head differs between
    /// them.
    pub(super) fn one_copy_at_a_time(&mut self, stmt: &Stmt) -> Vec<StmtId> {
        let (jams, predicates) = (std::mem::take(&mut self.jams), std::mem::take(&mut self.predicates));
        let (copies, vectors) = (std::mem::take(&mut self.copies), std::mem::take(&mut self.vectors));
        // A jammed loop inside must not count its copies by the same name.
        self.jams_outside += jams.len();
        let inside = self.statement(stmt);
        self.jams_outside -= jams.len();
        (self.jams, self.predicates, self.copies, self.vectors) = (jams, predicates, copies, vectors);
        self.group(&inside)
    }

    /// A run of plain statements, for all copies.
    pub(super) fn in_copies(&mut self, stmts: &[StmtId]) -> Vec<StmtId> {
        let mut out = Vec::new();
        for segment in self.copies.segments(self.b.program, stmts) {
            match segment {
                Segment::Once(stmt) => out.push(stmt),
                Segment::Block(stmt) => {
                    let StmtKind::Block(inner) = self.b.program.stmts[stmt].kind.clone() else { continue };
                    let inner = self.in_copies(&inner);
                    out.push(self.b.stmt(StmtKind::Block(inner)));
                }
                Segment::Branch(stmt) => {
                    let Some((cond, then, otherwise)) = branches(self.b.program, stmt) else { continue };
                    let cond = self.tested_once(cond);
                    let then = self.in_copies(&then);
                    let then = self.b.block(then);
                    let otherwise = otherwise.map(|stmts| self.in_copies(&stmts));
                    let otherwise = otherwise.map(|stmts| self.b.block(stmts));
                    out.push(self.b.stmt(StmtKind::If { cond, then, otherwise }));
                }
                Segment::Loop(stmt) => out.extend(self.common_loop(stmt)),
                Segment::Group(stmts) => out.extend(self.group(&stmts)),
            }
        }
        out
    }

    /// `n < end && mask[j] != 0`: memory is read for all copies where there is one. The first copy has an iteration if
    /// any has.
    fn tested_once(&mut self, cond: ExprId) -> ExprId {
        if !reads_memory(self.b.program, cond) {
            return cond;
        }
        let mut tests: Vec<ExprId> = self.predicates.clone();
        tests.iter_mut().for_each(|test| *test = Duplicate::new(self.b).expr(*test));
        tests.push(cond);
        let test = self.b.all_of(&tests).unwrap_or(cond);
        if test != cond {
            self.in_batch.tests.insert(test, cond);
        }
        test
    }

    /// Arrays that nobody writes while the kernel runs.
    fn only_read(&self) -> HashSet<VarId> {
        let is_only_read = |param: &&KernelParam| {
            matches!(param.value, ParamValue::Array { written: false, overlaps: false, .. })
        };
        self.kernel.params.iter().filter(is_only_read).map(|param| param.var).collect()
    }

    /// A loop that all copies go through together.
    fn common_loop(&mut self, stmt: StmtId) -> Vec<StmtId> {
        let StmtKind::For { init, cond, step, body } = self.b.program.stmts[stmt].kind else {
            return Vec::new();
        };
        let inner = inside(self.b.program, body);
        let holds_loop = |s: &StmtId| {
            let below = self.b.program.stmts_below(*s);
            below.into_iter().any(|s| matches!(self.b.program.stmts[s].kind, StmtKind::For { .. }))
        };
        let is_innermost = !inner.iter().any(holds_loop);
        // No compiler unrolls a loop around a branch by itself, and its loads would wait for each other.
        let tests_once = is_innermost
            && self
                .copies
                .segments(self.b.program, &inner)
                .iter()
                .any(|segment| matches!(segment, Segment::Branch(_)));
        self.note_counted(stmt);
        let row = self.row_loop(stmt);
        let in_strip = self.in_batch.in_strip;
        self.in_batch.in_strip |= row.is_some();
        let inner = self.in_copies(&inner);
        self.in_batch.in_strip = in_strip;
        let strips = row.and_then(|row| self.by_strips(stmt, row, &inner));
        if let Some(index) = self.b.program.loop_index(stmt) {
            self.ranges.leave(index);
        }
        let strips = match strips {
            Some(Strips::All(stmt)) => return vec![stmt],
            Some(Strips::Some(stmts)) => Some(stmts),
            None => None,
        };
        let body = self.b.block(inner);
        let is_short =
            constant_trips(self.b.program, self.b.sources, stmt).is_some_and(|trips| trips <= MOST_UNROLLED);
        let is_whole = strips.is_none();
        let mut out = strips.unwrap_or_default();
        if is_innermost && is_short && is_whole {
            out.push(self.unroll());
        } else if tests_once {
            let unroll = self.b.symbol(&format!("unroll {TESTS_AT_ONCE}"));
            out.push(self.b.stmt(StmtKind::Pragma(unroll)));
        }
        let init = init.filter(|_| is_whole);
        out.push(self.b.stmt(StmtKind::For { init, cond, step, body }));
        // The index of a loop by strips belongs to both parts, and to nobody else.
        if is_whole { out } else { vec![self.b.stmt(StmtKind::Block(out))] }
    }

    fn unroll(&mut self) -> StmtId {
        let unroll = self.b.symbol("unroll");
        self.b.stmt(StmtKind::Pragma(unroll))
    }

    /// What all threads do for every copy, whether they have the iteration or not.
    pub(super) fn in_every_copy(&mut self, stmts: Vec<StmtId>) -> Vec<StmtId> {
        if self.jams.is_empty() {
            return stmts;
        }
        let predicates = std::mem::take(&mut self.predicates);
        let stmts = self.group(&stmts);
        self.predicates = predicates;
        stmts
    }

    /// Statements that each copy runs in turn.
    fn group(&mut self, stmts: &[StmtId]) -> Vec<StmtId> {
        let is_harmless = stmts.iter().all(|&stmt| self.is_harmless(stmt));
        if is_harmless || self.predicates.is_empty() {
            self.run_in_all_copies(stmts);
        }
        let mut before = Vec::new();
        let mut body = Vec::new();
        for &stmt in stmts {
            match self.b.program.stmts[stmt].kind.clone() {
                StmtKind::Decl(items) => {
                    items.into_iter().for_each(|item| self.declaration(item, &mut before, &mut body))
                }
                _ => body.push(copy::stmt(&mut InCopy(self), stmt)),
            }
        }
        if body.is_empty() {
            return before;
        }
        let guards: Vec<ExprId> = if is_harmless { Vec::new() } else { self.predicates.clone() };
        let guards: Vec<ExprId> = guards.into_iter().map(|guard| self.in_copy(guard)).collect();
        let whole = self.whole_batch(&guards, &body);
        let unguarded = whole.map(|whole| (whole, Duplicate::new(self.b).stmts(&body)));
        let each = body.clone();
        if let Some(guard) = self.b.all_of(&guards) {
            body = vec![self.b.if_then(guard, body)];
            self.in_batch.stmts.insert(body[0], each.clone());
        }
        let mut copies = self.each_copy(body);
        if let Some((whole, unguarded)) = unguarded {
            let unguarded = self.each_copy(unguarded);
            let all = copies.clone();
            let (then, otherwise) = (self.b.block(unguarded), Some(self.b.block(copies)));
            copies = vec![self.b.stmt(StmtKind::If { cond: whole, then, otherwise })];
            self.in_batch.stmts.insert(copies[0], all);
        }
        before.extend(self.in_windows(&guards, &each, copies));
        before
    }

    /// An expression of the loop, for one copy.
    fn in_copy(&mut self, expr: ExprId) -> ExprId {
        copy::expr(&mut InCopy(self), expr)
    }

    /// The unrolled loops over all copies.
    fn each_copy(&mut self, mut body: Vec<StmtId>) -> Vec<StmtId> {
        for level in self.jams.clone().into_iter().rev() {
            let copies = i64::try_from(level.copies).unwrap_or(i64::MAX);
            let (zero, end, one) = (self.b.int(0), self.b.int(copies), self.b.int(1));
            let unroll = self.unroll();
            body = vec![unroll, self.b.count(level.counter, zero, end, one, true, body)];
        }
        body
    }

    /// A declaration in a group: an array before it, where the variable is
    /// kept, and its value inside.
    fn declaration(&mut self, item: Item, before: &mut Vec<StmtId>, body: &mut Vec<StmtId>) {
        let Item::Var { var, with_init, .. } = item else {
            before.push(self.b.stmt(StmtKind::Decl(vec![item])));
            return;
        };
        let Some(&level) = self.copies.kept.get(&var) else {
            let stmt = self.b.stmt(StmtKind::Decl(vec![item]));
            // What is the same for all copies is there for whatever follows them.
            match self.copies.is_varying(var) {
                true => body.push(copy::stmt(&mut InCopy(self), stmt)),
                false => before.push(stmt),
            }
            return;
        };
        let init = self.b.program.vars[var].init.clone().filter(|_| with_init);
        let element = self.b.program.vars[var].ty.unqualified();
        let ty = self.array_of_copies(var, level);
        self.b.program.vars[var].ty = ty;
        let declaration = self.redeclare(var, None);
        self.registers.declared.push((var, declaration));
        before.push(declaration);
        let target = self.copy_of(var, level);
        match init {
            None => {}
            Some(Init::Expr(value)) => {
                let value = copy::expr(&mut InCopy(self), value);
                body.push(self.b.assign(target, value));
            }
            Some(list) => self.assign_list(var, target, element, list, body),
        }
    }

    /// The value of an initialiser list, through a variable that has it.
    fn assign_list(&mut self, var: VarId, target: ExprId, ty: Type, list: Init, body: &mut Vec<StmtId>) {
        let name = self.b.name_of(var);
        let start = self.names.local(self.b, &format!("{name}_start"), ty);
        let declaration = self.redeclare(start, Some(list));
        body.push(copy::stmt(&mut InCopy(self), declaration));
        let value = self.b.var(start);
        let assign = self.assign_elements(target, value, ty, 0);
        body.push(assign);
    }

    /// `target = value;`, element by element for arrays.
    fn assign_elements(&mut self, target: ExprId, value: ExprId, ty: Type, depth: usize) -> StmtId {
        let Some(element) = self.b.program.types.element(ty) else { return self.b.assign(target, value) };
        let len = match self.b.program.types.stripped(ty) {
            hir::TypeKind::Array(_, hir::ArrayLen::Fixed(len)) => i64::try_from(*len).unwrap_or(i64::MAX),
            _ => 0,
        };
        let counter = self.names.local(self.b, &format!("element{depth}"), Type::INT);
        let at = self.b.var(counter);
        let (target, value) = (self.b.index(target, &[at]), self.b.index(value, &[at]));
        let inner = self.assign_elements(target, value, element, depth + 1);
        let (zero, end, one) = (self.b.int(0), self.b.int(len), self.b.int(1));
        self.b.count(counter, zero, end, one, true, vec![inner])
    }

    /// A sum in single precision.
    fn plus(&mut self, lhs: Option<ExprId>, rhs: ExprId) -> ExprId {
        let Some(lhs) = lhs else { return rhs };
        self.b.expr(ExprKind::Binary { op: BinaryOp::Add, lhs, rhs }, Type::FLOAT)
    }

    /// `sum[u][v]`
    fn copy_of(&mut self, var: VarId, level: usize) -> ExprId {
        let base = self.b.var(var);
        let counters: Vec<VarId> =
            self.jams[..level.min(self.jams.len())].iter().map(|j| j.counter).collect();
        let counters: Vec<ExprId> = counters.into_iter().map(|counter| self.b.var(counter)).collect();
        self.b.index(base, &counters)
    }
}

/// Rewrites what stands for one copy: the index, the lane, variables that are
/// kept in arrays.
struct InCopy<'l, 'a, 'b>(&'l mut Lowering<'a, 'b>);

impl<'b> Rewrite<'b> for InCopy<'_, '_, 'b> {
    fn builder(&mut self) -> &mut Builder<'b> {
        self.0.b
    }

    fn replace_expr(&mut self, expr: ExprId) -> Option<ExprId> {
        let var = match self.0.b.program.exprs[expr].kind {
            ExprKind::Var(var) => var,
            ExprKind::Binary { op: BinaryOp::Add, .. } => return self.common_terms_first(expr),
            ExprKind::Index { .. } => return self.vector_read(expr),
            _ => return None,
        };
        if let Some(&level) = self.0.copies.kept.get(&var) {
            let var = self.0.renamed.get(&var).copied().unwrap_or(var);
            return Some(self.0.copy_of(var, level));
        }
        let level = *self.0.jams.iter().find(|level| level.index == var || level.lane == var)?;
        let step = if var == level.index { level.step } else { 1 };
        let b = &mut *self.0.b;
        let threads = match level.threads {
            Extent::Constant(threads) => b.int(threads),
            // The grid's sizes are unsigned; the index may be negative.
            Extent::Expr(threads) => b.cast(threads, Type::INT),
        };
        let magnitude = b.int(step.saturating_abs());
        let counter = b.var(level.counter);
        let first = b.var(var);
        if level.neighbours > 1 {
            let places = beside(b, level, threads, counter);
            let offset = b.mul(places, magnitude);
            return Some(if step > 0 { b.add(first, offset) } else { b.sub(first, offset) });
        }
        let distance = b.mul(threads, magnitude);
        let offset = if b.constant(distance) == Some(1) {
            counter
        } else {
            b.binary(BinaryOp::Mul, distance, counter)
        };
        let op = if step > 0 { BinaryOp::Add } else { BinaryOp::Sub };
        Some(b.binary(op, first, offset))
    }
}

impl InCopy<'_, '_, '_> {
    /// A read that may be one of a window is remembered.
    fn vector_read(&mut self, expr: ExprId) -> Option<ExprId> {
        let read = self.0.vector_read(expr)?;
        let copy = copy::expr_below(self, expr);
        self.0.in_batch.reads.insert(copy, read);
        Some(copy)
    }

    /// `own + (common + common)`
    fn common_terms_first(&mut self, expr: ExprId) -> Option<ExprId> {
        let (own, common) = self.0.dependent.as_ref()?.regrouped(self.0.b.program, expr)?;
        let mut sum = None;
        for term in common {
            let term = copy::expr(self, term);
            sum = Some(self.0.plus(sum, term));
        }
        for term in own.into_iter().rev() {
            let term = copy::expr(self, term);
            sum = Some(match sum {
                Some(rest) => self.0.plus(Some(term), rest),
                None => term,
            });
        }
        sum
    }
}

/// The place of a copy after the thread's first, where they are neighbours:
/// `v`, or `v % 4 + v / 4 * 64` if a thread has several such runs.
fn beside(b: &mut Builder<'_>, level: Level, threads: ExprId, counter: ExprId) -> ExprId {
    if level.copies == level.neighbours {
        return counter;
    }
    let run = b.int(i64::try_from(level.neighbours).unwrap_or(i64::MAX));
    let pitch = b.mul(threads, run);
    let (within, number) = (b.rem(counter, run), b.div(counter, run));
    let start = b.mul(number, pitch);
    b.add(within, start)
}
