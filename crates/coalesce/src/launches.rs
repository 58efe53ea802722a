//! What the launches of a kernel show: all of them, which memory they pass, and sizes.
//!
//! ```c
//! int dim = 2;
//! assign<<<(n + 255) / 256, 256>>>(points, centres, n, dim);   // rows of two columns
//! shift<<<1, 256>>>(a, a + 1);                                 // one array, twice
//! void (*f)(float *, int) = scale;                             // launched who knows how
//! ```
//! A rewritten kernel is right with the launches that were rewritten with it, and for arrays
//! that are apart or the same. What is visibly otherwise is refused.

use analyze::Place;
use hir::{ExprId, ExprKind, Init, Node, Program, Qualifiers, StmtId, VarId, VarStorage, const_eval};

use crate::kernel::Kernel;
use crate::refusal::{Refusal, refuse_with};

/// Nothing may launch the kernel that is not seen to, nor pass it overlapping arrays.
pub(crate) fn are_plain(kernel: &Kernel<'_>) -> Result<(), Refusal> {
    are_all_seen(kernel)?;
    arguments_are_apart(kernel)
}

/// The kernel's name stands in its launches and nowhere else.
fn are_all_seen(kernel: &Kernel<'_>) -> Result<(), Refusal> {
    let program = kernel.program();
    if program.host_is_unread {
        return refuse_with(
            program.functions[kernel.found.function].span,
            "its launches are in host code that the C++ compiler reads: they would keep their old shape",
            "move the kernel and the functions that launch it to a file in the style of C",
        );
    }
    let is_it = |expr: ExprId| match program.exprs[expr].kind {
        ExprKind::Function(function) => kernel.input.definition(function) == kernel.found.function,
        _ => false,
    };
    let launched: Vec<ExprId> = kernel
        .found
        .launches
        .iter()
        .filter_map(|launch| match program.exprs[*launch].kind {
            ExprKind::Launch { callee, .. } => Some(callee),
            _ => None,
        })
        .flat_map(|callee| program.exprs_below(Node::Expr(callee)).collect::<Vec<_>>())
        .collect();
    match program.exprs.iter().map(|(expr, _)| expr).find(|expr| is_it(*expr) && !launched.contains(expr)) {
        Some(mention) => refuse_with(
            kernel.input.span(mention),
            "its address is taken here: a launch through a pointer would keep its old shape",
            "launch it by its name",
        ),
        None => Ok(()),
    }
}

/// No launch passes two parts of one array, of which the kernel writes one.
fn arguments_are_apart(kernel: &Kernel<'_>) -> Result<(), Refusal> {
    let program = kernel.program();
    let params = &program.functions[kernel.found.function].params;
    let is_written = |param: VarId| {
        kernel.costs.iter().any(|(access, _)| access.place.var == param && access.mode.writes())
    };
    let is_promised = |param: VarId| program.vars[param].ty.quals.has(Qualifiers::RESTRICT);
    let element = |param: VarId| {
        let target = program.types.pointee(program.vars[param].ty);
        target.map(|target| program.types.strip(target).id)
    };
    for launch in &kernel.found.launches {
        let ExprKind::Launch { args, .. } = &program.exprs[*launch].kind else { continue };
        let pointers: Vec<(VarId, ExprId)> = params
            .iter()
            .copied()
            .zip(args.iter().copied())
            .filter(|(param, _)| program.types.is_pointer(program.vars[*param].ty))
            .collect();
        for (at, (first, one)) in pointers.iter().enumerate() {
            for (second, other) in &pointers[at + 1..] {
                if !(is_written(*first) || is_written(*second)) || is_promised(*first) || is_promised(*second)
                {
                    continue;
                }
                let (roots, others) = (arrays(program, *one, 0), arrays(program, *other, 0));
                let overlap = roots.iter().any(|(array, is_whole)| {
                    let same = others.iter().filter(|(known, _)| known == array);
                    // The same array for both is what the remedies ask about.
                    same.into_iter()
                        .any(|(_, whole)| !(*is_whole && *whole && element(*first) == element(*second)))
                });
                if overlap {
                    let names = (kernel.input.name(*first), kernel.input.name(*second));
                    let reason = format!(
                        "`{}` and `{}` are parts of one array here, which may overlap",
                        names.0, names.1
                    );
                    let help = "declare the parameters `__restrict__` if the parts never overlap";
                    return refuse_with(kernel.input.span(*other), reason, help);
                }
            }
        }
    }
    Ok(())
}

/// The arrays that a pointer may point into, and whether it is where they begin.
fn arrays(program: &Program, expr: ExprId, depth: u32) -> Vec<(Place, bool)> {
    const DEEPEST: u32 = 16;
    if depth > DEEPEST {
        return Vec::new();
    }
    let below = |expr: ExprId| arrays(program, expr, depth + 1);
    let inside = |expr: ExprId| below(expr).into_iter().map(|(place, _)| (place, false)).collect();
    match &program.exprs[expr].kind {
        ExprKind::Cast { operand, .. } => below(*operand),
        ExprKind::Binary { lhs, rhs, .. } => match program.types.is_pointer(program.exprs[*lhs].ty) {
            true => inside(*lhs),
            false => inside(*rhs),
        },
        ExprKind::AddrOf(operand) => inside(*operand),
        ExprKind::Index { base, .. } | ExprKind::Deref(base) => inside(*base),
        ExprKind::Conditional { then, otherwise, .. } => {
            then.iter().copied().chain([*otherwise]).flat_map(below).collect()
        }
        // A pointer that is another one from its declaration on.
        ExprKind::Var(var) if !is_assigned(program, *var) => match &program.vars[*var].init {
            Some(Init::Expr(value)) if !below(*value).is_empty() => below(*value),
            _ => vec![(Place::var(*var), true)],
        },
        _ => Place::of(program, expr).map(|place| (place, true)).into_iter().collect(),
    }
}

/// The columns of the shortest launch that a loop goes along, where all launches tell.
pub(crate) fn columns(kernel: &Kernel<'_>, stmt: StmtId) -> Option<u64> {
    let canonical = kernel.found.region.loops.get(&stmt)?;
    let trips = |launch: &ExprId| {
        let bound = value_at(kernel, *launch, canonical.bound)?;
        let first = value_at(kernel, *launch, canonical.first)?;
        let end = bound + i128::from(canonical.op == hir::BinaryOp::Le);
        let step = i128::from(canonical.step);
        (step > 0).then(|| u64::try_from((end - first + step - 1) / step).unwrap_or(0))
    };
    match kernel.found.launches.as_slice() {
        _ if canonical.trips.is_some() => canonical.trips,
        [] => None,
        launches => launches.iter().map(trips).collect::<Option<Vec<_>>>()?.into_iter().min(),
    }
}

/// The value of a kernel's expression at a launch.
pub(crate) fn value_at(kernel: &Kernel<'_>, launch: ExprId, expr: ExprId) -> Option<i128> {
    at_launch(kernel, launch, expr, 0)
}

fn at_launch(kernel: &Kernel<'_>, launch: ExprId, expr: ExprId, depth: u32) -> Option<i128> {
    const DEEPEST: u32 = 8;
    let program = kernel.program();
    let ExprKind::Launch { args, .. } = &program.exprs[launch].kind else { return None };
    let params = &program.functions[kernel.found.function].params;
    const_eval::integer_where(program, expr, &|var| match params.iter().position(|param| *param == var) {
        _ if depth > DEEPEST => None,
        Some(at) if !kernel.is_changed(var) => on_host(program, *args.get(at)?),
        Some(_) => None,
        None => at_launch(kernel, launch, kernel.only_value(var)?, depth + 1),
    })
}

/// The value of an expression on the host, where its variables have one all the time.
pub(crate) fn on_host(program: &Program, expr: ExprId) -> Option<i128> {
    host_value(program, expr, 0)
}

fn host_value(program: &Program, expr: ExprId, depth: u32) -> Option<i128> {
    const DEEPEST: u32 = 8;
    const_eval::integer_where(program, expr, &|var| match &program.vars[var].init {
        _ if depth > DEEPEST || is_assigned(program, var) => None,
        Some(Init::Expr(value)) => host_value(program, *value, depth + 1),
        _ if program.vars[var].storage == VarStorage::Param => passed(program, var, depth + 1),
        _ => None,
    })
}

/// What all calls of a function pass for a parameter.
fn passed(program: &Program, param: VarId, depth: u32) -> Option<i128> {
    let (function, at) = program
        .functions
        .iter()
        .find_map(|(id, function)| Some((id, function.params.iter().position(|known| *known == param)?)))?;
    let name = program.functions[function].name;
    let mut values = program.exprs.iter().filter_map(|(_, expr)| match &expr.kind {
        ExprKind::Call { callee, args } => {
            let called = program.called_function(*callee)?;
            (program.functions[called].name == name).then(|| host_value(program, *args.get(at)?, depth))
        }
        _ => None,
    });
    let first = values.next()??;
    values.all(|value| value == Some(first)).then_some(first)
}

/// Is a variable, or a member of it, changed after its declaration?
pub(crate) fn is_assigned(program: &Program, var: VarId) -> bool {
    let mentions = |expr: ExprId| {
        program
            .exprs_below(Node::Expr(expr))
            .any(|below| matches!(program.exprs[below].kind, ExprKind::Var(v) if v == var))
    };
    program.exprs.iter().any(|(expr, _)| program.assigned_or_addressed(expr).is_some_and(mentions))
}

/// The threads of the largest launch along the first dimension, where all launches tell.
pub(crate) fn threads(kernel: &Kernel<'_>) -> Option<u64> {
    let program = kernel.program();
    let [threads, ..] = kernel.found.block?;
    let blocks = |launch: &ExprId| {
        let ExprKind::Launch { config, .. } = &program.exprs[*launch].kind else { return None };
        let grid = kernel.program().without_casts(*config.first()?);
        let first = match &program.exprs[grid].kind {
            ExprKind::Construct(args) => *args.first()?,
            ExprKind::Var(var) if !is_assigned(program, *var) => match &program.vars[*var].init {
                Some(Init::Construct(args)) => *args.first()?,
                _ => grid,
            },
            _ => grid,
        };
        u64::try_from(on_host(program, first)?).ok()
    };
    let blocks: Option<Vec<u64>> = kernel.found.launches.iter().map(blocks).collect();
    Some(blocks?.into_iter().max()? * threads)
}
