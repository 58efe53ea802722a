//! Standard output and standard error, and whether they may be coloured.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use diagnostics::TextStyle;
use indicatif::{ProgressBar, ProgressStyle};
use source::escaped;

use crate::args::ColorChoice;

/// How much is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Volume {
    /// Errors only.
    Quiet,
    /// Errors and warnings, as compilers do.
    Compiler,
    /// Remarks, too, and what was chosen.
    Normal,
    /// Everything.
    Verbose,
}

/// The two streams of a run.
pub struct Terminal {
    color: ColorChoice,
    volume: Volume,
    out_failed: bool,
}

impl Terminal {
    /// With the user's wishes.
    pub fn new(color: ColorChoice, volume: Volume) -> Terminal {
        Terminal { color, volume, out_failed: false }
    }

    /// Are errors all that is wanted?
    pub fn is_quiet(&self) -> bool {
        self.volume == Volume::Quiet
    }

    /// Is everything wanted?
    pub fn is_verbose(&self) -> bool {
        self.volume == Volume::Verbose
    }

    /// Is what the compiler did of interest, beside what is wrong?
    pub fn shows_remarks(&self) -> bool {
        !matches!(self.volume, Volume::Quiet | Volume::Compiler)
    }

    /// Writes a result. A reader that went away (`| head`) is no error; a full disk is.
    pub fn out(&mut self, bytes: &[u8]) {
        let mut stdout = io::stdout().lock();
        let written = stdout.write_all(bytes).and_then(|()| stdout.flush());
        drop(stdout);
        match written {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe && !self.out_failed => {
                self.out_failed = true;
                self.error(format_args!("cannot write to standard output: {error}"));
            }
            _ => {}
        }
    }

    /// Did all results reach standard output?
    pub fn is_whole(&self) -> bool {
        !self.out_failed
    }

    /// Writes a message.
    pub fn err(&mut self, text: &str) {
        let _ = io::stderr().lock().write_all(text.as_bytes());
    }

    /// Writes `error: …`, for what is not about the program's text.
    pub fn error(&mut self, text: impl std::fmt::Display) {
        let word = if self.colors(&io::stderr()) { "\x1b[1;91merror\x1b[0m" } else { "error" };
        self.err(&format!("{word}: {}\n", safe(&text.to_string())));
    }

    /// Writes a message that only `-v` shows.
    pub fn note(&mut self, text: impl std::fmt::Display) {
        if self.is_verbose() {
            self.err(&format!("note: {}\n", safe(&text.to_string())));
        }
    }

    /// Writes a line that people should see once and scripts may ignore.
    pub fn say(&mut self, text: impl std::fmt::Display) {
        if self.shows_remarks() {
            self.err(&format!("warploom: {}\n", safe(&text.to_string())));
        }
    }

    /// Shows that something takes long, on a terminal only, until it is dropped.
    pub fn progress(&self, what: &str) -> Progress {
        let shown = io::stderr().is_terminal() && self.shows_remarks();
        Progress::new(
            shown.then(|| ProgressBar::new_spinner().with_style(style("{spinner} {msg} {elapsed}"))),
            what,
        )
    }

    /// The same while a program runs whose output goes elsewhere: between its lines nothing could be shown.
    pub fn progress_of_run(&self, what: &str) -> Progress {
        if io::stdout().is_terminal() { Progress::new(None, what) } else { self.progress(what) }
    }

    /// The same for what has so much time.
    pub fn progress_within(&self, time: Duration) -> Progress {
        let shown = io::stderr().is_terminal() && self.shows_remarks();
        let bar =
            || ProgressBar::new(time.as_secs()).with_style(style("{bar:30} {elapsed} of {len} s  {msg}"));
        Progress::new(shown.then(bar), "")
    }

    /// How diagnostics on standard error are to look.
    pub fn diagnostics_style(&self) -> TextStyle {
        let width = io::stderr().is_terminal().then(terminal_width).flatten();
        TextStyle { color: self.colors(&io::stderr()), width }
    }

    /// May standard output be coloured?
    pub fn colors_output(&self) -> bool {
        self.colors(&io::stdout())
    }

    fn colors(&self, stream: &impl IsTerminal) -> bool {
        match self.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => {
                let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                let dumb = std::env::var_os("TERM").is_some_and(|value| value == "dumb");
                stream.is_terminal() && !refused && !dumb
            }
        }
    }
}

/// A line that moves while something takes long. It is gone when the value is.
pub struct Progress {
    bar: Option<ProgressBar>,
}

impl Progress {
    fn new(bar: Option<ProgressBar>, what: &str) -> Progress {
        if let Some(bar) = &bar {
            bar.set_message(what.to_owned());
            bar.enable_steady_tick(Duration::from_millis(100));
        }
        Progress { bar }
    }

    /// What is done now.
    pub fn say(&self, what: &str) {
        if let Some(bar) = &self.bar {
            bar.set_position(bar.elapsed().as_secs());
            bar.set_message(what.to_owned());
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// A template that cannot be read costs the looks alone.
fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_spinner())
}

/// Compilers and names of files may hold escape sequences: a terminal must not obey them.
fn safe(text: &str) -> String {
    let lines: Vec<String> =
        text.split('\n').map(|line| line.split('\t').map(escaped).collect::<Vec<_>>().join("\t")).collect();
    lines.join("\n")
}

/// The width shells export; a terminal that does not say gets the default.
fn terminal_width() -> Option<usize> {
    std::env::var("COLUMNS").ok()?.parse().ok()
}
