//! The run cache: new programs whenever something that goes in is new, whatever happens to
//! its files, and however many runs there are at once.

mod shell;

use shell::{Folder, SCALE};

fn folder(name: &str) -> Folder {
    let folder = Folder::new("cache", name);
    folder.write("a.c", SCALE);
    folder
}

const RUN: &str = "warploom run -q --target cpu a.c";

#[test]
fn everything_that_goes_in_is_noticed() {
    let folder = Folder::new("cache", "changes");
    let program =
        SCALE.replace("#ifndef FACTOR", "#include \"factor.h\"\nint f(void), g(void);\n#ifndef FACTOR");
    folder.write("a.c", &program.replace("a[63])", "a[63] + f() + g())")).write("inc/factor.h", "");
    folder.write("f.c", "int f(void) { return 1000; }\n").write("g.c", "int g(void) { return 0; }\n");
    folder.output("cc -c f.c && cc -c g.c && mkdir lib && ar rc lib/libg.a g.o");
    let run = "warploom run -q --target cpu -Iinc a.c f.o -Llib -lg";
    let programs = || folder.output("ls cache/run | wc -l").trim().parse::<usize>().unwrap();
    assert_eq!((folder.output(run), folder.output(run), programs()), ("1126\n".into(), "1126\n".into(), 1));
    // An object, a library, a header, a source, a flag, a variable, the compiler.
    folder.output("echo 'int f(void) { return 2000; }' > f.c && cc -c f.c");
    assert_eq!((folder.output(run), programs()), ("2126\n".into(), 2));
    folder.output("echo 'int g(void) { return 1; }' > g.c && cc -c g.c && ar rc lib/libg.a g.o");
    assert_eq!((folder.output(run), programs()), ("2127\n".into(), 3));
    folder.write("inc/factor.h", "#define FACTOR 3\n");
    assert_eq!((folder.output(run), programs()), ("2190\n".into(), 4));
    assert_eq!((folder.output(&format!("{run} -O1")), programs()), ("2190\n".into(), 5));
    assert_eq!((folder.output(&format!("CFLAGS=-fno-inline {run}")), programs()), ("2190\n".into(), 6));
    folder.output("printf '#!/bin/sh\\nexec cc \"$@\"\\n' > mycc && chmod +x mycc");
    assert_eq!((folder.output(&format!("CC=./mycc {run}")), programs()), ("2190\n".into(), 7));
    folder.output("printf '#!/bin/sh\\nexec cc -DX \"$@\"\\n' > mycc");
    assert_eq!((folder.output(&format!("CC=./mycc {run}")), programs()), ("2190\n".into(), 8));
    // A library that comes first on the search path now; one whose members lie elsewhere.
    folder.output(
        "mkdir first && echo 'int g(void) { return 9; }' > h.c && cc -c h.c && ar rc first/libg.a h.o",
    );
    assert_eq!(folder.output(&run.replace("-Llib", "-Lfirst -Llib")), "2198\n");
    folder.output("ar rcT lib/libt.a g.o");
    let thin = run.replace("-lg", "-lt");
    assert_eq!(folder.output(&thin), "2190\n");
    folder.output("echo 'int g(void) { return 5; }' > g.c && cc -c g.c");
    assert_eq!(folder.output(&thin), "2194\n");
}

/// A library that is made anew is noticed, however the linker is told of it.
#[test]
fn libraries_are_noticed_by_every_name() {
    let folder = Folder::new("cache", "libraries");
    let program = SCALE.replace("int main", "int f(void);\nint main").replace("a[63])", "a[63] + f())");
    folder.write("a.c", &program);
    let make = |number: usize| {
        folder.output(&format!(
            "mkdir -p lib && cd lib && echo 'int f(void) {{ return {number}; }}' > f.c && cc -c f.c && rm -f *.a
             ar rcs libf.a f.o && ar rcsT libthin.a f.o && echo 'INPUT(libf.a)' > libscript.a && echo lib/libf.a > words"
        ));
    };
    for how in [
        "lib/libthin.a",
        "-Llib -lf",
        "-L lib -l f",
        "-Llib -l:libf.a",
        "-Llib -l:libthin.a",
        "-Llib -lscript",
        "-Llib -l:libscript.a",
        "-Llib -Wl,-lf",
        "-Llib -Xlinker -lf",
        "-Llib -Wl,-Bstatic,-lthin,-Bdynamic",
        "-Wl,-Llib -lf",
        "-Wl,-L,lib -lf",
        "-Wl,--library-path=lib,--library=f",
        "-Wl,lib/libf.a",
        "-Wl,@lib/words",
        "@lib/words",
    ] {
        let run = format!("{RUN} {how}");
        make(1000);
        let first = folder.output(&run);
        make(2000);
        assert_eq!((first.as_str(), folder.output(&run).as_str()), ("1126\n", "2126\n"), "{how}");
    }
    let run = format!("LIBRARY_PATH=lib {RUN} -lf");
    let second = folder.output(&run);
    make(1000);
    assert_eq!((second.as_str(), folder.output(&run).as_str()), ("2126\n", "1126\n"));
}

#[test]
fn damaged_entries_are_made_again() {
    let folder = folder("damaged");
    for damage in [
        "echo x > $entry/program",
        "truncate -s 100 $entry/program",
        "rm $entry/program",
        "rm $entry/digest",
        "echo 0 > $entry/digest",
        "chmod 600 $entry/program",
        "rm -r $entry && touch $entry",
        "rm -r $entry && mkdir $entry",
        "rm cache/toolchain-*; mkdir cache/toolchain-x.json",
        "for f in cache/toolchain-*.json; do test -d $f || echo '{' > $f; done",
    ] {
        folder.output(&format!("{RUN} && entry=$(ls -d cache/run/*) && {damage}"));
        assert_eq!(folder.output(RUN), "126\n", "{damage}");
        assert_eq!(folder.output(RUN), "126\n", "{damage}");
    }
    folder.output("test $(ls cache/run | wc -l) = 1");
}

#[test]
fn the_runtime_is_compiled_for_the_first_program_alone() {
    let folder = folder("runtime");
    folder.output("printf '#!/bin/sh\\necho \"$@\" >> $PWD/log\\nexec cc \"$@\"\\n' > mycc && chmod +x mycc");
    let run = "export CC=$PWD/mycc; warploom run -q --target sim";
    let compiled = || folder.output("grep -c '/runtime[.]c -o' log").trim().parse::<usize>().unwrap();
    assert_eq!((folder.output(&format!("{run} a.c")), compiled()), ("126\n".into(), 1));
    assert_eq!((folder.output(&format!("{run} -DFACTOR=3 a.c")), compiled()), ("189\n".into(), 1));
    // Other flags make another one, and so does a build that is to keep nothing.
    assert_eq!((folder.output(&format!("{run} -O1 -DFACTOR=4 a.c")), compiled()), ("252\n".into(), 2));
    assert_eq!((folder.output(&format!("{run} --no-cache a.c")), compiled()), ("126\n".into(), 3));
    folder.assert_no_leftovers();
}

#[test]
fn many_runs_at_once_all_succeed() {
    let folder = folder("at-once");
    for _ in 0..2 {
        let each = "for i in 1 2 3 4 5 6 7 8; do (warploom run -q --target cpu a.c > out$i; echo $? >> out$i) & done";
        folder.output(&format!("rm -rf cache out*\n{each}\nwait"));
        assert_eq!(folder.output("cat out* | sort | uniq -c | tr -s ' '"), " 8 0\n 8 126\n");
        assert_eq!(folder.output("ls cache/run | wc -l"), "1\n");
    }
    folder.assert_no_leftovers();
}

#[test]
fn it_works_without_a_place_for_a_cache() {
    let folder = folder("no-place");
    folder.write("file", "");
    for place in
        ["WARPLOOM_CACHE_DIR=/proc/none", "WARPLOOM_CACHE_DIR=$PWD/file", "WARPLOOM_CACHE_DIR=/dev/full/x"]
    {
        assert_eq!(folder.output(&format!("{place} {RUN}")), "126\n", "{place}");
    }
    let homeless = "unset WARPLOOM_CACHE_DIR XDG_CACHE_HOME HOME";
    assert_eq!(folder.output(&format!("{homeless}; {RUN}; {RUN}")), "126\n126\n");
    assert_eq!(folder.script(&format!("{homeless}; warploom cache info")).status, Some(2));
    // The place that is left may be somebody else's.
    folder.output("rm -rf tmp/*; mkdir -m 777 tmp/warploom-cache-$(id -u)");
    assert_eq!(folder.output(&format!("{homeless}; {RUN}; ls tmp/warploom-cache-*")), "126\n");
}

#[test]
fn it_is_bounded_shown_and_cleaned() {
    let folder = folder("bounded");
    let runs = "for n in 1 2 3 4 5 6; do warploom run -q --target cpu -DFACTOR=$n a.c; touch -d '1 hour ago' cache/run/*; done";
    folder.output(&format!("export WARPLOOM_CACHE_SIZE=60K; {runs}"));
    let left: usize = folder.output("ls cache/run | wc -l").trim().parse().unwrap();
    assert!((1..4).contains(&left), "{left}");
    let info = folder.output("WARPLOOM_CACHE_SIZE=60K warploom cache");
    assert!(info.contains(&format!("programs  {left}\n")) && info.contains("limit     60 KiB"), "{info}");
    assert!(folder.output("warploom cache clean").starts_with(&format!("removed {left} program")));
    assert_eq!(folder.output("ls cache/run cache | grep -v run: | grep -v cache: | tr -d '\\n'"), "run");
    folder.output("warploom run -q --no-cache --target cpu a.c && test -z \"$(ls cache/run)\"");
    folder.assert_no_leftovers();
}

#[test]
fn remarks_are_said_when_a_program_is_built() {
    let folder = folder("remarks");
    folder.write("b.c", &SCALE.replace("tblock(2) thread(32)", ""));
    let first = folder.script("warploom run --target cpu b.c");
    assert_eq!(first.stderr.lines().filter(|line| line.contains("R2080")).count(), 1, "{}", first.stderr);
    assert_eq!(folder.script("warploom run --target cpu b.c").stderr, "");
    assert!(folder.script("warploom run -v --target cpu b.c").stderr.contains("R2080"));
}

#[test]
fn programs_end_in_time() {
    let folder = folder("timeout");
    folder.write("slow.c", &SCALE.replace("return 0;", "fflush(stdout);\n    for (;;);\n    return 0;"));
    let ran = folder.script("warploom run --target cpu --timeout 0.5 slow.c; echo $?");
    assert_eq!(ran.stdout, "126\n124\n");
    assert!(ran.stderr.contains("did not end within 0.5 s"), "{}", ran.stderr);
    assert_eq!(folder.output("warploom run -q --target cpu --timeout 30 a.c"), "126\n");
}
