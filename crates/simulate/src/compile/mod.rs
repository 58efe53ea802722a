//! A kernel of the typed program as instructions.
//!
//! Scalars whose address nobody takes live in registers; arrays, structs and
//! the rest in the thread's own memory. A called function is compiled into its
//! caller, once per call: GPUs have little of a stack, and neither has this
//! machine. Constants have registers of their own, filled once.
//!
//! Reading order: [`place`] (what can be assigned to), `expr`, `stmt`, `call`
//! (functions and what the device knows itself), `init`.

mod call;
mod expr;
mod init;
mod intrinsic;
mod place;
mod stmt;

use std::collections::{HashMap, HashSet};

use diagnostics::{Diagnostic, codes};

use hir::{
    CudaSpecs, ExprKind, FunctionId, LabelId, Linkage, Program, Span, StmtId, Type, VarId, VarStorage,
};
use source::Sources;

use crate::code::{Code, Instr, Param, ParamHome, Pc, Reg, SharedVariable, SiteId};
use crate::memory::address::{Space, generic};
use crate::reconvergence::find_joins;
use crate::scalar::Scalar;
use crate::warp::LANES;

/// What stands in the way of simulating a kernel.
pub type Unsupported = Box<Diagnostic>;
type Result<T> = std::result::Result<T, Unsupported>;

/// Addresses of `__device__` and `__constant__` variables.
pub type Symbols = HashMap<VarId, u64>;

/// Compiles a `__global__` function.
pub fn compile(
    program: &Program,
    sources: &Sources,
    linkage: &Linkage,
    symbols: &Symbols,
    kernel: FunctionId,
) -> Result<Code> {
    let code = compile_with(program, sources, linkage, symbols, kernel, 0)?;
    // The array without a size lies behind all others, wherever it is declared:
    // now it is known where that is.
    match code.shared_bytes {
        0 => Ok(code),
        behind => compile_with(program, sources, linkage, symbols, kernel, behind.next_multiple_of(ALIGN)),
    }
}

/// As well aligned as any type can ask for.
const ALIGN: u64 = 16;

fn compile_with(
    program: &Program,
    sources: &Sources,
    linkage: &Linkage,
    symbols: &Symbols,
    kernel: FunctionId,
    dynamic_shared: u64,
) -> Result<Code> {
    let declared = &program.functions[kernel];
    let mut compiler = Compiler {
        program,
        sources,
        linkage,
        symbols,
        dynamic_shared,
        code: Code::new(sources.text(declared.name).into_owned(), declared.span),
        homes: HashMap::new(),
        in_memory: HashSet::new(),
        constants: HashMap::new(),
        labels: HashMap::new(),
        gotos: Vec::new(),
        cases: HashMap::new(),
        loops: Vec::new(),
        calls: Vec::new(),
        last_label: 0,
        at: declared.span,
    };
    let Some(body) = declared.body else {
        return Err(compiler.unsupported(declared.span, "this kernel has no body here"));
    };
    compiler.kernel(kernel, body)?;
    let mut code = compiler.code;
    code.barriers_for_all = program.units.iter().any(|unit| unit.open_cl);
    code.shared_bytes = code.shared_bytes.max(dynamic_shared);
    find_joins(&mut code.instrs);
    Ok(code)
}

/// Where a variable lives.
#[derive(Clone, Copy, Debug)]
enum Home {
    Register(Reg),
    /// At a generic address.
    Memory(u64),
}

/// Where `break` and `continue` go.
#[derive(Default)]
struct Loop {
    breaks: Vec<Pc>,
    continues: Vec<Pc>,
    /// A `switch` catches only `break`.
    is_switch: bool,
}

/// A call being expanded.
struct Call {
    function: FunctionId,
    result: Option<Home>,
    returns: Vec<Pc>,
}

struct Compiler<'p> {
    program: &'p Program,
    sources: &'p Sources,
    linkage: &'p Linkage,
    symbols: &'p Symbols,
    /// Where shared memory that a launch sizes begins.
    dynamic_shared: u64,
    code: Code,
    homes: HashMap<VarId, Home>,
    /// Variables whose address is taken.
    in_memory: HashSet<VarId>,
    constants: HashMap<u64, Reg>,
    labels: HashMap<LabelId, Pc>,
    gotos: Vec<(Pc, LabelId)>,
    /// Where the labels of `switch` statements are.
    cases: HashMap<StmtId, Pc>,
    loops: Vec<Loop>,
    calls: Vec<Call>,
    /// The last instruction that something jumps to: what was written before
    /// it must not be changed any more.
    last_label: Pc,
    /// Where the code being compiled stands.
    at: Span,
}

impl Compiler<'_> {
    fn kernel(&mut self, kernel: FunctionId, body: StmtId) -> Result<()> {
        self.find_variables_in_memory(body);
        for &var in &self.program.functions[kernel].params {
            let param = self.param(var)?;
            self.code.params.push(param);
        }
        self.calls.push(Call { function: kernel, result: None, returns: Vec::new() });
        self.stmt(body)?;
        self.land_gotos()?;
        self.emit(Instr::Exit);
        Ok(())
    }

    fn param(&mut self, var: VarId) -> Result<Param> {
        let ty = self.program.vars[var].ty;
        let bytes = self.size_of(ty)?;
        let home = match (self.declare(var)?, self.scalar_of(ty)) {
            (Home::Register(register), Some(scalar)) => ParamHome::Register(register, scalar),
            (Home::Memory(address), _) => ParamHome::Local(address & ((1 << 56) - 1)),
            (Home::Register(_), None) => return Err(self.unsupported(self.at, "this parameter")),
        };
        Ok(Param { bytes, home })
    }

    /// Every variable whose address a function takes.
    fn find_variables_in_memory(&mut self, body: StmtId) {
        for expr in self.program.exprs_below(body) {
            if let ExprKind::AddrOf(operand) = self.program.exprs[expr].kind
                && let Some(var) = self.root(operand)
            {
                self.in_memory.insert(var);
            }
        }
    }

    /// The variable that an lvalue is a part of.
    fn root(&self, lvalue: hir::ExprId) -> Option<VarId> {
        match self.program.exprs[lvalue].kind {
            ExprKind::Var(var) => Some(var),
            ExprKind::Member { base, arrow: false, .. } => self.root(base),
            _ => None,
        }
    }

    /// Is the value, or each of its elements, `const`? Then each call may have its own.
    fn is_constant(&self, ty: hir::Type) -> bool {
        let mut at = ty;
        while let Some(element) = self.program.types.element(at).filter(|_| !at.is_const()) {
            at = element;
        }
        at.is_const()
    }

    /// Gives a variable its home.
    fn declare(&mut self, var: VarId) -> Result<Home> {
        let declared = &self.program.vars[var];
        let home = if declared.cuda.has(CudaSpecs::SHARED) {
            self.shared_variable(var)?
        } else if let Some(&address) = self.symbols.get(&var) {
            Home::Memory(address)
        } else if matches!(declared.storage, VarStorage::StaticLocal) && !self.is_constant(declared.ty) {
            return Err(self.unsupported(declared.span, "a static variable of a function on the device"));
        } else if self.scalar_of(declared.ty).is_some() && !self.in_memory.contains(&var) {
            Home::Register(self.register())
        } else {
            Home::Memory(self.local(declared.ty)?)
        };
        self.homes.insert(var, home);
        Ok(home)
    }

    /// Where a variable lives, declared already or not.
    fn home(&mut self, var: VarId, at: Span) -> Result<Home> {
        if let Some(&home) = self.homes.get(&var) {
            return Ok(home);
        }
        if let Some(&address) = self.symbols.get(&var) {
            return Ok(Home::Memory(address));
        }
        let declared = &self.program.vars[var];
        if declared.cuda.has(CudaSpecs::SHARED) {
            return self.declare(var);
        }
        match declared.storage {
            VarStorage::Local | VarStorage::Param => self.declare(var),
            VarStorage::Predefined if self.is_named(var, "warpSize") => {
                Ok(Home::Register(self.constant(LANES as u64)))
            }
            _ => Err(self.unsupported(at, "a variable of the host")),
        }
    }

    fn is_named(&self, var: VarId, name: &str) -> bool {
        self.program.vars[var].name.is_some_and(|known| self.sources.text(known) == name)
    }

    fn shared_variable(&mut self, var: VarId) -> Result<Home> {
        let declared = &self.program.vars[var];
        if self.program.size_of(declared.ty).is_none() {
            return Ok(Home::Memory(generic(Space::Shared, self.dynamic_shared)));
        }
        let bytes = self.size_of(declared.ty)?;
        let align = self.program.align_of(declared.ty).unwrap_or(ALIGN).max(4);
        let offset = self.code.shared_bytes.next_multiple_of(align.max(declared.align.unwrap_or(1)));
        self.code.shared_bytes = offset + bytes;
        let name = declared.name.map_or_else(String::new, |name| self.text(name));
        let row_bytes = self.row_bytes(declared.ty);
        self.code.shared_variables.push(SharedVariable { name, offset, row_bytes });
        Ok(Home::Memory(generic(Space::Shared, offset)))
    }

    /// The bytes of the innermost row of an array of arrays.
    fn row_bytes(&self, ty: Type) -> Option<u64> {
        let mut row = self.program.types.element(ty)?;
        let mut found = None;
        while let Some(element) = self.program.types.element(row) {
            found = self.program.size_of(row);
            row = element;
        }
        found
    }

    /// Memory of the thread's own for an object.
    fn local(&mut self, ty: Type) -> Result<u64> {
        let bytes = self.size_of(ty)?;
        let align = self.program.align_of(ty).unwrap_or(8).max(4);
        let offset = self.code.local_bytes.next_multiple_of(align);
        self.code.local_bytes = (offset + bytes).next_multiple_of(8);
        Ok(generic(Space::Local, offset))
    }

    fn size_of(&self, ty: Type) -> Result<u64> {
        self.program
            .size_of(ty)
            .ok_or_else(|| self.unsupported(self.at, "an object whose size is not a constant"))
    }

    fn scalar_of(&self, ty: Type) -> Option<Scalar> {
        Scalar::of(self.program, ty)
    }

    /// The scalar of a type that must be one.
    fn scalar(&self, ty: Type, at: Span) -> Result<Scalar> {
        self.scalar_of(ty).ok_or_else(|| self.unsupported(at, "a value of this type"))
    }

    fn register(&mut self) -> Reg {
        self.code.registers += 1;
        self.code.registers - 1
    }

    fn constant(&mut self, bits: u64) -> Reg {
        if let Some(&register) = self.constants.get(&bits) {
            return register;
        }
        let register = self.register();
        self.constants.insert(bits, register);
        self.code.constants.push((register, bits));
        register
    }

    fn emit(&mut self, instr: Instr) -> Pc {
        let pc = self.code.instrs.len() as Pc;
        self.code.instrs.push(instr);
        self.code.spans.push(self.at);
        pc
    }

    /// The next instruction, as the target of a jump.
    fn here(&mut self) -> Pc {
        self.last_label = self.code.instrs.len() as Pc;
        self.last_label
    }

    /// A jump whose target is not known yet.
    fn jump(&mut self) -> Pc {
        self.emit(Instr::Jump { target: 0 })
    }

    /// A branch to the next instruction, or to a target not known yet.
    fn branch_unless(&mut self, cond: Reg) -> Pc {
        let then = self.code.instrs.len() as Pc + 1;
        let pc = self.emit(Instr::Branch { cond, then, otherwise: 0, join: crate::code::END });
        self.here();
        pc
    }

    /// Makes a jump or branch go to the next instruction.
    fn land(&mut self, from: Pc) {
        let here = self.here();
        self.aim(from, here);
    }

    fn aim(&mut self, from: Pc, to: Pc) {
        match self.code.instrs.get_mut(from as usize) {
            Some(Instr::Jump { target }) => *target = to,
            Some(Instr::Branch { otherwise, .. }) => *otherwise = to,
            _ => {}
        }
    }

    fn site(&mut self, span: Span) -> SiteId {
        self.code.sites.push(span);
        self.code.sites.len() as SiteId - 1
    }

    fn text(&self, symbol: hir::Symbol) -> String {
        self.sources.text(symbol).into_owned()
    }

    fn unsupported(&self, at: Span, what: &str) -> Unsupported {
        let name = &self.code.name;
        Box::new(
            Diagnostic::new(&codes::NOT_SIMULATED, at, format!("{what} cannot be simulated"))
                .note(format!("in kernel `{name}`")),
        )
    }
}
