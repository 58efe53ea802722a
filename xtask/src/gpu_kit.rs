//! A folder to carry to a machine with a GPU: translated programs, what they
//! must print, and a script that compiles, runs, compares and times.
//!
//! ```text
//! cargo xtask gpu-kit -o kit-folder
//! kit-folder/run.sh --sanitize
//! ```
//!
//! The expected outputs come from the same programs, compiled here without
//! their directives. What cannot be translated is named, and fails the task
//! after everything else is in place.

use std::path::{Path, PathBuf};

use crate::shell::Shell;

/// Programs of random kernels that go along.
const RANDOM_FILES: u64 = 6;
const SEEDS_PER_FILE: u64 = 25;

/// Kernels that are timed against hand-written ones, or a library's.
const TIMED: [&str; 7] =
    ["matmul", "matmul_jam", "jacobi", "black_scholes", "sum_float", "sum_int", "histogram"];

/// Gathers everything in `folder`, which is made if need be.
pub fn gpu_kit(shell: &Shell, folder: &Path) -> Result<(), String> {
    shell.run(&mut shell.cargo(&["build", "--quiet", "--package", "warploom"]))?;
    let kit = Kit { shell, folder: folder.to_path_buf(), warploom: shell.target().join("debug/warploom") };
    for file in ["run.sh", "table.py", "launch_timer.cu"] {
        make_folder(folder)?;
        let from = shell.root.join("kit").join(file);
        std::fs::copy(&from, folder.join(file)).map_err(|e| format!("{}: {e}", from.display()))?;
    }
    let mut failures = Vec::new();
    for program in kit.programs()? {
        if let Err(error) = kit.add_program(&program) {
            failures.push(format!("{}: {error}", program.name));
        }
    }
    for name in TIMED {
        if let Err(error) = kit.add_timing(name) {
            failures.push(format!("timing of {name}: {error}"));
        }
    }
    shell.say(&format!("{} is ready; {} left out", folder.display(), failures.len()));
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}

struct Program {
    name: String,
    source: PathBuf,
    flags: Vec<String>,
}

/// Where programs are that print the same on every target.
const FOLDERS: [&str; 8] = [
    "examples",
    "tests/ui/calls",
    "tests/ui/cpu",
    "tests/ui/jam",
    "tests/ui/real-code",
    "tests/ui/recipes",
    "tests/ui/reduction",
    "tests/ui/translate",
];

struct Kit<'a> {
    shell: &'a Shell,
    folder: PathBuf,
    warploom: PathBuf,
}

impl Kit<'_> {
    /// Examples, UI tests that run, and random kernels.
    fn programs(&self) -> Result<Vec<Program>, String> {
        let mut programs = Vec::new();
        for folder in FOLDERS {
            let prefix = folder.strip_prefix("tests/ui/").map_or_else(String::new, |name| format!("{name}-"));
            for source in inputs(&self.shell.root.join(folder)) {
                let stem = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                let flags = flags(&source);
                programs.push(Program { name: format!("{prefix}{stem}"), source, flags });
            }
        }
        let scratch = self.shell.target().join("gpu-kit");
        make_folder(&scratch)?;
        for file in 0..RANDOM_FILES {
            let seeds: Vec<u64> = (file * SEEDS_PER_FILE..(file + 1) * SEEDS_PER_FILE).collect();
            let source = scratch.join(format!("random-{file}.c"));
            std::fs::write(&source, generate::kernels::batch(&seeds)).map_err(|e| e.to_string())?;
            programs.push(Program { name: format!("random-{file}"), source, flags: Vec::new() });
        }
        let source = scratch.join("regressions.c");
        std::fs::write(&source, generate::kernels::regressions()).map_err(|e| e.to_string())?;
        programs.push(Program { name: String::from("regressions"), source, flags: Vec::new() });
        Ok(programs)
    }

    fn add_program(&self, program: &Program) -> Result<(), String> {
        let folder = self.folder.join("programs").join(&program.name);
        let _ = std::fs::remove_dir_all(&folder);
        make_folder(&folder)?;
        let result = self.fill(program, &folder);
        if result.is_err() {
            let _ = std::fs::remove_dir_all(&folder);
        }
        result
    }

    fn fill(&self, program: &Program, folder: &Path) -> Result<(), String> {
        let expected = self.sequential_output(program, folder)?;
        std::fs::write(folder.join("expected"), expected).map_err(|e| e.to_string())?;
        let split = folder.join("split");
        make_folder(&split)?;
        self.translate(program, &["--split", "-o", &format!("{}/", split.display())])?;
        for file in files(&split) {
            let is_host = file.extension().is_some_and(|e| e == "c");
            let to = folder.join(if is_host { "host.c" } else { "kernels.cu" });
            std::fs::rename(&file, to).map_err(|e| e.to_string())?;
        }
        let _ = std::fs::remove_dir_all(&split);
        // A file that cannot be C++ has only the split form.
        let whole = folder.join("whole.cu");
        let _ = self.translate(program, &["-o", &whole.display().to_string()]);
        if !program.flags.is_empty() {
            std::fs::write(folder.join("flags"), program.flags.join(" ")).map_err(|e| e.to_string())?;
        }
        Ok(())
    }

    /// What the program prints without its directives.
    fn sequential_output(&self, program: &Program, folder: &Path) -> Result<String, String> {
        let executable = folder.join("sequential");
        let mut cc = self.shell.command("cc", &["-std=gnu17", "-O1", "-w"]);
        cc.arg(&program.source).arg("-o").arg(&executable).args(&program.flags).arg("-lm");
        self.shell.read(&mut cc)?;
        let printed = self.shell.read(&mut self.shell.command(&executable, &[]))?;
        std::fs::remove_file(&executable).map_err(|e| e.to_string())?;
        Ok(printed)
    }

    fn translate(&self, program: &Program, arguments: &[&str]) -> Result<(), String> {
        let mut command = self.shell.command(&self.warploom, &["translate", "--target", "cuda"]);
        command.args(arguments).arg(&program.source).args(&program.flags);
        self.shell.read(&mut command).map(drop)
    }

    fn add_timing(&self, name: &str) -> Result<(), String> {
        let folder = self.folder.join("timing").join(name);
        make_folder(&folder)?;
        let source = self.shell.root.join(format!("kit/bench/{name}.c"));
        let program = Program { name: name.to_string(), source, flags: Vec::new() };
        self.translate(&program, &["-o", &folder.join("ours.cu").display().to_string()])?;
        let hand = self.shell.root.join(format!("kit/hand/{name}.cu"));
        std::fs::copy(hand, folder.join("hand.cu")).map(drop).map_err(|e| e.to_string())
    }
}

fn make_folder(folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))
}

/// The files of a folder, sorted; none where there is no folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    files.sort();
    files
}

/// `x.c`, and not the `x.cpu.c` that is made of it.
fn inputs(folder: &Path) -> Vec<PathBuf> {
    let is_input = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(".c") && name.matches('.').count() == 1 && stands_alone(path)
    };
    files(folder).into_iter().filter(is_input).collect()
}

/// Does a program run, and need no other file of ours?
fn stands_alone(source: &Path) -> bool {
    let text = std::fs::read_to_string(source).unwrap_or_default();
    let is_example = source.parent().is_some_and(|folder| folder.ends_with("examples"));
    let runs = is_example || text.lines().any(|line| line == "//@ run: cpu");
    runs && !text.lines().any(|line| line.starts_with("//@ also:") || line.starts_with("#include \""))
}

/// The `-D` and `-I` flags that a test asks for.
fn flags(source: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(source).unwrap_or_default();
    let asked = text.lines().filter_map(|line| line.strip_prefix("//@ flags:"));
    asked.flat_map(str::split_whitespace).filter(|flag| flag.starts_with("-D")).map(String::from).collect()
}
