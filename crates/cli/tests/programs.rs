//! Programs of several files: translated to a folder, built with objects and
//! libraries of the user's, run.

use std::path::{Path, PathBuf};

use testkit::command::{Ran, run};

/// A folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("programs").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

/// Runs a shell script in which `warploom` is the command; it must succeed.
fn script(text: &str, folder: &Path) -> Ran {
    let text = format!("set -e\nwarploom() {{ '{}' \"$@\"; }}\n{text}", env!("CARGO_BIN_EXE_warploom"));
    run(Path::new("sh"), &[String::from("-c"), text], folder).expect("the command ends in time")
}

/// What a script that succeeds prints.
fn output(text: &str, folder: &Path) -> String {
    let ran = script(text, folder);
    assert_eq!(ran.status, Some(0), "{text}\n{}{}", ran.stdout, ran.stderr);
    ran.stdout
}

fn write(folder: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder for the file");
        std::fs::write(path, text).expect("a file of the test");
    }
}

const MAIN: &str = r#"#include <stdio.h>
#include <stdlib.h>
#include "vectors.h"

int main(int argc, char **argv)
{
    float a[LENGTH];
    fill(a, LENGTH, argc > 1 ? (float)atof(argv[1]) : FIRST);
    scale(a);
    printf("%g %g\n", a[0], a[LENGTH - 1]);
    return argc - 1;
}
"#;

const SCALE: &str = r#"#include "vectors.h"

void scale(float *a)
{
#pragma hicuda global alloc a[0:LENGTH-1] copyin
#pragma hicuda kernel scale_all tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < LENGTH; i++)
        a[i] *= FACTOR;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[0:LENGTH-1]
#pragma hicuda global free a
}
"#;

const FILL: &str = r#"#include "vectors.h"

void fill(float *a, int n, float first)
{
    for (int i = 0; i < n; i++)
        a[i] = first + i;
}
"#;

const HEADER: &str = r#"#ifndef VECTORS_H
#define VECTORS_H
#ifndef FACTOR
#define FACTOR 2
#endif
#ifdef HALF
#define FIRST 0.5f
#else
#define FIRST 1
#endif
enum { LENGTH = 64 };
void fill(float *a, int n, float first);
void scale(float *a);
#endif
"#;

/// `main.c` and `fill.c` without directives, `scale.c` with, a header apart.
fn vectors(name: &str) -> PathBuf {
    let folder = folder(name);
    write(&folder, &[("main.c", MAIN), ("scale.c", SCALE), ("fill.c", FILL), ("include/vectors.h", HEADER)]);
    folder
}

#[test]
fn a_folder_gets_one_file_for_each_input() {
    let folder = vectors("folder");
    output("warploom translate --target cpu main.c scale.c fill.c -Iinclude -o cpu/", &folder);
    output("warploom translate main.c scale.c fill.c -Iinclude -o cuda/", &folder);
    assert_eq!(
        output("ls cpu cuda", &folder).split_whitespace().collect::<Vec<_>>().join(" "),
        "cpu: fill.c main.c scale.c cuda: fill.c main.c scale.c scale.kernels.cu"
    );
    // What has no directive is what it was, to the byte.
    output("cmp main.c cpu/main.c && cmp fill.c cpu/fill.c && cmp main.c cuda/main.c", &folder);
    let run = "cc -fopenmp -Iinclude cpu/main.c cpu/scale.c cpu/fill.c -o program && ./program";
    assert_eq!(output(run, &folder), "2 128\n");
}

#[test]
fn flags_of_cc_reach_every_file() {
    let folder = vectors("flags");
    let files = "main.c scale.c fill.c";
    let built = |flags: &str| {
        output(&format!("warploom build --target cpu {files} {flags} -o program && ./program"), &folder)
    };
    assert_eq!(built("-Iinclude"), "2 128\n");
    assert_eq!(built("-I include -DFACTOR=3 -std=c99"), "3 192\n");
    assert_eq!(built("-Iinclude -D FACTOR=3 -DHALF -UHALF -std=gnu11 -O1"), "3 192\n");
    assert_eq!(built("-Iinclude -DHALF"), "1 127\n");
    let ran = script(&format!("warploom run --target cpu {files} -Iinclude -- 10 x"), &folder);
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), "20 146\n"));
}

#[test]
fn objects_of_cuda_in_cpp_hold_the_users_code() {
    let folder = folder("cpp-objects");
    let kernel = "#include <chrono>\n#include <vector>\n__global__ void k(int *a) { a[threadIdx.x] = threadIdx.x; }\n\
                  int last() { std::vector<int> v(32); int *a; cudaMallocManaged(&a, 128); k<<<1, 32>>>(a);\n\
                  v[31] = a[31]; cudaFree(a); return v[31]; }\n";
    let main = "#include <iostream>\nint last();\nint main() { std::cout << last() << \"\\n\"; }\n";
    write(&folder, &[("kernel.cu", kernel), ("main.cpp", main)]);
    let text = "warploom build --target cpu -c kernel.cu -o kernel.o && c++ main.cpp kernel.o -fopenmp -o main && ./main";
    assert_eq!(output(text, &folder), "31\n");
}

#[test]
fn objects_and_libraries_are_linked() {
    let folder = vectors("objects");
    output("cc -c -Iinclude fill.c -o fill.o && ar rc libfill.a fill.o", &folder);
    for given in ["fill.o", "libfill.a", "-L. -lfill", "-lfill -L ."] {
        let line =
            format!("warploom build --target cpu -Iinclude main.c scale.c {given} -o program && ./program");
        assert_eq!(output(&line, &folder), "2 128\n", "{given}");
    }
    let missing = script("warploom build --target cpu -Iinclude main.c scale.c -o none", &folder);
    assert_eq!(missing.status, Some(2));
    assert!(missing.stderr.contains("fill"), "{}", missing.stderr);
}

#[test]
fn inputs_of_one_name_need_two_folders() {
    let folder = vectors("one-name");
    write(&folder, &[("other/fill.c", "int other;\n")]);
    let ran = script("warploom translate -Iinclude scale.c fill.c other/fill.c -o out/", &folder);
    assert_eq!(ran.status, Some(2));
    assert!(ran.stderr.contains("two inputs would become `out/fill.c`"), "{}", ran.stderr);
    assert!(!folder.join("out/fill.c").exists());
    // Long work is not begun for nothing: no other error is told first.
    for command in
        ["translate -Iinclude", "annotate -Inowhere -o both.c", "tune --target sim -Inowhere -o both.c"]
    {
        let ran = script(&format!("warploom {command} scale.c fill.c"), &folder);
        assert_eq!(ran.status, Some(2), "{}", ran.stderr);
        assert!(ran.stderr.contains("several inputs need a folder"), "{}", ran.stderr);
    }
}

#[test]
fn a_file_that_calls_another_stays_c() {
    let folder = folder("calls-another");
    let text =
        SCALE.replace("#pragma hicuda global alloc", "    note(\"scale\");\n#pragma hicuda global alloc");
    let text = text.replace(
        "#include \"vectors.h\"",
        "#define LENGTH 64\n#define FACTOR 2\nvoid note(const char *text);",
    );
    write(&folder, &[("scale.c", &text)]);
    let ran = script("warploom translate scale.c -o out/ && ls out", &folder);
    assert_eq!(
        ran.stdout.split_whitespace().collect::<Vec<_>>(),
        ["scale.c", "scale.kernels.cu"],
        "{}",
        ran.stderr
    );
    assert!(ran.stderr.contains("`note`, which another file defines in C, is not C++"), "{}", ran.stderr);
}

/// A copy of a folder of examples, where a test may build.
fn example(name: &str) -> PathBuf {
    let copy = folder(&format!("example-{name}"));
    let original = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name);
    output(&format!("cp -r '{}/.' .", original.display()), &copy);
    copy
}

#[test]
fn the_example_builds_with_make() {
    let folder = example("make");
    let make = format!("make --silent WARPLOOM='{}'", env!("CARGO_BIN_EXE_warploom"));
    let built = output(&format!("{make} heat heat-sequential && ./heat 30"), &folder);
    assert_eq!(built, output("./heat-sequential 30", &folder));
    // Nothing to do for a second time; translated anew after a change.
    assert_eq!(output(&format!("{make} heat && touch -d '1 hour ago' heat.h"), &folder), "");
    output(&format!("sed -i 's/0.25f/0.2f/' spread.c && {make} heat heat-sequential"), &folder);
    let changed = output("./heat 30", &folder);
    assert_ne!(changed, built);
    assert_eq!(changed, output("./heat-sequential 30", &folder));
    output(&format!("{make} clean && test ! -e heat"), &folder);
}

#[test]
fn the_example_builds_with_cmake() {
    let folder = example("cmake");
    let configure = format!("cmake -S . -B build -DWARPLOOM='{}'", env!("CARGO_BIN_EXE_warploom"));
    output(&format!("{configure} && cmake --build build"), &folder);
    assert_eq!(output("build/wave", &folder), output("build/wave-sequential", &folder));
}

#[test]
fn the_example_runs_under_mpi() {
    let folder = example("mpi");
    output("CC=mpicc warploom build --target cpu halo.c -o halo", &folder);
    output("mpicc -Wno-unknown-pragmas halo.c -o sequential", &folder);
    for processes in [1, 2] {
        let run = |program: &str| {
            let flags = "--allow-run-as-root --oversubscribe --mca btl self,vader --mca plm isolated";
            output(&format!("OMP_NUM_THREADS=1 mpirun {flags} -n {processes} ./{program}"), &folder)
        };
        let heat = run("halo");
        assert!(heat.starts_with(&format!("heat in the rod of {} cells: ", processes * 512)), "{heat}");
        assert_eq!(heat, run("sequential"));
    }
    // The same, with a library that reads and writes device memory.
    output("CC=mpicc warploom build --target cpu halo_on_device.c -o direct", &folder);
    let flags = "--allow-run-as-root --oversubscribe --mca btl self,vader --mca plm isolated";
    let run = |program: &str| output(&format!("OMP_NUM_THREADS=1 mpirun {flags} -n 3 ./{program}"), &folder);
    assert_eq!(run("direct"), run("sequential"));
    // On a GPU each process takes the device of its place on the machine.
    output("warploom translate --split halo.c $(mpicc --showme:compile) -o cuda/", &folder);
    let host = std::fs::read_to_string(folder.join("cuda/halo.c")).expect("the translated host");
    assert!(host.contains("cudaSetDevice(atoi(getenv(local_ranks[i])) % devices)"), "{host}");
    assert!(host.contains("    hicuda_choose_device(\"halo.c:"), "{host}");
}

#[test]
fn the_example_calls_a_library_on_the_device() {
    let folder = example("blas");
    output("gcc -w cg.c library_cpu.c -lblas -o sequential", &folder);
    let solved = output("./sequential", &folder);
    assert_eq!(solved, "solved after few steps\n");
    assert_eq!(output("warploom run -q --target cpu cg.c library_cpu.c -lblas", &folder), solved);
    // The library gets the device's address, after the kernels before it are done.
    output("warploom translate --split cg.c -o cuda/", &folder);
    let host = std::fs::read_to_string(folder.join("cuda/cg.c")).expect("the translated host");
    assert!(host.contains("matrix_vector(N, &d_a[0][0], d_p, d_q);"), "{host}");
    assert!(host.contains("hicuda_check(cudaDeviceSynchronize(), \"cg.c:31: use_device("), "{host}");
}

#[test]
fn a_program_of_many_files_runs_as_before() {
    let folder = folder("many-files");
    let files = generate::large_program(7, 2500, 12, 3);
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    write(&folder, &files);
    let sequential = output("gcc -w *.c -o sequential && ./sequential", &folder);
    assert_eq!(output("warploom run --target cpu -O1 *.c", &folder), sequential);
    assert_eq!(output("warploom translate *.c -o cuda/ && ls cuda/*.kernels.cu | wc -l", &folder), "6\n");
}

/// The number behind a word that starts a line.
fn number(text: &str, word: &str) -> f64 {
    let line = text.lines().find(|line| line.starts_with(word)).expect("a line with the word");
    line.split_whitespace().nth(1).and_then(|n| n.parse().ok()).expect("a number behind it")
}

#[test]
fn light_in_tissue_ends_where_it_ends_sequentially() {
    let folder = folder("mcml");
    let original = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks/mcml");
    let original = original.display();
    output(&format!("cp '{original}'/*.c '{original}'/*.h . && cp '{original}'/../harness.h .."), &folder);
    output("gcc -O1 -w *.c -lm -o sequential", &folder);
    let sequential = output("./sequential", &folder);
    let translated = output("warploom run --target cpu -O1 *.c -lm", &folder);
    for part in ["reflected", "absorbed", "transmitted", "together", "binned"] {
        let (here, there) = (number(&translated, part), number(&sequential, part));
        assert!((here - there).abs() < 1e-3, "{part}: {here} and {there}");
    }
    assert!((number(&translated, "together") - 1.0).abs() < 1e-3, "{translated}");
    let directives = output("grep -h 'pragma hicuda' *.c | grep -vc _end", &folder);
    assert!(directives.trim().parse::<usize>().is_ok_and(|n| n <= 17), "{directives}");
}

/// A kernel of one CUDA file, launched from another.
#[test]
fn cuda_programs_of_two_files() {
    let folder = folder("two-cuda-files");
    let kernel = "__device__ static int twice(int x) { return 2 * x; }
__global__ void fill(int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = twice(i);
}
";
    let main = "#include <stdio.h>
__global__ void fill(int *a, int n);
int main(void)
{
    int a[100], *d;
    cudaMalloc(&d, sizeof a);
    fill<<<4, 32>>>(d, 100);
    cudaMemcpy(a, d, sizeof a, cudaMemcpyDeviceToHost);
    cudaFree(d);
    printf(\"%d %d\\n\", a[1], a[99]);
    return 0;
}
";
    write(&folder, &[("fill.cu", kernel), ("main.cu", main)]);
    for target in ["cpu", "sim"] {
        assert_eq!(output(&format!("warploom run --target {target} main.cu fill.cu"), &folder), "2 198\n");
    }
}

/// A program in HIP that moves as much as it is told to.
#[test]
fn hip_programs_copy_lengths_of_the_command_line() {
    let folder = folder("hip-lengths");
    let text = "#include <hip/hip_runtime.h>
#include <stdio.h>
#include <stdlib.h>
__global__ void twice(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] *= 2;
}
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 10;
    float *h = (float *)malloc(n * sizeof *h), *d;
    for (int i = 0; i < n; i++)
        h[i] = i;
    hipMalloc((void **)&d, n * sizeof *d);
    hipMemcpy(d, h, n * sizeof *d, hipMemcpyHostToDevice);
    twice<<<(n + 31) / 32, 32>>>(d, n);
    hipMemcpy(h, d, n * sizeof *d, hipMemcpyDeviceToHost);
    printf(\"%g\\n\", h[n - 1]);
    hipFree(d);
    free(h);
    return 0;
}
";
    write(&folder, &[("twice.hip", text)]);
    for target in ["cpu", "sim"] {
        for (length, last) in [(100, "198\n"), (77, "152\n")] {
            let command = format!("warploom run -q --target {target} twice.hip -- {length}");
            assert_eq!(output(&command, &folder), last, "{target}");
        }
    }
}

/// Kernels of OpenCL in a file beside the host: in a folder, and beside a host with a name of its own. A header's are
/// the host's.
#[test]
fn opencl_hosts_find_the_kernels_beside_them() {
    if !Path::new("/usr/include/CL/cl.h").is_file() || !Path::new("/etc/OpenCL/vendors").is_dir() {
        return;
    }
    let folder = folder("opencl-split");
    let header = "static void twice(int n, float a[n])
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel k tblock(4) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        a[i] *= 2;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}
";
    let main = "#include <stdio.h>
#include \"twice.h\"
int main(void)
{
    float a[100];
    for (int i = 0; i < 100; i++)
        a[i] = i;
    twice(100, a);
    printf(\"%g\\n\", a[99]);
    return 0;
}
";
    write(&folder, &[("twice.h", header), ("main.c", main)]);
    assert_eq!(output("warploom run -q --target opencl main.c", &folder), "198\n");
    output("warploom translate -q --target opencl --split main.c -o out/", &folder);
    output("warploom translate -q --target opencl --split main.c -o host.c && mkdir elsewhere", &folder);
    for (host, kernels) in [("out/main.c", "out"), ("host.c", ".")] {
        output(&format!("cc -w {host} -lOpenCL -lm -o program"), &folder);
        assert_eq!(output(&format!("cd {kernels} && {}/program", folder.display()), &folder), "198\n");
        let named = format!("cd elsewhere && WARPLOOM_KERNELS=../{kernels} ../program");
        assert_eq!(output(&named, &folder), "198\n");
        let missing = script("cd elsewhere && ../program", &folder);
        assert!(
            missing.status != Some(0) && missing.stderr.contains("WARPLOOM_KERNELS"),
            "{}",
            missing.stderr
        );
    }
}

/// Hosts of OpenCL in C++ are refused, unless a driver answers them.
#[test]
fn opencl_hosts_in_cpp_are_refused() {
    let folder = folder("opencl-cpp");
    let text = "#include <CL/cl.h>\n#include <vector>\nint main() { return std::vector<int>(1)[0]; }\n";
    write(&folder, &[("host.cpp", text)]);
    for target in ["cpu", "sim"] {
        let ran = script(&format!("warploom run --target {target} host.cpp"), &folder);
        assert_eq!(ran.status, Some(2), "{}", ran.stderr);
        assert!(ran.stderr.contains("`host.cpp` is a host of OpenCL in C++"), "{}", ran.stderr);
    }
}

#[test]
fn choices_of_whole_functions_are_not_the_hosts_in_silence() {
    let folder = folder("choices");
    let text = "#include <cstdio>\n#ifdef __CUDA_ARCH__\n__device__ __host__ int f() { return 1; }\n#else\n\
                __device__ __host__ int f() { return 0; }\n#endif\nstruct a { int x; __host__ __device__ a()\n\
                #ifndef __CUDA_ARCH__\n: x(f())\n#endif\n{} };\n__global__ void k() { printf(\"%d\", a().x); }\n\
                int main() { k<<<1, 1>>>(); }\n";
    write(&folder, &[("choice.cu", text)]);
    let ran = script("warploom run --target cpu choice.cu", &folder);
    for place in ["choice.cu:2:1", "choice.cu:8:1"] {
        assert!(ran.status == Some(1) && ran.stderr.contains(place), "{}", ran.stderr);
    }
}

#[test]
fn constants_that_ask_for_the_pass_are_refused_where_they_are_used() {
    let folder = folder("constants-of-passes");
    let text = "#include <vector>\n__host__ __device__ constexpr int width() {\n#ifdef __CUDA_ARCH__\nreturn 32;\n\
                #else\nreturn 64;\n#endif\n}\n__global__ void k(int *a) {\nconstexpr int n = width();\n\
                a[0] = n;\n}\nint main() { return std::vector<int>().size(); }\n";
    write(&folder, &[("constant.cu", text)]);
    let ran = script("warploom run --target cpu constant.cu", &folder);
    let is_said = ran.stderr.contains("constant.cu:10:") && ran.stderr.contains("asks for `__CUDA_ARCH__`");
    assert!(ran.status == Some(1) && is_said, "{}", ran.stderr);
}

/// The simulator reads a file twice, as nvcc does.
#[test]
fn choices_of_declarations_are_not_the_hosts_in_silence() {
    let folder = folder("choices-of-declarations");
    let text = "#include <cstdio>\n#ifdef __CUDA_ARCH__\ntypedef float real;\n#else\ntypedef double real;\n\
                #endif\n#ifdef __CUDA_ARCH__\n#define WIDTH 32\n#else\n#define WIDTH 1\n#endif\n\
                constexpr int row = 4 * WIDTH;\n\
                __global__ void k() { printf(\"%d %d\\n\", (int)sizeof(real), row); }\n\
                int main() { k<<<1, 1>>>(); cudaDeviceSynchronize(); }\n";
    write(&folder, &[("choice.cu", text)]);
    let ran = script("warploom run --target cpu choice.cu", &folder);
    let said = [
        ("choice.cu:2:1", "chooses between declarations of the same name"),
        ("choice.cu:12:25", "`WIDTH` has one value for the device and another one for the host"),
    ];
    for (place, message) in said {
        let is_said = ran.stderr.contains(place) && ran.stderr.contains(message);
        assert!(ran.status == Some(1) && is_said, "{}", ran.stderr);
    }
    assert_eq!(script("warploom run --target sim choice.cu", &folder).stdout, "4 128\n");
}

/// What is read once, for host and device, is refused where they read different lines.
#[test]
fn kernels_do_not_become_c_with_the_hosts_lines() {
    let folder = folder("lines-of-the-host");
    let text = "#include <stdio.h>\n__global__ void k(int *a) {\n#ifdef __CUDA_ARCH__\na[0] = 1;\n#else\na[0] = 2;\n\
                #endif\n}\nint main() { int *a, found; cudaMalloc(&a, 4); k<<<1, 1>>>(a);\n\
                cudaMemcpy(&found, a, 4, cudaMemcpyDeviceToHost); printf(\"%d\\n\", found); return 0; }\n";
    write(&folder, &[("k.cu", text)]);
    for command in ["raise", "translate --target opencl"] {
        let ran = script(&format!("warploom {command} k.cu"), &folder);
        assert!(ran.status == Some(1) && ran.stderr.contains("k.cu:3:1"), "{command}: {}", ran.stderr);
        // No generation that there is takes these lines.
        let text = text.replace("#ifdef __CUDA_ARCH__", "#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 300");
        write(&folder, &[("old.cu", &text)]);
        let ran = script(&format!("warploom {command} old.cu -o out.c"), &folder);
        assert_eq!(ran.status, Some(0), "{command}: {}", ran.stderr);
    }
}

/// What the simulator's reader refuses in a template of ours is told where a user asks for it.
#[test]
fn tiles_of_more_than_a_warp_are_refused_at_the_users_line() {
    let folder = folder("large-tiles");
    let text = "#include <cooperative_groups.h>\n#include <vector>\nnamespace cg = cooperative_groups;\n\
                template <int N> __device__ int size_of() {\nauto tile = cg::tiled_partition<N>(cg::this_thread_block());\n\
                return tile.size();\n}\n__global__ void k(int *a) { a[0] = size_of<64>(); }\n\
                int main() { int *a; cudaMalloc(&a, 4); k<<<1, 128>>>(a); return 0; }\n";
    write(&folder, &[("tiles.cu", text)]);
    let ran = script("warploom run --target sim tiles.cu", &folder);
    let is_there =
        ran.stderr.contains("tiles of more than a warp are not there") && ran.stderr.contains("tiles.cu:5:");
    assert!(ran.status == Some(1) && is_there, "{}", ran.stderr);
}

#[test]
fn a_result_that_the_simulators_reader_does_not_deduce_is_told_in_cudas_words() {
    let folder = folder("deduced-results");
    let text = "#include <vector>\ntemplate <class T> struct s { T v; __device__ auto *get() { return &v; } };\n\
                __global__ void k(int *a) { s<int> x; x.v = 1; a[0] = *x.get(); }\n\
                int main() { k<<<1, 1>>>(0); return std::vector<int>().size(); }\n";
    write(&folder, &[("s.cu", text)]);
    let ran = script("warploom run --target sim s.cu", &folder);
    let is_said =
        ran.stderr.contains("s.cu:2:") && ran.stderr.contains("write the type that a function returns");
    assert!(ran.status == Some(1) && is_said, "{}", ran.stderr);
}
