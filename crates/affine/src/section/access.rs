//! The section one access touches while its loops run.
//!
//! `A[2*i][j+1]` over `0 <= i < n, 0 <= j <= i` touches rows 0, 2, .., 2*n - 2
//! and columns 1 to n. Each dimension is bounded on its own; whether the rectangle
//! holds nothing else (here it does, the loops only fill a triangle of it) is then
//! found out from the joint projection of all subscripts.
//!
//! A subscript that is not affine is passed as a variable of its own, bounded
//! by the array's size in `domain`.

use super::{Range, Section, fresh_vars};
use crate::arithmetic::{gcd, lcm};
use crate::bounds::{Bounds, Quotient};
use crate::constraint::Relation;
use crate::effort::{Exact, GaveUp};
use crate::linear::{LinearExpr, Var};
use crate::set::Set;

/// Why an access has no section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoSection {
    /// No linear formula bounds the subscript in this dimension.
    Unbounded {
        /// Counted from the outermost, 0.
        dimension: usize,
    },
    /// The question was too hard.
    GaveUp(GaveUp),
}

impl From<GaveUp> for NoSection {
    fn from(reason: GaveUp) -> NoSection {
        NoSection::GaveUp(reason)
    }
}

impl Section {
    /// What the subscripts touch while the variables `over` run through
    /// `domain`; bounds are formulas in the other variables.
    pub fn of_access(subscripts: &[LinearExpr], domain: &Set, over: &[Var]) -> Result<Section, NoSection> {
        if let Some(rectangle) = of_independent(subscripts, domain, over) {
            return Ok(rectangle);
        }
        let mut used = domain.vars();
        used.extend(over.iter().copied());
        used.extend(subscripts.iter().flat_map(LinearExpr::vars));
        let indices = fresh_vars(&used, subscripts.len())?;
        let mut named = domain.clone();
        for (subscript, &index) in subscripts.iter().zip(&indices) {
            named = named.with_equal(&LinearExpr::var(index), subscript);
        }
        let touched = named.project_out(over);
        let mut ranges = Vec::with_capacity(subscripts.len());
        for (dimension, &index) in indices.iter().enumerate() {
            let others: Vec<Var> = indices.iter().copied().filter(|&other| other != index).collect();
            let alone = touched.project_out(&others);
            ranges.push(range_of(&alone, index)?.ok_or(NoSection::Unbounded { dimension })?);
        }
        let rectangle = Section::new(ranges);
        let parameters = touched.project_out(&indices);
        let filled = parameters.intersect(&rectangle.as_set(&indices)).is_within(&touched).is_proven();
        Ok(if filled { rectangle } else { rectangle.approximated() })
    }
}

/// Most accesses are `a[i + 1][j]`, each index between bounds that mention no other: the section can be
/// read off. `None` for all others.
fn of_independent(subscripts: &[LinearExpr], domain: &Set, over: &[Var]) -> Option<Section> {
    let mut sides: Vec<Option<[Option<LinearExpr>; 2]>> = Vec::with_capacity(over.len());
    sides.resize_with(over.len(), || Some([None, None]));
    if !domain.is_exact() {
        return None;
    }
    for constraint in domain.constraints() {
        let expr = constraint.expr();
        let mut indices = expr.terms().iter().filter(|(var, _)| over.contains(var));
        let (var, coefficient) = match (indices.next(), indices.next()) {
            (Some(term), None) => *term,
            _ => return None,
        };
        let rest = expr.without(var);
        let (side, bound) = match (constraint.relation(), coefficient) {
            (Relation::NonNegative, 1) => (0, rest.negated().ok()?),
            (Relation::NonNegative, -1) => (1, rest),
            _ => return None,
        };
        let place = over.iter().position(|index| *index == var)?;
        let known = &mut sides[place].as_mut()?[side];
        // Of two bounds one would have to be proven the tighter.
        if known.replace(bound).is_some() {
            return None;
        }
    }
    let is_empty = |sides: &[Option<LinearExpr>; 2]| {
        let [Some(lo), Some(hi)] = sides else { return false };
        hi.minus(lo).ok().and_then(|extent| extent.as_constant()).is_some_and(|extent| extent < 0)
    };
    if sides.iter().flatten().any(is_empty) {
        return None;
    }
    let range = |subscript: &LinearExpr| {
        let (var, coefficient) = match *subscript.terms() {
            [] => return Some(Range::single(subscript.clone())),
            [term] => term,
            _ => return None,
        };
        let place = over.iter().position(|index| *index == var)?;
        // An index in two subscripts makes a diagonal: it is taken once.
        let [lo, hi] = sides[place].take()?;
        let at = |bound: LinearExpr| bound.plus_constant(subscript.constant_part()).ok();
        (coefficient == 1).then_some(Range::dense(at(lo?)?, at(hi?)?))
    };
    let ranges: Option<Vec<Range>> = subscripts.iter().map(range).collect();
    Some(Section::new(ranges?))
}

/// The range of `index` in a set where it and the parameters are left.
fn range_of(alone: &Set, index: Var) -> Exact<Option<Range>> {
    if alone.is_empty() {
        let nothing = Range::dense(LinearExpr::constant(0), LinearExpr::constant(-1));
        return Ok(Some(nothing));
    }
    let bounds = alone.bounds_of_var(index);
    let Some((lo, hi)) = tightest_pair(&bounds)? else { return Ok(None) };
    let stride = stride_from(alone, index, &lo)?;
    Ok(Some(Range { lo, hi, stride }))
}

/// One linear formula for each side. Any choice is sound; a pair with a
/// constant distance is best, as only that can size a shared array.
fn tightest_pair(bounds: &Bounds) -> Exact<Option<(LinearExpr, LinearExpr)>> {
    let linear = |side: &[Quotient]| -> Vec<LinearExpr> {
        side.iter().filter(|bound| bound.divisor == 1).map(|bound| bound.numerator.clone()).collect()
    };
    let mut best: Option<(i128, (LinearExpr, LinearExpr))> = None;
    for lo in linear(&bounds.lower) {
        for hi in linear(&bounds.upper) {
            let extent = hi.minus(&lo)?.as_constant().unwrap_or(i128::MAX);
            if best.as_ref().is_none_or(|(least, _)| extent < *least) {
                best = Some((extent, (lo.clone(), hi)));
            }
        }
    }
    Ok(best.map(|(_, pair)| pair))
}

/// The grid on which the index lies, counted from `lo`; 1 when `lo` itself is
/// not proven to be on it.
fn stride_from(alone: &Set, index: Var, lo: &LinearExpr) -> Exact<i128> {
    let parameters = alone.project_out(&[index]);
    let mut stride = 1;
    for constraint in alone.constraints() {
        let coefficient = constraint.expr().coefficient(index);
        let Relation::MultipleOf(modulus) = constraint.relation() else { continue };
        if coefficient != 0 && parameters.implies(&constraint.substituted(index, lo)?).is_proven() {
            stride = lcm(stride, modulus / gcd(coefficient, modulus))?;
        }
    }
    Ok(stride)
}
