//! Which unknown of the program each `affine::Var` stands for.
//!
//! Affine formulas speak of numbers `Var(0), Var(1), …`. In `a[i*w + j]` inside
//! two loops, with `w` not changed in the kernel, `i` and `j` are the indices of
//! *those two loops* and `w` is a variable that is the same everywhere.
//!
//! Invariant: a symbol has one value wherever it is compared. A variable that
//! is assigned in the region is never [`SymbolKind::Invariant`]; two loops over
//! one variable are two symbols.

use std::collections::HashMap;

use affine::Var;
use hir::{ExprId, Program, StmtId, VarId};
use source::Sources;

use crate::Place;

/// What a symbol is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum SymbolKind {
    /// A scalar (or scalar member) that does not change in the region.
    Invariant(Place),
    /// The index of this `for` statement, in one iteration.
    LoopIndex {
        /// The loop.
        loop_stmt: StmtId,
        /// Its index variable.
        index: VarId,
    },
    /// The index value of the first iteration of the batch that the block runs
    /// together, for a loop partitioned over threads. Block-uniform.
    BatchBase {
        /// The loop.
        loop_stmt: StmtId,
        /// Its index variable.
        index: VarId,
    },
    /// The thread's place in the batch: `index = base + lane * step`.
    Lane {
        /// The loop.
        loop_stmt: StmtId,
    },
    /// The product of other symbols, treated as one unknown (`w*h`).
    Product(Vec<Var>),
    /// The value of an expression that has no affine form, at one place.
    Opaque(ExprId),
    /// A value of the analysis itself, not of the program.
    Auxiliary(u32),
}

/// The table: symbols in order of first mention.
#[derive(Clone, Default, Debug)]
pub struct Symbols {
    kinds: Vec<SymbolKind>,
    by_kind: HashMap<SymbolKind, Var>,
}

impl Symbols {
    /// The symbol of this kind, made on first mention.
    pub fn intern(&mut self, kind: SymbolKind) -> Var {
        if let Some(&var) = self.by_kind.get(&kind) {
            return var;
        }
        let var = Var(self.kinds.len() as u32);
        self.kinds.push(kind.clone());
        self.by_kind.insert(kind, var);
        var
    }

    /// What a symbol is; `None` for a variable that is not of this table.
    pub fn kind(&self, var: Var) -> Option<&SymbolKind> {
        self.kinds.get(var.0 as usize)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// True when none was mentioned yet.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// A name to print.
    pub fn name(&self, var: Var, program: &Program, sources: &Sources) -> String {
        let spelled = |var: &VarId| Place::var(*var).display(program, sources);
        match self.kind(var) {
            Some(SymbolKind::Invariant(place)) => place.display(program, sources),
            Some(SymbolKind::LoopIndex { index, .. } | SymbolKind::BatchBase { index, .. }) => spelled(index),
            Some(SymbolKind::Lane { .. }) => "thread".into(),
            Some(SymbolKind::Product(factors)) => {
                let names: Vec<String> = factors.iter().map(|f| self.name(*f, program, sources)).collect();
                names.join("*")
            }
            Some(SymbolKind::Opaque(_) | SymbolKind::Auxiliary(_)) | None => "?".into(),
        }
    }
}
