//! Addresses of the host in kernels: of arrays that have no name there, and beside addresses of device copies.
//!
//! ```c
//! r[i] = &a[i] == &b[0];        // nothing of `a` and `b` is used: nobody gives them to the kernel
//! int *p = i > 3 ? r : q;       // `p == r` on the host; in the kernel `r` is the copy, `p` the host's array
//! ```
//! A kernel gets the arrays whose elements it uses. Of others it has no address, and the host's address of a pointer is no
//! address of a copy: they may be compared with null and with each other, nothing else.

use std::cell::LazyCell;

use diagnostics::{Diagnostic, Sink, codes};
use hir::{BinaryOp, ExprId, ExprKind, Span, StmtId, VarId};

use crate::maps::HashSet;
use crate::{Input, KernelFacts};

/// Reports both.
pub(super) fn check(input: &Input<'_>, kernel: &KernelFacts, sink: &mut Sink) {
    let uses = Uses { input, kernel };
    let program = input.program;
    let mut told: Vec<VarId> = Vec::new();
    let in_directives = LazyCell::new(|| {
        let exprs = program.directives.iter().flat_map(|(id, _)| program.directive_exprs(id));
        exprs.flat_map(|expr| program.exprs_below(expr)).collect::<HashSet<ExprId>>()
    });
    let exprs = uses.bodies().into_iter().flat_map(|body| program.exprs_below(body));
    for expr in exprs {
        let found = match program.exprs[expr].kind {
            ExprKind::Var(var) if uses.is_nameless_array(var) => {
                Some((var, "nothing is done with its elements, so that no kernel has a name for it"))
            }
            ExprKind::Binary { op, lhs, rhs } if is_between_addresses(op) => uses
                .host_pointer_beside(lhs, rhs)
                .map(|var| (var, "this is an address of the host, and that of a device copy is another one")),
            _ => None,
        };
        let Some((var, why)) = found.filter(|(var, _)| !told.contains(var) && !in_directives.contains(&expr))
        else {
            continue;
        };
        told.push(var);
        sink.push(not_on_device(input, var, input.span(expr), why));
    }
}

fn is_between_addresses(op: BinaryOp) -> bool {
    use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne, Sub};
    matches!(op, Eq | Ne | Lt | Le | Gt | Ge | Sub)
}

fn not_on_device(input: &Input<'_>, var: VarId, at: Span, why: &str) -> Diagnostic {
    Diagnostic::new(&codes::ARRAY_NOT_ON_DEVICE, at, format!("`{}` is not on the device", input.name(var)))
        .label(why)
        .help("pass a null pointer, or compute what depends on the address before the kernel")
}

struct Uses<'a, 'p> {
    input: &'a Input<'p>,
    kernel: &'a KernelFacts,
}

impl Uses<'_, '_> {
    /// The kernel's statements, and those of the functions that it calls.
    fn bodies(&self) -> Vec<StmtId> {
        let program = self.input.program;
        let mut bodies = vec![self.kernel.body];
        let mut at = 0;
        while let Some(&body) = bodies.get(at) {
            bodies.extend(
                program.exprs_below(body).filter_map(|expr| Some(program.instances.get(&expr)?.body)),
            );
            at += 1;
        }
        bodies
    }

    fn is_nameless_array(&self, var: VarId) -> bool {
        let program = self.input.program;
        program.types.is_array(program.vars[var].ty) && !self.is_known(var)
    }

    /// Does the kernel have an array of this name, or a variable of its own?
    fn is_known(&self, var: VarId) -> bool {
        let kernel = self.kernel;
        kernel.arrays.iter().any(|used| used.place.var == var)
            || kernel.locals.contains(&var)
            || kernel.callees.contains(&var)
            || kernel.tables.contains(&var)
    }

    /// A pointer of the host's on one side of an operator, with a known array on the other.
    fn host_pointer_beside(&self, lhs: ExprId, rhs: ExprId) -> Option<VarId> {
        let program = self.input.program;
        let is_address = |expr: ExprId| program.types.is_pointer(program.exprs[expr].ty);
        if !is_address(lhs) || !is_address(rhs) {
            return None;
        }
        let root = |expr: ExprId| program.variable_of(program.without_casts(expr));
        let of_host = |expr: ExprId| {
            root(expr).filter(|var| program.types.is_pointer(program.vars[*var].ty) && !self.is_known(*var))
        };
        let has_own = |expr: ExprId| program.variables_below(expr).any(|var| self.is_known(var));
        of_host(lhs).filter(|_| has_own(rhs)).or_else(|| of_host(rhs).filter(|_| has_own(lhs)))
    }
}
