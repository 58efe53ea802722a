//! What a run on the simulator can hold against a verdict.
//!
//! The simulator watches every access of a kernel. Where a directive is called proven, the accesses that the verdict is
//! about are listed here with what cannot be found at them: a finding there is a mistake of the compiler, whatever else it is.
//!
//! | verdict of | nothing is found of this kind | at |
//! |---|---|---|
//! | `global alloc` | outside of memory | the accesses to the copy |
//! | `shared alloc` | outside of memory | the accesses to the tile |
//! | `loop_partition` | races | two places in the loop |
//! | `kernel` | memory that nobody has written | the accesses to device copies |
//!
//! Where all directives of a program are proven, no value differs from the sequential program's either ([`of_values`]):
//! `run --verify` compares them at every directive.

use diagnostics::Diagnostic;
use hir::{DirectiveId, DirectiveKind, ExprKind, FunctionId, GlobalAction, SharedAction, Span};

use super::{Asked, Verdict};
use crate::data_law::library;
use crate::{Access, Facts, Input};

/// What is not found where it was proven.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Promise {
    /// No access leaves what the device has.
    Inside,
    /// No two threads touch one element.
    Apart,
    /// What is read was written before.
    Written,
}

/// A proven verdict, and what it is about.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// What cannot be found.
    pub promise: Promise,
    /// The directive.
    pub directive: Span,
    /// Its verdict, as `--verdicts` prints it.
    pub verdict: String,
    /// The accesses, or the loop.
    places: Vec<Span>,
}

impl Certificate {
    /// Is it about this place?
    pub fn covers(&self, place: Span) -> bool {
        self.places.iter().any(|span| span.lo <= place.lo && place.hi <= span.hi)
    }
}

/// The proven verdicts of a program that a run can be held against.
pub fn certificates(input: &Input<'_>, all_facts: &[Facts], said: &[Diagnostic]) -> Vec<Certificate> {
    let mut found = Vec::new();
    for (id, directive) in input.program.directives.iter() {
        let asked = Asked { input, all_facts, said, directive: id, span: directive.span };
        let Some((promise, places)) = asked.promised() else { continue };
        let verdicts = if places.is_empty() { Vec::new() } else { asked.verdicts() };
        // A verdict with a condition is no certificate.
        let is_open = |verdict: &Verdict| !matches!(verdict, Verdict::Proven(_));
        if let [Verdict::Proven(what), rest @ ..] = verdicts.as_slice()
            && !rest.iter().any(is_open)
        {
            found.push(Certificate { promise, directive: directive.span, verdict: what.clone(), places });
        }
    }
    found
}

/// The verdicts on the directives of a program, by their lines, if all are proven and none rests on what the user says.
pub fn of_values(input: &Input<'_>, all_facts: &[Facts], said: &[Diagnostic]) -> Vec<(Span, String)> {
    let mut found = Vec::new();
    if calls_elsewhere(input) {
        return found;
    }
    for (id, directive) in input.program.directives.iter() {
        if rests_on_a_word(&directive.kind) {
            return Vec::new();
        }
        let asked = Asked { input, all_facts, said, directive: id, span: directive.span };
        for verdict in asked.verdicts() {
            match verdict {
                Verdict::Proven(what) => found.push((directive.line, what)),
                Verdict::Tested(_) => {}
                Verdict::Not(_) => return Vec::new(),
            }
        }
    }
    found
}

/// Does the program call functions that are in none of its files, nor in C's library as far as it is known? That these leave its
/// variables alone is their word.
fn calls_elsewhere(input: &Input<'_>) -> bool {
    let program = input.program;
    let is_known = |function: FunctionId| {
        program.functions[input.definition(function)].body.is_some()
            || input.is_math(function)
            || library::is_known(&input.function_name(function))
    };
    let mut callees = program.exprs.iter().filter_map(|(_, expr)| match expr.kind {
        ExprKind::Call { callee, .. } => Some(callee),
        _ => None,
    });
    // What a pointer to a function leads to is known to the program's own accounts, or none of them is proven.
    callees.any(|callee| program.called_function(callee).is_some_and(|function| !is_known(function)))
}

/// Does the user vouch for something that changes values?
fn rests_on_a_word(directive: &DirectiveKind) -> bool {
    match directive {
        DirectiveKind::Assume(_) | DirectiveKind::UseDevice(_) => true,
        DirectiveKind::Global(GlobalAction::Copyout { to, .. }) => to.is_some(),
        DirectiveKind::Kernel(clauses) => !clauses.defines.is_empty(),
        DirectiveKind::LoopPartition(clauses) => clauses.independent || !clauses.private.is_empty(),
        _ => false,
    }
}

impl Asked<'_, '_> {
    /// What the verdict on the directive excludes, and where.
    fn promised(&self) -> Option<(Promise, Vec<Span>)> {
        match &self.input.program.directives[self.directive].kind {
            DirectiveKind::Global(GlobalAction::Alloc { .. }) => {
                Some((Promise::Inside, self.of_copies(Some(self.directive))))
            }
            DirectiveKind::Shared(SharedAction::Alloc { .. }) => Some((Promise::Inside, self.of_tile())),
            DirectiveKind::LoopPartition(_) => {
                let loops = self.kernels().flat_map(|kernel| &kernel.partitions);
                let (stmt, _) = loops.into_iter().find(|(_, it)| it.directive == self.directive)?;
                Some((Promise::Apart, vec![self.input.program.stmts[*stmt].span]))
            }
            DirectiveKind::Kernel(_) => Some((Promise::Written, self.of_copies(None))),
            _ => None,
        }
    }

    /// The accesses to the copies that a directive makes, or to all copies of the kernel that it is.
    fn of_copies(&self, maker: Option<DirectiveId>) -> Vec<Span> {
        let mut places = Vec::new();
        for facts in self.all_facts {
            let is_asked =
                |kernel: &&crate::KernelFacts| maker.is_some() || kernel.directive == self.directive;
            for kernel in facts.kernels.iter().filter(is_asked) {
                let has_copy = |access: &&Access| {
                    let mut served = kernel.arrays.iter().filter(|used| used.place == access.place);
                    served.any(|used| {
                        let made = used.copy.map(|copy| facts.copies[copy.0].directive);
                        made.is_some_and(|made| maker.is_none_or(|maker| maker == made))
                    })
                };
                places.extend(kernel.accesses.iter().filter(has_copy).map(|access| access.span));
            }
        }
        places
    }

    fn of_tile(&self) -> Vec<Span> {
        for kernel in self.kernels() {
            if let Some(tile) = kernel.shared.iter().find(|tile| tile.directive == self.directive) {
                return tile.accesses.iter().map(|at| kernel.accesses[*at].span).collect();
            }
        }
        Vec::new()
    }
}
