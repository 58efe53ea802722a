//! The host side: which text is replaced, and by what actions.
//!
//! Host code outside these places is copied byte for byte. An action names
//! ids, never text; each target spells it in its own runtime.

use hir::{ExprId, Span, StmtId, VarId};

use crate::extent::Extent;
use crate::program::{DeviceArrayId, KernelId};

/// The host side of one translation unit.
#[derive(Clone, Debug, Default)]
pub struct HostUnit {
    /// Index in `hir::Program::units`.
    pub unit: usize,
    /// The places, in source order.
    pub sites: Vec<HostSite>,
    /// Loops whose rounds overlap.
    pub pipelines: Vec<HostPipeline>,
    /// Names in the host text that stand for a device copy (`use_device`).
    pub addresses: Vec<(Span, DeviceArrayId)>,
}

/// One place in the host text and what it becomes.
#[derive(Clone, Debug)]
pub struct HostSite {
    /// What is replaced: a directive's line, or a kernel region from its
    /// `kernel` line to its `kernel_end` line.
    pub place: Span,
    /// What happens there, in order; empty for directives with no action.
    pub actions: Vec<HostAction>,
    /// Is it the body of a loop or an `if` without braces, where C takes one statement?
    pub is_body: bool,
    /// It belongs to a round of a loop whose rounds take turns in the streams.
    pub in_turn: bool,
}

impl HostSite {
    /// A place by itself.
    pub fn new(place: Span, actions: Vec<HostAction>) -> HostSite {
        HostSite { place, actions, is_body: false, in_turn: false }
    }
}

/// A loop of the host whose rounds overlap. Behind it the host waits for all of them.
#[derive(Clone, Debug)]
pub struct HostPipeline {
    /// The loop; it stands in a block.
    pub place: Span,
    /// Does the host wait before it, too, for what runs in other streams?
    pub waits_first: bool,
}

/// Something the host does.
#[derive(Clone, Debug)]
pub enum HostAction {
    /// Keeps the present value of an expression, because it may change while
    /// a device array that depends on it lives.
    Capture {
        /// The temporary.
        var: VarId,
        /// The value.
        value: ExprId,
    },
    /// Makes a device array.
    Alloc(DeviceArrayId),
    /// Sets all bytes of a device array to zero.
    Clear(DeviceArrayId),
    /// Copies host to device.
    CopyIn(Transfer),
    /// Copies device to host.
    CopyOut(Transfer),
    /// Releases a device array.
    Free(DeviceArrayId),
    /// Copies a device array as a whole to another of the same extents.
    Keep {
        /// What is copied.
        array: DeviceArrayId,
        /// Where it is kept as it is now.
        before: DeviceArrayId,
        /// The kernel that it is kept for, to name when it fails.
        span: Span,
    },
    /// Fails with the directive's line unless the condition holds.
    Require(Requirement),
    /// A round of a loop begins: what follows in it goes to the next stream.
    BeginRound,
    /// Runs a kernel.
    Launch(KernelId),
    /// Waits for the device: what comes next is not one of its kernels.
    Wait,
    /// Runs a statement: a loop in the form that a recipe gave it.
    Statement {
        /// The statement.
        stmt: StmtId,
        /// The kernels in it.
        launches: Vec<(StmtId, KernelId)>,
    },
}

impl HostAction {
    /// The kernels that it runs.
    pub fn kernels(&self) -> Vec<KernelId> {
        match self {
            HostAction::Launch(kernel) => vec![*kernel],
            HostAction::Statement { launches, .. } => launches.iter().map(|(_, kernel)| *kernel).collect(),
            _ => Vec::new(),
        }
    }
}

/// What must hold when the program comes to a place.
#[derive(Clone, Debug)]
pub struct Requirement {
    /// The condition.
    pub cond: ExprId,
    /// What is wrong otherwise, for the message.
    pub message: String,
    /// The place to name.
    pub span: Span,
}

/// A copy between a device array and host memory.
#[derive(Clone, Debug)]
pub struct Transfer {
    /// The device array.
    pub array: DeviceArrayId,
    /// The part of it, in host indices.
    pub section: HostSection,
    /// The host side if it is not the array's own.
    pub elsewhere: Option<Elsewhere>,
    /// The place to name when it fails.
    pub span: Span,
}

/// Another variable of the host, and a section of it of the same extents.
#[derive(Clone, Debug)]
pub struct Elsewhere {
    /// The variable.
    pub host: ExprId,
    /// The section.
    pub section: HostSection,
    /// The extents of the variable, as far as they are known.
    pub extents: Vec<Option<Extent>>,
}

/// A section in host indices. Empty means the whole device array, or a scalar.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HostSection {
    /// The first index of each dimension, and how many there are.
    pub ranges: Vec<(ExprId, ExprId)>,
}
