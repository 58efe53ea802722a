//! What a run was asked to do: the flags that `cc` would understand, kept in
//! the words of `cc`, and a few of our own.

use std::ffi::OsString;
use std::path::PathBuf;

use syntax::Dialect;

/// Options of a run. `Options::default()` is what a bare `warploom check` uses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// `-I` folders, in order.
    pub include: Vec<PathBuf>,
    /// `-iquote` folders, in order: for `#include "…"` alone.
    pub quote_include: Vec<PathBuf>,
    /// `-isystem` folders, in order.
    pub system_include: Vec<PathBuf>,
    /// `-D` and `-U`, in order: the last one about a name wins.
    pub macros: Vec<MacroOption>,
    /// `-include` files, read before each input.
    pub forced_include: Vec<PathBuf>,
    /// `-std=`, as written: `c11`, `gnu17`.
    pub standard: Option<String>,
    /// `-O`, as written after the letter: `2`, `fast`, or empty for a bare `-O`.
    pub optimize: Option<String>,
    /// `-fopenmp`
    pub openmp: bool,
    /// `-pthread`
    pub threads: bool,
    /// Ask nothing of the machine: built-in headers and macros only.
    pub builtin_headers: bool,
    /// What kernels are to be fast on; the target's usual GPU if nothing is said.
    pub gpu: Option<gpu::Gpu>,
    /// `-x`: the language of all inputs, whatever they are called.
    pub language: Option<Dialect>,
    /// What the compilers behind are to be told.
    pub passed: Passed,
    /// Each input becomes an object of its own: files that are compiled at other times share
    /// its table of device copies.
    pub separate: bool,
    /// A program without a directive is no mistake: `cc` builds those, too.
    pub may_be_plain: bool,
    /// How directives are to be written.
    pub annotate: annotate::Settings,
    /// Lines of translated files are led back to where they came from.
    pub traced: bool,
    /// The program tells what its arrays hold, and the sequential program is made beside it.
    pub verified: bool,
    /// Where the ids of an OpenCL program's work items begin.
    pub work_offset: [u64; 3],
    /// How many dimensions their range has; at least one.
    pub work_dimensions: u32,
    /// Print the result of this phase and stop.
    pub dump: Option<Phase>,
}

/// Flags that are handed on, by whom they are for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Passed {
    /// For `cc`: `-march=native`, `-g`, `-fPIC`.
    pub host: Vec<OsString>,
    /// About the user's text, and never about what it is translated to: `-Wall`, `-pedantic`.
    pub warnings: Vec<OsString>,
    /// For `nvcc`: `-arch=sm_90`, `-lineinfo`.
    pub device: Vec<OsString>,
    /// Objects, libraries and flags for the linker, in the order in which they were given.
    pub link: Vec<OsString>,
}

/// `-DNAME`, `-DNAME=VALUE` or `-UNAME`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MacroOption {
    /// Everything after `-D`.
    Define(String),
    /// The name after `-U`.
    Undefine(String),
}

/// The phases whose result can be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// After preprocessing.
    Tokens,
    /// After parsing.
    Ast,
    /// After name and type resolution.
    Hir,
}

impl Phase {
    /// All of them, in order.
    pub const ALL: [Phase; 3] = [Phase::Tokens, Phase::Ast, Phase::Hir];

    /// The name used on the command line and in file extensions.
    pub fn name(self) -> &'static str {
        match self {
            Phase::Tokens => "tokens",
            Phase::Ast => "ast",
            Phase::Hir => "hir",
        }
    }
}
