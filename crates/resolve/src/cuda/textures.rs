//! CUDA's own templates, which are about textures.
//!
//! ```c++
//! tex2D<float>(texture, x, y)              // float fetched at (x, y)
//! cudaCreateChannelDesc<uchar4>()          // cudaCreateChannelDesc(8, 8, 8, 8, …Unsigned)
//! ```
//! Of a fetch, each element type in use is a function.

use diagnostics::Diagnostic;
use diagnostics::codes::TEMPLATE_ARGUMENTS;
use hir::{BuiltinType, ExprId, ExprKind, FunctionId, FunctionType, Span, Symbol, Type, TypeKind};
use syntax::ast;

use crate::resolver::Resolver;
use crate::scopes::Name;
use crate::type_text::type_text;

/// A call of such a template.
pub(super) fn texture_call(
    resolver: &mut Resolver<'_>,
    callee: ast::ExprId,
    args: &[ast::ExprId],
    span: Span,
) -> Option<ExprId> {
    let node = &resolver.ast.exprs[callee];
    let ast::ExprKind::TemplateId { name, args: written } = &node.kind else { return None };
    let at = node.span;
    let describes = match resolver.scopes.name(*name) {
        None => false,
        Some(Name::Function(known)) if resolver.program.functions[known].builtin => true,
        Some(_) => return None,
    };
    let [ast::TemplateArg::Type(element)] = written.as_slice() else {
        let message = "this takes the type of an element between `<` and `>`";
        resolver.report(Diagnostic::new(&TEMPLATE_ARGUMENTS, at, message));
        return Some(resolver.error_expr(span));
    };
    let element = resolver.type_name(*element);
    let Some(channels) = channels(resolver, element) else {
        let text = type_text(resolver.program, resolver.sources, element);
        let message = format!("`{text}` cannot be the element of a texture");
        let help = "use a number of at most four bytes, or one, two or four of them: `float`, `uchar4`";
        resolver.report(Diagnostic::new(&TEMPLATE_ARGUMENTS, at, message).help(help));
        return Some(resolver.error_expr(span));
    };
    match describes {
        true => Some(description(resolver, *name, channels, at, span)),
        false => Some(fetch(resolver, *name, element, args, at, span)),
    }
}

/// How many numbers an element has, and of what type.
fn channels(resolver: &Resolver<'_>, element: Type) -> Option<(usize, BuiltinType)> {
    use BuiltinType as B;
    let (count, number) = match resolver.program.types.as_record(element) {
        Some(record) => {
            let fields = resolver.program.records[record].fields.as_ref()?;
            (fields.len(), fields.first()?.ty)
        }
        None => (1, element),
    };
    let number = resolver.program.types.as_builtin(number)?;
    let fits =
        matches!(number, B::Char | B::SChar | B::UChar | B::Short | B::UShort | B::Int | B::UInt | B::Float);
    (fits && matches!(count, 1 | 2 | 4)).then_some((count, number))
}

/// `tex1Dfetch` takes the number of an element, the others coordinates.
fn fetch(
    resolver: &mut Resolver<'_>,
    name: Symbol,
    element: Type,
    args: &[ast::ExprId],
    at: Span,
    span: Span,
) -> ExprId {
    let name = resolver.text(name);
    let coordinates = match name.as_str() {
        "tex1Dfetch" => vec![Type::INT],
        "tex1D" => vec![Type::FLOAT],
        _ => vec![Type::FLOAT; 2],
    };
    let text = type_text(resolver.program, resolver.sources, element);
    let name = resolver.sources.symbols.intern(format!("{name}<{text}>").as_bytes());
    let mut params = vec![Type::builtin(BuiltinType::ULongLong)];
    params.extend(coordinates);
    let ty = FunctionType { result: element.unqualified(), params, variadic: false, prototype: true };
    let ty = resolver.program.types.intern(TypeKind::Function(ty));
    let function = builtin(resolver, name, ty);
    let callee = resolver.make(ExprKind::Function(function), ty, at);
    let callee = resolver.decay(callee);
    let args = args.iter().map(|&arg| resolver.rvalue(arg)).collect();
    resolver.call_with(callee, args, span)
}

fn builtin(resolver: &mut Resolver<'_>, name: Symbol, ty: Type) -> FunctionId {
    if let Some(&known) = resolver.builtins.get(&name) {
        return known;
    }
    let function = hir::Function { builtin: true, ..hir::Function::new(name, ty, Span::BUILTIN) };
    let function = resolver.program.functions.alloc(function);
    resolver.builtins.insert(name, function);
    function
}

/// The bits of each channel, and what they mean, in order of the enumeration:
/// signed, unsigned, real.
fn description(
    resolver: &mut Resolver<'_>,
    name: Symbol,
    (count, number): (usize, BuiltinType),
    at: Span,
    span: Span,
) -> ExprId {
    use BuiltinType as B;
    let (bits, kind) = match number {
        B::Char | B::SChar => (8, 0),
        B::UChar => (8, 1),
        B::Short => (16, 0),
        B::UShort => (16, 1),
        B::Int => (32, 0),
        B::UInt => (32, 1),
        _ => (32, 2),
    };
    let mut values = vec![0; 5];
    values[..count].fill(bits);
    values[4] = kind;
    let number = |resolver: &mut Resolver<'_>, value: i128| {
        resolver.make(ExprKind::Int { value, text: None }, Type::INT, span)
    };
    let args = values.into_iter().map(|value| number(resolver, value)).collect();
    let callee = resolver.name_expr(name, at);
    let callee = resolver.decay(callee);
    resolver.call_with(callee, args, span)
}
