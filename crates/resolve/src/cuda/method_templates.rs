//! Templates of member functions: one function for each list of arguments in use.
//!
//! ```c++
//! struct block { template <typename F> __device__ int reduce(int x, F f) { … f(x, y) … } };
//! b.reduce(x, maximum());          // int block_reduce_maximum(struct block *this, int x, struct maximum f)
//! ```
//! Like an instance of a function template, in the scope of the class. A template that the
//! arguments do not fit is no candidate.

use std::sync::Arc;

use diagnostics::Diagnostic;
use diagnostics::codes::TEMPLATE_TOO_DEEP;
use hir::{ExprId, FunctionId, RecordId};
use syntax::ast;

use super::classes;
use super::methods::{declare_members, define_as};
use super::overload_sets::free_name;
use super::templates::{self, MAX_DEPTH, declare, instance_name, step_back, step_outside};
use crate::resolver::Resolver;

/// What became of a template.
pub(super) enum Made {
    Function(FunctionId),
    /// It does not fit the arguments.
    Unfit,
    /// What is wrong was told.
    Reported,
}

/// The function that a call of the template means.
pub(super) fn instance(
    resolver: &mut Resolver<'_>,
    record: RecordId,
    template: &Arc<ast::MethodTemplate>,
    written: &[ast::TemplateArg],
    args: &[ExprId],
    name: ast::Ident,
) -> Made {
    let def = &template.method.function;
    let takes = templates::parameters(&def.declarator).unwrap_or_default();
    let needs = takes.iter().filter(|param| param.default.is_none()).count();
    if args.len() > takes.len() || args.len() < needs {
        return Made::Unfit;
    }
    let types = templates::argument_types(resolver, args);
    let is_told = |ty: &ast::TypeSpec| match ty {
        ast::TypeSpec::Name(name) => template.params.iter().any(|param| param.name.symbol == name.symbol),
        _ => false,
    };
    let is_shaped = |(param, &ty): (&ast::ParamDecl, &hir::Type)| match param.declarator.parts.as_slice() {
        [] if !is_told(&param.specs.ty) => !resolver.program.types.is_array(ty),
        [ast::DeclaratorPart::Reference, ast::DeclaratorPart::Array { .. }, ..] => {
            resolver.program.types.is_array(ty)
        }
        _ => true,
    };
    if !takes.iter().zip(&types).all(is_shaped) {
        return Made::Unfit;
    }
    let bound = templates::bind_to(resolver, &template.params, takes, written, &types, name.span);
    let Some(bound) = bound else { return Made::Reported };
    let key = (record, Arc::as_ptr(template) as usize, bound);
    if let Some(&known) = resolver.instances.methods.get(&key) {
        return Made::Function(known);
    }
    if resolver.instances.depth >= MAX_DEPTH {
        let message = format!("more than {MAX_DEPTH} instances of templates are needed for this one");
        resolver.report(Diagnostic::new(&TEMPLATE_TOO_DEEP, name.span, message));
        return Made::Reported;
    }
    let tag = resolver.program.records[record].tag.map(|tag| resolver.text(tag)).unwrap_or_default();
    let symbol = instance_name(resolver, name.symbol, &key.2);
    let text: String =
        resolver.text(symbol).chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    let symbol = free_name(resolver, format!("{tag}_{text}"));
    resolver.linked.remove(&symbol);
    resolver.instances.depth += 1;
    resolver.instances.asked_at.push(name.span);
    let outer = step_outside(resolver);
    classes::enter(resolver, record);
    declare_members(resolver, record);
    resolver.scopes.open();
    for (param, &argument) in template.params.iter().zip(&key.2) {
        declare(resolver, param.name.symbol, argument);
    }
    let mut made = Vec::new();
    let span = def.declarator.name.map_or(name.span, |name| name.span);
    define_as(resolver, record, &template.method, ast::Ident { symbol, span }, &mut made);
    resolver.scopes.close();
    resolver.scopes.close();
    step_back(resolver, outer);
    resolver.instances.depth -= 1;
    resolver.instances.asked_at.pop();
    let function = made.iter().rev().find_map(|item| match item {
        hir::Item::Function(function) => Some(*function),
        _ => None,
    });
    resolver.instances.made.append(&mut made);
    let Some(function) = function else { return Made::Reported };
    resolver.program.template_instances.insert(function);
    resolver.instances.methods.insert(key, function);
    Made::Function(function)
}
