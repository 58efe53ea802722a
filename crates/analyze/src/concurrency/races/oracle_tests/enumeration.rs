//! What every thread of a nest does, one by one, and whether two collide.

use std::collections::BTreeMap;

use crate::maps::{HashMap, HashSet};

use super::nests::{Assignment, Element, Item, Kernel, Loop, Over, Sizes};

/// Array and subscripts.
type Cell = (usize, Vec<i64>);

/// What one thread did: statement, iteration, element, in order.
#[derive(Clone, Debug)]
struct Event {
    stmt: usize,
    iteration: Vec<i64>,
    cell: Cell,
    writes: bool,
    phase: usize,
}

struct Thread {
    sizes: Sizes,
    blocks: Vec<i64>,
    threads: Vec<i64>,
    block: Vec<i64>,
    thread: Vec<i64>,
    phase: usize,
    stmt: usize,
    events: Vec<Event>,
}

impl Thread {
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
        let (b, n) = (*self.blocks.get(blocks).unwrap_or(&1), *self.threads.get(threads).unwrap_or(&1));
        let (own_b, own_t) = (*self.block.get(blocks).unwrap_or(&0), *self.thread.get(threads).unwrap_or(&0));
        let count = l.trips(iteration, self.sizes);
        let first = l.first.value(iteration, self.sizes);
        let chunk = (count + b - 1) / b;
        for k in 0..count {
            let (in_block, lane_of) = match l.over {
                Over::Nobody => (true, None),
                Over::Blocks { cyclic: true } => (k % b == own_b, None),
                Over::Blocks { cyclic: false } => (k / chunk == own_b, None),
                Over::Threads => (true, Some(l.jam.thread(k, n))),
                Over::Both { cyclic: true } => {
                    (k / (n * l.jam.copies) % b == own_b, Some(l.jam.thread(k, n)))
                }
                Over::Both { cyclic: false } => (k / chunk == own_b, Some(l.jam.thread(k % chunk, n))),
            };
            // No barrier stands in a loop over threads: all threads of a block
            // count the same barriers.
            if in_block && lane_of.is_none_or(|lane| lane == own_t) {
                self.stmt = start;
                iteration.push(first + k * l.step);
                let taken = (usize::from(l.over.takes_block()), usize::from(l.over.takes_thread()));
                self.items(&l.body, iteration, blocks + taken.0, threads + taken.1);
                iteration.pop();
            }
        }
        self.stmt = start + statements_in(&l.body);
    }

    fn assign(&mut self, assignment: &Assignment, iteration: &[i64]) {
        let stmt = self.stmt;
        self.stmt += 1;
        let runs = assignment.guard.as_ref().is_none_or(|(sum, op)| {
            let value = sum.value(iteration, self.sizes);
            match *op {
                ">=" => value >= 0,
                "==" => value == 0,
                "!=" => value != 0,
                _ => value < 0,
            }
        });
        if !runs {
            return;
        }
        let sizes = self.sizes;
        let cell = |e: &Element| {
            (e.array, e.subscripts.iter().map(|s| s.value(iteration, sizes)).collect::<Vec<_>>())
        };
        let mut event = |e: &Element, writes: bool| {
            let (iteration, phase) = (iteration.to_vec(), self.phase);
            self.events.push(Event { stmt, iteration, cell: cell(e), writes, phase });
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

/// Does some pair of different threads collide, for some sizes?
pub fn collides(kernel: &Kernel, reported: &[Sizes]) -> Option<String> {
    kernel.runs(reported).into_iter().find_map(|sizes| collides_in(kernel, sizes))
}

fn all_threads(kernel: &Kernel, sizes: Sizes) -> Vec<Thread> {
    let (blocks, threads) = (kernel.blocks(sizes), kernel.threads.clone());
    let mut all = Vec::new();
    for block in numbers(&blocks) {
        for thread in numbers(&threads) {
            let mut run = Thread {
                sizes,
                blocks: blocks.clone(),
                threads: threads.clone(),
                block: block.clone(),
                thread,
                phase: 0,
                stmt: 0,
                events: vec![],
            };
            run.items(&kernel.body, &mut Vec::new(), 0, 0);
            all.push(run);
        }
    }
    all
}

fn collides_in(kernel: &Kernel, sizes: Sizes) -> Option<String> {
    let all = all_threads(kernel, sizes);
    let events = || all.iter().flat_map(|t| &t.events);
    let read: HashSet<usize> = events().filter(|e| !e.writes).map(|e| e.cell.0).collect();
    // For each thread, when it runs the write of an instance.
    let runs: Vec<HashMap<Instance, usize>> = all
        .iter()
        .map(|thread| {
            let writes = thread.events.iter().enumerate().filter(|(_, e)| e.writes);
            writes.map(|(at, e)| ((e.stmt, e.iteration.clone()), at)).collect()
        })
        .collect();
    let written: HashSet<&Cell> = events().filter(|e| e.writes).map(|e| &e.cell).collect();
    let mut by_cell: BTreeMap<&Cell, Vec<(usize, usize)>> = BTreeMap::new();
    for (thread, run) in all.iter().enumerate() {
        for (at, event) in run.events.iter().enumerate().filter(|(_, e)| written.contains(&e.cell)) {
            by_cell.entry(&event.cell).or_default().push((thread, at));
        }
    }
    for touches in by_cell.values() {
        for &(x, at_x) in touches {
            let w = &all[x].events[at_x];
            if !w.writes {
                continue;
            }
            let instance = (w.stmt, w.iteration.clone());
            for &(y, at_y) in touches {
                let o = &all[y].events[at_y];
                if x == y || all[x].block == all[y].block && w.phase != o.phase {
                    continue;
                }
                let y_runs_w = runs[y].get(&instance);
                let harmless = if o.writes {
                    let other = (o.stmt, o.iteration.clone());
                    let same = instance == other;
                    same || y_runs_w.is_some() && runs[x].contains_key(&other) && !read.contains(&w.cell.0)
                } else {
                    y_runs_w.is_some_and(|own| *own < at_y)
                };
                if !harmless {
                    let who = |at: usize| (&all[at].block, &all[at].thread);
                    return Some(format!("{sizes:?} {:?} {w:?} and {:?} {o:?}", who(x), who(y)));
                }
            }
        }
    }
    None
}
