//! A phase as loops over the threads of the block.
//!
//! The statements stay as the user wrote them. A variable kept between phases
//! is used in its array where the phase mentions it once; otherwise it is
//! fetched into a local of its own name first and put back at the end:
//!
//! ```text
//! for (int i_lane = 0; i_lane < 16; i_lane++) {
//!     float sum = sum_of[i_lane];
//!     for (int k = 0; k < 16; k++)
//!         sum += A_tile[i_lane][k] * x_tile[k];
//!     sum_of[i_lane] = sum;
//! }
//! ```

use std::collections::{BTreeSet, HashMap};

use hir::copy::{self, Rewrite};
use hir::{Builder, ExprId, ExprKind, Init, Item, Node as HirNode, StmtId, StmtKind, Type, VarId};

use kir::Extent;

use super::Lowering;
use super::batch::Level;
use super::fission::{Node, Phase};
use super::lane_vars::{Kept, LaneVars};
use crate::vars_in;

/// Puts expressions in place of variables.
struct Substitution<'s, 'b> {
    b: &'s mut Builder<'b>,
    values: &'s HashMap<VarId, ExprId>,
}

impl<'b> Rewrite<'b> for Substitution<'_, 'b> {
    fn builder(&mut self) -> &mut Builder<'b> {
        self.b
    }

    fn replace_expr(&mut self, expr: ExprId) -> Option<ExprId> {
        match self.b.program.exprs[expr].kind {
            ExprKind::Var(var) => self.values.get(&var).copied(),
            _ => None,
        }
    }
}

/// How a phase gets at a kept variable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    /// In its array.
    Direct,
    /// Through a local.
    Local,
}

/// A phase while it is written.
#[derive(Default)]
struct PhaseBody {
    /// What stands for variables.
    values: HashMap<VarId, ExprId>,
    /// Kept variables declared here that live in their array only.
    in_array: HashMap<VarId, Kept>,
    before: Vec<StmtId>,
    after: Vec<StmtId>,
}

impl<'a> Lowering<'a, '_> {
    /// The parts of a batched loop, one after the other.
    pub(super) fn nodes(&mut self, nodes: &[Node<'a>], levels: &[Level<'a>], vars: &LaneVars) -> Vec<StmtId> {
        let is_loop = |node: &&Node<'a>| matches!(node, Node::Batch(..) | Node::Blocks(..));
        let loops = nodes.iter().filter(is_loop).count();
        let mut out = Vec::new();
        for node in nodes {
            let lowered = self.node(node, levels, vars);
            // Sibling loops may declare the same index.
            if is_loop(&node) && loops > 1 && lowered.len() > 1 {
                out.push(self.b.stmt(StmtKind::Block(lowered)));
            } else {
                out.extend(lowered);
            }
        }
        out
    }

    fn node(&mut self, node: &Node<'a>, levels: &[Level<'a>], vars: &LaneVars) -> Vec<StmtId> {
        match node {
            Node::Phase(phase) => self.phase(phase, levels, vars),
            Node::Whole(stmt) => vec![copy::stmt(&mut super::ForBlock(self), *stmt)],
            Node::Transfer(transfer) => self.transfer(transfer),
            Node::Scope(nodes) => {
                let stmts = self.nodes(nodes, levels, vars);
                vec![self.b.stmt(StmtKind::Block(stmts))]
            }
            Node::If { cond, then, otherwise } => {
                let cond = self.for_block(*cond);
                let then = self.nodes(then, levels, vars);
                let then = self.b.block(then);
                let otherwise = otherwise.as_ref().map(|nodes| self.nodes(nodes, levels, vars));
                let otherwise = otherwise.map(|stmts| self.b.block(stmts));
                vec![self.b.stmt(StmtKind::If { cond, then, otherwise })]
            }
            Node::For { init, cond, step, body } => {
                let init = init.map(|stmt| copy::stmt(&mut super::ForBlock(self), stmt));
                let cond = cond.map(|expr| self.for_block(expr));
                let step = step.map(|expr| self.for_block(expr));
                let body = self.nodes(body, levels, vars);
                let body = self.b.block(body);
                vec![self.b.stmt(StmtKind::For { init, cond, step, body })]
            }
            Node::Blocks(p, nodes) => {
                let body = self.nodes(nodes, levels, vars);
                self.partition(p, body)
            }
            Node::Batch(level, nodes) => {
                let levels: Vec<Level<'a>> = levels.iter().copied().chain([*level]).collect();
                self.batch_loop(nodes, &levels, vars)
            }
        }
    }

    fn phase(&mut self, phase: &Phase, levels: &[Level<'a>], vars: &LaneVars) -> Vec<StmtId> {
        let mut out = self.block_declarations(phase, levels, vars);
        if let Some(interchanged) = self.interchanged(phase, levels, vars) {
            out.push(interchanged);
            return out;
        }
        let body = self.phase_body(phase, levels, vars);
        if !body.is_empty() {
            out.push(self.over_lanes(body, levels));
        }
        out
    }

    /// What a phase declares that outlives it: arrays of kept variables, and
    /// what the block computes as a whole.
    fn block_declarations(&mut self, phase: &Phase, levels: &[Level<'a>], vars: &LaneVars) -> Vec<StmtId> {
        let (mut out, mut arrays) = (Vec::new(), Vec::new());
        for item in declared_items(self.b.program, &phase.stmts) {
            let Item::Var { var, .. } = item else { continue };
            if vars.is_common(var) {
                out.push(self.b.stmt(StmtKind::Decl(vec![item])));
            } else if let Some(kept) = vars.kept(var, levels) {
                arrays.push(kept.array);
            }
        }
        out.extend(self.declare_all_unset(&arrays));
        out
    }

    /// What one thread does in a phase.
    fn phase_body(&mut self, phase: &Phase, levels: &[Level<'a>], vars: &LaneVars) -> Vec<StmtId> {
        let (mut body, mut unset) = (PhaseBody::default(), Vec::new());
        let mentioned: BTreeSet<VarId> = vars_in(self.b.program, &phase.stmts).collect();
        for &var in mentioned.union(&phase.flow.declared) {
            if !vars.is_of_thread(var) {
                continue;
            }
            match vars.kept(var, levels) {
                Some(kept) => self.get_at(var, kept, phase, &mut body),
                None if !phase.flow.declared.contains(&var) => unset.push(self.own(var, &mut body.values)),
                None => {}
            }
        }
        let mut stmts: Vec<StmtId> = self.declare_all_unset(&unset).into_iter().collect();
        stmts.append(&mut body.before);
        for &stmt in &phase.stmts {
            match self.b.program.stmts[stmt].kind.clone() {
                StmtKind::Decl(items) => self.declaration(&items, &body, &mentioned, vars, &mut stmts),
                _ => stmts.push(self.substituted(stmt, &body.values)),
            }
        }
        stmts.append(&mut body.after);
        stmts
    }

    /// Decides how a phase uses a kept variable.
    fn get_at(&mut self, var: VarId, kept: Kept, phase: &Phase, body: &mut PhaseBody) {
        let flow = &phase.flow;
        let declared = flow.declared.contains(&var);
        if self.access(var, phase) == Access::Direct {
            body.values.insert(var, kept.element);
            if declared {
                body.in_array.insert(var, kept);
            }
            return;
        }
        let mut local = var;
        if !declared {
            local = self.own(var, &mut body.values);
            let fetched = flow.needed.contains(&var).then_some(kept.element);
            body.before.push(self.b.declare(local, fetched));
        }
        if declared || flow.assigned.contains(&var) {
            let value = self.b.var(local);
            body.after.push(self.put_back(kept.element, value));
        }
    }

    /// A variable mentioned once, outside any loop, is used in place. So is
    /// one whose address is taken, which must not change between phases, and
    /// an array, except that only a declaration can take a list of values.
    fn access(&self, var: VarId, phase: &Phase) -> Access {
        let program = &*self.b.program;
        let declaration = declared_items(program, &phase.stmts)
            .into_iter()
            .find(|item| matches!(item, Item::Var { var: declared, .. } if *declared == var));
        let init = match declaration {
            Some(Item::Var { with_init: true, .. }) => program.vars[var].init.as_ref(),
            _ => None,
        };
        match init {
            Some(Init::List { .. } | Init::Construct(_)) => return Access::Local,
            Some(Init::Expr(value)) if matches!(program.exprs[*value].kind, ExprKind::String(_)) => {
                return Access::Local;
            }
            _ => {}
        }
        if phase.flow.address_taken.contains(&var) || program.types.is_array(program.vars[var].ty) {
            return Access::Direct;
        }
        let mut mentions = usize::from(init.is_some());
        for &stmt in &phase.stmts {
            for node in program.nodes(stmt) {
                match node {
                    HirNode::Expr(e) if matches!(program.exprs[e].kind, ExprKind::Var(v) if v == var) => {
                        mentions += 1;
                    }
                    HirNode::Stmt(s) if is_loop(&program.stmts[s].kind) => {
                        let inside = program.variables_below(s).filter(|v| *v == var).count();
                        mentions += inside;
                    }
                    _ => {}
                }
            }
        }
        if mentions <= 1 { Access::Direct } else { Access::Local }
    }

    /// `sum_of[i_lane] = sum;`; arrays are copied by the library.
    fn put_back(&mut self, element: ExprId, value: ExprId) -> StmtId {
        let ty = self.b.program.exprs[value].ty;
        if !self.b.program.types.is_array(ty) {
            return self.b.assign(element, value);
        }
        let size = self.b.program.size_of(ty).and_then(|size| i64::try_from(size).ok()).unwrap_or(0);
        let size = self.b.int(size);
        let call = self.b.call("__builtin_memcpy", vec![element, value, size], Type::VOID);
        self.b.stmt(StmtKind::Expr(call))
    }

    /// A declaration of the phase, less what lives elsewhere.
    fn declaration(
        &mut self,
        items: &[Item],
        body: &PhaseBody,
        mentioned: &BTreeSet<VarId>,
        vars: &LaneVars,
        out: &mut Vec<StmtId>,
    ) {
        let mut stays = Vec::new();
        for item in items {
            let Item::Var { var, with_init, .. } = item else { continue };
            if vars.is_common(*var) {
                continue;
            }
            let Some(kept) = body.in_array.get(var) else {
                // Without a value or a use it is only there for later phases.
                if *with_init || mentioned.contains(var) {
                    stays.push(item.clone());
                }
                continue;
            };
            if let (true, Some(Init::Expr(value))) = (with_init, self.b.program.vars[*var].init.clone()) {
                self.declare_items(&mut stays, &body.values, out);
                let value = copy::expr(&mut Substitution { b: self.b, values: &body.values }, value);
                out.push(self.b.assign(kept.element, value));
            }
        }
        self.declare_items(&mut stays, &body.values, out);
    }

    /// Declares the items gathered so far.
    fn declare_items(
        &mut self,
        items: &mut Vec<Item>,
        values: &HashMap<VarId, ExprId>,
        out: &mut Vec<StmtId>,
    ) {
        if !items.is_empty() {
            let declaration = self.b.stmt(StmtKind::Decl(std::mem::take(items)));
            out.push(self.substituted(declaration, values));
        }
    }

    /// A local of the same name, to stand for a variable from outside.
    pub(super) fn own(&mut self, var: VarId, values: &mut HashMap<VarId, ExprId>) -> VarId {
        let (name, ty) = (self.b.name_of(var), self.b.program.vars[var].ty);
        let local = self.b.local(&name, ty);
        let value = self.b.var(local);
        values.insert(var, value);
        local
    }

    /// A statement with expressions in place of variables.
    pub(super) fn substituted(&mut self, stmt: StmtId, values: &HashMap<VarId, ExprId>) -> StmtId {
        copy::stmt(&mut Substitution { b: self.b, values }, stmt)
    }

    /// Runs statements for every thread of the batch that has an iteration.
    pub(super) fn over_lanes(&mut self, body: Vec<StmtId>, levels: &[Level<'a>]) -> StmtId {
        let body = levels.iter().rev().fold(body, |body, level| vec![self.lane_loop(body, level)]);
        self.b.block(body)
    }

    /// `for (int i_lane = 0; i_lane < 16; i_lane++)`, and `i` where it is used.
    pub(super) fn lane_loop(&mut self, body: Vec<StmtId>, level: &Level<'a>) -> StmtId {
        let lane = level.batch.lane;
        let mut stmts = self.index_declaration(&body, level);
        stmts.extend(body);
        let (zero, one) = (self.b.int(0), self.b.int(1));
        self.b.count(lane, zero, level.lanes, one, true, stmts)
    }

    /// `int i = i_base + i_lane;`, if a statement uses it.
    fn index_declaration(&mut self, body: &[StmtId], level: &Level<'a>) -> Vec<StmtId> {
        let index = level.partition.index;
        if !body.iter().any(|&stmt| self.b.program.variables_below(stmt).any(|var| var == index)) {
            return Vec::new();
        }
        let (base, lane) = (self.b.var(level.batch.base), self.b.var(level.batch.lane));
        let value = self.stepped(base, Extent::Expr(lane), level.partition.step);
        vec![self.b.declare(index, Some(value))]
    }
}

fn is_loop(kind: &StmtKind) -> bool {
    matches!(kind, StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. })
}

/// What the statements themselves declare.
fn declared_items(program: &hir::Program, stmts: &[StmtId]) -> Vec<Item> {
    let mut items = Vec::new();
    for &stmt in stmts {
        if let StmtKind::Decl(declared) = &program.stmts[stmt].kind {
            items.extend(declared.iter().cloned());
        }
    }
    items
}
