//! What is read along a row and written down a column: through a tile, in which threads
//! trade places half-way.
//!
//! # Before
//! ```c
//! int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
//! if (x < m && y < n)
//!     out[x * n + y] = in[y * m + x];              // neighbours write a row apart
//! ```
//! # After
//! ```c
//! __shared__ float out_tile[16][17];
//! int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
//! bool inside = x < m && y < n;
//! if (inside)
//!     out_tile[threadIdx.y][threadIdx.x] = in[y * m + x];
//! __syncthreads();
//! // Threads trade places: neighbours write side by side.
//! {
//!     int x = blockIdx.x * 16 + threadIdx.y;
//!     int y = blockIdx.y * 16 + threadIdx.x;
//!     if (x < m && y < n)
//!         out[x * n + y] = out_tile[threadIdx.x][threadIdx.y];
//! }
//! ```
//! Where the launch can be changed and the kernel does nothing else, each thread takes four
//! elements, so that their loads are under way together:
//! ```c
//! for (unsigned k = 0; k < 16; k += 4) {
//!     const unsigned r = threadIdx.y + k;
//!     int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + r;
//! ```
//! # Legal when
//! 1. the block is square, and all of its threads come to the statement but those that
//!    leave early;
//! 2. which element a thread accesses can be computed by any other;
//! 3. what is written is not written elsewhere, nor accessed behind the statement.
//!
//! # Worth it when
//! the store is all that is strided, and coalesced with the threads in each other's place.
//! What a block reads down columns stays in its cache, and a barrier costs more.

use std::ops::Range;

use analyze::bank_conflicts::{LaneAccess, choose_padding};
use analyze::{Access, AccessMode};
use emit::Precedence;
use hir::{Axis, ExprId, ExprKind, GridQuery, Item, StmtId, StmtKind, VarId};
use source::line_start;

use crate::Applied;
use crate::exchange::no_warp_functions;
use crate::kernel::{Kernel, grid_of};
use crate::layout::INDENT;
use crate::legality;
use crate::operand::{Operand, operand};
use crate::patch::Patch;
use crate::refusal::{Refusal, refuse, refuse_with};
use crate::staged_body::{Guard, Plan, Position, condition, exit_condition, write_body};
use crate::staging::team::{Team, keeps_blocks};

/// Elements of a thread.
const EACH: u64 = 4;

/// How many times fewer the transactions of the access must become: below that, barriers
/// cost more than the cache does.
const LEAST: f64 = 4.0;

/// Carries what is strided through a tile; returns why.
pub(crate) fn transpose(kernel: &Kernel<'_>, patch: &mut Patch) -> Result<Applied, Refusal> {
    legality::is_plain(kernel)?;
    no_warp_functions(kernel)?;
    let (access, now, then) = only_strided(kernel)?;
    let side = square(kernel)?;
    is_safe(kernel, access)?;
    let element = kernel.program().exprs[access.expr].ty.unqualified();
    let size = kernel.program().size_of(element).unwrap_or(4);
    let down_a_column = LaneAccess { coefficients: vec![vec![1], vec![0]] };
    let padding = choose_padding(&[down_a_column], &[side], &[side, side], size);
    let array = kernel.input.place_name(&access.place).replace("->", "_").replace('.', "_");
    let tile = kernel.fresh(&format!("{array}_tile"));
    let declared = format!("__shared__ {} {tile}[{side}][{}];", kernel.type_text(element), side + padding);
    let transposed = |place: &str| Transposed {
        kernel,
        access,
        tile: tile.clone(),
        declared: declared.clone(),
        place: place.to_owned(),
        team: Team::alone(side),
    };
    match transposed(&kernel.fresh("r")).several() {
        Ok(several) => *patch = several,
        Err(_) => write_body(kernel, &transposed("threadIdx.y"), patch)?,
    }
    let reason = format!(
        "what is written in `{array}` goes through a tile: {now:.0} transactions per warp before, {then:.0} after"
    );
    Ok(Applied { reason, predicted: None, restricted: Vec::new(), crossing: None })
}

/// The one strided access, and what it costs before and after.
fn only_strided<'a>(kernel: &Kernel<'a>) -> Result<(&'a Access, f64, f64), Refusal> {
    let span = kernel.program().functions[kernel.found.function].span;
    let mut strided = kernel.strided();
    let (Some((access, cost)), None) = (strided.next(), strided.next()) else {
        return refuse(span, "several accesses are strided");
    };
    let is_plain = access.expr == access.lvalue && access.mode != AccessMode::Update;
    let StmtKind::Expr(whole) = kernel.program().stmts[access.stmt].kind else {
        return refuse(access.span, "it is not a store that is a statement of its own");
    };
    let is_target =
        matches!(kernel.program().exprs[whole].kind, ExprKind::Assign { lhs, .. } if lhs == access.expr);
    if !is_plain || !access.loops.is_empty() || !is_target {
        return refuse(access.span, "it is not a store that is a statement of its own");
    }
    let (now, then) =
        (cost.transactions, kernel.view().with_swapped_axes().cost(access, kernel.gpu).transactions);
    match now.zip(then) {
        Some((now, then)) if then * LEAST <= now => Ok((*access, now, then)),
        _ => refuse(access.span, "the threads of a block would be no better in another order"),
    }
}

/// The side of the block.
fn square(kernel: &Kernel<'_>) -> Result<u64, Refusal> {
    let span = kernel.program().functions[kernel.found.function].span;
    match kernel.found.block {
        Some([x, y, 1]) if x == y && x > 1 => Ok(x),
        Some([_, 1, 1]) => refuse(span, "its blocks have one dimension"),
        _ => refuse_with(
            span,
            "its blocks are not square, which a tile for both directions would have to be",
            "launch it with blocks of 16 by 16 or 32 by 32 threads, written as constants",
        ),
    }
}

/// Is it the same if another thread does it, a little later?
fn is_safe(kernel: &Kernel<'_>, access: &Access) -> Result<(), Refusal> {
    let span = kernel.program().stmts[access.stmt].span;
    let is_other = |other: &&Access| other.expr != access.expr && legality::may_be_one(kernel, access, other);
    let is_in_the_way = |other: &&Access| other.mode.writes() || other.span.lo >= span.hi;
    let others = kernel.costs.iter().map(|(other, _)| *other);
    match others.filter(is_other).find(is_in_the_way) {
        Some(other) if other.place == access.place => {
            let name = kernel.input.place_name(&access.place);
            refuse(other.span, format!("`{name}` is accessed here, too, perhaps by another thread"))
        }
        Some(other) => {
            let names = (kernel.input.place_name(&access.place), kernel.input.place_name(&other.place));
            let reason = format!("`{}` and `{}` may be the same array", names.0, names.1);
            refuse_with(other.span, reason, "declare them `__restrict__` if they never are")
        }
        None => Ok(()),
    }
}

struct Transposed<'k, 'a> {
    kernel: &'k Kernel<'a>,
    access: &'a Access,
    tile: String,
    declared: String,
    /// What stands for `threadIdx.y`.
    place: String,
    team: Team,
}

impl Transposed<'_, '_> {
    /// The text of an expression for the thread that has this one's place.
    fn spelled(&self, expr: ExprId) -> Result<Operand, Refusal> {
        operand(self.kernel, expr, &|below| match grid_of(self.kernel.input, below)? {
            (GridQuery::ThreadIndex, Axis::X) => Some(self.place.clone()),
            (GridQuery::ThreadIndex, Axis::Y) => Some("threadIdx.x".to_owned()),
            (GridQuery::BlockSize, Axis::Y) if self.is_several() => Some(self.team.rows.to_string()),
            _ => None,
        })
    }

    /// Has a thread several elements, one after the other?
    fn is_several(&self) -> bool {
        self.place != "threadIdx.y"
    }

    /// The loop over the elements of a thread.
    fn head(&self, indent: &str) -> String {
        let (place, side) = (&self.place, self.team.rows);
        let rows = side / EACH;
        let step = self.kernel.fresh("k");
        // Counted by constants, so that all loads are under way at once.
        format!(
            "#pragma unroll\n\
             {indent}for (unsigned {step} = 0; {step} < {side}; {step} += {rows}) {{\n\
             {indent}{INDENT}const unsigned {place} = threadIdx.y + {step};"
        )
    }

    /// The access, by the thread in the other place.
    fn other_place(&self, guards: &[Guard], indent: &str) -> Result<String, Refusal> {
        let (kernel, inner) = (self.kernel, format!("{indent}{INDENT}"));
        let mut found: Vec<(VarId, ExprId)> = Vec::new();
        let mut conditions = Vec::new();
        for guard in guards {
            kernel.recomputed(guard.condition, false, &[], &mut found)?;
            conditions.push(condition(kernel, *guard, &|expr| self.spelled(expr))?);
        }
        kernel.recomputed(self.access.expr, true, &[], &mut found)?;
        let open = if self.is_several() { self.head(indent) } else { format!("{indent}{{") };
        let mut out = format!("// Threads trade places: neighbours write side by side.\n{open}");
        for (var, value) in found {
            out += &format!("\n{inner}{} = {};", kernel.declaration(var), self.spelled(value)?.value());
        }
        let (array, place) = (self.spelled(self.access.expr)?.at(Precedence::Unary), &self.place);
        let stored = format!("{array} = {}[threadIdx.x][{place}];", self.tile);
        out += &match Operand::all(conditions) {
            None => format!("\n{inner}{stored}"),
            Some(all) => format!("\n{inner}if ({})\n{inner}{INDENT}{stored}", all.whole()),
        };
        Ok(format!("{out}\n{indent}}}"))
    }
}

impl Transposed<'_, '_> {
    /// Four elements for each thread: the kernel's own text in a loop over them, and what the
    /// threads in the other places do in another one.
    fn several(&self) -> Result<Patch, Refusal> {
        let (kernel, program, text) = (self.kernel, self.kernel.program(), self.kernel.text());
        let span = program.functions[kernel.found.function].span;
        let side = self.team.rows;
        if !side.is_multiple_of(EACH) || keeps_blocks(kernel) || kernel.found.launches.is_empty() {
            return refuse(span, "its launches cannot be changed");
        }
        let guards = self.guards()?;
        let mut patch = Patch::default();
        for launch in &kernel.found.launches {
            let ExprKind::Launch { config, .. } = &program.exprs[*launch].kind else { continue };
            let Some(block) = config.get(1) else { return refuse(span, "its launches cannot be changed") };
            let block = kernel.range(kernel.input.span(*block))?;
            patch.replace(block, format!("dim3({side}, {})", side / EACH));
        }
        let mut replaced = self.remove_unused(&mut patch)?;
        replaced.push(kernel.range(kernel.input.span(self.access.expr))?);
        let mut places = Vec::new();
        for expr in program.exprs_below(kernel.found.body) {
            let other = match grid_of(kernel.input, expr) {
                Some((GridQuery::ThreadIndex, Axis::Y)) => self.place.clone(),
                Some((GridQuery::BlockSize, Axis::Y)) => side.to_string(),
                _ => continue,
            };
            places.push((kernel.range(kernel.input.span(expr))?, other));
        }
        places.sort_by_key(|(range, _)| range.start);
        places.dedup();
        let is_gone = |range: &Range<usize>| {
            replaced.iter().any(|whole| whole.start <= range.start && range.end <= whole.end)
        };
        for (range, other) in places.into_iter().filter(|(range, _)| !is_gone(range)) {
            patch.replace(range, other);
        }
        for exit in legality::returns_outside_loops(kernel)? {
            patch.replace(kernel.range(exit)?, "continue;");
        }
        let tile = format!("{}[{}][threadIdx.x]", self.tile, self.place);
        patch.replace(kernel.range(kernel.input.span(self.access.expr))?, tile);
        let body = kernel.range(program.stmts[kernel.found.body].span)?;
        let (line, indent) =
            (line_start(text, body.end), format!("{}{INDENT}", kernel.indentation(body.end - 1)));
        if line <= body.start || !text[line..body.end - 1].iter().all(u8::is_ascii_whitespace) {
            return refuse(span, "its closing brace has no line of its own");
        }
        let (head, other) = (self.head(&indent), self.other_place(&guards, &indent)?);
        patch.insert(body.start + 1, format!("\n{indent}{}\n{head}", self.declared));
        patch.shift(text, body.start + 1..line, 1);
        patch.insert(line, format!("{indent}}}\n{indent}__syncthreads();\n{indent}{other}\n"));
        Ok(patch)
    }

    /// The conditions of the store, in a kernel that declares and decides but does nothing
    /// else.
    fn guards(&self) -> Result<Vec<Guard>, Refusal> {
        let program = self.kernel.program();
        let (mut at, mut guards) = (self.kernel.found.body, Vec::new());
        while at != self.access.stmt {
            let holds = |stmt: &StmtId| program.stmts_below(*stmt).any(|below| below == self.access.stmt);
            match &program.stmts[at].kind {
                StmtKind::Block(stmts) => {
                    let Some((last, before)) = stmts.split_last().filter(|(last, _)| holds(last)) else {
                        return refuse(program.stmts[at].span, "something is done behind the store");
                    };
                    for stmt in before {
                        match (exit_condition(self.kernel, *stmt), &program.stmts[*stmt].kind) {
                            (Some(condition), _) => guards.push(Guard { condition, holds: false }),
                            (_, StmtKind::Decl(_) | StmtKind::Comment(_) | StmtKind::Empty) => {}
                            _ => return refuse(program.stmts[*stmt].span, "this is done besides the store"),
                        }
                    }
                    at = *last;
                }
                StmtKind::If { cond, then, otherwise: None } => {
                    guards.push(Guard { condition: *cond, holds: true });
                    at = *then;
                }
                _ => return refuse(program.stmts[at].span, "not all threads come to the store"),
            }
        }
        Ok(guards)
    }

    /// Takes out variables that the access alone was computed with, if they have a line.
    fn remove_unused(&self, patch: &mut Patch) -> Result<Vec<Range<usize>>, Refusal> {
        let mut removed = Vec::new();
        let (kernel, program) = (self.kernel, self.kernel.program());
        let mut computed = Vec::new();
        kernel.recomputed(self.access.expr, true, &[], &mut computed)?;
        let access = kernel.range(kernel.input.span(self.access.expr))?;
        let is_elsewhere = |expr: ExprId| {
            let range = kernel.range(kernel.input.span(expr));
            range.map_or(true, |range| range.start < access.start || range.end > access.end)
        };
        for stmt in program.stmts_below(kernel.found.body) {
            let StmtKind::Decl(items) = &program.stmts[stmt].kind else { continue };
            let [Item::Var { var, .. }] = items.as_slice() else { continue };
            let is_it = |expr: &ExprId| matches!(program.exprs[*expr].kind, ExprKind::Var(v) if v == *var);
            let mut mentions = program.exprs_below(kernel.found.body).filter(is_it);
            if !computed.iter().any(|(known, _)| known == var) || mentions.any(is_elsewhere) {
                continue;
            }
            let text = kernel.text();
            let range = kernel.range(program.stmts[stmt].span)?;
            let end = kernel.statement_end(range.end);
            let line = line_start(text, range.start);
            let is_first = text[line..range.start].iter().all(u8::is_ascii_whitespace);
            if line > 0 && is_first && matches!(text.get(end), Some(b'\n' | b'\r')) {
                patch.replace(line - 1..end, "");
                removed.push(line - 1..end);
            }
        }
        Ok(removed)
    }
}

impl Plan for Transposed<'_, '_> {
    fn changes(&self, stmt: StmtId) -> bool {
        stmt == self.access.stmt
    }

    fn declarations(&self, indent: &str) -> String {
        format!("\n{indent}{}", self.declared)
    }

    fn team(&self) -> &Team {
        &self.team
    }

    fn has_helpers(&self) -> bool {
        false
    }

    fn write(&self, stmt: StmtId, at: &Position<'_>, patch: &mut Patch) -> Result<bool, Refusal> {
        let (kernel, indent) = (self.kernel, &at.indent);
        let whole = kernel.range(kernel.program().stmts[stmt].span)?;
        let end = kernel.statement_end(whole.end);
        let other = self.other_place(at.guards, indent)?;
        self.remove_unused(patch)?;
        let tile = format!("{}[threadIdx.y][threadIdx.x]", self.tile);
        patch.replace(kernel.range(kernel.input.span(self.access.expr))?, tile);
        let only = match at.is_declared {
            true => format!("if ({})\n{indent}{INDENT}", at.inside),
            false => String::new(),
        };
        patch.shift(kernel.text(), whole.start + 1..end, i32::from(at.is_declared));
        patch.insert(whole.start, only);
        patch.insert(end, format!("\n{indent}__syncthreads();\n{indent}{other}"));
        Ok(false)
    }
}
