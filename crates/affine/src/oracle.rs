//! Brute force for tests: random small problems and every point of a box.
//!
//! A set whose variables are confined to `-B..=B` can be checked by looking at
//! each of its points. The tests of this crate compare every answer with that.

use proptest::collection::vec;
use proptest::prelude::*;

use crate::{Constraint, LinearExpr, Point, Relation, Set, Var};

/// The expression `2*i - 3` is `linear(&[(2, I)], -3)`.
pub(crate) fn linear(terms: &[(i128, Var)], constant: i128) -> LinearExpr {
    LinearExpr::new(terms.iter().copied(), constant).expect("test numbers are small")
}

/// A constant expression.
pub(crate) fn number(value: i128) -> LinearExpr {
    LinearExpr::constant(value)
}

/// `low <= var <= high` for each variable.
pub(crate) fn boxed(vars: &[Var], low: i128, high: i128) -> Set {
    let inside = |set: Set, &var: &Var| set.with_range(&LinearExpr::var(var), &number(low), &number(high));
    vars.iter().fold(Set::universe(), inside)
}

/// Every point with each variable in `low..=high`.
pub(crate) fn points(vars: &[Var], low: i128, high: i128) -> Vec<Point> {
    let mut all = vec![Point::default()];
    for &var in vars {
        let extended = |point: Point| {
            (low..=high).map(move |value| {
                let mut point = point.clone();
                point.set(var, value);
                point
            })
        };
        all = all.into_iter().flat_map(extended).collect();
    }
    all
}

/// The points of `set` in the box.
pub(crate) fn members(set: &Set, vars: &[Var], low: i128, high: i128) -> Vec<Point> {
    points(vars, low, high).into_iter().filter(|point| set.holds_at(point) == Ok(true)).collect()
}

/// A random expression over `vars`, coefficients in `-reach..=reach`, about a
/// third of them zero.
pub(crate) fn any_expr(vars: Vec<Var>, reach: i128, constant: i128) -> impl Strategy<Value = LinearExpr> {
    let coefficient = prop_oneof![1 => Just(0), 2 => -reach..=reach];
    (vec(coefficient, vars.len()), -constant..=constant)
        .prop_map(move |(coefficients, constant)| linear(&pairs(&coefficients, &vars), constant))
}

fn pairs(coefficients: &[i128], vars: &[Var]) -> Vec<(i128, Var)> {
    coefficients.iter().copied().zip(vars.iter().copied()).collect()
}

/// A random constraint: mostly inequalities, some equalities and congruences.
pub(crate) fn any_constraint(vars: Vec<Var>, reach: i128) -> impl Strategy<Value = Constraint> {
    let relation = prop_oneof![
        5 => Just(Relation::NonNegative),
        2 => Just(Relation::Zero),
        1 => (2_i128..6).prop_map(Relation::MultipleOf),
    ];
    (any_expr(vars, reach, 8), relation)
        .prop_map(|(expr, relation)| Constraint::reduced(expr, relation).expect("test numbers are small"))
}

/// Up to `most` random constraints, without a box.
pub(crate) fn any_set(vars: Vec<Var>, reach: i128, most: usize) -> impl Strategy<Value = Set> {
    vec(any_constraint(vars, reach), 0..=most)
        .prop_map(|constraints| constraints.into_iter().fold(Set::universe(), |set, c| set.with(Ok(c))))
}

/// Random constraints within the box `-bound..=bound`.
pub(crate) fn any_boxed_set(
    vars: Vec<Var>,
    reach: i128,
    most: usize,
    bound: i128,
) -> impl Strategy<Value = Set> {
    let confines = boxed(&vars, -bound, bound);
    any_set(vars, reach, most).prop_map(move |set| set.intersect(&confines))
}
