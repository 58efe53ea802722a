//! What every iteration has for itself, so that no order between iterations is to be kept for it. Nobody else can reach it.
//!
//! ```c
//! for (i…) for (j…) {
//!     s = a[i][j];                             // set before it is read
//!     for (m = 0; m < 5; m++) t[m] = s * m;    // and so is each element of t
//!     b[i][j] = t[4] - t[0];
//! }
//! ```

use std::collections::BTreeSet;

use analyze::set_before::{self, Loops, is_set_before, lengths};
use analyze::{Access, Input, Place};
use hir::{StmtId, VarId, VarStorage};

use crate::Kitchen;
use crate::legality::Order;

impl Kitchen<'_> {
    /// The variables and arrays that are each iteration's own, of those that `body` accesses in `nest`.
    pub(crate) fn own(&self, order: &Order, nest: StmtId, body: StmtId) -> BTreeSet<VarId> {
        let Some(function) = self.program.functions[self.function].body else { return BTreeSet::new() };
        let shown = self.program.addressed_below(function);
        let scalars = order.scalars().filter(|var| self.is_set_first(body, *var));
        let arrays = self.own_arrays(order, (function, nest, body));
        scalars.chain(arrays).filter(|var| !shown.contains(var)).collect()
    }

    /// Does each iteration give a variable of the function its value before it reads it?
    fn is_set_first(&self, body: StmtId, var: VarId) -> bool {
        let program = &*self.program;
        let is_local = matches!(program.vars[var].storage, VarStorage::Local | VarStorage::Param);
        let input = Input::new(program, self.sources);
        is_local && analyze::exposed_read(&input, body, var).is_none()
    }

    /// Arrays of the function that are mentioned in the body alone, where each element is written before it is read.
    fn own_arrays(&self, order: &Order, (function, nest, body): (StmtId, StmtId, StmtId)) -> BTreeSet<VarId> {
        let program = &*self.program;
        let input = Input::new(program, self.sources);
        let mentions =
            |root: StmtId, var: VarId| program.variables_below(root).filter(|at| *at == var).count();
        let is_inside = |var: VarId| {
            let declared = &program.vars[var];
            declared.storage == VarStorage::Local
                && program.types.is_array(declared.ty)
                && mentions(function, var) == mentions(body, var)
        };
        let vars: BTreeSet<VarId> = order.accesses.iter().map(|access| access.place.var).collect();
        let mut found: BTreeSet<VarId> = vars.into_iter().filter(|var| is_inside(*var)).collect();
        if found.is_empty() {
            return found;
        }
        let stands = set_before::Order::of(program, nest);
        let is_around = |stmt: StmtId| program.stmts_below(stmt).any(|below| below == body);
        let loops = Loops {
            program,
            canonical: &order.loops,
            is_shared_out: &is_around,
            symbols: &order.symbols,
            order: &stands,
        };
        found.retain(|var| {
            let place = Place::var(*var);
            let lengths = lengths(&input, &place);
            let all: Vec<&Access> = order.accesses.iter().filter(|access| access.place.var == *var).collect();
            let is_set = |at: usize| !all[at].mode.reads() || is_set_before(&loops, &all, at, &lengths);
            (0..all.len()).all(is_set)
        });
        found
    }
}
