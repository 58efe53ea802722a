//! `reduction(min: d at k)`: the smallest value and where it is, as the sequential program finds it.
//!
//! ```c
//! for (i = 0; i < n; i++) if (a[i] < d) { d = a[i]; k = i; }     // of equal values the first counts
//! ```
//! Threads that have found equal values compare their places. That tells which value the sequential
//! program finds first only if the place grows (or shrinks) with the iterations, and if each thread
//! goes through its own in their order.
//!
//! Invariant: where [`order`] answers, a later iteration never stores a place on the other side of
//! the one that an earlier iteration stores.

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::{Diagnostic, codes};
use hir::located_update::{self, LocatedUpdate};
use hir::{
    BinaryOp, BuiltinType, CastKind, ExprId, ExprKind, Node, ReductionOp, Span, StmtId, StmtKind, VarId,
    const_eval, update,
};

use kir::Tie;

use crate::canonical_loop::recognize;
use crate::{CanonicalLoop, Input, PartitionFacts};

/// The statements below another that keep this value, and its place, in the one way.
pub fn updates_of(input: &Input<'_>, body: StmtId, value: VarId) -> Vec<(StmtId, LocatedUpdate)> {
    let about = input.about();
    let found = input.program.stmts_below(body);
    let found = found.filter_map(|stmt| Some((stmt, located_update::of_stmt(&about, stmt)?)));
    found.filter(|(_, update)| update.value == value).collect()
}

/// All pairs below a statement.
pub fn pairs_in(input: &Input<'_>, body: StmtId) -> BTreeSet<(VarId, VarId)> {
    let about = input.about();
    let found = input.program.stmts_below(body);
    found
        .filter_map(|stmt| located_update::of_stmt(&about, stmt))
        .map(|found| (found.value, found.place))
        .collect()
}

/// What a clause asks for.
pub struct Asked<'a> {
    /// The loop with the clause.
    pub own: &'a PartitionFacts,
    /// Value and place.
    pub pair: (VarId, VarId),
    /// The clause, or the loop where nobody has written one.
    pub span: Span,
}

impl Asked<'_> {
    /// The kernel comes to the loop more than once, or to another one with the same clause.
    pub fn runs_again(&self, input: &Input<'_>, again: Span) -> Diagnostic {
        let why = "each thread would run this for more than one loop or round, and compare places of different ones";
        unordered(
            input,
            self,
            again,
            why,
            "reduce in one loop that nothing in the kernel repeats, and write the clause on the outermost loop that is shared out",
        )
    }
}

/// Which of equal values counts, or why threads cannot tell.
pub fn tie(
    input: &Input<'_>,
    partitions: &BTreeMap<StmtId, PartitionFacts>,
    asked: &Asked<'_>,
) -> Result<Option<Tie>, Box<Diagnostic>> {
    let (value, place) = asked.pair;
    let body = asked.own.canonical.body;
    let updates = updates_of(input, body, value);
    let Some((first, one)) = updates.first() else { return Ok(None) };
    let refused = |at: Span, why: &str, help: &str| Err(Box::new(unordered(input, asked, at, why, help)));
    let program = input.program;
    for (stmt, other) in &updates {
        if !located_update::agree(&input.about(), one, other) {
            let why = "another statement keeps another place, or another one of equal values";
            let help = "keep the place in one statement, or in the same way in all of them";
            return refused(program.stmts[*stmt].span, why, help);
        }
    }
    let inside = program.stmts_below(body).filter_map(|stmt| partitions.get(&stmt));
    for partition in inside.chain([asked.own]) {
        let at = program.directives[partition.directive].span;
        if partition.jam > 1 {
            return refused(at, "a thread would run several iterations at once", "leave out `jam`");
        }
        if partition.batched {
            let why = "threads wait for each other within an iteration, so that they run iterations in turns";
            return refused(at, why, "do without the barrier or the shared section inside");
        }
    }
    let chain = loops_around(input, body, *first).unwrap_or_default();
    let Some(order) = order(input, asked, one.found_at, &chain) else {
        let why = "whether this grows with the iterations is not known";
        let index = input.name(asked.own.canonical.index);
        let help = format!(
            "store the index (`{} = {index};`, in a variable that holds all of its values), or `i * n + j` for `i` and a loop over `j` directly inside that runs from 0 to `n`, and look up the rest after the kernel",
            input.name(place)
        );
        return refused(input.span(one.found_at), why, &help);
    };
    let same_loops = |stmt: StmtId| {
        let own = loops_around(input, body, stmt).unwrap_or_default();
        own.iter().take(order.depth - 1).eq(chain.iter().take(order.depth - 1))
    };
    if let Some((stmt, _)) = updates.iter().find(|(stmt, _)| !same_loops(*stmt)) {
        let why = "this is in another loop than the first one";
        return refused(program.stmts[*stmt].span, why, "keep the place in one statement");
    }
    // The first iteration counts: of growing places the smallest.
    let prefers = if order.grows != one.last_counts { ReductionOp::Min } else { ReductionOp::Max };
    let nowhere = match (one.last_counts, order.first) {
        (false, _) => None,
        (true, Some(first)) if is_signed(input, program.vars[place].ty) => {
            Some(if order.grows { first - 1 } else { first + 1 })
        }
        (true, _) => {
            let why = "with `<=` and `>=` the last of equal values counts, and the place of the first iteration is no constant of a signed type";
            return refused(
                program.stmts[*first].span,
                why,
                "write `<` or `>`, or begin the loop with a number",
            );
        }
    };
    if nowhere.is_some_and(|nowhere| !fits(input, program.vars[place].ty, nowhere)) {
        return refused(input.span(one.found_at), "no place is free for none", "begin the loop elsewhere");
    }
    Ok(Some(Tie { place, prefers, nowhere }))
}

/// How the values of an expression follow each other, in the order of the iterations.
struct Order {
    /// They never become smaller; otherwise never larger.
    grows: bool,
    /// The first of them, where it is a constant.
    first: Option<i64>,
    /// By so many loops, from the one with the clause inwards: strictly.
    depth: usize,
}

/// `i`, `i * n + j`, and sums of such with what does not change.
fn order(input: &Input<'_>, asked: &Asked<'_>, expr: ExprId, chain: &[StmtId]) -> Option<Order> {
    let program = input.program;
    let own = &asked.own.canonical;
    let ty = program.exprs[expr].ty;
    match program.exprs[expr].kind {
        ExprKind::Var(var) if var == own.index => {
            Some(Order { grows: own.step > 0, first: constant(input, own.first), depth: 1 })
        }
        ExprKind::Cast { kind: CastKind::Arithmetic | CastKind::Same, operand, .. } => {
            let order = order(input, asked, operand, chain)?;
            let not_negative = order.grows && order.first.is_some_and(|first| first >= 0);
            holds_all(input, program.exprs[operand].ty, ty, not_negative).then_some(order)
        }
        ExprKind::Binary { op: op @ (BinaryOp::Add | BinaryOp::Sub), lhs, rhs } => {
            if op == BinaryOp::Add
                && let Some(order) = by_rows(input, asked, (lhs, rhs), chain)
            {
                return never_wraps(input, ty, &order).then_some(order);
            }
            if !is_signed(input, ty) {
                return None;
            }
            let (part, other) = match is_fixed(input, own, rhs) {
                true => (lhs, rhs),
                false if op == BinaryOp::Add && is_fixed(input, own, lhs) => (rhs, lhs),
                false => return None,
            };
            let order = order(input, asked, part, chain)?;
            let more = constant(input, other).map(|more| if op == BinaryOp::Sub { -more } else { more });
            let first = order.first.zip(more).and_then(|(first, more)| first.checked_add(more));
            Some(Order { first, ..order })
        }
        _ => None,
    }
}

/// `i * n + j`, where `j` stays in `0..n`.
fn by_rows(
    input: &Input<'_>,
    asked: &Asked<'_>,
    (rows, column): (ExprId, ExprId),
    chain: &[StmtId],
) -> Option<Order> {
    let (program, about) = (input.program, input.about());
    let rows = update::written(&about, rows);
    let ExprKind::Binary { op: BinaryOp::Mul, lhs, rhs } = program.exprs[rows].kind else { return None };
    let own = &asked.own.canonical;
    let (row, length) = if is_fixed(input, own, rhs) { (lhs, rhs) } else { (rhs, lhs) };
    if !is_fixed(input, own, length) {
        return None;
    }
    let order = order(input, asked, row, chain)?;
    let inner = recognize(input, *chain.get(order.depth - 1)?).ok()?;
    let is_index = program.variable_of(update::written(&about, column)) == Some(inner.index);
    let begins = constant(input, inner.first).filter(|first| *first >= 0)?;
    let is_exact = order.grows && never_wraps(input, program.exprs[rows].ty, &order);
    if !is_exact || !is_index || inner.step <= 0 || !stays_below(input, &inner, length) {
        return None;
    }
    let length = constant(input, length);
    let first = match order.first {
        Some(0) => Some(begins),
        first => first.zip(length).and_then(|(first, length)| first.checked_mul(length)?.checked_add(begins)),
    };
    Some(Order { grows: true, first, depth: order.depth + 1 })
}

/// Overflow of signed numbers is no behaviour; others must have room for more than a loop can count.
fn never_wraps(input: &Input<'_>, ty: hir::Type, order: &Order) -> bool {
    let is_wide = input.program.size_of(ty) == Some(8) && input.program.types.is_integer(ty);
    is_signed(input, ty) || is_wide && order.first.is_some_and(|first| first >= 0)
}

/// Is the index of a loop that counts up always smaller than this number?
fn stays_below(input: &Input<'_>, inner: &CanonicalLoop, length: ExprId) -> bool {
    let about = input.about();
    let (mut bound, mut less) = (update::written(&about, inner.bound), 0);
    if let ExprKind::Binary { op: BinaryOp::Sub, lhs, rhs } = input.program.exprs[bound].kind
        && let Some(number) = constant(input, rhs)
    {
        (bound, less) = (lhs, number);
    }
    let needed = match inner.op {
        BinaryOp::Lt => 0,
        BinaryOp::Le => 1,
        _ => return false,
    };
    match (constant(input, inner.bound), constant(input, length)) {
        (Some(bound), Some(length)) => bound <= length - needed,
        _ => less >= needed && update::same(&about, bound, length),
    }
}

/// Is it the same in all iterations? Of scalars and numbers only.
fn is_fixed(input: &Input<'_>, own: &CanonicalLoop, expr: ExprId) -> bool {
    let program = input.program;
    let changed = |var: VarId| {
        var == own.index
            || program.exprs_below(Node::Stmt(own.body)).any(|below| {
                program.assigned_or_addressed(below).is_some_and(|target| program.is_variable(target, var))
            })
            || crate::region::declared_in(input, own.body).contains(&var)
    };
    program.exprs_below(Node::Expr(expr)).all(|below| match program.exprs[below].kind {
        ExprKind::Var(var) => !changed(var) && !program.is_volatile(below),
        ExprKind::Int { .. } | ExprKind::Enumerator(_) | ExprKind::Binary { .. } | ExprKind::Unary { .. } => {
            true
        }
        ExprKind::Cast { kind, .. } => matches!(kind, CastKind::Arithmetic | CastKind::Same),
        ExprKind::Measure { .. } => true,
        _ => false,
    })
}

/// The loops on the way to a statement below another, the outermost first.
pub fn loops_around(input: &Input<'_>, from: StmtId, to: StmtId) -> Option<Vec<StmtId>> {
    let program = input.program;
    let mut pending = vec![(from, Vec::new())];
    while let Some((stmt, mut around)) = pending.pop() {
        if stmt == to {
            return Some(around);
        }
        if matches!(
            program.stmts[stmt].kind,
            StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. }
        ) {
            around.push(stmt);
        }
        pending.extend(program.children(Node::Stmt(stmt)).into_iter().filter_map(|child| match child {
            Node::Stmt(child) => Some((child, around.clone())),
            Node::Expr(_) => None,
        }));
    }
    None
}

/// Can a variable say where something is? Of 4 or 8 bytes.
pub fn is_place(input: &Input<'_>, var: VarId) -> bool {
    let ty = input.program.vars[var].ty;
    input.program.types.as_builtin(ty).is_some()
        && input.program.types.is_integer(ty)
        && matches!(input.program.size_of(ty), Some(4 | 8))
}

fn constant(input: &Input<'_>, expr: ExprId) -> Option<i64> {
    const_eval::integer(input.program, expr).and_then(|value| i64::try_from(value).ok())
}

fn is_signed(input: &Input<'_>, ty: hir::Type) -> bool {
    use BuiltinType as B;
    matches!(input.program.types.as_builtin(ty), Some(B::SChar | B::Short | B::Int | B::Long | B::LongLong))
}

/// Does a type hold all values of another that an index may have?
fn holds_all(input: &Input<'_>, from: hir::Type, to: hir::Type, not_negative: bool) -> bool {
    let types = &input.program.types;
    if !types.is_integer(from) || !types.is_integer(to) || types.as_builtin(to) == Some(BuiltinType::Bool) {
        return false;
    }
    let size = |ty| input.program.size_of(ty).unwrap_or(0);
    match (is_signed(input, from), is_signed(input, to)) {
        (true, false) => not_negative && size(to) >= size(from),
        (false, true) => size(to) > size(from),
        _ => size(to) >= size(from),
    }
}

fn fits(input: &Input<'_>, ty: hir::Type, number: i64) -> bool {
    input.program.size_of(ty) != Some(4) || i32::try_from(number).is_ok()
}

fn unordered(input: &Input<'_>, asked: &Asked<'_>, at: Span, why: &str, help: &str) -> Diagnostic {
    let [value, place] = [asked.pair.0, asked.pair.1].map(|var| input.name(var));
    Diagnostic::new(
        &codes::PLACE_NOT_ORDERED,
        at,
        format!("threads cannot tell which of two equal values of `{value}` the sequential program keeps"),
    )
    .label(why.to_string())
    .related(asked.span, format!("they compare what they have in `{place}`"))
    .help(help.to_string())
}
