//! `hir::Program -> Plan`: which loops of a plain C program become kernels, and with what directives.
//!
//! ```c
//! // warploom: the iterations of `i` are independent      ← all of these lines are inserted
//! #pragma hicuda kernel scale_a
//! #pragma hicuda loop_partition over_tblock over_thread
//! for (i = 0; i < n; i++)
//!     a[i] = k * a[i];
//! #pragma hicuda kernel_end
//! ```
//! Data directives come later, from the whole program. Nothing is decided here that no directive can
//! say, and nothing is left without a reason: each nest has one in the [`report`].
//!
//! Reading order: [`nests`], [`trial`], [`parallel`] (can a loop be shared out?), [`hints`] and [`vouched`] (does somebody say so?), [`strides`], [`mapping`]
//! (how?), [`counts`], `core_time`, [`cost`], [`weigh`] (is it worth it?), [`insert`] (where do directives stand?), then
//! [`survey`], which asks it all, the [`plan`] and its [`report`]. [`marks`] keeps to what a person said of a loop,
//! [`versions`] and [`thresholds`] (of kernels with [`copies_around`] them) leave to the run what only it knows, `schedules` puts statements into another order where no loop is parallel as it stands, [`predict`] is for one loop that somebody points at.

pub mod apart;
mod atomics;
mod calls;
mod columns;
pub mod copies_around;
mod core_time;
pub mod cost;
pub mod counts;
pub mod hints;
pub mod insert;
pub mod mapping;
pub mod marks;
pub mod nests;
mod old_values;
mod own_tiles;
pub mod parallel;
mod phases;
pub mod plan;
pub mod predict;
mod products;
pub mod report;
mod schedules;
mod scratch;
pub mod strides;
pub mod survey;
pub mod thresholds;
pub mod trial;
pub mod versions;
pub mod vouched;
mod waves;
mod weigh;
mod written_first;

pub use plan::{Choice, Nest, Plan, Reason};
pub use survey::survey;

/// How the comment above a kernel begins that says why it is one.
pub const REASON: &str = "warploom:";

/// Statements that are read and followed before a search ends with what it has: some ten seconds.
pub const MOST_STEPS: usize = 2_000_000;

/// What the user asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Kernels also where they do not pay.
    pub force: bool,
    /// Floating-point sums stay in their order.
    pub keep_order: bool,
    /// Kernels may use fast mathematics.
    pub fastmath: bool,
    /// A line above each kernel says why.
    pub comments: bool,
    /// Pragmas of OpenMP and OpenACC go where kernels take their place.
    pub replace_omp: bool,
    /// Only this function.
    pub function: Option<String>,
    /// Only the outermost loop around this line of this file.
    pub line: Option<(String, u32)>,
    /// After so many steps nothing more is searched for; [`MOST_STEPS`] if nobody says.
    pub steps: Option<usize>,
}
