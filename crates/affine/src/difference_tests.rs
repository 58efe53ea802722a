//! Differences against brute force.

use proptest::prelude::*;

use crate::oracle::{any_boxed_set, any_set, points};
use crate::{Set, Var};

const VARS: [Var; 2] = [Var(0), Var(1)];

proptest! {
    #[test]
    fn a_difference_has_each_point_once((a, b) in (any_boxed_set(VARS.to_vec(), 3, 3, 5), any_set(VARS.to_vec(), 3, 3))) {
        if let Some(pieces) = a.minus(&b) {
            for point in points(&VARS, -5, 5) {
                let inside = |set: &Set| set.holds_at(&point) == Ok(true);
                let wanted = usize::from(inside(&a) && !inside(&b));
                prop_assert_eq!(pieces.iter().filter(|piece| inside(piece)).count(), wanted);
            }
        }
    }
}
