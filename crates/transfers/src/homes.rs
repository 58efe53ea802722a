//! Where device copies begin and end.

use std::collections::{BTreeMap, BTreeSet};

use analyze::{Facts, Input, Place};
use hir::{DirectiveKind, FunctionId, StmtId};

use crate::interval::Interval;
use crate::kept_sizes::KeptSizes;
use crate::plan::Home;
use crate::section::{Section, Sizes};
use crate::spot::{Spot, anchor};
use crate::tree::Tree;
use crate::uses::{Use, Uses};

/// An array that gets no device copy, and why.
#[derive(Clone, Debug)]
pub struct Refused {
    /// The array.
    pub name: String,
    /// What kernels call it.
    pub names: Vec<String>,
    /// A kernel that uses it.
    pub kernel: StmtId,
    /// Those without which the others may have one, else all of them, by name.
    pub kernels: Vec<String>,
    /// The reason.
    pub why: &'static str,
}

/// How to treat an array for which the plan was found wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Care {
    /// One copy in each function that has kernels of its own: functions between them have copies already.
    Apart,
    /// One copy around each kernel.
    Tight,
    /// None at all.
    Dropped,
}

/// What is found.
#[derive(Default)]
pub struct Found {
    /// The copies, each with the number of the array that it belongs to.
    pub homes: Vec<(usize, Home)>,
    /// Arrays without one.
    pub refused: Vec<Refused>,
    /// The numbers of arrays that kernels of several functions use.
    pub shared: BTreeSet<usize>,
    /// Each array, with its function and the kernels that use it: another program with the same ones is likely to need the same
    /// care.
    pub names: Vec<String>,
}

/// A home for every array that kernels miss. Arrays are numbered in a fixed order; `care` says which of them
/// need some.
pub fn find(
    input: &Input<'_>,
    facts: &[Facts],
    tree: &Tree<'_>,
    files: usize,
    care: &BTreeMap<usize, Care>,
) -> Found {
    let mut uses = Uses::new(input, facts, tree);
    let kept = KeptSizes::new(input, tree);
    leave_to_callers(input, facts, (tree, &kept), files, &mut uses);
    let sizes = Sizes { input, facts, tree, uses: &uses, kept: &kept };
    let mut found = Found::default();
    for (number, (function, place, used)) in uses.homes().into_iter().enumerate() {
        let kernels = uses.kernels(function, place);
        found.names.push(name(input, function, place, &kernels));
        if kernels.iter().any(|(owner, _, _)| kernels.first().is_some_and(|(first, _, _)| first != owner)) {
            found.shared.insert(number);
        }
        let wide = match care.get(&number) {
            None => home(&sizes, function, place, used, files).map(|home| vec![home]),
            Some(Care::Apart) => apart(&sizes, &kernels, files),
            Some(Care::Tight) => Err("the copy cannot live around all its kernels"),
            Some(Care::Dropped) => Err("no placement of its transfers was found that keeps the data law"),
        };
        match wide {
            Ok(homes) => found.homes.extend(homes.into_iter().map(|home| (number, home))),
            Err(why) => {
                let is_dropped = care.get(&number) == Some(&Care::Dropped);
                let tight = if is_dropped { None } else { tight(&sizes, &kernels, files) };
                // Without those that stand in the way the others may have a copy.
                let alone = |used: &&UsedBy| tight_one(&sizes, used, files).is_some();
                let lacking: Vec<&UsedBy> = kernels.iter().filter(|used| !alone(used)).collect();
                let lacking = if lacking.is_empty() { kernels.iter().collect() } else { lacking };
                let names = kernels.iter().map(|(_, _, place)| input.place_name(place)).collect();
                match (tight, lacking.first().map(|(_, stmt, _)| *stmt)) {
                    (Some(homes), _) => found.homes.extend(homes.into_iter().map(|home| (number, home))),
                    (None, Some(kernel)) => {
                        let kernels = lacking.iter().map(|(_, stmt, _)| kernel_name(input, *stmt)).collect();
                        let name = input.place_name(place);
                        found.refused.push(Refused { name, names, kernel, kernels, why });
                    }
                    (None, None) => {}
                }
            }
        }
    }
    // Two arrays of a caller may be one of a kernel: the copy for which less care was needed serves both.
    let mut homes: Vec<(usize, Home)> = Vec::new();
    for (number, home) in found.homes {
        let is_same = |(_, known): &&mut (usize, Home)| known.name == home.name && known.start == home.start;
        match homes.iter_mut().find(is_same) {
            Some(known) if known.1.is_tight && !home.is_tight => *known = (number, home),
            Some(_) => {}
            None => homes.push((number, home)),
        }
    }
    found.homes = homes;
    found
}

fn name(input: &Input<'_>, function: FunctionId, place: &Place, kernels: &[UsedBy]) -> String {
    let used = |(_, stmt, name): &UsedBy| format!("{} {}", kernel_name(input, *stmt), input.place_name(name));
    let mut uses: Vec<String> = kernels.iter().map(used).collect();
    uses.sort();
    format!("{} {}: {}", input.function_name(function), input.place_name(place), uses.join(", "))
}

fn kernel_name(input: &Input<'_>, kernel: StmtId) -> String {
    let program = input.program;
    match program.directive_of(kernel).map(|directive| &program.directives[directive].kind) {
        Some(DirectiveKind::Kernel(clauses)) => input.sources.text(clauses.name).into(),
        _ => String::new(),
    }
}

/// Arrays whose size a function cannot tell are their callers' to give: they may know it.
fn leave_to_callers(
    input: &Input<'_>,
    facts: &[Facts],
    (tree, kept): (&Tree<'_>, &KeptSizes<'_, '_>),
    files: usize,
    uses: &mut Uses,
) {
    loop {
        let sizes = Sizes { input, facts, tree, uses, kept };
        let is_unsaid = |(function, place, used): &(FunctionId, &Place, &[Use])| {
            uses.is_brought(*function, place)
                && home(&sizes, *function, place, used, files).is_err()
                && tight(&sizes, &uses.kernels(*function, place), files).is_none()
        };
        let unsaid = uses.homes().into_iter().find(is_unsaid);
        let Some((function, place)) = unsaid.map(|(function, place, _)| (function, place.clone())) else {
            return;
        };
        uses.leave_to_callers(tree, function, place);
    }
}

/// A kernel that uses an array, with its function, and what that calls the array.
type UsedBy = (FunctionId, StmtId, Place);

/// A copy around all kernels of a function that use the array, outside its loops, in each such function.
fn apart(sizes: &Sizes<'_, '_>, kernels: &[UsedBy], files: usize) -> Result<Vec<Home>, &'static str> {
    let mut own: Vec<(FunctionId, &Place, Vec<Use>)> = Vec::new();
    for (owner, stmt, name) in kernels {
        let used = Use { stmt: *stmt, call: None };
        match own.iter_mut().find(|(function, place, _)| (*function, *place) == (*owner, name)) {
            Some((_, _, uses)) => uses.push(used),
            None => own.push((*owner, name, vec![used])),
        }
    }
    own.iter().map(|(function, name, uses)| home(sizes, *function, name, uses, files)).collect()
}

/// A copy around each kernel that uses the array, in the kernel's own function.
fn tight(sizes: &Sizes<'_, '_>, kernels: &[UsedBy], files: usize) -> Option<Vec<Home>> {
    kernels.iter().map(|used| tight_one(sizes, used, files)).collect()
}

/// The same around one kernel.
fn tight_one(sizes: &Sizes<'_, '_>, (owner, stmt, name): &UsedBy, files: usize) -> Option<Home> {
    let uses = [Use { stmt: *stmt, call: None }];
    if !sizes.input.is_nameable(*owner, name.var) {
        return None;
    }
    let over = Interval::around(sizes.tree, &[*stmt])?;
    let section = sizes.section(*owner, name, over, &uses)?;
    // Right whatever else is known; what is needless is taken away later.
    let home = written(sizes, name, section, over, files, true).ok()?;
    let kernel = sizes.facts.iter().flat_map(|facts| &facts.kernels).find(|kernel| kernel.stmt == *stmt)?;
    let is_written = kernel.arrays.iter().any(|used| used.written && used.place == *name);
    Some(Home { copyin: true, is_written, ..home })
}

fn home(
    sizes: &Sizes<'_, '_>,
    function: FunctionId,
    place: &Place,
    uses: &[Use],
    files: usize,
) -> Result<Home, &'static str> {
    let (input, tree) = (sizes.input, sizes.tree);
    if !input.is_nameable(function, place.var) {
        return Err("it is not declared before the function that has the kernel");
    }
    let held: Vec<StmtId> = uses.iter().map(|used| used.stmt).collect();
    let mut over = Interval::around(tree, &held).ok_or("no block holds all the kernels that use it")?;
    let mut section = sizes.section(function, place, over, uses);
    // Where the size depends on the loop's index, it may be told of all iterations only.
    while let Some(wider) = over.outside_loop(input, tree, place) {
        let there = sizes.section(function, place, wider, uses);
        if there.is_none() && section.is_some() {
            break;
        }
        (over, section) = (wider, there);
    }
    let section = section.ok_or("its size cannot be told before the kernel")?;
    written(sizes, place, section, over, files, false)
}

/// The copy as it is written around its statements.
fn written(
    sizes: &Sizes<'_, '_>,
    place: &Place,
    section: Section,
    over: Interval<'_>,
    files: usize,
    is_tight: bool,
) -> Result<Home, &'static str> {
    let (input, tree) = (sizes.input, sizes.tree);
    let (Some(first), Some(last)) = (over.stmts.first(), over.stmts.last()) else {
        return Err("no block holds all the kernels that use it");
    };
    let in_text = |spot| {
        anchor(input, tree, spot, files).ok_or("a macro or a header holds the statements around the kernel")
    };
    let (start, end) = (in_text(Spot::Before(*first))?, in_text(Spot::After(*last))?);
    let name = input.place_name(place);
    let Section { text, shape, whole } = section;
    Ok(Home { name, section: text, shape, whole, copyin: false, start, end, is_tight, is_written: true })
}
