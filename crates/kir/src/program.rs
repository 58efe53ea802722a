//! Device arrays and kernels.

use hir::{
    Arena, DirectiveId, ExprId, FunctionId, Id, Span, Symbol, TextureAddress, TextureFilter, Type, VarId,
};

use crate::extent::Extent;
use crate::geometry::Space;
use crate::host::{HostUnit, Requirement};
use crate::reduction::{ArrayReduction, GridReduction};
use crate::stmt::Stmt;

/// Names a device array.
pub type DeviceArrayId = Id<DeviceArray>;
/// Names a kernel.
pub type KernelId = Id<Kernel>;
/// Names a shared array of a kernel.
pub type SharedArrayId = Id<SharedArray>;

/// So many streams a program has at most: what could have more shares them.
pub const STREAMS: usize = 8;

/// So many rounds of a loop are under way at once: one copies in, one computes, one copies out, and one more is ready.
pub const ROUNDS: usize = 4;

/// Where a kernel runs, if not in the default stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stream {
    /// In the stream of this group, with those that must keep their order with it.
    Group(usize),
    /// In the stream of the round of its loop.
    Round,
}

/// All GPU work of a program.
#[derive(Default, Debug)]
pub struct Program {
    /// The host text of each translation unit, as places to be replaced.
    pub host: Vec<HostUnit>,
    /// Copies of host data on the device.
    pub arrays: Arena<DeviceArray>,
    /// Kernels, in source order.
    pub kernels: Arena<Kernel>,
}

/// The device copy that one `global alloc`, `constant copyin` or
/// `texture copyin` makes.
#[derive(Clone, Debug)]
pub struct DeviceArray {
    /// Where it lives.
    pub space: MemorySpace,
    /// The host variable as an expression: a name or a member path.
    pub host: ExprId,
    /// The host variable, when it is a plain name.
    pub var: Option<VarId>,
    /// The type of an element; of the whole, for scalars and structs.
    pub element: Type,
    /// Dimensions, outermost first; empty for scalars and structs.
    pub dims: Vec<DeviceDim>,
    /// The host has it behind a pointer to elements, with linear subscripts.
    pub is_flat: bool,
    /// The host has every row behind a pointer of its own.
    pub row_pointers: bool,
    /// A name to print: the host variable's.
    pub name: Symbol,
    /// The directive that made it.
    pub directive: DirectiveId,
    /// The function that has it.
    pub owner: FunctionId,
    /// The file-level variable of a constant array.
    pub constant: Option<VarId>,
    /// The function that fills the constant from another file.
    pub setter: Option<String>,
    /// Such functions of other files, for the directive that fills this one.
    pub fills: Vec<String>,
    /// Where the host pointer may be reassigned while the copy lives, the
    /// copy is found by host address at run time, not held in a variable.
    pub by_address: bool,
    /// Functions called while it lives find it by host address.
    pub remembered: bool,
    /// The host's memory of it stays in its place while it lives.
    pub pinned: bool,
    /// It keeps what another array held before a kernel, and is no copy of the host's.
    pub is_kept: bool,
}

/// Which memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemorySpace {
    /// Device memory.
    Global,
    /// Constant memory.
    Constant {
        /// The byte offset in the store that the constants of the unit share;
        /// `None` where each is a variable of its own.
        offset: Option<u64>,
    },
    /// A texture object.
    Texture {
        /// Outside the array.
        address: TextureAddress,
        /// Between elements.
        filter: TextureFilter,
    },
}

/// One dimension of a device array: the part `lo .. lo + extent` of a host
/// dimension. All are host expressions whose value does not change while the
/// copy lives (captured in a temporary where it otherwise could).
#[derive(Clone, Copy, Debug)]
pub struct DeviceDim {
    /// First host index held.
    pub lo: Extent,
    /// How many indices are held.
    pub extent: Extent,
    /// The extent of the host array in this dimension. Unknown (`None`) only
    /// for the outermost dimension of an array of unknown length.
    pub host_extent: Option<Extent>,
}

impl DeviceArray {
    /// Same layout as on the host: subscripts need no change. How many
    /// outermost indices there are is no matter for that.
    pub fn has_host_layout(&self) -> bool {
        let from_zero = self.dims.iter().all(|d| d.lo == Extent::Constant(0));
        from_zero && self.has_whole_rows()
    }

    /// Can an access be written with the host's subscripts? They need the
    /// host's layout, and inner extents that the kernel's pointer type can tell.
    pub fn keeps_subscripts(&self) -> bool {
        let is_linear = self.dims.len() < 2 || self.is_flat;
        !self.row_pointers && self.has_host_layout() && (is_linear || self.constant_inner_extents().is_some())
    }

    /// Only the outermost dimension is cut: a linear subscript can be shifted.
    pub fn has_whole_rows(&self) -> bool {
        self.dims.iter().skip(1).all(|d| d.lo == Extent::Constant(0) && d.host_extent == Some(d.extent))
    }
}

/// One kernel: a function for the device, and the recipe of its launch.
#[derive(Debug)]
pub struct Kernel {
    /// Its name.
    pub name: Symbol,
    /// The `kernel` directive.
    pub directive: DirectiveId,
    /// The host function it was in.
    pub owner: FunctionId,
    /// `tblock(…)`: host expressions.
    pub blocks: Space,
    /// `thread(…)`: host expressions.
    pub threads: Space,
    /// What must hold for it to have anything to do: it is launched only then.
    pub launched_if: Vec<ExprId>,
    /// What the host tests before each launch, in the host's variables.
    pub required: Vec<Requirement>,
    /// Fast intrinsics are allowed.
    pub fastmath: bool,
    /// It prints: the host, which may print too, waits for it.
    pub prints: bool,
    /// Its stream, where others may run beside it; `None` for the default stream.
    pub stream: Option<Stream>,
    /// What it receives.
    pub params: Vec<KernelParam>,
    /// Its own scalars: locals of the region and private copies of outer ones.
    pub locals: Vec<VarId>,
    /// Its shared memory.
    pub shared: Arena<SharedArray>,
    /// Device functions it calls, callees first.
    pub functions: Vec<FunctionId>,
    /// Constants of the program that it or they mention, other than numbers.
    pub tables: Vec<VarId>,
    /// What it does.
    pub body: Stmt,
    /// Scalars that its grid reduces.
    pub reductions: Vec<GridReduction>,
    /// Arrays that its grid reduces.
    pub array_reductions: Vec<ArrayReduction>,
    /// The region in the source.
    pub span: Span,
}

/// One parameter of a kernel.
#[derive(Clone, Copy, Debug)]
pub struct KernelParam {
    /// The variable inside the kernel.
    pub var: VarId,
    /// What is passed.
    pub value: ParamValue,
}

/// What a kernel parameter receives at launch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParamValue {
    /// The address of a device array (a texture object, for a texture).
    /// Constant arrays are not passed: the kernel knows their place.
    Array {
        /// Which.
        array: DeviceArrayId,
        /// Does the kernel write it?
        written: bool,
        /// May it lie in the memory of another array of the kernel?
        overlaps: bool,
    },
    /// The value of a host expression.
    Scalar(ExprId),
}

/// A shared-memory array.
#[derive(Clone, Debug)]
pub struct SharedArray {
    /// The variable inside the kernel.
    pub var: VarId,
    /// The kernel parameter it caches, unless it is local to the kernel.
    pub caches: Option<DeviceArrayId>,
    /// The element type.
    pub element: Type,
    /// Extents, outermost first, after widening over the block.
    pub extents: Vec<u64>,
    /// Elements added to the innermost extent, as it is stored, against bank conflicts.
    pub pad: u64,
    /// Is it stored column by column? On devices whose compiler reads several rows of a column at once.
    pub by_columns: bool,
    /// So many sections have room side by side: two where the next is loaded while one is
    /// used, on devices that can.
    pub buffers: u64,
    /// Byte offset in the block's shared memory; set by packing.
    pub offset: u64,
    /// The `shared alloc` directive.
    pub directive: DirectiveId,
}

impl SharedArray {
    /// Elements that a section occupies, padding included.
    pub fn len(&self) -> u64 {
        self.padded_extents().iter().product()
    }

    /// The extents in the order in which elements are stored.
    pub fn stored_extents(&self) -> Vec<u64> {
        let mut stored = self.extents.clone();
        if self.by_columns {
            stored.reverse();
        }
        stored
    }

    /// The same with padding.
    pub fn padded_extents(&self) -> Vec<u64> {
        let mut padded = self.stored_extents();
        padded.iter_mut().last().into_iter().for_each(|inner| *inner += self.pad);
        padded
    }

    /// True if it holds nothing.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
