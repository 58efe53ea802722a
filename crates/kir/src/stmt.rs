//! What a kernel does: a skeleton of GPU constructs around plain C.
//!
//! A statement that contains no GPU construct is a leaf ([`Stmt::Plain`]).
//! Control flow appears in the skeleton only where a barrier, a partitioned
//! loop or a shared transfer is somewhere inside it.
//!
//! Inside the skeleton some places are *uniform*: all threads of the block are
//! there together, as barriers and transfers demand. A loop or condition that
//! holds such a construct has bounds that do not differ between threads; a
//! partitioned loop that holds one is *batched*: the block walks over batches
//! of iterations together, one iteration per thread, and only the plain
//! statements inside ask whether this thread has an iteration at all.

use hir::{BinaryOp, DirectiveId, Distribution, ExprId, Node, Span, StmtId, VarId};

use crate::extent::Extent;
use crate::program::{DeviceArrayId, SharedArrayId};
use crate::reduction::BlockReduction;

/// A statement of a kernel.
#[derive(Clone, Debug)]
pub enum Stmt {
    /// Ordinary C, in which array accesses and names are already the kernel's.
    Plain(StmtId),
    /// One after the other.
    Block(Vec<Stmt>),
    /// `if` around GPU constructs; the condition is uniform if barriers are inside.
    If {
        /// The condition.
        cond: ExprId,
        /// If true.
        then: Box<Stmt>,
        /// If false.
        otherwise: Option<Box<Stmt>>,
    },
    /// An ordinary loop around GPU constructs, in the form of a `for`.
    For {
        /// A declaration or expression statement.
        init: Option<StmtId>,
        /// The condition.
        cond: Option<ExprId>,
        /// The step.
        step: Option<ExprId>,
        /// The body.
        body: Box<Stmt>,
        /// Where it stands.
        span: Span,
        /// What its body loads first, it may load a step ahead.
        ahead: Option<Ahead>,
    },
    /// A partitioned loop.
    Partition(Box<Partition>),
    /// All threads of the block wait for each other.
    Barrier(BarrierOrigin),
    /// Thread 0 of the block alone.
    Singular(Box<Stmt>),
    /// Shared memory is filled from, or written back to, device memory by the
    /// whole block together.
    Transfer(Box<SharedTransfer>),
}

impl Stmt {
    /// The C of which it consists: statements, and the expressions in the heads of loops and
    /// branches.
    pub fn plain_parts(&self) -> Vec<Node> {
        let mut parts = Vec::new();
        let mut pending = vec![self];
        while let Some(stmt) = pending.pop() {
            match stmt {
                Stmt::Plain(plain) => parts.push(Node::Stmt(*plain)),
                Stmt::Block(stmts) => pending.extend(stmts),
                Stmt::If { cond, then, otherwise } => {
                    parts.push(Node::Expr(*cond));
                    pending.push(then);
                    pending.extend(otherwise.as_deref());
                }
                Stmt::For { init, cond, step, body, .. } => {
                    parts.extend(init.map(Node::Stmt));
                    parts.extend(cond.iter().chain(step).map(|expr| Node::Expr(*expr)));
                    pending.push(body);
                }
                Stmt::Partition(p) => {
                    parts.extend([p.first, p.end].map(Node::Expr));
                    pending.push(&p.body);
                }
                Stmt::Singular(body) => pending.push(body),
                Stmt::Barrier(_) | Stmt::Transfer(_) => {}
            }
        }
        parts
    }

    /// The partitioned loops in it, those inside each other included.
    pub fn partitions(&self) -> Vec<&Partition> {
        let mut found = Vec::new();
        let mut pending = vec![self];
        while let Some(stmt) = pending.pop() {
            match stmt {
                Stmt::Partition(p) => {
                    found.push(&**p);
                    pending.push(&p.body);
                }
                Stmt::Block(stmts) => pending.extend(stmts),
                Stmt::If { then, otherwise, .. } => {
                    pending.push(then);
                    pending.extend(otherwise.as_deref());
                }
                Stmt::For { body, .. } | Stmt::Singular(body) => pending.push(body),
                Stmt::Plain(_) | Stmt::Barrier(_) | Stmt::Transfer(_) => {}
            }
        }
        found
    }
}

/// How a loop gets from one step to the next.
#[derive(Clone, Copy, Debug)]
pub struct Ahead {
    /// Its index.
    pub index: VarId,
    /// The index in the first step; an expression without effects.
    pub first: ExprId,
    /// The index in the next step; an expression without effects.
    pub next: ExprId,
    /// Is there a first step for sure?
    pub runs: bool,
}

/// The body of a loop over sections: the block loads them, waits, works on them, and waits
/// again before the next are loaded in their place.
#[derive(Clone, Copy, Debug)]
pub struct SectionLoop<'s> {
    /// It waits before it loads.
    pub waits_first: bool,
    /// Transfers into shared memory, at least one.
    pub loads: &'s [Stmt],
    /// What is done with the sections.
    pub work: &'s [Stmt],
}

impl<'s> SectionLoop<'s> {
    /// The parts of a body that has this form.
    pub fn of(body: &'s Stmt) -> Option<SectionLoop<'s>> {
        let Stmt::Block(stmts) = body else { return None };
        let (waits_first, stmts) = match stmts.as_slice() {
            [Stmt::Barrier(_), rest @ ..] => (true, rest),
            all => (false, all),
        };
        let is_load = |stmt: &Stmt| matches!(stmt, Stmt::Transfer(t) if t.direction == Direction::In);
        let count = stmts.iter().take_while(|stmt| is_load(stmt)).count();
        let (loads, rest) = stmts.split_at(count);
        let [Stmt::Barrier(_), work @ ..] = rest else { return None };
        let work = match work {
            [work @ .., Stmt::Barrier(_)] => work,
            _ if waits_first => work,
            _ => return None,
        };
        (count > 0).then_some(SectionLoop { waits_first, loads, work })
    }

    /// The transfers.
    pub fn transfers(&self) -> impl Iterator<Item = &'s SharedTransfer> {
        self.loads.iter().filter_map(|load| match load {
            Stmt::Transfer(transfer) => Some(&**transfer),
            _ => None,
        })
    }
}

/// Where a barrier came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BarrierOrigin {
    /// A `barrier` directive.
    Written(Span),
    /// Added, because two threads would otherwise race.
    Added,
}

/// A loop whose iterations are shared out.
///
/// Iteration `k` (from 0 to `trips - 1`) has `index = first + k * step`.
/// `outline` has worked out how the shares fall; a target only spells it.
#[derive(Clone, Debug)]
pub struct Partition {
    /// The loop index; a local of the kernel.
    pub index: VarId,
    /// Value in the first iteration; an expression of the kernel.
    pub first: ExprId,
    /// The constant step, not zero.
    pub step: i64,
    /// The first index value beyond the loop, in the direction of the step:
    /// the loop runs while `index < end` (`index > end` for negative steps).
    pub end: ExprId,
    /// The condition as written, `index <op> bound`; `!=` is made `<` or `>`.
    pub bound: (BinaryOp, ExprId),
    /// The number of iterations; an expression of the kernel, if not constant.
    pub trips: Extent,
    /// How blocks share it.
    pub over_block: Option<BlockShare>,
    /// How the threads of a block share what the block has.
    pub over_thread: Option<ThreadShare>,
    /// How many of its iterations a thread runs at once; 1 without `jam`. A
    /// batch then has so many for each thread: lane `t` of N threads has
    /// `t, t + N, t + 2*N, …` of it.
    pub jam: u64,
    /// `jam(n:w)`: so many of a thread's iterations are neighbours, `t*w, t*w + 1, …`, and its next run begins
    /// `N*w` later. Where nothing is said a target may choose.
    pub run: Option<u64>,
    /// `vector(a)`: of these a thread reads several neighbours at once.
    pub vectors: Vec<VectorArray>,
    /// No thread has more than one iteration, or one batch of jammed ones:
    /// there is no loop.
    pub single: bool,
    /// Some thread's share may reach beyond its block's chunk.
    pub guard_chunk: bool,
    /// Some thread's share may reach beyond the end of the loop.
    pub guard_end: bool,
    /// The last batch may have fewer iterations than there are lanes.
    pub ragged: bool,
    /// Index values beyond the end may wrap around, and seem to be inside.
    pub may_wrap: bool,
    /// Set when the body holds a barrier or transfer; see [`Batch`].
    pub batch: Option<Batch>,
    /// A condition on this index and those of batched loops around, `index <op> e`: without it an iteration
    /// has no effect, and a block for none of whose iterations it holds need not run any.
    pub inside: Option<ExprId>,
    /// The body.
    pub body: Stmt,
    /// Scalars that the block reduces at the end of the loop, at which all its
    /// threads come together then.
    pub reductions: Vec<BlockReduction>,
    /// The directive.
    pub directive: DirectiveId,
    /// The loop.
    pub span: Span,
}

impl Partition {
    /// Is the distance between the ends, as C computes it, at most zero where the loop does not run? `3u - 5` is huge, and the ends
    /// of 64 bits may be farther apart than that.
    pub fn has_plain_distance(&self, program: &hir::Program) -> bool {
        let format = |ty: hir::Type| hir::const_eval::integer_format(program, ty);
        let (own, bound) = (format(program.vars[self.index].ty), format(program.exprs[self.bound.1].ty));
        own.zip(bound).is_some_and(|(own, bound)| {
            let first = hir::const_eval::integer(program, self.first);
            let starts_at_zero = self.step > 0 && first == Some(0);
            bound.width <= own.width && (own.signed && bound.signed || starts_at_zero)
        })
    }

    /// How many iterations the threads of a block run at once: one each, or as
    /// many as are jammed.
    pub fn lanes(&self, b: &mut hir::Builder<'_>) -> Extent {
        let threads = self.over_thread.map_or(Extent::Constant(1), |share| share.count);
        threads.times(Extent::Constant(i64::try_from(self.jam).unwrap_or(i64::MAX)), b)
    }
}

/// An array that is only read, and of which a thread reads several neighbours at once.
#[derive(Clone, Debug)]
pub struct VectorArray {
    /// The kernel's pointer to it.
    pub var: VarId,
    /// What it holds.
    pub array: DeviceArrayId,
    /// Its extents, outermost first; expressions of the kernel.
    pub extents: Vec<Extent>,
}

/// How blocks share a loop.
#[derive(Clone, Copy, Debug)]
pub struct BlockShare {
    /// The virtual block dimension.
    pub dim: usize,
    /// How many blocks that dimension has; an expression of the kernel.
    pub count: Extent,
    /// Contiguous or round robin.
    pub distribution: Distribution,
    /// Does the directive say so? What the compiler chose is for grids.
    pub is_said: bool,
    /// Iterations per block, for contiguous chunks.
    pub chunk: Extent,
}

/// How threads share a loop: always round robin.
#[derive(Clone, Copy, Debug)]
pub struct ThreadShare {
    /// The virtual thread dimension.
    pub dim: usize,
    /// How many threads that dimension has; an expression of the kernel.
    pub count: Extent,
}

/// The variables of a batched partition over threads:
/// `index = base + lane * step`. `base` is the same for the whole block.
#[derive(Clone, Copy, Debug)]
pub struct Batch {
    /// The index value of the batch's first iteration.
    pub base: VarId,
    /// This thread's place in the batch: its index in the thread dimension (the
    /// first of its places, where iterations are jammed).
    pub lane: VarId,
}

/// A cooperative copy between device and shared memory.
#[derive(Clone, Debug)]
pub struct SharedTransfer {
    /// The shared array.
    pub shared: SharedArrayId,
    /// The device array on the other side.
    pub array: DeviceArrayId,
    /// The kernel's variable for the device array.
    pub device: VarId,
    /// In or out.
    pub direction: Direction,
    /// One per dimension of the device array.
    pub dims: Vec<TransferDim>,
    /// The directive.
    pub directive: DirectiveId,
}

/// Which way data goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// Device to shared.
    In,
    /// Shared to device.
    Out,
}

/// One dimension of a transfer. Element `e` (from 0 to `extent - 1`) is index
/// `shared_lo + e` of the shared array and host index `lo + e` of the array.
#[derive(Clone, Copy, Debug)]
pub struct TransferDim {
    /// First host index copied; an expression of block-uniform variables.
    pub lo: ExprId,
    /// How many.
    pub extent: u64,
    /// First index in the shared array.
    pub shared_lo: u64,
    /// `index >= limit` must be tested, unless proven.
    pub at_least: Option<Extent>,
    /// `index < limit` must be tested, unless proven.
    pub below: Option<Extent>,
}
