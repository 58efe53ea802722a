//! How long each phase took: `--time-phases`.

use std::time::{Duration, Instant};

/// Phases with their times, in order of their first run.
#[derive(Debug, Default)]
pub struct Timings {
    phases: Vec<(&'static str, Duration)>,
}

impl Timings {
    /// Runs a phase and adds its time to that of earlier runs.
    pub fn measure<T>(&mut self, phase: &'static str, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        self.add(phase, start.elapsed());
        result
    }

    fn add(&mut self, phase: &'static str, time: Duration) {
        match self.phases.iter_mut().find(|(name, _)| *name == phase) {
            Some((_, sum)) => *sum += time,
            None => self.phases.push((phase, time)),
        }
    }

    /// A line for each phase and one for the sum.
    pub fn table(&self) -> String {
        let line = |name: &str, time: Duration| format!("{name:<12} {:>10.3} ms\n", time.as_secs_f64() * 1e3);
        let sum = self.phases.iter().map(|(_, time)| *time).sum();
        let lines = self.phases.iter().map(|(name, time)| line(name, *time));
        lines.chain([line("total", sum)]).collect()
    }
}
