//! An estimate of the registers a thread needs.
//!
//! The machine of the simulator has as many registers as a kernel has values;
//! a GPU's compiler lets values share a register when they are not needed at
//! the same time. So the estimate is the largest number of values that are
//! alive at once (a `double` or an address counts twice), and a few that every
//! kernel needs. Numbers known at compile time and arguments do not count: the
//! GPU reads them from constant memory.
//!
//! The real compiler also reorders and unrolls, so this is an estimate, not a
//! promise.

use simulate::Code;
use simulate::code::{Instr, ParamHome, Pc, Reg};

/// 32-bit registers of a thread.
pub fn estimate(code: &Code) -> u32 {
    gpu::registers::for_values(most_alive(code))
}

/// The largest number of 32-bit values that are alive at once.
fn most_alive(code: &Code) -> u32 {
    let words = (code.registers as usize).div_ceil(64);
    let widths = widths(code);
    let mut before: Vec<Vec<u64>> = vec![vec![0; words]; code.instrs.len() + 1];
    let mut most = 0;
    let mut changed = true;
    while changed {
        changed = false;
        for (pc, instr) in code.instrs.iter().enumerate().rev() {
            let mut alive = vec![0u64; words];
            for next in successors(instr, pc as Pc) {
                if let Some(there) = before.get(next as usize) {
                    alive.iter_mut().zip(there).for_each(|(a, b)| *a |= b);
                }
            }
            most = most.max(weigh(&alive, &widths));
            let (written, read) = registers(instr);
            written.iter().for_each(|&r| clear(&mut alive, r));
            read.iter().for_each(|&r| set(&mut alive, r));
            if alive != before[pc] {
                before[pc] = alive;
                changed = true;
            }
        }
    }
    most
}

fn set(bits: &mut [u64], register: Reg) {
    if let Some(word) = bits.get_mut(register as usize / 64) {
        *word |= 1 << (register % 64);
    }
}

fn clear(bits: &mut [u64], register: Reg) {
    if let Some(word) = bits.get_mut(register as usize / 64) {
        *word &= !(1 << (register % 64));
    }
}

fn weigh(alive: &[u64], widths: &[u32]) -> u32 {
    let mut sum = 0;
    for (at, &word) in alive.iter().enumerate() {
        let mut rest = word;
        while rest != 0 {
            sum += widths.get(at * 64 + rest.trailing_zeros() as usize).copied().unwrap_or(1);
            rest &= rest - 1;
        }
    }
    sum
}

/// 32-bit registers that each register stands for.
fn widths(code: &Code) -> Vec<u32> {
    let mut widths = vec![1; code.registers as usize];
    for instr in &code.instrs {
        let wide = match *instr {
            Instr::Binary { ty, to, .. }
            | Instr::Unary { ty, to, .. }
            | Instr::Convert { into: ty, to, .. }
            | Instr::Load { ty, to, .. }
            | Instr::Fetch { ty, to, .. }
            | Instr::Reduce { ty, to, .. }
            | Instr::Atomic { ty, to, .. } => (ty.size() > 4).then_some(to),
            Instr::MathF64 { to, .. } | Instr::Element { to, .. } => Some(to),
            _ => None,
        };
        if let Some(width) = wide.and_then(|register| widths.get_mut(register as usize)) {
            *width = 2;
        }
    }
    let constants = code.constants.iter().map(|&(register, _)| register);
    let arguments = code.params.iter().filter_map(|param| match param.home {
        ParamHome::Register(register, _) => Some(register),
        ParamHome::Local(_) => None,
    });
    for register in constants.chain(arguments) {
        if let Some(width) = widths.get_mut(register as usize) {
            *width = 0;
        }
    }
    widths
}

fn successors(instr: &Instr, pc: Pc) -> Vec<Pc> {
    match *instr {
        Instr::Jump { target } => vec![target],
        Instr::Branch { then, otherwise, .. } => vec![then, otherwise],
        Instr::Exit => Vec::new(),
        _ => vec![pc + 1],
    }
}

/// The registers that an instruction writes, and those it reads.
fn registers(instr: &Instr) -> (Vec<Reg>, Vec<Reg>) {
    match *instr {
        Instr::Copy { to, from } => (vec![to], vec![from]),
        Instr::Binary { to, a, b, .. } | Instr::Compare { to, a, b, .. } => (vec![to], vec![a, b]),
        Instr::Unary { to, a, .. } | Instr::Convert { to, a, .. } => (vec![to], vec![a]),
        Instr::MathF32 { to, args, .. } | Instr::MathF64 { to, args, .. } | Instr::Bits { to, args, .. } => {
            (vec![to], args.to_vec())
        }
        Instr::Element { to, base, index, .. } => (vec![to], vec![base, index]),
        Instr::Grid { to, .. } | Instr::ActiveMask { to } | Instr::Clock { to } | Instr::Print { to, .. } => {
            (vec![to], Vec::new())
        }
        Instr::Load { to, address, .. } => (vec![to], vec![address]),
        Instr::Store { address, value, .. } => (Vec::new(), vec![address, value]),
        Instr::Move { to, from, .. } | Instr::StartCopy { to, from, .. } => (Vec::new(), vec![to, from]),
        Instr::WaitForCopies { but } => (Vec::new(), vec![but]),
        Instr::Zero { at, .. } => (Vec::new(), vec![at]),
        Instr::Fetch { to, texture, x, y, .. } => (vec![to], [texture, x].into_iter().chain(y).collect()),
        Instr::Atomic { to, address, value, compare, .. } => (vec![to], vec![address, value, compare]),
        Instr::Shuffle { to, value, lane, width, mask, .. } => (vec![to], vec![value, lane, width, mask]),
        Instr::Vote { to, predicate, mask, .. } => (vec![to], vec![predicate, mask]),
        Instr::Reduce { to, value, mask, .. } => (vec![to], vec![value, mask]),
        Instr::Barrier { vote } => vote.map_or_else(Default::default, |(_, to, p)| (vec![to], vec![p])),
        Instr::SyncWarp { mask } => (Vec::new(), vec![mask]),
        Instr::Branch { cond, .. } => (Vec::new(), vec![cond]),
        Instr::Fence | Instr::CommitCopies | Instr::Jump { .. } | Instr::Trap | Instr::Exit => {
            (Vec::new(), Vec::new())
        }
    }
}
