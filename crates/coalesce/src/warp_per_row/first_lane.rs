//! What only the first lane of a warp may do, and what brings the lanes together.
//!
//! ```c
//! for (int j = lane; j < m; j += 32)
//!     sum += a[row * m + j];
//! for (int offset = 16; offset > 0; offset /= 2)        // the parts come together
//!     sum += __shfl_xor_sync(0xffffffff, sum, offset);
//! if (lane == 0)                                        // and are written once
//!     y[row] = sum;
//! ```
//! All lanes run the statements outside of shared loops with the same values, so
//! conditions and bounds there agree.
//!
//! Invariant: where one lane may write what another accesses before or behind it,
//! a shuffle or `__syncwarp` lies between.

use std::ops::Range;

use analyze::{Access, region};
use gpu::WARP;
use hir::{ExprKind, ReductionOp, StmtId, StmtKind, VarId};

use crate::kernel::Kernel;
use crate::layout::INDENT;
use crate::legality::may_be_one;
use crate::patch::Patch;
use crate::refusal::{Refusal, refuse};
use crate::row_walk::row_walk;
use crate::staging::begins;
use crate::warp_per_row::SharedLoop;
use crate::warp_per_row::row_reduction::{Reduced, neutral};

/// Who shares a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sharers {
    /// The lanes of a warp.
    Warp,
    /// So many threads, which are a block.
    Block(u64),
}

impl Sharers {
    /// What all of them wait at.
    fn barrier(self) -> &'static str {
        match self {
            Sharers::Warp => "__syncwarp();",
            Sharers::Block(_) => "__syncthreads();",
        }
    }

    /// What all of them say, together.
    fn vote(self, op: ReductionOp, name: &str) -> String {
        match (self, op) {
            (Sharers::Warp, ReductionOp::And) => format!("__all_sync(0xffffffff, {name})"),
            (Sharers::Warp, _) => format!("__any_sync(0xffffffff, {name})"),
            (Sharers::Block(_), ReductionOp::And) => format!("__syncthreads_and({name})"),
            (Sharers::Block(_), _) => format!("__syncthreads_or({name})"),
        }
    }
}

/// The text of a kernel, about to be written for a warp or a block.
pub(crate) struct FirstLane<'k, 'a> {
    pub kernel: &'k Kernel<'a>,
    pub loops: &'k [SharedLoop],
    pub lane: &'k str,
    pub sharers: Sharers,
    /// What everything will be indented by, in addition.
    pub level: &'k str,
    pub patch: &'k mut Patch,
}

impl FirstLane<'_, '_> {
    /// Writes it.
    pub(crate) fn write(&mut self) -> Result<(), Refusal> {
        self.statement(self.kernel.found.body)
    }

    /// Statement nesting is bounded by the parser.
    fn statement(&mut self, stmt: StmtId) -> Result<(), Refusal> {
        let program = self.kernel.program();
        let writes_itself = |(access, _): &(&Access, _)| access.mode.writes() && access.stmt == stmt;
        match &program.stmts[stmt].kind {
            StmtKind::Block(stmts) => self.block(stmts),
            _ if self.kernel.costs.iter().any(writes_itself) => {
                refuse(program.stmts[stmt].span, "this does more than write memory")
            }
            StmtKind::If { then, otherwise, .. } => {
                let branches = [Some(*then), *otherwise];
                branches.into_iter().flatten().try_for_each(|branch| self.branch(branch, otherwise.is_some()))
            }
            StmtKind::For { body, .. } | StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } => {
                self.branch(*body, false)
            }
            _ if self.writes(stmt) => {
                refuse(program.stmts[stmt].span, "memory is written in an unusual place")
            }
            _ => Ok(()),
        }
    }

    /// A statement that is the whole of a branch or of a loop's body.
    fn branch(&mut self, stmt: StmtId, has_else: bool) -> Result<(), Refusal> {
        let program = self.kernel.program();
        let is_shared = self.loops.iter().any(|shared| shared.stmt == stmt);
        match program.stmts[stmt].kind {
            StmtKind::Block(_) => self.statement(stmt),
            _ if !is_shared && !self.is_for_first_lane(stmt) => self.statement(stmt),
            // An `if` more would take the `else`.
            _ if has_else => refuse(program.stmts[stmt].span, "this branch has no braces"),
            _ => {
                let unit = self.unit(&[stmt])?;
                self.in_braces(unit)
            }
        }
    }

    fn block(&mut self, stmts: &[StmtId]) -> Result<(), Refusal> {
        let mut at = 0;
        while at < stmts.len() {
            let is_shared = self.loops.iter().any(|shared| shared.stmt == stmts[at]);
            let run = stmts[at..].iter().take_while(|stmt| self.is_for_first_lane(**stmt)).count();
            let length = if is_shared { 1 } else { run };
            if length == 0 {
                self.statement(stmts[at])?;
                at += 1;
                continue;
            }
            let unit = self.unit(&stmts[at..at + length])?;
            if self.must_wait_before(&stmts[at..at + length], &stmts[..at]) {
                self.patch.insert(unit.range.start, format!("{}\n{}", self.sharers.barrier(), unit.indent));
            }
            self.put(unit);
            at += length;
        }
        Ok(())
    }

    /// Does it write memory, and nothing that other lanes need to know?
    fn is_for_first_lane(&self, stmt: StmtId) -> bool {
        let program = self.kernel.program();
        let shares = |below: StmtId| self.loops.iter().any(|shared| shared.stmt == below);
        let jumps = |below: StmtId| {
            matches!(program.stmts[below].kind, StmtKind::Return(_) | StmtKind::Break | StmtKind::Continue)
        };
        let is_block = matches!(program.stmts[stmt].kind, StmtKind::Block(_));
        !is_block
            && !program.stmts_below(stmt).any(|below| shares(below) || jumps(below))
            && self.writes(stmt)
            && !changes_variables(self.kernel, stmt)
    }

    fn writes(&self, stmt: StmtId) -> bool {
        let mut all = self.kernel.costs.iter().filter(|(access, _)| access.mode.writes());
        all.any(|(access, _)| is_below(self.kernel, stmt, access.stmt))
    }

    /// What to put around a shared loop, or around statements of the first lane.
    fn unit(&self, stmts: &[StmtId]) -> Result<Unit, Refusal> {
        let (program, kernel) = (self.kernel.program(), self.kernel);
        let (Some(first), Some(last)) = (stmts.first(), stmts.last()) else {
            return refuse(program.stmts[kernel.found.body].span, "nothing is accessed");
        };
        let start = kernel.range(program.stmts[*first].span)?.start;
        let end = kernel.statement_end(kernel.range(program.stmts[*last].span)?.end);
        let indent = format!("{}{}", kernel.indentation(start), self.level);
        let mut unit =
            Unit { range: start..end, indent, before: String::new(), after: String::new(), inner: 0 };
        let shared = self.loops.iter().find(|shared| shared.stmt == *first);
        match shared {
            Some(shared) => {
                unit.before = starts_text(kernel, &shared.reduced, self.lane, &unit.indent);
                unit.after = combine_text(kernel, &shared.reduced, self.sharers, &unit.indent);
            }
            None => {
                let single = stmts.len() == 1 && !matches!(program.stmts[*first].kind, StmtKind::If { .. });
                let (open, close) =
                    if single { ("", String::new()) } else { (" {", format!("\n{}}}", unit.indent)) };
                unit.before = format!("if ({} == 0){open}\n{}{INDENT}", self.lane, unit.indent);
                unit.after = close;
                unit.inner = 1;
            }
        }
        if shared.is_none_or(|shared| shared.reduced.is_empty()) && self.must_wait_behind(stmts) {
            unit.after += &format!("\n{}{}", unit.indent, self.sharers.barrier());
        }
        Ok(unit)
    }

    fn put(&mut self, unit: Unit) {
        self.patch.insert(unit.range.start, unit.before);
        self.patch.shift(self.kernel.text(), unit.range.start + 1..unit.range.end, unit.inner);
        self.patch.insert(unit.range.end, unit.after);
    }

    /// Where more than one statement comes of one, it needs braces.
    fn in_braces(&mut self, mut unit: Unit) -> Result<(), Refusal> {
        if unit.after.is_empty() || unit.inner > 0 && !unit.after.contains(self.sharers.barrier()) {
            self.put(unit);
            return Ok(());
        }
        let text = self.kernel.text();
        let before = &text[..unit.range.start];
        let end = before.iter().rposition(|byte| !byte.is_ascii_whitespace()).map_or(0, |at| at + 1);
        let line = before[..end].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let has_comment = before[line..end].windows(2).any(|pair| pair == b"//" || pair == b"*/");
        if !before[end..].contains(&b'\n') || has_comment {
            let span = self.kernel.program().stmts[self.kernel.found.body].span;
            return refuse(span, "a loop in it has no braces around it");
        }
        self.patch.insert(end, " {");
        unit.after += &format!("\n{}}}", self.kernel.layout.outdented(&unit.indent, 1));
        self.put(unit);
        Ok(())
    }

    /// Could another lane still be about to read, in front of these statements,
    /// what they write?
    fn must_wait_before(&self, stmts: &[StmtId], earlier: &[StmtId]) -> bool {
        let program = self.kernel.program();
        let meets = |read: &Access| {
            earlier.iter().any(|stmt| {
                let shared = self.loops.iter().find(|shared| shared.stmt == *stmt);
                shared.is_some_and(|shared| !shared.reduced.is_empty())
                    && program.stmts[*stmt].span.lo > read.span.hi
            })
        };
        self.pairs(stmts).any(|(inside, outside)| {
            let is_read_by_all = !outside.mode.writes() && self.loop_of(outside).is_none();
            let is_before = outside.span.lo < inside.span.lo || share_a_loop(inside, outside);
            inside.mode.writes() && is_read_by_all && is_before && !meets(outside)
        })
    }

    /// Could another lane access behind these statements what they write, or write
    /// what they read?
    fn must_wait_behind(&self, stmts: &[StmtId]) -> bool {
        self.pairs(stmts)
            .any(|(inside, outside)| inside.span.lo < outside.span.lo || share_a_loop(inside, outside))
    }

    /// The accesses of statements, each with every other one outside of them
    /// that may be to the same memory, by another lane.
    fn pairs<'s>(&'s self, stmts: &'s [StmtId]) -> impl Iterator<Item = (&'s Access, &'s Access)> {
        let is_inside = |access: &Access| stmts.iter().any(|stmt| is_below(self.kernel, *stmt, access.stmt));
        let all = || self.kernel.costs.iter().map(|(access, _)| *access);
        let inside = all().filter(move |access| is_inside(access));
        inside.flat_map(move |inside| {
            let outside = all().filter(move |access| !is_inside(access));
            outside
                .filter(move |outside| self.may_meet(inside, outside))
                .map(move |outside| (inside, outside))
        })
    }

    fn may_meet(&self, a: &Access, b: &Access) -> bool {
        let one_writes = a.mode.writes() || b.mode.writes();
        one_writes && may_be_one(self.kernel, a, b) && !self.is_same_lane(a, b)
    }

    /// Is it the same lane that accesses the same element by both?
    fn is_same_lane(&self, a: &Access, b: &Access) -> bool {
        let kernel = self.kernel;
        match (self.loop_of(a), self.loop_of(b)) {
            (None, None) => a.mode.writes() && b.mode.writes(),
            (Some(first), Some(second)) => {
                let region = &kernel.found.region;
                let start = |stmt: StmtId| region.bounds.get(&stmt).map(|(first, _)| first);
                let step = |stmt: StmtId| region.loops.get(&stmt).map(|canonical| canonical.step);
                let walks = row_walk(kernel, a, first).zip(row_walk(kernel, b, second));
                // A loop that loads ahead starts at column 0 even where it begins behind it.
                let is_from_its_start =
                    |stmt: StmtId| region.loops.get(&stmt).is_some_and(|l| begins(kernel, l).is_none());
                a.place == b.place
                    && is_from_its_start(first)
                    && start(first).is_some()
                    && (start(first), step(first)) == (start(second), step(second))
                    && walks.is_some_and(|(a, b)| a.distance(&b) == Some(0))
            }
            _ => false,
        }
    }

    /// The shared loop that an access is in.
    fn loop_of(&self, access: &Access) -> Option<StmtId> {
        self.loops.iter().map(|shared| shared.stmt).find(|stmt| access.loops.contains(stmt))
    }
}

/// Is there a loop that may bring one in front of the other?
fn share_a_loop(a: &Access, b: &Access) -> bool {
    a.loops.iter().any(|stmt| b.loops.contains(stmt))
}

fn is_below(kernel: &Kernel<'_>, stmt: StmtId, wanted: StmtId) -> bool {
    kernel.program().stmts_below(stmt).any(|below| below == wanted)
}

/// Does a statement change variables that live on behind it?
fn changes_variables(kernel: &Kernel<'_>, stmt: StmtId) -> bool {
    let program = kernel.program();
    let own: Vec<VarId> = region::declared_in(kernel.input, stmt);
    program.exprs_below(stmt).any(|expr| match program.exprs[expr].kind {
        ExprKind::Assign { lhs: target, .. }
        | ExprKind::AssignOp { lhs: target, .. }
        | ExprKind::IncDec { operand: target, .. }
        | ExprKind::AddrOf(target) => {
            let mut at = target;
            while let ExprKind::Index { base, .. } | ExprKind::Member { base, .. } = program.exprs[at].kind {
                at = base;
            }
            match program.exprs[at].kind {
                ExprKind::Var(var) => {
                    let is_pointer = program.types.is_pointer(program.vars[var].ty) && at != target;
                    !is_pointer && !own.contains(&var)
                }
                _ => false,
            }
        }
        _ => false,
    })
}

/// Statements to be put around others.
struct Unit {
    range: Range<usize>,
    indent: String,
    before: String,
    after: String,
    /// Levels that what is inside moves to the right.
    inner: i32,
}

/// The first lane goes on from where the variables are; the others have nothing yet.
pub(crate) fn starts_text(kernel: &Kernel<'_>, all: &[Reduced], lane: &str, indent: &str) -> String {
    let starting: Vec<&Reduced> = all.iter().filter(|reduced| reduced.start_counts).collect();
    let zero = |reduced: &Reduced| {
        format!("{} = {};", kernel.input.name(reduced.var), neutral(reduced.op).unwrap_or(0))
    };
    match starting.as_slice() {
        [] => String::new(),
        [only] => format!("if ({lane} != 0)\n{indent}{INDENT}{}\n{indent}", zero(only)),
        several => {
            let lines: Vec<String> = several.iter().map(|reduced| zero(reduced)).collect();
            let lines = lines.join(&format!("\n{indent}{INDENT}"));
            format!("if ({lane} != 0) {{\n{indent}{INDENT}{lines}\n{indent}}}\n{indent}")
        }
    }
}

/// The statements that bring the parts of all lanes together.
fn combine_text(kernel: &Kernel<'_>, all: &[Reduced], sharers: Sharers, indent: &str) -> String {
    let (votes, shuffled): (Vec<&Reduced>, Vec<&Reduced>) =
        all.iter().partition(|reduced| matches!(reduced.op, ReductionOp::And | ReductionOp::Or));
    let mut out = String::new();
    for vote in votes {
        let name = kernel.input.name(vote.var);
        out += &format!("\n{indent}{name} = {};", sharers.vote(vote.op, &name));
    }
    if shuffled.is_empty() {
        return out;
    }
    let offset = kernel.fresh("offset");
    let several = shuffled.len() > 1 || shuffled.iter().any(|reduced| reduced.at.is_some());
    let open = if several { " {" } else { "" };
    out += &format!("\n{indent}for (int {offset} = 16; {offset} > 0; {offset} /= 2){open}");
    for reduced in &shuffled {
        let inner = format!("{indent}{INDENT}");
        let text = match reduced.at {
            Some(at) => located_step(kernel, reduced, at, &offset, &inner),
            None => step(kernel, reduced, &offset),
        };
        out += &format!("\n{inner}{text}");
    }
    if several {
        out += &format!("\n{indent}}}");
    }
    if let Sharers::Block(threads) = sharers {
        out += &combine_warps(kernel, &shuffled, threads, indent);
    }
    out
}

/// The parts of the warps of a block come together in shared memory. Each loop is run
/// once, so that the arrays are written once.
fn combine_warps(kernel: &Kernel<'_>, shuffled: &[&Reduced], threads: u64, indent: &str) -> String {
    let (warp, warps) = (kernel.fresh("warp"), threads / WARP);
    let parts = |reduced: &Reduced| kernel.fresh(&format!("{}_of", kernel.input.name(reduced.var)));
    let mut out = String::new();
    for reduced in shuffled {
        let ty = kernel.type_text(kernel.program().vars[reduced.var].ty);
        out += &format!("\n{indent}__shared__ {ty} {}[{warps}];", parts(reduced));
    }
    let several = shuffled.len() > 1;
    let (open, close) = if several { (" {", format!("\n{indent}}}")) } else { ("", String::new()) };
    out += &format!("\n{indent}if (threadIdx.x % {WARP} == 0){open}");
    for reduced in shuffled {
        let name = kernel.input.name(reduced.var);
        out += &format!("\n{indent}{INDENT}{}[threadIdx.x / {WARP}] = {name};", parts(reduced));
    }
    out += &format!("{close}\n{indent}__syncthreads();");
    for reduced in shuffled {
        out += &format!("\n{indent}{} = {}[0];", kernel.input.name(reduced.var), parts(reduced));
    }
    out += &format!("\n{indent}for (int {warp} = 1; {warp} < {warps}; {warp}++){open}");
    for reduced in shuffled {
        let other = format!("{}[{warp}]", parts(reduced));
        out += &format!("\n{indent}{INDENT}{}", together(kernel, reduced, &other));
    }
    out + &close
}

/// Of two lanes the one with the greater element knows better, or with the same one
/// further to the left.
fn located_step(kernel: &Kernel<'_>, reduced: &Reduced, at: VarId, offset: &str, indent: &str) -> String {
    let (name, place) = (kernel.input.name(reduced.var), kernel.input.name(at));
    let ty = |var: VarId| kernel.type_text(kernel.program().vars[var].ty);
    let (other, other_at) = (kernel.fresh(&format!("other_{name}")), kernel.fresh(&format!("other_{place}")));
    let better = if reduced.op == ReductionOp::Max { ">" } else { "<" };
    format!(
        "const {} {other} = __shfl_xor_sync(0xffffffff, {name}, {offset});\n\
         {indent}const {} {other_at} = __shfl_xor_sync(0xffffffff, {place}, {offset});\n\
         {indent}if ({other} {better} {name} || ({other} == {name} && {other_at} < {place})) {{\n\
         {indent}{INDENT}{name} = {other};\n\
         {indent}{INDENT}{place} = {other_at};\n\
         {indent}}}",
        ty(reduced.var),
        ty(at)
    )
}

fn step(kernel: &Kernel<'_>, reduced: &Reduced, offset: &str) -> String {
    let name = kernel.input.name(reduced.var);
    together(kernel, reduced, &format!("__shfl_xor_sync(0xffffffff, {name}, {offset})"))
}

/// The variable and another part of the result.
pub(crate) fn together(kernel: &Kernel<'_>, reduced: &Reduced, other: &str) -> String {
    let program = kernel.program();
    let name = kernel.input.name(reduced.var);
    let ty = program.vars[reduced.var].ty;
    let float = match program.size_of(ty) {
        _ if program.types.is_integer(ty) => None,
        Some(4) => Some("f"),
        _ => Some(""),
    };
    let extreme = |which: &str| match float {
        Some(suffix) => format!("{name} = f{which}{suffix}({name}, {other});"),
        None => format!("{name} = {which}({name}, {other});"),
    };
    match reduced.op {
        ReductionOp::Min => extreme("min"),
        ReductionOp::Max => extreme("max"),
        op => format!("{name} {}= {other};", op.text()),
    }
}
