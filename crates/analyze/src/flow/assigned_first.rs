//! Does a piece of the program give a variable its value before it reads it?
//!
//! ```c
//! for (i…) {                        // an iteration
//!     p.x = a[i]; p.y = 0;          // sets both members
//!     if (p.x > 0) p.y = b[i];
//!     c[i] = length(p);             // and reads them: `p` can be each iteration's own
//! }
//! ```
//! Structs count member by member, their arrays element by element where subscripts are numbers, and calls are followed into what they run: a
//! counter at file scope that a called function increments is read by the iteration
//! before it is set. Paths are followed as they are written; where they come together
//! only what all of them assigned counts. A loop that may not run assigns nothing.
//!
//! A call may be lent the variable, `next(&v)`: what it does behind its parameter, it does to the variable.
//!
//! Invariant: if [`exposed_read`] finds nothing, no execution of the piece reads
//! a part of the variable that it has not assigned itself.

use hir::{BinaryOp, ExprId, ExprKind, Init, Item, Node, Program, Span, StmtId, StmtKind, VarId};

use crate::canonical_loop::recognize;
use crate::maps::HashSet;
use crate::region::leaves_early;
use crate::{Input, Step};

/// Calls that lead to each other are followed this deep.
const MAX_CALLS: u32 = 32;

/// The first read of the variable, or of a part of it, that need not come
/// after an assignment in the same execution of the statement.
pub fn exposed_read(input: &Input<'_>, stmt: StmtId, var: VarId) -> Option<Span> {
    Walk::new(input, var).search(stmt)
}

/// The same for a variable that a parameter of the function around the statement points to.
pub fn exposed_read_behind(input: &Input<'_>, stmt: StmtId, var: VarId, pointer: VarId) -> Option<Span> {
    let mut walk = Walk::new(input, var);
    let ty = input.program.vars[var].ty;
    walk.lent.push(Lent { param: pointer, part: Vec::new(), ty });
    walk.search(stmt)
}

/// Which variables that exist before the statement do calls below it write? Those at file scope, and those whose
/// address a call is lent.
pub fn written_by_callees(input: &Input<'_>, stmt: StmtId) -> Vec<(VarId, Span)> {
    let program = input.program;
    let mut found: Vec<(VarId, Span)> = Vec::new();
    // What the parameters of the call point to, if that is a variable.
    let mut pending: Vec<(StmtId, Vec<(VarId, VarId)>)> = vec![(stmt, Vec::new())];
    while let Some((stmt, lent)) = pending.pop() {
        let behind = |pointer: ExprId| {
            let at = pointer_variable(program, pointer)?;
            lent.iter().find(|(param, _)| *param == at).map(|(_, var)| *var)
        };
        for expr in program.exprs_below(Node::Stmt(stmt)) {
            let Some(instance) = program.instances.get(&expr) else { continue };
            let ExprKind::Call { args, .. } = &program.exprs[expr].kind else { continue };
            let given = |(param, arg): (&VarId, &ExprId)| {
                let var = match program.exprs[program.without_casts(*arg)].kind {
                    ExprKind::AddrOf(lent) => crate::effects::whole_variable(program, lent),
                    _ => None,
                };
                Some((*param, var.or_else(|| behind(*arg))?))
            };
            let lent: Vec<(VarId, VarId)> = instance.params.iter().zip(args).filter_map(given).collect();
            for below in program.exprs_below(Node::Stmt(instance.body)) {
                let Some(target) = program.assigned(below) else { continue };
                let of_lender = pointer_variable(program, target)
                    .and_then(|at| lent.iter().find(|(param, _)| *param == at && !is_whole(program, target)));
                // A `static` of the callee is refused on its own account.
                let is_of_file = |var: &VarId| {
                    outlives_calls(program, *var)
                        && program.vars[*var].storage != hir::VarStorage::StaticLocal
                };
                let of_file = crate::effects::whole_variable(program, target).filter(is_of_file);
                let Some(var) = of_lender.map(|(_, var)| *var).or(of_file) else { continue };
                if !found.iter().any(|(known, _)| *known == var) {
                    found.push((var, program.exprs[below].span));
                }
            }
            pending.push((instance.body, lent));
        }
    }
    if !found.is_empty() {
        let anew = made_by_calls(input, stmt);
        found.retain(|(var, _)| !anew.contains(var));
    }
    found
}

/// The variables that every call below a statement has anew: parameters and locals of what it runs.
pub fn made_by_calls(input: &Input<'_>, stmt: StmtId) -> HashSet<VarId> {
    let program = input.program;
    let (mut made, mut pending) = (HashSet::default(), vec![stmt]);
    while let Some(stmt) = pending.pop() {
        for instance in program.exprs_below(Node::Stmt(stmt)).filter_map(|e| program.instances.get(&e)) {
            let locals = program.declared_below(instance.body).filter(|var| !outlives_calls(program, *var));
            made.extend(locals.chain(instance.params.iter().copied()));
            pending.push(instance.body);
        }
    }
    made
}

/// Is it the variable itself, not what it points to?
fn is_whole(program: &Program, target: ExprId) -> bool {
    matches!(program.exprs[target].kind, ExprKind::Var(_))
}

/// The variable at the root of `p->x`, `p[i]`, `*(p + 1)`, `&p->x`.
pub fn pointer_variable(program: &Program, expr: ExprId) -> Option<VarId> {
    let mut at = expr;
    loop {
        at = match program.exprs[at].kind {
            ExprKind::Var(var) => return Some(var),
            ExprKind::Member { base, .. } => base,
            _ => program.address_operand(at)?,
        };
    }
}

/// Does the variable keep its value from call to call?
pub fn outlives_calls(program: &Program, var: VarId) -> bool {
    use hir::VarStorage::{Extern, Global, Internal, Local, Param, Predefined, StaticLocal};
    match program.vars[var].storage {
        Global | Internal | Extern | StaticLocal => true,
        Param | Local | Predefined => false,
    }
}

/// One step to a part of the variable.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    /// To a member.
    Member(Step),
    /// To an element of an array.
    Element(i128),
}

/// Larger arrays are not counted element by element.
const MOST_ELEMENTS: u64 = 64;

/// The parts assigned so far on all paths; `None` where control does not come.
#[derive(Clone, Default)]
struct State {
    parts: Vec<Vec<Part>>,
    /// Control does not come here.
    dead: bool,
}

impl State {
    fn join(self, other: State) -> State {
        match (self.dead, other.dead) {
            (true, _) => other,
            (_, true) => self,
            _ => {
                let parts = self.parts.into_iter().filter(|part| other.parts.contains(part)).collect();
                State { parts, dead: false }
            }
        }
    }

    fn ended(self) -> State {
        State { dead: true, ..self }
    }
}

/// A parameter that a call got the address of the variable for, or of a part of it.
#[derive(Clone)]
struct Lent {
    param: VarId,
    part: Vec<Part>,
    ty: hir::Type,
}

struct Walk<'a, 'p> {
    input: &'a Input<'p>,
    var: VarId,
    /// What was assigned where each enclosing `switch` began.
    entered: Vec<State>,
    /// Parameters that point to the variable.
    lent: Vec<Lent>,
    calls: u32,
    found: Option<Span>,
}

impl<'a, 'p> Walk<'a, 'p> {
    fn new(input: &'a Input<'p>, var: VarId) -> Self {
        Walk { input, var, entered: Vec::new(), lent: Vec::new(), calls: 0, found: None }
    }

    fn search(mut self, stmt: StmtId) -> Option<Span> {
        self.stmt(stmt, State::default());
        self.found
    }

    /// Statement nesting is bounded by the parser.
    fn stmt(&mut self, stmt: StmtId, state: State) -> State {
        let program = self.input.program;
        match &program.stmts[stmt].kind {
            StmtKind::Block(stmts) => stmts.iter().fold(state, |state, stmt| self.stmt(*stmt, state)),
            StmtKind::Decl(items) => items.iter().fold(state, |state, item| self.declaration(item, state)),
            StmtKind::Expr(expr) => self.value(*expr, state),
            StmtKind::If { cond, then, otherwise } => {
                let state = self.value(*cond, state);
                let one = self.stmt(*then, state.clone());
                let other = match otherwise {
                    Some(otherwise) => self.stmt(*otherwise, state),
                    None => state,
                };
                one.join(other)
            }
            StmtKind::For { init, cond, step, body } => {
                let state = init.iter().fold(state, |state, init| self.stmt(*init, state));
                let state = cond.iter().fold(state, |state, cond| self.value(*cond, state));
                let runs = recognize(self.input, stmt).is_ok_and(|l| l.trips.is_some_and(|trips| trips > 0));
                let after = self.stmt(*body, state.clone());
                let after = step.iter().fold(after, |state, step| self.value(*step, state));
                if runs && !self.is_cut_short(*body) { after } else { state }
            }
            StmtKind::While { cond, body } => {
                let state = self.value(*cond, state);
                self.stmt(*body, state.clone());
                state
            }
            StmtKind::DoWhile { body, cond } => {
                let after = self.stmt(*body, state.clone());
                let after = if self.is_cut_short(*body) { state } else { after };
                self.value(*cond, after)
            }
            StmtKind::Switch { cond, body } => {
                let state = self.value(*cond, state);
                self.entered.push(state.clone());
                self.stmt(*body, state.clone());
                self.entered.pop();
                state
            }
            StmtKind::Case { body, .. } | StmtKind::Default(body) => {
                let entered = self.entered.last().cloned().unwrap_or_default();
                self.stmt(*body, entered)
            }
            // Who jumps here has assigned we do not know what.
            StmtKind::Label { body, .. } => self.stmt(*body, State::default()),
            StmtKind::Return(value) => {
                value.iter().fold(state, |state, value| self.value(*value, state)).ended()
            }
            StmtKind::Goto(_) | StmtKind::Continue | StmtKind::Break => state.ended(),
            StmtKind::GotoComputed(target) => self.value(*target, state).ended(),
            StmtKind::Asm(asm) => {
                let operands = asm.inputs.iter().chain(&asm.outputs);
                operands.fold(state, |state, (_, _, operand)| self.value(*operand, state))
            }
            StmtKind::Kernel { body, .. }
            | StmtKind::Singular { body, .. }
            | StmtKind::Annotated { body, .. } => self.stmt(*body, state),
            StmtKind::Directive(directive) => {
                let read = program.directive_exprs(*directive);
                read.into_iter().fold(state, |state, expr| self.value(expr, state))
            }
            StmtKind::Empty
            | StmtKind::Attributes(_)
            | StmtKind::Pragma(_)
            | StmtKind::Barrier
            | StmtKind::Comment(_)
            | StmtKind::Error => state,
        }
    }

    /// May a round of a loop end before the end of its body?
    fn is_cut_short(&self, body: StmtId) -> bool {
        let program = self.input.program;
        let mut below = program.stmts_below(body);
        leaves_early(self.input, body)
            || below
                .any(|stmt| matches!(program.stmts[stmt].kind, StmtKind::Continue | StmtKind::Label { .. }))
    }

    fn declaration(&mut self, item: &Item, state: State) -> State {
        let Item::Var { var, with_init: true, .. } = item else { return state };
        let program = self.input.program;
        let Some(init) = &program.vars[*var].init else { return state };
        let given = program.init_exprs(init);
        let mut state = given.into_iter().fold(state, |state, expr| self.value(expr, state));
        // An object in braces has no part without a value.
        if *var == self.var && program.vars[*var].storage == hir::VarStorage::Local {
            state.parts.push(Vec::new());
        }
        match init {
            Init::Expr(_) | Init::List { .. } | Init::Construct(_) => state,
        }
    }

    fn value(&mut self, expr: ExprId, state: State) -> State {
        let program = self.input.program;
        let node = &program.exprs[expr];
        match &node.kind {
            ExprKind::Var(_) | ExprKind::Member { .. } | ExprKind::Index { .. } | ExprKind::Deref(_) => {
                match self.part(expr) {
                    Some(part) => {
                        self.read(&part, node.ty, expr, &state);
                        state
                    }
                    None => {
                        // Some element behind the parameter: it may be any.
                        if let Some(Lent { part, ty, .. }) = self.lender(expr).cloned()
                            && !is_whole(program, expr)
                        {
                            self.read(&part, ty, expr, &state);
                        }
                        self.operands(expr, state)
                    }
                }
            }
            ExprKind::Assign { lhs, rhs } => {
                let state = self.value(*rhs, state);
                match self.part(*lhs) {
                    Some(part) => {
                        let mut state = state;
                        state.parts.push(part);
                        state
                    }
                    None => self.operands(*lhs, state),
                }
            }
            ExprKind::Binary { op: BinaryOp::And | BinaryOp::Or, lhs, rhs } => {
                let state = self.value(*lhs, state);
                self.value(*rhs, state.clone());
                state
            }
            ExprKind::Conditional { cond, then, otherwise } => {
                let state = self.value(*cond, state);
                let one = match then {
                    Some(then) => self.value(*then, state.clone()),
                    None => state.clone(),
                };
                one.join(self.value(*otherwise, state))
            }
            ExprKind::Call { callee, args } => {
                let lent = self.lent_to(expr, args);
                let state = self.value(*callee, state);
                let is_lent = |at: usize| lent.iter().any(|(own, _)| *own == at);
                let state = args
                    .iter()
                    .enumerate()
                    .filter(|(at, _)| !is_lent(*at))
                    .fold(state, |state, (_, arg)| self.value(*arg, state));
                self.called(expr, lent, state)
            }
            ExprKind::StmtExpr(body) => self.stmt(*body, state),
            // Neither a size nor an alignment evaluates what it is about.
            ExprKind::Measure { value: Some(_), .. } => state,
            ExprKind::Int { .. }
            | ExprKind::Float { .. }
            | ExprKind::String(_)
            | ExprKind::Function(_)
            | ExprKind::Enumerator(_)
            | ExprKind::Unary { .. }
            | ExprKind::AddrOf(_)
            | ExprKind::IncDec { .. }
            | ExprKind::Binary { .. }
            | ExprKind::AssignOp { .. }
            | ExprKind::Cast { .. }
            | ExprKind::Launch { .. }
            | ExprKind::Measure { .. }
            | ExprKind::Offsetof { .. }
            | ExprKind::CompoundLiteral { .. }
            | ExprKind::VaArg(_)
            | ExprKind::LabelAddress(_)
            | ExprKind::ConvertVector(_)
            | ExprKind::Construct(_)
            | ExprKind::Grid(..)
            | ExprKind::Error => self.operands(expr, state),
        }
    }

    fn operands(&mut self, expr: ExprId, state: State) -> State {
        let children = self.input.program.children(Node::Expr(expr));
        children.into_iter().fold(state, |state, child| match child {
            Node::Expr(operand) => self.value(operand, state),
            Node::Stmt(body) => self.stmt(body, state),
        })
    }

    /// The body that a call runs, after its arguments.
    fn called(&mut self, call: ExprId, lent: Vec<(usize, Lent)>, state: State) -> State {
        let program = self.input.program;
        let Some(instance) = program.instances.get(&call) else { return state };
        if self.calls == MAX_CALLS {
            self.found = self.found.or(Some(program.exprs[call].span));
            return state;
        }
        self.calls += 1;
        let known = self.lent.len();
        self.lent.extend(lent.into_iter().map(|(_, lent)| lent));
        let after = self.stmt(instance.body, state.clone());
        self.lent.truncate(known);
        self.calls -= 1;
        let returns = |stmt| matches!(program.stmts[stmt].kind, StmtKind::Return(_) | StmtKind::Label { .. });
        let early = program.stmts_below(instance.body).any(returns);
        if early || after.dead { state } else { after }
    }

    /// Which arguments of a call that is walked into are addresses of the variable, or of parts of it, and what they
    /// are called there.
    fn lent_to(&self, call: ExprId, args: &[ExprId]) -> Vec<(usize, Lent)> {
        let program = self.input.program;
        let Some(instance) = program.instances.get(&call) else { return Vec::new() };
        let given = |(at, (param, arg)): (usize, (&VarId, &ExprId))| {
            let arg = program.without_casts(*arg);
            let (part, ty) = match program.exprs[arg].kind {
                ExprKind::AddrOf(object) => (self.part(object)?, program.exprs[object].ty),
                ExprKind::Var(_) => self.lender(arg).map(|lent| (lent.part.clone(), lent.ty))?,
                _ => return None,
            };
            let pointee = program.types.pointee(program.vars[*param].ty)?;
            self.is_alike(pointee, ty).then_some((at, Lent { param: *param, part, ty }))
        };
        instance.params.iter().zip(args).enumerate().filter_map(given).collect()
    }

    /// The parameter through which an expression comes to the variable.
    fn lender(&self, expr: ExprId) -> Option<&Lent> {
        let at = pointer_variable(self.input.program, expr)?;
        self.lent.iter().rev().find(|lent| lent.param == at)
    }

    /// The part that `*p`, `p[0]` or `p->x` is, where `p` is such a parameter.
    fn lent_part(&self, pointer: ExprId) -> Option<Vec<Part>> {
        let program = self.input.program;
        let pointee = program.types.pointee(program.exprs[pointer].ty)?;
        let pointer = program.without_casts(pointer);
        let lent = self.lender(pointer).filter(|_| is_whole(program, pointer))?;
        self.is_alike(pointee, lent.ty).then(|| lent.part.clone())
    }

    /// Is an object of one type all of an object of the other? A byte of it is not.
    fn is_alike(&self, one: hir::Type, other: hir::Type) -> bool {
        let size = |ty| self.input.program.size_of(ty);
        size(one).is_some() && size(one) == size(other)
    }

    /// The part of the variable that an expression names.
    fn part(&self, expr: ExprId) -> Option<Vec<Part>> {
        let program = self.input.program;
        match program.exprs[expr].kind {
            ExprKind::Deref(pointer) => return self.lent_part(pointer),
            ExprKind::Index { base, index } if hir::const_eval::integer(program, index) == Some(0) => {
                if let Some(part) = self.lent_part(base) {
                    return Some(part);
                }
            }
            ExprKind::Member { base, record, field, arrow } => {
                let around = if arrow {
                    self.lent_part(base)
                } else {
                    self.lender(base).and_then(|_| self.part(base))
                };
                if let Some(mut part) = around {
                    part.push(Part::Member(Step { record, field, arrow: false }));
                    return Some(part);
                }
            }
            _ => {}
        }
        if let ExprKind::Index { base, index } = program.exprs[expr].kind {
            let array = program.as_written(base);
            let element = hir::const_eval::integer(program, index)?;
            // An element of the object itself, not of what a pointer points to.
            let mut part = self.part(array).filter(|_| program.types.is_array(program.exprs[array].ty))?;
            part.push(Part::Element(element));
            return Some(part);
        }
        if let ExprKind::Member { base, record, field, arrow: false } = program.exprs[expr].kind
            && let ExprKind::Index { .. } = program.exprs[base].kind
        {
            let mut part = self.part(base)?;
            part.push(Part::Member(Step { record, field, arrow: false }));
            return Some(part);
        }
        let place = crate::Place::of(program, expr)?;
        let is_own = place.var == self.var && !place.is_indirect();
        is_own.then(|| place.path.into_iter().map(Part::Member).collect())
    }

    fn read(&mut self, part: &[Part], ty: hir::Type, expr: ExprId, state: &State) {
        if !state.dead && !self.is_assigned(part, ty, state) {
            self.found = self.found.or(Some(self.input.program.exprs[expr].span));
        }
    }

    /// Was the part assigned, or all members and elements of it? Types nest finitely.
    fn is_assigned(&self, part: &[Part], ty: hir::Type, state: &State) -> bool {
        if state.parts.iter().any(|assigned| part.starts_with(assigned)) {
            return true;
        }
        let program = self.input.program;
        let with = |step: Part| -> Vec<Part> { part.iter().copied().chain([step]).collect() };
        if let hir::TypeKind::Array(element, hir::ArrayLen::Fixed(length)) = program.types.stripped(ty) {
            let (element, length) = (*element, *length);
            return (1..=MOST_ELEMENTS).contains(&length)
                && (0..length).all(|at| self.is_assigned(&with(Part::Element(at.into())), element, state));
        }
        let Some(record) = program.types.as_record(ty) else { return false };
        let record_of = &program.records[record];
        let Some(fields) = &record_of.fields else { return false };
        let is_struct = record_of.kind == hir::RecordKind::Struct;
        is_struct
            && !fields.is_empty()
            && fields.iter().enumerate().all(|(at, field)| {
                let step = Step { record, field: u32::try_from(at).unwrap_or(u32::MAX), arrow: false };
                self.is_assigned(&with(Part::Member(step)), field.ty, state)
            })
    }
}

#[cfg(test)]
#[path = "assigned_first_tests.rs"]
mod assigned_first_tests;
