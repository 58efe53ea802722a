//! Where phases put their diagnostics.

use crate::{Diagnostic, Severity};

/// Collects diagnostics in the order they are found.
#[derive(Default, Debug)]
pub struct Sink {
    diagnostics: Vec<Diagnostic>,
    errors: usize,
}

impl Sink {
    /// Adds a diagnostic.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.errors += usize::from(diagnostic.severity() == Severity::Error);
        self.diagnostics.push(diagnostic);
    }

    /// How many errors there are so far. A phase that takes care not to report
    /// what follows from an earlier mistake compares this before and after.
    pub fn error_count(&self) -> usize {
        self.errors
    }

    /// True once an error was pushed.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// What was found, in order of discovery.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Hands everything over and starts empty.
    pub fn take(&mut self) -> Vec<Diagnostic> {
        self.errors = 0;
        std::mem::take(&mut self.diagnostics)
    }
}
