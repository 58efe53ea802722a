//! Constants that every thread reads from one end to the other, kept by the block.
//!
//! OpenCL 1.2 has no constant memory that a program fills: `constant copyin` gives kernels a pointer, and
//! what they read by it comes by ordinary loads. A loop over such an array reads local memory instead:
//!
//! ```text
//! __local struct sample samples_near[1024];
//! for (int element = get_local_id(0); element < 1024; element += 256)
//!     samples_near[element] = c_samples[element];
//! barrier(CLK_LOCAL_MEM_FENCE);
//! ```
//! On an H200 a batch of mri-fhd takes 0.187 ms so, and 0.253 by the pointer.

use std::collections::HashSet;

use hir::copy::{self, Rewrite};
use hir::{Builder, CudaSpecs, ExprId, ExprKind, Program, StmtId, StmtKind, Type, VarId};
use kir::ParamValue;

use super::Lowering;
use super::trips::constant_trips;

/// Smaller tables stay in the cache that is nearest.
const FEWEST_BYTES: u64 = 1024;
/// What every device has for a block (OpenCL 1.2, full profile).
const MOST_BYTES: u64 = 32 * 1024;
/// More for a thread would leave room for fewer threads on a multiprocessor.
const MOST_BYTES_OF_A_THREAD: u64 = 112;

/// An array of constants, and how many elements it has.
struct Table {
    constant: VarId,
    name: String,
    element: Type,
    length: u64,
}

impl Lowering<'_, '_> {
    /// Lets loops over constants read the block's copies of them; what makes these comes first.
    pub(super) fn constants_near(&mut self, work: &mut Vec<StmtId>) -> Vec<StmtId> {
        if self.helpers.language.has_constant_memory() {
            return Vec::new();
        }
        let mut room = self.room_for_constants();
        let mut stmts = Vec::new();
        for table in self.tables() {
            let bytes = table.length * self.b.program.size_of(table.element).unwrap_or(room);
            if !(FEWEST_BYTES..=room).contains(&bytes) || !self.is_swept(&table, work) {
                continue;
            }
            room -= bytes;
            let near = self.near_copy(&table, &mut stmts);
            let mut renamed = Renamed { b: self.b, from: table.constant, to: near };
            *work = work.iter().map(|&stmt| copy::stmt(&mut renamed, stmt)).collect();
        }
        if !stmts.is_empty() {
            stmts.push(self.b.stmt(StmtKind::Barrier));
        }
        stmts
    }

    /// The bytes that a block has left for constants.
    fn room_for_constants(&mut self) -> u64 {
        let Some(threads) = self.threads_of_block().constant().and_then(|n| u64::try_from(n).ok()) else {
            return 0;
        };
        MOST_BYTES.min(threads * MOST_BYTES_OF_A_THREAD).saturating_sub(self.all_shared_bytes())
    }

    fn tables(&self) -> Vec<Table> {
        let table = |array: &kir::DeviceArray| {
            let constant = array.constant?;
            let ty = self.b.program.vars[constant].ty;
            let element = self.b.program.types.element(ty)?.unqualified();
            let is_flat = self.b.program.types.element(element).is_none();
            let length = self.b.program.size_of(ty)?.checked_div(self.b.program.size_of(element)?)?;
            let name = format!("{}_near", self.b.sources.text(array.name));
            is_flat.then_some(Table { constant, name, element, length })
        };
        // A caller's constant has an array in each function that it reaches; it is one constant.
        let mut seen = HashSet::new();
        let tables = self.arrays.iter().filter_map(|(_, array)| table(array));
        tables.filter(|table| seen.insert(table.constant)).collect()
    }

    /// Does each thread, in one loop, read at least half of the elements, in the same order as all others? And is
    /// the table nowhere used but for its elements?
    fn is_swept(&self, table: &Table, work: &[StmtId]) -> bool {
        let program = &*self.b.program;
        let mentions = work.iter().flat_map(|&stmt| program.variables_below(stmt));
        let mentions = mentions.filter(|var| *var == table.constant).count();
        let exprs = || work.iter().flat_map(|&stmt| program.exprs_below(stmt));
        let elements = exprs().filter(|expr| subscript(program, *expr, table.constant).is_some()).count();
        let has_address = exprs().any(|expr| match program.exprs[expr].kind {
            ExprKind::AddrOf(of) => program.variables_below(of).any(|var| var == table.constant),
            _ => false,
        });
        let mut stmts = work.iter().flat_map(|&stmt| program.stmts_below(stmt));
        mentions == elements && !has_address && stmts.any(|stmt| self.sweeps(stmt, table))
    }

    fn sweeps(&self, stmt: StmtId, table: &Table) -> bool {
        let program = &*self.b.program;
        let StmtKind::For { init: Some(init), body, .. } = program.stmts[stmt].kind else { return false };
        let Some(trips) = constant_trips(program, self.b.sources, stmt) else { return false };
        if trips.unsigned_abs().saturating_mul(2) < table.length {
            return false;
        }
        // An index that only the loop and what the launch passes decide is the same for all threads.
        let scalars = self.kernel.params.iter().filter(|param| matches!(param.value, ParamValue::Scalar(_)));
        let mut uniform: Vec<VarId> = scalars.map(|param| param.var).collect();
        let indices: Vec<VarId> = program.declared(init).collect();
        uniform.extend(&indices);
        program.exprs_below(body).filter_map(|expr| subscript(program, expr, table.constant)).any(|index| {
            let vars: Vec<VarId> = program.variables_below(index).collect();
            vars.iter().any(|var| indices.contains(var)) && vars.iter().all(|var| uniform.contains(var))
        })
    }

    /// The block's copy of a table; declared and filled.
    fn near_copy(&mut self, table: &Table, stmts: &mut Vec<StmtId>) -> VarId {
        let ty = self.b.program.types.array_of(table.element, table.length);
        let near = self.names.local(self.b, &table.name, ty);
        self.b.program.vars[near].cuda = CudaSpecs::SHARED;
        stmts.push(self.b.declare(near, None));
        let number = self.names.scoped(self.b, "element", Type::INT);
        let element = self.b.var(number);
        let (to, from) = (self.b.var(near), self.b.var(table.constant));
        let (to, from) = (self.b.index(to, &[element]), self.b.index(from, &[element]));
        let fill = self.b.assign(to, from);
        stmts.push(self.shared_out_elements(number, &[table.length], vec![fill]));
        near
    }
}

/// The subscript of an element of an array.
fn subscript(program: &Program, expr: ExprId, array: VarId) -> Option<ExprId> {
    let ExprKind::Index { base, index } = program.exprs[expr].kind else { return None };
    (program.converted_variable(base)? == array).then_some(index)
}

struct Renamed<'a, 'b> {
    b: &'a mut Builder<'b>,
    from: VarId,
    to: VarId,
}

impl<'b> Rewrite<'b> for Renamed<'_, 'b> {
    fn builder(&mut self) -> &mut Builder<'b> {
        self.b
    }

    fn replace_expr(&mut self, expr: ExprId) -> Option<ExprId> {
        let is_named = matches!(self.b.program.exprs[expr].kind, ExprKind::Var(var) if var == self.from);
        is_named.then(|| self.b.var(self.to))
    }
}
