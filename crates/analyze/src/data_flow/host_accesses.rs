//! What the host reads and writes of the arrays that have device copies.
//!
//! `x = a[3]` reads `a`; `fill(a, n)` does what `fill` does to its first
//! parameter; `step()` does what it does to the arrays at file level. A function
//! that is only declared may do anything that the types of its parameters allow:
//! what it does is possible, not certain.

use std::collections::{BTreeMap, BTreeSet};

use hir::{ExprId, ExprKind, FunctionId, Node, Span, StmtId, StmtKind, VarStorage};

use crate::array_shape::ArrayShape;
use crate::region::{self, Surroundings};
use crate::{Input, Place};

use super::parts::{self, Cells};

/// Calls are followed this deep.
const MAX_CALLS: u32 = 6;

/// How certain an access is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Certainty {
    /// Not at all.
    Never,
    /// Perhaps.
    Possible,
    /// Whenever control comes by.
    Certain,
}

/// One thing the host does to an array.
#[derive(Clone, Debug)]
pub struct HostAccess {
    /// The array.
    pub place: Place,
    /// Is it read?
    pub reads: Certainty,
    /// Is it written?
    pub writes: Certainty,
    /// It is no array: a write leaves nothing of the old value.
    pub is_scalar: bool,
    /// The elements, where they are known in numbers.
    pub cells: Option<Cells>,
    /// Where.
    pub span: Span,
}

/// The accesses of a function's own statements, by statement, and the
/// statements after which nothing is known.
#[derive(Default, Debug)]
pub struct HostAccesses {
    /// In order of evaluation.
    pub by_stmt: BTreeMap<StmtId, Vec<HostAccess>>,
    /// Calls of functions that have directives themselves.
    pub opaque: BTreeSet<StmtId>,
}

/// Collects the accesses of a function to these places.
pub fn collect(input: &Input<'_>, body: StmtId, places: &BTreeSet<Place>) -> HostAccesses {
    let mut collector = Collector { input, places, found: HostAccesses::default() };
    collector.direct(body);
    collector.calls(body);
    collector.found
}

struct Collector<'a, 'p> {
    input: &'a Input<'p>,
    places: &'a BTreeSet<Place>,
    found: HostAccesses,
}

/// What a function does to a place.
type Summary = BTreeMap<Place, (Certainty, Certainty)>;

impl Collector<'_, '_> {
    /// Subscripted and plain mentions outside kernels. Arguments of calls are
    /// not among them.
    fn direct(&mut self, body: StmtId) {
        let found = walked(self.input, body, self.places).found;
        let arguments = arguments_below(self.input, body);
        let elements = found.accesses.iter().filter(|access| !arguments.contains_key(&access.expr));
        let scalars = found.scalar_accesses.iter();
        for access in elements.chain(scalars) {
            let is_pointer = || {
                let ty = crate::array_shape::place_type(self.input.program, &access.place);
                ty.is_some_and(|ty| self.input.program.types.is_pointer(ty))
            };
            let is_scalar = access.subscripts.as_ref().is_some_and(Vec::is_empty);
            // The pointer itself is not what has a device copy.
            if !self.places.contains(&access.place) || is_scalar && is_pointer() {
                continue;
            }
            let when = |does: bool| if does { Certainty::Certain } else { Certainty::Never };
            self.found.by_stmt.entry(access.stmt).or_default().push(HostAccess {
                place: access.place.clone(),
                reads: when(access.mode.reads()),
                writes: when(access.mode.writes()),
                is_scalar,
                cells: parts::touched(access).map(|(cells, _)| cells),
                span: access.span,
            });
        }
    }

    fn calls(&mut self, body: StmtId) {
        for (stmt, call) in calls_below(self.input, body) {
            let ExprKind::Call { callee, args } = &self.input.program.exprs[call].kind else { continue };
            let Some(function) = self.input.program.called_function(*callee) else { continue };
            if has_directives(self.input, function, 0) {
                self.found.opaque.insert(stmt);
                continue;
            }
            let span = self.input.program.exprs[call].span;
            let mut done = summary(self.input, function, self.places, 0);
            for (at, arg) in args.iter().enumerate() {
                let Some(place) = pointed_to(self.input, *arg).filter(|place| self.places.contains(place))
                else {
                    continue;
                };
                let does = argument_use(self.input, function, at, *arg);
                let known = done.entry(place).or_insert((Certainty::Never, Certainty::Never));
                *known = (known.0.max(does.0), known.1.max(does.1));
            }
            let accesses = self.found.by_stmt.entry(stmt).or_default();
            accesses.extend(done.into_iter().map(|(place, (reads, writes))| HostAccess {
                place,
                reads,
                writes,
                is_scalar: false,
                cells: None,
                span,
            }));
        }
    }
}

fn walked(input: &Input<'_>, body: StmtId, places: &BTreeSet<Place>) -> region::Region {
    let declared = |place: &Place| Some((place.clone(), ArrayShape::declared(input.program, place)?));
    let shapes = places.iter().filter_map(declared).collect();
    region::walk(
        input,
        body,
        Surroundings {
            named: places,
            shapes,
            captured: BTreeSet::new(),
            computed: Default::default(),
            loops: Vec::new(),
        },
    )
}

/// Statements of the host (not of kernels) with the calls in them.
fn calls_below(input: &Input<'_>, body: StmtId) -> Vec<(StmtId, ExprId)> {
    let mut found = Vec::new();
    let mut pending = vec![body];
    while let Some(stmt) = pending.pop() {
        if matches!(input.program.stmts[stmt].kind, StmtKind::Kernel { .. }) {
            continue;
        }
        for child in input.program.children(Node::Stmt(stmt)) {
            match child {
                Node::Stmt(child) => pending.push(child),
                Node::Expr(expr) => {
                    let below = input.program.exprs_below(Node::Expr(expr));
                    let calls =
                        below.filter(|e| matches!(input.program.exprs[*e].kind, ExprKind::Call { .. }));
                    found.extend(calls.map(|call| (stmt, call)));
                }
            }
        }
    }
    found
}

fn arguments_below(input: &Input<'_>, body: StmtId) -> BTreeMap<ExprId, ExprId> {
    let mut arguments = BTreeMap::new();
    for (_, call) in calls_below(input, body) {
        if let ExprKind::Call { args, .. } = &input.program.exprs[call].kind {
            arguments.extend(args.iter().map(|arg| (*arg, call)));
        }
    }
    arguments
}

/// The array or scalar that a pointer argument points into.
fn pointed_to(input: &Input<'_>, arg: ExprId) -> Option<Place> {
    let program = input.program;
    let mut at = arg;
    loop {
        at = match &program.exprs[at].kind {
            ExprKind::Cast { operand, .. } | ExprKind::AddrOf(operand) => *operand,
            ExprKind::Binary { lhs, rhs, .. } => {
                if program.types.is_pointer(program.exprs[*lhs].ty) {
                    *lhs
                } else {
                    *rhs
                }
            }
            ExprKind::Index { base, .. } => *base,
            _ => break,
        };
    }
    let is_pointer = program.types.is_pointer(program.exprs[arg].ty);
    Place::of(program, at).filter(|_| is_pointer)
}

/// What a function does to what its argument points to.
fn argument_use(input: &Input<'_>, function: FunctionId, at: usize, arg: ExprId) -> (Certainty, Certainty) {
    let callee = &input.program.functions[function];
    if let (Some(body), Some(param)) = (callee.body, callee.params.get(at)) {
        let place = Place::var(*param);
        let found = walked(input, body, &BTreeSet::from([place.clone()])).found;
        let uses = found.accesses.iter().filter(|access| access.place == place);
        return uses.fold((Certainty::Never, Certainty::Never), |(reads, writes), access| {
            // What goes on to another function is only possible.
            let sure = if access.subscripts.is_some() || access.flat.is_some() {
                Certainty::Certain
            } else {
                Certainty::Possible
            };
            let when = |does: bool| if does { sure } else { Certainty::Never };
            (reads.max(when(access.mode.reads())), writes.max(when(access.mode.writes())))
        });
    }
    match input.function_name(function).as_str() {
        "free" | "realloc" => (Certainty::Never, Certainty::Never),
        "memset" | "fread" | "fgets" | "sprintf" | "snprintf" => (Certainty::Never, Certainty::Certain),
        _ => {
            let target = input.program.types.pointee(input.program.exprs[arg].ty);
            let is_const = target.is_some_and(|target| input.program.types.strip(target).is_const());
            let writes = if is_const { Certainty::Never } else { Certainty::Possible };
            (Certainty::Possible, writes)
        }
    }
}

/// What a function and those it calls do to places at file level.
fn summary(input: &Input<'_>, function: FunctionId, places: &BTreeSet<Place>, depth: u32) -> Summary {
    let mut done = Summary::new();
    let Some(body) = input.program.functions[function].body.filter(|_| depth < MAX_CALLS) else {
        return done;
    };
    let outlives = |place: &&Place| {
        !matches!(input.program.vars[place.var].storage, VarStorage::Local | VarStorage::Param)
    };
    let reachable: BTreeSet<Place> = places.iter().filter(outlives).cloned().collect();
    if reachable.is_empty() {
        return done;
    }
    let found = walked(input, body, &reachable).found;
    for access in found.accesses.iter().chain(&found.scalar_accesses) {
        if reachable.contains(&access.place) {
            let sure = if access.subscripts.is_some() { Certainty::Certain } else { Certainty::Possible };
            let when = |does: bool| if does { sure } else { Certainty::Never };
            let known = done.entry(access.place.clone()).or_insert((Certainty::Never, Certainty::Never));
            *known = (known.0.max(when(access.mode.reads())), known.1.max(when(access.mode.writes())));
        }
    }
    for (_, call) in calls_below(input, body) {
        let ExprKind::Call { callee, .. } = &input.program.exprs[call].kind else { continue };
        if let Some(callee) = input.program.called_function(*callee).filter(|callee| *callee != function) {
            for (place, (reads, writes)) in summary(input, callee, &reachable, depth + 1) {
                let known = done.entry(place).or_insert((Certainty::Never, Certainty::Never));
                *known = (known.0.max(reads), known.1.max(writes));
            }
        }
    }
    done
}

/// Are there directives in a function, or in one that it calls?
fn has_directives(input: &Input<'_>, function: FunctionId, depth: u32) -> bool {
    let Some(body) = input.program.functions[function].body else { return false };
    let own = input.program.stmts_below(body).any(|stmt| {
        matches!(input.program.stmts[stmt].kind, StmtKind::Kernel { .. } | StmtKind::Directive(_))
    });
    let called = |call: ExprId| {
        let ExprKind::Call { callee, .. } = &input.program.exprs[call].kind else { return false };
        let callee = input.program.called_function(*callee).filter(|callee| *callee != function);
        callee.is_some_and(|callee| has_directives(input, callee, depth + 1))
    };
    own || depth < MAX_CALLS && calls_below(input, body).into_iter().any(|(_, call)| called(call))
}
