//! How often functions run, and what the host does around them.
//!
//! ```c
//! for (t = 0; t < 100; t++) {
//!     smooth(u);          // 100 times: a kernel in it is launched so often
//!     u[0] = source[t];   // and each time the host has touched `u` before
//! }
//! ```
//! Calls are looked at in the program as it came, before those in loops get copies of what they call.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use analyze::{Input, Place};
use hir::{ExprId, ExprKind, FunctionId, Node, Program, StmtId, StmtKind, VarId};

use crate::counts::Counts;

/// A loop that is not counted is taken to run so often.
pub const UNCOUNTED: f64 = 16.0;

/// More runs of a function than this are not told apart.
const MANY: f64 = 1e9;

/// What the host does with an array: it reads an element, at least.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Touch {
    /// More than an element.
    pub more: bool,
    /// It writes, too.
    pub writes: bool,
}

/// Arrays that the host touches.
pub type OnHost = BTreeMap<VarId, Touch>;

/// Arrays that are touched, each with whether it is written.
pub type Arrays = BTreeMap<VarId, bool>;

/// The calls of a program.
#[derive(Default)]
pub struct Calls {
    /// Functions with a body, callers first.
    pub order: Vec<FunctionId>,
    /// How often each runs while the program does.
    runs: HashMap<FunctionId, f64>,
    /// What a loop calls, outside the loops inside it.
    in_loops: HashMap<StmtId, BTreeSet<FunctionId>>,
    /// What a function calls, and the arrays that it touches, outside its loops.
    outside: HashMap<FunctionId, (BTreeSet<FunctionId>, Arrays)>,
    /// All that it calls.
    all: HashMap<FunctionId, BTreeSet<FunctionId>>,
}

impl Calls {
    /// Looks through a program.
    pub fn new(input: &Input<'_>) -> Calls {
        let counts = Counts::new(input);
        let mut calls = Calls { order: analyze::callers_first(input), ..Calls::default() };
        for function in calls.order.clone() {
            let Some(body) = input.program.functions[function].body else { continue };
            let times = calls.runs(function);
            let mut walk =
                Walk { input, counts: &counts, function, calls: &mut calls, around: HashMap::new() };
            walk.below(Node::Stmt(body), None, times);
        }
        calls
    }

    /// How often a function runs; once, if nobody calls it here.
    pub fn runs(&self, function: FunctionId) -> f64 {
        self.runs.get(&function).copied().unwrap_or(1.0)
    }

    /// What a loop calls, outside the loops inside it.
    pub fn of_loop(&self, stmt: StmtId) -> BTreeSet<FunctionId> {
        self.in_loops.get(&stmt).cloned().unwrap_or_default()
    }

    /// What a function calls outside its loops.
    pub fn outside_loops(&self, function: FunctionId) -> impl Iterator<Item = FunctionId> + '_ {
        self.outside.get(&function).into_iter().flat_map(|(calls, _)| calls.iter().copied())
    }

    /// What the host touches while each function runs, given what it touches in the loops of each.
    pub fn on_host(
        &self,
        in_loops: HashMap<FunctionId, OnHost>,
        name: impl Fn(VarId) -> VarId,
    ) -> HashMap<FunctionId, OnHost> {
        let mut found = in_loops;
        for function in self.order.iter().rev() {
            let mut own = found.remove(function).unwrap_or_default();
            if let Some((_, touched)) = self.outside.get(function) {
                touched.iter().for_each(|(var, writes)| {
                    add(&mut own, name(*var), Touch { more: false, writes: *writes });
                });
            }
            for callee in self.all.get(function).into_iter().flatten() {
                merge(&mut own, found.get(callee));
            }
            found.insert(*function, own);
        }
        found
    }
}

/// Adds an array.
pub fn add(all: &mut OnHost, var: VarId, touch: Touch) {
    let known = all.entry(var).or_default();
    known.more |= touch.more;
    known.writes |= touch.writes;
}

/// Adds what is touched elsewhere.
pub fn merge(all: &mut OnHost, others: Option<&OnHost>) {
    others.into_iter().flatten().for_each(|(var, touch)| add(all, *var, *touch));
}

/// Adds the arrays that an expression itself reads and writes.
pub fn add_arrays(program: &Program, expr: ExprId, all: &mut Arrays) {
    let read = array_of(program, expr).map(|array| (array, false));
    let written = program.assigned_or_addressed(expr).and_then(|target| array_of(program, target));
    for (array, writes) in read.into_iter().chain(written.map(|array| (array, true))) {
        *all.entry(array).or_default() |= writes;
    }
}

/// The array of an access.
fn array_of(program: &Program, expr: ExprId) -> Option<VarId> {
    match program.exprs[expr].kind {
        ExprKind::Index { base, .. } | ExprKind::Deref(base) => {
            Place::of(program, base).map(|place| place.var)
        }
        _ => None,
    }
}

/// Through the body of one function.
struct Walk<'a, 'p> {
    input: &'a Input<'p>,
    counts: &'a Counts,
    function: FunctionId,
    calls: &'a mut Calls,
    around: HashMap<VarId, f64>,
}

impl Walk<'_, '_> {
    /// Statement nesting is bounded by the parser.
    fn below(&mut self, node: Node, inside: Option<StmtId>, times: f64) {
        let program = self.input.program;
        let (inside, times) = match node {
            Node::Stmt(stmt) => match self.trips(stmt) {
                Some(trips) => (Some(stmt), times * trips),
                None => (inside, times),
            },
            Node::Expr(expr) => {
                self.expr(expr, inside, times);
                (inside, times)
            }
        };
        program.children(node).into_iter().for_each(|child| self.below(child, inside, times));
    }

    /// How often a loop runs; `None` for other statements.
    fn trips(&mut self, stmt: StmtId) -> Option<f64> {
        let is_loop = matches!(
            self.input.program.stmts[stmt].kind,
            StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. }
        );
        let canonical = is_loop.then(|| analyze::canonical_loop::recognize(self.input, stmt))?;
        Some(match canonical {
            // As the loops around kernels are taken to run: see `Survey::inside`.
            Ok(canonical) => self.counts.trips(self.input.program, &canonical, &mut self.around, 3).count,
            Err(_) => UNCOUNTED,
        })
    }

    fn expr(&mut self, expr: ExprId, inside: Option<StmtId>, times: f64) {
        let program = self.input.program;
        if inside.is_none() {
            add_arrays(program, expr, &mut self.calls.outside.entry(self.function).or_default().1);
        }
        let ExprKind::Call { callee, .. } = program.exprs[expr].kind else { return };
        let Some(named) = program.called_function(callee) else { return };
        let callee = self.input.definition(named);
        if program.functions[callee].body.is_none() || callee == self.function {
            return;
        }
        let runs = self.calls.runs.entry(callee).or_default();
        *runs = (*runs + times).min(MANY);
        self.calls.all.entry(self.function).or_default().insert(callee);
        match inside {
            Some(stmt) => self.calls.in_loops.entry(stmt).or_default().insert(callee),
            None => self.calls.outside.entry(self.function).or_default().0.insert(callee),
        };
    }
}

/// The functions that run when a statement does.
pub fn callees(input: &Input<'_>, stmt: StmtId) -> Vec<FunctionId> {
    let program = input.program;
    let mut found = Vec::new();
    let mut pending: Vec<Node> = vec![Node::Stmt(stmt)];
    while let Some(node) = pending.pop() {
        for expr in program.exprs_below(node) {
            let ExprKind::Call { callee, .. } = program.exprs[expr].kind else { continue };
            let Some(function) = program.called_function(callee) else { continue };
            let function = input.definition(function);
            if !found.contains(&function) {
                found.push(function);
                pending.extend(program.functions[function].body.map(Node::Stmt));
            }
        }
    }
    found
}
