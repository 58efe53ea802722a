//! What was counted, and nothing else: a text to compare runs by.
//!
//! ```text
//! naive: 1 launch of 8 x 8 blocks of 32 x 8 threads
//! line  access         does           requests  lanes  sectors  at best   asked    moved
//!   10  in[x * n + y]  reads              2048     32    65536     8192  262144  2097152
//! branches that parted: 0
//! ```
//! Costs, remedies and estimates are left out: they get better from version to
//! version, counters stay. Kernels and accesses stand in the order of the source,
//! and every number is whole, so that two files differ where two runs did.

use std::fmt::Write;

use crate::model::{Access, Kernel, Memory, Profile};
use crate::remedy::{number, unit};
use crate::table::{self, does};

const COLUMNS: usize = 9;
/// Columns whose text stands left.
const LEFT: [bool; COLUMNS] = [false, true, true, false, false, false, false, false, false];

/// The counters of a run.
pub fn counts(profile: &Profile) -> String {
    let mut kernels: Vec<&Kernel> = profile.kernels.iter().collect();
    kernels.sort_by_key(|kernel| (&kernel.file, kernel.line, &kernel.name));
    let mut out = format!("by the rules of {}\n", profile.gpu);
    for kernel in kernels {
        out.push('\n');
        out.push_str(&of_kernel(kernel, unit(&profile.gpu)));
    }
    out
}

fn of_kernel(kernel: &Kernel, unit: &'static str) -> String {
    let mut out = heading(kernel);
    let mut accesses: Vec<&Access> = kernel.accesses.iter().collect();
    accesses.sort_by_key(|a| (&a.file, a.line, a.column, a.kind, a.memory));
    let head = ["line", "access", "does", "requests", "lanes", unit, "at best", "asked", "moved"];
    let mut rows = vec![head.map(str::to_owned)];
    rows.extend(accesses.iter().map(|access| row(access, access.file != kernel.file)));
    if rows.len() > 1 {
        let widths: [usize; COLUMNS] =
            std::array::from_fn(|at| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0));
        rows.iter().for_each(|row| out.push_str(&line(row, &widths)));
    }
    let _ = writeln!(out, "branches that parted: {}", kernel.instructions.divergent_branches);
    out
}

fn heading(kernel: &Kernel) -> String {
    let launches = if kernel.launches == 1 { "1 launch" } else { &format!("{} launches", kernel.launches) };
    let shared = match kernel.shared_bytes {
        0 => String::new(),
        bytes => format!(", {bytes} bytes of shared memory"),
    };
    let several = |extent: [u32; 3], what: &str| {
        let plural = if extent == [1; 3] { "" } else { "s" };
        format!("{} {what}{plural}", table::extent(extent))
    };
    let (grid, block) = (several(kernel.grid, "block"), several(kernel.block, "thread"));
    format!("{}: {launches} of {grid} of {block}{shared}\n", kernel.name)
}

fn row(access: &Access, with_file: bool) -> [String; COLUMNS] {
    let is_shared = access.memory == Memory::Shared;
    let (real, ideal) = match is_shared {
        true => (access.passes, access.ideal_passes),
        false => (access.transactions, access.ideal_transactions),
    };
    let place = if with_file { format!("{}:{}", access.file, access.line) } else { access.line.to_string() };
    let passes = |count: u64| match is_shared {
        true => format!("{count} {}", table::plural("passes", count as f64)),
        false => count.to_string(),
    };
    let moved = if is_shared { "-".to_owned() } else { access.bytes_moved.to_string() };
    [
        place,
        access.text.clone(),
        does(access).to_owned(),
        access.requests.to_string(),
        number(access.active_lanes()),
        passes(real),
        ideal.to_string(),
        access.bytes_asked.to_string(),
        moved,
    ]
}

fn line(cells: &[String; COLUMNS], widths: &[usize; COLUMNS]) -> String {
    let mut out = String::new();
    for ((cell, &width), left) in cells.iter().zip(widths).zip(LEFT) {
        let gap = if out.is_empty() { "" } else { "  " };
        let _ = if left { write!(out, "{gap}{cell:<width$}") } else { write!(out, "{gap}{cell:>width$}") };
    }
    format!("{}\n", out.trim_end())
}
