//! `stage(16: a, b)`: strips of 16 iterations; what a strip reads of `a` and `b` comes through
//! shared memory.
//!
//! ```c
//! #pragma hicuda stage(16: a, b)              for (int k_stage = 0; k_stage < n; k_stage += 16) {
//! for (int k = 0; k < n; k++)                 #pragma hicuda shared alloc a[i][k_stage:k_stage + 15] copyin
//!     sum += a[i][k] * b[k][j];               #pragma hicuda shared alloc b[k_stage:k_stage + 15][j] copyin
//!                                                 if (k_stage + 16 <= n)
//!                                                     for (int k = k_stage; k < k_stage + 16; k++) …
//!                                                 else
//!                                                     for (int k = k_stage; k < n; k++) …
//!                                             #pragma hicuda shared remove a b
//!                                             }
//! ```
//! The order of iterations stays. Elements of these arrays that are fixed in the loop are read once before it.
//! Two loops, so that the compiler knows how often the usual one runs.
//! What the sections mean, and whether they are right, is checked as if a person had written them.

use std::collections::HashSet;

use analyze::canonical_loop::recognize;
use analyze::{CanonicalLoop, room};
use hir::const_eval;
use hir::update::{About, same};
use hir::{
    BinaryOp, Directive, DirectiveKind, Duplicate, ExprId, ExprKind, Section, SectionDim, SharedAction,
    SharedCopyin, Span, StmtId, StmtKind, TileClauses, VarId,
};

use crate::counts::{condition, counted_loop};
use crate::tile::upwards;
use crate::{Kitchen, Place, Refusal};

const RECIPE: &str = "staged";

/// More iterations than this are not staged at once.
const LONGEST: i128 = 1024;

/// Where a loop's accesses of an array lie in one dimension.
#[derive(Clone, Copy)]
enum Along {
    /// One place for the whole strip.
    Fixed(ExprId),
    /// The index of the loop, and up to these constants more.
    Index(i64, i64),
}

impl Kitchen<'_> {
    pub(crate) fn stage(
        &mut self,
        stmt: StmtId,
        length: ExprId,
        (arrays, tile): (&[ExprId], TileClauses),
        (place, directive): (Place, Span),
    ) -> Result<StmtId, Refusal> {
        let span = self.program.stmts[stmt].span;
        if place != Place::Kernel {
            return Err(Refusal::form(RECIPE, span, "it stands in no kernel"));
        }
        let canonical = self.canonical(RECIPE, stmt)?;
        if canonical.step != 1 {
            return Err(Refusal::form(RECIPE, span, "its index does not count up by one"));
        }
        if room::may_wrap(self.program, &canonical) {
            let reason =
                "the end of a strip may be more than its index holds; declare it `int` and start it at 0";
            return Err(Refusal::form(RECIPE, span, reason));
        }
        let constant = const_eval::integer(self.program, length).filter(|n| (1..=LONGEST).contains(n));
        let length = constant.and_then(|n| i64::try_from(n).ok()).ok_or_else(|| {
            let at = self.program.exprs[length].span;
            Refusal::form(RECIPE, at, format!("the length of a strip is a constant from 1 to {LONGEST}"))
        })?;
        self.index_not_used_after(RECIPE, &canonical)?;
        self.stays_inside(RECIPE, canonical.body)?;
        let strip = self.strip_index(&canonical);
        let mut block = Vec::new();
        let mut names = Vec::new();
        let mut outside = Vec::new();
        for &array in arrays {
            let parts = self.parts(array, &canonical)?;
            outside.extend(self.fixed_elements(array, &canonical));
            for dims in parts {
                let section = self.section(array, &dims, (strip, length), stmt);
                let copyin = Some(SharedCopyin { nobndcheck: false, section: None });
                let action = SharedAction::Alloc { section, copyin, tile };
                block.push(self.directive(DirectiveKind::Shared(action), directive, stmt));
            }
            names.push(array);
        }
        // A sum that is kept in memory would cross a barrier in every strip.
        let sum = self.sum_in_register(&canonical);
        block.push(self.strip(&canonical, strip, length));
        block.push(self.directive(DirectiveKind::Shared(SharedAction::Remove(names)), directive, stmt));
        let op = upwards(canonical.op, 1);
        let mut b = self.builder(stmt);
        let body = b.block(block);
        let strips =
            counted_loop(&mut b, (strip, true), (canonical.first, op, canonical.bound, length), body);
        let mut after = None;
        if let Some(sum) = sum {
            outside.push(sum.before);
            after = Some(sum.after);
        }
        outside.push(strips);
        outside.extend(after);
        Ok(match outside[..] {
            [strips] => strips,
            _ => b.block(outside),
        })
    }

    /// Variables in the place of elements that are the same in all iterations: barriers between the strips
    /// would keep the compiler behind from reading them once. Only where the loop certainly runs, so that nothing is
    /// read that was not.
    fn fixed_elements(&mut self, array: ExprId, canonical: &CanonicalLoop) -> Vec<StmtId> {
        let Some(var) = self.program.variable_of(array) else { return Vec::new() };
        let mut declared: Vec<(ExprId, VarId)> = Vec::new();
        let mut before = Vec::new();
        if !self.runs_when_reached(canonical) {
            return before;
        }
        for access in self.accesses(var, canonical.body).unwrap_or_default() {
            let is_fixed = self
                .places(access, var, canonical)
                .is_ok_and(|dims| dims.iter().all(|dim| matches!(dim, Along::Fixed(_))));
            if !is_fixed {
                continue;
            }
            let about = About { program: self.program, sources: self.sources };
            let known = declared.iter().find(|(element, _)| same(&about, *element, access));
            let own = match known {
                Some((_, own)) => *own,
                None => {
                    let ty = self.program.exprs[access].ty.unqualified();
                    let own = self.fresh(&format!("{}_own", self.name_of(var)), ty, canonical.stmt);
                    let mut b = self.builder(canonical.stmt);
                    let element = Duplicate::new(&mut b).expr(access);
                    before.push(b.declare(own, Some(element)));
                    declared.push((element, own));
                    own
                }
            };
            self.program.exprs[access].kind = ExprKind::Var(own);
        }
        before
    }

    /// Does a loop have an iteration whenever the program comes to it? Certainly where a loop around it has the
    /// same bounds.
    fn runs_when_reached(&self, canonical: &CanonicalLoop) -> bool {
        let program = &*self.program;
        let input = analyze::Input::new(program, self.sources);
        let has_same_bounds = |around: &CanonicalLoop| {
            let first = |of: &CanonicalLoop| const_eval::integer(program, of.first);
            (around.step, around.op) == (canonical.step, canonical.op)
                && first(around).is_some()
                && first(around) == first(canonical)
                && is_same(program, around.bound, canonical.bound)
        };
        canonical.trips.is_some_and(|trips| trips > 0)
            || program.stmts.iter().any(|(stmt, _)| {
                matches!(program.stmts[stmt].kind, StmtKind::For { .. })
                    && program.stmts_below(stmt).any(|below| below == canonical.stmt)
                    && stmt != canonical.stmt
                    && recognize(&input, stmt).is_ok_and(|around| has_same_bounds(&around))
            })
    }

    fn strip_index(&mut self, canonical: &CanonicalLoop) -> VarId {
        let name = format!("{}_stage", self.name_of(canonical.index));
        let ty = self.program.vars[canonical.index].ty.unqualified();
        self.fresh(&name, ty, canonical.stmt)
    }

    fn directive(&mut self, kind: DirectiveKind, span: Span, at: StmtId) -> StmtId {
        let directive = self.program.directives.alloc(Directive { kind, span, line: span, when: None });
        self.builder(at).stmt(StmtKind::Directive(directive))
    }

    /// The iterations of one strip: all of it, or what is left of the loop.
    fn strip(&mut self, canonical: &CanonicalLoop, strip: VarId, length: i64) -> StmtId {
        let (index, op) = ((canonical.index, canonical.declares_index), upwards(canonical.op, 1));
        let is_exact = canonical.trips.is_some_and(|trips| trips % length.unsigned_abs() == 0);
        let mut b = self.builder(canonical.stmt);
        let (start, count) = (b.var(strip), b.int(length));
        let end = b.add(start, count);
        let whole = counted_loop(&mut b, index, (start, BinaryOp::Lt, end, 1), canonical.body);
        if is_exact {
            return whole;
        }
        // A whole strip: its last iteration is one of the loop.
        let (start, last) = (b.var(strip), b.int(length - 1));
        let last = b.add(start, last);
        let has_all = b.binary(op, last, canonical.bound);
        let rest = Duplicate::new(&mut b).stmt(whole);
        let StmtKind::For { init, step, body, .. } = b.program.stmts[rest].kind.clone() else { return whole };
        let own = b.program.loop_index(rest).unwrap_or(canonical.index);
        let cond = condition(&mut b, own, op, canonical.bound);
        let rest = b.stmt(StmtKind::For { init, cond: Some(cond), step, body });
        b.stmt(StmtKind::If { cond: has_all, then: whole, otherwise: Some(rest) })
    }

    fn section(
        &mut self,
        array: ExprId,
        dims: &[Along],
        (strip, length): (VarId, i64),
        at: StmtId,
    ) -> Section {
        let span = self.program.exprs[array].span;
        let var = self.program.variable_of(array);
        let mut b = self.builder(at);
        let beyond = |b: &mut hir::Builder<'_>, offset: i64| {
            let (start, offset) = (b.var(strip), b.int(offset));
            b.add(start, offset)
        };
        let dims = dims.iter().map(|dim| match *dim {
            Along::Fixed(place) => SectionDim::Index(Duplicate::new(&mut b).expr(place)),
            Along::Index(low, high) => {
                SectionDim::Range(beyond(&mut b, low), beyond(&mut b, high + length - 1))
            }
        });
        Section { base: array, var, dims: dims.collect(), span }
    }

    /// Where the accesses of an array lie, in each of its dimensions. `a[i][k] * a[j][k]` reads two parts of it.
    fn parts(&self, array: ExprId, canonical: &CanonicalLoop) -> Result<Vec<Vec<Along>>, Refusal> {
        let program = &*self.program;
        let span = program.exprs[array].span;
        let refuse = |reason: &str| Refusal::form(RECIPE, span, reason);
        let Some(var) = program.variable_of(array) else {
            return Err(refuse("what it stages must be a variable"));
        };
        let mut parts: Vec<Vec<Along>> = Vec::new();
        let mut is_fixed = false;
        for access in self.accesses(var, canonical.body)? {
            let dims = self.places(access, var, canonical)?;
            // What is fixed in the loop is read once, from where it is.
            if dims.iter().all(|dim| matches!(dim, Along::Fixed(_))) {
                is_fixed = true;
                continue;
            }
            match parts.iter_mut().find_map(|part| Some((self.united(part, &dims)?, part))) {
                Some((both, part)) => *part = both,
                None => parts.push(dims),
            }
        }
        match (parts.is_empty(), is_fixed) {
            (false, _) => Ok(parts),
            (true, true) => Err(refuse("which elements are read does not depend on the loop")),
            (true, false) => Err(refuse("the loop does not read this array")),
        }
    }

    /// The elements of an array that a statement reads; nothing else is done to it.
    fn accesses(&self, var: VarId, body: StmtId) -> Result<Vec<ExprId>, Refusal> {
        let program = &*self.program;
        let is_it = |expr: ExprId| program.is_variable(program.element(expr).0, var);
        let row_of = |expr: ExprId| match program.exprs[expr].kind {
            ExprKind::Index { base, .. } => Some(program.as_written(base)),
            _ => None,
        };
        // `a[i]` of `a[i][k]` is no access of its own.
        let rows: HashSet<ExprId> = program.exprs_below(body).filter_map(row_of).collect();
        let mut accesses = Vec::new();
        let mut mentioned = 0;
        for expr in program.exprs_below(body) {
            if let Some(target) = program.assigned_or_addressed(expr)
                && is_it(target)
            {
                return Err(Refusal::form(RECIPE, program.exprs[expr].span, "it changes the array"));
            }
            mentioned += usize::from(program.is_variable(expr, var));
            if row_of(expr).is_some() && is_it(expr) && !rows.contains(&expr) {
                accesses.push(expr);
            }
        }
        match accesses.len() == mentioned {
            true => Ok(accesses),
            false => Err(Refusal::form(
                RECIPE,
                program.stmts[body].span,
                "it does more with the array than read elements",
            )),
        }
    }

    /// The dimensions of one access.
    fn places(&self, access: ExprId, var: VarId, canonical: &CanonicalLoop) -> Result<Vec<Along>, Refusal> {
        let program = &*self.program;
        let (_, subscripts) = program.element(access);
        let subscripts = match subscripts.as_slice() {
            &[linear] => self.rows_and_columns(linear, var).unwrap_or(subscripts),
            _ => subscripts,
        };
        let along = |&subscript: &ExprId| {
            if !program.mentions(subscript, canonical.index) {
                let is_fixed = !self.varies_in(subscript, canonical);
                return is_fixed.then_some(Along::Fixed(subscript));
            }
            let offset = offset_from(program, subscript, canonical.index)?;
            Some(Along::Index(offset, offset))
        };
        let places: Option<Vec<Along>> = subscripts.iter().map(along).collect();
        places.ok_or_else(|| {
            let reason = "a subscript is neither fixed in the loop nor its index plus a constant";
            Refusal::form(RECIPE, program.exprs[access].span, reason)
        })
    }

    /// `i` and `k` of `a[i * w + k]`, where a `shape` gives the pointer rows of `w` elements.
    fn rows_and_columns(&self, linear: ExprId, var: VarId) -> Option<Vec<ExprId>> {
        let program = &*self.program;
        let width = program.directives.iter().find_map(|(_, directive)| match &directive.kind {
            DirectiveKind::Shape(shapes) => shapes
                .iter()
                .find(|shape| program.is_variable(shape.pointer, var) && shape.dims.len() == 2)
                .map(|shape| shape.dims[1]),
            _ => None,
        })?;
        let ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } = program.exprs[program.as_written(linear)].kind
        else {
            return None;
        };
        let row = |term: ExprId| match program.exprs[program.as_written(term)].kind {
            ExprKind::Binary { op: BinaryOp::Mul, lhs, rhs } if is_same(program, rhs, width) => Some(lhs),
            ExprKind::Binary { op: BinaryOp::Mul, lhs, rhs } if is_same(program, lhs, width) => Some(rhs),
            _ => None,
        };
        row(lhs).map(|row| vec![row, rhs]).or_else(|| row(rhs).map(|row| vec![row, lhs]))
    }

    /// What two accesses touch together, if one section can say it.
    fn united(&self, a: &[Along], b: &[Along]) -> Option<Vec<Along>> {
        let both = |(a, b): (&Along, &Along)| match (*a, *b) {
            (Along::Index(low, high), Along::Index(l, h)) => Some(Along::Index(low.min(l), high.max(h))),
            (Along::Fixed(x), Along::Fixed(y)) => is_same(self.program, x, y).then_some(Along::Fixed(x)),
            _ => None,
        };
        if a.len() != b.len() { None } else { a.iter().zip(b).map(both).collect() }
    }
}

/// `c` of `k + c`.
pub(crate) fn offset_from(program: &hir::Program, expr: ExprId, index: VarId) -> Option<i64> {
    let expr = program.as_written(expr);
    if program.is_variable(expr, index) {
        return Some(0);
    }
    let number = |expr| const_eval::integer(program, expr).and_then(|n| i64::try_from(n).ok());
    match program.exprs[expr].kind {
        ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } => match number(rhs) {
            Some(offset) => offset_from(program, lhs, index)?.checked_add(offset),
            None => offset_from(program, rhs, index)?.checked_add(number(lhs)?),
        },
        ExprKind::Binary { op: BinaryOp::Sub, lhs, rhs } => {
            offset_from(program, lhs, index)?.checked_sub(number(rhs)?)
        }
        _ => None,
    }
}

/// Are two expressions the same sum of the same variables and numbers, as written?
fn is_same(program: &hir::Program, a: ExprId, b: ExprId) -> bool {
    let (a, b) = (program.as_written(a), program.as_written(b));
    let number = |expr| const_eval::integer(program, expr);
    if let (Some(x), Some(y)) = (number(a), number(b)) {
        return x == y;
    }
    match (&program.exprs[a].kind, &program.exprs[b].kind) {
        (ExprKind::Var(x), ExprKind::Var(y)) => x == y,
        (ExprKind::Binary { op: p, lhs: a, rhs: b }, ExprKind::Binary { op: q, lhs: c, rhs: d }) => {
            p == q && is_same(program, *a, *c) && is_same(program, *b, *d)
        }
        _ => false,
    }
}
