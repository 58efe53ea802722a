//! The nearest spelling: what somebody who wrote `loop_partiton` meant.

/// The word of `known` that `written` most likely stands for: fewest changed,
/// added, dropped or swapped letters, at most a third of the word.
pub(super) fn nearest<'a>(written: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (written.len() / 3).clamp(1, 3);
    known
        .filter(|word| word.len().abs_diff(written.len()) <= limit && *word != written)
        .map(|word| (edit_distance(written.as_bytes(), word.as_bytes()), word))
        .filter(|(distance, word)| *distance <= limit && *distance < word.len())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, word)| word)
}

/// Damerau's distance with swaps of neighbours (the restricted form); a change
/// of case alone counts as one change in all.
fn edit_distance(a: &[u8], b: &[u8]) -> usize {
    if a.eq_ignore_ascii_case(b) {
        return usize::from(a != b);
    }
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for (i, &x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, &y) in b.iter().enumerate() {
            let replaced = above[j] + usize::from(x != y);
            let mut best = replaced.min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && x == b[j - 1] && a[i - 1] == y {
                best = best.min(before[j - 1] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}
