//! What a region touches: accesses, their subscripts as formulas, and the sections and sizes of arrays.

pub mod access;
pub mod array_shape;
pub mod assumptions;
pub mod extremes;
pub mod fixed_elements;
pub mod guards;
pub mod index_expr;
pub mod literals;
pub mod parts;
pub mod path_conditions;
pub mod region;
pub mod sections;
pub mod size_formula;
pub mod tested;
