//! Searches by halving, of every form, against all ways they can go.

use std::collections::{BTreeSet, HashSet};

use hir::{BinaryOp, Builder, ExprId, ExprKind, Program, StmtId, StmtKind, Type, VarId};
use proptest::prelude::*;
use source::{Sources, Span};

use super::possible_values::{PossibleValues, Trips};

/// `while (high - low > rest) { middle = (low + high) / parts; … }`, where the body ends
/// in `if (…) low = middle + up; else high = middle - down;`.
#[derive(Clone, Copy, Debug)]
struct Halving {
    low: i64,
    high: i64,
    rest: i64,
    parts: i64,
    up: i64,
    down: i64,
}

impl Halving {
    /// After going up, and after going down.
    fn next(self, low: i64, high: i64) -> [(i64, i64); 2] {
        let middle = (low + high) / self.parts;
        [(middle + self.up, high), (low, middle - self.down)]
    }

    /// By trying all ways; nothing if one is longer than what is looked for.
    fn oracle(self) -> Option<Trips> {
        let mut at_head = BTreeSet::from([(self.low, self.high)]);
        let mut least = None;
        for step in 0..=32 {
            if at_head.iter().any(|(low, high)| high - low <= self.rest) {
                least = least.or(Some(step));
            }
            at_head.retain(|(low, high)| high - low > self.rest);
            if at_head.is_empty() {
                return Some(Trips { least: least.unwrap_or(step), most: step });
            }
            at_head = at_head.iter().flat_map(|(low, high)| self.next(*low, *high)).collect();
        }
        None
    }

    fn answer(self) -> Option<Trips> {
        let (mut program, mut sources) = (Program::default(), Sources::default());
        let mut b = Builder { program: &mut program, sources: &mut sources, origin: Span::BUILTIN };
        let [low, high, middle, unknown] =
            ["low", "high", "middle", "unknown"].map(|name| b.local(name, Type::INT));
        let (first, last) = (b.int(self.low), b.int(self.high));
        let before = [b.declare(low, Some(first)), b.declare(high, Some(last))];
        let width = difference(&mut b, high, low);
        let rest = b.int(self.rest);
        let cond = b.binary(BinaryOp::Gt, width, rest);
        let body = self.body(&mut b, low, high, middle, unknown);
        PossibleValues::of(&program, cond, body, &HashSet::new())?.trips(&before, cond, body)
    }

    fn body(self, b: &mut Builder<'_>, low: VarId, high: VarId, middle: VarId, unknown: VarId) -> StmtId {
        let (l, h, parts) = (b.var(low), b.var(high), b.int(self.parts));
        let sum = b.binary(BinaryOp::Add, l, h);
        let mean = b.binary(BinaryOp::Div, sum, parts);
        let declare = b.declare(middle, Some(mean));
        let (m, up, l) = (b.var(middle), b.int(self.up), b.var(low));
        let raised = b.binary(BinaryOp::Add, m, up);
        let raise = b.assign(l, raised);
        let (m, down, h) = (b.var(middle), b.int(self.down), b.var(high));
        let lowered = b.binary(BinaryOp::Sub, m, down);
        let lower = b.assign(h, lowered);
        let cond = b.var(unknown);
        let branch = b.stmt(StmtKind::If { cond, then: raise, otherwise: Some(lower) });
        b.stmt(StmtKind::Block(vec![declare, branch]))
    }
}

fn difference(b: &mut Builder<'_>, of: VarId, and: VarId) -> ExprId {
    let (lhs, rhs) = (b.var(of), b.var(and));
    b.expr(ExprKind::Binary { op: BinaryOp::Sub, lhs, rhs }, Type::INT)
}

proptest! {
    #[test]
    fn counts_are_those_of_all_ways(
        (low, width) in (-20i64..20, 0i64..200),
        rest in -1i64..3,
        parts in 2i64..4,
        (up, down) in (0i64..3, 0i64..3),
    ) {
        let halving = Halving { low, high: low + width, rest, parts, up, down };
        // What is not followed to its end may have an end all the same.
        if let Some(trips) = halving.answer() {
            prop_assert_eq!(Some(trips), halving.oracle());
        }
    }
}

#[test]
fn twenty_bins_take_four_or_five_steps() {
    let halving = Halving { low: 0, high: 20, rest: 1, parts: 2, up: 0, down: 0 };
    assert_eq!(halving.answer(), Some(Trips { least: 4, most: 5 }));
    assert_eq!(Halving { high: 16, ..halving }.answer(), Some(Trips { least: 4, most: 4 }));
}

#[test]
fn a_search_that_may_stand_still_has_no_count() {
    let halving = Halving { low: 0, high: 20, rest: 0, parts: 2, up: 0, down: 0 };
    assert_eq!(halving.answer(), None);
}
