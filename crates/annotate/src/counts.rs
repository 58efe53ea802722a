//! How often loops run, as far as the program's text tells.
//!
//! A bound is a number, a macro, a variable that is only ever given numbers, or a parameter that all
//! callers give numbers to: `n` is 1024 in `void f(int n)` when `f(1024)` is its only call. In a
//! triangle the bound is the mean of the outer index. What is read at run time is taken to be
//! large ([`ASSUMED`]), and said to be assumed.

use std::collections::HashMap;

use analyze::{CanonicalLoop, Input};
use hir::{BinaryOp, ExprId, ExprKind, Init, Item, Node, Program, StmtKind, UnaryOp, VarId};

/// What a bound is taken to be that is known at run time only, by the depth of the nest.
pub const ASSUMED: [f64; 3] = [4194304.0, 4096.0, 512.0];

/// Values are followed through so many variables.
const DEEPEST: usize = 8;

/// The number of iterations of a loop.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Trips {
    /// How many, on average.
    pub count: f64,
    /// It is not in the text, and taken to be so.
    pub is_assumed: bool,
}

/// The values that the program gives to its variables.
#[derive(Default)]
pub struct Counts {
    given: HashMap<VarId, Vec<ExprId>>,
    /// Changed in other ways than by assignments of a value.
    unclear: std::collections::HashSet<VarId>,
}

impl Counts {
    /// Looks through a program.
    pub fn new(input: &Input<'_>) -> Counts {
        let program = input.program;
        let mut counts = Counts::default();
        for (_, function) in program.functions.iter() {
            let Some(body) = function.body else { continue };
            for node in program.nodes(body) {
                match node {
                    Node::Stmt(stmt) => counts.declared(program, stmt),
                    Node::Expr(expr) => counts.changed(input, expr),
                }
            }
        }
        for unit in &program.units {
            for item in &unit.items {
                counts.item(program, item);
            }
        }
        counts
    }

    fn declared(&mut self, program: &Program, stmt: hir::StmtId) {
        if let StmtKind::Decl(items) = &program.stmts[stmt].kind {
            items.iter().for_each(|item| self.item(program, item));
        }
    }

    fn item(&mut self, program: &Program, item: &Item) {
        if let Item::Var { var, with_init: true, .. } = item
            && let Some(Init::Expr(value)) = &program.vars[*var].init
        {
            self.given.entry(*var).or_default().push(*value);
        }
    }

    fn changed(&mut self, input: &Input<'_>, expr: ExprId) {
        let program = input.program;
        match &program.exprs[expr].kind {
            ExprKind::Assign { lhs, rhs } => {
                if let Some(var) = program.variable_of(*lhs) {
                    self.given.entry(var).or_default().push(*rhs);
                }
            }
            ExprKind::Call { callee, args } => {
                let Some(named) = program.called_function(*callee) else { return };
                let callee = &program.functions[input.definition(named)];
                for (param, arg) in callee.params.iter().zip(args) {
                    self.given.entry(*param).or_default().push(*arg);
                }
            }
            _ => {
                if let Some(var) = program.changed_variable(expr) {
                    self.unclear.insert(var);
                }
            }
        }
    }

    /// How often a loop runs; `around` are the mean values of the indices of the loops around it, and
    /// its own is added to them. `depth`: loops of the nest that it belongs to.
    pub fn trips(
        &self,
        program: &Program,
        canonical: &CanonicalLoop,
        around: &mut HashMap<VarId, f64>,
        depth: usize,
    ) -> Trips {
        let first = self.value(program, canonical.first, around, 0);
        let bound = self.value(program, canonical.bound, around, 0);
        let exact = canonical.trips.map(|trips| trips as f64);
        let counted = first.zip(bound).map(|(first, bound)| {
            let inclusive = f64::from(u8::from(matches!(canonical.op, BinaryOp::Le | BinaryOp::Ge)));
            ((bound - first).abs() + inclusive) / (canonical.step.abs() as f64)
        });
        let assumed = ASSUMED[depth.clamp(1, ASSUMED.len()) - 1];
        let count = exact.or(counted);
        let start = first.unwrap_or(0.0);
        let all = count.unwrap_or(assumed);
        around.insert(canonical.index, start + all * canonical.step as f64 / 2.0);
        Trips { count: all, is_assumed: count.is_none() }
    }

    /// The value of an expression: the largest of those that it is given.
    fn value(
        &self,
        program: &Program,
        expr: ExprId,
        around: &HashMap<VarId, f64>,
        depth: usize,
    ) -> Option<f64> {
        if let Some(value) = hir::const_eval::integer(program, expr) {
            return Some(value as f64);
        }
        if depth > DEEPEST {
            return None;
        }
        match &program.exprs[expr].kind {
            ExprKind::Var(var) => match around.get(var) {
                Some(mean) => Some(*mean),
                None if self.unclear.contains(var) => None,
                None => {
                    let values = self.given.get(var)?.iter();
                    let values: Option<Vec<f64>> =
                        values.map(|value| self.value(program, *value, around, depth + 1)).collect();
                    values?.into_iter().reduce(f64::max)
                }
            },
            ExprKind::Cast { operand, .. } => self.value(program, *operand, around, depth),
            ExprKind::Unary { op: UnaryOp::Neg, operand } => {
                Some(-self.value(program, *operand, around, depth)?)
            }
            ExprKind::Binary { op, lhs, rhs } => {
                let lhs = self.value(program, *lhs, around, depth)?;
                let rhs = self.value(program, *rhs, around, depth)?;
                match op {
                    BinaryOp::Add => Some(lhs + rhs),
                    BinaryOp::Sub => Some(lhs - rhs),
                    BinaryOp::Mul => Some(lhs * rhs),
                    BinaryOp::Div if rhs != 0.0 => Some((lhs / rhs).trunc()),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}
