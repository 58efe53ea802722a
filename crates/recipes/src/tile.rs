//! `tile(a, b)`: blocks of a × b iterations, one block after the other.
//!
//! ```c
//! for (int i_tile = 0; i_tile < n; i_tile += 16)
//!     for (int j_tile = 0; j_tile < m; j_tile += 16)
//!         for (int i = i_tile; i < (i_tile + 16 < n ? i_tile + 16 : n); i++)
//!             for (int j = j_tile; …
//! ```
//! The end of a tile is plain `i_tile + 16` where the tiles fit exactly. Tiling one
//! loop keeps the order; tiling several needs them to be free to change places.

use analyze::{CanonicalLoop, room};
use hir::const_eval::{self, integer_format};
use hir::{BinaryOp, ExprId, ExprKind, StmtId, Type, VarId};

use crate::counts::counted_loop;
use crate::{Kitchen, Place, Refusal};

const RECIPE: &str = "tiled";

/// A tile goes over at most so many index values.
const LONGEST: i64 = 1 << 24;

impl Kitchen<'_> {
    pub(crate) fn tile(&mut self, stmt: StmtId, sizes: &[ExprId], place: Place) -> Result<StmtId, Refusal> {
        let loops = self.perfect_nest(RECIPE, stmt, sizes.len())?;
        let (mut lengths, mut types) = (Vec::new(), Vec::new());
        for (canonical, size) in loops.iter().zip(sizes) {
            self.index_not_used_after(RECIPE, canonical)?;
            let ty = self.tile_type(canonical)?;
            let span = self.program.exprs[*size].span;
            let length = const_eval::integer(self.program, *size).and_then(|n| i64::try_from(n).ok());
            let length = length.filter(|n| *n > 0 && *n <= LONGEST / canonical.step.abs().max(1));
            let reason = "the size is not a constant, or too large";
            lengths.push(length.ok_or_else(|| Refusal::form(RECIPE, span, reason))?);
            types.push(ty);
        }
        let innermost = loops.last().map_or(stmt, |canonical| canonical.body);
        self.stays_inside(RECIPE, innermost)?;
        if loops.len() > 1 {
            let order = self.order(RECIPE, stmt, place)?;
            let stmts: Vec<StmtId> = loops.iter().map(|canonical| canonical.stmt).collect();
            order.check_band(RECIPE, &stmts)?;
        }
        let mut body = innermost;
        let tiles: Vec<VarId> = loops
            .iter()
            .zip(types)
            .map(|(canonical, ty)| {
                let name = format!("{}_tile", self.name_of(canonical.index));
                self.fresh(&name, ty, canonical.stmt)
            })
            .collect();
        for ((canonical, length), tile) in loops.iter().zip(&lengths).zip(&tiles).rev() {
            body = self.within_tile(canonical, *length, *tile, body);
        }
        for ((canonical, length), tile) in loops.iter().zip(&lengths).zip(&tiles).rev() {
            let mut b = self.builder(stmt);
            let head = (
                canonical.first,
                upwards(canonical.op, canonical.step),
                canonical.bound,
                canonical.step * length,
            );
            body = counted_loop(&mut b, (*tile, true), head, body);
        }
        Ok(body)
    }

    /// The type in which tiles are counted: one that has room for the end of the tile beyond the last.
    fn tile_type(&self, canonical: &CanonicalLoop) -> Result<Type, Refusal> {
        let ty = self.program.vars[canonical.index].ty.unqualified();
        let size = self.program.size_of(ty).unwrap_or(8);
        if !room::may_wrap(self.program, canonical) {
            return Ok(ty);
        }
        // What it is compared with must not make a value below zero a large one.
        let bound = integer_format(self.program, self.program.exprs[canonical.bound].ty);
        match (size, bound) {
            (0..4, Some(bound)) if bound.signed => Ok(Type::INT),
            (0..8, Some(bound)) if bound.signed || bound.width < 64 => Ok(Type::LONG),
            _ => {
                let span = self.program.stmts[canonical.stmt].span;
                let reason =
                    "the end of a tile may be more than 64 bits hold; start its index at 0, and count up";
                Err(Refusal::form(RECIPE, span, reason))
            }
        }
    }

    /// The loop over one tile.
    fn within_tile(&mut self, canonical: &CanonicalLoop, length: i64, tile: VarId, body: StmtId) -> StmtId {
        let exact = canonical.trips.is_some_and(|trips| trips % length.unsigned_abs() == 0);
        let op = upwards(canonical.op, canonical.step);
        let mut b = self.builder(canonical.stmt);
        let (start, distance) = (b.var(tile), b.int(canonical.step.abs() * length));
        let end = if canonical.step > 0 { b.add(start, distance) } else { b.sub(start, distance) };
        let strict = if canonical.step > 0 { BinaryOp::Lt } else { BinaryOp::Gt };
        if exact {
            return counted_loop(
                &mut b,
                (canonical.index, canonical.declares_index),
                (start, strict, end, canonical.step),
                body,
            );
        }
        // An inclusive bound keeps its operator; the tile ends one before.
        let one = b.int(1);
        let last = match (op == strict, canonical.step > 0) {
            (true, _) => end,
            (false, true) => b.sub(end, one),
            (false, false) => b.add(end, one),
        };
        let nearer = b.binary(strict, last, canonical.bound);
        let ty = b.program.vars[tile].ty;
        let kind = ExprKind::Conditional { cond: nearer, then: Some(last), otherwise: canonical.bound };
        let bound = b.expr(kind, ty);
        counted_loop(
            &mut b,
            (canonical.index, canonical.declares_index),
            (start, op, bound, canonical.step),
            body,
        )
    }
}

/// `!=` as the comparison that also holds between its steps.
pub(crate) fn upwards(op: BinaryOp, step: i64) -> BinaryOp {
    match op {
        BinaryOp::Ne if step > 0 => BinaryOp::Lt,
        BinaryOp::Ne => BinaryOp::Gt,
        op => op,
    }
}
