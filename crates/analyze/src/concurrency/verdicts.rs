//! What is proven about every directive: what `check --verdicts` prints.
//!
//! ```text
//! stencil.c:14: loop_partition over_tblock over_thread
//!     proven: different threads never touch the same element (6 pairs of accesses)
//! stencil.c:20: loop_partition over_thread independent
//!     not proven: `a`: which element this is depends on `x[i]`; `independent` says it is so
//! stencil.c:31: global copyout a[0:k]
//!     not proven: that it is inside the section on the device, which is tested when it runs
//! ```
//! A directive that some error or warning speaks of is not proven, for the reason
//! that is given there. For all others, the facts say what was found.

pub mod certificates;
mod regions;

use std::fmt::Write;

use diagnostics::{Diagnostic, Severity};
use hir::{DirectiveId, DirectiveKind, GlobalAction, SharedAction, Span, StmtId};

use crate::{Check, DataAction, Facts, Input, KernelFacts, packing, symbols};

/// What is known of one directive.
enum Verdict {
    Proven(String),
    Not(String),
    /// Not proven either, and the program stops if it does not hold.
    Tested(String),
}

/// A directive and what is known of it.
pub struct Judged {
    /// The directive.
    pub directive: DirectiveId,
    /// Where it is written.
    pub span: Span,
    /// `proven: …` and `not proven: …`, at least one.
    pub lines: Vec<String>,
}

/// The verdicts on all directives of a program, in the order of its text.
pub fn render(input: &Input<'_>, all_facts: &[Facts], said: &[Diagnostic]) -> String {
    let mut out = String::new();
    for Judged { span, lines, .. } in judge(input, all_facts, said) {
        let Some((file, place)) = input.sources.map.written_line_column(span.lo) else { continue };
        let text = String::from_utf8_lossy(input.sources.map.text(span));
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let _ = writeln!(out, "{}:{}: {text}", input.sources.map.file(file).name, place.line);
        for line in lines {
            let _ = writeln!(out, "    {line}");
        }
    }
    out
}

/// What is known of each directive, in the order of the text.
pub fn judge(input: &Input<'_>, all_facts: &[Facts], said: &[Diagnostic]) -> Vec<Judged> {
    let mut found: Vec<Judged> = Vec::new();
    for (id, directive) in input.program.directives.iter() {
        let span = input.sources.expansions.outermost_call(directive.span);
        if input.sources.map.written_line_column(span.lo).is_none() {
            continue;
        }
        let asked = Asked { input, all_facts, said, directive: id, span: directive.span };
        let verdicts = asked.verdicts();
        if verdicts.is_empty() || found.iter().any(|judged| judged.span == span) {
            continue;
        }
        let lines = verdicts.into_iter().map(|verdict| match verdict {
            Verdict::Proven(what) => format!("proven: {what}"),
            Verdict::Not(why) | Verdict::Tested(why) => format!("not proven: {why}"),
        });
        found.push(Judged { directive: id, span, lines: lines.collect() });
    }
    found.sort_by_key(|judged| judged.span.lo);
    found
}

/// One directive, and what can be asked about it.
struct Asked<'a, 'p> {
    input: &'a Input<'p>,
    all_facts: &'a [Facts],
    said: &'a [Diagnostic],
    directive: DirectiveId,
    span: Span,
}

impl Asked<'_, '_> {
    fn verdicts(&self) -> Vec<Verdict> {
        let reasons = self.reasons();
        if !reasons.is_empty() {
            return reasons.into_iter().map(Verdict::Not).collect();
        }
        match &self.input.program.directives[self.directive].kind {
            DirectiveKind::Kernel(clauses) => self.kernel(clauses.nowait),
            DirectiveKind::LoopPartition(_) => self.partition(),
            DirectiveKind::Singular => self.singular(),
            DirectiveKind::Barrier => self.barrier(),
            DirectiveKind::Shared(action) => self.shared(action),
            DirectiveKind::Global(action) => self.global(action),
            DirectiveKind::ConstantCopyin(_) | DirectiveKind::TextureCopyin { .. } => {
                self.transfers("no kernel writes it, and each finds the values of the host")
            }
            DirectiveKind::UseDevice(_) => self.transfers("what it hands over is newest on the device"),
            DirectiveKind::Atomic => self.atomic(),
            DirectiveKind::Tile(_)
            | DirectiveKind::Permute(_)
            | DirectiveKind::Schedule(_)
            | DirectiveKind::Unroll(_)
            | DirectiveKind::Collapse(_)
            | DirectiveKind::Stage { .. }
            | DirectiveKind::Fuse
            | DirectiveKind::Fission
            | DirectiveKind::Wavefront(_)
            | DirectiveKind::Snapshot(_) => {
                proven("every dependence still goes from an earlier iteration to a later one")
            }
            DirectiveKind::ConstantRemove(_)
            | DirectiveKind::TextureRemove(_)
            | DirectiveKind::Shape(_)
            | DirectiveKind::Assume(_)
            | DirectiveKind::CudaLite(_)
            | DirectiveKind::Error => Vec::new(),
        }
    }

    /// What errors and warnings say that point at the directive, or at a
    /// statement that it governs alone.
    fn reasons(&self) -> Vec<String> {
        let covers = |outer: Span, inner: Span| outer.lo <= inner.lo && inner.hi <= outer.hi;
        let speaks_of_it = |said: &&Diagnostic| {
            let mut places = std::iter::once(&said.primary).chain(&said.related);
            places.any(|label| covers(self.span, label.span))
        };
        let counts = |said: &&Diagnostic| said.code.severity() != Severity::Remark;
        let relevant = self.said.iter().filter(counts).filter(speaks_of_it);
        relevant.map(|said| format!("{} ({})", said.message, said.code.id)).collect()
    }

    fn kernels(&self) -> impl Iterator<Item = &KernelFacts> {
        self.all_facts.iter().flat_map(|facts| &facts.kernels)
    }

    fn kernel(&self, nowait: bool) -> Vec<Verdict> {
        let Some(kernel) = self.kernels().find(|kernel| kernel.directive == self.directive) else {
            return Vec::new();
        };
        let arrays = kernel.arrays.iter().filter(|used| used.copy.is_some()).count();
        let plural = if arrays == 1 { "array is" } else { "arrays are" };
        let mut found = self.open_or(&format!(
            "its {arrays} {plural} on the device with the newest values, and no value is lost"
        ));
        found.extend(kernel.defines.iter().map(|place| {
            let name = self.input.place_name(place);
            Verdict::Not(format!("that it writes every element of `{name}`: `defines` says so"))
        }));
        if nowait {
            found.extend(self.nowait(kernel));
        }
        found
    }

    fn partition(&self) -> Vec<Verdict> {
        let of_kernel = |kernel: &KernelFacts| -> Option<(StmtId, crate::Legality)> {
            let (stmt, _) = kernel.partitions.iter().find(|(_, p)| p.directive == self.directive)?;
            Some((*stmt, kernel.legality.get(stmt)?.clone()))
        };
        let Some((_, known)) = self.kernels().find_map(of_kernel) else { return Vec::new() };
        if known.assumed.is_empty() {
            let pairs = match known.pairs {
                0 => "no element is written by one and touched by another".to_owned(),
                1 => "1 pair of accesses".to_owned(),
                pairs => format!("{pairs} pairs of accesses"),
            };
            return proven(&format!("different threads never touch the same element ({pairs})"));
        }
        let assumed = known.assumed.into_iter();
        assumed.map(|why| Verdict::Not(format!("{why}; `independent` says it is so"))).collect()
    }

    fn shared(&self, action: &SharedAction) -> Vec<Verdict> {
        let arrays = || self.kernels().flat_map(|kernel| &kernel.shared);
        match action {
            SharedAction::Alloc { .. } => {
                let Some(shared) = arrays().find(|shared| shared.directive == self.directive) else {
                    return Vec::new();
                };
                let extents: Vec<String> = shared.dims.iter().map(|dim| dim.extent.to_string()).collect();
                let bytes = packing::shared_bytes(self.input.program, shared);
                let accesses = match shared.accesses.len() {
                    1 => "the access is".to_owned(),
                    n => format!("all {n} accesses are"),
                };
                proven(&format!(
                    "the block holds {} elements ({bytes} bytes); {accesses} inside",
                    extents.join("x")
                ))
            }
            SharedAction::Copyout { .. } => proven("no other block loads or stores what is written back"),
            SharedAction::Remove(_) => Vec::new(),
        }
    }

    fn global(&self, action: &GlobalAction) -> Vec<Verdict> {
        match action {
            GlobalAction::Free(_) => self.open_or("no later use of the device copy, and no result is lost"),
            GlobalAction::Alloc { .. } => self.held(),
            GlobalAction::Copyin(_) => self.transfers("the host has newer values, and the device needs them"),
            GlobalAction::Copyout { .. } => self.transfers("the device has newer values"),
        }
    }

    /// `alloc`: whether kernels stay inside what it holds.
    fn held(&self) -> Vec<Verdict> {
        let inside = self.transfers("every access of a kernel is inside what it holds");
        let mut open: Vec<Verdict> = Vec::new();
        for facts in self.all_facts {
            let allocated = |copy: Option<crate::CopyId>| {
                copy.is_some_and(|copy| facts.copies[copy.0].directive == self.directive)
            };
            for kernel in &facts.kernels {
                for access in kernel.open.iter().map(|at| &kernel.accesses[*at]) {
                    let mut served = kernel.arrays.iter().filter(|used| used.place == access.place);
                    if open.is_empty() && served.any(|used| allocated(used.copy)) {
                        let text =
                            symbols::expression_text(access.expr, self.input.program, self.input.sources);
                        open.push(Verdict::Not(format!(
                            "that `{text}` is inside: its index is known when it runs"
                        )));
                    }
                }
            }
        }
        if open.is_empty() { inside } else { open }
    }

    /// What the data law leaves open about the directive, or else that this is proven.
    fn open_or(&self, what: &str) -> Vec<Verdict> {
        let open = self.all_facts.iter().filter_map(|facts| facts.unproven.get(&self.directive));
        let open: Vec<Verdict> = open.flatten().map(|why| Verdict::Not(why.clone())).collect();
        if open.is_empty() { proven(what) } else { open }
    }

    /// A data directive: what holds, and what is tested when it runs.
    fn transfers(&self, what: &str) -> Vec<Verdict> {
        let mut tested = false;
        let mut carried_out = false;
        for facts in self.all_facts {
            for action in facts.actions.get(&self.directive).into_iter().flatten() {
                carried_out = true;
                let checks: &[Check] = match action {
                    DataAction::Alloc(copy) => &facts.copies[copy.0].checks,
                    DataAction::CopyIn(transfer) | DataAction::CopyOut(transfer) => &transfer.checks,
                    DataAction::Clear(_) | DataAction::Free(_) => &[],
                };
                tested |= !checks.is_empty();
            }
        }
        if !carried_out {
            return Vec::new();
        }
        let mut found = self.open_or(what);
        if tested {
            found.push(Verdict::Tested(
                "that the section is inside the array: it is tested when it runs".into(),
            ));
        }
        found
    }
}

fn proven(what: &str) -> Vec<Verdict> {
    vec![Verdict::Proven(what.to_owned())]
}
