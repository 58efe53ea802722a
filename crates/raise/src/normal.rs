//! A kernel's body in the form that the rest of this crate looks at.
//!
//! ```text
//! int i, j = threadIdx.x;        int j = threadIdx.x;
//! i = blockIdx.x * 64 + j;       int i = blockIdx.x * 64 + j;
//! a += i * m;                    const float *a_row = a;  a_row += i * m;
//! ```
//! One variable a declaration where it speaks of threads; a variable that is assigned once, at
//! the top, is declared there; a parameter that a thread changes is copied first, because the
//! next thread wants it as it was. Hints for other compilers go.

use std::collections::{HashMap, HashSet};

use hir::copy::{self, Rewrite};
use hir::{Builder, DirectiveKind, ExprId, ExprKind, Item, StmtId, StmtKind, Var, VarId};

use crate::grid::{grid_variable, without_conversions};
use crate::kernel::{Kernel, statements};

/// The statements of a kernel's body, in normal form.
pub(crate) fn statements_of(kernel: &mut Kernel<'_, '_>, body: StmtId) -> Vec<StmtId> {
    let body = with_own_parameters(kernel, body);
    let body = without_hints(kernel.b, body);
    let stmts = statements(kernel.b, body);
    let stmts = stmts.into_iter().flat_map(|stmt| split(kernel, stmt)).collect();
    declared_late(kernel, stmts)
}

/// Copies of the parameters that a thread changes.
fn with_own_parameters(kernel: &mut Kernel<'_, '_>, body: StmtId) -> StmtId {
    let params = kernel.b.program.functions[kernel.function].params.clone();
    let mut own = HashMap::new();
    let mut declarations = Vec::new();
    for param in params.into_iter().filter(|param| kernel.changed.contains(param)) {
        let name = format!("own_{}", kernel.b.name_of(param));
        let ty = kernel.b.program.vars[param].ty.unqualified();
        let var = kernel.fresh(&name, ty);
        let value = kernel.b.var(param);
        declarations.push(kernel.b.declare(var, Some(value)));
        own.insert(param, var);
    }
    if own.is_empty() {
        return body;
    }
    let copied = copy::stmt(&mut Renamed { b: kernel.b, vars: &own }, body);
    declarations.extend(statements(kernel.b, copied));
    kernel.b.stmt(StmtKind::Block(declarations))
}

struct Renamed<'s, 'b> {
    b: &'s mut Builder<'b>,
    vars: &'s HashMap<VarId, VarId>,
}

impl<'b> Rewrite<'b> for Renamed<'_, 'b> {
    fn builder(&mut self) -> &mut Builder<'b> {
        self.b
    }

    fn replace_expr(&mut self, expr: ExprId) -> Option<ExprId> {
        match self.b.program.exprs[expr].kind {
            ExprKind::Var(var) => {
                let own = *self.vars.get(&var)?;
                Some(self.b.var(own))
            }
            _ => None,
        }
    }
}

/// Without annotations and `#pragma unroll`.
fn without_hints(b: &mut Builder<'_>, body: StmtId) -> StmtId {
    struct Without<'s, 'b>(&'s mut Builder<'b>);
    impl<'b> Rewrite<'b> for Without<'_, 'b> {
        fn builder(&mut self) -> &mut Builder<'b> {
            self.0
        }
        fn replace_expr(&mut self, _: ExprId) -> Option<ExprId> {
            None
        }
        fn replace_stmt(&mut self, stmt: StmtId) -> Option<StmtId> {
            let StmtKind::Block(stmts) = self.0.program.stmts[stmt].kind.clone() else { return None };
            if !stmts.iter().any(|&stmt| is_hint(self.0, stmt)) {
                return None;
            }
            let kept: Vec<StmtId> = stmts.into_iter().filter(|&stmt| !is_hint(self.0, stmt)).collect();
            let kept = kept.into_iter().map(|stmt| copy::stmt(self, stmt)).collect();
            Some(self.0.stmt(StmtKind::Block(kept)))
        }
    }
    copy::stmt(&mut Without(b), body)
}

fn is_hint(b: &Builder<'_>, stmt: StmtId) -> bool {
    match b.program.stmts[stmt].kind {
        StmtKind::Directive(directive) => {
            matches!(b.program.directives[directive].kind, DirectiveKind::CudaLite(_))
        }
        StmtKind::Pragma(text) => b.sources.text(text).trim_start().starts_with("unroll"),
        _ => false,
    }
}

/// One declaration for each variable, where threads are spoken of.
fn split(kernel: &mut Kernel<'_, '_>, stmt: StmtId) -> Vec<StmtId> {
    let StmtKind::Decl(items) = &kernel.b.program.stmts[stmt].kind else { return vec![stmt] };
    let speaks_of_threads = kernel
        .b
        .program
        .exprs_below(stmt)
        .any(|expr| grid_variable(kernel.b.program, kernel.b.sources, expr).is_some());
    let is_shared = items.iter().any(|item| match item {
        Item::Var { var, .. } => kernel.b.program.vars[*var].cuda.has(hir::CudaSpecs::SHARED),
        _ => false,
    });
    if items.len() < 2 || !(speaks_of_threads || is_shared || has_barriers(kernel)) {
        return vec![stmt];
    }
    let span = kernel.span_of(stmt);
    let items = items.clone();
    let alone = |item: Item| hir::Stmt { kind: StmtKind::Decl(vec![item]), span };
    items.into_iter().map(|item| kernel.b.program.stmts.alloc(alone(item))).collect()
}

/// Do the kernel's threads wait for each other?
pub(crate) fn has_barriers(kernel: &Kernel<'_, '_>) -> bool {
    let Some(body) = kernel.b.program.functions[kernel.function].body else { return false };
    kernel.b.program.exprs_below(body).any(|expr| crate::phases::is_barrier_call(kernel.b, expr))
}

/// `int i; … i = e;` is `… int i = e;`, if that is all that ever happens to `i`.
fn declared_late(kernel: &mut Kernel<'_, '_>, stmts: Vec<StmtId>) -> Vec<StmtId> {
    let mut late: HashMap<VarId, Item> = HashMap::new();
    let mut assigned: HashSet<VarId> = HashSet::new();
    let mut several: HashSet<VarId> = HashSet::new();
    for &stmt in &stmts {
        for expr in kernel.b.program.exprs_below(stmt) {
            let Some(place) = kernel.b.program.assigned_or_addressed(expr) else { continue };
            let root = root_variable(kernel.b, place);
            if let Some(var) = root.filter(|var| !assigned.insert(*var)) {
                several.insert(var);
            }
        }
        if let StmtKind::Decl(items) = &kernel.b.program.stmts[stmt].kind {
            for item in items {
                if let Item::Var { var, with_init: false, .. } = item {
                    late.insert(*var, item.clone());
                }
            }
        }
    }
    let mut out: Vec<StmtId> = Vec::new();
    let mut moved: HashSet<VarId> = HashSet::new();
    for stmt in stmts {
        if let Some((var, value)) = plain_assignment(kernel.b, stmt)
            && let Some(Item::Var { ty, is_extern, .. }) = late.get(&var)
            && !several.contains(&var)
            && !kernel.mentions(&out).contains_key(&var)
        {
            let span = kernel.span_of(stmt);
            kernel.b.program.vars[var].init = Some(hir::Init::Expr(value));
            let item = Item::Var { var, with_init: true, is_extern: *is_extern, ty: *ty };
            out.push(kernel.b.program.stmts.alloc(hir::Stmt { kind: StmtKind::Decl(vec![item]), span }));
            moved.insert(var);
            continue;
        }
        out.push(stmt);
    }
    kernel.settled.extend(moved.iter().copied());
    without_declarations(kernel.b, out, &moved)
}

/// Leaves out the declarations without a value of some variables.
fn without_declarations(b: &mut Builder<'_>, stmts: Vec<StmtId>, moved: &HashSet<VarId>) -> Vec<StmtId> {
    let mut out = Vec::new();
    for stmt in stmts {
        let StmtKind::Decl(items) = b.program.stmts[stmt].kind.clone() else {
            out.push(stmt);
            continue;
        };
        let goes =
            |item: &Item| matches!(item, Item::Var { var, with_init: false, .. } if moved.contains(var));
        if !items.iter().any(goes) {
            out.push(stmt);
            continue;
        }
        let left: Vec<Item> = items.into_iter().filter(|item| !goes(item)).collect();
        if !left.is_empty() {
            let span = b.program.stmts[stmt].span;
            out.push(b.program.stmts.alloc(hir::Stmt { kind: StmtKind::Decl(left), span }));
        }
    }
    out
}

/// `var = value;`
fn plain_assignment(b: &Builder<'_>, stmt: StmtId) -> Option<(VarId, ExprId)> {
    let StmtKind::Expr(expr) = b.program.stmts[stmt].kind else { return None };
    match b.program.exprs[without_conversions(b.program, expr)].kind {
        ExprKind::Assign { lhs, rhs } => b.program.variable_of(lhs).map(|var| (var, rhs)),
        _ => None,
    }
}

/// The variable that a place is in; `None` for memory behind a pointer.
pub(crate) fn root_variable(b: &Builder<'_>, place: ExprId) -> Option<VarId> {
    crate::grid::root_variable(b.program, place)
}

/// A variable like another, with another type.
pub(crate) fn sibling(kernel: &mut Kernel<'_, '_>, var: VarId, ty: hir::Type) -> VarId {
    let known = kernel.b.program.vars[var].clone();
    kernel.b.program.vars.alloc(Var { ty, init: None, cuda: hir::CudaSpecs::default(), ..known })
}
