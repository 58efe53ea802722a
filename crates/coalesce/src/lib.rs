//! Naive kernels in, coalesced kernels out: the CUDA-lite rewrite.
//!
//! ```text
//! CudaKernel ──costs──▶ strided accesses ──remedies, the best first──▶ edits, or why not
//! ```
//! A kernel whose neighbouring threads access memory far from each other is rewritten in the
//! user's own text. The remedies, a module or a folder each:
//!
//! - [`mod@reshape`]: blocks run along the rows; [`mod@exchange`]: their threads trade places;
//!   [`mod@transpose`]: half-way, through a tile;
//! - [`mod@interchange`]: threads run along the rows instead of down; [`mod@warp_per_row`]: a
//!   warp shares each row; [`mod@staging`]: rows go through shared memory;
//! - [`mod@structs`] and [`mod@vectors`]: what a thread has side by side goes as words, or at once;
//! - [`mod@products`]: blocks share tiles of what they multiply;
//! - [`mod@split`] and [`mod@column_team`]: more threads share a loop of few.
//!
//! What they share: `kernel` (what is known), `row_walk` (subscripts taken apart),
//! `legality` (what must hold), `predict` (how long it takes), `patch`, `staged_body` and `quote`
//! (the text). No expression is put into text but as an [`operand::Operand`].
//!
//! Invariant: the edits change nothing outside the kernel but its launches, and a
//! kernel that is not rewritten gets a remark that says why.

mod allocations;
mod always;
mod batch;
mod bounds;
mod column_team;
mod crossing;
mod exchange;
mod interchange;
mod kernel;
mod launches;
mod layout;
mod legality;
mod made_for_bounds;
pub mod open_cl;
mod operand;
mod patch;
mod predict;
mod products;
mod quote;
mod refusal;
mod reshape;
mod row_of_warp;
mod row_walk;
mod split;
mod staged_body;
mod staging;
mod structs;
mod transpose;
mod vectors;
mod warp_per_row;

use analyze::Input;
use analyze::access_report::price;
use analyze::cuda_kernel::{cuda_kernels, read};
use diagnostics::{Diagnostic, Sink, codes};
use gpu::Gpu;
use source::{Edit, FileId};

use crossing::Crossing;
use kernel::Kernel;
use patch::Patch;
use refusal::{Refusal, could_be_split, left_access, left_alone};

/// What the user decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The processor to be fast on.
    pub gpu: Gpu,
    /// May sums of floating-point numbers be taken in another order?
    pub reassociate: bool,
    /// Are rows long at every launch, so that none has to choose by their length?
    pub long_rows: bool,
}

/// What a file is written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// CUDA C.
    Cuda,
    /// OpenCL C, with questions for work items in CUDA's words.
    OpenCl,
}

/// The changes to one kernel.
#[derive(Clone, Debug)]
pub struct Rewritten {
    /// Its name.
    pub kernel: String,
    /// What was done, and what for.
    pub reason: String,
    /// The changes, by offset in the file.
    pub edits: Vec<Edit>,
}

/// What a remedy has done.
struct Applied {
    /// What, and what for.
    reason: String,
    /// Seconds that the kernel takes before and after, and for what size: where
    /// remedies differ in it.
    predicted: Option<(f64, f64, String)>,
    /// What there is to say of parameters that are `__restrict__` or `const` now.
    restricted: Vec<String>,
    /// What it needs to pay, where that depends on sizes.
    crossing: Option<Crossing>,
}

/// A way to make a kernel better.
type Remedy = fn(&Kernel<'_>, &mut Patch) -> Result<Applied, Refusal>;

/// Where nothing is predicted, the first that applies is best.
const REMEDIES: [Remedy; 9] = [
    products::products,
    reshape::reshape,
    exchange::exchange,
    transpose::transpose,
    vectors::vectors,
    structs::structs,
    interchange::interchange,
    warp_per_row::warp_per_row,
    staging::stage,
];

/// Rewrites the kernels of a file where that is safe and worth it.
pub fn coalesce(
    input: &Input<'_>,
    file: FileId,
    language: Language,
    settings: Settings,
    sink: &mut Sink,
) -> Vec<Rewritten> {
    if language == Language::Cuda {
        return rewrite_all(input, file, language, settings, sink);
    }
    let mut found = Sink::default();
    let all = rewrite_all(input, file, language, settings, &mut found);
    for mut remark in found.take() {
        let texts = remark.notes.iter_mut().chain(&mut remark.help).chain([&mut remark.message]);
        texts.for_each(|text| *text = open_cl::told(text));
        // What it allows takes shuffles.
        remark.help.retain(|help| !help.starts_with("`--reassociate`"));
        sink.push(remark);
    }
    all
}

fn rewrite_all(
    input: &Input<'_>,
    file: FileId,
    language: Language,
    settings: Settings,
    sink: &mut Sink,
) -> Vec<Rewritten> {
    let mut all = Vec::new();
    for function in cuda_kernels(input.program) {
        let span = input.program.functions[function].span;
        let Some(place) = input.sources.map.range(span) else { continue };
        let Some(found) = read(input, function) else { continue };
        if place.file != file {
            let strided = kernel::worst_of(input, &found, settings.gpu);
            if let Some(access) = strided.filter(|_| includes(input, file, place.file)) {
                sink.push(of_another_file(input, function, access));
            }
            continue;
        }
        let kernel = Kernel::new(input, &found, file, language, settings);
        let Some((worst, cost)) = kernel.strided().next() else {
            let untraced = found.region.found.untraced.first();
            match (kernel.irregular(), untraced) {
                (Some(access), _) => sink.push(not_a_formula(&kernel, access)),
                (None, Some(span)) => sink.push(untraced_access(&kernel, *span)),
                (None, None) => all.extend(better_than_coalesced(&kernel, sink)),
            }
            continue;
        };
        if input.program.template_instances.contains(&function) {
            let reason = "it is a template, whose text other instances share".to_owned();
            let help = Some("write the kernel for the types it is launched with");
            let why = Refusal { span: worst.span, reason, help, is_choice: false };
            sink.push(left_alone(&kernel.name(), worst.span, &price(cost), why));
            continue;
        }
        let found = is_rewritable(&kernel).and_then(|()| remedy(&kernel));
        match found
            .and_then(|(applied, patch, better)| Ok((edits(&kernel, &applied, patch)?, applied, better)))
        {
            Ok((edits, applied, better)) => {
                let (name, reason) = (kernel.name(), applied.reason.clone());
                let label = "neighbouring threads are far from each other here";
                sink.push(rewritten(&kernel, worst.span, &applied, better, label));
                kernel.left().into_iter().for_each(|why| sink.push(left_access(&name, why)));
                all.push(Rewritten { kernel: name, reason, edits });
            }
            Err(why) => sink.push(left_alone(&kernel.name(), worst.span, &price(cost), why)),
        }
    }
    all
}

/// Can there be another text for it, and for its launches?
fn is_rewritable(kernel: &Kernel<'_>) -> Result<(), Refusal> {
    kernel.is_for_all_generations()?;
    launches::are_plain(kernel)
}

/// A kernel without strided accesses, whose blocks may still load the same again and again,
/// or whose threads may be too few.
fn better_than_coalesced(kernel: &Kernel<'_>, sink: &mut Sink) -> Option<Rewritten> {
    // Below this part of the time, it is worth a longer text.
    const CLEARLY: f64 = 0.7;
    if kernel.program().template_instances.contains(&kernel.found.function) {
        return None;
    }
    let read = kernel.costs.iter().find(|(access, _)| access.mode.reads() && !access.loops.is_empty());
    let whole = kernel.program().functions[kernel.found.function].span;
    let remedies: [(Remedy, f64, hir::Span, &str); 3] = [
        (
            products::products,
            CLEARLY,
            read.map_or(whole, |(access, _)| access.span),
            "many threads load the same here",
        ),
        (split::split, 1.0, whole, "more threads could have a part of this"),
        (column_team::column_team, 1.0, whole, "more threads could have a part of this"),
    ];
    for (remedy, part, span, label) in remedies {
        let mut patch = Patch::default();
        let applied = remedy(kernel, &mut patch);
        let mut applied = match applied.and_then(|applied| kernel.can_be_said(&patch).map(|()| applied)) {
            Ok(applied) => applied,
            // Nothing is wrong with the kernel, but another order would let more threads share it.
            Err(why) if why.is_choice && part == 1.0 => {
                sink.push(could_be_split(&kernel.name(), why));
                continue;
            }
            Err(why) if why.is_choice => {
                sink.push(left_alone(&kernel.name(), span, label, why));
                continue;
            }
            Err(_) => continue,
        };
        if !applied.predicted.as_ref().is_some_and(|(before, after, _)| *after < before * part) {
            continue;
        }
        kernel.remove_annotations(&mut patch);
        applied.restricted = allocations::qualify(kernel, &mut patch);
        let checked = is_rewritable(kernel).and_then(|()| match &applied.crossing {
            Some(crossing) => crossing.check(kernel),
            None => Ok(()),
        });
        return match checked.and_then(|()| edits(kernel, &applied, patch)) {
            Ok(edits) => {
                sink.push(rewritten(kernel, span, &applied, None, label));
                Some(Rewritten { kernel: kernel.name(), reason: applied.reason, edits })
            }
            Err(why) => {
                sink.push(left_alone(&kernel.name(), span, label, why));
                None
            }
        };
    }
    None
}

/// The changes, with the choice of launches where sizes are not known before they are made.
fn edits(kernel: &Kernel<'_>, applied: &Applied, patch: Patch) -> Result<Vec<Edit>, Refusal> {
    let edits = patch.into_edits(kernel.text(), &kernel.layout);
    match applied.crossing.as_ref().filter(|crossing| crossing.is_at_run_time(kernel)) {
        Some(crossing) => crossing.chosen_at_launches(kernel, edits),
        None => Ok(edits),
    }
}

/// The remedy that is predicted to be fastest, with the help that would have
/// allowed a better one; the last one's refusal if none applies, or why none is
/// worth it.
fn remedy(kernel: &Kernel<'_>) -> Result<(Applied, Patch, Option<&'static str>), Refusal> {
    let mut refusal = None;
    let mut better = None;
    let mut best: Option<(Applied, Patch)> = None;
    // The one that is more likely to apply comes last, and tells why it does not.
    let vectors: &[Remedy] = &[reshape::reshape, exchange::exchange, structs::structs, vectors::vectors];
    let parts: &[Remedy] = &[reshape::reshape, exchange::exchange, vectors::vectors, structs::structs];
    let remedies = match () {
        () if vectors::are_all_that_is_strided(kernel) => vectors,
        () if structs::are_all_that_is_strided(kernel) => parts,
        () => &REMEDIES,
    };
    for remedy in remedies {
        let mut patch = Patch::default();
        let left = kernel.left();
        let applied = remedy(kernel, &mut patch).and_then(|applied| {
            kernel.can_be_said(&patch)?;
            applied.crossing.iter().try_for_each(|crossing| crossing.check(kernel))?;
            Ok(applied)
        });
        match applied {
            Ok(applied) => match is_faster(&applied, best.as_ref().map(|(best, _)| best)) {
                true => best = Some((applied, patch)),
                false => kernel.leave_again(left),
            },
            Err(why) => {
                better = better.or(why.help.filter(|_| why.is_choice));
                // What would help one remedy says more than why another is not for the kernel.
                let is_two_dimensional = kernel.found.block.is_some_and(|[_, y, _]| y > 1);
                if !(is_two_dimensional
                    && refusal.as_ref().is_some_and(|known: &Refusal| known.help.is_some()))
                {
                    refusal = Some(why);
                }
                kernel.leave_again(left);
            }
        }
    }
    let span = kernel.program().functions[kernel.found.function].span;
    match best {
        Some((mut applied, mut patch)) => {
            if let Some((before, after, size)) =
                applied.predicted.as_ref().filter(|(before, after, _)| after >= before)
            {
                let remedy = applied.reason.split(':').next().unwrap_or_default();
                let reason = format!(
                    "if {remedy}, it is predicted to take {} for {size}, and {} as it is",
                    milliseconds(*after),
                    milliseconds(*before)
                );
                return Err(Refusal { span, reason, help: better, is_choice: false });
            }
            kernel.remove_annotations(&mut patch);
            applied.restricted = allocations::qualify(kernel, &mut patch);
            Ok((applied, patch, better))
        }
        None => {
            let none = Refusal { span, reason: "there is no remedy".into(), help: None, is_choice: false };
            Err(refusal.unwrap_or(none))
        }
    }
}

/// Is one remedy better than the best of those before it?
fn is_faster(applied: &Applied, best: Option<&Applied>) -> bool {
    match (best, &applied.predicted) {
        (None, _) => true,
        (Some(Applied { predicted: Some((_, best, _)), .. }), Some((_, after, _))) => after < best,
        (Some(_), _) => false,
    }
}

/// `0.15 ms`
fn milliseconds(seconds: f64) -> String {
    format!("{:.2} ms", seconds * 1e3)
}

fn not_a_formula(kernel: &Kernel<'_>, access: &analyze::Access) -> Diagnostic {
    let reason = "which element this is cannot be determined from the thread's number";
    let message = format!("`{}` is left as it is: {reason}", kernel.name());
    let remark = Diagnostic::new(&codes::NOT_COALESCED, access.span, message);
    let program = kernel.program();
    let is_call = |expr| matches!(program.exprs[expr].kind, hir::ExprKind::Call { .. });
    match program.exprs_below(hir::Node::Expr(access.expr)).any(is_call) {
        true => remark.help("write the index where it is used, and not by a function"),
        false => remark,
    }
}

/// Is a file included by another one, or by one that this includes?
fn includes(input: &Input<'_>, file: FileId, included: FileId) -> bool {
    let mut at = input.sources.map.file(included).included_at;
    while let Some(place) = at.and_then(|at| input.sources.map.range(at)) {
        if place.file == file {
            return true;
        }
        at = input.sources.map.file(place.file).included_at;
    }
    false
}

/// A kernel that could be better, in a file that is not to be written.
fn of_another_file(input: &Input<'_>, function: hir::FunctionId, access: hir::Span) -> Diagnostic {
    let name = input.sources.text(input.program.functions[function].name);
    let message = format!("`{name}` is left as it is: it stands in an included file");
    Diagnostic::new(&codes::NOT_COALESCED, access, message)
        .help("neighbouring threads are far from each other here: give that file to `coalesce`, if it has all it needs")
}

/// An access through a pointer that is not followed.
fn untraced_access(kernel: &Kernel<'_>, span: hir::Span) -> Diagnostic {
    let message =
        format!("`{}` is left as it is: the compiler cannot tell which memory this is", kernel.name());
    Diagnostic::new(&codes::NOT_COALESCED, span, message)
        .help("write the whole index, `a[i * m + j]`, and leave the pointer as it was passed")
}

fn rewritten(
    kernel: &Kernel<'_>,
    span: hir::Span,
    applied: &Applied,
    better: Option<&'static str>,
    label: &str,
) -> Diagnostic {
    let message = format!("`{}` is rewritten: {}", kernel.name(), applied.reason);
    let remark = Diagnostic::new(&codes::COALESCED, span, message).label(label);
    let remark = match &applied.predicted {
        Some((before, after, size)) => remark.note(format!(
            "predicted for {size} on {}: {} before, {} after",
            kernel.gpu.name(),
            milliseconds(*before),
            milliseconds(*after)
        )),
        None => remark,
    };
    let remark = match &applied.crossing {
        Some(crossing) if crossing.is_at_run_time(kernel) => remark.note(format!(
            "for fewer than {} columns the launches keep the original, which is faster there",
            crossing.columns
        )),
        _ => remark,
    };
    let remark = applied.restricted.iter().fold(remark, |remark, note| remark.note(note.clone()));
    let remark = match better {
        Some(help) => remark.help(help),
        None => remark,
    };
    match legality::arrays_that_may_be_one(kernel) {
        Some((a, b)) => remark.help(format!(
            "declare `{a}` and `{b}` `__restrict__` if they are never the same: loads then need not wait for stores"
        )),
        None => remark,
    }
}
