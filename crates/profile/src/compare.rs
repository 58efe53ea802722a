//! Two runs side by side: what became of each kernel.
//!
//! Kernels of the same name are the same; when both runs have exactly one
//! kernel, those are, whatever they are called.

use std::fmt::Write;

use crate::model::{Kernel, Profile};
use crate::table::{bytes, count};

/// A kernel before and after; one of the two is there.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'a> {
    /// In the first run.
    pub before: Option<&'a Kernel>,
    /// In the second.
    pub after: Option<&'a Kernel>,
}

/// One number, before and after; less is better.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// What is counted.
    pub what: &'static str,
    /// In the first run.
    pub before: f64,
    /// In the second.
    pub after: f64,
    /// Is it in bytes?
    pub is_bytes: bool,
}

/// The kernels of both runs, in the order of the second.
pub fn pairs<'a>(before: &'a Profile, after: &'a Profile) -> Vec<Pair<'a>> {
    if let ([one], [other]) = (before.kernels.as_slice(), after.kernels.as_slice()) {
        return vec![Pair { before: Some(one), after: Some(other) }];
    }
    let named = |profile: &'a Profile, name: &str| profile.kernels.iter().find(|k| k.name == name);
    let mut pairs: Vec<Pair<'a>> = after
        .kernels
        .iter()
        .map(|kernel| Pair { before: named(before, &kernel.name), after: Some(kernel) })
        .collect();
    let gone = before.kernels.iter().filter(|kernel| named(after, &kernel.name).is_none());
    pairs.extend(gone.map(|kernel| Pair { before: Some(kernel), after: None }));
    pairs
}

/// The numbers of a kernel that matter.
pub fn changes(pair: &Pair<'_>) -> Vec<Change> {
    let change = |what, is_bytes, of: fn(&Kernel) -> f64| Change {
        what,
        before: pair.before.map_or(0.0, of),
        after: pair.after.map_or(0.0, of),
        is_bytes,
    };
    vec![
        change("transactions", false, |k| sum(k, |a| a.transactions)),
        change("bytes moved", true, |k| k.bytes_moved as f64),
        change("shared passes", false, |k| sum(k, |a| a.passes)),
        change("lane instructions", false, |k| k.instructions.lane as f64),
        change("divergent branches", false, |k| k.instructions.divergent_branches as f64),
    ]
}

fn sum(kernel: &Kernel, of: fn(&crate::model::Access) -> u64) -> f64 {
    kernel.accesses.iter().map(of).sum::<u64>() as f64
}

impl Change {
    /// A number of this change, in words.
    pub fn words(&self, value: f64) -> String {
        if self.is_bytes { bytes(value as u64) } else { count(value as u64) }
    }

    /// "8.0x less", "2.0x more", "same".
    pub fn verdict(&self) -> String {
        if self.before == self.after {
            return "same".to_owned();
        }
        if self.before == 0.0 {
            return "new".to_owned();
        }
        if self.after == 0.0 {
            return "gone".to_owned();
        }
        let (factor, word) = if self.after < self.before {
            (self.before / self.after, "less")
        } else {
            (self.after / self.before, "more")
        };
        format!("{factor:.1}x {word}")
    }
}

impl Pair<'_> {
    /// The names, before and after.
    pub fn name(&self) -> String {
        match (self.before, self.after) {
            (Some(one), Some(other)) if one.name != other.name => format!("{} → {}", one.name, other.name),
            (Some(kernel), None) => format!("{} (before only)", kernel.name),
            (None, Some(kernel)) => format!("{} (after only)", kernel.name),
            (_, Some(kernel)) => kernel.name.clone(),
            (None, None) => String::new(),
        }
    }
}

/// Both runs, for the terminal.
pub fn table(before: &Profile, after: &Profile) -> String {
    let mut out = String::new();
    for pair in pairs(before, after) {
        let _ = writeln!(out, "{}", pair.name());
        for change in changes(&pair).iter().filter(|change| change.before != 0.0 || change.after != 0.0) {
            let _ = writeln!(
                out,
                "  {:<18} {:>10} → {:>10}  {}",
                change.what,
                change.words(change.before),
                change.words(change.after),
                change.verdict()
            );
        }
    }
    out
}
