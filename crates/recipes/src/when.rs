//! `when(e) DIRECTIVE`: versions of a kernel, and its launch decides.
//!
//! ```c
//! #pragma hicuda kernel rows                           if (m >= 64) {
//! #pragma hicuda when(m >= 64) stage(32: a)            #pragma hicuda kernel rows
//! for (…)                                        →     #pragma hicuda stage(32: a)
//!     …                                                …
//! #pragma hicuda kernel_end                            } else {
//!                                                      #pragma hicuda kernel rows_2
//!                                                      …
//! ```
//! Each version is a kernel like any other, with the directives that count there, and is checked as one. Conditions
//! that are the same, or each other's opposite, are one. Where several `kernel` lines begin it, each version has the
//! first that counts; one for which none counts is no kernel, but the loop of the host that it was. So that small work
//! can stay there, data directives right above and below a kernel may have conditions, too:
//!
//! ```c
//! #pragma hicuda when(n >= 50000) global alloc a[0:n-1] copyin
//! #pragma hicuda when(n >= 50000) kernel scale
//! …
//! #pragma hicuda kernel_end
//! #pragma hicuda when(n >= 50000) global copyout a[*]
//! #pragma hicuda when(n >= 50000) global free a
//! ```
//!
//! Invariant: the program without its directives is unchanged but for a choice between equal statements.

use std::collections::{HashMap, HashSet};

use analyze::Input;
use diagnostics::{Diagnostic, Sink, codes};
use hir::{
    BinaryOp, DirectiveId, DirectiveKind, ExprId, ExprKind, GlobalAction, Item, Program, Span, StmtId,
    StmtKind, UnaryOp,
};
use source::{FileRange, Sources};

use crate::conditions;
use crate::written_out::{Part, Rewritten};

/// Each condition doubles the versions; more than these are a mistake.
const MOST_CONDITIONS: usize = 3;

/// All kernels with a `when`, as they are to be written. What cannot be decided at a launch is in the sink.
pub(crate) fn written_out(program: &Program, sources: &Sources, sink: &mut Sink) -> Vec<Rewritten> {
    let mut rewritten = Vec::new();
    let mut decided: Vec<DirectiveId> = Vec::new();
    let mut around = around_kernels(program);
    for kernel in kernels(program) {
        let around = around.remove(&kernel).unwrap_or_default();
        let Some(mut versions) = Versions::of(program, sources, kernel, around) else { continue };
        decided.extend(versions.directives.iter().map(|(directive, _)| *directive));
        match versions.written() {
            Ok(kernel) => rewritten.push(kernel),
            Err(refused) => sink.push(*refused),
        }
    }
    for (id, directive) in program.directives.iter() {
        let Some(when) = &directive.when else { continue };
        if !decided.contains(&id) {
            sink.push(
                refusal(when.span, "this `when` stands neither in a kernel nor right around one")
                    .note("the launch of a kernel decides which version of it runs")
                    .help("write an `if` around the loop, or the directive without its condition"),
            );
        }
    }
    rewritten
}

/// The kernels of the program.
fn kernels(program: &Program) -> Vec<StmtId> {
    let functions = program.units.iter().flat_map(|unit| &unit.items).filter_map(|item| match item {
        Item::Function(function) => program.functions[*function].body,
        _ => None,
    });
    let is_kernel = |stmt: &StmtId| matches!(program.stmts[*stmt].kind, StmtKind::Kernel { .. });
    functions.flat_map(|body| program.stmts_below(body)).filter(is_kernel).collect()
}

/// The data directives with a `when` that stand right above and below each kernel.
fn around_kernels(program: &Program) -> HashMap<StmtId, Vec<DirectiveId>> {
    let conditional = |stmt: &StmtId| match program.stmts[*stmt].kind {
        StmtKind::Directive(directive) => Some(directive).filter(|d| program.directives[*d].when.is_some()),
        _ => None,
    };
    // Of two kernels one behind the other each has its own.
    let ends = |directive: &DirectiveId| {
        let kind = &program.directives[*directive].kind;
        matches!(kind, DirectiveKind::Global(GlobalAction::Copyout { .. } | GlobalAction::Free(_)))
    };
    let mut found = HashMap::new();
    for stmts in program.stmts.iter().filter_map(|(_, stmt)| match &stmt.kind {
        StmtKind::Block(stmts) => Some(stmts),
        _ => None,
    }) {
        for (at, stmt) in stmts.iter().enumerate() {
            if matches!(program.stmts[*stmt].kind, StmtKind::Kernel { .. }) {
                // A pragma of OpenMP that the loop has on the host may stand between.
                let is_pragma = |stmt: &&StmtId| matches!(program.stmts[**stmt].kind, StmtKind::Pragma(_));
                let above = stmts[..at].iter().rev().skip_while(is_pragma).map_while(conditional);
                let above = above.take_while(|directive| !ends(directive));
                let below = stmts[at + 1..].iter().map_while(conditional).take_while(ends);
                found.insert(*stmt, above.chain(below).collect());
            }
        }
    }
    found
}

/// The `kernel` lines below the first.
fn other_kernels(program: &Program, kernel: StmtId) -> impl Iterator<Item = DirectiveId> {
    let when = program.directive_of(kernel).and_then(|directive| program.directives[directive].when.as_ref());
    when.into_iter().flat_map(|when| when.others.iter().copied())
}

fn refusal(at: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(&codes::CONDITION_MISPLACED, at, message)
}

/// Where a directive counts: where a condition holds, or where it does not.
#[derive(Clone, Copy)]
struct Literal {
    condition: usize,
    holds: bool,
}

/// What is asked at the launch.
struct Condition {
    expr: ExprId,
    /// As it was written first, in its parentheses.
    text: String,
    /// Does that text hold where the condition does, or its opposite?
    is_straight: bool,
}

/// A kernel whose directives depend on conditions.
struct Versions<'a> {
    program: &'a Program,
    sources: &'a Sources,
    kernel: StmtId,
    /// Its directives with a `when` and those around it, in text order.
    directives: Vec<(DirectiveId, Literal)>,
    /// Those around it.
    around: Vec<DirectiveId>,
    conditions: Vec<Condition>,
    /// What the kernel's first line begins with.
    indent: String,
    /// The names of the kernels that are written already.
    made: HashSet<String>,
    parts: Vec<Part>,
}

impl<'a> Versions<'a> {
    /// `None` for a kernel without a `when`.
    fn of(
        program: &'a Program,
        sources: &'a Sources,
        kernel: StmtId,
        around: Vec<DirectiveId>,
    ) -> Option<Versions<'a>> {
        let below = program.stmts_below(kernel).filter_map(|stmt| program.directive_of(stmt));
        let all = below.chain(other_kernels(program, kernel)).chain(around.iter().copied());
        let mut found: Vec<DirectiveId> = all.filter(|d| program.directives[*d].when.is_some()).collect();
        found.sort_by_key(|directive| program.directives[*directive].line.lo);
        let mut versions = Versions {
            program,
            sources,
            kernel,
            directives: Vec::new(),
            around,
            conditions: Vec::new(),
            indent: String::new(),
            made: HashSet::new(),
            parts: Vec::new(),
        };
        let mut known: HashMap<String, usize> = HashMap::new();
        for directive in found {
            let Some(when) = &program.directives[directive].when else { continue };
            let (normal, holds) = versions.normal_form(when.condition);
            let written = String::from_utf8_lossy(sources.map.text(when.span)).into_owned();
            let condition = *known.entry(normal).or_insert_with(|| {
                let text = written.trim_start_matches("when").trim_start().to_owned();
                versions.conditions.push(Condition { expr: when.condition, text, is_straight: holds });
                versions.conditions.len() - 1
            });
            versions.directives.push((directive, Literal { condition, holds }));
        }
        (!versions.directives.is_empty()).then_some(versions)
    }

    /// A condition without what only turns it round, and whether it holds where that does.
    fn normal_form(&self, condition: ExprId) -> (String, bool) {
        let program = self.program;
        let (mut expr, mut holds) = (program.as_written(condition), true);
        while let ExprKind::Unary { op: UnaryOp::Not, operand } = program.exprs[expr].kind {
            (expr, holds) = (program.as_written(operand), !holds);
        }
        let text =
            |expr: ExprId| emit::Printer::new(program, self.sources, emit::Style::default()).expr_text(expr);
        let ExprKind::Binary { op, lhs, rhs } = program.exprs[expr].kind else { return (text(expr), holds) };
        // A comparison with what is no number is false both ways.
        let is_integer = |expr: ExprId| program.types.is_integer(program.exprs[expr].ty);
        let opposite = match op {
            BinaryOp::Ge if is_integer(lhs) && is_integer(rhs) => "<",
            BinaryOp::Gt if is_integer(lhs) && is_integer(rhs) => "<=",
            BinaryOp::Ne => "==",
            _ => return (text(expr), holds),
        };
        (format!("{} {opposite} {}", text(lhs), text(rhs)), !holds)
    }

    fn written(&mut self) -> Result<Rewritten, Box<Diagnostic>> {
        let StmtKind::Kernel { directive, body, end } = self.program.stmts[self.kernel].kind else {
            return Err(Box::new(refusal(self.program.stmts[self.kernel].span, "this is no kernel")));
        };
        self.can_be_decided()?;
        let around = self.around.iter().map(|directive| self.program.directives[*directive].line);
        let lines: Vec<Span> = around.chain([self.program.directives[directive].line, end]).collect();
        let line = lines.iter().copied().min_by_key(|line| line.lo).unwrap_or(end);
        let place = Span { hi: lines.iter().map(|line| line.hi).max().unwrap_or(end.hi), ..line };
        self.indent = self.indent_of(body);
        let begun = self.sources.map.range(line).map_or(0, |range| {
            let bytes = &self.sources.map.file(range.file).bytes;
            range.start as usize - source::line_start(bytes, range.start as usize)
        });
        self.new_text(self.indent.get(begun..).unwrap_or_default().to_owned(), place);
        let indent = self.indent.clone();
        self.choose(&mut Vec::new(), place, &indent);
        Ok(Rewritten { place, parts: std::mem::take(&mut self.parts) })
    }

    /// What the first statement's line begins with; directives often stand at the margin.
    fn indent_of(&self, body: StmtId) -> String {
        let is_text = |stmt: &StmtId| self.program.directive_of(*stmt).is_none() && *stmt != body;
        let first = self.program.stmts_below(body).filter(is_text).map(|stmt| self.program.stmts[stmt].span);
        let Some(range) = first.min_by_key(|span| span.lo).and_then(|span| self.sources.map.range(span))
        else {
            return String::new();
        };
        let bytes = &self.sources.map.file(range.file).bytes;
        source::indentation(bytes, range.start as usize)
    }

    /// Can the conditions be asked in front of the kernel, and its text be written more than once?
    fn can_be_decided(&self) -> Result<(), Box<Diagnostic>> {
        let program = self.program;
        let own: Vec<hir::VarId> = program.declared_below(self.kernel).collect();
        for &(directive, _) in &self.directives {
            let directive = &program.directives[directive];
            let Some(when) = &directive.when else { continue };
            if let Some(var) = program.variables_below(when.condition).find(|var| own.contains(var)) {
                let name = program.vars[var]
                    .name
                    .map_or_else(String::new, |name| self.sources.text(name).into_owned());
                let refused = refusal(
                    when.span,
                    format!("the launch cannot decide this: `{name}` is the kernel's own"),
                )
                .related(program.vars[var].span, "declared here")
                .help("use what is known before the kernel, such as its sizes");
                return Err(Box::new(refused));
            }
            let mut found = Sink::default();
            analyze::directive_values::check_expr(
                &Input::new(program, self.sources),
                when.condition,
                &mut found,
            );
            if let Some(effect) = found.take().into_iter().next() {
                return Err(Box::new(effect));
            }
        }
        if self.conditions.len() > MOST_CONDITIONS {
            let (last, _) = self.directives[self.directives.len() - 1];
            let count = 1u32 << self.conditions.len();
            let refused = refusal(
                program.directives[last].span,
                format!(
                    "{} different conditions would make {count} versions of this kernel",
                    self.conditions.len()
                ),
            );
            return Err(Box::new(refused.help(format!("use at most {MOST_CONDITIONS}"))));
        }
        let is_label = |stmt: &StmtId| matches!(program.stmts[*stmt].kind, StmtKind::Label { .. });
        if let Some(label) = program.stmts_below(self.kernel).find(is_label) {
            let at = program.stmts[label].span;
            let reason = "a kernel with a label has no versions: the label would be there twice";
            return Err(Box::new(refusal(at, reason).help("write the loop without `goto`")));
        }
        let around = self.around.iter().map(|directive| program.directives[*directive].line);
        if let Some(line) = self.lines().into_iter().chain(around).find(|line| !self.is_written(*line)) {
            let reason = "a kernel with a `when` has its directives on lines of its file";
            return Err(Box::new(refusal(line, reason).note("this one comes out of a macro")));
        }
        let kernels = self.kernel_lines().into_iter().map(|kernel| program.directives[kernel].line);
        match kernels.into_iter().find(|line| self.is_within(*line)) {
            Some(line) => {
                let reason = "`kernel` has a line of its own where there is a `when`";
                Err(Box::new(refusal(line, reason).help("write `#pragma hicuda kernel …`")))
            }
            None => Ok(()),
        }
    }

    /// The lines of all its directives, also those of ends.
    fn lines(&self) -> Vec<Span> {
        let mut lines = Vec::new();
        for stmt in self.program.stmts_below(self.kernel) {
            lines.extend(
                self.program.directive_of(stmt).map(|directive| self.program.directives[directive].line),
            );
            if let StmtKind::Kernel { end, .. } | StmtKind::Singular { end, .. } =
                self.program.stmts[stmt].kind
            {
                lines.push(end);
            }
        }
        lines.extend(
            other_kernels(self.program, self.kernel).map(|other| self.program.directives[other].line),
        );
        lines
    }

    fn is_written(&self, line: Span) -> bool {
        !line.is_from_macro() && (self.sources.map.text(line).starts_with(b"#") || self.is_within(line))
    }

    /// Does it share its line with other text?
    fn is_within(&self, line: Span) -> bool {
        self.sources.map.text(line).starts_with(b"_Pragma")
    }

    /// The versions for what is decided so far, one choice inside the other.
    fn choose(&mut self, decided: &mut Vec<bool>, place: Span, indent: &str) {
        let Some(condition) = self.conditions.get(decided.len()) else {
            return self.version(decided, place, indent);
        };
        let (text, is_straight) = (format!("if {} {{\n", condition.text), condition.is_straight);
        // What can turn out only one way here, or is the same both ways, is not asked.
        let mut ways =
            [is_straight, !is_straight].into_iter().filter(|holds| self.is_possible(decided, *holds));
        let (one, other) = (ways.next(), ways.next());
        let is_one = other.is_none_or(|other| {
            let all = |holds| self.counting(&mut [decided.as_slice(), &[holds]].concat());
            one.is_some_and(|one| all(one) == all(other))
        });
        if let Some(only) = one.filter(|_| is_one) {
            decided.push(only);
            self.choose(decided, place, indent);
            decided.pop();
            return;
        }
        let deeper = format!("{indent}    ");
        self.new_text(text, place);
        for (holds, after) in [(is_straight, "} else {\n"), (!is_straight, "}")] {
            self.new_text(deeper.clone(), place);
            decided.push(holds);
            self.choose(decided, place, &deeper);
            decided.pop();
            self.new_text(format!("\n{indent}{after}"), place);
        }
    }

    /// The directives that count, in each way in which what is left can turn out.
    fn counting(&self, decided: &mut Vec<bool>) -> Vec<Vec<DirectiveId>> {
        if decided.len() == self.conditions.len() {
            let kernel = self.kernel_line(decided);
            let is_kernel =
                |id: DirectiveId| matches!(self.program.directives[id].kind, DirectiveKind::Kernel(_));
            let others = self.directives.iter().filter(|(directive, literal)| {
                !is_kernel(*directive) && decided[literal.condition] == literal.holds
            });
            return vec![kernel.into_iter().chain(others.map(|(directive, _)| *directive)).collect()];
        }
        let mut found = Vec::new();
        for holds in [true, false] {
            if self.is_possible(decided, holds) {
                decided.push(holds);
                found.extend(self.counting(decided));
                decided.pop();
            }
        }
        found.dedup();
        found
    }

    /// Can the next condition turn out so, after what is decided?
    fn is_possible(&self, decided: &[bool], next: bool) -> bool {
        let all = self.conditions.iter().zip(decided.iter().copied().chain([next]));
        let as_written = all.map(|(condition, holds)| (condition.expr, holds == condition.is_straight));
        !conditions::is_impossible(&Input::new(self.program, self.sources), as_written)
    }

    fn new_text(&mut self, text: String, place: Span) {
        self.parts.push(Part::New(text, place.start()));
    }

    /// The kernel with those directives that count.
    fn version(&mut self, decided: &[bool], place: Span, indent: &str) {
        let kernel = self.kernel_line(decided);
        let mut edits: Vec<(Span, String)> = Vec::new();
        let gone = match kernel {
            Some(kernel) => {
                let others = self.kernel_lines().into_iter().filter(|line| *line != kernel);
                others.map(|line| self.program.directives[line].line).collect()
            }
            None => self.lines(),
        };
        edits.extend(gone.iter().map(|line| (self.without_directive(*line), String::new())));
        for (directive, literal) in &self.directives {
            if gone.contains(&self.program.directives[*directive].line) {
                continue;
            }
            let directive = &self.program.directives[*directive];
            let Some(when) = &directive.when else { continue };
            edits.push(match decided[literal.condition] == literal.holds {
                true if self.is_within(directive.line) => {
                    (directive.line, self.without_condition(directive.line))
                }
                true => (self.with_blanks(when.span), String::new()),
                false => (self.without_directive(directive.line), String::new()),
            });
        }
        edits.extend(kernel.and_then(|kernel| self.renamed(kernel)));
        edits.sort_by_key(|(gone, _)| gone.lo);
        self.trim(&mut edits, place);
        let mut at = place.lo;
        for (gone, text) in edits {
            self.keep(Span::in_file(at, gone.lo.max(at)), indent);
            if !text.is_empty() {
                self.parts.push(Part::New(text, gone));
            }
            at = gone.hi.min(place.hi);
        }
        self.keep(Span::in_file(at, place.hi), indent);
    }

    /// Where the first or the last lines go, so do the blanks before and behind what stays.
    fn trim(&self, edits: &mut Vec<(Span, String)>, place: Span) {
        let goes = |text: &str| text.is_empty();
        let begins = edits.iter().fold(place.lo, |begins, (gone, text)| {
            if goes(text) && gone.lo <= begins { begins.max(gone.hi) } else { begins }
        });
        let ends = edits.iter().rev().fold(place.hi, |ends, (gone, text)| {
            if goes(text) && gone.hi >= ends { ends.min(gone.lo) } else { ends }
        });
        if begins >= ends {
            return;
        }
        let kept = self.sources.map.text(Span::in_file(begins, ends));
        let blanks = |count: usize| u32::try_from(count).unwrap_or(0);
        let before = blanks(kept.len() - kept.trim_ascii_start().len());
        let after = blanks(kept.len() - kept.trim_ascii_end().len());
        if begins > place.lo {
            edits.push((Span::in_file(begins, begins + before), String::new()));
        }
        if ends < place.hi {
            edits.push((Span::in_file(ends - after, ends), String::new()));
        }
        edits.sort_by_key(|(gone, _)| gone.lo);
    }

    fn kernel_lines(&self) -> Vec<DirectiveId> {
        let first = self.program.directive_of(self.kernel);
        first.into_iter().chain(other_kernels(self.program, self.kernel)).collect()
    }

    /// The first `kernel` line that counts; `None` where the loop stays on the host.
    fn kernel_line(&self, decided: &[bool]) -> Option<DirectiveId> {
        let counts = |line: &DirectiveId| {
            let own = self.directives.iter().find(|(directive, _)| directive == line);
            own.is_none_or(|(_, literal)| decided[literal.condition] == literal.holds)
        };
        self.kernel_lines().into_iter().find(counts)
    }

    /// The user's lines, as far in as the choices around them: what is generated in their place stands there.
    fn keep(&mut self, text: Span, indent: &str) {
        let own = self.indent.len();
        let mut at = text.lo;
        for line in self.sources.map.text(text).split_inclusive(|byte| *byte == b'\n') {
            let end = at + u32::try_from(line.len()).unwrap_or(0);
            self.parts.push(Part::Version(Span::in_file(at, end)));
            if line.ends_with(b"\n") {
                self.parts.push(Part::New(indent[own..].to_owned(), Span::in_file(end, end)));
            }
            at = end;
        }
    }

    /// Another name for a kernel than those before it have.
    fn renamed(&mut self, kernel: DirectiveId) -> Option<(Span, String)> {
        let DirectiveKind::Kernel(clauses) = &self.program.directives[kernel].kind else { return None };
        let name = self.sources.text(clauses.name).into_owned();
        if self.made.insert(name.clone()) {
            return None;
        }
        let is_free = |name: &String| {
            self.sources.symbols.lookup(name.as_bytes()).is_none() && !self.made.contains(name)
        };
        let another = (2..).map(|number: usize| format!("{name}_{number}")).find(is_free)?;
        self.made.insert(another.clone());
        Some((clauses.name_span, another))
    }

    /// What goes with a directive: its line, or the words that are it.
    fn without_directive(&self, line: Span) -> Span {
        if self.is_within(line) { line } else { self.whole_line(line) }
    }

    /// A directive's line with the blanks before it and its end.
    fn whole_line(&self, line: Span) -> Span {
        let map = &self.sources.map;
        let Some(FileRange { file, start, end }) = map.range(line) else { return line };
        let whole = source::whole_line(&map.file(file).bytes, start as usize..end as usize);
        let in_map = |at: usize| line.lo - start + u32::try_from(at).unwrap_or(start);
        Span::in_file(in_map(whole.start), in_map(whole.end))
    }

    /// `_Pragma("hicuda unroll(4)")` for `_Pragma("hicuda when(n > 9) unroll(4)")`, whose words are all at one place.
    fn without_condition(&self, line: Span) -> String {
        let text = String::from_utf8_lossy(self.sources.map.text(line)).into_owned();
        let Some((before, condition)) = text.split_once("when") else { return text };
        let mut depth = 0;
        let end = condition.char_indices().find_map(|(at, c)| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            (c == ')' && depth == 0).then_some(at + 1)
        });
        format!("{before}{}", condition[end.unwrap_or(0)..].trim_start())
    }

    /// A condition with the blanks behind it.
    fn with_blanks(&self, when: Span) -> Span {
        let Some(range) = self.sources.map.range(when) else { return when };
        let rest = &self.sources.map.file(range.file).bytes[range.end as usize..];
        let blanks = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        Span::in_file(when.lo, when.hi + u32::try_from(blanks).unwrap_or(0))
    }
}
