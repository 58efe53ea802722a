//! The nearest spelling: what somebody who wrote `loop_partiton` meant.

/// The word of `known` that `written` most likely stands for: at most a third of its letters,
/// and three, are wrong.
pub(super) fn nearest<'a>(written: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    diagnostics::nearest(written, (written.len() / 3).clamp(1, 3), known, |word| word.as_bytes())
}
