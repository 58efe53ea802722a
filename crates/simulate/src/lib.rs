//! Kernels executed warp by warp, and what memory does meanwhile.
//!
//! ```text
//! hir function ──compile──▶ Code ──Launch──▶ blocks ▶ warps ▶ instructions
//!                                               │
//!                                   counters, findings, output
//! ```
//! The machine is a simplified GPU: thirty-two lanes in lock-step, blocks that
//! know nothing of each other, device, shared and local memory. It is exact in
//! what a program can observe, and in what it counts about memory; it knows
//! nothing of caches and cycles.
//!
//! While it runs it looks for mistakes: accesses outside of everything, reads
//! of what nobody wrote, races, barriers that not everybody reaches.
//!
//! Reading order: [`scalar`] and [`code`] (what is executed), [`compile`]
//! (where it comes from), `warp` and `execute` (how), [`memory`], [`race`],
//! [`gpu`](::gpu) (what an access costs), [`launch`] (all of it together).

pub mod code;
pub mod compile;
pub mod counters;
pub mod finding;
pub mod history;
pub mod launch;
pub mod math;
pub mod memory;
pub mod race;
pub mod scalar;

mod block;
mod execute;
mod half;
mod locate;
mod pipeline;
mod print;
mod reconvergence;
mod rounding;
mod texture;
mod touch;
mod under_way;
mod warp;

pub use code::Code;
pub use compile::{Symbols, compile};
pub use counters::Counters;
pub use finding::{Finding, FindingKind, Findings};
pub use launch::{Config, Launch, Outcome, Refused};
pub use memory::global::GlobalMemory;

#[cfg(test)]
mod fixture;
#[cfg(test)]
mod kernels_tests;
