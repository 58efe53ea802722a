//! What the text of kernels says so that devices are fast: OpenCL 1.2 has no words for some of what they can do.
//!
//! ```c
//! #ifdef __NV_CL_C_VERSION              // NVIDIA's compiler takes its own instructions
//! struct sample { … } __attribute__((aligned(16)));      // a constant's elements come by one load
//! #define hicuda_vector_uchar16(at) (*(const __global uchar16 *)(at))
//! ```
//! Invariant: without these lines a program computes the same.

use hir::TypeKind;

use crate::actions::Host;
use crate::constants;

/// A function of the device; one that adds to a `float` of device memory also as an instruction.
pub(crate) fn with_instruction(function: String) -> String {
    const PARAMETERS: &str = "(__global float *target, float other)\n";
    let Some((comment, _)) = function.split_once("static ") else { return function };
    let body = &function[comment.len()..];
    let Some((heading, _)) = body.split_once(PARAMETERS) else { return function };
    let instruction = match heading.split_once(" atomic_sum_float").map(|(result, _)| result) {
        Some("static void") => {
            "    asm volatile(\"red.global.add.f32 [%0], %1;\" : : \"l\"(target), \"f\"(other) : \"memory\");\n"
        }
        Some("static float") => {
            "    float old;\n    \
             asm volatile(\"atom.global.add.f32 %0, [%1], %2;\" : \"=f\"(old) : \"l\"(target), \"f\"(other) : \"memory\");\n    \
             return old;\n"
        }
        _ => return function,
    };
    let body = body.trim_end();
    format!(
        "{comment}#ifdef __NV_CL_C_VERSION\n{heading}{PARAMETERS}{{\n{instruction}}}\n#else\n{body}\n#endif\n"
    )
}

/// The types of a program, with structs of constants aligned such that whole ones can be loaded. Constants begin where
/// a buffer does.
pub(crate) fn with_aligned_constants(host: &Host<'_>, types: String) -> String {
    const WIDEST: [u64; 2] = [16, 8];
    let mut text = types;
    for constant in constants::all(host) {
        let mut element = host.program.vars[constant.var].ty;
        while let TypeKind::Array(of, _) = host.program.types.stripped(element) {
            element = *of;
        }
        let Some(record) = host.program.types.as_record(element) else { continue };
        let size = host.program.size_of(element).unwrap_or(1);
        let align = host.program.align_of(element).unwrap_or(16);
        let Some(wider) = WIDEST.into_iter().find(|wide| size.is_multiple_of(*wide) && *wide > align) else {
            continue;
        };
        let Some(tag) = host.program.records[record].tag else { continue };
        let name = format!("struct {}", host.sources.text(tag));
        let opening = format!("{name} {{\n");
        // As part of another struct it would move what is behind it.
        let is_part = text.lines().any(|line| line.starts_with(' ') && line.contains(&format!("{name} ")));
        let start = text.find(&opening).filter(|at| *at == 0 || text[..*at].ends_with('\n'));
        let Some(start) = start.filter(|_| !is_part) else { continue };
        if let Some(end) = text[start..].find("\n};") {
            text.insert_str(start + end + 2, &format!(" __attribute__((aligned({wider})))"));
        }
    }
    text
}

/// The vectors that functions load, as macros; the pointers lead to the start of one.
pub(crate) fn vector_loads(functions: &[String]) -> String {
    const WORD: &str = "hicuda_vector_";
    let mut names: Vec<&str> = Vec::new();
    for function in functions {
        for (at, _) in function.match_indices(WORD) {
            let name = function[at + WORD.len()..].split('(').next().unwrap_or_default();
            names.extend((!names.contains(&name)).then_some(name));
        }
    }
    let define = |name: &&str| format!("#define {WORD}{name}(at) (*(const __global {name} *)(at))\n");
    names.iter().map(define).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_is_an_instruction_where_there_is_one() {
        let sum =
            "// The sum.\nstatic void atomic_sum_float(__global float *target, float other)\n{\n    …\n}\n";
        let said = with_instruction(sum.to_owned());
        assert!(
            said.starts_with("// The sum.\n#ifdef __NV_CL_C_VERSION\nstatic void atomic_sum_float"),
            "{said}"
        );
        assert!(said.contains("red.global.add.f32") && said.ends_with("…\n}\n#endif\n"), "{said}");
        let local = sum.replace("__global", "__local");
        assert_eq!(with_instruction(local.clone()), local);
    }
}
