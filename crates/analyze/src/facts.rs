//! The tables that analysis fills and `outline` reads.
//!
//! Everything is keyed by ids of the `hir::Program`. Bounds are expressions of
//! the program (or numbers), never new ones: an expression that must be
//! captured is listed in [`Facts::captures`] and every later mention of its
//! `ExprId` in the facts means the captured value.

use std::collections::{BTreeMap, BTreeSet};

use affine::{LinearExpr, Set};
use hir::{BinaryOp, DirectiveId, Distribution, ExprId, FunctionId, Span, StmtId, Type, VarId};
use kir::Extent;

use crate::assumptions::Assumed;
use crate::data_law::timeline::Happening;
use crate::parts::Part;
use crate::pipelines::Pipeline;
use crate::{Place, Symbols};

/// What is known about one translation unit.
#[derive(Default, Debug)]
pub struct Facts {
    /// Kernels, in source order.
    pub kernels: Vec<KernelFacts>,
    /// Device copies, in the order their directives stand in the source.
    pub copies: Vec<DeviceCopy>,
    /// What each `global`, `constant` and `texture` directive does, in order.
    /// Directives without an action (dropped with a warning) have none.
    pub actions: BTreeMap<DirectiveId, Vec<DataAction>>,
    /// What each `use_device` hands to its statement.
    pub device_uses: BTreeMap<DirectiveId, Vec<crate::device_uses::DeviceUse>>,
    /// Expressions whose value must be kept when the directive runs, because
    /// something in them may change before the last use.
    pub captures: BTreeMap<DirectiveId, Vec<ExprId>>,
    /// Constants of which the second is made while the first is alive.
    pub constants_together: Vec<(CopyId, CopyId)>,
    /// The place of each constant in the memory that they share; empty where
    /// each has its own.
    pub constant_offsets: BTreeMap<CopyId, u64>,
    /// What happens to each array that has a device copy, function by function.
    pub data: Vec<Happening>,
    /// What the data law leaves open, by directive; the first unit has it for all.
    pub unproven: BTreeMap<DirectiveId, BTreeSet<String>>,
    /// Copies that are made while others live of which it is not proven that they are of other
    /// memory: it is tested when they are made.
    pub overlaps: BTreeMap<CopyId, BTreeSet<CopyId>>,
    /// Those of them that calls of this program may make one array with others: the test may stop it.
    pub met: BTreeSet<CopyId>,
    /// Copies of which the second is made while the first lives, and of which it was looked into whether they are of one array.
    pub doubled: BTreeSet<(CopyId, CopyId)>,
    /// Loops of the host whose rounds may run side by side.
    pub pipelines: Vec<Pipeline>,
    /// What the data law saw, for whoever places transfers; the first unit has it for all.
    pub record: crate::data_law::record::Record,
    /// Functions that need a version for each kind of caller.
    pub splits: Vec<crate::versions::Split>,
    /// Calls in kernels whose function must stand in their place.
    pub to_place: Vec<Span>,
}

/// Index in [`Facts::copies`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct CopyId(pub usize);

/// Where a device copy lives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CopySpace {
    /// `global alloc`
    Global,
    /// `constant copyin`
    Constant,
    /// `texture copyin`
    Texture,
}

/// The device copy that one `global alloc`, `constant copyin` or
/// `texture copyin` makes.
#[derive(Clone, Debug)]
pub struct DeviceCopy {
    /// The directive that makes it.
    pub directive: DirectiveId,
    /// The function it stands in.
    pub owner: FunctionId,
    /// Where it lives.
    pub space: CopySpace,
    /// The host variable as written in the directive.
    pub host: ExprId,
    /// The same, as a place.
    pub place: Place,
    /// The type of an element; of the whole, for scalars and structs.
    pub element: Type,
    /// One per dimension; empty for scalars and structs.
    pub dims: Vec<SectionRange>,
    /// The extents of the host array, outermost first; `None` only for the
    /// outermost dimension of an array of unknown length.
    pub host_extents: Vec<Option<Extent>>,
    /// Number of elements, when every extent is a constant.
    pub elements: Option<u64>,
    /// What must be tested when the directive runs.
    pub checks: Vec<Check>,
    /// The host pointer may be reassigned while the copy lives: the copy is
    /// found by host address. All copies that can be meant at one use have the
    /// same layout.
    pub by_address: bool,
    /// A caller made it; here it is found by host address.
    pub inherited: Option<Inherited>,
    /// The host has every row behind a pointer; the copy is one block.
    pub row_pointers: bool,
    /// Functions called while it lives look it up by host address.
    pub remembered: bool,
    /// A constant that a directive of another file fills: by this function.
    pub setter: Option<String>,
    /// Such functions of other files, for the directive that fills this one.
    pub fills: Vec<String>,
}

/// A device copy that the callers of a function made.
#[derive(Clone, Debug)]
pub struct Inherited {
    /// Their copies: the unit, and the id there.
    pub sources: Vec<(usize, CopyId)>,
    /// The copy of the first of them, as a directive made it.
    pub root: Option<(usize, CopyId)>,
    /// How much of the outermost dimension is held can be said here.
    pub end_is_known: bool,
    /// Rows are whole: the address that the host finds is that of index 0,
    /// held or not.
    pub linear: bool,
}

/// One dimension of a section, in host indices.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SectionRange {
    /// First index.
    pub lo: Extent,
    /// Last index.
    pub hi: LastIndex,
    /// `hi - lo + 1`, when it is a constant.
    pub extent: Option<u64>,
}

/// The last index of a dimension.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum LastIndex {
    /// This one.
    At(Extent),
    /// The last of the host array: its extent minus one (`[*]`).
    EndOfArray,
}

/// A condition on a section that could be neither proven nor disproven. `dim`
/// counts from the outermost dimension.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Check {
    /// `lo >= 0`, or for a transfer: `lo` is not below the alloc section.
    Low(usize),
    /// `hi < extent`, or for a transfer: `hi` is not above the alloc section.
    High(usize),
    /// `lo <= hi`
    Order(usize),
}

/// What a data directive does.
#[derive(Clone, Debug)]
pub enum DataAction {
    /// Makes the copy.
    Alloc(CopyId),
    /// Sets it to zero.
    Clear(CopyId),
    /// Host to device.
    CopyIn(TransferFacts),
    /// Device to host.
    CopyOut(TransferFacts),
    /// Releases it.
    Free(CopyId),
}

impl DataAction {
    /// The copy that it is about.
    pub fn copy(&self) -> CopyId {
        match self {
            DataAction::Alloc(copy) | DataAction::Clear(copy) | DataAction::Free(copy) => *copy,
            DataAction::CopyIn(transfer) | DataAction::CopyOut(transfer) => transfer.copy,
        }
    }
}

/// A copy between host and device.
#[derive(Clone, Debug)]
pub struct TransferFacts {
    /// The device copy.
    pub copy: CopyId,
    /// The part of it, in host indices; empty for scalars and structs.
    pub dims: Vec<SectionRange>,
    /// What must be tested against the section of the copy.
    pub checks: Vec<Check>,
    /// `to`: another host variable.
    pub elsewhere: Option<ElsewhereFacts>,
    /// Where it stands.
    pub span: Span,
}

/// Where a `copyout … to` goes.
#[derive(Clone, Debug)]
pub struct ElsewhereFacts {
    /// The host variable.
    pub host: ExprId,
    /// The section of it; one range for each of the transfer.
    pub dims: Vec<SectionRange>,
    /// The extents of the variable.
    pub extents: Vec<Option<Extent>>,
    /// What must be tested against the variable.
    pub checks: Vec<Check>,
    /// Dimensions of which it must be tested that both sides are as long.
    pub lengths: Vec<usize>,
}

/// One kernel.
#[derive(Debug)]
pub struct KernelFacts {
    /// The `StmtKind::Kernel`.
    pub stmt: StmtId,
    /// Its region.
    pub body: StmtId,
    /// The function it stands in.
    pub owner: FunctionId,
    /// It prints, which the host waits for.
    pub prints: bool,
    /// The `kernel` directive.
    pub directive: DirectiveId,
    /// `tblock(…)`: the value of each dimension, where it is a constant.
    pub block_sizes: Vec<Option<u64>>,
    /// `thread(…)`: the same.
    pub thread_sizes: Vec<Option<u64>>,
    /// What holds whenever it runs, because `assume` says so and the program tests it.
    pub assumed: Assumed,
    /// The `assume` directives inside it.
    pub own_assumptions: Vec<DirectiveId>,
    /// Arrays of whose device copies it writes every element, as the user says.
    pub defines: Vec<Place>,
    /// What it means that a dimension of blocks is empty.
    pub no_blocks: Vec<EmptyLaunch>,
    /// And of threads.
    pub no_threads: Vec<EmptyLaunch>,
    /// Arrays, and scalars and structs that have a device copy.
    pub arrays: Vec<ArrayUse>,
    /// Scalars and structs from outside without a device copy.
    pub scalars: Vec<ScalarUse>,
    /// Scalar members reached through pointers, only read: each is passed by
    /// value, since the pointer means nothing on the device.
    pub members: Vec<MemberUse>,
    /// Variables declared in the region, in source order.
    pub locals: Vec<VarId>,
    /// Arrays from outside of which each iteration of a partitioned loop has its own, by the
    /// `For` statement. They are among the `locals`.
    pub private: BTreeMap<StmtId, Vec<VarId>>,
    /// Parameters and variables of the functions called, as each call has them.
    pub callees: BTreeSet<VarId>,
    /// Constant arrays and structs of the program that have no device copy:
    /// the device has them as they are initialised.
    pub tables: Vec<VarId>,
    /// Functions called, directly or not, callees first. Functions that the
    /// device has itself (`sqrtf`) are not listed.
    pub functions: Vec<FunctionId>,
    /// Partitioned loops, by their `For` statement.
    pub partitions: BTreeMap<StmtId, PartitionFacts>,
    /// Scalars that those loops reduce.
    pub reductions: Vec<crate::ReductionFacts>,
    /// Shared arrays, by their `shared alloc`.
    pub shared: Vec<SharedFacts>,
    /// Barriers that are missing.
    pub barriers: Vec<AddedBarrier>,
    /// Statements that hold a barrier, a shared transfer or a partitioned
    /// loop somewhere inside (themselves included).
    pub structural: BTreeSet<StmtId>,
    /// Every array access of the region.
    pub accesses: Vec<Access>,
    /// Those that are not proven to be inside what their copy holds.
    pub open: Vec<usize>,
    /// Every mention of a scalar or struct, as an access without subscripts.
    pub scalar_accesses: Vec<Access>,
    /// What is known about each partitioned loop, when nothing was refused.
    pub legality: BTreeMap<StmtId, Legality>,
    /// What `shared` directives load and store, as accesses to the device.
    pub transfers: Vec<Access>,
    /// Loops in canonical form, partitioned or not, by their `For` statement.
    pub loops: BTreeMap<StmtId, CanonicalLoop>,
    /// First value and bound of those loops, where they are formulas.
    pub bounds: BTreeMap<StmtId, (LinearExpr, LinearExpr)>,
    /// What the variables of the affine formulas mean.
    pub symbols: Symbols,
}

/// What it means that a dimension of a launch is zero or negative.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EmptyLaunch {
    /// It is a constant, and not.
    Never,
    /// The kernel has nothing to do then.
    NothingToDo,
    /// The kernel has work that somebody must do.
    WorkIsLost,
}

/// An array (or other object with a device copy) used in a kernel.
#[derive(Clone, Debug)]
pub struct ArrayUse {
    /// Which.
    pub place: Place,
    /// The copy that reaches the kernel; `None` for an array declared in the
    /// region and after an error.
    pub copy: Option<CopyId>,
    /// Is it read?
    pub read: bool,
    /// Is it written?
    pub written: bool,
    /// In some call it lies in the memory of another array of the kernel.
    pub overlaps: bool,
    /// The first mention.
    pub span: Span,
}

/// A scalar (or struct) from outside used in a kernel.
#[derive(Clone, Debug)]
pub struct ScalarUse {
    /// Which.
    pub var: VarId,
    /// How it comes in and goes out.
    pub class: ScalarClass,
    /// The first mention.
    pub span: Span,
}

/// A scalar member behind a pointer, like `s->n`.
#[derive(Clone, Debug)]
pub struct MemberUse {
    /// Which.
    pub place: Place,
    /// The first mention.
    pub span: Span,
}

/// How a scalar from outside is handled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScalarClass {
    /// Only read: passed by value.
    ByValue,
    /// Written before read in every thread and not used afterwards: a local
    /// variable of the kernel.
    Private,
    /// Written, but the value before the kernel may be read too, and nothing
    /// is used afterwards: a parameter the thread may change.
    ByValueModified,
    /// The grid reduces it: the host has the result after the kernel.
    Reduction,
}

/// A loop in canonical form: iteration `k` has `index = first + k*step`.
#[derive(Clone, Debug)]
pub struct CanonicalLoop {
    /// The `For` statement.
    pub stmt: StmtId,
    /// The index.
    pub index: VarId,
    /// The index is declared in the loop's head.
    pub declares_index: bool,
    /// The value it starts with.
    pub first: ExprId,
    /// The constant step, not zero.
    pub step: i64,
    /// The condition as `index <op> bound`.
    pub op: BinaryOp,
    /// The bound, of the type in which it is compared.
    pub bound: ExprId,
    /// The number of iterations, when it is a constant.
    pub trips: Option<u64>,
    /// The body.
    pub body: StmtId,
}

/// A partitioned loop.
#[derive(Clone, Debug)]
pub struct PartitionFacts {
    /// The loop.
    pub canonical: CanonicalLoop,
    /// The `loop_partition` directive.
    pub directive: DirectiveId,
    /// How blocks share it, and which block dimension (0 is the outermost).
    pub over_block: Option<(Distribution, usize)>,
    /// Which thread dimension shares it.
    pub over_thread: Option<usize>,
    /// How many of its iterations a thread runs at once: `jam(n)`, 1 without.
    pub jam: u64,
    /// How many of those are neighbours, where the directive says: `jam(n:w)`. It divides their number.
    pub run: Option<u64>,
    /// `vector(a)`: arrays whose neighbouring elements a thread reads several at a time, with the place of each name.
    pub vectors: Vec<(VarId, Span)>,
    /// The body holds a barrier or shared transfer: all threads of the block
    /// walk over batches together.
    pub batched: bool,
}

/// What is known about the threads of a partitioned loop.
#[derive(Clone, Default, Debug)]
pub struct Legality {
    /// Pairs of accesses that could have collided.
    pub pairs: usize,
    /// What was not proven, and is so because the program says `independent`.
    pub assumed: BTreeSet<String>,
}

/// A `shared alloc` and what belongs to it.
#[derive(Clone, Debug)]
pub struct SharedFacts {
    /// The `shared alloc` directive.
    pub directive: DirectiveId,
    /// Its statement.
    pub stmt: StmtId,
    /// What is cached, or the kernel's own array.
    pub place: Place,
    /// The device copy it caches; `None` for the kernel's own array.
    pub copy: Option<CopyId>,
    /// The element type.
    pub element: Type,
    /// Per dimension of the array, after widening over the block.
    pub dims: Vec<SharedDim>,
    /// Elements to add to the innermost extent, as it is stored.
    pub pad: u64,
    /// `order(columns)`: is it stored column by column?
    pub by_columns: bool,
    /// Byte offset in the block's shared memory.
    pub offset: u64,
    /// What is loaded at the alloc.
    pub copyin: Option<SharedMove>,
    /// What is written back, by `shared copyout` statement.
    pub copyouts: Vec<(StmtId, SharedMove)>,
    /// The `shared remove`, if there is one: its statement.
    pub remove: Option<StmtId>,
    /// Accesses (index in [`KernelFacts::accesses`]) that use it.
    pub accesses: Vec<usize>,
    /// Those of them that are proven to use what `copyin` loads.
    pub loaded: BTreeSet<usize>,
    /// Writes among them that a `shared copyout` after them is proven to bring back.
    pub brought_back: BTreeSet<usize>,
}

impl SharedFacts {
    /// The extents in the order in which elements are stored, padding included.
    pub fn padded_extents(&self) -> Vec<u64> {
        let mut stored: Vec<u64> = self.dims.iter().map(|dim| dim.extent).collect();
        if self.by_columns {
            stored.reverse();
        }
        stored.iter_mut().last().into_iter().for_each(|inner| *inner = inner.saturating_add(self.pad));
        stored
    }
}

/// One dimension of a shared array: host indices `lo .. lo + extent`.
#[derive(Clone, Debug)]
pub struct SharedDim {
    /// A formula in block-uniform symbols.
    pub lo: LinearExpr,
    /// Constant.
    pub extent: u64,
}

/// A cooperative copy of one shared array.
#[derive(Clone, Debug)]
pub struct SharedMove {
    /// The directive.
    pub directive: DirectiveId,
    /// Per dimension.
    pub dims: Vec<SharedMoveDim>,
}

impl SharedMove {
    /// Does it move all of the shared array?
    pub fn is_whole(&self, of: &[SharedDim]) -> bool {
        self.dims.iter().zip(of).all(|(moved, whole)| moved.shared_lo == 0 && moved.extent == whole.extent)
    }

    /// Does it move all that another moves?
    pub fn holds(&self, other: &SharedMove) -> bool {
        self.dims.iter().zip(&other.dims).all(|(own, other)| {
            own.shared_lo <= other.shared_lo && other.shared_lo + other.extent <= own.shared_lo + own.extent
        })
    }
}

/// One dimension of a cooperative copy.
#[derive(Clone, Debug)]
pub struct SharedMoveDim {
    /// First host index; a formula in block-uniform symbols.
    pub lo: LinearExpr,
    /// How many.
    pub extent: u64,
    /// First index in the shared array.
    pub shared_lo: u64,
    /// Test against the first index of the device copy.
    pub check_low: bool,
    /// Test against the last index of the device copy.
    pub check_high: bool,
    /// Is what one iteration names proven to be in the device copy? Then it needs no test by itself.
    pub holds_own: bool,
}

/// A barrier the program needs and does not have.
#[derive(Clone, Debug)]
pub struct AddedBarrier {
    /// Where it goes.
    pub at: BarrierPlace,
    /// The shared array it protects.
    pub place: Place,
    /// The earlier access.
    pub first: Span,
    /// The later one.
    pub second: Span,
}

/// Where a barrier goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum BarrierPlace {
    /// Just before this statement.
    Before(StmtId),
    /// At the end of this loop body.
    EndOf(StmtId),
}

/// One access to an array.
#[derive(Clone, Debug)]
pub struct Access {
    /// The whole access: `a[i][j]`, or `a[i]` of `a[i].f`.
    pub expr: ExprId,
    /// What is read or written, members included: `a[i].f`.
    pub lvalue: ExprId,
    /// The array.
    pub place: Place,
    /// Read, written or both.
    pub mode: AccessMode,
    /// One formula per dimension of the array, promoted from linear form
    /// where that was proven. `None`: somewhere in the array.
    pub subscripts: Option<Vec<LinearExpr>>,
    /// The subscripts were made out of one linear subscript.
    pub promoted: bool,
    /// Elements from the array's first one, counted through all dimensions;
    /// known also where the subscripts are not.
    pub flat: Option<LinearExpr>,
    /// Which part of the element, if not all of it.
    pub parts: Vec<Part>,
    /// The loops around it inside the region, outermost first.
    pub loops: Vec<StmtId>,
    /// What holds when it runs: ranges of the loop indices and conditions.
    pub domain: Set,
    /// It is the second of two writes of one element, one in each branch of this `if`, which runs under this condition.
    pub joined: Option<(StmtId, Set)>,
    /// The statement it stands in (the innermost that is not a block).
    pub stmt: StmtId,
    /// It reads a copy of the array that is made before the kernel (`snapshot`), and meets no write.
    pub before: bool,
    /// Where.
    pub span: Span,
}

impl Access {
    /// When its element is written, by this access or by one before it.
    pub fn written_when(&self) -> &Set {
        self.joined.as_ref().map_or(&self.domain, |(_, domain)| domain)
    }
}

/// How an array element is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AccessMode {
    /// Read.
    Read,
    /// Written.
    Write,
    /// Read and written (`+=`, `++`).
    Update,
}

impl AccessMode {
    /// Is the old value used?
    pub fn reads(self) -> bool {
        self != AccessMode::Write
    }

    /// Is there a new value?
    pub fn writes(self) -> bool {
        self != AccessMode::Read
    }
}
