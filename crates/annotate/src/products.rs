//! Products: what a thread reads of a row serves all columns, and the other way round.
//!
//! ```c
//! for (i…) for (j…) for (k…)                // `a` depends on `i` and `k`, `b` on `k` and `j`
//!     c[i][j] += a[i][k] * b[k][j];         // n times n results from 2 n elements
//! ```
//! Each block computes a square of results, each thread a small one in registers (`jam`), from strips of
//! both arrays in shared memory (`stage`); on a processor, whose caches hold such strips anyway, from memory.

use std::collections::BTreeSet;

use analyze::symbols::expression_text;
use analyze::{Access, CanonicalLoop, KernelFacts, Place, SymbolKind, canonical_loop};
use hir::{BinaryOp, ExprId, Program, StmtId, VarId, VarStorage, const_eval};

use crate::mapping::{Mapping, PARTITION};
use crate::nests::{Loop, body_of, statements};
use crate::parallel::Findings;
use crate::strides::varies;

/// Shorter loops are not worth tiles.
const SHORT: u64 = 64;

/// From here on there are squares of 128 results for all multiprocessors.
const LARGE: u64 = 2048;

/// So many rows and columns for each thread.
fn with_own_results(plain: &Mapping, count: u64) -> Mapping {
    let mut mapping = plain.clone();
    for line in mapping.above.iter_mut().flat_map(|(_, lines)| lines).filter(|line| *line == PARTITION) {
        line.push_str(&format!(" jam({count})"));
    }
    mapping
}

impl Findings<'_> {
    /// Is memory near the threads faster than the caches? A processor has nothing but its caches.
    pub(crate) fn has_shared_memory(&self) -> bool {
        self.trials.program.device.gpu != gpu::Gpu::Processor
    }

    /// A product in tiles, if the nest is one.
    pub(crate) fn product(&mut self, at: &Loop, index: VarId) -> Option<Mapping> {
        let [middle] = at.inner.as_slice() else { return None };
        let outside = statements(self.trials.program, body_of(self.trials.program, at.stmt)?);
        if outside.iter().any(|stmt| *stmt != middle.stmt && !self.can_be_repeated(*stmt)) {
            return None;
        }
        self.clauses(middle).filter(Vec::is_empty)?;
        let [inner] = middle.inner.as_slice() else { return None };
        let body = body_of(self.trials.program, middle.stmt)?;
        if !inner.inner.is_empty() || !statements(self.trials.program, body).contains(&inner.stmt) {
            return None;
        }
        let (i, j) = (self.name(index), self.name(self.index(middle.stmt)?));
        let plain = Mapping {
            above: vec![(at.stmt, vec![PARTITION.to_string()]), (middle.stmt, vec![PARTITION.to_string()])],
            shared: vec![vec![at.stmt], vec![middle.stmt]],
            thread: self.index(middle.stmt),
            why: format!("the iterations of `{i}` and `{j}` are independent"),
            ..Mapping::default()
        };
        self.in_tiles(at, &plain, [at.stmt, middle.stmt, inner.stmt], inner.stmt)
    }

    /// A way to share out the rows and columns of a product, given its loops over rows, columns and what is added
    /// up, and the innermost of them: the same in tiles.
    pub(crate) fn in_tiles(
        &mut self,
        at: &Loop,
        plain: &Mapping,
        loops: [StmtId; 3],
        innermost: StmtId,
    ) -> Option<Mapping> {
        let [i, j, k] = loops;
        let indices = (self.index(i)?, self.index(j)?, self.index(k)?);
        let lengths = loops.map(|stmt| self.trips(stmt));
        if lengths.iter().flatten().any(|trips| *trips < SHORT) {
            return None;
        }
        let facts = self.of(at).facts.as_ref()?;
        let (rows, columns) = factors(facts, innermost, indices)?;
        if !self.has_shared_memory() {
            return Some(Mapping {
                why: format!("{}; a product, in registers", plain.why),
                ..with_own_results(plain, 4)
            });
        }
        // A linear array has no rows before a `shape` gives it some.
        let linear: Vec<VarId> =
            rows.iter().chain(&columns).copied().filter(|var| !self.has_rows(*var)).collect();
        let shapes = linear.into_iter().map(|var| self.shape(at, var, &loops)).collect::<Option<Vec<_>>>()?;
        // Loops whose length is not a number are as long as their arrays.
        let extents = [
            rows.iter().filter_map(|var| *self.extents(*var).first()?).max(),
            columns.iter().filter_map(|var| *self.extents(*var).last()?).max(),
        ];
        let is_large = |(trips, extent): (&Option<u64>, Option<u64>)| {
            trips.or(extent).is_none_or(|length| length >= LARGE)
        };
        let is_large = lengths[..2].iter().zip(extents).all(is_large);
        let own = if is_large { 8 } else { 4 };
        // An array that is read by rows and by columns has two parts in shared memory.
        let strip = if rows.len() + columns.len() > 2 { 16 } else { 32 };
        let only_columns = columns.iter().filter(|var| !rows.contains(var));
        let names: Vec<String> = rows.iter().chain(only_columns).map(|var| self.name(*var)).collect();
        let stage = format!("stage({strip}: {})", names.join(", "));
        let mut tiled = Mapping {
            clauses: " thread(16, 16)".into(),
            shapes,
            why: format!("{}; a product, in tiles", plain.why),
            ..with_own_results(plain, own)
        };
        match tiled.above.iter_mut().find(|(stmt, _)| *stmt == k) {
            Some((_, lines)) => lines.push(stage),
            None => tiled.above.push((k, vec![stage])),
        }
        Some(tiled)
    }

    /// Is it declared with more than one dimension?
    fn has_rows(&self, var: VarId) -> bool {
        let ty = self.trials.program.vars[var].ty;
        let types = &self.trials.program.types;
        let element = types.pointee(ty).or_else(|| types.element(ty));
        element.is_some_and(|element| types.is_array(element))
    }

    /// `shape a[m][n]` for `a[i*n + k]`, with the statement that it stands above.
    fn shape(&self, at: &Loop, var: VarId, loops: &[StmtId]) -> Option<(StmtId, String)> {
        let facts = self.known(at.stmt)?.facts.as_ref()?;
        let input = self.trials.input();
        let program = input.program;
        let (mut shape, mut bounds) = (None, Vec::new());
        for access in facts.accesses.iter().filter(|access| access.place == Place::var(var)) {
            let (row, pitch, column) = linear_index(facts, access)?;
            let counted = |index: VarId| {
                let found = loops.iter().filter_map(|stmt| canonical_loop::recognize(&input, *stmt).ok());
                found.into_iter().find(|found| found.index == index).filter(is_from_zero(program))
            };
            let (rows, columns) = (counted(row)?, counted(column)?);
            // Rows are as long as what is read of them: behind the last row there may be nothing.
            if Place::of(program, program.without_casts(columns.bound))? != pitch {
                return None;
            }
            bounds.extend([rows.bound, columns.bound]);
            let text = |expr| expression_text(expr, program, input.sources);
            let found =
                format!("shape {}[{}][{}]", input.name(var), text(rows.bound), input.place_name(&pitch));
            if shape.replace(found.clone()).is_some_and(|known| known != found) {
                return None;
            }
        }
        let mentioned = sizes(program, &bounds).chain([var]).collect::<Vec<VarId>>();
        Some((first_with(program, at, &mentioned)?, shape?))
    }

    /// The declared extents of an array, outermost first; nothing for those that are no numbers.
    fn extents(&self, var: VarId) -> Vec<Option<u64>> {
        let place = analyze::Place::var(var);
        let shape = analyze::array_shape::ArrayShape::declared(self.trials.program, &place);
        shape.map(|shape| shape.lengths().collect()).unwrap_or_default()
    }

    /// How often a loop runs, if that is a number.
    pub(crate) fn trips(&self, stmt: StmtId) -> Option<u64> {
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
    let is_product = !rows.is_empty() && !columns.is_empty();
    is_product.then_some((rows, columns))
}

/// The parts of `row * pitch + column`.
fn linear_index(facts: &KernelFacts, access: &Access) -> Option<(VarId, Place, VarId)> {
    let index = access.subscripts.as_ref()?.first()?;
    let [first, second] = index.terms() else { return None };
    let (product, column) = match facts.symbols.factors(first.0).len() {
        2 => (first, second),
        _ => (second, first),
    };
    let [one, other] = facts.symbols.factors(product.0)[..] else { return None };
    if (product.1, column.1, index.constant_part()) != (1, 1, 0) {
        return None;
    }
    let SymbolKind::LoopIndex { index: column, .. } = facts.symbols.kind(column.0)? else { return None };
    match (facts.symbols.kind(one)?, facts.symbols.kind(other)?) {
        (SymbolKind::Invariant(pitch), SymbolKind::LoopIndex { index: row, .. })
        | (SymbolKind::LoopIndex { index: row, .. }, SymbolKind::Invariant(pitch)) => {
            Some((*row, pitch.clone(), *column))
        }
        _ => None,
    }
}

/// The variables of expressions.
fn sizes(program: &Program, bounds: &[ExprId]) -> impl Iterator<Item = VarId> {
    let all = bounds.iter().flat_map(|bound| program.exprs_below(*bound).chain([*bound]));
    all.filter_map(|expr| Place::of(program, expr)).map(|place| place.var)
}

/// `for (i = 0; i < n; i++)`
fn is_from_zero(program: &Program) -> impl Fn(&CanonicalLoop) -> bool {
    |found| {
        found.step == 1 && found.op == BinaryOp::Lt && const_eval::integer(program, found.first) == Some(0)
    }
}

/// The first statement of a loop's function that all of these variables are declared before.
fn first_with(program: &Program, at: &Loop, vars: &[VarId]) -> Option<StmtId> {
    let body = program.functions[at.function].body?;
    let listed = statements(program, body);
    let declared_at = |var: &VarId| match program.vars[*var].storage {
        VarStorage::Local | VarStorage::StaticLocal => {
            listed.iter().position(|stmt| program.declared(*stmt).any(|other| other == *var)).map(|at| at + 1)
        }
        _ => Some(0),
    };
    let first = vars.iter().map(declared_at).collect::<Option<Vec<usize>>>()?.into_iter().max()?;
    listed.get(first).copied()
}
