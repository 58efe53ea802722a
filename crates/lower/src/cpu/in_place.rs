//! Shared copies that a CPU can do without.
//!
//! A block's copy of a part of an array pays if its elements are used again
//! and again: it is compact, and fits the cache whatever the array's rows are.
//! If each thread only looks at a few elements, copying them first costs more
//! than it saves, and the array is read in place: `A_tile[i_lane][j_lane + 1]`
//! is `A[i - 1][j]` again, as the user wrote it.
//!
//! That is the same only if nobody changes the copy or the array while the
//! kernel runs. A kernel without any copy left needs no barriers either: the
//! sequential order, which is its meaning, does for it.

use std::collections::{HashMap, HashSet};

use super::textures;
use hir::copy::{self, Rewrite};
use hir::{BinaryOp, Builder, ExprId, ExprKind, Node, Program, StmtId, StmtKind, VarId};
use kir::{DeviceArray, Direction, Kernel, ParamValue, Partition, SharedArrayId, SharedTransfer, Stmt};

/// A loop of fewer iterations does not use an element again and again.
const FEW_ITERATIONS: i128 = 8;

/// The body of a kernel, and whether it has a use for blocks: whether any
/// shared array is left.
pub(super) struct Body {
    pub stmt: Stmt,
    pub has_blocks: bool,
}

/// The kernel's body with the copies taken out that do not pay.
pub(super) fn body(kernel: &Kernel, arrays: &hir::Arena<DeviceArray>, b: &mut Builder<'_>) -> Body {
    let mut survey = Survey::new(kernel, b.program);
    survey.stmt(&kernel.body, 0);
    let Survey { tiles, batches, .. } = survey;
    let mut in_place: HashMap<VarId, &SharedTransfer> = HashMap::new();
    for (var, tile) in tiles {
        if let Some(transfer) = tile.transfer.filter(|_| tile.can_be_read_in_place(kernel)) {
            in_place.insert(var, transfer);
        }
    }
    let mut reading =
        InPlace { kernel, arrays, batches: &batches, tiles: in_place, refused: HashSet::new(), b };
    // What cannot be expressed shows only when it is tried.
    let mut stmt = reading.stmt(&kernel.body);
    while !reading.refused.is_empty() {
        let refused = std::mem::take(&mut reading.refused);
        reading.tiles.retain(|tile, _| !refused.contains(tile));
        stmt = reading.stmt(&kernel.body);
    }
    let tiles = reading.tiles;
    let has_blocks = kernel.shared.iter().any(|(_, shared)| !tiles.contains_key(&shared.var));
    if !has_blocks {
        stmt = without_barriers(stmt);
    }
    Body { stmt, has_blocks }
}

/// What is known about one shared array.
#[derive(Default)]
struct Tile<'k> {
    transfer: Option<&'k SharedTransfer>,
    transfers: usize,
    /// Loops around the transfer.
    depth: usize,
    /// The most loops around a use.
    deepest_use: usize,
    mentions: usize,
    reads: usize,
    written: bool,
}

impl Tile<'_> {
    fn can_be_read_in_place(&self, kernel: &Kernel) -> bool {
        let Some(transfer) = self.transfer else { return false };
        let array_is_written = kernel.params.iter().any(|param| {
            param.var == transfer.device && matches!(param.value, ParamValue::Array { written: true, .. })
        });
        self.transfers == 1
            && transfer.direction == Direction::In
            && !array_is_written
            && !self.written
            && self.mentions == self.reads
            && self.deepest_use <= self.depth
    }
}

/// Gathers how shared arrays are used.
struct Survey<'k, 'p> {
    program: &'p Program,
    tiles: HashMap<VarId, Tile<'k>>,
    ranks: HashMap<VarId, usize>,
    by_id: HashMap<SharedArrayId, VarId>,
    batches: Vec<&'k Partition>,
}

impl<'k, 'p> Survey<'k, 'p> {
    fn new(kernel: &'k Kernel, program: &'p Program) -> Self {
        let tiles = kernel.shared.iter().map(|(_, s)| (s.var, Tile::default())).collect();
        let ranks = kernel.shared.iter().map(|(_, s)| (s.var, s.extents.len())).collect();
        let by_id = kernel.shared.iter().map(|(id, s)| (id, s.var)).collect();
        Survey { program, tiles, ranks, by_id, batches: Vec::new() }
    }

    fn stmt(&mut self, stmt: &'k Stmt, depth: usize) {
        match stmt {
            Stmt::Plain(plain) => self.node(Node::Stmt(*plain), depth),
            Stmt::Block(stmts) => stmts.iter().for_each(|stmt| self.stmt(stmt, depth)),
            Stmt::If { cond, then, otherwise } => {
                self.node(Node::Expr(*cond), usize::MAX);
                self.stmt(then, depth);
                otherwise.iter().for_each(|stmt| self.stmt(stmt, depth));
            }
            Stmt::For { init, cond, step, body, .. } => {
                init.iter().for_each(|stmt| self.node(Node::Stmt(*stmt), usize::MAX));
                cond.iter().chain(step).for_each(|expr| self.node(Node::Expr(*expr), usize::MAX));
                self.stmt(body, depth + 1);
            }
            Stmt::Partition(p) => {
                self.batches.extend(p.batch.is_some().then_some(&**p));
                self.stmt(&p.body, depth + 1);
            }
            Stmt::Barrier(_) => {}
            Stmt::Singular(body) => self.stmt(body, depth),
            Stmt::Transfer(transfer) => {
                if let Some(tile) = self.by_id.get(&transfer.shared).and_then(|var| self.tiles.get_mut(var)) {
                    tile.transfer = Some(transfer);
                    tile.transfers += 1;
                    tile.depth = depth;
                }
            }
        }
    }

    fn node(&mut self, root: Node, depth: usize) {
        let mut pending = vec![(root, depth)];
        while let Some((node, depth)) = pending.pop() {
            let mut below = depth;
            match node {
                Node::Stmt(stmt) if repeats(self.program, stmt) => below = depth.saturating_add(1),
                Node::Stmt(_) => {}
                Node::Expr(expr) => self.expr(expr, depth),
            }
            pending.extend(self.program.children(node).into_iter().map(|child| (child, below)));
        }
    }

    fn expr(&mut self, expr: ExprId, depth: usize) {
        match self.program.exprs[expr].kind {
            ExprKind::Var(var) => {
                if let Some(tile) = self.tiles.get_mut(&var) {
                    tile.mentions += 1;
                    tile.deepest_use = tile.deepest_use.max(depth);
                }
            }
            ExprKind::Index { .. } => {
                let (base, subscripts) = self.program.element(expr);
                let base = self.program.variable_of(base);
                if let Some(tile) = base.and_then(|base| self.tiles.get_mut(&base))
                    && base.and_then(|base| self.ranks.get(&base)) == Some(&subscripts.len())
                {
                    tile.reads += 1;
                }
            }
            ExprKind::Assign { lhs: place, .. }
            | ExprKind::AssignOp { lhs: place, .. }
            | ExprKind::IncDec { operand: place, .. }
            | ExprKind::AddrOf(place) => {
                let mut place = place;
                while let ExprKind::Member { base, .. } = self.program.exprs[place].kind {
                    place = base;
                }
                if let Some(tile) = self
                    .program
                    .variable_of(self.program.element(place).0)
                    .and_then(|base| self.tiles.get_mut(&base))
                {
                    tile.written = true;
                }
            }
            _ => {}
        }
    }
}

/// Is it a loop of many iterations, as far as one can see?
fn repeats(program: &Program, stmt: StmtId) -> bool {
    match program.stmts[stmt].kind {
        StmtKind::While { .. } | StmtKind::DoWhile { .. } => true,
        StmtKind::For { init, cond, .. } => {
            let first = init.and_then(|init| match &program.stmts[init].kind {
                StmtKind::Decl(items) => match items.as_slice() {
                    [hir::Item::Var { var, with_init: true, .. }] => match program.vars[*var].init {
                        Some(hir::Init::Expr(value)) => hir::const_eval::integer(program, value),
                        _ => None,
                    },
                    _ => None,
                },
                StmtKind::Expr(assign) => match program.exprs[*assign].kind {
                    ExprKind::Assign { rhs, .. } => hir::const_eval::integer(program, rhs),
                    _ => None,
                },
                _ => None,
            });
            let last = cond.and_then(|cond| match program.exprs[cond].kind {
                ExprKind::Binary { rhs, .. } => hir::const_eval::integer(program, rhs),
                _ => None,
            });
            !matches!((first, last), (Some(first), Some(last)) if (last - first).abs() <= FEW_ITERATIONS)
        }
        _ => false,
    }
}

/// Redirects reads of tiles to the array, and fetches of textures to memory.
struct InPlace<'s, 'k, 'b> {
    b: &'s mut Builder<'b>,
    kernel: &'k Kernel,
    arrays: &'s hir::Arena<DeviceArray>,
    batches: &'s [&'k Partition],
    tiles: HashMap<VarId, &'k SharedTransfer>,
    /// Tiles with a read that has no expression in the loop indices.
    refused: HashSet<VarId>,
}

impl<'b> Rewrite<'b> for InPlace<'_, '_, 'b> {
    fn builder(&mut self) -> &mut Builder<'b> {
        self.b
    }

    fn replace_expr(&mut self, expr: ExprId) -> Option<ExprId> {
        if !matches!(self.b.program.exprs[expr].kind, ExprKind::Index { .. }) {
            return None;
        }
        let (base, subscripts) = self.b.program.element(expr);
        let base = self.b.program.variable_of(base);
        let tile = base?;
        let Some(&transfer) = self.tiles.get(&tile) else {
            let subscripts: Vec<ExprId> = subscripts.iter().map(|&e| copy::expr(self, e)).collect();
            return textures::fetch(self.b, self.kernel, self.arrays, tile, &subscripts);
        };
        if subscripts.len() != transfer.dims.len() {
            return None;
        }
        let mut host_index = Vec::new();
        for (dim, &subscript) in transfer.dims.iter().zip(&subscripts) {
            let corner = i64::try_from(dim.shared_lo).unwrap_or(0);
            let mut sum = Sum { terms: Vec::new(), constant: -corner };
            let is_sum = sum.add(self.b.program, subscript, 1) && sum.add(self.b.program, dim.lo, 1);
            if !is_sum || !sum.in_indices(self.batches) {
                self.refused.insert(tile);
                return None;
            }
            host_index.push(sum.expr(self.b));
        }
        Some(textures::element(self.b, &self.arrays[transfer.array], transfer.device, &host_index))
    }
}

impl InPlace<'_, '_, '_> {
    fn stmt(&mut self, stmt: &Stmt) -> Stmt {
        match stmt {
            Stmt::Plain(plain) => Stmt::Plain(copy::stmt(self, *plain)),
            Stmt::Block(stmts) => {
                let stays: Vec<&Stmt> = stmts.iter().filter(|s| !self.is_left_out(s)).collect();
                Stmt::Block(stays.into_iter().map(|s| self.stmt(s)).collect())
            }
            Stmt::If { cond, then, otherwise } => Stmt::If {
                cond: copy::expr(self, *cond),
                then: Box::new(self.stmt(then)),
                otherwise: otherwise.as_ref().map(|s| Box::new(self.stmt(s))),
            },
            Stmt::For { init, cond, step, body, span, .. } => Stmt::For {
                init: init.map(|stmt| copy::stmt(self, stmt)),
                cond: cond.map(|expr| copy::expr(self, expr)),
                step: step.map(|expr| copy::expr(self, expr)),
                body: Box::new(self.stmt(body)),
                span: *span,
                ahead: None,
            },
            Stmt::Partition(p) => {
                let body = self.stmt(&p.body);
                Stmt::Partition(Box::new(Partition { body, ..(**p).clone() }))
            }
            Stmt::Singular(body) => Stmt::Singular(Box::new(self.stmt(body))),
            Stmt::Barrier(_) | Stmt::Transfer(_) => stmt.clone(),
        }
    }

    fn is_left_out(&self, stmt: &Stmt) -> bool {
        match stmt {
            Stmt::Transfer(transfer) => self.tiles.contains_key(&self.kernel.shared[transfer.shared].var),
            _ => false,
        }
    }
}

/// A sum of variables with factors, and a number.
struct Sum {
    terms: Vec<(VarId, i64)>,
    constant: i64,
}

impl Sum {
    /// Adds `factor` times an expression; false if it is not such a sum.
    fn add(&mut self, program: &Program, expr: ExprId, factor: i64) -> bool {
        if let Some(value) = hir::const_eval::integer(program, expr).and_then(|v| i64::try_from(v).ok()) {
            return match value.checked_mul(factor).and_then(|v| v.checked_add(self.constant)) {
                Some(sum) => {
                    self.constant = sum;
                    true
                }
                None => false,
            };
        }
        match program.exprs[expr].kind {
            ExprKind::Var(var) => {
                match self.terms.iter_mut().find(|(known, _)| *known == var) {
                    Some((_, sum)) => *sum += factor,
                    None => self.terms.push((var, factor)),
                }
                true
            }
            ExprKind::Cast { implicit: true, operand, .. } => self.add(program, operand, factor),
            ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } => {
                self.add(program, lhs, factor) && self.add(program, rhs, factor)
            }
            ExprKind::Binary { op: BinaryOp::Sub, lhs, rhs } => {
                self.add(program, lhs, factor) && self.add(program, rhs, -factor)
            }
            ExprKind::Binary { op: BinaryOp::Mul, lhs, rhs } => {
                let by = hir::const_eval::integer(program, rhs).and_then(|v| i64::try_from(v).ok());
                match by.and_then(|by| by.checked_mul(factor)) {
                    Some(factor) => self.add(program, lhs, factor),
                    None => false,
                }
            }
            _ => false,
        }
    }

    /// Writes `base + lane * step` as the index it is; false if a base or lane
    /// stands alone.
    fn in_indices(&mut self, batches: &[&Partition]) -> bool {
        for p in batches {
            let Some(batch) = p.batch else { continue };
            let factor = |var| self.terms.iter().find(|(v, _)| *v == var).map_or(0, |(_, factor)| *factor);
            let (base, lane) = (factor(batch.base), factor(batch.lane));
            if base.checked_mul(p.step) != Some(lane) {
                return false;
            }
            for (var, factor) in &mut self.terms {
                if *var == batch.lane {
                    *factor = 0;
                } else if *var == batch.base {
                    *var = p.index;
                }
            }
        }
        true
    }

    fn expr(&self, b: &mut Builder<'_>) -> ExprId {
        let mut sum: Option<ExprId> = None;
        let positive = self.terms.iter().filter(|(_, factor)| *factor > 0);
        let negative = self.terms.iter().filter(|(_, factor)| *factor < 0);
        for &(var, factor) in positive.chain(negative) {
            let (value, magnitude) = (b.var(var), b.int(factor.saturating_abs()));
            let scaled = b.mul(value, magnitude);
            sum = Some(match (sum, factor > 0) {
                (None, true) => scaled,
                (Some(sum), true) => b.add(sum, scaled),
                (Some(sum), false) => b.sub(sum, scaled),
                (None, false) => {
                    let zero = b.int(0);
                    b.sub(zero, scaled)
                }
            });
        }
        let constant = b.int(self.constant);
        match sum {
            Some(sum) => b.add(sum, constant),
            None => constant,
        }
    }
}

/// The statement without barriers and batches, for which nothing is left.
fn without_barriers(stmt: Stmt) -> Stmt {
    match stmt {
        Stmt::Plain(_) | Stmt::Transfer(_) | Stmt::Barrier(_) => stmt,
        Stmt::Block(stmts) => {
            let stays = stmts.into_iter().filter(|s| !matches!(s, Stmt::Barrier(_)));
            Stmt::Block(stays.map(without_barriers).collect())
        }
        Stmt::If { cond, then, otherwise } => Stmt::If {
            cond,
            then: Box::new(without_barriers(*then)),
            otherwise: otherwise.map(|s| Box::new(without_barriers(*s))),
        },
        Stmt::For { init, cond, step, body, span, .. } => {
            Stmt::For { init, cond, step, body: Box::new(without_barriers(*body)), span, ahead: None }
        }
        Stmt::Singular(body) => Stmt::Singular(Box::new(without_barriers(*body))),
        Stmt::Partition(p) => {
            let body = without_barriers(p.body.clone());
            Stmt::Partition(Box::new(Partition { batch: None, body, ..*p }))
        }
    }
}
