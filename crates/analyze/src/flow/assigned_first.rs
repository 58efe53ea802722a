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
//! Invariant: if [`exposed_read`] finds nothing, no execution of the piece reads
//! a part of the variable that it has not assigned itself.

use hir::{BinaryOp, ExprId, ExprKind, Init, Item, Node, Program, Span, StmtId, StmtKind, VarId};

use crate::canonical_loop::recognize;
use crate::region::leaves_early;
use crate::{Input, Step};

/// Calls that lead to each other are followed this deep.
const MAX_CALLS: u32 = 32;

/// The first read of the variable, or of a part of it, that need not come
/// after an assignment in the same execution of the statement.
pub fn exposed_read(input: &Input<'_>, stmt: StmtId, var: VarId) -> Option<Span> {
    let mut walk = Walk { input, var, entered: Vec::new(), calls: 0, found: None };
    walk.stmt(stmt, State::default());
    walk.found
}

/// Which variables that exist before the statement do calls below it write?
pub fn written_by_callees(input: &Input<'_>, stmt: StmtId) -> Vec<(VarId, Span)> {
    let program = input.program;
    let mut found: Vec<(VarId, Span)> = Vec::new();
    let mut pending = vec![stmt];
    while let Some(stmt) = pending.pop() {
        for expr in program.exprs_below(Node::Stmt(stmt)) {
            let Some(instance) = program.instances.get(&expr) else { continue };
            pending.push(instance.body);
            for below in program.exprs_below(Node::Stmt(instance.body)) {
                let target = program.assigned(below);
                let written = target.and_then(|target| crate::effects::whole_variable(program, target));
                // A `static` of the callee is refused on its own account.
                let is_of_file = |var: &VarId| {
                    outlives_calls(program, *var)
                        && program.vars[*var].storage != hir::VarStorage::StaticLocal
                };
                let Some(var) = written.filter(is_of_file) else { continue };
                if !found.iter().any(|(known, _)| *known == var) {
                    found.push((var, program.exprs[below].span));
                }
            }
        }
    }
    found
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

struct Walk<'a, 'p> {
    input: &'a Input<'p>,
    var: VarId,
    /// What was assigned where each enclosing `switch` began.
    entered: Vec<State>,
    calls: u32,
    found: Option<Span>,
}

impl Walk<'_, '_> {
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
            ExprKind::Var(_) | ExprKind::Member { .. } | ExprKind::Index { .. } => match self.part(expr) {
                Some(part) => {
                    self.read(part, expr, &state);
                    state
                }
                None => self.operands(expr, state),
            },
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
            ExprKind::Call { .. } => {
                let state = self.operands(expr, state);
                self.called(expr, state)
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
            | ExprKind::Deref(_)
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
    fn called(&mut self, call: ExprId, state: State) -> State {
        let program = self.input.program;
        let Some(instance) = program.instances.get(&call) else { return state };
        if self.calls == MAX_CALLS {
            self.found = self.found.or(Some(program.exprs[call].span));
            return state;
        }
        self.calls += 1;
        let after = self.stmt(instance.body, state.clone());
        self.calls -= 1;
        let returns = |stmt| matches!(program.stmts[stmt].kind, StmtKind::Return(_) | StmtKind::Label { .. });
        let early = program.stmts_below(instance.body).any(returns);
        if early || after.dead { state } else { after }
    }

    /// The part of the variable that an expression names.
    fn part(&self, expr: ExprId) -> Option<Vec<Part>> {
        let program = self.input.program;
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

    fn read(&mut self, part: Vec<Part>, expr: ExprId, state: &State) {
        if !state.dead && !self.is_assigned(&part, self.input.program.exprs[expr].ty, state) {
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
