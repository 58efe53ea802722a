//! Bodies of functions, and jumps in them.
//!
//! ```c
//! again:
//! …kernel…
//! if (n--) goto again;
//! ```
//! What is known at a `goto` is known at its label. A jump back makes the label the head of a loop: the body is
//! followed until nothing new comes to any label, then once more to report.

use hir::{LabelId, StmtId, StmtKind};

use crate::maps::HashMap;

use super::Law;
use super::state::{State, meet};
use super::touches::Touch;
use super::value::Value;

/// Rounds that a body with jumps back is followed at most.
const MOST_ROUNDS: usize = 6;

/// What is known at the labels of a function, from the jumps that were met.
pub type Labels = HashMap<LabelId, State>;

impl Law<'_, '_> {
    /// Follows the body of a function from what is known now; the value it returns.
    pub(super) fn body(&mut self, body: StmtId) -> Option<Value> {
        let outer = std::mem::take(&mut self.labels);
        if self.jumps_back(body) {
            self.settle_labels(body);
        }
        let value = self.once(body);
        self.labels = outer;
        value
    }

    fn once(&mut self, body: StmtId) -> Option<Value> {
        self.returns.push((None, None));
        self.stmt(body);
        let (returned, value) = self.returns.pop().unwrap_or_default();
        let now = self.now.take();
        self.now = meet(now, returned, body.index(), &mut self.names);
        value
    }

    /// Follows a body to learn what comes to its labels.
    fn settle_labels(&mut self, body: StmtId) {
        let entry = self.now.clone();
        self.silent += 1;
        for round in 0..=MOST_ROUNDS {
            let before = self.labels.clone();
            self.once(body);
            self.now = entry.clone();
            if self.labels == before {
                break;
            }
            if round == MOST_ROUNDS {
                self.forget_labels();
            }
        }
        self.silent -= 1;
    }

    /// It does not settle: nothing is known where jumps lead.
    fn forget_labels(&mut self) {
        let now = self.now.take();
        for (label, state) in std::mem::take(&mut self.labels) {
            self.now = Some(state);
            self.forget_everything();
            self.labels.extend(self.now.take().map(|state| (label, state)));
        }
        self.now = now;
    }

    fn jumps_back(&mut self, body: StmtId) -> bool {
        if let Some(known) = self.with_jumps.get(&body) {
            return *known;
        }
        let program = self.input.program;
        let place = |stmt: StmtId| program.stmts[stmt].span.lo;
        let labels: HashMap<LabelId, u32> = program
            .stmts_below(body)
            .filter_map(|stmt| match program.stmts[stmt].kind {
                StmtKind::Label { label, .. } => Some((label, place(stmt))),
                _ => None,
            })
            .collect();
        let jumps = program.stmts_below(body).any(|stmt| match &program.stmts[stmt].kind {
            StmtKind::Goto(label) => labels.get(label).is_some_and(|at| *at <= place(stmt)),
            StmtKind::GotoComputed(_) => true,
            _ => false,
        });
        self.with_jumps.insert(body, jumps);
        jumps
    }

    /// `goto label;`
    pub(super) fn jump(&mut self, label: LabelId) {
        let from = self.current.map_or(0, |stmt| stmt.index());
        let known = self.labels.remove(&label);
        let now = self.now.take();
        let at = meet(known, now, from, &mut self.names);
        self.labels.extend(at.map(|state| (label, state)));
    }

    /// `goto *p;` comes to every label whose address is taken, and anything may be known there.
    pub(super) fn jump_anywhere(&mut self) {
        let Some(body) = self.stack.last().and_then(|f| self.input.program.functions[*f].body) else {
            return;
        };
        let program = self.input.program;
        for stmt in program.stmts_below(body) {
            if let StmtKind::Label { label, .. } = program.stmts[stmt].kind {
                let now = self.now.clone();
                self.jump(label);
                self.now = now;
            }
        }
        self.forget_labels();
        self.now = None;
    }

    /// `label:`
    pub(super) fn at_label(&mut self, label: LabelId, stmt: StmtId) {
        let jumped = self.labels.get(&label).cloned();
        let now = self.now.take();
        self.now = meet(now, jumped, stmt.index(), &mut self.names);
        // Behind a label that is jumped back to, symbols stand for the values of the next round.
        let body = self.stack.last().and_then(|f| self.input.program.functions[*f].body);
        if let Some(body) = body.filter(|body| self.jumps_back(*body)) {
            self.retire(body);
        }
    }

    /// Accesses of a nest may have happened where control left it by `return` or `goto`.
    pub(super) fn touched_on_the_way_out(&mut self, nest: StmtId, touches: &[Touch]) {
        let program = self.input.program;
        let leaves = |stmt: StmtId| {
            matches!(
                program.stmts[stmt].kind,
                StmtKind::Return(_) | StmtKind::Goto(_) | StmtKind::GotoComputed(_)
            )
        };
        if !program.stmts_below(nest).any(leaves) {
            return;
        }
        let in_doubt = |touch: &Touch| Touch { certain: false, ..touch.clone() };
        let touches: Vec<Touch> = touches.iter().map(in_doubt).collect();
        let now = self.now.take();
        self.silent += 1;
        if let Some((state, value)) = self.returns.pop() {
            self.now = state;
            self.host_touches(touches.clone());
            self.returns.push((self.now.take(), value));
        }
        for (label, state) in std::mem::take(&mut self.labels) {
            self.now = Some(state);
            self.host_touches(touches.clone());
            self.labels.extend(self.now.take().map(|state| (label, state)));
        }
        self.silent -= 1;
        self.now = now;
    }
}
