//! References, and C++'s literals.
//!
//! ```c++
//! __device__ void exchange(float &a, float &b) { float t = a; a = b; b = t; }
//! exchange(s[i], s[j]);
//! ```
//! A reference is a pointer that is followed wherever it is mentioned: the
//! typed program has `void exchange(float *a, float *b)` with `*a` and `*b` in
//! its body, called as `exchange(&s[i], &s[j])`. A temporary bound to a constant
//! reference is a compound literal. A function that returns a reference returns a
//! pointer, and its calls follow it.

use diagnostics::Diagnostic;
use diagnostics::codes::REFERENCE_NOT_BOUND;
use hir::{
    CudaSpecs, ExprId, ExprKind, FunctionId, Init, Item, Qualifiers, Span, Symbol, Type, Var, VarStorage,
};
use syntax::ast;

use super::classes::{as_base, is_derived};
use super::methods::address;
use crate::conversions::Purpose;
use crate::resolver::Resolver;
use crate::scopes::Name;
use crate::type_text::type_text;

/// `true`, `false` and `nullptr`, which are no macros in C++.
pub(crate) fn literal(resolver: &mut Resolver<'_>, name: Symbol, span: Span) -> Option<ExprId> {
    let (value, ty) = match resolver.sources.symbols.bytes(name) {
        b"true" => (1, Type::builtin(hir::BuiltinType::Bool)),
        b"false" => (0, Type::builtin(hir::BuiltinType::Bool)),
        b"nullptr" => (0, resolver.program.types.pointer_to(Type::VOID)),
        _ => return None,
    };
    let number = resolver.make(ExprKind::Int { value, text: None }, Type::INT, span);
    Some(resolver.cast_value(number, ty, span))
}

/// Arguments, resolved but not decayed, as a function with references takes
/// them: addresses where the parameter is one.
pub(crate) fn pass_references(
    resolver: &mut Resolver<'_>,
    function: FunctionId,
    references: &[bool],
    args: Vec<ExprId>,
) -> Vec<ExprId> {
    let params = resolver.program.function_type(function).map(|ty| ty.params.clone()).unwrap_or_default();
    let mut passed = Vec::with_capacity(args.len());
    for (index, arg) in args.into_iter().enumerate() {
        let target = params.get(index).and_then(|&param| resolver.program.types.pointee(param));
        passed.push(match target {
            Some(target) if references.get(index) == Some(&true) => bound(resolver, arg, target),
            _ => resolver.decay(arg),
        });
    }
    passed
}

/// `T &name = object;` in a function.
pub(crate) fn reference_variable(
    resolver: &mut Resolver<'_>,
    specs: &ast::DeclSpecs,
    declared: &ast::InitDeclarator,
    ty: Type,
    out: &mut Vec<Item>,
) {
    let Some(name) = declared.declarator.name else { return };
    if resolver.function.is_none() {
        let message = format!("the reference `{}` stands outside of functions", resolver.text(name.symbol));
        let help = "use a pointer";
        resolver.report(Diagnostic::new(&REFERENCE_NOT_BOUND, name.span, message).help(help));
        resolver.scopes.declare(name.symbol, Name::Error);
        return;
    }
    let Some(ast::DeclInit::Equals(ast::Initializer::Expr(object))) = &declared.init else {
        let message = format!("the reference `{}` refers to nothing", resolver.text(name.symbol));
        let help = "give it a value that has an address, or use a pointer";
        resolver.report(Diagnostic::new(&REFERENCE_NOT_BOUND, name.span, message).help(help));
        resolver.scopes.declare(name.symbol, Name::Error);
        return;
    };
    let object = resolver.expr(*object);
    let target = match specs.ty {
        ast::TypeSpec::Auto => resolver.ty(object).qualified(specs.quals),
        _ => resolver.program.types.pointee(ty).unwrap_or(Type::ERROR),
    };
    let address = bound(resolver, object, target);
    let pointer = resolver.program.types.pointer_to(target);
    let var = Var {
        storage: VarStorage::Local,
        init: Some(Init::Expr(address)),
        ..resolver.plain_var(Some(name.symbol), pointer, name.span)
    };
    resolver.check_not_declared_here(name.symbol, name.span);
    let var = resolver.program.vars.alloc(var);
    resolver.scopes.declare(name.symbol, Name::Var(var));
    resolver.references.insert(var);
    out.append(&mut resolver.pending);
    out.push(Item::Var { var, with_init: true, is_extern: false, ty: pointer });
}

/// A kernel runs elsewhere: nothing it is given can be referred to.
pub(crate) fn refuse_references_in_kernel(resolver: &mut Resolver<'_>, function: FunctionId) {
    let declared = &resolver.program.functions[function];
    if !declared.cuda.has(CudaSpecs::GLOBAL) || !resolver.reference_params.contains_key(&function) {
        return;
    }
    let message = format!("the kernel `{}` takes a reference", resolver.text(declared.name));
    let help = "pass a value, or a pointer to device memory";
    resolver.report(Diagnostic::new(&REFERENCE_NOT_BOUND, declared.span, message).help(help));
}

/// The address of what a reference to `target` is bound to.
pub(crate) fn bound(resolver: &mut Resolver<'_>, object: ExprId, target: Type) -> ExprId {
    let span = resolver.span(object);
    if resolver.is_error(object) || resolver.program.types.is_error(target) {
        return resolver.error_expr(span);
    }
    if is_derived(resolver, resolver.ty(object), target) {
        let given = address(resolver, object);
        if let Some(base) = as_base(resolver, given, target) {
            return base;
        }
    }
    let has_type = resolver.compatible(resolver.ty(object).unqualified(), target.unqualified());
    // What the C++ compiler takes binds: a temporary to `T &&`, a constant to the `T &` that `T` makes of it.
    let is_taken = resolver.ast.has_classes;
    let keeps_const =
        is_taken || target.quals.has(Qualifiers::CONST) || !resolver.ty(object).quals.has(Qualifiers::CONST);
    let has_address = resolver.is_lvalue(object) && resolver.bit_field_width(object).is_none();
    let pointer = resolver.program.types.pointer_to(target);
    if has_type && keeps_const && has_address {
        return resolver.make(ExprKind::AddrOf(object), pointer, span);
    }
    // Of two objects, the one that is chosen: C has its address only.
    if has_type
        && keeps_const
        && let ExprKind::Conditional { cond, then: Some(then), otherwise } =
            resolver.program.exprs[object].kind
    {
        let then = Some(bound(resolver, then, target));
        let otherwise = bound(resolver, otherwise, target);
        return resolver.make(ExprKind::Conditional { cond, then, otherwise }, pointer, span);
    }
    let takes_values = is_taken || target.quals.has(Qualifiers::CONST);
    if takes_values && has_type && resolver.program.types.as_record(target).is_some() {
        return address(resolver, object);
    }
    let is_scalar = resolver.program.types.is_scalar(target);
    if takes_values && is_scalar {
        let value = resolver.decay(object);
        let value = resolver.assign_convert(value, target, &Purpose::Init);
        let init = Box::new(Init::Expr(value));
        let temporary = resolver.make(ExprKind::CompoundLiteral { init, is_static: false }, target, span);
        return resolver.make(ExprKind::AddrOf(temporary), pointer, span);
    }
    let diagnostic = not_bound(resolver, object, target, has_type && keeps_const);
    resolver.report(diagnostic);
    resolver.error_expr(span)
}

fn not_bound(resolver: &Resolver<'_>, object: ExprId, target: Type, fits: bool) -> Diagnostic {
    let wanted = type_text(resolver.program, resolver.sources, target);
    let message = format!("a reference to `{wanted}` cannot be bound to this");
    let given = type_text(resolver.program, resolver.sources, resolver.ty(object));
    let label = if fits { "it has no address".to_owned() } else { format!("it is of type `{given}`") };
    Diagnostic::new(&REFERENCE_NOT_BOUND, resolver.span(object), message)
        .label(label)
        .help("store it in a variable of that type first")
}
