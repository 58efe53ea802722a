//! Pragmas of OpenMP and OpenACC whose loops are kernels now: the lines that `annotate --replace-omp` takes out.
//!
//! ```c
//! #pragma omp parallel for                 goes: the kernel runs the loop
//! #pragma hicuda kernel scale …
//! #pragma omp parallel                     stays with the `omp for` in it, if one of its loops is the host's:
//! { #pragma omp for … }                    without `omp for`, each thread would run all iterations
//! ```
//! What goes is among what the build takes off (R2095). A compiler that does not know our directives reads the
//! text as well, perhaps with `-fopenmp`: what is left must mean the same to it.
//!
//! Invariant: no pragma goes that shares out work among threads which another pragma makes, unless that one goes too;
//! and none that makes threads goes while something in it is for them.

use std::collections::HashSet;

use hir::foreign_pragma::{Family, ForeignPragma};
use hir::{ExprKind, Node, Program, StmtId, StmtKind};
use source::{FileRange, Sources, line_start};

/// What becomes of the pragmas that the build takes off.
#[derive(Default)]
pub(crate) struct Replaced {
    /// Whole lines that go.
    pub(crate) lines: Vec<FileRange>,
    /// Those that stay: where, what and why.
    pub(crate) kept: Vec<(FileRange, String, &'static str)>,
}

const NO_LINE: &str = "it is no line of its own";
const NOT_ALL: &str = "not all that it is about became kernels";
const OTHERS_THREADS: &str = "it is about threads that another pragma makes";

/// Decides about the pragmas of a program, of which the build takes off those at `taken_off`.
pub(crate) fn replaced(program: &Program, sources: &Sources, taken_off: &HashSet<FileRange>) -> Replaced {
    let mut walk = Walk { program, sources, taken_off, found: Replaced::default() };
    for (_, function) in program.functions.iter() {
        if let Some(body) = function.body {
            walk.below(body, Around::default());
        }
    }
    let Replaced { lines, kept } = &mut walk.found;
    lines.sort_by_key(|range| (range.file, range.start));
    lines.dedup();
    kept.sort_by_key(|(range, ..)| (range.file, range.start));
    kept.dedup_by_key(|(range, ..)| *range);
    walk.found
}

/// What stands around a statement.
#[derive(Clone, Copy, Default)]
struct Around {
    /// A kernel runs it.
    is_in_kernel: bool,
    /// The pragma that made threads for it goes.
    is_replaced: bool,
}

struct Walk<'a> {
    program: &'a Program,
    sources: &'a Sources,
    taken_off: &'a HashSet<FileRange>,
    found: Replaced,
}

impl Walk<'_> {
    /// Statement nesting is bounded by the parser.
    fn below(&mut self, stmt: StmtId, around: Around) {
        let program = self.program;
        let mut replaced: HashSet<StmtId> = HashSet::new();
        if let StmtKind::Block(stmts) = &program.stmts[stmt].kind {
            let mut alone: HashSet<StmtId> = stmts.iter().copied().collect();
            for (pragma, about) in program.under_pragmas(stmts) {
                alone.remove(&pragma);
                if self.decide(pragma, Some(about), around) {
                    replaced.insert(about);
                }
            }
            // `omp barrier` at the end of a block.
            alone.into_iter().for_each(|pragma| {
                self.decide(pragma, None, around);
            });
        }
        let is_kernel = matches!(program.stmts[stmt].kind, StmtKind::Kernel { .. });
        for child in program.children(Node::Stmt(stmt)) {
            let Node::Stmt(child) = child else { continue };
            let child = program.without_labels(child);
            let is_replaced = around.is_replaced || replaced.contains(&child);
            self.below(child, Around { is_in_kernel: around.is_in_kernel || is_kernel, is_replaced });
        }
    }

    /// Does a pragma go that made the threads for the statement below it?
    fn decide(&mut self, stmt: StmtId, about: Option<StmtId>, around: Around) -> bool {
        let Some(pragma) = self.program.foreign_pragma(self.sources, stmt) else { return false };
        let Some(range) = self.sources.map.written_range(self.program.stmts[stmt].span) else { return false };
        let is_taken_off = self.is_taken_off(stmt);
        let has_own_threads = pragma.makes_threads() && !stands_alone(&pragma);
        let is_own = has_own_threads || pragma.words == ["simd"];
        let goes = match about {
            _ if around.is_replaced => is_taken_off || waits(&pragma),
            Some(about) if is_own => self.is_whole(&pragma, is_taken_off, about, around),
            _ => false,
        };
        if !goes {
            if is_taken_off {
                let why = if is_own { NOT_ALL } else { OTHERS_THREADS };
                self.found.kept.push((range, pragma.name(), why));
            }
            return false;
        }
        match self.lines_of(range) {
            Some(lines) => self.found.lines.push(lines),
            None => self.found.kept.push((range, pragma.name(), NO_LINE)),
        }
        // A pragma that stays for its form alone still makes threads.
        self.lines_of(range).is_some() && has_own_threads
    }

    fn is_taken_off(&self, stmt: StmtId) -> bool {
        let range = self.sources.map.written_range(self.program.stmts[stmt].span);
        range.is_some_and(|range| self.taken_off.contains(&range))
    }

    /// Is everything that a pragma is about a kernel's now?
    fn is_whole(&self, pragma: &ForeignPragma, is_taken_off: bool, about: StmtId, around: Around) -> bool {
        let program = self.program;
        let matters =
            |stmt: &StmtId| program.foreign_pragma(self.sources, *stmt).is_some_and(|pragma| !waits(&pragma));
        let mut inner = program.stmts_below(about).filter(matters);
        // Compilers for hosts pass OpenACC's regions over, so that the build leaves them alone.
        let is_region = pragma.family == Family::OpenAcc && !pragma.is_about_loop();
        (is_taken_off || is_region)
            && inner.all(|stmt| self.is_taken_off(stmt))
            && (around.is_in_kernel || self.has_only_kernels(about))
    }

    /// Kernels and directives, and loops of the host around them.
    fn has_only_kernels(&self, stmt: StmtId) -> bool {
        let program = self.program;
        let calls = |node: Node| {
            program.exprs_below(node).any(|expr| matches!(program.exprs[expr].kind, ExprKind::Call { .. }))
        };
        match &program.stmts[stmt].kind {
            StmtKind::Kernel { .. } => true,
            StmtKind::Block(stmts) => {
                let is_kernel = |stmt: &StmtId| {
                    program
                        .stmts_below(*stmt)
                        .any(|s| matches!(program.stmts[s].kind, StmtKind::Kernel { .. }))
                };
                stmts.iter().any(is_kernel)
                    && stmts.iter().all(|stmt| is_kernel(stmt) || self.is_nothing(*stmt))
                    && stmts.iter().filter(|stmt| is_kernel(stmt)).all(|stmt| self.has_only_kernels(*stmt))
            }
            StmtKind::For { init, cond, step, body } => {
                let exprs = cond.iter().chain(step).map(|expr| Node::Expr(*expr));
                let mut head = init.iter().map(|stmt| Node::Stmt(*stmt)).chain(exprs);
                !head.any(calls) && self.has_only_kernels(*body)
            }
            _ => false,
        }
    }

    /// A statement that no thread does anything in.
    fn is_nothing(&self, stmt: StmtId) -> bool {
        match &self.program.stmts[stmt].kind {
            StmtKind::Directive(_) | StmtKind::Pragma(_) | StmtKind::Empty => true,
            StmtKind::Decl(_) => !self
                .program
                .exprs_below(stmt)
                .any(|expr| matches!(self.program.exprs[expr].kind, ExprKind::Call { .. })),
            _ => false,
        }
    }

    /// The whole lines of a pragma that is written as such; `_Pragma("…")` has none.
    fn lines_of(&self, range: FileRange) -> Option<FileRange> {
        let bytes = &self.sources.map.file(range.file).bytes;
        let (start, end) = (range.start as usize, range.end as usize);
        let line = line_start(bytes, start);
        let is_whole = bytes.get(start) == Some(&b'#') && bytes[line..start].trim_ascii().is_empty();
        let rest = bytes.get(end..)?;
        let length = rest.iter().position(|&byte| byte == b'\n')?;
        let is_whole = is_whole && rest[..length].trim_ascii().is_empty();
        let (start, end) = (u32::try_from(line).ok()?, u32::try_from(end + length + 1).ok()?);
        is_whole.then_some(FileRange { file: range.file, start, end })
    }
}

/// `omp barrier`: one thread has nobody to wait for.
fn waits(pragma: &ForeignPragma) -> bool {
    matches!(pragma.words.as_slice(), [word] if ["barrier", "flush", "taskwait"].contains(&word.as_str()))
}

/// `omp target enter data`: it is about no statement.
fn stands_alone(pragma: &ForeignPragma) -> bool {
    ["enter", "exit", "update"].iter().any(|word| pragma.says(word))
}
