//! `if`, loops and `switch`.
//!
//! Chains of `else if` are read in a loop. The head of a `for` recovers part by
//! part, so that a mistake in it does not hide the body.

use crate::Punct;
use crate::ast::{ExprId, StmtId, StmtKind};
use crate::keyword::Keyword;

use super::declaration::Declared;
use super::specifiers::Place;
use super::{MAX_CHAIN, Parsed, Parser, Reported};

impl Parser<'_> {
    pub(super) fn if_statement(&mut self) -> Parsed<StmtId> {
        let mut arms = Vec::new();
        let mut otherwise = None;
        loop {
            let start = self.bump().span;
            let is_constant = self.classes.are_read && self.at_word("constexpr");
            if is_constant {
                self.bump();
            }
            let cond = self.condition("`if`")?;
            let then = self.substatement()?;
            arms.push((start, cond, then, is_constant));
            if arms.len() > MAX_CHAIN {
                return Err(self.give_up_chain());
            }
            if self.recovery.leaving_blocks || !self.eat_keyword(Keyword::Else) {
                break;
            }
            if !self.at_keyword(Keyword::If) {
                otherwise = Some(self.substatement()?);
                break;
            }
        }
        let mut last = None;
        for (start, cond, then, is_constant) in arms.into_iter().rev() {
            let end = self.stmt_span(otherwise.unwrap_or(then));
            let span = self.join(start, end);
            let stmt = self.new_stmt(StmtKind::If { cond, then, otherwise }, span);
            if is_constant {
                self.unit.constant_ifs.insert(stmt);
            }
            otherwise = Some(stmt);
            last = Some(stmt);
        }
        last.ok_or(Reported)
    }

    pub(super) fn while_statement(&mut self) -> Parsed<StmtId> {
        let start = self.bump().span;
        let cond = self.condition("`while`")?;
        let body = self.substatement()?;
        let span = self.join(start, self.stmt_span(body));
        Ok(self.new_stmt(StmtKind::While { cond, body }, span))
    }

    pub(super) fn do_statement(&mut self) -> Parsed<StmtId> {
        let start = self.bump().span;
        let body = self.substatement()?;
        if !self.eat_keyword(Keyword::While) {
            return Err(self.expected("`while` after the body of `do`"));
        }
        let cond = self.condition("`while`")?;
        self.expect_semicolon("`do … while (…)`")?;
        let span = self.span_from(start);
        Ok(self.new_stmt(StmtKind::DoWhile { body, cond }, span))
    }

    pub(super) fn switch_statement(&mut self) -> Parsed<StmtId> {
        let start = self.bump().span;
        let cond = self.condition("`switch`")?;
        let body = self.substatement()?;
        let span = self.join(start, self.stmt_span(body));
        Ok(self.new_stmt(StmtKind::Switch { cond, body }, span))
    }

    /// A `for` with the scope its declaration needs.
    pub(super) fn for_statement(&mut self) -> Parsed<StmtId> {
        self.names.enter();
        let parsed = self.for_in_scope();
        self.names.leave();
        parsed
    }

    fn for_in_scope(&mut self) -> Parsed<StmtId> {
        let start = self.bump().span;
        let open = self.expect(Punct::LParen, "`for`")?;
        if self.begins_range_loop() {
            return Err(self.refuse_template("loops over ranges", "count with an index"));
        }
        let init = self.for_init();
        let cond = self.for_part(&[Punct::Semi, Punct::RParen]);
        self.for_semicolon("the condition of `for`");
        let step = self.for_part(&[Punct::RParen]);
        self.close(open, "`)` after the head of `for`");
        let body = self.substatement()?;
        let span = self.join(start, self.stmt_span(body));
        Ok(self.new_stmt(StmtKind::For { init, cond, step, body }, span))
    }

    /// The first part with its `;`.
    fn for_init(&mut self) -> Option<StmtId> {
        let start = self.span();
        if self.eat(Punct::Semi) {
            return None;
        }
        if self.begins_for_declaration() {
            let parsed = self.declaration(Place::ForHead);
            if let Ok(Declared::Decl(decl)) = parsed {
                let span = self.unit.decls[decl].span;
                return Some(self.new_stmt(StmtKind::Decl(decl), span));
            }
            self.skip_to(&[Punct::Semi, Punct::RParen]);
            self.eat(Punct::Semi);
            return Some(self.new_stmt(StmtKind::Error, start));
        }
        let expr = self.nested(Self::expr);
        let expr = self.expr_or_skip(expr, &[Punct::Semi, Punct::RParen]);
        self.for_semicolon("the first part of `for`");
        let span = self.span_from(start);
        Some(self.new_stmt(StmtKind::Expr(expr), span))
    }

    fn begins_for_declaration(&self) -> bool {
        let mut n = 0;
        while self.keyword_of(self.nth(n)) == Some(Keyword::Extension) {
            n += 1;
        }
        self.begins_specifiers(n) || self.begins_unknown_type_declaration()
    }

    /// The condition or the step; either may be missing.
    fn for_part(&mut self, ends: &[Punct]) -> Option<ExprId> {
        if self.at(Punct::Semi) || self.at(Punct::RParen) {
            return None;
        }
        let part = self.nested(Self::expr);
        Some(self.expr_or_skip(part, ends))
    }

    /// A `;` of the head; a missing one is taken as given.
    pub(super) fn for_semicolon(&mut self, after: &str) {
        if !self.eat(Punct::Semi) {
            self.expected(&format!("`;` after {after}"));
        }
    }
}
