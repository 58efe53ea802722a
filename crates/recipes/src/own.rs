//! What every iteration has for itself, so that no order between iterations is to be kept for it.
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
use hir::{ExprId, ExprKind, StmtId, VarId, VarStorage};

use crate::Kitchen;
use crate::legality::Order;

impl Kitchen<'_> {
    /// The variables and arrays that are each iteration's own, of those that `body` accesses in `nest`.
    pub(crate) fn own(&self, order: &Order, nest: StmtId, body: StmtId) -> BTreeSet<VarId> {
        let scalars = order.scalars().filter(|var| self.is_own(body, *var));
        scalars.chain(self.own_arrays(order, nest, body)).collect()
    }

    /// Does each iteration give a variable its value before it reads it, with nobody else knowing the variable?
    fn is_own(&self, body: StmtId, var: VarId) -> bool {
        let program = &*self.program;
        let is_local = matches!(program.vars[var].storage, VarStorage::Local | VarStorage::Param);
        let is_shown = |expr: ExprId| match program.exprs[expr].kind {
            ExprKind::AddrOf(operand) => program.is_variable(operand, var),
            _ => false,
        };
        let function = program.functions[self.function].body;
        let is_shown = function.is_none_or(|body| program.exprs_below(body).any(is_shown));
        let input = Input::new(program, self.sources);
        is_local && !is_shown && analyze::exposed_read(&input, body, var).is_none()
    }

    /// Arrays of the function that are mentioned in the body alone, where each element is written before it is read.
    fn own_arrays(&self, order: &Order, nest: StmtId, body: StmtId) -> BTreeSet<VarId> {
        let program = &*self.program;
        let input = Input::new(program, self.sources);
        let Some(function) = program.functions[self.function].body else { return BTreeSet::new() };
        let mentions =
            |root: StmtId, var: VarId| program.variables_below(root).filter(|at| *at == var).count();
        let is_array = |var: VarId| program.types.is_array(program.vars[var].ty);
        let is_inside = |var: VarId| {
            program.vars[var].storage == VarStorage::Local
                && is_array(var)
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
