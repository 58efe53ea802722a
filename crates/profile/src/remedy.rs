//! What is wrong with an access, and what to write instead.
//!
//! The most expensive request of the run is looked at: how far apart its lanes
//! are ([`Shape`]) tells why it costs what it costs. A padding is only advised
//! after it was tried on the very same request.
//!
//! ```text
//! a[threadIdx.x * n]      stride 12288 bytes across the warp: 32 sectors per request, 4 would do; …
//! tile[threadIdx.x][k]    8-way bank conflict: pad(1) removes it
//! ```

use gpu::Gpu;
use gpu::banks;

use crate::model::{Access, Kind, Memory, Sample};

/// Lanes that together are worth a word of their own.
const FEW_LANES: f64 = 16.0;

/// The remedy, if the access needs one. `directives`: the program is C with
/// directives, not CUDA.
pub fn remedy(gpu: Gpu, access: &Access, directives: bool) -> Option<String> {
    let sample = access.sample.as_ref()?;
    let lanes: Vec<(i64, i64)> = lanes_of(sample);
    if access.kind == Kind::Atomic && crowd(&lanes) * 2 > lanes.len() && lanes.len() > 2 {
        let crowd = crowd(&lanes);
        return Some(format!("{crowd} lanes update one word: add up within the warp first"));
    }
    let costs = access.cost_per_request() > access.ideal_per_request();
    match access.memory {
        Memory::Local => Some(local(costs)),
        _ if !costs => few_lanes(access),
        Memory::Global => Some(global(gpu, access, &lanes, directives)),
        Memory::Shared => Some(shared(gpu, access, sample, &lanes, directives)),
    }
}

/// An array with a varying index has no registers to be in.
fn local(scattered: bool) -> String {
    let lanes = if scattered { ", and its lanes want different elements" } else { "" };
    format!(
        "an array of the thread's own, in local memory unless the loops around it are unrolled completely{lanes}"
    )
}

/// How the lanes of a request lie to each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Every lane as many bytes after the one before it.
    Stride(i64),
    /// So many runs of neighbouring words.
    Runs(usize),
    /// Neither.
    Scattered,
}

/// The shape of a request of words of `size` bytes: lanes and addresses.
pub fn shape(lanes: &[(i64, i64)], size: u64) -> Shape {
    let steps = || lanes.windows(2).map(|pair| (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1));
    if let Some((lane_step, step)) = steps().next()
        && step % lane_step == 0
        && steps().all(|(lanes, bytes)| bytes * lane_step == step * lanes)
    {
        return Shape::Stride(step / lane_step);
    }
    let breaks = steps().filter(|&(lanes, bytes)| bytes != lanes * size as i64).count();
    if lanes.len() >= 4 && (breaks + 1) * 4 <= lanes.len() {
        Shape::Runs(breaks + 1)
    } else {
        Shape::Scattered
    }
}

fn lanes_of(sample: &Sample) -> Vec<(i64, i64)> {
    let taking_part = |(lane, address): (usize, &Option<u64>)| address.map(|a| (lane as i64, a as i64));
    sample.addresses.iter().enumerate().filter_map(taking_part).collect()
}

/// The most lanes at one address.
fn crowd(lanes: &[(i64, i64)]) -> usize {
    lanes.iter().map(|one| lanes.iter().filter(|other| other.1 == one.1).count()).max().unwrap_or(0)
}

fn few_lanes(access: &Access) -> Option<String> {
    let active = access.active_lanes();
    (active < FEW_LANES && access.requests > 1)
        .then(|| format!("{active:.0} of 32 lanes take part: give the others work"))
}

/// What a transaction is called.
pub fn unit(gpu: &str) -> &'static str {
    match gpu {
        "fermi" | "mi250x" | "rx6900" | "processor" => "lines",
        "p100" | "h200" => "sectors",
        _ => "transactions",
    }
}

fn global(gpu: Gpu, access: &Access, lanes: &[(i64, i64)], directives: bool) -> String {
    let unit = unit(gpu.name());
    let (real, ideal) = (access.cost_per_request(), access.ideal_per_request());
    let costs = format!("{} {unit} per request, {} would do", number(real), number(ideal));
    let size = access.size as i64;
    match shape(lanes, access.size) {
        Shape::Stride(stride) if stride.abs() == size => {
            let into = lanes.iter().map(|lane| lane.1).min().unwrap_or(0) % 32;
            let why =
                if into == 0 { "out of step".to_owned() } else { format!("{into} bytes into a sector") };
            format!("neighbours, but {why}: {costs}; start rows at multiples of 128 bytes")
        }
        Shape::Stride(stride) if stride % size == 0 && (2..=8).contains(&(stride / size)) => {
            let every = stride / size;
            format!("every {every}. element: {costs}; an array for each member, not an array of structures")
        }
        Shape::Stride(stride) => {
            let instead = if directives {
                "share the loop over the last subscript among the threads, or stage it with `shared`"
            } else {
                "`warploom coalesce` stages it"
            };
            format!("stride {stride} across the warp: {costs}; {instead}")
        }
        Shape::Runs(runs) => {
            format!("{runs} rows in one warp: {costs}; blocks 32 threads wide keep a warp in one row")
        }
        Shape::Scattered => {
            format!("lanes far from each other: {costs}; order the data as the threads use it, or stage it")
        }
    }
}

fn shared(gpu: Gpu, access: &Access, sample: &Sample, lanes: &[(i64, i64)], directives: bool) -> String {
    let best = (access.ideal_per_request().round() as u64).max(1);
    let ways = sample.cost.div_ceil(best);
    let conflict = format!("{ways}-way bank conflict");
    if let Some((pad, row)) = padding(gpu, access, sample) {
        return if directives {
            format!("{conflict}: pad({pad}) removes it")
        } else {
            let now = row / access.size;
            format!("{conflict}: pad({pad}) removes it, rows of {} instead of {now}", now + pad)
        };
    }
    match shape(lanes, access.size) {
        Shape::Stride(stride) => {
            format!("{conflict}: stride {} words; odd strides have none", stride / 4)
        }
        _ => format!("{conflict}: several lanes want different words of one bank"),
    }
}

/// The fewest elements to add to a row so that no conflict is left, and the
/// bytes of a row now.
fn padding(gpu: Gpu, access: &Access, sample: &Sample) -> Option<(u64, u64)> {
    let variable = sample.variable.as_ref()?;
    let row = variable.row_bytes.filter(|&row| row > 0)?;
    let best = (access.ideal_per_request().round() as u64).max(1);
    let mask = (0..32).fold(0, |mask, lane| {
        mask | u32::from(sample.addresses.get(lane).copied().flatten().is_some()) << lane
    });
    (1..=16).map(|pad| (pad, row)).find(|&(pad, row)| {
        let moved: [u64; 32] = std::array::from_fn(|lane| {
            let offset = sample.addresses.get(lane).copied().flatten().unwrap_or(variable.offset);
            let inside = offset.saturating_sub(variable.offset);
            variable.offset + inside / row * (row + pad * access.size) + inside % row
        });
        banks::passes(gpu, access.way(), &moved, mask, access.size) <= best
    })
}

/// Without decimals that say nothing.
pub fn number(value: f64) -> String {
    if (value - value.round()).abs() < 0.05 { format!("{value:.0}") } else { format!("{value:.1}") }
}

#[cfg(test)]
#[path = "remedy_tests.rs"]
mod remedy_tests;
