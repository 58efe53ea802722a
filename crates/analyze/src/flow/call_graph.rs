//! Which host functions lead to directives, and in what order they are
//! analysed.
//!
//! ```c
//! main -> run -> step (a kernel)        main -> print_usage
//! ```
//! `main`, `run` and `step` lead to a directive; `print_usage` does not, and is
//! of no interest. Callers come before callees, so that what a caller has on
//! the device is known when its callee is looked at. In a circle of calls the
//! one that is entered first comes first.
//!
//! Calls inside kernels are no calls of the host.

use std::collections::BTreeSet;

use hir::{ExprId, ExprKind, FunctionId, Item, Node, Program, StmtId, StmtKind};

use crate::Input;
use crate::effects::Effects;
use crate::maps::{HashMap, HashSet};

/// The host's calls, as far as they lead to directives.
pub struct CallGraph {
    /// Functions that lead to directives, callers first.
    pub order: Vec<FunctionId>,
    leading: HashSet<FunctionId>,
    units: HashMap<FunctionId, usize>,
    /// Leading functions whose address is taken.
    addressed: HashMap<FunctionId, ExprId>,
    /// Functions that `main` leads to, and whoever gets hold of an address; `None`
    /// for a program without `main`.
    reached: Option<HashSet<FunctionId>>,
}

impl CallGraph {
    /// Looks through all functions of the program.
    pub fn new(input: &Input<'_>) -> CallGraph {
        let program = input.program;
        let mut graph = CallGraph {
            order: Vec::new(),
            leading: HashSet::default(),
            units: HashMap::default(),
            addressed: HashMap::default(),
            reached: None,
        };
        if program.directives.is_empty() {
            return graph;
        }
        let mut bodies = Bodies::default();
        for (unit, items) in program.units.iter().enumerate() {
            for item in &items.items {
                let Item::Function(function) = item else { continue };
                let Some(has_directives) = bodies.look_through(input, *function, Calls::OfTheHost) else {
                    continue;
                };
                if has_directives {
                    graph.leading.insert(*function);
                }
                graph.units.insert(*function, unit);
            }
        }
        graph.reached = bodies.reached(input);
        let Bodies { functions, calls, mentions } = bodies;
        graph.spread(&calls);
        let leading = |function: &FunctionId| graph.leading.contains(function);
        graph.order = sorted(functions.into_iter().filter(leading), &calls, leading);
        let leading = &graph.leading;
        graph.addressed = mentions.into_iter().filter(|(function, _)| leading.contains(function)).collect();
        graph
    }

    /// Does it have a directive, or call what has one?
    pub fn leads(&self, function: FunctionId) -> bool {
        self.leading.contains(&function)
    }

    /// The unit that defines a function.
    pub fn unit(&self, function: FunctionId) -> usize {
        self.units.get(&function).copied().unwrap_or(0)
    }

    /// Where the address of a function goes somewhere, so that it may be
    /// called from anywhere.
    pub fn address_taken(&self, function: FunctionId) -> Option<ExprId> {
        self.addressed.get(&function).copied()
    }

    /// May the program run it, as far as its files tell?
    pub fn is_reached(&self, function: FunctionId) -> bool {
        self.reached.as_ref().is_none_or(|reached| reached.contains(&function))
    }

    /// Whoever calls a leading function leads.
    fn spread(&mut self, calls: &HashMap<FunctionId, BTreeSet<FunctionId>>) {
        let mut callers: HashMap<FunctionId, Vec<FunctionId>> = HashMap::default();
        for (caller, callees) in calls {
            for callee in callees {
                callers.entry(*callee).or_default().push(*caller);
            }
        }
        let mut pending: Vec<FunctionId> = self.leading.iter().copied().collect();
        while let Some(function) = pending.pop() {
            for caller in callers.get(&function).into_iter().flatten() {
                if self.leading.insert(*caller) {
                    pending.push(*caller);
                }
            }
        }
    }
}

/// Callers first: the order in which functions are left in a walk along
/// the calls, backwards. Beginning with the last function keeps the order of
/// the source where calls do not decide.
fn sorted(
    functions: impl DoubleEndedIterator<Item = FunctionId>,
    calls: &HashMap<FunctionId, BTreeSet<FunctionId>>,
    is_wanted: impl Fn(&FunctionId) -> bool,
) -> Vec<FunctionId> {
    let mut seen = HashSet::default();
    let mut left = Vec::new();
    for root in functions.rev() {
        let mut stack = vec![(root, false)];
        while let Some((function, is_done)) = stack.pop() {
            if is_done {
                left.push(function);
            } else if seen.insert(function) {
                stack.push((function, true));
                let callees = calls.get(&function).into_iter().flatten();
                stack.extend(callees.filter(|callee| is_wanted(callee)).map(|callee| (*callee, false)));
            }
        }
    }
    left.reverse();
    left
}

/// Functions that `main` leads to, also through kernels, and whoever gets hold of an address; `None` for a
/// program without `main`.
pub fn reached(input: &Input<'_>) -> Option<BTreeSet<FunctionId>> {
    Bodies::of(input).reached(input).map(|reached| reached.into_iter().collect())
}

/// The functions with a body; who calls another comes before it, but for circles.
pub fn callers_first(input: &Input<'_>) -> Vec<FunctionId> {
    let Bodies { functions, calls, .. } = Bodies::of(input);
    sorted(functions.into_iter(), &calls, |_| true)
}

/// The functions that have a body, and what they call and mention.
#[derive(Default)]
struct Bodies {
    functions: Vec<FunctionId>,
    calls: HashMap<FunctionId, BTreeSet<FunctionId>>,
    mentions: Vec<(FunctionId, ExprId)>,
}

impl Bodies {
    /// Of a whole program, calls in kernels included.
    fn of(input: &Input<'_>) -> Bodies {
        let mut bodies = Bodies::default();
        for item in input.program.units.iter().flat_map(|unit| &unit.items) {
            if let Item::Function(function) = item {
                bodies.look_through(input, *function, Calls::All);
            }
        }
        bodies
    }

    /// Has it directives? `None` if it has no body.
    fn look_through(&mut self, input: &Input<'_>, function: FunctionId, calls: Calls) -> Option<bool> {
        let found = look_through(input, input.program.functions[function].body?, calls);
        self.functions.push(function);
        self.calls.insert(function, found.calls);
        self.mentions.extend(found.mentions);
        Some(found.has_directives)
    }

    fn reached(&self, input: &Input<'_>) -> Option<HashSet<FunctionId>> {
        let is_main = |function: &FunctionId| input.function_name(*function) == "main";
        let main = self.functions.iter().copied().find(is_main)?;
        let addressed = self.mentions.iter().map(|(function, _)| *function);
        Some(everything_from(addressed.chain([main]), &self.calls))
    }
}

/// The functions that some functions lead to, themselves included.
fn everything_from(
    roots: impl Iterator<Item = FunctionId>,
    calls: &HashMap<FunctionId, BTreeSet<FunctionId>>,
) -> HashSet<FunctionId> {
    let mut pending: Vec<FunctionId> = roots.collect();
    let mut found = HashSet::default();
    while let Some(function) = pending.pop() {
        if found.insert(function) {
            pending.extend(calls.get(&function).into_iter().flatten());
        }
    }
    found
}

/// Which calls count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Calls {
    OfTheHost,
    All,
}

/// What a function's body has.
#[derive(Default)]
struct Found {
    has_directives: bool,
    /// Functions of the program that are called, by their definition.
    calls: BTreeSet<FunctionId>,
    /// Functions that are mentioned without being called.
    mentions: Vec<(FunctionId, ExprId)>,
}

fn look_through(input: &Input<'_>, body: StmtId, calls: Calls) -> Found {
    let program = input.program;
    let mut found = Found::default();
    let mut called = HashSet::default();
    let mut nodes = program.nodes(body);
    while let Some(node) = nodes.next() {
        match node {
            Node::Stmt(stmt) => match program.stmts[stmt].kind {
                StmtKind::Kernel { .. } => {
                    found.has_directives = true;
                    if calls == Calls::OfTheHost {
                        nodes.skip_children();
                    }
                }
                StmtKind::Directive(_) => found.has_directives = true,
                _ => found.has_directives |= program.use_device(stmt).is_some(),
            },
            Node::Expr(expr) => match &program.exprs[expr].kind {
                ExprKind::Call { callee, .. } => {
                    called.insert(named(program, *callee));
                    found.calls.extend(program.called_function(*callee).map(|f| input.definition(f)));
                }
                ExprKind::Function(function) if !called.contains(&expr) => {
                    found.mentions.push((input.definition(*function), expr));
                }
                _ => {}
            },
        }
    }
    found
}

/// The expression below conversions that names the function.
fn named(program: &Program, callee: ExprId) -> ExprId {
    let mut at = callee;
    while let ExprKind::Cast { operand, .. } | ExprKind::Deref(operand) | ExprKind::AddrOf(operand) =
        program.exprs[at].kind
    {
        at = operand;
    }
    at
}

/// The calls that a statement makes itself, not in statements below it.
pub fn own_calls(program: &Program, stmt: StmtId) -> Vec<ExprId> {
    let mut calls = Vec::new();
    for node in program.children(Node::Stmt(stmt)) {
        let Node::Expr(expr) = node else { continue };
        let is_call = |expr: &ExprId| matches!(program.exprs[*expr].kind, ExprKind::Call { .. });
        calls.extend(program.exprs_below(expr).filter(is_call));
    }
    calls
}

/// Parameters of a function that have, wherever it mentions them, the value
/// they were called with.
pub fn kept_parameters(program: &Program, function: FunctionId) -> BTreeSet<hir::VarId> {
    let declared = &program.functions[function];
    let Some(body) = declared.body else { return BTreeSet::new() };
    let effects = Effects::of(program, body);
    declared.params.iter().copied().filter(|param| !effects.may_change(*param)).collect()
}
