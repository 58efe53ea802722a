//! Volatile objects in kernels.
//!
//! ```c
//! extern volatile int level;
//! for (i = 0; i < n; i++) a[i] *= level;      // read n times, and what it is may differ each time
//! ```
//! A kernel would read `level` once, when it is launched, and `a` in any order: where an object is volatile, that is another
//! program. What the kernel declares itself is each thread's own, and stays volatile there.
//!
//! Invariant: no kernel that passes has a device copy of a volatile object, or one passed by value.

use std::collections::BTreeSet;

use diagnostics::{Diagnostic, Sink, codes};
use hir::{Span, VarId};

use crate::region::Region;
use crate::{Access, Input};

/// Reports volatile objects from outside that a kernel accesses, each once.
pub fn check(input: &Input<'_>, region: &Region, sink: &mut Sink) {
    let is_own = |var: VarId| region.locals.contains(&var) || region.callees.contains(&var);
    let is_volatile =
        |access: &&Access| [access.expr, access.lvalue].iter().any(|expr| input.program.is_volatile(*expr));
    let mut told = BTreeSet::new();
    let accesses = region.found.accesses.iter().chain(&region.found.scalar_accesses);
    for access in accesses.filter(is_volatile).filter(|access| !is_own(access.place.var)) {
        if told.insert(access.place.clone()) {
            sink.push(volatile_in_kernel(&input.place_name(&access.place), access.span));
        }
    }
}

fn volatile_in_kernel(name: &str, at: Span) -> Diagnostic {
    Diagnostic::new(
        &codes::VOLATILE_IN_KERNEL,
        at,
        format!("`{name}` is volatile, and a kernel works on a copy"),
    )
    .label("each access is an effect of its own, at its place in the program")
    .help("read it into a plain variable before the kernel, or write it from one after the kernel")
}
