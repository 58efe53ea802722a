//! Two accesses, run at different moments, over symbols of their own.
//!
//! When iteration `i` of one access meets iteration `i'` of another, both speak
//! of "the loop index", and mean different values. The second access gets new
//! names for everything that can differ between two moments: loop indices, values
//! that are not known, and products of them. What never changes in the region
//! (`n`, `w`, `n*w`) keeps its name, so that the two agree about it.

use std::collections::BTreeSet;

use affine::{LinearExpr, Point, Set, Var};

use crate::{Access, SymbolKind, Symbols};

/// Symbols of the second instance are numbered from here, beyond all others.
pub const SECOND: u32 = 1 << 28;

/// The second instance's name of a symbol.
pub fn second(var: Var) -> Var {
    Var(var.0 | SECOND)
}

/// Has the symbol one value in the whole region?
pub fn is_shared(symbols: &Symbols, var: Var) -> bool {
    symbols.factors(var).iter().all(|factor| {
        let kind = symbols.kind(*factor);
        matches!(kind, Some(SymbolKind::Invariant(_) | SymbolKind::Fixed(_) | SymbolKind::Captured(_)))
    })
}

/// Is a solution evidence? Not if a formula speaks of a value that is not
/// known, or if a product does not have the value of its factors.
pub fn is_evidence(symbols: &Symbols, formulas: &[&LinearExpr], point: &Point) -> bool {
    let own = |var: Var| Var(var.0 & !SECOND);
    let real = |var: Var| symbols.factors(own(var)).iter().all(|factor| symbols.is_real(*factor));
    let multiplies = |var: Var| {
        let factors = symbols.factors(own(var));
        let side =
            |factor: Var| if is_shared(symbols, factor) { factor } else { Var(factor.0 | (var.0 & SECOND)) };
        let product =
            factors.iter().try_fold(1i128, |value, factor| value.checked_mul(point.get(side(*factor))));
        product == Some(point.get(var))
    };
    formulas.iter().flat_map(|formula| formula.vars()).all(real)
        && point.iter().all(|(var, _)| symbols.kind(own(var)).is_none() || multiplies(var))
}

/// The names of the second instance.
#[derive(Clone, Debug)]
pub struct Renaming {
    separate: BTreeSet<Var>,
}

/// What must be told apart between instances of these two accesses.
pub fn separate(symbols: &Symbols, a: &Access, b: &Access) -> Renaming {
    let mentioned = |access: &Access| -> BTreeSet<Var> {
        let subscripts = access.subscripts.iter().flatten().flat_map(LinearExpr::vars);
        access.domain.vars().into_iter().chain(subscripts).collect()
    };
    let all = mentioned(a).into_iter().chain(mentioned(b));
    Renaming { separate: all.filter(|var| !is_shared(symbols, *var)).collect() }
}

impl Renaming {
    /// Tells one more symbol apart.
    pub fn with(mut self, symbols: &Symbols, formula: &LinearExpr) -> Renaming {
        self.separate.extend(formula.vars().filter(|var| !is_shared(symbols, *var)));
        self
    }

    /// A symbol as the second instance calls it.
    pub fn name(&self, var: Var) -> Var {
        if self.separate.contains(&var) { second(var) } else { var }
    }

    /// A formula of the second instance; `None` if a number grew too large.
    pub fn of_expr(&self, expr: &LinearExpr) -> Option<LinearExpr> {
        expr.renamed(|var| self.name(var)).ok()
    }

    /// What holds for the second instance.
    pub fn of_set(&self, set: &Set) -> Set {
        set.renamed(|var| self.name(var))
    }

    /// The second access.
    pub fn of_access(&self, subscripts: &[LinearExpr], domain: &Set) -> Option<affine::dependence::Access> {
        let subscripts: Option<Vec<_>> = subscripts.iter().map(|subscript| self.of_expr(subscript)).collect();
        Some(affine::dependence::Access { subscripts: subscripts?, domain: self.of_set(domain) })
    }
}
