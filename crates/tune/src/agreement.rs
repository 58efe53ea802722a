//! Is what a variant prints what the sequential program prints?
//!
//! Outputs are compared word by word: numbers within a tolerance, since sums in another order round
//! differently, and everything else exactly. Words that are numbers and differ between two runs of
//! the *same* program, as times do, are no result and are not compared.
//!
//! ```text
//! sum 1048576.02 in 3.1 ms        sum 1048576 in 1.7 ms        the same, if `3.1` varies from run to run
//! ```

/// How far numbers may be apart, relative to the larger.
pub const TOLERANCE: f64 = 1e-4;
/// Numbers are this close to zero, or count as zero.
const NOTHING: f64 = 1e-6;

/// The words of an output, and which of them vary.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Expected {
    words: Vec<String>,
    varying: Vec<bool>,
}

impl Expected {
    /// What a program printed.
    pub fn new(output: &[u8]) -> Expected {
        let words = words(output);
        Expected { varying: vec![false; words.len()], words }
    }

    /// Two runs of one program printed this: numbers that differ are left out of comparisons. How many.
    pub fn vary(&mut self, first: &[u8], second: &[u8]) -> usize {
        let (first, second) = (words(first), words(second));
        for (at, (one, other)) in first.iter().zip(&second).enumerate() {
            if one != other
                && number(one).is_some()
                && number(other).is_some()
                && let Some(varying) = self.varying.get_mut(at)
            {
                *varying = true;
            }
        }
        self.varying.iter().filter(|varying| **varying).count()
    }

    /// The first difference, in words.
    pub fn difference(&self, output: &[u8], tolerance: f64) -> Option<String> {
        let found = words(output);
        for (at, expected) in self.words.iter().enumerate() {
            let Some(word) = found.get(at) else {
                return Some(format!("the output ends before `{}`", short(expected)));
            };
            if !self.varying[at] && !agree(expected, word, tolerance) {
                return Some(format!("it prints `{}` where `{}` is right", short(word), short(expected)));
            }
        }
        let more = found.get(self.words.len());
        more.map(|word| format!("it prints `{}` where nothing more is right", short(word)))
    }
}

/// Words end at blanks and at signs around numbers, so that `x=1.5,` has a number.
fn words(output: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(output);
    let ends = |c: char| c.is_whitespace() || "=,;:()[]{}<>|\"'".contains(c);
    text.split(ends).filter(|word| !word.is_empty()).map(str::to_string).collect()
}

fn number(word: &str) -> Option<f64> {
    word.parse::<f64>().ok()
}

fn agree(expected: &str, found: &str, tolerance: f64) -> bool {
    if expected == found {
        return true;
    }
    // Whole numbers are counts and indices, and exact.
    let is_whole = |word: &str| word.parse::<i128>().is_ok();
    match (number(expected), number(found)) {
        (Some(a), Some(b)) if !(is_whole(expected) && is_whole(found)) => {
            a.is_nan() && b.is_nan() || (a - b).abs() <= tolerance * a.abs().max(b.abs()) + NOTHING
        }
        _ => false,
    }
}

fn short(word: &str) -> String {
    match word.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &word[..end]),
        None => word.to_string(),
    }
}

#[cfg(test)]
mod agreement_tests {
    use super::*;

    fn difference(expected: &str, found: &str) -> Option<String> {
        Expected::new(expected.as_bytes()).difference(found.as_bytes(), TOLERANCE)
    }

    #[test]
    fn floats_may_round_differently_and_counts_may_not() {
        assert_eq!(difference("sum=1.000001, n=5", "sum=1.0, n=5"), None);
        assert_eq!(difference("nan inf", "nan inf"), None);
        assert!(difference("sum=1.01", "sum=1.0").is_some());
        assert!(difference("100001 found", "100002 found").is_some());
        assert!(difference("1.0", "nan").is_some());
        assert!(difference("PASSED", "FAILED").is_some());
    }

    #[test]
    fn all_of_the_output_is_compared() {
        assert_eq!(difference("a b", "a").as_deref(), Some("the output ends before `b`"));
        assert_eq!(difference("a", "a b").as_deref(), Some("it prints `b` where nothing more is right"));
    }

    #[test]
    fn times_vary_and_results_do_not() {
        let mut expected = Expected::new(b"x 2.5 in 10.0 ms");
        assert_eq!(expected.vary(b"x 2.5 in 3.0 ms", b"x 2.5 in 4.0 ms"), 1);
        assert_eq!(expected.difference(b"x 2.5 in 1.0 ms", TOLERANCE), None);
        assert!(expected.difference(b"x 3.5 in 1.0 ms", TOLERANCE).is_some());
    }
}
