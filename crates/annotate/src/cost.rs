//! What a nest costs on the processor, on the GPU and on the way there, in milliseconds.
//!
//! Rough on purpose: the numbers decide whether a loop is worth a kernel, not how it is written.
//! What one core takes is [`core_time`]'s to say; the GPU is held up by its bytes, its
//! operations or the length of one thread's work, whichever is longest, and by the start of each
//! launch; transfers move each array once over a bus of [`BUS`] bytes a second. A nest that stays on the
//! processor while its arrays live on the device fetches and returns what it touches ([`crate::weigh`]).

use std::collections::{BTreeMap, BTreeSet, HashMap};

use analyze::{Access, KernelFacts, Place};
use gpu::Gpu;
use hir::{ExprId, ExprKind, Node, Program, StmtId, StmtKind, VarId};

use crate::calls::UNCOUNTED;
use crate::core_time;
use crate::counts::Counts;
use crate::strides::{Stride, stride, varies};

/// Bytes a second between host and device.
const BUS: f64 = 16e9;
/// Seconds until a launch runs.
const LAUNCH: f64 = 4e-6;
/// Planes and the steps of a block must be so many times faster: what launches take is known, what a core takes is not known as well.
pub(crate) const STEPS_MARGIN: f64 = 1.5;
/// Seconds to allocate a device copy, and to start its transfers.
const ALLOCATION: f64 = 50e-6;
/// Seconds until a copy moves its first byte.
const COPY: f64 = 6e-6;
/// Seconds for one operation after the other, in one thread.
const STEP: f64 = 2.5e-9;
/// Seconds until all threads of a block have come to a barrier and gone on; operations a second of one block. (Measured on an
/// H200: a stencil of 2,000 numbers takes 0.54 us a step, one of 16,384 2.4.)
const BARRIER: f64 = 0.35e-6;
const BLOCK: f64 = 3.5e10;
/// What only the run decides must be so many times faster on the device: the numbers are estimates.
const MARGIN: f64 = 1.5;
/// The part of the peak that plain loops reach.
const PLAIN: f64 = 0.25;
/// How many times more bytes move where the threads of a warp touch distant elements.
const SCATTERED: f64 = 8.0;
/// What a function of the mathematical library weighs.
const FUNCTION: f64 = 12.0;
/// Integer arithmetic is mostly indices, which compilers simplify.
const INTEGER: f64 = 0.2;

/// The work of a nest in one run from its first to its last iteration.
#[derive(Clone, Debug, Default)]
pub struct Work {
    /// Operations.
    pub operations: f64,
    /// Seconds that one core takes.
    pub on_core: f64,
    /// Bytes that kernels move, if their threads run over neighbours.
    pub bytes: f64,
    /// Size of each array, as far as it is touched.
    pub arrays: BTreeMap<Place, f64>,
    /// Those that it writes.
    pub written: BTreeSet<Place>,
    /// Launches that it takes, one after the other: the planes of a wavefront.
    pub planes: f64,
    /// Barriers that one block, which does it all, passes.
    pub barriers: f64,
}

/// Is an array on the device for the sake of other kernels?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Residence {
    /// No.
    Nowhere,
    /// Yes, and one of them has brought it.
    Brought,
    /// Yes, but this one comes first.
    Shared,
}

/// Milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Prediction {
    /// The loops on one core.
    pub processor: f64,
    /// Fetching and returning there what lives on the device for other kernels.
    pub fetched: f64,
    /// The kernel, all launches together.
    pub kernel: f64,
    /// Transfers.
    pub transfers: f64,
}

/// What is needed to predict.
pub struct Costs<'a> {
    /// The program.
    pub program: &'a Program,
    /// What is known of its numbers.
    pub counts: &'a Counts,
    /// The mean values of the indices of the loops around, on the host.
    pub around: &'a HashMap<VarId, f64>,
}

impl Costs<'_> {
    /// The work of a loop, once; `depth` loops nest in each other. `thread` is the index of the loop that neighbouring threads share.
    pub fn work(&self, facts: &KernelFacts, depth: usize, thread: Option<VarId>) -> Work {
        let mut work = Work {
            operations: self.operations(facts, depth),
            on_core: core_time::seconds(self, facts, depth),
            planes: 1.0,
            ..Work::default()
        };
        let local: BTreeSet<VarId> = facts.locals.iter().chain(&facts.callees).copied().collect();
        let mut traffic: BTreeMap<(Place, Vec<StmtId>), f64> = BTreeMap::new();
        for access in facts.accesses.iter().filter(|access| !local.contains(&access.place.var)) {
            let size = self.program.size_of(self.program.exprs[access.expr].ty).unwrap_or(8) as f64;
            let touched = self.elements(facts, access, depth) * size;
            let apart = thread.is_some_and(|index| stride(facts, access, index) == Stride::Far);
            let moved = touched * if apart { SCATTERED } else { 1.0 };
            let key = (access.place.clone(), access.loops.clone());
            let entry = traffic.entry(key).or_default();
            *entry = entry.max(moved);
            let whole = work.arrays.entry(access.place.clone()).or_default();
            *whole = whole.max(touched);
            if access.mode.writes() {
                work.written.insert(access.place.clone());
            }
        }
        work.bytes = traffic.values().sum();
        work.on_core = work.on_core.max(core_time::from_memory(&work.arrays, &work.written));
        work
    }

    /// Elements that an access touches: what its subscripts vary over.
    fn elements(&self, facts: &KernelFacts, access: &Access, depth: usize) -> f64 {
        let mut around = self.around.clone();
        let mut elements = 1.0;
        for stmt in &access.loops {
            let Some(canonical) = facts.loops.get(stmt) else { continue };
            let trips = self.counts.trips(self.program, canonical, &mut around, depth);
            if varies(facts, access, canonical.index) {
                elements *= trips.count;
            }
        }
        elements
    }

    fn operations(&self, facts: &KernelFacts, depth: usize) -> f64 {
        self.below(facts, Node::Stmt(facts.body), &mut self.around.clone(), depth, 0)
    }

    /// Statement nesting is bounded by the parser, calls by `nested`.
    fn below(
        &self,
        facts: &KernelFacts,
        node: Node,
        around: &mut HashMap<VarId, f64>,
        depth: usize,
        nested: usize,
    ) -> f64 {
        let own = match node {
            Node::Expr(expr) => self.operation(facts, expr, around, depth, nested),
            Node::Stmt(_) => 0.0,
        };
        let times = match node {
            Node::Stmt(stmt) => match (facts.loops.get(&stmt), &self.program.stmts[stmt].kind) {
                (Some(canonical), _) => self.counts.trips(self.program, canonical, around, depth).count,
                // A loop that is not counted: some iterations.
                (None, StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. }) => UNCOUNTED,
                _ => 1.0,
            },
            Node::Expr(_) => 1.0,
        };
        let children = self.program.children(node).into_iter();
        let inside: f64 = children.map(|child| self.below(facts, child, around, depth, nested)).sum();
        own + times * inside
    }

    fn operation(
        &self,
        facts: &KernelFacts,
        expr: ExprId,
        around: &mut HashMap<VarId, f64>,
        depth: usize,
        nested: usize,
    ) -> f64 {
        let node = &self.program.exprs[expr];
        match &node.kind {
            ExprKind::Binary { .. } | ExprKind::AssignOp { .. } | ExprKind::Unary { .. } => {
                if self.program.types.is_integer(node.ty) { INTEGER } else { 1.0 }
            }
            ExprKind::Index { .. } | ExprKind::Deref(_) => 0.5,
            ExprKind::Call { .. } => match self.program.instances.get(&expr) {
                Some(instance) if nested < 8 => {
                    self.below(facts, Node::Stmt(instance.body), around, depth, nested + 1)
                }
                _ => FUNCTION,
            },
            _ => 0.0,
        }
    }
}

impl Work {
    /// The same without arrays that are each iteration's own.
    pub(crate) fn without(mut self, own: &BTreeSet<VarId>) -> Work {
        self.arrays.retain(|place, _| !own.contains(&place.var));
        self.written.retain(|place| !own.contains(&place.var));
        self
    }

    /// Seconds that one block takes.
    fn in_one_block(&self) -> f64 {
        LAUNCH + self.barriers * BARRIER + self.operations / BLOCK
    }

    /// Is one block much faster than a launch for each stretch between barriers?
    pub(crate) fn beats_launches(&self) -> bool {
        self.in_one_block() * 1.5 < self.barriers * LAUNCH
    }

    /// And than a core?
    pub(crate) fn beats_a_core(&self) -> bool {
        self.in_one_block() * STEPS_MARGIN < self.on_core
    }

    /// Does it go step by step, in planes or between barriers?
    pub(crate) fn is_in_steps(&self) -> bool {
        self.planes > 1.0 || self.barriers > 0.0
    }

    /// How long it takes, `launches` times, with so many threads; what the processor would have to fetch is left open.
    pub fn predict(
        &self,
        device: Gpu,
        threads: f64,
        launches: f64,
        residence: &dyn Fn(&Place) -> Residence,
    ) -> Prediction {
        let computing = self.operations / (device.limits().flops * PLAIN);
        let alone = self.operations / threads.max(1.0) * STEP;
        let once = match self.barriers > 0.0 {
            true => self.in_one_block().max(LAUNCH + self.barriers * BARRIER + alone),
            false => device.streaming(self.bytes).max(computing).max(alone) + LAUNCH * self.planes.max(1.0),
        };
        let moved = self.arrays.iter().filter(|(place, _)| residence(place) != Residence::Brought);
        let transfers: f64 = moved.map(|(_, bytes)| bytes / BUS + ALLOCATION).sum();
        Prediction {
            processor: self.on_core * launches * 1e3,
            fetched: 0.0,
            kernel: once * launches * 1e3,
            transfers: transfers * 1e3,
        }
    }
}

impl Work {
    /// The part of its iterations from which it pays on the device, with copies of all its arrays around each launch; `None` if
    /// it never does.
    pub(crate) fn break_even(&self, device: Gpu, threads: f64) -> Option<f64> {
        let apart = self.predict(device, threads, 1.0, &|_| Residence::Brought);
        let back = |place: &Place| f64::from(u8::from(self.written.contains(place)));
        let moved: f64 = self.arrays.iter().map(|(place, bytes)| bytes * (1.0 + back(place)) / BUS).sum();
        let started: f64 = self.arrays.keys().map(|place| ALLOCATION + COPY * (1.0 + back(place))).sum();
        let fixed = started + LAUNCH * self.planes.max(1.0);
        let each_time = (apart.kernel * 1e-3 - LAUNCH * self.planes.max(1.0)).max(0.0) + moved;
        let gained = |margin: f64| self.on_core - margin * each_time;
        let margin = if gained(MARGIN) > 0.0 { MARGIN } else { 1.0 };
        (gained(margin) > 0.0).then(|| margin * fixed / gained(margin))
    }
}

/// Milliseconds to move so many bytes to the device, if `there`, and to the host, if `back`.
pub fn moved(bytes: f64, there: bool, back: bool) -> f64 {
    f64::from(u8::from(there) + u8::from(back)) * (bytes / BUS + COPY) * 1e3
}

impl Prediction {
    /// Is it faster on the GPU, transfers included?
    pub fn pays(&self) -> bool {
        self.pays_by(1.0)
    }

    /// Is it so many times faster?
    pub fn pays_by(&self, margin: f64) -> bool {
        (self.kernel + self.transfers) * margin < self.processor + self.fetched
    }
}
