//! Scalars that threads compute together, in CUDA.
//!
//! Every thread has its part; a few functions that the file gets once ([`super::helpers`])
//! combine the parts of a block:
//!
//! ```text
//! float s_part = 0;
//! for (int j = threadIdx.x; j < n; j += 256)
//!     s_part += a[i * n + j];
//! s += block_sum(s_part);
//! ```
//! For the whole grid each block leaves its result in device memory, and the last
//! block to do so combines them, in the order of the blocks: the same sum in every
//! run, whichever block is last.
//!
//! ```text
//! s = block_sum(s);
//! if (threadIdx.x == 0)
//!     s_of_blocks[blockIdx.x] = s;
//! if (is_last_block(&total_blocks_done)) {
//!     s = block_sum_of(s_of_blocks, gridDim.x);
//!     if (threadIdx.x == 0)
//!         s_of_blocks[0] = s_before + s;
//! }
//! ```

use hir::{
    Axis, BinaryOp, BuiltinType, CudaSpecs, ExprId, ExprKind, GridQuery, Init, Item, ReductionOp, StmtId,
    StmtKind, Type, VarId,
};
use kir::{
    Accumulator, BlockReduction, Dims, Extent, GridReduction, Pairing, Partition, ReductionHome, Tie,
    combine_into, combined, neutral, place_found,
};

use super::Lowering;
use super::combining::{Combination, Helper, Places};
use super::grid::size;

/// What a launch does for one scalar that the grid reduces.
#[derive(Clone, Copy, Debug)]
pub struct LaunchReduction {
    /// The scalar.
    pub var: VarId,
    /// The type of a result.
    pub element: Type,
    /// The value from before is an argument: this one.
    pub before: Option<ExprId>,
    /// Device memory for results is an argument, after that.
    pub memory: Option<ResultMemory>,
    /// The host's lvalue that takes the first element of that memory.
    pub host: Option<ExprId>,
}

/// How much device memory results need.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultMemory {
    /// So many elements per block.
    PerBlock(u64),
    /// One element, which starts as the host's value.
    One,
}

/// One scalar of the grid, while its kernel is lowered.
#[derive(Clone, Copy)]
pub(super) struct InGrid {
    /// The value from before.
    before: ExprId,
    /// Where the result goes.
    result: ExprId,
    /// The pointer that leads there.
    place: VarId,
    /// The results of blocks.
    of_blocks: Option<VarId>,
    /// Added up by atomic operations: the function.
    atomic: Option<&'static str>,
}

/// A function by which threads combine what they have.
type Team = fn(Combination) -> Helper;

impl Lowering<'_, '_> {
    /// A partitioned loop and, if its block reduces something, what follows it.
    pub(super) fn partition(&mut self, p: &Partition) -> Vec<StmtId> {
        if p.reductions.is_empty() {
            return self.shared_out(p);
        }
        let mut declarations = Vec::new();
        let into = self.reducing_into.len();
        for reduction in &p.reductions {
            for accumulator in &reduction.accumulators {
                let first = match neutral(reduction.op).or(reduction.pairing.begins_with()) {
                    Some(number) => self.b.int(number),
                    None => {
                        self.set_everywhere(reduction.result);
                        self.value_of(reduction.result)
                    }
                };
                declarations.push(self.b.declare(accumulator.var, Some(first)));
                self.reducing_into.push(accumulator.var);
            }
            self.reducing_into.push(reduction.result);
        }
        let mut stmts = self.in_every_copy(declarations);
        if p.batch.is_some() || !self.jams.is_empty() {
            stmts.extend(self.shared_out(p));
        } else {
            // Threads that have nothing to do here do not ask for the bounds either.
            let guards = std::mem::take(&mut self.predicates);
            let work = self.shared_out(p);
            match self.b.all_of(&guards) {
                Some(guard) => stmts.push(self.b.if_then(guard, work)),
                None => stmts.extend(work),
            }
            self.predicates = guards;
        }
        self.reducing_into.truncate(into);
        for reduction in &p.reductions {
            let combined = match reduction.pairing {
                Pairing::Alone => self.reduce_block(reduction),
                Pairing::Value(tie) => self.reduce_block_at(p, reduction, tie),
                Pairing::Place { .. } => Vec::new(),
            };
            stmts.extend(self.in_every_copy(combined));
        }
        stmts
    }

    /// A value and its place.
    fn reduce_block_at(&mut self, p: &Partition, value: &BlockReduction, tie: Tie) -> Vec<StmtId> {
        let place = p.reductions.iter().find(|other| other.result == tie.place);
        let (Some(found), Some(place)) = (value.accumulators.first(), place) else { return Vec::new() };
        let Some(found_at) = place.accumulators.first() else { return Vec::new() };
        let parts = [self.value_of(found.var), self.value_of(found_at.var)];
        let mut stmts = self.pair_over_threads(value.op, tie, parts, value.apart);
        let [result, at] = [self.value_of(value.result), self.value_of(place.result)];
        let known_at = place_found(self.b, tie.nowhere, parts[1], at);
        stmts.extend([self.b.assign(result, parts[0]), self.b.assign(at, known_at)]);
        stmts
    }

    /// Threads without an iteration pass on what they have, too: it has to be something.
    fn set_everywhere(&mut self, var: VarId) {
        let Some(declared) = self.set_in_part.remove(&var) else { return };
        let zero = self.b.int(0);
        self.b.program.vars[var].init = Some(Init::Expr(zero));
        let ty = self.b.program.vars[var].ty;
        let item = Item::Var { var, with_init: true, is_extern: false, ty };
        self.b.program.stmts[declared].kind = StmtKind::Decl(vec![item]);
    }

    fn reduce_block(&mut self, r: &BlockReduction) -> Vec<StmtId> {
        let mut stmts = Vec::new();
        let all = Dims::first(self.kernel.blocks.dims.len());
        let own: Vec<Accumulator> =
            r.accumulators.iter().map(|a| Accumulator { blocks: all, ..*a }).collect();
        let Some(part) = self.one_part(r.op, &own, &mut stmts) else { return stmts };
        let value = self.value_of(part);
        let total = self.over_threads(r.op, value, r.apart);
        let result = self.value_of(r.result);
        // Threads without an iteration may do it too: what they have is never used.
        stmts.push(match neutral(r.op) {
            Some(_) => combine_into(self.b, r.op, result, total, &mut library_extreme),
            None => self.b.assign(result, total),
        });
        stmts
    }

    /// A scalar, which may be an array of jammed copies by now: of one of them.
    fn value_of(&mut self, var: VarId) -> ExprId {
        let mut ty = self.b.program.vars[var].ty.unqualified();
        while let Some(element) = self.b.program.types.element(ty) {
            ty = element;
        }
        self.b.expr(ExprKind::Var(var), ty)
    }

    /// The value over all threads that agree with this one in the thread dimensions `apart`.
    fn over_threads(&mut self, op: ReductionOp, value: ExprId, apart: Dims) -> ExprId {
        let Some((team, more)) = self.team(apart) else { return value };
        let ty = self.b.program.exprs[value].ty.unqualified();
        let args = [value].into_iter().chain(more).collect();
        self.helper(team(op.into()), args, ty)
    }

    /// The same of a value and its place, which stay in their variables.
    fn pair_over_threads(
        &mut self,
        op: ReductionOp,
        tie: Tie,
        pair: [ExprId; 2],
        apart: Dims,
    ) -> Vec<StmtId> {
        let Some((team, more)) = self.team(apart) else { return Vec::new() };
        let (how, ty) = self.with_place(op, tie, pair);
        let args = pair.map(|part| self.address(part)).into_iter().chain(more).collect();
        let call = self.helper(team(how), args, ty);
        vec![self.b.stmt(StmtKind::Expr(call))]
    }

    /// How a value and its place are combined, and the type of the value.
    fn with_place(&self, op: ReductionOp, tie: Tie, pair: [ExprId; 2]) -> (Combination, Type) {
        let [ty, of] = pair.map(|part| self.b.program.exprs[part].ty.unqualified());
        let of = self.b.program.types.as_builtin(of).unwrap_or(BuiltinType::Int);
        (Combination { op, at: Some(Places { prefers: tie.prefers, of }) }, ty)
    }

    /// The threads that agree with this one in the thread dimensions `apart`, and what their function must be
    /// told; nothing where this one is alone. They are neighbours where the dimensions apart come first, and lie
    /// a row apart where they come last: later dimensions are faster.
    fn team(&mut self, apart: Dims) -> Option<(Team, Vec<ExprId>)> {
        let space = &self.kernel.threads;
        let sizes = (0..space.dims.len()).map(|dim| (apart.has(dim), size(space, dim)));
        let sizes: Vec<(bool, Extent)> = sizes.filter(|(_, size)| *size != Extent::Constant(1)).collect();
        let of = |is_apart: bool| -> Vec<Extent> {
            sizes.iter().filter(|(apart, _)| *apart == is_apart).map(|(_, size)| *size).collect()
        };
        let is_alone = of(true).is_empty();
        let in_columns = !is_alone && sizes.last().is_some_and(|(apart, _)| *apart);
        let count = Extent::product(of(false), self.b);
        Some(match count {
            Extent::Constant(1) => return None,
            count if in_columns => {
                let (count, width) = (count.expr(self.b), Extent::product(of(true), self.b).expr(self.b));
                (Helper::Column, vec![count, width])
            }
            _ if is_alone => (Helper::Block, Vec::new()),
            Extent::Constant(lanes)
                if lanes <= 32 && lanes.count_ones() == 1 && self.helpers.language.has_shuffles() =>
            {
                (Helper::Lanes, vec![self.b.int(lanes)])
            }
            count => (Helper::Group, vec![count.expr(self.b)]),
        })
    }

    fn helper(&mut self, helper: Helper, args: Vec<ExprId>, of: Type) -> ExprId {
        self.helpers.call(self.b, helper, of, args)
    }

    /// Counts every iteration once, and gathers a thread's accumulators in one.
    fn one_part(
        &mut self,
        op: ReductionOp,
        accumulators: &[Accumulator],
        stmts: &mut Vec<StmtId>,
    ) -> Option<VarId> {
        let (first, rest) = accumulators.split_first()?;
        for accumulator in accumulators {
            if let (Some(nothing), Some(cond)) = (neutral(op), self.is_repetition(accumulator)) {
                let (target, nothing) = (self.value_of(accumulator.var), self.b.int(nothing));
                let forget = self.b.assign(target, nothing);
                stmts.push(self.b.if_then(cond, vec![forget]));
            }
        }
        for other in rest {
            let (target, value) = (self.value_of(first.var), self.value_of(other.var));
            stmts.push(combine_into(self.b, op, target, value, &mut library_extreme));
        }
        Some(first.var)
    }

    /// Does this thread only repeat what another one does?
    fn is_repetition(&mut self, accumulator: &Accumulator) -> Option<ExprId> {
        let mut positions = Vec::new();
        for dim in (0..self.kernel.blocks.dims.len()).filter(|dim| !accumulator.blocks.has(*dim)) {
            if size(&self.kernel.blocks, dim) != Extent::Constant(1) {
                positions.push(self.block_index(dim));
            }
        }
        for dim in (0..self.kernel.threads.dims.len()).filter(|dim| !accumulator.threads.has(*dim)) {
            if size(&self.kernel.threads, dim) != Extent::Constant(1) {
                positions.push(self.thread_index(dim));
            }
        }
        let mut any = None;
        for position in positions {
            let zero = self.b.int(0);
            let differs = self.b.binary(BinaryOp::Ne, position, zero);
            any = Some(match any {
                None => differs,
                Some(before) => self.b.binary(BinaryOp::Or, before, differs),
            });
        }
        any
    }

    /// Parameters and accumulators of what the grid reduces.
    pub(super) fn start_grid_reductions(&mut self) -> Vec<StmtId> {
        let mut stmts = Vec::new();
        for reduction in &self.kernel.reductions {
            let in_grid = self.grid_parameters(reduction);
            for accumulator in &reduction.accumulators {
                let first = match neutral(reduction.op).or(reduction.pairing.begins_with()) {
                    Some(number) => self.b.int(number),
                    None => in_grid.before,
                };
                stmts.push(self.b.declare(accumulator.var, Some(first)));
            }
            self.in_grid.push(in_grid);
        }
        stmts
    }

    fn grid_parameters(&mut self, r: &GridReduction) -> InGrid {
        let element = self.b.program.vars[r.var].ty.unqualified();
        let name = self.b.name_of(r.var);
        let atomic = self.fast_update(element, r.op).filter(|_| r.fast && r.pairing == Pairing::Alone);
        let held = element.qualified(self.helpers.language.of_other_blocks());
        let pointer = self.b.program.types.pointer_to(held);
        let mut launch = LaunchReduction { var: r.var, element, before: None, memory: None, host: None };
        let one_block = self.kernel.blocks.volume() == Some(1);
        let in_grid = match r.home {
            ReductionHome::Device(place) => {
                let mut of_blocks = None;
                if atomic.is_none() && !one_block {
                    let var = self.names.local(self.b, &format!("{name}_of_blocks"), pointer);
                    self.extra_params.push(var);
                    of_blocks = Some(var);
                    launch.memory = Some(ResultMemory::PerBlock(1));
                }
                let result = self.pointee(place, element);
                InGrid { before: result, result, place, of_blocks, atomic }
            }
            ReductionHome::Host(host) if atomic.is_some() => {
                // Blocks that begin later must not read what others update already.
                let mut before = None;
                if neutral(r.op).is_none() {
                    let var = self.names.local(self.b, &format!("{name}_before"), element);
                    self.extra_params.push(var);
                    (before, launch.before) = (Some(self.b.var(var)), Some(host));
                }
                let place = self.names.local(self.b, &format!("{name}_result"), pointer);
                self.extra_params.push(place);
                (launch.host, launch.memory) = (Some(host), Some(ResultMemory::One));
                let result = self.pointee(place, element);
                InGrid { before: before.unwrap_or(result), result, place, of_blocks: None, atomic }
            }
            ReductionHome::Host(host) => {
                let before = self.names.local(self.b, &format!("{name}_before"), element);
                let place = self.names.local(self.b, &format!("{name}_of_blocks"), pointer);
                self.extra_params.extend([before, place]);
                (launch.host, launch.before) = (Some(host), Some(host));
                launch.memory = Some(ResultMemory::PerBlock(1));
                let (before, array, zero) = (self.b.var(before), self.b.var(place), self.b.int(0));
                let result = self.b.index(array, &[zero]);
                InGrid { before, result, place, of_blocks: Some(place), atomic }
            }
        };
        self.launch_reductions.push(launch);
        in_grid
    }

    /// The atomic operation that the device has for a type.
    fn fast_update(&self, of: Type, op: ReductionOp) -> Option<&'static str> {
        use BuiltinType as B;
        let of = self.b.program.types.as_builtin(of);
        let is_usual = matches!(of, Some(B::Int | B::UInt | B::Float | B::Double));
        self.helpers.language.atomic(of, op).filter(|_| is_usual).map(|(function, _)| function)
    }

    fn pointee(&mut self, pointer: VarId, element: Type) -> ExprId {
        let pointer = self.b.var(pointer);
        self.b.expr(ExprKind::Deref(pointer), element)
    }

    /// The end of a kernel whose grid reduces.
    pub(super) fn finish_reductions(&mut self) -> Vec<StmtId> {
        let mut stmts = Vec::new();
        let (mut of_first_thread, mut of_last_block, mut at_last) = (Vec::new(), Vec::new(), Vec::new());
        let one_block = self.kernel.blocks.volume() == Some(1);
        for (r, own) in self.kernel.reductions.iter().zip(self.in_grid.clone()) {
            self.b.origin = r.span;
            if let Pairing::Value(tie) = r.pairing {
                let ends = [&mut stmts, &mut of_first_thread, &mut of_last_block, &mut at_last];
                self.finish_pair(r, own, tie, ends);
            }
            if r.pairing != Pairing::Alone {
                continue;
            }
            let Some(part) = self.one_part(r.op, &r.accumulators, &mut stmts) else { continue };
            let value = self.b.var(part);
            let total = self.over_threads(r.op, value, Dims::default());
            if total != value {
                stmts.push(self.b.assign(value, total));
            }
            match (own.atomic, own.of_blocks) {
                (Some(function), _) => {
                    let place = self.b.var(own.place);
                    let ty = self.b.program.vars[part].ty;
                    let update = self.b.call(function, vec![place, value], ty);
                    of_first_thread.push(self.b.stmt(StmtKind::Expr(update)));
                }
                (None, Some(of_blocks)) if !one_block => {
                    let (block, blocks) = self.linear_block();
                    let array = self.b.var(of_blocks);
                    let slot = self.b.index(array, &[block]);
                    of_first_thread.push(self.helpers.publish(self.b, slot, value));
                    let ty = self.b.program.vars[part].ty;
                    let all = self.helper(Helper::BlockOf(r.op.into()), vec![array, blocks], ty);
                    of_last_block.push(self.b.assign(value, all));
                    at_last.push(self.result(r, own, value));
                }
                (None, _) => of_first_thread.push(self.result(r, own, value)),
            }
        }
        self.b.origin = self.kernel.span;
        stmts.extend(self.by_first_thread(of_first_thread));
        of_last_block.extend(self.by_first_thread(at_last));
        let (of_arrays, at_last) = self.finish_array_reductions();
        stmts.extend(of_arrays);
        of_last_block.extend(at_last);
        if !of_last_block.is_empty() {
            let counter = self.blocks_done();
            let is_last = self.helper(Helper::LastBlock, vec![counter], Type::INT);
            stmts.push(self.b.if_then(is_last, of_last_block));
        }
        stmts
    }

    /// The same for a value and its place. `ends`: what all threads do, what the first one of each block does, and
    /// the last block, and its first thread.
    fn finish_pair(&mut self, r: &GridReduction, own: InGrid, tie: Tie, ends: [&mut Vec<StmtId>; 4]) {
        let places = self.kernel.reductions.iter().zip(self.in_grid.clone());
        let Some((place, place_own)) = places.into_iter().find(|(other, _)| other.var == tie.place) else {
            return;
        };
        let (Some(found), Some(found_at)) = (r.accumulators.first(), place.accumulators.first()) else {
            return;
        };
        let [stmts, of_first_thread, of_last_block, at_last] = ends;
        let pair = [self.b.var(found.var), self.b.var(found_at.var)];
        stmts.extend(self.pair_over_threads(r.op, tie, pair, Dims::default()));
        let known_at = place_found(self.b, tie.nowhere, pair[1], place_own.before);
        let results = [
            self.helpers.publish(self.b, own.result, pair[0]),
            self.helpers.publish(self.b, place_own.result, known_at),
        ];
        let one_block = self.kernel.blocks.volume() == Some(1);
        let (Some(of_blocks), Some(at_of_blocks), false) = (own.of_blocks, place_own.of_blocks, one_block)
        else {
            of_first_thread.extend(results);
            return;
        };
        let (block, blocks) = self.linear_block();
        let arrays = [self.b.var(of_blocks), self.b.var(at_of_blocks)];
        for (array, part) in arrays.into_iter().zip(pair) {
            let slot = self.b.index(array, &[block]);
            of_first_thread.push(self.helpers.publish(self.b, slot, part));
        }
        let (how, ty) = self.with_place(r.op, tie, pair);
        let [to, at] = pair.map(|part| self.address(part));
        let all = self.helper(Helper::BlockOf(how), vec![to, at, arrays[0], arrays[1], blocks], ty);
        of_last_block.push(self.b.stmt(StmtKind::Expr(all)));
        at_last.extend(results);
    }

    /// The value before, combined with that of the grid.
    fn result(&mut self, r: &GridReduction, own: InGrid, total: ExprId) -> StmtId {
        match neutral(r.op) {
            Some(_) if own.before == own.result => {
                combine_into(self.b, r.op, own.result, total, &mut library_extreme)
            }
            Some(_) => {
                let value = combined(self.b, r.op, own.before, total, &mut library_extreme);
                self.helpers.publish(self.b, own.result, value)
            }
            // It has been part of every accumulator.
            None => self.helpers.publish(self.b, own.result, total),
        }
    }

    fn by_first_thread(&mut self, stmts: Vec<StmtId>) -> Vec<StmtId> {
        if stmts.is_empty() {
            return stmts;
        }
        match self.is_first_thread() {
            Some(first) => vec![self.b.if_then(first, stmts)],
            None => stmts,
        }
    }

    /// `&total_blocks_done`, a variable of the file.
    fn blocks_done(&mut self) -> ExprId {
        let name = format!("{}_blocks_done", self.b.sources.text(self.kernel.name));
        let var = self.b.local(&name, Type::UINT);
        self.b.program.vars[var].cuda = CudaSpecs::DEVICE;
        self.blocks_done = Some(var);
        let var = self.b.var(var);
        let pointer = self.b.program.types.pointer_to(Type::UINT);
        self.b.expr(ExprKind::AddrOf(var), pointer)
    }

    /// The number of this block in the grid, and how many there are.
    pub(super) fn linear_block(&mut self) -> (ExprId, ExprId) {
        let (mut index, mut count): (Option<ExprId>, Option<ExprId>) = (None, None);
        for axis in [Axis::X, Axis::Y, Axis::Z] {
            if self.blocks.on(axis).next().is_none() {
                continue;
            }
            let position = self.b.grid(GridQuery::BlockIndex, axis);
            let own = self.b.grid(GridQuery::GridSize, axis);
            index = Some(match (index, count) {
                (Some(faster), Some(before)) => {
                    let scaled = self.b.mul(position, before);
                    self.b.add(scaled, faster)
                }
                _ => position,
            });
            count = Some(match count {
                Some(before) => self.b.mul(before, own),
                None => own,
            });
        }
        let zero = self.b.int(0);
        (index.unwrap_or(zero), count.unwrap_or_else(|| self.b.int(1)))
    }
}

/// `min(a, b)`
pub(super) fn library_extreme(
    b: &mut hir::Builder<'_>,
    op: ReductionOp,
    left: ExprId,
    right: ExprId,
) -> ExprId {
    let ty = b.program.exprs[left].ty.unqualified();
    b.call(if op == ReductionOp::Min { "min" } else { "max" }, vec![left, right], ty)
}
