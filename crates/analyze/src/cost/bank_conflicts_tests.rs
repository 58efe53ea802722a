//! Passes of shared accesses, against the known formula for strides.

use proptest::prelude::*;

use super::{LaneAccess, choose_padding, passes};

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn access(rows: &[&[i128]]) -> LaneAccess {
    LaneAccess { coefficients: rows.iter().map(|row| row.to_vec()).collect() }
}

#[test]
fn rows_columns_and_broadcasts() {
    let row = access(&[&[0], &[1]]);
    let column = access(&[&[1], &[0]]);
    let same = access(&[&[0], &[0]]);
    assert_eq!(passes(&row, &[32], &[32, 32], 4), 1);
    assert_eq!(passes(&column, &[32], &[32, 32], 4), 32);
    assert_eq!(passes(&column, &[32], &[32, 33], 4), 1);
    assert_eq!(passes(&same, &[32], &[32, 32], 4), 1);
    assert_eq!(passes(&row, &[32], &[32, 32], 8), 2);
    assert_eq!(passes(&row, &[32], &[32, 32], 1), 1);
}

#[test]
fn the_smallest_padding_that_helps() {
    let column = access(&[&[1], &[0]]);
    let row = access(&[&[0], &[1]]);
    assert_eq!(choose_padding(&[column.clone(), row.clone()], &[32], &[32, 32], 4), 1);
    assert_eq!(choose_padding(&[row], &[32], &[32, 32], 4), 0);
    assert_eq!(choose_padding(&[column], &[32], &[32, 33], 4), 0);
    assert_eq!(choose_padding(&[], &[32], &[32, 32], 4), 0);
    // 16 by 16 threads reading rows of a 16-wide tile by thread row.
    let two = access(&[&[1, 0], &[0, 1]]);
    assert_eq!(choose_padding(&[two], &[16, 16], &[16, 16], 4), 0);
}

proptest! {
    #[test]
    fn a_stride_of_words_conflicts_by_its_common_factor(stride in 1u64..200) {
        let strided = access(&[&[i128::from(stride)]]);
        prop_assert_eq!(passes(&strided, &[32], &[10_000], 4), gcd(stride, 32));
    }

    #[test]
    fn padding_never_makes_it_worse(rows in 1i128..5, columns in -4i128..5, width in 1u64..70, size in 0usize..3) {
        let element = [2, 4, 8][size];
        let one = access(&[&[rows], &[columns]]);
        let pad = choose_padding(std::slice::from_ref(&one), &[32], &[64, width], element);
        let chosen = passes(&one, &[32], &[64, width + pad], element);
        for other in 0..=32 {
            let passes = passes(&one, &[32], &[64, width + other], element);
            prop_assert!(chosen < passes || chosen == passes && pad <= other);
        }
    }
}
