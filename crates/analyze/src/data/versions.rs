//! Functions that need a version for each kind of caller.
//!
//! ```c
//! #pragma hicuda constant copyin weights[*]      #pragma hicuda global alloc field[*] copyin
//! smooth(weights, n);                            smooth(field, n);
//! ```
//! A kernel reads constant memory, a texture, whole rows and parts of rows in
//! different ways, so `smooth` cannot be one function. Here the calls are put
//! into groups that bring the same; the driver writes a version of the function
//! for each group but one, and analyses the program again.
//!
//! A part of the rows has bounds. Where the function has no name for one of
//! them, its version gets a parameter for it.
//!
//! Invariant: the calls of a version bring the same kind of memory, laid out
//! alike, under every name that the function uses.

use affine::Polynomial;
use hir::{Builder, DirectiveKind, ExprId, FunctionId, TextureAddress, TextureFilter, Type, VarId};
use kir::Extent;

use crate::arrivals::{Arrival, ArrivingDim};
use crate::inherited::{Callers, Context};
use crate::maps::HashSet;
use crate::uncalled::Needs;
use crate::{CopyId, CopySpace, Place, size_formula};

/// More versions of one function are a mistake, not a program.
const MOST_VERSIONS: usize = 16;

/// A function whose callers bring different things.
#[derive(Clone, Debug)]
pub struct Split {
    /// The function.
    pub function: FunctionId,
    /// Its versions; at most one keeps the function's name.
    pub versions: Vec<Version>,
    /// It is called through a pointer too: there is a version of its name in
    /// any case, for arrays that are found by their address.
    pub is_addressed: bool,
}

/// What one group of calls needs.
#[derive(Clone, Debug)]
pub struct Version {
    /// What tells it from the others, for its name: `constant_a`. Empty for the
    /// version that keeps the function's.
    pub suffix: String,
    /// The same as words: "`a` in constant memory".
    pub brings: String,
    /// Parameters that it has beyond the function's.
    pub more: Vec<(String, Type)>,
    /// The calls, and their arguments for these.
    pub calls: Vec<VersionCall>,
}

/// A call of a version.
#[derive(Clone, Debug)]
pub struct VersionCall {
    /// The function it stands in.
    pub caller: FunctionId,
    /// The call.
    pub call: ExprId,
    /// One argument for each further parameter.
    pub more: Vec<ExprId>,
}

/// How a kernel of the function finds what is brought under one name.
#[derive(Clone, PartialEq, Debug)]
enum Kind {
    /// By address, in rows as the host has them.
    Rows,
    /// In a part of the rows, between these bounds.
    Part(Vec<Bounds>),
    /// In one block of these rows, which the host has behind pointers.
    OwnRows(Vec<Bounds>),
    Constant(Option<(usize, CopyId)>),
    Texture(Option<TextureAddress>, Option<TextureFilter>, Vec<Bounds>),
}

/// First and last index; `None` for one that the function has no name for.
type Bounds = (Option<Polynomial>, Option<Polynomial>);

/// The versions that a function needs; `None` if it can stay one, or if what
/// its callers lack is more than versions could help.
pub fn split(
    b: &mut Builder<'_>,
    function: FunctionId,
    is_addressed: bool,
    callers: &Callers,
    needs: &Needs,
) -> Option<Split> {
    let contexts = &callers.contexts;
    let is_brought = |place: &&Place| contexts.iter().any(|context| context.brought.contains_key(*place));
    let places: Vec<&Place> = needs.of(function).filter(is_brought).collect();
    let mut groups: Vec<Group<'_>> = Vec::new();
    for context in contexts {
        let kinds = places.iter().map(|place| Some(kind(b, context.brought.get(*place)?)));
        let kinds = kinds.collect::<Option<Vec<Kind>>>()?;
        match groups.iter_mut().find(|group| group.kinds == kinds) {
            Some(group) => group.contexts.push(context),
            None => groups.push(Group { kinds, contexts: vec![context] }),
        }
    }
    let has_names = |group: &Group<'_>| !group.kinds.iter().any(Kind::lacks_names);
    let plain = |group: &Group<'_>| group.kinds.iter().filter(|kind| **kind == Kind::Rows).count();
    let may_stay = |group: &Group<'_>| match is_addressed {
        true => plain(group) == group.kinds.len(),
        false => has_names(group),
    };
    if groups.len() > MOST_VERSIONS || groups.len() < 2 && groups.iter().all(may_stay) {
        return None;
    }
    let kept = groups.iter().enumerate().filter(|(_, group)| may_stay(group));
    // Of equals the first.
    let kept = kept.rev().max_by_key(|(_, group)| plain(group)).map(|(at, _)| at);
    // What the name of a version tells: how it differs from the function.
    let is_told = |place: usize, kind: &Kind| match kept {
        Some(kept) => groups[kept].kinds[place] != *kind,
        None => *kind != Kind::Rows || groups.iter().any(|group| group.kinds[place] != *kind),
    };
    let mut versions = Vec::new();
    for (at, group) in groups.iter().enumerate() {
        versions.push(version(b, &places, group, &is_told, kept == Some(at))?);
    }
    Some(Split { function, versions, is_addressed })
}

/// Calls that bring the same.
struct Group<'a> {
    /// One for each place.
    kinds: Vec<Kind>,
    contexts: Vec<&'a Context>,
}

impl Kind {
    fn bounds(&self) -> &[Bounds] {
        match self {
            Kind::Part(bounds) | Kind::OwnRows(bounds) | Kind::Texture(_, _, bounds) => bounds,
            Kind::Rows | Kind::Constant(..) => &[],
        }
    }

    fn lacks_names(&self) -> bool {
        self.bounds().iter().any(|(lo, hi)| lo.is_none() || hi.is_none())
    }

    /// For a name, and for a sentence.
    fn words(&self) -> (&'static str, &'static str) {
        match self {
            Kind::Rows => ("global", "in whole rows"),
            Kind::Part(_) => ("part_of", "in parts of its rows"),
            Kind::OwnRows(_) => ("rows_of", "row by row"),
            Kind::Constant(..) => ("constant", "in constant memory"),
            Kind::Texture(..) => ("texture", "in a texture"),
        }
    }
}

fn kind(b: &Builder<'_>, arrival: &Arrival) -> Kind {
    let bounds = || arrival.dims.iter().map(|dim| (dim.lo.clone(), dim.hi.clone())).collect();
    match arrival.space {
        CopySpace::Global if arrival.linear => Kind::Rows,
        CopySpace::Global if arrival.row_pointers => Kind::OwnRows(bounds()),
        CopySpace::Global => Kind::Part(bounds()),
        CopySpace::Constant => Kind::Constant(arrival.root),
        CopySpace::Texture => match b.program.directives[arrival.directive].kind {
            DirectiveKind::TextureCopyin { address, filter, .. } => Kind::Texture(address, filter, bounds()),
            _ => Kind::Texture(None, None, bounds()),
        },
    }
}

fn version(
    b: &mut Builder<'_>,
    places: &[&Place],
    group: &Group<'_>,
    is_told: &dyn Fn(usize, &Kind) -> bool,
    keeps_name: bool,
) -> Option<Version> {
    let (mut suffix, mut brings) = (Vec::new(), Vec::new());
    for (at, (place, kind)) in places.iter().zip(&group.kinds).enumerate() {
        if is_told(at, kind) {
            let name = place.display(b.program, b.sources);
            let (word, words) = kind.words();
            suffix.push(format!("{word}_{}", plain_name(&name)));
            brings.push(format!("`{name}` {words}"));
        }
    }
    let suffix = if keeps_name { String::new() } else { suffix.join("_") };
    let asked = asked(b, places, &group.kinds);
    let mut calls = Vec::new();
    let mut is_wide = false;
    for context in &group.contexts {
        let (caller, call) = context.call;
        let mut more = Vec::new();
        for bound in &asked {
            let arrival = context.brought.get(places[bound.place])?;
            let formula = bound.formula(&arrival.in_caller)?;
            is_wide |= formula.vars().iter().any(|var| !is_int(b, *var));
            let value = size_formula::extent(b, &formula, &|var| Some(variable(var)))?;
            more.push(match value {
                Extent::Constant(number) => b.int(number),
                Extent::Expr(expr) => expr,
            });
        }
        calls.push(VersionCall { caller, call, more });
    }
    let ty = if is_wide { Type::LONG } else { Type::INT };
    let more = asked.into_iter().map(|bound| (bound.name, ty)).collect();
    Some(Version { suffix, brings: brings.join(", "), more, calls })
}

/// A bound that a version has a parameter for.
struct Asked {
    place: usize,
    dim: usize,
    is_last: bool,
    name: String,
}

impl Asked {
    fn formula(&self, dims: &[ArrivingDim]) -> Option<Polynomial> {
        let dim = dims.get(self.dim)?;
        if self.is_last { dim.hi.clone() } else { dim.lo.clone() }
    }
}

fn asked(b: &Builder<'_>, places: &[&Place], kinds: &[Kind]) -> Vec<Asked> {
    let mut asked = Vec::new();
    for (place, kind) in kinds.iter().enumerate() {
        let array = plain_name(&places[place].display(b.program, b.sources));
        let bounds = kind.bounds();
        let several = bounds.iter().filter(|(lo, hi)| lo.is_none() || hi.is_none()).count() > 1;
        for (dim, (lo, hi)) in bounds.iter().enumerate() {
            for (is_last, bound, word) in [(false, lo, "first"), (true, hi, "last")] {
                if bound.is_none() {
                    let number = if several { (dim + 1).to_string() } else { String::new() };
                    asked.push(Asked { place, dim, is_last, name: format!("{array}_{word}{number}") });
                }
            }
        }
    }
    // One name for one parameter.
    let mut taken = HashSet::default();
    for bound in &mut asked {
        while !taken.insert(bound.name.clone()) || b.sources.symbols.lookup(bound.name.as_bytes()).is_some() {
            bound.name.push('_');
        }
    }
    asked
}

fn plain_name(place: &str) -> String {
    place.replace("->", "_").replace('.', "_")
}

fn variable(var: affine::Var) -> VarId {
    VarId::from_index(var.0 as usize)
}

/// Has the variable a value that fits an `int`?
fn is_int(b: &Builder<'_>, var: affine::Var) -> bool {
    let ty = b.program.vars[variable(var)].ty;
    let is_plain = b.program.types.as_builtin(ty) == Some(hir::BuiltinType::Int);
    is_plain || b.program.size_of(ty).is_some_and(|size| size < 4)
}
