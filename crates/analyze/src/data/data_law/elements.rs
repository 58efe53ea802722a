//! Elements of arrays of integers at constant subscripts, like `grid_points[0]`.
//!
//! ```c
//! for (i = 0; i < grid_points[0]; i++) …   // two loops of one length
//! for (i = 0; i < grid_points[0]; i++) …
//! ```
//! Such an element has a value as a variable has, from its first read or its last write on. Every write that may be to the
//! array, and every call that may lead to one, takes the values of all its elements away, but for a write to a
//! known element, which gives that one its value.

use affine::LinearExpr;
use hir::{ExprId, Type, const_eval};

use super::Law;
use super::value::{Loc, LocKind, Site, Target, Value};
use crate::Place;

impl Law<'_, '_> {
    /// The element that is accessed as this type, if that is what it has and nothing else can be meant.
    pub(super) fn element_of(&mut self, target: &Target, ty: Type) -> Option<Loc> {
        let program = self.input.program;
        let LocKind::Var(var) = *self.names.kind(target.loc) else { return None };
        let array = program.vars[var].ty;
        let element = program.types.element(array).filter(|_| program.types.is_array(array))?;
        let is_number = program.types.is_integer(ty) && program.types.is_integer(element);
        let is_whole = target.part.is_none() && target.unit.is_none();
        let Some([at]) = target.at.as_deref().filter(|_| is_number && is_whole) else { return None };
        let at = at.as_constant()?;
        let is_same = program.size_of(ty) == program.size_of(element);
        is_same.then(|| self.names.loc(LocKind::Element(target.loc, at)))
    }

    /// What an element holds: a new symbol, if it is read for the first time.
    pub(super) fn element_value(&mut self, element: Loc, by: Option<ExprId>) -> Value {
        if let Some(value @ Value::Int(_)) = self.now.as_ref().and_then(|now| now.value(element)) {
            return value.clone();
        }
        let value = Value::Int(self.first_read(element, by));
        self.now.iter_mut().for_each(|now| now.put(element, value.clone()));
        value
    }

    /// The value of an element that a kernel reads and does not change. Where it is not followed, it is some number.
    pub(super) fn fixed_element(&mut self, element: ExprId) -> LinearExpr {
        let program = self.input.program;
        let (array, subscripts) = program.element(element);
        let at = subscripts.iter().map(|at| const_eval::integer(program, *at).map(LinearExpr::constant));
        let targets = Place::of(program, array).and_then(|place| self.denoted_by(&place));
        let value = match (targets.as_deref(), at.collect()) {
            (Some([start]), Some(at)) if start.is_start() => {
                let target = Target { at: Some(at), ..start.clone() };
                let cell = self.element_of(&target, program.exprs[element].ty);
                cell.map(|cell| self.element_value(cell, Some(element)))
            }
            _ => None,
        };
        match value {
            Some(Value::Int(value)) => value,
            _ => self.names.symbol(Site::Value(element)),
        }
    }

    /// A write that is certain, to this element.
    pub(super) fn store_element(&mut self, target: &Target, ty: Type, value: &Value) {
        if let (Some(element), Value::Int(_)) = (self.element_of(target, ty), value) {
            self.now.iter_mut().for_each(|now| now.put(element, value.clone()));
        }
    }

    /// Something may have been written to an array.
    pub(super) fn forget_elements(&mut self, array: Loc) {
        let Some(now) = &mut self.now else { return };
        for element in self.names.elements(array) {
            now.unset(*element);
        }
    }

    /// Something may have been written to any array.
    pub(super) fn forget_all_elements(&mut self) {
        let Law { now: Some(now), names, .. } = self else { return };
        now.keep_cells(|loc| !matches!(names.kind(loc), LocKind::Element(..)));
    }
}

#[cfg(test)]
#[path = "elements_tests.rs"]
mod elements_tests;
