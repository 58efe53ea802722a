//! Types that the program and CUDA both have.
//!
//! A host in C includes CUDA's header behind its own declarations. Where they have a `float3`, CUDA's goes by another name there:
//!
//! ```text
//! typedef struct { float x, y, z; } float3;
//! …
//! // The program has types of these names.
//! #define float3 cuda_float3
//! #include <cuda_runtime.h>
//! #undef float3
//! ```

use std::collections::BTreeSet;

use emit::{Dialect, reserved};
use hir::{Item, Program};
use source::Sources;

use crate::actions::Host;

/// The lines, with what hides CUDA's types around them.
pub(crate) fn beside(program: &Program, sources: &Sources, includes: &str) -> String {
    let names = shared_names(program, sources);
    if names.is_empty() {
        return includes.to_owned();
    }
    let lines = |line: &dyn Fn(&str) -> String| -> String { names.iter().map(|name| line(name)).collect() };
    let hidden = lines(&|name| format!("#define {name} cuda_{name}\n"));
    let shown = lines(&|name| format!("#undef {name}\n"));
    let gap = if includes.ends_with("\n\n") { "\n" } else { "" };
    format!("// The program has types of these names.\n{hidden}{}\n{shown}{gap}", includes.trim_end())
}

/// CUDA's `dim3`, in the host's C or beside kernels.
pub(crate) fn dim3(host: &Host<'_>, dialect: Dialect) -> &'static str {
    let is_hidden = || shared_names(host.program, host.sources).contains("dim3");
    match host.api.dim3() {
        "dim3" if dialect == Dialect::C && is_hidden() => "cuda_dim3",
        name => name,
    }
}

fn shared_names(program: &Program, sources: &Sources) -> BTreeSet<String> {
    let declared = program.units.iter().flat_map(|unit| &unit.items).filter_map(|item| match item {
        Item::Record { record, .. } => Some((program.records[*record].tag?, program.records[*record].span)),
        Item::Typedef(id) => Some((program.typedefs[*id].name, program.typedefs[*id].span)),
        Item::Function(id) => Some((program.functions[*id].name, program.functions[*id].span)),
        _ => None,
    });
    // The simulator's header has functions that make them, in C, too.
    let is_of_cuda = |name: &String| reserved::is_type_of_cuda(name.strip_prefix("make_").unwrap_or(name));
    let own = declared.filter(|(_, span)| reserved::is_of_program(sources, *span));
    own.map(|(name, _)| sources.text(name).into_owned()).filter(is_of_cuda).collect()
}
