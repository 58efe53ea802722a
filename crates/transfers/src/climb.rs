//! How far out a transfer can stand: from a statement through loops and calls to the outermost place from which it
//! still serves.
//!
//! ```c
//! for (t = 0; t < steps; t++) {
//!     …kernel that writes a…
//!     for (i = 0; i < n; i++) sum += a[i];       // copyout before this loop, which has no kernel …
//! }                                              // … but not before the outer one, which has
//! ```
//! A transfer leaves a loop, or a function, that holds no access which would make it necessary again.

use analyze::data_law::record::{Event, Point, Side};
use hir::{DirectiveId, StmtId};

use crate::tree::Tree;

/// What stands in the way of a transfer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// Writes of this side.
    Writes(Side),
    /// Any access of this side.
    Accesses(Side),
}

/// The accesses to one copy.
pub struct Accesses<'a, 'p> {
    /// Where statements stand.
    pub tree: &'a Tree<'p>,
    /// The directive that makes the copy.
    pub copy: DirectiveId,
    /// What is accessed in the whole program.
    pub events: Vec<&'a Event>,
}

/// A statement of one of the functions that lead to a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// Which function, counted from the outermost.
    pub frame: usize,
    /// The statement.
    pub stmt: StmtId,
}

impl Accesses<'_, '_> {
    /// The outermost statement that a transfer for this point can stand beside.
    pub fn climb(&self, from: &Point, obstacle: Obstacle) -> Step {
        let home = self.tree.stmt_of_directive(self.copy);
        let owner = home.and_then(|home| self.tree.function(home));
        let mut at = Step { frame: from.calls.len(), stmt: from.stmt };
        loop {
            let function = from.functions.get(at.frame).copied();
            let mut is_stopped = false;
            let start = at.stmt;
            for around in self.tree.around(start).filter(|stmt| self.tree.is_loop(*stmt)) {
                let holds_home = home.is_some_and(|home| self.tree.is_inside(home, around));
                if holds_home || self.is_inside(around, obstacle) {
                    is_stopped = true;
                    break;
                }
                at.stmt = around;
            }
            let outermost = self.tree.around(start).last();
            let is_blocked = outermost.is_none_or(|body| self.is_inside(body, obstacle));
            if is_stopped || is_blocked || function == owner || at.frame == 0 {
                return at;
            }
            let Some(call) = self.tree.stmt_of(from.calls[at.frame - 1]) else { return at };
            at = Step { frame: at.frame - 1, stmt: call };
        }
    }

    /// Is there such an access inside a statement, or in what it calls?
    pub fn is_inside(&self, stmt: StmtId, obstacle: Obstacle) -> bool {
        let is_it = |event: &&&Event| match obstacle {
            Obstacle::Writes(side) => event.side == side && event.writes,
            Obstacle::Accesses(side) => event.side == side,
        };
        self.events.iter().filter(is_it).any(|event| self.passes(&event.at, stmt))
    }

    /// Does control go through a statement on its way to a point?
    pub fn passes(&self, point: &Point, stmt: StmtId) -> bool {
        let calls = point.calls.iter().filter_map(|call| self.tree.stmt_of(*call));
        calls.chain([point.stmt]).any(|inner| self.tree.is_inside(inner, stmt))
    }

    /// The loops around a step, through all calls that lead there.
    pub fn depth(&self, step: Step, point: &Point) -> usize {
        let calls = point.calls.iter().take(step.frame).filter_map(|call| self.tree.stmt_of(*call));
        calls.chain([step.stmt]).map(|stmt| self.tree.loops_around(stmt).count()).sum()
    }
}
