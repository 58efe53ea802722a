//! Concrete values for variables: what a witness is made of.
//!
//! `n = 4, i = 3` is a [`Point`]. A variable that a point does not name is
//! zero, so every point gives every expression a value.

use std::collections::BTreeMap;
use std::fmt;

use crate::linear::Var;

/// An integer for each variable that matters; all others are zero.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Point {
    values: BTreeMap<Var, i128>,
}

impl Point {
    /// The value of `var`, zero when not named.
    pub fn get(&self, var: Var) -> i128 {
        self.values.get(&var).copied().unwrap_or(0)
    }

    /// Gives `var` a value.
    pub fn set(&mut self, var: Var, value: i128) {
        self.values.insert(var, value);
    }

    /// The named variables and their values, in order of variable.
    pub fn iter(&self) -> impl Iterator<Item = (Var, i128)> + '_ {
        self.values.iter().map(|(&var, &value)| (var, value))
    }

    /// The same point without `var`.
    pub fn without(mut self, var: Var) -> Point {
        self.values.remove(&var);
        self
    }

    /// Prints with the caller's names: `i = 3, n = 4`.
    pub fn display<'a>(&'a self, name: &'a dyn Fn(Var) -> String) -> impl fmt::Display + 'a {
        PointDisplay { point: self, name }
    }
}

impl FromIterator<(Var, i128)> for Point {
    fn from_iter<I: IntoIterator<Item = (Var, i128)>>(pairs: I) -> Point {
        Point { values: pairs.into_iter().collect() }
    }
}

struct PointDisplay<'a> {
    point: &'a Point,
    name: &'a dyn Fn(Var) -> String,
}

impl fmt::Display for PointDisplay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (var, value)) in self.point.iter().enumerate() {
            let separator = if at == 0 { "" } else { ", " };
            write!(f, "{separator}{} = {value}", (self.name)(var))?;
        }
        Ok(())
    }
}
