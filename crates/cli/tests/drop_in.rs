//! `CC="warploom cc"` in builds as they are found: small replicas of their own.

mod shell;

use std::io::Write;

use shell::{Folder, SCALE};

const MAIN: &str = "#include \"scale.h\"\nint main(void) { scale(); fill(); return 0; }\n";
const FILL: &str = "#include <stdio.h>\nvoid fill(void) { puts(\"filled\"); }\n";
const HEADER: &str = "#ifndef FACTOR\n#define FACTOR 2\n#endif\nvoid scale(void), fill(void);\n";

/// `scale.c` has directives, the others have none.
fn folder(name: &str) -> Folder {
    let folder = Folder::new("drop-in", name);
    let scale = SCALE.replace("int main(void)", "void scale(void)").replace("    return 0;\n", "");
    let scale = scale.replace("#include <stdio.h>", "#include <stdio.h>\n#include \"scale.h\"");
    folder.write("src/main.c", MAIN).write("src/scale.c", &scale).write("src/fill.c", FILL);
    folder.write("src/scale.h", HEADER);
    folder
}

const EXPECTED: &str = "126\nfilled\n";

#[test]
fn make_builds_and_builds_anew() {
    let folder = folder("make");
    folder.write(
        "src/Makefile",
        "CFLAGS = -O2 -Wall -MMD -MP -g\nOBJS = main.o scale.o\nprog: $(OBJS) libfill.a\n\t$(CC) $(CFLAGS) -o $@ $(OBJS) -L. -lfill\n\
         libfill.a: fill.o\n\t$(AR) rcs $@ $^\n-include $(OBJS:.o=.d)\n",
    );
    let make = "cd src && make -j8 --silent CC=\"$W cc\" && ./prog";
    assert_eq!(folder.output(make), EXPECTED);
    assert_eq!(folder.output("cd src && make -q CC=\"$W cc\" && echo current"), "current\n");
    folder.write("src/scale.h", &HEADER.replace("FACTOR 2", "FACTOR 3"));
    assert_eq!(folder.output(&format!("touch -d '+1 hour' src/scale.h; {make}")), "189\nfilled\n");
    folder.write("src/fill.c", &FILL.replace("filled", "changed"));
    assert_eq!(folder.output(&format!("touch -d '+2 hour' src/fill.c; {make}")), "189\nchanged\n");
    folder.assert_no_leftovers();
}

#[test]
fn a_static_and_a_shared_library_hold_kernels() {
    let folder = folder("libraries");
    // What is compiled for the shared library has names of its own, as libtool has it.
    folder.write(
        "src/Makefile",
        "CFLAGS = -O1\nall: static thin shared direct\n\
         %.o: %.c\n\t$(CC) $(CFLAGS) -MMD -MP -c $< -o $@\n\
         %.lo: %.c\n\t$(CC) $(CFLAGS) -fPIC -MMD -MP -MF $*.lo.d -c $< -o $@\n\
         libscale.a: scale.o fill.o\n\trm -f $@; $(AR) rcs $@ $^\n\
         libthin.a: scale.o fill.o\n\trm -f $@; $(AR) rcsT $@ $^\n\
         libpic.so: scale.lo fill.lo\n\t$(CC) -shared $^ -o $@\n\
         static: main.o libscale.a\n\t$(CC) $^ -o $@\n\
         thin: main.o libthin.a\n\t$(CC) main.o -L. -lthin -o $@\n\
         shared: main.o libpic.so\n\t$(CC) main.o -L. -lpic -Wl,-rpath,'$$ORIGIN' -o $@\n\
         direct: main.c scale.c fill.c scale.h\n\t$(CC) $(CFLAGS) main.c scale.c fill.c -o $@\n-include *.d\n",
    );
    let programs = "./static && ./thin && ./shared && ./direct";
    let make = format!("cd src && make -j8 --silent CC=\"$W cc\" && {programs}");
    assert_eq!(folder.output(&make), EXPECTED.repeat(4));
    folder.write("src/scale.h", &HEADER.replace("FACTOR 2", "FACTOR 3"));
    assert_eq!(folder.output(&format!("touch -d '+1 hour' src/scale.h; {make}")), "189\nfilled\n".repeat(4));
    let flag = make.replace("--silent", "--silent -B CFLAGS='-O2 -DFACTOR=4'");
    assert_eq!(folder.output(&flag), "252\nfilled\n".repeat(4));
    // A library that others made anew, of objects that they changed: the shared one needs no linking.
    folder.write("src/fill.c", &FILL.replace("filled", "changed"));
    folder
        .output("cd src && cc -c fill.c -o fill.o && touch -d '+2 hour' fill.o && touch -d '-1 day' scale.h");
    let (new, old) = ("252\nchanged\n", "252\nfilled\n");
    let make = make.replace(" --silent", " --silent -o fill.c -o fill.lo -o direct");
    assert_eq!(folder.output(&make), format!("{new}{new}{old}{old}"));
    folder
        .output("cd src && cc -fPIC -c fill.c -o fill.lo && \"$W\" cc -shared scale.lo fill.lo -o libpic.so");
    assert_eq!(folder.output(&format!("cd src && {programs}")), format!("{new}{new}{new}{old}"));
}

/// However a command line tells the linker of an archive with kernels, `warploom cc` adds what they need.
#[test]
fn archives_are_found_as_the_linker_finds_them() {
    let folder = folder("archives");
    folder.output(
        "cd src; for f in main scale fill; do \"$W\" cc -c $f.c; done; mkdir lib; mv scale.o fill.o lib
         cd lib; ar rcs libfat.a scale.o fill.o; ar rcsT libthin.a scale.o fill.o; ld -r scale.o fill.o -o both.o
         ar rcsT liblong.a scale.o fill.o; echo 'GROUP ( libfat.a -lm )' > libscript.a; echo lib/libfat.a > words",
    );
    for how in [
        "lib/libfat.a",
        "lib/libthin.a",
        "lib/both.o",
        "lib/libscript.a",
        "@lib/words",
        "-Llib -lfat",
        "-L lib -l thin",
        "-Llib -l:libthin.a",
        "-Llib -lscript",
        "-Wl,lib/libfat.a",
        "-Llib -Wl,-Bstatic,-lfat,-Bdynamic",
        "-Wl,-Llib,--library=fat",
        "-Wl,--library-path,lib -Xlinker --library -Xlinker thin",
        "-Xlinker lib/libfat.a",
        "-Wl,--start-group lib/libthin.a -Wl,--end-group",
    ] {
        let link = format!("cd src; rm -f prog; \"$W\" cc main.o {how} -o prog && ./prog");
        assert_eq!(folder.output(&link), EXPECTED, "{how}");
    }
    let link = "cd src; LIBRARY_PATH=/nowhere:lib \"$W\" cc main.o -lthin -o prog && ./prog";
    assert_eq!(folder.output(link), EXPECTED);
}

/// `CC` may lead to `warploom cc` through a launcher or a script, which it must not start in turn.
#[test]
fn who_starts_it_is_not_started_by_it() {
    let folder = folder("wrappers");
    folder.write(
        "src/Makefile",
        "OBJS = main.o scale.o fill.o\nprog: $(OBJS)\n\t$(CC) $(CFLAGS) -o $@ $(OBJS)\nscale.o: scale.h\n",
    );
    folder.output(
        "printf '#!/bin/sh\nexec \"%s\" cc \"$@\"\n' \"$W\" > src/mycc && chmod +x src/mycc && mkdir -p ccache",
    );
    let mut compilers = vec!["./mycc", "env $W cc", "$W cc $W cc"];
    if !is_missing("ccache") {
        compilers.push("ccache $W cc");
    }
    for compiler in compilers {
        let make = format!(
            "cd src; export CCACHE_DIR=\"$PWD/../ccache\"; make --silent CC=\"{compiler}\" CFLAGS='-O1 -DNAME=\"\\\"a b\\\"\"' && ./prog"
        );
        assert_eq!(folder.output(&make), EXPECTED, "{compiler}");
        folder.write("src/scale.h", &HEADER.replace("FACTOR 2", "FACTOR 3"));
        assert_eq!(
            folder.output(&format!("touch -d '+1 hour' src/scale.h; {make}")),
            "189\nfilled\n",
            "{compiler}"
        );
        folder.write("src/scale.h", HEADER).output("rm src/*.o");
    }
    let run = "cd src; CC=./mycc warploom run -q --target cpu main.c scale.c fill.c";
    assert_eq!(folder.output(run), EXPECTED);
}

/// Directives are found in files whose language `-x` names, and in standard input.
#[test]
fn the_language_may_be_named() {
    let folder = folder("language");
    folder.output("cd src; mv scale.c scale.inc; mv fill.c fill");
    let link = "\"$W\" cc main.c scale.o fill.o -o prog && ./prog; rm prog *.o";
    for how in [
        "\"$W\" cc -x c -c scale.inc -o scale.o; \"$W\" cc -xc -c fill -o fill.o",
        "\"$W\" cc -c -x c - -o scale.o < scale.inc; cat fill | \"$W\" cc -xc -c - -o fill.o",
    ] {
        assert_eq!(
            folder.output(&format!("cd src; {how}; nm scale.o | grep -q GOMP; {link}")),
            EXPECTED,
            "{how}"
        );
    }
    let whole =
        "cd src; \"$W\" cc -x c scale.inc fill -x none main.c -o prog && nm prog | grep -q GOMP && ./prog";
    assert_eq!(folder.output(whole), EXPECTED);
}

/// `make` reads what an object depends on: the user's files, never those of a folder that is gone.
#[test]
fn dependencies_are_the_users_files() {
    let folder = folder("dependencies");
    for (flags, file, target) in [
        ("-MMD", "scale.d", "scale.o"),
        ("-MMD -MF some.d -MT a -MT b", "some.d", "a b"),
        ("-MMD -MQ 'a$b'", "scale.d", "a$$b"),
        ("-Wp,-MMD,some.d", "some.d", "scale.o"),
        ("-Wp,-MMD,some.d,-MT,x -Wp,-DFACTOR=3", "some.d", "x"),
        ("-Xpreprocessor -MMD -Xpreprocessor some.d -g", "some.d", "scale.o"),
    ] {
        folder.output(&format!("cd src; rm -f *.d; \"$W\" cc {flags} -c scale.c -o scale.o"));
        let text = folder.read(&format!("src/{file}"));
        assert_eq!(text, format!("{target}: \\\n scale.c \\\n scale.h\n"), "{flags}");
    }
    folder.output(
        "cd src; name=$(printf 'caf\\351 #1'); cp scale.c \"$name.c\"; \"$W\" cc -MMD -MP -c \"$name.c\" -o \"$name.o\"
         printf 'caf\\351\\\\ \\\\#1.o: \\\\\\n caf\\351\\\\ \\\\#1.c \\\\\\n scale.h\\nscale.h:\\n' > expected; cmp expected \"$name.d\"",
    );
}

#[test]
fn configure_and_files_without_directives_see_cc_itself() {
    let folder = folder("configure");
    folder.output("printf '#!/bin/sh\\nfor a; do echo \"$a\"; done >> log; echo . >> log\\nexec cc \"$@\"\\n' > mycc && chmod +x mycc");
    folder.write(
        "configure",
        "set -e\necho 'int main(void){return 0;}' > conftest.c\n$CC -o conftest conftest.c && ./conftest\n\
         $CC --version > version\n$CC -E conftest.c > conftest.i\n$CC -dumpmachine > machine\n\
         echo 'int main(void){return sqrt(2.0);}' > t.c\nif $CC -Werror=implicit-function-declaration t.c 2>/dev/null; then exit 9; fi\n\
         echo '#include <math.h>\nint main(int c, char **v){return (int)sqrt(c) == 9;}' > t.c\n$CC t.c -lm -o t && ./t\necho configured\n",
    );
    let text = "export WARPLOOM_CC=$PWD/mycc CC=\"$W cc\"; sh ./configure";
    assert_eq!(folder.output(text), "configured\n");
    folder.output(
        "rm log; cd src; WARPLOOM_CC=../mycc \"$W\" cc -O2 '-DX=a b' -c fill.c -o fill.o -funsigned-char",
    );
    assert_eq!(folder.read("src/log"), "-O2\n-DX=a b\n-c\nfill.c\n-o\nfill.o\n-funsigned-char\n.\n");
    assert_eq!(folder.script("\"$W\" cc nothing.c").status, folder.script("cc nothing.c").status);
}

#[test]
fn cmake_builds_out_of_tree() {
    let folder = folder("cmake");
    folder.write(
        "src/CMakeLists.txt",
        "cmake_minimum_required(VERSION 3.10)\nproject(prog C)\nadd_library(fill STATIC fill.c)\n\
         add_executable(prog main.c scale.c)\ntarget_link_libraries(prog fill)\n",
    );
    if is_missing("cmake") {
        return;
    }
    folder.output(
        "CC=\"$W cc\" cmake -S src -B compiler > log && cmake --build compiler >> log && compiler/prog > compiler.txt
         cmake -S src -B launcher -DCMAKE_C_COMPILER_LAUNCHER=\"$W;cc\" -DCMAKE_C_LINKER_LAUNCHER=\"$W;cc\" > log && cmake --build launcher -j8 >> log || { cat log; exit 1; }",
    );
    assert_eq!(folder.read("compiler.txt"), EXPECTED);
    assert_eq!(folder.output("launcher/prog"), EXPECTED);
    for build in ["compiler", "launcher"] {
        folder.write("src/scale.h", &HEADER.replace("FACTOR 2", "FACTOR 3"));
        let again = format!("touch -d '+1 hour' src/scale.h; cmake --build {build} >> log && {build}/prog");
        assert_eq!(folder.output(&again), "189\nfilled\n");
        let flag = format!(
            "cmake -S src -B {build} -DCMAKE_C_FLAGS=-DFACTOR=4 >> log; cmake --build {build} >> log && {build}/prog"
        );
        assert_eq!(folder.output(&flag), "252\nfilled\n");
        folder.write("src/scale.h", HEADER);
    }
}

/// As autotools have it: `configure` finds things out, writes `config.h` and a Makefile, and everything is built elsewhere.
#[test]
fn configure_and_make_out_of_tree() {
    let folder = folder("autotools");
    let scale = folder.read("src/scale.c").replace("\"scale.h\"", "\"config.h\"\n#include \"scale.h\"");
    folder.write("src/scale.c", &scale);
    folder.write(
        "src/configure",
        "set -e\nsrcdir=$(dirname \"$0\"); : ${CC=cc} ${CFLAGS=-g -O2} ${FACTOR=2}\n\
         echo 'int main(void){return 0;}' > conftest.c; $CC $CFLAGS conftest.c -o conftest && ./conftest\n\
         echo '#include <unistd.h>\nint main(void){return sizeof(long) != 8;}' > conftest.c; $CC conftest.c -o conftest && ./conftest && echo '#define HAVE_UNISTD_H 1' > config.h\n\
         echo 'int main(void){return no_such_function();}' > conftest.c; if $CC conftest.c -o conftest 2>/dev/null; then exit 9; fi\n\
         $CC -E config.h > /dev/null; rm -f conftest*\n\
         echo \"#define FACTOR $FACTOR\" >> config.h\n\
         sed -e \"s|@CC@|$CC|; s|@CFLAGS@|$CFLAGS|; s|@srcdir@|$srcdir|\" \"$srcdir/Makefile.in\" > Makefile\n",
    );
    folder.write(
        "src/Makefile.in",
        "CC = @CC@\nCFLAGS = @CFLAGS@\nVPATH = @srcdir@\nOBJS = main.o scale.o\nall: prog\n\
         prog: $(OBJS) libfill.a Makefile\n\t$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(OBJS) libfill.a\n\
         libfill.a: fill.o\n\trm -f $@; ar rcs $@ fill.o\n\
         .c.o:\n\t$(CC) -DHAVE_CONFIG_H -I. -I@srcdir@ $(CFLAGS) -MT $@ -MD -MP -MF $*.d -c -o $@ $<\n\
         $(OBJS) fill.o: Makefile\n-include main.d scale.d\n",
    );
    let configure = "CC=\"$W cc\" sh ../src/configure";
    folder.output(&format!("mkdir build && cd build && {configure}"));
    let make = "cd build && make -j8 --silent && ./prog";
    assert_eq!(folder.output(make), EXPECTED);
    folder.output(
        "sleep 0.01; cd build && sed -i 's/FACTOR 2/FACTOR 3/' config.h && touch -d '+1 hour' config.h",
    );
    assert_eq!(folder.output(make), "189\nfilled\n");
    folder.output(&format!(
        "cd build && FACTOR=5 CFLAGS='-O1 -Wall' {configure} && touch -d '+2 hour' Makefile config.h"
    ));
    assert_eq!(folder.output(make), "315\nfilled\n");
    folder.output("cd build && echo 'void fill(void) { }' > other.c && cc -c other.c -o fill.o && touch -d '+3 hour' fill.o");
    assert_eq!(folder.output(make), "315\n");
}

#[test]
fn meson_builds_and_builds_anew() {
    let folder = folder("meson");
    folder.write(
        "src/meson.build",
        "project('prog', 'c')\nfill = static_library('fill', 'fill.c')\n\
         more = shared_library('scale', 'scale.c')\nexecutable('prog', 'main.c', link_with: [fill, more])\n",
    );
    if is_missing("meson") || is_missing("ninja") {
        return;
    }
    folder.output("CC=\"$W cc\" meson setup build src > log");
    let ninja = "ninja -C build >> log && build/prog";
    assert_eq!(folder.output(ninja), EXPECTED);
    folder.write("src/scale.h", &HEADER.replace("FACTOR 2", "FACTOR 3"));
    assert_eq!(folder.output(&format!("touch -d '+1 hour' src/scale.h; {ninja}")), "189\nfilled\n");
    assert_eq!(
        folder.output(&format!("meson configure build -Dc_args=-DFACTOR=4; {ninja}")),
        "252\nfilled\n"
    );
}

#[test]
fn the_wrapper_of_mpi_is_around_it_or_behind_it() {
    let folder = folder("mpi");
    folder.write(
        "src/main.c",
        "#include <mpi.h>\n#include \"scale.h\"\nint main(int argc, char **argv)\n{\n    int rank;\n    MPI_Init(&argc, &argv);\n    \
         MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n    if (rank == 1) {\n        scale();\n        fill();\n    }\n    MPI_Finalize();\n    return 0;\n}\n",
    );
    if is_missing("mpicc") || is_missing("mpirun") {
        return;
    }
    let run = "export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1; mpirun -n 2 ./prog";
    let around = "cd src; export OMPI_CC=\"$W cc\" WARPLOOM_TARGET=cpu; for f in main scale fill; do mpicc -O2 -c $f.c; done; mpicc main.o scale.o fill.o -o prog";
    let behind = "cd src; export WARPLOOM_TARGET=cpu; \"$W\" cc mpicc -O2 main.c scale.c fill.c -o prog";
    assert_eq!(folder.output(&format!("{around}; {run}")), EXPECTED);
    folder.write("src/scale.h", &HEADER.replace("FACTOR 2", "FACTOR 3"));
    assert_eq!(folder.output(&format!("{around}; {run}")), "189\nfilled\n");
    assert_eq!(
        folder.output(&format!("{}; {run}", behind.replace("-O2", "-O2 -DFACTOR=4"))),
        "252\nfilled\n"
    );
}

#[test]
fn ccache_is_behind_it() {
    let folder = folder("ccache");
    folder.write(
        "src/Makefile",
        "OBJS = main.o scale.o fill.o\nprog: $(OBJS)\n\t$(CC) $(CFLAGS) -o $@ $(OBJS)\n",
    );
    if is_missing("ccache") {
        return;
    }
    let make = "cd src; export CCACHE_DIR=\"$PWD/ccache\" WARPLOOM_CC='ccache cc' WARPLOOM_TARGET=cpu\nmake -B --silent CC=\"$W cc\" && ./prog";
    assert_eq!((folder.output(make), folder.output(make)), (EXPECTED.into(), EXPECTED.into()));
    assert!(folder.output("CCACHE_DIR=src/ccache ccache --print-stats").lines().any(|line| {
        line.split_once('\t').is_some_and(|(name, hits)| name.ends_with("_cache_hit") && hits != "0")
    }));
    folder.write("src/scale.h", &HEADER.replace("FACTOR 2", "FACTOR 3"));
    assert_eq!(folder.output(make), "189\nfilled\n");
    assert_eq!(folder.output(&make.replace("--silent", "--silent CFLAGS=-DFACTOR=4")), "252\nfilled\n");
    folder.write("src/fill.c", &FILL.replace("filled", "changed"));
    assert_eq!(folder.output(make), "189\nchanged\n");
}

/// Says what a machine lacks, where `cargo xtask ci` could not install it.
fn is_missing(tool: &str) -> bool {
    let is_missing = Folder::new("drop-in", "tools").script(&format!("command -v {tool}")).status != Some(0);
    if is_missing {
        let _ = writeln!(std::io::stderr(), "left out: `{tool}` is not installed");
    }
    is_missing
}

#[test]
fn generated_headers_and_response_files() {
    let folder = folder("generated");
    folder.output(
        "cd src && mkdir -p gen && sed 's/FACTOR 2/FACTOR 4/' scale.h > gen/scale.h && rm scale.h
         echo '-O1 -Igen -c scale.c -o scale.o' > args && \"$W\" cc @args && \"$W\" cc -Igen -c main.c && \"$W\" cc -c fill.c
         \"$W\" cc main.o scale.o fill.o -o prog && ./prog > ../out.txt",
    );
    assert_eq!(folder.read("out.txt"), "252\nfilled\n");
    folder.output(
        "cd src && sed -i 's/FACTOR 4/FACTOR 5/' gen/scale.h && \"$W\" cc @args && \"$W\" cc main.o scale.o fill.o -o prog && ./prog > ../out.txt",
    );
    assert_eq!(folder.read("out.txt"), "315\nfilled\n");
}

#[test]
fn pragmas_of_openmp_in_several_files() {
    let folder = folder("openmp");
    let (pragma, kernel) = ("#pragma omp parallel for\n", "#pragma hicuda kernel");
    let scale = folder.read("src/scale.c").replacen(kernel, &format!("{pragma}{kernel}"), 1);
    assert!(scale.contains(pragma));
    let own = format!(
        "#include <stdio.h>\nint b[64];\nvoid fill(void)\n{{\n#pragma hicuda global alloc b[*]\n{pragma}\
         #pragma hicuda kernel fills tblock(1) thread(64)\n#pragma hicuda loop_partition over_tblock over_thread\n\
         for (int i = 0; i < 64; i++) b[i] = i;\n#pragma hicuda kernel_end\n#pragma hicuda global copyout b[*]\n\
         #pragma hicuda global free b\nprintf(\"%d\\n\", b[5]);\n}}\n"
    );
    folder.write("src/scale.c", &scale).write("src/fill.c", &own);
    for target in ["cpu", "sim"] {
        let run = format!("cd src && warploom run --target {target} main.c scale.c fill.c");
        assert_eq!(folder.output(&run), "126\n5\n", "{target}");
    }
}

#[test]
fn coverage_is_that_of_the_users_lines() {
    let folder = folder("coverage");
    folder.write(
        "src/Makefile",
        "CFLAGS = -O0 --coverage\nprog: main.o scale.o fill.o\n\t$(CC) $(CFLAGS) $^ -o $@\n",
    );
    folder.output("cd src && make --silent CC=\"$W cc\" && ./prog");
    // The last line of the loop's body ran, whatever function it went to.
    let counted = "cd src && gcov scale.gcno > /dev/null 2>&1 && grep -c '^ *[0-9]*:.*FACTOR;' scale.c.gcov";
    assert_eq!(folder.output(counted), "1\n");
    // Linked at once, gcc names the files after the program.
    folder.output(
        "mkdir out && $W cc -O0 --coverage src/main.c src/scale.c src/fill.c -o out/prog && out/prog",
    );
    let named =
        "ls out && gcov out/prog-scale.gcno > /dev/null 2>&1 && grep -c '^ *[0-9]*:.*FACTOR;' scale.c.gcov";
    let expected = "prog\nprog-fill.gcda\nprog-fill.gcno\nprog-main.gcda\nprog-main.gcno\n\
                    prog-scale.gcda\nprog-scale.gcno\n1\n";
    assert_eq!(folder.output(named), expected);
    // What Warploom wrote is in no report, also where it is inlined: no tool could show it.
    folder.output("$W cc -O2 --coverage src/main.c src/scale.c src/fill.c -o out/prog && out/prog");
    let files =
        folder.output("gcov --stdout --json-format out/prog-scale.gcno | grep -o '\"file\": \"[^\"]*\"'");
    assert_eq!(files, "\"file\": \"src/scale.c\"\n");
}

/// Clang has other words for the names of such files than gcc.
#[test]
fn clang_is_told_where_files_go_beside_its_output() {
    if is_missing("clang") {
        return;
    }
    let folder = folder("clang-coverage");
    let flags = "-O0 -ftest-coverage -fstack-usage -g -gsplit-dwarf";
    let made =
        format!("export CC=clang; mkdir out && $W cc {flags} -c src/scale.c -o out/kernels.o && ls out");
    assert_eq!(folder.output(&made), "kernels.dwo\nkernels.gcno\nkernels.o\nkernels.su\n");
    let names = "grep -q 'src/scale.c' out/kernels.gcno; ! grep -a 'tmp/warploom' out/kernels.gcno";
    assert_eq!(folder.output(names), "");
    folder.assert_no_leftovers();
}

/// A command that links an object of clang's finds in it that it needs OpenMP.
#[test]
fn objects_of_clang_are_known() {
    if is_missing("clang") {
        return;
    }
    let folder = folder("clang-objects");
    // The linking compiler may not have its OpenMP: what it is asked for counts.
    folder.write("cc.sh", "#!/bin/sh\ncase \"$*\" in *-c*) exec clang \"$@\";; *) echo \"$@\";; esac\n");
    let link = "chmod +x cc.sh; export WARPLOOM_CC=\"$PWD/cc.sh\" WARPLOOM_TARGET=cpu; cd src\n\
                $W cc -c scale.c -o scale.o && $W cc -c main.c -o main.o && $W cc main.o scale.o -o prog";
    assert_eq!(folder.output(link), "main.o scale.o -o prog -fopenmp -lm\n");
}

/// Where a program was made does not show in it, nor when.
#[test]
fn two_builds_are_alike() {
    let folder = folder("alike");
    folder.write("src/k.cu", CUDA);
    for compiler in ["gcc", "clang"] {
        if is_missing(compiler) {
            continue;
        }
        let builds = format!(
            "export CC={compiler}; cd src; for flag in -g -g3; do for file in scale.c k.cu; do for copy in 1 2; do
             $W build -q --target cpu $flag -c $file -o $copy.o; done; cmp 1.o 2.o; ! grep -a tmp/warploom 1.o; done; done"
        );
        assert_eq!(folder.output(&builds), "", "{compiler}");
    }
}

#[test]
fn coverage_is_that_of_lines_in_cuda() {
    let folder = Folder::new("drop-in", "cuda-coverage");
    folder.write("k.cu", CUDA);
    let counted = "$W build -q --target cpu -O0 --coverage k.cu -o k && ./k && gcov k-k.gcno > /dev/null && grep -c '^ *32:.*= threadIdx.x;' k.cu.gcov";
    assert_eq!(folder.output(counted), "31\n1\n");
    // A program that was run at once would write its counts to a folder that is gone.
    let ran = folder.script("$W run --target cpu --coverage k.cu; ls *.gcda *.gcno");
    assert_eq!(ran.stdout, "31\nk-k.gcda\nk-k.gcno\n");
    assert!(ran.stderr.contains("note: `--coverage`: "), "{}", ran.stderr);
    folder.assert_no_leftovers();
}

const CUDA: &str = "#include <stdio.h>
__global__ void k(int *a)
{
    a[threadIdx.x] = threadIdx.x;
}
int main(void)
{
    int *d, h[32];
    cudaMalloc(&d, sizeof h);
    k<<<1, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf(\"%d\\n\", h[31]);
    cudaFree(d);
    return 0;
}
";
