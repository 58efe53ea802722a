//! Shared memory: it begins with no value, and a kernel declares 48 KB at most.

use std::collections::HashSet;

use diagnostics::Diagnostic;
use diagnostics::codes::{SHARED_INITIALISED, TOO_MUCH_SHARED};
use hir::{CudaSpecs, ExprKind, FunctionId, Linkage, VarId};

use super::Rules;

/// What a kernel may declare; more is for `extern __shared__`, and asked for.
const MOST_BYTES: u64 = 48 << 10;

/// What AMD's GPUs have.
const MOST_OF_HIP: u64 = 64 << 10;

pub(super) fn check(rules: &Rules<'_>, id: FunctionId, found: &mut Vec<Diagnostic>) {
    let program = rules.program;
    let function = &program.functions[id];
    let Some(body) = function.body else { return };
    for var in program.declared_below(body) {
        let declared = &program.vars[var];
        if declared.cuda.has(CudaSpecs::SHARED) && declared.init.is_some() {
            let name = declared.name.map(|name| rules.sources.text(name)).unwrap_or_default();
            let message = format!("the shared variable `{name}` has an initialiser");
            found.push(
                Diagnostic::new(&SHARED_INITIALISED, declared.span, message)
                    .label("every thread of the block would set it")
                    .help("assign it by one thread, and let the others wait at `__syncthreads()`"),
            );
        }
    }
    if function.cuda.has(CudaSpecs::GLOBAL) {
        found.extend(too_much(rules, id));
    }
}

fn too_much(rules: &Rules<'_>, kernel: FunctionId) -> Option<Diagnostic> {
    let program = rules.program;
    let size = |var: &VarId| program.size_of(program.vars[*var].ty).unwrap_or(0);
    let shared = shared_of(rules, kernel);
    let bytes: u64 = shared.iter().map(size).sum();
    let most = if rules.is_hip(program.functions[kernel].span) { MOST_OF_HIP } else { MOST_BYTES };
    if bytes <= most {
        return None;
    }
    let largest = program.vars[*shared.iter().max_by_key(|var| size(var))?].span;
    let name = rules.sources.text(program.functions[kernel].name);
    let message = format!("the kernel `{name}` declares {bytes} bytes of shared memory");
    Some(
        Diagnostic::new(&TOO_MUCH_SHARED, largest, message)
            .label(format!("a kernel declares {most} bytes at most"))
            .help(
                "declare it `extern __shared__`, give the size at the launch, and ask for it with \
                 `cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)`",
            ),
    )
}

/// The shared variables of a kernel and of what it calls, in the order of their declaration.
fn shared_of(rules: &Rules<'_>, kernel: FunctionId) -> Vec<VarId> {
    let program = rules.program;
    let linkage = Linkage::new(program);
    let mut seen = HashSet::from([kernel]);
    let mut open = vec![kernel];
    let mut shared = Vec::new();
    while let Some(body) = open.pop().map(|function| program.functions[function].body) {
        let Some(body) = body else { continue };
        for expr in program.exprs_below(body) {
            match program.exprs[expr].kind {
                ExprKind::Var(var)
                    if program.vars[var].cuda.has(CudaSpecs::SHARED) && !shared.contains(&var) =>
                {
                    shared.push(var);
                }
                ExprKind::Call { callee, .. } => {
                    let called = program.called_function(callee).map(|id| linkage.definition(program, id));
                    open.extend(called.filter(|called| seen.insert(*called)));
                }
                _ => {}
            }
        }
    }
    shared
}
