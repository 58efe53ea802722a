//! Sums that a loop keeps in memory, kept in a variable while it runs.
//!
//! ```c
//! for (k = 0; k < n; k++)            float c_sum = c[i][j];
//!     c[i][j] += a[i][k] * b[k][j];  for (k = 0; k < n; k++)
//!                                        c_sum += a[i][k] * b[k][j];
//!                                    if (0 < n)
//!                                        c[i][j] = c_sum;
//! ```
//! Where a loop reads other elements of the array, too, no compiler behind this one can tell that they are others: in
//! `b[i][j] += a[k][i] * b[k][j]` with `k` above `i` the dependences can. So with anything that is made of an element
//! again and again, as the largest of some: `t[i][j] = max(t[i][j], t[i][k] + t[k + 1][j])`.
//!
//! So with sums of which a test decides: compilers store none that the program may not have stored. Where the program
//! sets the element before the loop, it may be stored behind it, too:
//! ```c
//! c[i] = 0;                          float c_sum = 0;
//! for (k = 0; k < n; k++)            for (k = 0; k < n; k++)
//!     if (mask[k])                       if (mask[k])
//!         c[i] += a[i][k];                   c_sum += a[i][k];
//!                                    c[i] = c_sum;
//! ```
//! Where it does not, but the test is of values that only the run knows, the element is read before the loop and stored
//! behind it: what is proven of the program, that no two threads touch the element, does not depend on such a test.
//!
//! The same makes `reduction(+: y[i])` the reduction of a variable. Legal where the loop does nothing else with the array and the element is the same in every
//! iteration. A loop without iterations writes nothing, as before.

use std::collections::HashSet;

use analyze::CanonicalLoop;
use analyze::canonical_loop::recognize;
use analyze::dependence::Dependence;
use hir::update::{About, same};
use hir::{
    Directive, DirectiveId, DirectiveKind, Duplicate, ExprId, ExprKind, Qualifiers, Section, SectionDim,
    Stmt, StmtId, StmtKind, VarId,
};

use crate::nest::only_statement;
use crate::{Kitchen, Place};

/// A sum that was taken out of memory.
pub(crate) struct Sum {
    /// The variable.
    var: VarId,
    /// What stands before the loop.
    pub before: StmtId,
    /// What stands behind it.
    pub after: StmtId,
}

const SUM: &str = "sum";

/// One element of an array: all places that mean it.
struct Element {
    accesses: Vec<ExprId>,
    array: VarId,
    /// What the variable in its place is called behind the array's name.
    name: &'static str,
}

impl Kitchen<'_> {
    /// Takes the sums of a kernel's plain loops into variables, where that needs a proof.
    pub(crate) fn sums_among_others(&mut self, kernel: StmtId) {
        let program = &*self.program;
        let directed = |stmt: StmtId| match program.stmts[stmt].kind {
            StmtKind::Annotated { body, .. } => Some(body),
            _ => None,
        };
        let governed: HashSet<StmtId> = program.stmts_below(kernel).filter_map(directed).collect();
        let is_plain = |stmt: &StmtId| {
            matches!(program.stmts[*stmt].kind, StmtKind::For { .. }) && !governed.contains(stmt)
        };
        let loops: Vec<StmtId> = program.stmts_below(kernel).filter(is_plain).collect();
        for stmt in &loops {
            self.sum_among_others(*stmt);
        }
        let is_block = |stmt: &StmtId| matches!(self.program.stmts[*stmt].kind, StmtKind::Block(_));
        let blocks: Vec<StmtId> = self.program.stmts_below(kernel).filter(is_block).collect();
        for block in blocks {
            self.sums_under_tests(block);
        }
        for stmt in loops {
            self.kept_sum_under_test(stmt);
        }
    }

    /// Takes elements that a block sets, and a plain loop behind that adds to under a test, into variables.
    fn sums_under_tests(&mut self, block: StmtId) {
        let StmtKind::Block(mut stmts) = self.program.stmts[block].kind.clone() else { return };
        let mut at = 1;
        while at < stmts.len() {
            if let Some(sum) = self.sum_under_test(stmts[at - 1], stmts[at]) {
                self.program.stmts[stmts[at - 1]] = self.program.stmts[sum.before].clone();
                stmts.insert(at + 1, sum.after);
            }
            at += 1;
        }
        self.program.stmts[block].kind = StmtKind::Block(stmts);
    }

    fn sum_under_test(&mut self, set: StmtId, stmt: StmtId) -> Option<Sum> {
        let program = &*self.program;
        let (StmtKind::Expr(assignment), StmtKind::For { body, .. }) =
            (&program.stmts[set].kind, &program.stmts[stmt].kind)
        else {
            return None;
        };
        let ExprKind::Assign { lhs, rhs } = program.exprs[*assignment].kind else { return None };
        let (array, wanted) = program.element(lhs);
        let array = program.variable_of(array)?;
        let is_tested = |stmt: StmtId| {
            matches!(program.stmts[stmt].kind, StmtKind::If { .. })
                && program.exprs_below(stmt).any(|expr| {
                    let target = program.assigned(expr);
                    target.is_some_and(|target| program.is_variable(program.element(target).0, array))
                })
        };
        if !program.stmts_below(*body).any(is_tested) || self.has_directives_or_jumps(stmt) {
            return None;
        }
        let canonical = recognize(&analyze::Input::new(self.program, self.sources), stmt).ok()?;
        let element = self.whole_accesses(array, &wanted, stmt, Some(&canonical))?;
        // Under another name the loop might read what is in the variable now.
        self.walked("summed up", stmt, Place::Kernel).ok()?;
        Some(self.kept_in_register(&[canonical], &element, Some(rhs)))
    }

    /// Does a loop have directives inside, or jumps that lead elsewhere?
    fn has_directives_or_jumps(&self, stmt: StmtId) -> bool {
        let program = &*self.program;
        let is_directed = |stmt: StmtId| {
            matches!(program.stmts[stmt].kind, StmtKind::Annotated { .. } | StmtKind::Directive(_))
        };
        program.stmts_below(stmt).any(is_directed) || program.jumps_far(stmt)
    }

    /// The same for an element that nobody sets before the loop, with `for`, `if` and the sum directly inside each other.
    fn kept_sum_under_test(&mut self, stmt: StmtId) -> Option<()> {
        let (loops, update) = self.down_to_sum(stmt)?;
        let (element, array) = self.updated_element(update)?;
        let wanted = self.program.element(element).1;
        if self.has_directives_or_jumps(stmt) {
            return None;
        }
        // Whether the inner loops run must be known before the outermost one does.
        let is_known = |found: &CanonicalLoop| {
            [found.first, found.bound].iter().all(|bound| self.is_fixed(*bound, &loops[0]))
        };
        let element = self.whole_accesses(array, &wanted, stmt, Some(&loops[0]))?;
        self.walked("summed up", stmt, Place::Kernel).ok().filter(|_| loops[1..].iter().all(is_known))?;
        let Sum { var, after, .. } = self.kept_in_register(&loops, &element, None);
        self.put_around(stmt, var, after);
        Some(())
    }

    /// The loops from this one down to a statement that only tests of memory keep from being run, and that statement.
    fn down_to_sum(&self, stmt: StmtId) -> Option<(Vec<CanonicalLoop>, StmtId)> {
        let program = &*self.program;
        let (mut loops, mut tests, mut at) = (Vec::new(), 0, stmt);
        loop {
            at = match program.stmts[at].kind {
                StmtKind::For { body, .. } => {
                    loops.push(recognize(&analyze::Input::new(self.program, self.sources), at).ok()?);
                    body
                }
                StmtKind::Block(_) if only_statement(program, at) != at => only_statement(program, at),
                StmtKind::If { cond, then, otherwise: None } if self.is_of_memory(cond) => {
                    tests += 1;
                    then
                }
                StmtKind::Expr(_) if tests > 0 => return Some((loops, at)),
                _ => return None,
            };
        }
    }

    /// `mask[i][j]`, `mask[i][j] != 0`: a test from which nothing follows about indices.
    fn is_of_memory(&self, cond: ExprId) -> bool {
        let program = &*self.program;
        let is_element =
            |expr: ExprId| matches!(program.exprs[program.without_casts(expr)].kind, ExprKind::Index { .. });
        match program.exprs[program.without_casts(cond)].kind {
            ExprKind::Binary { op, lhs, rhs } if op.is_truth() => {
                let is_number = |expr| hir::const_eval::integer(program, expr).is_some();
                is_element(lhs) && is_number(rhs) || is_number(lhs) && is_element(rhs)
            }
            _ => is_element(cond),
        }
    }

    fn sum_among_others(&mut self, stmt: StmtId) -> Option<()> {
        let StmtKind::For { body, .. } = self.program.stmts[stmt].kind else { return None };
        let element = self.remade_element(body)?;
        let Element { accesses, array, .. } = &element;
        let (first, array) = (accesses[0], *array);
        let is_volatile = self.program.exprs[first].ty.quals.has(Qualifiers::VOLATILE);
        let mentions = self.program.variables_below(body).filter(|var| *var == array).count();
        if mentions == accesses.len() || is_volatile || self.may_touch_arrays(body) {
            return None;
        }
        let canonical = recognize(&analyze::Input::new(self.program, self.sources), stmt).ok()?;
        let (_, subscripts) = self.program.element(first);
        let is_fixed = subscripts.iter().all(|subscript| self.is_fixed(*subscript, &canonical));
        let order = self.order("summed up", stmt, Place::Kernel).ok().filter(|_| is_fixed)?;
        let is_sum = |access: usize| accesses.contains(&order.accesses[access].expr);
        let meets = |dependence: &Dependence| {
            let (source, sink) = (dependence.source, dependence.sink);
            is_sum(source) != is_sum(sink)
                && order.accesses[source].place.var == array
                && order.accesses[sink].place.var == array
        };
        if order.dependences.iter().any(meets) {
            return None;
        }
        let Sum { var, after, .. } = self.kept_in_register(&[canonical], &element, None);
        self.put_around(stmt, var, after);
        Some(())
    }

    /// Reads the element before a loop that sums up in a variable, and stores it behind.
    fn put_around(&mut self, stmt: StmtId, var: VarId, after: StmtId) {
        let before = self.read_if_run(var, after);
        let moved = self.program.stmts[stmt].clone();
        let moved = self.program.stmts.alloc(moved);
        self.program.stmts[stmt].kind = StmtKind::Block(vec![before, moved, after]);
    }

    /// `float c_sum = 0 < n ? c[i][j] : 0;` from how it is stored: a loop that does not run reads nothing.
    fn read_if_run(&mut self, var: VarId, after: StmtId) -> StmtId {
        let (cond, store) = match self.program.stmts[after].kind {
            StmtKind::If { cond, then, .. } => (Some(cond), only_statement(self.program, then)),
            _ => (None, after),
        };
        let element = match self.program.stmts[store].kind {
            StmtKind::Expr(assignment) => self.program.assigned(assignment),
            _ => None,
        };
        let ty = self.program.vars[var].ty;
        let mut b = self.builder(after);
        let value = element.map(|element| {
            let value = Duplicate::new(&mut b).expr(element);
            let Some(cond) = cond else { return value };
            let (cond, zero) = (Duplicate::new(&mut b).expr(cond), b.int(0));
            b.expr(ExprKind::Conditional { cond, then: Some(value), otherwise: zero }, ty)
        });
        b.declare(var, value)
    }

    /// Takes the sum of a loop into a variable, if its body is nothing but one.
    pub(crate) fn sum_in_register(&mut self, canonical: &CanonicalLoop) -> Option<Sum> {
        let (element, array) = self.sum_of(canonical)?;
        let element = Element { accesses: vec![element], array, name: SUM };
        Some(self.kept_in_register(std::slice::from_ref(canonical), &element, None))
    }

    /// `reduction(+: y[i])` of threads becomes `reduction(+: y_sum)` of a variable that is `y[i]` before
    /// the loop and goes there behind it, and behind what the block does with it later. Clauses for which that is
    /// not the same stay as they are.
    pub(crate) fn reduced_elements(&mut self, block: &[StmtId]) -> Option<Vec<StmtId>> {
        let mut stmts = block.to_vec();
        let mut at = 0;
        while at < stmts.len() {
            at += self.reduced_elements_of(&mut stmts, at).max(1);
        }
        (stmts != block).then_some(stmts)
    }

    /// The same for the loop at one place: how many statements stand there now.
    fn reduced_elements_of(&mut self, stmts: &mut Vec<StmtId>, at: usize) -> usize {
        let stmt = stmts[at];
        let StmtKind::Annotated { directive, .. } = self.program.stmts[stmt].kind else { return 1 };
        let DirectiveKind::LoopPartition(mut clauses) = self.program.directives[directive].kind.clone()
        else {
            return 1;
        };
        // Looking through the program takes time, and such clauses are rare.
        let mut sections = clauses.reductions.iter().flat_map(|clause| &clause.vars);
        if clauses.over_tblock.is_some() || !sections.any(is_element) {
            return 1;
        }
        let governed = self.governed(stmt).1;
        let canonical = recognize(&analyze::Input::new(self.program, self.sources), governed);
        let Ok(canonical) = canonical else { return 1 };
        let (mut before, mut after, mut behind) = (Vec::new(), Vec::new(), at + 1);
        let mut reads = false;
        for section in clauses.reductions.iter_mut().flat_map(|clause| &mut clause.vars) {
            let Some(element) = self.accesses_of_element(section, canonical.body, Some(&canonical)) else {
                continue;
            };
            let previous = at.checked_sub(1).map(|at| stmts[at]);
            let first = previous.and_then(|stmt| Some((stmt, self.first_value(stmt, element.accesses[0])?)));
            reads |= first.is_none();
            let (later, end) = self.later_accesses(section, &stmts[at + 1..]);
            behind = behind.max(at + 1 + end);
            let element =
                Element { accesses: element.accesses.into_iter().chain(later).collect(), ..element };
            let loops = std::slice::from_ref(&canonical);
            let sum = self.kept_in_register(loops, &element, first.map(|(_, value)| value));
            let base = self.builder(stmt).var(sum.var);
            *section = Section { base, var: Some(sum.var), dims: Vec::new(), span: section.span };
            after.push(sum.after);
            match first {
                Some((assignment, _)) => {
                    self.program.stmts[assignment] = self.program.stmts[sum.before].clone();
                }
                None => before.push(sum.before),
            }
        }
        if after.is_empty() {
            return 1;
        }
        // No thread may store before all have read the first value.
        if reads {
            after.insert(0, self.barrier(directive));
        }
        self.program.directives[directive].kind = DirectiveKind::LoopPartition(clauses);
        let count = before.len() + 1;
        stmts.splice(behind..behind, after);
        stmts.splice(at..at, before);
        count
    }

    /// `#pragma hicuda barrier`, where another directive stands.
    pub(crate) fn barrier(&mut self, directive: DirectiveId) -> StmtId {
        let directive = self.program.directives[directive].clone();
        let span = directive.span;
        let barrier = Directive { kind: DirectiveKind::Barrier, ..directive };
        let kind = StmtKind::Directive(self.program.directives.alloc(barrier));
        self.program.stmts.alloc(Stmt { kind, span })
    }

    /// What the statements behind a loop do with its element, and how many of them: as far as no other element
    /// of the array comes in.
    fn later_accesses(&self, section: &Section, stmts: &[StmtId]) -> (Vec<ExprId>, usize) {
        let (mut found, mut end) = (Vec::new(), 0);
        for (at, stmt) in stmts.iter().enumerate() {
            let is_plain = !self.may_touch_arrays(*stmt)
                && match self.program.stmts[*stmt].kind {
                    StmtKind::Expr(_) => true,
                    // Threads share loops out: what one of them stores is not what the others have.
                    StmtKind::Annotated { .. } | StmtKind::For { .. } => self.only_reads(section, *stmt),
                    _ => false,
                };
            let mentions = self.program.variables_below(*stmt).any(|var| Some(var) == section.var);
            match self.accesses_of_element(section, *stmt, None).filter(|_| is_plain) {
                Some(element) => {
                    found.extend(element.accesses);
                    end = at + 1;
                }
                None if mentions || !is_plain => break,
                None => {}
            }
        }
        (found, end)
    }

    /// Does a loop change neither the array nor what says which element it is?
    fn only_reads(&self, section: &Section, stmt: StmtId) -> bool {
        let program = &*self.program;
        let names_it = |var: VarId| {
            section
                .dims
                .iter()
                .any(|dim| matches!(dim, SectionDim::Index(index) if program.mentions(*index, var)))
        };
        let keeps = |expr: ExprId| match program.assigned_or_addressed(expr) {
            Some(target) => program
                .variable_of(program.element(target).0)
                .is_some_and(|var| Some(var) != section.var && !names_it(var)),
            None => true,
        };
        program.exprs_below(stmt).all(keeps)
            && !program.stmts_below(stmt).any(|stmt| program.declared(stmt).any(names_it))
    }

    /// The value of `y[i] = e;`, which the sum starts with.
    fn first_value(&self, stmt: StmtId, element: ExprId) -> Option<ExprId> {
        let program = &*self.program;
        let StmtKind::Expr(assignment) = program.stmts[stmt].kind else { return None };
        let ExprKind::Assign { lhs, rhs } = program.exprs[assignment].kind else { return None };
        let about = About { program, sources: self.sources };
        same(&about, lhs, element).then_some(rhs)
    }

    /// All that a statement does with the array of a section, if the section is one element and the statement has
    /// to do with no other.
    fn accesses_of_element(
        &self,
        section: &Section,
        body: StmtId,
        canonical: Option<&CanonicalLoop>,
    ) -> Option<Element> {
        let index = |dim: &SectionDim| match dim {
            SectionDim::Index(index) => Some(*index),
            _ => None,
        };
        let wanted: Vec<ExprId> = section.dims.iter().map(index).collect::<Option<_>>()?;
        self.whole_accesses(section.var?, &wanted, body, canonical)
    }

    /// All that a statement does with an array, if that is with one element.
    fn whole_accesses(
        &self,
        array: VarId,
        wanted: &[ExprId],
        body: StmtId,
        canonical: Option<&CanonicalLoop>,
    ) -> Option<Element> {
        let program = &*self.program;
        let about = About { program, sources: self.sources };
        let is_element = |expr: &ExprId| {
            let (base, subscripts) = program.element(*expr);
            program.is_variable(base, array)
                && subscripts.len() == wanted.len()
                && subscripts.iter().zip(wanted).all(|(own, wanted)| same(&about, *own, *wanted))
        };
        let is_access = |expr: &ExprId| matches!(program.exprs[*expr].kind, ExprKind::Index { .. });
        let accesses: Vec<ExprId> = program.exprs_below(body).filter(is_access).filter(is_element).collect();
        let mentions = program.variables_below(body).filter(|var| *var == array).count();
        let is_whole =
            !wanted.is_empty() && accesses.len() == mentions && mentions > 0 && !self.may_touch_arrays(body);
        let is_fixed =
            canonical.is_none_or(|canonical| wanted.iter().all(|index| self.is_fixed(*index, canonical)));
        (is_whole && is_fixed).then_some(Element { accesses, array, name: SUM })
    }

    /// Does it call a function of the program, which may touch arrays under other names?
    fn may_touch_arrays(&self, stmt: StmtId) -> bool {
        let program = &*self.program;
        program.exprs_below(stmt).any(|expr| match program.exprs[expr].kind {
            ExprKind::Call { callee, .. } => program
                .called_function(callee)
                .is_none_or(|function| program.functions[function].body.is_some()),
            _ => false,
        })
    }

    /// Has an expression one value in all iterations of a loop?
    fn is_fixed(&self, expr: ExprId, canonical: &CanonicalLoop) -> bool {
        let program = &*self.program;
        let is_plain = |e: ExprId| {
            !matches!(
                program.exprs[e].kind,
                ExprKind::Index { .. } | ExprKind::Deref(_) | ExprKind::Call { .. }
            )
        };
        !self.varies_in(expr, canonical) && program.exprs_below(expr).all(is_plain)
    }

    /// Puts a variable in the place of an element, for as long as a loop and those directly inside run; it starts with
    /// `first`, or what the element is.
    fn kept_in_register(
        &mut self,
        loops: &[CanonicalLoop],
        Element { accesses, array, name }: &Element,
        first: Option<ExprId>,
    ) -> Sum {
        let element = accesses[0];
        let ty = self.program.exprs[element].ty.unqualified();
        let name = format!("{}_{name}", self.name_of(*array));
        let var = self.fresh(&name, ty, loops[0].stmt);
        let mut b = self.builder(loops[0].stmt);
        let [from, to] = [(); 2].map(|()| Duplicate::new(&mut b).expr(element));
        let before = b.declare(var, Some(first.unwrap_or(from)));
        let value = b.var(var);
        let store = b.assign(to, value);
        let mut tests = Vec::new();
        for found in loops.iter().filter(|found| !matches!(found.trips, Some(1..))) {
            let [low, high] = [found.first, found.bound].map(|bound| Duplicate::new(&mut b).expr(bound));
            tests.push(b.binary(crate::tile::upwards(found.op, found.step), low, high));
        }
        let after = match b.all_of(&tests).filter(|_| first.is_none()) {
            Some(runs) => b.if_then(runs, vec![store]),
            None => store,
        };
        for access in accesses {
            b.program.exprs[*access].kind = ExprKind::Var(var);
        }
        Sum { var, before, after }
    }

    /// The element of `c[i][j] += e`, and its array.
    fn sum_of(&self, canonical: &CanonicalLoop) -> Option<(ExprId, VarId)> {
        let program = &*self.program;
        let (element, array) = self.updated_element(canonical.body)?;
        let mentions = program.variables_below(canonical.body).filter(|var| *var == array).count();
        let (_, subscripts) = program.element(element);
        let is_fixed = subscripts.iter().all(|subscript| self.is_fixed(*subscript, canonical));
        (mentions == 1 && is_fixed).then_some((element, array))
    }

    /// The element of a body that makes it of itself and changes nothing else: `c[i][j] += e`, `t[i] = f(t[i], e)`.
    fn remade_element(&self, body: StmtId) -> Option<Element> {
        let program = &*self.program;
        if let Some((element, array)) = self.updated_element(body) {
            return Some(Element { accesses: vec![element], array, name: SUM });
        }
        let StmtKind::Expr(update) = program.stmts[only_statement(program, body)].kind else { return None };
        let ExprKind::Assign { lhs, .. } = program.exprs[update].kind else { return None };
        let (array, subscripts) = program.element(lhs);
        let array = program.variable_of(array).filter(|_| !subscripts.is_empty())?;
        let changes = program.exprs_below(update).filter(|expr| program.assigned(*expr).is_some()).count();
        let about = About { program, sources: self.sources };
        let is_access = |expr: &ExprId| matches!(program.exprs[*expr].kind, ExprKind::Index { .. });
        let is_same = |expr: &ExprId| *expr == lhs || same(&about, *expr, lhs);
        let accesses: Vec<ExprId> = program.exprs_below(update).filter(is_access).filter(is_same).collect();
        (changes == 1 && accesses.len() > 1).then_some(Element { accesses, array, name: "value" })
    }

    /// The element of a body that is `c[i][j] += e` and changes nothing else.
    fn updated_element(&self, body: StmtId) -> Option<(ExprId, VarId)> {
        let program = &*self.program;
        let StmtKind::Expr(update) = program.stmts[only_statement(program, body)].kind else { return None };
        let ExprKind::AssignOp { lhs, .. } = program.exprs[update].kind else { return None };
        let (array, subscripts) = program.element(lhs);
        let array = program.variable_of(array).filter(|_| !subscripts.is_empty())?;
        let changes = program.exprs_below(update).filter(|expr| program.assigned(*expr).is_some()).count();
        (changes == 1).then_some((lhs, array))
    }
}

/// `y[i]`
fn is_element(section: &Section) -> bool {
    !section.dims.is_empty() && section.dims.iter().all(|dim| matches!(dim, SectionDim::Index(_)))
}
