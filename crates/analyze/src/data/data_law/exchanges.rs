//! Pointers that are exchanged, in a branch or in every round of a loop.
//!
//! ```c
//! if (odd) { t = a; a = b; b = t; }
//! ```
//! The names of objects that no variable is are free. Where paths meet, an object is what a pointer points to: `a` points to
//! the same name on both, and what is known of that name is what is known of `a[…]` on either path. Without
//! this, every access through `a` or `b` would be one of two arrays, and nothing about either certain.

use std::collections::BTreeMap;

use hir::StmtId;

use super::Law;
use super::state::{State, meet};
use super::value::{Loc, LocKind, Target, Value};

/// Pointers in structs behind exchanged pointers are followed so far.
const MOST_LEVELS: usize = 4;

impl Law<'_, '_> {
    /// Where two paths meet, of which either may have exchanged pointers.
    pub(super) fn met(&mut self, a: Option<State>, b: Option<State>, stmt: StmtId) -> Option<State> {
        let b = match (&a, b) {
            // Accesses that wait for the end of their nest know objects by their names.
            (Some(a), Some(b)) if self.nest.is_none() => Some(self.with_old_names(a, b)),
            (_, b) => b,
        };
        meet(a, b, stmt.index(), &mut self.names)
    }

    /// A state with objects under the names of another one: where pointers were exchanged
    /// between them, so are the names.
    pub(super) fn with_old_names(&mut self, entry: &State, mut back: State) -> State {
        let mut before = BTreeMap::new();
        // What members of exchanged structs point to is exchanged, too.
        for _ in 0..MOST_LEVELS {
            match self.exchanged(entry, &back) {
                // Other pointers stayed where they were, and would have them exchanged back.
                Some(exchanged) if exchanged == before => break,
                Some(exchanged) => {
                    back = self.renamed(back, exchanged.clone());
                    before = exchanged;
                }
                None => break,
            }
        }
        back
    }

    fn renamed(&mut self, back: State, exchanged: BTreeMap<Loc, Loc>) -> State {
        let names = self.with_parts(exchanged);
        let name = |loc: Loc| names.get(&loc).copied().unwrap_or(loc);
        let target = |target: Target| Target { loc: name(target.loc), ..target };
        let value = |value: Value| match value {
            Value::Pointer(targets) => Value::Pointer(targets.into_iter().map(target).collect()),
            other => other,
        };
        back.renamed(name, value)
    }

    /// The objects that pointers were exchanged between, each with the one whose place it takes.
    fn exchanged(&self, entry: &State, back: &State) -> Option<BTreeMap<Loc, Loc>> {
        let mut renamed: BTreeMap<Loc, Loc> = BTreeMap::new();
        // A pointer that stays where it is tells nothing about those that are exchanged.
        let differing = entry.all_cells().differing(back.all_cells(), Value::eq);
        for (cell, old, new) in differing {
            let (Some(Value::Pointer(old)), Some(Value::Pointer(new))) = (old, new) else { continue };
            let ([old], [new]) = (old.as_slice(), new.as_slice()) else { continue };
            if !self.is_alive(cell) {
                continue;
            }
            if old.at != new.at || renamed.insert(new.loc, old.loc).is_some_and(|before| before != old.loc) {
                return None;
            }
        }
        let mut targets: Vec<Loc> = renamed.values().copied().collect();
        targets.sort_unstable();
        targets.dedup();
        let has_name = |loc: &Loc| matches!(self.names.kind(*loc), LocKind::Var(_) | LocKind::Member(..));
        let has_rows = |loc: &Loc| self.row_tables.contains_key(loc);
        let mut moved = renamed.iter().filter(|(new, old)| new != old).peekable();
        let is_exchange = moved.peek().is_some()
            && renamed.keys().copied().eq(targets.iter().copied())
            && moved.all(|(new, old)| {
                !has_name(new) && !has_name(old) && has_rows(new) == has_rows(old) && self.is_like(*new, *old)
            });
        is_exchange.then_some(renamed)
    }

    /// Is it no variable of a function that has returned?
    fn is_alive(&self, cell: Loc) -> bool {
        let LocKind::Var(var) = self.names.kind(self.outermost(cell)) else { return true };
        self.input.program.vars[*var].owner.is_none_or(|function| self.stack.contains(&function))
    }

    /// May the elements of two objects be as large as each other?
    fn is_like(&self, a: Loc, b: Loc) -> bool {
        self.heap_units.get(&a).zip(self.heap_units.get(&b)).is_none_or(|(a, b)| a == b)
    }

    /// What is part of an object, or found through it, goes with it.
    fn with_parts(&mut self, mut names: BTreeMap<Loc, Loc>) -> BTreeMap<Loc, Loc> {
        // What is found through an object is named after it.
        for loc in (0..self.names.count()).map(Loc) {
            let kind = match self.names.kind(loc) {
                LocKind::Member(outer, record, field) => {
                    names.get(outer).map(|outer| LocKind::Member(*outer, *record, *field))
                }
                LocKind::Behind(cell) => names.get(cell).map(|cell| LocKind::Behind(*cell)),
                LocKind::Rows(table) => names.get(table).map(|table| LocKind::Rows(*table)),
                LocKind::Others(table) => names.get(table).map(|table| LocKind::Others(*table)),
                LocKind::Var(_)
                | LocKind::Heap(..)
                | LocKind::Given(..)
                | LocKind::Unfollowed(_)
                | LocKind::Named(_)
                | LocKind::Element(..) => None,
            };
            if let Some(kind) = kind {
                let renamed = self.names.loc(kind);
                names.entry(loc).or_insert(renamed);
            }
        }
        names
    }
}
