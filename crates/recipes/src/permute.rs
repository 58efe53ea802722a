//! `permute(k, i)`: the loops of a perfect nest in another order. A directive
//! above an inner loop goes along with it:
//!
//! ```c
//! #pragma hicuda permute(i, k)                #pragma hicuda loop_partition over_thread
//! for (k = 0; k < m; k++)                     for (i = 0; i < n; i++)
//! #pragma hicuda loop_partition over_thread       for (k = 0; k < m; k++)
//!     for (i = 0; i < n; i++)                         y[i] += x[k];
//!         y[i] += x[k];
//! ```

use analyze::CanonicalLoop;
use hir::{DirectiveId, Span, Stmt, StmtId, StmtKind, Symbol};

use crate::nest::only_statement;
use crate::{Kitchen, Place, Refusal};

const RECIPE: &str = "permuted";

impl Kitchen<'_> {
    pub(crate) fn permute(
        &mut self,
        stmt: StmtId,
        names: &[(Symbol, Span)],
        place: Place,
    ) -> Result<StmtId, Refusal> {
        let depth = self.nest_depth(stmt).min(names.len());
        let loops = self.governed_nest(RECIPE, stmt, depth.max(1))?;
        let mut wanted: Vec<CanonicalLoop> = Vec::new();
        for (name, span) in names {
            let of_name = |l: &&CanonicalLoop| self.program.vars[l.index].name == Some(*name);
            let Some(found) = loops.iter().find(of_name) else {
                let name = self.sources.text(*name).into_owned();
                let reason = format!("none of its {} nested loops has the index `{name}`", loops.len());
                return Err(Refusal::form(RECIPE, *span, reason));
            };
            if wanted.iter().any(|other| other.stmt == found.stmt) {
                return Err(Refusal::form(RECIPE, *span, "a loop is named twice"));
            }
            wanted.push(found.clone());
        }
        for canonical in &loops {
            self.index_not_used_after(RECIPE, canonical)?;
        }
        let innermost = loops.last().map_or(stmt, |canonical| canonical.body);
        self.stays_inside(RECIPE, innermost)?;
        let mut order = self.order(RECIPE, stmt, place)?;
        // The nest is rectangular: whatever the order, its last iteration is the same, and leaves such a variable
        // what it was.
        let own = self.own(&order, stmt, innermost);
        order.leave_out(&own);
        let stmts: Vec<StmtId> = wanted.iter().map(|canonical| canonical.stmt).collect();
        order.check_permutation(RECIPE, &stmts)?;
        let mut body = innermost;
        for canonical in wanted.iter().rev() {
            let Stmt { kind, span } = self.program.stmts[canonical.stmt].clone();
            let StmtKind::For { init, cond, step, .. } = kind else { continue };
            body = self.program.stmts.alloc(Stmt { kind: StmtKind::For { init, cond, step, body }, span });
            for directive in self.directives_above(canonical.stmt, &loops) {
                let kind = StmtKind::Annotated { directive, body };
                body = self.program.stmts.alloc(Stmt { kind, span });
            }
        }
        Ok(body)
    }

    /// The directives between a loop of the nest and the one around it,
    /// innermost first.
    pub(crate) fn directives_above(&self, stmt: StmtId, loops: &[CanonicalLoop]) -> Vec<DirectiveId> {
        let above = |outer: &CanonicalLoop| {
            let (directives, governed) = self.governed(only_statement(self.program, outer.body));
            (governed == stmt).then_some(directives)
        };
        loops.iter().find_map(above).into_iter().flatten().rev().collect()
    }
}
