//! Types as the user would write them, for messages and tests.
//!
//! `int (*)[3]`, `struct point`, `unsigned long`. C writes a type around the
//! name it declares, so the text grows outwards from an empty middle: pointers
//! to its left, arrays and parameters to its right.

use hir::{ArrayLen, Program, Qualifiers, RecordKind, Type, TypeKind};
use source::Sources;

/// How deep a type is spelled out; beyond that stands `…`.
const MAX_DEPTH: u32 = 64;

/// The type in backticks-free C text.
pub(crate) fn type_text(program: &Program, sources: &Sources, ty: Type) -> String {
    declared(program, sources, ty, String::new(), 0)
}

/// The type around `middle`, which is a name or the inside of a declarator.
fn declared(program: &Program, sources: &Sources, ty: Type, middle: String, depth: u32) -> String {
    if depth > MAX_DEPTH {
        return "…".to_string();
    }
    match program.types.kind(ty) {
        TypeKind::Pointer(target) => {
            let around = program.types.kind(*target);
            let quals = qualifiers(ty.quals);
            let space = if quals.is_empty() || middle.is_empty() { "" } else { " " };
            let mut middle = format!("*{}{space}{middle}", quals.trim_end());
            if matches!(around, TypeKind::Array(..) | TypeKind::Function(_)) {
                middle = format!("({middle})");
            }
            declared(program, sources, *target, middle, depth + 1)
        }
        TypeKind::Array(element, len) => {
            let len = match len {
                ArrayLen::Fixed(n) => n.to_string(),
                ArrayLen::Variable(_) | ArrayLen::Star => "*".to_string(),
                ArrayLen::Unknown => String::new(),
            };
            let element = element.qualified(ty.quals);
            declared(program, sources, element, format!("{middle}[{len}]"), depth + 1)
        }
        TypeKind::Function(function) => {
            let mut params: Vec<String> = function
                .params
                .iter()
                .map(|&param| declared(program, sources, param, String::new(), depth + 1))
                .collect();
            if function.variadic {
                params.push("...".to_string());
            } else if params.is_empty() && function.prototype {
                params.push("void".to_string());
            }
            let middle = format!("{middle}({})", params.join(", "));
            declared(program, sources, function.result, middle, depth + 1)
        }
        kind => {
            let base = format!("{}{}", qualifiers(ty.quals), base_text(program, sources, kind));
            match middle.chars().next() {
                None => base,
                Some('[') => base + &middle,
                Some(_) => format!("{base} {middle}"),
            }
        }
    }
}

/// A type that is written to the left of the name alone.
fn base_text(program: &Program, sources: &Sources, kind: &TypeKind) -> String {
    match kind {
        TypeKind::Builtin(builtin) => builtin.text().to_string(),
        TypeKind::Complex(part) => format!("_Complex {}", part.text()),
        TypeKind::Record(id) => {
            let record = &program.records[*id];
            let keyword = match record.kind {
                RecordKind::Struct => "struct",
                RecordKind::Union => "union",
            };
            tagged(sources, keyword, record.tag.filter(|_| !record.invented_tag))
        }
        TypeKind::Enum(id) => {
            let def = &program.enums[*id];
            tagged(sources, "enum", def.tag.filter(|_| !def.invented_tag))
        }
        TypeKind::Typedef(id) => {
            let name = sources.text(program.typedefs[*id].name).into_owned();
            // The user knows `cl_float4` as `float4`.
            match name.strip_prefix("cl_").filter(|word| crate::open_cl::is_vector_type(word)) {
                Some(word) => word.to_owned(),
                None => name,
            }
        }
        TypeKind::Vector(element, lanes) => {
            let element = declared(program, sources, *element, String::new(), MAX_DEPTH);
            format!("vector of {lanes} `{element}`")
        }
        TypeKind::Error => "unknown".to_string(),
        TypeKind::Pointer(_) | TypeKind::Array(..) | TypeKind::Function(_) => String::new(),
    }
}

fn tagged(sources: &Sources, keyword: &str, tag: Option<hir::Symbol>) -> String {
    match tag {
        Some(tag) => format!("{keyword} {}", sources.text(tag)),
        None => format!("{keyword} without a tag"),
    }
}

/// Qualifiers, each followed by a space.
fn qualifiers(quals: Qualifiers) -> String {
    const WORDS: [(Qualifiers, &str); 4] = [
        (Qualifiers::CONST, "const "),
        (Qualifiers::VOLATILE, "volatile "),
        (Qualifiers::RESTRICT, "restrict "),
        (Qualifiers::ATOMIC, "_Atomic "),
    ];
    WORDS.iter().filter(|(bit, _)| quals.has(*bit)).map(|(_, word)| *word).collect()
}
