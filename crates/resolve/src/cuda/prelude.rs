//! The declarations every CUDA file begins with, as C text.
//!
//! Text, because that is what such declarations are anywhere else: they are
//! read by the same parser and resolver as the user's, and a new runtime
//! function is one line in `prelude.h`. What comes in rows (forty-eight vector
//! types, real functions in two precisions) is counted out here.

use std::fmt::Write as _;

use diagnostics::Sink;
use source::{FileKind, Sources};
use syntax::Dialect;
use syntax::ast;

use super::overloads::REAL_FUNCTIONS;

/// Functions of kernels that are made from other ones, with their bodies.
pub const LIBRARY: &str = include_str!("library.h");

/// Parses the prelude. It is the same for every unit and has no mistakes, so
/// what a sink would hear goes nowhere; a test listens.
pub(super) fn parse(sources: &mut Sources, sink: &mut Sink) -> ast::Unit {
    let library = called(|name| sources.symbols.lookup(name.as_bytes()).is_some());
    let bytes = (text() + &library).into_bytes();
    let Some(file) = sources.map.add("<cuda>".to_owned(), bytes.into(), FileKind::System, None) else {
        // The address space of positions is used up; the unit itself said so.
        return ast::Unit::default();
    };
    let tokens = syntax::lexer::lex(file, syntax::lexer::Rules::default(), sources);
    syntax::parse::parse(&tokens, Dialect::Cuda, sources, sink)
}

fn text() -> String {
    let mut text = vector_types(Bodies::No);
    text.push_str(include_str!("prelude.h"));
    for &(name, params) in REAL_FUNCTIONS {
        for (ty, suffix) in [("double", ""), ("float", "f")] {
            let params = vec![ty; params].join(", ");
            let _ = writeln!(text, "{ty} {name}{suffix}({params});");
        }
    }
    for direction in ["rz", "ru", "rd"] {
        for (ty, letter, fma) in [("float", "f", "fmaf"), ("double", "d", "fma")] {
            for operation in ["add", "sub", "mul", "div"] {
                let _ = writeln!(text, "{ty} __{letter}{operation}_{direction}({ty} a, {ty} b);");
            }
            for operation in ["rcp", "sqrt"] {
                let _ = writeln!(text, "{ty} __{letter}{operation}_{direction}({ty} x);");
            }
            let _ = writeln!(text, "{ty} __{fma}_{direction}({ty} a, {ty} b, {ty} c);");
        }
        for from in ["double", "int", "unsigned int"] {
            let short = if from == "unsigned int" { "uint" } else { from };
            let _ = writeln!(text, "float __{short}2float_{direction}({from} x);");
        }
    }
    for name in ["sin", "cos", "tan", "exp", "exp10", "log", "log2", "log10"] {
        let _ = writeln!(text, "float __{name}f(float);");
    }
    text
}

/// The definitions of [`LIBRARY`] whose names a program knows, and those that they call. No phase meets the others.
fn called(is_known: impl Fn(&str) -> bool) -> String {
    const START: &str = "__device__ inline ";
    let definitions: Vec<&str> = LIBRARY.split(START).skip(1).collect();
    let name = |definition: &str| {
        let heading = definition.split('(').next().unwrap_or_default();
        heading.rsplit([' ', '*']).next().unwrap_or_default().to_owned()
    };
    let mut wanted: Vec<bool> = definitions.iter().map(|definition| is_known(&name(definition))).collect();
    // What is called stands before what calls it, or has the name of an overload that does.
    for caller in (0..definitions.len()).rev() {
        for at in 0..definitions.len() {
            let calls = || definitions[caller].contains(&format!("{}(", name(definitions[at])));
            wanted[at] |= wanted[caller] && calls();
        }
    }
    let chosen = definitions.iter().zip(wanted).filter(|(_, wanted)| *wanted);
    chosen.map(|(definition, _)| format!("{START}{definition}")).collect()
}

/// The part of it that host code in C can use: vector types and the runtime.
/// C has no default arguments, and needs none: calls in the typed program are
/// complete.
pub fn runtime_header() -> String {
    let all = include_str!("prelude.h");
    let dim3 = "typedef struct dim3 { unsigned int x, y, z; } dim3;\n";
    let runtime = all.split_once("/* The runtime. */").map_or("", |(_, runtime)| runtime);
    let mut text = format!("#include <stddef.h>\n\n{}{dim3}", vector_types(Bodies::Yes));
    let mut in_default = false;
    let mut depth = 0;
    for c in runtime.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        // ` = 0` of a parameter, up to the comma or the end of the list.
        match c {
            '=' if depth == 1 => in_default = true,
            ',' if depth == 1 => in_default = false,
            ')' if depth == 0 => in_default = false,
            _ => {}
        }
        if !in_default {
            text.push(c);
        }
    }
    text
}

/// What C++ has of its own: variables are passed by name, and some calls are kept for graphs.
const FOR_TEMPLATES: [&str; 8] = [
    "Symbol(",
    "SymbolAsync(",
    "SymbolAddress(",
    "SymbolSize(",
    "cudaMemcpyAsync(",
    "cudaMemcpy2DAsync(",
    "cudaMemcpy3DAsync(",
    "cudaMemsetAsync(",
];

/// The same for host code in C++, with the functions of the device behind it: there
/// are default arguments, sizes of grids are made from numbers, and variables of the
/// device are passed by name, which is for templates.
pub fn runtime_header_cpp(device: &str) -> String {
    let all = include_str!("prelude.h");
    let runtime = all.split_once("/* The runtime. */").map_or("", |(_, runtime)| runtime);
    let runtime: String = runtime
        .lines()
        .filter(|line| !FOR_TEMPLATES.iter().any(|name| line.contains(name)))
        .flat_map(|line| [line, "\n"])
        .collect();
    let dim3 = "struct dim3 {\n    unsigned int x, y, z;\n    \
                constexpr dim3(unsigned int x = 1, unsigned int y = 1, unsigned int z = 1) : x(x), y(y), z(z) {}\n    \
                constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}\n    \
                constexpr operator uint3() const { return uint3{x, y, z}; }\n};\n";
    format!("{}{dim3}extern \"C\" {{\n{runtime}{device}}}\n", vector_types(Bodies::Yes))
}

/// Are functions declared or defined?
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bodies {
    Yes,
    No,
}

/// `float4` and its relations, with `make_float4`.
fn vector_types(bodies: Bodies) -> String {
    let bases = [
        ("char", "signed char", 1),
        ("uchar", "unsigned char", 1),
        ("short", "short", 2),
        ("ushort", "unsigned short", 2),
        ("int", "int", 4),
        ("uint", "unsigned int", 4),
        ("long", "long", 8),
        ("ulong", "unsigned long", 8),
        ("longlong", "long long", 8),
        ("ulonglong", "unsigned long long", 8),
        ("float", "float", 4),
        ("double", "double", 8),
    ];
    let mut text = String::new();
    for (base, lane, size) in bases {
        for lanes in 1..=4 {
            let name = format!("{base}{lanes}");
            let members = ["x", "y", "z", "w"][..lanes].join(", ");
            // Pairs and quadruples load in one instruction of at most 16 bytes.
            let align = if lanes == 3 { size } else { (size * lanes).min(16) };
            let _ = writeln!(
                text,
                "typedef struct __attribute__((aligned({align}))) {name} {{ {lane} {members}; }} {name};"
            );
            let params = members.split(", ").map(|member| format!("{lane} {member}"));
            let params = params.collect::<Vec<_>>().join(", ");
            let _ = match bodies {
                Bodies::No => writeln!(text, "{name} make_{name}({params});"),
                Bodies::Yes => writeln!(
                    text,
                    "static inline {name} make_{name}({params}) {{ return ({name}){{{members}}}; }}"
                ),
            };
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_of_the_library_brings_those_that_it_calls() {
        let text = called(|name| name == "normcdfinvf");
        for name in ["float normcdfinvf(", "double normcdfinv(", "double erfcinv(", "double erfinv("] {
            assert!(text.contains(name), "{name}\n{text}");
        }
        assert!(!text.contains("sincospi") && called(|_| false).is_empty());
    }
}
