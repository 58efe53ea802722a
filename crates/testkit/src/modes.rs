//! What a UI test can ask for, as a table.
//!
//! `check` always runs: it gives the diagnostics that `.stderr` and the marks
//! are compared with. Each further mode runs the command once more and
//! compares its standard output with the file of the mode's extension. A new
//! target is a new line here. What a program prints when it is run must also be
//! what it prints as the sequential C it is; and where memory is the point, what
//! memory did is compared too (`//@ run: cpu h200`).

use crate::directives::{Directive, words};

/// One line of the table.
#[derive(Debug, PartialEq, Eq)]
pub struct Mode {
    /// The directive that asks for it: `//@ dump: hir`.
    pub directive: &'static str,
    /// The word after the colon.
    pub value: &'static str,
    /// The command and its own flags.
    pub command: &'static [&'static str],
    /// The extension of the file with the expected standard output.
    pub expected: &'static str,
}

/// The modes beside `check`.
pub static MODES: &[Mode] = &[
    Mode { directive: "dump", value: "tokens", command: &["check", "--dump", "tokens"], expected: "tokens" },
    Mode { directive: "dump", value: "ast", command: &["check", "--dump", "ast"], expected: "ast" },
    Mode { directive: "dump", value: "hir", command: &["check", "--dump", "hir"], expected: "hir" },
    Mode {
        directive: "explain",
        value: "accesses",
        command: &["check", "--explain-accesses"],
        expected: "accesses",
    },
    Mode { directive: "fix", value: "diff", command: &["check", "--fix", "--dry-run"], expected: "fixes" },
    Mode { directive: "coalesce", value: "diff", command: &["coalesce", "--diff"], expected: "diff" },
    Mode { directive: "raise", value: "c", command: &["raise"], expected: "raised" },
    Mode { directive: "port", value: "hip", command: &["translate", "--target", "hip"], expected: "hip" },
    Mode {
        directive: "port",
        value: "opencl",
        command: &["translate", "--target", "opencl"],
        expected: "opencl",
    },
    Mode { directive: "emit", value: "c", command: &["translate", "--target", "c"], expected: "plain.c" },
    Mode { directive: "emit", value: "cuda", command: &["translate", "--target", "cuda"], expected: "cu" },
    Mode { directive: "emit", value: "hip", command: &["translate", "--target", "hip"], expected: "hip" },
    Mode {
        directive: "emit",
        value: "opencl",
        command: &["translate", "--target", "opencl"],
        expected: "opencl",
    },
    Mode { directive: "emit", value: "cpu", command: &["translate", "--target", "cpu"], expected: "cpu.c" },
    Mode { directive: "run", value: "cpu", command: &["run", "--target", "cpu"], expected: "stdout" },
    Mode { directive: "run", value: "processor", command: &["run", "--target", "cpu"], expected: "stdout" },
    Mode { directive: "run", value: "sim", command: &["run", "--target", "sim"], expected: "stdout" },
    Mode { directive: "run", value: "h200", command: &["profile", "--gpu", "h200"], expected: "sim" },
    Mode { directive: "run", value: "g80", command: &["profile", "--gpu", "g80"], expected: "g80.sim" },
    Mode { directive: "run", value: "gt200", command: &["profile", "--gpu", "gt200"], expected: "gt200.sim" },
];

/// Every directive a UI test may use.
pub static DIRECTIVES: &[&str] =
    &["check", "dump", "explain", "fix", "coalesce", "raise", "port", "emit", "run", "args", "flags", "also"];

impl Mode {
    /// Does it run the program, so that gcc knows the answer?
    pub fn runs_program(&self) -> bool {
        self.directive == "run" && !self.counts()
    }

    /// Does it count what memory does meanwhile?
    pub fn counts(&self) -> bool {
        self.command.first() == Some(&"profile")
    }
}

/// The modes a test asks for.
pub fn requested(directives: &[Directive]) -> Result<Vec<&'static Mode>, String> {
    let mut requested = Vec::new();
    for name in ["dump", "explain", "fix", "coalesce", "raise", "port", "emit", "run"] {
        for value in words(directives, name) {
            let of_name = MODES.iter().filter(|mode| mode.directive == name);
            let known: Vec<&str> = of_name.clone().map(|mode| mode.value).collect();
            let mode = of_name.clone().find(|mode| mode.value == value);
            requested.push(mode.ok_or(format!("`{name}: {value}` is none of `{}`", known.join("`, `")))?);
            // What runs on the processor runs on the simulator too, and prints
            // the same.
            if name == "run" && value == "cpu" {
                requested.extend(of_name.clone().find(|mode| mode.value == "sim"));
            }
        }
    }
    Ok(requested)
}
