//! One kernel: its parameters, its variables, its body.

use std::collections::{HashMap, HashSet};

use analyze::{BarrierPlace, CopyId, CopySpace, EmptyLaunch, KernelFacts, Place, ScalarClass};
use hir::{Arena, BinaryOp, DirectiveKind, ExprId, ExprKind, StmtId, StmtKind, VarId, VarStorage};
use kir::geometry::Space;
use kir::{
    ArrayReduction, Batch, Extent, GridReduction, Kernel, KernelId, KernelParam, ParamValue, SharedArray,
    SharedArrayId,
};

use crate::callees::Clones;
use crate::reducing::Reducing;
use crate::{Outliner, same_value};

/// The state of outlining one kernel.
pub(crate) struct KernelOutline<'o, 'a> {
    pub o: &'o mut Outliner<'a>,
    pub facts: &'o KernelFacts,
    pub blocks: Space,
    pub threads: Space,
    pub params: Vec<KernelParam>,
    /// What stands for each place that has a device copy.
    pub places: HashMap<Place, (CopyId, VarId)>,
    /// The parameters of places that have a `snapshot`.
    pub times: HashMap<Place, Times>,
    /// The parameter that stands for each member behind a pointer (`s->n`):
    /// the pointer itself means nothing on the device.
    pub members: HashMap<Place, VarId>,
    /// Variables of the region that have another id in the kernel, in the part
    /// of the body being outlined.
    pub renamed: HashMap<VarId, VarId>,
    /// The kernel's index of each loop that got a new one.
    pub loop_vars: HashMap<StmtId, VarId>,
    /// Batched loops being outlined or done.
    pub batches: HashMap<StmtId, LoopBatch>,
    /// Batched loops around the current place whose batches may have gaps or
    /// not be full.
    pub uneven_loops: usize,
    /// Outer variables that only ever serve as a loop's index: each loop
    /// declares its own.
    pub loop_indices: HashSet<VarId>,
    pub shared: Arena<SharedArray>,
    /// The shared array of each entry of `facts.shared`.
    pub shared_ids: Vec<SharedArrayId>,
    /// Access expression to its number in `facts.accesses`.
    pub accesses: HashMap<ExprId, usize>,
    /// Access number to the entry of `facts.shared` that serves it.
    pub served: HashMap<usize, usize>,
    /// Loops of which no block runs more than one iteration.
    pub once: HashSet<StmtId>,
    /// Called functions that need more than their arguments.
    pub clones: Clones,
    /// Scalars being reduced at the present place, outermost loop first.
    pub reducing: Vec<Reducing>,
    /// How many block and thread dimensions the loops around share out.
    pub taken: (kir::Dims, kir::Dims),
    /// Scalars that the grid reduces.
    pub of_grid: Vec<GridReduction>,
    /// Arrays that the grid reduces.
    pub array_reductions: Vec<ArrayReduction>,
    /// Inside a statement that updates one of them.
    pub in_update: bool,
    /// Where barriers were put that the analysis found missing.
    pub added: HashSet<BarrierPlace>,
}

/// What stands for an array that some reads see as it was.
#[derive(Clone, Copy)]
pub(crate) struct Times {
    /// What it holds.
    pub now: VarId,
    /// What it held before the kernel.
    pub before: VarId,
}

/// A batched loop.
#[derive(Clone, Copy)]
pub(crate) struct LoopBatch {
    pub batch: Batch,
    pub step: i64,
}

impl Outliner<'_> {
    pub(crate) fn make_kernels(&mut self) -> HashMap<StmtId, KernelId> {
        let facts = self.facts;
        let mut kernels = HashMap::new();
        for kernel in &facts.kernels {
            if let Some(outlined) = self.make_kernel(kernel) {
                kernels.insert(kernel.stmt, self.out.kernels.alloc(outlined));
            }
        }
        kernels
    }

    fn make_kernel(&mut self, facts: &KernelFacts) -> Option<Kernel> {
        let directive = &self.b.program.directives[facts.directive];
        let span = directive.span;
        let DirectiveKind::Kernel(clauses) = directive.kind.clone() else { return None };
        self.b.origin = span;
        let accesses = facts.accesses.iter().enumerate().map(|(i, a)| (a.expr, i)).collect();
        let served = facts.shared.iter().enumerate();
        let served = served.flat_map(|(i, s)| s.accesses.iter().map(move |&a| (a, i))).collect();
        let mut launched_if = Vec::new();
        let blocks = clauses.tblock.unwrap_or_default();
        let blocks = self.launch_sizes(blocks, &facts.no_blocks, &mut launched_if);
        let required =
            facts.own_assumptions.iter().flat_map(|directive| self.assumptions(*directive)).collect();
        let threads = clauses.thread.unwrap_or_default();
        let threads = self.launch_sizes(threads, &facts.no_threads, &mut launched_if);
        let mut outline = KernelOutline {
            facts,
            blocks: Space { dims: blocks, sizes: facts.block_sizes.clone() },
            threads: Space { dims: threads, sizes: facts.thread_sizes.clone() },
            params: Vec::new(),
            places: HashMap::new(),
            times: HashMap::new(),
            members: HashMap::new(),
            renamed: HashMap::new(),
            loop_vars: HashMap::new(),
            batches: HashMap::new(),
            uneven_loops: 0,
            loop_indices: HashSet::new(),
            shared: Arena::default(),
            shared_ids: Vec::new(),
            accesses,
            served,
            once: HashSet::new(),
            clones: Clones::default(),
            reducing: Vec::new(),
            taken: Default::default(),
            of_grid: Vec::new(),
            array_reductions: Vec::new(),
            in_update: false,
            added: HashSet::new(),
            o: self,
        };
        outline.declare_parameters();
        outline.declare_shared();
        outline.declare_array_reductions();
        outline.find_loop_indices();
        outline.name_own_of_file();
        outline.check_arguments();
        outline.check_bytes_of_arguments();
        let functions = outline.called_functions();
        let mut body = outline.body();
        outline.load_ahead(&mut body);
        outline.store_by_columns(&body);
        let own = |var: VarId| outline.renamed.get(&var).copied().unwrap_or(var);
        let locals = outline.private_scalars().into_iter().map(own).collect();
        let KernelOutline { params, shared, blocks, threads, of_grid, array_reductions, .. } = outline;
        Some(Kernel {
            name: clauses.name,
            directive: facts.directive,
            owner: facts.owner,
            blocks,
            threads,
            launched_if,
            required,
            fastmath: clauses.fastmath,
            prints: facts.prints,
            stream: None,
            params,
            locals,
            shared,
            functions,
            tables: facts.tables.clone(),
            body,
            reductions: of_grid.into_iter().filter(|r| !r.accumulators.is_empty()).collect(),
            array_reductions,
            span,
        })
    }
}

impl Outliner<'_> {
    /// The dimensions of a launch. One that may be zero is tested before it, or
    /// made at least one: `n / 16 > 0 ? n / 16 : 1`.
    fn launch_sizes(
        &mut self,
        dims: Vec<ExprId>,
        when_empty: &[EmptyLaunch],
        launched_if: &mut Vec<ExprId>,
    ) -> Vec<ExprId> {
        let mut tested: Vec<ExprId> = Vec::new();
        let mut sizes = Vec::new();
        for (dim, when_empty) in dims.into_iter().zip(when_empty) {
            let size = match when_empty {
                EmptyLaunch::Never => dim,
                EmptyLaunch::NothingToDo => {
                    let is_tested = |other: &ExprId| {
                        same_value::extents(&self.about(), Extent::Expr(*other), Extent::Expr(dim))
                    };
                    if !tested.iter().any(is_tested) {
                        tested.push(dim);
                        let size = hir::clamp::unclamped(&self.about(), dim);
                        launched_if.push(self.is_positive(size));
                    }
                    dim
                }
                EmptyLaunch::WorkIsLost => {
                    let (cond, one) = (self.is_positive(dim), self.b.int(1));
                    let ty = self.b.program.exprs[dim].ty.unqualified();
                    let kind = ExprKind::Conditional { cond, then: Some(dim), otherwise: one };
                    self.b.expr(kind, ty)
                }
            };
            sizes.push(size);
        }
        sizes
    }

    fn is_positive(&mut self, size: ExprId) -> ExprId {
        let zero = self.b.int(0);
        self.b.binary(BinaryOp::Gt, size, zero)
    }
}

impl KernelOutline<'_, '_> {
    /// Arrays first, in order of first mention, then scalars, then whatever
    /// the arrays' sizes need.
    fn declare_parameters(&mut self) {
        for used in &self.facts.arrays {
            let Some(copy) = used.copy else { continue };
            let array_id = self.o.arrays[&copy];
            let array = self.o.out.arrays[array_id].clone();
            if let Some(constant) = array.constant {
                self.places.insert(used.place.clone(), (copy, constant));
                continue;
            }
            let name = self.o.b.sources.text(array.name).into_owned();
            let written = used.written || self.has_pointer_to(array.element);
            let ty = array.pointer_type(&mut self.o.b, written);
            let var = self.o.b.local(&name, ty);
            self.places.insert(used.place.clone(), (copy, var));
            let value = ParamValue::Array { array: array_id, written, overlaps: used.overlaps };
            self.params.push(KernelParam { var, value });
            self.declare_before(&used.place, copy, var);
        }
        for scalar in &self.facts.scalars {
            if matches!(scalar.class, ScalarClass::ByValue | ScalarClass::ByValueModified) {
                self.pass(scalar.var);
            }
        }
        for member in &self.facts.members {
            self.pass_member(&member.place);
        }
        self.pass_sizes();
    }

    /// The parameter for what an array held before the kernel, if a read wants that.
    fn declare_before(&mut self, place: &Place, copy: CopyId, now: VarId) {
        if !self.facts.accesses.iter().any(|access| access.before && access.place == *place) {
            return;
        }
        let array_id = self.o.kept_before(copy);
        let array = self.o.out.arrays[array_id].clone();
        let name = self.o.b.sources.text(array.name).into_owned();
        let ty = array.pointer_type(&mut self.o.b, false);
        let var = self.o.b.local(&name, ty);
        self.times.insert(place.clone(), Times { now, before: var });
        let value = ParamValue::Array { array: array_id, written: false, overlaps: false };
        self.params.push(KernelParam { var, value });
    }

    /// Passes the value that a member has at the launch.
    fn pass_member(&mut self, place: &Place) {
        let Some(value) = self.place_value(place) else { return };
        let ty = self.o.b.program.exprs[value].ty.unqualified();
        let name = self.o.path_name(place);
        let var = self.o.b.local(&name, ty);
        self.params.push(KernelParam { var, value: ParamValue::Scalar(value) });
        self.members.insert(place.clone(), var);
    }

    /// Does the region declare a pointer through which such elements could be
    /// written? Then an array that it may be made to point into is not `const`.
    fn has_pointer_to(&self, element: hir::Type) -> bool {
        let types = &self.o.b.program.types;
        let innermost = |target: hir::Type| {
            std::iter::successors(Some(target), |ty| types.element(*ty)).last().unwrap_or(target)
        };
        let points = |ty: hir::Type| {
            let target = types.pointee(ty).map(innermost);
            target.is_some_and(|t| !t.is_const() && types.strip(t).id == types.strip(element).id)
        };
        let locals = self.facts.locals.iter().chain(&self.facts.callees);
        let mut pending: Vec<hir::Type> = locals.map(|var| self.o.b.program.vars[*var].ty).collect();
        // Pointers may also be members, or in a table.
        while let Some(ty) = pending.pop() {
            if points(ty) {
                return true;
            }
            pending.extend(types.element(ty));
            let record =
                types.as_record(ty).and_then(|record| self.o.b.program.records[record].fields.as_ref());
            pending.extend(record.into_iter().flatten().map(|field| field.ty));
        }
        false
    }

    /// The sizes that subscripts of the kernel need: lower bounds, and inner
    /// extents that are not constants.
    fn pass_sizes(&mut self) {
        let copies: Vec<CopyId> = self.places.values().map(|(copy, _)| *copy).collect();
        let mut copies = copies;
        copies.sort();
        for copy in copies {
            let array = self.o.out.arrays[self.o.arrays[&copy]].clone();
            if array.keeps_subscripts() && self.o.facts.copies[copy.0].space == CopySpace::Global {
                // Shared transfers still spell the layout out.
                let cached = self.facts.shared.iter().any(|s| s.copy == Some(copy));
                if !cached {
                    continue;
                }
            }
            for dim in &array.dims {
                for size in [dim.lo, dim.extent] {
                    if let kir::Extent::Expr(expr) = size {
                        self.pass_variables(expr);
                    }
                }
            }
        }
    }

    /// Passes every variable of a host expression by value.
    pub(crate) fn pass_variables(&mut self, expr: ExprId) {
        let vars: Vec<VarId> = self
            .o
            .b
            .program
            .exprs_below(expr)
            .filter_map(|e| match self.o.b.program.exprs[e].kind {
                ExprKind::Var(var) => Some(var),
                _ => None,
            })
            .collect();
        for var in vars {
            self.pass(var);
        }
    }

    fn pass(&mut self, var: VarId) {
        if self.params.iter().any(|p| p.var == var) {
            return;
        }
        let value = self.o.b.var(var);
        self.params.push(KernelParam { var, value: ParamValue::Scalar(value) });
    }

    fn declare_shared(&mut self) {
        for (at, facts) in self.facts.shared.iter().enumerate() {
            let name = self.o.path_name(&facts.place);
            let mut name = if facts.copy.is_some() { format!("{name}_tile") } else { name };
            // Several parts of an array at a time.
            let before = &self.facts.shared[..at];
            let together =
                before.iter().filter(|other| (&other.place, other.remove) == (&facts.place, facts.remove));
            match together.count() {
                0 => {}
                others => name.push_str(&(others + 1).to_string()),
            }
            let var = self.o.b.local(&name, facts.element.unqualified());
            let id = self.shared.alloc(SharedArray {
                var,
                caches: facts.copy.map(|copy| self.o.arrays[&copy]),
                element: facts.element.unqualified(),
                extents: facts.dims.iter().map(|d| d.extent).collect(),
                pad: facts.pad,
                by_columns: facts.by_columns,
                buffers: 1,
                offset: facts.offset,
                directive: facts.directive,
            });
            self.shared_ids.push(id);
        }
    }

    /// Outer variables all of whose uses are in loops that set them first.
    fn find_loop_indices(&mut self) {
        let program = &*self.o.b.program;
        let mut uses: HashMap<VarId, usize> = HashMap::new();
        for expr in program.exprs_below(self.facts.body) {
            if let ExprKind::Var(var) = program.exprs[expr].kind {
                *uses.entry(var).or_default() += 1;
            }
        }
        for scalar in self.facts.scalars.iter().filter(|s| s.class == ScalarClass::Private) {
            let mut inside = 0;
            let mut nodes = program.nodes(self.facts.body);
            while let Some(node) = nodes.next() {
                let hir::Node::Stmt(stmt) = node else { continue };
                if for_index(program, stmt) == Some(scalar.var) {
                    let is_use =
                        |e: &ExprId| matches!(program.exprs[*e].kind, ExprKind::Var(v) if v == scalar.var);
                    inside += program.exprs_below(stmt).filter(is_use).count();
                    nodes.skip_children();
                }
            }
            if uses.get(&scalar.var) == Some(&inside) {
                self.loop_indices.insert(scalar.var);
            }
        }
    }

    /// Private copies of outer scalars that no loop declares.
    fn private_scalars(&self) -> Vec<VarId> {
        let private = self.facts.scalars.iter().filter(|s| s.class == ScalarClass::Private);
        private.map(|s| s.var).filter(|var| !self.loop_indices.contains(var)).collect()
    }

    /// A variable of the file has one place for all threads, also where a kernel declares it: each thread's own is
    /// another variable.
    fn name_own_of_file(&mut self) {
        for var in self.private_scalars() {
            if !matches!(self.o.b.program.vars[var].storage, VarStorage::Local | VarStorage::Param) {
                let own = self.fresh_copy(var);
                self.renamed.insert(var, own);
            }
        }
    }
}

/// The variable that a `for` statement sets in its head by an assignment.
pub(crate) fn for_index(program: &hir::Program, stmt: StmtId) -> Option<VarId> {
    let StmtKind::For { init: Some(init), .. } = program.stmts[stmt].kind else { return None };
    let StmtKind::Expr(assign) = program.stmts[init].kind else { return None };
    let ExprKind::Assign { lhs, .. } = program.exprs[assign].kind else { return None };
    match program.exprs[lhs].kind {
        ExprKind::Var(var) => Some(var),
        _ => None,
    }
}
