//! Cooperative copies between device and shared memory.
//!
//! The elements of the section are numbered row by row; thread `t` of the
//! block takes `t`, `t + threads`, … so that the lanes of a warp touch
//! neighbouring addresses. Where the block is a whole number of rows wide, row
//! and column of a thread are fixed and the loop goes over rows, with a
//! constant trip count that the CUDA compiler unrolls:
//!
//! ```text
//! for (int row = 0; row < 16; row += 8)
//!     A_tile[row + threadIdx.y][threadIdx.x] = A[i_base + row + threadIdx.y][kk + threadIdx.x];
//! ```
//! The number of rounds is a constant also where the last round is not full, for
//! the same reason: unrolled, all loads are under way before the first is waited
//! for.

use hir::{BinaryOp, CastKind, ExprId, ExprKind, Init, StmtId, StmtKind, Type, VarId};
use kir::{Direction, Extent, SharedTransfer, TransferDim};

use super::Lowering;
use super::width::is_known_multiple;

/// More rounds than this are left as a loop.
const MOST_UNROLLED: i64 = 16;

/// A transfer in pieces of several neighbours.
struct Pieces {
    /// Its innermost extent counts pieces.
    transfer: SharedTransfer,
    /// So many elements are a piece.
    width: i64,
}

impl Pieces {
    fn of(t: &SharedTransfer, width: u64) -> Pieces {
        let mut transfer = t.clone();
        if let Some(inner) = transfer.dims.last_mut() {
            inner.extent /= width;
        }
        Pieces { transfer, width: i64::try_from(width).unwrap_or(1) }
    }

    fn dims(&self) -> &[TransferDim] {
        &self.transfer.dims
    }
}

impl Lowering<'_, '_> {
    /// The copy stands where its directive does.
    pub(super) fn transfer(&mut self, t: &SharedTransfer) -> Vec<StmtId> {
        let directive = self.b.program.directives[t.directive].span;
        let before = std::mem::replace(&mut self.b.origin, directive);
        let stmts = self.whole_or_part(t);
        self.b.origin = before;
        stmts
    }

    /// A section that is loaded ahead and may reach beyond the array: most of them do not, and are copied
    /// without a test of each element.
    ///
    /// ```text
    /// if (i_base + 128 <= n && k + 16 <= n && n % 4 == 0)
    ///     …16 bytes at a time…
    /// else
    ///     …each element, if it exists…
    /// ```
    /// Where a copy begins that is found by an address is asked, too: `(unsigned long)a % 16 == 0`.
    fn whole_or_part(&mut self, t: &SharedTransfer) -> Vec<StmtId> {
        let is_tested = |dim: &TransferDim| dim.at_least.is_some() || dim.below.is_some();
        let width = match self.loading {
            Some(_) => self.elements_at_once(t, &is_known_multiple, false),
            None => 1,
        };
        let asks = t.dims.iter().any(is_tested) || self.arrays[t.array].by_address;
        if self.loading.is_none() || !asks || !self.is_long(t) {
            return self.copy(t, width);
        }
        let mut whole = t.clone();
        whole.dims.iter_mut().for_each(|dim| (dim.at_least, dim.below) = (None, None));
        // Whether rows are a multiple of so many elements is asked when the kernel runs.
        let wide = self.elements_at_once(&whole, &|_, _| true, true);
        let Some(cond) = self.is_whole(t, wide) else { return self.copy(t, width) };
        let (then, otherwise) = (self.copy(&whole, wide), self.copy(t, width));
        let (then, otherwise) = (self.b.block(then), self.b.block(otherwise));
        vec![self.b.stmt(StmtKind::If { cond, then, otherwise: Some(otherwise) })]
    }

    /// Does a thread copy several elements, of a section that can be inside the array?
    fn is_long(&mut self, t: &SharedTransfer) -> bool {
        let threads = self.threads_of_block().constant().and_then(|threads| u64::try_from(threads).ok());
        let total: u64 = t.dims.iter().map(|dim| dim.extent).product();
        let can_be_inside = |dim: &TransferDim| {
            let limit = dim.below.and_then(|limit| limit.constant());
            limit.is_none_or(|limit| i128::from(dim.extent) <= i128::from(limit))
        };
        threads.is_some_and(|threads| total >= 4 * threads) && t.dims.iter().all(can_be_inside)
    }

    /// Is all of a section inside the array, and each of its rows a multiple of so many elements?
    fn is_whole(&mut self, t: &SharedTransfer, width: u64) -> Option<ExprId> {
        let mut tests = Vec::new();
        for dim in &t.dims {
            let lo = self.loading.map_or(dim.lo, |loading| loading.at(self.b, dim.lo));
            if let Some(limit) = dim.at_least {
                let limit = limit.expr(self.b);
                tests.push(self.b.binary(BinaryOp::Ge, lo, limit));
            }
            if let Some(limit) = dim.below {
                let extent = self.b.int(i64::try_from(dim.extent).ok()?);
                let (end, limit) = (self.b.add(lo, extent), limit.expr(self.b));
                let known = self.b.constant(end).zip(self.b.constant(limit));
                if known.is_none_or(|(end, limit)| end > limit) {
                    tests.push(self.b.binary(BinaryOp::Le, end, limit));
                }
            }
        }
        let row = self.arrays[t.array].dims.last()?.extent;
        let signed = i64::try_from(width).ok()?;
        if width > 1 && self.arrays[t.array].dims.len() > 1 && !is_known_multiple(row, signed) {
            let (row, width, zero) = (row.expr(self.b), self.b.int(signed), self.b.int(0));
            let rest = self.b.rem(row, width);
            tests.push(self.b.binary(BinaryOp::Eq, rest, zero));
        }
        if width > 1 && self.arrays[t.array].by_address {
            let bytes = self.b.program.size_of(self.kernel.shared[t.shared].element)? * width;
            let pointer = self.b.var(t.device);
            let kind = ExprKind::Cast { kind: CastKind::PointerToInt, implicit: false, operand: pointer };
            let address = self.b.expr(kind, Type::ULONG);
            let (bytes, zero) = (self.b.int(i64::try_from(bytes).ok()?), self.b.int(0));
            let rest = self.b.rem(address, bytes);
            tests.push(self.b.binary(BinaryOp::Eq, rest, zero));
        }
        self.b.all_of(&tests)
    }

    /// So many elements at once.
    fn copy(&mut self, t: &SharedTransfer, width: u64) -> Vec<StmtId> {
        let count = self.threads_of_block();
        let t = &Pieces::of(t, width);
        let total: u64 = t.dims().iter().map(|d| d.extent).product();
        let inner = t.dims().last().map_or(1, |d| d.extent);
        let total = i64::try_from(total).unwrap_or(i64::MAX);
        let inner = i64::try_from(inner).unwrap_or(i64::MAX);
        match count.constant() {
            Some(threads) if t.dims().len() == 2 && threads % inner == 0 && total % threads == 0 => {
                self.row_wise(t, threads, inner)
            }
            Some(threads) if total % threads == 0 => self.even(t, threads, total),
            Some(threads) if total < threads => self.one_each(t, total),
            Some(threads) if total <= threads * MOST_UNROLLED => self.rounds(t, threads, total),
            _ => self.uneven(t, count, total),
        }
    }

    /// Whole rows at a time: the column of a thread is fixed.
    fn row_wise(&mut self, t: &Pieces, threads: i64, inner: i64) -> Vec<StmtId> {
        let rows = i64::try_from(t.dims()[0].extent).unwrap_or(i64::MAX);
        let rows_at_once = threads / inner;
        let (own_row, column) = self.row_and_column(inner);
        if rows_at_once == rows {
            return self.alone(t, &[own_row, column]);
        }
        let row = self.names.scoped(self.b, "row", Type::INT);
        let row_value = self.b.var(row);
        let element_row = self.b.add(row_value, own_row);
        let copy = self.copy_element(t, &[element_row, column]);
        let (zero, end, step) = (self.b.int(0), self.b.int(rows), self.b.int(rows_at_once));
        vec![self.b.count(row, zero, end, step, true, copy)]
    }

    /// `threadIdx.y` and `threadIdx.x` where the block has just that width,
    /// quotient and remainder of the thread's number otherwise.
    fn row_and_column(&mut self, inner: i64) -> (ExprId, ExprId) {
        let sizes = &self.kernel.threads.sizes;
        let width = sizes.last().copied().flatten().and_then(|w| i64::try_from(w).ok());
        let alone = self.threads.on(hir::Axis::X).count() == 1;
        match sizes.len() {
            1 if width == Some(inner) => return (self.b.int(0), self.thread_index(0)),
            2 if width == Some(inner) && alone => return (self.thread_index(0), self.thread_index(1)),
            _ => {}
        }
        let (thread, inner) = (self.linear_thread(), self.b.int(inner));
        (self.b.div(thread, inner), self.b.rem(thread, inner))
    }

    /// Every thread copies the same number of elements.
    fn even(&mut self, t: &Pieces, threads: i64, total: i64) -> Vec<StmtId> {
        let thread = self.linear_thread();
        if threads == total {
            let position = self.position(t, thread);
            return self.alone(t, &position);
        }
        let first = self.names.scoped(self.b, "first", Type::INT);
        let first_value = self.b.var(first);
        let element = self.b.add(first_value, thread);
        let position = self.position(t, element);
        let copy = self.copy_element(t, &position);
        let (zero, end, step) = (self.b.int(0), self.b.int(total), self.b.int(threads));
        vec![self.b.count(first, zero, end, step, true, copy)]
    }

    /// Fewer elements than threads.
    fn one_each(&mut self, t: &Pieces, total: i64) -> Vec<StmtId> {
        let thread = self.linear_thread();
        let position = self.position(t, thread);
        let copy = self.copy_element(t, &position);
        let end = self.b.int(total);
        let cond = self.b.binary(BinaryOp::Lt, thread, end);
        vec![self.b.if_then(cond, copy)]
    }

    /// A constant number of rounds, the last one not full.
    fn rounds(&mut self, t: &Pieces, threads: i64, total: i64) -> Vec<StmtId> {
        let thread = self.linear_thread();
        let first = self.names.scoped(self.b, "first", Type::INT);
        let element = self.names.scoped(self.b, "element", Type::INT);
        let (first_value, element_value) = (self.b.var(first), self.b.var(element));
        let number = self.b.add(first_value, thread);
        let declare = self.b.declare(element, Some(number));
        let position = self.position(t, element_value);
        let copy = self.copy_element(t, &position);
        let end = self.b.int(total);
        let cond = self.b.binary(BinaryOp::Lt, element_value, end);
        let guarded = self.b.if_then(cond, copy);
        let (zero, step) = (self.b.int(0), self.b.int(threads));
        vec![self.b.count(first, zero, end, step, true, vec![declare, guarded])]
    }

    /// Any number of elements and threads.
    fn uneven(&mut self, t: &Pieces, count: Extent, total: i64) -> Vec<StmtId> {
        let thread = self.linear_thread();
        let element = self.names.scoped(self.b, "element", Type::INT);
        let value = self.b.var(element);
        let position = self.position(t, value);
        let copy = self.copy_element(t, &position);
        let (end, step) = (self.b.int(total), count.expr(self.b));
        vec![self.b.count(element, thread, end, step, true, copy)]
    }

    /// The subscripts, from 0, of the element with this number.
    fn position(&mut self, t: &Pieces, number: ExprId) -> Vec<ExprId> {
        let mut position = Vec::new();
        let mut faster = 1i64;
        for (i, dim) in t.dims().iter().enumerate().rev() {
            let divisor = self.b.int(faster);
            let digit = self.b.div(number, divisor);
            let extent = i64::try_from(dim.extent).unwrap_or(i64::MAX);
            let modulus = self.b.int(extent);
            position.push(if i == 0 { digit } else { self.b.rem(digit, modulus) });
            faster *= extent;
        }
        position.reverse();
        position
    }

    /// One element for each thread, in a scope of its own if it needs names.
    fn alone(&mut self, t: &Pieces, position: &[ExprId]) -> Vec<StmtId> {
        let copy = self.copy_element(t, position);
        vec![self.b.block(copy)]
    }

    /// Copies one element, if it is inside the array. Elements outside are not
    /// read, and are zero in shared memory. An index that is tested has a name:
    ///
    /// ```text
    /// int from = i_base - 1 + threadIdx.x;
    /// a_tile[threadIdx.x] = from >= 0 && from < 100 ? a[from] : 0;
    /// ```
    fn copy_element(&mut self, t: &Pieces, position: &[ExprId]) -> Vec<StmtId> {
        let shared = &self.kernel.shared[t.transfer.shared];
        let (mut shared_index, mut host_index, mut inside) = (Vec::new(), Vec::new(), Vec::new());
        let mut stmts = Vec::new();
        shared_index.extend(self.loading.map(|loading| loading.buffer));
        for (at, (dim, &piece)) in t.dims().iter().zip(position).enumerate() {
            let lo = self.b.int(i64::try_from(dim.shared_lo).unwrap_or(i64::MAX));
            let width = self.b.int(if at + 1 == t.dims().len() { t.width } else { 1 });
            let element = self.b.mul(piece, width);
            shared_index.push(self.b.add(element, lo));
            let host_lo = self.loading.map_or(dim.lo, |loading| loading.at(self.b, dim.lo));
            let mut host = self.b.add(host_lo, element);
            if dim.at_least.is_some() || dim.below.is_some() {
                let index = self.signed_index(t, at, host);
                stmts.push(self.b.declare(index, Some(host)));
                host = self.b.var(index);
            }
            host_index.push(host);
            for (limit, op) in [(dim.at_least, BinaryOp::Ge), (dim.below, BinaryOp::Lt)] {
                if let Some(limit) = limit {
                    let limit = limit.expr(self.b);
                    inside.push(self.b.binary(op, host, limit));
                }
            }
        }
        if self.transposed.contains(&shared.var) {
            // All but the buffer.
            shared_index[usize::from(self.loading.is_some())..].reverse();
        }
        let tile = self.b.var(shared.var);
        let tile = self.b.index(tile, &shared_index);
        let array = &self.arrays[t.transfer.array];
        let device = array.element(self.b, t.transfer.device, &host_index, &mut |_, size| size);
        let inside = self.b.all_of(&inside);
        if self.loading.is_some() {
            stmts.extend(self.started(t, tile, device, inside));
            return stmts;
        }
        stmts.push(match (t.transfer.direction, inside) {
            (Direction::In, None) => self.b.assign(tile, device),
            (Direction::In, Some(cond)) => {
                let zero = self.zero(shared.element);
                let kind = ExprKind::Conditional { cond, then: Some(device), otherwise: zero };
                let value = self.b.expr(kind, shared.element);
                self.b.assign(tile, value)
            }
            (Direction::Out, None) => self.b.assign(device, tile),
            (Direction::Out, Some(cond)) => {
                let store = self.b.assign(device, tile);
                self.b.if_then(cond, vec![store])
            }
        });
        stmts
    }

    /// Copies that are only started. What is outside the array is zero at once.
    fn started(
        &mut self,
        t: &Pieces,
        tile: ExprId,
        device: ExprId,
        inside: Option<ExprId>,
    ) -> Option<StmtId> {
        let element = self.kernel.shared[t.transfer.shared].element;
        let bytes = self.b.program.size_of(element)? * u64::try_from(t.width).ok()?;
        let copy = self.start_copy(tile, device, bytes);
        let Some(cond) = inside else { return Some(copy) };
        let zeros = match t.width {
            1 => {
                let zero = self.zero(element);
                self.b.assign(tile, zero)
            }
            _ => self.clear(tile, bytes),
        };
        Some(self.b.stmt(StmtKind::If { cond, then: copy, otherwise: Some(zeros) }))
    }

    /// A variable for an index of the device's array: `from`, or `to_row`. The
    /// thread's own index is unsigned, and compared as it is -1 would be inside.
    fn signed_index(&mut self, t: &Pieces, dim: usize, index: ExprId) -> VarId {
        let way = if t.transfer.direction == Direction::In { "from" } else { "to" };
        let name = match t.dims().len() - dim {
            _ if t.dims().len() == 1 => way.to_string(),
            1 => format!("{way}_column"),
            2 => format!("{way}_row"),
            3 => format!("{way}_plane"),
            _ => format!("{way}_index{dim}"),
        };
        let is_wide = self.b.program.size_of(self.b.program.exprs[index].ty) == Some(8);
        self.names.scoped(self.b, &name, if is_wide { Type::LONG } else { Type::INT })
    }

    /// A zero of a type: `0`, or `T()` for records.
    fn zero(&mut self, ty: Type) -> ExprId {
        if self.b.program.types.as_record(ty).is_none() {
            return self.b.int(0);
        }
        let ty = ty.unqualified();
        let init = Init::List { ty, entries: Vec::new(), span: self.b.origin };
        self.b.expr(ExprKind::CompoundLiteral { init: Box::new(init), is_static: false }, ty)
    }
}
