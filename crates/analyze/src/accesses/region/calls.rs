//! Calls: the walk goes on in the body that the call runs.
//!
//! ```c
//! static void scale(float *row, int n) { for (int k = 0; k < n; k++) row[k] *= 2; }
//! for (i = 0; i < 8; i++) scale(&a[i][0], 16);      // a[i][k], 0 <= i < 8, 0 <= k < 16
//! ```
//! Parameters stand for the arguments of this call: integers for their
//! formulas, pointers for the place they point into. The body is the call's
//! [`hir::Instance`], so nothing learnt in one call is taken for another.

use hir::{ExprKind, Instance, StmtId, VarId};

use super::{Walk, count_writes, declared_in, pointer_assignments};
use crate::access::{PendingCall, Pointer};
use crate::capture::Assigned;
use crate::{Input, Place, literals};

/// The instances that a region runs, directly or not.
pub(super) fn instances_below<'p>(input: &Input<'p>, body: StmtId) -> Vec<&'p Instance> {
    let program = input.program;
    let mut found = Vec::new();
    let mut pending = vec![body];
    while let Some(body) = pending.pop() {
        for expr in program.exprs_below(body) {
            if let Some(instance) = program.instances.get(&expr) {
                found.push(instance);
                pending.push(instance.body);
            }
        }
    }
    found
}

impl Walk<'_, '_> {
    /// Before the walk: what the called bodies declare and assign.
    pub(super) fn prepare_calls(&mut self, body: StmtId) {
        for instance in instances_below(self.input, body) {
            for (var, count) in count_writes(self.input, instance.body) {
                *self.writes.entry(var).or_insert(0) += count;
                self.region.values.changing.insert(var);
            }
            // A parameter has another value in each call: only what is known
            // of it where it is bound counts.
            self.region.values.changing.extend(&instance.params);
            self.region
                .values
                .changing_fields
                .extend(Assigned::below(self.input.program, instance.body).fields);
            self.region.callees.extend(&instance.params);
            self.region.callees.extend(declared_in(self.input, instance.body));
        }
    }

    /// Goes into the calls of the expression that was just read. In `a[0] = get(&a[0])` the call reads before the assignment
    /// writes: what is found in it goes where it was made.
    pub(super) fn enter_calls(&mut self) {
        let mut more = (0, 0);
        for call in std::mem::take(&mut self.region.found.calls) {
            let (arrays, scalars) = (call.after.0 + more.0, call.after.1 + more.1);
            let before = (self.region.found.accesses.len(), self.region.found.scalar_accesses.len());
            self.enter(call);
            more.0 += self.region.found.accesses.len() - before.0;
            more.1 += self.region.found.scalar_accesses.len() - before.1;
            self.region.found.accesses[arrays..].rotate_left(before.0 - arrays);
            self.region.found.scalar_accesses[scalars..].rotate_left(before.1 - scalars);
        }
    }

    /// Nesting is bounded: instances do not recurse, and their depth is limited.
    fn enter(&mut self, call: PendingCall) {
        let program = self.input.program;
        if let ExprKind::StmtExpr(body) = program.exprs[call.expr].kind {
            return self.statements(&call, body);
        }
        let Some(instance) = program.instances.get(&call.expr) else { return };
        let ExprKind::Call { args, .. } = &program.exprs[call.expr].kind else { return };
        let saved = self.save();
        let caller = self.call.replace(self.call.unwrap_or(call.stmt));
        self.domain = call.domain;
        for (param, arg) in instance.params.iter().zip(args) {
            self.bind(call.stmt, *param, *arg);
        }
        self.callee_pointers(instance.body);
        self.stmt(instance.body);
        self.call = caller;
        self.restore(saved);
    }

    /// `({ … })`: its statements run where the expression stands.
    fn statements(&mut self, call: &PendingCall, body: StmtId) {
        let saved = self.save();
        let caller = self.call.replace(self.call.unwrap_or(call.stmt));
        self.domain = call.domain.clone();
        self.stmt(body);
        self.call = caller;
        self.restore(saved);
    }

    fn bind(&mut self, stmt: StmtId, param: VarId, arg: hir::ExprId) {
        let types = &self.input.program.types;
        let ty = self.input.program.vars[param].ty;
        let is_assigned = self.writes.contains_key(&param);
        if types.is_integer(ty) && !is_assigned {
            let domain = self.domain.clone();
            let value = self.region.values.polynomial(self.input, arg, &domain);
            self.region.values.known.insert(param, value);
        } else if types.is_pointer(ty)
            && let Some(pointer) = self.reader(stmt).pointer(arg)
        {
            let bound = match is_assigned {
                true => Pointer::into(pointer.place().clone()),
                false => pointer.as_variable(),
            };
            self.pointers.insert(Place::var(param), bound);
        } else if literals::is_to_constants(self.input.program, param)
            && literals::is_literal(self.input.program, arg, &self.of_literals)
        {
            self.of_literals.insert(param);
        } else if let ExprKind::Var(var) = self.input.program.exprs[arg].kind
            && !is_assigned
        {
            // A struct by value: its members point where the argument's do.
            let members: Vec<(Place, Pointer)> = self
                .pointers
                .iter()
                .filter(|(place, _)| place.var == var && !place.path.is_empty())
                .map(|(place, pointer)| (Place { var: param, ..place.clone() }, pointer.clone()))
                .collect();
            self.pointers.extend(members);
        }
    }

    /// Pointer variables of a called body, where each has one array to point into.
    fn callee_pointers(&mut self, body: StmtId) {
        let assignments = pointer_assignments(self.input, body, &self.own);
        self.of_literals = literals::variables(self.input.program, body, &assignments, &self.of_literals);
        // A parameter that is made to point elsewhere points to no one array.
        let bound = self.pointers.clone();
        let mut known = bound.clone();
        for (var, values) in &assignments {
            let Some(first) = bound.get(var) else { continue };
            let stays = values.iter().all(|value| {
                let target = self.reader(body).pointer(*value);
                target.is_some_and(|target| target.place() == first.place())
            });
            if !stays {
                known.remove(var);
            }
        }
        let fresh = assignments.clone().into_iter().filter(|(var, _)| !bound.contains_key(var)).collect();
        self.pointers = self.pointer_roots(body, &fresh, known);
        self.assignments.extend(assignments);
    }
}
