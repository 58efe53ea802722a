//! Sets of the variables that one function mentions, a bit for each.

use std::collections::BTreeSet;

use hir::VarId;

use crate::control_flow::ControlFlow;
use crate::effects::EventKind;

/// The variables of a function; their places are their numbers.
pub(super) struct Variables(Vec<VarId>);

/// A set of them.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Bits(Vec<u64>);

impl Variables {
    /// Those with an event.
    pub(super) fn of(graph: &ControlFlow) -> Variables {
        let events = graph.blocks.iter().flat_map(|block| &block.events);
        let mut variables: Vec<VarId> = events
            .filter_map(|event| match event.kind {
                EventKind::Read(var) | EventKind::Address(var) | EventKind::Write { var, .. } => Some(var),
                EventKind::Memory | EventKind::Call(_) => None,
            })
            .collect();
        variables.sort_unstable();
        variables.dedup();
        Variables(variables)
    }

    /// The empty set.
    pub(super) fn none(&self) -> Bits {
        Bits(vec![0; self.0.len().div_ceil(64)])
    }

    /// The set of these.
    pub(super) fn set(&self, vars: &BTreeSet<VarId>) -> Bits {
        let mut set = self.none();
        vars.iter().for_each(|var| self.insert(*var, &mut set));
        set
    }

    /// Who is in the set.
    pub(super) fn named(&self, set: &Bits) -> BTreeSet<VarId> {
        self.0.iter().enumerate().filter(|(at, _)| set.has(*at)).map(|(_, var)| *var).collect()
    }

    pub(super) fn is_in(&self, var: VarId, set: &Bits) -> bool {
        self.0.binary_search(&var).is_ok_and(|at| set.has(at))
    }

    pub(super) fn insert(&self, var: VarId, set: &mut Bits) {
        if let Ok(at) = self.0.binary_search(&var) {
            set.0[at / 64] |= 1 << (at % 64);
        }
    }

    pub(super) fn take_out(&self, var: VarId, set: &mut Bits) {
        if let Ok(at) = self.0.binary_search(&var) {
            set.0[at / 64] &= !(1 << (at % 64));
        }
    }
}

impl Bits {
    fn has(&self, at: usize) -> bool {
        self.0[at / 64] >> (at % 64) & 1 == 1
    }

    pub(super) fn add(&mut self, other: &Bits) {
        self.0.iter_mut().zip(&other.0).for_each(|(own, other)| *own |= other);
    }

    pub(super) fn remove(&mut self, other: &Bits) {
        self.0.iter_mut().zip(&other.0).for_each(|(own, other)| *own &= !other);
    }
}
