//! Threads of a block that share the loop down a column.
//!
//! # Before
//! ```c
//! int column = blockIdx.x * blockDim.x + threadIdx.x;
//! if (column < m) {
//!     float sum = 0;
//!     for (int i = 0; i < n; i++)
//!         sum += a[i * m + column] * x[i];
//!     y[column] = sum;
//! }
//! product<<<(m + 127) / 128, 128>>>(…);
//! ```
//! # After
//! ```c
//! // 16 threads share each loop, and bring together what they have.
//! __shared__ float sum_of[16][32];
//! int column = blockIdx.x * blockDim.x + threadIdx.x;
//! bool inside = column < m;
//! float sum = 0;
//! if (inside) {
//!     for (int i = threadIdx.y; i < n; i += 16)
//!         sum += a[i * m + column] * x[i];
//!     sum_of[threadIdx.y][threadIdx.x] = sum;
//! }
//! __syncthreads();
//! inside = inside && threadIdx.y == 0;
//! if (inside)
//!     for (int k = 1; k < 16; k++)
//!         sum += sum_of[k][threadIdx.x];
//! if (inside)
//!     y[column] = sum;
//! product<<<4 * ((m + 127) / 128), dim3(32, 16)>>>(…);
//! ```
//! The accesses of such a kernel are as good as can be, but a thread for each of a few
//! thousand columns leaves most of a large processor without work. Iterations that share
//! nothing at all are for [`mod@crate::split`], which needs no barrier.
//!
//! # Legal when
//! 1. iterations share nothing but what they reduce ([`mod@crate::warp_per_row::row_reduction`]), and
//!    write no memory; sums of floating-point numbers need permission;
//! 2. the loops are run once, and memory is written behind the last of them only: all
//!    threads of a column run what is in front of it, with the same values;
//! 3. blocks can be given a second dimension.
//!
//! # Worth it when
//! the threads of the launch have fewer bytes under way than memory could deliver.

use analyze::Access;
use hir::{ReductionOp, StmtId};

use crate::Applied;
use crate::exchange::no_warp_functions;
use crate::interchange::stride_loop;
use crate::kernel::Kernel;
use crate::layout::INDENT;
use crate::legality;
use crate::patch::Patch;
use crate::predict::Work;
use crate::refusal::{Refusal, refuse};
use crate::split::{fewest_threads, is_long};
use crate::staged_body::{Plan, Position, write_body};
use crate::staging::team::Team;
use crate::warp_per_row::first_lane::{starts_text, together};
use crate::warp_per_row::row_reduction::reduced_variables;
use crate::warp_per_row::{SharedLoop, check_loop, may_round, rounded, unroll};

/// Shares the loops down the columns; returns why.
pub(crate) fn column_team(kernel: &Kernel<'_>, patch: &mut Patch) -> Result<Applied, Refusal> {
    let span = kernel.program().functions[kernel.found.function].span;
    legality::is_plain(kernel)?;
    no_warp_functions(kernel)?;
    legality::grid_has_one_dimension(kernel)?;
    let Some([columns, 1, 1]) = kernel.found.block else {
        return refuse(span, "the number of threads of its blocks is not known");
    };
    let loops = shared_loops(kernel)?;
    let threads = fewest_threads(kernel)?;
    let team = Team::of_sharers(kernel, columns);
    if !team.has_helpers() {
        return refuse(span, "its blocks cannot be given a second dimension");
    }
    let help = "`--reassociate` lets threads share each column: faster, with sums in another order";
    may_round(kernel, &loops, help)?;
    let last = loops.last().map_or(kernel.found.body, |shared| shared.stmt);
    let order = match rounded(kernel, &loops) {
        Some(name) => format!("; `{name}` is summed in another order and may round differently"),
        None => String::new(),
    };
    write_body(kernel, &Columns { kernel, team: &team, loops: &loops, last }, patch)?;
    team.change_launches(kernel, patch)?;
    let works: Vec<Work> =
        loops.iter().map(|shared| Work::down_columns(kernel, shared.stmt, threads)).collect();
    let size = works.first().map_or(String::new(), Work::size_by_columns);
    let (before, after) =
        (works.iter().map(Work::few_threads).sum(), works.iter().map(Work::along_rows).sum());
    let reason = format!(
        "{} threads share each column: {threads:.0} threads are too few to keep the memory of {} busy{order}",
        team.per_row,
        kernel.gpu.name()
    );
    Ok(Applied { reason, predicted: Some((before, after, size)), restricted: Vec::new(), crossing: None })
}

/// The loops that access memory, in the order of the text, with what they reduce.
fn shared_loops(kernel: &Kernel<'_>) -> Result<Vec<SharedLoop>, Refusal> {
    let program = kernel.program();
    let all = || kernel.costs.iter().map(|(access, _)| *access);
    let mut stmts: Vec<StmtId> = all().filter_map(|access| access.loops.first().copied()).collect();
    stmts.sort_by_key(|stmt| program.stmts[*stmt].span.lo);
    stmts.dedup();
    let mut loops: Vec<SharedLoop> = Vec::new();
    for stmt in stmts {
        let span = program.stmts[stmt].span;
        check_loop(kernel, stmt)?;
        let reduced = reduced_variables(kernel, stmt)?;
        let is_again = |one: &crate::warp_per_row::row_reduction::Reduced| {
            loops.iter().flat_map(|shared| &shared.reduced).any(|other| other.var == one.var)
        };
        if reduced.is_empty() || reduced.iter().any(|one| one.at.is_some() || is_again(one)) {
            return refuse(span, "what its iterations find out cannot be brought together");
        }
        is_long(kernel, stmt)?;
        loops.push(SharedLoop { stmt, reduced });
    }
    let Some(last) = loops.last() else {
        let span = program.functions[kernel.found.function].span;
        return refuse(span, "no loop accesses memory");
    };
    let end = program.stmts[last.stmt].span.hi;
    let is_early = |access: &&Access| access.mode.writes() && access.span.lo < end;
    match all().find(is_early) {
        Some(access) => refuse(access.span, "memory is written before the last loop is over"),
        None => Ok(loops),
    }
}

struct Columns<'k, 'a> {
    kernel: &'k Kernel<'a>,
    team: &'k Team,
    loops: &'k [SharedLoop],
    /// Behind this loop, one thread of a column goes on.
    last: StmtId,
}

impl Columns<'_, '_> {
    fn parts(&self, var: hir::VarId) -> String {
        self.kernel.fresh(&format!("{}_of", self.kernel.input.name(var)))
    }

    /// Adds up what the threads of a column have.
    fn combine(&self, shared: &SharedLoop, is_last: bool, indent: &str) -> String {
        let kernel = self.kernel;
        let k = kernel.fresh("k");
        let mut out = String::new();
        if !is_last {
            for reduced in &shared.reduced {
                let name = kernel.input.name(reduced.var);
                out += &format!("{indent}{name} = {}[0][threadIdx.x];\n", self.parts(reduced.var));
            }
        }
        let braces = shared.reduced.len() > 1;
        let open = if braces { " {" } else { "" };
        out += &format!("{indent}for (int {k} = 1; {k} < {}; {k}++){open}", self.team.per_row);
        for reduced in &shared.reduced {
            let other = format!("{}[{k}][threadIdx.x]", self.parts(reduced.var));
            let name = kernel.input.name(reduced.var);
            let text = match reduced.op {
                ReductionOp::And => format!("{name} = {name} && {other};"),
                ReductionOp::Or => format!("{name} = {name} || {other};"),
                _ => together(kernel, reduced, &other),
            };
            out += &format!("\n{indent}{INDENT}{text}");
        }
        if braces {
            out += &format!("\n{indent}}}");
        }
        out
    }
}

impl Plan for Columns<'_, '_> {
    fn changes(&self, stmt: StmtId) -> bool {
        self.loops.iter().any(|shared| shared.stmt == stmt)
    }

    fn declarations(&self, indent: &str) -> String {
        let program = self.kernel.program();
        let Team { rows, per_row, .. } = self.team;
        let what = if self.loops.len() == 1 { "the loop" } else { "each loop" };
        let mut out = format!(
            "\n{indent}// {per_row} threads share {what} of a column, and bring together what they have."
        );
        for reduced in self.loops.iter().flat_map(|shared| &shared.reduced) {
            let ty = self.kernel.type_text(program.vars[reduced.var].ty);
            out += &format!("\n{indent}__shared__ {ty} {}[{per_row}][{rows}];", self.parts(reduced.var));
        }
        out
    }

    fn team(&self) -> &Team {
        self.team
    }

    fn has_helpers(&self) -> bool {
        false
    }

    fn write(&self, stmt: StmtId, at: &Position<'_>, patch: &mut Patch) -> Result<bool, Refusal> {
        let kernel = self.kernel;
        let whole = kernel.range(kernel.program().stmts[stmt].span)?;
        let end = kernel.statement_end(whole.end);
        let Some(shared) = self.loops.iter().find(|shared| shared.stmt == stmt) else { return Ok(false) };
        let Position { indent, inside, is_declared, .. } = at;
        let inner = if *is_declared { format!("{indent}{INDENT}") } else { indent.clone() };
        let mut before = if *is_declared { format!("if ({inside}) {{\n{inner}") } else { String::new() };
        before += &starts_text(kernel, &shared.reduced, "threadIdx.y", &inner);
        // Several loads are under way at a time.
        match before.strip_suffix(&inner) {
            Some(lines) => patch.insert(whole.start, format!("{lines}#pragma unroll 8\n{inner}")),
            None => unroll(kernel, stmt, patch)?,
        }
        stride_loop(kernel, stmt, "threadIdx.y", &self.team.per_row.to_string(), patch)?;
        patch.shift(kernel.text(), whole.start + 1..end, i32::from(*is_declared));
        let mut after = String::new();
        for reduced in &shared.reduced {
            let name = kernel.input.name(reduced.var);
            after += &format!("\n{inner}{}[threadIdx.y][threadIdx.x] = {name};", self.parts(reduced.var));
        }
        let close = if *is_declared { format!("\n{indent}}}") } else { String::new() };
        after += &format!("{close}\n{indent}__syncthreads();");
        let is_last = stmt == self.last;
        if is_last {
            let mine =
                if *is_declared { format!("{inside} = {inside} &&") } else { format!("bool {inside} =") };
            after += &format!("\n{indent}{mine} threadIdx.y == 0;");
        }
        let combined = match is_last || *is_declared {
            true => {
                let lines = self.combine(shared, is_last, &format!("{indent}{INDENT}"));
                let is_one = is_last;
                let (open, close) =
                    if is_one { ("", String::new()) } else { (" {", format!("\n{indent}}}")) };
                format!("{indent}if ({inside}){open}\n{lines}{close}")
            }
            false => self.combine(shared, false, indent),
        };
        patch.insert(end, format!("{after}\n{combined}"));
        Ok(is_last)
    }
}
