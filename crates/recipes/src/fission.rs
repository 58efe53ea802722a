//! `fission`: a loop for each part of the body that can have one.
//!
//! A loop can be cut between two statements if nothing after the cut must run
//! before something in front of it in a later iteration, and no variable of one
//! iteration is needed on both sides.

use std::collections::BTreeSet;

use analyze::dependence::{Dependence, Direction};
use hir::{Duplicate, Node, Stmt, StmtId, StmtKind, VarId};

use crate::legality::{Order, direction};
use crate::nest::statements;
use crate::{Kitchen, Place, Refusal};

const RECIPE: &str = "split";

impl Kitchen<'_> {
    pub(crate) fn fission(&mut self, stmt: StmtId, place: Place) -> Result<StmtId, Refusal> {
        let canonical = self.canonical(RECIPE, stmt)?;
        let span = self.program.stmts[stmt].span;
        self.stays_inside(RECIPE, canonical.body)?;
        let parts = statements(self.program, canonical.body);
        if parts.len() < 2 {
            return Err(Refusal::form(RECIPE, span, "its body is a single statement"));
        }
        let order = self.order(RECIPE, stmt, place)?;
        let below: Vec<BTreeSet<StmtId>> =
            parts.iter().map(|part| self.program.stmts_below(Node::Stmt(*part)).collect()).collect();
        let mut groups: Vec<Vec<StmtId>> = vec![vec![parts[0]]];
        let mut obstacle: Option<&Dependence> = None;
        for cut in 1..parts.len() {
            let backwards = backward_dependence(&order, stmt, &below, cut);
            if backwards.is_some() || self.shares_variable(&parts, cut) {
                obstacle = obstacle.or(backwards);
                if let Some(group) = groups.last_mut() {
                    group.push(parts[cut]);
                }
            } else {
                groups.push(vec![parts[cut]]);
            }
        }
        if groups.len() == 1 {
            return Err(match obstacle {
                Some(dependence) => order.reversed(RECIPE, dependence),
                None => Refusal::form(RECIPE, span, "its statements share variables of one iteration"),
            });
        }
        let loops = groups.into_iter().enumerate().map(|(at, group)| self.loop_over(stmt, group, at > 0));
        let loops: Vec<StmtId> = loops.collect();
        Ok(self.program.stmts.alloc(Stmt { kind: StmtKind::Block(loops), span }))
    }

    /// Is a variable that is declared before the cut mentioned after it?
    fn shares_variable(&self, parts: &[StmtId], cut: usize) -> bool {
        let vars: Vec<VarId> = parts[..cut].iter().flat_map(|part| self.program.declared(*part)).collect();
        parts[cut..].iter().any(|part| vars.iter().any(|var| self.program.mentions(*part, *var)))
    }

    /// The head of the loop over some of its statements.
    fn loop_over(&mut self, stmt: StmtId, group: Vec<StmtId>, is_copy: bool) -> StmtId {
        let Stmt { kind, span } = self.program.stmts[stmt].clone();
        let StmtKind::For { init, cond, step, .. } = kind else { return stmt };
        let body = match group.as_slice() {
            [only] if !matches!(self.program.stmts[*only].kind, StmtKind::Decl(_)) => *only,
            _ => self.program.stmts.alloc(Stmt { kind: StmtKind::Block(group), span }),
        };
        let whole = self.program.stmts.alloc(Stmt { kind: StmtKind::For { init, cond, step, body }, span });
        if !is_copy {
            return whole;
        }
        let mut b = self.builder(stmt);
        Duplicate::new(&mut b).stmt(whole)
    }
}

/// A dependence from behind the cut to a later iteration in front of it.
fn backward_dependence<'o>(
    order: &'o Order,
    stmt: StmtId,
    below: &[BTreeSet<StmtId>],
    cut: usize,
) -> Option<&'o Dependence> {
    let part = |access: usize| {
        let stmt = order.accesses[access].stmt;
        below.iter().position(|part| part.contains(&stmt)).unwrap_or(0)
    };
    order.dependences.iter().find(|dependence| {
        let (source, sink) = (part(dependence.source), part(dependence.sink));
        match direction(dependence, stmt) {
            Some(Direction::Any) => (source >= cut) != (sink >= cut),
            Some(Direction::Before | Direction::After) => source >= cut && sink < cut,
            Some(Direction::Same) | None => false,
        }
    })
}
