//! What three compilers say about small wrong programs, and Warploom about right
//! ones that look as if they were wrong: the tables of `docs/wrong-programs.md`.
//!
//! Each program of `tests/ui/wrong` has the same mistake in OpenACC and OpenMP
//! below `tests/wrong`. Warploom, gcc and clang get them with all their usual
//! warnings; the first thing each says is its cell of the table. Nothing may be said
//! about the programs of `tests/ui/right` and `examples`.

use std::fmt::Write;
use std::process::Command;

use crate::shell::Shell;

/// Runs all of them and rewrites the document.
pub fn wrong_programs(shell: &Shell) -> Result<(), String> {
    shell.run(&mut shell.cargo(&["build", "--quiet", "--package", "warploom"]))?;
    let warploom = shell.target().join("debug/warploom");
    let clang =
        ["clang-19", "clang"].into_iter().find(|name| version(shell, name).is_some()).unwrap_or("clang");
    let names = programs_in(shell, "tests/ui/wrong")?;
    let mut rows = String::new();
    let mut found = [0; 3];
    for name in &names {
        let ours = shell.root.join(format!("tests/ui/wrong/{name}.c"));
        let title = title(&ours)?;
        let mut check = shell.command(&warploom, &["check", &ours.display().to_string()]);
        let acc = format!("tests/wrong/openacc/{name}.c");
        let omp = format!("tests/wrong/openmp/{name}.c");
        let flags = ["-Wall", "-Wextra", "-O2", "-c", "-o", "/dev/null"];
        let mut gcc = shell.command("gcc", &[&["-fopenacc"], &flags[..], &[acc.as_str()]].concat());
        let mut omp = shell.command(clang, &[&["-fopenmp"], &flags[..], &[omp.as_str()]].concat());
        let cells = [first_message(&mut check)?, first_message(&mut gcc)?, first_message(&mut omp)?];
        for (count, cell) in found.iter_mut().zip(&cells) {
            *count += usize::from(cell.is_some());
        }
        let cell = |at: usize| cells[at].clone().unwrap_or_else(|| "–".into());
        let _ = writeln!(rows, "| `{name}` | {title} | {} | {} | {} |", cell(0), cell(1), cell(2));
    }
    let versions =
        [version(shell, "gcc"), version(shell, clang)].map(|v| v.unwrap_or_else(|| "not found".into()));
    let (right, false_reports) = right_programs(shell, &warploom)?;
    let document = document(&rows, names.len(), found, &versions) + &right;
    std::fs::write(shell.root.join("docs/wrong-programs.md"), document).map_err(|e| e.to_string())?;
    if false_reports.is_empty() {
        Ok(())
    } else {
        Err(format!("false reports:\n{}", false_reports.join("\n")))
    }
}

/// The part about right programs, and what is reported about them.
fn right_programs(shell: &Shell, warploom: &std::path::Path) -> Result<(String, Vec<String>), String> {
    let (mut rows, mut false_reports, mut count) = (String::new(), Vec::new(), 0);
    for folder in ["tests/ui/right", "examples"] {
        for name in programs_in(shell, folder)? {
            let path = shell.root.join(format!("{folder}/{name}.c"));
            let said = first_message(&mut shell.command(warploom, &["check", &path.display().to_string()]))?;
            count += 1;
            if folder == "tests/ui/right" {
                let title = title(&path)?;
                let _ = writeln!(rows, "| `{name}` | {title} | {} |", said.as_deref().unwrap_or("–"));
            }
            false_reports.extend(said.map(|said| format!("{folder}/{name}.c: {said}")));
        }
    }
    let text = format!(
        "\n## Right programs\n\n\
         Most of these look like one of the mistakes above and are none. Of {count} programs, those below\n\
         (`tests/ui/right`) and the examples, Warploom reports something about {}.\n\n\
         | program | what is right | Warploom |\n|---|---|---|\n{rows}",
        false_reports.len()
    );
    Ok((text, false_reports))
}

/// The names of the C files of a folder, in order.
fn programs_in(shell: &Shell, folder: &str) -> Result<Vec<String>, String> {
    let mut names: Vec<String> = Vec::new();
    for entry in std::fs::read_dir(shell.root.join(folder)).map_err(|e| e.to_string())? {
        let name = entry.map_err(|e| e.to_string())?.file_name().to_string_lossy().into_owned();
        names.extend(name.strip_suffix(".c").map(String::from));
    }
    names.sort();
    Ok(names)
}

/// The first comment of a program, without its full stop.
fn title(path: &std::path::Path) -> Result<String, String> {
    let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let first = text.lines().next().unwrap_or_default();
    Ok(first.trim_start_matches("// ").trim_end_matches('.').to_owned())
}

/// The first error or warning, in code and words.
fn first_message(command: &mut Command) -> Result<Option<String>, String> {
    let ran = command.output().map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&ran.stderr).into_owned();
    let is_message = |line: &&str| {
        ["error", "warning"]
            .iter()
            .any(|word| line.starts_with(word) || line.contains(&format!(": {word}: ")))
    };
    let Some(line) = text.lines().find(is_message) else { return Ok(None) };
    let words = match line.rsplit_once(": error: ").or_else(|| line.rsplit_once(": warning: ")) {
        Some((_, words)) => words,
        None => line,
    };
    Ok(Some(words.replace('|', "\\|")))
}

/// The first line of `NAME --version`.
fn version(shell: &Shell, name: &str) -> Option<String> {
    let ran = shell.command(name, &["--version"]).output().ok()?;
    String::from_utf8_lossy(&ran.stdout).lines().next().map(String::from)
}

fn document(rows: &str, programs: usize, found: [usize; 3], versions: &[String; 2]) -> String {
    let [ours, gcc, clang] = found;
    format!(
        "# Wrong programs\n\n\
         {programs} small programs, each with one mistake, in three spellings: hiCUDA (`tests/ui/wrong`), OpenACC\n\
         (`tests/wrong/openacc`) and OpenMP (`tests/wrong/openmp`). The table shows the first thing each\n\
         compiler says; a dash is silence. `cargo xtask wrong-programs` makes it again; that Warploom\n\
         marks the right line is tested by the `ui` suite.\n\n\
         Warploom reports {ours} of them, gcc {gcc} (`{}`, `-fopenacc -Wall -Wextra -O2`),\n\
         clang {clang} (`{}`, `-fopenmp -Wall -Wextra -O2`).\n\n\
         | program | what is wrong | Warploom | gcc, OpenACC | clang, OpenMP |\n|---|---|---|---|---|\n{rows}",
        versions[0], versions[1]
    )
}
