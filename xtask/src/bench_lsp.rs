//! How long an editor waits: diagnostics after a keystroke, over the real protocol.
//!
//! ```text
//! 5000 lines, 20 kernels      open 62 ms      keystroke: median 41 ms, 95 of 100 within 55 ms      requests: at most 12 ms (hover)
//! ```
//! One character is typed and taken away again in the middle of a function; the time runs from the
//! message with the change to the one with the diagnostics of that version. Requests are about a text
//! that was examined, each the median of five.

use std::fmt::Write;
use std::time::Instant;

use serde_json::json;
use testkit::lsp_client::{LspClient, place};

use crate::shell::Shell;

const LINES: usize = 5_000;
const PROGRAMS: [(usize, Shape); 5] = [
    (5, Shape::Lines),
    (20, Shape::Lines),
    (100, Shape::Lines),
    (100, Shape::Planes { kept: false }),
    (100, Shape::Planes { kept: true }),
];

/// What the kernels of a program do.
#[derive(Clone, Copy)]
enum Shape {
    /// One-dimensional; each is called once, with transfers of its own.
    Lines,
    /// Two-dimensional, called again and again by a loop of the host; the arrays stay on the device
    /// all that time if they are `kept`.
    Planes { kept: bool },
}
const KEYSTROKES: i32 = 60;
/// What 95 of 100 keystrokes may take, and any request, in milliseconds.
const LONGEST: f64 = 100.0;
/// The same for the server's start.
const LONGEST_START: f64 = 50.0;

/// Prints the table; an error when somebody waits too long. `profile` is `dist`, what people get, or another one.
pub fn lsp(shell: &Shell, profile: &str) -> Result<(), String> {
    shell.run(&mut shell.cargo(&["build", "--quiet", "--package", "warploom", "--profile", profile]))?;
    let folder = if profile == "dev" { "debug" } else { profile };
    let warploom = shell.target().join(folder).join("warploom");
    let start = Instant::now();
    let client = LspClient::start(&warploom);
    let started = milliseconds(start);
    client.shut_down();
    shell.say(&format!("start {started:.0} ms"));
    let mut slow = started > LONGEST_START;
    for (kernels, shape) in PROGRAMS {
        let text = program(kernels, shape);
        let mut client = LspClient::start(&warploom);
        let uri = "file:///bench/large.c";
        let start = Instant::now();
        client.open(uri, &text);
        client.diagnostics(uri, 1);
        let opened = milliseconds(start);
        let mut times = keystrokes(&mut client, uri, &text);
        times.sort_by(f64::total_cmp);
        let at = |share: usize| times[(times.len() * share / 100).min(times.len() - 1)];
        let (longest, method) = requests(&mut client, uri, &text);
        shell.say(&format!(
            "{} lines, {kernels:>3} kernels{}    open {opened:.0} ms    keystroke: median {:.0} ms, 95 of 100 within {:.0} ms    \
             requests: at most {longest:.0} ms ({method})",
            text.lines().count(),
            match shape {
                Shape::Lines => "",
                Shape::Planes { kept: false } => ", 2-D in a loop",
                Shape::Planes { kept: true } => ", 2-D in a loop, arrays kept",
            },
            at(50),
            at(95)
        ));
        slow |= at(95) > LONGEST || longest > LONGEST;
        client.shut_down();
    }
    if slow {
        Err(format!("longer than {LONGEST} ms, or a start longer than {LONGEST_START} ms"))
    } else {
        Ok(())
    }
}

fn milliseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1e3
}

fn keystrokes(client: &mut LspClient, uri: &str, text: &str) -> Vec<f64> {
    let at = place(text, "0.25f", 0, 4);
    let mut behind = at.clone();
    behind["character"] = json!(at["character"].as_u64().unwrap_or(0) + 1);
    let change = |version: i32| {
        let is_typed = version % 2 == 0;
        let (end, new) = if is_typed { (&at, "1") } else { (&behind, "") };
        let range = json!({ "start": at, "end": end });
        let start = Instant::now();
        client.change(uri, version, json!([{ "range": range, "text": new }]));
        client.diagnostics(uri, version);
        milliseconds(start)
    };
    (2..2 + KEYSTROKES).map(change).collect()
}

/// The request that takes longest.
fn requests(client: &mut LspClient, uri: &str, text: &str) -> (f64, &'static str) {
    let (first, last) = (place(text, "kernel k0", 0, 3), place(text, "return plain0", 0, 3));
    let everything = json!({ "start": { "line": 0, "character": 0 }, "end": last });
    let asked = [
        ("hover", "on a directive", first.clone()),
        ("hover", "on an access", place(text, "(a[i - 1]", 0, 1)),
        ("hover", "on an array", place(text, "alloc a", 0, 6)),
        ("hover", "on a loop of a kernel", place(text, "for (int i = 1", 0, 1)),
        ("hover", "on a loop of the host", place(text, "for (int i = 0", 0, 1)),
        ("completion", "completion", first.clone()),
        ("signatureHelp", "signature help", first.clone()),
        ("definition", "definition", place(text, "step0();", 0, 1)),
        ("references", "references", place(text, "alloc a", 0, 6)),
        ("inlayHint", "inlay hints", first.clone()),
        ("codeLens", "code lenses", first.clone()),
        ("codeAction", "code actions", first),
        ("semanticTokens/full", "colours", last),
    ];
    let mut longest = (0.0, "");
    for (method, what, position) in asked {
        let params = json!({
            "textDocument": { "uri": uri }, "position": position, "range": everything,
            "context": {
                "diagnostics": [], "includeDeclaration": true, "triggerKind": 1, "isRetrigger": false,
            },
        });
        let mut times = [0; 5].map(|_| {
            let start = Instant::now();
            client.request(&format!("textDocument/{method}"), params.clone());
            milliseconds(start)
        });
        times.sort_by(f64::total_cmp);
        if times[2] > longest.0 {
            longest = (times[2], what);
        }
    }
    longest
}

/// The device copies of `a` and `b`.
fn allocate(shape: Shape) -> String {
    let all = if matches!(shape, Shape::Lines) { "[*]" } else { "[*][*]" };
    format!("#pragma hicuda global alloc a{all} copyin\n#pragma hicuda global alloc b{all}\n")
}

/// A kernel in a function of its own.
fn step(kernel: usize, shape: Shape) -> String {
    let (sizes, body, copied) = match shape {
        Shape::Lines => {
            ("tblock(16) thread(256)", String::from("b[i] = 0.5f * (a[i - 1] + a[i + 1])"), "b[1:N-2]")
        }
        Shape::Planes { .. } => (
            "tblock(16, 16) thread(16, 16)",
            String::from(
                "#pragma hicuda loop_partition over_tblock over_thread\n    for (int j = 1; j < N - 1; j++)\n        \
                 b[i][j] = 0.25f * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1])",
            ),
            "b[1:N-2][1:N-2]",
        ),
    };
    let (before, after) = match shape {
        Shape::Planes { kept: true } => (String::new(), String::new()),
        _ => (
            allocate(shape),
            format!("#pragma hicuda global copyout {copied}\n#pragma hicuda global free a b\n"),
        ),
    };
    format!(
        "static void step{kernel}(void)\n{{\n{before}#pragma hicuda kernel k{kernel} {sizes}\n\
         #pragma hicuda loop_partition over_tblock over_thread\n    for (int i = 1; i < N - 1; i++)\n\
         {body} + {kernel};\n#pragma hicuda kernel_end\n{after}}}\n"
    )
}

/// A program of so many kernels, the rest plain functions.
fn program(kernels: usize, shape: Shape) -> String {
    let arrays = match shape {
        Shape::Lines => "#define N 4096\nfloat a[N], b[N], c[N];\n",
        Shape::Planes { .. } => "#define N 512\nfloat a[N][N], b[N][N], c[N];\n",
    };
    let mut text = format!("#include <math.h>\n#include <stdio.h>\n{arrays}");
    text.extend((0..kernels).map(|kernel| step(kernel, shape)));
    let mut lines = text.lines().count();
    for plain in 0.. {
        if lines + kernels + 12 > LINES {
            break;
        }
        lines += 9;
        let _ = writeln!(
            text,
            "static int plain{plain}(int x, int y)\n{{\n    int sum = 0;\n    for (int i = 0; i < x; i++) {{\n        \
             sum += i % 3 == y ? i * y : x / (i + 1);\n        c[i % N] = sum * 0.25f + sqrtf(c[(i + 1) % N]);\n    \
             }}\n    return sum;\n}}"
        );
    }
    let calls: String = (0..kernels).map(|kernel| format!("    step{kernel}();\n")).collect();
    let (calls, result) = match shape {
        Shape::Lines => (calls, "b[1]"),
        Shape::Planes { kept: false } => (again(&calls), "b[1][1]"),
        Shape::Planes { kept: true } => (
            format!(
                "{}{}#pragma hicuda global copyout b[1:N-2][1:N-2]\n#pragma hicuda global free a b\n",
                allocate(shape),
                again(&calls)
            ),
            "b[1][1]",
        ),
    };
    text + &format!("int main(void)\n{{\n{calls}    return plain0(3, 4) + (int){result};\n}}\n")
}

/// Ten times.
fn again(calls: &str) -> String {
    format!("    for (int t = 0; t < 10; t++) {{\n{calls}    }}\n")
}
