//! Function templates: one function for each list of arguments in use.
//!
//! ```c++
//! template <typename T, int N> __global__ void sum(const T *a, T *out) { … }
//! sum<float, 256><<<…>>>(a, out);        // void sum_float_256(const float *a, float *out)
//! ```
//! An instance is the template's text resolved again, at file level, with its
//! parameters bound to types and numbers, when it is first mentioned. Its item
//! stands before the function that mentions it. Arguments that are not written
//! are told from the types of the call's arguments: `T`, `T *`, `const T &`.
//! `template <> … sum<double, 256>(…) { … }` is read instead where the arguments are its own.

use std::collections::HashMap;

use diagnostics::Diagnostic;
use diagnostics::codes::{TEMPLATE_ARGUMENTS, TEMPLATE_TOO_DEEP};
use hir::{ExprId, ExprKind, FunctionId, Item, RecordId, Span, Symbol, Type, TypeKind, const_eval};
use syntax::ast;

use crate::resolver::Resolver;
use crate::scopes::Name;
use crate::type_text::type_text;

use super::overload_sets::{Candidates, best, call_of, fits_exactly, none_fits};
use super::textures::texture_call;

/// How many instances may be made on the way to one: `f<N>` that calls
/// `f<N - 1>` has its end, or is reported.
pub(super) const MAX_DEPTH: usize = 64;

/// What one parameter of a template is bound to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Argument {
    Type(Type),
    Number(i128, Type),
    Template(Symbol),
}

/// The instances made so far.
#[derive(Default)]
pub(crate) struct Instances {
    known: HashMap<(usize, Vec<Argument>), FunctionId>,
    /// The templates that stand for another one with these arguments.
    special: HashMap<(usize, Vec<Argument>), usize>,
    /// The first template of a name that functions have, too.
    pub(crate) beside_functions: HashMap<Symbol, usize>,
    /// The templates that share the name of a first one.
    siblings: HashMap<usize, Vec<usize>>,
    /// Of member functions, by the class and the template.
    pub(super) methods: HashMap<(RecordId, usize, Vec<Argument>), FunctionId>,
    pub(super) classes: HashMap<(Symbol, Vec<Argument>), Type>,
    /// Items that go in front of the function at hand.
    pub(crate) made: Vec<Item>,
    pub(super) depth: usize,
    /// Where those are asked for that are being made, the outermost first.
    pub(crate) asked_at: Vec<Span>,
}

/// A template as it is mentioned.
pub(super) struct Used {
    template: usize,
    explicit: Vec<ast::TemplateArg>,
    span: Span,
}

/// `template <…> function` at file level.
pub(crate) fn declare_template<'a>(resolver: &mut Resolver<'a>, template: &'a ast::TemplateDef) {
    let Some(name) = template.function.declarator.name else { return };
    if let Some(args) = &template.specialises {
        return specialise(resolver, template, name, args);
    }
    // One of `std` does not stand in the way of the user's, nor the other way.
    let known = resolver.scopes.name_in_this_scope(name.symbol);
    let is_theirs = |span: Span| resolver.in_system_header(span);
    match known {
        Some(known) if is_theirs(template.span) && !is_theirs(resolver.place_of(known)) => return,
        Some(Name::Template(first)) if is_theirs(resolver.templates[first].span) => {}
        Some(Name::Template(first)) if is_same_template(resolver.templates[first], template) => {
            if resolver.templates[first].is_declared {
                resolver.templates[first] = template;
            }
            return;
        }
        // As `select` of C's library.
        Some(known) if resolver.ast.has_classes && is_theirs(resolver.place_of(known)) => {}
        Some(Name::Function(_)) if resolver.ast.has_classes => {
            resolver.templates.push(template);
            let last = resolver.templates.len() - 1;
            match resolver.instances.beside_functions.get(&name.symbol).copied() {
                Some(first) => resolver.instances.siblings.entry(first).or_default().push(last),
                None => {
                    resolver.instances.beside_functions.insert(name.symbol, last);
                }
            }
            return;
        }
        Some(Name::Template(first)) if resolver.ast.has_classes => {
            resolver.templates.push(template);
            let last = resolver.templates.len() - 1;
            resolver.instances.siblings.entry(first).or_default().push(last);
            return;
        }
        _ => resolver.check_not_declared_here(name.symbol, name.span),
    }
    resolver.templates.push(template);
    resolver.scopes.declare(name.symbol, Name::Template(resolver.templates.len() - 1));
}

/// Is one of them only the declaration of the other?
fn is_same_template(first: &ast::TemplateDef, second: &ast::TemplateDef) -> bool {
    let takes = |def: &ast::TemplateDef| prototype(def).map_or(0, <[_]>::len);
    (first.is_declared || second.is_declared)
        && first.params.len() == second.params.len()
        && takes(first) == takes(second)
}

/// The body of a template that is declared before it.
fn defined<'a>(
    resolver: &mut Resolver<'a>,
    declared: &'a ast::TemplateDef,
    span: Span,
) -> Option<&'a ast::TemplateDef> {
    let ast = resolver.ast;
    let name = declared.function.declarator.name?;
    let is_it = |def: &&ast::TemplateDef| {
        let has_name = def.function.declarator.name.is_some_and(|known| known.symbol == name.symbol);
        !def.is_declared && def.specialises.is_none() && has_name && is_same_template(declared, def)
    };
    let templates = ast.items.iter().filter_map(|item| match item {
        ast::Item::Template(template) => Some(template.as_ref()),
        _ => None,
    });
    let found = templates.into_iter().find(is_it);
    if found.is_none() {
        let message =
            format!("the template `{}` has no body for these arguments", resolver.text(name.symbol));
        let diagnostic = Diagnostic::new(&TEMPLATE_ARGUMENTS, span, message);
        resolver.report(diagnostic.related(name.span, "declared here"));
    }
    found
}

/// `template <> … name<…>(…) { … }`
fn specialise<'a>(
    resolver: &mut Resolver<'a>,
    template: &'a ast::TemplateDef,
    name: ast::Ident,
    args: &[ast::TemplateArg],
) {
    let Some(Name::Template(general)) = resolver.scopes.name(name.symbol) else {
        let diagnostic = nothing_to_specialise(resolver, name);
        return resolver.report(diagnostic);
    };
    let (result, types) = signature(resolver, template);
    let used = Used { template: general, explicit: args.to_vec(), span: name.span };
    let bound = bound_by_result(resolver, &used, result, &types).or_else(|| bind(resolver, used, &types));
    if let Some(bound) = bound {
        resolver.templates.push(template);
        resolver.instances.special.insert((general, bound), resolver.templates.len() - 1);
    }
}

/// The arguments of a specialisation some of which only its result tells: `template <> int2 zero(int)`.
fn bound_by_result(
    resolver: &mut Resolver<'_>,
    used: &Used,
    result: Type,
    types: &[Type],
) -> Option<Vec<Argument>> {
    let def = resolver.templates[used.template];
    let result_is = |param: &ast::TemplateParam| {
        let is_param =
            matches!(def.function.specs.ty, ast::TypeSpec::Name(named) if named.symbol == param.name.symbol);
        is_param && def.function.declarator.parts.len() == 1
    };
    if !resolver.ast.has_classes || !used.explicit.is_empty() || !def.params.iter().any(result_is) {
        return None;
    }
    let takes = prototype(def).unwrap_or_default();
    let mut bound = Vec::new();
    for param in &def.params {
        let argument = match result_is(param) {
            true => Argument::Type(resolver.program.types.strip(result).unqualified()),
            false => deduced(resolver, takes, param, types, used.span).ok()??,
        };
        bound.push(argument);
    }
    Some(bound)
}

/// What a function returns, and what arguments of these types would be passed to.
fn signature(resolver: &mut Resolver<'_>, template: &ast::TemplateDef) -> (Type, Vec<Type>) {
    let base = resolver.specifiers(&template.function.specs);
    let ty = resolver.declarator(base, &template.function.declarator);
    let (result, types) = match resolver.program.types.stripped(ty) {
        TypeKind::Function(function) => (function.result, function.params.clone()),
        _ => (Type::ERROR, Vec::new()),
    };
    let declared = prototype(template).unwrap_or_default();
    let is_reference = |at: usize| {
        let parts = declared.get(at).and_then(|param: &ast::ParamDecl| param.declarator.parts.first());
        matches!(parts, Some(ast::DeclaratorPart::Reference))
    };
    let referred = |(at, ty): (usize, Type)| match is_reference(at) {
        true => resolver.program.types.pointee(ty).unwrap_or(ty),
        false => ty,
    };
    (result, types.into_iter().enumerate().map(referred).collect())
}

pub(super) fn nothing_to_specialise(resolver: &Resolver<'_>, name: ast::Ident) -> Diagnostic {
    let message =
        format!("there is no template `{}` that this could be a case of", resolver.text(name.symbol));
    Diagnostic::new(&TEMPLATE_ARGUMENTS, name.span, message).help("write the template itself before it")
}

/// The parameters of a function template.
fn prototype(def: &ast::TemplateDef) -> Option<&[ast::ParamDecl]> {
    parameters(&def.function.declarator)
}

/// What stands between the parentheses of a declarator.
pub(super) fn parameters(declarator: &ast::Declarator) -> Option<&[ast::ParamDecl]> {
    match declarator.parts.first()? {
        ast::DeclaratorPart::Function { params: ast::Params::Prototype { params, .. }, .. } => Some(params),
        _ => None,
    }
}

/// The template that a callee names.
pub(super) fn called_template(resolver: &Resolver<'_>, callee: ast::ExprId) -> Option<Used> {
    let node = &resolver.ast.exprs[callee];
    let (name, explicit) = match &node.kind {
        ast::ExprKind::Paren(inner) => return called_template(resolver, *inner),
        ast::ExprKind::Ident(name) => (*name, Vec::new()),
        ast::ExprKind::TemplateId { name, args } => (*name, args.clone()),
        _ => return None,
    };
    match resolver.scopes.name(name) {
        Some(Name::Template(template)) => Some(Used { template, explicit, span: node.span }),
        // Which one is meant where nothing is written, the arguments tell.
        Some(Name::Function(_)) if !explicit.is_empty() => {
            let template = *resolver.instances.beside_functions.get(&name)?;
            Some(Used { template, explicit, span: node.span })
        }
        _ => None,
    }
}

/// `name(args)` where functions and templates have the name: a function that takes the arguments as
/// they are comes first, and where no template fits, the best one.
fn mixed_call(
    resolver: &mut Resolver<'_>,
    callee: ast::ExprId,
    args: &[ast::ExprId],
    span: Span,
) -> Option<ExprId> {
    let (name, at) = resolver.plain_name(callee)?;
    let Some(Name::Function(first)) = resolver.scopes.name(name) else { return None };
    let template = *resolver.instances.beside_functions.get(&name)?;
    let args: Vec<ExprId> = args.iter().map(|&arg| resolver.expr(arg)).collect();
    if args.iter().any(|&arg| resolver.is_error(arg)) {
        return Some(resolver.error_expr(span));
    }
    let functions = resolver.overloads.get(&name).cloned().unwrap_or_else(|| vec![first]);
    let types = argument_types(resolver, &args);
    let is_template = !fits_exactly(resolver, &functions, 0, &args) && {
        let used = Used { template, explicit: Vec::new(), span: at };
        let siblings = resolver.instances.siblings.get(&template).cloned().unwrap_or_default();
        std::iter::once(template)
            .chain(siblings)
            .any(|template| fit(resolver, template, &used, &types).is_some())
    };
    if is_template {
        let used = Used { template, explicit: Vec::new(), span: at };
        let callee = instance_for(resolver, used, &args);
        let Some(function) = resolver.called_function(callee) else { return Some(resolver.error_expr(span)) };
        let args = resolver.passed(function, args);
        return Some(resolver.plain_call(callee, args, span));
    }
    let text = resolver.text(name);
    let candidates = Candidates { name: &text, functions: &functions, skipped: 0 };
    Some(match best(resolver, &candidates, &args, at) {
        Ok(Some(function)) => call_of(resolver, function, at, args, span),
        Ok(None) => {
            let diagnostic = none_fits(resolver, &candidates, &args, at);
            resolver.report(diagnostic);
            resolver.error_expr(span)
        }
        Err(_) => resolver.error_expr(span),
    })
}

/// `name<…>(args)`, and `name(args)` of a template.
pub(crate) fn template_call(
    resolver: &mut Resolver<'_>,
    callee: ast::ExprId,
    args: &[ast::ExprId],
    span: Span,
) -> Option<ExprId> {
    if let Some(call) = texture_call(resolver, callee, args, span) {
        return Some(call);
    }
    if let Some(call) = mixed_call(resolver, callee, args, span) {
        return Some(call);
    }
    let used = called_template(resolver, callee)?;
    let args: Vec<ExprId> = args.iter().map(|&arg| resolver.expr(arg)).collect();
    let callee = instance_for(resolver, used, &args);
    let args = match resolver.called_function(callee) {
        Some(function) => resolver.passed(function, args),
        None => return Some(resolver.error_expr(span)),
    };
    Some(resolver.plain_call(callee, args, span))
}

/// `name<…>` that is not called: its address, for instance.
pub(crate) fn template_value(resolver: &mut Resolver<'_>, id: ast::ExprId) -> ExprId {
    match called_template(resolver, id) {
        Some(used) => {
            let function = instance_for(resolver, used, &[]);
            match resolver.program.exprs[function].kind {
                ExprKind::Cast { operand, .. } => operand,
                _ => function,
            }
        }
        None => resolver.error_expr(resolver.ast.exprs[id].span),
    }
}

/// The name of a template where a value is needed.
pub(crate) fn bare_template(resolver: &mut Resolver<'_>, template: usize, span: Span) -> ExprId {
    instance_for(resolver, Used { template, explicit: Vec::new(), span }, &[])
}

/// The (decayed) function that a mention of a template with these arguments
/// means; an error expression if that cannot be told.
pub(super) fn instance_for(resolver: &mut Resolver<'_>, used: Used, args: &[ExprId]) -> ExprId {
    let span = used.span;
    let types = argument_types(resolver, args);
    let used = chosen(resolver, used, &types);
    let template = used.template;
    let Some(bound) = bind(resolver, used, &types) else { return resolver.error_expr(span) };
    let Some(function) = instance(resolver, template, bound, span) else {
        return resolver.error_expr(span);
    };
    let ty = resolver.program.functions[function].ty;
    let callee = resolver.make(ExprKind::Function(function), ty, span);
    resolver.decay(callee)
}

/// The types of arguments; arrays have theirs, which a reference would keep.
pub(super) fn argument_types(resolver: &mut Resolver<'_>, args: &[ExprId]) -> Vec<Type> {
    let mut types = Vec::new();
    for &arg in args {
        let is_array = resolver.program.types.is_array(resolver.ty(arg));
        let value = if is_array { arg } else { resolver.decay(arg) };
        types.push(resolver.ty(value));
    }
    types
}

/// Of templates that share a name, the one that the arguments fit, and of several the one that says
/// most about them.
fn chosen(resolver: &mut Resolver<'_>, used: Used, args: &[Type]) -> Used {
    let Some(siblings) = resolver.instances.siblings.get(&used.template).cloned() else { return used };
    let mut best: Option<(usize, usize)> = None;
    for template in std::iter::once(used.template).chain(siblings) {
        if let Some(said) = fit(resolver, template, &used, args)
            && best.is_none_or(|(_, most)| said > most)
        {
            best = Some((template, said));
        }
    }
    match best {
        Some((template, _)) => Used { template, ..used },
        None => used,
    }
}

/// Whether the arguments fit a template, and how much it says about them.
fn fit(resolver: &Resolver<'_>, template: usize, used: &Used, args: &[Type]) -> Option<usize> {
    let def = resolver.templates[template];
    let takes = prototype(def).unwrap_or_default();
    let needs = takes.iter().filter(|param| param.default.is_none()).count();
    // Where it is not called, its arguments are all written.
    let is_mentioned = args.is_empty() && used.explicit.len() == def.params.len();
    if args.len() > takes.len()
        || args.len() < needs && !is_mentioned
        || used.explicit.len() > def.params.len()
    {
        return None;
    }
    let is_kind = |(param, written): (&ast::TemplateParam, &ast::TemplateArg)| {
        matches!(
            (&param.kind, written),
            (ast::TemplateParamKind::Type(_), ast::TemplateArg::Type(_))
                | (ast::TemplateParamKind::Value(..), ast::TemplateArg::Value(_))
                | (ast::TemplateParamKind::Template(_), ast::TemplateArg::Template(_))
        )
    };
    let told = |param: &ast::TemplateParam| {
        let has_default = match &param.kind {
            ast::TemplateParamKind::Type(default) => default.is_some(),
            ast::TemplateParamKind::Value(_, default) => default.is_some(),
            ast::TemplateParamKind::Template(default) => default.is_some(),
        };
        let name = param.name.symbol;
        has_default
            || takes.iter().zip(args).any(|(declared, &arg)| {
                told_by(resolver, declared, name, arg).is_some()
                    || told_by_class(resolver, declared, name, arg).is_some()
                    || told_by_length(resolver, declared, name, arg).is_some()
            })
    };
    let fits = def.params.iter().zip(&used.explicit).all(is_kind)
        && def.params.iter().skip(used.explicit.len()).all(told)
        && takes.iter().zip(args).all(|(declared, &arg)| may_take(resolver, def, declared, arg));
    fits.then(|| takes.iter().map(|param| said_by(def, param)).sum())
}

/// Can a parameter be of the shape of an argument?
fn may_take(resolver: &Resolver<'_>, def: &ast::TemplateDef, param: &ast::ParamDecl, arg: Type) -> bool {
    let types = &resolver.program.types;
    let is_param = |name: Symbol| def.params.iter().any(|param| param.name.symbol == name);
    let pointers = param.declarator.parts.iter();
    let pointers = pointers.filter(|part| !matches!(part, ast::DeclaratorPart::Reference)).count();
    let is_address = types.is_pointer(arg) || types.is_array(arg);
    match &param.specs.ty {
        ast::TypeSpec::Name(name) if is_param(name.symbol) => pointers == 0 || is_address,
        ast::TypeSpec::Template(..) | ast::TypeSpec::Member(..) => true,
        ast::TypeSpec::Name(name) if pointers == 0 => {
            let declared = match (resolver.scopes.name(name.symbol), resolver.scopes.tag(name.symbol)) {
                (Some(Name::Typedef(typedef)), _) => types.as_record(resolver.program.typedefs[typedef].ty),
                (Some(Name::Type(ty)), _) => types.as_record(ty),
                (None, Some(crate::scopes::Tag::Record(record))) => Some(record),
                _ => return true,
            };
            declared == types.as_record(arg)
        }
        ast::TypeSpec::Builtin(_) => (pointers > 0) == is_address,
        _ => true,
    }
}

/// How much a parameter says about its arguments.
fn said_by(def: &ast::TemplateDef, param: &ast::ParamDecl) -> usize {
    let is_param = |name: Symbol| def.params.iter().any(|param| param.name.symbol == name);
    let base = match &param.specs.ty {
        ast::TypeSpec::Name(name) if is_param(name.symbol) => 0,
        ast::TypeSpec::Template(..) => 1,
        _ => 2,
    };
    base + param.declarator.parts.len()
}

/// All arguments of a template: the written ones, the told ones, the defaults.
fn bind(resolver: &mut Resolver<'_>, used: Used, args: &[Type]) -> Option<Vec<Argument>> {
    let def = resolver.templates[used.template];
    bind_to(resolver, &def.params, prototype(def).unwrap_or_default(), &used.explicit, args, used.span)
}

/// The arguments that the parameters of a template are bound to, by those of a call.
pub(super) fn bind_to(
    resolver: &mut Resolver<'_>,
    params: &[ast::TemplateParam],
    takes: &[ast::ParamDecl],
    written: &[ast::TemplateArg],
    args: &[Type],
    span: Span,
) -> Option<Vec<Argument>> {
    if written.len() > params.len() {
        let message = format!("this template takes {} arguments", params.len());
        resolver.report(Diagnostic::new(&TEMPLATE_ARGUMENTS, span, message));
        return None;
    }
    let mut bound = Vec::with_capacity(params.len());
    resolver.scopes.open();
    for (index, param) in params.iter().enumerate() {
        let argument = match written.get(index) {
            Some(written) => explicit(resolver, param, *written),
            None => match deduced(resolver, takes, param, args, span) {
                Ok(Some(told)) => Some(told),
                Ok(None) => default(resolver, param, span),
                Err(Reported) => None,
            },
        };
        let Some(argument) = argument else { break };
        declare(resolver, param.name.symbol, argument);
        bound.push(argument);
    }
    resolver.scopes.close();
    (bound.len() == params.len()).then_some(bound)
}

struct Reported;

pub(super) fn declare(resolver: &mut Resolver<'_>, name: Symbol, argument: Argument) {
    let meaning = match argument {
        Argument::Type(ty) => Name::Type(ty),
        Argument::Number(value, ty) => Name::Number(value, ty),
        Argument::Template(name) => Name::ClassTemplate(name),
    };
    resolver.scopes.declare(name, meaning);
}

/// A written argument, which must be of its parameter's kind.
pub(super) fn explicit(
    resolver: &mut Resolver<'_>,
    param: &ast::TemplateParam,
    written: ast::TemplateArg,
) -> Option<Argument> {
    match (&param.kind, written) {
        (ast::TemplateParamKind::Type(_), ast::TemplateArg::Type(ty)) => {
            let ty = resolver.type_name(ty);
            // A second name of a type is no other argument.
            Some(Argument::Type(resolver.program.types.strip(ty)))
        }
        (ast::TemplateParamKind::Value(specs, _), ast::TemplateArg::Value(value)) => {
            number(resolver, specs, value)
        }
        (ast::TemplateParamKind::Template(_), ast::TemplateArg::Template(name)) => {
            Some(Argument::Template(match resolver.scopes.name(name.symbol) {
                Some(Name::ClassTemplate(known)) => known,
                _ => name.symbol,
            }))
        }
        (kind, written) => {
            let (at, what) = match written {
                ast::TemplateArg::Template(name) => (name.span, "a template"),
                ast::TemplateArg::Type(ty) => (resolver.ast.type_names[ty].span, "a type"),
                ast::TemplateArg::Value(value) => (resolver.ast.exprs[value].span, "a value"),
            };
            let wanted = match kind {
                ast::TemplateParamKind::Type(_) => "a type",
                ast::TemplateParamKind::Template(_) => "a template",
                ast::TemplateParamKind::Value(..) => "a number",
            };
            let name = resolver.text(param.name.symbol);
            let message = format!("`{name}` stands for {wanted}, but this is {what}");
            let diagnostic = Diagnostic::new(&TEMPLATE_ARGUMENTS, at, message);
            resolver.report(diagnostic.related(param.name.span, "the parameter"));
            None
        }
    }
}

/// A constant, converted to the type of its parameter.
fn number(resolver: &mut Resolver<'_>, specs: &ast::DeclSpecs, value: ast::ExprId) -> Option<Argument> {
    let ty = resolver.specifiers(specs).unqualified();
    let value = resolver.rvalue(value);
    if resolver.is_error(value) {
        return None;
    }
    let converted = resolver.convert(value, ty);
    match const_eval::integer(resolver.program, converted) {
        Some(number) => Some(Argument::Number(number, ty)),
        None => {
            let message = "a template's argument must be a constant that the compiler can compute";
            let help = "write a number, or a name made by `#define`, `enum`, `const int` or `constexpr`";
            let at = resolver.span(value);
            resolver.report(Diagnostic::new(&TEMPLATE_ARGUMENTS, at, message).help(help));
            None
        }
    }
}

/// What the types of a call's arguments say about a parameter that is a type.
fn deduced(
    resolver: &mut Resolver<'_>,
    takes: &[ast::ParamDecl],
    param: &ast::TemplateParam,
    args: &[Type],
    span: Span,
) -> Result<Option<Argument>, Reported> {
    let mut told: Option<Type> = None;
    for (declared, &arg) in takes.iter().zip(args) {
        let told_otherwise = told_by_class(resolver, declared, param.name.symbol, arg)
            .or_else(|| told_by_length(resolver, declared, param.name.symbol, arg));
        if let Some(argument) = told_otherwise {
            return Ok(Some(argument));
        }
        let is_reference = matches!(declared.declarator.parts.first(), Some(ast::DeclaratorPart::Reference));
        let decayed = match resolver.program.types.element(arg) {
            Some(element) if !is_reference => resolver.program.types.pointer_to(element),
            _ => arg,
        };
        let Some(ty) = told_by(resolver, declared, param.name.symbol, decayed) else { continue };
        match told {
            Some(first) if !resolver.compatible(first, ty) => {
                let text = |ty| type_text(resolver.program, resolver.sources, ty);
                let (name, first, second) = (resolver.text(param.name.symbol), text(first), text(ty));
                let message = format!("`{name}` would have to be both `{first}` and `{second}`");
                let help = format!("write the type: `…<{first}>(…)`");
                resolver.report(Diagnostic::new(&TEMPLATE_ARGUMENTS, span, message).help(help));
                return Err(Reported);
            }
            Some(_) => {}
            None => told = Some(ty),
        }
    }
    Ok(told.map(Argument::Type))
}

/// `pair<T, N>`, `const pair<T, N> &` against an instance of `pair`.
fn told_by_class(
    resolver: &Resolver<'_>,
    param: &ast::ParamDecl,
    name: Symbol,
    arg: Type,
) -> Option<Argument> {
    let ast::TypeSpec::Template(template, written) = &param.specs.ty else { return None };
    let mut ty = arg;
    for part in &param.declarator.parts {
        match part {
            ast::DeclaratorPart::Reference => {}
            ast::DeclaratorPart::Pointer { .. } | ast::DeclaratorPart::Array { .. } => {
                ty = resolver.program.types.pointee(ty)?;
            }
            ast::DeclaratorPart::Function { .. } => return None,
        }
    }
    let record = resolver.program.types.as_record(ty)?;
    let (of, bound) = resolver.class_arguments.get(&record)?;
    if *of != template.symbol {
        return None;
    }
    let names_it = |written: &ast::TemplateArg| match written {
        ast::TemplateArg::Type(ty) => {
            let ty = &resolver.ast.type_names[*ty];
            let is_plain = ty.declarator.parts.is_empty();
            is_plain && matches!(ty.specs.ty, ast::TypeSpec::Name(named) if named.symbol == name)
        }
        ast::TemplateArg::Template(named) => named.symbol == name,
        ast::TemplateArg::Value(value) => {
            matches!(resolver.ast.exprs[*value].kind, ast::ExprKind::Ident(named) if named == name)
        }
    };
    let at = written.iter().position(names_it)?;
    bound.get(at).copied()
}

/// `T (&a)[N]` against an array.
fn told_by_length(
    resolver: &Resolver<'_>,
    param: &ast::ParamDecl,
    name: Symbol,
    arg: Type,
) -> Option<Argument> {
    let [ast::DeclaratorPart::Reference, lengths @ ..] = param.declarator.parts.as_slice() else {
        return None;
    };
    let mut ty = arg;
    for part in lengths {
        let ast::DeclaratorPart::Array { size, .. } = part else { return None };
        let TypeKind::Array(element, length) = resolver.program.types.stripped(ty) else { return None };
        if let (ast::ArraySizeSpec::Expr(size), hir::ArrayLen::Fixed(length)) = (size, length)
            && matches!(resolver.ast.exprs[*size].kind, ast::ExprKind::Ident(named) if named == name)
        {
            return Some(Argument::Number(i128::from(*length), Type::INT));
        }
        ty = *element;
    }
    None
}

/// `T`, `T *`, `const T &` against the type of an argument.
fn told_by(resolver: &Resolver<'_>, param: &ast::ParamDecl, name: Symbol, arg: Type) -> Option<Type> {
    if !matches!(param.specs.ty, ast::TypeSpec::Name(named) if named.symbol == name) {
        return None;
    }
    let mut ty = arg;
    for part in &param.declarator.parts {
        match part {
            ast::DeclaratorPart::Reference => {}
            ast::DeclaratorPart::Pointer { .. } | ast::DeclaratorPart::Array { .. } => {
                let types = &resolver.program.types;
                ty = types.pointee(ty).or_else(|| types.element(ty))?;
            }
            ast::DeclaratorPart::Function { .. } => return None,
        }
    }
    if resolver.program.types.is_array(ty) {
        return None;
    }
    let ty = resolver.value_type(ty);
    let ty = resolver.program.types.strip(ty);
    (!resolver.program.types.is_error(ty)).then_some(ty)
}

pub(super) fn default(
    resolver: &mut Resolver<'_>,
    param: &ast::TemplateParam,
    span: Span,
) -> Option<Argument> {
    match &param.kind {
        ast::TemplateParamKind::Type(Some(ty)) => return Some(Argument::Type(resolver.type_name(*ty))),
        ast::TemplateParamKind::Value(specs, Some(value)) => return number(resolver, specs, *value),
        ast::TemplateParamKind::Template(Some(name)) => return Some(Argument::Template(name.symbol)),
        _ => {}
    }
    let name = resolver.text(param.name.symbol);
    let message = format!("what `{name}` stands for here cannot be deduced");
    let diagnostic = Diagnostic::new(&TEMPLATE_ARGUMENTS, span, message)
        .related(param.name.span, "a parameter of the template")
        .help("write the arguments of the template between `<` and `>`");
    resolver.report(diagnostic);
    None
}

/// The instance with these arguments; resolved when it is the first mention.
fn instance(
    resolver: &mut Resolver<'_>,
    template: usize,
    bound: Vec<Argument>,
    span: Span,
) -> Option<FunctionId> {
    let key = (template, bound);
    if let Some(&function) = resolver.instances.known.get(&key) {
        return Some(function);
    }
    let def = resolver.templates[*resolver.instances.special.get(&key).unwrap_or(&template)];
    let def = if def.is_declared { defined(resolver, def, span)? } else { def };
    if resolver.instances.depth >= MAX_DEPTH {
        let message = format!("more than {MAX_DEPTH} instances of templates are needed for this one");
        let help = "use a loop; a condition does not end this, because both of its branches are compiled";
        resolver.report(Diagnostic::new(&TEMPLATE_TOO_DEEP, span, message).help(help));
        return None;
    }
    let declared = def.function.declarator.name?;
    let name = ast::Ident { symbol: instance_name(resolver, declared.symbol, &key.1), span: declared.span };
    resolver.instances.depth += 1;
    resolver.instances.asked_at.push(span);
    let outer = step_outside(resolver);
    resolver.scopes.open();
    for (param, &argument) in def.params.iter().zip(&key.1) {
        declare(resolver, param.name.symbol, argument);
    }
    let mut made = Vec::new();
    let known = key.clone();
    resolver.named_definition(&def.function, name, None, &mut made, |resolver, function| {
        // One instance in each file, as with `inline`.
        resolver.program.functions[function].is_static = true;
        resolver.program.template_instances.insert(function);
        resolver.instances.known.insert(known, function);
    });
    resolver.scopes.close();
    step_back(resolver, outer);
    resolver.instances.depth -= 1;
    resolver.instances.asked_at.pop();
    resolver.instances.made.append(&mut made);
    resolver.instances.known.get(&key).copied()
}

/// `sum_float_256`: a name that C can have and a reader can tell.
pub(super) fn instance_name(resolver: &mut Resolver<'_>, template: Symbol, bound: &[Argument]) -> Symbol {
    let mut name = resolver.text(template);
    for argument in bound {
        name.push('_');
        match argument {
            Argument::Type(ty) => {
                let text = type_text(resolver.program, resolver.sources, *ty);
                let text = text.replace('*', "pointer");
                name.extend(text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }));
            }
            Argument::Number(value, _) if *value < 0 => name += &format!("minus_{}", value.unsigned_abs()),
            Argument::Number(value, _) => name += &value.to_string(),
            Argument::Template(of) => name += &resolver.text(*of),
        }
    }
    let mut symbol = resolver.sources.symbols.intern(name.as_bytes());
    while resolver.scopes.name(symbol).is_some() || resolver.linked.contains_key(&symbol) {
        name.push('_');
        symbol = resolver.sources.symbols.intern(name.as_bytes());
    }
    symbol
}

/// What belongs to the function that is left for a while.
pub(crate) struct Outer {
    scopes: Vec<crate::scopes::Suspended>,
    function: Option<crate::resolver::FunctionContext>,
    pending: Vec<Item>,
    reported_names: std::collections::HashSet<Symbol>,
    prototype_depth: u32,
    in_static_initializer: bool,
    defining: Vec<hir::RecordId>,
    receiver: Option<super::Receiver>,
}

pub(crate) fn step_outside(resolver: &mut Resolver<'_>) -> Outer {
    Outer {
        scopes: resolver.scopes.suspend_all(),
        function: resolver.function.take(),
        pending: std::mem::take(&mut resolver.pending),
        reported_names: std::mem::take(&mut resolver.reported_names),
        prototype_depth: std::mem::take(&mut resolver.prototype_depth),
        in_static_initializer: std::mem::take(&mut resolver.in_static_initializer),
        defining: std::mem::take(&mut resolver.defining),
        receiver: resolver.receiver.take(),
    }
}

pub(crate) fn step_back(resolver: &mut Resolver<'_>, outer: Outer) {
    resolver.scopes.resume_all(outer.scopes);
    resolver.function = outer.function;
    resolver.pending = outer.pending;
    resolver.reported_names = outer.reported_names;
    resolver.prototype_depth = outer.prototype_depth;
    resolver.in_static_initializer = outer.in_static_initializer;
    resolver.defining = outer.defining;
    resolver.receiver = outer.receiver;
}
