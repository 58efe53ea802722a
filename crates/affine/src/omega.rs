//! The integer solver: Pugh's Omega test on dense rows.
//!
//! [`solve`](solve::solve) decides whether integer constraints have a solution and finds one.
//! It removes variables one at a time:
//!
//! 1. [`equalities`]: an equality gives up a variable by whole-number column
//!    steps (Euclid's algorithm on its coefficients); nothing is lost.
//! 2. [`shadow`]: a variable held only by inequalities casts a *shadow* on the
//!    others: the points over which it has room (Fourier-Motzkin).
//! 3. [`solve`]: where shadows over the rationals and over the integers
//!    differ, it tries the sure part, then the few slices left between.
//!
//! What was asked before is answered from [`memory`].
//!
//! The invariant: a system never loses or gains an integer solution except
//! where a shadow is taken, and there the loss or gain is the shadow's kind.

pub(crate) mod equalities;
pub(crate) mod memory;
pub(crate) mod shadow;
pub(crate) mod solve;
pub(crate) mod system;
pub(crate) mod trail;
