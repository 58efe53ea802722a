//! Templates of structs: one struct for each list of arguments in use.
//!
//! ```c++
//! template <typename T> struct pair { T a, b; T sum() const { return a + b; } };
//! pair<float> p;          // struct pair_float, and pair_float_sum
//! ```
//! Made like instances of function templates: the text is resolved again, at file
//! level, with its parameters bound. `std::vector` is such a template, in a header
//! of ours. It owns memory, so a copy of it would share what it should have twice:
//! copies are refused.

use diagnostics::Diagnostic;
use diagnostics::codes::{TEMPLATE_ARGUMENTS, TEMPLATE_TOO_DEEP, UNSUPPORTED_SYNTAX};
use hir::{ExprId, Item, Type, TypeKind};
use syntax::ast;

use super::classes::define_class;
use super::methods::define_methods;
use super::partial_specialisations;
use super::templates::{
    Argument, MAX_DEPTH, declare, default, explicit, instance_name, nothing_to_specialise, step_back,
    step_outside,
};
use crate::resolver::Resolver;
use crate::scopes::Name;
use crate::type_text::type_text;

/// `template <…> struct name { … };` at file level.
pub(crate) fn declare_class_template<'a>(resolver: &mut Resolver<'a>, template: &'a ast::ClassTemplateDef) {
    let Some(tag) = template.record.tag else { return };
    let Some(args) = &template.specialises else {
        // One that is only declared says nothing more.
        let is_known = resolver.class_templates.contains_key(&tag.symbol);
        if !is_known || template.record.fields.is_some() {
            resolver.class_templates.insert(tag.symbol, template);
        }
        return;
    };
    let Some(&general) = resolver.class_templates.get(&tag.symbol) else {
        let diagnostic = nothing_to_specialise(resolver, tag);
        resolver.report(diagnostic);
        return;
    };
    if !template.params.is_empty() {
        resolver.partial_specialisations.entry(tag.symbol).or_default().push(template);
        return;
    }
    if let Some(bound) = bind(resolver, &general.params, tag, args) {
        resolver.class_specialisations.insert((tag.symbol, bound), template);
    }
}

/// `name<args>` as a type.
pub(crate) fn class_instance(
    resolver: &mut Resolver<'_>,
    name: ast::Ident,
    args: &[ast::TemplateArg],
) -> Type {
    let name = match resolver.scopes.name(name.symbol) {
        Some(Name::ClassTemplate(symbol)) => ast::Ident { symbol, span: name.span },
        _ => name,
    };
    if let Some(&alias) = resolver.alias_templates.get(&name.symbol) {
        return alias_instance(resolver, alias, name, args);
    }
    let Some(&template) = resolver.class_templates.get(&name.symbol) else { return Type::ERROR };
    let Some(bound) = bind(resolver, &template.params, name, args) else { return Type::ERROR };
    let key = (name.symbol, bound);
    if let Some(&known) = resolver.instances.classes.get(&key) {
        return known;
    }
    if resolver.instances.depth >= MAX_DEPTH {
        let message = format!("more than {MAX_DEPTH} instances of templates are needed for this one");
        resolver.report(Diagnostic::new(&TEMPLATE_TOO_DEEP, name.span, message));
        return Type::ERROR;
    }
    let special = resolver.class_specialisations.get(&key).copied();
    let (template, args) = match special {
        Some(special) => (special, key.1.clone()),
        None => partial_specialisations::chosen(resolver, name.symbol, &key.1)
            .unwrap_or_else(|| (template, key.1.clone())),
    };
    let tag = instance_name(resolver, name.symbol, &key.1);
    resolver.instances.depth += 1;
    resolver.instances.asked_at.push(name.span);
    let outer = step_outside(resolver);
    resolver.scopes.open();
    for (param, argument) in template.params.iter().zip(args) {
        declare(resolver, param.name.symbol, argument);
    }
    let ty = define(resolver, template, ast::Ident { symbol: tag, span: name.span }, key);
    let made = std::mem::take(&mut resolver.pending);
    resolver.scopes.close();
    step_back(resolver, outer);
    resolver.instances.depth -= 1;
    resolver.instances.asked_at.pop();
    match resolver.function {
        Some(_) => resolver.instances.made.extend(made),
        None => resolver.pending.extend(made),
    }
    ty
}

/// The type that a second name stands for.
fn alias_instance(
    resolver: &mut Resolver<'_>,
    alias: &ast::AliasTemplateDef,
    name: ast::Ident,
    args: &[ast::TemplateArg],
) -> Type {
    let Some(bound) = bind(resolver, &alias.params, name, args) else { return Type::ERROR };
    if resolver.instances.depth >= MAX_DEPTH {
        let message = format!("more than {MAX_DEPTH} instances of templates are needed for this one");
        resolver.report(Diagnostic::new(&TEMPLATE_TOO_DEEP, name.span, message));
        return Type::ERROR;
    }
    resolver.instances.depth += 1;
    resolver.scopes.open();
    for (param, argument) in alias.params.iter().zip(bound) {
        declare(resolver, param.name.symbol, argument);
    }
    let ty = resolver.type_name(alias.ty);
    resolver.scopes.close();
    resolver.instances.depth -= 1;
    ty
}

/// The struct with its functions, in a scope that holds the parameters.
fn define(
    resolver: &mut Resolver<'_>,
    template: &ast::ClassTemplateDef,
    tag: ast::Ident,
    key: (hir::Symbol, Vec<Argument>),
) -> Type {
    let written = key.0;
    let spec = ast::RecordSpec { tag: Some(tag), ..template.record.clone() };
    let record = resolver.new_record(&spec);
    let ty = resolver.program.types.intern(TypeKind::Record(record));
    // In its own text the template's name is this struct.
    resolver.scopes.declare(written, Name::Type(ty));
    resolver.class_arguments.insert(record, key.clone());
    resolver.instances.classes.insert(key, ty);
    // In the kernels of a program in C++ there is none that owns memory.
    if resolver.in_system_header(template.span) && !resolver.ast.has_classes {
        resolver.owners.insert(record);
    }
    let fields = template.record.fields.as_deref().unwrap_or_default();
    let attrs = resolver.attributes(&spec.attrs);
    if resolver.ast.has_classes {
        define_class(resolver, record, &spec, attrs);
        return ty;
    }
    resolver.define_record(record, &spec, attrs);
    resolver.pending.push(Item::Record { record, defines: true });
    define_methods(resolver, record, fields);
    ty
}

/// All arguments of a template: the written ones, then the defaults.
fn bind(
    resolver: &mut Resolver<'_>,
    params: &[ast::TemplateParam],
    name: ast::Ident,
    args: &[ast::TemplateArg],
) -> Option<Vec<Argument>> {
    if args.len() > params.len() {
        let message = format!("this template takes {} arguments", params.len());
        resolver.report(Diagnostic::new(&TEMPLATE_ARGUMENTS, name.span, message));
        return None;
    }
    let mut bound = Vec::with_capacity(params.len());
    resolver.scopes.open();
    for (index, param) in params.iter().enumerate() {
        let argument = match args.get(index) {
            Some(written) => explicit(resolver, param, *written),
            None => default(resolver, param, name.span),
        };
        let Some(argument) = argument else { break };
        declare(resolver, param.name.symbol, argument);
        bound.push(argument);
    }
    resolver.scopes.close();
    (bound.len() == params.len()).then_some(bound)
}

/// A copy of an object that owns memory would share it.
pub(crate) fn refuse_shared_copy(resolver: &mut Resolver<'_>, value: ExprId) {
    let record = resolver.program.types.as_record(resolver.ty(value));
    if record.is_some_and(|record| resolver.owners.contains(&record)) && resolver.is_lvalue(value) {
        let text = type_text(resolver.program, resolver.sources, resolver.ty(value));
        let message = format!("a copy of `{text}` is not supported in CUDA C input");
        let help = "pass it by reference (`const std::vector<T> &`), or copy its elements in a loop";
        resolver.report(Diagnostic::new(&UNSUPPORTED_SYNTAX, resolver.span(value), message).help(help));
    }
}
