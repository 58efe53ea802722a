//! What threads compute together: reductions over the grid and within blocks.
//!
//! ```text
//! #pragma hicuda loop_partition over_tblock reduction(+: r3)
//! for (i …) {
//!     r3 += …;
//!     #pragma hicuda loop_partition over_thread
//!     for (j …) r3 = r3 + …;
//! }
//! ```
//!
//! All values are small integers, and factors are 1 and -1, so that every type holds every
//! result exactly, in whichever order they are combined.

use super::case::Case;
use super::expression::{Scope, Value};
use super::grid::{Grid, Level};
use super::number::Known;
use super::output::Reached;

/// A reduced variable.
#[derive(Clone)]
struct Reduced {
    name: String,
    op: &'static str,
    is_floating: bool,
}

impl Case {
    /// A kernel that reduces.
    pub(super) fn sums(&mut self) {
        if self.rng.chance(60) { self.grid_sums() } else { self.block_sums() }
    }

    /// The host has the results.
    fn grid_sums(&mut self) {
        let depth = self.rng.pick(&[1, 1, 1, 2, 2, 3]);
        let mut levels = Vec::new();
        for at in 0..depth {
            let most = [2000, 40, 12][depth - 1];
            let trips = match self.rng.below(8) {
                0 => 0,
                1 => 1,
                _ if at == 0 => self.rng.between(2, most) as i64,
                _ => self.trips(depth),
            };
            let counted = self.counted(trips, Known::Running);
            levels.push(Level { jam: 1, ..self.level(counted) });
        }
        let grid = self.grid(&levels, Known::Running);
        let scalars = self.arguments();
        let mut reduced = Vec::new();
        for _ in 0..self.rng.pick(&[1, 1, 2, 3]) {
            let (ty, value) = (self.reduced_type(), self.rng.between(0, 6));
            let one = self.reduced(ty);
            self.before.push_str(&format!("    {ty} {} = {value};\n", one.name));
            reduced.push(one);
        }
        self.open_kernel(&grid);
        self.sum_level(&levels, 0, &reduced, Scope { indices: Vec::new(), scalars });
        self.close_kernel();
        for one in &reduced {
            self.line(&format!("printf(\"{0} %.9g\\n\", (double){0});", one.name));
        }
    }

    fn sum_level(&mut self, levels: &[Level], at: usize, reduced: &[Reduced], mut scope: Scope) {
        let level = &levels[at];
        let mut directive = level.clauses();
        for one in reduced {
            if at == 0 || self.rng.chance(20) {
                let fast = if self.rng.chance(15) { "fast, " } else { "" };
                directive.push_str(&format!(" reduction({fast}{}: {})", one.op, one.name));
            }
        }
        self.pragma(&directive);
        scope.indices.push(level.counted.index.clone());
        self.open(&level.counted.head);
        let is_last = at + 1 == levels.len();
        if is_last && self.rng.chance(15) {
            let value = self.read(&scope.indices);
            self.line(&format!("if ({} > 20)", value.text));
            self.line("    continue;");
        }
        for one in reduced {
            if is_last || self.rng.chance(25) {
                self.combine(one, &scope);
            }
        }
        if !is_last {
            self.sum_level(levels, at + 1, reduced, scope);
        }
        self.close();
    }

    /// All threads of a block go on with the result.
    fn block_sums(&mut self) {
        let trips = self.rng.below(40) as i64;
        let counted = self.counted(trips, Known::Running);
        let outer = Level { jam: 1, ..self.level(counted) };
        let trips = self.trips(1);
        let counted = self.counted(trips, Known::Running);
        let inner =
            Level { counted, over_tblock: None, over_thread: true, jam: 1, run: None, entries: [None; 2] };
        let levels = [outer, inner];
        let grid: Grid = self.grid(&levels, Known::Running);
        let scalars = self.arguments();
        self.open_kernel(&grid);
        let [outer, inner] = &levels;
        self.pragma(&outer.clauses());
        self.open(&outer.counted.head);
        let (ty, start) = (self.reduced_type(), self.rng.between(0, 6));
        let one = self.reduced(ty);
        self.line(&format!("{ty} {} = {start};", one.name));
        let mut scope = Scope { indices: vec![outer.counted.index.clone()], scalars };
        self.pragma(&format!("{} reduction({}: {})", inner.clauses(), one.op, one.name));
        let mut inside = scope.clone();
        inside.indices.push(inner.counted.index.clone());
        self.open(&inner.counted.head);
        self.combine(&one, &inside);
        self.close();
        let text = if one.is_floating { one.name } else { format!("(int){}", one.name) };
        scope.scalars = vec![Value { text, bound: 1 << 14, is_floating: one.is_floating }];
        let owners = Case::owners(&levels[..1]);
        let (array, target) = self.new_output(&owners, Reached::Always);
        let value = scope.scalars[0].clone();
        self.store(array, &target, &value);
        self.close();
        self.close_kernel();
    }

    fn reduced_type(&mut self) -> &'static str {
        self.rng.pick(&["int", "int", "long", "unsigned", "short", "unsigned char", "float", "double"])
    }

    fn reduced(&mut self, ty: &str) -> Reduced {
        let is_floating = matches!(ty, "float" | "double");
        let op = match is_floating {
            true => self.rng.pick(&["+", "+", "*", "min", "max", "&&", "||"]),
            false => self.rng.pick(&["+", "+", "*", "min", "max", "&", "|", "^", "&&", "||"]),
        };
        Reduced { name: format!("r{}", self.fresh()), op, is_floating }
    }

    /// An update, in one of the ways to write it.
    fn combine(&mut self, one: &Reduced, scope: &Scope) {
        if one.op == "+" && self.rng.chance(40) {
            // Nothing but a walk over memory.
            let read = self.read(&scope.indices);
            return self.line(&format!("{} += (int)({}) & 15;", one.name, read.text));
        }
        let value = self.expression(scope);
        let (x, small) = (&one.name, format!("q{}", self.fresh()));
        self.line(&format!("int {small} = (int)({}) & 15;", value.text));
        let update = match (one.op, self.rng.below(4)) {
            ("+", 0) => format!("{x} += {small};"),
            ("+", 1) => format!("{x} = {x} + {small};"),
            ("+", 2) => format!("{x} = {small} - 1 + {x};"),
            ("+", _) => format!("if ({small} > 7) {x}++;"),
            ("*", 0) => format!("{x} = ({small} == 3 ? -1 : 1) * {x};"),
            ("*", _) => format!("{x} *= {small} == 3 ? -1 : 1;"),
            ("min", 0 | 1) => format!("if ({small} < {x}) {x} = {small};"),
            ("min", _) => format!("{x} = {x} < {small} ? {x} : {small};"),
            ("max", 0 | 1) => format!("{x} = {small} > {x} ? {small} : {x};"),
            ("max", _) => format!("if ({x} < {small}) {{ {x} = {small}; }}"),
            ("&", _) => format!("{x} &= {small} | 0x55;"),
            ("|", _) => format!("{x} = {x} | {small} << 1;"),
            ("^", _) => format!("{x} ^= {small};"),
            ("&&", 0 | 1) => format!("{x} = {x} && {small} != 9;"),
            ("&&", _) => format!("if ({small} == 9) {x} = 0;"),
            (_, 0 | 1) => format!("{x} = {x} || {small} == 9;"),
            _ => format!("if ({small} == 9) {x} = 1;"),
        };
        self.line(&update);
    }
}
