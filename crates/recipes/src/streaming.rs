//! Kernels that stream: an iteration loads a few elements, computes and stores.
//!
//! ```c
//! #pragma hicuda kernel scale                                // thread(4, 64), 256 columns a block
//! #pragma hicuda loop_partition over_tblock over_thread
//! for (i = 0; i < n; i++)
//!     #pragma hicuda loop_partition over_tblock over_thread  // jam(4)
//!     for (j = 0; j < n; j++)
//!         a[i * n + j] = a[i * n + j] * f[i];
//! ```
//! Such a kernel waits for memory, and what counts is how many loads are under way. A thread with
//! four iterations has four times as many: on an H200 the kernel above takes 0.29 ms where a
//! thread with one takes 0.56 (12288 by 12288), a stencil of five points 0.16 instead of 0.26.
//! Rows of 64 threads keep the accesses of a warp in one row.
//!
//! Invariant: what is chosen here is a `jam` clause that a user could have written.

use analyze::CanonicalLoop;
use hir::{DirectiveKind, ExprId, ExprKind, Item, Node, Program, StmtId, StmtKind};

/// Iterations of the innermost loop for each thread.
pub const ITERATIONS: i64 = 4;

/// Threads of a block, by the number of dimensions.
pub const THREADS: [&[i64]; 3] = [&[], &[256], &[4, 64]];

/// With fewer iterations there are not enough threads to keep a device busy.
const FEW_ITERATIONS: u128 = 1 << 18;

/// More elements than this are in registers at once, four times.
const MOST_ELEMENTS: usize = 16;

/// Does the region do nothing but run through these loops, with little to do in each
/// iteration and many of them?
pub fn streams(program: &Program, region: StmtId, loops: &[CanonicalLoop]) -> bool {
    let known: Option<u128> =
        loops.iter().try_fold(1u128, |all, level| all.checked_mul(u128::from(level.trips?)));
    let is_long = known.is_none_or(|iterations| iterations >= FEW_ITERATIONS);
    is_long && is_plain(program, region, loops.len()) && elements(program, region).is_some()
}

/// No loop but the partitioned ones, no jump, and no other directive.
fn is_plain(program: &Program, region: StmtId, loops: usize) -> bool {
    let mut found = 0;
    for stmt in program.stmts_below(region) {
        match &program.stmts[stmt].kind {
            StmtKind::For { .. } => found += 1,
            StmtKind::Annotated { directive, .. } => {
                let DirectiveKind::LoopPartition(clauses) = &program.directives[*directive].kind else {
                    return false;
                };
                if clauses.jam.is_some() || !clauses.reductions.is_empty() {
                    return false;
                }
            }
            StmtKind::Decl(items) if items.iter().all(|item| is_scalar(program, item)) => {}
            StmtKind::Block(_) | StmtKind::Expr(_) | StmtKind::Empty | StmtKind::If { .. } => {}
            _ => return false,
        }
    }
    found == loops
}

fn is_scalar(program: &Program, item: &Item) -> bool {
    match item {
        Item::Var { var, .. } => program.types.is_arithmetic(program.vars[*var].ty),
        _ => false,
    }
}

/// How many elements of arrays an iteration accesses: some, not too many, and only itself. Functions of the
/// program may compute.
fn elements(program: &Program, region: StmtId) -> Option<usize> {
    let mut count = 0;
    for expr in program.exprs_below(Node::Stmt(region)) {
        match &program.exprs[expr].kind {
            ExprKind::Index { .. } | ExprKind::Deref(_) => count += 1,
            ExprKind::Call { callee, .. } => {
                let function = program.called_function(*callee)?;
                if !program.functions[function].body.is_none_or(|body| only_computes(program, body)) {
                    return None;
                }
            }
            ExprKind::StmtExpr(_) | ExprKind::CompoundLiteral { .. } => return None,
            _ => {}
        }
    }
    (1..=MOST_ELEMENTS).contains(&count).then_some(count)
}

/// Straight on, from numbers to a number.
fn only_computes(program: &Program, body: StmtId) -> bool {
    let is_straight = |stmt: StmtId| match &program.stmts[stmt].kind {
        StmtKind::Decl(items) => items.iter().all(|item| is_scalar(program, item)),
        StmtKind::Block(_) | StmtKind::Expr(_) | StmtKind::Return(_) | StmtKind::If { .. } => true,
        _ => false,
    };
    let is_number = |expr: ExprId| match &program.exprs[expr].kind {
        ExprKind::Call { callee, .. } => program
            .called_function(*callee)
            .is_some_and(|function| program.functions[function].body.is_none()),
        ExprKind::Index { .. } | ExprKind::Deref(_) | ExprKind::StmtExpr(_) => false,
        _ => true,
    };
    program.stmts_below(body).all(is_straight) && program.exprs_below(Node::Stmt(body)).all(is_number)
}
