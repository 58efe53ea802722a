//! What is known of the program's memory at one point.
//!
//! [`State::cells`] holds the values of variables and members; [`State::objects`] says for
//! each object which of its elements are stale on the host, and in its device copy.
//!
//! Moving values: a host write makes elements fresh on the host and stale on the
//! device; a kernel's write the other way round; a transfer makes one side what the
//! other is. Zeros are followed because `clear` puts zeros where the program may have others.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use affine::{LinearExpr, Set, Var};
use hir::{DirectiveId, Span};

use crate::maps::HashSet;
use crate::{CopyId, Place};

use super::pieces::{Area, Piece, Stale, Why, index, is_simple, must_without, possible_without};
use super::table::Table;
use super::value::{Loc, Names, Site, Target, Value, joined};

/// A device copy.
#[derive(Clone, PartialEq, Debug)]
pub struct DeviceSide {
    /// The unit, and the copy in its facts.
    pub copy: (usize, CopyId),
    /// The directive that made it.
    pub directive: DirectiveId,
    /// Where that stands.
    pub made: Span,
    /// The name it was made under.
    pub place: Place,
    /// The elements it holds.
    pub area: Area,
    /// How many dimensions it has.
    pub rank: usize,
    /// The element of the object that its name starts at.
    pub start: Option<LinearExpr>,
    /// Is it this object's for certain? The directive may have been about another one.
    pub certain: bool,
}

/// Of more copies than these one is enough for each directive that made some.
const MOST_COPIES: usize = 8;

/// Too many copies: those that one directive made in different calls or rounds become one, of which less is known.
fn bounded(copies: Vec<DeviceSide>) -> Vec<DeviceSide> {
    if copies.len() <= MOST_COPIES {
        return copies;
    }
    let mut kept: Vec<DeviceSide> = Vec::new();
    for copy in copies {
        match kept.iter_mut().find(|known| (known.copy, known.directive) == (copy.copy, copy.directive)) {
            Some(known) => (known.area, known.start, known.certain) = (Area::anywhere(), None, false),
            None => kept.push(copy),
        }
    }
    kept
}

/// Whether an object has its device copies wherever control came from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Presence {
    /// On every path.
    Sure,
    /// One may have gone through a pointer that names this object or another.
    Doubted,
    /// On some path it has none.
    Lacking,
}

/// What is known of one object.
#[derive(Clone, PartialEq, Debug)]
pub struct Object {
    /// Its device copies: of all of it, or of parts that do not overlap.
    pub copies: Vec<DeviceSide>,
    /// Whether they are there on every path.
    pub presence: Presence,
    /// Elements whose value on the host is old.
    pub host: Stale,
    /// Elements whose value on the device is old.
    pub device: Stale,
    /// Does anybody ask for its zeros? Only `clear` does.
    pub follows_zeros: bool,
    /// Elements that are zero for certain.
    pub zero: Vec<Set>,
    /// Elements that may be.
    pub maybe_zero: Vec<Set>,
    /// The kernel that wrote it last.
    pub by_kernel: Option<Span>,
    /// The place of the host that wrote it last.
    pub by_host: Option<Span>,
    /// Something was put into the device copy.
    pub filled: bool,
    /// A kernel would write it, but its loop has no iteration.
    pub idle_write: bool,
    /// Where the device copy was released, and by which directive.
    pub released: Option<(Span, DirectiveId)>,
    /// Where an earlier copy went with values that the host has not got, and what it was called.
    pub lost: Option<(Span, DirectiveId, Place)>,
    /// All of the object, where its extents are known.
    pub whole: Option<Area>,
    /// Its name, once it has or had a device copy.
    pub place: Option<Place>,
    /// How many dimensions the sections of its device copies have or had.
    pub rank: Option<usize>,
    /// Its extents, where they are known.
    pub extents: Option<Vec<LinearExpr>>,
    /// Elements of which the device has the zeros that `clear` made.
    pub cleared: Vec<Set>,
    /// The host wrote zeros where the device has them.
    pub zeros_written: bool,
}

impl Object {
    /// Is something said of its elements in terms of symbols?
    pub fn has_symbols(&self) -> bool {
        let sets = self.zero.iter().chain(&self.maybe_zero);
        [&self.host, &self.device].into_iter().flat_map(Stale::sets).chain(sets).any(Set::has_vars)
    }

    /// All of its elements, where its extents are known.
    pub fn all(&self) -> Option<Set> {
        let extents = self.extents.as_ref().filter(|extents| !extents.is_empty())?;
        let within = |all: Set, (dim, extent): (usize, &LinearExpr)| {
            let at = LinearExpr::var(index(dim));
            all.with_at_least(&at, &LinearExpr::constant(0)).with_less(&at, extent)
        };
        Some(extents.iter().enumerate().fold(Set::universe(), within))
    }

    /// An object without a device copy.
    pub fn new(zero: Zeros, follows_zeros: bool) -> Object {
        let all = || vec![Set::universe()];
        let (zero, maybe_zero) = match zero {
            _ if !follows_zeros => (Vec::new(), all()),
            Zeros::All => (all(), all()),
            Zeros::Perhaps => (Vec::new(), all()),
            Zeros::None => (Vec::new(), Vec::new()),
        };
        Object {
            copies: Vec::new(),
            presence: Presence::Sure,
            host: Stale::default(),
            device: Stale::default(),
            follows_zeros,
            zero,
            maybe_zero,
            by_kernel: None,
            by_host: None,
            filled: false,
            idle_write: false,
            released: None,
            lost: None,
            whole: None,
            place: None,
            rank: None,
            extents: None,
            cleared: Vec::new(),
            zeros_written: false,
        }
    }

    /// Is it the same to the law which elements the host writes? It has no device copy, and had none that left old values.
    pub fn is_of_the_host(&self) -> bool {
        self.copies.is_empty() && self.host == Stale::default() && !self.follows_zeros
    }

    /// The host writes.
    pub fn host_writes(&mut self, area: &Area, span: Span, zero: Zeros) {
        self.host.remove(area);
        if zero == Zeros::All && self.cleared.iter().any(|set| area.set.is_within(set).is_proven()) {
            // Zeros where the device has zeros: both have the newest.
            self.device.remove(area);
            self.zeros_written = true;
        } else if !self.copies.is_empty() {
            self.device.add(area, Why::Host(span));
        }
        self.by_host = Some(span);
        self.now_zero(area, zero);
    }

    /// A kernel writes.
    pub fn kernel_writes(&mut self, area: &Area, span: Span) {
        // It touches nothing that its copy does not hold.
        let area = &match self.copies.as_slice() {
            [only] => area.clone().inside(&only.area),
            _ => area.clone(),
        };
        self.device.remove(area);
        self.host.add(area, Why::Kernel(span));
        self.no_more_cleared(area);
        (self.by_kernel, self.filled) = (Some(span), true);
        self.idle_write |= area.set.is_empty();
        self.now_zero(area, Zeros::Perhaps);
    }

    /// A kernel writes in shared memory alone: neither side has the value.
    pub fn tile_writes(&mut self, area: &Area, span: Span) {
        for stale in [&mut self.host, &mut self.device] {
            stale.add(area, Why::Tile(span));
        }
        self.now_zero(area, Zeros::Perhaps);
    }

    /// Something else than the zeros of `clear` may be in the device copy.
    pub fn no_more_cleared(&mut self, area: &Area) {
        self.cleared = sets_without(&self.cleared, &area.set);
    }

    fn now_zero(&mut self, area: &Area, zero: Zeros) {
        if !self.follows_zeros {
            return;
        }
        self.zero = sets_without(&self.zero, &area.set);
        match zero {
            Zeros::None if area.exact => {
                let left = |set: &Set| set.minus(&area.set).unwrap_or_else(|| vec![set.clone()]);
                self.maybe_zero = self.maybe_zero.iter().flat_map(left).collect();
            }
            Zeros::None => {}
            Zeros::All | Zeros::Perhaps => self.maybe_zero.push(area.set.clone()),
        }
        if zero == Zeros::All && area.exact {
            self.zero.push(area.set.clone());
        }
        self.zero.truncate(8);
        if self.maybe_zero.len() > 8 {
            self.maybe_zero = vec![Set::universe()];
        }
    }

    /// Nothing is known of its values any more.
    pub fn forget(&mut self) {
        let has_copy = !self.copies.is_empty();
        for stale in [&mut self.host, &mut self.device] {
            stale.must.clear();
            if has_copy {
                stale.add(&Area::anywhere(), Why::Unknown);
            }
        }
        self.zero.clear();
        self.maybe_zero = vec![Set::universe()];
    }

    /// Is nothing known of its values already?
    pub fn is_forgotten(&self) -> bool {
        let is_unknown = |stale: &Stale| {
            let anywhere = |piece: &Piece| piece.why == Why::Unknown && piece.set == Set::universe();
            stale.must.is_empty() && (self.copies.is_empty() || stale.may.iter().any(anywhere))
        };
        let may_be_zero = self.maybe_zero.as_slice() == [Set::universe()];
        self.zero.is_empty() && may_be_zero && is_unknown(&self.host) && is_unknown(&self.device)
    }

    /// The host's memory gets what another array has.
    pub fn gets_another(&mut self, area: &Area, place: &Place, by: Span) {
        self.host.add_possible(Piece { set: area.set.clone(), as_written: false, why: Why::Elsewhere(by) });
        self.place.get_or_insert_with(|| place.clone());
        self.now_zero(area, Zeros::Perhaps);
    }

    /// A new device copy, of which nothing is defined.
    pub fn allocated(&mut self, copy: DeviceSide) {
        // Two copies of the same elements are one on the device: what the first has, the
        // second may have.
        let is_there = self.copies.iter().any(|other| !other.area.set.is_apart_from(&copy.area.set));
        let area = if is_there { copy.area.clone().in_doubt() } else { copy.area.clone() };
        self.device.remove(&area);
        self.device.add(&area, Why::Never(copy.made));
        // What it lacks may be copied from the host, which has it no newer than this.
        self.device.also_possible(&area, &self.host);
        let before = self.released.take().zip(self.place.take());
        self.lost = before
            .filter(|_| self.host.possible(&copy.area).next().is_some())
            .map(|((at, directive), place)| (at, directive, place));
        self.filled = false;
        (self.cleared, self.zeros_written) = (Vec::new(), false);
        (self.by_kernel, self.by_host) = (None, None);
        self.place = Some(copy.place.clone());
        if copy.certain {
            self.presence = Presence::Sure;
        }
        self.copies.retain(|other| other.area != copy.area);
        self.copies.push(copy);
        self.copies = bounded(std::mem::take(&mut self.copies));
    }

    /// A device copy goes.
    pub fn freed(&mut self, place: &Place, area: &Area, at: Span, directive: DirectiveId) {
        let is_it = |copy: &DeviceSide| copy.area == *area || copy.place == *place;
        let is_only = self.copies.len() == 1;
        // It may be another object's copy that goes.
        let is_certain = area.exact || self.copies.iter().any(|copy| copy.area == *area);
        self.copies.retain(|copy| !is_certain || !is_only && !is_it(copy));
        self.presence = match self.copies.is_empty() {
            true => Presence::Sure,
            false if is_certain => self.presence,
            false => self.presence.max(Presence::Doubted),
        };
        self.device.remove(area);
        self.released = Some((at, directive));
    }

    /// Has it a device copy that is no other object's?
    pub fn has_own_copy(&self) -> bool {
        self.copies.iter().any(|copy| copy.certain)
    }

    /// Would it be new that a path has none of its copies?
    fn is_new_to_lack(&self) -> bool {
        !self.copies.is_empty() && self.presence != Presence::Lacking
    }

    /// The copy that an access of these elements is about.
    pub fn copy_for(&self, set: &Set) -> Option<&DeviceSide> {
        let touches = |copy: &&DeviceSide| !copy.area.set.is_apart_from(set);
        self.copies.iter().find(touches).or_else(|| self.copies.first())
    }

    /// Zeros on the device.
    pub fn cleared(&mut self, area: &Area, at: Span) {
        let mut device = self.device.clone();
        device.remove(area);
        let (must, may) = (device.must.clone(), device.may.clone());
        device = Stale::default();
        device.add(area, Why::Cleared(at));
        for set in &self.maybe_zero {
            device.must = must_without(&device.must, set);
        }
        for set in &self.zero {
            device.may = device.may.iter().flat_map(|may| possible_without(may, set)).collect();
        }
        device.must.extend(must);
        device.may.extend(may);
        self.device = device;
        self.filled = true;
        if area.exact {
            self.cleared = vec![area.set.clone()];
        }
    }

    /// The same, of which nobody knows where in it something is: in an object of which this is a part somewhere, or in a part
    /// of this.
    pub fn somewhere(&self) -> Object {
        let mut object = self.clone();
        for stale in [&mut object.host, &mut object.device] {
            let pieces = std::mem::take(stale);
            for piece in pieces.must.into_iter().chain(pieces.may).filter(|piece| !piece.set.is_empty()) {
                stale.add_possible(Piece { set: Set::universe(), as_written: false, why: piece.why });
            }
        }
        for copy in &mut object.copies {
            (copy.area, copy.start) = (Area::anywhere(), None);
        }
        object.zero.clear();
        if !object.maybe_zero.is_empty() {
            object.maybe_zero = vec![Set::universe()];
        }
        (object.whole, object.extents, object.rank) = (None, None, None);
        object.cleared.clear();
        object
    }

    /// This, or what a name stands for that may stand for this, or for a part of it.
    fn perhaps(&self, named: &Object, is_part: bool) -> Object {
        let mut named = if is_part { named.somewhere() } else { named.clone() };
        for copy in &mut named.copies {
            (copy.certain, copy.area.exact) = (false, false);
        }
        if named.copies.is_empty() {
            (named.copies, named.presence) = (self.copies.clone(), self.presence);
        }
        let mut joined = self.join(&named);
        if self.host.may.is_empty() && self.device.may.is_empty() {
            // What is old is what the name stands for.
            joined.place = named.place.or(joined.place);
            joined.released = named.released.or(joined.released);
        }
        joined
    }

    /// What is known where two paths meet.
    pub fn join(&self, other: &Object) -> Object {
        if self == other {
            return self.clone();
        }
        let mut zero = Vec::new();
        for a in &self.zero {
            match other.zero.contains(a) {
                true => zero.push(a.clone()),
                false => zero.extend(other.zero.iter().map(|b| a.intersect(b)).filter(is_simple)),
            }
        }
        zero.retain(|set| !set.is_empty());
        zero.truncate(8);
        let mut maybe_zero = self.maybe_zero.clone();
        maybe_zero.extend(other.maybe_zero.iter().filter(|set| !self.maybe_zero.contains(set)).cloned());
        if maybe_zero.len() > 8 {
            maybe_zero = vec![Set::universe()];
        }
        let has = |copies: &[DeviceSide], all: &[DeviceSide]| all.iter().all(|copy| copies.contains(copy));
        let same_copy = has(&self.copies, &other.copies) && has(&other.copies, &self.copies);
        let (host, mut device) = (self.host.join(&other.host), self.device.join(&other.device));
        if !same_copy {
            device.must.clear();
        }
        let mut copies = self.copies.clone();
        copies.extend(other.copies.iter().filter(|copy| !self.copies.contains(copy)).cloned());
        let copies = bounded(copies);
        let presence = match self.copies.is_empty() == other.copies.is_empty() {
            true => self.presence.max(other.presence),
            false => Presence::Lacking,
        };
        Object {
            copies,
            presence,
            host,
            device,
            follows_zeros: self.follows_zeros,
            zero,
            maybe_zero,
            by_kernel: self.by_kernel.or(other.by_kernel),
            by_host: self.by_host.or(other.by_host),
            filled: self.filled || other.filled,
            idle_write: self.idle_write || other.idle_write,
            released: self.released.or(other.released),
            lost: self.lost.clone().or_else(|| other.lost.clone()),
            whole: self.whole.clone().or_else(|| other.whole.clone()),
            place: self.place.clone().or_else(|| other.place.clone()),
            rank: self.rank.or(other.rank),
            extents: if self.extents == other.extents { self.extents.clone() } else { None },
            cleared: if self.cleared == other.cleared { self.cleared.clone() } else { Vec::new() },
            zeros_written: self.zeros_written || other.zeros_written,
        }
    }
}

/// What is left of sets for certain when all of `taken` may have gone.
fn sets_without(sets: &[Set], taken: &Set) -> Vec<Set> {
    let piece = |set: &Set| Piece { set: set.clone(), as_written: false, why: Why::Unknown };
    let pieces: Vec<Piece> = sets.iter().map(piece).collect();
    must_without(&pieces, taken).into_iter().map(|piece| piece.set).collect()
}

/// Which elements of a new object are zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Zeros {
    /// Every one: `calloc`, variables at file level.
    All,
    /// Nobody knows.
    Perhaps,
    /// None, or none has a value.
    None,
}

/// What is known at one point.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct State {
    /// The values of variables and members.
    cells: Table<Value>,
    /// Those of them that some path has not set.
    perhaps_unset: Table<()>,
    /// Objects whose elements were touched.
    pub objects: Table<Rc<Object>>,
    /// Those of them that are what a name stands for, which may be one of several.
    pub named: BTreeMap<Loc, Named>,
}

/// A name that may stand for one of several objects.
#[derive(Clone, PartialEq, Debug)]
pub struct Named {
    /// The pointer.
    pub cell: Loc,
    /// The objects, of which each is known.
    pub targets: Vec<Loc>,
    /// Does it stand for a part of one, and nobody knows which?
    pub is_part: bool,
}

/// Values of some cells; `None` where nothing is known.
pub type Cells = Vec<(Loc, Option<Value>)>;

impl State {
    /// The values of variables and members.
    pub fn cells(&self) -> impl Iterator<Item = (Loc, &Value)> {
        self.cells.iter()
    }

    /// All of them, to be compared with those of a later state.
    pub fn all_cells(&self) -> &Table<Value> {
        &self.cells
    }

    /// The value of a variable or member.
    pub fn value(&self, cell: Loc) -> Option<&Value> {
        self.cells.get(cell)
    }

    /// A variable or member gets a value.
    pub fn put(&mut self, cell: Loc, value: Value) {
        self.fold_all(|named| named.cell == cell);
        self.perhaps_unset.remove(cell);
        if self.cells.get(cell) != Some(&value) {
            self.cells.insert(cell, value);
        }
    }

    /// Is there a path that has put nothing there? Nobody may read it then.
    pub fn is_perhaps_unset(&self, cell: Loc) -> bool {
        self.perhaps_unset.contains(cell)
    }

    /// It has none any more.
    pub fn unset(&mut self, cell: Loc) {
        self.fold_all(|named| named.cell == cell);
        self.cells.remove(cell);
    }

    /// A variable goes, or a part of one; memory that was on the device is spoken of later.
    pub fn ends(&mut self, loc: Loc) {
        self.unset(loc);
        self.perhaps_unset.remove(loc);
        if self.objects.get(loc).is_some_and(|object| object.place.is_none()) {
            self.objects.remove(loc);
        }
    }

    /// Some variables go.
    pub fn keep_cells(&mut self, stays: impl Fn(Loc) -> bool) {
        self.fold_all(|named| !stays(named.cell));
        self.cells.retain(|loc, _| stays(loc));
    }

    /// The same under other names.
    pub fn renamed(mut self, name: impl Fn(Loc) -> Loc, value: impl Fn(Value) -> Value) -> State {
        self.fold_all(|_| true);
        State {
            cells: self.cells.iter().map(|(cell, v)| (name(cell), value(v.clone()))).collect(),
            perhaps_unset: self.perhaps_unset.locs().map(|cell| (name(cell), ())).collect(),
            objects: self.objects.iter().map(|(loc, object)| (name(loc), Rc::clone(object))).collect(),
            named: BTreeMap::new(),
        }
    }

    /// An object, with what may be true of it because a name may stand for it.
    pub fn object(&self, loc: Loc) -> Option<Rc<Object>> {
        let mut object = Rc::clone(self.objects.get(loc)?);
        for own in self.named.iter().filter(|(_, named)| named.targets.contains(&loc)).map(|(own, _)| own) {
            if let (Some(named), Some(own)) = (self.named.get(own), self.objects.get(*own)) {
                object = Rc::new(object.perhaps(own, named.is_part));
            }
        }
        Some(object)
    }

    /// Something is done to an object.
    pub fn set(&mut self, loc: Loc, object: Object) {
        self.fold_all(|named| named.targets.contains(&loc));
        self.objects.insert(loc, Rc::new(object));
    }

    /// There is another object in its place.
    pub fn goes(&mut self, loc: Loc) {
        self.fold_all(|named| named.targets.contains(&loc));
        self.objects.remove(loc);
    }

    /// A name gets an object of its own, which has no device copy yet.
    pub fn name(&mut self, own: Loc, named: Named, object: Object) {
        self.objects.insert(own, Rc::new(Object { copies: Vec::new(), presence: Presence::Sure, ..object }));
        self.named.insert(own, named);
    }

    /// What was known of a name's own object may be true of each that it may stand for.
    pub fn fold(&mut self, own: Loc) {
        let Some(named) = self.named.remove(&own) else { return };
        let Some(object) = self.objects.remove(own) else { return };
        for target in named.targets {
            if let Some(base) = self.objects.get_mut(target) {
                *base = Rc::new(base.perhaps(&object, named.is_part));
            }
        }
    }

    fn fold_all(&mut self, goes: impl Fn(&Named) -> bool) {
        if self.named.is_empty() {
            return;
        }
        let going: Vec<Loc> =
            self.named.iter().filter(|(_, named)| goes(named)).map(|(own, _)| *own).collect();
        going.into_iter().for_each(|own| self.fold(own));
    }

    /// The cells that differ between two states.
    pub fn differing(a: &Option<State>, b: &Option<State>) -> Vec<Loc> {
        let (Some(a), Some(b)) = (a, b) else { return Vec::new() };
        a.cells.differing(&b.cells, Value::eq).into_iter().map(|(loc, ..)| loc).collect()
    }

    /// The same with other values in these cells.
    pub fn with_cells(&self, others: &Cells) -> State {
        let mut state = self.clone();
        for (loc, value) in others {
            match value {
                Some(value) => state.put(*loc, value.clone()),
                None => state.unset(*loc),
            }
        }
        state
    }

    /// These cells hold anything.
    pub fn forget(&mut self, changing: &[Loc]) {
        for loc in changing {
            self.put(*loc, Value::Unknown);
        }
    }

    /// Nothing known of these objects in terms of these symbols is true any more: they stand for other values.
    pub fn retire(&mut self, symbols: &HashSet<Var>, among: &BTreeSet<Loc>) {
        let outlives = |set: &Set| !set.vars().iter().any(|var| symbols.contains(var));
        let is_old = |object: &Object| {
            let sets = object.zero.iter().chain(&object.maybe_zero);
            ![&object.host, &object.device].into_iter().flat_map(Stale::sets).chain(sets).all(outlives)
        };
        for loc in among {
            if !self.objects.get(*loc).is_some_and(|object| is_old(object)) {
                continue;
            }
            let Some(object) = self.objects.get_mut(*loc).map(Rc::make_mut) else { continue };
            object.host.retire(symbols);
            object.device.retire(symbols);
            object.zero.retain(outlives);
            if !object.maybe_zero.iter().all(outlives) {
                object.maybe_zero = vec![Set::universe()];
            }
        }
    }

    /// At the head of a loop, where these symbols get their next values: pointers that nobody had set before it
    /// point where the last round let them point.
    pub fn retire_pointers(&mut self, moved: &BTreeSet<Loc>, symbols: impl FnOnce() -> HashSet<Var>) {
        let unset: Vec<Loc> = moved.iter().copied().filter(|cell| self.is_perhaps_unset(*cell)).collect();
        if unset.is_empty() {
            return;
        }
        let symbols = symbols();
        let is_old = |at: &LinearExpr| at.vars().any(|var| symbols.contains(&var));
        for cell in unset {
            let Some(Value::Pointer(targets)) = self.cells.get_mut(cell) else { continue };
            for target in targets.iter_mut().filter(|target| target.at.iter().flatten().any(is_old)) {
                (target.at, target.part) = (None, None);
            }
        }
    }

    /// Where this path and another meet, at statement `stmt`.
    fn meet(&mut self, mut other: State, stmt: usize, names: &mut Names) {
        let known: Vec<Loc> = self.named.keys().chain(other.named.keys()).copied().collect();
        for own in known {
            if self.named.get(&own) != other.named.get(&own) {
                self.fold(own);
                other.fold(own);
            }
        }
        let unset = self.perhaps_unset.differing(&other.perhaps_unset, |(), ()| true).into_iter();
        for loc in unset.map(|(loc, ..)| loc).collect::<Vec<Loc>>() {
            self.perhaps_unset.insert(loc, ());
        }
        let mut met: Vec<(Loc, Option<Value>)> = Vec::new();
        for (loc, own, others) in self.cells.differing(&other.cells, Value::eq) {
            let value = match (own, others) {
                (Some(own), Some(others)) => Some(joined(own, others, || names.symbol(Site::Met(stmt, loc)))),
                (Some(only), None) | (None, Some(only)) => names.set_on_one_path(loc, only),
                (None, None) => None,
            };
            met.push((loc, value));
        }
        for (loc, value) in met {
            let is_on_one = !self.cells.contains(loc) || !other.cells.contains(loc);
            if is_on_one && names.is_unset(loc) && (value.is_some() || self.cells.contains(loc)) {
                self.perhaps_unset.insert(loc, ());
            }
            match value {
                Some(value) => self.cells.insert(loc, value),
                None => drop(self.cells.remove(loc)),
            }
        }
        let is_same = |a: &Rc<Object>, b: &Rc<Object>| Rc::ptr_eq(a, b) || a == b;
        let mut met: Vec<(Loc, Rc<Object>)> = Vec::new();
        for (loc, own, others) in self.objects.differing(&other.objects, is_same) {
            let object = match (own, others) {
                (Some(own), Some(others)) => Rc::new(own.join(others)),
                // Memory of a call that the other path has not made is no object there.
                (Some(only), None) | (None, Some(only))
                    if !names.starts_empty(loc) && only.is_new_to_lack() =>
                {
                    Rc::new(Object { presence: Presence::Lacking, ..Object::clone(only) })
                }
                (None, Some(only)) => Rc::clone(only),
                (Some(_), None) | (None, None) => continue,
            };
            met.push((loc, object));
        }
        met.into_iter().for_each(|(loc, object)| self.objects.insert(loc, object));
    }
}

/// Does it point to an element whose place is a formula?
pub fn is_moved_pointer(value: &Value) -> bool {
    let moves = |target: &Target| target.at.iter().flatten().any(|at| at.as_constant().is_none());
    matches!(value, Value::Pointer(targets) if targets.iter().any(moves))
}

/// Where two paths meet, of which either may never be taken.
pub fn meet(a: Option<State>, b: Option<State>, stmt: usize, names: &mut Names) -> Option<State> {
    match (a, b) {
        (Some(mut a), Some(b)) => {
            a.meet(b, stmt, names);
            Some(a)
        }
        (a, b) => a.or(b),
    }
}
