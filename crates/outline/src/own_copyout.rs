//! Writing shared memory back, iteration by iteration.
//!
//! A block writes its section back together, coalesced. In a loop whose last
//! batch is not full, or whose step leaves gaps, that section is too large: it
//! holds elements of other blocks, and of nobody. There every iteration writes
//! what it names itself:
//!
//! ```c
//! #pragma hicuda shared copyout a[i][j]
//! ```
//! becomes, for the threads that have an iteration, `a[i][j] = a_tile[…][…]`.

use analyze::{SharedFacts, SharedMove};
use hir::{BinaryOp, DirectiveKind, ExprId, Section, SectionDim, SharedAction, StmtId, Type, VarId, copy};
use kir::Stmt;

use crate::kernel::KernelOutline;

/// The way through one dimension of a section: its first index, and a counter
/// where it has more than one.
struct Walk {
    first: ExprId,
    counter: Option<(VarId, ExprId)>,
}

impl KernelOutline<'_, '_> {
    /// The copy of one iteration; `None` when a part cannot be expressed.
    pub(crate) fn own_copyout(
        &mut self,
        shared: usize,
        facts: &SharedFacts,
        moved: &SharedMove,
    ) -> Option<Stmt> {
        let DirectiveKind::Shared(SharedAction::Copyout { section, .. }) =
            self.o.b.program.directives[moved.directive].kind.clone()
        else {
            return None;
        };
        let mut moved = moved.clone();
        for dim in moved.dims.iter_mut().filter(|dim| dim.holds_own) {
            (dim.check_low, dim.check_high) = (false, false);
        }
        let walks = self.walks(&section, facts)?;
        let counted = |outline: &mut Self, walk: &Walk| match walk.counter {
            Some((counter, _)) => {
                let counter = outline.o.b.var(counter);
                outline.o.b.add(walk.first, counter)
            }
            None => walk.first,
        };
        let subscripts: Vec<ExprId> = walks.iter().map(|walk| counted(self, walk)).collect();
        let mut in_tile = Vec::new();
        for (subscript, dim) in subscripts.iter().zip(&facts.dims) {
            let corner = self.formula(&dim.lo)?;
            in_tile.push(self.o.b.sub(*subscript, corner));
        }
        let statement = self.store(shared, facts, &moved, &subscripts, &in_tile)?;
        Some(Stmt::Plain(self.nested_counts(&walks, statement)))
    }

    fn walks(&mut self, section: &Section, facts: &SharedFacts) -> Option<Vec<Walk>> {
        let mut walks = Vec::new();
        for (k, dim) in section.dims.iter().enumerate() {
            walks.push(match *dim {
                SectionDim::Index(index) => Walk { first: copy::expr(self, index), counter: None },
                SectionDim::Range(lo, hi) => {
                    let (lo, hi) = (copy::expr(self, lo), copy::expr(self, hi));
                    let one = self.o.b.int(1);
                    let beyond = self.o.b.add(hi, one);
                    let count = self.o.b.sub(beyond, lo);
                    Walk { first: lo, counter: Some((self.counter(k), count)) }
                }
                SectionDim::All => {
                    let count = i64::try_from(facts.dims.get(k)?.extent).ok()?;
                    let (first, count) = (self.o.b.int(0), self.o.b.int(count));
                    Walk { first, counter: Some((self.counter(k), count)) }
                }
            });
        }
        Some(walks)
    }

    fn counter(&mut self, dim: usize) -> VarId {
        self.o.b.local(&format!("element{dim}"), Type::INT)
    }

    /// `a[i] = a_tile[i - i_base];`, with the tests that the section needs.
    fn store(
        &mut self,
        shared: usize,
        facts: &SharedFacts,
        moved: &SharedMove,
        on_device: &[ExprId],
        in_tile: &[ExprId],
    ) -> Option<StmtId> {
        let copy = facts.copy?;
        let device = self.places.values().find(|(c, _)| *c == copy).map(|(_, var)| *var)?;
        let array = self.o.out.arrays[self.o.arrays[&copy]].clone();
        let target = array.element(&mut self.o.b, device, on_device, &mut |_, size| size);
        let tile = self.shared[self.shared_ids[shared]].var;
        let tile = self.o.b.var(tile);
        let value = self.typed_index(tile, in_tile, facts.element);
        let store = self.o.b.assign(target, value);
        let mut tests = Vec::new();
        for ((dim, held), &subscript) in moved.dims.iter().zip(&array.dims).zip(on_device) {
            if dim.check_low {
                let lo = held.lo.expr(&mut self.o.b);
                tests.push(self.o.b.binary(BinaryOp::Ge, subscript, lo));
            }
            if dim.check_high {
                let beyond = self.beyond(held.lo, held.extent).expr(&mut self.o.b);
                tests.push(self.o.b.binary(BinaryOp::Lt, subscript, beyond));
            }
        }
        Some(match self.o.b.all_of(&tests) {
            Some(inside) => self.o.b.if_then(inside, vec![store]),
            None => store,
        })
    }

    fn nested_counts(&mut self, walks: &[Walk], statement: StmtId) -> StmtId {
        let mut statement = statement;
        for (counter, count) in walks.iter().rev().filter_map(|walk| walk.counter) {
            let (zero, one) = (self.o.b.int(0), self.o.b.int(1));
            statement = self.o.b.count(counter, zero, count, one, true, vec![statement]);
        }
        statement
    }
}
