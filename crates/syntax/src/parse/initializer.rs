//! Initialisers: `{ 1, .x = 2, [3] = { 4 }, [5 ... 7] = 8, old: 9 }`.

use crate::Punct;
use crate::ast::{Designator, ExprKind, Initializer, InitializerEntry, InitializerList};

use super::{Parsed, Parser, Reported};

impl Parser<'_> {
    /// An expression or a braced list.
    pub(super) fn initializer(&mut self) -> Parsed<Initializer> {
        if self.at(Punct::LBrace) {
            return self.initializer_list().map(Initializer::List);
        }
        self.assignment().map(Initializer::Expr)
    }

    /// The braces and everything in them.
    pub(super) fn initializer_list(&mut self) -> Parsed<InitializerList> {
        self.nested(|p| {
            let open = p.bump();
            let mut entries = Vec::new();
            p.skip_foreign_pragmas();
            while !p.at(Punct::RBrace) {
                entries.push(p.initializer_entry());
                p.skip_foreign_pragmas();
                if !p.eat(Punct::Comma) {
                    break;
                }
                p.skip_foreign_pragmas();
            }
            p.close(open, "`,` or `}` after an initialiser");
            let span = p.span_from(open.span);
            Ok(InitializerList { entries, span })
        })
    }

    fn initializer_entry(&mut self) -> InitializerEntry {
        let start = self.span();
        let parsed = self.designators().and_then(|designators| {
            let value = self.initializer()?;
            Ok(InitializerEntry { designators, value })
        });
        parsed.unwrap_or_else(|Reported| {
            self.skip_to(&[Punct::Comma, Punct::RBrace]);
            let value = Initializer::Expr(self.new_expr(ExprKind::Error, start));
            InitializerEntry { designators: Vec::new(), value }
        })
    }

    /// `.x[3] =`, the old `x:`, or nothing.
    fn designators(&mut self) -> Parsed<Vec<Designator>> {
        if let Some(name) = self.name()
            && self.nth_is(1, Punct::Colon)
        {
            self.pos += 2;
            return Ok(vec![Designator::Field(name)]);
        }
        let mut designators = Vec::new();
        loop {
            if self.eat(Punct::Dot) {
                designators.push(Designator::Field(self.expect_name("a member name after `.`")?));
            } else if self.at(Punct::LBracket) {
                let open = self.bump();
                let low = self.conditional()?;
                let range = self.eat(Punct::Ellipsis);
                let high = if range { Some(self.conditional()?) } else { None };
                self.close(open, "`]`");
                designators.push(match high {
                    Some(high) => Designator::Range(low, high),
                    None => Designator::Index(low),
                });
            } else {
                break;
            }
        }
        // GNU's old form leaves out the `=` after `[index]`.
        let may_omit = matches!(designators.as_slice(), [Designator::Index(_) | Designator::Range(..)]);
        if !designators.is_empty() && !self.eat(Punct::Eq) && !may_omit {
            return Err(self.expected("`=` after the designator"));
        }
        Ok(designators)
    }
}
