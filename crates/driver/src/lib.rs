//! The only crate that knows the order of things, and the only one below the
//! command line that touches the file system.
//!
//! `Options -> Session -> pipeline::compile -> text, and diagnostics in the sink`
//!
//! Start with [`pipeline`]: it reads as the list of phases. Around it:
//! [`options`] and [`session`] hold what a run needs, [`toolchain`] and
//! [`builtin`] know headers and predefined macros, [`guard`] runs the work
//! where nothing can bring the process down, [`versions`] writes functions once for each
//! kind of caller, [`translation`] spells units for a
//! target, [`line_map`] leads its lines back and [`line_directives`] tells compilers, [`build`] calls the compilers of the machine ([`compilers`] finds them, [`cache`] keeps what
//! they made), [`cpp`] takes CUDA C++ to them, [`simulation`] is a device for
//! programs on machines without one, [`output`] writes files, [`cleanup`] removes what is temporary, [`fixes`] changes them,
//! [`data_directives`] writes what kernels miss, [`verify`] compares a program with the sequential one,
//! [`tuning`] finds the fastest directives,
//! and [`unified_diff`] shows how.

mod access_lines;
pub mod annotating;
mod beside;
pub mod build;
pub mod builtin;
pub mod cache;
pub mod cleanup;
pub mod clock;
mod coalescing;
pub mod compilers;
mod cpp;
mod cuda_runtime;
pub mod data_directives;
pub mod devices;
pub mod effort;
pub mod fixes;
pub mod guard;
mod habits;
pub mod language;
mod line_directives;
pub mod line_map;
pub mod linked;
pub mod loader;
mod marked_kernels;
pub mod open_cl_runtime;
pub mod options;
pub mod output;
pub mod pipeline;
pub mod porting;
mod preprocessing;
mod raising;
mod replaced_pragmas;
mod run_time_choices;
pub mod session;
pub mod simulation;
pub mod timings;
pub mod toolchain;
pub mod translation;
pub mod tuning;
pub mod unified_diff;
pub mod verify;
mod versions;

pub use annotate::Settings as AnnotateSettings;
pub use coalesce::Settings as CoalesceSettings;
pub use cpp::copy_name;
pub use guard::InternalError;
pub use loader::Overlay;
pub use options::{MacroOption, Options, Passed, Phase};
pub use pipeline::{Compiled, Examined, Goal, compile};
pub use session::{Input, LoadError, Session};
pub use syntax::Dialect;
pub use translate::cuda::Layout as CudaLayout;
pub use translation::{Target, UnitOutput};
