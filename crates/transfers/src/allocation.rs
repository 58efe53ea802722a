//! How many elements an allocated array has, as the program says it.
//!
//! ```c
//! float *a = malloc(n * m * sizeof *a);        // n * m
//! double *b = calloc(n + 2, sizeof(double));   // n + 2
//! size_t bytes = n * sizeof(float); … malloc(bytes)        // n
//! int *c = checked_malloc(n * sizeof *c);      // n, if that returns `malloc` of its argument
//! ```
//! The text is the user's own, so that names of macros stay.

use analyze::data_law::library;
use analyze::symbols::expression_text;
use analyze::{Input, Place};
use hir::{BinaryOp, ExprId, ExprKind, Init, StmtId, StmtKind, VarId, VarStorage};

use crate::changes::{assigned_to, may_change};

/// A number of elements.
pub struct Count {
    /// The number itself, as text.
    pub all: String,
    /// The last index, as text.
    pub last: String,
    /// The variables and members that it mentions.
    pub mentions: Vec<Place>,
}

/// The last index of what a pointer points to, if one allocation in the function gives it. `size` is that of
/// what it points to.
pub fn last_index(input: &Input<'_>, body: StmtId, place: &Place, size: Option<u64>) -> Option<Count> {
    let program = input.program;
    let mut found = None;
    for value in assigned_to(input, &[body], place) {
        let value = program.without_casts(value);
        match &program.exprs[value].kind {
            ExprKind::Call { .. } => {
                let (name, args) = library_call(input, value, 0)?;
                let factors = factors_of_call(input, body, &name, &args)?;
                let count = counted(input, factors, place, size)?;
                if found.replace(count).is_some() {
                    return None;
                }
            }
            // Null pointers, and pointers that are exchanged.
            ExprKind::Int { .. } | ExprKind::Var(_) | ExprKind::Member { .. } => {}
            _ => return None,
        }
    }
    found
}

/// Functions that hand sizes on to others do so this often.
const DEEPEST: usize = 4;

/// The allocation of the C library that a call is, itself or by a function that hands its sizes on: `checked_malloc(n)`.
pub fn library_call(input: &Input<'_>, call: ExprId, depth: usize) -> Option<(String, Vec<ExprId>)> {
    let program = input.program;
    let ExprKind::Call { callee, args } = &program.exprs[call].kind else { return None };
    let callee = input.definition(program.called_function(*callee)?);
    let name = input.function_name(callee);
    if library::allocates(&name).is_some() {
        return Some((name, args.clone()));
    }
    let body = program.functions[callee].body.filter(|_| depth < DEEPEST)?;
    let mut found: Option<(String, Vec<ExprId>)> = None;
    for value in returned(input, body)? {
        let value = program.without_casts(value);
        if hir::const_eval::integer(program, value) == Some(0) {
            continue;
        }
        let (name, sizes) = library_call(input, value, depth + 1)?;
        let passed = |size: &ExprId| {
            let var = program.variable_of(program.without_casts(*size))?;
            let at = program.functions[callee].params.iter().position(|param| *param == var)?;
            (!may_change(input, &[body], var)).then(|| args.get(at).copied())?
        };
        let one = (name, sizes.iter().map(passed).collect::<Option<Vec<_>>>()?);
        if found.as_ref().is_some_and(|known| *known != one) {
            return None;
        }
        found = Some(one);
    }
    found
}

/// The values that a function returns: for a variable, those that it is given.
fn returned(input: &Input<'_>, body: StmtId) -> Option<Vec<ExprId>> {
    let program = input.program;
    let mut found = Vec::new();
    for stmt in program.stmts_below(body) {
        let StmtKind::Return(Some(value)) = program.stmts[stmt].kind else { continue };
        match program.variable_of(program.without_casts(value)) {
            Some(var) if program.vars[var].storage == VarStorage::Local => {
                found.extend(assigned_to(input, &[body], &Place::var(var)));
            }
            Some(_) => return None,
            None => found.push(value),
        }
    }
    Some(found)
}

/// What is multiplied for the bytes that a call of the C library gives.
pub fn factors_of_call(input: &Input<'_>, body: StmtId, name: &str, args: &[ExprId]) -> Option<Vec<ExprId>> {
    let mut factors = Vec::new();
    match (name, args) {
        ("calloc", [count, size]) => {
            factor(input, body, *count, &mut factors);
            factor(input, body, *size, &mut factors);
        }
        ("aligned_alloc" | "memalign", [_, size]) => factor(input, body, *size, &mut factors),
        (_, [size]) if library::allocates(name).is_some() => factor(input, body, *size, &mut factors),
        _ => return None,
    }
    Some(factors)
}

/// Takes a product apart, also through variables that hold one.
fn factor(input: &Input<'_>, body: StmtId, expr: ExprId, out: &mut Vec<ExprId>) {
    let program = input.program;
    let expr = program.without_casts(expr);
    match &program.exprs[expr].kind {
        ExprKind::Binary { op: BinaryOp::Mul, lhs, rhs } => {
            factor(input, body, *lhs, out);
            factor(input, body, *rhs, out);
        }
        ExprKind::Var(var) => match &program.vars[*var].init {
            Some(Init::Expr(init)) if is_of_sizes(input, *init) && !is_set_again(input, body, *var) => {
                factor(input, body, *init, out);
            }
            _ => out.push(expr),
        },
        _ => out.push(expr),
    }
}

fn is_of_sizes(input: &Input<'_>, expr: ExprId) -> bool {
    let program = input.program;
    let is_size = |expr: ExprId| matches!(program.exprs[expr].kind, ExprKind::Measure { .. });
    is_size(expr) || program.exprs_below(expr).any(is_size)
}

fn is_set_again(input: &Input<'_>, body: StmtId, var: VarId) -> bool {
    may_change(input, &[body], var)
}

/// The factors without the size of an element, if that is one of them; bytes need none.
pub fn elements(
    input: &Input<'_>,
    factors: Vec<ExprId>,
    place: Option<&Place>,
    size: Option<u64>,
) -> Option<Vec<ExprId>> {
    let program = input.program;
    let is_element = |expr: &ExprId| match &program.exprs[*expr].kind {
        ExprKind::Measure { value: Some(value), .. } => Some(*value) == size,
        ExprKind::Measure { value: None, operand: Some(operand), .. } => {
            place.is_some_and(|place| is_behind(input, *operand, place))
        }
        _ => false,
    };
    let is_size = |expr: &ExprId| matches!(program.exprs[*expr].kind, ExprKind::Measure { .. });
    let mut rest = factors;
    match rest.iter().position(is_element) {
        Some(element) => {
            rest.remove(element);
        }
        None if size == Some(1) && !rest.iter().any(is_size) => {}
        None => return None,
    }
    Some(rest)
}

/// The number of elements.
fn counted(input: &Input<'_>, factors: Vec<ExprId>, place: &Place, size: Option<u64>) -> Option<Count> {
    let program = input.program;
    let (mut text, mut mentions) = (Vec::new(), Vec::new());
    let Some(rest) = elements(input, factors.clone(), Some(place), size) else {
        // Bytes as a number.
        let bytes = factors.iter().map(|expr| hir::const_eval::integer(program, *expr));
        let bytes: i128 = bytes.collect::<Option<Vec<i128>>>()?.into_iter().product();
        let size = i128::from(size.filter(|size| *size > 0)?);
        return Some(Count {
            all: (bytes / size).to_string(),
            last: (bytes / size - 1).to_string(),
            mentions,
        });
    };
    for expr in &rest {
        if program.exprs_below(*expr).any(|expr| matches!(program.exprs[expr].kind, ExprKind::Call { .. })) {
            return None;
        }
        mentions.extend(mentioned(input, *expr));
        text.push(*expr);
    }
    let factors: Vec<String> = text.iter().map(|expr| in_product(input, *expr)).collect();
    let all = if factors.is_empty() { "1".into() } else { factors.join("*") };
    Some(Count { all, last: last_of(input, &text), mentions })
}

/// The outermost places of an expression: `s->n` and not `s`.
fn mentioned(input: &Input<'_>, expr: ExprId) -> Vec<Place> {
    let program = input.program;
    let mut found = Vec::new();
    let mut nodes = program.nodes(expr);
    while let Some(node) = nodes.next() {
        let hir::Node::Expr(expr) = node else { continue };
        if let Some(place) = Place::of(program, expr) {
            found.push(place);
            nodes.skip_children();
        }
    }
    found
}

/// `*a`, `a[0]` of the array itself.
fn is_behind(input: &Input<'_>, operand: ExprId, place: &Place) -> bool {
    match input.program.exprs[operand].kind {
        ExprKind::Deref(pointer) | ExprKind::Index { base: pointer, .. } => {
            Place::of(input.program, pointer).as_ref() == Some(place)
        }
        _ => false,
    }
}

/// A product minus one.
fn last_of(input: &Input<'_>, factors: &[ExprId]) -> String {
    let program = input.program;
    let text = |expr: ExprId| expression_text(expr, program, input.sources);
    match factors {
        [] => "0".into(),
        [only] => match program.exprs[*only].kind {
            ExprKind::Binary { op: BinaryOp::Add, lhs, rhs }
                if hir::const_eval::integer(program, rhs) == Some(1)
                    && !program.exprs[*only].span.is_from_macro() =>
            {
                text(lhs)
            }
            ExprKind::Int { value, .. } if !program.exprs[*only].span.is_from_macro() => {
                (value - 1).to_string()
            }
            _ => format!("{}-1", in_product(input, *only)),
        },
        many => {
            let factors: Vec<String> = many.iter().map(|expr| in_product(input, *expr)).collect();
            format!("{}-1", factors.join("*"))
        }
    }
}

/// A factor, in parentheses where it has an operator of its own.
fn in_product(input: &Input<'_>, expr: ExprId) -> String {
    let text = expression_text(expr, input.program, input.sources);
    let is_plain = text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'))
        || text.contains("->") && !text.contains(' ');
    if is_plain { text } else { format!("({text})") }
}
