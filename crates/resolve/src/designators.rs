//! Designators: `.name`, `[index]`, `[low ... high]`, and paths of them.
//!
//! A path leads into nested aggregates; after the designated element,
//! initialisation goes on with the one that follows it there. What an earlier
//! entry stored in the same nested aggregate stays unless overwritten:
//! `{ .p.x = 1, .p.y = 2 }` sets both.

use diagnostics::Diagnostic;
use diagnostics::codes::{INVALID_INITIALIZER, NOT_CONSTANT};
use hir::{ArrayLen, Span, Type, TypeKind, const_eval};
use syntax::ast;

use crate::expressions::members::no_such_member;
use crate::filling::{Filling, Step};
use crate::initializers::Entries;
use crate::resolver::Resolver;
use crate::type_text::type_text;

impl Resolver<'_> {
    /// Takes the next entry, which has designators, into an aggregate.
    pub(crate) fn designated(
        &mut self,
        entries: &mut Entries<'_>,
        filling: &mut Filling,
        designators: &[ast::Designator],
    ) {
        let before = entries.next();
        if let Some(path) = self.designator_path(filling.ty, designators) {
            self.follow_path(entries, filling, &path);
        }
        if entries.next() == before {
            // A wrong designator, or an element without room for any value.
            self.skip_entry(entries);
        }
    }

    /// The steps that designators take, those through anonymous members
    /// included; `None` if one is wrong, which is reported.
    fn designator_path(&mut self, ty: Type, designators: &[ast::Designator]) -> Option<Vec<Step>> {
        let mut ty = ty;
        let mut path = Vec::new();
        for designator in designators {
            match designator {
                ast::Designator::Field(field) => {
                    let Some(mut record) = self.program.types.as_record(ty) else {
                        self.report(not_designable(self, ty, field.span, "a member"));
                        return None;
                    };
                    let Some(members) = self.member_path(record, field.symbol) else {
                        self.report(no_such_member(self, record, *field));
                        return None;
                    };
                    for member in members {
                        path.push(Step { first: u64::from(member), last: u64::from(member) });
                        ty = self.program.records[record].fields.as_ref()?.get(member as usize)?.ty;
                        record = self.program.types.as_record(ty).unwrap_or(record);
                    }
                }
                ast::Designator::Index(index) => {
                    path.push(self.index_step(ty, *index, *index)?);
                    ty = self.element_type(ty, 0);
                }
                ast::Designator::Range(low, high) => {
                    path.push(self.index_step(ty, *low, *high)?);
                    ty = self.element_type(ty, 0);
                }
            }
        }
        Some(path)
    }

    fn index_step(&mut self, ty: Type, low: ast::ExprId, high: ast::ExprId) -> Option<Step> {
        let span = self.ast.exprs[low].span;
        let len = match *self.kind(ty) {
            TypeKind::Array(_, ArrayLen::Fixed(len)) => len,
            TypeKind::Array(..) => u64::MAX,
            TypeKind::Vector(_, lanes) => u64::from(lanes),
            _ => {
                self.report(not_designable(self, ty, span, "an element"));
                return None;
            }
        };
        let first = self.index_value(low)?;
        let last = if low == high { first } else { self.index_value(high)? };
        if first > last || last >= len {
            self.report(outside_array(self, ty, span));
            return None;
        }
        Some(Step { first, last })
    }

    fn index_value(&mut self, index: ast::ExprId) -> Option<u64> {
        let index = self.rvalue(index);
        if self.is_error(index) {
            return None;
        }
        let Some(value) = const_eval::integer(self.program, index) else {
            let message = "the index of a designator must be a constant";
            self.report(Diagnostic::new(&NOT_CONSTANT, self.span(index), message));
            return None;
        };
        // A negative index becomes one that lies outside every array.
        Some(u64::try_from(value).unwrap_or(u64::MAX - 1))
    }

    fn follow_path(&mut self, entries: &mut Entries<'_>, filling: &mut Filling, path: &[Step]) {
        let Some((&step, rest)) = path.split_first() else { return };
        if rest.is_empty() {
            entries.follow();
            return self.place(entries, filling, step);
        }
        let ty = self.element_type(filling.ty, step.first);
        let Some(inner) = self.opened(filling, step, ty, entries.span()) else { return };
        self.follow_path(entries, inner, rest);
        self.fill(entries, inner, false);
    }

    /// The type of an element of an array, vector or record.
    pub(crate) fn element_type(&self, aggregate: Type, index: u64) -> Type {
        match *self.kind(aggregate) {
            TypeKind::Array(..) => self.program.types.element(aggregate).unwrap_or(Type::ERROR),
            TypeKind::Vector(element, _) => element,
            TypeKind::Record(record) => {
                let fields = self.program.records[record].fields.as_deref().unwrap_or_default();
                usize::try_from(index).ok().and_then(|i| fields.get(i)).map_or(Type::ERROR, |field| field.ty)
            }
            _ => Type::ERROR,
        }
    }

    /// How many elements there are; `None` if as many as are given.
    pub(crate) fn element_count(&self, aggregate: Type) -> Option<u64> {
        match *self.kind(aggregate) {
            TypeKind::Array(_, ArrayLen::Fixed(len)) => Some(len),
            TypeKind::Array(..) => None,
            TypeKind::Vector(_, lanes) => Some(u64::from(lanes)),
            TypeKind::Record(record) => {
                Some(self.program.records[record].fields.as_ref().map_or(0, |fields| fields.len() as u64))
            }
            _ => Some(0),
        }
    }

    /// The first element from `position` on that takes a value: bit-fields
    /// without a name do not.
    pub(crate) fn next_element(&self, aggregate: Type, position: u64) -> u64 {
        let TypeKind::Record(record) = *self.kind(aggregate) else { return position };
        let fields = self.program.records[record].fields.as_deref().unwrap_or_default();
        let mut position = position;
        while let Some(field) = usize::try_from(position).ok().and_then(|i| fields.get(i)) {
            if field.name.is_some() || field.bits.is_none() {
                break;
            }
            position += 1;
        }
        position
    }
}

fn not_designable(resolver: &Resolver<'_>, ty: Type, span: Span, what: &str) -> Diagnostic {
    let text = type_text(resolver.program, resolver.sources, ty);
    Diagnostic::new(&INVALID_INITIALIZER, span, format!("this designates {what}, but `{text}` has none"))
}

fn outside_array(resolver: &Resolver<'_>, ty: Type, span: Span) -> Diagnostic {
    let text = type_text(resolver.program, resolver.sources, ty);
    Diagnostic::new(&INVALID_INITIALIZER, span, format!("this element lies outside `{text}`"))
}
