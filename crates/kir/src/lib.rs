//! The GPU program: kernels, what surrounds them on the host, and where data
//! lives.
//!
//! `outline` makes it from `hir` and the facts of `analyze`; passes change it;
//! `emit` prints it as CUDA or CPU C. Nothing in here is particular to a
//! target: a [`Partition`] is still "these iterations, shared out this way",
//! not index arithmetic, so that CUDA can turn it into `blockIdx` and a guard
//! and the CPU into a loop that a compiler vectorises.
//!
//! Expressions and ordinary statements are `hir`'s, in the arenas of the
//! `hir::Program` the kernel came from. Reading order: [`program`],
//! [`extent`], [`geometry`], [`stmt`], [`reduction`], [`element`], [`host`].

pub mod element;
pub mod extent;
mod fast_functions;
pub mod geometry;
pub mod host;
pub mod program;
pub mod reduction;
pub mod stmt;

pub use element::vector_alignment;
pub use extent::Extent;
pub use fast_functions::fast_counterpart;
pub use geometry::{Axis, Mapping, Space};
pub use host::{Elsewhere, HostAction, HostPipeline, HostSection, HostSite, HostUnit, Requirement, Transfer};
pub use program::*;
pub use reduction::*;
pub use stmt::*;
