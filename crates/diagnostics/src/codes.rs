//! The only list of diagnostic codes.
//!
//! `E01xx` lexing and preprocessing, `E02xx` syntax, `E03xx` names and types,
//! `E04xx` directive form, `E05xx` directive meaning, `E06xx` target limits;
//! `W1xxx` warnings, `R2xxx` remarks, `S3xxx` simulator findings. A code keeps
//! its number for ever; a retired one is not used again. Each has a page in
//! `explain/`, with a wrong and a right example that a test runs.

/// One code of the list.
#[derive(Debug, PartialEq, Eq)]
pub struct Code {
    /// `E0501`
    pub id: &'static str,
    /// `array-not-on-device`: what it is called in a sentence.
    pub name: &'static str,
    /// One line for the index.
    pub summary: &'static str,
}

/// How much a diagnostic weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The program cannot be translated.
    Error,
    /// Probably a mistake.
    Warning,
    /// What the compiler did or decided.
    Remark,
}

impl Code {
    /// The severity, told by the first letter of the id.
    pub fn severity(&self) -> Severity {
        match self.id.as_bytes().first() {
            Some(b'W') => Severity::Warning,
            Some(b'R') => Severity::Remark,
            _ => Severity::Error,
        }
    }
}

const fn code(id: &'static str, name: &'static str, summary: &'static str) -> Code {
    Code { id, name, summary }
}

// Lexing and preprocessing.
/// A `/*` without its `*/`.
pub static UNTERMINATED_COMMENT: Code =
    code("E0101", "unterminated-comment", "a block comment is not closed before the end of the file");
/// A quote without its partner.
pub static UNTERMINATED_LITERAL: Code =
    code("E0102", "unterminated-literal", "a string or character constant is not closed on its line");
/// `#include` of something that is not there.
pub static INCLUDE_NOT_FOUND: Code =
    code("E0103", "include-not-found", "an included file was not found on the search path");

// Outlining.
/// A subscript that cannot be rewritten for a compact device copy.
pub static ACCESS_NOT_REDIRECTED: Code = code(
    "E0590",
    "access-not-redirected",
    "an access to a partly copied array has subscripts that cannot be rewritten",
);
/// `switch` or `do` around a barrier.
pub static UNSUPPORTED_AROUND_BARRIER: Code =
    code("E0591", "unsupported-around-barrier", "a barrier stands inside a statement that cannot hold one");
/// A directive of a later version.
pub static DIRECTIVE_NOT_TRANSLATED: Code =
    code("E0592", "directive-not-translated", "a directive is understood but cannot be translated yet");

/// Every code, in order; `explain` and the tests go by this list.
pub static ALL: &[&Code] = &[
    &UNTERMINATED_COMMENT,
    &UNTERMINATED_LITERAL,
    &INCLUDE_NOT_FOUND,
    &ACCESS_NOT_REDIRECTED,
    &UNSUPPORTED_AROUND_BARRIER,
    &DIRECTIVE_NOT_TRANSLATED,
];

/// The code with this id, in either case.
pub fn find(id: &str) -> Option<&'static Code> {
    ALL.iter().copied().find(|c| c.id.eq_ignore_ascii_case(id))
}
