//! Lanes chosen by numbers: `shuffle` and `shuffle2`.
//!
//! ```text
//! shuffle(v, (uint4)(3, 2, 1, 0))            v.wzyx
//! shuffle2(v, w, (uint2)(1, 4))              (v.y, w.x) for vectors of four lanes
//! ```
//! A number counts modulo the lanes there are, so that none leads outside.

use hir::{ExprId, Span};

use super::shapes::Shape;
use super::{call, helper_here, shape_of};
use crate::resolver::Resolver;

/// The call, if it is of such a function and of vectors that OpenCL C has it for.
pub(super) fn shuffle(
    resolver: &mut Resolver<'_>,
    name: &str,
    args: &[ExprId],
    span: Span,
) -> Option<ExprId> {
    let sources = match (name, args.len()) {
        ("shuffle", 2) => 1,
        ("shuffle2", 3) => 2,
        _ => return None,
    };
    let shapes: Vec<Shape> = args.iter().map(|&arg| shape_of(resolver, arg)).collect::<Option<_>>()?;
    let (from, mask) = (shapes[0], shapes[sources]);
    let is_said = shapes[..sources].iter().all(|&shape| shape == from)
        && mask.lane == from.lane.unsigned()
        && from.lanes.is_power_of_two()
        && mask.lanes.is_power_of_two();
    if !is_said {
        return None;
    }
    let function = helper_here(resolver, span, |here| {
        let result = mask.with(from.lane).name();
        let (lane, all) = (from.lane.name(), sources * from.lanes);
        let letters = &["a", "b"][..sources];
        let params: String = letters.iter().map(|letter| format!("{} {letter}, ", from.name())).collect();
        let filled: String =
            letters.iter().enumerate().map(|(at, letter)| format!("u.from[{at}] = {letter}; ")).collect();
        let chosen = |at: usize| {
            let m = mask.member(at);
            format!("r.{m} = u.lanes[mask.{m} & {}]; ", all - 1)
        };
        let body: String = (0..mask.lanes).map(chosen).collect();
        // Only lanes that are chosen are read: the others need no value.
        format!(
            "static inline {result} {here}({params}{} mask) {{ union {{ {} from[{sources}]; {lane} lanes[{all}]; }} u; \
             {filled}{result} r; {body}return r; }}\n",
            mask.name(),
            from.name(),
        )
    })?;
    Some(call(resolver, function, args.to_vec(), span))
}
