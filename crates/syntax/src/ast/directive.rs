//! `#pragma hicuda` and `#pragma cudalite` as written.
//!
//! The grammar is in `docs/directives/`. Expressions inside are ordinary C
//! expressions; names are resolved with everything else, later.

use source::Span;

use super::{DirectiveId, ExprId, Ident};

/// One directive.
#[derive(Clone, Debug)]
pub struct Directive {
    /// What it is.
    pub kind: DirectiveKind,
    /// From the first word after the sentinel (`hicuda`) to the last token.
    pub span: Span,
    /// The whole pragma line in its file, for edits: from `#` to the end of
    /// the (continued) line. Equal to `span` for `_Pragma`.
    pub line: Span,
    /// `when(e)` in front of it.
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

/// The directives.
#[derive(Clone, Debug)]
pub enum DirectiveKind {
    /// `kernel NAME …`
    Kernel {
        /// The kernel's name.
        name: Ident,
        /// `tblock(…)`
        tblock: Option<Vec<ExprId>>,
        /// `thread(…)`
        thread: Option<Vec<ExprId>>,
        /// `nowait`
        nowait: bool,
        /// `fastmath`
        fastmath: bool,
        /// `defines(SYM, …)`
        defines: Option<Vec<ExprId>>,
    },
    /// `kernel_end`
    KernelEnd,
    /// `loop_partition …`
    LoopPartition {
        /// `over_tblock[(BLOCK|CYCLIC)]`
        over_tblock: Option<Distribution>,
        /// Are `BLOCK`, `CYCLIC` or an entry written?
        names_distribution: bool,
        /// The entry of `tblock(…)` that `over_tblock(d)` names.
        block_entry: Option<ExprId>,
        /// `over_thread`
        over_thread: bool,
        /// The entry of `thread(…)` that `over_thread(d)` names.
        thread_entry: Option<ExprId>,
        /// `jam(n)`
        jam: Option<ExprId>,
        /// The `w` of `jam(n:w)`.
        run: Option<ExprId>,
        /// `vector(…)`, any number.
        vector: Vec<ExprId>,
        /// `reduction(…)`, any number.
        reductions: Vec<ReductionClause>,
        /// `private(…)`, any number.
        private: Vec<ExprId>,
        /// `independent`
        independent: bool,
    },
    /// `singular`
    Singular,
    /// `singular_end`
    SingularEnd,
    /// `barrier`
    Barrier,
    /// `shape p[n][m] q[k]`
    Shape(Vec<ShapeItem>),
    /// `global alloc VAR …`
    GlobalAlloc {
        /// What is allocated.
        var: SectionSpec,
        /// `pinned`
        pinned: bool,
        /// How it starts out.
        init: AllocInit,
    },
    /// `global copyin VAR`
    GlobalCopyin(SectionSpec),
    /// `global copyout VAR [to VAR]`
    GlobalCopyout {
        /// The device section.
        var: SectionSpec,
        /// The host section it goes to, if another.
        to: Option<SectionSpec>,
    },
    /// `global free SYM+`
    GlobalFree(Vec<ExprId>),
    /// `constant copyin VAR+`
    ConstantCopyin(Vec<SectionSpec>),
    /// `constant remove SYM+`
    ConstantRemove(Vec<ExprId>),
    /// `texture copyin VAR …`
    TextureCopyin {
        /// What is bound.
        var: SectionSpec,
        /// `addr(…)`
        address: Option<TextureAddress>,
        /// `filter(…)`
        filter: Option<TextureFilter>,
    },
    /// `texture remove SYM+`
    TextureRemove(Vec<ExprId>),
    /// `shared alloc VAR …`
    SharedAlloc {
        /// What one iteration needs.
        var: SectionSpec,
        /// `copyin…`
        copyin: Option<SharedCopyin>,
        /// `pad(…)`, `ahead(…)`, `order(…)`
        tile: TileClauses,
    },
    /// `shared copyout VAR`
    SharedCopyout {
        /// What goes back.
        var: SectionSpec,
        /// `(nobndcheck)`
        nobndcheck: bool,
    },
    /// `shared remove SYM+`
    SharedRemove(Vec<ExprId>),
    /// `use_device(SYM, …) [reads(SYM, …)] [writes(SYM, …)]`
    UseDevice {
        /// What stands for its device copy in the statement below.
        arrays: Vec<ExprId>,
        /// `reads(…)`
        reads: Option<Vec<ExprId>>,
        /// `writes(…)`
        writes: Option<Vec<ExprId>>,
    },
    /// `assume(e, …)`
    Assume(Vec<ExprId>),
    /// `atomic`
    Atomic,
    /// `tile(e, …)`
    Tile(Vec<ExprId>),
    /// `permute(i, …)`
    Permute(Vec<Ident>),
    /// `schedule((e, [e], …), …)`: a tuple of times for each statement; names are loop variables.
    Schedule(Vec<Vec<ScheduledTime>>),
    /// `unroll(n|full)`
    Unroll(UnrollFactor),
    /// `collapse(n)`
    Collapse(ExprId),
    /// `stage(n: SYM, …) …`
    Stage {
        /// Iterations of a strip.
        length: ExprId,
        /// The arrays that come through shared memory.
        arrays: Vec<ExprId>,
        /// `pad(…)`, `ahead(…)`, `order(…)`
        tile: TileClauses,
    },
    /// `fuse`
    Fuse,
    /// `fission`
    Fission,
    /// `wavefront`, or `wavefront(n, …)`
    Wavefront(Vec<ExprId>),
    /// `snapshot(VAR, …)`
    Snapshot(Vec<ExprId>),
    /// A CUDA-lite annotation.
    CudaLite(CudaLiteAnnotation),
    /// Could not be parsed; already reported.
    Error,
}

impl DirectiveKind {
    /// What it is called in a sentence: its words up to the first variable part.
    pub fn name(&self) -> &'static str {
        match self {
            DirectiveKind::Kernel { .. } => "kernel",
            DirectiveKind::KernelEnd => "kernel_end",
            DirectiveKind::LoopPartition { .. } => "loop_partition",
            DirectiveKind::Singular => "singular",
            DirectiveKind::SingularEnd => "singular_end",
            DirectiveKind::Barrier => "barrier",
            DirectiveKind::Shape(_) => "shape",
            DirectiveKind::GlobalAlloc { .. } => "global alloc",
            DirectiveKind::GlobalCopyin(_) => "global copyin",
            DirectiveKind::GlobalCopyout { .. } => "global copyout",
            DirectiveKind::GlobalFree(_) => "global free",
            DirectiveKind::ConstantCopyin(_) => "constant copyin",
            DirectiveKind::ConstantRemove(_) => "constant remove",
            DirectiveKind::TextureCopyin { .. } => "texture copyin",
            DirectiveKind::TextureRemove(_) => "texture remove",
            DirectiveKind::SharedAlloc { .. } => "shared alloc",
            DirectiveKind::SharedCopyout { .. } => "shared copyout",
            DirectiveKind::SharedRemove(_) => "shared remove",
            DirectiveKind::UseDevice { .. } => "use_device",
            DirectiveKind::Assume(_) => "assume",
            DirectiveKind::Atomic => "atomic",
            DirectiveKind::Tile(_) => "tile",
            DirectiveKind::Permute(_) => "permute",
            DirectiveKind::Schedule(_) => "schedule",
            DirectiveKind::Unroll(_) => "unroll",
            DirectiveKind::Collapse(_) => "collapse",
            DirectiveKind::Stage { .. } => "stage",
            DirectiveKind::Fuse => "fuse",
            DirectiveKind::Fission => "fission",
            DirectiveKind::Wavefront(_) => "wavefront",
            DirectiveKind::Snapshot(_) => "snapshot",
            DirectiveKind::CudaLite(_) => "cudalite",
            DirectiveKind::Error => "hicuda",
        }
    }

    /// Is it for a launch to decide whether it counts?
    pub fn may_have_condition(&self) -> bool {
        matches!(
            self,
            DirectiveKind::Kernel { .. }
                | DirectiveKind::GlobalAlloc { .. }
                | DirectiveKind::GlobalCopyin(_)
                | DirectiveKind::GlobalCopyout { .. }
                | DirectiveKind::GlobalFree(_)
                | DirectiveKind::Barrier
                | DirectiveKind::SharedAlloc { .. }
                | DirectiveKind::SharedCopyout { .. }
                | DirectiveKind::SharedRemove(_)
                | DirectiveKind::Error
        ) || self.governs_loop()
    }

    /// Must a `for` loop follow?
    pub fn governs_loop(&self) -> bool {
        matches!(
            self,
            DirectiveKind::LoopPartition { .. }
                | DirectiveKind::Tile(_)
                | DirectiveKind::Permute(_)
                | DirectiveKind::Schedule(_)
                | DirectiveKind::Unroll(_)
                | DirectiveKind::Collapse(_)
                | DirectiveKind::Stage { .. }
                | DirectiveKind::Fuse
                | DirectiveKind::Fission
                | DirectiveKind::Wavefront(_)
                | DirectiveKind::Snapshot(_)
        )
    }

    /// Must a statement follow, of whatever kind?
    pub fn governs_statement(&self) -> bool {
        matches!(self, DirectiveKind::Atomic | DirectiveKind::UseDevice { .. })
    }

    /// Does it need the statement below it?
    pub fn governs_something(&self) -> bool {
        self.governs_loop() || self.governs_statement()
    }
}

/// A time of a statement.
#[derive(Clone, Copy, Debug)]
pub struct ScheduledTime {
    /// When.
    pub time: ExprId,
    /// In brackets: threads share the loop over it.
    pub is_shared_out: bool,
}

/// How blocks share a loop.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Distribution {
    /// Contiguous chunks.
    Block,
    /// Round robin.
    Cyclic,
}

/// `reduction([fast,] op : VAR [at VAR], …)`
#[derive(Clone, Debug)]
pub struct ReductionClause {
    /// The operator.
    pub op: ReductionOp,
    /// May the combination order vary?
    pub fast: bool,
    /// What is reduced into; behind a value with `at`, the variable that says where it is.
    pub vars: Vec<SectionSpec>,
    /// Which of `vars` stand behind an `at`.
    pub places: Vec<usize>,
    /// Where it stands.
    pub span: Span,
}

/// Reduction operators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum ReductionOp {
    Add,
    Mul,
    Min,
    Max,
    BitAnd,
    BitOr,
    BitXor,
    And,
    Or,
}

impl ReductionOp {
    /// The spelling.
    pub fn text(self) -> &'static str {
        match self {
            ReductionOp::Add => "+",
            ReductionOp::Mul => "*",
            ReductionOp::Min => "min",
            ReductionOp::Max => "max",
            ReductionOp::BitAnd => "&",
            ReductionOp::BitOr => "|",
            ReductionOp::BitXor => "^",
            ReductionOp::And => "&&",
            ReductionOp::Or => "||",
        }
    }
}

/// `p[n][m]` of a shape directive.
#[derive(Clone, Debug)]
pub struct ShapeItem {
    /// The pointer: a name or a member path.
    pub pointer: ExprId,
    /// The dimensions.
    pub dims: Vec<ExprId>,
    /// Where it stands.
    pub span: Span,
}

/// `A[lo:hi][i][*]`
#[derive(Clone, Debug)]
pub struct SectionSpec {
    /// The variable: a name or a member path.
    pub base: ExprId,
    /// One entry per dimension; empty for scalars and structs.
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

/// How a `global alloc` starts out.
#[derive(Clone, Debug)]
pub enum AllocInit {
    /// Undefined.
    None,
    /// `copyin [VAR]`
    Copyin(Option<SectionSpec>),
    /// `clear`
    Clear,
}

/// `copyin[(nobndcheck)] [VAR]` of `shared alloc`.
#[derive(Clone, Debug)]
pub struct SharedCopyin {
    /// `(nobndcheck)`
    pub nobndcheck: bool,
    /// The part to load, if not all.
    pub var: Option<SectionSpec>,
}

/// How a part of an array lies in shared memory, and when it gets there.
#[derive(Clone, Copy, Debug, Default)]
pub struct TileClauses {
    /// `pad(…)`
    pub pad: Option<Padding>,
    /// `ahead(m)`
    pub ahead: Option<ExprId>,
    /// `order(…)`
    pub order: Option<TileOrder>,
}

/// `order(…)`
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TileOrder {
    /// Row by row, as C has arrays.
    Rows,
    /// Column by column.
    Columns,
}

impl TileOrder {
    /// The spelling.
    pub fn text(self) -> &'static str {
        match self {
            TileOrder::Rows => "rows",
            TileOrder::Columns => "columns",
        }
    }
}

/// `pad(…)`
#[derive(Clone, Copy, Debug)]
pub enum Padding {
    /// `pad(auto)`
    Auto,
    /// `pad(none)`
    None,
    /// `pad(n)`
    Elements(ExprId),
}

/// `addr(…)`
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum TextureAddress {
    Clamp,
    Border,
    Wrap,
}

/// `filter(…)`
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum TextureFilter {
    Point,
    Linear,
}

/// `unroll(…)`
#[derive(Clone, Copy, Debug)]
pub enum UnrollFactor {
    /// `unroll(full)`
    Full,
    /// `unroll(n)`
    Times(ExprId),
}

/// CUDA-lite annotations, in either spelling.
#[derive(Clone, Debug)]
pub enum CudaLiteAnnotation {
    /// `__global__ <threads per block> <blocks per SM>`
    Kernel {
        /// Threads per block.
        threads: ExprId,
        /// Blocks per multiprocessor.
        blocks_per_sm: ExprId,
    },
    /// `garray <name> <rank> <element size> <rank sizes>`
    Array {
        /// The pointer.
        name: Ident,
        /// Number of dimensions.
        rank: ExprId,
        /// Bytes of an element.
        element_size: ExprId,
        /// Extent of each dimension.
        extents: Vec<ExprId>,
    },
    /// `BoundChk`, on the early exit below.
    BoundCheck,
    /// `loop <iterator> <start> <end> <increment>`
    Loop {
        /// The index.
        iterator: Ident,
        /// First value.
        start: ExprId,
        /// Bound.
        end: ExprId,
        /// Step.
        increment: ExprId,
    },
}
