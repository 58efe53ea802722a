//! Constants of several files.
//!
//! A kernel can name constants of its own file only. A function that inherits a
//! constant copy from a caller in another file therefore has a constant of its own,
//! and the directive that fills the caller's fills it as well:
//!
//! ```c
//! #pragma hicuda constant copyin table[*]     // set_c_table_of_main(table); set_t_of_look(table);
//! look(table, r);                             // void look(const float *t, float *r), elsewhere
//! ```

use std::collections::BTreeSet;

use hir::Program;
use source::Sources;

use crate::{CopyId, CopySpace, Facts};

/// Tells each directive which constants of other files it fills.
pub fn connect(program: &Program, sources: &Sources, facts: &mut [Facts]) {
    for unit in 0..facts.len() {
        let used = used_in(&facts[unit], unit);
        for at in 0..facts[unit].copies.len() {
            let copy = &facts[unit].copies[at];
            if !used.contains(&CopyId(at)) {
                continue;
            }
            let source = copy.inherited.as_ref().and_then(|inherited| inherited.sources.first().copied());
            let Some(source) = source.filter(|_| copy.space == CopySpace::Constant) else { continue };
            if source.0 == unit {
                continue;
            }
            // The function is no `static` one: another file calls it.
            let function = sources.text(program.functions[copy.owner].name);
            let name = copy.place.display(program, sources).replace("->", "_").replace('.', "_");
            let setter = format!("set_{name}_of_{function}");
            let (first_unit, first) = made_by(facts, source);
            facts[first_unit].copies[first.0].fills.push(setter.clone());
            facts[unit].copies[at].setter = Some(setter);
        }
    }
}

/// The copies that kernels of a file use, and those of callers in the same file that
/// they have them from. A function that only passes a copy on needs no constant.
fn used_in(facts: &Facts, unit: usize) -> BTreeSet<CopyId> {
    let kernels = facts.kernels.iter();
    let mut pending: Vec<CopyId> =
        kernels.flat_map(|kernel| kernel.arrays.iter().filter_map(|used| used.copy)).collect();
    let mut used = BTreeSet::new();
    while let Some(copy) = pending.pop() {
        if used.insert(copy) {
            let sources = facts.copies[copy.0].inherited.iter().flat_map(|inherited| &inherited.sources);
            pending.extend(sources.filter(|(other, _)| *other == unit).map(|(_, source)| *source));
        }
    }
    used
}

/// The copy that a directive makes, from one that is inherited.
fn made_by(facts: &[Facts], copy: (usize, CopyId)) -> (usize, CopyId) {
    let mut at = copy;
    // Every step leads to a caller; a circle of calls has no more than all copies.
    for _ in 0..facts.iter().map(|facts| facts.copies.len()).sum() {
        let inherited = facts[at.0].copies[at.1.0].inherited.as_ref();
        match inherited.and_then(|inherited| inherited.sources.first().copied()) {
            Some(source) => at = source,
            None => break,
        }
    }
    at
}
