//! How many elements an array has, and a table rows and columns, as formulas in a function's variables.
//!
//! ```c
//! float **a = malloc(n * sizeof *a);                                        // n rows
//! for (i = 0; i < n; i++) a[i] = malloc(m * sizeof **a);                    // of m columns
//! for (i = 0; i < n; i++) a[i] = block + i * m;                             // the same
//! double **b = matrix(n, m);            // as the function has it, with what it is called with
//! ```

use affine::{Polynomial, Var};
use analyze::array_shape::place_type;
use analyze::canonical_loop::recognize;
use analyze::{CanonicalLoop, Input, Place, size_formula};
use hir::{BinaryOp, ExprId, ExprKind, FunctionId, StmtId, StmtKind, Type};

use crate::allocation::{elements, factors_of_call, library_call};
use crate::changes::{assigned_to, may_change};
use crate::section::replaced;

/// Functions that make arrays call each other so deep.
const DEEPEST: usize = 8;

/// The extents of what a pointer points to, outermost first, if all that the function gives it has the same.
pub fn of_place(input: &Input<'_>, function: FunctionId, place: &Place) -> Option<Vec<Polynomial>> {
    found_in(input, function, place, 0)
}

fn found_in(input: &Input<'_>, function: FunctionId, place: &Place, depth: usize) -> Option<Vec<Polynomial>> {
    let program = input.program;
    let body = program.functions[function].body?;
    let mut all = Same::default();
    for value in assigned_to(input, &[body], place) {
        let value = program.without_casts(value);
        match &program.exprs[value].kind {
            ExprKind::Call { .. } => {
                let pointer = place_type(program, place)?;
                all.add(made(input, function, (Some(place), pointer), value, depth)?)?;
            }
            // Null pointers, and pointers that are exchanged.
            ExprKind::Int { .. } | ExprKind::Var(_) | ExprKind::Member { .. } => {}
            _ => return None,
        }
    }
    all.known
}

/// What has to be the same each time.
#[derive(Default)]
struct Same {
    known: Option<Vec<Polynomial>>,
}

impl Same {
    fn add(&mut self, found: Vec<Polynomial>) -> Option<()> {
        match &self.known {
            Some(known) => (*known == found).then_some(()),
            None => {
                self.known = Some(found);
                Some(())
            }
        }
    }
}

/// By a call whose value a pointer gets; to no place where it is returned at once.
fn made(
    input: &Input<'_>,
    function: FunctionId,
    (place, pointer): (Option<&Place>, Type),
    call: ExprId,
    depth: usize,
) -> Option<Vec<Polynomial>> {
    let program = input.program;
    let ExprKind::Call { callee, args } = &program.exprs[call].kind else { return None };
    let callee = input.definition(program.called_function(*callee)?);
    if library_call(input, call, 0).is_some() {
        let element = program.types.pointee(pointer)?;
        let mut extents = vec![allocated(input, function, call, place, element)?];
        if program.types.is_pointer(element) {
            extents.extend(rows(input, function, (place?, &extents[0]), depth)?);
        }
        return Some(extents);
    }
    let extents = returned(input, callee, depth + 1)?;
    extents.iter().map(|extent| in_caller(input, callee, args, extent)).collect()
}

/// The elements of one type that a call of the C library gives room for.
fn allocated(
    input: &Input<'_>,
    function: FunctionId,
    call: ExprId,
    place: Option<&Place>,
    element: Type,
) -> Option<Polynomial> {
    let program = input.program;
    let (name, args) = library_call(input, call, 0)?;
    let factors = factors_of_call(input, program.functions[function].body?, &name, &args)?;
    let rest = elements(input, factors, place, program.size_of(element))?;
    let mut product = Polynomial::constant(1);
    for factor in rest {
        product = product.times(&size_formula::polynomial(program, factor)?).ok()?;
    }
    Some(product)
}

/// The extents of what a function returns a pointer to, whichever way it goes; null pointers do not count.
fn returned(input: &Input<'_>, function: FunctionId, depth: usize) -> Option<Vec<Polynomial>> {
    let program = input.program;
    let mut all = Same::default();
    for stmt in program.stmts_below(program.functions[function].body.filter(|_| depth < DEEPEST)?) {
        let StmtKind::Return(Some(value)) = program.stmts[stmt].kind else { continue };
        let pointer = program.exprs[value].ty;
        let value = program.without_casts(value);
        if hir::const_eval::integer(program, value) == Some(0) {
            continue;
        }
        all.add(match program.variable_of(value) {
            Some(var) => found_in(input, function, &Place::var(var), depth)?,
            None => made(input, function, (None, pointer), value, depth)?,
        })?;
    }
    all.known
}

/// A formula of a function in the variables of a call's arguments.
fn in_caller(
    input: &Input<'_>,
    callee: FunctionId,
    args: &[ExprId],
    formula: &Polynomial,
) -> Option<Polynomial> {
    let program = input.program;
    let called = &program.functions[callee];
    let value = |var: Var| {
        let at = called.params.iter().position(|param| size_formula::symbol(*param) == Some(var))?;
        if may_change(input, &[called.body?], called.params[at]) {
            return None;
        }
        Some((var, size_formula::polynomial(program, *args.get(at)?)?))
    };
    let known = formula.vars().into_iter().map(value).collect::<Option<_>>()?;
    replaced(formula, &known)
}

/// How long the rows of a table are, if the function sets all of so many, and all to the same length.
fn rows(
    input: &Input<'_>,
    function: FunctionId,
    (place, count): (&Place, &Polynomial),
    depth: usize,
) -> Option<Vec<Polynomial>> {
    let program = input.program;
    let body = program.functions[function].body?;
    let row = program.types.pointee(place_type(program, place)?)?;
    let (mut own, mut parts) = (Same::default(), Same::default());
    let (mut has_first, mut from) = (false, None);
    for set in rows_set(input, body, place) {
        match hir::const_eval::integer(program, set.index) {
            Some(0) => has_first = true,
            Some(_) => return None,
            None => from = Some(set.goes_through(input, body, count)?),
        }
        let value = program.without_casts(set.value);
        match &program.exprs[value].kind {
            ExprKind::Call { .. } => {
                let [length] = &made(input, function, (None, row), value, depth)?[..] else { return None };
                let is_ragged = program
                    .variables_below(set.index)
                    .any(|var| size_formula::symbol(var).is_none_or(|index| length.vars().contains(&index)));
                own.add(vec![length.clone()]).filter(|()| !is_ragged)?;
            }
            _ => parts.add(vec![distance(input, place, set.index, value)?])?,
        }
    }
    let is_complete = from == Some(0) || from == Some(1) && has_first;
    // Where rows are parts of a block, what is allocated is the block.
    parts.known.or(own.known).filter(|_| is_complete)
}

/// An assignment to a row of a table.
struct RowSet {
    expr: ExprId,
    index: ExprId,
    value: ExprId,
}

impl RowSet {
    /// The first row that its loop sets, if that goes on to the last of so many, one by one.
    fn goes_through(&self, input: &Input<'_>, body: StmtId, count: &Polynomial) -> Option<i128> {
        let program = input.program;
        let var = program.variable_of(self.index)?;
        let around = program.stmts_below(body).filter_map(|stmt| recognize(input, stmt).ok());
        let is_around =
            |canonical: &CanonicalLoop| canonical.index == var && is_run_by(input, canonical.body, self.expr);
        let canonical = around.filter(is_around).last().filter(|canonical| canonical.step == 1)?;
        let bound = size_formula::polynomial(program, canonical.bound)?;
        let end = match canonical.op {
            BinaryOp::Lt | BinaryOp::Ne => bound,
            BinaryOp::Le => bound.plus(&Polynomial::constant(1)).ok()?,
            _ => return None,
        };
        (end == *count).then(|| hir::const_eval::integer(program, canonical.first))?
    }
}

/// Does a body run an expression whatever happens? So it does in a statement of its own, and in a condition.
pub fn is_run_by(input: &Input<'_>, body: StmtId, expr: ExprId) -> bool {
    let program = input.program;
    let holds = |root: ExprId| root == expr || program.exprs_below(root).any(|below| below == expr);
    match &program.stmts[body].kind {
        StmtKind::Block(stmts) => stmts.iter().any(|stmt| is_run_by(input, *stmt, expr)),
        StmtKind::Expr(root) => holds(*root),
        StmtKind::If { cond, .. } => holds(*cond),
        _ => false,
    }
}

/// What is assigned to the rows of a table.
fn rows_set(input: &Input<'_>, body: StmtId, place: &Place) -> Vec<RowSet> {
    let program = input.program;
    let row = |expr: ExprId| {
        let ExprKind::Assign { lhs, rhs } = program.exprs[expr].kind else { return None };
        let ExprKind::Index { base, index } = program.exprs[lhs].kind else { return None };
        let is_it = Place::of(program, program.without_casts(base)).as_ref() == Some(place);
        is_it.then_some(RowSet { expr, index: program.without_casts(index), value: rhs })
    };
    program.exprs_below(body).filter_map(row).collect()
}

/// From one row to the next: `m` of `block + i * m`, `&block[i * m]` and `a[i - 1] + m`.
fn distance(input: &Input<'_>, place: &Place, index: ExprId, row: ExprId) -> Option<Polynomial> {
    let program = input.program;
    let (base, offset) = match program.exprs[row].kind {
        ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } => (lhs, rhs),
        ExprKind::AddrOf(element) => match program.exprs[element].kind {
            ExprKind::Index { base, index } => (base, index),
            _ => return None,
        },
        _ => return None,
    };
    let offset = size_formula::polynomial(program, offset)?;
    let of_table = |base: ExprId| match program.exprs[program.without_casts(base)].kind {
        ExprKind::Index { base, index } => {
            (Place::of(program, program.without_casts(base)).as_ref() == Some(place)).then_some(index)
        }
        _ => None,
    };
    let counted = size_formula::polynomial(program, index)?;
    let before = match of_table(base) {
        Some(other) => size_formula::polynomial(program, other)?,
        None => Polynomial::constant(0),
    };
    // So many rows on, so many elements on.
    let [counter] = counted.vars().into_iter().collect::<Vec<_>>()[..] else { return None };
    let (slope, rest) = offset.split_by(counter)?;
    match counted.minus(&before).ok()?.as_constant() {
        Some(1) if slope.is_zero() => Some(rest),
        None if before.as_constant() == Some(0) && rest.is_zero() => Some(slope),
        _ => None,
    }
}
