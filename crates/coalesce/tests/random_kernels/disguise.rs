//! The same kernels in other words: conditions and bounds of every operator, with the fewest
//! parentheses that C allows, macros without any, comments in odd places, tabs, `\r\n`.
//!
//! What a rewrite puts into a new place must mean there what it meant in the old one.

use proptest::prelude::*;

use crate::{Shape, cases, launched, rewritten, run, shapes, text};

/// How a kernel is disguised.
#[derive(Clone, Debug)]
struct Disguise {
    condition: Condition,
    bound: usize,
    indent: &'static str,
    newline: &'static str,
    /// Where comments stand: numbers that choose among the blanks.
    comments: Vec<(usize, bool)>,
}

/// A condition that reads no memory.
#[derive(Clone, Debug)]
enum Condition {
    Leaf(usize),
    Unary(usize, Box<Condition>),
    Binary(usize, Box<Condition>, Box<Condition>),
    Choice(Box<[Condition; 3]>),
}

const LEAVES: [&str; 10] =
    ["row", "n", "m", "3", "row % 5", "row >> 1", "m << 2", "blockIdx.x", "(int)threadIdx.x", "LESS(n)"];
const UNARY: [&str; 4] = ["!", "-", "~", "(int)"];
/// Operators and how tightly they hold their operands.
const BINARY: [(&str, u32); 14] = [
    ("||", 1),
    ("&&", 2),
    ("|", 3),
    ("^", 4),
    ("&", 5),
    ("==", 6),
    ("!=", 6),
    ("<", 7),
    (">", 7),
    ("<=", 7),
    (">=", 7),
    ("+", 9),
    ("-", 9),
    ("*", 10),
];

/// Bounds of at most `m`, each with another operator on top.
const BOUNDS: [&str; 14] = [
    "m",
    "(m & ~1)",
    "(m > 3 ? m - 2 : m)",
    "m - (m > 5)",
    "m >> 1",
    "(m | 1) - 1",
    "((m ^ 1) < m ? m ^ 1 : m)",
    "LESS(m)",
    "m - !n",
    "m / 2 + m % 2",
    "HALF(m)",
    "-(-m)",
    "(int)(m * 1u)",
    "(n == 7 || m < 9 ? m : m - 1)",
];

const MACROS: &str = "#define LESS(x) x - 1\n#define HALF(x) (x) / 2\n";

impl Condition {
    /// The text and how tightly it holds together; 11 is a prefix, 12 a word.
    fn text(&self) -> (String, u32) {
        let at = |one: &Condition, least: u32| {
            let (text, tightness) = one.text();
            if tightness < least { format!("({text})") } else { text }
        };
        match self {
            Condition::Leaf(leaf) => {
                let tightness = match LEAVES[*leaf] {
                    "row % 5" => 10,
                    "row >> 1" | "m << 2" => 8,
                    "LESS(n)" => 9,
                    "(int)threadIdx.x" => 11,
                    _ => 12,
                };
                (LEAVES[*leaf].to_owned(), tightness)
            }
            Condition::Unary(op, operand) => (format!("{} {}", UNARY[*op], at(operand, 11)), 11),
            Condition::Binary(op, lhs, rhs) => {
                let (op, tightness) = BINARY[*op];
                (format!("{} {op} {}", at(lhs, tightness), at(rhs, tightness + 1)), tightness)
            }
            Condition::Choice(parts) => {
                let [condition, then, otherwise] = &**parts;
                (format!("{} ? {} : {}", at(condition, 1), at(then, 0), at(otherwise, 0)), 0)
            }
        }
    }
}

fn conditions() -> impl Strategy<Value = Condition> {
    let leaf = (0..LEAVES.len()).prop_map(Condition::Leaf);
    leaf.prop_recursive(3, 12, 3, |inner| {
        let boxed = || inner.clone().prop_map(Box::new);
        prop_oneof![
            (0..UNARY.len(), boxed()).prop_map(|(op, operand)| Condition::Unary(op, operand)),
            (0..BINARY.len(), boxed(), boxed()).prop_map(|(op, a, b)| Condition::Binary(op, a, b)),
            (0..BINARY.len(), boxed(), boxed()).prop_map(|(op, a, b)| Condition::Binary(op, a, b)),
            (inner.clone(), inner.clone(), inner)
                .prop_map(|(a, b, c)| Condition::Choice(Box::new([a, b, c]))),
        ]
    })
}

fn disguises() -> impl Strategy<Value = Disguise> {
    (
        conditions(),
        0..BOUNDS.len(),
        prop::sample::select(vec!["\t", "    ", "  "]),
        prop::sample::select(vec!["\n", "\r\n"]),
        prop::collection::vec((0..400usize, any::<bool>()), 0..6),
    )
        .prop_map(|(condition, bound, indent, newline, comments)| Disguise {
            condition,
            bound,
            indent,
            newline,
            comments,
        })
}

/// The kernel, disguised; its launch stays as it is.
fn disguised(shape: &Shape, disguise: &Disguise) -> String {
    let plain = text(shape);
    let (kernel, launch) = plain.split_once("void go").unwrap();
    let (condition, tightness) = disguise.condition.text();
    let both = if tightness < 2 { format!("({condition})") } else { condition.clone() };
    let either = if tightness < 1 { format!("({condition})") } else { condition };
    let kernel = kernel
        .replace("row >= n)", &format!("row >= n || {either})"))
        .replace("if (row < n)", &format!("if (row < n && {both})"))
        .replace("j < m;", &format!("j < {};", BOUNDS[disguise.bound]))
        .replace("    ", disguise.indent);
    let mut lines = String::new();
    let mut blanks = 0;
    for (at, character) in kernel.char_indices() {
        let is_blank = character == ' ' && !kernel[..at].ends_with(['\n', ' ', '\t']);
        blanks += usize::from(is_blank);
        match disguise.comments.iter().find(|(place, _)| is_blank && *place == blanks) {
            Some((_, true)) => lines += " /* odd, \" ' ( */ ",
            Some((_, false)) => lines += " // odd ' ) \"\n",
            None => lines.push(character),
        }
    }
    format!("{MACROS}{lines}void go{launch}").replace('\n', disguise.newline)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_disguised_kernel_does_the_same(shape in shapes(), disguise in disguises()) {
        let before = disguised(&shape, &disguise);
        if let Some(after) = rewritten(&before) {
            let block = [shape.threads, 1, 1];
            let (size, blocks) = ([shape.rows, shape.columns], (shape.rows as u32).div_ceil(shape.threads));
            let expected = run(&before, size, [blocks, 1, 1], block);
            prop_assert_eq!(&expected.1, &Vec::<String>::new(), "before: {}", before);
            let (x, block) = launched(&after, block);
            let got = run(&after, size, [x * blocks, 1, 1], block);
            prop_assert_eq!(&got.1, &expected.1, "found in: {}", after);
            prop_assert_eq!(&got.0, &expected.0, "before: {} after: {}", before, after);
            let is_mixed = disguise.newline == "\r\n" && after.replace("\r\n", "").contains(['\n', '\r']);
            prop_assert!(!is_mixed, "ends of lines are mixed in: {}", after);
            let has_blanks = disguise.indent == "\t"
                && after.lines().any(|line| line.starts_with(' ') && !line.contains("<<<"));
            prop_assert!(!has_blanks, "blanks among tabs in: {}", after);
        }
    }
}
