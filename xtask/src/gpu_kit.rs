//! A folder to carry to a machine with a GPU: translated programs, what they
//! must print, and a script that compiles, runs, compares and times.
//!
//! ```text
//! cargo xtask gpu-kit -o kit-folder
//! kit-folder/run.sh --sanitize
//! ```
//!
//! The expected outputs come from the same programs, compiled here without
//! their directives. A program brings its headers along, in a folder `include`. What cannot be translated is named, and fails the task
//! after everything else is in place.

use std::path::{Path, PathBuf};

use crate::benchmarks;
use crate::plain_kit;
use crate::shell::Shell;

/// Programs of random kernels that go along.
const RANDOM_FILES: u64 = 6;
const SEEDS_PER_FILE: u64 = 25;

/// What runs on the machine with the GPU.
const SCRIPTS: [&str; 9] = [
    "run.sh",
    "table.py",
    "benchmarks.py",
    "coalesce.py",
    "plain.py",
    "launch_timer.cu",
    "open_cl_timer.c",
    "limits.cu",
    "cublas.cu",
];

/// Gathers the benchmarks alone.
pub fn benchmark_kit(shell: &Shell, folder: &Path) -> Result<(), String> {
    let kit = Kit::new(shell, folder)?;
    let failures = kit.add_benchmarks();
    shell.say(&format!("{} is ready; {} left out", folder.display(), failures.len()));
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}

/// Gathers naive and rewritten kernels alone.
pub fn coalesce_kit(shell: &Shell, folder: &Path) -> Result<(), String> {
    Kit::new(shell, folder)?.add_coalesced()?;
    shell.say(&format!("{} is ready", folder.display()));
    Ok(())
}

/// Gathers plain C that is annotated alone.
pub fn plain_kit(shell: &Shell, folder: &Path) -> Result<(), String> {
    let kit = Kit::new(shell, folder)?;
    let failures = plain_kit::add(shell, &kit.warploom, folder)?;
    shell.say(&format!("{} is ready; {} left out", folder.display(), failures.len()));
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}

/// Gathers everything in `folder`, which is made if need be.
pub fn gpu_kit(shell: &Shell, folder: &Path) -> Result<(), String> {
    let kit = Kit::new(shell, folder)?;
    let mut failures = Vec::new();
    for program in kit.programs()? {
        if let Err(error) = kit.add_program(&program) {
            failures.push(format!("{}: {error}", program.name));
        }
    }
    failures.extend(kit.add_benchmarks());
    kit.add_coalesced()?;
    failures.extend(plain_kit::add(shell, &kit.warploom, folder)?);
    shell.say(&format!("{} is ready; {} left out", folder.display(), failures.len()));
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}

struct Program {
    name: String,
    /// Its files; the first has given it its name.
    sources: Vec<PathBuf>,
    /// Folders with headers of its own.
    headers: Vec<PathBuf>,
    flags: Vec<String>,
    /// What it is run with.
    arguments: Vec<String>,
}

impl Program {
    fn of_one_file(name: String, source: PathBuf) -> Program {
        let (flags, headers, arguments) = (Vec::new(), Vec::new(), Vec::new());
        Program { name, sources: vec![source], headers, flags, arguments }
    }

    /// A UI test: what the lines on its top ask for.
    fn of_test(name: String, source: PathBuf) -> Program {
        let text = std::fs::read_to_string(&source).unwrap_or_default();
        let folder = source.parent().unwrap_or(Path::new(".")).to_path_buf();
        let words = |word: &str| -> Vec<String> {
            let start = format!("//@ {word}:");
            let lines = text.lines().filter_map(|line| line.strip_prefix(start.as_str()));
            lines.flat_map(str::split_whitespace).map(String::from).collect()
        };
        let mut program = Program::of_one_file(name, source);
        if text.contains("#include \"include/") {
            program.headers.push(folder.join("include"));
        }
        program.sources.extend(words("also").iter().map(|also| folder.join(also)));
        program.arguments = words("args");
        for flag in words("flags") {
            match flag.strip_prefix("-I") {
                Some(headers) => program.headers.push(folder.join(headers)),
                None if flag.starts_with("-D") => program.flags.push(flag),
                None => {}
            }
        }
        program
    }

    /// A folder with all files of a program, and its headers.
    fn of_project(name: &str, folder: &Path, arguments: &[&str]) -> Program {
        let is_c = |path: &PathBuf| path.extension().is_some_and(|e| e == "c");
        Program {
            name: name.to_string(),
            sources: files(folder).into_iter().filter(is_c).collect(),
            headers: vec![folder.to_path_buf()],
            flags: Vec::new(),
            arguments: arguments.iter().copied().map(String::from).collect(),
        }
    }

    /// Flags for a compiler that finds the headers where they are.
    fn flags_here(&self) -> Vec<String> {
        let headers = self.headers.iter().map(|folder| format!("-I{}", folder.display()));
        self.flags.iter().cloned().chain(headers).collect()
    }

    /// Flags for a compiler in the program's folder of the kit.
    fn flags_there(&self) -> Vec<String> {
        let folders: &[&str] = if self.headers.is_empty() { &[] } else { &["-I.", "-Iinclude"] };
        self.flags.iter().cloned().chain(folders.iter().copied().map(String::from)).collect()
    }
}

/// Programs of several files that are built by projects of their own.
const PROJECTS: [(&str, &str, &[&str]); 2] =
    [("make", "examples/make", &["30"]), ("cmake", "examples/cmake", &[])];

/// Where programs are that print the same on every target.
const FOLDERS: [&str; 9] = [
    "examples",
    "tests/ui/calls",
    "tests/ui/cpu",
    "tests/ui/jam",
    "tests/ui/program",
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

impl<'a> Kit<'a> {
    /// A folder with the scripts, and a compiler to fill it.
    fn new(shell: &'a Shell, folder: &Path) -> Result<Kit<'a>, String> {
        shell.run(&mut shell.cargo(&["build", "--quiet", "--package", "warploom"]))?;
        make_folder(folder)?;
        for file in SCRIPTS {
            let from = shell.root.join("kit").join(file);
            std::fs::copy(&from, folder.join(file)).map_err(|e| format!("{}: {e}", from.display()))?;
        }
        Ok(Kit { shell, folder: folder.to_path_buf(), warploom: shell.target().join("debug/warploom") })
    }

    /// All benchmarks; what went wrong.
    fn add_benchmarks(&self) -> Vec<String> {
        let mut failures = Vec::new();
        for benchmark in benchmarks::benchmarks(&self.shell.root) {
            if let Err(error) = benchmarks::add(self.shell, &self.warploom, &benchmark, &self.folder) {
                failures.push(format!("benchmark {}: {error}", benchmark.name));
            }
        }
        failures
    }

    /// Naive kernels, rewritten ones and those by hand, as the tests have them.
    fn add_coalesced(&self) -> Result<(), String> {
        let folder = self.folder.join("coalesce");
        make_folder(&folder)?;
        for file in files(&self.shell.root.join("tests/coalesce")) {
            let to = folder.join(file.file_name().unwrap_or_default());
            std::fs::copy(&file, to).map_err(|e| format!("{}: {e}", file.display()))?;
        }
        Ok(())
    }

    /// Examples, UI tests that run, and random kernels.
    fn programs(&self) -> Result<Vec<Program>, String> {
        let mut programs = Vec::new();
        for folder in FOLDERS {
            let prefix = folder.strip_prefix("tests/ui/").map_or_else(String::new, |name| format!("{name}-"));
            for source in inputs(&self.shell.root.join(folder)) {
                let stem = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                programs.push(Program::of_test(format!("{prefix}{stem}"), source));
            }
        }
        for (name, folder, arguments) in PROJECTS {
            programs.push(Program::of_project(name, &self.shell.root.join(folder), arguments));
        }
        let scratch = self.shell.target().join("gpu-kit");
        make_folder(&scratch)?;
        for file in 0..RANDOM_FILES {
            let seeds: Vec<u64> = (file * SEEDS_PER_FILE..(file + 1) * SEEDS_PER_FILE).collect();
            let source = scratch.join(format!("random-{file}.c"));
            std::fs::write(&source, generate::kernels::batch(&seeds)).map_err(|e| e.to_string())?;
            programs.push(Program::of_one_file(format!("random-{file}"), source));
        }
        let source = scratch.join("regressions.c");
        std::fs::write(&source, generate::kernels::regressions()).map_err(|e| e.to_string())?;
        programs.push(Program::of_one_file(String::from("regressions"), source));
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
        write(&folder.join("expected"), &expected)?;
        let split = folder.join("split");
        make_folder(&split)?;
        self.translate(program, &["--split", "-o", &format!("{}/", split.display())])?;
        if program.sources.len() == 1 {
            // A file that cannot be C++ has only the split form.
            let whole = folder.join("whole.cu");
            let _ = self.translate(program, &["-o", &whole.display().to_string()]);
        }
        let headers = program.headers.iter().flat_map(|headers| files(headers));
        for header in headers.filter(|file| !program.sources.contains(file)) {
            make_folder(&folder.join("include"))?;
            let to = folder.join("include").join(header.file_name().unwrap_or_default());
            std::fs::copy(&header, to).map_err(|e| format!("{}: {e}", header.display()))?;
        }
        for (name, words) in [("flags", program.flags_there()), ("arguments", program.arguments.clone())] {
            if !words.is_empty() {
                write(&folder.join(name), &words.join(" "))?;
            }
        }
        Ok(())
    }

    /// What the program prints without its directives.
    fn sequential_output(&self, program: &Program, folder: &Path) -> Result<String, String> {
        let executable = folder.join("sequential");
        let mut cc = self.shell.command("cc", &["-std=gnu17", "-O1", "-w"]);
        cc.args(&program.sources).arg("-o").arg(&executable).args(program.flags_here()).arg("-lm");
        self.shell.read(&mut cc)?;
        let mut run = self.shell.command(&executable, &[]);
        let printed = self.shell.read(run.args(&program.arguments))?;
        std::fs::remove_file(&executable).map_err(|e| e.to_string())?;
        Ok(printed)
    }

    fn translate(&self, program: &Program, arguments: &[&str]) -> Result<(), String> {
        let mut command = self.shell.command(&self.warploom, &["translate", "--target", "cuda"]);
        command.args(arguments).args(&program.sources).args(program.flags_here());
        self.shell.read(&mut command).map(drop)
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

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))
}

/// `x.c`, and not the `x.cpu.c` that is made of it.
fn inputs(folder: &Path) -> Vec<PathBuf> {
    let is_input = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(".c") && name.matches('.').count() == 1 && runs(path)
    };
    files(folder).into_iter().filter(is_input).collect()
}

/// Does a program run? Examples do; tests say so.
fn runs(source: &Path) -> bool {
    let text = std::fs::read_to_string(source).unwrap_or_default();
    let is_example = source.parent().is_some_and(|folder| folder.ends_with("examples"));
    is_example || text.lines().any(|line| line == "//@ run: cpu")
}
