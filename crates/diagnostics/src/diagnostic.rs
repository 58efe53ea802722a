//! The diagnostic type: code, message, labelled places, advice, fix.
//!
//! Messages are lower-case, without a full stop, and state the cause; help
//! says what to type. The constructor of a diagnostic sits in the file that
//! detects the problem and is named for it.

use source::{FileRange, Sources, Span};

use crate::codes::{Code, Severity};

/// One thing to tell the user.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// Which diagnostic; decides the severity and the `explain` page.
    pub code: &'static Code,
    /// The headline.
    pub message: String,
    /// The place that is wrong.
    pub primary: Label,
    /// Other places that explain it, possibly in other files.
    pub related: Vec<Label>,
    /// Facts worth knowing.
    pub notes: Vec<String>,
    /// What to do.
    pub help: Vec<String>,
    /// A change that resolves it.
    pub fix: Option<Fix>,
}

/// A place and what it shows; the text may be empty.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What is there.
    pub text: String,
}

/// A machine-applicable change.
#[derive(Clone, Debug, PartialEq)]
pub struct Fix {
    /// What it does, imperative: "add `copyin`".
    pub message: String,
    /// The edits, all applied or none.
    pub edits: Vec<FixEdit>,
    /// Whether it may be applied without looking.
    pub safety: Safety,
}

impl Fix {
    /// Where in the user's files what is replaced by what. `None` if a part of it is not text that the user wrote at that
    /// place: it comes out of a macro, or the compiler wrote it.
    pub fn placed(&self, sources: &Sources) -> Option<Vec<(FileRange, &str)>> {
        let placed = self.edits.iter().map(|edit| {
            let range = sources.map.own_range(edit.span).filter(|_| !edit.span.is_from_macro())?;
            Some((range, edit.replacement.as_str()))
        });
        placed.collect()
    }
}

/// One replacement of a fix.
#[derive(Clone, Debug, PartialEq)]
pub struct FixEdit {
    /// What is replaced; must lie in a file, not in a macro expansion.
    pub span: Span,
    /// The new text.
    pub replacement: String,
}

/// May a fix be applied without a person's judgement?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Safety {
    /// Surely what is meant.
    Safe,
    /// Changes meaning, or is one of several possibilities.
    Unsafe,
}

impl Diagnostic {
    /// A diagnostic at a place. There is none without a place.
    pub fn new(code: &'static Code, at: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            message: message.into(),
            primary: Label { span: at, text: String::new() },
            related: Vec::new(),
            notes: Vec::new(),
            help: Vec::new(),
            fix: None,
        }
    }

    /// Sets the text shown at the primary place.
    pub fn label(mut self, text: impl Into<String>) -> Diagnostic {
        self.primary.text = text.into();
        self
    }

    /// Adds another place.
    pub fn related(mut self, at: Span, text: impl Into<String>) -> Diagnostic {
        self.related.push(Label { span: at, text: text.into() });
        self
    }

    /// Adds a fact.
    pub fn note(mut self, text: impl Into<String>) -> Diagnostic {
        self.notes.push(text.into());
        self
    }

    /// Adds advice.
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help.push(text.into());
        self
    }

    /// Attaches a fix of a single replacement.
    pub fn fix(
        mut self,
        message: impl Into<String>,
        at: Span,
        replacement: impl Into<String>,
        safety: Safety,
    ) -> Diagnostic {
        let edits = vec![FixEdit { span: at, replacement: replacement.into() }];
        self.fix = Some(Fix { message: message.into(), edits, safety });
        self
    }

    /// Error, warning or remark.
    pub fn severity(&self) -> Severity {
        self.code.severity()
    }
}
