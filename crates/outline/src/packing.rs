//! Placing shared arrays in the block's memory.
//!
//! Arrays that are never live at the same time may lie in the same place. An
//! array lives from its `shared alloc` to its `shared remove`, or to the end
//! of the kernel. Largest first, each goes to the lowest place where it
//! overlaps none that it meets: first-fit interval colouring.

use std::collections::HashMap;

use analyze::KernelFacts;
use hir::{Arena, Program, StmtId};
use kir::SharedArray;

/// Vector accesses need it.
const ALIGNMENT: u64 = 16;

/// Sets the offset of every shared array.
pub(crate) fn place_shared(program: &Program, facts: &KernelFacts, shared: &mut Arena<SharedArray>) {
    let order: HashMap<StmtId, usize> =
        program.stmts_below(facts.body).enumerate().map(|(i, stmt)| (stmt, i)).collect();
    let position = |stmt: StmtId| order.get(&stmt).copied();
    let live: Vec<(usize, usize)> = facts
        .shared
        .iter()
        .map(|s| (position(s.stmt).unwrap_or(0), s.remove.and_then(position).unwrap_or(usize::MAX)))
        .collect();
    let ids: Vec<_> = shared.ids().collect();
    let size = |array: &SharedArray| {
        let bytes = array.len() * program.size_of(array.element).unwrap_or(1);
        bytes.next_multiple_of(ALIGNMENT)
    };
    let sizes: Vec<u64> = ids.iter().map(|id| size(&shared[*id])).collect();
    let mut by_size: Vec<usize> = (0..ids.len()).collect();
    by_size.sort_by_key(|&i| std::cmp::Reverse(sizes[i]));
    let mut placed: Vec<usize> = Vec::new();
    for i in by_size {
        let meets = |&&j: &&usize| live[i].0 < live[j].1 && live[j].0 < live[i].1;
        let mut taken: Vec<(u64, u64)> = placed
            .iter()
            .filter(meets)
            .map(|&j| (shared[ids[j]].offset, shared[ids[j]].offset + sizes[j]))
            .collect();
        taken.sort_unstable();
        let mut offset = 0;
        for (start, end) in taken {
            if offset + sizes[i] <= start {
                break;
            }
            offset = offset.max(end);
        }
        shared[ids[i]].offset = offset;
        placed.push(i);
    }
}
