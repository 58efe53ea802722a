//! Threads that have up to eight elements side by side, accessed one by one in
//! random statements: as vectors, or however else they come and go, they end as before.
//! That holds too where the arrays begin in the middle of a vector, and where two of them
//! are one.

use std::sync::atomic::AtomicBool;

use analyze::Input;
use gpu::Gpu;
use proptest::prelude::*;
use simulate::{Config, GlobalMemory, Launch};

use super::{Read, launched, read, rewritten};

#[derive(Clone, Debug)]
struct Parts {
    lanes: u64,
    count: u64,
    threads: u32,
    guard: usize,
    restrict: bool,
    stmts: Vec<(usize, u64, u64)>,
}

const GUARDS: [&str; 4] = [
    "    if (i >= n)\n        return;\n    int s = i;\n{}    c[i] = s;\n",
    "    int s = 3;\n    if (i < n) {\n{}        c[i] = s;\n    }\n",
    "    int s = 0;\n    if (i < n)\n{}",
    "    int s = 1;\n    for (; i < n; i += gridDim.x * blockDim.x) {\n{}        c[i] = s;\n    }\n",
];

/// `A(j)` is an element of `a`, `B(k)` one of `b`, `L` their number.
const STATEMENTS: [&str; 15] = [
    "s += A(j);",
    "B(k) = s + A(j);",
    "A(j) += i;",
    "if (s % 3 == 0) B(k) = A(j);",
    "for (int e = 0; e < L; e++) s += A(e) * e;",
    "for (int e = 0; e < L; e++) B(e) = A(e) + s;",
    "for (int e = 0; e < L; e++) A(e) = s - e;",
    "s ^= B(k);",
    "{ int t = A(j); s = s * 3 + t; }",
    "if (A(j) > 50) s++;",
    "for (int e = 1; e < L; e++) s -= A(e);",
    "{ ALL(s = 2 * s + A(x);) }",
    "{ ALL(B(x) = A(x) - s;) }",
    "{ ALL(A(x) = s * 2 + A(j);) }",
    "if (s == 77) return;",
];

fn parts() -> impl Strategy<Value = Parts> {
    let stmts = prop::collection::vec((0..STATEMENTS.len(), 0..8u64, 0..8u64), 1..5);
    let lanes = prop::sample::select(vec![2u64, 3, 4, 4, 6, 7, 8]);
    let threads = prop::sample::select(vec![32u32, 64]);
    (lanes, 1..150u64, threads, 0..GUARDS.len(), any::<bool>(), stmts).prop_map(
        |(lanes, count, threads, guard, restrict, stmts)| Parts {
            lanes,
            count,
            threads,
            guard,
            restrict,
            stmts,
        },
    )
}

fn statement(parts: &Parts, (kind, j, k): (usize, u64, u64)) -> String {
    let lanes = parts.lanes;
    let mut text = STATEMENTS[kind].to_owned();
    if let Some((open, rest)) = text.clone().split_once("ALL(") {
        let (one, close) = rest.rsplit_once(')').unwrap();
        let all: String = (0..lanes).map(|lane| one.replace("(x)", &format!("({lane})")) + " ").collect();
        text = format!("{open}{all}{close}");
    }
    let text = text.replace("(j)", &format!("({})", j % lanes)).replace("(k)", &format!("({})", k % lanes));
    let text = [('A', 'a'), ('B', 'b')].into_iter().fold(text, |text, (name, array)| {
        let lane = |text: String, lane: &str| {
            text.replace(&format!("{name}({lane})"), &format!("{array}[{lanes} * i + {lane}]"))
        };
        ["0", "1", "2", "3", "4", "5", "6", "7", "e"].into_iter().fold(text, lane)
    });
    format!("        {}\n", text.replace("< L", &format!("< {lanes}")))
}

fn text(parts: &Parts) -> String {
    let restrict = if parts.restrict { "__restrict__ " } else { "" };
    let is_one = GUARDS[parts.guard].ends_with("if (i < n)\n{}");
    let count = if is_one { 1 } else { parts.stmts.len() };
    let stmts: String = parts.stmts[..count].iter().map(|stmt| statement(parts, *stmt)).collect();
    let body = GUARDS[parts.guard].replace("{}", &stmts);
    format!(
        "__global__ void k(int *{restrict}a, int *{restrict}b, int *{restrict}c, int n)\n{{\n    \
         int i = blockIdx.x * blockDim.x + threadIdx.x;\n{body}}}\n\n\
         void go(int *a, int *b, int *c, int n)\n{{\n    k<<<(n + {t} - 1) / {t}, {t}>>>(a, b, c, n);\n}}\n",
        t = parts.threads
    )
}

/// How the kernel is given its arrays.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Given {
    Apart,
    /// One element behind where a vector may begin.
    Shifted,
    /// `b` is `a`.
    AsOne,
}

fn run(text: &str, parts: &Parts, given: Given) -> (Vec<Vec<u8>>, Vec<String>) {
    let Read { program, sources, .. } = read(text);
    let input = Input::new(&program, &sources);
    let kernel = analyze::cuda_kernel::cuda_kernels(&program)[0];
    let code = simulate::compile(&program, &sources, input.linkage(), &simulate::Symbols::new(), kernel)
        .unwrap_or_else(|why| panic!("{}", why.message));
    let mut memory = GlobalMemory::new(1 << 24);
    let shift = u64::from(given == Given::Shifted) * 4;
    let elements = (parts.lanes * parts.count) as i32;
    let mut arrays = Vec::new();
    for (salt, elements) in [(1, elements), (2, elements), (3, parts.count as i32)] {
        let values: Vec<u8> = (0..elements).flat_map(|i| ((i * 37 + salt) % 101).to_le_bytes()).collect();
        let at = memory.allocate(values.len() as u64 + shift).unwrap() + shift;
        memory.write(at, &values);
        arrays.push((at, values.len()));
    }
    let second = if given == Given::AsOne { arrays[0].0 } else { arrays[1].0 };
    let mut args: Vec<u8> =
        [arrays[0].0, second, arrays[2].0].iter().flat_map(|at| at.to_le_bytes()).collect();
    args.extend((parts.count as i32).to_le_bytes());
    let (times, block) = launched(text, [parts.threads, 1, 1]);
    let grid = [times * (parts.count as u32).div_ceil(parts.threads), 1, 1];
    let config = Config { grid, block, dynamic_shared: 0, args };
    let stop = AtomicBool::new(false);
    let launch = Launch::new(&code, &memory, Gpu::H200, config, &stop).expect("a launch");
    launch.work();
    let found = launch.finish().findings.iter().map(|finding| format!("{:?}", finding.kind)).collect();
    let contents = arrays.into_iter().map(|(at, len)| {
        let mut bytes = vec![0; len];
        memory.read(at, &mut bytes);
        bytes
    });
    (contents.collect(), found)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn small_parts_end_as_before(parts in parts()) {
        let before = text(&parts);
        if let Some(after) = rewritten(&before) {
            for given in [Given::Apart, Given::Shifted, Given::AsOne] {
                if given == Given::AsOne && parts.restrict {
                    continue;
                }
                let (expected, got) = (run(&before, &parts, given), run(&after, &parts, given));
                prop_assert_eq!(&got.1, &expected.1, "{:?}, found in: {}", given, after);
                prop_assert_eq!(&got.0, &expected.0, "{:?}, before: {} after: {}", given, before, after);
            }
        }
    }
}

/// How many are rewritten, and as vectors: a test of the test.
#[test]
fn many_small_parts_are_vectors() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let (mut vectors, mut tiles) = (0, 0);
    for _ in 0..200 {
        let parts = parts().new_tree(&mut runner).unwrap().current();
        let after = rewritten(&text(&parts)).unwrap_or_default();
        vectors += usize::from(after.contains("reinterpret_cast<const int"));
        tiles += usize::from(after.contains("__shared__"));
    }
    assert!(vectors >= 12 && tiles >= 12, "{vectors} and {tiles} of 200");
}
