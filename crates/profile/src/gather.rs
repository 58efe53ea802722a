//! From what the simulator counted to a profile.
//!
//! One access of the source may have been compiled several times (a function
//! called twice, a loop unrolled): what has one place, one kind and one memory
//! is one access here.
//!
//! Accesses are ranked by the time memory is busy for them: bytes of device
//! memory at its bandwidth, passes over shared memory at one a clock in every
//! multiprocessor. Caches are not modelled, so this orders accesses; it does not
//! predict a kernel's time.

use std::collections::BTreeMap;

use gpu::Gpu;
use simulate::code::{Instr, SiteId};
use simulate::counters::{InstrCounters, SiteCounters};
use simulate::memory::address::{Space, split};
use simulate::{Code, Counters};
use source::{Sources, Span};

use crate::model::{
    Access, Finding, Instructions, Kernel, Kind, Line, Memory, Profile, Roofline, SCHEMA, Sample, Variable,
};
use crate::registers;
use crate::remedy::remedy;

/// All launches of one kernel.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// The kernel.
    pub code: &'a Code,
    /// How often it was launched.
    pub launches: u64,
    /// Blocks of the last launch.
    pub grid: [u32; 3],
    /// Threads of a block.
    pub block: [u32; 3],
    /// Bytes of shared memory of a block.
    pub shared_bytes: u64,
    /// What was counted.
    pub counters: &'a Counters,
    /// How long the simulation took.
    pub seconds: f64,
}

/// The profile of a program's run.
pub fn gather(
    gpu: Gpu,
    program: Vec<String>,
    runs: &[Run<'_>],
    findings: Vec<Finding>,
    sources: &Sources,
) -> Profile {
    let mut lines = Lines::default();
    let mut kernels: Vec<Kernel> = runs.iter().map(|run| kernel(gpu, run, sources, &mut lines)).collect();
    let total: f64 = kernels.iter().map(|kernel| kernel.memory_seconds).sum();
    for access in kernels.iter_mut().flat_map(|kernel| &mut kernel.accesses) {
        access.share = if total > 0.0 { access.seconds / total } else { 0.0 };
    }
    kernels.sort_by(|a, b| b.memory_seconds.total_cmp(&a.memory_seconds));
    let lines = lines.listed(sources);
    Profile { schema: SCHEMA.to_owned(), gpu: gpu.name().to_owned(), program, kernels, findings, lines }
}

fn kernel(gpu: Gpu, run: &Run<'_>, sources: &Sources, lines: &mut Lines) -> Kernel {
    let Run { code, counters, .. } = *run;
    let place = Place::of(sources, code.span);
    let mut accesses = accesses(gpu, run, sources);
    accesses.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
    for (pc, counted) in counters.instructions.iter().enumerate() {
        lines.executed(&Place::of(sources, code.span(pc as u32)), counted);
    }
    for access in &accesses {
        lines.moved(&access.file, access.line, access.seconds);
    }
    let instructions = instructions(code, counters);
    let threads = run.block.iter().map(|&n| u64::from(n)).product();
    let registers = registers::estimate(code);
    let bytes_moved = accesses.iter().map(|access| access.bytes_moved).sum();
    Kernel {
        name: code.name.clone(),
        file: place.file,
        line: place.line,
        launches: run.launches,
        grid: run.grid,
        block: run.block,
        shared_bytes: run.shared_bytes,
        registers,
        occupancy: gpu::occupancy(gpu, threads, registers, run.shared_bytes).into(),
        roofline: roofline(gpu, instructions.floating, bytes_moved),
        instructions,
        bytes_moved,
        simulation_seconds: run.seconds,
        memory_seconds: accesses.iter().map(|access| access.seconds).sum(),
        accesses,
    }
}

fn roofline(gpu: Gpu, operations: u64, bytes: u64) -> Roofline {
    let limits = gpu.limits();
    let intensity = (bytes > 0).then(|| operations as f64 / bytes as f64);
    let attainable = intensity.map_or(limits.flops, |i| gpu.attainable_flops(i));
    Roofline { intensity, ridge: limits.flops / limits.bandwidth, attainable, peak: limits.flops }
}

/// What the instructions were.
fn instructions(code: &Code, counters: &Counters) -> Instructions {
    let mut all = Instructions { barriers: counters.barriers, ..Instructions::default() };
    for (instr, counted) in code.instrs.iter().zip(&counters.instructions) {
        all.warp += counted.warps;
        all.lane += counted.lanes;
        let kind = match instr {
            Instr::Binary { ty, .. } | Instr::Compare { ty, .. } | Instr::Unary { ty, .. }
                if ty.is_float() =>
            {
                &mut all.floating
            }
            Instr::MathF32 { .. } | Instr::MathF64 { .. } => &mut all.floating,
            Instr::Load { .. }
            | Instr::Store { .. }
            | Instr::Move { .. }
            | Instr::StartCopy { .. }
            | Instr::Fetch { .. }
            | Instr::Atomic { .. } => &mut all.memory,
            Instr::Branch { .. } => {
                all.branches += counted.warps;
                all.divergent_branches += counted.parted;
                &mut all.control
            }
            Instr::Jump { .. }
            | Instr::Barrier { .. }
            | Instr::SyncWarp { .. }
            | Instr::Shuffle { .. }
            | Instr::Vote { .. }
            | Instr::Exit => &mut all.control,
            _ => &mut all.integer,
        };
        *kind += counted.lanes;
    }
    all
}

/// What is done at each site.
fn kinds(code: &Code) -> BTreeMap<SiteId, Kind> {
    let mut kinds = BTreeMap::new();
    for instr in &code.instrs {
        match *instr {
            Instr::Load { site, .. } | Instr::Fetch { site, .. } => {
                kinds.insert(site, Kind::Read);
            }
            Instr::Store { site, .. } => {
                kinds.insert(site, Kind::Write);
            }
            Instr::Atomic { site, .. } => {
                kinds.insert(site, Kind::Atomic);
            }
            Instr::Move { read, write, .. } | Instr::StartCopy { read, write, .. } => {
                kinds.insert(read, Kind::Read);
                kinds.insert(write, Kind::Write);
            }
            _ => {}
        }
    }
    kinds
}

/// The accesses of a kernel, each place once.
fn accesses(gpu: Gpu, run: &Run<'_>, sources: &Sources) -> Vec<Access> {
    let Run { code, counters, .. } = *run;
    let kinds = kinds(code);
    let mut merged: BTreeMap<(Span, Kind, Memory), SiteCounters> = BTreeMap::new();
    for (site, counted) in counters.sites.iter().enumerate() {
        let memory = match counted.space {
            Some(Space::Global) => Memory::Global,
            Some(Space::Shared) => Memory::Shared,
            // What is always at one place the compiler keeps in registers.
            Some(Space::Local) if counted.is_indexed_local() => Memory::Local,
            Some(Space::Local) | None => continue,
        };
        let span = code.sites.get(site).copied().unwrap_or(code.span);
        let kind = kinds.get(&(site as SiteId)).copied().unwrap_or(Kind::Read);
        merged.entry((span, kind, memory)).or_default().add(counted);
    }
    let of = |((span, kind, memory), counted): ((Span, Kind, Memory), SiteCounters)| {
        let place = Place::of(sources, span);
        let directives = !place.file.ends_with(".cu") && !place.file.ends_with(".cuh");
        let mut access = Access {
            file: place.file,
            line: place.line,
            column: place.column,
            text: place.text,
            kind,
            memory,
            size: counted.size,
            requests: counted.requests,
            lanes: counted.lanes,
            transactions: counted.transactions,
            ideal_transactions: counted.ideal_transactions,
            in_place_transactions: counted.in_place_transactions,
            bytes_asked: counted.lanes * counted.size,
            bytes_moved: counted.bytes_moved,
            passes: counted.passes,
            ideal_passes: counted.ideal_passes,
            seconds: seconds(gpu, &counted),
            share: 0.0,
            remedy: None,
            sample: sample(code, run, &counted),
        };
        access.remedy = remedy(gpu, &access, directives);
        access
    };
    merged.into_iter().map(of).collect()
}

fn seconds(gpu: Gpu, counted: &SiteCounters) -> f64 {
    gpu.moving(counted.bytes_moved as f64) + gpu.passing(counted.passes as f64)
}

fn sample(code: &Code, run: &Run<'_>, counted: &SiteCounters) -> Option<Sample> {
    let taken = counted.sample.as_deref()?;
    let offset = |address: u64| split(address).1;
    let addresses: Vec<Option<u64>> = taken
        .addresses
        .iter()
        .enumerate()
        .map(|(lane, &address)| (taken.mask >> lane & 1 != 0).then(|| offset(address)))
        .collect();
    let shared = counted.space == Some(Space::Shared);
    let first = addresses.iter().flatten().copied().next().filter(|_| shared);
    // The last variable that begins at or before the first lane's byte.
    let before =
        |first: u64| code.shared_variables.iter().filter(|v| v.offset <= first).max_by_key(|v| v.offset);
    let variable = first.and_then(before).map(|v| Variable {
        name: v.name.clone(),
        offset: v.offset,
        row_bytes: v.row_bytes,
    });
    let [x, y, _] = run.grid.map(u64::from);
    let index = taken.block;
    let block = [index % x.max(1), index / x.max(1) % y.max(1), index / x.max(1) / y.max(1)];
    Some(Sample { block: block.map(|n| n as u32), warp: taken.warp, addresses, cost: taken.cost, variable })
}

/// Where a span stands, as people say it.
struct Place {
    file: String,
    line: usize,
    column: usize,
    text: String,
}

impl Place {
    /// The call, for what comes out of a macro; the text is what the macro says.
    fn of(sources: &Sources, span: Span) -> Place {
        let at = sources.expansions.written_at(span);
        let text = String::from_utf8_lossy(sources.map.text(span));
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        match sources.map.written_line_column(at.lo) {
            Some((file, place)) => Place {
                file: sources.map.file(file).name.clone(),
                line: place.line as usize,
                column: place.column as usize,
                text,
            },
            None => Place { file: String::new(), line: 0, column: 0, text },
        }
    }
}

/// Costs by file and line.
#[derive(Default)]
struct Lines {
    by_place: BTreeMap<(String, usize), LineCost>,
}

#[derive(Clone, Copy, Default)]
struct LineCost {
    warps: u64,
    lanes: u64,
    parted: u64,
    seconds: f64,
}

/// Lines shown around those that cost something.
const AROUND: usize = 2;

impl Lines {
    fn executed(&mut self, place: &Place, counted: &InstrCounters) {
        if counted.warps > 0 && place.line > 0 {
            let cost = self.by_place.entry((place.file.clone(), place.line)).or_default();
            cost.warps += counted.warps;
            cost.lanes += counted.lanes;
            cost.parted += counted.parted;
        }
    }

    fn moved(&mut self, file: &str, line: usize, seconds: f64) {
        self.by_place.entry((file.to_owned(), line)).or_default().seconds += seconds;
    }

    /// The lines that cost something, and a few around them.
    fn listed(&self, sources: &Sources) -> Vec<Line> {
        let mut listed = Vec::new();
        for (_, file) in sources.map.files() {
            let has_cost = |line: usize| self.by_place.contains_key(&(file.name.clone(), line));
            if !self.by_place.keys().any(|(name, _)| *name == file.name) {
                continue;
            }
            for (at, text) in file.bytes.split(|&byte| byte == b'\n').enumerate() {
                let line = at + 1;
                if !(line.saturating_sub(AROUND)..=line + AROUND).any(has_cost) {
                    continue;
                }
                let cost = self.by_place.get(&(file.name.clone(), line)).copied().unwrap_or_default();
                listed.push(Line {
                    file: file.name.clone(),
                    line,
                    text: String::from_utf8_lossy(text).trim_end().to_owned(),
                    instructions: cost.lanes,
                    active: if cost.warps == 0 {
                        0.0
                    } else {
                        cost.lanes as f64 / (cost.warps * gpu::WARP) as f64
                    },
                    divergent_branches: cost.parted,
                    seconds: cost.seconds,
                });
            }
        }
        listed
    }
}
