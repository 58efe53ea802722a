//! `run --verify`: a program beside the sequential program that its directives are written into.
//!
//! ```text
//!                 ┌── cc ─────────▶ sequential ──┐   a pipe each: what arrays hold at every directive,
//!  program ───────┤                              ├── compared while they run (`watch`, `records`)
//!                 └── translated ─▶ target ──────┘   and at the end: output, files, exit status
//! ```
//!
//! [`numbers`] decides what counts as equal, [`folder`] gives the sequential program files of its own.

pub mod folder;
pub mod numbers;
pub mod outputs;
mod records;
pub mod watch;

use hir::DirectiveKind;
use source::{Sources, Span};

pub use numbers::Exactness;

use crate::translation::Target;

/// What is compiled with both programs.
pub const RUNTIME: (&str, &str) = ("warploom_watch.c", include_str!("watch.c"));

/// How a program is compared with the sequential one.
#[derive(Clone, Debug)]
pub struct Rules {
    /// How exactly results must agree.
    pub exactness: Exactness,
    /// The lines of kernels with the arrays that `defines` names there: every element counts.
    defined: Vec<(Span, String)>,
    /// The lines of directives with what was proven of them, if no value of the program may differ.
    proven: Vec<(Span, String)>,
}

impl Rules {
    pub(crate) fn new(
        program: &hir::Program,
        sources: &Sources,
        target: Target,
        proven: Vec<(Span, String)>,
    ) -> Rules {
        let mut defined = Vec::new();
        for (_, directive) in program.directives.iter() {
            let DirectiveKind::Kernel(clauses) = &directive.kind else { continue };
            let name = |name: &hir::ExprId| {
                let span = program.exprs[*name].span;
                String::from_utf8_lossy(sources.map.text(span)).into_owned()
            };
            defined.extend(clauses.defines.iter().map(|array| (directive.line, name(array))));
        }
        // Numbers that come out of rounded ones may differ as these do.
        let is_whole = program.exprs.iter().all(|(_, expr)| !program.types.is_real_floating(expr.ty));
        let proven = if is_whole { proven } else { Vec::new() };
        Rules { exactness: exactness(program, target), defined, proven }
    }

    /// What was proven of the directive on a line.
    fn verdict(&self, line: Span) -> Option<&str> {
        self.proven.iter().find(|(proven, _)| *proven == line).map(|(_, verdict)| verdict.as_str())
    }

    fn is_defined(&self, kernel: Span, array: &str) -> bool {
        let is_it =
            |(line, name): &(Span, String)| (line.lo, line.hi) == (kernel.lo, kernel.hi) && name == array;
        self.defined.iter().any(is_it)
    }
}

/// How exactly the results of a target must be those of the sequential program.
fn exactness(program: &hir::Program, target: Target) -> Exactness {
    let mut found = Exactness::Exact;
    // A GPU fuses multiplications and additions, and has other functions of mathematics.
    if target != Target::Cpu {
        found = Exactness::Float;
    }
    for (_, directive) in program.directives.iter() {
        let next = match &directive.kind {
            DirectiveKind::Kernel(clauses) if clauses.fastmath => Exactness::Float,
            // Updates come in any order.
            DirectiveKind::Atomic => Exactness::Float,
            DirectiveKind::LoopPartition(clauses) => {
                let vars = clauses.reductions.iter().flat_map(|reduction| &reduction.vars);
                let types = vars.map(|section| element(program, program.exprs[section.base].ty));
                let floating = types.filter(|ty| program.types.is_real_floating(*ty));
                match floating.map(|ty| program.size_of(ty)).min() {
                    Some(Some(8)) => Exactness::Double,
                    Some(_) => Exactness::Float,
                    None => Exactness::Exact,
                }
            }
            _ => Exactness::Exact,
        };
        found = found.looser(next);
    }
    found
}

/// The type of the numbers in an array.
fn element(program: &hir::Program, ty: hir::Type) -> hir::Type {
    let mut ty = ty;
    while let Some(inner) = program.types.element(ty).or_else(|| program.types.pointee(ty)) {
        ty = inner;
    }
    ty
}
