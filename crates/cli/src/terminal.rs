//! Standard output and standard error, and whether they may be coloured.

use std::io::{self, IsTerminal, Write};

use diagnostics::TextStyle;

use crate::args::ColorChoice;

/// The two streams of a run.
pub struct Terminal {
    color: ColorChoice,
    verbose: bool,
}

impl Terminal {
    /// With the user's wishes.
    pub fn new(color: ColorChoice, verbose: bool) -> Terminal {
        Terminal { color, verbose }
    }

    /// Writes a result. A reader that went away (`| head`) is no error.
    pub fn out(&mut self, bytes: &[u8]) {
        let mut stdout = io::stdout().lock();
        let _ = stdout.write_all(bytes).and_then(|()| stdout.flush());
    }

    /// Writes a message.
    pub fn err(&mut self, text: &str) {
        let _ = io::stderr().lock().write_all(text.as_bytes());
    }

    /// Writes `error: …`, for what is not about the program's text.
    pub fn error(&mut self, text: impl std::fmt::Display) {
        let word = if self.colors(&io::stderr()) { "\x1b[1;91merror\x1b[0m" } else { "error" };
        self.err(&format!("{word}: {text}\n"));
    }

    /// Writes a message that only `-v` shows.
    pub fn note(&mut self, text: impl std::fmt::Display) {
        if self.verbose {
            self.err(&format!("note: {text}\n"));
        }
    }

    /// Writes a line that people should see once and scripts may ignore.
    pub fn say(&mut self, text: impl std::fmt::Display) {
        self.err(&format!("warploom: {text}\n"));
    }

    /// Shows what takes long, on a terminal only.
    pub fn progress(&mut self, what: &str) {
        if io::stderr().is_terminal() {
            self.err(&format!("{what} …"));
        }
    }

    /// Takes the last `progress` away again.
    pub fn progress_done(&mut self) {
        if io::stderr().is_terminal() {
            self.err("\r\x1b[K");
        }
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

/// The width shells export; a terminal that does not say gets the default.
fn terminal_width() -> Option<usize> {
    std::env::var("COLUMNS").ok()?.parse().ok()
}
