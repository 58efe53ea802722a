//! Nests whose statements must be put into another order first: `schedule`, and kernels around its statements.
//!
//! ```c
//! #pragma hicuda schedule((k, 1, [i], [j]), (j, 0, [i]), (k, 1, [i], [j]))      ← inserted
//! for (i = 0; i < n; i++) {
//!     for (j = 0; j < i; j++) {
//! #pragma hicuda kernel lu_a                                                    ← inserted
//!         for (k = 0; k < j; k++) …
//! #pragma hicuda kernel_end                                                     ← inserted
//! ```
//! Which orders are legal is found by [`recipes::schedule::search`]; here they are weighed, and lines are found for
//! their kernels.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use hir::{Node, Program, StmtId, StmtKind};
use recipes::schedule::search::{Candidate, Group, search};

use crate::cost::{Costs, Prediction, Residence, Work};
use crate::insert::{Lines, lines_around, region_lines};
use crate::nests::Loop;
use crate::plan::{Choice, Kernel, Nest, Touched};
use crate::survey::{Outer, Survey};

/// Operations of an iteration, roughly.
const OPERATIONS: f64 = 3.0;
/// Bytes that an iteration moves where nothing is kept between kernels.
const BYTES: f64 = 16.0;
/// A kernel with so many threads needs no other order.
const ENOUGH: f64 = 32768.0;

impl Survey<'_, '_> {
    /// Gives a nest the choice of another order, or else those inside it.
    pub(crate) fn reorder(&mut self, at: &Loop, outer: &Outer, nest: &mut Nest) {
        if at.is_annotated {
            return;
        }
        match self.with_schedule(at, outer, nest) {
            Ok(Some(kernel)) => return nest.choices.insert(0, Choice::Kernel(Box::new(kernel))),
            Ok(None) => {}
            Err(reason) => nest.no_order = Some(reason),
        }
        let inside = self.inside(at, outer);
        for choice in &mut nest.choices {
            let Choice::Inside(nests) = choice else { continue };
            for (inner, nest) in at.inner.iter().zip(nests) {
                self.reorder(inner, &inside, nest);
            }
        }
    }

    /// The nest in another order, as a choice before all others: if these leave part of it on the host, or have few threads
    /// and are slower.
    fn with_schedule(&mut self, at: &Loop, outer: &Outer, nest: &Nest) -> Result<Option<Kernel>, String> {
        let is_for = matches!(self.findings.trials.program.stmts[at.stmt].kind, StmtKind::For { .. });
        if !is_for || at.depth() < 2 || self.is_covered(&nest.choices, &nest.touched) {
            return Ok(None);
        }
        let other = nest.choices.iter().find_map(|choice| match choice {
            Choice::Kernel(kernel) => self.works.get(&kernel.name),
            _ => None,
        });
        let (limit, is_few) = match other {
            Some((work, threads, launches)) => {
                (self.time(work, *threads, *launches) / 2.0, *threads < ENOUGH)
            }
            None => (self.in_planes_inside(&nest.choices).unwrap_or(f64::INFINITY), true),
        };
        if !is_few {
            return Ok(None);
        }
        let trials = &mut self.findings.trials;
        let known = trials.known();
        let candidates = search(trials.program, trials.sources, known, at.function, at.stmt)?;
        let mut best: Option<(f64, Candidate)> = None;
        for candidate in candidates {
            let (work, threads, launches) = self.work_of(at, outer, &candidate)?;
            let time = self.time(&work, threads, launches);
            if time < limit && best.as_ref().is_none_or(|(other, _)| time < *other) {
                best = Some((time, candidate));
            }
        }
        // Kernels inside it are not given up for what does not pay.
        if let Some((_, candidate)) = best.take_if(|_| has_kernel(&nest.choices)) {
            let (work, threads, launches) = self.work_of(at, outer, &candidate)?;
            best = work
                .predict(self.gpu(), threads, launches, &|_| Residence::Nowhere)
                .pays()
                .then_some((0.0, candidate));
        }
        best.map(|(_, candidate)| self.scheduled(at, outer, &candidate)).transpose()
    }

    /// Do kernels have all of it already? What they do plane after plane, another order may do in fewer steps.
    fn is_covered(&self, choices: &[Choice], touched: &Touched) -> bool {
        match choices.first() {
            Some(Choice::Inside(nests)) => {
                let is_done = |nest: &Nest| match nest.choices.first() {
                    Some(Choice::Kernel(kernel)) => self.time_in_planes(&kernel.name).is_none(),
                    _ => self.is_covered(&nest.choices, &nest.touched),
                };
                touched.itself.is_empty() && nests.iter().all(is_done)
            }
            _ => false,
        }
    }

    /// How long kernels inside take that run plane after plane.
    fn in_planes_inside(&self, choices: &[Choice]) -> Option<f64> {
        let Some(Choice::Inside(nests)) = choices.first() else { return None };
        let times = nests.iter().filter_map(|nest| match nest.choices.first() {
            Some(Choice::Kernel(kernel)) => self.time_in_planes(&kernel.name),
            _ => self.in_planes_inside(&nest.choices),
        });
        times.reduce(|a, b| a + b)
    }

    fn time_in_planes(&self, kernel: &str) -> Option<f64> {
        let (work, threads, launches) = self.works.get(kernel).filter(|(work, ..)| work.planes > 1.0)?;
        Some(self.time(work, *threads, *launches))
    }

    /// What the kernels are to be fast on.
    pub fn gpu(&self) -> gpu::Gpu {
        self.findings.trials.program.device.gpu
    }

    fn time(&self, work: &Work, threads: f64, launches: f64) -> f64 {
        work.predict(self.gpu(), threads, launches, &|_| Residence::Brought).kernel
    }

    /// What one launch does, with so many threads, and how many launches there are.
    fn work_of(&self, at: &Loop, outer: &Outer, candidate: &Candidate) -> Result<(Work, f64, f64), String> {
        let facts = self.findings.known(at.stmt).and_then(|finding| finding.facts.as_ref());
        let facts = facts.ok_or("it could not be walked through")?;
        let program = &*self.findings.trials.program;
        let depth = at.depth();
        let all = Costs { program, counts: &self.counts, around: &outer.around }.work(facts, depth, None);
        let steps = if candidate.is_stepped { self.inside(at, outer).launches / outer.launches } else { 1.0 };
        let launches = (steps * candidate.launches as f64).max(1.0);
        let iterations = all.operations / OPERATIONS / launches;
        let threads = match candidate.is_stepped {
            true => iterations,
            false => candidate
                .kernels
                .iter()
                .map(|group| self.threads_of(group, outer, depth))
                .fold(f64::MAX, f64::min),
        };
        let bytes = if candidate.is_stepped { iterations * BYTES } else { all.bytes / launches };
        let work = Work {
            operations: all.operations / launches,
            on_core: all.on_core / launches,
            bytes,
            arrays: all.arrays,
            ..all
        };
        Ok((work, threads, launches * outer.launches))
    }

    fn threads_of(&self, group: &Group, outer: &Outer, depth: usize) -> f64 {
        let input = self.findings.trials.input();
        let mut around = outer.around.clone();
        let counted =
            group.shared.iter().filter_map(|stmt| analyze::canonical_loop::recognize(&input, *stmt).ok());
        counted
            .map(|canonical| self.counts.trips(input.program, &canonical, &mut around, depth).count)
            .product()
    }

    fn scheduled(&mut self, at: &Loop, outer: &Outer, candidate: &Candidate) -> Result<Kernel, String> {
        let work = self.work_of(at, outer, candidate)?;
        let names: Vec<String> = candidate.kernels.iter().map(|_| self.kernel_name(at)).collect();
        let (program, sources) = (&*self.findings.trials.program, &*self.findings.trials.sources);
        let whole = lines_around(program, sources, at.stmt, at.parent)?;
        let why = match candidate.is_stepped {
            true => "the host runs the rounds, and the iterations of each round are independent",
            false => "each part of the nest has independent iterations of its own",
        };
        let mut edits = Vec::new();
        if self.settings.comments {
            edits.push(whole.reason(why));
        }
        edits.push(whole.above(&format!("schedule({})", candidate.tuples)));
        let parents = parents(program, at.stmt);
        let fast = if self.settings.fastmath { " fastmath" } else { "" };
        let mut regions = Vec::new();
        for (group, name) in candidate.kernels.iter().zip(&names) {
            let lines = region_of(program, sources, at.stmt, group, candidate, &parents)?;
            let sizes = if group.shared.is_empty() { " tblock(1) thread(1)" } else { "" };
            regions.push((lines, format!("kernel {name}{sizes}{fast}")));
        }
        // One may end where the next begins: in the order of the text.
        regions.sort_by_key(|(lines, _)| lines.before.offset);
        for (lines, kernel) in regions {
            edits.push(lines.above(&kernel));
            edits.push(lines.below("kernel_end"));
        }
        let range = sources.map.written_range(program.stmts[at.stmt].span);
        let copies = self.copies(at, &whole, &BTreeSet::new());
        let (name, others) = names.split_first().ok_or("it has no kernel")?;
        self.works.insert(name.clone(), work);
        Ok(Kernel {
            name: name.clone(),
            others: others.to_vec(),
            file: whole.file,
            edits,
            copies,
            versions: None,
            threshold: None,
            why: why.to_owned(),
            prediction: Prediction::default(),
            moves: BTreeMap::new(),
            is_too_small: false,
            functions: Vec::new(),
            called: range.into_iter().collect(),
        })
    }
}

/// Can there be a kernel, around it or inside?
fn has_kernel(choices: &[Choice]) -> bool {
    choices.iter().any(|choice| match choice {
        Choice::Kernel(_) => true,
        Choice::Inside(nests) => nests.iter().any(|nest| has_kernel(&nest.choices)),
        Choice::Host => false,
    })
}

/// The statement around each one below a loop.
fn parents(program: &Program, root: StmtId) -> HashMap<StmtId, StmtId> {
    let mut found = HashMap::new();
    for stmt in program.stmts_below(root) {
        for child in program.children(Node::Stmt(stmt)) {
            if let Node::Stmt(child) = child {
                found.insert(child, stmt);
            }
        }
    }
    found
}

/// Lines around the first statement of a kernel, or around loops that hold nothing else.
fn region_of(
    program: &Program,
    sources: &source::Sources,
    root: StmtId,
    group: &Group,
    candidate: &Candidate,
    parents: &HashMap<StmtId, StmtId>,
) -> Result<Lines, String> {
    let mut at = *group.statements.first().ok_or("a kernel has no statement")?;
    let foreign = |stmt: StmtId| {
        let others = candidate.kernels.iter().flat_map(|kernel| &kernel.statements);
        let others: Vec<StmtId> = others.filter(|other| !group.statements.contains(other)).copied().collect();
        program.stmts_below(stmt).any(|below| others.contains(&below))
    };
    let mut outermost = None;
    while let Some(&parent) = parents.get(&at) {
        match region_lines(program, sources, at, parent) {
            Ok(lines) if matches!(program.stmts[parent].kind, StmtKind::Block(_)) => return Ok(lines),
            Ok(lines) => outermost = Some(lines),
            Err(_) => {}
        }
        if parent == root || foreign(parent) {
            break;
        }
        at = parent;
    }
    outermost.ok_or("there is no line for a kernel around one of its statements".into())
}
