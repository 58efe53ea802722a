//! Which pointers that a host passes to kernels are whole buffers.
//!
//! ```text
//! float *d;                       whole: only `cudaMalloc` and other whole pointers give it a value
//! cudaMalloc(&d, n);
//! scale<<<1, 64>>>(d);
//! scale<<<1, 64>>>(d + 64);       not whole: the kernel gets an offset, too
//! ```

use std::collections::HashSet;

use hir::{CastKind, ExprId, ExprKind, FunctionId, Init, Program, VarId, VarStorage};
use source::Sources;

use super::ByAddress;

/// Functions whose first argument is the place of a new pointer.
const ALLOCATING: [&str; 3] = ["cudaMalloc", "cudaMallocManaged", "cudaMallocPitch"];

/// The parameters of kernels that need an offset.
pub(super) fn by_address(program: &Program, sources: &Sources, kernels: &[FunctionId]) -> ByAddress {
    let hosts = Hosts::of(program, sources);
    let mut found = ByAddress::new();
    for (_, expr) in program.exprs.iter() {
        let ExprKind::Launch { callee, args, .. } = &expr.kind else { continue };
        let Some(kernel) = program.called_function(*callee) else { continue };
        for (&param, &arg) in program.functions[kernel].params.iter().zip(args) {
            if program.types.is_pointer(program.vars[param].ty) && !hosts.is_whole(arg, &mut HashSet::new()) {
                found.insert(param);
            }
        }
    }
    // A declaration's parameters are not those of the definition: without a doubt about any, about all.
    let params = kernels.iter().flat_map(|kernel| &program.functions[*kernel].params);
    if found.iter().any(|param| !kernels.iter().any(|k| program.functions[*k].params.contains(param))) {
        found.extend(params.filter(|param| program.types.is_pointer(program.vars[**param].ty)));
    }
    found
}

/// What hosts do with pointers.
struct Hosts<'p> {
    program: &'p Program,
    /// `d = e;`
    assigned: Vec<(VarId, ExprId)>,
    /// Variables that change in another way: `d++`, or through their address.
    changed: HashSet<VarId>,
}

impl<'p> Hosts<'p> {
    fn of(program: &'p Program, sources: &Sources) -> Hosts<'p> {
        let mut hosts = Hosts { program, assigned: Vec::new(), changed: HashSet::new() };
        let mut allocated = HashSet::new();
        for (_, expr) in program.exprs.iter() {
            if let ExprKind::Call { callee, args } = &expr.kind
                && let Some(called) = program.called_function(*callee)
                && ALLOCATING.contains(&&*sources.text(program.functions[called].name))
                && let Some(&first) = args.first()
            {
                allocated.insert(hosts.plain(first));
            }
        }
        for (id, expr) in program.exprs.iter() {
            match expr.kind {
                ExprKind::Assign { lhs, rhs } => {
                    hosts.assigned.extend(program.variable_of(lhs).map(|var| (var, rhs)));
                }
                ExprKind::AssignOp { lhs: place, .. } | ExprKind::IncDec { operand: place, .. } => {
                    hosts.changed.extend(program.variable_of(place));
                }
                ExprKind::AddrOf(place) if !allocated.contains(&id) => {
                    hosts.changed.extend(program.variable_of(place));
                }
                _ => {}
            }
        }
        hosts
    }

    /// Without conversions.
    fn plain(&self, expr: ExprId) -> ExprId {
        match self.program.exprs[expr].kind {
            ExprKind::Cast { kind: CastKind::Pointer | CastKind::Same, operand, .. } => self.plain(operand),
            _ => expr,
        }
    }

    fn is_null(&self, expr: ExprId) -> bool {
        match self.program.exprs[expr].kind {
            ExprKind::Cast { operand, .. } => self.is_null(operand),
            ExprKind::Int { value, .. } => value == 0,
            _ => false,
        }
    }

    fn is_whole(&self, expr: ExprId, seen: &mut HashSet<VarId>) -> bool {
        let expr = self.plain(expr);
        if self.is_null(expr) {
            return true;
        }
        let Some(var) = self.program.variable_of(expr) else { return false };
        if !seen.insert(var) {
            return true;
        }
        let declared = &self.program.vars[var];
        let is_own = matches!(
            declared.storage,
            VarStorage::Local | VarStorage::Global | VarStorage::Internal | VarStorage::StaticLocal
        );
        let starts_whole = match &declared.init {
            None => true,
            Some(Init::Expr(init)) => self.is_whole(*init, seen),
            Some(_) => false,
        };
        is_own
            && starts_whole
            && !self.changed.contains(&var)
            && self.assigned.iter().filter(|(to, _)| *to == var).all(|(_, from)| self.is_whole(*from, seen))
    }
}
