//! One kernel: everything that is asked about its region, in order.
//!
//! [`analyze_kernel`] is the list of questions: how the loops are shared out,
//! what is accessed, which device copy serves it, what happens to scalars,
//! whether accesses stay inside what the device holds, (for shared memory)
//! whether the block can do together what the directives demand, and whether
//! threads collide.

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::{Diagnostic, Safety, Sink, codes};
use hir::{DirectiveKind, ExprId, ExprKind, FunctionId, Span, StmtId, StmtKind, VarId, VarStorage};
use kir::geometry::SpaceKind;

use crate::access::ScalarMention;
use crate::aliases::{self, Alias, Origins};
use crate::array_shape::{ArrayShape, place_type};
use crate::assigned_first::written_by_callees;
use crate::assumptions;
use crate::effects::{decayed_array, whole_variable};
use crate::kernels::{addresses, hidden_names};
use crate::missing_reduction;
use crate::partitions::{self, Dimensions};
use crate::reaching::Reached;
use crate::region::{self, Region, Surroundings};
use crate::rehearsal::arrays_of;
use crate::scalars::{FunctionFlow, OfPartition};
use crate::tested;
use crate::{
    Access, ArrayUse, CopyId, CopySpace, DeviceCopy, Facts, Input, KernelFacts, LastIndex, MemberUse, Place,
    ReductionScope, Symbols, array_reduction, atomic, barriers, coverage, defines, device_functions,
    early_exit, jam, launch_sizes, limits, printing, private, races, reduction, remarks, shared_sections,
    singular, snapshot, transfers, uniform, vector, volatile,
};

/// What the kernel's function provides.
pub struct Owner<'a, 'p> {
    /// The function.
    pub function: FunctionId,
    /// Its flow, solved.
    pub flow: &'a FunctionFlow<'a, 'p>,
    /// Places that its directives name.
    pub named: &'a BTreeSet<Place>,
    /// Its names that some call makes one array.
    pub aliases: &'a [Alias],
    /// Where its pointers and sizes come from.
    pub origins: &'a Origins,
}

/// Answers every question about one kernel.
pub fn analyze_kernel(
    input: &Input<'_>,
    stmt: StmtId,
    reached: &Reached,
    owner: &Owner<'_, '_>,
    facts: &Facts,
    sink: &mut Sink,
) -> Option<KernelFacts> {
    let StmtKind::Kernel { directive, body, .. } = input.program.stmts[stmt].kind else { return None };
    let DirectiveKind::Kernel(clauses) = &input.program.directives[directive].kind else { return None };
    let span = input.program.directives[directive].span;
    let errors_before = sink.error_count();
    let sizes = |dims: &Option<Vec<ExprId>>| -> Vec<Option<u64>> {
        dims.iter().flatten().map(|dim| constant_size(input, *dim)).collect()
    };
    let (block_sizes, thread_sizes) = (sizes(&clauses.tblock), sizes(&clauses.thread));
    limits::check_threads(input, clauses, &thread_sizes, sink);
    limits::check_blocks(input, clauses, &block_sizes, sink);
    let dimensions = Dimensions {
        blocks: clauses.tblock.as_ref().map(Vec::len),
        threads: clauses.thread.as_ref().map(Vec::len),
        directive: span,
    };
    let partitions = partitions::partitions(input, body, dimensions, sink);
    singular::check(input, body, &partitions, sink);
    early_exit::check(input, &partitions, sink);
    let region = region::walk(input, body, surroundings(input, (stmt, body), reached, owner, facts));
    volatile::check(input, &region, sink);
    let has_copy = |place: &Place| {
        let is_of = |copy: &CopyId| facts.copies[copy.0].place.var == place.var;
        reached.alive.iter().any(is_of)
            || reached.failed.iter().any(|failed| failed.var == place.var)
            || reached.released.iter().any(|(released, _)| released.var == place.var)
    };
    let asked = private::Kernel {
        input,
        stmt,
        body,
        region: &region,
        partitions: &partitions,
        flow: owner.flow,
        has_copy: &has_copy,
    };
    let own = private::find(&asked, sink);
    let mut region = region;
    region.locals.extend(own.arrays.values().flatten().copied().collect::<BTreeSet<VarId>>());
    let region = region;
    let mut uses = Uses {
        input,
        body,
        read_first: &own.read_first,
        reached,
        facts,
        sink,
        arrays: BTreeMap::new(),
        locals: &region.locals,
        callees: &region.callees,
        tables: BTreeSet::new(),
        unit: input.program.unit_of(owner.function),
        launched: (owner.function, stmt),
        hidden: BTreeSet::new(),
        endless: Vec::new(),
    };
    uses.check_locals(owner.flow, &own.arrays);
    uses.accesses(&region);
    let (plain, members) = uses.scalars(&region);
    let (arrays, tables) = uses.finish();

    let on_device = on_device(input, body, &arrays);
    let is_wanted = |var| on_device.contains(&var) || owner.flow.is_wanted_after(stmt, var);
    let reductions = reduction::find(input, body, &partitions, &is_wanted, &region.locals, sink);
    let of_grid = reductions.iter().filter(|r| r.scope == ReductionScope::Grid).map(|r| r.var).collect();
    let reduced = reduction::reduced_by_loop(input, body);
    let missing = missing_reduction::find(input, body, &partitions, &reduced, &on_device);
    let vouched = partitions.keys().flat_map(|at| private::vouched(input, &partitions, *at)).collect();
    let scalars = owner.flow.classify(stmt, &plain, &of_grid, &missing, (body, &vouched), sink);
    let mut own = own;
    for (at, partition) in &partitions {
        let reduced = reduced.get(at).cloned().unwrap_or_default();
        let vouched = private::vouched(input, &partitions, *at);
        let known = OfPartition {
            reduced: &reduced,
            missing: &missing,
            on_device: &on_device,
            vouched: &vouched,
            accesses: &region.found.scalar_accesses,
        };
        let trusted = owner.flow.check_partition(stmt, partition, &known, sink);
        own.trusted.extend(trusted.into_iter().map(|var| (*at, var)));
    }
    owner.flow.check_singular(body, &on_device, sink);
    atomic::check(input, body, &on_device, sink);
    let functions = device_functions::callees(input, body, sink);
    if sink.error_count() == errors_before {
        device_functions::check_followed(input, body, sink);
    }

    assumptions::check(input, body, &functions, sink);
    let defines = defines::find(input, &clauses.defines, &arrays, sink);
    let Region { found, points, loops, bounds, mut values, locals, callees, assumed } = region;
    let mut kernel = KernelFacts {
        stmt,
        body,
        owner: owner.function,
        directive,
        block_sizes,
        thread_sizes,
        assumed,
        own_assumptions: assumptions::of_kernel(input, body),
        defines,
        no_blocks: Vec::new(),
        no_threads: Vec::new(),
        arrays,
        scalars,
        members,
        locals,
        private: own.arrays,
        callees,
        tables,
        functions,
        partitions,
        reductions,
        shared: Vec::new(),
        barriers: Vec::new(),
        structural: partitions::structural(input, body),
        accesses: with_knowledge(found.accesses, &values),
        open: Vec::new(),
        scalar_accesses: with_knowledge(found.scalar_accesses, &values),
        transfers: Vec::new(),
        legality: BTreeMap::new(),
        loops,
        bounds,
        symbols: Symbols::default(),
        prints: false,
    };
    if sink.error_count() == errors_before {
        addresses::check(input, &kernel, sink);
    }
    kernel.prints = printing::check(input, &kernel, sink);
    let varying = uniform::check(input, &kernel, sink);
    jam::check(input, &kernel, sink);
    // A loop or array that was reported would be reported again here.
    if sink.error_count() == errors_before {
        snapshot::find(input, &mut kernel, facts, &mut values.symbols, sink);
        shared_sections::find(input, &mut kernel, facts, &points, &varying, &mut values, sink);
        array_reduction::place(input, &mut kernel, facts, sink);
        let moved = transfers::accesses(input, &kernel, &points, &mut values);
        kernel.transfers = with_knowledge(moved, &values);
        vector::check(input, &kernel, facts, sink);
    }
    kernel.open = coverage::check(input, &kernel, facts, &mut values, errors_before, sink);
    kernel.barriers = barriers::missing(input, &kernel, &values);
    if sink.error_count() == errors_before {
        kernel.legality = races::report::check(input, &kernel, &values.symbols, sink);
        for (stmt, var) in own.trusted {
            let why = format!("that each iteration writes what it reads of `{}`", input.name(var));
            kernel.legality.entry(stmt).or_default().assumed.insert(why);
        }
    }
    if sink.error_count() == errors_before {
        aliases::kernels::check(input, &mut kernel, facts, owner.aliases, &mut values, sink);
    }
    let dims = |dims: &Option<Vec<ExprId>>| dims.clone().unwrap_or_default();
    let empty = |kind, dims: &[ExprId], sizes: &[Option<u64>]| {
        launch_sizes::when_empty(input, &kernel, kind, dims, sizes, &values)
    };
    let no_blocks = empty(SpaceKind::Blocks, &dims(&clauses.tblock), &kernel.block_sizes);
    let no_threads = empty(SpaceKind::Threads, &dims(&clauses.thread), &kernel.thread_sizes);
    (kernel.no_blocks, kernel.no_threads) = (no_blocks, no_threads);
    kernel.symbols = values.symbols;
    if sink.error_count() == errors_before {
        remarks::tell(input, &kernel, sink);
    }
    Some(kernel)
}

/// Adds to each access what is known of its symbols anyway.
fn with_knowledge(accesses: Vec<Access>, values: &crate::index_expr::Values) -> Vec<Access> {
    let add = |mut access: Access| {
        let mentioned = access.subscripts.iter().flatten().flat_map(|s| s.vars());
        let vars = access.domain.vars().into_iter().chain(mentioned).collect();
        access.domain = access.domain.intersect(&values.knowledge_about(vars));
        access
    };
    accesses.into_iter().map(add).collect()
}

fn constant_size(input: &Input<'_>, dim: ExprId) -> Option<u64> {
    hir::const_eval::integer(input.program, dim).and_then(|value| u64::try_from(value).ok())
}

fn surroundings<'a>(
    input: &Input<'_>,
    (kernel, body): (StmtId, StmtId),
    reached: &Reached,
    owner: &Owner<'a, '_>,
    facts: &Facts,
) -> Surroundings<'a> {
    let mut shapes: BTreeMap<Place, ArrayShape> = BTreeMap::new();
    // A table that has no copy is still one array: that it lacks one is what is wrong with it.
    for place in arrays_of(input, body).into_keys() {
        if let Some(table) = ArrayShape::table(input.program, &place) {
            shapes.insert(place, table);
        }
    }
    for (place, dims) in &reached.shapes {
        if let Some(shape) = ArrayShape::given(input.program, place, dims) {
            shapes.insert(place.clone(), shape);
        }
    }
    for copy in reached.alive.iter().map(|copy| &facts.copies[copy.0]) {
        let (extents, row_pointers) = (copy.host_extents.clone(), copy.row_pointers);
        let shape = ArrayShape { element: copy.element, extents, through_pointer: false, row_pointers };
        shapes.insert(copy.place.clone(), shape);
    }
    let captures = facts.captures.values().flatten().copied();
    let captured = captures.filter(|bound| !reached.unchanged.contains(bound)).collect();
    let computed = owner.origins.computed(input.program);
    let loops = owner.flow.loops_around(kernel);
    let own = assumptions::of_kernel(input, body);
    let own = own.iter().flat_map(|directive| assumptions::conditions(input, *directive));
    let said = reached.assumed.iter().chain(own).map(|condition| (*condition, true));
    let whole = input.program.functions[owner.function].body;
    let before = whole.map_or_else(Vec::new, |whole| tested::before(input, whole, kernel));
    let assumed = said.chain(before).collect();
    Surroundings { named: owner.named, shapes, captured, computed, loops, assumed, names_are_apart: true }
}

/// Variables of which the kernel writes nothing but what is on the device: arrays, and structs with arrays in them.
fn on_device(input: &Input<'_>, body: StmtId, arrays: &[ArrayUse]) -> BTreeSet<VarId> {
    let program = input.program;
    let is_inside = |written: ExprId| {
        let mut at = written;
        loop {
            if Place::of(program, at).is_some_and(|place| arrays.iter().any(|used| used.place == place)) {
                return true;
            }
            at = match &program.exprs[at].kind {
                ExprKind::Member { base, arrow: false, .. } => *base,
                ExprKind::Index { base, .. } | ExprKind::Deref(base) => match decayed_array(program, *base) {
                    Some(array) => array,
                    None => return false,
                },
                _ => return false,
            };
        }
    };
    let written = |var: VarId| {
        let targets = program.exprs_below(body).filter_map(|expr| program.assigned(expr));
        targets.filter(move |target| whole_variable(program, *target) == Some(var))
    };
    let by_callees = written_by_callees(input, body);
    let is_on_device = |place: &Place| {
        place.path.is_empty()
            || place.path.iter().all(|step| !step.arrow)
                && written(place.var).all(is_inside)
                && by_callees.iter().all(|(var, _)| *var != place.var)
    };
    arrays.iter().map(|used| &used.place).filter(|place| is_on_device(place)).map(|place| place.var).collect()
}

/// Collects what a region uses, and which copy serves it.
struct Uses<'a, 'p> {
    input: &'a Input<'p>,
    body: StmtId,
    reached: &'a Reached,
    facts: &'a Facts,
    sink: &'a mut Sink,
    arrays: BTreeMap<Place, ArrayUse>,
    locals: &'a [VarId],
    callees: &'a BTreeSet<VarId>,
    /// Scratch arrays that are read where nothing is known to be written.
    read_first: &'a BTreeMap<VarId, Span>,
    tables: BTreeSet<VarId>,
    unit: Option<usize>,
    /// Where the kernel stands.
    launched: (FunctionId, StmtId),
    /// Arrays that have no name there, and were reported.
    hidden: BTreeSet<VarId>,
    /// Copies of callers that have no known end, with their first use.
    endless: Vec<(CopyId, Span)>,
}

impl Uses<'_, '_> {
    fn finish(self) -> (Vec<ArrayUse>, Vec<VarId>) {
        let endless: Vec<_> =
            self.endless.iter().map(|(copy, at)| (&self.facts.copies[copy.0], *at)).collect();
        end_unknown(self.input, &endless).into_iter().for_each(|warning| self.sink.push(warning));
        let tables = self.tables.into_iter().collect();
        let mut arrays: Vec<ArrayUse> = self.arrays.into_values().collect();
        arrays.sort_by_key(|used| used.span.lo);
        (arrays, tables)
    }

    /// Reports variables of the region that the function mentions behind it.
    fn check_locals(&mut self, flow: &FunctionFlow<'_, '_>, private: &BTreeMap<StmtId, Vec<VarId>>) {
        let mut inside: Vec<ExprId> = self.input.program.exprs_below(self.body).collect();
        inside.sort_unstable();
        let is_private = |var: &VarId| private.values().any(|arrays| arrays.contains(var));
        let first = |var: &VarId| {
            let outside = flow.mentions(*var).iter().find(|(_, expr)| inside.binary_search(expr).is_err());
            outside.map(|(at, expr)| (*at, *expr, *var))
        };
        let locals = self.locals.iter().filter(|var| !is_private(var));
        let mut outside: Vec<(usize, ExprId, VarId)> = locals.filter_map(first).collect();
        outside.sort_unstable();
        for (_, expr, var) in outside {
            self.sink.push(declared_in_kernel(self.input, var, self.input.span(expr)));
        }
    }

    fn accesses(&mut self, region: &Region) {
        for span in &region.found.untraced {
            self.sink.push(untraced(*span));
        }
        for access in &region.found.accesses {
            self.used(
                &access.place,
                access.mode.reads(),
                access.mode.writes().then_some(access.span),
                access.span,
            );
        }
    }

    /// Notes a use of an array, or of a scalar that has a device copy.
    fn used(&mut self, place: &Place, read: bool, written: Option<Span>, span: Span) {
        if !self.arrays.contains_key(place) {
            let copy = match self.is_local(place.var) {
                true => None,
                false => self.reaching_copy(place, span, read),
            };
            let used =
                ArrayUse { place: place.clone(), copy, read: false, written: false, overlaps: false, span };
            self.arrays.insert(place.clone(), used);
        }
        let Some(used) = self.arrays.get_mut(place) else { return };
        used.read |= read;
        let first_write = written.is_some() && !used.written;
        used.written |= written.is_some();
        let Some(copy) = used.copy.filter(|_| first_write).map(|copy| &self.facts.copies[copy.0]) else {
            return;
        };
        if copy.space != CopySpace::Global {
            self.sink.push(write_to_read_only(self.input, copy, written.unwrap_or(span)));
        }
    }

    fn copy_of(&self, place: &Place) -> Option<CopyId> {
        self.reached.alive.iter().rev().copied().find(|copy| self.facts.copies[copy.0].place == *place)
    }

    fn reaching_copy(&mut self, place: &Place, span: Span, read: bool) -> Option<CopyId> {
        let found = self.copy_of(place);
        match found {
            None if place.path.is_empty() && self.is_table(place.var) => {
                self.tables.insert(place.var);
            }
            None if self.reached.failed.contains(place) => {}
            None => {
                let complaint = self.complaint_of_callers(place, span);
                self.sink.push(complaint.unwrap_or_else(|| self.not_on_device(place, span, read)));
            }
            Some(copy) => {
                if let Some(hiding) = self.hiding(place.var)
                    && self.hidden.insert(place.var)
                {
                    self.sink.push(variable_hidden(self.input, place.var, hiding, span));
                }
                let copies = &self.facts.copies;
                check_layouts(self.input, copies, &self.reached.alive, copy, span, self.sink);
                if copies[copy.0].inherited.as_ref().is_some_and(|inherited| !inherited.end_is_known) {
                    self.endless.push((copy, span));
                }
            }
        }
        found
    }

    /// Something from outside that some caller should have put on the device.
    fn complaint_of_callers(&self, place: &Place, span: Span) -> Option<Diagnostic> {
        let var = &self.input.program.vars[place.var];
        let is_own = matches!(var.storage, VarStorage::Local | VarStorage::StaticLocal);
        let released = self.reached.released.iter().any(|(released, _)| released == place);
        if is_own || released {
            return None;
        }
        self.reached.callers.complaint(self.input, place, span, "used in a kernel")
    }

    /// Splits mentions of scalars: those with a device copy are uses of it,
    /// members behind pointers are passed one by one, the rest is plain.
    fn scalars(&mut self, region: &Region) -> (BTreeMap<VarId, ScalarMention>, Vec<MemberUse>) {
        let mut plain = BTreeMap::new();
        let mut members = Vec::new();
        for (place, mention) in &region.found.scalars {
            let serves = self.arrays.contains_key(place);
            if self.is_local(place.var) || serves && self.is_pointer(place) {
                continue;
            }
            if place.path.is_empty() && self.is_constant_elsewhere(place.var) {
                continue;
            }
            if self.copy_of(place).is_some() {
                self.used(place, mention.read, mention.written, mention.span);
            } else if !self.can_be_named(place.var) {
                self.sink.push(variable_elsewhere(self.input, place.var, mention.span));
            } else if let Some(hiding) = self.hiding(place.var) {
                self.sink.push(variable_hidden(self.input, place.var, hiding, mention.span));
            } else if place.path.is_empty() {
                plain.insert(place.var, *mention);
            } else if let Some(at) = mention.written {
                self.sink.push(member_written(self.input, place, at));
            } else {
                members.push(MemberUse { place: place.clone(), span: mention.span });
            }
        }
        (plain, members)
    }

    /// A constant of the program that is no plain number: the device gets a
    /// copy of it, initialised as it is.
    fn is_table(&self, var: VarId) -> bool {
        is_static(self.input, var)
            && device_functions::is_constant(self.input, var)
            && !self.input.program.types.is_arithmetic(self.input.program.vars[var].ty)
    }

    /// A constant that only called functions mention: they mention it as it is.
    fn is_constant_elsewhere(&mut self, var: VarId) -> bool {
        let program = self.input.program;
        let constant = is_static(self.input, var) && device_functions::is_constant(self.input, var);
        let here = |expr: ExprId| matches!(program.exprs[expr].kind, hir::ExprKind::Var(v) if v == var);
        if !constant || program.exprs_below(self.body).any(here) {
            return false;
        }
        if self.is_table(var) {
            self.tables.insert(var);
        }
        true
    }

    /// Can the code that launches the kernel name the variable?
    fn can_be_named(&self, var: VarId) -> bool {
        let input = self.input;
        self.unit.is_none_or(|unit| input.linkage().variable_in(input.program, var, unit) == Some(var))
    }

    /// The variable that has its name there.
    fn hiding(&self, var: VarId) -> Option<VarId> {
        let (function, stmt) = self.launched;
        hidden_names::hiding(self.input, function, stmt, var)
    }

    fn is_local(&self, var: VarId) -> bool {
        self.locals.contains(&var) || self.callees.contains(&var)
    }

    fn is_pointer(&self, place: &Place) -> bool {
        let ty = place_type(self.input.program, place);
        ty.is_some_and(|ty| self.input.program.types.is_pointer(ty))
    }

    fn not_on_device(&self, place: &Place, span: Span, read: bool) -> Diagnostic {
        let input = self.input;
        let name = input.place_name(place);
        let shape = match self.reached.shapes.get(place) {
            Some(dims) => ArrayShape::given(input.program, place, dims),
            None => ArrayShape::declared(input.program, place),
        };
        let dims: Option<String> = shape
            .map(|shape| shape.extents)
            .filter(|extents| extents.iter().all(Option::is_some))
            .map(|extents| "[*]".repeat(extents.len()));
        let copyin = if read { " copyin" } else { "" };
        let error =
            Diagnostic::new(&codes::ARRAY_NOT_ON_DEVICE, span, format!("`{name}` is not on the device"))
                .label("used in a kernel");
        let error = match self.reached.released.iter().rev().find(|(released, _)| released == place) {
            Some((_, at)) => error.related(*at, "its device copy was released here"),
            None => error,
        };
        let error = match self.read_first.get(&place.var) {
            Some(at) => error.related(*at, "no iteration is known to write this before it reads it").help(
                format!("if each iteration does, add `private({name}) independent` to its `loop_partition`"),
            ),
            None => error,
        };
        let Some(kernel) = self.kernel_line() else { return error };
        match dims {
            Some(dims) => {
                let line = format!("#pragma hicuda global alloc {name}{dims}{copyin}");
                error
                    .help(format!(
                        "write `{line}` before the kernel, and `global free {name}` after its last use"
                    ))
                    .fix(
                        format!("allocate `{name}` on the device"),
                        kernel,
                        format!("{line}\n"),
                        Safety::Unsafe,
                    )
            }
            None => error.help(format!(
                "write `#pragma hicuda global alloc {name}[0:n-1]{copyin}` with the number of elements it has"
            )),
        }
    }

    /// The empty place in front of the kernel's line.
    fn kernel_line(&self) -> Option<Span> {
        let program = self.input.program;
        let kernels = program.stmts.iter();
        let mut found = kernels.filter_map(|(_, stmt)| match stmt.kind {
            StmtKind::Kernel { directive, body, .. } if body == self.body => Some(directive),
            _ => None,
        });
        found.next_back().map(|directive| program.directives[directive].line.start())
    }
}

/// A pointer that is reassigned may point to any of the copies found by
/// address: their layouts must agree.
pub fn check_layouts(
    input: &Input<'_>,
    copies: &[DeviceCopy],
    alive: &[CopyId],
    copy: CopyId,
    span: Span,
    sink: &mut Sink,
) {
    let own = &copies[copy.0];
    let others = alive.iter().map(|other| &copies[other.0]);
    let same_type = |other: &&DeviceCopy| other.by_address && other.element.id == own.element.id;
    for other in others.filter(|other| own.by_address && same_type(other)) {
        if !same_layout(input, own, other) {
            sink.push(layouts_differ(input, own, other, span));
        }
    }
}

/// Does it exist once, as long as the program runs?
fn is_static(input: &Input<'_>, var: VarId) -> bool {
    use hir::VarStorage::{Extern, Global, Internal, StaticLocal};
    matches!(input.program.vars[var].storage, Global | Internal | Extern | StaticLocal)
}

/// Do two copies place the same indices at the same offsets? Extents that are
/// expressions are compared as formulas in the variables of the moment.
fn same_layout(input: &Input<'_>, a: &DeviceCopy, b: &DeviceCopy) -> bool {
    let mut values = crate::index_expr::Values::default();
    let anywhere = affine::Set::universe();
    let mut same = |x: kir::Extent, y: kir::Extent| match (x, y) {
        (kir::Extent::Expr(x), kir::Extent::Expr(y)) => {
            values.polynomial(input, x, &anywhere) == values.polynomial(input, y, &anywhere)
        }
        (x, y) => x == y,
    };
    let mut extents_agree = a.host_extents.len() == b.host_extents.len();
    // The outermost extent does not move elements.
    for (x, y) in a.host_extents.iter().zip(&b.host_extents).skip(1) {
        extents_agree &= match (x, y) {
            (Some(x), Some(y)) => same(*x, *y),
            (x, y) => x == y,
        };
    }
    // So does the outermost last index, where only the run knows it: what it leaves out is asked with each use.
    let lasts = a.dims.iter().zip(&b.dims).enumerate();
    let lasts_agree = lasts.skip(1).all(|(dim, (x, y))| match (x.hi, y.hi) {
        (LastIndex::At(x), LastIndex::At(y)) => same(x, y),
        (LastIndex::EndOfArray, LastIndex::EndOfArray) => true,
        (LastIndex::At(kir::Extent::Expr(last)), LastIndex::EndOfArray) => {
            is_last_of(input, last, b.host_extents.get(dim).copied().flatten())
        }
        (LastIndex::EndOfArray, LastIndex::At(kir::Extent::Expr(last))) => {
            is_last_of(input, last, a.host_extents.get(dim).copied().flatten())
        }
        _ => x.extent.is_some() && x.extent == y.extent,
    });
    extents_agree
        && lasts_agree
        && a.dims.iter().zip(&b.dims).all(|(x, y)| same(x.lo, y.lo) && x.extent == y.extent)
}

/// Is it the index of the last of so many?
fn is_last_of(input: &Input<'_>, last: ExprId, extent: Option<kir::Extent>) -> bool {
    let mut values = crate::index_expr::Values::default();
    let mut formula = |expr| values.polynomial(input, expr, &affine::Set::universe());
    let extent = match extent {
        Some(kir::Extent::Expr(extent)) => formula(extent),
        Some(kir::Extent::Constant(extent)) => affine::Polynomial::constant(i128::from(extent)),
        None => return false,
    };
    let one = extent.minus(&formula(last)).ok();
    one.is_some_and(|one| one.as_constant() == Some(1))
}

fn declared_in_kernel(input: &Input<'_>, var: VarId, used: Span) -> Diagnostic {
    let name = input.name(var);
    let message = format!("`{name}` is declared inside a kernel and used after it");
    Diagnostic::new(&codes::DECLARED_IN_KERNEL, used, message)
        .label("on the host it does not exist")
        .related(input.program.vars[var].span, "declared here, for the kernel alone")
        .help(format!("declare `{name}` before the kernel"))
}

fn untraced(span: Span) -> Diagnostic {
    Diagnostic::new(&codes::POINTER_NOT_TRACED, span, "the compiler cannot tell which array this is")
        .label("the pointer may point to several arrays, or was read from memory")
        .note("a kernel works on device copies, so every access must be traced to one array")
        .help("index the array itself, or use a pointer that is assigned from one array only")
}

fn variable_elsewhere(input: &Input<'_>, var: VarId, at: Span) -> Diagnostic {
    let name = input.name(var);
    Diagnostic::new(
        &codes::VARIABLE_ELSEWHERE,
        at,
        format!("`{name}` cannot be named where the kernel is launched"),
    )
    .label("its value must be passed to the kernel")
    .related(input.program.vars[var].span, "declared here, in another file")
    .help(format!("declare `{name}` in the kernel's file too, or pass it as an argument"))
}

fn variable_hidden(input: &Input<'_>, var: VarId, hiding: VarId, at: Span) -> Diagnostic {
    let name = input.name(var);
    let message =
        format!("`{name}` cannot be named where the kernel is launched: there it is another variable");
    Diagnostic::new(&codes::VARIABLE_ELSEWHERE, at, message)
        .label("it must be passed to the kernel")
        .related(input.program.vars[hiding].span, "this one has its name where the kernel stands")
        .related(input.program.vars[var].span, "and this one is needed")
        .help(format!("rename one of the two, or pass `{name}` to the function as an argument"))
}

fn write_to_read_only(input: &Input<'_>, copy: &DeviceCopy, at: Span) -> Diagnostic {
    let name = input.place_name(&copy.place);
    let word = if copy.space == CopySpace::Constant { "constant" } else { "texture" };
    Diagnostic::new(
        &codes::WRITE_TO_READ_ONLY,
        at,
        format!("`{name}` is in {word} memory, which kernels cannot write"),
    )
    .label("written here")
    .related(input.program.directives[copy.directive].span, "placed there by this directive")
    .help(format!("use `#pragma hicuda global alloc {name}… copyin` and `global copyout` instead"))
}

fn layouts_differ(input: &Input<'_>, own: &DeviceCopy, other: &DeviceCopy, span: Span) -> Diagnostic {
    let (name, second) = (input.place_name(&own.place), input.place_name(&other.place));
    Diagnostic::new(
        &codes::LAYOUTS_DIFFER,
        span,
        format!("`{name}` is reassigned, and its device copies do not have one layout"),
    )
    .label(format!("may be the copy of `{name}` or of `{second}`"))
    .related(input.program.directives[own.directive].span, "one copy is made here")
    .related(input.program.directives[other.directive].span, "another here")
    .help("allocate the same section of each array that the pointer can point to")
}

/// One message for a kernel: what makes one bound known usually makes all.
fn end_unknown(input: &Input<'_>, copies: &[(&DeviceCopy, Span)]) -> Option<Diagnostic> {
    let (copy, span) = copies.first()?;
    let names: Vec<String> =
        copies.iter().map(|(copy, _)| format!("`{}`", input.place_name(&copy.place))).collect();
    let names = match names.as_slice() {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        names => names.join(""),
    };
    let message = format!("cannot tell how much of {names} the callers have on the device");
    let warning = Diagnostic::new(&codes::END_UNKNOWN_IN_CALLEE, *span, message)
        .label("used in a kernel")
        .related(input.program.directives[copy.directive].span, "a device copy is made here")
        .help("pass the bound of the section as an argument, or hold the whole array with `[*]`");
    Some(warning)
}

fn member_written(input: &Input<'_>, place: &Place, at: Span) -> Diagnostic {
    let name = input.place_name(place);
    Diagnostic::new(&codes::ARRAY_NOT_ON_DEVICE, at, format!("`{name}` is not on the device"))
        .label("written in a kernel")
        .help(format!("put `#pragma hicuda global alloc {name} copyin` before the kernel and `global copyout {name}` after it"))
}
