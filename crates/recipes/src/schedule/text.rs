//! A scheduled nest as text.
//!
//! Directives are the user's own lines; statements are printed with what their indices are now. Two statements
//! that say the same, one where the other does not, are one:
//! `if (j < i) a[i][j]--; if (j >= i) a[i][j]--;` is `a[i][j]--;`.

use std::collections::HashMap;

use affine::{Constraint, LinearExpr, Relation, Set, Var};
use analyze::Symbols;
use hir::{Builder, DirectiveId, DirectiveKind, Duplicate, ExprId, Span, StmtId, VarId};

use super::loops::{Loop, Part as Node};
use super::times::{solved, time};
use super::{Nest, RECIPE};
use crate::written_out::Part;
use crate::{Kitchen, Refusal};

impl Kitchen<'_> {
    pub(super) fn text_of(
        &mut self,
        nest: &Nest,
        parts: &[Node],
        symbols: &Symbols,
        place: Span,
    ) -> Result<Vec<Part>, Refusal> {
        let outermost = nest.statements.first().and_then(|statement| statement.loops.first());
        let indent = outermost.map_or_else(String::new, |l| self.indent(self.program.stmts[l.stmt].span));
        let begun = self.indent(place);
        let (indices, copies) = (HashMap::new(), HashMap::new());
        let mut text = Text { kitchen: self, nest, symbols, place, out: Vec::new(), indices, copies };
        // What takes the place of one statement is one statement.
        match parts {
            [Node::Loop(made)] => text.part(&Node::Loop(made.clone()), &indent)?,
            _ => {
                text.line("{", &indent, place);
                text.parts(parts, &deeper(&indent))?;
                text.line("}", &indent, place);
            }
        }
        Ok(text.finished(&begun))
    }

    /// What the line of a place begins with.
    fn indent(&self, place: Span) -> String {
        let Some(range) = self.sources.map.range(place) else { return String::new() };
        let bytes = &self.sources.map.file(range.file).bytes;
        source::indentation(bytes, range.start as usize)
    }
}

fn deeper(indent: &str) -> String {
    format!("{indent}    ")
}

struct Text<'a, 'k> {
    kitchen: &'a mut Kitchen<'k>,
    nest: &'a Nest,
    symbols: &'a Symbols,
    place: Span,
    out: Vec<Part>,
    /// The loops around, by depth: index, and the time as a formula in it.
    indices: HashMap<Var, (VarId, LinearExpr)>,
    /// How often each kernel is written so far.
    copies: HashMap<StmtId, usize>,
}

impl Text<'_, '_> {
    fn line(&mut self, text: &str, indent: &str, at: Span) {
        self.out.push(Part::New(format!("{indent}{text}\n"), at));
    }

    /// The line of a directive, as it was written.
    fn directive(&mut self, line: Span, indent: &str) {
        self.out.push(Part::New(indent.to_owned(), line));
        self.out.push(Part::Kept(line));
        self.out.push(Part::New("\n".to_owned(), line));
    }

    fn directive_of(&mut self, directive: DirectiveId, indent: &str) {
        let line = self.kitchen.program.directives[directive].line;
        self.directive(line, indent);
    }

    /// A kernel for a piece of its statement, with a name of its own from the second on.
    fn kernel_of_piece(&mut self, kernel: StmtId, directive: DirectiveId, indent: &str) {
        let copy = *self.copies.entry(kernel).and_modify(|copies| *copies += 1).or_insert(1);
        let mut renamed = self.kitchen.program.directives[directive].clone();
        let line = renamed.line;
        if let DirectiveKind::Kernel(clauses) = &mut renamed.kind
            && copy > 1
        {
            let name = format!("{}_{copy}", self.kitchen.sources.text(clauses.name));
            clauses.name = self.kitchen.sources.symbols.intern(name.as_bytes());
        }
        let renamed = self.kitchen.program.directives.alloc(renamed);
        let (program, sources) = (&*self.kitchen.program, &*self.kitchen.sources);
        let mut printer = emit::Printer::new(program, sources, emit::Style::default());
        printer.directive(renamed);
        for text in printer.finish().lines() {
            self.line(text, indent, line);
        }
    }

    fn parts(&mut self, parts: &[Node], indent: &str) -> Result<(), Refusal> {
        let mut at = 0;
        while at < parts.len() {
            let mut taken = 1;
            match (&parts[at], parts.get(at + 1)) {
                (
                    Node::Statement { at: one, guards },
                    Some(Node::Statement { at: other, guards: others }),
                ) if self.are_one((*one, guards), (*other, others))? => {
                    taken = 2;
                    self.part(&Node::Statement { at: *one, guards: Vec::new() }, indent)?;
                }
                (part, _) => self.part(part, indent)?,
            }
            at += taken;
        }
        Ok(())
    }

    fn part(&mut self, part: &Node, indent: &str) -> Result<(), Refusal> {
        match part {
            Node::Loop(made) => self.looped(made, indent),
            Node::Kernel { kernel, body } => {
                let Some(&(directive, end)) = self.nest.kernels.get(kernel) else { return Ok(()) };
                match super::kernels::is_cut(self.nest, *kernel) {
                    true => self.kernel_of_piece(*kernel, directive, indent),
                    false => self.directive_of(directive, indent),
                }
                self.parts(body, indent)?;
                self.directive(end, indent);
                Ok(())
            }
            Node::Statement { at, guards } => {
                let span = self.kitchen.program.stmts[self.nest.statements[*at].stmt].span;
                let conditions: Vec<String> =
                    guards.iter().map(|guard| self.condition(guard)).collect::<Result<_, _>>()?;
                let indent = match conditions.is_empty() {
                    true => indent.to_owned(),
                    false => {
                        self.line(&format!("if ({})", conditions.join(" && ")), indent, span);
                        deeper(indent)
                    }
                };
                let text = self.statement(*at)?;
                for line in text.lines() {
                    self.line(line, &indent, span);
                }
                Ok(())
            }
        }
    }

    fn looped(&mut self, made: &Loop, indent: &str) -> Result<(), Refusal> {
        let is_partition = |kitchen: &Kitchen<'_>, d: DirectiveId| {
            matches!(kitchen.program.directives[d].kind, DirectiveKind::LoopPartition(_))
        };
        // Its clauses are those of the loop that the index had; where no thread shares the new one, it does not count.
        let mut is_said = !made.is_shared_out;
        for directive in made.above.clone() {
            if is_partition(self.kitchen, directive) && !made.is_shared_out {
                continue;
            }
            is_said |= is_partition(self.kitchen, directive);
            self.directive_of(directive, indent);
        }
        if !is_said {
            self.line("#pragma hicuda loop_partition over_tblock over_thread", indent, self.place);
        }
        let at = made.statements.first().map(|at| self.nest.statements[*at].stmt);
        let span = at.map_or(self.place, |stmt| self.kitchen.program.stmts[stmt].span);
        let own = time(made.depth);
        // time = shift ± index
        let value = LinearExpr::new([(if made.turned { -1 } else { 1 }, own)], made.shift);
        let value = value.map_err(|_| self.too_large(span))?;
        self.indices.insert(own, (made.index, value));
        let name = self.kitchen.name_of(made.index);
        let mut bounds = (Vec::new(), Vec::new());
        for constraint in made.lower.iter().chain(&made.upper) {
            let formula = self.in_indices(constraint.expr()).ok_or_else(|| self.too_large(span))?;
            // factor * index + rest >= 0
            let factor = formula.coefficient(own);
            let bound = formula.without(own).times(-factor).map_err(|_| self.too_large(span))?;
            match factor > 0 {
                true => bounds.0.push(bound),
                false => bounds.1.push(bound),
            }
        }
        let ty = self.kitchen.program.types.strip(self.kitchen.program.vars[made.index].ty);
        let declared = {
            let (program, sources) = (&*self.kitchen.program, &*self.kitchen.sources);
            emit::Printer::new(program, sources, emit::Style::default()).declaration(ty, &name)
        };
        let (lower, upper) = bounds;
        let head = match made.turned {
            false => {
                let first = self.extreme(&lower, '>')?;
                format!("{declared} = {first}; {}; {name}++", self.below(&name, &upper)?)
            }
            true => {
                let first = self.extreme(&upper, '<')?;
                format!("{declared} = {first}; {name} >= {}; {name}--", self.extreme(&lower, '>')?)
            }
        };
        self.line(&format!("for ({head}) {{"), indent, span);
        self.parts(&made.body, &deeper(indent))?;
        self.line("}", indent, span);
        self.indices.remove(&own);
        Ok(())
    }

    /// `i < n`, or `i <= k`.
    fn below(&self, name: &str, upper: &[LinearExpr]) -> Result<String, Refusal> {
        let next: Option<Vec<LinearExpr>> = upper.iter().map(|u| u.plus_constant(1).ok()).collect();
        match (upper, next) {
            ([only], Some(next))
                if only.constant_part() == 0 && !only.terms().is_empty() && next.len() == 1 =>
            {
                Ok(format!("{name} <= {}", self.formula(only)?))
            }
            (_, Some(next)) => Ok(format!("{name} < {}", self.extreme(&next, '<')?)),
            _ => Err(self.too_large(self.place)),
        }
    }

    /// The largest (`>`) or smallest of some formulas.
    fn extreme(&self, formulas: &[LinearExpr], better: char) -> Result<String, Refusal> {
        let mut best: Option<String> = None;
        for formula in formulas {
            let text = self.formula(formula)?;
            best = Some(match best {
                None => text,
                Some(best) => format!("({text} {better} {best} ? {text} : {best})"),
            });
        }
        best.ok_or_else(|| self.too_large(self.place))
    }

    fn too_large(&self, at: Span) -> Refusal {
        Refusal::form(RECIPE, at, "the numbers in its bounds are too large")
    }

    /// A formula in times as one in the indices of the loops around; their symbols stay those of the times.
    fn in_indices(&self, formula: &LinearExpr) -> Option<LinearExpr> {
        let mut result = LinearExpr::constant(formula.constant_part());
        for &(var, factor) in formula.terms() {
            result = match self.indices.get(&var) {
                Some((_, value)) => result.plus_scaled(value, factor).ok()?,
                None => result.plus_scaled(&LinearExpr::var(var), factor).ok()?,
            };
        }
        Some(result)
    }

    /// A formula in indices, as C.
    fn formula(&self, formula: &LinearExpr) -> Result<String, Refusal> {
        let mut terms: Vec<(Var, i128)> = formula.terms().to_vec();
        // Sizes first, then indices: `n - i`, and what is added before what is taken away.
        terms.sort_by_key(|(var, factor)| (*factor < 0, *var));
        let mut text = String::new();
        for (var, factor) in terms {
            let sign = match (text.is_empty(), factor < 0) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            };
            let name = self.name(var)?;
            let times = if factor.abs() == 1 { String::new() } else { format!("{} * ", factor.abs()) };
            text = format!("{text}{sign}{times}{name}");
        }
        let number = formula.constant_part();
        let fits = i32::try_from(number).is_ok();
        match (number, text.is_empty()) {
            _ if !fits => Err(self.too_large(self.place)),
            (0, false) => Ok(text),
            (_, true) => Ok(number.to_string()),
            (number, false) if number < 0 => Ok(format!("{text} - {}", -number)),
            (number, false) => Ok(format!("{text} + {number}")),
        }
    }

    fn name(&self, var: Var) -> Result<String, Refusal> {
        if let Some((index, _)) = self.indices.get(&var) {
            return Ok(self.kitchen.name_of(*index));
        }
        let (program, sources) = (&*self.kitchen.program, &*self.kitchen.sources);
        let name = self.symbols.name(var, program, sources);
        // What is unsigned would not be negative where a difference is.
        let factors = self.symbols.factors(var);
        let is_signed = |factor: &Var| match self.symbols.kind(*factor) {
            Some(analyze::SymbolKind::Invariant(place)) if place.path.is_empty() => {
                let ty = program.types.strip(program.vars[place.var].ty);
                hir::const_eval::integer_format(program, ty).is_some_and(|format| format.signed)
            }
            _ => false,
        };
        Ok(if factors.iter().all(is_signed) { name } else { format!("(long)({name})") })
    }

    fn condition(&self, guard: &Constraint) -> Result<String, Refusal> {
        let formula = self.in_indices(guard.expr()).ok_or_else(|| self.too_large(self.place))?;
        // What is added on the one side, what is taken away on the other.
        let side = |positive: bool| {
            let terms = formula.terms().iter().filter(|(_, factor)| (*factor > 0) == positive);
            LinearExpr::new(terms.map(|(var, factor)| (factor.abs(), *var)), 0)
        };
        let (Ok(left), Ok(right)) = (side(true), side(false)) else { return Err(self.too_large(self.place)) };
        let number = formula.constant_part();
        let moved = right.plus_constant(-number).or_else(|_| left.plus_constant(number));
        let Ok(moved) = moved else { return Err(self.too_large(self.place)) };
        Ok(match guard.relation() {
            Relation::Zero => format!("{} == {}", self.formula(&left)?, self.formula(&moved)?),
            Relation::NonNegative if number == -1 => {
                format!("{} < {}", self.formula(&right)?, self.formula(&left)?)
            }
            Relation::NonNegative => format!("{} >= {}", self.formula(&left)?, self.formula(&moved)?),
            Relation::MultipleOf(modulus) => format!("({}) % {modulus} == 0", self.formula(&formula)?),
        })
    }

    /// The text of a statement with what its indices are at these times.
    fn statement(&mut self, at: usize) -> Result<String, Refusal> {
        let statement = &self.nest.statements[at];
        let span = self.kitchen.program.stmts[statement.stmt].span;
        let Ok(values) = solved(statement) else { return Err(self.too_large(span)) };
        let mut replaced: Vec<(VarId, ExprId)> = Vec::new();
        for (canonical, value) in statement.loops.iter().zip(values) {
            let formula = self.in_indices(&value).ok_or_else(|| self.too_large(span))?;
            let indices: HashMap<Var, VarId> =
                self.indices.iter().map(|(var, (id, _))| (*var, *id)).collect();
            let mut b = self.kitchen.builder(statement.stmt);
            let expr = expression(&mut b, &formula, &indices);
            replaced.push((canonical.index, expr.ok_or_else(|| self.too_large(span))?));
        }
        let mut b = self.kitchen.builder(statement.stmt);
        let mut duplicate = Duplicate::new(&mut b);
        duplicate.values.extend(replaced);
        let copy: StmtId = duplicate.stmt(statement.stmt);
        let (program, sources) = (&*self.kitchen.program, &*self.kitchen.sources);
        let mut printer = emit::Printer::new(program, sources, emit::Style::default());
        printer.stmt(copy);
        Ok(printer.finish())
    }

    /// Do two statements say the same, one exactly where the other does not?
    fn are_one(
        &mut self,
        (one, guards): (usize, &[Constraint]),
        (other, others): (usize, &[Constraint]),
    ) -> Result<bool, Refusal> {
        let ([guard], [complement]) = (guards, others) else { return Ok(false) };
        let (Relation::NonNegative, Relation::NonNegative) = (guard.relation(), complement.relation()) else {
            return Ok(false);
        };
        let zero = LinearExpr::constant(0);
        let negated = Set::universe().with(Constraint::less(guard.expr(), &zero));
        let is_complement =
            negated.constraints() == Set::universe().with(Ok(complement.clone())).constraints();
        Ok(is_complement && self.statement(one)? == self.statement(other)?)
    }

    /// Without the last line's end, and without what the first line begins with already: what is around the nest
    /// stays where it is.
    fn finished(mut self, begun: &str) -> Vec<Part> {
        if let Some(Part::New(text, _)) = self.out.last_mut() {
            text.pop();
        }
        if let Some(Part::New(text, _)) = self.out.first_mut()
            && let Some(rest) = text.strip_prefix(begun)
        {
            *text = rest.to_owned();
        }
        self.out
    }
}

/// A formula in indices as an expression.
fn expression(b: &mut Builder<'_>, formula: &LinearExpr, indices: &HashMap<Var, VarId>) -> Option<ExprId> {
    let terms = formula.terms().iter().map(|(var, factor)| Some((b.var(*indices.get(var)?), *factor)));
    let terms: Option<Vec<(ExprId, i128)>> = terms.collect();
    b.weighted_sum(terms?, formula.constant_part())
}
