//! How long work takes, roughly: what decides between remedies and ranks accesses.
//!
//! The slowest of three things holds a kernel up:
//!
//! - *bandwidth*: its bytes, over what device memory delivers ([`Gpu::streaming`]);
//! - *parallelism*: memory answers after [`LATENCY`], and by Little's law what is under way at
//!   once is all that comes in that time ([`Gpu::waiting`]);
//! - *passes*: a multiprocessor serves one line of its cache, or one pass over the banks of
//!   its shared memory, in a cycle ([`Gpu::passing`]).
//!
//! The numbers are for choosing, not for promising: what was measured is in
//! `docs/coalesce.md`.

use crate::Gpu;

/// Seconds from a load to its answer, in a busy memory.
pub const LATENCY: f64 = 0.7e-6;
/// The part of the peak bandwidth that a good kernel gets.
pub const ATTAINABLE: f64 = 0.85;

impl Gpu {
    /// Seconds that device memory takes for bytes, at its peak.
    pub fn moving(self, bytes: f64) -> f64 {
        bytes / self.limits().bandwidth
    }

    /// The same in a good kernel.
    pub fn streaming(self, bytes: f64) -> f64 {
        bytes / (self.limits().bandwidth * ATTAINABLE)
    }

    /// Seconds for bytes of which so many are under way at once.
    pub fn waiting(self, bytes: f64, under_way: f64) -> f64 {
        bytes / (under_way / LATENCY)
    }

    /// Seconds for lines or passes of warps, spread over all multiprocessors.
    pub fn passing(self, passes: f64) -> f64 {
        passes / self.passes_per_second()
    }

    /// Passes of all multiprocessors in a second.
    pub fn passes_per_second(self) -> f64 {
        let limits = self.limits();
        f64::from(limits.multiprocessors) * limits.shared_clock
    }

    /// Threads that all multiprocessors hold together.
    pub fn resident_threads(self) -> f64 {
        let limits = self.limits();
        f64::from(limits.multiprocessors * limits.threads)
    }

    /// Warps that all multiprocessors hold together.
    pub fn resident_warps(self) -> f64 {
        self.resident_threads() / self.warp() as f64
    }

    /// Operations a second at so many for each byte of device memory: the roofline.
    pub fn attainable_flops(self, intensity: f64) -> f64 {
        let limits = self.limits();
        (intensity * limits.bandwidth).min(limits.flops)
    }
}

#[cfg(test)]
mod time_tests {
    use super::*;

    #[test]
    fn memory_is_full_when_little_says_so() {
        // 4.8 TB/s for 0.7 microseconds: 3.4 MB under way.
        let gpu = Gpu::H200;
        let enough = gpu.limits().bandwidth * LATENCY;
        assert!((gpu.waiting(1e9, enough) - gpu.moving(1e9)).abs() < 1e-9);
        assert!(gpu.waiting(1e9, enough / 10.0) > 9.0 * gpu.moving(1e9));
        assert!(gpu.streaming(1e9) > gpu.moving(1e9));
    }

    #[test]
    fn the_roofline_has_two_parts() {
        assert_eq!(Gpu::H200.attainable_flops(1.0), 4.8e12);
        assert_eq!(Gpu::H200.attainable_flops(1e3), 67e12);
    }
}
