//! The usual flags of cc and nvcc, in every command that compiles.

mod shell;

use shell::{Folder, SCALE};

fn folder(name: &str) -> Folder {
    let folder = Folder::new("flags", name);
    folder.write("a.c", SCALE).write("h.h", "#define FACTOR 3\n").write("inc/x.h", "");
    folder
}

/// Forty and more, as Makefiles have them.
const USUAL: &str = "-Wall -Wextra -g -march=native -mtune=native -ffast-math -fopenmp -pthread -pipe -fPIC \
    -fno-strict-aliasing -fstack-protector-strong -Wshadow -Wno-unused-parameter -O2 -std=gnu11 -pedantic \
    -m64 -fvisibility=hidden -funroll-loops -ftree-vectorize -fno-math-errno -g3 -ggdb -DNDEBUG -UDEBUG -Iinc \
    -isystem inc -iquote inc -idirafter inc -Wl,--as-needed -Wl,-z,now -Wp,-D_FORTIFY_SOURCE=2 -L. -lm \
    -arch=sm_90 -gencode arch=compute_80,code=sm_80 -Xcompiler -fno-common -lineinfo -use_fast_math -rdc=true \
    -Xptxas -v --ptxas-options=-v -maxrregcount=32 -rdynamic -fdiagnostics-color=never --param max-inline-insns-single=200";

#[test]
fn usual_flags_are_accepted_everywhere() {
    let folder = folder("usual");
    folder.write("a.cu", "__global__ void k(int *a) { a[threadIdx.x] = 1; }\n");
    for command in [
        "check a.c",
        "check -c a.c -o a.o",
        "translate --target cpu a.c -o out.c",
        "translate --target cuda a.c -o out.cu",
        "build --target cpu a.c -o program",
        "build --target cpu -c a.c -o a.o",
        "run --target cpu a.c",
        "run --target sim a.c",
        "profile a.c",
        "coalesce a.cu -o b.cu",
        "raise a.cu -o raised.c",
        "annotate a.c",
        "tune --target cpu --time 1s a.c",
        "cc -c a.c -o b.o",
    ] {
        // What cc itself is given is what cc has.
        let flags = match command.starts_with("cc") {
            true => USUAL.split(" -arch").next().unwrap_or(USUAL),
            false => USUAL,
        };
        let ran = folder
            .script(&format!("WARPLOOM_TARGET=cpu; export WARPLOOM_TARGET; warploom {command} {flags}"));
        assert_eq!(ran.status, Some(0), "{command}: {}", ran.stderr);
    }
    assert_eq!(folder.output("./program"), "126\n");
    folder.write("words", "-DFACTOR=3 -Wall\n'-O1' @more\n").write("more", "-g");
    assert_eq!(folder.output("warploom run -q --target cpu a.c @words"), "189\n");
    folder.write("loop", "@loop");
    assert_eq!(folder.script("warploom check a.c @loop").status, Some(2));
}

/// What looks like an input is a flag's value, and what looks like an option of ours is the compiler's.
#[test]
fn values_of_rare_flags_are_no_inputs() {
    let folder = folder("values");
    let build = "export WARPLOOM_TARGET=cpu; mkdir -p out; warploom cc -Wall";
    let kept = format!("{build} -wrapper env -dumpbase x -save-temps -c a.c -o out/b.o && ls . out");
    assert_eq!(folder.output(&kept), ".:\na.c\ncache\nh.h\ninc\nout\ntmp\n\nout:\nb.i\nb.o\nb.s\n");
    if folder.script("command -v clang").status == Some(0) {
        folder.output(&format!(
            "export CC=clang; {build} --target=x86_64-linux-gnu -mllvm -stats -c a.c -o out/c.o"
        ));
    }
    let refused = folder.script("warploom build -ptx a.c");
    assert!(refused.status == Some(2) && refused.stderr.contains("nvcc makes it"), "{}", refused.stderr);
}

#[test]
fn flags_reach_the_compiler() {
    let folder = folder("reach");
    folder.output("printf '#!/bin/sh\\necho \"$@\" >> log\\nexec cc \"$@\"\\n' > mycc && chmod +x mycc");
    folder.output(
        "CC='./mycc -m64' warploom build -q --target cpu -march=native -O1 -g -Xcc -fno-plt a.c -o p && ./p",
    );
    let log = folder.read("log");
    let line = log.lines().find(|line| line.contains(" -o ")).expect("a command that links");
    for flag in ["-m64", "-march=native", "-O1", "-g", "-fno-plt", "-fopenmp"] {
        assert!(line.split(' ').any(|word| word == flag), "{flag}: {line}");
    }
    folder.output("rm log; CC=./mycc warploom run -q --target sim -fopenmp -ffast-math a.c");
    assert!(folder.read("log").lines().any(|line| line.contains("-fopenmp") && line.contains(" -o ")));
    // Macros that flags predefine are there when the text is read.
    folder.write("m.c", "#ifndef __FAST_MATH__\n#error no\n#endif\nint x;\n");
    folder.output("warploom check -ffast-math m.c");
    assert_eq!(folder.script("warploom check m.c").status, Some(1));
    for refused in ["-m32", "-funsigned-char", "-fpack-struct", "-fshort-enums", "-E", "-Wno-E0103"] {
        let ran = folder.script(&format!("warploom check {refused} a.c"));
        assert!(ran.status == Some(2) && ran.stderr.contains(refused), "{refused}: {}", ran.stderr);
    }
}

#[test]
fn cuda_comes_from_standard_input_and_with_forced_headers() {
    let folder = folder("stdin");
    let text = "#include <stdio.h>\n__global__ void k(int *a) { a[threadIdx.x] = FACTOR; }\n\
        int main(void) { int a[4], *d; cudaMalloc(&d, sizeof a); k<<<1, 4>>>(d);\n\
        cudaMemcpy(a, d, sizeof a, cudaMemcpyDeviceToHost); cudaFree(d); printf(\"%d\\n\", a[3] + K); return 0; }\n";
    folder
        .write("a.cu", text)
        .write("h.h", "#define FACTOR 3\nenum { K = 1 };\ntypedef struct { int x; } pair;\n");
    for target in ["cpu", "sim"] {
        let run = format!("warploom run -q --target {target} -include h.h");
        assert_eq!(folder.output(&format!("{run} a.cu")), "4\n");
        assert_eq!(folder.output(&format!("{run} -x cu - < a.cu")), "4\n");
    }
}

#[test]
fn objects_are_made_and_linked() {
    let folder = folder("objects");
    let part = |name: &str| {
        SCALE.replace("int main(void)", &format!("void {name}(void)")).replace("    return 0;\n", "")
    };
    folder.write("one.c", &part("one")).write("two.c", &part("two"));
    folder.write("main.c", "void one(void), two(void);\nint main(void) { one(); two(); return 0; }\n");
    folder.output(
        "warploom build -q --target cpu -c one.c -o one.o -MMD -MF one.d -MT target -include h.h
         warploom build -q --target cpu -c two.c && cc -c main.c
         warploom build -q --target cpu main.o one.o two.o -o program",
    );
    assert_eq!(folder.output("./program"), "189\n126\n");
    assert_eq!(folder.read("one.d"), "target: \\\n one.c \\\n h.h\n");
}

#[test]
fn warnings_are_about_the_users_text() {
    let folder = folder("warnings");
    folder.write("w.c", &SCALE.replace("int a[64];", "int a[64], never;"));
    let ran = folder
        .script("warploom build -q -Wall --target cpu w.c -o p; warploom build -Wall --target cpu w.c -o p");
    assert!(
        ran.stderr.contains("w.c:7:16: warning: unused variable") && !ran.stderr.contains("unknown"),
        "{}",
        ran.stderr
    );
    assert_eq!(ran.stderr.matches("unused variable").count(), 1, "{}", ran.stderr);
    assert_eq!(folder.script("warploom build -Wall -Werror --target cpu w.c -o p").status, Some(1));
    folder.write("leak.c", &SCALE.replace("#pragma hicuda global free a\n", ""));
    let check = |flags: &str| folder.script(&format!("warploom check leak.c {flags}"));
    assert!(check("").status == Some(0) && check("").stderr.contains("W1103"));
    assert_eq!(
        (check("-q").stderr.as_str(), check("-Wno-W1103").stderr.as_str(), check("-w").stderr.as_str()),
        ("", "", "")
    );
    for (flags, status) in [
        ("-Werror", 1),
        ("-Werror=W1103", 1),
        ("-Werror=never-freed", 1),
        ("-Werror -Wno-W1103", 0),
        ("-Werror -Wno-error=W1103", 0),
        ("-Werror=W1101", 0),
        ("-Wall", 0),
    ] {
        assert_eq!(check(flags).status, Some(status), "{flags}: {}", check(flags).stderr);
    }
}

#[test]
fn a_project_says_it_once() {
    let folder = folder("project");
    folder.write(
        "warploom.toml",
        "target = \"cpu\"\nflags = [\"-Iinc\", \"-DFACTOR=3\"]\nsilence = [\"W1103\"]\nquiet = true\n",
    );
    folder.write(
        "src/a.c",
        &SCALE.replace("#pragma hicuda global free a\n", "").replace("#ifndef", "#include \"x.h\"\n#ifndef"),
    );
    let ran = folder.script("cd src && warploom run a.c; cd / && warploom check \"$OLDPWD/a.c\"");
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), ("189\n", ""));
    assert_eq!(folder.output("warploom run src/a.c -UFACTOR -DFACTOR=4"), "252\n");
    folder.write("warploom.toml", "tarmac = 3\n");
    let ran = folder.script("warploom check a.c");
    assert!(ran.status == Some(2) && ran.stderr.contains("tarmac"), "{}", ran.stderr);
}

#[test]
fn documents_for_machines_stay_whole() {
    let folder = folder("documents");
    for what in ["--verdicts", "--explain-data", "--explain-accesses"] {
        let json = folder.output(&format!("warploom check {what} --format json a.c"));
        assert!(json.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()), "{json}");
        let sarif = folder.output(&format!("warploom check {what} --format sarif a.c"));
        assert!(serde_json::from_str::<serde_json::Value>(&sarif).is_ok(), "{sarif}");
    }
}
