//! The variables of threads, and where they live between phases.
//!
//! A variable that a phase sets belongs to one thread. If no phase needs its
//! value from another one, it is a local of each phase that uses it. If one
//! does, there is one of it per thread, in an array: `sum` is kept in
//! `sum_of[i_lane][j_lane]`. If all threads compute the same value, once and
//! without reading memory, the block computes it for them.
//!
//! A variable from outside a batched loop that is set in it is private to the
//! iteration; so each loop that sets one is a *home* of it, and a use belongs
//! to the innermost home around it.

use std::collections::{BTreeMap, BTreeSet};

use hir::{ArrayLen, ExprId, ExprKind, Init, Program, StmtId, StmtKind, Type, TypeKind, VarId, VarStorage};
use kir::{Extent, Partition};

use super::Lowering;
use super::batch::Level;
use super::fission::{Node, Phase};
use super::flow::Flow;
use crate::registers::is_register_only;

/// The batched loops around a place, outermost first, each by its base.
type Path = Vec<VarId>;

/// Where the variables of a batched loop live.
#[derive(Default)]
pub(super) struct LaneVars {
    /// Variables of threads, with their homes.
    homes: BTreeMap<VarId, Vec<Home>>,
    /// Variables that the block computes as a whole.
    common: BTreeSet<VarId>,
}

/// One home of a variable.
struct Home {
    path: Path,
    /// The array that keeps it, if one phase needs it from another.
    kept: Option<Kept>,
    /// A phase of this home declares it.
    declared: bool,
}

/// A variable kept once per thread.
#[derive(Clone, Copy)]
pub(super) struct Kept {
    /// The array.
    pub array: VarId,
    /// The present thread's element.
    pub element: ExprId,
    /// The first thread's element.
    pub first: ExprId,
}

impl LaneVars {
    /// Finds the variables of a batched loop and decides where they live.
    pub fn of<'k>(lowering: &mut Lowering<'k, '_>, level: Level<'k>, nodes: &[Node<'k>]) -> LaneVars {
        let mut survey = Survey::new(lowering.b.program);
        survey.levels.push(level);
        survey.nodes(nodes);
        let Survey { phases, common_uses, common_sets, paths, .. } = survey;
        let mut shared: BTreeSet<VarId> = lowering.kernel.shared.iter().map(|(_, s)| s.var).collect();
        // A block has one of what its threads compute together.
        shared.extend(accumulators(lowering, level.partition));
        let mut vars = LaneVars::default();
        vars.find_homes(lowering.b.program, &phases, &common_sets, &shared);
        vars.find_common(lowering.b.program, &phases, &common_uses, &paths);
        vars.keep(lowering, &phases, &common_uses, &paths);
        vars
    }

    /// Every thread variable gets a home in each loop that sets it.
    fn find_homes(
        &mut self,
        program: &Program,
        phases: &[(Path, &Phase)],
        common_sets: &BTreeSet<VarId>,
        shared: &BTreeSet<VarId>,
    ) {
        for (path, phase) in phases {
            let flow = &phase.flow;
            for &var in flow.assigned.union(&flow.declared) {
                let is_local = matches!(program.vars[var].storage, VarStorage::Local | VarStorage::Param);
                if !is_local
                    || flow.inner.contains(&var)
                    || common_sets.contains(&var)
                    || shared.contains(&var)
                {
                    continue;
                }
                let declared = flow.declared.contains(&var);
                let homes = self.homes.entry(var).or_default();
                match homes.iter_mut().find(|home| home.path == *path) {
                    Some(home) => home.declared |= declared,
                    None => homes.push(Home { path: path.clone(), kept: None, declared }),
                }
            }
        }
    }

    /// Variables declared with a value that is the same for all threads.
    fn find_common(
        &mut self,
        program: &Program,
        phases: &[(Path, &Phase)],
        common_uses: &[(Path, VarId)],
        paths: &[(Path, Level<'_>)],
    ) {
        let assigned: BTreeSet<VarId> =
            phases.iter().flat_map(|(_, phase)| phase.flow.assigned.iter().copied()).collect();
        for (_, phase) in phases {
            for (var, value) in declared_values(program, &phase.stmts) {
                let depends = program.exprs_below(value).any(|e| match program.exprs[e].kind {
                    ExprKind::Var(used) => {
                        let is_index = |(_, level): &(Path, Level<'_>)| {
                            level.partition.index == used || level.batch.lane == used
                        };
                        self.homes.contains_key(&used) || paths.iter().any(is_index)
                    }
                    _ => false,
                });
                // A phase that needs it for itself alone can as well compute it.
                let is_needed = phases.iter().any(|(_, phase)| phase.flow.needed.contains(&var))
                    || common_uses.iter().any(|(_, used)| *used == var);
                if is_needed && !depends && !assigned.contains(&var) && is_register_only(program, value) {
                    self.homes.remove(&var);
                    self.common.insert(var);
                }
            }
        }
    }

    /// Makes arrays for the variables that go from phase to phase.
    fn keep<'k>(
        &mut self,
        lowering: &mut Lowering<'k, '_>,
        phases: &[(Path, &Phase)],
        common_uses: &[(Path, VarId)],
        paths: &[(Path, Level<'k>)],
    ) {
        let phase_needs =
            phases.iter().flat_map(|(path, phase)| phase.flow.needed.iter().map(move |var| (path, *var)));
        let common_needs = common_uses.iter().map(|(path, var)| (path, *var));
        for (path, var) in phase_needs.chain(common_needs) {
            let Some(home) = self.home_mut(var, path) else { continue };
            if home.kept.is_some() {
                continue;
            }
            let levels = home.path.iter().enumerate().filter_map(|(i, _)| {
                let prefix = &home.path[..=i];
                paths.iter().find(|(path, _)| path.as_slice() == prefix).map(|(_, level)| *level)
            });
            let levels: Vec<Level<'k>> = levels.collect();
            home.kept = Some(kept(lowering, var, &levels));
        }
    }

    fn home_mut(&mut self, var: VarId, path: &[VarId]) -> Option<&mut Home> {
        let homes = self.homes.get_mut(&var)?;
        homes.iter_mut().filter(|home| path.starts_with(&home.path)).max_by_key(|home| home.path.len())
    }

    fn home(&self, var: VarId, levels: &[Level<'_>]) -> Option<&Home> {
        let path = path_of(levels);
        let homes = self.homes.get(&var)?;
        homes.iter().filter(|home| path.starts_with(&home.path)).max_by_key(|home| home.path.len())
    }

    /// Does the variable belong to a thread?
    pub fn is_of_thread(&self, var: VarId) -> bool {
        self.homes.contains_key(&var)
    }

    /// Does the block compute the variable as a whole?
    pub fn is_common(&self, var: VarId) -> bool {
        self.common.contains(&var)
    }

    /// Where the variable is kept between phases, if it is.
    pub fn kept(&self, var: VarId, levels: &[Level<'_>]) -> Option<Kept> {
        self.home(var, levels)?.kept
    }

    /// Kept variables of the innermost of these loops, and whether a phase
    /// declares them.
    pub fn kept_in(&self, levels: &[Level<'_>]) -> Vec<(VarId, Kept, bool)> {
        let path = path_of(levels);
        let mut found = Vec::new();
        for (&var, homes) in &self.homes {
            for home in homes.iter().filter(|home| home.path == path) {
                found.extend(home.kept.map(|kept| (var, kept, home.declared)));
            }
        }
        found
    }
}

/// What a batched loop that is not inside another reduces, and the grid.
fn accumulators<'k>(lowering: &Lowering<'k, '_>, p: &'k Partition) -> impl Iterator<Item = VarId> {
    let of_grid = lowering.kernel.reductions.iter().flat_map(|r| &r.accumulators);
    let of_block = p.reductions.iter().flat_map(|r| &r.accumulators);
    of_grid.chain(of_block).map(|a| a.var)
}

fn path_of(levels: &[Level<'_>]) -> Path {
    levels.iter().map(|level| level.batch.base).collect()
}

/// `T sum_of[16][16]` and its elements.
fn kept(lowering: &mut Lowering<'_, '_>, var: VarId, levels: &[Level<'_>]) -> Kept {
    let mut ty: Type = lowering.b.program.vars[var].ty.unqualified();
    for level in levels.iter().rev() {
        ty = match level.threads {
            Extent::Constant(count) => {
                lowering.b.program.types.array_of(ty, u64::try_from(count).unwrap_or(1))
            }
            Extent::Expr(count) => {
                lowering.b.program.types.intern(TypeKind::Array(ty, ArrayLen::Variable(count)))
            }
        };
    }
    let name = format!("{}_of", lowering.b.name_of(var));
    let array = lowering.names.local(lowering.b, &name, ty);
    let lanes: Vec<ExprId> = levels.iter().map(|level| lowering.b.var(level.batch.lane)).collect();
    let zeros: Vec<ExprId> = levels.iter().map(|_| lowering.b.int(0)).collect();
    let base = lowering.b.var(array);
    let element = lowering.b.index(base, &lanes);
    let first = lowering.b.index(base, &zeros);
    Kept { array, element, first }
}

/// The variables that statements declare with a plain value.
fn declared_values(program: &Program, stmts: &[StmtId]) -> Vec<(VarId, ExprId)> {
    let mut found = Vec::new();
    for &stmt in stmts {
        let StmtKind::Decl(items) = &program.stmts[stmt].kind else { continue };
        for item in items {
            if let hir::Item::Var { var, with_init: true, .. } = item
                && let Some(Init::Expr(value)) = program.vars[*var].init
            {
                found.push((*var, value));
            }
        }
    }
    found
}

/// Gathers what the tree of a batched loop says about variables.
struct Survey<'p, 's, 'k> {
    program: &'p Program,
    levels: Vec<Level<'k>>,
    phases: Vec<(Path, &'s Phase)>,
    /// Variables in expressions that the block evaluates as a whole.
    common_uses: Vec<(Path, VarId)>,
    /// Variables that the block sets as a whole.
    common_sets: BTreeSet<VarId>,
    /// All batched loops.
    paths: Vec<(Path, Level<'k>)>,
}

impl<'p, 's, 'k> Survey<'p, 's, 'k> {
    fn new(program: &'p Program) -> Self {
        Survey {
            program,
            levels: Vec::new(),
            phases: Vec::new(),
            common_uses: Vec::new(),
            common_sets: BTreeSet::new(),
            paths: Vec::new(),
        }
    }

    fn nodes(&mut self, nodes: &'s [Node<'k>]) {
        if let Some(level) = self.levels.last() {
            let path = path_of(&self.levels);
            if !self.paths.iter().any(|(known, _)| *known == path) {
                self.paths.push((path, *level));
            }
        }
        for node in nodes {
            self.node(node);
        }
    }

    fn node(&mut self, node: &'s Node<'k>) {
        match node {
            Node::Phase(phase) => self.phases.push((path_of(&self.levels), phase)),
            Node::Whole(stmt) => self.stmt(*stmt),
            Node::Transfer(transfer) => {
                for dim in &transfer.dims {
                    self.expr(dim.lo);
                }
            }
            Node::Scope(nodes) => self.nodes(nodes),
            Node::If { cond, then, otherwise } => {
                self.expr(*cond);
                self.nodes(then);
                otherwise.iter().for_each(|nodes| self.nodes(nodes));
            }
            Node::For { init, cond, step, body } => {
                init.iter().for_each(|stmt| self.stmt(*stmt));
                cond.iter().for_each(|expr| self.expr(*expr));
                if let Some(step) = step {
                    self.expr(*step);
                    self.common_sets.extend(set_by(self.program, *step));
                }
                self.nodes(body);
            }
            Node::Blocks(p, nodes) => {
                self.bounds(p);
                self.nodes(nodes);
            }
            Node::Batch(level, nodes) => {
                self.bounds(level.partition);
                self.levels.push(*level);
                self.nodes(nodes);
                self.levels.pop();
            }
        }
    }

    fn bounds(&mut self, p: &Partition) {
        self.expr(p.first);
        self.expr(p.end);
    }

    fn stmt(&mut self, stmt: StmtId) {
        let flow = Flow::of(self.program, &[stmt]);
        self.common_sets.extend(flow.assigned);
        self.common_sets.extend(flow.declared);
        let path = path_of(&self.levels);
        self.common_uses.extend(self.program.variables_below(stmt).map(|var| (path.clone(), var)));
    }

    fn expr(&mut self, expr: ExprId) {
        let path = path_of(&self.levels);
        for below in self.program.exprs_below(expr) {
            if let ExprKind::Var(var) = self.program.exprs[below].kind {
                self.common_uses.push((path.clone(), var));
            }
        }
    }
}

/// The variable that the step of a loop changes.
fn set_by(program: &Program, step: ExprId) -> Option<VarId> {
    program.variable_of(program.assigned(step)?)
}
