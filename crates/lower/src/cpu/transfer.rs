//! Copies between device and shared memory, as loop nests.
//!
//! Where the section may reach beyond the array, the bounds of the loops are
//! cut to the part inside, and on the way in everything is set to zero first:
//!
//! ```text
//! int A_row_begin = 1 - i_base > 0 ? 1 - i_base : 0;
//! int A_row_end = n + 1 - i_base < 18 ? n + 1 - i_base : 18;
//! for (int row = A_row_begin; row < A_row_end; row++)
//!     for (int column = 0; column < 64; column++)
//!         A_tile[row][column] = A[i_base - 1 + row][column];
//! ```

use hir::{ExprId, ExprKind, StmtId, Type, TypeKind, VarId};
use kir::{Direction, SharedTransfer, TransferDim};

use super::{Lowering, textures};

/// The loop over one dimension.
struct DimLoop {
    var: VarId,
    begin: ExprId,
    end: ExprId,
}

impl Lowering<'_, '_> {
    pub(super) fn transfer(&mut self, t: &SharedTransfer) -> Vec<StmtId> {
        let mut out = Vec::new();
        let guarded = t.dims.iter().any(|dim| dim.at_least.is_some() || dim.below.is_some());
        if guarded && t.direction == Direction::In {
            let vars = self.counters(t);
            out.push(self.cleared(t, &vars));
        }
        let vars = self.counters(t);
        let mut loops = Vec::new();
        let array = self.b.sources.text(self.arrays[t.array].name).into_owned();
        for (dim, &var) in t.dims.iter().zip(&vars) {
            loops.push(self.bounds(&array, dim, var, &mut out));
        }
        let copy = self.copy_element(t, &vars);
        out.push(self.nest(loops, copy));
        out
    }

    /// A counter for each dimension.
    fn counters(&mut self, t: &SharedTransfer) -> Vec<VarId> {
        let count = t.dims.len();
        (0..count).map(|i| self.names.scoped(self.b, &dimension_name(i, count), Type::INT)).collect()
    }

    /// Sets the section to zero.
    fn cleared(&mut self, t: &SharedTransfer, vars: &[VarId]) -> StmtId {
        let mut loops = Vec::new();
        for (dim, &var) in t.dims.iter().zip(vars) {
            loops.push(DimLoop { var, begin: self.b.int(0), end: self.int(dim.extent) });
        }
        let tile = self.tile_element(t, vars);
        let zero = self.zero(self.kernel.shared[t.shared].element);
        let clear = self.b.assign(tile, zero);
        self.nest(loops, clear)
    }

    /// The part of a dimension that is inside the array.
    fn bounds(&mut self, array: &str, dim: &TransferDim, var: VarId, out: &mut Vec<StmtId>) -> DimLoop {
        let (mut begin, mut end) = (self.b.int(0), self.int(dim.extent));
        let name = format!("{array}_{}", self.b.name_of(var));
        if let Some(limit) = dim.at_least {
            let missing = self.after_first(dim, limit);
            let value = self.larger(missing, begin);
            begin = self.named_bound(&format!("{name}_begin"), value, out);
        }
        if let Some(limit) = dim.below {
            let present = self.after_first(dim, limit);
            let value = self.smaller(present, end);
            end = self.named_bound(&format!("{name}_end"), value, out);
        }
        DimLoop { var, begin, end }
    }

    /// `limit - lo`, signed.
    fn after_first(&mut self, dim: &TransferDim, limit: kir::Extent) -> ExprId {
        let limit = self.extent_for_block(limit).expr(self.b);
        let lo = self.for_block(dim.lo);
        let lo = if self.is_signed(lo) { lo } else { self.b.cast(lo, Type::LONG) };
        let limit = if self.is_signed(limit) { limit } else { self.b.cast(limit, Type::LONG) };
        // `limit - (x + c)` is `limit - c - x`, which has no parentheses.
        match self.b.program.exprs[lo].kind {
            ExprKind::Binary { op: hir::BinaryOp::Add, lhs, rhs } if self.b.constant(rhs).is_some() => {
                let rest = self.b.sub(limit, rhs);
                self.b.sub(rest, lhs)
            }
            ExprKind::Binary { op: hir::BinaryOp::Sub, lhs, rhs } if self.b.constant(rhs).is_some() => {
                let rest = self.b.add(limit, rhs);
                self.b.sub(rest, lhs)
            }
            _ => self.b.sub(limit, lo),
        }
    }

    /// No variable in it is of an unsigned type.
    fn is_signed(&self, expr: ExprId) -> bool {
        self.b.program.exprs_below(expr).all(|e| {
            let unsigned = matches!(
                self.b.program.types.as_builtin(self.b.program.exprs[e].ty),
                Some(hir::BuiltinType::UInt | hir::BuiltinType::ULong | hir::BuiltinType::ULongLong)
            );
            !unsigned
        })
    }

    fn named_bound(&mut self, name: &str, value: ExprId, out: &mut Vec<StmtId>) -> ExprId {
        if self.b.constant(value).is_some() {
            return value;
        }
        let wide = self.b.program.size_of(self.b.program.exprs[value].ty).is_some_and(|size| size > 4);
        let var = self.names.local(self.b, name, if wide { Type::LONG } else { Type::INT });
        out.push(self.b.declare(var, Some(value)));
        self.b.var(var)
    }

    fn nest(&mut self, loops: Vec<DimLoop>, innermost: StmtId) -> StmtId {
        loops.into_iter().rev().fold(innermost, |body, dim| {
            let one = self.b.int(1);
            self.b.count(dim.var, dim.begin, dim.end, one, true, vec![body])
        })
    }

    fn copy_element(&mut self, t: &SharedTransfer, vars: &[VarId]) -> StmtId {
        let mut host_index = Vec::new();
        for (dim, &var) in t.dims.iter().zip(vars) {
            let (lo, element) = (self.for_block(dim.lo), self.b.var(var));
            host_index.push(self.b.add(lo, element));
        }
        let tile = self.tile_element(t, vars);
        let device = textures::element(self.b, &self.arrays[t.array], t.device, &host_index);
        match t.direction {
            Direction::In => self.b.assign(tile, device),
            Direction::Out => self.b.assign(device, tile),
        }
    }

    fn tile_element(&mut self, t: &SharedTransfer, vars: &[VarId]) -> ExprId {
        let mut index = Vec::new();
        for (dim, &var) in t.dims.iter().zip(vars) {
            let (lo, element) = (self.int(dim.shared_lo), self.b.var(var));
            index.push(self.b.add(element, lo));
        }
        let tile = self.b.var(self.kernel.shared[t.shared].var);
        self.b.index(tile, &index)
    }

    fn int(&mut self, value: u64) -> ExprId {
        self.b.int(i64::try_from(value).unwrap_or(i64::MAX))
    }

    /// A zero of a type: `0`, or `(T){0}` for records.
    fn zero(&mut self, ty: Type) -> ExprId {
        let zero = self.b.int(0);
        let TypeKind::Record(_) = self.b.program.types.stripped(ty) else { return zero };
        let value = hir::Init::Expr(zero);
        let entries = vec![hir::InitEntry { index: 0, last: 0, value }];
        let init = hir::Init::List { ty, entries, span: self.b.origin };
        self.b.expr(ExprKind::CompoundLiteral { init: Box::new(init), is_static: false }, ty.unqualified())
    }
}

/// What the index of a dimension is called.
fn dimension_name(dim: usize, dims: usize) -> String {
    const NAMES: [&str; 3] = ["plane", "row", "column"];
    match dims {
        1 => String::from("element"),
        2 | 3 => NAMES[dim + 3 - dims].to_string(),
        _ => format!("index{dim}"),
    }
}
