//! `fuse`: two loops that stand side by side become one.
//!
//! Both run over the same index values. Afterwards iteration `i` of the second
//! runs before iteration `i + 1` of the first; that is right unless the second
//! would then come too early for something that the first does later. The loop
//! is put together first and looked at then: a dependence from the second body
//! to a later iteration of the first one was the other way round before.

use analyze::dependence::Direction;
use analyze::index_expr::Values;
use analyze::{CanonicalLoop, Input};
use hir::{DirectiveId, Duplicate, ExprId, Node, ReplacedLoop, Stmt, StmtId, StmtKind};
use std::collections::BTreeSet;

use crate::legality::direction;
use crate::nest::statements;
use crate::{Kitchen, Place, Refusal};

const RECIPE: &str = "fused";

impl Kitchen<'_> {
    /// Joins `second` to the loop below the directives of `first`.
    pub(crate) fn fused(
        &mut self,
        first: StmtId,
        directive: DirectiveId,
        second: StmtId,
        place: Place,
    ) -> Result<(), Refusal> {
        let (directives, loop_stmt) = self.governed(first);
        let span = self.program.stmts[second].span;
        if !matches!(self.program.stmts[second].kind, StmtKind::For { .. }) {
            return Err(Refusal::form(RECIPE, span, "the next statement is not a plain loop"));
        }
        if place != Place::Kernel {
            self.holds_no_directives(loop_stmt)?;
            self.holds_no_directives(second)?;
        }
        let (one, two) = (self.canonical(RECIPE, loop_stmt)?, self.canonical(RECIPE, second)?);
        self.same_iterations(&one, &two)?;
        for canonical in [&one, &two] {
            self.index_not_used_after(RECIPE, canonical)?;
            self.stays_inside(RECIPE, canonical.body)?;
        }
        let mut b = self.builder(loop_stmt);
        let index = b.var(one.index);
        let later = Duplicate::with_value(&mut b, two.index, index).stmt(two.body);
        let earlier = statements(b.program, one.body);
        let mut body = self.scoped(one.body, &earlier);
        let later_body = statements(self.program, later);
        body.extend(self.scoped(later, &later_body));
        let StmtKind::For { init, cond, step, .. } = self.program.stmts[loop_stmt].kind.clone() else {
            return Err(Refusal::form(RECIPE, span, "it is not a `for` loop"));
        };
        let outer = self.program.stmts[loop_stmt].span;
        let whole = hir::Span { lo: outer.lo, hi: span.hi, ctx: outer.ctx };
        let body = self.program.stmts.alloc(Stmt { kind: StmtKind::Block(body), span: whole });
        let kind = StmtKind::For { init, cond, step, body };
        let joined = self.program.stmts.alloc(Stmt { kind, span: whole });
        self.nothing_too_early(joined, later, place)?;
        let outermost = directives.first().copied().unwrap_or(directive);
        let rest: Vec<DirectiveId> = directives.into_iter().filter(|d| *d != directive).collect();
        let mut current = joined;
        for directive in rest.into_iter().rev() {
            let kind = StmtKind::Annotated { directive, body: current };
            current = self.program.stmts.alloc(Stmt { kind, span: whole });
        }
        self.program.stmts[first] = self.program.stmts[current].clone();
        if place == Place::Host {
            let start = self.program.directives[outermost].line;
            if current == joined {
                self.replaced.push(ReplacedLoop { place: hir::Span { hi: span.hi, ..start }, stmt: first });
            } else {
                self.starts.insert(first, start);
            }
        }
        Ok(())
    }

    /// A body that declares something keeps its braces.
    fn scoped(&self, body: StmtId, stmts: &[StmtId]) -> Vec<StmtId> {
        let declares = |s: &StmtId| matches!(self.program.stmts[*s].kind, StmtKind::Decl(_));
        if stmts.iter().any(declares) { vec![body] } else { stmts.to_vec() }
    }

    fn same_iterations(&self, one: &CanonicalLoop, two: &CanonicalLoop) -> Result<(), Refusal> {
        let input = Input::new(self.program, self.sources);
        let mut values = Values::default();
        let anywhere = affine::Set::universe();
        let mut same = |a: ExprId, b: ExprId| {
            values.polynomial(&input, a, &anywhere) == values.polynomial(&input, b, &anywhere)
        };
        let equal = one.step == two.step
            && one.op == two.op
            && self.program.types.strip(self.program.vars[one.index].ty).id
                == self.program.types.strip(self.program.vars[two.index].ty).id
            && same(one.first, two.first)
            && same(one.bound, two.bound);
        match equal {
            true => Ok(()),
            false => {
                let span = self.program.stmts[two.stmt].span;
                Err(Refusal::form(RECIPE, span, "the second loop does not run over the same index values"))
            }
        }
    }

    fn nothing_too_early(&self, joined: StmtId, later: StmtId, place: Place) -> Result<(), Refusal> {
        let order = self.order(RECIPE, joined, place)?;
        let second: BTreeSet<StmtId> = self.program.stmts_below(Node::Stmt(later)).collect();
        for dependence in &order.dependences {
            let [source, sink] =
                [dependence.source, dependence.sink].map(|at| second.contains(&order.accesses[at].stmt));
            let carried = direction(dependence, joined);
            let reversed = match carried {
                Some(Direction::Any) => source != sink,
                Some(Direction::Before | Direction::After) => source && !sink,
                _ => false,
            };
            if reversed {
                return Err(order.too_early(RECIPE, dependence));
            }
        }
        Ok(())
    }
}
