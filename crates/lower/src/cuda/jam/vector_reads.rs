//! `vector(a)`: reads of neighbouring elements by the copies of a thread.
//!
//! ```text
//! #pragma hicuda loop_partition over_tblock over_thread jam(8:8) vector(image)
//! for (n…)
//!     … image[i + m][j + n - 1] …        a read: row `i + m`, beside `n` the terms `j`, offset -1
//! ```
//! A read is one whose last subscript is the index of the jammed loop and what is the same for all copies. Copies
//! that are neighbours then read neighbours, which [`super::window`] loads several at a time.
//!
//! Invariant: what a read is made of beside the index is the same for all copies, and evaluating it has no effect.

use hir::subscript::{self, Sign, Sum};
use hir::{BinaryOp, Builder, Distribution, ExprId, ExprKind, Type, VarId, const_eval};
use kir::{Extent, ParamValue, Partition, VectorArray};

use super::Lowering;
use crate::cuda::ranges::Range;

/// An array that `vector` names on a jammed loop around the present place.
#[derive(Clone, Debug)]
pub(in crate::cuda) struct Vector {
    /// The index of the loop.
    pub index: VarId,
    pub array: VarId,
    pub element: Type,
    /// So many elements are loaded at once.
    pub lanes: i64,
    /// The extents of the array, outermost first.
    pub extents: Vec<Extent>,
    /// Where it begins is asked when the kernel runs: it is found by an address.
    pub by_address: bool,
    /// The first index of the loop, if it is a number.
    pub first: Option<i64>,
    /// Does every thread's first index differ from that by a multiple of `lanes`?
    pub is_even: bool,
    /// The values that it has, if they are known.
    pub range: Option<Range>,
}

/// A read of such an array by a copy.
#[derive(Clone, Debug)]
pub(in crate::cuda) struct Read {
    /// The vector, by its place in the list.
    pub vector: usize,
    /// All subscripts but the last.
    pub outer: Vec<ExprId>,
    /// The last one without the index.
    pub rest: Sum,
}

impl Lowering<'_, '_> {
    /// The vectors of a loop whose copies are neighbours by so many.
    pub(super) fn vectors_of(&mut self, p: &Partition, neighbours: u64) -> Vec<Vector> {
        if p.step != 1 {
            return Vec::new();
        }
        p.vectors.iter().filter_map(|named| self.vector_of(p, named, neighbours)).collect()
    }

    fn vector_of(&self, p: &Partition, named: &VectorArray, neighbours: u64) -> Option<Vector> {
        let program = &*self.b.program;
        let param = self.kernel.params.iter().find(|param| param.var == named.var)?;
        let ParamValue::Array { written: false, overlaps: false, .. } = param.value else { return None };
        let copy = &self.arrays[named.array];
        let builtin = program.types.as_builtin(copy.element)?;
        // A pointer that is found by an address may lead to any element of its copy; an array leads to the first.
        let is_object = copy.var.is_some_and(|host| program.types.is_array(program.vars[host].ty))
            && copy.dims.iter().all(|dim| dim.lo == Extent::Constant(0));
        let is_known = copy.constant.is_none() && !copy.is_texture() && (is_object || !copy.by_address);
        if !is_known || !self.helpers.language.has_vectors_of(builtin) {
            return None;
        }
        let size = program.size_of(copy.element)?;
        // With subscripts of their own, rows are as long as the pointer's type says.
        let rows = copy.constant_inner_extents().and_then(|extents| extents.last().copied());
        let is_whole = |bytes: &u64| {
            let are_rows_whole = rows.is_none_or(|row| (row * size).is_multiple_of(*bytes));
            *bytes > size && (neighbours * size).is_multiple_of(*bytes) && are_rows_whole
        };
        let bytes = [gpu::WIDEST, gpu::WIDEST / 2].into_iter().find(is_whole)?;
        let lanes = i64::try_from(bytes / size).ok()?;
        let first = const_eval::integer(program, p.first).and_then(|first| i64::try_from(first).ok());
        // Threads are whole runs apart, and so are blocks that take turns.
        let is_even = match p.over_block {
            Some(share) if share.distribution == Distribution::Block => {
                share.chunk.constant().is_some_and(|chunk| chunk % lanes == 0)
            }
            _ => true,
        };
        Some(Vector {
            index: p.index,
            array: named.var,
            element: Type::builtin(builtin),
            lanes,
            extents: named.extents.clone(),
            by_address: copy.by_address,
            first,
            is_even,
            range: self.ranges.of_var(p.index),
        })
    }

    /// The read that an expression is, before its copies are told apart.
    pub(super) fn vector_read(&self, expr: ExprId) -> Option<Read> {
        let program = &*self.b.program;
        if self.vectors.is_empty() || !matches!(program.exprs[expr].kind, ExprKind::Index { .. }) {
            return None;
        }
        let (array, mut outer) = program.element(expr);
        let array = program.variable_of(array)?;
        let vector = self.vectors.iter().position(|vector| vector.array == array)?;
        let Vector { index, element, ref extents, .. } = self.vectors[vector];
        let is_element =
            program.types.as_builtin(program.exprs[expr].ty) == program.types.as_builtin(element);
        let inner = outer.pop()?;
        // The kernel has all of an array's subscripts, or one for all of its elements.
        let has_all = outer.is_empty() || outer.len() + 1 == extents.len();
        let rest = Sum::of(program, inner)?.without(program, index)?;
        let terms = rest.terms.iter().map(|(term, _)| *term);
        let are_same = outer.iter().copied().chain(terms).all(|part| self.is_same_in_copies(part));
        (is_element && has_all && are_same).then_some(Read { vector, outer, rest })
    }

    /// Is it the same for all copies, and made of nothing but variables and sums?
    fn is_same_in_copies(&self, expr: ExprId) -> bool {
        let program = &*self.b.program;
        subscript::is_made_of_variables(program, expr)
            && program.variables_below(expr).all(|var| !self.copies.is_varying(var))
    }

    /// `i * w + n - 1`, from what stands beside the index, the index and a number; in 64 bits unless it is small.
    pub(super) fn subscript(&mut self, rest: &Sum, index: ExprId, offset: i64, is_small: bool) -> ExprId {
        let added = rest.terms.iter().filter(|(_, sign)| *sign == Sign::Plus).map(|(term, _)| *term);
        let mut sum = None;
        for term in added.chain([index]) {
            sum = Some(match sum {
                _ if is_small => sum.map_or(term, |sum| self.b.add(sum, term)),
                None => wide(self.b, term),
                Some(sum) => {
                    let term = beside_wide(self.b, term);
                    self.b.add(sum, term)
                }
            });
        }
        let mut sum = sum.unwrap_or(index);
        for (term, _) in rest.terms.iter().filter(|(_, sign)| *sign == Sign::Minus) {
            let term = if is_small { *term } else { beside_wide(self.b, *term) };
            sum = self.b.sub(sum, term);
        }
        let offset = self.b.int(offset);
        self.b.add(sum, offset)
    }
}

/// A value that is added to one of 64 bits: a variable, and a sum of variables, becomes one by that.
fn beside_wide(b: &mut Builder<'_>, expr: ExprId) -> ExprId {
    let is_leaf = |expr: ExprId| b.program.converted_variable(expr).is_some() && is_signed(b, expr);
    let follows = match b.program.exprs[expr].kind {
        ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } => is_leaf(lhs) && is_leaf(rhs),
        _ => is_leaf(expr),
    };
    if follows { expr } else { wide(b, expr) }
}

/// The value in 64 bits. Where a read is under a condition, nobody has said that its subscripts do not overflow otherwise.
pub(super) fn wide(b: &mut Builder<'_>, expr: ExprId) -> ExprId {
    match b.program.exprs[expr].kind {
        ExprKind::Int { .. } => expr,
        ExprKind::Binary { op, lhs, rhs } if is_signed(b, expr) => {
            let lhs = wide(b, lhs);
            let is_leaf = b.program.converted_variable(rhs).is_some() && is_signed(b, rhs);
            let rhs = if is_leaf { rhs } else { wide(b, rhs) };
            match op {
                BinaryOp::Add => b.add(lhs, rhs),
                BinaryOp::Sub => b.sub(lhs, rhs),
                BinaryOp::Mul => b.mul(lhs, rhs),
                _ => b.cast(expr, Type::LONG),
            }
        }
        ExprKind::Cast { implicit: true, operand, .. } if is_signed(b, expr) && is_signed(b, operand) => {
            wide(b, operand)
        }
        _ => b.cast(expr, Type::LONG),
    }
}

fn is_signed(b: &Builder<'_>, expr: ExprId) -> bool {
    const_eval::integer_format(b.program, b.program.exprs[expr].ty).is_some_and(|format| format.signed)
}
