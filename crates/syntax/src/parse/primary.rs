//! Operands: names, constants, parentheses, and what follows an operand.
//!
//! `a`, `1.0f`, `"x" "y"`, `(e)`, `({ … })`, `_Generic(…)`, then any number of
//! `[i]`, `(args)`, `.x`, `->x`, `++`, `--`. A mistake inside brackets ends at
//! the bracket.

use diagnostics::{Diagnostic, codes};
use source::Span;

use crate::ast::{ExprId, ExprKind, IncDec, Initializer, TypeNameId};
use crate::keyword::Keyword;
use crate::{Dialect, Punct, TokenKind};

use super::{MAX_CHAIN, Parsed, Parser, Reported};

impl Parser<'_> {
    /// An operand with its subscripts, calls, members and `++`/`--`.
    pub(super) fn postfixed(&mut self) -> Parsed<ExprId> {
        let operand = self.primary()?;
        self.postfixes(operand)
    }

    fn postfixes(&mut self, operand: ExprId) -> Parsed<ExprId> {
        let start = self.expr_span(operand);
        let mut value = operand;
        for _ in 0..MAX_CHAIN {
            let TokenKind::Punct(punct) = self.kind() else { return Ok(value) };
            let kind = match punct {
                Punct::LBracket => self.nested(|p| p.subscript(value))?,
                Punct::LParen => {
                    let args = self.nested(Self::arguments)?;
                    ExprKind::Call { callee: value, args }
                }
                Punct::Dot => self.member(value, false)?,
                Punct::Arrow => self.member(value, true)?,
                Punct::PlusPlus => {
                    self.bump();
                    ExprKind::Postfix { op: IncDec::Inc, operand: value }
                }
                Punct::MinusMinus => {
                    self.bump();
                    ExprKind::Postfix { op: IncDec::Dec, operand: value }
                }
                Punct::LaunchOpen => self.nested(|p| p.launch(value))?,
                _ => return Ok(value),
            };
            let span = self.span_from(start);
            value = self.new_expr(kind, span);
        }
        Err(self.give_up_chain())
    }

    fn subscript(&mut self, base: ExprId) -> Parsed<ExprKind> {
        let open = self.bump();
        let index = self.expr();
        let index = self.expr_or_skip(index, &[Punct::RBracket]);
        self.close(open, "`]`");
        Ok(ExprKind::Index { base, index })
    }

    fn member(&mut self, base: ExprId, arrow: bool) -> Parsed<ExprKind> {
        self.bump();
        self.eat_template_word();
        let field = match self.classes.are_read && self.begins_operator_name() {
            true => self.operator_name(),
            false => self.expect_name("a member name")?,
        };
        let args = self.member_arguments(field)?;
        Ok(match args.is_empty() {
            true => ExprKind::Member { base, field, arrow },
            false => ExprKind::MemberTemplate { base, field, arrow, args },
        })
    }

    /// `(a, b)`
    pub(super) fn arguments(&mut self) -> Parsed<Vec<ExprId>> {
        let open = self.bump();
        let mut args = Vec::new();
        if !self.at(Punct::RParen) {
            loop {
                self.skip_foreign_pragmas();
                let arg = self.assignment();
                args.push(self.expr_or_skip(arg, &[Punct::Comma, Punct::RParen]));
                if !self.eat(Punct::Comma) {
                    break;
                }
            }
        }
        self.close(open, "`,` or `)` after an argument");
        Ok(args)
    }

    fn primary(&mut self) -> Parsed<ExprId> {
        let token = self.token();
        let kind = match token.kind {
            TokenKind::Ident => return self.name_or_keyword(),
            TokenKind::Number => ExprKind::Number(token.symbol),
            TokenKind::Char => ExprKind::Char(token.symbol),
            TokenKind::String => return Ok(self.string()),
            TokenKind::Punct(Punct::LParen) => return self.nested(Self::parenthesized),
            TokenKind::Pragma => {
                self.skip_foreign_pragmas();
                return self.nested(Self::prefixed);
            }
            _ => return Err(self.report_no_expression()),
        };
        self.bump();
        Ok(self.new_expr(kind, token.span))
    }

    fn name_or_keyword(&mut self) -> Parsed<ExprId> {
        if self.dialect == Dialect::Cuda && self.begins_cpp_operand() {
            return self.nested(Self::cpp_operand);
        }
        if self.dialect == Dialect::Cuda && self.begins_cuda_operand() {
            return self.nested(Self::cuda_operand);
        }
        match self.keyword() {
            None => {
                let token = self.bump();
                Ok(self.new_expr(ExprKind::Ident(token.symbol), token.span))
            }
            Some(keyword) if is_builtin_form(keyword) => self.nested(|p| p.builtin_form(keyword)),
            Some(_) => Err(self.report_no_expression()),
        }
    }

    /// Adjacent string literals are one.
    pub(super) fn string(&mut self) -> ExprId {
        let start = self.span();
        let mut pieces = Vec::new();
        while self.kind() == TokenKind::String {
            pieces.push(self.bump().symbol);
        }
        let span = self.span_from(start);
        self.new_expr(ExprKind::String(pieces), span)
    }

    /// `(e)` or `({ … })`
    fn parenthesized(&mut self) -> Parsed<ExprId> {
        let open = self.bump();
        let kind = if self.at(Punct::LBrace) {
            let block = self.block()?;
            ExprKind::StmtExpr(block)
        } else {
            let greater_closes = std::mem::replace(&mut self.greater_closes, false);
            let inner = self.expr();
            self.greater_closes = greater_closes;
            ExprKind::Paren(self.expr_or_skip(inner, &[Punct::RParen]))
        };
        self.close(open, "`)`");
        let span = self.span_from(open.span);
        Ok(self.new_expr(kind, span))
    }

    /// `(T)`, the parentheses included.
    pub(super) fn parenthesized_type(&mut self) -> Parsed<TypeNameId> {
        let open = self.bump();
        let ty = self.nested(Self::type_name)?;
        self.close(open, "`)` after the type");
        Ok(ty)
    }

    /// `(T){ … }`, then what may follow an operand.
    pub(super) fn compound_literal(&mut self, ty: TypeNameId, start: Span) -> Parsed<ExprId> {
        let init = self.initializer_list().map(Initializer::List)?;
        let span = self.span_from(start);
        let literal = self.new_expr(ExprKind::CompoundLiteral { ty, init }, span);
        self.postfixes(literal)
    }

    pub(super) fn report_no_expression(&mut self) -> Reported {
        if self.dialect == Dialect::Cuda && self.at(Punct::LBracket) {
            return self.refuse_template("lambdas", "write a function, or a struct with `operator()`");
        }
        let at = self.span();
        let found = self.found();
        self.report(expected_expression(at, &found))
    }
}

fn is_builtin_form(keyword: Keyword) -> bool {
    matches!(
        keyword,
        Keyword::Generic
            | Keyword::BuiltinVaArg
            | Keyword::BuiltinOffsetof
            | Keyword::BuiltinTypesCompatible
            | Keyword::BuiltinChooseExpr
            | Keyword::BuiltinTgmath
            | Keyword::BuiltinConvertVector
    )
}

fn expected_expression(at: Span, found: &str) -> Diagnostic {
    Diagnostic::new(&codes::EXPECTED_EXPRESSION, at, format!("expected an expression, found {found}"))
}
