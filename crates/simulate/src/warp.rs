//! A warp: thirty-two lanes in lock-step.
//!
//! Lanes that take different ways at a branch run one after the other, those
//! with the condition true first, and meet again at the branch's join. Frames
//! on the stack are groups of lanes that wait for their turn:
//!
//! ```text
//! if (x) A; else B; C;        branch: [C, all lanes] [B, lanes without x] [A, lanes with x]
//! ```
//! Each frame runs to its own join and is popped there; the last one left is
//! the whole warp.

use crate::block::World;
use crate::code::{BarrierVote, END, Instr, ParamHome, Pc, Reg};
use crate::finding::FindingKind;
use crate::launch::Launch;
use crate::memory::private::PrivateMemory;
use crate::pipeline::Pipeline;

pub(crate) const LANES: usize = gpu::WARP as usize;
/// Instructions between two looks at the clock.
const PATIENCE: u32 = 1 << 16;

/// Why a warp stopped.
pub(crate) enum Stop {
    /// All its threads have ended.
    Done,
    /// It waits at a barrier; for a vote, the lanes asked and those in favour.
    Barrier { pc: Pc, vote: Option<(BarrierVote, u32, u32)> },
    /// Nothing sensible can follow: the block ends here.
    Abandoned,
}

/// Lanes that go together.
#[derive(Clone, Copy, Debug)]
struct Frame {
    pc: Pc,
    mask: u32,
    join: Pc,
}

/// A warp of a block.
pub(crate) struct Warp {
    /// Its first thread, numbered in the block.
    first_thread: u32,
    /// Lanes that are threads at all.
    present: u32,
    pub(crate) registers: Vec<[u64; LANES]>,
    /// The threads' own memories, one after the other.
    pub(crate) local: PrivateMemory,
    now: Frame,
    waiting: Vec<Frame>,
    exited: u32,
    done: bool,
    /// `__syncwarp`s so far.
    pub(crate) epoch: u64,
    /// Where the answer to a vote at the barrier goes.
    answer_to: Option<Reg>,
    pub(crate) pipeline: Pipeline,
}

impl Warp {
    pub(crate) fn new(launch: &Launch<'_>, index: u32) -> Warp {
        let threads = launch.config.block.iter().product::<u32>();
        let first_thread = index * LANES as u32;
        let lanes = (threads - first_thread).min(LANES as u32);
        let present = if lanes == 32 { u32::MAX } else { (1 << lanes) - 1 };
        let mut registers = vec![[0; LANES]; launch.code.registers as usize];
        for &(register, bits) in &launch.code.constants {
            registers[register as usize] = [bits; LANES];
        }
        Warp {
            first_thread,
            present,
            registers,
            local: PrivateMemory::new(launch.code.local_bytes * LANES as u64),
            now: Frame { pc: 0, mask: present, join: END },
            waiting: Vec::new(),
            exited: 0,
            done: false,
            epoch: 0,
            answer_to: None,
            pipeline: Pipeline::default(),
        }
    }

    /// Back to the kernel's first instruction, with its arguments.
    pub(crate) fn start(&mut self, launch: &Launch<'_>) {
        self.now = Frame { pc: 0, mask: self.present, join: END };
        self.waiting.clear();
        self.exited = 0;
        self.done = false;
        self.local.forget();
        self.pipeline = Pipeline::default();
        let mut args = launch.config.args.as_slice();
        for param in &launch.code.params {
            let (bytes, rest) = args.split_at((param.bytes as usize).min(args.len()));
            args = rest;
            match param.home {
                ParamHome::Register(register, ty) => {
                    let bits = bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte));
                    self.registers[register as usize] = [ty.extend(bits); LANES];
                }
                ParamHome::Local(offset) => {
                    for lane in 0..LANES as u64 {
                        let start = lane * launch.code.local_bytes + offset;
                        for (at, &byte) in bytes.iter().enumerate() {
                            self.local.store(start + at as u64, 1, u64::from(byte));
                        }
                    }
                }
            }
        }
    }

    pub(crate) fn is_done(&self) -> bool {
        self.done
    }

    pub(crate) fn first_thread(&self) -> u32 {
        self.first_thread
    }

    /// The thread of a lane, numbered in the block.
    pub(crate) fn thread(&self, lane: usize) -> u32 {
        self.first_thread + lane as u32
    }

    /// Lanes that execute now.
    pub(crate) fn mask(&self) -> u32 {
        self.now.mask
    }

    /// Lanes that have not ended.
    pub(crate) fn alive(&self) -> u32 {
        self.present & !self.exited
    }

    /// Has a thread of it ended?
    pub(crate) fn has_returned(&self) -> bool {
        self.exited != 0
    }

    /// The block's answer to a vote.
    pub(crate) fn answer(&mut self, result: u64) {
        if let Some(register) = self.answer_to.take() {
            self.registers[register as usize] = [result; LANES];
        }
    }

    /// Runs until the next barrier or the end.
    pub(crate) fn run(&mut self, world: &mut World<'_, '_>) -> Stop {
        let code = world.launch.code;
        let mut patience = PATIENCE;
        loop {
            if self.now.pc == self.now.join && !self.pop() {
                return Stop::Done;
            }
            patience -= 1;
            if patience == 0 {
                patience = PATIENCE;
                if world.launch.stop.load(std::sync::atomic::Ordering::Relaxed) {
                    world.report(self.now.pc, FindingKind::Timeout, self.first_thread);
                    return Stop::Abandoned;
                }
            }
            let pc = self.now.pc;
            let Some(instr) = code.instrs.get(pc as usize) else { return Stop::Abandoned };
            world.clock += 1;
            world.counters.instruction(pc, self.now.mask);
            self.now.pc += 1;
            match *instr {
                Instr::Jump { target } => self.now.pc = target,
                Instr::Branch { cond, then, otherwise, join } => {
                    if self.branch(cond, then, otherwise, join) {
                        world.counters.parted(pc);
                    }
                }
                Instr::Exit => {
                    self.exited |= self.now.mask;
                    if !self.pop() {
                        return Stop::Done;
                    }
                }
                Instr::Barrier { vote } => {
                    if self.now.mask != self.alive() {
                        let lane = self.now.mask.trailing_zeros();
                        world.report(pc, FindingKind::DivergentBarrier, self.first_thread + lane);
                        return Stop::Abandoned;
                    }
                    let vote = vote.map(|(kind, to, predicate)| {
                        self.answer_to = Some(to);
                        (kind, self.now.mask, self.true_lanes(predicate))
                    });
                    return Stop::Barrier { pc, vote };
                }
                Instr::Trap => {
                    world.report(pc, FindingKind::Trap, self.first_thread + self.now.mask.trailing_zeros());
                    return Stop::Abandoned;
                }
                _ => self.execute(instr, pc, world),
            }
        }
    }

    /// The lanes among the active ones whose register is not zero.
    pub(crate) fn true_lanes(&self, register: Reg) -> u32 {
        let values = &self.registers[register as usize];
        let all = values.iter().enumerate().fold(0, |lanes, (lane, &v)| lanes | u32::from(v != 0) << lane);
        all & self.now.mask
    }

    /// Goes both ways, if lanes disagree. True if they did.
    fn branch(&mut self, cond: Reg, then: Pc, otherwise: Pc, join: Pc) -> bool {
        let yes = self.true_lanes(cond);
        let no = self.now.mask & !yes;
        if no == 0 {
            self.now.pc = then;
            return false;
        }
        if yes == 0 {
            self.now.pc = otherwise;
            return false;
        }
        // A frame that would only wait to be popped is not kept: a loop whose
        // lanes leave one by one would pile them up.
        if self.now.join != join {
            self.waiting.push(Frame { pc: join, ..self.now });
        }
        for (pc, mask) in [(otherwise, no), (then, yes)] {
            if pc != join {
                self.waiting.push(Frame { pc, mask, join });
            }
        }
        // At least one of the two is there, or the one below.
        self.pop();
        true
    }

    /// The next group of lanes; false when there is none.
    fn pop(&mut self) -> bool {
        while let Some(frame) = self.waiting.pop() {
            let mask = frame.mask & !self.exited;
            if mask != 0 && frame.pc != frame.join {
                self.now = Frame { mask, ..frame };
                return true;
            }
        }
        self.done = true;
        false
    }
}
