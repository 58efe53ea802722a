//! Joining sections: the hull of two, and one widened over a variable.
//!
//! The hull of `A[i-1]` and `A[i+1]` is `A[i-1:i+1:2]`. Widening `A[i-1:i+1]` over
//! the 16 values of i that one batch of threads holds gives `A[b-1:b+16]`, the
//! tile a shared array needs: its extent 18 is a constant.
//!
//! The invariant: the result contains both inputs (all instances); it is exact
//! only when it was proven to contain nothing else.

use super::{Range, Section};
use crate::arithmetic::{gcd, mul};
use crate::constraint::Constraint;
use crate::effort::{Exact, GaveUp};
use crate::linear::{LinearExpr, Var};
use crate::set::Set;

/// The values a variable takes: `low, low + step, ..` up to `high`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The smallest value.
    pub low: LinearExpr,
    /// No value is greater.
    pub high: LinearExpr,
    /// The distance of neighbouring values, at least 1.
    pub step: i128,
}

impl Section {
    /// The smallest section that holds both, as far as `context` tells which
    /// bounds come first; `None` when it does not.
    pub fn hull(&self, other: &Section, context: &Set) -> Option<Section> {
        if self.ranges.len() != other.ranges.len() {
            return None;
        }
        if self.contains(other, context).is_proven() {
            return Some(self.clone());
        }
        if other.contains(self, context).is_proven() {
            return Some(other.clone());
        }
        let pairs = self.ranges.iter().zip(&other.ranges);
        let ranges: Option<Vec<Range>> = pairs.map(|(a, b)| range_hull(a, b, context)).collect();
        let hull = Section { ranges: ranges?, exact: self.exact && other.exact };
        Some(if hull.is_filled_by(self, other, context) { hull } else { hull.approximated() })
    }

    /// Whether two sections fill their hull: they differ in one dimension
    /// only and leave no gap there.
    fn is_filled_by(&self, a: &Section, b: &Section, context: &Set) -> bool {
        let mut differing = (0..self.ranges.len()).filter(|&k| a.ranges[k] != b.ranges[k]);
        let (Some(k), None) = (differing.next(), differing.next()) else { return false };
        let stride = self.ranges[k].stride;
        let (first, second) = (&a.ranges[k], &b.ranges[k]);
        let on_grid = |range: &Range| range.stride == stride || range.is_single();
        on_grid(first)
            && on_grid(second)
            && all_occupied(a, context)
            && all_occupied(b, context)
            && reaches(first, second, stride, context)
            && reaches(second, first, stride, context)
    }

    /// The section over all values of `var` in `span` (not empty in
    /// `context`): every bound moves to the end of the span where it is
    /// outermost.
    pub fn widened(&self, var: Var, span: &Span, context: &Set) -> Exact<Section> {
        if span.step < 1 || span.low.mentions(var) || span.high.mentions(var) {
            return Err(GaveUp::Approximation);
        }
        let mut widened = Vec::with_capacity(self.ranges.len());
        let mut exact = self.exact;
        let mut moving = 0;
        for range in &self.ranges {
            let (range, filled) = range_widened(range, var, span, context)?;
            moving += usize::from(filled != Filled::Still);
            exact &= filled != Filled::Unproven;
            widened.push(range);
        }
        // Two dimensions that move together (a diagonal) do not fill their box.
        exact &= moving <= 1 && (moving == 0 || span_ends_on_step(span, context));
        Ok(Section { ranges: widened, exact })
    }
}

/// What became of one range while the variable moved.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Filled {
    /// It does not depend on the variable.
    Still,
    /// It moved and left no gap.
    Proven,
    /// It moved, perhaps with gaps.
    Unproven,
}

fn range_widened(range: &Range, var: Var, span: &Span, context: &Set) -> Exact<(Range, Filled)> {
    let (lo_slope, hi_slope) = (range.lo.coefficient(var), range.hi.coefficient(var));
    if lo_slope == 0 && hi_slope == 0 {
        return Ok((range.clone(), Filled::Still));
    }
    let end = |slope: i128, outward: i128| if slope * outward > 0 { &span.high } else { &span.low };
    let lo = range.lo.substituted(var, end(lo_slope.signum(), -1))?;
    let hi = range.hi.substituted(var, end(hi_slope.signum(), 1))?;
    let shift = mul(lo_slope, span.step)?.abs();
    let own_stride = if range.is_single() { 0 } else { range.stride };
    let stride = gcd(own_stride, shift).max(1);
    let filled = lo_slope == hi_slope && (range.is_single() || runs_join(range, stride, shift, context)?);
    Ok((Range { lo, hi, stride }, if filled { Filled::Proven } else { Filled::Unproven }))
}

/// Whether a run, moved by `shift`, starts at most one stride after its end.
/// The moved start is on the run's grid, so comparing with `hi` is enough even
/// where the last element lies before `hi`.
fn runs_join(range: &Range, stride: i128, shift: i128, context: &Set) -> Exact<bool> {
    let reach = range.hi.minus(&range.lo)?.plus_constant(stride)?;
    let shift = LinearExpr::constant(shift);
    Ok(stride == range.stride && context.implies_at_least(&reach, &shift).is_proven())
}

fn span_ends_on_step(span: &Span, context: &Set) -> bool {
    let claim = span.high.minus(&span.low).and_then(|length| Constraint::multiple_of(&length, span.step));
    claim.is_ok_and(|claim| context.implies(&claim).is_proven())
}

fn range_hull(a: &Range, b: &Range, context: &Set) -> Option<Range> {
    let lo = earlier(&a.lo, &b.lo, context)?;
    let hi = later(&a.hi, &b.hi, context)?;
    let own = |range: &Range| if range.is_single() { 0 } else { range.stride };
    let offset = a.lo.minus(&b.lo).ok()?.as_constant().unwrap_or(1);
    let stride = gcd(gcd(own(a), own(b)), offset).max(1);
    Some(Range { lo: lo.clone(), hi: hi.clone(), stride })
}

fn earlier<'a>(a: &'a LinearExpr, b: &'a LinearExpr, context: &Set) -> Option<&'a LinearExpr> {
    if context.implies_at_least(b, a).is_proven() {
        Some(a)
    } else {
        context.implies_at_least(a, b).is_proven().then_some(b)
    }
}

fn later<'a>(a: &'a LinearExpr, b: &'a LinearExpr, context: &Set) -> Option<&'a LinearExpr> {
    if context.implies_at_least(a, b).is_proven() {
        Some(a)
    } else {
        context.implies_at_least(b, a).is_proven().then_some(b)
    }
}

fn all_occupied(section: &Section, context: &Set) -> bool {
    section.ranges.iter().all(|range| context.implies_at_least(&range.hi, &range.lo).is_proven())
}

/// Whether `second`, on the grid of `first`, starts no later than one stride
/// after `first` ends.
fn reaches(first: &Range, second: &Range, stride: i128, context: &Set) -> bool {
    first.hi.plus_constant(stride).is_ok_and(|end| context.implies_at_least(&end, &second.lo).is_proven())
}
