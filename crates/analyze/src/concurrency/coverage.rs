//! Does the device hold what a kernel touches?
//!
//! With `global alloc a[0:n-1]`, the accesses `a[i]` for `0 <= i < n` are inside,
//! proven. `a[i+1]` leaves the section whenever the loop runs at all: an error
//! that shows an iteration. `a[b[i]]` may do either: a warning.
//!
//! Where a dimension is held whole there is no warning: an index outside it is
//! outside the array, and wrong in the sequential program too. It is not proven
//! to be inside either, and [`check`] returns it as an access that is open.

use std::collections::BTreeSet;

use affine::{Feasibility, LinearExpr, Point, Polynomial, Range, Section, Set, Var};
use diagnostics::{Diagnostic, Sink, codes};
use hir::{BinaryOp, ExprId, ExprKind, Program, const_eval};
use kir::Extent;

use crate::dependence::rows;
use crate::extremes::{End, ends, extreme};
use crate::index_expr::Values;
use crate::path_conditions;
use crate::{
    Access, DeviceCopy, Facts, Input, KernelFacts, LastIndex, Place, SectionRange, SharedFacts, SymbolKind,
};

/// Compares each access with the section of its copy. In a kernel with
/// mistakes what cannot be decided may follow from them, and is not mentioned.
/// The accesses that are not proven to be inside are returned, by index.
pub fn check(
    input: &Input<'_>,
    kernel: &KernelFacts,
    facts: &Facts,
    values: &mut Values,
    errors_before: usize,
    sink: &mut Sink,
) -> Vec<usize> {
    let mut open = Vec::new();
    let apart: BTreeSet<usize> = kernel.shared.iter().flat_map(kept_apart).copied().collect();
    let mut reported = BTreeSet::new();
    let is_clean = sink.error_count() == errors_before;
    for (at, access) in kernel.accesses.iter().enumerate() {
        let used = kernel.arrays.iter().find(|used| used.place == access.place);
        let Some(copy) = used.and_then(|used| used.copy).map(|copy| &facts.copies[copy.0]) else { continue };
        if apart.contains(&at) {
            continue;
        }
        let mut check = Coverage { input, kernel, copy, access, values };
        let verdict = check.verdict();
        if !matches!(verdict, Verdict::Inside) {
            open.push(at);
        }
        match verdict {
            Verdict::Inside | Verdict::InWhole => {}
            Verdict::Outside(dim, witness) => sink.push(check.outside(dim, witness)),
            Verdict::Open => {
                if is_clean && reported.insert(access.place.clone()) {
                    sink.push(check.undecided());
                }
            }
        }
    }
    open
}

/// The accesses to a copy in shared memory that nothing is loaded into and nothing is brought back from.
/// What others touch comes from the device copy or goes there. Only these accesses need to be in its section:
/// the transfers themselves leave out what is not.
fn kept_apart(shared: &SharedFacts) -> &[usize] {
    let is_apart = shared.copyin.is_none() && shared.copyouts.is_empty();
    if is_apart { &shared.accesses } else { &[] }
}

/// Is an access proven to stay between the outermost first and last index of a copy? `values` has the kernel's symbols.
pub fn is_in_outermost(input: &Input<'_>, access: &Access, copy: &DeviceCopy, values: &mut Values) -> bool {
    let section = section_of(input, copy, values);
    let (Some(subscript), Some(Some((lo, hi)))) =
        (access.subscripts.iter().flatten().next(), section.first())
    else {
        return false;
    };
    let vars = access.domain.vars().into_iter().chain(lo.vars()).chain(hi.vars()).collect();
    let context = access.domain.intersect(&values.knowledge_about(vars));
    context.implies_at_least(subscript, lo).is_proven() && context.implies_at_least(hi, subscript).is_proven()
}

/// The first and last index a copy holds in each dimension, as formulas in the
/// kernel's symbols.
pub fn section_of(
    input: &Input<'_>,
    copy: &DeviceCopy,
    values: &mut Values,
) -> Vec<Option<(LinearExpr, LinearExpr)>> {
    let dims = copy.dims.iter().zip(&copy.host_extents);
    dims.map(|(dim, host)| {
        let lo = extent_value(input, dim.lo, values)?;
        let hi = match dim.hi {
            // An unsigned `n - 1` that wraps around is more than any index.
            LastIndex::At(Extent::Expr(hi)) if !values.captured.contains(&hi) => {
                match plus_one(input.program, hi) {
                    Some(n) => extent_value(input, Extent::Expr(n), values)?.plus_constant(-1).ok()?,
                    None => extent_value(input, Extent::Expr(hi), values)?,
                }
            }
            LastIndex::At(hi) => extent_value(input, hi, values)?,
            LastIndex::EndOfArray => extent_value(input, (*host)?, values)?.plus_constant(-1).ok()?,
        };
        Some((lo, hi))
    })
    .collect()
}

fn extent_value(input: &Input<'_>, extent: Extent, values: &mut Values) -> Option<LinearExpr> {
    match extent {
        Extent::Constant(n) => Some(i128::from(n).into()),
        Extent::Expr(expr) => {
            let value = values.polynomial(input, expr, &Set::universe());
            values.linear(&value)
        }
    }
}

/// Is the dimension held from its first to its last index?
pub fn is_whole(dim: &SectionRange) -> bool {
    dim.lo == Extent::Constant(0) && dim.hi == LastIndex::EndOfArray
}

/// `e` of `e - 1`.
fn plus_one(program: &Program, expr: ExprId) -> Option<ExprId> {
    match program.exprs[expr].kind {
        ExprKind::Binary { op: BinaryOp::Sub, lhs, rhs } => {
            (const_eval::integer(program, rhs) == Some(1)).then_some(lhs)
        }
        ExprKind::Cast { implicit: true, operand, .. } => plus_one(program, operand),
        _ => None,
    }
}

/// The factors of a product as it is written.
fn factors(program: &Program, expr: ExprId) -> Vec<ExprId> {
    let (mut found, mut pending) = (Vec::new(), vec![expr]);
    while let Some(expr) = pending.pop() {
        match program.exprs[expr].kind {
            ExprKind::Binary { op: BinaryOp::Mul, lhs, rhs } => pending.extend([rhs, lhs]),
            ExprKind::Cast { implicit: true, operand, .. } => pending.push(operand),
            _ => found.push(expr),
        }
    }
    found
}

/// All orders of a few things.
fn orders<T: Clone>(items: &[T]) -> Vec<Vec<T>> {
    let mut all = vec![Vec::new()];
    for item in items {
        let grown = all.iter().flat_map(|order: &Vec<T>| {
            (0..=order.len()).map(|at| {
                let mut order = order.clone();
                order.insert(at, item.clone());
                order
            })
        });
        all = grown.collect();
    }
    all
}

enum Verdict {
    /// Proven.
    Inside,
    /// The copy holds the whole array, and the index is not known well enough.
    InWhole,
    /// In this dimension, at this point.
    Outside(usize, Option<Point>),
    Open,
}

struct Coverage<'a, 'p> {
    input: &'a Input<'p>,
    kernel: &'a KernelFacts,
    copy: &'a DeviceCopy,
    access: &'a Access,
    values: &'a mut Values,
}

impl Coverage<'_, '_> {
    fn verdict(&mut self) -> Verdict {
        let all_whole = self.copy.dims.iter().all(is_whole);
        let open = if all_whole { Verdict::InWhole } else { Verdict::Open };
        let Some(subscripts) = self.access.subscripts.clone() else {
            // Where rows are cut the access cannot even be redirected, which
            // is an error of its own.
            let rows_are_cut = !self.copy.dims.iter().skip(1).all(is_whole);
            return if rows_are_cut { Verdict::InWhole } else { open };
        };
        let section = section_of(self.input, self.copy, self.values);
        if subscripts.len() != section.len() {
            return open;
        }
        let vars = section.iter().flatten().flat_map(|(lo, hi)| lo.vars().chain(hi.vars())).collect();
        let context = self.access.domain.intersect(&self.values.knowledge_about(vars));
        let (mut decided, mut proven) = (true, true);
        for (at, (subscript, bounds)) in subscripts.iter().zip(&section).enumerate() {
            let dim = &self.copy.dims[at];
            let inside = bounds.as_ref().is_some_and(|(lo, hi)| {
                context.implies_at_least(subscript, lo).is_proven()
                    && context.implies_at_least(hi, subscript).is_proven()
            }) || self.in_rows(subscript, at, &context)
                || bounds.as_ref().is_some_and(|(lo, hi)| self.in_reach(subscript, lo, hi, &context));
            proven &= inside;
            decided &= inside || is_whole(dim);
            if !inside
                && let Some((lo, hi)) = bounds
                && let Some(point) = self.surely_leaves(subscript, lo, hi, &context)
            {
                return Verdict::Outside(at, point);
            }
        }
        match (proven, decided) {
            (true, _) => Verdict::Inside,
            (false, true) => Verdict::InWhole,
            (false, false) => Verdict::Open,
        }
    }

    /// Is `i*w + j` one of the `h*w` elements from the first? It is if it is an
    /// element of an array of `h` rows of `w`, or of one of `w` rows of `h`.
    fn in_rows(&mut self, subscript: &LinearExpr, dim: usize, context: &Set) -> bool {
        let range = &self.copy.dims[dim];
        let whole = match range.hi {
            LastIndex::At(Extent::Expr(hi)) => plus_one(self.input.program, hi),
            LastIndex::EndOfArray => match self.copy.host_extents.get(dim) {
                Some(Some(Extent::Expr(extent))) => Some(*extent),
                _ => None,
            },
            LastIndex::At(Extent::Constant(_)) => None,
        };
        let Some(whole) = whole.filter(|_| range.lo == Extent::Constant(0)) else { return false };
        if self.values.captured.contains(&whole) {
            return false;
        }
        let factors = self.factors(whole);
        let Some(offset) = rows::written_out(subscript, &self.values.symbols) else { return false };
        if !(2..=4).contains(&factors.len()) {
            return false;
        }
        let sizes: Vec<Polynomial> =
            factors.iter().map(|f| self.values.polynomial(self.input, *f, &Set::universe())).collect();
        let mentioned = sizes.iter().flat_map(Polynomial::vars).collect();
        let context = &context.intersect(&self.values.knowledge_about(mentioned));
        orders(&sizes).iter().any(|dims| {
            let apart = affine::delinearize(&offset, dims, context, self.values.symbols.products());
            apart.is_some_and(|apart| apart.outermost_in_bounds.is_proven())
        })
    }

    /// Does an index with products stay between two bounds, with each loop at its end?
    fn in_reach(&mut self, subscript: &LinearExpr, lo: &LinearExpr, hi: &LinearExpr, context: &Set) -> bool {
        let symbols = &mut self.values.symbols;
        if subscript.vars().all(|var| symbols.factors(var).len() < 2) {
            return false;
        }
        let bounds = [lo, hi, subscript].map(|formula| rows::written_out(formula, symbols));
        let [Some(lo), Some(hi), Some(index)] = bounds else { return false };
        let loops = ends(self.kernel, self.access, symbols);
        let mut is_positive = |formula: &Polynomial| {
            let linear = symbols.products().linearize(formula);
            linear.is_ok_and(|linear| context.implies_at_least(&linear, &0.into()).is_proven())
        };
        let largest = extreme(&loops, &index, End::High, &mut is_positive);
        let smallest = extreme(&loops, &index, End::Low, &mut is_positive);
        let (Some(largest), Some(smallest)) = (largest, smallest) else { return false };
        hi.minus(&largest).is_ok_and(|room| is_positive(&room))
            && smallest.minus(&lo).is_ok_and(|room| is_positive(&room))
    }

    /// The factors of a size, where it is a variable those that it was computed by.
    fn factors(&self, size: ExprId) -> Vec<ExprId> {
        let program = self.input.program;
        let mut found = factors(program, size);
        if let [one] = found.as_slice()
            && let Some(place) = Place::of(program, *one).filter(|place| place.path.is_empty())
            && let Some(computed) = self.values.computed.get(&place.var)
        {
            found = factors(program, *computed);
        }
        found
    }

    /// Whether the subscript leaves the range in every run in which the access
    /// happens at all; with an iteration that shows it.
    fn surely_leaves(
        &self,
        subscript: &LinearExpr,
        lo: &LinearExpr,
        hi: &LinearExpr,
        context: &Set,
    ) -> Option<Option<Point>> {
        // Whether the access happens at all may depend on what the section
        // does not speak of: then nothing is sure.
        let bounds: BTreeSet<Var> = lo.vars().chain(hi.vars()).collect();
        if !self.parameters(context).is_subset(&bounds) {
            return None;
        }
        // A value read from memory need not take every value of its type.
        let symbols = &self.values.symbols;
        let is_read = |var: Var| symbols.factors(var).iter().any(|factor| !symbols.is_real(*factor));
        if subscript.vars().any(|var| is_read(var) && !bounds.contains(&var)) {
            return None;
        }
        let over = self.iterated(subscript, context);
        let touched = Section::of_access(std::slice::from_ref(subscript), context, &over).ok()?;
        let held = Section::new(vec![Range::dense(lo.clone(), hi.clone())]);
        held.always_left_by(&touched, &Set::universe())?;
        let outside = [context.clone().with_less(subscript, lo), context.clone().with_less(hi, subscript)];
        let point = outside.iter().find_map(|set| match set.feasibility() {
            Feasibility::Inhabited(point) => Some(point),
            Feasibility::Empty | Feasibility::Unknown(_) => None,
        });
        match &point {
            Some(point) => self.happens(subscript, point).then(|| Some(point.clone())),
            None => self.is_linear(subscript, context).then_some(None),
        }
    }

    /// Does an iteration come to the access, and touch what the formula says?
    fn happens(&self, subscript: &LinearExpr, point: &Point) -> bool {
        let symbols = &self.values.symbols;
        let known = point.iter().filter_map(|(var, value)| match symbols.kind(var)? {
            SymbolKind::LoopIndex { index, .. } => Some((*index, value)),
            SymbolKind::Invariant(place) if place.path.is_empty() => Some((place.var, value)),
            _ => None,
        });
        let multiplies = |(var, value): (Var, i128)| {
            let factors = symbols.factors(var);
            let product = factors.iter().try_fold(1i128, |so_far, f| so_far.checked_mul(point.get(*f)));
            factors.len() < 2 || product == Some(value)
        };
        let products = point.iter().all(multiplies);
        let subscripts = subscript.vars().all(|var| multiplies((var, point.get(var))));
        let iteration = known.collect();
        let kernel = (self.kernel.body, &self.kernel.assumed);
        products && subscripts && !path_conditions::contradicts(self.input, kernel, self.access, &iteration)
    }

    /// Is nothing a product of values that change?
    fn is_linear(&self, subscript: &LinearExpr, context: &Set) -> bool {
        let mut mentioned = context.vars().into_iter().chain(subscript.vars());
        mentioned.all(|var| self.values.symbols.factors(var).len() < 2)
    }

    /// The symbols that have one value in a run.
    fn parameters(&self, context: &Set) -> BTreeSet<Var> {
        let is_parameter = |var: &Var| {
            let kind = self.values.symbols.kind(*var);
            matches!(kind, Some(SymbolKind::Invariant(_) | SymbolKind::Fixed(_) | SymbolKind::Captured(_)))
        };
        context.vars().into_iter().filter(is_parameter).collect()
    }

    /// The symbols that take many values in one run.
    fn iterated(&self, subscript: &LinearExpr, context: &Set) -> Vec<Var> {
        let vars: BTreeSet<Var> = context.vars().into_iter().chain(subscript.vars()).collect();
        let is_index = |var: &Var| {
            self.values.symbols.factors(*var).iter().any(|factor| {
                matches!(
                    self.values.symbols.kind(*factor),
                    Some(SymbolKind::LoopIndex { .. } | SymbolKind::Opaque(_) | SymbolKind::Lane { .. })
                )
            })
        };
        vars.into_iter().filter(is_index).collect()
    }

    fn outside(&self, dim: usize, witness: Option<Point>) -> Diagnostic {
        let name = self.input.place_name(&self.copy.place);
        let whole = self.copy.dims.get(dim).is_some_and(is_whole);
        let of = if whole { "the array" } else { "the section on the device" };
        let error = Diagnostic::new(
            &codes::ACCESS_OUTSIDE_SECTION,
            self.access.span,
            format!("this access to `{name}` leaves {of}"),
        );
        let error = match witness.as_ref().and_then(|point| self.describe(dim, point)) {
            Some(text) => error.label(text),
            None => error.label(format!("in dimension {}", dim + 1)),
        };
        error
            .related(self.input.program.directives[self.copy.directive].span, "the device copy is made here")
            .help("make the section larger, or guard the access with a condition on the index")
    }

    /// `index 9 when i = 8`
    fn describe(&self, dim: usize, point: &Point) -> Option<String> {
        let subscript = self.access.subscripts.as_ref()?.get(dim)?;
        let value = subscript.evaluate(point).ok()?;
        let mut at = Vec::new();
        for (var, value) in point.iter() {
            if matches!(
                self.values.symbols.kind(var),
                Some(SymbolKind::LoopIndex { .. } | SymbolKind::Invariant(_) | SymbolKind::Fixed(_))
            ) {
                let name = self.values.symbols.name(var, self.input.program, self.input.sources);
                at.push(format!("{name} = {value}"));
            }
        }
        let when = if at.is_empty() { String::new() } else { format!(" when {}", at.join(", ")) };
        Some(format!("index {value} in dimension {}{when}", dim + 1))
    }

    fn undecided(&self) -> Diagnostic {
        let name = self.input.place_name(&self.copy.place);
        Diagnostic::new(
            &codes::COVERAGE_UNDECIDED,
            self.access.span,
            format!("cannot tell whether this access to `{name}` stays inside the section on the device"),
        )
        .label("its index is not known well enough")
        .related(self.input.program.directives[self.copy.directive].span, "the device copy holds this section")
        .help("hold the whole array on the device with `[*]`, or guard the access with a condition on the index")
    }
}

#[cfg(test)]
#[path = "coverage_tests.rs"]
mod coverage_tests;
