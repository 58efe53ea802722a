//! Dependences by textbook case and against enumeration of all pairs.

use std::collections::BTreeSet;

use proptest::prelude::*;

use crate::dependence::vectors::Direction::{self, After, Any, Before, Same};
use crate::dependence::{Access, AccessPair, CommonLoop, Dependence, Independence};
use crate::oracle::{any_boxed_set, any_expr, linear, members, number};
use crate::{LinearExpr, Set, Var};

const I: Var = Var(0);
const J: Var = Var(1);
const N: Var = Var(2);
const I2: Var = Var(10);
const J2: Var = Var(11);

fn primed(var: Var) -> Var {
    match var {
        I => I2,
        J => J2,
        other => other,
    }
}

/// Two accesses in the same loops; the sink gets primed copies of them.
fn pair(domain: &Set, source: &[LinearExpr], sink: &[LinearExpr], loops: &[Var]) -> AccessPair {
    let rename = |expr: &LinearExpr| expr.renamed(primed).expect("small");
    AccessPair {
        source: Access { subscripts: source.to_vec(), domain: domain.clone() },
        sink: Access { subscripts: sink.iter().map(rename).collect(), domain: domain.renamed(primed) },
        common: loops.iter().map(|&var| CommonLoop { source: var, sink: primed(var) }).collect(),
    }
}

fn square() -> Set {
    let last = linear(&[(1, N)], -1);
    Set::universe().with_range(&I.into(), &number(0), &last).with_range(&J.into(), &number(0), &last)
}

fn directions(pair: &AccessPair) -> Vec<Vec<Direction>> {
    pair.vectors().into_iter().map(|vector| vector.directions).collect()
}

#[test]
fn even_and_odd_elements_never_meet() {
    let pair = pair(&square(), &[linear(&[(2, I)], 0)], &[linear(&[(2, I)], 1)], &[I]);
    assert_eq!(pair.test(), Dependence::Independent(Independence::Gcd));
    assert!(pair.vectors().is_empty());
}

#[test]
fn disjoint_halves_are_seen_by_their_ranges() {
    let domain = Set::universe().with_range(&I.into(), &number(0), &number(9));
    let pair = pair(&domain, &[I.into()], &[linear(&[(1, I)], 10)], &[I]);
    assert_eq!(pair.test(), Dependence::Independent(Independence::Banerjee));
}

#[test]
fn a_recurrence_has_distance_one() {
    // A[i+1] = A[i]
    let pair = pair(&square(), &[linear(&[(1, I)], 1)], &[I.into()], &[I]);
    let vectors = pair.vectors();
    assert_eq!(vectors.len(), 1);
    assert_eq!(vectors[0].directions, [Before]);
    assert_eq!(vectors[0].distances, [Some(1)]);
    assert_eq!(vectors[0].carried_level(), Some(0));
    let witness = vectors[0].witness.as_ref().expect("decidable");
    assert_eq!(witness.get(I2) - witness.get(I), 1);
    assert!(pair.carried_by(0).witness().is_some());
}

#[test]
fn a_wavefront_goes_down_and_right() {
    // A[i+1][j] = A[i][j-1]
    let source = [linear(&[(1, I)], 1), J.into()];
    let sink = [I.into(), linear(&[(1, J)], -1)];
    let vectors = pair(&square(), &source, &sink, &[I, J]).vectors();
    assert_eq!(vectors.len(), 1);
    assert_eq!(vectors[0].directions, [Before, Before]);
    assert_eq!(vectors[0].distances, [Some(1), Some(1)]);
}

#[test]
fn coupled_subscripts_are_decided_together() {
    // A[i+1][i] and A[i][i+1]: each dimension alone has a solution.
    let source = [linear(&[(1, I)], 1), I.into()];
    let sink = [I.into(), linear(&[(1, I)], 1)];
    let pair = pair(&square(), &source, &sink, &[I]);
    assert_eq!(pair.test(), Dependence::Independent(Independence::Exact));
}

#[test]
fn a_transposed_triangle_never_meets_itself() {
    // for j < i: A[i][j] = A[j][i]
    let domain = square().with_less(&J.into(), &I.into());
    let pair = pair(&domain, &[I.into(), J.into()], &[J.into(), I.into()], &[I, J]);
    assert_eq!(pair.test(), Dependence::Independent(Independence::Exact));
}

#[test]
fn a_reversed_copy_meets_in_all_directions() {
    // A[i] = A[n-1-i]: before, same (in the middle) and after.
    let pair = pair(&square(), &[I.into()], &[linear(&[(1, N), (-1, I)], -1)], &[I]);
    assert_eq!(directions(&pair), [[Before], [Same], [After]]);
    assert_eq!(pair.vectors()[0].distances, [None]);
}

#[test]
fn a_symbolic_shift_is_independent_when_it_is_large() {
    // A[i] = A[i+n], 0 <= i < n.
    let pair = pair(&square(), &[I.into()], &[linear(&[(1, I), (1, N)], 0)], &[I]);
    assert_eq!(pair.test(), Dependence::Independent(Independence::Exact));
}

#[test]
fn threads_on_rows_meet_only_through_shared_rows() {
    let own_row = pair(&square(), &[I.into(), J.into()], &[I.into(), number(0)], &[I, J]);
    assert!(own_row.meets_across(&[0]).is_independent());
    assert!(own_row.meets_across(&[1]).witness().is_some());
    assert!(own_row.meets_across(&[0, 1]).witness().is_some());
}

#[test]
fn an_inner_sum_is_carried_by_the_inner_loop_only() {
    // C[i] += ..: every j meets every other.
    let sum = pair(&square(), &[I.into()], &[I.into()], &[I, J]);
    assert!(sum.carried_by(0).is_independent());
    assert!(sum.carried_by(1).witness().is_some());
    assert_eq!(directions(&sum), [[Same, Before], [Same, Same], [Same, After]]);
    assert_eq!(sum.test_in(&[Any, Same]).witness().map(|p| p.get(I) == p.get(I2)), Some(true));
}

#[test]
fn flat_offsets_keep_their_rows_apart() {
    // p[1024*i + j] = .. with 0 <= j < 1024: only the same (i, j) meets itself.
    let domain = Set::universe().with_range(&I.into(), &number(0), &number(511)).with_range(
        &J.into(),
        &number(0),
        &number(1023),
    );
    let offset = [linear(&[(1024, I), (1, J)], 0)];
    let flat = pair(&domain, &offset, &offset, &[I, J]);
    assert_eq!(directions(&flat), [[Same, Same]]);
    // One column more and the end of a row runs into the next.
    let wide = domain.project_out(&[J]).with_range(&J.into(), &number(0), &number(1024));
    let running_over = pair(&wide, &offset, &offset, &[I, J]).vectors();
    assert_eq!(running_over.len(), 3);
    assert_eq!(running_over[0].distances, [Some(1), Some(-1024)]);
}

#[test]
fn blocks_of_threads_write_disjoint_elements() {
    // i = 256*block + thread, 0 <= thread < 256: A[i] belongs to one thread.
    let domain = Set::universe()
        .with_at_least(&I.into(), &number(0))
        .with_range(&J.into(), &number(0), &number(255))
        .with_less(&linear(&[(256, I), (1, J)], 0), &N.into());
    let element = [linear(&[(256, I), (1, J)], 0)];
    assert!(pair(&domain, &element, &element, &[I, J]).meets_across(&[0, 1]).is_independent());
    // A halo read of the left neighbour crosses threads and blocks.
    let left = [linear(&[(256, I), (1, J)], -1)];
    let halo = pair(&domain, &element, &left, &[I, J]);
    assert_eq!(directions(&halo), [[Before, After], [Same, Before]]);
    assert_eq!(halo.vectors()[0].distances, [Some(1), Some(-255)]);
}

#[test]
fn different_ranks_are_not_compared() {
    let odd = pair(&square(), &[I.into()], &[I.into(), J.into()], &[I]);
    assert!(matches!(odd.test(), Dependence::Unknown(_)));
}

fn direction_of(source: i128, sink: i128) -> Direction {
    match source.cmp(&sink) {
        std::cmp::Ordering::Less => Before,
        std::cmp::Ordering::Equal => Same,
        std::cmp::Ordering::Greater => After,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn dependences_match_enumeration(
        domain in any_boxed_set(vec![I, J], 2, 2, 3),
        source in proptest::collection::vec(any_expr(vec![I, J], 3, 4), 1..3),
        sink in proptest::collection::vec(any_expr(vec![I, J], 3, 4), 2),
    ) {
        let sink = &sink[..source.len()];
        let pair = pair(&domain, &source, sink, &[I, J]);
        let iterations = members(&domain, &[I, J], -3, 3);
        let mut expected: BTreeSet<Vec<Direction>> = BTreeSet::new();
        let mut distances: Vec<(Vec<Direction>, Vec<i128>)> = Vec::new();
        for a in &iterations {
            for b in &iterations {
                let meets = source.iter().zip(sink).all(|(f, g)| f.evaluate(a) == g.evaluate(b));
                if meets {
                    let vector: Vec<Direction> = [I, J].map(|v| direction_of(a.get(v), b.get(v))).to_vec();
                    distances.push((vector.clone(), [I, J].map(|v| b.get(v) - a.get(v)).to_vec()));
                    expected.insert(vector);
                }
            }
        }
        prop_assert_eq!(pair.test().is_independent(), expected.is_empty());
        let vectors = pair.vectors();
        let found: BTreeSet<Vec<Direction>> = vectors.iter().map(|v| v.directions.clone()).collect();
        prop_assert_eq!(&found, &expected);
        for vector in &vectors {
            let witness = vector.witness.as_ref().expect("small problems are decided");
            prop_assert_eq!(pair.source.domain.holds_at(witness), Ok(true));
            prop_assert_eq!(pair.sink.domain.holds_at(witness), Ok(true));
            for level in 0..2 {
                let seen: BTreeSet<i128> =
                    distances.iter().filter(|(d, _)| *d == vector.directions).map(|(_, x)| x[level]).collect();
                let constant = if seen.len() == 1 { seen.first().copied() } else { None };
                prop_assert_eq!(vector.distances[level], constant);
            }
        }
        for level in 0..2 {
            let crossing = expected.iter().any(|vector| vector[level] != Same);
            prop_assert_eq!(pair.meets_across(&[level]).is_independent(), !crossing);
            let carried =
                expected.iter().any(|v| v[..level].iter().all(|&d| d == Same) && v[level] == Before);
            prop_assert_eq!(pair.carried_by(level).is_independent(), !carried);
        }
    }
}
