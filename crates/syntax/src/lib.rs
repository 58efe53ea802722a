//! Text to tree: `Sources + FileId -> Vec<Token> -> ast::Unit`.
//!
//! [`token`] and [`lexer`](lexer) cut bytes into tokens, `preprocess` runs the
//! directives and expands macros, `parse` builds the [`ast`]. Parsing never
//! fails: what cannot be understood becomes an `Error` node and a diagnostic.
//! No IO happens here: files come through a `preprocess::FileLoader`.

pub mod ast;
pub mod dialect;
pub mod keyword;
pub mod token;

pub use dialect::Dialect;
pub use token::{Punct, Token, TokenFlags, TokenKind};
