//! One block: its warps, its shared memory, its barriers.
//!
//! Warps run one after the other, each up to the next barrier. When every
//! warp that is not done waits, the barrier opens and time goes on.

use crate::code::{BarrierVote, Pc, SiteId};
use crate::counters::Counters;
use crate::finding::{Finding, FindingKind, Findings, OtherParty, ThreadPlace};
use crate::history::History;
use crate::launch::{Launch, Outcome};
use crate::memory::private::PrivateMemory;
use crate::race::{Order, Other};
use crate::warp::{Stop, Warp};

/// A block, used for one after another.
pub(crate) struct Block<'l, 'a> {
    warps: Vec<Warp>,
    pub(crate) world: World<'l, 'a>,
}

/// What the warps of a block see around them.
pub(crate) struct World<'l, 'a> {
    pub(crate) launch: &'l Launch<'a>,
    pub(crate) shared: PrivateMemory,
    pub(crate) shared_history: History,
    /// The block's number and `blockIdx`.
    pub(crate) index: u64,
    pub(crate) place: [u32; 3],
    /// Barriers so far, of all blocks that the core has run.
    pub(crate) epoch: u64,
    /// The epoch in which this block began.
    begun: u64,
    /// The barriers of this block before its last fence, plus one.
    pub(crate) fenced: u64,
    /// The block has read what others published.
    pub(crate) acquired: bool,
    /// Instructions so far, for `clock()`.
    pub(crate) clock: u64,
    pub(crate) counters: Counters,
    pub(crate) findings: Findings,
    pub(crate) printed: Vec<u8>,
    /// The allocation that was right last time.
    pub(crate) hint: usize,
    /// The core that runs it, among those of the launch.
    pub(crate) core: usize,
    output: Vec<(u64, Vec<u8>)>,
}

impl World<'_, '_> {
    /// Barriers of this block so far: those of several blocks can be compared.
    pub(crate) fn barriers(&self) -> u64 {
        self.epoch - self.begun
    }
}

impl<'l, 'a> Block<'l, 'a> {
    pub(crate) fn new(launch: &'l Launch<'a>) -> Block<'l, 'a> {
        let threads = launch.config.block.iter().product::<u32>();
        let warps = (0..threads.div_ceil(32)).map(|index| Warp::new(launch, index)).collect();
        let bytes = launch.code.shared_bytes + launch.config.dynamic_shared;
        let world = World {
            launch,
            shared: PrivateMemory::new(bytes),
            shared_history: History::new(bytes, Order::Private),
            index: 0,
            place: [0; 3],
            epoch: 0,
            begun: 0,
            fenced: 0,
            acquired: false,
            clock: 0,
            counters: launch.counters(),
            findings: Findings::default(),
            printed: Vec::new(),
            hint: 0,
            core: launch.under_way.join(),
            output: Vec::new(),
        };
        Block { warps, world }
    }

    /// Runs one block of the grid.
    pub(crate) fn run(&mut self, index: u64, place: [u32; 3]) {
        let world = &mut self.world;
        world.index = index;
        world.place = place;
        world.launch.under_way.run_block(world.core, index);
        // Epochs go on from block to block, so that the shadow of shared
        // memory needs no cleaning: what another block did is long ago.
        world.epoch += 1;
        world.begun = world.epoch;
        world.fenced = 0;
        world.acquired = false;
        world.shared.forget();
        for warp in &mut self.warps {
            warp.start(world.launch);
        }
        while self.step() {}
        let world = &mut self.world;
        if !world.printed.is_empty() {
            world.output.push((index, std::mem::take(&mut world.printed)));
        }
    }

    /// Runs every warp to its next barrier; false when the block is over.
    fn step(&mut self) -> bool {
        let mut waiting: Option<Pc> = None;
        let mut votes = Vec::new();
        for warp in &mut self.warps {
            if warp.is_done() {
                continue;
            }
            match warp.run(&mut self.world) {
                Stop::Done => {}
                Stop::Abandoned => return false,
                Stop::Barrier { pc, vote } => {
                    if waiting.is_some_and(|first| first != pc) {
                        let thread = warp.first_thread();
                        self.world.report(pc, FindingKind::DifferentBarriers, thread);
                        return false;
                    }
                    waiting = Some(pc);
                    votes.extend(vote);
                }
            }
        }
        let Some(pc) = waiting else { return false };
        if self.world.launch.code.barriers_for_all && self.warps.iter().any(Warp::has_returned) {
            let there = self.warps.iter().find(|warp| !warp.is_done()).map_or(0, Warp::first_thread);
            self.world.report(pc, FindingKind::DivergentBarrier, there);
            return false;
        }
        self.world.epoch += 1;
        self.world.counters.barriers += 1;
        if let Some(&(kind, ..)) = votes.first() {
            let result = tally(kind, &votes);
            for warp in self.warps.iter_mut().filter(|warp| !warp.is_done()) {
                warp.answer(result);
            }
        }
        true
    }

    pub(crate) fn into_outcome(self) -> Outcome {
        let World { counters, findings, output, .. } = self.world;
        Outcome { counters, findings, output }
    }
}

/// The answer of a block to a vote: per warp, lanes asked and lanes for it.
fn tally(kind: BarrierVote, votes: &[(BarrierVote, u32, u32)]) -> u64 {
    let asked: u32 = votes.iter().map(|vote| vote.1.count_ones()).sum();
    let agreed: u32 = votes.iter().map(|vote| vote.2.count_ones()).sum();
    match kind {
        BarrierVote::Count => u64::from(agreed),
        BarrierVote::And => u64::from(agreed == asked),
        BarrierVote::Or => u64::from(agreed > 0),
    }
}

impl World<'_, '_> {
    /// `threadIdx` of a thread of the block.
    pub(crate) fn thread_place(&self, thread: u32) -> ThreadPlace {
        let [x, y, _] = self.launch.config.block;
        ThreadPlace { block: self.place, thread: [thread % x, thread / x % y, thread / x / y] }
    }

    /// Notes something wrong at an instruction.
    #[cold]
    pub(crate) fn report(&mut self, pc: Pc, kind: FindingKind, thread: u32) {
        let span = self.launch.code.span(pc);
        let thread = self.thread_place(thread);
        self.findings.note((pc, u32::MAX), Finding { kind, span, other: None, thread, count: 1 });
    }

    /// Notes a race.
    #[cold]
    pub(crate) fn report_race(
        &mut self,
        site: SiteId,
        other: Other,
        memory: &'static str,
        wrote: bool,
        thread: u32,
    ) {
        let code = self.launch.code;
        let span_of = |site: SiteId| code.sites.get(site as usize).copied().unwrap_or(code.span);
        let between_blocks = memory != "shared memory" && other.block != self.index & 0x1f_ffff;
        let [x, y, _] = self.launch.config.grid.map(u64::from);
        let [tx, ty, _] = self.launch.config.block;
        let block = if between_blocks {
            [(other.block % x) as u32, (other.block / x % y) as u32, (other.block / x / y) as u32]
        } else {
            self.place
        };
        let there = [other.thread % tx, other.thread / tx % ty, other.thread / tx / ty];
        let kind = FindingKind::Race { memory, wrote, between_blocks };
        let finding = Finding {
            span: span_of(site),
            other: Some(OtherParty {
                span: span_of(other.site),
                wrote: other.wrote,
                thread: ThreadPlace { block, thread: there },
            }),
            thread: self.thread_place(thread),
            count: 1,
            kind,
        };
        // One pair is one finding, whichever of the two came first.
        let (first, second) = (site.min(other.site), site.max(other.site));
        self.findings.note((first, second), finding);
    }
}
