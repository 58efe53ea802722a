//! Nothing of the user's is destroyed: outputs are never inputs, are written whole or not at
//! all, and a failed write is an error.

mod shell;

use shell::{Folder, SCALE};

const KERNEL: &str = "#include \"h.h\"\n__global__ void k(int *a) { a[threadIdx.x] = N; }\n";

fn folder(name: &str) -> Folder {
    let folder = Folder::new("files", name);
    folder.write("a.c", &SCALE.replace("#include <stdio.h>", "#include <stdio.h>\n#include \"h.h\""));
    folder.write("a.cu", KERNEL).write("h.h", "#define N 4\n");
    folder
}

#[test]
fn what_was_read_is_never_written() {
    let folder = folder("inputs");
    folder.output(
        "ln -s a.c soft.c; ln a.c hard.c; ln -s h.h soft.h; ln a.cu hard.cu; mkdir sub; ln -s ../h.h sub/h",
    );
    let before = folder.output("cat a.c a.cu h.h | sha256sum");
    let mut tried = 0;
    for (command, outputs) in [
        ("build --target cpu a.c", "a.c ./a.c soft.c hard.c h.h soft.h ../inputs/h.h sub/h"),
        ("build --target cpu -c a.c", "a.c hard.c h.h"),
        ("translate --target cpu a.c", "a.c soft.c hard.c h.h soft.h"),
        ("translate --target cuda a.c", "h.h a.c"),
        ("translate --target c a.c", "h.h a.c hard.c"),
        ("coalesce a.cu", "a.cu ./a.cu hard.cu h.h sub/h"),
    ] {
        for output in outputs.split(' ') {
            let ran = folder.script(&format!("warploom {command} -o {output}"));
            assert_eq!(ran.status, Some(2), "{command} -o {output}: {}", ran.stderr);
            assert!(ran.stderr.contains("is not overwritten"), "{}", ran.stderr);
            tried += 1;
        }
    }
    for flag in ["--json a.c", "--html h.h", "--counts soft.h"] {
        assert_eq!(
            folder.script(&format!("warploom profile a.c {flag} >/dev/null")).status,
            Some(2),
            "{flag}"
        );
        tried += 1;
    }
    assert_eq!(folder.script("warploom build --target cpu a.c -o ok -MD -MF h.h").status, Some(2));
    assert_eq!(folder.output("cat a.c a.cu h.h | sha256sum"), before);
    assert!(tried > 25);
    folder.assert_no_leftovers();
}

#[test]
fn objects_that_are_linked_are_not_outputs() {
    let folder = folder("objects");
    folder.write("f.c", "int f(void) { return 1; }\n");
    folder.output("cc -c f.c && cp f.o copy.o");
    assert_eq!(folder.script("warploom build --target cpu a.c f.o -o f.o").status, Some(2));
    folder.output("cmp f.o copy.o");
}

#[test]
fn links_devices_and_modes_stay() {
    let folder = folder("modes");
    folder.output(
        "touch real.c && chmod 600 real.c && ln -s real.c link.c && ln -s new.c dangling.c
         warploom translate --target cpu a.c -o link.c
         test -L link.c && test -s real.c && test \"$(stat -c %a real.c)\" = 600
         warploom translate --target cpu a.c -o dangling.c
         test -L dangling.c && test -s new.c",
    );
    folder.output(
        "warploom build --target cpu a.c -o /dev/null && test -c /dev/null
         warploom translate --target cpu a.c -o /dev/null && test -c /dev/null
         warploom coalesce a.cu -o /dev/null && test -c /dev/null
         warploom translate --target cpu a.c -o /dev/stdout > out.txt && test -s out.txt
         mkfifo pipe && (cat pipe > read.txt & warploom translate --target cpu a.c -o pipe; wait)
         test -p pipe && cmp read.txt new.c",
    );
    let modes = "umask 077 && warploom build --target cpu a.c -o private && stat -c %a private
                 umask 022 && warploom build --target cpu a.c -o public && stat -c %a public
                 chmod 640 public && warploom build --target cpu a.c -o public && stat -c %a public";
    assert_eq!(folder.output(modes), "700\n755\n750\n");
}

#[test]
fn a_failed_write_is_an_error() {
    let folder = folder("full");
    for command in [
        "translate --target cpu a.c",
        "coalesce a.cu",
        "check --verdicts a.c",
        "check --format sarif a.c",
        "profile a.c",
        "completions bash",
        "man",
        "--help",
        "explain --list",
        "cache info",
    ] {
        let ran = folder.script(&format!("warploom {command} > /dev/full"));
        assert_eq!(ran.status, Some(2), "{command}: {}", ran.stderr);
    }
    for command in ["build --target cpu a.c -o", "translate --target cpu a.c -o", "profile a.c --json"] {
        assert_eq!(
            folder.script(&format!("warploom {command} /dev/full > /dev/null")).status,
            Some(2),
            "{command}"
        );
        let ran = folder.script(&format!("warploom {command} no-folder/out > /dev/null"));
        assert!(ran.status == Some(2) && ran.stderr.contains("no-folder/out"), "{command}: {}", ran.stderr);
        let ran = folder.script(&format!("mkdir -p dir && warploom {command} dir/.. > /dev/null"));
        assert_eq!(ran.status, Some(2), "{command}: {}", ran.stderr);
    }
    let closed = folder.script("(warploom man; echo $? >&2) | head -1 > /dev/null");
    assert_eq!(closed.stderr, "0\n");
}

#[test]
fn nothing_is_half_written() {
    let folder = folder("whole");
    folder.write("out", "old").write("bad.c", "int x = ;\n");
    // A file may have no more than 4 KiB: the program is larger.
    let ran = folder.script("ulimit -f 8; trap '' XFSZ; warploom build --target cpu a.c -o out");
    assert_ne!(ran.status, Some(0), "{}", ran.stderr);
    assert_eq!(folder.read("out"), "old");
    assert_eq!(folder.script("warploom build --target cpu bad.c -o out").status, Some(1));
    assert_eq!(folder.script("TMPDIR=/nowhere warploom build --target cpu a.c -o out").status, Some(2));
    assert_eq!(folder.read("out"), "old");
    assert_eq!(folder.output("ls -A | grep -c '^\\.' || true"), "0\n");
}

#[test]
fn two_outputs_are_two_files() {
    let folder = folder("two");
    let ran = folder.script("warploom profile a.c --json same --html same");
    assert!(ran.status == Some(2) && ran.stderr.contains("already an output"), "{}", ran.stderr);
}

#[test]
fn odd_names_are_shown_safely_and_built_rightly() {
    let folder = folder("names");
    folder.output(
        "cp a.c 'a b.c'; cp a.c \"$(printf 'new\\nline.c')\"; cp a.c \"$(printf 'red\\033[31m.c')\"
         cp a.c \"$(printf 'latin\\351.c')\"; cp a.c -- '-dash.c'; cp a.c 'quote\"$x.c'
         for f in 'a b.c' new*line.c red*.c latin*.c ./-dash.c quote*.c; do
             warploom run -q --target cpu \"$f\" > printed; grep -q '^126$' printed
             warploom run -q --target sim \"$f\" > printed; grep -q '^126$' printed
             warploom build -q --target cpu \"$f\" -o program; ./program | grep -q '^126$'
         done",
    );
    folder.output("printf 'int x = ;\\n' > \"$(printf 'bad\\033[31m\\nx.c')\"");
    let ran = folder.script("warploom check bad*x.c; warploom check \"$(printf 'gone\\033[31m\\n.c')\"");
    assert!(!ran.stderr.contains('\x1b') && ran.stderr.contains("bad\\u{1b}[31m\\nx.c"), "{}", ran.stderr);
}

#[test]
fn killed_at_any_moment_nothing_stays() {
    let folder = folder("killed");
    folder.write("slow.c", &SCALE.replace("return 0;", "for (;;);\n    return 0;"));
    folder.write("out", "old");
    for (signal, delay) in
        [("INT", "0.05"), ("TERM", "0.1"), ("HUP", "0.2"), ("TERM", "0.4"), ("TERM", "0.9")]
    {
        let line = format!(
            "warploom() {{ exec \"$W\" \"$@\"; }}
             (trap - INT; warploom build --target cpu a.c -o out) & sleep {delay}; kill -{signal} $!; wait $!; true"
        );
        folder.script(&line);
        // The old text, or the whole program.
        let out = std::fs::read(folder.path("out")).expect("the output");
        assert!(out == b"old" || folder.output("chmod +x out; ./out") == "126\n");
        folder.assert_no_leftovers();
        folder.write("out", "old");
    }
    for target in ["cpu", "sim"] {
        let ran = folder.script(&format!(
            "(exec \"$W\" run --target {target} slow.c > printed) & sleep 3; kill -TERM $!; wait $!; echo $?
             sleep 0.3; pgrep -f 'killed/cache/run/.*/[p]rogram' || echo none"
        ));
        assert_eq!(ran.stdout, "143\nnone\n", "{target}: {}", ran.stderr);
        folder.assert_no_leftovers();
    }
}
