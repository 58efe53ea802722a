//! `hir::Program -> Facts`: what the directives mean for this program, and
//! whether they can be kept.
//!
//! Everything here only reads the program. What is found lives in [`Facts`],
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
//! [`reaching`] (device copies, host side); [`region`] with [`index_expr`],
//! [`guards`] and [`access`] (what a kernel touches); [`dependence`] (which
//! iteration must come before which); then the questions that [`kernel`] asks in order.

pub mod facts;
pub mod place;
pub mod symbols;

pub mod input;

pub mod canonical_loop;
pub mod control_flow;
pub mod effects;
pub mod liveness;

pub mod array_shape;
pub mod capture;
pub mod reaching;
pub mod sections;

pub mod access;
pub mod guards;
pub mod index_expr;
pub mod region;

pub mod bank_conflicts;
pub mod barriers;
pub mod batches;
pub mod coverage;
pub mod dependence;
pub mod device_functions;
pub mod jam;
pub mod kernel;
pub mod limits;
pub mod partitions;
pub mod remarks;
pub mod scalars;
pub mod shared_sections;
pub mod singular;
pub mod uniform;

#[cfg(test)]
mod fixture;

pub use facts::*;
pub use input::Input;
pub use place::{Place, Step};
pub use symbols::{SymbolKind, Symbols};

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::{Diagnostic, Sink, codes};
use hir::{DirectiveKind, ExprId, FunctionId, Item, Program, StmtKind};
use source::Sources;

use control_flow::ControlFlow;
use kernel::{Owner, analyze_kernel};
use scalars::FunctionFlow;

/// Analyses one translation unit. Errors are in the sink; the facts are then
/// incomplete, but never wrong about what they do say.
pub fn analyze(program: &Program, sources: &Sources, unit: usize, sink: &mut Sink) -> Facts {
    let input = Input::new(program, sources);
    let mut facts = Facts::default();
    let Some(unit) = program.units.get(unit) else { return facts };
    let mut shapes: BTreeMap<Place, Vec<ExprId>> = BTreeMap::new();
    for item in &unit.items {
        match item {
            Item::Directive(directive) => {
                if let DirectiveKind::Shape(given) = &program.directives[*directive].kind {
                    let places =
                        given.iter().filter_map(|s| Some((Place::of(program, s.pointer)?, s.dims.clone())));
                    shapes.extend(places);
                }
            }
            Item::Function(function) => analyze_function(&input, *function, &shapes, &mut facts, sink),
            _ => {}
        }
    }
    limits::check_constants(&input, &facts, sink);
    report_unused(&input, &facts, sink);
    facts
}

fn analyze_function(
    input: &Input<'_>,
    function: FunctionId,
    shapes: &BTreeMap<Place, Vec<ExprId>>,
    facts: &mut Facts,
    sink: &mut Sink,
) {
    let named = named_places(input, function, shapes);
    let has_directives = input.program.functions[function].body.is_some_and(|body| {
        input.program.stmts_below(body).any(|stmt| {
            matches!(input.program.stmts[stmt].kind, StmtKind::Kernel { .. } | StmtKind::Directive(_))
        })
    });
    if !has_directives {
        return;
    }
    let kernels = reaching::walk_function(input, function, shapes, facts, sink);
    let graph = ControlFlow::of_function(input.program, function);
    let flow = FunctionFlow::new(input, function, &graph);
    let owner = Owner { function, flow: &flow, named: &named };
    for (stmt, reached) in kernels {
        if let Some(kernel) = analyze_kernel(input, stmt, &reached, &owner, facts, sink) {
            facts.kernels.push(kernel);
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
    let used: BTreeSet<CopyId> =
        facts.kernels.iter().flat_map(|kernel| kernel.arrays.iter().filter_map(|used| used.copy)).collect();
    for (at, copy) in facts.copies.iter().enumerate() {
        if used.contains(&CopyId(at)) || copy.by_address {
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
