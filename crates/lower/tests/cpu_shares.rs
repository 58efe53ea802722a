//! Every iteration of a shared-out loop runs once on the CPU, whatever the
//! shape of the grid.
//!
//! Kernels are made by hand, printed, compiled with `cc` and run: each counts
//! in `seen[i + 200]` how often it meets index `i`, and the program compares
//! that with the sequential loop.

use std::fmt::Write as _;
use std::process::Command;

use hir::{Builder, Distribution, ExprId, ExprKind, Program, StmtId, Type, VarId};
use kir::geometry::Space;
use kir::{
    BarrierOrigin, Batch, BlockShare, DeviceArray, Extent, Kernel, KernelParam, ParamValue, Partition,
    SharedArray, Stmt, ThreadShare,
};
use source::{Sources, Span};

/// How a loop is shared out.
#[derive(Clone, Copy, Debug)]
struct Shape {
    first: i64,
    step: i64,
    trips: i64,
    blocks: Option<(Distribution, i64)>,
    threads: Option<i64>,
    /// The body holds a barrier.
    batched: bool,
    /// Sizes are passed at run time.
    dynamic: bool,
    /// The kernel has a shared array, so that blocks are kept apart.
    shared: bool,
}

/// A program that grows by one kernel per shape.
struct Programs {
    program: Program,
    sources: Sources,
    text: String,
    main: String,
}

impl Programs {
    fn new() -> Programs {
        let text = String::from("#include <stdio.h>\n#include <string.h>\n\nstatic int seen[512];\n");
        Programs { program: Program::default(), sources: Sources::default(), text, main: String::new() }
    }

    fn add(&mut self, shape: Shape) {
        let number = self.main.lines().count();
        let name = format!("kernel{number}");
        let mut b = Builder { program: &mut self.program, sources: &mut self.sources, origin: Span::BUILTIN };
        let mut arrays = hir::Arena::default();
        let kernel = make_kernel(&mut b, &name, shape, &mut arrays);
        let lowered = lower::cpu::lower(&kernel, &arrays, &mut self.program, &mut self.sources);
        let mut printer = emit::Printer::new(&self.program, &self.sources, emit::Style::default());
        for &function in lowered.parts.iter().chain([&lowered.function]) {
            printer.item(&hir::Item::Function(function));
        }
        self.text.push_str(&printer.finish());
        let end = shape.first + shape.trips * shape.step;
        let given = ["seen".to_owned(), shape.first.to_string(), end.to_string()];
        let taken = &self.program.functions[lowered.function].params;
        let own = kernel.params.iter().zip(given).filter(|(param, _)| taken.contains(&param.var));
        let mut args: Vec<String> = own.map(|(_, value)| value).collect();
        let mut printer = emit::Printer::new(&self.program, &self.sources, emit::Style::default());
        args.extend(lowered.sizes.iter().map(|&size| printer.expr_text(size)));
        let args = args.join(", ");
        let step = shape.step;
        let op = if step > 0 { '<' } else { '>' };
        writeln!(
            self.main,
            "    memset(seen, 0, sizeof seen); {name}({args}); for (int i = {}; i {op} {end}; i += {step}) seen[i + 200]--; for (int i = 0; i < 512; i++) if (seen[i]) {{ printf(\"%s: %d at %d\\n\", \"{name} {shape:?}\", seen[i], i - 200); break; }}",
            shape.first,
        )
        .expect("a string takes text");
    }

    /// Compiles and runs; the output lists what went wrong.
    fn run(self, name: &str) -> String {
        let dir = std::env::temp_dir().join(format!("warploom-lower-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&dir).expect("a temporary directory");
        let (source, exe) = (dir.join("shares.c"), dir.join("shares"));
        let text = format!("{}\nint main(void) {{\n{}    return 0;\n}}\n", self.text, self.main);
        std::fs::write(&source, text).expect("the program can be written");
        let compiled = Command::new("cc")
            .args(["-std=c99", "-O0", "-fopenmp", "-Wall", "-Werror", "-fsanitize=undefined", "-o"])
            .args([&exe, &source])
            .output()
            .expect("cc runs");
        assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
        let output = Command::new(&exe).env("OMP_NUM_THREADS", "2").output().expect("the program runs");
        assert!(output.status.success());
        std::fs::remove_dir_all(&dir).expect("the directory is ours");
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
    }
}

fn make_kernel(
    b: &mut Builder<'_>,
    name: &str,
    shape: Shape,
    arrays: &mut hir::Arena<DeviceArray>,
) -> Kernel {
    let int_pointer = b.program.types.pointer_to(Type::INT);
    let seen = b.local("seen", int_pointer);
    let (first, end) = (b.local("first", Type::INT), b.local("end", Type::INT));
    let tile = b.local("tile", Type::INT);
    let partition = make_partition(b, shape, (seen, tile), (first, end));
    let host = b.var(seen);
    let element = Type::INT;
    let dims = vec![kir::DeviceDim {
        lo: Extent::Constant(0),
        extent: Extent::Constant(512),
        host_extent: Some(Extent::Constant(512)),
    }];
    let symbol = b.symbol("seen");
    let directive = b.program.directives.alloc(hir::Directive {
        kind: hir::DirectiveKind::Barrier,
        span: Span::BUILTIN,
        line: Span::BUILTIN,
        when: None,
    });
    let name = b.symbol(name);
    let owner = b.program.functions.alloc(hir::Function::new(name, Type::VOID, Span::BUILTIN));
    let array = arrays.alloc(DeviceArray {
        space: kir::MemorySpace::Global,
        host,
        var: Some(seen),
        is_flat: false,
        row_pointers: false,
        element,
        dims,
        name: symbol,
        directive,
        owner,
        constant: None,
        setter: None,
        fills: Vec::new(),
        by_address: false,
        remembered: false,
        pinned: false,
        is_kept: false,
    });
    let mut params =
        vec![KernelParam { var: seen, value: ParamValue::Array { array, written: true, overlaps: false } }];
    for var in [first, end] {
        let value = b.var(var);
        params.push(KernelParam { var, value: ParamValue::Scalar(value) });
    }
    let mut shared = hir::Arena::default();
    if shape.shared {
        let (extents, element) = (vec![128], Type::INT);
        shared.alloc(SharedArray {
            var: tile,
            caches: None,
            element,
            extents,
            pad: 0,
            by_columns: false,
            buffers: 1,
            offset: 0,
            directive,
        });
    }
    Kernel {
        name,
        directive,
        owner,
        blocks: space(b, shape.blocks.map(|(_, count)| count), shape.dynamic),
        threads: space(b, shape.threads, shape.dynamic),
        launched_if: Vec::new(),
        required: Vec::new(),
        prints: false,
        stream: None,
        fastmath: false,
        params,
        locals: Vec::new(),
        shared,
        functions: Vec::new(),
        tables: Vec::new(),
        body: Stmt::Block(vec![Stmt::Partition(Box::new(partition))]),
        reductions: Vec::new(),
        array_reductions: Vec::new(),
        span: Span::BUILTIN,
    }
}

fn space(b: &mut Builder<'_>, count: Option<i64>, dynamic: bool) -> Space {
    let dims = count.map(|count| b.int(count)).into_iter().collect();
    let sizes = count.map(|count| if dynamic { None } else { u64::try_from(count).ok() });
    Space { dims, sizes: sizes.into_iter().collect() }
}

fn make_partition(
    b: &mut Builder<'_>,
    shape: Shape,
    (seen, tile): (VarId, VarId),
    (first, end): (VarId, VarId),
) -> Partition {
    let index = b.local("i", Type::INT);
    let batch = (shape.batched && shape.shared && shape.threads.is_some())
        .then(|| Batch { base: b.local("i_base", Type::INT), lane: b.local("i_lane", Type::INT) });
    let (first, end) = (b.var(first), b.var(end));
    let threads = shape.threads.unwrap_or(1);
    let size = |b: &mut Builder<'_>, query, count| {
        if shape.dynamic { Extent::Expr(b.grid(query, hir::Axis::X)) } else { Extent::Constant(count) }
    };
    let t = shape.trips;
    let mut single = t <= threads;
    let mut guard_end = t != threads;
    let over_block = shape.blocks.map(|(distribution, count)| {
        let chunk = (t + count - 1) / count;
        let chunk = match distribution {
            Distribution::Block => {
                single = chunk <= threads;
                guard_end = chunk * count != t || count == 1 && chunk > threads;
                chunk
            }
            Distribution::Cyclic => {
                single = t <= count * threads;
                guard_end = t != count * threads;
                1
            }
        };
        let chunk = if shape.dynamic && distribution == Distribution::Block {
            guard_end = true;
            Extent::Expr(run_time_chunk(b, shape.step, first, end))
        } else {
            Extent::Constant(chunk)
        };
        BlockShare {
            dim: 0,
            count: size(b, hir::GridQuery::GridSize, count),
            distribution,
            is_said: true,
            chunk,
        }
    });
    let over_thread =
        shape.threads.map(|count| ThreadShare { dim: 0, count: size(b, hir::GridQuery::BlockSize, count) });
    let ragged = match over_block {
        Some(share) if share.distribution == Distribution::Block => {
            guard_end || share.chunk.constant().is_none_or(|chunk| chunk % threads != 0)
        }
        _ => t % threads != 0,
    };
    let op = if shape.step > 0 { hir::BinaryOp::Lt } else { hir::BinaryOp::Gt };
    let body = match batch {
        Some(batch) => split_body(b, (seen, tile), index, batch.lane),
        None => Stmt::Plain(count_seen(b, seen, index)),
    };
    let directive = b.program.directives.alloc(hir::Directive {
        kind: hir::DirectiveKind::Barrier,
        span: Span::BUILTIN,
        line: Span::BUILTIN,
        when: None,
    });
    Partition {
        index,
        first,
        step: shape.step,
        end,
        bound: (op, end),
        trips: Extent::Constant(t),
        over_block,
        over_thread,
        jam: 1,
        run: None,
        vectors: Vec::new(),
        single: single && !shape.dynamic,
        guard_chunk: true,
        guard_end,
        ragged: ragged || shape.dynamic,
        may_wrap: false,
        batch,
        inside: None,
        body,
        reductions: Vec::new(),
        directive,
        span: Span::BUILTIN,
    }
}

/// `((end - first + step - 1) / step + blocks - 1) / blocks`
fn run_time_chunk(b: &mut Builder<'_>, step: i64, first: ExprId, end: ExprId) -> ExprId {
    let distance = if step > 0 { b.sub(end, first) } else { b.sub(first, end) };
    let (rounding, magnitude) = (b.int(step.abs() - 1), b.int(step.abs()));
    let rounded = b.add(distance, rounding);
    let trips = b.div(rounded, magnitude);
    let blocks = b.grid(hir::GridQuery::GridSize, hir::Axis::X);
    let blocks = b.cast(blocks, Type::INT);
    let one = b.int(1);
    let sum = b.add(trips, blocks);
    let rounded = b.sub(sum, one);
    b.div(rounded, blocks)
}

/// `seen[value + 200]++;`
fn count_seen(b: &mut Builder<'_>, seen: VarId, value: VarId) -> StmtId {
    let (base, value, offset) = (b.var(seen), b.var(value), b.int(200));
    let index = b.add(value, offset);
    let place = b.index(base, &[index]);
    let one = b.int(1);
    let update = b.expr(
        ExprKind::AssignOp { op: hir::BinaryOp::Add, lhs: place, rhs: one, compute: Type::INT },
        Type::INT,
    );
    b.stmt(hir::StmtKind::Expr(update))
}

/// `int x = i - 1; tile[lane] = 1; barrier; x = x + tile[lane]; barrier; seen[x + 200]++;`
fn split_body(b: &mut Builder<'_>, (seen, tile): (VarId, VarId), index: VarId, lane: VarId) -> Stmt {
    let x = b.local("x", Type::INT);
    let (i, one) = (b.var(index), b.int(1));
    let value = b.sub(i, one);
    let declared = b.declare(x, Some(value));
    let (base, lane) = (b.var(tile), b.var(lane));
    let element = b.expr(ExprKind::Index { base, index: lane }, Type::INT);
    let stored = b.assign(element, one);
    let (place, old) = (b.var(x), b.var(x));
    let new = b.add(old, element);
    let changed = b.assign(place, new);
    let counted = count_seen(b, seen, x);
    let barrier = || Stmt::Barrier(BarrierOrigin::Added);
    Stmt::Block(vec![
        Stmt::Plain(declared),
        Stmt::Plain(stored),
        barrier(),
        Stmt::Plain(changed),
        barrier(),
        Stmt::Plain(counted),
    ])
}

fn all_shapes(batched: bool, dynamic: bool, shared: bool, add: &mut dyn FnMut(Shape)) {
    let distributions = [None, Some(Distribution::Block), Some(Distribution::Cyclic)];
    for trips in [0, 1, 2, 7, 16, 20, 33, 64, 100] {
        for (first, step) in [(0, 1), (5, 3), (-3, 2), (90, -1), (99, -2)] {
            for distribution in distributions {
                for blocks in [1, 2, 3, 16, 120] {
                    for threads in [None, Some(1), Some(4), Some(16), Some(128)] {
                        let blocks = distribution.map(|d| (d, blocks));
                        add(Shape { first, step, trips, blocks, threads, batched, dynamic, shared });
                    }
                    if distribution.is_none() {
                        break;
                    }
                }
            }
        }
    }
}

fn check(name: &str, batched: bool, dynamic: bool, shared: bool) {
    let mut programs = Programs::new();
    let mut count = 0;
    all_shapes(batched, dynamic, shared, &mut |shape| {
        // The shapes are alike, and compiling all of them takes time.
        count += 1;
        if count % 23 == 0 {
            programs.add(shape);
        }
    });
    assert_eq!(programs.run(name), "");
}

#[test]
fn loops_in_which_nobody_waits() {
    check("parallel", true, true, false);
}

#[test]
fn loops_without_barriers() {
    check("plain", false, false, true);
}

#[test]
fn loops_without_barriers_of_a_size_known_at_run_time() {
    check("plain-dynamic", false, true, true);
}

#[test]
fn loops_with_barriers() {
    check("batched", true, false, true);
}

#[test]
fn loops_with_barriers_of_a_size_known_at_run_time() {
    check("batched-dynamic", true, true, true);
}
