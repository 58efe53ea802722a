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
use hir::{ExprId, ExprKind, FunctionId, Node, StmtId, StmtKind, Type, VarId, VarStorage};

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
}

impl Changes {
    fn add(&mut self, other: &Changes) {
        self.writes.extend(&other.writes);
        self.fields.extend(&other.fields);
        self.unknown_call |= other.unknown_call;
        self.memory |= other.memory;
        self.pointers |= other.pointers;
    }
}

/// What a function may write, itself or by calls.
#[derive(Debug, Default)]
pub struct Written {
    vars: BTreeSet<VarId>,
    fields: BTreeSet<(hir::RecordId, u32)>,
    widths: BTreeSet<u32>,
    pointers: bool,
    by_library: bool,
}

impl Written {
    fn add(&mut self, program: &hir::Program, assigned: &Assigned) {
        self.fields.extend(&assigned.fields);
        self.pointers |= assigned.pointers;
        let widths = assigned.in_memory.iter().filter_map(|ty| integer_format(program, *ty));
        self.widths.extend(widths.map(|format| format.width));
    }

    fn merge(&mut self, other: &Written) {
        self.vars.extend(&other.vars);
        self.fields.extend(&other.fields);
        self.widths.extend(&other.widths);
        self.pointers |= other.pointers;
        self.by_library |= other.by_library;
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
            written.by_library |= writes_memory(input, callee);
        } else {
            match Written::by(input, callee) {
                Some(by_callee) => written.merge(&by_callee),
                None => return true,
            }
        }
    }
    let has_address = |field: &(hir::RecordId, u32)| open(input).fields.contains(field);
    let width = |ty| integer_format(program, ty).map(|format| format.width);
    let is_changed = |expr: ExprId| match &program.exprs[expr].kind {
        ExprKind::Member { record, field, .. } => {
            let field = (*record, *field);
            let by_address = has_address(&field)
                && (written.by_library
                    || width(program.exprs[expr].ty).is_none_or(|width| written.widths.contains(&width)));
            let is_union = program.records[*record].kind == hir::RecordKind::Union;
            let is_it = |other: &(hir::RecordId, u32)| *other == field || is_union && other.0 == *record;
            by_address || written.fields.iter().any(is_it)
        }
        ExprKind::Deref(_) | ExprKind::Index { .. } => {
            let own = width(program.exprs[expr].ty);
            let is_like = |field: &(hir::RecordId, u32)| {
                has_address(field) && width(field_type(program, *field)) == own
            };
            written.by_library
                || own.is_none_or(|width| written.widths.contains(&width))
                || written.fields.iter().any(is_like)
        }
        _ => false,
    };
    is_changed(expr) || program.exprs_below(Node::Expr(expr)).any(is_changed)
}

fn field_type(program: &hir::Program, (record, field): (hir::RecordId, u32)) -> Type {
    let fields = program.records[record].fields.as_deref().unwrap_or_default();
    fields.get(field as usize).map_or(Type::VOID, |field| field.ty)
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
        let Assigned { fields, pointers, memory, .. } = Assigned::below(program, stmt);
        let mut changes = Changes { writes, unknown_call, fields, memory, pointers };
        calls.iter().for_each(|function| self.add_call(*function, &mut changes));
        // Who is given the address of a pointer sets it: `posix_memalign(&a, …)`.
        let is_pointer = |var: &&VarId| program.types.is_pointer(program.vars[**var].ty);
        changes.writes.extend(addressed.iter().filter(is_pointer));
        changes
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
        let member = |expr: ExprId| match &program.exprs[expr].kind {
            ExprKind::Member { record, field, .. } => changes.fields.contains(&(*record, *field)),
            _ => false,
        };
        of_expr(program, expr).iter().any(|event| match event.kind {
            EventKind::Read(var) | EventKind::Address(var) => reached(var),
            EventKind::Write { .. } => true,
            EventKind::Memory => changes.unknown_call,
            EventKind::Call(function) => !function.is_some_and(|f| self.input.is_math(f)),
        }) || program.exprs_below(Node::Expr(expr)).any(member)
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
            let addressed = program.exprs_below(Node::Stmt(body)).filter_map(|expr| {
                let ExprKind::AddrOf(operand) = program.exprs[expr].kind else { return None };
                match program.exprs[operand].kind {
                    ExprKind::Member { record, field, .. } => Some((record, field)),
                    _ => None,
                }
            });
            open.fields.extend(addressed);
        }
        open
    })
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
                writes.by_library |= writes_memory(input, next);
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
        found
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
