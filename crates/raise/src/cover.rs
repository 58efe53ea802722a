//! Are there as many threads as the guard lets through?
//!
//! ```c
//! if (i < n) …                             // in the kernel, where `n` is a parameter
//! scale<<<(m + 255) / 256, 256>>>(a, m);   // 256 * ceil(m / 256) >= m
//! ```
//! The bound is compared with the launch's grid, its parameters replaced by the arguments.
//!
//! Assumed, as everywhere: the numbers of a launch's threads fit into 31 bits.
//! Invariant: what is said to cover does so for every value of the variables.

use std::collections::HashSet;

use hir::{BinaryOp, ExprId, ExprKind, Program, VarId};
use source::Sources;

use crate::grid::{Launch, Size, constant, is_stable, size_constant, without_casts, without_conversions};

/// A kernel's parameters and the launch that fills them.
pub(crate) struct Coverage<'a> {
    pub program: &'a Program,
    pub sources: &'a Sources,
    pub changed: &'a HashSet<VarId>,
    pub params: &'a [VarId],
    pub launch: &'a Launch,
}

impl Coverage<'_> {
    /// Is `grid * block >= bound` along an axis, whenever the bound is at least one?
    pub(crate) fn holds(&self, axis: usize, bound: ExprId) -> bool {
        let (grid, block) = (self.launch.grid[axis], self.launch.block[axis]);
        if let (Some(blocks), Some(threads)) = (self.size(grid), self.size(block))
            && let Some(bound) = self.bound_constant(bound)
        {
            return blocks * threads >= bound;
        }
        let Size::Expr { value, earlier, .. } = grid else { return false };
        // A grid that was computed earlier is that of today if nothing it is made of changes.
        if earlier && !is_stable(self.program, self.changed, value) {
            return false;
        }
        self.is_rounded_up(value, block, bound)
    }

    /// Is there at least one thread along an axis?
    pub(crate) fn has_threads(&self, axis: usize) -> bool {
        self.size(self.launch.grid[axis]).is_some_and(|size| size >= 1)
            && self.size(self.launch.block[axis]).is_some_and(|size| size >= 1)
    }

    fn size(&self, size: Size) -> Option<i128> {
        size_constant(self.program, self.changed, size)
    }

    fn bound_constant(&self, bound: ExprId) -> Option<i128> {
        let at = without_conversions(self.program, bound);
        match self.argument(at) {
            Some(arg) => constant(self.program, self.changed, arg),
            None => constant(self.program, self.changed, at),
        }
    }

    /// Is the grid `ceil(bound / block)` in one of the usual ways to write it?
    fn is_rounded_up(&self, grid: ExprId, block: Size, bound: ExprId) -> bool {
        let program = self.program;
        let grid = without_casts(program, grid);
        match program.exprs[grid].kind {
            // (n + block - 1) / block
            ExprKind::Binary { op: BinaryOp::Div, lhs, rhs } => {
                self.divides_by_block(rhs, block) && self.is_enlarged(lhs, rhs, bound)
            }
            // (n - 1) / block + 1, and n / block + 1
            ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } => {
                let lhs = without_casts(program, lhs);
                let ExprKind::Binary { op: BinaryOp::Div, lhs: count, rhs: divisor } =
                    program.exprs[lhs].kind
                else {
                    return false;
                };
                let one_more = constant(program, self.changed, rhs).is_some_and(|more| more >= 1);
                one_more && self.divides_by_block(divisor, block) && self.is_at_least(count, bound, 1)
            }
            // ceil(n / 16.0)
            ExprKind::Cast { operand, .. } => self.is_ceiling(operand, block, bound),
            ExprKind::Call { .. } => self.is_ceiling(grid, block, bound),
            _ => false,
        }
    }

    /// Is the divisor the size of a block, or less?
    fn divides_by_block(&self, divisor: ExprId, block: Size) -> bool {
        match (constant(self.program, self.changed, divisor), self.size(block)) {
            (Some(divisor), Some(block)) => divisor >= 1 && divisor <= block,
            _ => match block {
                Size::Expr { value, earlier, .. } => {
                    (!earlier || is_stable(self.program, self.changed, value))
                        && self.is_same_host(divisor, value)
                }
                Size::One | Size::Member(_) => false,
            },
        }
    }

    /// `n + block - 1` in whatever order: the bound, and one less than the divisor.
    fn is_enlarged(&self, sum: ExprId, divisor: ExprId, bound: ExprId) -> bool {
        let mut terms = Vec::new();
        self.terms(sum, 1, &mut terms);
        let mut number = 0;
        let mut left = Vec::new();
        for (sign, term) in terms {
            match constant(self.program, self.changed, term) {
                Some(value) => number += sign * value,
                None => left.push((sign, term)),
            }
        }
        match constant(self.program, self.changed, divisor) {
            Some(divisor) => number >= divisor - 1 && matches!(left[..], [(1, n)] if self.is_bound(n, bound)),
            None => match left[..] {
                [(1, a), (1, b)] if number >= -1 => {
                    self.is_bound(a, bound) && self.is_same_host(b, divisor)
                        || self.is_bound(b, bound) && self.is_same_host(a, divisor)
                }
                _ => false,
            },
        }
    }

    /// Is a number of the host the bound, or at most so much less?
    fn is_at_least(&self, count: ExprId, bound: ExprId, less: i128) -> bool {
        let mut terms = Vec::new();
        self.terms(count, 1, &mut terms);
        let is_number = |term: &ExprId| constant(self.program, self.changed, *term).is_some();
        let number: i128 = terms
            .iter()
            .filter_map(|(sign, term)| constant(self.program, self.changed, *term).map(|v| sign * v))
            .sum();
        let left: Vec<&(i128, ExprId)> = terms.iter().filter(|(_, term)| !is_number(term)).collect();
        number >= -less && matches!(left[..], [&(1, n)] if self.is_bound(n, bound))
    }

    fn is_ceiling(&self, expr: ExprId, block: Size, bound: ExprId) -> bool {
        let program = self.program;
        let expr = without_conversions(program, expr);
        let ExprKind::Call { callee, args } = &program.exprs[expr].kind else { return false };
        let is_ceil = program.called_function(*callee).is_some_and(|called| {
            &*self.sources.text(program.functions[called].name) == "ceil"
                && program.function_type(called).is_some_and(|ty| ty.result == hir::Type::DOUBLE)
        });
        let Some(&quotient) = args.first().filter(|_| is_ceil) else { return false };
        let ExprKind::Binary { op: BinaryOp::Div, lhs, rhs } = program.exprs[quotient].kind else {
            return false;
        };
        let divisor = hir::const_eval::float(program, rhs).or_else(|| {
            constant(program, self.changed, below_any_cast(program, rhs)).map(|value| value as f64)
        });
        let fits = match (divisor, self.size(block)) {
            (Some(divisor), Some(block)) => divisor >= 1.0 && divisor <= block as f64,
            _ => false,
        };
        let is_wide = |e: ExprId| program.exprs[e].ty.unqualified() == hir::Type::DOUBLE;
        fits && is_wide(lhs) && is_wide(rhs) && self.is_bound(below_any_cast(program, lhs), bound)
    }

    fn terms(&self, expr: ExprId, sign: i128, out: &mut Vec<(i128, ExprId)>) {
        let at = without_casts(self.program, expr);
        match self.program.exprs[at].kind {
            ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } => {
                self.terms(lhs, sign, out);
                self.terms(rhs, sign, out);
            }
            ExprKind::Binary { op: BinaryOp::Sub, lhs, rhs } => {
                self.terms(lhs, sign, out);
                self.terms(rhs, -sign, out);
            }
            _ => out.push((sign, at)),
        }
    }

    /// Is an expression of the host the bound of the kernel, or the bound that and less?
    fn is_bound(&self, host: ExprId, bound: ExprId) -> bool {
        if self.is_same(bound, host) {
            return true;
        }
        let at = without_conversions(self.program, bound);
        match self.program.exprs[at].kind {
            ExprKind::Binary { op: BinaryOp::Sub, lhs, rhs } => {
                constant(self.program, self.changed, rhs).is_some_and(|less| less >= 0)
                    && self.is_bound(host, lhs)
            }
            _ => false,
        }
    }

    fn argument(&self, expr: ExprId) -> Option<ExprId> {
        let ExprKind::Var(var) = self.program.exprs[expr].kind else { return None };
        let at = self.params.iter().position(|param| *param == var)?;
        self.launch.args.get(at).copied()
    }

    /// Has an expression of the kernel, its parameters filled, the value of one of the host?
    fn is_same(&self, kernel: ExprId, host: ExprId) -> bool {
        let program = self.program;
        let kernel = without_conversions(program, kernel);
        let host = without_casts(program, host);
        if let Some(arg) = self.argument(kernel) {
            // A negative number must not become a large one on the way.
            return keeps_sign(program, arg) && self.is_same_host(arg, host);
        }
        match (&program.exprs[kernel].kind, &program.exprs[host].kind) {
            (ExprKind::Int { value: a, .. }, ExprKind::Int { value: b, .. }) => a == b,
            (ExprKind::Var(a), ExprKind::Var(b)) => a == b && !self.changed.contains(a),
            (
                ExprKind::Binary { op: a, lhs: a_left, rhs: a_right },
                ExprKind::Binary { op: b, lhs: b_left, rhs: b_right },
            ) => a == b && self.is_same(*a_left, *b_left) && self.is_same(*a_right, *b_right),
            _ => false,
        }
    }

    /// Have two expressions at the launch one value?
    fn is_same_host(&self, a: ExprId, b: ExprId) -> bool {
        let program = self.program;
        let (a, b) = (without_casts(program, a), without_casts(program, b));
        if let (Some(a), Some(b)) = (constant(program, self.changed, a), constant(program, self.changed, b)) {
            return a == b;
        }
        match (&program.exprs[a].kind, &program.exprs[b].kind) {
            (ExprKind::Int { value: a, .. }, ExprKind::Int { value: b, .. }) => a == b,
            (ExprKind::Var(a), ExprKind::Var(b)) => a == b,
            (
                ExprKind::Binary { op: x, lhs: a_left, rhs: a_right },
                ExprKind::Binary { op: y, lhs: b_left, rhs: b_right },
            ) => x == y && self.is_same_host(*a_left, *b_left) && self.is_same_host(*a_right, *b_right),
            (
                ExprKind::Member { base: a, field: x, arrow: p, .. },
                ExprKind::Member { base: b, field: y, arrow: q, .. },
            ) => x == y && p == q && self.is_same_host(*a, *b),
            _ => false,
        }
    }
}

fn below_any_cast(program: &Program, mut expr: ExprId) -> ExprId {
    while let ExprKind::Cast { operand, .. } = program.exprs[expr].kind {
        expr = operand;
    }
    expr
}

/// Do conversions on the way to the parameter keep a negative number negative?
fn keeps_sign(program: &Program, arg: ExprId) -> bool {
    let mut at = arg;
    while let ExprKind::Cast { operand, .. } = program.exprs[at].kind {
        let format = |e: ExprId| hir::const_eval::integer_format(program, program.exprs[e].ty);
        let (Some(to), Some(from)) = (format(at), format(operand)) else { return false };
        if from.signed && !to.signed || to.width < from.width {
            return false;
        }
        at = operand;
    }
    true
}
