//! Statements and blocks.
//!
//! A stand-alone directive and a foreign pragma are statements of a block like
//! any other. Where C allows only a single statement (below `if (c)`), the
//! program without directives has the *next* statement there, so the pragma
//! and that statement are taken together, as a block without braces: see
//! [`Parser::substatement`].

use diagnostics::{Diagnostic, codes};
use source::Span;

use crate::ast::{Attribute, ExprId, Ident, StmtId, StmtKind};
use crate::keyword::Keyword;
use crate::{Dialect, Punct, Token, TokenKind};

use super::declaration::Declared;
use super::specifiers::Place;
use super::{MAX_CHAIN, Parsed, Parser, Reported};

/// Where a statement stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Position {
    /// Among others in a block.
    Block,
    /// Where there is room for exactly one: below `if (c)`.
    Single,
}

/// A label waiting for its statement.
enum PendingLabel {
    Case { low: ExprId, high: Option<ExprId> },
    Default,
    Name { name: Ident, attrs: Vec<Attribute> },
}

impl Parser<'_> {
    /// `{ … }` with a scope of its own.
    pub(super) fn block(&mut self) -> Parsed<StmtId> {
        self.names.enter();
        let block = self.nested(Self::block_without_scope);
        self.names.leave();
        block
    }

    /// `{ … }` in the scope at hand: a function's body shares its parameters'.
    pub(super) fn block_without_scope(&mut self) -> Parsed<StmtId> {
        let open_pos = self.pos;
        let open = self.expect(Punct::LBrace, "this")?;
        let mut stmts = Vec::new();
        while !self.at(Punct::RBrace) && !self.at_eof() && !self.recovery.leaving_blocks {
            let before = self.pos;
            let stmt = self.block_item(&mut stmts);
            stmts.push(stmt);
            if self.pos == before && !self.recovery.leaving_blocks {
                self.bump();
            }
        }
        if !self.eat(Punct::RBrace) {
            self.report_unclosed_block(open_pos);
        }
        let span = self.span_from(open.span);
        Ok(self.new_stmt(StmtKind::Block(stmts), span))
    }

    /// One statement of a block; pragmas that have to stand before it are put
    /// into `stmts`.
    fn block_item(&mut self, stmts: &mut Vec<StmtId>) -> StmtId {
        let start = self.span();
        let parsed = match self.kind() {
            TokenKind::PragmaHicuda | TokenKind::PragmaCudalite => {
                let directive = self.directive_statement(stmts);
                Ok(directive)
            }
            _ => self.statement(Position::Block),
        };
        parsed.unwrap_or_else(|Reported| self.skip_to_error_statement(start))
    }

    fn skip_to_error_statement(&mut self, start: Span) -> StmtId {
        if !self.recovery.leaving_blocks {
            self.skip_statement();
        }
        let span = self.span_from(start);
        self.new_stmt(StmtKind::Error, span)
    }

    /// The single statement below an `if` or a loop.
    pub(super) fn substatement(&mut self) -> Parsed<StmtId> {
        self.nested(|p| {
            let start = p.span();
            let parsed = match p.kind() {
                TokenKind::Pragma | TokenKind::PragmaHicuda | TokenKind::PragmaCudalite => {
                    p.pragmas_and_substatement()
                }
                _ => p.statement(Position::Single),
            };
            Ok(parsed.unwrap_or_else(|Reported| p.skip_to_error_statement(start)))
        })
    }

    /// Any statement. Declarations are allowed in blocks only.
    fn statement(&mut self, position: Position) -> Parsed<StmtId> {
        let token = self.token();
        match token.kind {
            TokenKind::Punct(Punct::LBrace) => self.block(),
            TokenKind::Punct(Punct::Semi) => {
                self.bump();
                Ok(self.new_stmt(StmtKind::Empty, token.span))
            }
            TokenKind::Pragma => {
                self.bump();
                Ok(self.new_stmt(StmtKind::Pragma(token.symbol), token.span))
            }
            TokenKind::PragmaHicuda | TokenKind::PragmaCudalite => {
                let mut before = Vec::new();
                let directive = self.directive_statement(&mut before);
                Ok(self.grouped(before, directive))
            }
            TokenKind::Ident => self.word_statement(token, position),
            TokenKind::Punct(Punct::LBracket) if self.at_attribute() => self.attributed_statement(position),
            _ => self.expression_statement(),
        }
    }

    /// A statement that begins with a keyword or a name.
    fn word_statement(&mut self, token: Token, position: Position) -> Parsed<StmtId> {
        let Some(keyword) = self.keyword() else { return self.name_statement(position) };
        match keyword {
            Keyword::If => self.if_statement(),
            Keyword::For => self.for_statement(),
            Keyword::While => self.while_statement(),
            Keyword::Do => self.do_statement(),
            Keyword::Switch => self.switch_statement(),
            Keyword::Case | Keyword::Default => self.labelled_statement(position),
            Keyword::Goto => self.goto_statement(),
            Keyword::Continue => self.jump(StmtKind::Continue, "`continue`"),
            Keyword::Break => self.jump(StmtKind::Break, "`break`"),
            Keyword::Return => self.return_statement(),
            Keyword::Asm => self.asm_statement(),
            Keyword::Attribute => self.attributed_statement(position),
            Keyword::Else => {
                let reported = self.report(else_without_if(token.span));
                self.bump();
                // The statement below is read for its own sake.
                if self.at_eof() { Err(reported) } else { self.substatement() }
            }
            Keyword::Extension if !self.is_extension_declaration() => self.expression_statement(),
            Keyword::Extension => self.declaration_statement(position),
            _ if self.begins_declaration() => self.declaration_statement(position),
            _ => self.expression_statement(),
        }
    }

    fn name_statement(&mut self, position: Position) -> Parsed<StmtId> {
        if self.nth_is(1, Punct::Colon) && !self.nth_is(2, Punct::Colon) {
            return self.labelled_statement(position);
        }
        if self.at_annotation() {
            return self.annotation_statement();
        }
        if self.begins_using() {
            let start = self.span();
            let decl = self.using_declaration()?;
            let span = self.span_from(start);
            return Ok(self.new_stmt(decl.map_or(StmtKind::Empty, StmtKind::Decl), span));
        }
        if self.dialect == Dialect::Cuda && self.begins_cpp_statement() {
            return Err(self.refuse_cpp());
        }
        if self.begins_declaration() || self.begins_unknown_type_declaration() {
            return self.declaration_statement(position);
        }
        self.expression_statement()
    }

    /// `__extension__` before a declaration, not before an expression.
    fn is_extension_declaration(&self) -> bool {
        let mut n = 0;
        while self.keyword_of(self.nth(n)) == Some(Keyword::Extension) {
            n += 1;
        }
        self.begins_specifiers(n)
    }

    fn declaration_statement(&mut self, position: Position) -> Parsed<StmtId> {
        let Declared::Decl(decl) = self.declaration(Place::Block)? else {
            return Err(Reported);
        };
        let span = self.unit.decls[decl].span;
        if position != Position::Block {
            self.complain_declaration_without_block(span);
        }
        Ok(self.new_stmt(StmtKind::Decl(decl), span))
    }

    /// `__attribute__((fallthrough));`, or a declaration that begins so.
    fn attributed_statement(&mut self, position: Position) -> Parsed<StmtId> {
        let start = self.span();
        let length = self.attributes_length();
        if self.nth_is(length, Punct::Semi) {
            let mut attrs = Vec::new();
            self.attributes_into(&mut attrs)?;
            self.expect_semicolon("attributes")?;
            let span = self.span_from(start);
            return Ok(self.new_stmt(StmtKind::Attributes(attrs), span));
        }
        if self.begins_specifiers(length) {
            return self.declaration_statement(position);
        }
        // `[[likely]] return 0;`: says nothing that we use.
        self.attributes_into(&mut Vec::new())?;
        self.nested(|p| p.statement(position))
    }

    fn expression_statement(&mut self) -> Parsed<StmtId> {
        let start = self.span();
        let expr = self.expr()?;
        self.expect_semicolon("expression")?;
        let span = self.span_from(start);
        Ok(self.new_stmt(StmtKind::Expr(expr), span))
    }

    /// Any number of labels and the statement they stand on.
    fn labelled_statement(&mut self, position: Position) -> Parsed<StmtId> {
        let mut labels = Vec::new();
        while let Some(label) = self.label()? {
            labels.push(label);
            if labels.len() > MAX_CHAIN {
                return Err(self.give_up_chain());
            }
        }
        let mut body = match self.kind() {
            // C23 and GNU: a label may end a block.
            TokenKind::Punct(Punct::RBrace) => {
                let at = self.prev_span().end();
                self.new_stmt(StmtKind::Empty, at)
            }
            _ if position == Position::Block => self.nested(|p| p.statement(Position::Block))?,
            _ => self.substatement()?,
        };
        for (label, start) in labels.into_iter().rev() {
            let span = self.join(start, self.stmt_span(body));
            let kind = match label {
                PendingLabel::Case { low, high } => StmtKind::Case { low, high, body },
                PendingLabel::Default => StmtKind::Default { body },
                PendingLabel::Name { name, attrs } => StmtKind::Label { name, attrs, body },
            };
            body = self.new_stmt(kind, span);
        }
        Ok(body)
    }

    /// One label with its colon, and where it begins.
    fn label(&mut self) -> Parsed<Option<(PendingLabel, Span)>> {
        let start = self.span();
        let label = match self.keyword() {
            Some(Keyword::Case) => {
                self.bump();
                let low = self.nested(Self::conditional)?;
                let is_range = self.eat(Punct::Ellipsis);
                let high = if is_range { Some(self.nested(Self::conditional)?) } else { None };
                self.expect(Punct::Colon, "the value of `case`")?;
                PendingLabel::Case { low, high }
            }
            Some(Keyword::Default) => {
                self.bump();
                self.expect(Punct::Colon, "`default`")?;
                PendingLabel::Default
            }
            None if self.nth_is(1, Punct::Colon) && !self.nth_is(2, Punct::Colon) => {
                let Some(name) = self.eat_name() else { return Ok(None) };
                self.bump();
                let mut attrs = Vec::new();
                if self.at_keyword(Keyword::Attribute) {
                    self.attributes_into(&mut attrs)?;
                }
                PendingLabel::Name { name, attrs }
            }
            _ => return Ok(None),
        };
        Ok(Some((label, start)))
    }

    /// `goto name;` or `goto *e;`
    fn goto_statement(&mut self) -> Parsed<StmtId> {
        let start = self.bump().span;
        let kind = if self.eat(Punct::Star) {
            StmtKind::GotoComputed(self.expr()?)
        } else {
            StmtKind::Goto(self.expect_name("a label after `goto`")?)
        };
        self.expect_semicolon("`goto`")?;
        let span = self.span_from(start);
        Ok(self.new_stmt(kind, span))
    }

    fn jump(&mut self, kind: StmtKind, what: &str) -> Parsed<StmtId> {
        let start = self.bump().span;
        self.expect_semicolon(what)?;
        let span = self.span_from(start);
        Ok(self.new_stmt(kind, span))
    }

    fn return_statement(&mut self) -> Parsed<StmtId> {
        let start = self.bump().span;
        let has_value = !self.at(Punct::Semi) && !self.at(Punct::RBrace);
        let value = match self.dialect {
            _ if !has_value => None,
            Dialect::Cuda if self.at(Punct::LBrace) => Some(self.braced_result()?),
            _ => Some(self.expr()?),
        };
        self.expect_semicolon("`return`")?;
        let span = self.span_from(start);
        Ok(self.new_stmt(StmtKind::Return(value), span))
    }

    /// `(cond)`; a mistake inside ends at its `)`.
    pub(super) fn condition(&mut self, after: &str) -> Parsed<ExprId> {
        let open = self.expect(Punct::LParen, after)?;
        let cond = self.nested(Self::expr);
        let cond = self.expr_or_skip(cond, &[Punct::RParen]);
        self.close(open, "`)` after the condition");
        Ok(cond)
    }
}

fn else_without_if(at: Span) -> Diagnostic {
    Diagnostic::new(&codes::ELSE_WITHOUT_IF, at, "this `else` belongs to no `if`")
        .help("put braces around the statements between `if` and `else`")
}
