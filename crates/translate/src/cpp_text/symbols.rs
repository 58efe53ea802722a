//! Variables of a device in another process: the host tells their names.
//!
//! ```text
//! __constant__ float weights[9];
//! __constant__ float weights[9]; static const int warploom_variable_0 = (warploom_symbol(&weights, 0, sizeof weights), 0);
//! ```
//! On the host there is a variable of the same name, whose address stands for it.

use source::{Edit, FileId};
use syntax::token::{Punct, TokenKind};

use super::Variable;
use super::shared::in_function;
use super::tokens::Text;

/// Adds what tells of each variable, behind its declaration.
pub(super) fn rewrite(text: &Text<'_>, file: FileId, variables: &mut Vec<Variable>, edits: &mut Vec<Edit>) {
    let is_mark = |name: &str| matches!(name, "__device__" | "__constant__" | "__managed__");
    let mut behind = 0;
    for at in (0..text.words.len()).filter(|&at| text.name(at).is_some_and(is_mark)) {
        // Of a variable that is a template there are as many as instances.
        let start = text.declaration_start(at);
        let before = start.checked_sub(1).filter(|&at| text.words[at].directive.is_none());
        let is_template = before.is_some_and(|at| text.is(at, Punct::Gt));
        if at < behind || text.words[at].directive.is_some() || in_function(text, at) || is_template {
            continue;
        }
        let Some((names, end)) = declared(text, at) else { continue };
        behind = end;
        let mut told = String::new();
        for word in names {
            let name = text.words[word].text;
            let number = variables.len();
            told += &format!(
                " static const int warploom_variable_{number} = (warploom_symbol((const void *)&{name}, {number}, \
                 sizeof {name}), 0);"
            );
            variables.push(Variable { file, at: text.words[word].start, name: name.to_owned() });
        }
        let place = text.words[end].end;
        edits.push(Edit { start: place, end: place, text: told.into_bytes() });
    }
}

/// The names of the variables that are declared at a mark, and the `;` behind them; `None` for
/// a function.
fn declared(text: &Text<'_>, mark: usize) -> Option<(Vec<usize>, usize)> {
    const ATTRIBUTES: [&str; 4] = ["__align__", "alignas", "__attribute__", "__builtin_align__"];
    let mut names = Vec::new();
    let mut at = mark + 1;
    let (mut is_value, mut is_class) = (false, false);
    loop {
        let word = text.words.get(at)?;
        match word.kind {
            TokenKind::Punct(Punct::Semi) => return (!names.is_empty()).then_some((names, at)),
            TokenKind::Punct(Punct::LParen) => {
                let is_attribute = text.name(at - 1).is_some_and(|name| ATTRIBUTES.contains(&name));
                if !is_attribute && !is_value {
                    return None;
                }
                at = text.closing(at)?;
            }
            TokenKind::Punct(Punct::LBrace | Punct::LBracket) => at = text.closing(at)?,
            TokenKind::Punct(Punct::Eq) => is_value = true,
            TokenKind::Punct(Punct::Comma) => is_value = false,
            TokenKind::Ident => {
                is_class |= matches!(word.text, "struct" | "class" | "union");
                let next = at + 1;
                let ends = [Punct::Semi, Punct::Eq, Punct::Comma, Punct::LBracket];
                let is_declarator = ends.iter().any(|&punct| text.is(next, punct))
                    || (text.is(next, Punct::LBrace) && !is_class);
                if is_declarator && !is_value {
                    names.push(at);
                }
            }
            _ => {}
        }
        at += 1;
    }
}
