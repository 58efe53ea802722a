//! Who has the newest value of every element, host or device, at every point of
//! the program: the data law.
//!
//! ```c
//! #pragma hicuda global alloc a[*] copyin
//! …kernel that writes a…                        // the device has the newest
//! printf("%f\n", a[0]);                         // error: the host's copy is old
//! ```
//! The program is followed from `main` along all its paths, into every function it calls and
//! back, with what is known of all values ([`value`]) and, for every object, of its
//! elements ([`state`], [`pieces`]). Functions that nothing calls are followed by
//! themselves. What is wrong for certain is an error; what is not known is said by
//! `--verdicts`, and no directive is called proven for which something was not.
//!
//! A loop without directives is one nest of accesses ([`touches`]); one with directives
//! is walked until nothing new is learned, then once more to report.

mod alone;
mod calls;
mod declared;
mod defined;
mod device_uses;
mod directives;
mod elements;
mod eval;
mod exchanges;
mod flat;
mod held;
mod jumps;
mod kernels;
pub mod library;
mod loops;
mod named;
mod notes;
mod overlaps;
pub mod pieces;
mod presence;
pub mod record;
mod recursion;
mod report;
pub mod state;
mod table;
mod tiles;
pub mod timeline;
pub mod touches;
mod unfollowed;
mod unwritten_calls;
pub mod value;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use affine::{LinearExpr, Set};
use diagnostics::Sink;
use hir::{
    AllocInit, DirectiveId, DirectiveKind, ExprId, ExprKind, FunctionId, GlobalAction, Init, Item, Program,
    Span, StmtId, StmtKind,
};
use hir::{VarId, VarStorage};

use crate::call_graph::CallGraph;
use crate::maps::{HashMap, HashSet};
use crate::{AccessMode, CopyId, Facts, Input, KernelFacts, Place};

use declared::Declared;
use notes::Notes;
use record::Side;
use state::{Cells, Object, State, Zeros, meet};
use timeline::Happening;
use touches::{Nest, Reads, Touch};
use value::{Loc, LocKind, Names, Target, Value, Way};

/// Statements are followed this often, all calls and rounds counted.
const MOST_STEPS: usize = 300_000;

/// Two device copies, each with its unit.
pub type CopyPair = ((usize, CopyId), (usize, CopyId));

/// What is found.
#[derive(Default)]
pub struct Found {
    /// What happens to each array, with its unit, in the order of the program.
    pub happenings: Vec<(usize, Happening)>,
    /// Accesses and old values, for whoever places transfers.
    pub record: record::Record,
    /// What is not proven, by directive.
    pub unproven: BTreeMap<DirectiveId, BTreeSet<String>>,
    /// Device copies, each with its unit, that may be used where they have no value of their
    /// own: they get the host's values when they are made.
    pub completed: BTreeSet<(usize, CopyId)>,
    /// Pairs of copies of one function that may be of memory that overlaps, of which a kernel
    /// writes one; the second is made while the first lives.
    pub overlaps: BTreeSet<CopyPair>,
    /// Pairs of copies that live together and may be of one object, whichever parts of it.
    pub of_one: BTreeSet<CopyPair>,
    /// Copies that were compared with those that lived when they were made.
    pub compared: BTreeSet<(usize, CopyId)>,
    /// Those of them that calls of this program may make one array.
    pub met: BTreeSet<CopyPair>,
}

/// What stands in the directives that run. Those outside of functions do not.
fn bounds_of_directives(program: &hir::Program) -> HashSet<ExprId> {
    let bodies = program.functions.iter().filter_map(|(_, function)| function.body);
    let directives = bodies.flat_map(|body| program.stmts_below(body)).filter_map(|stmt| {
        let StmtKind::Directive(directive) = program.stmts[stmt].kind else { return None };
        Some(directive)
    });
    directives.flat_map(|directive| program.directive_exprs(directive)).collect()
}

/// Follows a whole program; reports what breaks the law.
pub fn check(input: &Input<'_>, graph: &CallGraph, facts: &[Facts], sink: &mut Sink) -> Found {
    let kernels = facts.iter().enumerate();
    let kernels =
        kernels.flat_map(|(unit, facts)| facts.kernels.iter().map(move |k| (k.stmt, (unit, k)))).collect();
    let declared = Declared::of(input);
    let mut law = Law {
        input,
        graph,
        facts,
        kernels,
        named: named_variables(input, &declared),
        addressed: addressed_functions(input.program),
        exposed: unfollowed::exposed_variables(input),
        follows_zeros: has_clear(input.program),
        names: Names::new(declared),
        now: None,
        breaks: Vec::new(),
        continues: Vec::new(),
        switches: Vec::new(),
        returns: Vec::new(),
        labels: jumps::Labels::default(),
        row_tables: BTreeMap::new(),
        stack: Vec::new(),
        calls: Vec::new(),
        recursions: Vec::new(),
        silent: 0,
        doubt: 0,
        nest: None,
        current: None,
        steps: 0,
        heap_units: HashMap::default(),
        captured: HashMap::default(),
        bounds: bounds_of_directives(input.program),
        moved_from: HashMap::default(),
        written: BTreeSet::new(),
        knows_all_copies: true,
        several: HashSet::default(),
        learned: 0,
        with_device: HashMap::default(),
        heads: HashMap::default(),
        device_heads: HashMap::default(),
        with_jumps: HashMap::default(),
        on_device: HashSet::default(),
        at_exit: Vec::new(),
        handlers: BTreeMap::new(),
        cleanups: Vec::new(),
        walked: HashSet::default(),
        own_variables: None,
        notes: Notes::default(),
        pointing: RefCell::default(),
        with_copies: RefCell::default(),
        with_symbols: table::Those::default(),
        moved_pointers: table::Those::default(),
        found: Found::default(),
    };
    let is_main = |function: &&FunctionId| input.function_name(**function) == "main";
    let main = graph.order.iter().find(is_main).copied();
    for function in main.into_iter().chain(graph.order.iter().copied()) {
        if !law.walked.contains(&function) {
            law.root(function);
        }
    }
    law.keep_written_overlaps();
    let doubled = law.told_doubled(sink);
    law.notes.messages(doubled).into_iter().for_each(|message| sink.push(message));
    let is_incomplete = law.found.record.is_incomplete;
    if is_incomplete && let Some(told) = law.told_too_large() {
        sink.push(told);
    }
    let (happenings, record) = law.notes.finish();
    let followed = law.steps;
    Found { happenings, record: record::Record { is_incomplete, followed, ..record }, ..law.found }
}

/// Does a device copy begin with zeros?
fn has_clear(program: &Program) -> bool {
    let is_clear = |kind: &DirectiveKind| {
        matches!(kind, DirectiveKind::Global(GlobalAction::Alloc { init: AllocInit::Clear, .. }))
    };
    program.directives.iter().any(|(_, directive)| is_clear(&directive.kind))
}

/// Variables that data directives name.
fn named_variables(input: &Input<'_>, declared: &Declared) -> HashSet<VarId> {
    let program = input.program;
    let mut named = HashSet::default();
    for (_, directive) in program.directives.iter() {
        let bases: Vec<ExprId> = match &directive.kind {
            DirectiveKind::Global(GlobalAction::Alloc { section, .. } | GlobalAction::Copyin(section)) => {
                vec![section.base]
            }
            DirectiveKind::Global(GlobalAction::Copyout { section, to }) => {
                std::iter::once(section.base).chain(to.iter().map(|to| to.base)).collect()
            }
            DirectiveKind::TextureCopyin { section, .. } => vec![section.base],
            DirectiveKind::ConstantCopyin(sections) => sections.iter().map(|section| section.base).collect(),
            _ => Vec::new(),
        };
        named.extend(bases.into_iter().filter_map(|base| Place::of(program, base)).map(|place| place.var));
    }
    named.extend(named.clone().into_iter().map(|var| declared.variable(var)));
    named
}

/// Functions that are named elsewhere than in their calls.
fn addressed_functions(program: &Program) -> Vec<FunctionId> {
    let mut called = HashSet::default();
    for (_, expr) in program.exprs.iter() {
        let ExprKind::Call { mut callee, .. } = expr.kind else { continue };
        while let ExprKind::Cast { operand, .. } = program.exprs[callee].kind {
            callee = operand;
        }
        called.insert(callee);
    }
    let named = program.exprs.iter().filter_map(|(id, expr)| match expr.kind {
        ExprKind::Function(function) if !called.contains(&id) => Some(function),
        _ => None,
    });
    named.collect::<BTreeSet<_>>().into_iter().collect()
}

struct Law<'a, 'p> {
    input: &'a Input<'p>,
    graph: &'a CallGraph,
    facts: &'a [Facts],
    kernels: HashMap<StmtId, (usize, &'a KernelFacts)>,
    named: HashSet<VarId>,
    /// Functions whose address goes somewhere.
    addressed: Vec<FunctionId>,
    /// Variables whose address somebody may keep.
    exposed: HashSet<VarId>,
    /// Does a directive ask for zeros?
    follows_zeros: bool,
    names: Names,
    /// `None` where control never comes.
    now: Option<State>,
    breaks: Vec<Option<State>>,
    continues: Vec<Option<State>>,
    /// What was known where each `switch` starts.
    switches: Vec<Option<State>>,
    /// What is known where each function that is being followed returns, and its value.
    returns: Vec<(Option<State>, Option<Value>)>,
    /// What is known at the labels of the function that is being followed.
    labels: jumps::Labels,
    /// Arrays of pointers to rows that have a device copy, each with what its rows are part of.
    row_tables: BTreeMap<Loc, Vec<Loc>>,
    stack: Vec<FunctionId>,
    calls: Vec<ExprId>,
    /// Functions that are followed for all calls of them that they lead to.
    recursions: Vec<recursion::Recursion>,
    /// Loops that are walked to learn, not to report.
    silent: u32,
    /// Conditions around the expression that nothing is known of.
    doubt: u32,
    nest: Option<Nest>,
    /// The statement that is being followed.
    current: Option<StmtId>,
    steps: usize,
    /// Bytes of an element of what was allocated.
    heap_units: HashMap<Loc, u64>,
    /// Bounds of directives, as they were when these ran.
    captured: HashMap<ExprId, LinearExpr>,
    /// What stands in directives: it is evaluated when these run, and not again when a transfer speaks of the whole copy.
    bounds: HashSet<ExprId>,
    /// Transfers to the host that may move what a device copy never got, and these copies.
    moved_from: HashMap<Span, BTreeSet<(usize, CopyId)>>,
    /// Copies that kernels write.
    written: BTreeSet<(usize, CopyId)>,
    /// Memory of calls that were made more than once: one name for several objects.
    several: HashSet<Loc>,
    /// Is it known of every device copy what it is a copy of?
    knows_all_copies: bool,
    /// How often something was added to what outlives a walk of a statement ([`Lasting`]).
    learned: usize,
    /// Does a statement lead to a directive?
    with_device: HashMap<StmtId, bool>,
    /// What was known at the head of a loop of the host when it was last walked, where that differs from what was
    /// known before the loop.
    heads: HashMap<(StmtId, Way), Cells>,
    /// What was known at the head of a loop with directives when it was last walked.
    device_heads: HashMap<(StmtId, Way), State>,
    /// Does a body jump back?
    with_jumps: HashMap<StmtId, bool>,
    /// Objects that stand for their device copies in the statement that is being followed.
    on_device: HashSet<Loc>,
    /// Functions that run when the program ends, each with the call that said so.
    at_exit: Vec<(ExprId, FunctionId)>,
    /// Functions that a library may call from now on (for signals, or for anything), and where their pointers may point.
    handlers: BTreeMap<(bool, FunctionId), Value>,
    /// Variables of the function that other functions are called for when their blocks end.
    cleanups: Vec<(VarId, FunctionId)>,
    /// Functions that were followed.
    walked: HashSet<FunctionId>,
    /// The variables that each call of a function has for itself, once somebody asks.
    own_variables: Option<HashMap<FunctionId, Rc<[VarId]>>>,
    /// What pointed where when it was asked last, and the cells of then.
    pointing: RefCell<Option<(table::Table<value::Value>, Rc<record::Pointing>)>>,
    /// Objects that have a device copy, or had one: few of all, and asked for at most accesses.
    with_copies: RefCell<table::Those<Rc<Object>>>,
    /// Objects of whose elements something is said in terms of symbols.
    with_symbols: table::Those<Rc<Object>>,
    /// Pointers to elements whose places are formulas.
    moved_pointers: table::Those<Value>,
    notes: Notes,
    found: Found,
}

/// What outlives a walk of a statement. Where a walk leaves it as it was, a second one from the same state finds what the first
/// has found.
#[derive(PartialEq)]
struct Lasting {
    learned: usize,
    captured: HashMap<ExprId, LinearExpr>,
}

impl Law<'_, '_> {
    fn lasting(&self) -> Lasting {
        Lasting { learned: self.learned, captured: self.captured.clone() }
    }

    /// Follows a function that nothing is known to call.
    fn root(&mut self, function: FunctionId) {
        self.at_exit.clear();
        self.handlers.clear();
        self.cleanups.clear();
        self.device_heads.clear();
        let Some(body) = self.input.program.functions[function].body else { return };
        self.walked.insert(function);
        self.now = Some(State::default());
        self.stack = vec![function];
        if self.input.function_name(function) == "main" {
            self.initial_values();
            self.begins();
        }
        self.body(body);
        self.current = Some(body);
        match self.input.function_name(function) == "main" {
            true => self.ends(),
            false => self.left_to_callers(),
        }
        self.current = None;
        self.stack.clear();
    }

    /// Variables at file level have their initialisers' values when `main` starts.
    fn initial_values(&mut self) {
        let program = self.input.program;
        for (var, declared) in program.vars.iter() {
            let is_static = matches!(
                declared.storage,
                VarStorage::Global | VarStorage::Internal | VarStorage::StaticLocal
            );
            let Some(init) = declared.init.as_ref().filter(|_| is_static) else { continue };
            let loc = self.names.loc(LocKind::Var(var));
            match init {
                Init::Expr(init) => {
                    let value = self.value(*init);
                    self.now.iter_mut().for_each(|now| now.put(loc, value.clone()));
                }
                Init::List { .. } => self.parts_set(loc, init),
                Init::Construct(_) => self.initialisers(init),
            }
        }
    }

    /// Statement nesting is bounded by the parser.
    fn stmt(&mut self, stmt: StmtId) {
        self.steps += 1;
        if self.now.is_none() && !self.has_label(stmt) {
            return;
        }
        if self.steps > MOST_STEPS {
            self.give_up();
            return;
        }
        let input = self.input;
        let before = self.current.replace(stmt);
        match &input.program.stmts[stmt].kind {
            StmtKind::Block(stmts) => self.block(stmts),
            StmtKind::Decl(items) => items.iter().for_each(|item| self.declared(item)),
            StmtKind::Expr(expr) => drop(self.value(*expr)),
            StmtKind::If { cond, then, otherwise } => self.branches(stmt, *cond, *then, *otherwise),
            StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. } => self.repeated(stmt),
            StmtKind::Switch { cond, body } => {
                self.value(*cond);
                self.switches.push(self.now.clone());
                self.breaks.push(self.now.take());
                self.doubt += 1;
                self.stmt(*body);
                self.doubt -= 1;
                self.switches.pop();
                let out = self.breaks.pop().flatten();
                let now = self.now.take();
                self.now = self.met(now, out, stmt);
            }
            StmtKind::Case { body, .. } | StmtKind::Default(body) => {
                // Control comes from the case before, or from the `switch`.
                let from_switch = self.switches.last().cloned().flatten();
                let now = self.now.take();
                self.now = meet(now, from_switch, stmt.index(), &mut self.names);
                self.stmt(*body);
            }
            StmtKind::Label { label, body } => {
                self.at_label(*label, stmt);
                self.stmt(*body);
            }
            StmtKind::Annotated { directive, body } => self.with_device_uses(*directive, *body),
            StmtKind::Singular { body, .. } => self.stmt(*body),
            // What a jump leaves is taken for all that is left.
            StmtKind::Break | StmtKind::Continue | StmtKind::Goto(_) if !self.cleanups.is_empty() => {
                self.clean_up(0);
                match input.program.stmts[stmt].kind {
                    StmtKind::Goto(label) => self.jump(label),
                    StmtKind::Break => self.leave(true),
                    _ => self.leave(false),
                }
            }
            StmtKind::Break => self.leave(true),
            StmtKind::Continue => self.leave(false),
            StmtKind::Return(value) => {
                let value = value.map(|value| self.value(value));
                self.clean_up(0);
                self.returned(value);
            }
            StmtKind::Goto(label) => self.jump(*label),
            StmtKind::GotoComputed(target) => {
                self.value(*target);
                self.jump_anywhere();
            }
            StmtKind::Kernel { .. } => self.kernel(stmt),
            StmtKind::Directive(directive) => self.directive(*directive),
            StmtKind::Asm(asm) => {
                asm.inputs.iter().for_each(|input| drop(self.value(input.2)));
                self.writes_anything(None);
            }
            StmtKind::Empty
            | StmtKind::Attributes(_)
            | StmtKind::Pragma(_)
            | StmtKind::Barrier
            | StmtKind::Comment(_)
            | StmtKind::Error => {}
        }
        self.current = before;
    }

    /// May control come into the statement from the side?
    fn has_label(&self, stmt: StmtId) -> bool {
        let program = self.input.program;
        let is_label = |stmt: StmtId| {
            matches!(
                program.stmts[stmt].kind,
                StmtKind::Label { .. } | StmtKind::Case { .. } | StmtKind::Default(_)
            )
        };
        is_label(stmt) || program.stmts_below(stmt).any(is_label)
    }

    fn declared(&mut self, item: &Item) {
        let Item::Var { var, with_init, .. } = item else { return };
        let program = self.input.program;
        if !program.vars[*var].attrs.is_empty() {
            self.note_cleanup(*var);
        }
        let declared = &program.vars[*var];
        let loc = self.names.loc(LocKind::Var(*var));
        if matches!(declared.storage, VarStorage::StaticLocal | VarStorage::Extern) {
            return;
        }
        let init = declared.init.as_ref().filter(|_| *with_init);
        let value = match init {
            Some(Init::Expr(expr)) => {
                let value = self.value(*expr);
                if program.types.as_record(declared.ty).is_some() {
                    self.assigned_struct(loc, *expr);
                }
                Some(value)
            }
            Some(init) => {
                self.members_set(loc, init, true);
                self.pointers_in(init)
            }
            None => None,
        };
        let zeros = match init {
            Some(init) if self.is_all_zero(init) => Zeros::All,
            Some(Init::List { .. }) | None => Zeros::Perhaps,
            _ => Zeros::None,
        };
        self.forget_elements(loc);
        let object = self.new_object(loc, zeros);
        if let Some(now) = &mut self.now {
            now.goes(loc);
            match value {
                Some(value) => now.put(loc, value),
                None => now.unset(loc),
            }
        }
        if self.is_followed(loc) && self.nest.is_none() {
            self.set(loc, object);
        }
    }

    fn assigned_struct(&mut self, loc: Loc, from: ExprId) {
        let denoted = Some(vec![Target::new(loc, Vec::new())]);
        self.copy_members(&denoted, from);
    }

    /// What an initialiser puts into an object: its members, and the pointers of a table.
    fn parts_set(&mut self, loc: Loc, init: &Init) {
        self.members_set(loc, init, true);
        if let Some(value) = self.pointers_in(init) {
            self.now.iter_mut().for_each(|now| now.put(loc, value.clone()));
        }
    }

    /// Members that an initialiser sets. Those of an array's elements have one name: it stands for what is in any of them.
    fn members_set(&mut self, loc: Loc, init: &Init, is_first: bool) {
        let Init::List { ty, entries, .. } = init else { return self.initialisers(init) };
        let record = self.input.program.types.as_record(*ty);
        for entry in entries {
            let member = record.map(|r| self.names.loc(LocKind::Member(loc, r, entry.index as u32)));
            match (&entry.value, member) {
                (Init::Expr(expr), Some(member)) => {
                    let value = self.value(*expr);
                    self.member_set(member, value, is_first);
                }
                (inner, Some(member)) => {
                    self.members_set(member, inner, is_first);
                    if let Some(value) = self.pointers_in(inner) {
                        self.member_set(member, value, is_first);
                    }
                }
                (inner, None) => self.members_set(loc, inner, is_first && entry.index == 0),
            }
        }
        if record.is_none() {
            let exprs: Vec<ExprId> = entries
                .iter()
                .filter_map(|entry| match entry.value {
                    Init::Expr(expr) => Some(expr),
                    _ => None,
                })
                .collect();
            exprs.into_iter().for_each(|expr| drop(self.value(expr)));
        }
    }

    fn member_set(&mut self, member: Loc, value: Value, is_first: bool) {
        let names = &mut self.names;
        let Some(now) = &mut self.now else { return };
        let value = match now.value(member).filter(|_| !is_first) {
            Some(before) => value::joined(before, &value, || names.fresh()),
            None => value,
        };
        now.put(member, value);
    }

    /// What a table of pointers holds: any of them.
    fn pointers_in(&mut self, init: &Init) -> Option<Value> {
        let Init::List { ty, entries, .. } = init else { return None };
        let element = self.input.program.types.element(*ty)?;
        if !self.input.program.types.is_pointer(element) {
            return None;
        }
        let mut all: Option<Value> = None;
        for entry in entries {
            let Init::Expr(expr) = entry.value else { return Some(Value::Unknown) };
            let value = self.value(expr);
            let names = &mut self.names;
            all = Some(match all {
                Some(all) => value::joined(&all, &value, || names.fresh()),
                None => value,
            });
        }
        all
    }

    fn is_all_zero(&self, init: &Init) -> bool {
        match init {
            Init::Expr(expr) => self.is_zero(*expr),
            Init::List { entries, .. } => entries.iter().all(|entry| self.is_all_zero(&entry.value)),
            Init::Construct(_) => false,
        }
    }

    fn branches(&mut self, stmt: StmtId, cond: ExprId, then: StmtId, otherwise: Option<StmtId>) {
        let decided = match self.value(cond) {
            Value::Int(value) => value.as_constant(),
            _ => None,
        };
        let before = self.now.clone();
        let in_nest = self.nest.is_some();
        self.doubt += u32::from(in_nest);
        let skipped = |wanted: bool| decided.is_some_and(|value| (value != 0) != wanted);
        if skipped(true) && !self.has_label(then) {
            self.now = None;
        } else {
            self.stmt(then);
        }
        let after = std::mem::replace(&mut self.now, before);
        if skipped(false) {
            self.now = None;
        } else {
            otherwise.iter().for_each(|otherwise| self.stmt(*otherwise));
        }
        self.doubt -= u32::from(in_nest);
        // What follows runs only if the other branch was taken.
        if in_nest && decided.is_none() && (after.is_none() != self.now.is_none()) {
            self.doubt += 1;
        }
        let now = self.now.take();
        self.now = self.met(now, after, stmt);
    }

    fn leave(&mut self, out: bool) {
        let now = self.now.take();
        let stmt = self.current.map_or(0, |stmt| stmt.index());
        let list = if out { &mut self.breaks } else { &mut self.continues };
        if let Some(target) = list.last_mut() {
            *target = meet(target.take(), now, stmt, &mut self.names);
        }
    }

    fn returned(&mut self, value: Option<Value>) {
        let now = self.now.take();
        let stmt = self.current.map_or(0, |stmt| stmt.index());
        if let (Some((state, result)), true) = (self.returns.last_mut(), now.is_some()) {
            *state = meet(state.take(), now, stmt, &mut self.names);
            let names = &mut self.names;
            *result = match (result.take(), value) {
                (None, value) => value,
                (Some(a), Some(b)) => {
                    Some(value::joined(&a, &b, || names.symbol(value::Site::Returned(stmt))))
                }
                (a, None) => a,
            };
        }
    }

    /// Is it an object whose elements are followed?
    fn is_followed(&self, loc: Loc) -> bool {
        let program = self.input.program;
        match self.names.kind(loc) {
            LocKind::Var(var) => self.named.contains(var) || program.types.is_array(program.vars[*var].ty),
            LocKind::Heap(..)
            | LocKind::Given(..)
            | LocKind::Behind(_)
            | LocKind::Unfollowed(_)
            | LocKind::Named(_)
            | LocKind::Rows(_) => true,
            LocKind::Others(_) | LocKind::Element(..) => false,
            LocKind::Member(outer, record, field) => {
                let fields = program.records[*record].fields.as_deref().unwrap_or_default();
                let is_array =
                    fields.get(*field as usize).is_some_and(|field| program.types.is_array(field.ty));
                is_array
                    || matches!(self.names.kind(self.outermost(*outer)), LocKind::Var(var) if self.named.contains(var))
            }
        }
    }

    fn outermost(&self, loc: Loc) -> Loc {
        match self.names.kind(loc) {
            LocKind::Member(outer, ..) | LocKind::Element(outer, _) => self.outermost(*outer),
            _ => loc,
        }
    }

    /// A variable of a function, or a part of one.
    fn is_local(&self, loc: Loc) -> bool {
        match self.names.kind(self.outermost(loc)) {
            LocKind::Var(var) => {
                self.input.program.vars[*var].storage == VarStorage::Local
                    || self.stack.len() > 1 && self.input.program.vars[*var].storage == VarStorage::Param
            }
            _ => false,
        }
    }

    /// Does one name stand for many values?
    fn holds_many(&self, loc: Loc) -> bool {
        match self.names.kind(loc) {
            LocKind::Var(var) => self.input.program.types.is_array(self.input.program.vars[*var].ty),
            LocKind::Others(_) => true,
            LocKind::Member(..)
            | LocKind::Element(..)
            | LocKind::Heap(..)
            | LocKind::Given(..)
            | LocKind::Behind(_)
            | LocKind::Unfollowed(_)
            | LocKind::Named(_)
            | LocKind::Rows(_) => false,
        }
    }

    /// The object that has a device copy, or had one: this, or one that it is part of.
    fn holder(&self, loc: Loc) -> Loc {
        let known = |loc: Loc| {
            let object = self.now.as_ref().and_then(|now| now.objects.get(loc));
            object.is_some_and(|object| object.place.is_some())
        };
        let mut at = loc;
        loop {
            if known(at) {
                return at;
            }
            match self.names.kind(at) {
                LocKind::Member(outer, ..) => at = *outer,
                _ => return loc,
            }
        }
    }

    /// Where the user looks for an access: functions that have nothing to do with
    /// directives are told by their call.
    fn site(&self, span: Span) -> Span {
        let frames = self.stack.iter().skip(1).zip(&self.calls).rev();
        let inner = frames.take_while(|(function, _)| !self.graph.leads(**function));
        inner.last().map_or(span, |(_, call)| self.input.span(*call))
    }

    /// The host touches an object, and with it what is part of it; `alone` if it can be no other.
    fn touch(&mut self, target: &Target, alone: bool, mode: AccessMode, span: Span, zero: Zeros) {
        self.touch_parts(target.loc, mode, span);
        self.touch_one(target, alone, mode, span, zero);
    }

    fn touch_one(&mut self, target: &Target, alone: bool, mode: AccessMode, span: Span, zero: Zeros) {
        if !self.is_followed(target.loc) {
            return;
        }
        let rows = self.row_tables.iter().filter(|(_, parts)| parts.contains(&target.loc));
        let tables: Vec<Loc> = rows.map(|(table, _)| *table).collect();
        for table in tables {
            let rows = Target { loc: self.names.loc(LocKind::Rows(table)), at: None, part: None, unit: None };
            self.touch(&rows, false, mode, span, zero);
        }
        let span = self.site(span);
        let loc = self.holder(target.loc);
        let is_part = loc != target.loc;
        let Some(stmt) = self.current else { return };
        let domain = self.nest.as_ref().map_or_else(Set::universe, |nest| nest.domain.clone());
        let at = match is_part {
            true => Some(Vec::new()),
            false => self.taken_apart(loc, target.at.clone(), &domain),
        };
        let mut touch = Touch {
            loc,
            at,
            last: None,
            part: target.part.clone(),
            mode,
            span,
            stmt,
            certain: alone && self.doubt == 0 && !(is_part && mode.writes()),
            domain: Set::universe(),
            loops: Vec::new(),
            by_others: false,
            zero,
        };
        match &mut self.nest {
            Some(nest) => {
                touch.domain = domain;
                touch.loops = nest.rounds.clone();
                nest.add_new(touch);
            }
            None => self.host_touches(vec![touch]),
        }
    }

    /// The objects that have a device copy, or had one.
    fn with_copies(&self) -> Vec<(Loc, &Rc<Object>)> {
        let Some(now) = &self.now else { return Vec::new() };
        let had_one = |object: &Rc<Object>| object.place.is_some() || !object.copies.is_empty();
        let mut known = self.with_copies.borrow_mut();
        let known = known.of(&now.objects, had_one).iter();
        known.filter_map(|loc| Some((*loc, now.objects.get(*loc)?))).collect()
    }

    /// The elements of an object, as far as they are known.
    fn object(&self, loc: Loc) -> Rc<Object> {
        if let Some(object) = self.now.as_ref().and_then(|now| now.object(loc)) {
            return object;
        }
        let program = self.input.program;
        let zeros = match self.names.kind(self.outermost(loc)) {
            LocKind::Var(var) => {
                let declared = &program.vars[self.input.linkage().initialised(program, *var)];
                let starts_here = self.stack.first().is_some_and(|f| self.input.function_name(*f) == "main");
                match declared.storage {
                    VarStorage::Local => Zeros::Perhaps,
                    _ if !starts_here => Zeros::Perhaps,
                    VarStorage::Param => Zeros::Perhaps,
                    _ => match &declared.init {
                        None => Zeros::All,
                        Some(init) if self.is_all_zero(init) => Zeros::All,
                        Some(_) => Zeros::None,
                    },
                }
            }
            _ => Zeros::Perhaps,
        };
        Rc::new(Object::new(zeros, self.follows_zeros))
    }

    /// The same, to be given back by [`Law::set`].
    fn object_to_change(&self, loc: Loc) -> Object {
        Rc::unwrap_or_clone(self.object(loc))
    }

    fn set(&mut self, loc: Loc, object: Object) {
        if let Some(now) = &mut self.now {
            now.set(loc, object);
        }
    }

    /// Accesses of the host happen, one nest of them.
    fn host_touches(&mut self, mut touches: Vec<Touch>) {
        if self.now.is_none() {
            return;
        }
        touches.retain(|touch| !self.on_device.contains(&touch.loc));
        let touches = touches::joined_members(self.input.program, &touches, &self.elements(&touches));
        let reads = Reads::new(&touches);
        for (at, touch) in touches.iter().enumerate().filter(|(_, touch)| touch.mode.reads()) {
            let object = self.object(touch.loc);
            let found = reads.of(at, &object, &object.host);
            self.host_read(&object, touch.span, &found);
            self.note_read(touch.loc, &object, Side::Host, &found);
        }
        for (at, touch) in touches.iter().enumerate().filter(|(_, touch)| touch.mode.writes()) {
            let mut object = self.object_to_change(touch.loc);
            if object.is_of_the_host() {
                object.by_host = Some(touch.span);
            } else {
                let area = Rc::unwrap_or_clone(reads.area(at, &object));
                let area = match &object.whole {
                    Some(whole) => area.inside(whole),
                    None => area,
                };
                object.host_writes(&area, touch.span, touch.zero);
            }
            self.note_access(touch.loc, &object, Side::Host, true);
            let (has_copy, place) = (!object.copies.is_empty(), object.place.clone());
            self.set(touch.loc, object);
            if let (true, Some(place)) = (has_copy, place) {
                self.happens(touch.loc, &place, touch.span, timeline::What::HostWrites, None);
            }
        }
    }

    /// The structs that elements of these objects are.
    fn elements(&self, touches: &[Touch]) -> HashMap<Loc, hir::RecordId> {
        let record = |loc: Loc| self.input.program.types.as_record(self.element_type(loc)?);
        let parts = touches.iter().filter(|touch| touch.part.is_some());
        parts.filter_map(|touch| Some((touch.loc, record(touch.loc)?))).collect()
    }

    /// Too much to follow: nothing is known, and nothing is proven.
    fn give_up(&mut self) {
        self.now = None;
        self.found.record.is_incomplete = true;
        let all: Vec<DirectiveId> = self.input.program.directives.iter().map(|(id, _)| id).collect();
        for directive in all {
            self.not_proven(directive, "the program is too large to follow every value");
        }
    }

    fn not_proven(&mut self, directive: DirectiveId, why: impl Into<String>) {
        self.found.unproven.entry(directive).or_default().insert(why.into());
    }
}

#[cfg(test)]
#[path = "data_law_tests.rs"]
mod data_law_tests;
