//! Statements that a copy without an iteration may run all the same.
//!
//! ```text
//! sum[u][v] += A_tile[threadIdx.y + 16 * u][k] * B_tile[k][threadIdx.x + 16 * v];
//! ```
//! Every lane has its place in the tile, also one beyond the end of the loop,
//! and nobody looks at its sum: without a test the compiler sees nothing but
//! multiplications here.
//!
//! Invariant: such a statement changes nothing but variables of the copy, reads
//! nothing but registers and its lane's part of shared memory, and calls nothing.

use hir::{BinaryOp, ExprId, ExprKind, Node, StmtId, StmtKind, VarId};

use super::Lowering;

impl Lowering<'_, '_> {
    /// May a copy that has no iteration run the statement?
    pub(super) fn is_harmless(&self, stmt: StmtId) -> bool {
        let program = &self.b.program;
        let mut nodes = program.nodes(stmt);
        while let Some(node) = nodes.next() {
            let is_safe = match node {
                Node::Stmt(stmt) => matches!(
                    program.stmts[stmt].kind,
                    StmtKind::Expr(_)
                        | StmtKind::Block(_)
                        | StmtKind::If { .. }
                        | StmtKind::Empty
                        | StmtKind::Decl(_)
                ),
                Node::Expr(expr) => match program.exprs[expr].kind {
                    ExprKind::Index { .. } => {
                        nodes.skip_children();
                        self.is_own_part_of_tile(expr)
                    }
                    ExprKind::Assign { lhs, .. } | ExprKind::AssignOp { lhs, .. } => {
                        self.is_own_variable(lhs)
                    }
                    ExprKind::IncDec { operand, .. } => self.is_own_variable(operand),
                    ExprKind::Binary { op, .. } => !matches!(op, BinaryOp::Div | BinaryOp::Rem),
                    ExprKind::Int { .. }
                    | ExprKind::Float { .. }
                    | ExprKind::Var(_)
                    | ExprKind::Enumerator(_)
                    | ExprKind::Unary { .. }
                    | ExprKind::Cast { .. }
                    | ExprKind::Conditional { .. }
                    | ExprKind::Grid(..) => true,
                    _ => false,
                },
            };
            if !is_safe {
                return false;
            }
        }
        true
    }

    /// A variable that each copy has for itself.
    fn is_own_variable(&self, target: ExprId) -> bool {
        match self.b.program.exprs[target].kind {
            ExprKind::Var(var) => self.copies.kept.contains_key(&var),
            _ => false,
        }
    }

    /// An element of shared memory whose place depends on lanes that all have
    /// theirs, and on counters that are the same for all.
    fn is_own_part_of_tile(&self, access: ExprId) -> bool {
        let program = &self.b.program;
        let (array, indices) = program.element(access);
        let is_array = |var: VarId| program.is_variable(array, var);
        let Some((_, tile)) = self.kernel.shared.iter().find(|(_, shared)| is_array(shared.var)) else {
            return false;
        };
        let extents = tile.stored_extents();
        indices.len() == extents.len()
            && indices.iter().zip(extents).all(|(index, extent)| {
                self.is_same_for_all(*index)
                    || self.lane_range(*index).is_some_and(|range| range.within(extent))
            })
    }

    /// Is an index the same for all lanes of a batch, and for all batches?
    fn is_same_for_all(&self, index: ExprId) -> bool {
        let program = &self.b.program;
        program.exprs_below(index).all(|expr| match program.exprs[expr].kind {
            ExprKind::Var(var) => !self.belongs_to_batch(var) && !self.copies.is_varying(var),
            ExprKind::Int { .. } | ExprKind::Cast { .. } => true,
            ExprKind::Binary { op, .. } => matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul),
            _ => false,
        })
    }

    /// A lane, or the first index of a batch.
    fn belongs_to_batch(&self, var: VarId) -> bool {
        self.batches.iter().any(|(lane, (base, _))| *lane == var || *base == var)
    }

    /// The values of an index made of lanes and numbers, over all lanes.
    fn lane_range(&self, index: ExprId) -> Option<Range> {
        match self.b.program.exprs[index].kind {
            ExprKind::Int { value, .. } => Some(Range::only(i64::try_from(value).ok()?)),
            ExprKind::Cast { operand, .. } => self.lane_range(operand),
            ExprKind::Var(var) => {
                let (_, count) = self.batches.get(&var)?;
                Some(Range { least: 0, most: count.constant()?.checked_sub(1)? })
            }
            ExprKind::Binary { op, lhs, rhs } => {
                let (a, b) = (self.lane_range(lhs)?, self.lane_range(rhs)?);
                a.combined(op, b)
            }
            _ => None,
        }
    }
}

/// The least and the most a whole number can be.
#[derive(Clone, Copy)]
struct Range {
    least: i64,
    most: i64,
}

impl Range {
    fn only(value: i64) -> Range {
        Range { least: value, most: value }
    }

    fn within(self, extent: u64) -> bool {
        self.least >= 0 && u64::try_from(self.most).is_ok_and(|most| most < extent)
    }

    fn combined(self, op: BinaryOp, other: Range) -> Option<Range> {
        match op {
            BinaryOp::Add => Some(Range {
                least: self.least.checked_add(other.least)?,
                most: self.most.checked_add(other.most)?,
            }),
            BinaryOp::Sub => Some(Range {
                least: self.least.checked_sub(other.most)?,
                most: self.most.checked_sub(other.least)?,
            }),
            BinaryOp::Mul if self.least >= 0 && other.least >= 0 => Some(Range {
                least: self.least.checked_mul(other.least)?,
                most: self.most.checked_mul(other.most)?,
            }),
            _ => None,
        }
    }
}
