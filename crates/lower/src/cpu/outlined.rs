//! The body of a parallel loop, as a function of its own.
//!
//! ```text
//! static inline void product_block(const float *restrict a, …, int block_i) { … }
//! static void product(const float *restrict a, …)
//! {
//!     #pragma omp parallel for
//!     for (int block_i = 0; block_i < 64; block_i++)
//!         product_block(a, …, block_i);
//! }
//! ```
//! A compiler moves the body of an OpenMP loop into a function anyway, but
//! then forgets that the pointers are `restrict`, and with that which loops it
//! may reorder and vectorise. Parameters of a function written as one keep it.

use std::collections::BTreeSet;

use hir::{Function, FunctionId, FunctionType, StmtId, StmtKind, Type, TypeKind, VarId, VarStorage};

use super::Lowering;
use super::flow::Flow;
use crate::jumps::has_loose_jump;
use crate::vars_in;

impl Lowering<'_, '_> {
    /// The statements, or a call of a function made of them if they hold
    /// loops. `given` are the variables of the loop around them.
    pub(super) fn outlined(&mut self, what: &str, given: &[VarId], body: Vec<StmtId>) -> Vec<StmtId> {
        let is_loop = |stmt: StmtId| {
            matches!(
                self.b.program.stmts[stmt].kind,
                StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. }
            )
        };
        if !body.iter().any(|&stmt| self.b.program.stmts_below(stmt).any(is_loop)) {
            return body;
        }
        // A `continue` needs its loop around it.
        if body.iter().any(|&stmt| has_loose_jump(self.b.program, stmt)) {
            return body;
        }
        let Some(more) = self.values_from_outside(given, &body) else { return body };
        let used: BTreeSet<VarId> = vars_in(self.b.program, &body).collect();
        let own = self.kernel.params.iter().map(|param| param.var).filter(|var| used.contains(var));
        let params: Vec<VarId> = own.chain(more).chain(given.iter().copied()).collect();
        let name = self.free_function_name(what);
        let symbol = self.b.symbol(&name);
        let function = self.define(symbol, params.clone(), body);
        self.b.program.functions[function].is_inline = true;
        self.parts.push(function);
        let args = params.iter().map(|&param| self.b.var(param)).collect();
        let call = self.b.call(&name, args, Type::VOID);
        vec![self.b.stmt(StmtKind::Expr(call))]
    }

    /// Variables of the kernel around the loop that the body reads; `None` if
    /// one cannot be passed by value.
    fn values_from_outside(&self, given: &[VarId], body: &[StmtId]) -> Option<Vec<VarId>> {
        let flow = Flow::of(self.b.program, body);
        let mentioned: BTreeSet<VarId> = vars_in(self.b.program, body).collect();
        let is_known = |var: &VarId| {
            let storage = self.b.program.vars[*var].storage;
            given.contains(var)
                || flow.declared.contains(var)
                || flow.inner.contains(var)
                || self.kernel.params.iter().any(|param| param.var == *var)
                || !(matches!(storage, VarStorage::Local | VarStorage::Param)
                    || self.kernel.locals.contains(var))
        };
        let outside: Vec<VarId> = mentioned.into_iter().filter(|var| !is_known(var)).collect();
        let is_value = |var: &VarId| !self.b.program.types.is_array(self.b.program.vars[*var].ty);
        outside.iter().all(is_value).then_some(outside)
    }

    /// `matmul_block`, or the first of `matmul_block2`, … that is not taken.
    fn free_function_name(&self, what: &str) -> String {
        let kernel = self.b.sources.text(self.kernel.name);
        let wanted = format!("{kernel}_{what}");
        let taken = |name: &str| {
            // A spelling that was never seen is nobody's name.
            let Some(symbol) = self.b.sources.symbols.lookup(name.as_bytes()) else { return false };
            let functions = self.b.program.functions.iter().map(|(_, function)| function.name);
            let vars = self.b.program.vars.iter().filter_map(|(_, var)| var.name);
            functions.chain(vars).any(|known| known == symbol)
        };
        let mut name = wanted.clone();
        let mut counter = 1;
        while taken(&name) {
            counter += 1;
            name = format!("{wanted}{counter}");
        }
        name
    }

    /// A `static` function.
    pub(super) fn define(&mut self, name: hir::Symbol, params: Vec<VarId>, body: Vec<StmtId>) -> FunctionId {
        let types = params.iter().map(|&p| self.b.program.vars[p].ty.unqualified()).collect();
        let signature = FunctionType { result: Type::VOID, params: types, variadic: false, prototype: true };
        let ty = self.b.program.types.intern(TypeKind::Function(signature));
        let body = self.b.stmt(StmtKind::Block(body));
        self.b.program.functions.alloc(Function {
            params,
            body: Some(body),
            is_static: true,
            ..Function::new(name, ty, self.kernel.span)
        })
    }
}
