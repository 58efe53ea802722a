//! Loops: their canonical form, and how directives share them out over blocks and threads.

pub mod batches;
pub mod canonical_loop;
pub mod entries;
pub mod host_loops;
pub mod jam;
pub mod launch_sizes;
pub mod partitions;
pub mod room;
pub mod singular;
pub mod vector;
