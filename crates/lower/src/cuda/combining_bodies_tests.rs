//! `quotient` divides exactly, however badly the inverse is rounded within its bounds.

use proptest::prelude::*;

use super::combining_bodies::EXACT_BELOW;

/// What the device computes, with an inverse that is off by some units in its last place.
fn quotient(n: i32, by: i32, off: i32) -> i32 {
    let inverse = 1.0f32 / by as f32;
    let inverse = f32::from_bits(inverse.to_bits().wrapping_add_signed(off));
    ((n as f32 + 0.5) * inverse) as i32
}

#[test]
fn beside_every_multiple_of_small_divisors() {
    for by in 1..400 {
        for multiple in (0..EXACT_BELOW as i32).step_by(by as usize) {
            for n in [multiple - 1, multiple].into_iter().filter(|n| *n >= 0) {
                for off in [-2, 2] {
                    assert_eq!(quotient(n, by, off), n / by, "{n} / {by}");
                }
            }
        }
    }
}

proptest! {
    #[test]
    fn of_any_small_number_by_anything(n in 0..EXACT_BELOW as i32, by in any::<i32>(), off in -2i32..=2) {
        prop_assume!(by != 0);
        prop_assert_eq!(quotient(n, by, off), n / by);
    }

    #[test]
    fn of_small_numbers_by_small_numbers(n in 0..EXACT_BELOW as i32, by in -5000i32..5000, off in -2i32..=2) {
        prop_assume!(by != 0);
        prop_assert_eq!(quotient(n, by, off), n / by);
    }

    #[test]
    fn of_multiples(by in 1i32..1 << 20, place in 0.0f64..1.0, off in -2i32..=2) {
        let multiple = by * (f64::from(EXACT_BELOW as i32 / by) * place) as i32;
        for n in [multiple - 1, multiple].into_iter().filter(|n| *n >= 0) {
            prop_assert_eq!(quotient(n, by, off), n / by);
        }
    }
}
