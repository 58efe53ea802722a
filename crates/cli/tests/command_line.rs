//! The command line's contract: exit statuses, streams, files.

use std::path::{Path, PathBuf};

use testkit::command::{Ran, run};

/// A folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

fn warploom(arguments: &str, folder: &Path) -> Ran {
    let arguments: Vec<String> = arguments.split_whitespace().map(String::from).collect();
    run(Path::new(env!("CARGO_BIN_EXE_warploom")), &arguments, folder).expect("the command ends in time")
}

/// Runs a shell script in which `warploom` is the command.
fn script(text: &str, folder: &Path) -> Ran {
    let text = format!("warploom() {{ '{}' \"$@\"; }}\n{text}", env!("CARGO_BIN_EXE_warploom"));
    run(Path::new("sh"), &[String::from("-c"), text], folder).expect("the command ends in time")
}

#[test]
fn a_clean_program_is_silent() {
    let folder = folder("clean");
    std::fs::write(folder.join("a.c"), "#include <stdio.h>\nint main(void) { return N; }\n").unwrap();
    for flags in ["-DN=0", "-D N=0", "-std=c11 -DN -I . -isystem . -Isub -O2", "-UX -DN=1 -Ofast -lm -L."] {
        let ran = warploom(&format!("check a.c {flags}"), &folder);
        assert_eq!(ran, Ran { status: Some(0), stdout: String::new(), stderr: String::new() }, "{flags}");
    }
}

#[test]
fn a_dash_is_standard_output() {
    let folder = folder("dash");
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/saxpy.c");
    std::fs::copy(example, folder.join("a.c")).unwrap();
    std::fs::write(folder.join("a.cu"), "__global__ void k(int *a) { a[threadIdx.x] = 1; }\n").unwrap();
    for command in ["translate --target cpu a.c", "translate --target c a.c", "coalesce a.cu"] {
        let (plain, dash) = (warploom(command, &folder), warploom(&format!("{command} -o -"), &folder));
        assert!(!plain.stdout.is_empty(), "{command}: {}", plain.stderr);
        assert_eq!(plain, dash, "{command}");
    }
    assert!(!folder.join("-").exists());
}

#[test]
fn errors_of_the_program_are_status_one() {
    let folder = folder("errors");
    std::fs::write(folder.join("a.c"), "#include \"missing.h\"\n").unwrap();
    let text = warploom("check a.c", &folder);
    assert_eq!((text.status, text.stdout.as_str()), (Some(1), ""));
    assert!(text.stderr.starts_with("error[E0103]: "), "{}", text.stderr);
    assert!(text.stderr.ends_with("1 error; see `warploom explain E0103`\n"), "{}", text.stderr);
    let colored = warploom("check a.c --color always", &folder);
    assert!(colored.stderr.contains("\x1b["), "{}", colored.stderr);
    for format in ["json", "sarif"] {
        let ran = warploom(&format!("check a.c --format {format}"), &folder);
        assert_eq!((ran.status, ran.stderr.as_str()), (Some(1), ""));
        assert!(ran.stdout.contains("E0103"), "{}", ran.stdout);
    }
}

#[test]
fn the_last_of_define_and_undefine_wins() {
    let folder = folder("order");
    std::fs::write(folder.join("a.c"), "#ifdef X\n#error defined\n#endif\n").unwrap();
    assert_eq!(warploom("check -DX -UX a.c", &folder).status, Some(0));
    assert_eq!(warploom("check -UX -DX a.c", &folder).status, Some(1));
}

#[test]
fn files_can_be_included_from_the_command_line() {
    let folder = folder("forced");
    std::fs::write(folder.join("first.h"), "typedef int number;\n").unwrap();
    std::fs::write(folder.join("a.c"), "number x;\n").unwrap();
    assert_eq!(warploom("check a.c", &folder).status, Some(1));
    for flags in ["-include first.h", "-includefirst.h"] {
        assert_eq!(warploom(&format!("check a.c {flags}"), &folder).status, Some(0), "{flags}");
    }
    let missing = warploom("check a.c -include gone.h", &folder);
    assert!(missing.stderr.contains("--> <command-line>:1:10"), "{}", missing.stderr);
}

#[test]
fn what_is_missing_on_the_machine_is_status_two() {
    let folder = folder("missing");
    for arguments in [
        "check none.c",
        "check .",
        "check --no-such-flag a.c",
        "check -std=c++17 a.c",
        "frobnicate",
        "explain E9999",
    ] {
        let ran = warploom(arguments, &folder);
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{arguments}");
        assert!(!ran.stderr.is_empty(), "{arguments}");
    }
    let both = warploom("check none.c nor-this.c", &folder);
    assert!(both.stderr.contains("`none.c`") && both.stderr.contains("`nor-this.c`"), "{}", both.stderr);
    // A limit of the user's is no mistake of ours.
    let ran = script("echo 'int x;' > x.c; ulimit -v 250000; warploom check x.c", &folder);
    assert!(ran.status == Some(2) && ran.stderr.contains("`ulimit -v` shows the limit"), "{}", ran.stderr);
    // As clang fails where its OpenMP is not installed.
    let compiler = "printf '#!/bin/sh\\ncase \"$*\" in *-fopenmp*-o*) echo cannot find -lomp >&2; exit 1;; esac\\nexec cc \"$@\"\\n' > mycc";
    let lacking = format!(
        "{compiler}; chmod +x mycc; echo '__global__ void k(void) {{ }} int main(void) {{ k<<<1, 1>>>(); }}' > m.cu; CC=./mycc warploom build --target cpu m.cu"
    );
    let ran = script(&lacking, &folder);
    assert!(ran.status == Some(2) && ran.stderr.contains("help: install clang's OpenMP"), "{}", ran.stderr);
}

#[test]
fn standard_input_is_a_file() {
    let folder = folder("stdin");
    let ran = script("printf '#include \"missing.h\"' | warploom check -", &folder);
    assert_eq!(ran.status, Some(1));
    assert!(ran.stderr.contains("--> <stdin>:1:"), "{}", ran.stderr);
}

#[test]
fn an_input_is_never_overwritten() {
    let folder = folder("overwrite");
    let text = "int x;\n";
    std::fs::write(folder.join("a.c"), text).unwrap();
    std::os::unix::fs::symlink("a.c", folder.join("link.c")).unwrap();
    for output in ["a.c", "./a.c", "link.c", "../overwrite/a.c"] {
        let ran = warploom(&format!("translate --target c a.c -o {output}"), &folder);
        assert_eq!(ran.status, Some(2), "{output}: {}", ran.stderr);
        assert_eq!(std::fs::read_to_string(folder.join("a.c")).unwrap(), text);
    }
}

#[test]
fn a_part_that_nobody_named_takes_the_place_of_no_other_file() {
    let folder = folder("part");
    let kernel = "#pragma hicuda global alloc a[*]\n#pragma hicuda kernel k tblock(1) thread(8)\n\
                  #pragma hicuda loop_partition over_thread\nfor (int i = 0; i < 8; i++) a[i] = i;\n\
                  #pragma hicuda kernel_end\n#pragma hicuda global copyout a[*]\n#pragma hicuda global free a\n";
    std::fs::write(folder.join("in.c"), format!("int a[8];\nint main(void)\n{{\n{kernel}return a[3];\n}}\n"))
        .unwrap();
    std::fs::write(folder.join("out.c"), "int mine;\n").unwrap();
    let ran = warploom("translate --split in.c -o out.cu", &folder);
    assert!(ran.status == Some(2) && ran.stderr.contains("`out.c`, which exists"), "{}", ran.stderr);
    assert_eq!(std::fs::read_to_string(folder.join("out.c")).unwrap(), "int mine;\n");
    // What was written before is written again.
    for _ in 0..2 {
        assert_eq!(warploom("translate --split in.c -o other.cu", &folder).status, Some(0));
    }
    assert!(folder.join("other.c").exists() && folder.join("other.kernels.cu").exists());
}

#[test]
fn output_is_written_whole_or_not_at_all() {
    let folder = folder("whole");
    std::fs::write(folder.join("good.c"), "int x = 3;\n").unwrap();
    std::fs::write(folder.join("bad.c"), "int x = ;\n").unwrap();
    std::fs::write(folder.join("out.c"), "old").unwrap();
    assert_eq!(warploom("translate --target c bad.c -o out.c", &folder).status, Some(1));
    assert_eq!(std::fs::read_to_string(folder.join("out.c")).unwrap(), "old");
    assert_eq!(warploom("translate --target c good.c -o out.c", &folder).status, Some(0));
    assert!(std::fs::read_to_string(folder.join("out.c")).unwrap().contains("int x = 3;"));
    assert_eq!(warploom("translate --target c good.c -o no-such-folder/out.c", &folder).status, Some(2));
    let left: Vec<_> = std::fs::read_dir(&folder).unwrap().collect();
    assert_eq!(left.len(), 3, "no temporary file stays behind: {left:?}");
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let ran = script("warploom completions bash | head -1 >/dev/null", &folder("pipe"));
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""));
}

#[test]
fn without_a_compiler_the_built_in_headers_serve() {
    let folder = folder("no-compiler");
    let program =
        "#include <stdio.h>\n#include <math.h>\nint main(void) { printf(\"%f\", sqrt(2)); return 0; }\n";
    std::fs::write(folder.join("a.c"), program).unwrap();
    let ran = script("PATH=/nowhere; warploom -v check a.c", &folder);
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    assert!(ran.stderr.contains("built-in headers"), "{}", ran.stderr);
}

#[test]
fn help_names_every_command_that_exists() {
    let ran = warploom("--help", &folder("help"));
    for command in ["check", "run", "build", "translate", "explain", "completions", "man"] {
        assert!(ran.stdout.contains(&format!("\n  {command} ")), "{}", ran.stdout);
    }
    assert!(ran.stdout.contains("Examples:"), "{}", ran.stdout);
}

#[test]
fn included_files_with_kernels_are_part_of_the_input() {
    let folder = folder("included");
    let kernel = "static void fill(int a[32])\n{\n#pragma hicuda global alloc a[*]\n\
                  #pragma hicuda kernel k tblock(1) thread(32)\n#pragma hicuda loop_partition over_thread\n\
                  for (int i = 0; i < 32; i++) a[i] = i;\n#pragma hicuda kernel_end\n\
                  #pragma hicuda global copyout a[*]\n#pragma hicuda global free a\n}\n";
    std::fs::write(folder.join("fill.h"), kernel).unwrap();
    std::fs::write(
        folder.join("a.c"),
        "#include \"fill.h\"\nint main(void) { int a[32]; fill(a); return a[0]; }\n",
    )
    .unwrap();
    for target in ["cuda", "cpu"] {
        let ran = warploom(&format!("translate --target {target} a.c"), &folder);
        assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""), "{target}");
        assert!(!ran.stdout.contains("fill.h"), "{}", ran.stdout);
        assert!(ran.stdout.contains("a.c:1: kernel k"), "{}", ran.stdout);
    }
}

const SUM: &str = "int a[64], s;\nvoid f(void)\n{\n#pragma hicuda global alloc a[*] copyin\n\
#pragma hicuda global alloc s copyin\n#pragma hicuda kernel k tblock(2) thread(32)\n\
#pragma hicuda loop_partition over_tblock over_thread\n    for (int i = 0; i < 64; i++)\n        a[i % 8] += 1;\n\
#pragma hicuda kernel_end\n#pragma hicuda global copyout a[*]\n#pragma hicuda global free a s\n}\n";

#[test]
fn fixes_are_shown_and_applied() {
    let folder = folder("fixes");
    std::fs::write(folder.join("a.c"), SUM).unwrap();
    let shown = warploom("check --fix --dry-run a.c", &folder);
    assert!(shown.stdout.contains("+#pragma hicuda atomic\n"), "{}", shown.stdout);
    assert_eq!(std::fs::read_to_string(folder.join("a.c")).unwrap(), SUM);

    let applied = warploom("check --fix a.c", &folder);
    assert!(applied.stderr.contains("a.c: 1 fix applied"), "{}", applied.stderr);
    let fixed = std::fs::read_to_string(folder.join("a.c")).unwrap();
    assert!(fixed.contains("#pragma hicuda atomic\n        a[i % 8] += 1;\n"), "{fixed}");

    let again = warploom("check --fix a.c", &folder);
    assert!(!again.stderr.contains("applied"), "{}", again.stderr);
    assert_eq!(std::fs::read_to_string(folder.join("a.c")).unwrap(), fixed);
}

/// A histogram, a sum, a maximum and a copy that is made too late, all without a word
/// about it. Sequentially it ends with 0.
const NOTHING_SAID: &str = "unsigned char data[5000];
int count[256], twice[5000];
int main(void)
{
    int sum = 0, most = 0, expected = 0;
    for (int i = 0; i < 5000; i++)
        expected += data[i] = i % 251;
#pragma hicuda global alloc data[*] copyin
#pragma hicuda global alloc count[*] copyin
#pragma hicuda global alloc twice[*]
#pragma hicuda kernel k
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 5000; i++) {
        count[data[i]]++;
        sum += data[i];
        if (data[i] > most)
            most = data[i];
        twice[i] = 2 * data[i];
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout count[*]
#pragma hicuda global free data count
    int wrong = sum != expected || most != 250 || count[0] != 20 || count[250] != 19 || twice[4999] != 460;
#pragma hicuda global free twice
    return wrong;
}
";

#[test]
fn programs_are_right_once_they_are_fixed() {
    let folder = folder("fixed-programs");
    std::fs::write(folder.join("a.c"), NOTHING_SAID).unwrap();
    assert_eq!(warploom("check a.c", &folder).status, Some(1));
    let applied = warploom("check --fix a.c", &folder);
    let fixed = std::fs::read_to_string(folder.join("a.c")).unwrap();
    assert!(applied.stderr.contains("fixes applied"), "{}", applied.stderr);
    let again = warploom("check a.c", &folder);
    assert_eq!(again.status, Some(0), "{}\n{fixed}", again.stderr);
    for target in ["cpu", "sim"] {
        let ran = warploom(&format!("run --target {target} a.c"), &folder);
        assert_eq!(ran.status, Some(0), "{target}: {}\n{fixed}", ran.stderr);
    }
}

#[test]
fn the_life_of_arrays_is_told() {
    let folder = folder("lives");
    std::fs::write(folder.join("a.c"), SUM.replace("a[i % 8] += 1", "a[i] += 1")).unwrap();
    let told = warploom("check --explain-data a.c", &folder);
    assert!(told.stdout.starts_with("a (f)\n  line 4 "), "{}", told.stdout);
    assert!(told.stdout.contains("kernel `k` reads and writes it"), "{}", told.stdout);
}

#[test]
fn accesses_are_told_to_editors() {
    let folder = folder("accesses");
    let kernel = "__global__ void k(float *a, const float *b, int n)\n{\n    \
                  a[threadIdx.x] = b[threadIdx.x * 64];\n}\n\
                  void f(float *a) { k<<<1, 32>>>(a, a + 9, 4); }\n";
    std::fs::write(folder.join("a.cu"), kernel).unwrap();
    let told = warploom("check --explain-accesses --format json a.cu", &folder);
    let lines: Vec<serde_json::Value> =
        told.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let accesses: Vec<_> = lines.iter().filter(|line| line["$message_type"] == "access").collect();
    let strided = accesses.iter().find(|line| line["pattern"] == "strided").expect("one is strided");
    let place = ["line_start", "line_end", "column_start", "column_end"].map(|key| strided[key].as_u64());
    assert_eq!(place, [Some(3), Some(3), Some(22), Some(41)]);
    assert_eq!(
        (&strided["kernel"], &strided["stride"], &strided["mode"]),
        (&"k".into(), &64.into(), &"read".into())
    );
    assert_eq!(strided["hover"], "strided(64): 32 transactions, 4 at best");
    assert_eq!(accesses.len(), 2);
}

const SIZES_OF_THE_RUN: &str = "#include <stdlib.h>
int a[64], b[64];
int main(int argc, char **argv)
{
    int n = atoi(argv[1]), m = atoi(argv[2]);
#pragma hicuda global alloc a[0:n-1]
#pragma hicuda kernel k tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[0:n-1] to b[0:m-1]
#pragma hicuda global free a
    return 0;
}
";

#[test]
fn what_only_the_run_knows_is_tested_at_its_line() {
    let folder = folder("sections-of-the-run");
    std::fs::write(folder.join("a.c"), SIZES_OF_THE_RUN).unwrap();
    for target in ["cpu", "sim"] {
        let ends = |arguments: &str| warploom(&format!("run --target {target} a.c -- {arguments}"), &folder);
        assert_eq!(ends("64 64"), Ran { status: Some(0), stdout: String::new(), stderr: String::new() });
        let beyond = ends("65 64");
        let message = "a.c:6: the section of `a` ends beyond the array\n";
        assert!(beyond.status == Some(1) && beyond.stderr.starts_with(message), "{}", beyond.stderr);
        let shorter = ends("64 63");
        let message = "a.c:12: the section of `b` is not as long as what is copied out\n";
        assert!(shorter.status == Some(1) && shorter.stderr.starts_with(message), "{}", shorter.stderr);
    }
}

const ASSUMPTIONS: &str = "#include <stdlib.h>
int a[64];
int main(int argc, char **argv)
{
    int n = atoi(argv[1]), first = atoi(argv[2]);
#pragma hicuda assume(n >= 0, n <= 64)
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel k tblock(2) thread(32)
#pragma hicuda assume(first >= 0)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = first; i < n; i++)
        a[i] = i;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
    return 0;
}
";

#[test]
fn an_assumption_that_does_not_hold_ends_the_program_at_its_line() {
    let folder = folder("assumptions");
    std::fs::write(folder.join("a.c"), ASSUMPTIONS).unwrap();
    for target in ["cpu", "sim"] {
        let ends = |arguments: &str| warploom(&format!("run --target {target} a.c -- {arguments}"), &folder);
        assert_eq!(ends("64 3"), Ran { status: Some(0), stdout: String::new(), stderr: String::new() });
        for (arguments, message) in [
            ("65 0", "a.c:6: `n <= 64` is assumed, and does not hold\n"),
            ("64 -1", "a.c:9: `first >= 0` is assumed, and does not hold\n"),
        ] {
            let ended = ends(arguments);
            assert!(ended.status == Some(1) && ended.stderr.starts_with(message), "{}", ended.stderr);
        }
    }
}

const COPIES_THAT_OVERLAP: &str = "#include <stdio.h>
static void add(int n, const int *x, int *y)
{
#pragma hicuda global alloc x[0:n-1] copyin
#pragma hicuda global alloc y[0:n-1] copyin
#pragma hicuda kernel k tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread independent
    for (int i = 0; i < n; i++)
        y[i] += x[i];
#pragma hicuda kernel_end
#pragma hicuda global copyout y[0:n-1]
#pragma hicuda global free x y
}
int main(int argc, char **argv)
{
    int a[128] = { 1, 2 };
    add(64, argc > 1 ? a + 1 : a + 64, a);
    printf(\"%d\\n\", a[1]);
    return 0;
}
";

#[test]
fn copies_of_the_same_memory_are_found_when_they_are_made() {
    let folder = folder("copies-that-overlap");
    std::fs::write(folder.join("a.c"), COPIES_THAT_OVERLAP).unwrap();
    for target in ["cpu", "sim"] {
        let ends = |arguments: &str| warploom(&format!("run --target {target} a.c -- {arguments}"), &folder);
        assert_eq!(ends("").stdout, "2\n");
        let overlap = ends("1");
        let message = "a.c:5: `y` overlaps `x`, which line 4 has on the device already\n";
        assert!(overlap.status == Some(1) && overlap.stderr.starts_with(message), "{}", overlap.stderr);
    }
}

#[test]
fn verdicts_tell_what_is_proven() {
    let folder = folder("verdicts");
    let text = "float a[256], b[256];\nint x[256];\nvoid f(void)\n{\n\
        #pragma hicuda global alloc a[*] copyin\n#pragma hicuda global alloc b[*]\n\
        #pragma hicuda global alloc x[*] copyin\n\
        #pragma hicuda kernel k tblock(4) thread(64) nowait\n\
        #pragma hicuda loop_partition over_tblock over_thread\n\
        for (int i = 0; i < 256; i++)\n    b[i] = a[i];\n#pragma hicuda kernel_end\n\
        #pragma hicuda kernel scatter tblock(4) thread(64)\n\
        #pragma hicuda loop_partition over_tblock over_thread independent\n\
        for (int i = 0; i < 256; i++)\n    b[x[i]] = a[i];\n#pragma hicuda kernel_end\n\
        #pragma hicuda global copyout b[*]\n#pragma hicuda global free a b x\n}\n";
    std::fs::write(folder.join("a.c"), text).unwrap();
    let ran = warploom("check --verdicts a.c", &folder);
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""));
    for line in [
        "a.c:8: kernel k tblock(4) thread(64) nowait",
        "    proven: `nowait`: it works on the device copies of `b`, `a`, the host on its own; \
         the host waits for it in line 18",
        "a.c:9: loop_partition over_tblock over_thread",
        "    proven: different threads never touch the same element (1 pair of accesses)",
        "a.c:14: loop_partition over_tblock over_thread independent",
        "    not proven: `b`: which element this is depends on `x[i]`; `independent` says it is so",
        "a.c:18: global copyout b[*]",
    ] {
        assert!(ran.stdout.lines().any(|printed| printed == line), "{line}\nin\n{}", ran.stdout);
    }
    let text = "int a[256], sum[4];\nvoid f(void)\n{\n\
        #pragma hicuda global alloc a[*] copyin\n#pragma hicuda global alloc sum[*]\n\
        #pragma hicuda kernel k tblock(4) thread(64)\n\
        #pragma hicuda loop_partition over_tblock\nfor (int b = 0; b < 4; b++) {\nint part[64];\n\
        #pragma hicuda shared alloc part[*]\n\
        #pragma hicuda loop_partition over_thread\n\
        for (int t = 0; t < 64; t++)\npart[t] = a[b * 64 + t];\n\
        for (int s = 32; s > 0; s /= 2) {\n#pragma hicuda barrier\n\
        #pragma hicuda loop_partition over_thread\nfor (int t = 0; t < 64; t++)\n\
        if (t < s)\npart[t] += part[t + s];\n}\n\
        #pragma hicuda barrier\n#pragma hicuda singular\nsum[b] = part[0];\n#pragma hicuda singular_end\n\
        #pragma hicuda shared remove part\n}\n#pragma hicuda kernel_end\n\
        #pragma hicuda global copyout sum[*]\n#pragma hicuda global free a sum\n}\n";
    std::fs::write(folder.join("c.c"), text).unwrap();
    let ran = warploom("check --verdicts c.c", &folder);
    for line in [
        "c.c:15: barrier",
        "    proven: all threads of a block reach it: the partitioned loop in line 8 goes batch by batch; \
         the loop in line 14 runs equally often for all",
        "    proven: it stands between `part[t]`, written in line 13, and `part[t]`, written in line 19",
        "c.c:22: singular",
        "    proven: thread 0 of each block alone; no other thread touches what it writes: `sum[b]` (line 23)",
    ] {
        assert!(ran.stdout.lines().any(|printed| printed == line), "{line}\nin\n{}", ran.stdout);
    }
    let text = "float a[256], b[256];\nvoid f(void)\n{\n\
        #pragma hicuda global alloc b[*] copyin\n\
        #pragma hicuda kernel k tblock(4) thread(64)\n\
        #pragma hicuda loop_partition over_tblock over_thread\n\
        for (int i = 0; i < 256; i++)\n    b[i] = a[i];\n#pragma hicuda kernel_end\n\
        #pragma hicuda global copyout b[*]\n#pragma hicuda global free b\n}\n";
    std::fs::write(folder.join("b.c"), text.replace("b[i] = a[i]", "b[i] = b[255 - i]")).unwrap();
    let ran = warploom("check --verdicts b.c", &folder);
    assert_eq!(ran.status, Some(1));
    let why = "    not proven: threads collide in `b`: one reads what another writes (E0630)";
    assert!(ran.stdout.lines().any(|printed| printed == why), "{}", ran.stdout);
}

/// What the watching command has said when it has watched so often.
fn said_in_rounds(errors: &Path, rounds: usize) -> Option<String> {
    (0..600).find_map(|_| {
        std::thread::sleep(std::time::Duration::from_millis(100));
        let text = std::fs::read_to_string(errors).unwrap_or_default();
        (text.matches("watching 2 files").count() == rounds).then_some(text)
    })
}

#[test]
fn watching_starts_again_when_a_header_changes() {
    let folder = folder("watch");
    std::fs::write(folder.join("size.h"), "#define SIZE 4\n").unwrap();
    std::fs::write(folder.join("a.c"), "#include \"size.h\"\nint table[SIZE] = { [5] = 1 };\n").unwrap();
    let errors = std::fs::File::create(folder.join("errors")).unwrap();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_warploom"));
    command.args(["check", "--watch", "a.c"]).current_dir(&folder).stderr(errors);
    let mut watching = command.spawn().expect("the command starts");
    let first = said_in_rounds(&folder.join("errors"), 1);
    std::fs::write(folder.join("size.h"), "#define SIZE  8 // enough\n").unwrap();
    let second = said_in_rounds(&folder.join("errors"), 2);
    watching.kill().expect("it still watches");
    watching.wait().expect("it ends");
    let (first, second) = (first.expect("a first round"), second.expect("a second round"));
    assert!(first.contains("error[E"), "{first}");
    assert_eq!(second.matches("error[E").count(), 1, "{second}");
}

#[test]
fn a_compilation_database_says_how_a_file_is_read() {
    let folder = folder("database");
    std::fs::create_dir_all(folder.join("src/include")).unwrap();
    std::fs::create_dir_all(folder.join("build")).unwrap();
    std::fs::write(folder.join("src/include/size.h"), "#define SIZE (4 * SCALE)\n").unwrap();
    std::fs::write(folder.join("src/a.c"), "#include <size.h>\nint table[SIZE] = { [5] = 1 };\n").unwrap();
    assert_eq!(warploom("check src/a.c", &folder).status, Some(1));
    for arguments in [
        r#""arguments": ["cc", "-I", "../src/include", "-DSCALE=2", "-O2", "-o", "a.o", "-c", "../src/a.c"]"#,
        r#""command": "cc -I../src/include '-DSCALE=(1 + 1)' -c ../src/a.c""#,
    ] {
        let directory = folder.join("build").display().to_string();
        let text = format!(r#"[{{"directory": "{directory}", "file": "../src/a.c", {arguments}}}]"#);
        std::fs::write(folder.join("build/compile_commands.json"), text).unwrap();
        let ran = warploom("check src/a.c", &folder);
        assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""), "{arguments}");
        // The command line comes last.
        assert_eq!(warploom("check src/a.c -DSCALE=1", &folder).status, Some(1));
    }
    std::fs::write(folder.join("build/compile_commands.json"), "[{").unwrap();
    let broken = warploom("check src/a.c", &folder);
    assert_eq!(broken.status, Some(2));
    assert!(broken.stderr.contains("compile_commands.json`: "), "{}", broken.stderr);
}

/// What takes long moves on a terminal, and nowhere else.
#[test]
fn progress_is_for_terminals() {
    let folder = folder("progress");
    std::fs::write(folder.join("a.c"), include_str!("../../../examples/saxpy.c")).unwrap();
    let build = "warploom build --target cpu a.c -o a";
    let ran = script(&format!("{build}; warploom run --target sim -DN=64 a.c > /dev/null"), &folder);
    assert!(!ran.stderr.contains("compiling") && !ran.stderr.contains("simulating"), "{}", ran.stderr);
    let own = env!("CARGO_BIN_EXE_warploom");
    let line = format!(
        "export TERM=xterm; script -qec '{} ; {own} run --target sim a.c > /dev/null' typescript",
        build.replace("warploom", own)
    );
    let ran = script(&line, &folder);
    assert!(
        ran.stdout.contains("compiling") && ran.stdout.contains("simulating"),
        "{}{}",
        ran.stdout,
        ran.stderr
    );
    let quiet = script(&line.replace("build", "build -q").replace("run", "run -q"), &folder);
    assert!(!quiet.stdout.contains("compiling"), "{}", quiet.stdout);
}

/// The book has a page for each command, and a section for each variable that is read.
#[test]
fn every_command_and_variable_has_its_page() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let help = warploom("--help", &folder("pages")).stdout;
    let commands =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    // Further lines of a description stand further right.
    let names: Vec<&str> = commands
        .filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert!(names.len() >= 16, "{names:?}");
    for name in names {
        assert!(docs.join(format!("commands/{name}.md")).is_file(), "{name}");
    }
    let variables = std::fs::read_to_string(docs.join("environment.md")).unwrap();
    for name in [
        "CC",
        "CXX",
        "NVCC",
        "HIPCC",
        "CPPFLAGS",
        "CFLAGS",
        "LDFLAGS",
        "TMPDIR",
        "NO_COLOR",
        "COLUMNS",
        "SOURCE_DATE_EPOCH",
        "WARPLOOM_CC",
        "WARPLOOM_TARGET",
        "WARPLOOM_CACHE_DIR",
        "WARPLOOM_CACHE_SIZE",
        "WARPLOOM_SYNC",
        "WARPLOOM_DEVICE",
        "WARPLOOM_KERNELS",
        "WARPLOOM_LIST_DEVICES",
        "OMP_NUM_THREADS",
    ] {
        assert!(variables.contains(&format!("\n### `{name}`\n")), "{name}");
    }
}

/// What `docs/install.md` says after `cargo install`, to the letter, for somebody whose home is empty.
#[test]
fn the_install_page_can_be_followed() {
    let (folder, root) = (folder("install"), concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let page = std::fs::read_to_string(format!("{root}/docs/install.md")).unwrap();
    let blocks: String = page.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    let (clone, rest) = blocks.split_once('\n').unwrap();
    let (install, rest) = rest.split_once('\n').unwrap();
    assert!(clone.starts_with("git clone ") && clone.ends_with(" warploom && cd warploom"), "{clone}");
    assert!(install.starts_with("cargo install --locked --path crates/cli "), "{install}");
    let home = folder.display();
    // Where there is a `man`, it finds them by the folder of the program.
    let found = "test -s \"$HOME/.local/share/bash-completion/completions/warploom\"
        mkdir \"$HOME/.cargo/bin\"; PATH=\"$HOME/.cargo/bin:$PATH\"; unset MANPATH
        if command -v man > /dev/null; then man -w warploom warploom-cc warploom-check > /dev/null; fi; echo found";
    let ran = script(
        &format!(
            "set -e; export HOME='{home}'; unset XDG_CACHE_HOME WARPLOOM_CACHE_DIR; cd '{root}'\n{rest}{found}"
        ),
        &folder,
    );
    assert!(ran.status == Some(0) && ran.stdout.ends_with("PASSED\nfound\n"), "{}{}", ran.stdout, ran.stderr);
}

/// Where the C compiler is for another machine, `char` has no sign and records have that machine's layout.
#[test]
fn the_compiler_tells_the_machine() {
    let folder = folder("machine");
    if script("command -v aarch64-linux-gnu-gcc && command -v qemu-aarch64", &folder).status != Some(0) {
        return;
    }
    let text = r#"#include <stdio.h>
struct s { char c; unsigned : 0; char d; };
_Static_assert((char)200 > 0 && sizeof(struct s) == 8, "read by us, too");
char a[64];
int sizes[64];
int main(void)
{
    for (int i = 0; i < 64; i++)
        a[i] = 255 - i;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc sizes[*]
#pragma hicuda kernel k tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++)
        sizes[i] = (a[i] < 0) + (int)sizeof(struct s);
#pragma hicuda kernel_end
#pragma hicuda global copyout sizes[*]
#pragma hicuda global free a sizes
    printf("%d %d\n", sizes[0], (char)200 < 0 ? 1 : 2);
    return 0;
}
"#;
    std::fs::write(folder.join("a.c"), text).unwrap();
    let build = "export CC=aarch64-linux-gnu-gcc; warploom build -q --target cpu -static a.c -o p && qemu-aarch64 ./p; \
        $CC -static a.c -o q && qemu-aarch64 ./q";
    let ran = script(build, &folder);
    assert_eq!(ran.stdout, "8 2\n8 2\n", "{}", ran.stderr);
}
