//! Pointers that begin where an allocation does, and so where a vector may.
//!
//! ```c
//! static float *floats(size_t n) { float *p; cudaMalloc(&p, n * sizeof *p); return p; }
//! float *a = floats(4 * n);
//! luminance<<<grid, block>>>(y, a, n);       // `a` is a multiple of 256
//! luminance<<<grid, block>>>(y, a + 1, n);   // of nothing
//! ```
//! Invariant: a parameter counts if every launch of the kernel passes it such a pointer.

use hir::{ExprId, ExprKind, Init, Program, StmtKind, VarId};

use crate::allocations::is_allocated;
use crate::kernel::Kernel;

/// Is a parameter the start of an allocation, at every launch?
pub(crate) fn begins_an_allocation(kernel: &Kernel<'_>, param: VarId) -> bool {
    let program = kernel.program();
    let at = program.functions[kernel.found.function].params.iter().position(|own| *own == param);
    let is_start = |launch: &ExprId| match &program.exprs[*launch].kind {
        ExprKind::Launch { args, .. } => {
            at.and_then(|at| args.get(at)).is_some_and(|arg| is_start(kernel, *arg, 0))
        }
        _ => false,
    };
    !kernel.found.launches.is_empty() && kernel.found.launches.iter().all(is_start)
}

/// Calls and variables nest as deeply as people write them.
fn is_start(kernel: &Kernel<'_>, expr: ExprId, depth: u32) -> bool {
    const DEEPEST: u32 = 8;
    let program = kernel.program();
    if depth > DEEPEST {
        return false;
    }
    match program.exprs[expr].kind {
        ExprKind::Cast { operand, .. } => is_start(kernel, operand, depth + 1),
        ExprKind::Var(var) => {
            let given = match program.vars[var].init {
                Some(Init::Expr(value)) => is_start(kernel, value, depth + 1) && keeps_value(program, var),
                _ => false,
            };
            given || is_allocated(kernel.input, var)
        }
        ExprKind::Call { callee, .. } => {
            let function = program.called_function(callee).map(|function| kernel.input.definition(function));
            let Some(body) = function.and_then(|function| program.functions[function].body) else {
                return false;
            };
            let mut returned = program.stmts_below(body).filter_map(|stmt| match program.stmts[stmt].kind {
                StmtKind::Return(value) => Some(value),
                _ => None,
            });
            let first = returned.next();
            let is_one =
                |value: Option<ExprId>| value.is_some_and(|value| is_start(kernel, value, depth + 1));
            first.is_some_and(is_one) && returned.all(is_one)
        }
        _ => false,
    }
}

/// Is a variable never given another value than that of its declaration?
fn keeps_value(program: &Program, var: VarId) -> bool {
    let is_it = |expr: ExprId| matches!(program.exprs[expr].kind, ExprKind::Var(found) if found == var);
    program.exprs.iter().all(|(_, expr)| match expr.kind {
        ExprKind::Assign { lhs, .. } | ExprKind::AssignOp { lhs, .. } => !is_it(lhs),
        ExprKind::IncDec { operand, .. } | ExprKind::AddrOf(operand) => !is_it(operand),
        _ => true,
    })
}
