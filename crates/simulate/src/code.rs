//! The instructions of the simulated machine.
//!
//! One instruction is executed by all active lanes of a warp together, each on
//! its own registers. Calls are expanded while compiling, so a kernel is one
//! list of instructions; a register is written by the lanes that are active,
//! and keeps its value for the others.
//!
//! ```text
//! __global__ void inc(int *a) { if (a[threadIdx.x] < 9) a[threadIdx.x]++; }
//!
//!   0  r1 = thread.x
//!   …
//!   5  r4 = load i32 [r3]                site 0: a[threadIdx.x]
//!   7  r6 = r4 < r5
//!   8  branch r6 ? 9 : 14, join 14
//! ```
//! `join` of a branch is where its sides meet again (the immediate
//! post-dominator); see `reconvergence`.

use hir::{Axis, GridQuery, Span};

use crate::scalar::Scalar;

/// A register: the same number in every lane, another value.
pub type Reg = u32;
/// Index in [`Code::instrs`].
pub type Pc = u32;
/// Index in [`Code::sites`].
pub type SiteId = u32;

/// "Beyond the last instruction": where lanes meet that only meet at the end.
pub const END: Pc = Pc::MAX;

/// A kernel, ready to run.
#[derive(Clone, Debug)]
pub struct Code {
    /// The kernel's name.
    pub name: String,
    /// What to do.
    pub instrs: Vec<Instr>,
    /// The place in the source of each instruction.
    pub spans: Vec<Span>,
    /// Places that touch memory.
    pub sites: Vec<Span>,
    /// How many registers a lane has.
    pub registers: u32,
    /// Registers that hold the same number throughout.
    pub constants: Vec<(Reg, u64)>,
    /// Bytes of memory of its own that a thread needs.
    pub local_bytes: u64,
    /// Bytes of `__shared__` variables.
    pub shared_bytes: u64,
    /// The `__shared__` variables, in the order they lie in.
    pub shared_variables: Vec<SharedVariable>,
    /// The parameters, in order.
    pub params: Vec<Param>,
    /// Texts of `printf` formats.
    pub formats: Vec<Format>,
    /// Threads that have returned are missed at barriers: OpenCL's rule, and not CUDA's.
    pub barriers_for_all: bool,
    /// Where the kernel is defined.
    pub span: Span,
}

/// A variable in shared memory.
#[derive(Clone, Debug)]
pub struct SharedVariable {
    /// Its name.
    pub name: String,
    /// The first byte.
    pub offset: u64,
    /// Bytes from one row to the next, if it is an array of arrays.
    pub row_bytes: Option<u64>,
}

/// What a kernel is given.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Bytes of the argument.
    pub bytes: u64,
    /// Where it goes.
    pub home: ParamHome,
}

/// Where an argument goes.
#[derive(Clone, Copy, Debug)]
pub enum ParamHome {
    /// A scalar in a register.
    Register(Reg, Scalar),
    /// An object in the thread's memory, at this offset.
    Local(u64),
}

/// A `printf` format and how its arguments lie in registers.
#[derive(Clone, Debug)]
pub struct Format {
    /// The text, conversion specifications included.
    pub text: Vec<u8>,
    /// The arguments.
    pub args: Vec<(Reg, Scalar)>,
}

/// One instruction. `to` is written, the others are read.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub enum Instr {
    Copy {
        to: Reg,
        from: Reg,
    },
    Binary {
        op: BinaryOp,
        ty: Scalar,
        to: Reg,
        a: Reg,
        b: Reg,
    },
    Compare {
        op: CompareOp,
        ty: Scalar,
        to: Reg,
        a: Reg,
        b: Reg,
    },
    Unary {
        op: UnaryOp,
        ty: Scalar,
        to: Reg,
        a: Reg,
    },
    Convert {
        from: Scalar,
        into: Scalar,
        to: Reg,
        a: Reg,
    },
    /// A function of up to three `float`s.
    MathF32 {
        function: fn([f32; 3]) -> f32,
        to: Reg,
        args: [Reg; 3],
    },
    /// A function of up to three `double`s.
    MathF64 {
        function: fn([f64; 3]) -> f64,
        to: Reg,
        args: [Reg; 3],
    },
    /// A function of up to three registers, bits to bits.
    Bits {
        function: fn([u64; 3]) -> u64,
        to: Reg,
        args: [Reg; 3],
    },
    /// `base + index * scale`: where an element lies.
    Element {
        to: Reg,
        base: Reg,
        index: Reg,
        scale: u64,
    },
    Grid {
        to: Reg,
        query: GridQuery,
        axis: Axis,
    },
    Load {
        ty: Scalar,
        to: Reg,
        address: Reg,
        site: SiteId,
        /// For the bits beside a bit-field that is written: nobody looks at them.
        beside_bits: bool,
    },
    Store {
        ty: Scalar,
        address: Reg,
        value: Reg,
        site: SiteId,
    },
    /// An object moves: a struct is assigned, in pieces of at most `align`
    /// bytes.
    Move {
        to: Reg,
        from: Reg,
        bytes: u32,
        align: u32,
        read: SiteId,
        write: SiteId,
    },
    /// A copy that is waited for later.
    StartCopy {
        to: Reg,
        from: Reg,
        bytes: u32,
        read: SiteId,
        write: SiteId,
    },
    /// Ends a group of them.
    CommitCopies,
    /// Waits for all groups but the last so many.
    WaitForCopies {
        but: Reg,
    },
    /// Bytes of the thread's own memory become zero.
    Zero {
        at: Reg,
        bytes: u32,
    },
    /// A channel of what a texture has at `x`, and `y` if it has rows: numbers
    /// of an element if `whole`, else coordinates of type `float`.
    Fetch {
        ty: Scalar,
        to: Reg,
        texture: Reg,
        x: Reg,
        y: Option<Reg>,
        whole: bool,
        channel: u32,
        site: SiteId,
    },
    Atomic {
        op: AtomicOp,
        ty: Scalar,
        to: Reg,
        address: Reg,
        value: Reg,
        compare: Reg,
        site: SiteId,
    },
    Shuffle {
        kind: Shuffle,
        to: Reg,
        value: Reg,
        lane: Reg,
        width: Reg,
        mask: Reg,
    },
    Vote {
        kind: Vote,
        to: Reg,
        predicate: Reg,
        mask: Reg,
    },
    /// Folds the values of the lanes of a mask.
    Reduce {
        op: BinaryOp,
        ty: Scalar,
        to: Reg,
        value: Reg,
        mask: Reg,
    },
    ActiveMask {
        to: Reg,
    },
    Clock {
        to: Reg,
    },
    /// `__syncthreads`; with a vote, its result.
    Barrier {
        vote: Option<(BarrierVote, Reg, Reg)>,
    },
    SyncWarp {
        mask: Reg,
    },
    Fence,
    Jump {
        target: Pc,
    },
    Branch {
        cond: Reg,
        then: Pc,
        otherwise: Pc,
        join: Pc,
    },
    Print {
        format: u32,
        to: Reg,
        site: SiteId,
    },
    Trap,
    Exit,
}

/// Arithmetic of two operands, in the type that the instruction names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    And,
    Or,
    Xor,
    Shl,
    Shr,
    Min,
    Max,
}

/// Comparisons; the result is 0 or 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum CompareOp {
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
}

/// Arithmetic of one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOp {
    /// `-a`
    Neg,
    /// `~a`
    BitNot,
    /// `!a`
    Not,
}

/// Atomic updates; the old value is the result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum AtomicOp {
    Add,
    Sub,
    Exchange,
    Min,
    Max,
    Inc,
    Dec,
    And,
    Or,
    Xor,
    CompareAndSwap,
}

/// Which lane a shuffle reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Shuffle {
    Index,
    Up,
    Down,
    Xor,
}

/// Questions to a whole warp.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Vote {
    /// Is it true in all lanes?
    All,
    /// Is it true in any lane?
    Any,
    /// In which lanes is it true?
    Ballot,
    /// Which lanes have my value?
    Match,
}

/// Questions to a whole block, at a barrier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BarrierVote {
    /// In how many threads is it true?
    Count,
    /// In all?
    And,
    /// In any?
    Or,
}

impl Code {
    /// A kernel without instructions.
    pub fn new(name: String, span: Span) -> Code {
        Code {
            name,
            instrs: Vec::new(),
            spans: Vec::new(),
            sites: Vec::new(),
            registers: 0,
            constants: Vec::new(),
            local_bytes: 0,
            shared_bytes: 0,
            shared_variables: Vec::new(),
            params: Vec::new(),
            formats: Vec::new(),
            barriers_for_all: false,
            span,
        }
    }

    /// The place of an instruction.
    pub fn span(&self, pc: Pc) -> Span {
        self.spans.get(pc as usize).copied().unwrap_or(self.span)
    }
}
