//! The tokens as text, for `--dump tokens` and for tests.
//!
//! One token a line: where the user wrote it, what it is, its spelling, and
//! the macros it came out of, innermost first.
//!
//! ```text
//!     9:25  number  8  from N
//!    10:23  name    a
//! ```
//! What system headers bring is counted and not shown.

use source::{FileKind, Sources};

use crate::token::{Token, TokenKind};

/// The tokens that come from the user's files.
pub fn dump_tokens(tokens: &[Token], sources: &Sources) -> String {
    let mut out = String::new();
    let mut hidden = 0;
    for token in tokens {
        let written = sources.expansions.written_at(token.span);
        let place = sources.map.line_column(written.lo);
        let Some((file, at)) = place.filter(|(file, _)| sources.map.file(*file).kind == FileKind::User)
        else {
            hidden += 1;
            continue;
        };
        let input = file.index() == 0 || sources.map.file(file).included_at.is_none();
        let name = if input { String::new() } else { format!("{}:", sources.map.file(file).name) };
        let text = match token.kind {
            TokenKind::PragmaEnd | TokenKind::Eof => "".into(),
            _ => sources.text(token.symbol),
        };
        let macros: Vec<_> =
            sources.expansions.chain(token.span).map(|e| sources.text(e.macro_name)).collect();
        let from = if macros.is_empty() { String::new() } else { format!("  from {}", macros.join(" < ")) };
        let position = format!("{name}{}:{}", at.line, at.column);
        out.push_str(format!("{position:>8}  {:<7} {text}{from}", kind(token.kind)).trim_end());
        out.push('\n');
    }
    if hidden > 0 {
        out.push_str(&format!("({hidden} tokens of system headers)\n"));
    }
    out
}

fn kind(kind: TokenKind) -> &'static str {
    match kind {
        TokenKind::Ident => "name",
        TokenKind::Number => "number",
        TokenKind::Char => "char",
        TokenKind::String => "string",
        TokenKind::Punct(_) => "punct",
        TokenKind::PragmaHicuda => "hicuda",
        TokenKind::PragmaCudalite => "cudalite",
        TokenKind::Pragma => "pragma",
        TokenKind::PragmaEnd => "end",
        TokenKind::Unknown => "unknown",
        TokenKind::Eof => "eof",
    }
}
