//! What the instructions of a warp do, those that change its course apart.

use hir::{Axis, GridQuery};

use crate::block::World;
use crate::code::{BinaryOp, CompareOp, Instr, Pc, Reg, Shuffle, UnaryOp, Vote};
use crate::finding::FindingKind;
use crate::half;
use crate::scalar::Scalar;
use crate::touch::Places;
use crate::warp::{LANES, Warp};

fn f32_of(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

fn bits32(value: f32) -> u64 {
    u64::from(value.to_bits())
}

impl Warp {
    pub(crate) fn execute(&mut self, instr: &Instr, pc: Pc, world: &mut World<'_, '_>) {
        match *instr {
            Instr::Copy { to, from } => self.map1(to, from, |a| a),
            Instr::Binary { op, ty, to, a, b } => self.binary(op, ty, to, a, b),
            Instr::Compare { op, ty, to, a, b } => self.compare(op, ty, to, a, b),
            Instr::Unary { op, ty, to, a } => self.unary(op, ty, to, a),
            Instr::Convert { from, into, to, a } => self.convert(from, into, to, a),
            Instr::MathF32 { function, to, args } => {
                self.map3(to, args, |x| bits32(function(x.map(f32_of))));
            }
            Instr::MathF64 { function, to, args } => {
                self.map3(to, args, |x| function(x.map(f64::from_bits)).to_bits());
            }
            Instr::Bits { function, to, args } => self.map3(to, args, function),
            Instr::Element { to, base, index, scale } => {
                self.map2(to, base, index, |base, index| base.wrapping_add(index.wrapping_mul(scale)));
            }
            Instr::Grid { to, query, axis } => self.grid(to, query, axis, world),
            Instr::Load { .. }
            | Instr::Store { .. }
            | Instr::Move { .. }
            | Instr::Zero { .. }
            | Instr::Fetch { .. }
            | Instr::Atomic { .. } => self.touch(instr, pc, world),
            Instr::StartCopy { to, from, bytes, read, write } => {
                let (to, from) = (self.registers[to as usize], self.registers[from as usize]);
                let places = Places { to, from, mask: self.mask() };
                self.start_copy(places, bytes, (read, write), pc);
            }
            Instr::CommitCopies => self.commit_copies(),
            Instr::WaitForCopies { but } => self.wait_for_copies(self.registers[but as usize], world),
            Instr::Shuffle { kind, to, value, lane, width, mask } => {
                self.check_mask(mask, pc, world);
                self.shuffle(kind, to, value, lane, width);
                self.epoch += 1;
            }
            Instr::Vote { kind, to, predicate, mask } => {
                self.check_mask(mask, pc, world);
                self.vote(kind, to, predicate, mask);
                self.epoch += 1;
            }
            Instr::Reduce { op, ty, to, value, mask } => {
                self.check_mask(mask, pc, world);
                self.reduce(op, ty, to, value);
                self.epoch += 1;
            }
            Instr::ActiveMask { to } => {
                let mask = u64::from(self.mask());
                self.map1(to, to, |_| mask);
            }
            Instr::Clock { to } => {
                let now = world.clock;
                self.map1(to, to, |_| now);
            }
            Instr::SyncWarp { mask } => {
                self.check_mask(mask, pc, world);
                self.epoch += 1;
            }
            Instr::Fence => world.fenced = world.barriers() + 1,
            Instr::Print { format, to, site } => self.print(format, to, (pc, site), world),
            // `Warp::run` has dealt with these.
            Instr::Jump { .. } | Instr::Branch { .. } | Instr::Barrier { .. } | Instr::Trap | Instr::Exit => {
            }
        }
    }

    #[inline]
    fn map1(&mut self, to: Reg, a: Reg, f: impl Fn(u64) -> u64) {
        let a = self.registers[a as usize];
        self.set(to, |lane| f(a[lane]));
    }

    #[inline]
    fn map2(&mut self, to: Reg, a: Reg, b: Reg, f: impl Fn(u64, u64) -> u64) {
        let (a, b) = (self.registers[a as usize], self.registers[b as usize]);
        self.set(to, |lane| f(a[lane], b[lane]));
    }

    #[inline]
    fn map3(&mut self, to: Reg, args: [Reg; 3], f: impl Fn([u64; 3]) -> u64) {
        let args = args.map(|register| self.registers[register as usize]);
        self.set(to, |lane| f([args[0][lane], args[1][lane], args[2][lane]]));
    }

    /// Writes a register in the active lanes.
    #[inline]
    pub(crate) fn set(&mut self, to: Reg, f: impl Fn(usize) -> u64) {
        let mask = self.mask();
        let out = &mut self.registers[to as usize];
        if mask == u32::MAX {
            for (lane, out) in out.iter_mut().enumerate() {
                *out = f(lane);
            }
        } else {
            for (lane, out) in out.iter_mut().enumerate() {
                if mask >> lane & 1 != 0 {
                    *out = f(lane);
                }
            }
        }
    }

    fn binary(&mut self, op: BinaryOp, ty: Scalar, to: Reg, a: Reg, b: Reg) {
        match ty {
            Scalar::F32 => match op {
                BinaryOp::Add => self.map2(to, a, b, |a, b| bits32(f32_of(a) + f32_of(b))),
                BinaryOp::Sub => self.map2(to, a, b, |a, b| bits32(f32_of(a) - f32_of(b))),
                BinaryOp::Mul => self.map2(to, a, b, |a, b| bits32(f32_of(a) * f32_of(b))),
                BinaryOp::Div => self.map2(to, a, b, |a, b| bits32(f32_of(a) / f32_of(b))),
                _ => self.map2(to, a, b, |a, b| fold(op, ty, a, b)),
            },
            Scalar::I32 => match op {
                BinaryOp::Add => self.map2(to, a, b, |a, b| a.wrapping_add(b) as i32 as u64),
                BinaryOp::Sub => self.map2(to, a, b, |a, b| a.wrapping_sub(b) as i32 as u64),
                BinaryOp::Mul => self.map2(to, a, b, |a, b| a.wrapping_mul(b) as i32 as u64),
                _ => self.map2(to, a, b, |a, b| fold(op, ty, a, b)),
            },
            _ => self.map2(to, a, b, |a, b| fold(op, ty, a, b)),
        }
    }

    fn compare(&mut self, op: CompareOp, ty: Scalar, to: Reg, a: Reg, b: Reg) {
        match ty {
            Scalar::F16 => {
                self.map2(to, a, b, |a, b| holds(op, half::value(a).partial_cmp(&half::value(b))));
            }
            Scalar::F32 => self.map2(to, a, b, |a, b| holds(op, f32_of(a).partial_cmp(&f32_of(b)))),
            Scalar::F64 => {
                self.map2(to, a, b, |a, b| holds(op, f64::from_bits(a).partial_cmp(&f64::from_bits(b))));
            }
            _ if ty.is_signed() => {
                self.map2(to, a, b, |a, b| holds(op, Some((a as i64).cmp(&(b as i64)))));
            }
            _ => self.map2(to, a, b, |a, b| holds(op, Some(a.cmp(&b)))),
        }
    }

    fn unary(&mut self, op: UnaryOp, ty: Scalar, to: Reg, a: Reg) {
        match (op, ty) {
            (UnaryOp::Neg, Scalar::F16) => self.map1(to, a, |a| a ^ 0x8000),
            (UnaryOp::Neg, Scalar::F32) => self.map1(to, a, |a| bits32(-f32_of(a))),
            (UnaryOp::Neg, Scalar::F64) => self.map1(to, a, |a| (-f64::from_bits(a)).to_bits()),
            (UnaryOp::Neg, _) => self.map1(to, a, |a| ty.extend(a.wrapping_neg())),
            (UnaryOp::BitNot, _) => self.map1(to, a, |a| ty.extend(!a)),
            (UnaryOp::Not, Scalar::F16) => self.map1(to, a, |a| u64::from(half::value(a) == 0.0)),
            (UnaryOp::Not, Scalar::F32) => self.map1(to, a, |a| u64::from(f32_of(a) == 0.0)),
            (UnaryOp::Not, Scalar::F64) => self.map1(to, a, |a| u64::from(f64::from_bits(a) == 0.0)),
            (UnaryOp::Not, _) => self.map1(to, a, |a| u64::from(a == 0)),
        }
    }

    fn convert(&mut self, from: Scalar, into: Scalar, to: Reg, a: Reg) {
        match (from, into) {
            (Scalar::F32, Scalar::F64) => self.map1(to, a, |a| f64::from(f32_of(a)).to_bits()),
            (Scalar::F64, Scalar::F32) => self.map1(to, a, |a| bits32(f64::from_bits(a) as f32)),
            (Scalar::I32, Scalar::F32) => self.map1(to, a, |a| bits32(a as i64 as f32)),
            _ => self.map1(to, a, |a| converted(from, into, a)),
        }
    }

    fn grid(&mut self, to: Reg, query: GridQuery, axis: Axis, world: &World<'_, '_>) {
        let at = match axis {
            Axis::X => 0,
            Axis::Y => 1,
            Axis::Z => 2,
        };
        let config = &world.launch.config;
        let same = match query {
            GridQuery::BlockIndex => world.place[at],
            GridQuery::BlockSize => config.block[at],
            GridQuery::GridSize => config.grid[at],
            GridQuery::ThreadIndex => {
                let [x, y, _] = config.block;
                let first = self.first_thread();
                let index = |lane: usize| {
                    let thread = first + lane as u32;
                    [thread % x, thread / x % y, thread / x / y][at]
                };
                return self.set(to, |lane| u64::from(index(lane)));
            }
        };
        self.set(to, |_| u64::from(same));
    }

    /// A mask must name no lane that does not take part.
    fn check_mask(&mut self, mask: Reg, pc: Pc, world: &mut World<'_, '_>) {
        let active = self.mask();
        let first = active.trailing_zeros() as usize;
        let named = self.registers[mask as usize][first.min(LANES - 1)] as u32;
        if named & self.alive() & !active != 0 {
            world.report(pc, FindingKind::AbsentLanes, self.thread(first));
        }
    }

    fn shuffle(&mut self, kind: Shuffle, to: Reg, value: Reg, lane: Reg, width: Reg) {
        let values = self.registers[value as usize];
        let (lanes, widths) = (self.registers[lane as usize], self.registers[width as usize]);
        self.set(to, |me| {
            let width = (widths[me] as usize).clamp(1, LANES);
            let group = me / width * width;
            let wanted = lanes[me] as u32 as usize;
            let source = match kind {
                Shuffle::Index => group + wanted % width,
                Shuffle::Up => match me.checked_sub(wanted) {
                    Some(source) if source >= group => source,
                    _ => me,
                },
                Shuffle::Down => match me.saturating_add(wanted) {
                    source if source < group + width => source,
                    _ => me,
                },
                Shuffle::Xor => match me ^ wanted {
                    source if source < group + width => source,
                    _ => me,
                },
            };
            values[source % LANES]
        });
    }

    fn vote(&mut self, kind: Vote, to: Reg, predicate: Reg, mask: Reg) {
        let active = self.mask();
        let agree = self.true_lanes(predicate);
        let values = self.registers[predicate as usize];
        let masks = self.registers[mask as usize];
        self.set(to, |lane| {
            let asked = masks[lane] as u32 & active;
            match kind {
                Vote::All => u64::from(agree & asked == asked),
                Vote::Any => u64::from(agree & asked != 0),
                Vote::Ballot => u64::from(agree & asked),
                Vote::Match => {
                    let same = (0..LANES).filter(|&other| values[other] == values[lane]);
                    u64::from(same.fold(0u32, |lanes, other| lanes | 1 << other) & asked)
                }
            }
        });
    }

    fn reduce(&mut self, op: BinaryOp, ty: Scalar, to: Reg, value: Reg) {
        let values = self.registers[value as usize];
        let mask = self.mask();
        let taking_part = (0..LANES).filter(|lane| mask >> lane & 1 != 0).map(|lane| values[lane]);
        let all = taking_part.reduce(|a, b| fold(op, ty, a, b)).unwrap_or(0);
        self.set(to, |_| all);
    }
}

/// `a op b` in a type.
pub(crate) fn fold(op: BinaryOp, ty: Scalar, a: u64, b: u64) -> u64 {
    match ty {
        Scalar::F32 => bits32(floating(op, f64::from(f32_of(a)), f64::from(f32_of(b)), || {
            let (a, b) = (f32_of(a), f32_of(b));
            f64::from(match op {
                BinaryOp::Add => a + b,
                BinaryOp::Sub => a - b,
                BinaryOp::Mul => a * b,
                _ => a / b,
            })
        }) as f32),
        Scalar::F16 => half::bits(double(op, half::value(a), half::value(b))),
        Scalar::F64 => double(op, f64::from_bits(a), f64::from_bits(b)).to_bits(),
        _ => ty.extend(integer(op, ty, a, b)),
    }
}

fn double(op: BinaryOp, a: f64, b: f64) -> f64 {
    floating(op, a, b, || match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a * b,
        _ => a / b,
    })
}

/// Minimum and maximum, which round nothing; the rest as the format does it.
fn floating(op: BinaryOp, a: f64, b: f64, arithmetic: impl FnOnce() -> f64) -> f64 {
    match op {
        BinaryOp::Min => a.min(b),
        BinaryOp::Max => a.max(b),
        _ => arithmetic(),
    }
}

/// Like the hardware: dividing by zero gives all ones, shifting too far
/// nothing (or the sign).
fn integer(op: BinaryOp, ty: Scalar, a: u64, b: u64) -> u64 {
    let signed = ty.is_signed();
    let width = ty.size() as u32 * 8;
    let too_far = b >= u64::from(width);
    match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::Div if b == 0 => u64::MAX,
        BinaryOp::Rem if b == 0 => u64::MAX,
        BinaryOp::Div if signed => (a as i64).wrapping_div(b as i64) as u64,
        BinaryOp::Rem if signed => (a as i64).wrapping_rem(b as i64) as u64,
        BinaryOp::Div => a / b,
        BinaryOp::Rem => a % b,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Shl if too_far => 0,
        BinaryOp::Shl => a << b,
        BinaryOp::Shr if signed => ((a as i64) >> b.min(63)) as u64,
        BinaryOp::Shr if too_far => 0,
        BinaryOp::Shr => a >> b,
        BinaryOp::Min if signed => (a as i64).min(b as i64) as u64,
        BinaryOp::Max if signed => (a as i64).max(b as i64) as u64,
        BinaryOp::Min => a.min(b),
        BinaryOp::Max => a.max(b),
    }
}

fn holds(op: CompareOp, order: Option<std::cmp::Ordering>) -> u64 {
    use std::cmp::Ordering::{Equal, Greater, Less};
    u64::from(match op {
        CompareOp::Lt => order == Some(Less),
        CompareOp::Le => matches!(order, Some(Less | Equal)),
        CompareOp::Gt => order == Some(Greater),
        CompareOp::Ge => matches!(order, Some(Greater | Equal)),
        CompareOp::Eq => order == Some(Equal),
        CompareOp::Ne => order != Some(Equal),
    })
}

/// A value of one type as one of another. Floats out of range become the
/// nearest integer there is, as the hardware converts.
pub(crate) fn converted(from: Scalar, into: Scalar, a: u64) -> u64 {
    let float = match from {
        Scalar::F16 => Some(half::value(a)),
        Scalar::F32 => Some(f64::from(f32_of(a))),
        Scalar::F64 => Some(f64::from_bits(a)),
        _ => None,
    };
    match (float, into) {
        (Some(x), Scalar::F16) => half::bits(x),
        (Some(x), Scalar::F32) => bits32(x as f32),
        (Some(x), Scalar::F64) => x.to_bits(),
        (Some(x), Scalar::Bool) => u64::from(x != 0.0),
        (Some(x), Scalar::I32) => x as i32 as u64,
        (Some(x), Scalar::U32) => u64::from(x as u32),
        (Some(x), Scalar::I64) => x as i64 as u64,
        (Some(x), Scalar::U64) => x as u64,
        (Some(x), narrow) => narrow.extend(x as i32 as u64),
        (None, Scalar::F16) if from.is_signed() => half::bits(a as i64 as f64),
        (None, Scalar::F16) => half::bits(a as f64),
        (None, Scalar::F32) if from.is_signed() => bits32(a as i64 as f32),
        (None, Scalar::F32) => bits32(a as f32),
        (None, Scalar::F64) if from.is_signed() => (a as i64 as f64).to_bits(),
        (None, Scalar::F64) => (a as f64).to_bits(),
        (None, integer) => integer.extend(a),
    }
}
