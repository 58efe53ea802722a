//! Elements at constant subscripts, of arrays that a region only reads.
//!
//! ```c
//! for (i = 1; i < dims[0] - 1; i++)      // `dims[0]` is a number like `n`
//!     for (j = 1; j < dims[1] - 1; j++)
//!         u[i][j] = …;
//! ```
//! Such an element has one value in the whole region, wherever it is read, as a scalar has that nobody assigns.
//!
//! Invariant: of an array that counts, nothing is mentioned in the region and in what it calls but elements whose
//! value is read. Other names for it are other device copies, which are compared when they are made.

use std::collections::{BTreeMap, BTreeSet};

use hir::const_eval;
use hir::{ExprId, ExprKind, Node, Program, StmtId, VarId};

use crate::maps::HashMap;

/// The arrays, and where each element was first met.
#[derive(Clone, Debug, Default)]
pub struct FixedElements {
    arrays: BTreeSet<VarId>,
    first: HashMap<(VarId, Vec<i128>), ExprId>,
}

impl FixedElements {
    /// Of a region; variables of its own, and of what it calls, do not count.
    pub fn of(program: &Program, region: StmtId, own: &BTreeSet<VarId>) -> FixedElements {
        let mut mentioned: BTreeMap<VarId, usize> = BTreeMap::new();
        let mut read: BTreeMap<VarId, usize> = BTreeMap::new();
        let mut changed = BTreeSet::new();
        for expr in reached(program, region) {
            let Some(expr) = expr else { return FixedElements::default() };
            if let Some(var) = program.variable_of(expr) {
                *mentioned.entry(var).or_default() += 1;
            }
            if let Some((var, _)) = element(program, expr) {
                *read.entry(var).or_default() += 1;
            }
            let target = program.assigned_or_addressed(expr).and_then(|target| element(program, target));
            changed.extend(target.map(|(var, _)| var));
        }
        // A pointer, or a part of the array, that goes elsewhere is a mention without an element.
        read.retain(|var, count| {
            mentioned.get(var) == Some(count) && !changed.contains(var) && !own.contains(var)
        });
        FixedElements { arrays: read.into_keys().collect(), first: HashMap::default() }
    }

    /// Where the element that an expression reads was first met; `None` for anything else.
    pub fn first(&mut self, program: &Program, expr: ExprId) -> Option<ExprId> {
        let (var, subscripts) = element(program, expr).filter(|(var, _)| self.arrays.contains(var))?;
        let subscripts = subscripts.into_iter().map(|at| const_eval::integer(program, at));
        let key = (var, subscripts.collect::<Option<Vec<i128>>>()?);
        Some(*self.first.entry(key).or_insert(expr))
    }
}

/// The array and the subscripts of an element that is an integer.
fn element(program: &Program, expr: ExprId) -> Option<(VarId, Vec<ExprId>)> {
    let is_element = matches!(program.exprs[expr].kind, ExprKind::Index { .. });
    let is_number = is_element && program.types.is_integer(program.exprs[expr].ty);
    let (array, subscripts) = is_number.then(|| program.element(expr))?;
    let var = program.variable_of(array).filter(|_| !program.is_volatile(expr))?;
    // Rows that pointers lead to have other names.
    let is_row = |below: ExprId| {
        let is_part = matches!(program.exprs[below].kind, ExprKind::Index { .. });
        !is_part || program.types.is_array(program.exprs[below].ty)
    };
    let rows = std::iter::successors(row_of(program, expr), |row| row_of(program, *row));
    rows.into_iter().all(is_row).then_some((var, subscripts))
}

/// `a[i]` of `a[i][j]`
fn row_of(program: &Program, element: ExprId) -> Option<ExprId> {
    match program.exprs[element].kind {
        ExprKind::Index { base, .. } => Some(program.as_written(base)),
        _ => None,
    }
}

/// The expressions of a region and of the functions that it calls; `None` for a call of which no body is known, and
/// which may change anything.
fn reached(program: &Program, region: StmtId) -> impl Iterator<Item = Option<ExprId>> {
    let mut pending = vec![region];
    let bodies = std::iter::from_fn(move || {
        let body = pending.pop()?;
        let mut found = Vec::new();
        for node in program.nodes(body) {
            let Node::Expr(expr) = node else { continue };
            found.push(Some(expr));
            match program.instances.get(&expr) {
                Some(instance) => pending.push(instance.body),
                None if may_change_anything(program, expr) => found.push(None),
                None => {}
            }
        }
        Some(found)
    });
    bodies.flatten()
}

fn may_change_anything(program: &Program, expr: ExprId) -> bool {
    let ExprKind::Call { callee, .. } = program.exprs[expr].kind else { return false };
    program.called_function(callee).is_none_or(|function| program.functions[function].body.is_some())
}
