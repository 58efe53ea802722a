//! The typed program: what every later phase reads.
//!
//! `resolve` turns syntax trees into one [`Program`], in which every name is
//! an id, every expression has a type, every implicit conversion is a node,
//! and directives are structs bound to the statements they govern. Statements
//! and expressions are defined here once, for C and for CUDA C; `kir` adds what
//! a GPU program has beyond them.
//!
//! Nodes live in arenas; facts about them live elsewhere, in tables keyed by
//! id. Reading order: [`types`], [`program`], [`expr`], [`stmt`],
//! [`directive`]; then the questions asked of them: [`layout`], [`const_eval`],
//! [`walk`], [`query`], [`linkage`], [`update`], [`located_update`], [`foreign_pragma`]; and the ways to make new ones: [`build`],
//! [`copy`], [`instantiate`].

mod addressed;
pub mod build;
pub mod clamp;
pub mod const_eval;
pub mod copy;
pub mod cpp;
pub mod directive;
mod duplicate;
pub mod expr;
mod file_variables;
pub mod foreign_pragma;
pub mod instantiate;
pub mod layout;
pub mod linkage;
pub mod located_update;
pub mod mathematics;
pub mod open_cl_words;
pub mod program;
pub mod query;
pub mod stmt;
pub mod subscript;
pub mod types;
pub mod update;
pub mod usual_conversions;
pub mod walk;

pub use build::Builder;
pub use directive::*;
pub use duplicate::Duplicate;
pub use expr::*;
pub use file_variables::FileVariables;
pub use instantiate::Instance;
pub use layout::RecordRules;
pub use linkage::Linkage;
pub use program::*;
pub use stmt::*;
pub use types::{ArrayLen, FunctionType, Type, TypeId, TypeKind, Types};
pub use walk::{Node, Nodes};

pub use source::{Arena, Id, Span, Symbol};
pub use syntax::ast::{
    BinaryOp, BuiltinType, CUDA_VECTORS, CudaSpecs, Distribution, IncDec, Qualifiers, RecordKind,
    ReductionOp, TextureAddress, TextureFilter, TileOrder,
};
