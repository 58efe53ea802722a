//! A kernel in C with OpenMP.
//!
//! A kernel whose threads never wait for each other is its loops as they were
//! written, the outermost in parallel ([`parallel`]). One with shared memory
//! runs its blocks in parallel, and the threads of a block become loops:
//!
//! ```text
//! tblock(n / 16) thread(16)                 #pragma omp parallel for
//! for (i = 0; i < n; i++)                   for (int block_i = 0; block_i < blocks_i; block_i++)
//!     t[i % 16] = x[i]; …                       for (int i = block_i * 16; i < block_i * 16 + 16; i++)
//! ```
//! Shared memory that only saves a few reads is not used at all ([`in_place`]).
//! What all threads of a block do runs once; a loop shared out over threads
//! runs over everything its block has ([`partition`]). Where the threads of a
//! block wait for each other, the work between two barriers is a *phase*, a
//! loop over the threads of its own ([`fission`], [`batch`],
//! [`phase`]); a scalar that
//! one phase leaves to another is then kept once per thread ([`lane_vars`]).
//! What the grid reduces is kept once per block ([`reduction`]), arrays once per thread
//! or block ([`array_reduction`]).
//!
//! `fastmath` means nothing here: the C compiler's own flags decide. Shared
//! arrays are locals of the block, without padding; textures and constants
//! are ordinary arrays.

mod array_reduction;
mod atomic;
mod batch;
mod fission;
mod flow;
mod grid;
mod in_place;
mod interchange;
mod lane_vars;
mod outlined;
mod parallel;
mod partition;
mod phase;
mod reduction;
mod textures;
mod transfer;

use std::collections::{HashMap, HashSet};

use hir::copy::{self, Rewrite};
use hir::{Builder, ExprId, ExprKind, FunctionId, Item, Program, StmtId, StmtKind, VarId};
use kir::geometry::SpaceKind;
use kir::{DeviceArray, Kernel, Mapping, Stmt};
use source::Sources;

use crate::names::Names;
use crate::{in_scope, vars_in};
use atomic::Atomics;

/// A kernel lowered to C.
#[derive(Debug)]
pub struct CpuKernel {
    /// Functions that the kernel's function calls, to be defined before it.
    pub parts: Vec<FunctionId>,
    /// The function. Its parameters are those of the kernel, then the sizes
    /// below.
    pub function: FunctionId,
    /// The host expressions to pass after the kernel's own arguments: sizes of
    /// the grid that are not constants.
    pub sizes: Vec<ExprId>,
    /// The host's scalars that the grid reduces: their addresses are passed last.
    pub results: Vec<ExprId>,
}

/// Lowers one kernel.
pub fn lower(
    kernel: &Kernel,
    arrays: &hir::Arena<DeviceArray>,
    program: &mut Program,
    sources: &mut Sources,
) -> CpuKernel {
    let mut b = Builder { program, sources, origin: kernel.span };
    let names = Names::of(kernel, &b);
    let atomic_pragma = atomic::pragma(kernel, &b);
    let body = in_place::body(kernel, arrays, &mut b);
    let mut lowering = Lowering {
        names,
        kernel,
        body: &body.stmt,
        has_blocks: body.has_blocks || !kernel.reductions.is_empty() || !kernel.array_reductions.is_empty(),
        in_parallel: false,
        parts: Vec::new(),
        arrays,
        threads: kernel.threads.mapping(SpaceKind::Threads),
        blocks: kernel.blocks.mapping(SpaceKind::Blocks),
        block_vars: HashMap::new(),
        size_params: Vec::new(),
        for_block: HashMap::new(),
        in_grid: Vec::new(),
        results: Vec::new(),
        atomic_pragma,
        updates: Vec::new(),
        b: &mut b,
    };
    lowering.declare_types();
    lowering.name_blocks();
    lowering.name_grid_reductions();
    lowering.name_array_reductions();
    let statements = lowering.statement(&body.stmt);
    let statements = lowering.block_of_grid(statements);
    let mut body = lowering.prologue(&statements);
    body.extend(lowering.copies_of_block());
    body.extend(statements);
    let body = lowering.over_blocks(body);
    let body = lowering.around_blocks(body);
    let body = lowering.around_copies(body);
    let function = lowering.function(body);
    in_scope::check(lowering.b.program, function);
    let sizes = lowering.size_params.iter().map(|size| size.value).collect();
    let results = lowering.results.iter().map(|(_, host)| *host).collect();
    CpuKernel { parts: lowering.parts, function, sizes, results }
}

/// The state of lowering one kernel.
struct Lowering<'a, 'b> {
    b: &'a mut Builder<'b>,
    names: Names,
    kernel: &'a Kernel,
    /// What it does.
    body: &'a Stmt,
    /// It has a use for blocks; without, the shape of the grid is no matter.
    has_blocks: bool,
    /// Inside a parallel loop.
    in_parallel: bool,
    /// Functions made on the way.
    parts: Vec<FunctionId>,
    arrays: &'a hir::Arena<DeviceArray>,
    threads: Mapping,
    blocks: Mapping,
    /// The index of the present block, by dimension. A dimension of one block
    /// has none, nor has one that no loop is shared out over.
    block_vars: HashMap<usize, VarId>,
    /// Sizes of the grid that are passed.
    size_params: Vec<SizeParam>,
    /// What stands for a thread's variable where the block as a whole asks for
    /// its value: that of the block's first thread.
    for_block: HashMap<VarId, ExprId>,
    /// Scalars that the grid reduces, in the kernel's order.
    in_grid: Vec<reduction::InGrid>,
    /// Those of them that are the host's: the parameter, and the host's lvalue.
    results: Vec<(VarId, ExprId)>,
    /// What stands before atomic updates.
    atomic_pragma: Option<&'static str>,
    /// Where the updates of arrays go that the grid reduces: by the directive above
    /// them, the array they are of, and the place.
    updates: Vec<(hir::DirectiveId, VarId, array_reduction::Updates)>,
}

/// A size of the grid that the host passes.
struct SizeParam {
    kind: SpaceKind,
    dim: usize,
    var: VarId,
    value: ExprId,
}

/// Makes expressions of the skeleton valid for the block as a whole: the
/// grid's sizes become numbers or parameters, thread variables become the
/// first thread's.
struct ForBlock<'l, 'a, 'b>(&'l mut Lowering<'a, 'b>);

impl<'b> Rewrite<'b> for ForBlock<'_, '_, 'b> {
    fn builder(&mut self) -> &mut Builder<'b> {
        self.0.b
    }

    fn replace_expr(&mut self, expr: ExprId) -> Option<ExprId> {
        match self.0.b.program.exprs[expr].kind {
            ExprKind::Var(var) => self.0.for_block.get(&var).copied(),
            ExprKind::Grid(query, axis) => self.0.grid_size(query, axis),
            // The hardware's sizes are unsigned, ours are not.
            ExprKind::Cast { operand, .. } => match self.0.b.program.exprs[operand].kind {
                ExprKind::Grid(query, axis) => {
                    let size = self.0.grid_size(query, axis)?;
                    let ty = self.0.b.program.exprs[expr].ty;
                    Some(self.0.widened(size, ty))
                }
                _ => None,
            },
            _ => None,
        }
    }
}

impl<'a> Lowering<'a, '_> {
    /// An expression of the skeleton, for the block as a whole.
    fn for_block(&mut self, expr: ExprId) -> ExprId {
        copy::expr(&mut ForBlock(self), expr)
    }

    /// A size of the skeleton, for the block as a whole.
    fn extent_for_block(&mut self, extent: kir::Extent) -> kir::Extent {
        match extent {
            kir::Extent::Constant(_) => extent,
            kir::Extent::Expr(expr) => kir::Extent::Expr(self.for_block(expr)),
        }
    }

    /// A statement that all threads of the block run, or share out between
    /// them, with no thread being ahead of another.
    fn statement(&mut self, stmt: &'a Stmt) -> Vec<StmtId> {
        match stmt {
            Stmt::Plain(plain) => match self.atomic_pragma {
                Some(pragma) => {
                    let mut atomics = Atomics { b: self.b, pragma, updates: &self.updates };
                    vec![copy::stmt(&mut atomics, *plain)]
                }
                None => vec![*plain],
            },
            Stmt::Block(stmts) => self.sequence(stmts),
            Stmt::If { cond, then, otherwise } => {
                let then = self.statement(then);
                let then = self.b.block(then);
                let otherwise = otherwise.as_ref().map(|s| self.statement(s));
                let otherwise = otherwise.map(|stmts| self.b.block(stmts));
                vec![self.b.stmt(StmtKind::If { cond: *cond, then, otherwise })]
            }
            Stmt::For { init, cond, step, body, .. } => {
                let body = self.statement(body);
                let body = self.b.block(body);
                vec![self.b.stmt(StmtKind::For { init: *init, cond: *cond, step: *step, body })]
            }
            Stmt::Partition(partition) => {
                let work = match partition.batch {
                    Some(batch) => self.batched(partition, batch),
                    None if !self.has_blocks && !self.in_parallel && self.is_spread_out(stmt) => {
                        self.parallel(partition)
                    }
                    None => {
                        let body = self.statement(&partition.body);
                        self.partition(partition, body)
                    }
                };
                self.reducing(partition, work)
            }
            Stmt::Barrier(_) => Vec::new(),
            Stmt::Singular(body) => self.statement(body),
            Stmt::Transfer(transfer) => self.transfer(transfer),
        }
    }

    fn sequence(&mut self, stmts: &'a [Stmt]) -> Vec<StmtId> {
        let partitions = stmts.iter().filter(|s| matches!(s, Stmt::Partition(_))).count();
        let mut out = Vec::new();
        for stmt in stmts {
            let lowered = self.statement(stmt);
            let scoped = match stmt {
                Stmt::Block(_) => true,
                // Siblings may declare the same index, and so may the block.
                Stmt::Partition(p) => lowered.len() > 1 && (partitions > 1 || self.is_local_name(p.index)),
                _ => false,
            };
            if scoped {
                out.push(self.b.stmt(StmtKind::Block(lowered)));
            } else {
                out.extend(lowered);
            }
        }
        out
    }

    /// Has a private scalar of the kernel the name of this variable?
    fn is_local_name(&self, var: VarId) -> bool {
        let name = self.b.program.vars[var].name;
        self.kernel.locals.iter().any(|&local| local != var && self.b.program.vars[local].name == name)
    }

    /// Declarations of what belongs to one block: shared arrays, and private
    /// scalars that are still in use.
    fn prologue(&mut self, body: &[StmtId]) -> Vec<StmtId> {
        let used: HashSet<VarId> = vars_in(self.b.program, body).collect();
        let shared: Vec<VarId> = self.kernel.shared.iter().map(|(_, s)| s.var).collect();
        let locals = self.kernel.locals.iter().copied();
        let wanted: Vec<VarId> = shared.into_iter().chain(locals).filter(|v| used.contains(v)).collect();
        self.declare_all_unset(&wanted).into_iter().collect()
    }

    /// `T a, b;`, whatever initialisers the variables have elsewhere.
    fn declare_all_unset(&mut self, vars: &[VarId]) -> Option<StmtId> {
        let mut items = Vec::new();
        for &var in vars {
            let ty = self.b.program.vars[var].ty;
            items.push(Item::Var { var, with_init: false, is_extern: false, ty });
        }
        (!items.is_empty()).then(|| self.b.stmt(StmtKind::Decl(items)))
    }
}
