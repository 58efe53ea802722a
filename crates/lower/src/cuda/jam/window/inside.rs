//! What must hold for windows to be loaded.
//!
//! ```text
//! n + 7 < 1985                    all copies of the thread exist
//! i + m < 2048                    the row is there
//! (i * w + j + n) % 4 == 0        a vector may begin there
//! j + n <= 2024                   the window ends in the array
//! ```
//! What follows from the bounds of loops is not asked ([`crate::cuda::ranges`]). What is asked is the same for most threads.

use hir::copy;
use hir::subscript::{Sign, Sum};
use hir::update::{self, About};
use hir::{BinaryOp, CastKind, Duplicate, ExprId, ExprKind, Type};
use kir::Extent;

use super::super::Lowering;
use super::super::vector_reads::{Vector, wide};
use super::super::whole_batch::LastCopy;
use super::Window;
use crate::cuda::ranges::{CountedLoop, Range};

impl Lowering<'_, '_> {
    /// The tests that all copies pass if the last ones do; `None` if that cannot be told.
    pub(super) fn all_copies_exist(&mut self, guards: &[ExprId]) -> Option<Vec<ExprId>> {
        let levels = self.jams.clone();
        let mut tests = Vec::new();
        for &guard in guards {
            let ExprKind::Binary { op, rhs, .. } = self.b.program.exprs[guard].kind else { return None };
            let differs =
                |expr: ExprId| levels.iter().any(|level| self.b.program.mentions(expr, level.counter));
            let grows =
                matches!(op, BinaryOp::Lt | BinaryOp::Le) && levels.iter().all(|level| level.step > 0);
            if differs(rhs) || differs(guard) && !grows {
                return None;
            }
            let last = levels
                .iter()
                .fold(guard, |guard, &level| copy::expr(&mut LastCopy { b: self.b, level }, guard));
            tests.push(Duplicate::new(self.b).expr(last));
        }
        Some(tests)
    }

    /// The last subscript of a window's first element.
    pub(super) fn place(&mut self, window: &Window, row: Option<CountedLoop>) -> ExprId {
        // A variable by itself does not overflow.
        let is_small = window.range.is_some() || !window.follows && window.rest.terms.is_empty();
        let index = self.b.var(window.vector.index);
        let index = match row.filter(|_| window.follows) {
            Some(row) => {
                let along = self.b.var(row.index);
                self.b.add(along, index)
            }
            None => index,
        };
        self.subscript(&window.rest, index, window.start, is_small)
    }

    /// What must hold for a window, where all copies exist: its row is there, and it begins in it, at a multiple of what
    /// is loaded at once.
    pub(super) fn begins_inside(&mut self, window: &Window, row: Option<CountedLoop>) -> Vec<ExprId> {
        let Window { vector, .. } = window;
        let mut tests = Vec::new();
        let zero = self.b.int(0);
        for (&subscript, extent) in window.outer.iter().zip(&vector.extents) {
            let range = self.ranges.of(self.b.program, subscript);
            let is_plain = range.is_some() || self.b.program.converted_variable(subscript).is_some();
            let value = if is_plain { subscript } else { wide(self.b, subscript) };
            if range.is_none_or(|range| range.least < 0) {
                tests.push(self.b.binary(BinaryOp::Ge, value, zero));
            }
            if range.zip(extent.constant()).is_none_or(|(range, extent)| range.most >= extent) {
                let extent = extent.expr(self.b);
                tests.push(self.b.binary(BinaryOp::Lt, value, extent));
            }
        }
        if window.least.is_none_or(|least| least < 0) {
            let place = self.place(window, row);
            tests.push(self.b.binary(BinaryOp::Ge, place, zero));
        }
        let along = if window.follows { row.and_then(|row| row.first) } else { Some(0) };
        let is_even =
            vector.is_even && vector.first.is_some() && along.is_some() && window.rest.terms.is_empty();
        if !is_even {
            let (place, lanes) = (self.place(window, row), self.b.int(vector.lanes));
            let beyond = self.b.rem(place, lanes);
            tests.push(self.b.binary(BinaryOp::Eq, beyond, zero));
        }
        if vector.by_address {
            let pointer = self.b.var(vector.array);
            let kind = ExprKind::Cast { kind: CastKind::PointerToInt, implicit: false, operand: pointer };
            let (address, bytes) = (self.b.expr(kind, Type::ULONG), self.bytes_at_once(vector));
            let beyond = self.b.rem(address, bytes);
            tests.push(self.b.binary(BinaryOp::Eq, beyond, zero));
        }
        tests
    }

    /// The test that a window ends in the array, `j + n <= 2024`, unless it surely does.
    pub(super) fn ends_inside(&mut self, window: &Window, row: Option<CountedLoop>) -> Option<ExprId> {
        let Window { vector, level, .. } = window;
        // One subscript counts all elements.
        let extents = match window.outer.len() {
            0 => vector.extents.clone(),
            outer => vector.extents[outer..].to_vec(),
        };
        let width = self.b.int(window.width);
        let extents: Vec<Extent> = extents.into_iter().map(|extent| self.wide_extent(extent)).collect();
        let length = Extent::product(extents, self.b);
        let is_known = window.range.zip(length.constant());
        if level.copies == level.neighbours
            && is_known.is_some_and(|(range, length)| range.most <= length - window.width)
        {
            return None;
        }
        let mut place = self.place(window, row);
        if level.copies > level.neighbours {
            let last_run = self.b.int(i64::try_from(level.copies / level.neighbours).unwrap_or(i64::MAX) - 1);
            let distance = self.run_distance(*level, last_run);
            place = self.b.add(place, distance);
        }
        let length = length.expr(self.b);
        let last = self.b.sub(length, width);
        Some(self.b.binary(BinaryOp::Le, place, last))
    }

    /// A size that is multiplied and compared in 64 bits.
    fn wide_extent(&mut self, extent: Extent) -> Extent {
        match extent {
            Extent::Constant(_) => extent,
            Extent::Expr(size) => Extent::Expr(wide(self.b, size)),
        }
    }

    /// The values of a window's first subscript, where all copies exist and the strip is whole.
    pub(super) fn range_of_window(
        &self,
        (vector, rest): (&Vector, &Sum),
        start: i64,
        row: Option<(CountedLoop, i64)>,
        reach: i64,
    ) -> Option<Range> {
        let index = vector.range?;
        let mut last = index.most.checked_sub(reach)?;
        // Threads have whole vectors of iterations before them.
        if vector.is_even {
            last -= last.checked_sub(index.least)?.rem_euclid(vector.lanes);
        }
        let mut range = Range { least: index.least, most: last }.plus(Range::only(start))?;
        if let Some((row, strip)) = row {
            let (first, strips) = (row.first?, row.trips? / strip);
            range = range.plus(Range { least: first, most: first + (strips - 1).max(0) * strip })?;
        }
        for (term, sign) in &rest.terms {
            let term = self.ranges.of(self.b.program, *term)?;
            range = match sign {
                Sign::Plus => range.plus(term)?,
                Sign::Minus => range.minus(term)?,
            };
        }
        Some(range)
    }

    fn bytes_at_once(&mut self, vector: &Vector) -> ExprId {
        let size = self.b.program.size_of(vector.element).and_then(|size| i64::try_from(size).ok());
        self.b.int(vector.lanes.saturating_mul(size.unwrap_or(1)))
    }

    /// Leaves out what was asked before.
    pub(super) fn each_once(&mut self, tests: &mut Vec<ExprId>) {
        let about = About { program: self.b.program, sources: self.b.sources };
        let mut kept: Vec<ExprId> = Vec::new();
        for &test in tests.iter() {
            if !kept.iter().any(|other| update::same(&about, *other, test)) {
                kept.push(test);
            }
        }
        *tests = kept;
    }
}
