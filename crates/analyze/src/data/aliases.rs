//! Two names for one array.
//!
//! ```c
//! void add(const float *x, float *y, int n);
//! … add(a, a, n); …     … add(a, a + n, n); …
//! ```
//! In the first call `x` and `y` are one array; in the second `y` begins `n`
//! elements behind `x`. C allows both, and what they mean is what the sequential
//! program does. Names meet through arguments of a call ([`of_call`]), through an
//! argument and a variable of the file, and through pointers of one function that
//! are set once, from the same array ([`Origins`]).
//!
//! What follows from it is asked elsewhere: whether threads collide in a kernel
//! that uses both names ([`kernels`]), and whether the array has two copies on the
//! device ([`copies`]).
//!
//! Invariant: an alias that is listed is real in some call. Names that meet in
//! other ways, as after a swap of pointers, are not listed.

pub mod copies;
pub mod kernels;
mod meetings;
mod origins;

use affine::Polynomial;
use hir::{Program, VarId, VarStorage};

pub use meetings::meeting;
pub use origins::Origins;

use crate::arrivals::{Call, rebased};
use crate::inherited::Chain;
use crate::place::Step;
use crate::{Input, Place};

/// Two places of a function that are one array when it is called so.
#[derive(Clone, PartialEq, Debug)]
pub struct Alias {
    /// One name.
    pub first: Place,
    /// The other.
    pub second: Place,
    /// How many elements the second begins behind the first, in variables of
    /// the function; `None` where that is not known.
    pub way: Option<Polynomial>,
    /// Parameters that are constants in that call.
    pub given: Vec<(VarId, i128)>,
    /// The calls that make them one, the last one first; empty where the
    /// function itself does.
    pub chain: Chain,
}

/// A name of the callee, and what it is in the caller.
struct Named {
    callee: Place,
    caller: Origin,
}

/// Where a place begins.
#[derive(Clone, Debug)]
pub struct Origin {
    /// In this place,
    pub place: Place,
    /// so many elements behind its start; `None` where that is not known.
    pub by: Option<Polynomial>,
    /// It is the address of the place.
    pub addressed: bool,
}

impl Origin {
    /// The place itself.
    pub fn itself(place: &Place) -> Origin {
        Origin { place: place.clone(), by: Some(Polynomial::constant(0)), addressed: false }
    }

    fn is_start(&self) -> bool {
        self.by.as_ref().is_some_and(Polynomial::is_zero)
    }
}

/// The names of a callee that a call makes one. `known` is what is one in the
/// caller already.
pub fn of_call(call: &Call<'_, '_>, origins: &Origins, known: &[Alias], chain: &Chain) -> Vec<Alias> {
    let program = call.input.program;
    let params = program.functions[call.callee].params.iter().zip(call.args);
    let mut names: Vec<Named> = Vec::new();
    for (param, arg) in params.filter(|(param, _)| program.types.is_pointer(program.vars[**param].ty)) {
        let Some(caller) = origins.of_expr(program, *arg) else { continue };
        names.push(Named { callee: Place::var(*param), caller });
    }
    let mut found = Vec::new();
    for (at, second) in names.iter().enumerate() {
        let others = names[..at].iter().filter_map(|first| meet(program, known, first, second));
        found.extend(others);
        found.extend(with_variables(call, known, second));
    }
    let given = constants(call, origins);
    for alias in &mut found {
        alias.given = given.clone();
        alias.way = alias.way.take().and_then(|way| call.said_in_callee(&way));
        alias.chain = chain.clone();
    }
    found
}

/// The parameters that a call gives a constant.
fn constants(call: &Call<'_, '_>, origins: &Origins) -> Vec<(VarId, i128)> {
    let program = call.input.program;
    let constant = |value: &Polynomial| origins.computed_from(program, value)?.as_constant();
    call.arguments().iter().filter_map(|(param, value)| Some((*param, constant(value)?))).collect()
}

/// Are two names of the callee one, and which of their members?
fn meet(program: &Program, known: &[Alias], first: &Named, second: &Named) -> Option<Alias> {
    let (a, b) = (&first.caller, &second.caller);
    if a.place.var == b.place.var && a.place.path.len() <= b.place.path.len() {
        return below(program, first, second).map(|place| alias(place, second, b.by.clone(), a));
    }
    if a.place.var == b.place.var {
        let place = below(program, second, first)?;
        let way = difference(&a.by, &b.by);
        return Some(Alias::new(place, first.callee.clone(), way));
    }
    let related = known.iter().find_map(|known| known.between(&a.place, &b.place))?;
    let way = difference(&sum(&related, &b.by), &a.by);
    Some(Alias::new(first.callee.clone(), second.callee.clone(), way))
}

fn alias(first: Place, second: &Named, by: Option<Polynomial>, from: &Origin) -> Alias {
    let way = difference(&by, &from.by);
    Alias::new(first, second.callee.clone(), way)
}

/// What `inner` is, as the callee reaches it through `outer`: `s->a` where `s`
/// and `s->a` are passed.
fn below(program: &Program, outer: &Named, inner: &Named) -> Option<Place> {
    let (from, to) = (&outer.caller, &inner.caller);
    let mut rest: Vec<Step> = to.place.path.strip_prefix(from.place.path.as_slice())?.to_vec();
    if rest.is_empty() {
        return (from.addressed == to.addressed).then(|| outer.callee.clone());
    }
    if !from.is_start() || to.addressed {
        return None;
    }
    if let (Some(step), true) = (rest.first_mut(), from.addressed) {
        step.arrow = true;
    }
    let path = rebased(program, program.vars[outer.callee.var].ty, &rest)?;
    Some(Place { var: outer.callee.var, path })
}

/// The variables of the file that an argument is, or points into.
fn with_variables(call: &Call<'_, '_>, known: &[Alias], name: &Named) -> Vec<Alias> {
    let program = call.input.program;
    let Origin { place, by, addressed } = &name.caller;
    if *addressed {
        return Vec::new();
    }
    let mut meant = vec![(place.clone(), by.clone())];
    for alias in known {
        for (one, other) in [(&alias.first, &alias.second), (&alias.second, &alias.first)] {
            if one == place && is_static(program, other) {
                let way = alias.between(other, place).flatten();
                meant.push((other.clone(), sum(&way, by)));
            }
        }
    }
    let in_callee = |(place, way): (Place, Option<Polynomial>)| {
        let unit = call.graph.unit(call.callee);
        let var = is_static(program, &place)
            .then(|| call.input.linkage().variable_in(program, place.var, unit).unwrap_or(place.var))?;
        let path = rebased(program, program.vars[var].ty, &place.path)?;
        Some(Alias::new(Place { var, path }, name.callee.clone(), way))
    };
    meant.into_iter().filter_map(in_callee).collect()
}

fn is_static(program: &Program, place: &Place) -> bool {
    use VarStorage::{Extern, Global, Internal};
    matches!(program.vars[place.var].storage, Global | Extern | Internal)
}

impl Alias {
    fn new(first: Place, second: Place, way: Option<Polynomial>) -> Alias {
        Alias { first, second, way, given: Vec::new(), chain: Chain::new() }
    }

    /// Does it make these two places one? Then the way from the first to the
    /// second, if that is known.
    pub fn between(&self, a: &Place, b: &Place) -> Option<Option<Polynomial>> {
        let rest = |of: &Place, in_place: &Place| {
            (of.var == in_place.var)
                .then(|| in_place.path.strip_prefix(of.path.as_slice()).map(<[Step]>::to_vec))
                .flatten()
        };
        for (one, other, forward) in [(a, b, true), (b, a, false)] {
            let (Some(x), Some(y)) = (rest(&self.first, one), rest(&self.second, other)) else { continue };
            if !same_members(&x, &y) {
                continue;
            }
            let is_start = self.way.as_ref().is_some_and(Polynomial::is_zero);
            match x.is_empty() {
                true => return Some(if forward { self.way.clone() } else { negated(&self.way) }),
                // Members of one struct are one; those of neighbours are not.
                false if is_start => return Some(self.way.clone()),
                false => {}
            }
        }
        None
    }
}

/// Steps of two places along the same members. The records of two parameters
/// of one type are one.
fn same_members(a: &[Step], b: &[Step]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a.record, a.field) == (b.record, b.field))
}

/// The ways in which two places are one array: in some call, or by what the
/// function does.
pub fn between(
    input: &Input<'_>,
    origins: &Origins,
    known: &[Alias],
    first: &Place,
    second: &Place,
) -> Vec<Alias> {
    let program = input.program;
    let (a, b) = (origins.of_place(program, first), origins.of_place(program, second));
    let found = |way| Alias::new(first.clone(), second.clone(), way);
    if a.place == b.place && a.addressed == b.addressed {
        return vec![found(difference(&b.by, &a.by))];
    }
    let by_call = |alias: &Alias| {
        let way = alias.between(&a.place, &b.place)?;
        let (given, chain) = (alias.given.clone(), alias.chain.clone());
        Some(Alias { given, chain, ..found(difference(&sum(&way, &b.by), &a.by)) })
    };
    known.iter().filter_map(by_call).collect()
}

fn sum(a: &Option<Polynomial>, b: &Option<Polynomial>) -> Option<Polynomial> {
    a.as_ref()?.plus(b.as_ref()?).ok()
}

fn difference(a: &Option<Polynomial>, b: &Option<Polynomial>) -> Option<Polynomial> {
    a.as_ref()?.minus(b.as_ref()?).ok()
}

fn negated(a: &Option<Polynomial>) -> Option<Polynomial> {
    a.as_ref()?.scaled(-1).ok()
}
