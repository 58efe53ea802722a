//! How long a kernel takes, roughly, before and after: what decides between remedies.
//!
//! Three things can hold a kernel up, and the slowest of them does:
//!
//! - *bandwidth*: the bytes that it needs, over what the memory delivers;
//! - *parallelism*: memory answers after [`LATENCY`], and a thread waits with only so
//!   many bytes under way. A row for each of 12288 threads, a sector each, is a tenth
//!   of what an H200 can have under way;
//! - *passes*: a multiprocessor serves one line a cycle, and lanes a row apart have a
//!   line each.
//!
//! Sizes that the program does not say are taken to be those of a matrix of
//! [`ELEMENTS`], square if nothing else is known. The numbers are for choosing, not for
//! promising: what was measured is in `docs/coalesce.md`.

use analyze::coalescing::{Cost, Pattern};
use analyze::{Access, AccessMode, Place};
use hir::StmtId;
use simulate::Gpu;
use simulate::gpu::Limits;

use crate::kernel::Kernel;

/// Elements of a matrix of unknown size.
const ELEMENTS: f64 = 12288.0 * 12288.0;
/// Seconds from a load to its answer, in a busy memory.
const LATENCY: f64 = 0.7e-6;
/// Bytes of what memory delivers at once.
const SECTOR: f64 = 32.0;
/// The part of the peak bandwidth that a good kernel gets.
const ATTAINABLE: f64 = 0.85;
/// Seconds that a warp spends with a row besides loading it: shuffles, and a new row.
const ROW_OF_WARP: f64 = 0.8e-6;
/// What tiles cost where memory is what takes the time.
const STAGED: f64 = 1.1;
/// Seconds of a round of staging: several threads a row, one with the next tile on its
/// way, and one without.
const ROUND_HELPED: f64 = 0.8e-6;
const ROUND_AHEAD: f64 = 1.5e-6;
const ROUND: f64 = 4.0e-6;

/// What there is to do along the rows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Work {
    pub rows: f64,
    pub columns: f64,
    /// Bytes of an iteration, all arrays that lie in rows together.
    bytes: f64,
    /// Accesses of an iteration that have a line for each lane.
    strided: f64,
    limits: Limits,
}

impl Work {
    /// The work of the loops along rows.
    pub(crate) fn of(kernel: &Kernel<'_>, loops: &[StmtId]) -> Work {
        let trips = |stmt: &StmtId| kernel.found.region.loops.get(stmt).and_then(|canonical| canonical.trips);
        let columns =
            loops.iter().filter_map(trips).max().map_or(ELEMENTS.sqrt(), |trips| trips.max(1) as f64);
        let (mut bytes, mut strided) = (0.0, 0.0);
        for stmt in loops {
            let mut seen: Vec<(&Place, bool)> = Vec::new();
            for (access, cost) in kernel.costs.iter().filter(|(access, _)| access.loops.contains(stmt)) {
                let counted = (&access.place, access.mode.writes());
                if is_in_rows(access, cost) && !seen.contains(&counted) {
                    seen.push(counted);
                    let ways = if access.mode == AccessMode::Update { 2.0 } else { 1.0 };
                    bytes += ways * cost.size as f64;
                    strided += ways;
                }
            }
        }
        Work { rows: ELEMENTS / columns, columns, bytes, strided, limits: kernel.gpu.limits() }
    }

    /// The work of a loop down the columns, a thread for each.
    pub(crate) fn down_columns(kernel: &Kernel<'_>, stmt: StmtId, threads: f64) -> Work {
        let trips = kernel.found.region.loops.get(&stmt).and_then(|canonical| canonical.trips);
        let columns = trips.map_or(ELEMENTS / threads, |trips| trips.max(1) as f64);
        let mut seen: Vec<(&Place, bool)> = Vec::new();
        let mut bytes = 0.0;
        for (access, cost) in kernel.costs.iter().filter(|(access, _)| access.loops.contains(&stmt)) {
            let counted = (&access.place, access.mode.writes());
            if cost.pattern != Pattern::Broadcast && !seen.contains(&counted) {
                seen.push(counted);
                bytes += if access.mode == AccessMode::Update { 2.0 } else { 1.0 } * cost.size as f64;
            }
        }
        Work { rows: threads, columns, bytes, strided: 0.0, limits: kernel.gpu.limits() }
    }

    /// Each thread with an iteration under way at a time.
    pub(crate) fn few_threads(&self) -> f64 {
        self.streaming().max(self.columns * LATENCY)
    }

    fn elements(&self) -> f64 {
        self.rows * self.columns
    }

    fn resident(&self) -> f64 {
        f64::from(self.limits.multiprocessors * self.limits.threads)
    }

    /// As fast as memory is.
    fn streaming(&self) -> f64 {
        self.elements() * self.bytes / (self.limits.bandwidth * ATTAINABLE)
    }

    /// A thread for each row, alone with it.
    pub(crate) fn original(&self) -> f64 {
        let under_way = self.rows.min(self.resident()) * SECTOR / LATENCY;
        let waiting = self.elements() * self.bytes / under_way;
        let lines = f64::from(self.limits.multiprocessors) * self.limits.shared_clock;
        let passing = self.elements() * self.strided / lines;
        self.streaming().max(waiting).max(passing)
    }

    /// All threads side by side, those without a column of a short row for nothing.
    pub(crate) fn along_rows(&self) -> f64 {
        const WARP: f64 = 32.0;
        self.streaming() * (WARP / self.columns.max(1.0)).max(1.0)
    }

    /// A warp for each row.
    pub(crate) fn by_warps(&self) -> f64 {
        const WARP: f64 = 32.0;
        self.streaming() + self.rows * ROW_OF_WARP * WARP / self.resident()
    }

    /// Rows through shared memory, in tiles of so many columns and bytes.
    pub(crate) fn staged(&self, width: u64, bytes_per_thread: u64, ahead: bool, has_helpers: bool) -> f64 {
        let fit = self.limits.shared_bytes as f64 / bytes_per_thread.max(1) as f64;
        let resident = f64::from(self.limits.multiprocessors) * fit.min(f64::from(self.limits.threads));
        let waves = (self.rows / resident.max(1.0)).max(1.0);
        let round = match (ahead, has_helpers) {
            (true, true) => ROUND_HELPED,
            (true, false) => ROUND_AHEAD,
            (false, _) => ROUND,
        };
        let rounds = self.columns / width.max(1) as f64 + if ahead { 1.0 } else { 0.0 };
        (self.streaming() * STAGED).max(waves * rounds * round)
    }

    /// `12288 rows of 12288 columns`
    pub(crate) fn size(&self) -> String {
        format!("{:.0} rows of {:.0} columns", self.rows, self.columns)
    }
}

/// Threads that have a part of so many words each, and how that is said.
pub(crate) fn threads_of_parts(words: u64) -> (f64, String) {
    let threads = ELEMENTS / words.max(1) as f64;
    (threads, format!("{threads:.0} threads"))
}

/// Threads without loops: so many bytes of each, in so many transactions of a warp, of
/// which a multiprocessor serves four in a cycle. The two overlap, but not wholly.
pub(crate) fn by_transactions(gpu: Gpu, threads: f64, bytes: f64, transactions: f64) -> f64 {
    const WARP: f64 = 32.0;
    const SERVED: f64 = 4.0;
    let limits = gpu.limits();
    let served = f64::from(limits.multiprocessors) * limits.shared_clock * SERVED;
    threads * bytes / (limits.bandwidth * ATTAINABLE) + threads / WARP * transactions / served
}

/// The same with what comes and goes by way of shared memory.
pub(crate) fn through_shared(gpu: Gpu, threads: f64, bytes: f64, transactions: f64) -> f64 {
    const CARRIED: f64 = 1.03;
    CARRIED * by_transactions(gpu, threads, bytes, transactions)
}

/// Do the lanes lie in rows of their own?
fn is_in_rows(access: &Access, cost: &Cost) -> bool {
    !access.loops.is_empty() && matches!(cost.pattern, Pattern::Strided(_))
}

#[cfg(test)]
#[path = "predict_tests.rs"]
mod predict_tests;
