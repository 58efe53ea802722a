//! What a run on the simulator cost, as a profile.

use diagnostics::Diagnostic;
use gpu::Gpu;
use profile::model::Finding;
use profile::{Profile, Run, gather};
use source::Sources;

use super::Device;
use super::serve::{KernelRun, Session};

/// The profile of a run that was counted.
pub fn profile<'a>(
    device: &'a Device,
    session: &'a Session,
    gpu: Gpu,
    program: Vec<String>,
    found: &[Diagnostic],
    sources: &Sources,
) -> Profile {
    let run = |kernel: &'a KernelRun| {
        Some(Run {
            code: device.kernels.get(&kernel.number)?,
            launches: kernel.launches,
            grid: kernel.grid,
            block: kernel.block,
            shared_bytes: kernel.shared_bytes,
            counters: &kernel.counters,
            seconds: kernel.seconds,
        })
    };
    let runs: Vec<Run<'a>> = session.kernels.iter().filter_map(run).collect();
    gather(gpu, program, &runs, found.iter().map(|d| finding(d, sources)).collect(), sources)
}

fn finding(diagnostic: &Diagnostic, sources: &Sources) -> Finding {
    let at = sources.expansions.written_at(diagnostic.primary.span);
    let place = sources.map.written_line_column(at.lo);
    Finding {
        code: diagnostic.code.id.to_owned(),
        message: diagnostic.message.clone(),
        file: place.map_or_else(String::new, |(file, _)| sources.map.file(file).name.clone()),
        line: place.map_or(0, |(_, place)| place.line as usize),
    }
}
