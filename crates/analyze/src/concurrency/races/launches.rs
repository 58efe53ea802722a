//! Sizes to try where the program decides them at run time.
//!
//! With `tblock((n + 63) / 64) thread(64)` the number of blocks follows from `n`.
//! To show a collision, `n` gets a small value and the sizes are computed from
//! it; a size that cannot be computed gets the same small value. What holds for
//! *all* sizes is proven without them.

use std::collections::BTreeMap;

use affine::{LinearExpr, Set, Var};
use hir::{BinaryOp, DirectiveKind, ExprId, ExprKind, UnaryOp, const_eval};

use crate::threads::{Dimension, Launch};
use crate::{Input, KernelFacts, Place, SymbolKind, Symbols};

/// One choice of sizes, and of the variables they follow from.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The sizes.
    pub launch: Launch,
    /// Variables that were given a value.
    pub given: BTreeMap<Var, i128>,
}

/// Small values, those that tell most cases apart first.
const VALUES: [i128; 7] = [4, 2, 3, 8, 33, 64, 200];
/// Lengths of chunks that are tried where a loop's is not a number.
const CHUNKS: [i128; 4] = [1, 2, 3, 5];

/// The choices for a kernel: one if all sizes are constants.
pub fn choices(input: &Input<'_>, kernel: &KernelFacts, symbols: &Symbols, has_chunks: bool) -> Vec<Choice> {
    let DirectiveKind::Kernel(clauses) = &input.program.directives[kernel.directive].kind else {
        return Vec::new();
    };
    let exprs = |dims: &Option<Vec<ExprId>>| dims.clone().unwrap_or_default();
    let (blocks, threads) = (exprs(&clauses.tblock), exprs(&clauses.thread));
    let is_constant = |expr: &ExprId| const_eval::integer(input.program, *expr).is_some();
    let all_constant = clauses.tblock.is_some()
        && clauses.thread.is_some()
        && blocks.iter().chain(&threads).all(is_constant);
    let values: &[i128] = if all_constant { &VALUES[..1] } else { &VALUES };
    let chunks: &[i128] = if has_chunks { &CHUNKS } else { &CHUNKS[..1] };
    let mut found = Vec::new();
    for &value in values {
        let mut sizes = Sizes { input, symbols, value, given: BTreeMap::new() };
        let blocks: Vec<i128> = blocks.iter().map(|expr| sizes.size(*expr)).collect();
        let threads: Vec<i128> = threads.iter().map(|expr| sizes.size(*expr)).collect();
        let (blocks, threads) = (or_chosen(blocks, value), or_chosen(threads, value));
        for &chunk in chunks {
            let launch = Launch { blocks: blocks.clone(), threads: threads.clone(), chunk };
            found.push(Choice { launch, given: sizes.given.clone() });
        }
    }
    found
}

/// What follows from a dimension having two blocks (or threads): `n >= 65` from
/// `tblock((n + 63) / 64)`. One of size 0 may be made 1, so that nothing
/// follows from there being one.
pub fn several(input: &Input<'_>, kernel: &KernelFacts, symbols: &Symbols) -> BTreeMap<Dimension, Set> {
    let DirectiveKind::Kernel(clauses) = &input.program.directives[kernel.directive].kind else {
        return BTreeMap::new();
    };
    let blocks = clauses.tblock.iter().flatten().enumerate().map(|(at, size)| (Dimension::Block(at), *size));
    let threads =
        clauses.thread.iter().flatten().enumerate().map(|(at, size)| (Dimension::Thread(at), *size));
    let known = |(dimension, size)| {
        let (var, least) = at_least(input, symbols, size, 2, 0)?;
        Some((dimension, Set::universe().with_at_least(&LinearExpr::var(var), &least.into())))
    };
    blocks.chain(threads).filter_map(known).collect()
}

/// The variable of an expression that is at least `least`, and what it is then
/// at least itself.
fn at_least(
    input: &Input<'_>,
    symbols: &Symbols,
    expr: ExprId,
    least: i128,
    depth: u32,
) -> Option<(Var, i128)> {
    let program = input.program;
    let number = |expr: ExprId| const_eval::integer(program, expr);
    match &program.exprs[expr].kind {
        _ if depth > 64 => None,
        ExprKind::Var(_) | ExprKind::Member { .. } => {
            let place = Place::of(program, expr)?;
            Some((symbols.find(&SymbolKind::Invariant(place))?, least))
        }
        ExprKind::Cast { operand, .. } => at_least(input, symbols, *operand, least, depth + 1),
        ExprKind::Binary { op, lhs, rhs } => {
            let by = number(*rhs)?;
            let least = match op {
                BinaryOp::Add => least.checked_sub(by)?,
                BinaryOp::Sub => least.checked_add(by)?,
                // The quotient is at least 1 from the divisor on.
                BinaryOp::Div if by > 0 && least > 0 => least.checked_mul(by)?,
                _ => return None,
            };
            at_least(input, symbols, *lhs, least, depth + 1)
        }
        _ => None,
    }
}

/// Sizes that the compiler chooses, for as many dimensions as there can be.
fn or_chosen(sizes: Vec<i128>, value: i128) -> Vec<i128> {
    if sizes.is_empty() { vec![value; 3] } else { sizes }
}

struct Sizes<'a, 'p> {
    input: &'a Input<'p>,
    symbols: &'a Symbols,
    value: i128,
    given: BTreeMap<Var, i128>,
}

impl Sizes<'_, '_> {
    fn size(&mut self, expr: ExprId) -> i128 {
        match self.evaluate(expr, 0) {
            Some(size) => size.max(1),
            None => self.value,
        }
    }

    /// The value of an integer expression when its variables have the value
    /// that is tried.
    fn evaluate(&mut self, expr: ExprId, depth: u32) -> Option<i128> {
        let program = self.input.program;
        if let Some(value) = const_eval::integer(program, expr) {
            return Some(value);
        }
        if depth > 64 {
            return None;
        }
        match &program.exprs[expr].kind {
            ExprKind::Var(_) | ExprKind::Member { .. } => {
                let place = Place::of(program, expr)?;
                if let Some(var) = self.symbols.find(&SymbolKind::Invariant(place)) {
                    self.given.insert(var, self.value);
                }
                Some(self.value)
            }
            ExprKind::Unary { op: UnaryOp::Plus, operand } => self.evaluate(*operand, depth + 1),
            ExprKind::Unary { op: UnaryOp::Neg, operand } => {
                self.evaluate(*operand, depth + 1)?.checked_neg()
            }
            ExprKind::Cast { operand, .. } => self.evaluate(*operand, depth + 1),
            ExprKind::Binary { op, lhs, rhs } => {
                let (a, b) = (self.evaluate(*lhs, depth + 1)?, self.evaluate(*rhs, depth + 1)?);
                match op {
                    BinaryOp::Add => a.checked_add(b),
                    BinaryOp::Sub => a.checked_sub(b),
                    BinaryOp::Mul => a.checked_mul(b),
                    BinaryOp::Div => a.checked_div(b),
                    BinaryOp::Rem => a.checked_rem(b),
                    BinaryOp::Shl => a.checked_mul(1i128.checked_shl(u32::try_from(b).ok()?)?),
                    BinaryOp::Shr => a.checked_shr(u32::try_from(b).ok()?),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}
