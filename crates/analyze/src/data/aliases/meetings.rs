//! Whether a call makes two names of a function one array.
//!
//! ```c
//! static void sweep(int n, double *x, double *y);
//! sweep(n, a, a);                 // `x` and `y` meet here
//! ```
//! Asked before anything else is known of the program, by those who put iterations into another order.

use hir::{ExprId, ExprKind, FunctionId, Span, VarStorage};

use super::Origins;
use crate::arrivals::argument_place;
use crate::{Input, Place};

/// Callers of callers are not followed further.
const DEEPEST: u32 = 6;

/// The call in which two places of a function are, or may be parts of, one array.
pub fn meeting(input: &Input<'_>, function: FunctionId, one: &Place, other: &Place) -> Option<Span> {
    meeting_in(input, input.definition(function), (one, other), 0)
}

fn meeting_in(
    input: &Input<'_>,
    function: FunctionId,
    (one, other): (&Place, &Place),
    depth: u32,
) -> Option<Span> {
    let program = input.program;
    let calls = program.exprs.iter().filter_map(|(call, expr)| match &expr.kind {
        ExprKind::Call { callee, args } => {
            let called = program.called_function(*callee)?;
            (input.definition(called) == function).then_some((call, args))
        }
        _ => None,
    });
    for (call, args) in calls.filter(|_| depth < DEEPEST) {
        let in_caller = |place: &Place| in_caller(input, function, args, place);
        let (Some(a), Some(b)) = (in_caller(one), in_caller(other)) else { continue };
        let is_part = |a: &Place, b: &Place| a.var == b.var && b.path.starts_with(&a.path);
        if is_part(&a, &b) || is_part(&b, &a) {
            return Some(input.span(call));
        }
        let caller = [&a, &b].into_iter().find_map(|place| program.vars[place.var].owner);
        if let Some(caller) = caller.filter(|caller| *caller != function)
            && let Some(found) = meeting_in(input, caller, (&a, &b), depth + 1)
        {
            return Some(found);
        }
    }
    None
}

/// What a place of the callee is where it is called; `None` where that is not known.
fn in_caller(input: &Input<'_>, callee: FunctionId, args: &[ExprId], place: &Place) -> Option<Place> {
    let program = input.program;
    if program.vars[place.var].storage != VarStorage::Param {
        return program.vars[place.var].owner.is_none().then(|| place.clone());
    }
    let at = program.functions[callee].params.iter().position(|param| *param == place.var)?;
    let arg = *args.get(at)?;
    let (base, ..) = argument_place(program, arg)?;
    let caller = program.vars[base.var].owner.and_then(|caller| program.functions[caller].body);
    let mut found = match caller {
        Some(body) => Origins::new(program, body).of_expr(program, arg)?.place,
        None => base,
    };
    found.path.extend(place.path.iter().cloned());
    Some(found)
}
