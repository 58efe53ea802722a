//! Triangles whose blocks use shared memory, as rectangles.
//!
//! ```c
//! #pragma hicuda loop_partition over_tblock over_thread
//! for (i = 0; i < n; i++)
//!     #pragma hicuda loop_partition over_tblock over_thread
//!     for (j = 0; j <= i; j++) {                for (j = 0; j < n; j++) {
//!         float sum = c[i][j];                      float sum = 0;
//!         …strips of k, with barriers…              if (j <= i) sum = c[i][j];
//!             sum += a[i][k] * a[j][k];             … sum += a[i][k] * a[j][k]; …
//!         c[i][j] = sum;                            if (j <= i) c[i][j] = sum;
//!     }                                         }
//! ```
//! Threads of a block that have different rows would run the loop over columns differently often, and a barrier inside
//! it would not be reached by all. In the rectangle all of them go through the same columns, and what is outside the triangle
//! changes nothing but variables of its own. A block that is wholly outside does nothing: the condition goes along
//! with the loop ([`hir::PartitionClauses::inside`]).
//!
//! All loops of the kernel over such columns change together, so that an element stays with its thread. Where one of
//! them cannot, all stay as they are, and the check says what is in the way.

use std::collections::BTreeSet;

use analyze::CanonicalLoop;
use analyze::canonical_loop::recognize;
use hir::{
    BinaryOp, DirectiveId, DirectiveKind, Duplicate, ExprId, ExprKind, Init, Item, Node, SharedAction,
    StmtId, StmtKind, VarId,
};

use crate::Kitchen;
use crate::counts::{condition, counted_loop};
use crate::nest::statements;
use crate::stage::offset_from;

/// A loop over columns whose bounds depend on the row.
struct Triangle {
    directive: DirectiveId,
    columns: CanonicalLoop,
    rows: CanonicalLoop,
    /// The bound that depends on the row: its last one, or else its first.
    ends_with_row: bool,
    /// What it is beyond the row.
    offset: i64,
}

impl Kitchen<'_> {
    /// Makes rectangles of the triangles of a kernel in which blocks use shared memory.
    pub(crate) fn rectangles(&mut self, kernel: StmtId) {
        let staged = self.staged_arrays(kernel);
        if staged.is_empty() {
            return;
        }
        let mut triangles = Vec::new();
        if self.triangles(kernel, &[], &mut triangles).is_none() {
            return;
        }
        let bodies: Option<Vec<Vec<StmtId>>> = triangles
            .iter()
            .map(|triangle| {
                let condition = self.inside(triangle);
                let own: BTreeSet<VarId> = self.program.declared_below(triangle.columns.body).collect();
                let indices = [triangle.rows.index, triangle.columns.index];
                let guard = Guard { condition, own: &own, staged: &staged, indices };
                let stmts = statements(self.program, triangle.columns.body);
                self.guarded_all(&stmts, &guard)
            })
            .collect();
        for (triangle, body) in triangles.iter().zip(bodies.into_iter().flatten()) {
            self.make_rectangle(triangle, body);
        }
    }

    /// Arrays that a region has in shared memory.
    fn staged_arrays(&self, region: StmtId) -> BTreeSet<VarId> {
        let directive = |stmt: StmtId| match self.program.stmts[stmt].kind {
            StmtKind::Directive(directive) => Some(&self.program.directives[directive].kind),
            _ => None,
        };
        let array = |stmt: StmtId| match directive(stmt)? {
            DirectiveKind::Shared(SharedAction::Alloc { section, copyin: Some(_), .. }) => section.var,
            _ => None,
        };
        self.program.stmts_below(region).filter_map(array).collect()
    }

    /// The loops over threads whose bounds depend on the index of one around them; `None` if one of them is not of the form
    /// that is known here. Statement nesting is bounded by the parser.
    fn triangles(&self, stmt: StmtId, around: &[CanonicalLoop], found: &mut Vec<Triangle>) -> Option<()> {
        let mut around = around.to_vec();
        if let StmtKind::Annotated { directive, .. } = self.program.stmts[stmt].kind
            && let DirectiveKind::LoopPartition(clauses) = &self.program.directives[directive].kind
            && clauses.over_thread
        {
            let governed = self.governed(stmt).1;
            let columns = recognize(&analyze::Input::new(self.program, self.sources), governed).ok()?;
            let depends = |bound: ExprId| {
                around.iter().filter(move |rows| self.program.mentions(bound, rows.index)).collect::<Vec<_>>()
            };
            let (first, bound) = (depends(columns.first), depends(columns.bound));
            let triangle = match (&first[..], &bound[..]) {
                ([], []) => None,
                ([rows], []) => Some((*rows, columns.first, false)),
                ([], [rows]) => Some((*rows, columns.bound, true)),
                _ => return None,
            };
            if let Some((rows, end, ends_with_row)) = triangle {
                let offset = offset_from(self.program, end, rows.index)?;
                let counts_up = |of: &CanonicalLoop| {
                    of.step == 1 && matches!(of.op, BinaryOp::Lt | BinaryOp::Le | BinaryOp::Ne)
                };
                let is_plain = counts_up(&columns) && counts_up(rows) && clauses.reductions.is_empty();
                let is_row_fixed = [rows.first, rows.bound]
                    .iter()
                    .all(|bound| !around.iter().any(|other| self.program.mentions(*bound, other.index)));
                // `i - 1` of an unsigned 0 is no small number.
                let ty = self.program.exprs[end].ty;
                let is_small = offset >= 0
                    || hir::const_eval::integer_format(self.program, ty).is_some_and(|format| format.signed);
                if !is_plain || !is_row_fixed || columns.op == BinaryOp::Ne || !is_small {
                    return None;
                }
                let rows = rows.clone();
                found.push(Triangle { directive, columns: columns.clone(), rows, ends_with_row, offset });
            }
            around.push(columns);
        }
        self.program.children(Node::Stmt(stmt)).into_iter().try_for_each(|child| match child {
            Node::Stmt(child) => self.triangles(child, &around, found),
            Node::Expr(_) => Some(()),
        })
    }

    /// `j <= i`
    fn inside(&mut self, triangle: &Triangle) -> ExprId {
        let Triangle { columns, .. } = triangle;
        let (op, end) = match triangle.ends_with_row {
            true => (columns.op, columns.bound),
            false => (BinaryOp::Ge, columns.first),
        };
        let mut b = self.builder(columns.stmt);
        let end = Duplicate::new(&mut b).expr(end);
        condition(&mut b, columns.index, op, end)
    }

    fn make_rectangle(&mut self, triangle: &Triangle, body: Vec<StmtId>) {
        let Triangle { columns, rows, offset, .. } = triangle;
        let inside = self.inside(triangle);
        let mut b = self.builder(columns.stmt);
        let beyond = |b: &mut hir::Builder<'_>, from: ExprId, distance: i64| {
            let from = Duplicate::new(b).expr(from);
            let amount = b.int(distance.abs());
            match distance {
                0 => from,
                1.. => b.add(from, amount),
                _ => b.sub(from, amount),
            }
        };
        let head = match triangle.ends_with_row {
            // The last row is one before its bound, or the bound itself.
            true => {
                let last = |op: BinaryOp| i64::from(op == BinaryOp::Le);
                let distance = offset + last(columns.op) + last(rows.op) - 1;
                (columns.first, BinaryOp::Lt, beyond(&mut b, rows.bound, distance.max(0)), 1)
            }
            // Columns begin where rows do: blocks are squares on the diagonal, at even addresses.
            false => (beyond(&mut b, rows.first, (*offset).min(0)), columns.op, columns.bound, 1),
        };
        let body = b.block(body);
        let made = counted_loop(&mut b, (columns.index, columns.declares_index), head, body);
        self.program.stmts[columns.stmt].kind = self.program.stmts[made].kind.clone();
        if let DirectiveKind::LoopPartition(clauses) = &mut self.program.directives[triangle.directive].kind {
            clauses.inside = Some(inside);
        }
    }

    /// Statements of which only those have an effect whose iteration is in the triangle.
    fn guarded_all(&mut self, stmts: &[StmtId], guard: &Guard<'_>) -> Option<Vec<StmtId>> {
        let mut all = Vec::new();
        let mut run = Vec::new();
        for &stmt in stmts {
            let holds_directive = self.program.stmts_below(stmt).any(|below| {
                matches!(self.program.stmts[below].kind, StmtKind::Directive(_) | StmtKind::Annotated { .. })
            });
            if !holds_directive && !self.is_harmless(stmt, guard) {
                all.extend(self.declared_before(stmt, &mut run)?);
                continue;
            }
            self.close(&mut run, guard, &mut all);
            all.push(if holds_directive { self.guarded_inside(stmt, guard)? } else { stmt });
        }
        self.close(&mut run, guard, &mut all);
        Some(all)
    }

    /// Puts what has gathered under the condition.
    fn close(&mut self, run: &mut Vec<StmtId>, guard: &Guard<'_>, all: &mut Vec<StmtId>) {
        let Some(&first) = run.first() else { return };
        let mut b = self.builder(first);
        let condition = Duplicate::new(&mut b).expr(guard.condition);
        all.push(b.if_then(condition, std::mem::take(run)));
    }

    /// A declaration stands before the condition, with the value zero, and what it is given goes under it.
    fn declared_before(&mut self, stmt: StmtId, run: &mut Vec<StmtId>) -> Option<Vec<StmtId>> {
        let StmtKind::Decl(items) = self.program.stmts[stmt].kind.clone() else {
            run.push(stmt);
            return Some(Vec::new());
        };
        let mut declared = Vec::new();
        for item in items {
            let Item::Var { var, with_init: true, .. } = item else { return None };
            let Some(Init::Expr(value)) = self.program.vars[var].init else { return None };
            let ty = self.program.vars[var].ty.unqualified();
            if !self.program.types.is_arithmetic(ty) {
                return None;
            }
            self.program.vars[var].ty = ty;
            let mut b = self.builder(stmt);
            let zero = b.int(0);
            declared.push(b.declare(var, Some(zero)));
            let target = b.var(var);
            run.push(b.assign(target, value));
        }
        Some(declared)
    }

    /// A statement that all threads come through, with directives in it. Statement nesting is bounded by the parser.
    fn guarded_inside(&mut self, stmt: StmtId, guard: &Guard<'_>) -> Option<StmtId> {
        let body = match self.program.stmts[stmt].kind.clone() {
            StmtKind::Directive(_) => return Some(stmt),
            StmtKind::Block(stmts) => {
                let stmts = self.guarded_all(&stmts, guard)?;
                return Some(self.builder(stmt).block(stmts));
            }
            StmtKind::For { body, .. } => body,
            _ => return None,
        };
        let stmts = statements(self.program, body);
        let stmts = self.guarded_all(&stmts, guard)?;
        let own = self.builder(stmt).block(stmts);
        let mut made = self.program.stmts[stmt].clone();
        if let StmtKind::For { body, .. } = &mut made.kind {
            *body = own;
        }
        Some(self.program.stmts.alloc(made))
    }

    /// Changes nothing but variables of the iteration, and reads nothing but variables and what is in shared memory for
    /// rows and columns alike.
    fn is_harmless(&self, stmt: StmtId, guard: &Guard<'_>) -> bool {
        let program = &*self.program;
        let own = |expr: ExprId| program.variable_of(expr).is_some_and(|var| guard.own.contains(&var));
        let is_staged = |expr: ExprId| {
            let (array, subscripts) = program.element(expr);
            let [row, column] = guard.indices;
            let mentions = |index| subscripts.iter().any(|subscript| program.mentions(*subscript, index));
            program.variable_of(array).is_some_and(|var| guard.staged.contains(&var))
                && !(mentions(row) && mentions(column))
        };
        program.nodes(stmt).all(|node| match node {
            Node::Stmt(stmt) => matches!(
                program.stmts[stmt].kind,
                StmtKind::Expr(_)
                    | StmtKind::Block(_)
                    | StmtKind::If { .. }
                    | StmtKind::For { .. }
                    | StmtKind::Decl(_)
                    | StmtKind::Empty
            ),
            Node::Expr(expr) => {
                let ty = program.exprs[expr].ty;
                match program.exprs[expr].kind {
                    ExprKind::Index { .. } => !program.types.is_arithmetic(ty) || is_staged(expr),
                    ExprKind::Assign { lhs, .. } | ExprKind::AssignOp { lhs, .. } => own(lhs),
                    ExprKind::IncDec { operand, .. } => own(operand),
                    ExprKind::Binary { op: BinaryOp::Div | BinaryOp::Rem, .. } => {
                        program.types.is_real_floating(ty)
                    }
                    ExprKind::Int { .. }
                    | ExprKind::Float { .. }
                    | ExprKind::Var(_)
                    | ExprKind::Enumerator(_)
                    | ExprKind::Unary { .. }
                    | ExprKind::Binary { .. }
                    | ExprKind::Cast { .. }
                    | ExprKind::Conditional { .. } => true,
                    _ => false,
                }
            }
        })
    }
}

/// What holds in a triangle, and what may be done outside.
struct Guard<'a> {
    condition: ExprId,
    /// Variables that each iteration declares.
    own: &'a BTreeSet<VarId>,
    /// Arrays in shared memory.
    staged: &'a BTreeSet<VarId>,
    /// The indices of rows and columns.
    indices: [VarId; 2],
}
