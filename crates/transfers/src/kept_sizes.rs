//! How many elements a member points to, in members beside it, wherever the program has such a struct.
//!
//! ```c
//! static void init(struct grid *g, int w, int h) {
//!     g->w = w;
//!     g->h = h;
//!     g->cells = malloc((size_t)w * h);         // any grid's `cells` has `w * h` elements
//! }
//! ```
//! That is so if each function that gives `cells` memory also sets `w` and `h`, to what the memory was measured by, and
//! whenever one happens the other does; if nothing else of the program sets any of the three, but to a null pointer; and
//! if pointers are exchanged only with members of the same struct that have as many elements.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use affine::{Polynomial, Var};
use analyze::{Input, Place, Step, size_formula};
use hir::{
    ExprId, ExprKind, FunctionId, Init, RecordId, RecordKind, StmtId, StmtKind, Type, VarId, VarStorage,
};

use crate::allocation::{elements, factors_of_call, library_call};
use crate::changes::{assigned_to, may_change};
use crate::extents::is_run_by;
use crate::section::replaced;
use crate::tree::Tree;

/// Fields are numbered from here on; variables below.
const FIRST_FIELD: u32 = 1 << 28;

/// Sizes of members, as far as somebody asked.
pub struct KeptSizes<'a, 'p> {
    input: &'a Input<'p>,
    /// What is set in which function: each member that is assigned to, or whose address is taken.
    set: Vec<Set>,
    known: RefCell<HashMap<(RecordId, u32), Option<Polynomial>>>,
}

/// A member is set.
struct Set {
    function: FunctionId,
    record: RecordId,
    field: u32,
    /// Of what; `None` where that has no name.
    object: Option<Place>,
    /// To what; `None` for anything but a plain assignment.
    value: Option<ExprId>,
    /// The assignment.
    expr: ExprId,
}

/// What one function gives a member, and what else has to have as many elements.
#[derive(Default)]
struct Given {
    sizes: Vec<Polynomial>,
    exchanged: BTreeSet<u32>,
}

impl<'a, 'p> KeptSizes<'a, 'p> {
    /// Looks for members that are set.
    pub fn new(input: &'a Input<'p>, tree: &Tree<'_>) -> KeptSizes<'a, 'p> {
        let program = input.program;
        let mut set = Vec::new();
        for function in tree.functions() {
            let Some(body) = program.functions[function].body else { continue };
            for expr in program.exprs_below(body) {
                let Some(target) = program.assigned_or_addressed(expr) else { continue };
                let ExprKind::Member { base, record, field, .. } = program.exprs[target].kind else {
                    continue;
                };
                let value = match program.exprs[expr].kind {
                    ExprKind::Assign { rhs, .. } => Some(rhs),
                    _ => None,
                };
                set.push(Set { function, record, field, object: Place::of(program, base), value, expr });
            }
        }
        KeptSizes { input, set, known: RefCell::default() }
    }

    /// The elements of a member in members beside it, each by the place that it has in the same object.
    pub fn of_place(
        &self,
        place: &Place,
        named: &mut dyn FnMut(&Place) -> Option<Polynomial>,
    ) -> Option<Polynomial> {
        let (last, holder) = place.path.split_last()?;
        let formula = self.of_field(last.record, last.field)?;
        let beside = |field: Var| {
            let step = Step { field: field.0.checked_sub(FIRST_FIELD)?, ..*last };
            let path = holder.iter().copied().chain([step]).collect();
            Some((field, named(&Place { var: place.var, path })?))
        };
        let known: BTreeMap<Var, Polynomial> =
            formula.vars().into_iter().map(beside).collect::<Option<_>>()?;
        replaced(&formula, &known)
    }

    fn of_field(&self, record: RecordId, field: u32) -> Option<Polynomial> {
        if let Some(known) = self.known.borrow().get(&(record, field)) {
            return known.clone();
        }
        let found = self.found(record, field);
        self.known.borrow_mut().insert((record, field), found.clone());
        found
    }

    /// The one size of a member and of all that it is exchanged with.
    fn found(&self, record: RecordId, field: u32) -> Option<Polynomial> {
        let (mut pending, mut seen) = (vec![field], BTreeSet::new());
        let mut size: Option<Polynomial> = None;
        while let Some(field) = pending.pop() {
            if !seen.insert(field) {
                continue;
            }
            let given = self.given(record, field)?;
            for one in given.sizes {
                match &size {
                    Some(known) if *known != one => return None,
                    _ => size = Some(one),
                }
            }
            pending.extend(given.exchanged);
        }
        let size = size?;
        let is_kept = |other: &Set| seen.iter().any(|field| self.is_given_in(record, *field, other.function));
        let sizes: BTreeSet<u32> =
            size.vars().into_iter().filter_map(|var| var.0.checked_sub(FIRST_FIELD)).collect();
        let mut sets =
            self.set.iter().filter(|set| sizes.iter().any(|field| self.is_of(set, record, *field)));
        (sets.all(is_kept) && seen.iter().all(|field| !self.is_initialised(record, *field))).then_some(size)
    }

    /// Does a function give the member memory?
    fn is_given_in(&self, record: RecordId, field: u32, function: FunctionId) -> bool {
        let mut sets =
            self.set.iter().filter(|set| set.function == function && self.is_of(set, record, field));
        sets.any(|set| set.value.is_some_and(|value| self.is_call(value)))
    }

    fn is_call(&self, value: ExprId) -> bool {
        let program = self.input.program;
        matches!(program.exprs[program.without_casts(value)].kind, ExprKind::Call { .. })
    }

    /// All that the program sets a member to.
    fn given(&self, record: RecordId, field: u32) -> Option<Given> {
        let program = self.input.program;
        let mut given = Given::default();
        for set in self.set.iter().filter(|set| self.is_of(set, record, field)) {
            let value = program.without_casts(set.value?);
            if hir::const_eval::integer(program, value) == Some(0) {
                continue;
            }
            if program.records[set.record].kind == RecordKind::Union
                || program.exprs[set.expr].span.is_from_macro()
            {
                return None;
            }
            let object = set.object.as_ref()?;
            match &program.exprs[value].kind {
                ExprKind::Call { .. } => {
                    given.sizes.push(self.allocated(set, object, value)?);
                }
                ExprKind::Var(var) => {
                    let values =
                        assigned_to(self.input, &[program.functions[set.function].body?], &Place::var(*var));
                    if program.vars[*var].storage != VarStorage::Local || values.is_empty() {
                        return None;
                    }
                    for value in values {
                        given.exchanged.insert(self.member_of(set.record, object, value)?);
                    }
                }
                _ => drop(given.exchanged.insert(self.member_of(set.record, object, value)?)),
            }
        }
        Some(given)
    }

    /// The number of a member of an object that an expression is.
    fn member_of(&self, record: RecordId, object: &Place, value: ExprId) -> Option<u32> {
        let program = self.input.program;
        let value = program.without_casts(value);
        let ExprKind::Member { base, record: of, field, .. } = program.exprs[value].kind else { return None };
        (of == record && Place::of(program, base).as_ref() == Some(object)).then_some(field)
    }

    /// The elements that a call gives room for, in members that are set with it.
    fn allocated(&self, set: &Set, object: &Place, call: ExprId) -> Option<Polynomial> {
        let (input, program) = (self.input, self.input.program);
        let body = program.functions[set.function].body?;
        let pointer = program.records[set.record].fields.as_ref()?.get(set.field as usize)?.ty;
        let element = program.types.pointee(pointer)?;
        let place = member(object, set.record, set.field, is_reached_by_arrow(program, set.expr)?);
        let (name, args) = library_call(input, call, 0)?;
        let factors = factors_of_call(input, body, &name, &args)?;
        let rest = elements(input, factors, Some(&place), program.size_of(element))?;
        let mut product = Polynomial::constant(1);
        for factor in rest {
            product = product.times(&self.formula(set, object, factor)?).ok()?;
        }
        let product = self.without_locals(set, object, body, product)?;
        self.in_fields(set, object, body, &product)
    }

    /// An expression in variables and members of an object.
    fn formula(&self, set: &Set, object: &Place, expr: ExprId) -> Option<Polynomial> {
        let program = self.input.program;
        size_formula::polynomial_of(program, expr, &mut |expr| {
            let field = self.member_of(set.record, object, expr)?;
            // It is what it is afterwards if it was set before.
            let mut sets = self.sets_in(set, object, field);
            let is_before = sets
                .next()
                .is_some_and(|before| program.exprs[before.expr].span.hi <= program.exprs[set.expr].span.lo);
            is_before.then(|| Polynomial::var(Var(FIRST_FIELD + field)))
        })
    }

    /// Numbers that the function keeps in variables of its own are what they were set to.
    fn without_locals(
        &self,
        set: &Set,
        object: &Place,
        body: StmtId,
        mut formula: Polynomial,
    ) -> Option<Polynomial> {
        let program = self.input.program;
        // Each was set by those before it.
        for _ in 0..4 {
            let mut known = BTreeMap::new();
            for symbol in formula.vars() {
                let value = variable(symbol).and_then(|var| match &program.vars[var].init {
                    Some(Init::Expr(init))
                        if program.vars[var].storage == VarStorage::Local
                            && !may_change(self.input, &[body], var)
                            && !self.is_member_set_to(set, object, var) =>
                    {
                        self.formula(set, object, *init)
                    }
                    _ => None,
                });
                known.insert(symbol, value.unwrap_or_else(|| Polynomial::var(symbol)));
            }
            formula = replaced(&formula, &known)?;
        }
        Some(formula)
    }

    fn is_member_set_to(&self, set: &Set, object: &Place, var: VarId) -> bool {
        self.field_set_to(set, object, var).is_some()
    }

    /// The member of the object that the function sets to a variable.
    fn field_set_to(&self, set: &Set, object: &Place, var: VarId) -> Option<u32> {
        let program = self.input.program;
        let is_it = |other: &&Set| {
            let value =
                other.value.and_then(|value| size_formula::polynomial(program, self.last_value(value)));
            (other.function, other.record, other.object.as_ref()) == (set.function, set.record, Some(object))
                && value.is_some_and(|value| Some(value) == size_formula::variable(var))
        };
        self.set.iter().find(is_it).map(|set| set.field)
    }

    /// `n` of `a->rows = a->cols = n`.
    fn last_value(&self, value: ExprId) -> ExprId {
        match self.input.program.exprs[value].kind {
            ExprKind::Assign { rhs, .. } => self.last_value(rhs),
            _ => value,
        }
    }

    /// The formula with members for variables, each of which is set once, and whenever the memory is given.
    fn in_fields(&self, set: &Set, object: &Place, body: StmtId, formula: &Polynomial) -> Option<Polynomial> {
        let mut known = BTreeMap::new();
        for symbol in formula.vars() {
            let field = match variable(symbol) {
                Some(var) if !may_change(self.input, &[body], var) => self.field_set_to(set, object, var)?,
                Some(_) => return None,
                None => symbol.0.checked_sub(FIRST_FIELD)?,
            };
            let mut sets = self.sets_in(set, object, field);
            let (only, others) = (sets.next()?, sets.next());
            if others.is_some() || only.value.is_none() || !self.are_together(body, only.expr, set.expr) {
                return None;
            }
            known.insert(symbol, Polynomial::var(Var(FIRST_FIELD + field)));
        }
        replaced(formula, &known)
    }

    /// Where a function sets a member of the object, or may set it as one of another.
    fn sets_in<'s>(&'s self, set: &'s Set, object: &'s Place, field: u32) -> impl Iterator<Item = &'s Set> {
        self.set.iter().filter(move |other| {
            let is_same =
                other.object.as_ref().is_none_or(|other| other == object || other.var != object.var);
            other.function == set.function && is_same && self.is_of(other, set.record, field)
        })
    }

    /// Does one of two assignments happen whenever the other does?
    fn are_together(&self, body: StmtId, one: ExprId, other: ExprId) -> bool {
        let program = self.input.program;
        let span = |expr: ExprId| program.exprs[expr].span;
        let (from, to) = (span(one).lo.min(span(other).lo), span(one).hi.max(span(other).hi));
        let holds_both = |stmt: &StmtId| {
            matches!(program.stmts[*stmt].kind, StmtKind::Block(_))
                && is_run_by(self.input, *stmt, one)
                && is_run_by(self.input, *stmt, other)
        };
        let leaves = |stmt: &StmtId| {
            let at = program.stmts[*stmt].span;
            program.stmts[*stmt].kind.is_jump()
                && from <= at.lo
                && at.lo <= to
                && !self.is_without_memory(body, *stmt)
        };
        program.stmts_below(body).any(|stmt| holds_both(&stmt))
            && !program.stmts_below(body).any(|stmt| leaves(&stmt))
    }

    /// Does a statement run only where pointers were tested: `if (!a) return;`?
    fn is_without_memory(&self, body: StmtId, stmt: StmtId) -> bool {
        let program = self.input.program;
        program.stmts_below(body).any(|outer| match program.stmts[outer].kind {
            StmtKind::If { cond, then, .. } => {
                self.is_about_pointers(cond) && program.stmts_below(then).any(|inner| inner == stmt)
            }
            _ => false,
        })
    }

    fn is_about_pointers(&self, cond: ExprId) -> bool {
        let program = self.input.program;
        match &program.exprs[cond].kind {
            ExprKind::Binary { lhs, rhs, .. } => self.is_about_pointers(*lhs) && self.is_about_pointers(*rhs),
            ExprKind::Unary { operand, .. } | ExprKind::Cast { operand, .. } => {
                self.is_about_pointers(*operand)
            }
            ExprKind::Assign { lhs, .. } => program.types.pointee(program.exprs[*lhs].ty).is_some(),
            ExprKind::Int { value, .. } => *value == 0,
            _ => program.types.pointee(program.exprs[cond].ty).is_some(),
        }
    }

    /// Is it this member, of the same record or of one that looks the same in another file?
    fn is_of(&self, set: &Set, record: RecordId, field: u32) -> bool {
        set.field == field && self.is_same(set.record, record)
    }

    fn is_same(&self, one: RecordId, other: RecordId) -> bool {
        let names = |record: RecordId| {
            let fields = self.input.program.records[record].fields.iter().flatten();
            fields.map(|field| field.name).collect::<Vec<_>>()
        };
        one == other || names(one) == names(other)
    }

    /// Does an initialiser give the member a value that is no null pointer?
    fn is_initialised(&self, record: RecordId, field: u32) -> bool {
        let inits = self.input.program.vars.iter().filter_map(|(_, var)| var.init.as_ref());
        inits.into_iter().any(|init| self.gives(init, record, field))
    }

    fn gives(&self, init: &Init, record: RecordId, field: u32) -> bool {
        let Init::List { ty, entries, .. } = init else { return false };
        let program = self.input.program;
        let is_it = |ty: Type| program.types.as_record(ty).is_some_and(|other| self.is_same(other, record));
        entries.iter().any(|entry| {
            let is_null = match &entry.value {
                Init::Expr(value) => {
                    hir::const_eval::integer(program, program.without_casts(*value)) == Some(0)
                }
                Init::List { .. } | Init::Construct(_) => false,
            };
            is_it(*ty) && entry.index == u64::from(field) && !is_null
                || self.gives(&entry.value, record, field)
        })
    }
}

/// A variable of the program.
fn variable(symbol: Var) -> Option<VarId> {
    (symbol.0 < FIRST_FIELD).then(|| VarId::from_index(symbol.0 as usize))
}

fn member(object: &Place, record: RecordId, field: u32, arrow: bool) -> Place {
    let mut path = object.path.clone();
    path.push(Step { record, field, arrow });
    Place { var: object.var, path }
}

fn is_reached_by_arrow(program: &hir::Program, assignment: ExprId) -> Option<bool> {
    match program.exprs[program.assigned(assignment)?].kind {
        ExprKind::Member { arrow, .. } => Some(arrow),
        _ => None,
    }
}
