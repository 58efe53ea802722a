//! Scalars and arrays that threads compute together.
//!
//! Every thread combines its own iterations in an [`Accumulator`]. At the end of a
//! loop that its block reduces, or at the end of the kernel for what the grid
//! reduces, the accumulators of all threads are combined with the value from before.
//!
//! An operation without a neutral element that every type has (`min`) gives the same
//! result when a value takes part twice; there accumulators start from the value
//! before, and it does not matter that several threads run the same iteration. A sum
//! starts from 0, and iterations that several threads repeat must count once: an
//! accumulator knows over which dimensions of the grid its iterations are shared
//! out; along the others only index 0 contributes.

use hir::{BinaryOp, Builder, DirectiveId, ExprId, ExprKind, ReductionOp, Span, StmtId, StmtKind, VarId};

use crate::program::{DeviceArrayId, SharedArrayId};

/// What one thread has combined so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Accumulator {
    /// The variable; a local of the kernel.
    pub var: VarId,
    /// Its iterations are shared out over these block dimensions.
    pub blocks: Dims,
    /// And over these thread dimensions.
    pub threads: Dims,
}

/// A set of the dimensions of blocks or threads.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Dims(u32);

impl Dims {
    /// The first so many.
    pub fn first(count: usize) -> Dims {
        (0..count).fold(Dims::default(), Dims::with)
    }

    /// These and another.
    #[must_use]
    pub fn with(self, dim: usize) -> Dims {
        Dims(self.0 | u32::try_from(dim).ok().and_then(|dim| 1u32.checked_shl(dim)).unwrap_or(0))
    }

    /// Is it one of them?
    pub fn has(self, dim: usize) -> bool {
        Dims::default().with(dim).0 & self.0 != 0
    }
}

/// What a reduced variable has to do with another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pairing {
    /// Nothing.
    Alone,
    /// It is a value, and another variable says where it is.
    Value(Tie),
    /// It says where a value is, and has this place while there is none.
    Place {
        /// See [`Tie::nowhere`].
        nowhere: Option<i64>,
    },
}

impl Pairing {
    /// What an accumulator begins with, where that is not the value from before.
    pub fn begins_with(self) -> Option<i64> {
        match self {
            Pairing::Place { nowhere } => nowhere,
            Pairing::Alone | Pairing::Value(_) => None,
        }
    }

    /// Does another variable of the list take care of it?
    pub fn is_place(self) -> bool {
        matches!(self, Pairing::Place { .. })
    }
}

/// Which of two equal values counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tie {
    /// The variable that says where the value is.
    pub place: VarId,
    /// The one with the smaller place, or with the larger one.
    pub prefers: ReductionOp,
    /// The last of equal values counts, also if the value from before the loop is one of them: until a thread
    /// has found any it has this place, which is none.
    pub nowhere: Option<i64>,
}

/// A scalar that each block reduces at the end of a partitioned loop.
#[derive(Clone, Debug)]
pub struct BlockReduction {
    /// The operation.
    pub op: ReductionOp,
    /// The scalar: what it was before takes part, and all threads have the result.
    pub result: VarId,
    /// What the loop changes in its place; at least one.
    pub accumulators: Vec<Accumulator>,
    /// Threads combine with those that agree with them in these thread dimensions.
    pub apart: Dims,
    /// The other result that belongs to it, which is in the same list.
    pub pairing: Pairing,
}

/// A scalar that the grid reduces; complete when the kernel is.
#[derive(Clone, Debug)]
pub struct GridReduction {
    /// The operation.
    pub op: ReductionOp,
    /// The order of combination may vary from run to run.
    pub fast: bool,
    /// The scalar.
    pub var: VarId,
    /// Where it lives.
    pub home: ReductionHome,
    /// What the kernel changes in its place; at least one.
    pub accumulators: Vec<Accumulator>,
    /// The other scalar that belongs to it, which is in the same list.
    pub pairing: Pairing,
    /// The clause.
    pub span: Span,
}

/// Where a reduced scalar lives.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ReductionHome {
    /// On the host: this lvalue.
    Host(ExprId),
    /// In a device copy: the kernel's pointer to it.
    Device(VarId),
}

/// An array whose elements the threads of the grid update together; complete when
/// the kernel is. Its updates in the body stand under an `atomic` directive of their
/// own, by which a target finds them to redirect them to copies.
#[derive(Clone, Debug)]
pub struct ArrayReduction {
    /// The operation.
    pub op: ReductionOp,
    /// The kernel's pointer to the device copy.
    pub device: VarId,
    /// The device copy.
    pub array: DeviceArrayId,
    /// The directive above its updates.
    pub updates: DirectiveId,
    /// Where a block updates it.
    pub copies: ReductionCopies,
    /// The extents of a copy: one for each subscript of an update. Empty where the
    /// array is updated in place.
    pub extents: Vec<u64>,
    /// The clause.
    pub span: Span,
}

/// Where a block of threads updates an array that the grid reduces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReductionCopies {
    /// In the array itself, by atomic operations.
    InPlace,
    /// In shared memory, by atomic operations: thread `t` has copy `t % copies`.
    /// With several copies their number is one more extent of the shared array,
    /// the innermost.
    PerLane(SharedArrayId, u64),
    /// In shared memory: one copy for each of so many threads, the innermost extent; or one for all, where
    /// no two threads of a block update the same element.
    PerThread(SharedArrayId, u64),
}

/// The neutral element, where the operation needs one; see above.
pub fn neutral(op: ReductionOp) -> Option<i64> {
    match op {
        ReductionOp::Add | ReductionOp::BitXor => Some(0),
        ReductionOp::Mul => Some(1),
        ReductionOp::Min
        | ReductionOp::Max
        | ReductionOp::BitAnd
        | ReductionOp::BitOr
        | ReductionOp::And
        | ReductionOp::Or => None,
    }
}

/// `a op b`. `extreme` spells the smaller or larger of two.
pub fn combined(
    b: &mut Builder<'_>,
    op: ReductionOp,
    left: ExprId,
    right: ExprId,
    extreme: &mut dyn FnMut(&mut Builder<'_>, ReductionOp, ExprId, ExprId) -> ExprId,
) -> ExprId {
    match op {
        ReductionOp::Min | ReductionOp::Max => extreme(b, op, left, right),
        // Two values that are equal stay what they are: `&&` would make 1 of 5.
        ReductionOp::And | ReductionOp::Or => {
            let ty = b.program.exprs[left].ty.unqualified();
            let cond = b.binary(BinaryOp::Eq, left, right);
            let both = if op == ReductionOp::And { BinaryOp::And } else { BinaryOp::Or };
            let otherwise = b.binary(both, left, right);
            b.expr(ExprKind::Conditional { cond, then: Some(left), otherwise }, ty)
        }
        op => {
            let op = operator(op).unwrap_or(BinaryOp::Add);
            b.binary(op, left, right)
        }
    }
}

/// `target op= value;`
pub fn combine_into(
    b: &mut Builder<'_>,
    op: ReductionOp,
    target: ExprId,
    value: ExprId,
    extreme: &mut dyn FnMut(&mut Builder<'_>, ReductionOp, ExprId, ExprId) -> ExprId,
) -> StmtId {
    match operator(op) {
        Some(op) => {
            let ty = b.program.exprs[target].ty.unqualified();
            let update = b.expr(ExprKind::AssignOp { op, lhs: target, rhs: value, compute: ty }, ty);
            b.stmt(StmtKind::Expr(update))
        }
        None => {
            let value = combined(b, op, target, value, extreme);
            b.assign(target, value)
        }
    }
}

/// `if (v < d || (v == d && at < k)) { d = v; k = at; }`: a value and its place take those of another
/// pair, if that comes before.
pub fn take_better(
    b: &mut Builder<'_>,
    op: ReductionOp,
    prefers: ReductionOp,
    own: [ExprId; 2],
    other: [ExprId; 2],
) -> StmtId {
    let order = |op| if op == ReductionOp::Min { BinaryOp::Lt } else { BinaryOp::Gt };
    let better = b.binary(order(op), other[0], own[0]);
    let equal = b.binary(BinaryOp::Eq, other[0], own[0]);
    let before = b.binary(order(prefers), other[1], own[1]);
    let tied = b.binary(BinaryOp::And, equal, before);
    let cond = b.binary(BinaryOp::Or, better, tied);
    let taken = [b.assign(own[0], other[0]), b.assign(own[1], other[1])];
    b.if_then(cond, taken.to_vec())
}

/// The place that is found: that from before, where no thread has found any.
pub fn place_found(b: &mut Builder<'_>, nowhere: Option<i64>, found: ExprId, before: ExprId) -> ExprId {
    let Some(nowhere) = nowhere else { return found };
    let ty = b.program.exprs[found].ty.unqualified();
    let nowhere = b.int(nowhere);
    let cond = b.binary(BinaryOp::Eq, found, nowhere);
    b.expr(ExprKind::Conditional { cond, then: Some(before), otherwise: found }, ty)
}

fn operator(op: ReductionOp) -> Option<BinaryOp> {
    match op {
        ReductionOp::Add => Some(BinaryOp::Add),
        ReductionOp::Mul => Some(BinaryOp::Mul),
        ReductionOp::BitAnd => Some(BinaryOp::BitAnd),
        ReductionOp::BitOr => Some(BinaryOp::BitOr),
        ReductionOp::BitXor => Some(BinaryOp::BitXor),
        ReductionOp::Min | ReductionOp::Max | ReductionOp::And | ReductionOp::Or => None,
    }
}
