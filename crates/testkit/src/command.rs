//! Runs a program with a time limit and collects what it prints.

use std::ffi::OsStr;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// What a program printed and how it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran {
    /// The exit status; `None` when a signal or the time limit ended it.
    pub status: Option<i32>,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

/// Long enough for the slowest honest program on a busy machine.
const LIMIT: Duration = Duration::from_secs(60);

/// Runs a program in a folder, with empty standard input.
pub fn run(program: &Path, arguments: &[String], folder: &Path) -> Result<Ran, String> {
    run_with(&[], program, arguments, folder)
}

/// As [`run`], with variables of the environment.
pub fn run_with(
    variables: &[(&str, &OsStr)],
    program: &Path,
    arguments: &[String],
    folder: &Path,
) -> Result<Ran, String> {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder).env_remove("CC").envs(variables.iter().copied());
    run_command(&mut command)
}

/// Runs `warploom` as on a machine whose C compiler is `compiler`.
pub fn run_with_compiler(
    compiler: &str,
    program: &Path,
    arguments: &[String],
    folder: &Path,
) -> Result<Ran, String> {
    run_with(&[("CC", OsStr::new(compiler))], program, arguments, folder)
}

fn run_command(command: &mut Command) -> Result<Ran, String> {
    command.env("NO_COLOR", "1");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let program = command.get_program().to_string_lossy().into_owned();
    let failed = |error| format!("cannot run {program}: {error}");
    let mut child = command.spawn().map_err(failed)?;
    let stdout = collect(child.stdout.take());
    let stderr = collect(child.stderr.take());
    let finished = wait(&mut child).map_err(failed)?;
    let [stdout, stderr] = [stdout, stderr].map(|reader| reader.join().unwrap_or_default());
    match finished {
        Some(status) => Ok(Ran { status: status.code(), stdout, stderr }),
        None => Err(format!("{program} did not end within {} s", LIMIT.as_secs())),
    }
}

/// Reads a stream on its own thread: a full pipe must not stop the program.
fn collect(stream: Option<impl Read + Send + 'static>) -> JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        // What could be read is what is compared.
        let _ = stream.map(|mut stream| stream.read_to_end(&mut bytes));
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// Waits with growing pauses, so that a quick program costs no pause at all.
fn wait(child: &mut Child) -> std::io::Result<Option<std::process::ExitStatus>> {
    let start = Instant::now();
    let mut pause = Duration::from_micros(300);
    while start.elapsed() < LIMIT {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        std::thread::sleep(pause);
        pause = (pause * 3 / 2).min(Duration::from_millis(20));
    }
    child.kill()?;
    child.wait()?;
    Ok(None)
}
