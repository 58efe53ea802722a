//! Exact integer mathematics of index expressions: no dependency, no IO.
//!
//! Every question Warploom asks about arrays and loops is a question about
//! integers: does `A[i*w+j]` stay inside the array, which part of it does a loop
//! touch, can two iterations meet in one element, is this address a multiple of
//! 16? This crate answers them; who asks decides what the variables mean.
//!
//! ```
//! use affine::{LinearExpr, Section, Set, Var};
//! let (i, n) = (Var(0), Var(1));
//! // for (i = 0; i < n; i++) ... A[2*i + 1] ...
//! let last = LinearExpr::new([(1, n)], -1)?;
//! let space = Set::universe().with_range(&i.into(), &LinearExpr::constant(0), &last);
//! let touched = Section::of_access(&[LinearExpr::new([(2, i)], 1)?], &space, &[i]).expect("bounded");
//! assert_eq!(touched.display(&|_| "n".into()).to_string(), "[1:2*n - 1:2]");
//! # Ok::<(), affine::GaveUp>(())
//! ```
//!
//! # Reading order
//!
//! [`LinearExpr`] over [`Var`]s, [`Constraint`]s on them and the [`Set`] of
//! points that satisfy several. A set is asked whether it is empty, what it
//! implies, what is left of it when variables are forgotten
//! ([`Set::project_out`]) and between which formulas an expression lies
//! ([`Set::bounds`]). On these stand [`Section`]s of arrays and [`dependence`]
//! between accesses. [`Polynomial`]s are for indices such as `i*w + j`, which
//! [`delinearize`] takes apart; [`Residues`] know alignment.
//!
//! # What a shadow is
//!
//! To forget x, look at the solid that the constraints describe from the
//! direction of x: what remains is its shadow on the other variables. Over the
//! rationals that is Fourier-Motzkin elimination: every lower bound of x must
//! lie below every upper bound. Over the integers a point of this *real* shadow
//! may have no integer x above it, when the solid is thinner than 1 there. The
//! *dark* shadow keeps the part where it is surely thick enough. The Omega test
//! (Pugh, 1991) uses both, and searches the few slices between; it decides integer
//! constraints exactly, and almost always at the price of the rational case.
//!
//! # Why `i128`, and what is promised
//!
//! Eliminating a variable multiplies coefficients, so numbers grow past 64
//! bits on inputs that look harmless. With 128 checked bits that is rare, and
//! when it happens it is seen. The promise of the crate:
//!
//! - `Proven`, `Disproven`, `Empty`, `Inhabited`, `exact` are certain. An overflow
//!   or an exhausted [`Effort`] gives [`GaveUp`], never a wrong answer.
//! - A witness satisfies the constraints it was found for.
//! - An approximation is always too large, never too small, and says so.
//! - The same question has the same answer, always: nothing depends on
//!   addresses, hashes or time.
//!
//! Variables are mathematical integers. That C's arithmetic does not wrap
//! around in an index is for the caller to know.

mod answer;
mod arithmetic;
mod bounds;
mod boxes;
mod columns;
mod congruence;
mod constraint;
mod delinearize;
pub mod dependence;
mod difference;
mod effort;
mod linear;
mod omega;
mod point;
mod polynomial;
mod project;
mod section;
mod set;

#[cfg(test)]
mod bounds_tests;
#[cfg(test)]
mod congruence_tests;
#[cfg(test)]
mod delinearize_tests;
#[cfg(test)]
mod dependence_tests;
#[cfg(test)]
mod difference_tests;
#[cfg(test)]
mod extremes_tests;
#[cfg(test)]
mod linear_tests;
#[cfg(test)]
mod oracle;
#[cfg(test)]
mod polynomial_tests;
#[cfg(test)]
mod project_tests;
#[cfg(test)]
mod section_tests;
#[cfg(test)]
mod set_tests;

pub use answer::{Feasibility, Proof};
pub use bounds::{Bounds, Quotient};
pub use congruence::{Residue, Residues, multiple_of};
pub use constraint::{Constraint, Relation};
pub use delinearize::{Delinearized, delinearize, lies_in};
pub use effort::{Effort, Exact, GaveUp};
pub use linear::{LinearExpr, Var};
pub use point::Point;
pub use polynomial::{Monomial, Polynomial, Products};
pub use section::access::NoSection;
pub use section::combine::Span;
pub use section::{Range, Section, Side};
pub use set::Set;
