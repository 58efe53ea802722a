//! The simulated device of a program: its kernels as instructions, its memory,
//! and the conversation with the host process.
//!
//! The host part runs as an ordinary process, compiled by `cc`; what it asks
//! of the device comes through a socket and is answered here ([`serve`]). So a
//! program that crashes takes nothing with it, and one that never ends can be
//! ended.

pub mod costs;
mod open_cl;
pub mod report;
pub mod serve;

use std::collections::HashMap;

use crate::cpp::DeviceSide;
use analyze::verdicts::certificates::Certificate;
use diagnostics::Sink;
use hir::{CudaSpecs, FunctionId, Item, Linkage, Program, VarId};
use simulate::{Code, GlobalMemory, Symbols};
use source::Sources;
use translate::cuda_host::{is_device_variable, kernel_number, symbol_number};

/// Bytes of device memory at most: enough for what a simulation can work through.
const MEMORY: u64 = 16 << 30;

/// Bytes of device memory: what this machine has to spare, so that a program that
/// asks for too much hears it, as on a GPU, and is not ended by the system.
fn memory_bytes() -> u64 {
    let told = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = told.lines().find_map(|line| line.strip_prefix("MemAvailable:"));
    let kibibytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    // A word comes with notes on who has touched it.
    kibibytes.map_or(MEMORY, |kibibytes| (kibibytes / 4 * 1024).min(MEMORY))
}

/// A device with a program on it.
#[derive(Debug)]
pub struct Device {
    /// The kernels, by number.
    pub kernels: HashMap<u32, Code>,
    /// Device memory, with the program's variables in it.
    pub memory: GlobalMemory,
    /// Where a variable lies, and its size.
    pub symbols: HashMap<u32, (u64, u64)>,
    /// The numbers of kernels by the names that a host in C++ has for them.
    pub names: HashMap<String, u32>,
    /// What was proven of its kernels: no run finds anything else.
    pub proven: Vec<Certificate>,
}

/// What the units of a program bring to the device.
#[derive(Clone, Default, Debug)]
pub struct Parts {
    /// Kernels made from directives.
    pub kernels: Vec<FunctionId>,
    /// Constants made from directives.
    pub constants: Vec<VarId>,
}

/// Compiles the kernels of the program and lays out its variables.
pub fn load(program: &Program, sources: &Sources, parts: Parts, sink: &mut Sink) -> Device {
    let mut device = Device {
        kernels: HashMap::new(),
        memory: GlobalMemory::new(memory_bytes()),
        symbols: HashMap::new(),
        names: HashMap::new(),
        proven: Vec::new(),
    };
    add(&mut device, program, sources, parts, 0, sink);
    device
}

/// The same on a device that has other programs: numbers begin at `first`.
fn add(device: &mut Device, program: &Program, sources: &Sources, parts: Parts, first: u32, sink: &mut Sink) {
    let mut symbols = Symbols::new();
    let items = program.units.iter().flat_map(|unit| &unit.items);
    let variables = items.filter_map(|item| match *item {
        Item::Var { var, .. } if is_device_variable(program, var) => Some(var),
        _ => None,
    });
    let linkage = Linkage::new(program);
    for var in variables.chain(parts.constants).chain(static_variables(program)) {
        if let Some(address) = device.variable(program, sources, &linkage, var, first) {
            symbols.insert(var, address);
        }
    }
    let is_kernel = |f: &hir::Function| f.cuda.has(CudaSpecs::GLOBAL) && f.body.is_some();
    let written = program.functions.iter().filter(|(_, f)| is_kernel(f)).map(|(id, _)| id);
    let mut kernels: Vec<FunctionId> = written.chain(parts.kernels).collect();
    kernels.sort_unstable();
    kernels.dedup();
    for kernel in kernels {
        match simulate::compile(program, sources, &linkage, &symbols, kernel) {
            Ok(code) => {
                device.kernels.insert(first + kernel_number(kernel) as u32, code);
            }
            Err(diagnostic) => sink.push(*diagnostic),
        }
    }
}

/// The static variables of functions on the device.
fn static_variables(program: &Program) -> Vec<VarId> {
    let is_on_device = |f: &&hir::Function| f.cuda.has(CudaSpecs::GLOBAL) || f.cuda.has(CudaSpecs::DEVICE);
    let bodies = program.functions.iter().map(|(_, f)| f).filter(is_on_device).filter_map(|f| f.body);
    let declared =
        bodies.flat_map(|body| program.stmts_below(body)).flat_map(|stmt| match &program.stmts[stmt].kind {
            hir::StmtKind::Decl(items) => items.as_slice(),
            _ => &[],
        });
    let is_static = |var: &VarId| {
        let var = &program.vars[*var];
        matches!(var.storage, hir::VarStorage::StaticLocal) && !var.cuda.has(CudaSpecs::SHARED)
    };
    let vars = declared.filter_map(|item| match *item {
        Item::Var { var, .. } => Some(var),
        _ => None,
    });
    vars.filter(is_static).collect()
}

impl Device {
    /// For a host in C++, which knows kernels by their names, and variables by numbers of its own.
    pub(crate) fn with_names(mut self, side: &DeviceSide) -> Device {
        let kernels = side.kernels.iter();
        self.names = kernels.map(|(name, kernel)| (name.clone(), kernel_number(*kernel) as u32)).collect();
        let known = std::mem::take(&mut self.symbols);
        for (number, var) in side.variables.iter().enumerate() {
            let place = var.and_then(|var| known.get(&(symbol_number(var) as u32)));
            self.symbols.extend(place.map(|&place| (number as u32, place)));
        }
        self
    }

    /// Lays out a variable; static, so zero where nothing else is said.
    fn variable(
        &mut self,
        program: &Program,
        sources: &Sources,
        linkage: &Linkage,
        var: VarId,
        first: u32,
    ) -> Option<u64> {
        // What it begins with may stand in another file.
        let declared = &program.vars[linkage.initialised(program, var)];
        let number = first + symbol_number(var) as u32;
        if let Some(&(address, _)) = self.symbols.get(&number) {
            return Some(address);
        }
        let bytes = program.size_of(declared.ty)?;
        let address = self.memory.allocate(bytes)?;
        let mut image = vec![0; bytes as usize];
        if let Some(init) = &declared.init {
            fill(program, init, declared.ty, &mut image)?;
        }
        self.memory.write(address, &image);
        self.symbols.insert(number, (address, bytes));
        let allocation = self.memory.allocation_mut(address)?;
        allocation.name = declared.name.map(|name| sources.text(name).into_owned());
        allocation.is_static = true;
        allocation.is_constant = declared.cuda.has(CudaSpecs::CONSTANT);
        Some(address)
    }
}

/// The bytes of a constant initialiser; `None` if it is not one.
fn fill(program: &Program, init: &hir::Init, ty: hir::Type, image: &mut [u8]) -> Option<()> {
    match init {
        hir::Init::Expr(value) if program.types.is_array(ty) => {
            let hir::ExprKind::String(literal) = &program.exprs[*value].kind else { return None };
            let size = program.size_of(program.types.element(ty)?)? as usize;
            // The terminating zero is there already, or has no room.
            for (unit, place) in literal.units.iter().zip(image.chunks_exact_mut(size)) {
                place.copy_from_slice(unit.to_le_bytes().get(..size)?);
            }
        }
        hir::Init::Expr(value)
            if matches!(program.exprs[*value].kind, hir::ExprKind::CompoundLiteral { .. }) =>
        {
            let hir::ExprKind::CompoundLiteral { init, .. } = &program.exprs[*value].kind else {
                return None;
            };
            fill(program, init, ty, image)?;
        }
        hir::Init::Expr(value) => {
            let size = program.size_of(ty)? as usize;
            let bits = match hir::const_eval::integer(program, *value) {
                Some(n) => n as u64,
                None if size == 4 => u64::from((hir::const_eval::float(program, *value)? as f32).to_bits()),
                None => hir::const_eval::float(program, *value)?.to_bits(),
            };
            image.get_mut(..size)?.copy_from_slice(bits.to_le_bytes().get(..size)?);
        }
        hir::Init::List { entries, .. } => {
            for entry in entries {
                for index in entry.index..=entry.last {
                    if let Some(field) = bit_field(program, ty, index) {
                        fill_bits(program, &entry.value, field, image)?;
                        continue;
                    }
                    let (offset, part) = part(program, ty, index)?;
                    fill(program, &entry.value, part, image.get_mut(offset as usize..)?)?;
                }
            }
        }
        hir::Init::Construct(_) => return None,
    }
    Some(())
}

/// The first bit and the width of a member, if it has one.
fn bit_field(program: &Program, ty: hir::Type, index: u64) -> Option<(u64, u32)> {
    let record = program.types.as_record(ty)?;
    let field = program.records[record].fields.as_ref()?.get(index as usize)?;
    Some((field.bit_offset, field.bits?))
}

fn fill_bits(
    program: &Program,
    init: &hir::Init,
    (first, width): (u64, u32),
    image: &mut [u8],
) -> Option<()> {
    let hir::Init::Expr(value) = init else { return None };
    let value = hir::const_eval::integer(program, *value)?;
    for bit in 0..u64::from(width) {
        let at = first + bit;
        let mask = 1u8 << (at % 8);
        let byte = image.get_mut((at / 8) as usize)?;
        *byte = if value >> bit & 1 == 1 { *byte | mask } else { *byte & !mask };
    }
    Some(())
}

/// Where an element or member lies, and its type.
fn part(program: &Program, ty: hir::Type, index: u64) -> Option<(u64, hir::Type)> {
    if let Some(element) = program.types.element(ty) {
        return Some((index * program.size_of(element)?, element));
    }
    match program.types.as_record(ty) {
        Some(record) => {
            let field = program.records[record].fields.as_ref()?.get(index as usize)?;
            Some((field.bit_offset / 8, field.ty))
        }
        None => Some((0, ty)),
    }
}
