//! Device copies that need no account of the rest of the program.
//!
//! ```c
//! #pragma hicuda global alloc a[*] copyin
//! …kernels…                                  // nothing of the host between
//! #pragma hicuda global copyout a[*]
//! #pragma hicuda global free a
//! ```
//! Where control comes to such a region the host has the newest values, and has them again behind it. Of a program that
//! is too large to be followed this is all that is right for certain.

use diagnostics::{Diagnostic, codes};
use hir::{AllocInit, DirectiveKind, GlobalAction, Section, SectionDim, Span, StmtId, StmtKind};

use crate::Place;

use super::Law;

/// A copy that is there, and whether kernels have written it since the host got its values.
struct Open {
    place: Place,
    is_newer: bool,
}

impl Law<'_, '_> {
    /// What a program that is too large to be followed is told, at the first copy that depends on the rest of it.
    pub(super) fn told_too_large(&self) -> Option<Diagnostic> {
        let program = self.input.program;
        let blocks = program.stmts.iter().filter_map(|(_, stmt)| match &stmt.kind {
            StmtKind::Block(stmts) => Some(stmts),
            _ => None,
        });
        let at = blocks.filter_map(|stmts| self.depends_on_others(stmts)).min_by_key(|span| span.lo)?;
        let message = "the program is too large to follow all values that this copy gets and gives";
        let told = Diagnostic::new(&codes::TOO_LARGE_TO_FOLLOW, at, message)
            .label("whether the host or the device has the newest values is not known everywhere");
        Some(told.help("`copyin` here, and `copyout` behind the next kernel, need no more to be known"))
    }

    /// The first directive of a block that is right only if other parts of the program are.
    fn depends_on_others(&self, stmts: &[StmtId]) -> Option<Span> {
        let program = self.input.program;
        let mut open: Vec<Open> = Vec::new();
        let mut last = None;
        for &stmt in stmts {
            let depends = match &program.stmts[stmt].kind {
                StmtKind::Directive(directive) => {
                    let span = program.directives[*directive].span;
                    let is_apart = self.stays_alone(&program.directives[*directive].kind, &mut open);
                    last = Some(span);
                    (!is_apart).then_some(span)
                }
                StmtKind::Kernel { .. } => {
                    let accesses = self.kernels.get(&stmt).map_or(&[][..], |(_, kernel)| &kernel.accesses);
                    for access in accesses.iter().filter(|access| access.mode.writes()) {
                        let written = open.iter_mut().filter(|open| open.place == access.place);
                        written.for_each(|open| open.is_newer = true);
                    }
                    None
                }
                _ => last.filter(|_| !open.is_empty()),
            };
            if depends.is_some() {
                return depends;
            }
        }
        last.filter(|_| !open.is_empty())
    }

    /// Does a directive keep to what is between the first and the last of its block?
    fn stays_alone(&self, kind: &DirectiveKind, open: &mut Vec<Open>) -> bool {
        let place = |section: &Section| Place::of(self.input.program, section.base);
        match kind {
            DirectiveKind::Shape(_) => true,
            DirectiveKind::Global(GlobalAction::Alloc { section, init: AllocInit::Copyin(None), .. }) => {
                let made = place(section).map(|place| Open { place, is_newer: false });
                open.extend(made);
                true
            }
            DirectiveKind::Global(GlobalAction::Copyout { section, to: None }) => {
                let is_whole = section.dims.iter().all(|dim| matches!(dim, SectionDim::All));
                let place = place(section);
                let held = open.iter_mut().find(|open| Some(&open.place) == place.as_ref());
                held.filter(|_| is_whole).map(|held| held.is_newer = false).is_some()
            }
            DirectiveKind::Global(GlobalAction::Free(names)) => names.iter().all(|name| {
                let freed = Place::of(self.input.program, *name);
                let at = open.iter().position(|open| Some(&open.place) == freed.as_ref());
                at.is_some_and(|at| !open.remove(at).is_newer)
            }),
            _ => false,
        }
    }
}
