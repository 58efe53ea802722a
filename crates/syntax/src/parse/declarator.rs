//! Declarators: `*name[3]`, `(*f)(int)`, and the same without a name.
//!
//! The parts are collected from the name outwards, which is the order in which
//! the type is read aloud: `int *(*f[3])(void)` gives "array of 3, pointer to,
//! function, pointer to" and then `int`.

use crate::ast::{ArraySizeSpec, Attribute, Declarator, DeclaratorPart, Params, TypeName, TypeNameId};
use crate::keyword::Keyword;
use crate::{Dialect, Punct, TokenKind};

use super::specifiers::Place;
use super::{Parsed, Parser};

impl Parser<'_> {
    /// A type written alone, as in a cast.
    pub(super) fn type_name(&mut self) -> Parsed<TypeNameId> {
        let start = self.span();
        if !self.begins_type_name(0) && self.name().is_none() {
            return Err(self.expected("a type"));
        }
        let specs = self.decl_specs(Place::TypeName)?;
        let declarator = self.declarator(Place::TypeName)?;
        let span = self.span_from(start);
        Ok(self.unit.type_names.alloc(TypeName { specs, declarator, span }))
    }

    /// A declarator; in `Place::Param`, `Member` and `TypeName` it may be empty.
    pub(super) fn declarator(&mut self, place: Place) -> Parsed<Declarator> {
        let start = self.span();
        let before = self.pos;
        let mut declarator = Declarator {
            name: None,
            parts: Vec::new(),
            asm_label: None,
            attrs: Vec::new(),
            span: start.start(),
        };
        self.declarator_into(&mut declarator, place)?;
        if self.pos > before {
            declarator.span = self.span_from(start);
        }
        if declarator.name.is_none() && matches!(place, Place::File | Place::Block | Place::ForHead) {
            return Err(self.expected("a name to declare"));
        }
        Ok(declarator)
    }

    fn declarator_into(&mut self, declarator: &mut Declarator, place: Place) -> Parsed<()> {
        let mut pointers = self.pointers(&mut declarator.attrs)?;
        if self.at_reference(place) {
            self.bump();
            pointers.push(DeclaratorPart::Reference);
        }
        if self.at(Punct::Amp) || self.at(Punct::AmpAmp) {
            return Err(self.report_reference());
        }
        if self.at(Punct::LParen) && self.is_nested_declarator(place) {
            let open = self.bump();
            self.attributes_into(&mut declarator.attrs)?;
            self.nested(|p| p.declarator_into(declarator, place))?;
            self.close(open, "`)`");
        } else if place != Place::TypeName {
            declarator.name = match self.begins_operator_name() {
                true => Some(self.operator_name()),
                false => self.eat_name(),
            };
            if declarator.name.is_some() {
                self.specialised_arguments()?;
            }
        }
        self.suffixes(declarator, place)?;
        declarator.parts.extend(pointers.into_iter().rev());
        Ok(())
    }

    /// `* const *`, in the order written.
    fn pointers(&mut self, attrs: &mut Vec<Attribute>) -> Parsed<Vec<DeclaratorPart>> {
        let mut pointers = Vec::new();
        if self.at_attribute() {
            self.attributes_into(attrs)?;
        }
        while self.eat(Punct::Star) {
            let mut attrs = Vec::new();
            let quals = self.qualifiers(&mut attrs)?;
            pointers.push(DeclaratorPart::Pointer { quals, attrs });
        }
        Ok(pointers)
    }

    /// At a `(`: does it group a declarator, or begin the parameters of an
    /// unnamed function?
    fn is_nested_declarator(&self, place: Place) -> bool {
        if !matches!(place, Place::Param | Place::TypeName) {
            return true;
        }
        if self.keyword_of(self.nth(1)) == Some(Keyword::Attribute) {
            return true;
        }
        !(self.nth_is(1, Punct::RParen) || self.nth_is(1, Punct::Ellipsis) || self.begins_specifiers(1))
    }

    /// `[3][4]`, `(int)`
    fn suffixes(&mut self, declarator: &mut Declarator, place: Place) -> Parsed<()> {
        loop {
            match self.kind() {
                TokenKind::Punct(Punct::LBracket) if self.nth_is(1, Punct::LBracket) => {
                    self.attributes_into(&mut declarator.attrs)?;
                }
                TokenKind::Punct(Punct::LBracket) => {
                    let part = self.nested(Self::array_suffix)?;
                    declarator.parts.push(part);
                }
                TokenKind::Punct(Punct::LParen) => {
                    let is_variable = self.dialect == Dialect::Cuda
                        && matches!(place, Place::File | Place::Block | Place::ForHead)
                        && declarator.name.is_some()
                        && self.begins_construct_arguments();
                    if is_variable {
                        return Ok(());
                    }
                    let part = self.nested(Self::function_suffix)?;
                    declarator.parts.push(part);
                }
                _ => return Ok(()),
            }
        }
    }

    /// `[n]`, `[]`, `[*]`, `[static const n]`
    fn array_suffix(&mut self) -> Parsed<DeclaratorPart> {
        let open = self.bump();
        let mut is_static = self.eat_keyword(Keyword::Static);
        let quals = self.qualifiers(&mut Vec::new())?;
        is_static |= self.eat_keyword(Keyword::Static);
        let size = if self.at(Punct::RBracket) {
            ArraySizeSpec::Unspecified
        } else if self.at(Punct::Star) && self.nth_is(1, Punct::RBracket) {
            self.bump();
            ArraySizeSpec::Star
        } else {
            let size = self.assignment();
            ArraySizeSpec::Expr(self.expr_or_skip(size, &[Punct::RBracket]))
        };
        self.close(open, "`]`");
        let span = self.span_from(open.span);
        Ok(DeclaratorPart::Array { size, quals, is_static, span })
    }

    /// `(int a, char *b)`; the names live in a scope of their own.
    pub(super) fn function_suffix(&mut self) -> Parsed<DeclaratorPart> {
        let open = self.bump();
        self.names.enter();
        let params = self.params();
        self.names.leave();
        let params = params?;
        self.close(open, "`,` or `)` after a parameter");
        let span = self.span_from(open.span);
        Ok(DeclaratorPart::Function { params, span })
    }
}

impl Declarator {
    /// The parameters, if this declares a function.
    pub(crate) fn function_params(&self) -> Option<&Params> {
        match self.parts.first() {
            Some(DeclaratorPart::Function { params, .. }) => Some(params),
            _ => None,
        }
    }

    /// True when nothing was written.
    pub(crate) fn is_empty(&self) -> bool {
        self.name.is_none() && self.parts.is_empty()
    }
}
