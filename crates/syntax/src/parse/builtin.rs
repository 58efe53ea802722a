//! Operands with a syntax of their own: `_Generic` and the `__builtin_` forms
//! that take types or member paths as arguments.

use crate::Punct;
use crate::ast::{Designator, ExprId, ExprKind, TypeNameId};
use crate::keyword::Keyword;

use super::{Parsed, Parser};

impl Parser<'_> {
    /// The form that `keyword`, the current token, begins.
    pub(super) fn builtin_form(&mut self, keyword: Keyword) -> Parsed<ExprId> {
        let word = self.bump();
        let name = self.sources.text(word.symbol).into_owned();
        let open = self.expect(Punct::LParen, &format!("`{name}`"))?;
        let kind = match keyword {
            Keyword::Generic => self.generic()?,
            Keyword::BuiltinVaArg => {
                let list = self.assignment()?;
                ExprKind::VaArg { list, ty: self.comma_type_name()? }
            }
            Keyword::BuiltinOffsetof => {
                let ty = self.type_name()?;
                self.expect(Punct::Comma, "the type")?;
                ExprKind::Offsetof { ty, path: self.member_path()? }
            }
            Keyword::BuiltinTypesCompatible => {
                let first = self.type_name()?;
                ExprKind::TypesCompatible(first, self.comma_type_name()?)
            }
            Keyword::BuiltinChooseExpr => {
                let cond = self.assignment()?;
                let then = self.comma_assignment()?;
                ExprKind::ChooseExpr(cond, then, self.comma_assignment()?)
            }
            Keyword::BuiltinConvertVector => {
                let value = self.assignment()?;
                ExprKind::ConvertVector(value, self.comma_type_name()?)
            }
            _ => ExprKind::Tgmath(self.expr_list()?),
        };
        self.close(open, "`)`");
        let span = self.span_from(word.span);
        Ok(self.new_expr(kind, span))
    }

    fn comma_type_name(&mut self) -> Parsed<TypeNameId> {
        self.expect(Punct::Comma, "the first argument")?;
        self.type_name()
    }

    fn comma_assignment(&mut self) -> Parsed<ExprId> {
        self.expect(Punct::Comma, "the argument")?;
        self.assignment()
    }

    /// `a, b, c` as a list, not as a comma operator.
    pub(super) fn expr_list(&mut self) -> Parsed<Vec<ExprId>> {
        let mut list = vec![self.assignment()?];
        while self.eat(Punct::Comma) {
            list.push(self.assignment()?);
        }
        Ok(list)
    }

    /// `control, T: e, default: e`
    fn generic(&mut self) -> Parsed<ExprKind> {
        let control = self.assignment()?;
        let mut assocs = Vec::new();
        while self.eat(Punct::Comma) {
            let ty = if self.eat_keyword(Keyword::Default) { None } else { Some(self.type_name()?) };
            self.expect(Punct::Colon, "the type of an association")?;
            assocs.push((ty, self.assignment()?));
        }
        Ok(ExprKind::Generic { control, assocs })
    }

    /// `a.b[3].c`
    fn member_path(&mut self) -> Parsed<Vec<Designator>> {
        let mut path = vec![Designator::Field(self.expect_name("a member name")?)];
        loop {
            if self.eat(Punct::Dot) {
                path.push(Designator::Field(self.expect_name("a member name")?));
            } else if self.at(Punct::LBracket) {
                let open = self.bump();
                path.push(Designator::Index(self.expr()?));
                self.close(open, "`]`");
            } else {
                return Ok(path);
            }
        }
    }
}
