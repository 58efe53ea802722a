//! How much of an array its device copy holds: all of it, where its size is known, else what kernels access.
//!
//! ```c
//! static float a[N][M];            // a[*][*]
//! float *b = malloc(n * 4);        // b[0:n-1]
//! void f(float *c, int n)          // c[0:n-1], if kernels go up to n-1
//! float **d = matrix(n, m);        // d[*][*], with `shape d[n][m]`
//! ```
//! Sizes are said in variables that exist where the copy begins, and have the same values until it ends.

use std::collections::BTreeMap;

use affine::{Polynomial, Var};
use analyze::array_shape::ArrayShape;
use analyze::canonical_loop::recognize;
use analyze::{Facts, Input, KernelFacts, Place, caller_place, size_formula};
use hir::{BinaryOp, DirectiveKind, ExprId, ExprKind, FunctionId, Init, StmtId, StmtKind, VarId, VarStorage};

use crate::allocation::{self, Count};
use crate::changes::{may_change, may_change_place};
use crate::extents;
use crate::hull::{self, Hull};
use crate::interval::Interval;
use crate::kept_sizes::KeptSizes;
use crate::tree::Tree;
use crate::uses::{Use, Uses};

/// Everything that is asked.
pub struct Sizes<'a, 'p> {
    /// The program.
    pub input: &'a Input<'p>,
    /// What kernels do.
    pub facts: &'a [Facts],
    /// Where statements stand.
    pub tree: &'a Tree<'p>,
    /// Who wants what.
    pub uses: &'a Uses,
    /// Sizes that structs keep.
    pub kept: &'a KeptSizes<'a, 'p>,
}

/// A section as it is written.
#[derive(Clone, Debug)]
pub struct Section {
    /// `[*][*]`, `[0:n-1]`.
    pub text: String,
    /// What a `shape` directive says before.
    pub shape: Option<String>,
    /// What one could say, where the section is all that was allocated: then no access of a right program leaves it.
    pub whole: Option<String>,
}

impl Section {
    fn plain(text: String) -> Section {
        Section { text, shape: None, whole: None }
    }
}

fn is_of_member(count: &Count) -> bool {
    count.mentions.iter().any(|place| !place.path.is_empty())
}

fn has_calls(uses: &[Use]) -> bool {
    uses.iter().any(|used| used.call.is_some())
}

/// Members, numbered after all variables.
#[derive(Default)]
struct Members {
    places: Vec<Place>,
}

/// Variables are numbered below this.
const FIRST_MEMBER: u32 = 1 << 28;

impl Sizes<'_, '_> {
    /// The section of an array over an interval, for some of its uses; `None` where nobody can say it.
    pub fn section(
        &self,
        function: FunctionId,
        place: &Place,
        over: Interval<'_>,
        uses: &[Use],
    ) -> Option<Section> {
        let program = self.input.program;
        match self.given(function, place) {
            // Dimensions count from their directive on.
            Some((stmt, _)) if !self.is_before(stmt, over) => return None,
            Some((_, rank)) => return Some(Section::plain("[*]".repeat(rank))),
            None => {}
        }
        if let Some(table) = ArrayShape::table(program, place) {
            return self.table(function, place, over, uses, table.rank());
        }
        let shape = ArrayShape::declared(program, place)?;
        if program.types.is_pointer(shape.element) {
            return None;
        }
        let inner = "[*]".repeat(shape.rank().saturating_sub(1));
        match shape.extents.first() {
            None => Some(Section::plain(String::new())),
            Some(Some(_)) => Some(Section::plain(format!("[*]{inner}"))),
            Some(None) => match self.allocated(function, place, over) {
                // A function that is called knows the end of an array by its shape, but not by a member of a struct.
                Some(count) => {
                    let shape = format!("{}[{}]", self.input.place_name(place), count.all);
                    let shape = Some(shape).filter(|_| inner.is_empty());
                    let text = format!("[0:{}]{inner}", count.last);
                    Some(match shape.is_some() && is_of_member(&count) && has_calls(uses) {
                        true => Section { text: "[*]".into(), shape, whole: None },
                        false => Section { text, shape: None, whole: shape },
                    })
                }
                None => match self.made(function, place, over).as_deref() {
                    Some([extent]) if inner.is_empty() => self.all(place, extent, &Members::default(), false),
                    _ => self
                        .kept(function, place, over, uses)
                        .filter(|_| inner.is_empty())
                        .or_else(|| self.accessed(function, place, over, uses, &inner)),
                },
            },
        }
    }

    /// All of a table: as many rows and columns as the program makes, else as many as kernels access.
    fn table(
        &self,
        function: FunctionId,
        place: &Place,
        over: Interval<'_>,
        uses: &[Use],
        rank: usize,
    ) -> Option<Section> {
        let name = self.input.place_name(place);
        if let Some(extents) = self.made(function, place, over).filter(|extents| extents.len() == rank) {
            let extents: Option<String> =
                extents.iter().map(|extent| Some(format!("[{}]", self.text(extent)?))).collect();
            let shape = Some(format!("{name}{}", extents?));
            return Some(Section { text: "[*]".repeat(rank), shape, whole: None });
        }
        let mut members = Members::default();
        let dims = self.rectangle(function, place, (uses, rank), &mut members, 0)?;
        let (mut shape, mut section) = (name, String::new());
        for Hull { first, last } in dims {
            let beyond = last.plus(&Polynomial::constant(1)).ok()?;
            if first < 0 || !last.vars().into_iter().all(|var| self.is_same(function, var, over, &members)) {
                return None;
            }
            let text = |formula: &Polynomial| hull::text(formula, &|var| members.name(self.input, var));
            shape.push_str(&format!("[{}]", text(&beyond)?));
            section.push_str(&match first {
                0 => "[*]".to_owned(),
                first => format!("[{first}:{}]", text(&last)?),
            });
        }
        Some(Section { text: section, shape: Some(shape), whole: None })
    }

    /// The rows and columns of a table that all kernels access which a function leads to, in the function's variables.
    fn rectangle(
        &self,
        function: FunctionId,
        place: &Place,
        (uses, rank): (&[Use], usize),
        members: &mut Members,
        depth: usize,
    ) -> Option<Vec<Hull>> {
        let mut all: Option<Vec<Hull>> = None;
        for used in uses {
            let dims = match &used.call {
                None => {
                    let kernel = self.kernel(used)?;
                    let dims = hull::rectangle(self.input.program, kernel, place, rank)?;
                    let named =
                        |dim: Hull| Some(Hull { last: in_variables(kernel, &dim.last, members)?, ..dim });
                    dims.into_iter().map(named).collect::<Option<Vec<Hull>>>()?
                }
                Some((call, callee, name)) if depth < 16 => {
                    let theirs = (self.uses.of(*callee, name), rank);
                    let dims = self.rectangle(*callee, name, theirs, members, depth + 1)?;
                    let mine = |dim: Hull| {
                        let last = self.in_caller(function, *call, *callee, name, &dim.last, members)?;
                        Some(Hull { last, ..dim })
                    };
                    dims.into_iter().map(mine).collect::<Option<Vec<Hull>>>()?
                }
                Some(_) => return None,
            };
            all = Some(match all {
                None => dims,
                Some(known) if hull::holds(&known, &dims) => known,
                Some(known) if hull::holds(&dims, &known) => dims,
                Some(_) => return None,
            });
        }
        all
    }

    /// By what the program allocates in functions of its own, if what that depends on is the same over the interval.
    fn made(&self, function: FunctionId, place: &Place, over: Interval<'_>) -> Option<Vec<Polynomial>> {
        let program = self.input.program;
        let body = program.functions[function].body?;
        let extents = extents::of_place(self.input, function, place)?;
        let is_said = |var: Var| {
            let place = Members::default().place(var);
            let is_set_again = program.vars[place.var].init.is_some()
                && program.exprs_below(body).any(|expr| program.changed_variable(expr) == Some(place.var));
            self.is_seen(function, place.var, over)
                && !is_set_again
                && !self.changes_later(body, &place, over)
        };
        extents.iter().flat_map(Polynomial::vars).all(is_said).then_some(extents)
    }

    fn text(&self, formula: &Polynomial) -> Option<String> {
        hull::text(formula, &|var| Members::default().name(self.input, var))
    }

    /// The `shape` directive of a function for an array: where it stands, and how many dimensions it gives.
    fn given(&self, function: FunctionId, place: &Place) -> Option<(StmtId, usize)> {
        let program = self.input.program;
        program.stmts_below(program.functions[function].body?).find_map(|stmt| {
            let StmtKind::Directive(directive) = program.stmts[stmt].kind else { return None };
            let DirectiveKind::Shape(shapes) = &program.directives[directive].kind else { return None };
            let shape =
                shapes.iter().find(|shape| Place::of(program, shape.pointer).as_ref() == Some(place))?;
            Some((stmt, shape.dims.len()))
        })
    }

    /// Has a statement run whenever the interval begins?
    fn is_before(&self, stmt: StmtId, over: Interval<'_>) -> bool {
        let program = self.input.program;
        let (Some(scope), Some(first)) = (self.tree.parent(stmt), over.stmts.first()) else { return false };
        self.tree.is_inside(over.block, scope) && program.stmts[stmt].span.lo < program.stmts[*first].span.lo
    }

    /// By the size that it was allocated with.
    fn allocated(&self, function: FunctionId, place: &Place, over: Interval<'_>) -> Option<Count> {
        let program = self.input.program;
        let pointee = program.types.pointee(analyze::array_shape::place_type(program, place)?)?;
        let size = program.size_of(pointee);
        let body = program.functions[function].body?;
        let count = allocation::last_index(self.input, body, place, size)?;
        let says =
            |place: &Place| self.is_seen(function, place.var, over) && !self.changes_later(body, place, over);
        count.mentions.iter().all(says).then_some(count)
    }

    /// All of an array: as a part, until somebody asks for its shape, or by its shape.
    fn all(&self, place: &Place, extent: &Polynomial, members: &Members, by_shape: bool) -> Option<Section> {
        let name = |var: Var| members.name(self.input, var);
        let count = hull::product(extent, &name)?;
        let shape = Some(format!("{}[{count}]", self.input.place_name(place)));
        if by_shape {
            return Some(Section { text: "[*]".into(), shape, whole: None });
        }
        let last = match count.contains('(') {
            true => format!("{count}-1"),
            false => hull::text(&extent.minus(&Polynomial::constant(1)).ok()?, &name)?,
        };
        Some(Section { text: format!("[0:{last}]"), shape: None, whole: shape })
    }

    /// By what its struct says wherever there is one.
    fn kept(&self, function: FunctionId, place: &Place, over: Interval<'_>, uses: &[Use]) -> Option<Section> {
        let mut members = Members::default();
        let extent = self.kept.of_place(place, &mut |place| members.formula(place))?;
        let is_same = extent.vars().into_iter().all(|var| self.is_same(function, var, over, &members));
        self.all(place, &extent, &members, has_calls(uses)).filter(|_| is_same)
    }

    /// By what kernels access.
    fn accessed(
        &self,
        function: FunctionId,
        place: &Place,
        over: Interval<'_>,
        uses: &[Use],
        inner: &str,
    ) -> Option<Section> {
        let mut members = Members::default();
        let (first, last) = self.hull(function, place, (uses, Some(over)), &mut members, 0)?;
        if !last.vars().into_iter().all(|var| self.is_same(function, var, over, &members)) {
            return None;
        }
        let name = |var: Var| members.name(self.input, var);
        if members.are_in(&last) && inner.is_empty() && first >= 0 && has_calls(uses) {
            let count = hull::text(&last.plus(&Polynomial::constant(1)).ok()?, &name)?;
            let shape = Some(format!("{}[{count}]", self.input.place_name(place)));
            return Some(Section { text: "[*]".into(), shape, whole: None });
        }
        let last = hull::text(&last, &name)?;
        Some(Section::plain(format!("[{}:{last}]{inner}", first.min(0))))
    }

    /// Can what a symbol stands for be named where the interval begins, and does it keep its value in it?
    fn is_same(&self, function: FunctionId, var: Var, over: Interval<'_>, members: &Members) -> bool {
        let place = members.place(var);
        self.is_seen(function, place.var, over) && !may_change_place(self.input, over.stmts, &place)
    }

    /// First and last index that the kernels a function leads to access, in the function's variables, over an interval
    /// or the whole function.
    fn hull(
        &self,
        function: FunctionId,
        place: &Place,
        (uses, over): (&[Use], Option<Interval<'_>>),
        members: &mut Members,
        depth: usize,
    ) -> Option<(i128, Polynomial)> {
        let mut all: Option<(i128, Polynomial)> = None;
        for used in uses {
            let (first, last) = match &used.call {
                None => self.hull_of_kernel(self.kernel(used)?, place, members)?,
                Some((call, callee, name)) if depth < 16 => {
                    let theirs = (self.uses.of(*callee, name), None);
                    let (first, last) = self.hull(*callee, name, theirs, members, depth + 1)?;
                    (first, self.in_caller(function, *call, *callee, name, &last, members)?)
                }
                Some(_) => return None,
            };
            let last = self.over_all_rounds(used.stmt, over, last)?;
            all = Some(match all {
                None => (first, last),
                Some((known, end)) => (known.min(first), hull::larger(&end, &last)?.clone()),
            });
        }
        all
    }

    /// The last index over all iterations of the loops of the host around a statement, within an interval: of
    /// `i * n + n - 1` in `for (i = 0; i < n; i++)`, `n * n - 1`.
    fn over_all_rounds(
        &self,
        stmt: StmtId,
        over: Option<Interval<'_>>,
        last: Polynomial,
    ) -> Option<Polynomial> {
        let program = self.input.program;
        let is_within = |outer: &StmtId| {
            over.is_none_or(|over| over.stmts.iter().any(|held| self.tree.is_inside(*outer, *held)))
        };
        let mut last = last;
        for outer in self.tree.loops_around(stmt).filter(is_within) {
            let Ok(canonical) = recognize(self.input, outer) else { continue };
            let index = size_formula::symbol(canonical.index)?;
            if !last.vars().contains(&index) {
                continue;
            }
            // An end that no iteration reaches may be behind the array.
            let end = match (canonical.step, canonical.op) {
                (1, BinaryOp::Lt) => {
                    let bound = size_formula::polynomial(program, canonical.bound)?;
                    bound.minus(&Polynomial::constant(1)).ok()?
                }
                (1, BinaryOp::Le) => size_formula::polynomial(program, canonical.bound)?,
                (i64::MIN..=-1, _) => size_formula::polynomial(program, canonical.first)?,
                _ => return None,
            };
            last = hull::at_the_larger_end(&last, index, &end)?;
        }
        Some(last)
    }

    fn kernel(&self, used: &Use) -> Option<&KernelFacts> {
        self.facts.iter().flat_map(|facts| &facts.kernels).find(|kernel| kernel.stmt == used.stmt)
    }

    fn hull_of_kernel(
        &self,
        kernel: &KernelFacts,
        place: &Place,
        members: &mut Members,
    ) -> Option<(i128, Polynomial)> {
        let hull = hull::of_kernel(self.input.program, kernel, place)?;
        Some((hull.first, in_variables(kernel, &hull.last, members)?))
    }

    /// A formula of a callee in its caller's variables.
    fn in_caller(
        &self,
        caller: FunctionId,
        call: ExprId,
        callee: FunctionId,
        name: &Place,
        formula: &Polynomial,
        members: &mut Members,
    ) -> Option<Polynomial> {
        let program = self.input.program;
        let ExprKind::Call { args, .. } = &program.exprs[call].kind else { return None };
        let unit = program.unit_of(caller)?;
        let (_, is_at_start) = caller_place(self.input, unit, callee, args, name)?;
        if !is_at_start {
            return None;
        }
        let formula = &self.without_locals(callee, formula, members)?;
        let mut known = BTreeMap::new();
        for var in formula.vars() {
            let place = members.place(var);
            let param = program.functions[callee].params.iter().position(|param| *param == place.var);
            let value = match (param, place.path.is_empty()) {
                // The callee must not have changed its parameter before the kernel.
                (Some(_), true) if may_change(self.input, &[program.functions[callee].body?], place.var) => {
                    None
                }
                (Some(at), true) => self.formula_of(*args.get(at)?, members),
                _ => members.formula(&caller_place(self.input, unit, callee, args, &place)?.0),
            };
            known.insert(var, value?);
        }
        replaced(formula, &known)
    }

    /// A formula in which numbers that a function keeps in variables of its own, `int n = grid->n;`, are what they were set to.
    fn without_locals(
        &self,
        function: FunctionId,
        formula: &Polynomial,
        members: &mut Members,
    ) -> Option<Polynomial> {
        let program = self.input.program;
        let body = program.functions[function].body?;
        let mut formula = formula.clone();
        // Each was set by those before it.
        for _ in 0..4 {
            let mut known = BTreeMap::new();
            for var in formula.vars() {
                let place = members.place(var);
                let declared = &program.vars[place.var];
                let is_own = place.path.is_empty() && declared.storage == VarStorage::Local;
                let value = match &declared.init {
                    Some(Init::Expr(init)) if is_own && !may_change(self.input, &[body], place.var) => {
                        self.formula_of(*init, members)
                    }
                    _ => None,
                };
                known.insert(var, value.unwrap_or_else(|| Polynomial::var(var)));
            }
            let next = replaced(&formula, &known)?;
            if next == formula {
                break;
            }
            formula = next;
        }
        Some(formula)
    }

    /// An expression as a formula, also of members.
    fn formula_of(&self, expr: ExprId, members: &mut Members) -> Option<Polynomial> {
        let program = self.input.program;
        size_formula::polynomial_of(program, expr, &mut |expr| members.formula(&Place::of(program, expr)?))
    }

    /// Does the variable exist where the interval begins?
    fn is_seen(&self, function: FunctionId, var: VarId, over: Interval<'_>) -> bool {
        let program = self.input.program;
        let declared = &program.vars[var];
        match declared.storage {
            VarStorage::Param => declared.owner == Some(function),
            VarStorage::Local | VarStorage::StaticLocal => {
                let Some(body) = program.functions[function].body else { return false };
                let declares = |stmt: &StmtId| program.declared(*stmt).any(|other| other == var);
                program.stmts_below(body).find(declares).is_some_and(|stmt| self.is_before(stmt, over))
            }
            _ => {
                let unit = program.unit_of(function);
                unit.and_then(|unit| self.input.linkage().variable_in(program, var, unit)).is_some()
            }
        }
    }

    /// Is it given another value in the interval, or before it but after the allocation that it was used in?
    fn changes_later(&self, body: StmtId, place: &Place, over: Interval<'_>) -> bool {
        let program = self.input.program;
        let is_it = |expr: &ExprId| match place.path.is_empty() {
            true => program.changed_variable(*expr) == Some(place.var),
            false => program.assigned(*expr).and_then(|lhs| Place::of(program, lhs)).as_ref() == Some(place),
        };
        let changes = program.exprs_below(body).filter(is_it);
        changes.count() > 1 || may_change_place(self.input, over.stmts, place)
    }
}

impl Members {
    fn formula(&mut self, place: &Place) -> Option<Polynomial> {
        if place.path.is_empty() {
            return size_formula::variable(place.var);
        }
        let at = self.places.iter().position(|known| known == place).unwrap_or_else(|| {
            self.places.push(place.clone());
            self.places.len() - 1
        });
        Some(Polynomial::var(Var(FIRST_MEMBER + u32::try_from(at).ok()?)))
    }

    fn place(&self, var: Var) -> Place {
        match var.0.checked_sub(FIRST_MEMBER) {
            Some(at) => self.places[at as usize].clone(),
            None => Place::var(VarId::from_index(var.0 as usize)),
        }
    }

    fn are_in(&self, formula: &Polynomial) -> bool {
        formula.vars().into_iter().any(|var| var.0 >= FIRST_MEMBER)
    }

    fn name(&self, input: &Input<'_>, var: Var) -> Option<String> {
        Some(input.place_name(&self.place(var)))
    }
}

/// A formula of a kernel's symbols in the variables that they stand for.
fn in_variables(kernel: &KernelFacts, formula: &Polynomial, members: &mut Members) -> Option<Polynomial> {
    let mut known = BTreeMap::new();
    for symbol in formula.vars() {
        known.insert(symbol, members.formula(hull::place_of(kernel, symbol)?)?);
    }
    replaced(formula, &known)
}

/// A formula with its variables replaced, all at once.
pub fn replaced(formula: &Polynomial, by: &BTreeMap<Var, Polynomial>) -> Option<Polynomial> {
    let mut sum = Polynomial::constant(0);
    for (monomial, factor) in formula.terms() {
        let mut product = Polynomial::constant(factor);
        for (var, power) in monomial.powers() {
            for _ in 0..*power {
                product = product.times(by.get(var)?).ok()?;
            }
        }
        sum = sum.plus(&product).ok()?;
    }
    Some(sum)
}
