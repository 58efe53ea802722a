//! Labels: visible in their whole function, before and after their place.
//!
//! GNU's `__label__ a;` makes a label of a block, which hides one of the
//! function until the block ends.

use std::collections::HashMap;

use diagnostics::Diagnostic;
use diagnostics::codes::UNDEFINED_LABEL;
use hir::{Label, LabelId, Span, Symbol};

use crate::resolver::Resolver;

/// A label and where it is defined, once that was seen.
#[derive(Clone, Copy)]
struct Entry {
    label: LabelId,
    defined: Option<Span>,
}

/// The labels of a function.
#[derive(Default)]
pub(crate) struct Labels {
    by_name: HashMap<Symbol, Entry>,
    /// What `__label__` declarations hide, to be restored.
    hidden: Vec<(Symbol, Option<Entry>)>,
    /// Labels used in blocks that are closed, still to be checked.
    closed: Vec<Entry>,
}

impl Labels {
    /// A mark to give to [`Resolver::close_labels`] at the end of a block.
    pub(crate) fn mark(&self) -> usize {
        self.hidden.len()
    }
}

impl Resolver<'_> {
    /// The label of this name, made on first mention; `None` outside functions.
    pub(crate) fn label(&mut self, name: Symbol, span: Span) -> Option<LabelId> {
        let function = self.function.as_mut()?;
        let labels = &mut self.program.labels;
        let make = || Entry { label: labels.alloc(Label { name, span }), defined: None };
        Some(function.labels.by_name.entry(name).or_insert_with(make).label)
    }

    /// `name:`
    pub(crate) fn define_label(&mut self, name: Symbol, span: Span) -> Option<LabelId> {
        let label = self.label(name, span)?;
        let entry = self.function.as_mut()?.labels.by_name.get_mut(&name)?;
        match entry.defined {
            Some(first) => {
                let text = self.text(name);
                self.report(label_twice(&text, span, first));
            }
            None => {
                entry.defined = Some(span);
                self.program.labels[label].span = span;
            }
        }
        Some(label)
    }

    /// `__label__ name;`
    pub(crate) fn declare_local_label(&mut self, name: Symbol, span: Span) {
        let Some(function) = self.function.as_mut() else { return };
        let entry = Entry { label: self.program.labels.alloc(Label { name, span }), defined: None };
        let before = function.labels.by_name.insert(name, entry);
        function.labels.hidden.push((name, before));
    }

    /// Ends the block that began at `mark`: its own labels go out of sight.
    pub(crate) fn close_labels(&mut self, mark: usize) {
        let Some(function) = self.function.as_mut() else { return };
        let labels = &mut function.labels;
        for (name, before) in labels.hidden.drain(mark..).rev() {
            let ours = match before {
                Some(before) => labels.by_name.insert(name, before),
                None => labels.by_name.remove(&name),
            };
            labels.closed.extend(ours);
        }
    }

    /// At the end of a function: every label that was used must be somewhere.
    pub(crate) fn check_labels(&mut self, labels: Labels) {
        let all = labels.by_name.into_values().chain(labels.closed);
        let mut missing: Vec<LabelId> = all.filter(|e| e.defined.is_none()).map(|e| e.label).collect();
        missing.sort();
        for label in missing {
            let Label { name, span } = self.program.labels[label];
            let message = format!("the label `{}` is not defined in this function", self.text(name));
            self.report(Diagnostic::new(&UNDEFINED_LABEL, span, message));
        }
    }
}

fn label_twice(name: &str, span: Span, first: Span) -> Diagnostic {
    Diagnostic::new(&UNDEFINED_LABEL, span, format!("the label `{name}` is defined twice"))
        .related(first, "first defined here")
}
