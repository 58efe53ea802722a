//! What accesses cost on a GPU: transactions, bank conflicts, and the report of both.

pub mod access_report;
pub mod bank_conflicts;
pub mod coalescing;
pub mod shared_accesses;
