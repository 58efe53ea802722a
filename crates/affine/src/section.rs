//! Array sections: per dimension a first index, a last index and a stride.
//!
//! `A[0:n-1][j-1:j+1]` is what a directive writes and what an access touches
//! once its loops are summed up. Bounds are linear in whatever is still free;
//! a stride of 2 from 0 to 8 means 0, 2, 4, 6, 8.
//!
//! - [`access`]: the section a subscript touches over a loop nest.
//! - [`combine`]: the hull of two sections; widening over a variable's range.
//!
//! The invariant: a section contains every element it was made for. When
//! [`Section::is_exact`], it contains no other, for all parameter values
//! under which there is any.

pub mod access;
pub mod combine;

use std::collections::BTreeSet;
use std::fmt;

use crate::answer::Proof;
use crate::constraint::Constraint;
use crate::effort::{Exact, GaveUp};
use crate::linear::{LinearExpr, Var};
use crate::set::{Set, unused_var};

/// The indices `lo, lo + stride, ...` up to `hi`; none when `hi < lo`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Range {
    /// The first index.
    pub lo: LinearExpr,
    /// No index is greater than this.
    pub hi: LinearExpr,
    /// The distance between neighbouring indices, at least 1.
    pub stride: i128,
}

impl Range {
    /// Every index from `lo` to `hi`.
    pub fn dense(lo: LinearExpr, hi: LinearExpr) -> Range {
        Range { lo, hi, stride: 1 }
    }

    /// One index.
    pub fn single(index: LinearExpr) -> Range {
        Range::dense(index.clone(), index)
    }

    /// Whether the two bounds are the same formula.
    pub fn is_single(&self) -> bool {
        self.lo == self.hi
    }

    /// `hi - lo + 1`: the length of the dense run that holds the range.
    pub fn extent(&self) -> Exact<LinearExpr> {
        self.hi.minus(&self.lo)?.plus_constant(1)
    }

    /// The extent when it is the same number everywhere in `context`.
    pub fn constant_extent(&self, context: &Set) -> Option<i128> {
        let extent = self.extent().ok()?;
        if let Some(value) = extent.as_constant() {
            return Some(value);
        }
        match context.constant_bounds(&extent) {
            (Some(low), Some(high)) if low == high => Some(low),
            _ => None,
        }
    }
}

/// Which bound of a section an access passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Before the first index.
    Below,
    /// After the last index.
    Above,
}

/// A rectangular, possibly strided, part of an array.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Section {
    ranges: Vec<Range>,
    exact: bool,
}

impl Section {
    /// Exactly the elements of the ranges, outermost dimension first.
    pub fn new(ranges: Vec<Range>) -> Section {
        Section { ranges, exact: true }
    }

    /// The ranges, outermost dimension first.
    pub fn ranges(&self) -> &[Range] {
        &self.ranges
    }

    /// Whether every element is meant, not just every meant element included.
    pub fn is_exact(&self) -> bool {
        self.exact
    }

    /// The section as an over-approximation.
    pub fn approximated(mut self) -> Section {
        self.exact = false;
        self
    }

    /// The variables the bounds mention.
    pub fn vars(&self) -> BTreeSet<Var> {
        self.ranges.iter().flat_map(|range| range.lo.vars().chain(range.hi.vars())).collect()
    }

    /// The section with `var` replaced in every bound.
    pub fn substituted(&self, var: Var, replacement: &LinearExpr) -> Exact<Section> {
        let mut section = self.clone();
        for range in &mut section.ranges {
            range.lo = range.lo.substituted(var, replacement)?;
            range.hi = range.hi.substituted(var, replacement)?;
        }
        Ok(section)
    }

    /// The elements as points: `indices[k]` is the index in dimension k.
    pub fn as_set(&self, indices: &[Var]) -> Set {
        let mut set = if self.exact { Set::universe() } else { Set::universe().approximated() };
        for (range, &index) in self.ranges.iter().zip(indices) {
            set = set.with_range(&LinearExpr::var(index), &range.lo, &range.hi);
            if range.stride > 1 {
                let offset = LinearExpr::var(index).minus(&range.lo);
                set = set.with(offset.and_then(|offset| Constraint::multiple_of(&offset, range.stride)));
            }
        }
        set
    }

    /// Whether `self` holds every element of `inner`, wherever `context` holds.
    /// A counterexample gives the parameters only; it is shown only when
    /// `inner` is exact, as an inexact section may poke out in vain.
    pub fn contains(&self, inner: &Section, context: &Set) -> Proof {
        if self.ranges.len() != inner.ranges.len() {
            return Proof::Unknown(GaveUp::Approximation);
        }
        let Ok(indices) = self.fresh_indices(inner, context) else {
            return Proof::Unknown(GaveUp::Overflow);
        };
        // Being listed in an over-approximated outer section promises nothing.
        let outer = self.as_set(&indices);
        let proof = context.intersect(&inner.as_set(&indices)).is_within(&outer);
        match proof {
            Proof::Disproven(point) => {
                Proof::Disproven(indices.iter().fold(point, |point, &index| point.without(index)))
            }
            settled => settled,
        }
    }

    /// The dimension and side on which `inner` leaves `self` under *all*
    /// parameters of `context` that give `inner` an element: a certain error,
    /// where [`Section::contains`] disproven is a possible one.
    pub fn always_left_by(&self, inner: &Section, context: &Set) -> Option<(usize, Side)> {
        if !inner.exact {
            return None;
        }
        let indices = self.fresh_indices(inner, context).ok()?;
        let occupied = context.intersect(&inner.as_set(&indices));
        if occupied.is_empty() {
            return None;
        }
        let pairs = self.ranges.iter().zip(&inner.ranges).enumerate();
        for (dimension, (outer, inner)) in pairs {
            if occupied.implies_less(&inner.lo, &outer.lo).is_proven() {
                return Some((dimension, Side::Below));
            }
            let last_is_reached = inner.stride == 1 || inner.is_single();
            if last_is_reached && occupied.implies_less(&outer.hi, &inner.hi).is_proven() {
                return Some((dimension, Side::Above));
            }
        }
        None
    }

    fn fresh_indices(&self, other: &Section, context: &Set) -> Exact<Vec<Var>> {
        let mut used = context.vars();
        used.extend(self.vars());
        used.extend(other.vars());
        fresh_vars(&used, self.ranges.len())
    }

    /// Prints with the caller's names: `[0:n-1][j:j+2:2]`.
    pub fn display<'a>(&'a self, name: &'a dyn Fn(Var) -> String) -> impl fmt::Display + 'a {
        SectionDisplay { section: self, name }
    }
}

/// `count` variables that are not in use.
pub(crate) fn fresh_vars(used: &BTreeSet<Var>, count: usize) -> Exact<Vec<Var>> {
    let mut taken = used.clone();
    let mut fresh = Vec::with_capacity(count);
    for _ in 0..count {
        let var = unused_var(&taken)?;
        taken.insert(var);
        fresh.push(var);
    }
    Ok(fresh)
}

struct SectionDisplay<'a> {
    section: &'a Section,
    name: &'a dyn Fn(Var) -> String,
}

impl fmt::Display for SectionDisplay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for range in &self.section.ranges {
            write!(f, "[{}", range.lo.display(self.name))?;
            if !range.is_single() {
                write!(f, ":{}", range.hi.display(self.name))?;
            }
            if range.stride > 1 {
                write!(f, ":{}", range.stride)?;
            }
            f.write_str("]")?;
        }
        Ok(())
    }
}
