//! Rows that go through shared memory.
//!
//! # Before
//! ```c
//! int row = blockIdx.x * blockDim.x + threadIdx.x;
//! if (row >= n)
//!     return;
//! float sum = 0;
//! for (int j = 0; j < n; j++)
//!     sum += a[row * n + j] * x[j];
//! y[row] = sum;
//! ```
//! # After
//! ```c
//! __shared__ float a_tile[128][33];
//! …
//! bool inside = row < n;
//! float sum = 0;
//! for (int first = 0; first < n; first += 32) {
//! #pragma unroll
//!     for (unsigned k = 0; k < 32; k++) {
//!         const unsigned r = k * 4 + threadIdx.x / 32, c = threadIdx.x % 32;
//!         const int row = blockIdx.x * blockDim.x + r;
//!         const int j = first + c;
//!         if (row < n && j < n)
//!             a_tile[r][c] = a[row * n + j];
//!     }
//!     __syncthreads();
//!     const int last = n < first + 32 ? n : first + 32;
//!     if (inside)
//!         for (int j = first; j < last; j++)
//!             sum += a_tile[threadIdx.x][j - first] * x[j];
//!     __syncthreads();
//! }
//! if (inside)
//!     y[row] = sum;
//! ```
//! # Legal when
//! 1. the loop counts up by one from a start that all threads share, and all
//!    threads of the block come to it but those that leave early;
//! 2. what is loaded is accessed in every iteration, so that it is there;
//! 3. of an array that is written, an iteration touches only its own element;
//! 4. which elements a thread wants can be computed by every other thread;
//! 5. the tiles fit into shared memory.
//!
//! # Worth it when
//! the thread's coefficient is a row pitch and the loop's is 1.
//!
//! # Source
//! CUDA-lite (Ueng, Lathara, Baghsorkhi, Hwu; LCPC 2008): the tiles, the copying
//! by all threads, the early exit off the copy path. Padding is new.

pub(crate) mod copy_loop;
pub(crate) mod copy_mapping;
pub(crate) mod shared_tiles;
pub(crate) mod team;

use std::collections::{BTreeMap, BTreeSet};

use analyze::bank_conflicts::{LaneAccess, choose_padding};
use analyze::region::leaves_early;
use analyze::{Access, AccessMode, CanonicalLoop, Place};
use gpu::{STATIC_SHARED, WARP};
use hir::{ExprId, StmtId, Type, const_eval};

use crate::Applied;
use crate::always::always_evaluated;
use crate::crossing::{Crossing, TILES};
use crate::exchange::no_warp_functions;
use crate::interchange::canonical;
use crate::kernel::Kernel;
use crate::legality;
use crate::patch::Patch;
use crate::predict::Work;
use crate::refusal::{Refusal, refuse, refuse_with, several_dimensions};
use crate::row_walk::{RowWalk, no_walk, row_walk};
use crate::staged_body;
use crate::staging::copy_mapping::CopyMapping;
use crate::staging::team::Team;

/// Bytes of a tile's row, the best first: some lines, and not less than a sector.
const WIDTHS: [u64; 5] = [512, 256, 128, 64, 32];
/// Rows of fewer columns do not need as many threads.
const SHORT: u64 = 256;
/// Arrays that all rows share, in the tiles of one loop.
const MOST_VECTORS: usize = 3;
/// A thread that is alone with its row has registers for one line.
const WIDEST_ALONE: u64 = 128;

/// A loop whose rows are staged.
pub(crate) struct Stage<'a> {
    pub canonical: &'a CanonicalLoop,
    pub tiles: Vec<Tile>,
    /// Columns that one round takes.
    pub width: u64,
    /// Is the bound the same for all threads?
    pub shares_bound: bool,
    /// Must earlier writes be seen by all threads before the first load?
    pub waits_first: bool,
    /// Must all threads be done with a tile before the next round?
    pub waits_last: bool,
    /// Is the next tile loaded into registers while one is worked on?
    pub loads_ahead: bool,
    /// The column where the loop starts, if its rounds start before it: at 0, where rows
    /// are aligned.
    pub begins: Option<i128>,
    /// Arrays of which all rows want the same columns.
    pub vectors: Vec<Vector>,
    /// The variable that holds the greatest bound of a row, where they differ.
    pub longest: Option<String>,
}

/// An array that is accessed by the column alone: one row of it does for all threads.
pub(crate) struct Vector {
    /// What it holds, and where that is.
    pub contents: String,
    pub name: String,
    pub element: Type,
    /// One of the accesses, which are all to the same element.
    pub access: ExprId,
    pub uses: Vec<ExprId>,
}

/// The staged part of one array.
pub(crate) struct Tile {
    pub place: Place,
    /// What it holds, and where that is.
    pub contents: String,
    pub name: String,
    pub element: Type,
    /// The access of the lowest column.
    pub lowest: ExprId,
    /// Columns beyond those of the round.
    pub halo: u64,
    /// Every access, and its column relative to the lowest.
    pub uses: Vec<(ExprId, u64)>,
    pub loads: bool,
    pub stores: bool,
    /// Elements added to a row against bank conflicts.
    pub padding: u64,
}

/// Stages what can be staged; returns why.
pub(crate) fn stage(kernel: &Kernel<'_>, patch: &mut Patch) -> Result<Applied, Refusal> {
    let span = kernel.program().functions[kernel.found.function].span;
    legality::is_plain(kernel)?;
    no_warp_functions(kernel)?;
    let rows = match kernel.found.block {
        Some([x, 1, 1]) => x,
        Some(_) => return several_dimensions(span),
        None => {
            let help = "launch it with a constant, or write `#pragma cudalite kernel(256, 2)` in it";
            return refuse_with(span, "the number of threads of its blocks is not known", help);
        }
    };
    let mut loops: Vec<StmtId> = Vec::new();
    for (access, cost) in kernel.strided() {
        let walks = |stmt: &&StmtId| row_walk(kernel, access, **stmt).is_some_and(|walk| walk.step == 1);
        match access.loops.iter().rev().find(walks) {
            Some(stmt) if !loops.contains(stmt) => loops.push(*stmt),
            Some(_) => {}
            None => kernel.leave(no_walk(access, cost)),
        }
    }
    if loops.is_empty() {
        let left = kernel.left().into_iter().next();
        return Err(left.unwrap_or(Refusal {
            span,
            reason: "no loop walks along rows".into(),
            help: None,
            is_choice: false,
        }));
    }
    let mut stages = Vec::new();
    for stmt in loops {
        stages.push(plan(kernel, stmt)?);
    }
    shared_tiles::name_contents(kernel, &mut stages);
    let team = choose_team(kernel, rows, &mut stages)?;
    for (number, stage) in (1..).zip(&mut stages) {
        stage.loads_ahead = can_load_ahead(kernel, &team, stage);
        if stage.loads_ahead && !stage.shares_bound && can_know_longest(kernel, &team, stage) {
            let suffix = if number == 1 { String::new() } else { format!("{number}") };
            stage.longest = Some(kernel.fresh(&format!("longest{suffix}")));
        }
        let has_bound = stage.shares_bound || stage.longest.is_some();
        if team.has_helpers() && has_bound && stage.width <= team.threads() {
            stage.vectors = vectors(kernel, stage.canonical);
        }
    }
    let taken: BTreeSet<String> =
        stages.iter().flat_map(|stage| &stage.tiles).map(|tile| tile.contents.clone()).collect();
    stages.iter_mut().for_each(|stage| stage.vectors.retain(|vector| !taken.contains(&vector.contents)));
    let arrays: BTreeSet<String> = stages
        .iter()
        .flat_map(|s| &s.tiles)
        .map(|tile| format!("`{}`", kernel.input.place_name(&tile.place)))
        .collect();
    let arrays = arrays.into_iter().collect::<Vec<_>>().join(", ");
    staged_body::write_body(kernel, &staged_body::Staged::new(kernel, &team, &mut stages)?, patch)?;
    team.change_launches(kernel, patch)?;
    team.bound_launches(kernel, patch);
    let fewest = kernel.strided().map(|(_, cost)| cost.fewest).fold(0.0, f64::max);
    let most = kernel.strided().filter_map(|(_, cost)| cost.transactions).fold(0.0, f64::max);
    let reason = format!(
        "rows of {arrays} go through shared memory: {most:.0} transactions per access of a warp before, {fewest:.0} after"
    );
    let loops: Vec<StmtId> = stages.iter().map(|stage| stage.canonical.stmt).collect();
    let work = Work::of(kernel, &loops);
    let predicted = Some((work.original(), predicted(kernel, &team, &work, &stages), work.size()));
    let crossing = Some(Crossing { loops, columns: TILES });
    Ok(Applied { reason, predicted, restricted: Vec::new(), crossing })
}

/// Seconds that the loops take, one after the other.
fn predicted(kernel: &Kernel<'_>, team: &Team, work: &Work, stages: &[Stage<'_>]) -> f64 {
    let row = |tile: &Tile, stage: &Stage<'_>| {
        let element = kernel.program().size_of(tile.element).unwrap_or(4);
        (stage.width + tile.halo + tile.padding) * element
    };
    let mut rows: BTreeMap<&str, u64> = BTreeMap::new();
    for stage in stages {
        rows.extend(stage.tiles.iter().map(|tile| (tile.contents.as_str(), row(tile, stage))));
    }
    let bytes = rows.values().sum();
    let alone = |stage: &Stage<'_>| {
        let mut own = Work::of(kernel, &[stage.canonical.stmt]);
        own.rows = work.rows;
        own.staged(stage.width, bytes, stage.loads_ahead, team.has_helpers())
    };
    stages.iter().map(alone).sum()
}

fn plan<'a>(kernel: &Kernel<'a>, stmt: StmtId) -> Result<Stage<'a>, Refusal> {
    let program = kernel.program();
    let span = program.stmts[stmt].span;
    let canonical = canonical(kernel, stmt)?;
    if canonical.step != 1 {
        return refuse(span, "its loop leaves out columns");
    }
    if leaves_early(kernel.input, canonical.body) {
        return refuse(span, "the loop may end early");
    }
    let Some((first, bound)) = kernel.found.region.bounds.get(&stmt) else {
        return refuse(span, "its bounds are no formulas");
    };
    if !kernel.is_uniform(first) {
        return refuse(kernel.input.span(canonical.first), "threads start at different columns");
    }
    if let (false, Some(used)) =
        (canonical.declares_index, legality::is_used_after(kernel, canonical.index, stmt))
    {
        return refuse(used, "the index of the loop is used behind it");
    }
    legality::arrays_are_apart(kernel, stmt)?;
    let tiles = tiles(kernel, canonical)?;
    let elsewhere = |access: &&Access| !access.loops.contains(&stmt);
    let outside: Vec<&Access> = kernel.costs.iter().map(|(access, _)| *access).filter(elsewhere).collect();
    let any_store = tiles.iter().any(|tile| tile.stores);
    Ok(Stage {
        canonical,
        width: 0,
        shares_bound: kernel.is_uniform(bound),
        waits_first: outside.iter().any(|access| access.mode.writes() && runs_before(kernel, access, stmt)),
        loads_ahead: false,
        begins: begins(kernel, canonical),
        vectors: Vec::new(),
        longest: None,
        waits_last: !any_store || tiles.iter().any(|t| t.loads && t.stores) || !outside.is_empty(),
        tiles,
    })
}

/// The constant at which a loop starts, within the first line of the row.
pub(crate) fn begins(kernel: &Kernel<'_>, canonical: &CanonicalLoop) -> Option<i128> {
    const LINE: i128 = 32;
    const_eval::integer(kernel.program(), canonical.first).filter(|first| (1..LINE).contains(first))
}

/// The arrays that a loop reads by the column alone, in every iteration.
fn vectors(kernel: &Kernel<'_>, canonical: &CanonicalLoop) -> Vec<Vector> {
    let program = kernel.program();
    let always = always_evaluated(program, canonical.body);
    let of_loop = |access: &&Access| access.loops.last() == Some(&canonical.stmt);
    let inside: Vec<&Access> = kernel.costs.iter().map(|(access, _)| *access).filter(of_loop).collect();
    let mut found: Vec<(Place, Vector)> = Vec::new();
    for access in inside.iter().filter(|access| always.contains(&access.expr)) {
        let same_array: Vec<&&Access> = inside.iter().filter(|other| other.place == access.place).collect();
        let is_vector = row_walk(kernel, access, canonical.stmt)
            .is_some_and(|walk| walk.pitch.is_empty() && walk.step == 1);
        let is_read = same_array.iter().all(|other| {
            other.mode == AccessMode::Read && other.flat == access.flat && other.expr == other.lvalue
        });
        let ty = program.exprs[access.expr].ty.unqualified();
        let is_small = program.types.is_scalar(ty) && program.size_of(ty).is_some_and(|size| size <= 8);
        let in_text = same_array.iter().all(|other| kernel.range(kernel.input.span(other.expr)).is_ok());
        let is_new = !found.iter().any(|(place, _)| *place == access.place);
        if is_vector && is_read && is_small && in_text && is_new && is_computed(kernel, access, canonical) {
            let uses = same_array.iter().map(|other| other.expr).collect();
            let (contents, name) = (shared_tiles::contents(kernel, &access.place), String::new());
            let vector = Vector { contents, name, element: ty, access: access.expr, uses };
            found.push((access.place.clone(), vector));
        }
    }
    found.into_iter().map(|(_, vector)| vector).take(MOST_VECTORS).collect()
}

/// Can any thread say which element it is, with nothing but the column?
fn is_computed(kernel: &Kernel<'_>, access: &Access, canonical: &CanonicalLoop) -> bool {
    let mut found = Vec::new();
    kernel.recomputed(access.expr, true, &[canonical.index], &mut found).is_ok() && found.is_empty()
}

/// Can the access run before the loop does, or before it does again?
fn runs_before(kernel: &Kernel<'_>, access: &Access, stmt: StmtId) -> bool {
    let program = kernel.program();
    let is_around = |outer: &StmtId| program.stmts_below(*outer).any(|below| below == stmt);
    program.stmts[access.stmt].span.lo < program.stmts[stmt].span.lo || access.loops.iter().any(is_around)
}

fn tiles(kernel: &Kernel<'_>, canonical: &CanonicalLoop) -> Result<Vec<Tile>, Refusal> {
    let stmt = canonical.stmt;
    let always = always_evaluated(kernel.program(), canonical.body);
    let mut tiles: Vec<Tile> = Vec::new();
    for (strided, _) in kernel.strided() {
        let known = tiles.iter().any(|tile| tile.place == strided.place);
        if known || !strided.loops.contains(&stmt) {
            continue;
        }
        let mut uses: Vec<(&Access, RowWalk)> = Vec::new();
        for (access, _) in kernel.costs.iter().filter(|(access, _)| access.place == strided.place) {
            if !access.loops.contains(&stmt) {
                continue;
            }
            match row_walk(kernel, access, stmt) {
                Some(walk) if access.expr == access.lvalue => uses.push((access, walk)),
                _ => {
                    let name = kernel.input.place_name(&strided.place);
                    return refuse(access.span, format!("`{name}` is accessed in another way here"));
                }
            }
        }
        tiles.push(tile(kernel, canonical, &uses, &always)?);
    }
    Ok(tiles)
}

fn tile(
    kernel: &Kernel<'_>,
    canonical: &CanonicalLoop,
    uses: &[(&Access, RowWalk)],
    always: &BTreeSet<ExprId>,
) -> Result<Tile, Refusal> {
    let span = kernel.program().stmts[canonical.stmt].span;
    let Some((base, walk)) = uses.first() else { return refuse(span, "nothing is accessed") };
    let name = kernel.input.place_name(&base.place);
    let mut columns = Vec::new();
    for (access, other) in uses {
        match walk.distance(other) {
            Some(distance) => columns.push((*access, distance)),
            None => return refuse(access.span, format!("`{name}` is accessed in rows of another kind here")),
        }
    }
    let (Some(low), Some(high)) = (columns.iter().map(|c| c.1).min(), columns.iter().map(|c| c.1).max())
    else {
        return refuse(span, "nothing is accessed");
    };
    let halo = u64::try_from(high - low).unwrap_or(u64::MAX);
    let writes = columns.iter().any(|(access, _)| access.mode.writes());
    if writes && halo > 0 {
        let (access, _) = columns.iter().find(|c| c.1 != columns[0].1).unwrap_or(&columns[0]);
        let reason = format!("an iteration accesses what another one writes in `{name}`");
        return refuse_with(access.span, reason, "keep what the next iteration needs in a variable");
    }
    const WIDEST_HALO: u64 = 4;
    if halo > WIDEST_HALO {
        return refuse(base.span, format!("the columns of `{name}` are too far from each other"));
    }
    let certain = |access: &Access| always.contains(&access.expr);
    let at = |column: i128| columns.iter().find(|(access, c)| *c == column && certain(access));
    let (Some((lowest, _)), Some(_)) = (at(low), at(high)) else {
        return refuse(base.span, format!("`{name}` is accessed only under a condition"));
    };
    let overwritten = columns.iter().any(|(access, _)| access.mode.writes() && certain(access));
    // What an iteration writes before it reads it need not be loaded.
    let written_first = columns.first().is_some_and(|(access, _)| !access.mode.reads() && certain(access));
    if writes && !overwritten && !rows_are_apart(kernel, walk, canonical.stmt) {
        return refuse(base.span, format!("rows of `{name}` may overlap, and not all is written"));
    }
    let column = |distance: i128| u64::try_from(distance - low).unwrap_or(0);
    Ok(Tile {
        place: base.place.clone(),
        contents: String::new(),
        name: String::new(),
        element: kernel.program().exprs[base.expr].ty.unqualified(),
        lowest: lowest.expr,
        halo,
        uses: columns.iter().map(|(access, distance)| (access.expr, column(*distance))).collect(),
        loads: !written_first,
        stores: writes,
        padding: 0,
    })
}

/// Is a row at least as long as the loop?
fn rows_are_apart(kernel: &Kernel<'_>, walk: &RowWalk, stmt: StmtId) -> bool {
    let Some((first, bound)) = kernel.found.region.bounds.get(&stmt) else { return false };
    let Ok(length) = bound.minus(first) else { return false };
    match (walk.pitch.as_slice(), length.terms()) {
        ([(factors, pitch)], []) if factors.is_empty() => length.constant_part() <= *pitch,
        ([(factors, 1)], [(var, 1)]) => factors == &[*var] && length.constant_part() <= 0,
        _ => false,
    }
}

/// Can the lanes of each warp tell each other their bounds? Then all rows of the block are
/// there, and the bound is a number that can be shuffled.
fn can_know_longest(kernel: &Kernel<'_>, team: &Team, stage: &Stage<'_>) -> bool {
    let program = kernel.program();
    let is_int = |ty: Type| kernel.type_text(ty) == "int";
    let bound = program.exprs[stage.canonical.bound].ty;
    team.has_helpers() && team.rows == WARP && is_int(bound) && is_int(program.vars[stage.canonical.index].ty)
}

/// Are the tiles few and plain enough for the registers of a thread to hold its
/// part of the next ones?
fn can_load_ahead(kernel: &Kernel<'_>, team: &Team, stage: &Stage<'_>) -> bool {
    // Several threads for each row have fewer registers each.
    let most = if team.has_helpers() { 32 } else { 64 };
    let program = kernel.program();
    let loaded: Vec<&Tile> = stage.tiles.iter().filter(|tile| tile.loads).collect();
    let words = |tile: &Tile| program.size_of(tile.element).unwrap_or(u64::MAX).div_ceil(4);
    let is_plain = |tile: &&Tile| words(tile) <= 2 && program.types.is_scalar(tile.element);
    let Some(mapping) = CopyMapping::of(team, stage.width) else { return false };
    !loaded.is_empty()
        && loaded.iter().all(is_plain)
        && loaded.iter().map(|tile| words(tile) * mapping.elements()).sum::<u64>() <= most
}

/// The widest tiles that fit, and who carries them.
fn choose_team(kernel: &Kernel<'_>, rows: u64, stages: &mut [Stage<'_>]) -> Result<Team, Refusal> {
    let is_short = |stage: &Stage<'_>| stage.canonical.trips.is_some_and(|trips| trips < SHORT);
    let team = Team::of(kernel, rows, stages.iter().any(is_short));
    let even = |team: &Team, stages: &[Stage<'_>]| {
        stages.iter().all(|stage| CopyMapping::of(team, stage.width).is_some())
    };
    if team.has_helpers() && choose_widths(kernel, &team, stages).is_ok() && even(&team, stages) {
        return Ok(team);
    }
    let alone = Team::alone(rows);
    choose_widths(kernel, &alone, stages)?;
    Ok(alone)
}

/// The widest tiles that fit, padded.
fn choose_widths(kernel: &Kernel<'_>, team: &Team, stages: &mut [Stage<'_>]) -> Result<(), Refusal> {
    let program = kernel.program();
    let rows = team.rows;
    let budget = match kernel.blocks_per_multiprocessor() {
        Some(blocks) => (kernel.gpu.limits().shared_bytes / blocks.max(1)).min(STATIC_SHARED),
        None => STATIC_SHARED,
    };
    // Vectors come along with the rows.
    let budget = if team.has_helpers() { budget.saturating_sub(MOST_VECTORS as u64 * 1024) } else { budget };
    let size = |tile: &Tile| program.size_of(tile.element).unwrap_or(4).max(1);
    let smallest = stages.iter().flat_map(|stage| &stage.tiles).map(size).min().unwrap_or(4).clamp(4, 8);
    let trips = |stage: &Stage<'_>| stage.canonical.trips.unwrap_or(u64::MAX);
    let shortest = stages.iter().map(trips).min().unwrap_or(u64::MAX);
    let is_useful = |line: &u64| line / smallest <= shortest || *line == WIDTHS[WIDTHS.len() - 1];
    let lines = WIDTHS.into_iter().filter(|line| team.has_helpers() || *line <= WIDEST_ALONE);
    for line in lines.filter(is_useful) {
        let mut bytes: BTreeMap<String, u64> = BTreeMap::new();
        for stage in stages.iter_mut() {
            stage.width = line / smallest;
            for tile in &mut stage.tiles {
                let columns = stage.width + tile.halo;
                let down_a_column = LaneAccess { coefficients: vec![vec![1], vec![0]] };
                tile.padding = choose_padding(&[down_a_column], &[rows], &[rows, columns], size(tile));
                bytes.insert(tile.contents.clone(), rows * (columns + tile.padding) * size(tile));
            }
        }
        if bytes.values().sum::<u64>() <= budget {
            return Ok(());
        }
    }
    let span = program.functions[kernel.found.function].span;
    let reason = format!("its rows need more shared memory than the {budget} bytes a block can have");
    refuse_with(span, reason, "launch it with fewer threads in a block")
}
