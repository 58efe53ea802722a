//! Who am I: `get_global_id(0)` and its relations, in CUDA's words.
//!
//! The dimension is nearly always a number, and then the answer is an expression in place: what
//! reads subscripts sees the same as in a CUDA kernel.

use hir::{BinaryOp, CudaSpecs, ExprId, ExprKind, Span, Type, const_eval};

use super::shapes::Lane;
use super::{call, define};
use crate::resolver::Resolver;

/// What there is to ask.
const QUESTIONS: [&str; 7] = [
    "get_global_id",
    "get_local_id",
    "get_group_id",
    "get_global_size",
    "get_local_size",
    "get_num_groups",
    "get_global_offset",
];

#[derive(Clone, Copy)]
enum Word {
    Thread,
    Block,
    BlockSize,
    GridSize,
}

/// The call, if it is of one of these functions.
pub(super) fn work_item(
    resolver: &mut Resolver<'_>,
    name: &str,
    args: &[ExprId],
    span: Span,
) -> Option<ExprId> {
    if name == "get_work_dim" && args.is_empty() {
        resolver.program.asks_dimensions = true;
        let value = i128::from(resolver.options.work_dimensions.max(1));
        return Some(resolver.make(ExprKind::Int { value, text: None }, Lane::Uint.ty(), span));
    }
    let &[dimension] = args else { return None };
    if !QUESTIONS.contains(&name) || !resolver.program.types.is_integer(resolver.ty(dimension)) {
        return None;
    }
    let size = Lane::Ulong.ty();
    let Some(dimension) = const_eval::integer(resolver.program, dimension) else {
        return any_dimension(resolver, name, dimension, span);
    };
    let Some(at) = usize::try_from(dimension).ok().filter(|&at| at < 3) else {
        let value = if name.ends_with("id") || name.ends_with("offset") { 0 } else { 1 };
        let value = resolver.make(ExprKind::Int { value, text: None }, Type::INT, span);
        return Some(resolver.convert(value, size));
    };
    let value = match name {
        "get_local_id" => word(resolver, Word::Thread, at, span)?,
        "get_group_id" => word(resolver, Word::Block, at, span)?,
        "get_local_size" => word(resolver, Word::BlockSize, at, span)?,
        "get_num_groups" => word(resolver, Word::GridSize, at, span)?,
        "get_global_size" => product(resolver, Word::GridSize, at, span)?,
        "get_global_id" => {
            let first = product(resolver, Word::Block, at, span)?;
            let thread = word(resolver, Word::Thread, at, span)?;
            let value = resolver.binary(BinaryOp::Add, first, thread, span);
            let offset = resolver.options.work_offset[at];
            match offset {
                0 => value,
                _ => {
                    let offset = number(resolver, offset, span);
                    resolver.binary(BinaryOp::Add, value, offset, span)
                }
            }
        }
        _ => number(resolver, resolver.options.work_offset[at], span),
    };
    Some(resolver.convert(value, size))
}

fn number(resolver: &mut Resolver<'_>, value: u64, span: Span) -> ExprId {
    resolver.make(ExprKind::Int { value: i128::from(value), text: None }, Lane::Ulong.ty(), span)
}

fn product(resolver: &mut Resolver<'_>, times: Word, at: usize, span: Span) -> Option<ExprId> {
    let times = word(resolver, times, at, span)?;
    let size = word(resolver, Word::BlockSize, at, span)?;
    Some(resolver.binary(BinaryOp::Mul, times, size, span))
}

/// A member of `threadIdx` and its like.
fn word(resolver: &mut Resolver<'_>, word: Word, at: usize, span: Span) -> Option<ExprId> {
    let var = *resolver.open_cl.words.get(word as usize)?;
    let ty = resolver.program.vars[var].ty;
    let record = resolver.program.types.as_record(ty)?;
    let base = resolver.make(ExprKind::Var(var), ty, span);
    Some(resolver.access(base, false, record, &[at as u32], span))
}

/// A dimension that is computed.
fn any_dimension(resolver: &mut Resolver<'_>, name: &str, dimension: ExprId, span: Span) -> Option<ExprId> {
    let helper = format!("cl_{name}");
    let function = match resolver.open_cl.helpers.get(&helper) {
        Some(&known) => known,
        None => {
            let text = format!(
                "static inline size_t {helper}(uint d) {{ return d == 0 ? {name}(0) : d == 1 ? {name}(1) : \
                 d == 2 ? {name}(2) : {name}(3); }}\n"
            );
            let function = define(resolver, text)?;
            resolver.program.functions[function].cuda = CudaSpecs::DEVICE;
            resolver.open_cl.helpers.insert(helper, function);
            function
        }
    };
    Some(call(resolver, function, vec![dimension], span))
}
