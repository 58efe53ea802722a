//! Parameter lists: prototypes, `(void)`, `(...)` and old-style name lists.

use crate::ast::{BuiltinType, ParamDecl, Params, Qualifiers, TypeSpec};
use crate::{Dialect, Punct};

use super::names::NameKind;
use super::specifiers::Place;
use super::{Parsed, Parser, Reported};

impl Parser<'_> {
    /// What stands between the parentheses of a function declarator.
    pub(super) fn params(&mut self) -> Parsed<Params> {
        if self.at(Punct::RParen) {
            return Ok(Params::Unspecified);
        }
        if self.is_old_style_list() {
            return self.old_style_params();
        }
        let mut params = Vec::new();
        let mut variadic = false;
        loop {
            self.skip_foreign_pragmas();
            if self.eat(Punct::Ellipsis) {
                variadic = true;
                break;
            }
            match self.param() {
                Ok(param) => params.push(param),
                Err(Reported) => {
                    self.skip_to(&[Punct::Comma, Punct::RParen]);
                }
            }
            if !self.eat(Punct::Comma) {
                break;
            }
        }
        if let [only] = params.as_slice()
            && !variadic
            && is_void(only)
        {
            params.clear();
        }
        Ok(Params::Prototype { params, variadic })
    }

    /// `(a, b)` with names that are no types.
    fn is_old_style_list(&self) -> bool {
        self.dialect == Dialect::C
            && self.name().is_some_and(|name| self.names.kind(name.symbol) != NameKind::Type)
            && (self.nth_is(1, Punct::Comma) || self.nth_is(1, Punct::RParen))
    }

    fn old_style_params(&mut self) -> Parsed<Params> {
        let mut names = Vec::new();
        loop {
            let name = self.expect_name("a parameter name")?;
            self.names.declare(name.symbol, NameKind::Ordinary);
            names.push(name);
            if !self.eat(Punct::Comma) {
                return Ok(Params::OldStyle(names));
            }
        }
    }

    fn param(&mut self) -> Parsed<ParamDecl> {
        let start = self.span();
        let before = self.pos;
        let specs = self.decl_specs(Place::Param)?;
        if self.pos == before {
            return Err(self.expected("a parameter declaration"));
        }
        let mut declarator = self.declarator(Place::Param)?;
        self.attributes_into(&mut declarator.attrs)?;
        if let Some(name) = declarator.name {
            self.names.declare(name.symbol, NameKind::Ordinary);
        }
        let has_default = self.dialect == Dialect::Cuda && self.eat(Punct::Eq);
        let default = if has_default { Some(self.assignment()?) } else { None };
        let span = self.span_from(start);
        Ok(ParamDecl { specs, declarator, default, span })
    }
}

/// Is it the `void` of `(void)`?
fn is_void(param: &ParamDecl) -> bool {
    param.declarator.is_empty()
        && param.specs.quals == Qualifiers::NONE
        && matches!(param.specs.ty, TypeSpec::Builtin(BuiltinType::Void))
}
