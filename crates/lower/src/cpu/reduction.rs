//! Scalars that threads compute together, on the CPU.
//!
//! The threads of a block are one thread here, so a block has one accumulator. What
//! the grid reduces is kept once per block and combined in the order of the blocks:
//! the same result for any number of threads.
//!
//! ```text
//! float *sum_of_blocks = hicuda_alloc(sizeof(float) * 64, "kernel total");
//! #pragma omp parallel for
//! for (int block_i = 0; block_i < 64; block_i++)
//!     total_block(a, n, sum_of_blocks, block_i);
//! for (int block = 0; block < 64; block++)
//!     *sum += sum_of_blocks[block];
//! free(sum_of_blocks);
//! ```

use hir::{BinaryOp, Builder, ExprId, ExprKind, ReductionOp, StmtId, StmtKind, StringLiteral, Type, VarId};
use kir::geometry::SpaceKind;
use kir::{
    Accumulator, BlockReduction, GridReduction, Pairing, Partition, ReductionHome, Tie, combine_into,
    neutral, place_found, take_better,
};

use super::Lowering;

/// A scalar that the grid reduces.
#[derive(Clone, Copy)]
pub(super) struct InGrid {
    /// The pointer to it.
    home: VarId,
    /// The results of blocks, where there are several.
    of_blocks: Option<VarId>,
}

impl<'a> Lowering<'a, '_> {
    /// A loop at whose end its block reduces.
    pub(super) fn reducing(&mut self, p: &'a Partition, work: Vec<StmtId>) -> Vec<StmtId> {
        let mut out = Vec::new();
        for r in &p.reductions {
            for accumulator in &r.accumulators {
                let first = match neutral(r.op).or(r.pairing.begins_with()) {
                    Some(number) => self.b.int(number),
                    None => self.b.var(r.result),
                };
                out.push(self.b.declare(accumulator.var, Some(first)));
            }
        }
        out.extend(work);
        for r in &p.reductions {
            if r.pairing != Pairing::Alone {
                out.extend(self.block_pair(p, r));
                continue;
            }
            for accumulator in &r.accumulators {
                let (result, value) = (self.b.var(r.result), self.b.var(accumulator.var));
                out.push(combine_into(self.b, r.op, result, value, &mut chosen_extreme));
            }
        }
        out
    }

    /// A value and its place: no iteration of the block has found a better one.
    fn block_pair(&mut self, p: &Partition, r: &BlockReduction) -> Vec<StmtId> {
        let Pairing::Value(tie) = r.pairing else { return Vec::new() };
        let place = p.reductions.iter().find(|other| other.result == tie.place);
        let (Some(found), Some(place)) = (r.accumulators.first(), place) else { return Vec::new() };
        let Some(found_at) = place.accumulators.first() else { return Vec::new() };
        let [result, at] = [r.result, place.result].map(|var| self.b.var(var));
        let [value, known_at] = [found.var, found_at.var].map(|var| self.b.var(var));
        let known_at = place_found(self.b, tie.nowhere, known_at, at);
        vec![self.b.assign(result, value), self.b.assign(at, known_at)]
    }

    /// Names what the grid reduces; the pointers to it that are parameters.
    pub(super) fn name_grid_reductions(&mut self) {
        let has_blocks = !self.block_vars.is_empty();
        for r in &self.kernel.reductions {
            let name = self.b.name_of(r.var);
            let pointer = self.b.program.vars[r.var].ty.unqualified();
            let pointer = self.b.program.types.pointer_to(pointer);
            let home = match r.home {
                ReductionHome::Device(own) => own,
                ReductionHome::Host(host) => {
                    let var = self.names.local(self.b, &format!("{name}_result"), pointer);
                    self.results.push((var, host));
                    var
                }
            };
            let of_blocks =
                has_blocks.then(|| self.names.local(self.b, &format!("{name}_of_blocks"), pointer));
            self.in_grid.push(InGrid { home, of_blocks });
        }
    }

    /// Accumulators of a block around its work.
    pub(super) fn block_of_grid(&mut self, work: Vec<StmtId>) -> Vec<StmtId> {
        let mut out = Vec::new();
        let mut after = Vec::new();
        for (r, own) in self.kernel.reductions.iter().zip(self.in_grid.clone()) {
            let element = self.b.program.vars[r.var].ty.unqualified();
            let home = self.b.var(own.home);
            let home = self.b.expr(ExprKind::Deref(home), element);
            for accumulator in &r.accumulators {
                let first = match neutral(r.op).or(r.pairing.begins_with()) {
                    Some(number) => self.b.int(number),
                    None => home,
                };
                out.push(self.b.declare(accumulator.var, Some(first)));
                after.extend(self.forget_repetition(r.op, accumulator));
            }
            let Some((first, rest)) = r.accumulators.split_first() else { continue };
            for other in rest {
                let (target, value) = (self.b.var(first.var), self.b.var(other.var));
                after.push(combine_into(self.b, r.op, target, value, &mut chosen_extreme));
            }
            let value = self.b.var(first.var);
            after.push(match own.of_blocks {
                Some(of_blocks) => {
                    let (array, block) = (self.b.var(of_blocks), self.linear_block());
                    let slot = self.b.index(array, &[block]);
                    self.b.assign(slot, value)
                }
                None => match r.pairing {
                    Pairing::Alone => combine_into(self.b, r.op, home, value, &mut chosen_extreme),
                    // The value from before took part.
                    Pairing::Value(_) => self.b.assign(home, value),
                    Pairing::Place { nowhere } => {
                        let found = place_found(self.b, nowhere, value, home);
                        self.b.assign(home, found)
                    }
                },
            });
        }
        out.extend(work);
        out.extend(after);
        out
    }

    /// Memory for the results of blocks before the loop over them, and the
    /// combination after it.
    pub(super) fn around_blocks(&mut self, work: Vec<StmtId>) -> Vec<StmtId> {
        let (mut before, mut after, mut frees) = (Vec::new(), Vec::new(), Vec::new());
        for (r, own) in self.kernel.reductions.iter().zip(self.in_grid.clone()) {
            let Some(of_blocks) = own.of_blocks else { continue };
            let element = self.b.program.vars[r.var].ty.unqualified();
            let pointer = self.b.program.types.pointer_to(element);
            let memory = self.memory_for_blocks(element, 1, pointer);
            before.push(self.b.declare(of_blocks, Some(memory)));
            let index = self.names.scoped(self.b, "block", Type::INT);
            let (array, at) = (self.b.var(of_blocks), self.b.var(index));
            let slot = self.b.index(array, &[at]);
            let home = self.b.var(own.home);
            let home = self.b.expr(ExprKind::Deref(home), element);
            let update = match r.pairing {
                Pairing::Alone => Some(combine_into(self.b, r.op, home, slot, &mut chosen_extreme)),
                Pairing::Value(tie) => self.better_of_block(r, tie, [home, slot], at),
                Pairing::Place { nowhere } => {
                    nowhere.map(|nowhere| self.place_after_blocks(home, nowhere, &mut before))
                }
            };
            let (zero, one, blocks) = (self.b.int(0), self.b.int(1), self.all_blocks());
            after.extend(update.map(|update| match r.pairing {
                Pairing::Place { .. } => update,
                _ => self.b.count(index, zero, blocks, one, true, vec![update]),
            }));
            let free = self.b.call("free", vec![array], Type::VOID);
            frees.push(self.b.stmt(StmtKind::Expr(free)));
        }
        before.into_iter().chain(work).chain(after).chain(frees).collect()
    }

    /// The place is none until a block has found one; after the blocks it is that from before again, if none has.
    fn place_after_blocks(&mut self, home: ExprId, nowhere: i64, before: &mut Vec<StmtId>) -> StmtId {
        let ty = self.b.program.exprs[home].ty.unqualified();
        let known = self.names.local(self.b, "place_before", ty);
        before.push(self.b.declare(known, Some(home)));
        let none = self.b.int(nowhere);
        before.push(self.b.assign(home, none));
        let (none, known) = (self.b.int(nowhere), self.b.var(known));
        let is_none = self.b.binary(BinaryOp::Eq, home, none);
        let again = self.b.assign(home, known);
        self.b.if_then(is_none, vec![again])
    }

    /// Takes the value of a block, and its place, if they come before what is known.
    fn better_of_block(
        &mut self,
        r: &GridReduction,
        tie: Tie,
        [home, slot]: [ExprId; 2],
        block: ExprId,
    ) -> Option<StmtId> {
        let at = self.kernel.reductions.iter().position(|other| other.var == tie.place)?;
        let own = self.in_grid.get(at)?;
        let (place, of_blocks) = (self.b.var(own.home), self.b.var(own.of_blocks?));
        let element = self.b.program.vars[tie.place].ty.unqualified();
        let place = self.b.expr(ExprKind::Deref(place), element);
        let slot_at = self.b.index(of_blocks, &[block]);
        Some(take_better(self.b, r.op, tie.prefers, [home, place], [slot, slot_at]))
    }

    /// `hicuda_alloc(sizeof(float) * blocks, "kernel total")`
    pub(super) fn memory_for_blocks(&mut self, element: Type, each: i64, pointer: Type) -> ExprId {
        let size = self.b.program.size_of(element);
        let measure = ExprKind::Measure { what: hir::Measure::Size, of: element, operand: None, value: size };
        let unsigned_long = Type::builtin(hir::BuiltinType::ULong);
        let element_size = self.b.expr(measure, unsigned_long);
        let (zero, blocks) = (self.b.int(0), self.all_blocks());
        // A grid without blocks may be described by a negative number.
        let blocks = if self.b.constant(blocks).is_some() { blocks } else { self.larger(blocks, zero) };
        let bytes = self.b.binary(BinaryOp::Mul, element_size, blocks);
        let each = self.b.int(each);
        let bytes = self.b.mul(bytes, each);
        let text = format!("\"kernel {}\"", self.b.sources.text(self.kernel.name));
        let piece = self.b.symbol(&text);
        let units = text.trim_matches('"').bytes().map(u32::from).collect();
        let literal = ExprKind::String(Box::new(StringLiteral { units, pieces: vec![piece] }));
        let char_pointer = self.b.program.types.pointer_to(Type::builtin(hir::BuiltinType::Char));
        let directive = self.b.expr(literal, char_pointer);
        self.b.call("hicuda_alloc", vec![bytes, directive], pointer)
    }

    /// Blocks that repeat what another one does count for nothing.
    fn forget_repetition(&mut self, op: ReductionOp, accumulator: &Accumulator) -> Option<StmtId> {
        let nothing = neutral(op)?;
        let mut any: Option<ExprId> = None;
        for dim in (0..self.kernel.blocks.dims.len()).filter(|dim| !accumulator.blocks.has(*dim)) {
            let Some(&var) = self.block_vars.get(&dim) else { continue };
            let (position, zero) = (self.b.var(var), self.b.int(0));
            let differs = self.b.binary(BinaryOp::Ne, position, zero);
            any = Some(match any {
                None => differs,
                Some(before) => self.b.binary(BinaryOp::Or, before, differs),
            });
        }
        let (target, nothing) = (self.b.var(accumulator.var), self.b.int(nothing));
        let forget = self.b.assign(target, nothing);
        any.map(|cond| self.b.if_then(cond, vec![forget]))
    }

    /// The number of the present block among those that have a loop.
    pub(super) fn linear_block(&mut self) -> ExprId {
        let mut index: Option<ExprId> = None;
        for dim in self.looped_dims() {
            let position = self.block_index(dim);
            index = Some(match index {
                None => position,
                Some(slower) => {
                    let size = self.size(SpaceKind::Blocks, dim);
                    let scaled = self.b.mul(slower, size);
                    self.b.add(scaled, position)
                }
            });
        }
        index.unwrap_or_else(|| self.b.int(0))
    }

    /// How many blocks have work of their own.
    pub(super) fn all_blocks(&mut self) -> ExprId {
        let mut count = self.b.int(1);
        for dim in self.looped_dims() {
            let size = self.size(SpaceKind::Blocks, dim);
            count = self.b.mul(count, size);
        }
        count
    }

    fn looped_dims(&self) -> Vec<usize> {
        let mut dims: Vec<usize> = self.block_vars.keys().copied().collect();
        dims.sort_unstable();
        dims
    }
}

/// `a < b ? a : b`; where one is not a number, the other, as `fmin` has it.
pub(super) fn chosen_extreme(b: &mut Builder<'_>, op: ReductionOp, left: ExprId, right: ExprId) -> ExprId {
    let ty = b.program.exprs[left].ty.unqualified();
    let compare = if op == ReductionOp::Min { BinaryOp::Lt } else { BinaryOp::Gt };
    let mut cond = b.binary(compare, left, right);
    if b.program.types.is_real_floating(ty) {
        let not_a_number = b.binary(BinaryOp::Ne, right, right);
        cond = b.binary(BinaryOp::Or, cond, not_a_number);
    }
    b.expr(ExprKind::Conditional { cond, then: Some(left), otherwise: right }, ty)
}
