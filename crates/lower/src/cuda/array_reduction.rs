//! Arrays that threads update together, in CUDA.
//!
//! A block counts in copies in shared memory. Thread `t` has copy `t % 32`, and the
//! copies of one element lie beside each other, so the lanes of a warp never wait for
//! each other, whichever elements they update:
//!
//! ```text
//! __shared__ unsigned int hist_part[256][32];
//! for (int element = threadIdx.x; element < 8192; element += 512)
//!     hist_part[element / 32][element % 32] = 0;
//! __syncthreads();
//! for (…)
//!     atomicAdd(&hist_part[data[i]][threadIdx.x % 32], 1);
//! __syncthreads();
//! for (int element = threadIdx.x; element < 256; element += 512) {
//!     unsigned int total = hist_part[element][element % 32];
//!     for (int copy = 1; copy < 32; copy++)
//!         total += hist_part[element][(element + copy) % 32];
//!     atomicAdd(&hist[element], total);
//! }
//! ```
//! Where the order is fixed, each thread has a copy and needs no atomic operations; the
//! blocks leave their sums in device memory, and the last one adds them up in order.

use hir::{
    BinaryOp, Builder, CastKind, Directive, DirectiveId, DirectiveKind, ExprId, ExprKind, ReductionOp,
    StmtId, StmtKind, Type, VarId,
};
use kir::{ArrayReduction, ReductionCopies, combine_into};

use super::Lowering;
use super::reduction::{LaunchReduction, ResultMemory, library_extreme};

/// Where the updates under a directive go instead of to the device copy.
#[derive(Clone, Copy, Debug)]
pub(super) struct Redirection {
    /// The directive.
    pub updates: DirectiveId,
    /// From this pointer.
    pub device: VarId,
    /// To this shared array,
    pub part: VarId,
    /// with one more subscript, where there are several copies.
    pub copy: Option<ExprId>,
    /// No other thread updates that copy.
    pub is_own: bool,
}

impl Lowering<'_, '_> {
    /// Copies with nothing in them, before the first thread updates one.
    pub(super) fn start_array_reductions(&mut self) -> Vec<StmtId> {
        let mut stmts = Vec::new();
        for r in &self.kernel.array_reductions {
            let Some((part, copies)) = self.copies(r) else { continue };
            let copy = (copies > 1).then(|| self.own_copy(r, copies));
            let is_own = matches!(r.copies, ReductionCopies::PerThread(..));
            self.redirections.push(Redirection { updates: r.updates, device: r.device, part, copy, is_own });
            let mut extents = r.extents.clone();
            extents.extend((copies > 1).then_some(copies));
            let number = self.names.scoped(self.b, "element", Type::INT);
            let value = self.b.var(number);
            let at = self.digits(value, &extents);
            let base = self.b.var(part);
            let target = self.b.index(base, &at);
            let element = self.arrays[r.array].element;
            let nothing = nothing(self.b, r.op, element);
            let clear = self.b.assign(target, nothing);
            stmts.push(self.shared_out_elements(number, &extents, vec![clear]));
        }
        if !stmts.is_empty() {
            stmts.push(self.b.stmt(StmtKind::Barrier));
        }
        stmts
    }

    /// What the block has, added to the array or left for the last block; and what
    /// that one does.
    pub(super) fn finish_array_reductions(&mut self) -> (Vec<StmtId>, Vec<StmtId>) {
        let mut stmts = Vec::new();
        let mut of_last_block = Vec::new();
        for r in &self.kernel.array_reductions {
            let Some((part, copies)) = self.copies(r) else { continue };
            let number = self.names.scoped(self.b, "element", Type::INT);
            let (total, mut work) = self.total_of_copies(r, part, copies, number);
            let value = self.b.var(number);
            let at = self.digits(value, &r.extents);
            let home = self.device_element(r, &at);
            let total = self.b.var(total);
            match r.copies {
                ReductionCopies::PerThread(..) if self.kernel.blocks.volume() == Some(1) => {
                    work.push(combine_into(self.b, r.op, home, total, &mut library_extreme));
                }
                ReductionCopies::PerThread(..) => {
                    let of_blocks = self.results_of_blocks(r);
                    let (block, blocks) = self.linear_block();
                    let slot = self.slot(of_blocks, block, r, value);
                    work.push(self.b.assign(slot, total));
                    of_last_block.push(self.total_of_blocks(r, of_blocks, blocks));
                }
                _ => work.push(self.atomic_update(r.op, home, total)),
            }
            stmts.push(self.shared_out_elements(number, &r.extents, work));
        }
        if !stmts.is_empty() {
            stmts.insert(0, self.b.stmt(StmtKind::Barrier));
        }
        if !of_last_block.is_empty() {
            // All threads of the block have stored before one of them says so.
            stmts.push(self.b.stmt(StmtKind::Barrier));
        }
        (stmts, of_last_block)
    }

    /// The shared array of the copies, and how many there are.
    fn copies(&self, r: &ArrayReduction) -> Option<(VarId, u64)> {
        match r.copies {
            ReductionCopies::InPlace => None,
            ReductionCopies::PerLane(shared, copies) | ReductionCopies::PerThread(shared, copies) => {
                Some((self.kernel.shared[shared].var, copies))
            }
        }
    }

    /// Which copy this thread has.
    fn own_copy(&mut self, r: &ArrayReduction, copies: u64) -> ExprId {
        let thread = self.linear_thread();
        if matches!(r.copies, ReductionCopies::PerThread(..)) {
            return thread;
        }
        let copies = self.b.int(i64::try_from(copies).unwrap_or(i64::MAX));
        self.b.rem(thread, copies)
    }

    /// `T total = …` over all copies of an element. Each element begins at another
    /// copy, so that the threads read from different banks.
    fn total_of_copies(
        &mut self,
        r: &ArrayReduction,
        part: VarId,
        copies: u64,
        number: VarId,
    ) -> (VarId, Vec<StmtId>) {
        let element = self.arrays[r.array].element.unqualified();
        let total = self.names.scoped(self.b, "total", element);
        let value = self.b.var(number);
        let at = self.digits(value, &r.extents);
        let base = self.b.var(part);
        let of_element = self.b.index(base, &at);
        if copies == 1 {
            return (total, vec![self.b.declare(total, Some(of_element))]);
        }
        let count = self.b.int(i64::try_from(copies).unwrap_or(i64::MAX));
        let first = self.b.rem(value, count);
        let first = self.b.index(of_element, &[first]);
        let declare = self.b.declare(total, Some(first));
        let copy = self.names.scoped(self.b, "copy", Type::INT);
        let copy_value = self.b.var(copy);
        let turned = self.b.add(value, copy_value);
        let turned = self.b.rem(turned, count);
        let other = self.b.index(of_element, &[turned]);
        let total_value = self.b.var(total);
        let combine = combine_into(self.b, r.op, total_value, other, &mut library_extreme);
        let one = self.b.int(1);
        (total, vec![declare, self.b.count(copy, one, count, one, true, vec![combine])])
    }

    /// The parameter for the results of blocks.
    fn results_of_blocks(&mut self, r: &ArrayReduction) -> VarId {
        let element = self.arrays[r.array].element.unqualified();
        let held = element.qualified(self.helpers.language.of_other_blocks());
        let pointer = self.b.program.types.pointer_to(held);
        let name = self.b.name_of(r.device);
        let of_blocks = self.names.local(self.b, &format!("{name}_of_blocks"), pointer);
        self.extra_params.push(of_blocks);
        let memory = Some(ResultMemory::PerBlock(r.extents.iter().product()));
        self.launch_reductions.push(LaunchReduction {
            var: r.device,
            element,
            before: None,
            memory,
            host: None,
        });
        of_blocks
    }

    /// `hist_of_blocks[block * 256 + element]`
    fn slot(&mut self, of_blocks: VarId, block: ExprId, r: &ArrayReduction, element: ExprId) -> ExprId {
        let elements = self.b.int(i64::try_from(r.extents.iter().product::<u64>()).unwrap_or(i64::MAX));
        let row = self.b.mul(block, elements);
        let at = self.b.add(row, element);
        let base = self.b.var(of_blocks);
        self.b.index(base, &[at])
    }

    /// The results of all blocks, in their order, by the last of them.
    fn total_of_blocks(&mut self, r: &ArrayReduction, of_blocks: VarId, blocks: ExprId) -> StmtId {
        let element = self.arrays[r.array].element.unqualified();
        let number = self.names.scoped(self.b, "element", Type::INT);
        let value = self.b.var(number);
        let total = self.names.scoped(self.b, "total", element);
        let zero = self.b.int(0);
        let first = self.slot(of_blocks, zero, r, value);
        let declare = self.b.declare(total, Some(first));
        let block = self.names.scoped(self.b, "block", Type::UINT);
        let block_value = self.b.var(block);
        let other = self.slot(of_blocks, block_value, r, value);
        let total = self.b.var(total);
        let combine = combine_into(self.b, r.op, total, other, &mut library_extreme);
        let one = self.b.int(1);
        let sum = self.b.count(block, one, blocks, one, true, vec![combine]);
        let at = self.digits(value, &r.extents);
        let home = self.device_element(r, &at);
        let result = combine_into(self.b, r.op, home, total, &mut library_extreme);
        self.shared_out_elements(number, &r.extents, vec![declare, sum, result])
    }

    /// `for (int element = threadIdx.x; element < 256; element += 512)`
    pub(super) fn shared_out_elements(
        &mut self,
        number: VarId,
        extents: &[u64],
        body: Vec<StmtId>,
    ) -> StmtId {
        let all = self.b.int(i64::try_from(extents.iter().product::<u64>()).unwrap_or(i64::MAX));
        let thread = self.linear_thread();
        let threads = self.threads_of_block().expr(self.b);
        self.b.count(number, thread, all, threads, true, body)
    }

    /// The subscripts of the element with this number.
    fn digits(&mut self, number: ExprId, extents: &[u64]) -> Vec<ExprId> {
        let mut digits = Vec::new();
        let mut faster = 1i64;
        for (at, extent) in extents.iter().enumerate().rev() {
            let divisor = self.b.int(faster);
            let digit = self.b.div(number, divisor);
            let extent = i64::try_from(*extent).unwrap_or(i64::MAX);
            let modulus = self.b.int(extent);
            digits.push(if at == 0 { digit } else { self.b.rem(digit, modulus) });
            faster = faster.saturating_mul(extent);
        }
        digits.reverse();
        digits
    }

    /// An element of the device copy, subscripted as the updates are.
    fn device_element(&mut self, r: &ArrayReduction, at: &[ExprId]) -> ExprId {
        let base = self.b.var(r.device);
        self.b.index(base, at)
    }

    /// `target op= value`, whoever else does so.
    fn atomic_update(&mut self, op: ReductionOp, target: ExprId, value: ExprId) -> StmtId {
        let update = match op {
            ReductionOp::Min | ReductionOp::Max => {
                let compare = if op == ReductionOp::Min { BinaryOp::Lt } else { BinaryOp::Gt };
                let is_better = self.b.binary(compare, value, target);
                let store = self.b.assign(target, value);
                self.b.if_then(is_better, vec![store])
            }
            _ => combine_into(self.b, op, target, value, &mut library_extreme),
        };
        let span = self.b.origin;
        let atomic = Directive { kind: DirectiveKind::Atomic, span, line: span, when: None };
        let directive = self.b.program.directives.alloc(atomic);
        self.b.stmt(StmtKind::Annotated { directive, body: update })
    }
}

/// What changes nothing when it is combined with a value of the type.
fn nothing(b: &mut Builder<'_>, op: ReductionOp, of: Type) -> ExprId {
    let sign = match op {
        ReductionOp::Min => 1,
        ReductionOp::Max => -1,
        _ => {
            let number = match op {
                ReductionOp::Mul => 1,
                ReductionOp::BitAnd => -1,
                _ => 0,
            };
            let operand = b.int(number);
            return b.expr(ExprKind::Cast { kind: CastKind::Arithmetic, implicit: true, operand }, of);
        }
    };
    if b.program.types.is_real_floating(of) {
        let text = Some(b.symbol(if sign > 0 { "INFINITY" } else { "(-INFINITY)" }));
        return b.expr(ExprKind::Float { value: f64::INFINITY * f64::from(sign), text }, of);
    }
    let bits = 8 * b.program.size_of(of).unwrap_or(4) as u32;
    let is_signed = hir::const_eval::integer_format(b.program, of).is_none_or(|format| format.signed);
    let most: i128 = (1 << (bits - u32::from(is_signed))) - 1;
    let suffix = if bits == 64 { "ll" } else { "" };
    let (value, text) = match (sign > 0, is_signed) {
        (true, true) => (most, format!("{most}{suffix}")),
        (true, false) => (most, format!("{most}u{suffix}")),
        (false, true) => (-most - 1, format!("(-{most}{suffix} - 1)")),
        (false, false) => (0, String::from("0")),
    };
    let text = Some(b.symbol(&text));
    b.expr(ExprKind::Int { value, text }, of)
}
