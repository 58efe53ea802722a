//! Runs other programs from the root of the repository and talks to the
//! person in front of the terminal.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where things are.
pub struct Shell {
    /// The root of the repository.
    pub root: PathBuf,
    /// Does the compiler lint what it builds? What cargo keeps of it is apart from what it keeps without.
    pub lints: bool,
}

impl Shell {
    /// The repository this program was built from.
    pub fn new() -> Shell {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        Shell { root: here.parent().unwrap_or(here).to_path_buf(), lints: false }
    }

    /// The same, where clippy is the compiler: it does all that rustc does, so that lints need no pass of their own.
    pub fn linting(&self) -> Shell {
        Shell { root: self.root.clone(), lints: true }
    }

    /// The `warploom` that the environment names, or that of this tree, built now.
    pub fn warploom(&self) -> Result<PathBuf, String> {
        if let Some(given) = std::env::var_os("WARPLOOM") {
            return Ok(PathBuf::from(given));
        }
        self.run(&mut self.cargo(&["build", "--quiet", "--package", "warploom"]))?;
        Ok(self.target().join("debug/warploom"))
    }

    /// The folder for things that are built or downloaded.
    pub fn target(&self) -> PathBuf {
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| self.root.join("target"), PathBuf::from)
    }

    /// A cargo command.
    pub fn cargo(&self, arguments: &[&str]) -> Command {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        command.args(arguments).current_dir(&self.root);
        if self.lints {
            command.env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver");
        }
        command
    }

    /// Any other command.
    pub fn command(&self, program: impl AsRef<std::ffi::OsStr>, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(arguments).current_dir(&self.root);
        command
    }

    /// Runs a command with our streams; an error when it does not succeed.
    pub fn run(&self, command: &mut Command) -> Result<(), String> {
        let status = command.status().map_err(|error| format!("cannot run {}: {error}", shown(command)))?;
        if status.success() { Ok(()) } else { Err(format!("{} failed ({status})", shown(command))) }
    }

    /// Runs a command silently and returns its standard output.
    pub fn read(&self, command: &mut Command) -> Result<String, String> {
        let output = command.output().map_err(|error| format!("cannot run {}: {error}", shown(command)))?;
        if !output.status.success() {
            return Err(format!("{} failed: {}", shown(command), String::from_utf8_lossy(&output.stderr)));
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Is a program on the path?
    pub fn has(&self, program: &str) -> bool {
        let path = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
    }

    /// A line on standard output.
    pub fn say(&self, text: &str) {
        let _ = writeln!(std::io::stdout().lock(), "{text}");
    }

    /// A line on standard error.
    pub fn complain(&self, text: &str) {
        let _ = writeln!(std::io::stderr().lock(), "{text}");
    }
}

fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
