//! `hir::Program + Facts -> Plan`: the data directives that kernels miss.
//!
//! ```c
//! int main(void) {                          int main(void) {
//!     fill(a);                                  fill(a);
//!                                               #pragma hicuda global alloc a[*] copyin
//!     for (t = 0; t < 100; t++) {               for (t = 0; t < 100; t++) {
//!         …kernel that changes a…        ▶          …kernel that changes a…
//!     }                                         }
//!                                               #pragma hicuda global copyout a[*]
//!                                               #pragma hicuda global free a
//!     print(a);                                 print(a);
//! }                                         }
//! ```
//! Two questions. *Where does a device copy live?* ([`homes`], [`uses`], [`interval`]) Around all kernels that use the
//! array, outside the loops around them, in the outermost function where that pays. *Where do values move?* ([`moves`],
//! [`climb`]) The data law ([`analyze::data_law`]) is asked: the program is read with the directives found so far, and
//! each read of an old value gets the transfer that makes it new, until there is none. So there is one account of what
//! host and device read and write, and what comes out is what `check` accepts.
//!
//! [`section`] says how much of the array is meant ([`allocation`], [`kept_sizes`], [`hull`], and [`element`] for transfers), [`plan`] and [`spot`] turn decisions
//! into text.

mod allocation;
mod changes;
mod climb;
mod element;
mod extents;
mod homes;
mod hull;
mod interval;
mod kept_sizes;
mod makers;
mod moves;
pub mod plan;
mod section;
pub mod spot;
pub mod tree;
mod uses;

pub use homes::{Care, Found, Refused, find};
pub use moves::{Round, add};
pub use plan::{Home, Layout, Line, Move, Plan};
pub use tree::Tree;
