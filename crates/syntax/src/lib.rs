//! Text to tree: `Sources + FileId -> Vec<Token> -> ast::Unit`.
//!
//! [`token`] and [`lexer`] cut bytes into tokens, [`preprocess`] runs the
//! directives and expands macros, `parse` builds the [`ast`]. Parsing never
//! fails: what cannot be understood becomes an `Error` node and a diagnostic.
//! No IO happens here: files come through a `preprocess::FileLoader`.

pub mod ast;
pub mod device_part;
pub mod dialect;
pub mod dump_tokens;
pub mod keyword;
pub mod lexer;
pub mod parse;
pub mod preprocess;
pub mod token;
pub mod well_known;

pub use device_part::DevicePart;
pub use dialect::Dialect;
pub use lexer::lex;
pub use parse::parse;
pub use preprocess::{COMMAND_LINE, preprocess};
pub use token::{Punct, Token, TokenFlags, TokenKind};

/// Empty tables in which keywords, punctuators and the preprocessor's own
/// names have the symbols that this crate expects.
pub fn new_sources() -> source::Sources {
    source::Sources::new(&keyword::spellings())
}
