//! `unroll(n)`: n iterations per round, and first those that are left over.
//!
//! ```c
//! int i_rest = n % 4;
//! for (int i = 0; i < i_rest; i++)        // the remainder first
//!     s += a[i];
//! for (int i = i_rest; i < n; i += 4) {
//!     s += a[i];
//!     s += a[i + 1];
//!     …
//! ```
//! `unroll(full)` leaves no loop. The order of iterations stays as it is, so it
//! is always right.

use analyze::CanonicalLoop;
use hir::const_eval;
use hir::{BinaryOp, Duplicate, ExprId, ExprKind, StmtId, StmtKind};

use crate::counts::{counted_loop, trips};
use crate::nest::statements;
use crate::tile::upwards;
use crate::{Kitchen, Refusal};

const RECIPE: &str = "unrolled";

/// More copies of a body than this are nobody's wish.
const MOST_COPIES: i64 = 256;

impl Kitchen<'_> {
    pub(crate) fn unroll(&mut self, stmt: StmtId, times: Option<ExprId>) -> Result<StmtId, Refusal> {
        let canonical = self.canonical(RECIPE, stmt)?;
        let span = self.program.stmts[stmt].span;
        self.stays_inside(RECIPE, canonical.body)?;
        let has_directive = |s: StmtId| {
            matches!(
                self.program.stmts[s].kind,
                StmtKind::Directive(_) | StmtKind::Singular { .. } | StmtKind::Annotated { .. }
            )
        };
        if let Some(inner) = self.program.stmts_below(canonical.body).find(|s| has_directive(*s)) {
            let reason = "a directive in its body would be there several times";
            return Err(Refusal::form(RECIPE, self.program.stmts[inner].span, reason));
        }
        match times {
            None => self.unroll_all(&canonical),
            Some(times) => {
                let copies = const_eval::integer(self.program, times).and_then(|n| i64::try_from(n).ok());
                match copies {
                    Some(1) => Ok(stmt),
                    Some(copies) if (2..=MOST_COPIES).contains(&copies) => {
                        Ok(self.unroll_by(&canonical, copies))
                    }
                    _ => Err(Refusal::form(RECIPE, span, format!("the most is {MOST_COPIES} times"))),
                }
            }
        }
    }

    fn unroll_by(&mut self, canonical: &CanonicalLoop, copies: i64) -> StmtId {
        let rest = canonical.trips.and_then(|trips| i64::try_from(trips).ok()).map(|trips| trips % copies);
        if rest == Some(0) {
            return self.rounds(canonical, canonical.first, copies);
        }
        let mut out = Vec::new();
        let start = self.after_rest(canonical, copies, rest, &mut out);
        let mut b = self.builder(canonical.stmt);
        let strict = if canonical.step > 0 { BinaryOp::Lt } else { BinaryOp::Gt };
        let (index, body) = match canonical.declares_index {
            true => {
                let index = b.same_again(canonical.index);
                let value = b.var(index);
                (index, Duplicate::with_value(&mut b, canonical.index, value).stmt(canonical.body))
            }
            false => (canonical.index, Duplicate::new(&mut b).stmt(canonical.body)),
        };
        let first = Duplicate::new(&mut b).expr(canonical.first);
        let head = (first, strict, start, canonical.step);
        out.push(counted_loop(&mut b, (index, canonical.declares_index), head, body));
        let start = Duplicate::new(&mut b).expr(start);
        out.push(self.rounds(canonical, start, copies));
        self.builder(canonical.stmt).stmt(StmtKind::Block(out))
    }

    /// The index value at which whole rounds begin: a number, or a variable
    /// that is declared before.
    fn after_rest(
        &mut self,
        canonical: &CanonicalLoop,
        copies: i64,
        rest: Option<i64>,
        out: &mut Vec<StmtId>,
    ) -> ExprId {
        let ty = self.program.vars[canonical.index].ty.unqualified();
        let mut b = self.builder(canonical.stmt);
        let rest = match rest {
            Some(rest) => b.int(rest),
            None => {
                let (count, rounds) = (trips(&mut b, canonical), b.int(copies));
                let remainder = b.rem(count, rounds);
                // A loop that does not run has a count below zero.
                if is_zero_based(b.program, canonical) {
                    remainder
                } else {
                    let op = upwards(canonical.op, canonical.step);
                    let (runs, zero) = (b.binary(op, canonical.first, canonical.bound), b.int(0));
                    let ty = b.program.exprs[remainder].ty;
                    b.expr(ExprKind::Conditional { cond: runs, then: Some(remainder), otherwise: zero }, ty)
                }
            }
        };
        let magnitude = b.int(canonical.step.saturating_abs());
        let distance = b.mul(rest, magnitude);
        let start = if canonical.step > 0 {
            b.add(canonical.first, distance)
        } else {
            b.sub(canonical.first, distance)
        };
        if b.constant(start).is_some() {
            return start;
        }
        let name = format!("{}_rest", self.name_of(canonical.index));
        let var = self.fresh(&name, ty, canonical.stmt);
        let mut b = self.builder(canonical.stmt);
        out.push(b.declare(var, Some(start)));
        b.var(var)
    }

    /// The loop of whole rounds.
    fn rounds(&mut self, canonical: &CanonicalLoop, first: ExprId, copies: i64) -> StmtId {
        let mut b = self.builder(canonical.stmt);
        let mut body = Vec::new();
        for copy in 0..copies {
            let index = b.var(canonical.index);
            let distance = b.int(copy * canonical.step.saturating_abs());
            let value = if canonical.step > 0 { b.add(index, distance) } else { b.sub(index, distance) };
            let copied = Duplicate::with_value(&mut b, canonical.index, value).stmt(canonical.body);
            body.extend(in_line(&b, copied));
        }
        let body = b.stmt(StmtKind::Block(body));
        let op = upwards(canonical.op, canonical.step);
        let bound = Duplicate::new(&mut b).expr(canonical.bound);
        let head = (first, op, bound, canonical.step * copies);
        counted_loop(&mut b, (canonical.index, canonical.declares_index), head, body)
    }

    fn unroll_all(&mut self, canonical: &CanonicalLoop) -> Result<StmtId, Refusal> {
        self.index_not_used_after(RECIPE, canonical)?;
        let span = self.program.stmts[canonical.stmt].span;
        let first = const_eval::integer(self.program, canonical.first).and_then(|v| i64::try_from(v).ok());
        let trips = canonical.trips.and_then(|trips| i64::try_from(trips).ok());
        let (Some(first), Some(trips)) = (first, trips) else {
            let reason = "how often it runs is not known when compiling; give `unroll` a number";
            return Err(Refusal::form(RECIPE, span, reason));
        };
        if trips > MOST_COPIES {
            let reason = format!("it runs {trips} times, and the most is {MOST_COPIES}");
            return Err(Refusal::form(RECIPE, span, reason));
        }
        let mut b = self.builder(canonical.stmt);
        let mut body = Vec::new();
        for copy in 0..trips {
            let value = b.int(first + copy * canonical.step);
            let copied = Duplicate::with_value(&mut b, canonical.index, value).stmt(canonical.body);
            body.extend(in_line(&b, copied));
        }
        Ok(b.stmt(StmtKind::Block(body)))
    }
}

/// Starts at zero and counts up: the remainder of a bound below zero is not
/// above it.
fn is_zero_based(program: &hir::Program, canonical: &CanonicalLoop) -> bool {
    canonical.step > 0 && const_eval::integer(program, canonical.first) == Some(0)
}

/// The statements of a copied body, without braces where it declares nothing.
fn in_line(b: &hir::Builder<'_>, body: StmtId) -> Vec<StmtId> {
    let stmts = statements(b.program, body);
    let declares = |s: &StmtId| matches!(b.program.stmts[*s].kind, StmtKind::Decl(_));
    if stmts.iter().any(declares) { vec![body] } else { stmts }
}
