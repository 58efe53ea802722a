//! The benchmarks, translated for each of their sizes, as part of the kit.
//!
//! `benchmarks/NAME` holds the sequential program (`*.c`, `*.h`), the version by
//! hand (`hand.cu`) and `rows`, a line for each size that is measured:
//!
//! ```text
//! large | -DN=4096 | cublas N
//! ```
//! The name of the size, the flags that choose it, and the work by which the
//! GPU's limit is computed (`kit/benchmarks.py`).

use std::path::{Path, PathBuf};

use crate::shell::Shell;

/// One benchmark.
pub struct Benchmark {
    /// Its folder's name.
    pub name: String,
    folder: PathBuf,
    /// The files of the sequential program.
    sources: Vec<PathBuf>,
}

/// All benchmarks that have a version by hand to be measured against.
pub fn benchmarks(root: &Path) -> Vec<Benchmark> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(root.join("benchmarks")).into_iter().flatten().flatten() {
        let folder = entry.path();
        if folder.join("rows").is_file() {
            let name = entry.file_name().to_string_lossy().into_owned();
            found.push(Benchmark { name, sources: with_extension(&folder, "c"), folder });
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found
}

/// Puts a benchmark into `kit/benchmarks`.
pub fn add(shell: &Shell, warploom: &Path, benchmark: &Benchmark, kit: &Path) -> Result<(), String> {
    let folder = kit.join("benchmarks").join(&benchmark.name);
    let _ = std::fs::remove_dir_all(&folder);
    make_folder(&folder)?;
    copy(&benchmark.folder.join("hand.cu"), &folder)?;
    for source in benchmark.sources.iter().filter(|source| directives_of(source).0 == 0) {
        copy(source, &folder)?;
    }
    for header in with_extension(&benchmark.folder, "h") {
        copy(&header, &folder)?;
    }
    for header in with_extension(&shell.root.join("benchmarks"), "h") {
        copy(&header, &kit.join("benchmarks"))?;
    }
    std::fs::write(folder.join("facts"), facts(benchmark)).map_err(|e| e.to_string())?;
    let rows = std::fs::read_to_string(benchmark.folder.join("rows")).map_err(|e| e.to_string())?;
    for row in rows.lines() {
        let [size, flags, work] = row.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
            return Err(format!("{}: a row is `size | flags | work`, not `{row}`", benchmark.name));
        };
        let to = folder.join(size);
        add_size(shell, warploom, benchmark, &to, flags)?;
        std::fs::write(to.join("work"), work).map_err(|e| e.to_string())?;
    }
    // The sizes of the header, for tools under which everything takes long.
    add_size(shell, warploom, benchmark, &folder.join("small"), "")
}

/// One size of a benchmark, translated.
fn add_size(
    shell: &Shell,
    warploom: &Path,
    benchmark: &Benchmark,
    to: &Path,
    flags: &str,
) -> Result<(), String> {
    make_folder(to)?;
    std::fs::write(to.join("flags"), flags).map_err(|e| e.to_string())?;
    for (target, folder) in [("cuda", to.to_owned()), ("opencl", to.join("as-opencl"))] {
        let mut translate = shell.command(warploom, &["translate", "--quiet", "--target", target]);
        translate.args((target == "cuda").then_some("--split"));
        translate.arg("-o").arg(format!("{}/", folder.display()));
        shell.read(translate.args(flags.split_whitespace()).args(&benchmark.sources))?;
    }
    // What the translation left as it was finds its headers one folder up.
    for source in with_extension(to, "c") {
        let text = std::fs::read_to_string(&source).map_err(|e| e.to_string())?;
        let text = text.replace("#include \"../", "#include \"../../");
        std::fs::write(&source, text).map_err(|e| e.to_string())?;
    }
    Ok(())
}

/// What the table says of the sources, as JSON.
fn facts(benchmark: &Benchmark) -> String {
    let read = |path: &Path| std::fs::read_to_string(path).unwrap_or_default();
    let counts = benchmark.sources.iter().map(|source| directives_of(source));
    let (directives, changed) = counts.fold((0, 0), |sum, own| (sum.0 + own.0, sum.1 + own.1));
    let by_hand = read(&benchmark.folder.join("hand.cu")).lines().count();
    format!("{{\"directives\": {directives}, \"changed\": {changed}, \"by_hand\": {by_hand}}}\n")
}

/// The directives of a file, and the lines that they take.
fn directives_of(source: &Path) -> (usize, usize) {
    let (mut directives, mut lines, mut goes_on) = (0, 0, false);
    for line in std::fs::read_to_string(source).unwrap_or_default().lines() {
        let is_directive = line.trim_start().starts_with("#pragma hicuda");
        directives += usize::from(is_directive);
        lines += usize::from(is_directive || goes_on);
        goes_on = (is_directive || goes_on) && line.ends_with('\\');
    }
    (directives, lines)
}

fn with_extension(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|e| e == extension));
    files.sort();
    files
}

fn copy(from: &Path, folder: &Path) -> Result<(), String> {
    let name = from.file_name().unwrap_or_default();
    std::fs::copy(from, folder.join(name)).map(drop).map_err(|e| format!("{}: {e}", from.display()))
}

fn make_folder(folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))
}
