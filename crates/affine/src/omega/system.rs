//! A conjunction of constraints as rows of numbers, one column per variable.
//!
//! For columns (i, j) the row `[2, -1 | 3]` stands for `2*i - j + 3`. Rows are
//! dense because the solver touches every coefficient of every row it combines,
//! and problems have a dozen columns.
//!
//! The invariant after [`System::normalise`]: coefficients of a row have no
//! common factor, no two inequalities are parallel in the same direction, and
//! no pair of opposite inequalities pins an expression to one value (such a
//! pair has become an equality).

use std::cmp::Ordering;

use crate::arithmetic::{add, div_floor, gcd, modulo, mul, mul_add, neg};
use crate::effort::{Effort, Exact};

/// `coefficients . columns + constant`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) coefficients: Vec<i128>,
    pub(crate) constant: i128,
}

impl Row {
    /// `factor * self + other_factor * other`.
    pub(crate) fn combined(&self, factor: i128, other: &Row, other_factor: i128) -> Exact<Row> {
        let mut coefficients = Vec::with_capacity(self.coefficients.len());
        for (&a, &b) in self.coefficients.iter().zip(&other.coefficients) {
            coefficients.push(if a == 0 && b == 0 { 0 } else { mul_add(a, factor, b, other_factor)? });
        }
        let constant = mul_add(self.constant, factor, other.constant, other_factor)?;
        Ok(Row { coefficients, constant })
    }

    /// `-self - 1`: non-negative exactly where `self` is negative.
    pub(crate) fn complement(&self) -> Exact<Row> {
        let coefficients = self.coefficients.iter().map(|&c| -c).collect();
        Ok(Row { coefficients, constant: add(neg(self.constant)?, -1)? })
    }

    /// The greatest common divisor of the coefficients, 0 when all are zero.
    pub(crate) fn content(&self) -> i128 {
        let mut common = 0;
        for &coefficient in &self.coefficients {
            if coefficient != 0 {
                common = gcd(common, coefficient);
                if common == 1 {
                    break;
                }
            }
        }
        common
    }

    /// The value when column `k` has value `values[k]`.
    pub(crate) fn evaluate(&self, values: &[i128]) -> Exact<i128> {
        let mut sum = self.constant;
        for (&coefficient, &value) in self.coefficients.iter().zip(values) {
            if coefficient != 0 {
                sum = add(sum, mul(coefficient, value)?)?;
            }
        }
        Ok(sum)
    }

    fn divide(&mut self, divisor: i128) {
        for coefficient in &mut self.coefficients {
            *coefficient /= divisor;
        }
    }

    /// +1 or -1: the sign of the first coefficient that is not zero.
    fn direction(&self) -> i128 {
        self.coefficients.iter().find(|&&c| c != 0).map_or(1, |c| c.signum())
    }

    fn negate(&mut self) -> Exact<()> {
        for coefficient in &mut self.coefficients {
            *coefficient = -*coefficient;
        }
        self.constant = neg(self.constant)?;
        Ok(())
    }
}

/// A row that must be a multiple of `modulus`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Congruence {
    pub(crate) row: Row,
    pub(crate) modulus: i128,
}

/// What normalising found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Some constraint cannot hold.
    Contradiction,
    /// Nothing against it so far.
    Open,
}

/// Constraints over `width` columns.
#[derive(Clone, Debug, Default)]
pub(crate) struct System {
    pub(crate) width: usize,
    pub(crate) equalities: Vec<Row>,
    pub(crate) inequalities: Vec<Row>,
    pub(crate) congruences: Vec<Congruence>,
}

impl System {
    /// Adds a column of zeros and returns its index.
    pub(crate) fn add_column(&mut self) -> usize {
        let rows = self.equalities.iter_mut().chain(&mut self.inequalities);
        for row in rows.chain(self.congruences.iter_mut().map(|c| &mut c.row)) {
            row.coefficients.push(0);
        }
        self.width += 1;
        self.width - 1
    }

    /// Rewrites each congruence that mentions a column of `columns` as an
    /// equality with a new column for the unknown multiple; returns those.
    pub(crate) fn spell_out_congruences(&mut self, columns: &[bool]) -> Exact<Vec<usize>> {
        let mut added = Vec::new();
        let mut kept = Vec::new();
        let mut pending = std::mem::take(&mut self.congruences);
        pending.reverse();
        while let Some(mut congruence) = pending.pop() {
            let row = &congruence.row;
            let touched = row.coefficients.iter().zip(columns).any(|(&c, &chosen)| chosen && c != 0);
            if !touched {
                kept.push(congruence);
                continue;
            }
            let column = self.add_column();
            added.push(column);
            for other in pending.iter_mut().chain(&mut kept) {
                other.row.coefficients.push(0);
            }
            congruence.row.coefficients.push(neg(congruence.modulus)?);
            self.equalities.push(congruence.row);
        }
        self.congruences = kept;
        Ok(added)
    }

    /// Establishes the invariant of the module.
    pub(crate) fn normalise(&mut self, effort: &mut Effort) -> Exact<Verdict> {
        let rows = self.equalities.len() + self.inequalities.len() + self.congruences.len();
        effort.spend((rows + 1) * (self.width + 1))?;
        if tighten(&mut self.inequalities) == Verdict::Contradiction
            || self.merge_parallel()? == Verdict::Contradiction
            || reduce_equalities(&mut self.equalities)? == Verdict::Contradiction
        {
            return Ok(Verdict::Contradiction);
        }
        Ok(self.check_constant_congruences())
    }

    /// Drops weaker parallel inequalities; joins opposite ones that touch.
    fn merge_parallel(&mut self) -> Exact<Verdict> {
        self.inequalities.sort_by(compare_parallel);
        let mut kept: Vec<Row> = Vec::with_capacity(self.inequalities.len());
        let mut pinned: Option<Row> = None;
        for row in self.inequalities.drain(..) {
            // The tightest of a direction comes first: whatever is parallel to
            // a kept or pinned row is weaker.
            let weaker = |tight: &Row| tight.coefficients == row.coefficients;
            if pinned.as_ref().is_some_and(weaker) || kept.last().is_some_and(weaker) {
                continue;
            }
            let slack = match kept.last() {
                Some(last) if opposite(last, &row) => add(last.constant, row.constant)?,
                _ => 1,
            };
            match slack.cmp(&0) {
                Ordering::Less => return Ok(Verdict::Contradiction),
                Ordering::Equal => {
                    kept.pop();
                    self.equalities.push(row.clone());
                    pinned = Some(row);
                }
                Ordering::Greater => kept.push(row),
            }
        }
        self.inequalities = kept;
        Ok(Verdict::Open)
    }

    fn check_constant_congruences(&mut self) -> Verdict {
        let mut possible = true;
        self.congruences.retain(|congruence| {
            let constant = congruence.row.content() == 0;
            possible &= !constant || modulo(congruence.row.constant, congruence.modulus) == 0;
            !constant
        });
        if possible { Verdict::Open } else { Verdict::Contradiction }
    }
}

/// Divides each inequality by its content, rounding the constant inwards.
fn tighten(inequalities: &mut Vec<Row>) -> Verdict {
    let mut possible = true;
    inequalities.retain_mut(|row| {
        let content = row.content();
        if content == 0 {
            possible &= row.constant >= 0;
            return false;
        }
        if content > 1 {
            row.divide(content);
            row.constant = div_floor(row.constant, content);
        }
        true
    });
    if possible { Verdict::Open } else { Verdict::Contradiction }
}

/// Divides each equality by its content, and drops repetitions.
fn reduce_equalities(equalities: &mut Vec<Row>) -> Exact<Verdict> {
    for row in equalities.iter_mut() {
        let content = row.content();
        let indivisible = if content == 0 { row.constant != 0 } else { row.constant % content != 0 };
        if indivisible {
            return Ok(Verdict::Contradiction);
        }
        if content > 1 {
            row.divide(content);
            row.constant /= content;
        }
        if row.direction() < 0 {
            row.negate()?;
        }
    }
    equalities.retain(|row| row.content() != 0);
    let mut distinct: Vec<Row> = Vec::with_capacity(equalities.len());
    for row in equalities.drain(..) {
        if !distinct.contains(&row) {
            distinct.push(row);
        }
    }
    *equalities = distinct;
    Ok(Verdict::Open)
}

/// Orders rows so that parallel ones are neighbours: first by line, then by
/// direction, then the tightest first.
fn compare_parallel(a: &Row, b: &Row) -> Ordering {
    let (sign_a, sign_b) = (a.direction(), b.direction());
    for (&x, &y) in a.coefficients.iter().zip(&b.coefficients) {
        // Most coefficients are 0 in both.
        if x == y && (x == 0 || sign_a == sign_b) {
            continue;
        }
        match (x * sign_a).cmp(&(y * sign_b)) {
            Ordering::Equal => {}
            unequal => return unequal,
        }
    }
    sign_a.cmp(&sign_b).then(a.constant.cmp(&b.constant))
}

fn opposite(a: &Row, b: &Row) -> bool {
    a.coefficients.iter().zip(&b.coefficients).all(|(&x, &y)| x == -y)
}
