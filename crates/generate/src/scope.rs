//! Which variables can be seen, and which of them may be written.
//!
//! ```text
//! scope.enter();
//! scope.add(Variable { .. });
//! scope.visible()      // outer variables and this one
//! scope.leave();       // this one is gone
//! ```
//!
//! Invariant: names are never reused, so no variable hides another by accident.

use crate::types::Type;

/// A variable as the generator sees it.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) ty: Type,
    /// Whether statements may change it (for a pointer: what it points to).
    pub(crate) writable: bool,
    /// Whether a pointer may be made to point elsewhere.
    pub(crate) retargetable: bool,
    /// Whether a plain pointer may point to it.
    pub(crate) addressable: bool,
    /// How many scopes enclose it; 0 for globals.
    pub(crate) depth: usize,
}

/// The stack of open scopes.
#[derive(Default)]
pub(crate) struct Scope {
    variables: Vec<Variable>,
    open: Vec<usize>,
}

impl Scope {
    pub(crate) fn enter(&mut self) {
        self.open.push(self.variables.len());
    }

    pub(crate) fn leave(&mut self) {
        if let Some(length) = self.open.pop() {
            self.variables.truncate(length);
        }
    }

    pub(crate) fn depth(&self) -> usize {
        self.open.len()
    }

    pub(crate) fn add(&mut self, variable: Variable) {
        self.variables.push(variable);
    }

    pub(crate) fn visible(&self) -> &[Variable] {
        &self.variables
    }
}
