//! The translation unit: what stands at file level.

use diagnostics::{Diagnostic, codes};
use source::Span;

use crate::ast::{Decl, DeclKind, Item};
use crate::keyword::Keyword;
use crate::{Dialect, Punct, TokenKind};

use super::declaration::Declared;
use super::specifiers::Place;
use super::{Parsed, Parser, Reported};

impl Parser<'_> {
    pub(super) fn translation_unit(&mut self) -> Vec<Item> {
        let mut items = Vec::new();
        while !self.at_eof() {
            self.item_or_skip(&mut items);
        }
        items
    }

    /// One item; after a mistake, to the next line that looks like one.
    pub(super) fn item_or_skip(&mut self, items: &mut Vec<Item>) {
        let before = self.pos;
        let start = self.span();
        self.recovery.leaving_blocks = false;
        if let Err(Reported) = self.item(items) {
            self.skip_declaration();
            let span = self.span_from(start);
            let error = self.unit.decls.alloc(Decl { kind: DeclKind::Error, span });
            items.push(Item::Decl(error));
        }
        if self.pos == before {
            self.bump();
        }
    }

    fn item(&mut self, items: &mut Vec<Item>) -> Parsed<()> {
        let token = self.token();
        match token.kind {
            TokenKind::Pragma => {
                self.bump();
                items.push(Item::Pragma(token.symbol, token.span));
            }
            TokenKind::PragmaHicuda | TokenKind::PragmaCudalite => {
                let directive = self.file_level_directive();
                items.push(Item::Directive(directive));
            }
            // Superfluous, and everywhere in macro-generated code.
            TokenKind::Punct(Punct::Semi) => {
                self.bump();
            }
            TokenKind::Punct(Punct::RBrace) => {
                self.report(unmatched_brace(token.span));
                self.bump();
                // What follows was meant for the block that is closed already.
                if !self.at_line_start() || !self.begins_declaration() {
                    self.skip_declaration();
                }
            }
            _ if self.at_keyword(Keyword::Asm) => {
                let asm = self.asm_text()?;
                self.expect_semicolon("`asm`")?;
                items.push(Item::Asm(asm));
            }
            _ if self.dialect == Dialect::Cuda && self.begins_cuda_item() => self.cuda_item(items)?,
            _ => items.push(self.external_declaration()?),
        }
        Ok(())
    }

    pub(super) fn external_declaration(&mut self) -> Parsed<Item> {
        if !self.begins_external_declaration() {
            return Err(self.report_no_declaration());
        }
        Ok(match self.declaration(Place::File)? {
            Declared::Decl(decl) => Item::Decl(decl),
            Declared::Function(function) => Item::Function(function),
        })
    }

    /// Names begin declarations too: of types we do not know, or with C89's
    /// implicit `int` (`main() { … }`, `x = 1;`).
    fn begins_external_declaration(&self) -> bool {
        let mut n = 0;
        while self.keyword_of(self.nth(n)) == Some(Keyword::Extension) {
            n += 1;
        }
        self.begins_specifiers(n)
            || self.at_attribute()
            || self.name_of(self.nth(n)).is_some()
            || self.at(Punct::Star)
            || self.at(Punct::LParen)
    }

    fn report_no_declaration(&mut self) -> Reported {
        let found = self.found();
        let at = self.span();
        self.report(expected_declaration(at, &found))
    }
}

fn unmatched_brace(at: Span) -> Diagnostic {
    Diagnostic::new(&codes::UNMATCHED_BRACE, at, "this `}` closes nothing")
        .help("remove it, or look above for a `}` too many")
}

fn expected_declaration(at: Span, found: &str) -> Diagnostic {
    Diagnostic::new(&codes::EXPECTED_DECLARATION, at, format!("expected a declaration, found {found}"))
        .note("outside functions there are only declarations and definitions")
}
