//! Arrays that a kernel reduces: memory for their copies, and their updates marked.
//!
//! Every update of such an array is put under an `atomic` directive that the array
//! has for itself. That is what an update is if there are no copies, and how a target
//! finds the updates that it may send to a copy instead.

use analyze::{ArrayCopies, Place};
use hir::copy;
use hir::update::{self, About};
use hir::{Directive, DirectiveKind, StmtId, StmtKind, VarId};
use kir::{ArrayReduction, ReductionCopies, SharedArray, SharedArrayId};

use crate::kernel::KernelOutline;

/// Shared arrays begin at multiples of this.
const ALIGNMENT: u64 = 16;

impl KernelOutline<'_, '_> {
    /// Declares what the kernel's clauses name. Shared memory must be packed already.
    pub(crate) fn declare_array_reductions(&mut self) {
        for facts in &self.facts.reductions {
            let Some(planned) = &facts.array else { continue };
            let Some(&(copy, device)) = self.places.get(&Place::var(facts.var)) else { continue };
            if self.array_reductions.iter().any(|known| known.device == device) {
                continue;
            }
            let array = self.o.arrays[&copy];
            let span = facts.span;
            let kind = DirectiveKind::Atomic;
            let updates = self.o.b.program.directives.alloc(Directive { kind, span, line: span, when: None });
            let (copies, extents) = match planned {
                ArrayCopies::InPlace => (ReductionCopies::InPlace, Vec::new()),
                ArrayCopies::PerLane(extents, 1) => {
                    let shared = self.copies_in_shared_memory(facts, device, extents.clone());
                    (ReductionCopies::PerLane(shared, 1), extents.clone())
                }
                ArrayCopies::PerLane(extents, lanes) => {
                    let all = extents.iter().chain([lanes]).copied().collect();
                    let shared = self.copies_in_shared_memory(facts, device, all);
                    (ReductionCopies::PerLane(shared, *lanes), extents.clone())
                }
                ArrayCopies::PerThread(extents, threads) => {
                    // One copy has no extent of its own.
                    let all = extents.iter().chain((*threads > 1).then_some(threads)).copied().collect();
                    let shared = self.copies_in_shared_memory(facts, device, all);
                    (ReductionCopies::PerThread(shared, *threads), extents.clone())
                }
            };
            let op = facts.op;
            self.array_reductions.push(ArrayReduction { op, device, array, updates, copies, extents, span });
        }
    }

    /// A shared array behind those that are there, `hist_part`.
    fn copies_in_shared_memory(
        &mut self,
        facts: &analyze::ReductionFacts,
        device: VarId,
        extents: Vec<u64>,
    ) -> SharedArrayId {
        let program = &*self.o.b.program;
        let end = |array: &SharedArray| {
            let bytes = array.len() * program.size_of(array.element).unwrap_or(1);
            (array.offset + bytes).next_multiple_of(ALIGNMENT)
        };
        let offset = self.shared.iter().map(|(_, array)| end(array)).max().unwrap_or(0);
        let element = self.o.out.arrays[self.o.arrays[&self.places[&Place::var(facts.var)].0]].element;
        let name = program.vars[device].name;
        let name = name.map_or_else(String::new, |name| self.o.b.sources.text(name).into_owned());
        let name = self.free_name(&format!("{name}_part"));
        let element = element.unqualified();
        let var = self.o.b.local(&name, element);
        let directive = match self.facts.partitions.get(&facts.stmt) {
            Some(partition) => partition.directive,
            None => self.facts.directive,
        };
        self.shared.alloc(SharedArray {
            var,
            caches: None,
            element,
            extents,
            pad: 0,
            by_columns: false,
            buffers: 1,
            offset,
            directive,
        })
    }

    /// The statement under the directive of the reduced array that it updates.
    pub(crate) fn reducing_update(&mut self, stmt: StmtId) -> Option<StmtId> {
        if self.array_reductions.is_empty() || self.in_update {
            return None;
        }
        let (program, sources) = (&*self.o.b.program, &*self.o.b.sources);
        // The user's own `atomic` above it says nothing more.
        let below = match program.stmts[stmt].kind {
            StmtKind::Annotated { directive, body }
                if matches!(program.directives[directive].kind, DirectiveKind::Atomic) =>
            {
                body
            }
            _ => stmt,
        };
        let update = update::of_stmt(&About { program, sources }, below)?;
        let var = program.variable_of(program.element(update.target).0)?;
        let (_, device) = *self.places.get(&Place::var(var))?;
        let directive = self.array_reductions.iter().find(|r| r.device == device)?.updates;
        self.in_update = true;
        let body = copy::stmt(self, below);
        self.in_update = false;
        let span = self.o.b.program.stmts[stmt].span;
        let kind = StmtKind::Annotated { directive, body };
        Some(self.o.b.program.stmts.alloc(hir::Stmt { kind, span }))
    }
}
