//! Calls in kernels that only the kernel itself can carry out.
//!
//! ```c
//! #pragma hicuda texture copyin table[*]
//! … s += look(table, i); …              int look(const int *t, int i) { return t[i % 16]; }
//! ```
//! A function computes with a pointer as the host's array is laid out. A texture has
//! no elements that a pointer could reach, a copy of parts of the rows has them
//! closer together, one of rows behind pointers has no pointers, and a tile in shared
//! memory begins somewhere else. Where the body
//! of the function stands in the place of its call, the array is known and each
//! access is redirected: `expand` does that for the calls named here when
//! the program is read again.

use affine::Polynomial;
use hir::{ExprId, Span};

use crate::coverage::is_whole;
use crate::maps::HashSet;
use crate::size_formula::of_extent;
use crate::{Access, CopySpace, DeviceCopy, Facts, Input, KernelFacts, LastIndex};

/// The calls of a kernel by which functions reach copies that are not laid out as
/// on the host.
pub fn calls(input: &Input<'_>, kernel: &KernelFacts, facts: &Facts) -> Vec<Span> {
    let program = input.program;
    if program.instances.is_empty() {
        return Vec::new();
    }
    let own: HashSet<ExprId> = program.exprs_below(kernel.body).collect();
    let in_tiles: HashSet<usize> =
        kernel.shared.iter().flat_map(|shared| shared.accesses.iter().copied()).collect();
    let mut found = Vec::new();
    for (number, access) in kernel.accesses.iter().enumerate() {
        if own.contains(&access.expr) {
            continue;
        }
        let copy = kernel.arrays.iter().find(|used| used.place == access.place).and_then(|used| used.copy);
        let copy = copy.map(|copy| &facts.copies[copy.0]);
        if in_tiles.contains(&number) || copy.is_some_and(|copy| is_laid_out_anew(input, copy)) {
            found.extend(call_of(input, access).filter(|span| !found.contains(span)));
        }
    }
    found
}

/// Is an element not where a pointer would find it?
fn is_laid_out_anew(input: &Input<'_>, copy: &DeviceCopy) -> bool {
    let is_linear = copy.inherited.as_ref().is_some_and(|inherited| inherited.linear);
    let mut inner = copy.dims.iter().zip(&copy.host_extents).skip(1);
    copy.space == CopySpace::Texture
        || copy.row_pointers
        || !is_linear
            && inner.any(|(dim, host)| {
                let LastIndex::At(hi) = dim.hi else { return !is_whole(dim) };
                let formula = |extent| of_extent(input.program, extent);
                let end = formula(hi).and_then(|hi| hi.plus(&Polynomial::constant(1)).ok());
                let starts_at_zero = formula(dim.lo).is_some_and(|lo| lo.is_zero());
                !(starts_at_zero && end.is_some() && end == host.and_then(formula))
            })
}

/// The call in the kernel's own text that leads to an access of a function.
fn call_of(input: &Input<'_>, access: &Access) -> Option<Span> {
    let program = input.program;
    let leads = |call: &ExprId| {
        let Some(instance) = program.instances.get(call) else { return false };
        let mut pending = vec![instance.body];
        while let Some(body) = pending.pop() {
            for expr in program.exprs_below(body) {
                if expr == access.expr {
                    return true;
                }
                pending.extend(program.instances.get(&expr).map(|inner| inner.body));
            }
        }
        false
    };
    program.exprs_below(access.stmt).find(leads).map(|call| program.exprs[call].span)
}
