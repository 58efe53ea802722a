//! How long one loop takes, for whoever points at it: on one core, and as a kernel.

use std::collections::HashMap;

use analyze::Input;
use hir::{ExprKind, Program, StmtId, VarId};
use source::Sources;

use crate::cost::{Costs, Prediction, Residence};
use crate::counts::Counts;
use crate::nests::{self, Loop};
use crate::parallel::Findings;
use crate::trial::{Trials, expand_calls};

/// What one run of a loop is predicted to take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Predicted {
    /// In milliseconds.
    pub times: Prediction,
    /// Can it be a kernel?
    pub is_parallel: bool,
    /// Some of its loops run as often as only the run knows.
    pub is_assumed: bool,
}

/// The prediction for a loop of the host that holds no directive; `None` where it is not understood.
pub fn of_loop(program: &mut Program, sources: &mut Sources, stmt: StmtId) -> Option<Predicted> {
    let roots = nests::roots(program);
    let path = roots.iter().find_map(|root| path_to(root, stmt))?;
    let (outer, at) = path.split_last().map(|(at, outer)| (outer, *at))?;
    if at.is_annotated {
        return None;
    }
    if calls_functions(program, stmt) {
        expand_calls(program, sources, &[at]);
    }
    let counts = Counts::new(&Input::new(program, sources));
    let mut findings = Findings::new(Trials::new(program, sources), false);
    let is_parallel = findings.of(at).verdict.is_ok();
    let input = findings.trials.input();
    let facts = findings.known(stmt).and_then(|finding| finding.facts.as_ref())?;
    let mut around: HashMap<VarId, f64> = HashMap::new();
    let depth = at.depth();
    for outer in outer {
        if let Ok(canonical) = analyze::canonical_loop::recognize(&input, outer.stmt) {
            counts.trips(input.program, &canonical, &mut around, depth);
        }
    }
    let canonical = analyze::canonical_loop::recognize(&input, stmt).ok()?;
    let work = Costs { program: input.program, counts: &counts, around: &around }.work(
        facts,
        depth,
        Some(canonical.index),
    );
    let trips = counts.trips(input.program, &canonical, &mut around, depth);
    let inner = facts.loops.values().map(|inner| counts.trips(input.program, inner, &mut around, depth));
    let is_assumed = inner.fold(trips.is_assumed, |any, trips| any | trips.is_assumed);
    let times = work.predict(input.program.device.gpu, trips.count, 1.0, &|_| Residence::Nowhere);
    Some(Predicted { times, is_parallel, is_assumed })
}

/// From a loop to one inside it, or itself.
fn path_to(root: &Loop, stmt: StmtId) -> Option<Vec<&Loop>> {
    if root.stmt == stmt {
        return Some(vec![root]);
    }
    let mut path = root.inner.iter().find_map(|inner| path_to(inner, stmt))?;
    path.insert(0, root);
    Some(path)
}

/// Does it call functions whose bodies are in the program?
fn calls_functions(program: &Program, stmt: StmtId) -> bool {
    program.exprs_below(stmt).any(|expr| match program.exprs[expr].kind {
        ExprKind::Call { callee, .. } => {
            program.called_function(callee).is_some_and(|function| program.functions[function].body.is_some())
        }
        _ => false,
    })
}
