//! Functions that give an array its memory: `g->cells = malloc(…)` in them, or in what they call with `g`.
//!
//! ```c
//! static void init(struct grid *g) { g->cells = malloc(…); …kernel that fills g->cells… }
//! int main(void) { init(&g); for (…) step(&g); }
//! ```
//! When such a function is called its caller has nothing yet that a device copy could be made of. So the copy that its
//! kernels want is its own, and that of the caller begins behind the call.

use std::collections::HashSet;

use analyze::{Input, Place};
use hir::{ExprKind, FunctionId};

use crate::changes::assigned_to;
use crate::tree::Tree;
use crate::uses::named_by;

/// Does a function give memory to what it calls an array?
pub fn makes(input: &Input<'_>, tree: &Tree<'_>, function: FunctionId, place: &Place) -> bool {
    let mut pending = vec![(function, place.clone())];
    let mut seen = HashSet::new();
    while let Some((function, place)) = pending.pop() {
        if !seen.insert((function, place.clone())) {
            continue;
        }
        if is_set_by_call(input, function, &place) {
            return true;
        }
        for site in tree.calls().iter().filter(|site| site.caller == function) {
            let names = names_in_callee(input, site.callee, &place);
            let same = names.into_iter().filter(|name| named_by(input, site, name).as_ref() == Some(&place));
            pending.extend(same.map(|name| (site.callee, name)));
        }
    }
    false
}

fn is_set_by_call(input: &Input<'_>, function: FunctionId, place: &Place) -> bool {
    let program = input.program;
    let is_call = |value| matches!(program.exprs[program.without_casts(value)].kind, ExprKind::Call { .. });
    let body = program.functions[function].body;
    body.is_some_and(|body| assigned_to(input, &[body], place).into_iter().any(is_call))
}

/// What a function may call a member of its caller's: the same member, or one of what holds it, of each parameter.
fn names_in_callee(input: &Input<'_>, callee: FunctionId, place: &Place) -> Vec<Place> {
    let params = &input.program.functions[callee].params;
    let mut names = Vec::new();
    for (param, from) in params.iter().flat_map(|param| (0..place.path.len()).map(move |from| (*param, from)))
    {
        for arrow in [true, false] {
            let mut path = place.path[from..].to_vec();
            path[0].arrow = arrow;
            names.push(Place { var: param, path });
        }
    }
    names
}
