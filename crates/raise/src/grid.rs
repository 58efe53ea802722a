//! What a kernel asks about its place in the grid, and what its launches say about its size.
//!
//! ```c
//! dim3 block(16, 16);
//! multiply<<<dim3((m + 15) / 16, (n + 15) / 16), block>>>(c, a, b, n, m);
//! ```
//! A size is followed through variables that keep what they are declared with, to a number where
//! that is possible.
//!
//! Invariant: a number that is given here is the size of every launch of the kernel.

use std::collections::HashSet;

use hir::{
    Axis, ExprId, ExprKind, FunctionId, GridQuery, Init, Linkage, Program, VarId, VarStorage, const_eval,
};
use source::Sources;

/// The axes, the slowest first: the order of the loops.
pub(crate) const AXES: [Axis; 3] = [Axis::Z, Axis::Y, Axis::X];

/// The place of an axis in a `dim3`.
pub(crate) fn number(axis: Axis) -> usize {
    match axis {
        Axis::X => 0,
        Axis::Y => 1,
        Axis::Z => 2,
    }
}

/// `threadIdx.x` and its like.
pub(crate) fn grid_query(program: &Program, sources: &Sources, expr: ExprId) -> Option<(GridQuery, Axis)> {
    let ExprKind::Member { base, field, arrow: false, .. } = program.exprs[expr].kind else { return None };
    let query = grid_variable(program, sources, base)?;
    let axis = [Axis::X, Axis::Y, Axis::Z].get(field as usize).copied()?;
    Some((query, axis))
}

/// `threadIdx` as a whole.
pub(crate) fn grid_variable(program: &Program, sources: &Sources, expr: ExprId) -> Option<GridQuery> {
    let ExprKind::Var(var) = program.exprs[without_conversions(program, expr)].kind else { return None };
    let declared = &program.vars[var];
    if declared.storage != VarStorage::Predefined {
        return None;
    }
    match sources.symbols.bytes(declared.name?) {
        b"threadIdx" => Some(GridQuery::ThreadIndex),
        b"blockIdx" => Some(GridQuery::BlockIndex),
        b"blockDim" => Some(GridQuery::BlockSize),
        b"gridDim" => Some(GridQuery::GridSize),
        _ => None,
    }
}

/// The expression below conversions that nobody has written.
pub(crate) fn without_conversions(program: &Program, mut expr: ExprId) -> ExprId {
    while let ExprKind::Cast { implicit: true, operand, .. } = program.exprs[expr].kind {
        expr = operand;
    }
    expr
}

/// The expression below conversions between integers, written or not.
pub(crate) fn without_casts(program: &Program, mut expr: ExprId) -> ExprId {
    while let ExprKind::Cast { operand, .. } = program.exprs[expr].kind {
        let is_integer = |e: ExprId| program.types.is_integer(program.exprs[e].ty);
        if !(is_integer(expr) && is_integer(operand)) {
            break;
        }
        expr = operand;
    }
    expr
}

/// Variables that something changes after their declaration, or may change through their address.
pub(crate) fn changed_variables(program: &Program) -> HashSet<VarId> {
    let mut changed = HashSet::new();
    for (expr, _) in program.exprs.iter() {
        let place = program.assigned_or_addressed(expr);
        changed.extend(place.and_then(|place| root_variable(program, place)));
    }
    changed
}

/// The variable that a place is in; `None` for memory behind a pointer.
pub(crate) fn root_variable(program: &Program, mut place: ExprId) -> Option<VarId> {
    loop {
        place = match program.exprs[place].kind {
            ExprKind::Var(var) => return Some(var),
            ExprKind::Member { base, arrow: false, .. } => base,
            // An array decays to be indexed; a pointer leads elsewhere.
            ExprKind::Index { base, .. } => match program.exprs[base].kind {
                ExprKind::Cast { operand, .. } if program.types.is_array(program.exprs[operand].ty) => {
                    operand
                }
                _ => return None,
            },
            _ => return None,
        };
    }
}

/// One size of a launch.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Size {
    /// Nothing is said: one.
    One,
    /// An expression at the launch, or one that a variable was declared with.
    Expr {
        /// The value.
        value: ExprId,
        /// Was it computed earlier, when a variable was declared?
        earlier: bool,
        /// What has the value at the launch: the expression there, or a member of it.
        shown: Shown,
    },
    /// A member of a `dim3` whose value is not followed.
    Member(ExprId),
}

/// What has the value of a size at the launch.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shown {
    /// An expression.
    Expr(ExprId),
    /// A member of a `dim3`.
    MemberOf(ExprId),
}

/// A launch of a kernel.
#[derive(Clone, Debug)]
pub(crate) struct Launch {
    pub expr: ExprId,
    pub grid: [Size; 3],
    pub block: [Size; 3],
    /// Bytes of shared memory that the launch adds.
    pub shared: Option<ExprId>,
    pub args: Vec<ExprId>,
}

/// The launches of a kernel.
pub(crate) fn launches(program: &Program, changed: &HashSet<VarId>, kernel: FunctionId) -> Vec<Launch> {
    let linkage = Linkage::new(program);
    let mut all = Vec::new();
    for (expr, node) in program.exprs.iter() {
        let ExprKind::Launch { callee, config, args } = &node.kind else { continue };
        let called = program.called_function(*callee).map(|called| linkage.definition(program, called));
        if called != Some(kernel) {
            continue;
        }
        let sizes = |at: usize| config.get(at).map_or([Size::One; 3], |&e| sizes(program, changed, e));
        let (grid, block) = (sizes(0), sizes(1));
        all.push(Launch { expr, grid, block, shared: config.get(2).copied(), args: args.clone() });
    }
    all
}

/// The sizes that a `dim3`, or a number that stands for one, has.
fn sizes(program: &Program, changed: &HashSet<VarId>, expr: ExprId) -> [Size; 3] {
    let mut at = without_conversions(program, expr);
    let mut earlier = false;
    loop {
        match &program.exprs[at].kind {
            _ if program.types.is_integer(program.exprs[at].ty) => {
                return [followed(program, changed, at, (earlier, Shown::Expr(expr))), Size::One, Size::One];
            }
            ExprKind::Construct(args) => return components(program, changed, args, earlier.then_some(expr)),
            ExprKind::Cast { operand, .. } => at = without_conversions(program, *operand),
            ExprKind::Var(var) if !changed.contains(var) => match &program.vars[*var].init {
                Some(Init::Construct(args)) => return components(program, changed, args, Some(expr)),
                Some(Init::Expr(value)) => {
                    earlier = true;
                    at = without_conversions(program, *value);
                }
                _ => return [Size::Member(expr); 3],
            },
            _ => return [Size::Member(expr); 3],
        }
    }
}

/// The sizes that a `dim3` is made of: at the launch, or when a variable was declared.
fn components(
    program: &Program,
    changed: &HashSet<VarId>,
    args: &[ExprId],
    variable: Option<ExprId>,
) -> [Size; 3] {
    let mut sizes = [Size::One; 3];
    for (size, &arg) in sizes.iter_mut().zip(args) {
        let shown = match variable {
            Some(variable) => (true, Shown::MemberOf(variable)),
            None => (false, Shown::Expr(arg)),
        };
        *size = followed(program, changed, arg, shown);
    }
    sizes
}

/// A number, followed through a variable that keeps its value.
fn followed(
    program: &Program,
    changed: &HashSet<VarId>,
    expr: ExprId,
    (earlier, shown): (bool, Shown),
) -> Size {
    let at = without_conversions(program, expr);
    if let ExprKind::Var(var) = program.exprs[at].kind
        && !changed.contains(&var)
        && let Some(Init::Expr(value)) = &program.vars[var].init
        && program.types.is_integer(program.exprs[at].ty)
    {
        return followed(program, changed, *value, (true, shown));
    }
    Size::Expr { value: expr, earlier, shown }
}

/// A constant, also one that a variable keeps from its declaration on.
pub(crate) fn constant(program: &Program, changed: &HashSet<VarId>, expr: ExprId) -> Option<i128> {
    let known = |e: ExprId| match program.exprs[e].kind {
        ExprKind::Var(var) if program.constants.contains_key(&var) => program.constants.get(&var).copied(),
        ExprKind::Var(var) if !changed.contains(&var) => match &program.vars[var].init {
            Some(Init::Expr(value)) => const_eval::integer(program, *value),
            _ => None,
        },
        _ => None,
    };
    if let Some(value) = const_eval::integer(program, expr) {
        return Some(value);
    }
    let at = without_casts(program, expr);
    if let Some(value) = known(at) {
        return Some(value);
    }
    match program.exprs[at].kind {
        ExprKind::Binary { op, lhs, rhs } => {
            let (lhs, rhs) = (constant(program, changed, lhs)?, constant(program, changed, rhs)?);
            match op {
                hir::BinaryOp::Add => lhs.checked_add(rhs),
                hir::BinaryOp::Sub => lhs.checked_sub(rhs),
                hir::BinaryOp::Mul => lhs.checked_mul(rhs),
                hir::BinaryOp::Div if rhs > 0 && lhs >= 0 => Some(lhs / rhs),
                _ => None,
            }
            .filter(|value| (0..i128::from(i32::MAX)).contains(value))
        }
        _ => None,
    }
}

/// The constant value of a size.
pub(crate) fn size_constant(program: &Program, changed: &HashSet<VarId>, size: Size) -> Option<i128> {
    match size {
        Size::One => Some(1),
        Size::Expr { value, .. } => constant(program, changed, value).filter(|v| (0..1 << 31).contains(v)),
        Size::Member(_) => None,
    }
}

/// The value of a size on which all launches agree.
pub(crate) fn agreed(
    program: &Program,
    changed: &HashSet<VarId>,
    sizes: impl Iterator<Item = Size>,
) -> Option<i128> {
    let mut all = sizes.map(|size| size_constant(program, changed, size));
    let first = all.next()??;
    all.all(|other| other == Some(first)).then_some(first)
}

/// May an expression be evaluated again, later, and give the same? It reads variables that
/// nothing changes, and no memory.
pub(crate) fn is_stable(program: &Program, changed: &HashSet<VarId>, expr: ExprId) -> bool {
    program.exprs_below(expr).all(|below| match &program.exprs[below].kind {
        ExprKind::Var(var) => !changed.contains(var) && !program.types.is_array(program.vars[*var].ty),
        ExprKind::Int { .. }
        | ExprKind::Float { .. }
        | ExprKind::Enumerator(_)
        | ExprKind::Unary { .. }
        | ExprKind::Binary { .. }
        | ExprKind::Conditional { .. }
        | ExprKind::Cast { .. }
        | ExprKind::Measure { .. } => true,
        _ => false,
    })
}

/// Does evaluating an expression change nothing, and call nothing but pure functions?
pub(crate) fn is_pure(program: &Program, sources: &Sources, expr: ExprId) -> bool {
    program.exprs_below(expr).all(|below| match &program.exprs[below].kind {
        ExprKind::Call { callee, .. } => program.called_function(*callee).is_some_and(|called| {
            let declared = &program.functions[called];
            let name = sources.text(declared.name);
            declared.builtin && (hir::mathematics::is_function(&name) || is_pure_builtin(&name))
        }),
        ExprKind::Assign { .. }
        | ExprKind::AssignOp { .. }
        | ExprKind::IncDec { .. }
        | ExprKind::Launch { .. }
        | ExprKind::StmtExpr(_)
        | ExprKind::VaArg(_)
        | ExprKind::Error => false,
        _ => true,
    })
}

fn is_pure_builtin(name: &str) -> bool {
    let plain = name.strip_suffix('f').unwrap_or(name);
    hir::mathematics::is_function(plain)
        || ["min", "max", "abs", "umin", "umax", "__mul24", "__umul24", "__ldg", "rsqrt", "rsqrtf"]
            .contains(&name)
}

/// Does an expression read memory?
pub(crate) fn reads_memory(program: &Program, expr: ExprId) -> bool {
    program.exprs_below(expr).any(|below| {
        let node = &program.exprs[below];
        let is_place = match node.kind {
            ExprKind::Index { .. } | ExprKind::Deref(_) => true,
            ExprKind::Member { arrow, .. } => arrow,
            ExprKind::Var(var) => {
                let storage = program.vars[var].storage;
                let is_own =
                    matches!(storage, VarStorage::Local | VarStorage::Param | VarStorage::Predefined);
                let is_shared = program.vars[var].cuda.has(hir::CudaSpecs::SHARED);
                (!is_own || is_shared) && !program.constants.contains_key(&var)
            }
            _ => false,
        };
        is_place && !program.types.is_array(node.ty)
    })
}
