//! Kernels to functions: `kir::Kernel -> hir::Function`, per target.
//!
//! What a partition, a batch or a shared transfer *is* in CUDA ([`cuda`]) or
//! in C with OpenMP ([`cpu`]) is decided here, and in [`open_cl`] what OpenCL C cannot say of it; the result is ordinary `hir`
//! that the one printer prints.

mod atomic_update;
pub mod cpu;
pub mod cuda;
mod in_scope;
mod jumps;
pub mod language;
mod names;
pub mod open_cl;
mod registers;
mod scopes;

pub use language::Language;

use hir::{Program, StmtId, VarId};

/// Every variable mentioned in some statements, once per mention.
fn vars_in(program: &Program, stmts: &[StmtId]) -> impl Iterator<Item = VarId> {
    stmts.iter().flat_map(|&stmt| program.variables_below(stmt))
}
