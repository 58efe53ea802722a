//! Whether threads collide: which runs what, where barriers part the work, and races.

pub mod atomic;
pub mod barriers;
pub mod coverage;
pub mod dependence;
pub mod phases;
pub mod pipelines;
pub mod races;
pub mod set_before;
pub mod threads;
pub mod uniform;
pub mod verdicts;
