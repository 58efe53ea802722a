//! `asm`: statements with operands, labels on declarators, items at file level.
//!
//! The text is kept as written. Operands are expressions, so they are parsed:
//! `asm volatile("mov %1, %0" : "=r"(x) : "r"(y) : "memory")`.

use source::Symbol;

use crate::ast::{AsmOperand, AsmStmt, AsmText, StmtId, StmtKind};
use crate::keyword::Keyword;
use crate::{Punct, TokenKind};

use super::{Parsed, Parser};

impl Parser<'_> {
    /// `asm("symbol")` after a declarator.
    pub(super) fn asm_label(&mut self) -> Parsed<Option<AsmText>> {
        if !self.at_keyword(Keyword::Asm) {
            return Ok(None);
        }
        self.asm_text().map(Some)
    }

    /// `asm("…")` without operands.
    pub(super) fn asm_text(&mut self) -> Parsed<AsmText> {
        let start = self.pos;
        let word = self.bump().span;
        self.asm_qualifiers();
        let open = self.expect(Punct::LParen, "`asm`")?;
        self.asm_string()?;
        self.close(open, "`)`");
        let span = self.span_from(word);
        Ok(AsmText { text: self.joined_text(start), span })
    }

    /// An `asm` statement with its `;`.
    pub(super) fn asm_statement(&mut self) -> Parsed<StmtId> {
        let start = self.pos;
        let word = self.bump().span;
        self.asm_qualifiers();
        let head = self.joined_text(start);
        let open = self.expect(Punct::LParen, "`asm`")?;
        let template = self.asm_string()?;
        let mut asm = AsmStmt {
            head,
            template,
            outputs: Vec::new(),
            inputs: Vec::new(),
            clobbers: Vec::new(),
            labels: Vec::new(),
            basic: self.at(Punct::RParen),
            text: AsmText { text: head, span: word },
        };
        self.asm_sections(&mut asm)?;
        self.close(open, "`:` or `)` in an `asm` statement");
        let span = self.span_from(word);
        asm.text = AsmText { text: self.joined_text(start), span };
        self.expect_semicolon("`asm` statement")?;
        let span = self.span_from(word);
        Ok(self.new_stmt(StmtKind::Asm(asm), span))
    }

    /// `: outputs : inputs : clobbers : labels`
    fn asm_sections(&mut self, asm: &mut AsmStmt) -> Parsed<()> {
        if self.eat(Punct::Colon) {
            asm.outputs = self.asm_operands()?;
        }
        if self.eat(Punct::Colon) {
            asm.inputs = self.asm_operands()?;
        }
        if self.eat(Punct::Colon) {
            while self.kind() == TokenKind::String {
                asm.clobbers.push(self.asm_string()?);
                if !self.eat(Punct::Comma) {
                    break;
                }
            }
        }
        if self.eat(Punct::Colon) {
            while let Some(label) = self.eat_name() {
                asm.labels.push(label);
                if !self.eat(Punct::Comma) {
                    break;
                }
            }
        }
        Ok(())
    }

    /// `[name] "constraint" (expr), …`
    fn asm_operands(&mut self) -> Parsed<Vec<AsmOperand>> {
        let mut operands = Vec::new();
        while self.at(Punct::LBracket) || self.kind() == TokenKind::String {
            let name = if self.at(Punct::LBracket) {
                let open = self.bump();
                let name = self.expect_name("an operand name")?;
                self.close(open, "`]`");
                Some(name)
            } else {
                None
            };
            let constraint = self.asm_string()?;
            let open = self.expect(Punct::LParen, "the constraint")?;
            let expr = self.nested(Self::expr);
            let expr = self.expr_or_skip(expr, &[Punct::RParen]);
            self.close(open, "`)`");
            operands.push(AsmOperand { name, constraint, expr });
            if !self.eat(Punct::Comma) {
                break;
            }
        }
        Ok(operands)
    }

    /// `volatile`, `inline`, `goto`
    fn asm_qualifiers(&mut self) {
        while matches!(self.keyword(), Some(Keyword::Volatile | Keyword::Inline | Keyword::Goto)) {
            self.bump();
        }
    }

    /// Adjacent string literals as one text.
    fn asm_string(&mut self) -> Parsed<Symbol> {
        let start = self.pos;
        while self.kind() == TokenKind::String {
            self.bump();
        }
        if self.pos == start {
            return Err(self.expected("a string literal"));
        }
        Ok(self.joined_text(start))
    }
}
