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
const KERNELS: [usize; 3] = [5, 20, 100];
const KEYSTROKES: i32 = 60;
/// What 95 of 100 keystrokes may take, and any request, in milliseconds.
const LONGEST: f64 = 100.0;
/// The same for the server's start.
const LONGEST_START: f64 = 50.0;

/// Prints the table; an error when somebody waits too long. `profile` is `release`, or `debug`.
pub fn lsp(shell: &Shell, profile: &str) -> Result<(), String> {
    let release: &[&str] = if profile == "release" { &["--release"] } else { &[] };
    shell.run(&mut shell.cargo(&[&["build", "--quiet", "--package", "warploom"], release].concat()))?;
    let warploom = shell.target().join(profile).join("warploom");
    let start = Instant::now();
    let client = LspClient::start(&warploom);
    let started = milliseconds(start);
    client.shut_down();
    shell.say(&format!("start {started:.0} ms"));
    let mut slow = started > LONGEST_START;
    for kernels in KERNELS {
        let text = program(kernels);
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
            "{} lines, {kernels:>3} kernels    open {opened:.0} ms    keystroke: median {:.0} ms, 95 of 100 within {:.0} ms    \
             requests: at most {longest:.0} ms ({method})",
            text.lines().count(),
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
        ("hover", "on an access", place(text, "a[i - 1]", 0, 1)),
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

/// A program of so many kernels, the rest plain functions.
fn program(kernels: usize) -> String {
    let mut text =
        String::from("#include <math.h>\n#include <stdio.h>\n#define N 4096\nfloat a[N], b[N], c[N];\n");
    for kernel in 0..kernels {
        let _ = writeln!(
            text,
            "static void step{kernel}(void)\n{{\n\
             #pragma hicuda global alloc a[*] copyin\n#pragma hicuda global alloc b[*]\n\
             #pragma hicuda kernel k{kernel} tblock(16) thread(256)\n\
             #pragma hicuda loop_partition over_tblock over_thread\n    \
             for (int i = 1; i < N - 1; i++)\n        b[i] = 0.5f * (a[i - 1] + a[i + 1]) + {kernel};\n\
             #pragma hicuda kernel_end\n#pragma hicuda global copyout b[1:N-2]\n#pragma hicuda global free a b\n}}"
        );
    }
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
    text.push_str("int main(void)\n{\n");
    text.extend((0..kernels).map(|kernel| format!("    step{kernel}();\n")));
    text + "    return plain0(3, 4) + (int)b[1];\n}\n"
}
