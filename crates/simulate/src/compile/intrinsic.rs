//! Functions that the device has itself.

use diagnostics::{Diagnostic, codes};
use hir::{ExprId, ExprKind, FunctionId, Span, Type};

use super::place::Place;
use super::{Compiler, Result, Unsupported};
use crate::code::{AtomicOp, BarrierVote, BinaryOp, Format, Instr, Reg, Shuffle, UnaryOp, Vote};
use crate::math;
use crate::rounding;
use crate::scalar::Scalar;

impl Compiler<'_> {
    pub(super) fn intrinsic(
        &mut self,
        function: FunctionId,
        args: &[ExprId],
        ty: Type,
        span: Span,
    ) -> Result<Reg> {
        let name = self.text(self.program.functions[function].name);
        let name = name.as_str();
        if name == "printf" {
            return self.printf(args, span);
        }
        // What it would say is said by the finding.
        if name == "__assert_fail" {
            self.at = span;
            self.emit(Instr::Trap);
            return Ok(self.constant(0));
        }
        if name.starts_with("make_") {
            return self.construct(ty, args, span);
        }
        let mut values = Vec::new();
        for &arg in args {
            values.push(self.value(arg)?);
        }
        self.at = span;
        let arg = |at: usize| values.get(at).copied().unwrap_or(0);
        if let Some(to) = self.synchronization(name, &values) {
            return Ok(to);
        }
        if let Some(to) = self.warp_function(name, &values, ty) {
            return Ok(to);
        }
        if let Some((fetch, _)) = name.split_once('<') {
            return self.fetch(fetch == "tex1Dfetch", args, &values, ty, span);
        }
        if let Some(op) = atomic(name) {
            return self.atomic(op, &values, ty, span);
        }
        match name {
            "__ldg" => self.load(Place::Memory(arg(0)), ty, span),
            "min" | "max" => {
                let op = if name == "min" { BinaryOp::Min } else { BinaryOp::Max };
                let scalar = self.scalar(ty, span)?;
                Ok(self.binary_of(op, scalar, arg(0), arg(1)))
            }
            "abs" if self.scalar(ty, span)?.is_float() => self.mathematics("fabs", &values, ty, span),
            "abs" => {
                let scalar = self.scalar(ty, span)?;
                let negative = self.register();
                self.emit(Instr::Unary { op: UnaryOp::Neg, ty: scalar, to: negative, a: arg(0) });
                Ok(self.binary_of(BinaryOp::Max, scalar, arg(0), negative))
            }
            "isnan" | "isinf" | "isfinite" | "signbit" => self.classified(name, args, arg(0), span),
            "__builtin_isnan" | "__builtin_isfinite" | "__builtin_signbit" => {
                self.classified(&name["__builtin_".len()..], args, arg(0), span)
            }
            "__builtin_isinf" | "__builtin_isinf_sign" => self.classified("isinf", args, arg(0), span),
            "sincos" | "sincosf" | "__sincosf" => self.sine_and_cosine(args, &values, span),
            "frexp" | "frexpf" | "modf" | "modff" => self.two_results(name, args, &values, ty, span),
            "clock" | "clock64" => {
                let to = self.register();
                self.emit(Instr::Clock { to });
                Ok(to)
            }
            "__trap" | "abort" => {
                self.emit(Instr::Trap);
                Ok(self.constant(0))
            }
            "__nanosleep" => Ok(self.constant(0)),
            // The access that follows is checked for its own alignment; the value of a struct
            // is its address.
            "__builtin_assume_aligned" | "hicuda_whole" => Ok(arg(0)),
            "memcpy" | "memset" | "__pipeline_memcpy_async" | "hicuda_start_copy" => {
                self.memory_function(name, args, &values, span)
            }
            _ => self.mathematics(name, &values, ty, span),
        }
    }

    fn synchronization(&mut self, name: &str, values: &[Reg]) -> Option<Reg> {
        let result = self.constant(0);
        match name {
            "__syncthreads" => self.emit(Instr::Barrier { vote: None }),
            "__syncthreads_count" | "__syncthreads_and" | "__syncthreads_or" => {
                let vote = match name {
                    "__syncthreads_count" => BarrierVote::Count,
                    "__syncthreads_and" => BarrierVote::And,
                    _ => BarrierVote::Or,
                };
                let to = self.register();
                self.emit(Instr::Barrier { vote: Some((vote, to, *values.first()?)) });
                return Some(to);
            }
            "__syncwarp" => {
                let mask = values.first().copied().unwrap_or_else(|| self.constant(0xffff_ffff));
                self.emit(Instr::SyncWarp { mask })
            }
            "hicuda_await_copies" => {
                self.emit(Instr::CommitCopies);
                let but = self.constant(0);
                self.emit(Instr::WaitForCopies { but })
            }
            "__pipeline_commit" => self.emit(Instr::CommitCopies),
            "__pipeline_wait_prior" => self.emit(Instr::WaitForCopies { but: *values.first()? }),
            "__threadfence" | "__threadfence_block" | "__threadfence_system" => self.emit(Instr::Fence),
            _ => return None,
        };
        Some(result)
    }

    fn warp_function(&mut self, name: &str, values: &[Reg], ty: Type) -> Option<Reg> {
        let full = self.constant(0xffff_ffff);
        // The old forms, without a mask, mean all lanes.
        let (mask, rest) = match name.ends_with("_sync") {
            true => (*values.first()?, values.get(1..)?),
            false => (full, values),
        };
        let kind = name.strip_suffix("_sync").unwrap_or(name);
        let to = self.register();
        let shuffle = match kind {
            "__shfl" => Some(Shuffle::Index),
            "__shfl_up" => Some(Shuffle::Up),
            "__shfl_down" => Some(Shuffle::Down),
            "__shfl_xor" => Some(Shuffle::Xor),
            _ => None,
        };
        if let Some(kind) = shuffle {
            let width = rest.get(2).copied().unwrap_or_else(|| self.constant(32));
            let (value, lane) = (*rest.first()?, *rest.get(1)?);
            self.emit(Instr::Shuffle { kind, to, value, lane, width, mask });
            return Some(to);
        }
        let vote = match kind {
            "__all" => Some(Vote::All),
            "__any" => Some(Vote::Any),
            "__ballot" => Some(Vote::Ballot),
            "__match_any" => Some(Vote::Match),
            _ => None,
        };
        if let Some(kind) = vote {
            self.emit(Instr::Vote { kind, to, predicate: *rest.first()?, mask });
            return Some(to);
        }
        let reduce = match kind {
            "__reduce_add" => BinaryOp::Add,
            "__reduce_min" => BinaryOp::Min,
            "__reduce_max" => BinaryOp::Max,
            "__reduce_and" => BinaryOp::And,
            "__reduce_or" => BinaryOp::Or,
            "__reduce_xor" => BinaryOp::Xor,
            "__activemask" => {
                self.emit(Instr::ActiveMask { to });
                return Some(to);
            }
            _ => return None,
        };
        let ty = self.scalar_of(ty)?;
        self.emit(Instr::Reduce { op: reduce, ty, to, value: *rest.first()?, mask });
        Some(to)
    }

    fn atomic(&mut self, op: AtomicOp, values: &[Reg], ty: Type, span: Span) -> Result<Reg> {
        let scalar = self.scalar(ty, span)?;
        let arg = |at: usize| values.get(at).copied().unwrap_or(0);
        let (compare, value) = match op {
            AtomicOp::CompareAndSwap => (arg(1), arg(2)),
            _ => (arg(1), arg(1)),
        };
        let site = self.site(span);
        let to = self.register();
        self.emit(Instr::Atomic { op, ty: scalar, to, address: arg(0), value, compare, site });
        Ok(to)
    }

    /// A fetch from a texture: of a vector, channel by channel.
    fn fetch(&mut self, whole: bool, args: &[ExprId], values: &[Reg], ty: Type, span: Span) -> Result<Reg> {
        let mut coordinates = Vec::new();
        for (&arg, &value) in args.iter().zip(values).skip(1) {
            let from = self.scalar(self.program.exprs[arg].ty, span)?;
            coordinates.push(self.converted(value, from, if whole { Scalar::I64 } else { Scalar::F32 }));
        }
        let (Some(&texture), Some(&x)) = (values.first(), coordinates.first()) else {
            return Err(self.unsupported(span, "this texture"));
        };
        let y = coordinates.get(1).copied();
        let site = self.site(span);
        let channel_of = |this: &mut Self, channel: u32, ty: Scalar| {
            let to = this.register();
            this.emit(Instr::Fetch { ty, to, texture, x, y, whole, channel, site });
            to
        };
        let record = self.program.types.as_record(ty);
        let Some(fields) = record.and_then(|record| self.program.records[record].fields.clone()) else {
            let scalar = self.scalar(ty, span)?;
            return Ok(channel_of(self, 0, scalar));
        };
        let address = self.local(ty)?;
        let at = self.constant(address);
        for (channel, field) in fields.iter().enumerate() {
            let scalar = self.scalar(field.ty, span)?;
            let value = channel_of(self, channel as u32, scalar);
            let place = Place::Memory(self.offset(at, field.bit_offset / 8));
            self.store(place, value, field.ty, span)?;
        }
        Ok(at)
    }

    /// Real functions in `float` or `double`, and intrinsics on bits.
    fn mathematics(&mut self, name: &str, values: &[Reg], ty: Type, span: Span) -> Result<Reg> {
        let zero = self.constant(0);
        let args: [Reg; 3] = std::array::from_fn(|at| values.get(at).copied().unwrap_or(zero));
        let plain = name.strip_prefix("__builtin_").unwrap_or(name);
        if let Some((function, _)) = math::bits(plain).filter(|&(_, arity)| arity == values.len()) {
            let to = self.register();
            self.emit(Instr::Bits { function, to, args });
            return Ok(to);
        }
        if let Some((function, _)) = rounding::directed(plain).filter(|&(_, arity)| arity == values.len()) {
            let to = self.register();
            self.emit(Instr::Bits { function, to, args });
            return Ok(to);
        }
        if let Some((op, ty)) = rounded(plain) {
            return Ok(self.binary_of(op, ty, args[0], args[1]));
        }
        let base = base_name(plain);
        let Some(real) = math::real(base).filter(|real| real.arity == values.len()) else {
            return Err(self.unknown_function(name, span));
        };
        let to = self.register();
        match self.scalar(ty, span)? {
            Scalar::F16 => return Err(self.unknown_function(name, span)),
            Scalar::F32 => self.emit(Instr::MathF32 { function: real.single, to, args }),
            _ => self.emit(Instr::MathF64 { function: real.double, to, args }),
        };
        Ok(to)
    }

    /// A question about a number, by the type that it has: no conversion stands around it.
    fn classified(&mut self, name: &str, args: &[ExprId], value: Reg, span: Span) -> Result<Reg> {
        let asked = match args {
            [arg] => self.scalar(self.program.exprs[*arg].ty, span)?,
            _ => return Err(self.unsupported(span, "this call")),
        };
        let (value, is_single) = match asked {
            Scalar::F16 => (self.converted(value, Scalar::F16, Scalar::F32), true),
            _ => (value, asked == Scalar::F32),
        };
        let Some(function) = math::classification(name, is_single) else {
            return Err(self.unknown_function(name, span));
        };
        let to = self.register();
        self.emit(Instr::Bits { function, to, args: [value; 3] });
        Ok(to)
    }

    fn sine_and_cosine(&mut self, args: &[ExprId], values: &[Reg], span: Span) -> Result<Reg> {
        let (&[x, sine, cosine], Some(&arg)) = (values, args.first()) else {
            return Err(self.unsupported(span, "this call"));
        };
        let ty = self.program.exprs[arg].ty;
        for (name, to) in [("sin", sine), ("cos", cosine)] {
            let value = self.mathematics(name, &[x], ty, span)?;
            self.store(Place::Memory(to), value, ty, span)?;
        }
        Ok(x)
    }

    /// One part is the result, the other goes through a pointer.
    fn two_results(
        &mut self,
        name: &str,
        args: &[ExprId],
        values: &[Reg],
        ty: Type,
        span: Span,
    ) -> Result<Reg> {
        let (&[x, to], Some(&pointer)) = (values, args.get(1)) else {
            return Err(self.unsupported(span, "this call"));
        };
        let Some(target) = self.program.types.pointee(self.program.exprs[pointer].ty) else {
            return Err(self.unsupported(span, "this call"));
        };
        let single = match self.scalar(ty, span)? {
            Scalar::F16 => return Err(self.unknown_function(name, span)),
            scalar => scalar == Scalar::F32,
        };
        let second: math::BitFunction = match (name.starts_with("frexp"), single) {
            (true, true) => |x| libm::frexpf(f32::from_bits(x[0] as u32)).1 as u64,
            (true, false) => |x| libm::frexp(f64::from_bits(x[0])).1 as u64,
            (false, true) => |x| u64::from(f32::from_bits(x[0] as u32).trunc().to_bits()),
            (false, false) => |x| f64::from_bits(x[0]).trunc().to_bits(),
        };
        let first: math::BitFunction = match (name.starts_with("frexp"), single) {
            (true, true) => |x| u64::from(libm::frexpf(f32::from_bits(x[0] as u32)).0.to_bits()),
            (true, false) => |x| libm::frexp(f64::from_bits(x[0])).0.to_bits(),
            (false, true) => |x| u64::from(libm::modff(f32::from_bits(x[0] as u32)).0.to_bits()),
            (false, false) => |x| libm::modf(f64::from_bits(x[0])).0.to_bits(),
        };
        let (part, result) = (self.register(), self.register());
        self.emit(Instr::Bits { function: second, to: part, args: [x; 3] });
        self.emit(Instr::Bits { function: first, to: result, args: [x; 3] });
        self.store(Place::Memory(to), part, target, span)?;
        Ok(result)
    }

    fn memory_function(&mut self, name: &str, args: &[ExprId], values: &[Reg], span: Span) -> Result<Reg> {
        let count = args.get(2).and_then(|&count| hir::const_eval::integer(self.program, count));
        let (Some(count), &[to, from, _]) = (count, values) else {
            return Err(self.unsupported(span, "a copy of a length that is not a constant"));
        };
        if name == "memcpy" {
            let read = self.site(span);
            let write = self.site(span);
            self.emit(Instr::Move { to, from, bytes: count as u32, align: 0, read, write });
            return Ok(to);
        }
        if matches!(name, "__pipeline_memcpy_async" | "hicuda_start_copy") {
            let (read, write) = (self.site(span), self.site(span));
            self.emit(Instr::StartCopy { to, from, bytes: count as u32, read, write });
            return Ok(to);
        }
        for byte in 0..count as u64 {
            let place = Place::Memory(self.offset(to, byte));
            self.store(place, from, Type::CHAR, span)?;
        }
        Ok(to)
    }

    fn printf(&mut self, args: &[ExprId], span: Span) -> Result<Reg> {
        let Some((&format, rest)) = args.split_first() else {
            return Err(self.unsupported(span, "this call"));
        };
        let Some(text) = self.literal(format) else {
            return Err(self.unsupported(self.program.exprs[format].span, "a format that is not a literal"));
        };
        let mut args = Vec::new();
        for &arg in rest {
            let node = &self.program.exprs[arg];
            let ty = self.scalar(node.ty, node.span)?;
            args.push((self.value(arg)?, ty));
        }
        self.code.formats.push(Format { text, args });
        let to = self.register();
        self.at = span;
        let site = self.site(span);
        self.emit(Instr::Print { format: self.code.formats.len() as u32 - 1, to, site });
        Ok(to)
    }

    /// The bytes of a string literal, decayed or not.
    fn literal(&self, expr: ExprId) -> Option<Vec<u8>> {
        match &self.program.exprs[expr].kind {
            ExprKind::String(text) => Some(text.units.iter().map(|&unit| unit as u8).collect()),
            ExprKind::Cast { operand, .. } => self.literal(*operand),
            _ => None,
        }
    }

    fn unknown_function(&self, name: &str, span: Span) -> Unsupported {
        Box::new(
            Diagnostic::new(&codes::NOT_SIMULATED, span, format!("a call of `{name}` cannot be simulated"))
                .help("define the function in this program as `__device__`"),
        )
    }
}

fn atomic(name: &str) -> Option<AtomicOp> {
    let name = name.strip_suffix("_block").or_else(|| name.strip_suffix("_system")).unwrap_or(name);
    Some(match name {
        "atomicAdd" => AtomicOp::Add,
        "atomicSub" => AtomicOp::Sub,
        "atomicExch" => AtomicOp::Exchange,
        "atomicMin" => AtomicOp::Min,
        "atomicMax" => AtomicOp::Max,
        "atomicInc" => AtomicOp::Inc,
        "atomicDec" => AtomicOp::Dec,
        "atomicAnd" => AtomicOp::And,
        "atomicOr" => AtomicOp::Or,
        "atomicXor" => AtomicOp::Xor,
        "atomicCAS" => AtomicOp::CompareAndSwap,
        _ => return None,
    })
}

/// Arithmetic that is said to round to the nearest.
fn rounded(name: &str) -> Option<(BinaryOp, Scalar)> {
    Some(match name {
        "__fadd_rn" => (BinaryOp::Add, Scalar::F32),
        "__fsub_rn" => (BinaryOp::Sub, Scalar::F32),
        "__fmul_rn" => (BinaryOp::Mul, Scalar::F32),
        "__fdiv_rn" | "__fdividef" => (BinaryOp::Div, Scalar::F32),
        "__dadd_rn" => (BinaryOp::Add, Scalar::F64),
        "__dsub_rn" => (BinaryOp::Sub, Scalar::F64),
        "__dmul_rn" => (BinaryOp::Mul, Scalar::F64),
        "__ddiv_rn" => (BinaryOp::Div, Scalar::F64),
        _ => return None,
    })
}

/// The name of a real function without what says its precision or speed.
fn base_name(name: &str) -> &str {
    match name {
        "__fmaf_rn" | "__fma_rn" => return "fma",
        "__fsqrt_rn" | "__dsqrt_rn" => return "sqrt",
        "__frsqrt_rn" => return "rsqrt",
        "__saturatef" => return "saturate",
        _ => {}
    }
    if math::real(name).is_some() {
        return name;
    }
    let plain = name.strip_prefix("__").unwrap_or(name);
    plain.strip_suffix('f').unwrap_or(plain)
}
