//! Shared arrays that are stored column by column.
//!
//! ```text
//! a_tile[row][column]      a_tile[column][row]
//! ```
//! Which they are was decided before ([`kir::SharedArray::by_columns`]); here the kernel's accesses get their
//! subscripts in the order in which elements are stored, before anything else looks at them.
//!
//! Invariant: all uses of such an array are elements, so that none is left as it was.

use std::collections::HashSet;

use hir::{ExprId, Node, VarId};

use super::Lowering;

impl Lowering<'_, '_> {
    /// Turns the accesses of such arrays.
    pub(super) fn turn_subscripts(&mut self) {
        for tile in self.transposed.clone() {
            for (access, (row, column)) in self.elements_of(tile) {
                let origin = self.b.program.exprs[access].span;
                let before = std::mem::replace(&mut self.b.origin, origin);
                let tile = self.b.var(tile);
                let turned = self.b.index(tile, &[column, row]);
                self.b.program.exprs[access].kind = self.b.program.exprs[turned].kind.clone();
                self.b.origin = before;
            }
        }
    }

    /// The accesses of a shared array, each once, with their subscripts.
    fn elements_of(&self, tile: VarId) -> Vec<(ExprId, (ExprId, ExprId))> {
        let program = &*self.b.program;
        let mut seen = HashSet::new();
        let nodes = self.kernel.body.plain_parts().into_iter().flat_map(|part| program.nodes(part));
        let found = nodes.filter_map(|node| match node {
            Node::Expr(expr) => Some((expr, program.element_of(expr, tile)?)),
            Node::Stmt(_) => None,
        });
        found.filter(|(expr, _)| seen.insert(*expr)).collect()
    }
}
