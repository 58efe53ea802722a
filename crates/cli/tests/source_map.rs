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
    for target in ["cuda", "cpu"] {
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

#[test]
fn several_files_have_a_map_each() {
    let folder = folder("split");
    let source = root().join("examples/saxpy.c").display().to_string();
    let refused = translate(&[&source, "--split", "-o", "out/", "--source-map", "one.map"], &folder);
    assert_eq!(refused.status, Some(2), "{}", refused.stderr);
    assert!(refused.stderr.contains("--source-map DIR/"), "{}", refused.stderr);
    let done = translate(&[&source, "--split", "-o", "out/", "--source-map", "maps/"], &folder);
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    for name in ["saxpy.c", "saxpy.kernels.cu"] {
        let made = std::fs::read_to_string(folder.join("out").join(name)).expect("a text");
        let map = std::fs::read_to_string(folder.join("maps").join(format!("{name}.map"))).expect("a map");
        let map: Value = serde_json::from_str(&map).expect("JSON");
        assert_eq!(map["file"], name);
        assert!(lines(&map).iter().flatten().count() > 3, "{made}");
        assert!(!made.contains('\u{1}'));
    }
    let plain = translate(&[&source, "--target", "c", "--source-map", "one.map"], &folder);
    assert_eq!(plain.status, Some(2), "{}", plain.stderr);
}
