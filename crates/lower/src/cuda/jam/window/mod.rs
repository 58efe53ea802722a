//! What the copies of a thread read of an array, loaded several elements at a time.
//!
//! With `vector(image)`, copies that are neighbours share a *window* in registers. In a loop along the row it serves
//! several iterations, and is loaded above whatever test they make:
//!
//! ```text
//! for (int j = 0; j < 64; j++)               int j = 0;
//!     if (mask[i][j] != 0)                   if (n + 7 < 1985 && i + m < 2048)
//!         for (int u = 0; u < 8; u++)            for (; j < 49 && j + n <= 2024; j += 16) {
//!             if (n + u < 1985)                      float image_now[24];
//!                 sum[u] +=                          for (int k = 0; k < 24; k += 4)
//!                     image[i + m][j + (n + u)];         memcpy(&image_now[k], &image[i + m][j + n + k], 16);
//!                                                    for (int s = 0; s < 16; s++)
//!                                                        if (mask[i][j + s] != 0)
//!                                                            for (int u = 0; u < 8; u++)
//!                                                                sum[u] += image_now[s + u];
//!                                                }
//!                                            for (; j < 64; j++)
//!                                                …as it was…
//! ```
//! Elsewhere a window serves one group of statements ([`Lowering::in_windows`]). Either way the code as it was remains,
//! for threads without all copies, windows that reach beyond the array, and those that do not begin where a vector may.
//!
//! Invariant: a window is inside the array, in every dimension: what it loads beyond the elements that copies
//! read is there. The array is only read while the kernel runs, so that when it is loaded is no matter.

mod in_window;
mod inside;

use std::collections::HashMap;

use hir::copy;
use hir::subscript::Sum;
use hir::update::{self, About};
use hir::{ExprId, ExprKind, StmtId, StmtKind, Type, VarId};
use kir::Extent;

use self::in_window::{Element, InWindow};
use super::vector_reads::{Read, Vector, wide};
use super::{Level, Lowering};
use crate::cuda::ranges::{CountedLoop, Range, counted};

/// Iterations of a loop that one window serves. Template matching on an H200, eight columns a thread: 1.64 ms with 8, 1.41 with 16,
/// 1.29 with 32.
const STRIPS: [i64; 3] = [32, 16, 8];
/// And where it is not known how many there are.
const UNKNOWN_STRIP: i64 = 8;
/// More expressions than this, all iterations of a strip together, are not written out.
const MOST_EXPRESSIONS: i64 = 2048;
/// A thread has registers for so many bytes of windows.
const MOST_BYTES: i64 = 384;
/// And few windows are more than enough for them.
const MOST_WINDOWS: usize = 16;

/// What is known of the copies that are being lowered.
#[derive(Debug, Default)]
pub(in crate::cuda) struct InBatch {
    /// The reads of vectors among them.
    pub reads: HashMap<ExprId, Read>,
    /// Statements that test whether copies exist, and what is left of each where all do.
    pub stmts: HashMap<StmtId, Vec<StmtId>>,
    /// The same of conditions.
    pub tests: HashMap<ExprId, ExprId>,
    /// Is a loop being lowered that has its windows to itself?
    pub in_strip: bool,
}

/// A loop along a row, by strips.
pub(super) enum Strips {
    /// All iterations, whatever happens.
    All(StmtId),
    /// Iterations from the first on, which the index counts; others may be left.
    Some(Vec<StmtId>),
}

/// Elements of a row that are loaded together.
struct Window {
    vector: Vector,
    level: Level,
    outer: Vec<ExprId>,
    /// What is added to the index of the thread's first copy, but for numbers.
    rest: Sum,
    /// Does it move with the loop along the row?
    follows: bool,
    /// The offsets of the first read and of the last, from there.
    reads: (i64, i64),
    /// The offset of the first element.
    start: i64,
    width: i64,
    /// The values that the first element's subscript can have, if they are known and small.
    range: Option<Range>,
    /// The least of them, if that is known.
    least: Option<i64>,
    /// The registers.
    now: VarId,
}

impl Lowering<'_, '_> {
    /// A group of statements for all copies: by windows if they fit, and otherwise as they are.
    pub(super) fn in_windows(
        &mut self,
        guards: &[ExprId],
        body: &[StmtId],
        as_is: Vec<StmtId>,
    ) -> Vec<StmtId> {
        if self.in_batch.reads.is_empty() || self.in_batch.in_strip {
            return as_is;
        }
        let Some(mut tests) = self.all_copies_exist(guards) else { return as_is };
        let windows = self.windows(body, None, 1);
        if windows.is_empty() {
            return as_is;
        }
        for window in &windows {
            tests.extend(self.begins_inside(window, None));
            tests.extend(self.ends_inside(window, None));
        }
        self.each_once(&mut tests);
        let mut then: Vec<StmtId> =
            windows.iter().flat_map(|window| self.load_window(window, None)).collect();
        let copies = self.with_windows(&windows, None, body);
        then.extend(self.each_copy(copies));
        match self.b.all_of(&tests) {
            None => vec![self.b.stmt(StmtKind::Block(then))],
            Some(cond) => {
                let then = self.b.stmt(StmtKind::Block(then));
                let otherwise = Some(self.b.block(as_is));
                vec![self.b.stmt(StmtKind::If { cond, then, otherwise })]
            }
        }
    }

    /// Is it a loop along the rows of a vector that copies read?
    pub(super) fn row_loop(&self, stmt: StmtId) -> Option<CountedLoop> {
        if self.vectors.is_empty() || self.in_batch.in_strip {
            return None;
        }
        let program = &*self.b.program;
        let StmtKind::For { body, .. } = program.stmts[stmt].kind else { return None };
        let row = counted(self.b, stmt)?;
        let is_loop = |stmt: StmtId| {
            matches!(
                program.stmts[stmt].kind,
                StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. }
            )
        };
        let reads_along = |expr: ExprId| {
            self.vector_read(expr).is_some_and(|read| read.rest.without(program, row.index).is_some())
        };
        let is_along = !program.stmts_below(body).any(is_loop) && program.exprs_below(body).any(reads_along);
        is_along.then_some(row)
    }

    /// The loop by strips. `body` is lowered.
    pub(super) fn by_strips(&mut self, stmt: StmtId, row: CountedLoop, body: &[StmtId]) -> Option<Strips> {
        let StmtKind::For { init: Some(init), .. } = self.b.program.stmts[stmt].kind else { return None };
        let guards: Vec<ExprId> = self.predicates.clone();
        let guards: Vec<ExprId> = guards.into_iter().map(|guard| self.in_copy(guard)).collect();
        let mut tests = self.all_copies_exist(&guards)?;
        let strip = self.strip(row, body)?;
        let windows = self.windows(body, Some(row), strip);
        if windows.is_empty() {
            return None;
        }
        let counter = self.names.scoped(self.b, "s", Type::INT);
        let mut inside: Vec<StmtId> =
            windows.iter().flat_map(|window| self.load_window(window, Some(row))).collect();
        let copies = self.with_windows(&windows, Some((row, counter)), body);
        inside.extend(self.unrolled_up_to(counter, strip, 1, copies));

        let mut goes_on = Vec::new();
        for window in &windows {
            tests.extend(self.begins_inside(window, Some(row)));
            let inside = self.ends_inside(window, Some(row));
            if window.follows { goes_on.extend(inside) } else { tests.extend(inside) }
        }
        goes_on.insert(0, self.has_whole_strip(row, strip));
        self.each_once(&mut tests);
        self.each_once(&mut goes_on);
        let step = self.b.int(strip);
        let is_all =
            tests.is_empty() && goes_on.len() == 1 && row.trips.is_some_and(|trips| trips % strip == 0);
        let strips = StmtKind::For {
            init: Some(init).filter(|_| is_all),
            cond: self.b.all_of(&goes_on),
            step: Some(self.b.advance(row.index, step)),
            body: self.b.stmt(StmtKind::Block(inside)),
        };
        let strips = self.b.stmt(strips);
        Some(match self.b.all_of(&tests) {
            _ if is_all => Strips::All(strips),
            Some(cond) => Strips::Some(vec![init, self.b.if_then(cond, vec![strips])]),
            None => Strips::Some(vec![init, strips]),
        })
    }

    /// `j < 64 - 15`
    fn has_whole_strip(&mut self, row: CountedLoop, strip: i64) -> ExprId {
        let (index, before_last) = (self.b.var(row.index), self.b.int(strip - 1));
        let known =
            hir::const_eval::integer(self.b.program, row.bound).and_then(|bound| i64::try_from(bound).ok());
        let bound = match known {
            Some(known) => self.b.int(known),
            None => wide(self.b, row.bound),
        };
        let bound = self.b.sub(bound, before_last);
        self.b.binary(row.op, index, bound)
    }

    /// How many iterations a window serves; none if the body is too long for it.
    fn strip(&self, row: CountedLoop, body: &[StmtId]) -> Option<i64> {
        let expressions = body.iter().flat_map(|stmt| self.b.program.exprs_below(*stmt)).count();
        let expressions = i64::try_from(expressions).unwrap_or(i64::MAX);
        let fits = |strip: &i64| expressions.saturating_mul(*strip) <= MOST_EXPRESSIONS;
        let lanes = self.vectors.iter().map(|vector| vector.lanes).max()?;
        let Some(trips) = row.trips else { return Some(lanes.max(UNKNOWN_STRIP)).filter(fits) };
        if trips <= STRIPS[0] && fits(&trips) {
            return Some(trips).filter(|trips| *trips > 0);
        }
        // Strips follow each other by whole vectors; as little as possible is left behind them.
        let strips = STRIPS.into_iter().filter(|strip| *strip >= lanes && *strip <= trips && fits(strip));
        strips.min_by_key(|strip| trips % strip)
    }

    /// The windows of statements that are lowered, in the order of their first reads.
    fn windows(&mut self, body: &[StmtId], row: Option<CountedLoop>, strip: i64) -> Vec<Window> {
        let program = &*self.b.program;
        let mut groups: Vec<(Read, bool, Vec<i64>)> = Vec::new();
        for expr in body.iter().flat_map(|stmt| program.exprs_below(*stmt)) {
            let Some((read, follows)) =
                self.in_batch.reads.get(&expr).and_then(|read| self.apart(read, row, body))
            else {
                continue;
            };
            let offset = read.rest.constant;
            let same = |(other, moves, _): &(Read, bool, Vec<i64>)| {
                *moves == follows && self.is_same_place(other, &read)
            };
            match groups.iter().position(same) {
                Some(group) => groups[group].2.push(offset),
                None if groups.len() < MOST_WINDOWS => groups.push((read, follows, vec![offset])),
                None => {}
            }
        }
        let mut windows = Vec::new();
        let mut bytes = 0;
        for (read, follows, mut offsets) in groups {
            offsets.sort_unstable();
            // Reads that are far apart do not share a window.
            let far = strip + self.vectors[read.vector].lanes;
            for near in offsets.chunk_by(|a, b| b.abs_diff(*a) <= far.unsigned_abs()) {
                let (Some(&lowest), Some(&highest)) = (near.first(), near.last()) else { continue };
                let window = self.window(&read, follows, (lowest, highest), row, strip);
                let Some(window) = window.filter(|window| bytes + self.size_of_window(window) <= MOST_BYTES)
                else {
                    continue;
                };
                bytes += self.size_of_window(&window);
                windows.push(window);
            }
        }
        windows
    }

    /// The bytes that it has in registers.
    fn size_of_window(&self, window: &Window) -> i64 {
        let size = self.b.program.size_of(window.vector.element).and_then(|size| i64::try_from(size).ok());
        let runs = i64::try_from(window.level.copies / window.level.neighbours).unwrap_or(i64::MAX);
        window.width.saturating_mul(runs).saturating_mul(size.unwrap_or(1))
    }

    /// The read without the index of the loop along the row, and whether it follows it; `None` if the window could not be loaded
    /// before the body.
    fn apart(&self, read: &Read, row: Option<CountedLoop>, body: &[StmtId]) -> Option<(Read, bool)> {
        let Some(row) = row else { return Some((read.clone(), false)) };
        let program = &*self.b.program;
        let (rest, follows) = match read.rest.without(program, row.index) {
            Some(rest) => (rest, true),
            None if !read.rest.mentions(program, row.index) => (read.rest.clone(), false),
            None => return None,
        };
        let terms = rest.terms.iter().map(|(term, _)| *term);
        let mut vars = read.outer.iter().copied().chain(terms).flat_map(|part| program.variables_below(part));
        let is_set = |var: VarId| {
            let changes = |expr: ExprId| program.changed_variable(expr) == Some(var);
            body.iter().any(|stmt| {
                program.declared_below(*stmt).any(|declared| declared == var)
                    || program.exprs_below(*stmt).any(changes)
            })
        };
        let is_known_before = vars.all(|var| var != row.index && !is_set(var));
        is_known_before.then(|| (Read { rest, ..read.clone() }, follows))
    }

    /// Do two reads differ by nothing but a number?
    fn is_same_place(&self, a: &Read, b: &Read) -> bool {
        let about = About { program: self.b.program, sources: self.b.sources };
        let same = |a: ExprId, b: ExprId| update::same(&about, a, b);
        let is_same_row = a.outer.iter().zip(&b.outer).all(|(a, b)| same(*a, *b));
        let terms = || a.rest.terms.iter().zip(&b.rest.terms);
        let are_same_terms = terms().all(|((a, plus), (b, other))| plus == other && same(*a, *b));
        a.vector == b.vector && is_same_row && a.rest.terms.len() == b.rest.terms.len() && are_same_terms
    }

    fn window(
        &mut self,
        read: &Read,
        follows: bool,
        (lowest, highest): (i64, i64),
        row: Option<CountedLoop>,
        strip: i64,
    ) -> Option<Window> {
        let vector = self.vectors[read.vector].clone();
        let level = *self.jams.iter().find(|level| level.index == vector.index)?;
        let begin = if follows { row.and_then(|row| row.first) } else { Some(0) };
        // Vectors begin where index and offset together are a multiple of their length.
        let begins_at = vector.first.unwrap_or(0).checked_add(begin.unwrap_or(0))?;
        let start = lowest.checked_sub((lowest.checked_add(begins_at)?).rem_euclid(vector.lanes))?;
        let last_copy = i64::try_from(level.neighbours).ok()? - 1;
        let last = highest.checked_add(last_copy)?.checked_add(if follows { strip - 1 } else { 0 })?;
        let length = last.checked_sub(start)?.checked_add(1)?;
        let width = length.checked_add(vector.lanes - 1)? / vector.lanes * vector.lanes;
        if width > MOST_BYTES {
            return None;
        }
        let mut ty = self.b.program.types.array_of(vector.element, width.unsigned_abs());
        if level.copies > level.neighbours {
            ty = self.b.program.types.array_of(ty, level.copies / level.neighbours);
        }
        let name = format!("{}_now", self.b.name_of(vector.array));
        let now = self.names.local(self.b, &name, ty);
        let rest = Sum { constant: 0, ..read.rest.clone() };
        let along = row.filter(|_| follows).map(|row| (row, strip));
        let range = self.range_of_window((&vector, &rest), start, along, last_copy);
        let least = match range {
            Some(range) => Some(range.least),
            None if rest.terms.is_empty() => vector
                .first
                .zip(begin)
                .and_then(|(first, along)| first.checked_add(along)?.checked_add(start)),
            None => None,
        };
        let (outer, reads) = (read.outer.clone(), (lowest, highest));
        Some(Window { vector, level, outer, rest, follows, reads, start, width, range, least, now })
    }

    /// How far a run of neighbours is from the thread's first.
    fn run_distance(&mut self, level: Level, run: ExprId) -> ExprId {
        let threads = match level.threads {
            Extent::Constant(threads) => self.b.int(threads),
            Extent::Expr(threads) => self.b.cast(threads, Type::INT),
        };
        let neighbours = self.b.int(i64::try_from(level.neighbours).unwrap_or(i64::MAX));
        let pitch = self.b.mul(threads, neighbours);
        self.b.mul(run, pitch)
    }

    /// Declares the registers of a window and loads them.
    fn load_window(&mut self, window: &Window, row: Option<CountedLoop>) -> Vec<StmtId> {
        let Window { vector, level, .. } = window;
        let mut out = vec![self.b.declare(window.now, None)];
        let mut place = self.place(window, row);
        let mut target = self.b.var(window.now);
        let runs = level.copies / level.neighbours;
        let run = (runs > 1).then(|| self.names.scoped(self.b, "run", Type::INT));
        if let Some(run) = run {
            let run = self.b.var(run);
            target = self.b.index(target, &[run]);
            let distance = self.run_distance(*level, run);
            place = self.b.add(place, distance);
        }
        let counter = (window.width > vector.lanes).then(|| self.names.scoped(self.b, "k", Type::INT));
        let at = match counter {
            Some(counter) => self.b.var(counter),
            None => self.b.int(0),
        };
        let place = self.b.add(place, at);
        let (source, target) = (self.b.var(vector.array), self.b.index(target, &[at]));
        let subscripts: Vec<ExprId> = window.outer.iter().copied().chain([place]).collect();
        let source = self.b.index(source, &subscripts);
        let pointer = self.b.program.types.pointer_to(vector.element);
        let target = self.b.expr(ExprKind::AddrOf(target), pointer);
        let mut loads = vec![self.load_lanes(source, target, vector.element, vector.lanes)];
        if let Some(counter) = counter {
            loads = self.unrolled_up_to(counter, window.width, vector.lanes, loads);
        }
        if let Some(run) = run {
            loads = self.unrolled_up_to(run, i64::try_from(runs).unwrap_or(i64::MAX), 1, loads);
        }
        out.extend(loads);
        out
    }

    /// `#pragma unroll for (int k = 0; k < end; k += step)`
    fn unrolled_up_to(&mut self, counter: VarId, end: i64, step: i64, body: Vec<StmtId>) -> Vec<StmtId> {
        let unroll = self.unroll();
        let (zero, end, step) = (self.b.int(0), self.b.int(end), self.b.int(step));
        vec![unroll, self.b.count(counter, zero, end, step, true, body)]
    }

    /// The statements where all copies exist and windows are loaded; in a strip, those of the iteration `s` of it.
    fn with_windows(
        &mut self,
        windows: &[Window],
        strip: Option<(CountedLoop, VarId)>,
        body: &[StmtId],
    ) -> Vec<StmtId> {
        let row = strip.map(|(row, _)| row);
        let mut elements = HashMap::new();
        let reads: Vec<ExprId> = body.iter().flat_map(|stmt| self.b.program.exprs_below(*stmt)).collect();
        for expr in reads {
            let Some((read, follows)) =
                self.in_batch.reads.get(&expr).and_then(|read| self.apart(read, row, body))
            else {
                continue;
            };
            let place = |window: &&Window| {
                let own =
                    Read { vector: read.vector, outer: window.outer.clone(), rest: window.rest.clone() };
                window.vector.array == self.vectors[read.vector].array
                    && window.follows == follows
                    && (window.reads.0..=window.reads.1).contains(&read.rest.constant)
                    && self.is_same_place(&own, &read)
            };
            let Some(window) = windows.iter().find(place) else { continue };
            let counter = strip.filter(|_| follows).map(|(_, counter)| counter);
            elements.insert(expr, Element::of(window, read.rest.constant - window.start, counter));
        }
        let values = strip.map(|(row, counter)| {
            let (index, counter) = (self.b.var(row.index), self.b.var(counter));
            (row.index, self.b.add(index, counter))
        });
        let mut copies = InWindow { b: self.b, known: &self.in_batch, elements, values, own: HashMap::new() };
        body.iter().map(|&stmt| copy::stmt(&mut copies, stmt)).collect()
    }
}
