//! "Did you mean": the candidate nearest to a misspelt name.
//!
//! `cuont` is nearest to `count`: one swap of neighbours. Who asks says how many letters may
//! differ; a name of which nothing is left is never meant.

/// The candidate nearest to `wanted` with at most `limit` letters inserted, deleted, replaced or
/// swapped with their neighbour; the first of several equally near. A difference of case alone
/// counts as one letter.
pub fn nearest<T, B: AsRef<[u8]>>(
    wanted: &str,
    limit: usize,
    candidates: impl Iterator<Item = T>,
    spelling: impl Fn(&T) -> B,
) -> Option<T> {
    let distance = |candidate: &T| {
        let text = spelling(candidate);
        let text = String::from_utf8_lossy(text.as_ref());
        if text.len().abs_diff(wanted.len()) > limit || text == wanted {
            return None;
        }
        let distance = match text.eq_ignore_ascii_case(wanted) {
            true => 1,
            false => strsim::osa_distance(wanted, &text),
        };
        (distance <= limit && distance < text.len()).then_some(distance)
    };
    let near = candidates.filter_map(|candidate| Some((distance(&candidate)?, candidate)));
    near.min_by_key(|(distance, _)| *distance).map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod nearest_tests {
    use super::*;

    #[test]
    fn small_slips_are_found() {
        let names = ["count", "total", "printf", "x", "width"];
        let find = |wanted: &str| nearest(wanted, wanted.len() / 3, names.iter(), |n| n.as_bytes()).copied();
        assert_eq!(find("cuont"), Some("count"));
        assert_eq!(find("pritnf"), Some("printf"));
        assert_eq!(find("widht"), Some("width"));
        assert_eq!(find("TOTAL"), Some("total"));
        assert_eq!(find("zebra"), None);
        assert_eq!(find("count"), None);
        assert_eq!(nearest("y", 1, names.iter(), |n| n.as_bytes()), None);
    }
}
