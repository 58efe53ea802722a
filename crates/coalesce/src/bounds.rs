//! The bounds below which a kernel's threads stay.
//!
//! ```c
//! int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
//! if (i >= n || j >= m)
//!     return;                     // `n` along x, `m` along y
//! ```
//! Invariant: a thread whose number has reached a bound that is found does nothing at
//! all, and the bound is a parameter that never changes.

use hir::{Axis, BinaryOp, ExprId, ExprKind, StmtId, StmtKind, VarId};

use crate::kernel::Kernel;
use crate::row_of_warp::is_thread_number;
use crate::staged_body::exit_condition;

/// The parameters below which the two numbers stay: of `x`, of `y`.
pub(crate) fn bounds(kernel: &Kernel<'_>) -> [Option<VarId>; 2] {
    let program = kernel.program();
    let mut found = [None; 2];
    let StmtKind::Block(stmts) = &program.stmts[kernel.found.body].kind else { return found };
    for (at, stmt) in stmts.iter().enumerate() {
        match &program.stmts[*stmt].kind {
            StmtKind::Decl(_) if !writes(kernel, *stmt) => {}
            StmtKind::Empty | StmtKind::Pragma(_) | StmtKind::Comment(_) => {}
            StmtKind::If { cond, otherwise: None, .. } => {
                let leaves = exit_condition(kernel, *stmt).is_some();
                if !leaves && at + 1 != stmts.len() {
                    break;
                }
                note_bounds(kernel, *cond, !leaves, &mut found);
            }
            _ => break,
        }
    }
    found
}

fn writes(kernel: &Kernel<'_>, stmt: StmtId) -> bool {
    let mut all = kernel.costs.iter();
    all.any(|(access, _)| access.mode.writes() && access.stmt == stmt)
}

/// `i < n && j < m`, or where it does not hold `i >= n || j >= m`.
fn note_bounds(kernel: &Kernel<'_>, cond: ExprId, holds: bool, found: &mut [Option<VarId>; 2]) {
    let program = kernel.program();
    let mut pending = vec![cond];
    while let Some(expr) = pending.pop() {
        let ExprKind::Binary { op, lhs, rhs } = program.exprs[kernel.program().without_casts(expr)].kind
        else {
            continue;
        };
        let (number, bound) = match (op, holds) {
            (BinaryOp::And, true) | (BinaryOp::Or, false) => {
                pending.extend([lhs, rhs]);
                continue;
            }
            (BinaryOp::Lt, true) | (BinaryOp::Ge, false) => (lhs, rhs),
            (BinaryOp::Gt, true) | (BinaryOp::Le, false) => (rhs, lhs),
            _ => continue,
        };
        let ExprKind::Var(bound) = program.exprs[kernel.program().without_casts(bound)].kind else {
            continue;
        };
        let is_parameter = program.functions[kernel.found.function].params.contains(&bound);
        if !is_parameter || kernel.is_changed(bound) {
            continue;
        }
        let number = match program.exprs[kernel.program().without_casts(number)].kind {
            ExprKind::Var(var) => kernel.only_value(var),
            _ => Some(number),
        };
        let Some(number) = number.map(|number| kernel.program().without_casts(number)) else { continue };
        for (place, axis) in found.iter_mut().zip([Axis::X, Axis::Y]) {
            if is_thread_number(kernel, number, axis) {
                *place = Some(bound);
            }
        }
    }
}
