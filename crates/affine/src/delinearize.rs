//! From a flat offset back to the indices of a shaped array.
//!
//! With `shape p[h][w]`, `p[i*w + j]` is `p[i][j]`, provided `0 <= j < w`. The
//! offset is divided by the stride of each dimension in turn; what the division
//! leaves is the rest. Since `p[i*w + w - 1]` divides to row `i + 1`, rest -1, but
//! means row i, column w - 1, neighbouring quotients are tried as well.
//!
//! The invariant: the indices add up to the offset as polynomials, and every
//! index but the outermost is proven to lie in its dimension. Under that proof
//! the indices are unique, so the first that pass are the answer.

use crate::answer::Proof;
use crate::arithmetic::{div_floor, div_nearest, negatable};
use crate::effort::{Effort, Exact, GaveUp};
use crate::polynomial::{Monomial, Polynomial, Products};
use crate::set::Set;

/// The deepest array shape that is tried.
const MAX_RANK: usize = 8;

/// Partial splits looked at before giving up.
const MAX_TRIES: u64 = 200;

/// An offset taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delinearized {
    /// One index for each dimension, outermost first.
    pub indices: Vec<Polynomial>,
    /// Whether the outermost index is in its dimension too. It does not change
    /// which element is meant, only whether that element exists.
    pub outermost_in_bounds: Proof,
}

/// Takes `offset` apart for an array of shape `dims`, where `context` holds.
/// `products` names the products of variables that `context` knows.
pub fn delinearize(
    offset: &Polynomial,
    dims: &[Polynomial],
    context: &Set,
    products: &mut Products,
) -> Option<Delinearized> {
    if dims.is_empty() || dims.len() > MAX_RANK {
        return None;
    }
    let strides = strides_of(dims).ok()?;
    let mut search = Search { dims, strides, context, products, effort: Effort::of_steps(MAX_TRIES) };
    let mut indices = search.split(offset, 0).ok()??;
    indices.reverse();
    let outermost_in_bounds = match indices.first() {
        Some(index) => search.in_dimension(index, 0),
        None => Proof::Unknown(GaveUp::Approximation),
    };
    Some(Delinearized { indices, outermost_in_bounds })
}

/// Elements between neighbours of each dimension: `[d1*d2, d2, 1]`.
fn strides_of(dims: &[Polynomial]) -> Exact<Vec<Polynomial>> {
    let mut strides = vec![Polynomial::constant(1)];
    for dim in dims.iter().skip(1).rev() {
        let outer = strides.last().unwrap_or(dim).times(dim)?;
        strides.push(outer);
    }
    strides.reverse();
    Ok(strides)
}

/// How a coefficient that the stride's does not divide is rounded.
#[derive(Clone, Copy)]
enum Rounding {
    /// `40*j` in rows of 64 is column `40*j`.
    TowardsZero,
    /// `63*i` in rows of 64 is row i, column -i.
    Nearest,
}

struct Search<'a> {
    dims: &'a [Polynomial],
    strides: Vec<Polynomial>,
    context: &'a Set,
    products: &'a mut Products,
    effort: Effort,
}

impl Search<'_> {
    /// The indices of dimensions `at` and inner, innermost first. Recursion is
    /// as deep as the shape.
    fn split(&mut self, rest: &Polynomial, at: usize) -> Exact<Option<Vec<Polynomial>>> {
        self.effort.spend(1)?;
        if at + 1 == self.dims.len() {
            let fits = at == 0 || self.in_dimension(rest, at).is_proven();
            return Ok(fits.then(|| vec![rest.clone()]));
        }
        let stride = self.strides[at].clone();
        for index in candidates(rest, &stride)? {
            if at > 0 && !self.in_dimension(&index, at).is_proven() {
                continue;
            }
            let inner = rest.minus(&index.times(&stride)?)?;
            if let Some(mut indices) = self.split(&inner, at + 1)? {
                indices.push(index);
                return Ok(Some(indices));
            }
        }
        Ok(None)
    }

    fn in_dimension(&mut self, index: &Polynomial, at: usize) -> Proof {
        lies_in(index, &self.dims[at], self.context, self.products)
    }
}

/// Whether `0 <= index < dim` where `context` holds.
pub fn lies_in(index: &Polynomial, dim: &Polynomial, context: &Set, products: &mut Products) -> Proof {
    match (products.linearize(index), products.linearize(dim)) {
        (Ok(index), Ok(dim)) => {
            context.implies_at_least(&index, &0.into()).and(|| context.implies_less(&index, &dim))
        }
        (Err(reason), _) | (_, Err(reason)) => Proof::Unknown(reason),
    }
}

/// The quotients worth trying, the likeliest first.
fn candidates(rest: &Polynomial, stride: &Polynomial) -> Exact<Vec<Polynomial>> {
    let mut found: Vec<Polynomial> = Vec::new();
    for rounding in [Rounding::TowardsZero, Rounding::Nearest] {
        let quotient = quotient(rest, stride, rounding)?;
        for shift in [0, -1, 1] {
            let candidate = quotient.plus(&Polynomial::constant(shift))?;
            if !found.contains(&candidate) {
                found.push(candidate);
            }
        }
    }
    Ok(found)
}

/// Divides by the stride's leading term; the rest of the stride follows when
/// `quotient * stride` is subtracted.
fn quotient(rest: &Polynomial, stride: &Polynomial, rounding: Rounding) -> Exact<Polynomial> {
    let leading = stride.terms().max_by_key(|(monomial, _)| (monomial.degree(), (*monomial).clone()));
    let Some((leading, divisor)) = leading else { return Ok(Polynomial::default()) };
    let mut quotient = Polynomial::default();
    for (monomial, coefficient) in rest.terms() {
        let Some(left) = monomial.divided(leading) else { continue };
        let (coefficient, divisor) = (negatable(coefficient)?, negatable(divisor)?);
        let amount = if left == Monomial::one() && divisor > 0 {
            div_floor(coefficient, divisor)
        } else {
            match rounding {
                Rounding::TowardsZero => coefficient / divisor,
                Rounding::Nearest => div_nearest(coefficient, divisor),
            }
        };
        quotient = quotient.plus(&Polynomial::term(amount, left))?;
    }
    Ok(quotient)
}
