//! Arrays that threads update together, on the CPU.
//!
//! Where the order is no matter, OpenMP gives each of its threads a copy:
//!
//! ```text
//! #pragma omp parallel for reduction(+: hist[0:256])
//! for (int block_i = 0; block_i < 64; block_i++)
//!     count_block(data, hist, block_i);
//! ```
//! Where it is fixed, each block has a copy, and they are combined in the order of the
//! blocks. An array too large for copies is updated in place, by atomic operations.

use hir::copy::{self, Rewrite};
use hir::{Builder, ExprId, ExprKind, ReductionOp, StmtId, Type, VarId};
use kir::{ArrayReduction, ReductionCopies, combine_into, neutral};

use super::Lowering;
use super::reduction::chosen_extreme;

/// Where the updates of one reduced array go.
#[derive(Clone, Copy, Debug)]
pub(super) enum Updates {
    /// To the array, atomically.
    Atomic,
    /// To the array: it is this thread's copy.
    Plain,
    /// To the block's copy.
    OfBlock {
        /// The copy.
        part: VarId,
        /// The copies of all blocks.
        of_blocks: VarId,
    },
}

impl Lowering<'_, '_> {
    /// Decides where updates go.
    pub(super) fn name_array_reductions(&mut self) {
        let has_blocks = !self.block_vars.is_empty();
        for r in &self.kernel.array_reductions {
            let updates = match r.copies {
                _ if !has_blocks => Updates::Plain,
                ReductionCopies::PerLane(..) if clause_operator(r.op).is_some() => Updates::Plain,
                ReductionCopies::PerThread(..) => {
                    let name = self.b.name_of(r.device);
                    let pointer = self.b.program.vars[r.device].ty.unqualified();
                    let part = self.names.local(self.b, &format!("{name}_of_block"), pointer);
                    let of_blocks = self.names.local(self.b, &format!("{name}_of_blocks"), pointer);
                    Updates::OfBlock { part, of_blocks }
                }
                _ => Updates::Atomic,
            };
            self.updates.push((r.updates, r.device, updates));
        }
    }

    /// ` reduction(+: hist[0:256])` for each array of which threads have copies.
    pub(super) fn reduction_clauses(&self) -> String {
        let mut text = String::new();
        for (r, (_, _, updates)) in self.kernel.array_reductions.iter().zip(&self.updates) {
            let Some(operator) = clause_operator(r.op).filter(|_| matches!(updates, Updates::Plain)) else {
                continue;
            };
            let section: String = r.extents.iter().map(|extent| format!("[0:{extent}]")).collect();
            text += &format!(" reduction({operator}: {}{section})", self.b.name_of(r.device));
        }
        text
    }

    /// The block's copies before its work, with nothing in them.
    pub(super) fn copies_of_block(&mut self) -> Vec<StmtId> {
        let mut stmts = Vec::new();
        for (at, r) in self.kernel.array_reductions.iter().enumerate() {
            let Updates::OfBlock { part, of_blocks } = self.updates[at].2 else { continue };
            let rows = self.b.int(i64::try_from(r.extents[0]).unwrap_or(i64::MAX));
            let block = self.linear_block();
            let offset = self.b.mul(block, rows);
            let all = self.b.var(of_blocks);
            let place = self.b.binary(hir::BinaryOp::Add, all, offset);
            stmts.push(self.b.declare(part, Some(place)));
            let nothing = self.b.int(neutral(r.op).unwrap_or(0));
            stmts.push(self.each_element(r, &mut |lowering, at| {
                let base = lowering.b.var(part);
                let target = lowering.b.index(base, at);
                lowering.b.assign(target, nothing)
            }));
        }
        stmts
    }

    /// Memory for the copies before the loop over blocks; their combination and its
    /// release after it.
    pub(super) fn around_copies(&mut self, work: Vec<StmtId>) -> Vec<StmtId> {
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for (number, r) in self.kernel.array_reductions.iter().enumerate() {
            let Updates::OfBlock { of_blocks, .. } = self.updates[number].2 else { continue };
            let element = self.arrays[r.array].element.unqualified();
            let elements = i64::try_from(r.extents.iter().product::<u64>()).unwrap_or(i64::MAX);
            let pointer = self.b.program.vars[of_blocks].ty;
            let memory = self.memory_for_blocks(element, elements, pointer);
            before.push(self.b.declare(of_blocks, Some(memory)));
            let block = self.names.scoped(self.b, "block", Type::INT);
            let rows = self.b.int(i64::try_from(r.extents[0]).unwrap_or(i64::MAX));
            let combine = self.each_element(r, &mut |lowering, at| {
                let home = lowering.b.var(r.device);
                let home = lowering.b.index(home, at);
                let block = lowering.b.var(block);
                let row = lowering.b.mul(block, rows);
                let mut in_all = at.to_vec();
                in_all[0] = lowering.b.add(row, at[0]);
                let all = lowering.b.var(of_blocks);
                let value = lowering.b.index(all, &in_all);
                combine_into(lowering.b, r.op, home, value, &mut chosen_extreme)
            });
            let (zero, one, blocks) = (self.b.int(0), self.b.int(1), self.all_blocks());
            after.push(self.b.count(block, zero, blocks, one, true, vec![combine]));
            let all = self.b.var(of_blocks);
            let free = self.b.call("free", vec![all], Type::VOID);
            after.push(self.b.stmt(hir::StmtKind::Expr(free)));
        }
        before.into_iter().chain(work).chain(after).collect()
    }

    /// A loop per dimension around what is done with one element.
    fn each_element(
        &mut self,
        r: &ArrayReduction,
        work: &mut dyn FnMut(&mut Self, &[ExprId]) -> StmtId,
    ) -> StmtId {
        let names = (0..r.extents.len())
            .map(|dim| format!("element{}", if dim > 0 { (dim + 1).to_string() } else { String::new() }));
        let indices: Vec<VarId> = names.map(|name| self.names.scoped(self.b, &name, Type::INT)).collect();
        let at: Vec<ExprId> = indices.iter().map(|&index| self.b.var(index)).collect();
        let mut stmt = work(self, &at);
        for (&index, &extent) in indices.iter().zip(&r.extents).rev() {
            let (zero, one) = (self.b.int(0), self.b.int(1));
            let end = self.b.int(i64::try_from(extent).unwrap_or(i64::MAX));
            stmt = self.b.count(index, zero, end, one, true, vec![stmt]);
        }
        stmt
    }
}

/// Sends updates to the block's copy.
pub(super) struct InCopy<'s, 'b> {
    pub b: &'s mut Builder<'b>,
    pub device: VarId,
    pub part: VarId,
}

impl<'b> Rewrite<'b> for InCopy<'_, 'b> {
    fn builder(&mut self) -> &mut Builder<'b> {
        self.b
    }

    fn replace_expr(&mut self, expr: ExprId) -> Option<ExprId> {
        match self.b.program.exprs[expr].kind {
            ExprKind::Var(var) if var == self.device => Some(self.b.var(self.part)),
            _ => None,
        }
    }
}

/// The statement below the directive of a reduced array.
pub(super) fn update(b: &mut Builder<'_>, device: VarId, updates: Updates, body: StmtId) -> Option<StmtId> {
    match updates {
        Updates::Atomic => None,
        Updates::Plain => Some(body),
        Updates::OfBlock { part, .. } => Some(copy::stmt(&mut InCopy { b, device, part }, body)),
    }
}

/// OpenMP's own operation. Its `&&` makes 1 of 5, which no update may have done.
fn clause_operator(op: ReductionOp) -> Option<&'static str> {
    Some(match op {
        ReductionOp::Add => "+",
        ReductionOp::Mul => "*",
        ReductionOp::Min => "min",
        ReductionOp::Max => "max",
        ReductionOp::BitAnd => "&",
        ReductionOp::BitOr => "|",
        ReductionOp::BitXor => "^",
        ReductionOp::And | ReductionOp::Or => return None,
    })
}
