//! Transfers: for each read that finds an old value, the one that brings the new one.
//!
//! Two places can serve a read. *Late*: before the read, as far out of its loops as nothing makes the value old
//! again. *Early*: behind the write that made it old, as far out as nobody reads it. The one in fewer loops is taken; of
//! equal ones the late one, which runs only where the value is read, unless the value is old on some paths only: then
//! the early one, which runs on those. This is partial redundancy elimination with loops as the measure of
//! frequency.
//!
//! A round adds one transfer for each write that made values of a copy old; what these change for other reads the next
//! round sees, and what they move twice goes again. A transfer that itself would move old values is seen to first, alone:
//! what is wrong behind it may follow from that.

use std::collections::BTreeMap;

use analyze::data_law::pieces::Why;
use analyze::data_law::record::{Certainty, Event, Point, Record, Side, StaleRead};
use analyze::{Input, Place};
use hir::{DirectiveId, DirectiveKind, GlobalAction, Span, StmtId, StmtKind};
use source::Gap;

use crate::climb::{Accesses, Obstacle, Step};
use crate::element;
use crate::plan::{Layout, Line, Move, Plan};
use crate::spot::{Anchor, Spot, anchor};
use crate::tree::Tree;

/// What one round of planning reads.
pub struct Round<'a, 'p> {
    /// The program with the directives of the plan.
    pub input: &'a Input<'p>,
    /// Where statements stand.
    pub tree: &'a Tree<'p>,
    /// What the data law saw.
    pub record: &'a Record,
    /// Where the plan's lines are.
    pub layout: &'a Layout,
    /// How many files there are.
    pub files: usize,
}

/// Where a transfer stands, and by whose access that was found.
struct Beside<'a> {
    point: &'a Point,
    names: &'a [Vec<Place>],
    step: Step,
    is_before: bool,
}

/// Adds what is missing; was there anything?
pub fn add(round: &Round<'_, '_>, plan: &mut Plan) -> bool {
    let mut served: BTreeMap<(Option<Place>, DirectiveId), Vec<Option<Why>>> = BTreeMap::new();
    let (transfers, others): (Vec<&StaleRead>, Vec<&StaleRead>) =
        round.record.stale.iter().partition(|stale| round.is_transfer(&stale.at));
    for stale in transfers.into_iter().chain(others) {
        let Some(copy) = stale.copy.or(stale.released) else { continue };
        let array = (stale.place.clone(), copy);
        let before = served.get(&array).map_or(&[][..], Vec::as_slice);
        // What a transfer moves wrongly makes more old than it says.
        let why = stale.why.filter(|_| !round.is_transfer(&stale.at));
        let is_by_itself = before.iter().all(|before| are_different_writes(*before, why));
        if is_by_itself && round.serve(stale, plan) {
            served.entry(array).or_default().push(why);
        }
    }
    !served.is_empty()
}

/// Were values made old by two writes, so that the transfer for one need not serve the other?
fn are_different_writes(one: Option<Why>, other: Option<Why>) -> bool {
    let is_write = |why: Option<Why>| matches!(why, Some(Why::Kernel(_) | Why::Host(_)));
    is_write(one) && is_write(other) && one != other
}

impl Round<'_, '_> {
    fn serve(&self, stale: &StaleRead, plan: &mut Plan) -> bool {
        match (stale.copy, stale.side) {
            (Some(copy), Side::Host) => self.copy_out(stale, copy, plan),
            (Some(copy), Side::Device) => self.copy_in(stale, copy, plan),
            (None, Side::Host) => self.before_release(stale, plan),
            (None, Side::Device) => false,
        }
    }

    /// The value is lost with the copy: it goes home just before.
    fn before_release(&self, stale: &StaleRead, plan: &mut Plan) -> bool {
        let Some(directive) = stale.released else { return false };
        let Some(stmt) = self.tree.stmt_of_directive(directive) else { return false };
        let DirectiveKind::Global(GlobalAction::Free(names)) = &self.input.program.directives[directive].kind
        else {
            return false;
        };
        let released: Vec<Place> =
            names.iter().filter_map(|name| Place::of(self.input.program, *name)).collect();
        // What the function calls it now, for pointers may have been exchanged; if it has returned, what it called it.
        let frame = stale.at.functions.iter().position(|f| self.tree.function(stmt) == Some(*f));
        let now = frame.and_then(|frame| stale.names.get(frame)).map_or(&[][..], Vec::as_slice);
        let is_it = |place: &&Place| match now.is_empty() {
            true => stale.place.as_ref() == Some(*place),
            false => now.contains(place),
        };
        let only = if released.len() == 1 { released.first() } else { None };
        let of_owner = released.iter().find(is_it).or(only);
        of_owner.is_some_and(|place| self.brought_home(place, stmt, plan))
    }

    /// The value was lost with an earlier copy: it goes home before that does.
    fn before_loss(&self, stale: &StaleRead, plan: &mut Plan) -> bool {
        let Some((directive, place)) = &stale.lost else { return false };
        self.tree.stmt_of_directive(*directive).is_some_and(|stmt| self.brought_home(place, stmt, plan))
    }

    /// A copyout of all of a copy before its release.
    fn brought_home(&self, place: &Place, release: StmtId, plan: &mut Plan) -> bool {
        let Some(rank) = self.rank_of(place, release) else { return false };
        self.push(plan, None, false, place, &"[*]".repeat(rank), Spot::Before(release))
    }

    fn copy_out(&self, stale: &StaleRead, copy: DirectiveId, plan: &mut Plan) -> bool {
        let accesses = self.accesses(copy);
        if self.is_transfer(&stale.at) {
            // A copyin would move what the host has not got: it gets it before it changes some of it.
            let Some(Why::Host(span)) = stale.why else {
                return self.take_back(stale, plan) || self.before_loss(stale, plan);
            };
            let Some(event) = self.host_write(&accesses, span) else { return false };
            let late = accesses.climb(&event.at, Obstacle::Writes(Side::Device));
            let names = self.record.events.get(event).cloned().unwrap_or_default();
            let beside = Beside { point: &event.at, names: &names, step: late, is_before: true };
            return self.place(plan, copy, false, &beside, None);
        }
        let late = accesses.climb(&stale.at, Obstacle::Writes(Side::Device));
        // A condition of a loop is read again after each round: nothing can stand before that.
        let is_in_head =
            self.tree.is_loop(late.stmt) && accesses.is_inside(late.stmt, Obstacle::Writes(Side::Device));
        let early = match stale.why {
            Some(Why::Kernel(span)) => self.after_kernel(&accesses, span),
            _ => None,
        };
        if self.element_out(stale, &accesses, (late, is_in_head), early, plan) {
            return true;
        }
        self.choose(stale, &accesses, (late, is_in_head), early, false, plan)
    }

    fn copy_in(&self, stale: &StaleRead, copy: DirectiveId, plan: &mut Plan) -> bool {
        let accesses = self.accesses(copy);
        let mut from = stale.at.clone();
        let mut names = stale.names.clone();
        if let (Some(Line::Alloc(home)), Some(Why::Never(_))) = (self.line(copy), stale.why)
            && !plan.homes[*home].copyin
        {
            plan.homes[*home].copyin = true;
            return true;
        }
        if self.is_transfer(&from) {
            // A copyout moves more than kernels wrote: the rest comes from the host, before they run.
            let written = accesses.events.iter().find(|event| event.side == Side::Device && event.writes);
            let Some(written) = written else { return false };
            from = written.at.clone();
            names = self.record.events.get(*written).cloned().unwrap_or_default();
        }
        let late = accesses.climb(&from, Obstacle::Writes(Side::Host));
        let is_in_head =
            self.tree.is_loop(late.stmt) && accesses.is_inside(late.stmt, Obstacle::Writes(Side::Host));
        let early = match stale.why {
            Some(Why::Host(span)) => self.after_host(&accesses, span),
            _ => None,
        };
        if self.element_in(stale, &accesses, plan) {
            return true;
        }
        let moved = StaleRead { at: from, names, ..stale.clone() };
        self.choose(&moved, &accesses, (late, is_in_head), early, true, plan)
    }

    fn choose(
        &self,
        stale: &StaleRead,
        accesses: &Accesses<'_, '_>,
        (late, is_in_head): (Step, bool),
        early: Option<(Step, &Event)>,
        is_in: bool,
        plan: &mut Plan,
    ) -> bool {
        let takes_early = early.is_some_and(|(step, event)| {
            let (late, early) = (accesses.depth(late, &stale.at), accesses.depth(step, &event.at));
            is_in_head || early < late || early == late && stale.certainty == Certainty::OnSomePath
        });
        let early = |plan: &mut Plan| {
            let Some((step, event)) = early else { return false };
            let step = self.behind_all(accesses, step, is_in);
            let names = self.record.events.get(event).cloned().unwrap_or_default();
            let beside = Beside { point: &event.at, names: &names, step, is_before: false };
            self.place(plan, accesses.copy, is_in, &beside, None)
        };
        let beside = Beside { point: &stale.at, names: &stale.names, step: late, is_before: true };
        let late = |plan: &mut Plan| !is_in_head && self.place(plan, accesses.copy, is_in, &beside, None);
        match takes_early {
            true => early(plan) || late(plan),
            false => late(plan) || early(plan),
        }
    }

    /// In a loop with kernels, a single element that the host reads moves alone.
    fn element_out(
        &self,
        stale: &StaleRead,
        accesses: &Accesses<'_, '_>,
        (late, is_in_head): (Step, bool),
        early: Option<(Step, &Event)>,
        plan: &mut Plan,
    ) -> bool {
        let (stmt, own) = (stale.at.stmt, stale.names.last());
        let is_there = late.stmt == stmt && self.is_repeated(accesses, stmt, Side::Device);
        let Some((_, rank)) = self.copied(accesses.copy).filter(|_| is_there) else { return false };
        let names = own.map_or(&[][..], Vec::as_slice);
        let Some(element) = element::of_stmt(self.input, stmt, names, rank) else { return false };
        match (is_in_head, early) {
            (false, _) if !self.tree.is_loop(stmt) => {
                let beside = Beside { point: &stale.at, names: &stale.names, step: late, is_before: true };
                self.tree.is_listed(stmt)
                    && self.place(plan, accesses.copy, false, &beside, Some(&element.text))
            }
            (true, Some((step, event))) if element.is_constant => {
                let step = self.behind_all(accesses, step, false);
                let names = self.record.events.get(event).cloned().unwrap_or_default();
                let beside = Beside { point: &event.at, names: &names, step, is_before: false };
                self.place(plan, accesses.copy, false, &beside, Some(&element.text))
            }
            _ => false,
        }
    }

    /// In a loop with kernels, a single element that the host writes moves alone.
    fn element_in(&self, stale: &StaleRead, accesses: &Accesses<'_, '_>, plan: &mut Plan) -> bool {
        let Some(Why::Host(span)) = stale.why else { return false };
        let Some(event) = self.host_write(accesses, span) else { return false };
        let stmt = event.at.stmt;
        let is_there = self.is_repeated(accesses, stmt, Side::Device) && self.tree.is_listed(stmt);
        if self.tree.is_loop(stmt) || !is_there {
            return false;
        }
        let names = self.record.events.get(event).cloned().unwrap_or_default();
        let Some((_, rank)) = self.copied(accesses.copy) else { return false };
        let own = names.last().map_or(&[][..], Vec::as_slice);
        let Some(element) = element::of_stmt(self.input, stmt, own, rank) else { return false };
        let step = Step { frame: event.at.calls.len(), stmt };
        let beside = Beside { point: &event.at, names: &names, step, is_before: false };
        self.place(plan, accesses.copy, true, &beside, Some(&element.text))
    }

    /// Does a loop around a statement hold accesses of that side?
    fn is_repeated(&self, accesses: &Accesses<'_, '_>, stmt: StmtId, side: Side) -> bool {
        let itself = Some(stmt).filter(|stmt| self.tree.is_loop(*stmt));
        let mut loops = itself.into_iter().chain(self.tree.loops_around(stmt));
        loops.any(|around| accesses.is_inside(around, Obstacle::Accesses(side)))
    }

    /// A transfer that brings old values where newer ones are.
    fn take_back(&self, stale: &StaleRead, plan: &mut Plan) -> bool {
        let StmtKind::Directive(directive) = self.input.program.stmts[stale.at.stmt].kind else {
            return false;
        };
        match self.line(directive) {
            Some(Line::Move(at)) => self.layout.moved(*at).is_some_and(|moved| plan.ban(moved)),
            _ => false,
        }
    }

    /// Writes a transfer of all of an array, or of an element, by a name that the function there has for it.
    fn place(
        &self,
        plan: &mut Plan,
        copy: DirectiveId,
        is_in: bool,
        beside: &Beside<'_>,
        element: Option<&str>,
    ) -> bool {
        let Beside { point, names, step, is_before } = *beside;
        let Some(stmt) = self.tree.listed(step.stmt) else { return false };
        let spot = if is_before { Spot::Before(stmt) } else { Spot::After(stmt) };
        let home = match self.line(copy) {
            Some(Line::Alloc(home)) => Some(*home),
            _ => None,
        };
        if let (Some(home), true, Some(at), None) = (home, is_in, self.at(spot), element)
            && plan.homes[home].start == at
        {
            return !std::mem::replace(&mut plan.homes[home].copyin, true);
        }
        let Some((own, rank)) = self.copied(copy) else { return false };
        let known = names.get(step.frame).map_or(&[][..], Vec::as_slice);
        let is_owner = self.tree.stmt_of_directive(copy).and_then(|stmt| self.tree.function(stmt))
            == point.functions.get(step.frame).copied();
        let name = match known.contains(&own) || known.is_empty() && is_owner {
            true => Some(&own),
            false => known.first(),
        };
        let Some(name) = name else { return false };
        let section = element.map_or_else(|| "[*]".repeat(rank), String::from);
        self.push(plan, home, is_in, name, &section, spot)
    }

    fn push(
        &self,
        plan: &mut Plan,
        home: Option<usize>,
        is_in: bool,
        place: &Place,
        section: &str,
        spot: Spot,
    ) -> bool {
        let Some(at) = self.at(spot) else { return false };
        if !is_in && home.is_some_and(|home| !plan.homes[home].is_written) {
            return false;
        }
        let name = format!("{}{section}", self.input.place_name(place));
        let moved = Move { home, is_in, name, at };
        if plan.moves.contains(&moved) || plan.banned.contains(&moved) {
            return false;
        }
        plan.moves.push(moved);
        true
    }

    /// The place that a directive allocates, and how many dimensions it has.
    fn copied(&self, copy: DirectiveId) -> Option<(Place, usize)> {
        match &self.input.program.directives[copy].kind {
            DirectiveKind::Global(GlobalAction::Alloc { section, .. }) => {
                Some((Place::of(self.input.program, section.base)?, section.dims.len()))
            }
            _ => None,
        }
    }

    /// The dimensions of the copy that a release ends: the last one made before it under that name.
    fn rank_of(&self, place: &Place, release: StmtId) -> Option<usize> {
        let program = self.input.program;
        let function = self.tree.function(release)?;
        let mut made = program.directives.iter().filter_map(|(directive, _)| {
            let (copied, rank) = self.copied(directive)?;
            let stmt = self.tree.stmt_of_directive(directive)?;
            let is_it = copied == *place && self.tree.function(stmt) == Some(function);
            (is_it && program.stmts[stmt].span.lo < program.stmts[release].span.lo).then_some(rank)
        });
        made.next_back()
    }

    fn accesses(&self, copy: DirectiveId) -> Accesses<'_, '_> {
        let events = self.record.events.keys().filter(|event| event.copy == copy).collect();
        Accesses { tree: self.tree, copy, events }
    }

    /// Behind the kernel whose directive stands there, as far out as the host does not look.
    fn after_kernel<'e>(&self, accesses: &Accesses<'e, '_>, span: Span) -> Option<(Step, &'e Event)> {
        let is_it = |event: &&&Event| match self.input.program.stmts[event.at.stmt].kind {
            StmtKind::Kernel { directive, .. } => {
                event.side == Side::Device
                    && event.writes
                    && self.input.program.directives[directive].span == span
            }
            _ => false,
        };
        let event = accesses.events.iter().find(is_it)?;
        Some((accesses.climb(&event.at, Obstacle::Accesses(Side::Host)), event))
    }

    /// Behind the host's write at a place, as far out as no kernel looks.
    fn after_host<'e>(&self, accesses: &Accesses<'e, '_>, span: Span) -> Option<(Step, &'e Event)> {
        let event = self.host_write(accesses, span)?;
        Some((accesses.climb(&event.at, Obstacle::Accesses(Side::Device)), event))
    }

    /// The next statements may write more, and nobody looks between: one transfer serves all.
    fn behind_all(&self, accesses: &Accesses<'_, '_>, step: Step, is_in: bool) -> Step {
        let (writer, reader) = if is_in { (Side::Host, Side::Device) } else { (Side::Device, Side::Host) };
        let Some(listed) = self.tree.listed(step.stmt) else { return step };
        let list = self.tree.parent(listed).and_then(|block| self.tree.list(block)).unwrap_or_default();
        let later = list.iter().skip_while(|stmt| **stmt != listed).skip(1);
        let mut last = step.stmt;
        for stmt in later {
            if accesses.is_inside(*stmt, Obstacle::Accesses(reader)) {
                break;
            }
            if accesses.is_inside(*stmt, Obstacle::Writes(writer)) {
                last = *stmt;
            }
        }
        Step { stmt: last, ..step }
    }

    /// Is it a data directive that moves values?
    fn is_transfer(&self, point: &Point) -> bool {
        matches!(self.input.program.stmts[point.stmt].kind, StmtKind::Directive(_))
    }

    /// The access that is the host's write at a place.
    fn host_write<'e>(&self, accesses: &Accesses<'e, '_>, span: Span) -> Option<&'e Event> {
        let holds = |stmt: StmtId| {
            let own = self.input.program.stmts[stmt].span;
            own.lo <= span.lo && span.hi <= own.hi
        };
        let is_it = |event: &&&Event| {
            let calls = event.at.calls.iter().filter_map(|call| self.tree.stmt_of(*call));
            event.side == Side::Host && event.writes && calls.chain([event.at.stmt]).any(holds)
        };
        accesses.events.iter().find(is_it).copied()
    }

    /// The inserted line that a directive is.
    fn line(&self, directive: DirectiveId) -> Option<&Line> {
        let span = self.input.program.directives[directive].span;
        let range =
            self.input.sources.map.written_range(self.input.sources.expansions.outermost_call(span))?;
        self.layout.line_at(range.file.index(), range.start as usize)
    }

    /// A spot in the user's own text.
    fn at(&self, spot: Spot) -> Option<Anchor> {
        let found = anchor(self.input, self.tree, spot, self.files)?;
        let offset = self.layout.original(found.file, found.gap.offset);
        Some(Anchor { gap: Gap { offset, ..found.gap }, ..found })
    }
}
