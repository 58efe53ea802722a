//! `#pragma hicuda` and `#pragma cudalite`: where they may stand and what
//! they govern.
//!
//! ```c
//! #pragma hicuda loop_partition over_thread   // holds the loop below
//! for (j = 0; j < n; j++)
//!     x[j] = 0;
//! #pragma hicuda barrier                      // stands alone
//! ```
//! The line itself is parsed by [`grammar`] and the files beside it; an error
//! in a line never leaves it. Removing all directives must leave the program's
//! meaning, so a directive is never itself the statement of an `if`.

mod annotation;
mod clause;
mod cudalite;
mod data;
mod grammar;
mod section;

use diagnostics::{Diagnostic, codes};
use source::Span;

use crate::ast::{Directive, DirectiveId, DirectiveKind, StmtId, StmtKind};
use crate::keyword::Keyword;
use crate::{Punct, TokenKind};

use super::recover::offer_braces;
use super::{Parsed, Parser, Reported};

impl Parser<'_> {
    pub(super) fn at_directive(&self) -> bool {
        matches!(self.kind(), TokenKind::PragmaHicuda | TokenKind::PragmaCudalite)
    }

    /// Reads one directive line, from its sentinel past its end.
    fn directive(&mut self) -> DirectiveId {
        let sentinel = self.bump();
        let (first, first_pos) = (self.span(), self.pos);
        let mut when = None;
        let parsed = match sentinel.kind {
            TokenKind::PragmaHicuda => self.when().and_then(|condition| {
                when = condition;
                self.hicuda()
            }),
            _ => self.cudalite(),
        };
        let kind = match parsed {
            Ok(kind) if self.at_directive_end() => kind,
            Ok(kind) => {
                self.report_trailing(&kind);
                kind
            }
            Err(Reported) => DirectiveKind::Error,
        };
        while !self.at_directive_end() {
            self.bump();
        }
        let span = if self.pos > first_pos { self.span_from(first) } else { sentinel.span };
        if self.kind() == TokenKind::PragmaEnd {
            self.bump();
        }
        // The sentinel's own place is the whole line.
        if let Some(when) = &when
            && !kind.may_have_condition()
        {
            self.complain(condition_misplaced(when.span, kind.name()));
        }
        self.unit.directives.alloc(Directive { kind, span, line: sentinel.span, when })
    }

    /// The same, with the `kernel` lines below one that has a condition: they begin one region.
    fn directive_with_others(&mut self) -> DirectiveId {
        let first = self.directive();
        let is_kernel = matches!(self.unit.directives[first].kind, DirectiveKind::Kernel { .. });
        while is_kernel && self.unit.directives[first].when.is_some() && self.at_kernel() {
            let other = self.directive();
            let when = self.unit.directives[first].when.as_mut();
            when.into_iter().for_each(|when| when.others.push(other));
        }
        first
    }

    /// `kernel` or `when(…) kernel`
    fn at_kernel(&self) -> bool {
        let is_word = |at: usize, word: &[u8]| self.sources.symbols.bytes(self.nth(at).symbol) == word;
        if self.kind() != TokenKind::PragmaHicuda {
            return false;
        }
        if !(is_word(1, b"when") && self.nth_is(2, Punct::LParen)) {
            return is_word(1, b"kernel");
        }
        let (mut at, mut open) = (3, 1);
        while open > 0 && !matches!(self.nth(at).kind, TokenKind::PragmaEnd | TokenKind::Eof) {
            open += i32::from(self.nth_is(at, Punct::LParen)) - i32::from(self.nth_is(at, Punct::RParen));
            at += 1;
        }
        is_word(at, b"kernel")
    }

    fn at_directive_end(&self) -> bool {
        matches!(self.kind(), TokenKind::PragmaEnd | TokenKind::Eof)
    }

    /// A directive at file level. Only `shape` and the CUDA-lite annotations
    /// of a kernel may stand there.
    pub(super) fn file_level_directive(&mut self) -> DirectiveId {
        let id = self.directive();
        let directive = &self.unit.directives[id];
        let allowed = matches!(
            directive.kind,
            DirectiveKind::Shape(_) | DirectiveKind::CudaLite(_) | DirectiveKind::Error
        );
        if !allowed {
            let diagnostic = outside_function(directive.span, directive.kind.name());
            self.complain(diagnostic);
        }
        id
    }

    /// A directive in a block, with what it governs. Foreign pragmas between
    /// it and its loop move in front: they are put into `before`.
    pub(super) fn directive_statement(&mut self, before: &mut Vec<StmtId>) -> StmtId {
        let directive = self.directive_with_others();
        self.with_governed(directive, before)
    }

    fn with_governed(&mut self, directive: DirectiveId, before: &mut Vec<StmtId>) -> StmtId {
        let kind = &self.unit.directives[directive].kind;
        if kind.governs_loop() {
            self.governed_loop(directive, before)
        } else if kind.governs_statement() {
            let body = self.governed_statement(directive);
            self.directive_node(directive, body)
        } else {
            self.directive_node(directive, None)
        }
    }

    fn directive_node(&mut self, directive: DirectiveId, body: Option<StmtId>) -> StmtId {
        let line = self.unit.directives[directive].line;
        let span = body.map_or(line, |body| self.join(line, self.stmt_span(body)));
        self.new_stmt(StmtKind::Directive { directive, body }, span)
    }

    /// Loop directives, one above the other, and the `for` below them.
    fn governed_loop(&mut self, first: DirectiveId, before: &mut Vec<StmtId>) -> StmtId {
        let mut stack = vec![first];
        loop {
            match self.kind() {
                TokenKind::Pragma => {
                    let pragma = self.bump();
                    before.push(self.new_stmt(StmtKind::Pragma(pragma.symbol), pragma.span));
                }
                TokenKind::PragmaHicuda | TokenKind::PragmaCudalite => {
                    let next = self.directive();
                    if self.unit.directives[next].kind.governs_loop() {
                        stack.push(next);
                    } else {
                        self.complain_between(first, next);
                        let alone = self.directive_node(next, None);
                        before.push(alone);
                    }
                }
                _ => break,
            }
        }
        let mut body = if self.at_keyword(Keyword::For) {
            Some(self.governed_for())
        } else {
            let name = self.unit.directives[first].kind.name();
            let diagnostic =
                loop_expected(self.unit.directives[first].span, name, self.span(), &self.found());
            self.complain(diagnostic);
            None
        };
        while let Some(directive) = stack.pop() {
            body = Some(self.directive_node(directive, body));
        }
        body.unwrap_or_else(|| self.directive_node(first, None))
    }

    fn governed_for(&mut self) -> StmtId {
        let start = self.span();
        match self.nested(Self::for_statement) {
            Ok(stmt) => stmt,
            Err(Reported) => {
                self.skip_statement();
                let span = self.span_from(start);
                self.new_stmt(StmtKind::Error, span)
            }
        }
    }

    /// The statement below `atomic`.
    fn governed_statement(&mut self, directive: DirectiveId) -> Option<StmtId> {
        let ends = self.at(Punct::RBrace) || self.at_eof() || self.at_directive();
        if ends {
            let diagnostic = statement_expected(self.unit.directives[directive].span, &self.found());
            self.complain(diagnostic);
            return None;
        }
        self.substatement().ok()
    }

    /// Pragmas below an `if` or a loop without braces, and the statement that
    /// C sees there.
    pub(super) fn pragmas_and_substatement(&mut self) -> Parsed<StmtId> {
        let mut stmts = Vec::new();
        let mut alone: Vec<DirectiveId> = Vec::new();
        let last = loop {
            match self.kind() {
                TokenKind::Pragma => {
                    let pragma = self.bump();
                    stmts.push(self.new_stmt(StmtKind::Pragma(pragma.symbol), pragma.span));
                }
                TokenKind::PragmaHicuda | TokenKind::PragmaCudalite => {
                    let directive = self.directive_with_others();
                    let kind = &self.unit.directives[directive].kind;
                    let is_hint = matches!(kind, DirectiveKind::CudaLite(_) | DirectiveKind::Error);
                    if kind.governs_something() {
                        break Some(self.with_governed(directive, &mut stmts));
                    }
                    if !is_hint {
                        alone.push(directive);
                    }
                    stmts.push(self.directive_node(directive, None));
                }
                TokenKind::Punct(Punct::RBrace) | TokenKind::Eof => break None,
                _ => break Some(self.substatement()?),
            }
        };
        // A kernel of one statement is one statement.
        let is_kernel =
            |&only: &DirectiveId| matches!(self.unit.directives[only].kind, DirectiveKind::Kernel { .. });
        if alone.len() == 1
            && alone.iter().all(is_kernel)
            && self.at_kernel_end()
            && let Some(body) = last
        {
            stmts.push(body);
            let end = self.directive();
            let end = self.directive_node(end, None);
            return Ok(self.grouped(stmts, end));
        }
        let group = match last.or_else(|| stmts.pop()) {
            Some(last) => self.grouped(stmts, last),
            None => return Err(self.expected("a statement")),
        };
        if let Some(directive) = alone.first() {
            self.complain_braces(*directive, group);
        }
        Ok(group)
    }

    fn at_kernel_end(&self) -> bool {
        self.kind() == TokenKind::PragmaHicuda
            && self.sources.symbols.bytes(self.nth(1).symbol) == b"kernel_end"
    }

    /// Statements that stand where there is room for one: a block without
    /// braces of its own.
    pub(super) fn grouped(&mut self, mut before: Vec<StmtId>, last: StmtId) -> StmtId {
        let Some(&first) = before.first() else { return last };
        let span = self.join(self.stmt_span(first), self.stmt_span(last));
        before.push(last);
        self.new_stmt(StmtKind::Block(before), span)
    }

    fn complain_between(&mut self, first: DirectiveId, between: DirectiveId) {
        let (above, below) = (&self.unit.directives[first], &self.unit.directives[between]);
        if matches!(below.kind, DirectiveKind::Error) {
            return;
        }
        let diagnostic = directive_between(below.span, above.span, above.kind.name(), below.kind.name());
        self.complain(diagnostic);
    }

    fn complain_braces(&mut self, directive: DirectiveId, group: StmtId) {
        let span = self.stmt_span(group);
        let directive = &self.unit.directives[directive];
        let diagnostic = braces_needed(directive.span, directive.kind.name());
        let message = "put braces around the directive and the statement below it";
        self.complain(offer_braces(diagnostic, message, span, ["{\n", "\n}"]));
    }

    fn report_trailing(&mut self, kind: &DirectiveKind) {
        let at = self.span();
        let found = self.found();
        let complaint = trailing_tokens(at, kind.name(), &found);
        let asks_grid = matches!(kind, DirectiveKind::Barrier) && self.at_word("grid");
        self.report(match asks_grid {
            true => complaint.help(
                "it is for the threads of a block; for all blocks to wait, end the kernel here and begin another",
            ),
            false => complaint,
        });
    }
}

fn outside_function(at: Span, name: &str) -> Diagnostic {
    Diagnostic::new(
        &codes::MISPLACED_DIRECTIVE,
        at,
        format!("`{name}` cannot stand outside a function; only `shape` can"),
    )
    .help("move it into the function whose code it is about")
}

fn condition_misplaced(at: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&codes::CONDITION_MISPLACED, at, format!("`{name}` cannot depend on a `when`"))
        .note("`when` is for what stands in a kernel, and for the data directives right around it: its launch decides which version runs")
        .help("write an `if` around the directives and the statements between them")
}

fn loop_expected(at: Span, name: &str, below: Span, found: &str) -> Diagnostic {
    Diagnostic::new(
        &codes::LOOP_EXPECTED,
        at,
        format!("`{name}` must stand directly above a `for` loop, found {found}"),
    )
    .related(below, "this is not a `for` loop")
}

fn directive_between(at: Span, above: Span, loop_directive: &str, name: &str) -> Diagnostic {
    Diagnostic::new(
        &codes::LOOP_EXPECTED,
        at,
        format!("`{name}` stands between `{loop_directive}` and its loop"),
    )
    .related(above, "this needs the `for` loop directly below it")
    .help(format!("move `{name}` above `{loop_directive}`, or into the loop"))
}

fn statement_expected(at: Span, found: &str) -> Diagnostic {
    Diagnostic::new(
        &codes::STATEMENT_EXPECTED,
        at,
        format!("`atomic` must stand directly above a statement, found {found}"),
    )
    .help("write the update below it, such as `x += 1;`")
}

fn braces_needed(at: Span, name: &str) -> Diagnostic {
    Diagnostic::new(
        &codes::BRACES_NEEDED,
        at,
        format!("`{name}` needs braces here: without them C takes the next statement alone"),
    )
}

fn trailing_tokens(at: Span, name: &str, found: &str) -> Diagnostic {
    Diagnostic::new(&codes::TRAILING_TOKENS, at, format!("`{name}` is complete here, but {found} follows"))
        .help("each directive has a line of its own; names in a list are separated by blanks")
}
