//! "Did you mean": the candidate nearest to a misspelt name.
//!
//! `cuont` is nearest to `count`: one swap of neighbours. A candidate is
//! offered when at most a third of the letters differ.

/// The candidate nearest to `wanted`, if one is near enough; the first of
/// several equally near.
pub(crate) fn nearest<T, B: AsRef<[u8]>>(
    wanted: &str,
    candidates: impl Iterator<Item = T>,
    spelling: impl Fn(&T) -> B,
) -> Option<T> {
    let wanted = wanted.as_bytes();
    let mut limit = wanted.len() / 3;
    let mut best = None;
    for candidate in candidates {
        let distance = {
            let text = spelling(&candidate);
            let text = text.as_ref();
            if text.len().abs_diff(wanted.len()) > limit || text == wanted {
                continue;
            }
            distance(wanted, text)
        };
        if distance <= limit && distance > 0 {
            best = Some(candidate);
            limit = distance - 1;
        }
    }
    best
}

/// Insertions, deletions, replacements and swaps of neighbours that lead from
/// one spelling to the other.
fn distance(a: &[u8], b: &[u8]) -> usize {
    let mut before_last = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let same = usize::from(a[i - 1] != b[j - 1]);
            row[j] = (last[j] + 1).min(row[j - 1] + 1).min(last[j - 1] + same);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before_last[j - 2] + 1);
            }
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod nearest_tests {
    use super::*;

    #[test]
    fn small_slips_are_found() {
        let names = ["count", "total", "printf", "x", "width"];
        let find = |wanted: &str| nearest(wanted, names.iter(), |n| n.as_bytes().to_vec()).copied();
        assert_eq!(find("cuont"), Some("count"));
        assert_eq!(find("pritnf"), Some("printf"));
        assert_eq!(find("widht"), Some("width"));
        assert_eq!(find("zebra"), None);
        assert_eq!(find("count"), None);
    }

    #[test]
    fn distances() {
        assert_eq!(distance(b"kitten", b"sitting"), 3);
        assert_eq!(distance(b"ab", b"ba"), 1);
        assert_eq!(distance(b"", b"abc"), 3);
    }
}
