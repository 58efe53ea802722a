//! `CC="warploom cc"` in builds as they are found: small replicas of their own.

mod shell;

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
    folder.output(
        "cd src; C=\"$W cc\"
         $C -O1 -c scale.c -o scale.o && $C -c fill.c && ar rcs libscale.a scale.o fill.o
         $C main.c libscale.a -o static && ./static > ../static.txt
         $C -fPIC -c scale.c -o pic.o && $C -shared pic.o -o libpic.so
         $C main.c fill.c -L. -lpic -Wl,-rpath,$PWD -o shared && ./shared > ../shared.txt
         $C main.c scale.c fill.c -o direct && ./direct > ../direct.txt",
    );
    for name in ["static.txt", "shared.txt", "direct.txt"] {
        assert_eq!(folder.read(name), EXPECTED, "{name}");
    }
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
    if folder.script("cmake --version").status != Some(0) {
        return;
    }
    folder.output(
        "CC=\"$W cc\" cmake -S src -B compiler > log && cmake --build compiler >> log && compiler/prog > compiler.txt
         cmake -S src -B launcher -DCMAKE_C_COMPILER_LAUNCHER=\"$W;cc\" -DCMAKE_C_LINKER_LAUNCHER=\"$W;cc\" > log && cmake --build launcher -j8 >> log || { cat log; exit 1; }",
    );
    assert_eq!(folder.read("compiler.txt"), EXPECTED);
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
}
