//! What a target changes about the printed text.
//!
//! The tree decides what is said; the style decides how it is spelled:
//! `restrict` or `__restrict__`, whether conversions that C makes by itself
//! are shown, what a variable is called where it stands now.

use std::collections::HashMap;

use hir::{ExprId, FunctionId, StmtId, VarId};
use source::{Span, Symbol};

/// The language of the text.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Dialect {
    /// GNU C, as `cc` takes it.
    #[default]
    C,
    /// CUDA C++, as `nvcc` takes it; HIP's is the same.
    Cuda,
    /// OpenCL C 1.2.
    OpenCl,
}

/// What happens to conversions the user did not write.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum ImplicitCasts {
    /// Left out wherever the compiler of the text makes them again.
    #[default]
    Omit,
    /// Shown as `(implicit T)`, for reading; the text is no longer C.
    Show,
}

/// How text is to look.
#[derive(Default)]
pub struct Style<'a> {
    /// The language.
    pub dialect: Dialect,
    /// Conversions.
    pub implicit_casts: ImplicitCasts,
    /// Names that differ from the source's.
    pub names: Names,
    /// Does this macro mean at the place of the text what it meant in the
    /// source? Then a constant that is exactly one use of it is printed by its
    /// name. Without an answer no macro is named.
    pub macros: Option<&'a dyn Fn(Symbol) -> bool>,
    /// The comments of a statement, by its place; printed above it.
    pub comments: Option<&'a dyn Fn(Span) -> Vec<String>>,
    /// Expressions that are written as something else: a name, an element or a call.
    pub replaced: HashMap<ExprId, String>,
    /// Are directives left out? Nobody reads them in what is generated.
    pub without_directives: bool,
    /// Kernels of host text, as the lines that launch them.
    pub launches: HashMap<StmtId, Vec<String>>,
}

/// Names that differ from the source's: copies of variables, clones of
/// functions, names that are keywords in the other language.
#[derive(Clone, Default, Debug)]
pub struct Names {
    /// By variable.
    pub vars: HashMap<VarId, String>,
    /// By function.
    pub functions: HashMap<FunctionId, String>,
}
