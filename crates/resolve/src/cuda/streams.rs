//! `std::cout << a << '\n'`, as calls of C functions.
//!
//! What is sent to a stream is known by its type; each value becomes a call of
//! the runtime (`streams.c`), which prints as C++ does: six digits of a real,
//! as many as `setprecision` says.

use diagnostics::Diagnostic;
use diagnostics::codes::UNSUPPORTED_SYNTAX;
use hir::{BinaryOp, BuiltinType, ExprId, ExprKind, Span, Type, TypeKind};
use syntax::ast;

use crate::resolver::Resolver;
use crate::type_text::type_text;

/// The whole chain, if a stream stands leftmost.
pub(crate) fn stream_chain(
    resolver: &mut Resolver<'_>,
    leftmost: ast::ExprId,
    sent: &[(BinaryOp, ast::ExprId, Span)],
    span: Span,
) -> Option<ExprId> {
    let number = match word(resolver, leftmost)?.as_str() {
        "cout" => 1,
        "cerr" | "clog" => 2,
        _ => return None,
    };
    if sent.iter().any(|(op, ..)| *op != BinaryOp::Shl) {
        return None;
    }
    let mut all: Option<ExprId> = None;
    for &(_, value, at) in sent {
        let call = sent_value(resolver, number, value, at);
        all = Some(match all {
            Some(before) => resolver.make(
                ExprKind::Binary { op: BinaryOp::Comma, lhs: before, rhs: call },
                Type::VOID,
                span,
            ),
            None => call,
        });
    }
    all
}

/// A name that nobody declared.
fn word(resolver: &Resolver<'_>, expr: ast::ExprId) -> Option<String> {
    let (name, _) = resolver.plain_name(expr)?;
    resolver.scopes.name(name).is_none().then(|| resolver.text(name))
}

fn sent_value(resolver: &mut Resolver<'_>, number: i128, value: ast::ExprId, span: Span) -> ExprId {
    let stream = resolver.make(ExprKind::Int { value: number, text: None }, Type::INT, span);
    let form = |resolver: &mut Resolver<'_>, form: i128| {
        let form = resolver.make(ExprKind::Int { value: form, text: None }, Type::INT, span);
        call(resolver, "__print_form", vec![stream, form], span)
    };
    match word(resolver, value).as_deref() {
        Some("endl") => return call(resolver, "__print_end", vec![stream], span),
        Some("flush") => return call(resolver, "__print_flush", vec![stream], span),
        Some("defaultfloat") => return form(resolver, 0),
        Some("fixed") => return form(resolver, 1),
        Some("scientific") => return form(resolver, 2),
        _ => {}
    }
    if let ast::ExprKind::Call { callee, args } = &resolver.ast.exprs[value].kind
        && let (Some(name), [arg]) = (word(resolver, *callee), args.as_slice())
        && let Some(function) = match name.as_str() {
            "setprecision" => Some("__print_precision"),
            "setw" => Some("__print_width"),
            _ => None,
        }
    {
        let arg = resolver.rvalue(*arg);
        return call(resolver, function, vec![stream, arg], span);
    }
    // In C++ a character is one; in C it is an `int`.
    let is_character = matches!(resolver.ast.exprs[value].kind, ast::ExprKind::Char(_));
    let value = resolver.rvalue(value);
    if resolver.is_error(value) {
        return value;
    }
    let printer =
        if is_character { Some("__print_character") } else { printer(resolver, resolver.ty(value)) };
    match printer {
        Some(function) => call(resolver, function, vec![stream, value], span),
        None => {
            let text = type_text(resolver.program, resolver.sources, resolver.ty(value));
            let message = format!("`{text}` cannot be sent to a stream in CUDA C input");
            let help = "send its parts, or use `printf`";
            resolver.report(Diagnostic::new(&UNSUPPORTED_SYNTAX, resolver.span(value), message).help(help));
            resolver.error_expr(span)
        }
    }
}

/// What prints a value of a type.
fn printer(resolver: &Resolver<'_>, ty: Type) -> Option<&'static str> {
    use BuiltinType as B;
    let types = &resolver.program.types;
    if let Some(target) = types.pointee(ty) {
        let is_text = matches!(types.as_builtin(target), Some(B::Char | B::SChar | B::UChar));
        return Some(if is_text { "__print_text" } else { "__print_pointer" });
    }
    match types.stripped(ty) {
        TypeKind::Builtin(B::Char | B::SChar | B::UChar) => Some("__print_character"),
        TypeKind::Builtin(B::UInt | B::ULong | B::ULongLong | B::UShort | B::Bool) => {
            Some("__print_unsigned")
        }
        _ if types.is_integer(ty) => Some("__print_integer"),
        TypeKind::Builtin(B::Float | B::Double | B::LongDouble) => Some("__print_real"),
        _ => None,
    }
}

/// A function of the prelude.
fn call(resolver: &mut Resolver<'_>, name: &str, args: Vec<ExprId>, span: Span) -> ExprId {
    let name = resolver.sources.symbols.intern(name.as_bytes());
    let callee = resolver.name_expr(name, span);
    let callee = resolver.decay(callee);
    resolver.call_with(callee, args, span)
}
