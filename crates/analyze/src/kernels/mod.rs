//! The questions asked of one kernel, between directives or written in CUDA.

mod addresses;
pub mod cuda_kernel;
pub mod defines;
pub mod device_functions;
pub mod directive_values;
mod hidden_names;
pub mod kernel;
pub mod limits;
pub mod old_style_calls;
pub mod packing;
pub mod printing;
pub mod private;
pub mod rehearsal;
pub mod remarks;
pub mod scalars;
pub mod shared_sections;
pub mod snapshot;
pub mod volatile;
