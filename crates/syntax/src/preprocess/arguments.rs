//! The arguments of a call: `f(a, (b, c))` has two.
//!
//! Names in them are not expanded here; each argument is expanded by itself
//! later, if the replacement list wants that. A comma or parenthesis counts
//! only outside inner parentheses, and never inside a directive that a
//! `#pragma hicuda` line put among the arguments.

use diagnostics::{Diagnostic, codes};
use source::Span;

use super::Preprocessor;
use super::expand::{CallState, Names};
use super::macro_table::Macro;
use crate::token::{Punct, Token, TokenFlags, TokenKind};

/// A complete call of a function-like macro.
pub(super) struct Call {
    /// From the name to the closing parenthesis.
    pub span: Span,
    /// The tokens of all arguments.
    pub tokens: Vec<Token>,
    /// Where in `tokens` each parameter's argument lies.
    pub arguments: Vec<(u32, u32)>,
    /// The variable arguments are missing altogether, not just empty: a comma
    /// before `## __VA_ARGS__` then goes away.
    pub variable_missing: bool,
}

/// What ended an argument.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Comma,
    Paren(Span),
    Missing,
}

impl Preprocessor<'_> {
    /// Reads the arguments after `name (`. `None`: the call is wrong, which is
    /// reported.
    pub(super) fn collect_arguments(&mut self, definition: Macro, name: Token) -> Option<Call> {
        let outer = std::mem::replace(&mut self.expander.call, CallState::InArguments);
        let mut tokens = self.expander.take_list();
        let mut arguments = self.expander.take_ranges();
        let wanted = definition.parameter_count();
        let mut given = 0;
        let close = loop {
            given += 1;
            let start = tokens.len();
            let takes_all = definition.variadic && given == wanted;
            let end = self.collect_argument(takes_all, &mut tokens);
            if given <= wanted {
                arguments.push((start as u32, tokens.len() as u32));
            } else if wanted > 0 || end == End::Comma {
                // Too many: counted for the message, not kept.
                tokens.truncate(start);
            }
            match end {
                End::Comma => {}
                End::Paren(close) => break Some(close),
                End::Missing => break None,
            }
        };
        self.expander.call = outer;
        let Some(close) = close else {
            self.error(unterminated_call(self.name_text(name), name.span));
            self.expander.recycle(tokens);
            return None;
        };
        if given == 1 && wanted == 0 && tokens.is_empty() {
            given = 0;
        }
        let span = self.sources.join(name.span, close);
        if !argument_count_fits(definition, given) {
            self.report_argument_count(definition, name, span, given);
            return None;
        }
        let all_empty = given == 1 && tokens.is_empty();
        let variable_missing = definition.variadic && (given < wanted || (all_empty && self.options.gnu));
        let end = tokens.len() as u32;
        arguments.resize(wanted, (end, end));
        Some(Call { span, tokens, arguments, variable_missing })
    }

    /// Reads one argument up to the comma or parenthesis behind it.
    fn collect_argument(&mut self, takes_all: bool, tokens: &mut Vec<Token>) -> End {
        let start = tokens.len();
        let mut depth = 0usize;
        let mut in_pragma = false;
        loop {
            let mut token = self.read(Names::Keep);
            match token.kind {
                TokenKind::Eof => return End::Missing,
                TokenKind::PragmaHicuda | TokenKind::PragmaCudalite => in_pragma = true,
                TokenKind::PragmaEnd => in_pragma = false,
                _ if in_pragma => {}
                TokenKind::Punct(Punct::LParen) => depth += 1,
                TokenKind::Punct(Punct::RParen) if depth == 0 => return End::Paren(token.span),
                TokenKind::Punct(Punct::RParen) => depth -= 1,
                TokenKind::Punct(Punct::Comma) if depth == 0 && !takes_all => return End::Comma,
                _ => {}
            }
            if tokens.len() == start {
                // White space around an argument is not part of it.
                token.flags = token.flags.without(TokenFlags::SPACE_AFTER_TIGHT);
            }
            tokens.push(token);
            self.spend(1, token.span);
        }
    }

    fn name_text(&self, name: Token) -> String {
        self.sources.text(name.symbol).into_owned()
    }

    fn report_argument_count(&mut self, definition: Macro, name: Token, call: Span, given: usize) {
        let text = self.name_text(name);
        let wanted = definition.parameter_count();
        self.error(wrong_argument_count(&text, definition, call, wanted, given));
    }
}

fn argument_count_fits(definition: Macro, given: usize) -> bool {
    let wanted = definition.parameter_count();
    given == wanted || (definition.variadic && given + 1 == wanted)
}

fn unterminated_call(name: String, at: Span) -> Diagnostic {
    Diagnostic::new(
        &codes::UNTERMINATED_MACRO_CALL,
        at,
        format!("the arguments of macro `{name}` are not closed"),
    )
    .label("this call has no matching `)`")
}

fn wrong_argument_count(
    name: &str,
    definition: Macro,
    call: Span,
    wanted: usize,
    given: usize,
) -> Diagnostic {
    let at_least = if definition.variadic { "at least " } else { "" };
    let needed = if definition.variadic { wanted - 1 } else { wanted };
    let plural = if needed == 1 { "" } else { "s" };
    Diagnostic::new(
        &codes::WRONG_ARGUMENT_COUNT,
        call,
        format!("macro `{name}` takes {at_least}{needed} argument{plural}, but {given} given"),
    )
    .label(format!("{given} here"))
    .related(definition.name_at, format!("`{name}` is defined here"))
}
