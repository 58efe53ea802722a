//! Sections in shared memory that are stored column by column.
//!
//! ```text
//! sum[u][v] += a_tile[buffer][k][threadIdx.y * 4 + u % 4 + u / 4 * 64] * …;
//! ```
//! A thread that has eight rows of a tile reads an element of each for every column. Stored
//! row by row, they are far apart: the CUDA compiler reads four columns at once, and needs
//! registers for all of them. Stored column by column, the rows are neighbours: two loads of
//! 16 bytes, and registers for one column. The price is that the tile is loaded element by
//! element, so by itself it is chosen only where copies are many, and where the loads are not
//! waited for ([`crate::ahead`]). `order(columns)` asks for it anywhere, `order(rows)` forbids it;
//! how elements are found is the target's matter ([`kir::SharedArray::by_columns`]).
//!
//! Invariant: every use of such a tile is one of its elements, `tile[row][column]`.

use analyze::bank_conflicts::{READ_AT_ONCE, column_padding};
use diagnostics::{Diagnostic, codes};
use hir::{DirectiveId, DirectiveKind, ExprKind, Node, Padding, Program, SharedAction, TileClauses, VarId};
use kir::{Partition, SharedArray, SharedArrayId, Stmt};

use crate::kernel::KernelOutline;

/// With fewer rows in a thread there are registers enough.
const FEWEST_COPIES: u64 = 8;

/// The clauses of a `shared alloc`.
pub(crate) fn tile_clauses(program: &Program, directive: DirectiveId) -> TileClauses {
    match &program.directives[directive].kind {
        DirectiveKind::Shared(SharedAction::Alloc { tile, .. }) => *tile,
        _ => TileClauses::default(),
    }
}

impl KernelOutline<'_, '_> {
    /// Chooses such tiles, and sees that those can be that must.
    pub(crate) fn store_by_columns(&mut self, body: &Stmt) {
        let asked = self.shared.iter().filter(|(_, shared)| shared.by_columns);
        let unkept = asked.filter(|(_, shared)| !has_elements_alone(self.o.b.program, body, shared.var));
        let unkept: Vec<Diagnostic> = unkept.map(|(_, shared)| self.used_whole(shared)).collect();
        unkept.into_iter().for_each(|error| self.o.sink.push(error));

        let pays =
            |(id, shared): (SharedArrayId, &SharedArray)| self.pays_by_columns(shared, body).then_some(id);
        let chosen: Vec<SharedArrayId> = self.shared.iter().filter_map(pays).collect();
        if !self.stays_static(&chosen) {
            return;
        }
        for &id in &chosen {
            self.shared[id].pad = column_padding(rows(&self.shared[id]));
            self.shared[id].by_columns = true;
            self.o.sink.push(self.stored_by_columns(&self.shared[id]));
        }
        self.place_buffers();
    }

    fn pays_by_columns(&self, shared: &SharedArray, body: &Stmt) -> bool {
        let program = &*self.o.b.program;
        has_free_layout(program, shared) && is_read_by_rows(program, body, shared.var)
    }

    /// Need shared memory not be asked for at the launch, also with these by columns?
    fn stays_static(&self, chosen: &[SharedArrayId]) -> bool {
        let bytes = |(id, shared): (SharedArrayId, &SharedArray)| {
            let columns = shared.extents.last().copied().unwrap_or(1);
            let elements = match chosen.contains(&id) {
                true => columns * (rows(shared) + column_padding(rows(shared))),
                false => shared.len(),
            };
            elements * shared.buffers * self.o.b.program.size_of(shared.element).unwrap_or(1)
        };
        let all: u64 = self.shared.iter().map(bytes).sum();
        self.end_of_shared() <= gpu::STATIC_SHARED && all <= gpu::STATIC_SHARED
    }

    fn stored_by_columns(&self, shared: &SharedArray) -> Diagnostic {
        let name = self.name_of_shared(shared);
        Diagnostic::new(
            &codes::STORED_BY_COLUMNS,
            self.o.b.program.directives[shared.directive].span,
            format!("on a GPU the section of `{name}` is stored column by column"),
        )
        .label("each thread reads many of its rows at a time, which are neighbours then")
        .help("write `order(columns)` to say so, or `order(rows)` to forbid it")
    }

    fn used_whole(&self, shared: &SharedArray) -> Diagnostic {
        let name = self.name_of_shared(shared);
        Diagnostic::new(
            &codes::TILE_CLAUSE_NOT_KEPT,
            self.o.b.program.directives[shared.directive].span,
            format!("`{name}` cannot be stored by columns: its address, or that of a row, is taken"),
        )
        .label("whoever has the address looks for the elements of a row beside each other")
        .help("use its elements alone, or leave `order(columns)` out")
    }
}

fn rows(shared: &SharedArray) -> u64 {
    shared.extents.first().copied().unwrap_or(1)
}

/// Two dimensions of numbers of a word, loaded ahead, whose layout nobody has asked for.
fn has_free_layout(program: &Program, shared: &SharedArray) -> bool {
    let is_word =
        program.types.as_builtin(shared.element).is_some() && program.size_of(shared.element) == Some(4);
    let clauses = tile_clauses(program, shared.directive);
    let is_automatic = clauses.pad == Padding::Auto && clauses.order.is_none();
    let rows = rows(shared);
    let fits = shared.extents.len() == 2 && rows.is_multiple_of(READ_AT_ONCE) && rows > READ_AT_ONCE;
    shared.buffers > 1 && is_word && is_automatic && fits
}

/// Is every use of a tile a read of `tile[lane + …][…]`, with a lane of many copies in the row and none in
/// the column?
fn is_read_by_rows(program: &Program, body: &Stmt, tile: VarId) -> bool {
    let partitions = body.partitions();
    let lanes: Vec<VarId> = partitions.iter().filter_map(|p| lane(p)).collect();
    let many: Vec<VarId> = partitions.iter().filter(|p| is_many(p)).filter_map(|p| lane(p)).collect();
    let is_by_rows = |(row, column): (hir::ExprId, hir::ExprId)| {
        many.iter().any(|lane| program.coefficient(row, *lane) == Some(1))
            && lanes.iter().all(|lane| program.coefficient(column, *lane) == Some(0))
    };
    let mut elements = exprs(program, body).filter_map(|expr| program.element_of(expr, tile)).peekable();
    elements.peek().is_some() && elements.all(is_by_rows) && has_elements_alone(program, body, tile)
}

fn lane(p: &Partition) -> Option<VarId> {
    p.batch.map(|batch| batch.lane)
}

fn is_many(p: &Partition) -> bool {
    let is_together = p.run.unwrap_or(p.jam).is_multiple_of(READ_AT_ONCE);
    p.jam >= FEWEST_COPIES && is_together && p.step == 1
}

/// Is every mention of a tile one of its elements, whose address nobody takes? Who has it may look for others
/// beside it.
fn has_elements_alone(program: &Program, body: &Stmt, tile: VarId) -> bool {
    let mut elements = 0usize;
    let mut mentions = 0usize;
    for expr in exprs(program, body) {
        mentions += usize::from(matches!(program.exprs[expr].kind, ExprKind::Var(var) if var == tile));
        elements += usize::from(program.element_of(expr, tile).is_some());
        if matches!(program.exprs[expr].kind, ExprKind::AddrOf(of) if program.element_of(of, tile).is_some())
        {
            return false;
        }
    }
    elements == mentions
}

fn exprs<'a>(program: &'a Program, body: &'a Stmt) -> impl Iterator<Item = hir::ExprId> + 'a {
    let nodes = body.plain_parts().into_iter().flat_map(|part| program.nodes(part));
    nodes.filter_map(|node| match node {
        Node::Expr(expr) => Some(expr),
        Node::Stmt(_) => None,
    })
}
