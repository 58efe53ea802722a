//! Assignments to vectors and to some of their lanes.

use hir::{BinaryOp, ExprId, ExprKind, Span};
use syntax::ast;

use super::shapes::Shape;
use super::vectors::{operator_word, spread};
use super::{call, helper, helper_here, shape_of};
use crate::conversions::Purpose;
use crate::resolver::Resolver;

/// `v op= w` and `v.xy = w`, if it is one of them.
pub(crate) fn assign(
    resolver: &mut Resolver<'_>,
    op: Option<BinaryOp>,
    lhs: ast::ExprId,
    rhs: ast::ExprId,
    span: Span,
) -> Option<ExprId> {
    let mut lhs = lhs;
    while let ast::ExprKind::Paren(inner) = resolver.ast.exprs[lhs].kind {
        lhs = inner;
    }
    if let ast::ExprKind::Member { base, field, arrow } = resolver.ast.exprs[lhs].kind {
        let object = object(resolver, base, arrow);
        if resolver.is_error(object) {
            return Some(resolver.error_expr(span));
        }
        if let Some(whole) = shape_of(resolver, object)
            && let Some(lanes) = whole.components(&resolver.text(field.symbol))
            && lanes.len() > 1
        {
            return assign_lanes(resolver, op, (base, arrow, object), (whole, lanes), rhs, span);
        }
    }
    let op = op?;
    let object = resolver.expr(lhs);
    let whole = shape_of(resolver, object)?;
    let rhs = resolver.rvalue(rhs);
    if resolver.is_error(rhs) || !resolver.check_modifiable(object, "=") {
        return Some(resolver.error_expr(span));
    }
    if is_pure(resolver, lhs) {
        let again = resolver.expr(lhs);
        let value = resolver.binary(op, object, rhs, span);
        let ty = resolver.value_type(resolver.ty(again));
        return Some(resolver.make(ExprKind::Assign { lhs: again, rhs: value }, ty, span));
    }
    let ty = resolver.value_type(resolver.ty(object));
    let rhs = if shape_of(resolver, rhs).is_some() { rhs } else { spread(resolver, rhs, ty)? };
    let (name, operator) = (whole.name(), op.text());
    let function = helper_here(resolver, span, |here| {
        format!("static inline void {here}({name} *v, {name} w) {{ *v = *v {operator} w; }}\n")
    })?;
    let address = address(resolver, object, span);
    Some(call(resolver, function, vec![address, rhs], span))
}

fn object(resolver: &mut Resolver<'_>, base: ast::ExprId, arrow: bool) -> ExprId {
    if !arrow {
        return resolver.expr(base);
    }
    let pointer = resolver.rvalue(base);
    let span = resolver.span(pointer);
    resolver.deref_value(pointer, span)
}

fn address(resolver: &mut Resolver<'_>, object: ExprId, span: Span) -> ExprId {
    let pointer = resolver.program.types.pointer_to(resolver.ty(object));
    resolver.make(ExprKind::AddrOf(object), pointer, span)
}

/// `base.lanes op= rhs`. A variable of this thread is made anew; in memory only these lanes change, since
/// others may be another thread's.
fn assign_lanes(
    resolver: &mut Resolver<'_>,
    op: Option<BinaryOp>,
    (base, arrow, object): (ast::ExprId, bool, ExprId),
    (whole, lanes): (Shape, Vec<usize>),
    rhs: ast::ExprId,
    span: Span,
) -> Option<ExprId> {
    let part = Shape { lane: whole.lane, lanes: lanes.len() };
    let part_type = *resolver.open_cl.types.get(&part)?;
    let rhs = resolver.rvalue(rhs);
    if resolver.is_error(rhs) || !resolver.check_modifiable(object, "=") {
        return Some(resolver.error_expr(span));
    }
    let value = resolver.assign_convert(rhs, part_type, &Purpose::Assign);
    if resolver.is_error(value) {
        return Some(resolver.error_expr(span));
    }
    let (whole_name, part_name) = (whole.name(), part.name());
    let word = op.and_then(|op| operator_word(op.text(), 2)).map(|word| format!("_{word}"));
    let word = word.unwrap_or_default();
    let put = |to: &str| -> String {
        let lanes = lanes.iter().enumerate();
        let one = |(from, &lane): (usize, &usize)| {
            let (to, from) = (format!("{to}{}", whole.member(lane)), format!("p.{}", part.member(from)));
            match op {
                None => format!("{to} = {from}; "),
                Some(op) => format!("{to} = {to} {} {from}; ", op.text()),
            }
        };
        lanes.map(one).collect()
    };
    // One that has no value yet is not read whole.
    let is_own = matches!(resolver.program.exprs[object].kind, ExprKind::Var(var)
        if { let var = &resolver.program.vars[var];
             var.owner.is_some() && var.cuda == hir::CudaSpecs::default() && var.init.is_some() });
    if is_own {
        let digits: String = lanes.iter().map(|lane| format!("{lane:x}")).collect();
        let name = format!("cl_put{word}_{}_{digits}", whole.word());
        let function = helper(resolver, &name, || {
            let body = put("v.");
            format!(
                "static inline {whole_name} {name}({whole_name} v, {part_name} p) {{ {body}return v; }}\n"
            )
        })?;
        let again = self::object(resolver, base, arrow);
        let made = call(resolver, function, vec![again, value], span);
        let ty = resolver.value_type(resolver.ty(object));
        return Some(resolver.make(ExprKind::Assign { lhs: object, rhs: made }, ty, span));
    }
    let function = helper_here(resolver, span, |here| {
        let body = put("v->");
        format!("static inline void {here}({whole_name} *v, {part_name} p) {{ {body}}}\n")
    })?;
    let address = address(resolver, object, span);
    Some(call(resolver, function, vec![address, value], span))
}

/// May the expression be evaluated twice?
fn is_pure(resolver: &Resolver<'_>, expr: ast::ExprId) -> bool {
    match &resolver.ast.exprs[expr].kind {
        ast::ExprKind::Ident(_) | ast::ExprKind::Number(_) => true,
        ast::ExprKind::Paren(inner) => is_pure(resolver, *inner),
        ast::ExprKind::Unary { op: ast::UnaryOp::Deref | ast::UnaryOp::Neg, operand } => {
            is_pure(resolver, *operand)
        }
        ast::ExprKind::Binary { lhs, rhs, .. } => is_pure(resolver, *lhs) && is_pure(resolver, *rhs),
        ast::ExprKind::Index { base, index } => is_pure(resolver, *base) && is_pure(resolver, *index),
        ast::ExprKind::Member { base, .. } => is_pure(resolver, *base),
        ast::ExprKind::Cast { operand, .. } => is_pure(resolver, *operand),
        _ => false,
    }
}
