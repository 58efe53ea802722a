//! The grid of blocks as loops, and the function around them.
//!
//! Only a dimension that some loop is shared out over gets a loop; the blocks
//! of another one would only repeat each other's work. All block loops
//! together are one OpenMP loop, so that any shape of grid keeps all cores
//! busy:
//!
//! ```text
//! #pragma omp parallel for collapse(2)
//! for (int block_i = 0; block_i < 64; block_i++)
//!     for (int block_j = 0; block_j < 64; block_j++)
//! ```

use std::collections::HashSet;

use hir::{CudaSpecs, ExprId, FunctionId, GridQuery, Qualifiers, StmtId, StmtKind, Type, VarId};
use kir::geometry::SpaceKind;
use kir::{Axis, Extent, ParamValue, Partition, Stmt};

use super::{Lowering, SizeParam};
use crate::vars_in;

impl Lowering<'_, '_> {
    /// Gives parameters and shared arrays the types they have on this target.
    pub(super) fn declare_types(&mut self) {
        for param in &self.kernel.params {
            if let ParamValue::Array { array, written, overlaps } = param.value {
                let ty = self.arrays[array].pointer_type(self.b, written);
                // Device copies are separate allocations: none overlaps another,
                // unless the caller gives one under two names.
                let ty = if overlaps { ty } else { ty.qualified(Qualifiers::RESTRICT) };
                self.b.program.vars[param.var].ty = ty;
            }
        }
        for (_, shared) in self.kernel.shared.iter() {
            let ty = shared
                .extents
                .iter()
                .rev()
                .fold(shared.element, |ty, &extent| self.b.program.types.array_of(ty, extent));
            self.b.program.vars[shared.var].ty = ty;
        }
        for constant in self.arrays.iter().filter_map(|(_, array)| array.constant) {
            self.b.program.vars[constant].cuda = CudaSpecs::default();
        }
    }

    /// Names the index of each block dimension after the first loop that is
    /// shared out over it.
    pub(super) fn name_blocks(&mut self) {
        let mut named = Vec::new();
        if !self.has_blocks {
            return;
        }
        for partition in partitions(self.body) {
            if let Some(share) = partition.over_block
                && share.count != Extent::Constant(1)
                && !named.iter().any(|(dim, _)| *dim == share.dim)
            {
                named.push((share.dim, partition.index));
            }
        }
        named.sort_by_key(|(dim, _)| *dim);
        for (dim, index) in named {
            let name = format!("block_{}", self.b.name_of(index));
            let var = self.names.local(self.b, &name, Type::INT);
            self.block_vars.insert(dim, var);
            // Known first, it comes first among the parameters.
            self.size(SpaceKind::Blocks, dim);
        }
    }

    /// The present block's index in a dimension.
    pub(super) fn block_index(&mut self, dim: usize) -> ExprId {
        match self.block_vars.get(&dim) {
            Some(&var) => self.b.var(var),
            None => self.b.int(0),
        }
    }

    /// The body of a block, for all blocks.
    pub(super) fn over_blocks(&mut self, body: Vec<StmtId>) -> Vec<StmtId> {
        let mut dims: Vec<(usize, VarId)> = self.block_vars.iter().map(|(dim, var)| (*dim, *var)).collect();
        dims.sort_by_key(|(dim, _)| std::cmp::Reverse(*dim));
        let mut body = body;
        if !dims.is_empty() {
            let indices: Vec<VarId> = dims.iter().rev().map(|(_, var)| *var).collect();
            let sizes = self.size_params.iter().map(|size| size.var);
            let mentioned: HashSet<VarId> = vars_in(self.b.program, &body).collect();
            let given: Vec<VarId> = sizes.filter(|size| mentioned.contains(size)).chain(indices).collect();
            body = self.outlined("block", &given, body);
        }
        for &(dim, var) in &dims {
            let (zero, one) = (self.b.int(0), self.b.int(1));
            let size = self.size(SpaceKind::Blocks, dim);
            body = vec![self.b.count(var, zero, size, one, true, body)];
        }
        let mut pragma = match dims.len() {
            0 => return body,
            1 => String::from("omp parallel for"),
            n => format!("omp parallel for collapse({n})"),
        };
        pragma += &self.reduction_clauses();
        let pragma = self.b.symbol(&pragma);
        body.insert(0, self.b.stmt(StmtKind::Pragma(pragma)));
        body
    }

    /// The size of a virtual dimension: a number, or a parameter.
    pub(super) fn size(&mut self, kind: SpaceKind, dim: usize) -> ExprId {
        let (space, prefix) = match kind {
            SpaceKind::Blocks => (&self.kernel.blocks, "blocks"),
            SpaceKind::Threads => (&self.kernel.threads, "threads"),
        };
        if let Some(size) = space.sizes[dim] {
            return self.b.int(i64::try_from(size).unwrap_or(i64::MAX));
        }
        if let Some(known) = self.size_params.iter().find(|size| size.kind == kind && size.dim == dim) {
            return self.b.var(known.var);
        }
        let value = space.dims[dim];
        let index = partitions(self.body).find(|p| match kind {
            SpaceKind::Blocks => p.over_block.is_some_and(|share| share.dim == dim),
            SpaceKind::Threads => p.over_thread.is_some_and(|share| share.dim == dim),
        });
        let name = match index {
            Some(partition) => format!("{prefix}_{}", self.b.name_of(partition.index)),
            None => format!("{prefix}{dim}"),
        };
        let var = self.names.local(self.b, &name, Type::INT);
        self.size_params.push(SizeParam { kind, dim, var, value });
        self.b.var(var)
    }

    /// What `gridDim.x` and `blockDim.x` are here.
    pub(super) fn grid_size(&mut self, query: GridQuery, axis: Axis) -> Option<ExprId> {
        let (kind, mapping) = match query {
            GridQuery::GridSize => (SpaceKind::Blocks, &self.blocks),
            GridQuery::BlockSize => (SpaceKind::Threads, &self.threads),
            GridQuery::ThreadIndex | GridQuery::BlockIndex => return None,
        };
        let dims: Vec<usize> = mapping.on(axis).collect();
        let sizes: Vec<Extent> = dims.into_iter().map(|dim| Extent::Expr(self.size(kind, dim))).collect();
        Some(Extent::product(sizes, self.b).expr(self.b))
    }

    /// The function around a body.
    pub(super) fn function(&mut self, body: Vec<StmtId>) -> FunctionId {
        let used: HashSet<VarId> = vars_in(self.b.program, &body).collect();
        let own = self.kernel.params.iter().map(|param| param.var).filter(|var| used.contains(var));
        let sizes = self.size_params.iter().map(|size| size.var);
        let params: Vec<VarId> = own.chain(sizes).chain(self.results.iter().map(|(var, _)| *var)).collect();
        self.define(self.kernel.name, params, body)
    }
}

/// All partitions below a statement, outer ones first.
pub(super) fn partitions(stmt: &Stmt) -> impl Iterator<Item = &Partition> {
    let mut pending = vec![stmt];
    std::iter::from_fn(move || {
        while let Some(stmt) = pending.pop() {
            match stmt {
                Stmt::Plain(_) | Stmt::Barrier(_) | Stmt::Transfer(_) => {}
                Stmt::Block(stmts) => pending.extend(stmts.iter().rev()),
                Stmt::If { then, otherwise, .. } => {
                    pending.extend(otherwise.as_deref());
                    pending.push(then);
                }
                Stmt::For { body, .. } | Stmt::Singular(body) => pending.push(body),
                Stmt::Partition(partition) => {
                    pending.push(&partition.body);
                    return Some(&**partition);
                }
            }
        }
        None
    })
}
