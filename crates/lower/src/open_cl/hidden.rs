//! What a function reaches without naming it as a parameter, and in OpenCL C 1.2 must: constants
//! that the host fills, counters of the device, and shared memory, which only kernels may declare.
//!
//! ```text
//! __device__ float block_sum(float value)      float block_sum_float(float value, __local float *parts)
//! {                                            {
//!     __shared__ float parts[1024];                …
//!     …                                        }
//! ```
//! A function gets a pointer for each, after its own parameters, and hands on what those that it
//! calls need; kernels declare the shared memory and get the rest from the host.

use hir::{Builder, ExprId, ExprKind, Symbol, Type, VarId};

/// Something hidden, as all functions know it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Hidden {
    /// A constant that a directive fills.
    Constant(VarId),
    /// A variable of the device.
    Counter(VarId),
    /// Shared memory of a function. Every function waits before it uses its own, so that those
    /// of one name and type can be one.
    Shared(Option<Symbol>, Type),
    /// Shared memory whose size the launch says: `extern __shared__ float s[];`.
    Dynamic(Option<Symbol>, Type),
}

/// What the host passes to a kernel after its arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HiddenArgument {
    /// The memory of a constant.
    Constant(VarId),
    /// The memory of a variable of the device, which starts as zero.
    Counter(VarId),
    /// Shared memory of the size that the launch says.
    Dynamic,
    /// How many bytes of its buffer a pointer is behind: of this parameter.
    Offset(VarId),
}

/// The variable by which a function reaches something hidden.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reached {
    pub hidden: Hidden,
    /// A pointer, or in a kernel the shared memory itself.
    pub var: VarId,
    /// The type of what is there.
    pub of: Type,
    /// Is the variable a pointer to it?
    pub is_pointer: bool,
}

impl Reached {
    /// The pointer to something: of an array, to its first element.
    pub(super) fn pointer(b: &mut Builder<'_>, hidden: Hidden, name: &str, of: Type) -> Reached {
        let target = b.program.types.element(of).unwrap_or(of);
        let pointer = b.program.types.pointer_to(target.unqualified());
        let var = b.local(name, pointer);
        Reached { hidden, var, of, is_pointer: true }
    }

    /// A mention of it, as an lvalue; an array as a pointer.
    pub(super) fn mention(&self, b: &mut Builder<'_>) -> ExprId {
        let value = b.var(self.var);
        match self.is_pointer && !b.program.types.is_array(self.of) {
            true => b.expr(ExprKind::Deref(value), self.of.unqualified()),
            false => value,
        }
    }

    /// What is passed to a function that reaches it too.
    pub(super) fn argument(&self, b: &mut Builder<'_>) -> ExprId {
        let value = b.var(self.var);
        if self.is_pointer || b.program.types.is_array(self.of) {
            return value;
        }
        let pointer = b.program.types.pointer_to(self.of);
        b.expr(ExprKind::AddrOf(value), pointer)
    }
}
