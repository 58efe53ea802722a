//! A directive: what is proven, and what it comes to.
//!
//! ```text
//! kernel relax tblock(N/16, N/16) thread(16, 16)
//! proven: its 2 arrays are on the device with the newest values, and no value is lost
//! 32x32 blocks of 16x16 threads
//! occupancy on the h200: 64 of 64 warps, limited by threads (about 24 registers a thread, 3456 bytes shared)
//! predicted: about 8.1 µs a launch on the h200, as the text tells
//! ```

use analyze::data_law::timeline;
use analyze::{KernelFacts, packing, verdicts};
use hir::{DirectiveId, DirectiveKind};

use super::Told;
use crate::analysis::Analysis;
use crate::pages;

/// All that is known of it.
pub(super) fn told(analysis: &Analysis, directive: DirectiveId) -> Option<Told> {
    let input = analysis.input();
    let program = &analysis.examined.program;
    let said = analysis.session.sink.diagnostics();
    let span = program.directives[directive].span;
    let about = analysis.own(span);
    let judged = verdicts::judge(&input, &analysis.examined.facts, said);
    let judged = judged.into_iter().find(|judged| analysis.own(judged.span) == about);
    let mut lines: Vec<String> = judged.map_or(Vec::new(), |judged| judged.lines);
    if let DirectiveKind::Kernel(clauses) = &program.directives[directive].kind {
        let kernels = analysis.examined.facts.iter().flat_map(|facts| &facts.kernels);
        let own = kernels.into_iter().find(|kernel| kernel.directive == directive);
        lines.extend(own.into_iter().flat_map(|kernel| launch(analysis, kernel)));
        lines.extend(super::loops::of_kernel(analysis, &analysis.session.sources.text(clauses.name)));
    }
    lines.extend(moved(analysis, about));
    let mut markdown = String::new();
    if !lines.is_empty() {
        markdown = format!("- {}", lines.join("\n- "));
    }
    let text = String::from_utf8_lossy(analysis.session.sources.map.text(span)).into_owned();
    let word = text.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
    if let Some(summary) = pages::summary(word) {
        markdown += if markdown.is_empty() { "" } else { "\n\n" };
        markdown += &summary;
    }
    (!markdown.is_empty()).then_some(Told { markdown, about })
}

/// The grid, and how much of a multiprocessor it fills.
fn launch(analysis: &Analysis, kernel: &KernelFacts) -> Vec<String> {
    let list = |sizes: &[Option<u64>]| -> String {
        let texts = sizes.iter().map(|size| size.map_or("?".to_owned(), |size| size.to_string()));
        texts.collect::<Vec<_>>().join("x")
    };
    let mut lines =
        vec![format!("{} blocks of {} threads", list(&kernel.block_sizes), list(&kernel.thread_sizes))];
    let threads = kernel.thread_sizes.iter().try_fold(1u64, |product, size| product.checked_mul((*size)?));
    let Some(threads) = threads else { return lines };
    let program = &analysis.examined.program;
    let registers = recipes::registers::estimate(program, kernel.body);
    let ends = kernel.shared.iter().map(|shared| shared.offset + packing::shared_bytes(program, shared));
    let shared = ends.max().unwrap_or(0);
    let gpu = program.device.gpu;
    let occupancy = gpu::occupancy(gpu, threads, registers, shared);
    lines.push(format!(
        "occupancy on the {}: {} of {} warps, limited by {} (about {registers} registers a thread, {shared} bytes of shared memory)",
        gpu.name(),
        occupancy.warps,
        occupancy.most_warps,
        occupancy.limit,
    ));
    lines
}

/// What a data directive does to memory.
fn moved(analysis: &Analysis, about: Option<(u32, u32)>) -> Vec<String> {
    let input = analysis.input();
    let lives = analysis.examined.facts.iter().flat_map(|facts| timeline::lives(&input, facts));
    let mut lines = Vec::new();
    for life in lives {
        for event in life.events.iter().filter(|event| !event.moved.is_empty()) {
            if analysis.own(event.span) == about {
                let then =
                    if event.newest.is_empty() { String::new() } else { format!("; {}", event.newest) };
                lines.push(format!("`{}`: {}, {}{then}", life.heading, event.what, event.moved));
            }
        }
    }
    lines
}
