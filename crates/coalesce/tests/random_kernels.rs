//! Random naive kernels before and after the rewrite, on the simulator: the
//! same arrays come out, and nothing is found that was not found before.
//!
//! A kernel gives each thread a row. Its loops walk along rows of two arrays
//! with random pitches, offsets, steps, bounds (also triangular ones) and guards, by
//! indices of 32 and 64 bits; what they do ranges from independent elements to sums
//! carried along, also under conditions. Sums of floating-point numbers must be the
//! same to the last bit, unless they may be in another order.
//!
//! `WARPLOOM_CASES=2000 cargo test -p coalesce` takes longer and finds more.

#![allow(clippy::unwrap_used, clippy::panic)] // a test fails by panicking

#[path = "random_kernels/disguise.rs"]
mod disguise;
#[path = "random_kernels/small_parts.rs"]
mod small_parts;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use analyze::Input;
use diagnostics::Sink;
use gpu::Gpu;
use proptest::prelude::*;
use simulate::{Config, GlobalMemory, Launch};
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
    loops: Vec<Loop>,
    restrict: bool,
    index: &'static str,
    numbers: Numbers,
}

#[derive(Clone, Debug)]
struct Loop {
    body: usize,
    start: i32,
    bound: usize,
    step: &'static str,
}

/// What the arrays hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Numbers {
    Integers,
    /// Every sum rounds, and must round as it did.
    Rounded,
    /// Sums are exact, and may be in another order.
    InAnyOrder,
}

/// How many random kernels a test tries.
fn cases() -> u32 {
    std::env::var("WARPLOOM_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(100)
}

fn shapes() -> impl Strategy<Value = Shape> {
    let steps = prop::sample::select(vec!["j++", "++j", "j++", "j += 2"]);
    let one = (0..BODIES.len(), 0..3i32, 0..BOUNDS.len(), steps);
    let one = one.prop_map(|(body, start, bound, step)| Loop { body, start, bound, step });
    let loops = prop::collection::vec(one, 1..3);
    let indices = prop::sample::select(vec!["int", "int", "long", "unsigned", "size_t"]);
    let numbers = prop::sample::select(vec![
        Numbers::Integers,
        Numbers::Integers,
        Numbers::Rounded,
        Numbers::InAnyOrder,
    ]);
    (
        prop::sample::select(vec![32u32, 48, 64]),
        1..80i32,
        1..70i32,
        any::<bool>(),
        0..GUARDS.len(),
        loops,
        any::<bool>(),
        (indices, numbers),
    )
        .prop_map(|(threads, rows, columns, pitch_is_variable, guard, loops, restrict, kinds)| {
            // The longest row of a triangle is as long as there are rows.
            let is_triangle = loops.iter().any(|one| BOUNDS[one.bound] == "j <= row");
            let columns = if is_triangle { columns.max(rows) } else { columns };
            let (index, numbers) = kinds;
            Shape { threads, rows, columns, pitch_is_variable, guard, loops, restrict, index, numbers }
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
const BODIES: [&str; 18] = [
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
    "{ if (X(0) > 50) continue; s += X(0); }",
    "{ if (X(0) == 50) break; Y(0) = X(0) + s; }",
    "for (int k = 0; k < 3; k++) s += X(0) * k;",
    "{ int x = X(0); if (x > s) { s = x; Y(0) = x; } else Y(0) = s; }",
];

const BOUNDS: [&str; 5] = ["j < m", "j <= m - 1", "j < m && j < 1000", "j <= row && j < m", "j <= row"];

/// A body for these numbers: what a loop has of floating-point numbers if it can have
/// it, and if another order makes no difference.
fn body_for(numbers: Numbers, body: &str) -> String {
    let is_exact = !["* s", "s *", "||", "^="].iter().any(|operation| body.contains(operation));
    match numbers {
        Numbers::Integers => body.to_owned(),
        Numbers::Rounded => body.replace("^=", "+=").replace("s = s || X(0) == 7", "s = s * 0.3f + X(0)"),
        Numbers::InAnyOrder if is_exact => body.to_owned(),
        Numbers::InAnyOrder => "s += X(0);".to_owned(),
    }
}

fn text(shape: &Shape) -> String {
    let pitch = if shape.pitch_is_variable { "p".to_owned() } else { (shape.columns + MARGIN).to_string() };
    let restrict = if shape.restrict { "__restrict__ " } else { "" };
    let mut loops = String::new();
    let index = shape.index;
    for Loop { body, start, bound, step } in &shape.loops {
        // Conditions of two parts are no counted loops: those are left alone.
        let body = body_for(shape.numbers, BODIES[*body]);
        let body = elements(&body, &pitch, " + j");
        loops += &format!("    for ({index} j = {start}; {}; {step})\n        {body}\n", BOUNDS[*bound]);
    }
    let body = match (shape.guard, shape.loops.len()) {
        (4, 2..) => GUARDS[1].replace("{}", &loops),
        (guard, _) => elements(GUARDS[guard], &pitch, "").replace("{}", &loops),
    };
    let number = if shape.numbers == Numbers::Integers { "int" } else { "float" };
    let order = if shape.numbers == Numbers::InAnyOrder { "// in any order\n" } else { "" };
    let body = body.replace("int s", &format!("{number} s")).replace("int x", &format!("{number} x"));
    format!(
        "__global__ void k({number} *{restrict}a, {number} *{restrict}b, {number} *{restrict}c, int n, int m, int p)\n{{\n    \
         {index} row = blockIdx.x * blockDim.x + threadIdx.x;\n    {body}\n}}\n\n\
         void go({number} *a, {number} *b, {number} *c, int n, int m, int p)\n{{\n    \
         k<<<(n + {t} - 1) / {t}, {t}>>>(a, b, c, n, m, p);\n}}\n{order}",
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
fn run(
    text: &str,
    [rows, columns]: [i32; 2],
    grid: [u32; 3],
    block: [u32; 3],
) -> (Vec<Vec<u8>>, Vec<String>) {
    let pitch = columns + MARGIN;
    run_with(text, [rows * pitch, rows * pitch, rows.max(columns)], [rows, columns, pitch], grid, block)
}

/// The same for arrays of other sizes, and other numbers.
fn run_with(
    text: &str,
    sizes: [i32; 3],
    numbers: [i32; 3],
    grid: [u32; 3],
    block: [u32; 3],
) -> (Vec<Vec<u8>>, Vec<String>) {
    let Read { program, sources, .. } = read(text);
    let input = Input::new(&program, &sources);
    let kernel = analyze::cuda_kernel::cuda_kernels(&program)[0];
    let code = simulate::compile(&program, &sources, input.linkage(), &simulate::Symbols::new(), kernel)
        .unwrap_or_else(|why| panic!("{}", why.message));
    let mut memory = GlobalMemory::new(1 << 28);
    let mut args = Vec::new();
    let mut arrays = Vec::new();
    for (salt, elements) in (1..).zip(sizes) {
        let values: Vec<u8> = (0..elements).flat_map(|i| first_value(text, (i * 37 + salt) % 101)).collect();
        let at = memory.allocate(values.len() as u64).unwrap();
        memory.write(at, &values);
        args.extend(at.to_le_bytes());
        arrays.push((at, values.len()));
    }
    numbers.iter().for_each(|n| args.extend(n.to_le_bytes()));
    let stop = AtomicBool::new(false);
    let config = Config { grid, block, dynamic_shared: 0, args };
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

/// What an array holds at first: whole numbers, or numbers that all sums round.
fn first_value(text: &str, number: i32) -> [u8; 4] {
    match (text.contains("float *"), text.contains("// in any order")) {
        (false, _) => number.to_le_bytes(),
        (true, true) => (number as f32 * 0.125).to_le_bytes(),
        (true, false) => (number as f32 * 0.3 - 11.0).to_le_bytes(),
    }
}

/// The text after the rewrite, if there was anything to do.
fn rewritten(text: &str) -> Option<String> {
    let Read { program, sources, file } = read(text);
    let input = Input::new(&program, &sources);
    let mut sink = Sink::default();
    let settings =
        coalesce::Settings { gpu: Gpu::H200, reassociate: text.contains("// in any order"), long_rows: true };
    let kernels = coalesce::coalesce(&input, file, coalesce::Language::Cuda, settings, &mut sink);
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
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_rewritten_kernel_does_the_same(shape in shapes()) {
        let before = text(&shape);
        if let Some(after) = rewritten(&before) {
            let block = [shape.threads, 1, 1];
            let (size, blocks) = ([shape.rows, shape.columns], (shape.rows as u32).div_ceil(shape.threads));
            let expected = run(&before, size, [blocks, 1, 1], block);
            prop_assert_eq!(&expected.1, &Vec::<String>::new(), "before: {}", before);
            // The kernel is right with and without the larger grid of its launch.
            // With a warp or several threads for each row it is right with its own.
            let (x, block) = launched(&after, block);
            let ys = if after.contains("gridDim.y") { vec![1, shape.threads] } else { vec![1] };
            let zs = if after.contains("gridDim.z") { vec![1, 3] } else { vec![1] };
            for (y, z) in ys.iter().flat_map(|y| zs.iter().map(move |z| (*y, *z))) {
                let got = run(&after, size, [x * blocks, y, z], block);
                prop_assert_eq!(&got.1, &expected.1, "found in: {}", after);
                prop_assert_eq!(&got.0, &expected.0, "before: {} after: {}", before, after);
            }
        }
    }
}

/// Kernels without a loop along rows: what a thread does with `i` and `j`, and how it is
/// launched.
#[derive(Clone, Debug)]
struct Flat {
    block: [u32; 2],
    rows: i32,
    columns: i32,
    kind: usize,
    restrict: bool,
}

/// All of them.
const KINDS: usize = PLANES.len() + COLUMNS.len() + STRUCTS.len() + STRIDES.len();

fn flats() -> impl Strategy<Value = Flat> {
    let block = prop::sample::select(vec![[8u32, 8], [16, 4], [4, 16], [32, 8], [16, 16], [64, 1]]);
    (block, 1..80i32, 1..150i32, 0..KINDS, any::<bool>())
        .prop_map(|(block, rows, columns, kind, restrict)| Flat { block, rows, columns, kind, restrict })
}

/// What threads of two dimensions do, neighbours a row apart.
const PLANES: [&str; 10] = [
    "if (i < n && j < m)\n        b[i * p + j] = a[i * p + j] + j;",
    "if (i < n && j < m)\n        a[i * p + j] *= 3;",
    "if (i < n && j < m) {\n        int x = a[i * p + j];\n        if (x > 20)\n            b[i * p + j] = x - a[i * p + j + 1];\n    }",
    "if (i >= n || j >= m)\n        return;\n    b[i * p + j] += a[i * p + j];",
    "if (j < m && i < n)\n        b[i * p + j] = c[i] + a[i * p + j] * j;",
    "if (i < n) {\n        if (j < m)\n            b[i * p + j] = a[i * p + j];\n    }",
    // Rows of one are columns of the other.
    "if (i < n && j < m)\n        b[j * n + i] = a[i * p + j];",
    "if (i >= n)\n        return;\n    if (j < m)\n        b[i * p + j] = a[j * n + i] + i;",
    "if (i < n && j < m) {\n        int x = a[j * n + i];\n        int to = i * p + j;\n        b[to] = x + to;\n    }",
    "if (i >= n || j >= m)\n        return;\n    int x = 2 * a[j * n + i];\n    x += j;\n    b[i * p + j] = x;",
];

/// What few threads do in a long loop, a column each.
const COLUMNS: [&str; 9] = [
    "for (int i = 0; i < n; i++)\n        b[i * m + j] = 2 * a[i * m + j] + i;",
    "for (int i = 1; i < n; i++)\n        a[i * m + j] += j;",
    "for (int i = 0; i < n; i++)\n        if (a[i * m + j] > 30)\n            a[i * m + j] = 30;",
    "{\n        int s = 0;\n        for (int i = 0; i < n; i++)\n            s += a[i * m + j] * b[i];\n        c[j] = s;\n    }",
    "{\n        int s = c[j], t = a[j];\n        for (int i = 1; i < n; i++) {\n            s ^= a[i * m + j];\n            \
     t = t > b[i * m + j] ? t : b[i * m + j];\n        }\n        c[j] = s + t;\n    }",
    "{\n        int s = 0;\n        for (int i = 0; i < n; i++)\n            s += a[i * m + j];\n        int t = 7;\n        \
     for (int i = 0; i <= n - 1; ++i)\n            t += a[i * m + j] - s;\n        if (t > s)\n            c[j] = t;\n        c[j] += s;\n    }",
    "{\n        int found = 0;\n        for (int i = 0; i < n; i++)\n            found = found || a[i * m + j] == 7;\n        \
     if (found)\n            b[j] = 3;\n    }",
    "{\n        int s = 1;\n        for (int i = 0; i < n; i += 2)\n            s *= a[i * m + j];\n        b[j] = s;\n    }",
    "{\n        int s = 0, x = 2 * j;\n        x += a[j];\n        for (int i = 0; i < n; i++)\n            s += a[i * m + j] > x;\n        \
     c[j] = s + x;\n    }",
];

/// What a thread does with a struct of its own, of seven and of four.
const STRUCTS: [&str; 4] = [
    "if (i >= n)\n        return;\n    v[i].x += v[i].y;\n    v[i].y = v[i].z - v[i].x;\n    v[i].u[3] = v[i].y;\n    v[i].u[1] = i;",
    "if (i < n) {\n        int x = v[i].x + v[i].y;\n        v[i].z = x;\n        v[i].x = 2 * x;\n        for (int k = 0; k < 4; k++)\n            v[i].u[k] += k;\n        v[i].y = 4;\n        c[i] = x;\n    }",
    "if (i >= n)\n        return;\n    w[i].x += w[i].d;\n    if (w[i].x > 50) {\n        w[i].y = w[i].z;\n        w[i].z = 3;\n    }",
    "if (i < n)\n        w[i].x += w[i].y + w[i].z + w[i].d;",
];

/// What a thread does with numbers of its own that lie side by side.
const STRIDES: [&str; 4] = [
    "if (i < n)\n        b[i] = a[3 * i] + a[3 * i + 1] - a[3 * i + 2];",
    "if (i >= n)\n        return;\n    a[2 * i] += a[2 * i + 1];",
    "if (i < n) {\n        int x = a[4 * i + 1];\n        a[4 * i + 1] = a[4 * i];\n        a[4 * i] = x;\n    }",
    "if (i < n)\n        for (int k = 0; k < 4; k++)\n            b[4 * i + k] = a[4 * i + 3 - k];",
];

/// The program, and its grid.
fn flat_text(flat: &Flat) -> (String, [u32; 3], [u32; 3]) {
    let [x, y] = flat.block;
    let restrict = if flat.restrict { "__restrict__ " } else { "" };
    let (rows, columns) = (flat.rows as u32, flat.columns as u32);
    let number = |var: char, axis: char| {
        format!("    int {var} = blockIdx.{axis} * blockDim.{axis} + threadIdx.{axis};\n")
    };
    let (first, body, grid, block) = match flat.kind {
        kind if kind < PLANES.len() => {
            let text = format!("{}{}    {}", number('i', 'x'), number('j', 'y'), PLANES[kind]);
            (format!("int *{restrict}a"), text, [rows.div_ceil(x), columns.div_ceil(y), 1], [x, y, 1])
        }
        kind if kind < PLANES.len() + COLUMNS.len() => {
            let text = format!("{}    if (j < m)\n    {}", number('j', 'x'), COLUMNS[kind - PLANES.len()]);
            (format!("int *{restrict}a"), text, [columns.div_ceil(x * y), 1, 1], [x * y, 1, 1])
        }
        kind if kind < KINDS && kind >= KINDS - STRIDES.len() => {
            let text = format!("{}    {}", number('i', 'x'), STRIDES[kind + STRIDES.len() - KINDS]);
            (format!("int *{restrict}a"), text, [rows.div_ceil(x * y), 1, 1], [x * y, 1, 1])
        }
        kind => {
            let body = STRUCTS[kind - PLANES.len() - COLUMNS.len()];
            let array = if body.contains("w[") { "struct four *w" } else { "struct seven *v" };
            let text = format!("{}    {body}", number('i', 'x'));
            (array.to_owned(), text, [rows.div_ceil(x * y), 1, 1], [x * y, 1, 1])
        }
    };
    let config = match block {
        [threads, 1, 1] => {
            let size = if body.contains("if (j < m)\n    for") { "m" } else { "n" };
            format!("    k<<<({size} + {} ) / {threads}, {threads}>>>(a, b, c, n, m, p);", threads - 1)
        }
        [x, y, _] => format!(
            "    dim3 block({x}, {y}), grid((n + {}) / {x}, (m + {}) / {y});\n    k<<<grid, block>>>(a, b, c, n, m, p);",
            x - 1,
            y - 1
        ),
    };
    let host = first.replace(restrict, "");
    let host = host.replace("*v", "*a").replace("*w", "*a");
    let text = format!(
        "struct seven {{ int x, y, z, u[4]; }};\nstruct four {{ int x, y, z, d; }};\n\n\
         __global__ void k({first}, int *{restrict}b, int *{restrict}c, int n, int m, int p)\n{{\n{body}\n}}\n\n\
         void go({host}, int *b, int *c, int n, int m, int p)\n{{\n{config}\n}}\n"
    );
    (text, grid, block)
}

/// The grid and the block of a launch by variables: `grid((n + 7) / 8, (m + 127) / 128)`.
fn reshaped(text: &str, sizes: [u32; 2], grid: [u32; 3], block: [u32; 3]) -> ([u32; 3], [u32; 3]) {
    if text.contains("k<<<grid, dim3(") {
        return (grid, launched(text, block).1);
    }
    let Some(shape) = text.split("block(").nth(1).and_then(|rest| rest.split(')').next()) else {
        let (times, block) = launched(text, block);
        return ([times * grid[0], grid[1], grid[2]], block);
    };
    let numbers: Vec<u32> = shape.split(", ").map(|n| n.parse().unwrap()).collect();
    let counts = text.split("grid(").nth(1).unwrap().split(';').next().unwrap();
    let divisors: Vec<u32> = counts
        .split(") / ")
        .skip(1)
        .map(|rest| rest.chars().take_while(char::is_ascii_digit).collect::<String>().parse().unwrap())
        .collect();
    ([sizes[0].div_ceil(divisors[0]), sizes[1].div_ceil(divisors[1]), 1], [numbers[0], numbers[1], 1])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn another_launch_does_the_same(flat in flats()) {
        let (before, grid, block) = flat_text(&flat);
        if let Some(after) = rewritten(&before) {
            let size = [flat.rows, flat.columns];
            let expected = run(&before, size, grid, block);
            prop_assert_eq!(&expected.1, &Vec::<String>::new(), "before: {}", before);
            let (grid, block) = reshaped(&after, size.map(|n| n as u32), grid, block);
            let ys = if after.contains("gridDim.y") { vec![1, 3] } else { vec![grid[1]] };
            for y in ys {
                let got = run(&after, size, [grid[0], y, 1], block);
                prop_assert_eq!(&got.1, &expected.1, "found in: {}", after);
                prop_assert_eq!(&got.0, &expected.0, "before: {} after: {}", before, after);
            }
        }
    }
}

/// Each of them is rewritten for some shape: a test of the test.
#[test]
fn every_kind_is_rewritten() {
    for kind in 0..PLANES.len() + COLUMNS.len() + STRUCTS.len() {
        let is_rewritten = |block: [u32; 2]| {
            let flat = Flat { block, rows: 70, columns: 90, kind, restrict: true };
            rewritten(&flat_text(&flat).0).is_some()
        };
        assert!([[8, 8], [16, 16], [32, 8], [64, 1]].into_iter().any(is_rewritten), "kind {kind}");
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

/// Kernels that are a loop for each element of a matrix, in whatever layout.
#[derive(Clone, Debug)]
struct Product {
    block: [u32; 2],
    /// Rows, columns and iterations.
    sizes: [i32; 3],
    /// Do rows run along `x`?
    rows_first: bool,
    number: &'static str,
    guard: usize,
    start: usize,
    head: usize,
    body: usize,
    end: usize,
    layouts: [usize; 3],
}

fn matrix_products() -> impl Strategy<Value = Product> {
    let block = prop::sample::select(vec![[16u32, 16], [8, 8], [32, 8], [4, 16], [2, 2], [64, 1]]);
    let number = prop::sample::select(vec!["int", "unsigned", "long long"]);
    let parts = (0..FRAMES.len(), 0..STARTS.len(), 0..HEADS.len(), 0..TERMS.len(), 0..ENDS.len());
    (block, (1..150i32, 1..140i32, 0..40i32), any::<bool>(), number, parts, [0..2usize, 0..2, 0..2]).prop_map(
        |(block, (n, m, l), rows_first, number, (guard, start, head, body, end), layouts)| Product {
            block,
            sizes: [n, m, l],
            rows_first,
            number,
            guard,
            start,
            head,
            body,
            end,
            layouts,
        },
    )
}

/// How threads are kept below the bounds: `{}` is what they do.
const FRAMES: [&str; 5] = [
    "    if (i < n && j < m) {\n{}    }\n",
    "    if (j >= m || i >= n)\n        return;\n{}",
    "    if (i >= n)\n        return;\n    if (j >= m)\n        return;\n{}",
    "    int first = 1;\n    if (i < n) {\n        // below both\n        if (m > j) {\n{}        }\n    }\n",
    "    if (!(i >= n) && j < m) {\n{}    }\n",
];

/// What is there before the loop: `A(k)` depends on the row, `B(k)` on the column, and `C` on
/// both.
const STARTS: [&str; 7] = [
    "int s = 0, t = 0, old = 0;",
    "int old = C, s = old, t = 5;",
    "int s, t = i, old = j;\n    s = 3 - j;",
    "const int twice = 2 * i, up = l - 1;\n    int s = twice, t = up, old = up * twice;",
    "int s = 0;\n    int t = 1 + C;\n    int old = C;",
    "int k, s = 0, t = 0, old;\n    old = t + 2;",
    "int s = 4, t = 3, old = 1;\n    s = 0;\n    t = s + t;",
];

const HEADS: [&str; 4] =
    ["int k = 0; k < l", "int k = 2; k < l", "int k = 0; k <= l - 1", "unsigned k = 1; k < (unsigned)l"];

const TERMS: [&str; 12] = [
    "s += A(k) * B(k);",
    "s = s > A(k) + B(k) ? s : A(k) + B(k);",
    "{\n        int d = A(k) - B(k);\n        s += d * d;\n        t ^= d + k;\n    }",
    "if (A(k) > B(k)) {\n        s = 3 * s + 1;\n        t++;\n    }",
    "s += A(k) * B(k) * (i - 2 * j) + k;",
    "{\n        if (A(k) * B(k) < 9) {\n            t = s;\n            s += B(k) / 3;\n        }\n    }",
    // What is not for tiles: an element of the thread's own, one under a condition, data that
    // decides, a division that may be by zero, writes, and jumps.
    "s += A(k) * B(k) + C;",
    "if (s < 50)\n        s += A(k) * B(k);",
    "s += a[B(k) % 3 * 0] * A(k);",
    "s += A(k) / (B(k) + 1);",
    "{\n        s += A(k) * B(k);\n        C = s;\n    }",
    "{\n        if (A(k) * B(k) < 9)\n            continue;\n        t = s;\n        s += B(k) / 3;\n    }",
];

const ENDS: [&str; 5] = [
    "C = s;",
    "C += s + 2 * t - old;",
    "if (s > 5)\n        C = s;\n    else\n        C = -t;",
    "int last = s - t;\n    // both\n    C = last * (i + 1);",
    "s += t;\n    C = s;",
];

fn product_text(product: &Product) -> (String, [u32; 3]) {
    let [x, y] = product.block;
    let [n, m, _] = product.sizes.map(|size| size as u32);
    let number = |var: char, axis: char| match (axis, product.block) {
        ('y', [_, 1]) => format!("    {} {var} = blockIdx.y;\n", product.number),
        _ => {
            format!("    {} {var} = blockIdx.{axis} * blockDim.{axis} + threadIdx.{axis};\n", product.number)
        }
    };
    let head = if product.start == 5 {
        HEADS[product.head].replace("int k", "k")
    } else {
        HEADS[product.head].into()
    };
    let head = head.replace("unsigned k", if product.start == 5 { "k" } else { "unsigned k" });
    let inside = format!(
        "    {}\n    for ({head}; k++)\n        {}\n    {}\n",
        STARTS[product.start], TERMS[product.body], ENDS[product.end]
    );
    let inside = inside
        .replace("A(k)", ["a[i * l + k]", "a[k * n + i]"][product.layouts[0]])
        .replace("B(k)", ["b[k * m + j]", "b[j * l + k]"][product.layouts[1]])
        .replace('C', ["c[i * m + j]", "c[j * n + i]"][product.layouts[2]]);
    let (rows, columns) = if product.rows_first { ('x', 'y') } else { ('y', 'x') };
    let body = number('i', rows) + &number('j', columns) + &FRAMES[product.guard].replace("{}", &inside);
    let (over, size) = if product.rows_first { (["n", "m"], [n, m]) } else { (["m", "n"], [m, n]) };
    let text = format!(
        "__global__ void k(const int *a, const int *b, int *c, int n, int m, int l)\n{{\n{body}}}\n\n\
         void go(int *a, int *b, int *c, int n, int m, int l)\n{{\n    \
         dim3 block({x}, {y}), grid(({} + {}) / {x}, ({} + {}) / {y});\n    \
         k<<<grid, block>>>(a, b, c, n, m, l);\n}}\n",
        over[0],
        x - 1,
        over[1],
        y - 1
    );
    (text, [size[0].div_ceil(x), size[1].div_ceil(y), 1])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_product_with_tiles_does_the_same(product in matrix_products()) {
        let (before, grid) = product_text(&product);
        if let Some(after) = rewritten(&before) {
            let [n, m, l] = product.sizes;
            let arrays = [n * l.max(1), l.max(1) * m, n * m];
            let block = [product.block[0], product.block[1], 1];
            let expected = run_with(&before, arrays, product.sizes, grid, block);
            prop_assert_eq!(&expected.1, &Vec::<String>::new(), "before: {}", before);
            let size = if product.rows_first { [n as u32, m as u32] } else { [m as u32, n as u32] };
            let (grid, block) = reshaped(&after, size, grid, block);
            let got = run_with(&after, arrays, product.sizes, grid, block);
            prop_assert_eq!(&got.1, &expected.1, "found in: {}", after);
            prop_assert_eq!(&got.0, &expected.0, "before: {} after: {}", before, after);
        }
    }
}

/// Products that can have tiles get them: a test of the test.
#[test]
fn products_get_tiles() {
    let simple = Product {
        block: [16, 16],
        sizes: [100, 90, 30],
        rows_first: true,
        number: "int",
        guard: 0,
        start: 0,
        head: 0,
        body: 0,
        end: 0,
        layouts: [0; 3],
    };
    let gets_tiles = |product: &Product| {
        rewritten(&product_text(product).0).is_some_and(|after| after.contains("__shared__"))
    };
    assert!((0..6).all(|body| gets_tiles(&Product { body, ..simple.clone() })));
    assert!((6..TERMS.len()).all(|body| !gets_tiles(&Product { body, ..simple.clone() })));
    assert!((0..4).all(|guard| gets_tiles(&Product { guard, ..simple.clone() })));
    assert!((0..STARTS.len()).all(|start| gets_tiles(&Product { start, ..simple.clone() })));
    assert!((0..HEADS.len()).all(|head| gets_tiles(&Product { head, ..simple.clone() })));
    assert!((0..ENDS.len()).all(|end| gets_tiles(&Product { end, ..simple.clone() })));
    assert!(gets_tiles(&Product { block: [64, 1], rows_first: false, ..simple.clone() }));
    for layout in 0..8 {
        let layouts = [layout & 1, layout >> 1 & 1, layout >> 2];
        assert!(gets_tiles(&Product { layouts, rows_first: layout > 3, ..simple.clone() }));
    }
}
