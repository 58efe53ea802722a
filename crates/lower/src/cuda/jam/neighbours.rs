//! Whether a thread's iterations lie side by side.
//!
//! Threads take turns, so that neighbouring threads run neighbouring
//! iterations: `j + 16 * v`. Where the copies mostly read shared memory, four
//! of them side by side are better: `j + v`, with `j` a multiple of four, is one
//! load of 16 bytes instead of four loads.
//!
//! ```text
//! int j = j_base + threadIdx.x * 4;
//! … sum[v] += A_tile[…][k] * B_tile[k][threadIdx.x * 4 + v % 4 + v / 4 * 64];
//! ```
//! `jam(8:4)` says so. Without it, any way of dealing out the iterations of a batch is right. It must pay: the
//! index moves along the rows of shared arrays, and device memory, where
//! neighbouring threads should read neighbouring elements, is not accessed in
//! loops. And nobody may rely on which thread has which iteration: shared
//! memory is only written by transfers, which end in a barrier, and what another loop
//! of the kernel does with an element of device memory is another thread's then.

use std::collections::HashSet;

use hir::{ExprId, ExprKind, Node, Program, StmtKind, VarId};
use kir::{Axis, ParamValue, Partition, Stmt};

use super::Lowering;

/// Bytes that a thread reads at once.
const VECTOR: u64 = gpu::WIDEST;

impl Lowering<'_, '_> {
    /// How many neighbouring iterations of a batch belong to one thread: as many as the directive says, else as many
    /// as pay.
    pub(super) fn neighbours(&mut self, p: &Partition) -> u64 {
        let Some(run) = p.run else { return self.neighbours_that_pay(p) };
        if let Some(batch) = p.batch.filter(|_| run > 1 && p.step == 1) {
            let tiles = Uses::of(self, batch.lane, p.index).tiles;
            let is_whole = |tile: &VarId| {
                let bytes = self.element_size(*tile).unwrap_or(1) * run;
                bytes.is_multiple_of(VECTOR) && self.row_bytes(*tile).is_multiple_of(VECTOR)
            };
            let tiles = tiles.into_iter().filter(is_whole).collect();
            self.align(tiles);
        }
        run
    }

    fn neighbours_that_pay(&mut self, p: &Partition) -> u64 {
        let (Some(batch), Some(share)) = (p.batch, p.over_thread) else { return 1 };
        let runs_along_warp =
            self.threads.axes[share.dim] == Axis::X && self.threads.faster(share.dim).next().is_none();
        // Elsewhere only tiles have that order that were made for it.
        let may_pay = runs_along_warp || !self.transposed.is_empty();
        if p.step != 1 || !may_pay || share.count.constant().is_none() || self.shares_elements(p, share.dim) {
            return 1;
        }
        let Uses { pays, hurts, tiles, .. } = Uses::of(self, batch.lane, p.index);
        let is_made_for_it = tiles.iter().all(|tile| self.transposed.contains(tile));
        if !pays || hurts || !(runs_along_warp || is_made_for_it) {
            return 1;
        }
        let Some(element) = tiles.iter().filter_map(|tile| self.element_size(*tile)).max() else { return 1 };
        let neighbours = VECTOR / element.max(1);
        let is_aligned = tiles.iter().all(|tile| self.row_bytes(*tile).is_multiple_of(VECTOR));
        if neighbours < 2 || !p.jam.is_multiple_of(neighbours) || !is_aligned {
            return 1;
        }
        self.align(tiles);
        neighbours
    }

    /// Lets shared arrays begin where a thread can read them at once. In dynamic memory every one does anyway.
    fn align(&mut self, tiles: Vec<VarId>) {
        if self.dynamic_shared() == 0 {
            for tile in tiles {
                self.b.program.vars[tile].align = Some(VECTOR);
            }
        }
    }

    /// Does another loop over the same threads access an array that is written, and that this
    /// one accesses too?
    fn shares_elements(&self, p: &Partition, dim: usize) -> bool {
        let written = |param: &&kir::KernelParam| match param.value {
            ParamValue::Array { written, .. } => written,
            ParamValue::Scalar(_) => false,
        };
        let arrays = self.kernel.params.iter().filter(written).map(|param| param.var);
        let mentioned = |p: &Partition| -> HashSet<VarId> {
            p.body.plain_parts().into_iter().flat_map(|part| self.b.program.variables_below(part)).collect()
        };
        let own = mentioned(p);
        let shared: HashSet<VarId> = arrays.filter(|array| own.contains(array)).collect();
        let is_other = |other: &Partition| {
            other.index != p.index && other.over_thread.as_ref().is_some_and(|share| share.dim == dim)
        };
        let mut partitions = self.kernel.body.partitions().into_iter();
        partitions.any(|other| is_other(other) && !mentioned(other).is_disjoint(&shared))
    }

    fn element_size(&self, tile: VarId) -> Option<u64> {
        let shared = self.kernel.shared.iter().find(|(_, shared)| shared.var == tile)?.1;
        self.b.program.size_of(shared.element)
    }

    /// The length of a row of a shared array, padding included.
    fn row_bytes(&self, tile: VarId) -> u64 {
        let shared = self.kernel.shared.iter().find(|(_, shared)| shared.var == tile);
        let inner = shared.and_then(|(_, shared)| shared.padded_extents().pop()).unwrap_or(1);
        inner * self.element_size(tile).unwrap_or(1)
    }
}

/// How a kernel uses the index of a loop.
struct Uses<'p> {
    program: &'p Program,
    shared: Vec<VarId>,
    /// The number of dimensions of each.
    ranks: Vec<(VarId, usize)>,
    lane: VarId,
    index: VarId,
    /// Shared arrays along whose rows the index moves.
    tiles: Vec<VarId>,
    pays: bool,
    hurts: bool,
}

impl<'p> Uses<'p> {
    /// In the whole kernel.
    fn of(lowering: &'p Lowering<'_, '_>, lane: VarId, index: VarId) -> Uses<'p> {
        let mut uses = Uses {
            program: lowering.b.program,
            shared: lowering.kernel.shared.iter().map(|(_, shared)| shared.var).collect(),
            ranks: lowering.kernel.shared.iter().map(|(_, s)| (s.var, s.extents.len())).collect(),
            lane,
            index,
            tiles: Vec::new(),
            pays: false,
            hurts: false,
        };
        uses.stmt(&lowering.kernel.body, false);
        uses
    }

    fn stmt(&mut self, stmt: &Stmt, in_loop: bool) {
        match stmt {
            Stmt::Plain(plain) => self.node(Node::Stmt(*plain), in_loop),
            Stmt::Block(stmts) => stmts.iter().for_each(|s| self.stmt(s, in_loop)),
            Stmt::If { cond, then, otherwise } => {
                self.node(Node::Expr(*cond), in_loop);
                self.stmt(then, in_loop);
                otherwise.iter().for_each(|s| self.stmt(s, in_loop));
            }
            Stmt::For { body, .. } => self.stmt(body, true),
            Stmt::Partition(p) => self.stmt(&p.body, in_loop),
            Stmt::Singular(body) => self.stmt(body, in_loop),
            Stmt::Barrier(_) | Stmt::Transfer(_) => {}
        }
    }

    /// Nesting is bounded by the parser.
    fn node(&mut self, node: Node, in_loop: bool) {
        let mut in_loop = in_loop;
        match node {
            Node::Stmt(stmt) => {
                let kind = &self.program.stmts[stmt].kind;
                in_loop |=
                    matches!(kind, StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. });
            }
            Node::Expr(expr) => match self.program.exprs[expr].kind {
                ExprKind::Index { .. } => self.access(expr, in_loop),
                ExprKind::Deref(_) => self.hurts = true,
                _ => {
                    let target = self.program.assigned_or_addressed(expr);
                    let element = target.and_then(|target| self.element_of(target));
                    self.hurts |= element.is_some_and(|(var, _)| self.shared.contains(&var));
                }
            },
        }
        for child in self.program.children(node) {
            self.node(child, in_loop);
        }
    }

    /// `a[i][j]`, or `a[i]` as a part of it, which tells nothing new.
    fn access(&mut self, expr: ExprId, in_loop: bool) {
        let Some((var, subscripts)) = self.element_of(expr) else { return };
        let Some((inner, outer)) = subscripts.split_last() else { return };
        if !self.shared.contains(&var) {
            let mentions_index = subscripts.iter().any(|s| self.program.mentions(*s, self.index));
            self.hurts |= in_loop && mentions_index;
            return;
        }
        let rank = self.ranks.iter().find(|(tile, _)| *tile == var).map(|(_, rank)| *rank);
        if rank != Some(subscripts.len()) || !subscripts.iter().any(|s| self.program.mentions(*s, self.lane))
        {
            return;
        }
        match self.program.coefficient(*inner, self.lane) {
            Some(1) if !outer.iter().any(|s| self.program.mentions(*s, self.lane)) => {
                self.pays |= in_loop;
                if !self.tiles.contains(&var) {
                    self.tiles.push(var);
                }
            }
            _ => self.hurts = true,
        }
    }

    fn element_of(&self, expr: ExprId) -> Option<(VarId, Vec<ExprId>)> {
        let mut subscripts = Vec::new();
        let mut at = expr;
        loop {
            match self.program.exprs[at].kind {
                ExprKind::Index { base, index } => {
                    subscripts.push(index);
                    at = base;
                }
                ExprKind::Member { base, arrow: false, .. } => at = base,
                ExprKind::Cast { implicit: true, operand, .. } => at = operand,
                ExprKind::Var(var) => {
                    subscripts.reverse();
                    return Some((var, subscripts));
                }
                _ => return None,
            }
        }
    }
}
