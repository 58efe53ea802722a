//! What is counted while a kernel runs, when somebody asks.
//!
//! Counts are kept where things happen: per instruction ([`InstrCounters`])
//! and per place that touches memory ([`SiteCounters`]). Whatever is a sum (the
//! mix of instructions, the heat of a line) is added up afterwards, by whoever
//! wants to know. A launch that does not count has empty tables, and pays one
//! look that finds nothing.

use crate::memory::address::Space;

/// Counts of one kernel launch, or of several added up.
#[derive(Clone, Default, Debug)]
pub struct Counters {
    /// Per site of the code.
    pub sites: Vec<SiteCounters>,
    /// Per instruction of the code.
    pub instructions: Vec<InstrCounters>,
    /// Barriers, counted for a block.
    pub barriers: u64,
}

/// Counts of one instruction.
#[derive(Clone, Copy, Default, Debug)]
pub struct InstrCounters {
    /// Times a warp executed it.
    pub warps: u64,
    /// Lanes that took part.
    pub lanes: u64,
    /// For a branch: times its lanes parted.
    pub parted: u64,
}

/// Counts of one place in the source.
#[derive(Clone, Default, Debug)]
pub struct SiteCounters {
    /// Which memory it touched, the first time.
    pub space: Option<Space>,
    /// Bytes per lane.
    pub size: u64,
    /// Times a warp came by.
    pub requests: u64,
    /// Lanes that took part, over all requests.
    pub lanes: u64,
    /// Transactions with device memory.
    pub transactions: u64,
    /// As many as the same lanes need for neighbouring words.
    pub ideal_transactions: u64,
    /// As many as they need in device memory if each has the word of its place.
    pub in_place_transactions: u64,
    /// Bytes moved to or from device memory.
    pub bytes_moved: u64,
    /// Passes over the banks of shared memory.
    pub passes: u64,
    /// As many as without conflicts.
    pub ideal_passes: u64,
    /// The first and the last byte of the thread's own memory it began at: they
    /// differ where an array is indexed by something that varies.
    pub local: Option<(u64, u64)>,
    /// The most expensive request.
    pub sample: Option<Box<Sample>>,
}

/// One request of a warp.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// Where each lane went.
    pub addresses: [u64; 32],
    /// The lanes that took part.
    pub mask: u32,
    /// Transactions or passes.
    pub cost: u64,
    /// The block, numbered along the grid.
    pub block: u64,
    /// The warp, numbered in the block.
    pub warp: u32,
}

impl Sample {
    /// Is it more expensive, or as expensive and of an earlier warp?
    fn is_before(&self, other: &Sample) -> bool {
        (other.cost, self.block, self.warp) < (self.cost, other.block, other.warp)
    }
}

impl SiteCounters {
    /// Counts another core's, or another place's.
    pub fn add(&mut self, other: &SiteCounters) {
        self.space = self.space.or(other.space);
        self.size = self.size.max(other.size);
        self.requests += other.requests;
        self.lanes += other.lanes;
        self.transactions += other.transactions;
        self.ideal_transactions += other.ideal_transactions;
        self.in_place_transactions += other.in_place_transactions;
        self.bytes_moved += other.bytes_moved;
        self.passes += other.passes;
        self.ideal_passes += other.ideal_passes;
        if let Some((low, high)) = other.local {
            self.see_local(low);
            self.see_local(high);
        }
        if let Some(theirs) = &other.sample
            && self.sample.as_ref().is_none_or(|mine| theirs.is_before(mine))
        {
            self.sample = Some(theirs.clone());
        }
    }

    /// Was an array of the thread's own touched here, at more than one place?
    pub fn is_indexed_local(&self) -> bool {
        self.local.is_some_and(|(low, high)| low != high)
    }

    pub(crate) fn see_local(&mut self, offset: u64) {
        let (low, high) = self.local.unwrap_or((offset, offset));
        self.local = Some((low.min(offset), high.max(offset)));
    }

    /// Remembers a request if it is the most expensive so far.
    pub(crate) fn consider(&mut self, cost: u64, sample: impl FnOnce() -> Sample) {
        if self.sample.as_ref().is_none_or(|known| cost > known.cost) {
            self.sample = Some(Box::new(sample()));
        }
    }
}

impl Counters {
    /// Zeros for so many sites and instructions.
    pub fn new(sites: usize, instructions: usize) -> Counters {
        Counters {
            sites: vec![SiteCounters::default(); sites],
            instructions: vec![InstrCounters::default(); instructions],
            barriers: 0,
        }
    }

    /// Adds another launch, or another core's part of this one.
    pub fn add(&mut self, other: &Counters) {
        self.sites.resize(self.sites.len().max(other.sites.len()), SiteCounters::default());
        for (mine, theirs) in self.sites.iter_mut().zip(&other.sites) {
            mine.add(theirs);
        }
        let instructions = self.instructions.len().max(other.instructions.len());
        self.instructions.resize(instructions, InstrCounters::default());
        for (mine, theirs) in self.instructions.iter_mut().zip(&other.instructions) {
            mine.warps += theirs.warps;
            mine.lanes += theirs.lanes;
            mine.parted += theirs.parted;
        }
        self.barriers += other.barriers;
    }

    /// Instructions, each counted once for a warp.
    pub fn warp_instructions(&self) -> u64 {
        self.instructions.iter().map(|instr| instr.warps).sum()
    }

    /// The same, counted for each lane that took part.
    pub fn lane_instructions(&self) -> u64 {
        self.instructions.iter().map(|instr| instr.lanes).sum()
    }

    /// Counts an instruction that the lanes of a mask execute.
    #[inline]
    pub(crate) fn instruction(&mut self, pc: u32, mask: u32) {
        if let Some(instr) = self.instructions.get_mut(pc as usize) {
            instr.warps += 1;
            instr.lanes += u64::from(mask.count_ones());
        }
    }

    /// Counts a branch whose lanes parted.
    pub(crate) fn parted(&mut self, pc: u32) {
        if let Some(instr) = self.instructions.get_mut(pc as usize) {
            instr.parted += 1;
        }
    }
}

#[cfg(test)]
mod counters_tests {
    use super::*;

    fn request(cost: u64, block: u64) -> SiteCounters {
        let sample = Sample { addresses: [0; 32], mask: 1, cost, block, warp: 0 };
        SiteCounters { sample: Some(Box::new(sample)), ..SiteCounters::default() }
    }

    #[test]
    fn whichever_core_is_asked_first_the_sample_is_the_same() {
        let all = [request(4, 0), request(32, 7), request(32, 3), request(5, 1)];
        for order in [[0, 1, 2, 3], [3, 2, 1, 0], [1, 0, 3, 2]] {
            let mut sum = SiteCounters::default();
            order.iter().for_each(|&at| sum.add(&all[at]));
            assert_eq!(sum.sample.map(|sample| (sample.cost, sample.block)), Some((32, 3)));
        }
    }
}
