//! What the preprocessor is told: where headers are, which macros are there
//! from the start, which dialect is read, how much is too much.

use std::sync::Arc;

use source::FileKind;

use crate::dialect::Dialect;
use crate::lexer::Rules;

/// How files reach the preprocessor, which itself opens none.
pub trait FileLoader {
    /// The contents of the file with this name, relative names being relative
    /// to wherever the host compiler would be started.
    fn load(&mut self, path: &str) -> Loaded;
}

/// The answer of a [`FileLoader`].
#[derive(Clone, Debug)]
pub enum Loaded {
    /// The file and its contents.
    Found {
        /// The bytes.
        bytes: Arc<[u8]>,
        /// What tells one file from another when names do not: device and
        /// inode, say. `None`: the name is the identity.
        identity: Option<(u64, u64)>,
    },
    /// No such file, or a folder of that name.
    NotFound,
    /// It is there, and cannot be read: the reason, as the system gives it.
    Unreadable(String),
}

/// A folder that is searched for headers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IncludeDir {
    /// Its name, with or without a final slash.
    pub path: String,
    /// Whose headers it holds.
    pub kind: FileKind,
}

/// Bounds on time and memory, far above what people write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Tokens in the output.
    pub tokens: usize,
    /// Tokens that macro expansion may move around, plus a few per call.
    pub expansion_work: u64,
    /// Files being read at once.
    pub include_depth: usize,
    /// Macro calls in arguments of macro calls.
    pub argument_depth: usize,
}

/// Everything the preprocessor is told.
#[derive(Clone, Debug)]
pub struct Options {
    /// Searched by `#include "…"` only, after the includer's own folder (`-iquote`).
    pub quote_dirs: Vec<IncludeDir>,
    /// Searched by both forms (`-I`).
    pub include_dirs: Vec<IncludeDir>,
    /// Searched last (`-isystem`, then the host compiler's own).
    pub system_dirs: Vec<IncludeDir>,
    /// `#define` lines as `cc -dM -E` prints them.
    pub predefined: Vec<u8>,
    /// `#define` and `#undef` lines for `-D` and `-U`, then `#include` lines
    /// for `-include`.
    pub command_line: Vec<u8>,
    /// C or CUDA C, where `<<<` and `>>>` are tokens.
    pub dialect: Dialect,
    /// `-std=gnu…`: raw strings, no trigraphs, and the GNU meaning of
    /// `, ## __VA_ARGS__` for macros with no other parameter.
    pub gnu: bool,
    /// `-std=c2x` or `-std=gnu2x`: `1'000` is a number.
    pub c23: bool,
    /// `-fopenmp`: macros in `#pragma omp` are expanded.
    pub openmp: bool,
    /// What includes a header that is not there goes on without it: for the device's part of a
    /// program whose host part has headers of C++.
    pub without_headers: bool,
    /// Conditions whose answers are known, whatever they ask.
    pub answers: Vec<Answer>,
    /// `__DATE__`, without quotes: `Jan  1 1970`.
    pub date: String,
    /// `__TIME__`, without quotes: `00:00:00`.
    pub time: String,
    /// `__TIMESTAMP__`, without quotes: `Thu Jan  1 00:00:00 1970`.
    pub timestamp: String,
    /// Bounds on time and memory.
    pub limits: Limits,
}

/// What a condition is answered.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The text of its file.
    pub text: Arc<[u8]>,
    /// Where the word `if`, `ifdef`, `elif`… begins.
    pub at: u32,
    /// Do its lines count?
    pub holds: bool,
}

impl Options {
    /// How the dialect cuts bytes into tokens.
    pub fn rules(&self) -> Rules {
        Rules {
            launches: self.dialect == Dialect::Cuda,
            trigraphs: !self.gnu,
            raw_strings: self.gnu,
            c23_literals: self.c23 || self.dialect == Dialect::Cuda,
            clean: false,
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits { tokens: 16 << 20, expansion_work: 32 << 20, include_depth: 200, argument_depth: 400 }
    }
}

impl Default for Options {
    fn default() -> Self {
        Options {
            quote_dirs: Vec::new(),
            include_dirs: Vec::new(),
            system_dirs: Vec::new(),
            predefined: Vec::new(),
            command_line: Vec::new(),
            dialect: Dialect::C,
            gnu: true,
            c23: false,
            openmp: false,
            without_headers: false,
            answers: Vec::new(),
            date: "Jan  1 1970".into(),
            time: "00:00:00".into(),
            timestamp: "Thu Jan  1 00:00:00 1970".into(),
            limits: Limits::default(),
        }
    }
}
