//! `#if … #elif … #else … #endif`: which groups of lines count.
//!
//! A group that does not count is passed over line by line without cutting it
//! into tokens; only its directives are looked at, to find its end. Conditions
//! in it, and `#elif` conditions after a group that counted, are not evaluated.

use diagnostics::{Diagnostic, codes};
use source::Span;

use super::Preprocessor;
use super::directives::{Directive, Then};
use super::include::Guard;
use crate::lexer::SkippedTo;
use crate::token::{Token, TokenKind};

/// An open conditional.
pub(super) struct Conditional {
    /// Its `#if`.
    at: Span,
    /// A group of it counted, or none can because an outer one does not.
    decided: bool,
    /// Its `#else`.
    else_at: Option<Span>,
}

impl Preprocessor<'_> {
    /// `#if`, `#ifdef` and `#ifndef` in a group that counts.
    pub(super) fn open_conditional(&mut self, directive: Directive, at: Token) -> Then {
        let first_in_file = self.lexer.count() == 2;
        let (holds, guard) = match directive {
            Directive::If => self.condition(at),
            _ => match self.macro_name() {
                None => (false, None),
                Some(name) => {
                    self.expect_line_end("#ifdef");
                    let defined = self.macros.is_defined(name.symbol);
                    let is_ifndef = directive == Directive::Ifndef;
                    (defined != is_ifndef, Some(name.symbol).filter(|_| is_ifndef))
                }
            },
        };
        let holds = self.answer(at).unwrap_or(holds);
        if let (true, Some(name)) = (first_in_file, guard) {
            self.frame.guard = Some(Guard { name, conditional: self.conditionals.len(), closed_at: None });
        }
        self.conditionals.push(Conditional { at: at.span, decided: holds, else_at: None });
        if holds { Then::GoOn } else { Then::Skip }
    }

    /// `#elif`, `#else` and `#endif` after a group that counted.
    pub(super) fn close_group(&mut self, directive: Directive, at: Token) -> Then {
        if self.conditionals.len() <= self.frame.conditional_base {
            self.error(unmatched(directive, at));
            return Then::GoOn;
        }
        match directive {
            Directive::Endif => {
                self.end_conditional();
                Then::GoOn
            }
            _ => {
                self.next_group(directive, at);
                Then::Skip
            }
        }
    }

    /// Passes over groups that do not count, to the start of one that does or
    /// the end of the conditional.
    pub(super) fn skip_group(&mut self) {
        // Conditionals that open inside the skipped group, which are not
        // pushed: a hundred thousand of them are a number.
        let mut inner = 0usize;
        while self.lexer.skip_to_directive() == SkippedTo::Directive {
            self.lexer.enter_directive();
            let name = self.lexer.next(&mut self.sources.symbols);
            let directive = if name.kind == TokenKind::Ident { Directive::named(name.symbol) } else { None };
            match directive {
                Some(Directive::If | Directive::Ifdef | Directive::Ifndef) => inner += 1,
                Some(Directive::Endif) if inner > 0 => inner -= 1,
                Some(Directive::Endif) => {
                    self.end_conditional();
                    break;
                }
                Some(
                    directive
                    @ (Directive::Else | Directive::Elif | Directive::Elifdef | Directive::Elifndef),
                ) if inner == 0 && self.next_group(directive, name) => break,
                _ => {}
            }
        }
        self.drop_contexts();
        self.lexer.leave_directive();
        self.note_guard_end();
    }

    /// Does the group that starts at this `#elif` or `#else` count?
    fn next_group(&mut self, directive: Directive, at: Token) -> bool {
        let index = self.conditionals.len() - 1;
        if self.frame.guard.is_some_and(|guard| guard.conditional == index) {
            self.frame.guard = None;
        }
        if let Some(else_at) = self.conditionals[index].else_at {
            self.error(after_else(directive, at, else_at));
            return false;
        }
        if directive == Directive::Else {
            self.conditionals[index].else_at = Some(at.span);
            self.expect_line_end("#else");
        }
        if self.conditionals[index].decided {
            return false;
        }
        let holds = match directive {
            Directive::Elif => self.condition(at).0,
            Directive::Elifdef | Directive::Elifndef => self
                .macro_name()
                .is_some_and(|name| self.macros.is_defined(name.symbol) == (directive == Directive::Elifdef)),
            _ => true,
        };
        let holds = self.answer(at).unwrap_or(holds);
        self.conditionals[index].decided = holds;
        holds
    }

    /// What is known of the condition, whatever it asks.
    fn answer(&self, at: Token) -> Option<bool> {
        if self.options.answers.is_empty() {
            return None;
        }
        let place = self.sources.map.range(at.span)?;
        let text = &self.sources.map.file(place.file).bytes;
        let found = self.options.answers.iter().find(|known| known.at == place.start && known.text == *text);
        found.map(|known| known.holds)
    }

    fn end_conditional(&mut self) {
        self.expect_line_end("#endif");
        self.conditionals.pop();
    }

    /// After a directive: if it was the `#endif` of the include guard, the rest
    /// of the file must be empty.
    pub(super) fn note_guard_end(&mut self) {
        if let Some(guard) = &mut self.frame.guard
            && guard.closed_at.is_none()
            && self.conditionals.len() == guard.conditional
        {
            guard.closed_at = Some(self.lexer.count());
        }
    }

    /// At the end of a file: conditionals still open in it are a mistake.
    pub(super) fn close_conditionals(&mut self) {
        let base = self.frame.conditional_base;
        if let Some(open) = self.conditionals.get(base..).and_then(|open| open.last()) {
            let count = self.conditionals.len() - base;
            self.error(unterminated(open.at, count));
        }
        self.conditionals.truncate(base);
    }
}

fn unmatched(directive: Directive, at: Token) -> Diagnostic {
    let name = directive.spelling();
    Diagnostic::new(&codes::UNMATCHED_CONDITIONAL, at.span, format!("`#{name}` without `#if`"))
        .label("no conditional is open in this file")
}

fn after_else(directive: Directive, at: Token, else_at: Span) -> Diagnostic {
    let name = directive.spelling();
    Diagnostic::new(&codes::UNMATCHED_CONDITIONAL, at.span, format!("`#{name}` after `#else`"))
        .related(else_at, "the conditional's `#else` is here")
}

fn unterminated(at: Span, count: usize) -> Diagnostic {
    let diagnostic =
        Diagnostic::new(&codes::UNTERMINATED_CONDITIONAL, at, "this conditional has no `#endif`")
            .label("still open at the end of the file");
    if count > 1 {
        diagnostic.note(format!("{count} conditionals are open; this is the innermost"))
    } else {
        diagnostic
    }
}
