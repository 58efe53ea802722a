//! Products: what a thread reads of a row serves all columns, and the other way round.
//!
//! ```c
//! for (i…) for (j…) for (k…)                // `a` depends on `i` and `k`, `b` on `k` and `j`
//!     c[i][j] += a[i][k] * b[k][j];         // n times n results from 2 n elements
//! ```
//! Each block computes a square of results, each thread a small one in registers (`jam`), from strips of
//! both arrays in shared memory (`stage`).

use std::collections::BTreeSet;

use analyze::{Access, KernelFacts};
use hir::{StmtId, VarId};

use crate::mapping::{Mapping, PARTITION};
use crate::nests::{Loop, body_of, statements};
use crate::parallel::Findings;
use crate::strides::varies;

/// Shorter loops are not worth tiles.
const SHORT: u64 = 64;

/// From here on there are squares of 128 results for all multiprocessors.
const LARGE: u64 = 2048;

impl Findings<'_> {
    /// A product in tiles, if the nest is one.
    pub(crate) fn product(&mut self, at: &Loop, index: VarId) -> Option<Mapping> {
        let middle = at.inner.first().filter(|inner| Some(inner.stmt) == self.only_loop(at.stmt))?.clone();
        self.clauses(&middle).filter(Vec::is_empty)?;
        let [inner] = middle.inner.as_slice() else { return None };
        let body = body_of(self.trials.program, middle.stmt)?;
        if !inner.inner.is_empty() || !statements(self.trials.program, body).contains(&inner.stmt) {
            return None;
        }
        let indices = (index, self.index(middle.stmt)?, self.index(inner.stmt)?);
        let loops = [at.stmt, middle.stmt, inner.stmt];
        let lengths = loops.map(|stmt| self.trips(stmt));
        if lengths.iter().flatten().any(|trips| *trips < SHORT) {
            return None;
        }
        let facts = self.of(at).facts.as_ref()?;
        let (rows, columns) = factors(facts, inner.stmt, indices)?;
        let is_declared = |var: &VarId| {
            // A linear array has no rows before a `shape` gives it some.
            let ty = self.trials.program.vars[*var].ty;
            let types = &self.trials.program.types;
            let element = types.pointee(ty).or_else(|| types.element(ty));
            element.is_some_and(|element| types.is_array(element))
        };
        if !rows.iter().chain(&columns).all(is_declared) {
            return None;
        }
        // Loops whose length is not a number are as long as their arrays.
        let extents = [
            rows.iter().filter_map(|var| *self.extents(*var).first()?).max(),
            columns.iter().filter_map(|var| *self.extents(*var).last()?).max(),
        ];
        let is_large = |(trips, extent): (&Option<u64>, Option<u64>)| {
            trips.or(extent).is_none_or(|length| length >= LARGE)
        };
        let is_large = lengths[..2].iter().zip(extents).all(is_large);
        let (own, strip) = if is_large { (8, 16) } else { (4, 32) };
        let names: Vec<String> = rows.iter().chain(&columns).map(|var| self.name(*var)).collect();
        let shared = format!("{PARTITION} jam({own})");
        let (i, j) = (self.name(indices.0), self.name(indices.1));
        Some(Mapping {
            clauses: " thread(16, 16)".into(),
            above: vec![
                (at.stmt, vec![shared.clone()]),
                (middle.stmt, vec![shared]),
                (inner.stmt, vec![format!("stage({strip}: {})", names.join(", "))]),
            ],
            shared: vec![vec![at.stmt], vec![middle.stmt]],
            thread: Some(indices.1),
            why: format!("the iterations of `{i}` and `{j}` are independent; a product, in tiles"),
        })
    }

    /// The declared extents of an array, outermost first; nothing for those that are no numbers.
    fn extents(&self, var: VarId) -> Vec<Option<u64>> {
        let place = analyze::Place::var(var);
        let shape = analyze::array_shape::ArrayShape::declared(self.trials.program, &place);
        let extents = shape.map(|shape| shape.extents).unwrap_or_default();
        let constant = |extent: Option<kir::Extent>| match extent {
            Some(kir::Extent::Constant(length)) => u64::try_from(length).ok(),
            _ => None,
        };
        extents.into_iter().map(constant).collect()
    }

    /// How often a loop runs, if that is a number.
    fn trips(&self, stmt: StmtId) -> Option<u64> {
        analyze::canonical_loop::recognize(&self.trials.input(), stmt).ok().and_then(|found| found.trips)
    }
}

/// The arrays that the innermost loop reads by rows and by columns of the result; none if it is no product.
fn factors(
    facts: &KernelFacts,
    innermost: StmtId,
    (i, j, k): (VarId, VarId, VarId),
) -> Option<(BTreeSet<VarId>, BTreeSet<VarId>)> {
    let (mut rows, mut columns) = (BTreeSet::new(), BTreeSet::new());
    let inside = |access: &&Access| access.loops.contains(&innermost);
    for access in facts.accesses.iter().filter(inside) {
        let depends = [i, j, k].map(|index| varies(facts, access, index));
        match depends {
            [_, _, false] => continue,
            _ if access.mode.writes() || !access.place.path.is_empty() => return None,
            [true, false, true] => rows.insert(access.place.var),
            [false, true, true] => columns.insert(access.place.var),
            _ => return None,
        };
    }
    let is_product = !rows.is_empty() && !columns.is_empty() && rows.is_disjoint(&columns);
    is_product.then_some((rows, columns))
}
