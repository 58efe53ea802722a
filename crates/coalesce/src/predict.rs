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
use gpu::time::LATENCY;
use gpu::transactions::SECTOR;
use gpu::{Gpu, WARP};
use hir::StmtId;

use crate::kernel::Kernel;
use crate::launches;

/// Elements of a matrix of unknown size.
const ELEMENTS: f64 = COLUMNS * COLUMNS;
/// Its columns.
pub(crate) const COLUMNS: f64 = 12288.0;
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
    gpu: Gpu,
}

impl Work {
    /// The work of the loops along rows.
    pub(crate) fn of(kernel: &Kernel<'_>, loops: &[StmtId]) -> Work {
        let trips = |stmt: &StmtId| launches::columns(kernel, *stmt);
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
        let rows = launches::threads(kernel).map_or(ELEMENTS / columns, |threads| threads as f64);
        Work { rows, columns, bytes, strided, gpu: kernel.gpu }
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
        Work { rows: threads, columns, bytes, strided: 0.0, gpu: kernel.gpu }
    }

    /// Each thread with the iterations under way for which the CUDA compiler unrolls loops.
    pub(crate) fn few_threads(&self) -> f64 {
        const UNROLLED: f64 = 4.0;
        self.streaming().max(self.columns * LATENCY / UNROLLED)
    }

    fn elements(&self) -> f64 {
        self.rows * self.columns
    }

    /// As fast as memory is.
    fn streaming(&self) -> f64 {
        self.gpu.streaming(self.elements() * self.bytes)
    }

    /// A thread for each row, alone with it.
    pub(crate) fn original(&self) -> f64 {
        let under_way = self.rows.min(self.gpu.resident_threads()) * SECTOR as f64;
        let waiting = self.gpu.waiting(self.elements() * self.bytes, under_way);
        let passing = self.gpu.passing(self.elements() * self.strided);
        self.streaming().max(waiting).max(passing)
    }

    /// All threads side by side, those without a column of a short row for nothing.
    pub(crate) fn along_rows(&self) -> f64 {
        self.streaming() * (WARP as f64 / self.columns.max(1.0)).max(1.0)
    }

    /// A warp for each row.
    pub(crate) fn by_warps(&self) -> f64 {
        self.streaming() + self.rows * ROW_OF_WARP / self.gpu.resident_warps()
    }

    /// Rows through shared memory, in tiles of so many columns and bytes.
    pub(crate) fn staged(&self, width: u64, bytes_per_thread: u64, ahead: bool, has_helpers: bool) -> f64 {
        let limits = self.gpu.limits();
        let fit = limits.shared_bytes as f64 / bytes_per_thread.max(1) as f64;
        let resident = f64::from(limits.multiprocessors) * fit.min(f64::from(limits.threads));
        let waves = (self.rows / resident.max(1.0)).max(1.0);
        let round = match (ahead, has_helpers) {
            (true, true) => ROUND_HELPED,
            (true, false) => ROUND_AHEAD,
            (false, _) => ROUND,
        };
        let rounds = self.columns / width.max(1) as f64 + if ahead { 1.0 } else { 0.0 };
        (self.streaming() * STAGED).max(waves * rounds * round)
    }

    /// The same where threads have columns, and walk down the rows.
    pub(crate) fn size_by_columns(&self) -> String {
        format!("{:.0} rows of {:.0} columns", self.columns, self.rows)
    }

    /// `12288 rows of 12288 columns`
    pub(crate) fn size(&self) -> String {
        format!("{:.0} rows of {:.0} columns", self.rows, self.columns)
    }
}

/// Threads without loops, each with elements side by side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Parts {
    pub threads: f64,
    /// Bytes that a thread needs and changes, all arrays together.
    pub bytes: f64,
    /// Bytes of the largest part.
    pub largest: u64,
    /// Transactions of a warp, element by element, and those among them that store.
    pub transactions: f64,
    pub stores: f64,
}

/// Bytes of a multiprocessor's cache that keep what its threads have begun to read.
const CACHED: f64 = 1e5;
/// Bytes of the largest part whose elements are all written before one of them goes to
/// memory, and how many more it takes until every store is a sector there.
pub(crate) const MERGED: f64 = 20.0;
const UNTIL_NONE_IS: f64 = 8.0;
/// What it takes to carry parts by way of shared memory.
const CARRIED: f64 = 1.05;

impl Parts {
    /// Threads that have a part of so many words each, and how that is said.
    pub(crate) fn threads(words: u64) -> (f64, String) {
        let threads = ELEMENTS / words.max(1) as f64;
        (threads, format!("{threads:.0} threads"))
    }

    /// As fast as memory and the transactions are, which overlap almost wholly.
    fn moving(&self, gpu: Gpu, bytes: f64, transactions: f64) -> f64 {
        const SERVED: f64 = 4.0;
        const APART: f64 = 0.02;
        let transactions = self.threads / WARP as f64 * transactions;
        gpu.streaming(self.threads * bytes) + APART * gpu.passing(transactions / SERVED)
    }

    /// Each element by itself: the cache has what is read until the last is, unless parts
    /// are too large.
    pub(crate) fn one_by_one(&self, gpu: Gpu) -> f64 {
        let again = (f64::from(gpu.limits().threads) * self.largest as f64 / CACHED).max(1.0);
        let stored = self.stores * ((self.largest as f64 - MERGED) / UNTIL_NONE_IS).clamp(0.0, 1.0);
        self.moving(gpu, (self.bytes * again).max(stored), self.transactions)
    }

    /// As vectors, in so many transactions.
    pub(crate) fn together(&self, gpu: Gpu, transactions: f64) -> f64 {
        self.moving(gpu, self.bytes, transactions)
    }

    /// By way of shared memory.
    pub(crate) fn carried(&self, gpu: Gpu, transactions: f64) -> f64 {
        CARRIED * self.moving(gpu, self.bytes, transactions)
    }
}

/// Do the lanes lie in rows of their own?
fn is_in_rows(access: &Access, cost: &Cost) -> bool {
    !access.loops.is_empty() && matches!(cost.pattern, Pattern::Strided(_))
}

#[cfg(test)]
#[path = "predict_tests.rs"]
mod predict_tests;
