//! `warploom profile`: the table, the files, the comparison, the exit status.

use std::path::{Path, PathBuf};

use profiles::Profile;
use profiles::model::{Kind, Memory};
use testkit::command::{Ran, run};

/// Every lane reads its own row; then the same through shared memory, with
/// `PAD` words more in a row of the tile.
const TRANSPOSE: &str = r#"
#include <stdio.h>
#define N 64
#ifndef PAD
#define PAD 0
#endif
__global__ void naive(float *out, const float *in)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    out[y * N + x] = in[x * N + y];
}
__global__ void tiled(float *out, const float *in)
{
    __shared__ float tile[32][32 + PAD];
    for (int j = threadIdx.y; j < 32; j += 8)
        tile[j][threadIdx.x] = in[(blockIdx.y * 32 + j) * N + blockIdx.x * 32 + threadIdx.x];
    __syncthreads();
    for (int j = threadIdx.y; j < 32; j += 8)
        out[(blockIdx.x * 32 + j) * N + blockIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][j];
}
int main(int argc, char **argv)
{
    float *in, *out;
    cudaMalloc((void **)&in, N * N * sizeof(float));
    cudaMalloc((void **)&out, N * N * sizeof(float));
    cudaMemset(in, 0, N * N * sizeof(float));
    naive<<<dim3(2, 8), dim3(32, 8)>>>(out, in);
    tiled<<<dim3(2, 2), dim3(32, 8)>>>(out, in);
    cudaFree(in);
    cudaFree(out);
    printf("done\n");
    return argc > 1 ? 7 : 0;
}
"#;

/// A folder of its own for each test, with the program in it.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("profile-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    std::fs::write(folder.join("transpose.cu"), TRANSPOSE).expect("a program");
    folder
}

fn warploom(arguments: &str, folder: &Path) -> Ran {
    let arguments: Vec<String> = arguments.split_whitespace().map(String::from).collect();
    run(Path::new(env!("CARGO_BIN_EXE_warploom")), &arguments, folder).expect("the command ends in time")
}

fn profile(path: &Path) -> Profile {
    Profile::from_json(&std::fs::read(path).expect("a file")).expect("a profile")
}

#[test]
fn accesses_are_ranked_and_explained() {
    let folder = folder("table");
    let ran = warploom("profile transpose.cu", &folder);
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""));
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(lines[0], "done");
    assert!(lines[1].trim_start().starts_with("cost  kernel  line  access"), "{}", ran.stdout);
    assert!(lines[2].contains("in[x * N + y]") && lines[2].contains("32 sectors (4)"), "{}", ran.stdout);
    assert_eq!(
        lines[3].trim(),
        "stride 256 across the warp: 32 sectors per request, 4 would do; `warploom coalesce` stages it"
    );
    assert!(lines[4].contains("tile[threadIdx.x][j]"), "{}", ran.stdout);
    assert_eq!(lines[5].trim(), "32-way bank conflict: pad(1) removes it, rows of 33 instead of 32");
    assert!(ran.stdout.contains("occupancy     64 of 64 warps, limited by threads"), "{}", ran.stdout);
}

#[test]
fn the_json_has_every_count() {
    let folder = folder("json");
    assert_eq!(warploom("profile transpose.cu --json run.json", &folder).status, Some(0));
    let profile = profile(&folder.join("run.json"));
    assert_eq!((profile.gpu.as_str(), profile.kernels.len()), ("h200", 2));
    let naive = profile.kernels.iter().find(|kernel| kernel.name == "naive").expect("a kernel");
    assert_eq!((naive.grid, naive.block, naive.launches), ([2, 8, 1], [32, 8, 1], 1));
    let read = naive.accesses.iter().find(|access| access.kind == Kind::Read).expect("a read");
    assert_eq!((read.memory, read.size, read.requests, read.lanes), (Memory::Global, 4, 128, 4096));
    assert_eq!((read.transactions, read.ideal_transactions), (4096, 512));
    assert_eq!((read.bytes_asked, read.bytes_moved), (16384, 131072));
    let sample = read.sample.as_ref().expect("a sample");
    let steps: Vec<u64> = sample.addresses.windows(2).map(|w| w[1].unwrap() - w[0].unwrap()).collect();
    assert_eq!(steps, [256; 31]);
}

#[test]
fn each_processor_has_its_rules() {
    let folder = folder("processors");
    let of = |gpu: &str| {
        assert_eq!(
            warploom(&format!("profile --gpu {gpu} --json {gpu} transpose.cu"), &folder).status,
            Some(0)
        );
        let tiled =
            profile(&folder.join(gpu)).kernels.into_iter().find(|k| k.name == "tiled").expect("a kernel");
        let sum = |of: fn(&profiles::model::Access) -> u64| tiled.accesses.iter().map(of).sum::<u64>();
        (sum(|access| access.transactions), sum(|access| access.passes))
    };
    // 256 requests of 128 bytes; 128 of shared memory in a row, 128 in a column.
    assert_eq!(of("g80"), (512, 256 + 128 * 32));
    assert_eq!(of("fermi"), (256, 128 + 128 * 32));
    assert_eq!(of("h200"), (1024, 128 + 128 * 32));
}

#[test]
fn two_runs_are_compared() {
    let folder = folder("compared");
    assert_eq!(warploom("profile transpose.cu --json before.json", &folder).status, Some(0));
    let ran = warploom("profile transpose.cu -DPAD=1 --before before.json --html page.html", &folder);
    assert_eq!(ran.status, Some(0));
    assert!(
        ran.stdout.contains("  shared passes            4.2k →        256  16.5x less\n"),
        "{}",
        ran.stdout
    );
    let page = std::fs::read_to_string(folder.join("page.html")).expect("a page");
    assert!(page.contains("Before and after") && page.contains("16.5x less"), "{page}");
    let ran = warploom("profile before.json --before before.json", &folder);
    assert!(ran.stdout.contains("same"), "{}", ran.stdout);
}

#[test]
fn the_status_is_the_programs_and_wrong_files_are_said() {
    let folder = folder("status");
    assert_eq!(warploom("profile transpose.cu -- x", &folder).status, Some(7));
    std::fs::write(folder.join("broken.json"), "{\"schema\": 1}").expect("a file");
    let ran = warploom("profile broken.json", &folder);
    assert_eq!(ran.status, Some(2));
    assert!(ran.stderr.starts_with("error: cannot read the profile `broken.json`"), "{}", ran.stderr);
    let ran = warploom("profile transpose.cu --html transpose.cu", &folder);
    assert_eq!(ran.status, Some(2));
    assert_eq!(std::fs::read_to_string(folder.join("transpose.cu")).expect("the program"), TRANSPOSE);
}

#[test]
fn directives_are_profiled_at_the_users_lines() {
    let folder = folder("directives");
    let text = "
#define N 64
float a[N][N], b[N][N];
int main(void)
{
    int i, j;
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc b[*][*]
#pragma hicuda kernel turn tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            b[j][i] = a[i][j];
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*][*]
#pragma hicuda global free a b
    return 0;
}
";
    std::fs::write(folder.join("turn.c"), text).expect("a program");
    let ran = warploom("profile turn.c --json run.json", &folder);
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    let profile = profile(&folder.join("run.json"));
    let access = &profile.kernels[0].accesses[0];
    assert_eq!((access.line, access.kind, access.transactions), (13, Kind::Read, 2 * 64 * 32));
    let remedy = access.remedy.as_deref().unwrap_or_default();
    assert!(remedy.contains("stage it with `shared`"), "{remedy}");
}

#[test]
fn what_is_made_for_a_directive_stands_at_its_line() {
    let folder = folder("places");
    let text = "#include <stdio.h>\nfloat a[64][64], b[64][64];\nint main(void)\n{\n\
        #pragma hicuda global alloc a[*][*] copyin\n#pragma hicuda global alloc b[*][*]\n\
        #pragma hicuda kernel k tblock(4, 4) thread(16, 16)\n\
        #pragma hicuda loop_partition over_tblock over_thread\nfor (int i = 0; i < 64; i++) {\n\
        #pragma hicuda loop_partition over_tblock over_thread\nfor (int j = 0; j < 64; j++) {\n\
        #pragma hicuda shared alloc a[i][j] copyin\n\
        b[i][j] = 2 * a[i][j];\n#pragma hicuda shared remove a\n}\n}\n#pragma hicuda kernel_end\n\
        #pragma hicuda global copyout b[*][*]\n#pragma hicuda global free a b\n\
        printf(\"%g\\n\", b[3][5]);\nreturn 0;\n}\n";
    std::fs::write(folder.join("p.c"), text).expect("a program");
    let ran = warploom("profile --json p.json p.c", &folder);
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    let run = profile(&folder.join("p.json"));
    let mut places: Vec<(usize, &str, Memory, Kind)> =
        run.kernels[0].accesses.iter().map(|a| (a.line, a.text.as_str(), a.memory, a.kind)).collect();
    places.sort_by_key(|place| (place.0, place.1.len(), place.3 == Kind::Write));
    let expected = [
        (12, "shared alloc a[i][j] copyin", Memory::Global, Kind::Read),
        (12, "shared alloc a[i][j] copyin", Memory::Shared, Kind::Write),
        (13, "a[i][j]", Memory::Shared, Kind::Read),
        (13, "b[i][j]", Memory::Global, Kind::Write),
    ];
    assert_eq!(places, expected);
}

#[test]
fn arrays_of_a_thread_are_counted_where_their_index_varies() {
    let folder = folder("local");
    let text = "__global__ void k(int *out, int n)\n{\nint own[8], fixed[2];\nfixed[0] = n;\n\
        for (int i = 0; i < 8; i++)\nown[i] = i + fixed[0];\nout[threadIdx.x] = own[n + threadIdx.x % 2];\n}\n\
        int main(void)\n{\nint *out;\ncudaMalloc(&out, 128);\nk<<<1, 32>>>(out, 3);\ncudaFree(out);\n\
        return 0;\n}\n";
    std::fs::write(folder.join("l.cu"), text).expect("a program");
    let ran = warploom("profile --json l.json l.cu", &folder);
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    let run = profile(&folder.join("l.json"));
    let local = run.kernels[0].accesses.iter().filter(|a| a.memory == Memory::Local);
    let mut local: Vec<_> = local.map(|a| (a.line, a.kind, a.requests, a.transactions)).collect();
    local.sort();
    // Eight stores with the lanes side by side; a load in which they want two elements.
    assert_eq!(local, [(6, Kind::Write, 8, 32), (7, Kind::Read, 1, 8)]);
}
