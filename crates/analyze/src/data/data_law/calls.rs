//! Calls of the host: into functions of the program and back, and what the
//! library does.
//!
//! A function is followed anew from every call, with its parameters bound to the arguments;
//! what it leaves on the device, or took from there, is known in the caller when it returns.

use std::collections::BTreeSet;
use std::rc::Rc;

use affine::LinearExpr;
use hir::{CastKind, ExprId, ExprKind, FunctionId, Program, StmtId, VarId, VarStorage};

use crate::AccessMode;
use crate::effects::Effects;
use crate::maps::HashMap;

use super::eval::is_zero_value;
use super::library::{self, Does};
use super::record::Side;
use super::state::{Object, Zeros, meet};
use super::touches::Touch;
use super::value::{Loc, LocKind, Site, Target, Value};
use super::{Law, Set};

/// Calls are followed this deep, those of a recursion counted twice.
const MOST_CALLS: usize = 96;

impl Law<'_, '_> {
    pub(super) fn call(&mut self, call: ExprId, callee: ExprId, args: &[ExprId]) -> Value {
        let program = self.input.program;
        let function = program.called_function(callee).map(|function| self.input.definition(function));
        let callee = called_pointer(program, callee);
        let through = function.is_none().then(|| self.value(callee));
        let values: Vec<Value> = args.iter().map(|arg| self.value(*arg)).collect();
        let value = match function {
            Some(function) if program.functions[function].body.is_some() => {
                self.enter(call, function, &values)
            }
            Some(function) => self.library(call, function, args, &values),
            None => match through {
                Some(Value::Functions(known)) if self.is_own_variable(callee) => {
                    self.one_of(call, known, args, &values)
                }
                _ => self.through_pointer(call, args, &values),
            },
        };
        // A pointer that nothing is known of still points to one array, whoever gets it.
        match value {
            Value::Unknown if program.types.is_pointer(program.exprs[call].ty) => {
                let loc = self.names.loc(LocKind::Given(call, self.calls.clone()));
                Value::Pointer(vec![Target::start_of(loc)])
            }
            value => value,
        }
    }

    /// Follows a function of the program.
    pub(super) fn enter(&mut self, call: ExprId, function: FunctionId, values: &[Value]) -> Value {
        if let Some(value) = self.further_call(function, values) {
            return value;
        }
        if self.stack.len() >= MOST_CALLS {
            self.give_up();
            return Value::Unknown;
        }
        match self.is_inside(function) {
            true => self.all_calls(call, function, values),
            false => self.follow(call, function, values),
        }
    }

    /// Follows its body, with these values in its parameters.
    pub(super) fn follow(&mut self, call: ExprId, function: FunctionId, values: &[Value]) -> Value {
        let program = self.input.program;
        let declared = &program.functions[function];
        let Some(body) = declared.body else { return Value::Unknown };
        let args = match &program.exprs[call].kind {
            ExprKind::Call { args, .. } if args.len() == values.len() => args.as_slice(),
            _ => &[],
        };
        for (at, param) in declared.params.iter().enumerate() {
            let loc = self.names.loc(LocKind::Var(*param));
            let value = values.get(at).cloned().unwrap_or(Value::Unknown);
            self.overwritten(loc);
            if let Some(now) = &mut self.now {
                now.goes(loc);
                now.put(loc, value);
            }
            if let (true, Some(given)) = (self.is_struct(loc), args.get(at)) {
                self.copy_members(&Some(vec![Target::new(loc, Vec::new())]), *given);
            }
        }
        self.walked.insert(function);
        self.stack.push(function);
        self.calls.push(call);
        self.names.enter(call);
        let (current, doubt) = (self.current, self.doubt);
        let loops = (std::mem::take(&mut self.breaks), std::mem::take(&mut self.continues));
        let switches = std::mem::take(&mut self.switches);
        let cleanups = std::mem::take(&mut self.cleanups);
        let value = self.body(body);
        self.cleanups = cleanups;
        (self.breaks, self.continues, self.switches) = (loops.0, loops.1, switches);
        (self.current, self.doubt) = (current, doubt);
        self.names.leave();
        self.calls.pop();
        self.stack.pop();
        self.frame_ends(function);
        value.unwrap_or(Value::Unknown)
    }

    /// What a function called its own has no value any more. Arrays that were on the device are spoken of later.
    fn frame_ends(&mut self, function: FunctionId) {
        let mut own: Vec<Loc> = Vec::new();
        for var in self.own_variables(function).iter() {
            own.extend(self.names.known(&LocKind::Var(*var)));
        }
        let mut at = 0;
        while let Some(loc) = own.get(at).copied() {
            own.extend(self.names.members(loc).into_iter().map(|(_, _, member)| member));
            own.extend_from_slice(self.names.elements(loc));
            at += 1;
        }
        let Some(now) = &mut self.now else { return };
        own.into_iter().for_each(|loc| now.ends(loc));
    }

    /// The variables that each call of a function has for itself.
    fn own_variables(&mut self, function: FunctionId) -> Rc<[VarId]> {
        let program = self.input.program;
        let own = self.own_variables.get_or_insert_with(|| {
            let mut own: HashMap<FunctionId, Vec<VarId>> = HashMap::default();
            for (var, declared) in program.vars.iter() {
                let is_own = matches!(declared.storage, VarStorage::Local | VarStorage::Param);
                if let (Some(owner), true) = (declared.owner, is_own) {
                    own.entry(owner).or_default().push(var);
                }
            }
            own.into_iter().map(|(owner, own)| (owner, Rc::from(own))).collect()
        });
        own.get(&function).cloned().unwrap_or_else(|| Rc::from([]))
    }

    /// The program ends: functions that were left for that run.
    pub(super) fn ends(&mut self) {
        for (call, function) in self.at_exit.clone() {
            let before = self.now.clone();
            self.enter(call, self.input.definition(function), &[]);
            let now = self.now.take();
            self.now = meet(now, before, call.index(), &mut self.names);
        }
        self.destructors();
    }

    /// Is a pointer to functions read from a variable of the function itself, which nothing else reaches?
    pub(super) fn is_own_variable(&self, callee: ExprId) -> bool {
        let program = self.input.program;
        let ExprKind::Var(var) = program.exprs[callee].kind else { return false };
        let var_of = &program.vars[var];
        let body = var_of.owner.and_then(|owner| program.functions[owner].body);
        let is_addressed = |body: StmtId| Effects::of(program, body).addressed.contains(&var);
        matches!(var_of.storage, VarStorage::Local | VarStorage::Param) && !body.is_none_or(is_addressed)
    }

    /// A call through a pointer: of any function whose address goes somewhere.
    fn through_pointer(&mut self, call: ExprId, args: &[ExprId], values: &[Value]) -> Value {
        let program = self.input.program;
        let fits = |f: &FunctionId| program.functions[*f].params.len() == values.len();
        let named = self.addressed.iter().map(|f| self.input.definition(*f)).filter(fits).collect();
        self.one_of(call, named, args, values);
        Value::Unknown
    }

    /// A call of one of some functions; of none, if it is one that nothing is known of.
    fn one_of(
        &mut self,
        call: ExprId,
        named: BTreeSet<FunctionId>,
        args: &[ExprId],
        values: &[Value],
    ) -> Value {
        let program = self.input.program;
        let (callees, others): (Vec<FunctionId>, Vec<FunctionId>) =
            named.into_iter().partition(|f| program.functions[*f].body.is_some());
        if let ([only], []) = (callees.as_slice(), others.as_slice()) {
            return self.enter(call, *only, values);
        }
        let before = self.now.clone();
        if callees.is_empty() || !others.is_empty() {
            self.unknown_arguments(args, values);
            self.anything_reachable();
        } else {
            self.now = None;
        }
        for function in callees {
            let others = std::mem::replace(&mut self.now, before.clone());
            self.enter(call, function, values);
            let now = self.now.take();
            let stmt = self.current.map_or(0, |stmt| stmt.index());
            self.now = meet(now, others, stmt, &mut self.names);
        }
        Value::Unknown
    }

    /// A function that the program only declares.
    fn library(&mut self, call: ExprId, function: FunctionId, args: &[ExprId], values: &[Value]) -> Value {
        let name = self.input.function_name(function);
        if name == "atexit" {
            let last = args.first().and_then(|arg| self.input.program.called_function(*arg));
            self.at_exit.extend(last.map(|last| (call, last)));
        }
        if library::never_returns(&name) || self.input.program.functions[function].is_noreturn {
            if name == "exit" {
                self.ends();
            }
            self.now = None;
            return Value::Unknown;
        }
        if name == "free" || name == "realloc" {
            self.must_not_be_pinned(&name, call, values);
        }
        if let Some(zeros) = library::allocates(&name) {
            return self.allocated(call, zeros);
        }
        if name == "realloc" {
            // What the old memory holds goes along.
            if let Some(Value::Pointer(old)) = values.first() {
                self.bytes(old, call, AccessMode::Read, None, Zeros::Perhaps);
            }
            return self.allocated(call, false);
        }
        if name == "posix_memalign" {
            let memory = self.allocated(call, false);
            if let Some(Value::Pointer(targets)) = values.first() {
                self.store(&Some(targets.clone()), &memory, args[0], Zeros::Perhaps);
            }
            return Value::Int(self.names.symbol(Site::Value(call)));
        }
        if !self.input.is_math(function) && !library::is_known(&name) {
            self.unknown_arguments(args, values);
            self.anything_reachable();
            self.may_call_back(&name, call, args, values);
            return Value::Unknown;
        }
        self.calls_back(call, args, values);
        let zeros =
            match name.contains("memset") && values.get(1).is_some_and(is_zero_value) || name == "bzero" {
                true => Zeros::All,
                false => Zeros::Perhaps,
            };
        for (at, value) in values.iter().enumerate() {
            let does = library::does(&name, at);
            let Value::Pointer(targets) = value else { continue };
            let times = |size: Option<(usize, Option<usize>)>| {
                let (n, m) = size?;
                let number = |at: usize| match values.get(at) {
                    Some(Value::Int(number)) => Some(number.clone()),
                    _ => None,
                };
                Some((number(n)?, m.map_or(Some(LinearExpr::constant(1)), number)?))
            };
            // A result of mathematics through a pointer, like that of `modf`.
            match does.unwrap_or(Does::MayWrite) {
                Does::Nothing => {}
                Does::Reads(size) => self.bytes(targets, call, AccessMode::Read, times(size), Zeros::Perhaps),
                Does::Writes(size) => self.bytes(targets, call, AccessMode::Write, times(size), zeros),
                Does::MayWrite => self.bytes(targets, call, AccessMode::Write, None, Zeros::Perhaps),
                Does::Both => {
                    self.bytes(targets, call, AccessMode::Read, None, Zeros::Perhaps);
                    self.bytes(targets, call, AccessMode::Write, None, Zeros::Perhaps);
                }
            }
        }
        match values.first() {
            Some(first) if library::returns_first(&name) => first.clone(),
            _ => Value::Unknown,
        }
    }

    /// New memory.
    fn allocated(&mut self, call: ExprId, zeros: bool) -> Value {
        let loc = self.names.loc(LocKind::Heap(call, self.calls.clone()));
        let zeros = if zeros { Zeros::All } else { Zeros::Perhaps };
        let object = Object::new(zeros, self.follows_zeros);
        if let Some(now) = &mut self.now {
            let is_another = now.objects.contains(loc);
            now.set(loc, object);
            if is_another {
                self.learned += usize::from(self.several.insert(loc));
            }
            now.unset(loc);
            for (_, _, member) in self.names.members(loc) {
                now.unset(member);
                now.goes(member);
            }
        }
        Value::Pointer(vec![Target::start_of(loc)])
    }

    /// A number of bytes from where a pointer points.
    fn bytes(
        &mut self,
        targets: &[Target],
        call: ExprId,
        mode: AccessMode,
        size: Option<(LinearExpr, LinearExpr)>,
        zero: Zeros,
    ) {
        let Some(stmt) = self.current else { return };
        let count = size.map(|(n, m)| self.names.product(&n, &m));
        for target in targets {
            self.touch_parts(target.loc, mode, self.input.span(call));
            if mode.writes() {
                self.overwrites_siblings(target.loc);
                self.overwritten(target.loc);
                self.rows_change_places(target.loc, self.input.span(call));
            }
            if !self.is_followed(target.loc) {
                continue;
            }
            let loc = self.holder(target.loc);
            let elements = self.element_size(target.loc).zip(count.as_ref());
            let elements = elements.and_then(|(own, count)| count.divided(i128::from(own)));
            let first = match target.at.as_deref() {
                Some([first]) if target.unit.is_none() => Some(first.clone()),
                _ => None,
            };
            // A symbol that runs over the elements.
            let element = self.names.fresh();
            let symbol = element.vars().next();
            let mut touch = Touch {
                loc,
                at: None,
                last: None,
                part: None,
                mode,
                span: self.site(self.input.span(call)),
                stmt,
                certain: false,
                domain: Set::universe(),
                loops: Vec::new(),
                by_others: false,
                zero,
            };
            if let Some(nest) = &self.nest {
                (touch.domain, touch.loops) = (nest.domain.clone(), nest.rounds.clone());
            }
            if target.at.as_ref().is_some_and(Vec::is_empty) {
                touch.at = Some(Vec::new());
                touch.certain = mode == AccessMode::Read;
            } else if let (Some(first), Some(elements), Some(index)) = (first, elements, symbol) {
                let end = first.plus(&elements).unwrap_or_default();
                touch.domain = touch.domain.with_at_least(&element, &first).with_less(&element, &end);
                touch.loops.push(super::touches::Round { index, first: Some(first), is_parallel: true });
                touch.at = Some(vec![element]);
                touch.certain = targets.len() == 1 && self.doubt == 0;
            }
            match &mut self.nest {
                Some(nest) => nest.add(touch),
                None => self.host_touches(vec![touch]),
            }
        }
    }

    /// A function that nothing is known of: it may read and write what it is given.
    fn unknown_arguments(&mut self, args: &[ExprId], values: &[Value]) {
        let types = &self.input.program.types;
        for (arg, value) in args.iter().zip(values) {
            let Value::Pointer(targets) = value else { continue };
            self.may_be_read(targets, *arg);
            let pointee = types.pointee(self.input.program.exprs[*arg].ty);
            let is_const = pointee.is_some_and(|ty| types.strip(ty).is_const() || ty.is_const());
            if !is_const {
                self.may_be_written(targets, *arg);
            }
        }
    }

    /// A function that nothing is known of may read all of what it is given.
    fn may_be_read(&mut self, targets: &[Target], arg: ExprId) {
        let Some(stmt) = self.current.filter(|_| self.nest.is_none()) else { return };
        for target in targets {
            self.touch_parts(target.loc, AccessMode::Read, self.input.span(arg));
            let loc = self.holder(target.loc);
            let touch = Touch {
                loc,
                at: None,
                last: None,
                part: None,
                mode: AccessMode::Read,
                span: self.site(self.input.span(arg)),
                stmt,
                certain: false,
                by_others: true,
                domain: Set::universe(),
                loops: Vec::new(),
                zero: Zeros::Perhaps,
            };
            self.host_touches(vec![touch]);
        }
    }

    /// It may write any of it, too.
    fn may_be_written(&mut self, targets: &[Target], arg: ExprId) {
        for target in targets {
            if self.on_device.contains(&self.holder(target.loc)) {
                continue;
            }
            self.touch(
                &Target { at: None, part: None, ..target.clone() },
                false,
                AccessMode::Write,
                self.input.span(arg),
                Zeros::Perhaps,
            );
            let is_pointer = self.is_pointer(target.loc);
            self.overwritten(target.loc);
            // What it puts into a pointer is some memory, as if it had returned it.
            if is_pointer && target.is_start() {
                let given = self.names.loc(LocKind::Given(arg, self.calls.clone()));
                let value = Value::Pointer(vec![Target::start_of(given)]);
                self.now.iter_mut().for_each(|now| now.put(target.loc, value.clone()));
            }
        }
    }

    /// Variables at file level that other files may change.
    fn anything_reachable(&mut self) {
        self.forget_all_elements();
        let program = self.input.program;
        let objects =
            self.now.iter().flat_map(|now| now.objects.locs().chain(now.cells().map(|(loc, _)| loc)));
        let is_global = |loc: &Loc| match self.names.kind(self.outermost(*loc)) {
            LocKind::Var(var) => {
                matches!(program.vars[*var].storage, VarStorage::Global | VarStorage::Extern)
            }
            _ => false,
        };
        let exposed: Vec<Loc> = objects.filter(is_global).collect();
        for loc in exposed {
            let touched = self.now.as_ref().and_then(|now| now.objects.get(loc)).cloned();
            touched.iter().for_each(|object| self.note_access(loc, object, Side::Host, true));
            let Some(now) = &mut self.now else { return };
            if let Some(object) = now.objects.get_mut(loc).filter(|object| object.place.is_some()) {
                Rc::make_mut(object).forget();
            }
            // A pointer keeps its array: other files are analysed with this one.
            if matches!(now.value(loc), Some(Value::Int(_))) {
                now.unset(loc);
            }
        }
    }
}

/// The pointer that is called: `f` of `(*f)()`.
fn called_pointer(program: &Program, mut callee: ExprId) -> ExprId {
    loop {
        callee = match program.exprs[callee].kind {
            ExprKind::Cast { kind: CastKind::FunctionDecay, operand, .. } => operand,
            ExprKind::Deref(pointer) if program.types.is_function(program.exprs[callee].ty) => pointer,
            _ => return callee,
        };
    }
}
