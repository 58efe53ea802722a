//! Subscripts in a form in which two of them can be compared.
//!
//! `a[i*w + j]` and `a[i'*w + j']` are equal when `i = i'` and `j = j'`, provided
//! both `j` are below `w`; as numbers, the products say nothing. So a flat
//! subscript with products is taken apart by the strides that occur in the
//! accesses themselves, here rows of `w`, and compared dimension by dimension. The
//! strides are only a guess; the proof that each index stays inside its row
//! makes the comparison exact.
//!
//! Invariant: the subscripts given for one array all have the same strides, so
//! equal subscripts are the same element, and different ones different elements.

use std::collections::BTreeMap;

use affine::{LinearExpr, Monomial, Polynomial, Set, delinearize};

use crate::dependence::instances::is_shared;
use crate::{Access, Place, Symbols};

/// The subscripts of each access, in a form that is the same for all accesses
/// of one array; `None` where the element is not known.
pub fn comparable(accesses: &[Access], symbols: &mut Symbols) -> Vec<Option<Vec<LinearExpr>>> {
    let mut result: Vec<Option<Vec<LinearExpr>>> = accesses.iter().map(|a| a.subscripts.clone()).collect();
    let mut by_place: BTreeMap<&Place, Vec<usize>> = BTreeMap::new();
    for (at, access) in accesses.iter().enumerate() {
        if access.subscripts.is_some() || access.flat.is_some() {
            by_place.entry(&access.place).or_default().push(at);
        }
    }
    for (_, group) in by_place {
        // Where one has subscripts that do not fit the shape, all are counted flat.
        let all_flat: Option<Vec<LinearExpr>> = group.iter().map(|at| accesses[*at].flat.clone()).collect();
        if group.iter().any(|at| accesses[*at].subscripts.is_none()) {
            let Some(all_flat) = all_flat else { continue };
            for (at, flat) in group.iter().zip(all_flat) {
                result[*at] = Some(vec![flat]);
            }
        }
        let flat: Option<Vec<(Polynomial, &Set)>> =
            group.iter().map(|at| flat_subscript(&result[*at], &accesses[*at].domain, symbols)).collect();
        let Some(flat) = flat.filter(|flat| flat.iter().any(|(offset, _)| has_products(offset, symbols)))
        else {
            continue;
        };
        if let Some(apart) = taken_apart(&flat, symbols) {
            for (at, subscripts) in group.into_iter().zip(apart) {
                result[at] = Some(subscripts);
            }
        }
    }
    result
}

/// The only subscript of an access, with its products written out.
fn flat_subscript<'a>(
    subscripts: &Option<Vec<LinearExpr>>,
    domain: &'a Set,
    symbols: &Symbols,
) -> Option<(Polynomial, &'a Set)> {
    let [subscript] = subscripts.as_deref()? else { return None };
    Some((written_out(subscript, symbols)?, domain))
}

/// A formula with its products as products.
pub fn written_out(formula: &LinearExpr, symbols: &Symbols) -> Option<Polynomial> {
    let mut value = Polynomial::constant(formula.constant_part());
    for &(var, coefficient) in formula.terms() {
        let mut monomial = Monomial::one();
        for factor in symbols.factors(var) {
            monomial = monomial.times(&Monomial::var(factor)).ok()?;
        }
        value = value.plus(&Polynomial::term(coefficient, monomial)).ok()?;
    }
    Some(value)
}

/// Is an index multiplied by something that is not a number?
fn has_products(offset: &Polynomial, symbols: &Symbols) -> bool {
    offset.terms().any(|(monomial, _)| monomial.degree() > 1 && stride(monomial, symbols).is_some())
}

/// The part of a monomial that does not change in the region, if the rest does.
fn stride(monomial: &Monomial, symbols: &Symbols) -> Option<Monomial> {
    let mut fixed = Monomial::one();
    let mut varies = false;
    for &(var, power) in monomial.powers() {
        match is_shared(symbols, var) {
            true => {
                for _ in 0..power {
                    fixed = fixed.times(&Monomial::var(var)).ok()?;
                }
            }
            false => varies = true,
        }
    }
    varies.then_some(fixed)
}

/// Every offset by the same dimensions, if each can be.
fn taken_apart(flat: &[(Polynomial, &Set)], symbols: &mut Symbols) -> Option<Vec<Vec<LinearExpr>>> {
    let dims = dimensions(flat, symbols)?;
    let origin = common_origin(flat, symbols)?;
    let bases: &[Polynomial] = &[Polynomial::constant(0), origin];
    bases.iter().find_map(|base| taken_apart_from(base, flat, &dims, symbols))
}

/// What all offsets have in common and no index moves: with `a[8 + i*w + j]`, rows
/// begin at element 8.
fn common_origin(flat: &[(Polynomial, &Set)], symbols: &Symbols) -> Option<Polynomial> {
    let constant = |offset: &Polynomial| offset.coefficient(&Monomial::one());
    let least = flat.iter().map(|(offset, _)| constant(offset)).min()?;
    let mut origin = Polynomial::constant(least);
    let fixed = |monomial: &Monomial| {
        monomial.degree() > 0 && monomial.powers().iter().all(|(var, _)| is_shared(symbols, *var))
    };
    for (monomial, coefficient) in flat.first()?.0.terms().filter(|(monomial, _)| fixed(monomial)) {
        if flat.iter().all(|(offset, _)| offset.coefficient(monomial) == coefficient) {
            origin = origin.plus(&Polynomial::term(coefficient, monomial.clone())).ok()?;
        }
    }
    Some(origin)
}

fn taken_apart_from(
    base: &Polynomial,
    flat: &[(Polynomial, &Set)],
    dims: &[Polynomial],
    symbols: &mut Symbols,
) -> Option<Vec<Vec<LinearExpr>>> {
    let mut all = Vec::new();
    for (offset, domain) in flat {
        let offset = offset.minus(base).ok()?;
        let apart = delinearize(&offset, dims, domain, symbols.products())?;
        let indices: Option<Vec<LinearExpr>> =
            apart.indices.iter().map(|index| symbols.linear(index).ok()).collect();
        all.push(indices?);
    }
    Some(all)
}

/// Dimensions whose strides are those that occur: with `i*w*h + j*w + k`, the
/// array is `[…][h][w]`. A factor common to all strides is the innermost one.
fn dimensions(flat: &[(Polynomial, &Set)], symbols: &Symbols) -> Option<Vec<Polynomial>> {
    let mut strides = vec![Monomial::one()];
    let mut scale = 0;
    for (monomial, coefficient) in flat.iter().flat_map(|(offset, _)| offset.terms()) {
        let Some(stride) = stride(monomial, symbols) else { continue };
        if stride != Monomial::one() {
            scale = greatest_common_divisor(scale, coefficient);
            if !strides.contains(&stride) {
                strides.push(stride);
            }
        }
    }
    strides.sort_by_key(|stride| std::cmp::Reverse(stride.degree()));
    // The outermost extent takes no part in the proof.
    let mut dims = vec![Polynomial::constant(1 << 62)];
    for pair in strides.windows(2) {
        let inner = pair[0].divided(&pair[1])?;
        dims.push(Polynomial::term(1, inner));
    }
    if scale > 1 {
        dims.push(Polynomial::constant(scale));
    }
    Some(dims)
}

fn greatest_common_divisor(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i128::try_from(a).unwrap_or(1)
}
