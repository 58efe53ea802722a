//! What kernels access of an array whose size nobody says: from the first to the last element.
//!
//! ```c
//! for (i = 0; i < n; i++) for (k = 0; k < m; k++) s += a[i * m + k];        // a[0:n*m-1]
//! ```
//! Where an index is linear in the loop indices its bounds come from the set of iterations, with all conditions;
//! where it has products, each loop index is put at its end, from the innermost loop outwards. The formulas are in
//! variables that the kernel does not change.

use affine::{LinearExpr, Polynomial, Var};
use analyze::dependence::rows::written_out;
use analyze::extremes::{End, ends, extreme};
use analyze::{Access, KernelFacts, Place, SymbolKind};
use hir::{ExprKind, Program, StmtId, StmtKind};

/// First and last index of a dimension that a kernel accesses.
pub struct Hull {
    /// The first is a number.
    pub first: i128,
    /// A formula in the kernel's symbols.
    pub last: Polynomial,
}

/// The hull of all accesses of a kernel; `None` where one cannot be bounded.
pub fn of_kernel(program: &Program, kernel: &KernelFacts, place: &Place) -> Option<Hull> {
    let mut hull: Option<(Hull, &Access)> = None;
    let mut conditional = Vec::new();
    for access in kernel.accesses.iter().filter(|access| access.place == *place) {
        let found = match of_access(kernel, access, 0) {
            Some(found) => found,
            None if is_conditional(program, kernel, access) => {
                conditional.push(access);
                continue;
            }
            None => at_the_end(kernel, access, 0)?,
        };
        hull = Some(match hull {
            None => (found, access),
            Some((hull, of)) => {
                let first = hull.first.min(found.first);
                match () {
                    () if reaches(&hull.last, &found.last, access) => (Hull { first, ..hull }, of),
                    () if reaches(&found.last, &hull.last, of) => (Hull { first, ..found }, access),
                    () => return None,
                }
            }
        });
    }
    // What a condition may prevent tells no size, but may be inside of what happens whatever it says.
    let (hull, _) = hull?;
    let is_inside = |access: &&Access| {
        at_the_end(kernel, access, 0).is_some_and(|found| reaches(&hull.last, &found.last, access))
    };
    conditional.iter().all(is_inside).then_some(hull)
}

/// First and last index of each dimension of a table: all rows from one to another, and of each row the same columns. A row that
/// nobody accesses there may be no row, or shorter than others; so there must be one access that goes through all of them.
pub fn rectangle(program: &Program, kernel: &KernelFacts, place: &Place, rank: usize) -> Option<Vec<Hull>> {
    let accesses: Vec<&Access> = kernel.accesses.iter().filter(|access| access.place == *place).collect();
    let whole = accesses.iter().filter(|access| !is_conditional(program, kernel, access));
    let mut whole = whole.filter_map(|access| Some((*access, passed(kernel, access, rank)?)));
    whole.find_map(|(of, dims)| {
        let is_inside = |access: &&Access| {
            dims.iter().enumerate().all(|(dim, all)| {
                let hull = of_access(kernel, access, dim).or_else(|| at_the_end(kernel, access, dim));
                hull.is_some_and(|hull| all.first <= hull.first && reaches(&all.last, &hull.last, access))
            })
        };
        accesses.iter().filter(|access| access.expr != of.expr).all(is_inside).then_some(dims)
    })
}

/// What an access goes through, if that is a rectangle without gaps: each subscript follows a loop of its own, one by one, whose
/// bounds do not depend on others.
fn passed(kernel: &KernelFacts, access: &Access, rank: usize) -> Option<Vec<Hull>> {
    let subscripts = access.subscripts.as_ref().filter(|subscripts| subscripts.len() == rank)?;
    let mut followed = Vec::new();
    let along = |subscript: &LinearExpr| {
        let is_index = |stmt: &&StmtId| {
            kernel.symbols.index_of(**stmt).is_some_and(|index| subscript.coefficient(index) != 0)
        };
        let loops: Vec<&StmtId> = access.loops.iter().filter(is_index).collect();
        let [stmt] = loops[..] else { return None };
        let index = kernel.symbols.index_of(*stmt)?;
        let steps = kernel.loops.get(stmt)?.step;
        if subscript.coefficient(index) != 1 || steps.abs() != 1 || followed.contains(&index) {
            return None;
        }
        followed.push(index);
        let bounds = access.domain.bounds(subscript, &[index]);
        let plain =
            |quotient: &affine::Quotient| quotient.divisor == 1 && is_said(kernel, &quotient.numerator);
        if !bounds.upper.iter().all(plain) || !bounds.lower.iter().all(plain) {
            return None;
        }
        let last = bounds.upper.iter().map(|quotient| written_out(&quotient.numerator, &kernel.symbols));
        let first = bounds.lower.iter().map(|quotient| quotient.numerator.as_constant());
        let (last, first) = (last.collect::<Option<Vec<_>>>()?, first.collect::<Option<Vec<_>>>()?);
        let is_least = |one: &&Polynomial| last.iter().all(|other| larger(one, other) == Some(other));
        let last = last.iter().find(is_least)?.clone();
        Some(Hull { first: first.into_iter().max()?, last })
    };
    subscripts.iter().map(along).collect()
}

/// Is one formula as large as the other one is whenever the access happens that this is the end of? In the
/// iterations of `for (j = i; j < n; j++)` it is true that `i < n`.
fn reaches(one: &Polynomial, other: &Polynomial, of_other: &Access) -> bool {
    let Some(distance) = one.minus(other).ok().and_then(|distance| without_common_factors(&distance)) else {
        return false;
    };
    let is_less =
        |distance: &LinearExpr| of_other.domain.clone().with_less(distance, &LinearExpr::constant(0));
    is_not_negative(&distance) || distance.as_linear().is_some_and(|distance| is_less(&distance).is_empty())
}

/// `n - i` for `n * n - i * n`: sizes are positive.
fn without_common_factors(formula: &Polynomial) -> Option<Polynomial> {
    let power_in = |var: Var| formula.terms().map(|(monomial, _)| monomial.exponent(var)).min().unwrap_or(0);
    let mut quotient = Polynomial::constant(0);
    for (monomial, factor) in formula.terms() {
        let mut product = Polynomial::constant(factor);
        for (var, power) in monomial.powers() {
            for _ in 0..power - power_in(*var) {
                product = product.times(&Polynomial::var(*var)).ok()?;
            }
        }
        quotient = quotient.plus(&product).ok()?;
    }
    Some(quotient)
}

/// Is everything in one rectangle that another one has?
pub fn holds(one: &[Hull], other: &[Hull]) -> bool {
    let is_inside = |(one, other): (&Hull, &Hull)| {
        one.first <= other.first && larger(&one.last, &other.last) == Some(&one.last)
    };
    one.len() == other.len() && one.iter().zip(other).all(is_inside)
}

/// The larger of two formulas, where that is plain: no kernel runs where a size is zero.
pub fn larger<'f>(one: &'f Polynomial, other: &'f Polynomial) -> Option<&'f Polynomial> {
    if is_not_negative(&one.minus(other).ok()?) {
        return Some(one);
    }
    is_not_negative(&other.minus(one).ok()?).then_some(other)
}

/// For all values of its variables from one on: `n * n - n`, with `n = 1 + m`, is `m + m * m`.
fn is_not_negative(formula: &Polynomial) -> bool {
    let mut shifted = formula.clone();
    for var in formula.vars() {
        let Ok(next) = Polynomial::var(var).plus(&Polynomial::constant(1)) else { return false };
        let Ok(value) = shifted.substituted(var, &next) else { return false };
        shifted = value;
    }
    shifted.terms().all(|(_, factor)| factor >= 0)
}

/// A formula with one variable at its largest value, if it grows with that.
pub fn at_the_larger_end(formula: &Polynomial, var: Var, end: &Polynomial) -> Option<Polynomial> {
    let next = Polynomial::var(var).plus(&Polynomial::constant(1)).ok()?;
    let growth = formula.substituted(var, &next).ok()?.minus(formula).ok()?;
    if !is_not_negative(&growth) {
        return None;
    }
    formula.substituted(var, end).ok()
}

/// By the bounds of all iterations in which the access happens.
fn of_access(kernel: &KernelFacts, access: &Access, dim: usize) -> Option<Hull> {
    let index = access.subscripts.as_ref()?.get(dim)?;
    let over: Vec<Var> = access.loops.iter().filter_map(|stmt| kernel.symbols.index_of(*stmt)).collect();
    let bounds = access.domain.bounds(index, &over);
    let linear = |quotient: &&affine::Quotient| quotient.divisor == 1 && is_said(kernel, &quotient.numerator);
    let last =
        bounds.upper.iter().filter(linear).map(|quotient| written_out(&quotient.numerator, &kernel.symbols));
    let last = last.collect::<Option<Vec<_>>>()?;
    let first =
        bounds.lower.iter().filter(linear).filter_map(|quotient| quotient.numerator.as_constant()).max();
    Some(Hull { first: first?, last: smallest(&last)? })
}

/// The one that is not larger than any other; else any of them will do.
fn smallest(all: &[Polynomial]) -> Option<Polynomial> {
    let is_least = |one: &&Polynomial| all.iter().all(|other| larger(one, other).is_some_and(|l| l == other));
    all.iter().find(is_least).or_else(|| all.first()).cloned()
}

/// Only variables that keep their values?
fn is_said(kernel: &KernelFacts, formula: &LinearExpr) -> bool {
    let is_invariant = |var: Var| matches!(kernel.symbols.kind(var), Some(SymbolKind::Invariant(_)));
    formula.vars().all(|var| kernel.symbols.factors(var).into_iter().all(is_invariant))
}

/// The index with each loop at its last iteration; conditions inside the loops are not seen.
fn at_the_end(kernel: &KernelFacts, access: &Access, dim: usize) -> Option<Hull> {
    let index = written_out(access.subscripts.as_ref()?.get(dim)?, &kernel.symbols)?;
    let loops = ends(kernel, access, &kernel.symbols);
    let value = extreme(&loops, &index, End::High, &mut is_not_negative)?;
    let is_invariant = |var: &Var| matches!(kernel.symbols.kind(*var), Some(SymbolKind::Invariant(_)));
    value.vars().iter().all(is_invariant).then_some(Hull { first: 0, last: value })
}

/// Does a condition inside the kernel decide whether it happens?
fn is_conditional(program: &Program, kernel: &KernelFacts, access: &Access) -> bool {
    let holds = |stmt: StmtId| match program.stmts[stmt].kind {
        StmtKind::If { .. } | StmtKind::Switch { .. } => program.exprs_below(stmt).any(|e| e == access.expr),
        _ => false,
    };
    let chooses = |expr| match program.exprs[expr].kind {
        ExprKind::Conditional { .. } => program.exprs_below(expr).any(|e| e == access.expr),
        _ => false,
    };
    program.stmts_below(kernel.body).any(holds) || program.exprs_below(kernel.body).any(chooses)
}

/// The formula as a product where it is one: `(w+2)*(h+2)` for `w*h+2*w+2*h+4`.
pub fn product(formula: &Polynomial, name: &dyn Fn(Var) -> Option<String>) -> Option<String> {
    if formula.terms().count() > 1 {
        for var in formula.vars() {
            let Some((slope, rest)) =
                formula.split_by(var).filter(|(slope, _)| slope.as_constant().is_none())
            else {
                continue;
            };
            let more = rest.divided_by(&slope).and_then(|more| more.as_constant());
            if let Some(more) =
                more.and_then(|more| Polynomial::var(var).plus(&Polynomial::constant(more)).ok())
            {
                let factor = text(&more, name)?;
                let factor = if more.terms().count() > 1 { format!("({factor})") } else { factor };
                let others = product(&slope, name)?;
                let is_sum = slope.terms().count() > 1 && !others.contains('(');
                return Some(if is_sum {
                    format!("{factor}*({others})")
                } else {
                    format!("{factor}*{others}")
                });
            }
        }
    }
    text(formula, name)
}

/// The formula as text, each symbol by `name`; `None` where one has none.
pub fn text(formula: &Polynomial, name: &dyn Fn(Var) -> Option<String>) -> Option<String> {
    let mut terms: Vec<_> = formula.terms().collect();
    terms.sort_by_key(|(monomial, factor)| (*factor < 0, monomial.degree() == 0));
    let mut out = String::new();
    for (monomial, factor) in terms {
        let mut factors: Vec<String> = Vec::new();
        for (var, power) in monomial.powers() {
            for _ in 0..*power {
                factors.push(name(*var)?);
            }
        }
        let magnitude = factor.unsigned_abs();
        if magnitude != 1 || factors.is_empty() {
            factors.insert(0, magnitude.to_string());
        }
        out.push_str(match (factor < 0, out.is_empty()) {
            (true, _) => "-",
            (false, true) => "",
            (false, false) => "+",
        });
        out.push_str(&factors.join("*"));
    }
    Some(if out.is_empty() { "0".into() } else { out })
}

/// The place that a symbol stands for, where it is a variable of the program.
pub fn place_of(kernel: &KernelFacts, symbol: Var) -> Option<&Place> {
    match kernel.symbols.kind(symbol) {
        Some(SymbolKind::Invariant(place)) => Some(place),
        _ => None,
    }
}
