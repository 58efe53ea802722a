//! Calls that no line of the program makes.
//!
//! ```c
//! __attribute__((constructor)) static void begin(void) { p = a; }     // before `main`
//! __attribute__((destructor)) static void end(void) { … a[0] … }      // after it
//! qsort(v, n, sizeof *v, compare);                                    // `compare`, as often as it likes
//! signal(SIGINT, stop);   …   raise(SIGINT);                          // whoever got `stop` may call it later, too
//! float *scratch __attribute__((cleanup(release)));                   // where its block ends
//! ```
//! They read and write what their functions do. Those of a library that is not known may be made by every later call
//! of such a library.

use std::collections::BTreeSet;
use std::rc::Rc;

use hir::{ExprId, FunctionId, Node, StmtId, TypeKind, VarId};

use crate::Input;

use super::Law;
use super::state::meet;
use super::value::{LocKind, Target, Value, joined};

impl Law<'_, '_> {
    /// What runs before `main`.
    pub(super) fn begins(&mut self) {
        for function in with_attribute(self.input, "constructor") {
            self.run(function, &[]);
        }
    }

    /// What runs when the program ends, whatever was left for that.
    pub(super) fn destructors(&mut self) {
        for function in with_attribute(self.input, "destructor") {
            self.run(function, &[]);
        }
    }

    /// A call that stands nowhere: it goes by the first expression of what it calls. What has none does nothing.
    fn run(&mut self, function: FunctionId, values: &[Value]) {
        let program = self.input.program;
        let Some(body) = program.functions[function].body else { return };
        let first = program.nodes(body).find_map(|node| match node {
            Node::Expr(expr) => Some(expr),
            Node::Stmt(_) => None,
        });
        if let Some(site) = first {
            self.enter(site, function, values);
        }
    }

    /// A function of the library that is known calls those that it is given, with elements of what it is given.
    pub(super) fn calls_back(&mut self, call: ExprId, args: &[ExprId], values: &[Value]) {
        for function in self.given_functions(args, values) {
            self.may_call(call, function, &somewhere_in(values));
        }
    }

    /// One that is not known may call them, now and later. Handlers of signals run where one is raised.
    pub(super) fn may_call_back(&mut self, name: &str, call: ExprId, args: &[ExprId], values: &[Value]) {
        if matches!(name, "atexit" | "at_quick_exit" | "on_exit") {
            return;
        }
        let for_signals = matches!(name, "signal" | "sigset" | "bsd_signal");
        for function in self.given_functions(args, values) {
            let given = somewhere_in(values);
            let known = self.handlers.remove(&(for_signals, function));
            let names = &mut self.names;
            let given = known.map_or(given.clone(), |known| joined(&known, &given, || names.fresh()));
            self.handlers.insert((for_signals, function), given);
        }
        let raises = matches!(name, "raise" | "kill" | "pthread_kill" | "pause" | "sigsuspend");
        for ((for_signals, function), given) in self.handlers.clone() {
            if !for_signals || raises {
                self.may_call(call, function, &given);
            }
        }
    }

    fn may_call(&mut self, call: ExprId, function: FunctionId, given: &Value) {
        let program = self.input.program;
        let params = &program.functions[function].params;
        let value = |param: &VarId| match program.types.is_pointer(program.vars[*param].ty) {
            true => given.clone(),
            false => Value::Unknown,
        };
        let values: Vec<Value> = params.iter().map(value).collect();
        let Some(before) = self.now.clone() else { return };
        // What it reads, it may have read: that is a doubt, even of what is old for certain.
        let mut doubted = before.clone();
        doubted.objects.for_each_mut(|_, object| {
            let object = Rc::make_mut(object);
            object.host.must.clear();
            object.device.must.clear();
        });
        self.now = Some(doubted.clone());
        self.doubt += 1;
        self.enter(call, function, &values);
        self.doubt -= 1;
        let mut now = self.now.take();
        if let Some(now) = &mut now {
            now.objects.for_each_mut(|loc, object| {
                let is_as_before = doubted.objects.get(loc).is_some_and(|known| known == object);
                before
                    .objects
                    .get(loc)
                    .filter(|_| is_as_before)
                    .into_iter()
                    .for_each(|known| *object = known.clone());
            });
        }
        let before = Some(before);
        let stmt = self.current.map_or(0, |stmt| stmt.index());
        self.now = meet(now, before, stmt, &mut self.names);
    }

    /// The functions of the program among some arguments.
    fn given_functions(&self, args: &[ExprId], values: &[Value]) -> BTreeSet<FunctionId> {
        let program = self.input.program;
        let mut given = BTreeSet::new();
        for (arg, value) in args.iter().zip(values) {
            let named = program.called_function(program.without_casts(*arg));
            match value {
                _ if named.is_some() => given.extend(named),
                Value::Functions(known) if self.is_own_variable(program.without_casts(*arg)) => {
                    given.extend(known)
                }
                _ => given.extend(self.functions_like(*arg)),
            }
        }
        let defined = given.into_iter().map(|function| self.input.definition(function));
        defined.filter(|function| program.functions[*function].body.is_some()).collect()
    }

    /// The functions that a pointer may be, of those whose address goes somewhere.
    fn functions_like(&self, pointer: ExprId) -> Vec<FunctionId> {
        let program = self.input.program;
        let pointee = program.types.pointee(program.exprs[pointer].ty);
        let Some(TypeKind::Function(wanted)) = pointee.map(|ty| program.types.stripped(ty)) else {
            return Vec::new();
        };
        let fits = |function: &&FunctionId| {
            let own = &program.functions[self.input.definition(**function)];
            !wanted.prototype || own.params.len() == wanted.params.len()
        };
        self.addressed.iter().filter(fits).copied().collect()
    }

    /// Notes a variable that a function is called for when its block ends.
    pub(super) fn note_cleanup(&mut self, var: VarId) {
        for function in cleanups(self.input, var) {
            self.cleanups.push((var, function));
        }
    }

    /// Runs what was noted in a function, or behind the first `kept` of it.
    pub(super) fn clean_up(&mut self, kept: usize) {
        for (var, function) in self.cleanups[kept..].iter().rev().copied().collect::<Vec<_>>() {
            let loc = self.names.loc(LocKind::Var(var));
            self.run(function, &[Value::Pointer(vec![Target::start_of(loc)])]);
        }
    }

    /// The statements of a block.
    pub(super) fn block(&mut self, stmts: &[StmtId]) {
        let kept = self.cleanups.len();
        stmts.iter().for_each(|stmt| self.stmt(*stmt));
        if self.now.is_some() {
            self.clean_up(kept);
        }
        self.cleanups.truncate(kept);
    }
}

/// Somewhere in all that pointers among these values point to.
fn somewhere_in(values: &[Value]) -> Value {
    let targets = values.iter().filter_map(|value| match value {
        Value::Pointer(targets) => Some(targets),
        _ => None,
    });
    let mut all: Vec<Target> = Vec::new();
    for target in targets.flatten() {
        if all.iter().all(|known| known.loc != target.loc) {
            all.push(Target { at: None, part: None, ..target.clone() });
        }
    }
    if all.is_empty() { Value::Unknown } else { Value::Pointer(all) }
}

/// The functions with bodies that have an attribute.
fn with_attribute(input: &Input<'_>, name: &str) -> Vec<FunctionId> {
    let program = input.program;
    let Some(name) = input.sources.symbols.lookup(name.as_bytes()) else { return Vec::new() };
    let has_it = program.functions.iter().filter(|(_, function)| {
        function.body.is_some() && function.attrs.iter().any(|attribute| attribute.name == name)
    });
    has_it.map(|(id, _)| id).collect()
}

/// The functions that are called for a variable when its block ends.
fn cleanups(input: &Input<'_>, var: VarId) -> Vec<FunctionId> {
    let program = input.program;
    let attributes = &program.vars[var].attrs;
    let of_cleanup = attributes.iter().filter(|attribute| &*input.sources.text(attribute.name) == "cleanup");
    let names =
        of_cleanup.filter_map(|attribute| Some(input.sources.text(attribute.args?).trim().to_owned()));
    let names: Vec<String> = names.collect();
    if names.is_empty() {
        return Vec::new();
    }
    let is_one = |function: FunctionId| {
        program.functions[function].body.is_some() && names.contains(&input.function_name(function))
    };
    program.functions.iter().map(|(id, _)| id).filter(|id| is_one(*id)).collect()
}
