//! Launch sizes: blocks and threads from one to more than there are iterations.

use super::case::Case;
use super::counted::Counted;
use super::number::{Known, Number};
use super::output::Owner;

/// A partitioned loop.
#[derive(Clone, Debug)]
pub(super) struct Level {
    pub(super) counted: Counted,
    /// `over_tblock…`, as written.
    pub(super) over_tblock: Option<&'static str>,
    pub(super) over_thread: bool,
    /// Iterations of a thread at once.
    pub(super) jam: i64,
    /// So many of them are neighbours, where it says.
    pub(super) run: Option<i64>,
    /// The entries of `tblock` and `thread` that it names, counted from 1. All loops of a nest name theirs, or none.
    pub(super) entries: [Option<usize>; 2],
}

impl Level {
    /// The clauses of its directive.
    pub(super) fn clauses(&self) -> String {
        let mut text = String::from("loop_partition");
        match (self.over_tblock, self.entries[0]) {
            (Some(_), Some(entry)) => text += &format!(" over_tblock({entry})"),
            (Some(blocks), None) => text += &format!(" {blocks}"),
            (None, _) => {}
        }
        match (self.over_thread, self.entries[1]) {
            (true, Some(entry)) => text += &format!(" over_thread({entry})"),
            (true, None) => text += " over_thread",
            (false, _) => {}
        }
        if self.over_thread && self.jam > 1 {
            let run = self.run.map_or_else(String::new, |run| format!(":{run}"));
            text += &format!(" jam({}{run})", self.jam);
        }
        text
    }
}

/// Sizes of both spaces.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    pub(super) blocks: Vec<Number>,
    pub(super) threads: Vec<Number>,
}

impl Grid {
    /// Is a statement inside these levels run by more than one thread each?
    pub(super) fn repeats(&self, levels: &[Level]) -> bool {
        let in_blocks = levels.iter().filter(|l| l.over_tblock.is_some()).map(|l| l.entries[0]);
        let in_threads = levels.iter().filter(|l| l.over_thread).map(|l| l.entries[1]);
        unused(&self.blocks, in_blocks) * unused(&self.threads, in_threads) > 1
    }
}

/// The product of the sizes that no loop takes, with the entries that loops name.
fn unused(sizes: &[Number], named: impl Iterator<Item = Option<usize>>) -> i64 {
    let taken: Vec<usize> =
        named.enumerate().map(|(depth, entry)| entry.map_or(depth, |entry| entry - 1)).collect();
    let free = sizes.iter().enumerate().filter(|(dim, _)| !taken.contains(dim));
    free.map(|(_, size)| size.value).product()
}

impl Case {
    /// A level with one of the ways to share its loop.
    pub(super) fn level(&mut self, counted: Counted) -> Level {
        let blocks =
            self.rng.pick(&["over_tblock", "over_tblock", "over_tblock(BLOCK)", "over_tblock(CYCLIC)"]);
        let (over_tblock, over_thread) = match self.rng.below(10) {
            0..=4 => (Some(blocks), true),
            5 | 6 => (Some(blocks), false),
            _ => (None, true),
        };
        let jam = self.jam();
        self.level_with(counted, over_tblock, over_thread, jam)
    }

    /// A level that is shared in this way.
    pub(super) fn level_with(
        &mut self,
        counted: Counted,
        over_tblock: Option<&'static str>,
        over_thread: bool,
        jam: i64,
    ) -> Level {
        Level { counted, over_tblock, over_thread, jam, run: self.run(jam), entries: [None; 2] }
    }

    /// How many iterations a thread has at once; mostly one.
    pub(super) fn jam(&mut self) -> i64 {
        self.rng.pick(&[1, 1, 1, 1, 2, 3, 4])
    }

    /// How many of so many iterations are neighbours.
    pub(super) fn run(&mut self, jam: i64) -> Option<i64> {
        let runs: Vec<i64> = (1..=jam).filter(|run| jam % run == 0).collect();
        self.rng.chance(50).then(|| self.rng.pick(&runs))
    }

    /// Sizes for a nest. Shared memory needs block sizes known while compiling.
    pub(super) fn grid(&mut self, levels: &[Level], threads_known: Known) -> Grid {
        let (mut thread_budget, mut block_budget) = (256, 600);
        let mut grid = Grid { blocks: Vec::new(), threads: Vec::new() };
        for level in levels {
            let trips = level.counted.trips;
            let mut width = 1;
            if level.over_thread {
                let wish = self.rng.pick(&[1, 2, 3, 4, 7, 8, 16, 16, 32, 33, 64, trips, trips + 1, 128]);
                width = wish.clamp(1, thread_budget.min(64.max(thread_budget / 4)));
                thread_budget /= width;
                grid.threads.push(self.number(width, threads_known));
            }
            if level.over_tblock.is_some() {
                let at_once = if self.rng.chance(80) { width * level.jam } else { width };
                let blocks = self.blocks(level, at_once, block_budget);
                block_budget = (block_budget / blocks.value.max(1)).max(1);
                grid.blocks.push(blocks);
            }
        }
        for (dims, budget) in [(&mut grid.blocks, block_budget), (&mut grid.threads, thread_budget)] {
            if dims.is_empty() || self.rng.chance(6) {
                let size = self.rng.between(1, 3).min(budget as usize) as i64;
                dims.push(Number::literal(size));
            }
        }
        grid
    }

    /// Loops name their entries, in some order.
    pub(super) fn name_entries(&mut self, levels: &mut [Level], grid: &mut Grid) {
        if self.rng.chance(20) {
            let sharing = levels.iter_mut().filter(|level| level.over_tblock.is_some());
            self.shuffle(sharing.map(|level| &mut level.entries[0]).collect(), &mut grid.blocks);
        }
        if self.rng.chance(20) {
            let sharing = levels.iter_mut().filter(|level| level.over_thread);
            self.shuffle(sharing.map(|level| &mut level.entries[1]).collect(), &mut grid.threads);
        }
    }

    /// Each loop keeps its size, at another place.
    fn shuffle(&mut self, named: Vec<&mut Option<usize>>, sizes: &mut [Number]) {
        let mut free: Vec<usize> = (0..sizes.len()).collect();
        let old = sizes.to_owned();
        for (entry, size) in named.into_iter().zip(&old) {
            let dim = free.remove(self.rng.below(free.len()));
            sizes[dim] = size.clone();
            *entry = Some(dim + 1);
        }
        // What no loop takes is at the end of the old sizes.
        for (dim, size) in free.into_iter().rev().zip(old.iter().rev()) {
            sizes[dim] = size.clone();
        }
    }

    fn blocks(&mut self, level: &Level, width: i64, budget: i64) -> Number {
        let trips = level.counted.trips;
        if let Some((first, bound)) = &level.counted.plain_bound {
            // No blocks at all are an error where the compiler sees it.
            let is_safe = trips > 0 || width >= 8 && bound.starts_with('n');
            if level.over_thread && is_safe && self.rng.chance(50) {
                let blocks = (trips + width - 1) / width;
                let distance = if *first == 0 { bound.clone() } else { super::number::plus(bound, -first) };
                let text = format!("({distance} + {}) / {width}", width - 1);
                return Number { text, value: blocks };
            }
        }
        let covering = (trips + width - 1) / width;
        let wish = self.rng.pick(&[1, 2, 2, 3, 5, 8, 16, covering, covering, trips, trips + 2]);
        self.number(wish.clamp(1, budget), Known::Running)
    }

    /// Opens the kernel.
    pub(super) fn open_kernel(&mut self, grid: &Grid) {
        let list = |dims: &[Number]| dims.iter().map(|n| n.text.clone()).collect::<Vec<_>>().join(", ");
        let nowait = if self.rng.chance(8) { " nowait" } else { "" };
        let text = format!(
            "kernel k{}_{} tblock({}) thread({}){nowait}",
            self.kernel_number(),
            self.id,
            list(&grid.blocks),
            list(&grid.threads)
        );
        self.pragma(&text);
    }

    /// Closes it.
    pub(super) fn close_kernel(&mut self) {
        self.pragma("kernel_end");
    }

    /// The levels as owners of elements.
    pub(super) fn owners(levels: &[Level]) -> Vec<Owner> {
        levels.iter().map(|level| Owner::of(&level.counted)).collect()
    }
}
