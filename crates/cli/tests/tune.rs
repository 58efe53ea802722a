//! `warploom tune` on the processor and on the simulator: what is chosen prints what it should, faults are
//! dropped and named, time is kept, and a second run goes on.
//!
//! A compiler of the tests' own plants the faults: it looks at what it is given, and defines macros that make the
//! program slow, wrong, crash or hang, or fails itself. The faulty ones would be the fastest.

mod shell;

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use shell::{Folder, SCALE};

/// A product of a matrix and a vector that takes as long as `DELAY` says.
const PROGRAM: &str = r#"#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#ifndef DELAY
#define DELAY 40
#endif
#ifndef FACTOR
#define FACTOR 1
#endif
#ifndef N
#define N 256
#endif

static float a[N][N], x[N], y[N];

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : N;
    for (int i = 0; i < N; i++) {
        x[i] = i % 7 + 0.5f;
        for (int k = 0; k < N; k++)
            a[i][k] = i % 5 + k % 3;
    }
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc x[*] copyin
#pragma hicuda global alloc y[*] clear
#pragma hicuda kernel rows tblock(1) thread(32)   /* of the matrix */
    _Pragma("hicuda loop_partition over_thread")
    for (int i = 0; i < n; i++) {
        float sum = 0;
#pragma hicuda stage(8: x)
        for (int k = 0; k < N; k++)
            sum += a[i][k] * x[k];
        y[i] = sum;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout y[*]
#pragma hicuda global free a x y
#ifdef CRASH
    abort();
#endif
#ifdef HANG
    for (;;)
        usleep(1000);
#endif
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += y[i] * FACTOR;
    usleep(DELAY * 1000);
    printf("%d %.6g\n", n, sum);
    return 0;
}
"#;

/// Strips of 8 are right, and with 64 threads fast; 16 is wrong, 32 crashes, the first 64 hangs, no strip does not compile.
const FAULTY: &str = r#"#!/bin/sh
flags=
for file; do
    case $file in */tmp/*.c) ;; *) continue ;; esac
    grep -q 'static.* rows' "$file" || continue
    if grep -q 'k_stage += 16' "$file"; then flags='-DFACTOR=2 -DDELAY=0'
    elif grep -q 'k_stage += 32' "$file"; then flags='-DCRASH -DDELAY=0'
    elif grep -q 'k_stage += 64' "$file" && ! test -e hung; then touch hung; flags='-DHANG'
    elif grep -q 'k_stage += 64' "$file"; then flags='-DCRASH -DDELAY=0'
    elif ! grep -q 'k_stage' "$file"; then echo 'planted: no strips' >&2; exit 1
    elif grep -q 'i_base += 64' "$file"; then flags='-DDELAY=2'
    fi
done
exec cc $flags "$@"
"#;

fn folder(name: &str, compiler: &str) -> Folder {
    let folder = Folder::new("tune", name);
    folder.write("mv.c", PROGRAM).write("mycc", compiler);
    folder.output("chmod +x mycc");
    folder
}

const TUNE: &str = "CC=./mycc warploom tune --target cpu";

/// The lines that are not directives.
fn without_directives(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.trim_start().starts_with("#pragma hicuda")).collect()
}

#[test]
fn faults_are_dropped_and_named_and_a_second_run_goes_on() {
    let folder = folder("faults", FAULTY);
    let ran = folder.script(&format!("{TUNE} --time 60s --log first.json --html page.html mv.c -o tuned.c"));
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    for kind in [
        "wrong: a line of the output is `",
        "crashed: ended by signal 6",
        "hung: it did not end within",
        "not compiled: ",
    ] {
        assert!(ran.stderr.contains(kind), "{kind}\n{}", ran.stderr);
    }
    assert!(ran.stderr.contains("planted: no strips"), "{}", ran.stderr);
    let text = folder.read("tuned.c");
    assert_eq!(without_directives(&text), without_directives(PROGRAM));
    assert!(text.contains("stage(8: x)") && text.contains("/* of the matrix */"), "{text}");
    let chosen = folder.output("CC=./mycc warploom translate -q --target cpu tuned.c");
    assert!(chosen.contains("i_base += 64"), "{text}\n{}", ran.stderr);
    assert_eq!(
        folder.output("cc -w tuned.c -o seq && ./seq"),
        folder.output("warploom run -q --target cpu tuned.c")
    );
    let page = folder.read("page.html");
    assert!(page.contains("Which knob matters") && page.contains("planted: no strips"), "{page}");

    // What was dropped is known; nothing is run again, and no fault is forgotten.
    let again = folder.script(&format!("{TUNE} --time 60s --log second.json mv.c"));
    assert_eq!(again.status, Some(0), "{}", again.stderr);
    assert!(again.stderr.contains("goes on after "), "{}", again.stderr);
    assert!(again.stderr.contains("hung: it did not end within"), "{}", again.stderr);
    let began = |name: &str| folder.read(name).matches("\"wall\": [").count();
    assert!(began("second.json") >= began("first.json"), "{}", again.stderr);
    folder.assert_no_leftovers();
    assert_eq!(folder.output("warploom cache clean >/dev/null; ls cache/tune | wc -l").trim(), "0");
}

#[test]
fn time_is_kept_whatever_a_compiler_does() {
    // Only the program as it is can be built in time.
    let slow = r#"#!/bin/sh
for file; do
    case $file in */tmp/*.c) ;; *) continue ;; esac
    grep -q 'static.* rows' "$file" || continue
    grep -q 'k_stage += 8)' "$file" && grep -q 'i_base += 32)' "$file" || exec sleep 60
done
exec cc "$@"
"#;
    let folder = folder("time", slow);
    let began = Instant::now();
    let ran = folder.script(&format!("{TUNE} --time 4s mv.c"));
    assert!(began.elapsed() < Duration::from_secs(9), "{:?}", began.elapsed());
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    assert!(
        ran.stderr.contains("time was up") && ran.stderr.contains("`rows`: as written"),
        "{}",
        ran.stderr
    );
    assert_eq!(ran.stdout, "");
    folder.assert_no_leftovers();
}

#[test]
fn an_interrupt_keeps_the_best_so_far() {
    // As one that is killed between its steps, it leaves a file behind.
    let compiler = "#!/bin/sh\ncase \"$*\" in *' -o '*) mktemp > /dev/null ;; esac\nexec cc \"$@\"\n";
    let folder = folder("interrupt", compiler);
    // Whoever runs the tests in the background has interrupts ignored, and the command would ignore them too.
    let mut command = Command::new("env");
    command.args(["--default-signal=INT", env!("CARGO_BIN_EXE_warploom")]);
    command.args(["tune", "--target", "cpu", "--time", "60s", "mv.c", "-o", "tuned.c"]);
    command
        .current_dir(folder.path("."))
        .env("CC", "./mycc")
        .env("WARPLOOM_CACHE_DIR", folder.path("cache"))
        .env("TMPDIR", folder.path("tmp"));
    let mut child = command.stderr(Stdio::piped()).spawn().expect("the command starts");
    std::thread::sleep(Duration::from_secs(3));
    let killed = Command::new("kill").arg("-INT").arg(child.id().to_string()).status();
    assert!(killed.is_ok_and(|status| status.success()));
    let began = Instant::now();
    let mut said = String::new();
    std::io::Read::read_to_string(&mut child.stderr.take().expect("a pipe"), &mut said).expect("text");
    let status = child.wait().expect("it ends");
    assert!(status.success() && began.elapsed() < Duration::from_secs(5), "{status} {said}");
    assert!(said.contains("it was interrupted: this is the best so far"), "{said}");
    assert_eq!(without_directives(&folder.read("tuned.c")), without_directives(PROGRAM));
    folder.assert_no_leftovers();
}

#[test]
fn without_a_gpu_nothing_is_measured_and_that_is_said() {
    let folder = Folder::new("tune", "simulated");
    folder.write("a.c", SCALE);
    let ran = folder.script("warploom tune --target sim --time 4s --log log.json a.c");
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    assert!(ran.stderr.contains("nothing was measured: the simulator's counters rank"), "{}", ran.stderr);
    assert!(ran.stderr.contains("variants tried of"), "{}", ran.stderr);
    let log = folder.read("log.json");
    assert!(log.contains("\"basis\": \"simulated\"") && log.contains("\"thread\""), "{log}");
    // No progress in a pipe.
    assert!(!ran.stderr.contains('\r') && !ran.stderr.contains('…'), "{}", ran.stderr);
}

#[test]
fn several_cases_make_one_choice() {
    let folder = folder("cases", FAULTY);
    let ran = folder
        .script(&format!("{TUNE} --time 60s -DN=256 -L. --case 200 --case '\"256\" -x' --log log.json mv.c"));
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    let log = folder.read("log.json");
    assert!(log.contains("\"200\"") && log.contains("\"256 -x\""), "{log}");
    assert!(ran.stderr.contains("(case `"), "{}", ran.stderr);
    assert!(ran.stdout.is_empty() || ran.stdout.starts_with("--- mv.c\n+++ mv.c\n"), "{}", ran.stdout);
}

#[test]
fn what_cannot_be_tuned_is_refused() {
    let folder = Folder::new("tune", "refused");
    folder.write("plain.c", "int main(void) { return 0; }\n").write("k.cu", "__global__ void k(void) {}\n");
    folder.write("a.c", SCALE);
    let error = |arguments: &str, text: &str| {
        let ran = folder.script(&format!("warploom tune --target cpu {arguments}"));
        assert_eq!(ran.status, Some(2), "{arguments}: {}", ran.stderr);
        assert!(ran.stderr.contains(text), "{arguments}: {}", ran.stderr);
    };
    error("plain.c", "there is no kernel to tune");
    error("- < a.c", "standard input cannot be tuned");
    error("k.cu", "CUDA files have none of");
    error("a.c --case 1 -- 2", "not in both");
    error("a.c --case \"'\"", "a quote is not closed");
    error("a.c --time soon", "invalid value");
}

/// `kit/model` has the times of variants on an H200, and what the model's order was worth when it was last
/// calibrated: a change of the model that is worth less is noticed here.
#[test]
fn the_model_orders_what_a_gpu_measured_as_well_as_noted() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let kit = root.join("kit/model");
    let noted = std::fs::read_to_string(kit.join("ranks")).expect("kit/model/ranks");
    let mut compared = 0;
    let mut shortfalls = Vec::new();
    for program in noted.lines().map(|line| line.split(' ').next().expect("a program")) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_warploom"));
        command.args(["tune", "-q", "-DLARGE", "-I../../benchmarks/loops", "-I../../benchmarks/polybench"]);
        command.arg("--rank").arg(format!("small/{program}.json")).arg(format!("{program}.c"));
        let ran = command.current_dir(&kit).output().expect("warploom");
        assert!(ran.status.success(), "{program}: {}", String::from_utf8_lossy(&ran.stderr));
        let told = String::from_utf8_lossy(&ran.stdout).into_owned();
        let of_program = noted.lines().filter_map(|line| line.strip_prefix(&format!("{program} ")));
        for line in of_program {
            let (kernel, least) = line.split_once(' ').expect("program, kernel, rank correlation");
            let found = told.lines().find_map(|line| {
                let rest = line.strip_prefix(&format!("{kernel}: "))?;
                assert!(!rest.contains("of the log"), "{rest}");
                rest.split_once("rank correlation ")?.1.split_once(',')?.0.parse::<f64>().ok()
            });
            let (found, least) = (found.expect(kernel), least.parse::<f64>().expect("a number"));
            compared += 1;
            if found < least - 0.015 {
                shortfalls.push(format!("{program}, {kernel}: {found}, noted {least}"));
            }
        }
    }
    assert!(compared >= 10 && shortfalls.is_empty(), "{compared} kernels; {shortfalls:#?}");
}
