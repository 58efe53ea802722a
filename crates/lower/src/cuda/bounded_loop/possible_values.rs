//! The values that a few integer variables may have, followed through statements.
//!
//! ```text
//! int low = 0, high = 4;              { low 0, high 4 }
//! int middle = (low + high) / 2;      { low 0, high 4, middle 2 }
//! if (x < edges[middle])              (nobody knows)
//!     low = middle;                   { low 2, high 4, … }
//! else
//!     high = middle;                  { low 0, high 2, … }
//! ```
//! A state has a value for each variable whose value is known; where a branch is not
//! decided, there are two of them. What cannot be followed makes a variable unknown, so a
//! state stands for everything that may happen, and perhaps for more.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use hir::{
    BinaryOp, ExprId, ExprKind, IncDec, Init, Item, Node, Program, StmtId, StmtKind, VarId, VarStorage,
    const_eval,
};

/// A loop that may be in more states than this is not followed.
const MOST_STATES: usize = 1024;
/// Nor is one that takes more steps.
const MOST_STEPS: usize = 32;

type State = BTreeMap<VarId, i128>;

/// How often a loop runs if nothing leaves it early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trips {
    /// Its condition holds so often for certain.
    pub least: usize,
    /// And never more often than this.
    pub most: usize,
}

/// Follows the variables that decide how often a loop runs.
pub struct PossibleValues<'p> {
    program: &'p Program,
    followed: HashSet<VarId>,
}

/// Where the states of a statement go.
#[derive(Default)]
struct Flow {
    /// On to the next statement.
    on: BTreeSet<State>,
    /// To the next step of the loop.
    next_step: BTreeSet<State>,
}

impl<'p> PossibleValues<'p> {
    /// The variables that matter for a loop, other than those whose address somebody has;
    /// nothing if its condition does more than look at them.
    pub fn of(
        program: &'p Program,
        cond: ExprId,
        body: StmtId,
        aliased: &HashSet<VarId>,
    ) -> Option<PossibleValues<'p>> {
        let mut followed: HashSet<VarId> = HashSet::new();
        for expr in program.exprs_below(cond) {
            match program.exprs[expr].kind {
                ExprKind::Var(var) => drop(followed.insert(var)),
                ExprKind::Int { .. } | ExprKind::Enumerator(_) | ExprKind::Unary { .. } => {}
                ExprKind::Binary { .. } | ExprKind::Cast { .. } => {}
                _ => return None,
            }
        }
        // And what they are computed from.
        loop {
            let before = followed.len();
            for (var, value) in assignments(program, body) {
                if followed.contains(&var) {
                    let mentioned = program.exprs_below(value).filter_map(|e| program.variable_of(e));
                    followed.extend(mentioned);
                }
            }
            if followed.len() == before {
                break;
            }
        }
        let is_plain = |var: &VarId| {
            let var = &program.vars[*var];
            let is_own = matches!(var.storage, VarStorage::Local | VarStorage::Param);
            is_own && var.ty == var.ty.unqualified() && const_eval::integer_format(program, var.ty).is_some()
        };
        followed.retain(|var| is_plain(var) && !aliased.contains(var));
        Some(PossibleValues { program, followed })
    }

    /// How often `while (cond) body` runs after these statements.
    pub fn trips(&self, before: &[StmtId], cond: ExprId, body: StmtId) -> Option<Trips> {
        let mut at_head = self.list(before, BTreeSet::from([State::new()]))?.on;
        let mut least = None;
        for step in 0..=MOST_STEPS {
            let mut goes_on = BTreeSet::new();
            for state in at_head {
                match self.value(cond, &state)? {
                    0 => least = least.or(Some(step)),
                    _ => drop(goes_on.insert(state)),
                }
            }
            if goes_on.is_empty() {
                return Some(Trips { least: least.unwrap_or(step), most: step });
            }
            let Flow { mut on, next_step } = self.stmt(body, goes_on)?;
            on.extend(next_step);
            at_head = on;
        }
        None
    }

    fn value(&self, expr: ExprId, state: &State) -> Option<i128> {
        const_eval::integer_where(self.program, expr, &|var| state.get(&var).copied())
    }

    fn list(&self, stmts: &[StmtId], states: BTreeSet<State>) -> Option<Flow> {
        let mut flow = Flow { on: states, ..Flow::default() };
        for &stmt in stmts {
            let after = self.stmt(stmt, flow.on)?;
            flow.on = after.on;
            flow.next_step.extend(after.next_step);
            if flow.on.len() + flow.next_step.len() > MOST_STATES {
                return None;
            }
        }
        Some(flow)
    }

    /// Statement nesting is bounded by the parser.
    fn stmt(&self, stmt: StmtId, states: BTreeSet<State>) -> Option<Flow> {
        match &self.program.stmts[stmt].kind {
            StmtKind::Empty | StmtKind::Comment(_) | StmtKind::Pragma(_) | StmtKind::Barrier => {
                Some(Flow { on: states, ..Flow::default() })
            }
            StmtKind::Block(stmts) => self.list(stmts, states),
            StmtKind::Decl(items) => {
                let declared = |state| items.iter().fold(state, |state, item| self.declared(item, state));
                Some(Flow { on: states.into_iter().map(declared).collect(), ..Flow::default() })
            }
            StmtKind::Expr(expr) => {
                let evaluated = |state| self.evaluated(*expr, state);
                Some(Flow { on: states.into_iter().map(evaluated).collect(), ..Flow::default() })
            }
            StmtKind::If { cond, then, otherwise } => self.branch(*cond, *then, *otherwise, states),
            StmtKind::Continue => Some(Flow { next_step: states, ..Flow::default() }),
            StmtKind::Break | StmtKind::Return(_) => Some(Flow::default()),
            // Their jumps stay inside, except that out of the kernel.
            StmtKind::While { .. } | StmtKind::DoWhile { .. } | StmtKind::For { .. } => {
                let on = states.into_iter().map(|state| self.forget(stmt, state)).collect();
                Some(Flow { on, ..Flow::default() })
            }
            _ => None,
        }
    }

    fn branch(
        &self,
        cond: ExprId,
        then: StmtId,
        otherwise: Option<StmtId>,
        states: BTreeSet<State>,
    ) -> Option<Flow> {
        let (mut if_true, mut if_false) = (BTreeSet::new(), BTreeSet::new());
        for state in states {
            let state = self.forget(cond, state);
            let truth = self.value(cond, &state);
            if truth != Some(0) {
                if_true.insert(state.clone());
            }
            if truth.is_none_or(|truth| truth == 0) {
                if_false.insert(state);
            }
        }
        let mut flow = self.stmt(then, if_true)?;
        let other = match otherwise {
            Some(otherwise) => self.stmt(otherwise, if_false)?,
            None => Flow { on: if_false, ..Flow::default() },
        };
        flow.on.extend(other.on);
        flow.next_step.extend(other.next_step);
        Some(flow)
    }

    fn declared(&self, item: &Item, state: State) -> State {
        let Item::Var { var, with_init, .. } = item else { return state };
        match &self.program.vars[*var].init {
            Some(Init::Expr(value)) if *with_init => {
                let state = self.forget(*value, state);
                let value = self.value(*value, &state);
                self.set(*var, value, state)
            }
            Some(init) if *with_init => {
                let values = self.program.init_exprs(init);
                values.into_iter().fold(state, |state, value| self.forget(value, state))
            }
            _ => self.set(*var, None, state),
        }
    }

    /// The state after an expression whose value is thrown away.
    fn evaluated(&self, expr: ExprId, state: State) -> State {
        let exprs = &self.program.exprs;
        let (lhs, value) = match exprs[expr].kind {
            ExprKind::Cast { operand, .. } => return self.evaluated(operand, state),
            ExprKind::Assign { lhs, rhs } => {
                let state = self.forget(rhs, state);
                let Some(var) = self.program.variable_of(lhs) else { return self.forget(lhs, state) };
                let value = self.value(rhs, &state);
                return self.set(var, value, state);
            }
            ExprKind::IncDec { op, operand, .. } => {
                let step = if op == IncDec::Inc { 1 } else { -1 };
                (operand, self.value(operand, &state).map(|value| value + step))
            }
            ExprKind::AssignOp { op, lhs, rhs, compute } => {
                let format = const_eval::integer_format(self.program, compute);
                let fits = |value: &i128| format.is_some_and(|format| format.holds(*value));
                let operand = |expr| self.value(expr, &state).filter(fits);
                let both = operand(lhs).zip(operand(rhs));
                (lhs, both.and_then(|(a, b)| combined(op, a, b)).filter(fits))
            }
            _ => return self.forget(expr, state),
        };
        let state = self.forget(expr, state);
        let Some(var) = self.program.variable_of(lhs) else { return state };
        let format = const_eval::integer_format(self.program, self.program.vars[var].ty);
        let fits = |value: &i128| format.is_some_and(|format| format.holds(*value));
        self.set(var, value.filter(fits), state)
    }

    fn set(&self, var: VarId, value: Option<i128>, mut state: State) -> State {
        match value.filter(|_| self.followed.contains(&var)) {
            Some(value) => drop(state.insert(var, value)),
            None => drop(state.remove(&var)),
        }
        state
    }

    /// Without what may be changed below a node.
    fn forget(&self, below: impl Into<Node>, mut state: State) -> State {
        for node in self.program.nodes(below) {
            let Node::Expr(expr) = node else { continue };
            let Some(changed) = self.program.assigned(expr) else { continue };
            if let Some(var) = self.program.variable_of(changed) {
                state.remove(&var);
            }
        }
        state
    }
}

/// `a op= b`, for the operations that count steps or halve.
fn combined(op: BinaryOp, a: i128, b: i128) -> Option<i128> {
    match op {
        BinaryOp::Add => a.checked_add(b),
        BinaryOp::Sub => a.checked_sub(b),
        BinaryOp::Mul => a.checked_mul(b),
        BinaryOp::Div => a.checked_div(b),
        BinaryOp::Shr if (0..32).contains(&b) => Some(a >> b),
        _ => None,
    }
}

/// The variables that are given values below a statement, and the values.
fn assignments(program: &Program, body: StmtId) -> Vec<(VarId, ExprId)> {
    let mut found = Vec::new();
    for node in program.nodes(body) {
        match node {
            Node::Stmt(stmt) => {
                let StmtKind::Decl(items) = &program.stmts[stmt].kind else { continue };
                for item in items {
                    let Item::Var { var, .. } = item else { continue };
                    if let Some(Init::Expr(value)) = program.vars[*var].init {
                        found.push((*var, value));
                    }
                }
            }
            Node::Expr(expr) => {
                let (ExprKind::Assign { lhs, rhs } | ExprKind::AssignOp { lhs, rhs, .. }) =
                    program.exprs[expr].kind
                else {
                    continue;
                };
                found.extend(program.variable_of(lhs).map(|var| (var, rhs)));
            }
        }
    }
    found
}
