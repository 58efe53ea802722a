//! Operators on structs, which are functions of the user's.
//!
//! ```c++
//! a + b * 2.0f      // operator_plus_vec3_vec3(a, operator_times_vec3_float(b, 2.0f))
//! v[i], op(x, y)    // operator[], operator() of a struct
//! ```
//! A member function comes before a function beside the struct. What no function
//! is written for stays an error of C.

use hir::{ExprId, Span, Symbol};

use super::methods::member_operator;
use super::overload_sets::{Candidates, Reported, best, call_of};
use crate::resolver::Resolver;
use crate::scopes::Name;

/// The operator on these (resolved) operands, if one of them is a struct and
/// somebody wrote a function for it.
pub(crate) fn operator_call(
    resolver: &mut Resolver<'_>,
    operator: &str,
    operands: &[ExprId],
    span: Span,
) -> Option<ExprId> {
    let is_record = |&operand: &ExprId| resolver.program.types.as_record(resolver.ty(operand)).is_some();
    if !resolver.options.cuda || !operands.iter().any(is_record) {
        return None;
    }
    if resolver.options.open_cl {
        return crate::open_cl::operator(resolver, operator, operands, span);
    }
    let name = resolver.sources.symbols.lookup(format!("operator{operator}").as_bytes())?;
    if let Some((&object, rest)) = operands.split_first()
        && let Some(call) = member_operator(resolver, name, object, rest, span)
    {
        return Some(call);
    }
    free_operator(resolver, name, operands, span)
}

fn free_operator(
    resolver: &mut Resolver<'_>,
    name: Symbol,
    operands: &[ExprId],
    span: Span,
) -> Option<ExprId> {
    let functions = match (resolver.overloads.get(&name), resolver.scopes.name(name)) {
        (Some(functions), _) => functions.clone(),
        (None, Some(Name::Function(function))) => vec![function],
        (None, _) => return None,
    };
    let text = resolver.text(name);
    let candidates = Candidates { name: &text, functions: &functions, skipped: 0 };
    match best(resolver, &candidates, operands, span) {
        Ok(Some(function)) => Some(call_of(resolver, function, span, operands.to_vec(), span)),
        Ok(None) => None,
        Err(Reported) => Some(resolver.error_expr(span)),
    }
}
