//! `vector(a)`: are elements of `a` read as neighbours, and where several may be read at once?
//!
//! ```c
//! #pragma hicuda loop_partition over_tblock over_thread jam(8:8) vector(a)
//! for (i…)
//!     y[i] = a[i] + a[i + 1];         // yes: a thread's eight iterations read nine neighbours
//!     y[i] = a[2 * i];                // no
//! ```
//! What is refused could never be done. Whether a vector begins at an aligned address, and whether all iterations of a
//! thread exist, is proven or tested where the loop is translated.

use diagnostics::{Diagnostic, Sink, codes};
use hir::subscript::{self, Sum};
use hir::{DirectiveKind, ExprId, ExprKind, Span, VarId};
use kir::Extent;

use crate::{ArrayUse, CopySpace, DeviceCopy, Facts, Input, KernelFacts, PartitionFacts};

/// What one instruction reads.
const WIDTHS: [u64; 2] = [gpu::WIDEST, gpu::WIDEST / 2];

/// Reports arrays that cannot be read several elements at a time.
pub fn check(input: &Input<'_>, kernel: &KernelFacts, facts: &Facts, sink: &mut Sink) {
    for partition in kernel.partitions.values().filter(|p| !p.vectors.is_empty() && !is_jam_refused(input, p))
    {
        for &(var, span) in &partition.vectors {
            let obstacle = Named { input, kernel, facts, partition, var, span }.obstacle();
            if let Some(obstacle) = obstacle {
                sink.push(obstacle);
            }
        }
    }
}

/// Is there a run that was refused, or has no effect, and was reported?
fn is_jam_refused(input: &Input<'_>, partition: &PartitionFacts) -> bool {
    let DirectiveKind::LoopPartition(clauses) = &input.program.directives[partition.directive].kind else {
        return false;
    };
    clauses.run.is_some() && partition.run.is_none()
}

/// An array that a clause names.
struct Named<'a, 'p> {
    input: &'a Input<'p>,
    kernel: &'a KernelFacts,
    facts: &'a Facts,
    partition: &'a PartitionFacts,
    var: VarId,
    span: Span,
}

impl Named<'_, '_> {
    fn obstacle(&self) -> Option<Diagnostic> {
        let run = self.partition.run.unwrap_or(1);
        if run < 2 {
            let help = "give it runs of neighbours: `jam(4:4)`";
            return Some(self.refused("each iteration of a thread is alone").help(help));
        }
        if self.partition.canonical.step != 1 {
            let head = self.input.program.stmts[self.partition.canonical.stmt].span;
            return Some(
                self.refused("neighbours are iterations of a loop that counts up by one")
                    .related(head, "this one does not"),
            );
        }
        let Some((used, copy)) = self.copy() else {
            return Some(self.refused("the kernel does not read it from device memory"));
        };
        if used.written {
            let refused = self.refused("the kernel writes it, and what a thread has read would be old");
            return Some(match self.write() {
                Some(at) => refused.related(at, "written here"),
                None => refused,
            });
        }
        if copy.space != CopySpace::Global || self.kernel.shared.iter().any(|tile| tile.place == used.place) {
            return Some(self.refused("only what is read from global memory is read by vectors"));
        }
        let is_object = self.input.program.types.is_array(self.input.program.vars[self.var].ty);
        if (copy.by_address || copy.inherited.is_some()) && !is_object {
            let refused =
                self.refused("how far the device copy reaches from there is known to the callers only");
            return Some(refused.help("make the device copy in this function"));
        }
        if let Some(refused) = self.no_reads() {
            return Some(refused);
        }
        self.wrong_length(copy, run)
    }

    fn copy(&self) -> Option<(&ArrayUse, &DeviceCopy)> {
        let is_it = |used: &&ArrayUse| used.place.var == self.var && used.place.path.is_empty();
        let used = self.kernel.arrays.iter().find(is_it)?;
        Some((used, &self.facts.copies[used.copy?.0]))
    }

    fn write(&self) -> Option<Span> {
        let accesses = self.kernel.accesses.iter();
        let mut writes = accesses.filter(|access| access.place.var == self.var && access.mode.writes());
        writes.next().map(|access| access.span)
    }

    /// No read of a neighbour in each iteration.
    fn no_reads(&self) -> Option<Diagnostic> {
        let program = self.input.program;
        let element = |expr: ExprId| {
            let is_element = matches!(program.exprs[expr].kind, ExprKind::Index { .. })
                && !program.types.is_array(program.exprs[expr].ty)
                && !program.types.is_pointer(program.exprs[expr].ty);
            let (array, subscripts) = program.element(expr);
            (is_element && program.is_variable(array, self.var)).then_some((expr, subscripts))
        };
        let body = self.partition.canonical.body;
        let reads: Vec<_> = program.exprs_below(body).filter_map(element).collect();
        if reads.iter().any(|(_, subscripts)| self.is_neighbour(subscripts)) {
            return None;
        }
        let index = self.input.name(self.partition.canonical.index);
        let refused = self.refused("threads do not read neighbours of it");
        let Some((first, _)) = reads.first() else {
            return Some(refused.help("name an array that is read as `a[i]` in this loop"));
        };
        let wanted = format!("the last subscript is not `{index}` and what is the same for all iterations");
        Some(refused.related(self.input.span(*first), wanted))
    }

    /// Is the last subscript the index and a sum of variables, and are the others without it?
    fn is_neighbour(&self, subscripts: &[ExprId]) -> bool {
        let program = self.input.program;
        let index = self.partition.canonical.index;
        let Some((inner, outer)) = subscripts.split_last() else { return false };
        let is_same = |part: &ExprId| {
            subscript::is_made_of_variables(program, *part) && !program.mentions(*part, index)
        };
        let rest = Sum::of(program, *inner).and_then(|sum| sum.without(program, index));
        outer.iter().all(is_same) && rest.is_some_and(|rest| rest.terms.iter().all(|(term, _)| is_same(term)))
    }

    /// Runs, or rows, that are no whole vectors.
    fn wrong_length(&self, copy: &DeviceCopy, run: u64) -> Option<Diagnostic> {
        let program = self.input.program;
        let number = program.types.as_builtin(copy.element);
        let Some(size) = program.size_of(copy.element).filter(|size| number.is_some() && *size < WIDTHS[0])
        else {
            return Some(self.refused("its elements are no numbers of at most 8 bytes"));
        };
        let are_whole = |elements: u64| {
            WIDTHS.iter().any(|bytes| *bytes > size && (elements * size).is_multiple_of(*bytes))
        };
        if !are_whole(run) {
            let text = format!(
                "{run} neighbours of {size} bytes are no multiple of {} bytes",
                WIDTHS[1].max(2 * size)
            );
            return Some(self.refused(text).help("choose longer runs in `jam(n:w)`"));
        }
        let is_pointer = program.types.is_pointer(program.vars[self.var].ty);
        let row = match copy.host_extents.as_slice() {
            [_, .., Some(Extent::Constant(row))] => u64::try_from(*row).ok(),
            _ => None,
        };
        let is_whole = copy.dims.last().is_none_or(|dim| dim.extent == row);
        match row.filter(|row| is_whole && !are_whole(*row) && (!is_pointer || self.has_rows())) {
            Some(row) => {
                let text = format!(
                    "its rows are {row} elements of {size} bytes long, so that few begin where a vector may"
                );
                Some(self.refused(text).help("make rows longer, or leave out the clause"))
            }
            None => None,
        }
    }

    /// Is it a pointer to rows, and not to elements?
    fn has_rows(&self) -> bool {
        let types = &self.input.program.types;
        types.pointee(self.input.program.vars[self.var].ty).is_some_and(|target| types.is_array(target))
    }

    fn refused(&self, why: impl Into<String>) -> Diagnostic {
        let message = format!("`{}` cannot be read several elements at a time", self.input.name(self.var));
        Diagnostic::new(&codes::CANNOT_VECTOR, self.span, message).label(why)
    }
}
