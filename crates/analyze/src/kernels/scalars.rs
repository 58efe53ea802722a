//! Scalars that cross the boundary of a kernel, or of a partitioned loop.
//!
//! ```c
//! float s = 0, t;
//! #pragma hicuda kernel …
//!   for (i…) { t = a[i]; b[i] = k * t; s += t; }
//! #pragma hicuda kernel_end
//! printf("%f", s);
//! ```
//! `k` is read: it is passed by value. `t` is written before it is read and not
//! wanted afterwards: each thread has its own. `s` is wanted afterwards: that
//! needs a `global` directive or a `reduction`, and is an error without.
//!
//! Invariant: after analysis without errors, running each iteration in its own
//! thread with its own copy of every [`ScalarClass::Private`] scalar computes
//! what the sequential loop did.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use diagnostics::{Diagnostic, Safety, Sink, codes};
use hir::{ExprId, ExprKind, FunctionId, Span, StmtId, StmtKind, VarId};

use crate::access::ScalarMention;
use crate::assigned_first::{
    exposed_read, exposed_read_behind, made_by_calls, outlives_calls, pointer_variable, written_by_callees,
};
use crate::control_flow::ControlFlow;
use crate::effects::{EventKind, of_stmt_itself};
use crate::liveness::Liveness;
use crate::maps::HashMap;
use crate::missing_reduction::Missing;
use crate::region::declared_in;
use crate::{Access, CanonicalLoop, Input, PartitionFacts, ScalarClass, ScalarUse, host_loops};

/// What is known about the scalars of a partitioned loop.
#[derive(Clone, Copy)]
pub struct OfPartition<'a> {
    /// It has a `reduction` clause for these.
    pub reduced: &'a BTreeSet<VarId>,
    /// It, or a loop of the kernel, lacks one for these.
    pub missing: &'a BTreeMap<VarId, Missing>,
    /// All threads share these.
    pub on_device: &'a BTreeSet<VarId>,
    /// The user vouches that each iteration has these for itself.
    pub vouched: &'a BTreeSet<VarId>,
    /// What the kernel does with scalars, also behind pointers.
    pub accesses: &'a [Access],
}

/// A function with its flow graph and liveness solved once.
pub struct FunctionFlow<'a, 'p> {
    input: &'a Input<'p>,
    graph: &'a ControlFlow,
    live: Liveness<'a>,
    function: FunctionId,
    host_loops: OnceCell<Vec<CanonicalLoop>>,
    /// The places that mention each variable, by their number in the order of the text.
    mentions: OnceCell<HashMap<VarId, Vec<(usize, ExprId)>>>,
}

impl<'a, 'p> FunctionFlow<'a, 'p> {
    /// Solves a function.
    pub fn new(input: &'a Input<'p>, function: FunctionId, graph: &'a ControlFlow) -> Self {
        let live = Liveness::of_function(input, function, graph);
        FunctionFlow { input, graph, live, function, host_loops: OnceCell::new(), mentions: OnceCell::new() }
    }

    /// Where the function mentions a variable, numbered in the order of the text.
    pub fn mentions(&self, var: VarId) -> &[(usize, ExprId)] {
        let program = self.input.program;
        let all = self.mentions.get_or_init(|| {
            let mut all: HashMap<VarId, Vec<(usize, ExprId)>> = HashMap::default();
            let body = program.functions[self.function].body;
            let exprs = body.into_iter().flat_map(|body| program.exprs_below(body));
            for (at, expr) in exprs.enumerate() {
                if let ExprKind::Var(var) = program.exprs[expr].kind {
                    all.entry(var).or_default().push((at, expr));
                }
            }
            all
        });
        all.get(&var).map_or(&[], Vec::as_slice)
    }

    /// Classifies the plain scalars a kernel mentions; reports those whose new
    /// value would be lost. `scalars` holds only variables from outside.
    pub fn classify(
        &self,
        kernel: StmtId,
        scalars: &BTreeMap<VarId, ScalarMention>,
        reduced: &BTreeSet<VarId>,
        missing: &BTreeMap<VarId, Missing>,
        (body, vouched): (StmtId, &BTreeSet<VarId>),
        sink: &mut Sink,
    ) -> Vec<ScalarUse> {
        let Some(extent) = self.graph.extent(kernel) else { return Vec::new() };
        let read_first = self.live.read_before_written(&extent.blocks);
        let mut uses = Vec::new();
        for (&var, mention) in scalars {
            let class = match mention.written {
                _ if reduced.contains(&var) => ScalarClass::Reduction,
                None => ScalarClass::ByValue,
                Some(at) if self.live.is_live(var, extent.after) || self.is_read_elsewhere(var) => {
                    // The clause that its loop lacks gives the value back as well, and
                    // what iterations do to each other is worse.
                    let is_carried = !self.live.is_exposed(var) && self.is_carried_by_callees(kernel, var);
                    if !missing.contains_key(&var) && !is_carried {
                        sink.push(self.lost(var, at, extent.after));
                    }
                    ScalarClass::ByValueModified
                }
                // The flow graph knows neither members one by one, nor what calls do behind pointers, nor what the
                // user vouches for.
                Some(_) if vouched.contains(&var) || !read_first.contains(&var) => ScalarClass::Private,
                Some(_) if exposed_read(self.input, body, var).is_none() => ScalarClass::Private,
                Some(_) => ScalarClass::ByValueModified,
            };
            uses.push(ScalarUse { var, class, span: mention.span });
        }
        uses.sort_by_key(|used| (used.span.lo, used.var));
        uses
    }

    /// A variable of the program that this function does not mention itself, but the functions that its kernel
    /// calls: may anybody read the value they leave?
    fn is_read_elsewhere(&self, var: VarId) -> bool {
        outlives_calls(self.input.program, var) && !self.live.is_exposed(var) && !self.input.is_scratch(var)
    }

    /// Do calls in a partitioned loop of the kernel read what calls of other
    /// iterations leave?
    fn is_carried_by_callees(&self, kernel: StmtId, var: VarId) -> bool {
        let program = self.input.program;
        program.stmts_below(kernel).any(|stmt| match program.stmts[stmt].kind {
            StmtKind::Annotated { directive, body } => {
                matches!(program.directives[directive].kind, hir::DirectiveKind::LoopPartition(_))
                    && written_by_callees(self.input, body).iter().any(|(written, _)| *written == var)
                    && exposed_read(self.input, body, var).is_some()
            }
            _ => false,
        })
    }

    /// The host's loops around a kernel, outermost first.
    pub fn loops_around(&self, kernel: StmtId) -> Vec<CanonicalLoop> {
        let Some(place) = self.graph.extent(kernel) else { return Vec::new() };
        let loops = self.host_loops.get_or_init(|| host_loops::of_function(self.input, self.function));
        let encloses = |found: &&CanonicalLoop| {
            self.graph.extent(found.stmt).is_some_and(|extent| extent.blocks.contains(&place.blocks.start))
        };
        loops.iter().filter(encloses).cloned().collect()
    }

    /// May the host use the variable after the kernel?
    pub fn is_wanted_after(&self, kernel: StmtId, var: VarId) -> bool {
        self.graph.extent(kernel).is_some_and(|extent| self.live.is_live(var, extent.after))
    }

    /// Where the host may use what a kernel left in a variable of the function. What kernels do
    /// with it does not count. An address that goes somewhere may be followed anywhere.
    pub fn used_on_host_after(&self, kernel: StmtId, var: VarId) -> Option<Span> {
        let program = self.input.program;
        let kernels = program.functions[self.function].body.into_iter().flat_map(|body| {
            program
                .stmts_below(body)
                .filter(|stmt| matches!(program.stmts[*stmt].kind, StmtKind::Kernel { .. }))
        });
        let kernels: Vec<_> = kernels.filter_map(|kernel| self.graph.extent(kernel)).collect();
        let on_host = |block: usize| !kernels.iter().any(|extent| extent.blocks.contains(&block));
        let addressed = (0..self.graph.blocks.len()).filter(|block| on_host(*block)).find_map(|block| {
            let mut events = self.graph.blocks[block].events.iter();
            events.find(|event| event.kind == EventKind::Address(var)).map(|event| event.span)
        });
        let after = self.graph.extent(kernel)?.after;
        addressed.or_else(|| self.live.next_read_where(var, after, &on_host))
    }

    /// Reports scalars through which iterations of a partitioned loop depend
    /// on each other, or whose last value is used after it. Those that only the user's word
    /// makes each iteration's own are returned.
    pub fn check_partition(
        &self,
        kernel: StmtId,
        partition: &PartitionFacts,
        known: &OfPartition<'_>,
        sink: &mut Sink,
    ) -> Vec<VarId> {
        let OfPartition { reduced, missing, on_device, vouched, .. } = *known;
        let canonical = &partition.canonical;
        let directive = self.input.program.directives[partition.directive].span;
        let (Some(body), Some(whole)) =
            (self.graph.extent(canonical.body), self.graph.extent(canonical.stmt))
        else {
            return Vec::new();
        };
        let after_kernel = self.graph.extent(kernel).map(|extent| extent.after);
        let lost_anyway = |var: VarId| after_kernel.is_some_and(|after| self.live.is_live(var, after));
        let index = canonical.index;
        if !canonical.declares_index && self.live.is_live(index, whole.after) && !lost_anyway(index) {
            let read = self.live.next_read(index, whole.after);
            sink.push(self.index_used_after(index, canonical.stmt, read));
        }
        let carried = self.live.read_before_written(&body.blocks);
        let own: BTreeSet<VarId> = declared_in(self.input, canonical.body).into_iter().collect();
        let mut written = self.scalars_written(canonical.body);
        let by_callees: BTreeSet<VarId> =
            written_by_callees(self.input, canonical.body).into_iter().map(|(var, _)| var).collect();
        let behind = self.written_behind(canonical, known.accesses, &by_callees);
        for (var, (_, at)) in &behind {
            written.entry(*var).or_insert(*at);
        }
        let mut taken_on_trust = Vec::new();
        for (var, at) in written {
            if var == index || own.contains(&var) || reduced.contains(&var) || on_device.contains(&var) {
                continue;
            }
            let is_vouched = vouched.contains(&var);
            if is_vouched && (carried.contains(&var) || by_callees.contains(&var)) {
                taken_on_trust.push(var);
            }
            if let Some(clause) = missing.get(&var).filter(|_| !is_vouched) {
                if clause.directive == partition.directive && !clause.is_place {
                    sink.push(self.lacks_clause(var, at, clause));
                }
                continue;
            }
            // What calls do, and members one by one, the flow graph does not know.
            let is_walked = by_callees.contains(&var) || carried.contains(&var) && self.is_struct(var);
            let read = match behind.get(&var) {
                _ if is_vouched => None,
                Some((Some(pointer), _)) => {
                    exposed_read_behind(self.input, canonical.body, var, *pointer).map(Some)
                }
                None if is_walked => exposed_read(self.input, canonical.body, var).map(Some),
                Some((None, _)) => Some(None),
                None if carried.contains(&var) => Some(self.live.next_read(var, body.blocks.start)),
                None => None,
            };
            if let Some(read) = read {
                sink.push(self.carried(var, at, read, directive));
            } else if self.live.is_live(var, whole.after) && !lost_anyway(var) {
                let read = self.live.next_read(var, whole.after);
                sink.push(self.last_value_used(var, at, read, directive));
            }
        }
        taken_on_trust
    }

    /// Scalars that a partitioned loop writes behind parameters of the function that it stands in, each with the
    /// parameter, unless that went to a call.
    fn written_behind(
        &self,
        canonical: &CanonicalLoop,
        accesses: &[Access],
        by_callees: &BTreeSet<VarId>,
    ) -> BTreeMap<VarId, (Option<VarId>, Span)> {
        let program = self.input.program;
        let mut found = BTreeMap::new();
        for access in accesses.iter().filter(|access| access.mode.writes()) {
            let var = access.place.var;
            let Some(pointer) = pointer_variable(program, access.lvalue) else { continue };
            let is_known = pointer == var || by_callees.contains(&var);
            if is_known || !access.loops.contains(&canonical.stmt) {
                continue;
            }
            let is_ours = program.exprs_below(canonical.body).any(|expr| program.is_variable(expr, pointer));
            found.entry(var).or_insert((is_ours.then_some(pointer), access.span));
        }
        if !found.is_empty() {
            let anew = made_by_calls(self.input, canonical.body);
            found.retain(|var, _| !anew.contains(var) && !program.types.is_array(program.vars[*var].ty));
        }
        found
    }

    fn is_struct(&self, var: VarId) -> bool {
        self.input.program.types.as_record(self.input.program.vars[var].ty).is_some()
    }

    /// Reports scalars that a `singular` region assigns and others use later:
    /// only thread 0 would have the new value.
    pub fn check_singular(&self, body: StmtId, on_device: &BTreeSet<VarId>, sink: &mut Sink) {
        let program = self.input.program;
        for stmt in program.stmts_below(body) {
            let StmtKind::Singular { directive, body, .. } = &program.stmts[stmt].kind else { continue };
            let Some(extent) = self.graph.extent(stmt) else { continue };
            let own: BTreeSet<VarId> = declared_in(self.input, *body).into_iter().collect();
            for (var, at) in self.scalars_written(*body) {
                if own.contains(&var) || on_device.contains(&var) || !self.live.is_live(var, extent.after) {
                    continue;
                }
                let read = self.live.next_read(var, extent.after);
                sink.push(self.known_to_one_thread(var, at, read, program.directives[*directive].span));
            }
        }
    }

    /// Scalars (and structs) written below a statement and in what it calls, with the first place.
    fn scalars_written(&self, stmt: StmtId) -> BTreeMap<VarId, Span> {
        let program = self.input.program;
        let mut written = BTreeMap::new();
        for stmt in program.stmts_below(stmt) {
            for event in of_stmt_itself(program, stmt) {
                if let EventKind::Write { var, .. } = event.kind {
                    written.entry(var).or_insert(event.span);
                }
            }
        }
        for (var, at) in written_by_callees(self.input, stmt) {
            written.entry(var).or_insert(at);
        }
        written.retain(|var, _| !program.types.is_array(program.vars[*var].ty));
        written
    }

    fn lost(&self, var: VarId, at: Span, after: usize) -> Diagnostic {
        let name = self.input.name(var);
        let message = format!("the value this kernel gives to `{name}` is lost");
        let error = Diagnostic::new(&codes::SCALAR_LIVE_OUT, at, message)
            .label("each thread changes a copy of its own");
        let error = match self.live.next_read(var, after) {
            Some(read) => error.related(read, "the new value is used here"),
            None => error.related(
                self.input.program.vars[var].span,
                format!("`{name}` can be read elsewhere after the kernel"),
            ),
        };
        error
            .help(format!("if threads combine it, add `reduction(+:{name})` to the partitioned loop"))
            .help(format!(
                "if one value is meant, put `#pragma hicuda global alloc {name} copyin` before the kernel and `global copyout {name}` after it"
            ))
    }

    fn known_to_one_thread(&self, var: VarId, at: Span, read: Option<Span>, singular: Span) -> Diagnostic {
        let name = self.input.name(var);
        let mut error = Diagnostic::new(
            &codes::SINGULAR_MISUSE,
            at,
            format!("only thread 0 knows what this `singular` region assigns to `{name}`"),
        )
        .label("every thread has its own copy of the variable");
        if let Some(read) = read {
            error = error.related(read, "all threads use it here");
        }
        error
            .related(singular, "the region starts here")
            .help(format!("assign `{name}` outside the region, in every thread, or keep it in an array"))
    }

    fn index_used_after(&self, index: VarId, stmt: StmtId, read: Option<Span>) -> Diagnostic {
        let name = self.input.name(index);
        let error = Diagnostic::new(
            &codes::VALUE_AFTER_PARTITION,
            read.unwrap_or(self.input.program.stmts[stmt].span),
            format!("`{name}` is the index of a partitioned loop and has no value after it"),
        )
        .label("used here");
        error.related(self.input.program.stmts[stmt].span, "no thread runs this loop to its end").help(
            format!("write what `{name}` is after the loop in terms of its bound, or use another variable"),
        )
    }

    fn carried(&self, var: VarId, at: Span, read: Option<Span>, directive: Span) -> Diagnostic {
        let name = self.input.name(var);
        let mut error = Diagnostic::new(
            &codes::SCALAR_CARRIED,
            at,
            format!("iterations of this partitioned loop depend on each other through `{name}`"),
        )
        .label("an iteration leaves a value here");
        if let Some(read) = read {
            error = error.related(read, "that the next iteration starts from");
        }
        error
            .related(directive, "iterations are run by different threads")
            .help(format!(
                "if it only accumulates, add `reduction(+:{name})` (or another operator) to the directive"
            ))
            .help(format!("if each iteration has its own, assign `{name}` before its first use in the body"))
    }

    fn lacks_clause(&self, var: VarId, at: Span, missing: &Missing) -> Diagnostic {
        let name = self.input.name(var);
        let (place, clause) = missing.clause(self.input, var);
        let message =
            format!("iterations of this partitioned loop combine values in `{name}`, each thread for itself");
        Diagnostic::new(&codes::SCALAR_CARRIED, at, message)
            .label("the next iteration starts from this value")
            .related(
                self.input.program.directives[missing.directive].span,
                "iterations are run by different threads",
            )
            .help(format!("`{}` combines what the threads have", clause.trim_start()))
            .fix("add the `reduction` clause", place, clause, Safety::Safe)
    }

    fn last_value_used(&self, var: VarId, at: Span, read: Option<Span>, directive: Span) -> Diagnostic {
        let name = self.input.name(var);
        let error = Diagnostic::new(
            &codes::VALUE_AFTER_PARTITION,
            read.unwrap_or(at),
            format!("`{name}` has no single value after the partitioned loop"),
        )
        .label("used here");
        error
            .related(at, "each iteration assigns it in its own thread")
            .related(directive, "iterations are run by different threads")
            .help(format!(
                "keep one value per iteration in an array, or use `reduction` if `{name}` combines them"
            ))
    }
}

#[cfg(test)]
#[path = "scalars_tests.rs"]
mod scalars_tests;
