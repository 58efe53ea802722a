//! Device copies: which of them reach a kernel, from which caller, and whether host and device agree.

pub mod aliases;
pub mod arrivals;
pub mod completed;
pub mod constant_memory;
pub mod constants;
pub mod data_law;
pub mod device_uses;
pub mod elsewhere;
pub mod inherited;
pub mod placing;
pub mod reaching;
pub mod releases;
pub mod textures;
pub mod transfers;
pub mod uncalled;
pub mod versions;
