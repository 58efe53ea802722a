//! Inside a loop that reduces `s`, each thread has an `s` of its own.
//!
//! The accumulator takes the scalar's place while the loop's body is outlined. One
//! scalar has several of them if it is changed at several depths of a nest:
//!
//! ```text
//! over_tblock reduction(+: s)          block 0 of thread 0 alone must count here,
//! for (i…) { s += f(i);
//!     over_thread for (j…) s += g(i, j);       and every thread here
//! }
//! ```

use std::collections::HashSet;

use analyze::{PartitionFacts, ReductionFacts, ReductionScope};
use hir::{ExprKind, Node, Symbol, VarId};
use kir::{Accumulator, BlockReduction, Dims, GridReduction, Pairing, ReductionHome, Tie, neutral};

use crate::kernel::KernelOutline;

/// A scalar being reduced at the present place.
pub(crate) struct Reducing {
    var: VarId,
    op: hir::ReductionOp,
    scope: ReductionScope,
    accumulators: Vec<Accumulator>,
    apart: Dims,
    pairing: Pairing,
}

/// What a partitioned loop restores at its end.
pub(crate) struct Outside {
    taken: (Dims, Dims),
    active: usize,
}

impl KernelOutline<'_, '_> {
    /// Enters the body of a partitioned loop.
    pub(crate) fn enter_partition(&mut self, facts: &PartitionFacts) -> Outside {
        let outside = Outside { taken: self.taken, active: self.reducing.len() };
        let reductions =
            self.facts.reductions.iter().filter(|r| r.stmt == facts.canonical.stmt && r.array.is_none());
        for reduction in reductions {
            self.start_reducing(reduction);
        }
        if let Some((_, dim)) = facts.over_block {
            self.taken.0 = self.taken.0.with(dim);
        }
        if let Some(dim) = facts.over_thread {
            self.taken.1 = self.taken.1.with(dim);
        }
        outside
    }

    /// Leaves it; what the block reduces at its end.
    pub(crate) fn leave_partition(&mut self, outside: Outside) -> Vec<BlockReduction> {
        self.taken = outside.taken;
        let mut of_block = Vec::new();
        for done in self.reducing.split_off(outside.active) {
            let renamed = |var: VarId| self.renamed.get(&var).copied().unwrap_or(var);
            let result = renamed(done.var);
            let pairing = match done.pairing {
                Pairing::Value(tie) => Pairing::Value(Tie { place: renamed(tie.place), ..tie }),
                other => other,
            };
            let (op, accumulators, apart) = (done.op, done.accumulators, done.apart);
            match done.scope {
                // The loop never mentions it.
                ReductionScope::Block if accumulators.is_empty() => {}
                ReductionScope::Block => {
                    // How many threads combine must be known where they do.
                    for dim in 0..self.threads.dims.len() {
                        if self.threads.sizes[dim].is_none() {
                            self.pass_variables(self.threads.dims[dim]);
                        }
                    }
                    of_block.push(BlockReduction { op, result, accumulators, apart, pairing });
                }
                ReductionScope::Grid => {
                    if let Some(grid) = self.of_grid.iter_mut().find(|r| r.var == done.var) {
                        grid.accumulators = accumulators;
                    }
                }
            }
        }
        of_block
    }

    fn start_reducing(&mut self, facts: &ReductionFacts) {
        let (var, op, scope, pairing) = (facts.var, facts.op, facts.scope, facts.pairing);
        let mut accumulators = Vec::new();
        if scope == ReductionScope::Grid {
            match self.of_grid.iter().find(|r| r.var == var) {
                // Another loop of the kernel has begun; this one goes on.
                Some(begun) => accumulators = begun.accumulators.clone(),
                None => {
                    let home = match self.places.get(&analyze::Place::var(var)) {
                        Some(&(_, pointer)) => ReductionHome::Device(pointer),
                        None => ReductionHome::Host(self.o.b.var(var)),
                    };
                    let (fast, span) = (facts.fast, facts.span);
                    let accumulators = Vec::new();
                    self.of_grid.push(GridReduction { op, fast, var, home, accumulators, pairing, span });
                }
            }
        }
        self.reducing.push(Reducing { var, op, scope, accumulators, apart: self.taken.1, pairing });
    }

    /// What stands for a scalar here, if it is being reduced: the accumulator for
    /// iterations shared out as they are at this place.
    pub(crate) fn accumulator(&mut self, var: VarId) -> Option<VarId> {
        let i = self.reducing.iter().rposition(|r| r.var == var)?;
        let (var, op, scope) = (self.reducing[i].var, self.reducing[i].op, self.reducing[i].scope);
        let (blocks, threads) = match neutral(op) {
            Some(_) => self.taken,
            None => (Dims::first(self.blocks.dims.len()), Dims::first(self.threads.dims.len())),
        };
        let alike = |a: &&Accumulator| (a.blocks, a.threads) == (blocks, threads);
        if let Some(known) = self.reducing[i].accumulators.iter().find(alike) {
            return Some(known.var);
        }
        let name = self.o.b.program.vars[var].name;
        let name = name.map_or_else(String::new, |n| self.o.b.sources.text(n).into_owned());
        let ty = self.o.b.program.vars[var].ty.unqualified();
        // The host's variable does not come along: its name is free.
        let on_host = !self.places.contains_key(&analyze::Place::var(var));
        let has_name = scope == ReductionScope::Grid && on_host && self.reducing[i].accumulators.is_empty();
        let name = if has_name { name } else { self.free_name(&format!("{name}_part")) };
        let own = self.o.b.local(&name, ty);
        self.reducing[i].accumulators.push(Accumulator { var: own, blocks, threads });
        Some(own)
    }

    /// `wanted`, or the first of `wanted2`, … that the region does not mention.
    pub(crate) fn free_name(&mut self, wanted: &str) -> String {
        let taken = self.names_in_region();
        let mut name = wanted.to_string();
        let mut counter = 1;
        while taken.contains(&self.o.b.symbol(&name)) {
            counter += 1;
            name = format!("{wanted}{counter}");
        }
        name
    }

    fn names_in_region(&self) -> HashSet<Symbol> {
        let program = &*self.o.b.program;
        let own = self.reducing.iter().flat_map(|r| r.accumulators.iter().map(|a| a.var));
        let own = own.chain(self.of_grid.iter().flat_map(|r| r.accumulators.iter().map(|a| a.var)));
        let vars = self.params.iter().map(|p| p.var).chain(own);
        let mut taken: HashSet<Symbol> = vars.filter_map(|var| program.vars[var].name).collect();
        for node in program.nodes(Node::Stmt(self.facts.body)) {
            match node {
                Node::Expr(expr) => match program.exprs[expr].kind {
                    ExprKind::Var(var) => taken.extend(program.vars[var].name),
                    ExprKind::Function(function) => {
                        taken.insert(program.functions[function].name);
                    }
                    _ => {}
                },
                Node::Stmt(stmt) => {
                    taken.extend(program.declared(stmt).filter_map(|var| program.vars[var].name));
                }
            }
        }
        taken
    }
}
