//! `hir::Program -> Facts`: what the directives mean for this program, and
//! whether they can be kept.
//!
//! Everything here only reads the program, but for one thing: a bound of a
//! caller's section becomes an expression of the callee. What is found lives in [`Facts`],
//! tables keyed by the program's ids; what cannot be kept is a diagnostic at the
//! user's line. `outline` builds kernels from the facts and asks no question
//! twice.
//!
//! ```c
//! #pragma hicuda kernel scale tblock(8) thread(64)
//! #pragma hicuda loop_partition over_tblock over_thread
//! for (i = 0; i < n; i++) a[i] = k * a[i];
//! #pragma hicuda kernel_end
//! ```
//! gives one [`KernelFacts`]: `a` is an [`ArrayUse`], read and written, of the
//! device copy that reaches it; `k` and `n` are scalars by value; the loop is a
//! [`PartitionFacts`] with step 1 over block and thread dimension 0.
//!
//! Reading order: [`facts`] (what comes out), [`place`] and [`symbols`] (what
//! it speaks of); [`effects`], [`control_flow`], [`liveness`] (plain data flow);
//! [`reaching`] (device copies, host side), with [`call_graph`], [`releases`],
//! [`arrivals`], [`inherited`], [`versions`] and [`aliases`] (what flows from callers to callees); [`region`]
//! with [`index_expr`], [`guards`] and [`access`] (what a kernel touches);
//! [`dependence`] (which iteration must come before which), [`threads`], [`phases`]
//! and [`races`] (whether threads collide); then the questions that [`kernel`] asks
//! in order. Last, [`data_law`] follows the values of the whole program.

mod accesses;
mod concurrency;
mod cost;
mod data;
mod flow;
mod kernels;
mod loops;
mod maps;
mod reductions;

// What other crates use.
pub use accesses::{access, array_shape, extremes, guards, index_expr, region, size_formula};
pub use concurrency::{dependence, set_before, verdicts};
pub use cost::{access_report, bank_conflicts, coalescing, shared_accesses};
pub use data::aliases::meeting;
pub use data::arrivals::caller_place;
pub use data::{data_law, device_uses, placing, versions};
pub use flow::assigned_first::exposed_read;
pub use flow::call_graph::{callers_first, reached};
pub use flow::liveness::is_wanted_after;
pub use kernels::{cuda_kernel, device_functions, directive_values, packing, rehearsal, remarks};
pub use loops::{canonical_loop, entries, room};
pub use reductions::reduction;
// Names of modules inside this crate.
use accesses::{assumptions, literals, parts, path_conditions, sections, tested};
use concurrency::{atomic, barriers, coverage, phases, pipelines, races, threads, uniform};
use data::{
    aliases, arrivals, completed, constant_memory, constants, elsewhere, inherited, reaching, releases,
    textures, transfers, uncalled,
};
use flow::{assigned_first, call_graph, capture, control_flow, early_exit, effects, liveness};
use kernels::{defines, kernel, limits, printing, private, scalars, shared_sections, snapshot, volatile};
use loops::{batches, host_loops, jam, launch_sizes, partitions, singular, vector};
use reductions::{array_reduction, located, missing_reduction};

pub mod facts;
pub mod place;
pub mod symbols;

pub mod input;

#[cfg(test)]
mod fixture;

pub use array_reduction::ArrayCopies;
pub use facts::*;
pub use input::Input;
pub use pipelines::Pipeline;
pub use place::{Place, Step};
pub use reduction::{ReductionFacts, ReductionScope};
pub use symbols::{SymbolKind, Symbols};

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use diagnostics::{Diagnostic, Sink, codes};
use hir::{Builder, DirectiveKind, ExprId, ExprKind, FunctionId, Item, Program, Span, StmtKind};
use source::Sources;

use aliases::{Alias, Origins};
use call_graph::{CallGraph, kept_parameters};
use control_flow::ControlFlow;
use inherited::{Callers, Context};
use input::Known;
use kernel::{Owner, analyze_kernel};
use reaching::{Beginning, Walked};
use releases::Releases;
use scalars::FunctionFlow;
use uncalled::Needs;

use crate::maps::{HashMap, HashSet};

/// Analyses a program: the facts of each unit. Errors are in the sink; the
/// facts are then incomplete, but never wrong about what they do say.
pub fn analyze(program: &mut Program, sources: &mut Sources, sink: &mut Sink) -> Vec<Facts> {
    analyze_until(program, sources, sink, &|| false)
}

/// The same, for as long as somebody waits for it; what it returns is incomplete then.
pub fn analyze_until(
    program: &mut Program,
    sources: &mut Sources,
    sink: &mut Sink,
    is_stale: &dyn Fn() -> bool,
) -> Vec<Facts> {
    let errors_before = sink.error_count();
    let known = Rc::new(Known::new(program));
    let input = Input::again(program, sources, known.clone());
    directive_values::check(&input, sink);
    let graph = CallGraph::new(&input);
    let releases = Releases::new(&input, &graph);
    let mut analysis = Analysis {
        needs: Needs::new(&input, &graph, &releases),
        alone: Vec::new(),
        releases,
        shapes: file_shapes(program, &graph),
        facts: program.units.iter().map(|_| Facts::default()).collect(),
        callers: HashMap::default(),
        divided: HashSet::default(),
        done: HashMap::default(),
        calls: Vec::new(),
        graph: &graph,
        known,
    };
    for function in &graph.order {
        if is_stale() {
            return analysis.facts;
        }
        analysis.function(*function, program, sources, sink);
    }
    let Analysis { mut facts, known, calls, alone, .. } = analysis;
    remember_what_is_used(&graph, &mut facts);
    constants::connect(program, sources, &mut facts);
    let input = Input::again(program, sources, known);
    let callers_were_blamed = sink.diagnostics().iter().any(inherited::is_complaint);
    constant_memory::place(&input, &graph, &calls, &mut facts, sink);
    uncalled::tell(&input, &graph, &alone, sink);
    let is_whole = sink.error_count() == errors_before;
    if is_whole || sink.diagnostics().iter().all(is_missing_copy) {
        // Of a program that misses device copies only the record counts: what it says of the others is true.
        let mut aside = Sink::default();
        let said = if is_whole { &mut *sink } else { &mut aside };
        let found = data_law::check(&input, &graph, &facts, said);
        let data_law::Found { happenings, record, unproven, completed, overlaps, met, .. } = found;
        let apart = pipelines::Apart { of_one: found.of_one, compared: found.compared };
        for (unit, happening) in happenings.into_iter().filter(|_| is_whole) {
            facts[unit].data.push(happening);
        }
        for ((unit, first), (_, second)) in overlaps.into_iter().filter(|_| is_whole) {
            facts[unit].overlaps.entry(second).or_default().insert(first);
        }
        for (_, (unit, second)) in met.into_iter().filter(|_| is_whole) {
            facts[unit].met.insert(second);
        }
        for (unit, copy) in completed.into_iter().filter(|_| is_whole) {
            completed::complete(&input, &mut facts[unit], copy, sink);
        }
        for (directive, reasons) in unproven.into_iter().filter(|_| is_whole) {
            facts
                .iter_mut()
                .take(1)
                .for_each(|facts| drop(facts.unproven.insert(directive, reasons.clone())));
        }
        for (unit, facts) in facts.iter_mut().enumerate().filter(|_| is_whole) {
            facts.pipelines = pipelines::find(&input, (unit, facts), &record, &apart, sink);
        }
        if let Some(first) = facts.first_mut() {
            first.record = record;
        }
    }
    for facts in &mut facts {
        facts.kernels.sort_by_key(|kernel| kernel.directive);
        // A copy that was refused in a callee is used, as far as the user knows.
        if !callers_were_blamed {
            report_unused(&input, facts, sink);
        }
    }
    facts
}

/// Is it the only kind of error with which the other arrays can still be followed?
fn is_missing_copy(diagnostic: &Diagnostic) -> bool {
    let missing = [&codes::ARRAY_NOT_ON_DEVICE, &codes::NOT_ON_DEVICE_ON_PATH, &codes::NO_CALLER_HAS_IT];
    diagnostic.severity() != diagnostics::Severity::Error || missing.contains(&diagnostic.code)
}

type Shapes = Rc<BTreeMap<Place, Vec<ExprId>>>;

/// The analysis of a program, function by function, callers first.
struct Analysis<'g> {
    graph: &'g CallGraph,
    releases: Releases<'g>,
    /// What functions that nothing leads to want on the device.
    needs: Needs,
    /// Those that have no caller, with what is taken to be there.
    alone: Vec<(FunctionId, Vec<Place>)>,
    /// The shapes at file level before each function.
    shapes: HashMap<FunctionId, Shapes>,
    facts: Vec<Facts>,
    /// The calls of each function that were found so far.
    callers: HashMap<FunctionId, Callers>,
    /// Functions that need versions, and what they call.
    divided: HashSet<FunctionId>,
    /// The same as `callers`, for functions that were analysed.
    done: HashMap<FunctionId, Rc<Callers>>,
    /// All calls between functions that lead to directives.
    calls: Vec<constant_memory::Call>,
    known: Rc<Known>,
}

impl Analysis<'_> {
    fn function(
        &mut self,
        function: FunctionId,
        program: &mut Program,
        sources: &mut Sources,
        sink: &mut Sink,
    ) {
        let unit = self.graph.unit(function);
        let shapes = self.shapes.get(&function).cloned().unwrap_or_default();
        let callers = self.callers.remove(&function).unwrap_or_default();
        let is_addressed = self.graph.address_taken(function).is_some();
        let mut b = Builder { program, sources, origin: Span::BUILTIN };
        // What such a function passes on is not known before it is split.
        if !self.divided.contains(&function) {
            let split = versions::split(&mut b, function, is_addressed, &callers, &self.needs);
            self.divided.extend(split.is_some().then_some(function));
            self.facts[unit].splits.extend(split);
        }
        let mut agreed = callers.agreed();
        // Calls through a pointer bring what is found by its address.
        agreed.retain(|copy| copy.is_found_by_address() || !is_addressed);
        let mut inherited: Vec<DeviceCopy> =
            agreed.iter().filter_map(|copy| copy.device_copy(&mut b, function, &shapes)).collect();
        if let Some(address) = self.graph.address_taken(function)
            && self.needs.of(function).next().is_some()
        {
            let at = b.program.exprs[address].span;
            let input = Input::again(b.program, b.sources, self.known.clone());
            sink.push(uncalled::called_through_pointer(&input, function, at));
        }
        if callers.contexts.is_empty() {
            inherited.extend(self.needs.copies(&mut b, self.graph, function));
            let places: Vec<Place> = inherited.iter().map(|copy| copy.place.clone()).collect();
            let is_alone = !places.is_empty() && !is_addressed;
            self.alone.extend(is_alone.then_some((function, places)));
        }
        let callers = Rc::new(callers);
        self.done.insert(function, callers.clone());
        let input = Input::again(program, sources, self.known.clone());
        let body = input.program.functions[function].body;
        let origins = body.map(|body| Origins::new(input.program, body)).unwrap_or_default();
        let aliases = callers.aliases();
        let (inherited_by, outer) = (callers.clone(), &self.releases);
        let beginning = Beginning {
            shapes: &shapes,
            inherited,
            callers: inherited_by,
            aliases: &aliases,
            origins: &origins,
            outer,
        };
        let errors_before = sink.error_count();
        let walked = analyze_function(&input, function, beginning, &mut self.facts[unit], sink);
        let from = Caller { function, callers: &callers, aliases: &aliases, origins: &origins };
        let mut passed = BTreeSet::new();
        for (call, alive) in walked.calls {
            passed.extend(self.pass_on(&input, &from, call, &alive, sink));
        }
        self.facts[unit].doubled.extend(walked.doubled.iter().map(|pair| (pair.first, pair.second)));
        if sink.error_count() == errors_before {
            let facts = &self.facts[unit];
            aliases::copies::check(&input, function, facts, &walked.doubled, &origins, &passed, sink);
        }
    }

    /// Notes what a call brings to its callee; the copies that it brings.
    fn pass_on(
        &mut self,
        input: &Input<'_>,
        from: &Caller<'_>,
        call: ExprId,
        alive: &[CopyId],
        sink: &mut Sink,
    ) -> BTreeSet<CopyId> {
        let Caller { function: caller, callers, .. } = *from;
        let mut passed = BTreeSet::new();
        let Some(callee) = self.releases.callee(input, call) else { return passed };
        self.calls.push(constant_memory::Call { caller, callee, alive: alive.to_vec() });
        if self.divided.contains(&caller) {
            self.divided.insert(callee);
        }
        let ExprKind::Call { args, .. } = &input.program.exprs[call].kind else { return passed };
        let kept = kept_parameters(input.program, callee);
        let facts = &self.facts[self.graph.unit(caller)];
        let origins = Some(from.origins);
        let passing = arrivals::Call { input, graph: self.graph, caller, callee, args, kept: &kept, origins };
        let mut brought = BTreeMap::new();
        for copy in alive {
            let arrivals = passing.arrivals(facts, *copy);
            if !arrivals.is_empty() {
                kernel::check_layouts(input, &facts.copies, alive, *copy, input.span(call), sink);
                passed.insert(*copy);
            }
            brought.extend(arrivals.into_iter().map(|arrival| (arrival.place.clone(), arrival)));
        }
        let behind = |chain: &[(Span, FunctionId)]| -> inherited::Chain {
            let last = [(input.span(call), callee)];
            last.iter().chain(chain).copied().take(LONGEST_CHAIN).collect()
        };
        let chain = behind(callers.contexts.first().map_or(&[], |context| &context.chain));
        let mut partly = BTreeMap::new();
        for (place, without, with) in callers.partly() {
            for place in passing.callee_places(&place, false) {
                partly.insert(place, (behind(&without), behind(&with)));
            }
        }
        partly.retain(|place, _| !brought.contains_key(place));
        let aliases = aliases::of_call(&passing, from.origins, from.aliases, &chain);
        let context = Context { brought, chain, partly, aliases, call: (caller, call) };
        // A call that nothing leads to says nothing about those that are made.
        if !self.graph.is_reached(caller) && self.graph.is_reached(callee) {
            return passed;
        }
        match self.done.get(&callee) {
            // A circle of calls: what was found must hold for this call too.
            Some(before) => before.check_again(input, context, input.span(call), sink),
            None => self.callers.entry(callee).or_default().contexts.push(context),
        }
        passed
    }
}

/// The function a call stands in.
struct Caller<'a> {
    function: FunctionId,
    callers: &'a Callers,
    aliases: &'a [Alias],
    origins: &'a Origins,
}

/// A message shows so many calls at most.
const LONGEST_CHAIN: usize = 8;

/// The shapes at file level that stand before each function.
fn file_shapes(program: &Program, graph: &CallGraph) -> HashMap<FunctionId, Shapes> {
    let mut found = HashMap::default();
    for unit in &program.units {
        let mut shapes: Shapes = Rc::default();
        for item in &unit.items {
            match item {
                Item::Directive(directive) => {
                    let DirectiveKind::Shape(given) = &program.directives[*directive].kind else { continue };
                    let places =
                        given.iter().filter_map(|s| Some((Place::of(program, s.pointer)?, s.dims.clone())));
                    Rc::make_mut(&mut shapes).extend(places);
                }
                Item::Function(function) if graph.leads(*function) => {
                    found.insert(*function, shapes.clone());
                }
                _ => {}
            }
        }
    }
    found
}

fn analyze_function(
    input: &Input<'_>,
    function: FunctionId,
    beginning: Beginning<'_>,
    facts: &mut Facts,
    sink: &mut Sink,
) -> Walked {
    let mut named = named_places(input, function, beginning.shapes);
    named.extend(beginning.inherited.iter().map(|copy| copy.place.clone()));
    let (aliases, origins) = (beginning.aliases, beginning.origins);
    let mut walked = reaching::walk_function(input, function, beginning, facts, sink);
    if walked.kernels.is_empty() {
        return walked;
    }
    let graph = ControlFlow::of_function(input.program, function);
    let flow = FunctionFlow::new(input, function, &graph);
    let owner = Owner { function, flow: &flow, named: &named, aliases, origins };
    for (stmt, reached) in std::mem::take(&mut walked.kernels) {
        if let Some(kernel) = analyze_kernel(input, stmt, &reached, &owner, facts, sink) {
            let calls = placing::calls(input, &kernel, facts);
            facts.to_place.extend(calls);
            facts.kernels.push(kernel);
        }
    }
    walked
}

/// A copy that a callee uses, or passes on to one that does, is put where the
/// callee finds it. Sources come before what is inherited from them.
fn remember_what_is_used(graph: &CallGraph, facts: &mut [Facts]) {
    let mut pending = Vec::new();
    // What a call through a pointer passes may be any of the program's arrays.
    let is_asked_for =
        |copy: &DeviceCopy| copy.inherited.is_some() && graph.address_taken(copy.owner).is_some();
    if facts.iter().flat_map(|facts| &facts.copies).any(is_asked_for) {
        for (unit, facts) in facts.iter().enumerate() {
            let whole = facts.copies.iter().enumerate().filter(|(_, copy)| {
                copy.space == CopySpace::Global && copy.dims.iter().skip(1).all(coverage::is_whole)
            });
            pending.extend(whole.map(|(copy, _)| (unit, CopyId(copy))));
        }
    }
    for facts in facts.iter() {
        let of_kernels = facts.kernels.iter().flat_map(|kernel| kernel.arrays.iter().filter_map(|a| a.copy));
        let of_actions = facts.actions.values().flatten().map(DataAction::copy);
        let of_libraries = facts.device_uses.values().flatten().map(|used| used.copy);
        for copy in of_kernels.chain(of_actions).chain(of_libraries).map(|copy| &facts.copies[copy.0]) {
            pending.extend(copy.inherited.iter().flat_map(|inherited| inherited.sources.iter().copied()));
        }
    }
    while let Some((unit, copy)) = pending.pop() {
        let copy = &mut facts[unit].copies[copy.0];
        if !std::mem::replace(&mut copy.remembered, true) {
            pending.extend(copy.inherited.iter().flat_map(|inherited| inherited.sources.iter().copied()));
        }
    }
}

/// Places that data directives and shapes of a function name.
fn named_places(
    input: &Input<'_>,
    function: FunctionId,
    shapes: &BTreeMap<Place, Vec<ExprId>>,
) -> BTreeSet<Place> {
    let program = input.program;
    let mut named: BTreeSet<Place> = shapes.keys().cloned().collect();
    let Some(body) = program.functions[function].body else { return named };
    for stmt in program.stmts_below(body) {
        let StmtKind::Directive(directive) = &program.stmts[stmt].kind else { continue };
        for expr in named_exprs(&program.directives[*directive].kind) {
            named.extend(Place::of(program, expr));
        }
    }
    named
}

fn named_exprs(kind: &DirectiveKind) -> Vec<ExprId> {
    match kind {
        DirectiveKind::Shape(shapes) => shapes.iter().map(|shape| shape.pointer).collect(),
        DirectiveKind::Global(hir::GlobalAction::Alloc { section, .. }) => vec![section.base],
        DirectiveKind::ConstantCopyin(sections) => sections.iter().map(|section| section.base).collect(),
        DirectiveKind::TextureCopyin { section, .. } => vec![section.base],
        _ => Vec::new(),
    }
}

/// Warns about copies that no kernel uses.
fn report_unused(input: &Input<'_>, facts: &Facts, sink: &mut Sink) {
    let in_kernels =
        facts.kernels.iter().flat_map(|kernel| kernel.arrays.iter().filter_map(|used| used.copy));
    let by_libraries = facts.device_uses.values().flatten().map(|used| used.copy);
    let used: BTreeSet<CopyId> = in_kernels.chain(by_libraries).collect();
    for (at, copy) in facts.copies.iter().enumerate() {
        if used.contains(&CopyId(at)) || copy.by_address || copy.remembered || copy.inherited.is_some() {
            continue;
        }
        let name = input.place_name(&copy.place);
        let span = input.program.directives[copy.directive].span;
        let warning = Diagnostic::new(
            &codes::UNUSED_DEVICE_COPY,
            span,
            format!("no kernel uses the device copy of `{name}`"),
        )
        .help("remove the directive, or move it to where the copy is alive when the kernel runs");
        sink.push(warning);
    }
}
