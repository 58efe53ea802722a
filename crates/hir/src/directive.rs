//! Directives with their names and expressions resolved.

use source::{Span, Symbol};
use syntax::ast::{Distribution, ReductionOp, TextureAddress, TextureFilter, TileOrder};

use crate::{DirectiveId, ExprId, VarId};

/// One directive.
#[derive(Clone, Debug)]
pub struct Directive {
    /// What it is.
    pub kind: DirectiveKind,
    /// From the sentinel to the last token.
    pub span: Span,
    /// The whole pragma line, for edits.
    pub line: Span,
    /// `when(e)` in front of it; written out as versions of the kernel before anything is analysed.
    pub when: Option<When>,
}

/// `when(e)`: the directive counts where `e` holds at the launch.
#[derive(Clone, Debug)]
pub struct When {
    /// What must hold.
    pub condition: ExprId,
    /// From the word to its `)`.
    pub span: Span,
    /// Further `kernel` lines below the first: the one that counts is taken, the last may be without a condition.
    pub others: Vec<DirectiveId>,
}

/// The directives. `kernel_end` and `singular_end` are the ends of
/// `StmtKind::Kernel` and `StmtKind::Singular`, not directives of their own.
#[derive(Clone, Debug)]
pub enum DirectiveKind {
    /// `kernel NAME …`
    Kernel(KernelClauses),
    /// `loop_partition …`
    LoopPartition(PartitionClauses),
    /// `singular`
    Singular,
    /// `barrier`
    Barrier,
    /// `shape p[n][m] …`
    Shape(Vec<Shape>),
    /// `global …`
    Global(GlobalAction),
    /// `constant copyin VAR+`
    ConstantCopyin(Vec<Section>),
    /// `constant remove SYM+`
    ConstantRemove(Vec<ExprId>),
    /// `texture copyin VAR …`
    TextureCopyin {
        /// What is bound.
        section: Section,
        /// `addr(…)`
        address: Option<TextureAddress>,
        /// `filter(…)`
        filter: Option<TextureFilter>,
    },
    /// `texture remove SYM+`
    TextureRemove(Vec<ExprId>),
    /// `shared …`
    Shared(SharedAction),
    /// `use_device(SYM, …) …`
    UseDevice(UseDevice),
    /// `assume(e, …)`: what holds from here on, tested when the program runs.
    Assume(Vec<ExprId>),
    /// `atomic`
    Atomic,
    /// `tile(e, …)`
    Tile(Vec<ExprId>),
    /// `permute(i, …)`: names of loop indices, bound to the nest below.
    Permute(Vec<(Symbol, Span)>),
    /// `schedule((e, [e], …), …)`: when each statement of the nest below runs, in text order.
    Schedule(Vec<Times>),
    /// `unroll(n)`, or `unroll(full)` without a number.
    Unroll(Option<ExprId>),
    /// `collapse(n)`
    Collapse(ExprId),
    /// `stage(n: SYM, …) …`
    Stage {
        /// Iterations of a strip.
        length: ExprId,
        /// The arrays that come through shared memory.
        arrays: Vec<ExprId>,
        /// For the `shared alloc`s that it is short for.
        tile: TileClauses,
    },
    /// `fuse`
    Fuse,
    /// `fission`
    Fission,
    /// `wavefront(n, …)`; without coefficients they are found.
    Wavefront(Vec<ExprId>),
    /// `snapshot(SYM, …)`
    Snapshot(Vec<ExprId>),
    /// A CUDA-lite annotation.
    CudaLite(CudaLite),
    /// Already reported.
    Error,
}

/// The times of one statement of `schedule`: `(k, 1, i + j)`.
#[derive(Clone, Debug)]
pub struct Times {
    /// One after the other, the first is the outermost.
    pub entries: Vec<Time>,
    /// The tuple.
    pub span: Span,
}

/// One time: a sum of loop indices and a number, or of comparisons and a number.
#[derive(Clone, Debug)]
pub struct Time {
    /// Indices, each with its factor, and the number.
    pub sum: IndexSum,
    /// What is added where indices compare so: `(i >= k) + (i > k)` puts what is before `k` first, then `k`, then
    /// what is after it.
    pub comparisons: Vec<Comparison>,
    /// In brackets: threads share the loop over it.
    pub is_shared_out: bool,
    /// Where it stands.
    pub span: Span,
}

/// Loop indices by their names, bound to the loops around the statement, each with its factor; and a number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IndexSum {
    /// The indices; no factor is 0.
    pub terms: Vec<(Symbol, i64)>,
    /// The number.
    pub constant: i64,
}

/// A comparison of loop indices in a time.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// It holds where this is not negative.
    pub not_negative: IndexSum,
    /// What the time has more then.
    pub adds: i64,
}

/// `use_device`: in the statement below, arrays stand for their device copies.
#[derive(Clone, Debug)]
pub struct UseDevice {
    /// The arrays: names or member paths.
    pub arrays: Vec<ExprId>,
    /// What the statement reads, if the user says so.
    pub reads: Vec<ExprId>,
    /// What it writes, if the user says so.
    pub writes: Vec<ExprId>,
}

/// Clauses of `kernel`.
#[derive(Clone, Debug)]
pub struct KernelClauses {
    /// The name.
    pub name: Symbol,
    /// Where the name stands.
    pub name_span: Span,
    /// `tblock(…)`, outermost dimension first.
    pub tblock: Option<Vec<ExprId>>,
    /// `thread(…)`, outermost dimension first.
    pub thread: Option<Vec<ExprId>>,
    /// `nowait`
    pub nowait: bool,
    /// `fastmath`
    pub fastmath: bool,
    /// `defines(…)`: arrays of whose device copies it writes every element.
    pub defines: Vec<ExprId>,
}

/// Clauses of `loop_partition`.
#[derive(Clone, Debug)]
pub struct PartitionClauses {
    /// `over_tblock`
    pub over_tblock: Option<Distribution>,
    /// Did the user write `BLOCK`, `CYCLIC` or an entry? Otherwise the compiler may choose.
    pub names_distribution: bool,
    /// `over_tblock(d)`: the entry of `tblock(…)` that the loop takes, instead of its depth's. Blocks have chunks then.
    pub block_entry: Option<ExprId>,
    /// `over_thread`
    pub over_thread: bool,
    /// `over_thread(d)`: the entry of `thread(…)` that the loop takes, instead of its depth's.
    pub thread_entry: Option<ExprId>,
    /// `jam(n)`
    pub jam: Option<ExprId>,
    /// `jam(n:w)`: how many of a thread's iterations are neighbours. Otherwise the compiler may choose.
    pub run: Option<ExprId>,
    /// `vector(…)`: arrays whose neighbouring elements a thread reads several at a time.
    pub vector: Vec<ExprId>,
    /// `reduction(…)`
    pub reductions: Vec<Reduction>,
    /// `private(…)`: variables of which each iteration has its own.
    pub private: Vec<ExprId>,
    /// `independent`
    pub independent: bool,
    /// What a `snapshot` above the loop names.
    pub snapshots: Vec<ExprId>,
    /// Nobody writes it: a condition without which an iteration has no effect, where a triangle of iterations
    /// was made a rectangle.
    pub inside: Option<ExprId>,
}

/// One `reduction` clause.
#[derive(Clone, Debug)]
pub struct Reduction {
    /// The operator.
    pub op: ReductionOp,
    /// May the order of combination vary from run to run?
    pub fast: bool,
    /// What is reduced into; behind a value with `at`, the variable that says where it is.
    pub vars: Vec<Section>,
    /// Which of `vars` stand behind an `at`.
    pub places: Vec<usize>,
    /// Where it stands.
    pub span: Span,
}

impl Reduction {
    /// `min: d at k`: the variable that says where this value is.
    pub fn place_of(&self, value: VarId) -> Option<VarId> {
        self.pairs().find(|pair| pair.0 == value).map(|pair| pair.1)
    }

    /// The value whose place this variable says.
    pub fn value_at(&self, place: VarId) -> Option<VarId> {
        self.pairs().find(|pair| pair.1 == place).map(|pair| pair.0)
    }

    /// All `d at k`.
    pub fn pairs(&self) -> impl Iterator<Item = (VarId, VarId)> {
        let var = |at: usize| self.vars.get(at).and_then(|section| section.var);
        self.places.iter().filter_map(move |place| Some((var(place.checked_sub(1)?)?, var(*place)?)))
    }
}

/// `p[n][m]` of a shape directive.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The pointer: a variable or a member path.
    pub pointer: ExprId,
    /// The dimensions, outermost first.
    pub dims: Vec<ExprId>,
    /// Where it stands.
    pub span: Span,
}

/// A section of an array, or a whole scalar or struct.
#[derive(Clone, Debug)]
pub struct Section {
    /// The variable as an expression: a name or a member path.
    pub base: ExprId,
    /// The variable, when it is a plain name.
    pub var: Option<VarId>,
    /// One per dimension; empty for scalars and structs.
    pub dims: Vec<SectionDim>,
    /// Where it stands.
    pub span: Span,
}

/// One dimension of a section; bounds are inclusive.
#[derive(Clone, Copy, Debug)]
pub enum SectionDim {
    /// `[lo:hi]`
    Range(ExprId, ExprId),
    /// `[index]`
    Index(ExprId),
    /// `[*]`
    All,
}

/// `global …`
#[derive(Clone, Debug)]
pub enum GlobalAction {
    /// `alloc VAR [pinned] [copyin [VAR] | clear]`
    Alloc {
        /// What is allocated.
        section: Section,
        /// The host's memory stays in its place as long as the device copy lives.
        pinned: bool,
        /// How it starts out.
        init: AllocInit,
    },
    /// `copyin VAR`
    Copyin(Section),
    /// `copyout VAR [to VAR]`
    Copyout {
        /// The device section.
        section: Section,
        /// The host section, if another.
        to: Option<Section>,
    },
    /// `free SYM+`
    Free(Vec<ExprId>),
}

/// How a `global alloc` starts out.
#[derive(Clone, Debug)]
pub enum AllocInit {
    /// Undefined.
    None,
    /// `copyin`: all of it, or the section given.
    Copyin(Option<Section>),
    /// `clear`
    Clear,
}

/// `shared …`
#[derive(Clone, Debug)]
pub enum SharedAction {
    /// `alloc VAR [copyin…] [pad(…)] [ahead(…)] [order(…)]`
    Alloc {
        /// What one iteration needs.
        section: Section,
        /// `copyin`: the part to load, all if `None` inside.
        copyin: Option<SharedCopyin>,
        /// The other clauses.
        tile: TileClauses,
    },
    /// `copyout VAR`
    Copyout {
        /// What goes back.
        section: Section,
        /// No bounds test.
        nobndcheck: bool,
    },
    /// `remove SYM+`
    Remove(Vec<ExprId>),
}

/// `copyin` of `shared alloc`.
#[derive(Clone, Debug)]
pub struct SharedCopyin {
    /// No bounds test.
    pub nobndcheck: bool,
    /// The part to load, if not all.
    pub section: Option<Section>,
}

/// How a part of an array lies in shared memory, and when it gets there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TileClauses {
    /// `pad(…)`
    pub pad: Padding,
    /// `ahead(m)`: so many sections are on their way while one is used.
    pub ahead: Option<u64>,
    /// `order(…)`
    pub order: Option<TileOrder>,
}

/// `pad(…)`
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Padding {
    /// The compiler picks the row length.
    #[default]
    Auto,
    /// No padding.
    None,
    /// So many elements more.
    Elements(u64),
}

/// A CUDA-lite annotation.
#[derive(Clone, Debug)]
pub enum CudaLite {
    /// Threads per block and blocks per multiprocessor.
    Kernel(ExprId, ExprId),
    /// A pointer that is a row-major array of these extents.
    Array {
        /// The pointer.
        var: Option<VarId>,
        /// The extents.
        extents: Vec<ExprId>,
    },
    /// The early exit below kills surplus threads.
    BoundCheck,
    /// The next loop: iterator, start, end, increment.
    Loop(Option<VarId>, ExprId, ExprId, ExprId),
}
