//! Conversions that a class defines: to a number, by `operator float()`, and from a value, by a
//! constructor that takes it.
//!
//! ```c++
//! struct bfloat { unsigned short bits; bfloat(float x); operator float() const; };
//! bfloat b = 2.0f;  float f = b;  b * 3.0f              // bfloat_made(2.0f), bfloat_operator_conversion(&b)
//! ```
//! As in C++, at most one of them stands between a value and what it is needed for.

use hir::{ExprId, FunctionId, RecordId, Type};

use super::classes;
use super::methods::{address, constructors_of, functions_of};
use super::overload_sets::{CONVERTED, call_of, value_rank};
use crate::resolver::Resolver;

/// The value as another type, by what a class defines; `None` if none does.
pub(crate) fn converted(resolver: &mut Resolver<'_>, value: ExprId, to: Type) -> Option<ExprId> {
    if !resolver.ast.has_classes || resolver.is_error(value) {
        return None;
    }
    let span = resolver.span(value);
    if let Some(record) = resolver.program.types.as_record(resolver.ty(value)) {
        let (holder, function) = conversion(resolver, record, Some(to))?;
        let object = address(resolver, value);
        let object = classes::upcast_to(resolver, object, record, holder);
        let number = call_of(resolver, function, span, vec![object], span);
        return Some(resolver.convert(number, to));
    }
    let record = resolver.program.types.as_record(to)?;
    let function = constructor_from(resolver, record, value)?;
    Some(call_of(resolver, function, span, vec![value], span))
}

/// A struct as the number that it stands for; every other value as it is.
pub(crate) fn as_number(resolver: &mut Resolver<'_>, value: ExprId) -> ExprId {
    let Some(record) = resolver.program.types.as_record(resolver.ty(value)) else { return value };
    if !resolver.ast.has_classes || resolver.is_error(value) {
        return value;
    }
    let Some((holder, function)) = conversion(resolver, record, None) else { return value };
    let span = resolver.span(value);
    let object = address(resolver, value);
    let object = classes::upcast_to(resolver, object, record, holder);
    call_of(resolver, function, span, vec![object], span)
}

/// Is there a conversion that a class defines?
pub(super) fn is_converted(resolver: &mut Resolver<'_>, value: ExprId, to: Type) -> bool {
    if !resolver.ast.has_classes {
        return false;
    }
    match resolver.program.types.as_record(resolver.ty(value)) {
        Some(record) => {
            resolver.program.types.is_scalar(to) && conversion(resolver, record, Some(to)).is_some()
        }
        None => match resolver.program.types.as_record(to) {
            Some(record) => constructor_from(resolver, record, value).is_some(),
            None => false,
        },
    }
}

/// The function that converts a struct to a type, or where none is told, to a number or a pointer.
fn conversion(resolver: &Resolver<'_>, record: RecordId, to: Option<Type>) -> Option<(RecordId, FunctionId)> {
    let name = resolver.sources.symbols.lookup(syntax::parse::CONVERSION)?;
    let (holder, _) =
        classes::find_way(resolver, record, &|record| !functions_of(resolver, record, name).is_empty())?;
    let types = &resolver.program.types;
    let result = |function: FunctionId| resolver.program.function_type(function).map(|ty| ty.result);
    let all = functions_of(resolver, holder, name);
    let is = |function: &&FunctionId, fits: &dyn Fn(Type) -> bool| result(**function).is_some_and(fits);
    let exact = |ty: Type| to.is_some_and(|to| resolver.compatible(ty.unqualified(), to.unqualified()));
    // Of several, the one to the widest number keeps all.
    let number = |ty: Type| types.is_arithmetic(ty) && to.is_none_or(|to| types.is_arithmetic(to));
    let real = |ty: Type| number(ty) && !types.is_integer(ty);
    let found = all
        .iter()
        .find(|function| is(function, &exact))
        .or_else(|| all.iter().find(|function| is(function, &real)))
        .or_else(|| all.iter().find(|function| is(function, &number)))?;
    Some((holder, *found))
}

/// The constructor that takes a value, and nothing else that is needed.
fn constructor_from(resolver: &mut Resolver<'_>, record: RecordId, value: ExprId) -> Option<FunctionId> {
    let mut best: Option<(u32, FunctionId)> = None;
    for function in constructors_of(resolver, record) {
        let params = resolver.program.function_type(function).map(|ty| ty.params.clone()).unwrap_or_default();
        let has_default = |at: usize| {
            let defaults = resolver.default_arguments.get(&function);
            defaults.is_some_and(|defaults| defaults.get(at).copied().flatten().is_some())
        };
        let Some(&first) = params.first() else { continue };
        if (1..params.len()).any(|at| !has_default(at)) {
            continue;
        }
        let is_reference = resolver
            .reference_params
            .get(&function)
            .is_some_and(|references| references.first() == Some(&true));
        let first = match resolver.program.types.pointee(first) {
            Some(target) if is_reference => target,
            _ => first,
        };
        if resolver.program.types.as_record(first).is_some() {
            continue;
        }
        if let Some(rank) = value_rank(resolver, value, first).filter(|&rank| rank <= CONVERTED)
            && best.is_none_or(|(least, _)| rank < least)
        {
            best = Some((rank, function));
        }
    }
    best.map(|(_, function)| function)
}
