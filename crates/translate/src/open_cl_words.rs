//! Where a text in OpenCL C asks who a work item is: `get_global_id(0)`.
//!
//! The text is read before preprocessing, as [`crate::port`] reads CUDA's, so that bodies of macros are found too.

use std::ops::Range;

use source::{FileId, Sources};
use syntax::token::Punct;

use crate::cpp_text::tokens::Text;

/// A question with a number for its dimension.
#[derive(Debug, PartialEq, Eq)]
pub struct Question {
    /// `get_global_id`
    pub name: String,
    /// Which dimension.
    pub dimension: usize,
    /// The whole call in the file.
    pub place: Range<usize>,
}

/// All questions of a file; a word of `reserved` that the file uses as a name of its own is an error.
pub fn questions(file: FileId, reserved: &[&str], sources: &mut Sources) -> Result<Vec<Question>, String> {
    let text = Text::new(file, sources);
    let mut found = Vec::new();
    for at in 0..text.words.len() {
        let Some(name) = text.name(at) else { continue };
        if reserved.contains(&name) {
            return Err(name.to_owned());
        }
        let is_call =
            name.starts_with("get_") && text.is(at + 1, Punct::LParen) && text.is(at + 3, Punct::RParen);
        let Some((argument, end)) = text.words.get(at + 2).zip(text.words.get(at + 3)).filter(|_| is_call)
        else {
            continue;
        };
        if let Ok(dimension) = argument.text.trim_end_matches(['u', 'U']).parse() {
            found.push(Question { name: name.to_owned(), dimension, place: text.words[at].start..end.end });
        }
    }
    Ok(found)
}
