//! Reads and writes of one nest, host or kernel, against what is known before it.
//!
//! ```c
//! for (i = 1; i < n; i++) a[i] = a[i - 1] + b[i];
//! ```
//! reads `b[1]` to `b[n-1]`, and of `a` for certain `a[0]`: what the first iteration reads is
//! written by nobody before. It writes `a[1]` to `a[n-1]`. A kernel is the same, but for its partitioned loops: their
//! iterations read nothing that others write.

use std::cell::RefCell;
use std::rc::Rc;

use affine::{LinearExpr, Section, Set, Var};
use hir::{Program, RecordId, RecordKind, Span, StmtId};

use crate::AccessMode;
use crate::maps::HashMap;

use super::pieces::{self, Area, Piece, certainly_read, must_without};
use super::state::{Object, Zeros};
use super::value::Loc;

/// Reads of an object that a nest writes in more places are not followed.
const MOST_WRITES: usize = 64;

/// A part of an element: `.x` of `a[i].x`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// The members, outermost first.
    pub path: Vec<u32>,
    /// Only some elements of that member, which is an array.
    pub indexed: bool,
}

impl Part {
    /// Is all of `other` in it?
    fn holds(&self, other: &Part) -> bool {
        !self.indexed && other.path.starts_with(&self.path)
    }
}

/// One access.
#[derive(Clone, Debug)]
pub struct Touch {
    /// The object.
    pub loc: Loc,
    /// The element; `None` for some element.
    pub at: Option<Vec<LinearExpr>>,
    /// It is all elements from the first to this one.
    pub last: Option<LinearExpr>,
    /// The part of it; `None` for all of it.
    pub part: Option<Part>,
    /// Read, written or both.
    pub mode: AccessMode,
    /// Where.
    pub span: Span,
    /// In which statement.
    pub stmt: StmtId,
    /// Does it happen whenever its domain says so?
    pub certain: bool,
    /// A function that nothing is known of may do it.
    pub by_others: bool,
    /// What holds when it happens.
    pub domain: Set,
    /// The loops around it.
    pub loops: Vec<Round>,
    /// Is what is written zero?
    pub zero: Zeros,
}

/// Accesses of the host that wait for the end of their nest.
#[derive(Default)]
pub struct Nest {
    touches: Vec<Touch>,
    /// Where the touches of an object in a statement are: nests of functions that were written out by hand have thousands.
    places: HashMap<(Loc, StmtId), Vec<usize>>,
    /// What holds inside.
    pub domain: Set,
    /// The loops.
    pub rounds: Vec<Round>,
}

impl Nest {
    /// How many there are.
    pub fn count(&self) -> usize {
        self.touches.len()
    }

    /// One more.
    pub fn add(&mut self, touch: Touch) {
        self.places.entry((touch.loc, touch.stmt)).or_default().push(self.touches.len());
        self.touches.push(touch);
    }

    /// One more, unless the statement has it already.
    pub fn add_new(&mut self, touch: Touch) {
        let known = self.places.get(&(touch.loc, touch.stmt)).into_iter().flatten();
        let is_same =
            |known: &Touch| (&known.at, &known.part, known.mode) == (&touch.at, &touch.part, touch.mode);
        if !known.map(|at| &self.touches[*at]).any(is_same) {
            self.add(touch);
        }
    }

    /// All but the first `length` go.
    pub fn forget_from(&mut self, length: usize) {
        for touch in self.touches.drain(length..) {
            if let Some(places) = self.places.get_mut(&(touch.loc, touch.stmt)) {
                places.retain(|at| *at < length);
            }
        }
    }

    /// In their order.
    pub fn into_touches(self) -> Vec<Touch> {
        self.touches
    }
}

/// A loop around an access.
#[derive(Clone, PartialEq, Debug)]
pub struct Round {
    /// The symbol of its index.
    pub index: Var,
    /// Its first value, for loops that run in order.
    pub first: Option<LinearExpr>,
    /// Its iterations run in no order, and read nothing of each other.
    pub is_parallel: bool,
}

impl Touch {
    /// The elements; with `first`, those of the first round of every sequential loop.
    pub fn area(&self, object: &Object, first: bool) -> Area {
        let whole = || object.whole.clone().unwrap_or_else(Area::anywhere).in_doubt();
        let Some(at) = &self.at else { return whole() };
        if object.rank.is_some_and(|rank| rank != at.len()) {
            return whole();
        }
        if at.is_empty() {
            return Area::scalar(self.certain && self.domain.is_exact());
        }
        let mut domain = self.domain.clone();
        // A write to a part leaves the rest of the element as it is.
        let mut certain = self.certain && (self.part.is_none() || !self.mode.writes());
        for round in self.loops.iter().filter(|round| first && !round.is_parallel) {
            match &round.first {
                Some(first) => domain = domain.with_equal(&LinearExpr::var(round.index), first),
                None => certain = false,
            }
        }
        if let (Some(last), false) = (&self.last, first) {
            let all = (LinearExpr::constant(0), last.clone());
            return Area::of_ranges(&[all], certain);
        }
        let over: Vec<Var> = self.loops.iter().map(|round| round.index).collect();
        area_of(at, &domain, &over, certain).unwrap_or_else(whole)
    }

    /// The points `(i, j, …)` that it touches, in terms of its loops.
    fn points(&self) -> Option<Set> {
        let at = self.at.as_ref()?;
        let named = |set: Set, (dim, at): (usize, &LinearExpr)| {
            set.with_equal(&LinearExpr::var(pieces::index(dim)), at)
        };
        Some(at.iter().enumerate().fold(self.domain.clone(), named))
    }

    /// What it has written for certain when `later` runs, in the same round of the loops that are
    /// around both.
    fn written_before(&self, later: &Touch) -> Option<Set> {
        let holds_part = match (&self.part, &later.part) {
            (None, _) => true,
            (Some(own), Some(other)) => own.holds(other),
            (Some(_), None) => false,
        };
        if !(self.mode.writes() && self.certain && self.loc == later.loc && holds_part) {
            return None;
        }
        // The formula of one element holds symbols that stand for products.
        if self.last.is_some() {
            let same = self.at == later.at && later.loops.starts_with(&self.loops);
            return same.then(Set::universe);
        }
        let shared = self.loops.iter().zip(&later.loops).take_while(|(a, b)| a == b).count();
        let own: Vec<Var> = self.loops[shared..].iter().map(|round| round.index).collect();
        let set = self.points()?.project_out(&own);
        set.is_exact().then_some(set)
    }
}

/// The elements of an access.
fn area_of(at: &[LinearExpr], domain: &Set, over: &[Var], certain: bool) -> Option<Area> {
    let section = Section::of_access(at, domain, over).ok()?;
    let area = Area::of_section(&section, certain && domain.is_exact());
    if area.exact || !certain {
        return Some(area);
    }
    // No rectangle: a triangle, or what a condition leaves.
    let named =
        |set: Set, (dim, at): (usize, &LinearExpr)| set.with_equal(&LinearExpr::var(pieces::index(dim)), at);
    let set = at.iter().enumerate().fold(domain.clone(), named).project_out(over);
    Some(if set.is_exact() { area.shaped(set) } else { area })
}

/// Writes to all members of one element are a write to the element.
pub fn joined_members(program: &Program, touches: &[Touch], elements: &HashMap<Loc, RecordId>) -> Vec<Touch> {
    let mut joined = touches.to_vec();
    for last in 0..joined.len() {
        let touch = &joined[last];
        let Some(record) = elements.get(&touch.loc).filter(|_| touch.part.is_some() && touch.certain) else {
            continue;
        };
        let is_sibling = |other: &&Touch| {
            other.mode.writes()
                && other.certain
                && (other.loc, &other.at, &other.domain, &other.loops)
                    == (touch.loc, &touch.at, &touch.domain, &touch.loops)
        };
        let parts = joined[..=last].iter().filter(is_sibling).filter_map(|other| other.part.as_ref());
        let paths: Vec<&[u32]> = parts.filter(|part| !part.indexed).map(|part| &part.path[..]).collect();
        if touch.mode.writes() && all_members(program, *record, &paths) {
            let all = Touch { part: None, mode: AccessMode::Write, ..touch.clone() };
            joined.push(all);
        }
    }
    joined
}

/// Are these all members of a struct?
fn all_members(program: &Program, record: RecordId, paths: &[&[u32]]) -> bool {
    let declared = &program.records[record];
    let Some(fields) = declared.fields.as_ref().filter(|_| declared.kind == RecordKind::Struct) else {
        return false;
    };
    fields.iter().enumerate().all(|(at, field)| {
        let own = paths.iter().filter(|path| path.first() == Some(&(at as u32)));
        let inner: Vec<&[u32]> = own.map(|path| &path[1..]).collect();
        let nested = program.types.as_record(field.ty);
        inner.iter().any(|path| path.is_empty()) || nested.is_some_and(|r| all_members(program, r, &inner))
    })
}

/// What is found about a read.
pub struct ReadOf {
    /// A stale piece that it reads for certain.
    pub certain: Option<Piece>,
    /// The pieces of which it may read an element.
    pub possible: Vec<Piece>,
}

impl ReadOf {
    /// A read that is not told apart from others: it may find what is stale anywhere.
    pub fn anywhere(stale: &super::pieces::Stale) -> ReadOf {
        ReadOf { certain: None, possible: stale.must.iter().chain(&stale.may).cloned().collect() }
    }
}

/// The reads of a nest. Each touch's elements are worked out once, and once for each object what no
/// write of the nest makes fresh.
pub struct Reads<'t> {
    touches: &'t [Touch],
    /// The touches that write each object, in their order.
    writes: HashMap<Loc, Vec<usize>>,
    areas: RefCell<HashMap<usize, Rc<Area>>>,
    unwritten: RefCell<HashMap<Loc, Rc<Vec<Piece>>>>,
}

impl<'t> Reads<'t> {
    /// Of these touches, in their order.
    pub fn new(touches: &'t [Touch]) -> Reads<'t> {
        let mut writes: HashMap<Loc, Vec<usize>> = HashMap::default();
        for (at, touch) in touches.iter().enumerate().filter(|(_, touch)| touch.mode.writes()) {
            writes.entry(touch.loc).or_default().push(at);
        }
        Reads { touches, writes, areas: RefCell::default(), unwritten: RefCell::default() }
    }

    /// The elements of a touch.
    pub fn area(&self, at: usize, object: &Object) -> Rc<Area> {
        if let Some(known) = self.areas.borrow().get(&at) {
            return known.clone();
        }
        let area = Rc::new(self.touches[at].area(object, false));
        self.areas.borrow_mut().insert(at, area.clone());
        area
    }

    /// What the read `touches[at]` finds in an object whose copy on that side has these
    /// stale elements: the same ones for all reads of the object.
    pub fn of(&self, at: usize, object: &Object, stale: &super::pieces::Stale) -> ReadOf {
        let nothing = ReadOf { certain: None, possible: Vec::new() };
        if stale.must.is_empty() && stale.may.is_empty() {
            return nothing;
        }
        let read = &self.touches[at];
        let writes = self.writes.get(&read.loc).map_or(&[][..], Vec::as_slice);
        if writes.len() > MOST_WRITES {
            return ReadOf::anywhere(stale);
        }
        let all = self.area(at, object);
        // What is stale for certain may be stale, too.
        let possible: Vec<Piece> = stale.possible(&all).cloned().collect();
        if possible.is_empty() {
            return nothing;
        }
        let is_before = |other: &&usize| **other < at && self.touches[**other].stmt != read.stmt;
        if is_covered(read, writes.iter().filter(is_before).map(|other| &self.touches[*other])) {
            return nothing;
        }
        let without = |others: &mut dyn Iterator<Item = &usize>| -> Vec<Piece> {
            others.fold(stale.must.clone(), |left, other| match left.is_empty() {
                true => left,
                false => must_without(&left, &self.area(*other, object).set),
            })
        };
        let certain = || {
            // Elements that the nest does not write at all, or not before.
            let known = self.unwritten.borrow().get(&read.loc).cloned();
            let never = known.unwrap_or_else(|| Rc::new(without(&mut writes.iter())));
            self.unwritten.borrow_mut().insert(read.loc, never.clone());
            certainly_read(&all, &never).cloned().or_else(|| {
                let before = without(&mut writes.iter().filter(is_before));
                let first = (!before.is_empty() && !writes.is_empty()).then(|| read.area(object, true))?;
                certainly_read(&first, &before).cloned()
            })
        };
        let is_certain = !read.by_others && !stale.must.is_empty();
        let certain = is_certain.then(certain).flatten();
        ReadOf { certain, possible }
    }
}

/// Is everything that is read written before, in the same nest?
fn is_covered<'t>(read: &Touch, earlier: impl Iterator<Item = &'t Touch>) -> bool {
    let Some(points) = read.points() else { return false };
    let mut left = vec![points];
    for written in earlier.filter_map(|write| write.written_before(read)) {
        let without = |set: &Set| match set.is_apart_from(&written) {
            true => vec![set.clone()],
            false => set.minus(&written).unwrap_or_else(|| vec![set.clone()]),
        };
        left = left.iter().flat_map(without).collect();
        if left.is_empty() {
            return true;
        }
    }
    false
}
