//! What a call brings to the function it calls: the caller's device copies, in
//! the callee's own terms.
//!
//! ```c
//! #pragma hicuda shape a[n][n]
//! #pragma hicuda global alloc a[*][*] copyin
//! step(a, n);                  void step(float *cells, int size) { … kernel … }
//! ```
//! In `step` the copy of `a` is the copy of `cells`, and the extent `n` is
//! `size`, because that is what the caller passes and `step` does not change it.
//! Where a size has no name in the callee it is unknown there.
//!
//! What is passed may point into the array: after `step(a + k, n)` the callee's
//! `cells[0]` is `a[k]`. The host finds its place on the device when the program
//! runs, as long as the copy's rows are whole.
//!
//! Invariant: a formula of an arrival has, whenever the callee runs, the value
//! that the caller's bound had when the copy was made.

use std::collections::BTreeSet;

use affine::Polynomial;
use hir::{BinaryOp, ExprId, ExprKind, FunctionId, Program, Type, TypeKind, VarId, VarStorage};
use kir::Extent;

use crate::aliases::Origins;
use crate::call_graph::CallGraph;
use crate::coverage::is_whole;
use crate::place::Step;
use crate::size_formula::{of_extent, polynomial, symbol, variable};
use crate::{CopyId, CopySpace, Facts, Input, LastIndex, Place, SectionRange};

/// A device copy as the callee sees it.
#[derive(Clone, Debug)]
pub struct Arrival {
    /// What the callee calls it.
    pub place: Place,
    /// The caller's copy: unit, and id there.
    pub source: (usize, CopyId),
    /// The copy that a directive made, if it is known.
    pub root: Option<(usize, CopyId)>,
    /// The directive that made it.
    pub directive: hir::DirectiveId,
    /// Where it lives.
    pub space: CopySpace,
    /// Bytes of an element.
    pub element_size: Option<u64>,
    /// One per dimension of the caller's view.
    pub dims: Vec<ArrivingDim>,
    /// The same, in the caller's variables.
    pub in_caller: Vec<ArrivingDim>,
    /// The host has every row behind a pointer.
    pub row_pointers: bool,
    /// Rows are held whole: what is held lies on the device as it does on the
    /// host, so that the address of any element tells that of the others.
    pub linear: bool,
}

/// A dimension in the callee's terms; `None` where it has no word for it.
#[derive(Clone, Debug, PartialEq)]
pub struct ArrivingDim {
    /// First index held.
    pub lo: Option<Polynomial>,
    /// Last index held.
    pub hi: Option<Polynomial>,
    /// Extent of the host's array.
    pub host: Option<Polynomial>,
    /// Held from the first to the last index.
    pub whole: bool,
}

impl ArrivingDim {
    /// Nothing can be said of it.
    pub fn unknown() -> ArrivingDim {
        ArrivingDim { lo: None, hi: None, host: None, whole: false }
    }
}

/// A call of a function that leads to directives.
pub struct Call<'a, 'p> {
    /// The program.
    pub input: &'a Input<'p>,
    /// Who calls whom.
    pub graph: &'a CallGraph,
    /// The calling function.
    pub caller: FunctionId,
    /// The called one, by its definition.
    pub callee: FunctionId,
    /// The arguments.
    pub args: &'a [ExprId],
    /// Parameters that the callee does not change.
    pub kept: &'a BTreeSet<VarId>,
    /// Where the caller's pointers and sizes come from.
    pub origins: Option<&'a Origins>,
}

impl Call<'_, '_> {
    /// A copy of the caller in the callee's terms, once for each name that the
    /// callee has for it. A global object that its file does not declare keeps
    /// the caller's name: what it calls may know it.
    pub fn arrivals(&self, facts: &Facts, copy: CopyId) -> Vec<Arrival> {
        let made = &facts.copies[copy.0];
        let places = self.named_in_callee(&made.place, made.dims.is_empty());
        let arrivals = places.into_iter().map(|(place, offset)| self.arrival(facts, copy, place, offset));
        arrivals.flatten().collect()
    }

    /// What the caller calls a place of the callee.
    pub fn caller_place(&self, place: &Place) -> Option<Place> {
        let unit = self.graph.unit(self.caller);
        let (found, is_at_start) = caller_place(self.input, unit, self.callee, self.args, place)?;
        is_at_start.then_some(found)
    }

    /// What the callee calls a place of the caller.
    pub fn callee_places(&self, place: &Place, is_scalar: bool) -> Vec<Place> {
        self.named_in_callee(place, is_scalar).into_iter().map(|(place, _)| place).collect()
    }

    /// The same, with the way from the start of the place.
    fn named_in_callee(&self, place: &Place, is_scalar: bool) -> Vec<(Place, Option<Offset>)> {
        let program = self.input.program;
        let storage = program.vars[place.var].storage;
        let mut places = Vec::new();
        if matches!(storage, VarStorage::Global | VarStorage::Extern | VarStorage::Internal) {
            let unit = self.graph.unit(self.callee);
            let var = self.input.linkage().variable_in(program, place.var, unit).unwrap_or(place.var);
            let path = rebased(program, program.vars[var].ty, &place.path);
            places.extend(path.map(|path| (Place { var, path }, None)));
        }
        for (param, arg) in program.functions[self.callee].params.iter().zip(self.args) {
            let Some((base, addressed, offset)) = argument_place(program, *arg) else { continue };
            if base.var != place.var || !place.path.starts_with(&base.path) {
                continue;
            }
            if offset.is_some() && (is_scalar || base.path.len() != place.path.len()) {
                continue;
            }
            let mut rest = place.path[base.path.len()..].to_vec();
            match rest.first_mut() {
                Some(first) if addressed => first.arrow = true,
                // A value passed is another object, and `&x` is no array.
                None if addressed || is_scalar => continue,
                _ => {}
            }
            let path = rebased(program, program.vars[*param].ty, &rest);
            places.extend(path.map(|path| (Place { var: *param, path }, offset)));
        }
        places
    }

    /// `None` for a pointer into a copy whose rows are cut.
    fn arrival(&self, facts: &Facts, copy: CopyId, place: Place, offset: Option<Offset>) -> Option<Arrival> {
        let program = self.input.program;
        let made = &facts.copies[copy.0];
        let is_open = made.inherited.as_ref().is_some_and(|inherited| !inherited.end_is_known);
        let captured: BTreeSet<ExprId> = facts.captures.values().flatten().copied().collect();
        // A captured bound is not what its expression says now.
        let formula = |extent: Extent| match extent {
            Extent::Expr(expr) if captured.contains(&expr) => None,
            extent => of_extent(program, extent),
        };
        let mut dims = Vec::new();
        let mut linear = made.space == CopySpace::Global && !made.row_pointers;
        for (at, (dim, host)) in made.dims.iter().zip(&made.host_extents).enumerate() {
            let host = host.and_then(formula);
            let (lo, hi) = (formula(dim.lo), last_index(dim, host.as_ref(), &formula));
            let is_all = is_whole(dim) || (is_zero(&lo) && is_last(&hi, &host));
            linear &= at == 0 || is_all;
            // A function that cannot tell the ends of what it has cannot pass them on.
            dims.push(match at == 0 && is_open {
                true => ArrivingDim::unknown(),
                false => ArrivingDim { lo, hi, host, whole: is_all },
            });
        }
        if let Some(offset) = offset {
            dims = offset.moved(dims).filter(|_| linear)?;
        }
        let in_caller = dims.clone();
        for dim in &mut dims {
            for formula in [&mut dim.lo, &mut dim.hi, &mut dim.host] {
                *formula = formula.take().and_then(|formula| self.said_in_callee(&formula));
            }
        }
        Some(Arrival {
            place,
            source: (self.graph.unit(self.caller), copy),
            root: match &made.inherited {
                Some(inherited) => inherited.root,
                None => Some((self.graph.unit(self.caller), copy)),
            },
            directive: made.directive,
            space: made.space,
            element_size: program.size_of(made.element),
            dims,
            in_caller,
            row_pointers: made.row_pointers,
            linear,
        })
    }

    /// A size of the caller in the callee's variables: as it is written, or by
    /// what it was computed from.
    pub(crate) fn said_in_callee(&self, formula: &Polynomial) -> Option<Polynomial> {
        let computed = || self.origins?.computed_from(self.input.program, formula);
        self.in_callee(formula).or_else(|| self.in_callee(&computed()?))
    }

    /// A formula in the caller's variables, said in the callee's.
    fn in_callee(&self, formula: &Polynomial) -> Option<Polynomial> {
        if formula.as_constant().is_some() {
            return Some(formula.clone());
        }
        let known = self.arguments();
        if let Some((param, _)) = known.iter().find(|(_, value)| value == formula) {
            return variable(*param);
        }
        let program = self.input.program;
        let unit = self.graph.unit(self.callee);
        let mut said = formula.clone();
        for var in formula.vars() {
            let alone = Polynomial::var(var);
            let own = match known.iter().find(|(_, value)| *value == alone) {
                Some((param, _)) => *param,
                None => self.input.linkage().variable_in(program, global(program, var)?, unit)?,
            };
            let own = symbol(own)?;
            if own != var {
                // In a recursion the caller's variables are the callee's.
                if formula.vars().contains(&own) {
                    return None;
                }
                said = said.substituted(var, &Polynomial::var(own)).ok()?;
            }
        }
        Some(said)
    }

    /// Integer parameters that keep their value, with the argument's formula.
    pub(crate) fn arguments(&self) -> Vec<(VarId, Polynomial)> {
        let program = self.input.program;
        let params = program.functions[self.callee].params.iter().zip(self.args);
        let kept = params.filter(|(param, _)| {
            self.kept.contains(param) && program.types.is_integer(program.vars[**param].ty)
        });
        kept.filter_map(|(param, arg)| Some((*param, polynomial(program, *arg)?))).collect()
    }
}

/// What a caller in file `unit` calls a place of the function it calls with these arguments, and
/// whether the callee's begins where the caller's does.
pub fn caller_place(
    input: &Input<'_>,
    unit: usize,
    callee: FunctionId,
    args: &[ExprId],
    place: &Place,
) -> Option<(Place, bool)> {
    let program = input.program;
    if let Some(at) = program.functions[callee].params.iter().position(|p| *p == place.var) {
        let (base, addressed, offset) = argument_place(program, *args.get(at)?)?;
        if offset.is_some() && !place.path.is_empty() {
            return None;
        }
        let mut path = base.path.clone();
        path.extend(place.path.iter().copied());
        if let Some(first) = path.get_mut(base.path.len()).filter(|_| addressed) {
            first.arrow = false;
        }
        let ty = program.vars[base.var].ty;
        return Some((Place { var: base.var, path: rebased(program, ty, &path)? }, offset.is_none()));
    }
    let var = input.linkage().variable_in(program, place.var, unit)?;
    Some((Place { var, path: rebased(program, program.vars[var].ty, &place.path)? }, true))
}

/// The variable of a formula, if every function can see it.
fn global(program: &Program, var: affine::Var) -> Option<VarId> {
    let id = VarId::from_index(var.0 as usize);
    let storage = program.vars[id].storage;
    matches!(storage, VarStorage::Global | VarStorage::Extern | VarStorage::Internal).then_some(id)
}

pub(crate) fn last_index(
    dim: &SectionRange,
    host: Option<&Polynomial>,
    formula: &dyn Fn(Extent) -> Option<Polynomial>,
) -> Option<Polynomial> {
    match dim.hi {
        LastIndex::At(hi) => formula(hi),
        LastIndex::EndOfArray => host?.minus(&Polynomial::constant(1)).ok(),
    }
}

fn is_zero(formula: &Option<Polynomial>) -> bool {
    formula.as_ref().is_some_and(Polynomial::is_zero)
}

fn is_last(hi: &Option<Polynomial>, host: &Option<Polynomial>) -> bool {
    let (Some(hi), Some(host)) = (hi, host) else { return false };
    hi.plus(&Polynomial::constant(1)).is_ok_and(|end| end == *host)
}

/// The place an argument names, whether its address is passed, and how far
/// behind its start: `a`, `&a[0]` and `s->cells` are places, `&s` is the address of
/// one, and `a + k`, `&a[k]` and `a[i]` point into one.
pub(crate) fn argument_place(program: &Program, arg: ExprId) -> Option<(Place, bool, Option<Offset>)> {
    let mut at = arg;
    let mut offset = Offset { rows: 0, by: Some(Polynomial::constant(0)) };
    loop {
        match &program.exprs[at].kind {
            ExprKind::Cast { operand, .. } => at = *operand,
            ExprKind::AddrOf(operand) => {
                let ExprKind::Index { base, index } = program.exprs[*operand].kind else {
                    let is_at_start = offset.is_zero();
                    return Place::of(program, *operand).filter(|_| is_at_start).map(|p| (p, true, None));
                };
                offset.add(polynomial(program, index), false);
                at = base;
            }
            // A row that decays to a pointer to its first element.
            ExprKind::Index { base, .. } if program.types.is_array(program.exprs[at].ty) => {
                offset.enter_row();
                at = *base;
            }
            ExprKind::Binary { op: op @ (BinaryOp::Add | BinaryOp::Sub), lhs, rhs } => {
                let is_pointer = |expr: ExprId| program.types.pointee(program.exprs[expr].ty).is_some();
                let (pointer, by) = if is_pointer(*lhs) { (*lhs, *rhs) } else { (*rhs, *lhs) };
                if !is_pointer(pointer) || is_pointer(by) {
                    return None;
                }
                offset.add(polynomial(program, by), *op == BinaryOp::Sub);
                at = pointer;
            }
            _ => {
                let place = Place::of(program, at)?;
                return Some((place, false, Some(offset).filter(|offset| !offset.is_zero())));
            }
        }
    }
}

/// The way from the start of an array to what is passed.
#[derive(Clone, Debug)]
pub(crate) struct Offset {
    /// How many dimensions are left behind: 1 for a pointer into a row.
    rows: usize,
    /// How far in the outermost of the others, in the caller's variables.
    by: Option<Polynomial>,
}

impl Offset {
    /// How many elements it is, if no row was entered.
    pub(crate) fn elements(&self) -> Option<Polynomial> {
        self.by.clone().filter(|_| self.rows == 0)
    }

    fn is_zero(&self) -> bool {
        self.rows == 0 && is_zero(&self.by)
    }

    fn add(&mut self, more: Option<Polynomial>, down: bool) {
        // Inside a row the way along it says nothing of its end.
        if self.rows == 0 {
            self.by = self.by.take().zip(more).and_then(|(by, more)| match down {
                true => by.minus(&more).ok(),
                false => by.plus(&more).ok(),
            });
        }
    }

    fn enter_row(&mut self) {
        self.rows += 1;
        self.by = None;
    }

    /// The dimensions as they are seen from there; `None` for a way that the
    /// array does not have.
    fn moved(&self, dims: Vec<ArrivingDim>) -> Option<Vec<ArrivingDim>> {
        let mut dims = dims.into_iter().skip(self.rows);
        let first = dims.next()?;
        let by = self.by.as_ref().filter(|_| self.rows == 0);
        let moved = |formula: Option<Polynomial>| formula.and_then(|formula| formula.minus(by?).ok());
        let first = match by {
            Some(_) => ArrivingDim { lo: moved(first.lo), hi: moved(first.hi), ..ArrivingDim::unknown() },
            None => ArrivingDim::unknown(),
        };
        Some(std::iter::once(first).chain(dims).collect())
    }
}

/// The same members, in the records of another unit: each file that includes a
/// header has the records of its own.
pub(crate) fn rebased(program: &Program, ty: Type, path: &[Step]) -> Option<Vec<Step>> {
    let mut ty = ty;
    let mut steps = Vec::new();
    for step in path {
        let object = if step.arrow { program.types.pointee(ty)? } else { ty };
        let TypeKind::Record(record) = program.types.stripped(object) else { return None };
        let field = program.records[*record].fields.as_ref()?.get(step.field as usize)?;
        let other = program.records[step.record].fields.as_ref()?.get(step.field as usize)?;
        if field.name != other.name {
            return None;
        }
        steps.push(Step { record: *record, ..*step });
        ty = field.ty;
    }
    Some(steps)
}
