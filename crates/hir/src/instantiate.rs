//! Copies of functions' bodies, one per call.
//!
//! In `scale(&a[i][0], n)` and `scale(&b[j][0], m)` the same text works on two
//! arrays. So that a question about `row[k]` inside `scale` has one answer, each
//! call in a kernel has an [`Instance`]: the body with nodes and variables of its
//! own, whose parameters stand for that call's arguments. Instances are read by
//! analyses and never printed.
//!
//! Invariant: nothing in an instance is shared with the function or another
//! instance, except what stands for other functions, types and file-level
//! variables.

use std::collections::HashMap;

use crate::copy::{self, Rewrite};
use crate::{Builder, ExprId, ExprKind, FunctionId, RecordId, StmtId, VarId};

/// The body of a function as one call runs it.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The function, with its body.
    pub function: FunctionId,
    /// Its parameters in this instance.
    pub params: Vec<VarId>,
    /// Its body in this instance.
    pub body: StmtId,
}

/// What file-level variables and records are called where the call stands.
pub trait Surroundings {
    /// A file-level variable.
    fn variable(&self, var: VarId) -> VarId;
    /// A struct or union.
    fn record(&self, record: RecordId) -> RecordId;
}

/// Makes an instance of a function; `None` if it has no body.
pub fn instantiate(b: &mut Builder<'_>, function: FunctionId, around: &dyn Surroundings) -> Option<Instance> {
    let declared = &b.program.functions[function];
    let (body, params) = (declared.body?, declared.params.clone());
    let mut copier = Instantiation { b, around, vars: HashMap::new() };
    let params = params.into_iter().map(|param| copier.declared(param)).collect();
    let body = copy::stmt(&mut copier, body);
    Some(Instance { function, params, body })
}

struct Instantiation<'a, 'b> {
    b: &'a mut Builder<'b>,
    around: &'a dyn Surroundings,
    vars: HashMap<VarId, VarId>,
}

impl<'b> Rewrite<'b> for Instantiation<'_, 'b> {
    fn builder(&mut self) -> &mut Builder<'b> {
        self.b
    }

    fn copies_all(&self) -> bool {
        true
    }

    fn declared(&mut self, var: VarId) -> VarId {
        let own = self.b.same_again(var);
        self.vars.insert(var, own);
        own
    }

    fn replace_expr(&mut self, expr: ExprId) -> Option<ExprId> {
        let original = self.b.program.exprs[expr].clone();
        let kind = match original.kind {
            ExprKind::Var(var) => {
                let own = self.vars.get(&var).copied();
                ExprKind::Var(own.unwrap_or_else(|| self.around.variable(var)))
            }
            ExprKind::Member { base, record, field, arrow } => {
                let base = copy::expr(self, base);
                ExprKind::Member { base, record: self.around.record(record), field, arrow }
            }
            _ => return None,
        };
        Some(self.b.program.exprs.alloc(crate::Expr { kind, ..original }))
    }
}
