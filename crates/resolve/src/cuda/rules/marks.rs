//! What may be marked as CUDA's, and how.
//!
//! ```c++
//! __global__ __device__ void k(int *a)       // a kernel is nothing else
//! {
//!     __constant__ int n;                    // variables of a device are declared outside of functions
//!     limit = 3;                             // kernels read __constant__ ones only
//! ```

use diagnostics::Diagnostic;
use diagnostics::codes::{CONSTANT_WRITTEN, WRONG_MARK};
use hir::{ArrayLen, CudaSpecs, ExprId, ExprKind, FunctionId, TypeKind, VarId, VarStorage};

use super::Rules;

pub(super) fn check(rules: &Rules<'_>, id: FunctionId, found: &mut Vec<Diagnostic>) {
    let program = rules.program;
    let function = &program.functions[id];
    if function.cuda.has(CudaSpecs::GLOBAL) {
        found.extend(kernel(rules, id));
    }
    let Some(body) = function.body else { return };
    let is_of_device = [CudaSpecs::GLOBAL, CudaSpecs::DEVICE].iter().any(|&mark| function.cuda.has(mark));
    for var in program.declared_below(body) {
        found.extend(local(rules, var).or_else(|| match is_of_device {
            true => length(rules, var),
            false => shared_on_host(rules, var),
        }));
    }
    if is_of_device {
        found.extend(program.exprs_below(body).filter_map(|expr| written_constant(rules, expr)));
    }
}

fn kernel(rules: &Rules<'_>, id: FunctionId) -> Option<Diagnostic> {
    let function = &rules.program.functions[id];
    let name = rules.sources.text(function.name);
    let other = [(CudaSpecs::DEVICE, "__device__"), (CudaSpecs::HOST, "__host__")];
    let other = other.iter().find(|(mark, _)| function.cuda.has(*mark));
    let (message, help) = if let Some((_, mark)) = other {
        (format!("`{name}` is marked `__global__` and `{mark}`"), "a kernel is marked `__global__` alone")
    } else if rules.program.function_type(id)?.variadic {
        (format!("the kernel `{name}` has `...` among its parameters"), "name the parameters")
    } else if &*name == "main" {
        ("`main` is marked `__global__`".to_owned(), "launch a kernel from `main`")
    } else {
        return None;
    };
    Some(Diagnostic::new(&WRONG_MARK, function.span, message).help(help))
}

/// `int t[n];`, `int t[0];`
fn length(rules: &Rules<'_>, id: VarId) -> Option<Diagnostic> {
    let program = rules.program;
    let var = &program.vars[id];
    let TypeKind::Array(_, length) = *program.types.kind(program.types.strip(var.ty)) else { return None };
    let (what, help) = match length {
        ArrayLen::Fixed(0) => ("no elements", "leave it out"),
        ArrayLen::Variable(_) => ("a length that the run chooses", "give it a constant length"),
        _ => return None,
    };
    let name = rules.sources.text(var.name?);
    let message = format!("`{name}` is declared on the device with {what}");
    Some(Diagnostic::new(&WRONG_MARK, var.span, message).help(help))
}

fn shared_on_host(rules: &Rules<'_>, id: VarId) -> Option<Diagnostic> {
    let var = &rules.program.vars[id];
    let is_shared = var.cuda.has(CudaSpecs::SHARED) && !rules.is_system(var.span);
    let name = rules.sources.text(var.name.filter(|_| is_shared)?);
    let message = format!("`{name}` is marked `__shared__`, and declared in a function of the host");
    Some(
        Diagnostic::new(&WRONG_MARK, var.span, message)
            .help("blocks of threads share it: declare it in a kernel"),
    )
}

fn local(rules: &Rules<'_>, id: VarId) -> Option<Diagnostic> {
    let var = &rules.program.vars[id];
    let marks = [(CudaSpecs::CONSTANT, "__constant__"), (CudaSpecs::DEVICE, "__device__")];
    let (_, mark) = marks.iter().find(|(mark, _)| var.cuda.has(*mark))?;
    let is_plain = var.storage == VarStorage::Local && !rules.is_system(var.span);
    let name = rules.sources.text(var.name?);
    is_plain.then(|| {
        let message = format!("`{name}` is marked `{mark}`, and declared in a function");
        Diagnostic::new(&WRONG_MARK, var.span, message)
            .help("declare it outside of the function, or leave the mark out")
    })
}

fn written_constant(rules: &Rules<'_>, expr: ExprId) -> Option<Diagnostic> {
    let program = rules.program;
    let mut place = match program.exprs[expr].kind {
        ExprKind::Assign { lhs, .. } | ExprKind::AssignOp { lhs, .. } => lhs,
        ExprKind::IncDec { operand, .. } => operand,
        _ => return None,
    };
    let var = loop {
        place = match program.exprs[place].kind {
            ExprKind::Var(var) => break var,
            ExprKind::Index { base, .. } => base,
            ExprKind::Member { base, arrow: false, .. } => base,
            ExprKind::Cast { kind: hir::CastKind::ArrayDecay, operand, .. } => operand,
            _ => return None,
        }
    };
    let declared = &program.vars[var];
    let is_read_only = declared.cuda.has(CudaSpecs::CONSTANT) && !declared.cuda.has(CudaSpecs::MANAGED);
    let name = rules.sources.text(declared.name.filter(|_| is_read_only)?);
    let message = format!("`{name}` is `__constant__`, and written on the device");
    Some(
        Diagnostic::new(&CONSTANT_WRITTEN, program.exprs[expr].span, message)
            .related(declared.span, "declared here")
            .help("declare it `__device__`; the host sets constants with `cudaMemcpyToSymbol`"),
    )
}
