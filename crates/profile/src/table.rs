//! A profile for the terminal: accesses ranked by cost with their remedies,
//! then a few lines for each kernel.
//!
//! ```text
//!   cost  kernel     line  access         does       requests  per request        asked    moved  lanes
//!  88.9%  transpose    7   in[x * n + y]  reads          1024  32 sectors (4)   128 KiB    1 MiB     32
//!         stride 4096 across the warp: 32 sectors per request, 4 would do; …
//! ```

use std::fmt::Write;

use crate::model::{Access, Kernel, Kind, Memory, Profile};
use crate::remedy::{number, unit};

/// Accesses shown; the JSON has all.
const SHOWN: usize = 20;
/// Characters of an access that are shown.
const TEXT: usize = 32;

/// The table and the summaries.
pub fn table(profile: &Profile) -> String {
    let mut out = accesses(profile);
    for kernel in &profile.kernels {
        out.push('\n');
        out.push_str(&summary(kernel));
    }
    out
}

/// All accesses, most expensive first.
pub fn ranked(profile: &Profile) -> Vec<(&Kernel, &Access)> {
    let mut all: Vec<_> =
        profile.kernels.iter().flat_map(|kernel| kernel.accesses.iter().map(move |a| (kernel, a))).collect();
    all.sort_by(|a, b| b.1.seconds.total_cmp(&a.1.seconds));
    all
}

const HEAD: [&str; 10] =
    ["cost", "kernel", "line", "access", "does", "requests", "per request", "asked", "moved", "lanes"];
/// Columns whose text stands left.
const LEFT: [bool; 10] = [false, true, false, true, true, false, true, false, false, false];

fn accesses(profile: &Profile) -> String {
    let all = ranked(profile);
    let files: std::collections::BTreeSet<&str> = all.iter().map(|(_, a)| a.file.as_str()).collect();
    let rows: Vec<[String; 10]> = all
        .iter()
        .take(SHOWN)
        .map(|(kernel, access)| row(profile, kernel, access, files.len() > 1))
        .collect();
    if rows.is_empty() {
        return format!("no kernel touched memory ({} kernels ran)\n", profile.kernels.len());
    }
    let widths: [usize; 10] = std::array::from_fn(|at| {
        let cells = rows.iter().map(|row| row[at].chars().count());
        cells.max().unwrap_or(0).max(HEAD[at].len())
    });
    let mut out = line(&HEAD.map(str::to_owned), &widths);
    for (row, (_, access)) in rows.iter().zip(&all) {
        out.push_str(&line(row, &widths));
        if let Some(remedy) = &access.remedy {
            let _ = writeln!(out, "{:width$}  {remedy}", "", width = widths[0]);
        }
    }
    if all.len() > SHOWN {
        let _ = writeln!(out, "and {} more accesses; `--json` has all", all.len() - SHOWN);
    }
    out
}

fn line(cells: &[String; 10], widths: &[usize; 10]) -> String {
    let mut out = String::new();
    for ((cell, &width), left) in cells.iter().zip(widths).zip(LEFT) {
        let gap = if out.is_empty() { "" } else { "  " };
        let _ = if left { write!(out, "{gap}{cell:<width$}") } else { write!(out, "{gap}{cell:>width$}") };
    }
    format!("{}\n", out.trim_end())
}

fn row(profile: &Profile, kernel: &Kernel, access: &Access, with_file: bool) -> [String; 10] {
    let unit = match access.memory {
        Memory::Global | Memory::Local => unit(&profile.gpu),
        Memory::Shared => "passes",
    };
    let (real, ideal) = (access.cost_per_request(), access.ideal_per_request());
    let moved = match access.memory {
        Memory::Global | Memory::Local => bytes(access.bytes_moved),
        Memory::Shared => "-".to_owned(),
    };
    let place = if with_file { format!("{}:{}", access.file, access.line) } else { access.line.to_string() };
    [
        format!("{:.1}%", access.share * 100.0),
        kernel.name.clone(),
        place,
        shortened(&access.text, TEXT),
        does(access).to_owned(),
        access.requests.to_string(),
        format!("{} {} ({})", number(real), plural(unit, real), number(ideal)),
        bytes(access.bytes_asked),
        moved,
        number(access.active_lanes()),
    ]
}

/// "1 pass", "2 passes"
pub fn plural(units: &'static str, value: f64) -> &'static str {
    match units {
        _ if number(value) != "1" => units,
        "passes" => "pass",
        units => units.trim_end_matches('s'),
    }
}

/// "reads", "writes shared", …
pub fn does(access: &Access) -> &'static str {
    match (access.kind, access.memory) {
        (Kind::Read, Memory::Global) => "reads",
        (Kind::Write, Memory::Global) => "writes",
        (Kind::Atomic, Memory::Global) => "updates",
        (Kind::Read, Memory::Shared) => "reads shared",
        (Kind::Write, Memory::Shared) => "writes shared",
        (Kind::Atomic, Memory::Shared) => "updates shared",
        (Kind::Read, Memory::Local) => "reads local",
        (Kind::Write, Memory::Local) => "writes local",
        (Kind::Atomic, Memory::Local) => "updates local",
    }
}

/// What is said of a kernel as a whole.
fn summary(kernel: &Kernel) -> String {
    let mut out = String::new();
    let launches = if kernel.launches == 1 { "1 launch" } else { &format!("{} launches", kernel.launches) };
    let _ = writeln!(
        out,
        "{} ({}:{}): {launches}, {} blocks of {} threads",
        kernel.name,
        kernel.file,
        kernel.line,
        extent(kernel.grid),
        extent(kernel.block)
    );
    for (what, words) in facts(kernel) {
        let _ = writeln!(out, "  {what:<13} {words}");
    }
    out
}

/// The lines of a kernel's summary: what, and the words.
pub fn facts(kernel: &Kernel) -> Vec<(&'static str, String)> {
    let occupancy = &kernel.occupancy;
    let mix = &kernel.instructions;
    let percent = |part: u64| if mix.lane == 0 { 0.0 } else { part as f64 * 100.0 / mix.lane as f64 };
    let mut facts = vec![
        (
            "occupancy",
            format!(
                "{} of {} warps, limited by {} (about {} registers, {} of shared memory)",
                occupancy.warps,
                occupancy.most_warps,
                occupancy.limit,
                kernel.registers,
                bytes(kernel.shared_bytes)
            ),
        ),
        (
            "divergence",
            format!(
                "{} of 32 lanes active; {} of {} branches parted",
                number(kernel.active_lanes()),
                mix.divergent_branches,
                mix.branches
            ),
        ),
        (
            "instructions",
            format!(
                "{} in lanes: {:.0}% floating, {:.0}% integer, {:.0}% memory, {:.0}% control; {} barriers",
                count(mix.lane),
                percent(mix.floating),
                percent(mix.integer),
                percent(mix.memory),
                percent(mix.control),
                mix.barriers
            ),
        ),
    ];
    facts.push(("roofline", roofline(kernel)));
    facts
}

fn roofline(kernel: &Kernel) -> String {
    let line = &kernel.roofline;
    let Some(intensity) = line.intensity else {
        return "no device memory: limited by arithmetic".to_owned();
    };
    if intensity == 0.0 {
        return "no floating-point arithmetic: limited by device memory".to_owned();
    }
    let by = if intensity < line.ridge { "device memory" } else { "arithmetic" };
    let part = line.attainable * 100.0 / line.peak;
    format!(
        "{} flop/byte, ridge at {}: limited by {by}, at most {} flop/s ({part:.1}% of peak)",
        significant(intensity),
        significant(line.ridge),
        count(line.attainable as u64)
    )
}

/// "32 x 8"
pub fn extent([x, y, z]: [u32; 3]) -> String {
    match (y, z) {
        (1, 1) => x.to_string(),
        (_, 1) => format!("{x} x {y}"),
        _ => format!("{x} x {y} x {z}"),
    }
}

/// Bytes, in the largest unit that keeps the number above one.
pub fn bytes(value: u64) -> String {
    scaled(value as f64, 1024.0, &[" B", " KiB", " MiB", " GiB", " TiB"])
}

/// A count, shortened.
pub fn count(value: u64) -> String {
    scaled(value as f64, 1000.0, &["", "k", "M", "G", "T"])
}

fn scaled(value: f64, step: f64, units: &[&str]) -> String {
    let mut value = value;
    let mut at = 0;
    while value >= step && at + 1 < units.len() {
        value /= step;
        at += 1;
    }
    let unit = units.get(at).copied().unwrap_or("");
    if at == 0 || value >= 99.95 { format!("{value:.0}{unit}") } else { format!("{}{unit}", number(value)) }
}

fn significant(value: f64) -> String {
    if value >= 10.0 { format!("{value:.0}") } else { format!("{value:.2}") }
}

/// A text of at most so many characters.
pub fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}
