//! Arrays that some count through all their dimensions, and others not.
//!
//! ```c
//! #pragma hicuda shape a[h][w]                  // the device's sections have two dimensions
//! for (k = 0; k < h; k++) sum += a[k * w + k];   // the host reads a[k][k]
//! ```
//! Where every factor is provably in its dimension, the one subscript is taken apart. The other way
//! round, `a[i*w + j]` of a kernel whose loops run over all `i < h` and `j < w` touches every one of the first
//! `h*w` elements, which no formula for one element says.

use affine::{Feasibility, LinearExpr, Polynomial, Set, Var};
use hir::BinaryOp;

use crate::dependence::rows::written_out;
use crate::maps::HashMap;
use crate::{Access, KernelFacts, SymbolKind};

use super::Law;
use super::value::Loc;

impl Law<'_, '_> {
    /// One subscript of an object whose sections have several dimensions, as one for each.
    pub(super) fn taken_apart(
        &mut self,
        loc: Loc,
        at: Option<Vec<LinearExpr>>,
        domain: &Set,
    ) -> Option<Vec<LinearExpr>> {
        let at = at?;
        let object = self.now.as_ref().and_then(|now| now.objects.get(loc));
        let extents = object.and_then(|object| object.extents.as_ref()).filter(|extents| extents.len() > 1);
        match (extents.cloned(), at.as_slice()) {
            (Some(extents), [flat]) => self.names.apart(flat, &extents, domain),
            // A pointer to the first element that walks on, from row to row.
            (Some(extents), _) if self.leaves_row(&at, &extents, domain) => None,
            _ => Some(at),
        }
    }

    /// Does an inner subscript certainly go beyond its dimension, in some iteration?
    fn leaves_row(&self, at: &[LinearExpr], extents: &[LinearExpr], domain: &Set) -> bool {
        let rounds = self.nest.iter().flat_map(|nest| &nest.rounds);
        let indices: Vec<Var> = rounds.map(|round| round.index).collect();
        // With a size that is not a number nothing is certain.
        let is_number = |expr: &LinearExpr| expr.vars().all(|var| indices.contains(&var));
        if at.len() != extents.len() || !domain.vars().iter().all(|var| indices.contains(var)) {
            return false;
        }
        let beyond = |(at, extent): (&LinearExpr, &LinearExpr)| {
            is_number(at)
                && is_number(extent)
                && matches!(domain.clone().with_at_least(at, extent).feasibility(), Feasibility::Inhabited(_))
        };
        at.iter().zip(extents).skip(1).any(beyond)
    }

    /// The last element of those that an access touches, from the first on and without a gap.
    pub(super) fn all_up_to(
        &mut self,
        kernel: &KernelFacts,
        access: &Access,
        mapped: &mut HashMap<Var, (LinearExpr, bool)>,
    ) -> Option<LinearExpr> {
        let [subscript] = access.subscripts.as_deref()? else { return None };
        // Without products the formula of one element says all.
        if subscript.vars().all(|var| kernel.symbols.factors(var).len() < 2) {
            return None;
        }
        let mut rest = written_out(subscript, &kernel.symbols)?;
        let mut counts = loop_counts(kernel, access)?;
        let mut size = Polynomial::constant(1);
        // The index that moves by one, then the one that moves by as many as that has values, …
        while let Some(at) = counts.iter().position(|(index, _)| {
            rest.split_by(*index).is_some_and(|(stride, _)| !stride.is_zero() && stride == size)
        }) {
            let (index, count) = counts.swap_remove(at);
            rest = rest.split_by(index)?.1;
            size = size.times(&count).ok()?;
        }
        if !rest.is_zero() {
            return None;
        }
        let size = self.number_of(kernel, &size, mapped)?;
        size.plus_constant(-1).ok()
    }

    /// A size of a kernel in values of the host.
    fn number_of(
        &mut self,
        kernel: &KernelFacts,
        size: &Polynomial,
        mapped: &mut HashMap<Var, (LinearExpr, bool)>,
    ) -> Option<LinearExpr> {
        let mut sum = LinearExpr::constant(0);
        for (monomial, factor) in size.terms() {
            let mut product = LinearExpr::constant(1);
            for &(var, power) in monomial.powers() {
                self.map_symbol(kernel, var, mapped);
                let (value, is_inner) = mapped.get(&var).cloned()?;
                if is_inner {
                    return None;
                }
                for _ in 0..power {
                    product = self.names.product(&product, &value);
                }
            }
            sum = sum.plus_scaled(&product, factor).ok()?;
        }
        Some(sum)
    }
}

/// The loops around an access, each with how often it runs, if they all start at zero and
/// nothing else decides whether the access happens.
fn loop_counts(kernel: &KernelFacts, access: &Access) -> Option<Vec<(Var, Polynomial)>> {
    let mut space = Set::universe();
    let mut counts = Vec::new();
    for symbol in access.written_when().vars() {
        let Some(SymbolKind::LoopIndex { loop_stmt, .. }) = kernel.symbols.kind(symbol) else { continue };
        let canonical = kernel.loops.get(loop_stmt)?;
        let (first, bound) = kernel.bounds.get(loop_stmt)?;
        if first.as_constant() != Some(0) || canonical.step != 1 || canonical.op != BinaryOp::Lt {
            return None;
        }
        let index = LinearExpr::var(symbol);
        space = space.with_at_least(&index, first).with_less(&index, bound);
        counts.push((symbol, written_out(bound, &kernel.symbols)?));
    }
    let is_fixed = |(_, count): &(Var, Polynomial)| {
        count.vars().iter().all(|var| !counts.iter().any(|(index, _)| index == var))
    };
    let runs_over_all =
        access.written_when().is_exact() && space.is_within(access.written_when()).is_proven();
    (runs_over_all && counts.iter().all(is_fixed)).then_some(counts)
}
