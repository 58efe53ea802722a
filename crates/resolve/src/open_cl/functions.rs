//! Calls of OpenCL's own functions.
//!
//! A function of numbers is the same function of vectors, lane by lane; the one of numbers is one
//! that CUDA has, or is in [`library`](super::library).

use hir::{ExprId, Span, Symbol, Type};
use syntax::ast;

use super::images::image_call;
use super::library::{self, Params};
use super::shapes::{Lane, Shape};
use super::shuffles::shuffle;
use super::vectors::spread;
use super::{call, cuda_call, helper, memory, shape_of, work_items};
use crate::resolver::Resolver;
use crate::scopes::Name;

/// The call, if it is of a function that OpenCL files know and nobody has declared.
pub(crate) fn builtin_call(
    resolver: &mut Resolver<'_>,
    name: Symbol,
    args: &[ast::ExprId],
    span: Span,
) -> Option<ExprId> {
    match resolver.scopes.name(name) {
        None => {}
        Some(Name::Function(function)) if resolver.program.functions[function].builtin => {}
        Some(_) => return None,
    }
    let name = resolver.text(name);
    if name == "printf" {
        return None;
    }
    let args: Vec<ExprId> = args.iter().map(|&arg| resolver.rvalue(arg)).collect();
    if args.iter().any(|&arg| resolver.is_error(arg)) {
        return Some(resolver.error_expr(span));
    }
    if let Some(call) = work_items::work_item(resolver, &name, &args, span) {
        return Some(call);
    }
    if let Some(call) = image_call(resolver, &name, &args, span) {
        return Some(call);
    }
    if let Some(call) = memory::memory_call(resolver, &name, &args, span) {
        return Some(call);
    }
    let name = plain(&name);
    conversion(resolver, name, &args, span)
        .or_else(|| geometric(resolver, name, &args, span))
        .or_else(|| shuffle(resolver, name, &args, span))
        .or_else(|| by_lanes(resolver, name, &args, span))
        .or_else(|| of_numbers(resolver, name, &args, span))
}

/// Functions that may be less exact are as exact as the others here.
fn plain(name: &str) -> &str {
    let name = name.strip_prefix("native_").or_else(|| name.strip_prefix("half_")).unwrap_or(name);
    name.strip_prefix("fast_").unwrap_or(name)
}

/// The numbers' common type; small ones stay small if they are all the same.
fn common(resolver: &mut Resolver<'_>, args: &[ExprId]) -> Option<Lane> {
    let lanes: Vec<Lane> =
        args.iter().map(|&arg| Lane::of(resolver, resolver.ty(arg))).collect::<Option<_>>()?;
    let (&first, rest) = lanes.split_first()?;
    if rest.iter().all(|&lane| lane == first) {
        return Some(first);
    }
    let mut ty = lanes[0].ty();
    for pair in args.windows(2) {
        let both = resolver.common_type(pair[0], pair[1])?;
        if resolver.program.size_of(both) >= resolver.program.size_of(ty) {
            ty = both;
        }
    }
    let real = lanes.iter().any(|lane| lane.is_real());
    Lane::of(resolver, ty).map(|lane| if real && !lane.is_real() { Lane::Float } else { lane })
}

/// A function of numbers.
fn of_numbers(resolver: &mut Resolver<'_>, name: &str, args: &[ExprId], span: Span) -> Option<ExprId> {
    let lane = common(resolver, args)?;
    let convert = |resolver: &mut Resolver<'_>, lane: Lane| -> Vec<ExprId> {
        args.iter().map(|&arg| resolver.convert(arg, lane.ty())).collect()
    };
    if library::is_cuda_real(name, args.len()) {
        let lane = if lane.is_real() { lane } else { Lane::Float };
        let args = convert(resolver, lane);
        return cuda_call(resolver, name, args, span);
    }
    let first = Lane::of(resolver, resolver.ty(*args.first()?))?;
    let lane = if library::first_decides(name) { first } else { lane };
    let lane = if library::is_real(name) && !lane.is_real() { Lane::Float } else { lane };
    let known = library::scalar(name, lane, args.len())?;
    let others: Vec<Lane> =
        args.iter().map(|&arg| Lane::of(resolver, resolver.ty(arg))).collect::<Option<_>>()?;
    let params: Vec<Lane> = (0..args.len())
        .map(|at| match known.params {
            Params::Same => lane,
            Params::LastOwn if at + 1 == args.len() => others[at],
            Params::LastOwn => lane,
            Params::SecondInt if at == 1 => Lane::Int,
            Params::SecondInt => lane,
        })
        .collect();
    let words: Vec<&str> = params.iter().map(|lane| lane.name()).collect();
    let helper_name = format!("cl_{name}_{}", words.join("_"));
    let function = helper(resolver, &helper_name, || {
        let letters = ["a", "b", "c", "d"];
        let params: Vec<String> =
            words.iter().zip(letters).map(|(ty, name)| format!("{ty} {name}")).collect();
        let (result, params, body) = (known.result.name(), params.join(", "), known.body);
        format!("static inline {result} {helper_name}({params}) {{ {body} }}\n")
    })?;
    let args = args.iter().zip(params).map(|(&arg, lane)| resolver.convert(arg, lane.ty())).collect();
    Some(call(resolver, function, args, span))
}

/// The same of vectors: one call for each lane.
fn by_lanes(resolver: &mut Resolver<'_>, name: &str, args: &[ExprId], span: Span) -> Option<ExprId> {
    let shapes: Vec<Option<Shape>> = args.iter().map(|&arg| shape_of(resolver, arg)).collect();
    let whole = shapes.iter().flatten().next().copied()?;
    if !(library::is_cuda_real(name, args.len()) || library::scalar(name, whole.lane, args.len()).is_some()) {
        return None;
    }
    let mut values = Vec::new();
    let mut params = Vec::new();
    for (&arg, shape) in args.iter().zip(&shapes) {
        match *shape {
            Some(shape) if shape.lanes == whole.lanes => {
                values.push(arg);
                params.push(shape);
            }
            Some(_) => return None,
            None => {
                let is_int = library::second_is_int(name) && values.len() == 1;
                let shape = if is_int { whole.with(Lane::Int) } else { whole };
                let to = *resolver.open_cl.types.get(&shape)?;
                values.push(spread(resolver, arg, to)?);
                params.push(shape);
            }
        }
    }
    let is_truth = library::is_truth(name);
    let result = match library::scalar(name, whole.lane, args.len()) {
        _ if is_truth => whole.with(whole.lane.mask()),
        Some(known) => whole.with(known.result),
        None => whole,
    };
    let words: Vec<String> = params.iter().map(|shape| shape.word()).collect();
    let helper_name = format!("cl_{name}_{}", words.join("_"));
    let function = helper(resolver, &helper_name, || {
        let letters = ["a", "b", "c", "d"];
        let lane = |at: usize| {
            let m = whole.member(at);
            let args: Vec<String> =
                letters.iter().take(params.len()).map(|letter| format!("{letter}.{m}")).collect();
            let args = args.join(", ");
            // `select` of vectors asks the highest bit, that of numbers any.
            let value = match name {
                "select" => {
                    let mask = params.last().map_or(Lane::Int, |shape| shape.lane);
                    let top = 8 * mask.size() - 1;
                    format!("((c.{m} >> {top}) & 1) ? b.{m} : a.{m}")
                }
                _ if is_truth => format!("-({name}({args}))"),
                _ => format!("{name}({args})"),
            };
            format!("r.{m} = {value}; ")
        };
        let body: String = (0..whole.lanes).map(lane).collect();
        let typed: Vec<String> =
            params.iter().zip(letters).map(|(shape, letter)| format!("{} {letter}", shape.name())).collect();
        let (result, typed) = (result.name(), typed.join(", "));
        format!("static inline {result} {helper_name}({typed}) {{ {result} r; {body}return r; }}\n")
    })?;
    Some(call(resolver, function, values, span))
}

/// `convert_int4_sat_rte(v)` and `as_float4(v)`.
fn conversion(resolver: &mut Resolver<'_>, name: &str, args: &[ExprId], span: Span) -> Option<ExprId> {
    let &[arg] = args else { return None };
    let (is_bits, rest) = match name.strip_prefix("convert_") {
        Some(rest) => (false, rest),
        None => (true, name.strip_prefix("as_")?),
    };
    let word = rest.split('_').next()?;
    let how = rest.strip_prefix(word)?;
    let from = match shape_of(resolver, arg) {
        Some(shape) => shape,
        None => Shape { lane: Lane::of(resolver, resolver.ty(arg))?, lanes: 1 },
    };
    let to = match Shape::named(word) {
        Some(shape) => shape,
        None => Shape { lane: Lane::named(word)?, lanes: 1 },
    };
    let spelled = |shape: Shape| if shape.lanes == 1 { shape.lane.name().to_owned() } else { shape.name() };
    let plain = |shape: Shape| if shape.lanes == 1 { shape.lane.name().to_owned() } else { shape.word() };
    let helper_name = format!("cl_{name}_{}", plain(from));
    let (source, result) = (spelled(from), spelled(to));
    let text = if is_bits {
        let bytes = |shape: Shape| shape.lane.size() * shape.lanes.next_power_of_two();
        if bytes(from) != bytes(to) || !how.is_empty() {
            return None;
        }
        match (from.lane, to.lane, from.lanes) {
            (Lane::Float, Lane::Int, 1) => return cuda_call(resolver, "__float_as_int", args.to_vec(), span),
            (Lane::Float, Lane::Uint, 1) => {
                return cuda_call(resolver, "__float_as_uint", args.to_vec(), span);
            }
            (Lane::Int, Lane::Float, 1) => return cuda_call(resolver, "__int_as_float", args.to_vec(), span),
            (Lane::Uint, Lane::Float, 1) => {
                return cuda_call(resolver, "__uint_as_float", args.to_vec(), span);
            }
            (from_lane, to_lane, 2..) if from_lane.size() == to_lane.size() && from.lanes == to.lanes => {
                let lane = |at| {
                    let m = from.member(at);
                    format!("r.{m} = as_{}(a.{m}); ", to_lane.name())
                };
                let body: String = (0..to.lanes).map(lane).collect();
                format!("{result} r; {body}return r;")
            }
            _ => format!("union {{ {source} from; {result} to; }} u; u.from = a; return u.to;"),
        }
    } else if to.lanes > 1 {
        if from.lanes != to.lanes {
            return None;
        }
        let lane = |at| {
            let m = to.member(at);
            format!("r.{m} = convert_{}{how}(a.{m}); ", to.lane.name())
        };
        let body: String = (0..to.lanes).map(lane).collect();
        format!("{result} r; {body}return r;")
    } else {
        if from.lanes > 1 {
            return None;
        }
        library::converted(from.lane, to.lane, how)?
    };
    let function = helper(resolver, &helper_name, || {
        format!("static inline {result} {helper_name}({source} a) {{ {text} }}\n")
    })?;
    Some(call(resolver, function, args.to_vec(), span))
}

/// `dot`, `cross`, `length` and what else looks at all lanes.
fn geometric(resolver: &mut Resolver<'_>, name: &str, args: &[ExprId], span: Span) -> Option<ExprId> {
    let first = *args.first()?;
    let whole = match shape_of(resolver, first) {
        Some(shape) => shape,
        None if matches!(name, "dot" | "length" | "distance" | "normalize" | "any" | "all") => {
            let lane = Lane::of(resolver, resolver.ty(first))?;
            Shape { lane, lanes: 1 }
        }
        None => return None,
    };
    let ty = if whole.lanes == 1 { whole.lane.name().to_owned() } else { whole.name() };
    let lane = whole.lane.name();
    let at = |value: &str, at: usize| match whole.lanes {
        1 => value.to_owned(),
        _ => format!("{value}.{}", whole.member(at)),
    };
    let over = |joint: &str, term: &dyn Fn(usize) -> String| {
        (0..whole.lanes).map(term).collect::<Vec<_>>().join(joint)
    };
    let top = 8 * whole.lane.size() - 1;
    let (result, count, body) = match name {
        "dot" => (
            lane.to_owned(),
            2,
            format!("return {};", over(" + ", &|i| format!("{} * {}", at("a", i), at("b", i)))),
        ),
        "length" => (lane.to_owned(), 1, "return sqrt(dot(a, a));".to_owned()),
        "distance" => (lane.to_owned(), 2, "return length(a - b);".to_owned()),
        "normalize" => (ty.clone(), 1, format!("{lane} l = length(a); return l == 0 ? a : a / l;")),
        "cross" if matches!(whole.lanes, 3 | 4) => {
            let last = if whole.lanes == 4 { "r.w = 0; " } else { "" };
            let body = format!(
                "{ty} r; r.x = a.y * b.z - a.z * b.y; r.y = a.z * b.x - a.x * b.z; \
                 r.z = a.x * b.y - a.y * b.x; {last}return r;"
            );
            (ty.clone(), 2, body)
        }
        "any" => (
            "int".to_owned(),
            1,
            format!("return {};", over(" || ", &|i| format!("(({} >> {top}) & 1)", at("a", i)))),
        ),
        "all" => (
            "int".to_owned(),
            1,
            format!("return {};", over(" && ", &|i| format!("(({} >> {top}) & 1)", at("a", i)))),
        ),
        _ => return None,
    };
    let is_integer = matches!(name, "any" | "all");
    if args.len() != count || whole.lane.is_real() == is_integer {
        return None;
    }
    let helper_name = format!("cl_{name}_{}", ty.trim_start_matches("cl_"));
    let function = helper(resolver, &helper_name, || {
        let params = if count == 1 { format!("{ty} a") } else { format!("{ty} a, {ty} b") };
        format!("static inline {result} {helper_name}({params}) {{ {body} }}\n")
    })?;
    Some(call(resolver, function, args.to_vec(), span))
}

/// How a type of numbers or vectors is written in a helper.
pub(super) fn spelled(resolver: &Resolver<'_>, ty: Type) -> Option<String> {
    super::shape(resolver, ty)
        .map(Shape::name)
        .or_else(|| Lane::of(resolver, ty).map(|lane| lane.name().to_owned()))
}
