//! Numbers of half a word in memory: `vload_half`, `vstore_half` and their forms for vectors.
//!
//! ```c
//! float4 v = vload_half4(i, p);      // p[4 * i] to p[4 * i + 3], as floats
//! vstorea_half3_rtz(v, i, p);        // three lanes in the room of four, rounded towards zero
//! ```
//! A `half` is a struct with its bits; computing with it needs an extension that is not there.

use hir::{ExprId, Span};

use super::shapes::{LENGTHS, Lane, Shape};
use super::{call, helper, helper_here, misused, shape_of};
use crate::resolver::Resolver;

/// What the name of such a function says.
struct Access {
    is_store: bool,
    lanes: usize,
    /// Lanes from one vector to the next.
    room: usize,
    rounding: &'static str,
}

fn access(name: &str) -> Option<Access> {
    let (is_store, rest) = match name.strip_prefix("vload") {
        Some(rest) => (false, rest),
        None => (true, name.strip_prefix("vstore")?),
    };
    let (is_aligned, rest) = match rest.strip_prefix("a_half") {
        Some(rest) => (true, rest),
        None => (false, rest.strip_prefix("_half")?),
    };
    let (lanes, rounding) = rest.split_once('_').unwrap_or((rest, ""));
    let rounding = ["", "rte", "rtz", "rtp", "rtn"].into_iter().find(|&known| known == rounding)?;
    if rest.ends_with('_') || !is_store && !rounding.is_empty() {
        return None;
    }
    let lanes: usize = match lanes {
        "" => 1,
        digits => digits.parse().ok().filter(|lanes| LENGTHS.contains(lanes))?,
    };
    let room = if is_aligned { lanes.next_power_of_two() } else { lanes };
    Some(Access { is_store, lanes, room, rounding: if rounding.is_empty() { "rte" } else { rounding } })
}

/// The call, if it is of such a function.
pub(super) fn half_call(
    resolver: &mut Resolver<'_>,
    name: &str,
    args: &[ExprId],
    span: Span,
) -> Option<ExprId> {
    let access = access(name)?;
    let (Some(&pointer), true) = (args.last(), args.len() == 2 + usize::from(access.is_store)) else {
        return None;
    };
    let pointee = resolver.program.types.pointee(resolver.ty(pointer))?;
    let half = resolver.open_cl.half?;
    let call = match resolver.program.types.as_record(pointee) == Some(half) {
        true if access.is_store => store(resolver, &access, args, span),
        true => load(resolver, &access, args, span),
        false => None,
    };
    call.or_else(|| {
        let help = "its pointer is to `half`, and what it stores has as many lanes as its name says";
        Some(misused(resolver, &format!("`{name}` does not take these arguments"), help.to_owned(), span))
    })
}

/// A lane's place in the vector and in memory.
fn places(lanes: usize, room: usize) -> impl Iterator<Item = (String, String)> {
    (0..lanes).map(move |at| match lanes {
        1 => (String::new(), "p[i].bits".to_owned()),
        _ => (
            format!(".{}", Shape { lane: Lane::Float, lanes }.member(at)),
            format!("p[{room} * i + {at}].bits"),
        ),
    })
}

fn spelled(lane: Lane, lanes: usize) -> String {
    if lanes == 1 { lane.name().to_owned() } else { Shape { lane, lanes }.name() }
}

fn load(resolver: &mut Resolver<'_>, access: &Access, args: &[ExprId], span: Span) -> Option<ExprId> {
    widen(resolver)?;
    let function = helper_here(resolver, span, |here| {
        let ty = spelled(Lane::Float, access.lanes);
        let lane = |(member, from): (String, String)| format!("r{member} = cl_half_to_float({from}); ");
        let body: String = places(access.lanes, access.room).map(lane).collect();
        format!("static inline {ty} {here}(size_t i, const volatile half *p) {{ {ty} r; {body}return r; }}\n")
    })?;
    Some(call(resolver, function, args.to_vec(), span))
}

fn store(resolver: &mut Resolver<'_>, access: &Access, args: &[ExprId], span: Span) -> Option<ExprId> {
    let &[value, ..] = args else { return None };
    let lane = match shape_of(resolver, value) {
        Some(shape) if shape.lanes == access.lanes && shape.lane.is_real() => shape.lane,
        Some(_) => return None,
        None if access.lanes != 1 => return None,
        None => Lane::of(resolver, resolver.ty(value)).map(|lane| match lane {
            Lane::Double => Lane::Double,
            _ => Lane::Float,
        })?,
    };
    narrow(resolver, lane, access.rounding)?;
    let function = helper_here(resolver, span, |here| {
        let (ty, name) = (spelled(lane, access.lanes), narrowing(lane, access.rounding));
        let lane = |(member, to): (String, String)| format!("{to} = {name}(v{member}); ");
        let body: String = places(access.lanes, access.room).map(lane).collect();
        format!("static inline void {here}({ty} v, size_t i, volatile half *p) {{ {body}}}\n")
    })?;
    Some(call(resolver, function, args.to_vec(), span))
}

/// `cl_half_to_float`: every half is a float.
pub(super) fn widen(resolver: &mut Resolver<'_>) -> Option<()> {
    helper(resolver, "cl_half_to_float", || {
        "static inline float cl_half_to_float(ushort h) { \
         uint sign = (uint)(h & 0x8000) << 16, e = (h >> 10) & 31, m = h & 1023; \
         if (e == 0) return as_float(sign | as_uint((float)m * 0x1p-24f)); \
         return as_float(sign | (e == 31 ? 255u : e + 112) << 23 | m << 13); }\n"
            .to_owned()
    })
    .map(drop)
}

/// What [`narrow`] makes is called.
pub(super) fn narrowing(lane: Lane, rounding: &str) -> String {
    format!("cl_{}_to_half_{rounding}", lane.name())
}

/// The half that a number is rounded to. What is cut off decides whether the number behind is taken, which
/// for the greatest half is infinity.
pub(super) fn narrow(resolver: &mut Resolver<'_>, lane: Lane, rounding: &str) -> Option<()> {
    let name = narrowing(lane, rounding);
    let (infinite, up) = match rounding {
        "rtz" => ("0", "0"),
        "rtp" => ("sign == 0", "rest != 0 && sign == 0"),
        "rtn" => ("sign != 0", "rest != 0 && sign != 0"),
        _ => ("1", "rest > middle || rest == middle && (kept & 1) != 0"),
    };
    // The bits of the fraction, the exponent of one, and the number of all bits.
    let (word, fraction, one, all) = match lane {
        Lane::Double => ("ulong", 52, 1023, 64),
        _ => ("uint", 23, 127, 32),
    };
    let ty = lane.name();
    helper(resolver, &name, || {
        format!(
            "static inline ushort {name}({ty} a) {{ \
             {word} bits = as_{word}(a), first = ({word})1 << {fraction}; \
             ushort sign = (ushort)(bits >> ({all} - 16)) & 0x8000; \
             bits = bits << 1 >> 1; \
             {word} infinity = ({word})(2 * {one} + 1) << {fraction}; \
             if (bits >= infinity) return sign | (bits > infinity ? 0x7e00 : 0x7c00); \
             int e = (int)(bits >> {fraction}) - {one} + 15; \
             if (e > 30) return sign | (({infinite}) ? 0x7c00 : 0x7bff); \
             {word} m = bits & (first - 1); \
             if (bits >= first) m |= first; \
             int cut = {fraction} - 10; \
             if (e < 1) {{ cut += 1 - e; e = 1; }} \
             if (cut > {fraction} + 2) cut = {fraction} + 2; \
             {word} kept = m >> cut, middle = ({word})1 << (cut - 1), rest = m - (kept << cut); \
             return (ushort)(sign + ((e - 1) << 10) + (int)kept + (({up}) ? 1 : 0)); }}\n"
        )
    })
    .map(drop)
}
