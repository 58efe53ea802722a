//! What C takes and C++ does not.
//!
//! ```c++
//! int new = 3;                // a word of C++
//! const int n;                // constants begin with a value
//! int t[2] = {1, 2, 3};       // C warns
//! ```
//! CUDA files in the style of C are read by C's rules. What is found here, the machine's C++ compiler is asked
//! about, where there is one: it has the last word.

use diagnostics::Diagnostic;
use diagnostics::codes::{
    DYNAMIC_SHARED_TYPES, EXCESS_INITIALIZERS, NOT_IN_CPP, POINTER_COMPARISON, RETURN_MISMATCH,
};
use hir::{Span, Type, VarId, VarStorage};
use syntax::ast;

use crate::resolver::Resolver;
use crate::type_text::type_text;

/// Words of C++ that C does not know.
const WORDS: [&str; 32] = [
    "and",
    "catch",
    "class",
    "const_cast",
    "constexpr",
    "decltype",
    "delete",
    "dynamic_cast",
    "explicit",
    "export",
    "friend",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "nullptr",
    "operator",
    "or",
    "private",
    "protected",
    "public",
    "reinterpret_cast",
    "static_cast",
    "template",
    "this",
    "throw",
    "try",
    "typeid",
    "typename",
    "using",
    "virtual",
];

/// A warning of C's that is an error in C++.
pub(crate) fn as_in_cpp(resolver: &Resolver<'_>, mut found: Diagnostic) -> Diagnostic {
    let is_refused = [&EXCESS_INITIALIZERS, &RETURN_MISMATCH, &POINTER_COMPARISON].contains(&found.code);
    if is_refused && !resolver.program.host_is_unread {
        found.code = &NOT_IN_CPP;
        found.notes.push("CUDA files are C++, which refuses what C warns of".to_owned());
    }
    found
}

/// A name that is declared.
pub(crate) fn check_name(resolver: &mut Resolver<'_>, name: ast::Ident) {
    if !held_to_cpp(resolver, name.span) {
        return;
    }
    let text = resolver.text(name.symbol);
    if WORDS.contains(&&*text) {
        let message = format!("`{text}` is a word of C++, and no name in a CUDA file");
        resolver.report(Diagnostic::new(&NOT_IN_CPP, name.span, message));
    }
}

/// `const int n;`
pub(crate) fn check_constant(resolver: &mut Resolver<'_>, id: VarId, span: Span) {
    let var = &resolver.program.vars[id];
    let types = &resolver.program.types;
    let element = types.innermost_element(var.ty);
    let is_plain = types.is_arithmetic(element) || types.is_pointer(element);
    if held_to_cpp(resolver, span)
        && var.storage != VarStorage::Extern
        && is_plain
        && element.is_const()
        && var.init.is_none()
    {
        let name = var.name.map(|name| resolver.text(name)).unwrap_or_default();
        let message = format!("the constant `{name}` has no value");
        resolver.report(
            Diagnostic::new(&NOT_IN_CPP, span, message)
                .note("CUDA files are C++, where constants begin with one"),
        );
    }
}

/// `extern __shared__ float t[];` in one kernel, `extern __shared__ int t[];` in another.
pub(crate) fn dynamic_of_another_type(
    resolver: &Resolver<'_>,
    name: ast::Ident,
    first: VarId,
    ty: Type,
) -> Diagnostic {
    let text = resolver.text(name.symbol);
    let of = |ty: Type| {
        let element = resolver.program.types.innermost_element(ty);
        type_text(resolver.program, resolver.sources, element)
    };
    let known = &resolver.program.vars[first];
    let message =
        format!("shared memory `{text}` is of `{}` here, and was of `{}` before", of(ty), of(known.ty));
    Diagnostic::new(&DYNAMIC_SHARED_TYPES, name.span, message)
        .related(known.span, "first declared here")
        .help("give it another name; in a template, declare bytes and cast them")
}

fn held_to_cpp(resolver: &Resolver<'_>, span: Span) -> bool {
    let options = resolver.options;
    options.cuda && !options.open_cl && !resolver.program.host_is_unread && !resolver.in_system_header(span)
}
