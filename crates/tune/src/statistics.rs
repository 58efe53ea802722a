//! Medians, means of ratios, and how well two orders agree.

/// The middle value; the mean of both where there are two.
pub fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => None,
        n if n % 2 == 1 => Some(sorted[middle]),
        _ => Some((sorted[middle - 1] + sorted[middle]) / 2.0),
    }
}

/// The geometric mean.
pub fn geometric_mean(values: &[f64]) -> Option<f64> {
    let positive = !values.is_empty() && values.iter().all(|value| *value > 0.0);
    positive.then(|| (values.iter().map(|value| value.ln()).sum::<f64>() / values.len() as f64).exp())
}

/// Spearman's rank correlation: 1 where both have the same order, -1 where one is the other reversed.
/// `None` for fewer than three pairs, or where all values of one are equal.
pub fn rank_correlation(pairs: &[(f64, f64)]) -> Option<f64> {
    if pairs.len() < 3 {
        return None;
    }
    let first = ranks(&pairs.iter().map(|pair| pair.0).collect::<Vec<_>>());
    let second = ranks(&pairs.iter().map(|pair| pair.1).collect::<Vec<_>>());
    let mean = (pairs.len() as f64 + 1.0) / 2.0;
    let product =
        |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| (a - mean) * (b - mean)).sum() };
    let spread = (product(&first, &first) * product(&second, &second)).sqrt();
    (spread > 0.0).then(|| product(&first, &second) / spread)
}

/// The rank of each value from 1; equal values share the mean of their ranks.
fn ranks(values: &[f64]) -> Vec<f64> {
    let rank = |value: &f64| {
        let smaller = values.iter().filter(|other| *other < value).count() as f64;
        let equal = values.iter().filter(|other| *other == value).count() as f64;
        smaller + (equal + 1.0) / 2.0
    };
    values.iter().map(rank).collect()
}

#[cfg(test)]
mod statistics_tests {
    use super::*;

    #[test]
    fn the_middle_and_the_mean_of_ratios() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.5));
        assert_eq!((median(&[]), geometric_mean(&[])), (None, None));
        assert!((geometric_mean(&[0.5, 2.0]).unwrap_or(0.0) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn orders_agree_or_not() {
        let up = [(1.0, 10.0), (2.0, 40.0), (3.0, 50.0)];
        let down = [(1.0, 50.0), (2.0, 40.0), (3.0, 10.0)];
        assert_eq!((rank_correlation(&up), rank_correlation(&down)), (Some(1.0), Some(-1.0)));
        // d = (0, 1, 1, 0): 1 - 6 * 2 / (4 * 15) = 0.8
        let nearly = [(1.0, 1.0), (2.0, 3.0), (3.0, 2.0), (4.0, 4.0)];
        assert!((rank_correlation(&nearly).unwrap_or(0.0) - 0.8).abs() < 1e-12);
        assert_eq!(rank_correlation(&[(1.0, 1.0), (1.0, 2.0), (1.0, 3.0)]), None);
        assert_eq!(rank_correlation(&up[..2]), None);
    }
}
