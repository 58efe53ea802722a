//! From how many columns on a remedy pays, and the launches that choose by that.
//!
//! ```c
//! if (m < 640)
//!     scale<<<(n + 63) / 64, 64>>>(a, b, n, m);
//! else
//!     scale_coalesced<<<1024 * ((n + 63) / 64), 64>>>(a, b, n, m);
//! ```
//! Threads that share a row are too many for a short one. Measured on an H200, 2^24 elements in
//! rows of so many columns, time of the rewritten kernel in parts of the original's:
//!
//! | columns | 2 | 7 | 16 | 33 | 64 | 100 | 200 | 400 | 1000 |
//! |---|---|---|---|---|---|---|---|---|---|
//! | blocks share a row (`in-place-scale`) | 936 | 210 | 53 | 18 | 9.4 | 6.3 | 3.2 | 1.5 | 0.60 |
//! | a warp for each row (`clamp-some`) | 30 | 25 | 7.5 | 4.7 | 1.1 | 1.4 | 0.68 | 0.44 | 0.38 |
//! | a block for each row (`divide-by-first`) | 122 | 22 | 7.3 | 1.5 | 0.90 | 0.77 | 0.40 | 0.32 | 0.18 |
//! | through shared memory (`long-indices`) | 23 | 4.4 | 1.4 | 0.21 | 0.11 | 0.15 | 0.16 | 0.17 | 0.19 |
//! | tiles of products (`multiply-rectangular`) | 5.5 | 3.6 | 1.1 | 0.15 | 0.21 | 0.11 | 0.22 | 0.23 | 0.21 |
//!
//! Where all launches tell the columns, that decides. Where they do not, both kernels stay, and
//! each launch takes the one that is faster.

use std::ops::Range;

use hir::{BinaryOp, ExprId, ExprKind, Node, StmtId, StmtKind, VarId};
use source::{Edit, apply_edits};

use crate::bounds::bounds;
use crate::kernel::{Kernel, THREAD_INDEX};
use crate::launches::columns;
use crate::layout::INDENT;
use crate::made_for_bounds::is_repeatable;
use crate::operand::{Operand, operand};
use crate::refusal::{Refusal, refuse};

/// Columns from which on blocks that share a row are faster than a thread.
pub(crate) const BLOCKS_SHARE_ROW: u64 = 640;
/// The same for a warp or a block that has a row to itself.
pub(crate) const WARP_HAS_ROW: u64 = 128;
/// The same for rows that go through shared memory, and for products.
pub(crate) const TILES: u64 = 32;

/// What a remedy needs to pay.
#[derive(Clone, Debug)]
pub(crate) struct Crossing {
    /// The loops along the rows.
    pub loops: Vec<StmtId>,
    /// How many iterations the shortest must have.
    pub columns: u64,
}

/// What is known of the columns.
pub(crate) enum Known {
    Enough,
    /// So many.
    TooFew(u64),
    AtRunTime,
}

impl Crossing {
    /// Does it pay at the launches?
    pub(crate) fn known(&self, kernel: &Kernel<'_>) -> Known {
        let all: Vec<Option<u64>> = self.loops.iter().map(|stmt| columns(kernel, *stmt)).collect();
        match all.iter().flatten().min() {
            Some(fewest) if *fewest < self.columns => Known::TooFew(*fewest),
            _ if kernel.settings.long_rows || all.iter().all(Option::is_some) => Known::Enough,
            _ => Known::AtRunTime,
        }
    }

    /// Must launches choose?
    pub(crate) fn is_at_run_time(&self, kernel: &Kernel<'_>) -> bool {
        matches!(self.known(kernel), Known::AtRunTime)
    }

    /// Refused where rows are known to be too short.
    pub(crate) fn check(&self, kernel: &Kernel<'_>) -> Result<(), Refusal> {
        match self.known(kernel) {
            Known::TooFew(fewest) => {
                let stmt = self.loops.first().copied().unwrap_or(kernel.found.body);
                let reason = format!(
                    "its rows have {fewest} columns, and more threads for each pay from {} on",
                    self.columns
                );
                refuse(kernel.program().stmts[stmt].span, reason)
            }
            Known::Enough | Known::AtRunTime => Ok(()),
        }
    }

    /// Keeps the original beside what the edits make of it, and lets launches choose.
    pub(crate) fn chosen_at_launches(
        &self,
        kernel: &Kernel<'_>,
        edits: Vec<Edit>,
    ) -> Result<Vec<Edit>, Refusal> {
        let program = kernel.program();
        let function = &program.functions[kernel.found.function];
        let is_choice = |mut why: Refusal| {
            why.help = Some("`--long-rows` says that rows are long at every launch");
            why.is_choice = true;
            why
        };
        if kernel.found.launches.is_empty() {
            let reason = "no launch is in this file that could tell short rows from long ones";
            return refuse(function.span, reason).map_err(is_choice);
        }
        let whole = kernel.range(function.def_span.unwrap_or(function.span))?;
        let body = kernel.range(program.stmts[kernel.found.body].span)?;
        let name = kernel.fresh(&format!("{}_coalesced", kernel.name()));
        let Some(named) = word_in(kernel.text(), whole.start..body.start, &kernel.name()) else {
            return refuse(function.span, "its name is not where it is defined").map_err(is_choice);
        };
        let (inside, outside): (Vec<Edit>, Vec<Edit>) =
            edits.into_iter().partition(|edit| whole.start <= edit.start && edit.end <= whole.end);
        let renamed = Edit { start: named.start, end: named.end, text: name.clone().into_bytes() };
        let copy = changed(kernel, whole.clone(), inside.into_iter().chain([renamed]).collect())?;
        let head = kernel
            .layout
            .applied(&format!("\n\n// The same for rows of {} columns and more.\n", self.columns));
        let mut all =
            vec![Edit { start: whole.end, end: whole.end, text: [head.into_bytes(), copy].concat() }];
        let mut left = outside;
        for launch in &kernel.found.launches {
            all.push(self.choice(kernel, *launch, whole.end, &name, &mut left).map_err(is_choice)?);
        }
        match left.first() {
            Some(_) => {
                refuse(function.span, "what its launches share cannot be had twice").map_err(is_choice)
            }
            None => Ok(all),
        }
    }

    /// A launch, as a choice between the two kernels.
    fn choice(
        &self,
        kernel: &Kernel<'_>,
        launch: ExprId,
        defined: usize,
        name: &str,
        edits: &mut Vec<Edit>,
    ) -> Result<Edit, Refusal> {
        let program = kernel.program();
        let span = kernel.input.span(launch);
        let is_it = |stmt: &hir::Stmt| matches!(stmt.kind, StmtKind::Expr(expr) if expr == launch);
        let Some((stmt, _)) = program.stmts.iter().find(|(_, stmt)| is_it(stmt)) else {
            return refuse(span, "this launch is not a statement of its own");
        };
        let range = kernel.range(program.stmts[stmt].span)?;
        let range = range.start..kernel.statement_end(range.end);
        if range.start < defined {
            return refuse(span, "it is launched before it is defined");
        }
        let ExprKind::Launch { callee, .. } = program.exprs[launch].kind else {
            return refuse(span, "this launch is not a statement of its own");
        };
        let callee = kernel.range(kernel.input.span(callee))?;
        let (mut own, others): (Vec<Edit>, Vec<Edit>) =
            edits.drain(..).partition(|edit| range.start <= edit.start && edit.end <= range.end);
        *edits = others;
        own.push(Edit { start: callee.start, end: callee.end, text: name.as_bytes().to_vec() });
        let condition = self.is_short(kernel, launch)?;
        let (indent, text) = (kernel.indentation(range.start), kernel.text());
        let is_in_block = program
            .stmts
            .iter()
            .any(|(_, other)| matches!(&other.kind, StmtKind::Block(all) if all.contains(&stmt)));
        // Without braces, an `else` that follows would become part of the choice.
        let outer = if is_in_block { indent.clone() } else { format!("{indent}{INDENT}") };
        let deeper = |text: &[u8]| String::from_utf8_lossy(text).replace('\n', &format!("\n{INDENT}"));
        let original = deeper(&text[range.clone()]);
        let coalesced = deeper(&changed(kernel, range.clone(), own)?);
        let lines =
            format!("if ({condition})\n{outer}{INDENT}{original}\n{outer}else\n{outer}{INDENT}{coalesced}");
        let lines = if is_in_block { lines } else { format!("{{\n{outer}{lines}\n{indent}}}") };
        Ok(Edit { start: range.start, end: range.end, text: kernel.layout.applied(&lines).into_bytes() })
    }

    /// Are the rows of a launch short, in its own words?
    fn is_short(&self, kernel: &Kernel<'_>, launch: ExprId) -> Result<String, Refusal> {
        let mut conditions: Vec<String> = Vec::new();
        let most = Operand::name(self.columns.to_string());
        for stmt in self.loops.iter().filter(|stmt| columns(kernel, **stmt).is_none()) {
            let Some(canonical) = kernel.found.region.loops.get(stmt) else { continue };
            let bound = at_launch(kernel, launch, canonical.bound, 0).or_else(|| {
                // Rows of different length, as in a triangle: as many as there are rows.
                argument(kernel, launch, bounds(kernel)[0]?)
            });
            let Some(bound) = bound else {
                let span = kernel.input.span(canonical.bound);
                return refuse(span, "how long its rows are is not known at the launch");
            };
            let condition = Operand::binary(BinaryOp::Lt, &bound, &most).whole();
            if !conditions.contains(&condition) {
                conditions.push(condition);
            }
        }
        Ok(conditions.join(" || "))
    }
}

/// A kernel's expression in the words of a launch.
fn at_launch(kernel: &Kernel<'_>, launch: ExprId, expr: ExprId, depth: u32) -> Option<Operand> {
    const DEEPEST: u32 = 8;
    let program = kernel.program();
    let params = &program.functions[kernel.found.function].params;
    let named = |var: VarId| match params.contains(&var) {
        _ if depth > DEEPEST => None,
        true => argument(kernel, launch, var),
        false => at_launch(kernel, launch, kernel.only_value(var)?, depth + 1),
    };
    let is_known = |below: ExprId| match program.exprs[below].kind {
        ExprKind::Var(var) => named(var).is_some(),
        ExprKind::Int { .. }
        | ExprKind::Enumerator(_)
        | ExprKind::Unary { .. }
        | ExprKind::Binary { .. }
        | ExprKind::Conditional { .. }
        | ExprKind::Cast { .. } => true,
        _ => false,
    };
    if !program.exprs_below(Node::Expr(expr)).all(is_known) {
        return None;
    }
    let renamed = |below: ExprId| match program.exprs[below].kind {
        ExprKind::Var(var) => Some(named(var)?.at(emit::Precedence::Postfix)),
        _ => None,
    };
    operand(kernel, expr, &renamed).ok()
}

/// What a launch passes for a parameter that stays what it is.
fn argument(kernel: &Kernel<'_>, launch: ExprId, param: VarId) -> Option<Operand> {
    let program = kernel.program();
    let ExprKind::Launch { args, .. } = &program.exprs[launch].kind else { return None };
    let at = program.functions[kernel.found.function].params.iter().position(|known| *known == param)?;
    let passed = *args.get(at).filter(|arg| is_repeatable(kernel, **arg) && !kernel.is_changed(param))?;
    kernel.spelled(passed, THREAD_INDEX).ok()
}

/// A part of the text with its changes.
fn changed(kernel: &Kernel<'_>, range: Range<usize>, edits: Vec<Edit>) -> Result<Vec<u8>, Refusal> {
    let moved: Vec<Edit> = edits
        .into_iter()
        .map(|edit| Edit { start: edit.start - range.start, end: edit.end - range.start, text: edit.text })
        .collect();
    match apply_edits(&kernel.text()[range], &moved) {
        Ok(text) => Ok(text),
        Err(_) => refuse(kernel.program().functions[kernel.found.function].span, "the changes collide"),
    }
}

/// Where a word stands in a part of the text.
fn word_in(text: &[u8], range: Range<usize>, word: &str) -> Option<Range<usize>> {
    let is_word = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    range.clone().rev().find_map(|at| {
        let end = at + word.len();
        let is_it = text.get(at..end)? == word.as_bytes() && end <= range.end;
        let is_alone = !is_word(text.get(end)) && !is_word(at.checked_sub(1).and_then(|at| text.get(at)));
        (is_it && is_alone).then_some(at..end)
    })
}
