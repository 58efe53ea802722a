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

use diagnostics::Diagnostic;
use diagnostics::codes::{NO_CONSTRUCTOR, UNSUPPORTED_SYNTAX};
use hir::{
    ExprId, ExprKind, FunctionId, Init, InitEntry, Item, Qualifiers, RecordId, Span, StmtKind, Symbol, Type,
    TypeKind, Var, VarId, VarStorage,
};
use syntax::ast;

use super::overload_sets::{Candidates, Reported, best, call_of, free_name, given, none_fits};
use crate::conversions::Purpose;
use crate::resolver::Resolver;
use crate::scopes::Name;
use crate::type_text::type_text;

/// The functions of a struct.
#[derive(Clone, Debug, Default)]
pub(crate) struct Methods {
    /// By the name they are written with.
    functions: Vec<(Symbol, FunctionId)>,
    constructors: Vec<Constructor>,
}

impl Methods {
    fn all(&self) -> Vec<FunctionId> {
        let functions = self.functions.iter().map(|(_, function)| *function);
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
}

impl Receiver {
    fn record(self) -> RecordId {
        match self {
            Receiver::Pointed(_, record) | Receiver::Made(_, record) => record,
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
    let ty = match method.is_constructor {
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
        false => methods.functions.push((written.symbol, function)),
    }
    name
}

fn has_empty_body(resolver: &Resolver<'_>, def: &ast::FunctionDef) -> bool {
    matches!(&resolver.ast.stmts[def.body].kind, ast::StmtKind::Block(stmts) if stmts.is_empty())
}

/// What `this` points to.
fn receiver_type(resolver: &mut Resolver<'_>, record: RecordId, is_const: bool) -> Type {
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
    if method.is_constructor {
        define_constructor(resolver, record, method, ident, made);
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
    resolver.scopes.close();
}

/// In bodies, members hide what the file calls so.
fn declare_members(resolver: &mut Resolver<'_>, record: RecordId) {
    let fields = resolver.member_names(record);
    fields.into_iter().for_each(|name| resolver.scopes.declare(name, Name::Member));
    let functions = resolver.methods.get(&record).map(|m| m.functions.clone()).unwrap_or_default();
    functions.into_iter().for_each(|(name, _)| resolver.scopes.declare(name, Name::Member));
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

/// `x(a)` as a statement.
fn initialized(
    resolver: &mut Resolver<'_>,
    var: VarId,
    record: RecordId,
    member: ast::Ident,
    args: &[ast::ExprId],
) -> Option<hir::StmtId> {
    let Some(path) = resolver.member_path(record, member.symbol) else {
        let diagnostic = crate::expressions::members::no_such_member(resolver, record, member);
        resolver.report(diagnostic);
        return None;
    };
    let base = resolver.make(ExprKind::Var(var), resolver.program.vars[var].ty, member.span);
    let place = resolver.access(base, false, record, &path, member.span);
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
    let (Receiver::Pointed(var, _) | Receiver::Made(var, _)) = receiver;
    let base = resolver.make(ExprKind::Var(var), resolver.program.vars[var].ty, span);
    resolver.access(base, matches!(receiver, Receiver::Pointed(..)), receiver.record(), &path, span)
}

/// The address of the object at hand, as `this` in a constructor.
pub(crate) fn own_address(resolver: &mut Resolver<'_>, span: Span) -> Option<ExprId> {
    let (Receiver::Pointed(var, _) | Receiver::Made(var, _)) = resolver.receiver?;
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
            let base = if *arrow { resolver.rvalue(*base) } else { resolver.expr(*base) };
            let record = record_of(resolver, base, *arrow);
            let functions = record.map(|record| named(resolver, record, field.symbol)).unwrap_or_default();
            if functions.is_empty() {
                let callee = resolver.member_of(base, *field, *arrow, at);
                let callee = resolver.decay(callee);
                let args = args.iter().map(|&arg| resolver.rvalue(arg)).collect();
                return Some(resolver.plain_call(callee, args, span));
            }
            let object = if *arrow { base } else { address(resolver, base) };
            let args = args.iter().map(|&arg| resolver.expr(arg)).collect();
            Some(called_on(resolver, field.symbol, functions, object, args, span))
        }
        ast::ExprKind::Ident(name) if resolver.scopes.name(*name) == Some(Name::Member) => {
            let functions = named(resolver, resolver.receiver?.record(), *name);
            if functions.is_empty() {
                return None;
            }
            let object = own_address(resolver, at)?;
            let args = args.iter().map(|&arg| resolver.expr(arg)).collect();
            Some(called_on(resolver, *name, functions, object, args, span))
        }
        _ => None,
    }
}

fn record_of(resolver: &Resolver<'_>, base: ExprId, arrow: bool) -> Option<RecordId> {
    let ty = resolver.ty(base);
    let object = if arrow { resolver.program.types.pointee(ty)? } else { ty };
    resolver.program.types.as_record(object)
}

/// The functions of a struct that have a name.
fn named(resolver: &Resolver<'_>, record: RecordId, name: Symbol) -> Vec<FunctionId> {
    let functions = resolver.methods.get(&record).map(|methods| methods.functions.as_slice());
    functions.unwrap_or_default().iter().filter(|(known, _)| *known == name).map(|(_, f)| *f).collect()
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
    let functions = named(resolver, record, name);
    if functions.is_empty() {
        return None;
    }
    let object = address(resolver, object);
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
    if !has_constructors(resolver, element) || cuda.has(hir::CudaSpecs::SHARED) {
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
    constructed(resolver, ty, &[], span).map(Init::Expr)
}

/// `new T` and `new T[n]` only allocate.
pub(crate) fn check_new(resolver: &mut Resolver<'_>, made: Type, span: Span) {
    if !begins_as_it_is(resolver, made) {
        report_not_run(resolver, made, "what `new` makes", span);
    }
}

/// Does nothing have to run before an object without an initialiser is used?
fn begins_as_it_is(resolver: &Resolver<'_>, ty: Type) -> bool {
    let record = resolver.program.types.as_record(ty);
    let methods = record.and_then(|record| resolver.methods.get(&record));
    methods.is_none_or(|methods| {
        methods.constructors.is_empty()
            || methods.constructors.iter().any(|constructor| {
                let ty = resolver.program.function_type(constructor.function);
                constructor.is_empty && ty.is_some_and(|ty| ty.params.is_empty())
            })
    })
}

fn report_not_run(resolver: &mut Resolver<'_>, ty: Type, what: &str, span: Span) {
    let text = type_text(resolver.program, resolver.sources, ty);
    let message = format!("the constructor of `{text}` is not run for {what}");
    let help = "leave the body of the constructor without parameters empty, and assign the members";
    resolver.report(Diagnostic::new(&NO_CONSTRUCTOR, span, message).help(help));
}

fn innermost(resolver: &Resolver<'_>, ty: Type) -> Type {
    let mut ty = ty;
    while let Some(element) = resolver.program.types.element(ty) {
        ty = element;
    }
    ty
}
