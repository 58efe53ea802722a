//! Shared arrays that are stored column by column.
//!
//! ```text
//! sum[u][v] += a_tile[buffer][k][threadIdx.y * 4 + u % 4 + u / 4 * 64] * …;
//! ```
//! A thread that has eight rows of a tile reads an element of each for every column. Stored
//! row by row, they are far apart: the CUDA compiler reads four columns at once, and needs
//! registers for all of them. Stored column by column, the rows are neighbours
//! ([`super::jam`]): two loads of 16 bytes, and registers for one column. The price is that
//! the tile is loaded element by element, so it pays only where copies are many, and where
//! the loads are not waited for ([`super::ahead`]).

use std::collections::HashSet;

use hir::{Builder, DirectiveKind, ExprId, ExprKind, Node, Padding, Program, SharedAction, Type, VarId};
use kir::{Kernel, Partition, SharedArray};

use super::Lowering;
use super::jam::neighbours::coefficient;

/// With fewer rows in a thread there are registers enough.
const FEWEST_COPIES: u64 = 8;
/// Rows that are read at once, and the banks of shared memory.
const TOGETHER: u64 = 4;

impl Lowering<'_, '_> {
    /// Chooses them, unless shared memory must be asked for at the launch.
    pub(super) fn transpose_tiles(&mut self) {
        let transposed = transposed(self.b.program, self.kernel);
        let bytes = |shared: &SharedArray| {
            let elements = match transposed.contains(&shared.var) {
                true => shared.extents.last().copied().unwrap_or(1) * column_length(shared),
                false => shared.len(),
            };
            elements * shared.buffers * self.b.program.size_of(shared.element).unwrap_or(1)
        };
        let all: u64 = self.kernel.shared.iter().map(|(_, shared)| bytes(shared)).sum();
        if self.dynamic_shared() == 0 && all <= gpu::STATIC_SHARED {
            self.transposed = transposed;
        }
    }
}

/// The shared arrays of a kernel for which it pays.
fn transposed(program: &Program, kernel: &Kernel) -> HashSet<VarId> {
    let lanes: Vec<VarId> = kernel.body.partitions().iter().filter_map(|p| lane(p)).collect();
    let many: Vec<VarId> =
        kernel.body.partitions().iter().filter(|p| is_many(p)).filter_map(|p| lane(p)).collect();
    let pays = |shared: &&SharedArray| {
        has_free_layout(program, shared) && by_rows(program, kernel, shared.var, &lanes, &many).is_some()
    };
    kernel.shared.iter().map(|(_, shared)| shared).filter(pays).map(|shared| shared.var).collect()
}

/// The length of a column of such an array with what is added to it: elements of neighbouring
/// columns that are stored together lie in different banks, and columns begin at multiples
/// of what is read at once.
pub(super) fn column_length(shared: &SharedArray) -> u64 {
    let rows = shared.extents.first().copied().unwrap_or(1);
    let rows = rows.next_multiple_of(TOGETHER);
    if rows.is_multiple_of(gpu::TARGET.banks()) { rows + TOGETHER } else { rows }
}

/// `float tile[2][8][132]`: buffers of columns.
pub(super) fn array_type(b: &mut Builder<'_>, shared: &SharedArray) -> Type {
    let columns = shared.extents.last().copied().unwrap_or(1);
    let column = b.program.types.array_of(shared.element, column_length(shared));
    let all = b.program.types.array_of(column, columns);
    b.program.types.array_of(all, shared.buffers)
}

fn lane(p: &Partition) -> Option<VarId> {
    p.batch.map(|batch| batch.lane)
}

fn is_many(p: &Partition) -> bool {
    p.jam >= FEWEST_COPIES && p.jam.is_multiple_of(TOGETHER) && p.step == 1
}

/// Two dimensions of numbers of a word, loaded ahead, whose rows nobody has given a length.
fn has_free_layout(program: &Program, shared: &SharedArray) -> bool {
    let is_word =
        program.types.as_builtin(shared.element).is_some() && program.size_of(shared.element) == Some(4);
    let is_automatic = match &program.directives[shared.directive].kind {
        DirectiveKind::Shared(SharedAction::Alloc { pad, .. }) => matches!(pad, Padding::Auto),
        _ => false,
    };
    let rows = shared.extents.first().copied().unwrap_or(1);
    let fits = shared.extents.len() == 2 && rows.is_multiple_of(TOGETHER) && rows > TOGETHER;
    shared.buffers > 1 && is_word && is_automatic && fits
}

/// Is every use of the array a read of `tile[lane + …][…]`, with a lane of many copies in the
/// row and none in the column?
fn by_rows(program: &Program, kernel: &Kernel, tile: VarId, lanes: &[VarId], many: &[VarId]) -> Option<()> {
    let mut elements = 0usize;
    let mut mentions = 0usize;
    for part in kernel.body.plain_parts() {
        for node in program.nodes(part) {
            let Node::Expr(expr) = node else { continue };
            if matches!(program.exprs[expr].kind, ExprKind::Var(var) if var == tile) {
                mentions += 1;
            }
            // Who has the address of one may look for others beside it.
            if matches!(program.exprs[expr].kind, ExprKind::AddrOf(of) if element(program, of, tile).is_some())
            {
                return None;
            }
            let Some((row, column)) = element(program, expr, tile) else { continue };
            let is_lane = |lane: &&VarId| coefficient(program, row, **lane) == Some(1);
            many.iter().find(is_lane)?;
            let is_free = |lane: &VarId| coefficient(program, column, *lane) == Some(0);
            lanes.iter().all(is_free).then_some(())?;
            elements += 1;
        }
    }
    (elements > 0 && elements == mentions).then_some(())
}

/// The subscripts of `tile[row][column]`.
pub(super) fn element(program: &Program, expr: ExprId, tile: VarId) -> Option<(ExprId, ExprId)> {
    if !matches!(program.exprs[expr].kind, ExprKind::Index { .. }) {
        return None;
    }
    let (array, subscripts) = program.element(expr);
    match subscripts.as_slice() {
        [row, column] if program.is_variable(array, tile) => Some((*row, *column)),
        _ => None,
    }
}
