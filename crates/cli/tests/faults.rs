//! What can go wrong with files, made to go wrong: more than a hundred cases.
//!
//! A small library (`fault/fault.c`) makes one call of the C library fail (a full disk, a disk that became read-only, a
//! quota) or ends the process there: at the n-th file that is opened for writing, written, renamed or flushed, or folder
//! that is made. Beside it: limits on the size of files, several commands at once, damaged caches, odd names, odd masks,
//! streams that are closed, temporary folders that are none.
//!
//! After each fault: no input has changed; the output is what it was before, or whole; the status is 0 if and only if it is
//! whole; who failed says why; nothing is left behind; and the same command works when the fault is gone.

mod shell;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::OnceLock;

use shell::{Folder, SCALE};
use testkit::sample::Sample;
use testkit::suite::{run, trial};

fn main() -> ExitCode {
    let sample = Sample::from_environment();
    let cases = cases();
    assert!(cases.len() >= 100, "{} cases", cases.len());
    let chosen = cases.into_iter().filter(|case| sample.has(&case.name));
    run(Ok(chosen.map(|case| trial(case.name.clone(), move || case.check())).collect()))
}

/// A fault, and the command that meets it.
struct Case {
    name: String,
    work: Work,
    fault: Fault,
}

/// What is done.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Work {
    Translate,
    Coalesce,
    Fix,
    Annotate,
    Build,
    Object,
    Compiler,
    Run,
}

/// What goes wrong.
#[derive(Clone)]
enum Fault {
    /// The n-th call fails with an error, or with a negative number ends the process by a signal.
    Call(&'static str, usize, i32),
    /// Shell before the command, which may fail or do its work.
    Before(String),
    /// So many commands at once.
    Together(usize),
    /// The command's result has another name.
    Named(&'static str),
    /// Shell after a first run, that damages what it left.
    Damaged(&'static str),
}

const KERNEL: &str = "#include \"h.h\"\n__global__ void k(float *a, int n) { int i = blockIdx.x * N + threadIdx.x;\n\
    for (int j = 0; j < n; j++) a[i * n + j] *= 2; }\n";
const PLAIN: &str = "#include <stdio.h>\nfloat a[1 << 20];\nint main(void)\n{\n    for (int t = 0; t < 100; t++)\n        for (int i = 0; i < 1 << 20; i++)\n            a[i] = a[i] * 2 + i;\n    printf(\"%f\\n\", a[9]);\n    return 0;\n}\n";
const OLD: &str = "old\n";

impl Work {
    const ALL: [Work; 8] = [
        Work::Translate,
        Work::Coalesce,
        Work::Fix,
        Work::Annotate,
        Work::Build,
        Work::Object,
        Work::Compiler,
        Work::Run,
    ];

    fn name(self) -> &'static str {
        match self {
            Work::Translate => "translate",
            Work::Coalesce => "coalesce",
            Work::Fix => "check --fix",
            Work::Annotate => "annotate --in-place",
            Work::Build => "build",
            Work::Object => "build -c",
            Work::Compiler => "cc",
            Work::Run => "run",
        }
    }

    /// Does it start the C compiler?
    fn compiles(self) -> bool {
        matches!(self, Work::Build | Work::Object | Work::Compiler | Work::Run)
    }

    /// The arguments of `warploom` that write `$out`.
    fn arguments(self) -> &'static str {
        match self {
            Work::Translate => "translate -q --target cpu a.c -o \"$out\"",
            Work::Coalesce => "coalesce -q a.cu -o \"$out\"",
            Work::Fix => "check -q --fix \"$out\"",
            Work::Annotate => "annotate -q --force --in-place \"$out\"",
            Work::Build => "build -q --target cpu a.c -o \"$out\"",
            Work::Object => "build -q --target cpu -c a.c -o \"$out\"",
            Work::Compiler => "cc -c a.c -o \"$out\"",
            // What it prints is its result.
            Work::Run => "run -q --target cpu a.c > printed && cp printed \"$out\"",
        }
    }

    /// What is in the output's place before.
    fn before(self) -> String {
        match self {
            Work::Fix => SCALE.replace("#include <stdio.h>\n", ""),
            Work::Annotate => PLAIN.to_owned(),
            _ => OLD.to_owned(),
        }
    }

    /// The output's name: C files that are changed in place end as C files do.
    fn output(self) -> &'static str {
        if matches!(self, Work::Fix | Work::Annotate) { "out.c" } else { "out" }
    }

    /// What is said of a whole output, in words that can be compared.
    fn seen(self, folder: &Folder, output: &str) -> String {
        match self {
            Work::Build => folder.output(&format!("cp -- '{output}' tried && chmod 755 tried && ./tried")),
            Work::Object | Work::Compiler => {
                folder.output(&format!("cp -- '{output}' tried.o && cc tried.o -fopenmp -o tried && ./tried"))
            }
            _ => folder.read(output),
        }
    }

    /// The same, of an output that no fault disturbed. Found once.
    fn expected(self) -> &'static str {
        static EXPECTED: [OnceLock<String>; 8] = [const { OnceLock::new() }; 8];
        EXPECTED[self as usize].get_or_init(|| {
            let folder = folder(self, &format!("expected-{}", self as usize));
            folder.output(&format!("out='{}'; warploom {}", self.output(), self.arguments()));
            self.seen(&folder, self.output())
        })
    }
}

fn folder(work: Work, name: &str) -> Folder {
    let folder = Folder::new("faults", name);
    folder.write("a.c", &SCALE.replace("#include <stdio.h>", "#include <stdio.h>\n#include \"h.h\""));
    folder.write("a.cu", KERNEL).write("h.h", "#define N 4\n").write(work.output(), &work.before());
    folder
}

/// The library that makes calls fail.
fn library() -> PathBuf {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    let made = || {
        let folder = Folder::new("faults", "library");
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fault/fault.c");
        folder.output(&format!("cc -O1 -shared -fPIC -o fault.so '{source}' -ldl"));
        folder.path("fault.so")
    };
    LIBRARY.get_or_init(made).clone()
}

impl Case {
    fn check(&self) -> Result<(), String> {
        let work = self.work;
        let expected = work.expected();
        // gcc leaves files behind where the name of the temporary folder has a `=` in it.
        let folder = folder(work, &self.name.replace(|c: char| !c.is_alphanumeric(), "-"));
        let inputs = "cat a.c a.cu h.h | sha256sum";
        let untouched = folder.output(inputs);
        let output = match self.fault {
            Fault::Named(name) => name,
            _ => work.output(),
        };
        let script = self.script(&folder, output);
        let ran = folder.script(&script);
        let wrong = |what: &str| {
            Err(format!("{what}\n{script}\nstatus {:?}\n{}{}", ran.status, ran.stdout, ran.stderr))
        };
        if folder.output(inputs) != untouched {
            return wrong("an input has changed");
        }
        let is_old = folder.output(&format!("cat -- '{output}' 2>/dev/null || true")) == work.before();
        let is_there = folder.path(output).exists();
        let is_whole = is_there && !is_old && work.seen(&folder, output) == expected;
        if is_there && !is_old && !is_whole {
            return wrong("the output is neither the old one nor whole");
        }
        let ends_it = matches!(self.fault, Fault::Call(_, _, ..0));
        match ran.status {
            Some(0) if !is_whole => return wrong("success, and no output"),
            Some(0) => {}
            Some(1) | Some(101) | None if !ends_it => return wrong("not the status of such a failure"),
            _ if is_whole && !ends_it => return wrong("a failure, and a new output"),
            _ if !ends_it && ran.stderr.is_empty() && !script.contains("2>&-") => {
                return wrong("nothing is said");
            }
            _ => {}
        }
        if let Fault::Call(..) = self.fault
            && !folder.path("happened").exists()
        {
            return wrong("the fault did not happen");
        }
        // The same command, when the fault is gone.
        let again = format!("out='{output}'; test -e \"$out\" || exit 0; warploom {}", work.arguments());
        folder.output(&again);
        if is_there && work.seen(&folder, output) != expected {
            return wrong("the next run is not right");
        }
        let left = folder.output("ls -A | grep '^\\.' | grep -v '^..hidden$' || true; ls -A tmp | grep -v '^warploom-cache-' || true");
        if !left.trim().is_empty() {
            return wrong(&format!("left behind: {left}"));
        }
        Ok(())
    }

    fn script(&self, folder: &Folder, output: &str) -> String {
        let arguments = self.work.arguments();
        let set = format!("out='{output}'; export WARPLOOM_TARGET=cpu");
        match &self.fault {
            Fault::Call(call, number, what) => format!(
                "{set} FAULT='{call} {number} {what}' FAULT_IN=warploom FAULT_LOG='{}'\n\
                 LD_PRELOAD='{}' \"$W\" {arguments}",
                folder.path("happened").display(),
                library().display(),
            ),
            Fault::Before(before) => format!("{set}\n{before}\nwarploom {arguments}"),
            Fault::Together(count) => format!(
                "{set}\nfor i in $(seq {count}); do (warploom {} || echo failed >&2) & done; wait",
                arguments.replace("> printed && cp printed \"$out\"", "> printed$i && cp printed$i \"$out\"")
            ),
            Fault::Named(_) => format!("{set}\nwarploom {arguments}"),
            Fault::Damaged(damage) => format!(
                "{set}\nwarploom {arguments}\nentry=$(ls -d cache/run/*)\n{damage}\nprintf '{OLD}' > \"$out\"\nwarploom {arguments}"
            ),
        }
    }
}

const FULL: i32 = 28;
const READ_ONLY: i32 = 30;
const BROKEN: i32 = 5;
const QUOTA: i32 = 122;
const FORBIDDEN: i32 = 13;
const KILL: i32 = -9;
const TERM: i32 = -15;
const INTERRUPT: i32 = -2;

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |work: Work, what: String, fault: Fault| {
        cases.push(Case { name: format!("{} {what}", work.name()), work, fault });
    };
    for work in Work::ALL {
        let calls: &[(&str, usize, &[i32])] = match work.compiles() {
            false => &[
                ("open", 1, &[FULL, READ_ONLY, FORBIDDEN, TERM]),
                ("write", 1, &[FULL, QUOTA, BROKEN, KILL]),
                ("fsync", 1, &[FULL, KILL]),
                ("rename", 1, &[READ_ONLY, BROKEN, KILL, TERM]),
            ],
            true => &[
                ("mkdir", 1, &[FULL]),
                ("open", 1, &[READ_ONLY]),
                ("open", 2, &[FULL]),
                ("write", 1, &[QUOTA, KILL]),
                ("write", 2, &[FULL, TERM]),
                ("rename", 1, &[BROKEN, KILL, INTERRUPT]),
            ],
        };
        for (call, number, whats) in calls {
            for what in *whats {
                add(work, format!("{call} {number} {what}"), Fault::Call(call, *number, *what));
            }
        }
    }
    for work in [Work::Translate, Work::Build, Work::Run] {
        for count in [2, 4, 8] {
            add(work, format!("{count} at once"), Fault::Together(count));
        }
        for blocks in [0, 8] {
            let limit = format!("ulimit -f {blocks}; trap '' XFSZ");
            add(work, format!("files of {blocks} blocks"), Fault::Before(limit));
        }
        for mask in ["000", "077", "027", "0177"] {
            add(work, format!("umask {mask}"), Fault::Before(format!("umask {mask}")));
        }
        let places = [
            "TMPDIR=/nowhere",
            "TMPDIR=$PWD/a.c",
            "unset HOME XDG_CACHE_HOME WARPLOOM_CACHE_DIR",
            "exec <&-",
            "exec 2>&-",
            "ulimit -n 24",
        ];
        for place in places {
            add(work, place.to_owned(), Fault::Before(place.to_owned()));
        }
    }
    for name in ["new\nline", "red\u{1b}[31m", "./-dash", "a b", "quo\"te$x", "*", "caf\u{e9}", "..hidden"] {
        add(Work::Translate, format!("named {name:?}"), Fault::Named(name));
    }
    for damage in [
        "echo x > $entry/program",
        "truncate -s 100 $entry/program",
        "rm $entry/program",
        "rm $entry/digest",
        "printf 0 > $entry/digest",
        "chmod 600 $entry/program",
        "rm -r $entry && touch $entry",
        "rm -r cache && touch cache",
        "rm -r cache/run && ln -s /nowhere cache/run",
        "for f in cache/toolchain-*; do echo '{' > $f; done",
    ] {
        add(Work::Run, damage.to_owned(), Fault::Damaged(damage));
    }
    cases
}
