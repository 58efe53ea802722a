//! Does the copy that a name leads to hold what is used of it?
//!
//! ```c
//! #pragma hicuda global alloc a[0:n-1] copyin
//! #pragma hicuda global alloc b[0:n-2] copyin
//! for (…) { …kernel that uses a[0:n-1]… t = a; a = b; b = t; }       // W1104: in the second round the copy is `b`'s
//! ```
//! An access is compared with the section of the directive of its own name ([`coverage`](crate::coverage)). Where
//! pointers were exchanged, it is compared with those of the others here, in the values that the host has.

use affine::Set;
use diagnostics::{Diagnostic, codes};

use crate::CopyId;

use super::Law;
use super::pieces::Area;
use super::presence::Site;
use super::state::{DeviceSide, Object};

impl Law<'_, '_> {
    /// The copies of an object that a name was not made for, and that may hold less than the one it was made for.
    pub(super) fn other_copies(&self, own: (usize, CopyId), object: &Object) -> Vec<DeviceSide> {
        if object.copies.iter().all(|side| side.copy == own) || !self.is_looked_up(own) {
            return Vec::new();
        }
        let sources = self.with_sources(own);
        let is_own = |side: &&DeviceSide| sources.contains(&side.copy);
        let everywhere = self.now.iter().flat_map(|now| now.objects.iter());
        let all = everywhere.flat_map(|(_, object)| &object.copies);
        let owned: Vec<&DeviceSide> = all.filter(is_own).collect();
        // Pieces of one array with a copy each begin at different elements.
        let start = owned.iter().find_map(|side| side.start.clone()).unwrap_or_default();
        let may_lack = |side: &&DeviceSide| {
            let (unit, id) = side.copy;
            let holds_as_much = owned.iter().any(|own| holds(&side.area, &own.area.set));
            self.facts[unit].copies[id.0].by_address
                && side.certain
                && side.area.exact
                && side.start.as_ref() == Some(&start)
                && !holds_as_much
        };
        object.copies.iter().filter(|side| !is_own(side)).filter(may_lack).cloned().collect()
    }

    /// A copy, and those of callers that it stands for.
    fn with_sources(&self, own: (usize, CopyId)) -> Vec<(usize, CopyId)> {
        let mut found = vec![own];
        let mut at = 0;
        while let Some((unit, id)) = found.get(at).copied() {
            let inherited = self.facts[unit].copies[id.0].inherited.iter();
            for source in inherited.flat_map(|inherited| &inherited.sources) {
                if !found.contains(source) {
                    found.push(*source);
                }
            }
            at += 1;
        }
        found
    }

    /// Elements are used that each of some copies has to hold.
    pub(super) fn must_be_held(&mut self, others: &[DeviceSide], site: &Site<'_>, used: &Area) {
        let Some(lacking) = others.iter().find(|side| !holds(&side.area, &used.set)) else { return };
        let name = self.input.place_name(site.place);
        let what = if site.is_kernel { "access to" } else { "section of" };
        let message =
            format!("cannot tell whether this {what} `{name}` stays inside the section on the device");
        let message = Diagnostic::new(&codes::COVERAGE_UNDECIDED, site.span, message)
            .label(format!("`{name}` may lead to the copy of `{}`", self.input.place_name(&lacking.place)))
            .related(lacking.made, "which holds this section")
            .help("hold the same section of each array that the pointer can point to");
        self.not_proven(site.directive, format!("that the copy of `{name}` holds what is used"));
        self.say(site.place, "held", message);
    }
}

/// Are all elements of a set in an area, whatever the symbols are?
fn holds(area: &Area, set: &Set) -> bool {
    set.minus(&area.set).is_some_and(|left| left.iter().all(Set::is_empty))
}
