//! Updates that threads share: `reduction` of scalars and arrays, and the ones that are missing.

pub mod array_reduction;
pub mod located;
pub mod missing_reduction;
pub mod reduction;
