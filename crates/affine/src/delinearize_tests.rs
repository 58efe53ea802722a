//! Flat offsets back to indices: by example, and by flattening random ones.

use proptest::prelude::*;

use crate::oracle::{any_expr, boxed, linear, number};
use crate::{LinearExpr, Polynomial, Products, Proof, Set, Var, delinearize};

const I: Var = Var(0);
const J: Var = Var(1);
const K: Var = Var(2);
const H: Var = Var(3);
const W: Var = Var(4);
const FREE: Var = Var(100);

fn poly(expr: LinearExpr) -> Polynomial {
    Polynomial::from(&expr)
}

/// `indices` in an array of shape `dims`, as one offset.
fn flattened(indices: &[Polynomial], dims: &[Polynomial]) -> Polynomial {
    let mut offset = Polynomial::default();
    for (index, dim) in indices.iter().zip(dims) {
        offset = offset.times(dim).and_then(|offset| offset.plus(index)).expect("small");
    }
    offset
}

fn split(offset: &Polynomial, dims: &[Polynomial], context: &Set) -> Option<Vec<Polynomial>> {
    delinearize(offset, dims, context, &mut Products::starting_at(FREE)).map(|found| found.indices)
}

/// `0 <= var < size` for each pair.
fn loops(pairs: &[(Var, LinearExpr)]) -> Set {
    pairs.iter().fold(Set::universe(), |set, (var, size)| {
        set.with_at_least(&(*var).into(), &number(0)).with_less(&(*var).into(), size)
    })
}

#[test]
fn row_times_width_plus_column() {
    let dims = [Polynomial::var(H), Polynomial::var(W)];
    let context = loops(&[(I, H.into()), (J, W.into())]);
    let offset = flattened(&[Polynomial::var(I), Polynomial::var(J)], &dims);
    let found = delinearize(&offset, &dims, &context, &mut Products::starting_at(FREE)).expect("provable");
    assert_eq!(found.indices, [Polynomial::var(I), Polynomial::var(J)]);
    assert_eq!(found.outermost_in_bounds, Proof::Proven);
}

#[test]
fn the_last_column_is_not_the_next_row() {
    let dims = [Polynomial::var(H), Polynomial::var(W)];
    let context = loops(&[(I, H.into()), (J, W.into())]);
    let mirrored = [Polynomial::var(I), poly(linear(&[(1, W), (-1, J)], -1))];
    assert_eq!(split(&flattened(&mirrored, &dims), &dims, &context), Some(mirrored.to_vec()));
}

#[test]
fn halo_offsets_in_constant_rows() {
    let dims = [poly(number(32)), poly(number(64))];
    let context = loops(&[(I, number(30)), (J, number(62))]);
    let indices = [poly(linear(&[(1, I)], 2)), poly(linear(&[(1, J)], 1))];
    assert_eq!(split(&flattened(&indices, &dims), &dims, &context), Some(indices.to_vec()));
}

#[test]
fn a_skewed_column_needs_the_nearest_quotient() {
    // A[i][j-i] in rows of 64 is 63*i + j.
    let dims = [poly(number(64)), poly(number(64))];
    let context = loops(&[(I, number(64)), (J, number(64))]).with_at_least(&J.into(), &I.into());
    let indices = [Polynomial::var(I), poly(linear(&[(1, J), (-1, I)], 0))];
    assert_eq!(split(&flattened(&indices, &dims), &dims, &context), Some(indices.to_vec()));
}

#[test]
fn three_symbolic_dimensions() {
    let dims = [Polynomial::var(K), poly(linear(&[(1, H)], 1)), poly(linear(&[(2, W)], 3))];
    let context = loops(&[(I, K.into()), (J, linear(&[(1, H)], 1))]).with_at_least(&W.into(), &number(0));
    let indices = [Polynomial::var(I), Polynomial::var(J), poly(linear(&[(1, W)], 1))];
    assert_eq!(split(&flattened(&indices, &dims), &dims, &context), Some(indices.to_vec()));
}

#[test]
fn an_unproven_column_stays_flat() {
    let dims = [Polynomial::var(H), Polynomial::var(W)];
    // j is not known to be less than w.
    let context = loops(&[(I, H.into()), (J, H.into())]);
    let offset = flattened(&[Polynomial::var(I), Polynomial::var(J)], &dims);
    assert_eq!(split(&offset, &dims, &context), None);
}

#[test]
fn an_outermost_index_out_of_bounds_is_found_and_reported() {
    let dims = [Polynomial::var(H), Polynomial::var(W)];
    let context = loops(&[(I, H.into()), (J, W.into())]);
    let offset = flattened(&[poly(linear(&[(1, I)], 1)), Polynomial::var(J)], &dims);
    let found = delinearize(&offset, &dims, &context, &mut Products::starting_at(FREE)).expect("provable");
    assert!(found.outermost_in_bounds.counterexample().is_some());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    /// Whatever is found flattens to the offset, and lies in its dimensions.
    #[test]
    fn splits_are_right(
        row in any_expr(vec![I, J], 2, 3),
        column in any_expr(vec![I, J], 2, 6),
        width in 3_i128..12,
    ) {
        let dims = [poly(number(50)), poly(number(width))];
        let context = boxed(&[I, J], 0, 3);
        let offset = flattened(&[poly(row), poly(column)], &dims);
        let Some(found) = split(&offset, &dims, &context) else { return Ok(()) };
        prop_assert_eq!(flattened(&found, &dims), offset);
        for point in crate::oracle::points(&[I, J], 0, 3) {
            prop_assert!((0..width).contains(&found[1].evaluate(&point)?));
        }
    }

    /// Indices known to be in bounds are found again.
    #[test]
    fn indices_in_bounds_are_recovered(
        row in any_expr(vec![I, J, H], 2, 3),
        shift in 0_i128..3,
        mirrored in any::<bool>(),
        symbolic in any::<bool>(),
    ) {
        let size = if symbolic { LinearExpr::var(W) } else { number(17) };
        let dims = [Polynomial::var(H), poly(size.clone())];
        let last = size.plus_constant(-1 - shift)?;
        let context = Set::universe().with_range(&J.into(), &number(0), &last);
        let column = linear(&[(1, J)], shift);
        let column = if mirrored { size.plus_constant(-1)?.minus(&column)? } else { column };
        let indices = [poly(row), poly(column)];
        let found = split(&flattened(&indices, &dims), &dims, &context);
        prop_assert_eq!(found, Some(indices.to_vec()));
    }
}
