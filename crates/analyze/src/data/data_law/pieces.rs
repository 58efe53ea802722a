//! Which elements of an object are stale: unions of sections, known from below and
//! from above.
//!
//! ```c
//! …kernel that writes a[0] to a[n-1]…          // must and may: 0 <= i < n, stale on the host
//! #pragma hicuda global copyout a[0:m-1]       // what is left: m <= i < n
//! ```
//! Element `a[i][j]` is the point `(i, j)`; sizes are symbols that have one value wherever
//! they are compared. [`Stale::must`] holds only elements that are stale for certain, [`Stale::may`]
//! all that can be, each with its reason. So an error needs an element of the first, and a proof needs
//! the second to be empty; taking an access away from `must` takes all that it may
//! touch, from `may` only what it touches for certain.

use std::mem::discriminant;
use std::rc::Rc;

use affine::{LinearExpr, Range, Section, Set, Var};
use hir::Span;

use crate::maps::HashSet;

/// More pieces than this are not followed.
const MOST_PIECES: usize = 12;

/// Sets with more constraints are not followed: each access that is taken away from a set leaves it with more of them, and
/// the solver has more to do with each.
const MOST_CONSTRAINTS: usize = 64;

/// Is a set worth following?
pub fn is_simple(set: &Set) -> bool {
    set.constraints().len() <= MOST_CONSTRAINTS
}

/// The symbol of an element's index in dimension `dim`.
pub fn index(dim: usize) -> Var {
    Var(dim as u32)
}

/// Symbols of values come after those of dimensions.
pub const FIRST_VALUE: u32 = 16;

/// The elements that an access touches.
#[derive(Clone, PartialEq, Debug)]
pub struct Area {
    /// No element outside is touched.
    pub set: Set,
    /// Every element inside is, whenever there is one.
    pub exact: bool,
    /// The rectangle around them, as far as there is one.
    ranges: Rc<[Range]>,
    /// Are all of the rectangle's corners among them?
    has_corners: bool,
}

impl Area {
    /// Some elements, nobody knows which.
    pub fn anywhere() -> Area {
        Area { set: Set::universe(), exact: false, ranges: Rc::default(), has_corners: false }
    }

    /// A scalar.
    pub fn scalar(exact: bool) -> Area {
        Area { exact, has_corners: true, ..Area::anywhere() }
    }

    /// The elements between these bounds.
    pub fn of_ranges(ranges: &[(LinearExpr, LinearExpr)], exact: bool) -> Area {
        let ranges = ranges.iter().map(|(lo, hi)| Range::dense(lo.clone(), hi.clone())).collect();
        Area::of_section(&Section::new(ranges), exact)
    }

    /// The elements of a section.
    pub fn of_section(section: &Section, exact: bool) -> Area {
        let ranges = section.ranges();
        let indices: Vec<Var> = (0..ranges.len()).map(index).collect();
        let exact = exact && section.is_exact();
        Area { set: section.as_set(&indices), exact, ranges: ranges.into(), has_corners: true }
    }

    /// Of its rectangle only these, and all of these.
    pub fn shaped(self, set: Set) -> Area {
        Area { set, exact: true, has_corners: false, ..self }
    }

    /// Those that another area has, too.
    pub fn inside(self, other: &Area) -> Area {
        Area { set: self.set.intersect(&other.set), ..self }
    }

    /// The same elements, touched only perhaps.
    pub fn in_doubt(self) -> Area {
        Area { exact: false, ..self }
    }

    /// First and last elements, in the order of the ranges.
    fn corners(&self) -> Vec<Vec<LinearExpr>> {
        let mut corners = if self.has_corners { vec![Vec::new()] } else { Vec::new() };
        for range in self.ranges.iter() {
            let ends = match range.is_single() || range.stride != 1 {
                true => vec![range.lo.clone()],
                false => vec![range.lo.clone(), range.hi.clone()],
            };
            let longer = |corner: &Vec<LinearExpr>| {
                let corner = corner.clone();
                ends.clone().into_iter().map(move |end| corner.iter().cloned().chain([end]).collect())
            };
            corners = corners.iter().flat_map(longer).collect();
        }
        corners.truncate(16);
        corners
    }

    /// What holds if there is any.
    fn inhabited(&self) -> Set {
        self.ranges.iter().fold(Set::universe(), |set, range| set.with_at_most(&range.lo, &range.hi))
    }

    fn is_one_number(&self) -> bool {
        let is_one = |range: &Range| range.is_single() || range.stride != 1;
        let is_number = |range: &Range| is_one(range) && range.lo.as_constant().is_some();
        self.has_corners && self.ranges.iter().all(is_number)
    }
}

/// Why an element is stale.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// A kernel has written it, on the device.
    Kernel(Span),
    /// The host has written it.
    Host(Span),
    /// Nothing was put into the device copy since it was made.
    Never(Span),
    /// The device copy was set to zero, and the value is another.
    Cleared(Span),
    /// A transfer moved a stale element here.
    Moved(Span),
    /// A kernel has written it in shared memory, and not copied it out.
    Tile(Span),
    /// `copyout … to` put another array's value here, which no statement of the program does.
    Elsewhere(Span),
    /// Something that cannot be followed happened to it.
    Unknown,
}

/// Elements that are stale for one reason.
#[derive(Clone, PartialEq, Debug)]
pub struct Piece {
    /// Which.
    pub set: Set,
    /// All that the access which made it touched: nothing was taken away since.
    pub as_written: bool,
    /// The reason.
    pub why: Why,
}

/// The stale elements of one copy of an object.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Stale {
    /// Stale for certain.
    pub must: Vec<Piece>,
    /// Nothing else is.
    pub may: Vec<Piece>,
}

impl Stale {
    /// Nothing is known.
    pub fn unknown() -> Stale {
        let anything = Piece { set: Set::universe(), as_written: false, why: Why::Unknown };
        Stale { may: vec![anything], ..Stale::default() }
    }

    /// An access makes elements stale.
    pub fn add(&mut self, area: &Area, why: Why) {
        if area.exact {
            let set = area.set.clone();
            self.must.retain(|piece| piece.set != set);
            self.must.push(Piece { set, as_written: true, why });
            self.must.truncate(MOST_PIECES);
        }
        self.add_possible(Piece { set: area.set.clone(), as_written: area.exact, why });
    }

    pub(super) fn add_possible(&mut self, piece: Piece) {
        if self.may.iter().any(|known| (&known.set, known.why) == (&piece.set, piece.why)) {
            return;
        }
        self.may.push(piece);
        self.bounded();
    }

    /// Too many pieces: those of one reason, or else of one kind of reason, become all of the object.
    fn bounded(&mut self) {
        while self.may.len() > MOST_PIECES {
            let same: fn(Why, Why) -> bool = |one, other| one == other;
            let of_a_kind: fn(Why, Why) -> bool = |one, other| discriminant(&one) == discriminant(&other);
            let shared =
                [same, of_a_kind].into_iter().find_map(|merges| Some((self.most_frequent(merges)?, merges)));
            let Some((why, merges)) = shared else {
                *self = Stale { must: std::mem::take(&mut self.must), ..Stale::unknown() };
                return;
            };
            self.may.retain(|piece| !merges(piece.why, why));
            self.may.push(Piece { set: Set::universe(), as_written: false, why });
        }
    }

    /// The reason that most pieces share, of those the last.
    fn most_frequent(&self, is_same: fn(Why, Why) -> bool) -> Option<Why> {
        let count = |why: Why| self.may.iter().filter(|piece| is_same(piece.why, why)).count();
        let counted = self.may.iter().map(|piece| (piece.why, count(piece.why)));
        counted.filter(|(_, count)| *count > 1).max_by_key(|(_, count)| *count).map(|(why, _)| why)
    }

    /// An access makes elements fresh.
    pub fn remove(&mut self, area: &Area) {
        // Most often both are the same.
        if area.exact && self.must == self.may {
            let rest: Option<Vec<_>> = self.may.iter().map(|piece| without(piece, &area.set)).collect();
            if let Some(rest) = rest {
                self.may = rest.into_iter().flatten().collect();
                self.must = self.may.iter().take(MOST_PIECES).cloned().collect();
                self.bounded();
                return;
            }
        }
        self.must = must_without(&self.must, &area.set);
        if area.exact {
            self.may = self.may.iter().flat_map(|piece| possible_without(piece, &area.set)).collect();
            self.bounded();
        }
    }

    /// The elements of `area` become what they are in `other`, by a transfer. `all` holds the object, where that is known:
    /// a transfer of all of it leaves nothing, also of pieces that were not followed one by one.
    pub fn take_over(&mut self, area: &Area, all: Option<&Set>, other: &Stale, at: Span) {
        match all {
            Some(all) if area.exact && all.is_within(&area.set).is_proven() => *self = Stale::default(),
            _ => self.remove(area),
        }
        let moved = |piece: &Piece| {
            let set = piece.set.intersect(&area.set);
            let as_written = piece.as_written && piece.set.is_within(&area.set).is_proven();
            let keeps = matches!(piece.why, Why::Moved(_) | Why::Tile(_) | Why::Elsewhere(_) | Why::Unknown);
            let why = if keeps { piece.why } else { Why::Moved(at) };
            (!set.is_empty()).then_some(Piece { set, as_written, why })
        };
        if area.exact {
            self.must.extend(other.must.iter().filter_map(moved));
            self.must.truncate(MOST_PIECES);
        }
        other.may.iter().filter_map(moved).for_each(|piece| self.add_possible(piece));
    }

    /// What can be stale in `other` can be so here.
    pub fn also_possible(&mut self, area: &Area, other: &Stale) {
        for piece in other.possible(area) {
            let set = piece.set.intersect(&area.set);
            self.add_possible(Piece { set, as_written: false, why: piece.why });
        }
    }

    /// Where two paths meet.
    pub fn join(&self, other: &Stale) -> Stale {
        if self == other {
            return self.clone();
        }
        let mut joined = Stale::default();
        for piece in &self.must {
            if other.must.iter().any(|twin| twin.set == piece.set) {
                joined.must.push(piece.clone());
                continue;
            }
            for twin in &other.must {
                let met = Piece { set: piece.set.intersect(&twin.set), as_written: false, why: piece.why };
                if !met.set.is_empty() && !joined.must.contains(&met) {
                    joined.must.push(met);
                }
            }
        }
        joined.must.truncate(MOST_PIECES);
        joined.may = self.may.clone();
        // Rounds of a loop leave ever smaller parts of what is there already.
        let is_new = |piece: &&Piece| {
            let mut known = self.may.iter().filter(|known| known.why == piece.why);
            !known.any(|known| piece.set.is_within(&known.set).is_proven())
        };
        other.may.iter().filter(is_new).for_each(|piece| joined.add_possible(piece.clone()));
        joined
    }

    /// Its pieces.
    pub fn sets(&self) -> impl Iterator<Item = &Set> {
        self.must.iter().chain(&self.may).map(|piece| &piece.set)
    }

    /// Some symbols get new values: what was known in terms of them is not any more.
    pub fn retire(&mut self, symbols: &HashSet<Var>) {
        let mentions = |set: &Set| set.vars().iter().any(|var| symbols.contains(var));
        self.must.retain(|piece| !mentions(&piece.set));
        let gone: Vec<Var> = symbols.iter().copied().collect();
        for piece in self.may.iter_mut().filter(|piece| mentions(&piece.set)) {
            piece.set = piece.set.project_out(&gone);
        }
    }

    /// May any element of the area be stale?
    pub fn may_meet(&self, area: &Area) -> bool {
        self.possible(area).next().is_some()
    }

    /// The pieces of which the area may have an element.
    pub fn possible<'s>(&'s self, area: &Area) -> impl Iterator<Item = &'s Piece> + use<'s> {
        let set = area.set.clone();
        self.may.iter().filter(move |piece| !piece.set.is_apart_from(&set))
    }
}

/// What is left of a piece without `taken`; `None` if that cannot be said.
fn without(piece: &Piece, taken: &Set) -> Option<Vec<Piece>> {
    if !is_simple(&piece.set) || !is_simple(taken) {
        return None;
    }
    if piece.set.is_apart_from(taken) {
        return Some(vec![piece.clone()]);
    }
    let rest = piece.set.minus(taken)?;
    Some(rest.into_iter().map(|set| Piece { set, as_written: false, why: piece.why }).collect())
}

/// What is stale for certain after all of `taken` may have become fresh.
pub fn must_without(pieces: &[Piece], taken: &Set) -> Vec<Piece> {
    let left = pieces.iter().filter_map(|piece| without(piece, taken)).flatten();
    left.take(MOST_PIECES).collect()
}

/// What can be stale after all of `taken` became fresh.
pub fn possible_without(piece: &Piece, taken: &Set) -> Vec<Piece> {
    without(piece, taken).unwrap_or_else(|| vec![Piece { as_written: false, ..piece.clone() }])
}

/// A piece of which a read finds an element for certain, whenever loops and sections
/// have any element at all.
pub fn certainly_read<'s>(read: &Area, stale: &'s [Piece]) -> Option<&'s Piece> {
    stale.iter().find(|piece| {
        if !read.exact {
            return !read.set.is_empty() && read.set.is_within(&piece.set).is_proven();
        }
        // One element of a part whose length only the run knows.
        if read.is_one_number() && piece.as_written {
            return piece.set.intersect(&read.set).feasibility().witness().is_some();
        }
        // All of the piece is read, or an element that is known in numbers.
        if piece.as_written && !piece.set.is_empty() && piece.set.is_within(&read.set).is_proven() {
            return true;
        }
        let both = piece.set.intersect(&read.set);
        if both.vars().iter().all(|var| var.0 < FIRST_VALUE) && both.feasibility().witness().is_some() {
            return true;
        }
        let mut context = read.inhabited();
        if piece.as_written {
            let indices: Vec<Var> = (0..FIRST_VALUE).map(Var).collect();
            context = context.intersect(&piece.set.project_out(&indices));
        }
        if context.is_empty() {
            return false;
        }
        let inside = |corner: &Vec<LinearExpr>| {
            let mut set = piece.set.clone();
            for (dim, at) in corner.iter().enumerate() {
                set = set.substituted(index(dim), at);
            }
            set.is_exact() && context.is_within(&set).is_proven()
        };
        read.corners().iter().any(inside)
    })
}
