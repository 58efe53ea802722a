//! How many bytes of a transfer one instruction can move.
//!
//! ```text
//! hicuda_start_copy(&a_tile[1 - buffer][thread / 8][thread % 8 * 4], &a[…][kk + 32 + thread % 8 * 4], 16);
//! ```
//! Sixteen bytes need addresses that are multiples of sixteen on both sides. A device copy
//! begins at such an address; a row of it does if it is as long as the type says and that is
//! a multiple, and so does what is a multiple of four `float`s behind. Which variables are
//! multiples of what is noted where they are declared: the first index of a batch
//! ([`Lowering::note_batch`]) and the index of a loop over sections
//! ([`Lowering::note_steps`]).

use hir::{BinaryOp, ExprId, ExprKind, VarId};
use kir::{Batch, Extent, Partition, SharedTransfer};

use super::Lowering;

/// What one instruction moves at most.
pub(super) const WIDEST: u64 = gpu::WIDEST;

/// Is a length a number, and a multiple of another?
pub(super) fn is_known_multiple(extent: Extent, of: i64) -> bool {
    extent.constant().is_some_and(|known| known % of == 0)
}

impl Lowering<'_, '_> {
    /// How many elements of a row of a transfer can be moved at once. `is_multiple` decides whether a length
    /// is a multiple of a number, and `is_aligned` says that the copy begins at a multiple of what moves at once.
    pub(super) fn elements_at_once(
        &self,
        t: &SharedTransfer,
        is_multiple: &dyn Fn(Extent, i64) -> bool,
        is_aligned: bool,
    ) -> u64 {
        let shared = &self.kernel.shared[t.shared];
        let is_number = self.b.program.types.as_builtin(shared.element).is_some();
        let size = self.b.program.size_of(shared.element).filter(|size| *size > 0 && is_number);
        let is_movable = !self.transposed.contains(&shared.var) && self.helpers.language.moves_bytes();
        let Some(size) = size.filter(|_| is_movable) else { return 1 };
        let widths = [WIDEST, WIDEST / 2].into_iter().map(|bytes| bytes / size);
        widths
            .filter(|width| *width > 1)
            .find(|width| self.fits(t, *width, is_multiple, is_aligned))
            .unwrap_or(1)
    }

    /// Do both sides consist of so many neighbours, and begin at multiples of it?
    fn fits(
        &self,
        t: &SharedTransfer,
        width: u64,
        is_multiple: &dyn Fn(Extent, i64) -> bool,
        is_aligned: bool,
    ) -> bool {
        let (shared, array) = (&self.kernel.shared[t.shared], &self.arrays[t.array]);
        let (Some(dim), Some(held), Some(row)) = (t.dims.last(), array.dims.last(), shared.extents.last())
        else {
            return false;
        };
        let signed = i64::try_from(width).unwrap_or(i64::MAX);
        // Of a copy that is found by an address it is not known where it begins.
        let is_plain = dim.at_least.is_none() && dim.below.is_none() && (is_aligned || !array.by_address);
        let rows_fit = array.dims.len() == 1 || is_multiple(held.extent, signed);
        let is_whole = [dim.extent, dim.shared_lo, row + shared.pad].iter().all(|n| n.is_multiple_of(width));
        is_plain && is_whole && rows_fit && is_known_multiple(held.lo, signed) && self.divides(signed, dim.lo)
    }

    /// Is the value of an expression a multiple of a power of two? Wrapping around changes
    /// nothing about that.
    fn divides(&self, by: i64, expr: ExprId) -> bool {
        match self.b.program.exprs[expr].kind {
            ExprKind::Int { value, .. } => value % i128::from(by) == 0,
            ExprKind::Var(var) => self.multiples.get(&var).is_some_and(|known| known % by == 0),
            ExprKind::Cast { operand, .. } => self.divides(by, operand),
            ExprKind::Binary { op: BinaryOp::Add | BinaryOp::Sub, lhs, rhs } => {
                self.divides(by, lhs) && self.divides(by, rhs)
            }
            ExprKind::Binary { op: BinaryOp::Mul, lhs, rhs } => {
                self.divides(by, lhs) || self.divides(by, rhs)
            }
            _ => false,
        }
    }

    /// Notes what divides the first index of each batch of a loop.
    pub(super) fn note_batch(&mut self, p: &Partition, batch: Batch) {
        self.lane_of.insert(p.index, batch.lane);
        let number = |expr| hir::const_eval::integer(self.b.program, expr);
        let first = number(p.first).and_then(|first| i64::try_from(first).ok());
        let weight = match p.over_block {
            Some(share) => super::partition::block_weight(self.b, p, share).constant(),
            None => Some(0),
        };
        let lanes = if p.single { Some(0) } else { p.lanes(self.b).constant() };
        if let (Some(first), Some(weight), Some(lanes)) = (first, weight, lanes) {
            let distances = [weight, lanes].map(|n| n.saturating_mul(p.step));
            let divisor = distances.into_iter().fold(first, common_divisor);
            self.multiples.insert(batch.base, divisor);
        }
    }

    /// Notes what divides the index of a loop that begins with `first` and goes on to `next`,
    /// `index + 32`.
    pub(super) fn note_steps(&mut self, index: VarId, first: ExprId, next: ExprId) {
        let number = |expr| {
            let known = hir::const_eval::integer(self.b.program, expr);
            known.and_then(|known| i64::try_from(known).ok())
        };
        let ExprKind::Binary { rhs: step, .. } = self.b.program.exprs[next].kind else { return };
        if let (Some(first), Some(step)) = (number(first), number(step)) {
            self.multiples.insert(index, common_divisor(first, step));
        }
    }
}

/// The greatest common divisor; of zero and a number, the number.
fn common_divisor(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).unwrap_or(1)
}
