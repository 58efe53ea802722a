//! One text of a program: checked, compiled sequentially, run on a target. Whatever takes too
//! long is killed.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use super::programs::Subject;

/// A text in a file of its own.
pub struct Trial<'a> {
    warploom: &'a Path,
    subject: &'a Subject,
    folder: PathBuf,
    file: PathBuf,
}

/// How a program ended.
#[derive(Clone)]
pub struct Answer {
    printed: String,
    status: Option<i32>,
    /// It stopped with a message that names the file.
    pub was_stopped: bool,
    /// It was killed.
    pub took_too_long: bool,
}

impl Answer {
    /// Is it that of the sequential program?
    pub fn is(&self, sequential: &Answer) -> bool {
        self.printed == sequential.printed && self.status == sequential.status
    }
}

impl<'a> Trial<'a> {
    /// Writes the text into a folder.
    pub fn new(warploom: &'a Path, subject: &'a Subject, text: &str, folder: PathBuf) -> Option<Trial<'a>> {
        std::fs::create_dir_all(&folder).ok()?;
        let file = folder.join(subject.path.file_name()?);
        std::fs::write(&file, text).ok()?;
        Some(Trial { warploom, subject, folder, file })
    }

    /// Does gcc take it?
    pub fn is_c(&self) -> Option<bool> {
        Some(finished(self.command("60", Path::new("gcc"), &["-w", "-fsyntax-only"]))?.status.success())
    }

    /// Does `check` say a word?
    pub fn is_reported(&self) -> Option<bool> {
        let checked = finished(self.command("60", self.warploom, &["check"]))?;
        Some(!checked.status.success() || String::from_utf8_lossy(&checked.stderr).contains("warning["))
    }

    /// The program without directives; `None` where what it prints is not defined.
    pub fn sequential(&self) -> Option<Answer> {
        // Variables and memory that nobody has set hold another value in the second.
        let zeros = self.compiled_by_gcc("sequential", &[], "0")?;
        let patterned = self.compiled_by_gcc("patterned", &["-ftrivial-auto-var-init=pattern"], "90")?;
        zeros.is(&patterned).then_some(zeros)
    }

    fn compiled_by_gcc(&self, name: &str, flags: &[&str], perturb: &str) -> Option<Answer> {
        let program = self.folder.join(name);
        let output = program.display().to_string();
        let words = [["-w", "-O1", "-o", &output].as_slice(), flags].concat();
        let built = finished(self.command("60", Path::new("gcc"), &words))?;
        if !built.status.success() {
            return None;
        }
        let mut run = limited("20", &program);
        run.args(&self.subject.args).current_dir(self.subject.path.parent()?);
        self.answer(run, perturb)
    }

    /// The program on a target.
    pub fn on(&self, target: &str) -> Option<Answer> {
        let mut run = self.command("40", self.warploom, &["run", "--target", target]);
        run.arg("--").args(&self.subject.args);
        self.answer(run, "165")
    }

    fn command(&self, seconds: &str, program: &Path, words: &[&str]) -> Command {
        let here = self.subject.path.parent().unwrap_or(Path::new("."));
        let mut command = limited(seconds, program);
        command.args(words).args(&self.subject.flags).arg(format!("-I{}", here.display()));
        command.arg(&self.file).args(&self.subject.also).arg("-lm").current_dir(here);
        command
    }

    /// Memory that nobody has set holds the complement of `perturb`.
    fn answer(&self, mut command: Command, perturb: &str) -> Option<Answer> {
        command.env("MALLOC_PERTURB_", perturb);
        let ran = finished(command)?;
        let said = String::from_utf8_lossy(&ran.stderr);
        let name = self.file.file_name()?.to_string_lossy();
        Some(Answer {
            printed: results(&ran),
            status: ran.status.code(),
            // What the simulator finds is no check of the program's own.
            was_stopped: !ran.status.success() && said.contains(&*name) && !said.contains("error["),
            took_too_long: matches!(ran.status.code(), Some(124 | 137)),
        })
    }
}

/// What a program printed, but for the size of a benchmark's error: it depends on the order
/// in which threads add up, and the benchmark has judged it.
fn results(ran: &Output) -> String {
    let printed = String::from_utf8_lossy(&ran.stdout);
    let lines =
        printed.lines().map(|line| line.split_once(": correct, error ").map_or(line, |(name, _)| name));
    lines.collect::<Vec<_>>().join("\n")
}

/// A program that is killed if it takes longer.
fn limited(seconds: &str, program: &Path) -> Command {
    let mut command = Command::new("timeout");
    command.args(["--kill-after=5", seconds]).arg(program);
    command
}

/// A program that prints more than this is told that nobody reads on, and ends.
const MOST_PRINTED: u64 = 16 << 20;

fn finished(mut command: Command) -> Option<Output> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().ok()?;
    let (stdout, stderr) = (child.stdout.take()?, child.stderr.take()?);
    let (stdout, stderr) = std::thread::scope(|scope| {
        let stderr = scope.spawn(|| printed(stderr));
        (printed(stdout), stderr.join().unwrap_or_default())
    });
    Some(Output { status: child.wait().ok()?, stdout, stderr })
}

fn printed(stream: impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    // What could be read counts.
    let _ = stream.take(MOST_PRINTED).read_to_end(&mut bytes);
    bytes
}
