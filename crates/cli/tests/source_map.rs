//! `translate --source-map`: the text stays what it is, and its lines lead back.

use std::path::{Path, PathBuf};

use serde_json::Value;
use testkit::command::run;

const DIGITS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The numbers of a segment.
fn decoded(segment: &str) -> Vec<i64> {
    let mut numbers = Vec::new();
    let (mut value, mut shift) = (0i64, 0);
    for digit in segment.chars() {
        let digit = DIGITS.find(digit).expect("a digit of base 64") as i64;
        value |= (digit & 31) << shift;
        shift += 5;
        if digit & 32 == 0 {
            numbers.push(if value & 1 == 1 { -(value >> 1) } else { value >> 1 });
            (value, shift) = (0, 0);
        }
    }
    numbers
}

/// For each line of the translated text, the line of the source and the directive.
fn lines(map: &Value) -> Vec<Option<(usize, String)>> {
    assert_eq!(map["version"], 3);
    let (mut line, mut name) = (0, 0);
    let mut found = Vec::new();
    for group in map["mappings"].as_str().expect("mappings").split(';') {
        let numbers = decoded(group);
        if numbers.is_empty() {
            found.push(None);
            continue;
        }
        line += numbers[2];
        name += numbers.get(4).copied().unwrap_or(0);
        let directive = numbers.get(4).and_then(|_| map["names"][name as usize].as_str()).unwrap_or_default();
        found.push(Some((usize::try_from(line).expect("a line"), directive.to_owned())));
    }
    found
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn translate(words: &[&str], folder: &Path) -> testkit::command::Ran {
    let words: Vec<String> = ["translate"].iter().chain(words).map(|word| (*word).to_owned()).collect();
    run(Path::new(env!("CARGO_BIN_EXE_warploom")), &words, folder).expect("a run")
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("source_map").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn the_text_is_the_same_and_lines_lead_back() {
    let folder = folder("examples");
    for target in ["cuda", "cpu", "hip", "opencl"] {
        for name in ["jacobi", "matmul", "nbody", "reductions", "saxpy", "blur", "transpose"] {
            let source = root().join(format!("examples/{name}.c")).display().to_string();
            let plain = translate(&[&source, "--target", target], &folder);
            let map = format!("{name}.{target}.map");
            let mapped = translate(&[&source, "--target", target, "--source-map", &map], &folder);
            assert_eq!(plain.status, Some(0), "{}", plain.stderr);
            assert_eq!(plain.stdout, mapped.stdout, "{name} for {target}");
            let map = std::fs::read_to_string(folder.join(&map)).expect("a map");
            check(&mapped.stdout, &source, &serde_json::from_str(&map).expect("JSON"));
        }
    }
}

/// Copied lines lead to themselves, lines of kernels into their kernel, and most have a partner.
fn check(made: &str, source: &str, map: &Value) {
    assert_eq!(map["sources"], serde_json::json!([source]));
    let written = std::fs::read_to_string(source).expect("the source");
    let written: Vec<&str> = written.lines().collect();
    let mut kernels = 0;
    for (text, origin) in made.lines().zip(lines(map)) {
        let Some((line, directive)) = origin else { continue };
        let original = written.get(line).expect("a line of the source");
        let is_copied = directive.is_empty();
        assert!(!is_copied || same(text, original), "{source}:{}: {text}", line + 1);
        kernels += usize::from(directive.starts_with("kernel "));
        if directive.starts_with("global ") {
            assert!(original.contains("#pragma hicuda global"), "{text} came from {original}");
        }
    }
    let directives = written.iter().filter(|line| line.contains("hicuda kernel ")).count();
    assert!(kernels >= 2 * directives, "{source}: {kernels} lines of {directives} kernels");
}

/// A host line may get a mark (`__device__`) or a conversion that C++ wants.
fn same(text: &str, original: &str) -> bool {
    let words = |line: &str| line.split_whitespace().map(String::from).collect::<Vec<_>>();
    let (made, original) = (words(text), words(original));
    original.iter().filter(|word| made.contains(word)).count() * 2 >= original.len()
}

#[test]
fn a_kernel_line_leads_to_its_line_and_directive() {
    let folder = folder("scale");
    let source = root().join("docs/scale.c").display().to_string();
    let done = translate(&[&source, "-o", "scale.cu", "--source-map", "scale.cu.map"], &folder);
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    let made = std::fs::read_to_string(folder.join("scale.cu")).expect("the text");
    let map = std::fs::read_to_string(folder.join("scale.cu.map")).expect("the map");
    let map: Value = serde_json::from_str(&map).expect("JSON");
    assert_eq!(map["file"], "scale.cu");
    let origins = lines(&map);
    let leads = |needle: &str| {
        let at = made.lines().position(|line| line.contains(needle)).expect("a line");
        origins[at].clone().map(|(line, directive)| (line + 1, directive))
    };
    let kernel = || "kernel scale_all tblock(4) thread(256)".to_owned();
    assert_eq!(leads("a[i] = k * a[i];"), Some((7, kernel())));
    assert_eq!(leads("scale_all<<<"), Some((4, kernel())));
    assert_eq!(leads("cudaMalloc"), Some((3, "global alloc a[*] copyin".to_owned())));
    assert_eq!(leads("cudaFree"), Some((10, "global free a".to_owned())));
    assert_eq!(leads("void scale(float a[1000]"), Some((1, String::new())));
}

/// The text of a file that was written, and its map.
fn written(folder: &Path, name: &str) -> (String, Value) {
    let made = std::fs::read_to_string(folder.join("out").join(name)).expect("a text");
    let map = std::fs::read_to_string(folder.join("maps").join(format!("{name}.map"))).expect("a map");
    let map: Value = serde_json::from_str(&map).expect("JSON");
    assert_eq!(map["file"], name);
    assert!(!made.contains('\u{1}') && !made.contains('\u{2}'), "{made}");
    (made, map)
}

#[test]
fn several_files_have_a_map_each() {
    let source = root().join("examples/saxpy.c").display().to_string();
    let targets = [("cuda", "saxpy.kernels.cu"), ("hip", "saxpy.kernels.hip"), ("opencl", "saxpy.cl")];
    for (target, kernels) in targets {
        let folder = folder(&format!("split-{target}"));
        let options = [source.as_str(), "--target", target, "--split", "-o", "out/"];
        let refused = translate(&[&options[..], &["--source-map", "one.map"]].concat(), &folder);
        assert_eq!(refused.status, Some(2), "{}", refused.stderr);
        assert!(refused.stderr.contains("--source-map DIR/"), "{}", refused.stderr);
        let plain = translate(&options, &folder);
        assert_eq!(plain.status, Some(0), "{}", plain.stderr);
        let before = ["saxpy.c", kernels]
            .map(|name| std::fs::read_to_string(folder.join("out").join(name)).expect("a text"));
        let done = translate(&[&options[..], &["--source-map", "maps/"]].concat(), &folder);
        assert_eq!(done.status, Some(0), "{}", done.stderr);
        let (host, map) = written(&folder, "saxpy.c");
        assert!(lines(&map).iter().flatten().count() > 30, "{host}");
        assert_eq!(host, before[0], "{target}");
        let (made, map) = written(&folder, kernels);
        assert_eq!(made, before[1], "{target}");
        let at = made.lines().position(|line| line.contains("y[i] = ")).expect("the statement");
        let original = std::fs::read_to_string(&source).expect("the source");
        let (line, directive) = lines(&map)[at].clone().expect("a partner");
        assert!(original.lines().nth(line).is_some_and(|line| line.contains("y[i] = ")), "{target}: {line}");
        assert!(directive.starts_with("kernel "), "{directive}");
    }
    let folder = folder("refused");
    let plain = translate(&[&source, "--target", "c", "--source-map", "one.map"], &folder);
    assert_eq!(plain.status, Some(2), "{}", plain.stderr);
}

#[test]
fn kernels_beside_a_named_host_have_the_name_that_it_asks_for() {
    let folder = folder("named");
    let source = root().join("examples/saxpy.c").display().to_string();
    let options = ["--target", "opencl", "--split", "-o", "out/host.c", "--source-map", "maps/"];
    std::fs::create_dir_all(folder.join("out")).expect("a folder");
    let done = translate(&[&[source.as_str()], &options[..]].concat(), &folder);
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    ["host.c", "saxpy.cl"].into_iter().for_each(|name| drop(written(&folder, name)));
}

/// Programs in CUDA: edited for HIP, edited and printed for OpenCL, printed as C or edited as C++ for the CPU.
#[test]
fn programs_in_cuda_lead_back_too() {
    let cpp = folder("cpp").join("sums.cu");
    let text = "#include <vector>\n#include <cstdio>\n__global__ void sum(const float *a, float *b)\n{\n    \
                b[threadIdx.x] = a[threadIdx.x] + 1;\n}\nint main()\n{\n    std::vector<float> h(32);\n    \
                float *a, *b;\n    cudaMalloc(&a, 128);\n    cudaMalloc(&b, 128);\n    sum<<<1, 32>>>(a, b);\n    \
                return std::printf(\"%zu\\n\", h.size()) < 0;\n}\n";
    std::fs::write(&cpp, text).expect("a file");
    let seed = |name: &str| root().join(format!("examples/seeds/{name}.cu")).display().to_string();
    let (sums, cpp) = ("b[threadIdx.x] = a[threadIdx.x] + 1;", cpp.display().to_string());
    let programs = [
        ("cpu", seed("vector_add"), "C[i] = A[i] + B[i];"),
        ("hip", seed("vector_add"), "C[i] = A[i] + B[i];"),
        ("opencl", seed("vector_add"), "C[i] = A[i] + B[i];"),
        ("hip", seed("matrix_product"), "__syncthreads();"),
        ("opencl", seed("reduction"), "int main("),
        ("cpu", cpp.clone(), sums),
        ("hip", cpp, sums),
    ];
    for (at, (target, source, statement)) in programs.into_iter().enumerate() {
        let folder = folder(&format!("cuda-{at}"));
        let options = [source.as_str(), "--target", target, "-o", "out/"];
        let plain = translate(&options, &folder);
        assert_eq!(plain.status, Some(0), "{target} {source}: {}", plain.stderr);
        let file = std::fs::read_dir(folder.join("out")).expect("files").flatten().find(|file| {
            let made = std::fs::read_to_string(file.path()).unwrap_or_default();
            made.lines().any(|line| line.contains(statement))
        });
        let name = file.expect("a file with the statement").file_name().to_string_lossy().into_owned();
        let before = std::fs::read_to_string(folder.join("out").join(&name)).expect("a text");
        let done = translate(&[&options[..], &["--source-map", "maps/"]].concat(), &folder);
        assert_eq!(done.status, Some(0), "{target} {source}: {}", done.stderr);
        let (made, map) = written(&folder, &name);
        assert_eq!(made, before, "{target} {source}");
        let original = std::fs::read_to_string(&source).expect("the source");
        let origins = lines(&map);
        let at = made.lines().position(|line| line.contains(statement)).expect("the statement");
        let (line, _) = origins[at].clone().expect("a partner");
        assert!(original.lines().nth(line).is_some_and(|line| line.contains(statement)), "{target} {source}");
        assert!(origins.iter().flatten().count() * 2 > original.lines().count(), "{target} {source}");
    }
    // What is passed through as it is leads to itself.
    let folder = folder("untouched");
    let source = seed("saxpy");
    let done = translate(&[&source, "--target", "cuda", "-o", "out/", "--source-map", "maps/"], &folder);
    if done.status == Some(0) {
        let (made, map) = written(&folder, "saxpy.cu");
        let leads = lines(&map);
        assert!((0..made.lines().count()).all(|at| leads[at].as_ref().is_some_and(|(line, _)| *line == at)));
    }
}
