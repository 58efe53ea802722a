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
//! Invariant: a "no" is certain. Calls of library functions change no variable
//! of the program whose address was not taken.

use std::collections::{BTreeSet, HashMap};

use hir::{ExprId, ExprKind, FunctionId, Node, StmtId, VarId, VarStorage};
use source::FileKind;

use crate::Input;
use crate::effects::{Effects, EventKind, of_expr};

/// What a run of statements may change.
#[derive(Debug, Default)]
pub struct Changes {
    writes: BTreeSet<VarId>,
    /// Some call may write whatever it can reach.
    unknown_call: bool,
    fields: BTreeSet<(hir::RecordId, u32)>,
    memory: bool,
}

/// What is known of a function as a whole.
pub struct FunctionMemory<'a, 'p> {
    input: &'a Input<'p>,
    /// Variables whose address is taken anywhere in the function.
    addressed: BTreeSet<VarId>,
}

impl<'a, 'p> FunctionMemory<'a, 'p> {
    /// Looks through a function's body.
    pub fn new(input: &'a Input<'p>, body: StmtId) -> Self {
        let addressed = Effects::of(input.program, body).addressed;
        FunctionMemory { input, addressed }
    }

    /// What these statements may change.
    pub fn changes(&self, stmts: &[StmtId]) -> Changes {
        let mut changes = Changes::default();
        for stmt in stmts {
            let effects = Effects::of(self.input.program, *stmt);
            changes.writes.extend(&effects.writes);
            changes.unknown_call |= effects.unknown_call;
            for function in &effects.calls {
                self.add_call(*function, &mut changes);
            }
            changes.fields.extend(assigned_fields(self.input, *stmt));
            changes.memory |= writes_memory(self.input, *stmt);
        }
        changes
    }

    /// May the value of the expression be another afterwards?
    pub fn may_change(&self, expr: ExprId, changes: &Changes) -> bool {
        let program = self.input.program;
        let reached = |var: VarId| {
            let declared = &program.vars[var];
            let local = matches!(declared.storage, VarStorage::Local | VarStorage::Param);
            let open = self.addressed.contains(&var);
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
        let local = matches!(self.input.program.vars[var].storage, VarStorage::Local | VarStorage::Param);
        let open = self.addressed.contains(&var);
        changes.writes.contains(&var) || (changes.unknown_call && (open || !local))
    }

    /// May this member be assigned, through whatever pointer?
    pub fn may_assign_field(&self, field: (hir::RecordId, u32), changes: &Changes) -> bool {
        changes.unknown_call || changes.fields.contains(&field)
    }

    fn add_call(&self, function: FunctionId, changes: &mut Changes) {
        let program = self.input.program;
        let function = self.input.definition(function);
        if self.input.is_math(function) || self.is_library(function) {
            // It may still write through pointers it is given: to variables
            // whose address was taken, which count as memory.
            changes.memory = true;
            return;
        }
        if program.functions[function].body.is_none() {
            changes.unknown_call = true;
            return;
        }
        let writes = self.input.known().callee_writes.get_or_init(|| transitive_writes(self.input));
        match writes.get(&function) {
            Some(writes) => {
                changes.writes.extend(writes.iter().flat_map(|var| self.own_names(*var)));
                changes.memory = true;
            }
            None => changes.unknown_call = true,
        }
        changes.fields.extend(
            program.functions[function].body.iter().flat_map(|body| assigned_fields(self.input, *body)),
        );
    }

    /// What the files of the program call a variable that a function of any of
    /// them writes.
    fn own_names(&self, var: VarId) -> Vec<VarId> {
        let program = self.input.program;
        if !matches!(program.vars[var].storage, VarStorage::Global | VarStorage::Extern) {
            return vec![var];
        }
        let units = 0..program.units.len();
        units.filter_map(|unit| self.input.linkage().variable_in(program, var, unit)).collect()
    }

    /// Declared in a system header: it knows nothing of this program.
    fn is_library(&self, function: FunctionId) -> bool {
        let declared = &self.input.program.functions[function];
        let map = &self.input.sources.map;
        let system = map.file_at(declared.span.lo).is_none_or(|file| map.file(file).kind == FileKind::System);
        declared.body.is_none() && (declared.builtin || system)
    }
}

/// Variables each defined function may write, itself or by calls. Functions
/// that call something unknown are left out.
fn transitive_writes(input: &Input<'_>) -> HashMap<FunctionId, BTreeSet<VarId>> {
    let program = input.program;
    let mut own: HashMap<FunctionId, Effects> = HashMap::new();
    for (id, function) in program.functions.iter() {
        if let Some(body) = function.body {
            own.insert(id, Effects::of(program, body));
        }
    }
    let mut result = HashMap::new();
    'functions: for id in own.keys() {
        let mut writes = BTreeSet::new();
        let mut seen = BTreeSet::from([*id]);
        let mut pending = vec![*id];
        while let Some(next) = pending.pop() {
            let Some(effects) = own.get(&next) else { continue };
            if effects.unknown_call {
                continue 'functions;
            }
            writes.extend(effects.writes.iter().copied());
            for callee in &effects.calls {
                let callee = &input.definition(*callee);
                let map = &input.sources.map;
                let declared = &program.functions[*callee];
                let system =
                    map.file_at(declared.span.lo).is_none_or(|f| map.file(f).kind == FileKind::System);
                if declared.body.is_none() && !declared.builtin && !system {
                    continue 'functions;
                }
                if seen.insert(*callee) {
                    pending.push(*callee);
                }
            }
        }
        result.insert(*id, writes);
    }
    result
}

/// Members assigned below a statement, through pointers, arrays or plainly.
pub fn assigned_fields(input: &Input<'_>, stmt: StmtId) -> BTreeSet<(hir::RecordId, u32)> {
    let program = input.program;
    let mut fields = BTreeSet::new();
    for expr in program.exprs_below(Node::Stmt(stmt)) {
        let Some(target) = program.assigned_or_addressed(expr) else { continue };
        if let ExprKind::Member { record, field, .. } = &program.exprs[target].kind {
            fields.insert((*record, *field));
        }
    }
    fields
}

/// Is something written that is no plain variable?
fn writes_memory(input: &Input<'_>, stmt: StmtId) -> bool {
    let program = input.program;
    let mut assigned = program.exprs_below(Node::Stmt(stmt)).filter_map(|expr| program.assigned(expr));
    assigned.any(|target| crate::effects::whole_variable(program, target).is_none())
}
