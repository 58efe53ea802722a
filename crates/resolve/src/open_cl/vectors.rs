//! Values of vector types: literals, operators, swizzles, conversions.

use diagnostics::Diagnostic;
use diagnostics::codes::{INVALID_CAST, NO_SUCH_MEMBER};
use hir::{ExprId, Span, Type};
use syntax::ast;

use super::shapes::{Lane, Shape};
use super::{call, helper, shape, shape_of};
use crate::resolver::Resolver;
use crate::type_text::type_text;

/// `(float4)(a, b.xy, 1.0f)`, `(float4)(x)` and `(float4)x`.
pub(crate) fn literal(
    resolver: &mut Resolver<'_>,
    to: Type,
    operand: ast::ExprId,
    span: Span,
) -> Option<ExprId> {
    let whole = shape(resolver, to)?;
    let mut parts = Vec::new();
    if let ast::ExprKind::Paren(inner) = resolver.ast.exprs[operand].kind {
        let mut rest = inner;
        while let ast::ExprKind::Binary { op: ast::BinaryOp::Comma, lhs, rhs } = resolver.ast.exprs[rest].kind
        {
            parts.push(rhs);
            rest = lhs;
        }
        parts.push(rest);
        parts.reverse();
    } else {
        parts.push(operand);
    }
    let parts: Vec<ExprId> = parts.into_iter().map(|part| resolver.rvalue(part)).collect();
    if parts.iter().any(|&part| resolver.is_error(part)) {
        return Some(resolver.error_expr(span));
    }
    if let [only] = parts[..] {
        if shape_of(resolver, only) == Some(whole) {
            return Some(only);
        }
        if let Some(value) = spread(resolver, only, to) {
            return Some(value);
        }
    }
    let lanes: Vec<usize> =
        parts.iter().map(|&part| shape_of(resolver, part).map_or(1, |shape| shape.lanes)).collect();
    let fits = |&part: &ExprId| match shape_of(resolver, part) {
        Some(shape) => shape.lane == whole.lane,
        None => resolver.program.types.is_arithmetic(resolver.ty(part)),
    };
    if lanes.iter().sum::<usize>() != whole.lanes || !parts.iter().all(fits) {
        let found: Vec<String> = parts
            .iter()
            .map(|&part| type_text(resolver.program, resolver.sources, resolver.ty(part)))
            .collect();
        let message = format!(
            "a `{}` is made of {} values of type `{}`, not of `{}`",
            whole.word(),
            whole.lanes,
            whole.lane.name(),
            found.join("`, `")
        );
        let help =
            "vectors among the values count as many as they have lanes; `convert_…` changes their type";
        resolver.report(Diagnostic::new(&INVALID_CAST, span, message).help(help));
        return Some(resolver.error_expr(span));
    }
    if resolver.function.is_none() && lanes.iter().all(|&count| count == 1) {
        return Some(constant(resolver, whole, to, parts, span));
    }
    let counts: Vec<String> = lanes.iter().map(usize::to_string).collect();
    let name = format!("cl_make_{}_{}", whole.word(), counts.join("_"));
    let function = helper(resolver, &name, || {
        let mut at = 0;
        let (mut params, mut body) = (Vec::new(), String::new());
        for (number, &count) in lanes.iter().enumerate() {
            let part = Shape { lane: whole.lane, lanes: count };
            let ty = if count == 1 { whole.lane.name().to_owned() } else { part.name() };
            params.push(format!("{ty} p{number}"));
            for lane in 0..count {
                let from = if count == 1 { String::new() } else { format!(".{}", part.member(lane)) };
                body += &format!("r.{} = p{number}{from}; ", whole.member(at));
                at += 1;
            }
        }
        let (ty, params) = (whole.name(), params.join(", "));
        format!("static inline {ty} {name}({params}) {{ {ty} r; {body}return r; }}\n")
    })?;
    Some(call(resolver, function, parts, span))
}

/// A vector of constants, for what is initialised before anything runs.
fn constant(resolver: &mut Resolver<'_>, whole: Shape, to: Type, values: Vec<ExprId>, span: Span) -> ExprId {
    let entry = |(at, value): (usize, ExprId)| {
        let value = hir::Init::Expr(resolver.convert(value, whole.lane.ty()));
        hir::InitEntry { index: at as u64, last: at as u64, value }
    };
    let entries = values.into_iter().enumerate().map(entry).collect();
    let ty = resolver.value_type(to);
    let init = Box::new(hir::Init::List { ty, entries, span });
    resolver.make(hir::ExprKind::CompoundLiteral { init, is_static: true }, ty, span)
}

/// A number as a vector that has it in all lanes; `None` if that is not what is asked.
pub(crate) fn spread(resolver: &mut Resolver<'_>, value: ExprId, to: Type) -> Option<ExprId> {
    let whole = shape(resolver, to)?;
    if !resolver.program.types.is_arithmetic(resolver.ty(value)) {
        return None;
    }
    if resolver.function.is_none() {
        let span = resolver.span(value);
        return Some(constant(resolver, whole, to, vec![value; whole.lanes], span));
    }
    let name = format!("cl_splat_{}", whole.word());
    let function = helper(resolver, &name, || {
        let body: String = (0..whole.lanes).map(|at| format!("r.{} = x; ", whole.member(at))).collect();
        let (ty, lane) = (whole.name(), whole.lane.name());
        format!("static inline {ty} {name}({lane} x) {{ {ty} r; {body}return r; }}\n")
    })?;
    let span = resolver.span(value);
    // gcc warns about constants that do not fit, and OpenCL programs write `(uchar4)(-1)`.
    let value = resolver.convert(value, whole.lane.ty());
    Some(call(resolver, function, vec![value], span))
}

/// A member of a vector that is no member of a struct: `s0`, `zyx`, `lo`.
pub(crate) fn swizzle(
    resolver: &mut Resolver<'_>,
    base: ExprId,
    field: ast::Ident,
    span: Span,
) -> Option<ExprId> {
    let whole = shape_of(resolver, base)?;
    let name = resolver.text(field.symbol);
    let Some(lanes) = whole.components(&name) else {
        let message = format!("`{}` has no lanes `{name}`", whole.word());
        let help = "lanes are `x`, `y`, `z`, `w`, or `s0` to `sF`, in any order; `lo`, `hi`, `even`, `odd`";
        resolver.report(Diagnostic::new(&NO_SUCH_MEMBER, field.span, message).help(help));
        return Some(resolver.error_expr(span));
    };
    if let [lane] = lanes[..] {
        let record = resolver.program.types.as_record(resolver.ty(base))?;
        return Some(resolver.access(base, false, record, &[lane as u32], span));
    }
    let function = taking(resolver, whole, &lanes)?;
    Some(call(resolver, function, vec![base], span))
}

/// The function that takes some lanes of a vector.
fn taking(resolver: &mut Resolver<'_>, whole: Shape, lanes: &[usize]) -> Option<hir::FunctionId> {
    let part = Shape { lane: whole.lane, lanes: lanes.len() };
    let digits: String = lanes.iter().map(|lane| format!("{lane:x}")).collect();
    let name = format!("cl_take_{}_{digits}", whole.word());
    helper(resolver, &name, || {
        let lanes = lanes.iter().enumerate();
        let body: String =
            lanes.map(|(to, &from)| format!("r.{} = v.{}; ", part.member(to), whole.member(from))).collect();
        let (from, to) = (whole.name(), part.name());
        format!("static inline {to} {name}({from} v) {{ {to} r; {body}return r; }}\n")
    })
}

/// An operator with a vector among its operands, lane by lane.
pub(crate) fn operator(
    resolver: &mut Resolver<'_>,
    operator: &str,
    operands: &[ExprId],
    span: Span,
) -> Option<ExprId> {
    let shapes: Vec<Option<Shape>> = operands.iter().map(|&operand| shape_of(resolver, operand)).collect();
    let whole = shapes.iter().flatten().next().copied()?;
    let word = operator_word(operator, operands.len())?;
    if shapes.iter().flatten().any(|&shape| shape != whole) {
        return None;
    }
    let is_integer_only = matches!(operator, "%" | "&" | "|" | "^" | "<<" | ">>" | "~");
    if is_integer_only && whole.lane.is_real() {
        return None;
    }
    let to = *resolver.open_cl.types.get(&whole)?;
    let mut values = Vec::new();
    for &operand in operands {
        values.push(match shape_of(resolver, operand) {
            Some(_) => operand,
            None => spread(resolver, operand, to)?,
        });
    }
    let is_truth = matches!(operator, "==" | "!=" | "<" | ">" | "<=" | ">=" | "&&" | "||" | "!");
    let result = if is_truth { whole.with(whole.lane.mask()) } else { whole };
    let name = format!("cl_{word}_{}", whole.word());
    let function = helper(resolver, &name, || {
        let lane = |at: usize| {
            let m = whole.member(at);
            let value = match (operator, operands.len()) {
                // The shift is modulo the width.
                ("<<" | ">>", _) => format!("a.{m} {operator} (b.{m} & {})", 8 * whole.lane.size() - 1),
                (_, 1) => format!("{operator}a.{m}"),
                _ => format!("a.{m} {operator} b.{m}"),
            };
            let value = if is_truth { format!("-({value})") } else { value };
            format!("r.{m} = {value}; ")
        };
        let body: String = (0..whole.lanes).map(lane).collect();
        let (from, to) = (whole.name(), result.name());
        let params = if operands.len() == 1 { format!("{from} a") } else { format!("{from} a, {from} b") };
        format!("static inline {to} {name}({params}) {{ {to} r; {body}return r; }}\n")
    })?;
    Some(call(resolver, function, values, span))
}

pub(super) fn operator_word(operator: &str, operands: usize) -> Option<&'static str> {
    Some(match (operator, operands) {
        ("+", 2) => "add",
        ("-", 2) => "sub",
        ("*", 2) => "mul",
        ("/", 2) => "div",
        ("%", 2) => "rem",
        ("&", 2) => "and",
        ("|", 2) => "or",
        ("^", 2) => "xor",
        ("<<", 2) => "shl",
        (">>", 2) => "shr",
        ("==", 2) => "eq",
        ("!=", 2) => "ne",
        ("<", 2) => "lt",
        (">", 2) => "gt",
        ("<=", 2) => "le",
        (">=", 2) => "ge",
        ("&&", 2) => "both",
        ("||", 2) => "either",
        ("+", 1) => "plus",
        ("-", 1) => "neg",
        ("~", 1) => "not",
        ("!", 1) => "none",
        _ => return None,
    })
}

/// `c ? a : b` with a vector for a condition: the highest bit of each lane decides.
pub(crate) fn select_lanes(
    resolver: &mut Resolver<'_>,
    condition: ExprId,
    (then, otherwise): (ExprId, ExprId),
    span: Span,
) -> Option<ExprId> {
    let mask = shape_of(resolver, condition)?;
    let shapes = [then, otherwise].map(|value| shape_of(resolver, value));
    let lane = |resolver: &Resolver<'_>| Lane::of(resolver, resolver.ty(then));
    let whole = shapes.into_iter().flatten().next().or_else(|| Some(mask.with(lane(resolver)?)))?;
    if whole.lanes != mask.lanes || shapes.iter().flatten().any(|&shape| shape != whole) {
        return None;
    }
    let to = *resolver.open_cl.types.get(&whole)?;
    let mut values = Vec::new();
    for value in [then, otherwise] {
        values.push(if shape_of(resolver, value).is_some() { value } else { spread(resolver, value, to)? });
    }
    values.push(condition);
    let name = format!("cl_choose_{}_{}", whole.word(), mask.word());
    let function = helper(resolver, &name, || {
        let top = if mask.lane.is_unsigned() {
            format!(" >> {} != 0", 8 * mask.lane.size() - 1)
        } else {
            " < 0".into()
        };
        let lane = |at| {
            let m = whole.member(at);
            format!("r.{m} = (c.{m}{top}) ? a.{m} : b.{m}; ")
        };
        let body: String = (0..whole.lanes).map(lane).collect();
        let (ty, mask) = (whole.name(), mask.name());
        format!("static inline {ty} {name}({ty} a, {ty} b, {mask} c) {{ {ty} r; {body}return r; }}\n")
    })?;
    Some(call(resolver, function, values, span))
}
