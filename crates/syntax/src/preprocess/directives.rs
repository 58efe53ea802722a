//! Lines that begin with `#`: telling them apart, and the small ones.
//!
//! A directive's handler reads the rest of its line and answers what is to
//! happen [`Then`], once the line is done: read a header, pass over a group,
//! or deliver a pragma's tokens.

#[cfg(test)]
#[path = "directives_tests.rs"]
mod directives_tests;

use diagnostics::{Code, Diagnostic, codes};
use source::{Span, Symbol};

use super::Preprocessor;
use super::expand::{CallState, Names, TokenList};
use super::include::{Found, IncludeForm};
use super::integer;
use crate::keyword::{self, Keyword};
use crate::token::{Token, TokenFlags, TokenKind};
use crate::well_known;

/// The directives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Directive {
    Define,
    Undef,
    Include,
    IncludeNext,
    Import,
    If,
    Ifdef,
    Ifndef,
    Elif,
    Elifdef,
    Elifndef,
    Else,
    Endif,
    Line,
    Error,
    Warning,
    Pragma,
    Ident,
    Assert,
}

/// What happens after a directive's line.
pub(super) enum Then {
    /// The next line is read.
    GoOn,
    /// The group that starts here does not count.
    Skip,
    /// A header is read.
    Enter(Found),
    /// Tokens are delivered.
    Deliver(TokenList),
}

static DIRECTIVES: [(&str, Directive); 21] = [
    ("define", Directive::Define),
    ("undef", Directive::Undef),
    ("include", Directive::Include),
    ("include_next", Directive::IncludeNext),
    ("import", Directive::Import),
    ("if", Directive::If),
    ("ifdef", Directive::Ifdef),
    ("ifndef", Directive::Ifndef),
    ("elif", Directive::Elif),
    ("elifdef", Directive::Elifdef),
    ("elifndef", Directive::Elifndef),
    ("else", Directive::Else),
    ("endif", Directive::Endif),
    ("line", Directive::Line),
    ("error", Directive::Error),
    ("warning", Directive::Warning),
    ("pragma", Directive::Pragma),
    ("ident", Directive::Ident),
    ("sccs", Directive::Ident),
    ("assert", Directive::Assert),
    ("unassert", Directive::Assert),
];

impl Directive {
    /// The directive of this name.
    pub fn named(name: Symbol) -> Option<Directive> {
        match keyword::of(name) {
            Some(Keyword::If) => return Some(Directive::If),
            Some(Keyword::Else) => return Some(Directive::Else),
            Some(_) => return None,
            None => {}
        }
        let directive = match name {
            well_known::DEFINE => Directive::Define,
            well_known::UNDEF => Directive::Undef,
            well_known::INCLUDE => Directive::Include,
            well_known::INCLUDE_NEXT => Directive::IncludeNext,
            well_known::IMPORT => Directive::Import,
            well_known::IFDEF => Directive::Ifdef,
            well_known::IFNDEF => Directive::Ifndef,
            well_known::ELIF => Directive::Elif,
            well_known::ELIFDEF => Directive::Elifdef,
            well_known::ELIFNDEF => Directive::Elifndef,
            well_known::ENDIF => Directive::Endif,
            well_known::LINE => Directive::Line,
            well_known::ERROR => Directive::Error,
            well_known::WARNING => Directive::Warning,
            well_known::PRAGMA => Directive::Pragma,
            well_known::IDENT | well_known::SCCS => Directive::Ident,
            well_known::ASSERT | well_known::UNASSERT => Directive::Assert,
            _ => return None,
        };
        Some(directive)
    }

    /// Its name.
    pub fn spelling(self) -> &'static str {
        DIRECTIVES.iter().find(|(_, directive)| *directive == self).map_or("", |(name, _)| name)
    }
}

impl Preprocessor<'_> {
    /// Runs the directive whose `#` was just read.
    pub(super) fn directive(&mut self, hash: Token) {
        // Also reached among a call's arguments, which go on afterwards.
        let call = std::mem::replace(&mut self.expander.call, CallState::Outside);
        self.lexer.enter_directive();
        let then = self.run_directive(hash);
        self.drop_contexts();
        self.lexer.leave_directive();
        self.note_guard_end();
        match then {
            Then::GoOn => {}
            Then::Skip => self.skip_group(),
            Then::Enter(found) => self.enter_file(found, hash.span),
            Then::Deliver(list) => self.push_list(list, None),
        }
        self.expander.call = call;
    }

    fn run_directive(&mut self, hash: Token) -> Then {
        let name = self.lexer.next(&mut self.sources.symbols);
        match name.kind {
            // `#` alone on its line does nothing.
            TokenKind::Eof => return Then::GoOn,
            TokenKind::Number => {
                self.line_marker(name);
                return Then::GoOn;
            }
            _ => {}
        }
        let known = Some(name).filter(|name| name.kind == TokenKind::Ident);
        let Some(directive) = known.and_then(|name| Directive::named(name.symbol)) else {
            self.report_unknown_directive(name);
            return Then::GoOn;
        };
        match directive {
            Directive::Define => self.define(),
            Directive::Undef => self.undef(),
            Directive::Include => return self.include_then(IncludeForm::Include, name),
            Directive::IncludeNext => return self.include_then(IncludeForm::Next, name),
            Directive::Import => return self.include_then(IncludeForm::Import, name),
            Directive::If | Directive::Ifdef | Directive::Ifndef => {
                return self.open_conditional(directive, name);
            }
            Directive::Elif
            | Directive::Elifdef
            | Directive::Elifndef
            | Directive::Else
            | Directive::Endif => return self.close_group(directive, name),
            Directive::Line => self.line_directive(name),
            Directive::Error => self.user_message(&codes::ERROR_DIRECTIVE, hash, name),
            Directive::Warning => self.user_message(&codes::WARNING_DIRECTIVE, hash, name),
            Directive::Pragma => {
                if let Some(list) = self.pragma_line(hash) {
                    return Then::Deliver(list);
                }
            }
            Directive::Ident => {}
            Directive::Assert => self.error(assertions_unsupported(name.span)),
        }
        Then::GoOn
    }

    fn include_then(&mut self, form: IncludeForm, name: Token) -> Then {
        self.include(form, name).map_or(Then::GoOn, Then::Enter)
    }

    /// `#line 7 "file.c"`, after macro expansion.
    fn line_directive(&mut self, name: Token) {
        let number = self.next_token();
        let file = self.next_token();
        if !self.set_line(number, file) {
            self.error(malformed_line(name.span));
        }
    }

    /// `# 7 "file.c" 1 3`, as gcc's output has it.
    fn line_marker(&mut self, number: Token) {
        let file = self.lexer.next(&mut self.sources.symbols);
        if !self.set_line(number, file) {
            self.error(malformed_line(number.span));
            return;
        }
        loop {
            let flag = self.lexer.next(&mut self.sources.symbols);
            match self.sources.symbols.bytes(flag.symbol) {
                _ if flag.kind != TokenKind::Number => return,
                b"3" => self.frame.is_system = true,
                _ => {}
            }
        }
    }

    fn set_line(&mut self, number: Token, file: Token) -> bool {
        let digits = self.sources.symbols.bytes(number.symbol);
        let Some(line) = integer::decimal(digits).filter(|_| number.kind == TokenKind::Number) else {
            return false;
        };
        if file.kind == TokenKind::String {
            let text = self.sources.symbols.bytes(file.symbol);
            let Some(name) = text.strip_prefix(b"\"").and_then(|t| t.strip_suffix(b"\"")) else {
                return false;
            };
            let name = String::from_utf8_lossy(name).replace("\\\\", "\\").replace("\\\"", "\"");
            self.frame.presumed_name = name;
        } else if file.kind != TokenKind::Eof {
            return false;
        }
        let here = self.sources.map.line_column(self.lexer.position()).map_or(0, |(_, place)| place.line);
        self.frame.line_offset = line - (i64::from(here) + 1);
        true
    }

    /// `#error` and `#warning`: the rest of the line is the message.
    fn user_message(&mut self, code: &'static Code, hash: Token, name: Token) {
        let (tokens, end) = self.rest_of_line();
        let text = String::from_utf8_lossy(&self.line_text(&tokens)).into_owned();
        let at = Span { hi: end.max(name.span.hi), ..hash.span };
        let message = if text.is_empty() {
            format!("`#{}` without a text", self.sources.text(name.symbol))
        } else {
            text
        };
        let diagnostic = Diagnostic::new(code, at, message);
        if code == &codes::WARNING_DIRECTIVE { self.warn(diagnostic) } else { self.error(diagnostic) }
    }

    /// The tokens up to the end of the line, not expanded, and where they end.
    pub(super) fn rest_of_line(&mut self) -> (Vec<Token>, u32) {
        let mut tokens = Vec::new();
        let mut end = 0;
        loop {
            let token = self.lexer.next(&mut self.sources.symbols);
            if token.kind == TokenKind::Eof {
                return (tokens, end);
            }
            end = token.span.hi;
            tokens.push(token);
        }
    }

    /// Tokens as text, with one space where there was white space.
    pub(super) fn line_text(&self, tokens: &[Token]) -> Vec<u8> {
        let mut text = Vec::new();
        for (index, &token) in tokens.iter().enumerate() {
            if index > 0 && token.flags.has(TokenFlags::SPACE_BEFORE) {
                text.push(b' ');
            }
            text.extend_from_slice(&self.spelling(token));
        }
        text
    }

    /// Warns of anything left on a directive's line.
    pub(super) fn expect_line_end(&mut self, directive: &str) {
        let token = self.read(Names::Keep);
        if token.kind != TokenKind::Eof {
            let message = format!("extra text after `{directive}`");
            self.warn(
                Diagnostic::new(&codes::EXTRA_TOKENS, token.span, message)
                    .help("make it a comment: `/* … */`"),
            );
        }
    }

    fn report_unknown_directive(&mut self, name: Token) {
        let text = self.sources.text(name.symbol).into_owned();
        let mut diagnostic = Diagnostic::new(
            &codes::UNKNOWN_DIRECTIVE,
            name.span,
            format!("`#{text}` is not a preprocessing directive"),
        );
        if let Some(near) = nearest_directive(&text) {
            diagnostic = diagnostic.help(format!("did you mean `#{near}`?"));
        }
        self.error(diagnostic);
    }
}

/// The directive whose name is at most two edits away.
fn nearest_directive(text: &str) -> Option<&'static str> {
    diagnostics::nearest(text, 2, DIRECTIVES.iter().map(|(name, _)| *name), |name| name.as_bytes())
}

fn malformed_line(at: Span) -> Diagnostic {
    Diagnostic::new(&codes::MALFORMED_DIRECTIVE, at, "`#line` wants a number, and perhaps a file name")
        .help("write `#line 7` or `#line 7 \"file.c\"`")
}

fn assertions_unsupported(at: Span) -> Diagnostic {
    Diagnostic::new(&codes::UNKNOWN_DIRECTIVE, at, "assertions (`#assert`) are not supported")
        .help("use a macro: `#define` and `#ifdef`")
}
