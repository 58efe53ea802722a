//! How often loops run, as far as the program's text tells.
//!
//! A bound is a number, a macro, a variable that is only ever given numbers, or a parameter that all
//! callers give numbers to: `n` is 1024 in `void f(int n)` when `f(1024)` is its only call. Elements
//! of an array and members of a struct are one variable each for this. In a triangle the bound is
//! the mean of the outer index; a row of a sparse matrix has its part of all elements. What is read
//! at run time is taken to be large ([`ASSUMED`]), but never larger than the arrays that the loop's
//! index walks over; it is said to be assumed.

use std::collections::{HashMap, HashSet};

use analyze::{CanonicalLoop, Input};
use hir::{
    ArrayLen, BinaryOp, ExprId, ExprKind, Init, Item, Node, Program, RecordId, StmtKind, TypeKind, UnaryOp,
    VarId,
};

/// What a bound is taken to be that is known at run time only, by the depth of the nest.
pub const ASSUMED: [f64; 3] = [4194304.0, 4096.0, 512.0];

/// What a row of a sparse matrix is taken to hold.
const IN_A_ROW: f64 = 32.0;

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

/// What is given values.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Place {
    /// A variable; if it is an array, any of its elements.
    Var(VarId),
    /// A member, of any struct of its type.
    Member(RecordId, u32),
}

impl Place {
    fn of(program: &Program, object: ExprId) -> Option<Place> {
        let (root, _) = program.element(object);
        match program.exprs[root].kind {
            ExprKind::Var(var) => Some(Place::Var(var)),
            ExprKind::Member { record, field, .. } => Some(Place::Member(record, field)),
            _ => None,
        }
    }
}

/// The values that the program gives to its variables.
#[derive(Default)]
pub struct Counts {
    given: HashMap<Place, Vec<ExprId>>,
    /// Changed in other ways than by assignments of a value.
    unclear: HashSet<Place>,
}

impl Counts {
    /// Looks through a program.
    pub fn new(input: &Input<'_>) -> Counts {
        let program = input.program;
        let mut counts = Counts::default();
        let functions = program.functions.iter().filter_map(|(_, function)| function.body);
        let instances = program.instances.values().map(|instance| instance.body);
        for body in functions.chain(instances) {
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
        let Item::Var { var, with_init: true, .. } = item else { return };
        match &program.vars[*var].init {
            Some(Init::Expr(value)) => self.given.entry(Place::Var(*var)).or_default().push(*value),
            Some(_) => {
                self.unclear.insert(Place::Var(*var));
            }
            None => {}
        }
    }

    fn changed(&mut self, input: &Input<'_>, expr: ExprId) {
        let program = input.program;
        match &program.exprs[expr].kind {
            ExprKind::Assign { lhs, rhs } => {
                if let Some(place) = Place::of(program, *lhs) {
                    self.given.entry(place).or_default().push(*rhs);
                }
            }
            ExprKind::Call { callee, args } => {
                let Some(named) = program.called_function(*callee) else { return };
                let callee = &program.functions[input.definition(named)];
                // The body that this call runs has parameters of its own.
                let own = program.instances.get(&expr).map(|instance| instance.params.as_slice());
                let params = callee.params.iter().zip(args);
                for (param, arg) in params.chain(own.unwrap_or_default().iter().zip(args)) {
                    self.given.entry(Place::Var(*param)).or_default().push(*arg);
                }
            }
            _ => {
                let object = program.assigned_or_addressed(expr);
                self.unclear.extend(object.and_then(|object| Place::of(program, object)));
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
        let large = match rows_of(program, canonical) {
            Some(rows) => match (self.most_by_extents(program, canonical), self.extent(program, rows, 0)) {
                (Some(all), Some(rows)) => (all / rows.max(1.0)).max(1.0),
                _ => IN_A_ROW,
            },
            None => ASSUMED[depth.clamp(1, ASSUMED.len()) - 1],
        };
        let assumed = self.most_by_extents(program, canonical).map_or(large, |most| most.min(large));
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
            ExprKind::Var(var) if around.contains_key(var) => around.get(var).copied(),
            ExprKind::Var(_) | ExprKind::Index { .. } | ExprKind::Member { .. } => {
                let place = Place::of(program, expr).filter(|place| !self.unclear.contains(place))?;
                let values = self.given.get(&place)?.iter();
                let values: Option<Vec<f64>> =
                    values.map(|value| self.value(program, *value, around, depth + 1)).collect();
                values?.into_iter().reduce(f64::max)
            }
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
            ExprKind::Conditional { then: Some(then), otherwise, .. } => {
                let of = |choice: ExprId| self.value(program, choice, around, depth + 1);
                // `i0 + 32 < n ? i0 + 32 : n`: what is counted from an index is clipped in the last tile only.
                let is_counted =
                    |choice: ExprId| program.variables_below(choice).any(|var| around.contains_key(&var));
                match (of(*then), of(*otherwise)) {
                    (Some(one), Some(other)) => Some(one.min(other)),
                    (Some(one), None) => is_counted(*then).then_some(one),
                    (None, other) => other.filter(|_| is_counted(*otherwise)),
                }
            }
            ExprKind::Call { .. } => {
                let body = program.instances.get(&expr)?.body;
                let StmtKind::Block(stmts) = &program.stmts[body].kind else { return None };
                match stmts.as_slice() {
                    [only] => match program.stmts[*only].kind {
                        StmtKind::Return(Some(result)) => self.value(program, result, around, depth + 1),
                        _ => None,
                    },
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The most iterations for which the loop's index stays within the arrays that it walks over:
    /// 64 where the body has `u[k][2 * i]` of `double u[64][128]`, whatever the bound says.
    fn most_by_extents(&self, program: &Program, canonical: &CanonicalLoop) -> Option<f64> {
        let walked = program.exprs_below(canonical.body).filter_map(|expr| {
            let ExprKind::Index { base, index } = program.exprs[expr].kind else { return None };
            let factor = coefficient(program, index, canonical.index)?.abs();
            let extent = self.extent(program, base, 0).filter(|_| factor != 0.0)?;
            Some((extent / (factor * canonical.step.abs() as f64)).max(1.0))
        });
        walked.reduce(f64::min)
    }

    /// The elements of an array; of a parameter, the most that callers pass to it.
    fn extent(&self, program: &Program, array: ExprId, depth: usize) -> Option<f64> {
        let array = program.without_casts(array);
        if let TypeKind::Array(_, ArrayLen::Fixed(extent)) = program.types.stripped(program.exprs[array].ty) {
            return Some(*extent as f64);
        }
        let place = Place::Var(program.variable_of(array)?);
        let given = self.given.get(&place).filter(|_| depth < DEEPEST && !self.unclear.contains(&place))?;
        let extents: Option<Vec<f64>> =
            given.iter().map(|array| self.extent(program, *array, depth + 1)).collect();
        extents?.into_iter().reduce(f64::max)
    }
}

/// `first` of a loop from `first[i]` to `first[i + 1]`: the rows of a sparse matrix, which all together are as long as
/// the arrays that hold them.
fn rows_of(program: &Program, canonical: &CanonicalLoop) -> Option<ExprId> {
    let row = |bound: ExprId| {
        let mut bound = program.without_casts(bound);
        // `first[i + 1] - 1`, for bounds that are included.
        if let ExprKind::Binary { op: BinaryOp::Sub, lhs, rhs } = program.exprs[bound].kind
            && hir::const_eval::integer(program, rhs).is_some()
        {
            bound = program.without_casts(lhs);
        }
        match program.exprs[bound].kind {
            ExprKind::Index { base, .. } => Some((base, Place::of(program, base)?)),
            _ => None,
        }
    };
    let ((rows, one), (_, other)) = row(canonical.first).zip(row(canonical.bound))?;
    (one == other).then_some(rows)
}

/// What `index` is multiplied with in a sum; `None` if the expression is not one, or the factor is
/// not a number.
fn coefficient(program: &Program, expr: ExprId, index: VarId) -> Option<f64> {
    if !program.mentions(expr, index) {
        return Some(0.0);
    }
    let of = |expr| coefficient(program, expr, index);
    match program.exprs[expr].kind {
        ExprKind::Var(_) => Some(1.0),
        ExprKind::Cast { operand, .. } => of(operand),
        ExprKind::Unary { op: UnaryOp::Neg, operand } => Some(-of(operand)?),
        ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } => Some(of(lhs)? + of(rhs)?),
        ExprKind::Binary { op: BinaryOp::Sub, lhs, rhs } => Some(of(lhs)? - of(rhs)?),
        ExprKind::Binary { op: BinaryOp::Mul, lhs, rhs } => {
            let number = |expr| hir::const_eval::integer(program, expr).map(|value| value as f64);
            match (number(lhs), number(rhs)) {
                (Some(factor), _) => Some(factor * of(rhs)?),
                (_, Some(factor)) => Some(factor * of(lhs)?),
                _ => None,
            }
        }
        _ => None,
    }
}
