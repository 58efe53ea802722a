//! What each access of a kernel costs, told: as remarks where it costs too much,
//! and as a table for `check --explain-accesses`, or as rows that an editor can show where
//! somebody points at an access.
//!
//! ```text
//! scale (thread blocks of 256)
//!   line 8   reads a[i * n + j]      strided            32 transactions, 4 at best
//!   line 8   writes sum[i]           coalesced           4 transactions
//! ```

use std::fmt::Write;

use diagnostics::{Diagnostic, Sink, codes};
use gpu::Gpu;
use hir::Span;

use crate::coalescing::{Cost, Pattern, View};
use crate::cuda_kernel::{self, CudaKernel};
use crate::symbols::expression_text;
use crate::{Access, AccessMode, Facts, Input, KernelFacts, Place};

/// Remarks on the accesses of CUDA kernels that are far from the best.
pub fn tell(input: &Input<'_>, gpu: Gpu, sink: &mut Sink) {
    for kernel in cuda_kernels(input) {
        // One word for each array: its other accesses are much the same.
        let mut told: Vec<&Place> = Vec::new();
        for (access, cost) in costs_of_cuda(input, &kernel, gpu) {
            if is_strided(&cost) && is_far(&cost) && !told.contains(&&access.place) {
                told.push(&access.place);
                sink.push(strided_access(input, access, &cost));
            }
        }
    }
}

/// The accesses of one kernel and what they cost.
pub struct KernelCosts {
    /// Its name.
    pub kernel: String,
    /// The threads of its blocks, by dimension, if that is known.
    pub block: Option<Vec<u64>>,
    /// In the order of the source.
    pub accesses: Vec<AccessCost>,
}

/// An access to device memory.
pub struct AccessCost {
    /// Where it is written.
    pub span: Span,
    /// `a[i * n + j]`
    pub text: String,
    /// What it does.
    pub mode: AccessMode,
    /// What it costs.
    pub cost: Cost,
}

/// The accesses of all kernels, kernel by kernel.
pub fn costs(input: &Input<'_>, facts: &[Facts], gpu: Gpu) -> Vec<KernelCosts> {
    let told = |(access, cost): (&Access, Cost)| AccessCost {
        span: input.sources.expansions.outermost_call(access.span),
        text: expression_text(access.lvalue, input.program, input.sources),
        mode: access.mode,
        cost,
    };
    let mut all = Vec::new();
    for kernel in facts.iter().flat_map(|facts| &facts.kernels) {
        let view = View::of_directives(input, kernel);
        let is_global = |access: &&Access| {
            let on_device = |used: &&crate::ArrayUse| used.place == access.place && used.copy.is_some();
            kernel.arrays.iter().find(on_device).is_some()
        };
        let global = kernel.accesses.iter().filter(is_global);
        all.push(KernelCosts {
            kernel: kernel_name(input, kernel),
            block: kernel.thread_sizes.iter().rev().copied().collect(),
            accesses: global.map(|access| told((access, view.cost(access, gpu)))).collect(),
        });
    }
    for kernel in cuda_kernels(input) {
        all.push(KernelCosts {
            kernel: input.function_name(kernel.function),
            block: kernel.block.map(Vec::from),
            accesses: costs_of_cuda(input, &kernel, gpu).into_iter().map(told).collect(),
        });
    }
    all
}

/// The same as a table.
pub fn render(input: &Input<'_>, kernels: &[KernelCosts]) -> String {
    let mut out = String::new();
    for kernel in kernels {
        heading(&mut out, &kernel.kernel, kernel.block.as_deref());
        kernel.accesses.iter().for_each(|access| line(&mut out, input, access));
    }
    out
}

/// Can it be better, and much?
pub fn is_strided(cost: &Cost) -> bool {
    matches!(cost.pattern, Pattern::Strided(_)) && cost.transactions.is_some_and(|n| n >= 2.0 * cost.fewest)
}

/// Is nothing left of a sector for the next thread, or the next member?
fn is_far(cost: &Cost) -> bool {
    match cost.pattern {
        Pattern::Strided(Some(step)) => {
            step.unsigned_abs() * u128::from(cost.size) >= u128::from(gpu::transactions::SECTOR)
        }
        _ => true,
    }
}

/// The accesses of a CUDA kernel to device memory, and what they cost.
pub fn costs_of_cuda<'k>(input: &Input<'_>, kernel: &'k CudaKernel, gpu: Gpu) -> Vec<(&'k Access, Cost)> {
    let view = View::of_cuda(input, kernel);
    let accesses = kernel.region.found.accesses.iter();
    let global = accesses.filter(|access| cuda_kernel::is_global_memory(input.program, &access.place));
    global.map(|access| (access, view.cost(access, gpu))).collect()
}

fn cuda_kernels(input: &Input<'_>) -> Vec<CudaKernel> {
    let functions = cuda_kernel::cuda_kernels(input.program);
    functions.into_iter().filter_map(|function| cuda_kernel::read(input, function)).collect()
}

/// The name in its directive.
pub(crate) fn kernel_name(input: &Input<'_>, kernel: &KernelFacts) -> String {
    match &input.program.directives[kernel.directive].kind {
        hir::DirectiveKind::Kernel(clauses) => input.sources.text(clauses.name).into_owned(),
        _ => String::new(),
    }
}

fn heading(out: &mut String, name: &str, threads: Option<&[u64]>) {
    let size = threads.map(|sizes| {
        let used = sizes.len() - sizes.iter().rev().take_while(|size| **size == 1).count();
        sizes[..used.max(1)].iter().map(u64::to_string).collect::<Vec<_>>().join("x")
    });
    let size = size.map_or("of unknown size".to_owned(), |size| format!("of {size}"));
    let _ = writeln!(out, "{name} (thread blocks {size})");
}

fn line(out: &mut String, input: &Input<'_>, access: &AccessCost) {
    let place = input.sources.map.written_line_column(access.span.lo);
    let number = place.map_or(0, |(_, place)| place.line);
    let what = format!("{} {}", verb(access.mode), access.text);
    let (pattern, price) = (pattern_text(&access.cost), transactions_text(&access.cost));
    let _ = writeln!(out, "{}", format!("  line {number:<5}{what:<38}{pattern:<15}{price}").trim_end());
}

/// `strided(1024)`
pub fn pattern_text(cost: &Cost) -> String {
    match cost.pattern {
        Pattern::Strided(Some(step)) => format!("strided({step})"),
        other => other.name().to_owned(),
    }
}

/// `32 transactions, 4 at best`
pub fn transactions_text(cost: &Cost) -> String {
    match cost.transactions {
        Some(n) if n > cost.fewest => format!("{} transactions, {} at best", short(n), short(cost.fewest)),
        Some(1.0) => "1 transaction".to_owned(),
        Some(n) => format!("{} transactions", short(n)),
        None => String::new(),
    }
}

fn verb(mode: AccessMode) -> &'static str {
    match mode {
        AccessMode::Read => "reads",
        AccessMode::Write => "writes",
        AccessMode::Update => "updates",
    }
}

/// With one digit after the point where there is something.
fn short(number: f64) -> String {
    if number.fract() == 0.0 { format!("{number}") } else { format!("{number:.1}") }
}

/// What an access costs, in a few words.
pub fn price(cost: &Cost) -> String {
    let apart = match cost.pattern {
        Pattern::Strided(Some(step)) => format!("{} elements apart", step.abs()),
        _ => "far apart".to_owned(),
    };
    let now = cost.transactions.map_or("many".to_owned(), short);
    format!("{apart}, {now} transactions per warp where {} would do", short(cost.fewest))
}

fn strided_access(input: &Input<'_>, access: &Access, cost: &Cost) -> Diagnostic {
    let name = input.place_name(&access.place);
    let does = match access.mode {
        AccessMode::Read => "read",
        AccessMode::Write => "write",
        AccessMode::Update => "update",
    };
    Diagnostic::new(
        &codes::STRIDED_ACCESS,
        access.span,
        format!("neighbouring threads {does} `{name}` far from each other"),
    )
    .label(price(cost))
    .help("`warploom coalesce` rewrites the kernel where that is safe")
}
