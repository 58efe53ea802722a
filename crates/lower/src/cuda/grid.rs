//! A thread's place in the grid, the kernel's signature and its shared memory.

use std::collections::HashSet;

use hir::{
    ArrayLen, BinaryOp, CudaSpecs, ExprId, Function, FunctionId, FunctionType, GridQuery, Init, Item,
    Qualifiers, StmtId, StmtKind, Type, TypeKind, VarId,
};
use kir::geometry::Space;
use kir::{Axis, Extent, Mapping, ParamValue};

use super::Lowering;
use crate::vars_in;

impl Lowering<'_, '_> {
    /// This thread's index in a virtual thread dimension.
    pub(super) fn thread_index(&mut self, dim: usize) -> ExprId {
        let (mapping, space) = (self.threads.clone(), self.kernel.threads.clone());
        self.virtual_index(GridQuery::ThreadIndex, &mapping, &space, dim)
    }

    /// This block's index in a virtual block dimension.
    pub(super) fn block_index(&mut self, dim: usize) -> ExprId {
        let (mapping, space) = (self.blocks.clone(), self.kernel.blocks.clone());
        self.virtual_index(GridQuery::BlockIndex, &mapping, &space, dim)
    }

    /// `threadIdx.y` when the dimension has an axis to itself; otherwise the
    /// digit of the shared axis that belongs to it.
    fn virtual_index(&mut self, query: GridQuery, mapping: &Mapping, space: &Space, dim: usize) -> ExprId {
        let position = self.b.grid(query, mapping.axes[dim]);
        let faster: Vec<Extent> = mapping.faster(dim).map(|d| size(space, d)).collect();
        let faster = Extent::product(faster, self.b).expr(self.b);
        let digit = self.b.div(position, faster);
        if mapping.has_slower(dim) {
            let own = size(space, dim).expr(self.b);
            self.b.rem(digit, own)
        } else {
            digit
        }
    }

    /// How many threads the block has.
    pub(super) fn threads_of_block(&mut self) -> Extent {
        self.linear_index().1
    }

    /// The number of this thread in its block. A number that must be computed
    /// gets a name, once per kernel.
    pub(super) fn linear_thread(&mut self) -> ExprId {
        let (index, _) = self.linear_index();
        if matches!(self.b.program.exprs[index].kind, hir::ExprKind::Grid(..) | hir::ExprKind::Int { .. }) {
            return index;
        }
        let thread = match self.thread {
            Some((var, _)) => var,
            None => {
                let var = self.names.local(self.b, "thread", Type::INT);
                let declaration = self.b.declare(var, Some(index));
                self.thread = Some((var, declaration));
                var
            }
        };
        self.b.var(thread)
    }

    /// Fastest axis first.
    fn linear_index(&mut self) -> (ExprId, Extent) {
        let (mut index, mut count): (Option<ExprId>, Extent) = (None, Extent::Constant(1));
        for axis in [Axis::X, Axis::Y, Axis::Z] {
            let dims: Vec<usize> = self.threads.on(axis).collect();
            if dims.is_empty() {
                continue;
            }
            let position = self.b.grid(GridQuery::ThreadIndex, axis);
            index = Some(match index {
                None => position,
                Some(faster) => {
                    let before = count.expr(self.b);
                    let scaled = self.b.mul(position, before);
                    self.b.add(scaled, faster)
                }
            });
            let sizes: Vec<Extent> = dims.iter().map(|&d| size(&self.kernel.threads, d)).collect();
            let on_axis = match Extent::product(sizes, self.b) {
                Extent::Expr(_) => Extent::Expr(self.b.grid(GridQuery::BlockSize, axis)),
                known => known,
            };
            count = count.times(on_axis, self.b);
        }
        (index.unwrap_or_else(|| self.b.int(0)), count)
    }

    /// `threadIdx.x == 0 && …`; `None` when the block has a single thread.
    pub(super) fn is_first_thread(&mut self) -> Option<ExprId> {
        let mut tests = Vec::new();
        for axis in [Axis::X, Axis::Y, Axis::Z] {
            if self.threads.on(axis).next().is_some() {
                let position = self.b.grid(GridQuery::ThreadIndex, axis);
                let zero = self.b.int(0);
                tests.push(self.b.binary(BinaryOp::Eq, position, zero));
            }
        }
        self.b.all_of(&tests)
    }

    /// Declarations of shared arrays and private scalars.
    pub(super) fn prologue(&mut self) -> Vec<StmtId> {
        let mut stmts = Vec::new();
        if self.dynamic_shared() > 0 {
            stmts.extend(self.dynamic_shared_arrays());
        } else {
            stmts.extend(self.static_shared_arrays());
        }
        for &var in &self.kernel.locals {
            stmts.push(self.b.declare(var, None));
        }
        stmts
    }

    /// Bytes of the block's shared memory if it must be dynamic: because it is
    /// more than may be declared, or because arrays take turns in it.
    pub(super) fn dynamic_shared(&self) -> u64 {
        let end = self.kernel.shared.iter().map(|(_, s)| s.offset + self.shared_bytes(s)).max().unwrap_or(0);
        let reused = end < self.all_shared_bytes();
        if reused || end > gpu::STATIC_SHARED { end } else { 0 }
    }

    /// Bytes of all shared arrays of the kernel, as if none took the place of another.
    pub(super) fn all_shared_bytes(&self) -> u64 {
        self.kernel.shared.iter().map(|(_, shared)| self.shared_bytes(shared)).sum()
    }

    fn shared_bytes(&self, shared: &kir::SharedArray) -> u64 {
        shared.len() * shared.buffers * self.b.program.size_of(shared.element).unwrap_or(1)
    }

    /// `__shared__ float tile[16][33];`
    fn static_shared_arrays(&mut self) -> Vec<StmtId> {
        let mut stmts = Vec::new();
        for (_, shared) in self.kernel.shared.iter() {
            let ty = shared_type(self.b, shared);
            self.b.program.vars[shared.var].ty = ty;
            self.b.program.vars[shared.var].cuda = CudaSpecs::SHARED;
            let row = shared.padded_extents().pop().unwrap_or(1);
            let align = match shared.buffers {
                1 => kir::vector_alignment(self.b.program, shared.element, row),
                _ => Some(super::width::WIDEST),
            };
            if align.is_some() {
                self.b.program.vars[shared.var].align = align;
            }
            stmts.push(self.b.declare(shared.var, None));
        }
        stmts
    }

    /// `extern __shared__ …` and a pointer to each array's place in it.
    fn dynamic_shared_arrays(&mut self) -> Vec<StmtId> {
        let byte = Type::builtin(hir::BuiltinType::UChar);
        // OpenCL C has no arrays whose size the launch tells, and no need for them.
        let is_extern = self.helpers.language.is_cpp();
        let len = if is_extern { ArrayLen::Unknown } else { ArrayLen::Fixed(self.dynamic_shared()) };
        let ty = self.b.program.types.intern(TypeKind::Array(byte, len));
        let store = self.names.local(self.b, "shared_memory", ty);
        let var = &mut self.b.program.vars[store];
        var.cuda = CudaSpecs::SHARED;
        var.align = Some(16);
        let item = Item::Var { var: store, with_init: false, is_extern, ty };
        let mut stmts = vec![self.b.stmt(StmtKind::Decl(vec![item]))];
        for (_, shared) in self.kernel.shared.iter() {
            let array = shared_type(self.b, shared);
            let row = self.b.program.types.element(array).unwrap_or(array);
            let pointer = self.b.program.types.pointer_to(row);
            self.b.program.vars[shared.var].ty = pointer;
            let base = self.b.var(store);
            let offset = self.b.int(i64::try_from(shared.offset).unwrap_or(i64::MAX));
            let place = self.b.add(base, offset);
            let place = self.b.expr(
                hir::ExprKind::Cast { kind: hir::CastKind::Pointer, implicit: false, operand: place },
                pointer,
            );
            stmts.push(self.b.declare(shared.var, Some(place)));
        }
        stmts
    }

    /// The `__global__` function around a body.
    pub(super) fn function(&mut self, body: Vec<StmtId>) -> FunctionId {
        let used: HashSet<VarId> = vars_in(self.b.program, &body).collect();
        let mut params = Vec::new();
        for param in &self.kernel.params {
            if let ParamValue::Array { array, written, overlaps } = param.value {
                let array = &self.arrays[array];
                if !matches!(array.space, kir::MemorySpace::Texture { .. }) {
                    let ty = array.pointer_type(self.b, written);
                    // Device copies are separate allocations: none overlaps another,
                    // unless the caller gives one under two names.
                    let ty = if overlaps { ty } else { ty.qualified(Qualifiers::RESTRICT) };
                    self.b.program.vars[param.var].ty = ty;
                }
            }
            params.extend(used.contains(&param.var).then_some(param.var));
        }
        params.extend(self.extra_params.iter().copied());
        let types = params.iter().map(|&p: &VarId| self.b.program.vars[p].ty.unqualified()).collect();
        let signature = FunctionType { result: Type::VOID, params: types, variadic: false, prototype: true };
        let ty = self.b.program.types.intern(TypeKind::Function(signature));
        let body = self.b.stmt(StmtKind::Block(body));
        self.b.program.functions.alloc(Function {
            params,
            body: Some(body),
            cuda: CudaSpecs::GLOBAL,
            ..Function::new(self.kernel.name, ty, self.kernel.span)
        })
    }

    /// `T var = value;` where the variable may already have an initialiser
    /// that must not be repeated.
    pub(super) fn redeclare(&mut self, var: VarId, init: Option<Init>) -> StmtId {
        let with_init = init.is_some();
        self.b.program.vars[var].init = init;
        let ty = self.b.program.vars[var].ty;
        self.b.stmt(StmtKind::Decl(vec![Item::Var { var, with_init, is_extern: false, ty }]))
    }
}

/// A virtual dimension's size: as the directive writes it, so that a macro in
/// `thread(BLOCK)` stays a macro in the kernel.
pub(super) fn size(space: &Space, dim: usize) -> Extent {
    match space.sizes[dim] {
        Some(size) => Extent::Constant(i64::try_from(size).unwrap_or(i64::MAX)),
        None => Extent::Expr(space.dims[dim]),
    }
}

/// The array type of a shared array, padding and buffers included.
fn shared_type(b: &mut hir::Builder<'_>, shared: &kir::SharedArray) -> Type {
    let mut ty = shared.element;
    for extent in shared.padded_extents().into_iter().rev() {
        ty = b.program.types.array_of(ty, extent);
    }
    if shared.buffers > 1 { b.program.types.array_of(ty, shared.buffers) } else { ty }
}
