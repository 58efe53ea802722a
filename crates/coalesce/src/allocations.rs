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
//! `__restrict__`; what is only read besides becomes `const`, and its loads take the way of
//! constants.
//!
//! Invariant: a variable counts if `cudaMalloc` alone gives it its value, and a launch if
//! all pointers that it passes are such variables, each once. A type becomes `const` only
//! where the kernel's type is written once, and nothing but subscripts uses the pointer.

use std::collections::BTreeSet;

use analyze::Input;
use analyze::cuda_kernel::CudaKernel;
use hir::{ExprId, ExprKind, Init, Item, Qualifiers, VarId, const_eval};

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
            let variable = args.get(*at).and_then(|arg| program.variable_of(program.without_casts(*arg)));
            variable.is_some_and(|var| passed.insert(var) && is_allocated(input, var))
        })
    };
    match !found.launches.is_empty() && pointers.len() > 1 && found.launches.iter().all(is_apart) {
        true => pointers.into_iter().map(|at| params[at]).collect(),
        false => BTreeSet::new(),
    }
}

/// Declares what is known of the parameters; what there is to say about it.
pub(crate) fn qualify(kernel: &Kernel<'_>, patch: &mut Patch) -> Vec<String> {
    let mut notes = Vec::new();
    let restricted = declare_restrict(kernel, patch);
    if !restricted.is_empty() {
        let names = restricted.join(", ");
        notes.push(format!(
            "{names} are allocations of their own at every launch: they are `__restrict__` now"
        ));
    }
    let constant = declare_const(kernel, patch);
    if !constant.is_empty() {
        let names = constant.join(", ");
        let verbs = if constant.len() == 1 { "is only read: it is" } else { "are only read: they are" };
        notes.push(format!("{names} {verbs} `const` now"));
    }
    notes
}

/// Declares them `__restrict__`, where they are not; their names.
fn declare_restrict(kernel: &Kernel<'_>, patch: &mut Patch) -> Vec<String> {
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

/// Declares the elements of restricted pointers `const` that are only read; their names.
fn declare_const(kernel: &Kernel<'_>, patch: &mut Patch) -> Vec<String> {
    let program = kernel.program();
    let mut names = Vec::new();
    if is_declared_elsewhere(kernel) {
        return names;
    }
    for var in &program.functions[kernel.found.function].params {
        let ty = program.vars[*var].ty;
        let is_restrict = kernel.own_allocations.contains(var) || ty.quals.has(Qualifiers::RESTRICT);
        let is_const = program.types.pointee(ty).is_none_or(|target| program.types.strip(target).is_const());
        if is_restrict && !is_const && is_only_read(kernel, *var) {
            let Some(start) = declaration_start(kernel, *var) else { continue };
            patch.insert(start, "const ");
            names.push(format!("`{}`", kernel.input.name(*var)));
        }
    }
    names
}

/// Is the kernel's type also written in a prototype, or its address taken?
fn is_declared_elsewhere(kernel: &Kernel<'_>) -> bool {
    let (program, function) = (kernel.program(), kernel.found.function);
    let name = program.functions[function].name;
    let is_prototype = |item: &Item| match item {
        Item::Prototype { function, .. } => program.functions[*function].name == name,
        _ => false,
    };
    let is_mention =
        |expr: &hir::Expr| matches!(expr.kind, ExprKind::Function(of) if program.functions[of].name == name);
    let mentions = program.exprs.iter().filter(|(_, expr)| is_mention(expr)).count();
    mentions > kernel.found.launches.len()
        || program.units.iter().any(|unit| unit.items.iter().any(is_prototype))
}

/// Does nothing but subscripts use a pointer, and are their elements only read?
fn is_only_read(kernel: &Kernel<'_>, var: VarId) -> bool {
    let program = kernel.program();
    let is_it = |expr: ExprId| program.variable_of(program.without_casts(expr)) == Some(var);
    let (mut mentions, mut subscripts) = (0, 0);
    for expr in program.exprs_below(kernel.found.body) {
        match program.exprs[expr].kind {
            ExprKind::Var(found) if found == var => mentions += 1,
            ExprKind::Index { base, .. } if is_it(base) => subscripts += 1,
            ExprKind::AddrOf(of) => match program.exprs[program.without_casts(of)].kind {
                ExprKind::Index { base, .. } if is_it(base) => return false,
                _ => {}
            },
            _ => {}
        }
    }
    let is_written = kernel.costs.iter().any(|(a, _)| a.place.var == var && a.mode.writes());
    mentions == subscripts && mentions > 0 && !is_written
}

/// Where `float *a` begins, if it is as simple as that.
fn declaration_start(kernel: &Kernel<'_>, var: VarId) -> Option<usize> {
    let text = kernel.text();
    let end = kernel.range(kernel.program().vars[var].span).ok()?.start;
    let open = text[..end].iter().rposition(|byte| matches!(byte, b'(' | b','))? + 1;
    let start = open + text[open..end].iter().position(|byte| !byte.is_ascii_whitespace())?;
    let written = &text[start..end];
    let is_plain =
        |byte: &u8| byte.is_ascii_alphanumeric() || byte.is_ascii_whitespace() || b"_*".contains(byte);
    let stars = written.iter().filter(|byte| **byte == b'*').count();
    (written.iter().all(is_plain) && stars == 1).then_some(start)
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
                    allocated.insert(program.without_casts(*first));
                }
            }
            _ => {}
        }
    }
    let keeps_start = program.vars[var].init.as_ref().is_none_or(is_null);
    keeps_start && !taken.is_empty() && taken.is_subset(&allocated)
}
