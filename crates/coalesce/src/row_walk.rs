//! Accesses by which each thread walks along a row of its own.
//!
//! `a[(base + threadIdx.x) * pitch + j + 2]`, in a loop over `j`, has the thread's
//! coefficient `pitch`, the loop's coefficient 1 and the rest `base * pitch + 2`,
//! which is the same for the whole block.

use affine::{LinearExpr, Var};
use analyze::coalescing::{Cost, Pattern};
use analyze::{Access, SymbolKind};
use gpu::transactions::SECTOR;
use hir::StmtId;

use crate::kernel::Kernel;
use crate::refusal::Refusal;

/// A subscript taken apart.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct RowWalk {
    /// What a thread adds: its coefficient, as terms without the thread.
    pub pitch: Vec<(Vec<Var>, i128)>,
    /// What an iteration adds.
    pub step: i128,
    /// Everything else.
    pub rest: LinearExpr,
}

impl RowWalk {
    /// The constant distance between two walks of the same rows.
    pub(crate) fn distance(&self, other: &RowWalk) -> Option<i128> {
        let same = self.pitch == other.pitch && self.step == other.step;
        let apart = other.rest.minus(&self.rest).ok()?;
        apart.as_constant().filter(|_| same)
    }
}

/// How an access walks in a loop; `None` if it does something else.
pub(crate) fn row_walk(kernel: &Kernel<'_>, access: &Access, stmt: StmtId) -> Option<RowWalk> {
    let thread = kernel.thread?;
    let symbols = kernel.symbols();
    let index = index_symbol(kernel, stmt)?;
    let flat = access.flat.as_ref()?;
    let mut walk = RowWalk { pitch: Vec::new(), step: 0, rest: flat.clone() };
    for (var, coefficient) in flat.terms() {
        let factors = symbols.factors(*var);
        let of = |wanted: Var| factors.iter().filter(|factor| **factor == wanted).count();
        match (of(thread), of(index)) {
            (0, 0) if kernel.is_uniform_symbol(*var, 0) && !is_inside(kernel, *var, stmt) => {}
            (0, 1) if factors.len() == 1 => {
                walk.step += coefficient;
                walk.rest = walk.rest.without(*var);
            }
            (1, 0) => {
                let others: Vec<Var> = factors.into_iter().filter(|factor| *factor != thread).collect();
                let same = |var: &Var| kernel.is_uniform_symbol(*var, 0) && !is_inside(kernel, *var, stmt);
                if !others.iter().all(same) {
                    return None;
                }
                walk.pitch.push((others, *coefficient));
                walk.rest = walk.rest.without(*var);
            }
            _ => return None,
        }
    }
    walk.pitch.sort();
    Some(walk)
}

/// Why an access that no loop takes along a row stays as it is.
pub(crate) fn no_walk(access: &Access, cost: &Cost) -> Refusal {
    let span = access.span;
    let apart = match cost.pattern {
        Pattern::Strided(Some(step)) => step.unsigned_abs() * u128::from(cost.size),
        _ => u128::MAX,
    };
    // Members of structs, and the like.
    if apart <= u128::from(SECTOR) {
        let reason =
            format!("neighbours are {apart} bytes apart, so that every sector moves in whatever order");
        let help = Some("an array for each member, or for each remainder, has no gaps");
        return Refusal { span, reason, help, is_choice: false };
    }
    let reason = "no loop around this access walks along the row".to_owned();
    Refusal { span, reason, help: None, is_choice: false }
}

/// The symbol of a loop's index.
pub(crate) fn index_symbol(kernel: &Kernel<'_>, stmt: StmtId) -> Option<Var> {
    let index = kernel.found.region.loops.get(&stmt)?.index;
    kernel.symbols().find(&SymbolKind::LoopIndex { loop_stmt: stmt, index })
}

/// Is it the index of a loop inside this one?
fn is_inside(kernel: &Kernel<'_>, var: Var, stmt: StmtId) -> bool {
    let symbols = kernel.symbols();
    symbols.factors(var).into_iter().any(|factor| match symbols.kind(factor) {
        Some(SymbolKind::LoopIndex { loop_stmt, .. }) => {
            *loop_stmt != stmt && kernel.program().stmts_below(stmt).any(|below| below == *loop_stmt)
        }
        _ => false,
    })
}
