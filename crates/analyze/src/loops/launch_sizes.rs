//! Launches of no blocks, or of blocks without threads.
//!
//! ```c
//! #pragma hicuda kernel k tblock((n + 255) / 256) thread(256)
//! #pragma hicuda loop_partition over_tblock over_thread
//! for (i = 0; i < n; i++) …
//! ```
//! For `n == 0` there is no block and nothing to do: the kernel need not run.
//! With `tblock(n / 256)` there is no block either when `n` is 100, but 100
//! iterations, which the sequential program runs: then a single block must do
//! the work. The same goes for threads.
//!
//! A dimension may be empty where all that the kernel does is inside loops
//! shared out over it, and each of them has no iteration whenever the dimension
//! is empty. Otherwise it is made at least one.

use affine::{LinearExpr, Set};
use hir::{BinaryOp, DirectiveKind, ExprId, SharedAction, StmtId, StmtKind};
use kir::geometry::SpaceKind;

use crate::index_expr::Values;
use crate::{EmptyLaunch, Input, KernelFacts, PartitionFacts};

/// What an empty dimension means, for each dimension of a space.
pub fn when_empty(
    input: &Input<'_>,
    kernel: &KernelFacts,
    kind: SpaceKind,
    dims: &[ExprId],
    sizes: &[Option<u64>],
    values: &Values,
) -> Vec<EmptyLaunch> {
    let decide = |(dim, (expr, size)): (usize, (&ExprId, &Option<u64>))| {
        let about = hir::update::About { program: input.program, sources: input.sources };
        let expr = hir::clamp::unclamped(&about, *expr);
        let mut question = Question { input, kernel, kind, dim, expr, values };
        match size {
            Some(_) => EmptyLaunch::Never,
            None if question.does_nothing(kernel.body) => EmptyLaunch::NothingToDo,
            None => EmptyLaunch::WorkIsLost,
        }
    };
    dims.iter().zip(sizes).enumerate().map(decide).collect()
}

struct Question<'a, 'p> {
    input: &'a Input<'p>,
    kernel: &'a KernelFacts,
    kind: SpaceKind,
    dim: usize,
    /// The size of the dimension.
    expr: ExprId,
    values: &'a Values,
}

impl Question<'_, '_> {
    /// Does a statement do nothing that counts when the dimension is empty?
    fn does_nothing(&mut self, stmt: StmtId) -> bool {
        let program = self.input.program;
        match &program.stmts[stmt].kind {
            StmtKind::Block(stmts) => stmts.iter().all(|stmt| self.does_nothing(*stmt)),
            StmtKind::Annotated { body, .. } => self.does_nothing(*body),
            StmtKind::If { then, otherwise, .. } => {
                self.does_nothing(*then) && otherwise.is_none_or(|otherwise| self.does_nothing(otherwise))
            }
            StmtKind::For { body, .. } => match self.kernel.partitions.get(&stmt) {
                Some(partition) if self.is_shared_out(partition) => self.is_empty_too(stmt, partition),
                _ => self.does_nothing(*body),
            },
            StmtKind::Directive(directive) => matches!(
                program.directives[*directive].kind,
                DirectiveKind::Barrier
                    | DirectiveKind::Shared(SharedAction::Alloc { .. } | SharedAction::Remove(_))
            ),
            // Variables of a thread that does not run.
            StmtKind::Decl(_) | StmtKind::Empty => true,
            _ => false,
        }
    }

    fn is_shared_out(&self, partition: &PartitionFacts) -> bool {
        match self.kind {
            SpaceKind::Blocks => partition.over_block.is_some_and(|(_, dim)| dim == self.dim),
            SpaceKind::Threads => partition.over_thread == Some(self.dim),
        }
    }

    /// Does an iteration of the loop prove that the dimension is at least one?
    fn is_empty_too(&mut self, stmt: StmtId, partition: &PartitionFacts) -> bool {
        let Some((first, bound)) = self.kernel.bounds.get(&stmt) else { return false };
        let canonical = &partition.canonical;
        let (low, high) = if canonical.step > 0 { (first, bound) } else { (bound, first) };
        let some = match canonical.op {
            BinaryOp::Le | BinaryOp::Ge => Set::universe().with_at_most(low, high),
            _ => Set::universe().with_less(low, high),
        };
        let mut values = self.values.clone();
        let size = values.polynomial(self.input, self.expr, &some);
        let Some(size) = values.linear(&size) else { return false };
        let known = values.knowledge_about(size.vars().chain(low.vars()).chain(high.vars()).collect());
        some.intersect(&known).implies_at_least(&size, &LinearExpr::from(1)).is_proven()
    }
}
