//! Random naive kernels before and after the rewrite, on the simulator: the
//! same arrays come out, and nothing is found that was not found before.
//!
//! A kernel gives each thread a row. Its loops walk along rows of two arrays
//! with random pitches, offsets, bounds and guards; what they do ranges from
//! independent elements to sums carried along, also under conditions.

#![allow(clippy::unwrap_used, clippy::panic)] // a test fails by panicking

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use analyze::Input;
use diagnostics::Sink;
use proptest::prelude::*;
use simulate::{Config, GlobalMemory, Gpu, Launch};
use source::{FileId, FileKind, Sources, apply_edits};
use syntax::Dialect;
use syntax::preprocess::{FileLoader, Loaded};

struct NoFiles;

impl FileLoader for NoFiles {
    fn load(&mut self, _: &str) -> Loaded {
        Loaded::NotFound
    }
}

/// Room beyond the rows, so that offsets stay inside.
const MARGIN: i32 = 8;

#[derive(Clone, Debug)]
struct Shape {
    threads: u32,
    rows: i32,
    columns: i32,
    pitch_is_variable: bool,
    guard: usize,
    loops: Vec<(usize, i32, usize)>,
    restrict: bool,
}

fn shapes() -> impl Strategy<Value = Shape> {
    let loops = prop::collection::vec((0..BODIES.len(), 0..3i32, 0..BOUNDS.len()), 1..3);
    (
        prop::sample::select(vec![32u32, 48, 64]),
        1..80i32,
        1..70i32,
        any::<bool>(),
        0..GUARDS.len(),
        loops,
        any::<bool>(),
    )
        .prop_map(|(threads, rows, columns, pitch_is_variable, guard, loops, restrict)| Shape {
            threads,
            rows,
            columns,
            pitch_is_variable,
            guard,
            loops,
            restrict,
        })
}

/// What stands around the loops: `{}` is their place.
const GUARDS: [&str; 8] = [
    "if (row >= n) return;\n    int s = row;\n{}",
    "if (row < n) {\n        int s = 1;\n{}    }",
    "int s = 0;\n    if (row >= n || row % 5 == 3)\n        return;\n{}    c[row] += s;",
    "if (row >= n)\n        return;\n    int s = c[row];\n{}    c[row] = s;",
    "int s = threadIdx.x;\n    if (row < n)\n{}",
    // What is read and written outside the loops may be what they touch.
    "if (row >= n)\n        return;\n    int s = X(0);\n{}    Y(0) = s;\n    c[row] = Y(0) + X(0);",
    "int s = 5;\n    if (row < n) {\n        c[row] = 1;\n{}        \
     if (s > 9) {\n            c[row] = s;\n            s = 2;\n        }\n        c[row] += s;\n    }",
    "int s = 0;\n    if (row < n) {\n        for (int round = 0; round < 2; round++) {\n{}            \
     X(1) = s;\n        }\n        c[row] = s;\n    }",
];

/// What a loop does with `X(k)`, an element of `a`, and `Y(k)`, one of `b`.
const BODIES: [&str; 14] = [
    "Y(0) = 2 * X(0) + row;",
    "s += X(0);",
    "{ s = 3 * s + X(0); Y(0) = s; }",
    "X(0) += j;",
    "{ s += X(0); X(0) = s; }",
    "if (X(0) > 20) { X(0) = 20; s++; }",
    "s = s * 2 + X(1) - X(0);",
    "Y(0) = X(1) - X(0);",
    "{ int x = X(0); Y(0) = x; s ^= Y(0) + x; }",
    "s = s > X(0) ? s : X(0);",
    "if (X(0) < s) s = X(0);",
    "{ s += X(0); Y(0) = X(0) - 3; }",
    "{ s += X(0); s -= Y(0); }",
    "s = s || X(0) == 7;",
];

const BOUNDS: [&str; 4] = ["j < m", "j <= m - 1", "j < m && j < 1000", "j <= row && j < m"];

fn text(shape: &Shape) -> String {
    let pitch = if shape.pitch_is_variable { "p".to_owned() } else { (shape.columns + MARGIN).to_string() };
    let restrict = if shape.restrict { "__restrict__ " } else { "" };
    let mut loops = String::new();
    for (body, start, bound) in &shape.loops {
        // Conditions of two parts are no counted loops: those are left alone.
        let body = BODIES[*body];
        let body = elements(body, &pitch, " + j");
        loops += &format!("    for (int j = {start}; {}; j++)\n        {body}\n", BOUNDS[*bound]);
    }
    let body = match (shape.guard, shape.loops.len()) {
        (4, 2..) => GUARDS[1].replace("{}", &loops),
        (guard, _) => elements(GUARDS[guard], &pitch, "").replace("{}", &loops),
    };
    format!(
        "__global__ void k(int *{restrict}a, int *{restrict}b, int *{restrict}c, int n, int m, int p)\n{{\n    \
         int row = blockIdx.x * blockDim.x + threadIdx.x;\n    {body}\n}}\n\n\
         void go(int *a, int *b, int *c, int n, int m, int p)\n{{\n    \
         k<<<(n + {t} - 1) / {t}, {t}>>>(a, b, c, n, m, p);\n}}\n",
        t = shape.threads
    )
}

/// `X(k)` and `Y(k)` as elements of a row, with or without a column.
fn elements(text: &str, pitch: &str, column: &str) -> String {
    [('X', 'a'), ('Y', 'b')].into_iter().fold(text.to_owned(), |text, (name, array)| {
        (0..2).fold(text, |text, k| {
            text.replace(&format!("{name}({k})"), &format!("{array}[row * {pitch}{column} + {k}]"))
        })
    })
}

struct Read {
    program: hir::Program,
    sources: Sources,
    file: FileId,
}

fn read(text: &str) -> Read {
    let mut sources = syntax::new_sources();
    let bytes: Arc<[u8]> = text.as_bytes().into();
    let file = sources.map.add("random.cu".into(), bytes, FileKind::User, None).unwrap();
    let options = syntax::preprocess::Options { dialect: Dialect::Cuda, ..Default::default() };
    let mut sink = Sink::default();
    let tokens = syntax::preprocess(file, &options, &mut NoFiles, &mut sources, &mut sink);
    let unit = syntax::parse(&tokens, Dialect::Cuda, &mut sources, &mut sink);
    let mut program = hir::Program::default();
    let options = resolve::Options { cuda: true, ..Default::default() };
    resolve::resolve(&unit, &options, &mut program, &mut sources, &mut sink);
    let messages: Vec<_> = sink.diagnostics().iter().map(|d| d.message.clone()).collect();
    assert_eq!(messages, [""; 0], "in {text}");
    Read { program, sources, file }
}

/// The arrays after a launch, and what was found.
fn run(text: &str, shape: &Shape, [x, y, z]: [u32; 3], block: [u32; 3]) -> (Vec<Vec<u8>>, Vec<String>) {
    let Read { program, sources, .. } = read(text);
    let input = Input::new(&program, &sources);
    let kernel = analyze::cuda_kernel::cuda_kernels(&program)[0];
    let code = simulate::compile(&program, &sources, input.linkage(), &simulate::Symbols::new(), kernel)
        .unwrap_or_else(|why| panic!("{}", why.message));
    let mut memory = GlobalMemory::new(1 << 28);
    let pitch = shape.columns + MARGIN;
    let mut args = Vec::new();
    let mut arrays = Vec::new();
    for (salt, elements) in [(1, shape.rows * pitch), (2, shape.rows * pitch), (3, shape.rows)] {
        let values: Vec<u8> = (0..elements).flat_map(|i| ((i * 37 + salt) % 101).to_le_bytes()).collect();
        let at = memory.allocate(values.len() as u64).unwrap();
        memory.write(at, &values);
        args.extend(at.to_le_bytes());
        arrays.push((at, values.len()));
    }
    [shape.rows, shape.columns, pitch].iter().for_each(|n| args.extend(n.to_le_bytes()));
    let blocks = (shape.rows as u32).div_ceil(shape.threads);
    let stop = AtomicBool::new(false);
    let config = Config { grid: [x * blocks, y, z], block, dynamic_shared: 0, args };
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

/// The text after the rewrite, if there was anything to do.
fn rewritten(text: &str) -> Option<String> {
    let Read { program, sources, file } = read(text);
    let input = Input::new(&program, &sources);
    let mut sink = Sink::default();
    let settings = coalesce::Settings { gpu: Gpu::H200, reassociate: false };
    let kernels = coalesce::coalesce(&input, file, settings, &mut sink);
    let edits: Vec<source::Edit> = kernels.into_iter().flat_map(|kernel| kernel.edits).collect();
    let changed = apply_edits(text.as_bytes(), &edits).expect("edits that fit");
    (!edits.is_empty()).then(|| String::from_utf8(changed).expect("text"))
}

/// How many blocks the launch has where it had one, and their shape if it is new:
/// `k<<<2 * (…), dim3(32, 8)>>>(…)`.
fn launched(text: &str, block: [u32; 3]) -> (u32, [u32; 3]) {
    let config = text.split("k<<<").nth(1).unwrap().split(">>>").next().unwrap();
    let grid = config.strip_prefix("dim3(").unwrap_or(config);
    let times = grid.split_once(" * ").and_then(|(times, _)| times.parse().ok()).unwrap_or(1);
    let numbers = |shape: &str| shape.split(", ").map(|n| n.parse().ok()).collect::<Option<Vec<u32>>>();
    let shape = config.strip_suffix(')').and_then(|config| numbers(config.rsplit("dim3(").next()?));
    let threads = config.rsplit(", ").next().and_then(|threads| threads.parse().ok());
    match (shape.as_deref(), threads) {
        (Some([x, y]), _) => (times, [*x, *y, 1]),
        (_, Some(threads)) => (times, [threads, 1, 1]),
        _ => (times, block),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_rewritten_kernel_does_the_same(shape in shapes()) {
        let before = text(&shape);
        if let Some(after) = rewritten(&before) {
            let block = [shape.threads, 1, 1];
            let expected = run(&before, &shape, [1, 1, 1], block);
            prop_assert_eq!(&expected.1, &Vec::<String>::new(), "before: {}", before);
            // The kernel is right with and without the larger grid of its launch.
            // With a warp or several threads for each row it is right with its own.
            let (x, block) = launched(&after, block);
            let ys = if after.contains("gridDim.y") { vec![1, shape.threads] } else { vec![1] };
            let zs = if after.contains("gridDim.z") { vec![1, 3] } else { vec![1] };
            for (y, z) in ys.iter().flat_map(|y| zs.iter().map(move |z| (*y, *z))) {
                let got = run(&after, &shape, [x, y, z], block);
                prop_assert_eq!(&got.1, &expected.1, "found in: {}", after);
                prop_assert_eq!(&got.0, &expected.0, "before: {} after: {}", before, after);
            }
        }
    }
}

/// How many of the random kernels are rewritten: a test of the test.
#[test]
fn most_kernels_are_rewritten() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut count = 0;
    for _ in 0..40 {
        let shape = shapes().new_tree(&mut runner).unwrap().current();
        count += usize::from(rewritten(&text(&shape)).is_some());
    }
    assert!(count >= 12, "only {count} of 40");
}
