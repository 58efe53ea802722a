//! Jumps into the scope of a variable-length declaration.
//!
//! ```c
//! goto in;
//! { int a[n]; in: a[0] = 1; }       // `a` was never made
//! ```
//! Every point of a function has an innermost declaration whose type depends
//! on run-time values, if any, and these declarations form a tree. A jump is
//! fine when the declaration in force at its target is also in force where it
//! starts, that is, the same one or one around it.
//!
//! Where a computed `goto` leads is not known; as with gcc it is not checked.

use std::collections::HashMap;

use diagnostics::Diagnostic;
use diagnostics::codes::JUMP_INTO_VARIABLE_SCOPE;
use hir::{ArrayLen, LabelId, Span, Type, TypeKind};

use crate::resolver::Resolver;

/// Names a variable-length declaration of the function at hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct VariableScope(usize);

/// The variable-length declarations of a function, and the jumps among them.
#[derive(Default)]
pub(crate) struct VariableScopes {
    declarations: Vec<Declaration>,
    /// Each `goto`, and what is in force there.
    jumps: Vec<(LabelId, Span, Option<VariableScope>)>,
    /// What is in force at each label.
    labels: HashMap<LabelId, Option<VariableScope>>,
}

struct Declaration {
    around: Option<VariableScope>,
    name: Span,
}

impl VariableScopes {
    /// The declaration that a jump from one point to another would skip.
    fn skipped(&self, from: Option<VariableScope>, to: Option<VariableScope>) -> Option<Span> {
        let target = to?;
        let around = |scope: &VariableScope| self.declarations.get(scope.0)?.around;
        let in_force = std::iter::successors(from, around).any(|scope| scope == target);
        if in_force { None } else { self.declarations.get(target.0).map(|declaration| declaration.name) }
    }
}

impl Resolver<'_> {
    /// A declaration in a function: jumps must not enter its scope if its type
    /// depends on run-time values.
    pub(crate) fn enter_variable_scope(&mut self, ty: Type, name: Span) {
        if self.function.is_none() || !self.is_variably_modified(ty) {
            return;
        }
        let around = self.scopes.variable_scope();
        let Some(function) = self.function.as_mut() else { return };
        let declarations = &mut function.variable_scopes.declarations;
        declarations.push(Declaration { around, name });
        self.scopes.enter_variable_scope(VariableScope(declarations.len() - 1));
    }

    /// `goto label;`
    pub(crate) fn note_jump(&mut self, label: LabelId, span: Span) {
        let here = self.scopes.variable_scope();
        if let Some(function) = self.function.as_mut() {
            function.variable_scopes.jumps.push((label, span, here));
        }
    }

    /// `label:`
    pub(crate) fn note_label(&mut self, label: LabelId) {
        let here = self.scopes.variable_scope();
        if let Some(function) = self.function.as_mut() {
            function.variable_scopes.labels.insert(label, here);
        }
    }

    /// `case` and `default`: the `switch` jumps here.
    pub(crate) fn check_switch_jump(&mut self, switch: Option<VariableScope>, label: Span) {
        let here = self.scopes.variable_scope();
        let skipped = self.function.as_ref().and_then(|f| f.variable_scopes.skipped(switch, here));
        if let Some(declared) = skipped {
            self.report(jump_into(label, "the `switch` jumps", declared));
        }
    }

    /// At the end of a function: every `goto` to a known label.
    pub(crate) fn check_jumps(&mut self, scopes: &VariableScopes) {
        for &(label, span, from) in &scopes.jumps {
            let to = scopes.labels.get(&label).copied().flatten();
            if let Some(declared) = scopes.skipped(from, to) {
                let label = self.program.labels[label].span;
                let diagnostic = jump_into(span, "this jumps", declared);
                self.report(diagnostic.related(label, "the label it jumps to"));
            }
        }
    }

    /// Does the type depend on run-time values, at any depth?
    fn is_variably_modified(&self, ty: Type) -> bool {
        let mut ty = ty;
        loop {
            ty = match *self.kind(ty) {
                TypeKind::Array(_, ArrayLen::Variable(_) | ArrayLen::Star) => return true,
                TypeKind::Array(element, _) => element,
                TypeKind::Pointer(target) => target,
                _ => return false,
            }
        }
    }
}

fn jump_into(at: Span, what: &str, declared: Span) -> Diagnostic {
    let message = format!("{what} past a declaration whose size is computed when it is reached");
    Diagnostic::new(&JUMP_INTO_VARIABLE_SCOPE, at, message)
        .related(declared, "skipped, but in force at the target")
        .help("move the declaration before the jump, or the target out of its block")
}
