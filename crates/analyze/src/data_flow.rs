//! Who has the newest values of an array, host or device: stale reads and
//! copies that are not needed.
//!
//! ```c
//! #pragma hicuda global alloc a[*] copyin
//! …kernel that writes a…                        // the device has the newest
//! printf("%f\n", a[0]);                         // error: the host's copy is old
//! ```
//! The walk follows a function along all its paths with, for every array that
//! has a device copy, the set of answers that are possible there ([`version`]).
//! What is wrong on every path is an error, what may be wrong a warning. Loops are
//! walked until nothing new is learned, then once more to report.
//!
//! What a kernel wrote and what was copied back are followed in [`parts`] where
//! they are numbers. Elsewhere whole arrays are: a transfer of a part counts as one
//! of all that matters, so that nothing is said about parts a program never uses.
//! After `goto`, and for arrays found by address, nothing is said.

pub mod host_accesses;
pub mod parts;
pub mod report;
pub mod timeline;
pub mod version;

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::Sink;
use hir::{DirectiveId, FunctionId, Span, StmtId, StmtKind};

use crate::canonical_loop::recognize;
use crate::{
    Access, AccessMode, ArrayUse, CopyId, DataAction, Facts, Input, KernelFacts, Place, TransferFacts,
};

use host_accesses::{Certainty, HostAccess, HostAccesses};
use parts::Left;
use timeline::{Happening, What};
use version::{Newest, State, Version};

/// What is known of each array, at one point.
type Known = BTreeMap<Place, State>;

/// Follows the arrays of one function; reports what is stale, and returns what
/// happens to each array, in source order.
pub fn check(input: &Input<'_>, function: FunctionId, facts: &Facts, sink: &mut Sink) -> Vec<Happening> {
    let program = input.program;
    let Some(body) = program.functions[function].body else { return Vec::new() };
    let own = facts.copies.iter().filter(|copy| copy.owner == function);
    let moved: BTreeSet<&Place> =
        own.clone().filter(|copy| copy.by_address).map(|copy| &copy.place).collect();
    let places: BTreeSet<Place> =
        own.map(|copy| copy.place.clone()).filter(|place| !moved.contains(place)).collect();
    let jumps = program
        .stmts_below(body)
        .any(|stmt| matches!(program.stmts[stmt].kind, StmtKind::Goto(_) | StmtKind::GotoComputed(_)));
    if places.is_empty() || jumps {
        return Vec::new();
    }
    let accesses = host_accesses::collect(input, body, &places);
    let kernels = facts.kernels.iter().filter(|k| k.owner == function).map(|k| (k.stmt, k)).collect();
    let mut walk = Walk {
        input,
        facts,
        places,
        accesses,
        kernels,
        now: Some(Known::new()),
        breaks: Vec::new(),
        continues: Vec::new(),
        switches: Vec::new(),
        silent: 0,
        reported: BTreeSet::new(),
        happenings: Vec::new(),
        sink,
    };
    walk.stmt(body);
    walk.happenings
}

struct Walk<'a, 'p> {
    input: &'a Input<'p>,
    facts: &'a Facts,
    places: BTreeSet<Place>,
    accesses: HostAccesses,
    kernels: BTreeMap<StmtId, &'a KernelFacts>,
    /// `None` where control never comes.
    now: Option<Known>,
    breaks: Vec<Option<Known>>,
    continues: Vec<Option<Known>>,
    /// What was known where each `switch` begins.
    switches: Vec<Option<Known>>,
    /// Loops that are walked to learn, not to report.
    silent: u32,
    reported: BTreeSet<(Place, &'static str)>,
    happenings: Vec<Happening>,
    sink: &'a mut Sink,
}

impl Walk<'_, '_> {
    /// Statement nesting is bounded by the parser.
    fn stmt(&mut self, stmt: StmtId) {
        let input = self.input;
        match &input.program.stmts[stmt].kind {
            StmtKind::Block(stmts) => stmts.iter().for_each(|stmt| self.stmt(*stmt)),
            StmtKind::If { then, otherwise, .. } => {
                self.host(stmt);
                let before = self.now.clone();
                self.stmt(*then);
                let after = std::mem::replace(&mut self.now, before);
                otherwise.iter().for_each(|otherwise| self.stmt(*otherwise));
                self.now = joined(self.now.take(), after);
            }
            StmtKind::For { init, body, .. } => {
                init.iter().for_each(|init| self.stmt(*init));
                let runs = recognize(input, stmt).is_ok_and(|l| l.trips.is_some_and(|trips| trips > 0));
                self.repeated(stmt, *body, runs);
            }
            StmtKind::While { body, .. } => self.repeated(stmt, *body, false),
            StmtKind::DoWhile { body, .. } => self.repeated(stmt, *body, true),
            StmtKind::Switch { body, .. } => {
                self.host(stmt);
                self.switches.push(self.now.clone());
                self.breaks.push(self.now.take());
                self.stmt(*body);
                self.switches.pop();
                let out = self.breaks.pop().flatten();
                self.now = joined(self.now.take(), out);
            }
            StmtKind::Case { body, .. } | StmtKind::Default(body) => {
                // Control comes from the case before, or from the `switch`.
                let from_switch = self.switches.last().cloned().flatten();
                self.now = joined(self.now.take(), from_switch);
                self.stmt(*body);
            }
            StmtKind::Label { body, .. } | StmtKind::Annotated { body, .. } => self.stmt(*body),
            StmtKind::Break => leave(&mut self.now, self.breaks.last_mut()),
            StmtKind::Continue => leave(&mut self.now, self.continues.last_mut()),
            StmtKind::Return(_) => {
                self.host(stmt);
                self.now = None;
            }
            StmtKind::Kernel { .. } => self.kernel(stmt),
            StmtKind::Directive(directive) => self.directive(*directive),
            _ => self.host(stmt),
        }
    }

    /// `runs`: the body runs at least once.
    fn repeated(&mut self, stmt: StmtId, body: StmtId, runs: bool) {
        let entry = self.now.clone();
        self.silent += 1;
        // Each round adds an answer for some array, of which there are three.
        for _ in 0..=3 * self.places.len() + 1 {
            let before = self.now.clone();
            self.round(stmt, body);
            self.now = joined(self.now.take(), before.clone());
            if self.now == before {
                break;
            }
        }
        self.silent -= 1;
        let out = self.round(stmt, body);
        // What is true before the first round is true after none.
        self.now = if runs { self.now.take() } else { joined(self.now.take(), entry) };
        self.now = joined(self.now.take(), out);
    }

    /// One round; what leaves it early is returned.
    fn round(&mut self, stmt: StmtId, body: StmtId) -> Option<Known> {
        self.host(stmt);
        self.breaks.push(None);
        self.continues.push(None);
        self.stmt(body);
        let again = self.continues.pop().flatten();
        self.now = joined(self.now.take(), again);
        self.breaks.pop().flatten()
    }

    /// What a statement of the host does itself.
    fn host(&mut self, stmt: StmtId) {
        if self.accesses.opaque.contains(&stmt) {
            let known = self.now.iter_mut().flat_map(|known| known.values_mut());
            known.for_each(|state| state.newest = Newest::unknown());
        }
        let accesses = self.accesses.by_stmt.get(&stmt).cloned().unwrap_or_default();
        for access in &accesses {
            let Some(state) = self.state(&access.place) else { continue };
            self.host_reads(access, &state);
            self.host_writes(access, state);
        }
    }

    fn state(&self, place: &Place) -> Option<State> {
        self.now.as_ref()?.get(place).cloned()
    }

    fn set(&mut self, place: &Place, state: State) {
        if let Some(known) = &mut self.now {
            known.insert(place.clone(), state);
        }
    }

    fn host_reads(&mut self, access: &HostAccess, state: &State) {
        if access.reads == Certainty::Never || !state.newest.may_be(Version::Device) {
            return;
        }
        if !state.left.concerns(access.cells.as_ref(), state.partly_copied) {
            return;
        }
        let certain = access.reads == Certainty::Certain && state.newest.is(Version::Device);
        let message = report::stale_on_host(self.input, self.facts, access, state, certain);
        self.say(&access.place, "host", message);
    }

    fn host_writes(&mut self, access: &HostAccess, state: State) {
        let newest = match access.writes {
            Certainty::Never => return,
            _ if state.copy.is_none() => Newest::only(Version::Same),
            Certainty::Certain if access.is_scalar => Newest::only(Version::Host),
            // One element: what a kernel wrote elsewhere stays there. In a loop
            // the host is taken to write all that it uses afterwards.
            Certainty::Certain if self.continues.is_empty() && state.newest.may_be(Version::Device) => {
                state.newest.or(Newest::only(Version::Host))
            }
            Certainty::Certain => Newest::only(Version::Host),
            Certainty::Possible => Newest::unknown(),
        };
        self.set(&access.place, State { newest, by_host: Some(access.span), ..state });
        self.happens(&access.place, access.span, What::HostWrites, None);
    }

    fn kernel(&mut self, stmt: StmtId) {
        let Some(&kernel) = self.kernels.get(&stmt) else { return };
        let span = self.input.program.directives[kernel.directive].span;
        for used in &kernel.arrays {
            let Some(state) = self.state(&used.place).filter(|_| used.copy.is_some()) else { continue };
            if used.read && !writes_first(kernel, &used.place) && state.newest.may_be(Version::Host) {
                let certain = state.newest.is(Version::Host);
                let message = report::stale_on_device(self.input, self.facts, used, &state, certain);
                self.say(&used.place, "device", message);
            }
            let what = match (used.read, used.written) {
                (_, false) => What::KernelReads(kernel.stmt),
                (read, true) => What::KernelWrites(kernel.stmt, read),
            };
            if used.written {
                let left = self.written_part(kernel, used, &state);
                let newest = Newest::only(Version::Device);
                let state = State { newest, left, by_kernel: Some(span), filled: true, ..state };
                self.set(&used.place, state);
            }
            self.happens(&used.place, span, what, None);
        }
    }

    /// What the device has newer after a kernel that writes an array.
    fn written_part(&self, kernel: &KernelFacts, used: &ArrayUse, state: &State) -> Left {
        let own = |access: &&Access| access.place == used.place && access.mode.writes();
        let is_shared = kernel.shared.iter().any(|shared| shared.place == used.place);
        let is_inside_a_call = |access: &Access| access.subscripts.is_none();
        if is_shared || kernel.accesses.iter().filter(own).any(is_inside_a_call) {
            return Left::Somewhere;
        }
        let written = Left::of_accesses(kernel.accesses.iter().filter(own));
        match state.newest.may_be(Version::Device) {
            true => state.left.clone().and(written),
            false => written,
        }
    }

    fn directive(&mut self, directive: DirectiveId) {
        let span = self.input.program.directives[directive].span;
        for action in self.facts.actions.get(&directive).into_iter().flatten() {
            match action {
                DataAction::Alloc(copy) => self.alloc(*copy, span),
                DataAction::Clear(copy) => {
                    let place = self.place(*copy);
                    self.becomes_same(&place);
                    self.happens(&place, span, What::Cleared, Some(*copy));
                }
                DataAction::CopyIn(transfer) => {
                    let place = self.place(transfer.copy);
                    let Some(state) = self.state(&place) else { continue };
                    if state.newest.is(Version::Same) && state.filled && !state.partly_sent {
                        self.say(
                            &place,
                            "again",
                            report::needless(self.input, &place, transfer.span, &state, true),
                        );
                    }
                    self.copied_in(&place, &state, transfer);
                    self.happens(&place, span, What::CopiedIn(transfer.dims.clone()), Some(transfer.copy));
                }
                DataAction::CopyOut(transfer) => {
                    let place = self.place(transfer.copy);
                    let Some(state) = self.state(&place) else { continue };
                    if transfer.elsewhere.is_none() {
                        if state.newest.is(Version::Same) && !state.partly_sent {
                            let message = report::needless(self.input, &place, transfer.span, &state, false);
                            self.say(&place, "again", message);
                        }
                        self.copied_out(&place, state, transfer);
                    }
                    self.happens(&place, span, What::CopiedOut(transfer.dims.clone()), Some(transfer.copy));
                }
                DataAction::Free(copy) => {
                    let place = self.place(*copy);
                    let Some(state) = self.state(&place) else { continue };
                    self.happens(&place, span, What::Freed, Some(*copy));
                    self.set(&place, State { copy: None, released: Some(span), ..state });
                }
            }
        }
    }

    fn place(&self, copy: CopyId) -> Place {
        self.facts.copies[copy.0].place.clone()
    }

    fn alloc(&mut self, copy: CopyId, span: Span) {
        let place = self.place(copy);
        if !self.places.contains(&place) {
            return;
        }
        let newest = Newest::only(Version::Host);
        let state = State {
            copy: Some(copy),
            newest,
            left: Left::Somewhere,
            partly_copied: false,
            partly_sent: false,
            by_kernel: None,
            by_host: None,
            filled: false,
            released: None,
        };
        self.set(&place, state);
        self.happens(&place, span, What::Allocated, Some(copy));
    }

    fn becomes_same(&mut self, place: &Place) {
        if let Some(state) = self.state(place) {
            let (newest, left) = (Newest::only(Version::Same), Left::Somewhere);
            let (partly_copied, partly_sent) = (false, false);
            self.set(place, State { newest, left, partly_copied, partly_sent, filled: true, ..state });
        }
    }

    /// The device gets a section. Where the others are newer there, they stay so.
    fn copied_in(&mut self, place: &Place, state: &State, transfer: &TransferFacts) {
        let is_part = transfer.dims != self.facts.copies[transfer.copy.0].dims;
        if is_part && state.newest.is(Version::Device) {
            return;
        }
        self.becomes_same(place);
        if let (true, Some(state)) = (is_part, self.state(place)) {
            self.set(place, State { partly_sent: true, ..state });
        }
    }

    /// The host gets a section, and perhaps not all that is newer.
    fn copied_out(&mut self, place: &Place, state: State, transfer: &TransferFacts) {
        let moved = parts::section(&self.facts.copies[transfer.copy.0], &transfer.dims);
        let left = match state.newest.is(Version::Device) {
            true => state.left.clone().without(moved.as_ref()),
            false => None,
        };
        match left {
            Some(left) => self.set(place, State { left, partly_copied: true, ..state }),
            None => self.becomes_same(place),
        }
    }

    /// Reports once per array and kind, when all paths are known.
    fn say(&mut self, place: &Place, kind: &'static str, message: diagnostics::Diagnostic) {
        if self.silent == 0 && self.reported.insert((place.clone(), kind)) {
            self.sink.push(message);
        }
    }

    fn happens(&mut self, place: &Place, span: Span, what: What, copy: Option<CopyId>) {
        let state = self.state(place);
        if self.silent == 0
            && let Some(state) = state
        {
            let (place, newest) = (place.clone(), state.newest);
            let alive = state.copy.is_some();
            self.happenings.push(Happening { place, span, what, copy: copy.or(state.copy), newest, alive });
        }
    }
}

/// Does the kernel write elements without reading them, so that what it reads
/// may be its own?
fn writes_first(kernel: &KernelFacts, place: &Place) -> bool {
    let accesses = kernel.accesses.iter().chain(&kernel.scalar_accesses);
    let mut own = accesses.filter(|access| access.place == *place);
    own.any(|access| access.mode == AccessMode::Write)
}

/// What is known where two paths meet.
fn joined(a: Option<Known>, b: Option<Known>) -> Option<Known> {
    match (a, b) {
        (Some(mut a), Some(b)) => {
            for (place, state) in b {
                let met = match a.remove(&place) {
                    Some(known) => known.or(state),
                    None => state,
                };
                a.insert(place, met);
            }
            Some(a)
        }
        (a, b) => a.or(b),
    }
}

/// Control goes to where `target` is collected.
fn leave(now: &mut Option<Known>, target: Option<&mut Option<Known>>) {
    let known = now.take();
    if let Some(target) = target {
        *target = joined(target.take(), known);
    }
}

#[cfg(test)]
#[path = "data_flow_tests.rs"]
mod data_flow_tests;
