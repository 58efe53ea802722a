//! Index values beyond the end of a loop.
//!
//! ```c
//! for (unsigned i = n; i > 0; i--)        // the last round of 64 threads starts at 3 - 4, "inside" again
//! for (int i = lo; i < hi; i++)           // `i + 256` beyond a `hi` near INT_MAX
//! for (int i = 0; i < n; i += 1 << 26)    // the 33rd of many threads starts at 0 again
//! ```
//! A sequential loop ends at its bound. Where its iterations are handed out, or put into tiles, values beyond the bound are computed
//! and compared with it, and where the index's type has no room for them they seem to be inside. Such loops are counted apart from their index, or
//! refused.
//!
//! There is room where the bound is far from the end of the type. A bound that is a number says it exactly; otherwise it is taken to be where
//! 1. the loop starts at a small number, or at the index of a loop that does: coming near the end takes a billion iterations, or
//! 2. it counts a signed index down to a small number, or
//! 3. the index itself is a subscript in every iteration: an array of so many elements has an index of 64 bits.
//!
//! Whatever else a loop starts at may be anything. A billion iterations are nothing to a grid: among threads a loop of the first
//! kind must also use arrays ([`is_only_arithmetic`]).

use hir::const_eval::{self, IntFormat, integer_format};
use hir::{BinaryOp, ExprId, ExprKind, Init, Item, Node, Program, StmtId, StmtKind, VarId};

use crate::CanonicalLoop;

/// So many iterations beyond the end are thought of: those of a large grid.
const REACH: i128 = 1 << 24;

/// Indices that start at other indices are followed so far.
const DEEPEST: u32 = 4;

/// Could a value beyond the loop's end wrap around, and seem to be inside?
pub fn may_wrap(program: &Program, canonical: &CanonicalLoop) -> bool {
    let Some(own) = integer_format(program, program.vars[canonical.index].ty) else { return true };
    let beyond = i128::from(canonical.step) * REACH;
    // A type of fewer bits is soon exhausted by a grid's stride; an unsigned index that counts down passes zero.
    if own.width < 32 {
        return true;
    }
    let small = Small { program, own, most: 1 << (own.width.min(64) - 2) };
    let is_down = canonical.step < 0;
    if let Some(bound) = const_eval::integer(program, canonical.bound) {
        let starts_well = is_down || small.is_it(canonical.first) || small.is_subscript(canonical);
        return !own.holds(bound.saturating_add(beyond)) || !starts_well;
    }
    is_down && !own.signed
        || beyond.abs() > small.most
        || !small.is_it(canonical.first) && !small.is_subscript(canonical)
}

/// Does the loop only compute? No array tells then how many iterations it may have: `n` may be INT_MAX.
pub fn is_only_arithmetic(program: &Program, canonical: &CanonicalLoop) -> bool {
    let is_number = |expr: ExprId| {
        let ty = program.exprs[expr].ty;
        program.types.pointee(ty).is_none() && program.types.element(ty).is_none()
    };
    const_eval::integer(program, canonical.bound).is_none()
        && program.exprs_below(canonical.body).all(|expr| match program.exprs[expr].kind {
            ExprKind::Call { callee, .. } => program.called_function(callee).is_some(),
            ExprKind::Function(_) | ExprKind::Cast { .. } => true,
            _ => is_number(expr),
        })
}

/// Numbers that are far from the end of a type.
struct Small<'p> {
    program: &'p Program,
    own: IntFormat,
    most: i128,
}

/// The least and the largest value of an expression.
type Range = (i128, i128);

impl Small<'_> {
    /// Is it a small number, an index that starts at one, or made of such?
    fn is_it(&self, expr: ExprId) -> bool {
        self.range(expr, 0).is_some_and(|(low, high)| {
            let least = if self.own.signed { -self.most } else { 0 };
            least <= low && high <= self.most
        })
    }

    /// Expressions nest as deep as the parser lets them.
    fn range(&self, expr: ExprId, depth: u32) -> Option<Range> {
        if let Some(value) = const_eval::integer(self.program, expr) {
            return Some((value, value));
        }
        let either = |a: Range, b: Range| (a.0.min(b.0), a.1.max(b.1));
        match self.program.exprs[expr].kind {
            ExprKind::Cast { operand, .. } => {
                let range = self.range(operand, depth)?;
                let format = integer_format(self.program, self.program.exprs[expr].ty)?;
                (format.holds(range.0) && format.holds(range.1)).then_some(range)
            }
            ExprKind::Var(var) if depth < DEEPEST => self.range_of_index(var, depth),
            ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } => {
                let (a, b) = (self.range(lhs, depth)?, self.range(rhs, depth)?);
                Some((a.0 + b.0, a.1 + b.1))
            }
            ExprKind::Binary { op: BinaryOp::Sub, lhs, rhs } => {
                let (a, b) = (self.range(lhs, depth)?, self.range(rhs, depth)?);
                Some((a.0 - b.1, a.1 - b.0))
            }
            // Not farther from zero than the dividend; of the other sign where the divisor is.
            ExprKind::Binary { op: BinaryOp::Div | BinaryOp::Rem, lhs, rhs } => {
                let (low, high) = self.range(lhs, depth)?;
                let is_positive = const_eval::integer(self.program, rhs).is_some_and(|by| by > 0);
                let same_sign = (low.min(0), high.max(0));
                Some(if is_positive { same_sign } else { either(same_sign, (-high.max(0), -low.min(0))) })
            }
            ExprKind::Conditional { then: Some(then), otherwise, .. } => {
                Some(either(self.range(then, depth)?, self.range(otherwise, depth)?))
            }
            _ => None,
        }
    }

    /// The index of loops that start at small numbers and take small steps is taken to stay in an eighth of the type.
    fn range_of_index(&self, var: VarId, depth: u32) -> Option<Range> {
        let mut all: Option<Range> = None;
        for (stmt, node) in self.program.stmts.iter() {
            let StmtKind::For { init, step, .. } = node.kind else { continue };
            if self.program.loop_index(stmt) != Some(var) {
                continue;
            }
            let (low, high) =
                self.range(super::canonical_loop::start_value(self.program, init?)?, depth + 1)?;
            let step = i128::from(super::canonical_loop::constant_step(self.program, step?, var).ok()?);
            if step.abs() * REACH > self.most {
                return None;
            }
            // Down to zero at least; an unsigned index does not pass it.
            let far = self.most / 2;
            let down = integer_format(self.program, self.program.vars[var].ty).is_some_and(|f| f.signed);
            let range = match step > 0 {
                true => (low, high + far),
                false => (if down { low - far } else { 0 }, high),
            };
            all = Some(all.map_or(range, |all| (all.0.min(range.0), all.1.max(range.1))));
        }
        all
    }

    /// Is `i`, or `i * w + j`, a subscript in every iteration, and nothing large taken from it?
    fn is_subscript(&self, canonical: &CanonicalLoop) -> bool {
        let mut subscripts = Vec::new();
        self.of_statement(canonical, canonical.body, &mut subscripts);
        subscripts
            .into_iter()
            .any(|index| self.program.mentions(index, canonical.index) && self.takes_nothing_large(index))
    }

    /// The subscripts that are surely evaluated, as far as inner loops run; `false` where it may be left before its end.
    fn of_statement(&self, of: &CanonicalLoop, stmt: StmtId, found: &mut Vec<ExprId>) -> bool {
        let program = self.program;
        match &program.stmts[stmt].kind {
            StmtKind::Block(stmts) => return stmts.iter().all(|stmt| self.of_statement(of, *stmt, found)),
            StmtKind::Annotated { body, .. } => return self.of_statement(of, *body, found),
            StmtKind::Expr(expr) => self.of_expression(*expr, found),
            StmtKind::Decl(items) => {
                for item in items {
                    if let Item::Var { var, with_init: true, .. } = item
                        && let Some(Init::Expr(expr)) = program.vars[*var].init
                    {
                        self.of_expression(expr, found);
                    }
                }
            }
            StmtKind::If { cond, then, .. } => {
                self.of_expression(*cond, found);
                if self.is_about_others(of, *cond) {
                    self.of_statement(of, *then, found);
                }
            }
            StmtKind::For { body, .. } => {
                self.of_statement(of, *body, found);
            }
            _ => {}
        }
        !program.stmts_below(stmt).any(|stmt| program.stmts[stmt].kind.is_jump())
    }

    /// Does a condition leave the index alone, or only compare it with what the iteration computes? Planes have such guards. One
    /// that compares it with anything else may keep it from the array where it is large.
    fn is_about_others(&self, of: &CanonicalLoop, cond: ExprId) -> bool {
        let program = self.program;
        let is_computed = |var: VarId| program.declared_below(of.body).any(|own| own == var);
        match program.exprs[cond].kind {
            ExprKind::Binary { op: BinaryOp::And, lhs, rhs } => {
                self.is_about_others(of, lhs) && self.is_about_others(of, rhs)
            }
            ExprKind::Binary { op: BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge, .. } => {
                !program.mentions(cond, of.index) || program.variables_below(cond).any(is_computed)
            }
            _ => !program.mentions(cond, of.index),
        }
    }

    /// Expressions nest as deep as the parser lets them.
    fn of_expression(&self, expr: ExprId, found: &mut Vec<ExprId>) {
        match self.program.exprs[expr].kind {
            ExprKind::Index { index, .. } => found.push(index),
            ExprKind::Binary { op: BinaryOp::And | BinaryOp::Or, lhs, .. } => {
                return self.of_expression(lhs, found);
            }
            ExprKind::Conditional { cond, .. } => return self.of_expression(cond, found),
            _ => {}
        }
        for child in self.program.children(Node::Expr(expr)) {
            if let Node::Expr(child) = child {
                self.of_expression(child, found);
            }
        }
    }

    fn takes_nothing_large(&self, subscript: ExprId) -> bool {
        let program = self.program;
        let is_large = |term: ExprId| const_eval::integer(program, term).is_some_and(|n| n.abs() > self.most);
        program.exprs_below(subscript).all(|expr| match program.exprs[expr].kind {
            ExprKind::Binary { op: BinaryOp::Sub, rhs, .. } => self.is_it(rhs),
            ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } => !is_large(lhs) && !is_large(rhs),
            ExprKind::Cast { .. } => integer_format(program, program.exprs[expr].ty)
                .is_some_and(|format| format.width >= self.own.width),
            ExprKind::Binary { op: BinaryOp::Mul, .. }
            | ExprKind::Var(_)
            | ExprKind::Int { .. }
            | ExprKind::Enumerator(_) => true,
            _ => false,
        })
    }
}
