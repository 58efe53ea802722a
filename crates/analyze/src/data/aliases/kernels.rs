//! Do threads collide where two names of a kernel are one array?
//!
//! ```c
//! for (i = 1; i < n; i++) y[i] = x[i-1] + 1;       // of `shift(x, y, n)`
//! ```
//! has no collision as it stands; called as `shift(a, a, n)` it has. The accesses
//! to `y` are seen as accesses to `x`, so many elements further on, and the search
//! of [`races`](crate::races) is made again. An update of each element in its own
//! iteration, `y[i] += x[i]`, is right either way. The kernel then finds both names
//! on the device by address, and is told that they may overlap.

use affine::{LinearExpr, Polynomial, Set};
use diagnostics::{Diagnostic, Sink, codes};
use hir::{ExprId, VarId};

use super::Alias;
use crate::dependence::instances;
use crate::index_expr::Values;
use crate::inherited::with_chain;
use crate::races::{Collision, Search, Verdict, report};
use crate::{Access, ArrayUse, Facts, Input, KernelFacts, Place, SymbolKind};

/// Checks the pairs of names that are one array with one device copy; marks
/// the arrays that overlap.
pub fn check(
    input: &Input<'_>,
    kernel: &mut KernelFacts,
    facts: &Facts,
    known: &[Alias],
    values: &mut Values,
    sink: &mut Sink,
) {
    let mut reported = Vec::new();
    for (first, second, alias) in pairs(kernel, facts, known) {
        let places = (kernel.arrays[first].place.clone(), kernel.arrays[second].place.clone());
        if reported.contains(&places) {
            continue;
        }
        kernel.arrays[first].overlaps = true;
        kernel.arrays[second].overlaps = true;
        let pair = Pair { input, alias, first: &places.0, second: &places.1 };
        if let Some(message) = pair.check(kernel, facts, values) {
            sink.push(message);
            reported.push(places);
        }
    }
}

/// The arrays that the callers bring under two names, one of which is written.
fn pairs(kernel: &KernelFacts, facts: &Facts, known: &[Alias]) -> Vec<(usize, usize, Alias)> {
    let is_brought = |used: &ArrayUse| used.copy.is_some_and(|copy| facts.copies[copy.0].inherited.is_some());
    let mut found = Vec::new();
    for (second, b) in kernel.arrays.iter().enumerate() {
        for (first, a) in kernel.arrays[..second].iter().enumerate() {
            if !(a.written || b.written) || !is_brought(a) || !is_brought(b) {
                continue;
            }
            for alias in known {
                if let Some(way) = alias.between(&a.place, &b.place) {
                    found.push((first, second, Alias { way, ..alias.clone() }));
                }
            }
        }
    }
    found
}

struct Pair<'a, 'p> {
    input: &'a Input<'p>,
    alias: Alias,
    first: &'a Place,
    second: &'a Place,
}

impl Pair<'_, '_> {
    fn check(&self, kernel: &mut KernelFacts, facts: &Facts, values: &mut Values) -> Option<Diagnostic> {
        if let Some(reason) = self.needs_two_arrays(kernel) {
            return Some(self.refused(kernel, reason));
        }
        let seen_as_one = self.seen_as_one(kernel, facts, values);
        let renamed: Vec<ExprId> =
            kernel.accesses.iter().filter(|access| access.place == *self.second).map(|a| a.expr).collect();
        let before = std::mem::replace(&mut kernel.accesses, seen_as_one);
        let search = Search::new(self.input, kernel, &values.symbols);
        let message = self.verdict(&search, &renamed);
        kernel.accesses = before;
        message
    }

    /// Parts of the kernel that work only if the two are apart.
    fn needs_two_arrays(&self, kernel: &KernelFacts) -> Option<&'static str> {
        let is_staged =
            kernel.shared.iter().any(|shared| shared.place == *self.first || shared.place == *self.second);
        let is_jammed = kernel.partitions.values().any(|partition| partition.jam > 1);
        match (is_staged, is_jammed) {
            (true, _) => Some("what is in shared memory would not follow the writes to the other"),
            (_, true) => Some("jammed iterations load from one before they store to the other"),
            _ => None,
        }
    }

    /// The accesses of the kernel, with those to the second array as accesses
    /// to the first.
    fn seen_as_one(&self, kernel: &KernelFacts, facts: &Facts, values: &mut Values) -> Vec<Access> {
        let way = self.alias.way.as_ref().and_then(|way| self.way(way, values));
        let is_start = way.as_ref().and_then(LinearExpr::as_constant) == Some(0);
        let rank = |place: &Place| self.copy_of(kernel, facts, place).map(|copy| copy.dims.len());
        let size = |place: &Place| {
            let copy = self.copy_of(kernel, facts, place)?;
            self.input.program.size_of(copy.element)
        };
        let by_subscripts = is_start && rank(self.first) == rank(self.second);
        let comparable = size(self.first) == size(self.second);
        // Of one array the collision is shown for small sizes, as it is for others.
        let given = if is_start { Set::universe() } else { self.given(values) };
        let seen = |access: &Access| {
            let mut access = access.clone();
            let is_second = access.place == *self.second;
            if !is_second && access.place != *self.first {
                return access;
            }
            access.place = self.first.clone();
            access.domain = access.domain.intersect(&given);
            if !comparable {
                (access.subscripts, access.flat) = (None, None);
            } else if !by_subscripts {
                let zero = LinearExpr::constant(0);
                let way = if is_second { way.as_ref() } else { Some(&zero) };
                let at = access.flat.as_ref().zip(way).and_then(|(flat, way)| flat.plus(way).ok());
                access.subscripts = at.clone().map(|at| vec![at]);
                access.flat = at;
            }
            access
        };
        kernel.accesses.iter().map(seen).collect()
    }

    /// What the call's arguments say about the kernel's symbols.
    fn given(&self, values: &mut Values) -> Set {
        let mut given = Set::universe();
        for (param, value) in &self.alias.given {
            let symbol = LinearExpr::var(values.invariant(&Place::var(*param), None));
            given = given.with_equal(&symbol, &(*value).into());
        }
        given
    }

    fn copy_of<'f>(
        &self,
        kernel: &KernelFacts,
        facts: &'f Facts,
        place: &Place,
    ) -> Option<&'f crate::DeviceCopy> {
        let used = kernel.arrays.iter().find(|used| used.place == *place)?;
        Some(&facts.copies[used.copy?.0])
    }

    /// A formula in variables of the function, in symbols of the kernel.
    fn way(&self, way: &Polynomial, values: &mut Values) -> Option<LinearExpr> {
        let mut said = Polynomial::constant(0);
        for (monomial, factor) in way.terms() {
            let mut term = Polynomial::constant(factor);
            for (var, power) in monomial.powers() {
                let var = VarId::from_index(var.0 as usize);
                if self.input.program.vars[var].storage != hir::VarStorage::Param {
                    return None;
                }
                let symbol = Polynomial::var(values.invariant(&Place::var(var), None));
                for _ in 0..*power {
                    term = term.times(&symbol).ok()?;
                }
            }
            said = said.plus(&term).ok()?;
        }
        values.linear(&said)
    }

    /// What the search says about accesses of which one is to the second array.
    fn verdict(&self, search: &Search<'_, '_>, renamed: &[ExprId]) -> Option<Diagnostic> {
        let is_second = |party: usize| renamed.contains(&search.parties[party].access.expr);
        let mixed = |first: usize, second: usize| is_second(first) != is_second(second);
        let is_same = self.alias.way.as_ref().is_some_and(Polynomial::is_zero);
        let mut open = None;
        for (first, second, verdict) in search.verdicts() {
            match verdict {
                Verdict::Collide(collision) if mixed(collision.writer.party, collision.other.party) => {
                    // Parts of one array meet if they are long enough.
                    if is_same || collision.parameters.iter().all(|(var, _)| self.is_given(search, *var)) {
                        return Some(self.collide(search, &collision));
                    }
                    let story = report::story(search, &collision);
                    open = Some((collision.writer.party, collision.other.party, Some(story)));
                }
                Verdict::Open(_) if mixed(first, second) => open = open.or(Some((first, second, None))),
                _ => {}
            }
        }
        let open = open.filter(|(first, second, _)| !report::is_assumed(search, [*first, *second]));
        open.map(|(first, second, story)| self.undecided(search, first, second, story))
    }

    fn names(&self) -> (String, String) {
        (self.input.place_name(self.first), self.input.place_name(self.second))
    }

    fn with_calls(&self, message: Diagnostic) -> Diagnostic {
        let (first, second) = self.names();
        with_chain(
            message,
            self.input,
            &self.alias.chain,
            &format!("with one array for `{first}` and `{second}`"),
        )
    }

    fn collide(&self, search: &Search<'_, '_>, collision: &Collision) -> Diagnostic {
        let (first, second) = self.names();
        let access = |party: usize| search.parties[party].access;
        let does = if collision.both_write { "written" } else { "read" };
        let message = format!("threads collide where `{first}` and `{second}` are one array");
        let message = Diagnostic::new(&codes::ALIASES_COLLIDE, access(collision.writer.party).span, message)
            .label("written by one thread")
            .related(access(collision.other.party).span, format!("{does} by another thread"));
        self.with_calls(message)
            .note(report::story(search, collision))
            .help("call it with two arrays, or write a function without the kernel for this call")
    }

    /// Is the symbol a parameter that the call gives a constant, or none?
    fn is_given(&self, search: &Search<'_, '_>, var: affine::Var) -> bool {
        let is_param =
            |param: VarId| search.symbols.find(&SymbolKind::Invariant(Place::var(param))) == Some(var);
        !instances::is_shared(&search.symbols, var)
            || self.alias.given.iter().any(|(param, _)| is_param(*param))
    }

    fn undecided(
        &self,
        search: &Search<'_, '_>,
        first: usize,
        second: usize,
        story: Option<String>,
    ) -> Diagnostic {
        let (a, b) = self.names();
        let access = |party: usize| search.parties[party].access;
        let (writer, other) = match access(first).mode.writes() {
            true => (first, second),
            false => (second, first),
        };
        let message = format!("`{a}` and `{b}` may overlap, and threads may collide there");
        let message = Diagnostic::new(&codes::ALIASES_UNDECIDED, access(writer).span, message)
            .label("written by one thread")
            .related(access(other).span, "another thread may use the same element");
        let message = self.with_calls(message);
        story
            .into_iter()
            .fold(message, Diagnostic::note)
            .help("pass the distance of the two as an argument, or write `independent` on the loop if you know that no two iterations touch one element")
    }

    fn refused(&self, kernel: &KernelFacts, reason: &str) -> Diagnostic {
        let (first, second) = self.names();
        let span = self.input.program.directives[kernel.directive].span;
        let message = format!("`{first}` and `{second}` are one array in a call, and the kernel needs two");
        let message = Diagnostic::new(&codes::ALIASES_COLLIDE, span, message).label(reason.to_owned());
        self.with_calls(message).help("call it with two arrays")
    }
}
