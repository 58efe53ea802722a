//! `hir -> text`: the one printer of Warploom.
//!
//! Every target is C with other spellings, so there is one printer and a
//! [`Style`] that says which dialect it writes, what a variable is called and
//! which macros may be named again. `translate --target c` prints whole units
//! ([`c::unit`]); kernels and host actions print single statements and
//! expressions with the same [`Printer`].
//!
//! Reading order: [`style`], [`printer`], [`types`], [`precedence`], [`expr`],
//! [`implied`], `c_in_cpp`, [`literal`], [`init`], [`stmt`], [`directive`], [`item`];
//! [`reserved`] the names that other languages have taken, [`open_cl`] the words
//! of OpenCL C; [`writer`] below them all.

#[cfg(test)]
mod build;
pub mod c;
mod c_in_cpp;
pub mod directive;
pub mod expr;
pub mod implied;
pub mod init;
pub mod item;
pub mod literal;
pub mod macros;
pub mod open_cl;
pub mod precedence;
pub mod printer;
pub mod reserved;
pub mod stmt;
pub mod style;
pub mod types;
pub mod writer;

pub use precedence::Precedence;
pub use printer::Printer;
pub use style::{Dialect, ImplicitCasts, Names, Style};
