//! Functions of the library that the file declares again behind another one: `double f(int), yn(int, double);`.
//!
//! A declaration of its own (`double yn(int, double);`) is C++ like any other. Behind a comma nvcc's front end writes
//! its header's `extern` in the middle of the line, and the host's compiler stops there.

use hir::Program;
use source::{FileId, Sources};
use syntax::{Punct, TokenKind};

use super::Obstacle;

/// Those of a file.
pub(super) fn obstacles(program: &Program, sources: &mut Sources, file: FileId) -> Vec<Obstacle> {
    let tokens = syntax::lex(file, syntax::lexer::Rules::default(), sources);
    let is_of_library = |name: &str, sources: &Sources| {
        program.functions.iter().any(|(_, function)| {
            function.body.is_none()
                && !emit::reserved::is_of_program(sources, function.span)
                && sources.text(function.name) == name
        })
    };
    let mut found = Vec::new();
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate() {
        let TokenKind::Punct(punct) = token.kind else { continue };
        match punct {
            Punct::LParen | Punct::LBrace | Punct::LBracket => depth += 1,
            Punct::RParen | Punct::RBrace | Punct::RBracket => depth = depth.saturating_sub(1),
            Punct::Comma if depth == 0 => {
                let mut rest =
                    tokens[at + 1..].iter().skip_while(|token| token.kind == TokenKind::Punct(Punct::Star));
                let (Some(name), Some(open)) = (rest.next(), rest.next()) else { continue };
                if name.kind != TokenKind::Ident || open.kind != TokenKind::Punct(Punct::LParen) {
                    continue;
                }
                let text = sources.text(name.symbol).into_owned();
                if is_of_library(&text, sources) {
                    let what =
                        format!("`{text}`, a function of the library that is declared behind a comma,");
                    found.push(Obstacle { span: name.span, what });
                }
            }
            _ => {}
        }
    }
    found
}
