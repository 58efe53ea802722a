//! `permute(k, i)`: the loops of a perfect nest in another order.

use analyze::CanonicalLoop;
use hir::{Span, Stmt, StmtId, StmtKind, Symbol};

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
        let loops = self.perfect_nest(RECIPE, stmt, depth.max(1))?;
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
        let order = self.order(RECIPE, stmt, place)?;
        let stmts: Vec<StmtId> = wanted.iter().map(|canonical| canonical.stmt).collect();
        order.check_permutation(RECIPE, &stmts)?;
        let mut body = innermost;
        for canonical in wanted.iter().rev() {
            let Stmt { kind, span } = self.program.stmts[canonical.stmt].clone();
            let StmtKind::For { init, cond, step, .. } = kind else { continue };
            body = self.program.stmts.alloc(Stmt { kind: StmtKind::For { init, cond, step, body }, span });
        }
        Ok(body)
    }
}
