//! Kernels that run often, with copies around each launch, where only the run knows how much there is to do: below a number
//! of iterations the host keeps the loop.
//!
//! ```c
//! #pragma hicuda when((double)n * d >= 60000) global alloc w[0:n*d-1] copyin
//! #pragma hicuda when((double)n * d >= 60000) kernel matmul_out
//! …
//! #pragma hicuda kernel_end
//! #pragma hicuda when((double)n * d >= 60000) global free w
//! ```
//! Without the condition a function that is called for sixteen numbers, a million times, would wait for a million launches
//! and copies. Where arrays stay on the device between kernels there is no condition: the host has not got them.

use std::collections::BTreeSet;

use analyze::CanonicalLoop;
use analyze::canonical_loop::recognize;
use hir::{BinaryOp, ExprId, ExprKind, Program};

use crate::copies_around::{CopiesAround, KernelLines};
use crate::cost::Work;
use crate::nests::Loop;
use crate::survey::{Outer, Survey};
use crate::versions::Versions;

/// What so many launches lose by being small nobody notices.
const FEW_LAUNCHES: f64 = 32.0;

impl Survey<'_, '_> {
    /// Where a kernel is to run, if that depends on numbers that only the run knows.
    pub(crate) fn threshold(
        &self,
        at: &Loop,
        outer: &Outer,
        (work, threads): (&Work, f64),
        versions: Option<&Versions>,
    ) -> Option<String> {
        let launches = outer.launches * self.calls.runs(at.function);
        if self.settings.force || launches <= FEW_LAUNCHES {
            return None;
        }
        let (mut lengths, mut assumed) = (Vec::new(), 1.0);
        let mut around = outer.around.clone();
        let mut level = Some(at);
        while let Some(at) = level {
            let input = self.findings.trials.input();
            let canonical = recognize(&input, at.stmt).ok();
            let (_, trips) = self.loop_of(at, &mut around, at.depth());
            if let (Some(canonical), Some(trips)) = (canonical, trips.filter(|trips| trips.is_assumed))
                && let Some(length) = self.length(at, &canonical)
            {
                lengths.push(length);
                assumed *= trips.count;
            }
            level = at.inner.first();
        }
        let least = rounded(work.break_even(self.gpu(), threads)? * assumed)?;
        let (first, others) = lengths.split_first()?;
        let enough = match others.is_empty() {
            true => format!("{first} >= {least}"),
            // Products of lengths may be too large for an `int`.
            false => format!("(double){first} * {} >= {least}", others.join(" * ")),
        };
        Some(match versions {
            Some(versions) => format!("{} && {enough}", versions.condition),
            None => enough,
        })
    }

    /// How long a loop is, but for a few iterations, in numbers that are known before the kernel.
    fn length(&self, at: &Loop, canonical: &CanonicalLoop) -> Option<String> {
        let input = self.findings.trials.input();
        let last = match canonical.op {
            BinaryOp::Gt | BinaryOp::Ge => canonical.first,
            _ => canonical.bound,
        };
        let last = without_numbers(input.program, last);
        let facts = self.findings.known(at.stmt).and_then(|finding| finding.facts.as_ref());
        let is_known = |var| {
            facts.is_none_or(|facts| !facts.locals.contains(&var)) && input.is_nameable(at.function, var)
        };
        let is_plain = is_plain(input.program, last) && !input.program.exprs[last].span.is_from_macro();
        let variables: BTreeSet<hir::VarId> = input.program.variables_below(last).collect();
        let changed: BTreeSet<hir::VarId> = input
            .program
            .exprs_below(at.stmt)
            .filter_map(|expr| input.program.changed_variable(expr))
            .collect();
        let is_outside = variables.iter().all(|var| is_known(*var) && !changed.contains(var));
        if !is_plain || !is_outside || variables.is_empty() {
            return None;
        }
        let text =
            String::from_utf8_lossy(input.sources.map.text(input.program.exprs[last].span)).into_owned();
        let is_one_word = !matches!(input.program.exprs[last].kind, ExprKind::Binary { .. });
        Some(if is_one_word { text } else { format!("({text})") })
    }
}

/// `n` of `n - 1`.
fn without_numbers(program: &Program, expr: ExprId) -> ExprId {
    let expr = program.without_casts(expr);
    match program.exprs[expr].kind {
        ExprKind::Binary { op: BinaryOp::Add | BinaryOp::Sub, lhs, rhs }
            if hir::const_eval::integer(program, rhs).is_some() =>
        {
            without_numbers(program, lhs)
        }
        _ => expr,
    }
}

/// Is it made of variables, members and numbers?
fn is_plain(program: &Program, expr: ExprId) -> bool {
    let of = |expr| is_plain(program, expr);
    match program.exprs[expr].kind {
        ExprKind::Var(_) => program.types.is_integer(program.exprs[expr].ty),
        ExprKind::Member { base, .. } => of_object(program, base),
        ExprKind::Cast { operand, .. } => of(operand),
        ExprKind::Binary { op: BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, lhs, rhs } => {
            of(lhs) && of(rhs)
        }
        _ => hir::const_eval::integer(program, expr).is_some(),
    }
}

/// A struct, or a pointer to one, that has a name.
fn of_object(program: &Program, expr: ExprId) -> bool {
    match program.exprs[program.without_casts(expr)].kind {
        ExprKind::Var(_) => true,
        ExprKind::Member { base, .. } => of_object(program, base),
        _ => false,
    }
}

/// A number that a person would write.
fn rounded(iterations: f64) -> Option<u64> {
    let size = 10f64.powf(iterations.max(10.0).log10().floor());
    let least = (iterations / size).ceil().max(1.0) * size;
    (least < 1e15).then_some(least as u64)
}

/// Can a kernel of a text depend on a condition?
pub fn can_depend(text: &KernelLines<'_>, kernel: &str) -> bool {
    CopiesAround::among(text, kernel).is_some_and(|around| around.are_its_own())
}

/// A text in which a kernel, and the copies right around it, depend on a condition; `None` where it has no copies of its own.
pub fn written(text: &[u8], kernel: &str, condition: &str) -> Option<Vec<u8>> {
    let around = CopiesAround::of(text, kernel).filter(CopiesAround::are_its_own)?;
    let lines = &around.lines;
    let changed: BTreeSet<usize> =
        around.above.iter().chain([&around.begin]).chain(&around.below).copied().collect();
    let mut out = Vec::with_capacity(text.len());
    for (at, line) in lines.iter().enumerate() {
        let place = line.windows(7).position(|word| word == b"hicuda ").filter(|_| changed.contains(&at));
        let (before, after) = line.split_at(place.map_or(0, |place| place + 7));
        out.extend_from_slice(before);
        if place.is_some() {
            out.extend(format!("when({condition}) ").bytes());
        }
        out.extend_from_slice(after);
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kernel_depends_on_its_condition_with_the_copies_right_around_it() {
        let text = "f();\n  #pragma hicuda global alloc a[0:n-1] copyin\n  #pragma omp parallel for\n  #pragma hicuda kernel k\n\
                    x;\n  #pragma hicuda kernel_end\n  #pragma hicuda global free a\n#pragma hicuda global free b\n";
        assert_eq!(written(text.as_bytes(), "k", "n >= 9"), None, "`b` is another kernel's");
        let text = text.replace("#pragma hicuda global free b\n", "g();\n");
        let conditional = text.replace("hicuda global", "hicuda when(n >= 9) global");
        let conditional = conditional.replace("hicuda kernel k", "hicuda when(n >= 9) kernel k");
        let now =
            written(text.as_bytes(), "k", "n >= 9").map(|text| String::from_utf8_lossy(&text).into_owned());
        assert_eq!(now, Some(conditional));
        assert_eq!(written(text.as_bytes(), "l", "n >= 9"), None);
    }

    #[test]
    fn conditions_have_numbers_that_people_would_write() {
        assert_eq!([3.0, 61_234.0, 1_000_001.0].map(rounded), [Some(10), Some(70_000), Some(2_000_000)]);
        assert_eq!(rounded(1e16), None);
    }
}
