//! `hir::Program -> Facts`: what the directives mean for this program, and
//! whether they can be kept.
//!
//! Everything here only reads the program. What is found lives in [`Facts`],
//! tables keyed by the program's ids; what cannot be kept is a diagnostic at the
//! user's line. `outline` builds kernels from the facts and asks no question
//! twice.
//!
//! ```c
//! #pragma hicuda kernel scale tblock(8) thread(64)
//! #pragma hicuda loop_partition over_tblock over_thread
//! for (i = 0; i < n; i++) a[i] = k * a[i];
//! #pragma hicuda kernel_end
//! ```
//! gives one [`KernelFacts`]: `a` is an [`ArrayUse`], read and written, of the
//! device copy that reaches it; `k` and `n` are scalars by value; the loop is a
//! [`PartitionFacts`] with step 1 over block and thread dimension 0.

pub mod facts;
pub mod place;
pub mod symbols;

pub use facts::*;
pub use place::{Place, Step};
pub use symbols::{SymbolKind, Symbols};

use diagnostics::Sink;
use hir::Program;
use source::Sources;

/// Analyses one translation unit. Errors are in the sink; the facts are then
/// incomplete, but never wrong about what they do say.
pub fn analyze(_program: &Program, _sources: &Sources, _unit: usize, _sink: &mut Sink) -> Facts {
    Facts::default()
}
