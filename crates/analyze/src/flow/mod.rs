//! How control and values flow through a function and from callers to callees.

pub mod assigned_first;
pub mod call_graph;
pub mod capture;
pub mod control_flow;
pub mod early_exit;
pub mod effects;
pub mod liveness;
