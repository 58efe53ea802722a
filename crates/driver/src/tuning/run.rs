//! One run of a program: what it printed, how it ended, how long it took.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::File;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Instant;

use crate::cleanup::Started;

/// A run that came to its end.
pub(super) struct Ran {
    /// Standard output.
    pub output: Vec<u8>,
    /// How it ended.
    pub status: ExitStatus,
    /// The last line on standard error.
    pub said: String,
    /// Seconds from start to end.
    pub wall: f64,
    /// Seconds of each function on a GPU, all launches together.
    pub launches: BTreeMap<String, f64>,
}

/// Where the sequential program leaves the sizes of its kernels.
pub(super) const SIZES: &str = "sizes";

/// Runs a program with its output in files of the folder, so that nothing it leaves behind can keep us waiting.
pub(super) fn run(executable: &Path, arguments: &[OsString], folder: &Path) -> std::io::Result<Ran> {
    let times = folder.join("launch-times");
    let _ = std::fs::remove_file(&times);
    let mut command = Command::new(executable);
    // All kernels are loaded at the start, so that no launch is timed with its loading.
    command.args(arguments).env("WARPLOOM_LAUNCH_TIMES", &times).env("CUDA_MODULE_LOADING", "EAGER");
    command.env("WARPLOOM_SIZES", folder.join(SIZES));
    let (status, wall) = attended(&mut command, folder, |child| child.wait())?;
    let launches = read_launches(&std::fs::read_to_string(&times).unwrap_or_default());
    printed(folder, status, wall, launches)
}

/// Starts a command and does something with it until it has ended.
pub(super) fn attended<T>(
    command: &mut Command,
    folder: &Path,
    wait: impl FnOnce(&mut Child) -> std::io::Result<T>,
) -> std::io::Result<(T, f64)> {
    command.stdin(Stdio::null());
    command.stdout(File::create(folder.join("stdout"))?).stderr(File::create(folder.join("stderr"))?);
    // What it starts ends with it.
    command.process_group(0);
    let began = Instant::now();
    let mut child = command.spawn()?;
    let started = Started::leader(child.id());
    let waited = wait(&mut child);
    let wall = began.elapsed().as_secs_f64();
    drop(started);
    waited.map(|waited| (waited, wall))
}

/// What a program left in the folder.
pub(super) fn printed(
    folder: &Path,
    status: ExitStatus,
    wall: f64,
    launches: BTreeMap<String, f64>,
) -> std::io::Result<Ran> {
    let output = std::fs::read(folder.join("stdout"))?;
    let said = std::fs::read(folder.join("stderr"))?;
    let said = String::from_utf8_lossy(&said);
    let said = said.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default().to_string();
    Ok(Ran { output, status, said, wall, launches })
}

/// `NAME SECONDS`, a line for each function.
fn read_launches(text: &str) -> BTreeMap<String, f64> {
    let lines = text.lines().filter_map(|line| line.split_once(' '));
    let mut found = BTreeMap::new();
    for (name, seconds) in lines {
        if let Ok(seconds) = seconds.trim().parse::<f64>() {
            *found.entry(plain_name(name).to_string()).or_default() += seconds;
        }
    }
    found
}

/// `_Z5scalePfi` is `scale`: the length stands before the name.
fn plain_name(name: &str) -> &str {
    let Some(rest) = name.strip_prefix("_Z") else { return name };
    let rest = rest.trim_start_matches('L');
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let length = rest[..digits].parse::<usize>().unwrap_or(0);
    rest.get(digits..digits + length).unwrap_or(name)
}

impl Ran {
    /// How it ended, where that is no success like another's.
    pub fn ending(&self) -> String {
        match (self.status.code(), self.status.signal()) {
            (_, Some(signal)) => format!("ended by signal {signal}"),
            (Some(code), _) => format!("exit status {code}"),
            (None, None) => String::from("ended in no known way"),
        }
    }

    /// The time of a kernel: its own function and those that belong to it, `NAME_…`.
    pub fn kernel(&self, name: &str, others: &[&str]) -> Option<f64> {
        let prefix = format!("{name}_");
        let longer = |function: &str| {
            others.iter().any(|other| other.len() > name.len() && function.starts_with(other))
        };
        let own = self
            .launches
            .iter()
            .filter(|(function, _)| *function == name || function.starts_with(&prefix) && !longer(function));
        own.map(|(_, seconds)| *seconds).reduce(|a, b| a + b)
    }
}

#[cfg(test)]
mod run_tests {
    use super::*;

    #[test]
    fn functions_have_the_names_of_their_kernels() {
        let names = ["scale", "_Z5scalePfi", "_ZL5scalePfi", "_Z12scale_kernelPf"].map(plain_name);
        assert_eq!(names, ["scale", "scale", "scale", "scale_kernel"]);
        let launches = read_launches("_Z5scalePfi 0.5\n_Z11scale_totalPf 0.25\n_Z10scale_rowsPf 1\nbroken\n");
        let status = ExitStatus::from_raw(0);
        let ran = Ran { output: Vec::new(), status, said: String::new(), wall: 2.0, launches };
        assert_eq!(ran.kernel("scale", &["scale_rows"]), Some(0.75));
        assert_eq!(ran.kernel("scale_rows", &["scale"]), Some(1.0));
        assert_eq!(ran.kernel("other", &[]), None);
    }
}
