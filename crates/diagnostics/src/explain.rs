//! The long story behind each code: the pages of `explain/`, built in.
//!
//! A page is Markdown: a title, what the diagnostic means and what to do, an
//! example that raises it and one that does not:
//!
//! ````text
//! # E0101: a block comment is not closed before the end of the file
//!
//! What it means …
//!
//! ```c wrong
//! /* begins and never ends
//! ```
//!
//! ```c right
//! /* begins and ends */
//! ```
//! ````
//!
//! Words after `wrong` or `right` are flags of the command (`-DN=4`). The
//! tests of the driver run every example, so a page cannot go stale.

use crate::codes::Code;

/// A page.
#[derive(Debug)]
pub struct Page {
    /// The code it explains.
    pub id: &'static str,
    /// The Markdown.
    pub text: &'static str,
}

/// A fenced piece of C on a page.
#[derive(Debug, PartialEq, Eq)]
pub struct Example<'p> {
    /// Must it raise the page's code?
    pub is_wrong: bool,
    /// Flags for the command.
    pub flags: Vec<&'p str>,
    /// The program.
    pub text: &'p str,
}

/// The pages in the order of the codes; a test compares the two lists.
static PAGES: &[Page] = &[
    Page { id: "E0101", text: include_str!("../explain/E0101.md") },
    Page { id: "E0102", text: include_str!("../explain/E0102.md") },
    Page { id: "E0103", text: include_str!("../explain/E0103.md") },
];

/// The page of a code.
pub fn page(code: &Code) -> Option<&'static Page> {
    PAGES.iter().find(|page| page.id == code.id)
}

/// The C examples of a page.
pub fn examples(page: &str) -> Vec<Example<'_>> {
    let mut examples = Vec::new();
    let mut rest = page;
    while let Some(at) = rest.find("```c ") {
        let fence = &rest[at + "```c ".len()..];
        let (info, body) = fence.split_once('\n').unwrap_or((fence, ""));
        let end = body.find("```").unwrap_or(body.len());
        let mut words = info.split_whitespace();
        let is_wrong = words.next() == Some("wrong");
        examples.push(Example { is_wrong, flags: words.collect(), text: &body[..end] });
        rest = &body[end..];
        rest = rest.strip_prefix("```").unwrap_or(rest);
    }
    examples
}
