//! Operators: from the comma down to the prefix operators and casts.
//!
//! Binary operators are worked off with an explicit stack (see [`super::chain`]),
//! assignments, conditionals and prefixes with loops: `a = b = c = …`,
//! `a ? b : c ? d : …` and `- - - x` of any length need no recursion. Which
//! expressions may be assigned to is not a question of syntax here.

use source::Span;

use crate::ast::{BinaryOp, ExprId, ExprKind, UnaryOp};
use crate::keyword::Keyword;
use crate::{Punct, TokenKind};

use super::chain::Prefix;
use super::{MAX_CHAIN, Parsed, Parser};

impl Parser<'_> {
    /// `a, b, c`
    pub(super) fn expr(&mut self) -> Parsed<ExprId> {
        let mut lhs = self.assignment()?;
        let mut length = 0;
        while self.eat(Punct::Comma) {
            let rhs = self.assignment()?;
            lhs = self.binary(BinaryOp::Comma, lhs, rhs);
            length += 1;
            if length > MAX_CHAIN {
                return Err(self.give_up_chain());
            }
        }
        Ok(lhs)
    }

    /// `a = b`, `a += b`, or anything that binds tighter.
    pub(super) fn assignment(&mut self) -> Parsed<ExprId> {
        let mut targets = Vec::new();
        let mut value = loop {
            let lhs = self.conditional()?;
            let Some(op) = assignment_operator(self.kind()) else { break lhs };
            self.bump();
            targets.push((lhs, op));
            if targets.len() > MAX_CHAIN {
                return Err(self.give_up_chain());
            }
        };
        while let Some((lhs, op)) = targets.pop() {
            let span = self.join(self.expr_span(lhs), self.expr_span(value));
            value = self.new_expr(ExprKind::Assign { op, lhs, rhs: value }, span);
        }
        Ok(value)
    }

    /// `a ? b : c`, GNU's `a ?: c`, or anything that binds tighter. Also the
    /// constant expressions of `case`, bit-fields and enumerators.
    pub(super) fn conditional(&mut self) -> Parsed<ExprId> {
        let mut questions = Vec::new();
        let mut value = loop {
            let cond = self.binary_chain()?;
            if !self.eat(Punct::Question) {
                break cond;
            }
            let then = if self.at(Punct::Colon) { None } else { Some(self.nested(Self::expr)?) };
            self.expect(Punct::Colon, "the second part of `?:`")?;
            questions.push((cond, then));
            if questions.len() > MAX_CHAIN {
                return Err(self.give_up_chain());
            }
        };
        while let Some((cond, then)) = questions.pop() {
            let span = self.join(self.expr_span(cond), self.expr_span(value));
            value = self.new_expr(ExprKind::Conditional { cond, then, otherwise: value }, span);
        }
        Ok(value)
    }

    /// `a || b && c | d …`
    fn binary_chain(&mut self) -> Parsed<ExprId> {
        let first = self.prefixed()?;
        if self.binary_operator().is_none() {
            return Ok(first);
        }
        let operands = self.chains.operands.len();
        let operators = self.chains.operators.len();
        let result = self.binary_chain_from(first, operators);
        self.chains.operands.truncate(operands);
        self.chains.operators.truncate(operators);
        result
    }

    /// Continues a chain after its first operand; operators below `bottom` on
    /// the stack belong to enclosing expressions.
    fn binary_chain_from(&mut self, first: ExprId, bottom: usize) -> Parsed<ExprId> {
        let mut rhs = first;
        let mut length = 0;
        loop {
            let incoming = self.binary_operator();
            let binding = incoming.map_or(0, |(_, binding)| binding);
            while self.chains.operators.len() > bottom
                && let Some(&(op, waiting)) = self.chains.operators.last()
                && waiting >= binding
                && let Some(lhs) = self.chains.operands.pop()
            {
                self.chains.operators.pop();
                rhs = self.binary(op, lhs, rhs);
            }
            let Some(incoming) = incoming else { return Ok(rhs) };
            self.bump();
            self.chains.operands.push(rhs);
            self.chains.operators.push(incoming);
            rhs = self.prefixed()?;
            length += 1;
            if length > MAX_CHAIN {
                return Err(self.give_up_chain());
            }
        }
    }

    /// The operator here; between a template's brackets `>` is none.
    fn binary_operator(&self) -> Option<(BinaryOp, u8)> {
        let closes = [Punct::Gt, Punct::Shr, Punct::LaunchClose].iter().any(|&closing| self.at(closing));
        if self.greater_closes && closes { None } else { binary_operator(self.kind()) }
    }

    fn binary(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> ExprId {
        let span = self.join(self.expr_span(lhs), self.expr_span(rhs));
        self.new_expr(ExprKind::Binary { op, lhs, rhs }, span)
    }

    /// An operand with the operators, casts and `sizeof`s before it.
    pub(super) fn prefixed(&mut self) -> Parsed<ExprId> {
        if matches!(self.kind(), TokenKind::Number) || self.name().is_some() {
            return self.postfixed();
        }
        let bottom = self.chains.prefixes.len();
        let operand = self.prefixes_and_operand(bottom);
        let result = operand.map(|operand| self.apply_prefixes(operand, bottom));
        self.chains.prefixes.truncate(bottom);
        result
    }

    /// Puts the prefixes on the stack and returns the operand behind them.
    fn prefixes_and_operand(&mut self, bottom: usize) -> Parsed<ExprId> {
        loop {
            if self.chains.prefixes.len() - bottom > MAX_CHAIN {
                return Err(self.give_up_chain());
            }
            let token = self.token();
            if let Some(op) = prefix_operator(token.kind) {
                self.bump();
                self.chains.prefixes.push(Prefix::Operator(op, token.span));
                continue;
            }
            match self.keyword() {
                Some(Keyword::Sizeof | Keyword::Alignof) => {
                    if let Some(operand) = self.sizeof_or_alignof()? {
                        return Ok(operand);
                    }
                    continue;
                }
                Some(keyword) => {
                    let Some(op) = prefix_keyword(keyword) else { return self.postfixed() };
                    self.bump();
                    self.chains.prefixes.push(Prefix::Operator(op, token.span));
                    continue;
                }
                None => {}
            }
            match token.kind {
                TokenKind::Punct(Punct::AmpAmp) => return self.label_address(),
                TokenKind::Punct(Punct::LParen) if self.begins_type_name(1) => {
                    let ty = self.parenthesized_type()?;
                    if self.at(Punct::LBrace) {
                        return self.compound_literal(ty, token.span);
                    }
                    self.chains.prefixes.push(Prefix::Cast(ty, token.span));
                }
                _ => return self.postfixed(),
            }
        }
    }

    /// `sizeof(T)` is an operand, `sizeof e` a prefix; `sizeof(T){0}` is the
    /// size of a compound literal. `None` when a prefix was stacked.
    fn sizeof_or_alignof(&mut self) -> Parsed<Option<ExprId>> {
        let is_sizeof = self.at_keyword(Keyword::Sizeof);
        let word = self.bump().span;
        let prefix = if is_sizeof { Prefix::Sizeof(word) } else { Prefix::Alignof(word) };
        let open = self.span();
        if !self.at(Punct::LParen) || !self.begins_type_name(1) {
            self.chains.prefixes.push(prefix);
            return Ok(None);
        }
        let ty = self.parenthesized_type()?;
        if self.at(Punct::LBrace) {
            self.chains.prefixes.push(prefix);
            return self.compound_literal(ty, open).map(Some);
        }
        let kind = if is_sizeof { ExprKind::SizeofType(ty) } else { ExprKind::AlignofType(ty) };
        let span = self.span_from(word);
        Ok(Some(self.new_expr(kind, span)))
    }

    fn apply_prefixes(&mut self, operand: ExprId, bottom: usize) -> ExprId {
        let mut value = operand;
        while self.chains.prefixes.len() > bottom
            && let Some(prefix) = self.chains.prefixes.pop()
        {
            let (kind, start) = prefix_expr(prefix, value);
            let span = self.join(start, self.expr_span(value));
            value = self.new_expr(kind, span);
        }
        value
    }

    /// GNU's `&&label`.
    fn label_address(&mut self) -> Parsed<ExprId> {
        let start = self.bump().span;
        let label = self.expect_name("a label after `&&`")?;
        let span = self.join(start, label.span);
        Ok(self.new_expr(ExprKind::LabelAddress(label), span))
    }
}

fn prefix_expr(prefix: Prefix, operand: ExprId) -> (ExprKind, Span) {
    match prefix {
        Prefix::Operator(op, at) => (ExprKind::Unary { op, operand }, at),
        Prefix::Cast(ty, at) => (ExprKind::Cast { ty, operand }, at),
        Prefix::Sizeof(at) => (ExprKind::SizeofExpr(operand), at),
        Prefix::Alignof(at) => (ExprKind::AlignofExpr(operand), at),
    }
}

fn prefix_operator(kind: TokenKind) -> Option<UnaryOp> {
    let TokenKind::Punct(punct) = kind else { return None };
    Some(match punct {
        Punct::Plus => UnaryOp::Plus,
        Punct::Minus => UnaryOp::Neg,
        Punct::Tilde => UnaryOp::BitNot,
        Punct::Bang => UnaryOp::Not,
        Punct::Star => UnaryOp::Deref,
        Punct::Amp => UnaryOp::AddrOf,
        Punct::PlusPlus => UnaryOp::PreInc,
        Punct::MinusMinus => UnaryOp::PreDec,
        _ => return None,
    })
}

fn prefix_keyword(keyword: Keyword) -> Option<UnaryOp> {
    match keyword {
        Keyword::RealPart => Some(UnaryOp::Real),
        Keyword::ImagPart => Some(UnaryOp::Imag),
        Keyword::Extension => Some(UnaryOp::Extension),
        _ => None,
    }
}

/// A binary operator and how tightly it binds; all of them group to the left.
fn binary_operator(kind: TokenKind) -> Option<(BinaryOp, u8)> {
    let TokenKind::Punct(punct) = kind else { return None };
    Some(match punct {
        Punct::PipePipe => (BinaryOp::Or, 1),
        Punct::AmpAmp => (BinaryOp::And, 2),
        Punct::Pipe => (BinaryOp::BitOr, 3),
        Punct::Caret => (BinaryOp::BitXor, 4),
        Punct::Amp => (BinaryOp::BitAnd, 5),
        Punct::EqEq => (BinaryOp::Eq, 6),
        Punct::Ne => (BinaryOp::Ne, 6),
        Punct::Lt => (BinaryOp::Lt, 7),
        Punct::Gt => (BinaryOp::Gt, 7),
        Punct::Le => (BinaryOp::Le, 7),
        Punct::Ge => (BinaryOp::Ge, 7),
        Punct::Shl => (BinaryOp::Shl, 8),
        Punct::Shr => (BinaryOp::Shr, 8),
        Punct::Plus => (BinaryOp::Add, 9),
        Punct::Minus => (BinaryOp::Sub, 9),
        Punct::Star => (BinaryOp::Mul, 10),
        Punct::Slash => (BinaryOp::Div, 10),
        Punct::Percent => (BinaryOp::Rem, 10),
        _ => return None,
    })
}

/// `None`: not an assignment; `Some(None)`: plain `=`.
fn assignment_operator(kind: TokenKind) -> Option<Option<BinaryOp>> {
    let TokenKind::Punct(punct) = kind else { return None };
    Some(match punct {
        Punct::Eq => None,
        Punct::PlusEq => Some(BinaryOp::Add),
        Punct::MinusEq => Some(BinaryOp::Sub),
        Punct::StarEq => Some(BinaryOp::Mul),
        Punct::SlashEq => Some(BinaryOp::Div),
        Punct::PercentEq => Some(BinaryOp::Rem),
        Punct::AmpEq => Some(BinaryOp::BitAnd),
        Punct::PipeEq => Some(BinaryOp::BitOr),
        Punct::CaretEq => Some(BinaryOp::BitXor),
        Punct::ShlEq => Some(BinaryOp::Shl),
        Punct::ShrEq => Some(BinaryOp::Shr),
        _ => return None,
    })
}
