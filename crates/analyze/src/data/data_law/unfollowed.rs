//! Accesses of which nobody knows what they are about, and those of many objects at once.
//!
//! ```c
//! float *p = (float *)(intptr_t)a;   // or from `va_arg`, a union, memory that `memcpy` filled
//! printf("%f\n", p[0]);              // counts as a read of every array of such elements
//! *q = 90;                           // every integer whose address somebody has may be 90 now
//! struct grid copy = g;              // reads the arrays in `g`
//! ```
//! Invariant: what such an access may write is not known afterwards, and what it may read counts as read. So no
//! verdict depends on a value or an array that was followed only to such a place.

use std::collections::BTreeSet;
use std::rc::Rc;

use hir::{ExprKind, Program, RecordKind, Span, Type, VarId};

use crate::effects::whole_variable;
use crate::maps::HashSet;
use crate::{AccessMode, Place};

use super::record::Side;
use super::state::{State, Zeros};
use super::value::{Loc, LocKind, Target, Value};
use super::{Law, library};

/// Variables whose address somebody may keep: it is taken, and not just for a function of the library to fill.
pub(super) fn exposed_variables(input: &crate::Input<'_>) -> HashSet<VarId> {
    let program = input.program;
    let mut lent = HashSet::default();
    for (_, expr) in program.exprs.iter() {
        let ExprKind::Call { callee, args } = &expr.kind else { continue };
        let Some(function) = program.called_function(*callee) else { continue };
        let is_own = program.functions[input.definition(function)].body.is_some();
        if !is_own && library::does(&input.function_name(function), 0).is_some() {
            lent.extend(args.iter().map(|arg| program.without_casts(*arg)));
        }
    }
    let taken = program.exprs.iter().filter(|(id, _)| !lent.contains(id));
    let variables = taken.filter_map(|(_, expr)| match expr.kind {
        ExprKind::AddrOf(operand) => whole_variable(program, operand),
        _ => None,
    });
    variables.collect()
}

/// The value of a cell of this type that nothing is known of: for numbers none at all.
fn is_kept_unknown(program: &Program, ty: Option<Type>) -> bool {
    ty.is_none_or(|ty| program.types.is_pointer(ty))
}

impl Law<'_, '_> {
    /// What a name stands for whose pointer is not followed.
    pub(super) fn unfollowed(&mut self, place: &Place) -> Target {
        Target::start_of(self.names.loc(LocKind::Unfollowed(place.clone())))
    }

    /// A read through a pointer that may point to anything: of every array of such elements.
    pub(super) fn reads_anything(&mut self, ty: Type, span: Span) {
        let objects = self.with_copies().into_iter();
        let copied = objects.filter(|(_, object)| object.place.is_some()).map(|(loc, _)| loc);
        for loc in copied.collect::<Vec<_>>() {
            if self.may_hold(loc, ty) {
                self.touch_one(&somewhere(loc), false, AccessMode::Read, span, Zeros::Perhaps);
            }
        }
    }

    /// May an object have an element that is accessed as this type?
    fn may_hold(&self, loc: Loc, ty: Type) -> bool {
        let program = self.input.program;
        let Some(own) = self.element_type(loc) else { return true };
        let is_record = |ty: Type| program.types.as_record(ty).is_some();
        let size = program.size_of(ty);
        is_record(own)
            || is_record(ty)
            || size == Some(1)
            || size == program.size_of(own) && program.types.is_integer(ty) == program.types.is_integer(own)
    }

    /// The type of the elements of an object that has or had a device copy.
    pub(super) fn element_type(&self, loc: Loc) -> Option<Type> {
        self.innermost_type(self.now.as_ref()?.objects.get(loc)?.place.as_ref()?)
    }

    /// The type of the elements that a name leads to.
    pub(super) fn innermost_type(&self, place: &Place) -> Option<Type> {
        let program = self.input.program;
        let mut ty = crate::array_shape::place_type(program, place)?;
        while let Some(element) = program.types.element(ty).or_else(|| program.types.pointee(ty)) {
            ty = element;
        }
        Some(ty)
    }

    /// A write through a pointer that may point to anything; `ty` is the type of what is written, where that is known.
    pub(super) fn writes_anything(&mut self, ty: Option<Type>) {
        self.writes_anything_but(&[], ty);
    }

    /// The same, but these objects are not written.
    pub(super) fn writes_anything_but(&mut self, except: &[Loc], ty: Option<Type>) {
        let mut exposed: BTreeSet<Loc> = self.with_copies().into_iter().map(|(loc, _)| loc).collect();
        // What a name may stand for has what the name has.
        let named = self.now.iter().flat_map(|now| now.named.values());
        exposed.extend(named.flat_map(|named| &named.targets));
        for loc in exposed.into_iter().filter(|loc| !except.contains(loc)) {
            let object = self.object(loc);
            if object.place.is_some() {
                self.note_access(loc, &object, Side::Host, true);
                if !object.is_forgotten() {
                    let mut object = Rc::unwrap_or_clone(object);
                    object.forget();
                    self.set(loc, object);
                }
            }
        }
        let types = &self.input.program.types;
        let is_float = ty.is_some_and(|ty| {
            !types.is_integer(ty) && !types.is_pointer(ty) && types.as_record(ty).is_none()
        });
        if is_float {
            return;
        }
        let is_number = ty.is_some_and(|ty| types.is_integer(ty));
        let is_pointer = ty.is_some_and(|ty| types.is_pointer(ty));
        let cells = self.now.iter().flat_map(State::cells);
        let changes = |(loc, value): &(Loc, &Value)| match value {
            Value::Int(_) => !is_pointer && self.is_exposed(*loc),
            Value::Pointer(_) | Value::Functions(_) | Value::Unknown => !is_number && self.is_exposed(*loc),
        };
        let changed: Vec<Loc> = cells.filter(changes).map(|(loc, _)| loc).collect();
        changed.into_iter().for_each(|loc| self.forget_cell(loc));
        if !is_number {
            let program = self.input.program;
            let pointers = self.exposed.iter().filter(|var| program.types.is_pointer(program.vars[**var].ty));
            let pointers: Vec<VarId> = pointers.copied().collect();
            for var in pointers {
                let loc = self.names.loc(LocKind::Var(var));
                self.forget_cell(loc);
            }
        }
    }

    /// May somebody have the address?
    pub(super) fn is_exposed(&self, loc: Loc) -> bool {
        match self.names.kind(self.outermost(loc)) {
            LocKind::Var(var) => self.exposed.contains(var) || self.holds_many(self.outermost(loc)),
            _ => true,
        }
    }

    /// The type of a variable or member.
    pub(super) fn type_of(&self, loc: Loc) -> Option<Type> {
        let program = self.input.program;
        match self.names.kind(loc) {
            LocKind::Var(var) => Some(program.vars[*var].ty),
            LocKind::Member(_, record, field) => {
                Some(program.records[*record].fields.as_ref()?.get(*field as usize)?.ty)
            }
            LocKind::Element(array, _) => program.types.element(self.type_of(*array)?),
            _ => None,
        }
    }

    /// Is it a pointer?
    pub(super) fn is_pointer(&self, loc: Loc) -> bool {
        self.type_of(loc).is_some_and(|ty| self.input.program.types.is_pointer(ty))
    }

    /// Is it a struct or union?
    pub(super) fn is_struct(&self, loc: Loc) -> bool {
        self.type_of(loc).is_some_and(|ty| self.input.program.types.as_record(ty).is_some())
    }

    /// The value of one variable or member is not known any more. A pointer that nobody has set points to memory of its
    /// own; one of which the value was lost, to anything.
    pub(super) fn forget_cell(&mut self, loc: Loc) {
        let is_unknown = is_kept_unknown(self.input.program, self.type_of(loc));
        let Some(now) = &mut self.now else { return };
        match is_unknown || self.names.starts_empty(loc) {
            true => now.put(loc, Value::Unknown),
            false => now.unset(loc),
        }
    }

    /// Something else is in an object now, and in all its parts.
    pub(super) fn overwritten(&mut self, loc: Loc) {
        let program = self.input.program;
        let mut pending = vec![loc];
        while let Some(loc) = pending.pop() {
            self.forget_elements(loc);
            let ty = self.type_of(loc);
            let record = ty.and_then(|ty| program.types.as_record(ty));
            if let Some(record) = record {
                // Also those that were never read before.
                let fields = program.records[record].fields.as_deref().unwrap_or_default();
                for (at, field) in fields.iter().enumerate() {
                    if program.types.is_pointer(field.ty) || program.types.as_record(field.ty).is_some() {
                        self.names.loc(LocKind::Member(loc, record, at as u32));
                    }
                }
            }
            pending.extend(self.names.members(loc).into_iter().map(|(_, _, member)| member));
            if record.is_some() {
                continue;
            }
            let mut element = ty;
            while let Some(inner) = element.filter(|ty| program.types.is_array(*ty)) {
                element = program.types.element(inner);
            }
            if is_kept_unknown(program, element) {
                let others = self.names.loc(LocKind::Others(loc));
                self.now.iter_mut().for_each(|now| now.put(others, Value::Unknown));
                self.now.iter_mut().for_each(|now| now.put(loc, Value::Unknown));
            } else {
                self.forget_cell(loc);
            }
        }
    }

    /// A member of a union is written: the others have other values.
    pub(super) fn overwrites_siblings(&mut self, loc: Loc) {
        let program = self.input.program;
        let mut at = loc;
        while let LocKind::Member(outer, record, field) = *self.names.kind(at) {
            let is_union = program.records[record].kind == RecordKind::Union;
            for (_, other, sibling) in self.names.members(outer) {
                if is_union && other != field {
                    self.overwritten(sibling);
                }
            }
            at = outer;
        }
    }

    /// A pointer is put into an array of rows: from now on another array is called by that row's name. What it holds is read
    /// on the host and written there; the device's copy has the other row, and perhaps newer values of both.
    pub(super) fn rows_change_places(&mut self, table: Loc, span: Span) {
        if self.row_tables.contains_key(&table) {
            let rows = self.names.loc(LocKind::Rows(table));
            self.touch(&somewhere(rows), false, AccessMode::Update, span, Zeros::Perhaps);
        }
    }

    /// The host touches, with an object, what is part of it, and what shares its memory in a union.
    pub(super) fn touch_parts(&mut self, loc: Loc, mode: AccessMode, span: Span) {
        for part in self.accessed_with(loc) {
            self.touch_one(&somewhere(part), false, mode, span, Zeros::Perhaps);
        }
    }

    fn accessed_with(&self, loc: Loc) -> Vec<Loc> {
        let own = self.steps(loc);
        if !self.names.has_members(own[0]) {
            return Vec::new();
        }
        let is_member = |part: Loc| part != loc && matches!(self.names.kind(part), LocKind::Member(..));
        let objects = self.with_copies().into_iter();
        let copied = objects.filter(|(part, object)| object.place.is_some() && is_member(*part));
        let mut parts: Vec<Loc> = copied.map(|(part, _)| part).collect();
        if parts.is_empty() {
            return parts;
        }
        let is_in_union = |step: &Loc| match self.names.kind(*step) {
            LocKind::Member(_, record, _) => self.input.program.records[*record].kind == RecordKind::Union,
            _ => false,
        };
        parts.retain(|part| {
            let path = self.steps(*part);
            let shared = path.iter().zip(&own).take_while(|(a, b)| a == b).count();
            shared == own.len()
                || shared > 0 && shared < path.len() && own.get(shared).is_some_and(is_in_union)
        });
        parts
    }

    /// The objects that one is part of, outermost first, and itself.
    fn steps(&self, mut loc: Loc) -> Vec<Loc> {
        let mut steps = vec![loc];
        while let LocKind::Member(outer, ..) = *self.names.kind(loc) {
            steps.push(outer);
            loc = outer;
        }
        steps.reverse();
        steps
    }

    /// Nothing is known of any value.
    pub(super) fn forget_everything(&mut self) {
        self.writes_anything(None);
        let cells: Vec<Loc> = self.now.iter().flat_map(State::cells).map(|(loc, _)| loc).collect();
        cells.into_iter().for_each(|loc| self.forget_cell(loc));
    }
}

/// Some element of an object.
fn somewhere(loc: Loc) -> Target {
    Target { loc, at: None, part: None, unit: None }
}

#[cfg(test)]
#[path = "unfollowed_tests.rs"]
mod unfollowed_tests;
