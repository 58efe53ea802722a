//! Is what a pointer names on the device, wherever control came from?
//!
//! ```c
//! #pragma hicuda global alloc a[0:n-1] copyin
//! if (odd) { t = a; a = b; b = t; }
//! …kernel that uses a…                       // W1066: `b`'s array has no copy
//! ```
//! A copy belongs to the array, and a pointer that was set since it was made may lead to another one. The generated
//! program looks the copy up by the array's address and stops where it finds none; here that is said before it runs.
//!
//! Invariant: where the host has the device's address in a variable of its own, nothing can be missing; elsewhere a
//! copy counts as there only if each path has made it, and for this array and no other.

use diagnostics::{Diagnostic, codes};
use hir::{DirectiveId, Span};

use crate::{CopyId, CopySpace, DeviceCopy, Place};

use super::Law;
use super::state::{DeviceSide, Object, Presence};
use super::value::{Loc, LocKind};

/// A use of a device copy.
pub(super) struct Site<'s> {
    /// What the array is called.
    pub place: &'s Place,
    /// Where it is used.
    pub span: Span,
    /// The directive that uses it.
    pub directive: DirectiveId,
    /// By a kernel?
    pub is_kernel: bool,
}

impl Law<'_, '_> {
    /// A device copy is used: of this object, if `alone`, else of this or another one.
    pub(super) fn must_be_there(
        &mut self,
        (unit, id): (usize, CopyId),
        site: &Site<'_>,
        loc: Loc,
        alone: bool,
    ) {
        let facts = self.facts;
        let copy = &facts[unit].copies[id.0];
        let object = self.object(self.holder(loc));
        // Which of several objects with one name has the copy is not known.
        let may_have_it = self.several.contains(&loc) && !object.copies.is_empty();
        if copy.space != CopySpace::Global || may_have_it {
            return;
        }
        let is_looked_up = self.is_looked_up((unit, id));
        let is_sure = object.presence == Presence::Sure && object.has_own_copy();
        let is_there = if is_looked_up { is_sure } else { !object.copies.is_empty() };
        if is_there || !site.is_kernel && !is_looked_up {
            return;
        }
        let name = self.input.place_name(site.place);
        if object.copies.is_empty() && !self.is_gone(&object, loc) {
            if is_looked_up {
                self.not_proven(site.directive, format!("that `{name}` is on the device"));
            }
            return;
        }
        self.not_proven(site.directive, format!("that `{name}` is on the device"));
        if object.copies.is_empty() && alone {
            let message = not_there(&name, site, &object);
            self.say(site.place, "gone", message);
            return;
        }
        self.note_unclear(copy.directive);
        // What goes through a pointer to one of two arrays is hardly ever the one that is used afterwards.
        let is_doubted = object.presence == Presence::Doubted && object.has_own_copy();
        if is_looked_up && !is_doubted {
            let made = self.input.program.directives[copy.directive].span;
            let message = perhaps_not_there(&name, site, &object, made);
            self.say(site.place, "gone", message);
        }
    }

    /// A device copy is released by this name: one that another function has made is released there, too.
    pub(super) fn must_be_its_own(&mut self, own: (usize, CopyId), site: &Site<'_>, loc: Loc) {
        let object = self.object(self.holder(loc));
        // Names may be exchanged among copies that are made in one function.
        let owner = |(unit, id): (usize, CopyId)| self.facts[unit].copies[id.0].owner;
        let is_own =
            |copy: &DeviceSide| self.stems_from(own, &|own| own.owner == owner(copy.copy), &mut Vec::new());
        let Some(first) = object.copies.first().filter(|_| !object.copies.iter().any(is_own)) else { return };
        let name = self.input.place_name(site.place);
        self.not_proven(site.directive, format!("that the copy of `{name}` is its own"));
        let message = format!("`{name}` may point to an array whose device copy another function has made");
        let message = Diagnostic::new(&codes::MAYBE_NOT_ON_DEVICE, site.span, message)
            .label(format!("on some path `{name}` was set since, and this releases the other copy"))
            .related(first.made, "that copy is made here")
            .help(format!(
                "release the copy of `{name}` before it is set, or keep the pointer that it was made for"
            ));
        self.say(site.place, "gone", message);
    }

    /// Has it no device copy for certain, where none is known?
    fn is_gone(&self, object: &Object, loc: Loc) -> bool {
        let is_followed_from_birth = self.knows_all_copies
            && self.stack.first().is_some_and(|f| self.input.function_name(*f) == "main")
            && matches!(self.names.kind(loc), LocKind::Heap(..) | LocKind::Var(_));
        object.released.is_some() || is_followed_from_birth
    }

    /// Does the host find the copy by the address of the array? A function finds its callers' copies like that, but if
    /// they have not set the pointer in between, it is the address that the copy was made for.
    pub(super) fn is_looked_up(&self, copy: (usize, CopyId)) -> bool {
        self.stems_from(copy, &|copy| copy.by_address, &mut Vec::new())
    }

    /// Is a copy, or one of the callers' that a function knows by its name, like this?
    fn stems_from(
        &self,
        (unit, id): (usize, CopyId),
        is_wanted: &dyn Fn(&DeviceCopy) -> bool,
        seen: &mut Vec<(usize, CopyId)>,
    ) -> bool {
        if seen.contains(&(unit, id)) {
            return false;
        }
        seen.push((unit, id));
        let copy = &self.facts[unit].copies[id.0];
        let mut sources = copy.inherited.iter().flat_map(|inherited| &inherited.sources);
        is_wanted(copy) || sources.any(|source| self.stems_from(*source, is_wanted, seen))
    }
}

/// No path has made a copy.
fn not_there(name: &str, site: &Site<'_>, object: &Object) -> Diagnostic {
    let message = match site.is_kernel {
        true => {
            Diagnostic::new(&codes::ARRAY_NOT_ON_DEVICE, site.span, format!("`{name}` is not on the device"))
                .label("used in a kernel, and points to an array that has no device copy then")
        }
        false => {
            let message = format!("`{name}` points to an array that is not on the device");
            Diagnostic::new(&codes::NO_DEVICE_COPY, site.span, message).label("it has no device copy then")
        }
    };
    let message = match object.released {
        Some((at, _)) => message.related(at, "its device copy was released here"),
        None => message,
    };
    message.help(format!("make the copy where `{name}` has this value: `global alloc {name}…`"))
}

/// Some path has made none.
fn perhaps_not_there(name: &str, site: &Site<'_>, object: &Object, made: Span) -> Diagnostic {
    let message = format!("`{name}` may point to an array that is not on the device");
    let message = Diagnostic::new(&codes::MAYBE_NOT_ON_DEVICE, site.span, message)
        .label(format!("on some path `{name}` was set since, and its array has no device copy"));
    let message = match object.released {
        Some((at, _)) => message.related(at, "a device copy is released here"),
        None => message.related(made, "the device copy is made here"),
    };
    message.help(format!(
        "make device copies of all arrays that `{name}` may point to, or make this one where `{name}` is set no more"
    ))
}

#[cfg(test)]
#[path = "presence_tests.rs"]
mod presence_tests;
