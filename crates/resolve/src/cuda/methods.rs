//! Member functions and constructors of structs.
//!
//! ```c++
//! struct vec3 {
//!     float x, y, z;
//!     vec3(float a) : x(a), y(a), z(a) {}            // struct vec3 vec3_made(float a)
//!     float dot(const vec3 &o) const { … }           // float vec3_dot(const struct vec3 *this, …)
//! };
//! v.dot(vec3(2))                                     // vec3_dot(&v, …)
//! ```
//! A member function is a function that takes the object's address first; in its
//! body the names of members stand for those of `*this`. A constructor returns
//! the object it made. Both are declared before the first body is read, so they
//! may call each other.

use std::sync::Arc;

use diagnostics::Diagnostic;
use diagnostics::codes::{NO_CONSTRUCTOR, UNSUPPORTED_SYNTAX};
use hir::{
    ExprId, ExprKind, FunctionId, Init, InitEntry, Item, Qualifiers, RecordId, Span, StmtKind, Symbol, Type,
    TypeKind, Var, VarId, VarStorage,
};
use syntax::ast;

use super::overload_sets::{Candidates, Reported, best, call_of, fits_exactly, free_name, given, none_fits};
use super::{classes, method_templates};
use crate::conversions::Purpose;
use crate::resolver::Resolver;
use crate::scopes::Name;
use crate::type_text::type_text;

/// The functions of a struct.
#[derive(Clone, Debug, Default)]
pub(crate) struct Methods {
    /// By the name they are written with.
    functions: Vec<(Symbol, FunctionId)>,
    /// Those without an object.
    statics: Vec<(Symbol, FunctionId)>,
    pub(super) templates: Vec<(Symbol, Arc<ast::MethodTemplate>)>,
    constructors: Vec<Constructor>,
}

impl Methods {
    fn all(&self) -> Vec<FunctionId> {
        let functions = self.functions.iter().chain(&self.statics).map(|(_, function)| *function);
        functions.chain(self.constructors.iter().map(|constructor| constructor.function)).collect()
    }
}

#[derive(Clone, Copy, Debug)]
struct Constructor {
    function: FunctionId,
    /// It leaves the object as it is.
    is_empty: bool,
}

/// Whose members plain names stand for, in a body.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Receiver {
    /// A member function's: what `this` points to.
    Pointed(VarId, RecordId),
    /// A constructor's: the object that it makes.
    Made(VarId, RecordId),
    /// A static function's, which has none.
    Nothing(RecordId),
}

impl Receiver {
    fn record(self) -> RecordId {
        match self {
            Receiver::Pointed(_, record) | Receiver::Made(_, record) | Receiver::Nothing(record) => record,
        }
    }
}

/// Declares and resolves the functions of a struct that is complete.
pub(crate) fn define_methods(resolver: &mut Resolver<'_>, record: RecordId, fields: &[ast::FieldDecl]) {
    let methods: Vec<&ast::MethodDef> = fields
        .iter()
        .filter_map(|field| match field {
            ast::FieldDecl::Method(method) => Some(method.as_ref()),
            _ => None,
        })
        .collect();
    for field in fields {
        if let ast::FieldDecl::MethodTemplate(template) = field
            && let Some(name) = template.method.function.declarator.name
        {
            let known = resolver.methods.entry(record).or_default();
            known.templates.push((name.symbol, Arc::clone(template)));
        }
    }
    let Some(first) = methods.first() else { return };
    if resolver.function.is_some() {
        let message = "functions of a struct that is defined in a function are not supported in CUDA C input";
        let at = first.function.declarator.span;
        let help = "move the struct to file level";
        resolver.report(Diagnostic::new(&UNSUPPORTED_SYNTAX, at, message).help(help));
        return;
    }
    let names: Vec<Symbol> = methods.iter().map(|method| declare(resolver, record, method)).collect();
    let mut made = std::mem::take(&mut resolver.pending);
    let functions = resolver.methods.get(&record).map(Methods::all).unwrap_or_default();
    made.extend(functions.into_iter().map(|function| {
        let ty = resolver.program.functions[function].ty;
        Item::Prototype { function, ty }
    }));
    for (method, name) in methods.into_iter().zip(names) {
        define(resolver, record, method, name, &mut made);
    }
    resolver.pending = made;
}

/// `vec3_dot`; a friend is a function like any other.
fn declare(resolver: &mut Resolver<'_>, record: RecordId, method: &ast::MethodDef) -> Symbol {
    let def = &method.function;
    let Some(written) = def.declarator.name else { return resolver.invented_tag() };
    if method.is_friend {
        return written.symbol;
    }
    let tag = resolver.program.records[record].tag.map(|tag| resolver.text(tag)).unwrap_or_default();
    let word = match method.is_constructor {
        true => String::from("made"),
        false => {
            let text = resolver.text(written.symbol);
            text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
        }
    };
    let name = free_name(resolver, format!("{tag}_{word}"));
    let base = resolver.specifiers(&def.specs);
    let (ty, mut params) = resolver.declarator_with_params(base, &def.declarator, false);
    let ty = match method.is_constructor || method.is_static {
        true => ty,
        false => {
            let target = receiver_type(resolver, record, method.is_const);
            resolver.with_receiver(ty, &mut params, target, written.span)
        }
    };
    let attrs = resolver.attributes(&def.specs.attrs);
    let ident = ast::Ident { symbol: name, span: written.span };
    resolver.linked.remove(&name);
    let function = resolver.declare_function(&def.specs, &def.declarator, ident, ty, attrs, params);
    resolver.program.functions[function].is_static = true;
    let is_empty = method.initializers.is_empty() && has_empty_body(resolver, def);
    let methods = resolver.methods.entry(record).or_default();
    match method.is_constructor {
        true => methods.constructors.push(Constructor { function, is_empty }),
        false if method.is_static => methods.statics.push((written.symbol, function)),
        false => methods.functions.push((written.symbol, function)),
    }
    name
}

fn has_empty_body(resolver: &Resolver<'_>, def: &ast::FunctionDef) -> bool {
    matches!(&resolver.ast.stmts[def.body].kind, ast::StmtKind::Block(stmts) if stmts.is_empty())
}

/// What `this` points to.
pub(super) fn receiver_type(resolver: &mut Resolver<'_>, record: RecordId, is_const: bool) -> Type {
    let ty = resolver.program.types.intern(TypeKind::Record(record));
    if is_const { ty.qualified(Qualifiers::CONST) } else { ty }
}

fn define(
    resolver: &mut Resolver<'_>,
    record: RecordId,
    method: &ast::MethodDef,
    name: Symbol,
    made: &mut Vec<Item>,
) {
    let def = &method.function;
    let Some(written) = def.declarator.name else { return };
    if method.is_friend {
        return resolver.function_definition(def, made);
    }
    resolver.scopes.open();
    declare_members(resolver, record);
    let ident = ast::Ident { symbol: name, span: written.span };
    define_as(resolver, record, method, ident, made);
    resolver.scopes.close();
}

/// The function of a member under a name of its own, in a scope that has the members.
pub(super) fn define_as(
    resolver: &mut Resolver<'_>,
    record: RecordId,
    method: &ast::MethodDef,
    ident: ast::Ident,
    made: &mut Vec<Item>,
) {
    let def = &method.function;
    if method.is_constructor {
        define_constructor(resolver, record, method, ident, made);
    } else if method.is_static {
        resolver.named_definition(def, ident, None, made, |resolver, function| {
            resolver.program.functions[function].is_static = true;
            resolver.receiver = Some(Receiver::Nothing(record));
        });
    } else {
        let target = receiver_type(resolver, record, method.is_const);
        resolver.named_definition(def, ident, Some(target), made, |resolver, function| {
            resolver.program.functions[function].is_static = true;
            let this = resolver.sources.symbols.intern(b"this");
            if let Some(Name::Var(this)) = resolver.scopes.name(this) {
                resolver.receiver = Some(Receiver::Pointed(this, record));
            }
        });
    }
    resolver.receiver = None;
}

/// In bodies, members hide what the file calls so.
pub(super) fn declare_members(resolver: &mut Resolver<'_>, record: RecordId) {
    let fields = resolver.member_names(record);
    fields.into_iter().for_each(|name| resolver.scopes.declare(name, Name::Member));
    for record in classes::with_bases(resolver, record) {
        let Some(methods) = resolver.methods.get(&record) else { continue };
        let functions = methods.functions.iter().chain(&methods.statics).map(|(name, _)| *name);
        let templates = methods.templates.iter().map(|(name, _)| *name);
        let names: Vec<Symbol> = functions.chain(templates).collect();
        names.into_iter().for_each(|name| resolver.scopes.declare(name, Name::Member));
    }
}

/// The object is a variable, filled by the initialisers and the body, and
/// returned.
fn define_constructor(
    resolver: &mut Resolver<'_>,
    record: RecordId,
    method: &ast::MethodDef,
    name: ast::Ident,
    made: &mut Vec<Item>,
) {
    let span = method.function.span;
    let ty = resolver.program.types.intern(TypeKind::Record(record));
    let mut object = None;
    let mut stmts = Vec::new();
    let mut constructor = None;
    resolver.named_definition(&method.function, name, None, made, |resolver, function| {
        resolver.program.functions[function].is_static = true;
        let made = resolver.sources.symbols.intern(b"made");
        let var = Var { owner: Some(function), ..Var::new(Some(made), ty, span) };
        let var = resolver.program.vars.alloc(Var { storage: VarStorage::Local, ..var });
        resolver.receiver = Some(Receiver::Made(var, record));
        stmts.extend(begun_members(resolver, var, record, &method.initializers, span));
        for (member, args) in &method.initializers {
            stmts.extend(initialized(resolver, var, record, *member, args));
        }
        (object, constructor) = (Some(var), Some(function));
    });
    let (Some(var), Some(function)) = (object, constructor) else { return };
    let item = Item::Var { var, with_init: false, is_extern: false, ty };
    let mut all = vec![resolver.make_stmt(StmtKind::Decl(vec![item]), span)];
    all.append(&mut stmts);
    all.extend(resolver.program.functions[function].body);
    let value = resolver.make(ExprKind::Var(var), ty, span);
    all.push(resolver.make_stmt(StmtKind::Return(Some(value)), span));
    let body = resolver.make_stmt(StmtKind::Block(all), span);
    resolver.program.functions[function].body = Some(body);
}

/// What the members begin with that a constructor does not mention.
fn begun_members(
    resolver: &mut Resolver<'_>,
    var: VarId,
    record: RecordId,
    mentioned: &[(ast::Ident, Vec<ast::ExprId>)],
    span: Span,
) -> Vec<hir::StmtId> {
    let mut stmts = Vec::new();
    let mut told = Vec::new();
    for (member, _) in mentioned {
        let base = classes::named_base(resolver, record, member.symbol).and_then(|(_, field)| field);
        let path = resolver.member_path(record, member.symbol);
        told.extend(base.or_else(|| path.and_then(|path| path.first().copied())));
    }
    for (field, init) in classes::beginnings(resolver, record, &told) {
        let declared =
            &resolver.program.records[record].fields.as_deref().unwrap_or_default()[field as usize];
        let ty = declared.ty.unqualified();
        let base = resolver.make(ExprKind::Var(var), resolver.program.vars[var].ty, span);
        let place = resolver.access(base, false, record, &[field], span);
        let value = match init {
            Init::Expr(value) => value,
            init => {
                let literal = ExprKind::CompoundLiteral { init: Box::new(init), is_static: false };
                resolver.make(literal, ty, span)
            }
        };
        if resolver.program.types.is_array(ty) {
            let message =
                "an array that begins with values is not supported beside a constructor in CUDA C input";
            let help = "assign its elements in the constructor";
            resolver.report(Diagnostic::new(&UNSUPPORTED_SYNTAX, span, message).help(help));
            continue;
        }
        resolver.program.exprs[place].ty = ty;
        let assigned = resolver.make(ExprKind::Assign { lhs: place, rhs: value }, ty, span);
        stmts.push(resolver.make_stmt(StmtKind::Expr(assigned), span));
    }
    stmts
}

/// `base(a)` as a statement; nothing for a base without data.
fn initialized_base(
    resolver: &mut Resolver<'_>,
    var: VarId,
    record: RecordId,
    (base, field): (RecordId, Option<u32>),
    args: &[ast::ExprId],
    span: Span,
) -> Option<hir::StmtId> {
    let ty = resolver.program.types.intern(TypeKind::Record(base));
    let args: Vec<ExprId> = args.iter().map(|&arg| resolver.rvalue(arg)).collect();
    let value = super::construct(resolver, span, ty, args);
    let object = resolver.make(ExprKind::Var(var), resolver.program.vars[var].ty, span);
    let place = resolver.access(object, false, record, &[field?], span);
    let assigned = resolver.make(ExprKind::Assign { lhs: place, rhs: value }, ty, span);
    Some(resolver.make_stmt(StmtKind::Expr(assigned), span))
}

/// `x(a)` as a statement.
fn initialized(
    resolver: &mut Resolver<'_>,
    var: VarId,
    record: RecordId,
    member: ast::Ident,
    args: &[ast::ExprId],
) -> Option<hir::StmtId> {
    if let Some(base) = classes::named_base(resolver, record, member.symbol) {
        return initialized_base(resolver, var, record, base, args, member.span);
    }
    let Some(path) = resolver.member_path(record, member.symbol) else {
        let diagnostic = crate::expressions::members::no_such_member(resolver, record, member);
        resolver.report(diagnostic);
        return None;
    };
    let base = resolver.make(ExprKind::Var(var), resolver.program.vars[var].ty, member.span);
    let place = resolver.access(base, false, record, &path, member.span);
    if let ExprKind::Deref(pointer) = resolver.program.exprs[place].kind
        && let Some(target) = resolver.program.types.pointee(resolver.ty(pointer))
        && let [object] = args
    {
        let object = resolver.expr(*object);
        let value = super::bound(resolver, object, target);
        let ty = resolver.value_type(resolver.ty(pointer));
        resolver.program.exprs[pointer].ty = ty;
        let assigned = resolver.make(ExprKind::Assign { lhs: pointer, rhs: value }, ty, member.span);
        return Some(resolver.make_stmt(StmtKind::Expr(assigned), member.span));
    }
    // Constants are initialised here and nowhere else.
    let ty = resolver.value_type(resolver.ty(place));
    resolver.program.exprs[place].ty = ty;
    // A parameter of the member's name is meant here.
    let args: Vec<ExprId> = args.iter().map(|&arg| resolver.rvalue(arg)).collect();
    let value = super::construct(resolver, member.span, ty, args);
    let value = resolver.assign_convert(value, ty, &Purpose::Init);
    let assigned = resolver.make(ExprKind::Assign { lhs: place, rhs: value }, ty, member.span);
    Some(resolver.make_stmt(StmtKind::Expr(assigned), member.span))
}

/// A plain name that is a member of the object at hand.
pub(crate) fn own_member(resolver: &mut Resolver<'_>, name: Symbol, span: Span) -> ExprId {
    let Some(receiver) = resolver.receiver else { return resolver.error_expr(span) };
    let Some(path) = resolver.member_path(receiver.record(), name) else {
        let message = format!("the member function `{}` is not called", resolver.text(name));
        resolver.report(Diagnostic::new(&UNSUPPORTED_SYNTAX, span, message).help("add `()` behind it"));
        return resolver.error_expr(span);
    };
    let (Receiver::Pointed(var, _) | Receiver::Made(var, _)) = receiver else {
        let message =
            format!("a static function has no object whose `{}` this could be", resolver.text(name));
        let help = "write the object before it";
        resolver.report(Diagnostic::new(&UNSUPPORTED_SYNTAX, span, message).help(help));
        return resolver.error_expr(span);
    };
    let base = resolver.make(ExprKind::Var(var), resolver.program.vars[var].ty, span);
    resolver.access(base, matches!(receiver, Receiver::Pointed(..)), receiver.record(), &path, span)
}

/// The address of the object at hand, as `this` in a constructor.
pub(crate) fn own_address(resolver: &mut Resolver<'_>, span: Span) -> Option<ExprId> {
    let (Receiver::Pointed(var, _) | Receiver::Made(var, _)) = resolver.receiver? else { return None };
    let ty = resolver.program.vars[var].ty;
    let object = resolver.make(ExprKind::Var(var), ty, span);
    if matches!(resolver.receiver, Some(Receiver::Pointed(..))) {
        return Some(object);
    }
    let pointer = resolver.program.types.pointer_to(ty);
    Some(resolver.make(ExprKind::AddrOf(object), pointer, span))
}

/// `object.name(args)`, `pointer->name(args)`, and `name(args)` in a body.
pub(crate) fn method_call(
    resolver: &mut Resolver<'_>,
    callee: ast::ExprId,
    args: &[ast::ExprId],
    span: Span,
) -> Option<ExprId> {
    let node = &resolver.ast.exprs[callee];
    let at = node.span;
    match &node.kind {
        ast::ExprKind::Paren(inner) => method_call(resolver, *inner, args, span),
        ast::ExprKind::Member { base, field, arrow } => {
            Some(call_on(resolver, (*base, *field, *arrow, at), &[], args, span))
        }
        ast::ExprKind::MemberTemplate { base, field, arrow, args: written } => {
            Some(call_on(resolver, (*base, *field, *arrow, at), written, args, span))
        }
        ast::ExprKind::Ident(name) if resolver.scopes.name(*name) == Some(Name::Member) => {
            own_call(resolver, ast::Ident { symbol: *name, span: at }, &[], args, span)
        }
        ast::ExprKind::TemplateId { name, args: written }
            if resolver.scopes.name(*name) == Some(Name::Member) =>
        {
            own_call(resolver, ast::Ident { symbol: *name, span: at }, written, args, span)
        }
        ast::ExprKind::OfType { ty, name, args: written } => {
            let ty = resolver.type_name(*ty);
            let record = resolver.program.types.as_record(ty)?;
            // `base::f()` in a class that is derived from it.
            let object = own_address(resolver, at);
            let args: Vec<ExprId> = args.iter().map(|&arg| resolver.expr(arg)).collect();
            let wanted = Wanted { record, name: *name, written, object };
            match member_called(resolver, &wanted, args, span) {
                Some(call) => Some(call),
                None => {
                    let diagnostic = crate::expressions::members::no_such_member(resolver, record, *name);
                    resolver.report(diagnostic);
                    Some(resolver.error_expr(span))
                }
            }
        }
        _ => None,
    }
}

/// `object.name<written>(args)`
fn call_on(
    resolver: &mut Resolver<'_>,
    (base, field, arrow, at): (ast::ExprId, ast::Ident, bool, Span),
    written: &[ast::TemplateArg],
    args: &[ast::ExprId],
    span: Span,
) -> ExprId {
    let base = if arrow { resolver.rvalue(base) } else { resolver.expr(base) };
    if let Some(record) = record_of(resolver, base, arrow)
        && has_function(resolver, record, field.symbol)
    {
        let object = if arrow { base } else { address(resolver, base) };
        let args = args.iter().map(|&arg| resolver.expr(arg)).collect();
        let wanted = Wanted { record, name: field, written, object: Some(object) };
        if let Some(call) = member_called(resolver, &wanted, args, span) {
            return call;
        }
        return resolver.error_expr(span);
    }
    let callee = resolver.member_of(base, field, arrow, at);
    let callee = resolver.decay(callee);
    let args = args.iter().map(|&arg| resolver.rvalue(arg)).collect();
    resolver.plain_call(callee, args, span)
}

/// `name<written>(args)` in a body.
fn own_call(
    resolver: &mut Resolver<'_>,
    name: ast::Ident,
    written: &[ast::TemplateArg],
    args: &[ast::ExprId],
    span: Span,
) -> Option<ExprId> {
    let record = resolver.receiver?.record();
    if !has_function(resolver, record, name.symbol) {
        return None;
    }
    let object = own_address(resolver, name.span);
    let args = args.iter().map(|&arg| resolver.expr(arg)).collect();
    member_called(resolver, &Wanted { record, name, written, object }, args, span)
}

/// A member function that is called.
struct Wanted<'w> {
    record: RecordId,
    name: ast::Ident,
    /// The template's arguments, where they are written.
    written: &'w [ast::TemplateArg],
    object: Option<ExprId>,
}

fn has_function(resolver: &Resolver<'_>, record: RecordId, name: Symbol) -> bool {
    classes::find_way(resolver, record, &|record| has_own(resolver, record, name)).is_some()
}

/// The call; `None` if there is no such function.
fn member_called(
    resolver: &mut Resolver<'_>,
    wanted: &Wanted<'_>,
    args: Vec<ExprId>,
    span: Span,
) -> Option<ExprId> {
    let name = wanted.name.symbol;
    let has = |record: RecordId| has_own(resolver, record, name);
    let (holder, way) = classes::find_way(resolver, wanted.record, &has)?;
    if args.iter().chain(&wanted.object).any(|&arg| resolver.is_error(arg)) {
        return Some(resolver.error_expr(span));
    }
    let methods = resolver.methods.get(&holder)?;
    let statics: Vec<FunctionId> = named_in(&methods.statics, name);
    let functions: Vec<FunctionId> = named_in(&methods.functions, name);
    let templates = methods.templates.iter().filter(|(known, _)| *known == name);
    let templates: Vec<Arc<ast::MethodTemplate>> =
        templates.map(|(_, template)| Arc::clone(template)).collect();
    let object = wanted.object.map(|object| match record_of(resolver, object, true) {
        Some(from) if way.is_empty() && from != holder => {
            classes::as_base_of(resolver, object, holder).unwrap_or(object)
        }
        _ => classes::upcast(resolver, object, wanted.record, &way),
    });
    if !statics.is_empty() && wanted.written.is_empty() {
        let text = resolver.text(name);
        let candidates = Candidates { name: &text, functions: &statics, skipped: 0 };
        return Some(match best(resolver, &candidates, &args, span) {
            Ok(Some(function)) => call_of(resolver, function, wanted.name.span, args, span),
            Ok(None) => {
                let diagnostic = none_fits(resolver, &candidates, &args, span);
                resolver.report(diagnostic);
                resolver.error_expr(span)
            }
            Err(Reported) => resolver.error_expr(span),
        });
    }
    for template in templates {
        let is_needed = functions.is_empty()
            || !wanted.written.is_empty()
            || !fits_exactly(resolver, &functions, 1, &args);
        if !is_needed {
            continue;
        }
        let made =
            method_templates::instance(resolver, holder, &template, wanted.written, &args, wanted.name);
        let function = match made {
            method_templates::Made::Function(function) => function,
            method_templates::Made::Reported => return Some(resolver.error_expr(span)),
            method_templates::Made::Unfit => continue,
        };
        let object = if template.method.is_static { None } else { object };
        if object.is_none() && !template.method.is_static {
            return Some(needs_object(resolver, wanted.name));
        }
        let args = object.into_iter().chain(args).collect();
        return Some(call_of(resolver, function, wanted.name.span, args, span));
    }
    let Some(object) = object else { return Some(needs_object(resolver, wanted.name)) };
    Some(called_on(resolver, name, functions, object, args, span))
}

fn needs_object(resolver: &mut Resolver<'_>, name: ast::Ident) -> ExprId {
    let message = format!("`{}` needs an object that it is called on", resolver.text(name.symbol));
    let help = "write the object before it";
    resolver.report(Diagnostic::new(&UNSUPPORTED_SYNTAX, name.span, message).help(help));
    resolver.error_expr(name.span)
}

/// The member functions of a name that a class has itself.
pub(super) fn functions_of(resolver: &Resolver<'_>, record: RecordId, name: Symbol) -> Vec<FunctionId> {
    resolver.methods.get(&record).map(|methods| named_in(&methods.functions, name)).unwrap_or_default()
}

/// The constructors of a class.
pub(super) fn constructors_of(resolver: &Resolver<'_>, record: RecordId) -> Vec<FunctionId> {
    let methods = resolver.methods.get(&record);
    methods.into_iter().flat_map(|methods| &methods.constructors).map(|made| made.function).collect()
}

fn named_in(functions: &[(Symbol, FunctionId)], name: Symbol) -> Vec<FunctionId> {
    functions.iter().filter(|(known, _)| *known == name).map(|(_, function)| *function).collect()
}

/// Has the class itself functions or templates of a name?
fn has_own(resolver: &Resolver<'_>, record: RecordId, name: Symbol) -> bool {
    resolver.methods.get(&record).is_some_and(|methods| {
        let functions = methods.functions.iter().chain(&methods.statics).map(|(known, _)| *known);
        functions.chain(methods.templates.iter().map(|(known, _)| *known)).any(|known| known == name)
    })
}

fn record_of(resolver: &Resolver<'_>, base: ExprId, arrow: bool) -> Option<RecordId> {
    let ty = resolver.ty(base);
    let object = if arrow { resolver.program.types.pointee(ty)? } else { ty };
    resolver.program.types.as_record(object)
}

/// `object operator args`, by a function of the object's struct that fits.
pub(super) fn member_operator(
    resolver: &mut Resolver<'_>,
    name: Symbol,
    object: ExprId,
    args: &[ExprId],
    span: Span,
) -> Option<ExprId> {
    let record = record_of(resolver, object, false)?;
    if !has_function(resolver, record, name) {
        return None;
    }
    let object = address(resolver, object);
    let (holder, way) = classes::find_way(resolver, record, &|record| has_own(resolver, record, name))?;
    let methods = resolver.methods.get(&holder)?;
    let functions = named_in(&methods.functions, name);
    if !methods.templates.is_empty() && functions.is_empty() {
        let name = ast::Ident { symbol: name, span };
        let wanted = Wanted { record, name, written: &[], object: Some(object) };
        return member_called(resolver, &wanted, args.to_vec(), span);
    }
    let object = classes::upcast(resolver, object, record, &way);
    match best_on(resolver, name, &functions, object, args, span) {
        Ok(function) => {
            let args = std::iter::once(object).chain(args.iter().copied()).collect();
            Some(call_of(resolver, function?, span, args, span))
        }
        Err(Reported) => Some(resolver.error_expr(span)),
    }
}

/// The best of some member functions, called on an object's address.
fn called_on(
    resolver: &mut Resolver<'_>,
    name: Symbol,
    functions: Vec<FunctionId>,
    object: ExprId,
    args: Vec<ExprId>,
    span: Span,
) -> ExprId {
    if resolver.is_error(object) || args.iter().any(|&arg| resolver.is_error(arg)) {
        return resolver.error_expr(span);
    }
    match best_on(resolver, name, &functions, object, &args, span) {
        Ok(Some(function)) => {
            let args = std::iter::once(object).chain(args).collect();
            call_of(resolver, function, span, args, span)
        }
        Ok(None) => {
            let text = resolver.text(name);
            let candidates = Candidates { name: &text, functions: &functions, skipped: 1 };
            let diagnostic = none_fits(resolver, &candidates, &args, span);
            resolver.report(diagnostic);
            resolver.error_expr(span)
        }
        Err(Reported) => resolver.error_expr(span),
    }
}

/// A constant object has only the functions that leave it so; another one
/// prefers those that do not.
fn best_on(
    resolver: &mut Resolver<'_>,
    name: Symbol,
    functions: &[FunctionId],
    object: ExprId,
    args: &[ExprId],
    span: Span,
) -> Result<Option<FunctionId>, Reported> {
    let is_const = |resolver: &Resolver<'_>, pointer: Type| {
        resolver.program.types.pointee(pointer).is_some_and(|to| to.quals.has(Qualifiers::CONST))
    };
    let takes_const = |function: FunctionId| {
        let params = resolver.program.function_type(function).and_then(|ty| ty.params.first());
        params.is_some_and(|&this| is_const(resolver, this))
    };
    let (constant, changing): (Vec<_>, Vec<_>) = functions.iter().partition(|&&f| takes_const(f));
    let rounds =
        if is_const(resolver, resolver.ty(object)) { vec![constant] } else { vec![changing, constant] };
    let text = resolver.text(name);
    for usable in rounds {
        let found = best(resolver, &Candidates { name: &text, functions: &usable, skipped: 1 }, args, span)?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// The address of an object; of a value without one, of a temporary.
pub(super) fn address(resolver: &mut Resolver<'_>, object: ExprId) -> ExprId {
    let (ty, span) = (resolver.ty(object), resolver.span(object));
    if resolver.is_error(object) {
        return object;
    }
    if resolver.is_lvalue(object) {
        let pointer = resolver.program.types.pointer_to(ty);
        return resolver.make(ExprKind::AddrOf(object), pointer, span);
    }
    // An array of one: C has no other way to write a temporary struct made of
    // a struct.
    let array = resolver.program.types.array_of(ty, 1);
    let entry = InitEntry { index: 0, last: 0, value: Init::Expr(object) };
    let init = Init::List { ty: array, entries: vec![entry], span };
    let temporary = ExprKind::CompoundLiteral { init: Box::new(init), is_static: false };
    let temporary = resolver.make(temporary, array, span);
    resolver.decay(temporary)
}

/// `T(args)` of a struct with constructors.
pub(super) fn constructed(
    resolver: &mut Resolver<'_>,
    ty: Type,
    args: &[ExprId],
    span: Span,
) -> Option<ExprId> {
    let record = resolver.program.types.as_record(ty)?;
    let constructors = resolver.methods.get(&record)?.constructors.clone();
    if constructors.is_empty() {
        return None;
    }
    if args.iter().any(|&arg| resolver.is_error(arg)) {
        return Some(resolver.error_expr(span));
    }
    let functions: Vec<FunctionId> = constructors.iter().map(|c| c.function).collect();
    let text = type_text(resolver.program, resolver.sources, ty.unqualified());
    let candidates = Candidates { name: &text, functions: &functions, skipped: 0 };
    Some(match best(resolver, &candidates, args, span) {
        Ok(Some(function)) => call_of(resolver, function, span, args.to_vec(), span),
        Ok(None) => {
            let diagnostic = no_constructor(resolver, &candidates, args, span);
            resolver.report(diagnostic);
            resolver.error_expr(span)
        }
        Err(Reported) => resolver.error_expr(span),
    })
}

fn no_constructor(
    resolver: &Resolver<'_>,
    candidates: &Candidates<'_>,
    args: &[ExprId],
    span: Span,
) -> Diagnostic {
    let message = format!("no constructor of `{}` takes {}", candidates.name, given(resolver, args));
    let mut diagnostic = Diagnostic::new(&NO_CONSTRUCTOR, span, message);
    for &function in candidates.functions.iter().take(4) {
        diagnostic = diagnostic.related(resolver.program.functions[function].span, "this one does not");
    }
    diagnostic
}

/// Does a struct have constructors?
pub(super) fn has_constructors(resolver: &Resolver<'_>, ty: Type) -> bool {
    let record = resolver.program.types.as_record(ty);
    let methods = record.and_then(|record| resolver.methods.get(&record));
    methods.is_some_and(|methods| !methods.constructors.is_empty())
}

/// The constructor that a variable without an initialiser needs; one that does
/// nothing is not run.
pub(super) fn default_constructed(resolver: &mut Resolver<'_>, var: VarId, span: Span) -> Option<Init> {
    let Var { ty, storage, cuda, .. } = resolver.program.vars[var].clone();
    let element = innermost(resolver, ty);
    if cuda.has(hir::CudaSpecs::SHARED) {
        return None;
    }
    if begins_as_it_is(resolver, element) {
        return None;
    }
    if storage != VarStorage::Local || element != ty {
        let what = if element != ty { "an array" } else { "a variable of the whole program" };
        report_not_run(resolver, element, what, span);
        return None;
    }
    if !has_constructors(resolver, ty)
        && let Some(record) = resolver.program.types.as_record(ty)
    {
        return Some(classes::begun(resolver, record, ty.unqualified(), span));
    }
    constructed(resolver, ty, &[], span).map(Init::Expr)
}

/// `new T` and `new T[n]` only allocate.
pub(crate) fn check_new(resolver: &mut Resolver<'_>, made: Type, span: Span) {
    if !begins_as_it_is(resolver, made) {
        report_not_run(resolver, made, "what `new` makes", span);
    }
}

/// Does nothing have to run before an object without an initialiser is used?
pub(super) fn begins_as_it_is(resolver: &Resolver<'_>, ty: Type) -> bool {
    let Some(record) = resolver.program.types.as_record(ty) else { return true };
    let methods = resolver.methods.get(&record);
    !(classes::has_beginnings(resolver, record))
        && methods.is_none_or(|methods| {
            methods.constructors.is_empty()
                || methods.constructors.iter().any(|constructor| {
                    let ty = resolver.program.function_type(constructor.function);
                    constructor.is_empty && ty.is_some_and(|ty| ty.params.is_empty())
                })
        })
}

pub(super) fn report_not_run(resolver: &mut Resolver<'_>, ty: Type, what: &str, span: Span) {
    let text = type_text(resolver.program, resolver.sources, ty);
    let message = format!("the constructor of `{text}` is not run for {what}");
    let help = "leave the body of the constructor without parameters empty, and assign the members";
    resolver.report(Diagnostic::new(&NO_CONSTRUCTOR, span, message).help(help));
}

pub(super) fn innermost(resolver: &Resolver<'_>, ty: Type) -> Type {
    let mut ty = ty;
    while let Some(element) = resolver.program.types.element(ty) {
        ty = element;
    }
    ty
}
