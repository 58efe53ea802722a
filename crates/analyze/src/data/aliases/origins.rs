//! Where the pointers of a function come from.
//!
//! `float *in = src->data, *row = in + 4;` makes `row` the place `src->data`, four
//! elements on. A pointer is followed if the function sets it once, and nothing
//! that was on the way is set in the function: after `tmp = a; a = b; b = tmp`
//! the origin of `tmp` is `tmp`.
//!
//! Invariant: an origin holds wherever the function mentions the place.

use std::collections::{BTreeMap, BTreeSet};

use affine::Polynomial;
use hir::{ExprId, ExprKind, Init, Item, Node, Program, RecordId, StmtId, StmtKind, VarId, VarStorage};

use super::Origin;
use crate::Place;
use crate::arrivals::argument_place;
use crate::effects::Effects;
use crate::size_formula::polynomial;

/// A pointer set from a pointer, and so on: so many are followed.
const LONGEST_WAY: usize = 16;

/// What is known of the pointers of one function.
#[derive(Debug, Default)]
pub struct Origins {
    /// Local pointers that are set once, with what.
    once: BTreeMap<VarId, ExprId>,
    /// Variables that are set, or could be through their address.
    set: BTreeSet<VarId>,
    /// Members that are set.
    fields: BTreeSet<(RecordId, u32)>,
    /// Local integers that are set once each time they exist, with what.
    sizes: BTreeMap<VarId, ExprId>,
}

impl Origins {
    /// Looks through a function's body.
    pub fn new(program: &Program, body: StmtId) -> Origins {
        let mut origins = Origins::default();
        let mut values: BTreeMap<VarId, Vec<ExprId>> = BTreeMap::new();
        for node in program.nodes(body) {
            match node {
                Node::Stmt(stmt) => {
                    let StmtKind::Decl(items) = &program.stmts[stmt].kind else { continue };
                    for item in items {
                        if let Item::Var { var, with_init: true, .. } = item
                            && let Some(Init::Expr(value)) = &program.vars[*var].init
                        {
                            values.entry(*var).or_default().push(*value);
                        }
                    }
                }
                Node::Expr(expr) => {
                    let ExprKind::Assign { lhs, rhs } = &program.exprs[expr].kind else { continue };
                    match &program.exprs[*lhs].kind {
                        ExprKind::Var(var) => values.entry(*var).or_default().push(*rhs),
                        ExprKind::Member { record, field, .. } => {
                            origins.fields.insert((*record, *field));
                        }
                        _ => {}
                    }
                }
            }
        }
        let effects = Effects::of(program, body);
        let counted = writes_besides(program, body);
        let at_top = assigned_at_top(program, body);
        for (var, values) in values {
            let local = program.vars[var].storage == VarStorage::Local;
            let pointer = program.types.is_pointer(program.vars[var].ty);
            let alone = !effects.addressed.contains(&var) && !counted.contains(&var);
            if let ([value], true) = (values.as_slice(), local && pointer && alone) {
                origins.once.insert(var, *value);
            }
            let declared = matches!(&program.vars[var].init, Some(Init::Expr(_)));
            let integer = program.types.is_integer(program.vars[var].ty);
            let settled = local && integer && alone && (declared || at_top.contains(&var));
            if let ([value], true) = (values.as_slice(), settled) {
                origins.sizes.insert(var, *value);
            }
        }
        origins.set = effects.writes;
        origins.set.extend(effects.addressed);
        origins
            .set
            .retain(|var| !origins.once.contains_key(var) && !program.types.is_array(program.vars[*var].ty));
        origins
    }

    /// A size in the variables that it was computed from: `nx * ny` for `n`, after
    /// `int n = nx * ny`.
    pub fn computed_from(&self, program: &Program, formula: &Polynomial) -> Option<Polynomial> {
        let mut formula = formula.clone();
        for _ in 0..LONGEST_WAY {
            let replaced = formula.vars().into_iter().find_map(|var| {
                let value = self.formula(program, VarId::from_index(var.0 as usize))?;
                formula.substituted(var, &value).ok()
            });
            match replaced {
                Some(replaced) => formula = replaced,
                None => return Some(formula),
            }
        }
        None
    }

    /// The sizes that were computed from variables which keep their values.
    pub fn computed(&self, program: &Program) -> BTreeMap<VarId, ExprId> {
        let sizes = self.sizes.iter().filter(|(var, _)| self.formula(program, **var).is_some());
        sizes.map(|(var, expr)| (*var, *expr)).collect()
    }

    /// What a size was computed by, in variables that keep their values.
    fn formula(&self, program: &Program, size: VarId) -> Option<Polynomial> {
        let value = polynomial(program, *self.sizes.get(&size)?)?;
        let settled = |var: &affine::Var| {
            let var = VarId::from_index(var.0 as usize);
            self.sizes.contains_key(&var)
                || (program.vars[var].storage == VarStorage::Param && !self.set.contains(&var))
        };
        value.vars().iter().all(settled).then_some(value)
    }

    /// What an argument or a pointer is set to.
    pub fn of_expr(&self, program: &Program, expr: ExprId) -> Option<Origin> {
        let (place, addressed, offset) = argument_place(program, expr)?;
        let by = match &offset {
            Some(offset) => offset.elements(),
            None => Some(Polynomial::constant(0)),
        };
        if addressed {
            return Some(Origin { place, by, addressed });
        }
        let base = self.of_place(program, &place);
        Some(Origin { by: super::sum(&base.by, &by), ..base })
    }

    /// The place that a place is.
    pub fn of_place(&self, program: &Program, place: &Place) -> Origin {
        let mut at = Origin::itself(place);
        for _ in 0..LONGEST_WAY {
            let Some(value) = self.once.get(&at.place.var) else { break };
            let Some((base, addressed, offset)) = argument_place(program, *value) else { break };
            let moved = offset.is_some();
            if !self.is_fixed(&base) || (!at.place.path.is_empty() && (addressed || moved)) {
                break;
            }
            let by = match &offset {
                Some(offset) => offset.elements().filter(|by| self.keeps_its_value(by)),
                None => Some(Polynomial::constant(0)),
            };
            let mut path = base.path;
            path.append(&mut at.place.path);
            at = Origin { place: Place { var: base.var, path }, by: super::sum(&at.by, &by), addressed };
            if addressed {
                break;
            }
        }
        at
    }

    /// Is the place the same wherever the function mentions it?
    fn is_fixed(&self, place: &Place) -> bool {
        !self.set.contains(&place.var)
            && place.path.iter().all(|step| !self.fields.contains(&(step.record, step.field)))
    }

    /// Do the variables of an offset keep their values?
    fn keeps_its_value(&self, by: &Polynomial) -> bool {
        let kept = |var: VarId| !self.set.contains(&var) || self.sizes.contains_key(&var);
        by.vars().iter().all(|var| kept(VarId::from_index(var.0 as usize)))
    }
}

/// Variables that statements of the function's outermost block assign: they run
/// once.
fn assigned_at_top(program: &Program, body: StmtId) -> BTreeSet<VarId> {
    let StmtKind::Block(stmts) = &program.stmts[body].kind else { return BTreeSet::new() };
    let assigned = |stmt: &StmtId| {
        let StmtKind::Expr(expr) = program.stmts[*stmt].kind else { return None };
        let ExprKind::Assign { lhs, .. } = program.exprs[expr].kind else { return None };
        match program.exprs[lhs].kind {
            ExprKind::Var(var) => Some(var),
            _ => None,
        }
    };
    stmts.iter().filter_map(assigned).collect()
}

/// Variables that are written other than by plain assignment.
fn writes_besides(program: &Program, body: StmtId) -> BTreeSet<VarId> {
    let mut found = BTreeSet::new();
    for expr in program.exprs_below(body) {
        let (ExprKind::AssignOp { lhs: target, .. } | ExprKind::IncDec { operand: target, .. }) =
            &program.exprs[expr].kind
        else {
            continue;
        };
        if let ExprKind::Var(var) = program.exprs[*target].kind {
            found.insert(var);
        }
    }
    found
}
