//! The statements of copies that read windows.
//!
//! ```text
//! if (n + u < 1985)                                    sum[u] += image_now[s + u];
//!     sum[u] += image[i + m][j + (n + u)];
//! ```
//! Invariant: only reads that a window holds are replaced, and only tests that hold for all copies are left out.

use std::collections::HashMap;

use hir::copy::{self, Rewrite};
use hir::{Builder, ExprId, ExprKind, StmtId, VarId};

use super::super::Level;
use super::{InBatch, Window};

/// Where in its window a read finds its element.
#[derive(Clone, Copy)]
pub(super) struct Element {
    now: VarId,
    level: Level,
    offset: i64,
    /// The iteration of the strip, where the window moves with it.
    counter: Option<VarId>,
}

impl Element {
    pub fn of(window: &Window, offset: i64, counter: Option<VarId>) -> Element {
        Element { now: window.now, level: window.level, offset, counter }
    }
}

/// A copy of statements in which reads are those of windows, and nobody asks whether a copy exists.
pub(super) struct InWindow<'a, 'b> {
    pub b: &'a mut Builder<'b>,
    pub known: &'a InBatch,
    pub elements: HashMap<ExprId, Element>,
    /// The index of the loop along the row, and its value in an iteration of the strip.
    pub values: Option<(VarId, ExprId)>,
    /// What the copy declares itself.
    pub own: HashMap<VarId, VarId>,
}

impl InWindow<'_, '_> {
    /// `image_now[s + u]`, or `image_now[u / 4][s + u % 4]` where a thread has several runs.
    fn element(&mut self, element: Element) -> ExprId {
        let Element { now, level, offset, counter } = element;
        let own = self.own.get(&level.counter).copied().unwrap_or(level.counter);
        let (copy, now) = (self.b.var(own), self.b.var(now));
        let neighbours = self.b.int(i64::try_from(level.neighbours).unwrap_or(i64::MAX));
        let (run, copy) = match level.copies > level.neighbours {
            true => (Some(self.b.div(copy, neighbours)), self.b.rem(copy, neighbours)),
            false => (None, copy),
        };
        let at = match counter {
            Some(counter) => {
                let counter = self.b.var(counter);
                self.b.add(counter, copy)
            }
            None => copy,
        };
        let offset = self.b.int(offset);
        let at = self.b.add(at, offset);
        let subscripts: Vec<ExprId> = run.into_iter().chain([at]).collect();
        self.b.index(now, &subscripts)
    }
}

impl<'b> Rewrite<'b> for InWindow<'_, 'b> {
    fn builder(&mut self) -> &mut Builder<'b> {
        self.b
    }

    fn replace_expr(&mut self, expr: ExprId) -> Option<ExprId> {
        if let Some(&element) = self.elements.get(&expr) {
            return Some(self.element(element));
        }
        if let Some(&test) = self.known.tests.get(&expr) {
            return Some(copy::expr(self, test));
        }
        match self.b.program.exprs[expr].kind {
            // Who takes the address of an element may look for others beside it.
            ExprKind::AddrOf(of) if self.elements.contains_key(&of) => {
                let of = copy::expr_below(self, of);
                let ty = self.b.program.exprs[expr].ty;
                Some(self.b.expr(ExprKind::AddrOf(of), ty))
            }
            ExprKind::Var(var) => {
                if let Some((index, value)) = self.values
                    && var == index
                {
                    return Some(value);
                }
                let own = *self.own.get(&var)?;
                Some(self.b.var(own))
            }
            _ => None,
        }
    }

    fn replace_stmt(&mut self, stmt: StmtId) -> Option<StmtId> {
        let left = self.known.stmts.get(&stmt)?;
        let left = left.iter().map(|&stmt| copy::stmt(self, stmt)).collect();
        Some(self.b.block(left))
    }

    fn copies_all(&self) -> bool {
        true
    }

    fn declared(&mut self, var: VarId) -> VarId {
        let own = self.b.same_again(var);
        self.own.insert(var, own);
        own
    }
}
