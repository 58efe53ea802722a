//! A kernel in CUDA: every thread runs the function and finds its own
//! iterations.
//!
//! [`grid`] spells a thread's place, [`partition`] its iterations,
//! [`jam`] several of them at once, [`transfer`] the cooperative copies, [`ahead`] those that
//! run while the block works, [`width`] how much of them one instruction moves,
//! [`transposed`] tiles that are stored by columns, [`near_constants`] tables that a block keeps where there is no constant memory,
//! [`reduction`] and [`array_reduction`] what threads compute together, [`atomic`] and [`merged_updates`] updates of what they
//! share, [`counted_loop`] loops over tiles, [`ranges`] what values indices have, [`bounded_loop`] loops of few steps,
//! [`invariant_division`] divisions that a loop repeats, [`whole_reads`] structs in one piece, [`spelling`] what CUDA's C++ reads
//! differently from C. A plain statement inside a batched
//! loop is predicated ([`Lowering::predicated`]); barriers never are.

mod ahead;
mod array_reduction;
mod atomic;
mod bits;
mod bounded_loop;
mod classification;
mod combined_parts;
pub mod combining;
mod combining_bodies;
#[cfg(test)]
mod combining_bodies_tests;
mod counted_loop;
mod fastmath;
mod grid;
mod invariant_division;
mod inverse_root;
mod jam;
mod last_barrier;
mod merged_updates;
mod near_constants;
mod outside;
mod partition;
mod predicate;
mod ranges;
pub mod reduction;
mod settled;
mod small_dividends;
pub mod spelling;
mod transfer;
mod transposed;
mod trips;
mod unroll;
mod vector_walk;
mod walk;
mod whole_reads;
mod width;

use std::collections::{HashMap, HashSet};

use hir::{Builder, ExprId, ExprKind, FunctionId, Program, StmtId, StmtKind, VarId};
use kir::geometry::SpaceKind;
use kir::{Axis, DeviceArray, Kernel, Mapping, ParamValue, SectionLoop, Stmt};
use source::Sources;

use crate::names::Names;
use crate::{in_scope, scopes};

pub use combining::Helpers;
use reduction::InGrid;
pub use reduction::{LaunchReduction, ResultMemory};

/// A kernel lowered to CUDA.
#[derive(Debug)]
pub struct CudaKernel {
    /// The `__global__` function.
    pub function: FunctionId,
    /// Grid size on x, y and z: products of host expressions.
    pub grid: [Vec<ExprId>; 3],
    /// Block size on x, y and z.
    pub block: [Vec<ExprId>; 3],
    /// Bytes of dynamic shared memory; 0 when the arrays are declared in the
    /// function.
    pub dynamic_shared: u64,
    /// It starts copies that it waits for later.
    pub loads_ahead: bool,
    /// It reads structs by one instruction.
    pub reads_whole: bool,
    /// The variable of the file in which its blocks count those that are done.
    pub blocks_done: Option<VarId>,
    /// What the launch does for scalars that the grid reduces; their arguments
    /// follow the kernel's own.
    pub reductions: Vec<LaunchReduction>,
}

/// Lowers one kernel. `helpers` gets the functions that it calls.
pub fn lower(
    kernel: &Kernel,
    arrays: &hir::Arena<DeviceArray>,
    helpers: &mut Helpers,
    program: &mut Program,
    sources: &mut Sources,
) -> CudaKernel {
    let mut b = Builder { program, sources, origin: kernel.span };
    let names = Names::of(kernel, &b);
    let threads = kernel.threads.mapping(SpaceKind::Threads);
    let blocks = kernel.blocks.mapping(SpaceKind::Blocks);
    let grid = launch_sizes(&kernel.blocks.dims, &blocks);
    let block = launch_sizes(&kernel.threads.dims, &threads);
    let mut lowering = Lowering {
        b: &mut b,
        names,
        kernel,
        arrays,
        threads,
        blocks,
        predicates: Vec::new(),
        lanes: HashMap::new(),
        batches: HashMap::new(),
        lane_of: HashMap::new(),
        thread: None,
        jams: Vec::new(),
        jams_outside: 0,
        copies: jam::copies::Copies::default(),
        registers: jam::unset::Registers::default(),
        vectors: Vec::new(),
        in_batch: jam::window::InBatch::default(),
        dependent: None,
        renamed: HashMap::new(),
        helpers,
        blocks_done: None,
        extra_params: Vec::new(),
        reducing_into: Vec::new(),
        set_in_part: HashMap::new(),
        in_grid: Vec::new(),
        launch_reductions: Vec::new(),
        redirections: Vec::new(),
        multiples: HashMap::new(),
        ranges: ranges::Ranges::default(),
        loading: None,
        reads_whole: false,
        transposed: kernel.shared.iter().filter(|(_, s)| s.by_columns).map(|(_, s)| s.var).collect(),
    };
    lowering.turn_subscripts();
    let mut body = lowering.prologue();
    body.extend(lowering.start_grid_reductions());
    let mut work = lowering.start_array_reductions();
    work.extend(lowering.statement(&kernel.body));
    let finish = lowering.finish_reductions();
    let memories = lowering.memories();
    work = last_barrier::without_last_barriers(lowering.b, work, &memories, !finish.is_empty());
    work.extend(finish);
    let near = lowering.constants_near(&mut work);
    body.extend(lowering.thread.map(|(_, declaration)| declaration));
    body.extend(near);
    body.extend(work);
    body = lowering.updates_merged(body);
    body = lowering.few_steps_unrolled(body);
    body = counted_loop::counted_from_zero(lowering.b, body);
    body = lowering.divided_by_inverses(body);
    body = lowering.spelled_for_device(body);
    body = lowering.unrolled_over_near_memory(body);
    body = lowering.structs_read_whole(body);
    let params = kernel.params.iter().map(|param| param.var).chain(lowering.extra_params.iter().copied());
    let declared: Vec<VarId> = params.chain(kernel.shared.iter().map(|(_, shared)| shared.var)).collect();
    body = scopes::opened(lowering.b, body, &declared);
    body.iter().for_each(|&stmt| settle_types(lowering.b.program, stmt));
    let dynamic_shared = lowering.dynamic_shared();
    let function = lowering.function(body);
    in_scope::check(lowering.b.program, function);
    let Lowering { blocks_done, launch_reductions: reductions, reads_whole, .. } = lowering;
    let loads_ahead =
        helpers.language.moves_bytes() && kernel.shared.iter().any(|(_, shared)| shared.buffers > 1);
    CudaKernel { function, grid, block, dynamic_shared, loads_ahead, reads_whole, blocks_done, reductions }
}

impl Lowering<'_, '_> {
    /// The arrays that several threads can reach.
    fn memories(&self) -> HashSet<VarId> {
        let arrays =
            self.kernel.params.iter().filter(|param| matches!(param.value, ParamValue::Array { .. }));
        let shared = self.kernel.shared.iter().map(|(_, shared)| shared.var);
        arrays.map(|param| param.var).chain(shared).collect()
    }
}

/// Lets accesses have the types that follow from their variables: those of
/// shared arrays and parameters were decided after the accesses were written.
fn settle_types(program: &mut Program, stmt: StmtId) {
    let mut below: Vec<ExprId> = program.exprs_below(stmt).collect();
    // Parents come first in that order, and types follow from operands.
    below.reverse();
    for expr in below {
        let settled = match program.exprs[expr].kind {
            ExprKind::Var(var) => Some(program.vars[var].ty),
            ExprKind::Index { base: of, .. } | ExprKind::Deref(of) => {
                let ty = program.exprs[of].ty;
                program.types.pointee(ty).or_else(|| program.types.element(ty))
            }
            _ => None,
        };
        if let Some(ty) = settled {
            program.exprs[expr].ty = ty;
        }
    }
}

/// The host expressions whose product is the size on x, y and z.
fn launch_sizes(dims: &[ExprId], mapping: &Mapping) -> [Vec<ExprId>; 3] {
    [Axis::X, Axis::Y, Axis::Z].map(|axis| mapping.on(axis).map(|d| dims[d]).collect())
}

/// The state of lowering one kernel.
struct Lowering<'a, 'b> {
    b: &'a mut Builder<'b>,
    names: Names,
    kernel: &'a Kernel,
    arrays: &'a hir::Arena<DeviceArray>,
    threads: Mapping,
    blocks: Mapping,
    /// What must hold for this thread to have an iteration in each enclosing
    /// batched loop, outermost first.
    predicates: Vec<ExprId>,
    /// The lane variables of batches: only a name for the thread's index, and
    /// printed as that.
    lanes: HashMap<VarId, ExprId>,
    /// Of each of them, the first index of the batch and the number of lanes.
    batches: HashMap<VarId, (VarId, kir::Extent)>,
    /// The lane variables of batched loops by their indices.
    lane_of: HashMap<VarId, VarId>,
    /// The thread's number in its block, where it has a name, and that name's
    /// declaration.
    thread: Option<(VarId, StmtId)>,
    /// The jammed loops around the present place, outermost first.
    jams: Vec<jam::Level>,
    /// Jammed loops whose copies run one at a time around the present place.
    jams_outside: usize,
    /// What differs between the copies of the outermost of them.
    copies: jam::copies::Copies,
    /// Which of their registers are set.
    registers: jam::unset::Registers,
    /// The arrays that `vector` names on them.
    vectors: Vec<jam::vector_reads::Vector>,
    /// What is known of their copies where all of them exist.
    in_batch: jam::window::InBatch,
    /// What follows from their indices, where sums may be reordered.
    dependent: Option<jam::common_terms::Dependent>,
    /// The arrays that hold the copies of variables of the whole kernel.
    renamed: HashMap<VarId, VarId>,
    /// Functions that are called.
    helpers: &'a mut Helpers,
    /// Counts blocks that are done.
    blocks_done: Option<VarId>,
    /// Parameters beyond the kernel's own.
    extra_params: Vec<VarId>,
    /// What the loops around the present place reduce into.
    reducing_into: Vec<VarId>,
    /// Variables that only threads with an iteration set, and their declarations.
    set_in_part: HashMap<VarId, StmtId>,
    /// The scalars that the grid reduces, in the kernel's order.
    in_grid: Vec<InGrid>,
    /// And what the launch does for them.
    launch_reductions: Vec<LaunchReduction>,
    /// Where updates of arrays that the grid reduces go.
    redirections: Vec<array_reduction::Redirection>,
    /// Of variables that are the same for the whole block, a number that divides them.
    multiples: HashMap<VarId, i64>,
    /// The values that indices have.
    ranges: ranges::Ranges,
    /// Where transfers of the present place are not waited for: what they load.
    loading: Option<ahead::Loading>,
    /// Structs are read by one instruction somewhere.
    reads_whole: bool,
    /// The shared arrays that are stored by columns.
    transposed: HashSet<VarId>,
}

impl Lowering<'_, '_> {
    fn statement(&mut self, stmt: &Stmt) -> Vec<StmtId> {
        if !self.jams.is_empty() && self.copies.splits(self.b.program, stmt) {
            return self.one_copy_at_a_time(stmt);
        }
        match stmt {
            Stmt::Plain(plain) => self.predicated(&[*plain]),
            Stmt::Block(stmts) => self.sequence(stmts),
            Stmt::If { cond, then, otherwise } => {
                let then = self.statement(then);
                let otherwise = otherwise.as_ref().map(|s| self.statement(s));
                let then = self.b.block(then);
                let otherwise = otherwise.map(|stmts| self.b.block(stmts));
                vec![self.b.stmt(StmtKind::If { cond: *cond, then, otherwise })]
            }
            Stmt::For { init, cond, step, body, ahead, .. } => {
                if let (Some(ahead), Some(sections)) = (ahead, SectionLoop::of(body)) {
                    return self.sections_ahead((*init, *cond, *step), *ahead, &sections);
                }
                let body = self.statement(body);
                let body = self.b.block(body);
                vec![self.b.stmt(StmtKind::For { init: *init, cond: *cond, step: *step, body })]
            }
            Stmt::Partition(partition) => self.partition(partition),
            Stmt::Barrier(_) => vec![self.b.stmt(StmtKind::Barrier)],
            Stmt::Singular(body) => {
                let first = self.is_first_thread();
                let body = self.statement(body);
                match first {
                    Some(cond) => vec![self.b.if_then(cond, body)],
                    None => body,
                }
            }
            Stmt::Transfer(transfer) => self.transfer(transfer),
        }
    }

    /// Neighbouring plain statements share one predicate.
    fn sequence(&mut self, stmts: &[Stmt]) -> Vec<StmtId> {
        let partitions = stmts.iter().filter(|s| matches!(s, Stmt::Partition(_))).count();
        let mut out = Vec::new();
        let mut run: Vec<StmtId> = Vec::new();
        for stmt in stmts {
            if let Stmt::Plain(plain) = stmt {
                run.push(*plain);
                continue;
            }
            out.extend(self.predicated(&run));
            run.clear();
            let lowered = self.statement(stmt);
            // Siblings may declare the same index: each keeps to its own scope.
            if matches!(stmt, Stmt::Block(_)) || (partitions > 1 && matches!(stmt, Stmt::Partition(_))) {
                out.push(self.b.stmt(StmtKind::Block(lowered)));
            } else {
                out.extend(lowered);
            }
        }
        out.extend(self.predicated(&run));
        out
    }
}
