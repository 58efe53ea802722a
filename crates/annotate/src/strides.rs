//! How far apart the elements are that neighbouring iterations of a loop touch.
//!
//! `a[i*n + k]`: neighbouring `k` touch neighbours, neighbouring `i` elements that lie `n` apart. Threads that
//! run neighbouring iterations should touch neighbours, so the loop with the heavier accesses of
//! that kind belongs to the threads.

use affine::{LinearExpr, Var};
use analyze::{Access, KernelFacts, SymbolKind};
use hir::VarId;

/// How an access moves from one iteration of a loop to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stride {
    /// Not at all.
    Same,
    /// To the neighbour.
    Next,
    /// Further.
    Far,
    /// As values in memory say.
    Unknown,
}

/// The stride of an access in the loop with this index.
pub fn stride(facts: &KernelFacts, access: &Access, index: VarId) -> Stride {
    let flat = match (&access.flat, &access.subscripts) {
        (Some(flat), _) => flat,
        (None, Some(subscripts)) => {
            let mentions = |at: &LinearExpr| mentions(facts, at, index);
            return match subscripts.split_last() {
                Some((_, outer)) if outer.iter().any(mentions) => Stride::Far,
                Some((last, _)) => of_expr(facts, last, index),
                None => Stride::Same,
            };
        }
        (None, None) => return Stride::Unknown,
    };
    of_expr(facts, flat, index)
}

fn of_expr(facts: &KernelFacts, formula: &LinearExpr, index: VarId) -> Stride {
    let mut own = 0;
    for (var, coefficient) in formula.terms() {
        match facts.symbols.kind(*var) {
            Some(SymbolKind::LoopIndex { index: of, .. }) if *of == index => own += coefficient,
            Some(SymbolKind::Product(_))
                if facts.symbols.factors(*var).iter().any(|f| is(facts, *f, index)) =>
            {
                return Stride::Far;
            }
            Some(SymbolKind::Opaque(_)) => return Stride::Unknown,
            _ => {}
        }
    }
    match own {
        0 => Stride::Same,
        1 | -1 => Stride::Next,
        _ => Stride::Far,
    }
}

fn mentions(facts: &KernelFacts, formula: &LinearExpr, index: VarId) -> bool {
    formula.vars().any(|var| facts.symbols.factors(var).iter().any(|factor| is(facts, *factor, index)))
}

fn is(facts: &KernelFacts, var: Var, index: VarId) -> bool {
    matches!(facts.symbols.kind(var), Some(SymbolKind::LoopIndex { index: of, .. }) if *of == index)
}

/// Does the element that an access touches depend on the index?
pub fn varies(facts: &KernelFacts, access: &Access, index: VarId) -> bool {
    stride(facts, access, index) != Stride::Same
}
