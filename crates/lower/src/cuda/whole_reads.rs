//! Structs of 8 or 16 bytes, read from device memory by one instruction.
//!
//! ```text
//! sum += weight(hicuda_whole(&primitives[first + i]));
//! ```
//! A struct of two `float`s is aligned like one of them, so the CUDA compiler reads it field
//! by field. But a device copy begins at a multiple of 256 bytes, and each element at a
//! multiple of the struct's size. Only reads of the whole struct are spelled so: of single
//! fields it is not known whether the others are wanted. And only reads in loops: the fields
//! of such a struct are neighbours in the registers, too, and an innermost loop that uses them
//! all the time, loaded once before it, got slower by that.

use hir::copy::{self, Rewrite};
use hir::{Builder, Expr, ExprId, ExprKind, StmtId, StmtKind, TypeKind, VarId};
use kir::{MemorySpace, ParamValue};

use super::Lowering;

/// The value of a struct at an address that is a multiple of its size.
const WHOLE: &str = "hicuda_whole";

impl Lowering<'_, '_> {
    /// The statements with such reads; notes whether there are any.
    pub(super) fn structs_read_whole(&mut self, stmts: Vec<StmtId>) -> Vec<StmtId> {
        if !self.helpers.language.moves_bytes() {
            return stmts;
        }
        let begins_aligned = |param: &&kir::KernelParam| match param.value {
            ParamValue::Array { array, .. } => {
                self.arrays[array].space == MemorySpace::Global && !self.arrays[array].by_address
            }
            ParamValue::Scalar(_) => false,
        };
        let arrays: Vec<VarId> = self.kernel.params.iter().filter(begins_aligned).map(|p| p.var).collect();
        let mut reading = Reading { b: self.b, arrays, in_loop: false, found: false };
        let stmts = stmts.into_iter().map(|stmt| copy::stmt(&mut reading, stmt)).collect();
        self.reads_whole = reading.found;
        stmts
    }
}

struct Reading<'a, 'b> {
    b: &'a mut Builder<'b>,
    /// Device copies whose beginning is known to be aligned.
    arrays: Vec<VarId>,
    in_loop: bool,
    found: bool,
}

impl Reading<'_, '_> {
    /// Is it, in a loop, an element of such an array: a struct that fits an instruction and is
    /// not aligned for it by its type?
    fn is_struct(&self, expr: ExprId) -> bool {
        if !self.in_loop {
            return false;
        }
        let program = &*self.b.program;
        let ty = program.exprs[expr].ty;
        let is_record = matches!(program.types.stripped(ty), TypeKind::Record(_));
        let (size, align) = (program.size_of(ty), program.align_of(ty));
        if !is_record || !matches!(size, Some(8 | 16)) || align >= size {
            return false;
        }
        let mut at = expr;
        let mut is_element = false;
        loop {
            at = match program.exprs[at].kind {
                ExprKind::Index { base, .. } => base,
                ExprKind::Cast { implicit: true, operand, .. } if is_element => operand,
                ExprKind::Var(var) => return is_element && self.arrays.contains(&var),
                _ => return false,
            };
            is_element = true;
        }
    }

    /// The place itself, not its value: only its subscripts are looked at.
    fn place(&mut self, place: ExprId) -> ExprId {
        copy::expr_below(self, place)
    }
}

impl<'b> Rewrite<'b> for Reading<'_, 'b> {
    fn builder(&mut self) -> &mut Builder<'b> {
        self.b
    }

    fn replace_stmt(&mut self, stmt: StmtId) -> Option<StmtId> {
        let is_loop = matches!(
            self.b.program.stmts[stmt].kind,
            StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. }
        );
        if self.in_loop || !is_loop {
            return None;
        }
        self.in_loop = true;
        let inside = copy::stmt_below(self, stmt);
        self.in_loop = false;
        Some(inside)
    }

    fn replace_expr(&mut self, expr: ExprId) -> Option<ExprId> {
        let kind = match self.b.program.exprs[expr].kind {
            ExprKind::Assign { lhs, rhs } if self.is_struct(lhs) => {
                ExprKind::Assign { lhs: self.place(lhs), rhs: copy::expr(self, rhs) }
            }
            ExprKind::AddrOf(of) if self.is_struct(of) => ExprKind::AddrOf(self.place(of)),
            ExprKind::Member { base, record, field, arrow } if self.is_struct(base) => {
                ExprKind::Member { base: self.place(base), record, field, arrow }
            }
            _ if self.is_struct(expr) => return Some(self.whole(expr)),
            _ => return None,
        };
        let Expr { ty, span, .. } = self.b.program.exprs[expr];
        Some(self.b.program.exprs.alloc(Expr { kind, ty, span }))
    }
}

impl Reading<'_, '_> {
    fn whole(&mut self, expr: ExprId) -> ExprId {
        self.found = true;
        let Expr { ty, span, .. } = self.b.program.exprs[expr];
        let place = self.place(expr);
        let pointer = self.b.program.types.pointer_to(ty);
        // The read stands where the user's does.
        let before = std::mem::replace(&mut self.b.origin, span);
        let address = self.b.expr(ExprKind::AddrOf(place), pointer);
        let value = self.b.call(WHOLE, vec![address], ty.unqualified());
        self.b.origin = before;
        value
    }
}
