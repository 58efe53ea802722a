//! Parameters that are allocations of their own at every launch.
//!
//! ```c
//! float *a, *b;
//! cudaMalloc((void **)&a, bytes);
//! cudaMalloc((void **)&b, bytes);
//! scale<<<grid, block>>>(a, b, n);      // `a` and `b` do not overlap
//! ```
//! Nothing in a kernel says so, and a compiler that sees the kernel alone makes every load
//! wait for the stores before it. What the launches prove is written into the kernel as
//! `__restrict__`.
//!
//! Invariant: a variable counts if `cudaMalloc` alone gives it its value, and a launch if
//! all pointers that it passes are such variables, each once.

use std::collections::BTreeSet;

use analyze::Input;
use analyze::cuda_kernel::CudaKernel;
use hir::{ExprId, ExprKind, Init, Program, Qualifiers, VarId, const_eval};

use crate::kernel::Kernel;
use crate::patch::Patch;

/// The pointers among a kernel's parameters, if no two of them can overlap.
pub(crate) fn own_allocations(input: &Input<'_>, found: &CudaKernel) -> BTreeSet<VarId> {
    let program = input.program;
    let params = &program.functions[found.function].params;
    let pointers: Vec<usize> =
        (0..params.len()).filter(|at| program.types.is_pointer(program.vars[params[*at]].ty)).collect();
    let is_apart = |launch: &ExprId| {
        let ExprKind::Launch { args, .. } = &program.exprs[*launch].kind else { return false };
        let mut passed = BTreeSet::new();
        pointers.iter().all(|at| {
            let variable = args.get(*at).and_then(|arg| variable(program, *arg));
            variable.is_some_and(|var| passed.insert(var) && is_allocated(input, var))
        })
    };
    match !found.launches.is_empty() && pointers.len() > 1 && found.launches.iter().all(is_apart) {
        true => pointers.into_iter().map(|at| params[at]).collect(),
        false => BTreeSet::new(),
    }
}

/// Declares them `__restrict__`, where they are not; their names.
pub(crate) fn declare_restrict(kernel: &Kernel<'_>, patch: &mut Patch) -> Vec<String> {
    let program = kernel.program();
    let mut names = Vec::new();
    for var in &kernel.own_allocations {
        let is_declared = program.vars[*var].ty.quals.has(Qualifiers::RESTRICT);
        let Some(range) = kernel.range(program.vars[*var].span).ok().filter(|_| !is_declared) else {
            continue;
        };
        let before = kernel.text()[..range.start].iter().rev().find(|byte| !byte.is_ascii_whitespace());
        if before == Some(&b'*') {
            patch.insert(range.start, "__restrict__ ");
            names.push(format!("`{}`", kernel.input.name(*var)));
        }
    }
    names
}

/// The variable that an expression is, whatever it is converted to.
fn variable(program: &Program, expr: ExprId) -> Option<VarId> {
    let mut at = expr;
    loop {
        match program.exprs[at].kind {
            ExprKind::Cast { operand, .. } => at = operand,
            ExprKind::Var(var) => return Some(var),
            _ => return None,
        }
    }
}

/// Does `cudaMalloc` give the variable its value, and nothing else?
pub(crate) fn is_allocated(input: &Input<'_>, var: VarId) -> bool {
    let program = input.program;
    let is_it = |expr: ExprId| matches!(program.exprs[expr].kind, ExprKind::Var(found) if found == var);
    let is_null = |init: &Init| match init {
        Init::Expr(value) => const_eval::integer(program, *value) == Some(0),
        _ => false,
    };
    let mut allocated = BTreeSet::new();
    let mut taken = BTreeSet::new();
    for (id, expr) in program.exprs.iter() {
        match &expr.kind {
            ExprKind::Assign { lhs, .. } | ExprKind::AssignOp { lhs, .. } if is_it(*lhs) => return false,
            ExprKind::IncDec { operand, .. } if is_it(*operand) => return false,
            ExprKind::AddrOf(operand) if is_it(*operand) => {
                taken.insert(id);
            }
            ExprKind::Call { callee, args } => {
                let name = program.called_function(*callee).map(|function| input.function_name(function));
                if let (Some("cudaMalloc" | "cudaMallocManaged"), Some(first)) =
                    (name.as_deref(), args.first())
                {
                    allocated.insert(bare(program, *first));
                }
            }
            _ => {}
        }
    }
    let keeps_start = program.vars[var].init.as_ref().is_none_or(is_null);
    keeps_start && !taken.is_empty() && taken.is_subset(&allocated)
}

fn bare(program: &Program, expr: ExprId) -> ExprId {
    let mut at = expr;
    while let ExprKind::Cast { operand, .. } = program.exprs[at].kind {
        at = operand;
    }
    at
}
