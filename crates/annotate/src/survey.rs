//! `hir::Program -> Plan`: every nest looked at.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use analyze::Input;
use analyze::array_shape::ArrayShape;
use gpu::Gpu;
use hir::{FunctionId, Node, Program, StmtId, StmtKind, VarId};
use source::{Edit, Sources};

use crate::Settings;
use crate::calls::{Arrays, Calls, UNCOUNTED, add_arrays, callees};
use crate::cost::{Costs, Prediction, Work};
use crate::counts::{Counts, Trips};
use crate::hints;
use crate::insert::{Lines, lines_above, lines_around, lines_of};
use crate::mapping::Mapping;
use crate::marks::Mark;
use crate::nests::{self, Loop};
use crate::parallel::Findings;
use crate::plan::{Choice, Kernel, Nest, Plan, Reason, Touched};
use crate::trial::{Trials, expand_calls};
use crate::vouched::Word;

/// Decides about every nest of a program, whose calls are expanded on the way. At `marks` there are kernels, whatever pays.
pub fn survey(program: &mut Program, sources: &mut Sources, settings: &Settings, marks: &[Mark]) -> Plan {
    let roots = nests::roots(program);
    let outermost: Vec<&Loop> = roots.iter().filter(|root| !root.is_annotated).collect();
    // Before calls in loops become calls of copies: the functions themselves are called there.
    let reached = analyze::reached(&Input::new(program, sources));
    let calls = Calls::new(&Input::new(program, sources));
    let hints = hints::hints(&Input::new(program, sources));
    expand_calls(program, sources, &outermost);
    let counts = Counts::new(&Input::new(program, sources));
    let findings = Findings::new(Trials::new(program, sources), settings.keep_order).with_hints(hints);
    let mut survey = Survey {
        findings,
        counts,
        calls,
        reached,
        settings,
        names: HashSet::new(),
        works: BTreeMap::new(),
        on_device: BTreeMap::new(),
        kept_on_host: HashSet::new(),
        marked: HashSet::new(),
    };
    let mut nests = Vec::new();
    for root in &roots {
        if survey.is_asked_for(root) {
            let outer = Outer { launches: survey.calls.runs(root.function), around: HashMap::new() };
            let mut nest = survey.nest(root, &outer);
            survey.reorder(root, &outer, &mut nest);
            survey.gather_steps(root, &outer, &mut nest);
            nests.push(nest);
        }
    }
    let mut plan = Plan { nests, ..Plan::default() };
    plan.keep_to(marks, survey.findings.trials.sources);
    survey.weigh(&mut plan);
    plan.name_after(marks);
    plan
}

/// The loops around a nest, on the host.
#[derive(Clone, Debug)]
pub(crate) struct Outer {
    /// How often the nest runs.
    pub(crate) launches: f64,
    /// The mean values of their indices.
    pub(crate) around: HashMap<VarId, f64>,
}

pub(crate) struct Survey<'a, 's> {
    pub(crate) findings: Findings<'a>,
    pub(crate) counts: Counts,
    pub(crate) calls: Calls,
    /// The functions that the program runs; `None` where there is no `main` to tell.
    reached: Option<BTreeSet<FunctionId>>,
    pub(crate) settings: &'s Settings,
    names: HashSet<String>,
    /// The work of each kernel, with its threads and launches.
    pub(crate) works: BTreeMap<String, (Work, f64, f64)>,
    /// Arrays that kernels that pay bring to the device, each with these kernels.
    pub(crate) on_device: BTreeMap<VarId, Vec<String>>,
    /// Kernels that are none, although they might pay: the host is faster without them and what they need.
    pub(crate) kept_on_host: HashSet<String>,
    /// Kernels that are there whatever the others do.
    pub(crate) marked: HashSet<String>,
}

/// Does a loop reach over a line of a file?
fn is_around(input: &Input<'_>, root: &Loop, file: &str, line: u32) -> bool {
    let sources = input.sources;
    let span = sources.expansions.outermost_call(input.program.stmts[root.stmt].span);
    let place = |pos| sources.map.written_line_column(pos);
    let Some(((first, start), (_, end))) = place(span.lo).zip(place(span.hi)) else { return false };
    sources.map.file(first).name == file && (start.line..=end.line).contains(&line)
}

impl Survey<'_, '_> {
    fn is_asked_for(&self, root: &Loop) -> bool {
        let input = self.findings.trials.input();
        let name = input.function_name(root.function);
        let is_function = self.settings.function.as_ref().is_none_or(|wanted| *wanted == name);
        is_function
            && self.settings.line.as_ref().is_none_or(|(file, line)| is_around(&input, root, file, *line))
    }

    /// Statement nesting is bounded by the parser.
    fn nest(&mut self, at: &Loop, outer: &Outer) -> Nest {
        let mut nest = self.described(at, outer);
        if at.is_annotated && self.is_under_directive(at) {
            nest.obstacle = Some(Reason::plain("it has directives already"));
            return nest;
        }
        if self.reached.as_ref().is_some_and(|reached| !reached.contains(&at.function)) {
            // Nobody would bring its arrays to the device.
            nest.obstacle = Some(Reason::plain(format!("`{}` is never called", nest.function)));
            nest.choices.push(Choice::Host);
            return nest;
        }
        if !at.is_annotated {
            nest.choices = self.kernels(at, outer, &mut nest.obstacle);
            nest.pragma =
                self.findings.known(at.stmt).and_then(|finding| finding.word.as_ref()).map(Word::told);
        }
        if !at.inner.is_empty() {
            let inside = self.inside(at, outer);
            let inner = at.inner.iter().map(|inner| self.nest(inner, &inside)).collect();
            nest.choices.push(Choice::Inside(inner));
        }
        nest.choices.push(Choice::Host);
        nest
    }

    /// A loop that holds no directive but stands under one, or is itself of a kernel.
    fn is_under_directive(&self, at: &Loop) -> bool {
        let program = &*self.findings.trials.program;
        !program
            .stmts_below(at.stmt)
            .any(|stmt| matches!(program.stmts[stmt].kind, StmtKind::Kernel { .. } | StmtKind::Directive(_)))
    }

    fn described(&self, at: &Loop, outer: &Outer) -> Nest {
        let (program, sources) = (&*self.findings.trials.program, &*self.findings.trials.sources);
        let (file, line) = place(sources, program.stmts[at.stmt].span);
        Nest {
            file,
            line,
            function: self.findings.trials.input().function_name(at.function),
            loops: self.loops(at, outer),
            obstacle: None,
            choices: Vec::new(),
            taken: 0,
            refused: Vec::new(),
            lacked_data: false,
            no_order: None,
            pragma: None,
            in_function: at.function,
            touched: touched(program, at, self.calls.of_loop(at.stmt)),
        }
    }

    /// The loops that are first inside each other.
    fn loops(&self, at: &Loop, outer: &Outer) -> Vec<(String, Option<Trips>)> {
        let mut around = outer.around.clone();
        let mut found = Vec::new();
        let mut level = Some(at);
        let depth = at.depth();
        while let Some(at) = level {
            found.push(self.loop_of(at, &mut around, depth));
            level = at.inner.first();
        }
        found
    }

    pub(crate) fn loop_of(
        &self,
        at: &Loop,
        around: &mut HashMap<VarId, f64>,
        depth: usize,
    ) -> (String, Option<Trips>) {
        let input = self.findings.trials.input();
        match analyze::canonical_loop::recognize(&input, at.stmt) {
            Ok(canonical) => {
                let trips = self.counts.trips(input.program, &canonical, around, depth);
                (input.name(canonical.index), Some(trips))
            }
            Err(_) => ("?".into(), None),
        }
    }

    pub(crate) fn inside(&self, at: &Loop, outer: &Outer) -> Outer {
        let mut around = outer.around.clone();
        let (_, trips) = self.loop_of(at, &mut around, 3);
        Outer { launches: outer.launches * trips.map_or(UNCOUNTED, |trips| trips.count), around }
    }

    /// The kernels that can stand around a loop.
    fn kernels(&mut self, at: &Loop, outer: &Outer, obstacle: &mut Option<Reason>) -> Vec<Choice> {
        let mappings = self.findings.mappings(at);
        self.findings.of(at);
        if let Some(Err(found)) = self.findings.known(at.stmt).map(|finding| &finding.verdict) {
            let sources = &*self.findings.trials.sources;
            *obstacle = Some(Reason::of(found, |span| told(sources, span)));
        }
        let around = {
            let trials = &self.findings.trials;
            lines_around(trials.program, trials.sources, at.stmt, at.parent)
        };
        if let Err(reason) = around {
            if !mappings.is_empty() {
                *obstacle = Some(Reason::plain(reason));
            }
            return Vec::new();
        }
        let mut choices = Vec::new();
        for mapping in mappings {
            let mapping = self.quickest_planes(at, outer, mapping);
            if self.is_short(at, outer, &mapping) {
                continue;
            }
            match self.kernel(at, outer, &mapping) {
                Ok(kernel) => choices.push(Choice::Kernel(Box::new(kernel))),
                Err(reason) => *obstacle = Some(Reason::plain(reason)),
            }
        }
        choices
    }

    pub(crate) fn kernel(&mut self, at: &Loop, outer: &Outer, mapping: &Mapping) -> Result<Kernel, String> {
        let name = match mapping.barriers > 0.0 && mapping.planes.is_empty() {
            true => self.unused_name(at, "steps"),
            false => self.kernel_name(at),
        };
        if let Some(unknown) = self.unknown_name(at) {
            return Err(format!(
                "`{unknown}` is not declared before this function, so that no directive can name it"
            ));
        }
        let trials = &self.findings.trials;
        let (program, sources) = (&*trials.program, &*trials.sources);
        let whole = lines_around(program, sources, at.stmt, at.parent)?;
        let fast = if self.settings.fastmath { " fastmath" } else { "" };
        let depth = at.depth();
        let (threads, planes) = self.threads(mapping, outer, depth);
        let clauses = match few_threads(program.device.gpu, at, mapping, threads) {
            Some(size) => format!(" thread({size})"),
            None => mapping.clauses.clone(),
        };
        let mut edits = Vec::new();
        if self.settings.comments {
            edits.push(whole.reason(&mapping.why));
        }
        for (stmt, shape) in &mapping.shapes {
            edits.push(lines_of(program, sources, *stmt)?.above(shape));
        }
        let [line, alone] = [clauses.as_str(), ""].map(|clauses| format!("kernel {name}{clauses}{fast}"));
        edits.push(whole.above(&line));
        let versions = self.versions(at, outer, mapping, [line, alone]);
        // What stands below a statement comes before what stands above the next one.
        for (stmt, directive) in &mapping.below {
            edits.push(lines_of(program, sources, *stmt)?.below(directive));
        }
        for (stmt, directives) in &mapping.above {
            let lines = match program.stmts[*stmt].kind {
                StmtKind::For { .. } => lines_above(program, sources, *stmt)?,
                _ => lines_of(program, sources, *stmt)?,
            };
            edits.extend(directives.iter().map(|text| lines.above(text)));
        }
        edits.push(whole.below("kernel_end"));
        let Some(facts) = &self.findings.known(at.stmt).and_then(|finding| finding.facts.as_ref()) else {
            return Err("it could not be walked through".into());
        };
        let costs = Costs { program, counts: &self.counts, around: &outer.around };
        let mut work =
            Work { planes, barriers: mapping.barriers, ..costs.work(facts, depth, mapping.thread) }
                .without(&mapping.own);
        // A copy reads and writes all of an array.
        let kept = work.arrays.iter().filter(|(place, _)| mapping.kept.contains(&place.var));
        work.bytes += kept.map(|(_, bytes)| 2.0 * bytes).sum::<f64>();
        let threshold = self.threshold(at, outer, (&work, threads), versions.as_ref());
        self.works.insert(name.clone(), (work, threads, outer.launches));
        let functions = callees(&trials.input(), at.stmt);
        let bodies = functions.iter().filter_map(|function| program.functions[*function].body);
        let called = bodies.filter_map(|body| sources.map.written_range(program.stmts[body].span)).collect();
        Ok(Kernel {
            name,
            others: Vec::new(),
            file: whole.file,
            edits,
            copies: self.copies(at, &whole, &mapping.own),
            versions,
            threshold,
            why: mapping.why.clone(),
            prediction: Prediction::default(),
            moves: BTreeMap::new(),
            is_too_small: false,
            functions,
            called,
        })
    }

    /// An array that a kernel uses in what it calls, and that has no name where the kernel stands.
    fn unknown_name(&self, at: &Loop) -> Option<String> {
        let input = self.findings.trials.input();
        let facts = self.findings.known(at.stmt).and_then(|finding| finding.facts.as_ref())?;
        let arrays = facts.arrays.iter().map(|used| used.place.var);
        let mut others = arrays.filter(|var| !facts.locals.contains(var) && !facts.callees.contains(var));
        others.find(|var| !input.is_nameable(at.function, *var)).map(|var| input.name(var))
    }

    /// Whole arrays, around a kernel.
    pub(crate) fn copies(&self, at: &Loop, whole: &Lines, own: &BTreeSet<VarId>) -> Option<Vec<Edit>> {
        let input = self.findings.trials.input();
        // A body without braces is one statement.
        matches!(input.program.stmts[at.parent].kind, StmtKind::Block(_)).then_some(())?;
        let facts = self.findings.known(at.stmt).and_then(|finding| finding.facts.as_ref())?;
        let mut lines = Vec::new();
        let is_own = |var: VarId| facts.locals.contains(&var) || own.contains(&var);
        for used in facts.arrays.iter().filter(|used| !is_own(used.place.var)) {
            let name = input.place_name(&used.place);
            let shape = ArrayShape::declared(input.program, &used.place)?;
            if shape.extents.iter().any(Option::is_none) {
                return None;
            }
            let all = "[*]".repeat(shape.rank());
            lines.push(whole.above(&format!("global alloc {name}{all} copyin")));
            if used.written {
                lines.push(whole.below(&format!("global copyout {name}{all}")));
            }
            lines.push(whole.below(&format!("global free {name}")));
        }
        Some(lines)
    }

    /// Threads that have something to do, and how many launches one run takes.
    pub(crate) fn threads(&self, mapping: &Mapping, outer: &Outer, depth: usize) -> (f64, f64) {
        if mapping.planes.is_empty() {
            let shared = mapping.shared.iter().filter_map(|level| level.first().copied());
            return (self.lengths(shared, outer, depth).iter().product(), 1.0);
        }
        let counts = self.lengths(mapping.planes.iter().map(|(stmt, _)| *stmt), outer, depth);
        let factors = mapping.planes.iter().map(|(_, factor)| *factor as f64);
        let planes = counts.iter().zip(factors).map(|(count, factor)| count * factor).sum::<f64>().max(1.0);
        (counts.iter().product::<f64>() / planes, planes)
    }

    /// The iterations of loops, outermost first.
    pub(crate) fn lengths(
        &self,
        loops: impl Iterator<Item = StmtId>,
        outer: &Outer,
        depth: usize,
    ) -> Vec<f64> {
        let input = self.findings.trials.input();
        let mut around = outer.around.clone();
        let count = |stmt: StmtId| match analyze::canonical_loop::recognize(&input, stmt) {
            Ok(canonical) => self.counts.trips(input.program, &canonical, &mut around, depth).count,
            Err(_) => 1.0,
        };
        loops.map(count).collect()
    }

    /// The function and what is computed: `step_b`.
    pub(crate) fn kernel_name(&mut self, at: &Loop) -> String {
        let input = self.findings.trials.input();
        let facts = self.findings.known(at.stmt).and_then(|finding| finding.facts.as_ref());
        let array = facts.and_then(|facts| {
            let written =
                facts.arrays.iter().find(|used| used.written && !facts.locals.contains(&used.place.var));
            written.map(|used| input.name(used.place.var))
        });
        let clauses = self.findings.known(at.stmt).and_then(|finding| finding.verdict.as_ref().ok());
        let sum = clauses.and_then(|clauses| clauses.first()).map(|combined| input.name(combined.var));
        let what = array.or(sum).unwrap_or_else(|| "loop".into());
        self.unused_name(at, &what)
    }

    fn unused_name(&mut self, at: &Loop, what: &str) -> String {
        let function = self.findings.trials.input().function_name(at.function);
        let wanted = format!("{function}_{what}");
        let mut name = wanted.clone();
        let mut counter = 1;
        let symbols = &self.findings.trials.sources.symbols;
        while symbols.lookup(name.as_bytes()).is_some() || self.names.contains(&name) {
            counter += 1;
            name = format!("{wanted}{counter}");
        }
        self.names.insert(name.clone());
        name
    }
}

/// Threads of a block where one loop is shared out that has few iterations, with loops in each: small blocks are on more
/// multiprocessors.
fn few_threads(gpu: Gpu, at: &Loop, mapping: &Mapping, threads: f64) -> Option<u32> {
    let is_plain = mapping.above.iter().flat_map(|(_, lines)| lines).all(|line| !line.contains("reduction"));
    let is_one = matches!(&mapping.shared[..], [level] if level.len() == 1);
    let multiprocessors = f64::from(gpu.limits().multiprocessors);
    let size = [32, 64].into_iter().find(|size| threads <= f64::from(*size) * 2.0 * multiprocessors)?;
    (is_plain && is_one && !at.inner.is_empty() && mapping.clauses.is_empty()).then_some(size)
}

/// The arrays of a loop.
fn touched(program: &Program, at: &Loop, calls: BTreeSet<FunctionId>) -> Touched {
    let mut all = Arrays::new();
    program.exprs_below(at.stmt).for_each(|expr| add_arrays(program, expr, &mut all));
    let mut itself = Arrays::new();
    let mut pending = vec![Node::Stmt(at.stmt)];
    while let Some(node) = pending.pop() {
        match node {
            Node::Stmt(stmt) if at.inner.iter().any(|inner| inner.stmt == stmt) => continue,
            Node::Expr(expr) => add_arrays(program, expr, &mut itself),
            Node::Stmt(_) => {}
        }
        pending.extend(program.children(node));
    }
    Touched { itself, all, calls }
}

/// The file and line of a span.
fn place(sources: &Sources, span: hir::Span) -> (String, usize) {
    let written = sources.expansions.outermost_call(span);
    match sources.map.written_line_column(written.lo) {
        Some((file, at)) => (sources.map.file(file).name.clone(), at.line as usize),
        None => (String::new(), 0),
    }
}

/// `file.c:12: a[i - 1]`
fn told(sources: &Sources, span: hir::Span) -> String {
    let (file, line) = place(sources, span);
    let text = String::from_utf8_lossy(sources.map.text(sources.expansions.outermost_call(span)));
    let first = text.lines().next().unwrap_or_default().trim();
    format!("{file}:{line}: `{first}`")
}
