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

use affine::{LinearExpr, Monomial, Polynomial, Set, Var, delinearize};

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
        let Some(flat) = flat.filter(|flat| flat.iter().any(|(offset, _)| has_products(offset))) else {
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

/// Is anything multiplied by something that is not a number?
fn has_products(offset: &Polynomial) -> bool {
    offset.terms().any(|(monomial, _)| monomial.degree() > 1)
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
    let origin = common_origin(flat, symbols)?;
    let bases: &[Polynomial] = &[Polynomial::constant(0), origin];
    let guesses = [dimensions, padded_dimensions, lengths_of_rows];
    let mut tried = Vec::new();
    for guess in guesses {
        let Some(dims) = guess(flat, symbols).filter(|dims| dims.len() > 1 && !tried.contains(dims)) else {
            continue;
        };
        if let Some(apart) = bases.iter().find_map(|base| taken_apart_from(base, flat, &dims, symbols)) {
            return Some(apart);
        }
        tried.push(dims);
    }
    None
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

/// Dimensions whose strides are sums: all that an index is multiplied by. With `i*(w + 2) + j`, which is `i*w + 2*i + j`,
/// rows have `w + 2` elements.
fn padded_dimensions(flat: &[(Polynomial, &Set)], symbols: &Symbols) -> Option<Vec<Polynomial>> {
    let mut strides = vec![Polynomial::constant(1)];
    for (offset, _) in flat {
        let mut by_index: BTreeMap<Monomial, Polynomial> = BTreeMap::new();
        for (monomial, coefficient) in offset.terms() {
            let Some(stride) = stride(monomial, symbols) else { continue };
            let sum = by_index.entry(monomial.divided(&stride)?).or_default();
            *sum = sum.plus(&Polynomial::term(coefficient, stride)).ok()?;
        }
        for stride in by_index.into_values().filter(|stride| stride.as_constant().is_none()) {
            if !strides.contains(&stride) {
                strides.push(stride);
            }
        }
    }
    strides
        .sort_by_key(|stride| std::cmp::Reverse(stride.terms().map(|(monomial, _)| monomial.degree()).max()));
    let mut dims = vec![Polynomial::constant(1 << 62)];
    for pair in strides.windows(2) {
        dims.push(pair[0].divided_by(&pair[1])?);
    }
    Some(dims)
}

/// Rows as long as the longest way along one: with `j < w + 2`, `(h + 1)*(w + 2) + j` is in row `h + 1`.
fn lengths_of_rows(flat: &[(Polynomial, &Set)], symbols: &Symbols) -> Option<Vec<Polynomial>> {
    let varying = |var: &Var| !is_shared(symbols, *var);
    let mut length: Option<Polynomial> = None;
    for (offset, domain) in flat {
        let along = offset.vars().into_iter().filter(varying).find(|var| {
            offset.coefficient(&Monomial::var(*var)) == 1
                && !offset.terms().any(|(monomial, _)| monomial.degree() > 1 && monomial.exponent(*var) > 0)
        });
        let Some(along) = along else { continue };
        let over: Vec<Var> = domain.vars().into_iter().filter(varying).collect();
        let bounds = domain.bounds(&LinearExpr::var(along), &over);
        let ends = bounds.upper.iter().filter(|end| end.divisor == 1);
        for end in ends.filter_map(|end| written_out(&end.numerator, symbols)) {
            let end = end.plus(&Polynomial::constant(1)).ok()?;
            let is_longer = |known: &Polynomial| {
                end.minus(known).is_ok_and(|more| more.as_constant().is_some_and(|more| more > 0))
            };
            if end.as_constant().is_none() && length.as_ref().is_none_or(is_longer) {
                length = Some(end);
            }
        }
    }
    Some(vec![Polynomial::constant(1 << 62), length?])
}

fn greatest_common_divisor(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i128::try_from(a).unwrap_or(1)
}
