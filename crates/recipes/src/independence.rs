//! Whether the iterations of a loop depend on each other, told to a person.
//!
//! ```c
//! for (i = 1; i < n; i++) a[i] = a[i - 1] + b[i];
//! ```
//! `a[i]` is written in one iteration, and `a[i - 1]` reads it in a later one.

use std::collections::BTreeSet;

use analyze::Input;
use analyze::canonical_loop;
use analyze::dependence::{Dependence, DependenceKind};
use diagnostics::Sink;
use hir::{FunctionId, Program, Span, StmtId, StmtKind};
use source::Sources;

use crate::legality::Order;
use crate::{Kitchen, Place, Refusal};

/// What is known of the iterations of a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Iterations {
    /// No iteration depends on another one.
    Independent,
    /// Some do, or may: one reason for each pair of accesses.
    Dependent(Vec<Reason>),
    /// It cannot be told, for this reason.
    Unknown(String),
}

/// Two accesses in different iterations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The earlier one.
    pub source: Span,
    /// The later one.
    pub sink: Span,
    /// What the order decides.
    pub kind: DependenceKind,
    /// Surely, or only possibly?
    pub certain: bool,
}

impl Kitchen<'_> {
    /// The dependences of a loop of which nothing stays out of sight.
    fn whole_order(&self, stmt: StmtId, place: Place) -> Result<Order, Refusal> {
        let recipe = "run in parallel";
        let canonical = canonical_loop::recognize(&Input::new(self.program, self.sources), stmt);
        let canonical = canonical.map_err(|not| Refusal::form(recipe, not.span, not.reason))?;
        self.stays_inside(recipe, canonical.body)?;
        for inner in self.program.stmts_below(canonical.body) {
            let span = self.program.stmts[inner].span;
            match self.program.stmts[inner].kind {
                // What they do to memory is not among the accesses of the host.
                StmtKind::Kernel { .. } | StmtKind::Directive(_) if place != Place::Kernel => {
                    return Err(Refusal::form(recipe, span, "it launches kernels or moves data"));
                }
                StmtKind::Asm(_) | StmtKind::Error => {
                    return Err(Refusal::form(recipe, span, "the compiler does not know what this does"));
                }
                _ => {}
            }
        }
        self.order(recipe, stmt, place)
    }
}

/// Asks about one loop of a function.
pub fn of_loop(
    program: &mut Program,
    sources: &mut Sources,
    function: FunctionId,
    stmt: StmtId,
    place: Place,
) -> Iterations {
    let mut sink = Sink::default();
    let kitchen = Kitchen::new(program, sources, &mut sink, function);
    let order = match kitchen.whole_order(stmt, place) {
        Ok(order) => order,
        Err(refusal) => return Iterations::Unknown(refusal.0.message),
    };
    let carried = order.dependences.iter().filter(|dependence| dependence.carrier() == Some(stmt));
    let mut told = BTreeSet::new();
    let reason = |dependence: &Dependence| Reason {
        source: order.accesses[dependence.source].span,
        sink: order.accesses[dependence.sink].span,
        kind: dependence.kind,
        certain: dependence.witness.is_some(),
    };
    let reasons: Vec<Reason> =
        carried.map(reason).filter(|reason| told.insert((reason.source, reason.sink))).collect();
    if reasons.is_empty() { Iterations::Independent } else { Iterations::Dependent(reasons) }
}
