//! Loop heads with every comparison, step and index type, and the values their index takes.
//!
//! ```text
//! for (int i = 3; i < n; i += 2)      for (unsigned j = M; j >= 4; j -= 3)
//! ```
//!
//! Invariant: the head runs its body exactly `trips` times, its index stays between `low` and
//! `high` in them, and computing the value after the last one does not overflow.

use super::case::Case;
use super::number::Known;

/// A loop head and its index.
#[derive(Clone, Debug)]
pub(super) struct Counted {
    /// `for (…)`, without a body.
    pub(super) head: String,
    /// The index in the loop.
    pub(super) index: Index,
    pub(super) trips: i64,
    pub(super) step: i64,
    /// The bound where the loop is `for (i = FIRST; i < BOUND; i++)`, with the literal `FIRST`.
    pub(super) plain_bound: Option<(i64, String)>,
}

/// A variable with known range.
#[derive(Clone, Debug)]
pub(super) struct Index {
    pub(super) name: String,
    pub(super) low: i64,
    pub(super) high: i64,
    /// Its type is `int`; otherwise values are cast.
    pub(super) is_int: bool,
}

impl Index {
    /// The index as an `int`.
    pub(super) fn value(&self) -> String {
        if self.is_int { self.name.clone() } else { format!("(int){}", self.name) }
    }
}

impl Case {
    /// A loop that runs `trips` times, its bounds known early enough.
    pub(super) fn counted(&mut self, trips: i64, known: Known) -> Counted {
        let magnitude = if self.rng.chance(65) { 1 } else { self.rng.between(2, 4) as i64 };
        let step = if self.rng.chance(75) { magnitude } else { -magnitude };
        let ty = self.rng.pick(&["int", "int", "int", "int", "int", "unsigned", "long", "short"]);
        self.counted_with(trips, step, ty, known)
    }

    /// The same with a chosen step and index type.
    pub(super) fn counted_with(&mut self, trips: i64, step: i64, ty: &str, known: Known) -> Counted {
        let name = format!("{}{}", self.rng.pick(&["i", "j", "k", "row", "col"]), self.fresh());
        let low_end = if ty == "unsigned" { 4 } else { self.rng.between(0, 9) as i64 - 3 };
        // One step below the lowest value is still not negative for an unsigned index.
        let first = if step > 0 {
            if self.rng.chance(40) && ty != "unsigned" { 0 } else { low_end }
        } else {
            low_end + trips * -step
        };
        let after = first + trips * step;
        let last = if trips == 0 { first } else { after - step };
        let can_differ = step.abs() == 1 || known == Known::Compiling;
        let (op, bound) = self.bound(first, after, trips, step, can_differ);
        // A narrow index must be seen not to pass the end of its type on the way, nor one that waits for its bound.
        let is_narrow = ["short", "signed char"].contains(&ty);
        let is_refused = is_narrow && step.abs() > 1 || op == "!=" && (is_narrow || ty == "unsigned");
        let ty = if is_refused && known == Known::Running { "int" } else { ty };
        let declared_outside = self.rng.chance(25);
        let declaration = if declared_outside {
            self.before.push_str(&format!("    {ty} {name};\n"));
            String::new()
        } else {
            format!("{ty} ")
        };
        let start = self.number(first, known).text;
        let is_hidden = trips == 0 && known == Known::Running && !self.is_plain;
        let bound_text = if is_hidden { self.unrelated(bound).text } else { self.number(bound, known).text };
        let advance = self.advance(&name, step);
        let condition = if self.rng.chance(95) {
            format!("{name} {op} {bound_text}")
        } else {
            format!("{bound_text} {} {name}", mirrored(op))
        };
        let plain = op == "<" && step == 1 && start == first.to_string();
        Counted {
            head: format!("for ({declaration}{name} = {start}; {condition}; {advance})"),
            // Were a loop without iterations to have one, it would still be inside all arrays.
            index: Index {
                name,
                low: first.min(last).min(if trips == 0 { bound } else { last }),
                high: first.max(last).max(if trips == 0 { bound } else { last }),
                is_int: ty == "int",
            },
            trips,
            step,
            plain_bound: plain.then_some((first, bound_text)),
        }
    }

    /// An operator and a bound that stop the loop at `after`; `!=` where it is seen to be met.
    fn bound(
        &mut self,
        first: i64,
        after: i64,
        trips: i64,
        step: i64,
        can_differ: bool,
    ) -> (&'static str, i64) {
        let slack = if trips == 0 { self.rng.below(4) } else { self.rng.below(step.unsigned_abs() as usize) };
        let slack = slack as i64;
        match (self.rng.below(10), step > 0) {
            (0, _) if can_differ => ("!=", if trips == 0 { first } else { after }),
            (1..=3, true) => ("<=", after - slack - 1),
            (1..=3, false) => (">=", after + slack + 1),
            (_, true) => ("<", after - slack),
            (_, false) => (">", after + slack),
        }
    }

    fn advance(&mut self, name: &str, step: i64) -> String {
        match (step, self.rng.below(3)) {
            (1, 0) => format!("++{name}"),
            (1, _) => format!("{name}++"),
            (-1, 0) => format!("--{name}"),
            (-1, _) => format!("{name}--"),
            (1.., 0) => format!("{name} = {name} + {step}"),
            (1.., _) => format!("{name} += {step}"),
            (_, 0) => format!("{name} = {name} - {}", -step),
            _ => format!("{name} -= {}", -step),
        }
    }
}

fn mirrored(op: &str) -> &str {
    match op {
        "<" => ">",
        "<=" => ">=",
        ">" => "<",
        ">=" => "<=",
        same => same,
    }
}
