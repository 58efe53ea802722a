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
    Page { id: "E0301", text: include_str!("../explain/E0301.md") },
    Page { id: "E0302", text: include_str!("../explain/E0302.md") },
    Page { id: "E0303", text: include_str!("../explain/E0303.md") },
    Page { id: "E0304", text: include_str!("../explain/E0304.md") },
    Page { id: "E0305", text: include_str!("../explain/E0305.md") },
    Page { id: "E0306", text: include_str!("../explain/E0306.md") },
    Page { id: "E0307", text: include_str!("../explain/E0307.md") },
    Page { id: "E0308", text: include_str!("../explain/E0308.md") },
    Page { id: "E0309", text: include_str!("../explain/E0309.md") },
    Page { id: "E0310", text: include_str!("../explain/E0310.md") },
    Page { id: "E0311", text: include_str!("../explain/E0311.md") },
    Page { id: "E0312", text: include_str!("../explain/E0312.md") },
    Page { id: "E0313", text: include_str!("../explain/E0313.md") },
    Page { id: "E0314", text: include_str!("../explain/E0314.md") },
    Page { id: "E0315", text: include_str!("../explain/E0315.md") },
    Page { id: "E0316", text: include_str!("../explain/E0316.md") },
    Page { id: "E0317", text: include_str!("../explain/E0317.md") },
    Page { id: "E0318", text: include_str!("../explain/E0318.md") },
    Page { id: "E0319", text: include_str!("../explain/E0319.md") },
    Page { id: "E0320", text: include_str!("../explain/E0320.md") },
    Page { id: "E0321", text: include_str!("../explain/E0321.md") },
    Page { id: "E0322", text: include_str!("../explain/E0322.md") },
    Page { id: "E0323", text: include_str!("../explain/E0323.md") },
    Page { id: "E0324", text: include_str!("../explain/E0324.md") },
    Page { id: "E0325", text: include_str!("../explain/E0325.md") },
    Page { id: "E0326", text: include_str!("../explain/E0326.md") },
    Page { id: "E0327", text: include_str!("../explain/E0327.md") },
    Page { id: "W1031", text: include_str!("../explain/W1031.md") },
    Page { id: "W1032", text: include_str!("../explain/W1032.md") },
    Page { id: "W1033", text: include_str!("../explain/W1033.md") },
    Page { id: "W1034", text: include_str!("../explain/W1034.md") },
    Page { id: "W1035", text: include_str!("../explain/W1035.md") },
    Page { id: "W1036", text: include_str!("../explain/W1036.md") },
    Page { id: "W1037", text: include_str!("../explain/W1037.md") },
    Page { id: "W1038", text: include_str!("../explain/W1038.md") },
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
