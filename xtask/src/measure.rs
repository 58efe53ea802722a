//! Time and peak memory of a program, as the median of several runs.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// One program's figures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    /// Wall-clock seconds.
    pub seconds: f64,
    /// Peak resident memory, in mebibytes.
    pub mebibytes: f64,
}

/// The median of `runs` runs; an error when one fails.
pub fn median(command: impl Fn() -> Command, runs: usize) -> Result<Figures, String> {
    let all = (0..runs).map(|_| once(command())).collect::<Result<Vec<Figures>, String>>()?;
    let middle = |value: fn(&Figures) -> f64| {
        let mut values: Vec<f64> = all.iter().map(value).collect();
        values.sort_by(f64::total_cmp);
        values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
    };
    Ok(Figures { seconds: middle(|f| f.seconds), mebibytes: middle(|f| f.mebibytes) })
}

fn once(mut command: Command) -> Result<Figures, String> {
    let start = Instant::now();
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().map_err(|e| e.to_string())?;
    let mut peak: f64 = 0.0;
    loop {
        peak = high_water(&child).unwrap_or(peak).max(peak);
        if let Some(status) = child.try_wait().map_err(|e| e.to_string())? {
            let seconds = start.elapsed().as_secs_f64();
            return if status.success() {
                Ok(Figures { seconds, mebibytes: peak })
            } else {
                Err(format!("{:?} failed ({status})", command.get_program()))
            };
        }
        std::thread::sleep(Duration::from_micros(200));
    }
}

/// The peak of the program or of one it started (`gcc` starts `cc1`). The
/// kernel keeps the peak until the process ends; the last look before that
/// misses at most a fifth of a millisecond of growth.
fn high_water(child: &Child) -> Option<f64> {
    let id = child.id();
    let started = std::fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap_or_default();
    let own = peak_of(&id.to_string())?;
    Some(started.split_whitespace().filter_map(peak_of).fold(own, f64::max))
}

fn peak_of(process: &str) -> Option<f64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes / 1024.0)
}
