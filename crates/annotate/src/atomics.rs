//! Loops whose iterations update elements that only the run knows: `atomic`.
//!
//! ```c
//! #pragma hicuda loop_partition over_tblock over_thread
//! for (i = 0; i < n; i++) {
//!     at = nearest(p, i, …);
//!     #pragma hicuda atomic
//!     count[at]++;
//!     for (j = 0; j < d; j++)
//!         #pragma hicuda atomic
//!         sum[at * d + j] += p[i * d + j];
//! }
//! ```
//! The elements must be updated in one way, and nothing else may be done with them; the checker says whether that is enough.
//! Floating-point sums then have another order in every run, which `--keep-order` does not allow.

use std::collections::BTreeMap;

use analyze::{Access, KernelFacts, Place, SymbolKind};
use hir::{ReductionOp, StmtId, VarId, update};

use crate::mapping::Mapping;
use crate::nests::Loop;
use crate::parallel::{Findings, refusal};
use crate::trial::{Clauses, Combined};

impl Findings<'_> {
    /// The loop shared out, with its updates as atomic ones.
    pub(crate) fn with_atomics(&mut self, at: &Loop, index: VarId) -> Option<Mapping> {
        let updated = self.scattered_updates(at)?;
        let atomic: Vec<StmtId> = updated.values().flatten().copied().collect();
        let first = self.trials.with_clauses(
            at.function,
            at.stmt,
            &Clauses { atomic: &atomic, ..Clauses::default() },
        );
        let combined = Combined::missing(&first);
        let span = self.trials.program.stmts[at.stmt].span;
        if self.in_order(&combined, span).is_some() {
            return None;
        }
        let found = match combined.is_empty() {
            true => first,
            false => {
                let clauses = Clauses { atomic: &atomic, combined: &combined, ..Clauses::default() };
                self.trials.with_clauses(at.function, at.stmt, &clauses)
            }
        };
        if refusal(&found).is_some() {
            return None;
        }
        let names: Vec<String> =
            updated.keys().map(|place| format!("`{}`", self.trials.input().place_name(place))).collect();
        let mut mapping = self.alone(at, index, &self.reduction(&combined));
        mapping.why = format!(
            "the iterations of `{}` only update elements of {}, in any order",
            self.name(index),
            names.join(" and ")
        );
        mapping.above.extend(atomic.into_iter().map(|stmt| (stmt, vec!["atomic".to_string()])));
        // In the order of the text.
        let stmts = &self.trials.program.stmts;
        mapping.above.sort_by_key(|(stmt, _)| stmts[*stmt].span.lo);
        Some(mapping)
    }

    /// The arrays with which a loop does nothing but update elements in one way, where it depends on values which; each with
    /// the statements that do.
    fn scattered_updates(&mut self, at: &Loop) -> Option<BTreeMap<Place, Vec<StmtId>>> {
        self.of(at);
        let facts = self.known(at.stmt)?.facts.as_ref()?;
        let program = &*self.trials.program;
        let about = update::About { program, sources: &*self.trials.sources };
        let mut found: BTreeMap<Place, (ReductionOp, Vec<StmtId>)> = BTreeMap::new();
        for stmt in program.stmts_below(at.stmt) {
            let Some(update) = update::of_stmt(&about, stmt) else { continue };
            let (array, subscripts) = program.element(update.target);
            let Some(place) = Place::of(program, array).filter(|_| !subscripts.is_empty()) else { continue };
            let (op, stmts) = found.entry(place).or_insert((update.op, Vec::new()));
            if *op != update.op {
                return None;
            }
            stmts.push(stmt);
        }
        let is_updated = |place: &Place, stmts: &[StmtId]| {
            let mut accesses = facts.accesses.iter().filter(|access| access.place == *place);
            accesses.all(|access| stmts.contains(&access.stmt))
        };
        let depends = |place: &Place| {
            facts.accesses.iter().any(|access| access.place == *place && depends_on_values(facts, access))
        };
        let ordered = |op: ReductionOp, stmts: &[StmtId]| {
            let of_numbers = |stmt: &StmtId| {
                update::of_stmt(&about, *stmt)
                    .is_some_and(|update| program.types.is_real_floating(program.exprs[update.target].ty))
            };
            matches!(op, ReductionOp::Add | ReductionOp::Mul) && stmts.iter().any(of_numbers)
        };
        let mut kept = BTreeMap::new();
        for (place, (op, stmts)) in found {
            if depends(&place) && is_updated(&place, &stmts) {
                if self.keep_order && ordered(op, &stmts) {
                    return None;
                }
                kept.insert(place, stmts);
            }
        }
        Some(kept).filter(|kept| !kept.is_empty())
    }
}

/// Is the element known to the run only?
fn depends_on_values(facts: &KernelFacts, access: &Access) -> bool {
    let is_opaque = |var| {
        let factors = facts.symbols.factors(var);
        factors.iter().any(|var| {
            !matches!(
                facts.symbols.kind(*var),
                Some(
                    SymbolKind::Invariant(_)
                        | SymbolKind::LoopIndex { .. }
                        | SymbolKind::BatchBase { .. }
                        | SymbolKind::Lane { .. }
                )
            )
        })
    };
    access.subscripts.as_ref().is_none_or(|all| all.iter().flat_map(|one| one.vars()).any(is_opaque))
}
