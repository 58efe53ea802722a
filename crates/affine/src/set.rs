//! Sets of integer points: a conjunction of linear constraints.
//!
//! An iteration space, the values a thread id takes, "n is at least 1 and a
//! multiple of 32": all are a [`Set`]. Questions are answered exactly:
//!
//! ```
//! use affine::{LinearExpr, Set, Var};
//! let (i, n) = (Var(0), Var(1));
//! let (zero, size) = (LinearExpr::constant(0), LinearExpr::var(n));
//! let loop_space = Set::universe().with_at_least(&i.into(), &zero).with_less(&i.into(), &size);
//! // Inside the loop, n is at least 1.
//! assert!(loop_space.implies_at_least(&size, &LinearExpr::constant(1)).is_proven());
//! ```
//!
//! The invariant: the stored constraints never exclude a point that belongs to
//! the set. When one had to be left out (an overflow, an inexact projection)
//! the set is marked *approximate*: it still proves emptiness and implications,
//! but no longer shows a witness.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use crate::answer::{Feasibility, Proof};
use crate::boxes::{Boxed, boxed};
use crate::columns::Columns;
use crate::constraint::{Constraint, Relation};
use crate::effort::{Effort, Exact, GaveUp};
use crate::linear::{LinearExpr, Var};
use crate::omega::solve::{MAX_COLUMNS, solve};
use crate::point::Point;

/// The integer points that satisfy all of some constraints.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Set {
    /// Shared by copies until one of them changes: sets are copied far more often than changed.
    constraints: Arc<Vec<Constraint>>,
    approximate: bool,
}

impl Set {
    /// All points.
    pub fn universe() -> Set {
        Set::default()
    }

    /// No point.
    pub fn empty() -> Set {
        Set { constraints: Arc::new(vec![Constraint::contradiction()]), approximate: false }
    }

    /// The constraints, in the order they were added.
    pub fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    /// Whether the constraints describe the set exactly, not just contain it.
    pub fn is_exact(&self) -> bool {
        !self.approximate
    }

    /// Adds a constraint; one that could not be computed is left out and makes
    /// the set approximate.
    pub fn constrain(&mut self, constraint: Exact<Constraint>) {
        match constraint {
            Ok(constraint) if constraint.is_tautology() || self.has(&constraint) => {}
            Ok(constraint) => Arc::make_mut(&mut self.constraints).push(constraint),
            Err(_) => self.approximate = true,
        }
    }

    fn has(&self, constraint: &Constraint) -> bool {
        // Terms lie elsewhere in memory: most others differ by what is looked at first.
        let constant = constraint.expr().constant_part();
        self.constraints.iter().any(|known| known.expr().constant_part() == constant && known == constraint)
    }

    /// The points that also satisfy `constraint`.
    pub fn with(mut self, constraint: Exact<Constraint>) -> Set {
        self.constrain(constraint);
        self
    }

    /// The points where also `a = b`.
    pub fn with_equal(self, a: &LinearExpr, b: &LinearExpr) -> Set {
        self.with(Constraint::equal(a, b))
    }

    /// The points where also `a >= b`.
    pub fn with_at_least(self, a: &LinearExpr, b: &LinearExpr) -> Set {
        self.with(Constraint::at_least(a, b))
    }

    /// The points where also `a <= b`.
    pub fn with_at_most(self, a: &LinearExpr, b: &LinearExpr) -> Set {
        self.with(Constraint::at_most(a, b))
    }

    /// The points where also `a < b`.
    pub fn with_less(self, a: &LinearExpr, b: &LinearExpr) -> Set {
        self.with(Constraint::less(a, b))
    }

    /// The points where also `low <= expr <= high`.
    pub fn with_range(self, expr: &LinearExpr, low: &LinearExpr, high: &LinearExpr) -> Set {
        self.with_at_least(expr, low).with_at_most(expr, high)
    }

    /// The points where `expr` is also a multiple of `modulus`.
    pub fn with_multiple_of(self, expr: &LinearExpr, modulus: i128) -> Set {
        self.with(Constraint::multiple_of(expr, modulus))
    }

    /// The points of both sets.
    pub fn intersect(&self, other: &Set) -> Set {
        let mut both = self.clone();
        both.approximate |= other.approximate;
        for (at, constraint) in other.constraints().iter().enumerate() {
            // Sets of one context begin alike.
            if self.constraints.get(at) != Some(constraint) {
                both.constrain(Ok(constraint.clone()));
            }
        }
        both
    }

    /// Whether the sets are proven to have no point in common.
    pub fn is_apart_from(&self, other: &Set) -> bool {
        match boxed(self.constraints.iter().chain(other.constraints())) {
            Boxed::Empty => true,
            Boxed::Inhabited(_) => false,
            Boxed::Open => self.intersect(other).is_empty(),
        }
    }

    /// Marks the set as containing, perhaps, more than what was meant.
    pub fn approximated(mut self) -> Set {
        self.approximate = true;
        self
    }

    /// The variables the constraints mention.
    pub fn vars(&self) -> BTreeSet<Var> {
        self.constraints.iter().flat_map(|constraint| constraint.expr().vars()).collect()
    }

    /// Whether a constraint mentions a variable at all.
    pub fn has_vars(&self) -> bool {
        self.constraints.iter().any(|constraint| constraint.expr().vars().next().is_some())
    }

    /// Whether a constraint mentions `var`.
    pub fn mentions(&self, var: Var) -> bool {
        self.constraints.iter().any(|constraint| constraint.expr().mentions(var))
    }

    /// The set with `var` replaced in every constraint.
    pub fn substituted(&self, var: Var, replacement: &LinearExpr) -> Set {
        self.rebuilt(|constraint| constraint.substituted(var, replacement))
    }

    /// The set over other variables.
    pub fn renamed(&self, rename: impl Fn(Var) -> Var) -> Set {
        self.rebuilt(|constraint| constraint.renamed(&rename))
    }

    fn rebuilt(&self, change: impl Fn(&Constraint) -> Exact<Constraint>) -> Set {
        let start = Set { approximate: self.approximate, ..Set::universe() };
        self.constraints.iter().fold(start, |set, constraint| set.with(change(constraint)))
    }

    /// Whether the constraints hold at `point`.
    pub fn holds_at(&self, point: &Point) -> Exact<bool> {
        for constraint in self.constraints() {
            if !constraint.holds_at(point)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the set has a point, and one if so.
    pub fn feasibility(&self) -> Feasibility {
        self.feasibility_within(Effort::default())
    }

    /// [`Set::feasibility`] with a given budget.
    pub fn feasibility_within(&self, mut effort: Effort) -> Feasibility {
        match self.solution(None, &mut effort) {
            Ok(None) => Feasibility::Empty,
            Ok(Some(_)) if self.approximate => Feasibility::Unknown(GaveUp::Approximation),
            Ok(Some(point)) => Feasibility::Inhabited(point),
            Err(reason) => Feasibility::Unknown(reason),
        }
    }

    /// Whether the set is proven to have no point.
    pub fn is_empty(&self) -> bool {
        self.feasibility().is_empty()
    }

    /// Whether the set is proven to have no point where one more constraint holds.
    pub(crate) fn is_empty_with(&self, extra: &Constraint) -> bool {
        matches!(self.solution(Some(extra), &mut Effort::default()), Ok(None))
    }

    /// Whether `a >= b` at every point.
    pub fn implies_at_least(&self, a: &LinearExpr, b: &LinearExpr) -> Proof {
        self.implies_computed(Constraint::at_least(a, b))
    }

    /// Whether `a < b` at every point.
    pub fn implies_less(&self, a: &LinearExpr, b: &LinearExpr) -> Proof {
        self.implies_computed(Constraint::less(a, b))
    }

    /// Whether `a = b` at every point.
    pub fn implies_equal(&self, a: &LinearExpr, b: &LinearExpr) -> Proof {
        self.implies_computed(Constraint::equal(a, b))
    }

    fn implies_computed(&self, claim: Exact<Constraint>) -> Proof {
        match claim {
            Ok(claim) => self.implies(&claim),
            Err(reason) => Proof::Unknown(reason),
        }
    }

    /// Whether every point of `self` lies in `other`.
    pub fn is_within(&self, other: &Set) -> Proof {
        let proof = other
            .constraints
            .iter()
            .fold(Proof::Proven, |so_far, constraint| so_far.and(|| self.implies(constraint)));
        match proof {
            Proof::Proven if other.approximate => Proof::Unknown(GaveUp::Approximation),
            proof => proof,
        }
    }

    /// Whether `claim` holds at every point.
    pub fn implies(&self, claim: &Constraint) -> Proof {
        self.implies_within(claim, Effort::default())
    }

    /// [`Set::implies`] with a given budget.
    pub fn implies_within(&self, claim: &Constraint, mut effort: Effort) -> Proof {
        match self.counterexample(claim, &mut effort) {
            Ok(None) => Proof::Proven,
            Ok(Some(_)) if self.approximate => Proof::Unknown(GaveUp::Approximation),
            Ok(Some(point)) => Proof::Disproven(point),
            Err(reason) => Proof::Unknown(reason),
        }
    }

    /// A point of the constraints where `claim` fails.
    pub(crate) fn counterexample(&self, claim: &Constraint, effort: &mut Effort) -> Exact<Option<Point>> {
        if claim.is_tautology() || self.constraints.contains(claim) {
            return Ok(None);
        }
        let below = |expr: &LinearExpr| Constraint::less(expr, &LinearExpr::constant(0));
        match claim.relation() {
            Relation::NonNegative => self.solution(Some(&below(claim.expr())?), effort),
            Relation::Zero => match self.solution(Some(&below(claim.expr())?), effort)? {
                Some(point) => Ok(Some(point)),
                None => self.solution(Some(&below(&claim.expr().negated()?)?), effort),
            },
            Relation::MultipleOf(modulus) => self.off_the_grid(claim.expr(), modulus, effort),
        }
    }

    /// A point where `expr` leaves a remainder between 1 and `modulus - 1`.
    fn off_the_grid(&self, expr: &LinearExpr, modulus: i128, effort: &mut Effort) -> Exact<Option<Point>> {
        let mut used = self.vars();
        used.extend(expr.vars());
        let remainder_var = unused_var(&used)?;
        let remainder = LinearExpr::var(remainder_var);
        let with_remainder = self
            .clone()
            .with_range(&remainder, &LinearExpr::constant(1), &LinearExpr::constant(modulus - 1))
            .with(Constraint::multiple_of(&expr.minus(&remainder)?, modulus));
        let point = with_remainder.solution(None, effort)?;
        Ok(point.map(|point| point.without(remainder_var)))
    }

    /// A point of the constraints and one more.
    fn solution(&self, extra: Option<&Constraint>, effort: &mut Effort) -> Exact<Option<Point>> {
        let all = || self.constraints.iter().chain(extra);
        match boxed(all()) {
            Boxed::Empty => return Ok(None),
            Boxed::Inhabited(point) => return Ok(Some(point)),
            Boxed::Open => {}
        }
        self.solved(extra, effort)
    }

    /// The same by the solver, which settles whatever can be settled.
    pub(crate) fn solved(&self, extra: Option<&Constraint>, effort: &mut Effort) -> Exact<Option<Point>> {
        let all = || self.constraints.iter().chain(extra);
        let columns = Columns::of(all());
        if columns.width() > MAX_COLUMNS {
            return Err(GaveUp::Effort);
        }
        let values = solve(columns.system(all())?, effort)?;
        Ok(values.map(|values| columns.point(&values)))
    }

    /// Prints with the caller's names: `i >= 0 and -i + n - 1 >= 0`.
    pub fn display<'a>(&'a self, name: &'a dyn Fn(Var) -> String) -> impl fmt::Display + 'a {
        SetDisplay { set: self, name }
    }
}

/// The smallest variable that is not in use.
pub(crate) fn unused_var(used: &BTreeSet<Var>) -> Exact<Var> {
    (0..=u32::MAX).map(Var).find(|var| !used.contains(var)).ok_or(GaveUp::Overflow)
}

struct SetDisplay<'a> {
    set: &'a Set,
    name: &'a dyn Fn(Var) -> String,
}

impl fmt::Display for SetDisplay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.set.constraints.is_empty() {
            f.write_str("anything")?;
        }
        for (at, constraint) in self.set.constraints.iter().enumerate() {
            let separator = if at == 0 { "" } else { " and " };
            write!(f, "{separator}{}", constraint.display(self.name))?;
        }
        if self.set.approximate { f.write_str(" (approximate)") } else { Ok(()) }
    }
}
