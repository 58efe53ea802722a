//! Templates of classes that are specialised in part: for arguments of some shape.
//!
//! ```c++
//! template <typename T> struct is_pointer { … };
//! template <typename T> struct is_pointer<T *> { … };        // read instead for `is_pointer<float *>`
//! template <typename T> struct dims<T, -1> { … };            // and for `dims<float, -1>`
//! ```
//! Of several that fit, the one is taken that says most about its arguments, which C++ calls the
//! most specialised.

use hir::{Qualifiers, Symbol, Type, const_eval};
use syntax::ast;

use super::templates::{Argument, declare};
use crate::resolver::Resolver;

/// The specialisation for these arguments, with those of its own parameters.
pub(super) fn chosen<'a>(
    resolver: &mut Resolver<'a>,
    name: Symbol,
    args: &[Argument],
) -> Option<(&'a ast::ClassTemplateDef, Vec<Argument>)> {
    let known = resolver.partial_specialisations.get(&name)?.clone();
    let mut best: Option<(&ast::ClassTemplateDef, Vec<Argument>, usize)> = None;
    for template in known {
        let Some((bound, said)) = fitted(resolver, template, args) else { continue };
        if best.as_ref().is_none_or(|(.., most)| said > *most) {
            best = Some((template, bound, said));
        }
    }
    best.map(|(template, bound, _)| (template, bound))
}

/// What the parameters are where the arguments fit, and how much the pattern says.
fn fitted(
    resolver: &mut Resolver<'_>,
    template: &ast::ClassTemplateDef,
    args: &[Argument],
) -> Option<(Vec<Argument>, usize)> {
    let patterns = template.specialises.as_deref()?;
    if patterns.len() > args.len() {
        return None;
    }
    let mut found = Found { params: &template.params, known: vec![None; template.params.len()], said: 0 };
    // What is written in terms of the parameters is compared when these are known.
    for (pattern, argument) in patterns.iter().zip(args) {
        if !found.shape(resolver, *pattern, *argument) {
            return None;
        }
    }
    let known: Option<Vec<Argument>> = found.known.iter().copied().collect();
    let known = known?;
    resolver.scopes.open();
    for (param, argument) in template.params.iter().zip(&known) {
        declare(resolver, param.name.symbol, *argument);
    }
    let is_same = |resolver: &mut Resolver<'_>, pattern: &ast::TemplateArg, argument: &Argument| match (
        pattern, argument,
    ) {
        (ast::TemplateArg::Type(ty), Argument::Type(argument)) => {
            let ty = resolver.type_name(*ty);
            let types = &resolver.program.types;
            let (a, b) = (types.strip(ty), types.strip(*argument));
            a.id == b.id && a.quals == b.quals
        }
        (ast::TemplateArg::Value(value), Argument::Number(argument, _)) => {
            let value = resolver.rvalue(*value);
            const_eval::integer(resolver.program, value) == Some(*argument)
        }
        _ => false,
    };
    let fits = patterns.iter().zip(args).all(|(pattern, argument)| is_same(resolver, pattern, argument));
    resolver.scopes.close();
    fits.then_some((known, found.said))
}

/// The parameters that patterns tell.
struct Found<'p> {
    params: &'p [ast::TemplateParam],
    known: Vec<Option<Argument>>,
    said: usize,
}

impl Found<'_> {
    fn param(&self, name: Symbol) -> Option<usize> {
        self.params.iter().position(|param| param.name.symbol == name)
    }

    /// Notes what a pattern tells; false if the argument has another shape.
    fn shape(&mut self, resolver: &Resolver<'_>, pattern: ast::TemplateArg, argument: Argument) -> bool {
        match (pattern, argument) {
            (ast::TemplateArg::Type(ty), Argument::Type(argument)) => {
                let ty = &resolver.ast.type_names[ty];
                self.type_shape(resolver, &ty.specs, &ty.declarator, argument)
            }
            (ast::TemplateArg::Value(value), Argument::Number(..)) => {
                let told = match resolver.ast.exprs[value].kind {
                    ast::ExprKind::Ident(name) => self.param(name),
                    _ => None,
                };
                match told {
                    Some(at) => self.known[at] = Some(argument),
                    None => self.said += 2,
                }
                true
            }
            _ => false,
        }
    }

    fn type_shape(
        &mut self,
        resolver: &Resolver<'_>,
        specs: &ast::DeclSpecs,
        declarator: &ast::Declarator,
        argument: Type,
    ) -> bool {
        let types = &resolver.program.types;
        let mut ty = argument;
        for part in &declarator.parts {
            let (ast::DeclaratorPart::Pointer { .. }, Some(target)) = (part, types.pointee(ty)) else {
                return false;
            };
            self.said += 1;
            ty = target;
        }
        match &specs.ty {
            ast::TypeSpec::Name(name) => {
                let Some(at) = self.param(name.symbol) else {
                    self.said += 2;
                    return true;
                };
                let mut whole = types.strip(ty);
                if specs.quals.has(Qualifiers::CONST) {
                    if !whole.quals.has(Qualifiers::CONST) {
                        return false;
                    }
                    self.said += 1;
                    whole = ty.unqualified();
                    self.known[at] = Some(Argument::Type(whole));
                    return true;
                }
                self.known[at] = Some(Argument::Type(ty));
                true
            }
            ast::TypeSpec::Template(template, written) => {
                let record = types.as_record(ty);
                let Some((of, bound)) = record.and_then(|record| resolver.class_arguments.get(&record))
                else {
                    return false;
                };
                self.said += 1;
                *of == template.symbol
                    && written.len() <= bound.len()
                    && written
                        .iter()
                        .zip(bound.clone())
                        .all(|(pattern, argument)| self.shape(resolver, *pattern, argument))
            }
            _ => {
                self.said += 2;
                true
            }
        }
    }
}
