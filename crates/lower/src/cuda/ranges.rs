//! What values the indices of loops have, where that is known when a kernel is compiled.
//!
//! ```text
//! for (m = 0; m < 1985; m++)         m: 0 to 1984
//!     for (i = 0; i < 64; i++)       i: 0 to 63
//!         … image[i + m] …           i + m: 0 to 2047
//! ```
//! Only loops around the present place are known, and only inside them.
//!
//! Invariant: all values and sums are small enough that they are computed in `int` without overflow.

use std::collections::HashMap;

use hir::{BinaryOp, Builder, ExprId, ExprKind, Init, Item, Program, StmtId, StmtKind, VarId, const_eval};
use kir::Partition;

use super::Lowering;
use super::trips::constant_trips;

/// Numbers from here on are not followed.
const LARGE: i64 = 1 << 30;

/// The least and the most that a value can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    pub least: i64,
    pub most: i64,
}

impl Range {
    pub fn only(value: i64) -> Range {
        Range { least: value, most: value }
    }

    pub fn plus(self, other: Range) -> Option<Range> {
        Range { least: self.least.checked_add(other.least)?, most: self.most.checked_add(other.most)? }
            .small()
    }

    pub fn minus(self, other: Range) -> Option<Range> {
        Range { least: self.least.checked_sub(other.most)?, most: self.most.checked_sub(other.least)? }
            .small()
    }

    fn small(self) -> Option<Range> {
        (-LARGE < self.least && self.most < LARGE).then_some(self)
    }
}

/// The ranges of variables.
#[derive(Debug, Default)]
pub(super) struct Ranges(HashMap<VarId, Range>);

impl Ranges {
    /// Behind a loop its index has another value.
    pub fn leave(&mut self, index: VarId) {
        self.0.remove(&index);
    }

    /// The values of a variable.
    pub fn of_var(&self, var: VarId) -> Option<Range> {
        self.0.get(&var).copied()
    }

    /// The values of a sum. Nesting is bounded by the parser.
    pub fn of(&self, program: &Program, expr: ExprId) -> Option<Range> {
        if let Some(value) = const_eval::integer(program, expr) {
            return Range::only(i64::try_from(value).ok()?).small();
        }
        match program.exprs[expr].kind {
            ExprKind::Var(var) => self.of_var(var),
            ExprKind::Cast { operand, .. } => {
                // A small value is the same in every type that has a sign and as many bits as `int`.
                let format = const_eval::integer_format(program, program.exprs[expr].ty)?;
                self.of(program, operand).filter(|_| format.signed && format.width >= 32)
            }
            ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } => {
                self.of(program, lhs)?.plus(self.of(program, rhs)?)
            }
            ExprKind::Binary { op: BinaryOp::Sub, lhs, rhs } => {
                self.of(program, lhs)?.minus(self.of(program, rhs)?)
            }
            _ => None,
        }
    }
}

impl Lowering<'_, '_> {
    /// Notes the values that the index of a partitioned loop has where an iteration exists.
    pub(super) fn note_partition(&mut self, p: &Partition) {
        let range = self.range_of_partition(p);
        match range {
            Some(range) => self.ranges.0.insert(p.index, range),
            None => self.ranges.0.remove(&p.index),
        };
    }

    fn range_of_partition(&self, p: &Partition) -> Option<Range> {
        let first = i64::try_from(const_eval::integer(self.b.program, p.first)?).ok()?;
        let trips = p.trips.constant().filter(|trips| *trips > 0 && !p.may_wrap)?;
        let last = first.checked_add((trips - 1).checked_mul(p.step)?)?;
        Range { least: first.min(last), most: first.max(last) }.small()
    }

    /// Notes the values of a counter inside its loop.
    pub(super) fn note_counted(&mut self, stmt: StmtId) {
        let Some(index) = self.b.program.loop_index(stmt) else { return };
        let range = counted(self.b, stmt).and_then(|counted| {
            let first = counted.first?;
            Range { least: first, most: first.checked_add(counted.trips?)? - 1 }.small()
        });
        match range {
            Some(range) => self.ranges.0.insert(index, range),
            None => self.ranges.0.remove(&index),
        };
    }
}

/// A loop that counts by one: `for (j = first; j < bound; j++)`, and nobody else changes `j` or the bound.
#[derive(Clone, Copy)]
pub(super) struct CountedLoop {
    pub index: VarId,
    /// What the index begins with, if it is a number.
    pub first: Option<i64>,
    /// `<` or `<=`
    pub op: BinaryOp,
    pub bound: ExprId,
    pub trips: Option<i64>,
}

/// The loop that a statement is, if it counts so. Both sides of its condition have signs.
pub(super) fn counted(b: &Builder<'_>, stmt: StmtId) -> Option<CountedLoop> {
    let program = &*b.program;
    let StmtKind::For { init: Some(init), cond: Some(cond), step: Some(step), body } =
        program.stmts[stmt].kind
    else {
        return None;
    };
    let index = program.loop_index(stmt)?;
    let first = match &program.stmts[init].kind {
        StmtKind::Decl(items) => match items.as_slice() {
            [Item::Var { var, .. }] => match program.vars[*var].init {
                Some(Init::Expr(first)) => first,
                _ => return None,
            },
            _ => return None,
        },
        StmtKind::Expr(assign) => match program.exprs[*assign].kind {
            ExprKind::Assign { rhs, .. } => rhs,
            _ => return None,
        },
        _ => return None,
    };
    let ExprKind::Binary { op: op @ (BinaryOp::Lt | BinaryOp::Le), lhs, rhs: bound } =
        program.exprs[cond].kind
    else {
        return None;
    };
    let counts = match program.exprs[step].kind {
        ExprKind::IncDec { op: hir::IncDec::Inc, operand, .. } => program.is_variable(operand, index),
        ExprKind::AssignOp { op: BinaryOp::Add, lhs, rhs, .. } => {
            program.is_variable(lhs, index) && b.constant(rhs) == Some(1)
        }
        _ => false,
    };
    let is_signed = |ty| const_eval::integer_format(program, ty).is_some_and(|format| format.signed);
    let changes =
        |var: VarId| program.exprs_below(body).any(|expr| program.changed_variable(expr) == Some(var));
    let is_fixed = program.exprs_below(bound).all(|expr| match program.exprs[expr].kind {
        ExprKind::Var(var) => var != index && !changes(var),
        ExprKind::Int { .. } | ExprKind::Enumerator(_) | ExprKind::Cast { .. } => true,
        ExprKind::Binary { op, .. } => matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul),
        _ => false,
    });
    let is_counted = program.converted_variable(lhs) == Some(index)
        && is_signed(program.vars[index].ty)
        && is_signed(program.exprs[bound].ty)
        && counts
        && is_fixed
        && !changes(index);
    is_counted.then(|| CountedLoop {
        index,
        first: const_eval::integer(program, first).and_then(|first| i64::try_from(first).ok()),
        op,
        bound,
        trips: constant_trips(program, b.sources, stmt),
    })
}
