//! Plain C for a machine with a GPU: the programs of `benchmarks/{loops,polybench,programs}`, annotated and translated.
//!
//! Each folder says in `plain-rows` at what size its programs are measured: `name | flags | arguments`, where `--fastmath` is for
//! `annotate`; a fourth entry has the arguments at which results are compared, where the sequential program would take too
//! long. The sequential program goes along: it is what the results are compared with, there.

use std::path::Path;

use crate::shell::Shell;

const SETS: [&str; 3] = ["loops", "polybench", "programs"];

/// Puts all of them into `kit/plain`; what went wrong.
pub fn add(shell: &Shell, warploom: &Path, kit: &Path) -> Result<Vec<String>, String> {
    let mut failures = Vec::new();
    for set in SETS {
        let from = shell.root.join("benchmarks").join(set);
        let rows =
            std::fs::read_to_string(from.join("plain-rows")).map_err(|e| format!("{set}/plain-rows: {e}"))?;
        for row in rows.lines() {
            let entries: Vec<&str> = row.split('|').map(str::trim).collect();
            let [name, flags, arguments, ref checked @ ..] = entries[..] else {
                return Err(format!("{set}: a row is `name | flags | arguments`, not `{row}`"));
            };
            let to = kit.join("plain").join(set).join(name);
            if let Err(error) = add_program(shell, warploom, &from, name, flags, &to) {
                failures.push(format!("{set}/{name}: {error}"));
            }
            std::fs::write(to.join("arguments"), arguments).map_err(|e| e.to_string())?;
            if let [checked] = checked {
                std::fs::write(to.join("checked"), checked).map_err(|e| e.to_string())?;
            }
        }
    }
    Ok(failures)
}

fn add_program(
    shell: &Shell,
    warploom: &Path,
    from: &Path,
    name: &str,
    flags: &str,
    to: &Path,
) -> Result<(), String> {
    let _ = std::fs::remove_dir_all(to);
    std::fs::create_dir_all(to).map_err(|e| e.to_string())?;
    let file = format!("{name}.c");
    for entry in std::fs::read_dir(from).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|e| e == "h") || path.ends_with(&file) {
            std::fs::copy(&path, to.join(entry.file_name())).map_err(|e| e.to_string())?;
        }
    }
    let (own, macros): (Vec<&str>, Vec<&str>) =
        flags.split_whitespace().partition(|flag| flag.starts_with("--"));
    std::fs::write(to.join("flags"), macros.join(" ")).map_err(|e| e.to_string())?;
    let annotated = to.join("annotated");
    let mut annotate = shell.command(warploom, &["annotate", "-q", "-o"]);
    annotate.arg(format!("{}/", annotated.display())).args(&own).args(&macros).arg(to.join(&file));
    shell.read(&mut annotate)?;
    // Where nothing is worth a kernel, nothing is there to translate.
    let text = std::fs::read_to_string(annotated.join(&file)).map_err(|e| e.to_string())?;
    if !text.contains("#pragma hicuda") {
        return Ok(());
    }
    let mut translate = shell.command(warploom, &["translate", "-q", "--target", "cuda", "-o"]);
    translate.arg(to.join("annotated.cu")).args(&macros).arg(format!("-I{}", to.display()));
    shell.read(translate.arg(annotated.join(&file))).map(drop)
}
