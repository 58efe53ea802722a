//! Copies in shared memory: what is read there was put there, and what is written there comes back.
//!
//! ```c
//! #pragma hicuda shared alloc a[i-1:i+1] copyin a[i]
//! b[i] = a[i-1] + a[i];               // nothing put `a[i-1]` there
//! a[i+1] = 0;                         // and this stays there
//! #pragma hicuda shared copyout a[i]
//! ```
//! What is read is in the part that `copyin` loads, or was written since, and `copyout` is a read like others.
//! What no `copyout` is proven to bring back is in shared memory alone.

use affine::Set;
use hir::{Program, RecordKind, Type};

use crate::set_before::{self, Loops, Order};
use crate::{Access, AccessMode, KernelFacts, Place, SharedFacts};

use super::Law;
use super::report::{empty_tile, maybe_empty_tile};

/// Writes to copies in shared memory that are not proven to come back; with `true`, they surely do not.
pub(super) fn lost<'k>(kernel: &'k KernelFacts, place: &Place) -> Vec<(&'k Access, bool)> {
    let copies = kernel.shared.iter().filter(|shared| shared.copy.is_some() && shared.place == *place);
    let stay = copies.flat_map(|shared| {
        let own = shared.accesses.iter().filter(|at| !shared.brought_back.contains(at));
        own.filter_map(|at| Some((kernel.accesses.get(*at)?, shared.copyouts.is_empty())))
    });
    stay.filter(|(access, _)| access.mode.writes()).collect()
}

/// A use of a copy in shared memory.
struct Use<'k> {
    access: &'k Access,
    /// It needs no values, or `copyin` loads them.
    is_served: bool,
    is_copyout: bool,
}

impl Law<'_, '_> {
    /// Copies in shared memory that are read where nothing was put since they were made.
    pub(super) fn empty_tiles(&mut self, kernel: &KernelFacts) {
        for shared in kernel.shared.iter().filter(|shared| shared.copy.is_some()) {
            let copyouts = copyouts(kernel, shared);
            let uses = self.uses(kernel, shared, &copyouts);
            if uses.iter().all(|used| used.is_served) {
                continue;
            }
            let made = self.input.program.directives[shared.directive].span;
            let is_first = |read: &&Use<'_>| {
                let earlier = uses.iter().take_while(|other| other.access.span != read.access.span);
                let mut others = earlier.filter(|other| other.access.stmt != read.access.stmt);
                !read.is_served && !others.any(|other| other.access.mode.writes())
            };
            let first = uses.iter().filter(|_| shared.copyin.is_none()).find(is_first);
            let message = match first {
                Some(read) => empty_tile(self.input, &shared.place, read.access.span, made),
                None => match self.first_open(kernel, shared, &uses) {
                    Some(read) => maybe_empty_tile(self.input, shared, read.access.span, read.is_copyout),
                    None => continue,
                },
            };
            self.say(&shared.place, "tile", message);
        }
    }

    /// A read of what is not known to be loaded or written before.
    ///
    /// Each iteration of the loops around the directive makes a new copy. In it threads read what others wrote,
    /// if a barrier lets them.
    fn first_open<'u>(
        &self,
        kernel: &KernelFacts,
        shared: &SharedFacts,
        uses: &'u [Use<'u>],
    ) -> Option<&'u Use<'u>> {
        let program = self.input.program;
        let order = Order::of(program, kernel.body);
        let is_around = |stmt| program.stmts_below(stmt).any(|inner| inner == shared.stmt);
        let loops = Loops {
            program,
            canonical: &kernel.loops,
            is_shared_out: &is_around,
            symbols: &kernel.symbols,
            order: &order,
        };
        let lengths = set_before::lengths(self.input, &shared.place);
        let accesses: Vec<&Access> = uses.iter().map(|used| used.access).collect();
        let parts = members(program, shared.element);
        let is_set = |at: usize| match uses[at].is_copyout {
            true => {
                let mut parts = parts.iter();
                parts.all(|part| set_before::is_part_set_before(&loops, &accesses, (at, part), &lengths))
            }
            false => set_before::is_set_before(&loops, &accesses, at, &lengths),
        };
        let mut open = uses.iter().enumerate().filter(|(_, used)| !used.is_served);
        open.find(|(at, _)| !is_set(*at)).map(|(_, used)| used)
    }

    /// The uses of a copy, in the order of the program.
    fn uses<'k>(
        &self,
        kernel: &'k KernelFacts,
        shared: &'k SharedFacts,
        copyouts: &'k [(Access, bool)],
    ) -> Vec<Use<'k>> {
        let own = |at: &usize| {
            let access = kernel.accesses.get(*at)?;
            let is_served = !access.mode.reads() || shared.loaded.contains(at);
            Some(Use { access, is_served, is_copyout: false })
        };
        let mut uses: Vec<Use<'k>> = shared.accesses.iter().filter_map(own).collect();
        if copyouts.iter().all(|(_, is_loaded)| *is_loaded) {
            return uses;
        }
        let program = self.input.program;
        let position = |stmt| program.stmts_below(kernel.body).position(|other| other == stmt);
        for (access, is_loaded) in copyouts {
            let at = position(access.stmt);
            let follows =
                |used: &Use<'_>| position(used.access.stmt).zip(at).is_some_and(|(own, at)| own > at);
            let place = uses.iter().position(follows).unwrap_or(uses.len());
            uses.insert(place, Use { access, is_served: *is_loaded, is_copyout: true });
        }
        uses
    }
}

/// What each `shared copyout` of a copy reads there, and whether `copyin` has loaded all of it.
fn copyouts(kernel: &KernelFacts, shared: &SharedFacts) -> Vec<(Access, bool)> {
    let read = |(stmt, moved): &(_, _)| {
        let is_its = |access: &&Access| access.stmt == *stmt && access.place == shared.place;
        let written = kernel.transfers.iter().find(is_its)?;
        let is_loaded = shared.copyin.as_ref().is_some_and(|loaded: &crate::SharedMove| loaded.holds(moved));
        Some((Access { mode: AccessMode::Read, ..written.clone() }, is_loaded))
    };
    shared.copyouts.iter().filter_map(read).filter(|(access, _)| !Set::is_empty(&access.domain)).collect()
}

/// The members that a struct consists of, each by its way there; one empty way where there are none.
fn members(program: &Program, element: Type) -> Vec<Vec<u32>> {
    let record = program.types.as_record(element).map(|record| &program.records[record]);
    let fields = record.filter(|record| record.kind == RecordKind::Struct).and_then(|r| r.fields.as_ref());
    let Some(fields) = fields else { return vec![Vec::new()] };
    let ways = fields.iter().enumerate().flat_map(|(at, field)| {
        let inner = members(program, field.ty).into_iter();
        inner.map(move |way| [vec![at as u32], way].concat())
    });
    ways.collect()
}
