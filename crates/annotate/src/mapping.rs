//! Which loops of a nest go over blocks and threads: the ways to write it, best first.
//!
//! | nest | directives |
//! |---|---|
//! | `i`, `j` parallel, `j` runs over neighbours | `over_tblock over_thread` on both |
//! | `i`, `j` parallel, `i` runs over neighbours | `i` alone |
//! | `ii`, `jj` parallel, inside `i` and `j` go through a tile | `ii` and `jj` over blocks, `i` and `j` over threads |
//! | `i`, `j` parallel, inside `k` reads rows of one array and columns of another | tiles: `jam` on both, `stage` on `k` |
//! | `i` parallel, inside `k` serial around `j` parallel | `i`, and `permute(j, k)` with `j`; as tiles if it is such a product |
//! | `i` parallel, inside a sum over a row | `i` over blocks, the row over the threads of a warp |
//! | `j` parallel, inside a sum over a column | `j` over neighbouring threads, several of them for each column |
//! | rows `i` added up in an array, columns `j` | `i` over blocks with `reduction(+: y[*])`, `j` over threads |
//! | `i`, `j` parallel, inside a loop with a test of memory that is the same for all `j` | both, `jam` on `j`; with `vector` of what the loop reads along rows |
//! | `i` parallel but for an array that it fills and reads, inside loops that are parallel | `i` over blocks, those over threads, the array in shared memory |
//! | `i` serial or with few iterations, in it `j`, `k` parallel, columns of a thread | `j` and `k`, with `i` inside the kernel |
//! | `t` serial, in it short loops that are parallel | one block, those over its threads |
//! | only `i` parallel | `i` |
//! | `i` only updates elements of arrays, which ones the run knows | `i`, and `atomic` on each update |
//! | `i` reads of an array what later iterations overwrite | `i`, and those directly inside, with a `snapshot` |
//!
//! What is tried first is what moves the fewest bytes; whether it is right is found out by checking
//! the written program, and the next is taken if not.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use analyze::Access;
use analyze::symbols::expression_text;
use hir::subscript::Sum;
use hir::update;
use hir::{ArrayLen, ExprId, ExprKind, StmtId, StmtKind, Type, TypeKind, VarId};

use crate::nests::{Loop, body_of, statements};
use crate::parallel::Findings;
use crate::strides::{Stride, stride, varies};
use crate::trial::Combined;

/// So many threads keep all multiprocessors busy.
const MANY_COLUMNS: u64 = 1 << 18;
/// Rows that are shorter are better left to one thread each: a warp measured 27 times the time for rows of 2 on an
/// H200, and less than that of a thread from here on.
pub(crate) const LONG_ROW: u64 = 64;
/// With fewer there are not enough blocks of 32 columns.
const FEW_COLUMNS: u64 = 8192;

/// Blocks that add up rows: as many as multiprocessors, since each leaves an array to be added up.
const ROW_BLOCKS: u64 = 132;

/// Threads of a block, and columns of a thread, where a thread tests for all of its columns at once.
const TESTING_THREADS: &str = " thread(8, 32)";
const TESTING_JAM: &str = " jam(8)";
/// The columns of such a block.
const COLUMNS_OF_BLOCK: u64 = 256;
/// The same where neighbouring columns are read at once. By measurement: template matching on an H200, with strips of 16, took
/// 1.71 ms with 8 by 32 threads, 1.57 with 16 by 16, 1.42 with 32 by 8, and 2.23 with 128 by 2.
const VECTOR_THREADS: &str = " thread(32, 8)";
const VECTOR_JAM: u64 = 8;

/// Threads of a block over three loops in each other.
pub(crate) const THREADS_OF_THREE: &str = " thread(1, 4, 64)";

/// A loop with no more iterations needs another one beside it.
const FEW_ITERATIONS: u64 = 32;

pub(crate) const PARTITION: &str = "loop_partition over_tblock over_thread";

/// One way to share out a nest.
#[derive(Clone, Debug, Default)]
pub struct Mapping {
    /// Clauses of the `kernel` directive, with a leading space.
    pub clauses: String,
    /// The directives above each loop, in the order of the text.
    pub above: Vec<(StmtId, Vec<String>)>,
    /// The directives below statements, in the order of the text.
    pub below: Vec<(StmtId, String)>,
    /// Dimensions of linear arrays, each above a statement of the function.
    pub shapes: Vec<(StmtId, String)>,
    /// Arrays of which the kernel reads a copy as they were before it.
    pub kept: Vec<VarId>,
    /// Arrays that iterations only compute in, and that need no place on the device.
    pub own: BTreeSet<VarId>,
    /// The loops of a wavefront, with what each iteration of them counts for.
    pub planes: Vec<(StmtId, i128)>,
    /// Barriers that one block passes which runs all of the nest.
    pub barriers: f64,
    /// The loops that are shared out, outermost first, as lists of those of one depth.
    pub shared: Vec<Vec<StmtId>>,
    /// The index that neighbouring threads differ in.
    pub thread: Option<VarId>,
    /// A loop that the threads of a warp share, which pays where it is long.
    pub along: Option<StmtId>,
    /// Why, in a few words.
    pub why: String,
}

/// The second dimension of a nest: what stands above the loops inside, and the loops that share it.
#[derive(Clone)]
pub(crate) struct Second {
    pub(crate) above: Vec<(StmtId, Vec<String>)>,
    pub(crate) shared: Vec<StmtId>,
    pub(crate) index: VarId,
    /// Loops that it is brought out of, each with the one that shares it there.
    pub(crate) serial: Vec<(StmtId, StmtId)>,
}

impl Findings<'_> {
    /// The ways to write a nest, best first; none if no loop of it can be shared out from outside.
    pub fn mappings(&mut self, at: &Loop) -> Vec<Mapping> {
        let found = self.of_loops(at);
        let in_tiles: Vec<Mapping> =
            found.iter().filter_map(|mapping| self.in_own_tiles(at, mapping)).collect();
        in_tiles.into_iter().chain(found).collect()
    }

    fn of_loops(&mut self, at: &Loop) -> Vec<Mapping> {
        let Some(index) = self.index(at.stmt) else { return Vec::new() };
        let vouched = self.vouched(at);
        if !vouched.is_empty() {
            return vouched;
        }
        match self.clauses(at) {
            Some(clauses) if clauses.is_empty() => self.parallel(at, index),
            Some(clauses) => self.reducing(at, index, &clauses),
            None => {
                let mut found = self.permuted(at);
                if found.is_empty() {
                    found.extend(self.in_columns(at));
                }
                found.extend(self.by_blocks(at, index));
                found.extend(self.by_block(at));
                if found.is_empty() {
                    found.extend(self.with_atomics(at, index));
                }
                if found.is_empty() {
                    found.extend(self.with_old_values(at, index));
                }
                if found.is_empty() {
                    found.extend(self.in_planes(at).ok());
                }
                found
            }
        }
    }

    fn parallel(&mut self, at: &Loop, index: VarId) -> Vec<Mapping> {
        let alone = self.alone(at, index, "");
        if let Some(own) = self.own_arrays(at) {
            let several = self.third(at, index).or_else(|| {
                let second = self.second(at)?;
                let is_near = self.neighbours(at, second.index) >= self.neighbours(at, index);
                is_near.then(|| self.both(at, index, second))
            });
            let with_own = |mapping: Mapping| Mapping {
                why: format!("{}, each with its own {own}", mapping.why),
                ..mapping
            };
            let all = several.into_iter().chain([alone]).map(with_own);
            return self.by_block(at).into_iter().chain(all).collect();
        }
        let mut found = Vec::new();
        if let Some(second) = self.second(at) {
            let (inner, outer) = (self.neighbours(at, second.index), self.neighbours(at, index));
            let third = self.third(at, index);
            if inner < outer && !self.has_few(at) {
                found.extend(third);
            } else {
                found.extend(self.product(at, index));
                found.extend(third);
                let both = self.both(at, index, second.clone());
                if let [(serial, shared)] = second.serial[..] {
                    found.extend(self.in_tiles(at, &both, [at.stmt, shared, serial], shared));
                }
                found.extend(self.testing_once(at, &both));
                found.push(both);
            }
        } else if self.has_shared_memory() {
            found.extend(self.row(at, index));
            found.extend(self.staged(at, index));
        }
        if found.is_empty() {
            found.extend(self.in_columns(at));
        }
        found.push(alone);
        found
    }

    pub(crate) fn alone(&self, at: &Loop, index: VarId, clauses: &str) -> Mapping {
        let name = self.name(index);
        Mapping {
            above: vec![(at.stmt, vec![format!("{PARTITION}{clauses}")])],
            shared: vec![vec![at.stmt]],
            thread: Some(index),
            why: format!("the iterations of `{name}` are independent"),
            ..Mapping::default()
        }
    }

    /// The loop and those inside it, over two dimensions.
    pub(crate) fn both(&self, at: &Loop, index: VarId, second: Second) -> Mapping {
        let names = self.names(&[index, second.index]);
        let mut above = vec![(at.stmt, vec![PARTITION.to_string()])];
        above.extend(second.above);
        Mapping {
            above,
            shared: vec![vec![at.stmt], second.shared],
            thread: Some(second.index),
            why: format!("the iterations of {names} are independent"),
            ..Mapping::default()
        }
    }

    /// So few iterations that they are no threads by themselves, whatever lies next to each other.
    pub(crate) fn has_few(&self, at: &Loop) -> bool {
        self.trips(at.stmt).is_some_and(|trips| trips <= FEW_ITERATIONS)
    }

    /// Three loops in each other, beside them nothing but scalars that every thread can compute.
    fn third(&mut self, at: &Loop, index: VarId) -> Option<Mapping> {
        let middle = self.loop_beside_scalars(at)?;
        let inner = self.loop_beside_scalars(&middle)?;
        for level in [&middle, &inner] {
            self.clauses(level).filter(Vec::is_empty)?;
        }
        let (second, third) = (self.index(middle.stmt)?, self.index(inner.stmt)?);
        let all = [at.stmt, middle.stmt, inner.stmt];
        let others: &[VarId] = if self.has_few(at) { &[second] } else { &[second, index] };
        if others.iter().any(|other| self.neighbours(at, *other) > self.neighbours(at, third)) {
            return None;
        }
        let names = self.names(&[index, second, third]);
        Some(Mapping {
            clauses: THREADS_OF_THREE.into(),
            above: all.iter().map(|stmt| (*stmt, vec![PARTITION.to_string()])).collect(),
            shared: all.iter().map(|stmt| vec![*stmt]).collect(),
            thread: Some(third),
            why: format!("the iterations of {names} are independent"),
            ..Mapping::default()
        })
    }

    /// The only loop directly inside another one, if what stands beside it computes scalars.
    pub(crate) fn loop_beside_scalars(&self, at: &Loop) -> Option<Loop> {
        let program = &*self.trials.program;
        let mut found = None;
        for stmt in statements(program, body_of(program, at.stmt)?) {
            match at.inner.iter().find(|inner| inner.stmt == stmt) {
                Some(inner) if found.is_none() => found = Some(inner.clone()),
                None if self.can_be_repeated(stmt) && self.changes_only_scalars(stmt) => {}
                _ => return None,
            }
        }
        found
    }

    pub(crate) fn changes_only_scalars(&self, stmt: StmtId) -> bool {
        let program = &*self.trials.program;
        let mut changed = program.exprs_below(stmt).filter_map(|expr| program.assigned(expr));
        changed.all(|target| program.variable_of(target).is_some())
    }

    /// A second dimension in everything that the body of a loop does: its statements are loops, each
    /// with a parallel one to begin with, and others that every thread can run.
    fn second(&mut self, at: &Loop) -> Option<Second> {
        let body = body_of(self.trials.program, at.stmt)?;
        let mut second: Option<Second> = None;
        for stmt in statements(self.trials.program, body) {
            let Some(inner) = at.inner.iter().find(|inner| inner.stmt == stmt) else {
                if !self.can_be_repeated(stmt) || self.is_read_by_loops(at, stmt) {
                    return None;
                }
                continue;
            };
            let (lines, shared, index) = self.first_parallel(inner)?;
            let so_far = second.get_or_insert(Second {
                above: Vec::new(),
                shared: Vec::new(),
                index,
                serial: Vec::new(),
            });
            so_far.above.extend(lines);
            so_far.shared.push(shared);
            if shared != inner.stmt {
                so_far.serial.push((inner.stmt, shared));
            }
        }
        second
    }

    /// The directives that make a parallel loop the outermost of a nest.
    #[expect(clippy::type_complexity, reason = "directives, loop and index")]
    fn first_parallel(&mut self, at: &Loop) -> Option<(Vec<(StmtId, Vec<String>)>, StmtId, VarId)> {
        if let Some(clauses) = self.clauses(at) {
            let index = self.index(at.stmt).filter(|_| clauses.is_empty())?;
            return Some((vec![(at.stmt, vec![PARTITION.to_string()])], at.stmt, index));
        }
        let chain = self.chain(at);
        let mut found = None;
        for level in chain.iter().skip(1) {
            if found.is_none() && self.clauses(level).is_some_and(|clauses| clauses.is_empty()) {
                found = Some(level.clone());
            }
        }
        let found = found?;
        let index = self.index(found.stmt)?;
        let names = self.order(&chain, &[found.stmt]);
        let permute = (at.stmt, vec![format!("permute({names})")]);
        Some((vec![permute, (found.stmt, vec![PARTITION.to_string()])], found.stmt, index))
    }

    /// A nest whose outer loops are serial and may go inside.
    fn permuted(&mut self, at: &Loop) -> Vec<Mapping> {
        let chain = self.chain(at);
        let mut shared = Vec::new();
        for level in &chain {
            if self.clauses(level).is_some_and(|clauses| clauses.is_empty()) {
                shared.push(level.stmt);
            }
        }
        shared.truncate(2);
        let Some(&last) = shared.last() else { return Vec::new() };
        let names = self.order(&chain, &shared);
        let mut above = vec![(at.stmt, vec![format!("permute({names})")])];
        above.extend(shared.iter().map(|stmt| (*stmt, vec![PARTITION.to_string()])));
        let indices: Vec<VarId> = shared.iter().filter_map(|stmt| self.index(*stmt)).collect();
        let plain = Mapping {
            above,
            shared: shared.iter().map(|stmt| vec![*stmt]).collect(),
            thread: self.index(last),
            why: format!("the iterations of {} are independent", self.names(&indices)),
            ..Mapping::default()
        };
        let mut found = Vec::new();
        if let ([i, j], [k, _, innermost]) = (&shared[..], &chain[..]) {
            found.extend(self.in_tiles(at, &plain, [*i, *j, k.stmt], innermost.stmt));
        }
        found.push(plain);
        found
    }

    /// The threads of a block share rows or columns: the only loop inside adds them up.
    fn row(&mut self, at: &Loop, index: VarId) -> Option<Mapping> {
        let [inner] = at.inner.as_slice() else { return None };
        let body = body_of(self.trials.program, at.stmt)?;
        if !statements(self.trials.program, body).contains(&inner.stmt) {
            return None;
        }
        let scalars = self.clauses(inner).filter(|all| all.iter().all(|combined| combined.rank == 0));
        let reduction = match scalars {
            Some(clauses) if clauses.is_empty() => return None,
            Some(clauses) => self.reduction(&clauses),
            None => self.reduced_element(inner)?,
        };
        let own = self.index(inner.stmt)?;
        let (outer, along) = (self.name(index), self.name(own));
        // Only where each thread has elements of its own is there something to share out.
        let is_matrix = self.of(at).facts.as_ref().is_some_and(|facts| {
            facts.accesses.iter().any(|access| varies(facts, access, index) && varies(facts, access, own))
        });
        if !is_matrix {
            return None;
        }
        let (in_row, in_column) = (self.neighbours(at, own), self.neighbours(at, index));
        let (clauses, entries, how) = match in_row.cmp(&in_column) {
            Ordering::Greater => (" thread(8, 32)", ["", ""], "a warp adds up"),
            Ordering::Less => (self.column_threads(at.stmt)?, ["(2)", "(1)"], "several threads add up"),
            Ordering::Equal => return None,
        };
        if in_row > in_column && self.trips(inner.stmt).is_some_and(|trips| trips < LONG_ROW) {
            return None;
        }
        Some(Mapping {
            clauses: clauses.into(),
            above: vec![
                (at.stmt, vec![format!("{PARTITION}{}", entries[0])]),
                (inner.stmt, vec![format!("loop_partition over_thread{}{reduction}", entries[1])]),
            ],
            shared: vec![vec![at.stmt], vec![inner.stmt]],
            thread: Some(if in_row > in_column { own } else { index }),
            along: (in_row > in_column).then_some(inner.stmt),
            why: format!("the iterations of `{outer}` are independent; {how} along `{along}`"),
            ..Mapping::default()
        })
    }

    /// ` reduction(+: y[i])` for a loop in which one statement adds to that element.
    fn reduced_element(&self, inner: &Loop) -> Option<String> {
        let program = &*self.trials.program;
        let about = update::About { program, sources: &*self.trials.sources };
        let index = self.index(inner.stmt)?;
        let fixed = |stmt: &StmtId| {
            update::of_stmt(&about, *stmt).filter(|update| !program.mentions(update.target, index))
        };
        let all = statements(program, body_of(program, inner.stmt)?);
        let mut updates = all.iter().filter_map(fixed);
        let (Some(update::Update { target, op, .. }), None) = (updates.next(), updates.next()) else {
            return None;
        };
        let is_floating = program.types.is_real_floating(program.exprs[target].ty);
        let reorders = matches!(op, hir::ReductionOp::Add | hir::ReductionOp::Mul);
        let (array, subscripts) = program.element(target);
        if self.keep_order && is_floating && reorders || subscripts.is_empty() {
            return None;
        }
        program.variable_of(array)?;
        let text = expression_text(target, program, &*self.trials.sources);
        Some(format!(" reduction({}: {text})", op.text()))
    }

    /// All threads read the same elements, one after the other: strips of them go through shared memory.
    fn staged(&mut self, at: &Loop, index: VarId) -> Option<Mapping> {
        let [inner] = at.inner.as_slice() else { return None };
        let body = body_of(self.trials.program, at.stmt)?;
        let own = self.index(inner.stmt)?;
        if !inner.inner.is_empty() || !statements(self.trials.program, body).contains(&inner.stmt) {
            return None;
        }
        let is_short =
            [at.stmt, inner.stmt].iter().any(|stmt| self.trips(*stmt).is_some_and(|trips| trips < 1024));
        let facts = self.of(at).facts.as_ref()?;
        let inside = facts.accesses.iter().filter(|access| access.loops.contains(&inner.stmt));
        let along: Vec<&Access> = inside.filter(|access| varies(facts, access, own)).collect();
        let is_common = |access: &&Access| {
            !access.mode.writes()
                && access.place.path.is_empty()
                && !varies(facts, access, index)
                && stride(facts, access, own) == Stride::Next
        };
        if is_short || along.is_empty() || !along.iter().all(is_common) {
            return None;
        }
        let arrays: BTreeSet<VarId> = along.iter().map(|access| access.place.var).collect();
        let names: Vec<String> = arrays.iter().map(|var| self.name(*var)).collect();
        let mut mapping = self.alone(at, index, "");
        mapping.clauses = " thread(256)".into();
        mapping.above.push((inner.stmt, vec![format!("stage(256: {})", names.join(", "))]));
        mapping.why = format!("{}; all threads read `{}` together", mapping.why, names.join("` and `"));
        Some(mapping)
    }

    /// A test in an inner loop says the same for all columns: a thread with several of them makes it once.
    fn testing_once(&self, at: &Loop, both: &Mapping) -> Vec<Mapping> {
        let ([_, columns], Some(index)) = (both.shared.as_slice(), both.thread) else { return Vec::new() };
        let &[column] = columns.as_slice() else { return Vec::new() };
        let iterations = [at.stmt, column].map(|stmt| self.trips(stmt));
        let is_short = iterations[1].is_some_and(|columns| columns < 2 * COLUMNS_OF_BLOCK);
        let is_small = matches!(iterations, [Some(rows), Some(columns)] if rows * columns < 8 * MANY_COLUMNS);
        if is_short || is_small || !self.tests_alike(column, index) {
            return Vec::new();
        }
        let why = format!("{}; what is tested is the same for all `{}`", both.why, self.name(index));
        let with = |clauses: &str, jam: &str, why: String| {
            let mut mapping = Mapping { clauses: clauses.into(), why, ..both.clone() };
            let of_column = mapping.above.iter_mut().filter(|(stmt, _)| *stmt == column);
            of_column.flat_map(|(_, lines)| lines).for_each(|line| line.push_str(jam));
            mapping
        };
        let vectors = self.read_along_rows(column, index);
        let mut found = Vec::new();
        if !vectors.is_empty() {
            let names: Vec<String> = vectors.iter().map(|var| self.name(*var)).collect();
            let jam = format!(" jam({VECTOR_JAM}:{VECTOR_JAM}) vector({})", names.join(", "));
            let why = format!("{why}, and neighbours of `{}` are read at once", names.join("` and `"));
            found.push(with(VECTOR_THREADS, &jam, why));
        }
        found.push(with(TESTING_THREADS, TESTING_JAM, why));
        found
    }

    /// Arrays whose neighbours an inner loop reads for neighbouring columns, in rows of whole vectors, and that nobody writes.
    /// Where rows begin is then known, and nothing is left to a test.
    fn read_along_rows(&self, column: StmtId, index: VarId) -> BTreeSet<VarId> {
        let program = &*self.trials.program;
        let Some(body) = body_of(program, column) else { return BTreeSet::new() };
        let changed: BTreeSet<VarId> = program
            .exprs_below(body)
            .filter_map(|expr| program.variable_of(program.element(program.assigned(expr)?).0))
            .collect();
        let indices: Vec<VarId> = program.stmts_below(body).filter_map(|stmt| self.index(stmt)).collect();
        let read = |expr: ExprId| {
            let (array, subscripts) = program.element(expr);
            let (inner, outer) = subscripts.split_last()?;
            let rest = Sum::of(program, *inner)?.without(program, index)?;
            let is_along = indices.iter().any(|along| rest.without(program, *along).is_some());
            let is_row = !outer.is_empty() && outer.iter().all(|part| !program.mentions(*part, index));
            let array = program.variable_of(array).filter(|array| !changed.contains(array))?;
            (is_along && is_row && self.has_whole_rows(program.exprs[expr].ty, array)).then_some(array)
        };
        program.exprs_below(body).filter_map(read).collect()
    }

    /// Are the rows of an array of such elements multiples of what one instruction reads?
    fn has_whole_rows(&self, element: Type, array: VarId) -> bool {
        let program = &*self.trials.program;
        let mut ty = program.vars[array].ty;
        let mut row = None;
        while let Some(inner) = program.types.pointee(ty).or_else(|| program.types.element(ty)) {
            row = match program.types.stripped(ty) {
                TypeKind::Array(_, ArrayLen::Fixed(length)) => Some(*length),
                _ => None,
            };
            ty = inner;
        }
        let is_number = program.types.is_arithmetic(element) && program.types.is_arithmetic(ty);
        let bytes = program.size_of(ty).zip(row).and_then(|(size, row)| size.checked_mul(row));
        is_number && bytes.is_some_and(|bytes| bytes.is_multiple_of(gpu::WIDEST))
    }

    /// Does a loop inside have a test of an array that is only read, for which the column does not matter?
    fn tests_alike(&self, column: StmtId, index: VarId) -> bool {
        let program = &*self.trials.program;
        let Some(body) = body_of(program, column) else { return false };
        let changed: BTreeSet<VarId> = program
            .exprs_below(body)
            .filter_map(|expr| program.variable_of(program.element(program.assigned(expr)?).0))
            .collect();
        let indices: BTreeSet<VarId> =
            program.stmts_below(body).filter_map(|stmt| self.index(stmt)).collect();
        let is_alike = |cond: ExprId| {
            let mut variables = program.variables_below(cond);
            let reads = |expr: ExprId| matches!(program.exprs[expr].kind, ExprKind::Index { .. });
            program.exprs_below(cond).any(reads)
                && variables.all(|var| var != index && (indices.contains(&var) || !changed.contains(&var)))
        };
        let is_loop = |stmt: &StmtId| matches!(program.stmts[*stmt].kind, StmtKind::For { .. });
        let mut inside = program.stmts_below(body).filter(is_loop).flat_map(|stmt| program.stmts_below(stmt));
        inside.any(|stmt| matches!(program.stmts[stmt].kind, StmtKind::If { cond, .. } if is_alike(cond)))
    }

    /// How many threads add up a column together, and how many columns a block has; none where there are columns
    /// enough for all threads of a GPU.
    fn column_threads(&self, stmt: StmtId) -> Option<&'static str> {
        match self.trips(stmt) {
            Some(columns) if columns >= MANY_COLUMNS => None,
            Some(columns) if columns < FEW_COLUMNS => Some(" thread(32, 16)"),
            _ => Some(" thread(32, 32)"),
        }
    }

    /// A loop that combines values, and those directly inside that go on with it.
    fn reducing(&mut self, at: &Loop, index: VarId, clauses: &[Combined]) -> Vec<Mapping> {
        let text = self.reduction(clauses);
        let alone = Mapping {
            why: format!("the iterations of `{}` only combine {}", self.name(index), self.combined(clauses)),
            ..self.alone(at, index, &text)
        };
        let mut found = Vec::new();
        let inner = at.inner.first().filter(|inner| Some(inner.stmt) == self.only_loop(at.stmt)).cloned();
        if let Some(inner) = inner
            && let Some(own) = self.index(inner.stmt)
            && self.clauses(&inner).is_some()
            && self.neighbours(at, own) >= self.neighbours(at, index)
        {
            let mut both = alone.clone();
            both.above.push((inner.stmt, vec![PARTITION.to_string()]));
            both.shared.push(vec![inner.stmt]);
            both.thread = Some(own);
            found.push(both);
        }
        found.push(alone);
        found
    }

    /// Rows of a matrix that are added up in an array: blocks share the rows out, threads the columns, and each
    /// has the elements of its columns to itself.
    fn by_blocks(&mut self, at: &Loop, rows: VarId) -> Option<Mapping> {
        let clauses = self.combined_arrays(at, rows);
        if clauses.is_empty() || at.inner.is_empty() {
            return None;
        }
        let reduction = self.reduction(&clauses);
        let mut above = vec![(at.stmt, vec![format!("loop_partition over_tblock{reduction}")])];
        let body = body_of(self.trials.program, at.stmt)?;
        for stmt in statements(self.trials.program, body) {
            let Some(inner) = at.inner.iter().find(|inner| inner.stmt == stmt) else {
                if !self.can_be_repeated(stmt) {
                    return None;
                }
                continue;
            };
            let reduction = match self.clauses(inner) {
                Some(clauses) if clauses.iter().all(|combined| combined.rank == 0) => {
                    self.reduction(&clauses)
                }
                Some(_) => return None,
                None => self.reduced_element(inner)?,
            };
            above.push((stmt, vec![format!("loop_partition over_thread{reduction}")]));
        }
        let columns = self.index(at.inner[0].stmt)?;
        if self.neighbours(at, columns) <= self.neighbours(at, rows) {
            return None;
        }
        Some(Mapping {
            clauses: format!(" tblock({ROW_BLOCKS}) thread(512)"),
            above,
            shared: vec![vec![at.stmt], vec![at.inner[0].stmt]],
            thread: Some(columns),
            why: format!(
                "the iterations of `{}` only combine {}; threads share out the columns",
                self.name(rows),
                self.combined(&clauses)
            ),
            ..Mapping::default()
        })
    }

    /// Arrays that the iterations of a loop do nothing with but update the same elements, all in one way.
    fn combined_arrays(&mut self, at: &Loop, index: VarId) -> Vec<Combined> {
        self.of(at);
        let Some(facts) = self.known(at.stmt).and_then(|finding| finding.facts.as_ref()) else {
            return Vec::new();
        };
        let program = &*self.trials.program;
        let about = update::About { program, sources: &*self.trials.sources };
        let mut found = Vec::new();
        for used in facts.arrays.iter().filter(|used| used.written && used.place.path.is_empty()) {
            let var = used.place.var;
            let mut accesses = facts.accesses.iter().filter(|access| access.place.var == var);
            if accesses.any(|access| varies(facts, access, index)) {
                continue;
            }
            let of_array = |stmt: StmtId| {
                let update = update::of_stmt(&about, stmt)?;
                let (array, subscripts) = program.element(update.target);
                let mentions = program.variables_below(stmt).filter(|other| *other == var).count();
                program.is_variable(array, var).then_some((update, subscripts.len(), mentions))
            };
            let updates: Vec<_> = program.stmts_below(at.stmt).filter_map(of_array).collect();
            let Some((update::Update { op, target, .. }, rank, _)) = &updates[..].first() else { continue };
            let is_floating = program.types.is_real_floating(program.exprs[*target].ty);
            let reorders = is_floating && matches!(op, hir::ReductionOp::Add | hir::ReductionOp::Mul);
            let is_one = updates.iter().all(|(update, dims, _)| update.op == *op && dims == rank);
            let all = program.variables_below(at.stmt).filter(|other| *other == var).count();
            let is_whole = updates.iter().map(|(.., mentions)| mentions).sum::<usize>() == all;
            if is_one && is_whole && !(reorders && self.keep_order) {
                found.push(Combined { rank: *rank, ..Combined::scalar(*op, var) });
            }
        }
        found
    }

    pub(crate) fn combined(&self, clauses: &[Combined]) -> String {
        let named = |c: &Combined| match c.place {
            Some(place) => format!("`{}` with its place `{}`", self.name(c.var), self.name(place)),
            None => format!("`{}`", self.name(c.var)),
        };
        let names: Vec<String> = clauses.iter().map(named).collect();
        names.join(" and ")
    }

    /// ` reduction(+: s, t) reduction(max: m)`
    pub(crate) fn reduction(&self, clauses: &[Combined]) -> String {
        let mut text = String::new();
        let mut written = Vec::new();
        for Combined { op, .. } in clauses {
            if written.contains(op) {
                continue;
            }
            written.push(*op);
            let same = clauses.iter().filter(|combined| combined.op == *op);
            let named = |c: &Combined| {
                let at = c.place.map_or_else(String::new, |place| format!(" at {}", self.name(place)));
                format!("{}{}{at}", self.name(c.var), "[*]".repeat(c.rank))
            };
            let names: Vec<String> = same.map(named).collect();
            text.push_str(&format!(" reduction({}: {})", op.text(), names.join(", ")));
        }
        text
    }

    /// Loops directly in each other, outermost first.
    pub(crate) fn chain(&self, at: &Loop) -> Vec<Loop> {
        let mut chain = vec![at.clone()];
        while let Some(last) = chain.last()
            && let Some(only) = self.only_loop(last.stmt)
            && let Some(inner) = last.inner.iter().find(|inner| inner.stmt == only).cloned()
        {
            chain.push(inner);
        }
        chain
    }

    /// The names of the loops of a nest, these first.
    fn order(&self, chain: &[Loop], first: &[StmtId]) -> String {
        let rest = chain.iter().map(|level| level.stmt).filter(|stmt| !first.contains(stmt));
        let all = first.iter().copied().chain(rest);
        let names: Vec<String> =
            all.filter_map(|stmt| self.index(stmt)).map(|index| self.name(index)).collect();
        names.join(", ")
    }

    /// The loop that is all of another's body.
    pub(crate) fn only_loop(&self, stmt: StmtId) -> Option<StmtId> {
        let body = body_of(self.trials.program, stmt)?;
        match statements(self.trials.program, body).as_slice() {
            [only] => Some(*only),
            _ => None,
        }
    }

    /// Can every thread of a second dimension run a statement? Scalars are their own, and what all of
    /// them write to an array is the same value; whether one reads it too early, the check finds out.
    pub(crate) fn can_be_repeated(&self, stmt: StmtId) -> bool {
        let program = &*self.trials.program;
        let input = self.trials.input();
        let is_plain = matches!(program.stmts[stmt].kind, StmtKind::Decl(_) | StmtKind::Expr(_));
        is_plain
            && program.exprs_below(stmt).all(|expr| match program.exprs[expr].kind {
                ExprKind::Call { callee, .. } => {
                    program.called_function(callee).is_some_and(|function| input.is_math(function))
                }
                _ => true,
            })
    }

    /// Do the loops inside read an element that a statement beside them writes? Blocks would write it while others read.
    fn is_read_by_loops(&self, at: &Loop, stmt: StmtId) -> bool {
        let program = &*self.trials.program;
        let about = update::About { program, sources: &*self.trials.sources };
        let is_element = |expr: &ExprId| matches!(program.exprs[*expr].kind, ExprKind::Index { .. });
        let written: Vec<ExprId> =
            program.exprs_below(stmt).filter_map(|expr| program.assigned(expr)).filter(is_element).collect();
        let mut inside = at.inner.iter().flat_map(|inner| program.exprs_below(inner.stmt)).filter(is_element);
        inside.any(|read| written.iter().any(|written| update::same(&about, read, *written)))
    }

    /// How many accesses of a loop go to neighbours as this index goes on, less those that jump.
    pub(crate) fn neighbours(&mut self, at: &Loop, index: VarId) -> i64 {
        let Some(facts) = &self.of(at).facts else { return 0 };
        let weight = |access: &analyze::Access| match stride(facts, access, index) {
            Stride::Next => 1,
            Stride::Far => -1,
            Stride::Same | Stride::Unknown => 0,
        };
        // What the innermost loops do counts most.
        let deepest = facts.accesses.iter().map(|access| access.loops.len()).max().unwrap_or(0);
        facts.accesses.iter().filter(|access| access.loops.len() == deepest).map(weight).sum()
    }

    /// The index of a counted loop.
    pub fn index(&self, stmt: StmtId) -> Option<VarId> {
        analyze::canonical_loop::recognize(&self.trials.input(), stmt).ok().map(|canonical| canonical.index)
    }

    /// `i`, `j` and `k`
    pub(crate) fn names(&self, vars: &[VarId]) -> String {
        let names: Vec<String> = vars.iter().map(|var| format!("`{}`", self.name(*var))).collect();
        match &names[..] {
            [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
            names => names.concat(),
        }
    }

    pub(crate) fn name(&self, var: VarId) -> String {
        self.trials.input().name(var)
    }
}
