//! What a program should print, and how it should end.
//!
//! Outputs are compared line by line as `run --verify` does ([`outputs`]), with floating-point numbers within
//! what another order of operations causes. Lines in which two runs of the *same* program differ, as times
//! do, are no result and are not compared.

use std::collections::BTreeSet;

use super::run::Ran;
use crate::verify::Exactness;
use crate::verify::outputs::first_difference;

/// What is right in one case.
pub(super) struct Expected {
    output: Vec<u8>,
    status: Option<i32>,
    /// Lines that differ from run to run.
    varying: BTreeSet<usize>,
}

impl Expected {
    /// As this run.
    pub fn new(right: &Ran) -> Expected {
        Expected { output: right.output.clone(), status: right.status.code(), varying: BTreeSet::new() }
    }

    /// Two runs of one program: lines that differ are left out of comparisons. How many.
    pub fn vary(&mut self, first: &Ran, second: &Ran) -> usize {
        let pairs = lines(&first.output).zip(lines(&second.output)).enumerate();
        self.varying.extend(pairs.filter(|(_, (one, other))| one != other).map(|(at, _)| at));
        self.varying.len()
    }

    /// What is wrong with a run: the kind, and the reason.
    pub fn objection(&self, ran: &Ran) -> Option<(&'static str, String)> {
        if ran.status.code() != self.status {
            let said = if ran.said.is_empty() { String::new() } else { format!(": {}", ran.said) };
            return Some(("crashed", format!("{}{said}", ran.ending())));
        }
        let (found, right) = (self.steady(&ran.output), self.steady(&self.output));
        let difference = first_difference(&found, &right, None, Exactness::Float)?;
        let shown = |line: &Option<String>| line.as_deref().map_or(String::from("missing"), short);
        let (found, right) = (shown(&difference.found), shown(&difference.expected));
        Some(("wrong", format!("a line of the output is {found} where {right} is right")))
    }

    fn steady(&self, output: &[u8]) -> Vec<u8> {
        let kept = lines(output).enumerate().filter(|(at, _)| !self.varying.contains(at));
        kept.flat_map(|(_, line)| line.iter().copied()).collect()
    }
}

fn lines(output: &[u8]) -> impl Iterator<Item = &[u8]> {
    output.split_inclusive(|byte| *byte == b'\n')
}

fn short(line: &str) -> String {
    match line.char_indices().nth(60) {
        Some((end, _)) => format!("`{}…`", &line[..end]),
        None => format!("`{line}`"),
    }
}

#[cfg(test)]
mod expected_tests {
    use std::collections::BTreeMap;
    use std::os::unix::process::ExitStatusExt;
    use std::process::ExitStatus;

    use super::*;

    fn ran(output: &str, status: i32) -> Ran {
        let status = ExitStatus::from_raw(status);
        Ran { output: output.into(), status, said: String::new(), wall: 1.0, launches: BTreeMap::new() }
    }

    #[test]
    fn floats_may_round_differently_and_counts_may_not() {
        let wrong = |right: &str, found: &str| Expected::new(&ran(right, 0)).objection(&ran(found, 0));
        assert_eq!(wrong("sum=1.000001, n=5\n", "sum=1.000000, n=5\n"), None);
        assert!(wrong("sum=1.01\n", "sum=1.05\n").is_some());
        assert!(wrong("100001 found\n", "100002 found\n").is_some());
        assert!(wrong("a\nb\n", "a\n").is_some_and(|(_, reason)| reason.contains("missing")));
        let crashed = Expected::new(&ran("", 0)).objection(&ran("", 11));
        assert_eq!(crashed, Some(("crashed", String::from("ended by signal 11"))));
    }

    #[test]
    fn times_vary_and_results_do_not() {
        let mut expected = Expected::new(&ran("x 2\nin 10.0 ms\n", 0));
        assert_eq!(expected.vary(&ran("x 2\nin 3.0 ms\n", 0), &ran("x 2\nin 4.0 ms\n", 0)), 1);
        assert_eq!(expected.objection(&ran("x 2\nin 1.0 ms\n", 0)), None);
        assert!(expected.objection(&ran("x 3\nin 1.0 ms\n", 0)).is_some());
    }
}
