//! Variables in directives: `A[0:n-1][*]`, `s.field`, `shape p[n][m]`.
//!
//! The variable is a name or a member path; calls and arithmetic are not
//! variables. Each bracket is a range with inclusive bounds, an index or `*`.

use crate::ast::{ExprId, ExprKind, SectionDim, SectionSpec, ShapeItem};
use crate::{Punct, TokenKind};

use super::super::{Parsed, Parser};

impl Parser<'_> {
    /// `SYM{ [lo:hi] | [idx] | [*] }`; `what` completes "expected …".
    pub(super) fn section(&mut self, what: &str) -> Parsed<SectionSpec> {
        let base = self.variable(what)?;
        let mut dims = Vec::new();
        while self.at(Punct::LBracket) {
            dims.push(self.nested(Self::section_dim)?);
        }
        let span = self.span_from(self.expr_span(base));
        Ok(SectionSpec { base, dims, span })
    }

    /// One or more sections, separated by blanks.
    pub(super) fn sections(&mut self, what: &str) -> Parsed<Vec<SectionSpec>> {
        let mut sections = vec![self.section(what)?];
        while self.name().is_some() {
            sections.push(self.section(what)?);
        }
        Ok(sections)
    }

    /// One or more variables without sections, separated by blanks.
    pub(super) fn variables(&mut self, what: &str) -> Parsed<Vec<ExprId>> {
        let mut variables = vec![self.variable(what)?];
        while self.name().is_some() {
            variables.push(self.variable(what)?);
        }
        if self.at(Punct::LBracket) {
            let help = "name the variable alone; its section was given when it was allocated";
            return Err(self.malformed("a name or the end of the line", help));
        }
        Ok(variables)
    }

    /// `name`, `name.field`, `name->field`
    fn variable(&mut self, what: &str) -> Parsed<ExprId> {
        let Some(name) = self.eat_name() else {
            return Err(self.malformed(what, "write the name of a variable"));
        };
        let mut value = self.new_expr(ExprKind::Ident(name.symbol), name.span);
        loop {
            let arrow = match self.kind() {
                TokenKind::Punct(Punct::Dot) => false,
                TokenKind::Punct(Punct::Arrow) => true,
                _ => return Ok(value),
            };
            self.bump();
            let field = self.expect_name("a member name")?;
            let span = self.join(name.span, field.span);
            value = self.new_expr(ExprKind::Member { base: value, field, arrow }, span);
        }
    }

    /// `[lo:hi]`, `[idx]` or `[*]`
    fn section_dim(&mut self) -> Parsed<SectionDim> {
        let open = self.bump();
        let dim = if self.at(Punct::Star) && self.nth_is(1, Punct::RBracket) {
            self.bump();
            SectionDim::All
        } else if self.at(Punct::RBracket) {
            let help = "write `[*]` for the whole dimension, or `[lo:hi]` with both ends included";
            return Err(self.malformed("a range", help));
        } else {
            let low = self.assignment()?;
            if self.eat(Punct::Colon) {
                SectionDim::Range(low, self.assignment()?)
            } else {
                SectionDim::Index(low)
            }
        };
        if !self.eat(Punct::RBracket) {
            let help = "a range is written `[lo:hi]`, with both ends included";
            let open_text = format!("`]` to close `{}`", self.sources.text(open.symbol));
            return Err(self.malformed(&open_text, help));
        }
        Ok(dim)
    }

    /// `p[n][m] q[k]`
    pub(super) fn shape_items(&mut self) -> Parsed<Vec<ShapeItem>> {
        let mut items = vec![self.shape_item()?];
        while self.name().is_some() {
            items.push(self.shape_item()?);
        }
        Ok(items)
    }

    fn shape_item(&mut self) -> Parsed<ShapeItem> {
        let help = "write for instance `shape p[n][m]`";
        if self.name().is_none() {
            return Err(self.malformed("a pointer after `shape`", help));
        }
        let pointer = self.variable("a pointer after `shape`")?;
        let mut dims = Vec::new();
        while self.at(Punct::LBracket) {
            dims.push(self.nested(Self::shape_dim)?);
        }
        if dims.is_empty() {
            return Err(self.malformed("the dimensions of the pointer", help));
        }
        let span = self.span_from(self.expr_span(pointer));
        Ok(ShapeItem { pointer, dims, span })
    }

    /// `[n]`: a number of elements, not a range.
    fn shape_dim(&mut self) -> Parsed<ExprId> {
        self.bump();
        let help = "a dimension is its number of elements, such as `[n]`";
        if self.at(Punct::RBracket) || (self.at(Punct::Star) && self.nth_is(1, Punct::RBracket)) {
            return Err(self.malformed("a dimension", help));
        }
        let size = self.assignment()?;
        if !self.eat(Punct::RBracket) {
            return Err(self.malformed("`]`", help));
        }
        Ok(size)
    }
}
