//! Random partitioned nests against enumeration: every iteration is given to its
//! thread by the rules of the language, every two accesses of different threads
//! are compared.
//!
//! `WARPLOOM_CASES=30000 cargo test -p analyze --release races_oracle` tries more.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::fixture::analyzed;

/// `a[i0*c0 + i1*c1 + … + offset]`
#[derive(Clone, Debug)]
struct Element {
    array: usize,
    coefficients: Vec<i64>,
    offset: i64,
}

#[derive(Clone, Debug)]
struct Assignment {
    target: Element,
    source: Element,
    update: bool,
    /// `if (i0*c0 + … >= low)`
    guard: Option<(Vec<i64>, i64)>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Over {
    Nobody,
    Blocks { cyclic: bool },
    Threads,
    Both { cyclic: bool },
}

#[derive(Clone, Debug)]
struct Loop {
    low: i64,
    count: i64,
    step: i64,
    over: Over,
    body: Vec<Item>,
}

#[derive(Clone, Debug)]
enum Item {
    Loop(Loop),
    Assign(Assignment),
    Singular(Assignment),
    Barrier,
}

#[derive(Clone, Debug)]
struct Kernel {
    blocks: Vec<i64>,
    threads: Vec<i64>,
    body: Vec<Item>,
}

const LENGTH: i64 = 120;

// Programs ------------------------------------------------------------------

fn any_element(depth: usize) -> impl Strategy<Value = Element> {
    let coefficient = prop_oneof![4 => Just(0i64), 6 => Just(1), 2 => Just(-1), 2 => Just(2), 1 => Just(4)];
    (0..2usize, proptest::collection::vec(coefficient, depth), 40..44i64)
        .prop_map(|(array, coefficients, offset)| Element { array, coefficients, offset })
}

fn any_assignment(depth: usize) -> impl Strategy<Value = Assignment> {
    let guard = (proptest::collection::vec(-1..2i64, depth), -2..3i64);
    (any_element(depth), any_element(depth), prop::bool::weighted(0.2), prop::option::weighted(0.2, guard))
        .prop_map(|(target, source, update, guard)| Assignment { target, source, update, guard })
}

/// `blocks` and `threads`: dimensions still free; `split`: inside a loop over
/// threads, where there is no barrier and no `singular`.
fn any_items(depth: usize, blocks: usize, threads: usize, split: bool) -> BoxedStrategy<Vec<Item>> {
    let assign = any_assignment(depth).prop_map(Item::Assign);
    let mut choices = vec![(4, assign.boxed())];
    if !split {
        choices.push((1, any_assignment(depth).prop_map(Item::Singular).boxed()));
        choices.push((2, Just(Item::Barrier).boxed()));
    }
    if depth < 3 {
        choices.push((6, any_loop(depth, blocks, threads, split).prop_map(Item::Loop).boxed()));
    }
    proptest::collection::vec(proptest::strategy::Union::new_weighted(choices), 1..4).boxed()
}

fn any_loop(depth: usize, blocks: usize, threads: usize, split: bool) -> BoxedStrategy<Loop> {
    let mut overs = vec![Over::Nobody];
    if blocks > 0 {
        overs.extend([Over::Blocks { cyclic: false }, Over::Blocks { cyclic: true }]);
    }
    if threads > 0 {
        overs.extend([Over::Threads, Over::Threads]);
    }
    if blocks > 0 && threads > 0 {
        overs.extend([Over::Both { cyclic: false }, Over::Both { cyclic: true }]);
    }
    let step = prop_oneof![5 => Just(1i64), 1 => Just(2), 1 => Just(-1)];
    (proptest::sample::select(overs), 0..3i64, 0..7i64, step)
        .prop_flat_map(move |(over, low, count, step)| {
            let taken_block = usize::from(matches!(over, Over::Blocks { .. } | Over::Both { .. }));
            let taken_thread = usize::from(matches!(over, Over::Threads | Over::Both { .. }));
            let split = split || taken_thread == 1;
            any_items(depth + 1, blocks - taken_block, threads - taken_thread, split)
                .prop_map(move |body| Loop { low, count, step, over, body })
        })
        .boxed()
}

fn any_kernel() -> impl Strategy<Value = Kernel> {
    let sizes = || proptest::collection::vec(1..4i64, 1..3);
    (sizes(), sizes()).prop_flat_map(|(blocks, threads)| {
        let body = any_items(0, blocks.len(), threads.len(), false);
        body.prop_map(move |body| Kernel { blocks: blocks.clone(), threads: threads.clone(), body })
    })
}

// Text ----------------------------------------------------------------------

fn text(kernel: &Kernel) -> String {
    let list = |sizes: &[i64]| sizes.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
    let mut out = format!(
        "int a0[{LENGTH}], a1[{LENGTH}];\nvoid f(void) {{\n\
         #pragma hicuda global alloc a0[*] copyin\n#pragma hicuda global alloc a1[*] copyin\n\
         #pragma hicuda kernel k tblock({}) thread({})\n",
        list(&kernel.blocks),
        list(&kernel.threads)
    );
    items_text(&kernel.body, 0, &mut out);
    out += "#pragma hicuda kernel_end\n#pragma hicuda global copyout a0[*]\n\
            #pragma hicuda global copyout a1[*]\n#pragma hicuda global free a0 a1\n}\n";
    out
}

fn items_text(items: &[Item], depth: usize, out: &mut String) {
    for item in items {
        match item {
            Item::Assign(assignment) => *out += &assignment_text(assignment),
            Item::Singular(assignment) => {
                let inner = assignment_text(assignment);
                write!(out, "#pragma hicuda singular\n{inner}#pragma hicuda singular_end\n").unwrap();
            }
            Item::Barrier => *out += "#pragma hicuda barrier\n",
            Item::Loop(l) => {
                let clause = match l.over {
                    Over::Nobody => None,
                    Over::Blocks { cyclic } => {
                        Some(if cyclic { "over_tblock(CYCLIC)" } else { "over_tblock" })
                    }
                    Over::Threads => Some("over_thread"),
                    Over::Both { cyclic: true } => Some("over_tblock(CYCLIC) over_thread"),
                    Over::Both { cyclic: false } => Some("over_tblock over_thread"),
                };
                if let Some(clause) = clause {
                    writeln!(out, "#pragma hicuda loop_partition {clause}").unwrap();
                }
                let end = l.low + l.count * l.step;
                let test = if l.step > 0 { "<" } else { ">" };
                writeln!(
                    out,
                    "for (int i{depth} = {}; i{depth} {test} {end}; i{depth} += {}) {{",
                    l.low, l.step
                )
                .unwrap();
                items_text(&l.body, depth + 1, out);
                *out += "}\n";
            }
        }
    }
}

fn sum_text(coefficients: &[i64], offset: i64) -> String {
    let mut text = offset.to_string();
    for (at, c) in coefficients.iter().enumerate().filter(|(_, c)| **c != 0) {
        write!(text, " + {c}*i{at}").unwrap();
    }
    text
}

fn assignment_text(assignment: &Assignment) -> String {
    let element = |e: &Element| format!("a{}[{}]", e.array, sum_text(&e.coefficients, e.offset));
    let guard = assignment
        .guard
        .as_ref()
        .map_or(String::new(), |(c, low)| format!("if ({} >= {low}) ", sum_text(c, 0)));
    let op = if assignment.update { "+=" } else { "=" };
    format!("{guard}{} {op} {} + 1;\n", element(&assignment.target), element(&assignment.source))
}

// Enumeration ----------------------------------------------------------------

/// What one thread did: statement, iteration, element, in order.
#[derive(Clone, Debug)]
struct Event {
    stmt: usize,
    iteration: Vec<i64>,
    element: (usize, i64),
    writes: bool,
    phase: usize,
}

struct Thread<'a> {
    kernel: &'a Kernel,
    block: Vec<i64>,
    thread: Vec<i64>,
    phase: usize,
    stmt: usize,
    events: Vec<Event>,
}

impl Thread<'_> {
    fn items(&mut self, items: &[Item], iteration: &mut Vec<i64>, blocks: usize, threads: usize) {
        for item in items {
            match item {
                Item::Barrier => self.phase += 1,
                Item::Assign(assignment) => self.assign(assignment, iteration),
                Item::Singular(assignment) => match self.thread.iter().all(|t| *t == 0) {
                    true => self.assign(assignment, iteration),
                    false => self.stmt += 1,
                },
                Item::Loop(l) => self.repeat(l, iteration, blocks, threads),
            }
        }
    }

    fn repeat(&mut self, l: &Loop, iteration: &mut Vec<i64>, blocks: usize, threads: usize) {
        let start = self.stmt;
        let (b, n) = (self.kernel.blocks.get(blocks), self.kernel.threads.get(threads));
        let (b, n) = (*b.unwrap_or(&1), *n.unwrap_or(&1));
        let (own_b, own_t) = (*self.block.get(blocks).unwrap_or(&0), *self.thread.get(threads).unwrap_or(&0));
        let chunk = if b > 0 { (l.count + b - 1) / b } else { 0 };
        for k in 0..l.count {
            let (in_block, lane_of) = match l.over {
                Over::Nobody => (true, None),
                Over::Blocks { cyclic: true } => (k % b == own_b, None),
                Over::Blocks { cyclic: false } => (chunk > 0 && k / chunk == own_b, None),
                Over::Threads => (true, Some(k % n)),
                Over::Both { cyclic: true } => ((k % (b * n)) / n == own_b, Some(k % n)),
                Over::Both { cyclic: false } => {
                    (chunk > 0 && k / chunk == own_b, Some((k % chunk.max(1)) % n))
                }
            };
            if !in_block {
                continue;
            }
            // No barrier stands in a loop over threads: all threads of a block
            // count the same barriers.
            if lane_of.is_none_or(|lane| lane == own_t) {
                self.stmt = start;
                iteration.push(l.low + k * l.step);
                let taken_b = usize::from(matches!(l.over, Over::Blocks { .. } | Over::Both { .. }));
                let taken_t = usize::from(matches!(l.over, Over::Threads | Over::Both { .. }));
                self.items(&l.body, iteration, blocks + taken_b, threads + taken_t);
                iteration.pop();
            }
        }
        self.stmt = start + statements_in(&l.body);
    }

    fn assign(&mut self, assignment: &Assignment, iteration: &[i64]) {
        let stmt = self.stmt;
        self.stmt += 1;
        let sum = |c: &[i64]| c.iter().zip(iteration).map(|(c, i)| c * i).sum::<i64>();
        if assignment.guard.as_ref().is_some_and(|(c, low)| sum(c) < *low) {
            return;
        }
        let element = |e: &Element| (e.array, sum(&e.coefficients) + e.offset);
        let mut event = |e: &Element, writes: bool| {
            let (iteration, phase) = (iteration.to_vec(), self.phase);
            self.events.push(Event { stmt, iteration, element: element(e), writes, phase });
        };
        event(&assignment.source, false);
        if assignment.update {
            event(&assignment.target, false);
        }
        event(&assignment.target, true);
    }
}

fn statements_in(items: &[Item]) -> usize {
    let count = |item: &Item| match item {
        Item::Assign(_) | Item::Singular(_) => 1,
        Item::Barrier => 0,
        Item::Loop(l) => statements_in(&l.body),
    };
    items.iter().map(count).sum()
}

fn numbers(sizes: &[i64]) -> Vec<Vec<i64>> {
    sizes.iter().fold(vec![vec![]], |all, size| {
        all.iter().flat_map(|head| (0..*size).map(move |x| [head.as_slice(), &[x]].concat())).collect()
    })
}

type Instance = (usize, Vec<i64>);

/// Does some pair of different threads collide?
fn collides(kernel: &Kernel) -> Option<String> {
    let mut all: Vec<(Vec<i64>, Vec<i64>, Vec<Event>)> = Vec::new();
    for block in numbers(&kernel.blocks) {
        for thread in numbers(&kernel.threads) {
            let mut run = Thread {
                kernel,
                block: block.clone(),
                thread: thread.clone(),
                phase: 0,
                stmt: 0,
                events: vec![],
            };
            run.items(&kernel.body, &mut Vec::new(), 0, 0);
            all.push((block.clone(), thread, run.events));
        }
    }
    let read: HashSet<usize> =
        all.iter().flat_map(|t| &t.2).filter(|e| !e.writes).map(|e| e.element.0).collect();
    // For each thread, when it runs the write of an instance.
    let runs: Vec<HashMap<Instance, usize>> = all
        .iter()
        .map(|(_, _, events)| {
            let writes = events.iter().enumerate().filter(|(_, e)| e.writes);
            writes.map(|(at, e)| ((e.stmt, e.iteration.clone()), at)).collect()
        })
        .collect();
    let mut by_element: BTreeMap<(usize, i64), Vec<(usize, usize)>> = BTreeMap::new();
    for (thread, (_, _, events)) in all.iter().enumerate() {
        for (at, event) in events.iter().enumerate() {
            by_element.entry(event.element).or_default().push((thread, at));
        }
    }
    for touches in by_element.values() {
        for &(x, at_x) in touches {
            let w = &all[x].2[at_x];
            if !w.writes {
                continue;
            }
            let instance = (w.stmt, w.iteration.clone());
            for &(y, at_y) in touches {
                let o = &all[y].2[at_y];
                if x == y || all[x].0 == all[y].0 && w.phase != o.phase {
                    continue;
                }
                let y_runs_w = runs[y].get(&instance);
                let harmless = if o.writes {
                    let other = (o.stmt, o.iteration.clone());
                    let same = instance == other;
                    same || y_runs_w.is_some() && runs[x].contains_key(&other) && !read.contains(&w.element.0)
                } else {
                    y_runs_w.is_some_and(|own| *own < at_y)
                };
                if !harmless {
                    return Some(format!(
                        "{:?} {w:?} and {:?} {o:?}",
                        (&all[x].0, &all[x].1),
                        (&all[y].0, &all[y].1)
                    ));
                }
            }
        }
    }
    None
}

// The comparison --------------------------------------------------------------

#[test]
fn never_apart_when_threads_collide() {
    let cases = std::env::var("WARPLOOM_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(1500);
    let mut runner = TestRunner::new_with_rng(
        Config { cases, failure_persistence: None, ..Config::default() },
        proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha),
    );
    let seen = RefCell::new((0u32, Vec::new()));
    let outcome = runner.run(&any_kernel(), |kernel| {
        let text = text(&kernel);
        let found = analyzed(&text);
        let codes = found.all_codes();
        let expected = ["E0630", "E0631", "W1040", "W1041", "W1047", "W1101", "W1102"];
        prop_assert!(codes.iter().all(|c| expected.contains(c)), "{:?} in\n{text}", found.all_messages());
        let alarm = codes.iter().any(|code| expected[..4].contains(code));
        let real = collides(&kernel);
        prop_assert!(real.is_none() || alarm, "missed: {}\n{text}", real.unwrap_or_default());
        if real.is_none() {
            let mut seen = seen.borrow_mut();
            seen.0 += 1;
            seen.1.extend(alarm.then(|| format!("{:?}\n{text}", found.all_messages())));
        }
        Ok(())
    });
    if let Err(failure) = outcome {
        panic!("{failure}");
    }
    let (apart, alarms) = seen.into_inner();
    assert!(apart > cases / 10, "only {apart} programs without a collision");
    let first = alarms.first().map_or("", String::as_str);
    assert!(alarms.len() as u32 * 100 <= apart, "{} false alarms in {apart}:\n{first}", alarms.len());
}
