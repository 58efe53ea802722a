//! What a data directive or an access is about: a variable, or a member
//! reached from one by constant steps.
//!
//! `a` is a place; so are `grid.cells`, `s->a` and `p->q.r`. `v[3].a` is not.
//! Two places with the same steps from the same variable are the same object as
//! long as no pointer on the way is reassigned.

use hir::{ExprId, ExprKind, Program, RecordId, VarId};
use source::Sources;

/// A variable and the members on the way from it.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Place {
    /// Where it starts.
    pub var: VarId,
    /// The members, outermost first; empty for a plain variable.
    pub path: Vec<Step>,
}

/// One `.field` or `->field`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Step {
    /// The record that has the field.
    pub record: RecordId,
    /// Index in `Record::fields`.
    pub field: u32,
    /// `->`: through a pointer.
    pub arrow: bool,
}

impl Place {
    /// A plain variable.
    pub fn var(var: VarId) -> Place {
        Place { var, path: Vec::new() }
    }

    /// The place an expression names, looking through implicit conversions;
    /// `None` when it is something else.
    pub fn of(program: &Program, expr: ExprId) -> Option<Place> {
        let mut path = Vec::new();
        let mut at = expr;
        loop {
            match &program.exprs[at].kind {
                ExprKind::Var(var) => {
                    path.reverse();
                    return Some(Place { var: *var, path });
                }
                ExprKind::Member { base, record, field, arrow } => {
                    path.push(Step { record: *record, field: *field, arrow: *arrow });
                    at = *base;
                }
                ExprKind::Cast { operand, implicit: true, .. } => at = *operand,
                _ => return None,
            }
        }
    }

    /// Is a pointer followed on the way?
    pub fn is_indirect(&self) -> bool {
        self.path.iter().any(|step| step.arrow)
    }

    /// As the user writes it: `s->a`.
    pub fn display(&self, program: &Program, sources: &Sources) -> String {
        let mut text =
            program.vars[self.var].name.map_or_else(String::new, |name| sources.text(name).into_owned());
        for step in &self.path {
            let fields = program.records[step.record].fields.as_deref().unwrap_or(&[]);
            // Anonymous members are steps of their own, but have no spelling.
            let Some(name) = fields.get(step.field as usize).and_then(|field| field.name) else { continue };
            text.push_str(if step.arrow { "->" } else { "." });
            text.push_str(&sources.text(name));
        }
        text
    }
}
