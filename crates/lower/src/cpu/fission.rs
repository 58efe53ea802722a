//! Loops whose threads wait for each other: the tree of phases.
//!
//! A batched loop is taken apart at its barriers and shared transfers. What
//! stands between two of them is a phase, run for one thread after the other;
//! the control flow around them belongs to the block as a whole.
//!
//! ```text
//! for i over_thread {               for (int i_base = 0; i_base < n; i_base += 16) {
//!     x = f(i);                         for (int i_lane = 0; i_lane < 16; i_lane++)
//!     barrier                               x_of[i_lane] = f(i_base + i_lane);
//!     g(i, x);                          for (int i_lane = 0; i_lane < 16; i_lane++)
//! }                                         g(i_base + i_lane, x_of[i_lane]);
//!                                   }
//! ```
//! Threads of one phase touch nothing in common (analysis has seen to that),
//! so any order of them is right, and a phase may be cut in two anywhere.

use hir::{ExprId, Item, StmtId, StmtKind};
use kir::{Batch, Partition, SharedTransfer, Stmt};

use super::Lowering;
use super::batch::Level;
use super::flow::Flow;
use super::lane_vars::LaneVars;
use crate::jumps::has_loose_jump;

/// A part of a batched loop.
pub(super) enum Node<'k> {
    /// What each thread does by itself.
    Phase(Phase),
    /// What the block does as a whole.
    Whole(StmtId),
    /// A copy by the whole block.
    Transfer(&'k SharedTransfer),
    /// A block of the source.
    Scope(Vec<Node<'k>>),
    /// A branch that all threads take together.
    If { cond: ExprId, then: Vec<Node<'k>>, otherwise: Option<Vec<Node<'k>>> },
    /// A loop that all threads go through together.
    For { init: Option<StmtId>, cond: Option<ExprId>, step: Option<ExprId>, body: Vec<Node<'k>> },
    /// A loop shared out over blocks only.
    Blocks(&'k Partition, Vec<Node<'k>>),
    /// A batched loop inside another.
    Batch(Level<'k>, Vec<Node<'k>>),
}

/// What each thread does between two barriers.
pub(super) struct Phase {
    pub stmts: Vec<StmtId>,
    pub flow: Flow,
}

/// Makes the tree of a batched loop.
struct Planter<'l, 'a, 'b> {
    lowering: &'l mut Lowering<'a, 'b>,
    /// Jumps at the present place belong to a loop that the block goes
    /// through as a whole.
    in_common_loop: bool,
}

impl<'a> Lowering<'a, '_> {
    /// A batched loop that is not inside another.
    pub(super) fn batched(&mut self, p: &'a Partition, batch: Batch) -> Vec<StmtId> {
        let level = self.level(p, batch);
        let mut planter = Planter { lowering: self, in_common_loop: false };
        let mut nodes = Vec::new();
        planter.children(&p.body, &mut nodes);
        let vars = LaneVars::of(self, level, &nodes);
        self.batch_loop(&nodes, &[level], &vars)
    }
}

impl<'a> Planter<'_, 'a, '_> {
    /// The parts of a body, in which a block is no scope of its own.
    fn children(&mut self, stmt: &'a Stmt, out: &mut Vec<Node<'a>>) {
        let mut run = Vec::new();
        match stmt {
            Stmt::Block(stmts) => stmts.iter().for_each(|stmt| self.part(stmt, &mut run, out)),
            other => self.part(other, &mut run, out),
        }
        self.end_phase(&mut run, out);
    }

    fn part(&mut self, stmt: &'a Stmt, run: &mut Vec<StmtId>, out: &mut Vec<Node<'a>>) {
        if !waits(stmt) {
            for lowered in self.alone(stmt) {
                self.plain(lowered, run, out);
            }
            return;
        }
        self.end_phase(run, out);
        let node = match stmt {
            Stmt::Plain(_) | Stmt::Barrier(_) => return,
            Stmt::Block(_) | Stmt::Singular(_) => Node::Scope(self.body(stmt)),
            Stmt::If { cond, then, otherwise } => {
                let then = self.body(then);
                let otherwise = otherwise.as_ref().map(|s| self.body(s));
                Node::If { cond: *cond, then, otherwise }
            }
            Stmt::For { init, cond, step, body, .. } => {
                let outer = std::mem::replace(&mut self.in_common_loop, true);
                let body = self.body(body);
                self.in_common_loop = outer;
                Node::For { init: *init, cond: *cond, step: *step, body }
            }
            Stmt::Partition(p) => self.partition(p),
            Stmt::Transfer(transfer) => Node::Transfer(transfer),
        };
        out.push(node);
    }

    fn body(&mut self, stmt: &'a Stmt) -> Vec<Node<'a>> {
        let mut nodes = Vec::new();
        self.children(stmt, &mut nodes);
        nodes
    }

    fn partition(&mut self, p: &'a Partition) -> Node<'a> {
        let outer = std::mem::replace(&mut self.in_common_loop, p.batch.is_none());
        let node = match p.batch {
            Some(batch) => {
                let level = self.lowering.level(p, batch);
                Node::Batch(level, self.body(&p.body))
            }
            None => Node::Blocks(p, self.body(&p.body)),
        };
        self.in_common_loop = outer;
        node
    }

    /// A statement in which no thread waits, as plain C.
    fn alone(&mut self, stmt: &'a Stmt) -> Vec<StmtId> {
        let lowered = self.lowering.statement(stmt);
        match stmt {
            // A scope stays one; several statements are one here, too.
            Stmt::Block(_) => vec![self.lowering.b.stmt(StmtKind::Block(lowered))],
            _ if lowered.len() > 1 => vec![self.lowering.b.stmt(StmtKind::Block(lowered))],
            _ => lowered,
        }
    }

    /// A plain statement: part of the present phase, unless it leaves a loop
    /// that all threads leave together.
    fn plain(&mut self, stmt: StmtId, run: &mut Vec<StmtId>, out: &mut Vec<Node<'a>>) {
        if !self.in_common_loop || !has_loose_jump(self.lowering.b.program, stmt) {
            run.push(stmt);
            return;
        }
        self.end_phase(run, out);
        let node = match self.lowering.b.program.stmts[stmt].kind.clone() {
            StmtKind::If { cond, then, otherwise } => {
                let then = self.plain_body(then);
                let otherwise = otherwise.map(|s| self.plain_body(s));
                Node::If { cond, then, otherwise }
            }
            StmtKind::Block(_) => Node::Scope(self.plain_body(stmt)),
            _ => Node::Whole(stmt),
        };
        out.push(node);
    }

    fn plain_body(&mut self, stmt: StmtId) -> Vec<Node<'a>> {
        let stmts = match &self.lowering.b.program.stmts[stmt].kind {
            StmtKind::Block(stmts) => stmts.clone(),
            _ => vec![stmt],
        };
        let (mut run, mut nodes) = (Vec::new(), Vec::new());
        for stmt in stmts {
            self.plain(stmt, &mut run, &mut nodes);
        }
        self.end_phase(&mut run, &mut nodes);
        nodes
    }

    /// Makes a phase of the statements so far. Types they declare may be used
    /// by later phases.
    fn end_phase(&mut self, run: &mut Vec<StmtId>, out: &mut Vec<Node<'a>>) {
        let mut stmts = Vec::new();
        for stmt in std::mem::take(run) {
            let program = &mut *self.lowering.b.program;
            let StmtKind::Decl(items) = &program.stmts[stmt].kind else {
                stmts.push(stmt);
                continue;
            };
            let (vars, types): (Vec<Item>, Vec<Item>) =
                items.iter().cloned().partition(|item| matches!(item, Item::Var { .. }));
            if types.is_empty() {
                stmts.push(stmt);
                continue;
            }
            out.push(Node::Whole(self.lowering.b.stmt(StmtKind::Decl(types))));
            if !vars.is_empty() {
                stmts.push(self.lowering.b.stmt(StmtKind::Decl(vars)));
            }
        }
        if !stmts.is_empty() {
            let flow = Flow::of(self.lowering.b.program, &stmts);
            out.push(Node::Phase(Phase { stmts, flow }));
        }
    }
}

/// Is there something in the statement at which threads wait for each other?
fn waits(stmt: &Stmt) -> bool {
    let mut pending = vec![stmt];
    while let Some(stmt) = pending.pop() {
        match stmt {
            Stmt::Barrier(_) | Stmt::Transfer(_) => return true,
            Stmt::Plain(_) => {}
            Stmt::Block(stmts) => pending.extend(stmts),
            Stmt::If { then, otherwise, .. } => {
                pending.push(then);
                pending.extend(otherwise.as_deref());
            }
            Stmt::For { body, .. } | Stmt::Singular(body) => pending.push(body),
            Stmt::Partition(p) if p.batch.is_some() => return true,
            Stmt::Partition(p) => pending.push(&p.body),
        }
    }
    false
}
