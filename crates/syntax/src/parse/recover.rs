//! What happens after a mistake: one message, then reading on.
//!
//! The rules that keep one mistake one message:
//! 1. At one token at most one error is reported; whatever else goes wrong
//!    there follows from the first.
//! 2. A missing `;`, `)`, `]` or `}` is reported and taken as if it were there.
//! 3. Lists and bracketed parts recover to their own end, so that what follows
//!    (the body of a loop whose condition is wrong) is still read.
//! 4. Everything else skips to the end of the statement, member or declaration.
//! 5. Every loop over productions makes progress by at least one token.

use diagnostics::{Diagnostic, Fix, FixEdit, Safety, codes};
use source::Span;

use crate::ast::{ExprId, ExprKind};
use crate::keyword::{self, Keyword};
use crate::{Punct, Token, TokenFlags, TokenKind};

use super::names::NameKind;
use super::spelling::nearest;
use super::{MAX_CHAIN, MAX_NESTING, Parsed, Parser, Reported};

/// What was reported, as far as it decides what to keep quiet about.
#[derive(Default)]
pub(super) struct Recovery {
    /// The token at which the last error was reported.
    last_error: Option<usize>,
    /// Nothing more is said: the rest of the file is not looked at.
    gave_up: bool,
    /// A header was not found: every name may be a type that it declares.
    header_missing: bool,
    /// A function definition was found inside a block that a missing `}` left
    /// open: all blocks end here.
    pub(super) leaving_blocks: bool,
}

impl Recovery {
    pub(super) fn new(header_missing: bool) -> Recovery {
        Recovery { header_missing, ..Recovery::default() }
    }
}

impl Parser<'_> {
    /// Reports an error at the current token, unless one was reported here. A
    /// token that is none was reported by the preprocessor.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        if self.recovery.last_error != Some(self.pos) && !self.recovery.gave_up {
            self.recovery.last_error = Some(self.pos);
            if self.kind() != TokenKind::Unknown {
                self.sink.push(diagnostic);
            }
        }
        Reported
    }

    /// Reports an error about something that was read in full and is
    /// understood; reading goes on as if it were right.
    pub(super) fn complain(&mut self, diagnostic: Diagnostic) {
        if !self.recovery.gave_up {
            self.sink.push(diagnostic);
        }
    }

    /// "expected WHAT, found …" at the current token.
    pub(super) fn expected(&mut self, what: &str) -> Reported {
        let found = self.found();
        let at = self.span();
        self.report(unexpected_token(at, what, &found))
    }

    /// The current token in words.
    pub(super) fn found(&self) -> String {
        let token = self.token();
        match token.kind {
            TokenKind::Eof => "the end of the file".into(),
            TokenKind::PragmaHicuda => "a `hicuda` directive".into(),
            TokenKind::PragmaCudalite => "a `cudalite` directive".into(),
            TokenKind::Pragma => "a pragma".into(),
            TokenKind::PragmaEnd => "the end of the line".into(),
            TokenKind::String => "a string literal".into(),
            TokenKind::Ident | TokenKind::Number | TokenKind::Char | TokenKind::Unknown => {
                format!("`{}`", self.sources.text(token.symbol))
            }
            TokenKind::Punct(punct) => format!("`{}`", punct.text()),
        }
    }

    /// Consumes the `;` that ends something. A `;` forgotten at the end of a
    /// line is reported there and reading goes on with the next line.
    pub(super) fn expect_semicolon(&mut self, after: &str) -> Parsed<()> {
        if self.eat(Punct::Semi) {
            return Ok(());
        }
        let at_break = self.at_line_start() || self.at(Punct::RBrace);
        let found = if at_break { String::new() } else { format!(", found {}", self.found()) };
        let end = self.prev_span().end();
        let mut diagnostic = Diagnostic::new(
            &codes::MISSING_SEMICOLON,
            if at_break { end } else { self.span() },
            format!("expected `;` after {after}{found}"),
        );
        if at_break && !end.is_from_macro() {
            diagnostic = diagnostic.fix("insert `;`", end, ";", Safety::Safe);
        }
        let reported = self.report(diagnostic);
        if at_break { Ok(()) } else { Err(reported) }
    }

    /// Consumes the bracket that closes `open`. When it is not here, it is
    /// reported, and found further on in the same statement or taken as given.
    /// `what` completes "expected …".
    pub(super) fn close(&mut self, open: Token, what: &str) {
        let closing = closing_of(open.kind);
        if self.eat(closing) {
            return;
        }
        let already_known = self.recovery.last_error == Some(self.pos);
        let found = self.found();
        let opened = format!("this `{}` is not closed", self.sources.text(open.symbol));
        let missing = unexpected_token(self.span(), what, &found).related(open.span, opened);
        self.report(Diagnostic { code: &codes::UNCLOSED_BRACKET, ..missing });
        if !already_known && self.skip_to(&[closing]) {
            self.bump();
        }
    }

    /// Reports that the block opened by the token at `open` is not closed here.
    pub(super) fn report_unclosed_block(&mut self, open: usize) {
        let (brace, text) = match self.brace_closed_too_far_left(open) {
            Some(brace) => (brace, "by the indentation, this `{` is not closed"),
            None => (self.tokens.get(open).map_or(self.eof.span, |t| t.span), "this `{` is not closed"),
        };
        let found = self.found();
        let missing = unexpected_token(self.span(), "`}`", &found).related(brace, text);
        self.report(Diagnostic { code: &codes::UNCLOSED_BRACKET, ..missing });
    }

    /// The first `{` after the token at `open` whose `}` begins a line further
    /// left than the line of the `{`: that `}` was meant for another.
    fn brace_closed_too_far_left(&self, open: usize) -> Option<Span> {
        let column = |token: &Token| self.sources.map.line_column(token.span.lo).map_or(0, |(_, p)| p.column);
        let mut indent = 0;
        let mut braces: Vec<(Span, u32)> = Vec::new();
        for token in self.tokens.get(open..self.pos)? {
            let begins_line = token.flags.has(TokenFlags::LINE_START) && !token.span.is_from_macro();
            if begins_line {
                indent = column(token);
            }
            match token.kind {
                TokenKind::Punct(Punct::LBrace) => braces.push((token.span, indent)),
                TokenKind::Punct(Punct::RBrace) => {
                    let (brace, opened_at) = braces.pop()?;
                    if begins_line && indent < opened_at {
                        return Some(brace);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// Skips to one of `stops` outside nested brackets, but not beyond the
    /// statement; says whether it is there.
    pub(super) fn skip_to(&mut self, stops: &[Punct]) -> bool {
        let start = self.pos;
        let mut depth = 0usize;
        loop {
            match self.kind() {
                TokenKind::Punct(punct) if depth == 0 && stops.contains(&punct) => return true,
                TokenKind::Punct(Punct::LParen | Punct::LBracket) => depth += 1,
                TokenKind::Punct(Punct::RParen | Punct::RBracket) if depth > 0 => depth -= 1,
                TokenKind::Punct(
                    Punct::Semi | Punct::LBrace | Punct::RBrace | Punct::RParen | Punct::RBracket,
                )
                | TokenKind::Eof
                | TokenKind::PragmaHicuda
                | TokenKind::PragmaCudalite
                | TokenKind::PragmaEnd => break,
                _ => {}
            }
            self.pos += 1;
        }
        // Not there: what was skipped may mean something to somebody else.
        self.pos = start;
        false
    }

    /// The expression, or an `Error` node after skipping to one of `stops`.
    pub(super) fn expr_or_skip(&mut self, parsed: Parsed<ExprId>, stops: &[Punct]) -> ExprId {
        match parsed {
            Ok(expr) => expr,
            Err(Reported) => {
                let start = self.span();
                self.skip_to(stops);
                self.new_expr(ExprKind::Error, start)
            }
        }
    }

    /// Skips the rest of a statement or member: past its `;` or its braces, up
    /// to the `}` of the block, a directive, or a line that begins like a
    /// statement or declaration.
    pub(super) fn skip_statement(&mut self) {
        let start = self.pos;
        let mut depth = 0usize;
        loop {
            match self.kind() {
                TokenKind::Eof
                | TokenKind::PragmaHicuda
                | TokenKind::PragmaCudalite
                | TokenKind::Punct(Punct::RBrace) => return,
                TokenKind::Punct(Punct::Semi) => {
                    self.bump();
                    if depth == 0 || self.at_line_start() {
                        return;
                    }
                }
                TokenKind::Punct(Punct::LBrace) => {
                    self.skip_braces();
                    self.eat(Punct::Semi);
                    return;
                }
                TokenKind::Punct(Punct::LParen | Punct::LBracket) => {
                    depth += 1;
                    self.bump();
                }
                TokenKind::Punct(Punct::RParen | Punct::RBracket) => {
                    depth = depth.saturating_sub(1);
                    self.bump();
                }
                // An open literal has swallowed the rest of its line.
                TokenKind::Unknown => {
                    self.bump();
                    if self.at_line_start() {
                        return;
                    }
                }
                TokenKind::Ident if self.pos > start && self.at_line_start() && self.begins_statement() => {
                    return;
                }
                _ => {
                    self.bump();
                }
            }
        }
    }

    /// Skips the rest of a declaration at file level: to a line that begins
    /// like a declaration and stands outside braces.
    pub(super) fn skip_declaration(&mut self) {
        self.skip_statement();
        loop {
            match self.kind() {
                TokenKind::Eof | TokenKind::Pragma | TokenKind::PragmaHicuda | TokenKind::PragmaCudalite => {
                    return;
                }
                TokenKind::Punct(Punct::LBrace) => self.skip_braces(),
                _ if self.at_line_start() && self.begins_file_declaration() => return,
                _ => {
                    self.bump();
                }
            }
        }
    }

    /// Skips from a `{` past its `}`.
    pub(super) fn skip_braces(&mut self) {
        let mut depth = 0usize;
        loop {
            match self.bump().kind {
                TokenKind::Punct(Punct::LBrace) => depth += 1,
                TokenKind::Punct(Punct::RBrace) => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return;
                    }
                }
                TokenKind::Eof => return,
                _ => {}
            }
        }
    }

    fn begins_statement(&self) -> bool {
        let keyword = self.keyword();
        keyword.is_some_and(is_statement_keyword) || self.begins_declaration()
    }

    fn begins_file_declaration(&self) -> bool {
        self.begins_declaration()
            || (self.name().is_some()
                && !self.token().flags.has(TokenFlags::SPACE_BEFORE)
                && (self.name_of(self.nth(1)).is_some() || self.nth_is(1, Punct::LParen)))
    }

    /// `foo_t x` where `foo_t` was never declared. The name counts as a type
    /// from here on, so that the other hundred uses are not reported too.
    pub(super) fn report_unknown_type(&mut self) {
        let token = self.token();
        self.names.declare(token.symbol, NameKind::Type);
        if self.recovery.header_missing {
            return;
        }
        let name = self.sources.text(token.symbol).into_owned();
        let mut diagnostic = unknown_type_name(token.span, &name);
        let spellings = keyword::TABLE.iter().map(|(text, _)| *text).filter(|t| !t.starts_with('_'));
        diagnostic = match nearest(&name, spellings) {
            Some(meant) => offer_word(diagnostic, token.span, meant),
            None => diagnostic.help("include the header that declares it, or write `struct` before a tag"),
        };
        self.complain(diagnostic);
        self.recovery.last_error = Some(self.pos);
    }

    /// Nesting too deep: says so once and leaves the rest of the file alone.
    pub(super) fn give_up_nesting(&mut self) -> Reported {
        let message = format!("this is nested more than {MAX_NESTING} levels deep");
        self.give_up(Diagnostic::new(&codes::TOO_DEEP, self.span(), message))
    }

    /// A chain too long; likewise.
    pub(super) fn give_up_chain(&mut self) -> Reported {
        let message = format!("more than {MAX_CHAIN} of these follow each other");
        self.give_up(Diagnostic::new(&codes::TOO_DEEP, self.span(), message))
    }

    fn give_up(&mut self, diagnostic: Diagnostic) -> Reported {
        let diagnostic = diagnostic.help("split it into smaller parts");
        self.complain(diagnostic);
        self.recovery.gave_up = true;
        self.pos = self.tokens.iter().rposition(|t| t.kind != TokenKind::Eof).map_or(0, |last| last + 1);
        Reported
    }
}

fn closing_of(open: TokenKind) -> Punct {
    match open {
        TokenKind::Punct(Punct::LBracket) => Punct::RBracket,
        TokenKind::Punct(Punct::LBrace) => Punct::RBrace,
        TokenKind::Punct(Punct::LaunchOpen) => Punct::LaunchClose,
        TokenKind::Punct(Punct::Lt) => Punct::Gt,
        _ => Punct::RParen,
    }
}

fn is_statement_keyword(keyword: Keyword) -> bool {
    matches!(
        keyword,
        Keyword::Break
            | Keyword::Case
            | Keyword::Continue
            | Keyword::Default
            | Keyword::Do
            | Keyword::Else
            | Keyword::For
            | Keyword::Goto
            | Keyword::If
            | Keyword::Return
            | Keyword::Switch
            | Keyword::While
    )
}

/// Offers another word: as a fix, or as advice where a macro wrote it.
pub(super) fn offer_word(diagnostic: Diagnostic, at: Span, meant: &str) -> Diagnostic {
    if at.is_from_macro() {
        return diagnostic.help(format!("did you mean `{meant}`?"));
    }
    diagnostic.fix(format!("did you mean `{meant}`?"), at, meant, Safety::Unsafe)
}

/// Offers braces around a text: as a fix, or as advice where a macro wrote it.
pub(super) fn offer_braces(
    mut diagnostic: Diagnostic,
    message: &str,
    around: Span,
    braces: [&str; 2],
) -> Diagnostic {
    if around.is_from_macro() {
        return diagnostic.help(message);
    }
    let edits = vec![
        FixEdit { span: around.start(), replacement: braces[0].into() },
        FixEdit { span: around.end(), replacement: braces[1].into() },
    ];
    diagnostic.fix = Some(Fix { message: message.into(), edits, safety: Safety::Safe });
    diagnostic
}

fn unexpected_token(at: Span, what: &str, found: &str) -> Diagnostic {
    Diagnostic::new(&codes::UNEXPECTED_TOKEN, at, format!("expected {what}, found {found}"))
}

fn unknown_type_name(at: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&codes::UNKNOWN_TYPE_NAME, at, format!("unknown type name `{name}`"))
}
