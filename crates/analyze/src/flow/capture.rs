//! May the value of an expression change between two directives?
//!
//! ```c
//! #pragma hicuda global alloc a[0:n-1] copyin
//! n = n / 2;
//! #pragma hicuda global free a
//! ```
//! The device copy holds the `n` elements of the time of the `alloc`, so `n-1`
//! must be kept in a temporary then. Where nothing can change it, the expression
//! can be evaluated again, which reads better.
//!
//! What was addressed may be written through a pointer, wherever that happens: `swap(&a, &b)` assigns `a` and `b`.
//!
//! Invariant: a "no" is certain. Calls of library functions change no variable
//! of the program whose address was not taken.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use hir::const_eval::integer_format;
use hir::{
    CastKind, DirectiveKind, ExprId, ExprKind, FunctionId, GlobalAction, Node, StmtId, StmtKind, Type, VarId,
    VarStorage,
};

use crate::Input;
use crate::data_law::library::{self, Does};
use crate::effects::{Effects, EventKind, of_expr};
use crate::maps::HashMap;

/// What a run of statements may change.
#[derive(Debug, Default)]
pub struct Changes {
    writes: BTreeSet<VarId>,
    /// Some call may write whatever it can reach.
    unknown_call: bool,
    fields: BTreeSet<(hir::RecordId, u32)>,
    memory: bool,
    /// Pointers are written in memory: `*p = *q`.
    pointers: bool,
    /// What is written through pointers and into elements.
    stored: Stored,
}

/// Bits of the integers that are bytes of other objects.
const BYTE: u32 = 8;

/// What is written where no variable and no member is named.
#[derive(Clone, Debug, Default)]
struct Stored {
    /// How many bits the integers have.
    widths: BTreeSet<u32>,
    /// Objects that are no integers.
    others: bool,
    /// The library writes there, or bytes are: they may be those of anything.
    anything: bool,
}

impl Stored {
    fn merge(&mut self, other: &Stored) {
        self.widths.extend(&other.widths);
        self.others |= other.others;
        self.anything |= other.anything;
    }

    /// An object of this type is written.
    fn add(&mut self, program: &hir::Program, ty: Type) {
        match integer_format(program, ty) {
            Some(format) => {
                self.widths.insert(format.width);
                self.anything |= format.width == BYTE;
            }
            None => self.others = true,
        }
    }

    /// May it be an object of this type? What is no integer shares no memory with one.
    fn may_be(&self, program: &hir::Program, ty: Type) -> bool {
        self.anything
            || match integer_format(program, ty) {
                Some(format) => self.widths.contains(&format.width),
                None => self.others,
            }
    }
}

impl Changes {
    fn add(&mut self, other: &Changes) {
        self.writes.extend(&other.writes);
        self.fields.extend(&other.fields);
        self.unknown_call |= other.unknown_call;
        self.memory |= other.memory;
        self.pointers |= other.pointers;
        self.stored.merge(&other.stored);
    }
}

/// What a function may write, itself or by calls.
#[derive(Debug, Default)]
pub struct Written {
    vars: BTreeSet<VarId>,
    fields: BTreeSet<(hir::RecordId, u32)>,
    stored: Stored,
    pointers: bool,
}

impl Written {
    fn add(&mut self, program: &hir::Program, assigned: &Assigned) {
        self.fields.extend(&assigned.fields);
        self.pointers |= assigned.pointers;
        assigned.in_memory.iter().for_each(|ty| self.stored.add(program, *ty));
    }

    fn merge(&mut self, other: &Written) {
        self.vars.extend(&other.vars);
        self.fields.extend(&other.fields);
        self.stored.merge(&other.stored);
        self.pointers |= other.pointers;
    }

    /// What a function may write; `None` if it may be anything.
    pub fn by(input: &Input<'_>, function: FunctionId) -> Option<Rc<Written>> {
        let known = &input.known().written;
        if let Some(found) = known.with_calls.borrow().get(&function) {
            return found.clone();
        }
        let found = known.with_calls(input, function);
        known.with_calls.borrow_mut().insert(function, found.clone());
        found
    }
}

/// May a statement change what an expression reads of memory: members of structs, and what pointers lead to? An object of another
/// type is another object, and so is another member, unless somebody has its address.
pub fn may_change_memory(input: &Input<'_>, stmt: StmtId, expr: ExprId) -> bool {
    let program = input.program;
    let mut written = Written::default();
    written.add(program, &Assigned::below(program, stmt));
    let effects = Effects::of(program, stmt);
    if effects.unknown_call {
        return true;
    }
    for callee in effects.calls.iter().map(|callee| input.definition(*callee)) {
        if program.functions[callee].body.is_none() && input.is_of_system(callee) {
            written.stored.anything |= writes_memory(input, callee);
        } else {
            match Written::by(input, callee) {
                Some(by_callee) => written.merge(&by_callee),
                None => return true,
            }
        }
    }
    let is_changed = |expr: ExprId| may_store_to(input, expr, &written.fields, &written.stored);
    is_changed(expr) || program.exprs_below(Node::Expr(expr)).any(is_changed)
}

/// May a member, an element or what a pointer leads to be among what is written?
fn may_store_to(
    input: &Input<'_>,
    expr: ExprId,
    fields: &BTreeSet<(hir::RecordId, u32)>,
    stored: &Stored,
) -> bool {
    let program = input.program;
    let has_address = |field: &(hir::RecordId, u32)| open(input).fields.contains(field);
    let node = &program.exprs[expr];
    match &node.kind {
        ExprKind::Member { record, field, .. } => {
            let field = (*record, *field);
            let is_union = program.records[*record].kind == hir::RecordKind::Union;
            let is_it = |other: &(hir::RecordId, u32)| *other == field || is_union && other.0 == *record;
            let element = program.types.innermost_element(node.ty);
            // Who has an address is asked last: that takes the whole program.
            fields.iter().any(is_it) || stored.may_be(program, element) && has_address(&field)
        }
        ExprKind::Deref(_) | ExprKind::Index { .. } => {
            let width = |ty| integer_format(program, ty).map(|format| format.width);
            let own = width(node.ty);
            let is_like = |field: &(hir::RecordId, u32)| {
                width(field_type(program, *field)) == own && has_address(field)
            };
            stored.may_be(program, node.ty) || fields.iter().any(is_like)
        }
        _ => false,
    }
}

/// What a member holds: of an array its elements.
fn field_type(program: &hir::Program, (record, field): (hir::RecordId, u32)) -> Type {
    let fields = program.records[record].fields.as_deref().unwrap_or_default();
    fields.get(field as usize).map_or(Type::VOID, |field| program.types.innermost_element(field.ty))
}

/// Does a function of the system write through a pointer that it is given?
fn writes_memory(input: &Input<'_>, function: FunctionId) -> bool {
    let name = input.function_name(function);
    let params = input.program.functions[function].params.len();
    // What has no prototype, or any number of arguments, may have more of them.
    !input.is_math(function)
        && (0..params.max(4))
            .any(|argument| !matches!(library::does(&name, argument), Some(Does::Nothing | Does::Reads(_))))
}

/// Objects whose address is taken somewhere in the program.
#[derive(Debug, Default)]
pub struct Open {
    /// Variables of files.
    vars: BTreeSet<VarId>,
    /// Members.
    fields: BTreeSet<(hir::RecordId, u32)>,
}

/// What is known of a function as a whole.
pub struct FunctionMemory<'a, 'p> {
    input: &'a Input<'p>,
    /// Variables whose address is taken anywhere in the function.
    addressed: BTreeSet<VarId>,
    /// What statements change that were asked about.
    known: RefCell<HashMap<StmtId, Changes>>,
}

impl<'a, 'p> FunctionMemory<'a, 'p> {
    /// Looks through a function's body.
    pub fn new(input: &'a Input<'p>, body: StmtId) -> Self {
        let addressed = Effects::of(input.program, body).addressed;
        FunctionMemory { input, addressed, known: RefCell::default() }
    }

    /// What these statements may change.
    pub fn changes(&self, stmts: &[StmtId]) -> Changes {
        let mut changes = Changes::default();
        for stmt in stmts {
            // Directives of a function ask about the same statements again and again.
            if let StmtKind::Block(inner) = &self.input.program.stmts[*stmt].kind {
                changes.add(&self.changes(inner));
                continue;
            }
            if let Some(known) = self.known.borrow().get(stmt) {
                changes.add(known);
                continue;
            }
            let found = self.changes_of(*stmt);
            changes.add(&found);
            self.known.borrow_mut().insert(*stmt, found);
        }
        changes
    }

    fn changes_of(&self, stmt: StmtId) -> Changes {
        let program = self.input.program;
        let Effects { writes, addressed, calls, unknown_call, .. } = Effects::of(program, stmt);
        let Assigned { fields, pointers, memory, in_memory } = Assigned::below(program, stmt);
        let mut stored = Stored::default();
        in_memory.iter().for_each(|ty| stored.add(program, *ty));
        self.add_open(&writes, &mut stored);
        let mut changes = Changes { writes, unknown_call, fields, memory, pointers, stored };
        calls.iter().for_each(|function| self.add_call(*function, &mut changes));
        // Who is given the address of a pointer sets it: `posix_memalign(&a, …)`.
        let is_pointer = |var: &&VarId| program.types.is_pointer(program.vars[**var].ty);
        changes.writes.extend(addressed.iter().filter(is_pointer));
        changes
    }

    /// Variables whose address somebody has are memory too.
    fn add_open(&self, vars: &BTreeSet<VarId>, stored: &mut Stored) {
        let program = self.input.program;
        let is_scalar = |ty: Type| !program.types.is_array(ty) && program.types.as_record(ty).is_none();
        let types = vars.iter().filter(|var| self.is_open(**var)).map(|var| program.vars[*var].ty);
        types.filter(|ty| is_scalar(*ty)).for_each(|ty| stored.add(program, ty));
    }

    /// May the value of the expression be another afterwards?
    pub fn may_change(&self, expr: ExprId, changes: &Changes) -> bool {
        let program = self.input.program;
        let reached = |var: VarId| {
            let declared = &program.vars[var];
            let local = matches!(declared.storage, VarStorage::Local | VarStorage::Param);
            let open = self.is_open(var);
            changes.writes.contains(&var)
                || (changes.unknown_call && (open || !local))
                || (changes.memory && open && !program.types.is_array(declared.ty))
        };
        let is_changed = |expr: ExprId| {
            program.is_volatile(expr) || may_store_to(self.input, expr, &changes.fields, &changes.stored)
        };
        of_expr(program, expr).iter().any(|event| match event.kind {
            EventKind::Read(var) | EventKind::Address(var) => reached(var),
            EventKind::Write { .. } => true,
            EventKind::Memory => changes.unknown_call,
            // A call may answer anything the second time.
            EventKind::Call(function) => !function.is_some_and(|f| self.input.is_math(f)),
        }) || is_changed(expr)
            || program.exprs_below(Node::Expr(expr)).any(is_changed)
    }

    /// May the variable itself be assigned?
    pub fn may_assign(&self, var: VarId, changes: &Changes) -> bool {
        let declared = &self.input.program.vars[var];
        let local = matches!(declared.storage, VarStorage::Local | VarStorage::Param);
        let open = self.is_open(var);
        changes.writes.contains(&var)
            || (changes.unknown_call && (open || !local))
            || (changes.pointers && open && self.input.program.types.is_pointer(declared.ty))
    }

    /// May this member be assigned, through whatever pointer?
    pub fn may_assign_field(&self, field: (hir::RecordId, u32), changes: &Changes) -> bool {
        changes.unknown_call
            || changes.fields.contains(&field)
            || (changes.pointers && self.open().fields.contains(&field))
    }

    /// Was the variable's address taken, by this function or, of a variable of the file, by any?
    fn is_open(&self, var: VarId) -> bool {
        self.addressed.contains(&var) || self.open().vars.contains(&var)
    }

    fn open(&self) -> &Open {
        open(self.input)
    }

    fn add_call(&self, function: FunctionId, changes: &mut Changes) {
        let program = self.input.program;
        let function = self.input.definition(function);
        let is_library = program.functions[function].body.is_none() && self.input.is_of_system(function);
        if self.input.is_math(function) || is_library {
            // It may still write through pointers it is given: to variables
            // whose address was taken, which count as memory.
            changes.memory = true;
            changes.stored.anything |= is_library && writes_memory(self.input, function);
            return;
        }
        if program.functions[function].body.is_none() {
            changes.unknown_call = true;
            return;
        }
        match Written::by(self.input, function) {
            Some(written) => {
                changes.pointers |= written.pointers;
                changes.writes.extend(written.vars.iter().flat_map(|var| own_names(self.input, *var)));
                changes.fields.extend(&written.fields);
                changes.stored.merge(&written.stored);
                self.add_open(&written.vars, &mut changes.stored);
                changes.memory = true;
            }
            None => changes.unknown_call = true,
        }
    }
}

fn open<'i>(input: &'i Input<'_>) -> &'i Open {
    input.known().open.get_or_init(|| {
        let program = input.program;
        let mut open = Open::default();
        for body in program.functions.iter().filter_map(|(_, function)| function.body) {
            let is_of_file = |var: &VarId| program.vars[*var].owner.is_none();
            let vars = Effects::of(program, body).addressed.into_iter().filter(is_of_file);
            open.vars.extend(vars.flat_map(|var| own_names(input, var)));
            open.fields.extend(addressed_members(input, body));
        }
        open
    })
}

/// Members whose address is taken below a statement, or that of the struct as bytes.
fn addressed_members(input: &Input<'_>, body: StmtId) -> BTreeSet<(hir::RecordId, u32)> {
    let program = input.program;
    let mut found = BTreeSet::new();
    let mut only_read = BTreeSet::new();
    for expr in program.exprs_below(Node::Stmt(body)) {
        match &program.exprs[expr].kind {
            ExprKind::AddrOf(operand) | ExprKind::Cast { kind: CastKind::ArrayDecay, operand, .. } => {
                if let ExprKind::Member { record, field, .. } = program.exprs[*operand].kind {
                    found.insert((record, field));
                }
            }
            ExprKind::Call { callee, args } => {
                let function =
                    program.called_function(*callee).filter(|function| input.is_of_system(*function));
                let name = function.map(|function| input.function_name(function));
                let reads = |argument: usize| {
                    let does = name.as_deref().and_then(|name| library::does(name, argument));
                    matches!(does, Some(Does::Nothing | Does::Reads(_)))
                };
                only_read.extend(args.iter().enumerate().filter(|(at, _)| reads(*at)).map(|(_, arg)| *arg));
            }
            ExprKind::Cast { operand, .. } if !only_read.contains(&expr) => {
                let record_behind = |expr: ExprId| {
                    program.types.pointee(program.exprs[expr].ty).and_then(|ty| program.types.as_record(ty))
                };
                let from = record_behind(*operand).filter(|_| record_behind(expr).is_none());
                found.extend(from.into_iter().flat_map(|record| members(program, record)));
            }
            _ => {}
        }
    }
    found
}

/// What the files of the program call a variable that a function of any of
/// them writes.
fn own_names(input: &Input<'_>, var: VarId) -> Vec<VarId> {
    let program = input.program;
    if !matches!(program.vars[var].storage, VarStorage::Global | VarStorage::Extern) {
        return vec![var];
    }
    let units = 0..program.units.len();
    units.filter_map(|unit| input.linkage().variable_in(program, var, unit)).collect()
}

/// What each function was found to write, as far as somebody asked.
#[derive(Default)]
pub struct WrittenBy {
    /// Itself.
    own: RefCell<HashMap<FunctionId, Rc<(Effects, Assigned)>>>,
    /// With what it calls; `None` if that may be anything.
    with_calls: RefCell<HashMap<FunctionId, Option<Rc<Written>>>>,
}

impl WrittenBy {
    fn own(&self, program: &hir::Program, function: FunctionId) -> Option<Rc<(Effects, Assigned)>> {
        let body = program.functions[function].body?;
        let found = || Rc::new((Effects::of(program, body), Assigned::below(program, body)));
        Some(Rc::clone(self.own.borrow_mut().entry(function).or_insert_with(found)))
    }

    fn with_calls(&self, input: &Input<'_>, function: FunctionId) -> Option<Rc<Written>> {
        let mut writes = Written::default();
        let mut seen = BTreeSet::from([function]);
        let mut pending = vec![function];
        while let Some(next) = pending.pop() {
            let Some(own) = self.own(input.program, next) else {
                // One of the system's has no body here, and does not assign the program's variables.
                if next == function || !input.is_of_system(next) {
                    return None;
                }
                writes.stored.anything |= writes_memory(input, next);
                continue;
            };
            let (effects, assigned) = &*own;
            if effects.unknown_call {
                return None;
            }
            writes.vars.extend(&effects.writes);
            writes.add(input.program, assigned);
            let callees = effects.calls.iter().map(|callee| input.definition(*callee));
            pending.extend(callees.filter(|callee| seen.insert(*callee)));
        }
        Some(Rc::new(writes))
    }
}

/// What is assigned below a statement, beside plain variables.
#[derive(Debug, Default)]
pub struct Assigned {
    /// Members, through pointers, arrays or plainly, and with a whole struct; also those whose address is taken.
    pub fields: BTreeSet<(hir::RecordId, u32)>,
    /// A pointer that is neither a variable nor a member.
    pointers: bool,
    /// Anything that is no plain variable.
    memory: bool,
    /// The types of what is reached by pointers and subscripts.
    in_memory: Vec<Type>,
}

impl Assigned {
    /// Looks through a statement.
    pub fn below(program: &hir::Program, stmt: StmtId) -> Assigned {
        let mut found = Assigned::default();
        for expr in program.exprs_below(Node::Stmt(stmt)) {
            let Some(target) = program.assigned_or_addressed(expr) else { continue };
            let (kind, ty) = (&program.exprs[target].kind, program.exprs[target].ty);
            if let ExprKind::Member { record, field, .. } = kind {
                found.fields.insert((*record, *field));
            }
            if program.assigned(expr).is_none() {
                continue;
            }
            let whole = program.types.as_record(ty);
            found.fields.extend(whole.into_iter().flat_map(|record| members(program, record)));
            let is_in_memory = matches!(kind, ExprKind::Deref(_) | ExprKind::Index { .. });
            found.pointers |= is_in_memory && program.types.is_pointer(ty);
            if is_in_memory {
                found.in_memory.push(ty);
            }
            found.memory |= crate::effects::whole_variable(program, target).is_none();
        }
        for stmt in program.stmts_below(stmt) {
            if let StmtKind::Directive(directive) = program.stmts[stmt].kind {
                found.by_copyout(program, directive);
            }
        }
        found
    }

    /// A transfer from the device writes the elements of an array.
    fn by_copyout(&mut self, program: &hir::Program, directive: hir::DirectiveId) {
        let DirectiveKind::Global(GlobalAction::Copyout { section, to }) =
            &program.directives[directive].kind
        else {
            return;
        };
        let array = program.exprs[to.as_ref().unwrap_or(section).base].ty;
        let inside = |ty: &Type| program.types.pointee(*ty).or_else(|| program.types.element(*ty));
        let element = std::iter::successors(Some(array), inside).last().unwrap_or(array);
        let record = program.types.as_record(element);
        self.fields.extend(record.into_iter().flat_map(|record| members(program, record)));
        self.in_memory.push(element);
        self.memory = true;
    }
}

/// The members of a struct, and of the structs in it.
fn members(program: &hir::Program, record: hir::RecordId) -> Vec<(hir::RecordId, u32)> {
    let mut found = Vec::new();
    let mut pending = vec![record];
    while let Some(record) = pending.pop() {
        for (at, field) in program.records[record].fields.iter().flatten().enumerate() {
            found.push((record, at as u32));
            pending.extend(program.types.as_record(field.ty));
        }
    }
    found
}
