//! What is counted while a kernel runs.

use crate::code::Instr;
use crate::memory::address::Space;

/// Counts of one kernel launch, or of several added up.
#[derive(Clone, Default, Debug)]
pub struct Counters {
    /// Per site of the code.
    pub sites: Vec<SiteCounters>,
    /// Instructions, each counted once for a warp.
    pub warp_instructions: u64,
    /// The same, counted for each lane that took part.
    pub lane_instructions: u64,
    /// Branches, and those whose lanes parted.
    pub branches: u64,
    /// Branches whose lanes went both ways.
    pub divergent_branches: u64,
    /// Barriers, counted for a block.
    pub barriers: u64,
    /// Lane instructions by kind.
    pub mix: Mix,
}

/// Lane instructions by kind.
#[derive(Clone, Copy, Default, Debug)]
pub struct Mix {
    /// Arithmetic on `float` and `double`.
    pub floating: u64,
    /// Integers, addresses, comparisons, copies.
    pub integer: u64,
    /// Loads, stores and atomic updates.
    pub memory: u64,
    /// Branches, barriers, votes, shuffles.
    pub control: u64,
}

/// Counts of one place in the source.
#[derive(Clone, Copy, Default, Debug)]
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
    /// Bytes moved to or from device memory.
    pub bytes_moved: u64,
    /// Passes over the banks of shared memory.
    pub passes: u64,
}

impl SiteCounters {
    /// Bytes that the lanes asked for.
    pub fn bytes_asked(&self) -> u64 {
        self.lanes * self.size
    }

    fn add(&mut self, other: &SiteCounters) {
        self.space = self.space.or(other.space);
        self.size = self.size.max(other.size);
        self.requests += other.requests;
        self.lanes += other.lanes;
        self.transactions += other.transactions;
        self.bytes_moved += other.bytes_moved;
        self.passes += other.passes;
    }
}

impl Counters {
    /// Zeros for so many sites.
    pub fn new(sites: usize) -> Counters {
        Counters { sites: vec![SiteCounters::default(); sites], ..Counters::default() }
    }

    /// Adds another launch, or another core's part of this one.
    pub fn add(&mut self, other: &Counters) {
        self.sites.resize(self.sites.len().max(other.sites.len()), SiteCounters::default());
        for (mine, theirs) in self.sites.iter_mut().zip(&other.sites) {
            mine.add(theirs);
        }
        self.warp_instructions += other.warp_instructions;
        self.lane_instructions += other.lane_instructions;
        self.branches += other.branches;
        self.divergent_branches += other.divergent_branches;
        self.barriers += other.barriers;
        self.mix.floating += other.mix.floating;
        self.mix.integer += other.mix.integer;
        self.mix.memory += other.mix.memory;
        self.mix.control += other.mix.control;
    }

    /// Counts an instruction that the lanes of a mask execute.
    #[inline]
    pub(crate) fn instruction(&mut self, instr: &Instr, mask: u32) {
        let lanes = u64::from(mask.count_ones());
        self.warp_instructions += 1;
        self.lane_instructions += lanes;
        let kind = match instr {
            Instr::Binary { ty, .. } | Instr::Compare { ty, .. } | Instr::Unary { ty, .. }
                if ty.is_float() =>
            {
                &mut self.mix.floating
            }
            Instr::MathF32 { .. } | Instr::MathF64 { .. } => &mut self.mix.floating,
            Instr::Load { .. }
            | Instr::Store { .. }
            | Instr::Move { .. }
            | Instr::Fetch { .. }
            | Instr::Atomic { .. } => &mut self.mix.memory,
            Instr::Branch { .. }
            | Instr::Jump { .. }
            | Instr::Barrier { .. }
            | Instr::SyncWarp { .. }
            | Instr::Shuffle { .. }
            | Instr::Vote { .. }
            | Instr::Exit => &mut self.mix.control,
            _ => &mut self.mix.integer,
        };
        *kind += lanes;
    }
}
